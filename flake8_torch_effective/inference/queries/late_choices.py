"""Where a program chooses the GPUs that it is to see when it can no longer choose."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import libcst as cst

from ...syntax.naming import all_names, called_name
from ...syntax.walking import walk
from ..events.event import Condition, Event
from ..events.program import Program, program_of
from ..events.recognition import callee_of
from ..events.timeline import Timeline
from ..interpreter.imports import dotted_name
from ..interpreter.inference import Inference
from ..knowledge.processes import STARTING, STARTS_PROCESSES
from ..knowledge.training import EventKind
from ..values import Reference
from .trials import is_trial_at

# Where it is set, ``torch.cuda.is_available()`` asks no driver.
_ASKS_NO_DRIVER: Final = "PYTORCH_NVML_BASED_CUDA_CHECK"
# What the text of a value names that comes out of the environment.
_ENVIRONMENT: Final = frozenset({"environ", "getenv"})
# So many choices, or calls, are asked about one by one.
_MOST: Final = 16
_ALL: Final = "device_count"
_START, _CHOICE = EventKind.START_DEVICES, EventKind.CHOOSE_DEVICES


class LateChoice(NamedTuple):
    """What sets the variable, and what had the driver list the GPUs before that."""

    node: cst.CSTNode
    start: cst.CSTNode


def late_choices(inference: Inference) -> list[LateChoice]:
    """The places where a file sets ``CUDA_VISIBLE_DEVICES`` after the driver has read it, on every path.

    >>> lines = ["import os", "y = x.cuda()", "os.environ['CUDA_VISIBLE_DEVICES'] = '1'"]
    >>> len(late_choices(program(*lines).inference)), len(late_choices(program(*lines[::2], lines[1]).inference))
    (1, 0)
    """
    program = program_of(inference)
    if not program.chooses_devices or _ASKS_NO_DRIVER in (inference.source or ""):
        return []
    script = _late_in(program.timeline())
    imported = _start_on_import(program)
    written: list[tuple[Event, Event]] = []
    for function in (None, *inference.functions):
        timeline = program.timeline(function)
        choices = [choice for choice in timeline.find(_CHOICE) if not choice.calls]
        if not choices:
            continue
        late = script if function is None else _late_in(timeline)
        for choice in choices:
            start = late.get(id(choice)) or _start_of_script(program, choice, script, imported)
            if start is not None:
                written.append((choice, start))
    if not written or _starts_processes(inference):
        return []
    return [LateChoice(choice.node, start.node) for choice, start in written if not _is_meant(program, choice)]


def _late_in(timeline: Timeline) -> dict[int, Event]:
    """The choices in a function, or in the script, that are late on every path, by ``id``, and what came before."""
    choices = timeline.find(_CHOICE)
    order = timeline.before(_START, _CHOICE)
    if not choices or order.never:
        return {}
    asked = choices if order.always else [one for one in choices[:_MOST] if timeline.before(_START, one).always]
    late = set(map(id, asked))
    found: dict[int, Event] = {}
    start: Event | None = None
    for event in timeline.events:
        if event.kind is _START:
            start = event
        elif start is not None and id(event) in late:
            found[id(event)] = start
    return found


def _start_of_script(program: Program, choice: Event, late: dict[int, Event], imported: Event | None) -> Event | None:
    """What lists the GPUs when the file is run or imported, before a function of it makes a choice."""
    if choice.function is None:
        return None
    script = program.timeline()
    run = script.of_node.get(id(choice.node), [])
    if run:
        return late.get(id(run[0])) if all(id(one) in late for one in run) else None
    return imported


def _start_on_import(program: Program) -> Event | None:
    """What lists the GPUs whenever the file is imported, before it calls a function that cannot be followed."""
    script = program.timeline()
    start = next((one for one in script.find(_START) if not one.conditions), None)  # not `if __name__ == "__main__":`
    if start is None or not script.happens(start).always:
        return None
    helpers = [call for call in script.find(EventKind.UNKNOWN_CALL) if _runs_helper(program.inference, call)]
    return start if all(script.before(start, call).always for call in helpers[:_MOST]) else None


def _runs_helper(inference: Inference, event: Event) -> bool:
    return type(event.node) is cst.Call and callee_of(inference, event.node)[0] is not None


def _is_meant(program: Program, choice: Event) -> bool:
    """Whether a choice is not to change what this process sees: it puts back what was, or there is no GPU."""
    if any(_is_without_gpu(one) for one in choice.conditions):
        return True
    if is_trial_at(program.inference, choice.function, choice.node):
        return True
    if type(choice.node) is not cst.Assign:
        return False
    value: cst.BaseExpression | None = choice.node.value
    if type(value) is cst.Name:
        within = choice.function if type(choice.function) is cst.FunctionDef else program.module
        value = program.names(within).aliases.get(value.value)
    if value is None:
        return False
    return not _ENVIRONMENT.isdisjoint(all_names(value)) or _names_all(program, choice, value)


def _names_all(program: Program, choice: Event, value: cst.BaseExpression) -> bool:
    """Whether a value lists all GPUs, ``range(torch.cuda.device_count())``, also by a name, and takes none of them."""
    names = program.names(choice.function if type(choice.function) is cst.FunctionDef else program.module)
    parts = [value, *(names.aliases[name] for name in sorted(all_names(value)) if name in names.aliases)]
    ranges: list[cst.CSTNode] = []
    chosen: list[cst.CSTNode] = []
    for part in parts:
        walk(part, {cst.Call: [ranges.append], cst.Subscript: [chosen.append], cst.CompIf: [chosen.append]})
    return not chosen and any(
        type(one) is cst.Call and called_name(one) == "range" and [called_name(arg.value) for arg in one.args] == [_ALL]
        for one in ranges
    )


def _is_without_gpu(condition: Condition) -> bool:
    """Whether a condition holds where there is no GPU: ``if not torch.cuda.is_available():``."""
    test, holds = condition.test, condition.holds
    while type(test) is cst.UnaryOperation and type(test.operator) is cst.Not:
        test, holds = test.expression, not holds
    return not holds and type(test) is cst.Call and "is_available" in all_names(test.func)


def _starts_processes(inference: Inference) -> bool:
    """Whether a file may start other processes: it imports what does, or calls what does."""
    assert inference.module is not None
    if any(_is_of(name, STARTS_PROCESSES) for name in _imported(inference.module)):
        return True
    for call in inference.nodes_of(cst.Call):
        callee = inference.value(call.func) if type(call) is cst.Call else None
        if isinstance(callee, Reference):
            package, _, name = callee.name.rpartition(".")
            if (package == "os" and name.startswith(STARTING)) or _is_of(callee.name, STARTS_PROCESSES):
                return True
    return False


def _is_of(name: str, packages: frozenset[str]) -> bool:
    """Whether a dotted name is one of some packages, or in one."""
    parts = name.split(".")
    return any(".".join(parts[:end]) in packages for end in range(1, len(parts) + 1))


def _imported(module: cst.Module) -> Iterator[str]:
    """The dotted names that a file imports."""
    found: list[cst.CSTNode] = []
    walk(module, {cst.Import: [found.append], cst.ImportFrom: [found.append]})
    for node in found:
        if type(node) is cst.Import:
            yield from (dotted_name(alias.name) for alias in node.names)
        elif type(node) is cst.ImportFrom and node.module is not None and not node.relative:
            package = dotted_name(node.module)
            names = () if isinstance(node.names, cst.ImportStar) else node.names
            yield package
            yield from (f"{package}.{dotted_name(alias.name)}" for alias in names)
