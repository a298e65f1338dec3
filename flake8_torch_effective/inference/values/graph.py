"""Questions about the graph of values: whether two are the same, and what one is made of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from . import limits
from .base import UNKNOWN, Value
from .operation import Operation
from .python import Number, Sequence, SequenceType, Text
from .tensor import Dtype, Tensor


def same(a: Value, b: Value, depth: int = 12, found: set[tuple[int, int]] | None = None) -> bool:
    """Whether two values are certainly equal at run time.

    Either one object, or results of the same deterministic operation on operands that are the same.  ``found`` are the
    pairs that this very question has shown to be the same: what two values share many times is compared once.
    """
    if a is b:
        return a is not UNKNOWN
    if isinstance(a, Number) and isinstance(b, Number):
        if a.number is not None or b.number is not None:
            return a.number == b.number
        if a.size is not None:
            return a.size is b.size
    elif isinstance(a, Text) and isinstance(b, Text):
        return a.text is not None and a.text == b.text
    elif isinstance(a, Dtype) and isinstance(b, Dtype):
        return a.name is not None and a.name == b.name
    elif isinstance(a, Sequence) and isinstance(b, Sequence) and a.items is not None and b.items is not None:
        if len(a.items) == len(b.items) and a.items:
            found = set() if found is None else found
            return _all_same(a, b, zip(a.items, b.items, strict=True), depth, found)
    if isinstance(a, Sequence) is not isinstance(b, Sequence):  # a shape, and a size out of it
        return False
    if isinstance(a, Sequence) and a.type in _CHANGEABLE:
        return False
    identity = a.identity
    if identity is not None and identity is b.identity:
        return True
    if isinstance(a, Tensor) and isinstance(b, Tensor) and (a.parameter or b.parameter):
        return False  # two parameters that start out equal
    first, second = a.origin, b.origin
    if first is None or second is None or depth <= 0 or first.name != second.name:
        return False
    if isinstance(first.result, Sequence):  # one of several results, and which is not known
        return False
    if first is second:
        return identity is None  # several objects of one operation are different rows, pieces or items
    if not first.signature.repeatable:
        return False
    operands, others = first.operands, second.operands
    if operands.keys() != others.keys():
        return False
    found = set() if found is None else found
    return _all_same(a, b, ((value, others[name]) for name, value in operands.items()), depth, found)


def _all_same(
    a: Value, b: Value, parts: Iterable[tuple[Value, Value]], depth: int, found: set[tuple[int, int]]
) -> bool:
    pair = (id(a), id(b))
    if pair in found:
        return True
    if len(found) > limits.PAIRS or not all(same(x, y, depth - 1, found) for x, y in parts):
        return False
    found.add(pair)
    return True


# Two states of one list are not equal.
_CHANGEABLE = frozenset({SequenceType.LIST, SequenceType.DICT, SequenceType.SET})


def origins(value: Value, limit: int = 200) -> Iterator[Operation]:
    """All operations a value is made of, nearest first, through names, loops and the lists that hold its parts."""
    for made in reaches(value, limit):
        if made.origin is not None:
            yield made.origin


def reaches(value: Value, limit: int = 400) -> Iterator[Value]:
    """The value and all values it is computed from."""
    seen: set[int] = set()
    queue: list[Value] = [value]
    for current in queue:
        if id(current) in seen or len(seen) > limit:
            continue
        seen.add(id(current))
        yield current
        if isinstance(current, Sequence):
            queue.extend(current.parts())
        if current.origin is not None:
            queue.extend(current.origin.operands.values())
