"""The shapes of views and of the copies that only lay a tensor out anew."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..knowledge.columns import ShapeTransfer
from ..values import NONE, Dim, Dtype, Notation, Number, Operation, Shape, Tensor
from .shapes import with_axis
from .sizes import axes_of, dims_of, holds_dtype, integer, product, shape_of, sizes_of


def unsqueeze(op: Operation) -> Shape:
    shape, axis = shape_of(op.operand()), integer(op.operand("dim"))
    if shape is None:
        return None
    if axis is None or not -len(shape) - 1 <= axis <= len(shape):
        return (None,) * (len(shape) + 1)
    axis %= len(shape) + 1
    return (*shape[:axis], 1, *shape[axis:])


def squeeze(op: Operation) -> Shape:
    shape = shape_of(op.operand())
    if shape is None or not op.complete:
        return None
    dim = op.operands.get("dim")
    if dim is None:
        return tuple(size for size in shape if size != 1) if all(isinstance(size, int) for size in shape) else None
    axes = axes_of(dim)
    if axes is None or any(not -len(shape) <= axis < len(shape) for axis in axes):
        return None
    gone = {axis % len(shape) for axis in axes}
    if any(not isinstance(shape[axis], int) for axis in gone):
        return None
    return tuple(size for axis, size in enumerate(shape) if axis not in gone or size != 1)


def view(op: Operation) -> Shape:
    if not op.complete:
        return None
    target = op.operands.get("size", op.operands.get("shape"))
    if (target is not None and holds_dtype(target)) or isinstance(op.operands.get("dtype"), Dtype):
        own = shape_of(op.operand())
        return own if not own else (*own[:-1], None)
    dims = sizes_of(op, "size", "shape")
    if dims is None:
        return None
    if -1 in dims:
        rest = 1
        for size in dims:
            if not isinstance(size, int):
                return tuple(None if size == -1 else size for size in dims)
            rest *= 1 if size == -1 else size
        total = 1
        for size in shape_of(op.operand()) or (None,):
            if not isinstance(size, int):
                total = -1
                break
            total *= size
        guess = total // rest if total >= 0 and rest and total % rest == 0 else None
        return tuple(guess if size == -1 else size for size in dims)
    return tuple(dims)


def flatten(op: Operation) -> Shape:
    shape = shape_of(op.operand())
    start = integer(op.operands.get("start_dim", Number("int", 0)))
    end = integer(op.operands.get("end_dim", Number("int", -1)))
    if start is None or end is None:
        return None
    if shape is None:
        return (None,) if start == 0 and end == -1 else ((None, None) if start == 1 and end == -1 else None)
    if not shape:
        return (1,)
    if not (-len(shape) <= start < len(shape) and -len(shape) <= end < len(shape)):
        return None
    start, end = start % len(shape), end % len(shape)
    if start > end:
        return None
    if start == end:
        return shape
    merged: Dim = 1
    for size in shape[start : end + 1]:
        merged = merged * size if isinstance(size, int) and isinstance(merged, int) else None
    return (*shape[:start], merged, *shape[end + 1 :])


def permutation_of(op: Operation, rank: int) -> tuple[int, ...] | None:
    """For each dim of a transposed tensor of ``rank`` dims, which dim of the operand it is; None where not known."""
    shape = op.signature.shape
    axes = None if shape is None else _AXES.get(shape)
    return None if axes is None else axes(op, rank)


def _of_permute(op: Operation, rank: int) -> tuple[int, ...] | None:
    axes = axes_of(op.operand("dims"))
    if axes is None or not rank or sorted(axis % rank for axis in axes) != list(range(rank)):
        return None
    return tuple(axis % rank for axis in axes)


def _of_t(op: Operation, rank: int) -> tuple[int, ...] | None:
    ranked = op.notation is Notation.ATTRIBUTE and shape_of(op.operand()) is not None
    return tuple(reversed(range(rank))) if rank <= 2 or ranked else None


def _of_movedim(op: Operation, rank: int) -> tuple[int, ...] | None:
    moved, to = axes_of(op.operand("source")), axes_of(op.operand("destination"))
    if moved is None or to is None or len(moved) != len(to):
        return None
    given = _given(moved, to, rank)
    if given is None or len(given) != len(moved) or len(set(given.values())) != len(moved):
        return None
    rest = iter(axis for axis in range(rank) if axis not in given.values())
    return tuple(given[axis] if axis in given else next(rest) for axis in range(rank))


def _of_adjoint(op: Operation, rank: int) -> tuple[int, ...] | None:
    return _swapped(-2, -1, rank)


def _of_transpose(op: Operation, rank: int) -> tuple[int, ...] | None:
    first = integer(op.operands.get("dim0", op.operand("axis0")))
    second = integer(op.operands.get("dim1", op.operand("axis1")))
    return None if first is None or second is None else _swapped(first, second, rank)


def _swapped(first: int, second: int, rank: int) -> tuple[int, ...] | None:
    given = _given([first, second], [second, first], rank)
    return None if given is None else tuple(given.get(axis, axis) for axis in range(rank))


def _given(moved: list[int], to: list[int], rank: int) -> dict[int, int] | None:
    """By dim of the result, the dim of the operand that goes there; None where there are no such dims."""
    if any(not -rank <= axis < rank for axis in (*moved, *to)):
        return None
    return dict(zip((axis % rank for axis in to), (axis % rank for axis in moved), strict=True))


def _transposing(axes: Callable[[Operation, int], tuple[int, ...] | None]) -> ShapeTransfer:
    def shape(op: Operation) -> Shape:
        own = shape_of(op.operand())
        if own is None:
            return None
        order = axes(op, len(own))
        return (None,) * len(own) if order is None else tuple(own[axis] for axis in order)

    return shape


def permuted(op: Operation) -> Shape:
    """``permute`` names all dims, so that it tells the rank of a tensor of unknown rank."""
    operand, axes = op.operand(), axes_of(op.operand("dims"))
    if isinstance(operand, Tensor) and operand.shape is None and axes is not None:
        return tuple(operand.dim(axis) if axis >= 0 else None for axis in axes)
    return _permuted(op)


_permuted = _transposing(_of_permute)
transposed = _transposing(_of_transpose)
reversed_dims = _transposing(_of_t)
matrix_transposed = _transposing(_of_adjoint)
moved = _transposing(_of_movedim)

_AXES: Final[dict[ShapeTransfer, Callable[[Operation, int], tuple[int, ...] | None]]] = {
    permuted: _of_permute,
    transposed: _of_transpose,
    reversed_dims: _of_t,
    matrix_transposed: _of_adjoint,
    moved: _of_movedim,
}


def expand(*names: str) -> ShapeTransfer:
    def shape(op: Operation) -> Shape:
        dims = sizes_of(op, *names)
        if dims is None:
            return None
        own = shape_of(op.operand())
        offset = len(dims) - len(own) if own is not None else 0
        return tuple(
            (own[axis - offset] if own is not None and axis >= offset else None) if size == -1 else size
            for axis, size in enumerate(dims)
        )

    return shape


def tile(op: Operation) -> Shape:
    """``tile`` takes fewer counts than there are dims, so of an unknown rank nothing is known."""
    return None if shape_of(op.operand()) is None else repeat(op)


def repeat(op: Operation) -> Shape:
    dims = sizes_of(op, "repeats", "dims")
    own = shape_of(op.operand())
    if dims is None:
        return None
    if own is None:
        return (None,) * len(dims)
    length = max(len(dims), len(own))
    own = (1,) * (length - len(own)) + own
    times: list[Dim] = [*([1] * (length - len(dims))), *dims]
    return tuple(
        size if count == 1 else (count if size == 1 else product(size, count))
        for size, count in zip(own, times, strict=True)
    )


def repeat_interleave(op: Operation) -> Shape:
    if not op.complete:
        return None
    dim = op.operands.get("dim", NONE)
    if dim is NONE:
        return (None,)
    return with_axis(op, None) if isinstance(dim, Number) else None


def unflatten(op: Operation) -> Shape:
    shape = shape_of(op.operand())
    sizes = op.operands.get("sizes", op.operand("unflattened_size"))
    dims, axis = dims_of(sizes), integer(op.operand("dim"))
    if shape is None or dims is None:
        return None
    if axis is None or not -len(shape) <= axis < len(shape):
        return (None,) * (len(shape) - 1 + len(dims))
    axis %= len(shape)
    new = tuple(None if size == -1 else size for size in dims)
    return shape[:axis] + new + shape[axis + 1 :]


def view_as_real(op: Operation) -> Shape:
    shape = shape_of(op.operand())
    return None if shape is None else (*shape, 2)


def view_as_complex(op: Operation) -> Shape:
    shape = shape_of(op.operand())
    return None if shape is None else shape[:-1]


expand_to_size = expand("size")
