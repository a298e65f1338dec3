"""TEF310: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "a function": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, target: torch.Tensor):
    return F.binary_cross_entropy(torch.sigmoid(logits), target)
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, target: torch.Tensor):
    return F.binary_cross_entropy_with_logits(logits, target)
""",
    ),
    "a method and keywords": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, target: torch.Tensor):
    return F.binary_cross_entropy(target=target, input=logits.sigmoid(), reduction="sum")
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, target: torch.Tensor):
    return F.binary_cross_entropy_with_logits(target=target, input=logits, reduction="sum")
""",
    ),
    "through a name that goes": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, target: torch.Tensor):
    p = F.sigmoid(logits)
    return F.binary_cross_entropy(p, target)
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, target: torch.Tensor):
    return F.binary_cross_entropy_with_logits(logits, target)
""",
    ),
    "through a name that stays": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, target: torch.Tensor):
    p = torch.sigmoid(logits)
    loss = F.binary_cross_entropy(p, target)
    return loss + (p * target).mean(dim=0)
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, target: torch.Tensor):
    p = torch.sigmoid(logits)
    loss = F.binary_cross_entropy_with_logits(logits, target)
    return loss + (p * target).mean(dim=0)
""",
    ),
    "an operand that is moved": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(raw: torch.Tensor, target: torch.Tensor):
    p = torch.sigmoid(raw[..., 4])
    weight = torch.ones_like(target)
    return F.binary_cross_entropy(p, target, weight)
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(raw: torch.Tensor, target: torch.Tensor):
    weight = torch.ones_like(target)
    return F.binary_cross_entropy_with_logits(raw[..., 4], target, weight)
""",
    ),
    "a sigmoid taken twice": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, target: torch.Tensor):
    p = logits.sigmoid()
    return nn.BCEWithLogitsLoss()(p, target) + F.binary_cross_entropy_with_logits(p, target)
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, target: torch.Tensor):
    return nn.BCEWithLogitsLoss()(logits, target) + F.binary_cross_entropy_with_logits(logits, target)
""",
    ),
    "a loss module called at once": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, target: torch.Tensor):
    return nn.BCELoss(reduction="none")(nn.Sigmoid()(logits), target)
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, target: torch.Tensor):
    return nn.BCEWithLogitsLoss(reduction="none")(logits, target)
""",
    ),
    "a loss module with a name": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor, y: torch.Tensor):
    criterion = nn.BCELoss().to(x.device)
    real = criterion(torch.sigmoid(x), torch.ones_like(x))
    fake = criterion(torch.sigmoid(-y), torch.zeros_like(y))
    return real + fake
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor, y: torch.Tensor):
    criterion = nn.BCEWithLogitsLoss().to(x.device)
    real = criterion(x, torch.ones_like(x))
    fake = criterion(-y, torch.zeros_like(y))
    return real + fake
""",
    ),
    "a loss module on self": (
        """\
import torch
from torch import nn


class Loss(nn.Module):
    def __init__(self, weight: torch.Tensor):
        super().__init__()
        self.bce = nn.BCELoss(weight)  # each label's own weight

    def forward(self, logits, target):
        p = logits.sigmoid()
        return self.bce(p, target)
""",
        """\
import torch
from torch import nn


class Loss(nn.Module):
    def __init__(self, weight: torch.Tensor):
        super().__init__()
        self.bce = nn.BCEWithLogitsLoss(weight)  # each label's own weight

    def forward(self, logits, target):
        return self.bce(logits, target)
""",
    ),
    "a loss module imported by name": (
        """\
import torch
from torch.nn import BCELoss

criterion = BCELoss()


def f(logits: torch.Tensor, target: torch.Tensor):
    return criterion(torch.sigmoid(logits), target)
""",
        """\
import torch
from torch.nn import BCELoss

criterion = torch.nn.BCEWithLogitsLoss()


def f(logits: torch.Tensor, target: torch.Tensor):
    return criterion(logits, target)
""",
    ),
    "a selection stays and a clamp goes": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, target: torch.Tensor, mask: torch.Tensor):
    p = torch.sigmoid(logits)
    a = F.binary_cross_entropy(p[mask], target[mask])
    b = F.binary_cross_entropy(torch.sigmoid(logits).clamp(1e-6, 1 - 1e-6), target)
    return a + b
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, target: torch.Tensor, mask: torch.Tensor):
    a = F.binary_cross_entropy_with_logits(logits[mask], target[mask])
    b = F.binary_cross_entropy_with_logits(logits, target)
    return a + b
""",
    ),
    "a sigmoid that is written out": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, target: torch.Tensor):
    return F.binary_cross_entropy(1 / (1 + torch.exp(-logits)), target)
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, target: torch.Tensor):
    return F.binary_cross_entropy_with_logits(logits, target)
""",
    ),
    "functions imported by name": (
        """\
from torch import Tensor, sigmoid
from torch.nn.functional import binary_cross_entropy as bce


def f(logits: Tensor, target: Tensor):
    return bce(sigmoid(logits), target)
""",
        """\
import torch
from torch import Tensor, sigmoid
from torch.nn.functional import binary_cross_entropy as bce


def f(logits: Tensor, target: Tensor):
    return torch.nn.functional.binary_cross_entropy_with_logits(logits, target)
""",
    ),
    "over several lines": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, target: torch.Tensor):
    loss = F.binary_cross_entropy(  # of the pixels
        torch.sigmoid(logits),
        target,  # masks
    )
    return loss
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, target: torch.Tensor):
    loss = F.binary_cross_entropy_with_logits(  # of the pixels
        logits,
        target,  # masks
    )
    return loss
""",
    ),
}

SAFE: set[str] = set()

LEFT: dict[str, str] = {
    "the module is also given probabilities": """\
import torch
from torch import nn

criterion = nn.BCELoss()


def f(logits: torch.Tensor, target: torch.Tensor):
    return criterion(torch.sigmoid(logits), target)


def g(p: torch.Tensor, target: torch.Tensor):
    return criterion(p, target)
""",
    "the module is handed on": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, target: torch.Tensor, train):
    criterion = nn.BCELoss()
    loss = criterion(torch.sigmoid(logits), target)
    return loss, train(criterion)
""",
    "the module is given anew": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, target: torch.Tensor, weight: torch.Tensor | None):
    criterion = nn.BCELoss()
    if weight is not None:
        criterion = nn.BCELoss(weight)
    return criterion(torch.sigmoid(logits), target)
""",
    "the attribute is read elsewhere": """\
import torch
from torch import nn


class Loss(nn.Module):
    def __init__(self):
        super().__init__()
        self.bce = nn.BCELoss()

    def forward(self, logits, target):
        return self.bce(logits.sigmoid(), target)


def of_probabilities(loss: Loss, p: torch.Tensor, target: torch.Tensor):
    return loss.bce(p, target)
""",
    "some of the arguments are bound": """\
from functools import partial

import torch
import torch.nn.functional as F

bce = partial(F.binary_cross_entropy, reduction="sum")


def f(logits: torch.Tensor, target: torch.Tensor):
    return bce(torch.sigmoid(logits), target)
""",
    "in place": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, target: torch.Tensor):
    logits.sigmoid_()
    return F.binary_cross_entropy(logits, target), logits
""",
    "the model ends in the sigmoid": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor, target: torch.Tensor):
    model = nn.Sequential(nn.Linear(4, 1), nn.Sigmoid())
    return F.binary_cross_entropy(model(x), target)
""",
    "branches that meet": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor, y: torch.Tensor, target: torch.Tensor, first: bool):
    p = torch.sigmoid(x) if first else torch.sigmoid(y)
    return F.binary_cross_entropy(p, target)
""",
    "the logits have changed since": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, target: torch.Tensor):
    p = torch.sigmoid(logits)
    logits.mul_(2)
    return F.binary_cross_entropy(p, target), logits
""",
}
