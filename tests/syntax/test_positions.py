"""Positions from partial code generation agree with those that ``ast`` gives for the same nodes."""

from __future__ import annotations

import ast
import random
from pathlib import Path

import libcst as cst
import pytest

from flake8_torch_effective.syntax.positions import Span, spans
from flake8_torch_effective.syntax.walking import walk

ROOT = Path(__file__).resolve().parents[2]
# Of the files of each folder every third.
FILES = sorted((ROOT / "flake8_torch_effective").rglob("*.py"))[::3]
ODD = {
    "parentheses": "x = ((a +\n  b))\ny = (\n    f(1)\n)\n",
    "semicolons": "a = f(1); b = g(2)\nc = h(3)\n",
    "decorators": "@d(1)\n@e(2)\nclass A:\n    @p(3)\n    def f(self): return g(4)\n",
    "tabs": "if x:\n\tf(1)\n\tif y:\n\t\tg(2)\n",
    "continuation": "x = f(1) + \\\n    g(2)\n",
    "comments": "# one\n\n# two\nf(1)  # three\n\n\n# four\ng(2)\n",
    "non-ascii": "s = 'é', f(1)\n",
    "one-line compound": "if x: f(1); g(2)\nelse: h(3)\nfor i in f(4): g(5)\n",
    "async": "async def f():\n    async for i in g(1):\n        await h(2)\n",
    "no final newline": "f(1)\ng(2)",
    "header only then code": "#!/usr/bin/env python\n# -*- coding: utf-8 -*-\n\n\nf(1)\n",
    "multi-line string before": "x = '''a\nb\nc'''; f(1)\ng(2)\n",
}


def calls(source: str) -> tuple[list[Span], list[Span]]:
    """The places of all calls: by this package and by ``ast`` (columns in characters)."""
    tree = ast.parse(source)
    lines = source.split("\n")

    def place(line: int, column: int) -> tuple[int, int]:
        return line, len(lines[line - 1].encode()[:column].decode())

    wanted = sorted(
        Span(place(node.lineno, node.col_offset), place(node.end_lineno or 0, node.end_col_offset or 0))
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
    )
    module = cst.parse_module(source)
    nodes: list[cst.CSTNode] = []
    walk(module, {cst.Call: [nodes.append]})
    found = spans(module, tree, nodes)
    return sorted(found[node] for node in nodes), wanted


@pytest.mark.parametrize("source", ODD.values(), ids=ODD.keys())
def test_odd_layouts(source: str) -> None:
    got, wanted = calls(source)
    assert got == wanted
    assert wanted


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_own_sources(path: Path) -> None:
    got, wanted = calls(path.read_text(encoding="utf-8"))
    assert got == wanted


def test_whole_module_without_a_tree() -> None:
    source = "import a\n\n\ndef f():\n    return g(1) + (h(2))\n"
    module = cst.parse_module(source)
    nodes: list[cst.CSTNode] = []
    walk(module, {cst.Call: [nodes.append]})
    assert sorted(spans(module, None, nodes).values()) == [((5, 11), (5, 15)), ((5, 19), (5, 23))]


def test_some_of_the_nodes_only() -> None:
    source = (ROOT / "flake8_torch_effective" / "lint.py").read_text(encoding="utf-8")
    module = cst.parse_module(source)
    nodes: list[cst.CSTNode] = []
    walk(module, {cst.Call: [nodes.append]})
    every = spans(module, ast.parse(source), nodes)
    few = random.Random(0).sample(nodes, 5)
    assert spans(module, ast.parse(source), few) == {node: every[node] for node in few}


def test_each_of_the_nodes_alone() -> None:
    """As in methods and functions within functions, whose other statements are passed over."""
    source = (
        "class A(b(1)):\n"
        "  'text'\n"
        "  x = c(2); y = d(3)\n\n"
        "  @e(4)\n"
        "  # comment\n"
        "  def f(self, a=g(5)) -> h(6):\n"
        "      if a: i(7)\n"
        "      async def inner():\n"
        "              return (j(8) +\n"
        "                k(9))\n"
        "      return l(10)\n"
    )
    tree, module = ast.parse(source), cst.parse_module(source)
    nodes: list[cst.CSTNode] = []
    walk(module, {cst.Call: [nodes.append]})
    every = spans(module, tree, nodes)
    assert sorted(every.values()) == sorted(calls(source)[1])
    for node in nodes:
        assert spans(module, tree, [node]) == {node: every[node]}


def test_statements_end_before_their_comments() -> None:
    module = cst.parse_module("x = f(1)  # one\ny = (\n    2\n)  # two\n")
    found = spans(module, ast.parse(module.code), module.body)
    assert [found[node] for node in module.body] == [((1, 0), (1, 8)), ((2, 0), (4, 1))]
