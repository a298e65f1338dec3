"""TEF304 log1p: programs that must be flagged and near misses that must stay silent.

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
    "an absolute value of what nobody knows": """\
class Loss:
    def forward(self):
        below = -self.scores.abs()
        return (1 + below.exp()).log()  # expect: TEF304?
""",
    "one plus tensor in torch.log": """\
x = torch.rand(5) * 1e-10
y = torch.log(1 + x)  # expect: TEF304?
""",
    "float one on the right": """\
def squash(x: torch.Tensor) -> torch.Tensor:
    return torch.log(x + 1.0)  # expect: TEF304?
""",
    "method on a parenthesised sum": """\
def squash(x: Tensor) -> Tensor:
    return (1 + x).log()  # expect: TEF304?
""",
    "one minus tensor": """\
def log_survival(p: torch.Tensor):
    return torch.log(1 - p)  # expect: TEF304?
""",
    "one minus tensor as a method": """\
def log_survival(hazard: torch.Tensor):
    return (1.0 - hazard).log()  # expect: TEF304?
""",
    "exponential sampling from uniform noise": """\
u = torch.rand(1000)
rate = 2.5
samples = -torch.log(1.0 - u) / rate  # expect: TEF304?
""",
    "torch under another name": Whole("""\
import torch as th

x = th.randn(8).abs()
y = th.log(1.0 + x)  # expect: TEF304?
"""),
    "log imported from torch": Whole("""\
from torch import log, rand

x = rand(10)
y = log(x + 1)  # expect: TEF304?
"""),
    "keyword input": """\
x = torch.rand(10)
y = torch.log(input=1 + x)  # expect: TEF304?
""",
    "sum bound to a name": """\
def squash(x: torch.Tensor):
    shifted = x + 1
    return torch.log(shifted)  # expect: TEF304?
""",
    "sum bound to a name and logged as a method": """\
def squash(x: torch.Tensor):
    shifted = 1.0 + x
    return shifted.log()  # expect: TEF304?
""",
    "torch.add with a number": """\
def squash(x: torch.Tensor):
    return torch.log(torch.add(x, 1))  # expect: TEF304?
""",
    "add method chained": """\
def squash(x: torch.Tensor):
    return x.add(1).log()  # expect: TEF304?
""",
    "in-place log of a fresh sum": """\
def squash(x: torch.Tensor):
    return (x + 1).log_()  # expect: TEF304?
""",
    "subtraction by torch.sub with the number first": """\
def log_survival(p: torch.Tensor):
    return torch.log(torch.sub(1, p))  # expect: TEF304?
""",
    "subtraction by torch.rsub": """\
def log_survival(p: torch.Tensor):
    return torch.log(torch.rsub(p, 1))  # expect: TEF304?
""",
    "symmetric log transform": """\
def symlog(x: torch.Tensor) -> torch.Tensor:
    return torch.sign(x) * torch.log(1 + torch.abs(x))  # expect: TEF304?
""",
    "mu-law companding": Whole("""\
import math

import torch


def mu_law(audio: torch.Tensor, mu: int = 255):
    magnitude = torch.log(1 + mu * torch.abs(audio)) / math.log(1 + mu)  # expect: TEF304?
    return torch.sign(audio) * magnitude
"""),
    "wing loss branch": """\
def wing(pred: torch.Tensor, target: torch.Tensor, omega: float = 10.0, epsilon: float = 2.0):
    gap = (pred - target).abs()
    small = omega * torch.log(1 + gap / epsilon)  # expect: TEF304?
    return torch.where(gap < omega, small, gap)
""",
    "sparse lexical activation": """\
class SparseHead(nn.Module):
    def __init__(self, width: int, vocab: int):
        super().__init__()
        self.decoder = nn.Linear(width, vocab)

    def forward(self, hidden, mask):
        scores = torch.log(1 + torch.relu(self.decoder(hidden)))  # expect: TEF304?
        return (scores * mask.unsqueeze(-1)).amax(dim=1)
""",
    "Cauchy robust loss": """\
def cauchy(residual: torch.Tensor, scale: float):
    return torch.log(1 + (residual / scale) ** 2)  # expect: TEF304?
""",
    "planar flow log determinant": """\
class Planar(nn.Module):
    def __init__(self, dim: int):
        super().__init__()
        self.u = nn.Parameter(torch.zeros(dim))
        self.w = nn.Parameter(torch.zeros(dim))

    def forward(self, z):
        inner = z @ self.w
        slope = 1 - torch.tanh(inner) ** 2
        change = slope * (self.u @ self.w)
        return torch.log(1 + change)  # expect: TEF304?
""",
    "radial basis with a squared name": """\
def student_energy(a: torch.Tensor, b: torch.Tensor):
    sq = F.pairwise_distance(a, b).pow(2)
    return (sq + 1.0).log()  # expect: TEF304?
""",
    "unlikelihood of softmax probabilities": """\
def unlikelihood(logits: torch.Tensor):
    probs = torch.softmax(logits, dim=-1)
    return -torch.log(1.0 - probs)  # expect: TEF304?
""",
    "both halves of atanh": """\
def fisher_z(r: torch.Tensor):
    upper = torch.log(1 + r)  # expect: TEF304?
    lower = torch.log(1 - r)  # expect: TEF304?
    return 0.5 * (upper - lower)
""",
    "lambda": """\
squash = lambda x: torch.log(1 + x)  # expect: TEF304?
y = squash(torch.rand(4))
""",
    "untyped parameter given to torch.log": """\
def squash(x):
    return torch.log(1 + x)  # expect: TEF304?
""",
    "comprehension over tensors": """\
maps = [torch.rand(3, 3), torch.rand(5, 5)]
logged = [torch.log(m + 1) for m in maps]  # expect: TEF304?
""",
    "nested function": """\
def make(scale: float):
    def transform(x: torch.Tensor):
        return torch.log(1 + scale * x)  # expect: TEF304?

    return transform
""",
    "attribute parameter": """\
class LogScale(nn.Module):
    def __init__(self, dim: int):
        super().__init__()
        self.gain = nn.Parameter(torch.zeros(dim))

    def forward(self, x):
        return x + torch.log(1 + self.gain)  # expect: TEF304?
""",
    "registered buffer read in another method": """\
class Schedule(nn.Module):
    def __init__(self, steps: int):
        super().__init__()
        self.register_buffer("betas", torch.linspace(1e-4, 0.02, steps))

    def log_alphas(self):
        return torch.log(1.0 - self.betas)  # expect: TEF304?
""",
    "diffusion schedule from linspace": """\
betas = torch.linspace(1e-4, 2e-2, 1000)
log_alpha_bar = torch.cumsum(torch.log(1 - betas), dim=0)  # expect: TEF304?
""",
    "tensor from a helper of the same file": """\
def counts(x: torch.Tensor):
    return x.clamp(min=0.0)


def squash(x: torch.Tensor):
    return torch.log(1 + counts(x))  # expect: TEF304?
""",
    "optional tensor after the test": Whole("""\
from typing import Optional

import torch
from torch import Tensor


def squash(x: Optional[Tensor]):
    if x is None:
        return None
    return (x + 1).log()  # expect: TEF304?
"""),
    "annotation as a string": Whole("""\
import torch


def squash(x: "torch.Tensor"):
    return (x + 1).log()  # expect: TEF304?
"""),
    "stable logistic loss with plain log": """\
def bce(z: torch.Tensor, y: torch.Tensor):
    tail = torch.log(1 + torch.exp(-torch.abs(z)))  # expect: TEF304?
    return F.relu(z) - z * y + tail
""",
    "stable logistic loss with method spelling": """\
def bce(z: torch.Tensor, y: torch.Tensor):
    return z.clamp(min=0) - z * y + (1 + (-z.abs()).exp()).log()  # expect: TEF304?
""",
    "multi-line call": """\
def rapidity(pz: torch.Tensor, energy: torch.Tensor):
    return 0.5 * torch.log(  # expect: TEF304?
        1
        + 2 * pz / (energy - pz)
    )
""",
    "sum of two tensors and one": """\
def capacity(signal: torch.Tensor, interference: torch.Tensor):
    return torch.log(signal / interference + 1)  # expect: TEF304?
""",
    "reduction with dim inside": """\
def log_energy(x: torch.Tensor):
    return torch.log(1 + x.abs().sum(dim=-1))  # expect: TEF304?
""",
    "negated power inside": """\
r = torch.linspace(0.0, 0.5, 50)
w = torch.log(1 - r.pow(2))  # expect: TEF304?
""",
    "float counts divided": """\
counts = torch.bincount(torch.tensor([0, 1, 1, 2]))
weight = torch.log(1 + counts / 1000.0)  # expect: TEF304?
""",
    "conditional expression": """\
def maybe(x: torch.Tensor, compress: bool):
    return torch.log(x + 1) if compress else x  # expect: TEF304?
""",
    "module output": """\
net = nn.Sequential(nn.Linear(4, 8), nn.ReLU())
inputs = torch.rand(2, 4)
features = (net(inputs) + 1.0).log()  # expect: TEF304?
""",
    "half of a chunked module output": """\
class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 16)

    def forward(self, x):
        mean, spread = self.fc(x).chunk(2, dim=-1)
        return mean, (spread.abs() + 1).log()  # expect: TEF304?
""",
    "converted by as_tensor": """\
def squash(values):
    values = torch.as_tensor(values, dtype=torch.float32)
    return (values + 1).log()  # expect: TEF304?
""",
    "batches of a loader": Whole("""\
import torch
from torch.utils.data import DataLoader, TensorDataset

loader = DataLoader(TensorDataset(torch.rand(64, 3), torch.rand(64)), batch_size=8)
for features, target in loader:
    squashed = torch.log(1 + features)  # expect: TEF304?
"""),
    "after an isinstance test": """\
def squash(x):
    if isinstance(x, torch.Tensor):
        return (1 + x).log()  # expect: TEF304?
    return x
""",
    "field of a dataclass": Whole("""\
from dataclasses import dataclass

import torch


@dataclass
class Batch:
    counts: torch.Tensor

    def features(self):
        return torch.log(self.counts + 1)  # expect: TEF304?
"""),
    "both branches give a tensor": """\
def squash(x: torch.Tensor, absolute: bool):
    if absolute:
        y = x.abs()
    else:
        y = x.clamp(min=0)
    return (1 + y).log()  # expect: TEF304?
""",
    "jaxtyping annotation": Whole("""\
import torch
from jaxtyping import Float
from torch import Tensor


def squash(x: Float[Tensor, "batch dim"]):
    return (x + 1.0).log()  # expect: TEF304?
"""),
    "inside a with statement and a try": """\
def squash(x: torch.Tensor):
    with torch.no_grad():
        try:
            return (x + 1.0).log()  # expect: TEF304?
        except RuntimeError:
            return x
""",
    "dreamer symlog transform": """\
def symlog(x: torch.Tensor) -> torch.Tensor:
    \"\"\"Squash rewards and observations symmetrically around zero.\"\"\"
    return torch.sign(x) * torch.log(torch.abs(x) + 1.0)  # expect: TEF304?


class SymlogEncoder(nn.Module):
    def __init__(self, obs_dim: int, hidden: int):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(obs_dim, hidden), nn.SiLU(), nn.Linear(hidden, hidden))

    def forward(self, obs):
        return self.net(symlog(obs))
""",
    "splade pooling over token logits": """\
class SpladePooler(nn.Module):
    def __init__(self, hidden: int, vocab: int):
        super().__init__()
        self.decoder = nn.Linear(hidden, vocab)

    def forward(self, states: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        logits = self.decoder(states)
        weights = torch.log(1 + torch.relu(logits)) * mask.unsqueeze(-1)  # expect: TEF304?
        return weights.amax(dim=1)
""",
    "student t log density as a method of a distribution class": Whole("""\
import math

import torch


class StudentT:
    def __init__(self, df: torch.Tensor, loc: torch.Tensor, scale: torch.Tensor):
        self.df, self.loc, self.scale = df, loc, scale

    def log_prob(self, value: torch.Tensor) -> torch.Tensor:
        y = (value - self.loc) / self.scale
        z = (
            torch.log(self.scale)
            + 0.5 * torch.log(self.df)
            + 0.5 * math.log(math.pi)
            + torch.lgamma(0.5 * self.df)
            - torch.lgamma(0.5 * (self.df + 1.0))
        )
        return -0.5 * (self.df + 1.0) * torch.log(1 + y**2 / self.df) - z  # expect: TEF304?
"""),
    "robust lorentzian residual with a chained method spelling": """\
def lorentzian(residual: torch.Tensor, c: float) -> torch.Tensor:
    return (
        residual.div(c)  # expect: TEF304?
        .pow(2)
        .add(1)
        .log()
    )
""",
    "concrete dropout noise with u and one minus u": """\
class ConcreteDropout(nn.Module):
    def __init__(self, temperature: float = 0.1):
        super().__init__()
        self.temperature = temperature
        self.p_logit = nn.Parameter(torch.zeros(1))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        u = torch.rand_like(x)
        noise = torch.log(u)
        noise = noise - torch.log(1.0 - u)  # expect: TEF304?
        keep = 1 - torch.sigmoid((self.p_logit + noise) / self.temperature)
        return x * keep
""",
    "rsub spelling for stick breaking": """\
def stick_breaking_log_weights(fractions: torch.Tensor) -> torch.Tensor:
    remaining = torch.rsub(fractions, 1)
    log_rest = remaining.log().cumsum(dim=-1)  # expect: TEF304?
    head = torch.zeros_like(log_rest[..., :1])
    return torch.log(fractions) + torch.cat([head, log_rest[..., :-1]], dim=-1)
""",
    "minus p plus one": """\
def log_survival(hazard: Tensor) -> Tensor:
    alive = -hazard + 1
    return torch.log(alive).cumsum(dim=1)  # expect: TEF304?
""",
    "one plus an already stable exp of minus abs": """\
def bce_with_logits(logits: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
    hinge = F.relu(logits)
    tail = torch.log(1 + torch.exp(-logits.abs()))  # expect: TEF304?
    return hinge - logits * target + tail
""",
    "log of one plus a sigmoid is no log of a sigmoid": """\
def gate_penalty(gate_logits: torch.Tensor) -> torch.Tensor:
    gate = torch.sigmoid(gate_logits)
    return torch.log(1 + gate).sum(dim=-1)  # expect: TEF304?
""",
    "one minus a product of two sigmoids": """\
def noisy_or_miss(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    joint = torch.sigmoid(a) * torch.sigmoid(b)
    return torch.log(1 - joint)  # expect: TEF304?
""",
    "integer counts made fractions by true division": """\
def smoothed_log_frequency(labels: torch.Tensor, num_classes: int) -> torch.Tensor:
    counts = torch.bincount(labels, minlength=num_classes)
    share = counts / labels.numel()
    return torch.log(share + 1)  # expect: TEF304?
""",
    "walrus around the shifted value": """\
def log_growth(returns: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    path = torch.log(factor := 1 + returns).cumsum(dim=0)  # expect: TEF304?
    return path, factor
""",
    "shifted in a helper that returns a dict": """\
def prepare(pred: torch.Tensor, target: torch.Tensor) -> dict[str, torch.Tensor]:
    return {"pred": pred.clamp(min=0), "target": target.clamp(min=0)}


def rmsle_terms(pred: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
    both = prepare(pred, target)
    left = torch.log(both["pred"] + 1)  # expect: TEF304?
    right = torch.log(both["target"] + 1)  # expect: TEF304?
    return (left - right).square()
""",
    "ones_like instead of the number one": """\
def log_compress(spec: torch.Tensor, gain: float = 10.0) -> torch.Tensor:
    ones = torch.ones_like(spec)
    return torch.log(ones + gain * spec)  # expect: TEF304?
""",
    "in place on a fresh buffer under inference mode": Whole("""\
import torch
import torch.nn as nn


class LogMagnitude(nn.Module):
    def __init__(self, n_fft: int):
        super().__init__()
        self.n_fft = n_fft
        self.register_buffer("window", torch.hann_window(n_fft))

    @torch.inference_mode()
    def forward(self, wav):
        spec = torch.stft(wav, self.n_fft, window=self.window, return_complex=True)
        return spec.abs().add_(1.0).log_()  # expect: TEF304?
"""),
    "aliased import and a module constant as the one": Whole("""\
import torch as th

ONE = 1.0
MU = 255.0


class MuLaw:
    denominator = 5.545177444479562

    @staticmethod
    def encode(x: th.Tensor) -> th.Tensor:
        magnitude = th.log(input=ONE + MU * x.abs()) / MuLaw.denominator  # expect: TEF304?
        return x.sign() * magnitude
"""),
    "the shifted name is used again afterwards": """\
def squashed_with_jacobian(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    radius = torch.linalg.vector_norm(x, dim=-1, keepdim=True)
    scale = 1 + radius
    log_det = -torch.log(scale)  # expect: TEF304?
    return x / scale, log_det
""",
    "inside a nested comprehension over a dict of tensors": """\
def compress_all(levels: dict[str, list[torch.Tensor]]) -> dict[str, list[torch.Tensor]]:
    return {
        name: [
            torch.log(1 + level.abs())  # expect: TEF304?
            for level in pyramid
        ]
        for name, pyramid in levels.items()
    }
""",
    "divided by what is small with it": """\
def slope(x: Tensor):
    return torch.log(1 + x) / x  # expect: TEF304
""",
    "a divisor": """\
def periods(target: Tensor, rate: Tensor):
    return target / torch.log(1 + rate)  # expect: TEF304?
""",
    "logged again": """\
def link(p: Tensor):
    return torch.log(-torch.log(1 - p))  # expect: TEF304
""",
    "divided by another number": """\
def periods(rate: Tensor, scale: Tensor):
    return torch.log(1 + rate) / scale  # expect: TEF304?
""",
    "a divisor whose term has lost its digits": """\
def ratio(x: Tensor, start: Tensor, end: Tensor):
    change = end - start
    return x / torch.log(1 + change)  # expect: TEF304?
""",
    "the mel scale": """\
def mel(frequency: Tensor):
    return 1125.0 * torch.log(frequency / 700.0 + 1.0)  # expect: TEF304?
""",
    "scaled up": """\
def basis_points(rate: Tensor):
    return 10000.0 * torch.log(rate + 1.0)  # expect: TEF304
""",
    "subtracted from what has only its shape in common": """\
def laplace(mean: Tensor):
    p = torch.empty_like(mean).uniform_()
    return mean - torch.sign(p - 0.5) * torch.log(1 - 2 * torch.abs(p - 0.5))  # expect: TEF304?
""",
    "one minus the exponential of a product": """\
def log_std(log_mean: torch.Tensor) -> torch.Tensor:
    return 0.5 * torch.log(1.0 - torch.exp(2.0 * log_mean))  # expect: TEF304?
""",
    "in float64": """\
def complementary(probability: torch.Tensor) -> torch.Tensor:
    return torch.log(-torch.log(1 - probability.double()))  # expect: TEF304?
""",
}

LEAVE: dict[str, str] = {
    "already log1p": """\
def squash(x: torch.Tensor):
    return torch.log1p(x)
""",
    "log1p of the negated tensor": """\
def log_survival(p: torch.Tensor):
    return torch.log1p(-p)
""",
    "log1p method": """\
def symlog(x: torch.Tensor):
    return x.sign() * x.abs().log1p()
""",
    "epsilon, not one": """\
def safe_log(x: torch.Tensor):
    return torch.log(x + 1e-8)
""",
    "two plus tensor": """\
def shifted(x: torch.Tensor):
    return torch.log(2 + x)
""",
    "tensor minus one": """\
def shifted(x: torch.Tensor):
    return torch.log(x - 1)
""",
    "one added outside the log": """\
def idf(n: torch.Tensor, df: torch.Tensor):
    return torch.log(n / df) + 1
""",
    "quotient of sums": """\
def idf(total: float, df: torch.Tensor):
    return torch.log((1 + total) / (1 + df))
""",
    "product with a sum": """\
def weighted(x: torch.Tensor, w: torch.Tensor):
    return torch.log(w * (1 + x))
""",
    "binary logarithm": """\
def capacity(snr: torch.Tensor):
    return torch.log2(1 + snr)
""",
    "decimal logarithm": """\
def level(x: torch.Tensor):
    return 20 * torch.log10(x + 1)
""",
    "discounts of ranking metrics": """\
ranks = torch.arange(10)
discount = 1.0 / torch.log2(ranks + 2.0)
""",
    "numpy log": Whole("""\
import numpy as np
import torch

x = np.random.rand(10)
y = torch.from_numpy(np.log(1 + x))
"""),
    "math log of a Python number": Whole("""\
import math

import torch


def width(n: int):
    return torch.zeros(int(math.log(1 + n)) + 1)
"""),
    "math log of a size": Whole("""\
import math

import torch


def scale(x: torch.Tensor):
    return x / math.log(1 + x.size(0))
"""),
    "pandas series": Whole("""\
import numpy as np
import pandas as pd
import torch

frame = pd.DataFrame({"price": [1.0, 2.0]})
target = torch.from_numpy(np.log(frame["price"] + 1).to_numpy())
"""),
    "polars expression": Whole("""\
import polars as pl
import torch

expr = (pl.col("count") + 1).log()
device = torch.device("cpu")
"""),
    "unknown parameter with a log method": """\
def squash(x):
    return (x + 1).log()


torch.manual_seed(0)
""",
    "integer counts from bincount": """\
labels = torch.tensor([0, 2, 2, 1])
weight = torch.log(1 + torch.bincount(labels))
""",
    "integer tensor from randint": """\
n = torch.randint(0, 100, (8,))
y = torch.log(n + 1)
""",
    "integer arange": """\
position = torch.arange(512)
scale = torch.log(1 + position)
""",
    "integer literals": """\
degrees = torch.tensor([1, 4, 9])
y = (degrees + 1).log()
""",
    "explicit integer dtype": """\
hist = torch.zeros(16, dtype=torch.int64)
y = torch.log(1 + hist)
""",
    "converted to long": """\
def bucket(x: torch.Tensor):
    n = x.long()
    return torch.log(n + 1)
""",
    "length of boolean rows": """\
def log_lengths(x: torch.Tensor):
    lengths = (x != 0).sum(dim=1)
    return torch.log(1 + lengths)
""",
    "unique counts": """\
def frequencies(ids: torch.Tensor):
    values, counts = torch.unique(ids, return_counts=True)
    return values, torch.log(counts + 1)
""",
    "argmax positions": """\
def position(scores: torch.Tensor):
    return torch.log(scores.argmax(dim=-1) + 1)
""",
    "one folded with an epsilon": """\
def bounded(x: torch.Tensor):
    return torch.log(1.0 + 1e-3 - x)
""",
    "clamp stands between": """\
def bounded(x: torch.Tensor):
    return torch.log((x + 1).clamp(min=0.5))
""",
    "reduction stands between": """\
def pooled(x: torch.Tensor):
    return torch.log((1 + x).sum(dim=1))
""",
    "power stands between": """\
def powered(x: torch.Tensor):
    return torch.log((1 + x) ** 3 + x)
""",
    "name rebound before the log": """\
def squash(x: torch.Tensor):
    y = x + 1
    y = y * x
    return torch.log(y)
""",
    "double logarithm of gumbel noise": """\
u = torch.rand(100).clamp(min=1e-9)
gumbel = -torch.log(-torch.log(u))
""",
    "own log function shadows the import": Whole("""\
import torch


def log(x):
    return x


def squash(x: torch.Tensor):
    return log(1 + x)
"""),
    "logger method called log": """\
class Trainer:
    def log(self, value):
        self.value = value

    def step(self, x: torch.Tensor):
        self.log(1 + x)
""",
    "log after a matrix product": """\
def mix(a: torch.Tensor, b: torch.Tensor):
    return torch.log(a @ (1 + b))
""",
    "determinant of identity plus": """\
def capacity(h: torch.Tensor):
    gram = torch.eye(4) + h @ h.transpose(-2, -1)
    return torch.logdet(gram)
""",
    "log of the sum without the one": """\
def pair(a: torch.Tensor, b: torch.Tensor):
    return torch.log(a + b)
""",
    "negative one as a factor": """\
def mirrored(x: torch.Tensor):
    return torch.log(-1 * x)
""",
    "stable tail already with log1p": """\
def bce(z: torch.Tensor, y: torch.Tensor):
    return F.relu(z) - z * y + torch.log1p(torch.exp(-torch.abs(z)))
""",
    "alpha on torch.add is not one": """\
def shifted(x: torch.Tensor):
    return torch.log(torch.add(x, 1, alpha=3))
""",
    "array annotation": Whole("""\
import numpy as np
import torch


def squash(x: np.ndarray):
    return torch.from_numpy(np.log(x + 1))
"""),
    "after the isinstance branch returned": """\
def squash(x):
    if isinstance(x, torch.Tensor):
        return torch.log1p(x)
    return (1 + x).log()
""",
    "integer column of a tensor": """\
table = torch.randint(0, 9, (4, 3))
y = torch.log(table[:, 0] + 1)
""",
    "inverse document frequency of a ratio": """\
def idf(doc_freq: torch.Tensor, n_docs: int) -> torch.Tensor:
    return torch.log((1 + n_docs) / (1 + doc_freq)) + 1
""",
    "one outside of the log": """\
def sublinear_tf(tf: torch.Tensor) -> torch.Tensor:
    return torch.where(tf > 0, 1 + torch.log(tf.clamp(min=1)), torch.zeros_like(tf))
""",
    "rank discount over an integer arange": """\
def dcg(relevance: torch.Tensor) -> torch.Tensor:
    k = relevance.shape[-1]
    positions = torch.arange(1, k + 1, device=relevance.device)
    return (relevance / torch.log(positions + 1)).sum(dim=-1)
""",
    "integer counts shifted before the cast": """\
def log_counts(labels: torch.Tensor, num_classes: int) -> torch.Tensor:
    counts = torch.bincount(labels, minlength=num_classes)
    return torch.log((counts + 1).float())
""",
    "floor division keeps the counts whole": """\
def bucket_scores(indices: torch.LongTensor, width: int) -> torch.Tensor:
    buckets = torch.unique(indices) // width
    return torch.log(buckets + 1)
""",
    "counting a mask gives an integer": """\
def log_lengths(token_ids: torch.Tensor, pad: int) -> torch.Tensor:
    lengths = (token_ids != pad).sum(dim=1)
    return torch.log(1 + lengths)
""",
    "the offset is an argument": """\
class LogScale(nn.Module):
    def __init__(self, offset: float = 0.01):
        super().__init__()
        self.offset = offset

    def forward(self, mel: torch.Tensor) -> torch.Tensor:
        return torch.log(self.offset + mel)
""",
    "a small epsilon and a two": """\
def log_terms(p: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    return torch.log(p + 1e-6), torch.log(2 - p)
""",
    "the shifted tensor is scaled before the log": """\
def log_volume(radius: torch.Tensor, width: torch.Tensor) -> torch.Tensor:
    shell = 1 + radius
    shell *= width
    return torch.log(shell)
""",
    "one minus happens after the log": """\
def information_gain(p: torch.Tensor) -> torch.Tensor:
    surprise = 1 - p.log()
    return surprise * p
""",
    "lambda stub of numpy in an evaluation hook": Whole("""\
import numpy as np
import torch


@torch.no_grad()
def rmsle(model: torch.nn.Module, x: torch.Tensor, y: np.ndarray) -> float:
    pred = model(x).cpu().numpy()
    transform = lambda values: np.log(values + 1)
    return float(np.sqrt(np.mean((transform(pred) - transform(y)) ** 2)))
"""),
    "python numbers with math": Whole("""\
import math

import torch


def warmup_scale(step: int, weight: torch.Tensor) -> torch.Tensor:
    return weight * math.log(1 + step)
"""),
    "unknown frame column with a log method": """\
def engineer(frame):
    frame["price_log"] = (frame["price"] + 1).log()
    frame["area_log"] = (1 + frame["area"]).log()
    return torch.from_numpy(frame.to_numpy())
""",
    "fixed version beside the inverse": """\
class MuLawCodec(torch.nn.Module):
    def __init__(self, mu: float = 255.0):
        super().__init__()
        self.register_buffer("mu", torch.tensor(mu))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x.sign() * torch.log1p(self.mu * x.abs()) / torch.log1p(self.mu)
""",
    "local function named log": """\
def log(message):
    print("[train]", message)


def report(step: int, scale: torch.Tensor) -> torch.Tensor:
    log(1 + step)
    return scale + 1
""",
    "the name is rebound in the meantime": """\
def log_mix(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    total = 1 + x
    ratio = y / total
    total = x.abs() + y.abs()
    return ratio * torch.log(total)
""",
}
