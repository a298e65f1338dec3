"""Which statements and calls change the gradient of a tensor, and whether they clear it."""

from __future__ import annotations

import libcst as cst

from ..knowledge.columns import Formula
from ..knowledge.signatures import TABLE
from ..knowledge.tensor_attributes import PROPERTIES, Property, is_zeroing
from ..knowledge.training import EventKind
from .scope import is_none

Change = tuple[EventKind, cst.BaseExpression]
_SETATTR = "setattr"


def gradient_in(target: cst.CSTNode) -> cst.BaseExpression | None:
    """The tensor of which an expression is the gradient: ``p`` of ``p.grad``."""
    if type(target) is cst.Attribute and PROPERTIES.get(target.attr.value) is Property.GRADIENT:
        return target.value
    return None


def changed_by_assignment(
    node: cst.Assign | cst.AnnAssign | cst.AugAssign, target: cst.BaseExpression
) -> Change | None:
    """The tensor whose gradient an assignment sets: ``p`` of ``p.grad = None`` and ``p.grad *= 0``."""
    tensor = gradient_in(target)
    if tensor is None:
        return None
    if type(node) is cst.AugAssign:
        clears = type(node.operator) is cst.MultiplyAssign and _is_zero(node.value)
    else:
        clears = is_none(node.value)
    return EventKind.ZERO_GRAD if clears else EventKind.SET_GRADIENT, tensor


def changed_by_deletion(node: cst.Del) -> list[Change]:
    """The tensors whose gradients are deleted, which is to set them to None: ``del p.grad``."""
    target = node.target
    parts = [element.value for element in target.elements] if type(target) is cst.Tuple else [target]
    return [(EventKind.ZERO_GRAD, tensor) for tensor in map(gradient_in, parts) if tensor is not None]


def changed_by_call(node: cst.Call) -> Change | None:
    """The tensor whose gradient a call changes: ``p`` of ``p.grad.zero_()`` and ``p.grad.data.copy_(g)``."""
    func = node.func
    if type(func) is cst.Name and func.value == _SETATTR and len(node.args) == 3:
        tensor, name, value = (one.value for one in node.args)
        if type(name) is cst.SimpleString and PROPERTIES.get(str(name.evaluated_value)) is Property.GRADIENT:
            return EventKind.ZERO_GRAD if is_none(value) else EventKind.SET_GRADIENT, tensor
        return None
    row = TABLE.inplace.get(func.attr.value) if type(func) is cst.Attribute else None
    if row is None or type(func) is not cst.Attribute:
        return None
    inner = func.value
    if type(inner) is cst.Attribute and PROPERTIES.get(inner.attr.value) is Property.DATA:
        inner = inner.value
    found = gradient_in(inner)
    if found is None:
        return None
    scaled = row.formula is Formula.MULTIPLY and len(node.args) == 1 and _is_zero(node.args[0].value)
    return EventKind.ZERO_GRAD if scaled or is_zeroing(func.attr.value) else EventKind.SET_GRADIENT, found


def _is_zero(node: cst.BaseExpression) -> bool:
    return isinstance(node, cst.Integer | cst.Float) and float(node.evaluated_value) == 0
