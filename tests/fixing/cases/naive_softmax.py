"""TEF301: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "one expression": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.exp(x) / torch.exp(x).sum(dim=-1, keepdim=True)
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.softmax(x, dim=-1)
""",
    ),
    "through names": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    e = torch.exp(x)
    total = e.sum(1, keepdim=True)
    return e / total
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.softmax(x, dim=1)
""",
    ),
    "the first dim": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    e = x.exp()
    return e / e.sum(0)
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.softmax(x, dim=0)
""",
    ),
    "unsqueezed again": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    e = x.exp()
    return e / e.sum(1).unsqueeze(1)
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.softmax(x, dim=1)
""",
    ),
    "indexed with None": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    e = x.exp()
    return e / e.sum(-1)[..., None]
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.softmax(x, dim=-1)
""",
    ),
    "a vector": (
        """\
import torch
import torch.nn.functional as F


def f(n: int):
    x = torch.randn(n)
    e = x.exp()
    return e / e.sum()
""",
        """\
import torch
import torch.nn.functional as F


def f(n: int):
    x = torch.randn(n)
    return torch.softmax(x, dim=0)
""",
    ),
    "an epsilon": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    e = x.exp()
    return e / (e.sum(dim=1, keepdim=True) + 1e-8)
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.softmax(x, dim=1)
""",
    ),
    "shifted by one maximum": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    e = torch.exp(x - torch.max(x))
    return e / e.sum(dim=1, keepdim=True)
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.softmax(x, dim=1)
""",
    ),
    "shifted by one maximum without a gradient": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    e = torch.exp(x - x.max().detach())
    return e / e.sum(dim=1, keepdim=True)
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.softmax(x, dim=1)
""",
    ),
    "times a reciprocal": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    e = torch.exp(x)
    return e * (1 / e.sum(dim=1, keepdim=True))
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.softmax(x, dim=1)
""",
    ),
    "negated": (
        """\
import torch
import torch.nn.functional as F


def f(energy: torch.Tensor):
    return torch.exp(-energy) / torch.exp(-energy).sum(dim=1, keepdim=True)
""",
        """\
import torch
import torch.nn.functional as F


def f(energy: torch.Tensor):
    return torch.softmax(-energy, dim=1)
""",
    ),
    "the name is given the softmax": (
        """\
import torch
import torch.nn.functional as F


def f(query, key, value):
    scores = torch.matmul(query, key)
    weights = torch.exp(scores)
    weights = weights / weights.sum(dim=-1, keepdim=True)
    return weights @ value
""",
        """\
import torch
import torch.nn.functional as F


def f(query, key, value):
    scores = torch.matmul(query, key)
    weights = torch.softmax(scores, dim=-1)
    return weights @ value
""",
    ),
    "an alias of torch": (
        """\
import torch as th


def f(x: th.Tensor):
    return th.exp(x) / th.exp(x).sum(dim=0)
""",
        """\
import torch as th


def f(x: th.Tensor):
    return th.softmax(x, dim=0)
""",
    ),
    "torch has no name": (
        """\
from torch import Tensor, exp


def f(x: Tensor):
    return exp(x) / exp(x).sum(dim=-1, keepdim=True)
""",
        """\
import torch
from torch import Tensor, exp


def f(x: Tensor):
    return torch.softmax(x, dim=-1)
""",
    ),
    "the operand is a call": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, layer: torch.nn.Linear):
    e = torch.exp(layer(x))
    return e / e.sum(dim=1, keepdim=True)
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, layer: torch.nn.Linear):
    return torch.softmax(layer(x), dim=1)
""",
    ),
    "over several lines": (
        """\
import torch
import torch.nn.functional as F


def f(scores: torch.Tensor, temperature: float):
    # unnormalised
    weights = torch.exp(scores / temperature)  # sharpened
    return (
        weights
        / weights.sum(dim=-1, keepdim=True)  # of each row
    )
""",
        """\
import torch
import torch.nn.functional as F


def f(scores: torch.Tensor, temperature: float):
    # unnormalised
    # sharpened
    return (
        torch.softmax(scores / temperature, dim=-1)  # of each row
    )
""",
    ),
}

LEFT: dict[str, str] = {
    "the sum loses its dim": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    e = x.exp()
    return e / e.sum(1)
""",
    "unsqueezed at another dim": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    e = x.exp()
    return e / e.sum(1).unsqueeze(0)
""",
    "indexed at what may be another dim": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    e = x.exp()
    return e / e.sum(-1)[:, None]
""",
    "everything": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    e = x.exp()
    return e / e.sum()
""",
    "several dims": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    e = x.exp()
    return e / e.sum(dim=(1, 2), keepdim=True)
""",
    "the sum has no gradient": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return x.exp() / x.detach().exp().sum(dim=1, keepdim=True)
""",
    "an augmented assignment": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    e = torch.exp(x)
    e /= e.sum(dim=1, keepdim=True)
    return e
""",
    "the exponential is made in place": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    e = x.exp_()
    return e / e.sum(dim=1, keepdim=True)
""",
    "integers": """\
import torch
import torch.nn.functional as F


def f(n: int):
    e = torch.exp(torch.arange(n))
    return e / e.sum(dim=0)
""",
    "the operand is a call that is used twice": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, layer: torch.nn.Linear):
    e = torch.exp(layer(x))
    return e / e.sum(dim=1, keepdim=True), e
""",
}

# Fixed without being asked for unsafe fixes.
SAFE: set[str] = set()
