"""Differences of every row of one tensor with every row of another, as programs spell them by broadcasting."""

from __future__ import annotations

from dataclasses import dataclass, field

import libcst as cst

from .. import transfer
from ..knowledge.columns import Formula, Tiles
from ..knowledge.kinds import FLOAT, HALVES
from ..values import ELLIPSIS, NONE, Operation, Tensor, Unknown, Value, is_full_slice, same


@dataclass
class Side:
    """One operand of the difference: what it was before an axis was put in, and where; ``axis`` None for nowhere.

    ``reshaped`` says that a view which puts the axis in may also split or merge the other dims.
    """

    value: Value
    node: cst.CSTNode | None
    axis: int | None = None
    tiled: bool = False
    reshaped: bool = False
    operations: list[Operation] = field(default_factory=list)


@dataclass
class Pairwise:
    """``first[i] - second[j]`` for all i and j; ``transposed`` says whose rows are columns."""

    first: Side
    second: Side
    transposed: tuple[bool, bool]
    operations: list[Operation]


def _side_of(value: Value, node: cst.CSTNode | None) -> Side:
    """The operand of a difference under its expansion and the axis of size 1 that was put in."""
    side = Side(value, node)
    for _ in range(6):
        origin = side.value.origin
        if origin is None:
            break
        if origin.signature.tiles in (Tiles.AS_VIEW, Tiles.AS_COPY) and side.axis is None:
            side.tiled = True
        elif side.axis is None and (axis := inserted_axis(origin)) is not None:
            side.axis = axis
            side.reshaped = origin.formula is Formula.RESHAPE and not _only_inserts(origin, axis)
        else:
            break
        side.operations.append(origin)
        side.value = origin.operand()
        side.node = origin.nodes.get("input")
    return side


def inserted_axis(operation: Operation) -> int | None:
    """The axis of size 1 that an operation puts in: ``unsqueeze(1)``, ``[:, None]``, ``view(n, 1, d)``.

    >>> [inserted_axis(operation(code)) for code in ("x[:, None]", "x.unsqueeze(0)", "x[0]")]
    [1, 0, None]
    """
    if operation.formula is Formula.UNSQUEEZE:
        return transfer.integer(operation.operand("dim"))
    if operation.formula is Formula.SUBSCRIPT:
        parts = operation.index_parts
        return _axis_of_none(parts)
    if operation.formula is Formula.RESHAPE:
        sizes = transfer.sizes_of(operation, "size", "shape")
        if sizes is not None and len(sizes) > 1 and sizes.count(1) == 1:
            return sizes.index(1)
    return None


def _only_inserts(view: Operation, axis: int) -> bool:
    """Whether a view to sizes with a 1 at ``axis`` certainly leaves the other dims as they were.

    It does where the tensor has these dims; as views keep the number of entries, one of them need not be known.
    """
    source, sizes = view.operand(), transfer.sizes_of(view, "size", "shape")
    if sizes is None or not isinstance(source, Tensor):
        return False
    sizes = sizes[:axis] + sizes[axis + 1 :]
    own = [source.dim(place) for place in range(len(sizes))]
    if source.rank is not None and source.rank != len(sizes):
        return False
    alike = sum(transfer.equal_dims(size, dim) is True for size, dim in zip(sizes, own, strict=True))
    return alike >= len(sizes) - (source.rank is not None)


def _axis_of_none(parts: list[Value]) -> int | None:
    """Where ``None`` stands among full slices: from the front, or from the end after an ellipsis."""
    places = [place for place, part in enumerate(parts) if part is NONE]
    if len(places) != 1 or not all(part is NONE or part is ELLIPSIS or is_full_slice(part) for part in parts):
        return None
    place = places[0]
    return place - len(parts) if any(part is ELLIPSIS for part in parts[:place]) else place


def pairwise_difference(operation: Operation, reduced: int) -> Pairwise | None:
    """The rows that a subtraction pairs, where the axis ``reduced`` is the one that their entries lie along.

    >>> p = program("return (x[:, None] - y[None]).norm(dim=-1)")
    >>> pairs = pairwise_difference(p.operation("(x[:, None] - y[None])"), reduced=-1)
    >>> p.code(pairs.first.node), p.code(pairs.second.node)
    ('x', 'y')
    """
    if operation.formula is not Formula.SUBTRACT or operation.given("alpha"):
        return None
    left = _side_of(operation.operand(), operation.nodes.get("input"))
    right = _side_of(operation.operand("other"), operation.nodes.get("other"))
    sides = (left, right)
    if not all(_has_fractions(side.value) for side in sides):
        return None
    rank = _rank(operation, left, right, reduced)
    for one, other in ((left, right), (right, left)):
        if one.axis is None and other.axis is not None and _fills_front(one, other, rank):
            one.axis = 0
    if left.axis is None or right.axis is None:
        return None
    axes = [axis + rank if axis < 0 else axis for axis in (left.axis, right.axis, reduced)]
    if len(set(axes)) != 3 or not all(0 <= axis < rank for axis in axes):
        return None
    operations = [operation, *left.operations, *right.operations]
    return _ordered(left, right, axes, rank, operations)


def _has_fractions(value: Value) -> bool:
    """Whether a value may be a tensor of floats of 32 or 64 bits; what torch takes the root of is a tensor."""
    if isinstance(value, Tensor):
        return value.category in (None, FLOAT) and value.dtype not in HALVES
    return isinstance(value, Unknown)


def _rank(operation: Operation, left: Side, right: Side, reduced: int) -> int:
    """The rank of a difference; where nothing says it, the least that the axes in play need."""
    result = operation.result
    shapes = [value.shape for value in (result, *operation.tensors()) if isinstance(value, Tensor)]
    known = [len(shape) for shape in shapes if shape is not None]
    known += [
        len(side.value.shape) + 1
        for side in (left, right)
        if isinstance(side.value, Tensor) and side.value.shape is not None and side.axis is not None
    ]
    if known:
        return max(known)
    axes = [axis for axis in (left.axis, right.axis, reduced) if axis is not None]
    positive = [axis for axis in axes if axis >= 0]
    least = max((-axis for axis in axes if axis < 0), default=0)
    return max(3, least, max(positive, default=0) + (1 if reduced >= 0 else 2))


def _fills_front(plain: Side, other: Side, rank: int) -> bool:
    """Whether an operand without an axis of its own is one short, so that broadcasting puts one in front of it."""
    if same(plain.value, other.value):
        return True
    value = plain.value
    if isinstance(value, Tensor) and value.shape is not None:
        return len(value.shape) == rank - 1
    return plain.tiled


def _ordered(left: Side, right: Side, axes: list[int], rank: int, operations: list[Operation]) -> Pairwise | None:
    """The sides in the order of the result's axes: the one with its rows along the earlier axis comes first."""
    first, second = (left, right) if axes[0] > axes[1] else (right, left)
    rows, columns = sorted(axes[:2])
    entries = axes[2]
    pairs = (rows, columns, entries)
    if rank != 3 and pairs not in ((rank - 3, rank - 2, rank - 1), (rank - 2, rank - 1, rank - 3)):
        return None
    return Pairwise(first, second, (entries < rows, entries < columns), operations)


def single_axis(operation: Operation) -> int | None:
    """The one axis that a reduction is over.

    >>> single_axis(operation("x.sum(dim=1)")), single_axis(operation("x.sum(dim=(0, 1))"))
    (1, None)
    """
    axes = transfer.axes_of(operation.operand("dim"))
    return axes[0] if axes is not None and len(axes) == 1 else None
