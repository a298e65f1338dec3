"""What the callers of a function pass to it, and what those in the same file do with it before."""

from __future__ import annotations

import math

import libcst as cst

from ..events.program import program_of
from ..events.recognition import argument_of
from ..events.registry import calls_of
from ..interpreter.inference import Inference
from ..knowledge.columns import Family
from ..patterns.softmax import comes_from_outside
from ..values import Operation, Value, origins
from .bounds import bounds

_MANY = 60
_CLAMPS = frozenset({"clamp", "clamp_", "clip", "clip_"})


def is_clamped_by_callers(inference: Inference, operation: Operation) -> bool:
    """Whether every call of a function in this file clamps the arguments that an operation in it is computed from.

    >>> p = program("return torch.log1p(x.exp())")
    >>> is_clamped_by_callers(p.inference, p.operation("x.exp()"))
    False
    """
    frame = operation.frame
    if type(frame) is not cst.FunctionDef:
        return False
    places = {parameter.name.value: place for place, parameter in enumerate(frame.params.params)}
    names = _parameters(operation, places)
    function = inference.functions.get(frame)
    if not names or function is None or function.cls is not None:
        return False
    calls = [call for call in calls_of(program_of(inference)) if inference.value(call.func) is function]
    arguments = [argument_of(call, name, places[name]) for call in calls for name in names]
    return bool(arguments) and all(node is not None and _is_clamped(inference.value(node)) for node in arguments)


def is_argument(function: cst.CSTNode | None, node: cst.CSTNode | None) -> bool:
    """Whether an expression is an argument that a function got, as it came or after methods: ``x``, ``x.float()``.

    >>> p = program("z = x.exp()", "return z + y.float()")
    >>> frame = p.operation("x.exp()").frame
    >>> [is_argument(frame, p.node(code)) for code in ("y.float()", "z")]
    [True, False]
    """
    if type(function) is not cst.FunctionDef:
        return False
    while type(node) is cst.Call and type(node.func) is cst.Attribute:
        node = node.func.value
    given = function.params
    parameters = (*given.posonly_params, *given.params, *given.kwonly_params)
    return type(node) is cst.Name and any(parameter.name.value == node.value for parameter in parameters)


def compares_what_was_passed(mask: Value) -> bool:
    """Whether a mask compares the entries of a tensor that a function got, and made from no list and no array.

    >>> [compares_what_was_passed(value(code)) for code in ("(x > 0) & (x < n)", "x.exp() > 0", "x")]
    [True, False, False]
    """
    origin = mask.origin
    if origin is None:
        return False
    if origin.signature.family is Family.BITWISE:
        return all(map(compares_what_was_passed, origin.tensors()))
    return (
        origin.signature.family is Family.COMPARISON
        and type(origin.nodes.get("input")) is cst.Name
        and comes_from_outside(origin.operand())
        and not any(made.signature.family is Family.CONSTRUCTION for made in origins(mask, _MANY))
    )


def _parameters(operation: Operation, places: dict[str, int]) -> set[str]:
    """The parameters of its function that an operation is computed from."""
    found: set[str] = set()
    for made in (operation, *origins(operation.operand(), _MANY)):
        for name, node in made.nodes.items():
            if isinstance(node, cst.Name) and node.value in places and made.operand(name).origin is None:
                found.add(node.value)
    return found


def _is_clamped(value: Value) -> bool:
    """Whether a value has an upper bound: of a tensor, or of something unknown that has a method ``clamp``."""
    if bounds(value).largest < math.inf:
        return True
    made = value.origin
    if made is None or made.signature.family is not Family.CALL or not isinstance(made.node, cst.Call):
        return False
    called = made.node.func
    return isinstance(called, cst.Attribute) and called.attr.value in _CLAMPS
