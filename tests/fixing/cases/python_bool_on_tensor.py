"""TEF108: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "a chain": (
        """\
import torch


def f(x: torch.Tensor):
    return 0 < x < 1
""",
        """\
import torch


def f(x: torch.Tensor):
    return (0 < x) & (x < 1)
""",
    ),
    "a chain of columns": (
        """\
import torch


def f(points: torch.Tensor, width: int):
    return 0 <= points[:, 0] < width
""",
        """\
import torch


def f(points: torch.Tensor, width: int):
    return (0 <= points[:, 0]) & (points[:, 0] < width)
""",
    ),
    "and": (
        """\
import torch as th


def f(x: th.Tensor, y: th.Tensor):
    return x[x > 0 and y.gt(0)]
""",
        """\
import torch as th


def f(x: th.Tensor, y: th.Tensor):
    return x[(x > 0) & y.gt(0)]
""",
    ),
    "or of three": (
        """\
import torch


def f(x: torch.Tensor):
    bad = torch.isnan(x) or torch.isinf(x) or x.abs() > 1e3
    return torch.where(bad, torch.zeros_like(x), x)
""",
        """\
import torch


def f(x: torch.Tensor):
    bad = torch.isnan(x) | torch.isinf(x) | (x.abs() > 1e3)
    return torch.where(bad, torch.zeros_like(x), x)
""",
    ),
    "not": (
        """\
import torch


def f(x: torch.Tensor):
    return x * (not x > 0)
""",
        """\
import torch


def f(x: torch.Tensor):
    return x * (~(x > 0))
""",
    ),
    "not of numbers": (
        """\
import torch


def f(tokens: torch.Tensor):
    rows, columns = tokens.shape
    return not tokens
""",
        """\
import torch


def f(tokens: torch.Tensor):
    rows, columns = tokens.shape
    return ~(tokens != 0)
""",
    ),
    "not without a space": (
        """\
import torch


def f(x: torch.Tensor):
    return not(x == 0)
""",
        """\
import torch


def f(x: torch.Tensor):
    return ~(x == 0)
""",
    ),
    "or inside and": (
        """\
import torch


def f(x: torch.Tensor, y: torch.Tensor):
    return x > 0 and (y < -1 or not -1 < x < 1)
""",
        """\
import torch


def f(x: torch.Tensor, y: torch.Tensor):
    return (x > 0) & ((y < -1) | ~((-1 < x) & (x < 1)))
""",
    ),
    "a flag among masks": (
        """\
import torch


def f(x: torch.Tensor, strict: bool):
    return x > 0 and strict
""",
        """\
import torch


def f(x: torch.Tensor, strict: bool):
    return (x > 0) & strict
""",
    ),
    "over several lines with comments": (
        """\
import torch


def f(scores: torch.Tensor, labels: torch.Tensor, k: int):
    keep = (  # kept
        scores > 0.5  # sure
        and labels == k  # of this class
    )
    return scores[keep]
""",
        """\
import torch


def f(scores: torch.Tensor, labels: torch.Tensor, k: int):
    keep = (  # kept
        (scores > 0.5)  # sure
        & (labels == k)  # of this class
    )
    return scores[keep]
""",
    ),
    "behind a test for None": (
        """\
import torch


def f(x: torch.Tensor, low: float | None):
    return low is not None and (low < x < 1)
""",
        """\
import torch


def f(x: torch.Tensor, low: float | None):
    return low is not None and ((low < x) & (x < 1))
""",
    ),
}

LEFT: dict[str, str] = {
    "a branch": """\
import torch


def f(x: torch.Tensor):
    if x < 0 or x > 1:
        return x.clamp(0, 1)
    return x
""",
    "a loop": """\
import torch

done = torch.zeros(4, dtype=torch.bool)
while not done:
    done = torch.rand(4) > 0.5
""",
    "a conditional expression": """\
import torch


def f(x: torch.Tensor, y: torch.Tensor):
    return x if x > 0 and y > 0 else y
""",
    "a name that a branch asks": """\
import torch


def f(x: torch.Tensor, force: bool):
    small = x > -1 and x < 1
    if force or small:
        return x
    return -x
""",
    "a function that says it returns a bool": """\
import torch


def f(x: torch.Tensor) -> bool:
    return 0 < x < 1
""",
    "made a bool": """\
import torch


def f(x: torch.Tensor):
    return bool(x > 0 and x < 1)
""",
    "a part that is no mask": """\
import torch


def f(x: torch.Tensor, other: torch.Tensor):
    return x > 0 and other
""",
    "a part that is not known": """\
import torch


def f(x: torch.Tensor, allowed):
    return x > 0 and allowed(x)
""",
    "the middle would be computed twice": """\
import torch


def f(x: torch.Tensor):
    return 0 < torch.abs(x) < 1
""",
    "not of a flag": """\
import torch


def f(x: torch.Tensor, strict: bool):
    return x > 0 and not strict
""",
    "not of a chain of numbers": """\
import torch


def f(x: torch.Tensor):
    return x > 0 and not 0 < x.size(0) < 5
""",
}

# Fixed without being asked for unsafe fixes.
SAFE: set[str] = set()
