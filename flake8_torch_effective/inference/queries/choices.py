"""Which parts of a loop's body only some iterations run."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from ...syntax.walking import walk
from .loops import holds


def depends_on_data(loop: cst.CSTNode, node: cst.CSTNode, made: cst.BaseExpression) -> bool:
    """Whether an iteration runs a node only for some data; that it is the first, or that ``made`` is there, is no data.

    >>> p = program("for i in range(n):", "    if i > 0: y = x[i]")
    >>> depends_on_data(p.loop, p.operation("x[i]").node, p.node("y"))
    False
    >>> p = program("for row in x:", "    if row.numel() > 0: y = row.exp()")
    >>> depends_on_data(p.loop, p.operation("row.exp()").node, p.node("y"))
    True
    """
    return not all(_asks_whether_first(test, made) for test in _choices(loop, node))


def reads(test: cst.BaseExpression, made: cst.BaseExpression) -> bool:
    """Whether a condition names something, by the same words.

    >>> p = program("while len(y) < n: y = torch.cat([y, x])")
    >>> reads(p.loop.test, p.node("y")), reads(p.loop.test, p.node("x"))
    (True, False)
    """
    found: list[cst.CSTNode] = []
    walk(test, {type(made): [lambda part: found.append(part) if part.deep_equals(made) else None]})
    return bool(found)


def _asks_whether_first(test: cst.BaseExpression, made: cst.BaseExpression) -> bool:
    if reads(test, made):
        return True
    if type(test) is cst.UnaryOperation:
        test = test.expression
    if type(test) is cst.Comparison and type(test.comparisons[0].comparator) is cst.Integer:
        test = test.left
    return type(test) is cst.Name


def _choices(loop: cst.CSTNode, node: cst.CSTNode) -> Iterator[cst.BaseExpression]:
    """The conditions around a node in a loop that the loop's own names decide."""
    if type(loop) is not cst.For and type(loop) is not cst.While:
        return
    own = _bound_in(loop)
    around: cst.CSTNode | None = loop
    while around is not None:
        inner = next((part for part in _parts(around) if holds(part, node)), None)
        if inner is not None and type(around) is cst.If and _reads_any(around.test, own):
            yield around.test
        around = inner


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


def _reads_any(test: cst.BaseExpression, names: set[str]) -> bool:
    found: list[cst.CSTNode] = []
    walk(test, {cst.Name: [found.append]})
    return any(type(name) is cst.Name and name.value in names for name in found)
