from __future__ import annotations

from dataclasses import replace

import libcst as cst

from ...inference.events.event import Event, Subject, Wanted, of_kind
from ...inference.events.program import Program, program_of
from ...inference.events.training_calls import trains
from ...inference.interpreter.inference import met
from ...inference.knowledge.training import SCHEDULERS, EventKind
from ...inference.values import Scheduler
from ..rule import Rule


class SchedulerBeforeOptimizer(Rule):
    """`scheduler.step()` before the step of its optimizer.

    What it does
    Finds loops in which every iteration steps a scheduler of `torch.optim.lr_scheduler` before its optimizer, also by
    calling a function. The scheduler and its optimizer must be made in the file, perhaps by a caller; if a loop steps a
    list or dict of schedulers, all of them must be. A function from another file counts as a step if it is passed the
    optimizer and its name begins with `train`.

    Not reported: `ReduceLROnPlateau`; a step with an explicit epoch, or under a condition that the optimizer's step
    does not have; and a loop before which the optimizer was stepped.

    Why it is bad
    A new scheduler is at its first value. Stepped first, it skips that value: the first epoch runs with the learning
    rate of the second, and every milestone comes one epoch early. torch warns of this once, but not for
    `CosineAnnealingWarmRestarts`.

    Example
        def learning_rates(weight: torch.Tensor, gradient: torch.Tensor) -> torch.Tensor:
            parameter = nn.Parameter(weight.clone())
            optimizer = torch.optim.SGD([parameter], lr=1.0)
            scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=1, gamma=0.5)
            for epoch in range(2):
                scheduler.step()
                parameter.grad = gradient.clone()
                optimizer.step()
            return parameter.detach()

    Use instead
        def learning_rates(weight: torch.Tensor, gradient: torch.Tensor) -> torch.Tensor:
            parameter = nn.Parameter(weight.clone())
            optimizer = torch.optim.SGD([parameter], lr=1.0)
            scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=1, gamma=0.5)
            for epoch in range(2):
                parameter.grad = gradient.clone()
                optimizer.step()
                scheduler.step()
            return parameter.detach()

    Evidence
    warns: the order is reported by torch; right_result: the steps written out by hand, with the learning rates that
    the schedule begins with.

    Fix safety
    None: the learning rates change, and what stands between the two calls may read them.

    Source
    PyTorch snippet collection, learning rate decay;
    https://docs.pytorch.org/docs/stable/optim.html#how-to-adjust-learning-rate
    """

    code = "TEF509"
    message = "{step} before {optimizer}.step() skips the first learning rate; call it after the optimizer's step"
    events = frozenset({EventKind.SCHEDULER_STEP})
    beside = frozenset({EventKind.BUILD_SCHEDULER})

    def check_event(self, event: Event) -> None:
        if event.subject is None or type(event.node) is not cst.Call or event.node.args:
            return
        program = program_of(self.inference)
        known: list[Subject] = []
        for caller, run in program.occurrences(event):  # the object may be known only to whom calls the function
            optimizers = optimizers_of(program, run) if run.kind is event.kind and loops_of(run) else []
            if not all(is_late(program, caller, run, optimizer) for optimizer in optimizers):
                return
            known = known or optimizers
        if known:
            optimizer = name_within(program, event, known[0])
            self.report(event.node, step=self.text(event.node), optimizer=optimizer.replace("[]", "[0]"))


def is_late(program: Program, function: cst.CSTNode | None, event: Event, optimizer: Subject) -> bool:
    """Whether an optimizer is stepped in a function's loop only after its scheduler, and in no loop before."""
    loop = program.timeline(function).loop(loops_of(event)[-1])
    if loop is None:
        return False
    steps = Wanted.of(EventKind.STEP, subject=optimizer)
    if event.conditions and not all(is_beside(event, one) for one in loop.events if steps.concerns(one)):
        return False
    calls = (call for call in loop.find(EventKind.UNKNOWN_CALL) if trains(program, call, optimizer))
    found = loop.find(EventKind.STEP, subject=optimizer) or any(calls)
    return bool(found) and loop.before(steps, event).never and not stepped_earlier(program, function, event, optimizer)


def loops_of(event: Event) -> tuple[cst.CSTNode, ...]:
    """The loops around the step of a scheduler, but for one that steps several schedulers, each once."""
    drawn = event.subject is not None and bool(event.loops) and event.subject.each is event.loops[-1]
    return event.loops[:-1] if drawn else event.loops


def name_within(program: Program, event: Event, optimizer: Subject) -> str:
    """What the function that steps a scheduler calls the optimizer itself."""
    own = {id(one.node): one for one in program.timeline(event.function).find(EventKind.STEP)}
    steps = (run for step in own.values() for _, run in program.occurrences(step))
    named = (own[id(run.node)].subject for run in steps if run.subject and run.subject.path == optimizer.path)
    return next((one.path for one in named if one is not None), optimizer.path)


def is_beside(event: Event, other: Event) -> bool:
    """Whether one event happens only where another one does: under the same conditions, or more of them."""
    return other.conditions[: len(event.conditions)] == event.conditions


def optimizers_of(program: Program, event: Event) -> list[Subject]:
    """The optimizers of the schedulers that are stepped; none where one is not known, and for what takes a metric."""
    scheduler = event.subject
    if scheduler is None or scheduler.by_name:
        return []
    found: list[Subject] = []
    for value in met(scheduler.value):
        row = SCHEDULERS.get(value.name or "") if isinstance(value, Scheduler) else None
        one = replace(scheduler, value=value, path=f"<{id(value)}>") if value is not scheduler.value else scheduler
        if row is None or row.takes_metric:
            return []
        built = of_kind(program.events(EventKind.BUILD_SCHEDULER), (EventKind.BUILD_SCHEDULER,), one)
        takes = [made.takes[0] for made in built if made.takes]
        if not takes:
            return []
        found.append(takes[0])
    return found


def stepped_earlier(program: Program, function: cst.CSTNode | None, event: Event, optimizer: Subject) -> bool:
    """Whether an optimizer, not another one, may be stepped before the loops around an event begin."""
    steps = Wanted.of(EventKind.STEP, subject=optimizer, seen_only=True)
    for one in program.timeline(function).events:
        if one is event or event.loops[0] in one.loops:
            return False
        if one.kind is EventKind.FIT or steps.concerns(one) or trains(program, one, optimizer):
            return True
    return False
