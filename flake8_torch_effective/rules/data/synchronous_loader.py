from __future__ import annotations

from ...inference.queries.synchronous import synchronous_loaders
from ..rule import Rule


class SynchronousLoader(Rule):
    """DataLoader that reads its data while training waits.

    What it does
    Finds a `DataLoader` whose `num_workers` is absent, 0, or a constant in the file that is 0, unless its dataset is
    known to be in memory: a `TensorDataset`, a list, a tensor, an array, a part of these, or a class in the file that
    only looks an item up and computes with it. An unknown dataset, such as a parameter, counts as one that reads data.

    Not reported: `num_workers` from any other name, an option or `**kwargs`; an `IterableDataset` in the file in which
    nothing calls `get_worker_info()`, since each worker would repeat its items; data that is already on a GPU; a loader
    of one batch, or one that is only passed to `iter(...)`; one that torch rejects without workers, which is TEF708;
    and tests.

    The rule is opt-in: workers take memory, and a second or so to start. Where processes are not forked, as on Windows
    and macOS, the dataset must be picklable and the script needs `if __name__ == "__main__":`.

    Why it is bad
    Without workers the next batch is read only when the last one has been used: an epoch takes the time of reading plus
    the time of training. With workers the next batches are read in the meantime, each by its own process. A dataset
    that waits 2 milliseconds for each of 512 items took 2.5 seconds without workers and 0.8 with two, on a machine with
    two cores. Data in memory gains nothing, because each batch has to be passed from one process to the other: a
    `TensorDataset` of 50000 rows, in batches of 64, took 0.9 and 1.5 seconds there, and one of 1000 rows 0.003 and 0.15
    seconds.

    Example
        def trained(count: int, journal: Journal) -> tuple[torch.Tensor, torch.Tensor]:
            loader = DataLoader(_Rows(count, journal.read), batch_size=2)
            batches = [journal.use(batch) for batch in loader]
            return torch.cat(batches), torch.tensor(journal.ahead)

    Use instead
        def trained(count: int, journal: Journal) -> tuple[torch.Tensor, torch.Tensor]:
            loader = DataLoader(_Rows(count, journal.read), batch_size=2, num_workers=2, multiprocessing_context="fork")
            batches = [journal.use(batch) for batch in loader]
            return torch.cat(batches), torch.tensor(journal.ahead)

    Evidence
    wrong_result: how many batches the loader begins to read while the one before is used, none without workers and all
    but the first with two; right_result: the items are the same, in the same order.

    Fix safety
    None: how many workers pay depends on the machine and on the data.

    Source
    PyTorch Performance Tuning Guide, https://docs.pytorch.org/tutorials/recipes/recipes/tuning_guide.html;
    https://docs.pytorch.org/docs/stable/data.html#single-and-multi-process-data-loading
    """

    code = "TEF705"
    opt_in = True
    message = "{call} has no workers, so training waits while each batch is read; pass num_workers"

    def finish(self) -> None:
        for loader in synchronous_loaders(self.inference):
            self.report(loader.node, call=self.text(loader.node, 60))
