"""TEF108 python-bool-on-tensor: programs that must be flagged and near misses that must stay silent.

In FLAG, `# expect: CODE` ends each line on which a finding must stand, and no other finding may stand anywhere.
In LEAVE there must be none at all.
"""

FLAG: dict[str, str] = {
    "two comparisons joined with and": """\
import torch


def inside(x: torch.Tensor) -> torch.Tensor:
    return x > 0 and x < 1  # expect: TEF108
""",
    "two comparisons joined with or": """\
import torch
from torch import Tensor


def outside(x: Tensor) -> Tensor:
    return (x < 0) or (x > 1)  # expect: TEF108
""",
    "chained comparison": """\
import torch


def inside(x: torch.Tensor) -> torch.Tensor:
    return 0 < x < 1  # expect: TEF108
""",
    "not of a comparison": """\
import torch


def outside(x: torch.Tensor) -> torch.Tensor:
    return not (x > 0)  # expect: TEF108
""",
    "not of a mask": """\
import torch

mask = torch.zeros(4, 4, dtype=torch.bool)
keep = not mask  # expect: TEF108
""",
    "masks of known rank": """\
import torch

a = torch.tensor([True, False])
b = torch.tensor([True, True])
both = a and b  # expect: TEF108
""",
    "either of two masks": """\
import torch as th

a = th.zeros(5, dtype=th.bool)
b = th.ones(5, dtype=th.bool)
either = a or b  # expect: TEF108
""",
    "mask used as an index": """\
import torch

x = torch.randn(20)
middle = x[x > -1 and x < 1]  # expect: TEF108
""",
    "chained comparison as an index": """\
import torch

x = torch.randn(20)
middle = x[-1 < x < 1]  # expect: TEF108
""",
    "chained comparison with tensor bounds": """\
import torch

x = torch.rand(8, 3)
low = torch.zeros(3)
high = torch.ones(3)
ok = low <= x <= high  # expect: TEF108
""",
    "chain of equalities": """\
import torch


def agree(a: torch.Tensor, b: torch.Tensor, c: torch.Tensor) -> torch.Tensor:
    return a == b == c  # expect: TEF108
""",
    "condition of where": """\
import torch


def huber(error: torch.Tensor) -> torch.Tensor:
    return torch.where(error > -1 and error < 1, 0.5 * error ** 2, error.abs() - 0.5)  # expect: TEF108
""",
    "if statement": """\
import torch


def check(x: torch.Tensor):
    if x < 0 or x > 1:  # expect: TEF108
        raise ValueError("out of range")
    return x
""",
    "chained comparison in an assert": """\
import torch


def check(probabilities: torch.Tensor):
    assert 0 <= probabilities <= 1  # expect: TEF108
    return probabilities
""",
    "while statement": """\
import torch

x = torch.rand(4)
while not (x < 0.01):  # expect: TEF108
    x = x / 2
""",
    "conditional expression": """\
import torch


def pick(x: torch.Tensor, y: torch.Tensor):
    return x if x > 0 and y > 0 else y  # expect: TEF108
""",
    "masks through names": """\
import torch


def valid(boxes: torch.Tensor) -> torch.Tensor:
    wide = boxes[:, 2] > boxes[:, 0]
    tall = boxes[:, 3] > boxes[:, 1]
    return boxes[wide and tall]  # expect: TEF108
""",
    "not of a mask through a name": """\
import torch


def mean_of_rest(x: torch.Tensor, pad: int) -> torch.Tensor:
    padded = x == pad
    return x[not padded]  # expect: TEF108
""",
    "function forms of the comparison": """\
import torch


def band(x: torch.Tensor) -> torch.Tensor:
    return torch.gt(x, 0.0) and torch.lt(x, 1.0)  # expect: TEF108
""",
    "method forms of the comparison": """\
import torch


def band(x: torch.Tensor) -> torch.Tensor:
    return x.ge(0.0) and x.le(1.0)  # expect: TEF108
""",
    "function imported by name": """\
from torch import Tensor, eq


def outside(x: Tensor) -> Tensor:
    return not eq(x, 0)  # expect: TEF108
""",
    "nan or inf of a known matrix": """\
import torch

x = torch.rand(3, 3)
bad = torch.isnan(x) or torch.isinf(x)  # expect: TEF108
""",
    "not of isfinite of a known batch": """\
import torch

logits = torch.rand(8, 10)
logits[not torch.isfinite(logits)] = 0.0  # expect: TEF108
""",
    "row reductions are not scalars": """\
import torch

x = torch.rand(8, 10)
keep = x.any(dim=1) and (x > 0.5).all(dim=1)  # expect: TEF108
""",
    "labels against a prediction": """\
import torch
from torch import nn


class Meter(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(16, 4)

    def forward(self, x, labels):
        predicted = self.fc(x).argmax(dim=1)
        return (predicted == labels) and (labels != 0)  # expect: TEF108
""",
    "module output out of range": """\
import torch
from torch import nn

model = nn.Linear(4, 2)
y = model(torch.rand(3, 4))
inside = 0.0 < y < 1.0  # expect: TEF108
""",
    "buffer as a condition": """\
import torch
from torch import nn


class Masked(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.register_buffer("mask", torch.ones(n, n, dtype=torch.bool))

    def forward(self, scores):
        hidden = not self.mask  # expect: TEF108
        return scores.masked_fill(hidden, -1e4)
""",
    "value from a helper of the same file": """\
import torch


def positive(x: torch.Tensor) -> torch.Tensor:
    return x > 0


def both(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return positive(x) and positive(y)  # expect: TEF108
""",
    "inside a lambda": """\
import torch

band = lambda t: torch.abs(t) > 0.1 and torch.abs(t) < 0.9  # expect: TEF108
""",
    "inside a comprehension": """\
import torch

x = torch.rand(6)
masks = [x > low and x < low + 0.1 for low in (0.1, 0.2)]  # expect: TEF108
""",
    "first operand decides": """\
import torch


def guard(x: torch.Tensor, strict: bool):
    if x < 0 and strict:  # expect: TEF108
        raise ValueError("negative")
""",
    "three operands": """\
import torch


def corner(p: torch.Tensor, w: int, h: int) -> torch.Tensor:
    u, v = p[:, 0], p[:, 1]
    return u >= 0 and u < w and v >= 0  # expect: TEF108
""",
    "comparison of shifted tensors": """\
import torch

tokens = torch.randint(0, 5, (2, 10))
changed = not (tokens[:, 1:] == tokens[:, :-1])  # expect: TEF108
""",
    "optional tensor after the guard": """\
from typing import Optional

import torch


def band(x: Optional[torch.Tensor]):
    if x is None:
        return None
    return 0 <= x < 10  # expect: TEF108
""",
    "nested function": """\
import torch


def make(limit: float):
    def clip(g: torch.Tensor) -> torch.Tensor:
        if g > limit or g < -limit:  # expect: TEF108
            return g * 0.5
        return g

    return clip
""",
    "walrus": """\
import torch

x = torch.rand(10)
if (high := x > 0.5) and not torch.equal(x, x.flip(0)):  # expect: TEF108
    x[high] = 0.5
""",
    "multi-line condition": """\
import torch


def select(scores: torch.Tensor, labels: torch.Tensor, k: int) -> torch.Tensor:
    keep = (
        scores > 0.5  # expect: TEF108
        and labels == k
    )
    return scores[keep]
""",
    "episode ends": """\
import torch


def bootstrap(reward: torch.Tensor, done: torch.Tensor, value: torch.Tensor) -> torch.Tensor:
    terminal = done == 1
    return reward + 0.99 * value * (not terminal)  # expect: TEF108
""",
    "rank known from an assert": """\
import torch


def invert(mask: torch.Tensor) -> torch.Tensor:
    assert mask.dim() == 2
    return not mask  # expect: TEF108
""",
    "walrus-in-a-condition": """\
import torch
from torch import Tensor


def kept(a: Tensor, b: Tensor) -> Tensor:
    if (mask := a > 0) and b > 0:  # expect: TEF108
        return a[mask]
    return a
""",
    "chain-as-a-method-argument": """\
import torch as th


def selected(x: th.Tensor, low: float, high: float) -> th.Tensor:
    return x.masked_fill(low <= x <= high, 0.0)  # expect: TEF108
""",
    "negated-in-a-lambda": """\
import torch

empty = lambda mask: torch.where(not mask.bool().unsqueeze(0).expand(4, -1), 0, 1)  # expect: TEF108
""",
    "asserted-with-a-flag": """\
import torch


def checked(x: torch.Tensor, strict: bool) -> torch.Tensor:
    rows, columns = x.shape
    assert x >= 0 and strict  # expect: TEF108
    return x.view(columns, rows)
""",
}

LEAVE: dict[str, str] = {
    "elementwise operators": """\
import torch


def inside(x: torch.Tensor) -> torch.Tensor:
    return (x > 0) & (x < 1) | ~(x == 2)
""",
    "logical functions": """\
import torch


def inside(x: torch.Tensor) -> torch.Tensor:
    return torch.logical_and(x > 0, x < 1).logical_or(torch.logical_not(x == 2))
""",
    "all before and": """\
import torch


def check(x: torch.Tensor, flag: bool):
    if (x > 0).all() and flag:
        return x
    return -x
""",
    "any of nan or inf": """\
import torch


def broken(x: torch.Tensor):
    return torch.isnan(x).any() or torch.isinf(x).any()
""",
    "function forms of all and any": """\
import torch


def check(x: torch.Tensor):
    assert torch.all(x >= 0) and not torch.any(x > 1)
    return x
""",
    "item of a comparison": """\
import torch


def check(x: torch.Tensor) -> bool:
    return (x > 0).all().item() and not bool((x > 1).any())
""",
    "is not None": """\
import torch


def apply(x: torch.Tensor, mask: torch.Tensor | None = None):
    if mask is not None and x.dim() == 2:
        x = x * mask
    return x
""",
    "not of is None": """\
from typing import Optional

import torch


def apply(x: torch.Tensor, mask: Optional[torch.Tensor] = None):
    if not (mask is None) or x is None:
        return mask
    return x
""",
    "zero-dimensional value": """\
import torch

loss = torch.tensor(0.3)
good = loss > 0 and loss < 1
done = not loss
""",
    "loss of a criterion": """\
import torch
import torch.nn.functional as F

loss = F.cross_entropy(torch.rand(4, 3), torch.tensor([0, 1, 2, 0]))
if not loss < 10 or 0 < loss < 1e-3:
    raise RuntimeError("diverged")
""",
    "element of a vector": """\
import torch

x = torch.rand(10)
if x[0] > 0.9 and x[-1] < 0.1 or 0.4 < x[5] < 0.6:
    x = x.flip(0)
""",
    "one element": """\
import torch

temperature = torch.tensor([0.7])
warm = temperature > 0.5 and temperature < 1.0
inside = 0.0 < temperature < 1.0
""",
    "one-element parameter": """\
import torch
from torch import nn


class Scale(nn.Module):
    def __init__(self):
        super().__init__()
        self.alpha = nn.Parameter(torch.ones(1))

    def forward(self, x):
        if self.alpha > 0 and self.training:
            return x * self.alpha
        return x
""",
    "sizes in a chained comparison": """\
import torch


def check(x: torch.Tensor):
    assert 1 <= x.dim() <= 3 and 0 < x.size(0) <= 64
    return not x.shape[-1] % 2
""",
    "shapes compared": """\
import torch


def check(a: torch.Tensor, b: torch.Tensor):
    if a.shape == b.shape and a.dtype == b.dtype or not a.device == b.device:
        return a
    return b
""",
    "properties are Python booleans": """\
import torch


def check(x: torch.Tensor):
    if x.requires_grad and not x.is_cuda or x.is_sparse:
        return x.detach()
    return x
""",
    "predicate methods are Python booleans": """\
import torch


def check(x: torch.Tensor):
    if not x.is_contiguous() and not torch.is_grad_enabled() and x.numel() > 0:
        return x.contiguous()
    return x
""",
    "equal and allclose": """\
import torch


def same(a: torch.Tensor, b: torch.Tensor) -> bool:
    return torch.equal(a, b) or torch.allclose(a, b, atol=1e-3) and not a is b
""",
    "isinstance and a flag": """\
import torch


def convert(x, device=None):
    if isinstance(x, torch.Tensor) and device:
        return x.to(device)
    return not isinstance(x, torch.Tensor) or x
""",
    "length of a tensor": """\
import torch


def first(x: torch.Tensor):
    if not len(x) or len(x) > 10 and x.shape[0] != 12:
        return None
    return x[:1]
""",
    "Python numbers": """\
import torch


def schedule(step: int, warmup: int) -> float:
    if 0 < step < warmup and not step % 10:
        return step / warmup
    return 1.0


x = torch.rand(3) * schedule(3, 10)
""",
    "loop counter": """\
import torch

x = torch.zeros(3)
for epoch in range(20):
    if epoch > 5 and epoch < 10 or 12 <= epoch < 14:
        x = x + 1.0
""",
    "value read with item": """\
import torch


def stop(loss: torch.Tensor, best: float) -> bool:
    value = loss.item()
    return value < best and 0.0 <= value < 10.0
""",
    "list of tensors": """\
import torch

outputs = []
for _ in range(3):
    outputs.append(torch.rand(4))
if not outputs or len(outputs) > 2 and outputs:
    result = torch.stack(outputs)
""",
    "numpy arrays of one element and lists": """\
import numpy as np
import torch

a = np.array([1.0])
inside = 0 < a < 2
names = ["a", "b"]
x = torch.zeros(2) if names and not a > 3 else torch.ones(2)
""",
    "unknown parameters": """\
import torch


def clip(value, low, high):
    if value > low and value < high or low < value < high:
        return torch.tensor(0.5)
    return not value
""",
    "default for an argument that may be None": """\
import torch


def weighted(x, weights=None):
    weights = weights or torch.ones(3)
    return weights
""",
    "flag before a default tensor": """\
import torch

use_noise = False
noise = use_noise or torch.zeros(1)
""",
    "tensor of unknown rank as a flag": """\
import torch


def stop(done: torch.Tensor, limit: bool):
    if done or limit:
        return True
    return not done
""",
    "norm of a gradient": """\
import torch


def check(g: torch.Tensor, limit: float):
    n = torch.linalg.vector_norm(g)
    if n > limit and n < 100 * limit:
        return g / n
    return g
""",
    "count of hits": """\
import torch


def enough(mask: torch.Tensor, k: int):
    hits = torch.count_nonzero(mask)
    return hits >= k and hits < 2 * k
""",
    "clip_grad_norm returns one number": """\
import torch
from torch import nn

model = nn.Linear(3, 3)
total = nn.utils.clip_grad_norm_(model.parameters(), 1.0)
bad = total > 10 and not torch.isfinite(total)
""",
    "strings and membership": """\
import torch

reduction = "mean"
x = torch.rand(3)
if reduction in ("mean", "sum") and not reduction == "none":
    x = x.sum(dim=0)
""",
    "training flag of a module": """\
import torch
from torch import nn


class Drop(nn.Module):
    def forward(self, x):
        if not self.training or not torch.is_tensor(x):
            return x
        return nn.functional.dropout(x, p=0.5)
""",
    "empty check by numel": """\
import torch


def safe_mean(x: torch.Tensor):
    if x.numel() == 0 or not x.numel() > 1:
        return x.new_zeros(())
    return x.mean(dim=0)
""",
    "compared-with-none": """\
from torch import Tensor


def either(x: Tensor, y: Tensor) -> Tensor:
    if x == None or y is None:
        return y
    return x
""",
    "sizes-are-python-numbers": """\
from torch import Tensor


def square(x: Tensor) -> bool:
    return x.dim() == 2 and 0 < x.shape[0] == x.shape[1] and not x.requires_grad
""",
    "one-element-by-index": """\
from torch import Tensor


def rising(x: Tensor, i: int) -> bool:
    return bool(x[i] > 0 and x[i + 1] > 0)
""",
    "reduced-first": """\
import torch
from torch import Tensor


def fine(x: Tensor, flag: bool) -> bool:
    return bool((x > 0).all() and not torch.isnan(x).any() and flag)
""",
    "bare-tensor-of-unknown-rank": """\
from torch import Tensor


def stop(done: Tensor, step: int) -> bool:
    if not done and step < 100:
        return False
    return True
""",
    "last-part-is-the-result": """\
from torch import Tensor


def masked(x: Tensor, training: bool) -> Tensor:
    mask = training and (x > 0)
    return x * mask
""",
    "item-shows-a-number": """\
from torch import Tensor


def better(score: Tensor, best: float) -> float:
    if score > best and score < 1:
        return score.item()
    return best
""",
}
