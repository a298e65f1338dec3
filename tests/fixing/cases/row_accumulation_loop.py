"""TEF201: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "an in-place sum by index": (
        """\
import torch
from torch import Tensor


def f(x: Tensor, z: Tensor):
    for i in range(len(x)):
        z += x[i]
    return z
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor, z: Tensor):
    z += x.sum(dim=0)
    return z
""",
    ),
    "a sum by walking": (
        """\
import torch
from torch import Tensor


def f(x: Tensor, z: Tensor):
    for row in x:
        z = row + z
    return z
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor, z: Tensor):
    z = x.sum(dim=0) + z
    return z
""",
    ),
    "a loop on one line": (
        """\
import torch
from torch import Tensor


def f(x: Tensor, z: Tensor):
    for row in x: z -= row
    return z
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor, z: Tensor):
    z -= x.sum(dim=0)
    return z
""",
    ),
    "a method in place": (
        """\
import torch
from torch import Tensor


def f(x: Tensor, z: Tensor):
    for row in x:
        z.add_(row)
    return z
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor, z: Tensor):
    z.add_(x.sum(dim=0))
    return z
""",
    ),
    "a product": (
        """\
import torch
from torch import Tensor


def f(gates: Tensor):
    keep = 1.0
    for t in range(gates.shape[0]):
        keep = keep * gates[t]
    return keep
""",
        """\
import torch
from torch import Tensor


def f(gates: Tensor):
    keep = 1.0
    keep = keep * gates.prod(dim=0)
    return keep
""",
    ),
    "a maximum": (
        """\
from torch import Tensor, maximum


def f(frames: Tensor):
    best = frames[0]
    for frame in frames:
        best = maximum(best, frame)
    return best
""",
        """\
from torch import Tensor, maximum


def f(frames: Tensor):
    best = frames[0]
    best = maximum(best, frames.amax(dim=0))
    return best
""",
    ),
    "a maximum from the second row on": (
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    best = x[0].clone()
    for i in range(1, len(x)):
        best = torch.max(best, x[i])
    return best
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    best = x[0].clone()
    best = torch.max(best, x.amax(dim=0))
    return best
""",
    ),
    "a minimum of the rows after the first": (
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    best = x[0]
    for row in x[1:]:
        best = torch.minimum(best, row)
    return best
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    best = x[0]
    best = torch.minimum(best, x.amin(dim=0))
    return best
""",
    ),
    "columns": (
        """\
import torch
from torch import Tensor


def f(x: Tensor, z: Tensor):
    for j in range(x.size(1)):
        z += x[:, j]
    return z
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor, z: Tensor):
    z += x.sum(dim=1)
    return z
""",
    ),
    "the last dim": (
        """\
import torch
from torch import Tensor


def f(x: Tensor, z: Tensor):
    for j in range(x.size(-1)):
        z += x[..., j]
    return z
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor, z: Tensor):
    z += x.sum(dim=-1)
    return z
""",
    ),
    "every second entry of one column": (
        """\
import torch
from torch import Tensor


def f(x: Tensor, n: int):
    z = 0
    for i in range(2, n, 2):
        z = z + x[i, 0]
    return z
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor, n: int):
    z = 0
    z = z + x[2:n:2, 0].sum(dim=0)
    return z
""",
    ),
    "a row through a name": (
        """\
import torch
from torch import Tensor


def f(x: Tensor, z: Tensor):
    for i in range(len(x)):
        row = x[i]
        z += row
    return z
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor, z: Tensor):
    z += x.sum(dim=0)
    return z
""",
    ),
    "comments": (
        """\
import torch
from torch import Tensor


def f(x: Tensor, z: Tensor):
    # all rows
    for i in range(len(x)):  # one by one
        # add it
        z += x[i]  # in place
    return z
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor, z: Tensor):
    # all rows
    # one by one
    # add it
    # in place
    z += x.sum(dim=0)
    return z
""",
    ),
    "the rest of the loop stays": (
        """\
import torch
from torch import Tensor


def f(x: Tensor, names: list):
    total = torch.zeros_like(x[0])
    for i, row in enumerate(x):
        total += row
        print(names[i])
    return total
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor, names: list):
    total = torch.zeros_like(x[0])
    for i, row in enumerate(x):
        print(names[i])
    total += x.sum(dim=0)
    return total
""",
    ),
    "two sums in one loop": (
        """\
import torch
from torch import Tensor


def f(x: Tensor, total: Tensor, product: Tensor):
    for row in x:
        total += row
        product *= row
    return total, product
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor, total: Tensor, product: Tensor):
    product *= x.prod(dim=0)
    total += x.sum(dim=0)
    return total, product
""",
    ),
    "an attribute": (
        """\
import torch
from torch import Tensor


class Bag:
    def __init__(self) -> None:
        self.total = torch.zeros(3)

    def add(self, rows: Tensor) -> None:
        for row in rows:
            self.total += row
""",
        """\
import torch
from torch import Tensor


class Bag:
    def __init__(self) -> None:
        self.total = torch.zeros(3)

    def add(self, rows: Tensor) -> None:
        self.total += rows.sum(dim=0)
""",
    ),
    "rows that are computed": (
        """\
import torch
from torch import Tensor


def f(x: Tensor, z: Tensor):
    for row in torch.relu(x) * 2:
        z += row
    return z
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor, z: Tensor):
    z += (torch.relu(x) * 2).sum(dim=0)
    return z
""",
    ),
    "small integers": (
        """\
import torch
from torch import Tensor


def f(z: Tensor):
    x = torch.ones(3, 4, dtype=torch.int32)
    for row in x:
        z = z + row
    return z
""",
        """\
import torch
from torch import Tensor


def f(z: Tensor):
    x = torch.ones(3, 4, dtype=torch.int32)
    z = z + x.sum(dim=0, dtype=torch.int32)
    return z
""",
    ),
    "a progress bar": (
        """\
import torch
from torch import Tensor
from tqdm import tqdm


def f(x: Tensor, z: Tensor):
    for row in tqdm(x):
        z += row
    return z
""",
        """\
import torch
from torch import Tensor
from tqdm import tqdm


def f(x: Tensor, z: Tensor):
    z += x.sum(dim=0)
    return z
""",
    ),
}

SAFE: set[str] = set()

LEFT: dict[str, str] = {
    "the row is used after the loop": """\
import torch
from torch import Tensor


def f(x: Tensor, z: Tensor):
    for row in x:
        z += row
    return z, row
""",
    "nan is skipped": """\
import torch
from torch import Tensor


def f(x: Tensor):
    best = x[0]
    for row in x:
        best = torch.fmax(best, row)
    return best
""",
    "scaled by alpha": """\
import torch
from torch import Tensor


def f(x: Tensor, z: Tensor):
    for row in x:
        z = torch.add(z, row, alpha=2)
    return z
""",
    "the tensor changes in the loop": """\
import torch
from torch import Tensor


def f(x: Tensor, z: Tensor):
    for row in x:
        z += row
        x.mul_(2)
    return z
""",
    "a maximum of rows that may be none": """\
import torch
from torch import Tensor


def f(x: Tensor):
    best = x[0]
    for row in x[2:]:
        best = torch.maximum(best, row)
    return best
""",
    "an else": """\
import torch
from torch import Tensor


def f(x: Tensor, z: Tensor):
    for row in x:
        z += row
    else:
        print(z)
    return z
""",
    "a generator": """\
import torch
from torch import Tensor


def f(x: Tensor, z: Tensor):
    for row in x:
        z = z + row
        yield row
""",
    "a product of masks": """\
import torch
from torch import Tensor


def f(x: Tensor):
    keep = x[0] > 0
    for row in x > 0:
        keep = keep * row
    return keep
""",
    "the loop changes the rows": """\
import torch
from torch import Tensor


def f(x: Tensor):
    total = 0
    for row in x:
        total += row
        row.mul_(2)
    return total
""",
    "the loop hands the tensor to what may change it": """\
import torch
from torch import Tensor


def f(x: Tensor, g):
    total = 0
    for i in range(len(x)):
        g(x[i])
        total = total + x[i]
    return total
""",
    "the row is read by the loop after it": """\
import torch
from torch import Tensor


def f(x: Tensor):
    total = 0
    for row in x:
        total += row
    for row in reversed(row):
        print(row)
    return total
""",
}
