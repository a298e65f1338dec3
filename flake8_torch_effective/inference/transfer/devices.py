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
    candidates: list[Value] = []
    if "device" in op.operands:
        candidates = [op.operands["device"]]
    elif creates is Creates.AS_ARGUMENTS_SAY:
        arguments = op.operand("args")
        items = list(arguments.items or []) if isinstance(arguments, Sequence) else []
        candidates = [item for item in items if not isinstance(item, Dtype | Number)]
        if items and isinstance(items[0], Number) and items[0].type == INT:
            candidates = items[:1]
    for value in candidates:
        if value is NONE:
            break
        return device_type(value)
    if creates is Creates.BY_DEFAULT:
        return "cpu" if op.complete else None
    if creates is Creates.WITH_DATA:
        data = op.operands.get("data", op.operand("obj"))
        if isinstance(data, Tensor):
            return data.device
        return None if isinstance(data, Unknown) else "cpu"
    devices = {tensor.device for tensor in op.tensors() if tensor.shape != ()}
    if not devices:
        devices = {tensor.device for tensor in op.tensors()}
    operands = op.operands.get("tensors", op.operands.get("operands"))
    if isinstance(operands, Sequence):
        devices = {part.device if isinstance(part, Tensor) else None for part in operands.parts()}
    return devices.pop() if len(devices) == 1 else None


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
