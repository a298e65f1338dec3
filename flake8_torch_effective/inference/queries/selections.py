"""What the mask that selects entries of a tensor says about them."""

from __future__ import annotations

from ..knowledge.columns import Family, Formula
from ..knowledge.python_operations import SUBSCRIPT_WRITE
from ..values import Number, Tensor, Value, same

_DEPTH = 8
_BELOW = frozenset({Formula.LESS, Formula.LESS_EQUAL})
_ABOVE = frozenset({Formula.GREATER, Formula.GREATER_EQUAL})
_NOT = frozenset({Formula.BITWISE_NOT, Formula.LOGICAL_NOT})


def is_selected_below_zero(value: Value) -> bool:
    """Whether a mask selects those entries of a tensor that are below zero: ``x[x < 0]``, ``x[~(x >= 0)]``.

    Both may be views, as a channel of x and of its mask are.

    >>> is_selected_below_zero(value("x[x < 0]")), is_selected_below_zero(value("x[~(x >= 0)]"))
    (True, True)
    >>> is_selected_below_zero(value("x[x > 0]")), is_selected_below_zero(value("y[x < 0]"))
    (False, False)
    """
    origin = value.origin
    if origin is None or origin.formula is not Formula.SUBSCRIPT or len(origin.index_parts) != 1:
        return False
    mask, below = _viewed(origin.index_parts[0]), _BELOW
    while mask.origin is not None and mask.origin.formula in _NOT:
        mask, below = _viewed(mask.origin.operand()), _ABOVE if below is _BELOW else _BELOW
    test = mask.origin
    if test is None or test.formula not in below:
        return False
    limit = test.operand("other")
    is_zero = isinstance(limit, Number) and limit.number is not None and limit.number <= 0
    return is_zero and same(_viewed(test.operand()), _viewed(origin.operand()))


def _viewed(value: Value) -> Value:
    """The tensor that a value is a view of, or what it was before entries were written, as under another mask."""
    for _ in range(_DEPTH):
        origin = value.origin
        if not isinstance(value, Tensor) or origin is None:
            break
        is_view = origin.signature.family is Family.VIEW or origin.formula is Formula.DETACH
        if not is_view and origin.signature is not SUBSCRIPT_WRITE:
            break
        value = origin.operand()
    return value
