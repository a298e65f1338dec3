"""TEF302 log-of-softmax: programs that must be flagged and near misses that must stay silent.

Each value is a whole program. In FLAG, `# expect: CODE` ends each line on which a finding must stand, and no other
finding may stand anywhere. In LEAVE there must be none at all.
"""

FLAG: dict[str, str] = {
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
}

LEAVE: dict[str, str] = {
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
}
