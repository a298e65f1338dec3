"""Which parameters of a constructor may be given a class, whatever their annotation says."""

from __future__ import annotations

import builtins

import libcst as cst

from ...syntax.walking import walk
from ..knowledge.names import RECEIVER
from ..values import Bound, Class, Function, Partial, Reference, Tensor
from .program import Program

# What only a class has, and what is asked of one and makes objects of one later.
_OF_CLASSES = frozenset({"__bases__", "__mro__", "__name__", "__qualname__"})
_TAKE_CLASSES = frozenset({"functools.partial", f"{builtins.__name__}.issubclass"})
# How many methods of the object are followed.
_DEPTH = 2


def may_be_class(program: Program, function: Function, name: str) -> bool:
    """Whether a parameter of ``__init__`` may be given a class: by its default, or by what is done with it.

    Such are calls without a tensor, ``block(3, 4)``, and ``partial(block)``, ``issubclass(block, Base)`` and
    ``block.__name__``, there and in the methods that it calls: of what it hands them, and what it puts on ``self``.

    >>> may_be_class(program, net.functions["__init__"], "width")
    False
    """
    row = next((one for one in _rows(function) if one.name.value == name), None)
    if row is not None and row.default is not None:
        if isinstance(program.inference.value(row.default), Class | Function | Partial | Reference):
            return True
    return row is not None and _is_used_as_class(program, function, name, frozenset(), _DEPTH)


def _is_used_as_class(program: Program, function: Function, name: str, kept: frozenset[str], depth: int) -> bool:
    """Whether a method makes objects of what has a name, or stands on ``self`` under one of the names kept."""
    value = program.inference.value
    if depth == 0:
        return False
    attributes: list[cst.CSTNode] = []
    calls: list[cst.CSTNode] = []
    assigned: list[cst.CSTNode] = []
    walk(
        function.node.body,
        {cst.Attribute: [attributes.append], cst.Call: [calls.append], cst.Assign: [assigned.append]},
    )

    def is_it(node: cst.BaseExpression) -> bool:
        if type(node) is cst.Attribute:
            return node.attr.value in kept and _is_name(node.value, RECEIVER)
        return _is_name(node, name)

    targets = [
        one.target
        for node in assigned
        if type(node) is cst.Assign and _is_name(node.value, name)
        for one in node.targets
    ]
    kept |= {one.attr.value for one in targets if type(one) is cst.Attribute and _is_name(one.value, RECEIVER)}
    if any(type(one) is cst.Attribute and is_it(one.value) and one.attr.value in _OF_CLASSES for one in attributes):
        return True
    for call in calls:
        assert type(call) is cst.Call
        if is_it(call.func) and not any(_is_tensor(program, one.value) for one in call.args):
            return True
        callee = value(call.func)
        given = [place for place, one in enumerate(call.args) if is_it(one.value)]
        if given and isinstance(callee, Reference) and callee.name in _TAKE_CLASSES:
            return True
        method = callee.function if isinstance(callee, Bound) else None
        if method is None or type(call.func) is not cst.Attribute or not _is_name(call.func.value, RECEIVER):
            continue
        names = [_name_of(method, call, place) for place in given] or [""]
        if any(_is_used_as_class(program, method, one, kept, depth - 1) for one in names):
            return True
    return False


def _name_of(method: Function, call: cst.Call, place: int) -> str:
    """The name of the parameter of a method that gets an argument; empty where that is not seen."""
    keyword = call.args[place].keyword
    if keyword is not None:
        return keyword.value
    names = [one.name.value for one in _rows(method)][0 if "staticmethod" in method.decorators else 1 :]
    return names[place] if place < len(names) else ""


def _rows(function: Function) -> list[cst.Param]:
    params = function.node.params
    return [*params.posonly_params, *params.params, *params.kwonly_params]


def _is_tensor(program: Program, node: cst.BaseExpression) -> bool:
    value = program.inference.value(node)
    return isinstance(value, Tensor) and value.certain


def _is_name(node: cst.CSTNode, name: str) -> bool:
    return type(node) is cst.Name and node.value == name
