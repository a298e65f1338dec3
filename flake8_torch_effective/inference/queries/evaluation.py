"""Runs of a model in evaluation mode that record a graph which nothing back-propagates."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import libcst as cst

from ...syntax.walking import walk
from ..events.event import Answer, Event, Subject, Wanted
from ..events.program import Program
from ..events.timeline import NO_OCCASION, Timeline
from ..knowledge.training import CONTEXT_EVENTS, EventKind, Role
from ..values import Function, Module
from .losses import is_loss_module
from .outputs import asks_for_gradients, hands_out, may_be_without_graph
from .trials import is_trial_at

_GRADIENTS = (EventKind.BACKWARD, EventKind.GRADIENT)
# Decorators that change nothing in how a function runs.
_PLAIN = frozenset({"staticmethod", "classmethod", "property", "torch.enable_grad()", "abstractmethod", "override"})


@dataclass(frozen=True)
class Recorded:
    """A run of a model in evaluation mode in a function, None for the script, whose graph is for nothing.

    Not ``sure`` where the output may leave the function with its graph, and where a model is only tried out.
    ``trains`` where a script or the function also steps an optimizer.
    """

    run: Event
    function: cst.CSTNode | None
    sure: bool
    trains: bool


def recorded(program: Program, evaluating: Event) -> Iterator[Recorded]:
    """The first run of a model that a call of ``eval()`` is followed by in each function, where autograd records it.

    Not where a caller in the file switches autograd off, where gradients are asked for in the function or the loop,
    and where ``train()`` or ``backward`` may come in between.

    >>> from flake8_torch_effective.inference.events.program import program_of
    >>> p = program("net = nn.Linear(3, 3)", "net.eval()", "y = net(x)", "return y.argmax(1)")
    >>> found = program_of(p.inference)
    >>> [one.run for event in found.events(EventKind.EVAL_MODE) for one in recorded(found, event)]
    [<forward net>]
    """
    for function, event in program.occurrences(evaluating):
        model = event.subject
        if event.kind is not EventKind.EVAL_MODE or model is None or not _may_be_left_on(program, function):
            continue
        timeline = program.timeline(function)
        for run in timeline.find(EventKind.FORWARD, subject=model):
            # What one helper does is reported where the helper is written.
            called = bool(event.calls and run.calls)
            inner = called and (event.calls[0] is run.calls[0] or event.function is run.function)
            if not inner and _is_idle(program, timeline, event, run, model):
                trains = function is None or bool(timeline.find(EventKind.STEP))
                place = (run.loops[-1] if run.loops else None) if trains else function
                if place is not None and asks_for_gradients(place):
                    break
                if function is not None and _trains_inside(program, function):
                    break
                yield Recorded(run, function, not _is_tried(program, run, function), trains)
                break


def _is_tried(program: Program, run: Event, function: cst.CSTNode | None) -> bool:
    """Whether a run hands out its output, or is there to be tried: in a test, for nothing but that it runs."""
    inference = program.inference
    if inference.is_discarded(run.at) and not run.loops:
        return True
    trains = bool(program.timeline(function).find(EventKind.STEP))
    if function is None:
        return not run.loops and not trains
    if is_trial_at(inference, function, run.at) and (not run.loops or _is_named_test(function)):
        return True
    if not run.loops and not trains and not _takes(function, run.at):
        return True
    runs = [one.at for one in program.timeline(function).find(EventKind.FORWARD) if not _is_of_loss(one)]
    return hands_out(inference, function, runs) or may_be_without_graph(inference, function, runs)


def _is_of_loss(run: Event) -> bool:
    value = None if run.subject is None else run.subject.value
    return isinstance(value, Module) and is_loss_module(value)


def _is_named_test(function: cst.CSTNode) -> bool:
    """Whether a test is called as one; ``test`` alone is what many call the evaluation itself."""
    return isinstance(function, cst.FunctionDef) and function.name.value.startswith("test_")


def _trains_inside(program: Program, function: cst.CSTNode) -> bool:
    """Whether a function written in another one, a hook say, calls ``backward``."""
    training = {id(node) for node in program.functions(*_GRADIENTS) if node is not function}
    found: list[cst.CSTNode] = []
    walk(function, {cst.FunctionDef: [lambda node: found.append(node) if id(node) in training else None]})
    return bool(found)


def _takes(function: cst.CSTNode, call: cst.CSTNode) -> bool:
    """Whether a call is given what the function around it is given, under its own name."""
    if not isinstance(function, cst.FunctionDef) or not isinstance(call, cst.Call):
        return False
    taken = {one.name.value for one in (*function.params.params, *function.params.kwonly_params)}
    found: list[cst.CSTNode] = []

    def look(node: cst.CSTNode) -> None:
        if isinstance(node, cst.Name) and node.value in taken and node.value != "self":
            found.append(node)

    for argument in call.args:
        walk(argument.value, {cst.Name: [look]})
    return bool(found)


def _may_be_left_on(program: Program, function: cst.CSTNode | None) -> bool:
    """Whether nothing around a function is known to switch autograd off, or to run it in a way of its own."""
    if function is None:
        return True
    if program.timeline().find(EventKind.SET_GRAD_MODE):
        return False
    known = program.inference.functions.get(function)
    return known is not None and not _is_run_by_a_framework(known)


def _is_run_by_a_framework(function: Function) -> bool:
    if any(one not in _PLAIN and one.removesuffix("()") not in CONTEXT_EVENTS for one in function.decorators):
        return True
    return function.cls is not None and any("lightning" in base.lower() for base in function.cls.outside_bases())


def _is_idle(program: Program, timeline: Timeline, event: Event, run: Event, model: Subject) -> bool:
    """Whether a run is certainly in evaluation mode, records a graph, and no ``backward`` follows."""
    if any(
        program.timeline(caller).records(one) is not Answer.YES
        for caller, one in program.occurrences(run)
        if one.kind is EventKind.FORWARD
    ):
        return False
    evaluates = Wanted.of(EventKind.EVAL_MODE, subject=model, seen_only=True)
    trains = Wanted.of(EventKind.TRAIN_MODE, EventKind.SET_MODE, subject=model, seen_only=True)
    if not timeline.before(evaluates, run).always or timeline.between(event, run, trains).every is not Answer.NO:
        return False
    shared = [place for place, other in zip(event.loops, run.loops, strict=False) if place is other]
    scope = (timeline.loop(shared[-1]) if shared else None) or timeline
    gradients = Wanted.of(*_GRADIENTS, seen_only=True)
    later = scope.between(run, gradients, trains)
    return model.role in (Role.MODULE, Role.LIGHTNING_MODULE) and (later == NO_OCCASION or later.always)
