"""What inference says of layouts in memory, held against torch."""

from __future__ import annotations

import itertools
import math
import random

import libcst as cst
import pytest
import torch

from flake8_torch_effective.inference.interpreter.interpreter import infer
from flake8_torch_effective.inference.queries.strides import Order, cannot_view, order_of
from flake8_torch_effective.inference.values import Symbol, Tensor

PREAMBLE = "import torch\nimport torch.nn.functional as F\nfrom torch import nn\n"

# Each is applied to a tensor x that may be transposed, or not.
STEPS = """
x.exp() | x.clone() | x.double() | torch.zeros_like(x) | F.gelu(x) | F.dropout(x, 0.5) | x * 2 | x + torch.ones(3, 4, 5)
2 - x | x > 0 | x.detach() | x.flip(0) | F.normalize(x) | x.clamp(0, 1) | x.contiguous() | x.softmax(-1)
x.log_softmax(0) | x.cumsum(1) | x.masked_fill(x > 0, 0) | x.tril() | x.repeat(1, 2, 1) | x @ torch.ones(5, 5)
F.layer_norm(x, (5,)) | F.logsigmoid(x) | x.unsqueeze(1) | x[:, None] | x[0] | x[:, 1:] | x[..., 0] | x[1:, :, 0]
x.select(1, 0) | x.unbind(2)[0] | x.chunk(2, -1)[0] | x.narrow(1, 0, 2) | x.gather(0, x.long() * 0)
x.index_select(1, torch.tensor([0, 2])) | x.to(torch.float64) | x.relu_() | x.add_(1) | nn.Linear(5, 7)(x) | x.square()
torch.lerp(x, x, 0.5) | torch.maximum(x, torch.zeros(3, 4, 5)) | x.nan_to_num() | x.bool() | x.mT | x.movedim(0, 1)
torch.cat([x, x]) | torch.stack([x, x]) | x.roll(1, 0) | F.pad(x, (1, 1)) | x.sum(1) | x.reshape(60) | x.flatten(1)
torch.sort(x)[0] | x.max(dim=1).values | x.unflatten(1, (2, 2)) | x.squeeze(0) | x.transpose_(0, 1) | x.swapaxes(0, -1)
"""
SOURCES = (
    "torch.rand(3, 4, 5)",
    "torch.rand(4, 3, 5).transpose(0, 1)",
    "torch.rand(3, 5, 4).mT",
    "torch.rand(5, 3, 4).permute(1, 2, 0)",
    "torch.rand(5, 4, 3).permute(2, 1, 0)",
    "torch.rand(4, 5, 3).movedim(-1, 0)",
)
PROGRAMS = [
    f"x = {source}\nresult = {step.strip()}\n"
    for source, step in itertools.product(SOURCES, STEPS.replace("\n", "|").split("|"))
    if step.strip()
]


def order_in(tensor: torch.Tensor) -> Order:
    """The dims of a tensor by their strides; none for a dim of size 1."""
    dims = [axis for axis in range(tensor.dim()) if tensor.size(axis) != 1]
    slowest_first = sorted(dims, key=lambda axis: -tensor.stride()[axis])
    return tuple(slowest_first.index(axis) if axis in dims else None for axis in range(tensor.dim()))


def ranked(order: Order, shape: torch.Size) -> Order:
    """An order in the form of :func:`order_in`."""
    places = sorted(place for place, size in zip(order, shape, strict=True) if place is not None and size != 1)
    return tuple(
        None if place is None or size == 1 else places.index(place) for place, size in zip(order, shape, strict=True)
    )


@pytest.mark.parametrize("program", PROGRAMS)
def test_order_is_what_the_strides_say(program: str) -> None:
    namespace: dict[str, torch.Tensor] = {}
    exec(PREAMBLE + program, namespace)
    real = namespace["result"]
    value = infer(cst.parse_module(PREAMBLE + program)).exported["result"]
    order = order_of(value, real.dim())
    assert order is None or ranked(order, real.shape) == order_in(real)


def test_most_orders_are_known() -> None:
    known = 0
    for program in PROGRAMS:
        value = infer(cst.parse_module(PREAMBLE + program)).exported["result"]
        known += isinstance(value, Tensor) and value.rank is not None and order_of(value, value.rank) is not None
    assert known > 0.75 * len(PROGRAMS)


def shapes_of(total: int, length: int) -> list[tuple[int, ...]]:
    """All shapes of that many dims with that many elements."""
    if length == 1:
        return [(total,)]
    sizes = [size for size in range(1, total + 1) if total % size == 0]
    return [(size, *rest) for size in sizes for rest in shapes_of(total // size, length - 1)]


@pytest.mark.parametrize("shape", [(2, 3), (2, 3, 4), (2, 1, 3), (2, 2, 3, 2), (3, 2, 1, 4)], ids=str)
def test_views_that_raise(shape: tuple[int, ...]) -> None:
    for axes in itertools.permutations(range(len(shape))):
        tensor = torch.zeros(shape).permute(axes)
        for length in (1, 2, 3, 4):
            for target in shapes_of(math.prod(shape), length):
                try:
                    tensor.view(target)
                    raised = False
                except RuntimeError:
                    raised = True
                assert cannot_view(tuple(tensor.shape), axes, target) == raised, (shape, axes, target)


def test_views_of_sizes_that_are_not_known_raise_whatever_the_sizes() -> None:
    """With names for sizes of one tensor, what certainly raises does so for every distinct choice of them."""
    random.seed(0)
    for _ in range(400):
        rank = random.randint(2, 4)
        sizes = random.sample([2, 3, 5, 7, 11], rank)
        base = torch.zeros(sizes)
        owner = Tensor().identity
        symbols = {size: Symbol(owner, axis) for axis, size in enumerate(sizes)}
        axes = tuple(random.sample(range(rank), rank))
        cut = sorted(random.sample(range(1, rank), random.randint(0, rank - 1)))
        order = random.sample(range(rank), rank) if random.random() < 0.5 else list(axes)
        groups = [order[a:b] for a, b in itertools.pairwise([0, *cut, rank])]
        target = [math.prod(sizes[axis] for axis in group) for group in groups]
        named = tuple(symbols[sizes[group[0]]] if len(group) == 1 else None for group in groups)
        if cannot_view(tuple(symbols[sizes[axis]] for axis in axes), axes, named):
            with pytest.raises(RuntimeError, match="view size"):
                base.permute(axes).view(target)
