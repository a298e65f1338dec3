"""TEF305 expm1: programs that must be flagged and near misses that must stay silent.

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
    "exp minus one": """\
x = torch.rand(5) * 1e-10
y = torch.exp(x) - 1  # expect: TEF305
""",
    "one minus exp": """\
def absorbed(tau: torch.Tensor) -> torch.Tensor:
    return 1 - torch.exp(-tau)  # expect: TEF305
""",
    "float one": """\
def growth(rate: torch.Tensor):
    return torch.exp(rate) - 1.0  # expect: TEF305
""",
    "method exp": """\
def growth(rate: Tensor):
    return rate.exp() - 1  # expect: TEF305
""",
    "one minus method exp": """\
def absorbed(tau: Tensor):
    return 1.0 - (-tau).exp()  # expect: TEF305
""",
    "minus one plus exp": """\
def growth(rate: torch.Tensor):
    return -1 + torch.exp(rate)  # expect: TEF305
""",
    "exp plus minus one": """\
def growth(rate: torch.Tensor):
    return torch.exp(rate) + -1.0  # expect: TEF305
""",
    "torch under another name": Whole("""\
import torch as th

x = th.randn(4)
y = th.exp(x) - 1  # expect: TEF305
"""),
    "exp imported from torch": Whole("""\
from torch import exp, randn

x = randn(4)
y = 1 - exp(x)  # expect: TEF305
"""),
    "torch.sub": """\
def growth(x: torch.Tensor):
    return torch.sub(torch.exp(x), 1)  # expect: TEF305
""",
    "torch.sub with the number first": """\
def absorbed(x: torch.Tensor):
    return torch.sub(1, torch.exp(-x))  # expect: TEF305
""",
    "torch.rsub": """\
def absorbed(x: torch.Tensor):
    return torch.rsub(torch.exp(-x), 1)  # expect: TEF305
""",
    "sub method": """\
def growth(x: torch.Tensor):
    return x.exp().sub(1)  # expect: TEF305
""",
    "in-place sub method on a fresh exponential": """\
def growth(x: torch.Tensor):
    return x.exp().sub_(1)  # expect: TEF305
""",
    "torch.add with a negative number": """\
def growth(x: torch.Tensor):
    return torch.add(torch.exp(x), -1)  # expect: TEF305
""",
    "exponential bound to a name": """\
def growth(x: torch.Tensor):
    e = torch.exp(x)
    return e - 1  # expect: TEF305
""",
    "decay used twice": """\
def relax(state: torch.Tensor, drive: torch.Tensor, rate: torch.Tensor):
    decay = torch.exp(-rate)
    return decay * state + (1 - decay) * drive  # expect: TEF305
""",
    "opacity of volume rendering": """\
def opacity(raw: torch.Tensor, dists: torch.Tensor):
    return 1.0 - torch.exp(-F.relu(raw) * dists)  # expect: TEF305
""",
    "rendering weights": """\
def weights(sigma: torch.Tensor, delta: torch.Tensor):
    alpha = 1.0 - torch.exp(-sigma * delta)  # expect: TEF305
    keep = torch.cat([torch.ones_like(alpha[:, :1]), 1.0 - alpha + 1e-10], dim=-1)
    return alpha * torch.cumprod(keep, dim=-1)[:, :-1]
""",
    "standard deviation of a diffusion": """\
def marginal(x: torch.Tensor, log_coeff: torch.Tensor):
    mean = torch.exp(log_coeff) * x
    std = torch.sqrt(1.0 - torch.exp(2.0 * log_coeff))  # expect: TEF305
    return mean, std
""",
    "KL estimator of policy gradients": """\
def approx_kl(new: torch.Tensor, old: torch.Tensor):
    log_ratio = new - old
    return ((torch.exp(log_ratio) - 1) - log_ratio).mean(dim=0)  # expect: TEF305
""",
    "KL estimator through the ratio": """\
def approx_kl(new: torch.Tensor, old: torch.Tensor):
    logratio = new - old
    ratio = logratio.exp()
    with torch.no_grad():
        kl = (ratio - 1) - logratio  # expect: TEF305
    return ratio, kl
""",
    "KL estimator without parentheses": """\
def per_token_kl(policy: torch.Tensor, reference: torch.Tensor):
    log_ratio = reference - policy
    return torch.exp(log_ratio) - 1 - log_ratio  # expect: TEF305
""",
    "hand-made ELU": """\
class Elu(nn.Module):
    def __init__(self, alpha: float = 1.0):
        super().__init__()
        self.alpha = alpha

    def forward(self, x):
        return torch.where(x > 0, x, self.alpha * (torch.exp(x) - 1))  # expect: TEF305
""",
    "zero-order hold discretisation": """\
def discretise(a: torch.Tensor, b: torch.Tensor, dt: torch.Tensor):
    a_bar = torch.exp(dt * a)
    b_bar = (a_bar - 1.0) / a * b  # expect: TEF305
    return a_bar, b_bar
""",
    "inverse softplus": """\
def inverse_softplus(y: torch.Tensor):
    return torch.log(torch.exp(y) - 1)  # expect: TEF305
""",
    "Bose-Einstein occupation": """\
def occupation(energy: torch.Tensor, temperature: float):
    return 1 / (torch.exp(energy / temperature) - 1)  # expect: TEF305
""",
    "Welsch robust loss": """\
def welsch(residual: torch.Tensor, c: float = 2.0):
    return 1 - torch.exp(-0.5 * (residual / c) ** 2)  # expect: TEF305
""",
    "parameter of a module": """\
class Growth(nn.Module):
    def __init__(self, dim: int):
        super().__init__()
        self.log_gain = nn.Parameter(torch.zeros(dim))

    def forward(self, x):
        return x * (torch.exp(self.log_gain) - 1)  # expect: TEF305
""",
    "parameter of a module by method": """\
class Leak(nn.Module):
    def __init__(self, dim: int):
        super().__init__()
        self.log_tau = nn.Parameter(torch.zeros(dim))

    def rate(self):
        return 1.0 - self.log_tau.exp()  # expect: TEF305
""",
    "untyped parameter given to torch.exp": """\
def growth(x):
    return torch.exp(x) - 1  # expect: TEF305
""",
    "lambda": """\
growth = lambda x: torch.exp(x) - 1.0  # expect: TEF305
y = growth(torch.rand(3))
""",
    "inverse of log1p for targets": """\
model = nn.Linear(8, 1)
features = torch.rand(4, 8)
price = torch.exp(model(features)) - 1  # expect: TEF305
""",
    "module output by method": """\
model = nn.Linear(8, 1)
features = torch.rand(4, 8)
price = model(features).exp() - 1.0  # expect: TEF305
""",
    "helper of the same file": """\
def ratio(new: torch.Tensor, old: torch.Tensor):
    return torch.exp(new - old)


def drift(new: torch.Tensor, old: torch.Tensor):
    return ratio(new, old) - 1  # expect: TEF305
""",
    "comprehension": """\
rates = [torch.rand(3), torch.rand(4)]
gains = [torch.exp(r) - 1 for r in rates]  # expect: TEF305
""",
    "optional tensor after the test": Whole("""\
from typing import Optional

import torch


def gain(rate: Optional[torch.Tensor] = None):
    if rate is not None:
        return rate.exp() - 1  # expect: TEF305
    return 0.0
"""),
    "multi-line difference": """\
def alpha(sigma: torch.Tensor, delta: torch.Tensor):
    return (
        1.0  # expect: TEF305
        - torch.exp(-sigma * delta)
    )
""",
    "keyword input": """\
def growth(x: torch.Tensor):
    return torch.exp(input=x) - 1  # expect: TEF305
""",
    "Morse potential": """\
def morse(r: torch.Tensor, depth: float, width: float, r0: float):
    return depth * (1 - torch.exp(-width * (r - r0))) ** 2  # expect: TEF305
""",
    "forward rate": """\
def simple_rate(zero_rate: torch.Tensor, tenor: torch.Tensor):
    return (torch.exp(zero_rate * tenor) - 1) / tenor  # expect: TEF305
""",
    "in-place exp of a fresh product": """\
def growth(x: torch.Tensor):
    return (x * 2).exp_() - 1  # expect: TEF305
""",
    "bias correction by exponential": """\
steps = torch.linspace(0.0, 1.0, 100)
warm = 1 - torch.exp(-steps / 10)  # expect: TEF305
""",
    "log scale from a chunked output": """\
class Coupling(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(8, 16)

    def forward(self, x):
        s, t = self.net(x).chunk(2, dim=-1)
        return x * (s.exp() - 1) + t  # expect: TEF305
""",
    "converted by from_numpy": Whole("""\
import numpy as np
import torch

rates = torch.from_numpy(np.linspace(0.0, 0.1, 11))
gains = rates.exp() - 1  # expect: TEF305
"""),
    "both branches give an exponential": """\
def gain(x: torch.Tensor, flip: bool):
    if flip:
        e = torch.exp(-x)
    else:
        e = torch.exp(x)
    return e - 1  # expect: TEF305
""",
    "batches of a loader": Whole("""\
import torch
from torch.utils.data import DataLoader, TensorDataset

loader = DataLoader(TensorDataset(torch.rand(64, 3)), batch_size=8)
for (logs,) in loader:
    values = logs.exp() - 1  # expect: TEF305
"""),
    "field of a dataclass": Whole("""\
from dataclasses import dataclass

import torch


@dataclass
class Transition:
    log_prob: torch.Tensor
    old_log_prob: torch.Tensor

    def excess(self):
        return (self.log_prob - self.old_log_prob).exp() - 1  # expect: TEF305
"""),
    "selective scan decay": """\
class Scan(nn.Module):
    def __init__(self, dim: int, state: int):
        super().__init__()
        self.log_a = nn.Parameter(torch.zeros(dim, state))
        self.dt = nn.Linear(dim, dim)

    def forward(self, u):
        a = -torch.exp(self.log_a)
        delta = F.softplus(self.dt(u)).unsqueeze(-1)
        keep = torch.exp(delta * a)
        return keep, (keep - 1) / a  # expect: TEF305
""",
    "inside no_grad in a method": """\
class Monitor:
    def kl(self, new: torch.Tensor, old: torch.Tensor):
        with torch.no_grad():
            diff = new - old
            return (diff.exp() - 1.0 - diff).mean(dim=-1)  # expect: TEF305
""",
    "ppo approximate kl through the ratio": """\
def policy_loss(new_logp: torch.Tensor, old_logp: torch.Tensor, adv: torch.Tensor, clip: float):
    logratio = new_logp - old_logp
    ratio = logratio.exp()
    with torch.no_grad():
        approx_kl = (ratio - 1) - logratio  # expect: TEF305
    surrogate = torch.minimum(ratio * adv, ratio.clamp(1 - clip, 1 + clip) * adv)
    return -surrogate, approx_kl
""",
    "nerf opacity from density": """\
def raw2alpha(raw: torch.Tensor, z_vals: torch.Tensor, rays_d: torch.Tensor) -> torch.Tensor:
    dists = z_vals[..., 1:] - z_vals[..., :-1]
    far = torch.full_like(dists[..., :1], 1e10)
    dists = torch.cat([dists, far], dim=-1)
    dists = dists * torch.linalg.vector_norm(rays_d[..., None, :], dim=-1)
    sigma = F.relu(raw[..., 3])
    return 1.0 - torch.exp(-sigma * dists)  # expect: TEF305
""",
    "opacity as a lambda with a default activation": """\
def render(raw: torch.Tensor, dists: torch.Tensor) -> torch.Tensor:
    raw2alpha = lambda r, d, act=F.relu: 1.0 - torch.exp(-act(r) * d)  # expect: TEF305
    alpha = raw2alpha(raw, dists)
    ones = torch.ones_like(alpha[..., :1])
    trans = torch.cumprod(torch.cat([ones, 1.0 - alpha + 1e-6], dim=-1), dim=-1)[..., :-1]
    return alpha * trans
""",
    "dreamer symexp inverse": """\
class TwoHot(nn.Module):
    def __init__(self, bins: torch.Tensor):
        super().__init__()
        self.register_buffer("bins", bins)

    @staticmethod
    def symexp(x: torch.Tensor) -> torch.Tensor:
        return torch.sign(x) * (torch.exp(torch.abs(x)) - 1.0)  # expect: TEF305

    def forward(self, probs: torch.Tensor) -> torch.Tensor:
        return self.symexp((probs * self.bins).sum(dim=-1))
""",
    "hand made elu keeps the exp in a local": """\
class ELU(nn.Module):
    def __init__(self, alpha: float = 1.0):
        super().__init__()
        self.alpha = alpha

    def forward(self, x):
        decay = torch.exp(x.clamp(max=0))
        negative = self.alpha * (decay - 1)  # expect: TEF305
        return torch.where(x > 0, x, negative)
""",
    "diffusion variance under the vp sde": """\
class VPSDE:
    def __init__(self, beta_min: float, beta_max: float):
        self.beta_0 = beta_min
        self.beta_1 = beta_max

    def marginal_prob(self, x: torch.Tensor, t: torch.Tensor):
        log_coeff = -0.25 * t**2 * (self.beta_1 - self.beta_0) - 0.5 * t * self.beta_0
        mean = torch.exp(log_coeff[:, None, None, None]) * x
        std = torch.sqrt(1.0 - torch.exp(2.0 * log_coeff))  # expect: TEF305
        return mean, std
""",
    "bose einstein occupation": """\
def occupation(energy: torch.Tensor, temperature: float) -> torch.Tensor:
    beta = 1.0 / temperature
    return 1.0 / (torch.exp(beta * energy) - 1)  # expect: TEF305
""",
    "reciprocal of one minus exp of minus x": """\
def truncated_mean(rate: torch.Tensor) -> torch.Tensor:
    mass = 1 - torch.exp(-rate)  # expect: TEF305
    return rate / mass
""",
    "closure over the exponentiated step": """\
def make_discretizer(a: torch.Tensor):
    def step(dt: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        da = dt * a
        a_bar = torch.exp(da)
        b_bar = (a_bar - 1.0) / a  # expect: TEF305
        return a_bar, b_bar

    return step
""",
    "torch sub with the exp as keyword": """\
def relative_error(log_pred: torch.Tensor, log_true: torch.Tensor) -> torch.Tensor:
    gap = log_pred - log_true
    return torch.sub(input=torch.exp(gap), other=1).abs()  # expect: TEF305
""",
    "rsub of an imported exp": Whole("""\
import torch
from torch import exp, rsub


def discount_gap(rate: torch.Tensor, horizon: torch.Tensor) -> torch.Tensor:
    return rsub(exp(-rate * horizon), 1)  # expect: TEF305
"""),
    "plus minus one written first": """\
def poisson_hit(rate: torch.Tensor) -> torch.Tensor:
    miss = (-rate).exp()
    return -1 + miss  # expect: TEF305
""",
    "in place exp then in place sub": """\
@torch.no_grad()
def decode_targets(log_targets: torch.Tensor) -> torch.Tensor:
    out = log_targets.clone()
    return out.exp_().sub_(1)  # expect: TEF305
""",
    "minus ones_like": """\
class Welsch:
    def __init__(self, width: float):
        self.width = width

    def __call__(self, residual: Tensor) -> Tensor:
        kernel = torch.exp(-0.5 * (residual / self.width) ** 2)
        return self.width**2 * (torch.ones_like(kernel) - kernel)  # expect: TEF305
""",
    "helper that returns the exponential with early return": Whole("""\
import torch
from typing import Optional


def importance(logp: torch.Tensor, behaviour: Optional[torch.Tensor]) -> torch.Tensor:
    if behaviour is None:
        return torch.exp(logp)
    return torch.exp(logp - behaviour)


def chi_terms(logp: torch.Tensor, behaviour: Optional[torch.Tensor] = None) -> torch.Tensor:
    return (importance(logp, behaviour) - 1) ** 2  # expect: TEF305
"""),
    "schulman k3 estimator over several lines": """\
def k3(ref_logps: torch.Tensor, logps: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    delta = ref_logps - logps
    per_token = (
        torch.exp(delta)  # expect: TEF305
        - 1
        - delta
    )
    return (per_token * mask).sum(dim=1) / mask.sum(dim=1)
""",
    "comprehension over star arguments": """\
def simple_returns(*log_returns: torch.Tensor) -> list[torch.Tensor]:
    return [r.exp() - 1 for r in log_returns]  # expect: TEF305
""",
    "dataclass field of tensors": Whole("""\
from dataclasses import dataclass

import torch


@dataclass
class Ray:
    density: torch.Tensor
    delta: torch.Tensor

    @property
    def optical_depth(self) -> torch.Tensor:
        return self.density * self.delta

    def alpha(self) -> torch.Tensor:
        return 1 - torch.exp(-self.optical_depth)  # expect: TEF305
"""),
    "what the message says to write": """\
def both(x: Tensor) -> tuple[Tensor, Tensor]:
    first = torch.exp(x) - 1  # expect: TEF305 "use torch.expm1(x)"
    second = 1 - torch.exp(x)  # expect: TEF305 "use -torch.expm1(x)"
    return first, second
""",
    "rounded in one of two uses": """\
def whole_and_part(x: Tensor) -> tuple[Tensor, Tensor]:
    change = torch.exp(x) - 1  # expect: TEF305
    return change * 2, torch.floor(change)
""",
    "divided by what is small with it": """\
def phi(x: Tensor):
    return (torch.exp(x) - 1) / x  # expect: TEF305
""",
    "a step of a diffusion solver": """\
def step(lambda_t: Tensor, lambda_s: Tensor):
    h = lambda_t - lambda_s
    first = (torch.exp(-h) - 1.0) / h  # expect: TEF305
    return first, alpha(lambda_t) * (torch.exp(-h) - 1.0)  # expect: TEF305
""",
    "a divisor": """\
def planck(frequency: Tensor, temperature: Tensor):
    decayed = 1 - torch.exp(-frequency / temperature)  # expect: TEF305
    return frequency**3 / decayed
""",
    "a reciprocal of a power": """\
def weight(x: Tensor):
    return (x.exp() - 1).pow(-2)  # expect: TEF305
""",
    "compared with a small number": """\
def moved(x: Tensor):
    return (x.exp() - 1).abs() > 1e-6  # expect: TEF305
""",
    "scaled up, and scaled a little": """\
def parts_per_million(x: Tensor):
    return 1e6 * (x.exp() - 1), 100 * (x.exp() - 1)  # expect: TEF305, TEF305
""",
    "what the function's name promises": """\
def expm1_fallback(x: Tensor):
    return torch.exp(x) - 1  # expect: TEF305
""",
    "an initial value": """\
class Scale(nn.Module):
    def __init__(self, start: Tensor):
        super().__init__()
        self.raw = nn.Parameter(torch.log(torch.exp(start) - 1))  # expect: TEF305
""",
    "the initial value of a rate": """\
def _init_rate(rate: Tensor):
    return torch.log(torch.exp(rate) - 1)  # expect: TEF305
""",
    "kept from zero by a clamp": """\
def occupation(energy: Tensor):
    return 1 / (torch.exp(energy.clamp(min=0.01)) - 1)  # expect: TEF305
""",
    "a clamp close to zero": """\
def occupation(energy: Tensor):
    return 1 / (torch.exp(energy.clamp(min=1e-6)) - 1)  # expect: TEF305
""",
    "KL estimator of a loss": """\
def loss(new: Tensor, old: Tensor, advantages: Tensor, beta: float):
    log_ratio = old - new
    return -advantages * new.exp() + beta * (torch.exp(log_ratio) - log_ratio - 1)


def penalty(new: Tensor, old: Tensor):
    log_ratio = old - new
    return torch.exp(log_ratio) - 1 - log_ratio  # expect: TEF305
""",
    "a numerator that the exponent does not vanish with": """\
def rate(x: Tensor, width: Tensor):
    return (torch.exp(x / width) - 1) / width  # expect: TEF305
""",
    "divided by a multiple of a difference": """\
def step(lambda_t: Tensor, lambda_s: Tensor):
    h = lambda_t - lambda_s
    return (1.0 - torch.exp(-2.0 * h)) / (-2.0 * h) + 1.0  # expect: TEF305
""",
}

LEAVE: dict[str, str] = {
    "already expm1": """\
def growth(x: torch.Tensor):
    return torch.expm1(x)
""",
    "negated expm1": """\
def absorbed(tau: torch.Tensor):
    return -torch.expm1(-tau)
""",
    "expm1 method": """\
def growth(x: torch.Tensor):
    return x.expm1()
""",
    "KL divergence of a Gaussian encoder": """\
def kl(mu: torch.Tensor, logvar: torch.Tensor):
    return -0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp(), dim=1)
""",
    "KL divergence with the variance first": """\
def kl(mu: torch.Tensor, logvar: torch.Tensor):
    return 0.5 * torch.sum(logvar.exp() + mu**2 - 1.0 - logvar, dim=-1)
""",
    "one subtracted inside": """\
def shifted(x: torch.Tensor):
    return torch.exp(x - 1)
""",
    "one added": """\
def shifted(x: torch.Tensor):
    return torch.exp(x) + 1
""",
    "two subtracted": """\
def shifted(x: torch.Tensor):
    return torch.exp(x) - 2
""",
    "small number subtracted": """\
def shifted(x: torch.Tensor):
    return torch.exp(x) - 1e-3
""",
    "scaled exponential": """\
def laplace_cdf(x: torch.Tensor):
    return 1 - 0.5 * torch.exp(-x)
""",
    "doubled exponential minus one": """\
def scaled(x: torch.Tensor):
    return 2 * torch.exp(x) - 1
""",
    "weight tensor times exponential": """\
def mixed(x: torch.Tensor, w: torch.Tensor):
    return 1 - w * torch.exp(x)
""",
    "sum of exponentials": """\
def partition(x: torch.Tensor):
    return torch.exp(x).sum(dim=-1) - 1
""",
    "mean of exponentials": """\
def offset(x: torch.Tensor):
    return 1 - x.exp().mean(dim=0)
""",
    "hyperbolic sine": """\
def odd(x: torch.Tensor):
    return (torch.exp(x) - torch.exp(-x)) / 2
""",
    "difference of an exponential and a tensor": """\
def gap(x: torch.Tensor, target: torch.Tensor):
    return torch.exp(x) - target
""",
    "power of two": """\
def octave(x: torch.Tensor):
    return torch.exp2(x) - 1
""",
    "power of another base": """\
def decade(x: torch.Tensor):
    return 10**x - 1
""",
    "numpy exponential": Whole("""\
import numpy as np
import torch

x = np.random.rand(10)
y = torch.from_numpy(np.exp(x) - 1)
"""),
    "numpy method chain back from torch": Whole("""\
import numpy as np
import torch


def prices(out: torch.Tensor):
    values = out.detach().cpu().numpy()
    return np.exp(values) - 1
"""),
    "math exponential": Whole("""\
import math

import torch


def make(beta: float):
    rate = 1 - math.exp(-beta)
    return torch.full((3,), rate)
"""),
    "schedule in Python numbers": Whole("""\
import math

import torch


class Teacher:
    def __init__(self, model: torch.nn.Module):
        self.model = model

    def decay(self, step: int):
        return 0.999 * (1 - math.exp(-step / 2000))
"""),
    "parameter of a package that has an exp method too": Whole("""\
import polars as pl
import torch


def growth(x):
    return x.exp() - 1
"""),
    "name rebound between": """\
def growth(x: torch.Tensor):
    e = torch.exp(x)
    e = e * x
    return e - 1
""",
    "ratio clamped around one": """\
def surrogate(new: torch.Tensor, old: torch.Tensor, adv: torch.Tensor, eps: float = 0.2):
    ratio = torch.exp(new - old)
    clipped = torch.clamp(ratio, 1 - eps, 1 + eps)
    return -torch.minimum(ratio * adv, clipped * adv)
""",
    "one minus sigmoid": """\
def complement(x: torch.Tensor):
    return 1 - torch.sigmoid(x)
""",
    "one minus a square root": """\
def complement(x: torch.Tensor):
    return 1 - torch.sqrt(x)
""",
    "logarithm minus one": """\
def entropy_rate(x: torch.Tensor):
    return torch.log(x) - 1
""",
    "matrix exponential": """\
def propagate(a: torch.Tensor):
    return torch.linalg.matrix_exp(a) - 1
""",
    "attention distance bias": """\
def bias(d: torch.Tensor):
    return torch.exp(-d / 8.0) * (1 - d)
""",
    "own exp shadows the import": Whole("""\
import torch


def exp(x):
    return x * x


def growth(x: torch.Tensor):
    return exp(x) - 1
"""),
    "method of a distribution": Whole("""\
import torch
from torch.distributions import Exponential


def gap(rate: torch.Tensor, x: torch.Tensor):
    return 1 - Exponential(rate).cdf(x)
"""),
    "softmax then complement": """\
def complement(x: torch.Tensor):
    p = torch.softmax(x, dim=-1)
    return 1 - p
""",
    "index arithmetic beside exp": """\
def last(x: torch.Tensor, n: int):
    return torch.exp(x[n - 1])
""",
    "one minus the exponent only": """\
def warm(t: torch.Tensor):
    return torch.exp(-(1 - t) ** 2)
""",
    "product with one minus": """\
def mixed(x: torch.Tensor, g: torch.Tensor):
    return torch.exp(x) * (g - 1)
""",
    "exponential subtracted from a parameter": """\
def budget(x: torch.Tensor, total: float):
    return total - torch.exp(x)
""",
    "scaled subtraction": """\
def scaled(x: torch.Tensor):
    return torch.sub(torch.exp(x), 1, alpha=3)
""",
    "softplus inverse with expm1": """\
def inverse_softplus(y: torch.Tensor):
    return y + torch.log(-torch.expm1(-y))
""",
    "a flow's affine scale": """\
class Coupling(nn.Module):
    def __init__(self, dim: int):
        super().__init__()
        self.net = nn.Linear(dim, 2 * dim)

    def forward(self, x, mask):
        s, t = self.net(x * mask).chunk(2, dim=-1)
        return x * mask + (1 - mask) * (x * torch.exp(s) + t)
""",
    "array annotation": Whole("""\
import numpy as np
import torch


def gain(x: np.ndarray):
    return torch.from_numpy(np.exp(x) - 1)
"""),
    "exponential in one branch only": """\
def factor(x: torch.Tensor, log_space: bool):
    f = torch.exp(x) if log_space else x.abs() + 2
    return f - 1
""",
    "canonical vae kl": """\
def kl(mu: torch.Tensor, logvar: torch.Tensor) -> torch.Tensor:
    return -0.5 * (1 + logvar - mu.pow(2) - logvar.exp()).sum(dim=1)
""",
    "one is inside the exponent": """\
def edm_weight(t: torch.Tensor) -> torch.Tensor:
    return torch.exp(t - 1) * torch.exp(1 - t**2)
""",
    "another base": """\
def fractions(bits: torch.Tensor, db: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    return torch.exp2(bits) - 1, 10 ** (db / 10) - 1
""",
    "transmittance is a cumulative product": """\
def weights(sigma: torch.Tensor, dists: torch.Tensor) -> torch.Tensor:
    trans = torch.exp(-torch.cumsum(sigma * dists, dim=-1))
    return 1 - trans.cumprod(dim=-1)
""",
    "scaled exponential, in a longer program": """\
def noise_std(logsnr: torch.Tensor, scale: torch.Tensor) -> torch.Tensor:
    kernel = scale * torch.exp(-logsnr)
    return 1 - kernel
""",
    "exponential masked between": """\
def dropped(logits: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    e = torch.exp(logits)
    e = e.masked_fill(mask, 0.0)
    return e - 1
""",
    "python decay rates": Whole("""\
import math

import torch


class EMA:
    def __init__(self, decay: float, tau: int):
        self.decay_fn = lambda step: decay * (1 - math.exp(-step / tau))
        self.updates = 0

    @torch.no_grad()
    def update(self, shadow: torch.Tensor, value: torch.Tensor) -> None:
        self.updates += 1
        d = self.decay_fn(self.updates)
        shadow.mul_(d).add_(value, alpha=1 - d)
"""),
    "numpy exponentials next to tensors": Whole("""\
import numpy as np
import torch


def ramp(length: int, rate: float) -> torch.Tensor:
    steps = np.arange(length, dtype=np.float32)
    return torch.from_numpy(1 - np.exp(-rate * steps))
"""),
    "parameter named exp": """\
def advance(x: torch.Tensor, exp: torch.Tensor) -> torch.Tensor:
    return x * (exp - 1)
""",
    "file defines its own saturating exp": """\
def exp(x: torch.Tensor) -> torch.Tensor:
    return torch.exp(x).clamp(max=1e4)


def growth(x: torch.Tensor) -> torch.Tensor:
    return exp(x) - 1
""",
    "the other summand is a tensor": """\
def residual(x: torch.Tensor, baseline: torch.Tensor) -> torch.Tensor:
    baseline = baseline + 1
    return torch.exp(x) - baseline
""",
    "subtracting two exponentials": """\
def sinh_like(x: torch.Tensor) -> torch.Tensor:
    return (torch.exp(x) - torch.exp(-x)) / 2
""",
    "unknown object with an exp method": Whole("""\
import polars as pl
import torch


def growth_rate(series, weight: torch.Tensor):
    change = series.exp() - 1
    return change.rolling(3), weight + 1
"""),
    "fixed version with a negated argument": """\
def alpha(sigma: torch.Tensor, dists: torch.Tensor) -> torch.Tensor:
    return -torch.expm1(-torch.relu(sigma) * dists)
""",
    "one half and two": """\
def shifted(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    e = x.exp()
    return e - 0.5, 2 - e
""",
    "plus one is no minus one": """\
def partition(logit: torch.Tensor, energy: torch.Tensor) -> torch.Tensor:
    return energy * (torch.exp(logit) + 1)
""",
    "sub with an alpha of two": """\
def folded(x: torch.Tensor) -> torch.Tensor:
    return torch.sub(torch.exp(x), 1, alpha=2)
""",
    "the name is rebound by a branch": """\
def target(x: torch.Tensor, linear: bool) -> torch.Tensor:
    if linear:
        y = 1 + x
    else:
        y = x.cosh()
    return y - 1
""",
    "rounded down at once": """\
def whole(x: Tensor) -> Tensor:
    return torch.floor(torch.exp(x) - 1)
""",
    "exponential of a number": """\
def scale() -> Tensor:
    return torch.exp(torch.tensor(2.0)) - 1
""",
    "a tensor of ones": """\
def start():
    return torch.log(torch.exp(torch.ones(1)) - 1)
""",
}
