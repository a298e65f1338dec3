"""TEF515: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "zeros for a device": (
        """\
import torch


def main(n, device: torch.device):
    w = torch.zeros(n, requires_grad=True).to(device)
    return torch.optim.SGD([w], lr=0.1)
""",
        """\
import torch


def main(n, device: torch.device):
    w = torch.zeros(n, requires_grad=True, device=device)
    return torch.optim.SGD([w], lr=0.1)
""",
    ),
    "a Parameter": (
        """\
import torch
from torch import nn, optim

scale = nn.Parameter(torch.ones(4)).cuda()
shift = nn.Parameter(torch.tensor([1.0, 2.0]), requires_grad=True).cuda(1)
optimizer = optim.Adam([{"params": [scale, shift]}])
""",
        """\
import torch
from torch import nn, optim

scale = nn.Parameter(torch.ones(4, device="cuda"))
shift = nn.Parameter(torch.tensor([1.0, 2.0], device="cuda:1"), requires_grad=True)
optimizer = optim.Adam([{"params": [scale, shift]}])
""",
    ),
    "a dtype": (
        """\
import torch as th


def main():
    a = th.zeros(3, requires_grad=True).double()
    b = th.ones(3, requires_grad=True).to(th.float64)
    c = th.eye(3, requires_grad=True).type(th.float16)
    return th.optim.SGD((a, b, c), lr=0.1)
""",
        """\
import torch as th


def main():
    a = th.zeros(3, requires_grad=True, dtype=th.float64)
    b = th.ones(3, requires_grad=True, dtype=th.float64)
    c = th.eye(3, requires_grad=True, dtype=th.float16)
    return th.optim.SGD((a, b, c), lr=0.1)
""",
    ),
    "a device and a dtype": (
        """\
import torch


def main():
    w = torch.zeros(3, requires_grad=True).to("cuda", torch.float64)
    return torch.optim.SGD([w], lr=0.1)
""",
        """\
import torch


def main():
    w = torch.zeros(3, requires_grad=True, device="cuda", dtype=torch.float64)
    return torch.optim.SGD([w], lr=0.1)
""",
    ),
    "requires_grad_": (
        """\
import torch


def main():
    w = torch.full((3,), 0.5).requires_grad_().cuda()
    return torch.optim.SGD(params=[w], lr=0.1)
""",
        """\
import torch


def main():
    w = torch.full((3,), 0.5, device="cuda").requires_grad_()
    return torch.optim.SGD(params=[w], lr=0.1)
""",
    ),
    "on several lines": (
        """\
import torch


def main(device: torch.device):
    prompt = torch.nn.Parameter(
        torch.zeros(
            4,  # tokens
            16,
        ),
    ).to(device)
    return torch.optim.SGD([prompt], lr=0.1)
""",
        """\
import torch


def main(device: torch.device):
    prompt = torch.nn.Parameter(
        torch.zeros(
            4,  # tokens
            16,
            device=device,
        ),
    )
    return torch.optim.SGD([prompt], lr=0.1)
""",
    ),
    "random numbers": (
        """\
import torch


def main(device: torch.device):
    w = torch.randn(3, requires_grad=True).to(device)
    return torch.optim.SGD([w], lr=0.1)
""",
        """\
import torch


def main(device: torch.device):
    w = torch.randn(3, requires_grad=True, device=device)
    return torch.optim.SGD([w], lr=0.1)
""",
    ),
    "its gradient is read": (
        """\
import torch


def gradient(device: torch.device):
    x = torch.ones(3, requires_grad=True).to(device)
    x.sum().backward()
    return x.grad
""",
        """\
import torch


def gradient(device: torch.device):
    x = torch.ones(3, requires_grad=True, device=device)
    x.sum().backward()
    return x.grad
""",
    ),
    "a parameter of a module": (
        """\
import torch
from torch import nn


class Scale(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(3)).cuda()
""",
        """\
import torch
from torch import nn


class Scale(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(3, device="cuda"))
""",
    ),
    "a device by its name only": (
        """\
import torch


def main(device):
    w = torch.zeros(3, requires_grad=True).to(device)
    return torch.optim.SGD([w], lr=0.1)
""",
        """\
import torch


def main(device):
    w = torch.zeros(3, requires_grad=True, device=device)
    return torch.optim.SGD([w], lr=0.1)
""",
    ),
    "not on every path": (
        """\
import torch


def main(train):
    w = torch.zeros(3, requires_grad=True).double()
    if not train:
        return w
    return torch.optim.SGD([w], lr=0.1)
""",
        """\
import torch


def main(train):
    w = torch.zeros(3, requires_grad=True, dtype=torch.float64)
    if not train:
        return w
    return torch.optim.SGD([w], lr=0.1)
""",
    ),
    "one of two": (
        """\
import torch


def main(both):
    w = torch.zeros(3, requires_grad=True).double()
    v = torch.zeros(3, requires_grad=True)
    return torch.optim.SGD([w] if both else [v], lr=0.1)
""",
        """\
import torch


def main(both):
    w = torch.zeros(3, requires_grad=True, dtype=torch.float64)
    v = torch.zeros(3, requires_grad=True)
    return torch.optim.SGD([w] if both else [v], lr=0.1)
""",
    ),
    "numbers that a dtype rounds": (
        """\
import torch


def main():
    w = torch.full((3,), 0.1, requires_grad=True).double()
    return torch.optim.SGD([w], lr=0.1)
""",
        """\
import torch


def main():
    w = torch.full((3,), 0.1, requires_grad=True, dtype=torch.float64)
    return torch.optim.SGD([w], lr=0.1)
""",
    ),
}

SAFE: set[str] = {
    "zeros for a device",
    "a Parameter",
    "a dtype",
    "a device and a dtype",
    "requires_grad_",
    "on several lines",
}

LEFT: dict[str, str] = {
    "arithmetic": """\
import torch

w = torch.randn(3, requires_grad=True) * 0.1
optimizer = torch.optim.SGD([w], lr=0.1)
""",
    "in two steps": """\
import torch


def main(device: torch.device):
    w = torch.zeros(3, requires_grad=True)
    w = w.to(device)
    return torch.optim.SGD([w], lr=0.1)
""",
    "two conversions": """\
import torch

w = torch.zeros(3, requires_grad=True).double().cuda()
optimizer = torch.optim.SGD([w], lr=0.1)
""",
    "a view": """\
import torch

w = torch.zeros(12, requires_grad=True).view(3, 4)
optimizer = torch.optim.SGD([w], lr=0.1)
""",
    "a dtype that was asked for": """\
import torch

w = torch.zeros(3, requires_grad=True, dtype=torch.float16).double()
optimizer = torch.optim.SGD([w], lr=0.1)
""",
    "a Parameter for a device and a dtype": """\
import torch

w = torch.nn.Parameter(torch.zeros(3)).to("cuda", torch.float64)
optimizer = torch.optim.SGD([w], lr=0.1)
""",
    "what is made under another name": """\
import torch

start = torch.zeros(3)
w = torch.nn.Parameter(start).cuda()
optimizer = torch.optim.SGD([w], lr=0.1)
""",
}
