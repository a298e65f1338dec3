"""Programs made longer or deeper, in ways that people's programs are."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Callable

HEAD = "import torch\nimport torch.nn.functional as F\nfrom torch import nn\n\n"
MODEL = "def f(model: nn.Module, x: torch.Tensor, y: torch.Tensor, loader):\n"

Growing = Callable[[int], str]


def repeated(program: str) -> Growing:
    """The classes and functions of a program again and again, under other names."""
    tree = ast.parse(program)
    defined = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    names = {node.name for node in tree.body if isinstance(node, defined)}
    head = [ast.unparse(node) for node in tree.body if isinstance(node, (ast.Import, ast.ImportFrom))]
    rest = [node for node in tree.body if not isinstance(node, (ast.Import, ast.ImportFrom))]

    def grown(count: int) -> str:
        return "\n".join([*head, *("\n".join(map(ast.unparse, _renamed(rest, names, i))) for i in range(count))]) + "\n"

    return grown


def lengthened(program: str) -> Growing | None:
    """The statements of a program's first function again and again, in one function.

    None where it has none, or has a ``global``, which must stand before all uses.
    """
    tree = ast.parse(program)
    function = next((node for node in tree.body if isinstance(node, ast.FunctionDef)), None)
    if function is None or any(isinstance(node, ast.Global | ast.Nonlocal) for node in ast.walk(function)):
        return None
    body = "\n".join(ast.unparse(_Printed().visit(node)) for node in function.body) + "\n"
    function.body = [ast.Pass()]
    before = "\n".join(map(ast.unparse, tree.body[: tree.body.index(function) + 1])).rsplit("\n", 1)[0]

    def grown(count: int) -> str:
        return before + "\n" + textwrap.indent(body * count, "    ")

    return grown


class _Printed(ast.NodeTransformer):
    """Returned values printed, that the code behind them is reached."""

    def visit_Return(self, node: ast.Return) -> ast.stmt:
        return ast.parse("print()" if node.value is None else f"print({ast.unparse(node.value)})").body[0]

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        return node


def _renamed(nodes: list[ast.stmt], names: set[str], number: int) -> list[ast.stmt]:
    class Rename(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> ast.Name:
            return ast.Name(f"{node.id}_{number}", node.ctx) if node.id in names else node

    made: list[ast.stmt] = [Rename().visit(ast.parse(ast.unparse(node)).body[0]) for node in nodes]
    for node in made:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            node.name = f"{node.name}_{number}"
    return made


def _lines(line: str, count: int, indent: int = 4) -> str:
    return "".join(" " * indent + part + "\n" for i in range(count) for part in line.format(i=i, j=i + 1).split("\n"))


def _nested(heads: str, inner: str, count: int, indent: int = 4) -> str:
    lines = "".join(" " * (indent + i) + heads.format(i=i, j=i + 1) + "\n" for i in range(count))
    return lines + " " * (indent + count) + inner + "\n"


SHAPES: dict[str, Growing] = {
    "a chain of names": lambda n: HEAD + MODEL + "    x0 = x\n" + _lines("x{j} = torch.exp(x{i}) + x", n),
    "a chain at the module's level": lambda n: (
        HEAD + "x0 = torch.rand(3, 4)\n" + _lines("x{j} = torch.softmax(x{i}, -1)", n, 0) + f"print(torch.log(x{n}))\n"
    ),
    "a sum over many names": lambda n: (
        HEAD + MODEL + _lines("x{i} = torch.sigmoid(x)", n) + "    return " + " + ".join(f"x{i}" for i in range(n)) + "\n"
    ),
    "one name read by many": lambda n: (
        HEAD + MODEL + "    p = torch.softmax(x, 1)\n" + _lines("y{i} = torch.log(p) * p", n)
    ),
    "many branches": lambda n: HEAD + MODEL + _lines("if y{i}:\n    x = torch.exp(x)\nelse:\n    x = x - 1", n),
    "a long elif": lambda n: (
        HEAD + MODEL + "    if x is None:\n        pass\n" + _lines("elif y == {i}:\n    x = torch.log(1 + x)", n)
    ),
    "many loops": lambda n: (
        HEAD + MODEL + _lines("r{i} = []\nfor k in range(len(x)):\n    r{i}.append(x[k].item())\ny = torch.stack(r{i})", n)
    ),
    "a long loop": lambda n: (
        HEAD + MODEL + "    for k in range(len(x)):\n" + _lines("total = y[k] + x[k, {i}].item()", n, 8)
    ),
    "a long training loop": lambda n: (
        HEAD
        + MODEL
        + "    for a, b in loader:\n"
        + _lines("loss{i} = F.mse_loss(model(a), b)\nloss{i}.backward()\ntotal{i} += loss{i}", n, 8)
    ),
    "a long class": lambda n: (
        HEAD
        + "class A(nn.Module):\n    def __init__(self):\n"
        + _lines("self.l{i} = nn.Linear(3, 3)", n, 8)
        + _lines("def m{i}(self, x):\n    return torch.log(torch.softmax(self.l{i}(x), 1)) + self.m{j}(x)", n)
    ),
    "a long forward": lambda n: (
        HEAD
        + "class A(nn.Module):\n    def __init__(self):\n"
        + _lines("self.l{i} = nn.Linear(3, 3)", n, 8)
        + "    def forward(self, x):\n"
        + _lines("x = torch.sigmoid(self.l{i}(x))", n, 8)
        + "        return torch.log(x)\n"
    ),
    "many imports": lambda n: HEAD + _lines("import m{i}\nfrom p{i} import q{i}", n, 0) + MODEL + "    return torch.log(1 + x)\n",
    "imports in functions": lambda n: HEAD + _lines("def f{i}(x: torch.Tensor):\n    import torch as t{i}\n    return t{i}.log(1 + x)", n, 0),
    "functions that call each other": lambda n: (
        HEAD + _lines("def f{i}(x):\n    return torch.log(f{j}(x)) + f{j}(x)", n, 0) + f"def f{n}(x):\n    return torch.softmax(x, 1)\n"
    ),
    "one function called by many": lambda n: (
        HEAD + "def g(x):\n    return torch.softmax(x, 1)\n" + _lines("def f{i}(x):\n    return torch.log(g(x))", n, 0)
    ),
    "calls of one function": lambda n: (
        HEAD + "def g(x, k):\n    return torch.softmax(x, 1) * k\n" + MODEL + _lines("x{i} = torch.log(g(x, {i}))", n)
    ),
    "a long list": lambda n: HEAD + MODEL + "    return torch.stack([" + ", ".join(["torch.exp(x) - 1"] * n) + "])\n",
    "a growing list": lambda n: HEAD + MODEL + "    r = []\n" + _lines("r.append(torch.exp(x) - 1)", n) + "    return torch.stack(r)\n",
    "a long tuple unpacked": lambda n: (
        HEAD + MODEL + "    " + ", ".join(f"a{i}" for i in range(n)) + " = x\n" + _lines("print(torch.log(1 + a{i}))", n)
    ),
    "a dict that is filled": lambda n: HEAD + MODEL + "    d = {}\n" + _lines("d['k{i}'] = torch.exp(x) - 1", n) + "    return d\n",
    "many writes to one tensor": lambda n: HEAD + MODEL + "    z = torch.zeros(9, 9)\n" + _lines("z[{i}] = torch.exp(x) - 1", n) + "    return z\n",
    "in-place steps": lambda n: HEAD + MODEL + _lines("x.add_(1).mul_(y)\nx += 1", n) + "    return torch.log(1 + x)\n",
    "many asserts": lambda n: HEAD + MODEL + _lines("assert x.shape[{i}] == y.shape[{i}]", n) + "    return (x * y).sum()\n",
    "many shapes": lambda n: HEAD + MODEL + _lines("a{i}, b{i} = x.shape\nz{i} = torch.zeros(a{i}, b{i}) + x", n),
    "a chain of views": lambda n: HEAD + MODEL + _lines("x = x.transpose(0, 1)\nx = x.reshape(x.size(0), -1)", n),
    "a chain of calls": lambda n: HEAD + MODEL + "    return x" + ".exp().log()" * n + "\n",
    "a long sum": lambda n: HEAD + MODEL + "    return " + " + ".join(["torch.exp(x)"] * n) + "\n",
    "a long product over itself": lambda n: HEAD + MODEL + "    return " + " * ".join(["x"] * n) + " / x\n",
    "many with": lambda n: HEAD + MODEL + _lines("with torch.no_grad():\n    y{i} = torch.log(1 + x)", n),
    "many try": lambda n: HEAD + MODEL + _lines("try:\n    x = torch.log(1 + x)\nexcept ValueError:\n    x = y", n),
    "many lambdas": lambda n: HEAD + MODEL + _lines("g{i} = lambda t: torch.log(1 + t)\ny = g{i}(x)", n),
    "many comprehensions": lambda n: HEAD + MODEL + _lines("y{i} = torch.stack([torch.exp(r) for r in x])", n),
    "cat again and again": lambda n: HEAD + MODEL + "    o = torch.empty(0)\n" + _lines("for r in x:\n    o = torch.cat([o, r])", n),
    "nested functions": lambda n: HEAD + _nested("def f{i}(x: torch.Tensor):", "return torch.log(1 + x)", n, 0),
    "nested classes": lambda n: HEAD + _nested("class A{i}(nn.Module):", "x = torch.log(1 + torch.rand(3))", n, 0),
    "nested branches": lambda n: HEAD + MODEL + _nested("if y[{i}]:", "x = torch.log(1 + x)", n),
    "nested with": lambda n: HEAD + MODEL + _nested("with y as z{i}:", "x = torch.log(1 + x)", n),
}  # fmt: skip
