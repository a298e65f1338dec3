"""TEF410: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "the shape": (
        """\
import torch


def start(x: torch.Tensor):
    return torch.zeros(x.shape)
""",
        """\
import torch


def start(x: torch.Tensor):
    return torch.zeros_like(x)
""",
    ),
    "the size from a star": (
        """\
import torch


def noisy(x: torch.Tensor):
    return x + 0.1 * torch.randn(*x.size())
""",
        """\
import torch


def noisy(x: torch.Tensor):
    return x + 0.1 * torch.randn_like(x)
""",
    ),
    "a number to fill with": (
        """\
import torch


def start(x: torch.Tensor):
    return torch.full(x.shape, 0.5, dtype=torch.float64)
""",
        """\
import torch


def start(x: torch.Tensor):
    return torch.full_like(x, 0.5, dtype=torch.float64)
""",
    ),
    "integers": (
        """\
import torch


def weights(ids: torch.Tensor):
    ids = ids.long()
    return torch.ones(ids.shape)
""",
        """\
import torch


def weights(ids: torch.Tensor):
    ids = ids.long()
    return torch.ones(ids.shape, device=ids.device)
""",
    ),
    "a shape in a name": (
        """\
import torch


def start(x: torch.Tensor):
    shape = x.shape
    return torch.zeros(shape)
""",
        """\
import torch


def start(x: torch.Tensor):
    return torch.zeros_like(x)
""",
    ),
    "a function that is imported": (
        """\
from torch import Tensor, rand


def start(x: Tensor):
    return rand(x.shape)
""",
        """\
import torch
from torch import Tensor, rand


def start(x: Tensor):
    return torch.rand_like(x)
""",
    ),
    "random integers": (
        """\
import torch


def drawn(x: torch.Tensor):
    return torch.randint(0, 3, x.shape)
""",
        """\
import torch


def drawn(x: torch.Tensor):
    return torch.randint(0, 3, x.shape, device=x.device)
""",
    ),
    "other sizes": (
        """\
import torch


def padded(x: torch.Tensor, width: int):
    return torch.cat([x, torch.zeros(x.size(0), width)], dim=1)
""",
        """\
import torch


def padded(x: torch.Tensor, width: int):
    return torch.cat([x, torch.zeros(x.size(0), width, device=x.device)], dim=1)
""",
    ),
    "sizes that were unpacked": (
        """\
import torch


def shifted(x: torch.Tensor):
    b, t, d = x.shape
    bias = torch.zeros(
        b,
        1,
        d,
    )
    return x + bias
""",
        """\
import torch


def shifted(x: torch.Tensor):
    b, t, d = x.shape
    bias = torch.zeros(
        b,
        1,
        d,
        device=x.device,
    )
    return x + bias
""",
    ),
    "on several lines": (
        """\
import torch


def start(x: torch.Tensor):
    return torch.zeros(
        x.shape,  # of the batch
        dtype=torch.long,
    )
""",
        """\
import torch


def start(x: torch.Tensor):
    return torch.zeros_like(
        x,  # of the batch
        dtype=torch.long,
    )
""",
    ),
    "sizes by their keyword": (
        """\
import torch


def start(x: torch.Tensor):
    return torch.full(size=x.shape, fill_value=2.0)
""",
        """\
import torch


def start(x: torch.Tensor):
    return torch.full_like(x, fill_value=2.0)
""",
    ),
}

# None: the new code makes its tensor on another device, and in another dtype.
SAFE: frozenset[str] = frozenset()

LEFT: dict[str, str] = {
    "a name that holds another tensor by then": """\
import torch


def start(x: torch.Tensor, pooled: torch.Tensor):
    shape = x.shape
    x = pooled
    return torch.zeros(shape)
""",
    "more than a name": """\
import torch


def start(x: torch.Tensor):
    return torch.zeros(x.relu().shape)
""",
    "an entry of a list": """\
import torch


def start(xs: list[torch.Tensor], i: int):
    return torch.zeros(xs[i].shape)
""",
    "a name that may be another function": """\
import torch
from torch import zeros

if torch.cuda.is_available():
    zeros = torch.zeros


def start(x: torch.Tensor):
    return zeros(x.shape)
""",
}
