"""The functions that run when a module of the file is called."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import libcst as cst

from ...syntax.walking import walk
from ..values import Function
from .collections import called
from .program import Program
from .recognition import receiver_name
from .registry import Registry, registries

RUNS = frozenset({"forward", "__call__", "training_step", "validation_step", "test_step", "predict_step"})
_BUILDS = frozenset({"__init__", "setup", "configure_model", "reset_parameters"})


def functions_at_work(program: Program) -> list[Function]:
    """The functions that run when a module is called: ``forward``, and what only such functions call.

    >>> [function.name for function in functions_at_work(program)]
    ['forward']
    """
    known = program.inference.rooms.get("at work")
    if not isinstance(known, list):
        known = program.inference.rooms["at work"] = _found(program)
    return known


def _found(program: Program) -> list[Function]:
    found = [function for registry in registries(program) for function in methods_at_work(registry)]
    inside = dict.fromkeys(call for function in found for call in calls_in(function.node))
    candidates = dict.fromkeys(called(program, call) for call in inside)
    helpers = [function for function in candidates if function is not None and function.cls is None]
    if helpers:
        outside = {called(program, call) for call in program.inference.nodes_of(cst.Call) if call not in inside}
        helpers = [one for one in helpers if one not in outside]
    return found + [one for one in helpers if not any(other in found for other in around(one))]


def methods_at_work(registry: Registry) -> list[Function]:
    """The methods that run with ``forward``: itself, and what it calls, unless ``__init__`` calls that, too.

    >>> [function.name for function in methods_at_work(registry)]
    ['forward']
    """
    functions = registry.cls.functions
    runs = {name for name in functions if name in RUNS or name.startswith("forward_")}
    if not runs:
        return []
    found = _reached(registry, runs) - _reached(registry, functions.keys() & _BUILDS)
    return [function for name, function in functions.items() if name in found]


def _reached(registry: Registry, start: set[str]) -> set[str]:
    """Some methods, and those that they call."""
    found = set(start)
    left = list(registry.cls.functions.values())
    while True:
        reading = [function for function in left if function.name in found]
        if not reading:
            return found
        left = [function for function in left if function.name not in found]
        for function in reading:
            found |= _named(function, registry.cls.functions.keys())


def _named(function: Function, methods: Collection[str]) -> set[str]:
    """The methods that a method reads on its object."""
    receiver = receiver_name(function)
    found: set[str] = set()
    if receiver is None:
        return found
    targets: set[int] = set()

    def look_at_target(node: cst.CSTNode) -> None:
        assert type(node) is cst.AssignTarget
        targets.add(id(node.target))

    def look(node: cst.CSTNode) -> None:
        assert type(node) is cst.Attribute
        if node.attr.value in methods and type(node.value) is cst.Name and node.value.value == receiver:
            if id(node) not in targets:
                found.add(node.attr.value)

    walk(function.node, {cst.AssignTarget: [look_at_target], cst.Attribute: [look]})
    return found


def around(function: Function) -> Iterator[Function]:
    """The functions that a function is written in, innermost first.

    >>> list(around(registry.cls.functions["forward"]))
    []
    """
    scope = function.analysis.scope.function
    while scope is not None:
        yield scope
        scope = scope.analysis.scope.function


def calls_in(node: cst.CSTNode) -> list[cst.Call]:
    """The calls in a node, outermost first.

    >>> len(calls_in(expression("f(g(x))")))
    2
    """
    found: list[cst.Call] = []

    def look(call: cst.CSTNode) -> None:
        assert type(call) is cst.Call
        found.append(call)

    walk(node, {cst.Call: [look]})
    return found
