"""Where a tensor that was changed in place, and got a second name, is read by its first."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

import libcst as cst

from ...syntax.equality import same_code
from ...syntax.walking import walk
from ..interpreter.inference import Inference, alternatives
from ..knowledge.tensor_attributes import METADATA
from ..values import Identity, Value
from .leaves import is_changed

_ROOM = "names by function"
# How many changes of one tensor are followed.
_CHANGES = 4


def reads_after(
    inference: Inference,
    name: str,
    identity: Identity,
    scope: cst.CSTNode,
    besides: cst.CSTNode,
    target: cst.BaseExpression,
) -> list[cst.CSTNode]:
    """Where a name is read while it holds the tensor with that identity, but for its shape and the like.

    Args:
        inference: what is known of the file.
        name: the first name.
        identity: of what the operation in place returned.
        scope: the function that is searched.
        besides: the operation in place, whose own reads do not count.
        target: the second name, or where else the result goes.

    >>> p = program("y = x.exp_()", "return x + y")
    >>> made, y = p.operation("x.exp_()"), p.node("y")
    >>> [one.value for one in reads_after(p.inference, "x", made.result.identity, made.frame, made.node, y)]
    ['x']
    """
    mentioned = _mentioned_in(inference, scope)
    # On another branch the two are one tensor, too.
    if any(same_code(one.target, target) for one in mentioned.given.get(name, ())):
        return []
    aside: set[int] = set()
    walk(besides, {cst.Name: [lambda node: aside.add(id(node))]})
    return [
        node
        for node in mentioned.names.get(name, ())
        if id(node) not in aside and any(_is_left_of(one, identity) for one in alternatives(inference.value(node)))
    ]


class _Mentioned(NamedTuple):
    """The names in a function, but for those whose shape or the like is asked, and what is given another name."""

    names: dict[str, list[cst.CSTNode]]
    given: dict[str, list[cst.AssignTarget]]


def _mentioned_in(inference: Inference, scope: cst.CSTNode) -> _Mentioned:
    """Where each name stands in a function, looked for once."""
    known = inference.rooms.setdefault(_ROOM, {})
    assert isinstance(known, dict)
    if id(scope) in known:
        found: _Mentioned = known[id(scope)]
        return found
    made = known[id(scope)] = _Mentioned({}, {})
    aside: set[int] = set()

    def attribute(node: cst.CSTNode) -> None:
        assert type(node) is cst.Attribute
        if node.attr.value in METADATA:
            aside.add(id(node.value))

    def assigned(node: cst.CSTNode) -> None:
        assert type(node) is cst.Assign
        if type(node.value) is cst.Name:
            made.given.setdefault(node.value.value, []).extend(node.targets)

    def read(node: cst.CSTNode) -> None:
        assert type(node) is cst.Name
        if id(node) not in aside:
            made.names.setdefault(node.value, []).append(node)

    walk(scope, {cst.Attribute: [attribute], cst.Assign: [assigned]})
    walk(scope, {cst.Name: [read]})
    return made


def is_handed_on(reads: Collection[cst.CSTNode], loops: Collection[cst.CSTNode]) -> bool:
    """Whether all that the iterations of a loop do with a name is to give its tensor another one: ``last = x``.

    Args:
        reads: where the name is read.
        loops: the loops that the change in place stands in.

    >>> p = program("for i in range(n):", "    a = x.exp()", "    last = a", "    b = y * 2")
    >>> [is_handed_on([p.node(name)], [p.loop]) for name in "ay"]
    [True, False]
    """
    places: set[int] = set()

    def assigned(node: cst.CSTNode) -> None:
        assert type(node) is cst.Assign
        for one in node.targets:
            pairs: list[tuple[cst.BaseExpression, cst.BaseExpression]] = []
            places.update([id(node.value)] if type(one.target) is cst.Name else [])
            if type(one.target) is cst.Tuple and type(node.value) is cst.Tuple:
                rows = zip(one.target.elements, node.value.elements, strict=False)
                pairs = [(left.value, right.value) for left, right in rows]
            places.update(id(right) for left, right in pairs if type(left) is cst.Name)

    for loop in loops:
        walk(loop, {cst.Assign: [assigned]})
    return bool(reads) and all(id(node) in places for node in reads)


def _is_left_of(value: Value, identity: Identity) -> bool:
    """Whether a value is a tensor with that identity, perhaps after it was changed again."""
    for _ in range(_CHANGES):
        if value.identity is identity:
            return True
        if value.origin is None or not is_changed(value):
            return False
        value = value.origin.operand()
    return False
