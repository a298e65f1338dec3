"""TEF309: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "a function": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor):
    return F.cross_entropy(F.softmax(logits, dim=1), labels)
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor):
    return F.cross_entropy(logits, labels)
""",
    ),
    "a method and keywords": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor):
    return F.cross_entropy(target=labels, input=logits.softmax(-1), label_smoothing=0.1)
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor):
    return F.cross_entropy(target=labels, input=logits, label_smoothing=0.1)
""",
    ),
    "through a name that goes": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor):
    probabilities = torch.softmax(logits, dim=1)  # of the classes
    return F.cross_entropy(probabilities, labels)
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor):
    # of the classes
    return F.cross_entropy(logits, labels)
""",
    ),
    "through a name that stays": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor):
    probabilities = torch.softmax(logits, dim=1)
    hits = probabilities.argmax(dim=1) == labels
    return F.cross_entropy(probabilities, labels), hits
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor):
    probabilities = torch.softmax(logits, dim=1)
    hits = probabilities.argmax(dim=1) == labels
    return F.cross_entropy(logits, labels), hits
""",
    ),
    "a name that is given anew": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(out: torch.Tensor, labels: torch.Tensor):
    out = nn.Flatten()(out)
    out = F.softmax(out, dim=1)
    weight = torch.ones(3)
    return F.cross_entropy(out, labels, weight=weight)
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(out: torch.Tensor, labels: torch.Tensor):
    out = nn.Flatten()(out)
    weight = torch.ones(3)
    return F.cross_entropy(out, labels, weight=weight)
""",
    ),
    "a name that is given anew in a loop": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(model: nn.Linear, batches: list[tuple[torch.Tensor, torch.Tensor]]):
    total = 0.0
    for out, labels in batches:
        out = model(out)
        out = torch.softmax(out, dim=1)
        total += F.cross_entropy(out, labels).item()
    return total
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(model: nn.Linear, batches: list[tuple[torch.Tensor, torch.Tensor]]):
    total = 0.0
    for out, labels in batches:
        out = model(out)
        total += F.cross_entropy(out, labels).item()
    return total
""",
    ),
    "log-probabilities for nll_loss": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor):
    return F.nll_loss(F.softmax(logits, dim=1), labels)
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor):
    return F.nll_loss(torch.log_softmax(logits, dim=1), labels)
""",
    ),
    "a loss module and a softmax module": (
        """\
import torch
from torch import nn


class Loss(nn.Module):
    def __init__(self):
        super().__init__()
        self.softmax = nn.Softmax(dim=1)
        self.nll = nn.NLLLoss()
        self.ce = nn.CrossEntropyLoss()

    def forward(self, logits, labels):
        # both
        return self.ce(self.softmax(logits), labels) + self.nll(self.softmax(logits), labels)
""",
        """\
import torch
from torch import nn


class Loss(nn.Module):
    def __init__(self):
        super().__init__()
        self.softmax = nn.Softmax(dim=1)
        self.nll = nn.NLLLoss()
        self.ce = nn.CrossEntropyLoss()

    def forward(self, logits, labels):
        # both
        return self.ce(logits, labels) + self.nll(torch.log_softmax(logits, dim=1), labels)
""",
    ),
    "a helper": (
        """\
import torch
import torch.nn.functional as F


def predict(x: torch.Tensor):
    return torch.softmax(x, dim=1)


def f(logits: torch.Tensor, labels: torch.Tensor):
    return F.cross_entropy(predict(logits), labels)
""",
        """\
import torch
import torch.nn.functional as F


def predict(x: torch.Tensor):
    return torch.softmax(x, dim=1)


def f(logits: torch.Tensor, labels: torch.Tensor):
    return F.cross_entropy(logits, labels)
""",
    ),
    "a view and a selection stay": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor, mask: torch.Tensor):
    p = F.softmax(logits, dim=-1)
    return F.cross_entropy(p.transpose(1, 2)[mask], labels[mask])
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor, mask: torch.Tensor):
    return F.cross_entropy(logits.transpose(1, 2)[mask], labels[mask])
""",
    ),
    "a clamp goes": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor):
    return F.cross_entropy(torch.clamp(logits.softmax(dim=1), min=1e-7), labels)
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor):
    return F.cross_entropy(logits, labels)
""",
    ),
    "a softmax that is written out": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor):
    e = torch.exp(logits)
    return F.nll_loss(e / e.sum(dim=1, keepdim=True), labels)
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor):
    return F.nll_loss(torch.log_softmax(logits, dim=1), labels)
""",
    ),
    "over several lines": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor, temperature: float):
    return F.cross_entropy(
        # the scores
        F.softmax(
            logits / temperature,  # softer
            dim=1,
        ),
        labels,
    )
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor, temperature: float):
    return F.cross_entropy(
        # the scores
        # softer
        logits / temperature,
        labels,
    )
""",
    ),
    "an alias": (
        """\
import torch as th


def f(logits: th.Tensor, labels: th.Tensor):
    return th.nn.functional.nll_loss(th.softmax(logits, 1), labels)
""",
        """\
import torch as th


def f(logits: th.Tensor, labels: th.Tensor):
    return th.nn.functional.nll_loss(th.log_softmax(logits, dim=1), labels)
""",
    ),
}

SAFE: set[str] = set()

LEFT: dict[str, str] = {
    "branches that meet": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor, soft: bool):
    if soft:
        p = F.softmax(logits / 2, dim=1)
    else:
        p = F.softmax(logits, dim=1)
    return F.cross_entropy(p, labels)
""",
    "a conditional expression": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(a: torch.Tensor, b: torch.Tensor, labels: torch.Tensor, first: bool):
    return F.cross_entropy(F.softmax(a, dim=1) if first else F.softmax(b, dim=1), labels)
""",
    "the model ends in the softmax": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor, labels: torch.Tensor):
    model = nn.Sequential(nn.Linear(4, 3), nn.Softmax(dim=1))
    return F.cross_entropy(model(x), labels)
""",
    "the logits have changed since": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor):
    p = torch.softmax(logits, dim=1)
    logits += 1
    return F.cross_entropy(p, labels), logits
""",
    "a softmax over the batch": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor):
    return F.cross_entropy(F.softmax(logits, dim=0), labels)
""",
    "a softmax in another dtype": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor):
    return F.cross_entropy(F.softmax(logits, dim=1, dtype=torch.float32), labels)
""",
    "a name that the next turn reads": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor):
    for _ in range(3):
        logits = torch.softmax(logits, dim=1)
        print(F.cross_entropy(logits, labels))
""",
    "a clamp and a view": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(logits: torch.Tensor, labels: torch.Tensor):
    return F.cross_entropy(logits.softmax(dim=-1).clamp(min=1e-7).view(-1, 9), labels)
""",
}
