"""Where a tensor that was changed in place, and got a second name, is read by its first."""

from __future__ import annotations

import libcst as cst

from ...syntax.walking import walk
from ..interpreter.inference import Inference, alternatives
from ..knowledge.tensor_attributes import METADATA
from ..values import Identity, Value
from .leaves import is_changed

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
    aside: set[int] = set()
    found: list[cst.CSTNode] = []
    same: list[cst.AssignTarget] = []  # on another branch the two are one tensor, too

    def attribute(node: cst.CSTNode) -> None:
        assert isinstance(node, cst.Attribute)
        if node.attr.value in METADATA:
            aside.add(id(node.value))

    def assigned(node: cst.CSTNode) -> None:
        assert isinstance(node, cst.Assign)
        if isinstance(node.value, cst.Name) and node.value.value == name:
            same.extend(one for one in node.targets if one.target.deep_equals(target))

    def read(node: cst.CSTNode) -> None:
        assert isinstance(node, cst.Name)
        if node.value == name and id(node) not in aside:
            if any(_is_left_of(one, identity) for one in alternatives(inference.value(node))):
                found.append(node)

    walk(besides, {cst.Name: [lambda node: aside.add(id(node))]})
    walk(scope, {cst.Attribute: [attribute], cst.Assign: [assigned]})
    walk(scope, {cst.Name: [read]})
    return [] if same else found


def _is_left_of(value: Value, identity: Identity) -> bool:
    """Whether a value is a tensor with that identity, perhaps after it was changed again."""
    for _ in range(_CHANGES):
        if value.identity is identity:
            return True
        if value.origin is None or not is_changed(value):
            return False
        value = value.origin.operand()
    return False
