"""TEF110: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "dims that count from an ellipsis to the end": (
        """\
import torch


def mirrored(n):
    images = torch.arange(n * 24).reshape(n, 2, 3, 4)
    red, rows = images[..., 0, :, ::-1], images[..., 1:, ::-1, :]
    ends = images[..., ::-1, :], images[0, ..., ::-1]
    return red, rows, images[0, ..., None, ::-1], ends
""",
        """\
import torch


def mirrored(n):
    images = torch.arange(n * 24).reshape(n, 2, 3, 4)
    red, rows = torch.flip(images, dims=[-1])[..., 0, :, :], torch.flip(images, dims=[-2])[..., 1:, :, :]
    ends = torch.flip(images, dims=[-2]), torch.flip(images, dims=[-1])[0]
    return red, rows, torch.flip(images, dims=[-1])[0, ..., None, :], ends
""",
    ),
    "a comment in one of two items": (
        """\
import torch


def latest_first(steps):
    return steps, torch.cumsum(steps, 0)[
        ::-1  # from the back
    ]
""",
        """\
import torch


def latest_first(steps):
    # from the back
    return steps, torch.flip(torch.cumsum(steps, 0), dims=[0])
""",
    ),
    "a comment in an argument on its own line": (
        """\
import torch


def latest_first(steps):
    return torch.dot(
        steps,
        torch.cumsum(steps, 0)[
            ::-1  # from the back
        ],
    )
""",
        """\
import torch


def latest_first(steps):
    return torch.dot(
        steps,
        # from the back
        torch.flip(torch.cumsum(steps, 0), dims=[0]),
    )
""",
    ),
    "what functions of torch made": (
        """\
import torch


def latest_first(steps):
    return torch.cumsum(steps, 0)[::-1]
""",
        """\
import torch


def latest_first(steps):
    return torch.flip(torch.cumsum(steps, 0), dims=[0])
""",
    ),
    "a slice of what functions of torch made": (
        """\
import torch


def latest_first(steps):
    history = torch.stack(steps)
    history = history[1:].exp()
    return history[:, ::-1]
""",
        """\
import torch


def latest_first(steps):
    history = torch.stack(steps)
    history = history[1:].exp()
    return torch.flip(history, dims=[1])
""",
    ),
    "the index of a contiguous tensor": (
        """\
import torch


def latest_first(steps: torch.Tensor):
    history = steps.contiguous()
    return torch.index_select(history, 0, torch.arange(len(history) - 1, -1, -1))
""",
        """\
import torch


def latest_first(steps: torch.Tensor):
    history = steps.contiguous()
    return torch.flip(history, dims=[0])
""",
    ),
    "one dim": (
        """\
import torch


def f(x: torch.Tensor):
    return x[::-1]
""",
        """\
import torch


def f(x: torch.Tensor):
    return torch.flip(x, dims=[0])
""",
    ),
    "two dims of a longer expression": (
        """\
import torch as th


def f(x: th.Tensor, y: th.Tensor):
    return (x + y)[:, ::-1, ::-1]
""",
        """\
import torch as th


def f(x: th.Tensor, y: th.Tensor):
    return th.flip(x + y, dims=[1, 2])
""",
    ),
    "behind an ellipsis": (
        """\
import torch


def f(x: torch.Tensor):
    return x[..., ::-1, :].mean(dim=-1)
""",
        """\
import torch


def f(x: torch.Tensor):
    return torch.flip(x, dims=[-2]).mean(dim=-1)
""",
    ),
    "every second": (
        """\
import torch


def f(x: torch.Tensor):
    return x[::-2]
""",
        """\
import torch


def f(x: torch.Tensor):
    return torch.flip(x, dims=[0])[::2]
""",
    ),
    "a slice object with a step of two": (
        """\
import torch


def f(x: torch.Tensor):
    back = slice(None, None, -2)
    return x[:, back]
""",
        """\
import torch


def f(x: torch.Tensor):
    back = slice(None, None, -2)
    return torch.flip(x, dims=[1])[:, ::2]
""",
    ),
    "bounds": (
        """\
import torch


def f(x: torch.Tensor):
    first, second = x[:, :0:-1], x[8:2:-1]
    return first, second, x[-1:3:-1], x[-2:-5:-1]
""",
        """\
import torch


def f(x: torch.Tensor):
    first, second = torch.flip(x[:, 1:], dims=[1]), torch.flip(x[3:9], dims=[0])
    return first, second, torch.flip(x[4:], dims=[0]), torch.flip(x[-4:-1], dims=[0])
""",
    ),
    "bounds beside other parts": (
        """\
import torch


def f(x: torch.Tensor, n: int):
    return x[0, 5:2:-1, :n]
""",
        """\
import torch


def f(x: torch.Tensor, n: int):
    return torch.flip(x[0, 3:6, :n], dims=[0])
""",
    ),
    "beside a number and a new dim": (
        """\
import torch


def f(x: torch.Tensor, i: int):
    return x[i, None, :, ::-1]
""",
        """\
import torch


def f(x: torch.Tensor, i: int):
    return torch.flip(x, dims=[2])[i, None]
""",
    ),
    "a target": (
        """\
import torch


def f(x: torch.Tensor):
    x[::-1] = 0
    return x
""",
        """\
import torch


def f(x: torch.Tensor):
    x[:] = 0
    return x
""",
    ),
    "a target and its value": (
        """\
import torch


def f(n: int):
    out, row = torch.zeros(2, n), torch.arange(n)
    out[0, ::-1] = row * 2
    return out
""",
        """\
import torch


def f(n: int):
    out, row = torch.zeros(2, n), torch.arange(n)
    out[0] = torch.flip(row * 2, dims=[0])
    return out
""",
    ),
    "an index that counts down": (
        """\
import torch


def f(x: torch.Tensor):
    back = torch.arange(x.size(1) - 1, -1, -1, device=x.device)
    return x[:, back]
""",
        """\
import torch


def f(x: torch.Tensor):
    return torch.flip(x, dims=[1])
""",
    ),
    "an index beside other parts": (
        """\
import torch


def f(x: torch.Tensor, i: int):
    return x[i, 2:, list(range(x.size(2) - 1, -1, -1))]
""",
        """\
import torch


def f(x: torch.Tensor, i: int):
    return torch.flip(x, dims=[2])[i, 2:]
""",
    ),
    "index_select": (
        """\
from torch import Tensor, arange, index_select


def f(x: Tensor):
    return index_select(x, 0, arange(len(x) - 1, -1, -1))  # newest first
""",
        """\
import torch
from torch import Tensor, arange, index_select


def f(x: Tensor):
    return torch.flip(x, dims=[0])  # newest first
""",
    ),
    "over several lines": (
        """\
import torch


def f(x: torch.Tensor):
    return x[
        :,
        ::-1,  # to BGR
    ]
""",
        """\
import torch


def f(x: torch.Tensor):
    # to BGR
    return torch.flip(x, dims=[1])
""",
    ),
    "a parameter of forward": (
        """\
import torch
from torch import nn


class Mirror(nn.Module):
    def forward(self, images):
        return images[:, :, ::-1]
""",
        """\
import torch
from torch import nn


class Mirror(nn.Module):
    def forward(self, images):
        return torch.flip(images, dims=[2])
""",
    ),
    "one around the other": (
        """\
import torch


def f(x: torch.Tensor):
    return x[::-1][:, ::-1]
""",
        """\
import torch


def f(x: torch.Tensor):
    return torch.flip(torch.flip(x, dims=[0]), dims=[1])
""",
    ),
}

LEFT: dict[str, str] = {
    "a bool, which takes no dim": """\
import torch


def mirror(x):
    y = torch.relu(x)
    keep = x.dim() == 3
    return y[:, keep, ::-1], y[:, True, ::-1]
""",
    "a bound that may be negative": """\
import torch


def f(x: torch.Tensor, n: int):
    return x[n::-1]
""",
    "a bound below which nothing is": """\
import torch


def f(x: torch.Tensor):
    return x[8:-1:-1]
""",
    "bounds and a step of two": """\
import torch


def f(x: torch.Tensor):
    return x[8:2:-2]
""",
    "a part that may be a mask": """\
import torch


def f(x: torch.Tensor, chosen: torch.Tensor):
    return x[chosen, ::-1]
""",
    "a value of unknown rank": """\
import torch


def f(x: torch.Tensor, y: torch.Tensor):
    x[::-1] = y
    return x
""",
    "a target with a step of two": """\
import torch


def f(x: torch.Tensor):
    x[::-2] = 0
    return x
""",
    "changed where it is": """\
import torch


def f(x: torch.Tensor):
    x[::-1] += 1
    return x
""",
    "entries of the slice are written": """\
import torch


def f(steps):
    x = torch.stack(steps)
    back = x[::-1]
    back[0] = 1.0
    return x
""",
    "a part of the slice is added to": """\
import torch


def f(steps):
    x = torch.stack(steps)
    z = x[::-1][:2]
    z += 1
    return x
""",
    "a function of the file writes into the slice": """\
import torch


def fill(t):
    t.fill_(3)


def f(steps):
    x = torch.stack(steps)
    fill(x[::-1])
    return x
""",
    "an index that may leave entries out": """\
import torch


def f(x: torch.Tensor, n: int):
    return x[torch.arange(n - 1, -1, -1)]
""",
    "the result has a place": """\
import torch


def f(x: torch.Tensor, out: torch.Tensor):
    return torch.index_select(x, 0, torch.arange(len(x) - 1, -1, -1), out=out)
""",
}

# Fixed without being asked for unsafe fixes.
SAFE: set[str] = {
    "dims that count from an ellipsis to the end",
    "a comment in an argument on its own line",
    "the index of a contiguous tensor",
    "what functions of torch made",
    "a slice of what functions of torch made",
}
