from __future__ import annotations

import libcst as cst

from ...inference.events.clearing import clears, hooks_may_clear, may_clear, may_clear_itself, stepped_in
from ...inference.events.event import Answer, Event, Subject, Wanted
from ...inference.events.program import Program, program_of
from ...inference.events.timeline import Timeline
from ...inference.knowledge.training import EventKind, Role
from ...inference.queries.callers import is_run_for_each_batch
from ...syntax.naming import all_names, called_name
from ..rule import Rule


class MissingZeroGrad(Rule):
    """Training loop that never clears the gradients.

    What it does
    Finds a loop that runs `backward()` and the step of an optimizer in which nothing clears the gradients between one
    step and the next: no `zero_grad()` of the optimizer, or of the model whose parameters it holds, and no
    `p.grad = None`, `del p.grad` or `p.grad.zero_()`. A `zero_grad()` before the loop, or in an outer loop, clears them
    for the first step only. The method `training_step` of a LightningModule with manual optimization counts as a loop.

    Not reported: loops with a call that is passed the optimizer and may clear its gradients; optimizers that the loop
    itself makes; engines that clear gradients themselves; files that register a step hook, which may do so; and a step
    under a condition that another loop reaches by the same function and clears the gradients for, since this one may
    only evaluate.

    Why it is bad
    `backward()` adds to the gradients that are there. Without `zero_grad()` every step goes down the sum of all
    gradients since the start, as with a momentum of 1: training diverges or circles around the minimum, without an
    error.

    Example
        def descend(weight: torch.Tensor, slopes: torch.Tensor) -> torch.Tensor:
            parameter = nn.Parameter(weight.clone())
            optimizer = torch.optim.SGD([parameter], lr=1.0)
            for slope in torch.unbind(slopes):
                loss = torch.dot(parameter, slope)
                loss.backward()
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
    wrong_result: the second step uses the gradient of the first again; right_result: a reference that takes each step
    down the gradient of its own batch.

    Fix safety
    None: where gradients are accumulated on purpose, only the author knows for how many batches.

    Source
    PyTorch snippet collection, training loop;
    https://docs.pytorch.org/docs/stable/optim.html#taking-an-optimization-step
    """

    code = "TEF504"
    message = "nothing clears the gradients of earlier steps; call {optimizer}.zero_grad() before backward()"
    events = frozenset({EventKind.STEP})
    beside = frozenset({EventKind.BACKWARD})

    def check_event(self, event: Event) -> None:
        program = program_of(self.inference)
        found = list(program.occurrences(event))
        for function, step in found:
            # One loop trains, and another one evaluates by the same function, under another condition.
            if step.conditions and any(is_cleared(program.timeline(other), one) for other, one in found):
                continue
            optimizer = step.subject
            if optimizer is not None and optimizer.role is Role.OPTIMIZER:
                timeline = program.timeline(function)
                if adds_up(program, timeline, step, optimizer):
                    self.report(event.node, optimizer=self.text(stepped_in(timeline, step)))
                    return


def is_cleared(timeline: Timeline, step: Event) -> bool:
    """Whether gradients are cleared in a loop around a step."""
    loops = (timeline.loop(node) for node in step.loops)
    return any(loop is not None and bool(loop.find(EventKind.ZERO_GRAD)) for loop in loops)


def adds_up(program: Program, timeline: Timeline, step: Event, optimizer: Subject) -> bool:
    """Whether an optimizer is stepped again and again, and certainly nothing clears its gradients in between."""
    if clears(program, step, optimizer) is Answer.YES or may_clear_itself(program, optimizer):
        return False
    for node in reversed(step.loops):
        loop = None if node is optimizer.each or _counts_through(node, optimizer) else timeline.loop(node)
        if loop is not None and loop.find(EventKind.BACKWARD):
            built = loop.find(EventKind.BUILD_OPTIMIZER)
            if any(one.subject is None or one.subject.is_same(optimizer) is not Answer.NO for one in built):
                return False
            adds = loop.between(step, step, clearing(program, loop, optimizer), across=True).fails
            return adds and not hooks_may_clear(program) and not _asks_for_kind(loop)
    if not step.calls and is_run_for_each_batch(program.inference, step.function) and timeline.find(EventKind.BACKWARD):
        return timeline.happens(clearing(program, timeline, optimizer)).never and not hooks_may_clear(program)
    return False


def _asks_for_kind(loop: Timeline) -> bool:
    """Whether what clears gradients asks first whether there are several optimizers, as what steps them does."""
    return any(
        type(one.test) is cst.Call and called_name(one.test) == "isinstance"
        for event in loop.find(EventKind.ZERO_GRAD)
        for one in event.conditions
    )


def _counts_through(node: cst.CSTNode, optimizer: Subject) -> bool:
    """Whether a loop takes another optimizer each time: ``opts[i]`` in ``for i in range(len(opts))``."""
    return type(node) is cst.For and any(f"[{name}]" in optimizer.path for name in all_names(node.target))


def clearing(program: Program, timeline: Timeline, optimizer: Subject) -> Wanted:
    """Everything that clears an optimizer's gradients, or may."""
    wanted = Wanted.of(seen_only=True)
    for event in timeline.events:
        if clears(program, event, optimizer) is not Answer.NO or may_clear(program, event, optimizer):
            wanted |= Wanted.exactly(event)
    return wanted
