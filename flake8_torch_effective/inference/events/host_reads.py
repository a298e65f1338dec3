"""Which expressions read a tensor's numbers on the host, so that a program on an accelerator waits for them."""

from __future__ import annotations

import libcst as cst

from ..interpreter.inference import Inference
from ..knowledge.columns import Formula
from ..values import Reference, Tensor, Unknown

_FORMULAS = frozenset({Formula.ITEM, Formula.TOLIST})
# Of an object that nothing is known of, these methods show a tensor.
_SHOWN = frozenset({"item", "cpu"})
_METHODS = _SHOWN | {"tolist"}


def is_host_read(inference: Inference, node: cst.Call) -> bool:
    """Whether a call reads a tensor that may be on another device: ``x.item()``, ``float(x)``, ``print(x)``.

    >>> [is_host_read(program.inference, call.node) for call in (backward, step)]
    [False, False]
    """
    operation = inference.operation(node)
    if operation is None:
        return _is_print(inference, node) or _is_shown(inference, node)
    tensor = operation.operand()
    if isinstance(tensor, Tensor) and tensor.device == "cpu":
        return False
    moved = (
        isinstance(operation.result, Tensor) and operation.result.device == "cpu" and operation.signature.name == "to"
    )
    return moved or operation.formula in _FORMULAS or operation.signature.name == "cpu"


def _is_shown(inference: Inference, node: cst.Call) -> bool:
    """A method that is called like a tensor's, on an object that may be one."""
    func = node.func
    if not isinstance(func, cst.Attribute) or func.attr.value not in _SHOWN or node.args:
        return False
    return type(inference.value(func)) is Unknown and not _is_read_already(func.value)


def _is_read_already(node: cst.CSTNode) -> bool:
    """Whether an expression is on the host: ``x.cpu().sum()``."""
    while isinstance(node, cst.Call | cst.Attribute):
        if isinstance(node, cst.Call):
            node = node.func
        elif node.attr.value in _METHODS:
            return True
        else:
            node = node.value
    return False


def _is_print(inference: Inference, node: cst.Call) -> bool:
    callee = inference.value(node.func)
    if type(callee) is not Reference or callee.name != "builtins.print":
        return False
    return any(is_formatted_read(inference, argument.value) for argument in node.args)


def is_formatted_read(inference: Inference, node: cst.BaseExpression) -> bool:
    """Whether writing a value as text reads a tensor: ``f"{x}"``.

    >>> is_formatted_read(program.inference, expression("3"))
    False
    """
    value = inference.value(node)
    return isinstance(value, Tensor) and value.device != "cpu"
