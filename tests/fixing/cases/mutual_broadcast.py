"""TEF104: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "a loss function": (
        """\
import torch
import torch.nn.functional as F


def f(n: int):
    prediction = torch.zeros(n, 1)
    target = torch.ones(n)
    return F.mse_loss(prediction, target)
""",
        """\
import torch
import torch.nn.functional as F


def f(n: int):
    prediction = torch.zeros(n, 1)
    target = torch.ones(n)
    return F.mse_loss(prediction.squeeze(-1), target)
""",
    ),
    "the column is the second operand": (
        """\
import torch as th


def f(x: th.Tensor):
    n = x.size(0)
    ramp = th.arange(n)
    scale = th.ones(n, 1)
    return ramp * scale
""",
        """\
import torch as th


def f(x: th.Tensor):
    n = x.size(0)
    ramp = th.arange(n)
    scale = th.ones(n, 1)
    return ramp * scale.squeeze(-1)
""",
    ),
    "a method": (
        """\
import torch


def f(x: torch.Tensor):
    n = len(x)
    return torch.ones(n, 1).sub(torch.zeros(n))
""",
        """\
import torch


def f(x: torch.Tensor):
    n = len(x)
    return torch.ones(n, 1).squeeze(-1).sub(torch.zeros(n))
""",
    ),
    "an operand by keyword": (
        """\
import torch
from torch import nn

huber = nn.HuberLoss()


def f(n: int):
    head = nn.Linear(3, 1)
    return huber(target=torch.zeros(n), input=head(torch.ones(n, 3)))
""",
        """\
import torch
from torch import nn

huber = nn.HuberLoss()


def f(n: int):
    head = nn.Linear(3, 1)
    return huber(target=torch.zeros(n), input=head(torch.ones(n, 3)).squeeze(-1))
""",
    ),
    "an operand that needs parentheses": (
        """\
import torch


def f(n: int):
    x, w, y = torch.ones(n, 5), torch.ones(5, 1), torch.ones(n)
    return x @ w - y
""",
        """\
import torch


def f(n: int):
    x, w, y = torch.ones(n, 5), torch.ones(5, 1), torch.ones(n)
    return (x @ w).squeeze(-1) - y
""",
    ),
    "an operand in parentheses over several lines": (
        """\
import torch


def f(n: int):
    x, w, y = torch.ones(n, 5), torch.ones(5, 1), torch.ones(n)
    return (  # the residual
        x
        @ w  # linear
    ) - y
""",
        """\
import torch


def f(n: int):
    x, w, y = torch.ones(n, 5), torch.ones(5, 1), torch.ones(n)
    return (  # the residual
        (x @ w).squeeze(-1)  # linear
    ) - y
""",
    ),
    "a dim of size 1 that is not the last": (
        """\
import torch


def f(keys: torch.Tensor):
    assert keys.shape == (4, 1, 3)
    return keys + torch.ones(4, 3)
""",
        """\
import torch


def f(keys: torch.Tensor):
    assert keys.shape == (4, 1, 3)
    return keys.squeeze(-2) + torch.ones(4, 3)
""",
    ),
    "written into the row": (
        """\
import torch


def f(x: torch.Tensor):
    n = x.size(0)
    total = torch.zeros(n)
    total += torch.ones(n, 1)
    return total
""",
        """\
import torch


def f(x: torch.Tensor):
    n = x.size(0)
    total = torch.zeros(n)
    total += torch.ones(n, 1).squeeze(-1)
    return total
""",
    ),
    "a mean over the first dim": (
        """\
import torch


def f(n: int):
    hits = torch.zeros(n, 1) == torch.zeros(n)
    return hits.float().mean(dim=0)
""",
        """\
import torch


def f(n: int):
    hits = torch.zeros(n, 1).squeeze(-1) == torch.zeros(n)
    return hits.float().mean(dim=0)
""",
    ),
    "one inside the other": (
        """\
import torch


def f(n: int):
    a, b = torch.zeros(n, 1), torch.zeros(n)
    return torch.zeros(n, 1) * (a - b)
""",
        """\
import torch


def f(n: int):
    a, b = torch.zeros(n, 1), torch.zeros(n)
    return torch.zeros(n, 1).squeeze(-1) * (a.squeeze(-1) - b)
""",
    ),
}

LEFT: dict[str, str] = {
    "written into the column": """\
import torch


def f(x: torch.Tensor):
    n = x.size(0)
    total = torch.zeros(n, 1)
    total.sub_(torch.ones(n))
    return total
""",
    "the result is summed along its second dim": """\
import torch


def f(n: int):
    table = torch.zeros(n, 1) + torch.ones(n)
    return table.sum(dim=1)
""",
    "the result is read by two indices": """\
import torch


def f(x: torch.Tensor):
    n = x.size(0)
    table = torch.zeros(n, 1) * torch.ones(n)
    return table[0, 1]
""",
    "the result has a place": """\
import torch


def f(n: int, table: torch.Tensor):
    return torch.sub(torch.zeros(n, 1), torch.ones(n), out=table)
""",
    "more arguments that are not written out": """\
import torch
import torch.nn.functional as F


def f(n: int, options: dict):
    return F.huber_loss(torch.zeros(n, 1), torch.ones(n), **options)
""",
    "an outer product may be meant": """\
import torch
from torch import nn


class Smoothing(nn.Module):
    def __init__(self, heads):
        super().__init__()
        self.weight = nn.Parameter(torch.rand(heads, 1))

    def forward(self, steps):
        return torch.sigmoid(self.weight) ** torch.arange(steps).float().flip(0)
""",
}

# Fixed without being asked for unsafe fixes.
SAFE: set[str] = set()
