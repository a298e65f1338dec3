"""TEF904: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "a sum": (
        """\
import torch
import torch.nn.functional as F
from torch import nn
from torch.optim import lr_scheduler


def loss(x, y):
    return F.mse_loss(x, y, size_average=False)
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn
from torch.optim import lr_scheduler


def loss(x, y):
    return F.mse_loss(x, y, reduction="sum")
""",
    ),
    "a mean": (
        """\
import torch
import torch.nn.functional as F
from torch import nn
from torch.optim import lr_scheduler


criterion = nn.CrossEntropyLoss(size_average=True)
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn
from torch.optim import lr_scheduler


criterion = nn.CrossEntropyLoss(reduction="mean")
""",
    ),
    "each": (
        """\
import torch
import torch.nn.functional as F
from torch import nn
from torch.optim import lr_scheduler


criterion = nn.L1Loss(reduce=False)
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn
from torch.optim import lr_scheduler


criterion = nn.L1Loss(reduction="none")
""",
    ),
    "both": (
        """\
import torch
import torch.nn.functional as F
from torch import nn
from torch.optim import lr_scheduler


def loss(x, y, w):
    return F.nll_loss(x, y, size_average=False, weight=w, reduce=True)
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn
from torch.optim import lr_scheduler


def loss(x, y, w):
    return F.nll_loss(x, y, reduction="sum", weight=w)
""",
    ),
    "each, of both": (
        """\
import torch
import torch.nn.functional as F
from torch import nn
from torch.optim import lr_scheduler


criterion = nn.BCELoss(reduce=False, size_average=True)
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn
from torch.optim import lr_scheduler


criterion = nn.BCELoss(reduction="none")
""",
    ),
    "verbose": (
        """\
import torch
import torch.nn.functional as F
from torch import nn
from torch.optim import lr_scheduler


def main(optimizer):
    return lr_scheduler.StepLR(optimizer, 30, verbose=True)
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn
from torch.optim import lr_scheduler


def main(optimizer):
    return lr_scheduler.StepLR(optimizer, 30)
""",
    ),
    "verbose among others": (
        """\
import torch
import torch.nn.functional as F
from torch import nn
from torch.optim import lr_scheduler


def main(optimizer):
    return lr_scheduler.StepLR(optimizer, verbose=True, step_size=30)
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn
from torch.optim import lr_scheduler


def main(optimizer):
    return lr_scheduler.StepLR(optimizer, step_size=30)
""",
    ),
    "verbose over several lines": (
        """\
import torch
import torch.nn.functional as F
from torch import nn
from torch.optim import lr_scheduler


def main(optimizer):
    return lr_scheduler.StepLR(
        optimizer,
        step_size=30,
        verbose=True,
    )
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn
from torch.optim import lr_scheduler


def main(optimizer):
    return lr_scheduler.StepLR(
        optimizer,
        step_size=30,
    )
""",
    ),
    "verbose by position": (
        """\
import torch
import torch.nn.functional as F
from torch import nn
from torch.optim import lr_scheduler


def main(optimizer):
    return lr_scheduler.ExponentialLR(optimizer, 0.9, -1, True)
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn
from torch.optim import lr_scheduler


def main(optimizer):
    return lr_scheduler.ExponentialLR(optimizer, 0.9, -1)
""",
    ),
    "a base": (
        """\
import torch
import torch.nn.functional as F
from torch import nn
from torch.optim import lr_scheduler


class Warmup(lr_scheduler.LRScheduler):
    def __init__(self, optimizer, last_epoch=-1, verbose=False):
        super().__init__(optimizer, last_epoch, verbose)
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn
from torch.optim import lr_scheduler


class Warmup(lr_scheduler.LRScheduler):
    def __init__(self, optimizer, last_epoch=-1, verbose=False):
        super().__init__(optimizer, last_epoch)
""",
    ),
    "retained": (
        """\
import torch
import torch.nn.functional as F
from torch import nn
from torch.optim import lr_scheduler


def main(loss):
    loss.backward(None, retain_variables=True)
""",
        """\
import torch
import torch.nn.functional as F
from torch import nn
from torch.optim import lr_scheduler


def main(loss):
    loss.backward(None, retain_graph=True)
""",
    ),
}

SAFE: set[str] = set()

LEFT: dict[str, str] = {
    "verbose by position": """\
import torch
import torch.nn.functional as F
from torch import nn
from torch.optim import lr_scheduler


def plan(optimizer):
    return lr_scheduler.ReduceLROnPlateau(optimizer, "min", 0.1, 10, 1e-4, "rel", 0, 0, 1e-8, True)
""",
    "a setting": """\
import torch
import torch.nn.functional as F
from torch import nn
from torch.optim import lr_scheduler


def loss(x, y, config):
    return F.mse_loss(x, y, size_average=config.average)
""",
    "by position": """\
import torch
import torch.nn.functional as F
from torch import nn
from torch.optim import lr_scheduler


criterion = nn.MSELoss(False)
""",
    "beside reduction": """\
import torch
import torch.nn.functional as F
from torch import nn
from torch.optim import lr_scheduler


def loss(x, y):
    return F.mse_loss(x, y, size_average=False, reduction="sum")
""",
    "scattered": """\
import torch
import torch.nn.functional as F
from torch import nn
from torch.optim import lr_scheduler


def count(x: torch.Tensor, index: torch.Tensor, src: torch.Tensor):
    return x.scatter_(0, index, src, reduce="add")
""",
    "a profiler": """\
import torch
import torch.nn.functional as F
from torch import nn
from torch.optim import lr_scheduler


with torch.autograd.profiler.profile(use_cuda=True):
    pass
""",
}
