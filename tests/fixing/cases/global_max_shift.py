"""TEF317: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "the method": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, v: torch.Tensor):
    w = torch.exp(x - x.max())
    return (w * v).sum(dim=-1) / w.sum(dim=-1)
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, v: torch.Tensor):
    w = torch.exp(x - x.amax(dim=-1, keepdim=True))
    return (w * v).sum(dim=-1) / w.sum(dim=-1)
""",
    ),
    "a name that goes": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, v: torch.Tensor):
    m = torch.max(x)
    w = torch.exp(x - m)
    return (w * v).sum(1) / w.sum(1)
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, v: torch.Tensor):
    w = torch.exp(x - x.amax(dim=1, keepdim=True))
    return (w * v).sum(1) / w.sum(1)
""",
    ),
    "amax, and parentheses": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    w = (x - x.amax()).exp()
    return w.sum(dim=1).square() / w.square().sum(dim=1)
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    w = (x - x.amax(dim=1, keepdim=True)).exp()
    return w.sum(dim=1).square() / w.square().sum(dim=1)
""",
    ),
    "torch.sub": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, v: torch.Tensor):
    w = torch.exp(torch.sub(x, x.max()))
    return torch.sum(w * v, -1) / w.sum(-1)
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, v: torch.Tensor):
    w = torch.exp(x - x.amax(dim=-1, keepdim=True))
    return torch.sum(w * v, -1) / w.sum(-1)
""",
    ),
    "detached": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    w = torch.exp(x - x.max().detach())
    return w.mul(x).sum(dim=1).div(w.sum(dim=1))
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    w = torch.exp(x - x.amax(dim=1, keepdim=True).detach())
    return w.mul(x).sum(dim=1).div(w.sum(dim=1))
""",
    ),
    "a number": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    w = torch.exp(x - x.max().item())
    total = w.sum(dim=1, keepdim=True)
    weighted = w * x / total
    return weighted
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    w = torch.exp(x - x.amax(dim=1, keepdim=True).detach())
    total = w.sum(dim=1, keepdim=True)
    weighted = w * x / total
    return weighted
""",
    ),
    "a temperature": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, t: float):
    w = torch.exp((x - x.max()) / t)
    return (w * x).mean(dim=1) / w.mean(dim=1)
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, t: float):
    w = torch.exp((x - x.amax(dim=1, keepdim=True)) / t)
    return (w * x).mean(dim=1) / w.mean(dim=1)
""",
    ),
    "an alias of torch": (
        """\
import torch as th


def f(x: th.Tensor, v: th.Tensor):
    w = th.exp(x - th.max(x))
    return (w * v).sum(-1) / w.sum(-1)
""",
        """\
import torch as th


def f(x: th.Tensor, v: th.Tensor):
    w = th.exp(x - x.amax(dim=-1, keepdim=True))
    return (w * v).sum(-1) / w.sum(-1)
""",
    ),
    "an attribute": (
        """\
import torch
import torch.nn.functional as F


class Scores:
    def __init__(self, values: torch.Tensor) -> None:
        self.values = values

    def effective(self) -> torch.Tensor:
        w = torch.exp(self.values - self.values.max())
        return w.sum(dim=1) ** 2 / w.square().sum(dim=1)
""",
        """\
import torch
import torch.nn.functional as F


class Scores:
    def __init__(self, values: torch.Tensor) -> None:
        self.values = values

    def effective(self) -> torch.Tensor:
        w = torch.exp(self.values - self.values.amax(dim=1, keepdim=True))
        return w.sum(dim=1) ** 2 / w.square().sum(dim=1)
""",
    ),
    "over several lines": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, v: torch.Tensor):
    w = torch.exp(
        x  # scores
        - x.max()  # against overflow
    )
    return (w * v).sum(dim=1) / w.sum(dim=1)
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, v: torch.Tensor):
    w = torch.exp(
        # scores
        x - x.amax(dim=1, keepdim=True)  # against overflow
    )
    return (w * v).sum(dim=1) / w.sum(dim=1)
""",
    ),
}

LEFT: dict[str, str] = {
    "a sum is returned": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    w = torch.exp(torch.sub(x, x.max()))
    return w.sum(-1)
""",
    "the maximum is returned": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, v: torch.Tensor):
    m = x.max()
    w = torch.exp(x - m)
    return (w * v).sum(dim=1) / w.sum(dim=1), m
""",
    "the maximum is taken again": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, v: torch.Tensor):
    w = torch.exp(x - x.max())
    return (w * v).sum(dim=1) / w.sum(dim=1) * torch.exp(x.max())
""",
    "sums along two dims": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, v: torch.Tensor):
    w = torch.exp(x - x.max())
    return (w * v).sum(dim=0) / w.sum(dim=1)
""",
    "half of a quotient": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, v: torch.Tensor):
    return (torch.exp(x - x.max()) * v).sum(dim=1) / torch.exp(x - x.max()).sum(dim=1)
""",
    "a sum of everything too": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    w = torch.exp(x - x.max())
    return w.sum(dim=1) / w.sum()
""",
    "another shape before the sum": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.exp(x - x.max()).view(4, -1).sum(dim=1)
""",
    "the operand is a product": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, y: torch.Tensor):
    w = torch.exp(x @ y - (x @ y).max())
    return (w * x).sum(dim=1) / w.sum(dim=1)
""",
    "a dim of the caller's": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, v: torch.Tensor, dim: int):
    w = torch.exp(x - x.max())
    return (w * v).sum(dim=dim) / w.sum(dim=dim)
""",
    "powers that do not cancel": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    w = torch.exp(x - x.max())
    return w.sum(dim=1) / w.square().sum(dim=1)
""",
    "the exponentials are stored": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, v: torch.Tensor, seen: list):
    w = torch.exp(x - x.max())
    seen.append(w)
    return (w * v).sum(dim=1) / w.sum(dim=1)
""",
    "names of the module": """\
import torch

x = torch.randn(8, 5)
w = torch.exp(x - x.max())
y = (w * x).sum(dim=1) / w.sum(dim=1)
""",
    "a sum with a number": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, v: torch.Tensor):
    w = torch.exp(x - x.max())
    return (w * v).sum(dim=1) / (w.sum(dim=1) + 1)
""",
}

# Fixed without being asked for unsafe fixes.
SAFE: set[str] = set()
