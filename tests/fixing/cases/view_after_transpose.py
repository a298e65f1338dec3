"""TEF107: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "an error that `finally` drops": (
        """\
import torch


def widest(sizes):
    good = []
    for n in sizes:
        x = torch.ones(n, 3)
        try:
            good.append(x.t().view(-1))
        finally:
            continue
    return good
""",
        """\
import torch


def widest(sizes):
    good = []
    for n in sizes:
        x = torch.ones(n, 3)
        try:
            good.append(x.t().reshape(-1))
        finally:
            continue
    return good
""",
    ),
    "a `finally` that drops nothing": (
        """\
import torch


def widest(n):
    try:
        return torch.ones(n, 3).t().view(-1).sum()
    finally:
        print("done")
""",
        """\
import torch


def widest(n):
    try:
        return torch.ones(n, 3).t().reshape(-1).sum()
    finally:
        print("done")
""",
    ),
    "functions that torch and Python call": (
        """\
import functools

import torch


@torch.no_grad()
def merge(x: torch.Tensor):
    batch, heads, steps, width = x.shape
    return x.transpose(1, 2).view(batch, steps, heads * width)


def merge_all(batches):
    return list(map(functools.partial(merge), sorted(batches, key=lambda one: len(one))))
""",
        """\
import functools

import torch


@torch.no_grad()
def merge(x: torch.Tensor):
    batch, heads, steps, width = x.shape
    return x.transpose(1, 2).reshape(batch, steps, heads * width)


def merge_all(batches):
    return list(map(functools.partial(merge), sorted(batches, key=lambda one: len(one))))
""",
    ),
    "a decorator that nobody knows": (
        """\
import torch
from tools import forgiving


@forgiving
def merge(x: torch.Tensor):
    batch, heads, steps, width = x.shape
    return x.transpose(1, 2).view(batch, steps, heads * width)
""",
        """\
import torch
from tools import forgiving


@forgiving
def merge(x: torch.Tensor):
    batch, heads, steps, width = x.shape
    return x.transpose(1, 2).reshape(batch, steps, heads * width)
""",
    ),
    "a function that unknown code calls": (
        """\
import torch


def merge(x: torch.Tensor):
    batch, heads, steps, width = x.shape
    return x.transpose(1, 2).view(batch, steps, heads * width)


def merge_all(batches, run):
    return [run(merge, batch) for batch in batches]
""",
        """\
import torch


def merge(x: torch.Tensor):
    batch, heads, steps, width = x.shape
    return x.transpose(1, 2).reshape(batch, steps, heads * width)


def merge_all(batches, run):
    return [run(merge, batch) for batch in batches]
""",
    ),
    "an error that is a value": (
        """\
import torch
from concurrent.futures import ThreadPoolExecutor, as_completed


def merge(x: torch.Tensor):
    batch, heads, steps, width = x.shape
    return x.transpose(1, 2).view(batch, steps, heads * width)


def merge_all(batches):
    with ThreadPoolExecutor(2) as pool:
        jobs = [pool.submit(merge, batch) for batch in batches]
    return [job.result() for job in as_completed(jobs) if job.exception() is None]
""",
        """\
import torch
from concurrent.futures import ThreadPoolExecutor, as_completed


def merge(x: torch.Tensor):
    batch, heads, steps, width = x.shape
    return x.transpose(1, 2).reshape(batch, steps, heads * width)


def merge_all(batches):
    with ThreadPoolExecutor(2) as pool:
        jobs = [pool.submit(merge, batch) for batch in batches]
    return [job.result() for job in as_completed(jobs) if job.exception() is None]
""",
    ),
    "a file that catches the error": (
        """\
import torch


def merge(x: torch.Tensor):
    batch, heads, steps, width = x.shape
    return x.transpose(1, 2).view(batch, steps, heads * width)


def is_mergeable(x: torch.Tensor):
    try:
        merge(x)
    except RuntimeError:
        return False
    return True
""",
        """\
import torch


def merge(x: torch.Tensor):
    batch, heads, steps, width = x.shape
    return x.transpose(1, 2).reshape(batch, steps, heads * width)


def is_mergeable(x: torch.Tensor):
    try:
        merge(x)
    except RuntimeError:
        return False
    return True
""",
    ),
    "a method": (
        """\
import torch


def f(x: torch.Tensor):
    return x.t().view(-1)
""",
        """\
import torch


def f(x: torch.Tensor):
    return x.t().reshape(-1)
""",
    ),
    "a function under an alias": (
        """\
import torch as th


def f(x: th.Tensor):
    b, t, d = x.shape
    return th.transpose(x, 0, 1).view(t, b * d)
""",
        """\
import torch as th


def f(x: th.Tensor):
    b, t, d = x.shape
    return th.transpose(x, 0, 1).reshape(t, b * d)
""",
    ),
    "through a name": (
        """\
import torch


def f(x: torch.Tensor):
    b, c, h, w = x.shape
    last = x.permute(0, 2, 3, 1)  # channels last
    return last.view(b, -1)
""",
        """\
import torch


def f(x: torch.Tensor):
    b, c, h, w = x.shape
    last = x.permute(0, 2, 3, 1)  # channels last
    return last.reshape(b, -1)
""",
    ),
    "the shape by keyword": (
        """\
import torch


def f(x: torch.Tensor):
    return x.T.view(size=(-1,))
""",
        """\
import torch


def f(x: torch.Tensor):
    return x.T.reshape(shape=(-1,))
""",
    ),
    "a shape with a star": (
        """\
import torch


def f(x: torch.Tensor):
    n, m = x.shape
    shape = (n * m,)
    return torch.relu(x.T).view(*shape)
""",
        """\
import torch


def f(x: torch.Tensor):
    n, m = x.shape
    shape = (n * m,)
    return torch.relu(x.T).reshape(*shape)
""",
    ),
    "the shape of another tensor": (
        """\
import torch


def f(x: torch.Tensor, y: torch.Tensor):
    (n,) = y.shape
    return x.t().view_as(y)
""",
        """\
import torch


def f(x: torch.Tensor, y: torch.Tensor):
    (n,) = y.shape
    return x.t().reshape_as(y)
""",
    ),
    "over several lines": (
        """\
import torch


def f(x: torch.Tensor):
    return (
        x.transpose(1, 2)  # heads last
        .float()
        .view(  # merged
            x.size(0),
            -1,
        )
    )
""",
        """\
import torch


def f(x: torch.Tensor):
    return (
        x.transpose(1, 2)  # heads last
        .float()
        .reshape(  # merged
            x.size(0),
            -1,
        )
    )
""",
    ),
    "two in one expression": (
        """\
import torch


def f(x: torch.Tensor, y: torch.Tensor):
    return torch.cat([x.t().view(-1), y.mT.view(-1)])
""",
        """\
import torch


def f(x: torch.Tensor, y: torch.Tensor):
    return torch.cat([x.t().reshape(-1), y.mT.reshape(-1)])
""",
    ),
    "inside a module": (
        """\
import torch.nn as nn


class Heads(nn.Module):
    def forward(self, query, key):
        b, h, t, d = query.shape
        mixed = (query @ key.mT).swapaxes(1, 2)
        return mixed.view(b, t, -1)
""",
        """\
import torch.nn as nn


class Heads(nn.Module):
    def forward(self, query, key):
        b, h, t, d = query.shape
        mixed = (query @ key.mT).swapaxes(1, 2)
        return mixed.reshape(b, t, -1)
""",
    ),
    "transposed in one branch": (
        """\
import torch


def f(x: torch.Tensor, first: bool):
    if first:
        x = x.transpose(1, 2)
    return x.view(x.size(0), -1)
""",
        """\
import torch


def f(x: torch.Tensor, first: bool):
    if first:
        x = x.transpose(1, 2)
    return x.reshape(x.size(0), -1)
""",
    ),
}

LEFT: dict[str, str] = {
    "the sizes are in a dict, under a keyword of view": """\
import torch

SHAPE = {"size": (-1,)}


def f(rows, cols):
    return torch.zeros(rows, cols).mT.view(**SHAPE)
""",
    "an entry of the view is written": """\
import torch


def f(x: torch.Tensor):
    flat = x.t().view(-1)
    flat[0] = 1
    return x
""",
    "the view is written into": """\
import torch


def f(x: torch.Tensor):
    x.t().view(-1).zero_()
    return x
""",
    "the view is added to": """\
import torch


def f(x: torch.Tensor, y: torch.Tensor):
    flat = x.t().view(-1)
    flat += y
    return x
""",
    "a part of the view is written into": """\
import torch


def f(attn: torch.Tensor, n: int):
    flat = attn.transpose(1, 2).view(2, n, 32)
    head = flat[:, :, :8]
    head.zero_()
    return attn
""",
    "a function of the file writes into the view": """\
import torch


def fill(t):
    t.fill_(3)


def f(x: torch.Tensor):
    fill(x.t().view(8))
    return x
""",
    "a text that shows its own code": """\
import torch


def f(x: torch.Tensor):
    return f"{x.t().view(8).shape=}"
""",
    "the method has a name of its own": """\
import torch


def f(x: torch.Tensor):
    flat = x.t().view
    return flat(-1)
""",
}

# Fixed without being asked for unsafe fixes.
SAFE: set[str] = {
    "a `finally` that drops nothing",
    "functions that torch and Python call",
    "a method",
    "a function under an alias",
    "through a name",
    "the shape by keyword",
    "a shape with a star",
    "the shape of another tensor",
    "over several lines",
    "two in one expression",
    "inside a module",
    "transposed in one branch",
}
