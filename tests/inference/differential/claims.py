"""What the values of a program's expressions claim, each by itself and in common with others.

A claim of one value is compared with the object that an evaluation gives (``tests.inference.truth``).  A relation says
that several expressions have something in common: they are one tensor, have one shape, share a size, are equal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from enum import Enum

import libcst as cst
import torch

from tests.inference.differential.api import (
    UNKNOWN,
    Number,
    Sequence,
    SequenceType,
    Symbol,
    Tensor,
    Text,
    Value,
    reaches,
    same,
    shape_identity,
)
from tests.inference.truth import contradictions

_DEPTH = 2
_REACH = 120


class Relation(Enum):
    """What expressions may have in common."""

    OBJECT = "one tensor"
    SHAPE = "one shape"
    SIZE = "one size"
    EQUAL = "equal values"


Fact = Callable[[object], object]
Key = tuple[Relation, object]


def objections(value: Value, real: object) -> list[str]:
    """Every fact of a value that is not true of the object that one evaluation gave.

    Two conventions are no falsehoods: what is not None on one path keeps its facts where it may be None, and a value
    that is a tensor by convention (``certain=False``) may be anything.
    """
    return list(contradictions(_claimed(value, real), real))


def _claimed(value: Value, real: object) -> Value:
    """What of a value is a fact by these conventions."""
    if real is None and not isinstance(value, Number | Text):
        return UNKNOWN
    if isinstance(value, Tensor):
        if not value.certain:
            return UNKNOWN
        return value.refined(grad=None, leaf=False) if value.grad is True and not _is_definite(value) else value
    if isinstance(value, Sequence) and isinstance(real, list | tuple | dict):
        parts = list(real.values()) if isinstance(real, dict) else real
        if value.items is not None and len(value.items) == len(parts):
            items = [_claimed(item, part) for item, part in zip(value.items, parts, strict=True)]
            return Sequence(value.type, items)
        if value.items is None and value.element is not None:
            if any(part is None for part in parts):
                return Sequence(value.type)
            return Sequence(value.type, element=_claimed(value.element, MISSING))
    return value


def _is_definite(tensor: Tensor) -> bool:
    """Whether ``grad=True`` holds on every path: no branches meet in it of which one has no graph.

    At the head of a loop they always may: what is noted there is of the first iterations, as later ones claim the same.
    """
    parts = list(reaches(tensor, _REACH))
    if len(parts) > _REACH:
        return False  # where not all of them were looked at
    for part in parts:
        origin = part.origin
        if origin is not None and origin.name == "phi":
            if isinstance(origin.node, cst.For | cst.While):
                return False
            if any(getattr(operand, "grad", None) is not True for operand in origin.operands.values()):
                return False
        if isinstance(part, Sequence) and part.items is None:
            return False
    return True


def related(values: list[Value]) -> list[list[tuple[Key, Fact]]]:
    """For each expression's value what it has in common with others, and how that is read from the real object."""
    relations = _Relations()
    found = [list(relations.of(value)) for value in values]
    for position, number in _equal(values):
        found[position].append(((Relation.EQUAL, number), _content(values[position])))
    counts = Counter(key for facts in found for key, _ in facts)
    return [[(key, fact) for key, fact in facts if counts[key] > 1] for facts in found]


class _Relations:
    """What values have in common with others by what they are, each found once."""

    def __init__(self) -> None:
        self.found: dict[int, list[tuple[Key, Fact]]] = {}

    def of(self, value: Value) -> list[tuple[Key, Fact]]:
        """The relations of one value."""
        found = self.found.get(id(value))
        if found is None:
            found = self.found[id(value)] = list(self.facts(value, ()))
        return found

    def facts(self, value: Value, path: tuple[int, ...]) -> Iterator[tuple[Key, Fact]]:
        if isinstance(value, Tensor) and value.certain:
            yield (Relation.OBJECT, value.identity), _part(path)
            yield (Relation.SHAPE, shape_identity(value)), _shape(path)
            for axis, dim in enumerate(value.shape or ()):
                if isinstance(dim, Symbol):
                    yield (Relation.SIZE, dim), _size(path, axis)
        elif isinstance(value, Number) and value.size is not None:
            yield (Relation.SIZE, value.size), _part(path)
        elif (
            isinstance(value, Sequence)
            and value.items is not None
            and len(path) < _DEPTH
            and value.type is not SequenceType.DICT
        ):
            for position, item in enumerate(value.items):
                yield from self.facts(item, (*path, position))


def _equal(values: list[Value]) -> Iterator[tuple[int, int]]:
    """The expressions whose values are certainly equal although no one object, each with the number of its class."""
    classes: dict[str, list[tuple[Value, int]]] = {}
    count = 0
    for position, value in enumerate(values):
        origin = value.origin
        if not isinstance(value, Tensor) or not value.certain or origin is None or origin.name == "phi":
            continue
        known = classes.setdefault(origin.name, [])
        number = next((number for other, number in known if same(value, other)), None)
        if number is None:
            number = count
            count += 1
        if not any(other is value for other, _ in known):
            known.append((value, number))
        yield position, number


class Missing:
    """What stands for a part that the object does not have."""


MISSING = Missing()


def _reached(real: object, path: tuple[int, ...]) -> object:
    for position in path:
        if not isinstance(real, list | tuple) or position >= len(real):
            return MISSING
        real = real[position]
    return real


def _part(path: tuple[int, ...]) -> Fact:
    return lambda real: _reached(real, path)


def _shape(path: tuple[int, ...]) -> Fact:
    def shape(real: object) -> object:
        part = _reached(real, path)
        return tuple(part.shape) if isinstance(part, torch.Tensor) else MISSING

    return shape


def _size(path: tuple[int, ...], axis: int) -> Fact:
    def size(real: object) -> object:
        part = _reached(real, path)
        return part.shape[axis] if isinstance(part, torch.Tensor) and axis < part.dim() else MISSING

    return size


def _content(value: Value) -> Fact:
    def content(real: object) -> object:
        if not isinstance(real, torch.Tensor):
            return MISSING
        plain = real.detach().clone()  # what NumPy has seen of a storage, torch does not resize
        return value.identity, plain.dtype, tuple(plain.shape), plain.numpy(force=True).tobytes()

    return content


def agree(relation: Relation, one: object, other: object) -> bool:
    """Whether what was read of two expressions fits their relation."""
    if one is MISSING or other is MISSING:
        return True
    if relation is Relation.OBJECT:
        return one is other or not isinstance(one, torch.Tensor) or not isinstance(other, torch.Tensor)
    if relation is Relation.EQUAL and isinstance(one, tuple) and isinstance(other, tuple):
        return one[0] is other[0] or one[1:] == other[1:]  # one tensor may hold other values later
    return one == other
