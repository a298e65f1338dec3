"""Where results lie: on the device that was asked for, else where the operands are."""

from __future__ import annotations

from ..knowledge.columns import Creates
from ..knowledge.kinds import INT
from ..values import NONE, Device, Dtype, Number, Operation, Sequence, Tensor, Text, Unknown, Value


def device_of(op: Operation) -> str | None:
    """The device type of the result: what was asked for, else where the operands are."""
    creates = op.signature.creates
    if creates is Creates.ON_CUDA:
        return "cuda"
    if creates is Creates.ON_CPU:
        return "cpu"
    wanted = op.operands.get("device")
    if wanted is None and creates is Creates.AS_ARGUMENTS_SAY:
        wanted = _among(op.operand("args"))
    if wanted is not None and wanted is not NONE:
        return device_type(wanted)
    if creates is Creates.BY_DEFAULT:
        return "cpu" if op.complete else None
    if creates is Creates.WITH_DATA:
        data = op.operands.get("data", op.operand("obj"))
        if isinstance(data, Tensor):
            return data.device
        return None if isinstance(data, Unknown) else "cpu"
    operands = op.operands.get("tensors", op.operands.get("operands"))
    if isinstance(operands, Sequence):
        devices = {part.device if isinstance(part, Tensor) else None for part in operands.parts()}
        return devices.pop() if len(devices) == 1 else None
    tensors = [value for value in op.operands.values() if type(value) is Tensor]
    if len(tensors) < 2:
        return tensors[0].device if tensors else None
    devices = {tensor.device for tensor in tensors if tensor.shape != ()} or {tensor.device for tensor in tensors}
    return devices.pop() if len(devices) == 1 else None


def _among(arguments: Value) -> Value | None:
    """What of the arguments of ``to`` says a device: a number by itself, else the first that is no dtype."""
    items = arguments.items or [] if isinstance(arguments, Sequence) else []
    if items and isinstance(items[0], Number) and items[0].type == INT:
        return items[0]
    return next((item for item in items if not isinstance(item, (Dtype, Number))), None)


def device_type(value: Value) -> str | None:
    """The device type that a ``device`` argument names."""
    if isinstance(value, Device):
        return value.type
    if isinstance(value, Text) and value.text is not None:
        return value.text.partition(":")[0]
    if isinstance(value, Tensor):
        return value.device
    if isinstance(value, Number) and value.type == INT:
        return "cuda"
    return None
