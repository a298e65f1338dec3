"""Which operations leave every entry of a tensor on its side of a number."""

from __future__ import annotations

from collections.abc import Iterator

from ..knowledge.columns import Formula
from ..values import NONE, Number, Operation


def keeps_side(operation: Operation, number: float) -> bool:
    """Whether an entry is above a number after an operation if, and only if, it was so before.

    A power leaves what is above 1 above 1, unless it is an even one, which does the same to what is below -1.

    >>> keeps_side(operation("x.pow_(n)"), 1), keeps_side(operation("x.pow_(n)"), 2)
    (True, False)
    >>> keeps_side(operation("x.clamp_(min=0)"), 1), keeps_side(operation("x.clamp_(max=0)"), 1)
    (True, False)
    """
    formula = operation.formula
    if formula is Formula.POWER:
        exponent = operation.operand("exponent")
        known = exponent.number if isinstance(exponent, Number) else None
        return number == 1 and (known is None or (known > 0 and known % 2 != 0))
    if formula not in (Formula.CLAMP, Formula.CLAMP_MIN):
        return False
    least = operation.operand("min")
    limited = operation.operands.get("max", NONE) is not NONE
    return not limited and isinstance(least, Number) and least.number is not None and least.number <= number


def chained(operation: Operation) -> Iterator[Operation]:
    """An operation, and those before it on whose results the same expression calls the next.

    >>> [one.name for one in chained(operation("x.clamp_(min=0).pow_(n)"))]
    ['pow', 'clamp']
    """
    one: Operation | None = operation
    while one is not None:
        yield one
        before = one.operand().origin
        one = before if before is not None and before.node is one.nodes.get("input") else None
