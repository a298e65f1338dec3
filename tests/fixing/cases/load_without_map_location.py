"""TEF805: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "a path": (
        """\
import torch

weights = torch.load("a.pt", weights_only=True)
""",
        """\
import torch

weights = torch.load("a.pt", weights_only=True, map_location="cpu")
""",
    ),
    "None": (
        """\
import torch

weights = torch.load("a.pt", map_location=None, weights_only=True)["model"]
""",
        """\
import torch

weights = torch.load("a.pt", map_location="cpu", weights_only=True)["model"]
""",
    ),
    "over several lines": (
        """\
import torch


def read(path):
    return torch.load(
        path,  # a checkpoint
        weights_only=True,
    )
""",
        """\
import torch


def read(path):
    return torch.load(
        path,  # a checkpoint
        weights_only=True,
        map_location="cpu",
    )
""",
    ),
    "another name": (
        """\
from torch import load as read


def weights(path):
    return read(path, weights_only=True)
""",
        """\
from torch import load as read


def weights(path):
    return read(path, weights_only=True, map_location="cpu")
""",
    ),
    "in a call": (
        """\
import torch


def restore(model, path):
    model.load_state_dict(torch.load(path, weights_only=True), strict=False)
""",
        """\
import torch


def restore(model, path):
    model.load_state_dict(torch.load(path, weights_only=True, map_location="cpu"), strict=False)
""",
    ),
    "known options": (
        """\
import torch

options = {"weights_only": True}
weights = torch.load("a.pt", **options)
""",
        """\
import torch

options = {"weights_only": True}
weights = torch.load("a.pt", **options, map_location="cpu")
""",
    ),
    "partial": (
        """\
import functools

import torch

read = functools.partial(torch.load, weights_only=True)
weights = read("a.pt")
""",
        """\
import functools

import torch

read = functools.partial(torch.load, weights_only=True)
weights = read("a.pt", map_location="cpu")
""",
    ),
    "a lambda": (
        """\
import torch

read = lambda path: torch.load(path, weights_only=True)
""",
        """\
import torch

read = lambda path: torch.load(path, weights_only=True, map_location="cpu")
""",
    ),
}

SAFE: set[str] = set()

LEFT: dict[str, str] = {
    "None by position": """\
import torch

weights = torch.load("a.pt", None, weights_only=True)
""",
    "None in options": """\
import torch

options = {"map_location": None, "weights_only": True}
weights = torch.load("a.pt", **options)
""",
    "None by partial": """\
import functools

import torch

read = functools.partial(torch.load, map_location=None, weights_only=True)
weights = read("a.pt")
""",
    "None in a list": """\
import torch

places = ["a.pt", None]
weights = torch.load(*places, weights_only=True)
""",
}
