"""Which expressions read a tensor's numbers on the host, so that a program on an accelerator waits for them."""

from __future__ import annotations

import libcst as cst

from ..interpreter.inference import Inference
from ..knowledge.columns import Formula
from ..values import Number, Reference, Tensor, Unknown, Value

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
    if type(inference.value(func)) is not Unknown or _is_read_already(func.value):
        return False
    return not _is_drawn_from_numbers(inference.value(func.value))


def _is_drawn_from_numbers(value: Value) -> bool:
    """A sample of a distribution that no tensor is shown to go into: that of ``Beta(0.2, 0.2)`` is on the CPU."""
    drawn = value.origin
    made = None if drawn is None else drawn.operand().origin
    if made is None:
        return False
    callee = made.operands.get("callee")
    if not isinstance(callee, Reference) or not callee.name.startswith("torch.distributions."):
        return False
    parameters = [one for one in made.operands.values() if one is not callee]
    return all(isinstance(one, Number) or (type(one) is Unknown and one.origin is None) for one in parameters)


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
