"""TEF206: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "of what was changed before": (
        """\
import torch


def f(a: torch.Tensor, b: torch.Tensor, g):
    e = a * 2
    g(e)
    return sum(e * b)
""",
        """\
import torch


def f(a: torch.Tensor, b: torch.Tensor, g):
    e = a * 2
    g(e)
    return (e * b).sum(dim=0)
""",
    ),
    "a sum": (
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    return sum(x)
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    return x.sum(dim=0)
""",
    ),
    "a sum of a product": (
        """\
import torch
from torch import Tensor


def f(x: Tensor, w: Tensor):
    return sum(w * x) / len(x)
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor, w: Tensor):
    return (w * x).sum(dim=0) / len(x)
""",
    ),
    "a sum with a start": (
        """\
import torch
from torch import Tensor


def f(x: Tensor, bias: Tensor):
    return sum(x, bias)
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor, bias: Tensor):
    return bias + x.sum(dim=0)
""",
    ),
    "a sum with a start in a product": (
        """\
import torch
from torch import Tensor


def f(x: Tensor, bias: Tensor):
    return 2 * sum(x, start=bias)
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor, bias: Tensor):
    return 2 * (bias + x.sum(dim=0))
""",
    ),
    "small integers": (
        """\
import torch as th


def f(n: int):
    return sum(th.ones(n, dtype=th.uint8))
""",
        """\
import torch as th


def f(n: int):
    return th.ones(n, dtype=th.uint8).sum(dim=0, dtype=th.uint8)
""",
    ),
    "a maximum": (
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    return max(x.flatten())
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    return x.flatten().max()
""",
    ),
    "a minimum through a name": (
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    flat = x.flatten()
    small = min(flat)
    return small
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    flat = x.flatten()
    small = flat.min()
    return small
""",
    ),
    "any": (
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    return any(x > 0)
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    return bool((x > 0).any())
""",
    ),
    "any in a condition": (
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    if any(x > 0) or not all(x < 1):
        return x
    return None
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    if (x > 0).any() or not (x < 1).all():
        return x
    return None
""",
    ),
    "all in a comprehension": (
        """\
import torch
from torch import Tensor


def f(sizes: list[Tensor], most: Tensor):
    return all(all(size == most) for size in sizes)
""",
        """\
import torch
from torch import Tensor


def f(sizes: list[Tensor], most: Tensor):
    return all(bool((size == most).all()) for size in sizes)
""",
    ),
    "sorted": (
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    return sorted(x)
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    return list(x.sort().values)
""",
    ),
    "sorted backwards": (
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    return sorted(x, reverse=True)
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    return list(x.sort(descending=True).values)
""",
    ),
    "sorted and stacked": (
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    return torch.stack(sorted(x.flatten()))
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    return x.flatten().sort().values
""",
    ),
    "one of the sorted": (
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    return sorted(x)[-1]
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    return x.sort().values[-1]
""",
    ),
    "in each other": (
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    return max(x.flatten()) - min(x.flatten()) * sum(x.flatten())
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    return x.flatten().max() - x.flatten().min() * x.flatten().sum(dim=0)
""",
    ),
    "over several lines": (
        """\
import torch
from torch import Tensor


def f(x: Tensor, y: Tensor):
    return sum(
        # the error
        (x - y) ** 2
    )
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor, y: Tensor):
    # the error
    return ((x - y) ** 2).sum(dim=0)
""",
    ),
    "a builtin by another name": (
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    import builtins

    return builtins.max(x)
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    import builtins

    return x.max()
""",
    ),
}

SAFE: set[str] = set()

LEFT: dict[str, str] = {
    "a key": """\
import torch
from torch import Tensor


def f(lengths: Tensor):
    assert lengths.dim() == 1
    return max(lengths, key=lambda n: -n)
""",
    "a default": """\
import torch
from torch import Tensor


def f(x: Tensor):
    return max(x, default=0)
""",
    "rows in an order": """\
import torch

x = torch.rand(3, 4)
highest = max(x)
""",
    "sorted by a key": """\
import torch
from torch import Tensor


def f(x: Tensor):
    assert x.dim() == 1
    return sorted(x, key=abs)
""",
    "truth of rows": """\
import torch

x = torch.rand(3, 4)
found = any(x > 0.5)
""",
    "the tensor of which it is a view changes": """\
import torch
from torch import Tensor


def f(x: Tensor):
    flat = x.flatten()
    small = min(flat)
    x.mul_(2)
    return small
""",
    "the entry changes": """\
import torch
from torch import Tensor


def f(x: Tensor):
    ordered = sorted(x)
    ordered[0].mul_(2)
    return ordered
""",
}
