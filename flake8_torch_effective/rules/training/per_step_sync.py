from __future__ import annotations

import libcst as cst

from ...inference.events.event import Event
from ...inference.events.program import Program, program_of
from ...inference.events.timeline import Timeline
from ...inference.knowledge.training import EventKind
from ..rule import Rule


class PerStepSync(Rule):
    """Numbers that every training step reads from the device.

    What it does
    Finds code that reads a tensor on the host in each iteration of a loop that runs `backward()` and the step of an
    optimizer: `.item()`, `.tolist()`, `.cpu()`, `float()` and `int()` of a tensor, `print()` of one, and one in an
    f-string.

    Not reported: reads under a condition that `backward()` does not have, such as every hundredth step; reads that
    decide how to go on (`if loss.item() > limit:`); loops that only evaluate; tensors that are known to be on the CPU;
    and samples of a distribution that is made of numbers.

    Why it is bad
    Kernels are queued: the host prepares the next step while the device still works on this one. A read waits until the
    queue is empty, in every step, and then the device waits for the host. The rule is opt-in, because this costs little
    where a step is long, and nothing on the CPU.

    Example
        def epoch_loss(batches: torch.Tensor, targets: torch.Tensor) -> float:
            model = nn.Linear(4, 1, device=batches.device)
            optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
            total = 0.0
            for batch, target in zip(torch.unbind(batches), torch.unbind(targets)):
                loss = F.mse_loss(model(batch), target)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                total += loss.item()
            return total

    Use instead
        def epoch_loss(batches: torch.Tensor, targets: torch.Tensor) -> float:
            model = nn.Linear(4, 1, device=batches.device)
            optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
            total = torch.zeros((), dtype=torch.float64, device=batches.device)
            for batch, target in zip(torch.unbind(batches), torch.unbind(targets)):
                loss = F.mse_loss(model(batch), target)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                total += loss.detach()
            return total.item()

    Evidence
    fewer_syncs: one read a step before, one for all steps after; same_result: the same numbers.

    Fix safety
    None: what is added up on the device must get a name and a place to start, and be read where it is used.

    Source
    PyTorch snippet collection, performance and debugging;
    https://docs.pytorch.org/tutorials/recipes/recipes/tuning_guide.html#avoid-unnecessary-cpu-gpu-synchronization
    """

    code = "TEF503"
    opt_in = True
    message = "{read} waits for the device in every step; add up on the device and read once per epoch or every k steps"
    events = frozenset({EventKind.READ})
    beside = frozenset({EventKind.BACKWARD, EventKind.STEP})

    def check_event(self, event: Event) -> None:
        program = program_of(self.inference)
        if any(is_each_step(program, function, read) for function, read in program.occurrences(event)):
            self.report(event.node, read=self.text(event.node))


def is_each_step(program: Program, function: cst.CSTNode | None, read: Event) -> bool:
    """Whether a read happens whenever a training step does, in the loop over the steps itself."""
    loop = program.timeline(function).loop(read.loops[-1]) if read.loops else None
    return loop is not None and bool(loop.find(EventKind.STEP)) and goes_with_backward(loop, read)


def goes_with_backward(loop: Timeline, read: Event) -> bool:
    """Whether a read is under no condition that `backward` does not have, too."""
    asked = {condition.test for condition in read.conditions}
    return any(
        backward.loops[-1:] == read.loops[-1:] and asked <= {condition.test for condition in backward.conditions}
        for backward in loop.find(EventKind.BACKWARD)
    )
