"""What the calls of a file show of an object, of which a statement only names a method."""

from __future__ import annotations

import re

import libcst as cst

from ..events.recognition import made_by
from ..events.scope import plain_path
from ..interpreter.inference import Inference
from ..knowledge.tensor_attributes import is_foreign
from ..knowledge.training import METHOD_EVENTS, SHOWS_ROLE, Role, role_by_class
from ..values import Operation
from .cuda_names import own_nodes

# What takes the error of a function that it leads to for an absent attribute, or prints it.
_NO_TENSORS = "what functions show to be no tensors"
_TAKES_ERRORS = re.compile(r"\b(hasattr|getattr|property|__getattr\w*__|Formatter)\b")


def may_lose_errors(inference: Inference, operation: Operation) -> bool:
    """Whether an error here may be taken for an absent attribute, by ``hasattr`` of a property, or run unseen.

    So it may in a function that Python calls by itself or that a decorator wraps, and in a file that names attributes.

    >>> p = program("y = x.sum()")
    >>> may_lose_errors(p.inference, p.operation("x.sum()"))
    False
    """
    frame = operation.frame
    unseen = type(frame) is cst.FunctionDef and (bool(frame.decorators) or frame.name.value.startswith("__"))
    return unseen or _TAKES_ERRORS.search(inference.source or "") is not None


def is_method_of_training(inference: Inference, method: cst.Attribute) -> bool:
    """Whether an attribute is a method of an optimizer, a model or the like, as what the file calls of the object says.

    >>> p = program("opt.zero_grad()", "opt.step", "env.step", "net(x)", "net.eval")
    >>> [is_method_of_training(p.inference, p.node(code)) for code in ("opt.step", "env.step", "net.eval")]
    [True, False, True]
    """
    return any((role, method.attr.value) in METHOD_EVENTS for role in _roles(inference, method.value))


def is_shown_no_tensor(inference: Inference, thing: cst.CSTNode, frame: cst.CSTNode | None) -> bool:
    """Whether a function calls an object, or reads an attribute of it that no tensor has.

    What the same path held before may have been a tensor: an object's class decides what it gives back.

    >>> p = program("n.c = x", "n.c.avg", "n.c.item", "n.d.item", "n.e(n.e.shape)")
    >>> frame = p.module.body[-1]
    >>> [is_shown_no_tensor(p.inference, p.node(code), frame) for code in ("n.c", "n.d", "n.e")]
    [True, False, True]
    """
    path = plain_path(thing)
    if frame is None or path is None or not isinstance(frame, cst.FunctionDef):
        return False
    room = inference.rooms.setdefault(_NO_TENSORS, {})
    assert isinstance(room, dict)
    shown = room.get(id(frame))
    if shown is None:
        shown = room[id(frame)] = set()
        for node in own_nodes(frame.body):
            if type(node) is cst.Call:
                shown.add(plain_path(node.func))
            elif type(node) is cst.Attribute and is_foreign(node.attr.value):
                shown.add(plain_path(node.value))
    return path in shown


def takes_an_argument(inference: Inference, method: cst.Attribute) -> bool:
    """Whether a method of training is about an object that it is given: ``scaler.step(optimizer)``.

    >>> p = program("scaler = torch.amp.GradScaler()", "scaler.step", "scaler.update")
    >>> [takes_an_argument(p.inference, p.node(code)) for code in ("scaler.step", "scaler.update")]
    [True, False]
    """
    rows = [METHOD_EVENTS.get((role, method.attr.value), ()) for role in _roles(inference, method.value)]
    return any(row.about is not None for found in rows for row in found)


def _roles(inference: Inference, thing: cst.BaseExpression) -> set[Role]:
    """What an object is by what made it, and by what the file calls of it."""
    maker = made_by(inference.value(thing))
    roles = set() if maker is None else {role_by_class(maker)}
    path = plain_path(thing)
    if path is not None:
        for call in inference.nodes_of(cst.Call):
            assert type(call) is cst.Call
            roles |= _shown_by(call.func, path)
    return roles


def _shown_by(func: cst.BaseExpression, path: str) -> set[Role]:
    """What a call shows an object to be: a model if it is called, an optimizer or a model by ``zero_grad()``."""
    if plain_path(func) == path:
        return {Role.MODULE}
    if type(func) is not cst.Attribute or plain_path(func.value) != path:
        return set()
    if func.attr.value == "zero_grad":
        return {Role.OPTIMIZER, Role.MODULE}
    role = SHOWS_ROLE.get(func.attr.value)
    return set() if role is None else {role}


def is_duck_typed(inference: Inference) -> bool:
    """Whether a class of the file lets torch's functions take and return its objects instead of tensors.

    >>> p = program("class Interval:", "    def __torch_function__(self, func, types, args): return args[0]")
    >>> is_duck_typed(p.inference)
    True
    """
    return any(function.name == "__torch_function__" for function in inference.functions.values())
