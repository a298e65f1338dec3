"""TEF302: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "the diagonal of a matrix": (
        """\
import torch


def matched(a: torch.Tensor, b: torch.Tensor):
    scores = (a @ b).reshape(4, 4)
    return -torch.log(torch.softmax(scores, 1).diag()).mean()
""",
        """\
import torch


def matched(a: torch.Tensor, b: torch.Tensor):
    scores = (a @ b).reshape(4, 4)
    return -torch.log_softmax(scores, dim=1).diag().mean()
""",
    ),
    "the diagonal of what may be a vector": (
        """\
import torch


def matched(scores: torch.Tensor):
    return -torch.log(torch.diag(torch.softmax(scores, -1)) + 1e-8).mean()
""",
        """\
import torch


def matched(scores: torch.Tensor):
    return -torch.diag(torch.log_softmax(scores, dim=-1)).mean()
""",
    ),
    "a comment in an item of a list": (
        """\
import torch


def terms(logits, first):
    return [first, -torch.log(
        torch.softmax(logits, 1)  # may underflow
    ).mean()]
""",
        """\
import torch


def terms(logits, first):
    # may underflow
    return [first, -torch.log_softmax(logits, dim=1).mean()]
""",
    ),
    "a comment in an item on its own line": (
        """\
import torch


def terms(logits, first):
    return [
        first,
        -torch.log(
            torch.softmax(logits, 1)  # may underflow
        ).mean(),
    ]
""",
        """\
import torch


def terms(logits, first):
    return [
        first,
        # may underflow
        -torch.log_softmax(logits, dim=1).mean(),
    ]
""",
    ),
    "a comment in a default": (
        """\
import torch
import torch.nn.functional as F

X = torch.rand(3, 3)


def main(loss=-torch.log(
    F.softmax(X, 1)  # rows
).mean()):
    return loss
""",
        """\
import torch
import torch.nn.functional as F

X = torch.rand(3, 3)


# rows
def main(loss=-torch.log_softmax(X, dim=1).mean()):
    return loss
""",
    ),
    "a type comment": (
        """\
import torch
import torch.nn.functional as F


def loss(logits, labels):
    p = F.softmax(logits, dim=1)  # type: torch.Tensor
    return -torch.log(p).gather(1, labels[:, None]).mean()
""",
        """\
import torch
import torch.nn.functional as F


def loss(logits, labels):
    return -torch.log_softmax(logits, dim=1).gather(1, labels[:, None]).mean()
""",
    ),
    "a loss that is scaled": (
        """\
import torch


def confidence(logits, labels):
    loss = -torch.log(torch.softmax(logits, dim=1)).gather(1, labels[:, None]).mean()
    return 0.5 * loss / len(labels)
""",
        """\
import torch


def confidence(logits, labels):
    loss = -torch.log_softmax(logits, dim=1).gather(1, labels[:, None]).mean()
    return 0.5 * loss / len(labels)
""",
    ),
    "an exponential of the loss": (
        """\
import torch


def confidence(logits, labels):
    loss = -torch.log(torch.softmax(logits, dim=1)).gather(1, labels[:, None]).mean()
    return torch.exp(-loss)
""",
        """\
import torch


def confidence(logits, labels):
    loss = -torch.log_softmax(logits, dim=1).gather(1, labels[:, None]).mean()
    return torch.exp(-loss)
""",
    ),
    "a loss that divides": (
        """\
import torch


def confidence(logits, labels):
    loss = -torch.log(torch.softmax(logits, dim=1)).gather(1, labels[:, None]).mean()
    return 1 / (1 + loss)
""",
        """\
import torch


def confidence(logits, labels):
    loss = -torch.log_softmax(logits, dim=1).gather(1, labels[:, None]).mean()
    return 1 / (1 + loss)
""",
    ),
    "a parametrized weight": (
        """\
import torch
from torch import nn
from torch.nn.utils import parametrize


class Mixer(nn.Module):
    def __init__(self, noise):
        super().__init__()
        self.logits = nn.Parameter(torch.zeros(4, 4))
        parametrize.register_parametrization(self, "logits", noise)

    def entropy(self):
        probs = torch.softmax(self.logits, dim=1)
        return -(probs * torch.log(probs)).sum()
""",
        """\
import torch
from torch import nn
from torch.nn.utils import parametrize


class Mixer(nn.Module):
    def __init__(self, noise):
        super().__init__()
        self.logits = nn.Parameter(torch.zeros(4, 4))
        parametrize.register_parametrization(self, "logits", noise)

    def entropy(self):
        probs = torch.softmax(self.logits, dim=1)
        return -(probs * torch.log_softmax(self.logits, dim=1)).sum()
""",
    ),
    "an attribute of what is passed in": (
        """\
import torch


def entropy(batch):
    probs = torch.softmax(batch.logits, dim=1)
    return -(probs * torch.log(probs)).sum()
""",
        """\
import torch


def entropy(batch):
    probs = torch.softmax(batch.logits, dim=1)
    return -(probs * torch.log_softmax(batch.logits, dim=1)).sum()
""",
    ),
    "an attribute that is assigned": (
        """\
import torch
from torch import nn


class Policy(nn.Module):
    def __init__(self, count):
        super().__init__()
        self.mean = nn.Parameter(torch.zeros(count))
        self.logits = nn.Parameter(torch.zeros(count))

    def entropy(self):
        probs = torch.softmax(self.logits, dim=0)
        return -(probs * torch.log(probs)).sum()
""",
        """\
import torch
from torch import nn


class Policy(nn.Module):
    def __init__(self, count):
        super().__init__()
        self.mean = nn.Parameter(torch.zeros(count))
        self.logits = nn.Parameter(torch.zeros(count))

    def entropy(self):
        probs = torch.softmax(self.logits, dim=0)
        return -(probs * torch.log_softmax(self.logits, dim=0)).sum()
""",
    ),
    "a property that draws anew for each read": (
        """\
import torch
from torch import nn


class Policy(nn.Module):
    def __init__(self, count):
        super().__init__()
        self.mean = nn.Parameter(torch.zeros(count))

    @property
    def logits(self):
        return self.mean + torch.randn_like(self.mean)

    def entropy(self):
        probs = torch.softmax(self.logits, dim=0)
        return -(probs * torch.log(probs)).sum()
""",
        """\
import torch
from torch import nn


class Policy(nn.Module):
    def __init__(self, count):
        super().__init__()
        self.mean = nn.Parameter(torch.zeros(count))

    @property
    def logits(self):
        return self.mean + torch.randn_like(self.mean)

    def entropy(self):
        probs = torch.softmax(self.logits, dim=0)
        return -(probs * torch.log_softmax(self.logits, dim=0)).sum()
""",
    ),
    "a loss that is skipped where it is large": (
        """\
import torch
import torch.nn.functional as F


def surprise(logits, labels):
    return F.nll_loss(torch.log(torch.softmax(logits, dim=1)), labels)


def is_fine(loss, limit):
    return loss.item() < limit
""",
        """\
import torch
import torch.nn.functional as F


def surprise(logits, labels):
    return F.nll_loss(torch.log_softmax(logits, dim=1), labels)


def is_fine(loss, limit):
    return loss.item() < limit
""",
    ),
    "what is masked is counted by its logarithm": (
        """\
import torch
import torch.nn.functional as F


def surprise(logits, labels):
    log_p = torch.log(torch.softmax(logits, dim=1))
    return -log_p.gather(1, labels.unsqueeze(1)).mean()


def allowed(scores):
    return (scores > float("-inf")).sum()
""",
        """\
import torch
import torch.nn.functional as F


def surprise(logits, labels):
    log_p = torch.log_softmax(logits, dim=1)
    return -log_p.gather(1, labels.unsqueeze(1)).mean()


def allowed(scores):
    return (scores > float("-inf")).sum()
""",
    ),
    "a mean over the batch": (
        """\
import torch
import torch.nn.functional as F


def surprise(logits, labels):
    log_p = torch.log(torch.softmax(logits, dim=1))
    return -log_p.gather(1, labels.unsqueeze(1)).squeeze(1).mean()
""",
        """\
import torch
import torch.nn.functional as F


def surprise(logits, labels):
    log_p = torch.log_softmax(logits, dim=1)
    return -log_p.gather(1, labels.unsqueeze(1)).squeeze(1).mean()
""",
    ),
    "a subclass of tensors": (
        """\
import torch


class Logits(torch.Tensor):
    pass


def f(x: torch.Tensor):
    return torch.log(torch.softmax(x, dim=1))
""",
        """\
import torch


class Logits(torch.Tensor):
    pass


def f(x: torch.Tensor):
    return torch.log_softmax(x, dim=1)
""",
    ),
    "the result goes through an activation that is passed in": (
        """\
import torch


def f(x: torch.Tensor, act):
    y = torch.log(torch.softmax(x, dim=1))
    return act(y)
""",
        """\
import torch


def f(x: torch.Tensor, act):
    y = torch.log_softmax(x, dim=1)
    return act(y)
""",
    ),
    "a dim that may be None": (
        """\
import torch


def f(x: torch.Tensor, dim=None):
    return torch.log(torch.softmax(x, dim=dim))
""",
        """\
import torch


def f(x: torch.Tensor, dim=None):
    return torch.log_softmax(x, dim=dim)
""",
    ),
    "a function": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log(torch.softmax(x, dim=-1))
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log_softmax(x, dim=-1)
""",
    ),
    "a method": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return x.softmax(1).log()
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log_softmax(x, dim=1)
""",
    ),
    "functional": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return F.softmax(x, dim=1).log()
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log_softmax(x, dim=1)
""",
    ),
    "a module": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log(torch.nn.Softmax(dim=1)(x))
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log_softmax(x, dim=1)
""",
    ),
    "an epsilon": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log(torch.softmax(x, dim=1) + 1e-8)
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log_softmax(x, dim=1)
""",
    ),
    "a dim of the caller's": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, dim: int):
    return torch.log(torch.softmax(x, dim))
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, dim: int):
    return torch.log_softmax(x, dim=dim)
""",
    ),
    "through a name that goes": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    p = torch.softmax(x, dim=1)  # probabilities
    # their logarithm
    return torch.log(p)
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    # probabilities
    # their logarithm
    return torch.log_softmax(x, dim=1)
""",
    ),
    "an operand that is a call is moved": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, layer: torch.nn.Linear):
    p = torch.softmax(layer(x), dim=1)
    return torch.log(p)
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, layer: torch.nn.Linear):
    return torch.log_softmax(layer(x), dim=1)
""",
    ),
    "written out": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    e = torch.exp(x)
    return torch.log(e / e.sum(dim=1, keepdim=True))
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log_softmax(x, dim=1)
""",
    ),
    "an index in between": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, rows, labels):
    return torch.log(torch.softmax(x, dim=1)[rows, labels])
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, rows, labels):
    return torch.log_softmax(x, dim=1)[rows, labels]
""",
    ),
    "an index into a name": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, labels: torch.Tensor):
    p = torch.softmax(x, dim=1)
    return -torch.log(p[torch.arange(len(labels)), labels])
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, labels: torch.Tensor):
    return -torch.log_softmax(x, dim=1)[torch.arange(len(labels)), labels]
""",
    ),
    "a gather and an epsilon": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, labels: torch.Tensor):
    p = F.softmax(x, dim=-1)
    return p.gather(1, labels.unsqueeze(1)).add(1e-8).log()
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, labels: torch.Tensor):
    return torch.log_softmax(x, dim=-1).gather(1, labels.unsqueeze(1))
""",
    ),
    "a gather by function": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, labels: torch.Tensor):
    return torch.log(torch.gather(F.softmax(x, dim=-1), 1, labels))
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, labels: torch.Tensor):
    return torch.gather(torch.log_softmax(x, dim=-1), 1, labels)
""",
    ),
    "a clamp before the index": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log(torch.softmax(x, dim=1).clamp(min=1e-6)[:, 0])
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log_softmax(x, dim=1)[:, 0]
""",
    ),
    "a detach in between": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log(torch.softmax(x, dim=1).detach())
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log_softmax(x, dim=1).detach()
""",
    ),
    "a conversion in between": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log(torch.softmax(x, dim=1).double())
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log_softmax(x, dim=1).double()
""",
    ),
    "another shape in between": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.softmax(x, dim=1).unsqueeze(0).log()
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log_softmax(x, dim=1).unsqueeze(0)
""",
    ),
    "a dtype": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log(F.softmax(x, dim=-1, dtype=torch.float32))
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log_softmax(x, dim=-1, dtype=torch.float32)
""",
    ),
    "two operations in between": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log(torch.softmax(x, dim=1)[0].view(2, -1))
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log_softmax(x, dim=1)[0].view(2, -1)
""",
    ),
    "one inside the other": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log(torch.softmax(torch.log(torch.softmax(x, dim=1)), dim=1))
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log_softmax(torch.log_softmax(x, dim=1), dim=1)
""",
    ),
    "one inside the other, each with an index": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log(torch.softmax(torch.log(torch.softmax(x, dim=1))[:, 0], dim=0)[1:])
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log_softmax(torch.log_softmax(x, dim=1)[:, 0], dim=0)[1:]
""",
    ),
    "comments around an index": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, rows):
    return torch.log(
        # of what was picked
        torch.softmax(x, dim=1)[rows]  # of each row
        + 1e-8  # never 0
    )
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, rows):
    # of what was picked
    # of each row
    # never 0
    return torch.log_softmax(x, dim=1)[rows]
""",
    ),
    "logits over several lines": (
        """\
import torch


def f(x: torch.Tensor, scale: torch.Tensor, offset: torch.Tensor, weight: torch.Tensor):
    return torch.log(
        torch.softmax(
            x.reshape(-1, weight.size(0), weight.size(1)) * scale
            + offset.reshape(-1, 1, 1) * weight,
            dim=-1,
        )
    )
""",
        """\
import torch


def f(x: torch.Tensor, scale: torch.Tensor, offset: torch.Tensor, weight: torch.Tensor):
    return torch.log_softmax(
        x.reshape(-1, weight.size(0), weight.size(1)) * scale
        + offset.reshape(-1, 1, 1) * weight,
        dim=-1,
    )
""",
    ),
}

LEFT: dict[str, str] = {
    "the logits have changed since": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    p = torch.softmax(x, dim=1)
    x = x + 1
    return torch.log(p), x
""",
    "the operand is a call that is used twice": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, layer: torch.nn.Linear):
    p = torch.softmax(layer(x), dim=1)
    return torch.log(p), p
""",
    "in place": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.softmax(x, dim=1).log_()
""",
    "a model that ends in a softmax": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    model = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.Softmax(dim=1))
    return torch.log(model(x))
""",
    "written out without keepdim": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    e = torch.exp(x)
    return torch.log(e / e.sum(dim=1))
""",
    "a dim of None": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log(torch.softmax(x, dim=None))
""",
    "something unknown is added": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, g):
    return torch.log(torch.softmax(x, dim=1) + g(x))
""",
    "an out": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, y: torch.Tensor):
    return torch.log(torch.softmax(x, dim=1), out=y)
""",
    "a statement in place": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    p = torch.softmax(x, dim=1)
    p.log_()
    return p
""",
    "a name bound inside": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log(p := torch.softmax(x, dim=1)), p
""",
    "branches give the softmax": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, t: float):
    p = torch.softmax(x, dim=1) if t else torch.softmax(-x, dim=1)
    return torch.log(p)
""",
    "written out with a dtype": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    e = x.exp()
    return torch.log(e / e.sum(1, keepdim=True, dtype=torch.float64))
""",
    "an index on the line before": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, rows):
    p = torch.softmax(x, dim=1)[rows]
    return torch.log(p)
""",
    "an index, and the logits have changed": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    p = torch.softmax(x, dim=1)
    x = x[0]
    return torch.log(p[0]), x
""",
    "options that are not known": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, **options):
    return torch.log(F.softmax(x, dim=1, **options))
""",
}

# Fixed without being asked for unsafe fixes.
SAFE: set[str] = {
    "a comment in an item on its own line",
    "a type comment",
    "the diagonal of a matrix",
    "a loss that is scaled",
    "an attribute that is assigned",
    "a mean over the batch",
}
