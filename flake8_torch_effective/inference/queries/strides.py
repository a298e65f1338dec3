"""How a tensor lies in memory, and which views that rules out.

The *order* of a tensor of n dims says for each dim where it stands in memory, counted from the slowest: ``(0, 1, 2)``
is contiguous, ``(0, 2, 1)`` what ``transpose(1, 2)`` makes of that.  A dim of size 1 has no place (None).  Slices and
picked rows leave gaps, which only rule out more, so they are not kept.

Everything not made by a transposition counts as contiguous where torch makes it so, and as unknown where torch chooses.
Which operation does what was measured on torch; https://docs.pytorch.org/docs/stable/tensor_view.html
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import TypeAlias

import libcst as cst

from .. import transfer
from ..interpreter.inference import Inference
from ..knowledge.columns import Contiguity, Family, Formula
from ..knowledge.kinds import BOOL
from ..knowledge.python_operations import PHI, ROW
from ..values import NONE, Dim, Number, Operation, Sequence, SequenceType, Symbol, Tensor, Unknown, Value

Order: TypeAlias = "tuple[int | None, ...]"

# In-place forms of these change the order of the tensor itself.
_RESHAPES = (Contiguity.TRANSPOSES, Contiguity.REINDEXES, Contiguity.RESTRIDES)


def order_of(value: Value, rank: int, depth: int = 24) -> Order | None:
    """How a tensor, taken to have ``rank`` dims, lies in memory; None where that is not known or not possible.

    >>> order_of(value("x.transpose(1, 2)"), 3)
    (0, 2, 1)
    """
    if not isinstance(value, Tensor) or depth <= 0 or value.rank not in (None, rank):
        return None
    origin = value.origin
    if origin is None:
        return None if _has_a_one_somewhere(value) else tuple(range(rank))
    signature, contiguity = origin.signature, origin.signature.contiguity
    if "out" in origin.operands:  # which is what comes back
        return order_of(origin.operands["out"], rank, depth - 1)
    if origin.notation.modifies and contiguity not in _RESHAPES:
        return order_of(origin.operand(), rank, depth - 1)
    if contiguity is Contiguity.TRANSPOSES:
        axes = transfer.permutation_of(origin, rank)
        below = None if axes is None else order_of(origin.operand(), rank, depth - 1)
        return None if axes is None or below is None else tuple(below[axis] for axis in axes)
    if contiguity is Contiguity.REINDEXES:
        return _reindexed(origin, rank, depth)
    if contiguity is Contiguity.CONTIGUOUS:
        return None if origin.given("memory_format") else tuple(range(rank))
    if contiguity is Contiguity.TIME_FIRST:
        first = origin.operands.get("batch_first")
        made = origin.result.items if isinstance(origin.result, Sequence) else None
        is_output = not made or made[0].identity is value.identity
        as_in_memory = first is None or (isinstance(first, Number) and first.number is False)
        return tuple(range(rank)) if as_in_memory or not is_output else None
    if signature is PHI:
        orders = {order_of(branch, rank, depth - 1) for branch in origin.operands.values()}
        return orders.pop() if len(orders) == 1 else None
    if contiguity is Contiguity.ELEMENTWISE and (signature.family is Family.ARITHMETIC or origin.complete):
        return _of_elementwise(origin, rank, depth)
    if contiguity is Contiguity.KEEPS:
        source = origin.operand("input" if "input" in signature.parameters else signature.parameters[0])
        if signature.formula is Formula.TENSOR and not isinstance(source, Tensor | Unknown):
            return tuple(range(rank))  # Python data
        return None if origin.given("memory_format") and origin.complete else order_of(source, rank, depth - 1)
    return tuple(range(rank)) if not _has_a_one_somewhere(value) and _is_contiguous(value, depth) else None


def _has_a_one_somewhere(value: Tensor) -> bool:
    """Whether some dim was written out to be of size 1, as by ``keepdim=True``, and nobody knows which."""
    return value.explicit_one and (value.shape is None or 1 not in value.shape)


_ANY_RANK = (Family.POINTWISE, Family.ARITHMETIC, Family.CONVERSION, Family.PHI)


def _is_contiguous(value: Value, depth: int = 24) -> bool:
    """Whether a tensor, of whatever rank, is known to be contiguous."""
    if not isinstance(value, Tensor) or depth <= 0:
        return False
    origin = value.origin
    if origin is None:
        return True
    contiguity = origin.signature.contiguity
    if contiguity is Contiguity.OF_CONTIGUOUS or origin.formula is Formula.WHERE:
        return all(_is_contiguous(part, depth - 1) for part in _tensors(origin))
    if (value.rank is None and origin.signature.family in _ANY_RANK) or origin.signature is ROW:
        return contiguity is Contiguity.CONTIGUOUS or all(_is_contiguous(part, depth - 1) for part in _tensors(origin))
    order = order_of(value, 4 if value.rank is None else value.rank, depth - 1)
    return order is not None and list(_places(order)) == sorted(_places(order))


def _tensors(operation: Operation) -> Iterator[Value]:
    """The tensors that an operation works on, also those in its list."""
    for value in operation.operands.values():
        if isinstance(value, Sequence) and any(isinstance(part, Tensor) for part in value.parts()):
            yield from value.parts()
        elif isinstance(value, Tensor):
            yield value


def _places(order: Order) -> Iterator[int]:
    return (place for place in order if place is not None)


def _reindexed(operation: Operation, rank: int, depth: int) -> Order | None:
    """The order of what has a dim more or less than the tensor it is a view of."""
    source, formula = operation.operand(), operation.formula
    axes = transfer.axes_of(operation.operands.get("dim", Number("int", 0)))
    if formula is Formula.UNSQUEEZE:
        below = order_of(source, rank - 1, depth - 1)
        axis = axes[0] if axes else rank
        if below is None or not -rank <= axis < rank:
            return None
        return (*below[: axis % rank], None, *below[axis % rank :])
    if formula is Formula.SUBSCRIPT:
        return _indexed(operation, rank, depth)
    if formula is Formula.SQUEEZE and (
        not operation.given("dim") or (isinstance(source, Tensor) and source.rank == rank)
    ):
        return None
    if not axes:
        return None
    above = rank + len(axes)
    below = order_of(source, above, depth - 1)
    if below is None or any(not -above <= axis < above for axis in axes):
        return None
    gone = {axis % above for axis in axes}
    return tuple(place for axis, place in enumerate(below) if axis not in gone)


def _indexed(operation: Operation, rank: int, depth: int) -> Order | None:
    """The order of ``x[0]``, ``x[:, None]``, ``x[..., 1:]``; a list or tensor as an index makes a copy."""
    parts = operation.index_parts
    numbers = sum(isinstance(part, Number) and part.type != BOOL for part in parts)
    inserted = sum(part is NONE for part in parts)
    slices = sum(isinstance(part, Sequence) and part.type is SequenceType.SLICE for part in parts)
    ellipses = sum(part.kind == "other" for part in parts)
    above = rank - inserted + numbers
    below = order_of(operation.operand(), above, depth - 1)
    if below is None or numbers + inserted + slices + ellipses != len(parts) or numbers + slices > above:
        return None
    result: list[int | None] = []
    axis = 0
    for part in parts:
        if part is NONE:
            result.append(None)
        elif part.kind == "other":
            rest = above - numbers - slices
            result += below[axis : axis + rest]
            axis += rest
        else:
            result += below[axis : axis + 1] if isinstance(part, Sequence) else ()
            axis += 1
    return (*result, *below[axis:])


def _of_elementwise(operation: Operation, rank: int, depth: int) -> Order | None:
    """The order of an elementwise result: that of the first operand that is not broadcast."""
    found: list[Order | None] = []
    for name, value in operation.operands.items():
        if isinstance(value, Number) or (isinstance(value, Tensor) and value.rank is not None and value.rank < rank):
            continue
        if not isinstance(value, Tensor):
            return None
        found.append(order_of(value, rank, depth - 1))
        full = value.shape is not None and 1 not in value.shape
        if operation.signature.family is Family.ARITHMETIC and name == "input" and (full or not value.explicit_one):
            break
    return found[0] if found and len(set(found)) == 1 else None


# --- views -----------------------------------------------------------------------------------------------------------


class _Span:
    """The number of elements in some dims: a number times sizes that are not known."""

    def __init__(self, dims: tuple[Dim, ...]) -> None:
        self.known = all(dim is not None and dim != -1 for dim in dims)
        self.number = 1
        self.symbols: list[Symbol] = []
        for dim in dims:
            if isinstance(dim, int):
                self.number *= dim
            elif dim is not None:
                self.symbols.append(dim)

    def differs(self, other: _Span) -> bool:
        """Whether two spans are certainly not the same number, for sizes above 1."""
        if not (self.known and other.known):
            return False
        mine, others = list(self.symbols), list(other.symbols)
        for symbol in self.symbols:
            if symbol in others:
                mine.remove(symbol)
                others.remove(symbol)
        if not mine and not others:
            return self.number != other.number
        if mine and others:  # two sizes of one tensor are two numbers
            pair = len(mine) == len(others) == 1 and mine[0].owner is others[0].owner is not None
            return pair and self.number == other.number
        small, large = (other, self) if mine else (self, other)
        return small.number % large.number != 0 or small.number == large.number


def cannot_view(shape: tuple[Dim, ...], order: Order, target: tuple[Dim, ...]) -> bool:
    """Whether a view of that shape certainly raises, where the sizes that are not known are above 1.

    A dim of the view must stay within dims that follow each other in memory.  So every place where they do not must be
    a place where the view has a border too.

    >>> cannot_view((2, 3, 4), (0, 2, 1), (2, 12)), cannot_view((2, 3, 4), (0, 2, 1), (2, 3, 2, 2))
    (True, False)
    """
    dims = [(size, place) for size, place in zip(shape, order, strict=True) if place is not None and size != 1]
    if any(size == 0 for size, _ in dims):
        return False
    sizes = tuple(size for size, _ in dims)
    places = sorted(place for _, place in dims)
    follows = dict(itertools.pairwise(places))
    cuts = [at for at in range(1, len(dims)) if follows.get(dims[at - 1][1]) != dims[at][1]]
    wanted = tuple(size for size in target if size != 1)
    at = 1
    for cut in cuts:
        before, after = _Span(sizes[:cut]), _Span(sizes[cut:])
        while at < len(wanted) and (before.differs(_Span(wanted[:at])) or after.differs(_Span(wanted[at:]))):
            at += 1
        if at >= len(wanted):
            return True
        at += 1
    return False


def as_viewed(inference: Inference, view: Operation, shape: tuple[Dim, ...]) -> tuple[Dim, ...]:
    """A shape, with 1 for the sizes that a view leaves out, as it must keep the number of entries.

    Not where it may make up for them, by ``-1`` or a size that is not one of the tensor.

    >>> p = program("b, c, t = x.shape", "y = x.transpose(1, 2).view(b, t)")
    >>> view = p.operation("x.transpose(1, 2).view(b, t)")
    >>> [size == 1 for size in as_viewed(p.inference, view, view.operand().shape)]
    [False, False, True]
    """
    named: set[Symbol] = set()
    parts = [argument.value for argument in view.node.args] if type(view.node) is cst.Call else []
    for part in parts:
        if isinstance(part, cst.Tuple | cst.List):
            parts += [element.value for element in part.elements]
        elif type(part) is cst.BinaryOperation and type(part.operator) is cst.Multiply:
            parts += [part.left, part.right]
        else:
            value = inference.value(part)
            if isinstance(value, Number) and value.size is not None and value.size in shape:
                named.add(value.size)
            elif not isinstance(value, Number) or not isinstance(value.number, int) or value.number < 0:
                return shape
    return tuple(1 if isinstance(size, Symbol) and named and size not in named else size for size in shape)


def is_made_contiguous(value: Value) -> bool:
    """Whether a value is ``x if x.is_contiguous() else x.contiguous()``, however that is spelled.

    >>> is_made_contiguous(value("x if x.is_contiguous() else x.contiguous()"))
    True
    """
    origin = value.origin
    branches = list(origin.tensors()) if origin is not None and origin.signature is PHI else []
    return any(
        made.origin is not None
        and _makes_contiguous(made.origin)
        and any(made.origin.operand().identity is other.identity for other in branches)
        for made in branches
    )


def _makes_contiguous(operation: Operation) -> bool:
    """``contiguous``, ``clone`` and ``reshape``, which copies where it has to."""
    signature = operation.signature
    return signature.formula in (Formula.CONTIGUOUS, Formula.CLONE) or (
        signature.formula is Formula.RESHAPE and signature.may_share
    )


def transposition_of(value: Value) -> Operation | None:
    """The nearest operation that moved the dims of a tensor apart in memory.

    >>> transposition_of(value("x.transpose(1, 2)[0]")).name
    'transpose'
    """
    for _ in range(24):
        origin = value.origin
        if origin is None or origin.signature.contiguity is Contiguity.TRANSPOSES:
            return origin
        following = [part for part in _tensors(origin) if isinstance(part, Tensor)]
        if not following:
            return None
        value = following[0]
    return None
