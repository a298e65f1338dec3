from __future__ import annotations

import libcst as cst

from ...inference.events.event import Event
from ...inference.events.modes import is_meant, may_be_last, outlives, restoring, training_of
from ...inference.events.program import program_of
from ...inference.knowledge.training import EventKind
from ..rule import Rule


class TrainModeNotRestored(Rule):
    """`eval()` in a loop that goes on training without `train()`.

    What it does
    Finds `model.eval()`, also in `model.cpu().eval()` and for each of several models, in a loop, or in a function in
    the file that the loop calls, where the next iteration trains the same model and nothing calls `model.train()` in
    between.

    Not reported: a model that the loop makes anew; one whose optimizer is known to hold other parameters; `eval()`
    right before the training with no evaluation in between, which freezes batch norm on purpose; and a loop that passes
    the model to code outside the file, which may call `train()`. Passing an imported logger, a number or a batch does
    not count.

    Why it is bad
    From the second iteration on the model is trained in evaluation mode: dropout drops nothing, and batch norm
    normalises with running statistics that it no longer updates. Nothing raises. The model overfits, or learns with the
    statistics of the first epoch.

    Example
        def learned_mean(batches: torch.Tensor) -> torch.Tensor:
            model = nn.BatchNorm1d(batches.shape[2], momentum=0.5, device=batches.device, dtype=batches.dtype)
            optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
            model.train()
            for batch in torch.unbind(batches):
                optimizer.zero_grad()
                model(batch).mean().backward()
                optimizer.step()
                model.eval()
                with torch.no_grad():
                    model(batch)
            return torch.stack([model.running_mean, model.bias.detach()])

    Use instead
        def learned_mean(batches: torch.Tensor) -> torch.Tensor:
            model = nn.BatchNorm1d(batches.shape[2], momentum=0.5, device=batches.device, dtype=batches.dtype)
            optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
            for batch in torch.unbind(batches):
                model.train()
                optimizer.zero_grad()
                model(batch).mean().backward()
                optimizer.step()
                model.eval()
                with torch.no_grad():
                    model(batch)
            return torch.stack([model.running_mean, model.bias.detach()])

    Evidence
    wrong_result: batch norm learns the mean of the first batch, and of none after it; right_result: the running mean
    and the trained bias written out by hand.

    Fix safety
    None: where training begins may be in another function, and the first epoch needs `train()` as well.

    Source
    PyTorch snippet collection, training and evaluating a model;
    https://docs.pytorch.org/docs/stable/notes/autograd.html#evaluation-mode-nn-module-eval
    """

    code = "TEF508"
    message = (
        "{model} stays in evaluation mode in the next iteration, which trains it; call {model}.train() before that"
    )
    events = frozenset({EventKind.EVAL_MODE})
    beside = frozenset({EventKind.BACKWARD})

    def check_event(self, event: Event) -> None:
        program = program_of(self.inference)
        for function, found in program.occurrences(event):
            if found.kind is EventKind.EVAL_MODE and any(
                self.trains_on(function, found, place) for place in reversed(found.loops)
            ):
                self.report(event.node, model=event.subject.path if event.subject is not None else "the model")
                return

    def trains_on(self, function: cst.CSTNode | None, event: Event, place: cst.CSTNode) -> bool:
        """Whether the next iteration of a loop certainly trains the model in the mode that an event leaves it in."""
        program = program_of(self.inference)
        timeline = program.timeline(function)
        loop, model = timeline.loop(place), event.subject
        if loop is None or model is None or not outlives(program, model, function, loop) or may_be_last(event):
            return False
        for backward in training_of(program, timeline, loop, model):
            order = loop.between(event, backward, restoring(timeline, loop, model, backward), across=True)
            if order.fails and not is_meant(timeline, loop, model, event, backward):
                return True
        return False
