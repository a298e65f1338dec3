from __future__ import annotations

from ...inference.queries.unpinned import unpinned_loaders
from ..rule import Rule


class UnpinnedLoader(Rule):
    """DataLoader of ordinary memory whose batches go to the GPU.

    What it does
    Finds a `DataLoader` without `pin_memory` whose batches a loop or a comprehension in the file puts on CUDA: by
    `.cuda()`, `.to("cuda")`, or `.to(device)` with a device that the file sets to CUDA, even if only when there is one.
    Moving an entry of the batch counts too, and so does moving it in a function in the file that is passed the batch or
    the entry.

    Not reported: an explicit `pin_memory=False`, or one from a name or from `**kwargs`; other devices, such as the CPU
    and MPS; data that is already on a GPU, or is put there by the dataset or by a `collate_fn`, since torch refuses to
    pin it; tests; and loaders without workers, since the training process would then have to make the pinned copy
    itself. An unknown number of workers counts as some.

    The rule is opt-in: pinned memory cannot be swapped out, and small batches gain little.

    Why it is bad
    The GPU reads from pinned memory only. Other memory is copied into a pinned buffer first, piece by piece, while
    training waits. A loader with workers and `pin_memory=True` does this in its own thread, ahead of time. The copy to
    the GPU is then faster, and with `.to(device, non_blocking=True)` the program continues meanwhile. If there may be
    no GPU, write `pin_memory=torch.cuda.is_available()`, because torch warns about `True` there.

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
