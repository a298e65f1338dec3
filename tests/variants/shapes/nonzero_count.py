"""TEF113 nonzero-count: programs that must be flagged and near misses that must stay silent.

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
    "size": """\
x = torch.rand(10)
n = torch.nonzero(x).size(0)  # expect: TEF113
""",
    "zero elements": """\
x = torch.rand(4, 5)
n = torch.nonzero(x == 0).size(0)  # expect: TEF113
""",
    "len of the function": """\
def count(x: torch.Tensor) -> int:
    return len(torch.nonzero(x > 0))  # expect: TEF113
""",
    "as_tuple false": """\
def count(x: torch.Tensor) -> int:
    return torch.nonzero(x, as_tuple=False).size(0)  # expect: TEF113
""",
    "size then index": """\
def count(mask: torch.Tensor) -> int:
    return mask.nonzero().size()[0]  # expect: TEF113
""",
    "method of a comparison": """\
a = torch.randint(0, 3, (50,))
b = torch.randint(0, 3, (50,))
correct = (a == b).nonzero().size(0)  # expect: TEF113
""",
    "accuracy": """\
def accuracy(logits: torch.Tensor, labels: torch.Tensor) -> float:
    hits = len(torch.nonzero(logits.argmax(dim=1) == labels))  # expect: TEF113
    return hits / labels.size(0)
""",
    "condition": """\
def check(x: torch.Tensor) -> None:
    if torch.isnan(x).nonzero().size(0) > 0:  # expect: TEF113
        raise ValueError("nan")
""",
    "truth of the length": """\
def check(x: torch.Tensor) -> bool:
    if len(torch.nonzero(torch.isinf(x))):  # expect: TEF113
        return False
    return True
""",
    "sparsity": """\
layer = nn.Linear(10, 10)
sparsity = 1 - layer.weight.nonzero().size(0) / layer.weight.numel()  # expect: TEF113
""",
    "torch imported under another name": Whole("""\
import torch as th

n = th.nonzero(th.rand(10) > 0.5).size(0)  # expect: TEF113
"""),
    "name imported from torch": Whole("""\
from torch import nonzero, rand

n = nonzero(rand(10) > 0.5).size(0)  # expect: TEF113
"""),
    "f-string": """\
mask = torch.rand(10) > 0.5
print(f"{len(mask.nonzero())} of {mask.numel()}")  # expect: TEF113
""",
    "logical mask": """\
def overlap(a: torch.Tensor, b: torch.Tensor) -> int:
    return torch.logical_and(a, b).nonzero().size(0)  # expect: TEF113
""",
    "lambda": """\
count = lambda n: len(torch.arange(n).nonzero())  # expect: TEF113
""",
    "comprehension": """\
masks = torch.rand(4, 10) > 0.5
counts = [m.nonzero().size(0) for m in masks.unbind(0)]  # expect: TEF113
""",
    "module output": """\
net = nn.Sequential(nn.Linear(8, 4), nn.ReLU())
active = net(torch.rand(16, 8)).nonzero().shape[0]  # expect: TEF113
""",
    "module forward": """\
class Loss(nn.Module):
    def forward(self, x, mask):
        n = torch.nonzero(mask).size(0)  # expect: TEF113
        return (x * mask).sum(dim=-1) / max(n, 1)
""",
    "attribute of self": """\
class Memory:
    def __init__(self):
        self.used = torch.zeros(100, dtype=torch.bool)

    def __len__(self):
        return len(self.used.nonzero())  # expect: TEF113
""",
    "optional mask after the guard": Whole("""\
from typing import Optional

import torch


def count(mask: Optional[torch.Tensor]) -> int:
    if mask is None:
        return 0
    return len(mask.nonzero())  # expect: TEF113
"""),
    "one-column-of-a-tuple": """\
def hits(x: torch.Tensor) -> int:
    rows = torch.where(x > 0)[0]
    return rows.numel()  # expect: TEF113
""",
    "size-without-a-dim": """\
def any_hit(x: torch.Tensor) -> bool:
    return torch.argwhere(x).size()[0] > 0  # expect: TEF113
""",
    "squeezed-first": """\
def hits(mask: Tensor) -> int:
    positions = mask.nonzero(as_tuple=False).squeeze(1)
    return len(positions)  # expect: TEF113
""",
    "positives of a detector": """\
def rpn_loss(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    num_pos = torch.nonzero(labels == 1).size(0)  # expect: TEF113
    loss = F.binary_cross_entropy_with_logits(logits, labels.float(), reduction="sum")
    return loss / max(1, num_pos)
""",
    "sparsity of a pruned model": """\
def sparsity(model: nn.Module) -> float:
    total, alive = 0, 0
    for p in model.parameters():
        total += p.numel()
        alive += len(torch.nonzero(p.detach()))  # expect: TEF113
    return 1 - alive / total
""",
    "accuracy inside an f-string": """\
def report(logits: torch.Tensor, target: torch.Tensor) -> None:
    hits = logits.argmax(dim=1).eq(target)
    print(f"{hits.nonzero().shape[0]} of {target.shape[0]} right")  # expect: TEF113
""",
    "early return on an empty mask": """\
class MaskedHead(nn.Module):
    def __init__(self, dim: int):
        super().__init__()
        self.fc = nn.Linear(dim, dim)

    def forward(self, x, mask):
        active = mask > 0.5
        if torch.nonzero(active, as_tuple=False).shape[0] == 0:  # expect: TEF113
            return x
        return x + self.fc(x) * active.unsqueeze(-1)
""",
    "size called, then indexed": """\
def edges(adj: torch.Tensor) -> int:
    return adj.nonzero().size()[0]  # expect: TEF113
""",
    "keyword dim and an alias": Whole("""\
import torch as th
from torch import nonzero


def count(mask: th.Tensor) -> int:
    return nonzero(mask.bool()).size(dim=0)  # expect: TEF113
"""),
    "attribute mask, method of a class": """\
class Buffer:
    def __init__(self, capacity: int):
        self.filled = torch.zeros(capacity, dtype=torch.bool)

    def __len__(self) -> int:
        return len(self.filled.nonzero())  # expect: TEF113
""",
    "walrus": """\
def balance(labels: torch.Tensor) -> float:
    if (pos := len((labels > 0).nonzero())) == 0:  # expect: TEF113
        return 0.0
    return pos / labels.numel()
""",
    "per class in a comprehension": """\
def class_sizes(labels: torch.Tensor, classes: int) -> list[int]:
    return [(labels == c).nonzero().size(0) for c in range(classes)]  # expect: TEF113
""",
    "count on the far side of a conditional": """\
def denominator(mask: torch.Tensor, eps: float = 1.0) -> float:
    kept = torch.logical_not(mask)
    return kept.nonzero(as_tuple=False).size(0) if mask.dim() > 1 else eps  # expect: TEF113
""",
    "helper returns the mask": """\
def correct(pred: torch.Tensor, gold: torch.Tensor) -> torch.Tensor:
    return pred == gold


def accuracy(pred: torch.Tensor, gold: torch.Tensor) -> float:
    return len(torch.nonzero(correct(pred, gold))) / gold.numel()  # expect: TEF113
""",
    "where any would do": """\
def check(x: torch.Tensor) -> None:
    if (x > 3).nonzero().size(0) > 0:  # expect: TEF113
        raise ValueError("large")
""",
    "entries of a list": """\
def flags(flagged: list[bool]) -> int:
    mask = torch.tensor(flagged)
    return len((mask > 0).nonzero())  # expect: TEF113
""",
    "two bounds of labels": """\
def positives(levels: list[Tensor], classes: int) -> list[int]:
    counts = []
    for labels in levels:
        found = ((labels >= 0) & (labels < classes)).nonzero(as_tuple=False).squeeze(1)
        counts.append(len(found))  # expect: TEF113
    return counts
""",
    "an array's entries": Whole("""\
import numpy as np
import torch


def masked(probabilities: np.ndarray, threshold: float) -> int:
    kept = torch.nonzero(torch.from_numpy(probabilities) < threshold).squeeze(-1)
    return len(kept)  # expect: TEF113
"""),
}

LEAVE: dict[str, str] = {
    "count_nonzero": """\
x = torch.rand(10)
n = torch.count_nonzero(x)
m = int((x > 0.5).sum(dim=0))
""",
    "positions": """\
x = torch.rand(10)
where = torch.nonzero(x)
rows = x[where[:, 0]]
""",
    "positions and their number": """\
def pick(mask: torch.Tensor, x: torch.Tensor):
    index = mask.nonzero()
    n = index.size(0)
    return x[index[:, 0]], n
""",
    "positions returned with their number": """\
def pick(mask: torch.Tensor):
    index = torch.nonzero(mask)
    if len(index) == 0:
        return None
    return index
""",
    "rank": """\
x = torch.rand(3, 4)
rank = x.nonzero().size(1)
also = x.nonzero().shape[-1]
""",
    "length of the tuple": """\
x = torch.rand(3, 4)
rank = len(torch.nonzero(x, as_tuple=True))
""",
    "tuple unpacked": """\
x = torch.rand(3, 4)
rows, columns = x.nonzero(as_tuple=True)
picked = x[rows, columns]
""",
    "whole shape": """\
x = torch.rand(3, 4)
shape = x.nonzero().shape
size = torch.nonzero(x).size()
""",
    "numpy": Whole("""\
import numpy as np
import torch

a = np.array([0, 1, 2])
n = len(np.nonzero(a)[0])
m = a.nonzero()[0].shape[0]
x = torch.zeros(n + m)
"""),
    "untyped": """\
def count(x):
    return len(x.nonzero()), torch.rand(1)
""",
    "own method": """\
class Board:
    def nonzero(self):
        return [1, 2]


n = len(Board().nonzero())
x = torch.zeros(n)
""",
    "size of the input": """\
x = torch.rand(10)
n = x.size(0)
m = len(x)
""",
    "first position": """\
x = torch.rand(10) > 0.5
first = x.nonzero()[0]
last = x.nonzero()[-1, 0]
""",
    "unique": """\
x = torch.randint(0, 3, (10,))
n = torch.unique(x).size(0)
""",
    "selected elements": """\
x = torch.rand(10)
n = x[x > 0.5].size(0)
""",
    "iterated": """\
mask = torch.rand(10) > 0.5
for position in mask.nonzero().tolist():
    print(position)
""",
    "list of positions": """\
mask = torch.rand(10) > 0.5
positions = mask.nonzero().flatten().tolist()
n = len(positions)
print(n, positions)
""",
    "sparse": """\
x = torch.rand(10).to_sparse()
n = x.indices().size(1)
""",
    "any": """\
mask = torch.rand(10) > 0.5
if mask.any():
    print("hit")
""",
    "random choice of a position": """\
mask = torch.rand(10) > 0.5
index = torch.nonzero(mask).flatten()
chosen = index[torch.randperm(index.size(0))[:3]]
""",
    "column of the positions": """\
def columns(mask: torch.Tensor) -> torch.Tensor:
    return torch.nonzero(mask)[:, 1]
""",
    "shadowed len": """\
def run(len, mask: torch.Tensor):
    return len(mask.nonzero())
""",
    "pandas": Whole("""\
import pandas as pd
import torch

frame = pd.Series([0, 1, 2])
n = len(frame.to_numpy().nonzero()[0])
x = torch.zeros(n)
"""),
    "scipy sparse": Whole("""\
import torch
from scipy.sparse import csr_matrix

m = csr_matrix([[0, 1], [1, 0]])
n = m.nonzero()[0].size
x = torch.zeros(n)
"""),
    "positions-used-on-a-later-branch": """\
def picked(x: torch.Tensor, limit: float) -> torch.Tensor:
    if limit > 0:
        rows = (x > limit).nonzero(as_tuple=True)[0]
        if len(rows) == 0:
            raise ValueError(limit)
    else:
        rows = torch.arange(len(x), device=x.device)
    return x[rows]
""",
    "one-of-two-used": """\
def packed(x: torch.Tensor) -> tuple[int, torch.Tensor]:
    rows, columns = torch.where(x > 0)
    return len(rows), columns
""",
    "number-of-dims": """\
def dims(x: torch.Tensor) -> int:
    return torch.nonzero(x).size(1) + len(torch.nonzero(x, as_tuple=True))
""",
    "where-with-three-arguments": """\
def rows(x: torch.Tensor, y: torch.Tensor) -> int:
    return torch.where(x > 0, x, y).size(0)
""",
    "count_nonzero, in a longer program": """\
def count(mask: torch.Tensor) -> int:
    return int(torch.count_nonzero(mask))
""",
    "indices are used as well": """\
def sample_positives(labels: torch.Tensor, k: int) -> torch.Tensor:
    pos = torch.nonzero(labels > 0)
    n = pos.size(0)
    perm = torch.randperm(n, device=labels.device)[:k]
    return pos[perm]
""",
    "indices returned with their number": """\
def hits(mask: torch.Tensor):
    idx = mask.nonzero(as_tuple=False)
    return idx, idx.shape[0]
""",
    "number of coordinates": """\
def rank_of(mask: torch.Tensor) -> int:
    return torch.nonzero(mask).size(1)


def rank_again(mask: torch.Tensor) -> int:
    return mask.nonzero().shape[-1]
""",
    "length of the tuple is the rank": """\
def rank_of(mask: torch.Tensor) -> int:
    return len(torch.nonzero(mask, as_tuple=True))
""",
    "numpy, in a longer program": Whole("""\
import numpy as np
import torch


def count(path: str):
    arr = np.load(path)
    n = len(np.nonzero(arr)[0]) + arr.nonzero()[0].shape[0]
    return torch.zeros(n)
"""),
    "size of the mask, not of the indices": """\
def share(mask: torch.Tensor) -> float:
    rows, cols = mask.nonzero(as_tuple=True)
    weights = torch.zeros(mask.size(0), device=mask.device)
    weights[rows] = 1.0
    return cols.float().mean(dim=0) / len(mask) + weights.mean(dim=0)
""",
    "another class with nonzero": """\
class SparseRow:
    def __init__(self, values):
        self.values = values

    def nonzero(self):
        return [i for i, v in enumerate(self.values) if v]


def nnz(values) -> torch.Tensor:
    row = SparseRow(values)
    return torch.zeros(len(row.nonzero()))
""",
    "untyped operand": """\
def nnz(matrix):
    return len(matrix.nonzero()[0]), matrix.nonzero()[0].size


def wrap(v):
    return torch.as_tensor(v)
""",
    "number of distinct rows with a hit": """\
def active_rows(mask: torch.Tensor) -> int:
    rows = mask.nonzero()[:, 0]
    return torch.unique(rows).size(0)
""",
    "length of a choice between two numbers": """\
def pick() -> int:
    best = torch.tensor(1.0)
    return len(torch.where(best > 0, best, 0))
""",
}
