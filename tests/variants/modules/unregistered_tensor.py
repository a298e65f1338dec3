"""TEF602 unregistered-tensor: programs that must be flagged and near misses that must stay silent.

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
    "a base of another file, without layers": Whole("""\
import torch

from parts import Component


class Linear(Component):
    def __init__(self, d_in: int, d_out: int):
        super().__init__()
        self.matrix = torch.zeros(d_in, d_out)  # expect: TEF602?

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x @ self.matrix
"""),
    "a base of another file, with layers": Whole("""\
import torch
from torch import nn

from parts import Component


class Linear(Component):
    def __init__(self, d_in: int, d_out: int):
        super().__init__()
        self.matrix = torch.zeros(d_in, d_out)  # expect: TEF602

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return nn.functional.relu(x @ self.matrix)
"""),
    "put on a device by a function of another file": """\
from core import set_scale, to_device


class Graph(nn.Module):
    def __init__(self, n: int):
        super().__init__()
        self.rows, self.columns = self.matrices(n)
        self.turned = self.rows.t()  # expect: TEF602?
        self.scaled = set_scale(torch.ones(3, 3)).t()  # expect: TEF602

    def matrices(self, n: int):
        return to_device(torch.zeros(n, n)), to_device(torch.zeros(n, n))

    def forward(self, x: torch.Tensor):
        return x @ self.turned @ self.scaled
""",
    "what numbers are drawn from that are moved, or not": """\
class Sampled(nn.Module):
    def __init__(self, counts: list[float]):
        super().__init__()
        self.counts = torch.tensor([*counts, 1.0])  # expect: TEF602?
        self.others = torch.tensor([*counts, 1.0])  # expect: TEF602
        self.embedding = nn.Embedding(len(counts), 3)

    def forward(self, x: torch.Tensor):
        drawn = torch.multinomial(self.counts, 5).to(x.device)
        return self.embedding(drawn) @ x + self.others
""",
    "a copy of what the object holds, and what is made of a setting": """\
class Step(nn.Module):
    def __init__(self, arguments):
        super().__init__()
        self.initial = nn.ParameterDict(arguments)
        self.external = torch.tensor(self.initial["w"], requires_grad=True)  # expect: TEF602?
        self.own = torch.tensor([1.0, 2.0], requires_grad=True)  # expect: TEF602
        self.rates = torch.tensor(arguments["rates"], requires_grad=True)  # expect: TEF602

    def forward(self, x: Tensor) -> Tensor:
        return x * self.external + self.own * self.rates
""",
    "a module in a file of tests": Whole("""\
import pytest
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.state = torch.tensor([1.0])  # expect: TEF602?

    def forward(self, x):
        return x + self.state


def test_net():
    assert Net()(torch.ones(1)) == 2
"""),
    "read only while the module is set up, or outside of what forward runs": """\
class Unpacked(nn.Module):
    def __init__(self, bits: int):
        super().__init__()
        self.shifts = torch.arange(0, 32, bits).unsqueeze(0)  # expect: TEF602?
        self.weight = nn.Parameter(torch.ones(4, 4))

    def unpack(self, packed: Tensor):
        return packed[:, None] >> self.shifts

    def forward(self, x):
        return x @ self.weight


class Prior(nn.Module):
    def __init__(self, bias: float):
        super().__init__()
        self.prior = torch.tensor([bias, 0.0])  # expect: TEF602?

    def model(self, data: Tensor):
        return data + self.prior

    def guide(self, shape):
        return self.prior * torch.ones(shape)
""",
    "it meets only what the module makes on the CPU as well": """\
class Prior(nn.Module):
    def __init__(self, bias: float, scale):
        super().__init__()
        self.prior = torch.tensor([bias, 0.0])  # expect: TEF602?
        self.scale = scale
        self.table = torch.ones(2, 2)  # expect: TEF602?

    def forward(self, shape):
        return self.prior * torch.ones(shape) * self.scale + self.table @ torch.zeros(2, 2)
""",
    "compared with itself for a boolean index, and with what forward gets": """\
class Groups(nn.Module):
    def __init__(self, groups: list[int]):
        super().__init__()
        self.groups = torch.tensor(groups)  # expect: TEF602?
        self.classes = torch.tensor(groups)  # expect: TEF602
        self.allowed = torch.tensor(groups)  # expect: TEF602

    def forward(self, x, labels: Tensor):
        x = x.masked_fill(self.allowed[:, None] > 0, 0.0)
        for group in torch.unique(self.groups):
            x[self.groups == group] = 0.0
        return x[labels == self.classes]
""",
    "moved somewhere in the file, and only converted": """\
class Coefficients(nn.Module):
    def __init__(self, device):
        super().__init__()
        self.a = torch.ones(8)  # expect: TEF602?
        self.b = torch.ones(8)  # expect: TEF602
        self.c = torch.ones(8)  # expect: TEF602?
        self.a = self.a.to(device)  # expect: TEF409?

    def forward(self, x):
        return x * self.a + x * self.b.to(torch.float64) + x * self.c


def prepared(net: Coefficients):
    net.c = net.c.cuda()
    return net
""",
    "one number of it at a time": """\
class Polynomial(nn.Module):
    def __init__(self, a):
        super().__init__()
        self.a = torch.tensor(a, dtype=torch.float32)  # expect: TEF602?
        self.rows = torch.tensor([[1.0, 2.0], [3.0, 4.0]])  # expect: TEF602

    def forward(self, x):
        for i in range(8):
            x = x + self.a[i] * x
        return x * self.rows[0]
""",
    "in what forward calls, in a list, and with a parameter": """\
class Marked(nn.Module):
    def __init__(self, n: int):
        super().__init__()
        self.mark = torch.zeros(1, n)  # expect: TEF602
        self.scale = torch.ones(n)  # expect: TEF602
        self.shift = torch.ones(n)  # expect: TEF602?
        self.weight = nn.Parameter(torch.ones(n))

    def marked(self, x: Tensor):
        return torch.cat([x, self.mark])

    def forward(self, batch):
        x, _ = batch
        return shifted(self.marked(x["rows"]), self.shift) * (self.weight * self.scale)


def shifted(x: Tensor, by: Tensor):
    return x + by
""",
    "a legacy constructor": """\
class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.table = torch.FloatTensor(3)  # expect: TEF602, TEF403?
        self.noise = torch.Tensor(n, 3).normal_()  # expect: TEF602, TEF403?

    def forward(self, x):
        return self.fc(x) * self.table + self.noise
""",
    "an index that another one has the shape of, what is compared by __eq__, a number of NumPy's": """\
import numpy as np


class Filter(nn.Module):
    def __init__(self, size, count):
        super().__init__()
        self.upper = torch.triu_indices(size, size, 1)  # expect: TEF602?
        self.lower = torch.empty_like(self.upper)  # expect: TEF602?
        self.lower[0] = self.upper[1]
        self.kept = torch.ones(size) > 0  # expect: TEF602?
        self.log_count = torch.as_tensor(np.log(count).astype("float32"))  # expect: TEF602?
        self.logs = torch.as_tensor(np.log(np.arange(8)))  # expect: TEF602
        self.eye = torch.eye(size)  # expect: TEF602

    def forward(self, x):
        x[:, self.upper[0], self.upper[1]] = 0.0
        x[:, self.lower[0], self.lower[1]] = 1.0
        return x.logsumexp(2) - self.log_count - self.logs + self.eye

    def parts(self, basis):
        return [one for i, one in enumerate(basis) if self.kept[i]]

    def __eq__(self, other):
        return isinstance(other, Filter) and (self.kept == other.kept).all()
""",
    "numbers that Python reads, and what is made on CUDA": """\
class Observer(nn.Module):
    def __init__(self, percentile):
        super().__init__()
        self.share = torch.tensor(percentile) * 0.01  # expect: TEF602?
        self.stop = torch.zeros(1, dtype=torch.int64)  # expect: TEF602?
        self.offsets = torch.arange(8, device="cuda")  # expect: TEF602?
        self.scale = torch.ones(8, device="cuda", requires_grad=True)  # expect: TEF602
        self.low = torch.arange(8)  # expect: TEF602
        self.weight = torch.tensor([0.5, 0.1])  # expect: TEF602

    def forward(self, x):
        k = int(self.share[0] * x.numel())
        stop = self.stop
        if stop != -1 and x.shape[1] > stop:
            return x.kthvalue(int(self.share[1] * x.numel())).values
        return x[:k] * self.scale + self.offsets + self.low + x[int((x * self.weight).sum(dim=None))]
""",
    "asked for by a helper of its own accord, and too early": """\
def converted(values, requires_grad=True):
    return torch.tensor(values, requires_grad=requires_grad)


def learned(values):
    return torch.tensor(values, requires_grad=True)


class Loss(nn.Module):
    def __init__(self, weight=10):
        self.weight = converted([weight])  # expect: TEF602?
        self.other = learned([weight])  # expect: TEF602 "wrap it in nn.Parameter(...), after super().__init__()"
        self.mask = torch.ones(3, 3).triu()  # expect: TEF602 "a buffer with persistent=False, after super().__init__()"
        super().__init__()

    def forward(self, x):
        return x * self.weight * self.mask + self.other
""",
    "handed to code that is not torch's, stored into, made into numbers": """\
from project import attend


class Net(nn.Module):
    def __init__(self, n: int, weight: float):
        super().__init__()
        self.dummy = torch.ones(1, requires_grad=True)  # expect: TEF602?
        self.kept = torch.zeros(1000, n)  # expect: TEF602?
        self.weights = torch.tensor([weight, 1 - weight])  # expect: TEF602?
        self.indices = torch.arange(n)  # expect: TEF602?

    def forward(self, x, at: int):
        self.kept[at] = x
        first = x.square() * self.weights[0]
        return attend(x, self.dummy, self.kept) + first[..., self.indices]

    def config(self):
        return {"indices": self.indices.tolist()}
""",
    "a mask": """\
class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.mask = torch.tril(torch.ones(n, n))  # expect: TEF602 "self.register_buffer("mask", "

    def forward(self, x):
        return x.masked_fill(self.mask == 0, float("-inf"))
""",
    "a weight": """\
class Net(nn.Module):
    def __init__(self, n: int):
        super().__init__()
        self.w = torch.randn(n, 4, requires_grad=True)  # expect: TEF602 "write nn.Parameter(torch.randn(n, 4))"
        self.b = torch.zeros(n).requires_grad_()  # expect: TEF602 "is not in parameters()"
        self.scale = torch.randn(4, requires_grad=True) * 0.1  # expect: TEF602

    def forward(self, x):
        return F.linear(x * self.scale, self.w, self.b)
""",
    "asked for its gradient later": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = torch.randn(4)  # expect: TEF602 "parameters()"
        self.w.requires_grad = True
        self.v = torch.randn(4)  # expect: TEF602 "parameters()"
        self.v.requires_grad_(True)

    def forward(self, x):
        return x * self.w + self.v
""",
    "aliases": Whole("""\
import torch as th
from torch import arange, ones
from torch.nn import Module


class Net(Module):
    def __init__(self, n):
        super(Net, self).__init__()
        self.positions = arange(n)  # expect: TEF602
        self.weights = ones(n, dtype=th.float64)  # expect: TEF602

    def forward(self, x):
        return x.index_select(0, self.positions) @ self.weights
"""),
    "by a name, and with a type": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        mean = torch.tensor([0.485, 0.456, 0.406]).view(1, 3, 1, 1)
        self.mean = mean  # expect: TEF602
        self.std: Tensor = torch.tensor([0.229, 0.224, 0.225])  # expect: TEF602
        self.low, self.high = torch.zeros(3), torch.ones(3)  # expect: TEF602, TEF602

    def forward(self, x):
        x = (x - self.mean) / self.std[:, None, None]
        return torch.maximum(torch.minimum(x, self.high), self.low)
""",
    "made in steps": """\
class PositionalEncoding(nn.Module):
    def __init__(self, dim, length=5000):
        super().__init__()
        pe = torch.zeros(length, dim)
        position = torch.arange(length).unsqueeze(1).float()
        div = torch.exp(torch.arange(0, dim, 2).float() * -0.1)
        pe[:, 0::2] = torch.sin(position * div)
        pe[:, 1::2] = torch.cos(position * div)
        self.pe = pe.unsqueeze(0)  # expect: TEF602

    def forward(self, x):
        return x + self.pe[:, : x.size(1)]
""",
    "made by a helper, of the class or not": """\
def kernel(size):
    g = torch.arange(size).float()
    return (-g.square()).exp()


class Blur(nn.Module):
    def __init__(self, size):
        super().__init__()
        self._build(size)
        self.kernel = kernel(size)  # expect: TEF602

    def _build(self, size):
        self.offsets = torch.arange(size)  # expect: TEF602

    def forward(self, x):
        return (x + self.offsets) * self.kernel
""",
    "from an array": Whole("""\
import numpy as np
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, size):
        super().__init__()
        window = np.hanning(size)
        self.window = torch.from_numpy(window).float()  # expect: TEF602

    def forward(self, x):
        return torch.stft(x, 64, window=self.window, return_complex=True)
"""),
    "placed further down": """\
class Sobel(nn.Module):
    def __init__(self):
        super().__init__()
        self.kernel = torch.tensor([[1, 0, -1], [2, 0, -2], [1, 0, -1]]).float()  # expect: TEF602?
        self.count = 3
        self.kernel = self.kernel.unsqueeze(0).unsqueeze(0).to(device)  # expect: TEF409?

    def forward(self, x):
        return F.conv2d(x, self.kernel, padding=1)
""",
    "put on CUDA further down, where it is asked for": """\
class Loss(nn.Module):
    def __init__(self, n, use_cuda=True):
        super().__init__()
        self.weights = torch.arange(n) + 1.0  # expect: TEF602?
        if use_cuda:
            self.weights = self.weights.cuda(non_blocking=True)

    def forward(self, x):
        return (x * self.weights).mean()
""",
    "made in two steps, on the CPU": """\
class Sobel(nn.Module):
    def __init__(self):
        super().__init__()
        self.kernel = torch.tensor([[1, 0, -1], [2, 0, -2], [1, 0, -1]]).float()  # expect: TEF602
        self.kernel = self.kernel.unsqueeze(0).unsqueeze(0)

    def forward(self, x):
        return F.conv2d(x, self.kernel, padding=1)
""",
    "made anew later, where it was": """\
class Rotary(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.dim = dim
        self.steps = 1.0 / (100 ** (torch.arange(0, dim, 2).float() / dim))  # expect: TEF602

    def stretch(self, base):
        self.steps = self.steps * base

    def forward(self, x):
        return x * self.steps
""",
    "a window that is made and put on CUDA": """\
class Spectrum(nn.Module):
    def __init__(self):
        super().__init__()
        self.window = torch.hamming_window(640, periodic=False).cuda()  # expect: TEF409?, TEF602?

    def forward(self, x):
        return x * self.window
""",
    "on a device of its own": """\
class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.eye = torch.eye(n).cuda()  # expect: TEF409?, TEF602?

    def forward(self, x):
        return x + self.eye
""",
    "handed on to a layer and to a function": """\
from project import attend


class Net(nn.Module):
    def __init__(self, layer, n):
        super().__init__()
        self.layer = layer
        self.mask = torch.zeros(n, n, dtype=torch.bool)  # expect: TEF602?
        self.bias = torch.zeros(n)  # expect: TEF602?

    def forward(self, x):
        return attend(self.layer(x, self.mask), self.bias)
""",
    "weights of a loss": """\
class FocalLoss(nn.Module):
    def __init__(self, alpha=None, gamma: float = 2.0):
        super().__init__()
        self.gamma = gamma
        self.alpha = torch.tensor([0.25, 0.75])  # expect: TEF602
        self.weights = torch.tensor(alpha)  # expect: TEF602

    def forward(self, logits, targets):
        loss = F.cross_entropy(logits, targets, weight=self.weights, reduction="none")
        return (self.alpha[targets] * loss).mean()
""",
    "a moving average": """\
class Center(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.center = torch.zeros(1, n)  # expect: TEF602
        self.mean = torch.zeros(n)  # expect: TEF602

    def forward(self, x):
        self.center = 0.9 * self.center + 0.1 * x.detach().mean(0, keepdim=True)
        with torch.no_grad():
            self.mean += 0.1 * (x.mean(0) - self.mean)
        return x - self.center - self.mean
""",
    "read in another method, in a subclass": """\
class Base(nn.Module):
    def __init__(self):
        super().__init__()
        self.grid = torch.linspace(-1, 1, 8)  # expect: TEF602


class Net(Base):
    def features(self, x):
        return x * self.grid

    def forward(self, x):
        return self.features(x)
""",
    "under a condition": """\
class Net(nn.Module):
    def __init__(self, causal, n):
        super().__init__()
        self.mask = None
        if causal:
            self.mask = torch.triu(torch.ones(n, n), 1).bool()  # expect: TEF602

    def forward(self, x):
        return x if self.mask is None else x.masked_fill(self.mask, 0.0)
""",
    "a LightningModule": Whole("""\
import pytorch_lightning as pl
import torch


class Lit(pl.LightningModule):
    def __init__(self, classes):
        super().__init__()
        self.class_weights = torch.ones(classes)  # expect: TEF602

    def training_step(self, batch, index):
        x, y = batch
        return torch.nn.functional.cross_entropy(x, y, weight=self.class_weights)
"""),
    "the author sees to the device": """\
class Net(nn.Module):
    def __init__(self, n, device):
        super().__init__()
        self.mask = torch.ones(n)  # expect: TEF602?
        self.grid = torch.arange(n, device=device)  # expect: TEF602?
        self.eye = torch.eye(n).to(device)  # expect: TEF409?, TEF602?
        self.bias = torch.zeros(n, n)  # expect: TEF602?

    def forward(self, x):
        bias = self.bias[: x.size(0)]
        return x * self.mask.to(x.device) + self.eye + self.grid + bias.to(x)
""",
    "a number goes with every device": """\
class Net(nn.Module):
    def __init__(self, alpha):
        super().__init__()
        self.scale = torch.tensor(0.5)  # expect: TEF602?
        self.alpha = torch.tensor(alpha)  # expect: TEF602?

    def forward(self, x):
        return x * self.scale + self.alpha
""",
    "trained by other means": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = torch.randn(3, requires_grad=True)  # expect: TEF602?
        self.v = torch.randn(3, requires_grad=True)  # expect: TEF602?

    def forward(self, x):
        return x @ self.w + x @ self.v

    def update(self, rate):
        with torch.no_grad():
            self.v -= rate * self.v.grad


net = Net()
optimizer = torch.optim.SGD([net.w], lr=0.1)
""",
    "one of two, by a conditional expression": """\
class Net(nn.Module):
    def __init__(self, n: int, lower: bool):
        super().__init__()
        self.mask = torch.ones(n, n) if lower else torch.zeros(n, n)  # expect: TEF602 'self.register_buffer("mask", '
        self.bias = torch.ones(n) if lower else None  # expect: TEF602 'self.register_buffer("bias", '
        self.scale = torch.ones(n, requires_grad=True) if lower else None  # expect: TEF602 "wrap it in nn.Parameter"

    def forward(self, x):
        if self.bias is not None:
            x = x + self.bias * self.scale
        return x * self.mask
""",
    "a start that becomes a buffer, and is used itself": """\
class Net(nn.Module):
    def __init__(self, n: int):
        super().__init__()
        self.start = torch.zeros(n)  # expect: TEF602

    def build(self):
        self.register_buffer("state", self.start)

    def forward(self, x):
        return x + self.state - self.start
""",
    "an index in square brackets, and one that is no such index only": """\
class Net(nn.Module):
    def __init__(self, places):
        super().__init__()
        self.index = torch.tensor([i for i in places], dtype=torch.int)  # expect: TEF602?
        self.chosen = torch.ones(4) > 0  # expect: TEF602?
        self.picked = torch.tensor([i for i in places])  # expect: TEF602
        self.shifted = torch.tensor([i for i in places])  # expect: TEF602

    def forward(self, x, offset: Tensor):
        x[..., self.index] = torch.relu(x[..., self.index])
        x = x.index_select(0, self.picked)[:, self.chosen]
        return x[self.shifted + offset]
""",
    "memory that NumPy writes into": """\
import numpy as np


class Warp(nn.Module):
    def __init__(self):
        super().__init__()
        self.matrix = torch.empty(1, 3, 3)  # expect: TEF602?
        self.other = torch.ones(1, 3, 3)  # expect: TEF602

    def forward(self, x: Tensor, found):
        np.copyto(self.matrix[0].numpy(), found)
        return x @ self.matrix.clone() @ self.other
""",
}

LEAVE: dict[str, str] = {
    "no module, with a method of another name": Whole("""\
import torch


class Linear:
    def __init__(self, d_in: int, d_out: int):
        self.matrix = torch.zeros(d_in, d_out)

    def apply_to(self, x: torch.Tensor) -> torch.Tensor:
        return x @ self.matrix
"""),
    "a base of another file, and what the argument gives": Whole("""\
import torch

from parts import Component


class Linear(Component):
    def __init__(self, d_in: int, d_out: int):
        super().__init__()
        self.matrix = d_in

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x @ self.matrix
"""),
    "put on a device by a function of another file, as a buffer": """\
from core import to_device


class Graph(nn.Module):
    def __init__(self, n: int):
        super().__init__()
        self.register_buffer("rows", to_device(torch.zeros(n, n)))

    def forward(self, x: torch.Tensor):
        return x @ self.rows.t()
""",
    "drawn from a buffer": """\
class Sampled(nn.Module):
    def __init__(self, counts: list[float]):
        super().__init__()
        self.register_buffer("counts", torch.tensor([*counts, 1.0]))

    def forward(self, x: torch.Tensor):
        return torch.multinomial(self.counts, 5) + x
""",
    "a copy of what the object holds that is registered": """\
class Step(nn.Module):
    def __init__(self, arguments):
        super().__init__()
        self.initial = arguments
        self.own = nn.Parameter(torch.tensor(self.initial["w"]))
        self.register_buffer("rates", torch.tensor(self.initial["rates"]), persistent=False)

    def forward(self, x: Tensor) -> Tensor:
        return x * self.own * self.rates
""",
    "registered further down": """\
class Sobel(nn.Module):
    def __init__(self, device):
        super().__init__()
        kernel = torch.tensor([[1.0, 0, -1], [2, 0, -2], [1, 0, -1]], device=device)
        self.register_buffer("kernel", kernel.unsqueeze(0).unsqueeze(0))

    def forward(self, x):
        return F.conv2d(x, self.kernel, padding=1)
""",
    "a window of a buffer": """\
class Spectrum(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("window", torch.hamming_window(640, periodic=False))

    def forward(self, x):
        return x * self.window
""",
    "made for each input": """\
class Loss(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.n = n

    def forward(self, x):
        return (x * (torch.arange(self.n, device=x.device) + 1.0)).mean()
""",
    "a parameter of two steps": """\
class Sobel(nn.Module):
    def __init__(self):
        super().__init__()
        kernel = torch.tensor([[1.0, 0, -1], [2, 0, -2], [1, 0, -1]])
        self.kernel = nn.Parameter(kernel.unsqueeze(0).unsqueeze(0), requires_grad=False)

    def forward(self, x):
        return F.conv2d(x, self.kernel, padding=1)
""",
    "made where the input is, in each call": """\
class Prior(nn.Module):
    def __init__(self, bias: float):
        super().__init__()
        self.bias = bias

    def forward(self, x: Tensor):
        return x + torch.tensor([self.bias, 0.0], device=x.device)
""",
    "registered, but not saved": """\
class Marked(nn.Module):
    def __init__(self, n: int):
        super().__init__()
        self.register_buffer("mark", torch.zeros(1, n), persistent=False)

    def forward(self, x: Tensor):
        return torch.cat([x, self.mark])
""",
    "read while the object is made only": """\
class Unpacked(nn.Module):
    def __init__(self, bits: int, packed: Tensor):
        super().__init__()
        self.shifts = torch.arange(0, 32, bits)
        self.weight = nn.Parameter((packed[:, None] >> self.shifts).float())

    def forward(self, x: Tensor):
        return x @ self.weight
""",
    "a legacy constructor of what is not known to be a size, or whose memory is registered": """\
class Net(nn.Module):
    def __init__(self, table):
        super().__init__()
        self.register_buffer("table", torch.zeros(3))
        self.scale = nn.Parameter(torch.ones(3))
        self.count = 3

    def forward(self, x):
        memory = torch.zeros(3, device=x.device)
        return x * self.scale * self.table + memory
""",
    "deleted when a buffer is made of it": """\
class Scaled(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.start = torch.ones(n)
        self.register_buffer("scale", self.start.cumsum(0))
        self.check(self.start)
        del self.start

    def check(self, start):
        assert self.start.sum() > 0

    def forward(self, x):
        return x * self.scale
""",
    "registered after a late start": """\
class Loss(nn.Module):
    def __init__(self, weight=10):
        mask = torch.ones(3, 3).triu()
        super().__init__()
        self.weight = nn.Parameter(torch.tensor([float(weight)]))
        self.register_buffer("mask", mask)

    def forward(self, x):
        return x * self.weight * self.mask
""",
    "parameters and buffers": """\
class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.w = nn.Parameter(torch.randn(n))
        self.register_buffer("mask", torch.ones(n))
        self.register_parameter("b", nn.Parameter(torch.zeros(n)))
        self.frozen = nn.Parameter(torch.ones(n), requires_grad=False)
        self.buffer = nn.Buffer(torch.ones(n))

    def forward(self, x):
        return x * self.mask * self.w + self.b + self.frozen + self.buffer
""",
    "registered later": """\
class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.w = torch.randn(n)
        self.w = nn.Parameter(self.w)
        self.register_buffer("mask", None)
        self.mask = torch.ones(n)

    def forward(self, x):
        return x * self.w * self.mask
""",
    "never computed with": """\
class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.example_input_array = torch.rand(1, n)
        self.sizes = torch.tensor([n, n])
        steps = torch.linspace(0, 1, n)
        self.steps = steps.tolist()
        self.total = steps.sum().item()

    def forward(self, x):
        return x.view(self.sizes.tolist()), self.sizes.shape[0], self.total

    def extra_repr(self):
        return str(self.example_input_array)
""",
    "read in __init__ only": """\
class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.init = torch.randn(n)
        self.w = nn.Parameter(self.init.clone())

    def forward(self, x):
        return x * self.w
""",
    "what is given": """\
class Net(nn.Module):
    def __init__(self, weight: Tensor, other, mean: Tensor):
        super().__init__()
        self.weight = weight
        self.other = other
        self.mean = mean / 2

    def forward(self, x):
        return x * self.weight + self.other - self.mean
""",
    "no module": """\
class Sampler:
    def __init__(self, n):
        self.weights = torch.ones(n)

    def forward(self, x):
        return x * self.weights


class Data(torch.utils.data.Dataset):
    def __init__(self, n):
        self.x = torch.randn(n, 4)

    def __getitem__(self, i):
        return self.x[i]
""",
    "made where it is used": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.cache = None

    def forward(self, x):
        if self.cache is None:
            self.cache = torch.arange(x.size(1), device=x.device)
        mask = torch.ones(3, device=x.device)
        return x * mask + self.cache
""",
    "the state of a recurrent network": """\
class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.lstm = nn.LSTM(n, n)
        self.hidden = torch.zeros(1, 1, n)

    def reset(self, batch, device):
        self.hidden = torch.zeros(1, batch, 4, device=device)

    def forward(self, x):
        out, self.hidden = self.lstm(x, self.hidden)
        return out
""",
    "moved once": """\
class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.freqs = torch.arange(n).float()

    def forward(self, x):
        self.freqs = self.freqs.to(x.device)
        return x * self.freqs
""",
    "the class moves its tensors": """\
class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.grid = torch.arange(n)

    def _apply(self, fn):
        super()._apply(fn)
        self.grid = fn(self.grid)
        return self

    def forward(self, x):
        return x + self.grid


class Other(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.grid = torch.arange(n)

    def to(self, device):
        self.grid = self.grid.to(device)
        return super().to(device)

    def forward(self, x):
        return x + self.grid
""",
    "the class says what its parameters are": """\
class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.w = torch.randn(n, requires_grad=True)

    def parameters(self, recurse=True):
        return [self.w]

    def forward(self, x):
        return x * self.w
""",
    "Python's own values and arrays": Whole("""\
import numpy as np
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.scale = n**-0.5
        self.sizes = [n, n]
        self.mean = np.zeros(n)
        self.device = torch.device("cpu")
        self.dtype = torch.float32

    def forward(self, x):
        return x.view(self.sizes) * self.scale
"""),
    "views of parameters": """\
class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.fc = nn.Linear(n, n)
        self.tied = self.fc.weight.t()

    def forward(self, x):
        return self.fc(x) @ self.tied
""",
    "names made at run time": """\
class Net(nn.Module):
    def __init__(self, tables):
        super().__init__()
        self.mask = torch.ones(3)
        for name, table in tables.items():
            setattr(self, name, table)

    def forward(self, x):
        return x * self.mask
""",
    "what only becomes a buffer, in a method that the base calls": """\
class Net(nn.Module):
    def __init__(self, n: int):
        super().__init__()
        self.start = torch.zeros(n)
        self.other = torch.zeros(n)

    def build(self):
        self.register_buffer("state", self.start)
        self.more = nn.Buffer(self.other.clone())

    def forward(self, x):
        return x + self.state + self.more
""",
    "a conditional expression with what may be registered": """\
class Net(nn.Module):
    def __init__(self, n: int, given=None, learns=False):
        super().__init__()
        self.mask = given if given is not None else torch.ones(n, n)
        self.scale = nn.Parameter(torch.ones(n)) if learns else torch.ones(n)

    def forward(self, x):
        return x * self.mask * self.scale
""",
    "indices that are a list": """\
class Net(nn.Module):
    def __init__(self, places):
        super().__init__()
        self.index = [i for i in places]

    def forward(self, x: Tensor):
        return x[:, self.index]
""",
}
