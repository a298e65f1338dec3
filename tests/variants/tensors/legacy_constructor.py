"""TEF403 legacy-constructor: programs that must be flagged and near misses that must stay silent.

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
    "a float, and a dtype": """\
def loss(pred: torch.Tensor, mask: torch.Tensor):
    a = torch.Tensor(0.0)  # expect: TEF403 "raises TypeError; write torch.tensor for a number"
    b = torch.Tensor(100.0 / pred.shape[0])  # expect: TEF403
    c = torch.Tensor([1.0], dtype=mask.dtype)  # expect: TEF403
    return a + b + c * pred
""",
    "sizes that do not fit into the message": """\
def gather(samples, number_of_channels, number_of_features, number_of_samples):
    out = torch.cuda.FloatTensor(  # expect: TEF403 "write torch.empty with these sizes, a dtype and a device"
        samples, number_of_channels, number_of_features, number_of_samples, number_of_channels, number_of_features
    )
    return out
""",
    "lists for a type of CUDA": """\
def tokens(stop, count):
    a = torch.cuda.LongTensor([stop])  # expect: TEF403 "use torch.tensor([stop], dtype=torch.int64, device="
    b = torch.cuda.LongTensor([0] * count)  # expect: TEF403 "use torch.tensor([0] * count, dtype=torch.int64"
    return a, b
""",
    "what may be sizes or data": """\
def tokens(given):
    return torch.cuda.LongTensor(given)  # expect: TEF403 "write torch.empty for a size, torch.tensor for data"
""",
    "where assignments are written in other ways": """\
def annotated(n: int):
    t: Tensor = torch.cuda.FloatTensor(n, 3)  # expect: TEF403
    return t


def several(n: int):
    a, b = torch.cuda.FloatTensor(n, 3), 1  # expect: TEF403
    c = d = torch.cuda.FloatTensor(n, 3)  # expect: TEF403
    return a, b, c, d


def within(n: int):
    if (y := torch.cuda.FloatTensor(n, 3)).sum() > 0:  # expect: TEF403
        return y
    return None
""",
    "behind a test of the device, and without one": """\
def kept_classes(iou: Tensor, kept: list[int]):
    if iou.is_cuda:
        index = torch.cuda.LongTensor(kept)  # expect: TEF403? "makes torch warn since 2.1; use torch.tensor"
    else:
        index = torch.LongTensor(kept)  # expect: TEF403?
    return iou[index]


def sizes_on_each(sizes: list[int], rank: int):
    if rank == 0:
        sizes = sizes[:1]
    return torch.cuda.LongTensor(sizes)  # expect: TEF403


def counted(n: int, device: int):
    if device > -1:
        return torch.cuda.LongTensor(n, device=device)  # expect: TEF403? "makes torch warn since 2.1; write"
    return torch.arange(n)


def chosen(n: int, use_gpu: bool):
    return torch.cuda.FloatTensor(n, 3) if use_gpu else torch.empty(n, 3)  # expect: TEF403?


def mask(shape: list[int], device):
    return torch.cuda.FloatTensor(*shape, device=device)  # expect: TEF403? "makes torch warn since 2.1; write"
""",
    "the shape of what may be no tensor": """\
def entropy(action_space, device):
    return -torch.prod(torch.Tensor(action_space.shape).to(device))  # expect: TEF403? "ignores the default device"


def noise(x: Tensor, y: Tensor):
    total = torch.Tensor(x.shape)  # expect: TEF403 "is uninitialised memory of that size"
    total += y
    return total
""",
    "a tensor for CUDA": """\
def batch(image: Tensor):
    return torch.cuda.FloatTensor(image.unsqueeze(0).cuda())  # expect: TEF403?
""",
    "uninitialised memory in a test": """\
def test_linear():
    x = torch.Tensor(512, 1024)  # expect: TEF403?
    assert (x + 1).mean(dim=None).isfinite()
""",
    "a number for a size": """\
margin = torch.Tensor(3)  # expect: TEF403? "torch.Tensor(3) is uninitialised memory of that size"
""",
    "a number that is passed in": """\
def margin(value: int):
    return torch.FloatTensor(value)  # expect: TEF403? "write torch.empty for a size, torch.tensor for data"
""",
    "the step counter of a plot": """\
def plot(writer, losses):
    for t in range(100):
        writer.line(losses[t], torch.Tensor([t + 1]))  # expect: TEF403? "use torch.tensor([t + 1], dtype="
""",
    "the lengths of a batch in a collate function": """\
def collate(batch):
    lengths = []
    for item in batch:
        lengths.append(len(item))
    return torch.FloatTensor(lengths)  # expect: TEF403? "turns integers into float32"
""",
    "rows of computed integers": """\
def grid(height: int, width: int):
    return torch.Tensor([[height, width], [height // 2, width // 2]])  # expect: TEF403?
""",
    "memory that is read": """\
def scores(n: int):
    totals = torch.Tensor(n, 2)  # expect: TEF403 "use torch.empty(n, 2)"
    return totals + 1
""",
    "memory that is read after a move": """\
def scores(n: int):
    totals = torch.FloatTensor(n, 2).to("cuda")  # expect: TEF403 "use torch.empty(n, 2, dtype=torch.float32)"
    return totals.sum(dim=1)
""",
    "totals in memory that nothing set to zero": """\
def totals(losses, xs):
    total = torch.Tensor(1)  # expect: TEF403 "uninitialised memory"
    for loss in losses:
        total += loss
    s = torch.FloatTensor(1)  # expect: TEF403
    for loss in losses:
        s.add_(loss)
    best = torch.Tensor(3)  # expect: TEF403
    mean = torch.Tensor(3)  # expect: TEF403
    for x in xs:
        best = torch.max(best, x)
        mean = mean + x
    return total.item(), s, best, mean
""",
    "counts": """\
def counts(labels):
    counts = torch.Tensor(10, 2)  # expect: TEF403
    for label in labels:
        if label is not None:
            counts[label] += 1
    return counts
""",
    "totals without a loop, and in each iteration": """\
def totals(writer, xs):
    a, b = torch.Tensor(2, 3), torch.Tensor(2, 3)  # expect: TEF403 # expect: TEF403
    a *= xs
    for x in xs:
        t = torch.Tensor(1)  # expect: TEF403
        t += x
        writer.add(t)
        t.zero_()
    return a + b
""",
    "memory that another iteration fills": """\
def totals(xs):
    s, t = torch.Tensor(3), torch.Tensor(3)  # expect: TEF403? # expect: TEF403?
    for i, x in enumerate(xs):
        if i > 0:
            s += x
            t += x
        else:
            s.copy_(x)
            t = x
    return s, t
""",
    "counts of which the first are stored, and a recurrence over rows": """\
def counts(labels, seen):
    counts, rows = torch.Tensor(10), torch.Tensor(10)  # expect: TEF403? # expect: TEF403?
    for i, label in enumerate(labels):
        if label in seen:
            counts[label] += 1
            label = rows[i - 1] + 1
        else:
            counts[label] = 1
        rows[i] = label
    return counts, rows
""",
    "memory that is filled by a call": """\
def total(x):
    t = torch.Tensor(3)  # expect: TEF403?
    fill(t)
    t += x
    s = torch.Tensor(3)  # expect: TEF403?
    nn.init.zeros_(s)
    s += x
    r = torch.Tensor(3)  # expect: TEF403?
    torch.add(x, 1, out=r)
    return s + t, r + 1
""",
    "memory that is filled in part": """\
def total(x):
    t = torch.Tensor(3)  # expect: TEF403?
    t[0] = x
    t[1] += x
    s = torch.Tensor(3)  # expect: TEF403?
    s.masked_fill_(x > 0, 1)
    return s, t
""",
    "a type of CUDA": """\
targets = torch.cuda.FloatTensor([1.0, 0.0])  # expect: TEF403 "use torch.tensor([1.0, 0.0], dtype=torch.float32"
""",
    "a type of CUDA, kept on the function": """\
def gather(data, size: int):
    if not hasattr(gather, "buffer") or size != gather.buffer.size():
        gather.buffer = torch.cuda.ByteTensor(size)  # expect: TEF403?
    return gather.buffer, torch.cuda.ByteTensor(size)  # expect: TEF403
""",
    "a type of CUDA that is imported": Whole("""\
from torch.cuda import LongTensor


def labels(batch):
    return LongTensor(batch)  # expect: TEF403
"""),
    "a type of CUDA for sizes, filled": """\
def noise(batch: int):
    return torch.cuda.FloatTensor(batch, 100).normal_(0, 1)  # expect: TEF403
""",
    "torch and Tensor by other names": Whole("""\
import torch as th
from torch import Tensor as T

a = th.Tensor(4)  # expect: TEF403? "write th.empty for a size, th.tensor for data"
b = T(4)  # expect: TEF403?
"""),
    "a type in a name": """\
make = torch.Tensor
margin = make(2)  # expect: TEF403?
""",
    "floats": """\
mean = torch.Tensor([0.485, 0.456, 0.406])  # expect: TEF403?
""",
    "integers that are written out": """\
sizes = torch.Tensor([1, 2, 3])  # expect: TEF403?
""",
    "integers as integers": """\
def labels(n: int):
    return torch.LongTensor([n, n + 1])  # expect: TEF403?
""",
    "what nobody knows": """\
def states(batch):
    return torch.FloatTensor(batch)  # expect: TEF403?
""",
    "an array": """\
import numpy as np

x = torch.Tensor(np.zeros((2, 3)))  # expect: TEF403?
""",
    "a parameter that is initialised later": """\
class Scale(nn.Module):
    def __init__(self, features: int):
        super().__init__()
        self.weight = nn.Parameter(torch.Tensor(features, 3))  # expect: TEF403? "use torch.empty(features, 3)"
        self.bias = nn.Parameter(torch.Tensor(features))  # expect: TEF403? "use torch.empty(features)"
        nn.init.normal_(self.weight)
        nn.init.zeros_(self.bias)
""",
    "memory that is filled": """\
def noise(n: int):
    return torch.Tensor(n).uniform_(-1, 1)  # expect: TEF403?
""",
    "memory that is filled after a view": """\
def noise(n: int):
    noise = torch.Tensor(n)  # expect: TEF403?
    noise.view(-1).fill_(0)
    return noise
""",
    "the shape of another tensor": """\
def like(x: Tensor):
    x = x.relu()
    out = torch.Tensor(x.size())  # expect: TEF403? "use torch.empty(x.size())"
    return out.copy_(x)
""",
    "no number at all": """\
seen = torch.Tensor()  # expect: TEF403?
""",
    "each of a list": """\
def states(batch):
    return list(map(torch.Tensor, batch))  # expect: TEF403?
""",
    "a tensor": """\
def again(x: Tensor):
    return torch.Tensor(x.relu())  # expect: TEF403?
""",
    "sizes of a list": """\
def grid(sizes):
    return torch.Tensor(*sizes)  # expect: TEF403?
""",
    "uninitialised tensor of the shape of another": """\
def sample(logits: torch.Tensor, nr: int) -> torch.Tensor:
    n, m, k, c = logits.shape
    means = logits.view(n, m, k, c // nr, nr).sum(dim=4)
    log_scales = logits.view(n, m, k, c // nr, nr).amax(dim=4)
    u = torch.FloatTensor(means.size())  # expect: TEF403?
    u.uniform_(1e-5, 1.0 - 1e-5)
    return means + torch.exp(log_scales) * u
""",
    "a number as a tensor of one, in a test of softplus": """\
def test_softplus():
    least = 2.0
    expected = torch.Tensor([least]).exp().log1p() ** 2  # expect: TEF403?
    assert torch.tensor(least).exp().log1p() == expected
""",
    "what a test for one class of tensors tells apart": """\
def prompt(wav):
    if not isinstance(wav, torch.FloatTensor):
        wav = torch.tensor(wav)
    if wav.size(-1) == 2:
        wav = wav.mean(-1, keepdim=False)
    return wav.unsqueeze(0)


def load(values):
    wav = torch.FloatTensor(values)  # expect: TEF403?
    return prompt(wav)
""",
    "what a test for several classes of tensors tells apart": """\
def prompt(wav):
    if not isinstance(wav, (torch.FloatTensor, torch.cuda.FloatTensor)):
        wav = torch.tensor(wav)
    return wav.unsqueeze(0)


def load(values):
    return prompt(torch.FloatTensor(values))  # expect: TEF403?
""",
}

LEAVE: dict[str, str] = {
    "a float and a dtype for a factory": """\
def loss(pred: torch.Tensor, mask: torch.Tensor):
    return torch.tensor(0.0) + torch.tensor([1.0], dtype=mask.dtype) * pred
""",
    "factories on CUDA": """\
def tokens(batch, count):
    a = torch.tensor([0] * count, dtype=torch.int64, device="cuda")
    return a, torch.empty(batch, count, dtype=torch.int32, device="cuda")
""",
    "types of CUDA that are only compared": """\
def is_on_cuda(x):
    return isinstance(x, torch.cuda.FloatTensor)
""",
    "a dtype that is said": """\
def weights(n: int):
    return torch.empty(n, dtype=torch.float32).fill_(1.0), torch.tensor([n], dtype=torch.int64)
""",
    "totals that start at zero": """\
def totals(losses, labels):
    total, s, counts = torch.zeros(1), torch.tensor(0.0), torch.zeros(10)
    for loss, label in zip(losses, labels):
        total += loss
        s.add_(loss)
        counts[label] += 1
    return total, s, counts
""",
    "memory of torch.empty": """\
def total(xs):
    t = torch.empty(3)
    for x in xs:
        t += x
    return t
""",
    "a class of the file": """\
class Tensor(list):
    pass


def total(xs):
    t = Tensor(3)
    for x in xs:
        t += x
    return t
""",
    "a type that is handed on": """\
def stacked(rows, kind=torch.FloatTensor):
    return torch.stack(rows).type(kind)
""",
    "a test of the type": """\
def is_batch(x):
    return isinstance(x, torch.Tensor) or isinstance(x, (torch.FloatTensor, torch.cuda.FloatTensor))
""",
    "annotations": """\
def scaled(x: torch.Tensor, y: "torch.FloatTensor") -> torch.Tensor:
    z: torch.LongTensor = y.long()
    return x * z
""",
    "a subclass": """\
class Named(torch.Tensor):
    def named(self):
        return self


class Empty(Named):
    pass


x = Named([1, 2])
y = Empty(3)
""",
    "making an object of a subclass": """\
class Named(torch.Tensor):
    @staticmethod
    def __new__(cls, data, name):
        made = torch.Tensor._make_subclass(cls, data)
        made.title = name
        return made
""",
    "its own constructor": """\
class Named(torch.Tensor):
    def __new__(cls, *args, **kwargs):
        return super().__new__(cls, *args, **kwargs)
""",
    "the default type": """\
if hasattr(torch, "set_default_tensor_type"):
    torch.set_default_tensor_type(torch.DoubleTensor)
""",
    "a method called as a function": """\
def total(x: Tensor, y: Tensor):
    return torch.Tensor.add(x.relu(), y.relu())
""",
    "a comparison of types": """\
def same(x):
    return type(x) is torch.Tensor or x.type() == "torch.FloatTensor"
""",
    "factories": """\
def all_of_them(n: int, rows):
    a = torch.tensor(n)
    b = torch.empty(n, 2).normal_()
    c = torch.tensor([n, n + 1])
    d = torch.as_tensor(rows)
    return a, b, c, d
""",
    "another class of that name": """\
class FloatTensor:
    def __init__(self, count):
        self.count = count


x = FloatTensor(3)
""",
    "a type of another library": Whole("""\
import torch
from tinygrad.tensor import Tensor

x = Tensor(3)
y = Tensor([1, 2])
"""),
    "a field of a dataclass": Whole("""\
from dataclasses import dataclass, field

import torch


@dataclass
class Batch:
    images: torch.Tensor
    labels: torch.LongTensor | None = None
    kind: type = torch.Tensor
"""),
    "a key of a registry": """\
CONVERSIONS = {torch.Tensor: lambda x: x, torch.LongTensor: lambda x: x.long()}


def converted(x):
    return CONVERSIONS[type(x)](x)
""",
    "a cast": Whole("""\
from typing import cast

import torch


def given(x):
    return cast(torch.Tensor, x)
"""),
    "a type as an argument": """\
def converted(batch, type_of=torch.FloatTensor):
    return [entry.type(type_of) for entry in batch]
""",
    "a mock of one": Whole("""\
from unittest import mock

import torch

x = mock.Mock(spec=torch.Tensor)
"""),
    "an overload": """\
torch.Tensor.total = lambda self: self.sum(dim=None)
""",
    "a size": """\
def sizes(x: Tensor):
    return torch.Size([2, 3]), torch.Size(x.shape)
""",
    "a generator and a device": """\
generator = torch.Generator()
device = torch.device("cuda", 0)
""",
    "a sparse type": """\
def graph(i: Tensor, v: Tensor):
    return torch.sparse_coo_tensor(i, v, (2, 3))
""",
    "a type of a pattern": """\
def described(x):
    match x:
        case torch.Tensor():
            return "a tensor"
        case _:
            return "something else"
""",
    "storage": """\
x = torch.UntypedStorage(8)
""",
    "a lazy parameter": """\
class Head(nn.Module):
    def __init__(self, features: int):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(features, 3))
        nn.init.normal_(self.weight)
""",
    "a new tensor like another": """\
def padded(x: Tensor, n: int):
    x = x.relu()
    return x.new_zeros(n), x.new_tensor([1.0])
""",
}
