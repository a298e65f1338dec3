"""A fix that reads a name further down takes it only where it is sure to hold what it held."""

from __future__ import annotations

import textwrap

import pytest

from flake8_torch_effective.fixing import fix

# Between `p = torch.softmax(x, dim=1)` and `return torch.log(p)`, in a method.
KEPT = {
    "nothing": "",
    "other names": "y = x * 2; z: int = 3; y += 1",
    "reads": "print(x, x.shape, len(x)); w = torch.relu(x).sum(); v = [x, y]",
    "an object made of it": "h = x + 1; h.add_(1); h += x; h[0] = 2",
    "an operation on it": "h = torch.stack([x, y]).mean(); x.view(-1); x.detach()",
    "a layer": "h = self.linear(x); z = self.plain(x)",
    "a branch without it": "if flag:\n    y = 3\nelse:\n    y.zero_()",
    "a loop without it": "for i in range(3):\n    y = y * i",
    "a function with a name of its own": "def g(x):\n    x.add_(1)\n    x = 2\n    return x",
    "an attribute of that name": "y.x = 3; self.x = 2; y.x += 1; y.x.zero_()",
    "a keyword of that name": "g(x=3); y.add_(1, x=2)",
}
CHANGED = {
    "bound anew": "x = y",
    "bound in a tuple": "(y, [x, *z]), w = make()",
    "bound on a branch": "if flag:\n    x = y",
    "bound on the other branch": "if flag:\n    pass\nelse:\n    x = y",
    "bound in a loop": "for i in range(3):\n    x = y",
    "bound by a loop": "for x in y:\n    pass",
    "bound by a loop over a tuple": "for i, (x, z) in y:\n    pass",
    "bound by a comprehension": "w = [x for x in y]",
    "bound in an expression": "g((x := y))",
    "bound by with": "with open(y) as x:\n    pass",
    "bound by with in a tuple": "with pair(y) as (x, z):\n    pass",
    "bound by except": "try:\n    g()\nexcept ValueError as x:\n    pass",
    "bound in try": "try:\n    x = y\nexcept ValueError:\n    pass",
    "bound in finally": "try:\n    g()\nfinally:\n    x = y",
    "bound by import": "import numpy as x",
    "bound by a plain import": "import x.y",
    "bound by from": "from numpy import zeros as x",
    "bound by match": "match y:\n    case [x, *_]:\n        pass",
    "bound by a star of match": "match y:\n    case [_, *x]:\n        pass",
    "bound by the rest of a mapping": "match y:\n    case {'a': 1, **x}:\n        pass",
    "bound by def": "def x():\n    pass",
    "bound by class": "class x:\n    pass",
    "bound with an annotation": "x: torch.Tensor = y",
    "deleted": "del x; x = y",
    "augmented": "x += 1",
    "augmented by matmul": "x @= y",
    "a method in place": "x.add_(1)",
    "a method in place of a part": "x[0].add_(1)",
    "a method in place of a view": "x.view(-1).add_(1)",
    "a method in place in an expression": "w = y + x.mul_(2)",
    "its data": "x.data = y",
    "its grad": "x.data.copy_(y)",
    "an element": "x[0] = 1",
    "an element in a tuple": "x[0], y = 1, 2",
    "an element in a nested tuple": "(y, [x[0]]), z = make()",
    "an element by a loop": "for x[0] in range(3):\n    pass",
    "an element augmented": "x[0] += 1",
    "an element deleted": "del x[0]",
    "out": "torch.add(x, 1, out=x)",
    "out in a tuple": "torch.max(y, 1, out=(x, z))",
    "inplace": "torch.nn.functional.relu(x, inplace=True)",
    "inplace by position": "torch.nn.functional.relu(x, True)",
    "an initialisation": "torch.nn.init.zeros_(x)",
    "several at once": "torch._foreach_add_([y, x], 1)",
    "a collective": "torch.distributed.all_reduce(x)",
    "setattr": "setattr(x, 'data', y)",
    "a layer that may work in place": "self.act(x)",
    "a function that nobody knows": "normalize(x)",
    "a function that nobody knows, in a list": "normalize([y, x])",
    "a function that nobody knows, by keyword": "normalize(tensor=x)",
    "another name": "y = x\ny.add_(1)",
    "another name from before": "q.add_(1)",
    "another name of another name": "y = x\nz = y\nz.add_(1)",
    "another name's elements": "y = x; y[0] = 1",
    "another name augmented": "y = x; y += 1",
    "a view": "y = x.view(-1); y.add_(1)",
    "a row": "y = x[0]; y.add_(1)",
    "rows of a loop": "for row in x:\n    row.mul_(2)",
    "a row chosen": "y = x if flag else z; y.add_(1)",
    "a row in a tuple": "y, z = x[0], 3; y.add_(1)",
    "what a function passed on": "y = self.prepare(x[0]); y.add_(1)",
    "a row in an expression": "(y := x[0]).add_(1); y.add_(1)",
    "an inner function": "def g():\n    x.add_(1)\ng()",
    "an inner function that binds": "def g():\n    nonlocal x\n    x = 1\ng()",
    "a lambda": "g = lambda: x.add_(1)",
}

PROGRAM = """\
import torch
from torch import nn


class Module(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(3, 3)
        self.act = nn.ReLU(inplace=True)
        self.plain = nn.Softmax(dim=1)

    def forward(self, x: torch.Tensor, y: torch.Tensor, z, flag):
        q = x.view(-1)
        p = torch.softmax(x, dim=1)
{between}
        return {use}
"""


def program(between: str, use: str = "torch.log(p)") -> str:
    """A method with something between a softmax and its logarithm."""
    return PROGRAM.format(between=textwrap.indent(between, " " * 8), use=use)


@pytest.mark.parametrize("name", KEPT)
def test_a_name_that_stays_is_taken(name: str) -> None:
    assert "torch.log_softmax(x, dim=1)" in fix(program(KEPT[name]), unsafe=True).source


@pytest.mark.parametrize("name", CHANGED)
def test_a_name_that_changes_is_not(name: str) -> None:
    source = program(CHANGED[name])
    fixed = fix(source, unsafe=True).source
    assert "log_softmax(x" not in fixed
    assert "torch.softmax(x, dim=1)" in fixed


@pytest.mark.parametrize(
    "use",
    [
        "[torch.log(p) for x in y]",
        "(torch.log(p) for i in y)",
        "[torch.log(p) for i in y if (x := i)]",
        "(x := y) and torch.log(p)",
        "x.add_(1) + torch.log(p)",
        "lambda x: torch.log(p)",
    ],
)
def test_a_name_that_changes_within_the_statement_is_not_taken(use: str) -> None:
    later = "x = y" if use.startswith("(torch") else ""
    source = program("", f"{use}").replace("return", "value =") + f"        {later}\n        return value\n"
    assert "log_softmax(x" not in fix(source, unsafe=True).source


# The whole body of `forward`, with an attribute to read or control flow around both places.
BODIES_KEPT = {
    "an attribute": "p = torch.softmax(self.w, dim=1)\nreturn torch.log(p)",
    "in a loop around both": "for i in y:\n    p = torch.softmax(x, dim=1)\n    x = torch.log(p)\nreturn x",
    "in a loop after": "p = torch.softmax(x, dim=1)\nfor i in y:\n    z = torch.log(p)\nreturn z",
    "in a branch after": "p = torch.softmax(x, dim=1)\nif flag:\n    z = torch.log(p)\n    x = z\nreturn x",
    "in with": "with torch.no_grad():\n    p = torch.softmax(x, dim=1)\n    z = torch.log(p)\nreturn z",
    "a class body": "p = torch.softmax(x, dim=1)\nclass A:\n    x = 3\nreturn torch.log(p)",
}
BODIES_CHANGED = {
    "an attribute that a method may set": "p = torch.softmax(self.w, dim=1)\nself.step()\nreturn torch.log(p)",
    "an attribute that any call may set": "p = torch.softmax(self.w, dim=1)\nflag.step()\nreturn torch.log(p)",
    "an attribute that is set": "p = torch.softmax(self.w, dim=1)\nself.w = x\nreturn torch.log(p)",
    "an attribute in place": "p = torch.softmax(self.w, dim=1)\nself.w.data.mul_(2)\nreturn torch.log(p)",
    "an attribute in place by name": "w = self.w\np = torch.softmax(self.w, dim=1)\nw += 1\nreturn torch.log(p)",
    "later in the loop": "p = torch.softmax(x, dim=1)\nfor i in y:\n    z = torch.log(p)\n    x = z\nreturn x",
    "in place later in it": "p = torch.softmax(x, dim=1)\nfor i in y:\n    z = torch.log(p)\n    x += 1\nreturn z",
    "later in while": "p = torch.softmax(x, dim=1)\nwhile flag:\n    z = torch.log(p)\n    x = z\nreturn x",
    "a class body": "p = torch.softmax(x, dim=1)\nclass A:\n    x = y\n    z = torch.log(p)\nreturn A",
    "another function": "p = torch.softmax(x, dim=1)\ndef g():\n    return torch.log(p)\nx = y\nreturn g()",
    "global": "global x\np = torch.softmax(x, dim=1)\ng()\nreturn torch.log(p)",
}


def method(body: str) -> str:
    """A method with this body."""
    head = PROGRAM.partition("        q =")[0]
    if body.startswith("global x"):
        head = head.replace("x: torch.Tensor, ", "")
    return head + textwrap.indent(body, " " * 8) + "\n"


@pytest.mark.parametrize("name", BODIES_KEPT)
def test_a_value_that_stays_is_taken(name: str) -> None:
    assert "log_softmax(" in fix(method(BODIES_KEPT[name]), unsafe=True).source


@pytest.mark.parametrize("name", BODIES_CHANGED)
def test_a_value_that_changes_is_not(name: str) -> None:
    source = method(BODIES_CHANGED[name])
    assert fix(source, unsafe=True).source == source
