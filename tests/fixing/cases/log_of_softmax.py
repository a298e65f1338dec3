"""TEF302: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
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
}

LEFT: dict[str, str] = {
    "another shape in between": """\
import torch
import torch.nn.functional as F


def f(x: torch.Tensor):
    return torch.softmax(x, dim=1).unsqueeze(0).log()
""",
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
}

# Fixed without being asked for unsafe fixes.
SAFE: set[str] = {
    "a function",
    "a method",
    "functional",
    "a module",
    "a dim of the caller's",
    "through a name that goes",
    "an operand that is a call is moved",
}
