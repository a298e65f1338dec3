"""TEF302 log-of-softmax: programs that must be flagged and near misses that must stay silent.

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
    "logits without their graph, and with it": """\
def heuristics(x: torch.Tensor):
    known = torch.log(torch.softmax(x.detach(), dim=-1) + 1e-12)  # expect: TEF302?
    return known, torch.log(torch.softmax(x, dim=-1) + 1e-12)  # expect: TEF302
""",
    "what a distribution of the probabilities drew, on either branch": """\
def confidence(logits: Tensor, generator=None):
    p = torch.softmax(logits / 2, dim=-1)
    drawn = torch.distributions.Categorical(probs=p)
    if generator is None:
        picked = drawn.sample()
    else:
        picked = torch.multinomial(drawn.probs.reshape(-1, 9), 1, generator=generator).reshape(logits.shape[:-1])
    return torch.log(p.gather(-1, picked.unsqueeze(-1)).squeeze(-1))  # expect: TEF302?


def of_labels(logits: Tensor, labels: Tensor):
    p = torch.softmax(logits / 2, dim=-1)
    return torch.log(p.gather(-1, labels.unsqueeze(-1)).squeeze(-1))  # expect: TEF302
""",
    "weighted by the probability itself within a scaled sum": """\
def bound(logits: Tensor, terms: Tensor, scale: float, other: Tensor):
    p = torch.softmax(logits, dim=-1) + 1e-8
    q = torch.softmax(other, dim=-1) + 1e-8
    a = p * (terms + scale * (terms - p.log()))  # expect: TEF302?
    return a.sum() + (terms * (terms + scale * (terms - q.log()))).sum()  # expect: TEF302
""",
    "the scores of pairs that belong together": """\
def matched(scores: torch.Tensor, mask: torch.Tensor, n: int):
    p = torch.softmax(scores, 1)
    a = -torch.log(p.diag() + 1e-8).mean()  # expect: TEF302
    b = -p.diagonal().log().mean()  # expect: TEF302
    c = -torch.log(torch.softmax(scores, 0).narrow(1, 0, n)).sum()  # expect: TEF302
    return a + b + c - F.softmax(scores, -1).masked_select(mask).log().sum()  # expect: TEF302
""",
    "the entry that was drawn, as a number": """\
def sampled(logits: torch.Tensor):
    probs = F.softmax(logits, dim=0)
    first = torch.multinomial(probs, 1).item()
    other = torch.multinomial(probs.data, 1)[0].item()  # expect: TEF405?
    return torch.log(probs[first]), torch.log(probs[other])  # expect: TEF302?, TEF302?
""",
    "an entry by a number that was not drawn": """\
def chosen(logits: torch.Tensor, label: torch.Tensor):
    probs = F.softmax(logits, dim=0)
    return torch.log(probs[label.item()])  # expect: TEF302
""",
    "where nans were found in the logits, and where none were": """\
def repaired(x: torch.Tensor):
    bad = torch.logical_or(torch.isnan(x), torch.isinf(x))
    if torch.any(bad):
        x = x.clone()
        x[bad] = x[~bad].min() - 100
        x = torch.log(torch.softmax(x, dim=-1) + 1e-30)  # expect: TEF302?
    elif x.ndim > 2:
        x = torch.log(torch.softmax(x, dim=-1) + 1e-30)  # expect: TEF302
    return x


def in_words(x: torch.Tensor):
    if not torch.isfinite(x).all() or torch.isnan(x.sum()):
        return torch.log(torch.softmax(x.nan_to_num(), dim=-1))  # expect: TEF302?
    if (~torch.isinf(x)).all().item():
        return torch.log(torch.softmax(x, dim=-1))  # expect: TEF302
    return torch.log(torch.softmax(x.nan_to_num(), dim=-1))  # expect: TEF302
""",
    "infinities that are replaced": """\
def shown(logits: torch.Tensor) -> torch.Tensor:
    log = torch.log(torch.softmax(logits, dim=1))  # expect: TEF302?
    log[torch.isinf(log)] = log[~torch.isinf(log)].min()
    return log
""",
    "infinities that a mask replaces": """\
def shown(logits: torch.Tensor) -> torch.Tensor:
    a = torch.log(torch.softmax(logits, dim=1))  # expect: TEF302?
    b = torch.log(torch.softmax(logits, dim=1))  # expect: TEF302?
    c = torch.log(torch.softmax(logits, dim=1))  # expect: TEF302?
    a = torch.where(torch.isfinite(a), a, torch.zeros_like(a))
    return a + b.masked_fill(b.isneginf(), 0.0) + torch.nan_to_num(c)
""",
    "another mask": """\
def kept(logits: torch.Tensor, padding: torch.Tensor) -> torch.Tensor:
    log = torch.log(torch.softmax(logits, dim=1))  # expect: TEF302
    return log.masked_fill(padding, 0.0).sum()
""",
    "clamps on both sides and on one, and an epsilon": """\
def loss(logits: torch.Tensor, eps: float) -> torch.Tensor:
    p = torch.softmax(logits, dim=1)
    a = torch.log(p.clamp(1e-6, 1 - 1e-6)).mean()  # expect: TEF302? "rounds small probabilities to log 1e-06;"
    b = torch.log(p.clamp(eps, 1 - eps)).mean()  # expect: TEF302?
    c = torch.log(p.clamp(min=1e-6)).mean()  # expect: TEF302 "rounds small probabilities to log 1e-06;"
    d = torch.log(p + 1e-6).mean()  # expect: TEF302 "rounds small probabilities to log 1e-06;"
    return -(a + b + c + d)
""",
    "a clamp on both sides": """\
def loss(logits: torch.Tensor) -> torch.Tensor:
    return -torch.log(torch.softmax(logits, dim=1).clamp(1e-4, 1 - 1e-4)).mean()  # expect: TEF302?
""",
    "cosines over a temperature, and a divergence that is only reported": """\
def contrast(a: torch.Tensor, b: torch.Tensor, temperature: float):
    similarity = F.normalize(a, dim=1) @ F.normalize(b, dim=1).T / temperature
    return -torch.log(torch.softmax(similarity, dim=1)).diagonal()  # expect: TEF302?


def plain(a: torch.Tensor, b: torch.Tensor, temperature: float):
    similarity = a @ b.T / temperature
    return -torch.log(torch.softmax(similarity, dim=1)).diagonal()  # expect: TEF302


def divergence(base: torch.Tensor, patched: torch.Tensor):
    p, q = base.softmax(-1), patched.softmax(-1)
    log_p = torch.log(p + 1e-12)  # expect: TEF302?
    return (p * (log_p - torch.log(q + 1e-12))).sum(dim=-1).mean(dim=None).item()  # expect: TEF302?


def trained(base: torch.Tensor, patched: torch.Tensor):
    p, q = base.softmax(-1), patched.softmax(-1)
    log_p = torch.log(p + 1e-12)  # expect: TEF302
    return (p * (log_p - torch.log(q + 1e-12))).sum(dim=-1)  # expect: TEF302
""",
    "a mask leaves out what is 0": """\
def entropy(logits: torch.Tensor):
    p = F.softmax(logits, dim=1)
    return torch.where(p > 0, -p * p.log(), torch.zeros_like(p)).sum(dim=1)  # expect: TEF302?


def surprise(logits: torch.Tensor):
    p = F.softmax(logits, dim=1)
    return torch.where(p > 0, torch.log(p), 0.0)  # expect: TEF302?
""",
    "a mask of something else": """\
def masked(logits: torch.Tensor, mask: torch.Tensor):
    p = F.softmax(logits, dim=1)
    return torch.where(mask > 0, p.log(), 0.0)  # expect: TEF302
""",
    "only the largest is looked for": """\
def best(logits: torch.Tensor, bonus: torch.Tensor):
    scores = logits.softmax(dim=1).log()  # expect: TEF302?
    scores += 2 * bonus
    return scores.argmax(dim=1)


def likely(logits: torch.Tensor):
    return logits.softmax(dim=1).log() > -3  # expect: TEF302?


def both(logits: torch.Tensor):
    scores = logits.softmax(dim=1).log()  # expect: TEF302
    return scores.argmax(dim=1), scores
""",
    "the token just drawn, on every branch": """\
from . import utils


def scores(model, x: torch.Tensor, use_sampling: bool, top_k: int, temperature: float) -> torch.Tensor:
    logits = model(x)
    probs = torch.softmax(logits / temperature, dim=-1)
    if use_sampling:
        if top_k > 0:
            tokens = utils.sample_top_k(probs, k=top_k)
        else:
            tokens = utils.multinomial(probs, num_samples=1)
    else:
        tokens = torch.argmax(logits, dim=-1, keepdim=True)
    drawn = torch.gather(probs, 2, tokens)[..., 0]
    return -torch.log(drawn)  # expect: TEF302?
""",
    "drawn by torch": """\
def draw(logits: torch.Tensor):
    p = F.softmax(logits, dim=-1)
    token = torch.multinomial(p, 1)
    action = torch.distributions.Categorical(p).sample()
    first = p.gather(-1, token).log()  # expect: TEF302?
    return first, p[torch.arange(3), action].log()  # expect: TEF302?
""",
    "drawn on one branch only": """\
def score(logits: torch.Tensor, labels: torch.Tensor | None):
    p = F.softmax(logits, dim=-1)
    token = torch.multinomial(p, 1) if labels is None else labels
    return p.gather(-1, token).log()  # expect: TEF302
""",
    "the token that a teacher finds most likely": """\
def score(student: nn.Linear, teacher: nn.Linear, x: torch.Tensor, temperature):
    p = F.softmax(student(x) / temperature, dim=-1)
    token = F.softmax(teacher(x) / temperature, dim=-1).argmax(dim=-1, keepdim=True)
    return p.gather(1, token).log()  # expect: TEF302
""",
    "torch-log-of-torch-softmax": """\
def log_probs(x: Tensor) -> Tensor:
    return torch.log(torch.softmax(x, dim=1))  # expect: TEF302
""",
    "functional-softmax-then-log-method": """\
def log_probs(x: Tensor) -> Tensor:
    return F.softmax(x, 1).log()  # expect: TEF302
""",
    "through-a-name": """\
def log_probs(x: torch.Tensor) -> torch.Tensor:
    probs = F.softmax(x, dim=-1)
    return torch.log(probs)  # expect: TEF302
""",
    "softmax-method": """\
def log_probs(x: Tensor) -> Tensor:
    return x.softmax(-1).log()  # expect: TEF302
""",
    "module-called-at-once": """\
def log_probs(x: torch.Tensor) -> torch.Tensor:
    return torch.log(nn.Softmax(dim=1)(x))  # expect: TEF302
""",
    "module-by-name": Whole("""\
import torch
import torch.nn as nn

softmax = nn.Softmax(dim=1)
logits = torch.randn(4, 10)
log_probs = softmax(logits).log()  # expect: TEF302
"""),
    "module-by-attribute": """\
class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(16, 4)
        self.softmax = nn.Softmax(dim=-1)

    def forward(self, x):
        return torch.log(self.softmax(self.fc(x)))  # expect: TEF302
""",
    "same-file-helper": """\
def probabilities(x: Tensor) -> Tensor:
    return torch.softmax(x, dim=-1)


def log_probs(x: Tensor) -> Tensor:
    return torch.log(probabilities(x))  # expect: TEF302
""",
    "same-file-module": """\
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
model = nn.Sequential(nn.Linear(8, 3), nn.Softmax(dim=1))
x = torch.randn(5, 8)
log_probs = torch.log(model(x))  # expect: TEF302
""",
    "epsilon-inside-the-log": """\
def log_probs(x: Tensor) -> Tensor:
    return torch.log(F.softmax(x, dim=1) + 1e-8)  # expect: TEF302
""",
    "clamped-before-the-log": """\
def log_probs(x: Tensor) -> Tensor:
    probs = F.softmax(x, dim=1).clamp(min=1e-7)
    return torch.log(probs)  # expect: TEF302
""",
    "torch-under-an-alias": Whole("""\
import torch as th


def log_probs(x: th.Tensor) -> th.Tensor:
    return th.log(th.softmax(x, 1))  # expect: TEF302
"""),
    "imported-log-and-softmax": Whole("""\
from torch import Tensor, log
from torch.nn.functional import softmax


def log_probs(x: Tensor) -> Tensor:
    return log(softmax(x, dim=1))  # expect: TEF302
"""),
    "keyword-inputs": """\
def log_probs(x: Tensor) -> Tensor:
    return torch.log(input=torch.softmax(input=x, dim=1))  # expect: TEF302
""",
    "log-of-a-hand-written-softmax": """\
def log_probs(x: Tensor) -> Tensor:
    return torch.log(torch.exp(x) / torch.exp(x).sum(dim=1, keepdim=True))  # expect: TEF302
""",
    "inside-nll-loss": """\
def loss(logits: Tensor, labels: Tensor) -> Tensor:
    return F.nll_loss(torch.log(F.softmax(logits, dim=1)), labels)  # expect: TEF302
""",
    "softmax-with-a-dtype": """\
def log_probs(x: Tensor) -> Tensor:
    return torch.log(F.softmax(x, dim=-1, dtype=torch.float32))  # expect: TEF302
""",
    "special-softmax": """\
def log_probs(x: Tensor) -> Tensor:
    return torch.log(torch.special.softmax(x, 1))  # expect: TEF302
""",
    "full-path-to-the-functional": """\
def log_probs(x: torch.Tensor) -> torch.Tensor:
    return torch.nn.functional.softmax(x, dim=1).log()  # expect: TEF302
""",
    "in-place-log": """\
def log_probs(x: Tensor) -> Tensor:
    return F.softmax(x, dim=1).log_()  # expect: TEF302
""",
    "named-epsilon-and-method": """\
EPS = 1e-8


def log_probs(x: Tensor) -> Tensor:
    probs = torch.softmax(x, dim=-1)
    return (probs + EPS).log()  # expect: TEF302
""",
    "epsilon-on-the-left": """\
def log_probs(x: Tensor) -> Tensor:
    return torch.log(1e-6 + torch.softmax(x, dim=-1))  # expect: TEF302
""",
    "clamp-min-method": """\
def log_probs(x: Tensor) -> Tensor:
    return x.softmax(dim=1).clamp_min(1e-9).log()  # expect: TEF302
""",
    "clamp-function-with-both-bounds": """\
def log_probs(x: Tensor) -> Tensor:
    return torch.log(torch.clamp(torch.softmax(x, dim=1), 1e-7, 1.0))  # expect: TEF302
""",
    "helper-method": """\
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
class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(4, 64), nn.Tanh(), nn.Linear(64, 2), nn.Softmax(dim=-1))

    def forward(self, state):
        probs = self.net(state)
        return torch.log(probs)  # expect: TEF302
""",
    "entropy-of-one-distribution": """\
def entropy(logits: Tensor) -> Tensor:
    p = torch.softmax(logits, dim=-1)
    return -(p * p.log()).sum(dim=-1)  # expect: TEF302
""",
    "divergence-between-two-models": """\
def divergence(student: Tensor, teacher: Tensor) -> Tensor:
    log_q = F.softmax(student, dim=1).log()  # expect: TEF302
    return F.kl_div(log_q, F.softmax(teacher, dim=1), reduction="batchmean")
""",
    "inside-a-lambda": """\
log_probs = lambda x: torch.log(torch.softmax(x, dim=-1))  # expect: TEF302
""",
    "inside-a-comprehension": """\
def both(a: Tensor, b: Tensor) -> list[Tensor]:
    return [torch.log(x.softmax(dim=-1)) for x in (a, b)]  # expect: TEF302
""",
    "conditional-expression": """\
def scores(x: Tensor, log: bool) -> Tensor:
    probs = torch.softmax(x, dim=1)
    return torch.log(probs) if log else probs  # expect: TEF302
""",
    "walrus": """\
def both(x: Tensor) -> tuple[Tensor, Tensor]:
    return torch.log(probs := torch.softmax(x, dim=1)), probs  # expect: TEF302
""",
    "under-try-and-no-grad": """\
@torch.no_grad()
def log_probs(model: nn.Module, x: Tensor) -> Tensor:
    model.eval()
    try:
        return torch.log(torch.softmax(model(x), dim=1))  # expect: TEF302?
    except RuntimeError:
        return x
""",
    "nested-function": """\
def build(dim: int):
    def log_probs(x: Tensor) -> Tensor:
        return torch.log(torch.softmax(x, dim=dim))  # expect: TEF302

    return log_probs
""",
    "hand-written-softmax-by-name": """\
def log_probs(x: Tensor) -> Tensor:
    e = torch.exp(x)
    p = e / e.sum(dim=1, keepdim=True)
    return torch.log(p)  # expect: TEF302
""",
    "softmax-on-both-branches": """\
def log_probs(x: Tensor, temperature: float) -> Tensor:
    if temperature != 1.0:
        p = torch.softmax(x / temperature, dim=1)
    else:
        p = torch.softmax(x, dim=1)
    return p.log()  # expect: TEF302
""",
    "imported-module-class": Whole("""\
import torch
from torch.nn import Softmax

normalise = Softmax(-1)
x = torch.randn(4, 10)
log_probs = torch.log(normalise(x))  # expect: TEF302
"""),
    "model-held-by-an-attribute": """\
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
    "jaxtyped-logits": Whole("""\
import torch
from jaxtyping import Float
from torch import Tensor


def log_probs(x: Float[Tensor, "b n"]):
    return torch.log(torch.softmax(x, dim=-1))  # expect: TEF302
"""),
    "call-over-several-lines": """\
def log_probs(logits: Tensor, temperature: float) -> Tensor:
    return torch.log(  # expect: TEF302
        F.softmax(
            logits / temperature,
            dim=-1,
        )
    )
""",
    "training-step": Whole("""\
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
"""),
    "parameter-known-from-use-only": """\
def log_probs(x):
    return torch.log(torch.softmax(x, dim=-1))  # expect: TEF302
""",
    "an entropy with an epsilon": """\
def entropy(logits: torch.Tensor) -> torch.Tensor:
    p = torch.softmax(logits, dim=-1)
    return -(p * torch.log(p + 1e-8)).sum(dim=-1)  # expect: TEF302?
""",
    "an entropy without one": """\
def entropy(logits: torch.Tensor) -> torch.Tensor:
    p = torch.softmax(logits, dim=-1)
    return -(p * torch.log(p)).sum(dim=-1)  # expect: TEF302
""",
    "the cross-entropy of another distribution, with an epsilon": """\
def divergence(logits: torch.Tensor, p: torch.Tensor) -> torch.Tensor:
    q = torch.softmax(logits, dim=-1)
    return (p * torch.log(q + 1e-8)).sum(dim=-1)  # expect: TEF302
""",
    "only printed": """\
def report(logits: torch.Tensor, token: int) -> None:
    print(torch.softmax(logits, dim=-1)[token].log().item())  # expect: TEF302?
""",
    "in float64": """\
def entropy(logits: torch.Tensor) -> torch.Tensor:
    return torch.log(torch.softmax(logits.double(), dim=-1))  # expect: TEF302?
""",
    "bounded logits": """\
def shares(coordinates: torch.Tensor) -> torch.Tensor:
    bounded = torch.cat((coordinates.clamp(-20.0, 20.0), torch.zeros(1)))
    return torch.log(torch.softmax(bounded, dim=0))  # expect: TEF302?
""",
    "logits that are bounded too widely": """\
def shares(coordinates: torch.Tensor) -> torch.Tensor:
    bounded = torch.cat((coordinates.clamp(-80.0, 80.0), torch.zeros(1)))
    return torch.log(torch.softmax(bounded, dim=0))  # expect: TEF302
""",
    "entropy with another term": """\
def energy(logits: torch.Tensor, potential: torch.Tensor) -> torch.Tensor:
    w = torch.softmax(logits, dim=-1)
    return torch.mean(w * (torch.log(w.clamp_min(1e-30)) + potential), dim=-1)  # expect: TEF302?
""",
    "divergence of two policies": """\
def divergence(new: torch.Tensor, old: torch.Tensor) -> torch.Tensor:
    p, q = torch.softmax(old, dim=-1), torch.softmax(new, dim=-1)
    first = torch.log(p + 1e-10)  # expect: TEF302
    second = torch.log(q + 1e-10)  # expect: TEF302
    return torch.mean(p * (first - second), dim=-1)
""",
}

LEAVE: dict[str, str] = {
    "logits without their graph, by log_softmax": """\
def heuristics(x: torch.Tensor):
    return torch.log_softmax(x.detach(), dim=-1)
""",
    "what a distribution drew, from log_softmax": """\
def confidence(logits: Tensor):
    p = torch.log_softmax(logits / 2, dim=-1)
    picked = torch.distributions.Categorical(logits=p).sample()
    return p.gather(-1, picked.unsqueeze(-1)).squeeze(-1)
""",
    "a scaled sum with log_softmax": """\
def bound(logits: Tensor, terms: Tensor, scale: float):
    p = torch.softmax(logits, dim=-1)
    return (p * (terms + scale * (terms - torch.log_softmax(logits, dim=-1)))).sum()
""",
    "the diagonal of a sum of exponents": """\
def matched(scores: torch.Tensor):
    return -torch.log_softmax(scores, 1).diag().mean(), torch.log(scores.diag() + 1e-8), scores.diagonal().log()
""",
    "the entry that was drawn, of log_softmax": """\
def sampled(logits: torch.Tensor):
    logs = F.log_softmax(logits, dim=0)
    return logs[torch.multinomial(logs.exp(), 1).item()]
""",
    "the number that was drawn, not its probability": """\
def sampled(logits: torch.Tensor):
    return torch.log(torch.multinomial(F.softmax(logits, dim=0), 1) + 1.0)
""",
    "log_softmax whose infinities are replaced": """\
def shown(logits: torch.Tensor) -> torch.Tensor:
    log = torch.log_softmax(logits, dim=1)
    log[torch.isinf(log)] = 0.0
    return log
""",
    "probabilities whose infinities are replaced": """\
def shown(p: torch.Tensor) -> torch.Tensor:
    return torch.log(p).nan_to_num(neginf=-50.0)
""",
    "the clamp of a softmax": """\
def shown(logits: torch.Tensor) -> torch.Tensor:
    return torch.softmax(logits, dim=1).clamp(1e-4, 1 - 1e-4).mean()
""",
    "the infinities of logits": """\
def shown(logits: torch.Tensor) -> torch.Tensor:
    return torch.softmax(logits.masked_fill(torch.isinf(logits), 0.0), dim=1)
""",
    "functional-log-softmax": """\
def log_probs(x: Tensor) -> Tensor:
    return F.log_softmax(x, dim=1)
""",
    "log-softmax-method-and-module": """\
log_softmax = nn.LogSoftmax(dim=1)


def both(x: Tensor) -> tuple[Tensor, Tensor]:
    return x.log_softmax(1), log_softmax(x)
""",
    "log-of-given-probabilities": """\
def log_probs(probs: Tensor) -> Tensor:
    return torch.log(probs)
""",
    "softmax-without-a-log": """\
def predict(logits: Tensor) -> Tensor:
    return torch.softmax(logits, dim=1).argmax(dim=1)
""",
    "exp-of-log-softmax": """\
def probabilities(logits: Tensor) -> Tensor:
    return torch.exp(F.log_softmax(logits, dim=1))
""",
    "log-of-a-mean-over-members": """\
def ensemble(logits: Tensor) -> Tensor:
    probs = F.softmax(logits, dim=-1)
    return torch.log(probs.mean(dim=0))
""",
    "log-of-an-average-of-two-softmaxes": """\
def mixture(a: Tensor, b: Tensor) -> Tensor:
    p = F.softmax(a, dim=-1)
    q = F.softmax(b, dim=-1)
    return torch.log(0.5 * (p + q))
""",
    "name-bound-again": """\
def scores(x: Tensor, counts: Tensor) -> Tensor:
    p = F.softmax(x, dim=1)
    best = p.argmax(dim=1)
    p = counts.abs()
    return torch.log(p)[best]
""",
    "scipy-softmax": Whole("""\
import numpy as np
import torch
from scipy.special import softmax


def log_probs(x: np.ndarray) -> torch.Tensor:
    return torch.from_numpy(np.log(softmax(x, axis=1)))
"""),
    "user-function-named-softmax": """\
def softmax(x: Tensor, dim: int) -> Tensor:
    return x.abs().cumsum(dim)


def scores(x: Tensor) -> Tensor:
    return torch.log(softmax(x, 1))
""",
    "softmax-of-a-log": """\
def sharpen(p: Tensor) -> Tensor:
    return torch.softmax(torch.log(p) * 2.0, dim=1)
""",
    "module-whose-forward-is-a-log-softmax": """\
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
model = nn.Sequential(nn.Linear(8, 3), nn.Softplus())
x = torch.randn(5, 8)
rates = torch.log(model(x))
""",
    "unknown-model": Whole("""\
import torch
from zoo import build

model = build("tiny")


def log_probs(x: torch.Tensor) -> torch.Tensor:
    return torch.log(model(x))
"""),
    "categorical-distribution": Whole("""\
import torch
from torch.distributions import Categorical


def log_prob(logits: torch.Tensor, action: torch.Tensor) -> torch.Tensor:
    return Categorical(logits=logits).log_prob(action)
"""),
    "sequential-that-ends-in-log-softmax": """\
model = nn.Sequential(nn.Linear(8, 3), nn.LogSoftmax(dim=1))
x = torch.randn(5, 8)
log_probs = model(x)
""",
    "special-log-softmax": """\
def log_probs(x: Tensor) -> Tensor:
    return torch.special.log_softmax(x, dim=-1)
""",
    "entropy-from-log-softmax": """\
def entropy(logits: Tensor) -> Tensor:
    log_p = F.log_softmax(logits, dim=-1)
    return -(log_p.exp() * log_p).sum(dim=-1)
""",
    "logger-named-log": Whole("""\
import logging

import torch
from torch import Tensor

log = logging.getLogger(__name__)


def predict(x: Tensor) -> Tensor:
    probs = torch.softmax(x, dim=1)
    log.debug("probabilities %s", probs)
    return probs
"""),
    "method-named-log": """\
class Reporter:
    def log(self, name: str, value: torch.Tensor) -> None:
        print(name, value)

    def step(self, logits: torch.Tensor) -> None:
        self.log("probabilities", F.softmax(logits, dim=1))
""",
    "experiment-tracker-log": Whole("""\
import torch
import wandb


def track(logits: torch.Tensor) -> None:
    probs = torch.softmax(logits, dim=1)
    wandb.log({"confidence": probs.amax(dim=1)})
"""),
    "local-function-named-log": """\
def log(x: Tensor) -> Tensor:
    print("shape", x.shape)
    return x


def probabilities(x: Tensor) -> Tensor:
    return log(torch.softmax(x, dim=1))
""",
    "cross-entropy-of-logits": """\
def loss(logits: Tensor, labels: Tensor) -> Tensor:
    return F.cross_entropy(logits, labels)
""",
    "marginal-of-a-joint-softmax": """\
def log_marginal(joint: Tensor) -> Tensor:
    probs = torch.softmax(joint.flatten(1), dim=1).view_as(joint)
    return torch.log(probs.sum(dim=-1))
""",
    "log-of-attended-values": """\
def attended(scores: Tensor, values: Tensor) -> Tensor:
    weights = torch.softmax(scores, dim=-1)
    return torch.log(weights @ values)
""",
    "gumbel-noise": """\
def gumbel_softmax(logits: Tensor) -> Tensor:
    u = torch.rand_like(logits).clamp(min=1e-9)
    noise = -torch.log(-torch.log(u))
    return torch.softmax(logits + noise, dim=-1)
""",
    "log-of-another-variable": """\
def scores(logits: Tensor, prior: Tensor) -> tuple[Tensor, Tensor]:
    probs = torch.softmax(logits, dim=1)
    return probs, torch.log(prior)
""",
    "numpy-log-of-an-array": Whole("""\
import numpy as np
import torch
from torch import Tensor


def log_array(logits: Tensor) -> Tensor:
    array = logits.detach().cpu().numpy()
    p = np.exp(array) / np.exp(array).sum(axis=1, keepdims=True)
    return torch.from_numpy(np.log(p))
"""),
    "python-log": Whole("""\
import math

import torch


def log_weight(count: int) -> torch.Tensor:
    return torch.full((count,), -math.log(count)).softmax(dim=0)
"""),
    "helper-that-returns-a-log-softmax": """\
def scores(x: Tensor) -> Tensor:
    return torch.log_softmax(x, dim=-1)


def probabilities(x: Tensor) -> Tensor:
    return torch.exp(scores(x))
""",
    "user-class-with-softmax": """\
class Counter:
    def __init__(self, counts: torch.Tensor) -> None:
        self.counts = counts

    def softmax(self) -> torch.Tensor:
        return self.counts.abs()


counter = Counter(torch.ones(3))
log_counts = torch.log(counter.softmax())
""",
    "parameter-named-torch": Whole("""\
import torch.nn.functional as F


def log_probs(torch, x):
    return torch.log(torch.softmax(x, axis=1))


def relu(x):
    return F.relu(x)
"""),
    "softmax-with-temperature-from-log-weights": """\
def reweight(weights: Tensor, temperature: float) -> Tensor:
    log_w = torch.log(weights) / temperature
    return torch.softmax(log_w, dim=-1)
""",
    "module-that-ends-in-a-relu": """\
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
def sample(logits: Tensor) -> Tensor:
    probs = torch.softmax(logits, dim=-1)
    return torch.multinomial(probs, num_samples=1)
""",
    "probabilities-of-labels-from-log-softmax": """\
def picked(logits: Tensor, labels: Tensor) -> Tensor:
    log_p = F.log_softmax(logits, dim=-1)
    return log_p.gather(1, labels.unsqueeze(1)).squeeze(1)
""",
    "log-of-a-different-branch": """\
def scores(x: Tensor, normalised: bool) -> Tensor:
    if normalised:
        return torch.log(x)
    return torch.softmax(x, dim=1)
""",
    "gumbel-softmax-sample": """\
def sample(logits: Tensor) -> Tensor:
    return F.gumbel_softmax(logits, tau=0.5, hard=True, dim=-1)
""",
    "log-softmax in an entropy with another term": """\
def energy(logits: torch.Tensor, potential: torch.Tensor) -> torch.Tensor:
    w = torch.softmax(logits, dim=-1)
    return torch.mean(w * (torch.log_softmax(logits, dim=-1) + potential), dim=-1)
""",
    "bounded logits that are only normalised": """\
def shares(coordinates: torch.Tensor) -> torch.Tensor:
    return torch.softmax(coordinates.clamp(-20.0, 20.0), dim=0)
""",
    "logits that are drawn from": """\
def draw(coordinates: torch.Tensor) -> torch.Tensor:
    return torch.multinomial(torch.softmax(coordinates.clamp(-20.0, 20.0), dim=0), 1)
""",
    "divergence of two policies by their logarithms": """\
def divergence(new: torch.Tensor, old: torch.Tensor) -> torch.Tensor:
    p, q = torch.log_softmax(old, dim=-1), torch.log_softmax(new, dim=-1)
    return torch.mean(p.exp() * (p - q), dim=-1)
""",
}
