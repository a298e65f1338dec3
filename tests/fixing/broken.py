"""Working programs that a fix would break: by rule, and by what the program does with the operand or the result.

Each has a function ``check``, which gives what there is to see of the program, and raises nothing before the fix.
"""

BROKEN: dict[str, dict[str, str]] = {
    "TEF105": {
        "its memory gets running statistics": """\
import torch
import torch.nn.functional as F


def loss(x: torch.Tensor):
    rows, cols = x.shape
    mean = torch.zeros(1, cols)
    total = (x * mean.repeat(rows, 1)).sum()
    F.batch_norm(x.detach(), mean[0], torch.ones(cols), training=True)
    return total


def check():
    x = torch.linspace(0, 1, 6).reshape(3, 2).requires_grad_()
    loss(x).backward()
    return x.grad.tolist()
""",
        "a default argument holds the operand": """\
import torch


def check():
    x = torch.linspace(0, 1, 6).reshape(3, 2).requires_grad_()
    rows, cols = x.shape
    weight = torch.ones(1, cols) + 1
    decay = []
    for factor in (0.5, 0.25):
        decay.append(lambda f=factor, w=weight: w.mul_(f))
    total = (x * weight.repeat(rows, 1)).sum()
    for step in decay:
        step()
    total.backward()
    return x.grad.tolist()
""",
        "max gives the operand back": """\
import torch


def check():
    x = torch.linspace(0, 1, 6).reshape(3, 2).requires_grad_()
    rows, cols = x.shape
    weight = torch.ones(1, cols) + 1
    total = (x * weight.repeat(rows, 1)).sum()
    largest = max((weight, torch.zeros(1)), key=torch.numel)
    largest.zero_()
    total.backward()
    return x.grad.tolist()
""",
        "an imported function under another name changes it in place": """\
import torch
from torch.nn.init import zeros_ as reset


def check():
    x = torch.linspace(0, 1, 6).reshape(3, 2).requires_grad_()
    rows, cols = x.shape
    weight = torch.ones(1, cols) + 1
    total = (x * weight.repeat(rows, 1)).sum()
    reset(weight)
    total.backward()
    return x.grad.tolist()
""",
        "the small tensor is of half precision and is promoted": """\
import torch


def loss(x: torch.Tensor, w: torch.Tensor):
    rows, steps, cols = x.shape
    mean = (x * w).mean(dim=1, keepdim=True).half()
    return (x * mean.repeat(1, steps, 1)).mean() * 1e-4


def check():
    w = torch.ones(4, requires_grad=True)
    loss(torch.ones(20, 3000, 4), w).backward()
    return w.grad.tolist()
""",
        "the gradient would be added up in another dtype": """\
import torch


def check():
    x = torch.full((1000, 3), 200.0, requires_grad=True)
    rows, cols = x.shape
    mean = x.mean(0, keepdim=True)
    total = (x * mean.repeat(rows, 1).half()).sum()
    total.backward()
    return x.grad[0].tolist()
""",
        "the operand goes through an activation that was passed in": """\
import torch
from torch import nn


class Centred(nn.Module):
    def __init__(self, act):
        super().__init__()
        self.act = act

    def forward(self, x: torch.Tensor):
        centre = x.mean(0, keepdim=True)
        scaled = x * centre.repeat(x.size(0), 1)
        return scaled.sum() + self.act(centre).sum()


def check():
    x = torch.linspace(-1, 2, 12).reshape(4, 3).requires_grad_()
    Centred(nn.ReLU(True))(x).backward()
    return x.grad.tolist()
""",
        "a parameter is updated between forward and backward": """\
import torch
from torch import nn


class Gain(nn.Module):
    def __init__(self):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(1, 3))

    def forward(self, x: torch.Tensor):
        return x * self.gain.repeat(x.size(0), 1)


def check():
    model = Gain()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    x = torch.linspace(-1, 2, 12).reshape(4, 3).requires_grad_()
    first, second = model(x).sum(), model(x).pow(2).sum()
    first.backward()
    optimizer.step()
    second.backward()
    return x.grad.tolist()
""",
        "the strides of the result are read": """\
import torch


def rotated(q: torch.Tensor, angle: torch.Tensor):
    turned = angle.reshape(1, 1, 2).repeat(3, 4, 1) * q.reshape(2, 4, 3).permute(2, 1, 0)
    return torch.view_as_complex(turned)


def check():
    return rotated(torch.arange(24.0), torch.tensor([0.5, 2.0])).tolist()
""",
        "a layer draws random numbers in the order of memory": """\
import torch
from torch import nn


class Noise(nn.Module):
    def __init__(self):
        super().__init__()
        self.drop = nn.Dropout(0.5)

    def forward(self, x: torch.Tensor):
        centre = x.mean(0, keepdim=True)
        return self.drop(centre.repeat(x.size(0), 1) * x)


def check():
    torch.manual_seed(0)
    return Noise()(torch.arange(1.0, 13.0).reshape(3, 4).t()).tolist()
""",
        "random numbers are drawn in the order of memory": """\
import torch
import torch.nn.functional as F


def thinned(x: torch.Tensor, scale: torch.Tensor):
    return F.dropout(scale.reshape(1, 3).repeat(4, 1) * x.reshape(3, 4).t(), 0.5)


def check():
    torch.manual_seed(0)
    return thinned(torch.arange(1.0, 13.0), torch.ones(3)).tolist()
""",
    },
    "TEF107": {
        "an example in a docstring shows the error": """\
import importlib

import torch


def merged(rows, cols):
    \"\"\"Merge.

    >>> merged(2, 3)
    Traceback (most recent call last):
        ...
    RuntimeError: view size is not compatible
    \"\"\"
    return torch.arange(rows * cols).reshape(rows, cols).t().view(-1)


def check():
    examples = importlib.import_module("doc" + "test")
    test = examples.DocTestParser().get_doctest(merged.__doc__, {"merged": merged}, "merged", None, 0)
    runner = examples.DocTestRunner(verbose=False, optionflags=examples.IGNORE_EXCEPTION_DETAIL)
    return runner.run(test, out=lambda text: None).failed
""",
        "a base class of another file runs the method in a try": """\
import importlib

import torch

Base = importlib.import_module("unittest").TestCase


class Merging(Base):
    def runTest(self):
        self.assertEqual(torch.ones(2, 3).t().view(-1).tolist(), [1.0] * 6)


def check():
    return len(Merging().run().errors)
""",
        "a trace shows the method": """\
import torch
from torch import fx


class Merge(torch.nn.Module):
    def forward(self, x):
        return x.transpose(1, 2).view(x.size(0), -1)


def check():
    return [node.target for node in fx.symbolic_trace(Merge()).graph.nodes if node.op == "call_method"]
""",
        "the error tells that a tensor is not contiguous": """\
import torch


def flat(x: torch.Tensor):
    try:
        return "as it is", x.transpose(0, 1).view(-1).tolist()
    except RuntimeError:
        return "copied", x.transpose(0, 1).flatten().tolist()


def check():
    return flat(torch.arange(6.0).reshape(2, 3))
""",
    },
    "TEF110": {
        "the result is changed through a view": """\
import torch


def marked(x: torch.Tensor):
    newest_first = torch.index_select(x, 0, torch.arange(len(x) - 1, -1, -1))
    newest_first.reshape(-1)[0] = 50.0
    return newest_first


def check():
    return marked(torch.arange(6.0).reshape(2, 3).t()).tolist()
""",
        "the result is viewed": """\
import torch


def backwards(x: torch.Tensor):
    newest_first = torch.index_select(x, 0, torch.arange(len(x) - 1, -1, -1))
    return newest_first.view(-1)


def check():
    return backwards(torch.arange(6.0).reshape(2, 3).t()).tolist()
""",
    },
    "TEF302": {
        "a part of it is viewed as another shape": """\
import torch
import torch.nn.functional as F


def loss(logits: torch.Tensor, tokens: torch.Tensor):
    logp = torch.log(F.softmax(logits, dim=-1)[:, :-1])
    return F.nll_loss(logp.view(-1, logits.size(-1)), tokens[:, 1:].reshape(-1))


def check():
    logits = torch.linspace(0, 1, 40).reshape(2, 4, 5)
    return round(loss(logits, torch.zeros(2, 4, dtype=torch.long)).item(), 4)
""",
        "a class is dropped by a name": """\
import torch


def check():
    logits = torch.linspace(0, 1, 12).reshape(3, 4)
    p = torch.softmax(logits, dim=1)
    found = p[:, 1:].log()
    return round(found.view(-1).sum().item(), 4)
""",
        "the result goes through an activation that was passed in": """\
import torch
from torch import nn


class Scores(nn.Module):
    def __init__(self, act):
        super().__init__()
        self.act = act

    def forward(self, x: torch.Tensor):
        return self.act(torch.log(torch.softmax(x, dim=1)))


def check():
    x = torch.linspace(-1, 2, 12).reshape(4, 3).requires_grad_()
    Scores(nn.LeakyReLU(0.1, True))(x)[:, 0].sum().backward()
    return x.grad.tolist()
""",
        "infinities are counted": """\
import torch


def impossible(x: torch.Tensor):
    scores = torch.log(torch.softmax(x, dim=1))
    return (scores == float("-inf")).sum()


def check():
    return impossible(torch.tensor([[1000.0, 0.0]])).item()
""",
        "the result is printed with its graph": """\
import torch


def scores(x: torch.Tensor):
    return torch.log(torch.softmax(x, dim=1))


def check():
    return repr(scores(torch.zeros(1, 2, requires_grad=True)))
""",
        "the dim may be None": """\
import torch
import torch.nn.functional as F


def scores(x: torch.Tensor, dim=None):
    return torch.log(F.softmax(x, dim=dim))


def check():
    return scores(torch.zeros(2, 4)).tolist()
""",
    },
    "TEF303": {
        "an activation that works in place under another name": """\
import torch


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(3, 4)
        self.act = torch.relu_

    def forward(self, x):
        h = self.fc(x)
        energy = torch.log(torch.exp(h).sum(1)).mean()
        return energy + self.act(h).sum()


def check():
    torch.manual_seed(0)
    net = Net()
    net(torch.ones(2, 3)).backward()
    return net.fc.bias.grad.shape
""",
        "a walrus gives the operand another name": """\
import torch


def check():
    x = torch.linspace(-1, 1, 6).reshape(3, 2).requires_grad_()
    h = x * 2
    loss = torch.log(torch.exp(h).sum(1)).mean()
    torch.relu_(again := h)
    loss.backward()
    return again.shape, x.grad.shape
""",
        "the operand is put into a list, from which it is changed": """\
import torch

SEEN = []


def contrast(queries: torch.Tensor, keys: torch.Tensor):
    similar = queries @ keys.T
    SEEN.append(similar.detach())
    return (torch.log(torch.exp(similar).sum(dim=1)) - similar.diagonal()).mean(dim=None)


def check():
    torch.manual_seed(0)
    queries = torch.randn(4, 3, requires_grad=True)
    loss = contrast(queries, torch.randn(4, 3))
    for one in SEEN:
        one.zero_()
    loss.backward()
    return queries.grad.tolist()
""",
        "the operand goes through an activation that was passed in": """\
import torch
from torch import nn


class Energy(nn.Module):
    def __init__(self, act):
        super().__init__()
        self.act = act

    def forward(self, x: torch.Tensor):
        h = 2 * x
        energy = torch.log(torch.exp(h).sum(dim=1))
        return energy.sum() + self.act(h).sum()


def check():
    x = torch.linspace(-1, 2, 12).reshape(4, 3).requires_grad_()
    Energy(nn.ReLU(inplace=True))(x).backward()
    return x.grad.tolist()
""",
        "an embedding renormalizes the operand": """\
import torch
import torch.nn.functional as F
from torch import nn


class Words(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(3, 4))

    def forward(self, index: torch.Tensor):
        vectors = 2 * self.weight
        energy = torch.log(torch.exp(vectors).sum(dim=1)).sum()
        F.embedding(index, vectors.detach(), None, 1.0)
        return energy


def check():
    model = Words()
    model(torch.tensor([0, 1])).backward()
    return model.weight.grad.tolist()
""",
        "a parameter is updated between forward and backward": """\
import torch
from torch import nn


class Prior(nn.Module):
    def __init__(self):
        super().__init__()
        self.logits = nn.Parameter(torch.zeros(1, 3))

    def forward(self):
        return torch.log(torch.exp(self.logits).sum(dim=1)).sum()


def check():
    model = Prior()
    value = model()
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.mul_(0.9)
    value.backward()
    return model.logits.grad.tolist()
""",
        "the dim may be None": """\
import torch


def energy(x: torch.Tensor, dim=None):
    return torch.log(torch.exp(x).sum(dim=dim))


def check():
    return energy(torch.zeros(2, 4)).tolist()
""",
    },
    "TEF304": {
        "bytes of floats": """\
import torch


def check():
    raw = torch.linspace(1.9, 1.99999, 4).view(torch.uint8)
    return torch.log(1 + raw).mean().item()
""",
        "the operand goes through an activation that was passed in": """\
import torch
from torch import nn


class Growth(nn.Module):
    def __init__(self, act):
        super().__init__()
        self.layer = nn.Linear(3, 4)
        self.act = act

    def forward(self, x: torch.Tensor):
        rate = self.layer(x)
        return (torch.log(1 + rate) + 3).sum() + self.act(rate).sum()


def check():
    torch.manual_seed(0)
    model = Growth(nn.ReLU(inplace=True))
    model(torch.rand(2, 3)).backward()
    return model.layer.weight.grad.shape
""",
        "zeros that may divide": """\
import torch
import torch.nn.functional as F


def distance(x: torch.Tensor, offset: float):
    closeness = -F.relu(x.float())
    return torch.log(1 + closeness) - offset


def check():
    return (1 / distance(torch.zeros(2), 0.0)).tolist()
""",
        "a zero divides": """\
import torch
import torch.nn.functional as F


def inverse(x: torch.Tensor):
    loss = -F.relu(x.float())
    return 1 / torch.log(1 + loss)


def check():
    return inverse(torch.zeros(2)).tolist()
""",
    },
    "TEF306": {
        "a hook rounds what the layer gives": """\
import torch
from torch import nn


class Rounded(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 4)
        self.fc.register_forward_hook(lambda module, given, out: out.round().long())

    def forward(self, x):
        h = self.fc(x)
        return torch.log(1 + torch.exp(h)).mean()


def check():
    return Rounded()(torch.ones(2, 3)).shape
""",
        "bits of floats": """\
import torch


def check():
    bits = torch.rand(2).view(torch.int32) % 5
    return torch.log(1 + torch.exp(bits)).shape
""",
        "the operand goes through an activation that was passed in": """\
import torch
from torch import nn


class Rate(nn.Module):
    def __init__(self, act):
        super().__init__()
        self.layer = nn.Linear(3, 4)
        self.act = act

    def forward(self, x: torch.Tensor):
        h = self.layer(x)
        return torch.log(1 + torch.exp(h)).sum() + self.act(h).sum()


def check():
    model = Rate(nn.ReLU(inplace=True))
    model(torch.rand(2, 3)).backward()
    return model.layer.weight.grad.shape
""",
        "a parameter is updated between forward and backward": """\
import torch
from torch import nn


class Scale(nn.Module):
    def __init__(self):
        super().__init__()
        self.raw = nn.Parameter(torch.zeros(3))

    def forward(self, x: torch.Tensor):
        return x * torch.log(1 + torch.exp(self.raw))


def check():
    model = Scale()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    first, second = model(torch.ones(3)).sum(), model(torch.ones(3)).pow(2).sum()
    first.backward()
    optimizer.step()
    second.backward()
    return model.raw.grad.shape
""",
        "complex numbers": """\
import torch
from torch import nn


class Response(nn.Module):
    def __init__(self, dtype):
        super().__init__()
        self.layer = nn.Linear(3, 4, dtype=dtype)

    def forward(self, x):
        return torch.log(1 + torch.exp(self.layer(x)))


def check():
    return Response(torch.complex64)(torch.ones(2, 3, dtype=torch.complex64)).shape
""",
    },
    "TEF307": {
        "the operand goes through an activation that was passed in": """\
import torch
from torch import nn


class Detector(nn.Module):
    def __init__(self, act):
        super().__init__()
        self.layer = nn.Linear(3, 4)
        self.act = act

    def forward(self, x: torch.Tensor):
        h = self.layer(x)
        return torch.log(torch.sigmoid(h)).sum() + self.act(h).sum()


def check():
    model = Detector(nn.Hardtanh(inplace=True))
    model(torch.rand(2, 3)).backward()
    return model.layer.weight.grad.shape
""",
        "the operand goes through an activation of the layer": """\
import torch
from torch import nn


class Detector(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 4)
        self.act = nn.SiLU(inplace=True)

    def forward(self, x: torch.Tensor):
        h = self.layer(x)
        return torch.log(torch.sigmoid(h)).sum() + self.act(h).sum()


def check():
    model = Detector()
    model(torch.rand(2, 3)).backward()
    return model.layer.weight.grad.shape
""",
    },
    "TEF401": {
        "a script takes the number": """\
import torch


def total(n: int) -> torch.Tensor:
    s = torch.arange(n).sum()
    return torch.tensor(s)


def check():
    return torch.jit.script(total)(3).dtype
""",
        "a script has no leaf from a factory": """\
import torch


class Scale(torch.nn.Module):
    def forward(self, x: torch.Tensor):
        factor = torch.tensor(torch.ones([]), requires_grad=True)
        return x * factor


def check():
    return torch.jit.script(Scale())(torch.ones(2)).tolist()
""",
        "warnings are counted": """\
import warnings

import torch


def check():
    weights = torch.ones(3)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        torch.tensor(weights)
    return len(caught)
""",
        "a context sets the device": """\
import torch


def copied():
    weights = torch.ones(3)
    with torch.device("meta"):
        return torch.tensor(weights)


def check():
    return copied().device
""",
    },
    "TEF407": {
        "a tensor that was given an attribute": """\
import torch
from torch import nn


class Quant(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(4))
        self.w.min, self.w.max = -1.0, 3.0

    def forward(self, x):
        w = torch.ones(3)
        w.mean = 3.0
        return x * (self.w.max - self.w.min) / 255 + w.mean


def check():
    return Quant()(torch.ones(4)).tolist()
""",
        "a subclass that holds another object": """\
import torch


class Frame:
    def __init__(self):
        self.img = torch.zeros(3, 4)

    def where(self):
        return "gpu" if self.img.is_cuda() else "cpu"


class Remote:
    def is_cuda(self):
        return False


class Sub(Frame):
    def __init__(self):
        self.img = Remote()


def check():
    return Sub().where()
""",
        "a property that hasattr takes for absent": """\
import torch


class Meter:
    def __init__(self):
        self.values = torch.ones(3)

    @property
    def total(self):
        values = torch.ones(3)
        return values.sum.item()


def check():
    return hasattr(Meter(), "total")
""",
        "a helper of a property that hasattr takes for absent": """\
import torch


def total():
    values = torch.ones(3)
    return values.sum.item()


class Meter:
    @property
    def total(self):
        return total()


def check():
    return hasattr(Meter(), "total")
""",
        "a loss that is compared with a method": """\
import torch


def check():
    losses = torch.ones(3)
    best = 0
    if losses.sum() / 3 == losses.min:
        best = 1
    return best
""",
        "a method that is compared with a tensor": """\
import torch


def check():
    losses = torch.ones(())
    return "changed" if losses.mean != losses else "the same"
""",
        "a missing attribute is expected": """\
import torch


def check():
    weights = torch.ones(3)
    try:
        return weights.detach.clone()
    except AttributeError:
        return "a method"
""",
        "a condition that is always true": """\
import torch


def check():
    weights = torch.zeros(3)
    return "some" if weights.any else "none"
""",
    },
    "TEF409": {
        "a batch may have no mask": """\
import torch
from torch import nn


class Positions(nn.Module):
    def forward(self, x, mask):
        return torch.arange(x.size(1)).to(mask)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.positions = Positions()

    def forward(self, batch):
        return self.positions(batch["x"], batch.get("mask"))


def check():
    return Net()({"x": torch.ones(1, 3)}).tolist()
""",
        "what is called a device is a dtype": """\
import torch


def start(device):
    return torch.zeros(2).to(device)


def check():
    return start(torch.float64).dtype
""",
        "moves are counted": """\
import torch
from torch.utils._python_dispatch import TorchDispatchMode


class Copies(TorchDispatchMode):
    count = 0

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        self.count += "copy" in str(func)
        return func(*args, **(kwargs or {}))


def check():
    with Copies() as copies:
        moved = torch.zeros(2).to("meta")
    return copies.count
""",
        "random numbers are drawn on the CPU": """\
import torch


def check():
    torch.manual_seed(0)
    moved = torch.rand(2).to("meta")
    return torch.rand(1), moved.shape
""",
    },
    "TEF501": {
        "the mean of the total is written to a file of text": """\
import csv
import io
import torch
import torch.nn.functional as F
from torch import nn


def train(model, optimizer, rows, out):
    total = 0.0
    for row in rows:
        optimizer.zero_grad()
        loss = F.mse_loss(model(row), row)
        loss.backward()
        optimizer.step()
        total += loss
    csv.writer(out).writerow([1, total / len(rows)])


def check():
    torch.manual_seed(0)
    model, out = nn.Linear(3, 3), io.StringIO()
    train(model, torch.optim.SGD(model.parameters(), lr=0.1), torch.ones(4, 2, 3), out)
    return out.getvalue()
""",
        "the total is printed": """\
import torch
import torch.nn.functional as F
from torch import nn


def train(model, batches):
    total = 0.0
    for x, y in batches:
        loss = F.mse_loss(model(x), y)
        loss.backward()
        total += loss
    return "epoch done: " + str(total)


def check():
    torch.manual_seed(0)
    return train(nn.Linear(3, 1), [(torch.zeros(2, 3), torch.zeros(2, 1))])
""",
    },
    "TEF502": {
        "the losses in ASCII": """\
import torch
import torch.nn.functional as F
from torch import nn, optim


def train(batches):
    model = nn.Linear(3, 1)
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    losses = []
    for x, y in batches:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss)
    return losses


def check():
    losses = train([(torch.zeros(2, 3), torch.zeros(2, 1))])
    return "grad_fn" in ascii(losses)
""",
        "the losses as keys": """\
import torch
import torch.nn.functional as F
from torch import nn, optim


def train(batches):
    model = nn.Linear(3, 1)
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    losses = []
    for x, y in batches:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss)
        losses.append(loss)
    return losses


def check():
    losses = train([(torch.zeros(2, 3), torch.zeros(2, 1))])
    return len(dict.fromkeys(losses))
""",
        "an attribute of a stored loss": """\
import torch
import torch.nn.functional as F
from torch import nn


def train(model, batches):
    losses = []
    for step, (x, y) in enumerate(batches):
        loss = F.mse_loss(model(x), y)
        loss.backward()
        loss.step = step
        losses.append(loss)
    return losses


def check():
    losses = train(nn.Linear(3, 1), [(torch.zeros(2, 3), torch.zeros(2, 1))])
    return [loss.step for loss in losses]
""",
        "a stored loss changes in place": """\
import torch
import torch.nn.functional as F
from torch import nn


def train(model, batches):
    losses = []
    for x, y in batches:
        loss = F.mse_loss(model(x), y)
        loss.backward()
        losses.append(loss)
        loss.data = torch.zeros(())
    return losses


def check():
    return [loss.item() for loss in train(nn.Linear(3, 1), [(torch.ones(2, 3), torch.full((2, 1), 9.0))])]
""",
        "the stored losses are propagated again": """\
import torch
from torch import nn


def train(model, steps):
    losses = []
    for _ in range(steps):
        loss = model.weight.sum()
        loss.backward()
        losses.append(loss)
    return losses


def check():
    model = nn.Linear(3, 1)
    sum(train(model, 2)).backward()
    return model.weight.grad.tolist()
""",
    },
    "TEF515": {
        "it is made without a graph": """\
import torch


@torch.no_grad()
def setup(n):
    w = torch.zeros(n, requires_grad=True).double()
    return w, torch.optim.SGD([w], lr=0.5)


def check():
    w, optimizer = setup(3)
    w.grad = torch.ones_like(w)
    optimizer.step()
    w += 1
    return w.tolist()
""",
        "a subclass has another optimizer in the attribute": """\
import torch


class Weights:
    def __init__(self, tensors, lr):
        self.tensors = tensors


class Fit:
    optimizer_class = torch.optim.SGD

    def run(self):
        w = torch.zeros(2, requires_grad=True).double()
        opt = self.optimizer_class([w], lr=0.1)
        return opt, w.is_leaf


class MetaFit(Fit):
    optimizer_class = Weights


def check():
    return MetaFit().run()[1]
""",
        "that there is no gradient is seen": """\
import torch


def check():
    w = torch.ones(3, requires_grad=True).double()
    w.sum(dim=None).backward()
    return "none" if w.grad is None else "some"
""",
        "what a module registers is listed": """\
import torch
from torch import nn


class Scale(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(3)).double()


def check():
    return list(Scale().state_dict())
""",
        "the error is caught": """\
import torch


def check():
    w = torch.ones(3, requires_grad=True).double()
    try:
        optimizer = torch.optim.SGD([w], lr=0.1)
    except ValueError:
        return "not a leaf"
    return "a leaf"
""",
        "the optimizer is not always built": """\
import torch


def made(train):
    w = torch.ones(3, requires_grad=True).double()
    if not train:
        w += 1
        return w
    return torch.optim.SGD([w], lr=0.1)


def check():
    return made(train=False).detach()
""",
        "the optimizer takes what is no leaf": """\
import torch


def check():
    w = torch.ones(3, requires_grad=True).double()
    optimizer = torch.optim.SGD([w], lr=0.1, differentiable=True)
    return w.is_leaf
""",
        "what is called a device is a dtype": """\
import torch


def made(device):
    w = torch.ones(3, requires_grad=True).to(device)
    return torch.optim.SGD([w], lr=0.1)


def check():
    return len(made(torch.float32).param_groups)
""",
    },
    "TEF510": {
        "a subclass has another optimizer in the attribute": """\
from torch import nn, optim


class LayerwiseSGD(optim.SGD):
    def __init__(self, groups, lr):
        super().__init__([{"params": g["parameters"], "lr": lr * 0.5 ** i} for i, g in enumerate(groups)], lr=lr)


class Trainer:
    optimizer_class = optim.SGD

    def __init__(self, net):
        self.opt = self.optimizer_class([{"parameters": m.parameters()} for m in net], lr=0.1)


class LayerwiseTrainer(Trainer):
    optimizer_class = LayerwiseSGD


def check():
    net = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2))
    return [g["lr"] for g in LayerwiseTrainer(net).opt.param_groups]
""",
        "another class takes the place of torch's": """\
from torch import nn, optim


class LayerwiseSGD(optim.SGD):
    def __init__(self, groups, lr):
        super().__init__([{"params": g["parameters"], "lr": lr * 0.5 ** i} for i, g in enumerate(groups)], lr=lr)


def check():
    net = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2))
    setattr(optim, "SGD", LayerwiseSGD)
    try:
        opt = optim.SGD([{"parameters": m.parameters()} for m in net], lr=0.1)
    finally:
        setattr(optim, "SGD", LayerwiseSGD.__base__)
    return [g["lr"] for g in opt.param_groups]
""",
        "a wrapper of the optimizer reads the key": """\
import torch
from torch import nn


class Lookahead:
    def __init__(self, optimizer, k=5):
        self.optimizer, self.k = optimizer, k
        self.param_groups = optimizer.param_groups

    def add_param_group(self, group):
        self.optimizer.add_param_group({"params": group["parameters"], "lr": group.get("lr", 0.1)})


def lookahead(optimizer, k):
    return Lookahead(optimizer, k) if k > 1 else optimizer


def check():
    a, b = nn.Linear(2, 2), nn.Linear(2, 2)
    opt = torch.optim.SGD(a.parameters(), lr=0.1)
    opt = lookahead(opt, 5)
    opt.add_param_group({"parameters": b.parameters(), "lr": 0.01})
    return [g["lr"] for g in opt.param_groups]
""",
        "the error is caught, and shows the form of the groups": """\
import torch
from torch import nn, optim


def build(model):
    try:
        return optim.SGD([{"parameters": model.parameters()}], lr=0.1)
    except KeyError:
        return optim.SGD([{"params": [model.weight], "lr": 0.5}], lr=0.1)


def check():
    return [len(group["params"]) for group in build(nn.Linear(2, 2)).param_groups]
""",
        "an error of any kind is caught": """\
import contextlib

import torch
from torch import nn, optim


def check():
    model = nn.Linear(2, 2)
    optimizer = optim.SGD([model.weight], lr=0.1)
    with contextlib.suppress(Exception):
        optimizer.add_param_group({"param": model.bias})
    return len(optimizer.param_groups)
""",
        "the groups are for another function, which leaves the optimizer out": """\
import torch
from torch import nn, optim


def build(model, train):
    groups = [{"parameters": list(model.parameters()), "lr": 0.1}]
    optimizer = optim.SGD(groups) if train else None
    return optimizer, sum(len(group["parameters"]) for group in groups)


def check():
    return build(nn.Linear(2, 2), False)
""",
    },
    "TEF605": {
        "predictions are drawn in evaluation mode": """\
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def forward(self, x: torch.Tensor):
        return F.dropout(x, 0.5)


def check():
    torch.manual_seed(0)
    model = Net().eval()
    draws = torch.stack([model(torch.ones(50)) for _ in range(20)])
    return bool(draws.std(0).amax() > 0)
""",
        "a model that is left in training mode": """\
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def forward(self, x: torch.Tensor):
        return F.alpha_dropout(x, 0.5)


def check():
    torch.manual_seed(0)
    return Net()(torch.ones(50)).tolist()
""",
    },
    "TEF513": {
        "what was to be frozen is trained": """\
import torch
from torch import nn


def check():
    model = nn.Linear(2, 2)
    model.requires_grad = False
    model(torch.ones(1, 2)).sum().backward()
    return model.weight.grad.tolist()
""",
        "a parameter that is trained all the same": """\
import torch
from torch import nn


def check():
    model = nn.Linear(2, 2)
    for parameter in model.parameters():
        parameter.require_grad = False
    return [parameter.requires_grad for parameter in model.parameters()]
""",
    },
    "TEF506": {
        "the gradient of what the function gives": """\
import torch
from torch import nn


def score(model, x):
    model.eval()
    total = 0
    for row in x:
        total += model(row).sum().abs()
    return total


def check():
    x = torch.ones(2, 2, requires_grad=True)
    score(nn.Linear(2, 2), x).backward()
    return x.grad is not None
""",
    },
    "TEF603": {
        "a subclass begins the object by itself": """\
import torch
from torch import nn


class Base(nn.Module):
    def __init__(self):
        self.head = nn.Linear(2, 2)


class Net(Base):
    def __init__(self):
        nn.Module.__init__(self)
        self.body = nn.Linear(2, 2)
        super().__init__()


def check():
    return len(list(Net().parameters()))
""",
        "the error is a test": """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        self.act = nn.ReLU()


def check():
    try:
        Net()
    except AttributeError:
        return "cannot be made"
    return "made"
""",
        "only some objects have the layer": """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, act=False):
        if act:
            self.act = nn.ReLU()


def check():
    return len(vars(Net()))
""",
    },
    "TEF703": {
        "a test collects the errors of another class": """\
import unittest

import torch


class Scale:
    factor = 2

    def scaled(x):
        return x * self.factor


class TestScale(unittest.TestCase):
    def test_scaled(self):
        self.assertEqual(Scale().scaled(3), 6)


def check():
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(TestScale).run(result)
    return len(result.errors)
""",
        "logging goes on after errors": """\
import io
import logging

import torch


class Short(logging.Formatter):
    def format(record):
        return self._fmt + record.msg


def check():
    logging.raiseExceptions = False
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(Short("> %(message)s"))
    handler.handle(logging.LogRecord("train", 20, "train.py", 1, "started", (), None))
    return stream.getvalue()
""",
        "a subclass is one of logging": """\
import io
import logging

import torch


class Plain:
    def format(record):
        return self.prefix + record.msg


class Short(Plain, logging.Formatter):
    prefix = "> "


def check():
    logging.raiseExceptions = False
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(Short())
    handler.handle(logging.LogRecord("train", 20, "train.py", 1, "started", (), None))
    return stream.getvalue()
""",
        "a test collects the errors": """\
import unittest

import torch


class TestSum(unittest.TestCase):
    def test_sum(size=2):
        self.assertEqual(torch.ones(size).sum().item(), size)


def check():
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(TestSum).run(result)
    return len(result.errors)
""",
        "the module has it by its dictionary": """\
import torch
from torch import nn

vars()["self"] = nn.Identity()


class Use:
    def go(x):
        return type(self).__name__, type(x).__name__


def check():
    return Use().go()
""",
        "the module gets it as an attribute": """\
import sys

import torch
from torch import nn


class Use:
    def go(x):
        return type(self).__name__, type(x).__name__


def check():
    module = sys.modules.setdefault(__name__, sys)
    module.self = nn.Identity()
    return Use().go()
""",
        "a coroutine is never awaited": """\
import torch


class Client:
    open = True

    async def stop(code):
        self.open = False
        return code


def check():
    client = Client()
    client.stop().close()
    return client.open
""",
        "numpy expects the error": """\
import numpy as np
import torch


class A:
    n = 3

    def f():
        return self.n


def check():
    try:
        with np.testing.assert_raises(TypeError):
            A().f()
    except AssertionError:
        return "it did not raise"
    return "it raised"
""",
        "only a finalizer calls the method": """\
import torch

WRITTEN = []


class Writer:
    def close():
        WRITTEN.append(self)

    def __del__(self):
        self.close()


def check():
    Writer()
    return len(WRITTEN)
""",
        "self is only in the type of a local variable": """\
import torch


class Ops:
    dtype = torch.float32

    def double(x):
        y: self.dtype = [x, x]
        return len(y)


def check():
    return Ops().double()
""",
    },
    "TEF901": {
        "the error of the old name is expected": """\
import unittest

import torch


class Test(unittest.TestCase):
    def test_old_name_is_gone(self):
        self.assertRaises(AttributeError, self.call)

    def call(self):
        torch.set_deterministic(False)


def check():
    result = unittest.TestResult()
    Test("test_old_name_is_gone").run(result)
    return result.wasSuccessful()
""",
        "torch is replaced as a whole": """\
from unittest import mock

import torch


def setup():
    torch.set_deterministic(True)


def check():
    with mock.patch.dict(globals(), {"torch": mock.Mock()}):
        setup()
        return [call[0] for call in torch.method_calls]
""",
    },
    "TEF902": {
        "a backend of the file gets the graph": """\
import torch
import torch.nn.functional as F

SEEN = []


def look(gm, inputs):
    SEEN.extend(str(node.target.__name__) for node in gm.graph.nodes if node.op == "call_function")
    return gm.forward


@torch.compile(backend=look)
def larger(x):
    return F.upsample(x, scale_factor=2.0)


def check():
    torch._dynamo.reset()
    SEEN.clear()
    larger(torch.ones(1, 1, 2))
    return SEEN
""",
        "a backend of the file compiles a module": """\
import torch
import torch.nn.functional as F
from torch import nn


class Count:
    def __init__(self):
        self.names = []

    def __call__(self, gm, inputs):
        self.names += [node.name for node in gm.graph.nodes]
        return gm.forward


class Larger(nn.Module):
    def forward(self, x):
        return F.upsample(x, scale_factor=2.0)


def check():
    torch._dynamo.reset()
    model, count = Larger(), Count()
    model.compile(backend=count)
    model(torch.ones(1, 1, 2))
    return count.names
""",
        "dynamo explains the graph": """\
import torch
import torch._dynamo
import torch.nn.functional as F


def larger(x):
    return F.upsample(x, scale_factor=2.0)


def check():
    torch._dynamo.reset()
    return torch._dynamo.explain(larger)(torch.ones(1, 1, 2)).ops_per_graph[0][0].__name__
""",
        "dynamo optimizes with a function of the file": """\
import torch
import torch._dynamo
import torch.nn.functional as F

SEEN = []


def look(gm, inputs):
    SEEN.extend(node.name for node in gm.graph.nodes)
    return gm.forward


def larger(x):
    return F.upsample(x, scale_factor=2.0)


def check():
    torch._dynamo.reset()
    SEEN.clear()
    torch._dynamo.optimize(look)(larger)(torch.ones(1, 1, 2))
    return SEEN
""",
        "the dictionary of the module is written to": """\
import torch
from torch import nn


def check():
    old = dict(nn.init.__dict__)
    for name in old:
        if name.endswith("_") and not name.startswith("_"):
            nn.init.__dict__[name] = lambda t, *args: t
    try:
        return nn.init.constant(torch.zeros(1), 4.0).item()
    finally:
        vars(nn.init).update(old)
""",
        "the dictionary of the module is updated": """\
import torch
from torch import nn


def swap(module, functions):
    module.__dict__.update(functions)


def check():
    old = {key: value for key, value in vars(nn.init).items() if key[-1] == "_" and key[0] != "_"}
    swap(nn.init, {key: lambda t, *args: t for key in old})
    try:
        return nn.init.constant(torch.zeros(1), 4.0).item()
    finally:
        swap(nn.init, old)
""",
        "the dictionary of the module has another name": """\
import torch
from torch import nn


def check():
    functions = vars(nn.init)
    old = dict(functions)
    functions |= {key: lambda t, *args: t for key in old if key[-1] == "_" and key[0] != "_"}
    try:
        return nn.init.constant(torch.zeros(1), 4.0).item()
    finally:
        functions.update(old)
""",
        "another object takes the place of the module": """\
import torch
from torch import nn


class Fake:
    def __getattr__(self, name):
        return lambda t, *args: name


def check():
    real, nn.init = nn.init, Fake()
    try:
        return nn.init.constant(torch.zeros(1), 4.0)
    finally:
        nn.init = real
""",
        "the module gets another class": """\
import torch
from torch import nn


class Skipping(type(nn)):
    def __getattribute__(self, name):
        if name[-1] == "_" and name[0] != "_":
            return lambda t, *args: t
        return super().__getattribute__(name)


def check():
    nn.init.__class__ = Skipping
    try:
        return nn.init.constant(torch.zeros(1), 4.0).item()
    finally:
        nn.init.__class__ = type(nn)
""",
        "a test asserts the warning": """\
import unittest

import torch
from torch import nn


class Test(unittest.TestCase):
    def test_old_name_warns(self):
        with self.assertWarns(FutureWarning):
            nn.init.xavier_uniform(torch.empty(2, 2))


def check():
    result = unittest.TestResult()
    Test("test_old_name_warns").run(result)
    return result.wasSuccessful()
""",
        "pytest expects the deprecation": """\
import pytest
import torch
from torch import nn


def reset(w):
    return nn.init.xavier_uniform(w)


RESETS = [reset]


def check():
    try:
        with pytest.deprecated_call():
            RESETS[0](torch.empty(2, 2))
    except BaseException:
        return "nothing warned"
    return "it warned"
""",
        "pytest records the warnings": """\
import pytest
import torch
from torch import nn


def test_reset(recwarn):
    nn.init.xavier_uniform(torch.empty(2, 2))
    return len(recwarn)


def check():
    with pytest.WarningsRecorder(_ispytest=True) as recorded:
        return test_reset(recorded)
""",
        "numpy expects the warning": """\
import numpy as np
import torch
from torch import nn


def check():
    try:
        with np.testing.assert_warns(FutureWarning):
            nn.init.xavier_uniform(torch.empty(2, 2))
    except AssertionError:
        return "nothing warned"
    return "it warned"
""",
        "torch is replaced as a whole": """\
from unittest import mock

import torch


def cross(a):
    return torch.ger(a, a)


def check():
    with mock.patch.dict(globals(), {"torch": mock.Mock(**{"ger.return_value": 7})}):
        return cross(3) == 7
""",
        "a mock of several functions": """\
from unittest import mock

import torch
from torch import nn


def check():
    with mock.patch.multiple(nn.init, normal_=lambda w, **options: w.data.zero_()):
        return nn.init.normal(torch.ones(2, 2), std=0.02).tolist() == [[0, 0], [0, 0]] and "replaced"
""",
        "the graph has the name of the function": """\
import torch
import torch.fx
from torch import nn


class Cross(nn.Module):
    def forward(self, x):
        return torch.ger(x, x)


def check():
    return [node.name for node in torch.fx.symbolic_trace(Cross()).graph.nodes]
""",
        "a subclass of Tensor handles the function": """\
import torch


class Logged(torch.Tensor):
    calls = []

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        cls.calls.append(func.__name__)
        return super().__torch_function__(func, types, args, kwargs or {})


def check():
    x = torch.ones(2).as_subclass(Logged)
    torch.ger(x, x)
    return Logged.calls
""",
        "a mode sees the function": """\
import torch
from torch.overrides import TorchFunctionMode


class Trace(TorchFunctionMode):
    def __init__(self):
        super().__init__()
        self.calls = []

    def __torch_function__(self, func, types, args=(), kwargs=None):
        self.calls.append(func.__name__)
        return func(*args, **(kwargs or {}))


def check():
    with Trace() as trace:
        torch.ger(torch.ones(2), torch.ones(2))
    return trace.calls
""",
        "the profiler names the function": """\
import torch
from torch.profiler import ProfilerActivity, profile


def check():
    with profile(activities=[ProfilerActivity.CPU]) as prof:
        torch.ger(torch.ones(2), torch.ones(2))
    return sorted(event.key for event in prof.key_averages())
""",
        "a subclass has another module in the attribute": """\
import torch
from torch import nn


class Paper:
    @staticmethod
    def xavier_uniform(w):
        return w.data.fill_(0.5)


class Net(nn.Module):
    init = nn.init

    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(2, 2))
        self.init.xavier_uniform(self.weight)


class PaperNet(Net):
    init = Paper


def check():
    return PaperNet().weight.tolist()
""",
        "a star may bring another module of that name": """\
import sys
import types

import torch
from torch.nn import init

sys.modules["papers_initialisers"] = types.ModuleType("papers_initialisers")
sys.modules["papers_initialisers"].init = types.SimpleNamespace(xavier_uniform=lambda w: w.data.fill_(0.5))
from papers_initialisers import *


def check():
    return init.xavier_uniform(torch.empty(2, 2)).tolist()
""",
        "the function is set by a context of the file": """\
import contextlib

import torch
from torch import nn


@contextlib.contextmanager
def replaced(module, **functions):
    old = {name: getattr(module, name) for name in functions}
    for name, function in functions.items():
        setattr(module, name, function)
    yield
    for name, function in old.items():
        setattr(module, name, function)


def check():
    with replaced(nn.init, xavier_normal_=lambda w: w.data.zero_() + 3):
        return nn.init.xavier_normal(torch.ones(2, 2)).tolist() == [[3, 3], [3, 3]]
""",
    },
    "TEF905": {
        "the dictionary of the module is written to": """\
import torch
import torch.utils.data._utils.collate as coll


def check():
    old = {key: value for key, value in vars(coll).items() if key.startswith("default_c")}
    for key in old:
        vars(coll)[key] = lambda batch: "replaced"
    try:
        return str(torch.utils.data._utils.collate.default_collate([1, 2]))
    finally:
        coll.__dict__.update(old)
""",
        "a mock of several functions": """\
from unittest import mock

import torch.utils.data._utils.collate


def check():
    with mock.patch.multiple(torch.utils.data._utils.collate, default_collate=lambda batch: "replaced"):
        return str(torch.utils.data._utils.collate.default_collate([1, 2]))
""",
    },
}
