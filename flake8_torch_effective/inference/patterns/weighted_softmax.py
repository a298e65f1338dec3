"""A softmax that is spelled out with weights or a mask between the exponential and the sum."""

from __future__ import annotations

from ..knowledge.columns import Family, Formula
from ..knowledge.python_operations import CHANGED
from ..values import Number, Operation, Tensor, Unknown, Value, same
from .softmax import Softmax, counts_matches, exponential, is_epsilon, shift, through_layout

_DEPTH = 8


def weighted_softmax(operation: Operation) -> Softmax | None:
    """The softmax that a division of weighted exponentials, such as ``exp(x) * mask``, by their own sum is.

    It is ``exact`` where the weights are known to be a mask.

    >>> p = program("e = x.exp() * y", "return e / (e.sum(dim=1, keepdim=True) + 1e-9)")
    >>> found = weighted_softmax(p.operation("e / (e.sum(dim=1, keepdim=True) + 1e-9)"))
    >>> found.logits is p.value("x"), found.dim
    (True, int=1)
    """
    if operation.formula is not Formula.DIVIDE:
        return None
    product, _ = through_layout(operation.operand())
    found = _weighted(product)
    total = None if found is None else _total(operation.operand("other"))
    if found is None or total is None or product.origin is None:
        return None
    exp, weights = found
    summed, _ = through_layout(total.operand())
    if not same(summed, product):
        return None
    dim = total.operands.get("dim")
    parts = [operation, total, product.origin, exp]
    return Softmax(exp.operand(), dim, operation, parts, _is_mask(weights), shift(exp.operand()))


def _weighted(product: Value) -> tuple[Operation, Value] | None:
    """The exponential that is one side of a product with another tensor, and that one."""
    origin = product.origin
    if origin is None or origin.formula is not Formula.MULTIPLY:
        return None
    for name, other in (("input", "other"), ("other", "input")):
        found = exponential(origin.operand(name))
        if found is not None and isinstance(origin.operand(other), (Tensor, Unknown)):
            return found[1][-1], origin.operand(other)
    return None


def _is_mask(weights: Value) -> bool:
    """Whether a tensor holds nothing but ones and zeros: of a comparison, or filled with numbers."""
    for _ in range(_DEPTH):
        origin = weights.origin
        if counts_matches(weights) or origin is None:
            return origin is not None
        written = origin.operands.get("value")
        filled = origin.formula is Formula.SUBSCRIPT_WRITE and isinstance(written, Number)
        if not filled and origin.signature is not CHANGED and not origin.signature.value_preserving:
            return origin.signature.constant
        weights = origin.operand()
    return False


def _total(value: Value) -> Operation | None:
    """The sum that a denominator is, also with an epsilon added or a clamp."""
    for _ in range(4):
        inner, _ = through_layout(value)
        origin = inner.origin
        if origin is None:
            return None
        if origin.formula is Formula.SUM and origin.signature.family is Family.REDUCTION:
            return origin
        adds = origin.formula is Formula.ADD and is_epsilon(origin.operand("other"))
        if not adds and origin.formula not in (Formula.CLAMP, Formula.CLAMP_MIN):
            return None
        value = origin.operand()
    return None
