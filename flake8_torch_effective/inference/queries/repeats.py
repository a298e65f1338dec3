"""How often a list is repeated that is multiplied by a number."""

from __future__ import annotations

import libcst as cst

from ..interpreter.inference import Inference
from ..knowledge.kinds import BOOL
from ..values import Number, Reference


def is_once(inference: Inference, times: cst.BaseExpression) -> bool:
    """Whether a list is certainly multiplied by less than two: ``use_norm * [nn.LayerNorm(n)]``.

    >>> p = program("y = [x] * bool(n), [x] * len(z)")
    >>> [is_once(p.inference, p.node(code)) for code in ("bool(n)", "len(z)")]
    [True, False]
    """
    if type(times) is cst.IfExp:
        return is_once(inference, times.body) and is_once(inference, times.orelse)
    if type(times) is cst.BooleanOperation:  # what is false is not repeated either
        left = type(times.operator) is cst.And or is_once(inference, times.left)
        return left and is_once(inference, times.right)
    if type(times) is cst.Call and len(times.args) == 1 and _is_int(inference, times.func):
        return is_once(inference, times.args[0].value)
    count = inference.value(times)
    if isinstance(count, Number):
        return count.type == BOOL or (count.number is not None and count.number < 2)
    # Compared objects may make a tensor, but none that a list could be multiplied by.
    return isinstance(times if count.origin is None else count.origin.node, cst.Comparison)


def _is_int(inference: Inference, callee: cst.BaseExpression) -> bool:
    """Whether an expression is Python's ``int``."""
    value = inference.value(callee)
    return isinstance(value, Reference) and value.name == "builtins.int"
