"""Whether a sigmoid that a program spells out is torch's, entry by entry."""

from __future__ import annotations

from ..inference.idioms import LAYOUT
from ..inference.sigmoids import share_shape, written_sigmoid
from ..inference.values import Operation


def keeps_entries(quotient: Operation) -> bool:
    """Whether each entry of a written sigmoid is made of the entry of its argument that stands in the same place."""
    found = written_sigmoid(quotient)
    if found is None or any(made.given("out", "rounding_mode") for made in found.operations):
        return False
    exponentials = [made for made in found.operations if made.name == "exp"]
    if any(made.name in LAYOUT or made.name == "getitem" for made in found.operations):
        return False
    whole = quotient.operand("other") if found.factor is not None else quotient.result
    return not found.ones or all(share_shape(whole, made.result) for made in exponentials)
