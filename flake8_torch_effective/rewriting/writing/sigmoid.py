"""Whether a hand-written sigmoid is the same as torch's: elementwise."""

from __future__ import annotations

from ...inference.knowledge.columns import Formula
from ...inference.patterns.sigmoid import is_one, share_shape, written_sigmoid
from ...inference.values import Operation, Tensor


def keeps_entries(quotient: Operation) -> bool:
    """Whether each entry of a hand-written sigmoid depends only on the same entry of its argument."""
    found = written_sigmoid(quotient)
    if found is None or any(made.given("out", "rounding_mode") for made in found.operations):
        return False
    exponentials = [made for made in found.operations if made.formula is Formula.EXP]
    if any(made.signature.value_preserving or made.formula is Formula.SUBSCRIPT for made in found.operations):
        return False
    whole = quotient.operand("other") if found.factor is not None else quotient.result
    ones = [value for made in found.operations for value in made.operands.values() if is_one(value)]
    alike = all(share_shape(whole, made.result) for made in exponentials)
    return alike or not any(isinstance(value, Tensor) for value in ones)
