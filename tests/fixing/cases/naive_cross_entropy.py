"""TEF311: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "a function": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor):
    return -torch.sum(labels * F.log_softmax(logits, dim=1))
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor):
    return F.cross_entropy(logits, labels, reduction="sum")
""",
    ),
    "for each row": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor):
    return -(labels * F.log_softmax(logits, dim=1)).sum(dim=1)
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor):
    return F.cross_entropy(logits, labels, reduction="none")
""",
    ),
    "the mean of the rows": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor):
    return -(labels * torch.log_softmax(logits, dim=1)).sum(dim=1).mean(dim=0)
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor):
    return F.cross_entropy(logits, labels, reduction="none").mean(dim=0)
""",
    ),
    "methods": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor):
    return logits.log_softmax(dim=1).mul(labels).sum().neg()
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor):
    return F.cross_entropy(logits, labels, reduction="sum")
""",
    ),
    "a minus on the labels": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor):
    return torch.sum(-labels * F.log_softmax(logits, dim=1), dim=1)
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor):
    return F.cross_entropy(logits, labels, reduction="none")
""",
    ),
    "minus one times the sum": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor):
    return -1.0 * (labels * F.log_softmax(logits, 1)).sum(axis=1) / labels.size(0)
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor):
    return F.cross_entropy(logits, labels, reduction="none") / labels.size(0)
""",
    ),
    "the log of a softmax, clamped": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor):
    p = torch.softmax(logits, dim=1)
    p = torch.clamp(p, min=1e-7)
    return -torch.sum(labels * torch.log(p), dim=1)
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor):
    return F.cross_entropy(logits, labels, reduction="none")
""",
    ),
    "labels made by one_hot": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor):
    targets = F.one_hot(labels, 10).float()
    return -(targets * F.log_softmax(logits, dim=1)).sum(dim=1)
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor):
    return F.cross_entropy(logits, labels, reduction="none")
""",
    ),
    "the last dim of a matrix": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor):
    n, c = logits.shape
    return -(labels * F.log_softmax(logits, dim=-1)).sum(dim=1)
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor):
    n, c = logits.shape
    return F.cross_entropy(logits, labels, reduction="none")
""",
    ),
    "a vector": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(labels: torch.Tensor):
    logits = torch.tensor([2.0, 1.0])
    return -torch.sum(labels * torch.log_softmax(logits, dim=0))
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(labels: torch.Tensor):
    logits = torch.tensor([2.0, 1.0])
    return F.cross_entropy(logits, labels, reduction="sum")
""",
    ),
    "a module, through names": (
        """\
import torch
from torch import Tensor, nn


class Loss(nn.Module):
    def __init__(self):
        super().__init__()
        self.log_softmax = nn.LogSoftmax(dim=1)

    def forward(self, logits: Tensor, labels: Tensor):
        scores = self.log_softmax(logits)
        products = labels * scores
        return torch.mean(-products.sum(dim=1), dim=0)
""",
        """\
import torch
from torch import Tensor, nn


class Loss(nn.Module):
    def __init__(self):
        super().__init__()
        self.log_softmax = nn.LogSoftmax(dim=1)

    def forward(self, logits: Tensor, labels: Tensor):
        return torch.mean(nn.functional.cross_entropy(logits, labels, reduction="none"), dim=0)
""",
    ),
    "over several lines": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor):
    loss = -torch.sum(  # of the classes
        labels
        * F.log_softmax(logits, dim=1),
        dim=1,
    )
    return loss.mean(dim=0)
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor):
    # of the classes
    loss = F.cross_entropy(logits, labels, reduction="none")
    return loss.mean(dim=0)
""",
    ),
    "an alias, without torch.nn": (
        """\
import torch as th

loss = lambda x, y: -th.sum(y * th.log_softmax(x, dim=1))
""",
        """\
import torch as th

loss = lambda x, y: th.nn.functional.cross_entropy(x, y, reduction="sum")
""",
    ),
}

SAFE: set[str] = set()

LEFT: dict[str, str] = {
    "the rank is not known": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor):
    return -(labels * F.log_softmax(logits, dim=-1)).sum(dim=-1)
""",
    "classes in the last of three dims": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor):
    assert logits.dim() == 3
    return -(labels * F.log_softmax(logits, dim=-1)).sum(dim=-1)
""",
    "smoothed labels": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor):
    targets = torch.full_like(logits, 0.1 / 9)
    targets.scatter_(1, labels.unsqueeze(1), 0.9)
    return -(targets * F.log_softmax(logits, dim=1)).sum(dim=1)
""",
    "a weight for each sample": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor, weight: torch.Tensor):
    return -(weight * labels * F.log_softmax(logits, dim=1)).sum(dim=1)
""",
    "a factor": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor):
    return -(0.5 * labels * F.log_softmax(logits, dim=1)).sum(dim=1)
""",
    "the dim is kept": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor):
    return -(labels * F.log_softmax(logits, dim=1)).sum(dim=1, keepdim=True)
""",
    "the minus stands elsewhere": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor):
    likelihood = (labels * F.log_softmax(logits, dim=1)).sum(dim=1)
    return -likelihood.mean(dim=0)
""",
    "integer labels": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor):
    return -(labels.long() * F.log_softmax(logits, dim=1)).sum(dim=1)
""",
    "the log-probabilities are needed": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor):
    scores = F.log_softmax(logits, dim=1)
    return -(labels * scores).sum(dim=1), scores
""",
    "branches that meet": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor, other: torch.Tensor, first: bool):
    p = F.softmax(logits, dim=1) if first else F.softmax(other, dim=1)
    return -(labels * torch.log(p)).sum(dim=1)
""",
}
