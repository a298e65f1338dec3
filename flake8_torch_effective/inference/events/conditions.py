"""What a condition says: whether it can be met again, whether it counts, whether it is a constant."""

from __future__ import annotations

import libcst as cst

from ...syntax.walking import walk
from .scope import plain_path
from .steps import Guard

_FLIPPED = {cst.NotEqual: "==", cst.IsNot: "is", cst.NotIn: "in"}
_PLAIN = {
    cst.Equal: "==",
    cst.Is: "is",
    cst.In: "in",
    cst.LessThan: "<",
    cst.GreaterThan: ">",
    cst.LessThanEqual: "<=",
    cst.GreaterThanEqual: ">=",
}


def guard_of(node: cst.BaseExpression) -> Guard | None:
    """A condition as something that can be met again; None where evaluating it again may give something else.

    >>> guard_of(expression("step % 4 != 0"))
    Guard(text='((`step` Modulo 4) == 0)', reads=frozenset({'step'}), negated=True)
    """
    negated = False
    while type(node) is cst.UnaryOperation and type(node.operator) is cst.Not:
        negated, node = not negated, node.expression
    if type(node) is cst.Comparison and len(node.comparisons) == 1:
        operator = type(node.comparisons[0].operator)
        negated ^= operator in _FLIPPED
    reads: set[str] = set()
    text = _text(node, reads, 12)
    return None if text is None or not reads else Guard(text, frozenset(reads), negated)


def guards_of(node: cst.BaseExpression, holds: bool) -> tuple[Guard, ...]:
    """What is known where a condition holds, or does not: ``a and b`` says both where it holds.

    >>> [(guard.text, guard.negated) for guard in guards_of(expression("first and not last"), True)]
    [('`first`', False), ('`last`', True), ('(`first` And (Not `last`))', False)]
    """
    while type(node) is cst.UnaryOperation and type(node.operator) is cst.Not:
        holds, node = not holds, node.expression
    found: list[Guard] = []
    if type(node) is cst.BooleanOperation and isinstance(node.operator, cst.And if holds else cst.Or):
        found += [*guards_of(node.left, holds), *guards_of(node.right, holds)]
    guard = guard_of(node)
    if guard is not None:
        found.append(guard if holds else Guard(guard.text, guard.reads, not guard.negated))
    return tuple(found)


def _text(node: cst.CSTNode, reads: set[str], depth: int) -> str | None:
    """An expression of names, numbers and operators as text; None for all others."""
    if depth == 0:
        return None
    if type(node) is cst.Name:
        if node.value in ("None", "True", "False"):
            return node.value
        reads.add(node.value)
        return f"`{node.value}`"
    if type(node) is cst.Attribute:
        path = plain_path(node)
        if path is not None:
            reads.update((path, path.partition(".")[0]))
            return f"`{path}`"
        inner = _text(node.value, reads, depth - 1)
        return None if inner is None else f"{inner}.{node.attr.value}"
    if type(node) is cst.Integer or type(node) is cst.Float or type(node) is cst.SimpleString:
        return node.value
    if type(node) is cst.Subscript and len(node.slice) == 1 and type(node.slice[0].slice) is cst.Index:
        parts = [_text(node.value, reads, depth - 1), _text(node.slice[0].slice.value, reads, depth - 1)]
        return None if None in parts else f"{parts[0]}[{parts[1]}]"
    if type(node) is cst.BinaryOperation or type(node) is cst.BooleanOperation:
        parts = [_text(node.left, reads, depth - 1), _text(node.right, reads, depth - 1)]
        return None if None in parts else f"({parts[0]} {type(node.operator).__name__} {parts[1]})"
    if type(node) is cst.UnaryOperation:
        part = _text(node.expression, reads, depth - 1)
        return None if part is None else f"({type(node.operator).__name__} {part})"
    if type(node) is cst.Comparison and len(node.comparisons) == 1:
        target = node.comparisons[0]
        operator = type(target.operator)
        word = _FLIPPED.get(operator) or _PLAIN.get(operator)
        parts = [_text(node.left, reads, depth - 1), _text(target.comparator, reads, depth - 1)]
        return None if None in parts or word is None else f"({parts[0]} {word} {parts[1]})"
    return None


def counts(node: cst.BaseExpression) -> bool:
    """Whether a condition holds in some iterations by count: it has a remainder in it.

    >>> counts(expression("(i + 1) % accumulate == 0 or last"))
    True
    """
    found: list[cst.CSTNode] = []
    walk(node, {cst.BinaryOperation: [lambda part: _remainder(part, found)]})
    return bool(found)


def _remainder(node: cst.CSTNode, found: list[cst.CSTNode]) -> None:
    if type(node) is cst.BinaryOperation and type(node.operator) is cst.Modulo:
        found.append(node)


def constant(node: cst.BaseExpression) -> bool | None:
    """Whether a condition always or never holds: ``True``, ``0``, ``__name__ == "__main__"``; else None.

    >>> constant(expression('__name__ == "__main__"'))
    True
    """
    if type(node) is cst.Name:
        return {"True": True, "False": False, "None": False, "TYPE_CHECKING": False}.get(node.value)
    if type(node) is cst.Integer:
        return node.value != "0"
    if type(node) is cst.Comparison and type(node.left) is cst.Name:
        return True if node.left.value == "__name__" else None
    return None
