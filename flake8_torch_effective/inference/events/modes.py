"""In which mode, training or evaluation, a program runs its models, from one iteration to the next."""

from __future__ import annotations

import libcst as cst

from ...syntax.naming import all_names
from ..knowledge.training import EventKind, Role
from .event import Answer, Event, Subject, Wanted
from .program import Program
from .scope import split
from .timeline import Timeline

_MODES = (EventKind.TRAIN_MODE, EventKind.SET_MODE)


def outlives(program: Program, model: Subject, function: cst.CSTNode | None, loop: Timeline) -> bool:
    """Whether an object is one and the same in all iterations of a loop in a function.

    >>> outlives(program, model, None, timeline.loops[0])
    True
    """
    scope = model.scope
    if loop.rebinds(model) or ("[]" in model.path and (model.each is None or loop.loop(model.each) is None)):
        return False
    if scope is None or scope is function:
        return True
    known = None if function is None else program.inference.functions.get(function)
    return type(scope) is cst.ClassDef and known is not None and known.cls is not None and known.cls.node is scope


def training_of(program: Program, timeline: Timeline, loop: Timeline, model: Subject) -> list[Event]:
    """The calls of ``backward`` in a loop that train a model: it runs before them, and an optimizer may hold it.

    >>> training_of(program, timeline, timeline.loops[0], model)
    [<backward loss>]
    """
    runs = [run for run in loop.find(EventKind.FORWARD, subject=model) if timeline.records(run) is not Answer.NO]
    if not runs or not _may_be_optimised(program, loop, model):
        return []
    found = []
    for backward in loop.find(EventKind.BACKWARD):
        for place in reversed(backward.loops):
            inner = loop if place is loop.node else loop.loop(place)
            if inner is None:
                break
            inside = [run for run in runs if place in run.loops]
            if inside:
                if any(inner.before(run, backward).some is Answer.YES for run in inside):
                    found.append(backward)
                break
    return found


def evaluations_of(timeline: Timeline, loop: Timeline, model: Subject) -> list[Event]:
    """The runs of a model in a loop that train nothing: autograd is off, or no ``backward`` follows.

    >>> evaluations_of(timeline, timeline.loops[0], model)
    []
    """
    found = []
    for run in loop.find(EventKind.FORWARD, subject=model):
        inner = (loop.loop(run.loops[-1]) if run.loops else None) or loop
        if timeline.records(run) is Answer.NO or inner.followed(run, EventKind.BACKWARD).never:
            found.append(run)
    return found


def may_be_last(event: Event) -> bool:
    """Whether an event may happen in the last iteration only: its condition compares what the loops count.

    >>> may_be_last(step), may_be_last(accumulate.find(EventKind.STEP)[0])
    (False, False)
    """
    counters: set[str] = set()
    for place in event.loops:
        if type(place) is cst.For:
            counters |= all_names(place.target)
    return any(
        condition.holds and not condition.periodic and not counters.isdisjoint(all_names(condition.test))
        for condition in event.conditions
    )


def is_meant(timeline: Timeline, loop: Timeline, model: Subject, evaluating: Event, backward: Event) -> bool:
    """Whether a model is put into evaluation mode for the training itself: nothing is evaluated before that.

    >>> is_meant(timeline, timeline.loops[0], model, timeline.find(EventKind.EVAL_MODE)[0], backward)
    False
    """
    if loop.before(evaluating, backward).never:
        return False
    runs = evaluations_of(timeline, loop, model)
    return not any(loop.between(evaluating, backward, run).some is Answer.YES for run in runs)


def restoring(timeline: Timeline, loop: Timeline, model: Subject, backward: Event) -> Wanted:
    """What puts a model into the mode to train in, or may: also its parts, or what it is part of.

    >>> loop.happens(restoring(timeline, loop, model, backward)).some, timeline.happens(EventKind.TRAIN_MODE).some
    (<Answer.NO: 'no'>, <Answer.YES: 'yes'>)
    """
    found = Wanted.of(*_MODES, EventKind.FIT, subject=model)
    for event in loop.find(*_MODES):
        subject = event.subject
        if subject is None or subject.is_part_of(model) or model.is_part_of(subject) or _is_part_drawn(event, model):
            found |= Wanted.exactly(event)
    for event in loop.find(EventKind.EVAL_MODE, subject=model):
        if is_meant(timeline, loop, model, event, backward):
            found |= Wanted.exactly(event)
    return found


def drawn_from(event: Event) -> cst.BaseExpression | None:
    """What the loops around an event go over to give what it is about: ``nets`` of ``for net in nets: net.eval()``.

    >>> drawn_from(step) is None
    True
    """
    for place in event.loops if event.subject is not None else ():
        clause = getattr(place, "for_in", place)
        while isinstance(clause, cst.For | cst.CompFor):
            assert event.subject is not None
            if split(event.subject.path)[0] in all_names(clause.target):
                return clause.iter
            clause = clause.inner_for_in if type(clause) is cst.CompFor else None
    return None


def _is_part_drawn(event: Event, model: Subject) -> bool:
    """Whether an event is about what a loop draws from a model or from a tuple of its parts, or may be."""
    source = drawn_from(event)
    return source is not None and (bool(event.calls) or split(model.path)[0] in all_names(source))


def _may_be_optimised(program: Program, loop: Timeline, model: Subject) -> bool:
    """Whether an optimizer that a loop steps may hold the parameters of a model."""
    steps = [event.subject for event in loop.find(EventKind.STEP) if event.subject is not None]
    if not steps:
        return False
    held = [program.optimised_by(optimizer) for optimizer in steps]
    return not all(held) or any(
        one.is_part_of(model)
        or model.is_part_of(one)
        or (one.role is not Role.TENSOR and one.is_same(model) is not Answer.NO)
        for holders in held
        for one in holders
    )
