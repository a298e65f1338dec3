"""TEF105: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "a comment in one term": (
        """\
import torch


def spread(points: torch.Tensor):
    batch, count, width = points.shape
    center = points.mean(dim=1, keepdim=True)
    loss = (
        points.abs().mean()  # size
        + (points - center.repeat(
            1, count, 1  # each point
        )).abs().mean()  # spread
    )
    return loss
""",
        """\
import torch


def spread(points: torch.Tensor):
    batch, count, width = points.shape
    center = points.mean(dim=1, keepdim=True)
    # each point
    loss = (
        points.abs().mean()  # size
        + (points - center).abs().mean()  # spread
    )
    return loss
""",
    ),
    "a vector may come, of which the copies make a matrix": (
        """\
import torch


def spread(x):
    center = x.mean(0, keepdim=True)
    return (x - center.repeat(x.size(0), 1)).abs().sum()
""",
        """\
import torch


def spread(x):
    center = x.mean(0, keepdim=True)
    return (x - center).abs().sum()
""",
    ),
    "targets that are certain to be a matrix": (
        """\
import torch


def spread(x):
    rows, width = x.shape
    center = x.mean(0, keepdim=True)
    return (x - center.repeat(rows, 1)).abs().sum()
""",
        """\
import torch


def spread(x):
    rows, width = x.shape
    center = x.mean(0, keepdim=True)
    return (x - center).abs().sum()
""",
    ),
    "contiguous operands": (
        """\
import torch


def centered(points: torch.Tensor):
    rows = points.contiguous()
    batch, count, width = rows.shape
    center = rows.mean(dim=1, keepdim=True)
    return rows - center.repeat(1, count, 1)
""",
        """\
import torch


def centered(points: torch.Tensor):
    rows = points.contiguous()
    batch, count, width = rows.shape
    center = rows.mean(dim=1, keepdim=True)
    return rows - center
""",
    ),
    "the result is reduced": (
        """\
import torch


def spread(points: torch.Tensor):
    batch, count, width = points.shape
    center = points.mean(dim=1, keepdim=True)
    return (points - center.repeat(1, count, 1)).abs().mean()
""",
        """\
import torch


def spread(points: torch.Tensor):
    batch, count, width = points.shape
    center = points.mean(dim=1, keepdim=True)
    return (points - center).abs().mean()
""",
    ),
    "a method": (
        """\
import torch


def f(x: torch.Tensor):
    n, d = x.shape
    return x - x.mean(dim=0, keepdim=True).repeat(n, 1)
""",
        """\
import torch


def f(x: torch.Tensor):
    n, d = x.shape
    return x - x.mean(dim=0, keepdim=True)
""",
    ),
    "a function under an alias": (
        """\
import torch as th


def f(x: th.Tensor):
    n, d = x.shape
    return th.sub(x, other=th.tile(x.mean(dim=0), dims=(n, 1)))
""",
        """\
import torch as th


def f(x: th.Tensor):
    n, d = x.shape
    return th.sub(x, other=x.mean(dim=0))
""",
    ),
    "a tensor that has a name": (
        """\
import torch


def f(x: torch.Tensor, shift: torch.Tensor):
    tiled = shift.unsqueeze(1).repeat(1, x.size(1), 1)  # along the steps
    return x + tiled
""",
        """\
import torch


def f(x: torch.Tensor, shift: torch.Tensor):
    tiled = shift.unsqueeze(1)  # along the steps
    return x + tiled
""",
    ),
    "a name for a name": (
        """\
import torch


def f(x: torch.Tensor, scale: torch.Tensor):
    # one scale for all rows
    tiled = torch.tile(scale, (x.size(0), 1))
    return torch.mul(x, tiled)
""",
        """\
import torch


def f(x: torch.Tensor, scale: torch.Tensor):
    # one scale for all rows
    return torch.mul(x, scale)
""",
    ),
    "a name that is read twice": (
        """\
import torch


def f(x: torch.Tensor):
    n, d = x.shape
    mean = x.mean(dim=1, keepdim=True)
    wide = mean.repeat(1, d)
    low = x - wide
    return low, x + wide
""",
        """\
import torch


def f(x: torch.Tensor):
    n, d = x.shape
    mean = x.mean(dim=1, keepdim=True)
    low = x - mean
    return low, x + mean
""",
    ),
    "a name that changes before it is read": (
        """\
import torch


def f(x: torch.Tensor, scale: torch.Tensor):
    tiled = scale.repeat(x.size(0), 1)
    scale = scale * 2
    return x * tiled, scale
""",
        """\
import torch


def f(x: torch.Tensor, scale: torch.Tensor):
    tiled = scale
    scale = scale * 2
    return x * tiled, scale
""",
    ),
    "a name that keeps what it has": (
        """\
import torch


def f(x: torch.Tensor, mask: torch.Tensor):
    start = x[:, :2]
    mask = mask[None, :2]  # for the start
    mask = mask.expand(start.size())  # as large
    return torch.where(mask.bool(), start, -start)
""",
        """\
import torch


def f(x: torch.Tensor, mask: torch.Tensor):
    start = x[:, :2]
    mask = mask[None, :2]  # for the start
    # as large
    return torch.where(mask.bool(), start, -start)
""",
    ),
    "a name that is given the tensor converted": (
        """\
import torch


def f(x: torch.Tensor, mask: torch.Tensor):
    start = x[:, :2]
    mask = mask[None, :2]
    mask = mask.expand(start.size()).float()
    return start * mask
""",
        """\
import torch


def f(x: torch.Tensor, mask: torch.Tensor):
    start = x[:, :2]
    mask = mask[None, :2]
    mask = mask.float()
    return start * mask
""",
    ),
    "converted on the way": (
        """\
import torch


def f(x: torch.Tensor, mask: torch.Tensor):
    m = mask.unsqueeze(-1).expand(x.size()).float()
    return (x * m).sum(dim=1)
""",
        """\
import torch


def f(x: torch.Tensor, mask: torch.Tensor):
    m = mask.unsqueeze(-1).float()
    return (x * m).sum(dim=1)
""",
    ),
    "an operand that needs parentheses": (
        """\
import torch


def f(x: torch.Tensor, a: torch.Tensor):
    n, d = x.shape
    return x * (a.mean(0, keepdim=True) + 1).expand(n, d)
""",
        """\
import torch


def f(x: torch.Tensor, a: torch.Tensor):
    n, d = x.shape
    return x * (a.mean(0, keepdim=True) + 1)
""",
    ),
    "over several lines": (
        """\
import torch


def f(x: torch.Tensor, a: torch.Tensor):
    n, d = x.shape
    return (
        x
        - a.mean(dim=1, keepdim=True).repeat(  # as wide as x
            1,
            d,
        )
    )
""",
        """\
import torch


def f(x: torch.Tensor, a: torch.Tensor):
    n, d = x.shape
    # as wide as x
    return (
        x
        - a.mean(dim=1, keepdim=True)
    )
""",
    ),
    "written into the other operand": (
        """\
import torch


def f(x: torch.Tensor):
    n, d = x.shape
    x /= torch.tile(x.std(dim=0, keepdim=True), (n, 1))
    return x
""",
        """\
import torch


def f(x: torch.Tensor):
    n, d = x.shape
    x /= x.std(dim=0, keepdim=True)
    return x
""",
    ),
    "a name of the module": (
        """\
import torch

x = torch.rand(5, 3)
wide = torch.rand(5, 3).mean(0, keepdim=True).expand(5, 3)
y = x - wide
""",
        """\
import torch

x = torch.rand(5, 3)
wide = torch.rand(5, 3).mean(0, keepdim=True)
y = x - wide
""",
    ),
}

LEFT: dict[str, str] = {
    "changed before it is read": """\
import torch


def f(x: torch.Tensor, scale: torch.Tensor):
    tiled = scale.unsqueeze(1).repeat(1, x.size(1), 1)
    scale.add_(1)
    return x * tiled
""",
    "changed under another name before it is read": """\
import torch


def f(x: torch.Tensor, scale: torch.Tensor):
    column = scale.view(-1, 1, 4)
    tiled = column.repeat(1, x.size(1), 1)
    scale[0] = 1
    return x * tiled
""",
    "a part of what is written into": """\
import torch


def f(x: torch.Tensor):
    n, d = x.shape
    x.sub_(x[:1].repeat(n, 1))
    return x
""",
    "a part of what is added to": """\
import torch


def f(x: torch.Tensor):
    n, d = x.shape
    first = x[:1]
    x -= first.repeat(n, 1)
    return x
""",
}

# Fixed without being asked for unsafe fixes.
SAFE: set[str] = {
    "targets that are certain to be a matrix",
    "contiguous operands",
    "the result is reduced",
}
