"""TEF306 naive-softplus: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole.
In FLAG, `# expect: CODE` ends each line on which a finding must stand, and no other finding may stand anywhere.
In LEAVE there must be none at all.
"""

from tests.rules.programs import Whole

HEADER = """\
import torch
from torch import Tensor


"""

FLAG: dict[str, str] = {
    "where the file names functions of torch.nn alone": Whole("""\
import torch
from torch.nn.functional import softmax


def energy(x: torch.Tensor):
    return torch.where(x < 10, torch.log(1 + torch.exp(x)), x)  # expect: TEF306?
"""),
    "where it names modules, too": Whole("""\
import torch
from torch import nn
from torch.nn.functional import softmax


def energy(x: torch.Tensor):
    return torch.where(x < 10, torch.log(1 + torch.exp(x)), x)  # expect: TEF306
"""),
    "taken below a number only, in a file without gradients": """\
def log_term(x: Tensor, y: Tensor):
    a = torch.where(x < 10, torch.log(1.0 + torch.exp(x)), x)  # expect: TEF306?
    b = torch.where(y > 10, y, torch.log1p(torch.exp(y)))  # expect: TEF306?
    return a + b + torch.where(x < y, torch.log1p(torch.exp(x - y)), y)  # expect: TEF306


def fill(weight: Tensor, gradient: Tensor):
    weight.grad = gradient
""",
    "taken below a number only, in a module": """\
class Smooth(torch.nn.Module):
    def forward(self, x: Tensor):
        return torch.where(x < 10, torch.log(1.0 + torch.exp(x)), x)  # expect: TEF306
""",
    "what an object was given and keeps on its device": """class Machine:
    def __init__(self, bias: torch.Tensor, device):
        self.bias = bias.to(device=device)

    def volume(self):
        return torch.log1p(torch.exp(self.bias)).sum()  # expect: TEF306?
""",
    "a function that is given weights only, and one that is given more": """\
def positive(x: torch.Tensor) -> torch.Tensor:
    return torch.log(1 + torch.exp(x))  # expect: TEF306?


def soft(x: torch.Tensor) -> torch.Tensor:
    return torch.log(1 + torch.exp(x))  # expect: TEF306


class Prior(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.rho = torch.nn.Parameter(torch.zeros(3))

    def forward(self, x):
        return soft(x) * positive(self.rho) + soft(self.rho)
""",
    "infinities that where replaces": """\
def swoosh(x: torch.Tensor) -> torch.Tensor:
    offset = x - 4.0
    total = (1.0 + offset.exp()).log().to(x.dtype)  # expect: TEF306?
    total = torch.where(total == float("inf"), offset, total)
    return total - 0.08 * x - 0.035
""",
    "infinities that are replaced in other ways": """\
def softplus(x: torch.Tensor) -> torch.Tensor:
    a = torch.log1p(torch.exp(x))  # expect: TEF306?
    a[torch.isinf(a)] = x[torch.isinf(a)]
    b = torch.log1p(torch.exp(-x))  # expect: TEF306?
    b = torch.where(torch.isfinite(b), b, -x)
    c = torch.log(1 + torch.exp(2 * x)).nan_to_num(posinf=100.0)  # expect: TEF306?
    d = torch.log(1 + torch.exp(3 * x))  # expect: TEF306?
    mask = d.isposinf()
    return a + b + c + d.masked_fill(mask, 100.0)
""",
    "a weight that an unknown function makes": """\
class Dense:
    def build(self):
        self.rho = self.init((3, 4), 3)
        self.scores = self.init((3, 4), 3)

    def forward(self, x):
        noise = torch.log1p(torch.exp(self.rho)) * torch.randn(3, 4)  # expect: TEF306?
        return x @ noise + torch.log1p(torch.exp(2 * self.scores + x))  # expect: TEF306
""",
    "infinities that are only asked for": """\
def softplus(x: torch.Tensor) -> torch.Tensor:
    y = torch.log1p(torch.exp(x))  # expect: TEF306
    assert not torch.isinf(y).any()
    return y
""",
    "infinities of something else that are replaced": """\
def softplus(x: torch.Tensor, z: torch.Tensor) -> torch.Tensor:
    z[torch.isinf(z)] = 0.0
    return z + torch.log1p(torch.exp(x))  # expect: TEF306
""",
    "a view of a weight": """\
class Scale(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.rho = torch.nn.Parameter(torch.zeros(3))

    def forward(self, x):
        return x * torch.log1p(torch.exp(self.rho[None].expand(2, 3)))  # expect: TEF306?
""",
    "a weight of another object": """\
def sigma(layer):
    return torch.log1p(torch.exp(layer.rho))  # expect: TEF306?
""",
    "a weight with what comes in": """\
class Scale(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.rho = torch.nn.Parameter(torch.zeros(3))

    def forward(self, x):
        return torch.log1p(torch.exp(self.rho * x))  # expect: TEF306
""",
    "a layer that an object holds": """\
class Scale(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.rho = torch.nn.Linear(3, 3)

    def forward(self, x):
        return torch.log1p(torch.exp(self.rho(x)))  # expect: TEF306
""",
    "cosines times a scale of the author": """\
class Deviance(torch.nn.Module):
    def __init__(self, alpha=1, beta=1):
        super().__init__()
        self.alpha = alpha
        self.beta = beta

    def forward(self, a, b):
        similarity = torch.nn.functional.cosine_similarity(a, b, dim=1)
        return torch.log(1 + torch.exp(-self.alpha * (similarity - self.beta)))  # expect: TEF306?
""",
    "a literal that overflows": """\
largest = torch.tensor([1.0, 1000.0])
y = torch.log1p(torch.exp(largest))  # expect: TEF306
""",
    "zeros that are written to": """\
def softplus(x: torch.Tensor, y: torch.Tensor):
    filled, added = torch.zeros(3), torch.zeros(3)
    filled[:] = x
    added.add_(y)
    return torch.log1p(torch.exp(filled)), torch.log1p(torch.exp(added))  # expect: TEF306 TEF306
""",
    "a weight that starts as zeros": """\
class Scale(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.raw = torch.nn.Parameter(torch.zeros(3))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x * torch.log1p(torch.exp(self.raw))  # expect: TEF306?
""",
    "log of one plus exp": """\
x = torch.randn(5)
y = torch.log(1 + torch.exp(x))  # expect: TEF306
""",
    "exp plus float one": """\
def softplus(x: torch.Tensor) -> torch.Tensor:
    return torch.log(torch.exp(x) + 1.0)  # expect: TEF306
""",
    "log1p of exp": """\
def softplus(x: torch.Tensor):
    return torch.log1p(torch.exp(x))  # expect: TEF306
""",
    "method spelling": """\
def softplus(x: Tensor):
    return (1 + x.exp()).log()  # expect: TEF306
""",
    "method spelling with log1p": """\
def softplus(x: Tensor):
    return x.exp().log1p()  # expect: TEF306
""",
    "function over a method": """\
def softplus(x: torch.Tensor):
    return torch.log1p(x.exp())  # expect: TEF306
""",
    "add method": """\
def softplus(x: torch.Tensor):
    return x.exp().add(1).log()  # expect: TEF306
""",
    "in-place chain on a fresh exponential": """\
def softplus(x: torch.Tensor):
    return x.exp().add_(1).log_()  # expect: TEF306
""",
    "torch.add": """\
def softplus(x: torch.Tensor):
    return torch.log(torch.add(torch.exp(x), 1))  # expect: TEF306
""",
    "exponential through a name": """\
def softplus(x: torch.Tensor):
    e = torch.exp(x)
    return torch.log(1 + e)  # expect: TEF306
""",
    "every step through a name": """\
def softplus(x: torch.Tensor):
    e = torch.exp(x)
    total = e + 1
    return torch.log(total)  # expect: TEF306
""",
    "log1p through a name": """\
def softplus(x: torch.Tensor):
    e = x.exp()
    return e.log1p()  # expect: TEF306
""",
    "torch under another name": Whole("""\
import torch as th

x = th.randn(3)
y = th.log(1.0 + th.exp(x))  # expect: TEF306
"""),
    "names imported from torch": Whole("""\
from torch import exp, log, log1p, randn

x = randn(3)
a = log(1 + exp(x))  # expect: TEF306?
b = log1p(exp(-x))  # expect: TEF306?
"""),
    "keyword input": """\
def softplus(x: torch.Tensor):
    return torch.log1p(input=torch.exp(input=x))  # expect: TEF306
""",
    "logistic loss with margins": """\
def logistic(scores: torch.Tensor, labels: torch.Tensor):
    return torch.log(1 + torch.exp(-labels * scores)).mean(dim=0)  # expect: TEF306
""",
    "binary cross entropy written out": """\
def bce(z: torch.Tensor, y: torch.Tensor):
    return torch.log(1 + torch.exp(z)) - y * z  # expect: TEF306
""",
    "negative of log one plus exp of the negative": """\
def log_prob_of_one(z: torch.Tensor):
    return -torch.log(1 + torch.exp(-z))  # expect: TEF306
""",
    "mish": Whole("""\
import torch
from torch import nn


class Mish(nn.Module):
    def forward(self, x):
        return x * torch.tanh(torch.log(1 + torch.exp(x)))  # expect: TEF306
"""),
    "shifted softplus": Whole("""\
import math

import torch
from torch import nn


class ShiftedSoftplus(nn.Module):
    def __init__(self):
        super().__init__()
        self.shift = math.log(2.0)

    def forward(self, x):
        return torch.log(1.0 + torch.exp(x)) - self.shift  # expect: TEF306
"""),
    "softplus with a slope": """\
def softplus(x: torch.Tensor, beta: float = 2.0):
    return torch.log(1 + torch.exp(beta * x)) / beta  # expect: TEF306
""",
    "scale of a variational layer": Whole("""\
import torch
from torch import nn


class BayesLinear(nn.Module):
    def __init__(self, fan_in: int, fan_out: int):
        super().__init__()
        self.mu = nn.Parameter(torch.zeros(fan_out, fan_in))
        self.rho = nn.Parameter(torch.full((fan_out, fan_in), -3.0))

    def forward(self, x):
        sigma = torch.log1p(torch.exp(self.rho))  # expect: TEF306?
        weight = self.mu + sigma * torch.randn_like(sigma)
        return x @ weight.t()
"""),
    "property of a distribution": """\
class Gaussian:
    def __init__(self, mu: torch.Tensor, rho: torch.Tensor):
        self.mu = mu
        self.rho = rho

    @property
    def sigma(self):
        return (1 + self.rho.exp()).log()  # expect: TEF306?
""",
    "threshold by where keeps the bad gradient": """\
def softplus(x: torch.Tensor):
    return torch.where(x > 20, x, torch.log(1 + torch.exp(x)))  # expect: TEF306


def train(x: torch.Tensor):
    softplus(x).sum().backward()
""",
    "knowledge graph loss": """\
def complex_loss(score: torch.Tensor, label: torch.Tensor, reg: torch.Tensor, lam: float):
    return torch.log1p(torch.exp(-label * score)).mean(dim=-1) + lam * reg  # expect: TEF306
""",
    "ranking loss of pairs": Whole("""\
import torch
import torch.nn.functional as F


def ranknet(s_i: torch.Tensor, s_j: torch.Tensor):
    diff = s_i - s_j
    return torch.log1p(torch.exp(-diff))  # expect: TEF306
"""),
    "soft margin triplet": Whole("""\
import torch
import torch.nn.functional as F


def soft_triplet(anchor: torch.Tensor, pos: torch.Tensor, neg: torch.Tensor):
    d_pos = F.pairwise_distance(anchor, pos)
    d_neg = F.pairwise_distance(anchor, neg)
    return torch.log(1 + (d_pos - d_neg).exp())  # expect: TEF306
"""),
    "hashing likelihood": """\
def likelihood(u: torch.Tensor, v: torch.Tensor, s: torch.Tensor):
    theta = u @ v.t() / 2
    return torch.log(1 + torch.exp(theta)) - s * theta  # expect: TEF306
""",
    "forward-forward goodness": """\
def goodness_loss(pos: torch.Tensor, neg: torch.Tensor, threshold: float):
    real = torch.log(1 + torch.exp(threshold - pos))  # expect: TEF306
    fake = torch.log(1 + torch.exp(neg - threshold))  # expect: TEF306
    return real + fake
""",
    "generator loss of a GAN on logits": Whole("""\
import torch
from torch import nn

critic = nn.Linear(16, 1)
fake = torch.randn(8, 16)
loss = torch.log1p(torch.exp(-critic(fake)))  # expect: TEF306
"""),
    "lambda": """\
softplus = lambda x: torch.log(1 + torch.exp(x))  # expect: TEF306
y = softplus(torch.randn(3))
""",
    "untyped parameter given to torch functions": """\
def softplus(x):
    return torch.log(1 + torch.exp(x))  # expect: TEF306
""",
    "comprehension": """\
logits = [torch.randn(3), torch.randn(5)]
costs = [torch.log1p(torch.exp(z)) for z in logits]  # expect: TEF306
""",
    "nested function": """\
def make(beta: float):
    def act(x: torch.Tensor):
        return (torch.exp(beta * x) + 1).log() / beta  # expect: TEF306?

    return act
""",
    "exponential from a helper of the same file": """\
def odds(x: torch.Tensor):
    return torch.exp(x)


def softplus(x: torch.Tensor):
    return torch.log1p(odds(x))  # expect: TEF306
""",
    "optional tensor after the guard": Whole("""\
from typing import Optional

import torch
from torch import Tensor


def penalty(z: Optional[Tensor]):
    if z is None:
        return 0.0
    return (1.0 + z.exp()).log()  # expect: TEF306
"""),
    "multi-line call": """\
def loss(margin: torch.Tensor, gamma: float):
    return torch.log(  # expect: TEF306
        1.0
        + torch.exp(
            -gamma * margin,
        )
    )
""",
    "logistic negative log likelihood": """\
def logistic_nll(delta: torch.Tensor, scale: torch.Tensor):
    z = delta / scale
    return z + 2 * torch.log(1 + torch.exp(-z))  # expect: TEF306
""",
    "in-place exp of a fresh product": """\
def softplus(x: torch.Tensor):
    return torch.log1p((-x).exp_())  # expect: TEF306
""",
    "spread from a chunked output": Whole("""\
import torch
from torch import nn


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 4)

    def forward(self, x):
        mean, raw = self.fc(x).chunk(2, dim=-1)
        return mean, (1 + raw.exp()).log() + 1e-3  # expect: TEF306
"""),
    "mean and scale from unbind": """\
def split(params: torch.Tensor):
    mean, raw = params.unbind(dim=-1)
    return mean, raw.exp().log1p()  # expect: TEF306
""",
    "field of a dataclass": Whole("""\
from dataclasses import dataclass

import torch


@dataclass
class Posterior:
    mean: torch.Tensor
    rho: torch.Tensor

    def scale(self):
        return torch.log1p(self.rho.exp())  # expect: TEF306?
"""),
    "both branches through a name": """\
def loss(score: torch.Tensor, positive: bool):
    margin = -score if positive else score
    return torch.log(1 + torch.exp(margin))  # expect: TEF306
""",
    "after an isinstance test": """\
def act(x):
    if isinstance(x, torch.Tensor):
        return x.exp().log1p()  # expect: TEF306
    return x
""",
    "hand-made softplus used as a module attribute": Whole("""\
import torch
from torch import nn


class Density(nn.Module):
    def __init__(self, dim: int):
        super().__init__()
        self.raw = nn.Linear(dim, 1)
        self.act = lambda x: torch.log(1 + torch.exp(x))  # expect: TEF306?

    def forward(self, x):
        return self.act(self.raw(x))
"""),
    "soft margin triplet loss": Whole("""\
import torch
from torch import nn


class HardTriplet(nn.Module):
    def __init__(self, margin: float | None = None):
        super().__init__()
        self.margin = margin

    def forward(self, dist: torch.Tensor, same: torch.Tensor) -> torch.Tensor:
        hardest_pos = (dist * same).amax(dim=1)
        hardest_neg = (dist + 1e5 * same).amin(dim=1)
        gap = hardest_pos - hardest_neg
        if self.margin is not None:
            return torch.relu(gap + self.margin).mean(dim=0)
        return torch.log1p(torch.exp(gap)).mean(dim=0)  # expect: TEF306
"""),
    "non saturating gan losses": Whole("""\
import torch
from torch import nn


class LogisticGAN:
    def __init__(self, disc: nn.Module):
        self.disc = disc

    def d_loss(self, real: torch.Tensor, fake: torch.Tensor) -> torch.Tensor:
        r_logit = self.disc(real)
        f_logit = self.disc(fake.detach())
        on_fake = torch.log(1 + f_logit.exp())  # expect: TEF306
        on_real = (1 + (-r_logit).exp()).log()  # expect: TEF306
        return (on_fake + on_real).mean(dim=0)
"""),
    "sign error makes the abs useless": """\
def stable_looking(x: torch.Tensor) -> torch.Tensor:
    tail = torch.log1p(torch.exp(x.abs()))  # expect: TEF306
    return x.clamp(min=0) + tail
""",
    "where keeps the overflow in the backward pass": """\
def thresholded_softplus(x: torch.Tensor, threshold: float = 20.0) -> torch.Tensor:
    return torch.where(
        x > threshold,
        x,
        torch.log1p(torch.exp(x)),  # expect: TEF306
    )


def slope(x: torch.Tensor) -> torch.Tensor:
    return torch.autograd.grad(thresholded_softplus(x).sum(), x)[0]
""",
    "bayes by backprop sigma property": Whole("""\
import torch
from torch import nn


class Gaussian(nn.Module):
    def __init__(self, mu: torch.Tensor, rho: torch.Tensor):
        super().__init__()
        self.mu = nn.Parameter(mu)
        self.rho = nn.Parameter(rho)

    @property
    def sigma(self) -> torch.Tensor:
        return torch.log1p(torch.exp(self.rho))  # expect: TEF306?

    def sample(self) -> torch.Tensor:
        return self.mu + self.sigma * torch.randn_like(self.mu)
"""),
    "the same denominator serves a probability and a loss": """\
def logistic(score: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    denom = 1 + torch.exp(-score)
    prob = 1 / denom  # expect: TEF308
    nll = torch.log(denom)  # expect: TEF306
    return prob, nll
""",
    "sharpness beta with division": """\
class SDFDensity(torch.nn.Module):
    def __init__(self, beta: float = 100.0):
        super().__init__()
        self.beta = beta

    def forward(self, h: torch.Tensor) -> torch.Tensor:
        return torch.log(torch.exp(self.beta * h) + 1.0) / self.beta  # expect: TEF306
""",
    "margin ranking with labels of minus one and one": """\
def complex_regularised(score: torch.Tensor, y: torch.Tensor, lmbda: float, reg: torch.Tensor) -> torch.Tensor:
    e = torch.exp(-y * score)
    return torch.log(e + 1).mean(dim=0) + lmbda * reg  # expect: TEF306
""",
    "helper does the exponential": """\
def odds(logit: torch.Tensor) -> torch.Tensor:
    return torch.exp(logit)


def log_partition(logit: torch.Tensor) -> torch.Tensor:
    return odds(logit).log1p()  # expect: TEF306
""",
    "in place chain on a clone": """\
@torch.no_grad()
def init_dt_bias(dt_bias: torch.Tensor) -> torch.Tensor:
    work = dt_bias.clone()
    return work.exp_().add_(1).log_()  # expect: TEF306
""",
    "torch add with keyword and aliases": Whole("""\
import torch as th
from torch import log as ln


def free_energy(v: th.Tensor, weight: th.Tensor, h_bias: th.Tensor) -> th.Tensor:
    wx_b = th.addmm(h_bias, v, weight.t())
    hidden = ln(th.add(input=th.exp(wx_b), other=1))  # expect: TEF306
    return -hidden.sum(dim=1)
"""),
    "walrus keeps the exponential": """\
def scale_of(raw: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    scale = torch.log(1 + (odds := torch.exp(raw)))  # expect: TEF306
    return scale, odds
""",
    "base class method called through super": Whole("""\
import torch
from torch import nn


class Head(nn.Module):
    def __init__(self, dim: int):
        super().__init__()
        self.proj = nn.Linear(dim, dim)

    def raw(self, x: torch.Tensor) -> torch.Tensor:
        return self.proj(x)


class ScaleHead(Head):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        raw = self.raw(x)
        return 1e-4 + (1 + raw.exp()).log()  # expect: TEF306
"""),
    "unknown parameter with methods": """\
def act(x):
    return (1 + x.exp()).log()  # expect: TEF306
""",
    "dictionary of activations": """\
ACTIVATIONS = {
    "relu": torch.relu,
    "softplus": lambda t: torch.log(1 + torch.exp(t)),  # expect: TEF306
}


def activate(name: str, x: torch.Tensor) -> torch.Tensor:
    return ACTIVATIONS[name](x)
""",
    "difference of logits over the last dim": """\
def pairwise_bpr(scores: torch.Tensor, positives: torch.Tensor) -> torch.Tensor:
    pos = scores.gather(1, positives)
    loss = torch.log1p((scores - pos).exp())  # expect: TEF306
    return loss.sum(dim=-1)
""",
    "one_like instead of one": """\
def gaussian_std(params: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    mean, raw = params.chunk(2, dim=-1)
    std = torch.log(torch.ones_like(raw) + torch.exp(raw))  # expect: TEF306
    return mean, std
""",
    "arguments that every caller clamps": """\
def messages(logits: torch.Tensor, bias: float):
    return (logits - bias).exp().log1p()  # expect: TEF306?


def marginals(logits):
    logits = logits.clamp(min=-40, max=40)
    return messages(logits, 0.5)


def biased(logits: torch.Tensor):
    return messages(logits.clamp(max=20), bias=1.5)
""",
    "arguments that one caller does not clamp": """\
def messages(logits: torch.Tensor):
    return logits.exp().log1p()  # expect: TEF306


def marginals(logits: torch.Tensor):
    return messages(logits.clamp(-40, 40)) + messages(logits)
""",
    "below a number by a test": """\
def softplus(x: torch.Tensor):
    if x > 20:
        return x
    return torch.log(1 + torch.exp(x))  # expect: TEF306?
""",
    "in float64": """\
def loss(margin: torch.Tensor) -> torch.Tensor:
    return torch.log1p(torch.exp(-margin.double()))  # expect: TEF306? "overflows to inf above 709"
""",
    "perhaps in float64": """\
class Model:
    def __init__(self, kernel: torch.Tensor):
        self.kernel = kernel.double()

    def objective(self, margin: torch.Tensor) -> torch.Tensor:
        return torch.log1p(torch.exp(-margin))  # expect: TEF306? "above 88 (709 in float64)"
""",
    "float32 in a file that mentions another dtype": """\
def loss(margin: torch.Tensor, weights: torch.Tensor) -> torch.Tensor:
    losses = torch.log1p(torch.exp(-margin.float()))  # expect: TEF306 "overflows to inf above 88;"
    return losses.double() @ weights.double()
""",
    "in float16": """\
def loss(margin: torch.Tensor) -> torch.Tensor:
    return torch.log1p(torch.exp(margin.half()))  # expect: TEF306 "overflows to inf above 11;"
""",
    "limit that is too large": """\
def loss(x: torch.Tensor) -> torch.Tensor:
    return torch.log(1 + torch.exp(x.clamp(max=100.0)))  # expect: TEF306
""",
    "one weight with noise": """\
class Scale(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.mu = torch.nn.Parameter(torch.ones(1))
        self.log_var = torch.nn.Parameter(torch.ones(1) * -10.0)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        noise = torch.randn_like(self.mu)
        scale = self.mu + noise * torch.exp(0.5 * self.log_var)
        return torch.log1p(torch.exp(scale)) * x  # expect: TEF306?
""",
    "entries that a mask selects above zero, of another tensor, or before it was scaled": """\
def selected(x: Tensor, y: Tensor):
    positive = x >= 0
    first = torch.log(1 + torch.exp(x[positive]))  # expect: TEF306
    second = torch.log(1 + torch.exp(y[~positive]))  # expect: TEF306
    x = x * y
    return first, second, torch.log(1 + torch.exp(x[~positive]))  # expect: TEF306
""",
}

LEAVE: dict[str, str] = {
    "taken below a number only, of softplus": """\
def log_term(x: Tensor):
    return torch.where(x < 10, torch.nn.functional.softplus(x), x)
""",
    "softplus of torch, with infinities that are replaced": """\
def softplus(x: torch.Tensor) -> torch.Tensor:
    y = F.softplus(x)
    return torch.where(y == float("inf"), x, y)
""",
    "log1p of what is no exponential, with infinities that are replaced": """\
def shown(x: torch.Tensor) -> torch.Tensor:
    y = torch.log1p(x)
    y[torch.isinf(y)] = 0.0
    return y.nan_to_num()
""",
    "the smaller of an exponent and a number": """\
def softplus(x: torch.Tensor):
    return torch.log1p(torch.exp(torch.minimum(x, torch.tensor(20.0)))), torch.log1p(2 * x.clamp(max=20).exp())
""",
    "already softplus": Whole("""\
import torch
import torch.nn.functional as F


def act(x: torch.Tensor):
    return F.softplus(x)
"""),
    "softplus module": Whole("""\
import torch
from torch import nn

act = nn.Softplus(beta=2.0)
y = act(torch.randn(3))
"""),
    "logaddexp with zero": """\
def act(x: torch.Tensor):
    return torch.logaddexp(x, torch.zeros_like(x))
""",
    "stable tail with torch.abs": """\
def tail(x: torch.Tensor):
    return torch.log1p(torch.exp(-torch.abs(x)))
""",
    "stable tail with the abs method": """\
def bce(z: torch.Tensor, y: torch.Tensor):
    return z.clamp(min=0) - z * y + torch.log1p(torch.exp(-z.abs()))
""",
    "stable tail as methods": """\
def tail(x: torch.Tensor):
    return (-x.abs()).exp().log1p()
""",
    "stable tail through names": Whole("""\
import torch
import torch.nn.functional as F


def bce(z: torch.Tensor, y: torch.Tensor):
    neg_abs = -torch.abs(z)
    tail = torch.log1p(torch.exp(neg_abs))
    return F.relu(z) - z * y + tail
"""),
    "stable tail with the builtin abs": """\
def tail(x: torch.Tensor):
    return torch.log1p(torch.exp(-abs(x)))
""",
    "stable tail with torch.neg": """\
def tail(x: torch.Tensor):
    return torch.log1p(torch.exp(torch.neg(x.abs())))
""",
    "stable logaddexp by hand": """\
def logaddexp(a: torch.Tensor, b: torch.Tensor):
    return torch.maximum(a, b) + torch.log1p(torch.exp(-torch.abs(a - b)))
""",
    "stable tail with a factor": """\
def log_cosh(x: torch.Tensor):
    return x.abs() + torch.log1p(torch.exp(-2.0 * x.abs()))
""",
    "weighted stable tail": """\
def bce(z: torch.Tensor, y: torch.Tensor, pos_weight: torch.Tensor):
    w = 1 + (pos_weight - 1) * y
    return (1 - y) * z + w * (torch.log1p(torch.exp(-torch.abs(z))) + torch.relu(-z))
""",
    "numpy log of one plus exp": Whole("""\
import numpy as np
import torch

x = np.random.randn(5)
y = torch.from_numpy(np.log(1 + np.exp(x)))
"""),
    "numpy log1p of exp": Whole("""\
import numpy as np
import torch

x = np.linspace(-3, 3, 7)
y = torch.from_numpy(np.log1p(np.exp(x)))
"""),
    "math on Python numbers": Whole("""\
import math

import torch


def scale(rho: float):
    return torch.full((2,), math.log1p(math.exp(rho)))
"""),
    "numpy log of a converted tensor": Whole("""\
import numpy as np
import torch


def curve(x: torch.Tensor):
    values = x.detach().cpu().numpy()
    return np.log(1 + np.exp(values))
"""),
    "two plus exp": """\
def act(x: torch.Tensor):
    return torch.log(2 + torch.exp(x))
""",
    "epsilon plus exp": """\
def act(x: torch.Tensor):
    return torch.log(1e-6 + torch.exp(x))
""",
    "one added outside": """\
def act(x: torch.Tensor):
    return 1 + torch.log(x + torch.exp(x))
""",
    "one added inside the exponent": """\
def act(x: torch.Tensor):
    return torch.log(x * x + torch.exp(1 + x))
""",
    "logarithm of a product with exp": """\
def act(x: torch.Tensor, w: torch.Tensor):
    return torch.log(w * torch.exp(x) + w)
""",
    "log1p of a tensor": """\
def squash(x: torch.Tensor):
    return torch.log1p(torch.relu(x))
""",
    "log1p of a square": """\
def cauchy(x: torch.Tensor):
    return torch.log1p(x**2)
""",
    "log1p of expm1": """\
def same(x: torch.Tensor):
    return torch.log1p(torch.expm1(x))
""",
    "log1p of a power of two": """\
def octave(x: torch.Tensor):
    return torch.log1p(torch.exp2(x))
""",
    "log1p of the negated exponential": """\
def log1mexp(x: torch.Tensor):
    return torch.log1p(-torch.exp(-x))
""",
    "negated absolute of what a base class brings": """\
class Bernoulli(torch.distributions.Bernoulli):
    def log_normalizer(self):
        return self.logits.abs().neg().exp().log1p()
""",
    "an unknown attribute's negated absolute": """\
class Bernoulli:
    def __init__(self, logits):
        self.logits = logits

    def log_normalizer(self):
        return self.logits.abs().neg().exp().log1p()
""",
    "parameter of a package that has a log1p method too": Whole("""\
import polars as pl
import torch


def act(x):
    return x.exp().log1p()
"""),
    "own exp shadows the import": Whole("""\
import torch


def exp(x):
    return x.clamp(min=0)


def act(x: torch.Tensor):
    return torch.log1p(exp(x))
"""),
    "name rebound before the log": """\
def act(x: torch.Tensor):
    e = torch.exp(x)
    e = e / e.amax(dim=-1, keepdim=True)
    return torch.log1p(e)
""",
    "logsumexp with an appended zero": Whole("""\
import torch
import torch.nn.functional as F


def circle(x: torch.Tensor):
    return torch.logsumexp(F.pad(x, (0, 1)), dim=-1)
"""),
    "exp of log1p": """\
def same(x: torch.Tensor):
    return torch.exp(torch.log1p(x))
""",
    "subtraction, not addition": """\
def act(x: torch.Tensor):
    return torch.log(torch.exp(x) - 0.5)
""",
    "only the exponential": """\
def positive(rho: torch.Tensor):
    return torch.exp(rho) + 1
""",
    "symbolic algebra": Whole("""\
import sympy
import torch

x = sympy.Symbol("x")
curve = sympy.log(1 + sympy.exp(x))
device = torch.device("cpu")
"""),
    "jax numpy": Whole("""\
import jax.numpy as jnp
import torch


def act(x):
    return jnp.log1p(jnp.exp(x))


seed = torch.initial_seed()
"""),
    "stable classic with two exponentials": """\
def bce(z: torch.Tensor, y: torch.Tensor):
    top = (-z).clamp(min=0)
    return z - z * y + top + ((-top).exp() + (-z - top).exp()).log()
""",
    "different base by log2 of a ratio": """\
def bits(p: torch.Tensor, q: torch.Tensor):
    return torch.log2(p / q)
""",
    "array annotation": Whole("""\
import numpy as np
import torch


def act(x: np.ndarray):
    return torch.from_numpy(np.log1p(np.exp(x)))
"""),
    "stable tail with log1p": """\
def stable(x: torch.Tensor) -> torch.Tensor:
    neg_abs = -x.abs()
    return torch.relu(x) + torch.log1p(torch.exp(neg_abs))
""",
    "abs flipped by mul": """\
def bce(logits: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
    small = torch.abs(logits).mul(-1).exp()
    return logits.clamp(min=0) - logits * target + small.log1p()
""",
    "old pytorch form with max shift": """\
def bce_with_logits(x: torch.Tensor, t: torch.Tensor) -> torch.Tensor:
    max_val = (-x).clamp(min=0)
    return x - x * t + max_val + ((-max_val).exp() + (-x - max_val).exp()).log()
""",
    "circle loss sums before the log": """\
def one_sided(logit_p: torch.Tensor, logit_n: torch.Tensor) -> torch.Tensor:
    pos = torch.exp(-logit_p).sum(dim=1)
    neg = torch.exp(logit_n).sum(dim=1)
    return torch.log1p(pos * neg)
""",
    "logaddexp with zeros": """\
def softplus(x: torch.Tensor) -> torch.Tensor:
    return torch.logaddexp(x, torch.zeros_like(x))
""",
    "weighted exponential": """\
def weighted(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
    odds = w * torch.exp(x)
    return torch.log1p(odds)
""",
    "numpy softplus for the expected curve": Whole("""\
import numpy as np
import torch


def test_softplus() -> None:
    x = np.linspace(-5, 5, 11)
    want = np.log(1 + np.exp(x))
    got = torch.nn.functional.softplus(torch.from_numpy(x)).numpy()
    np.testing.assert_allclose(got, want)
"""),
    "python number": Whole("""\
import math

import torch
from torch import nn


class Temperature(nn.Module):
    def __init__(self, start: float):
        super().__init__()
        self.init = math.log(1 + math.exp(start))
        self.raw = nn.Parameter(torch.full((1,), self.init))
"""),
    "inverse softplus": """\
def inv_softplus(y: torch.Tensor) -> torch.Tensor:
    return y + torch.log(-torch.expm1(-y))
""",
    "epsilon in the place of the one": """\
def floored(x: torch.Tensor, eps: float) -> torch.Tensor:
    return torch.log(eps + torch.exp(x))
""",
    "log2 and exp2": """\
def bits(x: torch.Tensor) -> torch.Tensor:
    return torch.log2(torch.exp2(x) + 3)
""",
    "one outside of the log": """\
def shifted(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    e = torch.exp(x)
    return 1 + torch.log(e + y)
""",
    "fixed with a beta": Whole("""\
import torch
import torch.nn.functional as F


class Density(torch.nn.Module):
    def __init__(self, beta: float):
        super().__init__()
        self.beta = beta

    def forward(self, h: torch.Tensor) -> torch.Tensor:
        density = F.softplus(h, beta=self.beta)
        return torch.log1p(density)
"""),
    "unknown series": Whole("""\
import polars as pl
import torch


def transform(column, weight: torch.Tensor):
    return (1 + column.exp()).log(), weight + 1
"""),
    "exp masked before the log1p": """\
def masked_terms(gap: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    e = torch.exp(gap)
    e *= mask
    return torch.log1p(e).sum(dim=1)
""",
    "log of a difference with an exponential": """\
def log_gap(x: torch.Tensor, upper: torch.Tensor) -> torch.Tensor:
    return torch.log(upper - torch.exp(x))
""",
    "name rebound before the log, in a longer program": """\
def mix(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    value = torch.exp(x)
    gate = value / (value + 2)
    value = y.square()
    return gate * torch.log1p(value)
""",
    "exponent limited by an attribute": """\
class Loss:
    def __init__(self, clamp_max=20):
        self.clamp_max = clamp_max

    def loss(self, x: torch.Tensor) -> torch.Tensor:
        return torch.log1p(torch.exp(torch.clamp(x, max=self.clamp_max)))
""",
    "exponent limited by a constant of the module": """\
LIMIT = 30.0


def loss(x: torch.Tensor) -> torch.Tensor:
    return torch.log1p(torch.exp(x.clamp(max=LIMIT)))
""",
    "entries that a mask selects below zero": """\
def selected(x: torch.Tensor) -> torch.Tensor:
    positive = x >= 0
    return torch.log1p(torch.exp(x[~positive]))
""",
    "entries below zero, in channels and times a weight": """\
class Unit(torch.nn.Module):
    def __init__(self, count: int):
        super().__init__()
        self.a = torch.nn.Parameter(torch.ones(count))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        a = self.a.to(x.dtype)
        positive = x >= 0
        result = torch.zeros_like(x)
        result[positive] = x[positive]
        for i in range(len(a)):
            below = (~positive).narrow(0, i, 1).squeeze(0)
            result.narrow(0, i, 1)[below] = torch.log1p(torch.exp(a[i] * x.narrow(0, i, 1)[below]))
        return result
""",
}
