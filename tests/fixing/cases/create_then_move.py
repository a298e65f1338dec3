"""TEF409: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "a comment in an item of a dict": (
        """\
import torch


def start(x: torch.Tensor, n):
    return {
        "hidden": x,
        "tokens": torch.zeros(n, 512).to(
            x.device,  # TODO: drop once the dataset does this
        ),
    }
""",
        """\
import torch


def start(x: torch.Tensor, n):
    return {
        "hidden": x,
        # TODO: drop once the dataset does this
        "tokens": torch.zeros(n, 512, device=x.device),
    }
""",
    ),
    "a comment in the second item of a line": (
        """\
import torch


def start(x: torch.Tensor, n):
    return {
        "hidden": x, "tokens": torch.zeros(n, 512).to(
            x.device,  # TODO: drop once the dataset does this
        ),
    }
""",
        """\
import torch


def start(x: torch.Tensor, n):
    # TODO: drop once the dataset does this
    return {
        "hidden": x, "tokens": torch.zeros(n, 512, device=x.device),
    }
""",
    ),
    "a dtype that MPS has not": (
        """\
import torch


def start(n, device: torch.device):
    return torch.zeros(n, dtype=torch.float64).to(device, torch.float32)
""",
        """\
import torch


def start(n, device: torch.device):
    return torch.zeros(n, dtype=torch.float64, device=device).to(torch.float32)
""",
    ),
    "zeros": (
        """\
import torch


def start(n, device: torch.device):
    return torch.zeros(n, 3).to(device)
""",
        """\
import torch


def start(n, device: torch.device):
    return torch.zeros(n, 3, device=device)
""",
    ),
    "an arange for CUDA": (
        """\
import torch


def positions(n: int):
    return torch.arange(n).cuda()
""",
        """\
import torch


def positions(n: int):
    return torch.arange(n, device="cuda")
""",
    ),
    "data that is written there": (
        """\
import torch as th

device = th.device("cuda" if th.cuda.is_available() else "cpu")
weights = th.tensor([0.2, 0.8], dtype=th.float64).to(device, non_blocking=True)
""",
        """\
import torch as th

device = th.device("cuda" if th.cuda.is_available() else "cpu")
weights = th.tensor([0.2, 0.8], dtype=th.float64, device=device)
""",
    ),
    "a number of a device": (
        """\
from torch import full


def table(n: int):
    return full((n,), -1, dtype=int).cuda(1)
""",
        """\
from torch import full


def table(n: int):
    return full((n,), -1, dtype=int, device="cuda:1")
""",
    ),
    "a device and a dtype": (
        """\
import torch


def masks(x: torch.Tensor):
    x = x.relu()
    return torch.ones(len(x)).to(x.device, dtype=torch.bool)
""",
        """\
import torch


def masks(x: torch.Tensor):
    x = x.relu()
    return torch.ones(len(x), device=x.device, dtype=torch.bool)
""",
    ),
    "as another tensor": (
        """\
import torch


def padding(x: torch.Tensor):
    x = x.relu()
    return torch.zeros(2, 3).to(x)
""",
        """\
import torch


def padding(x: torch.Tensor):
    x = x.relu()
    return torch.zeros(2, 3, device=x.device, dtype=x.dtype)
""",
    ),
    "on several lines": (
        """\
import torch


def start(layers, batch, features, x: torch.Tensor):
    x = x.relu()
    return torch.zeros(
        layers,  # of the encoder
        batch,
        features,
    ).to(x.device)
""",
        """\
import torch


def start(layers, batch, features, x: torch.Tensor):
    x = x.relu()
    return torch.zeros(
        layers,  # of the encoder
        batch,
        features,
        device=x.device,
    )
""",
    ),
    "a chain on several lines": (
        """\
import torch


def positions(n: int, x: torch.Tensor):
    return (
        torch.arange(n)
        .unsqueeze(0)
        .to(x.device)
    )
""",
        """\
import torch


def positions(n: int, x: torch.Tensor):
    return (
        torch.arange(n, device=x.device)
        .unsqueeze(0)
    )
""",
    ),
    "random numbers": (
        """\
import torch


def noise(n, device: torch.device):
    return torch.randn(n, 100).to(device)
""",
        """\
import torch


def noise(n, device: torch.device):
    return torch.randn(n, 100, device=device)
""",
    ),
    "a range of floats": (
        """\
import torch


def times(device: torch.device):
    return torch.linspace(0, 1, 11).to(device), torch.arange(0, 1, 0.1).to(device)
""",
        """\
import torch


def times(device: torch.device):
    return torch.linspace(0, 1, 11, device=device), torch.arange(0, 1, 0.1, device=device)
""",
    ),
    "another dtype than its own": (
        """\
import torch


def times(n: int, device: torch.device):
    return torch.arange(n).to(device, torch.float32)
""",
        """\
import torch


def times(n: int, device: torch.device):
    return torch.arange(n, device=device).to(torch.float32)
""",
    ),
    "a device by its name": (
        """\
import torch


def start(n, device):
    return torch.zeros(n).to(device)
""",
        """\
import torch


def start(n, device):
    return torch.zeros(n, device=device)
""",
    ),
    "views and arithmetic": (
        """\
import torch


def masks(n: int, x: torch.Tensor):
    x = x.relu()
    return (1 - torch.tril(torch.ones(n, n)).view(1, n, n)).to(x.device)
""",
        """\
import torch


def masks(n: int, x: torch.Tensor):
    x = x.relu()
    return (1 - torch.tril(torch.ones(n, n, device=x.device)).view(1, n, n))
""",
    ),
    "sizes from a star": (
        """\
import torch


def start(shape, device: torch.device):
    return torch.empty(*shape).to(device)
""",
        """\
import torch


def start(shape, device: torch.device):
    return torch.empty(*shape, device=device)
""",
    ),
    "a leaf": (
        """\
import torch

device = torch.device("cuda")
w = torch.zeros(3, requires_grad=True).to(device)
""",
        """\
import torch

device = torch.device("cuda")
w = torch.zeros(3, requires_grad=True, device=device)
""",
    ),
    "in a file that watches operations": (
        """\
import torch
from torch.profiler import profile

device = torch.device("cuda")
with profile() as seen:
    zero = torch.zeros(3).to(device)
""",
        """\
import torch
from torch.profiler import profile

device = torch.device("cuda")
with profile() as seen:
    zero = torch.zeros(3, device=device)
""",
    ),
    "as what has its dtype, of integers": (
        """\
import torch


def places(start: int, end: int, device: torch.device):
    before = torch.arange(start, device=device)
    after = torch.arange(end).type_as(before)
    return torch.cat((before, after))
""",
        """\
import torch


def places(start: int, end: int, device: torch.device):
    before = torch.arange(start, device=device)
    after = torch.arange(end, device=before.device)
    return torch.cat((before, after))
""",
    ),
}

SAFE: frozenset[str] = frozenset(
    {
        "a comment in an item of a dict",
        "zeros",
        "an arange for CUDA",
        "data that is written there",
        "a number of a device",
        "a device and a dtype",
        "as another tensor",
        "on several lines",
        "another dtype than its own",
    }
)

LEFT: dict[str, str] = {
    "under a name": """\
import torch


def noise(n, device: torch.device):
    z = torch.randn(n, 100)
    return z.to(device)
""",
    "as what a call returns": """\
import torch


def noise(n, get_tensor, device_of):
    return torch.randn(n, 100).type_as(torch.relu(get_tensor(n)))
""",
    "in an f-string that shows its own code": """\
import torch

device = torch.device("cuda")
shown = f"{torch.zeros(3).to(device)=}"
""",
    "quotes in an f-string": """\
import torch

shown = f"{torch.zeros(3).cuda()}"
""",
    "a name that may be another function": """\
import torch
from torch import zeros

if torch.cuda.is_available():
    zeros = torch.zeros


def start(n, device: torch.device):
    return zeros(n).to(device)
""",
}
