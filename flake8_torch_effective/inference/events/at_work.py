"""The functions that run when a module of the file is called."""

from __future__ import annotations

import libcst as cst

from ...syntax.walking import walk
from ..values import Function
from .collections import called
from .program import Program
from .registry import Registry, calls_of, registries

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
    found: list[Function] = []
    for registry in registries(program):
        found += [function for name, function in registry.cls.functions.items() if name in _at_work(registry)]
    inside = {call for function in found for call in calls_in(function.node)}
    callers: dict[Function, list[cst.Call]] = {}
    for call in calls_of(program) if inside else []:
        function = called(program, call)
        if function is not None and function.cls is None:
            callers.setdefault(function, []).append(call)
    helpers = [function for function, calls in callers.items() if all(call in inside for call in calls)]
    return found + [one for one in helpers if not any(_encloses(other, one) for other in found)]


def _at_work(registry: Registry) -> set[str]:
    """The methods that run with ``forward``: itself, and what it calls, unless ``__init__`` calls that, too."""
    names = registry.cls.functions.keys()
    found = {name for name in names if name in RUNS or name.startswith("forward_")}
    if not found:
        return found
    built = _reached(registry, names & _BUILDS)
    return _reached(registry, found) - built


def _reached(registry: Registry, start: set[str]) -> set[str]:
    """Some methods, and those that they call."""
    found = set(start)
    while True:
        more = {
            read.name
            for read in registry.reads
            if read.method is not None and read.method.name in found and read.name in registry.cls.functions
        }
        if more <= found:
            return found
        found |= more


def _encloses(outer: Function, inner: Function) -> bool:
    scope = inner.analysis.scope.function
    return scope is not None and (scope is outer or _encloses(outer, scope))


def calls_in(node: cst.CSTNode) -> list[cst.Call]:
    """The calls in a node, outermost first.

    >>> len(calls_in(expression("f(g(x))")))
    2
    """
    found: list[cst.Call] = []

    def look(call: cst.CSTNode) -> None:
        assert isinstance(call, cst.Call)
        found.append(call)

    walk(node, {cst.Call: [look]})
    return found
