"""The dicts that torch's optimizers are given as groups of parameters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import libcst as cst

from ...syntax.walking import walk
from ..interpreter.inference import Inference, alternatives
from ..knowledge.training import EventKind
from ..values import Identity, Sequence, SequenceType, Tensor, Text, Value
from .event import Event
from .recognition import argument_of

_ROOM = "dicts"
_WORDS = frozenset({"param", "params", "parameter", "parameters"})


@dataclass(frozen=True, slots=True)
class Group:
    """A dict that an optimizer is given as a group, with its keys, all of which are known.

    ``node`` is where it is written, None where that is not found; ``in_call`` whether that is in the optimizer's call.
    ``certain`` is False for one of several dicts that it may be, where branches meet or code may have changed it.

    >>> [group.keys for group in groups_of(program.inference, grouped)]
    [['params', 'lr']]
    """

    value: Sequence
    keys: list[str]
    node: cst.BaseExpression | None
    in_call: bool
    certain: bool

    @property
    def for_parameters(self) -> list[int]:
        """The places of the keys that hold the parameters, as their words or their values say.

        >>> [group.for_parameters for group in groups_of(program.inference, grouped)]
        [[0]]
        """
        return [
            place
            for place, (key, item) in enumerate(zip(self.keys, self.value.items or [], strict=True))
            if key.strip(" _").lower() in _WORDS or _holds_parameters(item)
        ]


def groups_of(inference: Inference, event: Event) -> Iterator[Group]:
    """The groups that an optimizer is built from, or that are added to it, as far as their keys are known.

    >>> [group.in_call for group in groups_of(program.inference, grouped)]
    [True]
    """
    is_group = event.kind is EventKind.ADD_PARAMETERS
    assert type(event.node) is cst.Call
    argument = argument_of(event.node, "param_group" if is_group else "params", 0)
    if argument is None:
        return
    here = {
        value.identity: node
        for node in _written(argument, is_group)
        if isinstance(value := inference.value(node), Sequence) and _writes_dict(node)
    }
    given = inference.value(argument)
    seen: set[Identity] = set()
    for whole in alternatives(given):
        for part in [whole] if is_group else _groups_in(whole):
            for value in alternatives(part):
                keys = _keys(value)
                if keys is None or not isinstance(value, Sequence) or value.identity in seen:
                    continue
                seen.add(value.identity)
                node = here.get(value.identity)
                certain = whole is given and value is part
                yield Group(value, keys, node or _place(inference, value, keys), node is not None, certain)


def _groups_in(value: Value) -> list[Value]:
    """What is in a list of groups; nothing for a dict, of which torch takes the keys."""
    return value.parts() if isinstance(value, Sequence) and value.type is not SequenceType.DICT else []


def _written(argument: cst.BaseExpression, is_group: bool) -> Iterator[cst.BaseExpression]:
    """The dicts that are written in an argument, which is a group itself or a list of groups."""
    if is_group:
        yield argument
    elif isinstance(argument, cst.List | cst.Tuple):
        yield from (element.value for element in argument.elements)
    elif isinstance(argument, cst.ListComp | cst.GeneratorExp):
        yield argument.elt


def _place(inference: Inference, value: Sequence, keys: list[str]) -> cst.BaseExpression | None:
    """Where a dict is written; for one that a function returned, where the only one with its keys is."""
    places = _dicts(inference)
    if value.identity in places:
        return places[value.identity]
    alike = [node for node in places.values() if _keys(inference.value(node)) == keys]
    return alike[0] if len(alike) == 1 else None


def _dicts(inference: Inference) -> dict[Identity, cst.BaseExpression]:
    """Where the dicts of the file are written."""
    found = inference.rooms.get(_ROOM)
    if isinstance(found, dict):
        return found
    places: dict[Identity, cst.BaseExpression] = {}

    def look(node: cst.CSTNode) -> None:
        value = inference.value(node)
        if isinstance(node, cst.Dict | cst.Call) and _writes_dict(node) and isinstance(value, Sequence):
            places[value.identity] = node

    if inference.module is not None:
        walk(inference.module, {cst.Dict: [look], cst.Call: [look]})
    inference.rooms[_ROOM] = places
    return places


def _writes_dict(node: cst.CSTNode) -> bool:
    """Whether an expression writes out a dict: ``{...}`` or ``dict(...)``."""
    called = node.func if type(node) is cst.Call else None
    return type(node) is cst.Dict or (type(called) is cst.Name and called.value == "dict")


def _keys(value: Value) -> list[str] | None:
    """The keys of a dict; None where one of them is not known."""
    if not isinstance(value, Sequence) or value.type is not SequenceType.DICT or value.items is None:
        return None
    keys = [key.text for key in value.keys or [] if isinstance(key, Text) and key.text is not None]
    return keys if len(keys) == len(value.items) else None


def _holds_parameters(value: Value) -> bool:
    parts = value.parts() if isinstance(value, Sequence) else [value]
    return any(isinstance(part, Tensor) and part.parameter for part in parts)
