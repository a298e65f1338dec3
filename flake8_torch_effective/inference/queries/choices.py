"""On which conditions it depends whether a part of a function runs."""

from __future__ import annotations

import libcst as cst

from ...syntax.walking import walk
from .loops import holds


def tests_around(function: cst.FunctionDef, node: cst.CSTNode) -> list[cst.BaseExpression]:
    """The conditions in a function on which it depends whether a node runs: ``if`` statements and expressions.

    >>> p = program("if n > 1:", "    y = x.exp()")
    >>> inside = p.operation("x.exp()")
    >>> [type(test).__name__ for test in tests_around(inside.frame, inside.node)]
    ['Comparison']
    """
    found: list[cst.BaseExpression] = []

    def visit(choice: cst.CSTNode) -> None:
        branches = choice.body, choice.orelse  # type: ignore[attr-defined]
        if any(branch is not None and holds(branch, node) for branch in branches):
            found.append(choice.test)  # type: ignore[attr-defined]

    walk(function.body, {cst.If: [visit], cst.IfExp: [visit]})
    return found
