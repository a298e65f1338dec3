"""Which parts of a loop's body only some iterations run."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from ...syntax.walking import walk
from .loops import holds


def runs_in_some_iterations(loop: cst.CSTNode, node: cst.CSTNode) -> bool:
    """Whether an iteration decides by something of its own whether it runs a node: ``if done[i]: y = x[i].item()``.

    A condition that all iterations share, such as ``if x is not None``, does not count.

    >>> p = program("for i in range(n):", "    if y[i] > 0: z = x[i].item()")
    >>> runs_in_some_iterations(p.loop, p.operation("x[i].item()").node)
    True
    >>> p = program("for i in range(n):", "    if z > 0: y = x[i].item()")
    >>> runs_in_some_iterations(p.loop, p.operation("x[i].item()").node)
    False
    """
    if type(loop) is not cst.For and type(loop) is not cst.While:
        return False
    own = _bound_in(loop)
    around: cst.CSTNode | None = loop
    while around is not None:
        inner = next((part for part in _parts(around) if holds(part, node)), None)
        if inner is not None and type(around) is cst.If and _reads(around.test, own):
            return True
        around = inner
    return False


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


def _parts(statement: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """The statements and blocks that a statement or block runs, without its condition."""
    kind = type(statement)
    if kind is cst.IndentedBlock:
        yield from statement.body  # type: ignore[attr-defined]
        return
    for name in ("body", "handlers", "orelse", "finalbody"):
        part = getattr(statement, name, None)
        if isinstance(part, (tuple, list)):
            yield from (one for one in part if isinstance(one, cst.ExceptHandler))
        elif part is not None and kind is not cst.FunctionDef and kind is not cst.ClassDef:
            yield part


def _bound_in(loop: cst.For | cst.While) -> set[str]:
    """The names that a loop binds."""
    found: set[str] = set()

    def bind(node: cst.CSTNode) -> None:
        target = node.target  # type: ignore[attr-defined]
        walk(target, {cst.Name: [lambda name: found.add(name.value)]})  # type: ignore[attr-defined]

    binders = (cst.AssignTarget, cst.AnnAssign, cst.AugAssign, cst.NamedExpr, cst.For)
    walk(loop, {binder: [bind] for binder in binders})
    return found


def _reads(test: cst.BaseExpression, names: set[str]) -> bool:
    found: list[cst.CSTNode] = []
    walk(test, {cst.Name: [found.append]})
    return any(type(name) is cst.Name and name.value in names for name in found)
