"""Fixes for losses that apply an activation themselves: they get the input of the activation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import libcst as cst

from ...inference.knowledge.columns import Family
from ...inference.knowledge.module_methods import MOVES
from ...inference.patterns.softmax import is_epsilon, keeps_entries, keeps_finite
from ...inference.values import Notation, Operation, Value
from ..fix import Edit, Fix, Part
from ..surroundings import inside
from ..writer import Rewriting


def steps_to(made: Operation, value: Value) -> list[Operation] | None:
    """The operations between an activation and a value, last first; None where branches join in between."""
    steps: list[Operation] = []
    for _ in range(16):
        origin = value.origin
        if origin is made:
            return steps
        if origin is None or not (keeps_entries(origin) or keeps_finite(origin)):
            return None
        steps.append(origin)
        value = origin.operand("other") if is_epsilon(origin.operand()) else origin.operand()
    return None


def with_logits(
    write: Rewriting,
    loss: Operation,
    made: Operation,
    logits: Part | None,
    template: str = "{logits}",
    dim: Part | str | None = "",
) -> Fix | None:
    """The fix that passes a loss the template's code instead of the result of the activation ``made``.

    Views and selections of the result become views and selections of the new code; an epsilon or clamp, which only
    keeps a logarithm finite, is dropped.
    """
    argument = loss.nodes.get("input")
    steps = steps_to(made, loss.operand())
    if argument is None or steps is None or made.given("out", "dtype") or made.notation.modifies:
        return None
    if any(keeps_finite(step) for step in steps):
        place = argument if all(keeps_finite(step) for step in steps) else None
    else:
        place = next((node for node in _expressions(argument) if write.inference.value(node).origin is made), None)
    if place is None:
        return None
    fix = write.expression(place, template, safe=False, logits=logits, dim=dim)
    return None if fix is None else replace(fix, shows=argument)


def _expressions(node: cst.CSTNode) -> Iterator[cst.BaseExpression]:
    return (part for part in inside(node) if isinstance(part, cst.BaseExpression))


def calls_of(write: Rewriting, loss: Operation) -> tuple[cst.Call, list[Operation]] | None:
    """The call that makes a loss module, and all calls of the module; None where the file also uses it otherwise.

    Another file may still use a module that this one keeps under a global name or on ``self``.
    """
    assert type(loss.node) is cst.Call
    module = write.inference.value(loss.node.func)
    made = next((made for made in write.inference.operations.values() if made.result is module), None)
    if made is None or made.signature.family is not Family.OBJECT or type(made.node) is not cst.Call:
        return None
    if made.node is loss.node.func:
        return made.node, [loss]
    calls: list[Operation] = []
    for mention in _mentions(write, made.node):
        call = None if mention is None else write.surroundings.parent(mention)
        operation = None if call is None else write.inference.operation(call)
        if mention is None or operation is None or type(call) is not cst.Call or call.func is not mention:
            return None
        if operation.notation is not Notation.MODULE or write.inference.value(mention) is not module:
            return None
        calls.append(operation)
    return made.node, calls


def _mentions(write: Rewriting, made: cst.CSTNode) -> Iterator[cst.CSTNode | None]:
    """Where the name or attribute that holds an object is read; None where that is unknown."""
    around = write.surroundings
    value = made
    while isinstance(around.parent(value), cst.Attribute):
        method = around.parent(value)
        call = None if method is None else around.parent(method)
        assert type(method) is cst.Attribute
        if method.attr.value not in MOVES or type(call) is not cst.Call or call.func is not method:
            yield None
            return
        value = call
    assign = around.parent(value)
    if type(assign) is not cst.Assign or len(assign.targets) != 1 or assign.value is not value:
        yield None
        return
    target = assign.targets[0].target
    scope = around.scope(made)
    if type(target) is cst.Name:
        if len(around.bindings(scope).get(target.value, ())) != 1:
            yield None
        yield from (node for node in around.mentions(scope, target.value) if node is not target)
    elif type(target) is cst.Attribute and type(target.value) is cst.Name and target.value.value == "self":
        for node in inside(write.module):
            if type(node) is cst.Attribute and node.attr.value == target.attr.value and node is not target:
                yield node
    else:
        yield None


def renamed(write: Rewriting, made: cst.Call, name: str) -> Fix | None:
    """The fix that makes an object of another class of ``torch.nn`` with the same arguments."""
    if type(made.func) is not cst.Attribute:
        return write.expression(made.func, "{torch}.nn." + name, safe=False)

    def change(updated: cst.CSTNode) -> cst.CSTNode:
        assert type(updated) is cst.Attribute
        return updated.with_changes(attr=cst.Name(name))

    return Fix((Edit(made.func, change),), False)


def together(fixes: list[Fix | None]) -> Fix | None:
    """Several fixes as one; None where one is missing."""
    written = [fix for fix in fixes if fix is not None]
    if len(written) < len(fixes):
        return None
    edits = tuple(edit for fix in written for edit in fix.edits)
    return Fix(edits, False, any(fix.needs_torch for fix in written))
