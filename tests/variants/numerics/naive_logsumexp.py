"""TEF303 naive-logsumexp: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole.
In FLAG, `# expect: CODE` ends each line on which a finding must stand, and no other
finding may stand anywhere. In LEAVE there must be none at all.
"""

from tests.rules.programs import Whole

HEADER = """\
import torch
import torch.nn.functional as F
from torch import Tensor, nn


"""

FLAG: dict[str, str] = {
    "distances that are joined with zeros, or with numbers": """\
def spread(z: Tensor) -> tuple[Tensor, Tensor]:
    diff = F.pdist(z).square() / z.shape[1]
    joined = torch.cat((diff, torch.zeros(z.shape[0], device=z.device)))
    others = torch.cat((diff, torch.randn(z.shape[0], device=z.device)))
    return torch.log(torch.exp(-joined).mean()), torch.log(torch.exp(-others).mean())  # expect: TEF303, TEF303?
""",
    "squares side by side, with a minus": """\
def dispersive(z: Tensor, x: Tensor):
    d = F.pdist(z).square() / z.shape[1]
    d = torch.cat((d, d, z.square().sum(1)))
    e = torch.cat((d, x))
    return torch.log(torch.exp(-d).mean()), torch.log(torch.exp(-e).mean(0))  # expect: TEF303? TEF303
""",
    "infinities that are replaced": """\
def partition(x: torch.Tensor) -> torch.Tensor:
    y = torch.log(torch.exp(x).sum(-1))  # expect: TEF303?
    y = torch.where(torch.isinf(y), x.amax(-1), y)
    z = torch.log(torch.exp(2 * x).sum(-1))  # expect: TEF303?
    return y + torch.nan_to_num(z)
""",
    "infinities that are only asked for": """\
def partition(x: torch.Tensor) -> torch.Tensor:
    y = torch.log(torch.exp(x).sum(-1))  # expect: TEF303
    assert torch.isfinite(y).all()
    return y
""",
    "exponents clamped on both sides": """\
def total(x: torch.Tensor) -> torch.Tensor:
    return torch.log(torch.exp(x.clamp(-30, 30)).sum(dim=1))  # expect: TEF303?
""",
    "exponents clamped from above only": """\
def total(x: torch.Tensor) -> torch.Tensor:
    return torch.log(torch.exp(x.clamp(max=30)).sum(dim=1))  # expect: TEF303
""",
    "log-of-sum-of-exp": """\
def lse(x: Tensor) -> Tensor:
    return torch.log(torch.sum(torch.exp(x), dim=1))  # expect: TEF303
""",
    "method-chain": """\
def lse(x: Tensor) -> Tensor:
    return x.exp().sum(dim=-1).log()  # expect: TEF303
""",
    "through-names": """\
def lse(x: torch.Tensor) -> torch.Tensor:
    e = torch.exp(x)
    total = e.sum(dim=1, keepdim=True)
    return torch.log(total)  # expect: TEF303
""",
    "over-everything": """\
def lse(x: Tensor) -> Tensor:
    return torch.log(torch.exp(x).sum())  # expect: TEF303
""",
    "vector": """\
scores = torch.tensor([1.0, 2.0, 3.0])
free_energy = scores.exp().sum().log()  # expect: TEF303?
""",
    "log-mean-exp": """\
def log_mean_exp(x: Tensor) -> Tensor:
    return torch.log(torch.mean(torch.exp(x), dim=0))  # expect: TEF303 "exponents, less the log of their number"
""",
    "log-mean-exp-methods": """\
def marginal(log_weights: Tensor) -> Tensor:
    return log_weights.exp().mean(0).log()  # expect: TEF303
""",
    "axis-keyword": """\
def lse(x: Tensor) -> Tensor:
    return torch.log(torch.exp(x).sum(axis=1))  # expect: TEF303
""",
    "torch-under-an-alias": Whole("""\
import torch as th


def lse(x: th.Tensor) -> th.Tensor:
    return th.log(th.sum(th.exp(x), 1))  # expect: TEF303
"""),
    "imported-functions": Whole("""\
from torch import Tensor, exp, log
from torch import sum as tsum


def lse(x: Tensor) -> Tensor:
    return log(tsum(exp(x), dim=1))  # expect: TEF303
"""),
    "scaled-scores": """\
def soft_maximum(x: Tensor, beta: float) -> Tensor:
    return torch.log(torch.exp(beta * x).sum(dim=1)) / beta  # expect: TEF303
""",
    "energy-of-a-linear-head": """\
class EnergyModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(16, 4)

    def forward(self, x):
        logits = self.fc(x)
        return -torch.log(torch.exp(logits).sum(dim=1))  # expect: TEF303
""",
    "global-max-shift-with-row-sum": """\
def lse(x: Tensor) -> Tensor:
    shifted = x - x.max()
    return torch.log(torch.exp(shifted).sum(dim=1))  # expect: TEF303
""",
    "subtracted-from-the-scores": """\
def log_probs(x: Tensor) -> Tensor:
    return x - torch.log(torch.exp(x).sum(dim=1, keepdim=True))  # expect: TEF303 "dim=1, keepdim=True)"
""",
    "inside-a-lambda": """\
lse = lambda x: torch.log(torch.exp(x).sum(dim=-1))  # expect: TEF303
""",
    "in-place-log": """\
def lse(x: Tensor) -> Tensor:
    return torch.exp(x).sum(dim=1).log_()  # expect: TEF303
""",
    "keyword-inputs": """\
def lse(x: Tensor) -> Tensor:
    return torch.log(input=torch.sum(input=torch.exp(input=x), dim=1))  # expect: TEF303
""",
    "several-dims": """\
def lse(x: Tensor) -> Tensor:
    return torch.log(torch.exp(x).sum(dim=(1, 2), keepdim=True))  # expect: TEF303
""",
    "global-max-by-name": """\
def lse(x: Tensor) -> Tensor:
    m = x.max()
    return m + torch.log(torch.sum(torch.exp(x - m), dim=1))  # expect: TEF303 "use torch.logsumexp(x, dim=1)"
""",
    "shifted-by-a-constant": """\
def lse(x: Tensor) -> Tensor:
    return 5.0 + torch.log(torch.exp(x - 5.0).sum(dim=1))  # expect: TEF303
""",
    "negated-energies": """\
def free_energy(energy: Tensor) -> Tensor:
    return -torch.log(torch.exp(-energy).sum(dim=-1))  # expect: TEF303
""",
    "scores-over-a-temperature": """\
def contrast(similarity: Tensor) -> Tensor:
    exponent = torch.exp(similarity / 0.1)
    return exponent.sum(dim=1).log()  # expect: TEF303
""",
    "members-stacked-first": """\
def combine(a: Tensor, b: Tensor) -> Tensor:
    return torch.stack([a, b]).exp().sum(dim=0).log()  # expect: TEF303
""",
    "mean-over-everything": """\
def log_mean_exp(x: Tensor) -> Tensor:
    return torch.exp(x).mean().log()  # expect: TEF303
""",
    "mean-with-keepdim-through-names": """\
def log_mean_exp(log_w: Tensor) -> Tensor:
    w = log_w.exp()
    average = w.mean(dim=0, keepdim=True)
    return torch.log(average)  # expect: TEF303
""",
    "importance-weighted-bound": Whole("""\
import torch
from torch import Tensor


def bound(log_p: Tensor, log_q: Tensor) -> Tensor:
    log_w = log_p - log_q
    return torch.log(torch.mean(torch.exp(log_w), dim=-1))  # expect: TEF303
"""),
    "walrus": """\
def lse(x: Tensor) -> tuple[Tensor, Tensor]:
    return torch.log(total := torch.exp(x).sum(dim=1)), total  # expect: TEF303
""",
    "conditional-expression": """\
def pool(x: Tensor, soft: bool) -> Tensor:
    return torch.log(torch.exp(x).sum(dim=1)) if soft else x.amax(dim=1)  # expect: TEF303
""",
    "inside-a-comprehension": """\
def both(a: Tensor, b: Tensor) -> list[Tensor]:
    return [torch.log(torch.exp(x).sum(dim=1)) for x in (a, b)]  # expect: TEF303
""",
    "under-try-and-no-grad": """\
@torch.no_grad()
def lse(x: Tensor) -> Tensor:
    try:
        return torch.exp(x).sum(dim=1).log()  # expect: TEF303
    except IndexError:
        return x
""",
    "static-method": """\
class Pool:
    @staticmethod
    def soft(x: torch.Tensor) -> torch.Tensor:
        return torch.log(torch.exp(x).sum(-1))  # expect: TEF303
""",
    "nested-function": """\
def build(dim: int):
    def lse(x: Tensor) -> Tensor:
        return torch.log(torch.exp(x).sum(dim=dim))  # expect: TEF303

    return lse
""",
    "narrowed-by-isinstance": """\
def lse(x):
    if not isinstance(x, torch.Tensor):
        raise TypeError("needs a tensor")
    return x.exp().sum(dim=-1).log()  # expect: TEF303
""",
    "union-with-none": """\
def lse(x: Tensor | None) -> Tensor | None:
    if x is None:
        return None
    return x.exp().sum(1).log()  # expect: TEF303
""",
    "jaxtyped-scores": Whole("""\
import torch
from jaxtyping import Float
from torch import Tensor


def lse(x: Float[Tensor, "b n"]):
    return torch.log(torch.exp(x).sum(dim=-1))  # expect: TEF303
"""),
    "string-annotation": Whole("""\
import torch


def lse(x: "torch.Tensor") -> "torch.Tensor":
    total = torch.sum(torch.exp(x), dim=0)
    return total.log()  # expect: TEF303
"""),
    "forward-parameter": """\
class SoftMaximum(nn.Module):
    def forward(self, x):
        return torch.log(torch.exp(x).sum(dim=1))  # expect: TEF303
""",
    "emission-scores-of-a-chain": """\
def forward_step(alpha: Tensor, transition: Tensor) -> Tensor:
    scores = alpha.unsqueeze(2) + transition.unsqueeze(0)
    return torch.log(torch.exp(scores).sum(dim=1))  # expect: TEF303
""",
    "call-over-several-lines": """\
def lse(scores: Tensor, temperature: float) -> Tensor:
    return torch.log(  # expect: TEF303
        torch.sum(
            torch.exp(scores / temperature),
            dim=-1,
        )
    )
""",
    "parameter-known-from-use-only": """\
def lse(x):
    return torch.log(torch.sum(torch.exp(x), dim=1))  # expect: TEF303
""",
    "exponentials of logarithms": Whole("""\
import torch


def spherical(variances: torch.Tensor) -> torch.Tensor:
    logs = variances.log()
    return logs.exp().sum(dim=-1).log()  # expect: TEF303?
"""),
    "average of several models": """\
def average(log_probs: list[torch.Tensor]) -> torch.Tensor:
    stacked = torch.stack(log_probs)
    return torch.log(torch.exp(stacked).mean(0))  # expect: TEF303?
""",
    "in float64": """\
def log_partition(x: torch.Tensor) -> torch.Tensor:
    return torch.log(torch.exp(x.double()).sum(dim=-1))  # expect: TEF303? "overflows above 709"
""",
}

LEAVE: dict[str, str] = {
    "distances that are joined with zeros, by logsumexp": """\
def spread(z: Tensor) -> Tensor:
    diff = F.pdist(z).square() / z.shape[1]
    return torch.logsumexp(-torch.cat((diff, torch.zeros(z.shape[0], device=z.device))), 0)
""",
    "squares side by side, by logsumexp": """\
def dispersive(z: Tensor):
    d = torch.cat((F.pdist(z).square(), z.square().sum(1)))
    return torch.logsumexp(-d, 0)
""",
    "logsumexp of torch, with infinities that are replaced": """\
def partition(x: torch.Tensor) -> torch.Tensor:
    y = torch.logsumexp(x, dim=-1)
    return torch.where(torch.isinf(y), x.amax(-1), y)
""",
    "the log of a sum, with infinities that are replaced": """\
def total(x: torch.Tensor) -> torch.Tensor:
    return torch.nan_to_num(torch.log(x.sum(-1)))
""",
    "torch-logsumexp": """\
def lse(x: Tensor) -> Tensor:
    return torch.logsumexp(x, dim=1)
""",
    "stable-log-mean-exp": Whole("""\
import math

from torch import Tensor


def log_mean_exp(x: Tensor) -> Tensor:
    return x.logsumexp(dim=0) - math.log(x.size(0))
"""),
    "weighted-sum": """\
def weighted(x: Tensor, w: Tensor) -> Tensor:
    return torch.log((w * torch.exp(x)).sum(dim=1))
""",
    "masked-sum": """\
def masked(x: Tensor, mask: Tensor) -> Tensor:
    return torch.log(torch.sum(torch.exp(x) * mask, dim=1))
""",
    "cumulative-sum": """\
def running(x: Tensor) -> Tensor:
    return torch.log(torch.cumsum(torch.exp(x), dim=1))
""",
    "shifted-by-the-row-max": """\
def lse(x: Tensor) -> Tensor:
    m = x.max(dim=1, keepdim=True).values
    return m + torch.log(torch.exp(x - m).sum(dim=1, keepdim=True))
""",
    "shifted-by-the-row-amax-unsqueezed": """\
def lse(x: Tensor) -> Tensor:
    m = x.amax(dim=-1)
    return m + (x - m.unsqueeze(-1)).exp().sum(dim=-1).log()
""",
    "log-of-a-plain-sum": """\
def log_total(counts: Tensor) -> Tensor:
    return torch.log(counts.sum(dim=1))
""",
    "log-of-the-largest-exponential": """\
def log_peak(x: Tensor) -> Tensor:
    return torch.log(torch.exp(x).amax(dim=1))
""",
    "sum-of-exp-without-log": """\
def partition(x: Tensor) -> Tensor:
    return torch.exp(x).sum(dim=1)
""",
    "sum-of-log-of-exp": """\
def round_trip(x: Tensor) -> Tensor:
    return torch.log(torch.exp(x) * 2.0).sum(dim=1)
""",
    "numpy": Whole("""\
import numpy as np
import torch


def lse(x: np.ndarray) -> torch.Tensor:
    return torch.from_numpy(np.log(np.exp(x).sum(axis=1)))
"""),
    "python-floats": Whole("""\
import math

import torch


def lse(values: list[float]) -> torch.Tensor:
    return torch.tensor(math.log(sum(math.exp(v) for v in values)))
"""),
    "another-exponential-function": """\
def log_total(x: Tensor) -> Tensor:
    return torch.log(torch.sigmoid(x).sum(dim=1))
""",
    "logaddexp": """\
def pair(a: Tensor, b: Tensor) -> Tensor:
    return torch.logaddexp(a, b)
""",
    "logcumsumexp": """\
def running(x: Tensor) -> Tensor:
    return torch.logcumsumexp(x, dim=1)
""",
    "logsumexp-method-special-and-alias": Whole("""\
import torch
from torch import Tensor
from torch import logsumexp as lse


def all_three(x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    return x.logsumexp(1), torch.special.logsumexp(x, 1), lse(x, dim=1)
"""),
    "weights-by-name": """\
def weighted(x: Tensor, w: Tensor) -> Tensor:
    terms = torch.exp(x) * w
    total = terms.sum(dim=-1)
    return total.log()
""",
    "weights-by-matrix-product": """\
def weighted(x: Tensor, w: Tensor) -> Tensor:
    return torch.log(torch.exp(x) @ w)
""",
    "masked-fill-before-the-sum": """\
def masked(x: Tensor, mask: Tensor) -> Tensor:
    e = torch.exp(x).masked_fill(mask, 0.0)
    return torch.log(e.sum(dim=1))
""",
    "masked-by-where": """\
def masked(x: Tensor, mask: Tensor) -> Tensor:
    e = torch.where(mask, torch.exp(x), 0.0)
    return e.sum(dim=1).log()
""",
    "self-excluded-by-a-mask": """\
def negatives(similarity: Tensor, keep: Tensor) -> Tensor:
    return torch.log((keep * torch.exp(similarity)).sum(dim=1, keepdim=True))
""",
    "cumsum-method": """\
def running(x: Tensor) -> Tensor:
    return x.exp().cumsum(dim=-1).log()
""",
    "row-max-first-of-pair": """\
def lse(x: Tensor) -> Tensor:
    m = torch.max(x, dim=1, keepdim=True)[0]
    return torch.log(torch.sum(torch.exp(x - m), dim=1, keepdim=True)) + m
""",
    "row-max-unpacked": """\
def lse(x: Tensor) -> Tensor:
    m, _ = x.max(dim=-1, keepdim=True)
    shifted = x - m
    return m + shifted.exp().sum(dim=-1, keepdim=True).log()
""",
    "row-shifted-log-softmax-by-hand": """\
def log_softmax(x: Tensor) -> Tensor:
    shifted = x - x.amax(dim=1, keepdim=True)
    return shifted - torch.log(torch.exp(shifted).sum(dim=1, keepdim=True))
""",
    "row-shifted-log-mean-exp": """\
def log_mean_exp(x: Tensor) -> Tensor:
    m = x.amax(dim=0, keepdim=True)
    return m + torch.log(torch.mean(torch.exp(x - m), dim=0, keepdim=True))
""",
    "exp-of-a-sum-of-logs": """\
def geometric_mean(x: Tensor) -> Tensor:
    return torch.exp(torch.log(x).mean(dim=1))
""",
    "log-of-a-sum-of-softplus": """\
def log_total(x: Tensor) -> Tensor:
    return torch.log(F.softplus(x).sum(dim=1))
""",
    "log-of-the-mean-square": """\
def log_power(x: Tensor) -> Tensor:
    return torch.log(x.pow(2).mean(dim=1))
""",
    "effective-sample-size": """\
def effective_size(log_w: Tensor) -> Tensor:
    w = torch.softmax(log_w, dim=0)
    return 1.0 / w.pow(2).sum(dim=0)
""",
    "jax": Whole("""\
import jax.numpy as jnp
import torch


def lse(x):
    return jnp.log(jnp.sum(jnp.exp(x), axis=1))


def to_tensor(x) -> torch.Tensor:
    return torch.as_tensor(lse(x))
"""),
    "numpy-imported-names": Whole("""\
import torch
from numpy import exp, log


def lse(values: list[float]) -> torch.Tensor:
    return torch.as_tensor(log(exp(values).sum()))
"""),
    "local-function-named-exp": """\
def exp(x: Tensor) -> Tensor:
    return x.abs() + 1.0


def log_total(x: Tensor) -> Tensor:
    return torch.log(exp(x).sum(dim=1))
""",
    "local-function-named-log": """\
def log(x: Tensor) -> Tensor:
    print("total", x.shape)
    return x


def total(x: Tensor) -> Tensor:
    return log(torch.exp(x).sum(dim=1))
""",
    "parameter-named-torch": Whole("""\
import torch.nn.functional as F


def lse(torch, x):
    return torch.log(torch.sum(torch.exp(x), axis=1))


def relu(x):
    return F.relu(x)
"""),
    "name-bound-again": """\
def log_total(x: Tensor, counts: Tensor) -> tuple[Tensor, Tensor]:
    total = torch.exp(x).sum(dim=1)
    partition = total
    total = counts.sum(dim=1)
    return torch.log(total), partition
""",
    "log-of-another-sum": """\
def scores(x: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
    e = torch.exp(x)
    return e.sum(dim=1), torch.log(y.sum(dim=1))
""",
    "user-class-with-the-same-methods": """\
class Chain:
    def exp(self) -> "Chain":
        return self

    def sum(self) -> "Chain":
        return self

    def log(self) -> str:
        return "done"


status = Chain().exp().sum().log()
t = torch.zeros(3)
""",
}
