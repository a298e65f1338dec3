"""TEF202 row-indexing-loop: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole.
In FLAG, `# expect: CODE` ends each line on which a finding must stand, and no other
finding may stand anywhere. In LEAVE there must be none at all.
"""

from tests.rules.programs import Whole

HEADER = """\
import torch
import torch.nn.functional as F
from torch import Tensor, nn


"""

FLAG: dict[str, str] = {
    "recurrence over the first dimension": """\
def run(x: torch.Tensor, w: torch.Tensor, u: torch.Tensor, h: torch.Tensor):
    for t in range(x.size(0)):  # expect: TEF202
        h = torch.tanh(x[t] @ w + h @ u)
    return h
""",
    "cell over the second dimension": """\
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
def smooth(x: torch.Tensor, decay: float):
    avg = x[0]
    for i in range(len(x)):  # expect: TEF202
        avg = decay * avg + (1 - decay) * x[i]
    return avg
""",
    "literal range": """\
w = torch.randn(4, 8)
h = torch.zeros(8)
for i in range(4):  # expect: TEF202
    h = torch.tanh(h * 0.5 + w[i])
""",
    "dot products in a list": """\
def scores(a: torch.Tensor, b: torch.Tensor):
    out = []
    for i in range(len(a)):  # expect: TEF202
        out.append(torch.dot(a[i], b[i]))
    return out
""",
    "dimension through a name": """\
def scores(a: torch.Tensor, b: torch.Tensor):
    n = a.size(0)
    out = []
    for i in range(n):  # expect: TEF202
        out.append(torch.dot(a[i], b[i]))
    return out
""",
    "dimension by unpacking the shape": """\
def decode(x: Tensor, state: Tensor, w: Tensor):
    batch, steps, width = x.shape
    for t in range(steps):  # expect: TEF202
        state = torch.sigmoid(x[:, t] + state @ w)
    return state
""",
    "list comprehension that is not stacked": """\
def lengths(x: torch.Tensor):
    return [torch.linalg.norm(x[i]) for i in range(len(x))]  # expect: TEF202
""",
    "dict comprehension": """\
def lengths(names, x: torch.Tensor):
    return {names[i]: x[i].norm() for i in range(x.size(0))}  # expect: TEF202
""",
    "torch imported under another name": Whole("""\
import torch as th


def scores(a: th.Tensor, b: th.Tensor):
    out = []
    for i in range(a.shape[0]):  # expect: TEF202
        out.append(th.dot(a[i], b[i]))
    return out
"""),
    "names imported from torch": Whole("""\
from torch import Tensor, dot


def scores(a: Tensor, query: Tensor):
    out = []
    for i in range(a.shape[0]):  # expect: TEF202
        out.append(dot(a[i], query))
    return out
"""),
    "functional operation on the row": """\
def similarities(bank: torch.Tensor, query: torch.Tensor):
    found = []
    for i in range(bank.size(0)):  # expect: TEF202
        found.append(F.cosine_similarity(bank[i], query, dim=0))
    return found
""",
    "index with a full slice": """\
def scores(a: torch.Tensor, query: torch.Tensor):
    out = []
    for i in range(len(a)):  # expect: TEF202
        out.append(torch.dot(a[i, :], query))
    return out
""",
    "method on the row": """\
def scores(a: torch.Tensor, query: torch.Tensor):
    out = []
    for i in range(len(a)):  # expect: TEF202
        out.append(a[i].dot(query))
    return out
""",
    "annotation in a string": Whole("""\
import torch


def scores(a: "torch.Tensor", query: "torch.Tensor"):
    out = []
    for i in range(len(a)):  # expect: TEF202
        out.append(torch.dot(a[i], query))
    return out
"""),
    "optional tensor after the guard": Whole("""\
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
"""),
    "tensor or None": """\
def scores(a: Tensor | None, query: Tensor):
    out = []
    if a is not None:
        for i in range(a.size(0)):  # expect: TEF202
            out.append(torch.dot(a[i], query))
    return out
""",
    "jaxtyping annotation": Whole("""\
import torch
from jaxtyping import Float
from torch import Tensor


def scores(a: Float[Tensor, "n d"], query: Float[Tensor, "d"]):
    out = []
    for i in range(a.shape[0]):  # expect: TEF202
        out.append(torch.dot(a[i], query))
    return out
"""),
    "nested function": """\
def make(a: torch.Tensor):
    def scores(query: torch.Tensor):
        out = []
        for i in range(len(a)):  # expect: TEF202
            out.append(torch.dot(a[i], query))
        return out

    return scores
""",
    "registered buffer": """\
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
def settle(drive: torch.Tensor, w: torch.Tensor, h: torch.Tensor, rounds: int):
    done = 0
    while done < rounds:
        for t in range(drive.size(0)):  # expect: TEF202
            h = torch.tanh(h @ w + drive[t])
        done += 1
    return h
""",
    "inside try": """\
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
@torch.no_grad()
def scores(a: torch.Tensor, query: torch.Tensor):
    out = []
    for i in range(len(a)):  # expect: TEF202
        out.append(torch.dot(a[i], query))
    return out
""",
    "result of a torch operation": """\
def scores(features, query: torch.Tensor):
    active = torch.relu(features)
    out = []
    for i in range(active.size(0)):  # expect: TEF202
        out.append(torch.dot(active[i], query))
    return out
""",
    "result of a helper in the same file": """\
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
BANK = torch.randn(32, 16)
query = torch.randn(16)
scores = lambda: [torch.dot(BANK[i], query) for i in range(len(BANK))]  # expect: TEF202
""",
    "isinstance narrows": """\
def scores(a, query: torch.Tensor):
    out = []
    if isinstance(a, torch.Tensor):
        for i in range(len(a)):  # expect: TEF202
            out.append(torch.dot(a[i], query))
    return out
""",
    "rows kept by their norm": """\
def outliers(x: torch.Tensor, limit: float):
    kept = []
    for i in range(x.size(0)):  # expect: TEF202
        if torch.linalg.norm(x[i]) > limit:
            kept.append(i)
    return kept
""",
    "linear solves": """\
a = torch.randn(6, 3, 3)
b = torch.randn(6, 3)
answers = []
for i in range(6):  # expect: TEF202
    answers.append(torch.linalg.solve(a[i], b[i]))
""",
    "scripted recurrence": """\
@torch.jit.script
def run(x: Tensor, h: Tensor, w: Tensor) -> Tensor:
    for t in range(x.size(0)):  # expect: TEF202
        h = torch.tanh(x[t] + h @ w)
    return h
""",
    "forward algorithm": """\
def forward_score(emissions: torch.Tensor, transitions: torch.Tensor, start: torch.Tensor):
    alpha = start
    for t in range(emissions.size(0)):  # expect: TEF202
        alpha = torch.logsumexp(alpha.unsqueeze(1) + transitions, dim=0) + emissions[t]
    return alpha
""",
    "viterbi with back pointers": """\
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
def simulate(a: torch.Tensor, inputs: torch.Tensor, state: torch.Tensor):
    for k in range(inputs.shape[0]):  # expect: TEF202
        state = a @ state + inputs[k]
    return state
""",
    "row logged through an operation": """\
def log_rows(writer, x: torch.Tensor, step: int):
    for i in range(len(x)):  # expect: TEF202
        writer.add_histogram(f"row/{i}", torch.sigmoid(x[i]), step)
""",
    "generator of transformed rows": """\
def rows(x: torch.Tensor):
    for i in range(len(x)):  # expect: TEF202
        yield torch.sort(x[i], descending=True)
""",
    "range from zero": """\
def scores(a: torch.Tensor, query: torch.Tensor):
    out = []
    for i in range(0, a.size(0)):  # expect: TEF202
        out.append(torch.dot(a[i], query))
    return out
""",
    "row through a name": """\
def scores(a: torch.Tensor, query: torch.Tensor):
    out = []
    for i in range(len(a)):  # expect: TEF202
        row = a[i]
        out.append(torch.dot(row, query))
    return out
""",
    "matrix products in a list": """\
left = torch.randn(5, 2, 3)
right = torch.randn(5, 3, 4)
products = []
for i in range(left.shape[0]):  # expect: TEF202
    products.append(left[i] @ right[i])
""",
    "attribute of a plain class": """\
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
def flow(frames: torch.Tensor, kernel: torch.Tensor, state: torch.Tensor):
    for t in range(frames.size(1)):  # expect: TEF202
        state = torch.relu(F.conv2d(state, kernel, padding=1) + frames[:, t])
    return state
""",
    "a neighbour too, written row by row": """\
def phases(x: Tensor) -> Tensor:
    out = torch.empty_like(x)
    for i in range(x.size(0)):  # expect: TEF202
        out[i] = x[i] * x[i - 1].conj()
    return out
""",
    "losses of codebooks that are added up": """\
def loss(logits: Tensor, targets: Tensor, mask: Tensor) -> Tensor:
    total = torch.zeros([])
    for k in range(targets.size(1)):  # expect: TEF202
        part = mask[:, k]
        total += F.cross_entropy(logits[:, k][part], targets[:, k][part])
    return total
""",
    "histogram of each image": """\
def present(labels: Tensor, classes: int) -> Tensor:
    out = labels.new_zeros((labels.size(0), classes))
    for i in range(labels.size(0)):  # expect: TEF202
        out[i] = labels[i].float().histc(bins=classes, min=0, max=classes - 1) > 0
    return out
""",
    "best of each column, marked": """\
def marked(cost: Tensor, counts: Tensor) -> Tensor:
    out = torch.zeros_like(cost)
    for g in range(cost.size(1)):  # expect: TEF202
        _, best = torch.topk(cost[:, g], k=counts[g], largest=False)
        out[:, g][best] = 1
    return out
""",
    "centres and the ones before": """\
def distances(x: Tensor, centers: Tensor, out: Tensor) -> Tensor:
    for i in range(centers.size(0)):  # expect: TEF202
        out[i] = centers[i] * centers[i - 1]
    return out
""",
    "recurrence over a matrix": """\
def fires(alphas: Tensor) -> Tensor:
    size, length = alphas.size()
    left = torch.zeros([size], device=alphas.device)
    for t in range(length):  # expect: TEF202
        left = torch.sigmoid(left) + alphas[:, t]
    return left
""",
    "recurrence over a tensor of three dims": """\
def decayed(hidden: Tensor) -> Tensor:
    size, length, width = hidden.size()
    left = torch.zeros([size, width], device=hidden.device)
    for t in range(length):  # expect: TEF202
        left = torch.sigmoid(left) + hidden[:, t]
    return left
""",
    "part of each slice": """\
def differences(points: Tensor, indices: Tensor) -> Tensor:
    out = torch.ones(indices.shape[0], points.shape[1] + 1, indices.shape[1], device=indices.device)
    for i in range(points.shape[1]):  # expect: TEF202
        out[:, i + 1] = points[indices, i] - points[:, i].unsqueeze(1)
    return out
""",
    "beside a list": """\
def jittered(images: Tensor, shifts: list[float]) -> Tensor:
    out = torch.zeros_like(images)
    for i in range(images.shape[1]):  # expect: TEF202
        out[:, i] = images[:, i] + shifts[2 - i]
    return out
""",
}

LEAVE: dict[str, str] = {
    "list of tensors by annotation": """\
def scores(rows: list[Tensor], query: Tensor):
    out = []
    for i in range(len(rows)):
        out.append(torch.dot(rows[i], query))
    return out
""",
    "list of tensors filled before": """\
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
net = nn.Sequential(nn.Linear(4, 4), nn.ReLU(), nn.Linear(4, 2))
x = torch.rand(3, 4)
for i in range(len(net)):
    x = net[i](x)
    print(i, x.shape)
""",
    "array by index": Whole("""\
import numpy as np
import torch


def spectra(signals: np.ndarray):
    out = []
    for i in range(len(signals)):
        out.append(np.abs(np.fft.rfft(signals[i])))
    return torch.as_tensor(np.stack(out))
"""),
    "array made from a tensor": Whole("""\
import numpy as np
import torch


def plots(x: torch.Tensor, draw):
    images = x.detach().cpu().numpy()
    for i in range(len(images)):
        draw(np.clip(images[i], 0, 1))
"""),
    "unknown parameter": """\
def run(frames, step):
    state = torch.zeros(8)
    for i in range(len(frames)):
        state = step(frames[i], state)
    return state
""",
    "minibatch slices": """\
@torch.no_grad()
def predict(model: nn.Module, x: torch.Tensor, size: int):
    out = []
    for i in range(0, len(x), size):
        out.append(model(x[i : i + size]))
    return torch.cat(out)
""",
    "minibatch slices of a permutation": """\
def batches(x: torch.Tensor, y: torch.Tensor, size: int):
    order = torch.randperm(x.size(0))
    for start in range(0, x.size(0), size):
        chosen = order[start : start + size]
        yield x[chosen], y[chosen]
""",
    "rows without an index": """\
def scores(x: torch.Tensor, rank):
    out = []
    for row in x:
        out.append(rank(row))
    return out
""",
    "enumerated rows": """\
def save_rows(x: torch.Tensor, folder):
    for i, row in enumerate(x):
        torch.save(row.clone(), folder / f"{i}.pt")
""",
    "zipped rows": """\
def report(x: torch.Tensor, names: list[str], emit):
    for name, row in zip(names, x):
        emit(name, torch.linalg.norm(row))
""",
    "recurrence over unbind": """\
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
def run(x: torch.Tensor, h: torch.Tensor, w: torch.Tensor):
    steps = x.unbind(1)
    for t in range(len(steps)):
        h = torch.tanh(steps[t] + h @ w)
    return h
""",
    "list of different indices": """\
x = torch.randn(12, 8)
query = torch.randn(8)
found = []
for i in [3, 1, 7]:
    found.append(torch.dot(x[i], query))
""",
    "indices in a list parameter": """\
def scores(x: Tensor, query: Tensor, order: list[int]):
    found = []
    for i in order:
        found.append(torch.dot(x[i], query))
    return found
""",
    "random sample of indices": Whole("""\
import random

import torch


def spot_check(x: torch.Tensor, query: torch.Tensor, k: int):
    chosen = random.sample(range(len(x)), k)
    found = []
    for i in chosen:
        found.append(torch.dot(x[i], query))
    return found
"""),
    "best rows by index": """\
def explain(x: torch.Tensor, scores: torch.Tensor, show):
    for i in scores.topk(5).indices.tolist():
        show(i, torch.sigmoid(x[i]))
""",
    "entries of the shape": """\
def strides(x: torch.Tensor):
    out = []
    for d in range(x.dim()):
        out.append(x.shape[d] * 2)
    return out
""",
    "sizes by dimension": """\
def same_shape(a: torch.Tensor, b: torch.Tensor):
    for d in range(a.ndim):
        if a.size(d) != b.size(d):
            return False
    return True
""",
    "layer repeated": """\
layer = nn.Linear(8, 8)
x = torch.rand(2, 8)
for _ in range(6):
    x = torch.relu(layer(x))
""",
    "loop variable not used as an index": """\
def noisy(x: torch.Tensor):
    versions = []
    for i in range(len(x)):
        versions.append(x + 0.1 * i)
    return versions
""",
    "constant row": """\
def anneal(x: torch.Tensor):
    out = []
    for i in range(x.size(0)):
        out.append(torch.sigmoid(x[0] / (i + 1)))
    return out
""",
    "chunks by index": """\
def gates(x: torch.Tensor):
    parts = x.chunk(4, dim=-1)
    out = []
    for i in range(len(parts)):
        out.append(torch.sigmoid(parts[i]))
    return out
""",
    "pieces of a split by index": """\
def groups(x: torch.Tensor, sizes: list[int]):
    parts = torch.split(x, sizes, dim=1)
    out = []
    for i in range(len(sizes)):
        out.append(torch.relu(parts[i]))
    return out
""",
    "coordinate grids by index": """\
axes = torch.meshgrid(torch.arange(3.0), torch.arange(4.0), indexing="ij")
out = []
for i in range(2):
    out.append(torch.sin(axes[i]))
""",
    "gradients by index": """\
def norms(loss: torch.Tensor, params):
    grads = torch.autograd.grad(loss, params)
    out = []
    for i in range(len(grads)):
        out.append(torch.linalg.norm(grads[i]))
    return out
""",
    "only writes rows": """\
def padding_mask(lengths: list[int], width: int):
    mask = torch.zeros(len(lengths), width)
    for i in range(len(lengths)):
        mask[i, : lengths[i]] = 1
    return mask
""",
    "rows written from a list": """\
def pad(sequences: list[Tensor], width: int):
    out = torch.zeros(len(sequences), width)
    for i in range(len(sequences)):
        out[i, : len(sequences[i])] = sequences[i]
    return out
""",
    "dict of tensors": """\
def squash(parts: dict[int, Tensor]):
    out = []
    for i in range(len(parts)):
        out.append(torch.tanh(parts[i]))
    return out
""",
    "names by index": """\
def table(names: list[str], x: torch.Tensor):
    width = 0
    for i in range(len(names)):
        width = max(width, len(names[i]))
    return width, torch.relu(x)
""",
    "vectorised": """\
def scores(a: torch.Tensor, b: torch.Tensor):
    return (a * b).sum(dim=1)
""",
    "training steps": """\
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
def repackage(hidden: list[torch.Tensor]):
    for i in range(len(hidden)):
        hidden[i] = hidden[i].detach()
    return hidden
""",
    "values turned into a list": """\
def report(x: torch.Tensor):
    values = x.tolist()
    for i in range(len(values)):
        print(i, values[i])
""",
    "dataset by index": Whole("""\
import torch
from torch.utils.data import Dataset


def statistics(dataset: Dataset):
    means = []
    for i in range(len(dataset)):
        image, _ = dataset[i]
        means.append(torch.mean(image, dim=(1, 2)))
    return means
"""),
    "list branch of isinstance": """\
def squash(x: list[Tensor] | Tensor):
    if isinstance(x, list):
        out = []
        for i in range(len(x)):
            out.append(torch.tanh(x[i]))
        return out
    return torch.tanh(x)
""",
    "name rebound to a list": """\
x = torch.rand(8, 8)
x = [x, x.t(), x @ x]
out = []
for i in range(len(x)):
    out.append(torch.linalg.det(x[i]))
""",
    "feature pyramid": """\
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
@torch.no_grad()
def generate(model: nn.Module, tokens: torch.Tensor, steps: int):
    for _ in range(steps):
        logits = model(tokens)[:, -1]
        chosen = logits.argmax(dim=-1, keepdim=True)
        tokens = torch.cat([tokens, chosen], dim=1)
    return tokens
""",
    "index that is not the loop variable": """\
def repeat(x: torch.Tensor, last: int):
    out = []
    for i in range(4):
        out.append(torch.tanh(x[last]) * i)
    return out
""",
    "diffusion steps": """\
@torch.no_grad()
def sample(model: nn.Module, x: torch.Tensor, steps: int):
    for t in range(steps):
        x = x - model(x) / (t + 1)
    return x
""",
    "result of the nonzero tuple": """\
def axes(mask: torch.Tensor):
    places = torch.nonzero(mask, as_tuple=True)
    out = []
    for d in range(len(places)):
        out.append(torch.unique(places[d]))
    return out
""",
    "the tensor is another in every iteration": """\
def f(x: torch.Tensor):
    parts = []
    for i in range(x.size(0)):
        parts.append(torch.relu(x[i]))
        x = x * 2
    return parts
""",
}
