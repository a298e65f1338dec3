"""How many elements a tensor holds: one, which Python can take for a number or a truth value, or certainly more."""

from __future__ import annotations

from .. import transfer
from ..interpreter.inference import Inference
from ..knowledge.columns import Family, Formula
from ..knowledge.python_operations import BUILTINS, PHI
from ..transfer import shapes
from ..values import (
    NONE,
    Module,
    NotTensor,
    Number,
    Operation,
    Sequence,
    SequenceType,
    Tensor,
    Unknown,
    Use,
    Value,
    is_full_slice,
)


def _has_size_of_many(value: Value) -> bool:
    """Whether the shape of a tensor is known, and not that of one element."""
    return isinstance(value, Tensor) and value.shape is not None and any(size != 1 for size in value.shape)


def holds_many(inference: Inference, value: Value) -> bool:
    """Whether a tensor has no truth value: it has a dim that is not known to be of size 1, or it is a mask.

    A mask is what an elementwise comparison gives for a tensor that is not known to hold one element.

    >>> p = program("return torch.rand(4) > 0.5")
    >>> holds_many(p.inference, p.value("torch.rand(4) > 0.5"))
    True
    """
    if not isinstance(value, Tensor) or value.single:
        return False
    if value.shape is not None:
        return _has_size_of_many(value)
    if (
        value.origin is not None
        and value.origin.signature is PHI
        and any(map(_has_size_of_many, value.origin.tensors()))
    ):
        return True
    return (_is_mask(value) or _has_dims(value)) and not may_hold_one(inference, value)


def _has_dims(value: Value) -> bool:
    """Whether a tensor of unknown rank was made with a dim: joined, from a layer, reduced by one of several dims."""
    origin = value.origin
    if origin is None:
        return False
    return origin.signature.family in (Family.JOINING, Family.NN) or (
        origin.signature.family is Family.REDUCTION and _keeps_an_axis(origin)
    )


def _is_mask(value: Value, depth: int = 8) -> bool:
    """Whether comparisons made a tensor."""
    origin = value.origin
    if origin is None or depth <= 0:
        return False
    if origin.signature.family is Family.COMPARISON:
        return True
    if origin.signature.keeps_mask:
        return any(_is_mask(tensor, depth - 1) for tensor in origin.tensors())
    return False


def may_hold_one(inference: Inference, value: Value, depth: int = 12) -> bool:
    """Whether there is a sign that a tensor holds one element only, so that Python may ask for its truth value.

    A parameter of a function says nothing of its size: there is no sign.

    >>> p = program("return (x > 0).any(), x > y")
    >>> may_hold_one(p.inference, p.value("(x > 0).any()"))
    True
    >>> may_hold_one(p.inference, p.value("x > y"))
    False
    """
    if not isinstance(value, Tensor):
        return True
    if value.shape is not None:
        return all(size == 1 for size in value.shape)
    if value.single or value.loss or value.parameter or depth <= 0 or _is_read_as_number(inference, value):
        return True
    if value.identity.uses & {Use.RANK_TESTED, Use.SIZE}:
        return True
    origin = value.origin
    if origin is None:
        return False
    if origin.signature in BUILTINS.values():
        return True
    if origin.formula in (Formula.EQUAL, Formula.NOT_EQUAL) and _may_compare_anything(origin):
        return True
    if _as_many_as_operands(origin) or origin.formula in _SAME_SIZE:
        tensors = list(origin.tensors())
        return not tensors or all(may_hold_one(inference, tensor, depth - 1) for tensor in tensors)
    if origin.signature.family is Family.REDUCTION:
        return not _keeps_an_axis(origin)
    if origin.formula is Formula.SUBSCRIPT:
        return _picks_one(origin)
    if origin.signature.family is Family.CALL:
        callee = origin.operand("callee")
        return not isinstance(callee, Module) or (callee.name or "").endswith("Loss")
    return origin.signature.family not in (Family.NN, Family.MATMUL, Family.JOINING, Family.SCAN)


_SAME_SIZE = (Formula.SUBSCRIPT_WRITE, Formula.DETACH, Formula.CONTIGUOUS)


def _as_many_as_operands(operation: Operation) -> bool:
    """Whether a result holds as many elements as the largest operand."""
    return operation.signature.elementwise or operation.signature.family is Family.SOFTMAX


def _may_compare_anything(operation: Operation) -> bool:
    """Whether ``==`` compares an unknown with what is a tensor by convention only: ``stage == Stage.TRAIN``."""
    values = operation.operands.values()
    return any(isinstance(value, Unknown) for value in values) and not any(
        tensor.certain for tensor in operation.tensors()
    )


def _is_read_as_number(inference: Inference, value: Tensor) -> bool:
    """Whether ``item()`` or ``float()`` reads the same tensor."""
    return any(reader.formula is Formula.ITEM for reader in inference.consumers.get(value.identity, ()))


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
        if isinstance(part, Sequence) and part.type is SequenceType.SLICE:
            lower, upper, _ = part.items or [NONE, NONE, NONE]
            return not (lower is NONE or upper is NONE)
        if isinstance(part, NotTensor) or (isinstance(part, Tensor) and part.shape != ()):
            return False
    return True


def least_rank(value: Value, depth: int = 6) -> int:
    """The number of dims that a tensor has at least: those that a subscript leaves by full slices.

    >>> p = program("z = x[:, :, 0].argsort()")
    >>> least_rank(p.value("z"))
    2
    """
    if not isinstance(value, Tensor) or depth <= 0:
        return 0
    if value.rank is not None:
        return value.rank
    origin = value.origin
    if origin is None:
        return 0
    if origin.formula is Formula.SUBSCRIPT:
        return sum(is_full_slice(part) for part in origin.index_parts)
    if origin.signature.elementwise or origin.signature.shape is shapes.same:
        return max((least_rank(tensor, depth - 1) for tensor in origin.tensors()), default=0)
    return 0
