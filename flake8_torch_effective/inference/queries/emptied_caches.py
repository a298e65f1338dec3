"""Where a program gives the memory that torch keeps back to the device in each step of its loop."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto

import libcst as cst

from ...syntax.naming import all_names
from ...syntax.walking import holds, walk
from ..events.conditions import counts
from ..events.event import Event
from ..events.modes import outlives
from ..events.program import Program, program_of
from ..events.timeline import Timeline
from ..interpreter.inference import Inference
from ..knowledge.clocks import MEASURES_MEMORY
from ..knowledge.training import EventKind
from .callers import is_run_for_each_batch
from .places import Place, is_left_early, places_of
from .trials import is_trial_at

_STEPS = (EventKind.FORWARD, EventKind.BACKWARD, EventKind.STEP)
# Words of a test that asks whether there is a device at all.
_ASKS_FOR_DEVICE = frozenset({"is_available", "cuda", "device", "use_cuda", "use_gpu", "gpu", "type", "device_type"})


class Emptied(Enum):
    """How often a cache is emptied: in each training step, in other steps or those that ask for it, or not by steps."""

    EACH_STEP = auto()
    ON_CONDITION = auto()
    SELDOM = auto()


def emptied(inference: Inference, event: Event) -> Emptied:
    """How often a call empties the cache, as far as the file shows.

    >>> p = program("net = nn.Linear(3, 2)", "for row in x:", "    net(row)", "    torch.cuda.empty_cache()")
    >>> [emptied(p.inference, event) for event in program_of(p.inference).events(EventKind.EMPTY_CACHE)]
    [<Emptied.ON_CONDITION: 2>]
    """
    program = program_of(inference)
    if _in_handler(program, event.node):
        return Emptied.SELDOM
    found = Emptied.SELDOM
    for function, occurrence in program.occurrences(event):
        if occurrence.periodic:
            continue
        timeline = program.timeline(function)
        place = occurrence.loops[-1] if occurrence.loops else None
        if place is not None:
            inside = timeline.loop(place)
        else:
            inside = timeline if is_run_for_each_batch(program.inference, function) else None
        if inside is None or not _takes_steps(program, function, inside, place):
            continue
        if is_trial_at(inference, function, occurrence.at) or _measures(inside, place) or _tries_out(place):
            continue
        if _is_seldom(program, occurrence, {step.at for step in inside.find(*_STEPS)}):
            continue
        if not _trains(inside, place):
            found = Emptied.ON_CONDITION
            continue
        asked = [condition.test for condition in occurrence.conditions if not _is_around(condition.test, inside)]
        if all(_asks_for_device(test) for test in asked):
            return Emptied.EACH_STEP
        found = Emptied.ON_CONDITION
    return found


def _is_seldom(program: Program, event: Event, steps: set[cst.CSTNode]) -> bool:
    """Whether a call, or that of a helper that leads to it, runs every so many steps, or after an error only."""
    function = program.inference.functions.get(event.function) if event.function is not None else None
    scope = program.inference.module if function is None else function.node
    aliases = {} if scope is None else program.names(scope).aliases
    for call in (event.node, *event.calls):
        place = places_of(program.inference).get(id(call))
        if place is None:
            continue
        tests = [*_tests_within(place.block[place.index], call), *_left_by(place, steps)]
        if any(map(counts, tests)):
            return True
    flags = {condition.test.value for condition in event.conditions if type(condition.test) is cst.Name}
    if any(counts(aliases[flag]) for flag in flags if flag in aliases):
        return True
    return bool(flags) and not flags.isdisjoint(_set_by_handlers(program))


def _tests_within(statement: cst.CSTNode, call: cst.CSTNode) -> list[cst.BaseExpression]:
    """What decides in a statement itself whether a call in it runs: ``last and f()``, ``f() if last else None``."""
    if not isinstance(statement, cst.SimpleStatementLine):
        return []
    found: list[cst.BaseExpression] = []

    def look(node: cst.CSTNode) -> None:
        if type(node) is cst.IfExp and not holds(node.test, call) and holds(node, call):
            found.append(node.test)
        elif type(node) is cst.BooleanOperation and holds(node.right, call):
            found.append(node.left)

    walk(statement, {cst.IfExp: [look], cst.BooleanOperation: [look]})
    return found


def _left_by(place: Place, steps: set[cst.CSTNode]) -> list[cst.BaseExpression]:
    """The conditions under which the iteration or the function is left before a place, but not before the steps."""
    found: list[cst.BaseExpression] = []
    for one in place.outwards():
        for index, statement in enumerate(one.block[: one.index]):
            if type(statement) is cst.If and is_left_early(statement.body.body):
                if _hold(one.block[:index], steps) or not _hold(one.block[index:], steps):
                    found.append(statement.test)
        if one.around is not None and isinstance(one.around.block[one.around.index], cst.For | cst.While):
            break
    return found


def _hold(statements: Sequence[cst.CSTNode], calls: set[cst.CSTNode]) -> bool:
    return any(holds(statement, call) for statement in statements for call in calls)


def _set_by_handlers(program: Program) -> set[str]:
    """The names that error handlers give a value: ``oom`` of ``except RuntimeError: oom = True``."""
    assigned: list[cst.CSTNode] = []
    for block in program.inference.nodes_of(cst.Try):
        assert type(block) is cst.Try
        for handler in block.handlers:
            walk(handler, {cst.AssignTarget: [assigned.append]})
    targets = [one.target for one in assigned if type(one) is cst.AssignTarget]
    return {one.value for one in targets if type(one) is cst.Name}


def _is_around(test: cst.CSTNode, loop: Timeline) -> bool:
    """Whether a condition has all steps of a loop, so that it is around the loop or what the steps do."""
    steps = loop.find(*_STEPS)
    return all(any(condition.test is test for condition in step.conditions) for step in steps)


def _takes_steps(program: Program, function: cst.CSTNode | None, loop: Timeline, place: cst.CSTNode | None) -> bool:
    """Whether a loop itself, and no loop in it, runs a model that is the same in all iterations, and moves none."""
    inner = [step for step in loop.find(*_STEPS) if place is None or step.loops[-1:] == (place,)]
    if not inner or loop.find(EventKind.LOAD, EventKind.BUILD_OPTIMIZER):
        return False
    moved = [move for move in loop.find(EventKind.MOVE) if move.subject is None or move.subject.role.is_module]
    runs = [step for step in inner if step.kind is EventKind.FORWARD and step.subject is not None]
    kept = place is None or all(run.subject and outlives(program, run.subject, function, loop) for run in runs)
    return not moved and kept


def _measures(loop: Timeline, place: cst.CSTNode | None) -> bool:
    """Whether a loop measures time or memory, for which each iteration is to begin alike."""
    return bool(loop.find(EventKind.CLOCK)) or (place is not None and bool(all_names(place) & MEASURES_MEMORY))


def _tries_out(place: cst.CSTNode | None) -> bool:
    """Whether a loop is left when the memory is out, as one that looks for the largest batch is."""
    found: list[cst.CSTNode] = []

    def look(node: cst.CSTNode) -> None:
        assert type(node) is cst.ExceptHandler
        texts: list[cst.CSTNode] = []
        ends: list[cst.CSTNode] = []
        walk(node, {cst.SimpleString: [texts.append], cst.Break: [ends.append], cst.Return: [ends.append]})
        told = any("out of memory" in one.value for one in texts if type(one) is cst.SimpleString)
        named = node.type is not None and "OutOfMemoryError" in all_names(node.type)
        if ends and (told or named):
            found.append(node)

    if place is not None:
        walk(place, {cst.ExceptHandler: [look]})
    return bool(found)


def _trains(loop: Timeline, place: cst.CSTNode | None) -> bool:
    """Whether each iteration of a loop trains, so that memory is asked for again at once."""
    found = loop.find(EventKind.BACKWARD, EventKind.STEP)
    return place is None or any(event.loops[-1:] == (place,) for event in found)


def _asks_for_device(test: cst.CSTNode) -> bool:
    """Whether a test only asks whether there is a device: ``torch.cuda.is_available()``, ``device.type == "cuda"``."""
    if type(test) is cst.BooleanOperation:  # `keep and device.type == "cuda"` asks for another thing, too
        return _asks_for_device(test.left) and _asks_for_device(test.right)
    return bool(all_names(test) & _ASKS_FOR_DEVICE)


def _in_handler(program: Program, node: cst.CSTNode) -> bool:
    """Whether a call stands where an error is handled, such as that of no memory left, or behind it."""
    found: list[cst.CSTNode] = []

    def look(call: cst.CSTNode) -> None:
        if call is node:
            found.append(call)

    for block in program.inference.nodes_of(cst.Try):
        assert type(block) is cst.Try
        for handler in block.handlers:
            walk(handler, {cst.Call: [look]})
    return bool(found)
