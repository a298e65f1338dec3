"""What an index says of the entries that a loop gathers with it, one of each row."""

from __future__ import annotations

from ..knowledge.columns import Family, Formula
from ..knowledge.kinds import INT
from ..values import Number, Tensor, Value


def moved_index(chosen: Value) -> Tensor | None:
    """What an index counts from: ``lengths[i]`` of ``lengths[i] - 1``, the last step of a sequence.

    >>> moved_index(value("x[0] - 1")) is None, moved_index(value("x[0] * 2")) is None
    (False, True)
    """
    origin = chosen.origin if isinstance(chosen, Tensor) else None
    if origin is None or origin.formula not in (Formula.ADD, Formula.SUBTRACT):
        return None
    sides = (origin.operand(), origin.operand("other"))
    tensors = [side for side in sides if isinstance(side, Tensor)]
    return tensors[0] if len(tensors) == 1 and any(isinstance(side, Number) for side in sides) else None


def picks_integers(chosen: Value, indices: Value) -> bool:
    """Whether an index is known to hold integers, or to be an entry of a vector, and so to be no mask of a row.

    >>> vector = value("torch.arange(4)")
    >>> picks_integers(vector, vector), picks_integers(value("x[0]"), value("x"))
    (True, False)
    """
    return (isinstance(indices, Tensor) and indices.rank == 1) or _holds_integers(indices) or _holds_integers(chosen)


def _holds_integers(index: Value, depth: int = 8) -> bool:
    """Whether an index is of integers: known to be, or computed with some, since none can be of other numbers."""
    if not isinstance(index, Tensor):
        return isinstance(index, Number) and index.type == INT
    origin = index.origin if depth else None
    if index.category is not None or origin is None:
        return index.category == INT
    if origin.formula is Formula.SUBSCRIPT_WRITE:
        return _holds_integers(origin.operand(), depth - 1)
    computed = origin.signature.family is Family.ARITHMETIC
    return computed and any(_holds_integers(operand, depth - 1) for operand in origin.operands.values())
