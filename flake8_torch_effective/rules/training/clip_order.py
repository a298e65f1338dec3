from __future__ import annotations

from itertools import islice

import libcst as cst

from ...inference.events.clearing import clears, may_run_backward, optimises, stepped_in
from ...inference.events.event import Answer, Event, Wanted
from ...inference.events.program import Program, program_of
from ...inference.events.recognition import argument_of
from ...inference.events.timeline import Timeline
from ...inference.knowledge.training import EventKind, Role
from ...inference.values import Number
from ..rule import Rule

# What a step or a closure does around `backward`.
_USES = (EventKind.STEP, EventKind.ZERO_GRAD)
# Of so many calls that clip in an iteration, and steps after each, the order is looked at.
_FEW = 4


class ClipOrder(Rule):
    """Gradients that are clipped at the wrong time.

    What it does
    Finds `clip_grad_norm_` and `clip_grad_value_` that run before the `backward()` of an iteration, or after the step
    that uses its gradients. With a `GradScaler`, also finds those between `scaler.scale(loss).backward()` and
    `scaler.step` without `scaler.unscale_(optimizer)` before. The parameters must be those of the optimizer that is
    stepped, as far as the file shows.

    Not reported: calls that clip at infinity, which only measure the norm; and those of Accelerate and Fabric, which
    unscale by themselves.

    Why it is bad
    Before `backward()` there is nothing to clip: `clip_grad_norm_` returns 0 and `clip_grad_value_` raises
    RuntimeError. After the step it is too late. Either way the step is as long as without clipping. A gradient that is
    still scaled, by 65536 at first, is clipped while scaled and then divided by the scale, so the step is close to
    zero.

    Example
        def descend(weight: torch.Tensor, slope: torch.Tensor) -> torch.Tensor:
            parameter = nn.Parameter(weight.clone())
            optimizer = torch.optim.SGD([parameter], lr=1.0)
            for _ in range(2):
                optimizer.zero_grad()
                loss = torch.dot(parameter, slope)
                clip_grad_norm_([parameter], max_norm=1.0)
                loss.backward()
                optimizer.step()
            return parameter.detach()

    Use instead
        def descend(weight: torch.Tensor, slope: torch.Tensor) -> torch.Tensor:
            parameter = nn.Parameter(weight.clone())
            optimizer = torch.optim.SGD([parameter], lr=1.0)
            for _ in range(2):
                optimizer.zero_grad()
                loss = torch.dot(parameter, slope)
                loss.backward()
                clip_grad_norm_([parameter], max_norm=1.0)
                optimizer.step()
            return parameter.detach()

    Evidence
    wrong_result: steps of 64 where 1 is the limit, and of 1 / 1024 where the gradient is scaled by 1024; raises:
    `clip_grad_value_` where there are no gradients; right_result: a reference that limits each step by hand.

    Fix safety
    None: what stands between the calls may use the gradients, or the norm that is returned.

    Source
    PyTorch snippet collection, gradient clipping;
    https://docs.pytorch.org/docs/stable/notes/amp_examples.html#gradient-clipping
    """

    code = "TEF511"
    message = "{call} {wrong}"
    events = frozenset({EventKind.CLIP})
    beside = frozenset({EventKind.BACKWARD})

    def check_event(self, event: Event) -> None:
        program = program_of(self.inference)
        if only_measures(program, event):
            return
        for function, clip in program.occurrences(event):
            iteration = iteration_of(program.timeline(function), clip)
            if iteration is None or not any(one.node is clip.node for one in iteration.find(EventKind.CLIP)[:_FEW]):
                continue
            for step in islice(clipped_for(program, iteration, clip), _FEW):
                wrong = self.what_is_wrong(program, iteration, clip, step)
                if wrong is not None:
                    self.report(event.node, call=self.text(event.node), wrong=wrong)
                    return

    def what_is_wrong(self, program: Program, iteration: Timeline, clip: Event, step: Event) -> str | None:
        """How a call that clips is out of order, as the message says it."""
        optimizer = step.subject
        assert optimizer is not None
        path = self.text(stepped_in(iteration, step))
        made = Wanted.of(EventKind.BACKWARD, seen_only=True)
        unscaled = Wanted.of(EventKind.UNSCALE, subject=optimizer, seen_only=True)
        cleared = Wanted.of(seen_only=True)
        for event in iteration.events:
            if may_run_backward(program, event, optimizer):
                made |= Wanted.exactly(event)
                unscaled |= Wanted.exactly(event)
            elif clears(program, event, optimizer) is Answer.YES:
                cleared |= Wanted.exactly(event)
        steps = Wanted.of(EventKind.STEP, subject=optimizer, seen_only=True)
        empty = iteration.before(cleared, clip).always and iteration.between(cleared, clip, made).fails
        followed = iteration.between(clip, steps, made)
        if empty and not iteration.find(EventKind.STEP):
            followed = iteration.followed(clip, EventKind.BACKWARD)
        if followed.always and (empty or iteration.before(made, clip).fails):
            return f"runs before there are gradients; call it between backward() and {path}.step()"
        if iteration.before(steps, clip).always and iteration.between(steps, clip, made).fails:
            if iteration.between(clip, steps, made).every is not Answer.NO:
                return f"comes after {path}.step(), too late; call it between backward() and the step"
        scaler = scaler_of(iteration, step)
        if scaler is not None and iteration.between(EventKind.SCALE, clip, unscaled).fails:
            if iteration.between(clip, step, made).every is Answer.NO:
                return f"clips scaled gradients; call {self.text(scaler)}.unscale_({path}) before it"
        return None


def scaler_of(iteration: Timeline, step: Event) -> cst.BaseExpression | None:
    """The scaler that steps an optimizer with the gradients of a scaled loss."""
    func = step.node.func if type(step.node) is cst.Call else None
    scaled = any(one.node is step.node for one in iteration.find(EventKind.SCALER_STEP))
    return func.value if scaled and type(func) is cst.Attribute else None


def only_measures(program: Program, event: Event) -> bool:
    """Whether a call is there for the norm alone: it clips at infinity."""
    limit = argument_of(event.node, "max_norm", 1) if type(event.node) is cst.Call else None
    if limit is None:
        return False
    value = program.inference.value(limit)
    if isinstance(value, Number) and value.number is not None:
        return value.number == float("inf")
    return program.inference.code(limit).strip("\"'() ").endswith(("inf", 'inf")', "inf')", "infty"))


def iteration_of(timeline: Timeline, clip: Event) -> Timeline | None:
    """What is repeated around a call that clips: the innermost loop that runs `backward` and steps, or all.

    A closure, which is stepped from outside, clears the gradients itself.
    """
    for iteration in timeline.around(clip):
        if iteration.find(EventKind.BACKWARD) and iteration.find(*_USES):
            return iteration
    return None


def clipped_for(program: Program, iteration: Timeline, clip: Event) -> list[Event]:
    """The steps of the optimizer whose gradients are clipped; of the only optimizer where that is not known."""
    found: list[Event] = []
    for step in iteration.find(EventKind.STEP) or iteration.find(EventKind.ZERO_GRAD):
        if step.subject is None or step.subject.role is not Role.OPTIMIZER:
            return []
        answer = Answer.UNKNOWN if clip.subject is None else optimises(program, step.subject, clip.subject)
        if answer is Answer.YES or (answer is Answer.UNKNOWN and is_only_one(iteration, step)):
            found.append(step)
    return found


def is_only_one(iteration: Timeline, step: Event) -> bool:
    """Whether nothing else is stepped."""
    subject = step.subject
    others = (one.subject for one in iteration.find(EventKind.STEP))
    return all(one is not None and subject is not None and one.is_same(subject) is Answer.YES for one in others)
