"""TEF306: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "a minus, which makes a new tensor": (
        """\
import torch


def step():
    w = torch.randn(4, 3, requires_grad=True)
    x = w * 2
    loss = torch.log(1 + torch.exp(x)).mean()
    y = -x
    y += 1
    loss.backward()
    return w.grad
""",
        """\
import torch


def step():
    w = torch.randn(4, 3, requires_grad=True)
    x = w * 2
    loss = torch.nn.functional.softplus(x).mean()
    y = -x
    y += 1
    loss.backward()
    return w.grad
""",
    ),
    "an import that runs only if another does": (
        """\
import torch
try:
    from apex import amp
    import torch.nn.functional as F
except ImportError:
    amp = None


def penalty(n: int):
    x = torch.randn(n)
    return torch.log(1 + torch.exp(x)).mean()
""",
        """\
import torch
try:
    from apex import amp
    import torch.nn.functional as F
except ImportError:
    amp = None


def penalty(n: int):
    x = torch.randn(n)
    return torch.nn.functional.softplus(x).mean()
""",
    ),
    "a mean over the batch": (
        """\
import torch
import torch.nn.functional as F


def margin_loss(margin: torch.Tensor):
    return torch.log(1 + torch.exp(-margin.float())).mean()
""",
        """\
import torch
import torch.nn.functional as F


def margin_loss(margin: torch.Tensor):
    return F.softplus(-margin.float()).mean()
""",
    ),
    "what it reads goes through an activation in place": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 4)
        self.act = nn.ReLU(True)

    def forward(self, x):
        h = self.layer(x)
        y = torch.log(1 + torch.exp(h))
        return y + self.act(h)
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 4)
        self.act = nn.ReLU(True)

    def forward(self, x):
        h = self.layer(x)
        y = F.softplus(h)
        return y + self.act(h)
""",
    ),
    "an optimizer of the file may change what it reads": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 4)

    def forward(self, x):
        h = self.layer(x)
        return torch.log(1 + torch.exp(h))


def train(model, optimizer, x):
    loss = model(x).sum()
    optimizer.step()
    loss.backward()
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 4)

    def forward(self, x):
        h = self.layer(x)
        return F.softplus(h)


def train(model, optimizer, x):
    loss = model(x).sum()
    optimizer.step()
    loss.backward()
""",
    ),
    "a layer of complex numbers": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


class Head(nn.Module):
    def __init__(self, dtype):
        super().__init__()
        self.layer = nn.Linear(3, 4, dtype=dtype)

    def forward(self, x):
        h = self.layer(x)
        return torch.log(1 + torch.exp(h))
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


class Head(nn.Module):
    def __init__(self, dtype):
        super().__init__()
        self.layer = nn.Linear(3, 4, dtype=dtype)

    def forward(self, x):
        h = self.layer(x)
        return F.softplus(h)
""",
    ),
    "a file of float64": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 4)

    def forward(self, x):
        h = self.layer(x)
        return torch.log(1 + torch.exp(h))


torch.set_default_dtype(torch.float64)
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 4)

    def forward(self, x):
        h = self.layer(x)
        return F.softplus(h)


torch.set_default_dtype(torch.float64)
""",
    ),
    "of a layer, whose output is floating-point": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 4)

    def forward(self, x):
        return torch.log(1 + torch.exp(self.layer(x)))
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 4)

    def forward(self, x):
        return F.softplus(self.layer(x))
""",
    ),
    "a star spreads the exponent": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log(1 + torch.exp(*[x]))
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return F.softplus(x)
""",
    ),
    "log of one plus": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log(1 + torch.exp(x))
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return F.softplus(x)
""",
    ),
    "log1p by methods": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return x.exp().log1p()
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return F.softplus(x)
""",
    ),
    "a negated product": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, y: torch.Tensor):
    return torch.log1p(torch.exp(-y * x)).mean()
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, y: torch.Tensor):
    return F.softplus(-y * x).mean()
""",
    ),
    "through names": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    odds = torch.exp(x)
    total = odds + 1
    return torch.log(total)
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return F.softplus(x)
""",
    ),
    "the sum is read elsewhere": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    total = 1 + torch.exp(-x)
    return 1 / total, torch.log(total)
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    total = 1 + torch.exp(-x)
    return 1 / total, F.softplus(-x)
""",
    ),
    "nn only": (
        """\
from torch import Tensor, nn


def f(x: Tensor):
    return (1 + x.exp()).log()
""",
        """\
from torch import Tensor, nn


def f(x: Tensor):
    return nn.functional.softplus(x)
""",
    ),
    "an alias of torch": (
        """\
import torch as th


def f(x: th.Tensor):
    return th.log1p(th.exp(x))
""",
        """\
import torch as th


def f(x: th.Tensor):
    return th.nn.functional.softplus(x)
""",
    ),
    "torch has no name": (
        """\
from torch import Tensor, exp, log1p


def f(x: Tensor):
    return log1p(exp(x))
""",
        """\
import torch
from torch import Tensor, exp, log1p


def f(x: Tensor):
    return torch.nn.functional.softplus(x)
""",
    ),
    "another shape in between": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log(1 + torch.exp(x).unsqueeze(1))
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return F.softplus(x).unsqueeze(1)
""",
    ),
    "float64": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    x = x.double()
    return torch.log1p(torch.exp(x))
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    x = x.double()
    return F.softplus(x)
""",
    ),
    "one inside the other": (
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log1p(torch.exp(torch.log1p(torch.exp(x))))
""",
        """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return F.softplus(F.softplus(x))
""",
    ),
    "over several lines": (
        """\
import torch
import torch.nn.functional as F


def f(margin: torch.Tensor, gamma: float):
    return torch.log(
        1.0  # the right class
        + torch.exp(
            -gamma * margin,
        )
    )
""",
        """\
import torch
import torch.nn.functional as F


def f(margin: torch.Tensor, gamma: float):
    # the right class
    return F.softplus(-gamma * margin)
""",
    ),
}

LEFT: dict[str, str] = {
    "integers": """\
import torch
import torch.nn.functional as F


def f(n: int):
    return torch.log1p(torch.exp(torch.arange(n)))
""",
    "in place": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return x.exp().add_(1).log_()
""",
    "the exponential is made in place": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    e = x.exp_()
    return torch.log1p(e)
""",
    "ones": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.log(torch.ones_like(x) + torch.exp(x))
""",
    "a plus, which gives the operand itself": """\
import torch


def step():
    w = torch.randn(4, 3, requires_grad=True)
    x = w * 2
    loss = torch.log(1 + torch.exp(x)).mean()
    y = +x
    y += 1
    loss.backward()
    return w.grad
""",
    "an out": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, y: torch.Tensor):
    return torch.log1p(torch.exp(x), out=y)
""",
    "the operand is a call that is used twice": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor, layer: torch.nn.Linear):
    e = torch.exp(layer(x))
    return torch.log1p(e), e
""",
}

# Fixed without being asked for unsafe fixes.
SAFE: set[str] = {
    "a minus, which makes a new tensor",
    "an import that runs only if another does",
    "a mean over the batch",
}
