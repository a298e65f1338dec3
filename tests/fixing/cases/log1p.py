"""TEF304: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "of a layer, and added to something": (
        """\
import torch
from torch import nn


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 4)

    def forward(self, x):
        return x.mean() + 1000 * torch.log(1 + self.layer(x))
""",
        """\
import torch
from torch import nn


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 4)

    def forward(self, x):
        return x.mean() + 1000 * torch.log1p(self.layer(x))
""",
    ),
    "a divisor, which may be minus zero": (
        """\
import torch


def inverse(x: torch.Tensor):
    h = -torch.relu(x.float())
    return 1 / torch.log(1 + h)
""",
        """\
import torch


def inverse(x: torch.Tensor):
    h = -torch.relu(x.float())
    return 1 / torch.log1p(h)
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
        return torch.log(1 + self.layer(x))
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
        return torch.log1p(self.layer(x))
""",
    ),
    "a model whose first layer makes a tensor of its own": (
        """\
import torch
from torch import nn

model = nn.Sequential(nn.Linear(3, 3), nn.ReLU(inplace=True))


def f(x: torch.Tensor):
    growth = 1 + x
    y = model(x)
    return torch.log(growth), y
""",
        """\
import torch
from torch import nn

model = nn.Sequential(nn.Linear(3, 3), nn.ReLU(inplace=True))


def f(x: torch.Tensor):
    y = model(x)
    return torch.log1p(x), y
""",
    ),
    "the term only computes, further up": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    growth = 1 + torch.relu(x)
    print(x)
    return torch.log(growth)
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    print(x)
    return torch.log1p(torch.relu(x))
""",
    ),
    "one first": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log(1 + x)
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log1p(x)
""",
    ),
    "a method": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return (x + 1.0).log()
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log1p(x)
""",
    ),
    "one minus": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log(1 - x * 2)
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log1p(-(x * 2))
""",
    ),
    "a sum is negated in parentheses": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log(1 - (x + 2))
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log1p(-(x + 2))
""",
    ),
    "through a name that goes": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    growth = 1 + x
    return torch.log(growth)
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log1p(x)
""",
    ),
    "through a name that stays": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    growth = 1 + x
    return torch.log(growth), growth
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    growth = 1 + x
    return torch.log1p(x), growth
""",
    ),
    "two in one line": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log(1 + x) - torch.log(1 - x)
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log1p(x) - torch.log1p(-x)
""",
    ),
    "one inside the other": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log(1 + torch.log(1 + x))
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log1p(torch.log1p(x))
""",
    ),
    "an alias of torch": (
        """\
import torch as th


def f(x: th.Tensor):
    return th.log(1 + x)
""",
        """\
import torch as th


def f(x: th.Tensor):
    return th.log1p(x)
""",
    ),
    "torch has no name": (
        """\
from torch import Tensor, log


def f(x: Tensor):
    return log(1 + x)
""",
        """\
import torch
from torch import Tensor, log


def f(x: Tensor):
    return torch.log1p(x)
""",
    ),
    "comments in what goes": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log(  # why
        1  # one
        + x  # the rate
    )
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    # why
    # one
    # the rate
    return torch.log1p(x)
""",
    ),
    "return without a space": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return(torch.log(1 + x))
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return(torch.log1p(x))
""",
    ),
    "one minus an exponential": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log(1 - torch.exp(x))
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.where(x > -0.693, torch.log(-torch.expm1(x)), torch.log1p(-torch.exp(x.clamp(max=-0.693))))
""",
    ),
    "one minus the exponential of a negated name": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log(1 - torch.exp(-x))
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.where(-x > -0.693, torch.log(-torch.expm1(-x)), torch.log1p(-torch.exp((-x).clamp(max=-0.693))))
""",
    ),
    "one minus an exponential by name": (
        """\
import torch
import torch.nn.functional as F


def f(log_p: torch.Tensor):
    p = log_p.exp()
    return (1 - p).log()
""",
        """\
import torch
import torch.nn.functional as F


def f(log_p: torch.Tensor):
    return torch.where(log_p > -0.693, torch.log(-torch.expm1(log_p)), torch.log1p(-torch.exp(log_p.clamp(max=-0.693))))
""",
    ),
    "ones of the same shape": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log(torch.ones_like(x) + x)
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log1p(x)
""",
    ),
    "a tensor of one number": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log(torch.tensor(1.0) + x)
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log1p(x)
""",
    ),
    "a name for the one": (
        """\
import torch

ONE = 1.0


def f(x: torch.Tensor):
    return torch.log(ONE + x)
""",
        """\
import torch

ONE = 1.0


def f(x: torch.Tensor):
    return torch.log1p(x)
""",
    ),
}

LEFT: dict[str, str] = {
    "an import that runs only if another does": """\
from torch import log, rand


def f(n: int):
    try:
        import missing
        import torch
    except ImportError:
        missing = None
    x = rand(n)
    return log(1 + x) + 1
""",
    "the first layer of a model changes the term in place": """\
import torch
from torch import nn

model = nn.Sequential(nn.Flatten(), nn.ReLU(inplace=True), nn.Linear(3, 3))


def f(x: torch.Tensor):
    growth = 1 + x
    y = model(x)
    return torch.log(growth), y
""",
    "made in place": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    growth = x.clone()
    growth += 1
    return growth.log()
""",
    "the term has changed since": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    growth = 1 + x
    x = x * 2
    return torch.log(growth), x
""",
    "the term was changed in place": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    growth = 1 + x
    x.mul_(2)
    return torch.log(growth)
""",
    "the term is a call that may do more, further up": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, rate: torch.nn.Module):
    growth = 1 + rate(x)
    print(x)
    return torch.log(growth)
""",
    "one minus the exponential of a product": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, y):
    return torch.log(1 - torch.exp(-x * y))
""",
    "ones of another shape": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log(torch.ones(5, 1) + x)
""",
    "an out": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, y: torch.Tensor):
    return torch.log(1 + x, out=y)
""",
    "made in place under another name": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    growth = x
    growth.add_(1)
    return growth.log()
""",
    "a statement in place": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    growth = 1 + x
    growth.log_()
    return growth
""",
    "a name bound inside": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log(growth := 1 + x), growth
""",
}

# Fixed without being asked for unsafe fixes.
SAFE: set[str] = {
    "of a layer, and added to something",
}
