"""TEF202: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "a recurrence": (
        """\
import torch
from torch import Tensor


def f(x: Tensor, h: Tensor):
    for t in range(len(x)):
        h = torch.tanh(x[t] + h)
    return h
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor, h: Tensor):
    for row in torch.unbind(x):
        h = torch.tanh(row + h)
    return h
""",
    ),
    "the second dim": (
        """\
import torch
from torch import Tensor


def f(x: Tensor, h: Tensor):
    for t in range(x.size(1)):
        h = torch.tanh(x[:, t] + h)
    return h
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor, h: Tensor):
    for step in torch.unbind(x, dim=1):
        h = torch.tanh(step + h)
    return h
""",
    ),
    "another name for torch": (
        """\
import torch as th


def f(x: th.Tensor, h: th.Tensor):
    for t in range(x.shape[0]):
        h = th.tanh(x[t, :] + h)
    return h
""",
        """\
import torch as th


def f(x: th.Tensor, h: th.Tensor):
    for row in th.unbind(x):
        h = th.tanh(row + h)
    return h
""",
    ),
    "torch has no name": (
        """\
from torch import Tensor, dot


def f(bank: Tensor, query: Tensor):
    return [dot(bank[i], query) for i in range(len(bank))]
""",
        """\
from torch import Tensor, dot


def f(bank: Tensor, query: Tensor):
    return [dot(row, query) for row in bank.unbind()]
""",
    ),
    "the last dim": (
        """\
import torch
from torch import Tensor


def f(x: Tensor, h: Tensor):
    for t in range(x.size(-1)):
        h = torch.tanh(x[..., t] + h)
    return h
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor, h: Tensor):
    for step in torch.unbind(x, dim=-1):
        h = torch.tanh(step + h)
    return h
""",
    ),
    "a word from the name": (
        """\
import torch
from torch import Tensor


def f(images: Tensor):
    found = []
    for i in range(len(images)):
        found.append(torch.sort(images[i]))
    return found
""",
        """\
import torch
from torch import Tensor


def f(images: Tensor):
    found = []
    for image in torch.unbind(images):
        found.append(torch.sort(image))
    return found
""",
    ),
    "a name that is taken": (
        """\
import torch
from torch import Tensor


def f(x: Tensor, row: Tensor):
    for t in range(len(x)):
        row = torch.tanh(x[t] + row)
    return row
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor, row: Tensor):
    for entry in torch.unbind(x):
        row = torch.tanh(entry + row)
    return row
""",
    ),
    "the counter is used for more": (
        """\
import torch
from torch import Tensor


def f(x: Tensor, out: list):
    for i in range(len(x)):
        out.append((i, torch.sort(x[i])))
    return out
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor, out: list):
    for i, row in enumerate(torch.unbind(x)):
        out.append((i, torch.sort(row)))
    return out
""",
    ),
    "the counter is used after the loop": (
        """\
import torch
from torch import Tensor


def f(x: Tensor, h: Tensor):
    for i in range(len(x)):
        h = torch.tanh(x[i] + h)
    return h, i
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor, h: Tensor):
    for i, row in enumerate(torch.unbind(x)):
        h = torch.tanh(row + h)
    return h, i
""",
    ),
    "two tensors": (
        """\
import torch
from torch import Tensor


def f(a: Tensor, b: Tensor):
    out = []
    for i in range(len(a)):
        out.append(torch.dot(a[i], b[i]))
    return out
""",
        """\
import torch
from torch import Tensor


def f(a: Tensor, b: Tensor):
    out = []
    for a_row, b_row in zip(torch.unbind(a), torch.unbind(b)):
        out.append(torch.dot(a_row, b_row))
    return out
""",
    ),
    "two tensors and the counter": (
        """\
import torch
from torch import Tensor


def f(a: Tensor, b: Tensor):
    out = {}
    for i in range(len(a)):
        out[i] = torch.dot(a[i], b[i])
    return out
""",
        """\
import torch
from torch import Tensor


def f(a: Tensor, b: Tensor):
    out = {}
    for i, (a_row, b_row) in enumerate(zip(torch.unbind(a), torch.unbind(b))):
        out[i] = torch.dot(a_row, b_row)
    return out
""",
    ),
    "the row has a name": (
        """\
import torch
from torch import Tensor


def f(x: Tensor, h: Tensor):
    for t in range(x.size(1)):
        # the input of this step
        step = x[:, t]  # of all samples
        h = torch.tanh(step + h)
    return h
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor, h: Tensor):
    for step in torch.unbind(x, dim=1):
        # the input of this step
        # of all samples
        h = torch.tanh(step + h)
    return h
""",
    ),
    "the first rows only": (
        """\
import torch
from torch import Tensor


def f(x: Tensor, h: Tensor):
    for t in range(5):
        h = torch.tanh(x[:, t] + h)
    return h
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor, h: Tensor):
    for step in torch.unbind(x[:, :5], dim=1):
        h = torch.tanh(step + h)
    return h
""",
    ),
    "more is taken out of a row": (
        """\
import torch
from torch import Tensor


def f(x: Tensor, h: Tensor):
    for i in range(len(x)):
        h = torch.tanh(x[i, :, 2] + x[i, 0] + h)
    return h
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor, h: Tensor):
    for row in torch.unbind(x):
        h = torch.tanh(row[:, 2] + row[0] + h)
    return h
""",
    ),
    "loops in each other": (
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    found = []
    for b in range(x.size(0)):
        h = torch.zeros(3)
        for t in range(x.size(1)):
            h = torch.tanh(x[b, t] + h)
        found.append(h)
    return found
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor):
    found = []
    for row in torch.unbind(x):
        h = torch.zeros(3)
        for entry in torch.unbind(row):
            h = torch.tanh(entry + h)
        found.append(h)
    return found
""",
    ),
    "an attribute": (
        """\
import torch
from torch import nn


class Deep(nn.Module):
    def __init__(self):
        super().__init__()
        self.weights = nn.Parameter(torch.randn(4, 8, 8))

    def forward(self, x):
        for i in range(self.weights.size(0)):
            x = torch.relu(x @ self.weights[i])
        return x
""",
        """\
import torch
from torch import nn


class Deep(nn.Module):
    def __init__(self):
        super().__init__()
        self.weights = nn.Parameter(torch.randn(4, 8, 8))

    def forward(self, x):
        for weight in torch.unbind(self.weights):
            x = torch.relu(x @ weight)
        return x
""",
    ),
    "the counter is read by the else of the loop": (
        """\
import torch
from torch import Tensor


def f(x: Tensor, h: Tensor):
    for t in range(len(x)):
        h = torch.tanh(x[t] + h)
    else:
        print(t)
    return h
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor, h: Tensor):
    for t, row in enumerate(torch.unbind(x)):
        h = torch.tanh(row + h)
    else:
        print(t)
    return h
""",
    ),
    "the counter is read by another loop before that binds it": (
        """\
import torch
from torch import Tensor


def f(x: Tensor, h: Tensor):
    for t in range(len(x)):
        h = torch.tanh(x[t] + h)
    for t in range(t):
        print(t)
    return h
""",
        """\
import torch
from torch import Tensor


def f(x: Tensor, h: Tensor):
    for t, row in enumerate(torch.unbind(x)):
        h = torch.tanh(row + h)
    for t in range(t):
        print(t)
    return h
""",
    ),
    "several along a line that would be long": (
        """\
import torch


def f(features: torch.Tensor, missing_mask: torch.Tensor, state: torch.Tensor, steps: int):
    for t in range(steps):
        x = features[:, t]  # values
        m = missing_mask[:, t]  # what is known
        state = torch.tanh(x * m + state)
    for t in range(features.size(1)):
        state = torch.tanh(features[:, t] * missing_mask[:, t] + state) * t
    return state
""",
        """\
import torch


def f(features: torch.Tensor, missing_mask: torch.Tensor, state: torch.Tensor, steps: int):
    for feature, missing_mask_step in zip(
        torch.unbind(features[:, :steps], dim=1),
        torch.unbind(missing_mask[:, :steps], dim=1),
    ):
        x = feature  # values
        m = missing_mask_step  # what is known
        state = torch.tanh(x * m + state)
    for t, (feature, missing_mask_step) in enumerate(
        zip(torch.unbind(features, dim=1), torch.unbind(missing_mask, dim=1))
    ):
        state = torch.tanh(feature * missing_mask_step + state) * t
    return state
""",
    ),
}

SAFE: set[str] = set()

LEFT: dict[str, str] = {
    "a neighbour is read as well": """\
import torch
from torch import Tensor


def f(x: Tensor, out: list):
    for i in range(len(x)):
        out.append(torch.relu(x[i]) - x[i - 1])
    return out
""",
    "nothing to call a row": """\
import torch
from torch import Tensor


def f(x: Tensor, row: Tensor, entry: int, part: int, x_row: int, x_entry: int, x_part: int):
    for t in range(len(x)):
        row = torch.tanh(x[t] + row)
    return row, entry, part, x_row, x_entry, x_part
""",
    "torch is something else": """\
from torch import Tensor, tanh


def f(x: Tensor, h: Tensor, torch: int):
    for t in range(len(x)):
        h = tanh(x[t] + h)
    return h
""",
    "it may be None": """\
import torch


def f(x: torch.Tensor, target: torch.Tensor | None, n: int):
    outputs = []
    for i in range(n):
        if target is not None:
            x = target[:, i].unsqueeze(1)
        x = torch.tanh(x)
        outputs.append(x)
    return outputs
""",
}
