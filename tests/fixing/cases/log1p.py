"""TEF304: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
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
    return torch.log1p(-x * 2)
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
}

LEFT: dict[str, str] = {
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
    "the term is a call, further up": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    growth = 1 + torch.relu(x)
    print(x)
    return torch.log(growth)
""",
}

# Fixed without being asked for unsafe fixes.
SAFE: set[str] = {
    "one first",
    "a method",
    "one minus",
    "a sum is negated in parentheses",
    "through a name that goes",
    "through a name that stays",
    "two in one line",
    "one inside the other",
    "an alias of torch",
    "torch has no name",
    "comments in what goes",
    "return without a space",
}
