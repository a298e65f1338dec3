"""TEF312 multiply-then-divide: programs that must be flagged and near misses that must stay silent.

In FLAG, `# expect: CODE` ends each line on which a finding must stand, and no other finding may stand anywhere.
In LEAVE there must be none at all.
"""

FLAG: dict[str, str] = {
    "multiply then divide": """\
import torch

x = torch.rand(3)
y = torch.rand(3)
z = x * y / y  # expect: TEF312
""",
    "divide then multiply": """\
import torch

x = torch.rand(3)
y = torch.rand(3)
z = x / y * y  # expect: TEF312
""",
    "annotated parameters": """\
import torch


def undo(x: torch.Tensor, scale: torch.Tensor) -> torch.Tensor:
    return x * scale / scale  # expect: TEF312
""",
    "parentheses around the product": """\
import torch
from torch import Tensor


def undo(x: Tensor, scale: Tensor) -> Tensor:
    return (x * scale) / scale  # expect: TEF312
""",
    "factor first": """\
import torch


def undo(x: torch.Tensor, scale: torch.Tensor):
    return scale * x / scale  # expect: TEF312
""",
    "factor first after a quotient": """\
import torch


def undo(x: torch.Tensor, scale: torch.Tensor):
    return scale * (x / scale)  # expect: TEF312
""",
    "torch.mul under a division": """\
import torch


def undo(x: torch.Tensor, scale: torch.Tensor):
    return torch.mul(x, scale) / scale  # expect: TEF312
""",
    "torch.div of torch.mul": """\
import torch


def undo(x: torch.Tensor, scale: torch.Tensor):
    return torch.div(torch.mul(x, scale), scale)  # expect: TEF312
""",
    "torch.mul of torch.div": """\
import torch


def undo(x: torch.Tensor, scale: torch.Tensor):
    return torch.mul(torch.div(x, scale), scale)  # expect: TEF312
""",
    "method chain": """\
import torch


def undo(x: torch.Tensor, scale: torch.Tensor):
    return x.mul(scale).div(scale)  # expect: TEF312
""",
    "method chain the other way": """\
import torch


def undo(x: torch.Tensor, scale: torch.Tensor):
    return x.div(scale).mul(scale)  # expect: TEF312
""",
    "method under an operator": """\
import torch


def undo(x: torch.Tensor, scale: torch.Tensor):
    return x.mul(scale) / scale  # expect: TEF312
""",
    "torch under another name": """\
import torch as th

x = th.rand(3)
y = th.rand(3)
z = th.multiply(x, y) / y  # expect: TEF312
""",
    "product through a name": """\
import torch


def undo(x: torch.Tensor, scale: torch.Tensor):
    scaled = x * scale
    return scaled / scale  # expect: TEF312
""",
    "quotient through a name": """\
import torch


def undo(x: torch.Tensor, std: torch.Tensor):
    normed = x / std
    return normed * std  # expect: TEF312
""",
    "sum in front of the factor": """\
import torch


def undo(a: torch.Tensor, b: torch.Tensor, w: torch.Tensor):
    return (a + b) * w / w  # expect: TEF312
""",
    "attribute buffer": """\
import torch
from torch import nn


class Scaler(nn.Module):
    def __init__(self, dim: int):
        super().__init__()
        self.register_buffer("std", torch.ones(dim))

    def forward(self, x):
        return x / self.std * self.std  # expect: TEF312
""",
    "attribute parameter": """\
import torch
from torch import nn


class Gain(nn.Module):
    def __init__(self, dim: int):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(dim))

    def forward(self, x):
        return x * self.gain / self.gain  # expect: TEF312
""",
    "indexed factor": """\
import torch


def undo(x: torch.Tensor, scales: torch.Tensor):
    return x * scales[0] / scales[0]  # expect: TEF312
""",
    "norm as the factor through a name": """\
import torch


def project(x: torch.Tensor):
    norm = x.norm(dim=-1, keepdim=True)
    return x / norm * norm  # expect: TEF312
""",
    "row sums as the factor": """\
import torch


def weighted(scores: torch.Tensor, w: torch.Tensor):
    total = w.sum(dim=-1, keepdim=True)
    return scores * total / total  # expect: TEF312
""",
    "exponential factor through a name": """\
import torch


def undo(x: torch.Tensor, log_scale: torch.Tensor):
    s = torch.exp(log_scale)
    return x * s / s  # expect: TEF312
""",
    "lambda": """\
import torch

weight = torch.rand(4)
undo = lambda x: x * weight / weight  # expect: TEF312
y = undo(torch.rand(4))
""",
    "comprehension": """\
import torch

scale = torch.rand(3)
parts = [torch.rand(3), torch.rand(3)]
same = [p * scale / scale for p in parts]  # expect: TEF312
""",
    "module output as the factor": """\
import torch
from torch import nn

gate = nn.Linear(4, 4)
x = torch.rand(2, 4)
g = gate(x)
y = x * g / g  # expect: TEF312
""",
    "nested function": """\
import torch


def make(scale: torch.Tensor):
    def undo(x: torch.Tensor):
        return x / scale * scale  # expect: TEF312

    return undo
""",
    "optional factor after the test": """\
from typing import Optional

import torch


def undo(x: torch.Tensor, w: Optional[torch.Tensor] = None):
    if w is not None:
        x = x * w / w  # expect: TEF312
    return x
""",
    "multi-line product": """\
import torch


def undo(x: torch.Tensor, scale: torch.Tensor):
    return (
        x  # expect: TEF312
        * scale
        / scale
    )
""",
    "true_divide": """\
import torch


def undo(x: torch.Tensor, scale: torch.Tensor):
    return torch.true_divide(x * scale, scale)  # expect: TEF312
""",
}

LEAVE: dict[str, str] = {
    "number as the factor": """\
import torch


def undo(x: torch.Tensor):
    return x * 2.0 / 2.0
""",
    "annotated number as the factor": """\
import torch


def undo(x: torch.Tensor, temperature: float):
    return x / temperature * temperature
""",
    "batch size as the factor": """\
import torch


def undo(x: torch.Tensor):
    n = x.size(0)
    return x * n / n
""",
    "unpacked shape as the factor": """\
import torch


def undo(x: torch.Tensor):
    b, d = x.shape
    return x * d / d
""",
    "untyped factor with no evidence": """\
import torch


def undo(x, scale):
    return x * scale / scale


torch.manual_seed(0)
""",
    "numpy arrays": """\
import numpy as np
import torch

x = np.random.rand(3)
y = np.random.rand(3)
z = torch.from_numpy(x * y / y)
""",
    "different factors": """\
import torch


def rescale(x: torch.Tensor, old: torch.Tensor, new: torch.Tensor):
    return x * new / old
""",
    "different attributes": """\
import torch
from torch import nn


class Rescale(nn.Module):
    def __init__(self, dim: int):
        super().__init__()
        self.register_buffer("old", torch.ones(dim))
        self.register_buffer("new", torch.ones(dim))

    def forward(self, x):
        return x / self.old * self.new
""",
    "different indices": """\
import torch


def rescale(x: torch.Tensor, scales: torch.Tensor):
    return x * scales[0] / scales[1]
""",
    "fake quantisation with rounding between": """\
import torch


def fake_quant(x: torch.Tensor, scale: torch.Tensor):
    return torch.round(x / scale) * scale
""",
    "fake quantisation with round and clamp": """\
import torch


def fake_quant(x: torch.Tensor, scale: torch.Tensor):
    return (x / scale).round().clamp(-128, 127) * scale
""",
    "fake quantisation through a name": """\
import torch


def fake_quant(x: torch.Tensor, scale: torch.Tensor):
    q = x / scale
    q = q.round()
    return q * scale
""",
    "network between normalisation and its inverse": """\
import torch
from torch import nn


class Normed(nn.Module):
    def __init__(self, dim: int):
        super().__init__()
        self.net = nn.Linear(dim, dim)

    def forward(self, x):
        std = x.std(dim=-1, keepdim=True)
        h = self.net(x / std)
        return h * std
""",
    "floor division keeps the multiple": """\
import torch


def snap(x: torch.Tensor, grid: torch.Tensor):
    return x // grid * grid
""",
    "floor rounding mode": """\
import torch


def snap(x: torch.Tensor, grid: torch.Tensor):
    return torch.div(x, grid, rounding_mode="floor") * grid
""",
    "rounding mode by method": """\
import torch


def snap(x: torch.Tensor, grid: torch.Tensor):
    return x.div(grid, rounding_mode="trunc").mul(grid)
""",
    "factor summed in the denominator": """\
import torch


def average(x: torch.Tensor, mask: torch.Tensor):
    return (x * mask).sum(dim=1) / mask.sum(dim=1)
""",
    "epsilon in the denominator": """\
import torch


def damped(x: torch.Tensor, y: torch.Tensor):
    return x * y / (y + 1e-6)
""",
    "clamped denominator": """\
import torch


def damped(x: torch.Tensor, norm: torch.Tensor):
    return x * norm / norm.clamp(min=1.0)
""",
    "detached denominator": """\
import torch


def ratio_trick(x: torch.Tensor, p: torch.Tensor):
    return x * p / p.detach()
""",
    "factor rebound between": """\
import torch


def step(x: torch.Tensor, y: torch.Tensor):
    scaled = x * y
    y = y + 1
    return scaled / y
""",
    "factor changed in place between": """\
import torch


def step(x: torch.Tensor, y: torch.Tensor):
    scaled = x * y
    y.add_(1)
    return scaled / y
""",
    "attribute updated between": """\
import torch


class Running:
    def __init__(self):
        self.scale = torch.ones(3)

    def __call__(self, x: torch.Tensor):
        scaled = x * self.scale
        self.scale = 0.9 * self.scale + 0.1 * x.abs()
        return scaled / self.scale
""",
    "two random draws": """\
import torch


def jitter(x: torch.Tensor):
    return x * torch.rand(3) / torch.rand(3)
""",
    "two dropout draws": """\
import torch
import torch.nn.functional as F


def jitter(x: torch.Tensor, m: torch.Tensor):
    return x * F.dropout(m, 0.5) / F.dropout(m, 0.5)
""",
    "matrix product, then division": """\
import torch


def apply(x: torch.Tensor, y: torch.Tensor):
    return x @ y / y
""",
    "divided twice": """\
import torch


def damp(x: torch.Tensor, y: torch.Tensor):
    return x / y / y
""",
    "multiplied twice": """\
import torch


def boost(x: torch.Tensor, y: torch.Tensor):
    return x * y * y
""",
    "quotient of squares": """\
import torch


def damp(x: torch.Tensor, y: torch.Tensor):
    return x / y**2 * y
""",
    "cosine of two vectors": """\
import torch


def cosine(a: torch.Tensor, b: torch.Tensor):
    dot = (a * b).sum(dim=-1)
    return dot / (a.norm(dim=-1) * b.norm(dim=-1))
""",
    "multiply, add, divide": """\
import torch


def shift(x: torch.Tensor, y: torch.Tensor, z: torch.Tensor):
    return (x * y + z) / y
""",
    "divide, add, multiply": """\
import torch


def shift(x: torch.Tensor, std: torch.Tensor, noise: torch.Tensor):
    return (x / std + noise) * std
""",
    "item of the factor": """\
import torch


def undo(x: torch.Tensor, total: torch.Tensor):
    n = total.item()
    return x * n / n
""",
    "gradient clipping by norm": """\
import torch


def clip(grad: torch.Tensor, limit: float):
    norm = grad.norm(dim=-1, keepdim=True)
    return grad * limit / norm.clamp(min=limit)
""",
    "tensor scaled by numbers": """\
import math

import torch


def scale(q: torch.Tensor, dim: int):
    root = math.sqrt(dim)
    return q * root / root
""",
    "path components": """\
from pathlib import Path

import torch

root = Path("runs")
name = "model" * 2
target = root / name / name
device = torch.device("cpu")
""",
    "scaled loss divided after the backward pass": """\
import torch


def step(loss: torch.Tensor, scale: torch.Tensor, w: torch.Tensor):
    (grad,) = torch.autograd.grad(loss * scale, w)
    return grad / scale
""",
}
