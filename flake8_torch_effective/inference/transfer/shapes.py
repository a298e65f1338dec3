"""The shapes of results: elementwise work, what is made new, and what is picked out of a tensor.

A function takes the bound operation and gives the shape of its result, None where even the rank is unknown.
"""

from __future__ import annotations

from ..knowledge.columns import ShapeTransfer, Signature
from ..values import NONE, Array, Dim, Number, Operation, Sequence, SequenceType, Shape, Tensor, Value
from .reductions import reduced
from .sizes import broadcast, elements, integer, shape_of, sizes_of


def same(op: Operation) -> Shape:
    return shape_of(op.operand())


def like(name: str) -> ShapeTransfer:
    return lambda op: shape_of(op.operand(name))


def same_rank(op: Operation) -> Shape:
    shape = shape_of(op.operand())
    return None if shape is None else (None,) * len(shape)


def same_rank_of(name: str) -> ShapeTransfer:
    def shape(op: Operation) -> Shape:
        own = shape_of(op.operand(name))
        return None if own is None else (None,) * len(own)

    return shape


def rank(count: int) -> ShapeTransfer:
    shape: Shape = (None,) * count
    return lambda op: shape


# The operands of elementwise functions that are broadcast.
_BROADCAST = ("input", "other", "exponent", "end", "weight", "tensor1", "tensor2", "condition")


def elementwise(op: Operation) -> Shape:
    operands = op.operands
    return broadcast([shape_of(operands[name]) for name in _BROADCAST if name in operands])


def broadcast_of(*names: str) -> ShapeTransfer:
    return lambda op: broadcast(shape_of(op.operands[name]) for name in names if name in op.operands)


def clamp(op: Operation) -> Shape:
    bounds = [op.operands[name] for name in ("min", "max") if name in op.operands]
    shapes = [shape_of(value) for value in bounds if value is not NONE]
    return broadcast((shape_of(op.operand()), *shapes))


def with_mask(op: Operation) -> Shape:
    return broadcast((shape_of(op.operand()), shape_of(op.operand("mask"))))


def scalar(op: Operation) -> Shape:
    return ()


def size(*names: str) -> ShapeTransfer:
    def shape(op: Operation) -> Shape:
        dims = sizes_of(op, *names)
        return None if dims is None else tuple(dims)

    return shape


def factory(op: Operation) -> Shape:
    if op.complete and op.operands.get("size") is None:
        return ()
    dims = sizes_of(op, "size")
    return None if dims is None else tuple(dims)


def count(name: str) -> ShapeTransfer:
    def shape(op: Operation) -> Shape:
        value = op.operand(name)
        return (value.dim if isinstance(value, Number) else None,)

    return shape


def arange(op: Operation) -> Shape:
    if not op.complete:
        return (None,)
    start, end, step = op.operand("start"), op.operands.get("end"), op.operands.get("step")
    if end is None or end is NONE:
        return (start.dim if isinstance(start, Number) else None,)
    first, last = integer(start), integer(end)
    stride = 1 if step is None else integer(step)
    if first == 0 and stride == 1 and isinstance(end, Number):
        return (end.dim,)
    if first is None or last is None or not stride:
        return (None,)
    return (len(range(first, last, stride)),)


def eye(op: Operation) -> Shape:
    n = op.operand("n")
    m = op.operands.get("m", n)
    return (n.dim if isinstance(n, Number) else None, m.dim if isinstance(m, Number) else None)


def normal(op: Operation) -> Shape:
    if not op.complete:
        return None
    if op.operands.get("size") is not None:
        return size("size")(op)
    return broadcast((shape_of(op.operand("mean")), shape_of(op.operands.get("std", Number("float")))))


def randint(op: Operation) -> Shape:
    if op.operands.get("size") is None and isinstance(op.operands.get("high"), Sequence):
        return size("high")(op)  # randint(high, size)
    return size("size")(op)


def data_shape(value: Value) -> Shape:
    """The shape ``torch.tensor`` gives to Python data."""
    if isinstance(value, Number):
        return ()
    if isinstance(value, Tensor):
        return value.shape
    if isinstance(value, Array):
        return () if value.scalar else None
    if isinstance(value, Sequence) and (
        value.is_shape or value.is_range or value.type in (SequenceType.LIST, SequenceType.TUPLE)
    ):
        parts = elements(value)
        count = len(value.items) if value.items is not None else None
        if count == 0:
            return (0,)
        if not parts:
            return None
        inner = data_shape(parts[0])
        return None if inner is None else (count, *inner)
    return None


def data(op: Operation) -> Shape:
    return data_shape(op.operand("data"))


def two_rows(op: Operation) -> Shape:
    return (2, None)


def fewer(name: str, count: int) -> ShapeTransfer:
    def shape(op: Operation) -> Shape:
        own = shape_of(op.operand(name))
        return None if own is None else own[: max(len(own) - 2, 0)] + (None,) * (2 - count)

    return shape


def with_axis(op: Operation, size: Dim) -> Shape:
    shape, axis = shape_of(op.operand()), integer(op.operands.get("dim", Number("int", -1)))
    if shape is None:
        return None
    if axis is None or not -len(shape) <= axis < len(shape):
        return (None,) * len(shape)
    axis %= len(shape)
    return (*shape[:axis], size, *shape[axis + 1 :])


def take_along_dim(op: Operation) -> Shape:
    dim = op.operands.get("dim", NONE)
    if dim is NONE:
        return (None,)
    shape = shape_of(op.operand())
    return None if shape is None else (None,) * len(shape)


def index_select(op: Operation) -> Shape:
    index = shape_of(op.operand("index"))
    return with_axis(op, (index[0] if index else 1) if index is not None else None)


def multinomial(op: Operation) -> Shape:
    shape, count = shape_of(op.operand()), op.operand("num_samples")
    if shape is None:
        return None
    return (*shape[:-1], count.dim if isinstance(count, Number) else None)


def narrow(op: Operation) -> Shape:
    length = op.operand("length")
    return with_axis(op, length.dim if isinstance(length, Number) else None)


def topk(op: Operation) -> Shape:
    k = op.operand("k")
    return with_axis(op, k.dim if isinstance(k, Number) else None)


def select(op: Operation) -> Shape:
    return reduced(shape_of(op.operand()), op.operand("dim"), None)


def one_hot(op: Operation) -> Shape:
    shape, classes = shape_of(op.operand("tensor")), op.operand("num_classes")
    return None if shape is None else (*shape, classes.dim if isinstance(classes, Number) else None)


def diag(op: Operation) -> Shape:
    shape = shape_of(op.operand())
    if shape is None:
        return None
    return (None,) * {1: 2, 2: 1}.get(len(shape), len(shape))


def nonzero(op: Operation) -> Shape:
    shape = shape_of(op.operand())
    return (None, None if shape is None else len(shape))


def one_more(op: Operation) -> Shape:
    shape = shape_of(op.operand())
    return None if shape is None else (None,) * (len(shape) + 1)


def one_less(op: Operation) -> Shape:
    shape = shape_of(op.operand())
    return None if shape is None else (None,) * max(len(shape) - 1, 0)


def keeps_shape_in_place(signature: Signature) -> bool:
    """Whether the in-place form of an operation certainly leaves a tensor its shape."""
    return signature.shape in (same, elementwise, with_mask)


like_other = like("other")
like_index = like("index")
like_logits = like("logits")
like_elements = like("elements")
like_template = like("the_template")
like_a = like("A")
rank_of_a = same_rank_of("A")
batch = fewer("input", 2)
batch_of_a = fewer("A", 2)
one_less_than_a = fewer("A", 1)
with_values = broadcast_of("input", "values")
of_real_and_imag = broadcast_of("real", "imag")
of_abs_and_angle = broadcast_of("abs", "angle")
given_size = size("size")
made_size = size("size")
count_n = count("n")
count_steps = count("steps")
vector = rank(1)
matrix = rank(2)
cube = rank(3)


def resized_axis(op: Operation) -> Shape:
    return with_axis(op, None)
