"""A fix that gives a copy where the program means a view is none, or unsafe, where the program writes into it."""

from __future__ import annotations

import textwrap

import pytest
import torch

from flake8_torch_effective.verification.fixtures import module_from_source
from tests.fixing.test_cases import fixed

# `MADE` is `x.t().view(8)` or `x[::-1]`, and `y` has as many entries; functions end with `---`.
WRITTEN = {
    "a part": "flat = MADE\nhead = flat[:3]\nhead.zero_()",
    "a part of an expression": "MADE[:3].copy_(y[:3])",
    "a part that is added to": "part = MADE[:2]\npart += 1",
    "entries in a tuple": "flat = MADE\nflat[0], y[0] = 9, 2",
    "entries of some value": "flat = MADE\nflat[flat > 0] = -1",
    "rows of a loop": "for row in MADE:\n    row.fill_(9)",
    "rows of a comprehension": "v = MADE\n[row.fill_(9) for row in v.split(2)]",
    "rows of a zip": "for i, (row, one) in enumerate(zip(MADE, y)):\n    row.copy_(one + i)",
    "chunks": "a, b = MADE.chunk(2)\na.add_(1)",
    "the rest of a tuple": "first, *rest = MADE.unbind()\nrest[0].zero_()",
    "a view of a view": "v = MADE\nw = v.view(4, 2)\nw.zero_()",
    "a second name": "v = MADE\nw = v\nw += 1",
    "a name in an expression": "(v := MADE).zero_()",
    "a name of one branch": "v = y\nif len(y) > 1:\n    v = MADE\nv.zero_()",
    "an array": "a = MADE.numpy()\na[:] = 9",
    "an array by a function": "a = np.asarray(MADE)\na += 1",
    "an array that is copied to": "np.copyto(MADE.numpy(), 9)",
    "detached": "MADE.detach()[0] = 9",
    "data": "v = MADE\nv.data.zero_()",
    "an initialisation": "v = MADE\ntorch.nn.init.zeros_(v)",
    "an initialisation by keyword": "torch.nn.init.zeros_(tensor=MADE)",
    "several at once": "v = MADE\ntorch._foreach_add_([v], 1)",
    "several at once in a list with a name": "both = [MADE, y]\ntorch._foreach_add_(both, 1)",
    "a dict": "kept = {'a': MADE}\nkept['a'].zero_()",
    "a list": "kept = []\nkept.append(MADE)\nkept[0].zero_()",
    "out": "torch.add(y, 1, out=MADE)",
    "inplace": "torch.nn.functional.threshold(MADE, 2.0, 7.0, inplace=True)",
    "a method of the class": "torch.Tensor.add_(MADE, 1)",
    "an operator": "operator.iadd(MADE, 1)",
    "setitem": "MADE.__setitem__(0, 9)",
    "a layer": "torch.nn.Threshold(2.0, 7.0, inplace=True)(MADE)",
    "a function of the file": "fill(MADE)",
    "a function of the file by keyword": "v = MADE\nfill(t=v)",
    "a function of the file by another name": "g = fill\ng(MADE)",
    "a function of the file in part": "functools.partial(scale, by=2)(MADE)",
    "a function that hands it on": "hand_on(MADE)",
    "a function that gives it back": "same(MADE).zero_()",
    "a function that gives it": "def give(x: torch.Tensor):\n    return MADE\n---\ngive(x).zero_()",
    "a function that yields it": "def give(x: torch.Tensor):\n    yield MADE\n---\nfor v in give(x):\n    v.zero_()",
    "one that yields rows": "def give(x: torch.Tensor):\n    yield from MADE\n---\nfor v in give(x):\n    v.zero_()",
    "an inner function": "v = MADE\ndef clear():\n    v.zero_()\nclear()",
    "a default": "v = MADE\ndef clear(t=v):\n    t.zero_()\nclear()",
    "a lambda": "(lambda t: t.zero_())(MADE)",
    "a method of an object": "Filler().fill(MADE)",
    "a static method": "Filler.clear(MADE)",
    "an object that is called": "Filler()(MADE)",
    "memory that another tensor is given": "torch.empty(0).set_(MADE).zero_()",
    "an attribute of a class": "class A:\n    kept = MADE\nA.kept.zero_()",
    "an attribute": "holder = Filler()\nholder.kept = MADE\nholder.kept.zero_()",
}
# Where it may be written into; there is an unsafe fix.
KEPT = {
    "an optimizer": "v = MADE\nv.grad = torch.ones_like(v)\ntorch.optim.SGD([v], 1.0).step()",
    "an array": "a = MADE.numpy()\nother(a)",
    "an object of the file": "Keeper(MADE).clear()",
    "a method of an object that nobody knows": "holder = run()\nholder.fill(MADE)",
    "what a method gives, of an object that nobody knows": (
        "class Maker:\n    def give(self, x: torch.Tensor):\n        return MADE\n---\nrun().give(x).zero_()"
    ),
    "a star": "scale(*[MADE, 2])",
    "a function of the file that is mapped": "list(map(fill, [MADE]))",
    "a function of the file that something calls": "run(fill, MADE)",
}
READ = {
    "returned": "return MADE",
    "read": "v = MADE\nassert len(v) > 1, f'{v}'\nprint(v.shape, v.sum().item())\nreturn v.mean()",
    "a result is written into": "v = MADE\nw = v * 2\nw[0] = 1\nw += y",
    "the name is given another": "v = MADE\nv = v * 2\nv += 1\nv = v.view(4, 2)\nv[0] = 1",
    "the name had another": "v = y * 2\nv += 1\nv = MADE\nreturn v.sum()",
    "another is written into": "v = MADE\ny.copy_(v)\ny[0] = v[0]\ny += v",
    "joined": "v = torch.cat([MADE, y])\nv.zero_()",
    "a result of a layer": "v = torch.nn.Linear(8, 8)(MADE)\nv += 1",
    "a layer that works on copies": "v = torch.nn.functional.relu(MADE)\nv += 1",
    "a function of the file that reads": "same(MADE) + y",
    "a function that nobody knows": "other(MADE)",
    "picked entries": "v = MADE\nw = v[v > 0]\nw += 1",
    "a loop": "total = 0\nfor row in MADE:\n    total += row\nreturn total",
}

PROGRAM = """\
import functools
import operator

import numpy as np
import torch
from elsewhere import other, run


def fill(t):
    t.fill_(9)


def scale(t, by):
    t.mul_(by)


def hand_on(t):
    part = t[:3]
    fill(part)


def same(t):
    return t


class Filler:
    def fill(self, t):
        t[:3].fill_(9)

    @staticmethod
    def clear(t):
        t.zero_()

    def __call__(self, t):
        t += 1


class Keeper:
    def __init__(self, t):
        self.t = t

    def clear(self):
        self.t.zero_()


"""
HEAD = "def f(x: torch.Tensor, y: torch.Tensor):\n"
FORMS = {"TEF107": ("x.t().view(8)", "x.t().reshape(8)"), "TEF110": ("x[::-1]", "torch.flip(x, dims=[0])")}
each_form = pytest.mark.parametrize("code", FORMS)


def program(body: str, made: str) -> str:
    """A function with something that it does to what is made, and what stands before it."""
    before, _, inside = body.replace("MADE", made).rpartition("---\n")
    return f"{PROGRAM}{before}\n\n{HEAD}{textwrap.indent(inside, ' ' * 4)}\n"


@each_form
@pytest.mark.parametrize("name", WRITTEN)
def test_what_is_written_into_has_no_fix(name: str, code: str) -> None:
    made = fixed(program(WRITTEN[name], FORMS[code][0]), code)
    assert made.left
    assert not made.applied


@each_form
@pytest.mark.parametrize("name", KEPT)
def test_what_may_be_written_into_has_no_safe_fix(name: str, code: str) -> None:
    source = program(KEPT[name], FORMS[code][0])
    assert fixed(source, code, unsafe=False).source == source
    assert fixed(source, code).source == program(KEPT[name], FORMS[code][1])


@pytest.mark.parametrize("name", READ)
def test_what_is_only_read_has_a_safe_fix(name: str) -> None:
    before, after = FORMS["TEF107"]
    assert fixed(program(READ[name], before), "TEF107", unsafe=False).source == program(READ[name], after)


@pytest.mark.parametrize("name", READ)
def test_what_is_only_read_is_flipped(name: str) -> None:
    before, after = FORMS["TEF110"]
    assert fixed(program(READ[name], before), "TEF110").source == program(READ[name], after)


def is_changed(body: str, made: str, x: torch.Tensor) -> bool:
    """Whether a program changes the tensor that it is given."""
    source = program(body, made).replace("from elsewhere import other, run\n", "")
    before = x.clone()
    module_from_source(source, "written_into").f(x, torch.full((8,), 5.0))
    return not torch.equal(x, before)


@pytest.mark.parametrize("name", [*WRITTEN, "an optimizer", "an object of the file", "a star"])
def test_a_view_passes_on_what_is_written_and_a_copy_does_not(name: str) -> None:
    body = WRITTEN.get(name) or KEPT[name]
    view, copied = FORMS["TEF107"]
    assert is_changed(body, view, torch.arange(1.0, 9.0).reshape(1, 8))
    assert not is_changed(body, copied, torch.arange(1.0, 9.0).reshape(2, 4))
    assert not is_changed(body, FORMS["TEF110"][1], torch.arange(1.0, 9.0))
