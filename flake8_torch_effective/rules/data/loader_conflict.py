from __future__ import annotations

from typing import Final

import libcst as cst

from ...inference.knowledge.data import ConflictRow, State
from ...inference.queries.loaders import conflicts
from ...inference.queries.purposes import expects_error
from ...inference.values import LoaderCall, Number
from ..rule import Rule

_BESIDE: Final = {
    State.ITERABLE: "of an IterableDataset",
    State.NONE: "with batch_size=None",
    State.ABSENT: "without workers",
}


class LoaderConflict(Rule):
    """Arguments of a DataLoader that exclude each other.

    What it does
    Finds calls of `DataLoader` with arguments that torch does not accept together: `shuffle=True`, a `sampler` or a
    `batch_sampler` for an `IterableDataset`; `shuffle=True` with a sampler; a `batch_sampler` with a `sampler`, a
    `batch_size` other than 1 or `drop_last=True`; `drop_last=True` with `batch_size=None`; and, where `num_workers` is
    absent or 0, `prefetch_factor`, `persistent_workers=True`, `timeout` and `multiprocessing_context`.

    Both arguments must be known: a sampler that may be None is not reported. Neither is code that may expect the error,
    in a test or under `pytest.raises`.

    Why it is bad
    The loader raises `ValueError` when it is made, or, for a `timeout`, `AssertionError` when it is iterated.

    Example
        def sampled(values: torch.Tensor) -> torch.Tensor:
            rows = TensorDataset(values)
            loader = DataLoader(rows, batch_size=2, sampler=SequentialSampler(rows), shuffle=True)
            return torch.cat([batch for (batch,) in loader])

    Use instead
        def sampled(values: torch.Tensor) -> torch.Tensor:
            rows = TensorDataset(values)
            loader = DataLoader(rows, batch_size=2, sampler=SequentialSampler(rows))
            return torch.cat([batch for (batch,) in loader])

    Evidence
    raises: ValueError or AssertionError; right_result: the items that the loader then gives, once also by two workers.

    Fix safety
    None: which of the two arguments is meant is not known.

    Source
    Effective PyTorch, section 6; https://docs.pytorch.org/docs/stable/data.html#torch.utils.data.DataLoader
    """

    code = "TEF708"
    message = "{error}: a DataLoader {beside} takes no {first}; {what}"

    def finish(self) -> None:
        for loader, row in conflicts(self.inference):
            frame = None if loader.function is None else loader.function.node
            if expects_error(self.inference, loader.node, frame):
                continue
            self.report(
                loader.node,
                error=row.error,
                beside=_BESIDE.get(row.second_is, f"with a {row.second}"),
                first=self.argument(loader, row),
                what=f"{'set num_workers, or ' * (row.second_is is State.ABSENT)}leave out {row.first}",
            )

    def argument(self, loader: LoaderCall, row: ConflictRow) -> str:
        """The argument as it is written, or its name where that says enough."""
        if row.first_is is State.GIVEN and row.second_is is not State.ABSENT:
            return row.first
        node = loader.nodes.get(row.first)
        if type(node) is not cst.Arg:
            return f"{row.first}={self.text(node, 30)}"
        value = loader.arguments[row.first]  # that `**options` gives
        return f"{row.first}={value.number}" if isinstance(value, Number) and value.number is not None else row.first
