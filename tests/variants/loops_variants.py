"""Loop rules (TEF201, TEF202, TEF203): programs that must be flagged and near misses that must stay silent.

Each value is a whole program. In FLAG, `# expect: CODE` ends each line on which a finding must stand, and no other
finding may stand anywhere. In LEAVE there must be none at all.
"""

FLAG: dict[str, dict[str, str]] = {
    "TEF201": {
        "tutorial sum over rows": """\
import torch

x = torch.rand([500, 10])
z = torch.zeros([10])
for i in range(500):  # expect: TEF201
    z += x[i]
""",
        "rows added by iteration": """\
import torch

x = torch.rand([500, 10])
z = torch.zeros([10])
for r in x:  # expect: TEF201
    z = z + r
""",
        "accumulator on the right": """\
import torch

x = torch.rand(500, 10)
z = torch.zeros(10)
for row in x:  # expect: TEF201
    z = row + z
""",
        "range of len": """\
import torch
from torch import Tensor


def total(x: Tensor) -> Tensor:
    acc = torch.zeros_like(x[0])
    for i in range(len(x)):  # expect: TEF201
        acc += x[i]
    return acc
""",
        "range of size": """\
import torch


def total(x: torch.Tensor) -> torch.Tensor:
    acc = torch.zeros_like(x[0])
    for i in range(x.size(0)):  # expect: TEF201
        acc = acc + x[i]
    return acc
""",
        "range of shape": """\
import torch


def total(x: torch.Tensor):
    acc = 0
    for i in range(x.shape[0]):  # expect: TEF201
        acc = acc + x[i]
    return acc
""",
        "dimension through a name": """\
import torch


def total(points: torch.Tensor):
    count = points.size(0)
    centre = torch.zeros_like(points[0])
    for k in range(count):  # expect: TEF201
        centre += points[k]
    return centre / count
""",
        "dimension by unpacking the shape": """\
import torch
from torch import Tensor


def total(x: Tensor) -> Tensor:
    n, d = x.shape
    out = x.new_zeros(d)
    for i in range(n):  # expect: TEF201
        out += x[i]
    return out
""",
        "index with a full slice": """\
import torch

grid = torch.rand(64, 32)
acc = torch.zeros(32)
for i in range(64):  # expect: TEF201
    acc += grid[i, :]
""",
        "subtraction": """\
import torch

moves = torch.rand(20, 3)
position = torch.zeros(3)
for step in moves:  # expect: TEF201
    position -= step
""",
        "subtraction by index and assignment": """\
import torch

moves = torch.rand(20, 3)
position = torch.zeros(3)
for i in range(moves.size(0)):  # expect: TEF201
    position = position - moves[i]
""",
        "running product": """\
import torch

gates = torch.rand(16, 8)
keep = torch.ones(8)
for gate in gates:  # expect: TEF201
    keep *= gate
""",
        "running product by assignment": """\
import torch


def survival(hazard: torch.Tensor):
    keep = torch.ones_like(hazard[0])
    for t in range(hazard.shape[0]):  # expect: TEF201
        keep = keep * hazard[t]
    return keep
""",
        "running maximum": """\
import torch


def peak(frames: torch.Tensor):
    best = frames[0]
    for frame in frames:  # expect: TEF201
        best = torch.maximum(best, frame)
    return best
""",
        "running maximum from the second row": """\
import torch


def peak(frames: torch.Tensor):
    best = frames[0]
    for i in range(1, frames.size(0)):  # expect: TEF201
        best = torch.maximum(best, frames[i])
    return best
""",
        "running maximum by two-operand max": """\
import torch
from torch import Tensor


def peak(frames: Tensor) -> Tensor:
    best = frames[0].clone()
    for i in range(len(frames)):  # expect: TEF201
        best = torch.max(best, frames[i])
    return best
""",
        "running minimum": """\
import torch

depth = torch.rand(12, 480)
nearest = torch.full((480,), float("inf"))
for layer in depth:  # expect: TEF201
    nearest = torch.minimum(nearest, layer)
""",
        "running minimum as a method": """\
import torch

depth = torch.rand(12, 480)
nearest = torch.full((480,), float("inf"))
for layer in depth:  # expect: TEF201
    nearest = nearest.minimum(layer)
""",
        "torch.add": """\
import torch

x = torch.rand(100, 4)
acc = torch.zeros(4)
for i in range(100):  # expect: TEF201
    acc = torch.add(acc, x[i])
""",
        "in-place add method": """\
import torch


def total(x: torch.Tensor):
    acc = torch.zeros_like(x[0])
    for row in x:  # expect: TEF201
        acc.add_(row)
    return acc
""",
        "add method": """\
import torch


def total(x: torch.Tensor):
    acc = torch.zeros_like(x[0])
    for row in x:  # expect: TEF201
        acc = acc.add(row)
    return acc
""",
        "starts from a Python zero": """\
import torch

samples = torch.randn(1000, 3)
mean = 0
for sample in samples:  # expect: TEF201
    mean = mean + sample
mean = mean / 1000
""",
        "one-dimensional tensor": """\
import torch

weights = torch.rand(100)
total = torch.tensor(0.0)
for w in weights:  # expect: TEF201
    total += w
""",
        "one-dimensional tensor by index": """\
import torch


def path_length(steps: torch.Tensor):
    assert steps.dim() == 1
    length = 0.0
    for i in range(len(steps)):  # expect: TEF201
        length += steps[i]
    return length
""",
        "torch imported under another name": """\
import torch as th

x = th.rand(50, 5)
z = th.zeros(5)
for i in range(50):  # expect: TEF201
    z += x[i]
""",
        "names imported from torch": """\
from torch import maximum, rand, zeros

x = rand(50, 5)
z = zeros(5)
for row in x:  # expect: TEF201
    z = maximum(z, row)
""",
        "forward parameter": """\
import torch
from torch import nn


class BagOfWords(nn.Module):
    def __init__(self):
        super().__init__()
        self.out = nn.Linear(64, 2)

    def forward(self, embedded):
        bag = torch.zeros_like(embedded[0])
        for word in embedded:  # expect: TEF201
            bag = bag + word
        return self.out(bag)
""",
        "annotation in a string": """\
import torch


def total(x: "torch.Tensor"):
    acc = torch.zeros_like(x[0])
    for i in range(len(x)):  # expect: TEF201
        acc += x[i]
    return acc
""",
        "optional tensor after the guard": """\
from typing import Optional

import torch
from torch import Tensor


def total(x: Optional[Tensor]):
    if x is None:
        return None
    acc = torch.zeros_like(x[0])
    for row in x:  # expect: TEF201
        acc += row
    return acc
""",
        "tensor or None": """\
import torch


def total(x: torch.Tensor | None):
    acc = 0
    if x is not None:
        for row in x:  # expect: TEF201
            acc = acc + row
    return acc
""",
        "jaxtyping annotation": """\
import torch
from jaxtyping import Float
from torch import Tensor


def total(x: Float[Tensor, "n d"]):
    acc = torch.zeros_like(x[0])
    for i in range(x.shape[0]):  # expect: TEF201
        acc += x[i]
    return acc
""",
        "isinstance narrows": """\
import torch


def merge(x):
    out = 0
    if isinstance(x, torch.Tensor):
        for row in x:  # expect: TEF201
            out = out + row
    return out
""",
        "result of a torch operation": """\
import torch


def pooled(features):
    active = torch.relu(features)
    acc = torch.zeros_like(active[0])
    for i in range(active.size(0)):  # expect: TEF201
        acc += active[i]
    return acc
""",
        "result of a helper in the same file": """\
import torch


def load_points(n):
    return torch.randn(n, 3)


def centroid(n):
    points = load_points(n)
    acc = torch.zeros(3)
    for p in points:  # expect: TEF201
        acc += p
    return acc / n
""",
        "attribute of self": """\
import torch


class Bank:
    def __init__(self, size):
        self.rows = torch.randn(size, 16)

    def prototype(self):
        proto = torch.zeros(16)
        for row in self.rows:  # expect: TEF201
            proto += row
        return proto / len(self.rows)
""",
        "registered buffer": """\
import torch
from torch import nn


class Memory(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("slots", torch.zeros(32, 8))

    def summary(self):
        out = torch.zeros_like(self.slots[0])
        for i in range(self.slots.size(0)):  # expect: TEF201
            out = out + self.slots[i]
        return out
""",
        "accumulator on self": """\
import torch


class RunningSum:
    def __init__(self):
        self.total = torch.zeros(10)

    def update(self, batch: torch.Tensor) -> None:
        for row in batch:  # expect: TEF201
            self.total += row
""",
        "nested function": """\
import torch


def build(x: torch.Tensor):
    def reduce_rows():
        acc = torch.zeros_like(x[0])
        for row in x:  # expect: TEF201
            acc = acc + row
        return acc

    return reduce_rows
""",
        "inside an epoch loop": """\
import torch

x = torch.rand(64, 8)
for epoch in range(3):
    acc = torch.zeros(8)
    for row in x:  # expect: TEF201
        acc += row
    print(epoch, acc)
""",
        "inside a while loop and try": """\
import torch


def poll(source):
    done = False
    while not done:
        x = torch.stack(source())
        acc = torch.zeros_like(x[0])
        try:
            for i in range(x.size(0)):  # expect: TEF201
                acc += x[i]
        except RuntimeError:
            done = True
    return acc
""",
        "under no_grad": """\
import torch


def centre(x: torch.Tensor):
    with torch.no_grad():
        acc = torch.zeros_like(x[0])
        for row in x:  # expect: TEF201
            acc += row
    return acc
""",
        "scripted function": """\
import torch
from torch import Tensor


@torch.jit.script
def total(x: Tensor) -> Tensor:
    z = torch.zeros_like(x[0])
    for i in range(x.size(0)):  # expect: TEF201
        z += x[i]
    return z
""",
        "enumerate with a counter beside it": """\
import torch

x = torch.rand(500, 10)
z = torch.zeros(10)
for i, row in enumerate(x):  # expect: TEF201
    z += row
    if i % 100 == 0:
        print("row", i)
""",
        "columns of the transpose": """\
import torch

x = torch.rand(10, 500)
z = torch.zeros(10)
for column in x.t():  # expect: TEF201
    z += column
""",
        "rows after the first": """\
import torch


def peak(frames: torch.Tensor):
    best = frames[0]
    for frame in frames[1:]:  # expect: TEF201
        best = torch.maximum(best, frame)
    return best
""",
        "two accumulators in one loop": """\
import torch

x = torch.rand(30, 4)
total = torch.zeros(4)
product = torch.ones(4)
for row in x:  # expect: TEF201
    total += row
    product *= row
""",
        "row through a name": """\
import torch

x = torch.rand(30, 4)
total = torch.zeros(4)
for i in range(30):  # expect: TEF201
    row = x[i]
    total += row
""",
        "three-dimensional tensor": """\
import torch


def fuse(maps: torch.Tensor):
    heads, height, width = maps.shape
    fused = maps.new_zeros(height, width)
    for h in range(heads):  # expect: TEF201
        fused = fused + maps[h]
    return fused / heads
""",
    },
    "TEF202": {
        "recurrence over the first dimension": """\
import torch


def run(x: torch.Tensor, w: torch.Tensor, u: torch.Tensor, h: torch.Tensor):
    for t in range(x.size(0)):  # expect: TEF202
        h = torch.tanh(x[t] @ w + h @ u)
    return h
""",
        "cell over the second dimension": """\
import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(16, 32)

    def forward(self, x, h):
        for t in range(x.size(1)):  # expect: TEF202
            h = self.cell(x[:, t], h)
        return h
""",
        "lstm cell with two states": """\
import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.LSTMCell(16, 32)

    def forward(self, x: torch.Tensor, h: torch.Tensor, c: torch.Tensor):
        for step in range(x.shape[1]):  # expect: TEF202
            h, c = self.cell(x[:, step, :], (h, c))
        return h, c
""",
        "states collected along the way": """\
import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(16, 32)

    def forward(self, x: torch.Tensor, h: torch.Tensor):
        states = []
        for t in range(len(x)):  # expect: TEF202
            h = self.cell(x[t], h)
            states.append(h)
        return torch.stack(states), h
""",
        "moving average by index": """\
import torch


def smooth(x: torch.Tensor, decay: float):
    avg = x[0]
    for i in range(len(x)):  # expect: TEF202
        avg = decay * avg + (1 - decay) * x[i]
    return avg
""",
        "literal range": """\
import torch

w = torch.randn(4, 8)
h = torch.zeros(8)
for i in range(4):  # expect: TEF202
    h = torch.tanh(h * 0.5 + w[i])
""",
        "dot products in a list": """\
import torch


def scores(a: torch.Tensor, b: torch.Tensor):
    out = []
    for i in range(len(a)):  # expect: TEF202
        out.append(torch.dot(a[i], b[i]))
    return out
""",
        "dimension through a name": """\
import torch


def scores(a: torch.Tensor, b: torch.Tensor):
    n = a.size(0)
    out = []
    for i in range(n):  # expect: TEF202
        out.append(torch.dot(a[i], b[i]))
    return out
""",
        "dimension by unpacking the shape": """\
import torch
from torch import Tensor


def decode(x: Tensor, state: Tensor, w: Tensor):
    batch, steps, width = x.shape
    for t in range(steps):  # expect: TEF202
        state = torch.sigmoid(x[:, t] + state @ w)
    return state
""",
        "list comprehension that is not stacked": """\
import torch


def lengths(x: torch.Tensor):
    return [torch.linalg.norm(x[i]) for i in range(len(x))]  # expect: TEF202
""",
        "dict comprehension": """\
import torch


def lengths(names, x: torch.Tensor):
    return {names[i]: x[i].norm() for i in range(x.size(0))}  # expect: TEF202
""",
        "torch imported under another name": """\
import torch as th


def scores(a: th.Tensor, b: th.Tensor):
    out = []
    for i in range(a.shape[0]):  # expect: TEF202
        out.append(th.dot(a[i], b[i]))
    return out
""",
        "names imported from torch": """\
from torch import Tensor, dot


def scores(a: Tensor, query: Tensor):
    out = []
    for i in range(a.shape[0]):  # expect: TEF202
        out.append(dot(a[i], query))
    return out
""",
        "functional operation on the row": """\
import torch
import torch.nn.functional as F


def similarities(bank: torch.Tensor, query: torch.Tensor):
    found = []
    for i in range(bank.size(0)):  # expect: TEF202
        found.append(F.cosine_similarity(bank[i], query, dim=0))
    return found
""",
        "index with a full slice": """\
import torch


def scores(a: torch.Tensor, query: torch.Tensor):
    out = []
    for i in range(len(a)):  # expect: TEF202
        out.append(torch.dot(a[i, :], query))
    return out
""",
        "method on the row": """\
import torch


def scores(a: torch.Tensor, query: torch.Tensor):
    out = []
    for i in range(len(a)):  # expect: TEF202
        out.append(a[i].dot(query))
    return out
""",
        "annotation in a string": """\
import torch


def scores(a: "torch.Tensor", query: "torch.Tensor"):
    out = []
    for i in range(len(a)):  # expect: TEF202
        out.append(torch.dot(a[i], query))
    return out
""",
        "optional tensor after the guard": """\
from typing import Optional

import torch
from torch import Tensor


def scores(a: Optional[Tensor], query: Tensor):
    if a is None:
        return []
    out = []
    for i in range(len(a)):  # expect: TEF202
        out.append(torch.dot(a[i], query))
    return out
""",
        "tensor or None": """\
import torch
from torch import Tensor


def scores(a: Tensor | None, query: Tensor):
    out = []
    if a is not None:
        for i in range(a.size(0)):  # expect: TEF202
            out.append(torch.dot(a[i], query))
    return out
""",
        "jaxtyping annotation": """\
import torch
from jaxtyping import Float
from torch import Tensor


def scores(a: Float[Tensor, "n d"], query: Float[Tensor, "d"]):
    out = []
    for i in range(a.shape[0]):  # expect: TEF202
        out.append(torch.dot(a[i], query))
    return out
""",
        "nested function": """\
import torch


def make(a: torch.Tensor):
    def scores(query: torch.Tensor):
        out = []
        for i in range(len(a)):  # expect: TEF202
            out.append(torch.dot(a[i], query))
        return out

    return scores
""",
        "registered buffer": """\
import torch
from torch import nn


class Index(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.register_buffer("table", torch.zeros(size, 64))

    def search(self, query: torch.Tensor):
        found = []
        for i in range(len(self.table)):  # expect: TEF202
            found.append(torch.dot(self.table[i], query))
        return found
""",
        "stacked weights of a deep network": """\
import torch
from torch import nn


class Deep(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(4, 8, 8))

    def forward(self, x):
        for layer in range(self.weight.size(0)):  # expect: TEF202
            x = torch.relu(x @ self.weight[layer])
        return x
""",
        "inside a while loop": """\
import torch


def settle(drive: torch.Tensor, w: torch.Tensor, h: torch.Tensor, rounds: int):
    done = 0
    while done < rounds:
        for t in range(drive.size(0)):  # expect: TEF202
            h = torch.tanh(h @ w + drive[t])
        done += 1
    return h
""",
        "inside try": """\
import torch


def solve(a: torch.Tensor, b: torch.Tensor):
    answers = []
    try:
        for i in range(len(a)):  # expect: TEF202
            answers.append(torch.linalg.solve(a[i], b[i]))
    except torch.linalg.LinAlgError:
        return None
    return answers
""",
        "under no_grad": """\
import torch


@torch.no_grad()
def scores(a: torch.Tensor, query: torch.Tensor):
    out = []
    for i in range(len(a)):  # expect: TEF202
        out.append(torch.dot(a[i], query))
    return out
""",
        "result of a torch operation": """\
import torch


def scores(features, query: torch.Tensor):
    active = torch.relu(features)
    out = []
    for i in range(active.size(0)):  # expect: TEF202
        out.append(torch.dot(active[i], query))
    return out
""",
        "result of a helper in the same file": """\
import torch


def embed(n):
    return torch.randn(n, 16)


def scores(n, query: torch.Tensor):
    rows = embed(n)
    out = []
    for i in range(len(rows)):  # expect: TEF202
        out.append(torch.dot(rows[i], query))
    return out
""",
        "lambda over a module-level tensor": """\
import torch

BANK = torch.randn(32, 16)
query = torch.randn(16)
scores = lambda: [torch.dot(BANK[i], query) for i in range(len(BANK))]  # expect: TEF202
""",
        "isinstance narrows": """\
import torch


def scores(a, query: torch.Tensor):
    out = []
    if isinstance(a, torch.Tensor):
        for i in range(len(a)):  # expect: TEF202
            out.append(torch.dot(a[i], query))
    return out
""",
        "rows kept by their norm": """\
import torch


def outliers(x: torch.Tensor, limit: float):
    kept = []
    for i in range(x.size(0)):  # expect: TEF202
        if torch.linalg.norm(x[i]) > limit:
            kept.append(i)
    return kept
""",
        "linear solves": """\
import torch

a = torch.randn(6, 3, 3)
b = torch.randn(6, 3)
answers = []
for i in range(6):  # expect: TEF202
    answers.append(torch.linalg.solve(a[i], b[i]))
""",
        "scripted recurrence": """\
import torch
from torch import Tensor


@torch.jit.script
def run(x: Tensor, h: Tensor, w: Tensor) -> Tensor:
    for t in range(x.size(0)):  # expect: TEF202
        h = torch.tanh(x[t] + h @ w)
    return h
""",
        "forward algorithm": """\
import torch


def forward_score(emissions: torch.Tensor, transitions: torch.Tensor, start: torch.Tensor):
    alpha = start
    for t in range(emissions.size(0)):  # expect: TEF202
        alpha = torch.logsumexp(alpha.unsqueeze(1) + transitions, dim=0) + emissions[t]
    return alpha
""",
        "viterbi with back pointers": """\
import torch
from torch import nn


class CRF(nn.Module):
    def __init__(self, tags):
        super().__init__()
        self.transitions = nn.Parameter(torch.randn(tags, tags))

    def decode(self, emissions: torch.Tensor, score: torch.Tensor):
        history = []
        for t in range(emissions.size(1)):  # expect: TEF202
            best, index = (score.unsqueeze(2) + self.transitions).max(dim=1)
            score = best + emissions[:, t]
            history.append(index)
        return score, history
""",
        "linear system driven by inputs": """\
import torch


def simulate(a: torch.Tensor, inputs: torch.Tensor, state: torch.Tensor):
    for k in range(inputs.shape[0]):  # expect: TEF202
        state = a @ state + inputs[k]
    return state
""",
        "row logged through an operation": """\
import torch


def log_rows(writer, x: torch.Tensor, step: int):
    for i in range(len(x)):  # expect: TEF202
        writer.add_histogram(f"row/{i}", torch.sigmoid(x[i]), step)
""",
        "generator of transformed rows": """\
import torch


def rows(x: torch.Tensor):
    for i in range(len(x)):  # expect: TEF202
        yield torch.sort(x[i], descending=True)
""",
        "range from zero": """\
import torch


def scores(a: torch.Tensor, query: torch.Tensor):
    out = []
    for i in range(0, a.size(0)):  # expect: TEF202
        out.append(torch.dot(a[i], query))
    return out
""",
        "row through a name": """\
import torch


def scores(a: torch.Tensor, query: torch.Tensor):
    out = []
    for i in range(len(a)):  # expect: TEF202
        row = a[i]
        out.append(torch.dot(row, query))
    return out
""",
        "matrix products in a list": """\
import torch

left = torch.randn(5, 2, 3)
right = torch.randn(5, 3, 4)
products = []
for i in range(left.shape[0]):  # expect: TEF202
    products.append(left[i] @ right[i])
""",
        "attribute of a plain class": """\
import torch


class Store:
    def __init__(self, rows):
        self.rows = torch.randn(rows, 8)

    def scores(self, query: torch.Tensor):
        found = []
        for i in range(self.rows.size(0)):  # expect: TEF202
            found.append(torch.dot(self.rows[i], query))
        return found
""",
        "time dimension of an image sequence": """\
import torch
import torch.nn.functional as F


def flow(frames: torch.Tensor, kernel: torch.Tensor, state: torch.Tensor):
    for t in range(frames.size(1)):  # expect: TEF202
        state = torch.relu(F.conv2d(state, kernel, padding=1) + frames[:, t])
    return state
""",
    },
    "TEF203": {
        "tutorial": """\
import torch


def batch_gather(tensor, indices):
    output = []
    for i in range(tensor.size(0)):  # expect: TEF203
        output += [tensor[i][indices[i]]]
    return torch.stack(output)
""",
        "tutorial scripted": """\
import torch


@torch.jit.script
def batch_gather_jit(tensor, indices):
    output = []
    for i in range(tensor.size(0)):  # expect: TEF203
        output += [tensor[i][indices[i]]]
    return torch.stack(output)
""",
        "append": """\
import torch
from torch import Tensor


def pick(t: Tensor, idx: Tensor) -> Tensor:
    out = []
    for i in range(t.size(0)):  # expect: TEF203
        out.append(t[i][idx[i]])
    return torch.stack(out)
""",
        "append with one subscript": """\
import torch
from torch import Tensor


def pick(t: Tensor, idx: Tensor) -> Tensor:
    out = []
    for i in range(t.size(0)):  # expect: TEF203
        out.append(t[i, idx[i]])
    return torch.stack(out)
""",
        "comprehension inside stack": """\
import torch
from torch import Tensor


def pick(t: Tensor, idx: Tensor) -> Tensor:
    return torch.stack([t[i, idx[i]] for i in range(t.size(0))])  # expect: TEF203
""",
        "comprehension with two subscripts": """\
import torch


def pick(t: torch.Tensor, idx: torch.Tensor):
    return torch.stack([t[i][idx[i]] for i in range(len(t))])  # expect: TEF203
""",
        "comprehension inside cat": """\
import torch


def pick(t: torch.Tensor, idx: torch.Tensor):
    return torch.cat([t[i][idx[i]] for i in range(t.shape[0])])  # expect: TEF203
""",
        "append then cat": """\
import torch


def pick(t: torch.Tensor, idx: torch.Tensor):
    rows = []
    for b in range(t.shape[0]):  # expect: TEF203
        rows.append(t[b][idx[b]])
    return torch.cat(rows, dim=0)
""",
        "script called on the function": """\
import torch
from torch import Tensor


def pick(t: Tensor, idx: Tensor) -> Tensor:
    out = []
    for i in range(t.size(0)):  # expect: TEF203
        out.append(t[i][idx[i]])
    return torch.stack(out)


fast_pick = torch.jit.script(pick)
""",
        "torch imported under another name": """\
import torch as th


def pick(t: th.Tensor, idx: th.Tensor):
    out = []
    for i in range(t.size(0)):  # expect: TEF203
        out.append(t[i][idx[i]])
    return th.stack(out)
""",
        "stack imported from torch": """\
from torch import Tensor, stack


def pick(t: Tensor, idx: Tensor):
    out = []
    for i in range(t.size(0)):  # expect: TEF203
        out.append(t[i][idx[i]])
    return stack(out)
""",
        "cat imported under another name": """\
import torch
from torch import cat as join


def pick(t: torch.Tensor, idx: torch.Tensor):
    return join([t[i][idx[i]] for i in range(t.size(0))])  # expect: TEF203
""",
        "dimension through a name": """\
import torch


def pick(t: torch.Tensor, idx: torch.Tensor):
    n = t.size(0)
    out = []
    for i in range(n):  # expect: TEF203
        out.append(t[i, idx[i]])
    return torch.stack(out)
""",
        "dimension by unpacking the shape": """\
import torch


def pick(t: torch.Tensor, idx: torch.Tensor):
    batch, slots, width = t.shape
    return torch.stack([t[b, idx[b]] for b in range(batch)])  # expect: TEF203
""",
        "dimension of the index tensor": """\
import torch


def pick(t: torch.Tensor, idx: torch.Tensor):
    out = []
    for i in range(len(idx)):  # expect: TEF203
        out.append(t[i][idx[i]])
    return torch.stack(out)
""",
        "index through a name": """\
import torch


def pick(t: torch.Tensor, idx: torch.Tensor):
    out = []
    for i in range(t.size(0)):  # expect: TEF203
        j = idx[i]
        out.append(t[i, j])
    return torch.stack(out)
""",
        "row through a name": """\
import torch


def pick(t: torch.Tensor, idx: torch.Tensor):
    out = []
    for i in range(t.size(0)):  # expect: TEF203
        row = t[i]
        out.append(row[idx[i]])
    return torch.stack(out)
""",
        "value through a name": """\
import torch


def pick(t: torch.Tensor, idx: torch.Tensor):
    out = []
    for i in range(t.size(0)):  # expect: TEF203
        value = t[i][idx[i]]
        out.append(value)
    return torch.stack(out)
""",
        "module level with literal sizes": """\
import torch

table = torch.randn(8, 5, 3)
choice = torch.randint(0, 5, (8,))
picked = []
for i in range(8):  # expect: TEF203
    picked.append(table[i, choice[i]])
picked = torch.stack(picked)
""",
        "list addition": """\
import torch


def pick(t: torch.Tensor, idx: torch.Tensor):
    out = []
    for i in range(t.size(0)):  # expect: TEF203
        out = out + [t[i][idx[i]]]
    return torch.stack(out)
""",
        "index from argmax": """\
import torch


def best(boxes: torch.Tensor, scores: torch.Tensor):
    top = scores.argmax(dim=1)
    return torch.stack([boxes[i, top[i]] for i in range(boxes.size(0))])  # expect: TEF203
""",
        "log-probabilities of the labels": """\
import torch
import torch.nn.functional as F


def label_scores(logits: torch.Tensor, labels: torch.Tensor):
    logp = F.log_softmax(logits, dim=1)
    picked = []
    for i in range(len(labels)):  # expect: TEF203
        picked.append(logp[i, labels[i]])
    return torch.stack(picked)
""",
        "last hidden state of each sequence": """\
import torch
from torch import nn


class Last(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.GRU(8, 16, batch_first=True)

    def forward(self, x: torch.Tensor, last: torch.Tensor):
        hidden, _ = self.rnn(x)
        return torch.stack([hidden[i, last[i]] for i in range(x.size(0))])  # expect: TEF203
""",
        "forward parameters": """\
import torch
from torch import nn


class Gather(nn.Module):
    def forward(self, values, index):
        out = []
        for i in range(values.size(0)):  # expect: TEF203
            out.append(values[i][index[i]])
        return torch.stack(out)
""",
        "registered buffer": """\
import torch
from torch import nn


class Codebooks(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("books", torch.randn(4, 256, 32))

    def lookup(self, codes: torch.Tensor):
        found = []
        for i in range(self.books.size(0)):  # expect: TEF203
            found.append(self.books[i][codes[i]])
        return torch.stack(found)
""",
        "annotations in strings": """\
import torch


def pick(t: "torch.Tensor", idx: "torch.Tensor"):
    return torch.stack([t[i][idx[i]] for i in range(t.size(0))])  # expect: TEF203
""",
        "optional index after the guard": """\
from typing import Optional

import torch
from torch import Tensor


def pick(t: Tensor, idx: Optional[Tensor]):
    if idx is None:
        return t
    out = []
    for i in range(t.size(0)):  # expect: TEF203
        out.append(t[i][idx[i]])
    return torch.stack(out)
""",
        "tensor or None": """\
import torch
from torch import Tensor


def pick(t: Tensor, idx: Tensor | None):
    if idx is not None:
        t = torch.stack([t[i, idx[i]] for i in range(len(t))])  # expect: TEF203
    return t
""",
        "jaxtyping annotations": """\
import torch
from jaxtyping import Float, Int
from torch import Tensor


def pick(t: Float[Tensor, "b n d"], idx: Int[Tensor, "b"]):
    out = []
    for i in range(t.shape[0]):  # expect: TEF203
        out.append(t[i, idx[i]])
    return torch.stack(out)
""",
        "nested function": """\
import torch


def make(t: torch.Tensor):
    def pick(idx: torch.Tensor):
        out = []
        for i in range(t.size(0)):  # expect: TEF203
            out.append(t[i][idx[i]])
        return torch.stack(out)

    return pick
""",
        "lambda": """\
import torch

values = torch.randn(8, 5)
choice = torch.randint(5, (8,))
pick = lambda: torch.stack([values[i, choice[i]] for i in range(8)])  # expect: TEF203
""",
        "inside try": """\
import torch


def pick(t: torch.Tensor, idx: torch.Tensor):
    out = []
    try:
        for i in range(t.size(0)):  # expect: TEF203
            out.append(t[i][idx[i]])
    except IndexError:
        return t[:, 0]
    return torch.stack(out)
""",
        "under no_grad": """\
import torch


def pick(t: torch.Tensor, idx: torch.Tensor):
    with torch.no_grad():
        out = []
        for i in range(t.size(0)):  # expect: TEF203
            out.append(t[i][idx[i]])
        return torch.stack(out)
""",
        "inside a while loop": """\
import torch


def walk(t: torch.Tensor, idx: torch.Tensor, rounds: int):
    trail = []
    while len(trail) < rounds:
        trail.append(torch.stack([t[i, idx[i]] for i in range(len(idx))]))  # expect: TEF203
        idx = torch.randint_like(idx, t.size(1))
    return trail
""",
        "stack along another dimension": """\
import torch


def pick(t: torch.Tensor, idx: torch.Tensor):
    out = []
    for i in range(t.size(0)):  # expect: TEF203
        out.append(t[i][idx[i]])
    return torch.stack(out, dim=-1)
""",
        "keyword for the list": """\
import torch


def pick(t: torch.Tensor, idx: torch.Tensor):
    out = []
    for i in range(t.size(0)):  # expect: TEF203
        out.append(t[i][idx[i]])
    return torch.stack(tensors=out, dim=0)
""",
        "stacked result used further": """\
import torch


def mean_pick(t: torch.Tensor, idx: torch.Tensor):
    out = []
    for i in range(t.size(0)):  # expect: TEF203
        out.append(t[i][idx[i]])
    return torch.stack(out).mean(dim=0)
""",
        "method of a plain class": """\
import torch


class Replay:
    def __init__(self, capacity):
        self.values = torch.zeros(capacity, 10)

    def chosen(self, actions: torch.Tensor):
        out = []
        for i in range(self.values.size(0)):  # expect: TEF203
            out.append(self.values[i, actions[i]])
        return torch.stack(out)
""",
        "helpers in the same file": """\
import torch


def embed(n):
    return torch.randn(n, 7, 3)


def choose(n):
    return torch.randint(7, (n,))


def pick(n):
    t = embed(n)
    idx = choose(n)
    return torch.stack([t[i, idx[i]] for i in range(t.size(0))])  # expect: TEF203
""",
        "isinstance narrows": """\
import torch


def pick(t, idx):
    if isinstance(t, torch.Tensor) and isinstance(idx, torch.Tensor):
        return torch.stack([t[i, idx[i]] for i in range(t.size(0))])  # expect: TEF203
    return None
""",
        "index enumerated": """\
import torch


def pick(t: torch.Tensor, idx: torch.Tensor):
    out = []
    for i, j in enumerate(idx):  # expect: TEF203
        out.append(t[i, j])
    return torch.stack(out)
""",
        "generator inside stack": """\
import torch


def pick(t: torch.Tensor, idx: torch.Tensor):
    return torch.stack(tuple(t[i, idx[i]] for i in range(t.size(0))))  # expect: TEF203
""",
    },
}

LEAVE: dict[str, dict[str, str]] = {
    "TEF201": {
        "explicit unbind": """\
import torch

x = torch.rand([500, 10])
z = torch.zeros([10])
for r in torch.unbind(x):
    z += r
""",
        "unbind method": """\
import torch


def total(x: torch.Tensor):
    acc = torch.zeros_like(x[0])
    for row in x.unbind(0):
        acc = acc + row
    return acc
""",
        "unbind along columns": """\
import torch


def total(x: torch.Tensor):
    acc = torch.zeros_like(x[:, 0])
    for column in torch.unbind(x, dim=1):
        acc += column
    return acc
""",
        "unbind imported from torch": """\
from torch import Tensor, unbind


def product(x: Tensor):
    acc = x[0]
    for row in unbind(x[1:]):
        acc = acc * row
    return acc
""",
        "unbound rows through a name": """\
import torch


def total(x: torch.Tensor):
    rows = x.unbind()
    acc = torch.zeros_like(rows[0])
    for row in rows:
        acc = acc + row
    return acc
""",
        "list of tensors by annotation": """\
import torch
from torch import Tensor


def total(parts: list[Tensor]) -> Tensor:
    acc = torch.zeros_like(parts[0])
    for part in parts:
        acc = acc + part
    return acc
""",
        "list of tensors by index": """\
import torch
from torch import Tensor


def total(parts: list[Tensor]) -> Tensor:
    acc = torch.zeros_like(parts[0])
    for i in range(len(parts)):
        acc = acc + parts[i]
    return acc
""",
        "list literal of tensors": """\
import torch

a = torch.rand(4)
b = torch.rand(4)
c = torch.rand(4)
acc = torch.zeros(4)
for t in [a, b, c]:
    acc += t
""",
        "tuple of tensors": """\
import torch


def fuse(low: torch.Tensor, high: torch.Tensor):
    out = 0
    for t in (low, high):
        out = out + t
    return out
""",
        "array rows": """\
import numpy as np
import torch

x = np.random.rand(500, 10)
z = np.zeros(10)
for r in x:
    z += r
target = torch.from_numpy(z)
""",
        "array by index": """\
import numpy as np
import torch


def centroid(x: np.ndarray):
    z = np.zeros(x.shape[1])
    for i in range(x.shape[0]):
        z = z + x[i]
    return torch.as_tensor(z / len(x))
""",
        "array made from a tensor": """\
import torch


def histogram(x: torch.Tensor):
    rows = x.detach().cpu().numpy()
    total = 0
    for row in rows:
        total = total + row
    return total
""",
        "list of numbers": """\
import torch

sizes = [3, 4, 5]
offset = 0
for size in sizes:
    offset += size
buffer = torch.empty(offset)
""",
        "unknown parameter": """\
import torch


def total(items):
    acc = 0
    for item in items:
        acc = acc + item
    return acc


print(torch.__version__)
""",
        "unknown parameter by index": """\
import torch


def total(items, n):
    acc = torch.zeros(4)
    for i in range(n):
        acc = acc + items[i]
    return acc
""",
        "values of a dict": """\
import torch
from torch import Tensor


def total(parts: dict[str, Tensor]) -> Tensor:
    acc = torch.zeros(())
    for part in parts.values():
        acc = acc + part
    return acc
""",
        "penalty over parameters": """\
import torch
from torch import nn


def penalty(model: nn.Module):
    acc = torch.zeros(())
    for p in model.parameters():
        acc = acc + p.norm()
    return acc
""",
        "sums over loader batches": """\
import torch
from torch.utils.data import DataLoader


def channel_sum(dataset):
    acc = torch.zeros(3)
    for images, _ in DataLoader(dataset, batch_size=64):
        acc = acc + images.sum(dim=(0, 2, 3))
    return acc
""",
        "break on the running sum": """\
import torch


def fill(x: torch.Tensor, limit: float):
    acc = torch.zeros_like(x[0])
    for row in x:
        acc = acc + row
        if acc.norm() > limit:
            break
    return acc
""",
        "break on any element": """\
import torch

steps = torch.rand(100, 3)
position = torch.zeros(3)
for step in steps:
    position += step
    if torch.any(position > 10):
        break
""",
        "break before adding": """\
import torch


def until_padding(tokens: torch.Tensor):
    acc = torch.zeros_like(tokens[0])
    for token in tokens:
        if not token.any():
            break
        acc = acc + token
    return acc
""",
        "return on the running sum": """\
import torch


def first_passage(steps: torch.Tensor, wall: float):
    position = torch.zeros_like(steps[0])
    for k, step in enumerate(steps):
        position = position + step
        if (position > wall).all():
            return k
    return -1
""",
        "moving average": """\
import torch


def smooth(x: torch.Tensor, decay: float):
    avg = torch.zeros_like(x[0])
    for row in x:
        avg = decay * avg + (1 - decay) * row
    return avg
""",
        "moving average by lerp": """\
import torch


def smooth(x: torch.Tensor):
    avg = x[0]
    for row in x[1:]:
        avg = torch.lerp(avg, row, 0.1)
    return avg
""",
        "moving average as a correction": """\
import torch

x = torch.rand(100, 8)
avg = torch.zeros(8)
for row in x:
    avg = avg + 0.05 * (row - avg)
""",
        "discounted return": """\
import torch


def discounted(rewards: torch.Tensor, gamma: float):
    value = torch.zeros_like(rewards[0])
    for reward in rewards.flip(0):
        value = reward + gamma * value
    return value
""",
        "polynomial by Horner": """\
import torch


def polynomial(coefficients: torch.Tensor, t: torch.Tensor):
    value = torch.zeros_like(t)
    for c in coefficients:
        value = value * t + c
    return value
""",
        "alternating difference": """\
import torch

x = torch.rand(9, 4)
z = torch.zeros(4)
for row in x:
    z = row - z
""",
        "recurrent cell": """\
import torch
from torch import nn

cell = nn.GRUCell(8, 16)
x = torch.rand(20, 4, 8)
h = torch.zeros(4, 16)
for step in x:
    h = cell(step, h)
""",
        "chain of matrix products": """\
import torch


def compose(transforms: torch.Tensor):
    out = torch.eye(4)
    for transform in transforms:
        out = out @ transform
    return out
""",
        "state driven by rows": """\
import torch


def simulate(a: torch.Tensor, inputs: torch.Tensor, state: torch.Tensor):
    for u in inputs:
        state = a @ state + u
    return state
""",
        "same tensor added each turn": """\
import torch


def drift(x: torch.Tensor, velocity: torch.Tensor):
    for _ in range(10):
        x = x + velocity
    return x
""",
        "constant row": """\
import torch

x = torch.rand(5, 3)
z = torch.zeros(3)
for i in range(4):
    z = z + x[0]
""",
        "unknown function of the row": """\
import torch
from mylib import score


def total(x: torch.Tensor):
    acc = 0
    for row in x:
        acc = acc + score(row)
    return acc
""",
        "chunks": """\
import torch


def fold(x: torch.Tensor):
    acc = 0
    for part in x.chunk(4, dim=-1):
        acc = acc + part
    return acc
""",
        "pieces of a split": """\
import torch


def fold(x: torch.Tensor, width: int):
    acc = 0
    for part in torch.split(x, width, dim=1):
        acc = acc + part
    return acc
""",
        "product of the shape": """\
import torch


def elements(x: torch.Tensor):
    count = 1
    for size in x.shape:
        count *= size
    return count
""",
        "product of sizes by index": """\
import torch


def elements(x: torch.Tensor):
    count = 1
    for d in range(x.dim()):
        count *= x.size(d)
    return count
""",
        "sum of shape entries": """\
import torch


def extent(x: torch.Tensor):
    extent = 0
    for d in range(x.ndim):
        extent += x.shape[d]
    return extent
""",
        "vectorised": """\
import torch

x = torch.rand(500, 10)
z = torch.zeros(10)
for epoch in range(3):
    z += x.sum(dim=0)
""",
        "residual layers": """\
import torch
from torch import nn


class Stack(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(8, 8) for _ in range(4)])

    def forward(self, x):
        for layer in self.layers:
            x = x + torch.relu(layer(x))
        return x
""",
        "ensemble of models": """\
import torch
from torch import nn


@torch.no_grad()
def ensemble(models: list[nn.Module], x: torch.Tensor):
    out = 0
    for model in models:
        out = out + model(x)
    return out / len(models)
""",
        "parameter list": """\
import torch
from torch import nn


class Mix(nn.Module):
    def __init__(self):
        super().__init__()
        self.biases = nn.ParameterList([nn.Parameter(torch.zeros(4)) for _ in range(3)])

    def forward(self, x):
        for bias in self.biases:
            x = x + bias
        return x
""",
        "tensor turned into a list": """\
import torch


def total(lengths: torch.Tensor):
    lengths = lengths.tolist()
    acc = 0
    for length in lengths:
        acc += length
    return acc
""",
        "list taken at the loop": """\
import torch


def total(lengths: torch.Tensor):
    acc = 0
    for length in lengths.tolist():
        acc += length
    return acc
""",
        "other branch of isinstance": """\
import torch


def merge(x):
    if isinstance(x, torch.Tensor):
        return x.sum(dim=0)
    out = 0
    for part in x:
        out = out + part
    return out
""",
        "generator of tensors": """\
import torch


def noise(n):
    for _ in range(n):
        yield torch.randn(4)


acc = torch.zeros(4)
for sample in noise(10):
    acc += sample
""",
        "gradients": """\
import torch


def accumulate(loss: torch.Tensor, params):
    acc = 0
    for g in torch.autograd.grad(loss, params):
        acc = acc + g.norm()
    return acc
""",
        "coordinate grids": """\
import torch

rows = torch.arange(4)
columns = torch.arange(5)
acc = torch.zeros(4, 5)
for grid in torch.meshgrid(rows, columns, indexing="ij"):
    acc += grid
""",
        "class with its own rows": """\
import torch


class Table:
    def __init__(self, rows):
        self.rows = rows

    def __iter__(self):
        return iter(self.rows)


def total(table: Table):
    acc = torch.zeros(3)
    for row in table:
        acc = acc + row
    return acc
""",
        "power iteration": """\
import torch


def dominant(a: torch.Tensor, v: torch.Tensor):
    for _ in range(20):
        v = a @ v
        v = v / torch.linalg.norm(v)
    return v
""",
        "row handed to a consumer": """\
import torch


def stream(x: torch.Tensor, emit):
    for row in x:
        emit(torch.relu(row))
""",
        "name rebound to a list before the loop": """\
import torch

x = torch.rand(3, 4)
x = [x, x * 2, x * 3]
acc = torch.zeros(3, 4)
for part in x:
    acc += part
""",
        "loop over layers of hidden states": """\
import torch


def mix(hidden_states: tuple[torch.Tensor, ...], weights: list[float]):
    out = torch.zeros_like(hidden_states[0])
    for w, h in zip(weights, hidden_states):
        out = out + w * h
    return out
""",
    },
    "TEF202": {
        "list of tensors by annotation": """\
import torch
from torch import Tensor


def scores(rows: list[Tensor], query: Tensor):
    out = []
    for i in range(len(rows)):
        out.append(torch.dot(rows[i], query))
    return out
""",
        "list of tensors filled before": """\
import torch


def pyramid(x: torch.Tensor, pool):
    levels = [x]
    for _ in range(3):
        levels.append(pool(levels[-1]))
    out = []
    for i in range(len(levels)):
        out.append(torch.sigmoid(levels[i]))
    return out
""",
        "module list by index": """\
import torch
from torch import nn


class Stack(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(8, 8) for _ in range(4)])

    def forward(self, x):
        for i in range(len(self.layers)):
            x = torch.relu(self.layers[i](x))
        return x
""",
        "module list by a literal range": """\
import torch
from torch import nn


class Stack(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList()
        for _ in range(4):
            self.layers.append(nn.Linear(8, 8))

    def forward(self, x: torch.Tensor):
        for i in range(4):
            x = torch.relu(self.layers[i](x))
        return x
""",
        "parameter list by index": """\
import torch
from torch import nn


class Deep(nn.Module):
    def __init__(self):
        super().__init__()
        self.weights = nn.ParameterList([nn.Parameter(torch.randn(8, 8)) for _ in range(3)])

    def forward(self, x):
        for i in range(len(self.weights)):
            x = torch.relu(x @ self.weights[i])
        return x
""",
        "sequential by index": """\
import torch
from torch import nn

net = nn.Sequential(nn.Linear(4, 4), nn.ReLU(), nn.Linear(4, 2))
x = torch.rand(3, 4)
for i in range(len(net)):
    x = net[i](x)
    print(i, x.shape)
""",
        "array by index": """\
import numpy as np
import torch


def spectra(signals: np.ndarray):
    out = []
    for i in range(len(signals)):
        out.append(np.abs(np.fft.rfft(signals[i])))
    return torch.as_tensor(np.stack(out))
""",
        "array made from a tensor": """\
import numpy as np
import torch


def plots(x: torch.Tensor, draw):
    images = x.detach().cpu().numpy()
    for i in range(len(images)):
        draw(np.clip(images[i], 0, 1))
""",
        "unknown parameter": """\
import torch


def run(frames, step):
    state = torch.zeros(8)
    for i in range(len(frames)):
        state = step(frames[i], state)
    return state
""",
        "minibatch slices": """\
import torch
from torch import nn


@torch.no_grad()
def predict(model: nn.Module, x: torch.Tensor, size: int):
    out = []
    for i in range(0, len(x), size):
        out.append(model(x[i : i + size]))
    return torch.cat(out)
""",
        "minibatch slices of a permutation": """\
import torch


def batches(x: torch.Tensor, y: torch.Tensor, size: int):
    order = torch.randperm(x.size(0))
    for start in range(0, x.size(0), size):
        chosen = order[start : start + size]
        yield x[chosen], y[chosen]
""",
        "rows without an index": """\
import torch


def scores(x: torch.Tensor, rank):
    out = []
    for row in x:
        out.append(rank(row))
    return out
""",
        "enumerated rows": """\
import torch


def save_rows(x: torch.Tensor, folder):
    for i, row in enumerate(x):
        torch.save(row.clone(), folder / f"{i}.pt")
""",
        "zipped rows": """\
import torch


def report(x: torch.Tensor, names: list[str], emit):
    for name, row in zip(names, x):
        emit(name, torch.linalg.norm(row))
""",
        "recurrence over unbind": """\
import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(16, 32)

    def forward(self, x, h):
        for step in torch.unbind(x, dim=1):
            h = self.cell(step, h)
        return h
""",
        "unbound rows by index": """\
import torch


def run(x: torch.Tensor, h: torch.Tensor, w: torch.Tensor):
    steps = x.unbind(1)
    for t in range(len(steps)):
        h = torch.tanh(steps[t] + h @ w)
    return h
""",
        "list of different indices": """\
import torch

x = torch.randn(12, 8)
query = torch.randn(8)
found = []
for i in [3, 1, 7]:
    found.append(torch.dot(x[i], query))
""",
        "indices in a list parameter": """\
import torch
from torch import Tensor


def scores(x: Tensor, query: Tensor, order: list[int]):
    found = []
    for i in order:
        found.append(torch.dot(x[i], query))
    return found
""",
        "random sample of indices": """\
import random

import torch


def spot_check(x: torch.Tensor, query: torch.Tensor, k: int):
    chosen = random.sample(range(len(x)), k)
    found = []
    for i in chosen:
        found.append(torch.dot(x[i], query))
    return found
""",
        "best rows by index": """\
import torch


def explain(x: torch.Tensor, scores: torch.Tensor, show):
    for i in scores.topk(5).indices.tolist():
        show(i, torch.sigmoid(x[i]))
""",
        "entries of the shape": """\
import torch


def strides(x: torch.Tensor):
    out = []
    for d in range(x.dim()):
        out.append(x.shape[d] * 2)
    return out
""",
        "sizes by dimension": """\
import torch


def same_shape(a: torch.Tensor, b: torch.Tensor):
    for d in range(a.ndim):
        if a.size(d) != b.size(d):
            return False
    return True
""",
        "layer repeated": """\
import torch
from torch import nn

layer = nn.Linear(8, 8)
x = torch.rand(2, 8)
for _ in range(6):
    x = torch.relu(layer(x))
""",
        "loop variable not used as an index": """\
import torch


def noisy(x: torch.Tensor):
    versions = []
    for i in range(len(x)):
        versions.append(x + 0.1 * i)
    return versions
""",
        "constant row": """\
import torch


def anneal(x: torch.Tensor):
    out = []
    for i in range(x.size(0)):
        out.append(torch.sigmoid(x[0] / (i + 1)))
    return out
""",
        "chunks by index": """\
import torch


def gates(x: torch.Tensor):
    parts = x.chunk(4, dim=-1)
    out = []
    for i in range(len(parts)):
        out.append(torch.sigmoid(parts[i]))
    return out
""",
        "pieces of a split by index": """\
import torch


def groups(x: torch.Tensor, sizes: list[int]):
    parts = torch.split(x, sizes, dim=1)
    out = []
    for i in range(len(sizes)):
        out.append(torch.relu(parts[i]))
    return out
""",
        "coordinate grids by index": """\
import torch

axes = torch.meshgrid(torch.arange(3.0), torch.arange(4.0), indexing="ij")
out = []
for i in range(2):
    out.append(torch.sin(axes[i]))
""",
        "gradients by index": """\
import torch


def norms(loss: torch.Tensor, params):
    grads = torch.autograd.grad(loss, params)
    out = []
    for i in range(len(grads)):
        out.append(torch.linalg.norm(grads[i]))
    return out
""",
        "only writes rows": """\
import torch


def padding_mask(lengths: list[int], width: int):
    mask = torch.zeros(len(lengths), width)
    for i in range(len(lengths)):
        mask[i, : lengths[i]] = 1
    return mask
""",
        "rows written from a list": """\
import torch
from torch import Tensor


def pad(sequences: list[Tensor], width: int):
    out = torch.zeros(len(sequences), width)
    for i in range(len(sequences)):
        out[i, : len(sequences[i])] = sequences[i]
    return out
""",
        "dict of tensors": """\
import torch
from torch import Tensor


def squash(parts: dict[int, Tensor]):
    out = []
    for i in range(len(parts)):
        out.append(torch.tanh(parts[i]))
    return out
""",
        "names by index": """\
import torch


def table(names: list[str], x: torch.Tensor):
    width = 0
    for i in range(len(names)):
        width = max(width, len(names[i]))
    return width, torch.relu(x)
""",
        "vectorised": """\
import torch


def scores(a: torch.Tensor, b: torch.Tensor):
    return (a * b).sum(dim=1)
""",
        "training steps": """\
import torch
import torch.nn.functional as F
from torch import nn

model = nn.Linear(4, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
x = torch.randn(16, 4)
y = torch.randint(2, (16,))
for step in range(100):
    optimizer.zero_grad()
    loss = F.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
""",
        "hidden states in a list": """\
import torch
from torch import nn


class Deep(nn.Module):
    def __init__(self):
        super().__init__()
        self.cells = nn.ModuleList([nn.GRUCell(8, 8) for _ in range(3)])

    def forward(self, x, hidden: list[torch.Tensor]):
        for layer in range(3):
            hidden[layer] = self.cells[layer](x, hidden[layer])
            x = hidden[layer]
        return x, hidden
""",
        "hidden states detached": """\
import torch


def repackage(hidden: list[torch.Tensor]):
    for i in range(len(hidden)):
        hidden[i] = hidden[i].detach()
    return hidden
""",
        "values turned into a list": """\
import torch


def report(x: torch.Tensor):
    values = x.tolist()
    for i in range(len(values)):
        print(i, values[i])
""",
        "dataset by index": """\
import torch
from torch.utils.data import Dataset


def statistics(dataset: Dataset):
    means = []
    for i in range(len(dataset)):
        image, _ = dataset[i]
        means.append(torch.mean(image, dim=(1, 2)))
    return means
""",
        "list branch of isinstance": """\
import torch
from torch import Tensor


def squash(x: list[Tensor] | Tensor):
    if isinstance(x, list):
        out = []
        for i in range(len(x)):
            out.append(torch.tanh(x[i]))
        return out
    return torch.tanh(x)
""",
        "name rebound to a list": """\
import torch

x = torch.rand(8, 8)
x = [x, x.t(), x @ x]
out = []
for i in range(len(x)):
    out.append(torch.linalg.det(x[i]))
""",
        "feature pyramid": """\
import torch
import torch.nn.functional as F
from torch import nn


class Pyramid(nn.Module):
    def __init__(self):
        super().__init__()
        self.lateral = nn.ModuleList([nn.Conv2d(8, 8, 1) for _ in range(3)])

    def forward(self, low, middle, high):
        maps = [low, middle, high]
        out = []
        for i in range(3):
            out.append(F.interpolate(self.lateral[i](maps[i]), scale_factor=2.0))
        return out
""",
        "helper that returns a tuple": """\
import torch


def heads(x: torch.Tensor):
    return torch.sin(x), torch.cos(x)


def run(x: torch.Tensor):
    parts = heads(x)
    out = []
    for i in range(2):
        out.append(torch.relu(parts[i]))
    return out
""",
        "key-value cache": """\
import torch
from torch import nn


class Decoder(nn.Module):
    def __init__(self, blocks):
        super().__init__()
        self.blocks = nn.ModuleList(blocks)

    def forward(self, x: torch.Tensor, cache: list):
        for i in range(len(self.blocks)):
            x, cache[i] = self.blocks[i](x, cache[i])
        return torch.relu(x), cache
""",
        "autoregressive decoding": """\
import torch
from torch import nn


@torch.no_grad()
def generate(model: nn.Module, tokens: torch.Tensor, steps: int):
    for _ in range(steps):
        logits = model(tokens)[:, -1]
        chosen = logits.argmax(dim=-1, keepdim=True)
        tokens = torch.cat([tokens, chosen], dim=1)
    return tokens
""",
        "index that is not the loop variable": """\
import torch


def repeat(x: torch.Tensor, last: int):
    out = []
    for i in range(4):
        out.append(torch.tanh(x[last]) * i)
    return out
""",
        "diffusion steps": """\
import torch
from torch import nn


@torch.no_grad()
def sample(model: nn.Module, x: torch.Tensor, steps: int):
    for t in range(steps):
        x = x - model(x) / (t + 1)
    return x
""",
        "result of the nonzero tuple": """\
import torch


def axes(mask: torch.Tensor):
    places = torch.nonzero(mask, as_tuple=True)
    out = []
    for d in range(len(places)):
        out.append(torch.unique(places[d]))
    return out
""",
    },
    "TEF203": {
        "vectorised by indexing": """\
import torch


def pick(t: torch.Tensor, idx: torch.Tensor):
    return t[torch.arange(t.size(0), device=t.device), idx]
""",
        "take along a dim": """\
import torch


def pick(t: torch.Tensor, idx: torch.Tensor):
    return torch.take_along_dim(t, idx.unsqueeze(1), dim=1)
""",
        "gather": """\
import torch


def pick(t: torch.Tensor, idx: torch.Tensor):
    return t.gather(1, idx.unsqueeze(1))
""",
        "index select": """\
import torch


def pick(t: torch.Tensor, idx: torch.Tensor):
    return torch.index_select(t, 0, idx)
""",
        "one index for all": """\
import torch


def pick(t: torch.Tensor, idx: torch.Tensor):
    return t[:, idx]
""",
        "lists of tensors": """\
import torch
from torch import Tensor


def keep(boxes: list[Tensor], kept: list[Tensor]):
    out = []
    for i in range(len(boxes)):
        out.append(boxes[i][kept[i]])
    return torch.cat(out)
""",
        "lists of tensors in a comprehension": """\
import torch
from torch import Tensor


def keep(boxes: list[Tensor], kept: list[Tensor]):
    return torch.cat([boxes[i][kept[i]] for i in range(len(boxes))])
""",
        "lists of tensors zipped": """\
import torch
from torch import Tensor


def keep(boxes: list[Tensor], kept: list[Tensor]):
    out = []
    for box, index in zip(boxes, kept):
        out.append(box[index])
    return torch.cat(out)
""",
        "arrays": """\
import numpy as np
import torch


def pick(t: np.ndarray, idx: np.ndarray):
    out = []
    for i in range(t.shape[0]):
        out.append(t[i][idx[i]])
    return torch.from_numpy(np.stack(out))
""",
        "arrays in a comprehension": """\
import numpy as np
import torch


def pick(t: np.ndarray, idx: np.ndarray):
    return torch.from_numpy(np.array([t[i, idx[i]] for i in range(len(t))]))
""",
        "nested lists": """\
import torch


def pick(table: list[list[int]], choice: list[int]):
    out = []
    for i in range(len(table)):
        out.append(table[i][choice[i]])
    return torch.tensor(out)
""",
        "unknown parameters": """\
import torch


def pick(table, choice):
    out = []
    for i in range(len(table)):
        out.append(table[i][choice[i]])
    return out, torch.__version__
""",
        "rows of one table by a list of keys": """\
import torch


def lookup(table: torch.Tensor, picks: list[int]):
    return torch.stack([table[p] for p in picks])
""",
        "rows by names": """\
import torch


def lookup(table: torch.Tensor, vocabulary: dict[str, int], words: list[str]):
    out = []
    for word in words:
        out.append(table[vocabulary[word]])
    return torch.stack(out)
""",
        "dict of tensors": """\
import torch
from torch import Tensor


def collect(parts: dict[str, Tensor], keys: list[str]):
    return torch.stack([parts[key] for key in keys])
""",
        "samples of a dataset": """\
import torch
from torch.utils.data import Dataset


def grab(dataset: Dataset, picks: list[int]):
    return torch.stack([dataset[p][0] for p in picks])
""",
        "collate function": """\
import torch


def collate(batch):
    images = torch.stack([batch[i]["image"] for i in range(len(batch))])
    labels = torch.tensor([batch[i]["label"] for i in range(len(batch))])
    return images, labels
""",
        "collate of pairs": """\
import torch


def collate(batch):
    images = []
    labels = []
    for image, label in batch:
        images.append(image)
        labels.append(label)
    return torch.stack(images), torch.stack(labels)
""",
        "replay buffer": """\
import random

import torch


class Replay:
    def __init__(self):
        self.items = []

    def push(self, state, action):
        self.items.append((state, action))

    def sample(self, k):
        chosen = random.sample(self.items, k)
        return torch.stack([state for state, _ in chosen])
""",
        "layer outputs selected": """\
import torch
from torch import nn


class Taps(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(8, 8) for _ in range(6)])
        self.taps = [1, 3, 5]

    def forward(self, x):
        states = []
        for layer in self.layers:
            x = torch.relu(layer(x))
            states.append(x)
        return torch.stack([states[t] for t in self.taps])
""",
        "heads chosen per task": """\
import torch
from torch import nn


class MultiHead(nn.Module):
    def __init__(self):
        super().__init__()
        self.heads = nn.ModuleList([nn.Linear(8, 2) for _ in range(3)])

    def forward(self, x: torch.Tensor, tasks: list[int]):
        return torch.stack([self.heads[task](x) for task in tasks])
""",
        "unbound rows": """\
import torch


def crop(images: torch.Tensor, cutter):
    out = []
    for image in torch.unbind(images):
        out.append(cutter(image))
    return torch.stack(out)
""",
        "recurrent states stacked": """\
import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(8, 16)

    def forward(self, x, h):
        out = []
        for step in x.unbind(1):
            h = self.cell(step, h)
            out.append(h)
        return torch.stack(out, dim=1)
""",
        "augmentations stacked": """\
import torch


def views(image: torch.Tensor, transforms: list):
    return torch.stack([transform(image) for transform in transforms])
""",
        "crops at different places": """\
import torch


def crops(image: torch.Tensor, places: list[tuple[int, int]], size: int):
    out = []
    for top, left in places:
        out.append(image[:, top : top + size, left : left + size])
    return torch.stack(out)
""",
        "spans of different lengths": """\
import torch


def spans(hidden: torch.Tensor, bounds: list[tuple[int, int]]):
    out = []
    for start, end in bounds:
        out.append(hidden[start:end])
    return torch.cat(out)
""",
        "random samples stacked": """\
import torch

draws = []
for _ in range(10):
    draws.append(torch.randn(4))
draws = torch.stack(draws)
""",
        "shifted copies": """\
import torch


def shifts(x: torch.Tensor, k: int):
    return torch.stack([torch.roll(x, s, dims=0) for s in range(k)])
""",
        "frames from files": """\
import torch


def load(paths):
    frames = []
    for path in paths:
        frames.append(torch.load(path, weights_only=True))
    return torch.stack(frames)
""",
        "columns of a table of lists": """\
import torch


def columns(rows: list[list[float]], chosen: list[int]):
    out = []
    for j in chosen:
        out.append(torch.tensor([row[j] for row in rows]))
    return torch.stack(out)
""",
        "tensors turned into lists": """\
import torch


def pick(t: torch.Tensor, idx: torch.Tensor):
    rows = t.tolist()
    places = idx.tolist()
    out = []
    for i in range(len(rows)):
        out.append(rows[i][places[i]])
    return torch.tensor(out)
""",
        "results of two models": """\
import torch
from torch import nn


@torch.no_grad()
def both(first: nn.Module, second: nn.Module, x: torch.Tensor):
    return torch.stack([model(x) for model in (first, second)])
""",
        "neighbours through an adjacency list": """\
import torch


def aggregate(features: torch.Tensor, neighbours: list[list[int]]):
    out = []
    for group in neighbours:
        out.append(features[group].mean(dim=0))
    return torch.stack(out)
""",
        "names by nested index": """\
import torch


def labels(names: list[list[str]], best: list[int], x: torch.Tensor):
    out = []
    for i in range(len(names)):
        out.append(names[i][best[i]])
    return out, torch.relu(x)
""",
        "chunks picked": """\
import torch


def pick(x: torch.Tensor, order: list[int]):
    parts = x.chunk(4, dim=1)
    return torch.cat([parts[k] for k in order], dim=1)
""",
        "permuted chunks by index": """\
import torch


def shuffle(x: torch.Tensor):
    parts = x.chunk(3)
    order = [2, 0, 1]
    out = []
    for i in range(3):
        out.append(parts[order[i]])
    return torch.cat(out)
""",
        "stack of unrelated tensors": """\
import torch


def corners(left: torch.Tensor, top: torch.Tensor, right: torch.Tensor, bottom: torch.Tensor):
    return torch.stack([left, top, right, bottom], dim=-1)
""",
        "rolled queue": """\
from collections import deque

import torch


class FrameStack:
    def __init__(self, size):
        self.frames = deque(maxlen=size)

    def push(self, frame: torch.Tensor):
        self.frames.append(frame)

    def observation(self):
        return torch.stack([self.frames[i] for i in range(len(self.frames))])
""",
        "isinstance list": """\
import torch


def pick(t, idx):
    if isinstance(t, list):
        out = []
        for i in range(len(t)):
            out.append(t[i][idx[i]])
        return torch.stack(out)
    return None
""",
        "one place of every group": """\
import torch


def first_of(groups: list[torch.Tensor], place: int):
    return torch.stack([group[place] for group in groups])
""",
    },
}
