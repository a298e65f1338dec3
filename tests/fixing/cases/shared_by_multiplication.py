"""TEF608: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "a ModuleList": (
        """\
import torch
from torch import nn


def build(width: int, depth: int):
    return nn.ModuleList([nn.Linear(width, width)] * depth)
""",
        """\
import torch
from torch import nn


def build(width: int, depth: int):
    return nn.ModuleList([nn.Linear(width, width) for _ in range(depth)])
""",
    ),
    "a Sequential": (
        """\
import torch
from torch import nn


def build(width: int, depth: int):
    return nn.Sequential(*[nn.Linear(width, width)] * depth)
""",
        """\
import torch
from torch import nn


def build(width: int, depth: int):
    return nn.Sequential(*[nn.Linear(width, width) for _ in range(depth)])
""",
    ),
    "in parentheses": (
        """\
import torch
from torch import nn


def build(width: int, depth: int):
    return nn.Sequential(nn.ReLU(), *([nn.Linear(width, width)] * depth))
""",
        """\
import torch
from torch import nn


def build(width: int, depth: int):
    return nn.Sequential(nn.ReLU(), *[nn.Linear(width, width) for _ in range(depth)])
""",
    ),
    "the number first": (
        """\
import torch
from torch import nn


def build(width: int, depth: int):
    return nn.ModuleList(depth * [nn.Linear(width, width)])
""",
        """\
import torch
from torch import nn


def build(width: int, depth: int):
    return nn.ModuleList([nn.Linear(width, width) for _ in range(depth)])
""",
    ),
    "a number that is computed": (
        """\
import torch
from torch import nn


def build(width: int, depth: int):
    return nn.ModuleList([nn.Linear(width, width)] * (depth - 1))
""",
        """\
import torch
from torch import nn


def build(width: int, depth: int):
    return nn.ModuleList([nn.Linear(width, width) for _ in range(depth - 1)])
""",
    ),
    "a name": (
        """\
import torch
from torch import nn


def build(width: int, depth: int):
    layers = [nn.Conv2d(width, width, kernel_size=3, padding=1)] * depth  # all of one size
    return nn.Sequential(*layers)
""",
        """\
import torch
from torch import nn


def build(width: int, depth: int):
    layers = [nn.Conv2d(width, width, kernel_size=3, padding=1) for _ in range(depth)]  # all of one size
    return nn.Sequential(*layers)
""",
    ),
    "a Sequential in it": (
        """\
import torch
from torch import nn


def build(width: int, depth: int):
    return nn.ModuleList([nn.Sequential(nn.Linear(width, width), nn.ReLU())] * depth)
""",
        """\
import torch
from torch import nn


def build(width: int, depth: int):
    return nn.ModuleList([nn.Sequential(nn.Linear(width, width), nn.ReLU()) for _ in range(depth)])
""",
    ),
    "a method": (
        """\
import torch
from torch.nn import Linear, Module, ModuleList


class Net(Module):
    def __init__(self, depth):
        super().__init__()
        self.depth = depth
        self.heads = ModuleList([Linear(4, 1)] * self.depth)
""",
        """\
import torch
from torch.nn import Linear, Module, ModuleList


class Net(Module):
    def __init__(self, depth):
        super().__init__()
        self.depth = depth
        self.heads = ModuleList([Linear(4, 1) for _ in range(self.depth)])
""",
    ),
    "over several lines": (
        """\
import torch
from torch import nn


def build(width: int, depth: int):
    return nn.ModuleList(
        [
            nn.Linear(width, width)
        ] * depth
    )
""",
        """\
import torch
from torch import nn


def build(width: int, depth: int):
    return nn.ModuleList(
        [nn.Linear(width, width) for _ in range(depth)]
    )
""",
    ),
}

SAFE: set[str] = set()

LEFT: dict[str, str] = {
    "a layer with a name": """\
import torch
from torch import nn


def build(width: int, depth: int):
    layer = nn.Linear(width, width)
    return nn.Sequential(*[layer] * depth)
""",
    "two in a list": """\
import torch
from torch import nn


def build(width: int, depth: int):
    return nn.Sequential(*[nn.Linear(width, width), nn.ReLU()] * depth)
""",
    "a tuple": """\
import torch
from torch import nn


def build(width: int, depth: int):
    return nn.ModuleList((nn.Linear(width, width),) * depth)
""",
    "the body of a class": """\
import torch
from torch import nn


class Layers:
    width = 3
    layers = [nn.Linear(width, width)] * 2
""",
    "a name that is bound": """\
import torch
from torch import nn


def build(width: int, depth: int):
    return nn.ModuleList([nn.Linear(size := width, size)] * depth)
""",
    "an underscore": """\
import torch
from torch import nn


def build(width: int, depth: int):
    for _ in (1, 2):
        layers = nn.ModuleList([nn.Linear(width, _)] * depth)
    return layers
""",
    "another range": """\
import torch
from torch import nn


def range(n):
    return [n]


def build(width: int, depth: int):
    return nn.ModuleList([nn.Linear(width, width)] * depth)
""",
}
