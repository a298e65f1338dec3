"""TEF307 log-of-sigmoid: programs that must be flagged and near misses that must stay silent.

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
    "an epsilon that is added to the negative": """\
class Asymmetric(nn.Module):
    def __init__(self, clip: float, eps: float = 1e-8):
        super().__init__()
        self.clip, self.eps = clip, eps

    def forward(self, logits: torch.Tensor) -> torch.Tensor:
        probs = torch.sigmoid(logits)
        negative = 1 - probs
        return torch.log((negative + self.eps).clamp(min=self.eps)).mean()  # expect: TEF307
""",
    "a clamp on both sides that float32 rounds away": """\
def loss(logits: torch.Tensor) -> torch.Tensor:
    p = torch.sigmoid(logits).clamp(1e-8, 1 - 1e-8)
    return -torch.log(p).mean()  # expect: TEF307 "rounds small probabilities to log 1e-08;"
""",
    "a clamp on both sides, in place, with a named epsilon": """\
EPS = 1e-6


def loss(logits: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    p = torch.sigmoid(logits)
    p.clamp_(min=EPS, max=1 - EPS)
    weight = (y - p).abs()
    return -(weight * (y * p.log() + (1 - y) * torch.log(1 - p))).sum()  # expect: TEF307?, TEF307?
""",
    "two clamps, a selection between them and the log": """\
def loss(logits: torch.Tensor, rows: torch.Tensor) -> torch.Tensor:
    p = torch.sigmoid(logits).clamp(min=1e-6).clamp_max(1 - 1e-6)
    chosen = p[rows]
    return -torch.log(1.0 - chosen).sum()  # expect: TEF307?
""",
    "a clamp on both sides to numbers that are not known": """\
def loss(logits: torch.Tensor, eps: float) -> torch.Tensor:
    p = torch.sigmoid(logits).clamp(eps, 1 - eps)
    return -(torch.log(p) + torch.log(1 - p)).sum()  # expect: TEF307? "log eps;", TEF307?
""",
    "a clamp on one side, the logarithm of the rest": """\
def loss(logits: torch.Tensor) -> torch.Tensor:
    p = torch.sigmoid(logits).clamp(min=1e-6)
    return -torch.log(1 - p).sum()  # expect: TEF307 "rounds small probabilities to log 0;"
""",
    "a clamp at 1, the logarithm of the rest": """\
def loss(logits: torch.Tensor) -> torch.Tensor:
    p = torch.sigmoid(logits).clamp(max=1 - 1e-6)
    return -torch.log(1 - p).sum()  # expect: TEF307 "rounds small probabilities to log 1e-06;"


@torch.no_grad()
def loss_so_far(logits: torch.Tensor) -> torch.Tensor:
    p = torch.sigmoid(logits).clamp(max=1 - 1e-6)
    return -torch.log(1 - p).sum()  # expect: TEF307?
""",
    "an epsilon by name": """\
def loss(logits: torch.Tensor, eps: float) -> torch.Tensor:
    return -torch.log(torch.sigmoid(logits) + eps).sum()  # expect: TEF307 "rounds small probabilities to log eps;"
""",
    "a clamp on both sides, and the rest": """\
def loss(logits: torch.Tensor) -> torch.Tensor:
    p = torch.sigmoid(logits).clamp(1e-3, 1 - 1e-3)
    return -torch.log(1 - p).mean()  # expect: TEF307?
""",
    "infinities that are replaced": """\
def loss(logits: torch.Tensor) -> torch.Tensor:
    a = torch.log(torch.sigmoid(logits)).nan_to_num(neginf=-50.0)  # expect: TEF307?
    b = torch.log(torch.sigmoid(logits))  # expect: TEF307?
    b[b == float("-inf")] = -50.0
    return -(a + b).mean()
""",
    "infinities that are counted": """\
def loss(logits: torch.Tensor) -> torch.Tensor:
    a = torch.log(torch.sigmoid(logits))  # expect: TEF307
    print(torch.isinf(a).sum())
    return -a.mean()
""",
    "a pole that a clamp keeps from 1": """\
def impulse(z: Tensor, steps: Tensor):
    alpha = torch.clamp(torch.sigmoid(z), max=1 - 1e-5)
    return torch.log(alpha) * steps  # expect: TEF307?
""",
    "torch.log of torch.sigmoid": """\
x = torch.randn(5)
y = torch.log(torch.sigmoid(x))  # expect: TEF307
""",
    "method chain": """\
def log_prob(x: Tensor):
    return x.sigmoid().log()  # expect: TEF307
""",
    "function over a method": """\
def log_prob(x: torch.Tensor):
    return torch.log(x.sigmoid())  # expect: TEF307
""",
    "method over a function": """\
def log_prob(x: torch.Tensor):
    return torch.sigmoid(x).log()  # expect: TEF307
""",
    "functional sigmoid": Whole("""\
import torch
import torch.nn.functional as F


def log_prob(x: torch.Tensor):
    return torch.log(F.sigmoid(x))  # expect: TEF307
"""),
    "functional sigmoid by method": Whole("""\
import torch
from torch import nn


def log_prob(x: torch.Tensor):
    return nn.functional.sigmoid(x).log()  # expect: TEF307
"""),
    "sigmoid module built in place": Whole("""\
import torch
from torch import nn


def log_prob(x: torch.Tensor):
    return torch.log(nn.Sigmoid()(x))  # expect: TEF307
"""),
    "sigmoid module bound to a name": Whole("""\
import torch
from torch import nn

act = nn.Sigmoid()
x = torch.randn(4)
y = torch.log(act(x))  # expect: TEF307
"""),
    "sigmoid module as an attribute": Whole("""\
import torch
from torch import nn


class PairLoss(nn.Module):
    def __init__(self):
        super().__init__()
        self.sigmoid = nn.Sigmoid()

    def forward(self, pos, neg):
        return -torch.log(self.sigmoid(pos - neg))  # expect: TEF307
"""),
    "special expit": """\
def log_prob(x: torch.Tensor):
    return torch.log(torch.special.expit(x))  # expect: TEF307
""",
    "probability through a name": """\
def nll(logits: torch.Tensor):
    p = torch.sigmoid(logits)
    return -torch.log(p)  # expect: TEF307
""",
    "complement": """\
def log_miss(logits: torch.Tensor):
    return torch.log(1 - torch.sigmoid(logits))  # expect: TEF307
""",
    "complement by method": """\
def log_miss(logits: torch.Tensor):
    return (1.0 - logits.sigmoid()).log()  # expect: TEF307
""",
    "complement through a name": """\
def log_miss(logits: torch.Tensor):
    p = logits.sigmoid()
    return torch.log(1 - p)  # expect: TEF307
""",
    "complement with log1p": """\
def log_miss(logits: torch.Tensor):
    return torch.log1p(-torch.sigmoid(logits))  # expect: TEF307
""",
    "epsilon before the log": """\
def bpr(pos: torch.Tensor, neg: torch.Tensor):
    return -torch.log(torch.sigmoid(pos - neg) + 1e-10)  # expect: TEF307
""",
    "epsilon on the left": """\
def bpr(pos: torch.Tensor, neg: torch.Tensor):
    return -(1e-8 + torch.sigmoid(pos - neg)).log()  # expect: TEF307
""",
    "named epsilon": """\
EPS = 1e-15


def link_loss(score: torch.Tensor):
    return -torch.log(torch.sigmoid(score) + EPS)  # expect: TEF307
""",
    "complement with epsilon": """\
def link_loss(neg: torch.Tensor):
    return -torch.log(1 - torch.sigmoid(neg) + 1e-15)  # expect: TEF307
""",
    "clamp method before the log": """\
def nll(logits: torch.Tensor):
    return -torch.sigmoid(logits).clamp(min=1e-8).log()  # expect: TEF307
""",
    "torch.clamp before the log": """\
def nll(logits: torch.Tensor):
    p = torch.clamp(torch.sigmoid(logits), min=1e-4, max=1 - 1e-4)
    return -torch.log(p)  # expect: TEF307?
""",
    "positional clamp through a name": """\
def nll(logits: torch.Tensor):
    p = logits.sigmoid()
    p = p.clamp(1e-6, 1.0 - 1e-6)
    return -p.log()  # expect: TEF307? "rounds small probabilities to log 1e-06;"
""",
    "clip and complement": """\
def nll(logits: torch.Tensor):
    p = torch.clip(torch.sigmoid(logits), 1e-6, 1 - 1e-6)
    return -torch.log(1 - p)  # expect: TEF307? "rounds small probabilities to log 1e-06;"
""",
    "torch under another name": Whole("""\
import torch as th

x = th.randn(3)
y = th.log(th.sigmoid(x))  # expect: TEF307
"""),
    "names imported from torch": Whole("""\
from torch import log, randn, sigmoid

x = randn(3)
y = log(sigmoid(x))  # expect: TEF307?
"""),
    "sigmoid imported from functional": Whole("""\
import torch
from torch.nn.functional import sigmoid


def log_prob(x: torch.Tensor):
    return sigmoid(x).log()  # expect: TEF307
"""),
    "keyword input": """\
def log_prob(x: torch.Tensor):
    return torch.log(input=torch.sigmoid(input=x))  # expect: TEF307
""",
    "binary cross entropy by hand": """\
def bce(logits: torch.Tensor, y: torch.Tensor):
    p = torch.sigmoid(logits)
    hit = y * torch.log(p)  # expect: TEF307
    miss = (1 - y) * torch.log(1 - p)  # expect: TEF307
    return -(hit + miss)
""",
    "focal loss": """\
def focal(logits: torch.Tensor, y: torch.Tensor, gamma: float = 2.0):
    p = logits.sigmoid()
    pos = -y * (1 - p) ** gamma * torch.log(p + 1e-9)  # expect: TEF307
    neg = -(1 - y) * p**gamma * torch.log(1 - p + 1e-9)  # expect: TEF307
    return pos + neg
""",
    "heatmap loss after sigmoid_": """\
def heatmap_loss(out: torch.Tensor, target: torch.Tensor):
    pred = torch.clamp(out.sigmoid_(), min=1e-4, max=1 - 1e-4)
    pos = target.eq(1).float()
    return torch.log(pred) * (1 - pred) ** 2 * pos  # expect: TEF307?
""",
    "skip-gram with negative sampling": Whole("""\
import torch
from torch import nn


class SkipGram(nn.Module):
    def __init__(self, vocab: int, dim: int):
        super().__init__()
        self.centre = nn.Embedding(vocab, dim)
        self.context = nn.Embedding(vocab, dim)

    def forward(self, u, v, noise):
        pos = (self.centre(u) * self.context(v)).sum(dim=1)
        neg = torch.bmm(self.context(noise), self.centre(u).unsqueeze(2)).squeeze(2)
        near = pos.sigmoid().log()  # expect: TEF307
        far = torch.sigmoid(-neg).log().sum(dim=1)  # expect: TEF307
        return -(near + far)
"""),
    "preference loss": """\
def preference(chosen: torch.Tensor, rejected: torch.Tensor, beta: float):
    return -torch.log(torch.sigmoid(beta * (chosen - rejected))).mean(dim=0)  # expect: TEF307
""",
    "contrastive discriminator entropy": """\
def entropy(gate: torch.Tensor):
    p = torch.sigmoid(gate)
    return -(
        p * torch.log(p)  # expect: TEF307
        + (1 - p) * torch.log(1 - p)  # expect: TEF307
    )
""",
    "helper of the same file": Whole("""\
import torch
from torch import nn

scorer = nn.Linear(8, 1)


def probability(x: torch.Tensor):
    return torch.sigmoid(scorer(x))


def nll(x: torch.Tensor):
    return -torch.log(probability(x))  # expect: TEF307
"""),
    "clamped helper of the same file": """\
def _sigmoid(x: torch.Tensor):
    return torch.clamp(x.sigmoid(), min=1e-4, max=1 - 1e-4)


def nll(x: torch.Tensor):
    return -torch.log(_sigmoid(x))  # expect: TEF307?
""",
    "discriminator ending in a sigmoid": Whole("""\
import torch
from torch import nn

disc = nn.Sequential(nn.Linear(16, 32), nn.LeakyReLU(0.2), nn.Linear(32, 1), nn.Sigmoid())
fake = torch.randn(8, 16)
loss_g = -torch.log(disc(fake))  # expect: TEF307
"""),
    "discriminator class ending in a sigmoid": Whole("""\
import torch
from torch import nn


class Disc(nn.Module):
    def __init__(self):
        super().__init__()
        self.out = nn.Linear(16, 1)

    def forward(self, x):
        return torch.sigmoid(self.out(x))


disc = Disc()
real = torch.randn(8, 16)
loss_d = -torch.log(disc(real) + 1e-8)  # expect: TEF307
"""),
    "both terms of a GAN loss": Whole("""\
import torch
from torch import nn

disc = nn.Sequential(nn.Linear(16, 1), nn.Sigmoid())
real = torch.randn(8, 16)
fake = torch.randn(8, 16)
loss_real = -torch.log(disc(real))  # expect: TEF307
loss_fake = -torch.log(1 - disc(fake))  # expect: TEF307
"""),
    "lambda": """\
log_gate = lambda x: torch.log(torch.sigmoid(x))  # expect: TEF307
y = log_gate(torch.randn(3))
""",
    "untyped parameter given to torch functions": """\
def bpr(pos, neg):
    return -torch.log(torch.sigmoid(pos - neg))  # expect: TEF307
""",
    "comprehension": """\
scores = [torch.randn(3), torch.randn(7)]
losses = [-torch.log(torch.sigmoid(s)) for s in scores]  # expect: TEF307
""",
    "optional tensor after the guard": Whole("""\
from typing import Optional

import torch


def log_gate(x: Optional[torch.Tensor]):
    if x is None:
        return None
    return x.sigmoid().log()  # expect: TEF307
"""),
    "multi-line call": """\
def bpr(users: torch.Tensor, pos: torch.Tensor, neg: torch.Tensor):
    return -torch.log(  # expect: TEF307
        torch.sigmoid(
            (users * pos).sum(dim=-1) - (users * neg).sum(dim=-1),
        )
        + 1e-12
    )
""",
    "in-place log of a fresh sigmoid": """\
def log_decay(w: torch.Tensor):
    return torch.sigmoid(w).log_()  # expect: TEF307
""",
    "forget gate of a linear attention": Whole("""\
import torch
from torch import nn


class Gate(nn.Module):
    def __init__(self, dim: int, heads: int):
        super().__init__()
        self.proj = nn.Linear(dim, heads)

    def forward(self, x):
        decay = self.proj(x).sigmoid()
        return torch.cumsum(decay.log(), dim=1)  # expect: TEF307
"""),
    "gates from a chunked output": Whole("""\
import torch
from torch import nn


class Cell(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 16)

    def forward(self, x):
        forget, value = self.fc(x).chunk(2, dim=-1)
        keep = torch.sigmoid(forget)
        return torch.log(keep), value  # expect: TEF307
"""),
    "class attribute module with an epsilon": Whole("""\
import torch
from torch import nn


class BPR(nn.Module):
    def __init__(self, gamma: float = 1e-10):
        super().__init__()
        self.gamma = gamma

    def forward(self, pos, neg):
        return -torch.log(self.gamma + torch.sigmoid(pos - neg)).mean(dim=0)  # expect: TEF307
"""),
    "probabilities from a method of the same class": Whole("""\
import torch
from torch import nn


class Ranker(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 1)

    def prob(self, x):
        return torch.sigmoid(self.fc(x))

    def nll(self, x):
        return -torch.log(self.prob(x))  # expect: TEF307
"""),
    "both branches give a sigmoid": """\
def nll(x: torch.Tensor, flip: bool):
    if flip:
        p = torch.sigmoid(-x)
    else:
        p = torch.sigmoid(x)
    return -p.log()  # expect: TEF307
""",
    "reshaped probability": """\
def nll(x: torch.Tensor):
    p = torch.sigmoid(x).view(-1)
    return -torch.log(p)  # expect: TEF307
""",
    "untyped parameter with methods": """\
def log_prob(x):
    return x.sigmoid().log()  # expect: TEF307


torch.manual_seed(0)
""",
    "dpo preference loss": Whole("""\
import torch
from torch import nn


class DPOLoss(nn.Module):
    def __init__(self, beta: float):
        super().__init__()
        self.beta = beta

    def forward(self, pi_w, pi_l, ref_w, ref_l):
        margin = (pi_w - pi_l) - (ref_w - ref_l)
        return -torch.log(torch.sigmoid(self.beta * margin)).mean(dim=0)  # expect: TEF307
"""),
    "skip gram negative sampling": Whole("""\
import torch
from torch import nn


class SkipGram(nn.Module):
    def __init__(self, vocab: int, dim: int):
        super().__init__()
        self.center = nn.Embedding(vocab, dim)
        self.context = nn.Embedding(vocab, dim)

    def forward(self, c, o, neg):
        v = self.center(c).unsqueeze(2)
        pos = torch.bmm(self.context(o).unsqueeze(1), v)[:, 0, 0]
        bad = torch.bmm(self.context(neg), v)[:, :, 0]
        pos_ll = torch.sigmoid(pos).log()  # expect: TEF307
        neg_ll = torch.sigmoid(-bad).log().sum(dim=1)  # expect: TEF307
        return -(pos_ll + neg_ll).mean(dim=0)
"""),
    "graph auto encoder with an epsilon constant": """\
EPS = 1e-7


def recon_loss(z: torch.Tensor, pos: torch.Tensor, neg: torch.Tensor) -> torch.Tensor:
    def decode(edges: torch.Tensor) -> torch.Tensor:
        value = (z[edges[0]] * z[edges[1]]).sum(dim=1)
        return torch.sigmoid(value)

    pos_loss = -torch.log(decode(pos) + EPS).mean(dim=0)  # expect: TEF307
    neg_loss = -torch.log(1 - decode(neg) + EPS).mean(dim=0)  # expect: TEF307
    return pos_loss + neg_loss
""",
    "focal loss with clamped probability": Whole("""\
import torch
from torch import nn


class FocalLoss(nn.Module):
    def __init__(self, alpha: float = 0.25, gamma: float = 2.0):
        super().__init__()
        self.alpha, self.gamma = alpha, gamma
        self.prob = nn.Sigmoid()

    def forward(self, logits: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
        p = self.prob(logits).clamp(1e-6, 1 - 1e-6)
        pos = self.alpha * (1 - p) ** self.gamma * torch.log(p)  # expect: TEF307?
        neg = (1 - self.alpha) * p**self.gamma * torch.log(1 - p)  # expect: TEF307?
        return -(target * pos + (1 - target) * neg).sum(dim=-1)
"""),
    "complement held in a name": """\
def halting(logits: torch.Tensor) -> torch.Tensor:
    lam = logits.sigmoid()
    stay = 1.0 - lam
    log_stay = stay.log().cumsum(dim=1)  # expect: TEF307
    return lam * torch.exp(log_stay)
""",
    "expit from torch special": """\
def log_gate(x: torch.Tensor) -> torch.Tensor:
    return torch.log(torch.special.expit(x))  # expect: TEF307
""",
    "discriminator ends in a sigmoid in the same file": Whole("""\
import torch
from torch import nn


class Discriminator(nn.Module):
    def __init__(self, dim: int):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(dim, 64), nn.LeakyReLU(0.2), nn.Linear(64, 1))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.sigmoid(self.body(x))


class GAN(nn.Module):
    def __init__(self, dim: int):
        super().__init__()
        self.disc = Discriminator(dim)

    def generator_loss(self, fake: torch.Tensor) -> torch.Tensor:
        score = self.disc(fake)
        return -torch.log(score).mean(dim=0)  # expect: TEF307
"""),
    "both branches give a sigmoid, in a longer program": Whole("""\
import torch
from typing import Optional


def log_accept(logits: torch.Tensor, temperature: Optional[float] = None) -> torch.Tensor:
    if temperature is None:
        prob = torch.sigmoid(logits)
    else:
        prob = torch.sigmoid(logits / temperature)
    return torch.log(prob)  # expect: TEF307
"""),
    "log1p of the negated sigmoid": """\
def log_reject(logits: torch.Tensor) -> torch.Tensor:
    return torch.log1p(-torch.sigmoid(logits))  # expect: TEF307
""",
    "airl reward from two logs": Whole("""\
import torch
from torch import nn


class RewardNet(nn.Module):
    def __init__(self, dim: int):
        super().__init__()
        self.score = nn.Linear(dim, 1)

    @torch.no_grad()
    def reward(self, state_action: torch.Tensor) -> torch.Tensor:
        d = torch.sigmoid(self.score(state_action))
        log_d = torch.log(d + 1e-8)  # expect: TEF307?
        log_not_d = torch.log(1 - d + 1e-8)  # expect: TEF307?
        return log_d - log_not_d
"""),
    "tuple return of a helper": """\
def split_gates(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    forget, value = x.chunk(2, dim=-1)
    return torch.sigmoid(forget), torch.tanh(value)


def log_decay(x: torch.Tensor) -> torch.Tensor:
    forget, value = split_gates(x)
    decay = torch.log(forget).cumsum(dim=1)  # expect: TEF307
    return decay.exp() * value
""",
    "floor by clamp_min, sigmoid under autocast": Whole("""\
import torch
import torch.nn.functional as F


def ranking(pos: torch.Tensor, neg: torch.Tensor) -> torch.Tensor:
    with torch.autocast("cpu"):
        gap = pos - neg
        prob = F.sigmoid(gap)
    safe = torch.clamp_min(prob, 1e-10)
    return -safe.log().mean(dim=0)  # expect: TEF307
"""),
    "in place log of a fresh sigmoid": """\
@torch.inference_mode()
def log_scores(objectness: torch.Tensor) -> torch.Tensor:
    scores = objectness.sigmoid_()
    return scores.log_()  # expect: TEF307
""",
    "functional sigmoid inside a comprehension over levels": """\
def level_losses(heatmaps: list[torch.Tensor], targets: list[torch.Tensor]) -> list[torch.Tensor]:
    return [
        -(t * torch.log(torch.sigmoid(h))).sum(dim=(-2, -1))  # expect: TEF307
        for h, t in zip(heatmaps, targets)
    ]
""",
    "complement by torch sub of an attribute": """\
class Survival:
    def __init__(self, hazards: Tensor):
        self.hazards = torch.sigmoid(hazards)

    def log_survival(self) -> Tensor:
        return torch.log(torch.sub(1, self.hazards)).cumsum(dim=-1)  # expect: TEF307
""",
    "conditional expression inside the sigmoid": Whole("""\
import torch
from torch import sigmoid as squash


def log_prior(energy: torch.Tensor, bias: torch.Tensor | None) -> torch.Tensor:
    return torch.log(squash(energy if bias is None else energy + bias))  # expect: TEF307
"""),
    "try block computes the probability": """\
def logged(model: torch.nn.Module, x: torch.Tensor) -> torch.Tensor:
    was_training = model.training
    model.eval()
    try:
        with torch.no_grad():
            p = torch.sigmoid(model(x))
    finally:
        model.train(was_training)
    return torch.log(p)  # expect: TEF307
""",
    "a matching cost under no_grad": """\
@torch.no_grad()
def matching_cost(logits: Tensor, labels: Tensor):
    prob = logits.sigmoid()
    miss = -(1 - prob + 1e-8).log() * prob**2  # expect: TEF307?
    hit = -(prob + 1e-8).log() * (1 - prob) ** 2  # expect: TEF307?
    return hit[:, labels] - miss[:, labels]
""",
    "the scale of a flow with a floor": """\
def transform(z: Tensor, unconstrained: Tensor):
    scale = torch.sigmoid(unconstrained + 2.0) + 1e-3
    return z * scale, torch.log(scale).sum(dim=1)  # expect: TEF307?
""",
    "the scale of a flow without one": """\
def transform(z: Tensor, unconstrained: Tensor):
    scale = torch.sigmoid(unconstrained + 2.0)
    return z * scale, torch.log(scale).sum(dim=1)  # expect: TEF307
""",
    "the scale of a flow, for the caller to scale with": """\
def scaling(unconstrained: Tensor):
    s = torch.sigmoid(unconstrained + 10) + 1e-6
    log_s = torch.log(s)  # expect: TEF307?
    return s, log_s
""",
    "the scales of a flow, in a list": """\
def scalings(unconstrained: Tensor):
    s_list, log_s_list = [], []
    for i in range(unconstrained.shape[1]):
        s_i = torch.sigmoid(unconstrained[:, i]) + 1e-6
        log_s_i = torch.log(s_i)  # expect: TEF307?
        s_list.append(s_i[:, None])
        log_s_list.append(log_s_i[:, None])
    return torch.cat(s_list, dim=1), torch.cat(log_s_list, dim=1)
""",
    "an epsilon for two logarithms": """\
def loss(logits: Tensor, y: Tensor):
    p = torch.sigmoid(logits) + 1e-6
    return -(y * torch.log(p) + 2.0 * torch.log(p[:, 0])).mean(dim=None)  # expect: TEF307 TEF307
""",
    "a divisor beside its log": """\
def inverse(z: Tensor, unconstrained: Tensor):
    scale = torch.sigmoid(unconstrained + 2.0)
    return z / scale, -torch.log(scale).sum(dim=1)  # expect: TEF307?
""",
    "an entropy with an epsilon": """\
def entropy(mask: Tensor):
    m = mask.sigmoid()
    hit = -m * torch.log(m + 1e-15)  # expect: TEF307?
    return hit - (1 - m) * torch.log(1 - m + 1e-15)  # expect: TEF307?
""",
    "a gate of one weight": Whole("""\
import torch
from torch import nn


class Gate(nn.Module):
    def __init__(self):
        super().__init__()
        self.gate = nn.Parameter(torch.randn(1))

    def forward(self, x: torch.Tensor):
        return x + torch.log(self.gate.sigmoid() + 1e-8)  # expect: TEF307?
"""),
    "gates of many weights": Whole("""\
import torch
from torch import nn


class Gate(nn.Module):
    def __init__(self, width: int):
        super().__init__()
        self.gate = nn.Parameter(torch.randn(width))

    def forward(self, x: torch.Tensor):
        return x + torch.log(self.gate.sigmoid() + 1e-8)  # expect: TEF307
"""),
    "bounded logits": """\
def log_prob(x: Tensor):
    return torch.log(torch.sigmoid(x.clamp(-5, 5)))  # expect: TEF307?
""",
    "logits with a bound that is too far": """\
def log_prob(x: Tensor):
    return torch.log(torch.sigmoid(x.clamp(-100, 100)))  # expect: TEF307
""",
    "only read as numbers": """\
def report(x: Tensor):
    chosen = torch.sigmoid(x).log()  # expect: TEF307?
    print(chosen.cpu().tolist())
""",
    "read as a number and returned": """\
def report(x: Tensor):
    chosen = torch.sigmoid(x).log()  # expect: TEF307
    print(chosen.tolist())
    return chosen
""",
    "an epsilon and an input without a graph": """\
x = torch.randn(5)
y = torch.log(torch.sigmoid(x) + 1e-8)  # expect: TEF307
""",
    "in float64": """\
def choice(utility: torch.Tensor) -> torch.Tensor:
    return torch.log(torch.sigmoid(utility.double()))  # expect: TEF307?
""",
    "in a test": """\
def test_choice():
    utility = torch.tensor([0.5, -20.0])
    expected = torch.log(torch.sigmoid(utility))  # expect: TEF307?
    assert torch.allclose(expected, F.logsigmoid(utility))
""",
    "in a test of a class": """\
class TestChoice:
    def test_choice(self):
        utility = torch.tensor([0.5, -20.0])
        expected = torch.log(torch.sigmoid(utility))  # expect: TEF307?
        assert torch.allclose(expected, F.logsigmoid(utility))
""",
    "the test step of a model": """\
class Model(nn.Module):
    def test_step(self, batch: torch.Tensor) -> torch.Tensor:
        return torch.log(torch.sigmoid(batch))  # expect: TEF307
""",
    "demonstration": """\
if __name__ == "__main__":
    utility = torch.tensor([0.5, -20.0])
    print(torch.log(torch.sigmoid(utility)).mean())  # expect: TEF307?
""",
    "training under the guard": """\
if __name__ == "__main__":
    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in torch.rand(100, 8, 3):
        optimizer.zero_grad()
        loss = -torch.log(torch.sigmoid(model(x))).mean()  # expect: TEF307
        loss.backward()
        optimizer.step()
""",
    "a table": """\
from sizes import sizes

table = torch.log(torch.sigmoid(torch.arange(-6.01, 6.01, 0.01)))  # expect: TEF307?
short = torch.log(torch.sigmoid(torch.linspace(-8, 8, 100)))  # expect: TEF307?
counted = torch.log(torch.sigmoid(torch.arange(8)))  # expect: TEF307?
long = torch.log(torch.sigmoid(torch.linspace(-200, 200, 100)))  # expect: TEF307
to_n = [torch.log(torch.sigmoid(torch.arange(-6.0, n))) for n in sizes]  # expect: TEF307
""",
    "a difference of cosines": """\
import torch.nn.functional as F


def score(x1, x2):
    x1 = F.normalize(x1, p=2, dim=-1)
    x2 = F.normalize(x2, p=2, dim=-1)
    return torch.sum(torch.multiply(x1, x2), 1)


def loss(x: Tensor, y: Tensor):
    cosines = -torch.log(torch.sigmoid(score(x, y) - score(x.flip(0), y))).mean()  # expect: TEF307?
    products = -torch.log(torch.sigmoid((x * y).sum(1) - (x.flip(0) * y).sum(1))).mean()  # expect: TEF307
    return cosines + products
""",
}

LEAVE: dict[str, str] = {
    "a margin for the negatives": """\
class Asymmetric(nn.Module):
    def __init__(self, clip: float, eps: float = 1e-8):
        super().__init__()
        self.clip, self.eps = clip, eps

    def forward(self, logits: torch.Tensor) -> torch.Tensor:
        probs = torch.sigmoid(logits)
        negative = (probs + self.clip).clamp(max=1)
        return torch.log((1.0 - negative).clamp(min=self.eps)).mean()
""",
    "logsigmoid whose infinities are replaced": """\
def loss(logits: torch.Tensor) -> torch.Tensor:
    a = F.logsigmoid(logits)
    a[torch.isinf(a)] = 0.0
    return -a.mean()
""",
    "a clamp of the logits, on both sides": """\
def loss(logits: torch.Tensor) -> torch.Tensor:
    return -torch.nn.functional.logsigmoid(logits.clamp(-1e-6, 1 - 1e-6)).mean()
""",
    "the rest of a clamp on both sides of a probability from outside": """\
def loss(p: torch.Tensor) -> torch.Tensor:
    rest = (1 - p).clamp(1e-6, 1 - 1e-6)
    return -torch.log(rest).mean()
""",
    "the rest of a clamped sigmoid without its logarithm": """\
def weights(logits: torch.Tensor) -> torch.Tensor:
    p = torch.sigmoid(logits).clamp(1e-6, 1 - 1e-6)
    return (1 - p).pow(2)
""",
    "the logarithm of two less a clamped sigmoid": """\
def weights(logits: torch.Tensor) -> torch.Tensor:
    p = torch.sigmoid(logits).clamp(1e-6, 1 - 1e-6)
    return torch.log(2 - p)
""",
    "a clamp on both sides of a probability from outside": """\
def loss(p: torch.Tensor) -> torch.Tensor:
    return -torch.log(p.clamp(1e-3, 1 - 1e-3)).mean()
""",
    "the sigmoid of a clamp, without its logarithm": """\
def loss(logits: torch.Tensor) -> torch.Tensor:
    return torch.sigmoid(logits).clamp(1e-8, 1 - 1e-8).mean()
""",
    "the logarithm of what is no sigmoid": """\
def loss(logits: torch.Tensor) -> torch.Tensor:
    return -torch.log(logits).nan_to_num().mean()
""",
    "the scale of a flow made by tanh": """\
def scaling(unconstrained: Tensor):
    s = torch.tanh(unconstrained) + 1 + 1e-6
    return s, torch.log(s)
""",
    "the scale of a flow and its logarithm, from the same": """\
def scaling(unconstrained: Tensor):
    s = torch.sigmoid(unconstrained + 10)
    return s, F.logsigmoid(unconstrained + 10)
""",
    "a pole that is given": """\
def impulse(alpha: Tensor, steps: Tensor):
    alpha = torch.clamp(alpha, max=1 - 1e-5)
    return torch.log(alpha) * steps
""",
    "already logsigmoid": Whole("""\
import torch
import torch.nn.functional as F


def bpr(pos: torch.Tensor, neg: torch.Tensor):
    return -F.logsigmoid(pos - neg)
"""),
    "logsigmoid module": Whole("""\
import torch
from torch import nn

log_gate = nn.LogSigmoid()
y = log_gate(torch.randn(3))
"""),
    "logsigmoid of the negated logits": Whole("""\
import torch
import torch.nn.functional as F


def log_miss(x: torch.Tensor):
    return F.logsigmoid(-x)
"""),
    "negative softplus": Whole("""\
import torch
import torch.nn.functional as F


def log_prob(x: torch.Tensor):
    return -F.softplus(-x)
"""),
    "sigmoid of a log": """\
def odds(x: torch.Tensor):
    return torch.sigmoid(torch.log(x))
""",
    "log of an unknown probability": """\
def nll(p: torch.Tensor):
    return -torch.log(p)
""",
    "log of a clamped probability": """\
def nll(p: torch.Tensor):
    return -torch.log(p.clamp(min=1e-8))
""",
    "sigmoid and log of different tensors": """\
def gated(x: torch.Tensor, scale: torch.Tensor):
    return torch.sigmoid(x) * torch.log(scale)
""",
    "log of a mean probability": """\
def committee(logits: torch.Tensor):
    return torch.log(torch.sigmoid(logits).mean(dim=0))
""",
    "log of a summed probability": """\
def expected(logits: torch.Tensor):
    return torch.log(torch.sigmoid(logits).sum(dim=-1))
""",
    "log of normalised gates": """\
def routing(logits: torch.Tensor):
    g = torch.sigmoid(logits)
    g = g / g.sum(dim=-1, keepdim=True)
    return torch.log(g)
""",
    "mixture with another probability": """\
def mixture(x: torch.Tensor, prior: torch.Tensor, w: torch.Tensor):
    return torch.log(w * torch.sigmoid(x) + prior)
""",
    "two minus sigmoid": """\
def bounded(x: torch.Tensor):
    return torch.log(2 - torch.sigmoid(x))
""",
    "half plus sigmoid": """\
def bounded(x: torch.Tensor):
    return torch.log(torch.sigmoid(x) + 0.5)
""",
    "log of tanh": """\
def log_tanh(x: torch.Tensor):
    return torch.log(torch.tanh(x).abs())
""",
    "log of hardsigmoid": Whole("""\
import torch
import torch.nn.functional as F


def log_hard(x: torch.Tensor):
    return torch.log(F.hardsigmoid(x) + 1e-6)
"""),
    "log of silu": Whole("""\
import torch
import torch.nn.functional as F


def log_silu(x: torch.Tensor):
    return torch.log(F.silu(x).abs() + 1e-6)
"""),
    "log of x times sigmoid": """\
def log_swish(x: torch.Tensor):
    return torch.log(x * torch.sigmoid(x) + 1.5)
""",
    "numpy sigmoid": Whole("""\
import numpy as np
import torch

x = np.random.randn(4)
p = 1 / (1 + np.exp(-x))
y = torch.from_numpy(np.log(p))
"""),
    "scipy expit": Whole("""\
import numpy as np
import torch
from scipy.special import expit

x = np.random.randn(4)
y = torch.from_numpy(np.log(expit(x)))
"""),
    "numpy log of probabilities taken off the device": Whole("""\
import numpy as np
import torch


def report(logits: torch.Tensor):
    p = torch.sigmoid(logits).detach().cpu().numpy()
    return np.log(p + 1e-12)
"""),
    "math log of one number": Whole("""\
import math

import torch


def surprise(logits: torch.Tensor, i: int):
    p = float(torch.sigmoid(logits[i]))
    return -math.log(p + 1e-12)
"""),
    "sigmoid of another library": Whole("""\
import torch
from mylib.activations import sigmoid


def log_prob(x: torch.Tensor):
    return torch.log(sigmoid(x))
"""),
    "own sigmoid that is piecewise linear": """\
def sigmoid(x: torch.Tensor):
    return torch.clamp(0.2 * x + 0.5, 0.1, 0.9)


def log_prob(x: torch.Tensor):
    return torch.log(sigmoid(x))
""",
    "thresholded predictions": """\
def accuracy(logits: torch.Tensor, y: torch.Tensor):
    pred = (torch.sigmoid(logits) > 0.5).float()
    return (pred == y).float().mean(dim=0)
""",
    "loss on logits": Whole("""\
import torch
from torch import nn

criterion = nn.BCEWithLogitsLoss()
logits = torch.randn(4)
loss = criterion(logits, torch.ones(4))
"""),
    "probability kept for the report only": Whole("""\
import torch
import torch.nn.functional as F


def focal(x: torch.Tensor, y: torch.Tensor):
    p = torch.sigmoid(x)
    ce = F.binary_cross_entropy_with_logits(x, y, reduction="none")
    return ce * (1 - p) ** 2
"""),
    "name rebound before the log": """\
def scale(x: torch.Tensor, w: torch.Tensor):
    p = torch.sigmoid(x)
    gated = x * p
    p = w.abs() + 1.5
    return gated, torch.log(p)
""",
    "module attribute that is not a sigmoid": Whole("""\
import torch
from torch import nn


class Positive(nn.Module):
    def __init__(self):
        super().__init__()
        self.act = nn.Softplus()

    def forward(self, x):
        return torch.log(self.act(x) + 1e-6)
"""),
    "module from another file": Whole("""\
import torch
from mylib.models import Discriminator

disc = Discriminator()
real = torch.randn(8, 16)
loss = -torch.log(disc(real) + 1e-8)
"""),
    "sequential with the sigmoid in the middle": Whole("""\
import torch
from torch import nn

net = nn.Sequential(nn.Linear(4, 8), nn.Sigmoid(), nn.Linear(8, 1), nn.Softplus())
x = torch.randn(2, 4)
y = torch.log(net(x) + 1e-6)
"""),
    "logit of a probability": """\
def logit(p: torch.Tensor):
    return torch.logit(p, eps=1e-6)
""",
    "shifted scaled range": """\
def bounded_scale(x: torch.Tensor):
    return torch.log(0.1 + 2.0 * torch.sigmoid(x))
""",
    "indexing into the sum of gates": """\
def horizon(x: torch.Tensor):
    keep = torch.sigmoid(x).cumsum(dim=1)
    return torch.log(keep[:, -1])
""",
    "log before the sigmoid in one chain": """\
def gate(x: torch.Tensor):
    return x.log().sigmoid()
""",
    "own function named log": """\
def log(x):
    print("value", x)


def forward(x: torch.Tensor):
    log(torch.sigmoid(x))
    return x
""",
    "writer logs the probability": """\
class Run:
    def log(self, values):
        self.values = values


def track(run: Run, logits: torch.Tensor):
    run.log(torch.sigmoid(logits))
""",
    "log of the probability's reciprocal scale": """\
def temperature(x: torch.Tensor, t: torch.Tensor):
    return torch.sigmoid(x / torch.log(t + 3.0))
""",
    "sigmoid in one branch, probability in the other": """\
def nll(x: torch.Tensor, w: torch.Tensor, gated: bool):
    p = w.abs() + 1.5
    if gated:
        x = x * torch.sigmoid(w)
    return x, -torch.log(p)
""",
    "array annotation": Whole("""\
import numpy as np
import torch


def nll(p: np.ndarray):
    return torch.from_numpy(-np.log(p + 1e-12))
"""),
    "mean of probabilities over an ensemble": """\
def ensemble_log_prob(logits: torch.Tensor) -> torch.Tensor:
    return torch.log(torch.sigmoid(logits).mean(dim=0))
""",
    "label dependent probability": """\
def focal(logits: torch.Tensor, target: torch.Tensor, gamma: float) -> torch.Tensor:
    p = torch.sigmoid(logits)
    pt = p * target + (1 - p) * (1 - target)
    return -((1 - pt) ** gamma) * torch.log(pt)
""",
    "rebound by a product with another gate": """\
def joint(cls_logits: torch.Tensor, centerness: torch.Tensor) -> torch.Tensor:
    scores = torch.sigmoid(cls_logits)
    scores = scores * centerness
    return torch.log(scores)
""",
    "logsigmoid of both signs": Whole("""\
import torch
import torch.nn.functional as F


def bce(logits: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return -(y * F.logsigmoid(logits) + (1 - y) * F.logsigmoid(-logits))
"""),
    "log of the tanh": """\
def log_amplitude(x: torch.Tensor) -> torch.Tensor:
    gate = torch.sigmoid(x)
    return gate * torch.log(torch.tanh(x.abs()))
""",
    "hard sigmoid is not a sigmoid": Whole("""\
import torch
import torch.nn.functional as F


def log_se(x: torch.Tensor) -> torch.Tensor:
    return torch.log(F.hardsigmoid(x) + 1e-3)
"""),
    "log before the sigmoid": """\
def odds_gate(ratio: torch.Tensor) -> torch.Tensor:
    return torch.sigmoid(torch.log(ratio))
""",
    "distribution log prob": Whole("""\
import torch
from torch.distributions import Bernoulli


class Policy(torch.nn.Module):
    def __init__(self, dim: int):
        super().__init__()
        self.head = torch.nn.Linear(dim, 1)

    def forward(self, obs: torch.Tensor):
        dist = Bernoulli(logits=self.head(obs))
        action = dist.sample()
        return action, dist.log_prob(action), torch.sigmoid(dist.logits)
"""),
    "numpy and scipy twins": Whole("""\
import numpy as np
import torch
from scipy.special import expit


def report(logits: torch.Tensor) -> np.ndarray:
    p = expit(logits.detach().cpu().numpy())
    return np.log(p) - np.log(1 - p)
"""),
    "own sigmoid with another range": """\
def sigmoid(x: torch.Tensor) -> torch.Tensor:
    return 0.5 * (torch.tanh(x) + 1.5)


def log_scale(x: torch.Tensor) -> torch.Tensor:
    return torch.log(sigmoid(x))
""",
    "affine squash keeps away from zero": """\
def bounded_log_std(raw: torch.Tensor, low: float, high: float) -> torch.Tensor:
    std = low + (high - low) * torch.sigmoid(raw)
    return std.log()
""",
    "the probability comes from another argument": """\
def bce(p: torch.Tensor, logits: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    weight = torch.sigmoid(logits).detach()
    return -weight * y * torch.log(p)
""",
    "module has a sigmoid inside, returns a softplus": Whole("""\
import torch
from torch import nn


class Critic(nn.Module):
    def __init__(self, dim: int):
        super().__init__()
        self.gate = nn.Sequential(nn.Linear(dim, dim), nn.Sigmoid())
        self.out = nn.Linear(dim, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.nn.functional.softplus(self.out(x * self.gate(x)))


critic = Critic(8)
log_score = torch.log(critic(torch.rand(4, 8)))
"""),
    "python float of a sigmoid": Whole("""\
import math

import torch


def describe(logit: torch.Tensor) -> float:
    p = torch.sigmoid(logit).item()
    return math.log(max(p, 1e-12))
"""),
    "softplus form with the sigmoid elsewhere": Whole("""\
import torch
import torch.nn.functional as F


class Gate(torch.nn.Module):
    def __init__(self, dim: int):
        super().__init__()
        self.proj = torch.nn.Linear(dim, dim)

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        a = self.proj(x)
        return torch.sigmoid(a), -F.softplus(-a)
"""),
    "sum of two sigmoids": """\
def log_any(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    total = torch.sigmoid(a) + torch.sigmoid(b)
    return torch.log(total)
""",
    "renormalised over the classes": """\
def log_dist(logits: torch.Tensor) -> torch.Tensor:
    p = logits.sigmoid()
    p = p / p.sum(dim=-1, keepdim=True)
    return p.log()
""",
    "the order the other way round in a test": """\
def test_odds():
    odds = torch.tensor([0.5, 2.0])
    assert torch.allclose(torch.sigmoid(torch.log(odds)), odds / (1 + odds))
""",
    "gate that is at least one half": """\
def gate(x: torch.Tensor) -> torch.Tensor:
    return torch.log(torch.sigmoid(x) + 0.5)
""",
    "logsigmoid in a demonstration": """\
if __name__ == "__main__":
    print(F.logsigmoid(torch.tensor([0.5, -20.0])))
""",
}
