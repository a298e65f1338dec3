"""Operations that take a tensor apart: ``split`` and its kind, ``unbind``, and the rows that iteration yields."""

from __future__ import annotations

from ..values import Dim, Number, Operation, Sequence, SequenceType, Tensor, Value, limits
from .autograd import grad_of_view
from .dtypes import dtype_of
from .sizes import integer, shape_of


def pieces(op: Operation) -> Value:
    """The pieces along ``dim``."""
    return _pieces(op, axis_known=True)


def pieces_along_any_axis(op: Operation) -> Value:
    """The pieces of ``hsplit``, ``vsplit``, ``dsplit``: along which axis depends on the rank."""
    return _pieces(op, axis_known=False)


def _pieces(op: Operation, axis_known: bool) -> Value:
    tensor = op.operand(op.signature.parameters[0])
    shape = shape_of(tensor)
    size: Dim = None
    axis = integer(op.operands.get("dim", Number("int", 0)))
    if shape is not None:
        if axis is None or not -len(shape) <= axis < len(shape) or not axis_known:
            axis, shape = None, (None,) * len(shape)
        else:
            axis %= len(shape)
            size = shape[axis]
    sizes = _piece_sizes(op, size) if op.complete else None

    def piece(length: Dim) -> Tensor:
        return Tensor(
            shape=None if shape is None else shape if axis is None else (*shape[:axis], length, *shape[axis + 1 :]),
            dtype=dtype_of(tensor),
            device=tensor.device if isinstance(tensor, Tensor) else None,
            grad=grad_of_view(tensor, op) if isinstance(tensor, Tensor) else None,
            origin=op,
        )

    items: list[Value] | None = None
    if sizes is not None and limits.fits(len(sizes)):
        items = [piece(length) for length in sizes]
    return Sequence(SequenceType.TUPLE, items, piece(None), origin=op)


def _piece_sizes(op: Operation, size: Dim) -> list[Dim] | None:
    """How long the pieces are along the split axis, where their number is known."""
    for name in ("split_size_or_sections", "split_size", "split_sizes"):
        sections = op.operands.get(name)
        if isinstance(sections, Sequence):
            if sections.items is None:
                return None
            return [item.dim if isinstance(item, Number) else None for item in sections.items]
        length = integer(sections) if sections is not None else None
        if length is not None:
            if not isinstance(size, int) or length <= 0:
                return None
            return _equal_pieces(size, length) or ([0] if not size else None)
    chunks = integer(op.operand("chunks"))
    if chunks is not None and isinstance(size, int) and chunks > 0 and size > 0:
        return _equal_pieces(size, -(-size // chunks))
    sections = op.operands.get("indices_or_sections")
    if isinstance(sections, Sequence) and sections.items is not None:
        return [None] * (len(sections.items) + 1)
    count = integer(sections) if sections is not None else None
    return [None] * count if count is not None and count > 0 and limits.fits(count) else None


def _equal_pieces(size: int, length: int) -> list[Dim] | None:
    """How long the pieces of ``size`` entries are, ``length`` each but the last; None where they are too many."""
    whole: list[Dim] | None = limits.repeated([length], size // length)
    return whole if whole is None or not size % length else [*whole, size % length]


def row_of(tensor: Tensor, op: Operation, axis: int = 0) -> Tensor:
    """One slice of a tensor along ``axis``: what iteration, ``unbind`` and an integer index give."""
    shape = tensor.shape
    if shape is not None:
        shape = (
            shape[:axis] + shape[axis + 1 :]
            if -len(shape) <= axis < len(shape) and axis >= 0
            else (None,) * max(len(shape) - 1, 0)
        )
    return Tensor(
        shape=shape,
        dtype=tensor.dtype,
        device=tensor.device,
        grad=grad_of_view(tensor, op),
        origin=op,
        loss=tensor.loss,
        certain=tensor.certain,
    )


def unbind(op: Operation) -> Value:
    tensor = op.operand()
    axis = integer(op.operands.get("dim", Number("int", 0)))
    if not isinstance(tensor, Tensor):
        return Sequence(SequenceType.TUPLE, element=Tensor(origin=op), origin=op)
    shape = tensor.shape
    if axis is not None and axis < 0:
        axis = axis + len(shape) if shape is not None else None
    known = shape is not None and axis is not None and 0 <= axis < len(shape)

    def row() -> Tensor:
        found = row_of(tensor, op, axis if axis is not None else 0)
        if known:
            return found
        return found.refined(shape=None if shape is None else (None,) * max(len(shape) - 1, 0))

    count = shape[axis] if known and shape is not None and axis is not None else None
    items: list[Value] | None = None
    if isinstance(count, int) and limits.fits(count):
        items = [row() for _ in range(count)]
    return Sequence(SequenceType.TUPLE, items, row(), origin=op)
