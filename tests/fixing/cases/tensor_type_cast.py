"""TEF412: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "a float": (
        """\
import torch


def as_floats(x: torch.Tensor):
    return x.type(torch.FloatTensor)
""",
        """\
import torch


def as_floats(x: torch.Tensor):
    return x.to(torch.float32)
""",
    ),
    "a text": (
        """\
import torch


def labels(x):
    return x.argmax(1).type("torch.LongTensor")
""",
        """\
import torch


def labels(x):
    return x.argmax(1).to(torch.int64)
""",
    ),
    "on CUDA": (
        """\
import torch


def as_floats(x: torch.Tensor):
    return x.type(torch.cuda.FloatTensor)
""",
        """\
import torch


def as_floats(x: torch.Tensor):
    return x.to("cuda", torch.float32)
""",
    ),
    "by its keyword": (
        """\
import torch


def as_floats(x: torch.Tensor):
    return x.type(dtype=torch.DoubleTensor)
""",
        """\
import torch


def as_floats(x: torch.Tensor):
    return x.to(torch.float64)
""",
    ),
    "a type that is imported": (
        """\
from torch import LongTensor


def labels(y):
    return y.type(LongTensor)
""",
        """\
import torch
from torch import LongTensor


def labels(y):
    return y.to(torch.int64)
""",
    ),
    "another name for torch": (
        """\
import torch as th


def labels(y):
    return y.type(th.cuda.LongTensor,)
""",
        """\
import torch as th


def labels(y):
    return y.to("cuda", th.int64,)
""",
    ),
    "a model": (
        """\
import torch
from torch import nn

model = nn.Linear(3, 3)
model.type(torch.HalfTensor)
""",
        """\
import torch
from torch import nn

model = nn.Linear(3, 3)
model.to(torch.float16)
""",
    ),
    "a model without an annotation": (
        """\
import torch


def train(model, loader):
    model.type(torch.cuda.FloatTensor)
    for x in loader:
        model(x.type(torch.FloatTensor)).sum().backward()
""",
        """\
import torch


def train(model, loader):
    model.to("cuda", torch.float32)
    for x in loader:
        model(x.to(torch.float32)).sum().backward()
""",
    ),
    "a comparison": (
        """\
import torch


def accuracy(x: torch.Tensor, y: torch.Tensor):
    return (x.argmax(1) == y).type(torch.FloatTensor).mean(dim=0)
""",
        """\
import torch


def accuracy(x: torch.Tensor, y: torch.Tensor):
    return (x.argmax(1) == y).to(torch.float32).mean(dim=0)
""",
    ),
    "a chain on several lines": (
        """\
import torch


def prepared(x: torch.Tensor):
    return (
        x.abs()
        # the library takes floats
        .type(
            torch.FloatTensor,  # of the CPU
        )
        .mean(dim=0)
    )
""",
        """\
import torch


def prepared(x: torch.Tensor):
    return (
        x.abs()
        # the library takes floats
        .to(
            torch.float32,  # of the CPU
        )
        .mean(dim=0)
    )
""",
    ),
    "a cast in a cast": (
        """\
import torch


def prepared(x: torch.Tensor):
    return x.type(torch.ByteTensor).type(torch.FloatTensor)
""",
        """\
import torch


def prepared(x: torch.Tensor):
    return x.to(torch.uint8).to(torch.float32)
""",
    ),
}

# None: the new code leaves a tensor on its device.
SAFE: frozenset[str] = frozenset()

LEFT: dict[str, str] = {
    "one of two types": """\
import torch

dtype = torch.cuda.FloatTensor if torch.cuda.is_available() else torch.FloatTensor


def prepared(x: torch.Tensor):
    return x.type(dtype)
""",
    "more than a type": """\
import torch


def prepared(x: torch.Tensor):
    return x.type(torch.cuda.FloatTensor, non_blocking=True)
""",
    "the default type": """\
import torch


def prepared(x: torch.Tensor):
    return x.type(torch.Tensor)
""",
    "integers for a module": """\
import torch
from torch import nn


def prepared(model: nn.Module):
    return model.type(torch.LongTensor)
""",
    "the method as a function": """\
import torch


def prepared(x: torch.Tensor):
    return torch.Tensor.type(x, torch.FloatTensor)
""",
    "in an f-string that shows its own code": """\
import torch


def shown(x: torch.Tensor):
    return f"{x.type(torch.FloatTensor)=}"
""",
}
