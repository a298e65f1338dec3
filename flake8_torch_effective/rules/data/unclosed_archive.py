from __future__ import annotations

from ...inference.queries.left_open import left_open
from ..rule import Rule


class UnclosedArchive(Rule):
    """File that a dataset's iterator leaves open when nobody reads to the end.

    What it does
    Finds `open`, `tarfile.open`, `zipfile.ZipFile`, `h5py.File`, `gzip.open` and the like in the `__iter__` of a
    dataset, or in a generator in the file that feeds one, where items are yielded while the file is open, and it is
    closed after the last item or never.

    Not reported: files opened by `with`, or closed in `finally` or by an `ExitStack`; files that are read and closed
    before an item is yielded; those that the iterator stores or returns; archives inside a file that was opened
    elsewhere; and tests.

    Why it is bad
    A loop with `break`, `next(iter(loader))`, or an error in the loop ends the iterator at a `yield`, and the lines
    below it are never run. `with` and `finally` are: Python runs them when the iterator is dropped. Otherwise the file
    stays open for as long as anything refers to it: a traceback, an item that reads from it, a cycle. A worker that
    lives for many epochs collects open files until the system refuses to open more.

    Example
        def first_line(path: str) -> torch.Tensor:
            class Lines(IterableDataset[int]):
                def __iter__(self) -> Iterator[int]:
                    for line in Path(path).open(encoding="utf-8"):
                        yield int(line)

            return torch.tensor(next(iter(DataLoader(Lines(), batch_size=None))))

    Use instead
        def first_line(path: str) -> torch.Tensor:
            class Lines(IterableDataset[int]):
                def __iter__(self) -> Iterator[int]:
                    with Path(path).open(encoding="utf-8") as file:
                        for line in file:
                            yield int(line)

            return torch.tensor(next(iter(DataLoader(Lines(), batch_size=None))))

    Evidence
    wrong_result: a worker whose loader stops early in three epochs holds four archives in the fourth, instead of one;
    warns: ResourceWarning, for a file that nothing closed; right_result: the items.

    Fix safety
    None: where the block of `with` should end is the author's choice.

    Source
    Effective PyTorch, section 6; https://docs.python.org/3/library/tarfile.html#tarfile.TarFile.close
    """

    code = "TEF709"
    message = "{call} is {closed}, so a loader that stops early leaves it open; use {fixed}"
    mentions = frozenset({"Dataset"})

    def finish(self) -> None:
        for one in left_open(self.inference):
            call = self.text(one.call, 32)
            fits = not call.endswith("...")
            self.report(
                one.call,
                call=call,
                closed="closed after the last item only" if one.closed else "never closed",
                fixed=f"with {call} as {one.name or 'file'}:" if fits else "a with statement",
            )
