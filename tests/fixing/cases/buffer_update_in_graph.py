"""TEF609: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "a sum": (
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.register_buffer("mean", torch.zeros(n))

    def forward(self, x):
        current = x.mean(0)
        self.mean += 0.1 * (current - self.mean)
        return x - current
""",
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.register_buffer("mean", torch.zeros(n))

    def forward(self, x):
        current = x.mean(0)
        self.mean += (0.1 * (current - self.mean)).detach()
        return x - current
""",
    ),
    "an assignment": (
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.register_buffer("mean", torch.zeros(n))

    def forward(self, x):
        current = x.mean(0)
        self.mean = 0.9 * self.mean + 0.1 * current
        return x - current
""",
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.register_buffer("mean", torch.zeros(n))

    def forward(self, x):
        current = x.mean(0)
        self.mean = (0.9 * self.mean + 0.1 * current).detach()
        return x - current
""",
    ),
    "a comment": (
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.register_buffer("mean", torch.zeros(n))

    def forward(self, x):
        current = x.mean(0)
        self.mean = self.mean * 0.9 + current * 0.1  # slow
        return x - current
""",
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.register_buffer("mean", torch.zeros(n))

    def forward(self, x):
        current = x.mean(0)
        self.mean = (self.mean * 0.9 + current * 0.1).detach()  # slow
        return x - current
""",
    ),
    "a chain": (
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.register_buffer("mean", torch.zeros(n))

    def forward(self, x):
        current = x.mean(0)
        self.mean.mul_(0.9).add_(0.1 * current)
        return x - current
""",
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.register_buffer("mean", torch.zeros(n))

    def forward(self, x):
        current = x.mean(0)
        self.mean.mul_(0.9).add_((0.1 * current).detach())
        return x - current
""",
    ),
    "a keyword behind": (
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.register_buffer("mean", torch.zeros(n))

    def forward(self, x):
        current = x.mean(0)
        self.mean.mul_(0.9).add_(current, alpha=0.1)
        return x - current
""",
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.register_buffer("mean", torch.zeros(n))

    def forward(self, x):
        current = x.mean(0)
        self.mean.mul_(0.9).add_(current.detach(), alpha=0.1)
        return x - current
""",
    ),
    "lerp": (
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.register_buffer("mean", torch.zeros(n))

    def forward(self, x):
        current = x.mean(0)
        self.mean.lerp_(current, 0.1)
        return x - current
""",
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.register_buffer("mean", torch.zeros(n))

    def forward(self, x):
        current = x.mean(0)
        self.mean.lerp_(current.detach(), 0.1)
        return x - current
""",
    ),
    "a call": (
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.register_buffer("mean", torch.zeros(n))

    def forward(self, x):
        current = x.mean(0)
        self.mean = torch.lerp(self.mean, current, 0.1)
        return x - current
""",
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.register_buffer("mean", torch.zeros(n))

    def forward(self, x):
        current = x.mean(0)
        self.mean = torch.lerp(self.mean, current, 0.1).detach()
        return x - current
""",
    ),
    "a part": (
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.register_buffer("mean", torch.zeros(n))

    def forward(self, x):
        current = x.mean(0)
        self.mean[0] = 0.9 * self.mean[0] + current[0]
        return x - current
""",
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.register_buffer("mean", torch.zeros(n))

    def forward(self, x):
        current = x.mean(0)
        self.mean[0] = (0.9 * self.mean[0] + current[0]).detach()
        return x - current
""",
    ),
    "lines of their own": (
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.register_buffer("mean", torch.zeros(n))

    def forward(self, x):
        current = x.mean(0)
        self.mean = (
            0.9 * self.mean
            + 0.1 * current
        )
        return x - current
""",
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.register_buffer("mean", torch.zeros(n))

    def forward(self, x):
        current = x.mean(0)
        self.mean = (0.9 * self.mean + 0.1 * current).detach()
        return x - current
""",
    ),
}

SAFE: frozenset[str] = frozenset()

LEFT: dict[str, str] = {
    "a comment inside": """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.register_buffer("mean", torch.zeros(n))

    def forward(self, x):
        current = x.mean(0)
        self.mean = (
            0.9 * self.mean  # old
            + 0.1 * current
        )
        return x - current
""",
    "a comment in a sum": """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.register_buffer("mean", torch.zeros(n))

    def forward(self, x):
        current = x.mean(0)
        self.mean += 0.1 * (
            current  # of this batch
            - self.mean
        )
        return x - current
""",
    "a comment in an argument": """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.register_buffer("mean", torch.zeros(n))

    def forward(self, x):
        current = x.mean(0)
        self.mean.copy_(
            0.9 * self.mean + (
                0.1  # new
                * current
            )
        )
        return x - current
""",
    "a comment in a call": """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.register_buffer("mean", torch.zeros(n))

    def forward(self, x):
        current = x.mean(0)
        self.mean = torch.lerp(
            self.mean,
            current,  # of this batch
            0.1,
        )
        return x - current
""",
}
