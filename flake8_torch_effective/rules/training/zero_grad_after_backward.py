from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import libcst as cst

from ...inference.events.clearing import is_only_pair, may_write, optimises, stepped_in
from ...inference.events.event import Answer, Event, Wanted
from ...inference.events.program import Program, program_of
from ...inference.events.timeline import Timeline
from ...inference.knowledge.training import EventKind, Role
from ..rule import Rule

# So many events in front of a step are looked at for its `backward`.
_NEAR = 16


class ZeroGradAfterBackward(Rule):
    """Gradients that are cleared between `backward()` and the step.

    What it does
    Finds a `zero_grad()` that runs after the `backward()` of an iteration and before the step of the same optimizer:
    that of the optimizer itself, or of the model whose parameters it holds.

    Not reported: a `zero_grad()` under a condition that the step does not have, as for a batch that is skipped; that of
    another optimizer or model; and code that writes gradients itself, or may do so, before the step.

    Why it is bad
    The step finds no gradients. Without an error it leaves every parameter unchanged, or moves it only by an old
    momentum: nothing is trained.

    Example
        def descend(weight: torch.Tensor, slopes: torch.Tensor) -> torch.Tensor:
            parameter = nn.Parameter(weight.clone())
            optimizer = torch.optim.SGD([parameter], lr=1.0)
            for slope in torch.unbind(slopes):
                loss = torch.dot(parameter, slope)
                loss.backward()
                optimizer.zero_grad()
                optimizer.step()
            return parameter.detach()

    Use instead
        def descend(weight: torch.Tensor, slopes: torch.Tensor) -> torch.Tensor:
            parameter = nn.Parameter(weight.clone())
            optimizer = torch.optim.SGD([parameter], lr=1.0)
            for slope in torch.unbind(slopes):
                optimizer.zero_grad()
                loss = torch.dot(parameter, slope)
                loss.backward()
                optimizer.step()
            return parameter.detach()

    Evidence
    wrong_result: the weight stays what it was; right_result: a reference that takes each step down its gradient.

    Fix safety
    None: the call may belong before `backward()` or after the step, and what stands in between may read gradients.

    Source
    PyTorch snippet collection, training loop;
    https://docs.pytorch.org/docs/stable/optim.html#taking-an-optimization-step
    """

    code = "TEF505"
    message = "{call} after backward() clears the gradients that {optimizer}.step() uses; call it before backward()"
    events = frozenset({EventKind.ZERO_GRAD})
    beside = frozenset({EventKind.BACKWARD, EventKind.STEP})

    def check_event(self, event: Event) -> None:
        if type(event.node) is not cst.Call:
            return
        program = program_of(self.inference)
        for function, cleared in program.occurrences(event):
            timeline = program.timeline(function)
            for step, iteration in stepped(program, timeline, cleared):
                if is_lost(iteration, cleared, step):
                    optimizer = self.text(stepped_in(iteration, step))
                    self.report(event.node, call=self.text(event.node), optimizer=optimizer)
                    return


def stepped(program: Program, timeline: Timeline, cleared: Event) -> Iterator[tuple[Event, Timeline]]:
    """The steps of the optimizers whose gradients are cleared, each with what repeats `backward`, clearing and step."""
    subject = cleared.subject
    if subject is None or not (subject.role is Role.OPTIMIZER or subject.role.is_module):
        return
    for iteration in timeline.around(cleared):
        if not iteration.find(EventKind.BACKWARD) or is_renewed(iteration, cleared):
            continue
        for step in iteration.find(EventKind.STEP):
            optimizer = step.subject
            if optimizer is None or optimizer.role is not Role.OPTIMIZER or is_elsewhere(iteration, cleared, step):
                continue
            if not {condition.test for condition in cleared.conditions} <= {one.test for one in step.conditions}:
                continue
            answer = optimises(program, optimizer, subject)
            if answer is Answer.YES or (
                answer is Answer.UNKNOWN and subject.role.is_module and is_only_pair(timeline, optimizer, subject)
            ):
                yield step, iteration
        if iteration.find(EventKind.STEP):
            return


def is_elsewhere(iteration: Timeline, cleared: Event, step: Event) -> bool:
    """Whether a step is above the clearing or behind a `backward` of its own, seen without a look at all paths."""
    place, at = iteration.places.get(id(cleared)), iteration.places.get(id(step))
    if place is None or at is None:
        return False
    for index in range(at - 1, max(place, at - _NEAR), -1):
        event = iteration.events[index]
        if event.kind is EventKind.BACKWARD and run_together(event, step):
            return event.certain
    return at < place


def is_renewed(iteration: Timeline, cleared: Event) -> bool:
    """Whether `backward` comes next wherever the gradients are cleared, which is seen without a look at all paths."""
    place = iteration.places.get(id(cleared))
    if place is None:  # the loop of another call of the same helper
        return False
    for event in islice(iteration.events, place + 1, None):
        if event.kind in (EventKind.BACKWARD, EventKind.STEP):
            return run_together(event, cleared) and event.certain and event.kind is EventKind.BACKWARD
    return False


def run_together(one: Event, other: Event) -> bool:
    """Whether two events stand in the same loops, under the same conditions, in the same call."""
    return (one.loops, one.conditions, one.calls) == (other.loops, other.conditions, other.calls)


def is_lost(iteration: Timeline, cleared: Event, stepped: Event) -> bool:
    """Whether an iteration steps with nothing: its gradients are cleared after the last `backward`."""
    optimizer = stepped.subject
    assert optimizer is not None
    step = Wanted.of(EventKind.STEP, subject=optimizer, seen_only=True)
    made = iteration.before(EventKind.BACKWARD, cleared)
    used = iteration.between(EventKind.BACKWARD, cleared, step)
    again = Wanted.of(EventKind.BACKWARD, EventKind.SET_GRADIENT, seen_only=True)
    for event in iteration.events:
        if may_write(event, optimizer):
            again |= Wanted.exactly(event)
    missing = iteration.between(cleared, step, again)
    return made.always and used.never and missing.fails
