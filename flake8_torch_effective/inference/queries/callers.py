"""What the callers of a function pass to it, and what those in the same file do with it before."""

from __future__ import annotations

import math
from collections.abc import Callable

import libcst as cst

from ...syntax.walking import walk
from ..events.collections import called
from ..events.program import program_of
from ..events.recognition import argument_of
from ..events.registry import calls_of, is_lightning_module
from ..interpreter.inference import Inference
from ..knowledge.columns import Family
from ..values import Class, Function, Module, Operation, Tensor, Value, origins
from .bounds import bounds

_ROOM = "calls by function"
_BY_CLASS = "calls by class"
_AROUND = "functions around calls"
_MANY = 60
_CLAMPS = frozenset({"clamp", "clamp_", "clip", "clip_"})


def calls_to(inference: Inference, function: Function | None) -> list[cst.Call]:
    """The calls of a function that stand in its file.

    >>> p = program("def scale(z): return z.exp()", "y = scale(x)")
    >>> calls_to(p.inference, p.value("scale")) == [p.node("scale(x)")]
    True
    """
    known = inference.rooms.get(_ROOM)
    if not isinstance(known, dict):
        program = program_of(inference)
        found: dict[Function | None, list[cst.Call]] = {}
        for call in calls_of(program):
            found.setdefault(called(program, call), []).append(call)
        known = inference.rooms[_ROOM] = found
    return [] if function is None else list(known.get(function, ()))


def runs_of(inference: Inference, function: Function) -> list[cst.Call]:
    """The calls that run a function: of its class for ``__init__``, of a module for ``forward``, else of itself.

    >>> p = program("class Net(nn.Module):", "    def forward(self, z): return z.exp()", "net = Net()", "y = net(x)")
    >>> method = p.inference.functions[p.operation("z.exp()").frame]
    >>> [one is p.node("net(x)") for one in runs_of(p.inference, method)]
    [True]
    """
    calls = calls_to(inference, function)
    if function.cls is None or function.name not in ("__init__", "forward"):
        return calls
    known = inference.rooms.get(_BY_CLASS)
    if not isinstance(known, dict):
        found: dict[tuple[Class | None, bool], list[cst.Call]] = {}
        for call in calls_of(program_of(inference)):
            callee = inference.value(call.func)
            owner = callee if isinstance(callee, Class) else callee.cls if isinstance(callee, Module) else None
            found.setdefault((owner, isinstance(callee, Class)), []).append(call)
        known = inference.rooms[_BY_CLASS] = found
    return [*calls, *known.get((function.cls, function.name == "__init__"), [])]


def function_around(inference: Inference, call: cst.Call) -> cst.CSTNode | None:
    """The function or lambda that a call stands in; None for the script.

    >>> p = program("table = {'a': lambda z: z.exp()}", "y = x.log()")
    >>> around = [function_around(p.inference, p.node(code)) for code in ("z.exp()", "x.log()")]
    >>> [type(node).__name__ for node in around]
    ['Lambda', 'FunctionDef']
    """
    known = inference.rooms.get(_AROUND)
    if not isinstance(known, dict):
        around: dict[int, cst.CSTNode] = {}

        def enter(function: cst.CSTNode) -> None:
            assert isinstance(function, cst.FunctionDef | cst.Lambda)
            walk(function.body, {cst.Call: [lambda node: around.update({id(node): function})]})

        if inference.module is not None:  # outer functions come first, and inner ones take their calls over
            walk(inference.module, {cst.FunctionDef: [enter], cst.Lambda: [enter]})
        known = inference.rooms[_AROUND] = around
    return known.get(id(call))


def is_clamped_by_callers(inference: Inference, operation: Operation) -> bool:
    """Whether every call of a function in this file clamps the arguments that an operation in it is computed from.

    >>> p = program("return torch.log1p(x.exp())")
    >>> is_clamped_by_callers(p.inference, p.operation("x.exp()"))
    False
    """
    return _all_given(inference, operation, lambda node: _is_clamped(inference.value(node)))


def is_given_weights(inference: Inference, operation: Operation) -> bool:
    """Whether every call of a function in this file gives it weights, or what objects hold, to compute with.

    >>> p = program("def positive(z): return torch.log1p(z.exp())", "return positive(model.weight)")
    >>> is_given_weights(p.inference, p.operation("z.exp()"))
    True
    """

    def is_weight(node: cst.BaseExpression) -> bool:
        value = inference.value(node)
        return type(node) is cst.Attribute or (isinstance(value, Tensor) and value.parameter)

    return _all_given(inference, operation, is_weight)


def given_for(inference: Inference, operation: Operation) -> Callable[[Value], list[Value]]:
    """What each call in this file gives for a parameter of the function that an operation stands in, asked by value.

    >>> p = program("def weights(z): return z.exp()", "return weights(x.tanh())")
    >>> exp = p.operation("z.exp()")
    >>> given_for(p.inference, exp)(exp.operand()) == [p.value("x.tanh()")]
    True
    """
    frame = operation.frame
    function = inference.functions.get(frame) if type(frame) is cst.FunctionDef else None
    if function is None or type(frame) is not cst.FunctionDef:
        return lambda value: []
    bound = function.cls is not None and "staticmethod" not in function.decorators
    places = {one.name.value: place - bound for place, one in enumerate(frame.params.params)}
    names: dict[int, str] = {}
    for made in (operation, *origins(operation.operand(), _MANY)):
        for name, node in made.nodes.items():
            if made.frame is frame and type(node) is cst.Name and node.value in places:
                names[id(made.operand(name).identity)] = node.value

    def given(value: Value) -> list[Value]:
        name = names.get(id(value.identity)) if value.identity is not None and value.origin is None else None
        if name is None or function is None or places[name] < 0:
            return []
        nodes = [argument_of(call, name, places[name]) for call in calls_to(inference, function)]
        return [] if None in nodes else [inference.value(node) for node in nodes if node is not None]

    return given


def _all_given(inference: Inference, operation: Operation, is_so: Callable[[cst.BaseExpression], bool]) -> bool:
    """Whether something is so for all arguments that an operation is computed from, in all calls in this file."""
    frame = operation.frame
    if type(frame) is not cst.FunctionDef:
        return False
    places = {parameter.name.value: place for place, parameter in enumerate(frame.params.params)}
    names = _parameters(operation, places)
    function = inference.functions.get(frame)
    if not names or function is None or function.cls is not None:
        return False
    calls = calls_to(inference, function)
    arguments = [argument_of(call, name, places[name]) for call in calls for name in names]
    return bool(arguments) and all(node is not None and is_so(node) for node in arguments)


def loops_over_one(inference: Inference, operation: Operation, name: str) -> bool:
    """Whether a name counts through a parameter that is ``(1,)`` in every call in this file, of which there are some.

    >>> p = program("def best(z, ks=(1,)): return [z[:k].exp() for k in ks]", "return best(x)")
    >>> loops_over_one(p.inference, p.operation("z[:k].exp()"), "k")
    True
    """
    frame = operation.frame
    function = inference.functions.get(frame) if type(frame) is cst.FunctionDef else None
    if function is None or type(frame) is not cst.FunctionDef or function.cls is not None:
        return False
    heads = [loop.for_in if isinstance(loop, cst.BaseComp) else loop for loop in operation.loops]
    sources = {
        head.iter.value
        for head in heads
        if isinstance(head, cst.For | cst.CompFor) and type(head.iter) is cst.Name
        if type(head.target) is cst.Name and head.target.value == name
    }
    calls = calls_to(inference, function)
    for place, parameter in enumerate(frame.params.params):
        if parameter.name.value in sources:
            given = [argument_of(call, parameter.name.value, place) or parameter.default for call in calls]
            return bool(given) and all(_is_one(node) for node in given)
    return False


def _is_one(node: cst.BaseExpression | None) -> bool:
    """Whether an expression is ``(1,)`` or ``[1]``."""
    if not isinstance(node, cst.Tuple | cst.List) or len(node.elements) != 1:
        return False
    only = node.elements[0].value
    return type(only) is cst.Integer and only.evaluated_value == 1


def is_nested(inference: Inference, function: cst.CSTNode | None) -> bool:
    """Whether a function is written in another one: it is often handed on, so that little tells who calls it with what.

    >>> p = program("def scale(z): return z.exp()", "return apply(scale, x)")
    >>> is_nested(p.inference, p.operation("z.exp()").frame)
    True
    """
    known = None if function is None else inference.functions.get(function)
    return known is not None and known.cls is None and known.analysis.scope.function is not None


def is_run_for_each_batch(inference: Inference, function: cst.CSTNode | None) -> bool:
    """Whether a function is the method that Lightning calls for each batch: a loop of its own.

    >>> p = program("def training_step(batch): return model(batch)")
    >>> is_run_for_each_batch(p.inference, p.operation("model(batch)").frame)
    False
    """
    known = None if function is None else inference.functions.get(function)
    return (
        known is not None and known.cls is not None and known.name == "training_step" and is_lightning_module(known.cls)
    )


def _parameters(operation: Operation, places: dict[str, int]) -> set[str]:
    """The parameters of its function that an operation is computed from."""
    found: set[str] = set()
    for made in (operation, *origins(operation.operand(), _MANY)):
        for name, node in made.nodes.items():
            if type(node) is cst.Name and node.value in places and made.operand(name).origin is None:
                found.add(node.value)
    return found


def _is_clamped(value: Value) -> bool:
    """Whether a value has an upper bound: of a tensor, or of something unknown that has a method ``clamp``."""
    if bounds(value).largest < math.inf:
        return True
    made = value.origin
    if made is None or made.signature.family is not Family.CALL or type(made.node) is not cst.Call:
        return False
    called = made.node.func
    return type(called) is cst.Attribute and called.attr.value in _CLAMPS
