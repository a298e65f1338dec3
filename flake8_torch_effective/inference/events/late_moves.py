"""Optimizers that are built before the model whose parameters they get is moved or converted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

import libcst as cst

from ..interpreter.inference import Inference, alternatives
from ..knowledge.python_operations import PARAMETERS
from ..knowledge.training import MOVES, EventKind
from ..transfer import device_type
from ..values import Class, Dtype, Identity, Module, Sequence, Unknown, Value, reaches
from .event import Answer, Event, Subject, Wanted
from .program import Program
from .recognition import Recognition, argument_of
from .scope import last, plain_path
from .timeline import Timeline
from .training_calls import trains


class Change(Enum):
    """What a move changes of a module's parameters.

    >>> late_move(program, early).change
    <Change.DEVICE: 'device'>
    """

    DEVICE = "device"
    DTYPE = "dtype"
    EMPTIED = "emptied"  # to_empty: other parameters, on a device, without values


_ROOM = "what values may be"
_CHANGES = {
    "cuda": Change.DEVICE,
    "xpu": Change.DEVICE,
    "to_empty": Change.EMPTIED,
    **dict.fromkeys(("half", "bfloat16", "double"), Change.DTYPE),
}
# How many values of what an optimizer gets are looked at.
_MOST = 100
_PLACING = frozenset({"device", "device_map"})
_TRAINING = (EventKind.STEP, EventKind.BACKWARD, EventKind.FIT)


@dataclass(frozen=True, slots=True)
class LateMove:
    """A ``call`` that moves or converts a module whose parameters an optimizer holds already.

    >>> late_move(program, early).call.func.attr.value
    'cuda'
    """

    call: cst.Call
    change: Change


def late_move(program: Program, built: Event) -> LateMove | None:
    """The move of a module that comes after the optimizer for it is built, in the same function or class.

    None where the module was moved before, or the move comes after the training.

    >>> late_move(program, grouped), late_move(program, early) is None
    (None, False)
    """
    for function, found in program.occurrences(built):
        if found.kind is not EventKind.BUILD_OPTIMIZER:
            continue
        late = _in_function(program, function, found) or _in_other_methods(program, function, found)
        if late is not None:
            return late
    return None


def _in_function(program: Program, function: cst.CSTNode | None, built: Event) -> LateMove | None:
    timeline = program.timeline(function)
    moves = _moves_of_held(program, timeline, built)
    moved: dict[Change, bool] = {}  # a question to the timeline costs as much as the function is long
    for move in _after(timeline, built, moves):
        change = _change_of(program.inference, move)
        if change is None:
            continue
        if change not in moved:
            moved[change] = _was_moved(program, timeline, built, moves, change)
        if moved[change] or _around(timeline, built, move).followed(built, move).some is not Answer.YES:
            continue
        if not _returns(program, timeline, moves, move) and _is_in_time(program, timeline, built, move):
            return LateMove(cst.ensure_type(move.node, cst.Call), change)
    return None


def _after(timeline: Timeline, built: Event, moves: list[Event]) -> list[Event]:
    """The moves that one iteration, or one run of the function, can come to after the optimizer is built."""
    start = timeline.places.get(id(built), 0)
    return [move for move in moves if timeline.places.get(id(move), 0) >= start]


def _in_other_methods(program: Program, function: cst.CSTNode | None, built: Event) -> LateMove | None:
    """The move in a method that runs after ``__init__``, which builds the optimizer."""
    known = None if function is None else program.inference.functions.get(function)
    if known is None or known.cls is None or known.cls.functions.get("__init__") is not known:
        return None
    timeline = program.timeline(function)
    moves = _moves_of_held(program, timeline, built)
    run = {id(event.node) for event in timeline.events}
    for method in known.cls.functions.values():
        later = program.timeline(method.node)
        here = _moves_of_held(program, later, built)
        for move in here:
            change = _change_of(program.inference, move)
            if change is None or id(move.node) in run or _was_moved(program, timeline, built, moves, change):
                continue
            earlier = any(one is not move and later.before(one, move).some is not Answer.NO for one in here)
            if not earlier and _is_in_time(program, later, built, move):
                return LateMove(cst.ensure_type(move.node, cst.Call), change)
    return None


def _returns(program: Program, timeline: Timeline, moves: list[Event], move: Event) -> bool:
    """Whether a module may come back from the CPU, where it was saved."""
    away = (one for one in moves if _change_of(program.inference, one) is None)
    return any(_around(timeline, one, move).before(one, move).some is not Answer.NO for one in away)


def _around(timeline: Timeline, first: Event, second: Event) -> Timeline:
    """The innermost loop that two events share, as one iteration of it; the whole function where there is none."""
    for place in reversed(first.loops):
        loop = timeline.loop(place) if place in second.loops else None
        if loop is not None:
            return loop
    return timeline


def _was_moved(program: Program, timeline: Timeline, built: Event, moves: list[Event], change: Change) -> bool:
    """Whether the module may have been moved, or converted, before the optimizer is built."""
    places = timeline.places
    later = {id(move) for move in _after(timeline, built, moves)} if id(built) in places else set()
    nearest_first = [move for move in reversed(moves) if id(move) not in later]
    for move in [*nearest_first, *_made_by_helpers(timeline)]:
        earlier = _change_of(program.inference, move)
        of_kind = (earlier is Change.DTYPE) is (change is Change.DTYPE)
        if of_kind and move in timeline.block.steps and places.get(id(move), 0) < places.get(id(built), 0):
            return True  # under no condition, so that the order of the text is that of the program
        if of_kind and _around(timeline, move, built).before(move, built).some is not Answer.NO:
            return True
    if change is not Change.DEVICE:
        return False
    made = {
        identity
        for move in timeline.find(EventKind.MOVE)
        if move.subject is None
        for identity in _identities(program, program.inference.value(move.node))
    }
    return any(_is_made_moved(held.value) or made & _identities(program, held.value) for held in _held(program, built))


def _made_by_helpers(timeline: Timeline) -> list[Event]:
    """The moves of what helpers have under a name of their own, which may be what they return."""
    return [
        move
        for move in timeline.find(EventKind.MOVE)
        if move.calls and move.subject is not None and move.subject.scope in (move.function, *move.calls)
    ]


def _is_in_time(program: Program, timeline: Timeline, built: Event, move: Event) -> bool:
    """Whether a move comes before the training, and no new optimizer is built after it."""
    optimizer = built.subject
    training = Wanted.of(*_TRAINING, seen_only=True)
    for event in timeline.find(EventKind.UNKNOWN_CALL, EventKind.PREPARE):
        set_up = event.kind is EventKind.PREPARE and event.subject is not None  # by Fabric or Accelerate, which move
        if set_up or (optimizer is not None and trains(program, event, optimizer)):
            training |= Wanted.exactly(event)
    here = id(built) in timeline.places
    order = timeline.between(built, move, training) if here else timeline.before(training, move)
    if order.every is not Answer.NO:
        return False
    again = [
        event
        for event in timeline.find(EventKind.BUILD_OPTIMIZER, subject=optimizer)
        if event.node is not built.node and event.subject is not None and not event.subject.path.startswith("<")
    ]
    return not any(timeline.followed(move, event).always for event in again)


# --- which module ----------------------------------------------------------------------------------------------------


def _moves_of_held(program: Program, timeline: Timeline, built: Event) -> list[Event]:
    """The moves of modules, or of parts of them, whose parameters an optimizer holds."""
    found = timeline.find(EventKind.MOVE, EventKind.UNKNOWN_CALL)
    held = _held(program, built) if found else []
    return [
        event for event in found if any(_are_one(program, built, one, moved) for one in held for moved in _moved(event))
    ]


def _held(program: Program, built: Event) -> list[Subject]:
    """The modules, and the parts of them, whose parameters an optimizer holds."""
    return [*built.takes, *_collected(program, built)]


def _collected(program: Program, built: Event) -> Iterator[Subject]:
    """The modules whose parameters a loop has put into the lists that an optimizer gets."""
    inference, node = program.inference, built.node
    argument = argument_of(node, "params", 0) if type(node) is cst.Call and not built.calls else None
    function = None if built.function is None else inference.functions.get(built.function)
    if argument is None or (built.function is not None and function is None):
        return
    queue, seen = [inference.value(argument)], set[int]()
    for value in queue:
        for one in alternatives(value):
            if id(one) in seen or len(seen) > _MOST:
                continue
            seen.add(id(one))
            if isinstance(one, Sequence):
                queue.extend(one.parts())
            call = one.origin.node if one.origin is not None and one.origin.signature is PARAMETERS else None
            if type(call) is cst.Call and type(call.func) is cst.Attribute:
                owner = Recognition(program, function).subject(call.func.value)
                if owner is not None:
                    yield owner


def _moved(event: Event) -> Iterator[Subject]:
    """What an event moves; each of them for ``for net in (generator, discriminator): net.to(device)``."""
    subject = event.subject
    if event.kind is EventKind.UNKNOWN_CALL:  # of a method of what is known to be a module by its parameters alone
        subject = event.takes[-1] if event.takes and _is_named_move(event.node) else None
    if subject is None:
        return
    yield subject
    for place in event.loops:
        if type(place) is cst.For and plain_path(place.target) == subject.path:
            if isinstance(place.iter, cst.Tuple | cst.List):
                for element in place.iter.elements:
                    path = plain_path(element.value)
                    if path is not None:
                        yield Subject(path, subject.scope, subject.value, subject.role, subject.by_name)


def _is_named_move(node: cst.CSTNode) -> bool:
    """Whether a call is of a method that moves modules, by its name."""
    return type(node) is cst.Call and type(node.func) is cst.Attribute and node.func.attr.value in MOVES


def _are_one(program: Program, built: Event, held: Subject, moved: Subject) -> bool:
    """Whether two places hold one module, or one of them a part of the other."""
    known, identities = _identities(program, held.value), _identities(program, moved.value)
    if known & identities or (_constructed(program, built, held) & identities):
        return True
    if held.path != moved.path or held.scope is not moved.scope:
        return held.is_part_of(moved) or moved.is_part_of(held)
    return not (_is_known(held.value) and _is_known(moved.value))


def _identities(program: Program, value: Value) -> set[Identity]:
    """What a value may be, and the modules in a wrapper around others."""
    known = program.inference.rooms.get(_ROOM)
    if not isinstance(known, dict):
        known = program.inference.rooms[_ROOM] = {}
    if id(value) in known:
        return known[id(value)][1]  # type: ignore[no-any-return]
    found: set[Identity] = set()
    known[id(value)] = value, found  # the value, so that no other gets its id
    for one in alternatives(value):
        if one.identity is not None:
            found.add(one.identity)
        if isinstance(one, Module):
            inner = [*one.arguments.values(), *(one.children or [])]
            found.update(part.identity for part in inner if isinstance(part, Module) and part.identity is not None)
    return found


def _is_known(value: Value) -> bool:
    """Whether the making of a module is in the file."""
    return isinstance(value, Module) and (value.name is not None or value.cls is not None)


def _constructed(program: Program, built: Event, held: Subject) -> set[Identity]:
    """The object that a class makes of itself, where its own ``__init__`` builds an optimizer for ``self``."""
    if type(held.scope) is not cst.ClassDef or "." in held.path:
        return set()
    value = program.inference.value
    made = [value(call) for call in built.calls if isinstance(value(call.func), Class)]
    return {one.identity for one in made if one.identity is not None}


# --- which move ------------------------------------------------------------------------------------------------------


def _change_of(inference: Inference, move: Event) -> Change | None:
    """What a move changes; None for the CPU and float32, which modules are made with, and for a memory format."""
    call = move.node
    if type(call) is not cst.Call or type(call.func) is not cst.Attribute:
        return None
    name = call.func.attr.value
    if name not in ("to", "type"):
        return _CHANGES.get(name)
    device, dtype = argument_of(call, "device", 0), argument_of(call, "dtype", 1)
    if name == "type" or (device is not None and _is_dtype(inference, device)):
        device, dtype = None, argument_of(call, "dst_type", 0) if name == "type" else device
    if device is not None and not _is_cpu(inference, device):
        return Change.DEVICE
    return None if dtype is None or _is_single(inference, dtype) else Change.DTYPE


def _is_dtype(inference: Inference, node: cst.BaseExpression) -> bool:
    """Whether an expression is a dtype, or is called one where nothing else is known."""
    value = inference.value(node)
    named = isinstance(value, Unknown) and last(plain_path(node) or "").endswith("dtype")
    return named or any(isinstance(one, Dtype) for one in alternatives(value))


def _is_single(inference: Inference, node: cst.BaseExpression) -> bool:
    """Whether an expression is float32 on all paths."""
    return all(isinstance(one, Dtype) and one.name == "float32" for one in alternatives(inference.value(node)))


def _is_cpu(inference: Inference, node: cst.BaseExpression) -> bool:
    """Whether an expression is the CPU on all paths."""
    return {device_type(one) for one in alternatives(inference.value(node))} == {"cpu"}


def _is_made_moved(value: Value) -> bool:
    """Whether the expression that makes a module places it: ``Net().to(device)``, ``DataParallel(Net(device=0))``."""
    inner = [part for one in alternatives(value) if isinstance(one, Module) for part in one.arguments.values()]
    made = (one.origin.node for part in (value, *inner) for one in reaches(part, 8) if one.origin is not None)
    placed = (isinstance(one, Module) and "device" in one.arguments for one in (*alternatives(value), *inner))
    return any(_is_named_move(node) or _is_given_device(node) for node in made) or any(placed)


def _is_given_device(node: cst.CSTNode) -> bool:
    """Whether a call says where to make something."""
    names = [one.keyword.value for one in node.args if one.keyword is not None] if type(node) is cst.Call else []
    return not _PLACING.isdisjoint(names)
