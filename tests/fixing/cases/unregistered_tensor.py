"""TEF602: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "by a conditional expression": (
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n, shifts):
        super().__init__()
        self.shift = torch.ones(n) if shifts else None

    def forward(self, x):
        return x if self.shift is None else x + self.shift
""",
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n, shifts):
        super().__init__()
        self.register_buffer("shift", torch.ones(n) if shifts else None, persistent=False)

    def forward(self, x):
        return x if self.shift is None else x + self.shift
""",
    ),
    "a buffer": (
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.mask = torch.ones(n)

    def forward(self, x):
        return x * self.mask
""",
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.register_buffer("mask", torch.ones(n), persistent=False)

    def forward(self, x):
        return x * self.mask
""",
    ),
    "a comment": (
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.mask = torch.ones(n)  # all of them

    def forward(self, x):
        return x * self.mask
""",
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.register_buffer("mask", torch.ones(n), persistent=False)  # all of them

    def forward(self, x):
        return x * self.mask
""",
    ),
    "a name": (
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        mask = torch.ones(n)
        self.mask = mask

    def forward(self, x):
        return x * self.mask
""",
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        mask = torch.ones(n)
        self.register_buffer("mask", mask, persistent=False)

    def forward(self, x):
        return x * self.mask
""",
    ),
    "several lines": (
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.mask = torch.tensor(
            [1.0, 2.0],  # two
        )

    def forward(self, x):
        return x * self.mask
""",
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.register_buffer("mask", torch.tensor(
            [1.0, 2.0],  # two
        ), persistent=False)

    def forward(self, x):
        return x * self.mask
""",
    ),
    "random numbers, and what changes in place, are saved": (
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.noise = torch.randn(n)
        self.last = torch.zeros(n)

    def forward(self, x):
        y = x * self.noise + self.last
        self.last.copy_(x[0])
        return y
""",
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.register_buffer("noise", torch.randn(n))
        self.register_buffer("last", torch.zeros(n))

    def forward(self, x):
        y = x * self.noise + self.last
        self.last.copy_(x[0])
        return y
""",
    ),
    "arithmetic": (
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.freq = 1 / 10 ** (torch.arange(n) / n)

    def forward(self, x):
        return x * self.freq
""",
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.register_buffer("freq", 1 / 10 ** (torch.arange(n) / n), persistent=False)

    def forward(self, x):
        return x * self.freq
""",
    ),
    "a parameter": (
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.w = torch.randn(n, 3, requires_grad=True)

    def forward(self, x):
        return x * self.w
""",
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.w = nn.Parameter(torch.randn(n, 3))

    def forward(self, x):
        return x * self.w
""",
    ),
    "a parameter with a dtype behind": (
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.w = torch.randn(n, requires_grad=True, dtype=torch.float64)

    def forward(self, x):
        return x * self.w
""",
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.w = nn.Parameter(torch.randn(n, dtype=torch.float64))

    def forward(self, x):
        return x * self.w
""",
    ),
    "asked in a call of its own": (
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.w = torch.zeros(n).requires_grad_()

    def forward(self, x):
        return x * self.w
""",
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.w = nn.Parameter(torch.zeros(n))

    def forward(self, x):
        return x * self.w
""",
    ),
    "scaled": (
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.w = torch.randn(n, requires_grad=True) * 0.1

    def forward(self, x):
        return x * self.w
""",
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.w = nn.Parameter(torch.randn(n, requires_grad=True) * 0.1)

    def forward(self, x):
        return x * self.w
""",
    ),
    "two statements on a line": (
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.n = n; self.mask = torch.ones(n); self.k = 1

    def forward(self, x):
        return x * self.mask
""",
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.n = n; self.register_buffer("mask", torch.ones(n), persistent=False); self.k = 1

    def forward(self, x):
        return x * self.mask
""",
    ),
    "another name of the module": (
        """\
import torch
from torch.nn import Module


class Net(Module):
    def __init__(this):
        Module.__init__(this)
        this.w = torch.randn(3, requires_grad=True)
        this.mask = torch.ones(3)

    def forward(this, x):
        return x * this.w * this.mask
""",
        """\
import torch
from torch.nn import Module


class Net(Module):
    def __init__(this):
        Module.__init__(this)
        this.w = torch.nn.Parameter(torch.randn(3))
        this.register_buffer("mask", torch.ones(3), persistent=False)

    def forward(this, x):
        return x * this.w * this.mask
""",
    ),
}

SAFE: frozenset[str] = frozenset()

LEFT: dict[str, str] = {
    "a weight or None": """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n, shifts):
        super().__init__()
        self.shift = torch.ones(n, requires_grad=True) if shifts else None

    def forward(self, x):
        return x if self.shift is None else x + self.shift
""",
    "set in two places": """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.mask = torch.ones(n)
        if n > 3:
            self.mask = torch.zeros(n)

    def forward(self, x):
        return x * self.mask
""",
    "two targets": """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.mask = self.other = torch.ones(n)

    def forward(self, x):
        return x * self.mask
""",
    "a tuple": """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.mask, self.n = torch.ones(n), n

    def forward(self, x):
        return x * self.mask
""",
    "a type": """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.mask: torch.Tensor = torch.ones(n)

    def forward(self, x):
        return x * self.mask
""",
    "before the base is initialised": """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        self.mask = torch.ones(3)
        super().__init__()

    def forward(self, x):
        return x * self.mask
""",
    "the class has a value of that name": """\
import torch
from torch import nn


class Net(nn.Module):
    mask = None

    def __init__(self):
        super().__init__()
        self.mask = torch.ones(3)

    def forward(self, x):
        return x * self.mask
""",
}
