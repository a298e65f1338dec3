"""TEF905: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "an import": (
        """\
import torch
from torch.optim import lr_scheduler


from torch.utils.data._utils.collate import default_collate
""",
        """\
import torch
from torch.optim import lr_scheduler


from torch.utils.data import default_collate
""",
    ),
    "an import under a name": (
        """\
import torch
from torch.optim import lr_scheduler


from torch.utils.data._utils.worker import get_worker_info as info
""",
        """\
import torch
from torch.optim import lr_scheduler


from torch.utils.data import get_worker_info as info
""",
    ),
    "two imports at once": (
        """\
import torch
from torch.optim import lr_scheduler


from torch.utils.data._utils.collate import default_collate, default_convert
""",
        """\
import torch
from torch.optim import lr_scheduler


from torch.utils.data import default_collate, default_convert
""",
    ),
    "over several lines": (
        """\
import torch
from torch.optim import lr_scheduler


from torch.distributed._tensor import (
    DTensor,  # a tensor
    Shard,
)
""",
        """\
import torch
from torch.optim import lr_scheduler


from torch.distributed.tensor import (
    DTensor,  # a tensor
    Shard,
)
""",
    ),
    "an attribute": (
        """\
import torch
from torch.optim import lr_scheduler


def collate(batch):
    return torch.utils.data._utils.collate.default_collate(batch)
""",
        """\
import torch
from torch.optim import lr_scheduler


def collate(batch):
    return torch.utils.data.default_collate(batch)
""",
    ),
    "a reference": (
        """\
import torch
from torch.optim import lr_scheduler


collate = torch.utils.data._utils.collate.default_convert
""",
        """\
import torch
from torch.optim import lr_scheduler


collate = torch.utils.data.default_convert
""",
    ),
    "a base class": (
        """\
import torch
from torch.optim import lr_scheduler


class Warmup(lr_scheduler._LRScheduler):
    pass
""",
        """\
import torch
from torch.optim import lr_scheduler


class Warmup(lr_scheduler.LRScheduler):
    pass
""",
    ),
    "an imported base class": (
        """\
import torch
from torch.optim import lr_scheduler


from torch.optim.lr_scheduler import StepLR, _LRScheduler


class Warmup(_LRScheduler):
    pass
""",
        """\
import torch
from torch.optim import lr_scheduler


from torch.optim.lr_scheduler import StepLR, LRScheduler as _LRScheduler


class Warmup(_LRScheduler):
    pass
""",
    ),
    "a function that others replace": (
        """\
import torch


def linear(input, weight, bias=None):
    return torch._C._nn.linear(input.round(), weight, bias)
""",
        """\
import torch


def linear(input, weight, bias=None):
    return torch.nn.functional.linear(input.round(), weight, bias)
""",
    ),
    "dynamo": (
        """\
import torch
from torch.optim import lr_scheduler


def main():
    torch._dynamo.reset()
""",
        """\
import torch
from torch.optim import lr_scheduler


def main():
    torch.compiler.reset()
""",
    ),
}

SAFE = {
    "an import",
    "an import under a name",
    "two imports at once",
    "over several lines",
    "an attribute",
    "a reference",
}

LEFT: dict[str, str] = {
    "of a tree": """\
import torch
from torch.optim import lr_scheduler


from torch.utils._pytree import _register_pytree_node as register, tree_map
""",
    "through a private module": """\
import torch
from torch.optim import lr_scheduler


from torch.utils.data import _utils

function = _utils.collate.default_collate
""",
    "beside other names": """\
import torch
from torch.optim import lr_scheduler


from torch.utils.data._utils.collate import collate, default_collate
""",
    "two homes": """\
import torch
from torch.optim import lr_scheduler


from torch.distributed._tensor import DTensor, DeviceMesh
""",
    "a module by another name": """\
import torch
from torch.optim import lr_scheduler


import torch.utils.data._utils.collate as c

function = c.default_convert
""",
}
