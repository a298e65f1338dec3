"""The rows about data sets and loaders, against torch itself."""

from __future__ import annotations

import inspect
from collections.abc import Callable

import pytest
import torch
from torch.utils import data

from flake8_torch_effective.inference.knowledge.data import CONFLICTS, DATASETS, ConflictRow, State, Style
from flake8_torch_effective.inference.knowledge.training import TRAINING_LOADERS


@pytest.mark.parametrize("name", DATASETS)
def test_the_style_of_a_dataset_is_that_of_its_class(name: str) -> None:
    cls = getattr(data, name.rpartition(".")[2])
    assert issubclass(cls, data.Dataset)
    assert issubclass(cls, data.IterableDataset) is (DATASETS[name].style is Style.ITERABLE)


def test_all_datasets_of_torch_have_rows() -> None:
    classes = {name for name, cls in vars(data).items() if isinstance(cls, type) and issubclass(cls, data.Dataset)}
    assert {f"torch.utils.data.{name}" for name in classes if not name.endswith("DataPipe")} == DATASETS.keys()


@pytest.mark.parametrize("name", [name for name, row in DATASETS.items() if row.needs])
def test_a_subclass_without_what_it_needs_cannot_be_read(name: str) -> None:
    base = getattr(data, name.rpartition(".")[2])
    with pytest.raises((NotImplementedError, TypeError)):
        next(iter(data.DataLoader(type("Rows", (base,), {"__len__": lambda self: 3})())))
    methods: dict[str, Callable[..., object]] = {
        "__getitem__": lambda self, index: index,
        "__getitems__": lambda self, many: list(many),
        "__iter__": lambda self: iter([0]),
    }
    for method in DATASETS[name].needs:
        rows = type("Rows", (base,), {"__len__": lambda self: 3, method: methods[method]})()
        assert torch.equal(next(iter(data.DataLoader(rows))), torch.tensor([0]))


def test_the_parameters_of_the_loader_are_in_its_order() -> None:
    parameters = list(inspect.signature(data.DataLoader).parameters.values())
    positional = [one.name for one in parameters if one.kind is one.POSITIONAL_OR_KEYWORD]
    assert TRAINING_LOADERS["torch.utils.data.DataLoader"].parameters == tuple(positional)


GIVEN: dict[str, object] = {
    "sampler": [0],
    "batch_sampler": [[0]],
    "prefetch_factor": 2,
    "multiprocessing_context": "spawn",
    "timeout": 1,
    "shuffle": True,
    "drop_last": True,
    "persistent_workers": True,
    "batch_size": 2,
}


@pytest.mark.parametrize("row", CONFLICTS, ids=lambda row: f"{row.first}-{row.second}")
def test_a_loader_refuses_two_arguments_together_and_takes_each_alone(row: ConflictRow) -> None:
    rows = data.TensorDataset(torch.zeros(3))
    stream = type("Stream", (data.IterableDataset,), {"__iter__": lambda self: iter(range(3))})()
    arguments: dict[str, object] = {"dataset": rows, row.first: GIVEN[row.first]}
    if row.second_is is State.NONE:
        arguments[row.second] = None
    elif row.second_is is State.ITERABLE:
        arguments[row.second] = stream
    elif row.second_is is State.GIVEN:
        arguments[row.second] = GIVEN[row.second]
    with pytest.raises((ValueError, AssertionError)) as raised:
        iter(data.DataLoader(**arguments))  # type: ignore[arg-type]
    assert raised.type.__name__ == row.error
    del arguments[row.first]
    next(iter(data.DataLoader(**arguments)))  # type: ignore[arg-type]
    if row.second_is is not State.ABSENT:
        next(iter(data.DataLoader(rows, **{row.first: GIVEN[row.first]})))  # type: ignore[arg-type]
