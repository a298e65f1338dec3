"""Which expressions read a tensor's numbers on the host, so that a program on an accelerator waits for them."""

from __future__ import annotations

import libcst as cst

from ..interpreter.inference import Inference, met
from ..knowledge.clocks import READS_ELEMENTS, WRITES_FILES
from ..knowledge.columns import Formula
from ..values import Number, Reference, Sequence, Tensor, Unknown, Value

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
        return _prints_tensor(inference, node) or _is_shown(inference, node)
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


def _prints_tensor(inference: Inference, node: cst.Call) -> bool:
    return is_print(inference, node) and any(is_formatted_read(inference, argument.value) for argument in node.args)


def is_print(inference: Inference, node: cst.Call) -> bool:
    """Whether a call is one of Python's ``print``.

    >>> is_print(program.inference, backward.node)
    False
    """
    callee = inference.value(node.func)
    return type(callee) is Reference and callee.name == "builtins.print"


def is_formatted_read(inference: Inference, node: cst.BaseExpression) -> bool:
    """Whether writing a value as text reads a tensor: ``f"{x}"``.

    >>> is_formatted_read(program.inference, expression("3"))
    False
    """
    value = inference.value(node)
    return isinstance(value, Tensor) and value.device != "cpu"


def is_implicit_read(inference: Inference, node: cst.CSTNode) -> bool:
    """Whether Python or torch reads a tensor that may be on another device, though no method of that name is called.

    Such are a tensor whose truth decides, ``if x.sum() > 0``, an index of Python's, ``rows[x.argmax()]``, a mask that
    says which elements are taken, ``x[x > 0]``, and what is written to a file.

    >>> is_implicit_read(program.inference, step.node)
    False
    """
    if isinstance(node, cst.If | cst.While | cst.Assert | cst.IfExp | cst.CompIf):
        return _decides(inference, node.test)
    if isinstance(node, cst.UnaryOperation | cst.BooleanOperation):
        return _decides(inference, node)
    if type(node) is cst.Comparison:
        sought = [one.comparator for one in node.comparisons if isinstance(one.operator, cst.In | cst.NotIn)]
        return any(_is_elsewhere(inference, one) for one in sought)
    if type(node) is cst.Subscript:
        return _is_read_by_index(inference, node)
    return type(node) is cst.Call and _is_read_by_call(inference, node)


def copied_into(node: cst.CSTNode) -> list[cst.BaseExpression]:
    """The tensors whose memory gets a copy that is waited for: ``out`` of ``out.copy_(x)`` and of ``out[i] = x``.

    >>> [one.value for one in copied_into(expression("out.copy_(x)"))]
    ['out']
    """
    if type(node) is cst.Assign:
        return [one.target.value for one in node.targets if type(one.target) is cst.Subscript]
    if type(node) is not cst.Call or type(node.func) is not cst.Attribute or node.func.attr.value != "copy_":
        return []
    waits = len(node.args) == 1  # the second says whether to wait
    return [node.func.value] if waits else []


def _decides(inference: Inference, test: cst.BaseExpression) -> bool:
    """Whether the truth of a tensor is asked for: all that ``and``, ``or`` and ``not`` join, and what a test is."""
    if type(test) is cst.BooleanOperation:
        return _decides(inference, test.left) or _decides(inference, test.right)
    if type(test) is cst.UnaryOperation and type(test.operator) is cst.Not:
        return _decides(inference, test.expression)
    return type(test) is not cst.UnaryOperation and _is_elsewhere(inference, test)


def _is_read_by_index(inference: Inference, node: cst.Subscript) -> bool:
    """Whether an index is read on the host: of a list, or a mask."""
    indices = [one.slice.value for one in node.slice if type(one.slice) is cst.Index]
    given = [value for one in indices for value in met(inference.value(one)) if _is_off_host(value)]
    if isinstance(inference.value(node.value), Sequence):
        return bool(given)
    return any(isinstance(one, Tensor) and one.dtype == "bool" for one in given)


def _is_read_by_call(inference: Inference, node: cst.Call) -> bool:
    callee = inference.value(node.func)
    if isinstance(callee, Reference):
        if callee.name in WRITES_FILES:
            return True
        if callee.name in READS_ELEMENTS:
            return any(_is_elsewhere(inference, one.value) for one in node.args)
    return False


def _is_elsewhere(inference: Inference, node: cst.BaseExpression) -> bool:
    return any(map(_is_off_host, met(inference.value(node))))


def _is_off_host(value: Value) -> bool:
    return isinstance(value, Tensor) and value.device != "cpu"
