"""TEF203 batch-gather-loop: programs that must be flagged and near misses that must stay silent.

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
    "the last step of each sequence": """\
def last(h: Tensor, lengths: Tensor):
    found = []
    for b in range(h.size(0)):  # expect: TEF203
        found.append(h[b, lengths[b] - 1])
    rows = torch.cat([row[n - 1].unsqueeze(0) for row, n in zip(h, lengths)])  # expect: TEF203
    return torch.stack(found), rows, torch.stack([h[i, 1 + n] for i, n in enumerate(lengths)])  # expect: TEF203
""",
    "indices of an unknown number of dims": """\
def top(x: torch.Tensor, find):
    ids = find(x)
    return torch.stack([x[i][one] for i, one in enumerate(ids)])  # expect: TEF203? "as a column for 2-d indices"
""",
    "several entries of each row": """\
def ordered(pred: Tensor):
    order = (-pred[:, :, 4]).argsort()
    return torch.stack([pred[i, order[i]] for i in range(pred.shape[0])])  # expect: TEF203 "torch.arange(...)[:, None]"
""",
    "several entries of each row, of known rank": """\
def ordered(pred: Tensor):
    b, n, d = pred.shape
    order = pred.sum(2).argsort(1)
    return torch.stack([pred[i][order[i]] for i in range(b)])  # expect: TEF203 ".unsqueeze(1), order]"
""",
    "tutorial": """\
def batch_gather(tensor, indices):
    output = []
    for i in range(tensor.size(0)):  # expect: TEF203?
        output += [tensor[i][indices[i]]]
    return torch.stack(output)
""",
    "tutorial scripted": """\
@torch.jit.script  # expect: TEF208
def batch_gather_jit(tensor, indices):
    output = []
    for i in range(tensor.size(0)):  # expect: TEF203?
        output += [tensor[i][indices[i]]]
    return torch.stack(output)
""",
    "append": """\
def pick(t: Tensor, idx: Tensor) -> Tensor:
    out = []
    for i in range(t.size(0)):  # expect: TEF203?
        out.append(t[i][idx[i]])
    return torch.stack(out)
""",
    "append with one subscript": """\
def pick(t: Tensor, idx: Tensor) -> Tensor:
    out = []
    for i in range(t.size(0)):  # expect: TEF203?
        out.append(t[i, idx[i]])
    return torch.stack(out)
""",
    "comprehension inside stack": """\
def pick(t: Tensor, idx: Tensor) -> Tensor:
    return torch.stack([t[i, idx[i]] for i in range(t.size(0))])  # expect: TEF203?
""",
    "comprehension with two subscripts": """\
def pick(t: torch.Tensor, idx: torch.Tensor):
    return torch.stack([t[i][idx[i]] for i in range(len(t))])  # expect: TEF203?
""",
    "comprehension inside cat": """\
def pick(t: torch.Tensor, idx: torch.Tensor):
    return torch.cat([t[i][idx[i]] for i in range(t.shape[0])])  # expect: TEF203?
""",
    "append then cat": """\
def pick(t: torch.Tensor, idx: torch.Tensor):
    rows = []
    for b in range(t.shape[0]):  # expect: TEF203?
        rows.append(t[b][idx[b]])
    return torch.cat(rows, dim=0)
""",
    "script called on the function": """\
def pick(t: Tensor, idx: Tensor) -> Tensor:
    out = []
    for i in range(t.size(0)):  # expect: TEF203?
        out.append(t[i][idx[i]])
    return torch.stack(out)


fast_pick = torch.jit.script(pick)  # expect: TEF208
""",
    "torch imported under another name": Whole("""\
import torch as th


def pick(t: th.Tensor, idx: th.Tensor):
    out = []
    for i in range(t.size(0)):  # expect: TEF203?
        out.append(t[i][idx[i]])
    return th.stack(out)
"""),
    "stack imported from torch": Whole("""\
from torch import Tensor, stack


def pick(t: Tensor, idx: Tensor):
    out = []
    for i in range(t.size(0)):  # expect: TEF203?
        out.append(t[i][idx[i]])
    return stack(out)
"""),
    "cat imported under another name": Whole("""\
import torch
from torch import cat as join


def pick(t: torch.Tensor, idx: torch.Tensor):
    return join([t[i][idx[i]] for i in range(t.size(0))])  # expect: TEF203?
"""),
    "dimension through a name": """\
def pick(t: torch.Tensor, idx: torch.Tensor):
    n = t.size(0)
    out = []
    for i in range(n):  # expect: TEF203?
        out.append(t[i, idx[i]])
    return torch.stack(out)
""",
    "dimension by unpacking the shape": """\
def pick(t: torch.Tensor, idx: torch.Tensor):
    batch, slots, width = t.shape
    return torch.stack([t[b, idx[b]] for b in range(batch)])  # expect: TEF203?
""",
    "dimension of the index tensor": """\
def pick(t: torch.Tensor, idx: torch.Tensor):
    out = []
    for i in range(len(idx)):  # expect: TEF203?
        out.append(t[i][idx[i]])
    return torch.stack(out)
""",
    "index through a name": """\
def pick(t: torch.Tensor, idx: torch.Tensor):
    out = []
    for i in range(t.size(0)):  # expect: TEF203?
        j = idx[i]
        out.append(t[i, j])
    return torch.stack(out)
""",
    "row through a name": """\
def pick(t: torch.Tensor, idx: torch.Tensor):
    out = []
    for i in range(t.size(0)):  # expect: TEF203?
        row = t[i]
        out.append(row[idx[i]])
    return torch.stack(out)
""",
    "value through a name": """\
def pick(t: torch.Tensor, idx: torch.Tensor):
    out = []
    for i in range(t.size(0)):  # expect: TEF203?
        value = t[i][idx[i]]
        out.append(value)
    return torch.stack(out)
""",
    "module level with literal sizes": """\
table = torch.randn(8, 5, 3)
choice = torch.randint(0, 5, (8,))
picked = []
for i in range(8):  # expect: TEF203?
    picked.append(table[i, choice[i]])
picked = torch.stack(picked)
""",
    "list addition": """\
def pick(t: torch.Tensor, idx: torch.Tensor):
    out = []
    for i in range(t.size(0)):  # expect: TEF203?
        out = out + [t[i][idx[i]]]
    return torch.stack(out)
""",
    "index from argmax": """\
def best(boxes: torch.Tensor, scores: torch.Tensor):
    top = scores.argmax(dim=1)
    return torch.stack([boxes[i, top[i]] for i in range(boxes.size(0))])  # expect: TEF203
""",
    "log-probabilities of the labels": """\
def label_scores(logits: torch.Tensor, labels: torch.Tensor):
    logp = F.log_softmax(logits, dim=1)
    picked = []
    for i in range(len(labels)):  # expect: TEF203?
        picked.append(logp[i, labels[i]])
    return torch.stack(picked)
""",
    "last hidden state of each sequence": """\
class Last(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.GRU(8, 16, batch_first=True)

    def forward(self, x: torch.Tensor, last: torch.Tensor):
        hidden, _ = self.rnn(x)
        return torch.stack([hidden[i, last[i]] for i in range(x.size(0))])  # expect: TEF203?
""",
    "forward parameters": """\
class Gather(nn.Module):
    def forward(self, values, index):
        out = []
        for i in range(values.size(0)):  # expect: TEF203?
            out.append(values[i][index[i]])
        return torch.stack(out)
""",
    "registered buffer": """\
class Codebooks(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("books", torch.randn(4, 256, 32))

    def lookup(self, codes: torch.Tensor):
        found = []
        for i in range(self.books.size(0)):  # expect: TEF203?
            found.append(self.books[i][codes[i]])
        return torch.stack(found)
""",
    "annotations in strings": Whole("""\
import torch


def pick(t: "torch.Tensor", idx: "torch.Tensor"):
    return torch.stack([t[i][idx[i]] for i in range(t.size(0))])  # expect: TEF203?
"""),
    "optional index after the guard": Whole("""\
from typing import Optional

import torch
from torch import Tensor


def pick(t: Tensor, idx: Optional[Tensor]):
    if idx is None:
        return t
    out = []
    for i in range(t.size(0)):  # expect: TEF203?
        out.append(t[i][idx[i]])
    return torch.stack(out)
"""),
    "tensor or None": """\
def pick(t: Tensor, idx: Tensor | None):
    if idx is not None:
        t = torch.stack([t[i, idx[i]] for i in range(len(t))])  # expect: TEF203?
    return t
""",
    "jaxtyping annotations": Whole("""\
import torch
from jaxtyping import Float, Int
from torch import Tensor


def pick(t: Float[Tensor, "b n d"], idx: Int[Tensor, "b"]):
    out = []
    for i in range(t.shape[0]):  # expect: TEF203
        out.append(t[i, idx[i]])
    return torch.stack(out)
"""),
    "nested function": """\
def make(t: torch.Tensor):
    def pick(idx: torch.Tensor):
        out = []
        for i in range(t.size(0)):  # expect: TEF203?
            out.append(t[i][idx[i]])
        return torch.stack(out)

    return pick
""",
    "lambda": """\
values = torch.randn(8, 5)
choice = torch.randint(5, (8,))
pick = lambda: torch.stack([values[i, choice[i]] for i in range(8)])  # expect: TEF203?
""",
    "inside try": """\
def pick(t: torch.Tensor, idx: torch.Tensor):
    out = []
    try:
        for i in range(t.size(0)):  # expect: TEF203?
            out.append(t[i][idx[i]])
    except IndexError:
        return t[:, 0]
    return torch.stack(out)
""",
    "under no_grad": """\
def pick(t: torch.Tensor, idx: torch.Tensor):
    with torch.no_grad():
        out = []
        for i in range(t.size(0)):  # expect: TEF203?
            out.append(t[i][idx[i]])
        return torch.stack(out)
""",
    "inside a while loop": """\
def walk(t: torch.Tensor, idx: torch.Tensor, rounds: int):
    trail = []
    while len(trail) < rounds:
        trail.append(torch.stack([t[i, idx[i]] for i in range(len(idx))]))  # expect: TEF203?
        idx = torch.randint_like(idx, t.size(1))
    return trail
""",
    "stack along another dimension": """\
def pick(t: torch.Tensor, idx: torch.Tensor):
    out = []
    for i in range(t.size(0)):  # expect: TEF203?
        out.append(t[i][idx[i]])
    return torch.stack(out, dim=-1)
""",
    "keyword for the list": """\
def pick(t: torch.Tensor, idx: torch.Tensor):
    out = []
    for i in range(t.size(0)):  # expect: TEF203?
        out.append(t[i][idx[i]])
    return torch.stack(tensors=out, dim=0)
""",
    "stacked result used further": """\
def mean_pick(t: torch.Tensor, idx: torch.Tensor):
    out = []
    for i in range(t.size(0)):  # expect: TEF203?
        out.append(t[i][idx[i]])
    return torch.stack(out).mean(dim=0)
""",
    "method of a plain class": """\
class Replay:
    def __init__(self, capacity):
        self.values = torch.zeros(capacity, 10)

    def chosen(self, actions: torch.Tensor):
        out = []
        for i in range(self.values.size(0)):  # expect: TEF203?
            out.append(self.values[i, actions[i]])
        return torch.stack(out)
""",
    "helpers in the same file": """\
def embed(n):
    return torch.randn(n, 7, 3)


def choose(n):
    return torch.randint(7, (n,))


def pick(n):
    t = embed(n)
    idx = choose(n)
    return torch.stack([t[i, idx[i]] for i in range(t.size(0))])  # expect: TEF203?
""",
    "isinstance narrows": """\
def pick(t, idx):
    if isinstance(t, torch.Tensor) and isinstance(idx, torch.Tensor):
        return torch.stack([t[i, idx[i]] for i in range(t.size(0))])  # expect: TEF203?
    return None
""",
    "index enumerated": """\
def pick(t: torch.Tensor, idx: torch.Tensor):
    out = []
    for i, j in enumerate(idx):  # expect: TEF203?
        out.append(t[i, j])
    return torch.stack(out)
""",
    "generator inside stack": """\
def pick(t: torch.Tensor, idx: torch.Tensor):
    return torch.stack(tuple(t[i, idx[i]] for i in range(t.size(0))))  # expect: TEF203?
""",
    "index read to the host": """\
def pick(t: torch.Tensor, idx: torch.Tensor):
    return torch.stack([t[i, idx[i].item()] for i in range(t.size(0))])  # expect: TEF203
""",
    "order of each row": """\
def sorted_by_score(pred: Tensor) -> Tensor:
    order = (-pred[:, :, 4]).argsort()
    return torch.stack([pred[i, order[i]] for i in range(pred.shape[0])])  # expect: TEF203 "index all rows at once"
""",
    "mask or indices, and nothing says which": """\
def kept(x: Tensor, keep: Tensor) -> Tensor:
    return torch.cat([x[b, keep[b]] for b in range(x.size(0))], dim=0)  # expect: TEF203?
""",
    "mask of each row, by its shape": """\
def kept(x: Tensor, keep: Tensor) -> Tensor:
    batch, steps = x.size(0), x.size(1)
    assert keep.shape == (batch, steps)
    return torch.cat([x[b, keep[b]] for b in range(batch)], dim=0)  # expect: TEF203?
""",
    "index computed with integers": """\
def kept(x: Tensor, cells: Tensor, width) -> Tensor:
    places = cells[..., 0].long() + cells[..., 1].long() * width
    places[cells[..., 0] < 0] = 0
    return torch.stack([x[b][row] for b, row in enumerate(places)], dim=0)  # expect: TEF203
""",
    "index of long integers": """\
def kept(x: Tensor, keep: torch.LongTensor) -> Tensor:
    return torch.cat([x[b, keep[b]] for b in range(x.size(0))], dim=0)  # expect: TEF203
""",
    "the best few of each row": """\
def kept(x: Tensor, scores: Tensor) -> Tensor:
    best = scores.topk(3, dim=1).indices
    return torch.cat([x[b, best[b]] for b in range(x.size(0))], dim=0)  # expect: TEF203
""",
}

LEAVE: dict[str, str] = {
    "the last step of each sequence, at once": """\
def last(h: Tensor, lengths: Tensor):
    return h[torch.arange(len(h), device=h.device), lengths - 1]
""",
    "indices of an unknown number of dims, all at once": """\
def top(x: torch.Tensor, find):
    ids = find(x)
    return x[torch.arange(len(x))[:, None], ids]
""",
    "vectorised by indexing": """\
def pick(t: torch.Tensor, idx: torch.Tensor):
    return t[torch.arange(t.size(0), device=t.device), idx]
""",
    "take along a dim": """\
def pick(t: torch.Tensor, idx: torch.Tensor):
    return torch.take_along_dim(t, idx.unsqueeze(1), dim=1)
""",
    "gather": """\
def pick(t: torch.Tensor, idx: torch.Tensor):
    return t.gather(1, idx.unsqueeze(1))
""",
    "index select": """\
def pick(t: torch.Tensor, idx: torch.Tensor):
    return torch.index_select(t, 0, idx)
""",
    "one index for all": """\
def pick(t: torch.Tensor, idx: torch.Tensor):
    return t[:, idx]
""",
    "lists of tensors": """\
def keep(boxes: list[Tensor], kept: list[Tensor]):
    out = []
    for i in range(len(boxes)):
        out.append(boxes[i][kept[i]])
    return torch.cat(out)
""",
    "lists of tensors in a comprehension": """\
def keep(boxes: list[Tensor], kept: list[Tensor]):
    return torch.cat([boxes[i][kept[i]] for i in range(len(boxes))])
""",
    "lists of tensors zipped": """\
def keep(boxes: list[Tensor], kept: list[Tensor]):
    out = []
    for box, index in zip(boxes, kept):
        out.append(box[index])
    return torch.cat(out)
""",
    "arrays": Whole("""\
import numpy as np
import torch


def pick(t: np.ndarray, idx: np.ndarray):
    out = []
    for i in range(t.shape[0]):
        out.append(t[i][idx[i]])
    return torch.from_numpy(np.stack(out))
"""),
    "arrays in a comprehension": Whole("""\
import numpy as np
import torch


def pick(t: np.ndarray, idx: np.ndarray):
    return torch.from_numpy(np.array([t[i, idx[i]] for i in range(len(t))]))
"""),
    "nested lists": """\
def pick(table: list[list[int]], choice: list[int]):
    out = []
    for i in range(len(table)):
        out.append(table[i][choice[i]])
    return torch.tensor(out)
""",
    "unknown parameters": """\
def pick(table, choice):
    out = []
    for i in range(len(table)):
        out.append(table[i][choice[i]])
    return out, torch.__version__
""",
    "rows of one table by a list of keys": """\
def lookup(table: torch.Tensor, picks: list[int]):
    return torch.stack([table[p] for p in picks])
""",
    "rows by names": """\
def lookup(table: torch.Tensor, vocabulary: dict[str, int], words: list[str]):
    out = []
    for word in words:
        out.append(table[vocabulary[word]])
    return torch.stack(out)
""",
    "dict of tensors": """\
def collect(parts: dict[str, Tensor], keys: list[str]):
    return torch.stack([parts[key] for key in keys])
""",
    "samples of a dataset": Whole("""\
import torch
from torch.utils.data import Dataset


def grab(dataset: Dataset, picks: list[int]):
    return torch.stack([dataset[p][0] for p in picks])
"""),
    "collate function": """\
def collate(batch):
    images = torch.stack([batch[i]["image"] for i in range(len(batch))])
    labels = torch.tensor([batch[i]["label"] for i in range(len(batch))])
    return images, labels
""",
    "collate of pairs": """\
def collate(batch):
    images = []
    labels = []
    for image, label in batch:
        images.append(image)
        labels.append(label)
    return torch.stack(images), torch.stack(labels)
""",
    "replay buffer": Whole("""\
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
"""),
    "layer outputs selected": """\
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
class MultiHead(nn.Module):
    def __init__(self):
        super().__init__()
        self.heads = nn.ModuleList([nn.Linear(8, 2) for _ in range(3)])

    def forward(self, x: torch.Tensor, tasks: list[int]):
        return torch.stack([self.heads[task](x) for task in tasks])
""",
    "unbound rows": """\
def crop(images: torch.Tensor, cutter):
    out = []
    for image in torch.unbind(images):
        out.append(cutter(image))
    return torch.stack(out)
""",
    "recurrent states stacked": """\
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
def views(image: torch.Tensor, transforms: list):
    return torch.stack([transform(image) for transform in transforms])
""",
    "crops at different places": """\
def crops(image: torch.Tensor, places: list[tuple[int, int]], size: int):
    out = []
    for top, left in places:
        out.append(image[:, top : top + size, left : left + size])
    return torch.stack(out)
""",
    "spans of different lengths": """\
def spans(hidden: torch.Tensor, bounds: list[tuple[int, int]]):
    out = []
    for start, end in bounds:
        out.append(hidden[start:end])
    return torch.cat(out)
""",
    "random samples stacked": """\
draws = []
for _ in range(10):
    draws.append(torch.randn(4))
draws = torch.stack(draws)
""",
    "shifted copies": """\
def shifts(x: torch.Tensor, k: int):
    return torch.stack([torch.roll(x, s, dims=0) for s in range(k)])
""",
    "frames from files": """\
def load(paths):
    frames = []
    for path in paths:
        frames.append(torch.load(path, weights_only=True))
    return torch.stack(frames)
""",
    "columns of a table of lists": """\
def columns(rows: list[list[float]], chosen: list[int]):
    out = []
    for j in chosen:
        out.append(torch.tensor([row[j] for row in rows]))
    return torch.stack(out)
""",
    "tensors turned into lists": """\
def pick(t: torch.Tensor, idx: torch.Tensor):
    rows = t.tolist()
    places = idx.tolist()
    out = []
    for i in range(len(rows)):
        out.append(rows[i][places[i]])
    return torch.tensor(out)
""",
    "results of two models": """\
@torch.no_grad()
def both(first: nn.Module, second: nn.Module, x: torch.Tensor):
    return torch.stack([model(x) for model in (first, second)])
""",
    "neighbours through an adjacency list": """\
def aggregate(features: torch.Tensor, neighbours: list[list[int]]):
    out = []
    for group in neighbours:
        out.append(features[group].mean(dim=0))
    return torch.stack(out)
""",
    "names by nested index": """\
def labels(names: list[list[str]], best: list[int], x: torch.Tensor):
    out = []
    for i in range(len(names)):
        out.append(names[i][best[i]])
    return out, torch.relu(x)
""",
    "chunks picked": """\
def pick(x: torch.Tensor, order: list[int]):
    parts = x.chunk(4, dim=1)
    return torch.cat([parts[k] for k in order], dim=1)
""",
    "permuted chunks by index": """\
def shuffle(x: torch.Tensor):
    parts = x.chunk(3)
    order = [2, 0, 1]
    out = []
    for i in range(3):
        out.append(parts[order[i]])
    return torch.cat(out)
""",
    "stack of unrelated tensors": """\
def corners(left: torch.Tensor, top: torch.Tensor, right: torch.Tensor, bottom: torch.Tensor):
    return torch.stack([left, top, right, bottom], dim=-1)
""",
    "rolled queue": Whole("""\
from collections import deque

import torch


class FrameStack:
    def __init__(self, size):
        self.frames = deque(maxlen=size)

    def push(self, frame: torch.Tensor):
        self.frames.append(frame)

    def observation(self):
        return torch.stack([self.frames[i] for i in range(len(self.frames))])
"""),
    "isinstance list": """\
def pick(t, idx):
    if isinstance(t, list):
        out = []
        for i in range(len(t)):
            out.append(t[i][idx[i]])
        return torch.stack(out)
    return None
""",
    "one place of every group": """\
def first_of(groups: list[torch.Tensor], place: int):
    return torch.stack([group[place] for group in groups])
""",
    "mask of each row": """\
def kept(x: Tensor, mask: Tensor) -> Tensor:
    keep = mask.bool()
    return torch.cat([x[b, keep[b]] for b in range(x.size(0))], dim=0)
""",
}
