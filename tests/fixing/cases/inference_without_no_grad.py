"""TEF506: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "a function": (
        """\
import torch


def evaluate(model, loader):
    model.eval()
    for x in loader:
        print(model(x).mean())
""",
        """\
import torch


@torch.no_grad()
def evaluate(model, loader):
    model.eval()
    for x in loader:
        print(model(x).mean())
""",
    ),
    "below its comment": (
        """\
import torch


# Prints means.
def evaluate(model, loader):  # slow
    model.eval()
    for x in loader:
        print(model(x).mean())
""",
        """\
import torch


# Prints means.
@torch.no_grad()
def evaluate(model, loader):  # slow
    model.eval()
    for x in loader:
        print(model(x).mean())
""",
    ),
    "torch by another name": (
        """\
import torch as th


def evaluate(model, loader):
    model.eval()
    for x in loader:
        print(model(x).mean())
""",
        """\
import torch as th


@th.no_grad()
def evaluate(model, loader):
    model.eval()
    for x in loader:
        print(model(x).mean())
""",
    ),
    "torch is imported": (
        """\
from torch import nn


def evaluate(model: nn.Module, loader):
    model.eval()
    for x in loader:
        print(model(x).mean())
""",
        """\
import torch
from torch import nn


@torch.no_grad()
def evaluate(model: nn.Module, loader):
    model.eval()
    for x in loader:
        print(model(x).mean())
""",
    ),
    "a method": (
        """\
import torch


class Trainer:
    def __init__(self, model):
        self.model = model

    def validate(self, loader):
        self.model.eval()
        for x in loader:
            print(self.model(x).mean())
""",
        """\
import torch


class Trainer:
    def __init__(self, model):
        self.model = model

    @torch.no_grad()
    def validate(self, loader):
        self.model.eval()
        for x in loader:
            print(self.model(x).mean())
""",
    ),
    "below staticmethod": (
        """\
import torch


class Trainer:
    size = 3

    @staticmethod
    def validate(model, loader):
        model.eval()
        for x in loader:
            print(model(x).mean())
""",
        """\
import torch


class Trainer:
    size = 3

    @staticmethod
    @torch.no_grad()
    def validate(model, loader):
        model.eval()
        for x in loader:
            print(model(x).mean())
""",
    ),
    "an inner function": (
        """\
import torch


def main(model, loader):
    def evaluate():
        model.eval()
        for x in loader:
            print(model(x).mean())
""",
        """\
import torch


def main(model, loader):
    @torch.no_grad()
    def evaluate():
        model.eval()
        for x in loader:
            print(model(x).mean())
""",
    ),
    "a helper runs the model": (
        """\
import torch


def score(model, x):
    return model(x).mean()


def evaluate(model, loader):
    model.eval()
    for x in loader:
        print(score(model, x).item())
""",
        """\
import torch


def score(model, x):
    return model(x).mean()


@torch.no_grad()
def evaluate(model, loader):
    model.eval()
    for x in loader:
        print(score(model, x).item())
""",
    ),
    "a docstring": (
        """\
import torch


def evaluate(model, loader):
    '''Prints means.'''
    model.eval()
    for x in loader:
        print(model(x).mean())
""",
        """\
import torch


@torch.no_grad()
def evaluate(model, loader):
    '''Prints means.'''
    model.eval()
    for x in loader:
        print(model(x).mean())
""",
    ),
}

SAFE: set[str] = set()

LEFT: dict[str, str] = {
    "a script": """\
import torch

model = torch.nn.Linear(3, 3)
model.eval()
for x in loader:
    print(model(x).mean())
""",
    "a coroutine": """\
import torch


async def evaluate(model, loader):
    model.eval()
    for x in loader:
        print(model(x).mean())
""",
    "a function that trains as well": """\
import torch


def main(model, loader, val, optimizer):
    model.train()
    for x in loader:
        optimizer.zero_grad()
        model(x).mean().backward()
        optimizer.step()
    model.eval()
    for x in val:
        print(model(x).mean().item())
""",
    "torch is something else": """\
from torch import nn

torch = None


def evaluate(model: nn.Module, loader):
    model.eval()
    for x in loader:
        print(model(x).mean())
""",
    "another script": """\
import torch

net = torch.nn.Linear(3, 3)
net.eval()
while batches:
    print(net(batches.pop()).mean())
""",
}
