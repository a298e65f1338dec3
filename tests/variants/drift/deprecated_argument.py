"""TEF904 deprecated-argument: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.
"""

from tests.rules.programs import Whole

HEADER = """\
import torch
import torch.nn.functional as F
from torch import Tensor, nn, optim
from torch.optim import lr_scheduler


"""

FLAG: dict[str, str] = {
    "volatile in a demonstration": """\
from torch.autograd import Variable  # expect: TEF902?

if __name__ == "__main__":
    x = Variable(torch.ones(1, 10), volatile=True)  # expect: TEF904? "leave it out: its tensor needs no gradient"
    print(x)
""",
    "volatile by an option that is off": """\
from torch.autograd import Variable  # expect: TEF902?


class ToVariable:
    def __init__(self, volatile=False):
        self.volatile = volatile

    def __call__(self, batch):
        if self.volatile:
            return Variable(batch, volatile=True)  # expect: TEF904? "use torch.no_grad()"
        return Variable(batch)
""",
    "volatile of a new tensor": """\
from torch.autograd import Variable  # expect: TEF902?


def noise(n):
    return Variable(torch.randn(n), volatile=True)  # expect: TEF904 "leave it out: its tensor needs no gradient"
""",
    "a sum": """\
def loss(x: Tensor, y: Tensor) -> Tensor:
    return F.mse_loss(x, y, size_average=False)  # expect: TEF904 'reduction="sum"'
""",
    "a mean": """\
def loss(x: Tensor, y: Tensor) -> Tensor:
    return F.cross_entropy(x, y, size_average=True)  # expect: TEF904
""",
    "each": """\
criterion = nn.CrossEntropyLoss(reduce=False)  # expect: TEF904
""",
    "both": """\
criterion = nn.NLLLoss(size_average=False, reduce=True)  # expect: TEF904
""",
    "by position": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.criterion = nn.MSELoss(False)  # expect: TEF904
""",
    "a setting": """\
def loss(x, y, config):
    return F.l1_loss(x, y, size_average=config.average)  # expect: TEF904
""",
    "a parameter": """\
class Loss(nn.Module):
    def __init__(self, size_average=True):
        super().__init__()
        self.loss = nn.BCELoss(size_average=size_average)  # expect: TEF904
""",
    "beside reduction": """\
def loss(x: Tensor, y: Tensor) -> Tensor:
    return F.kl_div(x, y, size_average=False, reduction="sum")  # expect: TEF904
""",
    "a scheduler": """\
def main(optimizer):
    return lr_scheduler.StepLR(optimizer, 30, verbose=True)  # expect: TEF904 "no longer takes verbose"
""",
    "a plateau": """\
def main(optimizer):
    return optim.lr_scheduler.ReduceLROnPlateau(optimizer, "min", patience=5, verbose=False)  # expect: TEF904
""",
    "a scheduler, by position": """\
def main(optimizer):
    return lr_scheduler.ExponentialLR(optimizer, 0.9, -1, True)  # expect: TEF904
""",
    "a scheduler's setting": """\
def main(optimizer, args):
    return torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: 1.0, verbose=args.verbose)  # expect: TEF904
""",
    "a scheduler of one's own": """\
class Warmup(lr_scheduler.LRScheduler):
    def __init__(self, optimizer, last_epoch=-1, verbose=False):
        super().__init__(optimizer, last_epoch, verbose)  # expect: TEF904

    def get_lr(self):
        return self.base_lrs
""",
    "a scheduler of one's own, by name": """\
class Warmup(lr_scheduler.StepLR):
    def __init__(self, optimizer, verbose=False):
        super(Warmup, self).__init__(optimizer, 3, verbose=verbose)  # expect: TEF904
""",
    "the base itself": """\
def main(optimizer):
    return lr_scheduler.LRScheduler(optimizer, last_epoch=-1, verbose=True)  # expect: TEF904
""",
    "scattered": """\
def count(x: Tensor, index: Tensor, src: Tensor) -> Tensor:
    return x.scatter_(0, index, src, reduce="add")  # expect: TEF904 "scatter_add_"
""",
    "scattered by a function": """\
def count(index: Tensor, src: Tensor) -> Tensor:
    return torch.scatter(torch.zeros(3), 0, index, src, reduce="multiply")  # expect: TEF904
""",
    "a profiler": """\
def main(model, x):
    with torch.autograd.profiler.profile(use_cuda=True) as prof:  # expect: TEF904 "use_device='cuda'"
        model(x)
    print(prof)
""",
    "a profiler of the CPU": """\
def main(model, x):
    with torch.autograd.profiler.profile(enabled=True, use_cuda=False) as prof:  # expect: TEF904?
        model(x)
    print(prof)
""",
    "another profiler": """\
def main(model, x, cuda):
    with torch.profiler.profile(use_cuda=cuda) as prof:  # expect: TEF904
        model(x)
    print(prof)
""",
    "volatile": """\
from torch.autograd import Variable  # expect: TEF902?


def main(model, x):
    return model(Variable(x, volatile=True))  # expect: TEF904
""",
    "retained": """\
def main(loss: Tensor):
    loss.backward(retain_variables=True)  # expect: TEF904 "backward(retain_graph=True)"
""",
    "retained by something": """\
def main(model, batch):
    loss = model(batch)
    loss.backward(retain_variables=True)  # expect: TEF904
""",
    "LightningModule": Whole("""\
import pytorch_lightning as pl
import torch


class Model(pl.LightningModule):
    def configure_optimizers(self):
        optimizer = torch.optim.Adam(self.parameters())
        scheduler = torch.optim.lr_scheduler.MultiStepLR(optimizer, [1, 2], verbose=True)  # expect: TEF904
        return [optimizer], [scheduler]
"""),
    "imported by name": Whole("""\
from torch.nn import BCEWithLogitsLoss as Criterion
from torch.nn.functional import nll_loss
from torch.optim.lr_scheduler import CosineAnnealingLR

criterion = Criterion(size_average=True)  # expect: TEF904


def loss(x, y):
    return nll_loss(x, y, reduce=False)  # expect: TEF904


def schedule(optimizer):
    return CosineAnnealingLR(optimizer, T_max=3, verbose=True)  # expect: TEF904
"""),
    "partial": """\
import functools


def loss(x, y):
    smooth = functools.partial(F.smooth_l1_loss, beta=0.5)
    return smooth(x, y, size_average=False)  # expect: TEF904
""",
    "by a dict of the module": """\
OPTIONS = {"factor": 0.5, "verbose": True}


def main(optimizer):
    return lr_scheduler.ReduceLROnPlateau(optimizer, **OPTIONS)  # expect: TEF904 "no longer takes verbose"
""",
    "by a dict of the function": """\
def main(optimizer):
    options = dict(factor=0.5, verbose=True)
    return lr_scheduler.ReduceLROnPlateau(optimizer, **options)  # expect: TEF904
""",
    "by a dict that is written there": """\
criterion = nn.MSELoss(**{"size_average": False})  # expect: TEF904
""",
}

LEAVE: dict[str, str] = {
    "today's arguments": """\
def loss(x: Tensor, y: Tensor, optimizer) -> Tensor:
    lr_scheduler.StepLR(optimizer, 30, 0.1, -1)
    return F.mse_loss(x, y, reduction="sum") + nn.L1Loss(reduction="none")(x, y).sum(dim=None)
""",
    "None": """\
criterion = nn.CrossEntropyLoss(size_average=None, reduce=None, reduction="sum")
""",
    "handed on": """\
def loss(x, y, size_average=None, reduce=None, reduction="mean"):
    return F.mse_loss(x, y, size_average=size_average, reduce=reduce, reduction=reduction)
""",
    "options of the caller": """\
def loss(x, y, optimizer, **options):
    lr_scheduler.StepLR(optimizer, 3, **options)
    return F.mse_loss(x, y, **options)
""",
    "a scheduler's other arguments": """\
def main(optimizer):
    return lr_scheduler.CosineAnnealingWarmRestarts(optimizer, 10, 2, 1e-6, -1)
""",
    "verbose elsewhere": """\
def main(model, x):
    torch.hub.load("pytorch/vision", "resnet18", verbose=False)
    torch.onnx.export(model, x, "model.onnx", verbose=True)
""",
    "a scheduler of one's own": """\
class Warmup(lr_scheduler.LRScheduler):
    def __init__(self, optimizer, last_epoch=-1, verbose=False):
        self.verbose = verbose
        super().__init__(optimizer, last_epoch)


def main(optimizer):
    return Warmup(optimizer, verbose=True)
""",
    "a base of one's own": """\
class Base:
    def __init__(self, optimizer, last_epoch, verbose):
        self.verbose = verbose


class Warmup(Base):
    def __init__(self, optimizer, last_epoch=-1, verbose=False):
        super().__init__(optimizer, last_epoch, verbose)
""",
    "scattered numbers": """\
def count(x: Tensor, index: Tensor) -> Tensor:
    return x.scatter_(0, index, 1.0, reduce="add")
""",
    "what scatters today": """\
def count(x: Tensor, index: Tensor, src: Tensor) -> Tensor:
    x.scatter_add_(0, index, src)
    x.scatter_(0, index, src)
    return x.scatter_reduce(0, index, src, reduce="sum")
""",
    "an older torch": """\
def main(optimizer):
    try:
        return lr_scheduler.StepLR(optimizer, 3, verbose=True)
    except (AttributeError, TypeError):
        return lr_scheduler.StepLR(optimizer, 3)
""",
    "by version": """\
def main(optimizer):
    if torch.__version__ < "2.2":
        return lr_scheduler.StepLR(optimizer, 3, verbose=True)
    return lr_scheduler.StepLR(optimizer, 3)
""",
    "today's profilers": """\
def main(model, x):
    with torch.autograd.profiler.profile(use_device="cuda") as prof:
        model(x)
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CPU]) as other:
        model(x)
    print(prof, other)
""",
    "retained": """\
def main(loss: Tensor):
    loss.backward(retain_graph=True)
""",
    "a variable": """\
try:
    from torch.autograd import Variable
except ImportError:
    Variable = torch.Tensor


def main(x):
    return Variable(x, requires_grad=True)
""",
    "a loss of one's own": """\
class FocalLoss(nn.Module):
    def __init__(self, size_average=True):
        super().__init__()
        self.size_average = size_average

    def forward(self, x: Tensor, y: Tensor) -> Tensor:
        loss = F.mse_loss(x, y, reduction="none")
        return loss.mean(dim=None) if self.size_average else loss.sum(dim=None)


criterion = FocalLoss(size_average=False)
""",
    "another package": Whole("""\
import torch
from sklearn.cluster import KMeans
from transformers import get_scheduler


def main(optimizer):
    KMeans(3, verbose=True)
    return get_scheduler("linear", optimizer, verbose=True)
"""),
    "keras": Whole("""\
import torch
from keras.callbacks import ReduceLROnPlateau

callback = ReduceLROnPlateau(monitor="loss", verbose=1)
"""),
    "a reduce of something else": """\
import functools
import operator


def main(x: Tensor):
    torch.distributed.reduce(x, 0)
    return functools.reduce(operator.add, [1, 2])
""",
    "a weight": """\
def loss(x: Tensor, y: Tensor, weight: Tensor) -> Tensor:
    return nn.CrossEntropyLoss(weight)(x, y) + F.nll_loss(x, y, weight)
""",
    "an ignored index": """\
criterion = nn.CrossEntropyLoss(None, None, 3)
""",
    "stepped": """\
def main(scheduler, optimizer, metrics):
    optimizer.step()
    scheduler.step(metrics)
""",
    "a method of one's own": """\
class Trainer:
    def scatter_(self, dim, index, src, reduce):
        return reduce

    def main(self, src: Tensor):
        return self.scatter_(0, src, src, reduce="add")
""",
    "by a dict that lost it": """\
def main(optimizer):
    options = dict(factor=0.5, verbose=True)
    options.pop("verbose")
    return lr_scheduler.ReduceLROnPlateau(optimizer, **options)
""",
    "by a dict that has None": """\
criterion = nn.MSELoss(**{"size_average": None})
""",
    "by a dict of the caller": """\
def main(optimizer, **options):
    return lr_scheduler.ReduceLROnPlateau(optimizer, **options)
""",
    "by a dict that gets it for an old torch": """\
def main(optimizer):
    options = {"factor": 0.5}
    if torch.__version__ < "2.2":
        options["verbose"] = True
    return lr_scheduler.ReduceLROnPlateau(optimizer, **options)
""",
}
