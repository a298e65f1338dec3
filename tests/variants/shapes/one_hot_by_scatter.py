"""TEF112 one-hot-by-scatter: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole.
In FLAG, `# expect: CODE` ends each line on which a finding must stand, and no other finding may stand anywhere.
In LEAVE there must be none at all. The rule is opt-in; these suites run with it on.
"""

from tests.rules.programs import Whole

HEADER = """\
import torch


"""

FLAG: dict[str, str] = {
    "chained": """\
idx = torch.randint(0, 10, (32,))
one_hot = torch.zeros(32, 10).scatter_(1, idx.unsqueeze(1), 1)  # expect: TEF112
""",
    "statement": """\
idx = torch.randint(0, 10, (32,))
one_hot = torch.zeros(32, 10)
one_hot.scatter_(1, idx.unsqueeze(1), 1)  # expect: TEF112
""",
    "tensor of ones": """\
labels = torch.tensor([0, 2, 1])
one_hot = torch.zeros(3, 4).long()
one_hot.scatter_(dim=1, index=torch.unsqueeze(labels, dim=1), src=torch.ones(3, 4).long())  # expect: TEF112
""",
    "float one": """\
idx = torch.randint(0, 10, (32,))
one_hot = torch.zeros(32, 10).scatter_(1, idx.unsqueeze(1), 1.0)  # expect: TEF112
""",
    "value keyword": """\
idx = torch.randint(0, 10, (32,))
one_hot = torch.zeros(32, 10).scatter_(dim=1, index=idx.unsqueeze(1), value=1)  # expect: TEF112
""",
    "last dim": """\
idx = torch.randint(0, 10, (32,))
one_hot = torch.zeros(32, 10).scatter_(-1, idx.unsqueeze(-1), 1.0)  # expect: TEF112
""",
    "column by view": """\
idx = torch.randint(0, 10, (32,))
one_hot = torch.zeros(32, 10).scatter_(1, idx.view(-1, 1), 1)  # expect: TEF112
""",
    "column by none": """\
idx = torch.randint(0, 10, (32,))
one_hot = torch.zeros(32, 10).scatter_(1, idx[:, None], 1)  # expect: TEF112
""",
    "labels made long": """\
def one_hot(labels: torch.Tensor, classes: int) -> torch.Tensor:
    labels = labels.long()
    out = torch.zeros(labels.size(0), classes, device=labels.device)
    out.scatter_(1, labels.unsqueeze(1), 1)  # expect: TEF112
    return out
""",
    "made long in the call": """\
def one_hot(labels: torch.Tensor, classes: int) -> torch.Tensor:
    out = torch.zeros(labels.size(0), classes, device=labels.device)
    return out.scatter_(1, labels.long().unsqueeze(1), 1.0)  # expect: TEF112
""",
    "argmax": """\
def harden(logits: torch.Tensor) -> torch.Tensor:
    index = logits.argmax(dim=1)
    return torch.zeros_like(logits).scatter_(1, index.unsqueeze(1), 1.0)  # expect: TEF112
""",
    "argmax with keepdim": """\
def harden(y: torch.Tensor) -> torch.Tensor:
    index = y.argmax(dim=-1, keepdim=True)
    return torch.zeros_like(y).scatter_(-1, index, 1.0)  # expect: TEF112
""",
    "labels moved to long by to": """\
def one_hot(labels: torch.Tensor, classes: int) -> torch.Tensor:
    labels = labels.to(torch.int64)
    y = torch.zeros(labels.shape[0], classes, device=labels.device)
    y.scatter_(1, labels.unsqueeze(1), 1)  # expect: TEF112
    return y
""",
    "torch imported under another name": Whole("""\
import torch as th

idx = th.randint(0, 10, (32,))
y = th.zeros(32, 10).scatter_(1, idx.unsqueeze(1), 1)  # expect: TEF112
"""),
    "names imported from torch": Whole("""\
from torch import randint, zeros

idx = randint(0, 10, (32,))
y = zeros(32, 10).scatter_(1, idx.unsqueeze(1), 1)  # expect: TEF112
"""),
    "zeros made by new_zeros": """\
def one_hot(logits: torch.Tensor, classes: int) -> torch.Tensor:
    index = logits.argmax(dim=1)
    return logits.new_zeros(logits.size(0), classes).scatter_(1, index.unsqueeze(1), 1)  # expect: TEF112
""",
    "zeros of a dtype": """\
idx = torch.arange(5)
y = torch.zeros(5, 5, dtype=torch.float32).scatter_(1, idx.unsqueeze(1), 1)  # expect: TEF112
""",
    "index in a name": """\
idx = torch.randint(0, 10, (32,))
column = idx.unsqueeze(1)
y = torch.zeros(32, 10)
y.scatter_(1, column, 1)  # expect: TEF112
""",
    "dice loss": """\
def dice(probs: torch.Tensor, classes: int) -> torch.Tensor:
    mask = torch.randint(0, classes, (4, 8, 8))
    target = torch.zeros(4, classes, 8, 8)
    target.scatter_(1, mask.unsqueeze(1), 1)  # expect: TEF112
    return 2 * (probs * target).sum(dim=(2, 3))
""",
    "module forward": Whole("""\
import torch
from torch import nn


class Quantise(nn.Module):
    def __init__(self, n, d):
        super().__init__()
        self.codebook = nn.Embedding(n, d)

    def forward(self, distances):
        indices = distances.argmin(dim=1).unsqueeze(1)
        encodings = torch.zeros(indices.shape[0], 512, device=indices.device)
        encodings.scatter_(1, indices, 1)  # expect: TEF112
        return encodings @ self.codebook.weight
"""),
    "lambda": """\
draw = lambda n: torch.zeros(n, 5).scatter_(1, torch.randint(0, 5, (n, 1)), 1)  # expect: TEF112
""",
    "method of a class": """\
class Encoder:
    def __init__(self, classes):
        self.classes = classes

    def __call__(self, labels: torch.LongTensor) -> torch.Tensor:
        out = torch.zeros(labels.size(0), self.classes, device=labels.device)
        out.scatter_(1, labels.view(-1, 1), 1)  # expect: TEF112
        return out
""",
    "ones like the index": """\
idx = torch.randint(0, 10, (32,))
index = idx.unsqueeze(1)
y = torch.zeros(32, 10, dtype=torch.long).scatter_(1, index, torch.ones_like(index))  # expect: TEF112
""",
    "label-of-a-kept-dim": """\
def hard(logits: torch.Tensor) -> torch.Tensor:
    best = logits.argmax(-1, keepdim=True)
    return torch.zeros_like(logits).scatter_(-1, best, 1.0)  # expect: TEF112
""",
    "boolean-rows": """\
def mask(labels: torch.Tensor, count: int) -> torch.Tensor:
    rows = labels.new_zeros((len(labels), count), dtype=torch.bool)
    return rows.scatter(1, labels.reshape(-1, 1).long(), True)  # expect: TEF112
""",
}

LEAVE: dict[str, str] = {
    "one_hot": Whole("""\
import torch
import torch.nn.functional as F

idx = torch.randint(0, 10, (32,))
y = F.one_hot(idx, num_classes=10).float()
"""),
    "several classes per row": """\
idx = torch.randint(0, 10, (32, 3))
y = torch.zeros(32, 10).scatter_(1, idx, 1)
""",
    "top k": """\
def mask(scores: torch.Tensor) -> torch.Tensor:
    top = scores.topk(5, dim=1).indices
    return torch.zeros_like(scores).scatter_(1, top, 1)
""",
    "two scatters": """\
a = torch.randint(0, 10, (32,))
b = torch.randint(0, 10, (32,))
y = torch.zeros(32, 10)
y.scatter_(1, a.unsqueeze(1), 1)
y.scatter_(1, b.unsqueeze(1), 1)
""",
    "scatter in a loop": """\
groups = [torch.randint(0, 10, (32,)), torch.randint(0, 10, (32,))]
y = torch.zeros(32, 10)
for g in groups:
    y.scatter_(1, g.unsqueeze(1), 1)
""",
    "another value": """\
idx = torch.randint(0, 10, (32,))
y = torch.zeros(32, 10).scatter_(1, idx.unsqueeze(1), 0.9)
""",
    "value in a name": """\
def soft(confidence: float) -> torch.Tensor:
    idx = torch.randint(0, 10, (32,))
    return torch.zeros(32, 10).scatter_(1, idx.unsqueeze(1), confidence)
""",
    "minus one": """\
idx = torch.randint(0, 10, (32,))
y = torch.zeros(32, 10).scatter_(1, idx.unsqueeze(1), -1)
""",
    "not over zeros": """\
idx = torch.randint(0, 10, (32,))
y = torch.full((32, 10), -1.0).scatter_(1, idx.unsqueeze(1), 1)
""",
    "over ones": """\
idx = torch.randint(0, 10, (32,))
keep = torch.ones(32, 10).scatter_(1, idx.unsqueeze(1), 0)
""",
    "unknown dtype of the labels": """\
def one_hot(labels: torch.Tensor, classes: int) -> torch.Tensor:
    out = torch.zeros(labels.size(0), classes, device=labels.device)
    return out.scatter_(1, labels.unsqueeze(1), 1)
""",
    "untyped labels": """\
def one_hot(labels, classes):
    return torch.zeros(len(labels), classes, device=labels.device).scatter_(1, labels.unsqueeze(1), 1)
""",
    "values from a tensor": """\
idx = torch.randint(0, 10, (32,))
values = torch.rand(32, 1)
y = torch.zeros(32, 10).scatter_(1, idx.unsqueeze(1), values)
""",
    "scatter add": """\
idx = torch.randint(0, 10, (32,))
counts = torch.zeros(10).scatter_add_(0, idx, torch.ones(32))
""",
    "index add": """\
idx = torch.randint(0, 10, (32,))
counts = torch.zeros(10).index_add_(0, idx, torch.ones(32))
""",
    "positions of a sequence": """\
idx = torch.randint(0, 10, (4,))
flags = torch.zeros(10)
flags.scatter_(0, idx, 1)
""",
    "advanced indexing": """\
idx = torch.randint(0, 10, (32,))
y = torch.zeros(32, 10)
y[torch.arange(32), idx] = 1
""",
    "identity rows": """\
idx = torch.randint(0, 10, (32,))
y = torch.eye(10)[idx]
""",
    "numpy": Whole("""\
import numpy as np
import torch

idx = np.array([1, 2])
y = np.zeros((2, 5))
y[np.arange(2), idx] = 1
x = torch.from_numpy(y)
"""),
    "another object's scatter_": Whole("""\
import torch
from project import Board

board = Board.zeros(3, 3)
idx = torch.randint(0, 3, (3,))
board.scatter_(1, idx.unsqueeze(1), 1)
"""),
    "ones gathered into sorted order": """\
def unsort(values: torch.Tensor, order: torch.Tensor) -> torch.Tensor:
    return torch.zeros_like(values).scatter_(1, order, values)
""",
    "mask added to existing scores": """\
def ban(logits: torch.Tensor) -> torch.Tensor:
    token = logits.argmax(dim=1, keepdim=True)
    return logits.scatter(1, token, float("-inf"))
""",
    "parameter filled by the caller": """\
def mark(out: torch.Tensor) -> torch.Tensor:
    idx = torch.randint(0, 10, (32,))
    return out.scatter_(1, idx.unsqueeze(1), 1)
""",
    "multi-hot": """\
def encoded(labels: torch.LongTensor, count: int) -> torch.Tensor:
    return torch.zeros(len(labels), count, device=labels.device).scatter_(1, labels, 1)
""",
    "two-labels-a-row": """\
def encoded(first: torch.LongTensor, second: torch.LongTensor, count: int) -> torch.Tensor:
    rows = torch.zeros(len(first), count, device=first.device)
    rows.scatter_(1, first.unsqueeze(1), 1)
    rows.scatter_(1, second.unsqueeze(1), 1)
    return rows
""",
    "smoothed": """\
def encoded(labels: torch.LongTensor, count: int) -> torch.Tensor:
    return torch.zeros(len(labels), count, device=labels.device).scatter_(1, labels.unsqueeze(1), 0.9)
""",
    "ones that are added, not written": """\
def counted(labels: torch.LongTensor, n: int, c: int):
    ones = torch.zeros(n, c).scatter_(1, labels.unsqueeze(1), 1, reduce="add")
    return ones, torch.zeros(n, c).scatter_reduce_(1, labels.unsqueeze(1), torch.ones(n, 1), "sum")
""",
    "dim of the caller": """\
def written(labels: torch.LongTensor, n: int, c: int, d: int):
    return torch.zeros(n, c).scatter_(d, labels.unsqueeze(1), 1)
""",
    "zeros of another function": """\
def zeros(n: int, c: int):
    return torch.zeros(n, c)


def encoded(labels: torch.LongTensor, n: int, c: int):
    return zeros(n, c).scatter_(1, labels.unsqueeze(1), 1)
""",
}
