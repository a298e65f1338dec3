"""TEF407 uncalled-tensor-method: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.
"""

from tests.rules.programs import Whole

HEADER = """\
import torch
import torch.nn.functional as F
from torch import Tensor, nn


"""

FLAG: dict[str, str] = {
    "a tensor that was put into an object": """\
def averaged(meters, y: torch.Tensor):
    meters.c = torch.tensor([1, 2, 3])
    return (meters.c.item == y).all()  # expect: TEF407


def elsewhere(meters):
    return meters.c.avg
""",
    "of objects to which torch's functions are handed": """\
class Interval:
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return HANDLED[func](*args, **(kwargs or {}))

    def shape(self):
        return self.low.shape

    def data(self):
        return self.low


def batch_norm(input):
    mean = torch.mean(input)
    return input.shape()[1], mean.shape()[0]  # expect: TEF407?, TEF407?
""",
    "numpy, which raises on CUDA": """\
def pick(f_loss: Tensor, o_loss: Tensor):
    if (torch.exp(f_loss) > o_loss).numpy:  # expect: TEF407 "always true; leave it out"
        return f_loss
    return f_loss.detach().numpy + 1  # expect: TEF407 "raises here; call it, on CUDA behind cpu()"
""",
    "a method that other classes may have, and a function of torch": """\
def check(rows, out, n: int):
    sub = rows.index_select(n)
    y = torch.relu(out)
    return sub, rows.size == n, y.size == n  # expect: TEF407?, TEF407
""",
    "a Tensor of a library that need not be torch": Whole("""\
import torch
from ..functional import Tensor, shape


def rotate(tensor: Tensor) -> Tensor:
    assert tensor.ndim() == 2  # expect: TEF407?
    return shape(tensor, 0)
"""),
    "copy of the snippet collection": """\
def copied(tensor):
    return tensor.detach.clone()()  # expect: TEF407 "call it"
""",
    "detach before clone": """\
def copy(x: Tensor):
    return x.detach.clone()  # expect: TEF407 "x.detach is not called, and a method raises here; use x.detach()"
""",
    "of an unknown object": """\
def copy(preds):
    return preds.detach.cpu().numpy()  # expect: TEF407
""",
    "cpu before numpy": """\
def plot(x: Tensor):
    return x.cpu.numpy()  # expect: TEF407
""",
    "two in a chain": """\
def plot(x: Tensor):
    return x.detach.cpu.numpy()  # expect: TEF407
""",
    "item in arithmetic": """\
def total(losses: Tensor):
    return losses.sum(0).item + 1  # expect: TEF407
""",
    "item added up": """\
def total(batches: list[Tensor]):
    result = 0.0
    for batch in batches:
        result += batch.norm().item  # expect: TEF407
    return result
""",
    "on the right": """\
def share(hits: Tensor):
    return hits.sum(0) / hits.numel  # expect: TEF407
""",
    "negated": """\
def f(x: Tensor):
    return -1 * x.abs  # expect: TEF407
""",
    "size by its place": """\
x = torch.rand(3, 4)
rows = x.size[0]  # expect: TEF407
""",
    "size of an annotated tensor": """\
def rows(x: Tensor):
    return x.size[0]  # expect: TEF407?
""",
    "len of size": """\
x = torch.rand(3, 4)
rank = len(x.size)  # expect: TEF407
""",
    "any in a condition": """\
def check(mask: Tensor):
    if mask.any:  # expect: TEF407 "mask.any is not called, and a method is always true; use mask.any()"
        raise ValueError
""",
    "any of a comparison": """\
def check(x: Tensor):
    if (x < 0).any:  # expect: TEF407
        raise ValueError
""",
    "all asserted": """\
def check(x: Tensor):
    assert torch.isfinite(x).all  # expect: TEF407
""",
    "not": """\
def check(x: Tensor):
    if not x.is_contiguous:  # expect: TEF407
        x = x.contiguous()
    return x
""",
    "and": """\
def check(x: Tensor, strict: bool):
    if strict and x.isnan().any:  # expect: TEF407
        raise ValueError
""",
    "first of or": """\
def check(x: Tensor, y: Tensor):
    return x.is_floating_point or y.is_floating_point()  # expect: TEF407
""",
    "while": """\
def walk(x: Tensor):
    while (x > 1).any:  # expect: TEF407
        x = x / 2
    return x
""",
    "conditional expression": """\
def halve(x: Tensor):
    return x / 2 if x.is_floating_point else x // 2  # expect: TEF407
""",
    "in a comprehension": """\
def finite(parts: list[Tensor]):
    return [part for part in parts if part.isfinite().all]  # expect: TEF407
""",
    "bool": """\
def check(x: Tensor):
    return bool(x.is_complex)  # expect: TEF407
""",
    "dim compared": """\
def batched(x: Tensor):
    if x.dim == 2:  # expect: TEF407
        x = x.unsqueeze(0)
    return x
""",
    "numel compared": """\
def is_empty(x: Tensor):
    return x.numel == 0  # expect: TEF407
""",
    "a size compared with a number, as of an array": """\
def is_empty(x: Tensor):
    y = x.permute(1, 0).contiguous()
    return y.size == 0  # expect: TEF407 "use y.numel()"
""",
    "arithmetic with a size, as of an array, and a size that is joined to a tuple": """\
def count(x: Tensor, features: int):
    y = x.relu()
    total = features * y.size  # expect: TEF407 "use y.numel()"
    return total, y.size + (features,)  # expect: TEF407 "use y.size()"
""",
    "sizes compared": """\
def same(x: Tensor):
    y = x.relu()
    return y.size == x.shape  # expect: TEF407
""",
    "ordered": """\
def is_large(x: Tensor):
    return x.numel() > 3 and x.max > 1  # expect: TEF407
""",
    "a number of it": """\
def number(loss: Tensor):
    return float(loss.item)  # expect: TEF407
""",
    "printed": """\
def report(loss: Tensor):
    print("loss", loss.item)  # expect: TEF407 "loss.item is not called, so the text shows the method itself"
""",
    "in an f-string": """\
def report(step: int, loss: Tensor):
    print(f"{step}: {loss.item:.3f}")  # expect: TEF407
""",
    "formatted": """\
def report(loss: Tensor):
    return "loss %s" % loss.item  # expect: TEF407
""",
    "str": """\
def report(loss: Tensor):
    return str(loss.item)  # expect: TEF407
""",
    "backward as a statement": """\
def train(model: nn.Module, x: Tensor, y: Tensor, optimizer):
    optimizer.zero_grad()
    loss = F.mse_loss(model(x), y)
    loss.backward  # expect: TEF407 "loss.backward is not called, so this statement does nothing"
    optimizer.step()
""",
    "backward of an unknown loss": """\
def train(model, batch, optimizer):
    loss = model.training_loss(batch)
    loss.backward  # expect: TEF407
    optimizer.step()
""",
    "step as a statement": """\
model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for x, y in zip(torch.rand(8, 4), torch.rand(8, 1)):
    optimizer.zero_grad  # expect: TEF407
    F.mse_loss(model(x), y).backward()
    optimizer.step  # expect: TEF407
""",
    "scheduler": """\
model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 10)
for epoch in range(10):
    optimizer.step()
    scheduler.step  # expect: TEF407
""",
    "zero_grad of a helper": """\
def train_one_epoch(model, loader, optimizer):
    for x, y in loader:
        optimizer.zero_grad  # expect: TEF407
        F.mse_loss(model(x), y).backward()
        optimizer.step()
""",
    "eval as a statement": """\
def evaluate(x: Tensor):
    model = nn.Sequential(nn.Linear(4, 4), nn.Dropout())
    model.eval  # expect: TEF407
    return model(x)
""",
    "a trainer's model": """\
class Trainer:
    def __init__(self):
        self.model = nn.Linear(4, 1)
        self.optimizer = torch.optim.Adam(self.model.parameters())

    def step(self, x, y):
        self.model.train  # expect: TEF407
        loss = F.mse_loss(self.model(x), y)
        loss.backward()
        self.optimizer.step  # expect: TEF407
""",
    "in-place method as a statement": """\
def clear(x: Tensor):
    x.zero_  # expect: TEF407
    return x
""",
    "is_cuda called": """\
def where(x: Tensor):
    x = x.relu()
    return "GPU" if x.is_cuda() else "CPU"  # expect: TEF407 "x.is_cuda is a property, and its call raises"
""",
    "shape called": """\
x = torch.rand(3, 4)
rows = x.shape(0)  # expect: TEF407 "use x.shape[0]"
""",
    "T called": """\
x = torch.rand(3, 4)
y = x.T()  # expect: TEF407
""",
    "property of an annotated tensor": """\
def precision(x: Tensor):
    return x.dtype()  # expect: TEF407
""",
    "through a name": """\
def mean(x: Tensor):
    average = x.mean
    return average + 1  # expect: TEF407 "call it"
""",
    "an unannotated forward": """\
class Net(nn.Module):
    def forward(self, x):
        return x.detach.clone()  # expect: TEF407
""",
    "of a gradient": """\
def norms(model: nn.Module):
    return [p.grad.norm().item + 0.0 for p in model.parameters()]  # expect: TEF407
""",
    "needs arguments": """\
def f(x: Tensor):
    return x.view[0]  # expect: TEF407 "call it"
""",
    "minus": """\
def f(x: Tensor):
    return -x.mean  # expect: TEF407 "x.mean is not called, and a method raises here; use x.mean()"
""",
    "iterated over": """\
def f(x: Tensor):
    for value in x.tolist:  # expect: TEF407
        yield value
    yield [value + 1 for value in x.tolist]  # expect: TEF407
""",
    "unpacked": """\
def f(x: Tensor):
    y = torch.rand(len(x), 4)
    n, c = y.size  # expect: TEF407
    first, *rest = y.unbind  # expect: TEF407
    return n, c, first, rest
""",
    "stored into a tensor": """\
def f(x: Tensor):
    z = torch.zeros(3)
    z[0] = x.mean  # expect: TEF407
    return z
""",
    "given to functions of torch": """\
def f(x: Tensor):
    a = torch.log(x.mean)  # expect: TEF407
    b = torch.maximum(x, x.mean)  # expect: TEF407
    c = x.add(x.mean)  # expect: TEF407
    return F.relu(x.detach), a, b, c  # expect: TEF407
""",
    "in a format": """\
def f(x: Tensor):
    return "{:.3f} {last}".format(x.item, last=x.max)  # expect: TEF407, TEF407
""",
    "in the text of a log": Whole("""\
import logging

import torch

logger = logging.getLogger(__name__)


def report(loss: torch.Tensor, writer):
    logging.info("loss %s", loss.item)  # expect: TEF407
    logger.warning("loss %s", loss.item)  # expect: TEF407
    writer.info("loss %s", loss.item)  # expect: TEF407
"""),
    "what other calls show": """\
def train(model, optimizer, scheduler, x: Tensor):
    optimizer.zero_grad()
    F.mse_loss(model(x), x).backward()
    optimizer.step  # expect: TEF407
    scheduler.step  # expect: TEF407
    model.eval  # expect: TEF407
    return scheduler.get_last_lr()
""",
    "an attribute whose other calls show it": """\
class Trainer:
    def train_step(self, x: Tensor):
        self.optimizer.zero_grad()
        self.loss(x).backward()
        self.optimizer.step  # expect: TEF407
""",
    "a scaler": """\
def train(optimizer):
    scaler = torch.amp.GradScaler()
    scaler.step  # expect: TEF407 "call it"
    scaler.update  # expect: TEF407 "use scaler.update()"
""",
    "a parameter of a type of another package": Whole("""\
import torch

from compiler.proxies import TensorLike


def normed(a: TensorLike, size: int) -> TensorLike:
    if a.numel == 0:  # expect: TEF407?
        return a
    check(a.numel() > 0, lambda: f"{a.numel=} is to be greater than 0")  # expect: TEF407?
    return a.mul(a)
"""),
    "a parameter that is annotated as a tensor": Whole("""\
import torch


def normed(a: "torch.Tensor | None", size: int) -> torch.Tensor:
    if a.numel == 0:  # expect: TEF407
        return a
    return a.mul(a)
"""),
}

LEAVE: dict[str, str] = {
    "an object that gives back something else than the tensor it was given": """\
def averaged(meters, y: torch.Tensor):
    meters.c = torch.tensor([1, 2, 3])
    assert meters.c.avg == 2
    assert (meters.c.item == y).all()
""",
    "a class that is handed in and called": """\
def output_shape(self, inputs, _OutputFor):
    count = _OutputFor.shape(inputs)[0]
    return count, _OutputFor(self.conv)(inputs)
""",
    "an object of a class of another package, by its annotation": Whole("""\
import torch
from fields import FieldType
from torch import nn


class Reshuffle(nn.Module):
    def __init__(self, in_type: FieldType, order: list[int]):
        super().__init__()
        self.in_type = in_type
        self.out_type = in_type.index_select(order)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        assert x.shape[1] == self.in_type.size
        return x[:, : self.in_type.size // 2]
"""),
    "an object with attributes that no tensor has, before a method and behind it": Whole("""\
import torch


def biases(out_type, order):
    out = torch.zeros(out_type.space.size, 3)
    out_type = out_type.index_select(order)
    p = 0
    for r in out_type:
        out[p : p + r.size] = torch.tensor(r.change_of_basis)
        p += r.size
    return out


def checked(in_type, order, n: int):
    out = in_type.index_select(order)
    print(in_type.fibergroup)
    assert n == in_type.size
    return out, in_type.size // 2
"""),
    "an object of a class of another package, by its constructor": Whole("""\
import torch
from torch_sparse import SparseTensor
from graphs import Adjacency


class Sampler:
    def __init__(self, edges: torch.Tensor):
        self.adj_t = SparseTensor(row=edges[0], col=edges[1]).t()
        self.adj_t.storage.rowptr()
        self.other = Adjacency(edges)
        self.other.t()
        print(self.other.size // 2)
"""),
    "a method of storages": """\
def bounds(storage: torch.UntypedStorage):
    start = storage.data_ptr()
    return start, start + storage.nbytes()


def of_the_old_kind(storage: "torch.TypedStorage", other: torch.FloatStorage):
    return storage.data_ptr(), storage.nbytes(), other.data_ptr(), other.nbytes()


def of_no_known_kind(storage):
    return storage.data_ptr(), storage.element_size(), storage.nbytes()
""",
    "called": """\
def copy(x: Tensor):
    return x.detach().clone()
""",
    "properties": """\
def f(x: Tensor):
    return x.shape[0], x.dtype, x.T.contiguous(), x.is_cuda, x.ndim + 1, x.device.type
""",
    "gradient": """\
def f(x: Tensor):
    return x.grad.norm() if x.grad is not None else None
""",
    "handed on": """\
def f(x: Tensor, run):
    return run(x.sum)
""",
    "in a list": """\
def f(x: Tensor):
    methods = [x.sum, x.mean]
    return [method() for method in methods]
""",
    "by a name": """\
def f(x: Tensor):
    rectified = x.relu
    return rectified()
""",
    "chosen": """\
def f(x: Tensor, largest: bool):
    reduce = x.amax if largest else x.amin
    return reduce(0)
""",
    "or a default": """\
def f(x: Tensor, reduce=None):
    reduce = reduce or x.sum
    return reduce(0)
""",
    "sort key": """\
def f(xs: list[Tensor]):
    return sorted(xs, key=torch.Tensor.item)
""",
    "compared with None": """\
def f(x: Tensor):
    return x.backward is not None
""",
    "name of a method": """\
def f(x: Tensor):
    return x.sum.__name__
""",
    "array": Whole("""\
import numpy as np
import torch


def f(x: np.ndarray):
    if x.size == 0 or x.size > 3:
        return torch.zeros(0)
    return x.size / 2
"""),
    "image": Whole("""\
import torch
from PIL import Image


def f(path):
    image = Image.open(path)
    return torch.zeros(image.size[0], image.size[1])
"""),
    "image or tensor": """\
def f(image):
    return torch.zeros(image.size[0], image.size[1])
""",
    "the unknown": """\
def f(queue, stats):
    if queue.any:
        return stats.item + 1
    return stats.max > 3
""",
    "attribute of the file's own": """\
class Batch:
    def __init__(self, x: Tensor):
        self.size = len(x)
        self.any = bool(x.any())

    def half(self):
        return self.size / 2 if self.any else 0
""",
    "attribute of a module": """\
class Net(nn.Module):
    def __init__(self, dim: int):
        super().__init__()
        self.dim = dim
        self.max = 3

    def forward(self, x):
        return x * self.dim ** -0.5 if self.max > 2 else x
""",
    "property of the file's own": """\
class Meter:
    @property
    def mean(self):
        return 0.5


def f(meter: Meter):
    return meter.mean + 1
""",
    "attribute by the name of a method": """\
def scales(quantizer):
    return quantizer.amax.view(1), quantizer.amax.item()
""",
    "fields of a result": """\
def f(x: Tensor):
    return x.max(dim=0).values + x.sort().indices[0]
""",
    "eigenvalues": """\
def f(x: Tensor):
    values = torch.linalg.eigh(x).eigenvalues
    return values[0]
""",
    "storage": """\
def f(x: Tensor):
    storage = x.untyped_storage()
    return storage.nbytes() + storage.data_ptr()
""",
    "data frame": Whole("""\
import pandas as pd
import torch


def f(frame: pd.DataFrame):
    return torch.tensor(frame.values[0]) if frame.size > 1 else None
"""),
    "module attribute statement": """\
def f(model: nn.Linear):
    model.weight
    model.training
""",
    "stored elsewhere": """\
def f(x: Tensor, table: dict, run):
    table["mean"] = x.mean
    self_mean, self_sum = x.mean, x.sum
    x.register_hook(x.add)
    run("loss", x.item)
    return self_mean, self_sum
""",
    "statement on what only has such names": """\
def f(server, optimizer, meter):
    server.reset()
    server.step
    optimizer.zero_grad()
    optimizer.state
    meter.update
    meter(3)
""",
    "statement on an unknown": """\
def f(server):
    server.step
    server.train
""",
    "steps of a pipeline": """\
class Pipeline:
    @property
    def step(self):
        return 3

    def run(self):
        self.step
        return self.step + 1
""",
    "file's own backward": """\
class Chain:
    def backward(self):
        return self

    def last(self):
        return self.backward.__func__
""",
    "called with arguments": """\
def f(x: Tensor):
    return x.size(0) + x.dim() if x.any() else x.numel()
""",
    "property called on an unknown": """\
def f(rng):
    return rng.dtype() if rng.requires_grad() else rng.shape()
""",
    "function of torch": """\
def f(x: Tensor):
    reduce = torch.sum
    return reduce(x, dim=0) if torch.cuda.is_available() else torch.relu(x)
""",
    "cpu module": """\
def f():
    return torch.cpu.device_count()
""",
    "optimizer attributes": """\
def f(model: nn.Module):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    optimizer.param_groups
    return optimizer.param_groups[0]["lr"] * 2
""",
    "wrapped step": """\
def f(model: nn.Module):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    step = optimizer.step
    optimizer.step = lambda *args: step(*args)
    return optimizer
""",
    "hook": """\
def f(x: Tensor, hooks: list):
    hooks.append(x.register_hook)
    return hooks
""",
    "thread": Whole("""\
import threading

import torch


def f(x: torch.Tensor):
    worker = threading.Thread(target=x.sum)
    worker.start()
    worker.join()
"""),
    "tested as an attribute": """\
def f(x):
    if hasattr(x, "detach"):
        x = x.detach()
    return x
""",
    "number": """\
def f(step: int):
    return step.real + step.imag
""",
    "text": """\
def f(name: str):
    return f"{name.split}"
""",
    "representation": """\
def f(x: Tensor):
    return f"{x.sum!r}"
""",
    "device of a string": """\
def f(x: Tensor, device: torch.device):
    return x.to(device) if device.type == "cuda" and device.index != 0 else x
""",
    "loader": """\
def f(dataset):
    loader = torch.utils.data.DataLoader(dataset, batch_size=4)
    return loader.batch_size / 2, loader.dataset.size
""",
    "batch encoding": """\
def f(batch):
    return batch.size[0] if batch.any else batch.data.size
""",
    "getattr": """\
def f(x: Tensor, name: str):
    return getattr(x, name)()
""",
    "flags": """\
def f(x: Tensor):
    return x.requires_grad and x.is_leaf and not x.is_sparse
""",
    "packed sequence": """\
def f(x: Tensor, lengths):
    packed = nn.utils.rnn.pack_padded_sequence(x, lengths)
    return packed.data.size(0), packed.batch_sizes[0]
""",
    "enum of modes": """\
class Mode:
    train = 1
    eval = 2


def f(mode):
    return mode == Mode.train
""",
    "rebound": """\
def f(x: Tensor, image):
    x = image
    return x.size[0]
""",
    "assigned over": """\
def f(loss: Tensor):
    item = loss.item
    item = item()
    return item + 1
""",
}
