from __future__ import annotations

from ...inference.events.event import Event
from ...inference.knowledge.training import EventKind
from ...inference.queries.emptied_caches import Emptied, emptied
from ..rule import Rule


class EmptyCacheInLoop(Rule):
    """Cache of the allocator that is emptied in every step.

    What it does
    Finds `torch.cuda.empty_cache()` in a loop that runs a model, `backward()` or an optimizer in each iteration, also
    if a helper in the file calls it, and in Lightning's `training_step`.

    Not reported: error handlers, such as for running out of memory; the loop over epochs around the steps; calls every
    so many steps; loops in which a model is made, loaded or moved, whose memory should become free; loops that measure
    time or memory, or that end when the memory is out; and tests.

    A finding is tentative, and so reported only with `--torch-tentative`, in a loop that runs a model without training
    it, where it may leave room for others at a small cost; and where the call is under a condition of its own, unless
    that only checks whether there is a GPU.

    Why it is bad
    torch keeps the memory of freed tensors, and gives it to the next ones at no cost. `empty_cache()` returns it to the
    driver, so the next step must request all of it again. Each of those requests takes a thousand times as long, and
    freeing the memory waits for all work on the device. No tensor gets more memory this way: torch itself empties the
    cache before it gives up.

    Example
        def trained(batches: list[torch.Tensor], pool: AbstractContextManager[Any]) -> tuple[Any, torch.Tensor]:
            model, shift = nn.Tanh(), nn.Parameter(torch.zeros_like(batches[0]))
            with pool as meter:
                for batch in batches:
                    model(batch + shift).sum(dim=None).backward()
                    torch.cuda.empty_cache()
            return shift.grad, batches[0].new_tensor(meter.requests)

    Use instead
        def trained(batches: list[torch.Tensor], pool: AbstractContextManager[Any]) -> tuple[Any, torch.Tensor]:
            model, shift = nn.Tanh(), nn.Parameter(torch.zeros_like(batches[0]))
            with pool as meter:
                for batch in batches:
                    model(batch + shift).sum(dim=None).backward()
            return shift.grad, batches[0].new_tensor(meter.requests)

    Evidence
    wrong_result: for three batches a device is asked for memory three times, where once is enough; right_result: the
    same gradient, with one request.

    Fix safety
    None: what shares the device with the program may rely on its memory.

    Source
    PyTorch snippet collection, clearing GPU memory;
    https://docs.pytorch.org/docs/stable/notes/cuda.html#cuda-memory-management
    """

    code = "TEF802"
    message = "{call} in every step gives back memory that the next step must ask the driver for again; leave it out"
    events = frozenset({EventKind.EMPTY_CACHE})

    def check_event(self, event: Event) -> None:
        often = emptied(self.inference, event)
        if often is not Emptied.SELDOM:
            self.report(event.node, call=self.text(event.node), tentative=often is Emptied.ON_CONDITION)
