"""The counts that cost claims rest on."""

import math
from collections.abc import Callable

import numpy as np
import pytest
import torch

from flake8_torch_effective.verification import Memory, Sample, Scale
from flake8_torch_effective.verification.comparison import difference, misses
from flake8_torch_effective.verification.samples import fresh
from flake8_torch_effective.verification.subjects import graph_nodes
from flake8_torch_effective.verification.tally import FLOPS, Tally, order, order_name

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
        pytest.param(lambda x: x[0].tolist(), 1, id="a row as a list"),
        pytest.param(lambda x: x[0, 0].tolist(), 1, id="a number as a list"),
        pytest.param(lambda x: x.numpy(), 1, id="numpy"),
        pytest.param(lambda x: np.asarray(x), 1, id="numpy that asks for itself"),
        pytest.param(lambda x: np.from_dlpack(x), 1, id="numpy by the exchange protocol"),
        pytest.param(lambda x: x.cpu(), 1, id="a copy to the host"),
        pytest.param(lambda x: x.to("cpu"), 1, id="a copy to the host by its name"),
        pytest.param(lambda x: x.to(device="cpu"), 1, id="a copy to the host by a keyword"),
        pytest.param(lambda x: [row.tolist() for row in x], 4, id="a list of each row"),
        pytest.param(lambda x: torch.equal(x, x), 1, id="whether two tensors are equal"),
        pytest.param(lambda x: torch.allclose(x, x), 1, id="whether two tensors are nearly equal"),
        pytest.param(lambda x: x[x > 0], 1, id="a shape that depends on values"),
        pytest.param(lambda x: x * 2, 0, id="arithmetic"),
        pytest.param(lambda x: x.to(torch.float64), 0, id="a dtype"),
        pytest.param(lambda x: x.to(x.device), 0, id="the tensor's own device"),
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
        pytest.param(lambda x: torch.from_numpy(np.ones((4, 3), np.float32)) + x, 96, id="made by numpy, and a sum"),
        pytest.param(lambda x: torch.as_tensor(x.numpy() + 1).add_(1), 48, id="an intermediate result of numpy's"),
    ],
)
def test_new_bytes(run: Callable[[torch.Tensor], object], new_bytes: int) -> None:
    x = torch.ones(4, 3)
    with Tally(x) as tally:
        run(x)
    assert tally.new_bytes == new_bytes


@pytest.mark.parametrize(
    ("run", "work"),
    [
        pytest.param(lambda x: x + 1, 24, id="read once, written once"),
        pytest.param(lambda x: x.expand(5, 4, 3), 0, id="a view"),
        pytest.param(lambda x: x.unsqueeze(1) + x, 12 + 12 + 48, id="a broadcast writes every pair"),
        pytest.param(lambda x: x.sum(dim=0), 12 + 3, id="a reduction"),
        pytest.param(lambda x: x[:2] + 1, 12, id="part of a tensor"),
    ],
)
def test_work(run: Callable[[torch.Tensor], object], work: int) -> None:
    x = torch.ones(4, 3)
    with Tally() as tally:
        run(x)
    assert tally.work == work


@pytest.mark.skipif(not FLOPS, reason="this torch knows no count of a product's multiplications")
def test_the_work_of_a_product_is_more_than_its_elements() -> None:
    x = torch.ones(4, 3)
    with Tally() as tally:
        x @ x.T
    assert tally.work == 12 + 12 + 16 + 2 * 4 * 3 * 4


def test_graph_nodes() -> None:
    w = torch.ones(3, requires_grad=True)
    assert graph_nodes(w) == 0
    assert graph_nodes(torch.ones(3)) == 0
    assert graph_nodes(w * 2) == 2  # the product and the leaf's accumulator
    assert graph_nodes([w * 2, w * 3]) == 3  # the accumulator is one node
    assert graph_nodes({"loss": (w * 2).detach()}) == 0


@pytest.mark.parametrize(
    ("count", "power", "name"),
    [
        pytest.param(lambda n: 7, 0, "O(1)", id="constant"),
        pytest.param(lambda n: 3 * n + 9, 1, "O(n)", id="linear"),
        pytest.param(lambda n: n * math.log2(n), 1.22, "O(n^1.22)", id="n log n"),
        pytest.param(lambda n: n**1.5, 1.5, "O(n^1.5)", id="a broken power"),
        pytest.param(lambda n: n * n, 2, "O(n²)", id="quadratic"),
        pytest.param(lambda n: n * n + 4 * n + 4, 1.94, "O(n²)", id="quadratic with lower terms"),
        pytest.param(lambda n: n**3 + n, 3, "O(n³)", id="cubic"),
    ],
)
def test_order(count: Callable[[int], int], power: float, name: str) -> None:
    measured = order([count(n) for n in (8, 16, 32, 64)])
    assert measured == power
    assert order_name(measured) == name


@pytest.mark.parametrize(
    "counts",
    [
        pytest.param([1, 1, 2, 4], id="constant at first"),
        pytest.param([4, 3, 2, 1], id="less and less"),
        pytest.param([2, 1, 2, 4], id="less at first"),
        pytest.param([1, 2, 4, 4], id="constant in the end"),
        pytest.param([10, 20, 60, 300], id="faster than any power"),
    ],
)
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


@pytest.mark.parametrize("memory", Memory)
def test_who_changes_drawn_numbers_changes_them_for_nobody_else(memory: Memory) -> None:
    sample = Sample(4, seed=1, memory=memory)
    first, second = fresh(sample), fresh(sample)
    changed = [first.normal(4, 2), first.integers(9, 3)]
    for tensor in changed:
        tensor[0].add_(100)
    kept = Sample(4, seed=1, memory=memory)
    for drawn, other, expected in zip(
        [second.normal(4, 2), second.integers(9, 3), second.normal(2)],
        [*changed, None],
        [kept.normal(4, 2), kept.integers(9, 3), kept.normal(2)],
        strict=True,
    ):
        assert torch.equal(drawn, expected)
        assert other is None or not torch.equal(drawn, other)


def test_inputs_that_do_not_depend_on_their_sample_alone_raise() -> None:
    sample = Sample(4, seed=1)
    fresh(sample).normal(4, 2)
    with pytest.raises(ValueError, match="must depend on their sample alone"):
        fresh(sample).normal(2, 4)
    with pytest.raises(ValueError, match="must depend on their sample alone"):
        fresh(sample).integers(4, 2)


@pytest.mark.parametrize("scale", Scale)
@pytest.mark.parametrize(
    ("actual", "expected", "agree"),
    [
        pytest.param([1.0, 2.0], [1.0, 2.0 + 2e-15], True, id="a rounding"),
        pytest.param([1.0, 2.0], [1.0, 2.0 + 2e-13], False, id="more than a rounding"),
        pytest.param([math.inf, 2.0], [1.0, 2.0], False, id="an infinity in one"),
        pytest.param([1.0, 2.0], [math.inf, 2.0], False, id="an infinity in the other"),
        pytest.param([math.inf, 2.0], [math.inf, 2.0 + 2e-15], True, id="the same infinity"),
        pytest.param([math.inf, 2.0], [-math.inf, 2.0 + 2e-15], False, id="infinities of two signs"),
        pytest.param([math.nan, 2.0], [1.0, 2.0], False, id="a nan in one"),
        pytest.param([1.0, 2.0], [math.nan, 2.0], False, id="a nan in the other"),
        pytest.param([math.nan, 2.0], [math.nan, 2.0 + 2e-15], False, id="a nan in both"),
    ],
)
def test_numbers_agree_within_a_rounding(actual: list[float], expected: list[float], agree: bool, scale: Scale) -> None:
    one, other = (torch.tensor(numbers, dtype=torch.float64) for numbers in (actual, expected))
    assert (difference(one, other, scale=scale) is None) is agree
