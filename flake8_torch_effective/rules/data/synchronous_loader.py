from __future__ import annotations

from ...inference.queries.synchronous import synchronous_loaders
from ..rule import Rule


class SynchronousLoader(Rule):
    """DataLoader that reads its data while training waits.

    What it does
    Finds a `DataLoader` whose `num_workers` is absent, written as 0, or a constant of the file that is 0, unless its
    dataset is known to be in memory: a `TensorDataset`, a list, a tensor, an array, a part of these, or a class of the
    file that only looks an item up and computes with it. A dataset that is not known, such as a parameter, counts as
    one that reads. Left are `num_workers` from any other name, an option or `**kwargs`; an `IterableDataset` of the
    file in which nothing asks `get_worker_info()`, since each worker would repeat its items; data that is on a GPU
    already; a loader of one batch, or one that only `iter(...)` is called on; one that torch refuses without workers,
    which is TEF708; and tests. The rule is opt-in: workers take memory and a second or so to start, and where processes
    are not forked, as on Windows and macOS, the dataset must be one that can be pickled and the script needs
    `if __name__ == "__main__":`.

    Why it is bad
    Without workers the next batch is read only when the last has been used: an epoch takes the time of reading and the
    time of training, one after the other. With workers the next batches are read meanwhile, each by a process of its
    own. What is in memory gains nothing, as a batch has to be handed from one process to the other: a `TensorDataset`
    of 50000 rows, in batches of 64, took 0.9 seconds without workers and 1.5 with two on a machine with two cores, one
    of 1000 rows 0.003 and 0.15 seconds. A dataset that waits 2 milliseconds for each of 512 items took 2.5 and 0.8.

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
