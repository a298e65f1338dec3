from __future__ import annotations

from ...inference.queries.unpinned import unpinned_loaders
from ..rule import Rule


class UnpinnedLoader(Rule):
    """DataLoader of ordinary memory whose batches go to the GPU.

    What it does
    Finds a `DataLoader` without `pin_memory` whose batches a loop or a comprehension in the file puts on CUDA: by
    `.cuda()`, `.to("cuda")`, or `.to(device)` of a device that the file chooses so, also where there is one only, of
    the batch or of an entry of it, and also in a function of the file that is given these. Left are an explicit
    `pin_memory=False`, one from a name or from `**kwargs`; other devices, such as the CPU and MPS; data that is on a
    GPU already, or is put there by the dataset or by a `collate_fn`, since torch refuses to pin it; tests; and loaders
    without workers, since there the process that trains would have to make the pinned copy itself. A number of workers
    that is not known counts as some. The rule is opt-in: pinned memory cannot be swapped out, and small batches gain
    little.

    Why it is bad
    The GPU reads from pinned memory only. What is elsewhere is copied into a pinned buffer first, bit by bit, while
    training waits. A loader with workers and `pin_memory=True` does that in a thread of its own, ahead of time; the
    copy to the GPU is then faster, and with `.to(device, non_blocking=True)` the program goes on meanwhile. Where there
    may be no GPU, write `pin_memory=torch.cuda.is_available()`, as torch warns of `True` there.

    Example
        def moved(count: int, gpu: Gpu, device: str = "cuda") -> tuple[torch.Tensor, torch.Tensor]:
            batches = []
            with gpu as counts:
                for batch in DataLoader(range(count), batch_size=2, num_workers=2):
                    batches.append(batch.to(device, non_blocking=True))
            return torch.cat(batches), torch.tensor(counts.pinned)

    Use instead
        def moved(count: int, gpu: Gpu, device: str = "cuda") -> tuple[torch.Tensor, torch.Tensor]:
            batches = []
            with gpu as counts:
                for batch in DataLoader(range(count), batch_size=2, num_workers=2, pin_memory=True):
                    batches.append(batch.to(device, non_blocking=True))
            return torch.cat(batches), torch.tensor(counts.pinned)

    Evidence
    wrong_result: how many batches are copied to the GPU from pinned memory, none before and all after. The GPU is made
    up, and so is its pinned memory: what is shown is which batches torch's loader pins, not how long a copy takes.
    right_result: the items are the same.

    Fix safety
    None: how much memory may be pinned depends on the machine.

    Source
    PyTorch Performance Tuning Guide, https://docs.pytorch.org/tutorials/recipes/recipes/tuning_guide.html;
    https://docs.pytorch.org/docs/stable/data.html#memory-pinning
    """

    code = "TEF706"
    opt_in = True
    message = "{move} first copies what this loader gives to pinned memory; pass pin_memory=True"
    mentions = frozenset({"cuda"})

    def finish(self) -> None:
        for loader, move in unpinned_loaders(self.inference):
            self.report(loader.node, move=self.text(move, 60))
