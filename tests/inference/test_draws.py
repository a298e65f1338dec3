"""The rows about what is drawn at random, against Python, NumPy and torch themselves."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch

from flake8_torch_effective.inference.knowledge.draws import DRAWS, FRACTIONS, GENERATORS, DrawRow, Draws

ITEMS = ["a", "b", "c"]


def named(name: str) -> Callable[..., Any]:
    """The function, which NumPy has as a method of a generator where the module has none of the name."""
    module, _, last = name.rpartition(".")
    function = getattr(importlib.import_module(module), last, None)
    return function or getattr(np.random.default_rng(), last)  # type: ignore[no-any-return]


@pytest.mark.parametrize("row", [row for row in DRAWS.values() if row.draws is Draws.ITEM], ids=lambda row: row.name)
def test_an_item_is_one_of_those_that_are_given(row: DrawRow) -> None:
    drawn = named(row.name)(ITEMS, k=2) if row.several else named(row.name)(ITEMS)
    assert set(drawn if row.several else [drawn]) <= set(ITEMS)
    if row.size is not None:
        assert len(named(row.name)(ITEMS, 2)) == 2


@pytest.mark.parametrize("row", [row for row in DRAWS.values() if row.draws is Draws.NUMBER], ids=lambda row: row.name)
def test_a_number_is_within_the_bound(row: DrawRow) -> None:
    size = ((),) if row.name.startswith("torch.") else ()
    for place in row.bound:
        given = [*(0 for _ in range(place)), 3]
        drawn = {int(named(row.name)(*given, *size)) for _ in range(50)}
        assert drawn <= set(range(4))
        assert len(drawn) > 1
    if row.size is not None:
        assert len(named(row.name)(0, 3, 5)) == 5


@pytest.mark.parametrize("name", sorted(FRACTIONS))
def test_a_fraction_is_below_one(name: str) -> None:
    assert 0 <= named(name)() < 1


@pytest.mark.parametrize("name", sorted(GENERATORS))
def test_a_generator_has_the_functions_of_the_module(name: str) -> None:
    generator = named(name)()
    assert all(hasattr(generator, row.rpartition(".")[2]) for row in DRAWS if row.startswith("random."))


def test_torch_draws_as_many_as_the_size_says() -> None:
    assert torch.randint(3, (4,)).shape == (4,)
    assert torch.randint(3, ()).dim() == 0
