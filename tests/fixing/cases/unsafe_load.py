"""TEF806: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "a path": (
        """\
import torch

weights = torch.load("a.pt")
""",
        """\
import torch

weights = torch.load("a.pt", weights_only=True)
""",
    ),
    "other arguments": (
        """\
import torch

weights = torch.load("a.pt", map_location="cpu")["model"]
""",
        """\
import torch

weights = torch.load("a.pt", map_location="cpu", weights_only=True)["model"]
""",
    ),
    "undecided": (
        """\
import torch

weights = torch.load("a.pt", weights_only=None, mmap=True)
""",
        """\
import torch

weights = torch.load("a.pt", weights_only=True, mmap=True)
""",
    ),
    "over several lines": (
        """\
import torch


def read(path, device):
    return torch.load(
        path,  # a checkpoint
        map_location=device,
    )
""",
        """\
import torch


def read(path, device):
    return torch.load(
        path,  # a checkpoint
        map_location=device,
        weights_only=True,
    )
""",
    ),
    "another name": (
        """\
from torch import load as read


def weights(path):
    return read(path)
""",
        """\
from torch import load as read


def weights(path):
    return read(path, weights_only=True)
""",
    ),
    "in a call": (
        """\
import torch


def restore(model, path):
    model.load_state_dict(torch.load(path), strict=False)
""",
        """\
import torch


def restore(model, path):
    model.load_state_dict(torch.load(path, weights_only=True), strict=False)
""",
    ),
    "known options": (
        """\
import torch

options = {"map_location": "cpu"}
weights = torch.load("a.pt", **options)
""",
        """\
import torch

options = {"map_location": "cpu"}
weights = torch.load("a.pt", **options, weights_only=True)
""",
    ),
    "partial": (
        """\
import functools

import torch

read = functools.partial(torch.load, map_location="cpu")
weights = read("a.pt")
""",
        """\
import functools

import torch

read = functools.partial(torch.load, map_location="cpu")
weights = read("a.pt", weights_only=True)
""",
    ),
}

SAFE: set[str] = set()

LEFT: dict[str, str] = {
    "what is called": """\
import torch


def outputs(path, x):
    model = torch.load(path)
    return model(x)
""",
    "a module that was saved right before": """\
import torch
from torch import nn


def copied(net: nn.Module, path):
    torch.save(obj=net, f=path)
    again = torch.load(f=path)
    return again
""",
    "what is said to be a module": """\
import torch
from torch import nn


def read(path) -> nn.Module:
    return torch.load(path)
""",
    "a module": """\
import torch

model = torch.load("a.pt")
model.eval()
""",
    "a module that is trained": """\
import torch


def train(path):
    model = torch.load(path)
    return torch.optim.SGD(model.parameters(), lr=0.1)
""",
    "None in options": """\
import torch

options = {"weights_only": None}
weights = torch.load("a.pt", **options)
""",
    "mapped": """\
import torch


def read(paths):
    return list(map(torch.load, paths))
""",
}
