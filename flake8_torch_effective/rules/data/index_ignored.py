from __future__ import annotations

from ...inference.queries.ignored_index import ignored_indices
from ..rule import Rule


class IndexIgnored(Rule):
    """Dataset that ignores the index it is asked for.

    What it does
    Finds the `__getitem__` of a dataset that takes no index, or never reads it and returns a random item instead:
    `random.choice(self.paths)`, `self.rows[torch.randint(len(self), ())]`. The items must be those that `__len__`
    counts.

    Not reported: datasets whose length is chosen; those that make up their items or draw windows; pairs of which the
    index gives one; weighted draws; replay buffers; classes whose name says that they draw; base classes; and an index
    named `_` or `unused`.

    A finding is tentative if several items are drawn at once, if `__len__` is not in the file, or if the item is not
    drawn but taken at a position that the dataset keeps itself.

    Why it is bad
    A `DataLoader` asks for each index once per epoch, in its own order. A dataset that draws by itself returns some
    items several times and others never: of many items about 37 % are missing. The same happens in evaluation, where
    metrics then differ from run to run. A sampler, `shuffle=False` and a `Subset` for validation have no effect.
    Without the parameter the first item raises `TypeError`.

    Example
        def read(count: int) -> torch.Tensor:
            class Rows(Dataset[int]):
                def __init__(self) -> None:
                    self.values = [10 * place for place in range(count)]

                def __len__(self) -> int:
                    return len(self.values)

                def __getitem__(self, index: int) -> int:
                    return random.choice(self.values)

            return _by_two_workers(Rows())

    Use instead
        def read(count: int) -> torch.Tensor:
            class Rows(Dataset[int]):
                def __init__(self) -> None:
                    self.values = [10 * place for place in range(count)]

                def __len__(self) -> int:
                    return len(self.values)

                def __getitem__(self, index: int) -> int:
                    return self.values[index]

            return _by_two_workers(Rows())

    Evidence
    wrong_result: of twelve items that a loader with two workers gives, some come again and others never; raises:
    TypeError, where the method takes no index; right_result: each item once, in order.

    Fix safety
    None: what to do with the draw is the author's choice.

    Source
    Effective PyTorch, section 6; https://docs.pytorch.org/docs/stable/data.html#map-style-datasets
    """

    code = "TEF702"
    message = "{method} never reads {index}: by {taken} some items come again and others never; take the one at {index}"
    mentions = frozenset({"Dataset"})

    def finish(self) -> None:
        for ignored in ignored_indices(self.inference):
            method = f"{ignored.cls.name}.{ignored.method.name}"
            if ignored.index is None:
                told = "{method} takes no index, so that reading an item raises TypeError; take one, and read it"
                self.report(ignored.method.node, method=method, message=told)
            else:
                self.report(
                    ignored.method.node,
                    method=method,
                    index=ignored.index,
                    taken=self.text(ignored.taken, 36),
                    tentative=not ignored.certain,
                )
