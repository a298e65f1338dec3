"""How many elements a tensor holds: one, which Python can take for a number or a truth value, or certainly more."""

from __future__ import annotations

from .. import transfer
from ..interpreter.inference import Inference
from ..values import NONE, Module, NotTensor, Number, Operation, Sequence, Tensor, Unknown, Value

# Operations that work element by element: they hold as many elements as their largest operand.
_ELEMENTWISE = frozenset({"arithmetic", "pointwise", "comparison", "bitwise", "conversion", "copy", "where", "softmax"})
# Operations after which a mask is still one.
_KEEPS_MASK = frozenset({"bitwise", "conversion", "copy", "view", "layout"})


def has_size_of_many(value: Value) -> bool:
    """Whether the shape of a tensor is known, and not that of one element."""
    return isinstance(value, Tensor) and value.shape is not None and any(size != 1 for size in value.shape)


def holds_many(inference: Inference, value: Value) -> bool:
    """Whether a tensor has no truth value: it has a dim that is not known to be of size 1, or it is a mask.

    A mask is what an elementwise comparison gives for a tensor that is not known to hold one element.
    """
    if not isinstance(value, Tensor) or value.single:
        return False
    if value.shape is not None:
        return has_size_of_many(value)
    if value.origin is not None and value.origin.name == "phi" and any(map(has_size_of_many, value.origin.tensors())):
        return True
    return (_is_mask(value) or _has_dims(value)) and not may_hold_one(inference, value)


def _has_dims(value: Value) -> bool:
    """Whether a tensor of unknown rank was made with a dim: joined, from a layer, reduced by one of several dims."""
    origin = value.origin
    if origin is None:
        return False
    return origin.family in ("joining", "nn") or (origin.family == "reduction" and _keeps_an_axis(origin))


def _is_mask(value: Value, depth: int = 8) -> bool:
    """Whether comparisons made a tensor."""
    origin = value.origin
    if origin is None or depth <= 0:
        return False
    if origin.family == "comparison":
        return True
    if origin.family in _KEEPS_MASK or origin.name in ("bitwise_not", "getitem"):
        return any(_is_mask(tensor, depth - 1) for tensor in origin.tensors())
    return False


def may_hold_one(inference: Inference, value: Value, depth: int = 12) -> bool:
    """Whether there is a sign that a tensor holds one element only, so that Python may ask for its truth value.

    A parameter of a function says nothing of its size: there is no sign.
    """
    if not isinstance(value, Tensor):
        return True
    if value.shape is not None:
        return all(size == 1 for size in value.shape)
    if value.single or value.loss or value.parameter or depth <= 0 or _is_read_as_number(inference, value):
        return True
    if "rank tested" in value.identity.uses:
        return True
    origin = value.origin
    if origin is None:
        return False
    if origin.name.startswith("builtin_"):
        return True
    if origin.name in ("eq", "ne") and _may_compare_anything(origin):
        return True
    if origin.family in _ELEMENTWISE or origin.name in ("setitem", "detach", "data", "contiguous"):
        tensors = list(origin.tensors())
        return not tensors or all(may_hold_one(inference, tensor, depth - 1) for tensor in tensors)
    if origin.family == "reduction":
        return not _keeps_an_axis(origin)
    if origin.name == "getitem":
        return _picks_one(origin)
    if origin.family == "call":
        callee = origin.operand("callee")
        return not isinstance(callee, Module) or (callee.name or "").endswith("Loss")
    return origin.family not in ("nn", "matmul", "joining", "scan")


def _may_compare_anything(operation: Operation) -> bool:
    """Whether ``==`` compares an unknown with what is a tensor by convention only: ``stage == Stage.TRAIN``."""
    values = operation.operands.values()
    return any(isinstance(value, Unknown) for value in values) and not any(
        tensor.certain for tensor in operation.tensors()
    )


def _is_read_as_number(inference: Inference, value: Tensor) -> bool:
    """Whether ``item()`` or ``float()`` reads the same tensor."""
    return any(reader.name == "item" for reader in inference.consumers.get(value.identity, ()))


def _keeps_an_axis(reduction: Operation) -> bool:
    """Whether a reduction of a tensor of unknown rank leaves an axis: ``sum(dim=1)``, ``keepdim=True``."""
    keeps = reduction.operands.get("keepdim")
    if isinstance(keeps, Number) and keeps.number is True:
        return True
    axes = transfer.axes_of(reduction.operand("dim"))
    return axes is not None and len(axes) == 1 and axes[0] not in (0, -1)


def _picks_one(operation: Operation) -> bool:
    """Whether a subscript of a tensor of unknown rank may pick one element: ``x[i]``, but not ``x[:, i]``."""
    parts = operation.index_parts
    for part in parts:
        if isinstance(part, Sequence) and part.type == "slice":
            lower, upper, _ = part.items or [NONE, NONE, NONE]
            return not (lower is NONE or upper is NONE)
        if isinstance(part, NotTensor) or (isinstance(part, Tensor) and part.shape != ()):
            return False
    return True


def shows_axes(inference: Inference, value: Value, depth: int = 6) -> bool:
    """Whether a tensor certainly has a dim: its shape is known, or the program indexes, walks or reduces it by one."""
    if not isinstance(value, Tensor) or depth <= 0:
        return False
    if value.shape is not None:
        return has_size_of_many(value)
    readers = inference.consumers.get(value.identity, ())
    if any(reader.operand().identity is value.identity and _takes_an_axis(reader) for reader in readers):
        return True
    origin = value.origin
    if origin is None or origin.family not in _ELEMENTWISE:
        return False
    return any(shows_axes(inference, tensor, depth - 1) for tensor in origin.tensors())


def _takes_an_axis(reader: Operation) -> bool:
    """Whether an operation works on a 0-d tensor not at all."""
    return reader.name in ("getitem", "unbind", "linear", "matmul", "len") or "dim" in reader.operands
