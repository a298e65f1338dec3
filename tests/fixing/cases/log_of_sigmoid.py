"""TEF307: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "functional is imported below, as in a later cell of a notebook": (
        """\
import torch

x = torch.randn(3)
loss = -torch.log(torch.sigmoid(x))

import torch.nn.functional as F
""",
        """\
import torch

x = torch.randn(3)
loss = -torch.nn.functional.logsigmoid(x)

import torch.nn.functional as F
""",
    ),
    "a layer that Identity replaces": (
        """\
import torch
from torch import nn


class Score(nn.Module):
    def __init__(self):
        super().__init__()
        self.last = nn.Linear(3, 3)

    def forward(self, x):
        return -torch.log(torch.sigmoid(self.last(x))).mean()


def raw(score: Score):
    score.last = nn.Identity()
    return score
""",
        """\
import torch
from torch import nn


class Score(nn.Module):
    def __init__(self):
        super().__init__()
        self.last = nn.Linear(3, 3)

    def forward(self, x):
        return -nn.functional.logsigmoid(self.last(x)).mean()


def raw(score: Score):
    score.last = nn.Identity()
    return score
""",
    ),
    "integers through a pool": (
        """\
import torch
from torch import nn


class Score(nn.Module):
    def __init__(self):
        super().__init__()
        self.last = nn.MaxPool2d(2)

    def forward(self, x):
        return -torch.log(torch.sigmoid(self.last(x))).mean()
""",
        """\
import torch
from torch import nn


class Score(nn.Module):
    def __init__(self):
        super().__init__()
        self.last = nn.MaxPool2d(2)

    def forward(self, x):
        return -nn.functional.logsigmoid(self.last(x)).mean()
""",
    ),
    "integers through Identity": (
        """\
import torch
from torch import nn


class Score(nn.Module):
    def __init__(self):
        super().__init__()
        self.last = nn.Identity()

    def forward(self, x):
        return -torch.log(torch.sigmoid(self.last(x))).mean()
""",
        """\
import torch
from torch import nn


class Score(nn.Module):
    def __init__(self):
        super().__init__()
        self.last = nn.Identity()

    def forward(self, x):
        return -nn.functional.logsigmoid(self.last(x)).mean()
""",
    ),
    "a mean over the batch": (
        """\
import torch
import torch.nn.functional as F


def pair_loss(better: torch.Tensor, worse: torch.Tensor):
    return -torch.log(torch.sigmoid(better.float() - worse.float())).mean()
""",
        """\
import torch
import torch.nn.functional as F


def pair_loss(better: torch.Tensor, worse: torch.Tensor):
    return -F.logsigmoid(better.float() - worse.float()).mean()
""",
    ),
    "a file that draws dropout in the order of memory": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 4)

    def forward(self, x):
        h = self.layer(x)
        return F.dropout(torch.log(torch.sigmoid(h)), 0.5, self.training)
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 4)

    def forward(self, x):
        h = self.layer(x)
        return F.dropout(F.logsigmoid(h), 0.5, self.training)
""",
    ),
    "of a layer, whose output is floating-point": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 4)

    def forward(self, x):
        return torch.log(torch.sigmoid(self.layer(x)))
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 4)

    def forward(self, x):
        return F.logsigmoid(self.layer(x))
""",
    ),
    "log of a sigmoid": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log(torch.sigmoid(x))
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return F.logsigmoid(x)
""",
    ),
    "a module with a name, on the line before": (
        """\
import torch
from torch import nn


class Loss(nn.Module):
    def __init__(self):
        super().__init__()
        self.prob = nn.Sigmoid()

    def forward(self, x: torch.Tensor):
        p = self.prob(x)
        return -torch.log(p) * (1 - p) ** 2
""",
        """\
import torch
from torch import nn


class Loss(nn.Module):
    def __init__(self):
        super().__init__()
        self.prob = nn.Sigmoid()

    def forward(self, x: torch.Tensor):
        p = self.prob(x)
        return -nn.functional.logsigmoid(x) * (1 - p) ** 2
""",
    ),
    "the complement": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log(1 - x.sigmoid())
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return F.logsigmoid(-x)
""",
    ),
    "the complement of a difference by log1p": (
        """\
import torch
import torch.nn.functional as F


def f(a: torch.Tensor, b: torch.Tensor):
    return torch.log1p(-F.sigmoid(a - b))
""",
        """\
import torch
import torch.nn.functional as F


def f(a: torch.Tensor, b: torch.Tensor):
    return F.logsigmoid(-(a - b))
""",
    ),
    "an epsilon": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return -(x.sigmoid() + 1e-8).log()
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return -F.logsigmoid(x)
""",
    ),
    "a clamp and the complement": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    p = torch.sigmoid(x).clamp(1e-6, 1 - 1e-6)
    return p, torch.log(1 - p)
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    p = torch.sigmoid(x).clamp(1e-6, 1 - 1e-6)
    return p, F.logsigmoid(-x)
""",
    ),
    "an index in between": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, mask):
    return torch.log(torch.sigmoid(x)[mask])
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, mask):
    return F.logsigmoid(x)[mask]
""",
    ),
    "a conversion in between": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log(torch.sigmoid(x).float())
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return F.logsigmoid(x).float()
""",
    ),
    "another shape in between": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log(torch.sigmoid(x).squeeze(1))
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return F.logsigmoid(x).squeeze(1)
""",
    ),
    "written out": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log(1 / (1 + torch.exp(-x)))
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return F.logsigmoid(x)
""",
    ),
    "a module": (
        """\
from torch import nn


class Gate(nn.Module):
    def __init__(self):
        super().__init__()
        self.sigmoid = nn.Sigmoid()

    def forward(self, x):
        return self.sigmoid(x).log()
""",
        """\
from torch import nn


class Gate(nn.Module):
    def __init__(self):
        super().__init__()
        self.sigmoid = nn.Sigmoid()

    def forward(self, x):
        return nn.functional.logsigmoid(x)
""",
    ),
    "aliases": (
        """\
import torch as th
import torch.nn as tnn


def f(x: th.Tensor):
    return th.log(tnn.Sigmoid()(x))
""",
        """\
import torch as th
import torch.nn as tnn


def f(x: th.Tensor):
    return tnn.functional.logsigmoid(x)
""",
    ),
    "both terms, through a name that goes": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, y: torch.Tensor):
    p = torch.sigmoid(x)  # of the positive class
    return -(y * torch.log(p) + (1 - y) * torch.log(1 - p)).mean()
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, y: torch.Tensor):
    # of the positive class
    return -(y * F.logsigmoid(x) + (1 - y) * F.logsigmoid(-x)).mean()
""",
    ),
    "under autocast": (
        """\
import torch
import torch.nn.functional as F


@torch.autocast("cuda")
def f(x: torch.Tensor):
    return torch.log(torch.sigmoid(x))
""",
        """\
import torch
import torch.nn.functional as F


@torch.autocast("cuda")
def f(x: torch.Tensor):
    return F.logsigmoid(x)
""",
    ),
}

LEFT: dict[str, str] = {
    "branches give the sigmoid": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, up: bool):
    p = torch.sigmoid(x) if up else torch.sigmoid(-x)
    return torch.log(p)
""",
    "the sigmoid is made in place": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    p = x.sigmoid_()
    return torch.log(p)
""",
    "integers": """\
import torch
import torch.nn.functional as F


def f(n: int):
    return torch.log(torch.sigmoid(torch.arange(n)))
""",
    "the operand is a call that is used twice": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, layer: torch.nn.Linear):
    p = torch.sigmoid(layer(x))
    return torch.log(p), p
""",
    "something unknown is added": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, g):
    return torch.log(torch.sigmoid(x) + g(x))
""",
    "without a gradient": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    with torch.no_grad():
        p = torch.sigmoid(x)
    return torch.log(p)
""",
}

# Fixed without being asked for unsafe fixes.
SAFE: set[str] = set()
