"""TEF201 row-accumulation-loop: programs that must be flagged and near misses that must stay silent.

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
    "tutorial sum over rows": """\
x = torch.rand([500, 10])
z = torch.zeros([10])
for i in range(500):  # expect: TEF201
    z += x[i]
""",
    "rows added by iteration": """\
x = torch.rand([500, 10])
z = torch.zeros([10])
for r in x:  # expect: TEF201
    z = z + r
""",
    "accumulator on the right": """\
x = torch.rand(500, 10)
z = torch.zeros(10)
for row in x:  # expect: TEF201
    z = row + z
""",
    "range of len": """\
def total(x: Tensor) -> Tensor:
    acc = torch.zeros_like(x[0])
    for i in range(len(x)):  # expect: TEF201
        acc += x[i]
    return acc
""",
    "range of size": """\
def total(x: torch.Tensor) -> torch.Tensor:
    acc = torch.zeros_like(x[0])
    for i in range(x.size(0)):  # expect: TEF201
        acc = acc + x[i]
    return acc
""",
    "range of shape": """\
def total(x: torch.Tensor):
    acc = 0
    for i in range(x.shape[0]):  # expect: TEF201
        acc = acc + x[i]
    return acc
""",
    "dimension through a name": """\
def total(points: torch.Tensor):
    count = points.size(0)
    centre = torch.zeros_like(points[0])
    for k in range(count):  # expect: TEF201
        centre += points[k]
    return centre / count
""",
    "dimension by unpacking the shape": """\
def total(x: Tensor) -> Tensor:
    n, d = x.shape
    out = x.new_zeros(d)
    for i in range(n):  # expect: TEF201
        out += x[i]
    return out
""",
    "index with a full slice": """\
grid = torch.rand(64, 32)
acc = torch.zeros(32)
for i in range(64):  # expect: TEF201
    acc += grid[i, :]
""",
    "subtraction": """\
moves = torch.rand(20, 3)
position = torch.zeros(3)
for step in moves:  # expect: TEF201
    position -= step
""",
    "subtraction by index and assignment": """\
moves = torch.rand(20, 3)
position = torch.zeros(3)
for i in range(moves.size(0)):  # expect: TEF201
    position = position - moves[i]
""",
    "running product": """\
gates = torch.rand(16, 8)
keep = torch.ones(8)
for gate in gates:  # expect: TEF201
    keep *= gate
""",
    "running product by assignment": """\
def survival(hazard: torch.Tensor):
    keep = torch.ones_like(hazard[0])
    for t in range(hazard.shape[0]):  # expect: TEF201
        keep = keep * hazard[t]
    return keep
""",
    "running maximum": """\
def peak(frames: torch.Tensor):
    best = frames[0]
    for frame in frames:  # expect: TEF201
        best = torch.maximum(best, frame)
    return best
""",
    "running maximum from the second row": """\
def peak(frames: torch.Tensor):
    best = frames[0]
    for i in range(1, frames.size(0)):  # expect: TEF201
        best = torch.maximum(best, frames[i])
    return best
""",
    "running maximum by two-operand max": """\
def peak(frames: Tensor) -> Tensor:
    best = frames[0].clone()
    for i in range(len(frames)):  # expect: TEF201
        best = torch.max(best, frames[i])
    return best
""",
    "running minimum": """\
depth = torch.rand(12, 480)
nearest = torch.full((480,), float("inf"))
for layer in depth:  # expect: TEF201
    nearest = torch.minimum(nearest, layer)
""",
    "running minimum as a method": """\
depth = torch.rand(12, 480)
nearest = torch.full((480,), float("inf"))
for layer in depth:  # expect: TEF201
    nearest = nearest.minimum(layer)
""",
    "torch.add": """\
x = torch.rand(100, 4)
acc = torch.zeros(4)
for i in range(100):  # expect: TEF201
    acc = torch.add(acc, x[i])
""",
    "in-place add method": """\
def total(x: torch.Tensor):
    acc = torch.zeros_like(x[0])
    for row in x:  # expect: TEF201
        acc.add_(row)
    return acc
""",
    "add method": """\
def total(x: torch.Tensor):
    acc = torch.zeros_like(x[0])
    for row in x:  # expect: TEF201
        acc = acc.add(row)
    return acc
""",
    "starts from a Python zero": """\
samples = torch.randn(1000, 3)
mean = 0
for sample in samples:  # expect: TEF201
    mean = mean + sample
mean = mean / 1000
""",
    "one-dimensional tensor": """\
weights = torch.rand(100)
total = torch.tensor(0.0)
for w in weights:  # expect: TEF201
    total += w
""",
    "one-dimensional tensor by index": """\
def path_length(steps: torch.Tensor):
    assert steps.dim() == 1
    length = 0.0
    for i in range(len(steps)):  # expect: TEF201
        length += steps[i]
    return length
""",
    "torch imported under another name": Whole("""\
import torch as th

x = th.rand(50, 5)
z = th.zeros(5)
for i in range(50):  # expect: TEF201
    z += x[i]
"""),
    "names imported from torch": Whole("""\
from torch import maximum, rand, zeros

x = rand(50, 5)
z = zeros(5)
for row in x:  # expect: TEF201
    z = maximum(z, row)
"""),
    "forward parameter": """\
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
    "annotation in a string": Whole("""\
import torch


def total(x: "torch.Tensor"):
    acc = torch.zeros_like(x[0])
    for i in range(len(x)):  # expect: TEF201
        acc += x[i]
    return acc
"""),
    "optional tensor after the guard": Whole("""\
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
"""),
    "tensor or None": """\
def total(x: torch.Tensor | None):
    acc = 0
    if x is not None:
        for row in x:  # expect: TEF201
            acc = acc + row
    return acc
""",
    "jaxtyping annotation": Whole("""\
import torch
from jaxtyping import Float
from torch import Tensor


def total(x: Float[Tensor, "n d"]):
    acc = torch.zeros_like(x[0])
    for i in range(x.shape[0]):  # expect: TEF201
        acc += x[i]
    return acc
"""),
    "isinstance narrows": """\
def merge(x):
    out = 0
    if isinstance(x, torch.Tensor):
        for row in x:  # expect: TEF201
            out = out + row
    return out
""",
    "result of a torch operation": """\
def pooled(features):
    active = torch.relu(features)
    acc = torch.zeros_like(active[0])
    for i in range(active.size(0)):  # expect: TEF201
        acc += active[i]
    return acc
""",
    "result of a helper in the same file": """\
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
class RunningSum:
    def __init__(self):
        self.total = torch.zeros(10)

    def update(self, batch: torch.Tensor) -> None:
        for row in batch:  # expect: TEF201
            self.total += row
""",
    "nested function": """\
def build(x: torch.Tensor):
    def reduce_rows():
        acc = torch.zeros_like(x[0])
        for row in x:  # expect: TEF201
            acc = acc + row
        return acc

    return reduce_rows
""",
    "inside an epoch loop": """\
x = torch.rand(64, 8)
for epoch in range(3):
    acc = torch.zeros(8)
    for row in x:  # expect: TEF201
        acc += row
    print(epoch, acc)
""",
    "inside a while loop and try": """\
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
def centre(x: torch.Tensor):
    with torch.no_grad():
        acc = torch.zeros_like(x[0])
        for row in x:  # expect: TEF201
            acc += row
    return acc
""",
    "scripted function": """\
@torch.jit.script  # expect: TEF208
def total(x: Tensor) -> Tensor:
    z = torch.zeros_like(x[0])
    for i in range(x.size(0)):  # expect: TEF201
        z += x[i]
    return z
""",
    "enumerate with a counter beside it": """\
x = torch.rand(500, 10)
z = torch.zeros(10)
for i, row in enumerate(x):  # expect: TEF201
    z += row
    if i % 100 == 0:
        print("row", i)
""",
    "columns of the transpose": """\
x = torch.rand(10, 500)
z = torch.zeros(10)
for column in x.t():  # expect: TEF201
    z += column
""",
    "rows after the first": """\
def peak(frames: torch.Tensor):
    best = frames[0]
    for frame in frames[1:]:  # expect: TEF201
        best = torch.maximum(best, frame)
    return best
""",
    "two accumulators in one loop": """\
x = torch.rand(30, 4)
total = torch.zeros(4)
product = torch.ones(4)
for row in x:  # expect: TEF201
    total += row
    product *= row
""",
    "row through a name": """\
x = torch.rand(30, 4)
total = torch.zeros(4)
for i in range(30):  # expect: TEF201
    row = x[i]
    total += row
""",
    "three-dimensional tensor": """\
def fuse(maps: torch.Tensor):
    heads, height, width = maps.shape
    fused = maps.new_zeros(height, width)
    for h in range(heads):  # expect: TEF201
        fused = fused + maps[h]
    return fused / heads
""",
    "rows shown by a progress bar with a title": """\
from tqdm import tqdm


def total(x: Tensor) -> Tensor:
    acc = torch.zeros_like(x[0])
    for row in tqdm(x, "rows"):  # expect: TEF201 "use x.sum(dim=0)"
        acc = acc + row
    return acc
""",
    "what the message says to write": """\
def totals(x: Tensor):
    columns = 0
    for i in range(x.size(1)):  # expect: TEF201 "use x.sum(dim=1)"
        columns = columns + x[:, i]
    part = 0
    for i in range(1, x.size(0)):  # expect: TEF201 "use x[1:].sum(dim=0)"
        part = part + x[i]
    return columns, part
""",
    "a computed start": """\
def frames(durations: Tensor, start: int, count: int) -> Tensor:
    total = torch.zeros(())
    for i in range(start, start + count):  # expect: TEF201
        total = total + durations[i]
    return total
""",
    "beside another loop": """\
def frames(durations: Tensor, costs: Tensor) -> tuple[Tensor, float]:
    total = torch.zeros_like(durations[0])
    cost = 0.0
    for row in durations:  # expect: TEF201
        for k in range(4):
            cost = cost * 0.5 + k
        total = total + row
    return total, cost
""",
}

LEAVE: dict[str, str] = {
    "explicit unbind": """\
x = torch.rand([500, 10])
z = torch.zeros([10])
for r in torch.unbind(x):
    z += r
""",
    "unbind method": """\
def total(x: torch.Tensor):
    acc = torch.zeros_like(x[0])
    for row in x.unbind(0):
        acc = acc + row
    return acc
""",
    "unbind along columns": """\
def total(x: torch.Tensor):
    acc = torch.zeros_like(x[:, 0])
    for column in torch.unbind(x, dim=1):
        acc += column
    return acc
""",
    "unbind imported from torch": Whole("""\
from torch import Tensor, unbind


def product(x: Tensor):
    acc = x[0]
    for row in unbind(x[1:]):
        acc = acc * row
    return acc
"""),
    "unbound rows through a name": """\
def total(x: torch.Tensor):
    rows = x.unbind()
    acc = torch.zeros_like(rows[0])
    for row in rows:
        acc = acc + row
    return acc
""",
    "list of tensors by annotation": """\
def total(parts: list[Tensor]) -> Tensor:
    acc = torch.zeros_like(parts[0])
    for part in parts:
        acc = acc + part
    return acc
""",
    "list of tensors by index": """\
def total(parts: list[Tensor]) -> Tensor:
    acc = torch.zeros_like(parts[0])
    for i in range(len(parts)):
        acc = acc + parts[i]
    return acc
""",
    "list literal of tensors": """\
a = torch.rand(4)
b = torch.rand(4)
c = torch.rand(4)
acc = torch.zeros(4)
for t in [a, b, c]:
    acc += t
""",
    "tuple of tensors": """\
def fuse(low: torch.Tensor, high: torch.Tensor):
    out = 0
    for t in (low, high):
        out = out + t
    return out
""",
    "array rows": Whole("""\
import numpy as np
import torch

x = np.random.rand(500, 10)
z = np.zeros(10)
for r in x:
    z += r
target = torch.from_numpy(z)
"""),
    "array by index": Whole("""\
import numpy as np
import torch


def centroid(x: np.ndarray):
    z = np.zeros(x.shape[1])
    for i in range(x.shape[0]):
        z = z + x[i]
    return torch.as_tensor(z / len(x))
"""),
    "array made from a tensor": """\
def histogram(x: torch.Tensor):
    rows = x.detach().cpu().numpy()
    total = 0
    for row in rows:
        total = total + row
    return total
""",
    "list of numbers": """\
sizes = [3, 4, 5]
offset = 0
for size in sizes:
    offset += size
buffer = torch.empty(offset)
""",
    "unknown parameter": """\
def total(items):
    acc = 0
    for item in items:
        acc = acc + item
    return acc


print(torch.__version__)
""",
    "unknown parameter by index": """\
def total(items, n):
    acc = torch.zeros(4)
    for i in range(n):
        acc = acc + items[i]
    return acc
""",
    "values of a dict": """\
def total(parts: dict[str, Tensor]) -> Tensor:
    acc = torch.zeros(())
    for part in parts.values():
        acc = acc + part
    return acc
""",
    "penalty over parameters": """\
def penalty(model: nn.Module):
    acc = torch.zeros(())
    for p in model.parameters():
        acc = acc + p.norm()
    return acc
""",
    "sums over loader batches": Whole("""\
import torch
from torch.utils.data import DataLoader


def channel_sum(dataset):
    acc = torch.zeros(3)
    for images, _ in DataLoader(dataset, batch_size=64):
        acc = acc + images.sum(dim=(0, 2, 3))
    return acc
"""),
    "break on the running sum": """\
def fill(x: torch.Tensor, limit: float):
    acc = torch.zeros_like(x[0])
    for row in x:
        acc = acc + row
        if acc.norm() > limit:
            break
    return acc
""",
    "break on any element": """\
steps = torch.rand(100, 3)
position = torch.zeros(3)
for step in steps:
    position += step
    if torch.any(position > 10):
        break
""",
    "break before adding": """\
def until_padding(tokens: torch.Tensor):
    acc = torch.zeros_like(tokens[0])
    for token in tokens:
        if not token.any():
            break
        acc = acc + token
    return acc
""",
    "return on the running sum": """\
def first_passage(steps: torch.Tensor, wall: float):
    position = torch.zeros_like(steps[0])
    for k, step in enumerate(steps):
        position = position + step
        if (position > wall).all():
            return k
    return -1
""",
    "moving average": """\
def smooth(x: torch.Tensor, decay: float):
    avg = torch.zeros_like(x[0])
    for row in x:
        avg = decay * avg + (1 - decay) * row
    return avg
""",
    "moving average by lerp": """\
def smooth(x: torch.Tensor):
    avg = x[0]
    for row in x[1:]:
        avg = torch.lerp(avg, row, 0.1)
    return avg
""",
    "moving average as a correction": """\
x = torch.rand(100, 8)
avg = torch.zeros(8)
for row in x:
    avg = avg + 0.05 * (row - avg)
""",
    "discounted return": """\
def discounted(rewards: torch.Tensor, gamma: float):
    value = torch.zeros_like(rewards[0])
    for reward in rewards.flip(0):
        value = reward + gamma * value
    return value
""",
    "polynomial by Horner": """\
def polynomial(coefficients: torch.Tensor, t: torch.Tensor):
    value = torch.zeros_like(t)
    for c in coefficients:
        value = value * t + c
    return value
""",
    "alternating difference": """\
x = torch.rand(9, 4)
z = torch.zeros(4)
for row in x:
    z = row - z
""",
    "recurrent cell": """\
cell = nn.GRUCell(8, 16)
x = torch.rand(20, 4, 8)
h = torch.zeros(4, 16)
for step in x:
    h = cell(step, h)
""",
    "chain of matrix products": """\
def compose(transforms: torch.Tensor):
    out = torch.eye(4)
    for transform in transforms:
        out = out @ transform
    return out
""",
    "state driven by rows": """\
def simulate(a: torch.Tensor, inputs: torch.Tensor, state: torch.Tensor):
    for u in inputs:
        state = a @ state + u
    return state
""",
    "same tensor added each turn": """\
def drift(x: torch.Tensor, velocity: torch.Tensor):
    for _ in range(10):
        x = x + velocity
    return x
""",
    "constant row": """\
x = torch.rand(5, 3)
z = torch.zeros(3)
for i in range(4):
    z = z + x[0]
""",
    "unknown function of the row": Whole("""\
import torch
from mylib import score


def total(x: torch.Tensor):
    acc = 0
    for row in x:
        acc = acc + score(row)
    return acc
"""),
    "chunks": """\
def fold(x: torch.Tensor):
    acc = 0
    for part in x.chunk(4, dim=-1):
        acc = acc + part
    return acc
""",
    "pieces of a split": """\
def fold(x: torch.Tensor, width: int):
    acc = 0
    for part in torch.split(x, width, dim=1):
        acc = acc + part
    return acc
""",
    "product of the shape": """\
def elements(x: torch.Tensor):
    count = 1
    for size in x.shape:
        count *= size
    return count
""",
    "product of sizes by index": """\
def elements(x: torch.Tensor):
    count = 1
    for d in range(x.dim()):
        count *= x.size(d)
    return count
""",
    "sum of shape entries": """\
def extent(x: torch.Tensor):
    extent = 0
    for d in range(x.ndim):
        extent += x.shape[d]
    return extent
""",
    "vectorised": """\
x = torch.rand(500, 10)
z = torch.zeros(10)
for epoch in range(3):
    z += x.sum(dim=0)
""",
    "residual layers": """\
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
@torch.no_grad()
def ensemble(models: list[nn.Module], x: torch.Tensor):
    out = 0
    for model in models:
        out = out + model(x)
    return out / len(models)
""",
    "parameter list": """\
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
def total(lengths: torch.Tensor):
    lengths = lengths.tolist()
    acc = 0
    for length in lengths:
        acc += length
    return acc
""",
    "list taken at the loop": """\
def total(lengths: torch.Tensor):
    acc = 0
    for length in lengths.tolist():
        acc += length
    return acc
""",
    "other branch of isinstance": """\
def merge(x):
    if isinstance(x, torch.Tensor):
        return x.sum(dim=0)
    out = 0
    for part in x:
        out = out + part
    return out
""",
    "generator of tensors": """\
def noise(n):
    for _ in range(n):
        yield torch.randn(4)


acc = torch.zeros(4)
for sample in noise(10):
    acc += sample
""",
    "gradients": """\
def accumulate(loss: torch.Tensor, params):
    acc = 0
    for g in torch.autograd.grad(loss, params):
        acc = acc + g.norm()
    return acc
""",
    "coordinate grids": """\
rows = torch.arange(4)
columns = torch.arange(5)
acc = torch.zeros(4, 5)
for grid in torch.meshgrid(rows, columns, indexing="ij"):
    acc += grid
""",
    "class with its own rows": """\
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
def dominant(a: torch.Tensor, v: torch.Tensor):
    for _ in range(20):
        v = a @ v
        v = v / torch.linalg.norm(v)
    return v
""",
    "row handed to a consumer": """\
def stream(x: torch.Tensor, emit):
    for row in x:
        emit(torch.relu(row))
""",
    "name rebound to a list before the loop": """\
x = torch.rand(3, 4)
x = [x, x * 2, x * 3]
acc = torch.zeros(3, 4)
for part in x:
    acc += part
""",
    "loop over layers of hidden states": """\
def mix(hidden_states: tuple[torch.Tensor, ...], weights: list[float]):
    out = torch.zeros_like(hidden_states[0])
    for w, h in zip(weights, hidden_states):
        out = out + w * h
    return out
""",
    "every total is shown": """\
def totals(x: Tensor) -> Tensor:
    acc = torch.zeros_like(x[0])
    for row in x:
        acc = acc + row
        print(acc)
    return acc
""",
}
