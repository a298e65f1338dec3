"""TEF204 stacked-elementwise-loop: programs that must be flagged and near misses that must stay silent.

In FLAG, `# expect: CODE` ends each line on which a finding must stand, and no other finding may stand anywhere.
In LEAVE there must be none at all.
"""

FLAG: dict[str, str] = {
    "comprehension over the rows": """\
import torch

x = torch.rand(100, 10)
y = torch.stack([torch.exp(r) for r in x])  # expect: TEF204
""",
    "comprehension by index": """\
import torch


def activate(x: torch.Tensor) -> torch.Tensor:
    return torch.stack([torch.sigmoid(x[i]) for i in range(x.size(0))])  # expect: TEF204
""",
    "append loop then stack": """\
import torch


def activate(x: torch.Tensor) -> torch.Tensor:
    out = []
    for row in x:  # expect: TEF204
        out.append(torch.tanh(row) * 2)
    return torch.stack(out)
""",
    "append loop by index then stack": """\
import torch


def scale(x: torch.Tensor) -> torch.Tensor:
    out = []
    for i in range(len(x)):  # expect: TEF204
        out.append(x[i] * 0.5 + 1)
    return torch.stack(out, dim=0)
""",
    "rows written into an output": """\
import torch


def activate(x: torch.Tensor) -> torch.Tensor:
    out = torch.zeros_like(x)
    for i in range(x.shape[0]):  # expect: TEF204
        out[i] = torch.relu(x[i])
    return out
""",
    "rows written with enumerate": """\
import torch

x = torch.rand(32, 8)
out = torch.empty(32, 8)
for i, row in enumerate(x):  # expect: TEF204
    out[i] = torch.sigmoid(row)
""",
    "lambda for the row function": """\
import torch

x = torch.rand(32, 8)
f = lambda r: torch.relu(r) + 1
y = torch.stack([f(r) for r in x])  # expect: TEF204
""",
    "same-file row function": """\
import torch


def gelu(v):
    return 0.5 * v * (1 + torch.erf(v / 1.41421))


def apply(x: torch.Tensor) -> torch.Tensor:
    return torch.stack([gelu(row) for row in x])  # expect: TEF204
""",
    "torch imported under another name": """\
import torch as th

x = th.rand(10, 3)
y = th.stack([th.cos(r) for r in x], 0)  # expect: TEF204
""",
    "names imported from torch": """\
from torch import Tensor, relu, stack


def apply(x: Tensor) -> Tensor:
    return stack([relu(r) for r in x])  # expect: TEF204
""",
    "tensors keyword": """\
import torch

x = torch.rand(10, 3)
y = torch.stack(tensors=[torch.abs(r) for r in x], dim=0)  # expect: TEF204
""",
    "list in a name": """\
import torch


def apply(x: torch.Tensor) -> torch.Tensor:
    rows = [torch.relu(r) - 0.1 for r in x]  # expect: TEF204
    return torch.stack(rows)
""",
    "rows grown by plus equals": """\
import torch


def apply(x: torch.Tensor) -> torch.Tensor:
    out = []
    for i in range(x.size(0)):  # expect: TEF204
        out += [torch.log_softmax(x[i], dim=-1)]
    return torch.stack(out)
""",
    "softmax of each row": """\
import torch
import torch.nn.functional as F


def attention(scores: torch.Tensor) -> torch.Tensor:
    return torch.stack([F.softmax(s, dim=-1) for s in scores])  # expect: TEF204
""",
    "normalised rows": """\
import torch
import torch.nn.functional as F


def normalise(embeddings: torch.Tensor) -> torch.Tensor:
    out = []
    for e in embeddings:  # expect: TEF204
        out.append(F.normalize(e, dim=0))
    return torch.stack(out)
""",
    "two tensors read by the same index": """\
import torch


def add(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return torch.stack([a[i] * b[i] for i in range(a.size(0))])  # expect: TEF204
""",
    "two tensors zipped": """\
import torch


def mix(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return torch.stack([torch.maximum(p, q) for p, q in zip(a, b)])  # expect: TEF204
""",
    "cosine similarity pair by pair": """\
import torch
import torch.nn.functional as F


def similarity(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    sims = []
    for i in range(a.shape[0]):  # expect: TEF204
        sims.append(F.cosine_similarity(a[i], b[i], dim=0))
    return torch.stack(sims)
""",
    "dot products": """\
import torch

a = torch.rand(64, 16)
b = torch.rand(64, 16)
scores = torch.stack([torch.dot(p, q) for p, q in zip(a, b)])  # expect: TEF204
""",
    "batched matrix product by hand": """\
import torch


def bmm(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    out = []
    for i in range(a.size(0)):  # expect: TEF204
        out.append(torch.mm(a[i], b[i]))
    return torch.stack(out)
""",
    "rows times a shared matrix": """\
import torch

points = torch.rand(100, 3)
rotation = torch.eye(3)
turned = torch.stack([rotation @ p for p in points])  # expect: TEF204
""",
    "several statements in the body": """\
import torch


def standardise(x: torch.Tensor) -> torch.Tensor:
    out = []
    for i in range(x.size(0)):  # expect: TEF204
        row = x[i]
        centred = row - row.mean(dim=0)
        out.append(centred / (row.std(dim=0) + 1e-5))
    return torch.stack(out)
""",
    "row statistic of a known matrix": """\
import torch

x = torch.rand(50, 20)
means = torch.stack([row.mean() for row in x])  # expect: TEF204
""",
    "columns": """\
import torch


def apply(x: torch.Tensor) -> torch.Tensor:
    return torch.stack([torch.relu(x[:, t]) for t in range(x.size(1))], dim=1)  # expect: TEF204
""",
    "size through a name": """\
import torch


def apply(x: torch.Tensor) -> torch.Tensor:
    n = x.size(0)
    outputs = []
    for i in range(n):  # expect: TEF204
        outputs.append(torch.sin(x[i]).pow(2))
    return torch.stack(outputs)
""",
    "size by unpacking": """\
import torch


def mask_scores(scores: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    batch, _ = scores.shape
    out = torch.empty_like(scores)
    for b in range(batch):  # expect: TEF204
        out[b] = scores[b].masked_fill(mask[b], float("-inf"))
    return out
""",
    "module forward": """\
import torch
from torch import nn


class Gate(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(dim))

    def forward(self, x):
        outputs = []
        for i in range(x.size(0)):  # expect: TEF204
            outputs.append(torch.sigmoid(x[i]) * self.scale)
        return torch.stack(outputs)
""",
    "attribute of self": """\
import torch


class Bank:
    def __init__(self):
        self.memory = torch.zeros(128, 16)

    def squashed(self):
        return torch.stack([torch.tanh(m) for m in self.memory])  # expect: TEF204
""",
    "method of the same class": """\
import torch


class Loss:
    def row(self, v: torch.Tensor) -> torch.Tensor:
        return torch.clamp(v, min=0) + 0.1 * v

    def __call__(self, x: torch.Tensor) -> torch.Tensor:
        return torch.stack([self.row(v) for v in x])  # expect: TEF204
""",
    "module output by rows": """\
import torch
from torch import nn

net = nn.Linear(8, 4)
logits = net(torch.rand(16, 8))
probs = torch.stack([torch.softmax(row, dim=0) for row in logits])  # expect: TEF204
""",
    "map over the rows": """\
import torch

x = torch.rand(10, 3)
y = torch.stack(list(map(torch.exp, x)))  # expect: TEF204
""",
    "generator in a tuple": """\
import torch

x = torch.rand(10, 3)
y = torch.stack(tuple(torch.sqrt(r + 1) for r in x))  # expect: TEF204
""",
    "cat of unsqueezed rows": """\
import torch


def apply(x: torch.Tensor) -> torch.Tensor:
    return torch.cat([torch.relu(r).unsqueeze(0) for r in x], dim=0)  # expect: TEF204
""",
    "append loop then cat": """\
import torch


def apply(x: torch.Tensor) -> torch.Tensor:
    out = []
    for i in range(x.size(0)):  # expect: TEF204
        out.append(torch.tanh(x[i]).unsqueeze(0))
    return torch.cat(out)
""",
    "string annotation": """\
import torch


def apply(x: "torch.Tensor") -> "torch.Tensor":
    return torch.stack([r.clamp(0, 1) for r in x])  # expect: TEF204
""",
    "optional tensor after the guard": """\
from typing import Optional

import torch
from torch import Tensor


def apply(x: Optional[Tensor]) -> Optional[Tensor]:
    if x is None:
        return None
    return torch.stack([r.sigmoid() for r in x])  # expect: TEF204
""",
    "nested function": """\
import torch


def outer(x: torch.Tensor):
    def inner():
        return torch.stack([torch.erf(r) for r in x])  # expect: TEF204

    return inner()
""",
    "under no grad": """\
import torch


@torch.no_grad()
def quantise(x: torch.Tensor) -> torch.Tensor:
    rows = []
    for row in x:  # expect: TEF204
        rows.append(torch.round(row * 255).clamp(0, 255))
    return torch.stack(rows)
""",
    "attention map of each image": """\
import torch
import torch.nn.functional as F


def gram(features: torch.Tensor) -> torch.Tensor:
    grams = []
    for f in features:  # expect: TEF204
        flat = f.flatten(1)
        grams.append(flat @ flat.t() / flat.shape[1])
    return torch.stack(grams)
""",
    "boxes converted one by one": """\
import torch


def centre(boxes: torch.Tensor) -> torch.Tensor:
    centres = torch.zeros(boxes.shape[0], 2)
    for i in range(boxes.shape[0]):  # expect: TEF204
        centres[i] = (boxes[i, :2] + boxes[i, 2:]) / 2
    return centres
""",
    "stack by a variable bound to the rows": """\
import torch

data = torch.randn(20, 5)
mean = data.mean(dim=0)
std = data.std(dim=0)
scaled = []
for sample in data:  # expect: TEF204
    scaled.append((sample - mean) / std)
scaled = torch.stack(scaled)
""",
    "loader batch by rows": """\
import torch
from torch.utils.data import DataLoader, TensorDataset

loader = DataLoader(TensorDataset(torch.rand(64, 8)), batch_size=16)
for (images,) in loader:
    flipped = torch.stack([torch.flip(image, dims=[0]) for image in images])  # expect: TEF204
    print(flipped.shape)
""",
    "comprehension in stack": """\
import torch
from torch import Tensor


def f(x: Tensor):
    return torch.stack([torch.relu(r) for r in x])  # expect: TEF204
""",
    "append then stack": """\
import torch
from torch import Tensor


def f(x: Tensor):
    out = []
    for r in x:  # expect: TEF204
        out.append(r.exp() * 2)
    return torch.stack(out)
""",
    "written by index": """\
import torch
from torch import Tensor


def f(x: Tensor, w: Tensor):
    out = torch.zeros(len(x))
    for i in range(len(x)):  # expect: TEF204
        out[i] = torch.dot(x[i], w)
    return out
""",
    "helper of the file": """\
import torch
from torch import Tensor


def unit(row):
    return row / row.norm()


def f(x: Tensor):
    return torch.stack([unit(x[i]) for i in range(len(x))])  # expect: TEF204
""",
    "list addition": """\
import torch
from torch import Tensor


def f(x: Tensor):
    out = []
    for i in range(len(x)):  # expect: TEF204
        out = out + [torch.log1p(x[i])]
    return torch.stack(out)
""",
    "unbound rows": """\
import torch
from torch import Tensor


def f(x: Tensor):
    return torch.stack([r.softmax(0) for r in torch.unbind(x)])  # expect: TEF204
""",
    "mapped": """\
import torch
from torch import Tensor


def f(x: Tensor):
    return torch.stack(list(map(torch.exp, x)))  # expect: TEF204
""",
    "columns, in another spelling": """\
import torch
from torch import Tensor, nn


class Steps(nn.Module):
    def forward(self, x: Tensor):
        outs = []
        for t in range(x.size(1)):  # expect: TEF204
            outs.append(torch.tanh(x[:, t]))
        return torch.stack(outs, dim=1)
""",
    "two tensors zipped, in another spelling": """\
import torch
from torch import Tensor


def f(x: Tensor, y: Tensor):
    return torch.stack([a * b for a, b in zip(x, y)])  # expect: TEF204
""",
    "in place by index": """\
import torch
from torch import Tensor


def f(x: Tensor):
    for i in range(len(x)):  # expect: TEF204
        x[i] = torch.tanh(x[i])
    return x
""",
}

LEAVE: dict[str, str] = {
    "on the batch": """\
import torch

x = torch.rand(100, 10)
y = torch.exp(x)
z = torch.softmax(x, dim=1)
""",
    "vmap": """\
import torch


def row(v: torch.Tensor) -> torch.Tensor:
    return torch.relu(v) + 1


y = torch.vmap(row)(torch.rand(10, 3))
""",
    "unknown function": """\
import torch
from project import augment

x = torch.rand(8, 3, 32, 32)
y = torch.stack([augment(image) for image in x])
""",
    "function handed in": """\
import torch


def apply(f, x: torch.Tensor) -> torch.Tensor:
    return torch.stack([f(row) for row in x])
""",
    "transform kept on self": """\
import torch


class Views:
    def __init__(self, transform):
        self.transform = transform

    def __call__(self, images: torch.Tensor) -> torch.Tensor:
        out = []
        for image in images:
            out.append(self.transform(image))
        return torch.stack(out)
""",
    "branch on the row's values": """\
import torch


def orient(x: torch.Tensor) -> torch.Tensor:
    out = []
    for row in x:
        if row[0] > 0:
            out.append(row)
        else:
            out.append(-row)
    return torch.stack(out)
""",
    "conditional expression on the row's values": """\
import torch


def orient(x: torch.Tensor) -> torch.Tensor:
    return torch.stack([r if r.sum(dim=0) > 0 else torch.neg(r) for r in x])
""",
    "helper that branches on values": """\
import torch


def fix(r: torch.Tensor) -> torch.Tensor:
    if r[0] < 0:
        return torch.neg(r)
    return r


def apply(x: torch.Tensor) -> torch.Tensor:
    return torch.stack([fix(r) for r in x])
""",
    "rows kept by their values": """\
import torch


def keep(x: torch.Tensor) -> torch.Tensor:
    return torch.stack([torch.relu(r) for r in x if r[0] > 0])
""",
    "rows of different sizes from a list": """\
import torch

clips = [torch.rand(5, 8), torch.rand(9, 8)]
y = torch.stack([torch.relu(c).mean(dim=0) for c in clips])
""",
    "annotated list of tensors": """\
from typing import List

import torch
from torch import Tensor


def pool(clips: List[Tensor]) -> Tensor:
    out = []
    for clip in clips:
        out.append(torch.tanh(clip).mean(dim=0))
    return torch.stack(out)
""",
    "slices of varying length": """\
import torch


def pool(x: torch.Tensor, lengths: list) -> torch.Tensor:
    return torch.stack([row[:n].mean(dim=0) for row, n in zip(x, lengths)])
""",
    "hits of each row": """\
import torch


def pool(x: torch.Tensor) -> torch.Tensor:
    return torch.stack([r[r > 0].mean(dim=0) for r in x])
""",
    "ragged pieces of a split": """\
import torch


def pool(x: torch.Tensor, sizes: list) -> torch.Tensor:
    return torch.stack([torch.relu(piece).mean(dim=0) for piece in x.split(sizes)])
""",
    "chunks to save memory": """\
import torch


def apply(x: torch.Tensor) -> torch.Tensor:
    return torch.cat([torch.exp(piece) for piece in x.chunk(8)])
""",
    "recurrence over time": """\
import torch


def smooth(x: torch.Tensor) -> torch.Tensor:
    state = torch.zeros_like(x[0])
    out = []
    for row in x.unbind(0):
        state = 0.9 * state + 0.1 * row
        out.append(state)
    return torch.stack(out)
""",
    "recurrent cell over time": """\
import torch
from torch import nn

cell = nn.GRUCell(8, 8)
h = torch.zeros(4, 8)
states = []
for x_t in torch.rand(10, 4, 8).unbind(0):
    h = cell(x_t, h)
    states.append(h)
y = torch.stack(states)
""",
    "layers, not rows": """\
import torch
from torch import nn


class Heads(nn.Module):
    def __init__(self):
        super().__init__()
        self.heads = nn.ModuleList([nn.Linear(8, 8) for _ in range(4)])

    def forward(self, x):
        return torch.stack([torch.relu(head(x)) for head in self.heads])
""",
    "frequencies, not rows": """\
import torch


def encode(x: torch.Tensor) -> torch.Tensor:
    return torch.stack([torch.sin(x * 2**k) for k in range(6)], dim=-1)
""",
    "literal scales": """\
import torch

x = torch.rand(4, 3)
y = torch.stack([torch.relu(x * s) for s in (0.5, 1.0, 2.0)])
""",
    "repeated draws": """\
import torch

x = torch.rand(4, 3)
noisy = torch.stack([torch.rand(4, 3) + x for _ in range(5)])
""",
    "permutations": """\
import torch

orders = torch.stack([torch.randperm(10) for _ in range(4)])
""",
    "two named tensors": """\
import torch

a = torch.rand(5)
b = torch.rand(5)
y = torch.stack([torch.exp(a), torch.exp(b)])
""",
    "numpy rows": """\
import numpy as np
import torch

a = np.random.rand(10, 3)
y = torch.from_numpy(np.stack([np.exp(r) for r in a]))
""",
    "nothing is stacked": """\
import torch


def rows(x: torch.Tensor) -> list:
    return [torch.relu(r) for r in x]
""",
    "append to a list that is returned": """\
import torch


def rows(x: torch.Tensor) -> list:
    out = []
    for r in x:
        out.append(torch.exp(r))
    return out
""",
    "rows leave torch": """\
import torch
from scipy.ndimage import gaussian_filter


def blur(images: torch.Tensor) -> torch.Tensor:
    return torch.stack([torch.from_numpy(gaussian_filter(i.numpy(), 2)) for i in images])
""",
    "batches of a loader": """\
import torch
from torch.utils.data import DataLoader


def collect(loader: DataLoader) -> torch.Tensor:
    out = []
    for batch in loader:
        out.append(torch.relu(batch))
    return torch.cat(out)
""",
    "untyped rows": """\
import torch


def apply(xs):
    return torch.stack([torch.exp(x) for x in xs])
""",
    "picked rows": """\
import torch

x = torch.rand(10, 4)
order = [3, 1, 7]
y = torch.stack([x[i] for i in order])
""",
    "samples of a dataset": """\
import torch
from torch.utils.data import Dataset


def collect(dataset: Dataset) -> torch.Tensor:
    return torch.stack([torch.relu(dataset[i]) for i in range(16)])
""",
    "padding of sequences": """\
import torch


def pad(sequences: list) -> torch.Tensor:
    out = torch.zeros(len(sequences), 20)
    for i, s in enumerate(sequences):
        out[i, : len(s)] = torch.tensor(s)
    return out
""",
    "stack of another library": """\
import numpy as np
import torch


def export(x: torch.Tensor):
    return np.stack([r.cpu().numpy() for r in x])
""",
    "stop on data": """\
import torch


def until(x: torch.Tensor) -> torch.Tensor:
    out = []
    for r in x:
        out.append(torch.relu(r))
        if r[0] > 0.9:
            break
    return torch.stack(out)
""",
    "values of a dict": """\
import torch

features = {"a": torch.rand(4), "b": torch.rand(4)}
y = torch.stack([torch.relu(v) for v in features.values()])
""",
    "parameters of a model": """\
import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 4))
norms = torch.stack([torch.linalg.vector_norm(p) for p in model.parameters()])
""",
    "already fixed output": """\
import torch


def boxes(x: torch.Tensor) -> torch.Tensor:
    out = torch.zeros_like(x)
    out[:, 0] = x[:, 0] - x[:, 2] / 2
    out[:, 1] = x[:, 1] - x[:, 3] / 2
    return out
""",
    "opaque function": """\
import torch
from torch import Tensor


def f(x: Tensor, g):
    return torch.stack([g(r) for r in x])
""",
    "branch on a value": """\
import torch
from torch import Tensor


def f(x: Tensor):
    return torch.stack([r if r.sum(dim=0) > 0 else -r for r in x])
""",
    "rows of different lengths": """\
import torch
from torch import Tensor


def f(x: Tensor, lengths: list[int]):
    return torch.stack([x[i, : lengths[i]].sum(dim=0) for i in range(len(x))])
""",
    "list of tensors": """\
import torch
from torch import Tensor


def f(xs: list[Tensor]):
    return torch.stack([x.relu() for x in xs])
""",
    "filtered": """\
import torch
from torch import Tensor


def f(x: Tensor):
    return torch.stack([r.exp() for r in x if r.any()])
""",
    "one tensor through many modules": """\
import torch
from torch import Tensor, nn


def f(x: Tensor, layers: nn.ModuleList):
    return torch.stack([layer(x) for layer in layers])
""",
    "recurrence": """\
import torch
from torch import Tensor


def f(x: Tensor):
    h = torch.zeros(3)
    out = []
    for r in x:
        h = h * 0.9 + r
        out.append(h)
    return torch.stack(out)
""",
    "number beside the row": """\
import torch
from torch import Tensor


def f(x: Tensor, scales: list[float]):
    return torch.stack([r * s for r, s in zip(x, scales)])
""",
    "sizes read from the rows": """\
import torch
from torch import Tensor


def f(x: Tensor, sizes: Tensor):
    return torch.stack([torch.nn.functional.pad(x, (0, n)) for n in sizes])
""",
    "three planes": """\
import torch
from torch import Tensor


def f(x: Tensor):
    return torch.stack([x[:, i] ** 2 for i in range(3)])
""",
}
