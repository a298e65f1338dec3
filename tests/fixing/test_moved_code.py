"""Code moves into another statement only where it computes the same there, and what stood beside it is not lost."""

from __future__ import annotations

import textwrap

import pytest

from flake8_torch_effective.fixing import fix

HEAD = """\
import torch


def f(x: torch.Tensor, y: torch.Tensor, model, flag, steps):
"""

# A method's body before and after.
MOVED = {
    "into the next statement": ("p = 1 + x.view(2)\nreturn torch.log(p)", "return torch.log1p(x.view(2))"),
    "what nobody knows": ("p = 1 + model(x) * y\nreturn torch.log(p)", "return torch.log1p(model(x) * y)"),
    "behind operations": (
        "p = 1 + model(x) * y\nreturn y.mean() + torch.log(p)",
        "return y.mean() + torch.log1p(model(x) * y)",
    ),
    "into a call": ("p = 1 + model(x) * y\nreturn model(torch.log(p))", "return model(torch.log1p(model(x) * y))"),
    "on a branch, what only computes": (
        "p = 1 + x * y\nreturn torch.log(p) if flag else y",
        "return torch.log1p(x * y) if flag else y",
    ),
}
LEFT = {
    "a call before": "p = 1 + model(x) * y\nreturn model(y) + torch.log(p)",
    "a random number before": "p = 1 + torch.rand(3) * y\nreturn torch.rand(3) + torch.log(p)",
    "on a branch, what nobody knows": "p = 1 + model(x) * y\nreturn torch.log(p) if flag else y",
    "behind and": "p = 1 + model(x) * y\nreturn flag and torch.log(p)",
    "in an assertion": "p = 1 + model(x) * y\nassert torch.log(p)\nreturn y",
    "in a comprehension": "p = 1 + x * y\nreturn [torch.log(p) for _ in range(steps)]",
    "in a comprehension over a name of it": "p = 1 + x * y\nreturn [torch.log(p) for x in y]",
    "in a lambda": "p = 1 + x * y\nreturn lambda: torch.log(p)",
    "a change in place before": "p = 1 + x * y\nreturn x.add_(1) + torch.log(p)",
    "a binding before": "p = 1 + x * y\nreturn (x := y) + torch.log(p)",
    "a binding that reads the text before": "p = 1 + x * y\nreturn model(x := y) + torch.log(p)",
    "a statement that changes it between": "p = 1 + x * y\nx += 1\nreturn torch.log(p)",
    "a call between that nobody knows": "p = 1 + model(x) * y\nz = model(y)\nreturn torch.log(p), z",
    "with comments in it": "p = 1 + (  # one\n    x * y  # product\n)\nreturn torch.log(p)",
    "into an f-string that shows the code": 'return f"{torch.log(1 + x)=}"',
    "a text into an f-string": "p = 1 + y['x'] * 2\nreturn f'{torch.log(p)}'",
    "another quote into an f-string": "p = 1 + y['x'] * 2\nreturn f\"{torch.log(p)}\"",
    "read by locals": "p = 1 + x * y\nq = torch.log(p)\nreturn locals()",
    "read in an inner function": "p = 1 + x * y\nq = torch.log(p)\nreturn lambda: p + q",
    "global": "global p\np = 1 + x * y\nreturn torch.log(p)",
    "an attribute of a class": "class A:\n    p = 1 + x * y\n    q = torch.log(p)\nreturn A",
}


def function(body: str) -> str:
    """A function with this body."""
    return HEAD + textwrap.indent(body, "    ") + "\n"


@pytest.mark.parametrize("name", MOVED)
def test_code_moves(name: str) -> None:
    before, after = MOVED[name]
    assert fix(function(before), unsafe=True).source == function(after)


@pytest.mark.parametrize("name", LEFT)
def test_code_stays(name: str) -> None:
    source = function(LEFT[name])
    assert fix(source, unsafe=True).source == source


# The assignment that a fix leaves without a reader goes only where it did nothing else.
SWEPT = {
    "what only computes": ("p = torch.softmax(x, dim=1)\nreturn torch.log(p)", "return torch.log_softmax(x, dim=1)"),
}
KEPT = {
    "a random number": ("p = 1 + x\nq = torch.rand(3)\nreturn torch.log(p)", "q = torch.rand(3)"),
    "locals": ("p = 1 + x\nq = torch.log(p)\nreturn locals()", "p = 1 + x"),
    "an inner function": ("p = 1 + x\nq = torch.log(p)\ndef g():\n    return p\nreturn g, q", "p = 1 + x"),
    "an attribute of a class": ("class A:\n    p = 1 + x\n    q = torch.log(p)\n    r = 2\nreturn A", "p = 1 + x"),
    "global": ("global p\np = 1 + x\nq = torch.log(p)\nreturn q", "p = 1 + x"),
    "a call that nobody knows": ("p = 1 + x.foo(model(y))\nreturn torch.log(p)", "model(y)"),
    "the last statement": ("q = torch.log(1 + x)\nif flag:\n    p = q", "p = q"),
}


@pytest.mark.parametrize("name", SWEPT)
def test_an_assignment_goes(name: str) -> None:
    before, after = SWEPT[name]
    assert fix(function(before), unsafe=True).source == function(after)


@pytest.mark.parametrize("name", KEPT)
def test_an_assignment_stays(name: str) -> None:
    before, kept = KEPT[name]
    assert kept in fix(function(before), unsafe=True).source
