"""How large a value may grow, whatever the program says: the one place that decides it.

Beyond a limit a value loses detail, never what it is: a list keeps only what any of its items is, a number its type,
a tensor its dtype and its device.  So a few lines that double a list again and again make no more work than others.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from .base import Dim, Shape, Value

# Items of one list, dict or shape that are each known.
ITEMS = 64
# Dims of a tensor.  Source: torch's TensorIterator takes no more than 64.
DIMS = 64
# Items of a list with all items of the lists in it, each counted as often as it stands there.
SIZE = 1024
# Layers of an ``nn.Sequential`` with those of the ones in it: each call of it runs all of them.
LAYERS = 128
# Arguments that ``functools.partial`` binds.
ARGUMENTS = 64
# Sizes and other integers: a range between any two of them has a length that Python can count.
INTEGER = 2**62
# Characters of a string whose text is known, of a dotted name, of an annotation written as a string.
TEXT = 200
# Links in a path such as ``self.encoder.layers[0].weight``.
LINKS = 32
# Values that one name may have, at different places of a class, that are told apart.
ALTERNATIVES = 16
# Base classes within the file that are looked through for a method.
ANCESTORS = 64
# Tensors that a shape is broadcast from.
BROADCAST = 64
# Pairs of values that are compared to find out whether two are the same.
PAIRS = 400

Item = TypeVar("Item")


def fits(count: int) -> bool:
    """Whether so many items can each be known."""
    return 0 <= count <= ITEMS


def repeated(items: list[Item], times: int) -> list[Item] | None:
    """``items * times``; None where that is too many."""
    if not items or times <= 0:
        return []
    return items * times if fits(len(items) * times) else None


def number(value: int | float | bool | None) -> int | float | bool | None:
    """A number, None where it is an integer too large to count with."""
    if type(value) is int and not -INTEGER < value < INTEGER:
        return None
    return value


def text(value: str | None) -> str | None:
    """A text, None where it is too long."""
    return None if value is None or len(value) > TEXT else value


def shape(dims: Shape) -> Shape:
    """A shape, None where it has too many dims; a size that is too large to count with is unknown."""
    if dims is None or len(dims) > DIMS:
        return None
    for dim in dims:
        if type(dim) is int and not -INTEGER < dim < INTEGER:
            return tuple(map(_size, dims))
    return dims


def _size(dim: Dim) -> Dim:
    return None if type(dim) is int and not -INTEGER < dim < INTEGER else dim


def total(values: Iterable[Value]) -> int:
    """How large a value is that holds these."""
    size = 1
    for value in values:
        size += value.weight
    return size
