"""TEF108 python-bool-on-tensor: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole.
In FLAG, `# expect: CODE` ends each line on which a finding must stand, and no other finding may stand anywhere.
In LEAVE there must be none at all.
"""

from tests.rules.programs import Whole

HEADER = """\
import torch
import torch.nn.functional as F
from torch import Tensor, nn


"""

FLAG: dict[str, str] = {
    "two comparisons joined with and": """\
def inside(x: torch.Tensor) -> torch.Tensor:
    return x > 0 and x < 1  # expect: TEF108
""",
    "two comparisons joined with or": """\
def outside(x: Tensor) -> Tensor:
    return (x < 0) or (x > 1)  # expect: TEF108
""",
    "chained comparison": """\
def inside(x: torch.Tensor) -> torch.Tensor:
    return 0 < x < 1  # expect: TEF108
""",
    "not of a comparison": """\
def outside(x: torch.Tensor) -> torch.Tensor:
    return not (x > 0)  # expect: TEF108
""",
    "not of a mask": """\
mask = torch.zeros(4, 4, dtype=torch.bool)
keep = not mask  # expect: TEF108
""",
    "masks of known rank": """\
a = torch.tensor([True, False])
b = torch.tensor([True, True])
both = a and b  # expect: TEF108
""",
    "either of two masks": Whole("""\
import torch as th

a = th.zeros(5, dtype=th.bool)
b = th.ones(5, dtype=th.bool)
either = a or b  # expect: TEF108
"""),
    "mask used as an index": """\
x = torch.randn(20)
middle = x[x > -1 and x < 1]  # expect: TEF108
""",
    "chained comparison as an index": """\
x = torch.randn(20)
middle = x[-1 < x < 1]  # expect: TEF108
""",
    "chained comparison with tensor bounds": """\
x = torch.rand(8, 3)
low = torch.zeros(3)
high = torch.ones(3)
ok = low <= x <= high  # expect: TEF108
""",
    "chain of equalities": """\
def agree(a: torch.Tensor, b: torch.Tensor, c: torch.Tensor) -> torch.Tensor:
    return a == b == c  # expect: TEF108
""",
    "condition of where": """\
def huber(error: torch.Tensor) -> torch.Tensor:
    return torch.where(error > -1 and error < 1, 0.5 * error ** 2, error.abs() - 0.5)  # expect: TEF108
""",
    "if statement": """\
def check(x: torch.Tensor):
    if x < 0 or x > 1:  # expect: TEF108
        raise ValueError("out of range")
    return x
""",
    "chained comparison in an assert": """\
def check(probabilities: torch.Tensor):
    assert 0 <= probabilities <= 1  # expect: TEF108
    return probabilities
""",
    "while statement": """\
x = torch.rand(4)
while not (x < 0.01):  # expect: TEF108
    x = x / 2
""",
    "conditional expression": """\
def pick(x: torch.Tensor, y: torch.Tensor):
    return x if x > 0 and y > 0 else y  # expect: TEF108
""",
    "masks through names": """\
def valid(boxes: torch.Tensor) -> torch.Tensor:
    wide = boxes[:, 2] > boxes[:, 0]
    tall = boxes[:, 3] > boxes[:, 1]
    return boxes[wide and tall]  # expect: TEF108
""",
    "not of a mask through a name": """\
def mean_of_rest(x: torch.Tensor, pad: int) -> torch.Tensor:
    padded = x == pad
    return x[not padded]  # expect: TEF108
""",
    "function forms of the comparison": """\
def band(x: torch.Tensor) -> torch.Tensor:
    return torch.gt(x, 0.0) and torch.lt(x, 1.0)  # expect: TEF108
""",
    "method forms of the comparison": """\
def band(x: torch.Tensor) -> torch.Tensor:
    return x.ge(0.0) and x.le(1.0)  # expect: TEF108
""",
    "function imported by name": Whole("""\
from torch import Tensor, eq


def outside(x: Tensor) -> Tensor:
    return not eq(x, 0)  # expect: TEF108
"""),
    "nan or inf of a known matrix": """\
x = torch.rand(3, 3)
bad = torch.isnan(x) or torch.isinf(x)  # expect: TEF108
""",
    "not of isfinite of a known batch": """\
logits = torch.rand(8, 10)
logits[not torch.isfinite(logits)] = 0.0  # expect: TEF108
""",
    "row reductions are not scalars": """\
x = torch.rand(8, 10)
keep = x.any(dim=1) and (x > 0.5).all(dim=1)  # expect: TEF108
""",
    "labels against a prediction": """\
class Meter(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(16, 4)

    def forward(self, x, labels):
        predicted = self.fc(x).argmax(dim=1)
        return (predicted == labels) and (labels != 0)  # expect: TEF108
""",
    "module output out of range": """\
model = nn.Linear(4, 2)
y = model(torch.rand(3, 4))
inside = 0.0 < y < 1.0  # expect: TEF108
""",
    "buffer as a condition": """\
class Masked(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.register_buffer("mask", torch.ones(n, n, dtype=torch.bool))

    def forward(self, scores):
        hidden = not self.mask  # expect: TEF108
        return scores.masked_fill(hidden, -1e4)
""",
    "value from a helper of the same file": """\
def positive(x: torch.Tensor) -> torch.Tensor:
    return x > 0


def both(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return positive(x) and positive(y)  # expect: TEF108
""",
    "inside a lambda": """\
band = lambda t: torch.abs(t) > 0.1 and torch.abs(t) < 0.9  # expect: TEF108
""",
    "inside a comprehension": """\
x = torch.rand(6)
masks = [x > low and x < low + 0.1 for low in (0.1, 0.2)]  # expect: TEF108
""",
    "first operand decides": """\
def guard(x: torch.Tensor, strict: bool):
    if x < 0 and strict:  # expect: TEF108
        raise ValueError("negative")
""",
    "three operands": """\
def corner(p: torch.Tensor, w: int, h: int) -> torch.Tensor:
    u, v = p[:, 0], p[:, 1]
    return u >= 0 and u < w and v >= 0  # expect: TEF108
""",
    "comparison of shifted tensors": """\
tokens = torch.randint(0, 5, (2, 10))
changed = not (tokens[:, 1:] == tokens[:, :-1])  # expect: TEF108
""",
    "optional tensor after the guard": Whole("""\
from typing import Optional

import torch


def band(x: Optional[torch.Tensor]):
    if x is None:
        return None
    return 0 <= x < 10  # expect: TEF108
"""),
    "nested function": """\
def make(limit: float):
    def clip(g: torch.Tensor) -> torch.Tensor:
        if g > limit or g < -limit:  # expect: TEF108
            return g * 0.5
        return g

    return clip
""",
    "walrus": """\
x = torch.rand(10)
if (high := x > 0.5) and not torch.equal(x, x.flip(0)):  # expect: TEF108
    x[high] = 0.5
""",
    "multi-line condition": """\
def select(scores: torch.Tensor, labels: torch.Tensor, k: int) -> torch.Tensor:
    keep = (
        scores > 0.5  # expect: TEF108
        and labels == k
    )
    return scores[keep]
""",
    "episode ends": """\
def bootstrap(reward: torch.Tensor, done: torch.Tensor, value: torch.Tensor) -> torch.Tensor:
    terminal = done == 1
    return reward + 0.99 * value * (not terminal)  # expect: TEF108
""",
    "rank known from an assert": """\
def invert(mask: torch.Tensor) -> torch.Tensor:
    assert mask.dim() == 2
    return not mask  # expect: TEF108
""",
    "walrus-in-a-condition": """\
def kept(a: Tensor, b: Tensor) -> Tensor:
    if (mask := a > 0) and b > 0:  # expect: TEF108
        return a[mask]
    return a
""",
    "chain-as-a-method-argument": Whole("""\
import torch as th


def selected(x: th.Tensor, low: float, high: float) -> th.Tensor:
    return x.masked_fill(low <= x <= high, 0.0)  # expect: TEF108
"""),
    "negated-in-a-lambda": """\
empty = lambda mask: torch.where(not mask.bool().unsqueeze(0).expand(4, -1), 0, 1)  # expect: TEF108
""",
    "asserted-with-a-flag": """\
def checked(x: torch.Tensor, strict: bool) -> torch.Tensor:
    rows, columns = x.shape
    assert x >= 0 and strict  # expect: TEF108 "all() or any() gives one truth value"
    return x.view(columns, rows)
""",
    "score and label filter of a detector": """\
def filter_detections(boxes: Tensor, scores: Tensor, labels: Tensor, threshold: float = 0.5):
    n = scores.size(0)
    if n == 0:
        return boxes, scores
    keep = scores > threshold and labels != 0  # expect: TEF108
    return boxes[keep], scores[keep]
""",
    "chained bounds on projected coordinates": """\
def visible(points: torch.Tensor, width: int, height: int) -> torch.Tensor:
    uv = points[:, :2] / points[:, 2:3]
    inside_x = 0 <= uv[:, 0] < width  # expect: TEF108
    inside_y = (uv[:, 1] >= 0) & (uv[:, 1] < height)
    return inside_x & inside_y
""",
    "done flags of parallel environments": """\
def rollout(env, policy, num_envs: int, limit: int):
    done = torch.zeros(num_envs, dtype=torch.bool)
    obs, steps = env.reset(), 0
    while not done and steps < limit:  # expect: TEF108
        obs, finished = env.step(policy(obs))
        done |= torch.as_tensor(finished)
        steps += 1
    return steps
""",
    "range check in forward": """\
class Clip(nn.Module):
    def forward(self, x):
        b, c, h, w = x.shape
        if x.amin(dim=(2, 3)) < 0 or x.amax(dim=(2, 3)) > 1:  # expect: TEF108
            x = x.clamp(0, 1)
        return x
""",
    "assert on labels": """\
def checked_loss(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    n, c = logits.shape
    labels = labels.view(-1).long()
    assert labels >= 0 and labels < c, "label out of range"  # expect: TEF108
    return F.cross_entropy(logits, labels)
""",
    "buffer of flags tested with not": """\
class Codebook(nn.Module):
    def __init__(self, size: int, dim: int):
        super().__init__()
        self.embed = nn.Embedding(size, dim)
        self.register_buffer("used", torch.zeros(size, dtype=torch.bool))

    def maybe_reset(self):
        if not self.used:  # expect: TEF108
            nn.init.normal_(self.embed.weight)
""",
    "helper returns a mask": """\
def length_mask(lengths: torch.Tensor, longest: int) -> torch.Tensor:
    steps = torch.arange(longest, device=lengths.device)
    return steps[None, :] < lengths[:, None]


def attention_bias(lengths: torch.Tensor, scores: torch.Tensor, causal: torch.Tensor) -> torch.Tensor:
    allowed = length_mask(lengths, scores.size(-1)) and causal  # expect: TEF108
    return scores.masked_fill(~allowed, -1e4)
""",
    "comparison methods": """\
def same_class(a: torch.Tensor, b: torch.Tensor, ignore: int) -> torch.Tensor:
    a, b = a.flatten(), b.flatten()
    return a.eq(b) and a.ne(ignore)  # expect: TEF108
""",
    "lambda with torch evidence": """\
is_spike = lambda grad: torch.abs(grad) > 5.0 and torch.sign(grad) < 0  # expect: TEF108


def spikes(model: torch.nn.Module):
    return [is_spike(p.detach()) for p in model.parameters()]
""",
    "walrus mask in a condition": """\
def rescale(x: torch.Tensor, limit: float) -> torch.Tensor:
    rows, cols = x.shape
    if (big := x.abs() > limit) and cols > 1:  # expect: TEF108
        x = torch.where(big, x / limit, x)
    return x
""",
    "optional target after an early return": Whole("""\
from typing import Optional

import torch


def accuracy(pred: torch.Tensor, target: Optional[torch.Tensor] = None):
    if target is None:
        return None
    labels = pred.argmax(dim=-1)
    hits = labels == target and target != -100  # expect: TEF108
    return hits.float().mean(dim=-1)
"""),
    "property of a mask": """\
class Buffer:
    def __init__(self, capacity: int):
        self.age = torch.zeros(capacity, dtype=torch.long)
        self.limit = 100

    @property
    def stale(self) -> torch.Tensor:
        return self.age > self.limit

    def flush(self, force: bool):
        if self.stale or force:  # expect: TEF108
            self.age.zero_()
""",
    "torch.isnan of a weight matrix": """\
def init_basis(dim: int, tries: int = 3) -> torch.Tensor:
    for _ in range(tries):
        q = torch.randn(dim, dim) / dim**0.5
        if not torch.isnan(q):  # expect: TEF108
            return q
    raise RuntimeError("no basis")
""",
    "three-way equality of label vectors": """\
def agreement(logits_a: torch.Tensor, logits_b: torch.Tensor, gold: torch.Tensor) -> torch.Tensor:
    n, c = logits_a.shape
    pred_a, pred_b = logits_a.argmax(dim=1), logits_b.argmax(dim=1)
    unanimous = pred_a == pred_b == gold  # expect: TEF108
    return unanimous.float().mean(dim=0)
""",
    "the mask of a conditional expression": """\
def weights(target: torch.Tensor, positive: float, negative: float) -> torch.Tensor:
    t = target.view(-1, 1)
    full = torch.full((t.size(0), 1), negative)
    return full * positive if t > 0 and positive > 1 else full  # expect: TEF108
""",
    "row of positions, which may be one": """\
def edges(points: torch.Tensor, radius: float, loops: bool) -> list:
    near = [torch.argwhere(row < radius) for row in torch.cdist(points, points)]
    return [(i, j) for i in range(len(near)) for j in near[i] if i != j or loops]  # expect: TEF108
""",
}

LEAVE: dict[str, str] = {
    "elementwise operators": """\
def inside(x: torch.Tensor) -> torch.Tensor:
    return (x > 0) & (x < 1) | ~(x == 2)
""",
    "logical functions": """\
def inside(x: torch.Tensor) -> torch.Tensor:
    return torch.logical_and(x > 0, x < 1).logical_or(torch.logical_not(x == 2))
""",
    "all before and": """\
def check(x: torch.Tensor, flag: bool):
    if (x > 0).all() and flag:
        return x
    return -x
""",
    "any of nan or inf": """\
def broken(x: torch.Tensor):
    return torch.isnan(x).any() or torch.isinf(x).any()
""",
    "function forms of all and any": """\
def check(x: torch.Tensor):
    assert torch.all(x >= 0) and not torch.any(x > 1)
    return x
""",
    "item of a comparison": """\
def check(x: torch.Tensor) -> bool:
    return (x > 0).all().item() and not bool((x > 1).any())
""",
    "is not None": """\
def apply(x: torch.Tensor, mask: torch.Tensor | None = None):
    if mask is not None and x.dim() == 2:
        x = x * mask
    return x
""",
    "not of is None": Whole("""\
from typing import Optional

import torch


def apply(x: torch.Tensor, mask: Optional[torch.Tensor] = None):
    if not (mask is None) or x is None:
        return mask
    return x
"""),
    "zero-dimensional value": """\
loss = torch.tensor(0.3)
good = loss > 0 and loss < 1
done = not loss
""",
    "loss of a criterion": """\
loss = F.cross_entropy(torch.rand(4, 3), torch.tensor([0, 1, 2, 0]))
if not loss < 10 or 0 < loss < 1e-3:
    raise RuntimeError("diverged")
""",
    "element of a vector": """\
x = torch.rand(10)
if x[0] > 0.9 and x[-1] < 0.1 or 0.4 < x[5] < 0.6:
    x = x.flip(0)
""",
    "one element": """\
temperature = torch.tensor([0.7])
warm = temperature > 0.5 and temperature < 1.0
inside = 0.0 < temperature < 1.0
""",
    "one-element parameter": """\
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
def check(x: torch.Tensor):
    assert 1 <= x.dim() <= 3 and 0 < x.size(0) <= 64
    return not x.shape[-1] % 2
""",
    "shapes compared": """\
def check(a: torch.Tensor, b: torch.Tensor):
    if a.shape == b.shape and a.dtype == b.dtype or not a.device == b.device:
        return a
    return b
""",
    "properties are Python booleans": """\
def check(x: torch.Tensor):
    if x.requires_grad and not x.is_cuda or x.is_sparse:
        return x.detach()
    return x
""",
    "predicate methods are Python booleans": """\
def check(x: torch.Tensor):
    if not x.is_contiguous() and not torch.is_grad_enabled() and x.numel() > 0:
        return x.contiguous()
    return x
""",
    "equal and allclose": """\
def same(a: torch.Tensor, b: torch.Tensor) -> bool:
    return torch.equal(a, b) or torch.allclose(a, b, atol=1e-3) and not a is b
""",
    "isinstance and a flag": """\
def convert(x, device=None):
    if isinstance(x, torch.Tensor) and device:
        return x.to(device)
    return not isinstance(x, torch.Tensor) or x
""",
    "length of a tensor": """\
def first(x: torch.Tensor):
    if not len(x) or len(x) > 10 and x.shape[0] != 12:
        return None
    return x[:1]
""",
    "Python numbers": """\
def schedule(step: int, warmup: int) -> float:
    if 0 < step < warmup and not step % 10:
        return step / warmup
    return 1.0


x = torch.rand(3) * schedule(3, 10)
""",
    "loop counter": """\
x = torch.zeros(3)
for epoch in range(20):
    if epoch > 5 and epoch < 10 or 12 <= epoch < 14:
        x = x + 1.0
""",
    "value read with item": """\
def stop(loss: torch.Tensor, best: float) -> bool:
    value = loss.item()
    return value < best and 0.0 <= value < 10.0
""",
    "list of tensors": """\
outputs = []
for _ in range(3):
    outputs.append(torch.rand(4))
if not outputs or len(outputs) > 2 and outputs:
    result = torch.stack(outputs)
""",
    "numpy arrays of one element and lists": Whole("""\
import numpy as np
import torch

a = np.array([1.0])
inside = 0 < a < 2
names = ["a", "b"]
x = torch.zeros(2) if names and not a > 3 else torch.ones(2)
"""),
    "unknown parameters": """\
def clip(value, low, high):
    if value > low and value < high or low < value < high:
        return torch.tensor(0.5)
    return not value
""",
    "default for an argument that may be None": """\
def weighted(x, weights=None):
    weights = weights or torch.ones(3)
    return weights
""",
    "flag before a default tensor": """\
use_noise = False
noise = use_noise or torch.zeros(1)
""",
    "tensor of unknown rank as a flag": """\
def stop(done: torch.Tensor, limit: bool):
    if done or limit:
        return True
    return not done
""",
    "norm of a gradient": """\
def check(g: torch.Tensor, limit: float):
    n = torch.linalg.vector_norm(g)
    if n > limit and n < 100 * limit:
        return g / n
    return g
""",
    "count of hits": """\
def enough(mask: torch.Tensor, k: int):
    hits = torch.count_nonzero(mask)
    return hits >= k and hits < 2 * k
""",
    "clip_grad_norm returns one number": """\
model = nn.Linear(3, 3)
total = nn.utils.clip_grad_norm_(model.parameters(), 1.0)
bad = total > 10 and not torch.isfinite(total)
""",
    "strings and membership": """\
reduction = "mean"
x = torch.rand(3)
if reduction in ("mean", "sum") and not reduction == "none":
    x = x.sum(dim=0)
""",
    "training flag of a module": """\
class Drop(nn.Module):
    def forward(self, x):
        if not self.training or not torch.is_tensor(x):
            return x
        return nn.functional.dropout(x, p=0.5)
""",
    "empty check by numel": """\
def safe_mean(x: torch.Tensor):
    if x.numel() == 0 or not x.numel() > 1:
        return x.new_zeros(())
    return x.mean(dim=0)
""",
    "compared-with-none": """\
def either(x: Tensor, y: Tensor) -> Tensor:
    if x == None or y is None:
        return y
    return x
""",
    "sizes-are-python-numbers": """\
def square(x: Tensor) -> bool:
    return x.dim() == 2 and 0 < x.shape[0] == x.shape[1] and not x.requires_grad
""",
    "one-element-by-index": """\
def rising(x: Tensor, i: int) -> bool:
    return bool(x[i] > 0 and x[i + 1] > 0)
""",
    "reduced-first": """\
def fine(x: Tensor, flag: bool) -> bool:
    return bool((x > 0).all() and not torch.isnan(x).any() and flag)
""",
    "bare-tensor-of-unknown-rank": """\
def stop(done: Tensor, step: int) -> bool:
    if not done and step < 100:
        return False
    return True
""",
    "last-part-is-the-result": """\
def masked(x: Tensor, training: bool) -> Tensor:
    mask = training and (x > 0)
    return x * mask
""",
    "item-shows-a-number": """\
def better(score: Tensor, best: float) -> float:
    if score > best and score < 1:
        return score.item()
    return best
""",
    "optional mask and a reduced test": Whole("""\
from typing import Optional

import torch


def apply(x: torch.Tensor, mask: Optional[torch.Tensor] = None) -> torch.Tensor:
    if mask is not None and mask.any() and not mask.all():
        x = x.masked_fill(mask, 0.0)
    return x
"""),
    "loss is one number": """\
def exploded(logits: torch.Tensor, labels: torch.Tensor, step: int) -> bool:
    loss = F.cross_entropy(logits, labels)
    if not torch.isfinite(loss) or loss > 100 and step > 10:
        return True
    return bool(0 < loss < 1e-8)
""",
    "one random number": """\
def augment(img: torch.Tensor, training: bool) -> torch.Tensor:
    p = torch.rand(1)
    if training and p < 0.5 and not img.requires_grad:
        img = img.flip(-1)
    if 0.2 < torch.rand(()) < 0.4 and training:
        img = img * 0.9
    return img
""",
    "elements of a vector": """\
def in_unit_square(angle: float) -> bool:
    corner = torch.tensor([[angle, 0.5], [0.1, angle]])[0]
    if corner[0] > 0 and corner[1] > 0:
        return bool(0 <= corner[0] < 1)
    return False
""",
    "row sums of a vector are scalars": """\
def patience(history: list[float], tol: float) -> bool:
    h = torch.tensor(history)
    recent = h[-5:].mean(dim=0)
    older = h[:-5].mean(dim=0)
    return bool(older - recent < tol and recent > 0)
""",
    "sizes, ranks, dtypes and devices": """\
def check(x: torch.Tensor, y: torch.Tensor) -> bool:
    if not x.dim() == y.dim() or x.shape == y.shape == (0,):
        return False
    if 0 < x.size(-1) < 8 and not x.is_cuda and x.dtype != torch.long:
        return x.device == y.device or x.numel() == 1
    return not x.requires_grad and 2 <= len(x) <= 64
""",
    "functions that return a bool": """\
def same(a, b: torch.Tensor) -> bool:
    if not torch.is_tensor(a) or not isinstance(b, torch.Tensor):
        return False
    return torch.equal(a, b) or torch.allclose(a, b, atol=1e-6) and a.is_contiguous()
""",
    "numpy masks": Whole("""\
import numpy as np
import torch


def load(path: str, flag: bool):
    arr = np.load(path)
    ok = (arr > 0).all() and flag
    lo, hi = arr.min(), arr.max()
    if 0 <= lo <= hi < 256 and not np.isnan(arr).any():
        return torch.from_numpy(arr)
    return ok
"""),
    "lists of tensors": """\
def collate(chunks: list[torch.Tensor], extra: list[torch.Tensor]):
    if not chunks and not extra:
        return None
    return torch.cat(chunks or extra, dim=0)
""",
    "items read out first": """\
def stop(err: torch.Tensor, best: torch.Tensor, patience: int) -> bool:
    e, b = err.item(), best.item()
    if e > b and patience == 0:
        return True
    return not 0.0 < e < 10.0
""",
    "elementwise operators with parentheses": """\
def band(x: torch.Tensor, lo: float, hi: float) -> torch.Tensor:
    n, d = x.shape
    inside = (x > lo) & (x < hi)
    outside = ~inside | torch.isnan(x)
    return torch.logical_and(inside, torch.logical_not(outside))
""",
    "identity tests with a default": Whole("""\
from typing import Optional

import torch
from torch import nn


class Cell(nn.Module):
    def __init__(self, bias: bool = True):
        super().__init__()
        self.bias = nn.Parameter(torch.zeros(4)) if bias else None

    def forward(self, x, state: Optional[torch.Tensor] = None):
        if state is None and self.bias is not None:
            state = torch.zeros_like(x) + self.bias
        return x if not self.training or state is None else x + state
"""),
    "untyped arguments": """\
def between(value, lo, hi):
    return lo <= value < hi and not value == 3


def pick(frame, n):
    rows = frame > 0 and n
    return torch.as_tensor(rows)
""",
    "length of a detection and a sum of hits": """\
def any_hit(ious: torch.Tensor, thr: float) -> bool:
    hits = (ious > thr).sum()
    if hits == 0 or len(ious) < 2:
        return False
    return bool(hits > 1 and (ious > thr).any())
""",
    "norm of the whole gradient": """\
def clip(model: nn.Module, limit: float, verbose: bool) -> None:
    total = torch.nn.utils.clip_grad_norm_(model.parameters(), limit)
    if total > limit and verbose:
        print(f"clipped from {total:.2f}")
    if not torch.isfinite(total).item():
        raise ValueError("gradient is not finite")
""",
    "sizes that a view is given": """\
class Merging(nn.Module):
    def forward(self, x, height, width):
        batch, _, channels = x.shape
        x = x.view(batch, height, width, channels)
        if (height % 2 == 1) or (width % 2 == 1):
            x = F.pad(x, (0, 0, 0, width % 2, 0, height % 2))
        return x[:, ::2, ::2]
""",
    "keys of a dict of tensors": """\
class Lens:
    def __init__(self, size: int, maps: dict[int, torch.Tensor]):
        self.maps = {int(layer): torch.eye(size) + one for layer, one in maps.items()}

    @property
    def layers(self):
        return sorted(self.maps)

    def outside(self, last: int) -> list:
        return [layer for layer in self.layers if not 0 <= layer < last]
""",
}
