from __future__ import annotations

from ...inference.queries.datasets import may_be_base
from ...inference.queries.sharding import repeated_by_workers
from ..rule import Rule


class UnshardedIterable(Rule):
    """IterableDataset whose items every worker repeats.

    What it does
    Finds the `__iter__` of an `IterableDataset` that never calls `torch.utils.data.get_worker_info()`, directly or
    through what it calls in the file.

    Not reported: datasets whose code or docstring mentions workers, shards or a rank in any way other than a name such
    as `Shards`; those that the file reads only by loaders without workers, or with a `worker_init_fn`; those in a file
    with such a function, which reads `get_worker_info().dataset`; those that draw their items, or parts of them, at
    random, as by `rsample()`, `torch.rand` or NumPy's generators, but not the order of items that there are; those that
    make up items without an end from a count, and read nothing; and those that iterate over a dataset, iterator, loader
    or stream that was passed to them, unless it is a path that they open, or over what the `__iter__` of a base in
    another file yields.

    Why it is bad
    Each worker of a `DataLoader` has its own copy of the dataset and iterates over all of it: with eight workers every
    item comes eight times per epoch. Nothing is raised. Training takes eight times as long, and metrics count each item
    eight times.

    Example
        def read(count: int) -> torch.Tensor:
            class Stream(IterableDataset[int]):
                def __iter__(self) -> Iterator[int]:
                    yield from range(count)

            return _by_two_workers(Stream())

    Use instead
        def read(count: int) -> torch.Tensor:
            class Stream(IterableDataset[int]):
                def __iter__(self) -> Iterator[int]:
                    worker = get_worker_info()
                    first, step = (0, 1) if worker is None else (worker.id, worker.num_workers)
                    yield from range(first, count, step)

            return _by_two_workers(Stream())

    Evidence
    wrong_result: a loader with two workers yields each item twice before and once after; right_result: each item comes
    once.

    Fix safety
    None: how the items are shared among the workers is the author's choice.

    Source
    Effective PyTorch, section 6; https://docs.pytorch.org/docs/stable/data.html#torch.utils.data.IterableDataset
    """

    code = "TEF704"
    since = (1, 2)  # get_worker_info
    message = "{cls}.__iter__ yields all items in every worker, so each is repeated; share them by get_worker_info()"

    def finish(self) -> None:
        for dataset, method in repeated_by_workers(self.inference):
            cls = method.cls or dataset.cls
            self.report(method.node, cls=cls.name, tentative=may_be_base(self.inference, cls))
