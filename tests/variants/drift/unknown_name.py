"""TEF903 unknown-name: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.
"""

from tests.rules.programs import Whole

HEADER = """\
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch import Tensor, optim


"""

FLAG: dict[str, str] = {
    "a device whose name is misspelled, and a module that is none of a device": """\
torch.cdua.synchronize()  # expect: TEF903
torch.fluid.layers(3)  # expect: TEF903
""",
    "a trace of nobody knows what": """\
def distance(s: Tensor, a, b):
    m = torch.linalg.trace(s)  # expect: TEF903 "torch.trace takes one matrix; a stack takes x.diagonal
    return torch.linalg.dot(a, b) + m  # expect: TEF903 "torch.dot takes vectors only; matrices take torch.matmul"
""",
    "a trace of a matrix, and of a stack": """\
def distances(n: int):
    one = torch.linalg.trace(torch.zeros(n, n))  # expect: TEF903 "use torch.trace"
    return one, torch.linalg.trace(torch.zeros(4, n, n))  # expect: TEF903 "one matrix"
""",
    "in annotations that are evaluated": """\
kind: torch.Frobnicator = None  # expect: TEF903 "torch.Frobnicator does not exist"


class Step:
    scaler: torch.Scaler | None = None  # expect: TEF903

    def run(self, x: torch.Tensor, *, by: list[torch.Tesnor]) -> nn.Modul:  # expect: TEF903, TEF903
        part: torch.Whatever = x
        return part


def run(*x: torch.Frobnicated, **more: "torch.Frobnicated"):  # expect: TEF903
    return x
""",
    "a name of another device": """\
def used() -> float:
    return torch.cuda.current_allocated_memory() / 1e9  # expect: TEF903 "it is a name of torch.mps"
""",
    "where an object is not asked for it": """\
def run(x):
    if getattr(x, "is_frob", False):
        return x
    if hasattr(x, "is_nested"):
        return torch.frob.tensor(x)  # expect: TEF903
    return x
""",
    "the backends of torch.distributed, by their old name": """\
import torch.distributed as dist


def is_slow():
    return dist._backend == dist.dist_backend.GLOO  # expect: TEF903 "torch.distributed.Backend replaces it"
""",
    "collectives of several devices in a process": """\
import torch.distributed as dist


def share(xs):
    dist.all_reduce_multigpu(xs)  # expect: TEF903 "torch.distributed.all_reduce replaces it"
""",
    "TensorFlow's name": """\
def peak(x: Tensor) -> Tensor:
    return torch.reduce_max(x, dim=1)  # expect: TEF903 "torch.reduce_max does not exist; use torch.amax"
""",
    "NumPy's name": """\
def column(x: Tensor) -> Tensor:
    return torch.expand_dims(x, 1)  # expect: TEF903 "use torch.unsqueeze"
""",
    "a letter more": """\
def steps(n: int) -> Tensor:
    return torch.arrange(n)  # expect: TEF903 "use torch.arange"
""",
    "in the wrong case": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.pool = nn.MaxPool2D(2)  # expect: TEF903 "use nn.MaxPool2d"
""",
    "of another module": """\
def loss(x: Tensor, y: Tensor) -> Tensor:
    return torch.cross_entropy(x, y)  # expect: TEF903 "use F.cross_entropy"
""",
    "a class of another module": """\
layer = torch.Linear(2, 3)  # expect: TEF903 "use torch.nn.Linear"
""",
    "a loss without Loss": """\
criterion = nn.CrossEntropy()  # expect: TEF903 "use nn.CrossEntropyLoss"
""",
    "a method": """\
def twice(x: Tensor) -> Tensor:
    return torch.repeat(x, 2)  # expect: TEF903 "it is a method of tensors: x.repeat()"
""",
    "an attribute": """\
def width(x: Tensor) -> int:
    return torch.shape(x)[-1]  # expect: TEF903 "it is an attribute of tensors: x.shape"
""",
    "a class without its capital": """\
class Net(nn.module):  # expect: TEF903 "use nn.Module"
    pass
""",
    "under an option for something else": """\
def run(config, x):
    if config.use_fast:
        return torch.frobnicate(x)  # expect: TEF903
    return x
""",
    "beside an option that is called after it": """\
def run(config, x):
    if config.use_frobnicate:
        return x
    return torch.frobnicate(x)  # expect: TEF903
""",
    "under an option, near a name": """\
def run(use_reduce_max, x):
    if use_reduce_max:
        return torch.reduce_max(x)  # expect: TEF903 "use torch.amax"
    return x
""",
    "nothing near": """\
torch.frobnicate()  # expect: TEF903 "look for it in torch's documentation"
""",
    "an import": Whole("""\
from torch import reduce_max  # expect: TEF903


def peak(x):
    return reduce_max(x)
"""),
    "an import under another name": Whole("""\
from torch.nn import Relu as Act  # expect: TEF903 "use torch.nn.ReLU"

act = Act()
"""),
    "several imports": Whole("""\
from torch.optim import (
    Adam,
    SGDD,  # expect: TEF903
)

make = SGDD
"""),
    "a module": Whole("""\
import torch.contribution  # expect: TEF903

torch.contribution.run()
"""),
    "another alias": Whole("""\
import torch as th

x = th.expand_dims(th.rand(3), 0)  # expect: TEF903
"""),
    "an optimizer": """\
def train(net):
    return optim.AdamWw(net.parameters())  # expect: TEF903
""",
    "not called": """\
acts = {"relu": nn.Relu, "tanh": nn.Tanh}  # expect: TEF903
""",
    "a base class": """\
class Net(nn.Modul):  # expect: TEF903
    pass
""",
    "a default": """\
def build(act=nn.Relu):  # expect: TEF903
    return act()
""",
    "a decorator": """\
@torch.nograd()  # expect: TEF903 "use torch.no_grad"
def run(x):
    return x
""",
    "a dtype": """\
x = torch.zeros(3, dtype=torch.flaot32)  # expect: TEF903 "use torch.float32"
""",
    "in a branch about something else": """\
def run(x, fast):
    if fast:
        return torch.reduce_sum(x)  # expect: TEF903
    return x
""",
    "in a try for another error": """\
def run(x):
    try:
        return torch.reduce_sum(x)  # expect: TEF903
    except RuntimeError:
        return x
""",
    "of torch.cuda": """\
if torch.cuda.is_availble():  # expect: TEF903 "use torch.cuda.is_available"
    pass
""",
    "of torch.utils.data": """\
from torch.utils.data import DataLoader, Datset  # expect: TEF903 "use torch.utils.data.Dataset"

loader = DataLoader(Datset())
""",
    "of torch.linalg": """\
def length(x: Tensor) -> Tensor:
    return torch.linalg.vectornorm(x)  # expect: TEF903 "use torch.linalg.vector_norm"
""",
    "dropped by torch": """\
def state(x: Tensor):
    return torch.is_conda()  # expect: TEF903 "is gone since torch 1.6"
""",
    "with the name of a dropped one": """\
def seen(x: Tensor):
    return torch.align_tensors(x)  # expect: TEF903 "is gone since torch 2.13"
""",
    "NumPy's name that is near a dtype": """\
def rounded(x: Tensor) -> Tensor:
    return torch.rint(x)  # expect: TEF903 "use torch.round"
""",
    "a call near a dtype only": """\
def rounded(x: Tensor) -> Tensor:
    return torch.lint(x)  # expect: TEF903 "look for it in torch's documentation"
""",
    "a dtype near a function": """\
def whole(x: Tensor) -> bool:
    return x.dtype in (torch.int32, torch.lont)  # expect: TEF903 "use torch.long"
""",
    "NumPy's dtype": """\
def mask(n: int) -> Tensor:
    return torch.zeros(n, dtype=torch.bool_)  # expect: TEF903 "use torch.bool"
""",
    "a dtype that torch has not": """\
def wide(n: int) -> Tensor:
    return torch.zeros(n, dtype=torch.flare77)  # expect: TEF903 "look for it in torch's documentation"
""",
    "a class of another module that others begin like": """\
def weight(x: Tensor):
    if isinstance(x, torch.Parameter):  # expect: TEF903 "use torch.nn.Parameter"
        return x
    return torch.Parameter(x)  # expect: TEF903 "use torch.nn.Parameter"
""",
    "a class, not the function in other capitals": """\
act = torch.ReLU()  # expect: TEF903 "use torch.nn.ReLU"
""",
    "a class of a module further down": """\
prior = torch.Normal(0.0, 1.0)  # expect: TEF903 "use torch.distributions.Normal"
""",
    "a class or a function": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.linear(2, 3)  # expect: TEF903 "look for it in torch's documentation"
""",
    "a question about the type": """\
def run(x):
    return isinstance(x, (float, torch.tesnor))  # expect: TEF903 "look for it in torch's documentation"
""",
    "a class that is near TorchScript's": """\
parts = torch.ModuleDcit({})  # expect: TEF903 "look for it in torch's documentation"
""",
    "an import that is called": Whole("""\
from torch import Parameter as P  # expect: TEF903 "use torch.nn.Parameter"
from torch import rint  # expect: TEF903 "use torch.round"


def run(x):
    return P(rint(x))
"""),
}

LEAVE: dict[str, str] = {
    "the module of a device of another package": """\
torch.mojo.synchronize()
count = torch.frobnicator.device_count()
""",
    "traces, as they are": """\
def distances(s: Tensor, n: int):
    return torch.trace(s), s.diagonal(dim1=-2, dim2=-1).sum(-1), torch.linalg.diagonal(s), torch.dot(s, s)
""",
    "in annotations that are postponed": Whole("""\
from __future__ import annotations

import torch

kind: torch.Frobnicator = None


def run(x: torch.Frobnicator) -> torch.Frobnicated:
    return x
"""),
    "in annotations that nothing evaluates": """\
def run(x: "torch.Frobnicator", y: torch.Size) -> "list[torch.Frobnicated]":
    kind: torch.Frobnicator = x
    return kind


def checked(torch, x: Tensor):
    scaler: torch.Scaler = x
    return scaler
""",
    "in annotations for the type checker": """\
from typing import TYPE_CHECKING

if TYPE_CHECKING:

    def run(x: torch.Frobnicator): ...
""",
    "what an object is asked for": """\
def run(x):
    if getattr(x, "is_frob", False):
        x = torch.frob.tensor(x)
    return torch.frob.join(x) if hasattr(x, "is_frob") else x
""",
    "what torch has where it is built for other devices": """\
import torch.distributed as dist


def group(store, rank: int, size: int):
    from torch.distributed import ProcessGroupXCCL

    return ProcessGroupXCCL(store, rank, size), dist.ProcessGroupUCC(store, rank, size)
""",
    "the backends of torch.distributed, by their new name": """\
import torch.distributed as dist


def is_slow():
    return dist.get_backend() == dist.Backend.GLOO
""",
    "the backends of torch.distributed, asked for": """\
import torch.distributed as dist


def is_slow():
    return hasattr(dist, "dist_backend") and dist._backend == dist.dist_backend.GLOO
""",
    "names that are there": """\
def run(x: Tensor) -> Tensor:
    return F.relu(torch.amax(x, dim=1)) + torch.nn.functional.gelu(x).sum()
""",
    "names from C++": """\
def run(x: Tensor):
    return torch.Generator(), torch.device("cpu"), torch.Size([1]), torch.float8_e4m3fn, torch.FloatTensor
""",
    "submodules": """\
import torch.utils.checkpoint
import torch.distributed.checkpoint as dcp
import torch.optim.lr_scheduler

run = torch.utils.checkpoint.checkpoint, torch.backends.cudnn, torch.optim.lr_scheduler.StepLR
""",
    "asked for": """\
def run(x: Tensor):
    if hasattr(torch, "frobnicate"):
        return torch.frobnicate(x)
    return x
""",
    "asked for first": """\
run = torch.frobnicate if hasattr(torch, "frobnicate") else torch.sum
""",
    "asked for with and": """\
has = hasattr(torch, "hpux") and torch.hpux.is_available()
""",
    "tried": """\
try:
    from torch import frobnicate
except ImportError:
    frobnicate = None
""",
    "tried as an attribute": """\
try:
    run = torch.frobnicate
except AttributeError:
    run = torch.sum
""",
    "under an option that is called after it": """\
def run(config, x, y):
    if x is not None and config.use_frobnicate_p2p:

        def wrap(**kwargs):
            torch.distributed.frobnicate(**kwargs)

        return wrap
    return x
""",
    "by version": """\
from packaging.version import Version

if Version(torch.__version__) >= Version("3.0"):
    run = torch.frobnicate
else:
    run = torch.reduce_max
""",
    "for the type checker": """\
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torch import Frobnicated
""",
    "set by the file": """\
torch.frobnicate = lambda x: x


def run(x: Tensor):
    return torch.frobnicate(x)
""",
    "set by text": """\
setattr(torch, "frobnicate", print)


def run(x: Tensor):
    return torch.frobnicate(x)
""",
    "another backend": """\
def synchronise():
    torch.npu.synchronize()
    torch.hpu.synchronize()
""",
    "the package of another backend": """\
import torch_frob

torch.frob.synchronize()
""",
    "private names": """\
def run(x: Tensor):
    return torch._C._frobnicate(x), F._frobnicate(x), nn._reduction, torch.__frob__
""",
    "operators of a library": """\
torch.ops.mylib.frobnicate(torch.zeros(3))
torch.classes.mylib.Thing()
""",
    "a module that is not known": """\
torch.ao.frobnicate()
torch.backends.frobnicate.run()
""",
    "an object of the same name": """\
class Torch:
    pass


def run(torch):
    return torch.frobnicate()
""",
    "a local module": Whole("""\
import torch
from . import nn


def run(x):
    return nn.frobnicate(x)
"""),
    "another package": Whole("""\
import torch
import torchvision.transforms.functional as F
from flax import linen as nn
from torch_geometric import nn as gnn

x = F.resize, nn.Dense, gnn.GCNConv
"""),
    "an attribute of a tensor": """\
def run(x: Tensor):
    return x.frobnicate, x.shape.frobnicate
""",
    "a name by text": """\
def dtype(name: str):
    return getattr(torch, name), getattr(torch, "frobnicate", None)
""",
    "a star": Whole("""\
from torch import *


def run(x):
    return frobnicate(x)
"""),
    "something of a library that registers": """\
def rows(x: Tensor):
    return torch.nested.nested_tensor([x]), torch.compiler.disable(len), torch.accelerator.current_accelerator()
""",
    "a test that expects it": """\
import pytest


def test_it():
    with pytest.raises(AttributeError):
        torch.frobnicate()
""",
    "a class attribute": """\
class Config:
    torch = None

    def run(self):
        return self.torch.frobnicate
""",
    "names of the loaders": """\
from torch.utils.data import Dataset, IterableDataset, default_collate, get_worker_info, random_split
""",
    "lazy modules": """\
def run(f):
    torch.onnx.export(f, (), "f.onnx")
    torch._dynamo.mark_dynamic(f, 0)
    return torch.export, torch.func.vmap, torch.fx.symbolic_trace(f)
""",
    "NumPy's names of torch": """\
def run(x: Tensor, y: Tensor):
    return torch.concatenate([x, y]), torch.absolute(x), torch.arccos(x), torch.asarray(x), torch.newaxis
""",
    "dtypes": """\
def run(x: Tensor):
    return x.to(torch.half), x.dtype in (torch.cfloat, torch.uint8), torch.float64, torch.double, torch.qint8
""",
    "NumPy's own": """\
import numpy as np


def run(x):
    return np.rint(x), np.expand_dims(x, 0), np.bool_(True)
""",
    "classes where they live": """\
def run(x):
    return isinstance(x, torch.nn.Parameter), torch.distributions.Normal(0.0, 1.0), torch.nn.utils.rnn.pad_sequence(x)
""",
    "asked for by hasattr before a call": """\
def rounded(x: Tensor) -> Tensor:
    return torch.rint(x) if hasattr(torch, "rint") else torch.round(x)
""",
    "a parameter named like one": """\
def run(rint, Parameter, x):
    return Parameter(rint(x))
""",
    "a method of another object": """\
def run(backend, x):
    return backend.rint(backend.Parameter(x))
""",
    "an import in a try": """\
try:
    from torch import rint
except ImportError:
    from torch import round as rint
""",
    "a dtype by text": """\
def run(name):
    return getattr(torch, name, torch.float32)
""",
    "private near one": """\
def run(x):
    return torch._rint(x)
""",
    "set by the file, near a dtype": """\
torch.rint = torch.round


def run(x: Tensor):
    return torch.rint(x)
""",
    "a class of an option": """\
def run(config, x):
    if config.use_lint:
        return torch.lint(x)
    return x
""",
}
