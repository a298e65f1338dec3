from __future__ import annotations

import libcst as cst

from ...inference.knowledge.kinds import BOOL, FLOAT
from ...inference.queries.logic import Term, is_open_bitwise, terms_of
from ...inference.values import Number, Tensor, Unknown, Value, same
from ...rewriting.writing import masks
from ..rule import Rule


class BitwisePrecedence(Rule):
    """Bitwise operator next to an unparenthesised comparison.

    What it does
    Finds comparisons of tensors joined by `&`, `|` or `^` without parentheses.

    Why it is bad
    These operators bind tighter than a comparison: `a > 0 & b < 1` is `a > (0 & b) < 1`, which raises or compares with
    something unintended.

    Example
        def between(x: torch.Tensor) -> torch.Tensor:
            return x > 0 & x < 5

    Use instead
        def between(x: torch.Tensor) -> torch.Tensor:
            return (x > 0) & (x < 5)

    Evidence
    raises: a chained comparison asks a tensor for one truth value; wrong_result where nothing raises;
    right_result: with parentheses the values are those that other operators give, for integers and floats.

    Fix safety
    Unsafe (parentheses): the value changes, which is the point. None where a branch needs one truth value, because
    choosing `all` or `any` is up to the author.

    Source
    Effective PyTorch, section 4; https://docs.pytorch.org/docs/stable/generated/torch.bitwise_and.html
    """

    code = "TEF109"
    message = "{first} is evaluated first in {code}"
    advice = "use {fixed}"
    words = "put parentheses around each comparison"

    def visit_Comparison(self, node: cst.Comparison) -> None:
        sides = [node.left, *(target.comparator for target in node.comparisons)]
        bitwise = [side for side in sides if is_open_bitwise(side)]
        if not bitwise:
            return
        terms, _ = terms_of(node)
        if not self.is_misread(terms, chained=len(node.comparisons) > 1):
            return
        first, code = self.text(bitwise[0], 24), self.text(node, 40)
        self.report(node, first=first, code=code, fix=lambda write: masks.grouped(write, node))

    def is_misread(self, terms: list[Term], chained: bool) -> bool:
        """Whether the comparisons between the bitwise operators were meant to be evaluated first.

        If so, each of them involves a tensor.  A single comparison may test bits, unless the term next to it is a mask.
        """
        values = [[self.inference.value(operand) for operand in term.operands] for term in terms]
        if not any(isinstance(value, Tensor) for term in values for value in term):
            return False
        if any(
            isinstance(operator, cst.In | cst.NotIn | cst.Is | cst.IsNot) for t in terms for operator in t.operators
        ):
            return False
        if chained:
            return all(any(may_be_tensor(value) for value in term) for term in values)
        compared = next(position for position, term in enumerate(terms) if term.operators)
        left, right = values[compared]
        if not (may_be_tensor(left) or may_be_tensor(right)):
            return False
        lone = [value for position, term in enumerate(values) if position != compared for value in term]
        beside = [value for value, near in ((left, compared > 0), (right, compared < len(terms) - 1)) if near]
        if any(same(value, side) for value in lone for side in (left, right)):
            return False
        if any(is_mask(value) for value in lone):
            return not all(is_mask(value) for value in beside)
        bitless = any(has_no_bits(value) for value in beside) or any(is_fraction(value) for value in (left, right))
        return bitless and any(isinstance(value, Tensor) for value in lone)


def may_be_tensor(value: Value) -> bool:
    """Whether a value is a tensor, or unknown."""
    return isinstance(value, Tensor | Unknown)


def is_mask(value: Value) -> bool:
    """Whether a value is a bool tensor or a Python bool, which has no bits to test."""
    return value.category == BOOL if isinstance(value, Tensor) else isinstance(value, Number) and value.type == BOOL


def is_fraction(value: Value) -> bool:
    """Whether a value is a number such as 0.5, which is never the result of a bitwise operation."""
    return isinstance(value, Number) and isinstance(value.number, float) and not value.number.is_integer()


def has_no_bits(value: Value) -> bool:
    """Whether a value makes no sense as a bit mask: 0, a float, a float tensor."""
    if isinstance(value, Tensor):
        return value.category == FLOAT
    return isinstance(value, Number) and (value.type == FLOAT or value.number == 0)
