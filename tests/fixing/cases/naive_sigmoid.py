"""TEF308: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
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
        return 1 / (1 + torch.exp(-self.layer(x)))
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
        return torch.sigmoid(self.layer(x))
""",
    ),
    "textbook": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return 1 / (1 + torch.exp(-x))
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.sigmoid(x)
""",
    ),
    "of the negated": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return 1 / (1 + torch.exp(x))
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.sigmoid(-x)
""",
    ),
    "a gain and an offset": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, k: float):
    return 1 / (1 + torch.exp(-k * (x - 2)))
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, k: float):
    return torch.sigmoid(k * (x - 2))
""",
    ),
    "times minus one": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return 1 / (1 + torch.exp(-1 * x))
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.sigmoid(x)
""",
    ),
    "a sum above": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, a, b):
    return (a + b) / (1 + torch.exp(-x))
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, a, b):
    return (a + b) * torch.sigmoid(x)
""",
    ),
    "a product above": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, a):
    return 2 * a / (1 + torch.exp(-x))
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, a):
    return 2 * a * torch.sigmoid(x)
""",
    ),
    "an activation": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return x / (1 + torch.exp(-1.702 * x))
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return x * torch.sigmoid(1.702 * x)
""",
    ),
    "a power": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return (1 + torch.exp(-x)) ** -1
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.sigmoid(x)
""",
    ),
    "a reciprocal by methods": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.reciprocal(x.neg().exp().add(1))
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.sigmoid(x)
""",
    ),
    "odds": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    odds = x.exp()
    return odds / (odds + 1)
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.sigmoid(x)
""",
    ),
    "through names": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    weight = torch.exp(-x)
    total = 1 + weight
    return 1 / total
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.sigmoid(x)
""",
    ),
    "an alias of torch": (
        """\
import torch as th


def f(x: th.Tensor):
    return 1.0 / (th.exp(-x) + 1.0)
""",
        """\
import torch as th


def f(x: th.Tensor):
    return th.sigmoid(x)
""",
    ),
    "torch has no name": (
        """\
from torch import Tensor, exp


def f(x: Tensor):
    return 1 / (1 + exp(-x))
""",
        """\
import torch
from torch import Tensor, exp


def f(x: Tensor):
    return torch.sigmoid(x)
""",
    ),
    "ones of the same shape": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.ones_like(x) / (1 + torch.exp(-x))
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.sigmoid(x)
""",
    ),
    "inside powers": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return 2 ** (1 / (1 + torch.exp(-x))) - (1 / (1 + x.exp())) ** 2
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return 2 ** torch.sigmoid(x) - torch.sigmoid(-x) ** 2
""",
    ),
    "between two bounds": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, low, high):
    return low + (high - low) / (1 + torch.exp(-x))
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, low, high):
    return low + (high - low) * torch.sigmoid(x)
""",
    ),
    "a product in parentheses": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, gain, cutoff):
    return 1 - 1 / (1 + (gain * (cutoff - x)).exp())
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, gain, cutoff):
    return 1 - torch.sigmoid(-(gain * (cutoff - x)))
""",
    ),
    "a name for the one": (
        """\
import torch

ONE = 1.0


def f(x: torch.Tensor):
    return ONE / (ONE + torch.exp(-x))
""",
        """\
import torch

ONE = 1.0


def f(x: torch.Tensor):
    return torch.sigmoid(x)
""",
    ),
    "over several lines": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, centre, width):
    return (
        1.0  # at the most
        / (1.0 + torch.exp(-(x - centre) / width))
    )
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, centre, width):
    # at the most
    return torch.sigmoid((x - centre) / width)
""",
    ),
    "under autocast": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    with torch.autocast("cuda"):
        return 1 / (1 + torch.exp(-x))
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    with torch.autocast("cuda"):
        return torch.sigmoid(x)
""",
    ),
}

LEFT: dict[str, str] = {
    "ones of another shape": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.ones(5, 1) / (1 + torch.exp(-x))
""",
    "another shape in between": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return 1 / (1 + torch.exp(-x).unsqueeze(1))
""",
    "an augmented assignment": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, y: torch.Tensor):
    y /= 1 + torch.exp(-x)
    return y
""",
    "the exponential is made in place": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    e = x.neg_().exp_()
    return 1 / (1 + e)
""",
    "in place": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return (1 + torch.exp(-x)).reciprocal_()
""",
    "the operand is a call that is used twice": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, layer: torch.nn.Linear):
    e = torch.exp(layer(x))
    return 1 / (1 + e), e
""",
    "a conversion in between": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return 1 / (1 + torch.exp(-x).double())
""",
}

# Fixed without being asked for unsafe fixes.
SAFE: set[str] = set()
