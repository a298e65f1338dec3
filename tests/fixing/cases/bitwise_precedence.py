"""TEF109: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "and": (
        """\
import torch


def f(x: torch.Tensor):
    return x > 0 & x < 5
""",
        """\
import torch


def f(x: torch.Tensor):
    return (x > 0) & (x < 5)
""",
    ),
    "or": (
        """\
import torch as th


def f(labels: th.Tensor):
    return labels == 1 | labels == 2
""",
        """\
import torch as th


def f(labels: th.Tensor):
    return (labels == 1) | (labels == 2)
""",
    ),
    "exclusive or in parentheses": (
        """\
import torch


def f(x: torch.Tensor):
    return (x[1:] > 0 ^ x[:-1] > 0).sum(dim=0)
""",
        """\
import torch


def f(x: torch.Tensor):
    return ((x[1:] > 0) ^ (x[:-1] > 0)).sum(dim=0)
""",
    ),
    "three comparisons": (
        """\
import torch


def f(u: torch.Tensor, v: torch.Tensor, limit: float):
    return torch.where(u > 0 & v > 0 & u < limit, u, v)
""",
        """\
import torch


def f(u: torch.Tensor, v: torch.Tensor, limit: float):
    return torch.where((u > 0) & (v > 0) & (u < limit), u, v)
""",
    ),
    "one has parentheses": (
        """\
import torch


def f(x: torch.Tensor):
    return x > -1 & (x < 1)
""",
        """\
import torch


def f(x: torch.Tensor):
    return (x > -1) & (x < 1)
""",
    ),
    "a mask beside a comparison": (
        """\
import torch


def f(x: torch.Tensor, valid: torch.BoolTensor):
    return x[~valid & x > 0.5]
""",
        """\
import torch


def f(x: torch.Tensor, valid: torch.BoolTensor):
    return x[~valid & (x > 0.5)]
""",
    ),
    "over several lines with comments": (
        """\
import torch


def f(scores: torch.Tensor, labels: torch.Tensor, k: int):
    keep = (
        labels == k  # of this class
        & scores > 0.5  # sure
    )
    return scores[keep]
""",
        """\
import torch


def f(scores: torch.Tensor, labels: torch.Tensor, k: int):
    keep = (
        (labels == k)  # of this class
        & (scores > 0.5)  # sure
    )
    return scores[keep]
""",
    ),
    "without spaces": (
        """\
import torch


def f(x: torch.Tensor):
    return x>0&x<5
""",
        """\
import torch


def f(x: torch.Tensor):
    return (x>0)&(x<5)
""",
    ),
    "an operand by keyword": (
        """\
import torch


def f(x: torch.Tensor):
    return x.masked_fill(mask=x > 0.9 | x < 0.1, value=0.0)
""",
        """\
import torch


def f(x: torch.Tensor):
    return x.masked_fill(mask=(x > 0.9) | (x < 0.1), value=0.0)
""",
    ),
    "asked with any": (
        """\
import torch


def f(x: torch.Tensor):
    if (x > 1e3 | x < -1e3).any():
        return x.clamp(-1e3, 1e3)
    return x
""",
        """\
import torch


def f(x: torch.Tensor):
    if ((x > 1e3) | (x < -1e3)).any():
        return x.clamp(-1e3, 1e3)
    return x
""",
    ),
    "one inside the other": (
        """\
import torch


def f(x: torch.Tensor, y: torch.Tensor):
    return x[y > 0 & y < 1] > 0 & y < 2
""",
        """\
import torch


def f(x: torch.Tensor, y: torch.Tensor):
    return (x[(y > 0) & (y < 1)] > 0) & (y < 2)
""",
    ),
}

LEFT: dict[str, str] = {
    "a branch": """\
import torch


def f(x: torch.Tensor):
    if x > 0 & x < 5:
        return x
    return -x
""",
    "an assertion": """\
import torch


def f(x: torch.Tensor):
    assert x >= 0 & x <= 1
    return x
""",
    "a conditional expression": """\
import torch


def f(x: torch.Tensor, y: torch.Tensor):
    return x if x > 0 & y > 0 else y
""",
    "a function that says it returns a bool": """\
import torch


def f(x: torch.Tensor) -> bool:
    return x > 0 & x < 5
""",
    "a name that a loop asks": """\
import torch


def f(x: torch.Tensor):
    small = x > -1 & x < 1
    while not small:
        x = x / 2
    return x
""",
}

# Fixed without being asked for unsafe fixes.
SAFE: set[str] = set()
