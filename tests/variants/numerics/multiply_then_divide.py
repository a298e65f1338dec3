"""TEF312 multiply-then-divide: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole.
In FLAG, `# expect: CODE` ends each line on which a finding must stand, and no other finding may stand anywhere.
In LEAVE there must be none at all.
"""

from tests.rules.programs import Whole

HEADER = """\
import torch
import torch.nn.functional as F
from torch import Tensor, nn


"""

FLAG: dict[str, str] = {
    "multiply then divide": """\
x = torch.rand(3)
y = torch.rand(3)
z = x * y / y  # expect: TEF312
""",
    "divide then multiply": """\
x = torch.rand(3)
y = torch.rand(3)
z = x / y * y  # expect: TEF312
""",
    "annotated parameters": """\
def undo(x: torch.Tensor, scale: torch.Tensor) -> torch.Tensor:
    return x * scale / scale  # expect: TEF312
""",
    "parentheses around the product": """\
def undo(x: Tensor, scale: Tensor) -> Tensor:
    return (x * scale) / scale  # expect: TEF312
""",
    "factor first": """\
def undo(x: torch.Tensor, scale: torch.Tensor):
    return scale * x / scale  # expect: TEF312
""",
    "factor first after a quotient": """\
def undo(x: torch.Tensor, scale: torch.Tensor):
    return scale * (x / scale)  # expect: TEF312
""",
    "torch.mul under a division": """\
def undo(x: torch.Tensor, scale: torch.Tensor):
    return torch.mul(x, scale) / scale  # expect: TEF312
""",
    "torch.div of torch.mul": """\
def undo(x: torch.Tensor, scale: torch.Tensor):
    return torch.div(torch.mul(x, scale), scale)  # expect: TEF312
""",
    "torch.mul of torch.div": """\
def undo(x: torch.Tensor, scale: torch.Tensor):
    return torch.mul(torch.div(x, scale), scale)  # expect: TEF312
""",
    "method chain": """\
def undo(x: torch.Tensor, scale: torch.Tensor):
    return x.mul(scale).div(scale)  # expect: TEF312
""",
    "method chain the other way": """\
def undo(x: torch.Tensor, scale: torch.Tensor):
    return x.div(scale).mul(scale)  # expect: TEF312
""",
    "method under an operator": """\
def undo(x: torch.Tensor, scale: torch.Tensor):
    return x.mul(scale) / scale  # expect: TEF312
""",
    "torch under another name": Whole("""\
import torch as th

x = th.rand(3)
y = th.rand(3)
z = th.multiply(x, y) / y  # expect: TEF312
"""),
    "product through a name": """\
def undo(x: torch.Tensor, scale: torch.Tensor):
    scaled = x * scale
    return scaled / scale  # expect: TEF312
""",
    "quotient through a name": """\
def undo(x: torch.Tensor, std: torch.Tensor):
    normed = x / std
    return normed * std  # expect: TEF312
""",
    "sum in front of the factor": """\
def undo(a: torch.Tensor, b: torch.Tensor, w: torch.Tensor):
    return (a + b) * w / w  # expect: TEF312
""",
    "attribute buffer": """\
class Scaler(nn.Module):
    def __init__(self, dim: int):
        super().__init__()
        self.register_buffer("std", torch.ones(dim))

    def forward(self, x):
        return x / self.std * self.std  # expect: TEF312
""",
    "attribute parameter": """\
class Gain(nn.Module):
    def __init__(self, dim: int):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(dim))

    def forward(self, x):
        return x * self.gain / self.gain  # expect: TEF312
""",
    "indexed factor": """\
def undo(x: torch.Tensor, scales: torch.Tensor):
    return x * scales[0] / scales[0]  # expect: TEF312
""",
    "norm as the factor through a name": """\
def project(x: torch.Tensor):
    norm = x.norm(dim=-1, keepdim=True)
    return x / norm * norm  # expect: TEF312
""",
    "row sums as the factor": """\
def weighted(scores: torch.Tensor, w: torch.Tensor):
    total = w.sum(dim=-1, keepdim=True)
    return scores * total / total  # expect: TEF312
""",
    "exponential factor through a name": """\
def undo(x: torch.Tensor, log_scale: torch.Tensor):
    s = torch.exp(log_scale)
    return x * s / s  # expect: TEF312
""",
    "lambda": """\
weight = torch.rand(4)
undo = lambda x: x * weight / weight  # expect: TEF312
y = undo(torch.rand(4))
""",
    "comprehension": """\
scale = torch.rand(3)
parts = [torch.rand(3), torch.rand(3)]
same = [p * scale / scale for p in parts]  # expect: TEF312
""",
    "module output as the factor": """\
gate = nn.Linear(4, 4)
x = torch.rand(2, 4)
g = gate(x)
y = x * g / g  # expect: TEF312
""",
    "nested function": """\
def make(scale: torch.Tensor):
    def undo(x: torch.Tensor):
        return x / scale * scale  # expect: TEF312

    return undo
""",
    "optional factor after the test": Whole("""\
from typing import Optional

import torch


def undo(x: torch.Tensor, w: Optional[torch.Tensor] = None):
    if w is not None:
        x = x * w / w  # expect: TEF312
    return x
"""),
    "multi-line product": """\
def undo(x: torch.Tensor, scale: torch.Tensor):
    return (
        x  # expect: TEF312
        * scale
        / scale
    )
""",
    "true_divide": """\
def undo(x: torch.Tensor, scale: torch.Tensor):
    return torch.true_divide(x * scale, scale)  # expect: TEF312
""",
    "weighted residual weighted back": """\
def residual(pred: torch.Tensor, target: torch.Tensor, sigma: torch.Tensor) -> torch.Tensor:
    z = (pred - target) / sigma
    return z * sigma  # expect: TEF312
""",
    "the learned scale is an attribute": """\
class ScaledLinear(nn.Module):
    def __init__(self, dim: int):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(dim))
        self.linear = nn.Linear(dim, dim)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = self.linear(x)
        return h * self.scale / self.scale  # expect: TEF312
""",
    "norm computed twice": """\
def renormalise(x: torch.Tensor) -> torch.Tensor:
    return x / x.norm(dim=-1, keepdim=True) * x.norm(dim=-1, keepdim=True)  # expect: TEF312
""",
    "guarded by a where": """\
def safe_ratio(value: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    zeros = torch.zeros_like(value)
    return torch.where(weight != 0, value * weight / weight, zeros)  # expect: TEF312
""",
    "function spellings in one another": """\
def undo(x: torch.Tensor, gain: torch.Tensor) -> torch.Tensor:
    return torch.div(torch.mul(x, gain), gain)  # expect: TEF312
""",
    "method chain with true divide": """\
def reweigh(loss: Tensor, freq: Tensor) -> Tensor:
    return loss.true_divide(freq).multiply(freq).sum(dim=1)  # expect: TEF312
""",
    "factor on the left": """\
def bayes(prior: torch.Tensor, likelihood: torch.Tensor) -> torch.Tensor:
    return prior * likelihood / prior  # expect: TEF312
""",
    "multiplied back from the left": """\
def conditional_to_joint(joint: torch.Tensor, marginal: torch.Tensor) -> torch.Tensor:
    cond = joint / marginal
    return marginal * cond  # expect: TEF312
""",
    "buffers for mean and std round trip": """\
class Normaliser(nn.Module):
    def __init__(self, mean: torch.Tensor, std: torch.Tensor):
        super().__init__()
        self.register_buffer("mean", mean)
        self.register_buffer("std", std)

    def reconstruct(self, x: torch.Tensor) -> torch.Tensor:
        return (x - self.mean) / self.std * self.std + self.mean  # expect: TEF312
""",
    "indexed columns": """\
def rescale_boxes(boxes: torch.Tensor, sizes: torch.Tensor) -> torch.Tensor:
    cx = boxes[:, 0] * sizes[:, 1] / sizes[:, 1]  # expect: TEF312
    cy = boxes[:, 1] * sizes[:, 0] / sizes[:, 0]  # expect: TEF312
    return torch.stack([cx, cy], dim=1)
""",
    "three factors": """\
def area_term(h: torch.Tensor, w: torch.Tensor, density: torch.Tensor) -> torch.Tensor:
    mass = h * w * density / density  # expect: TEF312
    return mass.sum(dim=0)
""",
    "exponentials of the same log": """\
def importance(reward: torch.Tensor, logp: torch.Tensor) -> torch.Tensor:
    p = torch.exp(logp)
    return reward * p / p  # expect: TEF312
""",
    "helper returns the tensor scale": """\
def row_scale(x: torch.Tensor) -> torch.Tensor:
    return x.abs().amax(dim=1, keepdim=True)


def dequantise_noop(x: torch.Tensor) -> torch.Tensor:
    s = row_scale(x)
    scaled = x / s
    return scaled * s  # expect: TEF312
""",
    "unsqueezed mask on both sides": """\
def pooled(x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    return (x * mask.unsqueeze(-1) / mask.unsqueeze(-1)).sum(dim=1)  # expect: TEF312
""",
    "inside a comprehension over gradients": """\
def unscale(grads: list[torch.Tensor], scale: torch.Tensor) -> list[torch.Tensor]:
    return [g * scale / scale for g in grads]  # expect: TEF312
""",
    "over several lines in a dict": """\
def outputs(depth: torch.Tensor, focal: torch.Tensor) -> dict[str, torch.Tensor]:
    return {
        "depth": (
            depth  # expect: TEF312
            / focal
            * focal
        ),
        "inverse": 1.0 / depth,
    }
""",
}

LEAVE: dict[str, str] = {
    "number as the factor": """\
def undo(x: torch.Tensor):
    return x * 2.0 / 2.0
""",
    "annotated number as the factor": """\
def undo(x: torch.Tensor, temperature: float):
    return x / temperature * temperature
""",
    "batch size as the factor": """\
def undo(x: torch.Tensor):
    n = x.size(0)
    return x * n / n
""",
    "unpacked shape as the factor": """\
def undo(x: torch.Tensor):
    b, d = x.shape
    return x * d / d
""",
    "untyped factor with no evidence": """\
def undo(x, scale):
    return x * scale / scale


torch.manual_seed(0)
""",
    "numpy arrays": Whole("""\
import numpy as np
import torch

x = np.random.rand(3)
y = np.random.rand(3)
z = torch.from_numpy(x * y / y)
"""),
    "different factors": """\
def rescale(x: torch.Tensor, old: torch.Tensor, new: torch.Tensor):
    return x * new / old
""",
    "different attributes": """\
class Rescale(nn.Module):
    def __init__(self, dim: int):
        super().__init__()
        self.register_buffer("old", torch.ones(dim))
        self.register_buffer("new", torch.ones(dim))

    def forward(self, x):
        return x / self.old * self.new
""",
    "different indices": """\
def rescale(x: torch.Tensor, scales: torch.Tensor):
    return x * scales[0] / scales[1]
""",
    "fake quantisation with rounding between": """\
def fake_quant(x: torch.Tensor, scale: torch.Tensor):
    return torch.round(x / scale) * scale
""",
    "fake quantisation with round and clamp": """\
def fake_quant(x: torch.Tensor, scale: torch.Tensor):
    return (x / scale).round().clamp(-128, 127) * scale
""",
    "fake quantisation through a name": """\
def fake_quant(x: torch.Tensor, scale: torch.Tensor):
    q = x / scale
    q = q.round()
    return q * scale
""",
    "network between normalisation and its inverse": """\
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
def snap(x: torch.Tensor, grid: torch.Tensor):
    return x // grid * grid
""",
    "floor rounding mode": """\
def snap(x: torch.Tensor, grid: torch.Tensor):
    return torch.div(x, grid, rounding_mode="floor") * grid
""",
    "rounding mode by method": """\
def snap(x: torch.Tensor, grid: torch.Tensor):
    return x.div(grid, rounding_mode="trunc").mul(grid)
""",
    "factor summed in the denominator": """\
def average(x: torch.Tensor, mask: torch.Tensor):
    return (x * mask).sum(dim=1) / mask.sum(dim=1)
""",
    "epsilon in the denominator": """\
def damped(x: torch.Tensor, y: torch.Tensor):
    return x * y / (y + 1e-6)
""",
    "clamped denominator": """\
def damped(x: torch.Tensor, norm: torch.Tensor):
    return x * norm / norm.clamp(min=1.0)
""",
    "detached denominator": """\
def ratio_trick(x: torch.Tensor, p: torch.Tensor):
    return x * p / p.detach()
""",
    "factor rebound between": """\
def step(x: torch.Tensor, y: torch.Tensor):
    scaled = x * y
    y = y + 1
    return scaled / y
""",
    "factor changed in place between": """\
def step(x: torch.Tensor, y: torch.Tensor):
    scaled = x * y
    y.add_(1)
    return scaled / y
""",
    "attribute updated between": """\
class Running:
    def __init__(self):
        self.scale = torch.ones(3)

    def __call__(self, x: torch.Tensor):
        scaled = x * self.scale
        self.scale = 0.9 * self.scale + 0.1 * x.abs()
        return scaled / self.scale
""",
    "two random draws": """\
def jitter(x: torch.Tensor):
    return x * torch.rand(3) / torch.rand(3)
""",
    "two dropout draws": """\
def jitter(x: torch.Tensor, m: torch.Tensor):
    return x * F.dropout(m, 0.5) / F.dropout(m, 0.5)
""",
    "matrix product, then division": """\
def apply(x: torch.Tensor, y: torch.Tensor):
    return x @ y / y
""",
    "divided twice": """\
def damp(x: torch.Tensor, y: torch.Tensor):
    return x / y / y
""",
    "multiplied twice": """\
def boost(x: torch.Tensor, y: torch.Tensor):
    return x * y * y
""",
    "quotient of squares": """\
def damp(x: torch.Tensor, y: torch.Tensor):
    return x / y**2 * y
""",
    "cosine of two vectors": """\
def cosine(a: torch.Tensor, b: torch.Tensor):
    dot = (a * b).sum(dim=-1)
    return dot / (a.norm(dim=-1) * b.norm(dim=-1))
""",
    "multiply, add, divide": """\
def shift(x: torch.Tensor, y: torch.Tensor, z: torch.Tensor):
    return (x * y + z) / y
""",
    "divide, add, multiply": """\
def shift(x: torch.Tensor, std: torch.Tensor, noise: torch.Tensor):
    return (x / std + noise) * std
""",
    "item of the factor": """\
def undo(x: torch.Tensor, total: torch.Tensor):
    n = total.item()
    return x * n / n
""",
    "gradient clipping by norm": """\
def clip(grad: torch.Tensor, limit: float):
    norm = grad.norm(dim=-1, keepdim=True)
    return grad * limit / norm.clamp(min=limit)
""",
    "tensor scaled by numbers": Whole("""\
import math

import torch


def scale(q: torch.Tensor, dim: int):
    root = math.sqrt(dim)
    return q * root / root
"""),
    "path components": Whole("""\
from pathlib import Path

import torch

root = Path("runs")
name = "model" * 2
target = root / name / name
device = torch.device("cpu")
"""),
    "scaled loss divided after the backward pass": """\
def step(loss: torch.Tensor, scale: torch.Tensor, w: torch.Tensor):
    (grad,) = torch.autograd.grad(loss * scale, w)
    return grad / scale
""",
    "fake quantisation rounds in between": """\
def fake_quant(x: torch.Tensor, bits: int = 8) -> torch.Tensor:
    scale = x.abs().amax(dim=-1, keepdim=True).clamp(min=1e-5) / (2 ** (bits - 1) - 1)
    return (x / scale).round().clamp(-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) * scale
""",
    "cast to int8 and back": """\
def roundtrip(x: torch.Tensor, scale: torch.Tensor) -> torch.Tensor:
    q = (x / scale).to(torch.int8)
    return q * scale
""",
    "floor division snaps to a grid": """\
def voxel_corner(xyz: torch.Tensor, size: torch.Tensor) -> torch.Tensor:
    return xyz // size * size
""",
    "rounding mode floor": """\
def snap(t: torch.Tensor, stride: torch.Tensor) -> torch.Tensor:
    return torch.div(t, stride, rounding_mode="floor") * stride
""",
    "detached copy of the factor": """\
def surrogate(reward: torch.Tensor, logp: torch.Tensor) -> torch.Tensor:
    p = logp.exp()
    return reward * p / p.detach()
""",
    "ratio of a tensor to its own detached self": """\
def magnitude_preserving(x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    return x / weight.detach() * weight
""",
    "epsilon or clamp on one side": """\
def wiener(x: torch.Tensor, power: torch.Tensor, noise: torch.Tensor) -> torch.Tensor:
    a = x * power / (power + noise)
    return a + x * power / power.clamp(min=1e-6)
""",
    "python number scale": Whole("""\
import math

import torch


class Attention(torch.nn.Module):
    def __init__(self, dim: int):
        super().__init__()
        self.scale = math.sqrt(dim)

    def forward(self, q: torch.Tensor) -> torch.Tensor:
        return q * self.scale / self.scale
"""),
    "size of a tensor is a number": """\
def rescale(loss: torch.Tensor, batch: torch.Tensor) -> torch.Tensor:
    n = batch.shape[0]
    return loss * n / n
""",
    "another column": """\
def convert(x: torch.Tensor, scales: torch.Tensor) -> torch.Tensor:
    return x / scales[:, :1] * scales[:, 1:2]
""",
    "fresh random tensors are not the same": """\
def jitter(x: torch.Tensor) -> torch.Tensor:
    return x * torch.rand_like(x) / torch.rand_like(x)
""",
    "network between normalising and back": """\
class RevIN(nn.Module):
    def __init__(self, net: nn.Module):
        super().__init__()
        self.net = net

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        std = x.std(dim=1, keepdim=True) + 1e-5
        x = x / std
        x = self.net(x)
        return x * std
""",
    "factor updated between": """\
def step(x: torch.Tensor, ema: torch.Tensor, new: torch.Tensor, beta: float) -> torch.Tensor:
    y = x * ema
    ema = beta * ema + (1 - beta) * new
    return y / ema
""",
    "temperature through a softmax": """\
def distill(student: torch.Tensor, teacher: torch.Tensor, t: torch.Tensor) -> torch.Tensor:
    log_q = F.log_softmax(student / t, dim=1) * t
    log_p = F.log_softmax(teacher / t, dim=1) * t
    return (log_p - log_q).abs().sum(dim=1)
""",
    "offset before multiplying back": """\
def shift_in_unit_space(x: torch.Tensor, s: torch.Tensor, delta: torch.Tensor) -> torch.Tensor:
    return (x / s + delta) * s
""",
    "weighted mean": """\
def weighted_mean(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
    return (x * w).sum(dim=1) / w.sum(dim=1)
""",
    "scale of unknown kind": """\
def passthrough(x: torch.Tensor, scale) -> torch.Tensor:
    return x * scale / scale
""",
    "clipped norm against the norm": """\
def clip_rows(x: torch.Tensor, limit: float) -> torch.Tensor:
    norm = torch.linalg.vector_norm(x, dim=-1, keepdim=True)
    target = norm.clamp(max=limit)
    return x / norm * target
""",
    "parenthesised square": """\
def two_powers(x: torch.Tensor, y: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    return x / (y * y), x * y / y.square()
""",
    "matmul between": """\
def smooth_quant(x: torch.Tensor, s: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
    return (x / s) @ (s.unsqueeze(-1) * w)
""",
    "item of the tensor": """\
def descale(x: torch.Tensor, peak: torch.Tensor) -> torch.Tensor:
    top = float(peak)
    return x * top / top
""",
    "quotient that something else reads": """\
def best(scores: torch.Tensor, penalties: torch.Tensor):
    scores = scores / penalties
    guess = scores.argmax(dim=-1)
    return guess, scores * penalties
""",
}
