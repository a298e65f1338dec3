from __future__ import annotations

from ...inference.events.buffer_updates import updates_with_graph
from ...inference.events.program import program_of
from ...rewriting.writing.buffers import detached
from ..rule import Rule


class BufferUpdateInGraph(Rule):
    """A moving average that keeps the graph of every batch.

    What it does
    Finds places where the `forward` of a module, or a method that it calls, computes a new value of a registered buffer
    from the old one and the batch, with autograd on: `self.mean += ...`, `self.mean = 0.9 * self.mean + ...`,
    `self.mean.mul_(0.9).add_(...)`, `lerp_`, `copy_`, `index_copy_`, `self.mean[i] = ...`, `torch.max(self.mean, ...)`.
    Also finds places where it writes what a layer has computed into a part of the buffer, as into a queue of features.

    Not reported: updates under `torch.no_grad()`, also if only the calls in the file are under it; updates that take
    the batch by `detach()`, `.data` or as a number, or that change the buffer's `.data`; and buffers that the class
    itself detaches.

    The finding is tentative, and so reported only with `--torch-tentative`, for a term that is added unchanged and may
    be a count; in modules that give nothing but a comparison, such as a spiking neuron; in a loop that goes on with the
    new value, as with the state of a filter; in a class that turns autograd off or on for other code; and for parts of
    something called a cache, or where nothing in the file is trained or asks for the mode, as these may be for
    inference.

    Why it is bad
    What the earlier layers computed carries a graph, and the buffer takes it over: the buffer of this step holds the
    graphs of all steps before, so memory grows until it runs out. If the loss uses the buffer, the second `backward`
    goes back into the graph of the first batch and raises `Trying to backward through the graph a second time`.

    Example
        class Averaged(nn.Module):
            def __init__(self) -> None:
                super().__init__()
                self.fc = nn.Linear(4, 3)
                self.register_buffer("mean", torch.zeros(3))

            def forward(self, batches: torch.Tensor) -> torch.Tensor:
                for x in batches:
                    current = self.fc(x).mean(0)
                    self.mean += 0.1 * (current - self.mean)
                return self.mean.clone()

    Use instead
        class Averaged(nn.Module):
            def __init__(self) -> None:
                super().__init__()
                self.fc = nn.Linear(4, 3)
                self.register_buffer("mean", torch.zeros(3))

            def forward(self, batches: torch.Tensor) -> torch.Tensor:
                for x in batches:
                    current = self.fc(x).mean(0)
                    self.mean += (0.1 * (current - self.mean)).detach()
                return self.mean.clone()

    Evidence
    bounded_graph: the autograd nodes that the buffer keeps alive grow with every step before and are none after;
    same_result: the buffer holds the same numbers.

    Fix safety
    Unsafe (`.detach()` on the term that carries the graph): the gradient no longer flows through the average. None
    where the new code would not fit.

    Source
    a collection of common PyTorch snippets (moving averages), whose own code does this;
    https://docs.pytorch.org/docs/stable/notes/autograd.html
    """

    code = "TEF609"
    message = "self.{name} takes over the graph of every batch"
    advice = "write {fixed}"
    words = "update it under torch.no_grad()"

    def finish(self) -> None:
        if not self.inference.classes:
            return
        for update in updates_with_graph(program_of(self.inference)):
            self.report(
                update.node,
                parts=[],
                tentative=not update.sure,
                name=update.name,
                fix=lambda write, update=update: detached(write, update),  # type: ignore[misc]
            )
