"""Notes on what becomes of a value: read as a number, printed, returned, back-propagated."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from ..knowledge.columns import Family, Formula
from ..knowledge.python_operations import CALL
from .base import UNKNOWN, Unknown, Use, Value
from .operation import Operation
from .python import Number, Sequence
from .tensor import Tensor

# Families whose operations make one number of one number.
PASSES_SCALARS: Final = frozenset(
    {
        Family.ARITHMETIC,
        Family.POINTWISE,
        Family.COMPARISON,
        Family.CONVERSION,
        Family.COPY,
        Family.PHI,
        Family.JOINING,
        Family.EXTRACTION,
        Family.WHERE,
        Family.VIEW,
    }
)
# So many factors of a weight are looked at.
_FACTORS: Final = 4


def consume(value: Value, use: Use) -> None:
    """Note that a value is used as ``use`` here and in the 0-d parts that make it."""
    _mark(value, use, 64, _passes_scalars)


def consume_returned(value: Value) -> None:
    """Note that a value leaves the function."""
    consume(value, Use.RETURNED)


def consume_deeply(value: Value, use: Use) -> None:
    """Note a use on a value and on everything it is computed from, as ``backward`` does.

    What a tensor is made of never changes, so nothing is noted twice behind a tensor: a hundred losses of one network
    are no more work than their own operations.
    """
    _mark(value, use, 2000, _carries_graph, Use.NOTED_DEEPLY)


def _passes_scalars(operation: Operation) -> bool:
    return operation.signature.family in PASSES_SCALARS


def _carries_graph(operation: Operation) -> bool:
    return operation.formula is not Formula.DETACH and operation.signature.family is not Family.EXTRACTION


def _mark(value: Value, use: Use, limit: int, passes: Callable[[Operation], bool], through: Use | None = None) -> None:
    origin = value.origin
    if through is None and (origin is None or not passes(origin)) and not isinstance(value, Sequence):
        if value is not UNKNOWN and value.identity is not None:  # made of nothing that the use would reach
            value.identity.uses.add(use)
        return
    queue = [value]
    seen: set[int] = set()
    for current in queue:
        if id(current) in seen or current is UNKNOWN:
            continue
        if len(seen) > limit:
            break
        seen.add(id(current))
        identity = current.identity
        if identity is not None:
            identity.uses.add(use)
            if through is not None and type(current) is Tensor:
                if through in identity.uses:
                    continue
                identity.uses.add(through)
        if isinstance(current, Sequence):
            queue.extend(current.parts())
        origin = current.origin
        if origin is not None and passes(origin):
            queue.extend(_losses(origin) if use is Use.LOSS else _parts_with_graph(origin))


def _parts_with_graph(operation: Operation) -> Iterable[Value]:
    """What of an operation's operands a graph may lead to: of a product not what may be a number that scales the rest.

    The reward in ``-log_prob * reward`` and the weight in ``self.weight * loss`` are mostly numbers.
    """
    parts = list(operation.operands.values())
    if operation.formula not in (Formula.MULTIPLY, Formula.DIVIDE) or sum(map(_may_carry, parts)) < 2:
        return parts
    return [part for part in parts if type(part) is not Unknown or _is_result(part)]


def _may_carry(value: Value) -> bool:
    return type(value) is Unknown or (isinstance(value, Tensor) and value.grad is not False)


def _is_result(value: Unknown) -> bool:
    """Whether a value is what a function gives that nobody knows."""
    return value.origin is not None and value.origin.signature is CALL


def _losses(operation: Operation) -> Iterable[Value]:
    """The operands that may be losses where the result is one, and not only scale others."""
    first, second = operation.operand(), operation.operand("other")
    # An unknown divisor is a number of steps or rows, hardly another loss.
    if operation.formula is Formula.DIVIDE and type(second) is Unknown:
        return [first]
    if operation.formula is Formula.MULTIPLY and _is_given(first) is not _is_given(second):
        return [second if _is_given(first) else first]
    return operation.operands.values()


def _is_given(value: Value) -> bool:
    """Whether a value comes from outside the function, at first: a weight that loops raise beside what they compute."""
    for _ in range(_FACTORS):
        origin = value.origin
        if origin is None or type(value) is Tensor:
            return type(value) is not Tensor
        if origin.signature.family is Family.PHI:
            return any(part.origin is None for part in origin.operands.values())
        if origin.signature.family is not Family.ARITHMETIC:
            return False
        first = origin.operand()
        value = origin.operand("other") if type(first) is Number else first
    return False
