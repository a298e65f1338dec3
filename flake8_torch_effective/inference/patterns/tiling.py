"""Tensors that were repeated or expanded along dims of size 1, and whether broadcasting would have done it."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from .. import transfer
from ..interpreter.inference import Inference
from ..knowledge.columns import Family, Formula, Tiles
from ..values import NONE, Dim, Number, Operation, Sequence, SequenceType, Tensor, Value, origins


def copies(tiling: Operation) -> bool:
    """Whether a tiling writes out what it repeats, and is no view.

    >>> copies(operation("x.repeat(2, 1)")), copies(operation("x.expand(2, -1)"))
    (True, False)
    """
    return tiling.signature.tiles is not None and tiling.signature.tiles.copies


def tiling_of(value: Value) -> Operation | None:
    """The tiling that a tensor is the result of.

    >>> tiling_of(value("x.repeat(2, 1)")).name, tiling_of(value("x.flatten()"))
    ('repeat', None)
    """
    origin = value.origin
    return origin if isinstance(value, Tensor) and origin is not None and origin.signature.tiles is not None else None


def filled_dims(tiling: Operation) -> dict[int, Dim] | None:
    """The dims, counted from the end, that a tiling fills, with the size each gets; None where that is not known.

    A dim is left out where its size certainly stays.  For a copy the sizes hold only if the dim had the size 1.

    >>> filled_dims(operation("torch.zeros(1, 3).expand(4, 3)"))
    {-2: 4}
    """
    source, result = tiling.operand(), tiling.result
    own = source.shape if isinstance(source, Tensor) else None
    if tiling.signature.tiles is Tiles.EACH:
        axis, repeats = transfer.integer(tiling.operand("dim")), tiling.operand("repeats")
        if axis is None or not isinstance(repeats, Number) or own is None or not -len(own) <= axis < len(own):
            return None
        counts: list[Dim] = [1] * len(own)
        counts[axis] = repeats.dim
    elif copies(tiling):
        given = transfer.sizes_of(tiling, "repeats", "dims")
        if given is None:
            return None
        counts = given
    else:
        wanted = result.shape if isinstance(result, Tensor) else None
        sizes = transfer.sizes_of(tiling, "size")
        counts = list(wanted) if sizes is None and wanted is not None else sizes or []
        if not counts:
            return None
    filled: dict[int, Dim] = {}
    for axis in range(-len(counts), 0):
        count = counts[axis]
        if own is not None:
            size = own[axis] if -axis <= len(own) else 1
        else:
            size = 1 if axis in _single_dims(source, len(counts)) else None
        if copies(tiling):
            if count == 1:
                continue
            if size not in (1, None):
                return None
        elif count == -1 or (size != 1 and transfer.equal_dims(count, size)):
            continue
        filled[axis] = count
    return filled


def _single_dims(source: Value, rank: int) -> set[int]:
    """The dims of size 1, counted from the end, of a tensor of unknown shape taken to have ``rank`` dims."""
    origin = source.origin
    while origin is not None and origin.signature.family in (Family.ARITHMETIC, Family.POINTWISE, Family.CONVERSION):
        tensors = list(origin.tensors())
        origin = tensors[0].origin if len(tensors) == 1 else None
    axes: list[int] | None = None
    if origin is not None and (origin.formula is Formula.UNSQUEEZE or origin.given("keepdim")):
        keeps = origin.operands.get("keepdim", Number("bool", True))
        axes = transfer.axes_of(origin.operand("dim")) if isinstance(keeps, Number) and keeps.number else None
    elif origin is not None and origin.formula is Formula.SUBSCRIPT:
        parts = origin.index_parts
        slices = all(part is NONE or (isinstance(part, Sequence) and part.type is SequenceType.SLICE) for part in parts)
        axes = [axis for axis, part in enumerate(parts) if part is NONE] if slices else None
    return {axis - rank if axis >= 0 else axis for axis in axes or []}


def fills_single_dims(tiling: Operation) -> bool | None:
    """Whether a tiling fills dims of size 1 and leaves the last one; None where a dim's size is not known.

    >>> fills_single_dims(operation("torch.zeros(1, 3).repeat(4, 1)"))
    True
    >>> fills_single_dims(operation("torch.zeros(2, 3).repeat(4, 1)"))
    False
    """
    source, filled = tiling.operand(), filled_dims(tiling)
    if not isinstance(source, Tensor):
        return False
    if not copies(tiling):
        return not (source.shape and source.shape[-1] == 1 and (filled is None or -1 in filled))
    if not filled or -1 in filled:
        return False
    own = source.shape
    known = {-axis for axis in range(1, 9) if own is not None and (axis > len(own) or own[-axis] == 1)}
    if own is None:
        counts = transfer.sizes_of(tiling, "repeats", "dims") or []
        known = _single_dims(source, len(counts))
    return True if filled.keys() <= known else None


def is_full(other: Value, tiling: Operation, filled: dict[int, Dim] | None) -> bool:
    """Whether a tensor has by itself the sizes that a tiling gives to another, so that broadcasting gives them too.

    Where a copy's count is the size of the other tensor, the dim that was copied must have had the size 1.

    >>> p = program("return torch.zeros(1, 3).expand(4, 3) + torch.rand(4, 3)")
    >>> tiling = p.operation("torch.zeros(1, 3).expand(4, 3)")
    >>> is_full(p.value("torch.rand(4, 3)"), tiling, filled_dims(tiling))
    True
    """
    if not isinstance(other, Tensor) or any(made is tiling for made in origins(other, 60)):
        return False
    own = tiling_of(other)
    result = tiling.result
    if isinstance(result, Tensor) and result.rank is not None and other.rank is not None and other.rank < result.rank:
        return False  # each would expand the other, which the tiling spells out
    if _fills(tiling.operand(), other):
        return False  # and so it would here
    if (
        own is None
        and not copies(tiling)
        and isinstance(result, Tensor)
        and other.shape_identity is result.shape_identity
    ):
        return True
    source = other if own is None else own.operand()
    if not filled or not isinstance(source, Tensor):
        return False
    if own is not None and copies(own):
        multiplied = filled_dims(own)
        if multiplied is None or filled.keys() & multiplied.keys():
            return False  # the other tensor has there a multiple of the size it is made of
    rank = result.rank if isinstance(result, Tensor) else None
    if rank is None:
        rank = len(transfer.sizes_of(tiling, "repeats", "dims") or []) or None
    return all(count != 1 and _has_size(source, axis, count, rank) for axis, count in filled.items())


def _fills(base: Value, other: Tensor) -> bool:
    """Whether a tensor fills a dim of size 1 of another that has more dims, and was not given that one to be filled."""
    if not isinstance(base, Tensor) or base.shape is None or other.shape is None or other.explicit_one:
        return False
    pairs = zip(reversed(base.shape), reversed(other.shape), strict=False)
    return len(base.shape) < len(other.shape) and any(size == 1 and own != 1 for own, size in pairs)


def _has_size(tensor: Tensor, axis: int, size: Dim, rank: int | None) -> bool:
    """Whether a tensor, where it has that many dims, certainly has this size along an axis counted from the end."""
    if size is None:
        return False
    if tensor.shape is not None:
        return -axis <= len(tensor.shape) and transfer.equal_dims(tensor.dim(axis), size) is True
    places = (axis, axis if rank is None else axis + rank)
    return any(
        owner.symbols.get(place) is size
        for owner in (tensor.identity, tensor.shape_identity)
        if owner.symbols is not None
        for place in places
    )


def only_in(inference: Inference, value: Tensor, made: Operation, consumers: list[Operation]) -> bool:
    """Whether a tensor is an operand of these operations and nothing else: not returned, stored or passed on.

    >>> p = program("return x.repeat(2, 1) + y")
    >>> repeat, add = p.operation("x.repeat(2, 1)"), p.operation("x.repeat(2, 1) + y")
    >>> only_in(p.inference, repeat.result, repeat, [add])
    True
    """
    read = {id(node): node for consumer in consumers for node in _nodes_of(inference, consumer, value)}
    named = [node for node in read.values() if node is not made.node]
    if not read or not all(type(node) is cst.Name for node in named):
        return False
    # The expression itself, and where it has a name, the assignment and the reads of the name.
    return inference.mentions[value.identity] == (2 + len(named) if named else 1)


def _nodes_of(inference: Inference, operation: Operation, value: Tensor) -> Iterator[cst.CSTNode]:
    """The expressions, among the operands of an operation, that are this tensor."""
    for name, node in operation.nodes.items():
        operand = operation.operand(name)
        if operand.identity is value.identity:
            yield node
        elif isinstance(operand, Sequence) and isinstance(node, (cst.List, cst.Tuple)):
            for element in node.elements:
                if inference.value(element.value).identity is value.identity:
                    yield element.value
