"""Dropout that follows the mode of a Module."""

from __future__ import annotations

import libcst as cst

from ...inference.values import Operation
from ..fix import Edit, Fix
from ..writer import Rewriting
from .arguments import with_arguments


def in_mode_of(write: Rewriting, operation: Operation, receiver: str, mode: cst.CSTNode | None) -> Fix | None:
    """The fix that gives a call ``training=self.training``.

    Args:
        write: the writer.
        operation: the call.
        receiver: the name of the Module there.
        mode: the argument that gives the mode in the place of the probability, which goes.
    """
    node, around = operation.node, write.surroundings
    if type(node) is not cst.Call or not operation.complete or not node.args:
        return None
    if write.inference.value(node.func).kind == "partial":
        return None
    scope = around.scope(node)
    while isinstance(scope, cst.FunctionDef | cst.Lambda):
        bound = around.bindings(scope).get(receiver, [])
        if any(type(one) is not cst.Param for one in bound):
            return None
        if bound:
            break
        scope = around.scope(scope)
    given = cst.parse_expression(f"f(training={receiver}.training)")
    assert type(given) is cst.Call
    added = given.args[0]

    def change(updated: cst.CSTNode) -> cst.CSTNode:
        assert type(updated) is cst.Call
        if mode is None:
            return with_arguments(updated, [added])
        args = [
            one.with_changes(keyword=added.keyword, equal=added.equal, value=added.value) if old.value is mode else one
            for one, old in zip(updated.args, node.args, strict=True)
        ]
        return updated.with_changes(args=args)

    return Fix((Edit(node, change, (*node.args,)),), safe=False)
