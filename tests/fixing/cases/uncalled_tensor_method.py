"""TEF407: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "detach": (
        """\
import torch


def f():
    x = torch.rand(3)
    return x.detach.clone()
""",
        """\
import torch


def f():
    x = torch.rand(3)
    return x.detach().clone()
""",
    ),
    "two methods": (
        """\
import torch


def f():
    x = torch.rand(3)
    return x.detach.cpu().numpy()[0] + x.sum(0).item + 1
""",
        """\
import torch


def f():
    x = torch.rand(3)
    return x.detach().cpu().numpy()[0] + x.sum(0).item() + 1
""",
    ),
    "an entry of the shape": (
        """\
import torch


x = torch.rand(3, 4)
rows = x.shape(0)
""",
        """\
import torch


x = torch.rand(3, 4)
rows = x.shape[0]
""",
    ),
    "a flag": (
        """\
import torch


def f():
    x = torch.rand(3)
    return x.is_cuda()  # on a GPU
""",
        """\
import torch


def f():
    x = torch.rand(3)
    return x.is_cuda  # on a GPU
""",
    ),
    "an entry of the size": (
        """\
import torch


x = torch.rand(3, 4)
rows = x.size[0]
""",
        """\
import torch


x = torch.rand(3, 4)
rows = x.size()[0]
""",
    ),
    "over several lines": (
        """\
import torch


x = torch.rand(3, 4)
y = (
    x.relu()  # no negative numbers
    .detach.clone()
)
""",
        """\
import torch


x = torch.rand(3, 4)
y = (
    x.relu()  # no negative numbers
    .detach().clone()
)
""",
    ),
    "a parameter": (
        """\
import torch


def f(x: torch.Tensor):
    return x.detach.clone()
""",
        """\
import torch


def f(x: torch.Tensor):
    return x.detach().clone()
""",
    ),
    "a condition": (
        """\
import torch


def f(mask: torch.Tensor):
    if mask.any:
        raise ValueError
""",
        """\
import torch


def f(mask: torch.Tensor):
    if mask.any():
        raise ValueError
""",
    ),
    "a comparison": (
        """\
import torch


def f():
    x = torch.rand(3)
    return x.dim == 2
""",
        """\
import torch


def f():
    x = torch.rand(3)
    return x.dim() == 2
""",
    ),
    "a text": (
        """\
import torch


def f():
    x = torch.rand(3)
    return f'{x.numel} numbers'
""",
        """\
import torch


def f():
    x = torch.rand(3)
    return f'{x.numel()} numbers'
""",
    ),
    "statements": (
        """\
import torch


model = torch.nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
model.train
optimizer.zero_grad
loss = model(torch.rand(2, 3)).mean(dim=None)
loss.backward
optimizer.step
""",
        """\
import torch


model = torch.nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
model.train()
optimizer.zero_grad()
loss = model(torch.rand(2, 3)).mean(dim=None)
loss.backward()
optimizer.step()
""",
    ),
    "a missing attribute is expected": (
        """\
import torch


def f():
    x = torch.rand(3)
    try:
        return x.detach.clone()
    except AttributeError:
        return None
""",
        """\
import torch


def f():
    x = torch.rand(3)
    try:
        return x.detach().clone()
    except AttributeError:
        return None
""",
    ),
    "arithmetic with a size": (
        """\
import torch


def f():
    x = torch.rand(3)
    return 4 * x.size, x.size // 2 - 1, -x.size
""",
        """\
import torch


def f():
    x = torch.rand(3)
    return 4 * x.numel(), x.numel() // 2 - 1, -x.numel()
""",
    ),
    "a size that is joined to a tuple": (
        """\
import torch


def f():
    x = torch.rand(3)
    return x.size + (1,)
""",
        """\
import torch


def f():
    x = torch.rand(3)
    return x.size() + (1,)
""",
    ),
    "a size and what may be a tuple": (
        """\
import torch


def f(n):
    x = torch.rand(3)
    return x.size + n
""",
        """\
import torch


def f(n):
    x = torch.rand(3)
    return x.numel() + n
""",
    ),
    "an augmented size": (
        """\
import torch


def f():
    x = torch.rand(3)
    n = 2
    n *= x.size
    return n
""",
        """\
import torch


def f():
    x = torch.rand(3)
    n = 2
    n *= x.numel()
    return n
""",
    ),
    "a size that is ordered by a number": (
        """\
import torch


def f():
    x = torch.rand(3)
    return x.size > 3
""",
        """\
import torch


def f():
    x = torch.rand(3)
    return x.numel() > 3
""",
    ),
    "arithmetic with strides": (
        """\
import torch


def f():
    x = torch.rand(3)
    return x.stride * 2
""",
        """\
import torch


def f():
    x = torch.rand(3)
    return x.stride() * 2
""",
    ),
    "a size in a text": (
        """\
import torch


def f():
    x = torch.rand(3)
    return 'sizes: %s' % x.size
""",
        """\
import torch


def f():
    x = torch.rand(3)
    return 'sizes: %s' % x.size()
""",
    ),
}

SAFE: set[str] = {
    "detach",
    "two methods",
    "an entry of the shape",
    "a flag",
    "an entry of the size",
    "over several lines",
    "a size that is joined to a tuple",
}

LEFT: dict[str, str] = {
    "called twice": """\
import torch


def f(x: torch.Tensor):
    return x.detach.clone()()
""",
    "needs arguments": """\
import torch


def f(x: torch.Tensor):
    return x.view[0]
""",
    "a name": """\
import torch


def f(x: torch.Tensor):
    mean = x.mean
    return mean + 1
""",
    "a dtype is asked for": """\
import torch


def f():
    x = torch.rand(3)
    return x.dtype(torch.float64)
""",
    "two axes": """\
import torch


def f():
    x = torch.rand(3, 4)
    return x.shape(0, 1)
""",
}
