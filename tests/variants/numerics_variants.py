"""Programs that the numerics rules must report and programs that they must leave alone.

FLAG and LEAVE map a rule's code to programs keyed by what sets each apart. A line of a FLAG program that
must carry a finding ends in an `expect` comment; a LEAVE program carries no finding of any rule.
"""

FLAG: dict[str, dict[str, str]] = {
    "TEF301": {
        "directly-with-keepdim": """\
import torch
from torch import Tensor


def softmax(x: Tensor) -> Tensor:
    return torch.exp(x) / torch.sum(torch.exp(x), dim=1, keepdim=True)  # expect: TEF301
""",
        "through-a-name": """\
import torch


def softmax(x: torch.Tensor) -> torch.Tensor:
    e = torch.exp(x)
    return e / e.sum(dim=-1, keepdim=True)  # expect: TEF301
""",
        "sum-through-a-name-too": """\
import torch
from torch import Tensor


def softmax(x: Tensor) -> Tensor:
    numerator = torch.exp(x)
    denominator = torch.sum(numerator, 1, keepdim=True)
    return numerator / denominator  # expect: TEF301
""",
        "method-forms": """\
from torch import Tensor


def softmax(x: Tensor) -> Tensor:
    return x.exp() / x.exp().sum(-1, keepdim=True)  # expect: TEF301
""",
        "sum-over-everything": """\
import torch
from torch import Tensor


def softmax(x: Tensor) -> Tensor:
    e = torch.exp(x)
    return e / e.sum()  # expect: TEF301
""",
        "vector": """\
import torch

logits = torch.tensor([1.0, 2.0, 3.0])
probs = torch.exp(logits) / torch.exp(logits).sum()  # expect: TEF301
""",
        "global-max-with-row-sum": """\
import torch
from torch import Tensor


def softmax(x: Tensor) -> Tensor:
    e = torch.exp(x - x.max())
    return e / e.sum(dim=1, keepdim=True)  # expect: TEF301
""",
        "torch-under-an-alias": """\
import torch as th


def softmax(x: th.Tensor) -> th.Tensor:
    return th.exp(x) / th.exp(x).sum(dim=0)  # expect: TEF301
""",
        "imported-functions": """\
from torch import Tensor, exp
from torch import sum as tsum


def softmax(x: Tensor) -> Tensor:
    return exp(x) / tsum(exp(x), dim=-1, keepdim=True)  # expect: TEF301
""",
        "axis-keyword": """\
import torch
from torch import Tensor


def softmax(x: Tensor) -> Tensor:
    e = torch.exp(x)
    return e / torch.sum(e, axis=1, keepdim=True)  # expect: TEF301
""",
        "sum-unsqueezed-again": """\
import torch
from torch import Tensor


def softmax(x: Tensor) -> Tensor:
    e = torch.exp(x)
    return e / e.sum(1).unsqueeze(1)  # expect: TEF301
""",
        "sum-indexed-with-none": """\
import torch
from torch import Tensor


def softmax(x: Tensor) -> Tensor:
    e = torch.exp(x)
    total = e.sum(dim=1)
    return e / total[:, None]  # expect: TEF301
""",
        "torch-div": """\
import torch
from torch import Tensor


def softmax(x: Tensor) -> Tensor:
    e = torch.exp(x)
    return torch.div(e, e.sum(dim=1, keepdim=True))  # expect: TEF301
""",
        "augmented-division": """\
import torch
from torch import Tensor


def softmax(x: Tensor) -> Tensor:
    e = torch.exp(x)
    e /= e.sum(dim=1, keepdim=True)  # expect: TEF301
    return e
""",
        "attention-with-temperature": """\
import torch
from torch import nn


class Attention(nn.Module):
    def forward(self, query, key, value):
        scores = query @ key.transpose(-2, -1) / 8.0
        weights = torch.exp(scores)
        weights = weights / weights.sum(dim=-1, keepdim=True)  # expect: TEF301
        return weights @ value
""",
        "linear-output": """\
from torch import nn


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(16, 4)

    def forward(self, x):
        e = self.fc(x).exp()
        return e / e.sum(dim=1, keepdim=True)  # expect: TEF301
""",
        "parameter-known-from-use-only": """\
import torch


def softmax(x):
    return torch.exp(x) / torch.exp(x).sum(dim=1, keepdim=True)  # expect: TEF301
""",
        "scores-over-a-temperature": """\
import torch
from torch import Tensor


def sharpen(x: Tensor, temperature: float) -> Tensor:
    e = torch.exp(x / temperature)
    return e / e.sum(dim=-1, keepdim=True)  # expect: TEF301
""",
        "boltzmann-weights": """\
import torch
from torch import Tensor


def boltzmann(energy: Tensor) -> Tensor:
    return torch.exp(-energy) / torch.exp(-energy).sum(dim=1, keepdim=True)  # expect: TEF301
""",
        "global-max-by-name": """\
import torch
from torch import Tensor


def softmax(x: Tensor) -> Tensor:
    top = torch.max(x)
    e = torch.exp(x - top)
    return e / torch.sum(e, dim=1, keepdim=True)  # expect: TEF301
""",
        "global-amax-in-one-expression": """\
import torch
from torch import Tensor


def softmax(x: Tensor) -> Tensor:
    return torch.exp(x - x.amax()) / torch.exp(x - x.amax()).sum(-1, keepdim=True)  # expect: TEF301
""",
        "shifted-by-the-row-mean": """\
import torch
from torch import Tensor


def softmax(x: Tensor) -> Tensor:
    e = torch.exp(x - x.mean(dim=1, keepdim=True))
    return e / e.sum(dim=1, keepdim=True)  # expect: TEF301
""",
        "keepdim-by-position": """\
import torch
from torch import Tensor


def softmax(x: Tensor) -> Tensor:
    e = torch.exp(x)
    return e / torch.sum(e, -1, True)  # expect: TEF301
""",
        "sum-viewed-as-a-column": """\
import torch
from torch import Tensor


def softmax(x: Tensor) -> Tensor:
    e = torch.exp(x)
    return e / e.sum(dim=1).view(-1, 1)  # expect: TEF301
""",
        "div-method": """\
from torch import Tensor


def softmax(x: Tensor) -> Tensor:
    e = x.exp()
    return e.div(e.sum(dim=-1, keepdim=True))  # expect: TEF301
""",
        "in-place-div-method": """\
import torch
from torch import Tensor


def softmax(x: Tensor) -> Tensor:
    e = torch.exp(x)
    return e.div_(e.sum(dim=-1, keepdim=True))  # expect: TEF301
""",
        "true-divide": """\
import torch
from torch import Tensor


def softmax(x: Tensor) -> Tensor:
    e = torch.exp(x)
    return torch.true_divide(e, e.sum(dim=-1, keepdim=True))  # expect: TEF301
""",
        "walrus": """\
import torch
from torch import Tensor


def softmax(x: Tensor) -> Tensor:
    return (e := torch.exp(x)) / e.sum(dim=-1, keepdim=True)  # expect: TEF301
""",
        "inside-a-lambda": """\
import torch

softmax = lambda x: torch.exp(x) / torch.exp(x).sum(dim=-1, keepdim=True)  # expect: TEF301
""",
        "inside-a-comprehension": """\
import torch
from torch import Tensor


def heads(a: Tensor, b: Tensor) -> list[Tensor]:
    return [torch.exp(s) / torch.exp(s).sum(dim=-1, keepdim=True) for s in (a, b)]  # expect: TEF301
""",
        "conditional-expression": """\
import torch
from torch import Tensor


def normalise(x: Tensor, naive: bool) -> Tensor:
    e = torch.exp(x)
    return e / e.sum(dim=1, keepdim=True) if naive else torch.softmax(x, dim=1)  # expect: TEF301
""",
        "static-method-under-no-grad": """\
import torch


class Ops:
    @staticmethod
    @torch.no_grad()
    def softmax(x: torch.Tensor) -> torch.Tensor:
        e = torch.exp(x)
        return e / e.sum(dim=1, keepdim=True)  # expect: TEF301
""",
        "nested-function-and-try": """\
import torch
from torch import Tensor


def build(dim: int):
    def softmax(x: Tensor) -> Tensor:
        try:
            e = torch.exp(x)
            return e / e.sum(dim=dim, keepdim=True)  # expect: TEF301
        except IndexError:
            return x

    return softmax
""",
        "learned-mixing-weights": """\
import torch
from torch import nn


class Mix(nn.Module):
    def __init__(self):
        super().__init__()
        self.scores = nn.Parameter(torch.zeros(4))

    def forward(self, x):
        e = torch.exp(self.scores)
        weights = e / e.sum()  # expect: TEF301
        return x @ weights
""",
        "narrowed-by-isinstance": """\
import torch


def softmax(x):
    if isinstance(x, torch.Tensor):
        e = x.exp()
        return e / e.sum(dim=-1, keepdim=True)  # expect: TEF301
    return x
""",
        "optional-scores": """\
from typing import Optional

import torch
from torch import Tensor


def softmax(x: Optional[Tensor]) -> Optional[Tensor]:
    if x is None:
        return None
    e = torch.exp(x)
    return e / e.sum(dim=-1, keepdim=True)  # expect: TEF301
""",
        "jaxtyped-scores": """\
import torch
from jaxtyping import Float
from torch import Tensor


def softmax(x: Float[Tensor, "b n"]):
    e = torch.exp(x)
    return e / e.sum(dim=1, keepdim=True)  # expect: TEF301
""",
        "spatial-softmax-over-two-dims": """\
import torch
from torch import Tensor


def attention_map(x: Tensor) -> Tensor:
    e = torch.exp(x)
    return e / e.sum(dim=(2, 3), keepdim=True)  # expect: TEF301
""",
        "exponential-in-place": """\
from torch import Tensor


def softmax(x: Tensor) -> Tensor:
    e = x.clone().exp_()
    return e / e.sum(dim=1, keepdim=True)  # expect: TEF301
""",
        "sum-unsqueezed-by-name": """\
import torch
from torch import Tensor


def softmax(x: Tensor) -> Tensor:
    e = torch.exp(x)
    total = e.sum(dim=-1)
    total = total.unsqueeze(-1)
    return e / total  # expect: TEF301
""",
        "batches-of-a-loader": """\
import torch
from torch import nn
from torch.utils.data import DataLoader


@torch.no_grad()
def probabilities(model: nn.Module, loader: DataLoader):
    model.eval()
    for x, _ in loader:
        e = torch.exp(model(x))
        yield e / e.sum(dim=1, keepdim=True)  # expect: TEF301
""",
    },
    "TEF302": {
        "torch-log-of-torch-softmax": """\
import torch
from torch import Tensor


def log_probs(x: Tensor) -> Tensor:
    return torch.log(torch.softmax(x, dim=1))  # expect: TEF302
""",
        "functional-softmax-then-log-method": """\
import torch.nn.functional as F
from torch import Tensor


def log_probs(x: Tensor) -> Tensor:
    return F.softmax(x, 1).log()  # expect: TEF302
""",
        "through-a-name": """\
import torch
import torch.nn.functional as F


def log_probs(x: torch.Tensor) -> torch.Tensor:
    probs = F.softmax(x, dim=-1)
    return torch.log(probs)  # expect: TEF302
""",
        "softmax-method": """\
from torch import Tensor


def log_probs(x: Tensor) -> Tensor:
    return x.softmax(-1).log()  # expect: TEF302
""",
        "module-called-at-once": """\
import torch
from torch import nn


def log_probs(x: torch.Tensor) -> torch.Tensor:
    return torch.log(nn.Softmax(dim=1)(x))  # expect: TEF302
""",
        "module-by-name": """\
import torch
import torch.nn as nn

softmax = nn.Softmax(dim=1)
logits = torch.randn(4, 10)
log_probs = softmax(logits).log()  # expect: TEF302
""",
        "module-by-attribute": """\
import torch
from torch import nn


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(16, 4)
        self.softmax = nn.Softmax(dim=-1)

    def forward(self, x):
        return torch.log(self.softmax(self.fc(x)))  # expect: TEF302
""",
        "same-file-helper": """\
import torch
from torch import Tensor


def probabilities(x: Tensor) -> Tensor:
    return torch.softmax(x, dim=-1)


def log_probs(x: Tensor) -> Tensor:
    return torch.log(probabilities(x))  # expect: TEF302
""",
        "same-file-module": """\
import torch
import torch.nn.functional as F
from torch import nn


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 2)

    def forward(self, state):
        return F.softmax(self.fc(state), dim=-1)


policy = Policy()


def action_scores(state: torch.Tensor) -> torch.Tensor:
    probs = policy(state)
    return torch.log(probs)  # expect: TEF302
""",
        "sequential-that-ends-in-softmax": """\
import torch
from torch import nn

model = nn.Sequential(nn.Linear(8, 3), nn.Softmax(dim=1))
x = torch.randn(5, 8)
log_probs = torch.log(model(x))  # expect: TEF302
""",
        "epsilon-inside-the-log": """\
import torch
import torch.nn.functional as F
from torch import Tensor


def log_probs(x: Tensor) -> Tensor:
    return torch.log(F.softmax(x, dim=1) + 1e-8)  # expect: TEF302
""",
        "clamped-before-the-log": """\
import torch
import torch.nn.functional as F
from torch import Tensor


def log_probs(x: Tensor) -> Tensor:
    probs = F.softmax(x, dim=1).clamp(min=1e-7)
    return torch.log(probs)  # expect: TEF302
""",
        "torch-under-an-alias": """\
import torch as th


def log_probs(x: th.Tensor) -> th.Tensor:
    return th.log(th.softmax(x, 1))  # expect: TEF302
""",
        "imported-log-and-softmax": """\
from torch import Tensor, log
from torch.nn.functional import softmax


def log_probs(x: Tensor) -> Tensor:
    return log(softmax(x, dim=1))  # expect: TEF302
""",
        "keyword-inputs": """\
import torch
from torch import Tensor


def log_probs(x: Tensor) -> Tensor:
    return torch.log(input=torch.softmax(input=x, dim=1))  # expect: TEF302
""",
        "log-of-a-hand-written-softmax": """\
import torch
from torch import Tensor


def log_probs(x: Tensor) -> Tensor:
    return torch.log(torch.exp(x) / torch.exp(x).sum(dim=1, keepdim=True))  # expect: TEF302
""",
        "inside-nll-loss": """\
import torch
import torch.nn.functional as F
from torch import Tensor


def loss(logits: Tensor, labels: Tensor) -> Tensor:
    return F.nll_loss(torch.log(F.softmax(logits, dim=1)), labels)  # expect: TEF302
""",
        "softmax-with-a-dtype": """\
import torch
import torch.nn.functional as F
from torch import Tensor


def log_probs(x: Tensor) -> Tensor:
    return torch.log(F.softmax(x, dim=-1, dtype=torch.float32))  # expect: TEF302
""",
        "special-softmax": """\
import torch
from torch import Tensor


def log_probs(x: Tensor) -> Tensor:
    return torch.log(torch.special.softmax(x, 1))  # expect: TEF302
""",
        "full-path-to-the-functional": """\
import torch


def log_probs(x: torch.Tensor) -> torch.Tensor:
    return torch.nn.functional.softmax(x, dim=1).log()  # expect: TEF302
""",
        "in-place-log": """\
import torch.nn.functional as F
from torch import Tensor


def log_probs(x: Tensor) -> Tensor:
    return F.softmax(x, dim=1).log_()  # expect: TEF302
""",
        "named-epsilon-and-method": """\
import torch
from torch import Tensor

EPS = 1e-8


def log_probs(x: Tensor) -> Tensor:
    probs = torch.softmax(x, dim=-1)
    return (probs + EPS).log()  # expect: TEF302
""",
        "epsilon-on-the-left": """\
import torch
from torch import Tensor


def log_probs(x: Tensor) -> Tensor:
    return torch.log(1e-6 + torch.softmax(x, dim=-1))  # expect: TEF302
""",
        "clamp-min-method": """\
from torch import Tensor


def log_probs(x: Tensor) -> Tensor:
    return x.softmax(dim=1).clamp_min(1e-9).log()  # expect: TEF302
""",
        "clamp-function-with-both-bounds": """\
import torch
from torch import Tensor


def log_probs(x: Tensor) -> Tensor:
    return torch.log(torch.clamp(torch.softmax(x, dim=1), 1e-7, 1.0))  # expect: TEF302
""",
        "helper-method": """\
import torch
import torch.nn.functional as F
from torch import Tensor, nn


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 2)

    def probs(self, x: Tensor) -> Tensor:
        return F.softmax(self.fc(x), dim=-1)

    def forward(self, x):
        return torch.log(self.probs(x))  # expect: TEF302
""",
        "sequential-attribute": """\
import torch
from torch import nn


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(4, 64), nn.Tanh(), nn.Linear(64, 2), nn.Softmax(dim=-1))

    def forward(self, state):
        probs = self.net(state)
        return torch.log(probs)  # expect: TEF302
""",
        "entropy-of-one-distribution": """\
import torch
from torch import Tensor


def entropy(logits: Tensor) -> Tensor:
    p = torch.softmax(logits, dim=-1)
    return -(p * p.log()).sum(dim=-1)  # expect: TEF302
""",
        "divergence-between-two-models": """\
import torch.nn.functional as F
from torch import Tensor


def divergence(student: Tensor, teacher: Tensor) -> Tensor:
    log_q = F.softmax(student, dim=1).log()  # expect: TEF302
    return F.kl_div(log_q, F.softmax(teacher, dim=1), reduction="batchmean")
""",
        "inside-a-lambda": """\
import torch

log_probs = lambda x: torch.log(torch.softmax(x, dim=-1))  # expect: TEF302
""",
        "inside-a-comprehension": """\
import torch
from torch import Tensor


def both(a: Tensor, b: Tensor) -> list[Tensor]:
    return [torch.log(x.softmax(dim=-1)) for x in (a, b)]  # expect: TEF302
""",
        "conditional-expression": """\
import torch
from torch import Tensor


def scores(x: Tensor, log: bool) -> Tensor:
    probs = torch.softmax(x, dim=1)
    return torch.log(probs) if log else probs  # expect: TEF302
""",
        "walrus": """\
import torch
from torch import Tensor


def both(x: Tensor) -> tuple[Tensor, Tensor]:
    return torch.log(probs := torch.softmax(x, dim=1)), probs  # expect: TEF302
""",
        "under-try-and-no-grad": """\
import torch
from torch import Tensor, nn


@torch.no_grad()
def log_probs(model: nn.Module, x: Tensor) -> Tensor:
    model.eval()
    try:
        return torch.log(torch.softmax(model(x), dim=1))  # expect: TEF302
    except RuntimeError:
        return x
""",
        "nested-function": """\
import torch
from torch import Tensor


def build(dim: int):
    def log_probs(x: Tensor) -> Tensor:
        return torch.log(torch.softmax(x, dim=dim))  # expect: TEF302

    return log_probs
""",
        "hand-written-softmax-by-name": """\
import torch
from torch import Tensor


def log_probs(x: Tensor) -> Tensor:
    e = torch.exp(x)
    p = e / e.sum(dim=1, keepdim=True)
    return torch.log(p)  # expect: TEF302
""",
        "softmax-on-both-branches": """\
import torch
from torch import Tensor


def log_probs(x: Tensor, temperature: float) -> Tensor:
    if temperature != 1.0:
        p = torch.softmax(x / temperature, dim=1)
    else:
        p = torch.softmax(x, dim=1)
    return p.log()  # expect: TEF302
""",
        "imported-module-class": """\
import torch
from torch.nn import Softmax

normalise = Softmax(-1)
x = torch.randn(4, 10)
log_probs = torch.log(normalise(x))  # expect: TEF302
""",
        "model-held-by-an-attribute": """\
import torch
import torch.nn.functional as F
from torch import nn


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 2)

    def forward(self, state):
        scores = self.fc(state)
        return F.softmax(scores, dim=-1)


class Agent:
    def __init__(self) -> None:
        self.policy = Policy()

    def score(self, state: torch.Tensor) -> torch.Tensor:
        return self.policy(state).log()  # expect: TEF302
""",
        "jaxtyped-logits": """\
import torch
from jaxtyping import Float
from torch import Tensor


def log_probs(x: Float[Tensor, "b n"]):
    return torch.log(torch.softmax(x, dim=-1))  # expect: TEF302
""",
        "call-over-several-lines": """\
import torch
import torch.nn.functional as F
from torch import Tensor


def log_probs(logits: Tensor, temperature: float) -> Tensor:
    return torch.log(  # expect: TEF302
        F.softmax(
            logits / temperature,
            dim=-1,
        )
    )
""",
        "training-step": """\
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader


def train(model: nn.Module, loader: DataLoader, optimizer: torch.optim.Optimizer) -> None:
    model.train()
    for x, y in loader:
        optimizer.zero_grad()
        log_probs = torch.log(F.softmax(model(x), dim=1))  # expect: TEF302
        loss = F.nll_loss(log_probs, y)
        loss.backward()
        optimizer.step()
""",
        "parameter-known-from-use-only": """\
import torch


def log_probs(x):
    return torch.log(torch.softmax(x, dim=-1))  # expect: TEF302
""",
    },
    "TEF303": {
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
    },
    "TEF317": {
        "row-sum-of-globally-shifted-exp": """\
import torch
from torch import Tensor


def partition(x: Tensor) -> Tensor:
    return torch.exp(x - x.max()).sum(dim=1)  # expect: TEF317
""",
        "torch-max-function": """\
import torch
from torch import Tensor


def partition(x: Tensor) -> Tensor:
    return torch.sum(torch.exp(x - torch.max(x)), dim=1)  # expect: TEF317
""",
        "exponentials-by-name": """\
import torch
from torch import Tensor


def partition(x: Tensor) -> Tensor:
    e = torch.exp(x - x.max())  # expect: TEF317
    return e.sum(dim=-1, keepdim=True)
""",
        "amax-without-dims": """\
import torch
from torch import Tensor


def partition(x: Tensor) -> Tensor:
    e = torch.exp(x - x.amax())  # expect: TEF317
    return torch.sum(e, dim=1)
""",
        "method-forms": """\
from torch import Tensor


def partition(x: Tensor) -> Tensor:
    return (x - x.max()).exp().sum(1)  # expect: TEF317
""",
        "torch-under-an-alias": """\
import torch as th


def partition(x: th.Tensor) -> th.Tensor:
    return th.exp(x - th.max(x)).sum(-1)  # expect: TEF317
""",
        "imported-functions": """\
from torch import Tensor, exp
from torch import max as tmax
from torch import sum as tsum


def partition(x: Tensor) -> Tensor:
    return tsum(exp(x - tmax(x)), dim=1)  # expect: TEF317
""",
        "axis-keyword": """\
import torch
from torch import Tensor


def partition(x: Tensor) -> Tensor:
    e = torch.exp(x - x.max())  # expect: TEF317
    return e.sum(axis=1)
""",
        "row-mean": """\
import torch
from torch import Tensor


def row_means(x: Tensor) -> Tensor:
    return torch.exp(x - x.max()).mean(dim=1)  # expect: TEF317
""",
        "known-matrix": """\
import torch

x = torch.randn(8, 5)
totals = torch.exp(x - x.max()).sum(dim=1)  # expect: TEF317
""",
        "linear-output": """\
import torch
from torch import nn


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(16, 4)

    def forward(self, x):
        logits = self.fc(x)
        e = torch.exp(logits - logits.max())  # expect: TEF317
        return e.sum(dim=1)
""",
        "detached-max": """\
import torch
from torch import Tensor


def partition(x: Tensor) -> Tensor:
    return torch.exp(x - x.max().detach()).sum(dim=1)  # expect: TEF317
""",
        "torch-sub": """\
import torch
from torch import Tensor


def partition(x: Tensor) -> Tensor:
    return torch.exp(torch.sub(x, x.max())).sum(dim=1)  # expect: TEF317
""",
        "jaxtyped-matrix": """\
import torch
from jaxtyping import Float
from torch import Tensor


def partition(x: Float[Tensor, "b n"]):
    return torch.exp(x - x.max()).sum(dim=-1)  # expect: TEF317
""",
        "forward-parameter": """\
import torch
from torch import nn


class Partition(nn.Module):
    def forward(self, scores):
        e = torch.exp(scores - torch.max(scores))  # expect: TEF317
        return e.sum(dim=-1)
""",
        "weighted-average-by-global-shift": """\
import torch
from torch import Tensor


def attend(x: Tensor, values: Tensor) -> Tensor:
    e = torch.exp(x - x.max())  # expect: TEF317
    return (e * values).sum(dim=1) / e.sum(dim=1)
""",
        "max-by-name": """\
import torch
from torch import Tensor


def partition(x: Tensor) -> Tensor:
    top = x.max()
    return torch.exp(x - top).sum(dim=1)  # expect: TEF317
""",
        "torch-max-by-name": """\
import torch
from torch import Tensor


def partition(scores: Tensor) -> Tensor:
    m = torch.max(scores)
    weights = torch.exp(scores - m)  # expect: TEF317
    return weights.sum(dim=-1, keepdim=True)
""",
        "three-dimensional-scores": """\
import torch

scores = torch.randn(2, 8, 16)
totals = torch.exp(scores - scores.max()).sum(dim=-1)  # expect: TEF317
""",
        "inside-a-lambda": """\
import torch


def make(x: torch.Tensor):
    return lambda: torch.exp(x - x.max()).sum(dim=1)  # expect: TEF317
""",
        "inside-a-comprehension": """\
import torch
from torch import Tensor


def both(a: Tensor, b: Tensor) -> list[Tensor]:
    return [torch.exp(x - x.max()).sum(dim=1) for x in (a, b)]  # expect: TEF317
""",
        "conditional-expression": """\
import torch
from torch import Tensor


def pool(x: Tensor, soft: bool) -> Tensor:
    return torch.exp(x - x.max()).sum(dim=1) if soft else x.amax(dim=1)  # expect: TEF317
""",
        "walrus": """\
import torch
from torch import Tensor


def both(x: Tensor) -> tuple[Tensor, Tensor]:
    return (e := torch.exp(x - x.max())), e.sum(dim=1)  # expect: TEF317
""",
        "under-try-and-no-grad": """\
import torch
from torch import Tensor


def partition(x: Tensor) -> Tensor:
    try:
        with torch.no_grad():
            e = torch.exp(x - torch.max(x))  # expect: TEF317
            return e.sum(dim=1)
    except IndexError:
        return x
""",
        "nested-function": """\
import torch
from torch import Tensor


def build(dim: int):
    def partition(x: Tensor) -> Tensor:
        e = torch.exp(x - x.max())  # expect: TEF317
        return torch.sum(e, dim=-1)

    return partition
""",
        "narrowed-by-isinstance": """\
import torch


def partition(x):
    if isinstance(x, torch.Tensor):
        return torch.exp(x - x.max()).sum(dim=-1)  # expect: TEF317
    return None
""",
        "optional-scores": """\
from typing import Optional

import torch
from torch import Tensor


def partition(x: Optional[Tensor]) -> Optional[Tensor]:
    if x is None:
        return None
    e = torch.exp(x - x.max())  # expect: TEF317
    return e.sum(dim=-1)
""",
        "union-with-none": """\
import torch


def partition(x: torch.Tensor | None):
    if x is not None:
        return torch.exp(x - x.max()).sum(dim=1)  # expect: TEF317
    return None
""",
        "string-annotation": """\
import torch


def partition(x: "torch.Tensor") -> "torch.Tensor":
    return torch.exp(x - x.max()).sum(dim=-1)  # expect: TEF317
""",
        "symbolic-matrix": """\
import torch
from torch import Tensor


def noise_partition(x: Tensor) -> Tensor:
    b, n = x.shape
    noise = torch.rand(b, n, device=x.device)
    return torch.exp(noise - noise.max()).sum(dim=1)  # expect: TEF317
""",
        "matrix-product-scores": """\
import torch
from torch import Tensor


def partition(query: Tensor, key: Tensor) -> Tensor:
    scores = query @ key.transpose(-2, -1)
    e = torch.exp(scores - scores.max())  # expect: TEF317
    return e.sum(dim=-1)
""",
        "static-method": """\
import torch


class Ops:
    @staticmethod
    def partition(x: torch.Tensor) -> torch.Tensor:
        return torch.exp(x - x.max()).sum(dim=1)  # expect: TEF317
""",
        "attribute-of-a-plain-class": """\
import torch
from torch import Tensor


class Scores:
    def __init__(self, values: Tensor) -> None:
        self.values = values

    def partition(self) -> Tensor:
        return torch.exp(self.values - self.values.max()).sum(dim=1)  # expect: TEF317
""",
        "row-mean-of-named-exponentials": """\
import torch
from torch import Tensor


def row_means(x: Tensor) -> Tensor:
    e = torch.exp(x - x.max())  # expect: TEF317
    return torch.mean(e, dim=-1)
""",
        "sum-in-a-later-branch": """\
import torch
from torch import Tensor


def partition(x: Tensor, keep: bool) -> Tensor:
    e = torch.exp(x - x.max())  # expect: TEF317
    if keep:
        return e.sum(dim=1, keepdim=True)
    return e.sum(dim=1)
""",
        "row-selected-from-a-batch-of-matrices": """\
import torch

batch = torch.randn(4, 8, 5)
first = batch[0]
totals = torch.exp(first - first.max()).sum(dim=1)  # expect: TEF317
""",
        "outputs-of-a-sequential": """\
import torch
from torch import nn

model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 4))


def partition(x: torch.Tensor) -> torch.Tensor:
    logits = model(x)
    return torch.exp(logits - logits.max()).sum(dim=1)  # expect: TEF317
""",
    },
}

LEAVE: dict[str, dict[str, str]] = {
    "TEF301": {
        "torch-softmax": """\
import torch
from torch import Tensor


def softmax(x: Tensor) -> Tensor:
    return torch.softmax(x, dim=1)
""",
        "own-row-max-subtracted": """\
import torch
from torch import Tensor


def softmax(x: Tensor) -> Tensor:
    e = torch.exp(x - x.max(dim=1, keepdim=True).values)
    return e / e.sum(dim=1, keepdim=True)
""",
        "row-amax-by-name": """\
import torch
from torch import Tensor


def softmax(x: Tensor) -> Tensor:
    m = x.amax(dim=-1, keepdim=True)
    e = torch.exp(x - m)
    return e / e.sum(dim=-1, keepdim=True)
""",
        "row-max-first-of-pair": """\
import torch
from torch import Tensor


def softmax(x: Tensor) -> Tensor:
    shifted = x - torch.max(x, 1, keepdim=True)[0]
    e = shifted.exp()
    return e / e.sum(1, keepdim=True)
""",
        "row-max-unpacked": """\
import torch
from torch import Tensor


def softmax(x: Tensor) -> Tensor:
    m, _ = torch.max(x, dim=1, keepdim=True)
    e = torch.exp(x - m)
    return e / torch.sum(e, dim=1, keepdim=True)
""",
        "vector-with-its-max-and-its-sum": """\
import torch

x = torch.tensor([1.0, 2.0, 3.0])
e = torch.exp(x - x.max())
probs = e / e.sum()
""",
        "global-max-with-global-sum": """\
import torch
from torch import Tensor


def joint_softmax(x: Tensor) -> Tensor:
    e = torch.exp(x - x.amax(dim=None))
    return e / e.sum(dim=None)
""",
        "gaussian-kernel": """\
import torch
from torch import Tensor


def kernel_weights(d: Tensor) -> Tensor:
    k = torch.exp(-d ** 2)
    return k / k.sum(dim=1, keepdim=True)
""",
        "gaussian-with-bandwidth": """\
import torch
from torch import Tensor


def kernel_weights(d: Tensor, sigma: float) -> Tensor:
    k = torch.exp(-(d ** 2) / (2 * sigma ** 2))
    return k / k.sum(dim=-1, keepdim=True)
""",
        "normalised-relu": """\
import torch
from torch import Tensor


def weights(x: Tensor) -> Tensor:
    r = torch.relu(x)
    return r / r.sum(dim=1, keepdim=True)
""",
        "sum-of-another-exponential": """\
import torch
from torch import Tensor


def ratio(x: Tensor, y: Tensor) -> Tensor:
    return torch.exp(x) / torch.exp(y).sum(dim=1, keepdim=True)
""",
        "numpy": """\
import numpy as np
import torch


def softmax(x: np.ndarray) -> torch.Tensor:
    e = np.exp(x)
    p = e / np.sum(e, axis=1, keepdims=True)
    return torch.from_numpy(p)
""",
        "python-floats": """\
import math

import torch


def softmax(values: list[float]) -> torch.Tensor:
    total = sum(math.exp(v) for v in values)
    return torch.tensor([math.exp(v) / total for v in values])
""",
        "local-function-named-exp": """\
import torch


def exp(x):
    return x.clamp(min=0.0) + 1.0


def normalise(x: torch.Tensor) -> torch.Tensor:
    return exp(x) / exp(x).sum(dim=1, keepdim=True)
""",
        "divided-by-the-row-maximum": """\
import torch
from torch import Tensor


def relative(x: Tensor) -> Tensor:
    e = torch.exp(x)
    return e / e.amax(dim=1, keepdim=True)
""",
        "softmax-method-function-and-module": """\
import torch.nn.functional as F
from torch import Tensor, nn

softmax = nn.Softmax(dim=-1)


def all_three(x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    return x.softmax(-1), F.softmax(x, dim=-1), softmax(x)
""",
        "detached-row-max": """\
import torch
from torch import Tensor


def softmax(x: Tensor) -> Tensor:
    e = torch.exp(x - x.detach().amax(dim=-1, keepdim=True))
    return e / e.sum(dim=-1, keepdim=True)
""",
        "row-max-detached-after": """\
from torch import Tensor


def softmax(x: Tensor) -> Tensor:
    e = (x - x.max(-1, keepdim=True)[0].detach()).exp()
    return e / e.sum(-1, keepdim=True)
""",
        "shifted-name-bound-again": """\
import torch
from torch import Tensor


def softmax(x: Tensor) -> Tensor:
    x = x - x.amax(dim=1, keepdim=True)
    e = torch.exp(x)
    e /= e.sum(dim=1, keepdim=True)
    return e
""",
        "row-max-with-unsqueeze": """\
import torch
from torch import Tensor


def softmax(x: Tensor) -> Tensor:
    top = x.max(dim=1).values.unsqueeze(1)
    e = torch.exp(x - top)
    return e / e.sum(dim=1, keepdim=True)
""",
        "row-max-with-none-index": """\
import torch
from torch import Tensor


def softmax(x: Tensor) -> Tensor:
    e = torch.exp(x - x.amax(dim=1)[:, None])
    return e / e.sum(dim=1)[:, None]
""",
        "shift-by-torch-sub": """\
import torch
from torch import Tensor


def softmax(x: Tensor) -> Tensor:
    e = torch.exp(torch.sub(x, torch.amax(x, dim=-1, keepdim=True)))
    return torch.div(e, e.sum(dim=-1, keepdim=True))
""",
        "gaussian-by-pow": """\
import torch
from torch import Tensor


def weights(d: Tensor) -> Tensor:
    k = torch.exp(-d.pow(2))
    return k / k.sum(dim=1, keepdim=True)
""",
        "gaussian-by-square": """\
import torch
from torch import Tensor


def weights(z: Tensor) -> Tensor:
    k = torch.exp(-0.5 * torch.square(z))
    return k / k.sum(dim=-1, keepdim=True)
""",
        "laplace-kernel": """\
import torch
from torch import Tensor


def weights(d: Tensor) -> Tensor:
    k = torch.exp(-torch.abs(d))
    return k / k.sum(dim=-1, keepdim=True)
""",
        "gaussian-of-pairwise-differences": """\
import torch
from torch import Tensor


def weights(x: Tensor, y: Tensor) -> Tensor:
    k = torch.exp(-(x[:, None] - y[None, :]) ** 2)
    return k / k.sum(dim=1, keepdim=True)
""",
        "gaussian-blur-taps": """\
import torch


def taps(size: int, sigma: float) -> torch.Tensor:
    offset = torch.arange(size) - size // 2
    kernel = torch.exp(-(offset ** 2) / (2.0 * sigma ** 2))
    return kernel / kernel.sum()
""",
        "normalised-sigmoid": """\
import torch
from torch import Tensor


def weights(x: Tensor) -> Tensor:
    s = torch.sigmoid(x)
    return s / s.sum(dim=-1, keepdim=True)
""",
        "normalised-softplus": """\
import torch.nn.functional as F
from torch import Tensor


def weights(x: Tensor) -> Tensor:
    s = F.softplus(x)
    return s / s.sum(dim=-1, keepdim=True)
""",
        "exponential-over-the-plain-sum": """\
import torch
from torch import Tensor


def ratio(x: Tensor) -> Tensor:
    return torch.exp(x) / x.sum(dim=1, keepdim=True)
""",
        "plain-over-the-sum-of-exponentials": """\
import torch
from torch import Tensor


def ratio(x: Tensor) -> Tensor:
    return x / torch.exp(x).sum(dim=1, keepdim=True)
""",
        "shifted-by-logsumexp": """\
import torch
from torch import Tensor


def softmax(x: Tensor) -> Tensor:
    return torch.exp(x - torch.logsumexp(x, dim=1, keepdim=True))
""",
        "exponential-over-a-count": """\
import torch
from torch import Tensor


def average(x: Tensor) -> Tensor:
    return torch.exp(x) / x.size(1)
""",
        "masked-probabilities-renormalised": """\
import torch
from torch import Tensor


def masked(x: Tensor, mask: Tensor) -> Tensor:
    p = torch.softmax(x, dim=1) * mask
    return p / p.sum(dim=1, keepdim=True)
""",
        "jax-arrays": """\
import jax.numpy as jnp
import torch


def softmax(x):
    e = jnp.exp(x)
    return e / jnp.sum(e, axis=-1, keepdims=True)


def to_tensor(x) -> torch.Tensor:
    return torch.as_tensor(softmax(x))
""",
        "parameter-named-torch": """\
import torch.nn.functional as F


def softmax(torch, x):
    return torch.exp(x) / torch.exp(x).sum(axis=1)


def relu(x):
    return F.relu(x)
""",
        "name-bound-again-before-the-division": """\
import torch
from torch import Tensor


def weights(x: Tensor, counts: Tensor) -> Tensor:
    e = torch.exp(x)
    scaled = e * 2.0
    e = counts.abs()
    return scaled / e.sum(dim=1, keepdim=True)
""",
        "user-class-with-exp": """\
import torch


class Dual:
    def __init__(self, value: float) -> None:
        self.value = value

    def exp(self) -> "Dual":
        return Dual(2.718281828 ** self.value)

    def sum(self) -> float:
        return self.value

    def __truediv__(self, other: float) -> "Dual":
        return Dual(self.value / other)


d = Dual(1.0)
share = d.exp() / d.exp().sum()
t = torch.zeros(2)
""",
    },
    "TEF302": {
        "functional-log-softmax": """\
import torch.nn.functional as F
from torch import Tensor


def log_probs(x: Tensor) -> Tensor:
    return F.log_softmax(x, dim=1)
""",
        "log-softmax-method-and-module": """\
from torch import Tensor, nn

log_softmax = nn.LogSoftmax(dim=1)


def both(x: Tensor) -> tuple[Tensor, Tensor]:
    return x.log_softmax(1), log_softmax(x)
""",
        "log-of-given-probabilities": """\
import torch
from torch import Tensor


def log_probs(probs: Tensor) -> Tensor:
    return torch.log(probs)
""",
        "softmax-without-a-log": """\
import torch
from torch import Tensor


def predict(logits: Tensor) -> Tensor:
    return torch.softmax(logits, dim=1).argmax(dim=1)
""",
        "exp-of-log-softmax": """\
import torch
import torch.nn.functional as F
from torch import Tensor


def probabilities(logits: Tensor) -> Tensor:
    return torch.exp(F.log_softmax(logits, dim=1))
""",
        "log-of-a-mean-over-members": """\
import torch
import torch.nn.functional as F
from torch import Tensor


def ensemble(logits: Tensor) -> Tensor:
    probs = F.softmax(logits, dim=-1)
    return torch.log(probs.mean(dim=0))
""",
        "log-of-an-average-of-two-softmaxes": """\
import torch
import torch.nn.functional as F
from torch import Tensor


def mixture(a: Tensor, b: Tensor) -> Tensor:
    p = F.softmax(a, dim=-1)
    q = F.softmax(b, dim=-1)
    return torch.log(0.5 * (p + q))
""",
        "name-bound-again": """\
import torch
import torch.nn.functional as F
from torch import Tensor


def scores(x: Tensor, counts: Tensor) -> Tensor:
    p = F.softmax(x, dim=1)
    best = p.argmax(dim=1)
    p = counts.abs()
    return torch.log(p)[best]
""",
        "scipy-softmax": """\
import numpy as np
import torch
from scipy.special import softmax


def log_probs(x: np.ndarray) -> torch.Tensor:
    return torch.from_numpy(np.log(softmax(x, axis=1)))
""",
        "user-function-named-softmax": """\
import torch
from torch import Tensor


def softmax(x: Tensor, dim: int) -> Tensor:
    return x.abs().cumsum(dim)


def scores(x: Tensor) -> Tensor:
    return torch.log(softmax(x, 1))
""",
        "softmax-of-a-log": """\
import torch
from torch import Tensor


def sharpen(p: Tensor) -> Tensor:
    return torch.softmax(torch.log(p) * 2.0, dim=1)
""",
        "module-whose-forward-is-a-log-softmax": """\
import torch.nn.functional as F
from torch import Tensor, nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 3)

    def forward(self, x):
        return F.log_softmax(self.fc(x), dim=1)


net = Net()


def nll(x: Tensor, labels: Tensor) -> Tensor:
    return F.nll_loss(net(x), labels)
""",
        "log-of-softplus-features": """\
import torch
from torch import nn

model = nn.Sequential(nn.Linear(8, 3), nn.Softplus())
x = torch.randn(5, 8)
rates = torch.log(model(x))
""",
        "unknown-model": """\
import torch
from zoo import build

model = build("tiny")


def log_probs(x: torch.Tensor) -> torch.Tensor:
    return torch.log(model(x))
""",
        "categorical-distribution": """\
import torch
from torch.distributions import Categorical


def log_prob(logits: torch.Tensor, action: torch.Tensor) -> torch.Tensor:
    return Categorical(logits=logits).log_prob(action)
""",
        "sequential-that-ends-in-log-softmax": """\
import torch
from torch import nn

model = nn.Sequential(nn.Linear(8, 3), nn.LogSoftmax(dim=1))
x = torch.randn(5, 8)
log_probs = model(x)
""",
        "special-log-softmax": """\
import torch
from torch import Tensor


def log_probs(x: Tensor) -> Tensor:
    return torch.special.log_softmax(x, dim=-1)
""",
        "entropy-from-log-softmax": """\
import torch.nn.functional as F
from torch import Tensor


def entropy(logits: Tensor) -> Tensor:
    log_p = F.log_softmax(logits, dim=-1)
    return -(log_p.exp() * log_p).sum(dim=-1)
""",
        "logger-named-log": """\
import logging

import torch
from torch import Tensor

log = logging.getLogger(__name__)


def predict(x: Tensor) -> Tensor:
    probs = torch.softmax(x, dim=1)
    log.debug("probabilities %s", probs)
    return probs
""",
        "method-named-log": """\
import torch
import torch.nn.functional as F


class Reporter:
    def log(self, name: str, value: torch.Tensor) -> None:
        print(name, value)

    def step(self, logits: torch.Tensor) -> None:
        self.log("probabilities", F.softmax(logits, dim=1))
""",
        "experiment-tracker-log": """\
import torch
import wandb


def track(logits: torch.Tensor) -> None:
    probs = torch.softmax(logits, dim=1)
    wandb.log({"confidence": probs.amax(dim=1)})
""",
        "local-function-named-log": """\
import torch
from torch import Tensor


def log(x: Tensor) -> Tensor:
    print("shape", x.shape)
    return x


def probabilities(x: Tensor) -> Tensor:
    return log(torch.softmax(x, dim=1))
""",
        "cross-entropy-of-logits": """\
import torch.nn.functional as F
from torch import Tensor


def loss(logits: Tensor, labels: Tensor) -> Tensor:
    return F.cross_entropy(logits, labels)
""",
        "marginal-of-a-joint-softmax": """\
import torch
from torch import Tensor


def log_marginal(joint: Tensor) -> Tensor:
    probs = torch.softmax(joint.flatten(1), dim=1).view_as(joint)
    return torch.log(probs.sum(dim=-1))
""",
        "log-of-attended-values": """\
import torch
from torch import Tensor


def attended(scores: Tensor, values: Tensor) -> Tensor:
    weights = torch.softmax(scores, dim=-1)
    return torch.log(weights @ values)
""",
        "gumbel-noise": """\
import torch
from torch import Tensor


def gumbel_softmax(logits: Tensor) -> Tensor:
    u = torch.rand_like(logits).clamp(min=1e-9)
    noise = -torch.log(-torch.log(u))
    return torch.softmax(logits + noise, dim=-1)
""",
        "log-of-another-variable": """\
import torch
from torch import Tensor


def scores(logits: Tensor, prior: Tensor) -> tuple[Tensor, Tensor]:
    probs = torch.softmax(logits, dim=1)
    return probs, torch.log(prior)
""",
        "numpy-log-of-an-array": """\
import numpy as np
import torch
from torch import Tensor


def log_array(logits: Tensor) -> Tensor:
    array = logits.detach().cpu().numpy()
    p = np.exp(array) / np.exp(array).sum(axis=1, keepdims=True)
    return torch.from_numpy(np.log(p))
""",
        "python-log": """\
import math

import torch


def log_weight(count: int) -> torch.Tensor:
    return torch.full((count,), -math.log(count)).softmax(dim=0)
""",
        "helper-that-returns-a-log-softmax": """\
import torch
from torch import Tensor


def scores(x: Tensor) -> Tensor:
    return torch.log_softmax(x, dim=-1)


def probabilities(x: Tensor) -> Tensor:
    return torch.exp(scores(x))
""",
        "user-class-with-softmax": """\
import torch


class Counter:
    def __init__(self, counts: torch.Tensor) -> None:
        self.counts = counts

    def softmax(self) -> torch.Tensor:
        return self.counts.abs()


counter = Counter(torch.ones(3))
log_counts = torch.log(counter.softmax())
""",
        "parameter-named-torch": """\
import torch.nn.functional as F


def log_probs(torch, x):
    return torch.log(torch.softmax(x, axis=1))


def relu(x):
    return F.relu(x)
""",
        "softmax-with-temperature-from-log-weights": """\
import torch
from torch import Tensor


def reweight(weights: Tensor, temperature: float) -> Tensor:
    log_w = torch.log(weights) / temperature
    return torch.softmax(log_w, dim=-1)
""",
        "module-that-ends-in-a-relu": """\
import torch
import torch.nn.functional as F
from torch import nn


class Rates(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 2)

    def forward(self, x):
        attention = F.softmax(x, dim=-1)
        return F.softplus(self.fc(x * attention))


rates = Rates()


def log_rates(x: torch.Tensor) -> torch.Tensor:
    return torch.log(rates(x))
""",
        "sampled-from-softmax": """\
import torch
from torch import Tensor


def sample(logits: Tensor) -> Tensor:
    probs = torch.softmax(logits, dim=-1)
    return torch.multinomial(probs, num_samples=1)
""",
        "probabilities-of-labels-from-log-softmax": """\
import torch.nn.functional as F
from torch import Tensor


def picked(logits: Tensor, labels: Tensor) -> Tensor:
    log_p = F.log_softmax(logits, dim=-1)
    return log_p.gather(1, labels.unsqueeze(1)).squeeze(1)
""",
        "log-of-a-different-branch": """\
import torch
from torch import Tensor


def scores(x: Tensor, normalised: bool) -> Tensor:
    if normalised:
        return torch.log(x)
    return torch.softmax(x, dim=1)
""",
        "gumbel-softmax-sample": """\
import torch.nn.functional as F
from torch import Tensor


def sample(logits: Tensor) -> Tensor:
    return F.gumbel_softmax(logits, tau=0.5, hard=True, dim=-1)
""",
    },
    "TEF303": {
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
    },
    "TEF317": {
        "row-max-with-row-sum": """\
import torch
from torch import Tensor


def partition(x: Tensor) -> Tensor:
    return torch.exp(x - x.max(dim=1, keepdim=True).values).sum(dim=1)
""",
        "row-amax-with-row-sum": """\
import torch
from torch import Tensor


def partition(x: Tensor) -> Tensor:
    e = torch.exp(x - x.amax(dim=-1, keepdim=True))
    return e.sum(dim=-1)
""",
        "vector": """\
import torch

x = torch.randn(10)
total = torch.exp(x - x.max()).sum(dim=0)
""",
        "global-max-with-global-sum": """\
import torch
from torch import Tensor


def partition(x: Tensor) -> Tensor:
    e = torch.exp(x - x.amax(dim=None))
    return e.sum(dim=None)
""",
        "vector-global-sum": """\
import torch

x = torch.tensor([3.0, 1.0, 2.0])
e = torch.exp(x - torch.max(x))
total = e.sum()
""",
        "shift-saved-by-logsumexp": """\
import torch
from torch import Tensor


def lse(x: Tensor) -> Tensor:
    m = x.amax(dim=None)
    return m + torch.logsumexp(x - m, dim=1)
""",
        "jaxtyped-vector": """\
import torch
from jaxtyping import Float
from torch import Tensor


def partition(x: Float[Tensor, "n"]):
    return torch.exp(x - x.max()).sum(dim=0)
""",
        "rank-asserted-to-be-one": """\
import torch
from torch import Tensor


def partition(x: Tensor) -> Tensor:
    assert x.dim() == 1
    return torch.exp(x - x.max()).sum(dim=-1)
""",
        "flattened-first": """\
import torch
from torch import Tensor


def partition(x: Tensor) -> Tensor:
    flat = x.flatten()
    return torch.exp(flat - flat.max()).sum(dim=0)
""",
        "numpy": """\
import numpy as np
import torch


def partition(x: np.ndarray) -> torch.Tensor:
    return torch.from_numpy(np.exp(x - np.max(x)).sum(axis=1))
""",
        "unshifted-row-sum": """\
import torch
from torch import Tensor


def partition(x: Tensor) -> Tensor:
    return torch.exp(x).sum(dim=1)
""",
        "row-mean-subtracted": """\
import torch
from torch import Tensor


def partition(x: Tensor) -> Tensor:
    return torch.exp(x - x.mean(dim=1, keepdim=True)).sum(dim=1)
""",
        "python-number-subtracted": """\
import torch
from torch import Tensor


def partition(x: Tensor) -> Tensor:
    return torch.exp(x - 10.0).sum(dim=1)
""",
        "elementwise-maximum-of-two": """\
import torch
from torch import Tensor


def pair(a: Tensor, b: Tensor) -> Tensor:
    m = torch.maximum(a, b)
    return torch.exp(a - m).sum(dim=1)
""",
        "user-class-with-max": """\
import torch


class Limits:
    def max(self) -> float:
        return 4.0


limits = Limits()


def partition(x: torch.Tensor) -> torch.Tensor:
    return torch.exp(x - limits.max()).sum(dim=1)
""",
        "row-max-first-of-pair": """\
import torch
from torch import Tensor


def partition(x: Tensor) -> Tensor:
    e = torch.exp(x - x.max(dim=1, keepdim=True)[0])
    return e.sum(dim=1)
""",
        "row-max-unpacked": """\
import torch
from torch import Tensor


def partition(x: Tensor) -> Tensor:
    top, _ = torch.max(x, dim=-1, keepdim=True)
    return torch.exp(x - top).sum(dim=-1)
""",
        "row-max-unsqueezed": """\
import torch
from torch import Tensor


def partition(x: Tensor) -> Tensor:
    top = x.amax(dim=1)
    return torch.exp(x - top.unsqueeze(1)).sum(dim=1)
""",
        "detached-row-max": """\
import torch
from torch import Tensor


def partition(x: Tensor) -> Tensor:
    top = x.detach().amax(dim=-1, keepdim=True)
    return torch.exp(x - top).sum(dim=-1)
""",
        "weighted-average-by-row-shift": """\
import torch
from torch import Tensor


def attend(x: Tensor, values: Tensor) -> Tensor:
    e = torch.exp(x - x.amax(dim=1, keepdim=True))
    return (e * values).sum(dim=1) / e.sum(dim=1)
""",
        "range-vector": """\
import torch

steps = torch.arange(10, dtype=torch.float32)
total = torch.exp(steps - steps.max()).sum(dim=-1)
""",
        "column-of-a-matrix": """\
import torch

table = torch.randn(8, 3)
column = table[:, 0]
total = torch.exp(column - column.max()).sum(dim=0)
""",
        "row-of-a-matrix": """\
import torch

table = torch.randn(8, 3)
row = table[0]
total = torch.exp(row - row.max()).sum(dim=-1)
""",
        "rank-tested-to-be-one": """\
import torch
from torch import Tensor


def partition(x: Tensor) -> Tensor:
    if x.ndim == 1:
        return torch.exp(x - x.max()).sum(dim=0)
    return torch.exp(torch.logsumexp(x, dim=1))
""",
        "viewed-as-a-vector": """\
import torch
from torch import Tensor


def partition(x: Tensor) -> Tensor:
    flat = x.view(-1)
    e = torch.exp(flat - flat.max())
    return e.sum(dim=0)
""",
        "parameter-vector": """\
import torch
from torch import nn


class Mix(nn.Module):
    def __init__(self):
        super().__init__()
        self.scores = nn.Parameter(torch.zeros(4))

    def forward(self, x):
        e = torch.exp(self.scores - self.scores.max())
        return x * e.sum(dim=0)
""",
        "buffer-vector": """\
import torch
from torch import nn


class Mix(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("scores", torch.linspace(0.0, 1.0, 5))

    def forward(self, x):
        return x * torch.exp(self.scores - self.scores.max()).sum(-1)
""",
        "row-wise-max-along-an-axis": """\
import torch
from torch import Tensor


def partition(x: Tensor) -> Tensor:
    return torch.exp(x - torch.amax(x, axis=1, keepdim=True)).sum(axis=1)
""",
        "shift-saved-by-the-logsumexp-method": """\
from torch import Tensor


def lse(x: Tensor) -> Tensor:
    m = x.amax(dim=None)
    return (x - m).logsumexp(dim=1) + m
""",
        "shifted-by-logsumexp": """\
import torch
from torch import Tensor


def partition(x: Tensor) -> Tensor:
    return torch.exp(x - x.logsumexp(dim=1, keepdim=True)).sum(dim=1)
""",
        "softmax-of-a-shift": """\
import torch
from torch import Tensor


def weights(x: Tensor) -> Tensor:
    return torch.softmax(x - x.amax(dim=1, keepdim=True), dim=1)
""",
        "sigmoid-of-a-global-shift": """\
import torch
from torch import Tensor


def soft_count(x: Tensor) -> Tensor:
    return torch.sigmoid(x - x.amax(dim=None)).sum(dim=1)
""",
        "exponentials-only": """\
import torch
from torch import Tensor


def relative(x: Tensor) -> Tensor:
    return torch.exp(x - x.amax(dim=None))
""",
        "python-lists": """\
import math

import torch


def partition(values: list[float]) -> torch.Tensor:
    top = max(values)
    return torch.tensor(sum(math.exp(v - top) for v in values))
""",
        "numpy-method": """\
import numpy as np
import torch


def partition(x: np.ndarray) -> torch.Tensor:
    e = np.exp(x - x.max())
    return torch.from_numpy(e.sum(axis=1))
""",
        "jax": """\
import jax.numpy as jnp
import torch


def partition(x):
    return jnp.exp(x - jnp.max(x)).sum(axis=1)


def to_tensor(x) -> torch.Tensor:
    return torch.as_tensor(partition(x))
""",
        "parameter-named-torch": """\
import torch.nn.functional as F


def partition(torch, x):
    return torch.exp(x - x.max()).sum(axis=1)


def relu(x):
    return F.relu(x)
""",
        "local-function-named-exp": """\
import torch
from torch import Tensor


def exp(x: Tensor) -> Tensor:
    return torch.relu(x) + 1.0


def total(x: Tensor) -> Tensor:
    return exp(x - x.amax(dim=1, keepdim=True)).sum(dim=1)
""",
    },
}
