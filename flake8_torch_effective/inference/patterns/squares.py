"""Squares and their sums, however they are written: ``x * x``, ``(a - b).square().sum(-1)``, an mse_loss."""

from __future__ import annotations

from dataclasses import dataclass

from ..knowledge.columns import Formula
from ..knowledge.parameters import TOTALS
from ..values import NONE, Number, Operation, Tensor, Text, Unknown, Value, same
from .softmax import is_epsilon, through_layout


def squared(value: Value) -> tuple[Value, Operation] | None:
    """What a value is the square of, and the operation: ``x ** 2``, ``x.pow(2)``, ``x.square()``, ``x * x``.

    >>> squared(value("(x - y) ** 2"))[0].origin.name, squared(value("x ** 3"))
    ('sub', None)
    """
    origin = value.origin
    if origin is None:
        return None
    base = origin.operand()
    if origin.formula is Formula.POWER:
        exponent = origin.operand("exponent")
        is_square = isinstance(exponent, Number) and exponent.number == 2
    elif origin.formula is Formula.MULTIPLY:
        is_square = isinstance(base, (Tensor, Unknown)) and same(base, origin.operand("other"))
    else:
        is_square = origin.formula is Formula.SQUARE
    return (base, origin) if is_square else None


@dataclass
class SumOfSquares:
    """A sum or mean of squares.

    ``square`` is the operation that squares, where there is one only; ``reduction`` what adds up, None for squares
    added by ``+``; ``bases`` what is squared; ``scaled`` says that the sum is divided or multiplied by a number.
    """

    bases: list[Value]
    operations: list[Operation]
    square: Operation | None = None
    reduction: Operation | None = None
    scaled: bool = False

    @property
    def may_vanish(self) -> bool:
        """Whether all bases can be zero at once: all are tensors, no epsilon is added to them, none is positive.

        >>> sum_of_squares(value("(x - y).square().sum()")).may_vanish
        True
        >>> sum_of_squares(value("(x + 1e-6).square().sum()")).may_vanish
        False
        """
        for base in self.bases:
            origin = base.origin
            if not isinstance(base, Tensor):  # a constant of the formula, perhaps
                return False
            if origin is None:
                continue
            if origin.signature.range.is_positive:
                return False
            if origin.formula in (Formula.ADD, Formula.SUBTRACT) and any(
                isinstance(operand, Number) and is_epsilon(operand) for operand in origin.operands.values()
            ):
                return False
        return True


def holds_exponentials(base: Value) -> bool:
    """Whether entries of a value are exponentials, by a term that no input scales: these are never zero.

    >>> holds_exponentials(value("x.exp() * (x > 0) + x")), holds_exponentials(value("x.exp() * y + x"))
    (True, False)
    """
    origin = base.origin
    if origin is None or origin.formula is not Formula.ADD:
        return False
    return any(_is_exponential(term) for term in (origin.operand(), origin.operand("other")))


def _is_exponential(term: Value) -> bool:
    """An exponential, or its product with a mask."""
    origin = through_layout(term)[0].origin
    if origin is None or origin.formula is not Formula.MULTIPLY:
        return origin is not None and origin.formula is Formula.EXP
    factors = (origin.operand(), origin.operand("other"))
    return any(
        _is_exponential(one) and isinstance(other, Tensor) and (other.parameter or other.grad is False)
        for one, other in (factors, factors[::-1])
    )


def sum_of_squares(value: Value, depth: int = 4) -> SumOfSquares | None:
    """The sum of squares that a value is: reduced, added up term by term, scaled by a number, or an mse_loss.

    >>> found = sum_of_squares(value("(x - y).square().mean(dim=1)"))
    >>> found.square.name, found.reduction.name
    ('square', 'mean')
    """
    inner, passed = through_layout(value)
    origin = inner.origin
    if origin is None or depth <= 0:
        return None
    found: SumOfSquares | None = None
    formula = origin.formula
    if formula in (Formula.SUM, Formula.MEAN):
        term, layout = through_layout(origin.operand())
        square = squared(term)
        if square is not None:
            found = SumOfSquares([square[0]], [*layout, square[1]], square[1], origin)
        elif formula is Formula.SUM:
            found = _of_terms(origin.operand(), depth)
            if found is not None:
                found.reduction, found.square = origin, None
    elif formula is Formula.MSE_LOSS:
        reduction = origin.operands.get("reduction")
        if reduction is None or (isinstance(reduction, Text) and reduction.text in TOTALS):
            found = SumOfSquares([origin.operand(), origin.operand("target")], [], None, origin)
    elif formula is Formula.DOT and same(origin.operand(), origin.operand("other")):
        found = SumOfSquares([origin.operand()], [], origin, origin)
    elif formula is Formula.ADD:
        return _of_terms(value, depth)
    elif formula in (Formula.MULTIPLY, Formula.DIVIDE) and origin.operands.get("rounding_mode", NONE) is NONE:
        scale, rest = origin.operand("other"), origin.operand()
        if formula is Formula.MULTIPLY and isinstance(rest, Number):
            scale, rest = rest, scale
        if isinstance(scale, Number):
            found = sum_of_squares(rest, depth - 1)
            if found is not None:
                found.scaled = True
    if found is None:
        return None
    found.operations = [*passed, origin, *found.operations]
    return found


def _of_terms(value: Value, depth: int) -> SumOfSquares | None:
    """``a ** 2 + b ** 2``, with any number of terms, each a square or a sum of them."""
    inner, passed = through_layout(value)
    origin = inner.origin
    if origin is None or origin.formula is not Formula.ADD or depth <= 0 or origin.given("alpha"):
        return None
    found = SumOfSquares([], [*passed, origin])
    for term in (origin.operand(), origin.operand("other")):
        inner, layout = through_layout(term)
        square = squared(inner)
        if square is not None:
            found.bases.append(square[0])
            found.operations += [*layout, square[1]]
            continue
        inside = sum_of_squares(term, depth - 1)
        if inside is None:
            return None
        found.bases += inside.bases
        found.operations += inside.operations
    return found
