"""TEF403: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "computed integers": (
        """\
import torch

for t in range(10):
    step = torch.Tensor([t + 1])
""",
        """\
import torch

for t in range(10):
    step = torch.tensor([t + 1], dtype=torch.float32)
""",
    ),
    "another name for torch": (
        """\
import torch as th


def lengths(batch):
    return th.FloatTensor([len(one) for one in batch])
""",
        """\
import torch as th


def lengths(batch):
    return th.tensor([len(one) for one in batch], dtype=th.float32)
""",
    ),
    "a type that is imported": (
        """\
from torch import DoubleTensor


def lengths(first: int):
    return DoubleTensor([first, 2 * first])
""",
        """\
import torch
from torch import DoubleTensor


def lengths(first: int):
    return torch.tensor([first, 2 * first], dtype=torch.float64)
""",
    ),
    "on several lines": (
        """\
import torch


def corners(height: int, width: int):
    return torch.Tensor(
        [
            [0, height],  # left
            [width, height],  # right
        ]
    )
""",
        """\
import torch


def corners(height: int, width: int):
    return torch.tensor(
        [
            [0, height],  # left
            [width, height],  # right
        ], dtype=torch.float32
    )
""",
    ),
    "memory that is read": (
        """\
import torch


def scores(n: int):
    totals = torch.Tensor(n, 2)
    return totals + 1
""",
        """\
import torch


def scores(n: int):
    totals = torch.empty(n, 2)
    return totals + 1
""",
    ),
    "memory of another type": (
        """\
import torch


def scores(n: int):
    totals = torch.HalfTensor(n, 2,)
    return totals * 2
""",
        """\
import torch


def scores(n: int):
    totals = torch.empty(n, 2, dtype=torch.float16,)
    return totals * 2
""",
    ),
    "numbers on CUDA": (
        """\
import torch

targets = torch.cuda.FloatTensor([1.0, 0.0])
""",
        """\
import torch

targets = torch.tensor([1.0, 0.0], dtype=torch.float32, device="cuda")
""",
    ),
    "memory on CUDA": (
        """\
import torch


def noise(batch: int):
    return torch.cuda.FloatTensor(batch, 100).normal_()
""",
        """\
import torch


def noise(batch: int):
    return torch.empty(batch, 100, dtype=torch.float32, device="cuda").normal_()
""",
    ),
    "an array on CUDA": (
        """\
import numpy as np
import torch


def labels(count: int):
    return torch.cuda.LongTensor(np.arange(count))
""",
        """\
import numpy as np
import torch


def labels(count: int):
    return torch.tensor(np.arange(count), dtype=torch.int64, device="cuda")
""",
    ),
    "a finding in a finding": (
        """\
import torch


def scores(n: int):
    totals = torch.Tensor(torch.Tensor([n + 1]).int().item(), 2)
    return totals + 1
""",
        """\
import torch


def scores(n: int):
    totals = torch.empty(torch.tensor([n + 1], dtype=torch.float32).int().item(), 2)
    return totals + 1
""",
    ),
}

# None: the new code follows the default device and the default dtype where the old did not, or the other way round.
SAFE: frozenset[str] = frozenset()

LEFT: dict[str, str] = {
    "a number that may be a size": """\
import torch


def margin(value: int):
    return torch.Tensor(value)
""",
    "what nobody knows on CUDA": """\
import torch


def labels(batch):
    return torch.cuda.LongTensor(batch)
""",
    "a tensor on CUDA": """\
import torch


def moved(x: torch.Tensor):
    return torch.cuda.FloatTensor(x.relu())
""",
    "sizes in a list": """\
import torch


def noise(sizes):
    return torch.cuda.FloatTensor(*sizes).normal_()
""",
    "a device of its own": """\
import torch


def margin(value: int):
    return torch.Tensor(value, device="cpu")
""",
    "in an f-string that shows its own code": """\
import torch


def shown(first: int):
    return f"{torch.Tensor([first, first])=}"
""",
}
