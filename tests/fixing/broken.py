"""Working programs that a fix would break: by rule, and by what the program does with the operand or the result.

Each has a function ``check``, which gives what there is to see of the program, and raises nothing before the fix.
"""

BROKEN: dict[str, dict[str, str]] = {
    "TEF105": {
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
}
