"""TEF606: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "two dims": (
        """\
import torch
from torch import nn


def block(i: int, o: int):
    return nn.Sequential(nn.Conv2d(i, o, 3), nn.BatchNorm2d(o))
""",
        """\
import torch
from torch import nn


def block(i: int, o: int):
    return nn.Sequential(nn.Conv2d(i, o, 3, bias=False), nn.BatchNorm2d(o))
""",
    ),
    "one dim": (
        """\
import torch
from torch import nn


def block(i: int, o: int):
    return nn.Sequential(nn.Conv1d(i, o, 3, padding=1), nn.BatchNorm1d(o))
""",
        """\
import torch
from torch import nn


def block(i: int, o: int):
    return nn.Sequential(nn.Conv1d(i, o, 3, padding=1, bias=False), nn.BatchNorm1d(o))
""",
    ),
    "three dims": (
        """\
import torch
from torch import nn


def block(i: int, o: int):
    return nn.Sequential(nn.Conv3d(i, o, kernel_size=3), nn.BatchNorm3d(o))
""",
        """\
import torch
from torch import nn


def block(i: int, o: int):
    return nn.Sequential(nn.Conv3d(i, o, kernel_size=3, bias=False), nn.BatchNorm3d(o))
""",
    ),
    "transposed": (
        """\
import torch
from torch import nn


def block(i: int, o: int):
    return nn.Sequential(nn.ConvTranspose2d(i, o, 2, 2), nn.BatchNorm2d(o), nn.ReLU())
""",
        """\
import torch
from torch import nn


def block(i: int, o: int):
    return nn.Sequential(nn.ConvTranspose2d(i, o, 2, 2, bias=False), nn.BatchNorm2d(o), nn.ReLU())
""",
    ),
    "linear": (
        """\
import torch
from torch import nn


def block(i: int, o: int):
    return nn.Sequential(nn.Linear(i, o), nn.BatchNorm1d(o))
""",
        """\
import torch
from torch import nn


def block(i: int, o: int):
    return nn.Sequential(nn.Linear(i, o, bias=False), nn.BatchNorm1d(o))
""",
    ),
    "with all devices": (
        """\
import torch
from torch import nn


def block(i: int, o: int):
    return nn.Sequential(nn.Conv2d(i, o, 1), nn.SyncBatchNorm(o))
""",
        """\
import torch
from torch import nn


def block(i: int, o: int):
    return nn.Sequential(nn.Conv2d(i, o, 1, bias=False), nn.SyncBatchNorm(o))
""",
    ),
    "one with a bias of its own": (
        """\
import torch
from torch import nn


def block(i: int, o: int):
    return nn.Sequential(nn.Conv2d(i, o, 1), nn.BatchNorm2d(o), nn.Conv2d(o, o, 1))
""",
        """\
import torch
from torch import nn


def block(i: int, o: int):
    return nn.Sequential(nn.Conv2d(i, o, 1, bias=False), nn.BatchNorm2d(o), nn.Conv2d(o, o, 1))
""",
    ),
    "on several lines": (
        """\
import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, c: int):
        super().__init__()
        self.conv = nn.Conv2d(
            3,
            c,
            kernel_size=3,  # odd
        )
        self.bn = nn.BatchNorm2d(c)

    def forward(self, x: torch.Tensor):
        return self.bn(self.conv(x))
""",
        """\
import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, c: int):
        super().__init__()
        self.conv = nn.Conv2d(
            3,
            c,
            kernel_size=3,  # odd
            bias=False,
        )
        self.bn = nn.BatchNorm2d(c)

    def forward(self, x: torch.Tensor):
        return self.bn(self.conv(x))
""",
    ),
}

# None: a checkpoint that was saved before has a bias.
SAFE: frozenset[str] = frozenset()

LEFT: dict[str, str] = {
    "the bias is initialised": """\
import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, c: int):
        super().__init__()
        self.conv = nn.Conv2d(3, c, 3)
        self.bn = nn.BatchNorm2d(c)
        nn.init.zeros_(self.conv.bias)

    def forward(self, x: torch.Tensor):
        return self.bn(self.conv(x))
""",
    "the bias is written": """\
import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, c: int):
        super().__init__()
        self.conv = nn.Conv2d(3, c, 3)
        self.bn = nn.BatchNorm2d(c)
        self.conv.bias.data.fill_(0.5)

    def forward(self, x: torch.Tensor):
        return self.bn(self.conv(x))
""",
    "the bias of each layer": """\
import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, c: int):
        super().__init__()
        self.conv = nn.Conv2d(3, c, 3)
        self.bn = nn.BatchNorm2d(c)
        for layer in self.children():
            nn.init.constant_(layer.bias, 0)

    def forward(self, x: torch.Tensor):
        return self.bn(self.conv(x))
""",
    "the bias decides": """\
import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, c: int):
        super().__init__()
        self.conv = nn.Conv2d(3, c, 3)
        self.bn = nn.BatchNorm2d(c)
        self.has_bias = self.conv.bias is not None

    def forward(self, x: torch.Tensor):
        return self.bn(self.conv(x))
""",
}
