"""TEF312: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "a product": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor, y: torch.Tensor):
    return x * y / y
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor, y: torch.Tensor):
    return x
""",
    ),
    "a quotient": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor, y: torch.Tensor):
    return y * (x / y)
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor, y: torch.Tensor):
    return x
""",
    ),
    "methods": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor, y: torch.Tensor):
    return x.mul(y).div(y).sum(dim=0)
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor, y: torch.Tensor):
    return x.sum(dim=0)
""",
    ),
    "functions of an alias": (
        """\
import torch as th


def f(x: th.Tensor, y: th.Tensor):
    return th.true_divide(th.multiply(y, x), y)
""",
        """\
import torch as th


def f(x: th.Tensor, y: th.Tensor):
    return x
""",
    ),
    "through a name that goes": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor, y: torch.Tensor):
    scaled = x / y
    back = scaled * y
    return back
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor, y: torch.Tensor):
    back = x
    return back
""",
    ),
    "through a name that stays": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor, y: torch.Tensor):
    scaled = x / y
    back = scaled * y
    return back, scaled
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor, y: torch.Tensor):
    scaled = x / y
    back = x
    return back, scaled
""",
    ),
    "a divisor in a name": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    length = torch.linalg.vector_norm(x, dim=-1, keepdim=True)
    unit = x / length
    return unit * length
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    return x
""",
    ),
    "in place, right after the product": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor, y: torch.Tensor):
    weighted = x * y
    weighted /= y
    return weighted
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor, y: torch.Tensor):
    weighted = x
    return weighted
""",
    ),
    "what is left is what the name holds": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor, y: torch.Tensor):
    x = torch.relu(x)
    # no weights
    x = x * y / y  # weighted and back
    return x
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor, y: torch.Tensor):
    x = torch.relu(x)
    # no weights
    # weighted and back
    return x
""",
    ),
    "a sum is left": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor, y: torch.Tensor):
    return (x + 1) * y / y, 2 * ((x + 1) * y / y), torch.relu((x - 1) / y * y)
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor, y: torch.Tensor):
    return x + 1, 2 * (x + 1), torch.relu(x - 1)
""",
    ),
    "one inside the other": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor, y: torch.Tensor):
    return (x * y / y) / y * y
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor, y: torch.Tensor):
    return x
""",
    ),
    "over several lines": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor, y: torch.Tensor):
    return {
        "depth": (
            x  # metres
            * y
            / y
        ),
        "sum": (
            # both
            x
            + y
        ) * y / y,
    }
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor, y: torch.Tensor):
    return {
        # metres
        "depth": x,
        "sum": (
            # both
            x
            + y
        ),
    }
""",
    ),
    "in a comprehension": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(gradients: list[torch.Tensor], y: torch.Tensor):
    return [g * y / y for g in gradients]
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(gradients: list[torch.Tensor], y: torch.Tensor):
    return [g for g in gradients]
""",
    ),
}

SAFE: set[str] = set()

LEFT: dict[str, str] = {
    "the result is changed in place": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor, y: torch.Tensor):
    z = x * y / y
    z += 1
    return z
""",
    "a view of the result is changed in place": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor, y: torch.Tensor):
    z = x * y / y
    z.view(-1).add_(1)
    return z
""",
    "x is changed in place": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor, y: torch.Tensor):
    z = x * y / y
    x.zero_()
    return z
""",
    "done in place": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor, y: torch.Tensor):
    return x.mul_(y).div_(y)
""",
    "a number": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(y: torch.Tensor):
    return 1 / y * y
""",
    "integers": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(y: torch.Tensor):
    steps = torch.arange(3)
    return steps * y / y
""",
    "a smaller shape": """\
import torch
import torch.nn.functional as F
from torch import nn


def f():
    row = torch.rand(1, 3)
    matrix = torch.rand(5, 3)
    return row * matrix / matrix
""",
    "another dtype": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor, y: torch.Tensor):
    return x.half() * y.double() / y.double()
""",
    "x has changed since": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor, y: torch.Tensor):
    scaled = x / y
    x = x + 1
    return scaled * y, x
""",
    "nothing else would be left of a branch": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor, y: torch.Tensor | None):
    if y is not None:
        x = x * y / y
    return x
""",
    "out is given": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor, y: torch.Tensor, out: torch.Tensor):
    torch.div(x * y, y, out=out)
    return out
""",
}
