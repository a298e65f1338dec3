from __future__ import annotations

import libcst as cst

from ...inference.events.event import Answer, Event, Subject, Wanted
from ...inference.events.program import Program, program_of
from ...inference.events.training_calls import trains
from ...inference.knowledge.training import SCHEDULERS, EventKind
from ...inference.values import Scheduler
from ..rule import Rule


class SchedulerBeforeOptimizer(Rule):
    """`scheduler.step()` before the step of its optimizer.

    What it does
    Finds loops in which every iteration steps a scheduler of `torch.optim.lr_scheduler` before its optimizer. The
    scheduler and its optimizer must be made in the file. Left are `ReduceLROnPlateau`, a step with an epoch given or
    under a condition that is not the optimizer's too, and a loop before which the optimizer was stepped. A function
    from another file counts as a step if it gets the optimizer and its name begins with `train`.

    Why it is bad
    A scheduler is at its first value when it is made. Stepped first, it skips that value: the first epoch runs with the
    learning rate of the second, and every milestone comes an epoch early. torch warns of it once, but not for
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
        program = program_of(self.inference)
        loop = program.loop_of(event)
        if loop is None or not isinstance(event.node, cst.Call) or event.node.args:
            return
        optimizer = optimizer_of(program, event)
        if optimizer is None:
            return
        steps = Wanted.of(EventKind.STEP, subject=optimizer)
        if event.conditions and not all(is_beside(event, one) for one in loop.events if steps.concerns(one)):
            return
        calls = (call for call in loop.find(EventKind.UNKNOWN_CALL) if trains(program, call, optimizer))
        found = loop.find(EventKind.STEP, subject=optimizer) or any(calls)
        if not found or not loop.before(steps, event).never or stepped_earlier(program, event, optimizer):
            return
        self.report(event.node, step=self.text(event.node), optimizer=optimizer.path)


def is_beside(event: Event, other: Event) -> bool:
    """Whether one event happens only where another one does: under the same conditions, or more of them."""
    return other.conditions[: len(event.conditions)] == event.conditions


def optimizer_of(program: Program, event: Event) -> Subject | None:
    """The optimizer of the scheduler that is stepped; None where it is not known, and for what takes a metric."""
    scheduler = event.subject
    if scheduler is None or scheduler.by_name or not isinstance(scheduler.value, Scheduler):
        return None
    row = SCHEDULERS.get(scheduler.value.name or "")
    if row is None or row.takes_metric:
        return None
    for built in program.events(EventKind.BUILD_SCHEDULER):
        if built.subject is not None and built.subject.is_same(scheduler) is Answer.YES and built.takes:
            return built.takes[0]
    return None


def stepped_earlier(program: Program, event: Event, optimizer: Subject) -> bool:
    """Whether an optimizer may be stepped before the loops around an event begin."""
    kinds = (EventKind.STEP, EventKind.FIT)
    for one in program.timeline(event.function).events:
        if one is event or event.loops[0] in one.loops:
            return False
        if one.kind in kinds or trains(program, one, optimizer):
            return True
    return False
