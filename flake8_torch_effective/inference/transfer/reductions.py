"""The shapes that reductions, norms, distances and losses leave."""

from __future__ import annotations

from ..knowledge.columns import ShapeTransfer
from ..knowledge.kinds import BOOL
from ..knowledge.parameters import REDUCED
from ..values import NONE, Number, Operation, Sequence, SequenceType, Shape, Text, Value
from .sizes import axes_of, broadcast, shape_of


def reduced(shape: Shape, dim: Value | None, keepdim: Value | None) -> Shape:
    """The shape after a reduction over ``dim`` (None: not given, all dims)."""
    keeps: bool | None = False
    if keepdim is not None:
        keeps = bool(keepdim.number) if isinstance(keepdim, Number) and keepdim.number is not None else None
    if keeps is None:
        return None
    if dim is None or dim is NONE:
        if keeps:
            return None if shape is None else (1,) * len(shape)
        return ()
    axes = axes_of(dim)
    if isinstance(dim, Number) and dim.type == BOOL:  # std(unbiased), norm(p): not an axis
        axes = None
    if shape is None:
        return None
    if axes is None:
        if isinstance(dim, Number):
            return (None,) * (len(shape) if keeps else max(len(shape) - 1, 0))
        return (None,) * len(shape) if keeps else None
    if not axes:
        return tuple(1 for _ in shape) if keeps else ()
    if any(not -len(shape) <= axis < len(shape) for axis in axes):
        return () if not shape else None
    gone = {axis % len(shape) for axis in axes}
    if keeps:
        return tuple(1 if axis in gone else size for axis, size in enumerate(shape))
    return tuple(size for axis, size in enumerate(shape) if axis not in gone)


def reduce(name: str, last: bool = False, unbiased: bool = False) -> ShapeTransfer:
    def shape(op: Operation) -> Shape:
        if not op.complete:
            return None
        if last and op.operands.get("dim") is None:
            return reduced(shape_of(op.operand(name)), Number("int", -1), op.operands.get("keepdim"))
        dim = op.operands.get("dim")
        if unbiased and isinstance(dim, Number) and dim.type == BOOL:
            return ()
        return reduced(shape_of(op.operand(name)), op.operands.get("dim"), op.operands.get("keepdim"))

    return shape


def quantile(op: Operation) -> Shape:
    if not op.complete:
        return None
    inner = reduced(shape_of(op.operand()), op.operands.get("dim"), op.operands.get("keepdim"))
    q = shape_of(op.operand("q"))
    return None if inner is None or q is None else q + inner


def matrix_norm(op: Operation) -> Shape:
    if not op.complete:
        return None
    last = Sequence(SequenceType.TUPLE, [Number("int", -2), Number("int", -1)])
    return reduced(shape_of(op.operand("A")), op.operands.get("dim", last), op.operands.get("keepdim"))


def distance(op: Operation, dim: Value | None = None) -> Shape:
    shape = broadcast((shape_of(op.operand("x1")), shape_of(op.operand("x2"))))
    return reduced(shape, dim or Number("int", -1), op.operands.get("keepdim")) if op.complete else None


def reduction_of(op: Operation) -> str | None:
    """What a loss does with its terms: ``"mean"``, ``"sum"``, ``"none"``, or None where that is not known."""
    reduction = op.operands.get("reduction")
    if reduction is not None:
        return reduction.text if isinstance(reduction, Text) else None
    if not op.complete:
        return None
    legacy = op.operands.get("reduce")
    if legacy is not None and legacy is not NONE:
        return "none" if isinstance(legacy, Number) and legacy.number is False else None
    return "mean"


def loss(kind: str) -> ShapeTransfer:
    def shape(op: Operation) -> Shape:
        reduction = reduction_of(op)
        if reduction in REDUCED:
            return ()
        if reduction == "none" and kind == "broadcast":
            return broadcast((shape_of(op.operand()), shape_of(op.operand("target"))))
        if reduction == "none" and kind == "same":
            return shape_of(op.operand())
        return None

    return shape


def cosine_similarity(op: Operation) -> Shape:
    return distance(op, op.operands.get("dim", Number("int", 1)))


over_dim_or_all = reduce("input", unbiased=True)  # std(x, False): no axis, but whether the estimate is unbiased
over_dim = reduce("input")
over_last_dim = reduce("input", last=True)
over_dim_of_x = reduce("x")
loss_or_terms = loss("other")
loss_as_input = loss("same")
loss_as_broadcast = loss("broadcast")
