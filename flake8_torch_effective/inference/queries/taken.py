"""Whether what a function keeps in a collection is taken out of it again."""

from __future__ import annotations

from typing import NamedTuple

import libcst as cst

from ...syntax.equality import same_code
from ...syntax.walking import walk
from ..interpreter.inference import Inference
from ..values import Operation

_ROOM = "taken out of collections"


def is_taken_out(inference: Inference, operation: Operation) -> bool:
    """Whether the function that stores something takes entries out of that collection, or spends one by its index.

    >>> p = program("queue = []", "queue.append(x)", "return queue.pop()")
    >>> is_taken_out(p.inference, p.operation("queue.append(x)"))
    True
    """
    holder, frame = operation.nodes.get("input"), operation.frame
    source = inference.source
    if holder is None or frame is None or (source is not None and "pop" not in source and "backward" not in source):
        return False
    known = inference.rooms.setdefault(_ROOM, {})
    assert isinstance(known, dict)
    uses = known.get(id(frame))
    if uses is None:
        uses = known[id(frame)] = _uses_in(frame)
    if any(same_code(one, holder) for one in uses.popped):
        return True
    taken = [target for value, targets in uses.assigned if _is_entry(value, holder) for target in targets]
    return any(_is_entry(one, holder) or any(same_code(one, target) for target in taken) for one in uses.spent)


class _Uses(NamedTuple):
    """What a function takes out of collections: from where it pops, what it assigns to which targets, what it spends.

    ``spent`` are the objects and arguments of calls of ``backward``.
    """

    popped: list[cst.BaseExpression]
    assigned: list[tuple[cst.Subscript, list[cst.BaseExpression]]]
    spent: list[cst.BaseExpression]


def _uses_in(frame: cst.CSTNode) -> _Uses:
    """The same of a whole function, which is asked once for all that it stores."""
    uses = _Uses([], [], [])

    def look_at_assignment(assign: cst.CSTNode) -> None:
        assert type(assign) is cst.Assign
        if type(assign.value) is cst.Subscript:
            uses.assigned.append((assign.value, [target.target for target in assign.targets]))

    def look_at_call(call: cst.CSTNode) -> None:
        assert type(call) is cst.Call
        if type(call.func) is not cst.Attribute:
            return
        if call.func.attr.value in ("pop", "popleft"):
            uses.popped.append(call.func.value)
        elif call.func.attr.value == "backward":
            uses.spent.extend([call.func.value, *(argument.value for argument in call.args)])

    walk(frame, {cst.Assign: [look_at_assignment], cst.Call: [look_at_call]})
    return uses


def _is_entry(node: cst.CSTNode, holder: cst.CSTNode) -> bool:
    """Whether an expression takes an entry of a collection by an index."""
    return type(node) is cst.Subscript and same_code(node.value, holder)
