"""TEF109 bitwise-precedence: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole.
In FLAG, `# expect: CODE` ends each line on which a finding must stand, and no other finding may stand anywhere.
In LEAVE there must be none at all.
"""

from tests.rules.programs import Whole

HEADER = """\
import torch
from torch import Tensor, nn


"""

FLAG: dict[str, str] = {
    "and between two comparisons": """\
a = torch.rand(5)
b = torch.rand(5)
mask = a > 0 & b < 1  # expect: TEF109
""",
    "or between two equalities": """\
def special(tokens: torch.Tensor) -> torch.Tensor:
    return tokens == 1 | tokens == 2  # expect: TEF109
""",
    "xor between two comparisons": """\
def differ(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return a > 0 ^ b > 0  # expect: TEF109
""",
    "range of one tensor": """\
def inside(x: Tensor) -> Tensor:
    return x >= 0 & x <= 1  # expect: TEF109
""",
    "range with float bounds": """\
x = torch.randn(10)
outside = x < -0.5 | x > 0.5  # expect: TEF109
""",
    "bounds in names": """\
def inside(x: torch.Tensor, low: float, high: float) -> torch.Tensor:
    return x > low & x < high  # expect: TEF109
""",
    "bounds are tensors": """\
x = torch.rand(8, 3)
low = torch.zeros(3)
high = torch.ones(3)
keep = x >= low & x <= high  # expect: TEF109
""",
    "index expression": """\
x = torch.randn(10)
middle = x[x > -1 & x < 1]  # expect: TEF109
""",
    "masked assignment": """\
x = torch.randn(10)
x[x < 0 | x > 1] = 0.0  # expect: TEF109
""",
    "condition of where": """\
def clip(x: torch.Tensor) -> torch.Tensor:
    return torch.where(x > 0 & x < 6, x, torch.zeros_like(x))  # expect: TEF109
""",
    "where imported by name": Whole("""\
from torch import rand, where

x = rand(4)
y = where(x < 0.2 | x > 0.8, x, 0.5)  # expect: TEF109
"""),
    "only the second comparison has parentheses": """\
def inside(x: torch.Tensor, low: float) -> torch.Tensor:
    return x > low & (x < 1)  # expect: TEF109
""",
    "only the first comparison has parentheses": """\
x = torch.rand(10)
mask = (x > 0.1) & x < 0.9  # expect: TEF109
""",
    "mask and a comparison of floats": """\
scores = torch.rand(10)
valid = torch.ones(10, dtype=torch.bool)
keep = valid & scores > 0.5  # expect: TEF109
""",
    "mask from a comparison and another comparison": """\
def select(scores: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    known = labels >= 0
    return scores[known & scores > 0.5]  # expect: TEF109
""",
    "inverted mask": """\
x = torch.rand(10)
padding = torch.zeros(10, dtype=torch.bool)
keep = ~padding & x > 0.5  # expect: TEF109
""",
    "three comparisons": """\
def corner(u: torch.Tensor, v: torch.Tensor, d: torch.Tensor) -> torch.Tensor:
    return u > 0 & v > 0 & d < 10  # expect: TEF109
""",
    "columns of boxes": """\
def valid(boxes: torch.Tensor) -> torch.Tensor:
    return boxes[:, 2] > boxes[:, 0] & boxes[:, 3] > boxes[:, 1]  # expect: TEF109
""",
    "not-equal twice": """\
def real_tokens(ids: torch.Tensor, pad: int, eos: int) -> torch.Tensor:
    return ids != pad & ids != eos  # expect: TEF109
""",
    "inside all": """\
def check(x: torch.Tensor):
    assert torch.all(x >= 0 & x <= 1)  # expect: TEF109
    return x
""",
    "counted along a dim": """\
scores = torch.rand(8, 10)
hits = (scores > 0.2 & scores < 0.4).sum(dim=1)  # expect: TEF109
""",
    "module forward": """\
class Gate(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 8)

    def forward(self, x):
        h = self.fc(x)
        active = h > 0 & x > 0  # expect: TEF109
        return h * active
""",
    "module output": """\
model = nn.Linear(4, 2)
y = model(torch.rand(3, 4))
uncertain = y > 0.4 & y < 0.6  # expect: TEF109
""",
    "attribute of self": """\
class Buffer:
    def __init__(self, n):
        self.rewards = torch.zeros(n)
        self.values = torch.zeros(n)

    def interesting(self):
        return self.rewards > 0 | self.values > 0  # expect: TEF109
""",
    "lambda": Whole("""\
import torch as th

band = lambda t: th.abs(t) > 0.1 & th.abs(t) < 0.9  # expect: TEF109
"""),
    "comprehension": """\
x = torch.rand(10)
bands = [x > low & x < low + 0.1 for low in (0.0, 0.1, 0.2)]  # expect: TEF109
""",
    "value from a helper of the same file": """\
def distance(p: torch.Tensor) -> torch.Tensor:
    return p.abs().amax(dim=-1)


points = torch.rand(10, 3)
ring = distance(points) > 0.2 & distance(points) < 0.8  # expect: TEF109
""",
    "yoda comparison": """\
x = torch.rand(10)
mask = 0 < x & x < 1  # expect: TEF109
""",
    "in a conditional statement with any": """\
def clean(g: torch.Tensor) -> torch.Tensor:
    if (g > 1e3 | g < -1e3).any():  # expect: TEF109
        return torch.zeros_like(g)
    return g
""",
    "argument by keyword": """\
scores = torch.rand(6, 6)
out = scores.masked_fill(mask=scores > 0.9 | scores < 0.1, value=0.0)  # expect: TEF109
""",
    "function result between operators": """\
def stable(x: torch.Tensor) -> torch.Tensor:
    return torch.isfinite(x) & x > 0  # expect: TEF109
""",
    "two labels in a segmentation map": """\
def boundary(labels: torch.Tensor) -> torch.Tensor:
    left, right = labels[:, :-1], labels[:, 1:]
    return left != right & left != 255  # expect: TEF109
""",
    "optional tensor after the guard": Whole("""\
from typing import Optional

import torch


def inside(x: Optional[torch.Tensor]):
    if x is not None:
        return x >= 0 & x < 10  # expect: TEF109
    return None
"""),
    "multi-line expression": """\
def select(scores: torch.Tensor, labels: torch.Tensor, k: int) -> torch.Tensor:
    keep = (
        labels == k  # expect: TEF109
        & scores > 0.5
    )
    return scores[keep]
""",
    "predicate-beside-a-comparison": """\
def broken(x: Tensor) -> Tensor:
    return torch.isnan(x) | x < 0  # expect: TEF109
""",
    "three-classes-through-an-attribute": """\
class Picker(torch.nn.Module):
    def forward(self, batch: torch.Tensor) -> torch.Tensor:
        self.labels = batch.long()
        return self.labels == 1 | self.labels == 2 | self.labels == 4  # expect: TEF109
""",
    "a-fraction-has-no-bits": """\
def confident(valid: Tensor, score: Tensor) -> Tensor:
    return valid & score > 0.5  # expect: TEF109
""",
    "score and label filter": """\
def select(boxes: torch.Tensor, scores: torch.Tensor, labels: torch.Tensor, thr: float) -> torch.Tensor:
    keep = scores > thr & labels == 1  # expect: TEF109
    return boxes[keep]
""",
    "inside a subscript": """\
def clean(depth: torch.Tensor, far: float = 80.0) -> torch.Tensor:
    return depth[depth > 0 & depth < far]  # expect: TEF109
""",
    "two kinds of padding": """\
class Encoder(nn.Module):
    def __init__(self, vocab: int, dim: int, pad: int, unk: int):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.pad, self.unk = pad, unk

    def forward(self, ids):
        h = self.embed(ids)
        ignore = ids == self.pad | ids == self.unk  # expect: TEF109
        return h.masked_fill(ignore.unsqueeze(-1), 0.0)
""",
    "the first comparison has parentheses, the second has none": """\
def ignore_mask(labels: torch.Tensor, classes: int) -> torch.Tensor:
    bad = (labels == -100) | labels >= classes  # expect: TEF109
    return ~bad
""",
    "finite and bounded": """\
def trusted(flow: torch.Tensor) -> torch.Tensor:
    mag = flow.norm(dim=1)
    return torch.isfinite(mag) & mag < 400.0  # expect: TEF109
""",
    "condition of where, in a longer program": """\
def huber_weight(r: torch.Tensor, valid: torch.Tensor, delta: float) -> torch.Tensor:
    a = r.abs()
    on = valid > 0
    return torch.where(on & a > delta, delta / a, torch.ones_like(a))  # expect: TEF109
""",
    "assert with all": """\
def check_targets(t: torch.Tensor, classes: int) -> None:
    assert (t >= 0 & t < classes).all(), "target out of range"  # expect: TEF109
""",
    "convergence loop": """\
def power_iteration(a: torch.Tensor, tol: float, cap: torch.Tensor) -> torch.Tensor:
    v = torch.ones(a.size(0), a.size(1), device=a.device)
    err = torch.full((a.size(0),), 1.0, device=a.device)
    count = torch.zeros(a.size(0), device=a.device)
    while (err > tol & count < cap).any():  # expect: TEF109
        new = torch.nn.functional.normalize(torch.einsum("bij,bj->bi", a, v), dim=1)
        err, v, count = (new - v).norm(dim=1), new, count + 1
    return v
""",
    "augmented mask update": """\
def prune(x: torch.Tensor, y: torch.Tensor, lo: float, hi: float) -> torch.Tensor:
    mask = torch.ones_like(x, dtype=torch.bool)
    mask &= x > lo & y < hi  # expect: TEF109
    return mask
""",
    "exclusive or of two signs": Whole("""\
import torch as th


def sign_changes(x: th.Tensor) -> th.Tensor:
    left, right = x[:, :-1], x[:, 1:]
    return (left > 0 ^ right > 0).sum(dim=1)  # expect: TEF109
"""),
    "negated mask before a comparison": """\
def content_tokens(ids: torch.Tensor, pad_id: int, specials: int) -> torch.Tensor:
    pad = ids == pad_id
    return (~pad & ids >= specials).sum(dim=-1)  # expect: TEF109
""",
    "over several lines": """\
def triplet_mask(dist: torch.Tensor, same: torch.Tensor, margin: float) -> torch.Tensor:
    anchor_pos = dist * same
    hard = (
        anchor_pos > margin  # expect: TEF109
        & dist
        < 2 * margin
    )
    return hard
""",
    "keyword argument and an attribute tensor": """\
class ReplayBuffer:
    def __init__(self, size: int):
        self.rewards = torch.zeros(size)
        self.ages = torch.zeros(size)

    def candidates(self, limit: float) -> torch.Tensor:
        return torch.nonzero(input=self.rewards != 0 & self.ages < limit)  # expect: TEF109
""",
    "comprehension over feature levels": """\
def level_masks(areas: torch.Tensor, bounds: list[tuple[float, float]]) -> torch.Tensor:
    return torch.stack([areas >= lo & areas < hi for lo, hi in bounds])  # expect: TEF109
""",
}

LEAVE: dict[str, str] = {
    "both comparisons in parentheses": """\
a = torch.rand(5)
b = torch.rand(5)
mask = (a > 0) & (b < 1)
either = (a > 0) | (b < 1) ^ (a == b)
""",
    "masks through names": """\
def inside(x: torch.Tensor) -> torch.Tensor:
    above = x > 0
    below = x < 1
    return above & below
""",
    "method forms": """\
def inside(x: torch.Tensor) -> torch.Tensor:
    return x.gt(0) & x.lt(1) | x.eq(5)
""",
    "logical_and": """\
x = torch.rand(5)
mask = torch.logical_and(x > 0, x < 1)
""",
    "bit test of an integer tensor": """\
flags = torch.randint(0, 16, (10,))
odd = flags & 1 == 1
""",
    "bit test against zero": """\
flags = torch.randint(0, 16, (10,))
even = flags & 1 == 0
set_bit = flags & 4 != 0
some = flags & 6 > 0
""",
    "bit test with a mask in a name": """\
FLAG = 8
codes = torch.arange(32)
hit = codes & FLAG == FLAG
""",
    "bit test in parentheses": """\
def same(a: torch.Tensor, b: torch.Tensor, c: torch.Tensor) -> torch.Tensor:
    return (a & b) == c
""",
    "shifted bits": """\
codes = torch.arange(256)
second = codes >> 2 & 3 == 1
""",
    "bit on the right of the comparison": """\
a = torch.arange(16)
b = torch.arange(16)
same_parity = a & 1 == b & 1
""",
    "or of integer codes": """\
a = torch.arange(16)
b = torch.arange(16)
any_bit = a | b != 0
""",
    "xor of integer codes counted": """\
a = torch.randint(0, 256, (8, 4))
b = torch.randint(0, 256, (8, 4))
distance = (a ^ b != 0).sum(dim=1)
""",
    "bitwise function": """\
flags = torch.randint(0, 16, (10,))
odd = torch.bitwise_and(flags, 1) == 1
""",
    "Python integers": """\
def parity(n: int, m: int) -> bool:
    return n & 1 == m & 1


x = torch.zeros(2) if parity(2, 4) else torch.ones(2)
""",
    "Python integers that are wrong but not tensors": """\
n, m = 3, 4
odd = n > 0 & m < 9
x = torch.full((2,), 1.0 if odd else 0.0)
""",
    "numpy arrays": Whole("""\
import numpy as np
import torch

a = np.random.randint(0, 5, 10)
b = np.random.randint(0, 5, 10)
mask = a & b > 0
x = torch.from_numpy(mask)
"""),
    "numpy arrays written carelessly": Whole("""\
import numpy as np
import torch


def select(a: np.ndarray, b: np.ndarray):
    return torch.from_numpy(a[a > 0 & b < 1])
"""),
    "pandas columns": Whole("""\
import pandas as pd
import torch


def rows(frame: pd.DataFrame):
    kept = frame[(frame["a"] > 0) & (frame["b"] < 1)]
    return torch.tensor(kept.values)
"""),
    "sets": """\
have = {"weight", "bias"}
need = {"weight"}
ok = have & need == need
x = torch.ones(1) if ok else torch.zeros(1)
""",
    "unknown parameters": """\
def keep(a, b):
    return a > 0 & b < 1


def run(a, b):
    return keep, torch.ones(1)
""",
    "flags of an enum": Whole("""\
import re

import torch

flags = re.I | re.M
multi = flags & re.M == re.M
x = torch.ones(1) if multi else torch.zeros(1)
"""),
    "and of Python booleans": """\
def inside(x: torch.Tensor) -> bool:
    return bool((x > 0).all()) and bool((x < 1).all())
""",
    "sizes of a tensor": """\
def check(x: torch.Tensor) -> bool:
    n = x.size(0)
    return n & (n - 1) == 0 and x.shape[-1] & 1 == 0
""",
    "one mask inverted": """\
def keep(x: torch.Tensor, padding: torch.Tensor) -> torch.Tensor:
    return ~padding & (x > 0)
""",
    "comparison of a mask with itself": """\
valid = torch.ones(5, dtype=torch.bool)
seen = torch.zeros(5, dtype=torch.bool)
both = valid & seen
same = both.eq(valid)
""",
    "in-place and": """\
x = torch.rand(5)
mask = x > 0
mask &= x < 1
mask |= x > 5
""",
    "arithmetic precedence is as meant": """\
a = torch.rand(5)
b = torch.rand(5)
closer = a + b > a * b
apart = a - b < -0.5
""",
    "index with two masks": """\
x = torch.rand(10)
y = x[(x > 0.1) & (x < 0.9)]
x[(x < 0.1) | (x > 0.9)] = 0.5
""",
    "isin and a comparison in parentheses": """\
ids = torch.randint(0, 9, (10,))
stop = torch.tensor([0, 1])
keep = ~torch.isin(ids, stop) & (ids != 5)
""",
    "causal mask from index arithmetic": """\
i = torch.arange(8)[:, None]
j = torch.arange(8)[None, :]
mask = (i >= j) & (i - j < 4)
""",
    "morton code bits": """\
def bit(codes: torch.Tensor, k: int) -> torch.Tensor:
    codes = codes.long()
    return codes >> k & 1 == 1
""",
    "bit-tests": """\
def flags(bits: torch.LongTensor, mask: torch.LongTensor) -> torch.Tensor:
    return (bits & 1 == 1) | (bits & mask == mask) | (bits & 4 != 0)
""",
    "both-are-masks": """\
def disjoint(a: torch.BoolTensor, b: torch.BoolTensor) -> torch.Tensor:
    return a & b == b
""",
    "numpy": Whole("""\
import numpy as np
import torch


def between(values: torch.Tensor) -> np.ndarray:
    x = values.numpy()
    return x > 0 & x < 3
"""),
    "parentheses everywhere": """\
def select(boxes: torch.Tensor, scores: torch.Tensor, labels: torch.Tensor, thr: float) -> torch.Tensor:
    keep = (scores > thr) & (labels == 1) | (labels == 2)
    return boxes[keep]
""",
    "a bit of an integer code": """\
def unpack_bits(codes: torch.Tensor, bits: int) -> torch.Tensor:
    codes = codes.to(torch.int64)
    masks = 2 ** torch.arange(bits, device=codes.device)
    return codes.unsqueeze(-1) & masks != 0
""",
    "flag of a label byte": """\
def crowd(flags: torch.Tensor) -> torch.Tensor:
    flags = flags.int()
    return flags & 1 == 1
""",
    "low bits compared with another tensor": """\
def bucket_hits(keys: torch.Tensor, buckets: torch.Tensor) -> torch.Tensor:
    keys, buckets = keys.long(), buckets.long()
    return (buckets == keys & 0xFF).sum(dim=-1)
""",
    "shift and mask": """\
def bit_planes(img: torch.Tensor) -> torch.Tensor:
    img = img.to(torch.uint8)
    return torch.stack([img >> k & 1 == 1 for k in range(8)])
""",
    "python integers": """\
def aligned(x: torch.Tensor, multiple: int) -> bool:
    n = x.size(-1)
    return n & (multiple - 1) == 0 or x.shape[0] & 1 == 1
""",
    "python sets": """\
def covers(checkpoint: dict, model: torch.nn.Module) -> bool:
    have = set(checkpoint)
    need = set(model.state_dict())
    return have & need == need and have | need != set()
""",
    "numpy bits": Whole("""\
import numpy as np
import torch


def load_mask(path: str) -> torch.Tensor:
    raw = np.load(path).astype(np.uint16)
    keep = raw & 0x3 == 0
    return torch.from_numpy(keep)
"""),
    "comparison methods need no parentheses": """\
def inside(x: torch.Tensor, lo: float, hi: float) -> torch.Tensor:
    return x.gt(lo) & x.lt(hi) | x.eq(0)
""",
    "masks bound to names first": """\
def inside(x: torch.Tensor, lo: float, hi: float) -> torch.Tensor:
    above, below = x > lo, x < hi
    both = above & below
    both &= x != 0
    return both ^ torch.isnan(x)
""",
    "python integer read out of a tensor": """\
def odd_parity(bits: torch.Tensor) -> bool:
    ones = int((bits > 0).sum())
    code = bits.flatten()[0].int().item()
    return ones & 1 == 1 and code & 1 != 0
""",
    "explicit parentheses around the bits": """\
def parity(codes: torch.Tensor, other: torch.Tensor) -> torch.Tensor:
    a, b = codes.long(), other.long()
    return (a & b) == (a ^ b) % 2
""",
    "untyped arguments": """\
def has_flag(value, flag):
    return value & flag == flag


def to_tensor(rows, flag):
    return torch.as_tensor([has_flag(r, flag) for r in rows])
""",
    "bitwise_and function against zero": """\
def even(ids: torch.Tensor) -> torch.Tensor:
    ids = ids.long()
    return torch.bitwise_and(ids, 1) == 0
""",
}
