"""TEF303 naive-logsumexp: programs that must be flagged and near misses that must stay silent.

Each value is a whole program. In FLAG, `# expect: CODE` ends each line on which a finding must stand, and no other
finding may stand anywhere. In LEAVE there must be none at all.
"""

FLAG: dict[str, str] = {
    "log-of-sum-of-exp": """\
import torch
from torch import Tensor


def lse(x: Tensor) -> Tensor:
    return torch.log(torch.sum(torch.exp(x), dim=1))  # expect: TEF303
""",
    "method-chain": """\
from torch import Tensor


def lse(x: Tensor) -> Tensor:
    return x.exp().sum(dim=-1).log()  # expect: TEF303
""",
    "through-names": """\
import torch


def lse(x: torch.Tensor) -> torch.Tensor:
    e = torch.exp(x)
    total = e.sum(dim=1, keepdim=True)
    return torch.log(total)  # expect: TEF303
""",
    "over-everything": """\
import torch
from torch import Tensor


def lse(x: Tensor) -> Tensor:
    return torch.log(torch.exp(x).sum())  # expect: TEF303
""",
    "vector": """\
import torch

scores = torch.tensor([1.0, 2.0, 3.0])
free_energy = scores.exp().sum().log()  # expect: TEF303
""",
    "log-mean-exp": """\
import torch
from torch import Tensor


def log_mean_exp(x: Tensor) -> Tensor:
    return torch.log(torch.mean(torch.exp(x), dim=0))  # expect: TEF303
""",
    "log-mean-exp-methods": """\
from torch import Tensor


def marginal(log_weights: Tensor) -> Tensor:
    return log_weights.exp().mean(0).log()  # expect: TEF303
""",
    "axis-keyword": """\
import torch
from torch import Tensor


def lse(x: Tensor) -> Tensor:
    return torch.log(torch.exp(x).sum(axis=1))  # expect: TEF303
""",
    "torch-under-an-alias": """\
import torch as th


def lse(x: th.Tensor) -> th.Tensor:
    return th.log(th.sum(th.exp(x), 1))  # expect: TEF303
""",
    "imported-functions": """\
from torch import Tensor, exp, log
from torch import sum as tsum


def lse(x: Tensor) -> Tensor:
    return log(tsum(exp(x), dim=1))  # expect: TEF303
""",
    "scaled-scores": """\
import torch
from torch import Tensor


def soft_maximum(x: Tensor, beta: float) -> Tensor:
    return torch.log(torch.exp(beta * x).sum(dim=1)) / beta  # expect: TEF303
""",
    "energy-of-a-linear-head": """\
import torch
from torch import nn


class EnergyModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(16, 4)

    def forward(self, x):
        logits = self.fc(x)
        return -torch.log(torch.exp(logits).sum(dim=1))  # expect: TEF303
""",
    "global-max-shift-with-row-sum": """\
import torch
from torch import Tensor


def lse(x: Tensor) -> Tensor:
    shifted = x - x.max()
    return torch.log(torch.exp(shifted).sum(dim=1))  # expect: TEF303
""",
    "subtracted-from-the-scores": """\
import torch
from torch import Tensor


def log_probs(x: Tensor) -> Tensor:
    return x - torch.log(torch.exp(x).sum(dim=1, keepdim=True))  # expect: TEF303
""",
    "inside-a-lambda": """\
import torch

lse = lambda x: torch.log(torch.exp(x).sum(dim=-1))  # expect: TEF303
""",
    "in-place-log": """\
import torch
from torch import Tensor


def lse(x: Tensor) -> Tensor:
    return torch.exp(x).sum(dim=1).log_()  # expect: TEF303
""",
    "keyword-inputs": """\
import torch
from torch import Tensor


def lse(x: Tensor) -> Tensor:
    return torch.log(input=torch.sum(input=torch.exp(input=x), dim=1))  # expect: TEF303
""",
    "several-dims": """\
import torch
from torch import Tensor


def lse(x: Tensor) -> Tensor:
    return torch.log(torch.exp(x).sum(dim=(1, 2), keepdim=True))  # expect: TEF303
""",
    "global-max-by-name": """\
import torch
from torch import Tensor


def lse(x: Tensor) -> Tensor:
    m = x.max()
    return m + torch.log(torch.sum(torch.exp(x - m), dim=1))  # expect: TEF303
""",
    "shifted-by-a-constant": """\
import torch
from torch import Tensor


def lse(x: Tensor) -> Tensor:
    return 5.0 + torch.log(torch.exp(x - 5.0).sum(dim=1))  # expect: TEF303
""",
    "negated-energies": """\
import torch
from torch import Tensor


def free_energy(energy: Tensor) -> Tensor:
    return -torch.log(torch.exp(-energy).sum(dim=-1))  # expect: TEF303
""",
    "scores-over-a-temperature": """\
import torch
from torch import Tensor


def contrast(similarity: Tensor) -> Tensor:
    exponent = torch.exp(similarity / 0.1)
    return exponent.sum(dim=1).log()  # expect: TEF303
""",
    "members-stacked-first": """\
import torch
from torch import Tensor


def combine(a: Tensor, b: Tensor) -> Tensor:
    return torch.stack([a, b]).exp().sum(dim=0).log()  # expect: TEF303
""",
    "mean-over-everything": """\
import torch
from torch import Tensor


def log_mean_exp(x: Tensor) -> Tensor:
    return torch.exp(x).mean().log()  # expect: TEF303
""",
    "mean-with-keepdim-through-names": """\
import torch
from torch import Tensor


def log_mean_exp(log_w: Tensor) -> Tensor:
    w = log_w.exp()
    average = w.mean(dim=0, keepdim=True)
    return torch.log(average)  # expect: TEF303
""",
    "importance-weighted-bound": """\
import torch
from torch import Tensor


def bound(log_p: Tensor, log_q: Tensor) -> Tensor:
    log_w = log_p - log_q
    return torch.log(torch.mean(torch.exp(log_w), dim=-1))  # expect: TEF303
""",
    "walrus": """\
import torch
from torch import Tensor


def lse(x: Tensor) -> tuple[Tensor, Tensor]:
    return torch.log(total := torch.exp(x).sum(dim=1)), total  # expect: TEF303
""",
    "conditional-expression": """\
import torch
from torch import Tensor


def pool(x: Tensor, soft: bool) -> Tensor:
    return torch.log(torch.exp(x).sum(dim=1)) if soft else x.amax(dim=1)  # expect: TEF303
""",
    "inside-a-comprehension": """\
import torch
from torch import Tensor


def both(a: Tensor, b: Tensor) -> list[Tensor]:
    return [torch.log(torch.exp(x).sum(dim=1)) for x in (a, b)]  # expect: TEF303
""",
    "under-try-and-no-grad": """\
import torch
from torch import Tensor


@torch.no_grad()
def lse(x: Tensor) -> Tensor:
    try:
        return torch.exp(x).sum(dim=1).log()  # expect: TEF303
    except IndexError:
        return x
""",
    "static-method": """\
import torch


class Pool:
    @staticmethod
    def soft(x: torch.Tensor) -> torch.Tensor:
        return torch.log(torch.exp(x).sum(-1))  # expect: TEF303
""",
    "nested-function": """\
import torch
from torch import Tensor


def build(dim: int):
    def lse(x: Tensor) -> Tensor:
        return torch.log(torch.exp(x).sum(dim=dim))  # expect: TEF303

    return lse
""",
    "narrowed-by-isinstance": """\
import torch


def lse(x):
    if not isinstance(x, torch.Tensor):
        raise TypeError("needs a tensor")
    return x.exp().sum(dim=-1).log()  # expect: TEF303
""",
    "union-with-none": """\
from torch import Tensor


def lse(x: Tensor | None) -> Tensor | None:
    if x is None:
        return None
    return x.exp().sum(1).log()  # expect: TEF303
""",
    "jaxtyped-scores": """\
import torch
from jaxtyping import Float
from torch import Tensor


def lse(x: Float[Tensor, "b n"]):
    return torch.log(torch.exp(x).sum(dim=-1))  # expect: TEF303
""",
    "string-annotation": """\
import torch


def lse(x: "torch.Tensor") -> "torch.Tensor":
    total = torch.sum(torch.exp(x), dim=0)
    return total.log()  # expect: TEF303
""",
    "forward-parameter": """\
import torch
from torch import nn


class SoftMaximum(nn.Module):
    def forward(self, x):
        return torch.log(torch.exp(x).sum(dim=1))  # expect: TEF303
""",
    "emission-scores-of-a-chain": """\
import torch
from torch import Tensor


def forward_step(alpha: Tensor, transition: Tensor) -> Tensor:
    scores = alpha.unsqueeze(2) + transition.unsqueeze(0)
    return torch.log(torch.exp(scores).sum(dim=1))  # expect: TEF303
""",
    "call-over-several-lines": """\
import torch
from torch import Tensor


def lse(scores: Tensor, temperature: float) -> Tensor:
    return torch.log(  # expect: TEF303
        torch.sum(
            torch.exp(scores / temperature),
            dim=-1,
        )
    )
""",
    "parameter-known-from-use-only": """\
import torch


def lse(x):
    return torch.log(torch.sum(torch.exp(x), dim=1))  # expect: TEF303
""",
}

LEAVE: dict[str, str] = {
    "torch-logsumexp": """\
import torch
from torch import Tensor


def lse(x: Tensor) -> Tensor:
    return torch.logsumexp(x, dim=1)
""",
    "stable-log-mean-exp": """\
import math

from torch import Tensor


def log_mean_exp(x: Tensor) -> Tensor:
    return x.logsumexp(dim=0) - math.log(x.size(0))
""",
    "weighted-sum": """\
import torch
from torch import Tensor


def weighted(x: Tensor, w: Tensor) -> Tensor:
    return torch.log((w * torch.exp(x)).sum(dim=1))
""",
    "masked-sum": """\
import torch
from torch import Tensor


def masked(x: Tensor, mask: Tensor) -> Tensor:
    return torch.log(torch.sum(torch.exp(x) * mask, dim=1))
""",
    "cumulative-sum": """\
import torch
from torch import Tensor


def running(x: Tensor) -> Tensor:
    return torch.log(torch.cumsum(torch.exp(x), dim=1))
""",
    "shifted-by-the-row-max": """\
import torch
from torch import Tensor


def lse(x: Tensor) -> Tensor:
    m = x.max(dim=1, keepdim=True).values
    return m + torch.log(torch.exp(x - m).sum(dim=1, keepdim=True))
""",
    "shifted-by-the-row-amax-unsqueezed": """\
from torch import Tensor


def lse(x: Tensor) -> Tensor:
    m = x.amax(dim=-1)
    return m + (x - m.unsqueeze(-1)).exp().sum(dim=-1).log()
""",
    "log-of-a-plain-sum": """\
import torch
from torch import Tensor


def log_total(counts: Tensor) -> Tensor:
    return torch.log(counts.sum(dim=1))
""",
    "log-of-the-largest-exponential": """\
import torch
from torch import Tensor


def log_peak(x: Tensor) -> Tensor:
    return torch.log(torch.exp(x).amax(dim=1))
""",
    "sum-of-exp-without-log": """\
import torch
from torch import Tensor


def partition(x: Tensor) -> Tensor:
    return torch.exp(x).sum(dim=1)
""",
    "sum-of-log-of-exp": """\
import torch
from torch import Tensor


def round_trip(x: Tensor) -> Tensor:
    return torch.log(torch.exp(x) * 2.0).sum(dim=1)
""",
    "numpy": """\
import numpy as np
import torch


def lse(x: np.ndarray) -> torch.Tensor:
    return torch.from_numpy(np.log(np.exp(x).sum(axis=1)))
""",
    "python-floats": """\
import math

import torch


def lse(values: list[float]) -> torch.Tensor:
    return torch.tensor(math.log(sum(math.exp(v) for v in values)))
""",
    "another-exponential-function": """\
import torch
from torch import Tensor


def log_total(x: Tensor) -> Tensor:
    return torch.log(torch.sigmoid(x).sum(dim=1))
""",
    "logaddexp": """\
import torch
from torch import Tensor


def pair(a: Tensor, b: Tensor) -> Tensor:
    return torch.logaddexp(a, b)
""",
    "logcumsumexp": """\
import torch
from torch import Tensor


def running(x: Tensor) -> Tensor:
    return torch.logcumsumexp(x, dim=1)
""",
    "logsumexp-method-special-and-alias": """\
import torch
from torch import Tensor
from torch import logsumexp as lse


def all_three(x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    return x.logsumexp(1), torch.special.logsumexp(x, 1), lse(x, dim=1)
""",
    "weights-by-name": """\
import torch
from torch import Tensor


def weighted(x: Tensor, w: Tensor) -> Tensor:
    terms = torch.exp(x) * w
    total = terms.sum(dim=-1)
    return total.log()
""",
    "weights-by-matrix-product": """\
import torch
from torch import Tensor


def weighted(x: Tensor, w: Tensor) -> Tensor:
    return torch.log(torch.exp(x) @ w)
""",
    "masked-fill-before-the-sum": """\
import torch
from torch import Tensor


def masked(x: Tensor, mask: Tensor) -> Tensor:
    e = torch.exp(x).masked_fill(mask, 0.0)
    return torch.log(e.sum(dim=1))
""",
    "masked-by-where": """\
import torch
from torch import Tensor


def masked(x: Tensor, mask: Tensor) -> Tensor:
    e = torch.where(mask, torch.exp(x), 0.0)
    return e.sum(dim=1).log()
""",
    "self-excluded-by-a-mask": """\
import torch
from torch import Tensor


def negatives(similarity: Tensor, keep: Tensor) -> Tensor:
    return torch.log((keep * torch.exp(similarity)).sum(dim=1, keepdim=True))
""",
    "cumsum-method": """\
from torch import Tensor


def running(x: Tensor) -> Tensor:
    return x.exp().cumsum(dim=-1).log()
""",
    "row-max-first-of-pair": """\
import torch
from torch import Tensor


def lse(x: Tensor) -> Tensor:
    m = torch.max(x, dim=1, keepdim=True)[0]
    return torch.log(torch.sum(torch.exp(x - m), dim=1, keepdim=True)) + m
""",
    "row-max-unpacked": """\
from torch import Tensor


def lse(x: Tensor) -> Tensor:
    m, _ = x.max(dim=-1, keepdim=True)
    shifted = x - m
    return m + shifted.exp().sum(dim=-1, keepdim=True).log()
""",
    "row-shifted-log-softmax-by-hand": """\
import torch
from torch import Tensor


def log_softmax(x: Tensor) -> Tensor:
    shifted = x - x.amax(dim=1, keepdim=True)
    return shifted - torch.log(torch.exp(shifted).sum(dim=1, keepdim=True))
""",
    "row-shifted-log-mean-exp": """\
import torch
from torch import Tensor


def log_mean_exp(x: Tensor) -> Tensor:
    m = x.amax(dim=0, keepdim=True)
    return m + torch.log(torch.mean(torch.exp(x - m), dim=0, keepdim=True))
""",
    "exp-of-a-sum-of-logs": """\
import torch
from torch import Tensor


def geometric_mean(x: Tensor) -> Tensor:
    return torch.exp(torch.log(x).mean(dim=1))
""",
    "log-of-a-sum-of-softplus": """\
import torch
import torch.nn.functional as F
from torch import Tensor


def log_total(x: Tensor) -> Tensor:
    return torch.log(F.softplus(x).sum(dim=1))
""",
    "log-of-the-mean-square": """\
import torch
from torch import Tensor


def log_power(x: Tensor) -> Tensor:
    return torch.log(x.pow(2).mean(dim=1))
""",
    "effective-sample-size": """\
import torch
from torch import Tensor


def effective_size(log_w: Tensor) -> Tensor:
    w = torch.softmax(log_w, dim=0)
    return 1.0 / w.pow(2).sum(dim=0)
""",
    "jax": """\
import jax.numpy as jnp
import torch


def lse(x):
    return jnp.log(jnp.sum(jnp.exp(x), axis=1))


def to_tensor(x) -> torch.Tensor:
    return torch.as_tensor(lse(x))
""",
    "numpy-imported-names": """\
import torch
from numpy import exp, log


def lse(values: list[float]) -> torch.Tensor:
    return torch.as_tensor(log(exp(values).sum()))
""",
    "local-function-named-exp": """\
import torch
from torch import Tensor


def exp(x: Tensor) -> Tensor:
    return x.abs() + 1.0


def log_total(x: Tensor) -> Tensor:
    return torch.log(exp(x).sum(dim=1))
""",
    "local-function-named-log": """\
import torch
from torch import Tensor


def log(x: Tensor) -> Tensor:
    print("total", x.shape)
    return x


def total(x: Tensor) -> Tensor:
    return log(torch.exp(x).sum(dim=1))
""",
    "parameter-named-torch": """\
import torch.nn.functional as F


def lse(torch, x):
    return torch.log(torch.sum(torch.exp(x), axis=1))


def relu(x):
    return F.relu(x)
""",
    "name-bound-again": """\
import torch
from torch import Tensor


def log_total(x: Tensor, counts: Tensor) -> tuple[Tensor, Tensor]:
    total = torch.exp(x).sum(dim=1)
    partition = total
    total = counts.sum(dim=1)
    return torch.log(total), partition
""",
    "log-of-another-sum": """\
import torch
from torch import Tensor


def scores(x: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
    e = torch.exp(x)
    return e.sum(dim=1), torch.log(y.sum(dim=1))
""",
    "user-class-with-the-same-methods": """\
import torch


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
