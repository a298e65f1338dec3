"""The shapes of what is joined of several tensors, and results that are several tensors of one shape."""

from __future__ import annotations

from ..values import Dim, Number, Operation, Sequence, SequenceType, Shape, Tensor, Text, Unknown, Value
from .autograd import grad_of_view
from .dtypes import dtype_of
from .sizes import broadcast, elements, integer, shape_of


def cat(op: Operation) -> Shape:
    parts = elements(op.operand("tensors"))
    if not parts:
        return None
    # cat takes an empty vector for "nothing yet" beside tensors of any rank
    shapes = [shape for part in parts if (shape := shape_of(part)) != (0,)] or [(0,)]
    known = max((shape for shape in shapes if shape is not None), key=len, default=None)
    if known is None:
        return None
    if None in shapes and len(known) == 1 and not isinstance(known[0], int):  # it may be empty
        return None
    axis = integer(op.operands.get("dim", Number("int", 0)))
    if axis is None or not -len(known) <= axis < len(known):
        return (None,) * len(known)
    axis %= len(known)
    total: Dim = 0
    tensors = op.operand("tensors")
    for shape in shapes:
        size = None if shape is None or len(shape) != len(known) else shape[axis]
        total = total + size if isinstance(total, int) and isinstance(size, int) else None
    if not (isinstance(tensors, Sequence) and tensors.items is not None):
        total = None
    return (*known[:axis], total, *known[axis + 1 :])


def stack(op: Operation) -> Shape:
    tensors = op.operand("tensors")
    parts = elements(tensors)
    if not parts:
        return None
    known = next((shape for shape in map(shape_of, parts) if shape is not None), None)
    if known is None:
        return None
    count = len(tensors.items) if isinstance(tensors, Sequence) and tensors.items is not None else None
    axis = integer(op.operands.get("dim", Number("int", 0)))
    if axis is None or not -len(known) - 1 <= axis <= len(known):
        return (None,) * (len(known) + 1)
    axis %= len(known) + 1
    return (*known[:axis], count, *known[axis:])


def hstack(op: Operation) -> Shape:
    parts = elements(op.operand("tensors"))
    known = _known_of(parts)
    return None if known is None else (None,) * max(len(known), 1)


def vstack(op: Operation) -> Shape:
    parts = elements(op.operand("tensors"))
    known = _known_of(parts)
    return None if known is None else (None,) * max(len(known), 2)


def dstack(op: Operation) -> Shape:
    known = _known_of(elements(op.operand("tensors")))
    return None if known is None else (None,) * max(len(known), 3)


def _known_of(parts: list[Value] | None) -> Shape:
    """The shape of the tensor among these that decides the rank."""
    shapes = [shape for part in parts or [] if (shape := shape_of(part)) not in (None, (0,))]
    return max(shapes, key=lambda shape: len(shape or ()), default=None)


def _many(op: Operation, shapes: list[Shape] | None, common: Shape) -> Value:
    """A tuple of tensors, each made of one of the operands ``tensors``."""
    parts = elements(_spread(op.operand("tensors"))) or []
    grads = {part.grad if isinstance(part, Tensor) else None for part in parts}
    grad = False if grads == {False} else None
    items: list[Value] | None = None
    if shapes is not None:
        items = [
            Tensor(shape=shape, dtype=dtype_of(part), grad=grad, origin=op)
            for shape, part in zip(shapes, parts, strict=True)
        ]
    return Sequence(SequenceType.TUPLE, items, Tensor(shape=common, grad=grad, origin=op), origin=op)


def _spread(tensors: Value) -> Value:
    """``f(*tensors)`` called with one list is the call with its elements."""
    if isinstance(tensors, Sequence) and tensors.items is not None and len(tensors.items) == 1:
        first = tensors.items[0]
        if isinstance(first, Sequence):
            return first
    return tensors


def _shapes_of_many(op: Operation) -> list[Shape] | None:
    tensors = _spread(op.operand("tensors"))
    if not op.complete or not isinstance(tensors, Sequence) or tensors.items is None:
        return None
    if len(tensors.items) == 1 and not isinstance(tensors.items[0], Tensor):  # it may be a list of several
        return None
    return [shape_of(part) for part in tensors.items]


def meshgrid(op: Operation) -> Value:
    shapes = _shapes_of_many(op)
    if shapes is None:
        return _many(op, None, None)
    sizes = [None if shape is None else (shape[0] if shape else 1) for shape in shapes]
    indexing = op.operands.get("indexing")
    if len(sizes) >= 2 and indexing is not None:
        if not (isinstance(indexing, Text) and indexing.text is not None):
            sizes = [None] * len(sizes)
        elif indexing.text == "xy":
            sizes[0], sizes[1] = sizes[1], sizes[0]
    common = tuple(sizes)
    return _many(op, [common] * len(shapes), common)


def broadcast_tensors(op: Operation) -> Value:
    shapes = _shapes_of_many(op)
    if shapes is None:
        return _many(op, None, None)
    common = broadcast(shapes)
    return _many(op, [common] * len(shapes), common)


def at_least(op: Operation) -> Value:
    least = int(op.name[len("atleast_")])
    tensors = op.operand("tensors")
    if not op.complete or not isinstance(tensors, Sequence) or tensors.items is None:
        return Unknown(op)

    def shape(value: Value) -> Shape:
        own = shape_of(value)
        if own is None or len(own) >= least:
            return own
        if least - len(own) == 1 and least < 3:
            return (1, *own)
        return (1,) * least if not own else (None,) * least

    if len(tensors.items) == 1 and isinstance(tensors.items[0], Tensor):
        only = tensors.items[0]
        grad = grad_of_view(only, op)
        return Tensor(shape=shape(only), dtype=only.dtype, device=only.device, grad=grad, origin=op)
    if len(tensors.items) == 1:
        return Unknown(op) if not isinstance(tensors.items[0], Sequence) else _many(op, None, None)
    return _many(op, [shape(value) for value in tensors.items], None)
