"""What a list or a dict holds after it was changed: the same list, with other items."""

from __future__ import annotations

from collections.abc import Callable

import libcst as cst

from .base import NONE, Unknown, Value
from .lattice import another, join_all
from .python import Number, Reference, Sequence, SequenceType, Text
from .tensor import Dtype

_Changed = tuple[Sequence, Value]


def key_of(value: Value) -> object:
    """What a key of a dict is, comparable with other keys; None where that is not known."""
    if isinstance(value, Text):
        return value.text
    if isinstance(value, Number):
        return value.number
    return value.name if isinstance(value, (Dtype, Reference)) else None


def have_one_place_each(keys: list[Value]) -> bool:
    """Whether the keys of a dict are certainly different, so that it has as many items."""
    known = [key_of(key) for key in keys]
    return len(keys) < 2 or (None not in known and len(set(known)) == len(known))


def holding(sequence: Sequence, items: list[Value], keys: list[Value] | None = None) -> Sequence:
    """The list with these items from here on."""
    return Sequence(sequence.type, items, origin=sequence.origin, identity=sequence.identity, keys=keys)


def loosened(sequence: Sequence, added: list[Value], node: cst.CSTNode | None, tail: Value | None = None) -> Sequence:
    """The list of which is only known that any item is one of those that it had or one of the added.

    Of a list or dict that came with items of which nothing is known, nothing is known afterwards.
    """
    unknown = sequence.items is None and sequence.element is None
    element = None if unknown else join_all([*sequence.parts(), *added], node)
    return Sequence(sequence.type, element=element, identity=sequence.identity, origin=sequence.origin, tail=tail)


def with_item(sequence: Sequence, index: Value, value: Value, node: cst.CSTNode) -> Sequence:
    """The list or dict after ``sequence[index] = value``."""
    items = sequence.items
    if sequence.type is SequenceType.DICT:
        keys = sequence.keys
        if items is not None and (keys is not None or not items):
            keys = keys or []
            place = _place_of(keys, index)
            if place is not None:
                return holding(
                    sequence, [*items[:place], value, *items[place + 1 :]], [*keys[:place], index, *keys[place + 1 :]]
                )
        return loosened(sequence, [value], node)
    number = _integer(index)
    if items is not None and number is not None and -len(items) <= number < len(items):
        place = number % len(items)
        return holding(sequence, [*items[:place], value, *items[place + 1 :]])
    if number is None and isinstance(index, Sequence):
        return loosened(sequence, _parts(value), node)
    return loosened(sequence, [value], node)


def without_item(sequence: Sequence, index: Value, node: cst.CSTNode) -> Sequence:
    """The list or dict after ``del sequence[index]``."""
    items = sequence.items
    if items is not None and sequence.type is SequenceType.DICT:
        keys = sequence.keys
        place = None if keys is None else _place_of(keys, index)
        if keys is not None and place is not None and place < len(items):
            return holding(sequence, [*items[:place], *items[place + 1 :]], [*keys[:place], *keys[place + 1 :]])
    elif items is not None:
        number = _integer(index)
        if number is not None and -len(items) <= number < len(items):
            place = number % len(items)
            return holding(sequence, [*items[:place], *items[place + 1 :]])
    return loosened(sequence, [], node)


def _place_of(keys: list[Value], key: Value) -> int | None:
    """Where a key stands, one behind the last where it is new; None where that is not known."""
    wanted = key_of(key)
    known = [key_of(one) for one in keys]
    if wanted is None or None in known:
        return None
    return known.index(wanted) if wanted in known else len(known)


def _parts(value: Value) -> list[Value]:
    return value.parts() if isinstance(value, Sequence) else [Unknown()]


def _integer(value: Value) -> int | None:
    number: object = value.number if isinstance(value, Number) else None
    return number if isinstance(number, int) else None


def _popped(sequence: Sequence, arguments: list[Value], node: cst.CSTNode) -> _Changed:
    any_item = another(join_all([*sequence.parts(), *arguments[1:]], node) or Unknown())
    if sequence.type is SequenceType.DICT:
        return without_item(sequence, arguments[0] if arguments else NONE, node), any_item
    index = arguments[0] if arguments else Number("int", -1)
    items, number = sequence.items, _integer(index)
    if items is not None and number is not None and -len(items) <= number < len(items):
        any_item = items[number]
    return without_item(sequence, index, node), any_item


def _popped_first(sequence: Sequence, arguments: list[Value], node: cst.CSTNode) -> _Changed:
    return _popped(sequence, [Number("int", 0)], node)


def _cleared(sequence: Sequence, arguments: list[Value], node: cst.CSTNode) -> _Changed:
    return holding(sequence, [], [] if sequence.type is SequenceType.DICT else None), NONE


def _reversed(sequence: Sequence, arguments: list[Value], node: cst.CSTNode) -> _Changed:
    changed = loosened(sequence, [], node) if sequence.items is None else holding(sequence, sequence.items[::-1])
    return changed, NONE


def _inserted(sequence: Sequence, arguments: list[Value], node: cst.CSTNode) -> _Changed:
    number = _integer(arguments[0]) if arguments else None
    if sequence.items is None or number is None or len(arguments) != 2:
        return loosened(sequence, arguments[1:], node), NONE
    items = [*sequence.items]
    items.insert(number, arguments[1])
    return holding(sequence, items), NONE


def _put_in_front(sequence: Sequence, arguments: list[Value], node: cst.CSTNode) -> _Changed:
    return _inserted(sequence, [Number("int", 0), *arguments], node)


def _mixed(sequence: Sequence, arguments: list[Value], node: cst.CSTNode) -> _Changed:
    return loosened(sequence, [], node), NONE


def _filled(sequence: Sequence, arguments: list[Value], node: cst.CSTNode) -> _Changed:
    return loosened(sequence, [part for value in arguments for part in _parts(value)], node), NONE


def _with_default(sequence: Sequence, arguments: list[Value], node: cst.CSTNode) -> _Changed:
    changed = loosened(sequence, arguments[1:] or [NONE], node)
    return changed, another(changed.element or Unknown())


def _updated(sequence: Sequence, arguments: list[Value], node: cst.CSTNode) -> _Changed:
    changed = sequence
    for other in arguments:
        if (
            not isinstance(other, Sequence)
            or other.items is None
            or other.keys is None
            or other.type is not SequenceType.DICT
        ):
            is_dict = isinstance(other, Sequence) and other.type is SequenceType.DICT
            changed = loosened(changed, _parts(other) if is_dict else [Unknown()], node)
            continue
        for key, item in zip(other.keys, other.items, strict=False):
            changed = with_item(changed, key, item, node)
    return changed, NONE


def merged(parts: list[tuple[Value | None, Value]], node: cst.CSTNode) -> Sequence:
    """The dict that a display makes of keys with their values, and of whole dicts, which come without a key."""
    made = Sequence(SequenceType.DICT, [], keys=[])
    for key, value in parts:
        made = _updated(made, [value], node)[0] if key is None else with_item(made, key, value, node)
    return made


def _taken_anywhere(sequence: Sequence, arguments: list[Value], node: cst.CSTNode) -> _Changed:
    return loosened(sequence, [], node), Unknown()


# What each method that changes a list or dict makes of it, and what it returns.
CHANGING: dict[str, Callable[[Sequence, list[Value], cst.CSTNode], _Changed]] = {
    "appendleft": _put_in_front,
    "clear": _cleared,
    "discard": _mixed,
    "extendleft": _filled,
    "insert": _inserted,
    "pop": _popped,
    "popitem": _taken_anywhere,
    "popleft": _popped_first,
    "remove": _mixed,
    "reverse": _reversed,
    "rotate": _mixed,
    "setdefault": _with_default,
    "sort": _mixed,
    "update": _updated,
}
