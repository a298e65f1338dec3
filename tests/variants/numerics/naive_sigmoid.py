"""TEF308 naive-sigmoid: programs that must be flagged and near misses that must stay silent.

In FLAG, `# expect: CODE` ends each line on which a finding must stand, and no other finding may stand anywhere.
In LEAVE there must be none at all.
"""

FLAG: dict[str, str] = {
    "textbook sigmoid": """\
import torch

x = torch.randn(5)
y = 1 / (1 + torch.exp(-x))  # expect: TEF308
""",
    "sigmoid of the negated input": """\
import torch


def complement(x: torch.Tensor) -> torch.Tensor:
    return 1 / (1 + torch.exp(x))  # expect: TEF308
""",
    "float ones": """\
import torch


def sigmoid(x: torch.Tensor):
    return 1.0 / (1.0 + torch.exp(-x))  # expect: TEF308
""",
    "exp before the one": """\
import torch


def sigmoid(x: torch.Tensor):
    return 1.0 / (torch.exp(-x) + 1.0)  # expect: TEF308
""",
    "method exp": """\
import torch
from torch import Tensor


def sigmoid(x: Tensor):
    return 1 / (1 + (-x).exp())  # expect: TEF308
""",
    "torch.neg inside": """\
import torch


def sigmoid(x: torch.Tensor):
    return 1 / (1 + torch.exp(torch.neg(x)))  # expect: TEF308
""",
    "minus one as a factor": """\
import torch


def sigmoid(x: torch.Tensor):
    return 1 / (1 + torch.exp(-1 * x))  # expect: TEF308
""",
    "torch.reciprocal": """\
import torch


def sigmoid(x: torch.Tensor):
    return torch.reciprocal(1 + torch.exp(-x))  # expect: TEF308
""",
    "reciprocal method": """\
import torch


def sigmoid(x: torch.Tensor):
    return (1 + torch.exp(-x)).reciprocal()  # expect: TEF308
""",
    "torch.div with the number first": """\
import torch


def sigmoid(x: torch.Tensor):
    return torch.div(1, 1 + torch.exp(-x))  # expect: TEF308
""",
    "torch.add inside": """\
import torch


def sigmoid(x: torch.Tensor):
    return 1 / torch.add(torch.exp(-x), 1)  # expect: TEF308
""",
    "power of minus one": """\
import torch


def sigmoid(x: torch.Tensor):
    return (1 + torch.exp(-x)) ** -1  # expect: TEF308
""",
    "pow method of minus one": """\
import torch


def sigmoid(x: torch.Tensor):
    return (1 + (-x).exp()).pow(-1)  # expect: TEF308
""",
    "exponential through a name": """\
import torch


def sigmoid(x: torch.Tensor):
    e = torch.exp(-x)
    return 1 / (1 + e)  # expect: TEF308
""",
    "denominator through a name": """\
import torch


def sigmoid(x: torch.Tensor):
    denominator = 1 + torch.exp(-x)
    return 1.0 / denominator  # expect: TEF308
""",
    "torch under another name": """\
import torch as th

x = th.randn(3)
y = 1 / (1 + th.exp(-x))  # expect: TEF308
""",
    "exp imported from torch": """\
from torch import exp, randn

x = randn(3)
y = 1 / (1 + exp(-x))  # expect: TEF308
""",
    "keyword input": """\
import torch


def sigmoid(x: torch.Tensor):
    return 1 / (1 + torch.exp(input=-x))  # expect: TEF308
""",
    "gain and offset": """\
import torch


def gate(x: torch.Tensor, gain: float = 3.0, offset: float = 2.0):
    return 1 / (1 + torch.exp(-gain * (x - offset)))  # expect: TEF308
""",
    "static method of a class": """\
import torch


class Machine:
    @staticmethod
    def _sigmoid(x: torch.Tensor):
        return 1 / (1 + torch.exp(-x))  # expect: TEF308

    def visible(self, h: torch.Tensor, w: torch.Tensor):
        return self._sigmoid(h @ w)
""",
    "restricted Boltzmann machine": """\
import torch
from torch import nn


class RBM(nn.Module):
    def __init__(self, visible: int, hidden: int):
        super().__init__()
        self.weight = nn.Parameter(torch.zeros(visible, hidden))
        self.bias = nn.Parameter(torch.zeros(hidden))

    def forward(self, v):
        prob = 1.0 / (1.0 + torch.exp(-(v @ self.weight + self.bias)))  # expect: TEF308
        return torch.bernoulli(prob)
""",
    "Fermi-Dirac decoder": """\
import torch
from torch import nn


class FermiDirac(nn.Module):
    def __init__(self, r: float, t: float):
        super().__init__()
        self.r = r
        self.t = t

    def forward(self, dist):
        return 1.0 / (torch.exp((dist - self.r) / self.t) + 1.0)  # expect: TEF308
""",
    "swish written out": """\
import torch
from torch import nn


class Swish(nn.Module):
    def forward(self, x):
        return x * (1 / (1 + torch.exp(-x)))  # expect: TEF308
""",
    "item response model": """\
import torch


def two_parameter(theta: torch.Tensor, a: torch.Tensor, b: torch.Tensor):
    return 1 / (1 + torch.exp(-1.702 * a * (theta - b)))  # expect: TEF308
""",
    "differentiable binarisation": """\
import torch
from torch import nn


class Head(nn.Module):
    def __init__(self, k: int = 50):
        super().__init__()
        self.k = k

    def step_function(self, x: torch.Tensor, y: torch.Tensor):
        return torch.reciprocal(1 + torch.exp(-self.k * (x - y)))  # expect: TEF308
""",
    "complement of the reciprocal": """\
import torch


def above(x: torch.Tensor):
    return 1 - 1 / (1 + torch.exp(x))  # expect: TEF308
""",
    "radial attention gate on distances": """\
import torch
import torch.nn.functional as F


def soft_radius(a: torch.Tensor, b: torch.Tensor, cutoff: float):
    dist = F.pairwise_distance(a, b)
    return 1 / (1 + torch.exp(4.0 * (dist - cutoff)))  # expect: TEF308
""",
    "logistic regression by hand": """\
import torch

w = torch.zeros(5, requires_grad=True)
features = torch.randn(20, 5)
prob = 1 / (1 + torch.exp(-(features @ w)))  # expect: TEF308
""",
    "module output": """\
import torch
from torch import nn

net = nn.Linear(4, 2)
x = torch.randn(3, 4)
p = 1.0 / (1.0 + (-net(x)).exp())  # expect: TEF308
""",
    "odds over one plus odds": """\
import torch


def probability(logits: torch.Tensor):
    return torch.exp(logits) / (1 + torch.exp(logits))  # expect: TEF308
""",
    "odds over one plus odds through a name": """\
import torch


def probability(logits: torch.Tensor):
    odds = logits.exp()
    return odds / (odds + 1)  # expect: TEF308
""",
    "lambda": """\
import torch

sigmoid = lambda x: 1 / (1 + torch.exp(-x))  # expect: TEF308
y = sigmoid(torch.randn(3))
""",
    "untyped parameter given to torch.exp": """\
import torch


def sigmoid(z):
    return 1 / (1 + torch.exp(-z))  # expect: TEF308
""",
    "comprehension": """\
import torch

logits = [torch.randn(3), torch.randn(4)]
probs = [1 / (1 + torch.exp(-z)) for z in logits]  # expect: TEF308
""",
    "nested function": """\
import torch


def surrogate(slope: float):
    def smooth(v: torch.Tensor):
        return 1 / (1 + torch.exp(-slope * v))  # expect: TEF308

    return smooth
""",
    "helper of the same file": """\
import torch


def inverse_odds(x: torch.Tensor):
    return torch.exp(-x)


def sigmoid(x: torch.Tensor):
    return 1 / (1 + inverse_odds(x))  # expect: TEF308
""",
    "optional tensor after the test": """\
from typing import Optional

import torch


def gate(x: Optional[torch.Tensor] = None):
    if x is not None:
        return 1 / (1 + (-x).exp())  # expect: TEF308
    return 1.0
""",
    "multi-line quotient": """\
import torch


def gate(x: torch.Tensor, centre: torch.Tensor, width: torch.Tensor):
    return (
        1.0  # expect: TEF308
        / (1.0 + torch.exp(-(x - centre) / width))
    )
""",
    "temperature annealed mask": """\
import torch
from torch import nn


class Mask(nn.Module):
    def __init__(self, n: int):
        super().__init__()
        self.score = nn.Parameter(torch.zeros(n))

    def value(self, temp: float):
        return 1 / (1 + torch.exp(-self.score / temp))  # expect: TEF308
""",
    "attention gate with matmul": """\
import torch


def gate(q: torch.Tensor, k: torch.Tensor):
    score = q @ k.transpose(-2, -1)
    return 1 / (1 + torch.exp(-score))  # expect: TEF308
""",
    "gate from a chunked output": """\
import torch
from torch import nn


class Gated(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 16)

    def forward(self, x):
        value, gate = self.fc(x).chunk(2, dim=-1)
        return value * (1 / (1 + (-gate).exp()))  # expect: TEF308
""",
    "both branches through a name": """\
import torch


def gate(x: torch.Tensor, flip: bool):
    z = -x if flip else x
    return 1 / (1 + torch.exp(-z))  # expect: TEF308
""",
    "field of a dataclass": """\
from dataclasses import dataclass

import torch


@dataclass
class Scores:
    raw: torch.Tensor

    def prob(self):
        return 1 / (1 + (-self.raw).exp())  # expect: TEF308
""",
    "after an isinstance test": """\
import math

import torch


def sigmoid(x):
    if isinstance(x, torch.Tensor):
        return 1 / (1 + (-x).exp())  # expect: TEF308
    return 1 / (1 + math.exp(-x))
""",
    "surrogate gradient of a spiking neuron": """\
import torch


class Spike(torch.autograd.Function):
    @staticmethod
    def forward(ctx, v):
        ctx.save_for_backward(v)
        return (v > 0).float()

    @staticmethod
    def backward(ctx, grad):
        (v,) = ctx.saved_tensors
        s = 1 / (1 + torch.exp(-v))  # expect: TEF308
        return grad * s * (1 - s)
""",
}

LEAVE: dict[str, str] = {
    "already sigmoid": """\
import torch


def gate(x: torch.Tensor):
    return torch.sigmoid(x)
""",
    "sigmoid method of the negated input": """\
import torch


def complement(x: torch.Tensor):
    return (-x).sigmoid()
""",
    "numpy sigmoid": """\
import numpy as np
import torch

x = np.linspace(-4, 4, 9)
y = torch.from_numpy(1 / (1 + np.exp(-x)))
""",
    "domain adaptation schedule in numpy": """\
import numpy as np
import torch


def strength(epoch: int, total: int):
    p = epoch / total
    return torch.tensor(2.0 / (1.0 + np.exp(-10 * p)) - 1)
""",
    "schedule in math": """\
import math

import torch


def weight(step: int, k: float = 0.0025, x0: int = 2500):
    return torch.full((), 1 / (1 + math.exp(-k * (step - x0))))
""",
    "annealing helper on Python numbers": """\
import numpy as np
import torch


class Anneal:
    def __init__(self, model: torch.nn.Module):
        self.model = model

    def coefficient(self, step):
        return float(1 / (1 + np.exp(-0.01 * (step - 1000))))
""",
    "rational function": """\
import torch


def rational(x: torch.Tensor):
    return 1 / (1 + x)
""",
    "Student kernel": """\
import torch


def kernel(dist: torch.Tensor):
    return 1.0 / (1.0 + dist**2)
""",
    "two plus exp": """\
import torch


def act(x: torch.Tensor):
    return 1 / (2 + torch.exp(-x))
""",
    "another tensor in the denominator": """\
import torch


def act(x: torch.Tensor, y: torch.Tensor):
    return 1 / (1 + torch.exp(-x) + y)
""",
    "scaled exponential in the denominator": """\
import torch


def growth(t: torch.Tensor, a: torch.Tensor):
    return 1 / (1 + a * torch.exp(-t))
""",
    "division binds before addition": """\
import torch


def act(x: torch.Tensor):
    return 1 / 1 + torch.exp(-x)
""",
    "sum of exponentials in the denominator": """\
import torch


def no_choice(utility: torch.Tensor):
    return 1 / (1 + torch.exp(utility).sum(dim=-1))
""",
    "power of two": """\
import torch


def elo(diff: torch.Tensor):
    return 1 / (1 + torch.exp2(-diff))
""",
    "power of ten": """\
import torch


def elo(diff: torch.Tensor):
    return 1 / (1 + 10 ** (-diff / 400))
""",
    "power with a tensor base": """\
import torch


def hill(x: torch.Tensor, k: torch.Tensor, n: float):
    return 1 / (1 + (k / x) ** n)
""",
    "hyperbolic cosine": """\
import torch


def sech(x: torch.Tensor):
    return 1 / (1 + torch.cosh(x))
""",
    "only the denominator": """\
import torch


def denominator(x: torch.Tensor):
    return 1 + torch.exp(-x)
""",
    "exponential over an unrelated one": """\
import torch


def ratio(x: torch.Tensor, y: torch.Tensor):
    return torch.exp(x) / (1 + torch.exp(y))
""",
    "exponential over two": """\
import torch


def half(x: torch.Tensor):
    return torch.exp(-x) / 2
""",
    "inverse of an exponential": """\
import torch


def inverse(x: torch.Tensor):
    return 1 / torch.exp(x)
""",
    "unknown parameter with an exp method": """\
import torch


def sigmoid(x):
    return 1 / (1 + (-x).exp())


torch.manual_seed(0)
""",
    "own exp shadows the import": """\
import torch


def exp(x):
    return x.clamp(min=0)


def act(x: torch.Tensor):
    return 1 / (1 + exp(-x))
""",
    "name rebound between": """\
import torch


def act(x: torch.Tensor):
    e = torch.exp(-x)
    e = e + x.abs()
    return 1 / (1 + e)
""",
    "softplus in the denominator": """\
import torch
import torch.nn.functional as F


def act(x: torch.Tensor):
    return 1 / (1 + F.softplus(x))
""",
    "absolute value in the denominator": """\
import torch


def softsign(x: torch.Tensor):
    return x / (1 + x.abs())
""",
    "expm1 in the denominator": """\
import torch


def planck(x: torch.Tensor):
    return 1 / torch.expm1(x)
""",
    "jax sigmoid": """\
import jax.numpy as jnp
import torch


def sigmoid(x):
    return 1 / (1 + jnp.exp(-x))


seed = torch.initial_seed()
""",
    "list of Python floats": """\
import math

import torch

points = [0.5, 1.5]
curve = torch.tensor([1 / (1 + math.exp(-p)) for p in points])
""",
    "numpy after conversion": """\
import numpy as np
import torch


def detections(out: torch.Tensor):
    scores = out.detach().cpu().numpy()
    return 1.0 / (1.0 + np.exp(-scores))
""",
    "sum of two exponentials": """\
import torch


def sech(x: torch.Tensor):
    return 2 / (torch.exp(x) + torch.exp(-x))
""",
    "matrix exponential": """\
import torch


def resolvent(a: torch.Tensor):
    return 1 / (1 + torch.matrix_exp(-a))
""",
    "tanh by its own function": """\
import torch


def gate(x: torch.Tensor):
    return 0.5 * (1 + torch.tanh(x / 2))
""",
    "epsilon plus exp": """\
import torch


def precision(logvar: torch.Tensor):
    return 1 / (1e-6 + torch.exp(logvar))
""",
    "one plus exp under a square root": """\
import torch


def scale(x: torch.Tensor):
    return torch.rsqrt(1 + torch.exp(-x))
""",
    "one plus exp as a factor": """\
import torch


def confidence(raw: torch.Tensor, err: torch.Tensor):
    c = 1 + torch.exp(raw)
    return c * err - 0.2 * torch.log(c + 0.5)
""",
    "gradient of a surrogate on the absolute value": """\
import torch


def fast_sigmoid_grad(v: torch.Tensor, slope: float = 25.0):
    return 1 / (1 + slope * v.abs()) ** 2
""",
    "floor division": """\
import torch


def odd(x: torch.Tensor):
    return 1 // (1 + torch.exp(-x))
""",
    "array annotation": """\
import numpy as np
import torch


def gate(x: np.ndarray):
    return torch.from_numpy(1 / (1 + np.exp(-x)))
""",
}
