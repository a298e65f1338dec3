"""Evaluations of a model that was never put into evaluation mode."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from ...syntax.naming import last_name, words_of
from ...syntax.walking import walk
from ..events.event import Answer, Event, Subject
from ..events.modes import drawn_from, training_of
from ..events.program import Program
from ..events.registry import registry_of
from ..events.scope import last, plain_path
from ..events.timeline import Timeline
from ..interpreter.inference import module_row
from ..knowledge.names import canonical
from ..knowledge.torchvision_builders import DETECTION, SETS_MODES, builder_of
from ..knowledge.training import EventKind, Role
from ..values import Function, Module, Reference, Sequence, Tensor, Value
from .loops import iterable_of
from .losses import is_loss_module

_MODES = (EventKind.EVAL_MODE, EventKind.SET_MODE)
# Words in the names of functions and classes that run a model in training mode on purpose.
_ON_PURPOSE = frozenset(
    """
    bn norm calibrate calibration recalibrate swa mc monte carlo dropout uncertainty bayesian stochastic pseudo
    statistics warmup rollout
    """.split()
)
# Words in the names of functions that train: what they run without autograd belongs to that, but for a validation.
_TRAINING = frozenset({"train", "training"})


def evaluated_in_training_mode(program: Program) -> Iterator[tuple[Event, bool]]:
    """The runs of a model in loops over data without autograd, where the file trains it and never calls ``eval()``.

    And whether each is sure: where the function trains the model, too, or the file shows that the two modes differ.

    >>> from flake8_torch_effective.inference.events.program import program_of
    >>> list(evaluated_in_training_mode(program_of(program("return x.exp()").inference)))
    []
    """
    if not program.functions(EventKind.BACKWARD):
        return
    trained = [model for function in program.functions() for model in _trained_in(program, function)]
    seen: set[int] = set()
    for function in program.functions():
        timeline = program.timeline(function)
        for run in timeline.find(EventKind.FORWARD):
            model = run.subject
            if (
                id(run.node) in seen
                or model is None
                or model.role is not Role.MODULE
                or not run.loops
                or _is_loss(model)
            ):
                continue
            if timeline.records(run) is not Answer.NO or not any(_is_one(model, other) for other in trained):
                continue
            if _may_be_meant(program, timeline, run):
                continue
            trains_too = any(model.is_same(other) is Answer.YES for other in _trained_in(program, function))
            if not _may_evaluate(program, timeline, run, model, trains_too):
                seen.add(id(run.node))
                yield run, trains_too or _has_modes(program, model.value)


def _trained_in(program: Program, function: cst.CSTNode | None) -> list[Subject]:
    """The models that a function runs and back-propagates through."""
    timeline = program.timeline(function)
    if not timeline.find(EventKind.BACKWARD):
        return []
    models: dict[str, Subject] = {}
    for run in timeline.find(EventKind.FORWARD):
        if run.subject is not None and timeline.records(run) is not Answer.NO:
            models.setdefault(run.subject.path, run.subject)
    loops = [loop for loop in timeline.loops if loop.find(EventKind.BACKWARD)]
    return [
        model for model in models.values() if any(training_of(program, timeline, loop, model) for loop in loops[:4])
    ]


def _is_one(model: Subject, other: Subject) -> bool:
    """Whether two names stand for one model: as far as is known, or by custom, in two functions of a file."""
    same = model.is_same(other)
    return same is Answer.YES or (same is Answer.UNKNOWN and last(model.path) == last(other.path))


def _may_be_meant(program: Program, timeline: Timeline, run: Event) -> bool:
    """Whether a run is no evaluation: in an iteration that trains, over no data, by its name, without modes."""
    place = run.loops[-1]
    iterable = iterable_of(program.inference, place)
    if iterable is None or (isinstance(iterable, Sequence) and iterable.is_range):
        return True
    for node in run.loops:
        loop = timeline.loop(node)
        if loop is None or any(one.loops[-1] is node for one in loop.find(EventKind.BACKWARD, EventKind.STEP)):
            return True
    function = None if run.function is None else program.inference.functions.get(run.function)
    names = [] if function is None else [function.name, "" if function.cls is None else function.cls.name]
    if not _ON_PURPOSE.isdisjoint(words_of(" ".join(names))):
        return True
    trains = function is not None and not _TRAINING.isdisjoint(words_of(function.name))
    if trains and not _is_validation(timeline, run):
        return True
    assert run.subject is not None
    if run.subject.path == "self" and (function is None or _is_of_framework(function)):
        return True
    return _has_no_modes(program, run.subject.value) or _gives_losses(run)


def _gives_losses(run: Event) -> bool:
    """Whether a run asks a model of torchvision for its losses, which it returns in training mode only."""
    model = None if run.subject is None else run.subject.value
    builder = builder_of(model.name) if isinstance(model, Module) and model.name is not None else None
    given = run.node.args if type(run.node) is cst.Call else ()
    return builder is not None and builder.package == DETECTION and (len(given) > 1 or any(one.star for one in given))


def _is_of_framework(function: Function) -> bool:
    """Whether the class of a method has a base in another file, which may call ``eval()`` before it runs the method."""
    bases = () if function.cls is None else function.cls.outside_bases()
    return any(not canonical(base).startswith(("torch.", "builtins.")) for base in bases)


def _is_validation(timeline: Timeline, run: Event) -> bool:
    """Whether a run comes after a loop that trains, on other data."""
    for one in timeline.events:
        if one is run:
            return False
        if one.kind is EventKind.BACKWARD and one.loops and one.loops[-1] not in run.loops:
            data = [plain_path(place.iter) for place in (*one.loops, run.loops[-1]) if type(place) is cst.For]
            if data[-1] is None or data[-1] not in data[:-1]:
                return True
    return False


def _may_evaluate(program: Program, timeline: Timeline, run: Event, model: Subject, trains_too: bool) -> bool:
    """Whether something in the file calls ``eval()`` of a model, or may.

    Where the function trains the very model, what other functions do to one of that name is done to another one, or
    later: only what the function and its callers do counts.
    """
    for one in (one for event in program.events(*_MODES) for _, one in program.occurrences(event)):
        other = one.subject
        if other is None or "[" in other.path or _is_each(one):
            return True
        if model.is_part_of(other) or other.is_part_of(model):
            return True
        same = model.is_same(other)
        if same is Answer.YES or (same is Answer.UNKNOWN and last(model.path) == last(other.path) and not trains_too):
            return True
    if trains_too and _is_evaluated_by_callers(program, run):
        return True
    if model.path.startswith("self.") and _hands_itself_out(program, run):
        return True
    return any(call.takes_part(model) for call in timeline.find(EventKind.UNKNOWN_CALL))


def _hands_itself_out(program: Program, run: Event) -> bool:
    """Whether an object gives itself to callbacks, ``callback.set_runner(self)``, which may call ``eval()``."""
    function = None if run.function is None else program.inference.functions.get(run.function)
    if function is None or function.cls is None:
        return False
    found: list[cst.CSTNode] = []

    def look(node: cst.CSTNode) -> None:
        assert type(node) is cst.Call
        owner = node.func.value if type(node.func) is cst.Attribute else None
        if type(owner) is cst.Name and not isinstance(program.inference.value(owner), Reference):
            found.extend(one for one in node.args if last_name(one.value) == "self")

    walk(function.cls.node, {cst.Call: [look]})
    return bool(found)


def _is_evaluated_by_callers(program: Program, run: Event) -> bool:
    """Whether a caller may call ``eval()`` of the model before the call that runs it."""
    for caller, found in program.occurrences(run):
        for one in program.timeline(caller).events:
            if one is found:
                break
            if one.kind in _MODES and found.subject is not None and one.subject is not None:
                if one.subject.is_same(found.subject) is not Answer.NO:
                    return True
    return False


def _is_each(event: Event) -> bool:
    """Whether an event is about each of several objects, as in a loop and in ``net.apply(lambda m: m.eval())``."""
    func = event.calls[-1].func if event.calls else None
    applied = type(func) is cst.Attribute and func.attr.value == "apply"
    return applied or type(event.function) is cst.Lambda or drawn_from(event) is not None


def _is_loss(model: Subject) -> bool:
    words = last(model.path).lower()
    named = "loss" in words or "criterion" in words
    return named or (isinstance(model.value, Module) and is_loss_module(model.value))


def _has_modes(program: Program, value: Value, depth: int = 6) -> bool:
    """Whether a module certainly has a part that does something else in training: dropout, batch norm."""
    if not isinstance(value, Module) or depth == 0:
        return False
    if value.cls is not None:
        registry = registry_of(program, value.cls)
        parts = [] if registry is None else [entry.value for entry in registry.entries]
        return _asks_for_mode(value.cls.node) or any(_has_modes(program, one, depth - 1) for one in parts)
    row = module_row(value)
    if row is None:
        builder = None if value.name is None else builder_of(value.name)
        return builder is not None and builder.depends_on_mode and SETS_MODES.isdisjoint(value.arguments)
    return row.depends_on_mode or any(_has_modes(program, one, depth - 1) for one in value.children or ())


def _has_no_modes(program: Program, value: Value, depth: int = 6) -> bool:
    """Whether a module certainly does the same in both modes: no dropout, no batch norm, nothing that asks."""
    if not isinstance(value, Module) or depth == 0:
        return False
    if value.cls is not None:
        registry = registry_of(program, value.cls)
        if registry is None or _asks_for_mode(value.cls.node):
            return False
        parts = [entry.value for entry in registry.entries]
        return bool(parts) and all(isinstance(one, Tensor) or _has_no_modes(program, one, depth - 1) for one in parts)
    row = module_row(value)
    if row is None or row.depends_on_mode:
        return False
    if row.container is None:
        return True
    return bool(value.children) and all(_has_no_modes(program, one, depth - 1) for one in value.children or ())


def _asks_for_mode(node: cst.CSTNode) -> bool:
    found: list[cst.CSTNode] = []

    def look(part: cst.CSTNode) -> None:
        name = last_name(part)
        if "dropout" in name.lower() or name == "training":
            found.append(part)

    walk(node, {cst.Attribute: [look], cst.Name: [look]})
    return bool(found)
