"""Python's own objects: numbers, strings, sequences and names from outside the file."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import TYPE_CHECKING

from ..knowledge.kinds import INT
from . import limits
from .base import NONE, Identity, NotTensor, Symbol, Unknown, Value

if TYPE_CHECKING:
    from .operation import Operation


class Number(Value):
    """A Python number or bool: its type, its value where literal, the size it stands for where symbolic."""

    __slots__ = ("number", "size", "type")
    kind = "number"

    def __init__(
        self,
        type: str | None = None,
        number: int | float | bool | None = None,
        size: Symbol | None = None,
        origin: Operation | None = None,
    ) -> None:
        self.origin = origin
        self.type = type
        self.number = limits.number(number)
        self.size = size

    def __repr__(self) -> str:
        return f"{self.type or 'number'}{'' if self.number is None else f'={self.number}'}"

    @property
    def dim(self) -> int | Symbol | None:
        """This number as a size of a tensor."""
        if self.size is not None:
            return self.size
        if self.type == INT and isinstance(self.number, int):
            return self.number
        return None


class Text(Value):
    """A Python string, with its value where literal."""

    __slots__ = ("text",)
    kind = "str"

    def __init__(self, text: str | None = None) -> None:
        self.origin = None
        self.text = limits.text(text)


class SequenceType(Enum):
    """What a Sequence is in the program; a ``shape`` is ``x.shape``, an ``index`` what stands between brackets."""

    LIST = "list"
    TUPLE = "tuple"
    SET = "set"
    FROZENSET = "frozenset"
    DICT = "dict"
    GENERATOR = "generator"
    RANGE = "range"
    VIEW = "view"
    SHAPE = "shape"
    SLICE = "slice"
    INDEX = "index"


BUILTIN_SEQUENCES: Mapping[str, SequenceType] = {
    "list": SequenceType.LIST,
    "tuple": SequenceType.TUPLE,
    "set": SequenceType.SET,
    "frozenset": SequenceType.FROZENSET,
    "dict": SequenceType.DICT,
}
"""Those of Python's own names that make one."""


class Sequence(Value):
    """A list, tuple, set, dict, shape or other iterable: its items where each is known, else what any item is.

    ``tail`` is the last item, where only that one is known.  Too many items are not kept: `listed` says what they are.
    """

    __slots__ = ("_held", "_identity", "element", "items", "keys", "tail", "type", "weight")
    kind = "sequence"

    def __init__(
        self,
        type: SequenceType,
        items: list[Value] | None = None,
        element: Value | None = None,
        origin: Operation | None = None,
        identity: Identity | None = None,
        keys: list[Value] | None = None,
        tail: Value | None = None,
    ) -> None:
        self.origin = origin
        self.type = type
        weight = 1
        if items is not None:
            weight = limits.total(items)
            if weight > limits.SIZE or len(items) > limits.ITEMS:
                tail = items[-1]
                items = keys = None
                weight = 1
        if items is None and element is not None:
            weight += element.weight
            if weight > limits.SIZE:
                element, weight = None, 1
        self.weight = weight
        self.items = items
        self.tail = tail
        self.element = element
        self.keys = keys
        self._identity = identity  # most are never asked for it
        self._held: frozenset[str] | None = None

    def __repr__(self) -> str:
        return f"{self.type.value}[{self.items if self.items is not None else self.element}]"

    @property
    def identity(self) -> Identity:
        found = self._identity
        if found is None:
            found = self._identity = Identity()
        return found

    @property
    def is_shape(self) -> bool:
        """Whether it is the shape of a tensor, ``x.shape``; ``origin`` is the reading of it."""
        return self.type is SequenceType.SHAPE

    @property
    def is_range(self) -> bool:
        """Whether it is ``range(n)``; ``origin`` is the call of it."""
        return self.type is SequenceType.RANGE

    @property
    def held(self) -> frozenset[str]:
        """The kinds of values in it, and in the lists in it; worked out when first asked for."""
        if self._held is None:
            found: set[str] = set()
            for part in self.parts():
                found.add(part.kind)
                if type(part) is Sequence:
                    found |= part.held
            self._held = frozenset(found)
        return self._held

    def learnt(self, items: list[Value] | None, element: Value | None) -> Sequence:
        """The same list with more known of what is in it."""
        return Sequence(self.type, items, element, self.origin, self.identity, self.keys, self.tail)

    def parts(self) -> list[Value]:
        """All values known to be in the sequence."""
        if self.items is not None:
            return self.items
        return [] if self.element is None else [self.element]


class Reference(Value):
    """A dotted name from outside the file: ``torch.nn.functional.softmax``, ``numpy``, ``argparse.Namespace``."""

    __slots__ = ("name",)
    kind = "reference"

    def __init__(self, name: str) -> None:
        self.origin = None
        self.name = name

    def __repr__(self) -> str:
        return self.name


ELLIPSIS = NotTensor()


def parts_of_index(index: Value) -> list[Value]:
    """The parts of an index: one for each that stands between commas."""
    return (
        index.items
        if isinstance(index, Sequence) and index.type in (SequenceType.INDEX, SequenceType.TUPLE)
        else [index]
    ) or []


def slice_of(bounds: list[Value]) -> Sequence:
    """A slice by its three bounds, which it always has: what is a list, and so no bound, is unknown."""
    return Sequence(SequenceType.SLICE, [Unknown() if isinstance(bound, Sequence) else bound for bound in bounds])


def is_slice(value: Value) -> bool:
    """Whether a value is a slice, which is none of Python's containers."""
    return isinstance(value, Sequence) and value.type is SequenceType.SLICE


def is_full_slice(part: Value) -> bool:
    """Whether one part of a subscript is ``:``."""
    return (
        isinstance(part, Sequence)
        and part.type is SequenceType.SLICE
        and all(bound is NONE for bound in part.items or [])
    )


def last_of(value: Value) -> Value | None:
    """The last item of a list, where it is known."""
    if not isinstance(value, Sequence):
        return None
    return value.items[-1] if value.items else value.tail
