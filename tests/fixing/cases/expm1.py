"""TEF305: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "divided by the exponent": (
        """\
import torch


def phi(x: torch.Tensor):
    return (torch.exp(x) - 1) / x
""",
        """\
import torch


def phi(x: torch.Tensor):
    return torch.expm1(x) / x
""",
    ),
    "exp minus one": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.exp(x) - 1
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.expm1(x)
""",
    ),
    "one minus exp": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return 1 - torch.exp(-x)
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return -torch.expm1(-x)
""",
    ),
    "squared": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return (1 - torch.exp(-x)) ** 2
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return (-torch.expm1(-x)) ** 2
""",
    ),
    "a function": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    y = torch.sub(1, torch.exp(-x))
    return y
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    y = -torch.expm1(-x)
    return y
""",
    ),
    "a method after a function": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.sub(1, torch.exp(-x)).sqrt()
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return (-torch.expm1(-x)).sqrt()
""",
    ),
    "another shape in between": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.exp(x).unsqueeze(1) - 1
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.expm1(x).unsqueeze(1)
""",
    ),
    "the exponential is read elsewhere": (
        """\
import torch
import torch.nn.functional as F


def f(state: torch.Tensor, drive: torch.Tensor, rate: torch.Tensor):
    decay = torch.exp(-rate)
    return decay * state + (1 - decay) * drive
""",
        """\
import torch
import torch.nn.functional as F


def f(state: torch.Tensor, drive: torch.Tensor, rate: torch.Tensor):
    decay = torch.exp(-rate)
    return decay * state + (-torch.expm1(-rate)) * drive
""",
    ),
    "ones of the same shape": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    e = torch.exp(x)
    return torch.ones_like(e) - e
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return -torch.expm1(x)
""",
    ),
    "a conversion in between": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.exp(x).float() - 1
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.expm1(x).float()
""",
    ),
    "an alias of torch": (
        """\
import torch as th


def f(x: th.Tensor):
    return x.exp() - 1.0
""",
        """\
import torch as th


def f(x: th.Tensor):
    return th.expm1(x)
""",
    ),
    "torch has no name": (
        """\
from torch import Tensor, exp


def f(x: Tensor):
    return 1 - exp(x)
""",
        """\
import torch
from torch import Tensor, exp


def f(x: Tensor):
    return -torch.expm1(x)
""",
    ),
    "one inside the other": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.exp(torch.exp(x) - 1) - 1
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.expm1(torch.expm1(x))
""",
    ),
    "over several lines": (
        """\
import torch
import torch.nn.functional as F


def f(density: torch.Tensor, length: torch.Tensor):
    absorbed = 1.0 - torch.exp(  # what is left
        -density
        * length
    )
    return absorbed
""",
        """\
import torch
import torch.nn.functional as F


def f(density: torch.Tensor, length: torch.Tensor):
    # what is left
    absorbed = -torch.expm1(-density * length)
    return absorbed
""",
    ),
    "a name for the one": (
        """\
import torch
import torch.nn.functional as F


class Rate(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.base = 1.0

    def forward(self, x: torch.Tensor):
        return torch.exp(x) - self.base
""",
        """\
import torch
import torch.nn.functional as F


class Rate(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.base = 1.0

    def forward(self, x: torch.Tensor):
        return torch.expm1(x)
""",
    ),
    "a long exponent on lines of its own": (
        """\
import torch


def f(x: torch.Tensor, lengths: torch.Tensor, centre: torch.Tensor, width: float):
    mask = 1.0 - torch.exp(
        -(
            (
                x / lengths  # in steps
                - centre
            )
            ** 2
        )
        / width
    )
    return mask
""",
        """\
import torch


def f(x: torch.Tensor, lengths: torch.Tensor, centre: torch.Tensor, width: float):
    mask = -torch.expm1(
        -(
            (
                x / lengths  # in steps
                - centre
            )
            ** 2
        )
        / width
    )
    return mask
""",
    ),
    "a minus sign in front of a term": (
        """\
import torch


def f(x: torch.Tensor, y: torch.Tensor):
    return (1 - torch.exp(x)) / y, y * (1 - torch.exp(x)) * y
""",
        """\
import torch


def f(x: torch.Tensor, y: torch.Tensor):
    return -torch.expm1(x) / y, y * (-torch.expm1(x)) * y
""",
    ),
    "a minus sign whose zeros may count": (
        """\
import torch


def f(x: torch.Tensor, y: torch.Tensor):
    return (1 - torch.exp(x)) ** 2, (1 - torch.exp(x)) > y, y / (1 - torch.exp(x))


def g(x: torch.Tensor, y: torch.Tensor):
    return (1 - torch.exp(x)).pow(2), (1 - torch.exp(x))[0], -(1 - torch.exp(x)) * y


def h(x: torch.Tensor, y: torch.Tensor):
    return torch.sqrt((1 - torch.exp(x)))
""",
        """\
import torch


def f(x: torch.Tensor, y: torch.Tensor):
    return (-torch.expm1(x)) ** 2, -torch.expm1(x) > y, y / (-torch.expm1(x))


def g(x: torch.Tensor, y: torch.Tensor):
    return (-torch.expm1(x)).pow(2), (-torch.expm1(x))[0], -(-torch.expm1(x)) * y


def h(x: torch.Tensor, y: torch.Tensor):
    return torch.sqrt(-torch.expm1(x))
""",
    ),
}

LEFT: dict[str, str] = {
    "another shape in between, from one": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return 1 - torch.exp(x).unsqueeze(1)
""",
    "an augmented assignment": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    y = torch.exp(x)
    y -= 1
    return y
""",
    "in place": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    y = torch.exp(x)
    y.sub_(1)
    return y
""",
    "ones of another shape": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.exp(x) - torch.ones(5, 1)
""",
    "branches give the exponential": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, up: bool):
    e = torch.exp(x) if up else torch.exp(-x)
    return e - 1
""",
    "the operand is a call that is used twice": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, layer: torch.nn.Linear):
    e = torch.exp(layer(x))
    return e - 1, e
""",
    "the exponential is made in place": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    e = x.exp_()
    return e - 1
""",
}

# Fixed without being asked for unsafe fixes.
SAFE: set[str] = set()
