"""Which events set the gradients of an optimizer's parameters to nothing, or write them anew."""

from __future__ import annotations

import re

import libcst as cst

from ...syntax.naming import called_name
from ..knowledge.python_operations import ELEMENT
from ..knowledge.training import STEP_HOOKS, EventKind, Role
from .event import Answer, Event, Subject
from .program import Program
from .recognition import argument_of
from .scope import last, plain_path, split
from .timeline import Timeline

# What is known to work on optimizers, or is one, whatever it is called.
_HOLDERS = frozenset({Role.OPTIMIZER, Role.ENGINE, Role.ACCELERATOR, Role.FABRIC, Role.LIGHTNING_TRAINER})
_HOOKED = "hooks of steps"
_OWN = "optimizers of the package's own"
_CLEARING = re.compile(r"(zero|clear|reset|null).*grad", re.IGNORECASE)
_CLEARING_ALONE = re.compile(r"zero|clear|reset|null", re.IGNORECASE)
_WRITING = re.compile(r"grad|param|backward|step", re.IGNORECASE)


def clears(program: Program, event: Event, optimizer: Subject) -> Answer:
    """Whether after an event the optimizer's parameters have no gradients of earlier iterations.

    >>> clears(program, zero_grad, optimizer)
    <Answer.YES: 'yes'>
    """
    cleared = event.subject
    if event.kind is EventKind.STEP:
        return Answer.of(
            _clears_itself(event.node) and cleared is not None and cleared.is_same(optimizer) is Answer.YES
        )
    if event.kind is EventKind.SET_GRADIENT:
        return Answer.UNKNOWN if _overwrites(event.node) else Answer.NO
    if event.kind is not EventKind.ZERO_GRAD:
        return Answer.NO
    return Answer.UNKNOWN if cleared is None else optimises(program, optimizer, cleared)


def optimises(program: Program, optimizer: Subject, other: Subject) -> Answer:
    """Whether an optimizer steps the parameters of another object: a module, a list of parameters, an optimizer.

    >>> optimises(program, optimizer, model)
    <Answer.YES: 'yes'>
    """
    same = other.is_same(optimizer)
    if same is Answer.YES:
        return same
    held = program.optimised_by(optimizer)
    if other.role is Role.OPTIMIZER:
        wrapped = not _are_unpacked_together(other, optimizer) and (_is_wrapped(other) or _is_wrapped(optimizer))
        if same is Answer.UNKNOWN or wrapped:
            return Answer.UNKNOWN
        theirs = program.optimised_by(other)
        shared = (one.is_same(another) is not Answer.NO or _nested(one, another) for one in held for another in theirs)
        return Answer.UNKNOWN if any(shared) else same
    if any(one.is_same(other) is Answer.YES or one.is_part_of(other) for one in held):
        return Answer.YES
    return Answer.NO if held and all(_overlap(program, one, other) is Answer.NO for one in held) else Answer.UNKNOWN


def stepped_in(timeline: Timeline, step: Event) -> cst.CSTNode:
    """The optimizer as the program writes it where it is stepped: ``opt`` of ``opt.step()`` and ``scaler.step(opt)``.

    >>> stepped_in(timeline, step).value
    'optimizer'
    """
    call = step.node
    if type(call) is not cst.Call or type(call.func) is not cst.Attribute:
        return call
    if any(scaled.node is call for scaled in timeline.find(EventKind.SCALER_STEP)):
        return argument_of(call, "optimizer", 0) or call
    return call.func.value


def is_only_pair(timeline: Timeline, optimizer: Subject, module: Subject) -> bool:
    """Whether a function steps one optimizer and runs one module: then the one certainly holds the other.

    >>> is_only_pair(timeline, optimizer, model)
    True
    """
    steps = [event.subject for event in timeline.find(EventKind.STEP)]
    runs = [event.subject for event in timeline.find(EventKind.FORWARD)]
    return all(one is not None and one.is_same(optimizer) is Answer.YES for one in steps) and all(
        one is not None and one.is_same(module) is Answer.YES for one in runs
    )


def may_clear(program: Program, event: Event, optimizer: Subject) -> bool:
    """Whether an unknown call may clear an optimizer's gradients: it gets the optimizer, or says so in its name.

    >>> [may_clear(program, call, inner_optimizer) for call in accumulate.find(EventKind.UNKNOWN_CALL)]
    [True]
    """
    if event.kind is not EventKind.UNKNOWN_CALL:
        return False
    if type(event.node) is cst.Call:
        name = last(plain_path(event.node.func) or "")
        held = type(event.node.func) is cst.Name and not event.node.args  # perhaps a method of the optimizer
        if (_CLEARING_ALONE if held else _CLEARING).search(name) is not None:
            return True
    return any(reaches(program, taken, optimizer) for taken in event.takes)


def hooks_may_clear(program: Program) -> bool:
    """Whether the file has torch call a function with the steps of an optimizer, which may clear its gradients.

    >>> hooks_may_clear(program)
    False
    """
    known = program.inference.rooms.get(_HOOKED)
    if not isinstance(known, bool):
        calls = program.inference.nodes_of(cst.Call)
        known = program.inference.rooms[_HOOKED] = any(called_name(call) in STEP_HOOKS for call in calls)
    return known


def may_clear_itself(program: Program, optimizer: Subject) -> bool:
    """Whether only its name shows an optimizer, in a file that takes optimizers from its own package.

    Those may clear the gradients in their step, and have no ``zero_grad``.

    >>> may_clear_itself(program, optimizer)
    False
    """
    if not optimizer.by_name:
        return False
    known = program.inference.rooms.get(_OWN)
    if not isinstance(known, bool):
        known = program.inference.rooms[_OWN] = any(
            type(node) is cst.ImportFrom and bool(node.relative) and _names_optimizers(node)
            for node in program.inference.nodes_of(cst.ImportFrom)
        )
    return known


def _names_optimizers(node: cst.ImportFrom) -> bool:
    names = [] if isinstance(node.names, cst.ImportStar) else [alias.evaluated_name for alias in node.names]
    module = "" if node.module is None else plain_path(node.module) or ""
    return any("optim" in name.lower() for name in (module, *names))


def may_write(event: Event, optimizer: Subject) -> bool:
    """Whether an unknown call may compute or write gradients: it gets the optimizer, a module or something so named.

    >>> [may_write(call, inner_optimizer) for call in accumulate.find(EventKind.UNKNOWN_CALL)]
    [True]
    """
    if event.kind is not EventKind.UNKNOWN_CALL:
        return False
    names = [last(taken.path) for taken in event.takes]
    if type(event.node) is cst.Call:
        names.append(last(plain_path(event.node.func) or ""))
    return any(map(_WRITING.search, names)) or any(
        taken.role in _HOLDERS or taken.role.is_module or optimizer.is_part_of(taken) for taken in event.takes
    )


def may_run_backward(program: Program, event: Event, optimizer: Subject) -> bool:
    """Whether an unknown call may compute gradients: it gets the optimizer, or says so in its name.

    >>> [may_run_backward(program, call, inner_optimizer) for call in accumulate.find(EventKind.UNKNOWN_CALL)]
    [True]
    """
    if event.kind is not EventKind.UNKNOWN_CALL:
        return False
    named = type(event.node) is cst.Call and _WRITING.search(last(plain_path(event.node.func) or "")) is not None
    return named or any(reaches(program, taken, optimizer) for taken in event.takes)


def reaches(program: Program, taken: Subject, optimizer: Subject) -> bool:
    """Whether who gets one object can reach the optimizer: it is the optimizer, holds it or was made with it.

    >>> reaches(program, inner_optimizer, inner_optimizer)
    True
    """
    same = taken.is_same(optimizer)
    if same is Answer.YES or optimizer.is_part_of(taken):
        return True
    if same is Answer.UNKNOWN and taken.role in _HOLDERS:
        return True
    return _is_made_with(program, taken, optimizer)


def _is_made_with(program: Program, made: Subject, other: Subject) -> bool:
    """Whether an object comes from a call that gets another one, as a wrapper of it does: ``Wrapper(model)``."""
    scope = program.module if made.scope is None else made.scope
    if not isinstance(scope, cst.Module | cst.FunctionDef | cst.Lambda):
        return False
    call = program.names(scope).aliases.get(split(made.path)[0])
    return type(call) is cst.Call and any(plain_path(one.value) == other.path for one in call.args)


def _overlap(program: Program, held: Subject, other: Subject) -> Answer:
    """Whether two modules may have parameters in common; lists of parameters and wrappers may hold anything."""
    if _nested(held, other):
        return Answer.YES
    if not (held.role.is_module and other.role.is_module):
        return Answer.UNKNOWN
    if _is_made_with(program, held, other) or _is_made_with(program, other, held):
        return Answer.UNKNOWN
    return held.is_same(other)


def _nested(one: Subject, other: Subject) -> bool:
    return one.is_part_of(other) or other.is_part_of(one)


def _is_wrapped(optimizer: Subject) -> bool:
    """Whether something made an object that is called an optimizer, perhaps around another one."""
    return optimizer.by_name and optimizer.value.origin is not None


def _are_unpacked_together(one: Subject, other: Subject) -> bool:
    """Whether two objects come out of one tuple, ``opt_g, opt_d = self.optimizers()``: none wraps the other."""
    first, second = one.value.origin, other.value.origin
    return (
        first is not None
        and second is not None
        and first.signature is ELEMENT
        and isinstance(first.node, cst.Tuple | cst.List)
        and first.node is second.node
    )


def _clears_itself(step: cst.CSTNode) -> bool:
    """``optimizer.step(zero_grad=True)`` of optimizers that are not torch's."""
    arguments = step.args if type(step) is cst.Call else ()
    return any(one.keyword is not None and one.keyword.value == "zero_grad" for one in arguments)


def _overwrites(node: cst.CSTNode) -> bool:
    """Whether a gradient is replaced, and not only scaled or added to."""
    if type(node) is cst.Call:
        return type(node.func) is cst.Attribute and node.func.attr.value in ("copy_", "fill_")
    return type(node) is not cst.AugAssign
