"""TEF905 non-public-name: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.
"""

from tests.rules.programs import Whole

HEADER = """\
import torch
from torch import Tensor, nn
from torch.optim import lr_scheduler


"""

FLAG: dict[str, str] = {
    "an import that is never used": Whole("""\
import torch
from torch._C import dtype  # expect: TEF905?


def angles(x):
    return torch.ones(3, dtype=x.dtype)
"""),
    "imports of which one is never used": Whole("""\
from torch._C import Size, dtype  # expect: TEF905, TEF905?

SHAPE = Size([3])
"""),
    "an import that is only exported": Whole("""\
from torch._C import Size  # expect: TEF905

__all__ = ["Size"]
"""),
    "a fork of torch's loader": Whole("""\
from torch.utils.data import _utils


class Loader:
    def __init__(self, collate=None):
        self.collate = collate or _utils.collate.default_collate  # expect: TEF905?

    def start(self, process, data, device):
        process.start(_utils.worker._worker_loop, _utils.pin_memory._pin_memory_loop)
        _utils.signal_handling._set_SIGCHLD_handler()
        _utils.signal_handling._set_worker_pids(id(self), ())
        process.join(timeout=_utils.MP_STATUS_CHECK_INTERVAL)
        return _utils.pin_memory.pin_memory(data, device)
"""),
    "many names of a private module that are public": Whole("""\
from torch.distributed._tensor import DTensor, Replicate, Shard  # expect: TEF905? # expect: TEF905? # expect: TEF905?
from torch.distributed._tensor import distribute_module, distribute_tensor  # expect: TEF905? # expect: TEF905?
from torch.distributed._tensor import Partial  # expect: TEF905?


def share(module, x, mesh):
    distribute_module(module, mesh)
    return distribute_tensor(x, mesh, [Shard(0), Replicate(), Partial()]), DTensor
"""),
    "a few names of a private module": Whole("""\
from torch.utils.data import _utils


def collate(batch, device):
    batch = _utils.collate.default_collate(batch)  # expect: TEF905
    return _utils.pin_memory.pin_memory(batch, device)
"""),
    "a collate function": """\
from torch.utils.data._utils.collate import default_collate  # expect: TEF905 "is torch.utils.data.default_collate"


def collate(batch):
    batch = [item for item in batch if item is not None]
    return default_collate(batch)
""",
    "two of them": """\
from torch.utils.data._utils.collate import (
    default_collate,  # expect: TEF905
    default_convert,  # expect: TEF905
)

loader_functions = [default_collate, default_convert]
""",
    "by another name": """\
from torch.utils.data._utils.collate import default_collate as collate  # expect: TEF905

batch = collate([1, 2])
""",
    "the whole name": """\
def collate(batch):
    return torch.utils.data._utils.collate.default_collate(batch)  # expect: TEF905
""",
    "a reference": """\
def loader(dataset):
    function = torch.utils.data._utils.collate.default_collate  # expect: TEF905
    return torch.utils.data.DataLoader(dataset, collate_fn=function)
""",
    "through an imported module": """\
from torch.utils.data import _utils


def collate(batch):
    return _utils.collate.default_collate(batch)  # expect: TEF905
""",
    "the module by another name": """\
import torch.utils.data._utils.collate as c

function = c.default_convert  # expect: TEF905
""",
    "in a function": """\
def worker():
    from torch.utils.data._utils.worker import get_worker_info  # expect: TEF905

    return get_worker_info().id
""",
    "a base class": """\
class Warmup(lr_scheduler._LRScheduler):  # expect: TEF905? "use lr_scheduler.LRScheduler"
    def get_lr(self):
        return self.base_lrs
""",
    "an imported base class": """\
from torch.optim.lr_scheduler import _LRScheduler  # expect: TEF905?


class Warmup(_LRScheduler):
    def get_lr(self):
        return self.base_lrs
""",
    "among public names": """\
from torch.optim.lr_scheduler import CosineAnnealingLR, _LRScheduler, StepLR  # expect: TEF905?


def is_one(x):
    return isinstance(x, StepLR)
""",
    "isinstance": """\
def is_scheduler(x):
    return isinstance(x, torch.optim.lr_scheduler._LRScheduler)  # expect: TEF905
""",
    "isinstance, imported": """\
from torch.optim.lr_scheduler import _LRScheduler  # expect: TEF905


class Warmup(_LRScheduler):
    pass


def step(scheduler: _LRScheduler) -> None:
    if issubclass(scheduler.__class__, _LRScheduler):
        scheduler.step()
""",
    "isinstance, besides a class that the file does not make": """\
def is_one(x):
    return isinstance(x, (lr_scheduler.StepLR, lr_scheduler._LRScheduler))  # expect: TEF905 "none of torch's own"
""",
    "isinstance, besides the class that the file makes": """\
class Trainer:
    def __init__(self, optimizer):
        self.plan = lr_scheduler.ReduceLROnPlateau(optimizer)

    def step(self, loss):
        if isinstance(self.plan, (lr_scheduler.ReduceLROnPlateau, lr_scheduler._LRScheduler)):  # expect: TEF905?
            self.plan.step(loss)
""",
    "compiling, which torch warns of": """\
def run(x):
    return x if torch._dynamo.is_compiling() else x + 1  # expect: TEF905 "torch.compiler.is_compiling"
""",
    "an annotation": """\
def step(scheduler: torch.optim.lr_scheduler._LRScheduler) -> None:  # expect: TEF905?
    scheduler.step()
""",
    "a node of a tree": """\
class Pair:
    pass


torch.utils._pytree._register_pytree_node(Pair, lambda p: ([], None), len)  # expect: TEF905 "raises for"
""",
    "a node of a tree that torch registers itself": """\
from torch.fx.immutable_collections import immutable_dict

torch.utils._pytree._register_pytree_node(immutable_dict, lambda p: ([], None), dict)  # expect: TEF905?
""",
    "a node of a tree, imported": """\
from torch.utils._pytree import _register_pytree_node  # expect: TEF905 "but raises for registered types"


class Pair:
    pass


_register_pytree_node(Pair, lambda p: ([], None), lambda v, c: Pair())
""",
    "nodes of trees, of which one is not of the file": """\
from torch.utils._pytree import _register_pytree_node  # expect: TEF905?


class Pair:
    pass


for cls in (Pair, dict):
    _register_pytree_node(cls, lambda p: ([], None), lambda v, c: cls())
""",
    "gathered": """\
def gather(out: Tensor, x: Tensor):
    torch.distributed._all_gather_base(out, x)  # expect: TEF905?
    torch.distributed._reduce_scatter_base(x, out)  # expect: TEF905? "reduce_scatter_single from 2.13 on"
""",
    "what the public function only calls": """\
torch.cuda._lazy_init()  # expect: TEF905?
""",
    "in a file that asserts an older torch": """\
from torch.utils.data._utils.collate import default_collate  # expect: TEF905?

assert torch.__version__ >= "1.6"
""",
    "in a file with a branch for an older torch": """\
from torch.utils.data._utils.collate import default_collate  # expect: TEF905?


def pin(batch):
    return batch if torch.__version__ < "1.7" else default_collate(batch)
""",
    "in a file with a branch for another release": """\
from torch.utils.data._utils.collate import default_collate  # expect: TEF905


def pin(batch):
    return batch if torch.__version__ < "2.4" else default_collate(batch)
""",
    "an imported function of trees": """\
from torch.utils._pytree import _register_pytree_node, tree_map  # expect: TEF905? "register_pytree_node"
""",
    "distributed tensors": """\
from torch.distributed._tensor import DTensor, Replicate, Shard  # expect: TEF905?, TEF905?, TEF905?

KINDS = (DTensor, Replicate, Shard)
""",
    "distributed tensors, over several lines": """\
from torch.distributed._tensor import (
    DeviceMesh,  # expect: TEF905? "torch.distributed.device_mesh.DeviceMesh"
    distribute_tensor,  # expect: TEF905? "torch.distributed.tensor.distribute_tensor"
)

make = DeviceMesh, distribute_tensor
""",
    "fully sharded": """\
from torch.distributed._composable.fsdp import MixedPrecisionPolicy, fully_shard  # expect: TEF905?, TEF905?

fully_shard(nn.Linear(2, 2), mp_policy=MixedPrecisionPolicy())
""",
    "dynamo": """\
def main():
    torch._dynamo.reset()  # expect: TEF905? "torch.compiler.reset"
""",
    "a decorator": """\
@torch._dynamo.disable  # expect: TEF905?
def helper(x):
    return x
""",
    "in a class": """\
class Data(torch.utils.data.IterableDataset):
    def __iter__(self):
        info = torch.utils.data._utils.worker.get_worker_info()  # expect: TEF905
        yield from range(info.id)
""",
    "in a lambda": """\
collate = lambda batch: torch.utils.data._utils.collate.default_collate(batch)  # expect: TEF905
""",
    "for scripts": """\
from torch._jit_internal import Final  # expect: TEF905 "torch.jit.Final"

size: Final = 3
""",
    "torch by another name": Whole("""\
import torch as th


def collate(batch):
    return th.utils.data._utils.collate.default_collate(batch)  # expect: TEF905
"""),
    "a script": Whole("""\
import torch
import torch.optim.lr_scheduler as schedulers

kinds = (schedulers._LRScheduler, schedulers.ReduceLROnPlateau)  # expect: TEF905?
"""),
    "LightningModule": Whole("""\
import pytorch_lightning as pl
from torch.optim.lr_scheduler import _LRScheduler as Scheduler  # expect: TEF905?


class Model(pl.LightningModule):
    def lr_scheduler_step(self, scheduler: Scheduler, metric):
        scheduler.step()
"""),
}

LEAVE: dict[str, str] = {
    "other objects under the names of modules": """\
from torch.utils import data


def load(flag):
    if flag:
        import torch
    else:
        import fake as torch
    return torch._C.device("cpu")


def batch(data, items):
    return data._utils.collate.default_collate(items)


def kept(make):
    with make() as torch:
        return [torch._C.device(name) for name in "ab"], [torch._C.dtype for torch in make()]


read = lambda torch: torch._C.device("cpu")
""",
    "where the public name is not there": """\
import contextlib

collate = None
with contextlib.suppress(ImportError):
    from torch.utils.data import default_collate as collate
if collate is None:
    from torch.utils.data._utils.collate import default_collate as collate

print(collate)
""",
    "a public import that is never used": Whole("""\
import torch
from torch import dtype


def angles(x):
    return torch.ones(3, dtype=x.dtype)
"""),
    "a fork of torch's loader that reads the public name": Whole("""\
from torch.utils.data import _utils, default_collate


class Loader:
    def __init__(self, collate=None):
        self.collate = collate or default_collate

    def start(self, process):
        process.start(_utils.worker._worker_loop, _utils.pin_memory._pin_memory_loop)
        process.join(timeout=_utils.MP_STATUS_CHECK_INTERVAL)
"""),
    "private names without a public home": Whole("""\
from torch.utils.data import _utils


def pinned(batch, device):
    return _utils.pin_memory.pin_memory(batch, device), _utils.MP_STATUS_CHECK_INTERVAL
"""),
    "the public names": """\
from torch.optim.lr_scheduler import LRScheduler
from torch.utils.data import default_collate, default_convert, get_worker_info


class Warmup(LRScheduler):
    def get_lr(self):
        return self.base_lrs
""",
    "public attributes": """\
def collate(batch):
    return torch.utils.data.default_collate(batch)
""",
    "a module without an underscore": """\
from torch.optim.adam import Adam
from torch.utils.data.dataloader import default_collate
""",
    "no public home": """\
from torch._utils import _flatten_dense_tensors, _unflatten_dense_tensors
from torch.nn.modules.batchnorm import _BatchNorm
from torch.nn.modules.utils import _pair
from torch.utils._pytree import tree_flatten, tree_map
from torch.utils.data._utils.collate import collate, default_collate_fn_map
""",
    "other private names": """\
def main(x):
    torch._assert(x.dim() == 2, "a matrix")
    torch._dynamo.mark_dynamic(x, 0)
    torch._dynamo.config.suppress_errors = True
    return torch._foreach_add([x], 1)
""",
    "an older torch": """\
try:
    from torch.optim.lr_scheduler import LRScheduler
except ImportError:
    from torch.optim.lr_scheduler import _LRScheduler as LRScheduler
""",
    "an older torch, asked for": """\
if hasattr(lr_scheduler, "LRScheduler"):
    Base = lr_scheduler.LRScheduler
else:
    Base = lr_scheduler._LRScheduler
""",
    "by version": """\
if torch.__version__ >= "2.0":
    from torch.optim.lr_scheduler import LRScheduler
else:
    from torch.optim.lr_scheduler import _LRScheduler as LRScheduler
""",
    "by packaging": """\
from packaging import version

if version.parse(torch.__version__) < version.parse("2.5"):
    from torch.distributed._tensor import DTensor
else:
    from torch.distributed.tensor import DTensor
""",
    "replaced": """\
def patched(batch):
    return batch


torch.utils.data._utils.collate.default_collate = patched
""",
    "a method of one's own": """\
class Loader:
    def default_collate(self, batch):
        return batch

    def get_worker_info(self):
        return self.default_collate([])
""",
    "a module of the project": Whole("""\
import torch

from ._utils.collate import default_collate
from .schedulers import _LRScheduler


class Warmup(_LRScheduler):
    collate = default_collate
"""),
    "another package": Whole("""\
import torch
from torchdata._utils.collate import default_collate
from timm.scheduler.scheduler import Scheduler as _LRScheduler
"""),
    "a class of one's own": """\
class _LRScheduler:
    pass


class Warmup(_LRScheduler):
    pass
""",
    "a text": """\
NAME = "torch.optim.lr_scheduler._LRScheduler"
""",
    "an unknown object": """\
def collate(data, batch):
    return data._utils.collate.default_collate(batch)
""",
    "for checkers only": """\
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torch.optim.lr_scheduler import _LRScheduler
""",
    "a module of torch": """\
import torch._dynamo
import torch.utils._pytree as pytree

torch._dynamo.config.verbose = True
flat, spec = pytree.tree_flatten([1])
""",
    "the module of a scheduler": """\
def main(optimizer):
    return lr_scheduler.StepLR(optimizer, 1)
""",
    "a setting": """\
def main(config):
    return config._LRScheduler, config._dynamo.reset
""",
    "distributed tensors": """\
from torch.distributed.tensor import DTensor, Shard
from torch.distributed._tensor.experimental import implicit_replication
""",
    "an option of the program": """\
import functools

reset = functools.partial(print, "reset")
reset()
""",
    "private functions of one's own": """\
class Trainer:
    def _lazy_init(self):
        return self

    def main(self):
        return self._lazy_init()
""",
    "a name that is bound later": """\
def main():
    default_collate = torch.utils.data.default_collate
    return default_collate([torch.ones(1)])
""",
    "the public function of trees": """\
class Pair:
    pass


torch.utils._pytree.register_pytree_node(Pair, lambda p: ([], None), lambda v, c: Pair())
""",
    "the public functions of processes": """\
def gather(out: Tensor, x: Tensor):
    torch.distributed.all_gather_into_tensor(out, x)
    torch.cuda.init()
""",
    "a function of one's own for nodes": """\
def _register_pytree_node(cls, flatten, unflatten):
    return cls


_register_pytree_node(dict, list, dict)
""",
    "a method that gathers": """\
class Group:
    def _all_gather_base(self, out, x):
        return out

    def run(self, out, x):
        return self._all_gather_base(out, x)
""",
}
