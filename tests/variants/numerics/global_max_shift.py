"""TEF317 global-max-shift: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole.
In FLAG, `# expect: CODE` ends each line on which a finding must stand, and no other
finding may stand anywhere. In LEAVE there must be none at all.
"""

from tests.rules.programs import Whole

HEADER = """\
import torch
from torch import Tensor, nn


"""

FLAG: dict[str, str] = {
    "row-sum-of-globally-shifted-exp": """\
def partition(x: Tensor) -> Tensor:
    return torch.exp(x - x.max()).sum(dim=1)  # expect: TEF317
""",
    "torch-max-function": """\
def partition(x: Tensor) -> Tensor:
    return torch.sum(torch.exp(x - torch.max(x)), dim=1)  # expect: TEF317
""",
    "exponentials-by-name": """\
def partition(x: Tensor) -> Tensor:
    e = torch.exp(x - x.max())  # expect: TEF317
    return e.sum(dim=-1, keepdim=True)
""",
    "amax-without-dims": """\
def partition(x: Tensor) -> Tensor:
    e = torch.exp(x - x.amax())  # expect: TEF317
    return torch.sum(e, dim=1)
""",
    "method-forms": """\
def partition(x: Tensor) -> Tensor:
    return (x - x.max()).exp().sum(1)  # expect: TEF317
""",
    "torch-under-an-alias": Whole("""\
import torch as th


def partition(x: th.Tensor) -> th.Tensor:
    return th.exp(x - th.max(x)).sum(-1)  # expect: TEF317
"""),
    "imported-functions": Whole("""\
from torch import Tensor, exp
from torch import max as tmax
from torch import sum as tsum


def partition(x: Tensor) -> Tensor:
    return tsum(exp(x - tmax(x)), dim=1)  # expect: TEF317
"""),
    "axis-keyword": """\
def partition(x: Tensor) -> Tensor:
    e = torch.exp(x - x.max())  # expect: TEF317
    return e.sum(axis=1)
""",
    "row-mean": """\
def row_means(x: Tensor) -> Tensor:
    return torch.exp(x - x.max()).mean(dim=1)  # expect: TEF317
""",
    "known-matrix": """\
x = torch.randn(8, 5)
totals = torch.exp(x - x.max()).sum(dim=1)  # expect: TEF317
""",
    "linear-output": """\
class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(16, 4)

    def forward(self, x):
        logits = self.fc(x)
        e = torch.exp(logits - logits.max())  # expect: TEF317
        return e.sum(dim=1)
""",
    "detached-max": """\
def partition(x: Tensor) -> Tensor:
    return torch.exp(x - x.max().detach()).sum(dim=1)  # expect: TEF317
""",
    "torch-sub": """\
def partition(x: Tensor) -> Tensor:
    return torch.exp(torch.sub(x, x.max())).sum(dim=1)  # expect: TEF317
""",
    "jaxtyped-matrix": Whole("""\
import torch
from jaxtyping import Float
from torch import Tensor


def partition(x: Float[Tensor, "b n"]):
    return torch.exp(x - x.max()).sum(dim=-1)  # expect: TEF317
"""),
    "forward-parameter": """\
class Partition(nn.Module):
    def forward(self, scores):
        e = torch.exp(scores - torch.max(scores))  # expect: TEF317
        return e.sum(dim=-1)
""",
    "weighted-average-by-global-shift": """\
def attend(x: Tensor, values: Tensor) -> Tensor:
    e = torch.exp(x - x.max())  # expect: TEF317
    return (e * values).sum(dim=1) / e.sum(dim=1)
""",
    "max-by-name": """\
def partition(x: Tensor) -> Tensor:
    top = x.max()
    return torch.exp(x - top).sum(dim=1)  # expect: TEF317
""",
    "torch-max-by-name": """\
def partition(scores: Tensor) -> Tensor:
    m = torch.max(scores)
    weights = torch.exp(scores - m)  # expect: TEF317
    return weights.sum(dim=-1, keepdim=True)
""",
    "three-dimensional-scores": """\
scores = torch.randn(2, 8, 16)
totals = torch.exp(scores - scores.max()).sum(dim=-1)  # expect: TEF317
""",
    "inside-a-lambda": """\
def make(x: torch.Tensor):
    return lambda: torch.exp(x - x.max()).sum(dim=1)  # expect: TEF317
""",
    "inside-a-comprehension": """\
def both(a: Tensor, b: Tensor) -> list[Tensor]:
    return [torch.exp(x - x.max()).sum(dim=1) for x in (a, b)]  # expect: TEF317
""",
    "conditional-expression": """\
def pool(x: Tensor, soft: bool) -> Tensor:
    return torch.exp(x - x.max()).sum(dim=1) if soft else x.amax(dim=1)  # expect: TEF317
""",
    "walrus": """\
def both(x: Tensor) -> tuple[Tensor, Tensor]:
    return (e := torch.exp(x - x.max())), e.sum(dim=1)  # expect: TEF317
""",
    "under-try-and-no-grad": """\
def partition(x: Tensor) -> Tensor:
    try:
        with torch.no_grad():
            e = torch.exp(x - torch.max(x))  # expect: TEF317
            return e.sum(dim=1)
    except IndexError:
        return x
""",
    "nested-function": """\
def build(dim: int):
    def partition(x: Tensor) -> Tensor:
        e = torch.exp(x - x.max())  # expect: TEF317
        return torch.sum(e, dim=-1)

    return partition
""",
    "narrowed-by-isinstance": """\
def partition(x):
    if isinstance(x, torch.Tensor):
        return torch.exp(x - x.max()).sum(dim=-1)  # expect: TEF317
    return None
""",
    "optional-scores": Whole("""\
from typing import Optional

import torch
from torch import Tensor


def partition(x: Optional[Tensor]) -> Optional[Tensor]:
    if x is None:
        return None
    e = torch.exp(x - x.max())  # expect: TEF317
    return e.sum(dim=-1)
"""),
    "union-with-none": """\
def partition(x: torch.Tensor | None):
    if x is not None:
        return torch.exp(x - x.max()).sum(dim=1)  # expect: TEF317
    return None
""",
    "string-annotation": Whole("""\
import torch


def partition(x: "torch.Tensor") -> "torch.Tensor":
    return torch.exp(x - x.max()).sum(dim=-1)  # expect: TEF317
"""),
    "symbolic-matrix": """\
def noise_partition(x: Tensor) -> Tensor:
    b, n = x.shape
    noise = torch.rand(b, n, device=x.device)
    return torch.exp(noise - noise.max()).sum(dim=1)  # expect: TEF317
""",
    "matrix-product-scores": """\
def partition(query: Tensor, key: Tensor) -> Tensor:
    scores = query @ key.transpose(-2, -1)
    e = torch.exp(scores - scores.max())  # expect: TEF317
    return e.sum(dim=-1)
""",
    "static-method": """\
class Ops:
    @staticmethod
    def partition(x: torch.Tensor) -> torch.Tensor:
        return torch.exp(x - x.max()).sum(dim=1)  # expect: TEF317
""",
    "attribute-of-a-plain-class": """\
class Scores:
    def __init__(self, values: Tensor) -> None:
        self.values = values

    def partition(self) -> Tensor:
        return torch.exp(self.values - self.values.max()).sum(dim=1)  # expect: TEF317
""",
    "row-mean-of-named-exponentials": """\
def row_means(x: Tensor) -> Tensor:
    e = torch.exp(x - x.max())  # expect: TEF317
    return torch.mean(e, dim=-1)
""",
    "sum-in-a-later-branch": """\
def partition(x: Tensor, keep: bool) -> Tensor:
    e = torch.exp(x - x.max())  # expect: TEF317
    if keep:
        return e.sum(dim=1, keepdim=True)
    return e.sum(dim=1)
""",
    "row-selected-from-a-batch-of-matrices": """\
batch = torch.randn(4, 8, 5)
first = batch[0]
totals = torch.exp(first - first.max()).sum(dim=1)  # expect: TEF317
""",
    "outputs-of-a-sequential": """\
model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 4))


def partition(x: torch.Tensor) -> torch.Tensor:
    logits = model(x)
    return torch.exp(logits - logits.max()).sum(dim=1)  # expect: TEF317
""",
}

LEAVE: dict[str, str] = {
    "row-max-with-row-sum": """\
def partition(x: Tensor) -> Tensor:
    return torch.exp(x - x.max(dim=1, keepdim=True).values).sum(dim=1)
""",
    "row-amax-with-row-sum": """\
def partition(x: Tensor) -> Tensor:
    e = torch.exp(x - x.amax(dim=-1, keepdim=True))
    return e.sum(dim=-1)
""",
    "vector": """\
x = torch.randn(10)
total = torch.exp(x - x.max()).sum(dim=0)
""",
    "global-max-with-global-sum": """\
def partition(x: Tensor) -> Tensor:
    e = torch.exp(x - x.amax(dim=None))
    return e.sum(dim=None)
""",
    "vector-global-sum": """\
x = torch.tensor([3.0, 1.0, 2.0])
e = torch.exp(x - torch.max(x))
total = e.sum()
""",
    "shift-saved-by-logsumexp": """\
def lse(x: Tensor) -> Tensor:
    m = x.amax(dim=None)
    return m + torch.logsumexp(x - m, dim=1)
""",
    "jaxtyped-vector": Whole("""\
import torch
from jaxtyping import Float
from torch import Tensor


def partition(x: Float[Tensor, "n"]):
    return torch.exp(x - x.max()).sum(dim=0)
"""),
    "rank-asserted-to-be-one": """\
def partition(x: Tensor) -> Tensor:
    assert x.dim() == 1
    return torch.exp(x - x.max()).sum(dim=-1)
""",
    "flattened-first": """\
def partition(x: Tensor) -> Tensor:
    flat = x.flatten()
    return torch.exp(flat - flat.max()).sum(dim=0)
""",
    "numpy": Whole("""\
import numpy as np
import torch


def partition(x: np.ndarray) -> torch.Tensor:
    return torch.from_numpy(np.exp(x - np.max(x)).sum(axis=1))
"""),
    "unshifted-row-sum": """\
def partition(x: Tensor) -> Tensor:
    return torch.exp(x).sum(dim=1)
""",
    "row-mean-subtracted": """\
def partition(x: Tensor) -> Tensor:
    return torch.exp(x - x.mean(dim=1, keepdim=True)).sum(dim=1)
""",
    "python-number-subtracted": """\
def partition(x: Tensor) -> Tensor:
    return torch.exp(x - 10.0).sum(dim=1)
""",
    "elementwise-maximum-of-two": """\
def pair(a: Tensor, b: Tensor) -> Tensor:
    m = torch.maximum(a, b)
    return torch.exp(a - m).sum(dim=1)
""",
    "user-class-with-max": """\
class Limits:
    def max(self) -> float:
        return 4.0


limits = Limits()


def partition(x: torch.Tensor) -> torch.Tensor:
    return torch.exp(x - limits.max()).sum(dim=1)
""",
    "row-max-first-of-pair": """\
def partition(x: Tensor) -> Tensor:
    e = torch.exp(x - x.max(dim=1, keepdim=True)[0])
    return e.sum(dim=1)
""",
    "row-max-unpacked": """\
def partition(x: Tensor) -> Tensor:
    top, _ = torch.max(x, dim=-1, keepdim=True)
    return torch.exp(x - top).sum(dim=-1)
""",
    "row-max-unsqueezed": """\
def partition(x: Tensor) -> Tensor:
    top = x.amax(dim=1)
    return torch.exp(x - top.unsqueeze(1)).sum(dim=1)
""",
    "detached-row-max": """\
def partition(x: Tensor) -> Tensor:
    top = x.detach().amax(dim=-1, keepdim=True)
    return torch.exp(x - top).sum(dim=-1)
""",
    "weighted-average-by-row-shift": """\
def attend(x: Tensor, values: Tensor) -> Tensor:
    e = torch.exp(x - x.amax(dim=1, keepdim=True))
    return (e * values).sum(dim=1) / e.sum(dim=1)
""",
    "range-vector": """\
steps = torch.arange(10, dtype=torch.float32)
total = torch.exp(steps - steps.max()).sum(dim=-1)
""",
    "column-of-a-matrix": """\
table = torch.randn(8, 3)
column = table[:, 0]
total = torch.exp(column - column.max()).sum(dim=0)
""",
    "row-of-a-matrix": """\
table = torch.randn(8, 3)
row = table[0]
total = torch.exp(row - row.max()).sum(dim=-1)
""",
    "rank-tested-to-be-one": """\
def partition(x: Tensor) -> Tensor:
    if x.ndim == 1:
        return torch.exp(x - x.max()).sum(dim=0)
    return torch.exp(torch.logsumexp(x, dim=1))
""",
    "viewed-as-a-vector": """\
def partition(x: Tensor) -> Tensor:
    flat = x.view(-1)
    e = torch.exp(flat - flat.max())
    return e.sum(dim=0)
""",
    "parameter-vector": """\
class Mix(nn.Module):
    def __init__(self):
        super().__init__()
        self.scores = nn.Parameter(torch.zeros(4))

    def forward(self, x):
        e = torch.exp(self.scores - self.scores.max())
        return x * e.sum(dim=0)
""",
    "buffer-vector": """\
class Mix(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("scores", torch.linspace(0.0, 1.0, 5))

    def forward(self, x):
        return x * torch.exp(self.scores - self.scores.max()).sum(-1)
""",
    "row-wise-max-along-an-axis": """\
def partition(x: Tensor) -> Tensor:
    return torch.exp(x - torch.amax(x, axis=1, keepdim=True)).sum(axis=1)
""",
    "shift-saved-by-the-logsumexp-method": """\
def lse(x: Tensor) -> Tensor:
    m = x.amax(dim=None)
    return (x - m).logsumexp(dim=1) + m
""",
    "shifted-by-logsumexp": """\
def partition(x: Tensor) -> Tensor:
    return torch.exp(x - x.logsumexp(dim=1, keepdim=True)).sum(dim=1)
""",
    "softmax-of-a-shift": """\
def weights(x: Tensor) -> Tensor:
    return torch.softmax(x - x.amax(dim=1, keepdim=True), dim=1)
""",
    "sigmoid-of-a-global-shift": """\
def soft_count(x: Tensor) -> Tensor:
    return torch.sigmoid(x - x.amax(dim=None)).sum(dim=1)
""",
    "exponentials-only": """\
def relative(x: Tensor) -> Tensor:
    return torch.exp(x - x.amax(dim=None))
""",
    "python-lists": Whole("""\
import math

import torch


def partition(values: list[float]) -> torch.Tensor:
    top = max(values)
    return torch.tensor(sum(math.exp(v - top) for v in values))
"""),
    "numpy-method": Whole("""\
import numpy as np
import torch


def partition(x: np.ndarray) -> torch.Tensor:
    e = np.exp(x - x.max())
    return torch.from_numpy(e.sum(axis=1))
"""),
    "jax": Whole("""\
import jax.numpy as jnp
import torch


def partition(x):
    return jnp.exp(x - jnp.max(x)).sum(axis=1)


def to_tensor(x) -> torch.Tensor:
    return torch.as_tensor(partition(x))
"""),
    "parameter-named-torch": Whole("""\
import torch.nn.functional as F


def partition(torch, x):
    return torch.exp(x - x.max()).sum(axis=1)


def relu(x):
    return F.relu(x)
"""),
    "local-function-named-exp": """\
def exp(x: Tensor) -> Tensor:
    return torch.relu(x) + 1.0


def total(x: Tensor) -> Tensor:
    return exp(x - x.amax(dim=1, keepdim=True)).sum(dim=1)
""",
}
