"""TEF801: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "cuda()": (
        """\
import torch

x = torch.ones(3) * 2
y = x.cuda()
""",
        """\
import torch

x = torch.ones(3) * 2
y = x.to("cuda" if torch.cuda.is_available() else "cpu")
""",
    ),
    "a number": (
        """\
import torch
from nets import Net

model = Net().cuda(1)
""",
        """\
import torch
from nets import Net

model = Net().to("cuda:1" if torch.cuda.is_available() else "cpu")
""",
    ),
    "not blocking": (
        """\
import torch


def moved(x, y, z):
    x = x.cuda(non_blocking=True)
    y = y.cuda(0, True)
    return x, y, z.cuda(device=None)
""",
        """\
import torch


def moved(x, y, z):
    x = x.to("cuda" if torch.cuda.is_available() else "cpu", non_blocking=True)
    y = y.to("cuda:0" if torch.cuda.is_available() else "cpu", non_blocking=True)
    return x, y, z.to("cuda" if torch.cuda.is_available() else "cpu")
""",
    ),
    "to": (
        """\
import torch


def moved(x):
    return x.to('cuda', torch.float16)
""",
        """\
import torch


def moved(x):
    return x.to('cuda' if torch.cuda.is_available() else "cpu", torch.float16)
""",
    ),
    "a factory": (
        """\
import torch

x = torch.zeros(
    3,
    device="cuda",  # where it is needed
)
""",
        """\
import torch

x = torch.zeros(
    3,
    device="cuda" if torch.cuda.is_available() else "cpu",  # where it is needed
)
""",
    ),
    "a device": (
        """\
import torch as th

device = th.device("cuda:0")
x = th.zeros(3, device=device)
""",
        """\
import torch as th

device = th.device("cuda:0" if th.cuda.is_available() else "cpu")
x = th.zeros(3, device=device)
""",
    ),
    "a name": (
        """\
import torch

device = "cuda"
x = torch.zeros(3, device=device)
""",
        """\
import torch

device = "cuda" if torch.cuda.is_available() else "cpu"
x = torch.zeros(3, device=device)
""",
    ),
    "torch is not imported by name": (
        """\
from torch import nn

layer = nn.Linear(3, 2).cuda()
""",
        """\
import torch
from torch import nn

layer = nn.Linear(3, 2).to("cuda" if torch.cuda.is_available() else "cpu")
""",
    ),
    "in a chain, over several lines": (
        """\
import torch
from nets import Net

model = (
    Net()
    .cuda()  # the first
    .eval()
)
""",
        """\
import torch
from nets import Net

model = (
    Net()
    .to("cuda" if torch.cuda.is_available() else "cpu")  # the first
    .eval()
)
""",
    ),
}

SAFE: set[str] = set()

LEFT: dict[str, str] = {
    "the number comes from elsewhere": """\
import torch


def moved(x: torch.Tensor, rank: int):
    return x.cuda(rank)
""",
    "a number beside the device": """\
import torch

device = torch.device("cuda", 1)
""",
    "a number beside the type": """\
import torch

device = torch.device(type="cuda", index=1)
""",
    "an old argument": """\
import torch


def moved(x: torch.Tensor):
    return x.cuda(nonblocking=True)
""",
    "torch is another thing": """\
from torch import nn


def layer(torch):
    return nn.Linear(3, 2).cuda()
""",
}
