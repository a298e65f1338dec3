"""TEF112: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "in one expression": (
        """\
import torch
import torch.nn.functional as F


def f(labels: torch.LongTensor, classes: int):
    return torch.zeros(len(labels), classes, device=labels.device).scatter_(1, labels.unsqueeze(1), 1)
""",
        """\
import torch
import torch.nn.functional as F


def f(labels: torch.LongTensor, classes: int):
    return F.one_hot(labels, classes).float()
""",
    ),
    "in two statements": (
        """\
import torch


def f(labels: torch.LongTensor, classes: int):
    rows = torch.zeros(len(labels), classes)  # one row for each
    # the ones
    rows.scatter_(1, labels[:, None], 1.0)
    return rows
""",
        """\
import torch


def f(labels: torch.LongTensor, classes: int):
    # one row for each
    # the ones
    rows = torch.nn.functional.one_hot(labels, classes).float()
    return rows
""",
    ),
    "returned at once": (
        """\
import torch
from torch.nn import functional


def f(labels: torch.LongTensor, classes: int):
    rows = torch.zeros(len(labels), classes, dtype=torch.float64)
    return rows.scatter_(1, labels.unsqueeze(-1), 1)
""",
        """\
import torch
from torch.nn import functional


def f(labels: torch.LongTensor, classes: int):
    return functional.one_hot(labels, classes).double()
""",
    ),
    "more statements in between": (
        """\
import torch


def f(labels: torch.Tensor, classes: int):
    count = labels.size(0)
    rows = torch.zeros(count, classes).long()
    ones = torch.ones(count, classes).long()
    rows.scatter_(dim=1, index=torch.unsqueeze(labels.long(), dim=1), src=ones)
    return rows
""",
        """\
import torch


def f(labels: torch.Tensor, classes: int):
    rows = torch.nn.functional.one_hot(labels.long(), classes)
    return rows
""",
    ),
    "zeros that are longer": (
        """\
import torch as th


def f(labels: th.LongTensor, classes: int):
    rows = th.zeros(len(labels), classes + 1)
    rows.scatter_(1, labels.unsqueeze(1), 1)
    return rows[:, 1:]
""",
        """\
import torch as th


def f(labels: th.LongTensor, classes: int):
    rows = th.nn.functional.one_hot(labels, classes + 1).float()
    return rows[:, 1:]
""",
    ),
    "as large as another tensor": (
        """\
import torch


def f(logits: torch.Tensor):
    best = logits.argmax(dim=-1, keepdim=True)
    return torch.zeros_like(logits).scatter_(-1, best, 1.0)
""",
        """\
import torch


def f(logits: torch.Tensor):
    best = logits.argmax(dim=-1, keepdim=True)
    return torch.nn.functional.one_hot(best.squeeze(-1), logits.size(-1)).to(logits.dtype)
""",
    ),
    "the shape of another tensor": (
        """\
import torch


def f(logits: torch.Tensor):
    best = logits.argmax(dim=1)
    empty = torch.zeros(logits.shape, dtype=torch.bool)
    return empty.scatter(-1, best[:, None], True)
""",
        """\
import torch


def f(logits: torch.Tensor):
    best = logits.argmax(dim=1)
    return torch.nn.functional.one_hot(best, logits.shape[-1]).bool()
""",
    ),
    "planes": (
        """\
import torch


def f(image: torch.LongTensor, classes: int):
    count, height, width = image.shape
    return torch.zeros((count, classes, height, width)).scatter_(1, image.unsqueeze(1), value=1)
""",
        """\
import torch


def f(image: torch.LongTensor, classes: int):
    count, height, width = image.shape
    return torch.nn.functional.one_hot(image, classes).float().movedim(-1, 1)
""",
    ),
    "a view as a column": (
        """\
import torch


def f(labels: torch.LongTensor, classes: int):
    rows = labels.new_zeros((labels.numel(), classes), dtype=torch.half)
    rows.scatter_(1, labels.view(-1, 1), 1)
    return rows
""",
        """\
import torch


def f(labels: torch.LongTensor, classes: int):
    rows = torch.nn.functional.one_hot(labels.flatten(), classes).half()
    return rows
""",
    ),
    "an index that was made before": (
        """\
import torch
from torch import nn


class Quantise(nn.Module):
    def forward(self, distances):
        nearest = distances.argmin(dim=1).unsqueeze(1)
        codes = torch.zeros(nearest.shape[0], 512)
        codes.scatter_(1, nearest, 1)
        return codes, nearest
""",
        """\
import torch
from torch import nn


class Quantise(nn.Module):
    def forward(self, distances):
        nearest = distances.argmin(dim=1).unsqueeze(1)
        codes = nn.functional.one_hot(nearest.squeeze(1), 512).float()
        return codes, nearest
""",
    ),
    "given to the same name": (
        """\
import torch


def f(labels: torch.LongTensor, classes: int):
    rows = torch.zeros(len(labels), classes + 1)
    rows = rows.scatter_(1, labels.unsqueeze(1), 1)
    return rows
""",
        """\
import torch


def f(labels: torch.LongTensor, classes: int):
    rows = torch.nn.functional.one_hot(labels, classes + 1).float()
    return rows
""",
    ),
    "a size of another tensor": (
        """\
import torch


def f(labels: torch.LongTensor, logits: torch.Tensor):
    rows = torch.zeros(len(labels), logits.size(1))
    probabilities = torch.softmax(logits, dim=1)
    rows.scatter_(1, labels.unsqueeze(1), 1)
    return probabilities - rows
""",
        """\
import torch


def f(labels: torch.LongTensor, logits: torch.Tensor):
    probabilities = torch.softmax(logits, dim=1)
    rows = torch.nn.functional.one_hot(labels, logits.size(1)).float()
    return probabilities - rows
""",
    ),
    "torch has no name": (
        """\
from torch import LongTensor, zeros


def f(labels: LongTensor, classes: int):
    return zeros(len(labels), classes).scatter_(1, labels.unsqueeze(1), 1)
""",
        """\
import torch
from torch import LongTensor, zeros


def f(labels: LongTensor, classes: int):
    return torch.nn.functional.one_hot(labels, classes).float()
""",
    ),
}

LEFT: dict[str, str] = {
    "read before the ones are in it": """\
import torch


def f(labels: torch.LongTensor, classes: int):
    rows = torch.zeros(len(labels), classes)
    print(rows)
    rows.scatter_(1, labels.unsqueeze(1), 1)
    return rows
""",
    "two names for it": """\
import torch


def f(labels: torch.LongTensor, classes: int):
    rows = torch.zeros(len(labels), classes)
    ones = rows.scatter_(1, labels.unsqueeze(1), 1)
    return rows, ones
""",
    "an attribute": """\
import torch


class Encoder:
    def encode(self, labels: torch.LongTensor, classes: int):
        self.rows = torch.zeros(len(labels), classes)
        self.rows.scatter_(1, labels.unsqueeze(1), 1)
""",
    "with a graph of its own": """\
import torch


def f(labels: torch.LongTensor, classes: int):
    return torch.zeros(len(labels), classes, requires_grad=True).scatter(1, labels.unsqueeze(1), 1)
""",
    "sizes that are not written out": """\
import torch


def f(labels: torch.LongTensor, sizes: list[int]):
    return torch.zeros(*sizes).scatter_(1, labels.unsqueeze(1), 1)
""",
    "zeros that are made in another block": """\
import torch


def f(labels: torch.LongTensor, classes: int, known: bool):
    rows = torch.zeros(len(labels), classes)
    if known:
        rows.scatter_(1, labels.unsqueeze(1), 1)
    return rows
""",
    "a size of a tensor that has changed since": """\
import torch


def f(labels: torch.LongTensor, logits: torch.Tensor):
    rows = torch.zeros(len(labels), logits.size(1))
    logits = logits[:, 1:]
    rows.scatter_(1, labels.unsqueeze(1), 1)
    return logits, rows
""",
    "a size that would be computed later": """\
import torch


def f(labels: torch.LongTensor):
    rows = torch.zeros(len(labels), int(labels.max()) + 1)
    print(labels)
    rows.scatter_(1, labels.unsqueeze(1), 1)
    return rows
""",
    "a name is given inside": """\
import torch


def f(labels: torch.LongTensor, classes: int):
    return torch.zeros(len(labels), classes).scatter_(1, (column := labels.unsqueeze(1)), 1), column
""",
    "a dtype that is chosen on the way": """\
import torch


def f(labels: torch.LongTensor, classes: int, dtype: torch.dtype | None):
    rows = torch.zeros(len(labels), classes, dtype=dtype if dtype is not None else torch.float32)
    rows.scatter_(1, labels.unsqueeze(1), 1)
    return rows
""",
}

# Fixed without being asked for unsafe fixes.
SAFE: set[str] = set()
