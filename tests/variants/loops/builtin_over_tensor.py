"""TEF206 builtin-over-tensor: programs that must be flagged and near misses that must stay silent.

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
    "sum of a matrix": """\
x = torch.rand(100, 10)
z = sum(x)  # expect: TEF206
""",
    "sum of a vector": """\
x = torch.rand(100)
z = sum(x)  # expect: TEF206
""",
    "max of a vector": """\
x = torch.rand(100)
z = max(x)  # expect: TEF206
""",
    "min of a vector": """\
x = torch.rand(100)
z = min(x)  # expect: TEF206
""",
    "any of a mask": """\
x = torch.rand(100)
found = any(x > 0.5)  # expect: TEF206
""",
    "all of a comparison": """\
a = torch.arange(10)
b = torch.arange(10)
same = all(a == b)  # expect: TEF206
""",
    "sorted vector": """\
x = torch.rand(100)
y = sorted(x)  # expect: TEF206
""",
    "sorted backwards": """\
x = torch.rand(100)
y = sorted(x, reverse=True)  # expect: TEF206
""",
    "sum with a start": """\
x = torch.rand(100, 10)
z = sum(x, torch.zeros(10))  # expect: TEF206
""",
    "sum with a start keyword": """\
x = torch.rand(100)
z = sum(x, start=1.0)  # expect: TEF206
""",
    "max with a default": """\
x = torch.rand(100)
z = max(x, default=0)  # expect: TEF206 "call tolist() first"
""",
    "annotated parameter": """\
def total(x: torch.Tensor) -> torch.Tensor:
    return sum(x)  # expect: TEF206
""",
    "annotated as Tensor": """\
def largest(scores: Tensor):
    return max(scores.flatten())  # expect: TEF206
""",
    "correct predictions": """\
def accuracy(logits: torch.Tensor, labels: torch.Tensor) -> float:
    preds = logits.argmax(dim=1)
    return sum(preds == labels).item() / len(labels)  # expect: TEF206
""",
    "correct predictions in an evaluation": Whole("""\
import torch
from torch import nn
from torch.utils.data import DataLoader


@torch.no_grad()
def evaluate(model: nn.Module, loader: DataLoader) -> float:
    model.eval()
    correct = 0
    seen = 0
    for images, labels in loader:
        preds = model(images).argmax(dim=1)
        correct += int(sum(preds == labels))  # expect: TEF206
        seen += labels.size(0)
    return correct / seen
"""),
    "product with weights": """\
w = torch.rand(10)
x = torch.rand(10)
y = sum(w * x)  # expect: TEF206
""",
    "squares": """\
x = torch.randn(10)
energy = sum(x**2)  # expect: TEF206
""",
    "method result": """\
x = torch.randn(10)
l1 = sum(x.abs())  # expect: TEF206
""",
    "row of a matrix": """\
x = torch.rand(5, 10)
first = max(x[0])  # expect: TEF206
""",
    "column of a matrix": """\
boxes = torch.rand(5, 4)
left = min(boxes[:, 0])  # expect: TEF206
right = max(boxes[:, 2])  # expect: TEF206
""",
    "divided by its sum": """\
weights = torch.rand(10)
weights = weights / sum(weights)  # expect: TEF206
""",
    "torch imported under another name": Whole("""\
import torch as th

z = sum(th.ones(4, 2))  # expect: TEF206
"""),
    "in a condition": """\
mask = torch.rand(8) > 0.5
if any(mask):  # expect: TEF206
    print("hit")
""",
    "in a negated condition": """\
mask = torch.rand(8) > 0.5
if not all(mask):  # expect: TEF206
    print("miss")
""",
    "in an assertion": """\
a = torch.rand(8)
assert all(a >= 0)  # expect: TEF206
""",
    "isnan of a vector": """\
losses = torch.rand(8)
if any(torch.isnan(losses)):  # expect: TEF206
    raise ValueError("nan")
""",
    "module forward": """\
class Mean(nn.Module):
    def forward(self, x):
        return sum(torch.relu(x)) / x.size(0)  # expect: TEF206
""",
    "parameter of a module": """\
class Mix(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.weights = nn.Parameter(torch.ones(n))

    def forward(self, x):
        return x * self.weights / sum(self.weights)  # expect: TEF206
""",
    "module output": """\
net = nn.Linear(8, 4)
y = net(torch.rand(16, 8))
total = sum(y)  # expect: TEF206
""",
    "helper of the same file": """\
def scores(n: int) -> torch.Tensor:
    return torch.rand(n)


best = max(scores(10))  # expect: TEF206
""",
    "lambda": """\
probs = lambda n: torch.rand(n)
norm = lambda n: sum(probs(n).abs())  # expect: TEF206
""",
    "inside a comprehension": """\
x = torch.rand(4, 10)
totals = [sum(row.abs()) for row in x]  # expect: TEF206
""",
    "inside an f-string": """\
x = torch.rand(10)
print(f"total {sum(x):.3f}")  # expect: TEF206
""",
    "optional tensor after the guard": Whole("""\
from typing import Optional

import torch


def total(x: Optional[torch.Tensor]):
    if x is None:
        return 0
    return sum(x)  # expect: TEF206
"""),
    "after an isinstance test": """\
def total(x):
    if isinstance(x, torch.Tensor):
        return sum(x)  # expect: TEF206
    return x
""",
    "tensor made from a list": """\
lengths = torch.tensor([3, 5, 9])
longest = max(lengths)  # expect: TEF206
""",
    "tensor made from an array": Whole("""\
import numpy as np
import torch

x = torch.from_numpy(np.arange(6.0))
z = sum(x)  # expect: TEF206
"""),
    "sorted lengths": """\
lengths = torch.tensor([3, 5, 9])
order = sorted(lengths, key=lambda n: -n)  # expect: TEF206
""",
    "builtins by module": Whole("""\
import builtins

import torch

x = torch.rand(10)
z = builtins.sum(x)  # expect: TEF206
"""),
    "generated mask times weights": """\
def kept(mask: torch.Tensor, weights: torch.Tensor):
    return sum(weights[mask > 0])  # expect: TEF206
""",
    "iou of boxes": """\
def best(iou: torch.Tensor) -> float:
    assert iou.dim() == 1
    return max(iou).item()  # expect: TEF206
""",
    "sum": """\
def f(x: Tensor):
    return sum(x)  # expect: TEF206
""",
    "any of a comparison": """\
def f(x: Tensor):
    if any(x.flatten() > 0):  # expect: TEF206
        return x
    return -x
""",
    "all": """\
def f(x: Tensor, y: Tensor):
    return all(x == y)  # expect: TEF206
""",
    "max of lengths": """\
def f(lengths: Tensor):
    return torch.zeros(4, max(lengths))  # expect: TEF206
""",
    "sorted backwards, in another spelling": """\
def f(x: Tensor):
    return sorted(x, reverse=True)  # expect: TEF206
""",
    "through builtins": Whole("""\
import builtins
import torch
from torch import Tensor


def f(x: Tensor):
    return builtins.min(x)  # expect: TEF206
"""),
    "through a name": """\
def f(x: Tensor):
    add = sum
    return add(x * 2)  # expect: TEF206
""",
    "longest sequence from a mask through a helper": """\
def lengths_of(mask: torch.Tensor) -> torch.Tensor:
    return mask.long().sum(dim=1)


def trim(ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    longest = max(lengths_of(mask))  # expect: TEF206
    return ids[:, :longest]
""",
    "counts of unique_consecutive": """\
def longest_run(labels: torch.Tensor) -> int:
    _, counts = torch.unique_consecutive(labels, return_counts=True)
    return int(max(counts))  # expect: TEF206
""",
    "loop that runs while any sequence is active": """\
def sample(step, batch: int, eos: int, limit: int) -> torch.Tensor:
    active = torch.ones(batch, dtype=torch.bool)
    tokens = torch.zeros(batch, 1, dtype=torch.long)
    turns = 0
    while any(active) and turns < limit:  # expect: TEF206
        tokens = step(tokens)
        active = active & (tokens[:, -1] != eos)
        turns += 1
    return tokens
""",
    "finite check of a flattened gradient": """\
def check(grad: torch.Tensor) -> None:
    flat = grad.flatten()
    if not all(torch.isfinite(flat)):  # expect: TEF206
        raise FloatingPointError("gradient is not finite")
""",
    "mixture weights held as a parameter": """\
class Mixture(nn.Module):
    def __init__(self, k: int):
        super().__init__()
        self.alpha = nn.Parameter(torch.ones(k))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        total = sum(self.alpha)  # expect: TEF206
        return x * (self.alpha / total)
""",
    "property returning a vector": """\
class Batch:
    def __init__(self, ids: torch.Tensor, pad: int):
        self.ids = ids
        self.pad = pad

    @property
    def lengths(self) -> torch.Tensor:
        return (self.ids != self.pad).sum(dim=1)

    def narrow(self) -> torch.Tensor:
        return self.ids[:, : min(self.lengths)]  # expect: TEF206
""",
    "dot product written with the builtin": """\
def expected_value(probs: torch.Tensor, support: torch.Tensor) -> torch.Tensor:
    assert probs.ndim == 1
    return sum(probs * support)  # expect: TEF206
""",
    "start value given as a tensor": """\
def energy(bonds: torch.Tensor, offset: float) -> torch.Tensor:
    start = torch.zeros(bonds.shape[-1], device=bonds.device)
    return sum(0.5 * bonds**2, start) + offset  # expect: TEF206
""",
    "sorted scores in descending order": """\
@torch.no_grad()
def ranked(model: nn.Module, items: torch.Tensor) -> list:
    scores = model(items).flatten()
    return sorted(scores, reverse=True)  # expect: TEF206
""",
    "values of a named tuple from topk": """\
def margin(logits: torch.Tensor) -> torch.Tensor:
    top = logits.flatten().topk(2)
    best = max(top.values)  # expect: TEF206
    second = min(top.values)  # expect: TEF206
    return best - second
""",
    "tensor kept in a dict of the same function": """\
def report(scores: torch.Tensor) -> str:
    stats = {"per_class": scores.mean(dim=0), "n": scores.shape[0]}
    return f"best class {max(stats['per_class']):.3f} of {stats['n']}"  # expect: TEF206
""",
    "equality of two integer vectors in an assert": """\
def test_round_trip(codec) -> None:
    ids = torch.arange(16)
    back = torch.as_tensor(codec.decode(codec.encode(ids)))
    assert all(back == ids)  # expect: TEF206
""",
    "jaxtyping vector annotation": Whole("""\
import torch
from jaxtyping import Float
from torch import Tensor


def normaliser(weights: Float[Tensor, "n"]) -> Float[Tensor, "n"]:
    return weights / max(weights)  # expect: TEF206
"""),
    "tensor of the conditional expression on both arms": """\
def scale(x: torch.Tensor, use_abs: bool) -> torch.Tensor:
    v = x.abs().flatten() if use_abs else x.flatten()
    peak = max(v)  # expect: TEF206
    return x / (peak + 1e-8)
""",
    "rows of a batch from a loop target": """\
def any_hit(mask: torch.Tensor) -> list:
    hits = []
    for name, row in zip(["a", "b"], mask.flatten(1).bool()):
        if any(row):  # expect: TEF206
            hits.append(name)
    return hits
""",
    "tuple of tensors returned by a local function": """\
def split(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    flat = x.reshape(-1)
    return flat[flat > 0], flat[flat <= 0]


def imbalance(x: torch.Tensor) -> torch.Tensor:
    pos, neg = split(x)
    return sum(pos)  # expect: TEF206
""",
    "made in the constructor": """\
class Levels:
    def __init__(self):
        self.strides = torch.tensor([8, 16, 32])

    def largest(self) -> int:
        return int(max(self.strides))  # expect: TEF206
""",
    "labels of a volume": """\
def narrow(data: Tensor) -> bool:
    labels = torch.unique(data)
    return bool(max(labels) < 127)  # expect: TEF206
""",
    "only to raise": """\
def checked(steps: list) -> Tensor:
    thresholds = torch.tensor(steps).sort().values
    if min(thresholds) < 0:  # expect: TEF206
        raise ValueError("below zero")
    return thresholds
""",
    "a mask of layers on the CPU": """\
def dropped(layers: list, share: float) -> bool:
    mask = torch.zeros(len(layers)).uniform_(0.0, 1.0) < share
    return all(mask)  # expect: TEF206
""",
    "in a test": Whole("""\
import pytest
import torch


def test_range() -> None:
    x = torch.relu(torch.rand(9))
    assert max(x) <= 1  # expect: TEF206
"""),
    "sizes to split by": """\
def pieces(batch: dict[str, Tensor], x: Tensor):
    counts = batch["counts"]
    if len(counts) and x.size(0) == sum(counts):  # expect: TEF206
        return torch.split(x, counts, dim=0)
""",
    "any() in a helper that prints": """\
def mismatches(a: Tensor, b: Tensor) -> list[int]:
    print("checking")
    return [1] if any(torch.ne(a, b)) else []  # expect: TEF206
""",
    "buffer of a module": """\
class Head(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("strides", torch.tensor([8.0, 16.0, 32.0]))

    def forward(self, x: Tensor) -> Tensor:
        return x / max(self.strides)  # expect: TEF206
""",
    "file of tests": """\
def test_order():
    times = torch.exp(torch.rand(100))
    assert min(times) >= 1  # expect: TEF206
""",
}

LEAVE: dict[str, str] = {
    "torch's own": """\
x = torch.rand(100, 10)
z = x.sum(dim=0)
m = torch.amax(x, dim=1)
s = torch.sort(x, dim=1).values
a = (x > 0).any(dim=1)
""",
    "list of numbers": """\
sizes = [3, 4, 5]
x = torch.rand(sum(sizes), max(sizes))
""",
    "list of tensors": """\
losses = [torch.rand(3), torch.rand(3)]
total = sum(losses)
""",
    "list built by append": """\
terms = []
for _ in range(3):
    terms.append(torch.rand(4))
total = sum(terms)
""",
    "generator of tensors": """\
model = nn.Linear(3, 3)
l2 = sum(p.pow(2).sum(dim=-1).mean(dim=0) for p in [model.weight])
count = sum(p.numel() for p in model.parameters())
""",
    "dict of losses": """\
losses = {"a": torch.rand(2), "b": torch.rand(2)}
total = sum(losses.values())
""",
    "annotated list": Whole("""\
from typing import List

import torch
from torch import Tensor


def total(losses: List[Tensor]) -> Tensor:
    return sum(losses)
"""),
    "shape": """\
x = torch.rand(3, 4)
longest = max(x.shape)
pair = sorted(x.size())
flat = all(n > 0 for n in x.shape)
""",
    "two arguments": """\
x = torch.rand(3, 4)
n = max(x.size(0), 1)
m = min(x.shape[0], x.shape[1])
""",
    "two 0-d tensors": """\
a = torch.tensor(1.0)
b = torch.tensor(2.0)
c = max(a, b)
""",
    "tensor and a number": """\
margin = torch.tensor(0.3)
loss = max(margin, 0)
""",
    "tolist": """\
x = torch.rand(10)
z = sum(x.tolist())
m = max(x.tolist())
s = sorted(x.tolist())
""",
    "numpy": Whole("""\
import numpy as np
import torch

a = np.random.rand(10)
z = sum(a)
x = torch.rand(max(a.shape))
"""),
    "tensor turned into an array": """\
x = torch.rand(10)
z = sum(x.numpy())
""",
    "untyped parameter": """\
def total(values):
    return sum(values) / max(len(values), 1), torch.rand(3)
""",
    "sum from torch": Whole("""\
import torch
from torch import sum

x = torch.rand(4, 3)
z = sum(x, dim=0)
"""),
    "max from torch": Whole("""\
import torch
from torch import max

x = torch.rand(4, 3)
values, index = max(x, dim=1)
"""),
    "own function of that name": """\
def sum(t):
    return torch.sum(t, dim=0)


z = sum(torch.rand(4, 3))
""",
    "own parameter of that name": """\
def reduce(x: torch.Tensor, max):
    return max(x)
""",
    "numpy star-like import": Whole("""\
import torch
from numpy import any, sum

x = torch.rand(4)
z = sum(x.numpy())
f = any(x.numpy() > 0.5)
"""),
    "module list": """\
class Ensemble(nn.Module):
    def __init__(self):
        super().__init__()
        self.heads = nn.ModuleList([nn.Linear(4, 2) for _ in range(3)])

    def forward(self, x):
        return sum(head(x) for head in self.heads) / len(self.heads)
""",
    "outputs in a list": """\
heads = nn.ModuleList([nn.Linear(4, 2) for _ in range(3)])
x = torch.rand(5, 4)
outputs = [head(x) for head in heads]
mean = sum(outputs) / len(outputs)
""",
    "lengths of sequences": """\
def longest(sequences: list) -> int:
    return max(len(s) for s in sequences), torch.rand(2)
""",
    "all over conditions": """\
x = torch.rand(3)
y = torch.rand(3)
ok = all([x.shape == y.shape, x.dtype == y.dtype])
some = any(isinstance(t, torch.Tensor) for t in (x, y))
""",
    "any of parameters": """\
model = nn.Linear(3, 3)
trains = any(p.requires_grad for p in model.parameters())
print(trains, torch.rand(2))
""",
    "sorted keys": """\
state = {"b": torch.rand(2), "a": torch.rand(2)}
for key in sorted(state):
    print(key)
""",
    "max by key over a list": """\
candidates = [torch.rand(3), torch.rand(3)]
best = max(candidates, key=lambda c: c[0].item())
""",
    "tuple of tensors": """\
a = torch.rand(3)
b = torch.rand(3)
total = sum((a, b))
""",
    "branches of a multi-scale loss": """\
def loss(outputs: list, target: torch.Tensor) -> torch.Tensor:
    return sum(F.mse_loss(o, target) for o in outputs)
""",
    "range": """\
n = sum(range(10))
x = torch.rand(n)
""",
    "pandas column": Whole("""\
import pandas as pd
import torch

frame = pd.DataFrame({"a": [1, 2]})
n = sum(frame["a"])
x = torch.rand(max(frame["a"]))
"""),
    "map over a list of tensors": """\
parts = [torch.rand(3), torch.rand(3)]
total = sum(map(torch.relu, parts))
""",
    "strides and devices": """\
x = torch.rand(3, 4)
s = max(x.stride())
k = sorted(set(str(t.device) for t in (x,)))
""",
    "key lists of a checkpoint": """\
def newest(paths: list) -> dict:
    return torch.load(max(paths), map_location="cpu", weights_only=True)
""",
    "tensor.all as a method": """\
a = torch.rand(3)
b = torch.rand(3)
same = bool((a == b).all())
hit = torch.any(a > 0.5)
""",
    "losses tracked as numbers": """\
history = []
for _ in range(3):
    history.append(torch.rand(4).mean(dim=0).item())
best = min(history)
mean = sum(history) / len(history)
""",
    "isinstance to a list": """\
def total(x):
    if isinstance(x, (list, tuple)):
        return sum(x)
    return torch.as_tensor(x)
""",
    "pieces of a split": """\
x = torch.rand(4, 8)
mean = sum(x.chunk(4, dim=1)) / 4
""",
    "list of tensors, in another spelling": """\
def f(xs: list[Tensor]):
    return sum(xs)
""",
    "generator": """\
def f(x: Tensor):
    return sum(r.exp() for r in x)
""",
    "shape, in another spelling": """\
def f(x: Tensor):
    return max(x.shape), sum(x.size())
""",
    "two tensors": """\
def f(x: int, y: int, z: Tensor):
    return max(x, y) * z
""",
    "numbers": """\
def f(x: Tensor):
    return max(x.tolist())
""",
    "array": """\
def f(x: Tensor):
    return sum(x.numpy())
""",
    "torch's own, in another spelling": Whole("""\
import torch
from torch import Tensor, max, sum


def f(x: Tensor):
    return sum(x, dim=0), max(x, dim=0)
"""),
    "own function": """\
def sum(x):
    return x.mean(dim=0)


def f(x: Tensor):
    return sum(x)
""",
    "lengths reduced by torch": """\
def trim(ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    lengths = mask.long().sum(dim=1)
    return ids[:, : lengths.amax(dim=0)]
""",
    "shape is a tuple of numbers": """\
def pad_square(x: torch.Tensor) -> torch.Tensor:
    side = max(x.shape[-2:])
    short = min(x.size())
    if any(x.shape) and sum(x.shape) > short:
        return x.new_zeros(side, side)
    return x
""",
    "torch functions imported over the builtins": Whole("""\
import torch
from torch import max, sum


def pooled(x: torch.Tensor) -> torch.Tensor:
    peak = max(x, dim=1).values
    return peak / sum(x, dim=1)
"""),
    "total of a dict of losses": """\
def step(pred: torch.Tensor, target: torch.Tensor, opt: torch.optim.Optimizer) -> None:
    losses = {"l1": F.l1_loss(pred, target), "mse": F.mse_loss(pred, target)}
    total = sum(losses.values())
    opt.zero_grad()
    total.backward()
    opt.step()
""",
    "list of layer outputs added up": """\
class FPN(nn.Module):
    def __init__(self, branches: list[nn.Module]):
        super().__init__()
        self.branches = nn.ModuleList(branches)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        outs = [branch(x) for branch in self.branches]
        return sum(outs) / len(outs)
""",
    "parameter counts by a generator": """\
def count(model: nn.Module) -> int:
    if all(not p.requires_grad for p in model.parameters()):
        return 0
    return sum(p.numel() for p in model.parameters() if p.requires_grad)
""",
    "two scalars compared": """\
def track(best: float, scores: torch.Tensor) -> float:
    accuracy = scores.float().mean(dim=0).item()
    return max(best, accuracy)
""",
    "tensor turned to a list first": """\
def classes(labels: torch.Tensor) -> list[int]:
    found = sorted(set(labels.flatten().tolist()))
    assert min(found) >= 0
    return found
""",
    "numpy vector from a tensor": """\
def spread(x: torch.Tensor) -> float:
    flat = x.detach().cpu().numpy().reshape(-1)
    return max(flat) - min(flat)
""",
    "untyped argument": """\
def merge(parts, fallback):
    if not any(parts):
        return fallback
    return torch.as_tensor(sum(parts))
""",
    "list of lengths next to the tensors": Whole("""\
import torch
from torch.nn.utils.rnn import pad_sequence


def collate(seqs: list[torch.Tensor]) -> tuple[torch.Tensor, int]:
    lengths = [s.size(0) for s in seqs]
    order = sorted(range(len(seqs)), key=lengths.__getitem__, reverse=True)
    return pad_sequence([seqs[i] for i in order]), max(lengths)
"""),
    "union narrowed to the list by isinstance": """\
def total(v: torch.Tensor | list[float]) -> float | torch.Tensor:
    if isinstance(v, list):
        return sum(v)
    return v.sum(dim=0)
""",
    "own helper named any": """\
def any(mask: torch.Tensor) -> torch.Tensor:
    return mask.flatten(1).amax(dim=1)


def hits(mask: torch.Tensor) -> torch.Tensor:
    return any(mask)
""",
    "tensors chosen by a key from a tuple": """\
def larger(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return max((a, b), key=torch.numel)
""",
    "chunks and states keyed by name": """\
def fold(x: torch.Tensor, net: nn.Module) -> torch.Tensor:
    names = sorted(net.state_dict())
    assert all(isinstance(n, str) for n in names)
    return sum(torch.chunk(x, 4, dim=1))
""",
}
