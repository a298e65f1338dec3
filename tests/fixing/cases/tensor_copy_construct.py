"""TEF401: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "a comment in an item of a list": (
        """\
import torch

w = [1, torch.tensor(
    torch.randn([3, 1]),  # a draw
    requires_grad=True,
)]
""",
        """\
import torch

# a draw
w = [1, torch.randn([3, 1], requires_grad=True)]
""",
    ),
    "a comment in an item on its own line": (
        """\
import torch

w = [
    1,
    torch.tensor(
        torch.randn([3, 1]),  # a draw
        requires_grad=True,
    ),
]
""",
        """\
import torch

w = [
    1,
    # a draw
    torch.randn([3, 1], requires_grad=True),
]
""",
    ),
    "an array that stays on the CPU": (
        """\
import torch


def weights(counts):
    ones = torch.from_numpy(counts)
    return torch.tensor(ones)
""",
        """\
import torch


def weights(counts):
    ones = torch.from_numpy(counts)
    return ones.detach().clone()
""",
    ),
    "an attribute that a subclass sets": (
        """\
import torch


class Anchors:
    def __init__(self):
        self.sizes = torch.ones(3)

    def copy(self):
        return torch.tensor(self.sizes)
""",
        """\
import torch


class Anchors:
    def __init__(self):
        self.sizes = torch.ones(3)

    def copy(self):
        return self.sizes.detach().clone()
""",
    ),
    "computed from random numbers": (
        """\
import torch


def initial(size: int):
    weights = torch.randn(size, size) / size
    return torch.tensor(weights, requires_grad=True)
""",
        """\
import torch


def initial(size: int):
    weights = torch.randn(size, size) / size
    return weights.detach().clone().requires_grad_()
""",
    ),
    "a file that sets the device": (
        """\
import torch


def copied(x: torch.Tensor):
    x = x.relu()
    return torch.tensor(x)


def on(device):
    torch.set_default_device(device)
""",
        """\
import torch


def copied(x: torch.Tensor):
    x = x.relu()
    return x.detach().clone()


def on(device):
    torch.set_default_device(device)
""",
    ),
    "a copy": (
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    x = x.relu()
    return torch.tensor(x)
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    x = x.relu()
    return x.detach().clone()
""",
    ),
    "another name for torch": (
        """\
import torch as th


def f(x: th.Tensor):
    x = x.relu()
    return th.tensor(data=x)
""",
        """\
import torch as th


def f(x: th.Tensor):
    x = x.relu()
    return x.detach().clone()
""",
    ),
    "a leaf": (
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    x = x.relu()
    return torch.tensor(x, requires_grad=True)
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    x = x.relu()
    return x.detach().clone().requires_grad_()
""",
    ),
    "a leaf or not": (
        """\
import torch
from torch import Tensor


def f(x: Tensor, grad: bool):
    x = x.relu()
    return torch.tensor(x, requires_grad=grad)
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor, grad: bool):
    x = x.relu()
    return x.detach().clone().requires_grad_(grad)
""",
    ),
    "no leaf": (
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    x = x.relu()
    return torch.tensor(x, requires_grad=False)
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    x = x.relu()
    return x.detach().clone()
""",
    ),
    "a dtype": (
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    x = x.relu()
    return torch.tensor(x, dtype=torch.float64)
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    x = x.relu()
    return x.detach().clone().to(torch.float64)
""",
    ),
    "everything": (
        """\
import torch
from torch import Tensor


def f(x: Tensor, device: str):
    x = x.relu()
    return torch.tensor(
        x,  # the start
        dtype=torch.float64,
        device=device,
        requires_grad=True,
    )
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor, device: str):
    x = x.relu()
    # the start
    return x.detach().clone().to(device, torch.float64).requires_grad_()
""",
    ),
    "a sum": (
        """\
import torch
from torch import Tensor


def f(x: Tensor, y: Tensor):
    x = x.relu()
    return torch.tensor(x + y)
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor, y: Tensor):
    x = x.relu()
    return (x + y).detach()
""",
    ),
    "what is computed right there": (
        """\
import torch
from torch import Tensor


def f(x: Tensor, y: Tensor, n: Tensor):
    x, y = x.relu(), y.relu()
    a = torch.tensor(x > y), torch.tensor(torch.exp(x), dtype=torch.half), torch.tensor(+x)
    b = n.new_tensor(x * y), n.new_tensor(x > 1), n.new_tensor(x[0])
    return a, b, torch.tensor(x.sum(), requires_grad=True)
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor, y: Tensor, n: Tensor):
    x, y = x.relu(), y.relu()
    a = (x > y), torch.exp(x).detach().to(torch.half), (+x).detach().clone()
    b = (x * y).detach().to(n), (x > 1).to(n), x[0].detach().clone().to(n)
    return a, b, x.sum().detach().clone().requires_grad_()
""",
    ),
    "a clone": (
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    x = x.relu()
    return torch.tensor(x.clone())
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    x = x.relu()
    return x.detach().clone()
""",
    ),
    "new_tensor of itself": (
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    x = x.relu()
    return x.new_tensor(x)
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    x = x.relu()
    return x.detach().clone()
""",
    ),
    "new_tensor of another": (
        """\
import torch
from torch import Tensor


def f(x: Tensor, y: Tensor):
    y = y.relu()
    return x.new_tensor(y)
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor, y: Tensor):
    y = y.relu()
    return y.detach().clone().to(x)
""",
    ),
    "new_tensor with a dtype": (
        """\
import torch
from torch import Tensor


def f(x: Tensor, y: Tensor):
    y = y.relu()
    return x.new_tensor(y, dtype=torch.int64)
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor, y: Tensor):
    y = y.relu()
    return y.detach().clone().to(x.device, torch.int64)
""",
    ),
    "a factory": (
        """\
import torch

w = torch.tensor(torch.randn([3, 1]), requires_grad=True)
""",
        """\
import torch

w = torch.randn([3, 1], requires_grad=True)
""",
    ),
    "a factory over several lines": (
        """\
import torch

w = torch.tensor(
    torch.zeros(
        3,
        4,
    ),
    dtype=torch.float64,
    requires_grad=True,
)
""",
        """\
import torch

w = torch.zeros(
    3,
    4,
    dtype=torch.float64,
    requires_grad=True,
)
""",
    ),
    "a random factory in another dtype": (
        """\
import torch

w = torch.tensor(torch.randn(3), dtype=torch.float64)
""",
        """\
import torch

w = torch.randn(3).detach().clone().to(torch.float64)
""",
    ),
    "a factory that is a leaf": (
        """\
import torch

w = torch.tensor(torch.zeros(3, requires_grad=True))
""",
        """\
import torch

w = torch.zeros(3, requires_grad=True).detach().clone()
""",
    ),
    "a parameter": (
        """\
import torch
from torch import nn


def f(x: torch.Tensor):
    x = x.relu()
    return nn.Parameter(torch.tensor(x))
""",
        """\
import torch
from torch import nn


def f(x: torch.Tensor):
    x = x.relu()
    return nn.Parameter(x.detach().clone())
""",
    ),
    "in each other": (
        """\
import torch


def f():
    x = torch.rand(3)
    return torch.tensor(torch.tensor(x) + 1)
""",
        """\
import torch


def f():
    x = torch.rand(3)
    return (x.detach().clone() + 1).detach()
""",
    ),
    "a name bound on the way": (
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    x = x.relu()
    y = torch.tensor((z := x + 1), dtype=torch.float64)
    return y, z
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    x = x.relu()
    y = (z := x + 1).detach().clone().to(torch.float64)
    return y, z
""",
    ),
    "data over several lines": (
        """\
import torch


def f(parts: list[torch.Tensor], others: list[torch.Tensor]):
    return torch.tensor(
        torch.stack(
            [part.mean(dim=0) + other for part, other in zip(parts, others)],
            dim=1,
        )
    )


def short(x: torch.Tensor):
    x = x.relu()
    return torch.tensor(
        x.reshape(
            -1,
            4,
        ).sum(
            (0,),
        )
    )
""",
        """\
import torch


def f(parts: list[torch.Tensor], others: list[torch.Tensor]):
    return torch.stack(
        [part.mean(dim=0) + other for part, other in zip(parts, others)],
        dim=1,
    ).detach().clone()


def short(x: torch.Tensor):
    x = x.relu()
    return x.reshape(-1, 4).sum((0,)).detach().clone()
""",
    ),
    "what Python adds up": (
        """\
import torch


def f(x: torch.Tensor, y: torch.Tensor):
    return torch.tensor(sum([torch.sum(x, dim=0), torch.sum(y, dim=0)]))
""",
        """\
import torch


def f(x: torch.Tensor, y: torch.Tensor):
    return sum([torch.sum(x, dim=0), torch.sum(y, dim=0)]).detach().clone()
""",
    ),
}

SAFE: set[str] = {
    "a comment in an item on its own line",
    "in each other",
    "computed from random numbers",
    "a factory",
    "a factory over several lines",
    "a random factory in another dtype",
    "a factory that is a leaf",
}

LEFT: dict[str, str] = {
    "pinned": """\
import torch
from torch import Tensor


def f(x: Tensor):
    x = x.relu()
    return torch.tensor(x, pin_memory=True)
""",
    "more arguments": """\
import torch
from torch import Tensor


def f(x: Tensor, options: dict):
    x = x.relu()
    return torch.tensor(x, **options)
""",
    "pinned or not": """\
import torch
from torch import Tensor


def f(x: Tensor, pin: bool):
    x = x.relu()
    return torch.tensor(x, pin_memory=pin)
""",
    "named dims": """\
import torch
from torch import Tensor


def f(x: Tensor):
    x = x.relu()
    return torch.tensor(x, names=("n",))
""",
    "new_tensor with more arguments": """\
import torch
from torch import Tensor


def f(x: Tensor, y: Tensor, options: dict):
    y = y.relu()
    return x.new_tensor(y, **options)
""",
}
