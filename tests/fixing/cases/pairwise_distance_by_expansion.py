"""TEF111: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "a sum of squares": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(a: torch.Tensor, b: torch.Tensor):
    return torch.sqrt(((a.unsqueeze(1) - b.unsqueeze(0)) ** 2).sum(dim=2))
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(a: torch.Tensor, b: torch.Tensor):
    return torch.cdist(a, b, compute_mode="donot_use_mm_for_euclid_dist")
""",
    ),
    "a norm": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(a: torch.Tensor, b: torch.Tensor):
    return (a[:, None, :] - b[None, :, :]).norm(dim=-1)
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(a: torch.Tensor, b: torch.Tensor):
    return torch.cdist(a, b, compute_mode="donot_use_mm_for_euclid_dist")
""",
    ),
    "views that also split a dim": (
        """\
import torch


def f(w: torch.Tensor, v: torch.Tensor, b: int, n: int, d: int):
    gap = w.view(b, 1, n, d) - v.view(b, n, 1, d)
    return torch.norm(gap, dim=-1)
""",
        """\
import torch


def f(w: torch.Tensor, v: torch.Tensor, b: int, n: int, d: int):
    return torch.cdist(v.view(b, n, d), w.view(b, n, d), compute_mode="donot_use_mm_for_euclid_dist")
""",
    ),
    "a view of one dim as two": (
        """\
import torch


def f():
    a, b = torch.rand(12), torch.rand(3, 4)
    return (a.view(3, 1, 4) - b.view(1, 3, 4)).norm(dim=-1)
""",
        """\
import torch


def f():
    a, b = torch.rand(12), torch.rand(3, 4)
    return torch.cdist(a.view(3, 4), b, compute_mode="donot_use_mm_for_euclid_dist")
""",
    ),
    "views with the entries in front": (
        """\
import torch


def f(w: torch.Tensor, v: torch.Tensor, n: int):
    return torch.norm(w.view(2, 1, n) - v.view(2, n, 1), dim=0)
""",
        """\
import torch


def f(w: torch.Tensor, v: torch.Tensor, n: int):
    return torch.cdist(v.view(2, n).mT, w.view(2, n).mT, compute_mode="donot_use_mm_for_euclid_dist")
""",
    ),
    "views that only put an axis in": (
        """\
import torch


def f(a: torch.Tensor, b: torch.Tensor):
    gap = a.view(a.size(0), 1, a.size(1)) - b.view(1, b.size(0), b.size(1))
    return torch.norm(gap, dim=-1)
""",
        """\
import torch


def f(a: torch.Tensor, b: torch.Tensor):
    return torch.cdist(a, b, compute_mode="donot_use_mm_for_euclid_dist")
""",
    ),
    "views to known sizes": (
        """\
import torch


def f():
    a, b = torch.rand(5, 4), torch.rand(3, 4)
    return (a.view(-1, 1, 4) - b.view(1, 3, -1)).norm(dim=-1)
""",
        """\
import torch


def f():
    a, b = torch.rand(5, 4), torch.rand(3, 4)
    return torch.cdist(a, b, compute_mode="donot_use_mm_for_euclid_dist")
""",
    ),
    "the points of one set": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    return torch.linalg.vector_norm(x[:, None] - x, dim=-1)
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    return torch.cdist(x, x, compute_mode="donot_use_mm_for_euclid_dist")
""",
    ),
    "columns": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    return (x.unsqueeze(2) - x.unsqueeze(1)).square().sum(0).sqrt()
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    return torch.cdist(x.mT, x.mT, compute_mode="donot_use_mm_for_euclid_dist")
""",
    ),
    "the second set's rows first": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(a: torch.Tensor, b: torch.Tensor):
    return torch.norm(a.unsqueeze(0) - b.unsqueeze(1), dim=-1)
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(a: torch.Tensor, b: torch.Tensor):
    return torch.cdist(b, a, compute_mode="donot_use_mm_for_euclid_dist")
""",
    ),
    "tensors that were expanded, under their own names": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(a: torch.Tensor, b: torch.Tensor):
    m, d = a.shape
    n = b.size(0)
    a = torch.unsqueeze(a, dim=1).expand(m, n, d)
    b = torch.unsqueeze(b, dim=0).expand(m, n, d)
    return torch.sqrt(torch.sum((a - b) ** 2, dim=2))
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(a: torch.Tensor, b: torch.Tensor):
    m, d = a.shape
    return torch.cdist(a, b, compute_mode="donot_use_mm_for_euclid_dist")
""",
    ),
    "repeated": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(a: torch.Tensor, b: torch.Tensor):
    apart = a[:, None].repeat(1, len(b), 1) - b[None]
    return torch.norm(apart, p=2, dim=-1)
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(a: torch.Tensor, b: torch.Tensor):
    return torch.cdist(a, b, compute_mode="donot_use_mm_for_euclid_dist")
""",
    ),
    "an epsilon": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(a: torch.Tensor, b: torch.Tensor):
    apart = a[:, None] - b[None]
    squares = apart * apart
    return (squares.sum(-1) + 1e-12).sqrt()
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(a: torch.Tensor, b: torch.Tensor):
    return torch.cdist(a, b, compute_mode="donot_use_mm_for_euclid_dist")
""",
    ),
    "a helper": (
        """\
import torch


def differences(x: torch.Tensor, y: torch.Tensor):
    return x[:, None] - y[None]


def f(a: torch.Tensor, b: torch.Tensor):
    return differences(a, b).norm(dim=2)
""",
        """\
import torch


def differences(x: torch.Tensor, y: torch.Tensor):
    return x[:, None] - y[None]


def f(a: torch.Tensor, b: torch.Tensor):
    return torch.cdist(a, b, compute_mode="donot_use_mm_for_euclid_dist")
""",
    ),
    "a module's own points": (
        """\
import torch
from torch import nn


class Cluster(nn.Module):
    def __init__(self):
        super().__init__()
        self.centres = nn.Parameter(torch.randn(3, 4))

    def forward(self, z):
        apart = z.unsqueeze(1) - self.centres.unsqueeze(0)
        distances = torch.sqrt((apart * apart).sum(dim=-1))
        return torch.softmax(-distances, dim=-1)
""",
        """\
import torch
from torch import nn


class Cluster(nn.Module):
    def __init__(self):
        super().__init__()
        self.centres = nn.Parameter(torch.randn(3, 4))

    def forward(self, z):
        distances = torch.cdist(z, self.centres, compute_mode="donot_use_mm_for_euclid_dist")
        return torch.softmax(-distances, dim=-1)
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
            (a.unsqueeze(1) - b.unsqueeze(0)) ** 2,  # all pairs
            dim=2,
        )
    )
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(a: torch.Tensor, b: torch.Tensor):
    # all pairs
    return torch.cdist(a, b, compute_mode="donot_use_mm_for_euclid_dist")
""",
    ),
    "an alias": (
        """\
import torch as th


def f(a: th.Tensor, b: th.Tensor):
    return 1 / (1 + ((a[:, None] - b[None]) ** 2).sum(-1) ** 0.5)
""",
        """\
import torch as th


def f(a: th.Tensor, b: th.Tensor):
    return 1 / (1 + th.cdist(a, b, compute_mode="donot_use_mm_for_euclid_dist"))
""",
    ),
}

SAFE: set[str] = set()

LEFT: dict[str, str] = {
    "a view that also splits a dim, under another step": """\
import torch


def f(w: torch.Tensor, other: torch.Tensor, batch: int, samples: int, width: int):
    first = w.view(batch, 1, samples, width).expand(batch, samples, samples, width)
    return torch.norm(first - other.view(batch, samples, 1, width), dim=-1)
""",
    "a view to a shape with a name": """\
import torch


def f(w: torch.Tensor, other: torch.Tensor, batch: int, samples: int, width: int):
    shape = (batch, 1, samples, width)
    return torch.norm(w.view(shape) - other.view(batch, samples, 1, width), dim=-1)
""",
    "the dim is kept": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(a: torch.Tensor, b: torch.Tensor):
    return (a[:, None] - b[None]).norm(dim=-1, keepdim=True)
""",
    "points that are repeated": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(a: torch.Tensor, b: torch.Tensor):
    return (a[:, None].repeat(2, 1, 1) - b[None]).norm(dim=-1)
""",
    "a sum in another dtype": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(a: torch.Tensor, b: torch.Tensor):
    return ((a[:, None] - b[None]) ** 2).sum(-1, dtype=torch.float64).sqrt()
""",
    "in place": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(a: torch.Tensor, b: torch.Tensor):
    d = ((a[:, None] - b[None]) ** 2).sum(-1)
    d.sqrt_()
    return d
""",
    "the points have changed since": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(a: torch.Tensor, b: torch.Tensor):
    apart = a[:, None] - b[None]
    a = a + 1
    return apart.norm(dim=-1), a
""",
    "points of another function": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(bank: torch.Tensor):
    table = bank.unsqueeze(0)
    return lambda q: torch.norm(torch.relu(q)[:, None] - table, dim=-1)
""",
}
