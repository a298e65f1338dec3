"""TEF203: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "appended": (
        """\
import torch
from torch import Tensor


def f(t: Tensor, idx: Tensor):
    out = []
    for i in range(t.size(0)):
        out.append(t[i][idx[i]])
    return torch.stack(out)
""",
        """\
import torch
from torch import Tensor


def f(t: Tensor, idx: Tensor):
    return t[torch.arange(t.size(0), device=t.device), idx]
""",
    ),
    "added to a list": (
        """\
import torch
from torch import Tensor


def f(t: Tensor, idx: Tensor):
    out = []
    for i in range(len(t)):
        out += [t[i, idx[i]]]
    return torch.stack(out, dim=0)
""",
        """\
import torch
from torch import Tensor


def f(t: Tensor, idx: Tensor):
    return t[torch.arange(len(t), device=t.device), idx]
""",
    ),
    "a comprehension": (
        """\
import torch
from torch import Tensor


def f(t: Tensor, idx: Tensor):
    return torch.stack([t[i, idx[i]] for i in range(t.size(0))])
""",
        """\
import torch
from torch import Tensor


def f(t: Tensor, idx: Tensor):
    return t[torch.arange(t.size(0), device=t.device), idx]
""",
    ),
    "a generator": (
        """\
import torch
from torch import Tensor


def f(t: Tensor, idx: Tensor):
    return torch.stack(tuple(t[i, idx[i]] for i in range(t.size(0))))
""",
        """\
import torch
from torch import Tensor


def f(t: Tensor, idx: Tensor):
    return t[torch.arange(t.size(0), device=t.device), idx]
""",
    ),
    "a comprehension under a name": (
        """\
import torch
from torch import Tensor


def f(t: Tensor, idx: Tensor):
    picked = [t[i][idx[i]] for i in range(t.shape[0])]
    return torch.stack(picked)
""",
        """\
import torch
from torch import Tensor


def f(t: Tensor, idx: Tensor):
    return t[torch.arange(t.shape[0], device=t.device), idx]
""",
    ),
    "several of each row": (
        """\
import torch
from torch import Tensor


def f(t: Tensor, idx: Tensor):
    rows = []
    for b in range(t.shape[0]):
        rows.append(t[b][idx[b]])
    return torch.cat(rows)
""",
        """\
import torch
from torch import Tensor


def f(t: Tensor, idx: Tensor):
    return t[torch.arange(t.shape[0], device=t.device).unsqueeze(1), idx].flatten(0, 1)
""",
    ),
    "through names": (
        """\
import torch
from torch import Tensor


def f(t: Tensor, idx: Tensor):
    out = []
    for i in range(t.size(0)):
        row = t[i]
        j = idx[i]
        value = row[j]
        out.append(value)
    return torch.stack(out).mean(dim=0)
""",
        """\
import torch
from torch import Tensor


def f(t: Tensor, idx: Tensor):
    return t[torch.arange(t.size(0), device=t.device), idx].mean(dim=0)
""",
    ),
    "an index read to the host": (
        """\
import torch
from torch import Tensor


def f(t: Tensor, idx: Tensor):
    return torch.stack([t[i, idx[i].item()] for i in range(len(idx))])
""",
        """\
import torch
from torch import Tensor


def f(t: Tensor, idx: Tensor):
    return t[torch.arange(len(idx), device=t.device), idx]
""",
    ),
    "walked together": (
        """\
import torch
from torch import Tensor


def f(t: Tensor, idx: Tensor):
    return torch.stack([row[j] for row, j in zip(t, idx)])
""",
        """\
import torch
from torch import Tensor


def f(t: Tensor, idx: Tensor):
    return t[torch.arange(len(idx), device=t.device), idx]
""",
    ),
    "the index enumerated": (
        """\
import torch
from torch import Tensor


def f(t: Tensor, idx: Tensor):
    out = []
    for i, j in enumerate(idx):
        out.append(t[i, j])
    return torch.stack(out)
""",
        """\
import torch
from torch import Tensor


def f(t: Tensor, idx: Tensor):
    return t[torch.arange(len(idx), device=t.device), idx]
""",
    ),
    "the name is bound anew": (
        """\
import torch

table = torch.randn(8, 5, 3)
choice = torch.randint(0, 5, (8,))
picked = []
for i in range(8):
    # the chosen one
    picked.append(table[i, choice[i]])
picked = torch.stack(picked)
print(picked)
""",
        """\
import torch

table = torch.randn(8, 5, 3)
choice = torch.randint(0, 5, (8,))
# the chosen one
picked = table[torch.arange(8, device=table.device), choice]
print(picked)
""",
    ),
    "some other number of rows": (
        """\
import torch
from torch import Tensor


def f(t: Tensor, idx: Tensor, n: int):
    return torch.stack([t[i, idx[i]] for i in range(n)])
""",
        """\
import torch
from torch import Tensor


def f(t: Tensor, idx: Tensor, n: int):
    return t[torch.arange(n, device=t.device), idx[:n]]
""",
    ),
    "index_select": (
        """\
import torch
from torch import Tensor


def f(t: Tensor, idx: Tensor):
    return torch.stack([torch.index_select(row, 0, j) for row, j in zip(t, idx)])
""",
        """\
import torch
from torch import Tensor


def f(t: Tensor, idx: Tensor):
    return t[torch.arange(len(idx), device=t.device).unsqueeze(1), idx]
""",
    ),
    "another name for torch": (
        """\
from torch import Tensor, stack


def f(t: Tensor, idx: Tensor):
    return stack([t[i][idx[i]] for i in range(len(t))])
""",
        """\
import torch
from torch import Tensor, stack


def f(t: Tensor, idx: Tensor):
    return t[torch.arange(len(t), device=t.device), idx]
""",
    ),
    "indices in rows": (
        """\
import torch
from torch import Tensor


def f(t: Tensor, n: int):
    idx = torch.randint(5, (n, 3))
    return torch.stack([t[i][idx[i]] for i in range(n)])
""",
        """\
import torch
from torch import Tensor


def f(t: Tensor, n: int):
    idx = torch.randint(5, (n, 3))
    return t[torch.arange(n, device=t.device).unsqueeze(1), idx]
""",
    ),
}

SAFE: set[str] = set()

LEFT: dict[str, str] = {
    "along another dim": """\
import torch
from torch import Tensor


def f(t: Tensor, idx: Tensor):
    out = []
    for i in range(t.size(0)):
        out.append(t[i][idx[i]])
    return torch.stack(out, dim=-1)
""",
    "the list is read as well": """\
import torch
from torch import Tensor


def f(t: Tensor, idx: Tensor):
    out = []
    for i in range(t.size(0)):
        out.append(t[i][idx[i]])
    return torch.stack(out), len(out)
""",
    "the list holds more": """\
import torch
from torch import Tensor


def f(t: Tensor, idx: Tensor):
    out = [t[0, 0]]
    for i in range(t.size(0)):
        out.append(t[i][idx[i]])
    return torch.stack(out)
""",
    "not every row": """\
import torch
from torch import Tensor


def f(t: Tensor, idx: Tensor):
    out = []
    for i in range(t.size(0)):
        if i % 2:
            continue
        out.append(t[i][idx[i]])
    return torch.stack(out)
""",
    "the loop does more": """\
import torch
from torch import Tensor


def f(t: Tensor, idx: Tensor):
    out = []
    for i in range(t.size(0)):
        out.append(t[i][idx[i]])
        print(i)
    return torch.stack(out)
""",
    "the index changes before the stack": """\
import torch
from torch import Tensor


def f(t: Tensor, idx: Tensor):
    out = []
    for i in range(t.size(0)):
        out.append(t[i][idx[i]])
    idx = idx + 1
    return torch.stack(out), idx
""",
    "the list goes through several loops": """\
import torch
from torch import Tensor


def f(t: Tensor, idx: Tensor):
    out = []
    for turn in range(5):
        for i in range(t.size(0)):
            out.append(t[i][idx[i]])
    return torch.stack(out)
""",
    "a condition": """\
import torch
from torch import Tensor


def f(t: Tensor, idx: Tensor):
    return torch.stack([t[i, idx[i]] for i in range(t.size(0)) if i % 2])
""",
    "reshaped before": """\
import torch
from torch import Tensor


def f(t: Tensor, idx: Tensor):
    return torch.cat([t[i, idx[i]].unsqueeze(0) for i in range(t.size(0))])
""",
    "what nobody knows is given the tensor in between": """\
import torch
from torch import Tensor


def f(t: Tensor, idx: Tensor, g):
    out = []
    for i in range(len(t)):
        out.append(t[i, idx[i]])
    g(t)
    return torch.stack(out)
""",
    "the list stays a list on the other branch": """\
import torch
from torch import Tensor


def f(t: Tensor, idx: Tensor, flag):
    out = []
    for row, i in zip(t, idx):
        out.append(row[i])
    if flag:
        out = torch.stack(out)
    return out
""",
}
