"""A fix drops nothing that the old code did besides its value, and nothing after it fails on the new code."""

from __future__ import annotations

import textwrap

import pytest

from flake8_torch_effective.fixing import fix

PROGRAM = """\
import functools

import torch
from torch import nn

seen = []


def probabilities(x: torch.Tensor):
{effect}
    return torch.softmax(x, dim=1)


class Head(nn.Module):
    def probabilities(self, x: torch.Tensor):
{inner}
        return torch.softmax(x, dim=1)

    def forward(self, x: torch.Tensor):
        return torch.log(self.probabilities(x))


def log_probabilities(x: torch.Tensor):
    return torch.log(probabilities(x))


def of_a_head(head: Head, x: torch.Tensor):
    return torch.log(Head().probabilities(x))


def of_a_part(x: torch.Tensor):
    soft = functools.partial(probabilities, x)
    return torch.log(soft())
"""

EFFECTS = {
    "prints": "print(x.shape)",
    "keeps": "seen.append(x)",
    "counts": "global calls; calls = 1",
    "draws": "torch.manual_seed(0)",
    "draws by an operation": "noise = torch.rand(3)",
    "draws from what it is given": "noise = torch.bernoulli(x)",
    "refuses": "assert x.dim() == 2",
    "raises": "if x.dim() != 2:\n    raise ValueError",
    "stores": "probabilities.last = x",
    "stores an entry": "seen[0] = x",
    "calls what nobody knows": "log(x)",
    "calls another that does": "inner(lambda: print(x))",
    "passes on": "yield x",
}


def program(effect: str) -> str:
    """A program with an effect in its helpers."""
    return PROGRAM.format(effect=textwrap.indent(effect, " " * 4), inner=textwrap.indent(effect, " " * 8))


@pytest.mark.parametrize("name", EFFECTS)
def test_a_helper_that_does_more_is_still_called(name: str) -> None:
    source = program(EFFECTS[name])
    assert fix(source, unsafe=True).source == source


@pytest.mark.parametrize("body", ["'''Soft.'''", "scale = 2.0", "width: int = len(x)", "if x.is_cuda:\n    pass"])
def test_a_helper_that_only_computes_goes(body: str) -> None:
    made = fix(program(body), unsafe=True).source
    assert made.count("torch.log_softmax(x, dim=1)") >= 2
    assert "torch.log(probabilities(x))" not in made


# Methods in front of which `p = ...` stands; the gradient of the longer form survives them, the new one's does not.
CHANGED = {
    "the result": "p.mul_(2)",
    "entries of the result": "p[:, 0] = 0",
    "the result by an operator": "p += 1",
    "a view of the result": "q = p.view(-1)\nq.add_(1)",
    "the result, as an output": "torch.add(p, 1, out=p)",
    "the result in a branch": "if flag:\n    p.masked_fill_(y > 0, 0)",
    "the result in an inner function": "def g():\n    p.add_(1)\ng()",
}
KEEPING_RESULT = [
    "torch.log(torch.softmax(x, dim=1))",
    "torch.exp(x) - 1",
    "1 / (1 + torch.exp(-x))",
    "x.exp().sum(1).log()",
]
KEEPING_INPUT = [
    "torch.log(1 + x)",
    "torch.log(1 + torch.exp(x))",
    "torch.log(torch.sigmoid(x))",
    "x.exp().sum(1).log()",
]


def function(form: str, after: str) -> str:
    """A function that computes ``p`` in a way to be fixed."""
    body = f"p = {form}\n{after}\nreturn p"
    return f"import torch\n\n\ndef f(x: torch.Tensor, y: torch.Tensor, flag):\n{textwrap.indent(body, ' ' * 4)}\n"


@pytest.mark.parametrize("form", KEEPING_RESULT)
@pytest.mark.parametrize("name", CHANGED)
def test_a_result_that_is_changed_in_place_has_the_old_gradient(name: str, form: str) -> None:
    source = function(form, CHANGED[name])
    assert fix(source, unsafe=True).source == source
    assert fix(function(form, "y.mul_(2)"), unsafe=True).applied


@pytest.mark.parametrize("form", KEEPING_INPUT)
@pytest.mark.parametrize("name", CHANGED)
def test_an_input_that_is_changed_in_place_has_the_old_gradient(name: str, form: str) -> None:
    after = CHANGED[name].replace("p", "x")
    source = function(form, after)
    assert fix(source, unsafe=True).source == source


def test_the_change_may_stand_on_the_same_line() -> None:
    for form in ("torch.log(torch.softmax(x, dim=1)).mul_(2)", "torch.log(torch.softmax(x, dim=1))[0].add_(1)"):
        source = function(form, "pass")
        assert fix(source, unsafe=True).source == source


@pytest.mark.parametrize(
    ("loop", "fixed"),
    [
        ("for i in y:\n    x += 1\n    p = torch.log(1 + x)", False),
        ("for i in y:\n    x = x * 2\n    x += 1\n    p = torch.log(1 + x)", True),
        ("x += 1\nfor i in y:\n    p = torch.log(1 + x)", True),
        ("for i in y:\n    p = torch.log(1 + x)\n    i += 1", True),
    ],
)
def test_a_loop_changes_what_its_turns_share(loop: str, fixed: bool) -> None:
    source = function("0", loop)
    assert bool(fix(source, unsafe=True).applied) is fixed


# Between what a fix takes together: `t` and `e` no longer hold what they were given.
BETWEEN = {
    "through a view": "t = e.sum(dim=0)\nv = t.T; v.mul_(2)\nreturn t.log()",
    "by what nobody knows": "g(e)\nt = e.sum(dim=0)\nreturn t.log()",
    "by what nobody knows, of the sum": "t = e.sum(dim=0)\ng(t)\nreturn t.log()",
    "through a row": "v = e[0]\nv += 1\nt = e.sum(dim=0)\nreturn t.log()",
    "on a branch": "t = e.sum(dim=0)\nif flag:\n    g(t)\nreturn t.log()",
    "in the next turn": "t = e.sum(dim=0)\nfor i in y:\n    z = t.log()\n    g(t)\nreturn z",
}


@pytest.mark.parametrize("name", BETWEEN)
def test_what_may_be_changed_between_is_not_taken_together(name: str) -> None:
    source = function("0", f"e = x.exp()\n{BETWEEN[name]}")
    assert fix(source, unsafe=True).source == source


@pytest.mark.parametrize("after", ["print(e)\nt = e.sum(dim=0)", "t = e.sum(dim=0)\ng(e)"])
def test_what_is_not_changed_between_is_taken_together(after: str) -> None:
    source = function("0", f"e = x.exp()\n{after}\nreturn t.log()")
    assert "torch.logsumexp(x, dim=0)" in fix(source, unsafe=True).source


TRAINING = """\
import torch.nn.functional as F


def step(model, x, y, flag):
    loss = F.mse_loss(model(x), y)
    loss.backward()
{end}


def train(model, loader, optimizer):
    losses, total = [], 0.0
    for x, y, flag in loader:
        optimizer.zero_grad()
        loss = step(model, x, y, flag)
        optimizer.step()
        losses.append({kept})
    return losses, total
"""


def training(end: str, kept: str) -> str:
    """A loop that keeps a loss which a helper returns."""
    return TRAINING.format(end=textwrap.indent(end, " " * 4), kept=kept)


@pytest.mark.parametrize("kept", ["loss", "step(model, x, y, flag)"])
@pytest.mark.parametrize(
    ("end", "fixed"),
    [
        ("return loss", True),
        ("if flag:\n    return loss\nelse:\n    raise ValueError", True),
        ("try:\n    return loss\nfinally:\n    print(loss)", True),
        ("if flag:\n    return loss", False),
        ("if flag:\n    return None\nreturn loss", False),
        ("if flag:\n    return\nreturn loss", False),
        ("for i in x:\n    return loss", False),
        ("with flag:\n    if y:\n        return loss", False),
    ],
)
def test_none_is_not_detached(end: str, fixed: bool, kept: str) -> None:
    assert ("detach()" in fix(training(end, kept), unsafe=True).source) is fixed


def test_a_number_is_not_detached() -> None:
    source = training("return loss", "loss").replace("optimizer.step()", "loss = 0.0 if flag else loss")
    assert fix(source, unsafe=True).source == source


TORCH_LOSS = """\
import torch.nn.functional as F


def train(model, batches, flag):
    losses = []
    for x, y in batches:
        loss = F.mse_loss(model(x), y)
        loss.backward({arguments})
        losses.append(loss)
    return losses
"""


@pytest.mark.parametrize(
    ("arguments", "safe"),
    [
        ("", True),
        ("retain_graph=False", False),
        ("retain_graph=True", False),
        ("create_graph=flag", False),
        ("None, True", False),
        ("x, **flag", False),
    ],
)
def test_a_graph_that_is_retained_is_not_taken_unasked(arguments: str, safe: bool) -> None:
    source = TORCH_LOSS.format(arguments=arguments)
    assert bool(fix(source).applied) is safe
    assert fix(source, unsafe=True).applied
