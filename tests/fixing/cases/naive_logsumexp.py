"""TEF303: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "of a spectrum, which older torch refuses": (
        """\
import torch


def power(n: int):
    waves = torch.stft(torch.randn(5, 40), n)
    return torch.log(torch.exp(waves).sum(dim=1)).mean()
""",
        """\
import torch


def power(n: int):
    waves = torch.stft(torch.randn(5, 40), n)
    return torch.logsumexp(waves, dim=1).mean()
""",
    ),
    "of a product": (
        """\
import torch


def partition(queries: torch.Tensor, keys: torch.Tensor):
    scores = queries @ keys.T
    return torch.log(torch.exp(scores).sum(dim=-1)).mean()
""",
        """\
import torch


def partition(queries: torch.Tensor, keys: torch.Tensor):
    scores = queries @ keys.T
    return torch.logsumexp(scores, dim=-1).mean()
""",
    ),
    "of a view of what is computed there": (
        """\
import torch


def partition(queries: torch.Tensor, keys: torch.Tensor):
    dim = 1
    scores = queries @ keys.T
    return torch.log(torch.exp(scores[1:]).sum(dim)).mean()
""",
        """\
import torch


def partition(queries: torch.Tensor, keys: torch.Tensor):
    dim = 1
    scores = queries @ keys.T
    return torch.logsumexp(scores[1:], dim=dim).mean()
""",
    ),
    "of what is returned, too": (
        """\
import torch


def partition(queries: torch.Tensor, keys: torch.Tensor):
    scores = queries @ keys.T
    return scores, torch.log(torch.exp(scores).sum(dim=-1)).mean()
""",
        """\
import torch


def partition(queries: torch.Tensor, keys: torch.Tensor):
    scores = queries @ keys.T
    return scores, torch.logsumexp(scores, dim=-1).mean()
""",
    ),
    "a layer changes its mode before backward": (
        """\
import torch
from torch import nn


def partition(scores):
    return torch.log(torch.exp(scores).sum(dim=1)).mean()


def gradients(layer: nn.Linear, x):
    loss = partition(x)
    layer.eval()
    loss.backward()
    return loss
""",
        """\
import torch
from torch import nn


def partition(scores):
    return torch.logsumexp(scores, dim=1).mean()


def gradients(layer: nn.Linear, x):
    loss = partition(x)
    layer.eval()
    loss.backward()
    return loss
""",
    ),
    "a layer does what nobody knows before backward": (
        """\
import torch
from torch import nn


def partition(scores):
    return torch.log(torch.exp(scores).sum(dim=1)).mean()


def gradients(layer: nn.Linear, x):
    loss = partition(x)
    layer.forget()
    loss.backward()
    return loss
""",
        """\
import torch
from torch import nn


def partition(scores):
    return torch.logsumexp(scores, dim=1).mean()


def gradients(layer: nn.Linear, x):
    loss = partition(x)
    layer.forget()
    loss.backward()
    return loss
""",
    ),
    "a layer is reset before backward": (
        """\
import torch
from torch import nn


def partition(scores):
    return torch.log(torch.exp(scores).sum(dim=1)).mean()


def gradients(layer: nn.Linear, x):
    loss = partition(x)
    layer.reset_parameters()
    loss.backward()
    return loss
""",
        """\
import torch
from torch import nn


def partition(scores):
    return torch.logsumexp(scores, dim=1).mean()


def gradients(layer: nn.Linear, x):
    loss = partition(x)
    layer.reset_parameters()
    loss.backward()
    return loss
""",
    ),
    "a mean over the batch": (
        """\
import torch
import torch.nn.functional as F


def free_energy(logits: torch.Tensor):
    return -torch.log(torch.exp(logits).sum(dim=1)).mean()
""",
        """\
import torch
import torch.nn.functional as F


def free_energy(logits: torch.Tensor):
    return -torch.logsumexp(logits, dim=1).mean()
""",
    ),
    "the result goes through an activation in place": (
        """\
import torch
from torch import nn


class Energy(nn.Module):
    def __init__(self):
        super().__init__()
        self.act = nn.ReLU(inplace=True)

    def forward(self, x: torch.Tensor):
        return self.act(torch.log(torch.exp(x).sum(dim=1)))
""",
        """\
import torch
from torch import nn


class Energy(nn.Module):
    def __init__(self):
        super().__init__()
        self.act = nn.ReLU(inplace=True)

    def forward(self, x: torch.Tensor):
        return self.act(torch.logsumexp(x, dim=1))
""",
    ),
    "keepdim": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log(torch.exp(x).sum(dim=1, keepdim=True))
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.logsumexp(x, dim=1, keepdim=True)
""",
    ),
    "another shape afterwards": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.exp(x).sum(dim=1).unsqueeze(1).log()
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.logsumexp(x, dim=1).unsqueeze(1)
""",
    ),
    "a mean": (
        """\
import math
import torch


def f(x: torch.Tensor):
    return 2 * torch.log(torch.exp(x).mean(dim=1))
""",
        """\
import math
import torch


def f(x: torch.Tensor):
    return 2 * (torch.logsumexp(x, dim=1) - math.log(x.size(1)))
""",
    ),
    "a mean of everything": (
        """\
import math
import torch


def f(x: torch.Tensor):
    return torch.exp(x).mean().log()
""",
        """\
import math
import torch


def f(x: torch.Tensor):
    return torch.logsumexp(x.flatten(), dim=0) - math.log(x.numel())
""",
    ),
    "the maximum of all rows is put back": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    m = x.max()
    return torch.log(torch.exp(x - m).sum(dim=1)) + m
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.logsumexp(x, dim=1)
""",
    ),
    "the maximum of all rows is read elsewhere": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    m = x.max()
    return torch.log(torch.exp(x - m).sum(dim=1)), m
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    m = x.max()
    return torch.logsumexp(x - m, dim=1), m
""",
    ),
    "everything": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log(torch.exp(x - 1).sum())
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.logsumexp((x - 1).flatten(), dim=0)
""",
    ),
    "the exponentials are read elsewhere": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    e = torch.exp(x)
    return torch.log(e.sum(dim=1)), e
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    e = torch.exp(x)
    return torch.logsumexp(x, dim=1), e
""",
    ),
    "over several lines": (
        """\
import torch
import torch.nn.functional as F


def f(energies: torch.Tensor, temperature: float):
    return -temperature * torch.log(
        # the partition function
        torch.sum(
            torch.exp(-energies / temperature),
            dim=-1,  # over the states
        )
    )
""",
        """\
import torch
import torch.nn.functional as F


def f(energies: torch.Tensor, temperature: float):
    # the partition function
    # over the states
    return -temperature * torch.logsumexp(-energies / temperature, dim=-1)
""",
    ),
    "an alias of torch": (
        """\
import torch as th


def f(x: th.Tensor):
    return x.exp().sum(-1).log()
""",
        """\
import torch as th


def f(x: th.Tensor):
    return th.logsumexp(x, dim=-1)
""",
    ),
    "torch has no name": (
        """\
from torch import Tensor, exp, log


def f(x: Tensor):
    return log(exp(x).sum(1))
""",
        """\
import torch
from torch import Tensor, exp, log


def f(x: Tensor):
    return torch.logsumexp(x, dim=1)
""",
    ),
    "one inside the other": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log(torch.exp(torch.log(torch.exp(x).sum(dim=2))).sum(dim=1))
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.logsumexp(torch.logsumexp(x, dim=2), dim=1)
""",
    ),
}

LEFT: dict[str, str] = {
    "an import below a call": """\
from torch import exp, log, randn


def penalty(n: int):
    x = randn(n, 2)
    return log(exp(x).sum(1)).mean()


START = penalty(3)
import torch
""",
    "a dtype": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log(torch.exp(x).sum(dim=1, dtype=torch.float64))
""",
    "another shape before the sum": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log(torch.exp(x).view(4, -1).sum(dim=1))
""",
    "a conversion before the sum": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log(torch.exp(x).double().sum(dim=1))
""",
    "integers": """\
import torch
import torch.nn.functional as F


def f(n: int):
    return torch.log(torch.exp(torch.arange(n)).sum(dim=0))
""",
    "a mean of a call": """\
import math
import torch


def f(x: torch.Tensor):
    return torch.log(torch.exp(x * 2).mean(dim=1))
""",
    "a mean where math has no name": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log(torch.exp(x).mean(dim=1))
""",
    "a mean over several dims": """\
import math
import torch


def f(x: torch.Tensor):
    return torch.log(torch.exp(x).mean(dim=(0, 1)))
""",
    "the exponential is made in place": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    e = x.exp_()
    return torch.log(e.sum(dim=1))
""",
    "no dims at all": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log(torch.exp(x).sum(dim=()))
""",
    "the operand is a call that is used twice": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, layer: torch.nn.Linear):
    e = torch.exp(layer(x))
    return torch.log(e.sum(dim=1)), e
""",
}

# Fixed without being asked for unsafe fixes.
SAFE: set[str] = {
    "of a product",
    "of a view of what is computed there",
}
