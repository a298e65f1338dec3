"""TEF113: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "size": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    return torch.nonzero(x > 0).size(0)
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    return int(torch.count_nonzero(x > 0))
""",
    ),
    "len": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    return x / len(x.nonzero())
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    return x / int(torch.count_nonzero(x))
""",
    ),
    "shape": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    return x.nonzero(as_tuple=False).shape[0]
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    return int(torch.count_nonzero(x))
""",
    ),
    "size, then an index": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    return torch.argwhere(x).size()[0] > 0
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    return int(torch.count_nonzero(x)) > 0
""",
    ),
    "a column": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    rows = torch.where(x > 1)[0]
    return rows.numel()
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    return int(torch.count_nonzero(x > 1))
""",
    ),
    "through a name that goes": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    positions = x.nonzero().squeeze(1)
    print(x)
    return len(positions)
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    print(x)
    return int(torch.count_nonzero(x))
""",
    ),
    "a number is made of it already": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    return float(len(x.nonzero())), int(torch.nonzero(x).size(0))
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    return float(torch.count_nonzero(x)), int(torch.count_nonzero(x))
""",
    ),
    "in a text": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    return f"{len(x.nonzero())} of {x.numel()}"
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    return f"{int(torch.count_nonzero(x))} of {x.numel()}"
""",
    ),
    "in a comprehension": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    return [(x == c).nonzero().size(0) for c in range(3)]
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    return [int(torch.count_nonzero(x == c)) for c in range(3)]
""",
    ),
    "torch has no name": (
        """\
from torch import Tensor, nonzero


def f(x: Tensor):
    return nonzero(x).size(dim=0)
""",
        """\
import torch
from torch import Tensor, nonzero


def f(x: Tensor):
    return int(torch.count_nonzero(x))
""",
    ),
    "an alias": (
        """\
import torch as th


def f(x: th.Tensor):
    if (n := len(th.nonzero(x))) == 0:
        return 0
    return n
""",
        """\
import torch as th


def f(x: th.Tensor):
    if (n := int(th.count_nonzero(x))) == 0:
        return 0
    return n
""",
    ),
    "over several lines": (
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    return torch.nonzero(
        x > 0,  # hits
        as_tuple=False,
    ).size(0)
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    # hits
    return int(torch.count_nonzero(x > 0))
""",
    ),
}

SAFE: set[str] = set()

LEFT: dict[str, str] = {
    "counted twice": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    positions = x.nonzero()
    return len(positions), positions.size(0)
""",
    "found once, counted in a loop": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    positions = x.nonzero()
    for _ in range(3):
        print(len(positions))
""",
    "x has changed since": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    positions = x.nonzero()
    x = x + 1
    return len(positions), x
""",
    "x was changed in place": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor):
    positions = x.nonzero()
    x.zero_()
    return len(positions)
""",
    "int is something else": """\
import torch
import torch.nn.functional as F
from torch import nn


def f(x: torch.Tensor, int):
    return len(x.nonzero())
""",
}
