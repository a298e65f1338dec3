"""TEF204 stacked-elementwise-loop: programs that must be flagged and near misses that must stay silent.

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
    "comprehension over the rows": """\
x = torch.rand(100, 10)
y = torch.stack([torch.exp(r) for r in x])  # expect: TEF204
""",
    "comprehension by index": """\
def activate(x: torch.Tensor) -> torch.Tensor:
    return torch.stack([torch.sigmoid(x[i]) for i in range(x.size(0))])  # expect: TEF204
""",
    "append loop then stack": """\
def activate(x: torch.Tensor) -> torch.Tensor:
    out = []
    for row in x:  # expect: TEF204
        out.append(torch.tanh(row) * 2)
    return torch.stack(out)
""",
    "append loop by index then stack": """\
def scale(x: torch.Tensor) -> torch.Tensor:
    out = []
    for i in range(len(x)):  # expect: TEF204
        out.append(x[i] * 0.5 + 1)
    return torch.stack(out, dim=0)
""",
    "rows written into an output": """\
def activate(x: torch.Tensor) -> torch.Tensor:
    out = torch.zeros_like(x)
    for i in range(x.shape[0]):  # expect: TEF204
        out[i] = torch.relu(x[i])
    return out
""",
    "rows written with enumerate": """\
x = torch.rand(32, 8)
out = torch.empty(32, 8)
for i, row in enumerate(x):  # expect: TEF204
    out[i] = torch.sigmoid(row)
""",
    "lambda for the row function": """\
x = torch.rand(32, 8)
f = lambda r: torch.relu(r) + 1
y = torch.stack([f(r) for r in x])  # expect: TEF204
""",
    "same-file row function": """\
def gelu(v):
    return 0.5 * v * (1 + torch.erf(v / 1.41421))


def apply(x: torch.Tensor) -> torch.Tensor:
    return torch.stack([gelu(row) for row in x])  # expect: TEF204
""",
    "torch imported under another name": Whole("""\
import torch as th

x = th.rand(10, 3)
y = th.stack([th.cos(r) for r in x], 0)  # expect: TEF204
"""),
    "names imported from torch": Whole("""\
from torch import Tensor, relu, stack


def apply(x: Tensor) -> Tensor:
    return stack([relu(r) for r in x])  # expect: TEF204
"""),
    "tensors keyword": """\
x = torch.rand(10, 3)
y = torch.stack(tensors=[torch.abs(r) for r in x], dim=0)  # expect: TEF204
""",
    "list in a name": """\
def apply(x: torch.Tensor) -> torch.Tensor:
    rows = [torch.relu(r) - 0.1 for r in x]  # expect: TEF204
    return torch.stack(rows)
""",
    "rows grown by plus equals": """\
def apply(x: torch.Tensor) -> torch.Tensor:
    out = []
    for i in range(x.size(0)):  # expect: TEF204
        out += [torch.log_softmax(x[i], dim=-1)]
    return torch.stack(out)
""",
    "softmax of each row": """\
def attention(scores: torch.Tensor) -> torch.Tensor:
    return torch.stack([F.softmax(s, dim=-1) for s in scores])  # expect: TEF204
""",
    "normalised rows": """\
def normalise(embeddings: torch.Tensor) -> torch.Tensor:
    out = []
    for e in embeddings:  # expect: TEF204
        out.append(F.normalize(e, dim=0))
    return torch.stack(out)
""",
    "two tensors read by the same index": """\
def add(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return torch.stack([a[i] * b[i] for i in range(a.size(0))])  # expect: TEF204
""",
    "two tensors zipped": """\
def mix(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return torch.stack([torch.maximum(p, q) for p, q in zip(a, b)])  # expect: TEF204
""",
    "cosine similarity pair by pair": """\
def similarity(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    sims = []
    for i in range(a.shape[0]):  # expect: TEF204
        sims.append(F.cosine_similarity(a[i], b[i], dim=0))
    return torch.stack(sims)
""",
    "dot products": """\
a = torch.rand(64, 16)
b = torch.rand(64, 16)
scores = torch.stack([torch.dot(p, q) for p, q in zip(a, b)])  # expect: TEF204
""",
    "batched matrix product by hand": """\
def bmm(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    out = []
    for i in range(a.size(0)):  # expect: TEF204
        out.append(torch.mm(a[i], b[i]))
    return torch.stack(out)
""",
    "rows times a shared matrix": """\
points = torch.rand(100, 3)
rotation = torch.eye(3)
turned = torch.stack([rotation @ p for p in points])  # expect: TEF204
""",
    "several statements in the body": """\
def standardise(x: torch.Tensor) -> torch.Tensor:
    out = []
    for i in range(x.size(0)):  # expect: TEF204 "work on all rows at once"
        row = x[i]
        centred = row - row.mean(dim=0)
        out.append(centred / (row.std(dim=0) + 1e-5))
    return torch.stack(out)
""",
    "row statistic of a known matrix": """\
x = torch.rand(50, 20)
means = torch.stack([row.mean() for row in x])  # expect: TEF204
""",
    "columns": """\
def apply(x: torch.Tensor) -> torch.Tensor:
    return torch.stack([torch.relu(x[:, t]) for t in range(x.size(1))], dim=1)  # expect: TEF204
""",
    "size through a name": """\
def apply(x: torch.Tensor) -> torch.Tensor:
    n = x.size(0)
    outputs = []
    for i in range(n):  # expect: TEF204
        outputs.append(torch.sin(x[i]).pow(2))
    return torch.stack(outputs)
""",
    "size by unpacking": """\
def mask_scores(scores: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    batch, _ = scores.shape
    out = torch.empty_like(scores)
    for b in range(batch):  # expect: TEF204
        out[b] = scores[b].masked_fill(mask[b], float("-inf"))
    return out
""",
    "module forward": """\
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
class Bank:
    def __init__(self):
        self.memory = torch.zeros(128, 16)

    def squashed(self):
        return torch.stack([torch.tanh(m) for m in self.memory])  # expect: TEF204
""",
    "method of the same class": """\
class Loss:
    def row(self, v: torch.Tensor) -> torch.Tensor:
        return torch.clamp(v, min=0) + 0.1 * v

    def __call__(self, x: torch.Tensor) -> torch.Tensor:
        return torch.stack([self.row(v) for v in x])  # expect: TEF204
""",
    "module output by rows": """\
net = nn.Linear(8, 4)
logits = net(torch.rand(16, 8))
probs = torch.stack([torch.softmax(row, dim=0) for row in logits])  # expect: TEF204
""",
    "map over the rows": """\
x = torch.rand(10, 3)
y = torch.stack(list(map(torch.exp, x)))  # expect: TEF204
""",
    "generator in a tuple": """\
x = torch.rand(10, 3)
y = torch.stack(tuple(torch.sqrt(r + 1) for r in x))  # expect: TEF204
""",
    "cat of unsqueezed rows": """\
def apply(x: torch.Tensor) -> torch.Tensor:
    return torch.cat([torch.relu(r).unsqueeze(0) for r in x], dim=0)  # expect: TEF204
""",
    "append loop then cat": """\
def apply(x: torch.Tensor) -> torch.Tensor:
    out = []
    for i in range(x.size(0)):  # expect: TEF204
        out.append(torch.tanh(x[i]).unsqueeze(0))
    return torch.cat(out)
""",
    "string annotation": Whole("""\
import torch


def apply(x: "torch.Tensor") -> "torch.Tensor":
    return torch.stack([r.clamp(0, 1) for r in x])  # expect: TEF204
"""),
    "optional tensor after the guard": Whole("""\
from typing import Optional

import torch
from torch import Tensor


def apply(x: Optional[Tensor]) -> Optional[Tensor]:
    if x is None:
        return None
    return torch.stack([r.sigmoid() for r in x])  # expect: TEF204
"""),
    "nested function": """\
def outer(x: torch.Tensor):
    def inner():
        return torch.stack([torch.erf(r) for r in x])  # expect: TEF204

    return inner()
""",
    "under no grad": """\
@torch.no_grad()
def quantise(x: torch.Tensor) -> torch.Tensor:
    rows = []
    for row in x:  # expect: TEF204
        rows.append(torch.round(row * 255).clamp(0, 255))
    return torch.stack(rows)
""",
    "attention map of each image": """\
def gram(features: torch.Tensor) -> torch.Tensor:
    grams = []
    for f in features:  # expect: TEF204
        flat = f.flatten(1)
        grams.append(flat @ flat.t() / flat.shape[1])
    return torch.stack(grams)
""",
    "boxes converted one by one": """\
def centre(boxes: torch.Tensor) -> torch.Tensor:
    centres = torch.zeros(boxes.shape[0], 2, device=boxes.device)
    for i in range(boxes.shape[0]):  # expect: TEF204
        centres[i] = (boxes[i, :2] + boxes[i, 2:]) / 2
    return centres
""",
    "stack by a variable bound to the rows": """\
data = torch.randn(20, 5)
mean = data.mean(dim=0)
std = data.std(dim=0)
scaled = []
for sample in data:  # expect: TEF204
    scaled.append((sample - mean) / std)
scaled = torch.stack(scaled)
""",
    "loader batch by rows": Whole("""\
import torch
from torch.utils.data import DataLoader, TensorDataset

loader = DataLoader(TensorDataset(torch.rand(64, 8)), batch_size=16)
for (images,) in loader:
    flipped = torch.stack([torch.flip(image, dims=[0]) for image in images])  # expect: TEF204
    print(flipped.shape)
"""),
    "comprehension in stack": """\
def f(x: Tensor):
    return torch.stack([torch.relu(r) for r in x])  # expect: TEF204
""",
    "append then stack": """\
def f(x: Tensor):
    out = []
    for r in x:  # expect: TEF204
        out.append(r.exp() * 2)
    return torch.stack(out)
""",
    "written by index": """\
def f(x: Tensor, w: Tensor):
    out = torch.zeros(len(x), device=x.device)
    for i in range(len(x)):  # expect: TEF204
        out[i] = torch.dot(x[i], w)
    return out
""",
    "helper of the file": """\
def unit(row):
    return row / row.norm()


def f(x: Tensor):
    return torch.stack([unit(x[i]) for i in range(len(x))])  # expect: TEF204
""",
    "list addition": """\
def f(x: Tensor):
    out = []
    for i in range(len(x)):  # expect: TEF204
        out = out + [torch.log1p(x[i])]
    return torch.stack(out)
""",
    "unbound rows": """\
def f(x: Tensor):
    return torch.stack([r.softmax(0) for r in torch.unbind(x)])  # expect: TEF204
""",
    "mapped": """\
def f(x: Tensor):
    return torch.stack(list(map(torch.exp, x)))  # expect: TEF204
""",
    "columns, in another spelling": """\
class Steps(nn.Module):
    def forward(self, x: Tensor):
        outs = []
        for t in range(x.size(1)):  # expect: TEF204
            outs.append(torch.tanh(x[:, t]))
        return torch.stack(outs, dim=1)
""",
    "two tensors zipped, in another spelling": """\
def f(x: Tensor, y: Tensor):
    return torch.stack([a * b for a, b in zip(x, y)])  # expect: TEF204
""",
    "in place by index": """\
def f(x: Tensor):
    for i in range(len(x)):  # expect: TEF204
        x[i] = torch.tanh(x[i])
    return x
""",
    "single-sample attention written per batch element": Whole("""\
import math

import torch
from torch import Tensor


def attention(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    scale = 1.0 / math.sqrt(q.size(-1))
    heads = []
    for b in range(q.size(0)):  # expect: TEF204
        scores = q[b] @ k[b].transpose(-2, -1) * scale
        heads.append(torch.softmax(scores, dim=-1) @ v[b])
    return torch.stack(heads, dim=0)
"""),
    "two statistics collected in one loop and both stacked": """\
def moments(tracks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    means, spreads = [], []
    for track in tracks:  # expect: TEF204
        centred = track - track.mean(dim=-1, keepdim=True)
        means.append(track.mean(dim=-1))
        spreads.append(centred.abs().mean(dim=-1))
    return torch.stack(means), torch.stack(spreads)
""",
    "rows of a dataclass field of boxes": Whole("""\
from dataclasses import dataclass

import torch


@dataclass
class Detections:
    boxes: torch.Tensor
    scores: torch.Tensor


def centres(det: Detections) -> torch.Tensor:
    return torch.stack([(box[:2] + box[2:]) / 2 for box in det.boxes])  # expect: TEF204
"""),
    "time-distributed affine layer with hand-made parameters over a transposed batch": """\
class TimeDistributed(nn.Module):
    def __init__(self, d_in: int, d_out: int):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(d_in, d_out) * 0.02)
        self.bias = nn.Parameter(torch.zeros(d_out))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        outputs = []
        for x_t in x.transpose(0, 1):  # expect: TEF204
            y_t = torch.tanh(x_t @ self.weight + self.bias)
            outputs.append(y_t)
        return torch.stack(outputs, dim=1)
""",
    "explicit unbind over the frames of a clip": """\
def rescale_clip(video: torch.Tensor, *, low: float = 0.0, high: float = 1.0) -> torch.Tensor:
    frames: list[torch.Tensor] = []
    for frame in video.unbind(dim=1):  # expect: TEF204
        frame = frame.clamp(low, high)
        frames.append((frame - low) / (high - low) * 2 - 1)
    return torch.stack(frames, dim=1)
""",
    "file-local helper defined after its user": """\
def similarity_rows(queries: torch.Tensor, bank: torch.Tensor) -> torch.Tensor:
    return torch.stack([_score(q, bank) for q in queries], dim=0)  # expect: TEF204


def _score(q: torch.Tensor, bank: torch.Tensor) -> torch.Tensor:
    q = F.normalize(q, dim=-1)
    return bank @ q
""",
    "sinusoidal table filled row by row through enumerate": """\
def timestep_table(steps: torch.Tensor, dim: int) -> torch.Tensor:
    half = dim // 2
    freqs = 10000.0 ** (-torch.arange(half, dtype=torch.float32, device=steps.device) / half)
    table = torch.empty(steps.shape[0], half, device=steps.device)
    for row, t in enumerate(steps):  # expect: TEF204
        table[row] = torch.cos(t * freqs)
    return table
""",
    "preallocated output with keyword device and two tensors indexed together": Whole("""\
import torch as th


class Denormalise:
    def __init__(self, mean: th.Tensor, std: th.Tensor):
        self.mean = mean
        self.std = std

    def __call__(self, images: th.Tensor) -> th.Tensor:
        out = th.empty_like(images)
        n = images.shape[0]
        for i in range(n):  # expect: TEF204
            out[i] = images[i] * self.std + self.mean
        return out
"""),
    "zip of predictions and targets under no_grad": """\
@torch.no_grad()
def soft_iou(pred: torch.Tensor, target: torch.Tensor, eps: float = 1e-6) -> torch.Tensor:
    ious = []
    for p, t in zip(pred, target):  # expect: TEF204
        inter = (p * t).sum(dim=(-2, -1))
        union = (p + t - p * t).sum(dim=(-2, -1))
        ious.append((inter + eps) / (union + eps))
    return torch.stack(ious)
""",
    "cat of unsqueezed rows from a comprehension with a walrus": """\
def whiten(rows: torch.Tensor) -> torch.Tensor:
    return torch.cat([((c := r - r.mean(dim=0)) / c.abs().amax(dim=0)).unsqueeze(0) for r in rows], 0)  # expect: TEF204
""",
    "closure over a bandwidth used as the row function": """\
def kernel_matrix(xs: torch.Tensor, anchors: torch.Tensor, bandwidth: float) -> torch.Tensor:
    def row(x: torch.Tensor) -> torch.Tensor:
        gap = (anchors - x).abs().sum(dim=-1)
        return torch.exp(-gap / bandwidth)

    values = [row(x) for x in xs]  # expect: TEF204
    return torch.stack(values)
""",
    "Optional parameter narrowed by an early return": Whole("""\
from typing import Optional

import torch


def gate(values: torch.Tensor, mask: Optional[torch.Tensor] = None) -> torch.Tensor:
    if mask is None:
        return values
    gated = []
    for v, m in zip(values, mask):  # expect: TEF204
        gated.append(torch.where(m, v, torch.zeros_like(v)))
    return torch.stack(gated)
"""),
    "list grown with += of a one-element list": """\
def cosine_to_prototype(feats: torch.Tensor, proto: torch.Tensor) -> torch.Tensor:
    sims: list = []
    for idx in range(len(feats)):  # expect: TEF204
        sims += [F.cosine_similarity(feats[idx], proto, dim=0)]
    sims = torch.stack(sims)
    return sims.clamp(min=-1.0, max=1.0)
""",
    "map of a torch function over the rows": """\
def squash_rows(logits: torch.Tensor) -> torch.Tensor:
    return torch.stack(list(map(torch.sigmoid, logits)))  # expect: TEF204
""",
    "vstack of normalised rows of a matrix product": Whole("""\
import torch
from torch import vstack


def transition_matrix(adjacency: torch.Tensor, weights: torch.Tensor) -> torch.Tensor:
    scores = torch.matmul(adjacency, weights)
    return vstack([row / row.sum(dim=-1, keepdim=True) for row in scores])  # expect: TEF204
"""),
    "append loop inside try with the stack in the else branch": """\
def per_channel_gain(wave: torch.Tensor, gains: torch.Tensor) -> torch.Tensor:
    scaled = []
    try:
        for channel, gain in zip(wave, gains, strict=True):  # expect: TEF204
            scaled.append(torch.tanh(channel * gain))
    except ValueError as err:
        raise ValueError("one gain per channel") from err
    else:
        return torch.stack(scaled)
""",
    "inherited attribute read in a subclass": """\
class Base(nn.Module):
    def __init__(self, k: int, d: int):
        super().__init__()
        self.centres = nn.Parameter(torch.randn(k, d))


class RBF(Base):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        acts = []
        for c in self.centres:  # expect: TEF204
            acts.append(torch.exp(-(x - c).abs().sum(dim=-1)))
        return torch.stack(acts, dim=-1)
""",
    "cat along the last dim": """\
def wide(t: torch.Tensor) -> torch.Tensor:
    return torch.cat([r for r in t], -1)  # expect: TEF204 "use t.movedim(0, -2).flatten(-2, -1)"
""",
    "cat of sums": """\
def long(t: torch.Tensor) -> torch.Tensor:
    return torch.cat([(r + 1) * (r + 2) for r in t])  # expect: TEF204 "use ((t + 1) * (t + 2)).flatten(0, 1)"
""",
    "rows counted to a number": """\
def first(x: torch.Tensor) -> torch.Tensor:
    return torch.stack([torch.relu(x[i]) for i in range(20)])  # expect: TEF204 "work on all rows at once"
""",
    "the tensor rebound before the stack": """\
def both(x: torch.Tensor, y: torch.Tensor):
    rows = []
    for r in x:  # expect: TEF204 "work on all rows at once"
        rows.append(r.exp())
    x = y
    return torch.stack(rows), x
""",
    "a factor called row": """\
def scores(x: torch.Tensor, row: torch.Tensor) -> torch.Tensor:
    return torch.stack([torch.dot(r, row) for r in x])  # expect: TEF204 "work on all rows at once"
""",
    "table on the device of the index, by its rows": """\
def chosen(scores: Tensor, index: Tensor) -> Tensor:
    table = scores.new_zeros(4, 2)
    return torch.stack([table[i] for i in index])  # expect: TEF204 "use table[index]"
""",
    "table on the CPU": """\
def chosen(names: list, index: Tensor) -> Tensor:
    table = torch.tensor(names)
    return torch.stack([table[i] for i in index])  # expect: TEF204
""",
    "comment on memory above": """\
def normaliser(logits: Tensor) -> Tensor:
    # loop to reduce peak memory
    return torch.stack([torch.logsumexp(row, dim=-1) for row in logits])  # expect: TEF204
""",
    "comment on memory behind": """\
def normalised(logits: Tensor) -> Tensor:
    out = []
    for row in logits:  # to save memory  # expect: TEF204
        out.append(torch.log_softmax(row, dim=-1))
    return torch.stack(out)
""",
    "clusters against every point": """\
def distances(points: Tensor, centers: Tensor) -> Tensor:
    out = torch.empty(len(points), len(centers), device=points.device)
    for i in range(len(centers)):  # expect: TEF204
        out[:, i] = ((points - centers[i].unsqueeze(0)) ** 2).sum(-1)
    return out
""",
    "speakers that an object counts": """\
class Separator:
    def weights(self, x: Tensor) -> Tensor:
        return torch.stack([x[i].sum(-1) for i in range(self.speakers)])  # expect: TEF204
""",
    "speakers, two by default": """\
def weights(x: Tensor, speakers: int = 2) -> Tensor:
    return torch.stack([x[i].sum(-1) for i in range(speakers)])  # expect: TEF204
""",
    "masks that an object counts, multiplied only": """\
class Masks:
    def apply(self, mixture: Tensor, masks: Tensor) -> Tensor:
        return torch.stack([mixture * masks[i] for i in range(len(self.sources))])  # expect: TEF204
""",
    "rows that are unpacked": """\
def hidden(states: Tensor) -> Tensor:
    return torch.stack([h for h, c in states], dim=1)  # expect: TEF204
""",
    "convolution of each channel": """\
def filtered(x: Tensor, kernel: Tensor) -> Tensor:
    return torch.cat([F.conv2d(x[:, c].unsqueeze(1), kernel) for c in range(x.shape[1])], dim=1)  # expect: TEF204
""",
    "many operations": """\
def blended(x: Tensor, y: Tensor) -> Tensor:
    out = []
    for a, b in zip(x.exp(), y.exp()):  # expect: TEF204
        low = a.floor().long()
        out.append(((a - low) * b + (low + 1 - a) * b.square()).sqrt().cumsum(0))
    return torch.stack(out)
""",
    "pad": """\
def padded(x: Tensor) -> Tensor:
    return torch.stack([F.pad(row, (1, 1), mode="reflect") for row in x.exp()])  # expect: TEF204
""",
    "rearranged in place": """\
def reordered(x: Tensor, order: Tensor) -> Tensor:
    for i in range(x.size(1)):  # expect: TEF204
        x[:, i] = x[order[i], i]
    return x
""",
    "pairs of each row": """\
def pairs(x: Tensor) -> Tensor:
    counts = []
    for row in x.exp():  # expect: TEF204
        a, b = torch.meshgrid(row, row, indexing="ij")
        counts.append((a * b).tril())
    return torch.stack(counts)
""",
    "maps of a list beside a row of a table": """\
class Levels(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.levels = nn.Parameter(torch.zeros(4, 8))

    def forward(self, sources, places):
        out = []
        for i, (source, place) in enumerate(zip(sources, places)):  # expect: TEF204
            place = place.flatten(2).transpose(1, 2)
            out.append(place + self.levels[i].view(1, 1, -1))
        return torch.cat(out, 1)
""",
    "rows of a batch scaled by an entry each": """\
def scaled(x: Tensor, weight: Tensor) -> Tensor:
    batch, channels, steps = x.shape
    out = torch.empty_like(x)
    for i in range(batch):  # expect: TEF204
        out[i] = x[i] * weight[i] - x[i].mean(dim=-1, keepdim=True)
    return out
""",
    "as many as a parameter says": """\
def scaled(x: Tensor, weight: Tensor, samples: int) -> Tensor:
    return torch.stack([x[i] * weight[i] for i in range(samples)])  # expect: TEF204
""",
    "as many as an attribute says": """\
class Kernel(nn.Module):
    def fit(self, outputs: Tensor) -> None:
        self.count = outputs.shape[-1]

    def forward(self, jacobians: Tensor) -> Tensor:
        kernel = torch.empty(len(jacobians), self.count, device=jacobians.device)
        for c in range(self.count):  # expect: TEF204
            kernel[:, c] = torch.norm(jacobians[:, c, :], dim=1) ** 2  # expect: TEF902?
        return kernel
""",
    "rows that only change the device": """\
def gathered(flags: Tensor, device: torch.device) -> Tensor:
    return torch.stack([flag.to(device) for flag in flags])  # expect: TEF204
""",
    "a similarity matrix row by row": """\
def similarity(images: Tensor, texts: Tensor) -> Tensor:
    best = []
    for image in images:  # expect: TEF204
        best.append((image @ texts.t()).amax(0))
    return torch.stack(best)
""",
}

LEAVE: dict[str, str] = {
    "where torch has no vmap": """\
def activate(x: torch.Tensor) -> torch.Tensor:
    if hasattr(torch, "vmap"):
        return torch.vmap(torch.exp)(x)
    return torch.stack([torch.exp(r) for r in x])
""",
    "on the batch": """\
x = torch.rand(100, 10)
y = torch.exp(x)
z = torch.softmax(x, dim=1)
""",
    "vmap": """\
def row(v: torch.Tensor) -> torch.Tensor:
    return torch.relu(v) + 1


y = torch.vmap(row)(torch.rand(10, 3))
""",
    "unknown function": Whole("""\
import torch
from project import augment

x = torch.rand(8, 3, 32, 32)
y = torch.stack([augment(image) for image in x])
"""),
    "function handed in": """\
def apply(f, x: torch.Tensor) -> torch.Tensor:
    return torch.stack([f(row) for row in x])
""",
    "transform kept on self": """\
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
def orient(x: torch.Tensor) -> torch.Tensor:
    return torch.stack([r if r.sum(dim=0) > 0 else torch.neg(r) for r in x])
""",
    "helper that branches on values": """\
def fix(r: torch.Tensor) -> torch.Tensor:
    if r[0] < 0:
        return torch.neg(r)
    return r


def apply(x: torch.Tensor) -> torch.Tensor:
    return torch.stack([fix(r) for r in x])
""",
    "rows kept by their values": """\
def keep(x: torch.Tensor) -> torch.Tensor:
    return torch.stack([torch.relu(r) for r in x if r[0] > 0])
""",
    "rows of different sizes from a list": """\
clips = [torch.rand(5, 8), torch.rand(9, 8)]
y = torch.stack([torch.relu(c).mean(dim=0) for c in clips])
""",
    "annotated list of tensors": Whole("""\
from typing import List

import torch
from torch import Tensor


def pool(clips: List[Tensor]) -> Tensor:
    out = []
    for clip in clips:
        out.append(torch.tanh(clip).mean(dim=0))
    return torch.stack(out)
"""),
    "slices of varying length": """\
def pool(x: torch.Tensor, lengths: list) -> torch.Tensor:
    return torch.stack([row[:n].mean(dim=0) for row, n in zip(x, lengths)])
""",
    "hits of each row": """\
def pool(x: torch.Tensor) -> torch.Tensor:
    return torch.stack([r[r > 0].mean(dim=0) for r in x])
""",
    "ragged pieces of a split": """\
def pool(x: torch.Tensor, sizes: list) -> torch.Tensor:
    return torch.stack([torch.relu(piece).mean(dim=0) for piece in x.split(sizes)])
""",
    "chunks to save memory": """\
def apply(x: torch.Tensor) -> torch.Tensor:
    return torch.cat([torch.exp(piece) for piece in x.chunk(8)])
""",
    "recurrence over time": """\
def smooth(x: torch.Tensor) -> torch.Tensor:
    state = torch.zeros_like(x[0])
    out = []
    for row in x.unbind(0):
        state = 0.9 * state + 0.1 * row
        out.append(state)
    return torch.stack(out)
""",
    "recurrent cell over time": """\
cell = nn.GRUCell(8, 8)
h = torch.zeros(4, 8)
states = []
for x_t in torch.rand(10, 4, 8).unbind(0):
    h = cell(x_t, h)
    states.append(h)
y = torch.stack(states)
""",
    "layers, not rows": """\
class Heads(nn.Module):
    def __init__(self):
        super().__init__()
        self.heads = nn.ModuleList([nn.Linear(8, 8) for _ in range(4)])

    def forward(self, x):
        return torch.stack([torch.relu(head(x)) for head in self.heads])
""",
    "frequencies, not rows": """\
def encode(x: torch.Tensor) -> torch.Tensor:
    return torch.stack([torch.sin(x * 2**k) for k in range(6)], dim=-1)
""",
    "literal scales": """\
x = torch.rand(4, 3)
y = torch.stack([torch.relu(x * s) for s in (0.5, 1.0, 2.0)])
""",
    "repeated draws": """\
x = torch.rand(4, 3)
noisy = torch.stack([torch.rand(4, 3) + x for _ in range(5)])
""",
    "permutations": """\
orders = torch.stack([torch.randperm(10) for _ in range(4)])
""",
    "two named tensors": """\
a = torch.rand(5)
b = torch.rand(5)
y = torch.stack([torch.exp(a), torch.exp(b)])
""",
    "numpy rows": Whole("""\
import numpy as np
import torch

a = np.random.rand(10, 3)
y = torch.from_numpy(np.stack([np.exp(r) for r in a]))
"""),
    "nothing is stacked": """\
def rows(x: torch.Tensor) -> list:
    return [torch.relu(r) for r in x]
""",
    "append to a list that is returned": """\
def rows(x: torch.Tensor) -> list:
    out = []
    for r in x:
        out.append(torch.exp(r))
    return out
""",
    "rows leave torch": Whole("""\
import torch
from scipy.ndimage import gaussian_filter


def blur(images: torch.Tensor) -> torch.Tensor:
    return torch.stack([torch.from_numpy(gaussian_filter(i.numpy(), 2)) for i in images])
"""),
    "batches of a loader": Whole("""\
import torch
from torch.utils.data import DataLoader


def collect(loader: DataLoader) -> torch.Tensor:
    out = []
    for batch in loader:
        out.append(torch.relu(batch))
    return torch.cat(out)
"""),
    "untyped rows": """\
def apply(xs):
    return torch.stack([torch.exp(x) for x in xs])
""",
    "picked rows": """\
x = torch.rand(10, 4)
order = [3, 1, 7]
y = torch.stack([x[i] for i in order])
""",
    "samples of a dataset": Whole("""\
import torch
from torch.utils.data import Dataset


def collect(dataset: Dataset) -> torch.Tensor:
    return torch.stack([torch.relu(dataset[i]) for i in range(16)])
"""),
    "padding of sequences": """\
def pad(sequences: list) -> torch.Tensor:
    out = torch.zeros(len(sequences), 20)
    for i, s in enumerate(sequences):
        out[i, : len(s)] = torch.tensor(s)
    return out
""",
    "stack of another library": Whole("""\
import numpy as np
import torch


def export(x: torch.Tensor):
    return np.stack([r.cpu().numpy() for r in x])
"""),
    "stop on data": """\
def until(x: torch.Tensor) -> torch.Tensor:
    out = []
    for r in x:
        out.append(torch.relu(r))
        if r[0] > 0.9:
            break
    return torch.stack(out)
""",
    "values of a dict": """\
features = {"a": torch.rand(4), "b": torch.rand(4)}
y = torch.stack([torch.relu(v) for v in features.values()])
""",
    "parameters of a model": """\
model = nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 4))
norms = torch.stack([torch.linalg.vector_norm(p) for p in model.parameters()])
""",
    "already fixed output": """\
def boxes(x: torch.Tensor) -> torch.Tensor:
    out = torch.zeros_like(x)
    out[:, 0] = x[:, 0] - x[:, 2] / 2
    out[:, 1] = x[:, 1] - x[:, 3] / 2
    return out
""",
    "opaque function": """\
def f(x: Tensor, g):
    return torch.stack([g(r) for r in x])
""",
    "branch on a value": """\
def f(x: Tensor):
    return torch.stack([r if r.sum(dim=0) > 0 else -r for r in x])
""",
    "rows of different lengths": """\
def f(x: Tensor, lengths: list[int]):
    return torch.stack([x[i, : lengths[i]].sum(dim=0) for i in range(len(x))])
""",
    "list of tensors": """\
def f(xs: list[Tensor]):
    return torch.stack([x.relu() for x in xs])
""",
    "filtered": """\
def f(x: Tensor):
    return torch.stack([r.exp() for r in x if r.any()])
""",
    "one tensor through many modules": """\
def f(x: Tensor, layers: nn.ModuleList):
    return torch.stack([layer(x) for layer in layers])
""",
    "recurrence": """\
def f(x: Tensor):
    h = torch.zeros(3)
    out = []
    for r in x:
        h = h * 0.9 + r
        out.append(h)
    return torch.stack(out)
""",
    "number beside the row": """\
def f(x: Tensor, scales: list[float]):
    return torch.stack([r * s for r, s in zip(x, scales)])
""",
    "sizes read from the rows": """\
def f(x: Tensor, sizes: Tensor):
    return torch.stack([torch.nn.functional.pad(x, (0, n)) for n in sizes])
""",
    "three planes": """\
def f(x: Tensor):
    return torch.stack([x[:, i] ** 2 for i in range(3)])
""",
    "attention done for the whole batch": Whole("""\
import math

import torch
from torch import Tensor


def attention(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    scale = 1.0 / math.sqrt(q.size(-1))
    scores = q @ k.transpose(-2, -1) * scale
    return torch.softmax(scores, dim=-1) @ v
"""),
    "hidden state carried between the stacked steps": """\
class Elman(nn.Module):
    def __init__(self, d: int):
        super().__init__()
        self.w = nn.Parameter(torch.randn(d, d) * 0.02)
        self.u = nn.Parameter(torch.randn(d, d) * 0.02)

    def forward(self, x: torch.Tensor, h: torch.Tensor) -> torch.Tensor:
        states = []
        for x_t in torch.unbind(x, dim=1):
            h = torch.tanh(x_t @ self.w + h @ self.u)
            states.append(h)
        return torch.stack(states, dim=1)
""",
    "generalised advantage estimate runs backwards through time": """\
def gae(deltas: torch.Tensor, gamma: float, lam: float) -> torch.Tensor:
    advantages: list[torch.Tensor] = []
    running = torch.zeros_like(deltas[0])
    for delta in reversed(deltas.unbind(0)):
        running = delta + gamma * lam * running
        advantages.append(running)
    advantages.reverse()
    return torch.stack(advantages)
""",
    "callable given by the caller": Whole("""\
from collections.abc import Callable

import torch


def apply_rows(fn: Callable[[torch.Tensor], torch.Tensor], x: torch.Tensor) -> torch.Tensor:
    return torch.stack([fn(row) for row in x])
"""),
    "transform from another package": Whole("""\
import torch
from project.augment import random_erase


def augment(images: torch.Tensor) -> torch.Tensor:
    out = []
    for img in images:
        out.append(random_erase(img))
    return torch.stack(out)
"""),
    "branch on the row's own values": """\
def clip_long(rows: torch.Tensor, limit: float) -> torch.Tensor:
    kept = []
    for row in rows:
        size = row.norm(dim=-1)
        if size > limit:
            row = row * (limit / size)
        kept.append(row)
    return torch.stack(kept)
""",
    "comprehension filtered by the row's values": """\
def confident(rows: torch.Tensor, threshold: float) -> torch.Tensor:
    return torch.stack([r * 2 for r in rows if r.amax(dim=0) > threshold])
""",
    "mean over valid steps of differing lengths": """\
def pool(x: torch.Tensor, lengths: list[int]) -> torch.Tensor:
    return torch.stack([seq[:n].mean(dim=0) for seq, n in zip(x, lengths)])
""",
    "images of several sizes in a list": """\
def resize_all(images: list[torch.Tensor], size: tuple[int, int]) -> torch.Tensor:
    resized = []
    for image in images:
        resized.append(F.interpolate(image[None], size=size)[0])
    return torch.stack(resized)
""",
    "untyped argument that may be a list": """\
def collate(samples):
    return torch.stack([s * 2.0 for s in samples])
""",
    "powers of one tensor by a Python exponent": """\
def vandermonde(x: torch.Tensor, degree: int) -> torch.Tensor:
    return torch.stack([x**k for k in range(degree + 1)], dim=-1)
""",
    "graph hops where each stacked entry needs the last": """\
def diffuse(adj: torch.Tensor, feats: torch.Tensor, hops: int) -> torch.Tensor:
    outs = [feats]
    for _ in range(hops):
        outs.append(adj @ outs[-1])
    return torch.stack(outs, dim=1)
""",
    "one output per head of a ModuleList": """\
class Ensemble(nn.Module):
    def __init__(self, n: int, d: int):
        super().__init__()
        self.heads = nn.ModuleList([nn.Linear(d, 1) for _ in range(n)])

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.stack([torch.tanh(head(x)) for head in self.heads])
""",
    "numpy rows stacked by numpy": Whole("""\
import numpy as np
import torch


def spectra(signals: np.ndarray) -> torch.Tensor:
    rows = [np.abs(np.fft.rfft(s)) for s in signals]
    return torch.from_numpy(np.stack(rows))
"""),
    "monte carlo samples of the whole tensor": """\
def mc_dropout(x: torch.Tensor, samples: int) -> torch.Tensor:
    draws = []
    for _ in range(samples):
        draws.append(F.dropout(x, p=0.5, training=True))
    return torch.stack(draws)
""",
    "a fresh Python random shift for every row": Whole("""\
import random

import torch


def jitter(waves: torch.Tensor, reach: int) -> torch.Tensor:
    return torch.stack([torch.roll(w, random.randint(-reach, reach), dims=-1) for w in waves])
"""),
    "rows of unequal length padded instead of stacked": Whole("""\
import torch
from torch.nn.utils.rnn import pad_sequence


def drop_padding(ids: torch.Tensor, pad: int) -> torch.Tensor:
    return pad_sequence([row[row != pad] for row in ids], batch_first=True, padding_value=pad)
"""),
    "batches of a loader and not rows of a tensor": Whole("""\
import torch
from torch.utils.data import DataLoader


@torch.no_grad()
def features(loader: DataLoader) -> torch.Tensor:
    chunks = []
    for images, _ in loader:
        chunks.append(images.float().flatten(1).mean(dim=1))
    return torch.cat(chunks)
"""),
    "places in a list that another loop counted": """\
def marginals(picked: list, prob: Tensor, out: Tensor) -> Tensor:
    places = [i for i, one in enumerate(picked) if one]
    for i in places:
        out[i] += prob
    return out
""",
}
