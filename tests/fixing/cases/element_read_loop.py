"""TEF207: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "a list": (
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    return [v.item() for v in x]
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    return x.tolist()
""",
    ),
    "a list by index": (
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    return [x[i].item() for i in range(len(x))]
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    return x.tolist()
""",
    ),
    "moved before": (
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    return [v.detach().cpu().item() for v in x]
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    return x.tolist()
""",
    ),
    "numbers of a known kind": (
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    return [int(v) for v in x.argmax(dim=1)]
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    return x.argmax(dim=1).tolist()
""",
    ),
    "numbers of an unknown kind": (
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    return [int(v) for v in x]
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    return [int(v) for v in x.tolist()]
""",
    ),
    "a set": (
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    return {v.item() for v in x}
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    return set(x.tolist())
""",
    ),
    "a generator": (
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    return sum(v.item() for v in x)
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    return sum(x.tolist())
""",
    ),
    "a dict": (
        """\
import torch
from torch import Tensor


def f(names: list, x: Tensor):
    return {name: v.item() for name, v in zip(names, x)}
""",
        """\
import torch
from torch import Tensor


def f(names: list, x: Tensor):
    return {name: v for name, v in zip(names, x.tolist())}
""",
    ),
    "a condition": (
        """\
import torch
from torch import Tensor


def f(scores: Tensor):
    return [i for i, s in enumerate(scores) if s.item() > 0.5]
""",
        """\
import torch
from torch import Tensor


def f(scores: Tensor):
    return [i for i, s in enumerate(scores.tolist()) if s > 0.5]
""",
    ),
    "appended": (
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    out = []
    for v in x:
        out.append(v.item())
    return out
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    out = []
    for v in x.tolist():
        out.append(v)
    return out
""",
    ),
    "appended by index": (
        """\
import torch
from torch import Tensor


def f(scores: Tensor):
    out = []
    for i in range(len(scores)):
        out.append(scores[i].item())
    return out
""",
        """\
import torch
from torch import Tensor


def f(scores: Tensor):
    out = []
    for score in scores.tolist():
        out.append(score)
    return out
""",
    ),
    "the number has a name": (
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    for i in range(x.size(0)):
        # read it
        y = x[i].item()  # wait
        print(y)
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    for y in x.tolist():
        # read it
        # wait
        print(y)
""",
    ),
    "the counter is used for more": (
        """\
import torch
from torch import Tensor


def f(scores: Tensor):
    for i in range(len(scores)):
        if scores[i].item() > 0.5:
            print(i)
""",
        """\
import torch
from torch import Tensor


def f(scores: Tensor):
    for i, score in enumerate(scores.tolist()):
        if score > 0.5:
            print(i)
""",
    ),
    "two tensors": (
        """\
import torch
from torch import Tensor


def f(scores: Tensor, labels: Tensor):
    for i in range(len(scores)):
        print(scores[i].item(), labels[i].item())
""",
        """\
import torch
from torch import Tensor


def f(scores: Tensor, labels: Tensor):
    for score, label in zip(scores.tolist(), labels.tolist()):
        print(score, label)
""",
    ),
    "two tensors walked": (
        """\
import torch
from torch import Tensor


def f(a: Tensor, b: Tensor):
    for s, t in zip(a * 2, b):
        print(s.item(), t.item())
""",
        """\
import torch
from torch import Tensor


def f(a: Tensor, b: Tensor):
    for s, t in zip((a * 2).tolist(), b.tolist()):
        print(s, t)
""",
    ),
    "a column": (
        """\
import torch
from torch import Tensor


def f(boxes: Tensor):
    for i in range(len(boxes)):
        print(boxes[i, 0].item())
""",
        """\
import torch
from torch import Tensor


def f(boxes: Tensor):
    for value in boxes[:, 0].tolist():
        print(value)
""",
    ),
    "columns by name": (
        """\
import torch
from torch import Tensor


def f(boxes: Tensor):
    for left, top in boxes:
        print(left.item(), top.item())
""",
        """\
import torch
from torch import Tensor


def f(boxes: Tensor):
    for left, top in boxes.tolist():
        print(left, top)
""",
    ),
    "loops in each other": (
        """\
import torch
from torch import Tensor


def f(x: Tensor, n: int):
    for i in range(n):
        for j in range(n):
            print(x[i, j].item())
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor, n: int):
    for row in x[:n].tolist():
        for j in range(n):
            print(row[j])
""",
    ),
    "unbound": (
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    return [v.item() for v in torch.unbind(x)]
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    return x.tolist()
""",
    ),
    "rows": (
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    for row in x:
        print(row[0].item(), row[1].item())
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    for row in x.tolist():
        print(row[0], row[1])
""",
    ),
    "backwards": (
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    for v in reversed(x):
        print(v.item())
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    for v in reversed(x).tolist():
        print(v)
""",
    ),
    "several in the order of reading": (
        """\
import torch


def f(targets):
    labels, counts = torch.unique(torch.as_tensor(targets), return_counts=True)
    result = {}
    for i in range(len(labels)):
        result[int(labels[i])] = int(counts[i])
    return result
""",
        """\
import torch


def f(targets):
    labels, counts = torch.unique(torch.as_tensor(targets), return_counts=True)
    result = {}
    for label, count in zip(labels.tolist(), counts.tolist()):
        result[int(label)] = count
    return result
""",
    ),
}

SAFE: set[str] = set()

LEFT: dict[str, str] = {
    "the element is used as a tensor": """\
import torch
from torch import Tensor


def f(x: Tensor):
    for v in x:
        print(v.item(), v.sum())
""",
    "the element is used after the loop": """\
import torch
from torch import Tensor


def f(x: Tensor):
    for v in x:
        print(v.item())
    return v
""",
    "the tensor changes in the loop": """\
import torch
from torch import Tensor


def f(x: Tensor):
    for v in x:
        x[0] = v.item() + 1
""",
    "a neighbour is read as well": """\
import torch
from torch import Tensor


def f(x: Tensor):
    for i in range(len(x)):
        print(x[i].item(), x[i - 1].item())
""",
    "converted before": """\
import torch
from torch import Tensor


def f(x: Tensor):
    return [v.float().item() for v in x]
""",
    "mapped": """\
import torch
from torch import Tensor


def f(x: Tensor):
    return list(map(float, x))
""",
    "not from the first": """\
import torch
from torch import Tensor


def f(x: Tensor):
    for i in range(1, len(x)):
        print(x[i].item())
""",
    "no turn may need it": """\
import torch
from torch import Tensor


def f(x: Tensor, sizes: Tensor, packed: bool):
    found = []
    for i in range(10):
        size = sizes[i].item() if packed else 1
        found.append(size)
    return found
""",
    "some turns pass over it": """\
import torch
from torch import Tensor


def f(x: Tensor, done: list[bool]):
    found = []
    for i in range(len(done)):
        if done[i]:
            continue
        found.append(x[i].item())
    return found
""",
    "a comprehension leaves some out": """\
import torch
from torch import Tensor


def f(x: Tensor, n: int):
    return [x[i].item() for i in range(n) if i > 2]
""",
    "rows of a single element": """\
import torch
from torch import Tensor


def f(x: Tensor, n: int):
    best = torch.log_softmax(x, dim=2).argmax(dim=2)
    return [best[i].item() for i in range(n)]
""",
}
