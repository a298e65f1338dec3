"""Python's own logic: ``and``, ``or``, ``not`` and chained comparisons, and what they ask for a truth value."""

from __future__ import annotations

from dataclasses import dataclass

import libcst as cst

from ..interpreter.inference import Inference
from ..values import NONE, Tensor, Text
from .elements import holds_many, may_hold_one

_ELEMENT_BY_ELEMENT = (
    cst.LessThan,
    cst.LessThanEqual,
    cst.GreaterThan,
    cst.GreaterThanEqual,
    cst.Equal,
    cst.NotEqual,
)


_BITWISE = (cst.BitAnd, cst.BitOr, cst.BitXor)


def is_open_bitwise(node: cst.CSTNode) -> bool:
    """Whether an expression is ``a & b``, ``a | b`` or ``a ^ b`` with no parentheses around it.

    >>> p = program("return n & 1, (n & 2)")
    >>> is_open_bitwise(p.node("n & 1")), is_open_bitwise(p.node("(n & 2)"))
    (True, False)
    """
    return type(node) is cst.BinaryOperation and isinstance(node.operator, _BITWISE) and not node.lpar


def _is_chain(node: cst.CSTNode) -> bool:
    """Whether an expression is ``a < b < c``; what reads so because ``&`` binds tighter, ``a > 0 & b < 1``, is none."""
    if type(node) is not cst.Comparison or len(node.comparisons) < 2:
        return False
    return not any(is_open_bitwise(target.comparator) for target in node.comparisons)


def is_logic(node: cst.CSTNode) -> bool:
    """Whether Python itself asks parts of an expression for a truth value.

    >>> p = program("return not n, 0 < n < 9, n < 9")
    >>> [is_logic(p.node(code)) for code in ("not n", "0 < n < 9", "n < 9")]
    [True, True, False]
    """
    if type(node) is cst.UnaryOperation:
        return type(node.operator) is cst.Not
    if type(node) is cst.Comparison:
        return _is_chain(node)
    return type(node) is cst.BooleanOperation


def joined(node: cst.BaseExpression) -> list[cst.BaseExpression]:
    """The parts that ``and``, ``or`` or ``not`` joins.

    ``a and b and c`` has three parts; a chained comparison is a whole and has none.

    >>> p = program("return x and y and n")
    >>> [p.code(part) for part in joined(p.node("x and y and n"))]
    ['x', 'y', 'n']
    """
    if type(node) is cst.UnaryOperation:
        return [node.expression]
    parts: list[cst.BaseExpression] = []
    while type(node) is cst.BooleanOperation:
        parts.append(node.right)
        left = node.left
        if type(left) is not cst.BooleanOperation or type(left.operator) is not type(node.operator):
            parts.append(left)
            break
        node = left
    return parts[::-1]


def links(node: cst.Comparison) -> list[tuple[cst.BaseExpression, cst.BaseCompOp, cst.BaseExpression]]:
    """The comparisons that a chain is made of: ``a < b < c`` compares a with b, and b with c.

    >>> p = program("return 0 < n < 9")
    >>> [(p.code(left), p.code(right)) for left, _, right in links(p.node("0 < n < 9"))]
    [('0', 'n'), ('n', '9')]
    """
    found = []
    left = node.left
    for target in node.comparisons:
        found.append((left, target.operator, target.comparator))
        left = target.comparator
    return found


def _compares_many(inference: Inference, link: tuple[cst.BaseExpression, cst.BaseCompOp, cst.BaseExpression]) -> bool:
    """Whether one comparison of a chain gives a tensor of many elements."""
    left, operator, right = link
    if not isinstance(operator, _ELEMENT_BY_ELEMENT):
        return False
    values = [inference.value(left), inference.value(right)]
    if any(value is NONE or isinstance(value, Text) for value in values):
        return False
    return any(isinstance(value, Tensor) and not may_hold_one(inference, value) for value in values)


def _is_many(inference: Inference, node: cst.BaseExpression) -> bool:
    """Whether an expression is a tensor of many elements, or logic on nothing but such."""
    if type(node) is cst.Comparison and _is_chain(node):
        return any(_compares_many(inference, link) for link in links(node))
    if is_logic(node):
        return all(_is_many(inference, part) for part in joined(node))
    return holds_many(inference, inference.value(node))


def _asked_parts(node: cst.BaseExpression, decides: bool) -> list[cst.BaseExpression]:
    """The parts of logic that Python asks for a truth value; of a chain, what its comparisons compare.

    The last part is the result: it is asked only where the result itself ``decides``.
    """
    if type(node) is cst.Comparison:
        chain = links(node)
        return [side for left, _, right in (chain if decides else chain[:-1]) for side in (left, right)]
    parts = joined(node)
    return parts if decides or type(node) is cst.UnaryOperation else parts[:-1]


def asks_many(inference: Inference, node: cst.BaseExpression, decides: bool) -> bool:
    """Whether logic asks a tensor of many elements for a truth value.

    >>> p = program("x = torch.rand(4)", "return x > 0.2 and n")
    >>> asks_many(p.inference, p.node("x > 0.2 and n"), decides=False)
    True
    """
    if type(node) is cst.Comparison:
        chain = links(node)
        return any(_compares_many(inference, link) for link in (chain if decides else chain[:-1]))
    return any(_is_many(inference, part) for part in _asked_parts(node, decides))


@dataclass
class Term:
    """What stands between two bitwise operators: operands, and the operators that compare them."""

    operands: list[cst.BaseExpression]
    operators: list[cst.BaseCompOp]


def terms_of(node: cst.Comparison) -> tuple[list[Term], list[cst.BaseBinaryOp]]:
    """A comparison as it looks: ``a > 0 & b < 1`` as ``a > 0`` and ``b < 1``, with the bitwise operators between.

    >>> p = program("return n > 0 & n < 9")
    >>> terms, symbols = terms_of(p.node("n > 0 & n < 9"))
    >>> [[p.code(operand) for operand in term.operands] for term in terms]
    [['n', '0'], ['n', '9']]
    """
    symbols: list[cst.BaseBinaryOp] = []
    terms = [Term([], [])]
    _add_terms(node.left, terms, symbols)
    for target in node.comparisons:
        terms[-1].operators.append(target.operator)
        _add_terms(target.comparator, terms, symbols)
    return terms, symbols


def _add_terms(side: cst.BaseExpression, terms: list[Term], symbols: list[cst.BaseBinaryOp]) -> None:
    if type(side) is cst.BinaryOperation and is_open_bitwise(side):
        _add_terms(side.left, terms, symbols)
        symbols.append(side.operator)
        terms.append(Term([], []))
        _add_terms(side.right, terms, symbols)
    else:
        terms[-1].operands.append(side)
