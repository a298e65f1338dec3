"""What the names of a function are assigned, and which loops behind that write parts of it, by one walk of each."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

import libcst as cst

from ...syntax.naming import last_name, without_subscripts
from ...syntax.walking import walk
from ..interpreter.inference import Inference

_ROOM = "what is assigned in"
_LOOPS = (cst.For, cst.While)

# Where an assignment writes a part of something, and the value.
Written: TypeAlias = tuple[cst.Subscript, cst.BaseExpression]


@dataclass(slots=True, eq=False)
class Assigned:
    """What is assigned in a function, and in those inside it, in the order of the text.

    ``values`` are those of each name that stands alone on the left, and ``place`` is that of an assignment, by the id
    of its value, or of a loop, by its own; ``written`` are the loops that write parts of a name, where, and what.
    """

    values: dict[str, list[cst.BaseExpression]] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)
    place: dict[int, int] = field(default_factory=dict)
    written: dict[str, list[tuple[cst.CSTNode, list[Written]]]] = field(default_factory=dict)


def assigned_in(inference: Inference, frame: cst.CSTNode) -> Assigned:
    """What is assigned in a function or a module.

    >>> p = program("a = b = x.exp()", "for i in range(9):", "    a[i] = 0")
    >>> found = assigned_in(p.inference, p.inference.module)
    >>> found.values["b"] == [p.node("x.exp()")], found.names[id(p.node("x.exp()"))], len(found.written["a"])
    (True, 'a', 1)
    """
    room = inference.rooms.setdefault(_ROOM, {})
    assert isinstance(room, dict)
    found = room.get(id(frame))
    if found is None:
        found = room[id(frame)] = _look(frame)
    assert isinstance(found, Assigned)
    return found


def _look(frame: cst.CSTNode) -> Assigned:
    found = Assigned()

    def look_at_assignment(node: cst.CSTNode) -> None:
        assert type(node) is cst.Assign
        names = [one.target.value for one in node.targets if type(one.target) is cst.Name]
        for name in names:
            found.values.setdefault(name, []).append(node.value)
        if type(node.targets[0].target) is cst.Name:
            found.names[id(node.value)] = names[0]
        found.place[id(node.value)] = len(found.place)

    def look_at_loop(node: cst.CSTNode) -> None:
        found.place[id(node)] = len(found.place)
        for name, parts in _written_in(node).items():
            found.written.setdefault(name, []).append((node, parts))

    walk(frame, {cst.Assign: [look_at_assignment], **{kind: [look_at_loop] for kind in _LOOPS}})
    return found


def _written_in(loop: cst.CSTNode) -> dict[str, list[Written]]:
    """Where a loop writes parts of what each name holds, and what it writes there."""
    found: dict[str, list[Written]] = {}

    def look(node: cst.CSTNode) -> None:
        assert type(node) is cst.Assign
        for one in node.targets:
            if type(one.target) is cst.Subscript:
                found.setdefault(last_name(without_subscripts(one.target)), []).append((one.target, node.value))

    walk(loop, {cst.Assign: [look]})
    return found
