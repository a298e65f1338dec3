"""The counts that cost claims rest on."""

import math
from collections.abc import Callable

import pytest
import torch

from flake8_torch_effective.verification import Sample
from flake8_torch_effective.verification.comparison import difference, misses
from flake8_torch_effective.verification.tally import Tally, graph_nodes, order, order_name

torch.set_num_threads(1)


@pytest.mark.parametrize(
    ("run", "operators"),
    [
        pytest.param(lambda x: x + 1, 1, id="arithmetic"),
        pytest.param(lambda x: x[0], 1, id="a view"),
        pytest.param(lambda x: [x[0], x[1]], 2, id="two views"),
        pytest.param(lambda x: torch.unbind(x), 1, id="all views at once"),
        pytest.param(lambda x: x.shape[0], 0, id="metadata"),
    ],
)
def test_operators(run: Callable[[torch.Tensor], object], operators: int) -> None:
    x = torch.ones(4, 3)
    with Tally() as tally:
        run(x)
    assert tally.dispatches == operators


@pytest.mark.parametrize(
    ("run", "syncs"),
    [
        pytest.param(lambda x: x[0, 0].item(), 1, id="item"),
        pytest.param(lambda x: bool(x[0, 0] > 0), 1, id="truth"),
        pytest.param(lambda x: x[torch.tensor(0)], 1, id="a tensor as an index"),
        pytest.param(lambda x: x[torch.tensor([0])], 0, id="a vector as an index"),
        pytest.param(lambda x: x * 2, 0, id="arithmetic"),
    ],
)
def test_syncs(run: Callable[[torch.Tensor], object], syncs: int) -> None:
    x = torch.ones(4, 3)
    with Tally() as tally:
        run(x)
    assert tally.syncs == syncs


@pytest.mark.parametrize(
    ("run", "new_bytes"),
    [
        pytest.param(lambda x: x + 1, 48, id="a new tensor"),
        pytest.param(lambda x: x.add_(1), 0, id="in place"),
        pytest.param(lambda x: x.view(-1)[2:], 0, id="a view"),
        pytest.param(lambda x: (x + 1) + 1, 96, id="an intermediate result counts"),
        pytest.param(lambda x: x.expand(5, 4, 3), 0, id="an expanded view"),
        pytest.param(lambda x: x.repeat(5, 1, 1), 240, id="a repeated copy"),
        pytest.param(lambda x: x.double(), 96, id="a wider dtype"),
    ],
)
def test_new_bytes(run: Callable[[torch.Tensor], object], new_bytes: int) -> None:
    x = torch.ones(4, 3)
    with Tally() as tally:
        run(x)
    assert tally.new_bytes == new_bytes


def test_graph_nodes() -> None:
    w = torch.ones(3, requires_grad=True)
    assert graph_nodes(w) == 0
    assert graph_nodes(torch.ones(3)) == 0
    assert graph_nodes(w * 2) == 2  # the product and the leaf's accumulator
    assert graph_nodes([w * 2, w * 3]) == 3  # the accumulator is one node
    assert graph_nodes({"loss": (w * 2).detach()}) == 0


@pytest.mark.parametrize(
    ("count", "power"),
    [
        pytest.param(lambda n: 7, 0, id="constant"),
        pytest.param(lambda n: 3 * n + 9, 1, id="linear"),
        pytest.param(lambda n: n * n + 4 * n + 4, 2, id="quadratic"),
        pytest.param(lambda n: n**3 + n, 3, id="cubic"),
    ],
)
def test_order(count: Callable[[int], int], power: int) -> None:
    assert order([count(n) for n in (8, 16, 32)]) == power


@pytest.mark.parametrize("counts", [[1, 1, 2], [3, 2, 1], [2, 1, 2]])
def test_order_of_what_does_not_grow_steadily(counts: list[int]) -> None:
    assert math.isnan(order(counts))
    assert order_name(order(counts)) == "no steady growth"


NUMBERS = torch.tensor([1.0, 2.0])


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(torch.tensor([1.0, 2.1]), id="values"),
        pytest.param(torch.tensor([[1.0, 2.0]]), id="shape"),
        pytest.param(torch.tensor([1.0, 2.0], dtype=torch.float64), id="dtype"),
        pytest.param(torch.tensor([1.0, math.nan]), id="nan"),
        pytest.param([1.0, 2.0], id="type"),
        pytest.param(torch.ones(2, device="meta"), id="device"),
    ],
)
def test_difference(other: object) -> None:
    assert difference(NUMBERS, NUMBERS.clone()) is None
    assert difference(other, NUMBERS) is not None


def test_nan_agrees_with_nothing() -> None:
    assert difference(torch.tensor(math.nan), torch.tensor(math.nan)) is not None


def test_misses_forgives_only_rounding() -> None:
    third = torch.tensor(1 / 3, dtype=torch.float64)
    assert misses(third.float(), third) is None
    assert misses(third.bfloat16(), third) is None
    assert misses(third.bfloat16().float(), third) is not None
    assert misses((third.float(),), (third, third)) is not None


def test_a_sample_is_the_same_numbers_every_time() -> None:
    drawn = Sample(4, seed=1).normal(4, 2)
    assert torch.equal(drawn, Sample(4, seed=1).normal(4, 2))
    assert not torch.equal(drawn, Sample(4, seed=2).normal(4, 2))
    wide = Sample(4, torch.float64, seed=1).normal(4, 2)
    assert torch.equal(drawn, wide.float())
    one = Sample(4)
    assert not torch.equal(one.normal(3), one.normal(3))
