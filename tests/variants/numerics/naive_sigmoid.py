"""TEF308 naive-sigmoid: programs that must be flagged and near misses that must stay silent.

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
    "textbook sigmoid": """\
x = torch.randn(5)
y = 1 / (1 + torch.exp(-x))  # expect: TEF308
""",
    "sigmoid of the negated input": """\
def complement(x: torch.Tensor) -> torch.Tensor:
    return 1 / (1 + torch.exp(x))  # expect: TEF308
""",
    "float ones": """\
def sigmoid(x: torch.Tensor):
    return 1.0 / (1.0 + torch.exp(-x))  # expect: TEF308
""",
    "exp before the one": """\
def sigmoid(x: torch.Tensor):
    return 1.0 / (torch.exp(-x) + 1.0)  # expect: TEF308
""",
    "method exp": """\
def sigmoid(x: Tensor):
    return 1 / (1 + (-x).exp())  # expect: TEF308
""",
    "torch.neg inside": """\
def sigmoid(x: torch.Tensor):
    return 1 / (1 + torch.exp(torch.neg(x)))  # expect: TEF308
""",
    "minus one as a factor": """\
def sigmoid(x: torch.Tensor):
    return 1 / (1 + torch.exp(-1 * x))  # expect: TEF308
""",
    "torch.reciprocal": """\
def sigmoid(x: torch.Tensor):
    return torch.reciprocal(1 + torch.exp(-x))  # expect: TEF308
""",
    "reciprocal method": """\
def sigmoid(x: torch.Tensor):
    return (1 + torch.exp(-x)).reciprocal()  # expect: TEF308
""",
    "torch.div with the number first": """\
def sigmoid(x: torch.Tensor):
    return torch.div(1, 1 + torch.exp(-x))  # expect: TEF308
""",
    "torch.add inside": """\
def sigmoid(x: torch.Tensor):
    return 1 / torch.add(torch.exp(-x), 1)  # expect: TEF308
""",
    "power of minus one": """\
def sigmoid(x: torch.Tensor):
    return (1 + torch.exp(-x)) ** -1  # expect: TEF308
""",
    "pow method of minus one": """\
def sigmoid(x: torch.Tensor):
    return (1 + (-x).exp()).pow(-1)  # expect: TEF308
""",
    "exponential through a name": """\
def sigmoid(x: torch.Tensor):
    e = torch.exp(-x)
    return 1 / (1 + e)  # expect: TEF308
""",
    "denominator through a name": """\
def sigmoid(x: torch.Tensor):
    denominator = 1 + torch.exp(-x)
    return 1.0 / denominator  # expect: TEF308
""",
    "torch under another name": Whole("""\
import torch as th

x = th.randn(3)
y = 1 / (1 + th.exp(-x))  # expect: TEF308
"""),
    "exp imported from torch": Whole("""\
from torch import exp, randn

x = randn(3)
y = 1 / (1 + exp(-x))  # expect: TEF308
"""),
    "keyword input": """\
def sigmoid(x: torch.Tensor):
    return 1 / (1 + torch.exp(input=-x))  # expect: TEF308
""",
    "gain and offset": """\
def gate(x: torch.Tensor, gain: float = 3.0, offset: float = 2.0):
    return 1 / (1 + torch.exp(-gain * (x - offset)))  # expect: TEF308
""",
    "static method of a class": """\
class Machine:
    @staticmethod
    def _sigmoid(x: torch.Tensor):
        return 1 / (1 + torch.exp(-x))  # expect: TEF308

    def visible(self, h: torch.Tensor, w: torch.Tensor):
        return self._sigmoid(h @ w)
""",
    "restricted Boltzmann machine": """\
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
class FermiDirac(nn.Module):
    def __init__(self, r: float, t: float):
        super().__init__()
        self.r = r
        self.t = t

    def forward(self, dist):
        return 1.0 / (torch.exp((dist - self.r) / self.t) + 1.0)  # expect: TEF308
""",
    "swish written out": """\
class Swish(nn.Module):
    def forward(self, x):
        return x * (1 / (1 + torch.exp(-x)))  # expect: TEF308
""",
    "item response model": """\
def two_parameter(theta: torch.Tensor, a: torch.Tensor, b: torch.Tensor):
    return 1 / (1 + torch.exp(-1.702 * a * (theta - b)))  # expect: TEF308
""",
    "differentiable binarisation": """\
class Head(nn.Module):
    def __init__(self, k: int = 50):
        super().__init__()
        self.k = k

    def step_function(self, x: torch.Tensor, y: torch.Tensor):
        return torch.reciprocal(1 + torch.exp(-self.k * (x - y)))  # expect: TEF308
""",
    "complement of the reciprocal": """\
def above(x: torch.Tensor):
    return 1 - 1 / (1 + torch.exp(x))  # expect: TEF308
""",
    "radial attention gate on distances": """\
def soft_radius(a: torch.Tensor, b: torch.Tensor, cutoff: float):
    dist = F.pairwise_distance(a, b)
    return 1 / (1 + torch.exp(4.0 * (dist - cutoff)))  # expect: TEF308
""",
    "logistic regression by hand": """\
w = torch.zeros(5, requires_grad=True)
features = torch.randn(20, 5)
prob = 1 / (1 + torch.exp(-(features @ w)))  # expect: TEF308
""",
    "module output": """\
net = nn.Linear(4, 2)
x = torch.randn(3, 4)
p = 1.0 / (1.0 + (-net(x)).exp())  # expect: TEF308
""",
    "odds over one plus odds": """\
def probability(logits: torch.Tensor):
    return torch.exp(logits) / (1 + torch.exp(logits))  # expect: TEF308
""",
    "odds over one plus odds through a name": """\
def probability(logits: torch.Tensor):
    odds = logits.exp()
    return odds / (odds + 1)  # expect: TEF308
""",
    "lambda": """\
sigmoid = lambda x: 1 / (1 + torch.exp(-x))  # expect: TEF308
y = sigmoid(torch.randn(3))
""",
    "untyped parameter given to torch.exp": """\
def sigmoid(z):
    return 1 / (1 + torch.exp(-z))  # expect: TEF308
""",
    "comprehension": """\
logits = [torch.randn(3), torch.randn(4)]
probs = [1 / (1 + torch.exp(-z)) for z in logits]  # expect: TEF308
""",
    "nested function": """\
def surrogate(slope: float):
    def smooth(v: torch.Tensor):
        return 1 / (1 + torch.exp(-slope * v))  # expect: TEF308

    return smooth
""",
    "helper of the same file": """\
def inverse_odds(x: torch.Tensor):
    return torch.exp(-x)


def sigmoid(x: torch.Tensor):
    return 1 / (1 + inverse_odds(x))  # expect: TEF308
""",
    "optional tensor after the test": Whole("""\
from typing import Optional

import torch


def gate(x: Optional[torch.Tensor] = None):
    if x is not None:
        return 1 / (1 + (-x).exp())  # expect: TEF308
    return 1.0
"""),
    "multi-line quotient": """\
def gate(x: torch.Tensor, centre: torch.Tensor, width: torch.Tensor):
    return (
        1.0  # expect: TEF308
        / (1.0 + torch.exp(-(x - centre) / width))
    )
""",
    "temperature annealed mask": """\
class Mask(nn.Module):
    def __init__(self, n: int):
        super().__init__()
        self.score = nn.Parameter(torch.zeros(n))

    def value(self, temp: float):
        return 1 / (1 + torch.exp(-self.score / temp))  # expect: TEF308
""",
    "attention gate with matmul": """\
def gate(q: torch.Tensor, k: torch.Tensor):
    score = q @ k.transpose(-2, -1)
    return 1 / (1 + torch.exp(-score))  # expect: TEF308
""",
    "gate from a chunked output": """\
class Gated(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 16)

    def forward(self, x):
        value, gate = self.fc(x).chunk(2, dim=-1)
        return value * (1 / (1 + (-gate).exp()))  # expect: TEF308
""",
    "both branches through a name": """\
def gate(x: torch.Tensor, flip: bool):
    z = -x if flip else x
    return 1 / (1 + torch.exp(-z))  # expect: TEF308
""",
    "field of a dataclass": Whole("""\
from dataclasses import dataclass

import torch


@dataclass
class Scores:
    raw: torch.Tensor

    def prob(self):
        return 1 / (1 + (-self.raw).exp())  # expect: TEF308
"""),
    "after an isinstance test": Whole("""\
import math

import torch


def sigmoid(x):
    if isinstance(x, torch.Tensor):
        return 1 / (1 + (-x).exp())  # expect: TEF308
    return 1 / (1 + math.exp(-x))
"""),
    "surrogate gradient of a spiking neuron": """\
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
    "fermi dirac decoder of a hyperbolic graph network": """\
class FermiDirac(nn.Module):
    def __init__(self, r: float, t: float):
        super().__init__()
        self.r = r
        self.t = t

    def forward(self, dist):
        probs = 1.0 / (torch.exp((dist - self.r) / self.t) + 1.0)  # expect: TEF308
        return probs
""",
    "differentiable binarisation step": """\
class DBHead(nn.Module):
    def __init__(self, channels: int, k: int = 50):
        super().__init__()
        self.k = k
        self.binarize = nn.Conv2d(channels, 1, 3, padding=1)
        self.thresh = nn.Conv2d(channels, 1, 3, padding=1)

    def step_function(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        return torch.reciprocal(1 + torch.exp(-self.k * (x - y)))  # expect: TEF308

    def forward(self, feats: torch.Tensor) -> torch.Tensor:
        shrink = torch.sigmoid(self.binarize(feats))
        return self.step_function(shrink, self.thresh(feats))
""",
    "elo win probability": """\
def win_probability(ratings: torch.Tensor, home: torch.Tensor, away: torch.Tensor, scale: float) -> torch.Tensor:
    gap = ratings[home] - ratings[away]
    z = torch.exp(-gap / scale)
    return 1 / (1 + z)  # expect: TEF308
""",
    "negative power of the denominator": """\
def gate(x: torch.Tensor) -> torch.Tensor:
    return (1 + torch.exp(-x)) ** -1  # expect: TEF308
""",
    "reciprocal at the end of a chain": """\
def hidden_given_visible(v: torch.Tensor, w: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    activation = torch.addmm(b, v, w)
    probability = activation.neg().exp().add(1).reciprocal()  # expect: TEF308
    return torch.bernoulli(probability)
""",
    "helper with a default temperature": """\
def boltzmann(energy: torch.Tensor, beta: float = 1.0) -> torch.Tensor:
    return torch.exp(-beta * energy)


def two_level_population(energy: torch.Tensor) -> torch.Tensor:
    excited = boltzmann(energy)
    return 1.0 / (excited + 1.0)  # expect: TEF308
""",
    "psychometric item response": """\
class TwoPL(nn.Module):
    def __init__(self, items: int, students: int):
        super().__init__()
        self.a = nn.Parameter(torch.ones(items))
        self.b = nn.Parameter(torch.zeros(items))
        self.theta = nn.Embedding(students, 1)

    def forward(self, student, item):
        ability = self.theta(student)[:, 0]
        logit = self.a[item] * (ability - self.b[item])
        return 1 / (1 + torch.exp(-logit))  # expect: TEF308
""",
    "torch div of one by a torch add": Whole("""\
import torch as th


def soft_assignment(margin: th.Tensor) -> th.Tensor:
    denom = th.add(th.exp(margin), 1)
    return th.div(1, denom)  # expect: TEF308
"""),
    "smooth ap indicator over several lines": """\
def temp_sigmoid(tensor: torch.Tensor, temp: float = 1.0) -> torch.Tensor:
    exponent = -tensor / temp
    exponent = torch.clamp(exponent, min=-50, max=50)
    y = (
        1.0  # expect: TEF308
        / (1.0 + torch.exp(exponent))
    )
    return y
""",
    "custom autograd forward": """\
class Sigmoid(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x: torch.Tensor) -> torch.Tensor:
        out = 1 / (1 + (-x).exp())  # expect: TEF308
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad: torch.Tensor) -> torch.Tensor:
        (out,) = ctx.saved_tensors
        return grad * out * (1 - out)
""",
    "logistic regression from scratch with no module": """\
features = torch.randn(200, 4)
weight = torch.zeros(4, requires_grad=True)
bias = torch.zeros(1, requires_grad=True)


def predict(x: torch.Tensor) -> torch.Tensor:
    logits = x @ weight + bias
    return 1 / (1 + torch.exp(-1 * logits))  # expect: TEF308


predictions = predict(features)
""",
    "lstm gates by an inner function": Whole("""\
import torch
from torch import exp


def lstm_cell(gates: torch.Tensor, c: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    def sig(t: torch.Tensor) -> torch.Tensor:
        return 1 / (1 + exp(-t))  # expect: TEF308

    i, f, g, o = gates.chunk(4, dim=1)
    c = sig(f) * c + sig(i) * torch.tanh(g)
    return sig(o) * torch.tanh(c), c
"""),
    "one minus the naive sigmoid": """\
def annealed_keep(step: torch.Tensor, middle: float, width: float) -> torch.Tensor:
    drop = 1 / (1 + torch.exp(-(step - middle) / width))  # expect: TEF308
    return 1 - drop
""",
    "ones_like in numerator and denominator": """\
def squash(x: torch.Tensor) -> torch.Tensor:
    one = torch.ones_like(x)
    return one / (one + torch.exp(-x))  # expect: TEF308
""",
    "quick gelu": """\
class QuickGELU(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x * (1 / (1 + torch.exp(-1.702 * x)))  # expect: TEF308
""",
    "conditional expression picks the sign of the exponent": """\
def soft_threshold(x: torch.Tensor, level: float, above: bool) -> torch.Tensor:
    exponent = level - x if above else x - level
    return 1.0 / (1.0 + torch.exp(exponent))  # expect: TEF308
""",
    "subclass overrides the link": """\
class GLM(nn.Module):
    def __init__(self, dim: int):
        super().__init__()
        self.linear = nn.Linear(dim, 1)

    def link(self, eta: torch.Tensor) -> torch.Tensor:
        return eta

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.link(self.linear(x))


class LogisticGLM(GLM):
    def link(self, eta: torch.Tensor) -> torch.Tensor:
        return 1 / (torch.exp(eta.neg()) + 1)  # expect: TEF308
""",
    "under no_grad": """\
@torch.no_grad()
def probability(score: torch.Tensor):
    return 1 / (1 + torch.exp(-score))  # expect: TEF308 "takes four operations"
""",
    "below a number by a test": """\
def logistic(score: torch.Tensor, centre: float):
    exponent = centre - score
    if exponent >= 10:
        return torch.exp(-exponent)
    return 1 / (1 + torch.exp(exponent))  # expect: TEF308
""",
    "compared for a mask": """\
def logistic(score: torch.Tensor):
    return torch.where(score > -10, 1 / (1 + torch.exp(-score)), score.exp())  # expect: TEF308
""",
    "written to a file": """\
def export(opacities: torch.Tensor, buffer) -> None:
    shown = 1 / (1 + torch.exp(-opacities))  # expect: TEF308
    buffer.write((shown * 255).to(torch.uint8))
""",
}

LEAVE: dict[str, str] = {
    "already sigmoid": """\
def gate(x: torch.Tensor):
    return torch.sigmoid(x)
""",
    "sigmoid method of the negated input": """\
def complement(x: torch.Tensor):
    return (-x).sigmoid()
""",
    "numpy sigmoid": Whole("""\
import numpy as np
import torch

x = np.linspace(-4, 4, 9)
y = torch.from_numpy(1 / (1 + np.exp(-x)))
"""),
    "domain adaptation schedule in numpy": Whole("""\
import numpy as np
import torch


def strength(epoch: int, total: int):
    p = epoch / total
    return torch.tensor(2.0 / (1.0 + np.exp(-10 * p)) - 1)
"""),
    "schedule in math": Whole("""\
import math

import torch


def weight(step: int, k: float = 0.0025, x0: int = 2500):
    return torch.full((), 1 / (1 + math.exp(-k * (step - x0))))
"""),
    "annealing helper on Python numbers": Whole("""\
import numpy as np
import torch


class Anneal:
    def __init__(self, model: torch.nn.Module):
        self.model = model

    def coefficient(self, step):
        return float(1 / (1 + np.exp(-0.01 * (step - 1000))))
"""),
    "rational function": """\
def rational(x: torch.Tensor):
    return 1 / (1 + x)
""",
    "Student kernel": """\
def kernel(dist: torch.Tensor):
    return 1.0 / (1.0 + dist**2)
""",
    "two plus exp": """\
def act(x: torch.Tensor):
    return 1 / (2 + torch.exp(-x))
""",
    "another tensor in the denominator": """\
def act(x: torch.Tensor, y: torch.Tensor):
    return 1 / (1 + torch.exp(-x) + y)
""",
    "scaled exponential in the denominator": """\
def growth(t: torch.Tensor, a: torch.Tensor):
    return 1 / (1 + a * torch.exp(-t))
""",
    "division binds before addition": """\
def act(x: torch.Tensor):
    return 1 / 1 + torch.exp(-x)
""",
    "sum of exponentials in the denominator": """\
def no_choice(utility: torch.Tensor):
    return 1 / (1 + torch.exp(utility).sum(dim=-1))
""",
    "power of two": """\
def elo(diff: torch.Tensor):
    return 1 / (1 + torch.exp2(-diff))
""",
    "power of ten": """\
def elo(diff: torch.Tensor):
    return 1 / (1 + 10 ** (-diff / 400))
""",
    "power with a tensor base": """\
def hill(x: torch.Tensor, k: torch.Tensor, n: float):
    return 1 / (1 + (k / x) ** n)
""",
    "hyperbolic cosine": """\
def sech(x: torch.Tensor):
    return 1 / (1 + torch.cosh(x))
""",
    "only the denominator": """\
def denominator(x: torch.Tensor):
    return 1 + torch.exp(-x)
""",
    "exponential over an unrelated one": """\
def ratio(x: torch.Tensor, y: torch.Tensor):
    return torch.exp(x) / (1 + torch.exp(y))
""",
    "exponential over two": """\
def half(x: torch.Tensor):
    return torch.exp(-x) / 2
""",
    "inverse of an exponential": """\
def inverse(x: torch.Tensor):
    return 1 / torch.exp(x)
""",
    "parameter of a package that has an exp method too": Whole("""\
import polars as pl
import torch


def sigmoid(x):
    return 1 / (1 + (-x).exp())
"""),
    "own exp shadows the import": Whole("""\
import torch


def exp(x):
    return x.clamp(min=0)


def act(x: torch.Tensor):
    return 1 / (1 + exp(-x))
"""),
    "name rebound between": """\
def act(x: torch.Tensor):
    e = torch.exp(-x)
    e = e + x.abs()
    return 1 / (1 + e)
""",
    "softplus in the denominator": """\
def act(x: torch.Tensor):
    return 1 / (1 + F.softplus(x))
""",
    "absolute value in the denominator": """\
def softsign(x: torch.Tensor):
    return x / (1 + x.abs())
""",
    "expm1 in the denominator": """\
def planck(x: torch.Tensor):
    return 1 / torch.expm1(x)
""",
    "jax sigmoid": Whole("""\
import jax.numpy as jnp
import torch


def sigmoid(x):
    return 1 / (1 + jnp.exp(-x))


seed = torch.initial_seed()
"""),
    "list of Python floats": Whole("""\
import math

import torch

points = [0.5, 1.5]
curve = torch.tensor([1 / (1 + math.exp(-p)) for p in points])
"""),
    "numpy after conversion": Whole("""\
import numpy as np
import torch


def detections(out: torch.Tensor):
    scores = out.detach().cpu().numpy()
    return 1.0 / (1.0 + np.exp(-scores))
"""),
    "sum of two exponentials": """\
def sech(x: torch.Tensor):
    return 2 / (torch.exp(x) + torch.exp(-x))
""",
    "matrix exponential": """\
def resolvent(a: torch.Tensor):
    return 1 / (1 + torch.matrix_exp(-a))
""",
    "tanh by its own function": """\
def gate(x: torch.Tensor):
    return 0.5 * (1 + torch.tanh(x / 2))
""",
    "epsilon plus exp": """\
def precision(logvar: torch.Tensor):
    return 1 / (1e-6 + torch.exp(logvar))
""",
    "one plus exp under a square root": """\
def scale(x: torch.Tensor):
    return torch.rsqrt(1 + torch.exp(-x))
""",
    "one plus exp as a factor": """\
def confidence(raw: torch.Tensor, err: torch.Tensor):
    c = 1 + torch.exp(raw)
    return c * err - 0.2 * torch.log(c + 0.5)
""",
    "gradient of a surrogate on the absolute value": """\
def fast_sigmoid_grad(v: torch.Tensor, slope: float = 25.0):
    return 1 / (1 + slope * v.abs()) ** 2
""",
    "floor division": """\
def odd(x: torch.Tensor):
    return 1 // (1 + torch.exp(-x))
""",
    "array annotation": Whole("""\
import numpy as np
import torch


def gate(x: np.ndarray):
    return torch.from_numpy(1 / (1 + np.exp(-x)))
"""),
    "sum of exponentials in the denominator, in a longer program": """\
def null_class_prob(logits: torch.Tensor) -> torch.Tensor:
    return 1 / (1 + torch.exp(logits).sum(dim=1))
""",
    "scaled exponential": """\
def richards(t: torch.Tensor, q: torch.Tensor, nu: float) -> torch.Tensor:
    return (1 + q * torch.exp(-t)) ** (-1 / nu)
""",
    "precedence leaves the exponential outside": """\
def offset(x: torch.Tensor) -> torch.Tensor:
    return 1 / x.square().add(1) + torch.exp(-x)
""",
    "inverse distance kernel": """\
def student_kernel(dist: torch.Tensor) -> torch.Tensor:
    q = 1.0 / (1.0 + dist**2)
    return q / q.sum(dim=1, keepdim=True)
""",
    "epsilon instead of one": """\
def inverse(x: torch.Tensor, eps: float) -> torch.Tensor:
    return 1 / (eps + torch.exp(-x))
""",
    "scheduled sampling with python numbers": Whole("""\
import math

import torch


class Teacher:
    def __init__(self, k: float):
        self.k = k

    def ratio(self, step: int) -> float:
        return 1 / (1 + math.exp((step - self.k) / 100))

    def mix(self, gold: torch.Tensor, own: torch.Tensor, step: int) -> torch.Tensor:
        keep = torch.rand(gold.shape[0], 1, device=gold.device) < self.ratio(step)
        return torch.where(keep, gold, own)
"""),
    "numpy twin in the export path": Whole("""\
import numpy as np
import torch


def export(model: torch.nn.Module, x: torch.Tensor) -> np.ndarray:
    with torch.no_grad():
        logits = model(x).cpu().numpy()
    return 1 / (1 + np.exp(-logits))
"""),
    "base two": """\
def half_life(t: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    return 1 / (1 + torch.exp2(-t)), 1 / (1 + 10 ** (-t / 400))
""",
    "fixed version": """\
class FermiDirac(torch.nn.Module):
    def __init__(self, r: float, t: float):
        super().__init__()
        self.r, self.t = r, t

    def forward(self, dist: torch.Tensor) -> torch.Tensor:
        return torch.sigmoid((self.r - dist) / self.t)
""",
    "three terms in the denominator": """\
def middle_state(up: torch.Tensor, down: torch.Tensor) -> torch.Tensor:
    return 1 / (1 + torch.exp(-up) + torch.exp(-down))
""",
    "unknown object with exp": Whole("""\
import polars as pl
import torch


def logistic(series, weight: torch.Tensor):
    return 1 / (1 + (-series).exp()), weight + 1
"""),
    "power of minus one half": """\
def damp(x: torch.Tensor) -> torch.Tensor:
    return (1 + torch.exp(x)) ** -0.5
""",
    "two exponentials of two tensors": """\
def bradley_terry_denominator(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return 1 / (torch.exp(a) + torch.exp(b))
""",
    "denominator masked in between": """\
def masked_gate(x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    denom = torch.exp(-x)
    denom = denom.masked_fill(mask, 3.0)
    return 1 / (1 + denom)
""",
    "the power of a cosh": """\
def sech(x: torch.Tensor) -> torch.Tensor:
    return 1 / (1 + torch.cosh(x))
""",
    "own exp truncated to a polynomial": """\
def exp(x: torch.Tensor) -> torch.Tensor:
    return 1 + x + x**2 / 2


def fast_gate(x: torch.Tensor) -> torch.Tensor:
    return 1 / (1 + exp(-x))
""",
    "name rebound between the sum and the division": """\
def ratio(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    denom = 1 + torch.exp(-x)
    y = y * denom
    denom = y.abs() + 2
    return 1 / denom
""",
}
