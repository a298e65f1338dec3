"""TEF314: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "functions": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    return torch.sqrt(torch.sum(x**2, dim=-1))
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    return torch.linalg.vector_norm(x, dim=-1)
""",
    ),
    "methods": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    return x.pow(2).sum(1, keepdim=True).sqrt()
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    return torch.linalg.vector_norm(x, dim=1, keepdim=True)
""",
    ),
    "a product with itself": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    return torch.sqrt((x * x).sum(dim=(1, 2)))
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    return torch.linalg.vector_norm(x, dim=(1, 2))
""",
    ),
    "half a power": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    return x.square().sum(axis=-1) ** 0.5
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    return torch.linalg.vector_norm(x, dim=-1)
""",
    ),
    "a difference": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(a: torch.Tensor, b: torch.Tensor):
    return ((a - b) ** 2).sum(-1).sqrt()
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(a: torch.Tensor, b: torch.Tensor):
    return torch.linalg.vector_norm(a - b, dim=-1)
""",
    ),
    "all of a vector": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    assert x.dim() == 1
    return torch.sqrt((x**2).sum())
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    assert x.dim() == 1
    return torch.linalg.vector_norm(x)
""",
    ),
    "through names that go": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    squares = torch.square(x)
    total = torch.sum(squares, 1)
    return torch.sqrt(total)
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    return torch.linalg.vector_norm(x, dim=1)
""",
    ),
    "through a name that stays": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    total = (x**2).sum(dim=-1, keepdim=True)
    length = total.sqrt()
    return total / (1 + total) * x / length
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    total = (x**2).sum(dim=-1, keepdim=True)
    length = torch.linalg.vector_norm(x, dim=-1, keepdim=True)
    return total / (1 + total) * x / length
""",
    ),
    "a helper": (
        """\
import torch


def energy(x: torch.Tensor):
    return (x**2).sum(dim=1)


def f(x: torch.Tensor):
    return torch.sqrt(energy(x))
""",
        """\
import torch


def energy(x: torch.Tensor):
    return (x**2).sum(dim=1)


def f(x: torch.Tensor):
    return torch.linalg.vector_norm(x, dim=1)
""",
    ),
    "an alias and keywords": (
        """\
import torch as th


def f(x: th.Tensor, dim: int):
    return th.sqrt(input=th.sum(input=th.pow(x, 2), dim=dim))
""",
        """\
import torch as th


def f(x: th.Tensor, dim: int):
    return th.linalg.vector_norm(x, dim=dim)
""",
    ),
    "torch has no name": (
        """\
from torch import Tensor, sqrt


def f(x: Tensor):
    return sqrt((x**2).sum(dim=1))
""",
        """\
import torch
from torch import Tensor, sqrt


def f(x: Tensor):
    return torch.linalg.vector_norm(x, dim=1)
""",
    ),
    "one inside the other": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    return torch.sqrt((torch.sqrt((x**2).sum(dim=2)) ** 2).sum(dim=1))
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    return torch.linalg.vector_norm(torch.linalg.vector_norm(x, dim=2), dim=1)
""",
    ),
    "over several lines": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(a: torch.Tensor, b: torch.Tensor):
    return torch.sqrt(
        torch.sum(
            (a - b) ** 2,  # squares
            dim=-1,
        ),
    )
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(a: torch.Tensor, b: torch.Tensor):
    # squares
    return torch.linalg.vector_norm(a - b, dim=-1)
""",
    ),
}

SAFE: set[str] = set()

LEFT: dict[str, str] = {
    "a mean": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    return torch.sqrt(torch.mean(x**2, dim=-1))
""",
    "an mse_loss": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(a: torch.Tensor, b: torch.Tensor):
    return torch.sqrt(F.mse_loss(a, b))
""",
    "two squares": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(a: torch.Tensor, b: torch.Tensor):
    return torch.sqrt(a**2 + b**2)
""",
    "a sum that is scaled": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    return torch.sqrt((x**2).sum(dim=-1) / 3)
""",
    "another shape in between": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    return (x**2).sum(dim=-1).unsqueeze(-1).sqrt()
""",
    "a sum in another dtype": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    return (x**2).sum(dim=-1, dtype=torch.float64).sqrt()
""",
    "in place": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    total = (x**2).sum(dim=-1)
    total.sqrt_()
    return total
""",
    "an augmented power": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    total = (x**2).sum(dim=-1)
    total **= 0.5
    return total
""",
    "x has changed since": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    total = (x**2).sum(dim=-1)
    x = x + 1
    return torch.sqrt(total), x
""",
}
