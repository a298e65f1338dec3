"""TEF405 data-attribute: programs that must be flagged and near misses that must stay silent.

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
    "kept by what made it, by what took it before, by what takes it later": """\
def kept(x: Tensor):
    y = x.exp()
    y.data.clamp_(max=1)  # expect: TEF405
    return y


def taken(x: Tensor, layer: nn.Linear, i: Tensor):
    y = x[:, i].sum(1)
    z = y * layer.weight
    y.data.clamp_(0.01, 0.99)  # expect: TEF405
    return z


def taken_alone(x: Tensor, i: Tensor):
    y = x[:, i].sum(1)
    z = y.log() + y
    y.data.clamp_(0.01, 0.99)  # expect: TEF405
    return z


def taken_by_layer(x: Tensor, layer: nn.Linear, i: Tensor):
    y = x[:, i].sum(1)
    z = F.softplus(layer(y)), F.gelu(y)
    y.data.clamp_(0.01, 0.99)  # expect: TEF405
    return z


def taken_without_keeping_it(x: Tensor, w: Tensor, i: Tensor):
    y = x[:, i].sum(1)
    z = y * w, y * 2, y / 3, y.gather(0, i), y.masked_fill(i > 0, 0), y + w
    y.data.clamp_(0.01, 0.99)  # expect: TEF405?
    return z


def taken_without_graph(x: Tensor, layer: nn.Linear, i: Tensor):
    y = x[:, i].sum(1)
    with torch.no_grad():
        z = layer(y), y.log()
    y.data.clamp_(0.01, 0.99)  # expect: TEF405?
    return y, z


def later(x: Tensor, i: Tensor):
    y = x[:, i].sum(1)
    y.data.clamp_(0.01, 0.99)  # expect: TEF405?
    return y.log()


def later_of_view(x: Tensor, i: Tensor):
    y = x.exp().gather(1, i).squeeze(1)
    y.data.clamp_(0.01, 0.99)  # expect: TEF405?
    return y.log()


def kept_of_view(x: Tensor):
    y = x.exp().squeeze(1)
    y.data.clamp_(max=1)  # expect: TEF405
    return y
""",
    "what keeps nothing, or is not known to": """\
def largest(x: Tensor, layer: nn.Linear):
    a = x.max(1, True).values
    a.data.clamp_(min=-9, max=9)  # expect: TEF405?
    b, _ = x.min(dim=1)
    b.data.clamp_(min=-9, max=9)  # expect: TEF405?
    c = x.max()
    c.data.clamp_(max=9)  # expect: TEF405
    d = x.amax(1)
    d.data.clamp_(max=9)  # expect: TEF405
    e = layer(x).squeeze(1)
    e.data.masked_fill_(x > 0, -float("inf"))  # expect: TEF405?
    f = x.topk(3, dim=1).values
    f.data.clamp_(max=9)  # expect: TEF405?
    return a, b, c, d, e, f


class Energies(nn.Module):
    def __init__(self):
        super().__init__()
        self.v = nn.Linear(8, 1, bias=False)

    def energies(self, x: Tensor):
        return self.v(torch.tanh(x)).squeeze(-1)

    def forward(self, x: Tensor, mask: Tensor):
        alignment = self.energies(x)
        if mask is not None:
            alignment.data.masked_fill_(mask, -1e9)  # expect: TEF405?
        return F.softmax(alignment, dim=1)
""",
    "a weight of a model that somebody else made, after the step: nothing waits for its old numbers": """\
def training_step(self, image, text):
    logits = self.model(image) @ self.model(text).t() * self.model.scale.exp()
    self.manual_backward(F.cross_entropy(logits, text))
    self.optimizers().step()
    self.model.scale.data.clamp_(-4, 4)  # expect: TEF405?
""",
    "a sample of a dataset, and a step": """\
class Moving(torch.utils.data.Dataset):
    def __getitem__(self, i):
        moved = torch.rand(3, 3).cos()
        torch.diagonal(moved).data.fill_(1.0)  # expect: TEF405?
        moved.data.clamp_(0, 1)  # expect: TEF405?
        return moved


def step(x: Tensor):
    moved = x.cos()
    moved.data.clamp_(0, 1)  # expect: TEF405?
    return moved
""",
    "a change by a function, and by out=": """\
def act(x: Tensor, w: Tensor):
    h = torch.tanh(x @ w)
    torch.clamp_(h.data, min=1e-3)  # expect: TEF405 "hides this change in place"
    F.relu(h.data, inplace=True)  # expect: TEF405
    torch.clamp(h, min=1e-3, out=h.data)  # expect: TEF405
    return h
""",
    "a change of a part": """\
def act(x: Tensor, w: Tensor):
    h = torch.tanh(x @ w)
    h.data[0].zero_()  # expect: TEF405 "hides this change in place"
    h.data[:, 1:].mul_(2)  # expect: TEF405
    h.data.view(-1)[0] = 0  # expect: TEF405
    return h
""",
    "a change of a copy": """\
def act(x: Tensor, w: Tensor):
    h = torch.tanh(x @ w)
    h.data[h > 0].zero_()  # expect: TEF405?
    h.data[0].clone().zero_()  # expect: TEF405?
    x.add_(h.data)  # expect: TEF405?
    return F.relu(h.data) + h  # expect: TEF405?
""",
    "a loss for a report": """\
def report(model: nn.Linear, x: Tensor, y: Tensor):
    loss = F.mse_loss(model(x), y)
    loss.backward()
    return loss.data  # expect: TEF405? "use loss.detach()"
""",
    "the loss of old programs": """\
def report(model: nn.Linear, x: Tensor, y: Tensor):
    loss = F.mse_loss(model(x), y)
    print("loss", loss.data[0])  # expect: TEF405 "so its index raises; use loss.item()"
""",
    "predictions": """\
def predict(model: nn.Linear, x: Tensor):
    output = model(x)
    pred = output.data.max(1, keepdim=True)[1]  # expect: TEF405? "use output.detach()"
    return pred, torch.max(output.data, 1)  # expect: TEF405?
""",
    "outputs for NumPy": """\
def features(model: nn.Linear, x: Tensor):
    return model(x).data.cpu().numpy()  # expect: TEF405? "use model(x).detach()"
""",
    "a parameter of a function": """\
def shown(x: Tensor):
    return x.data.cpu().numpy()  # expect: TEF405?
""",
    "a change in place": """\
def clipped(x: Tensor):
    y = x.exp()
    y.data.clamp_(max=1)  # expect: TEF405 "may need the old numbers"
    return y
""",
    "an assignment in place": """\
def shifted(x: Tensor):
    y = x.exp()
    y.data += 1  # expect: TEF405
    z = x.tanh()
    z.data[0] = 0  # expect: TEF405
    return y, z
""",
    "a step by hand": """\
def train(x: Tensor, y: Tensor, lr: float):
    w = torch.randn(3, requires_grad=True)
    for _ in range(10):
        loss = ((x @ w - y) ** 2).mean()
        loss.backward()
        w.data -= lr * w.grad  # expect: TEF405? "change it under torch.no_grad()"
        w.grad.zero_()
    return w
""",
    "a step for each parameter": """\
def step(model: nn.Module, lr: float):
    for p in model.parameters():
        p.data.add_(p.grad, alpha=-lr)  # expect: TEF405? "p.data hides this change in place"
""",
    "a moving average of weights": """\
def update(averaged: nn.Module, model: nn.Module, decay: float):
    for a, p in zip(averaged.parameters(), model.parameters()):
        a.data.mul_(decay).add_(p.data, alpha=1 - decay)  # expect: TEF405? # expect: TEF405?
""",
    "a step with the gradient's data": """\
def step(model: nn.Module, lr: float):
    for p in model.parameters():
        p.data -= lr * p.grad.data  # expect: TEF405? # expect: TEF405?
""",
    "copies of weights": """\
def backup(model: nn.Module):
    return {name: p.data.clone() for name, p in model.named_parameters()}  # expect: TEF405? "use p.detach()"
""",
    "the norm of weights": """\
def penalty(model: nn.Linear):
    return model.weight.data.abs().sum(dim=None)  # expect: TEF405?
""",
    "in a module": """\
class Quantised(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x: Tensor):
        out = self.fc(x)
        self.largest = out.data.mean(dim=None)  # expect: TEF405?
        return out
""",
    "through a name": """\
def halved(x: Tensor):
    y = x.sigmoid()
    data = y.data  # expect: TEF405
    data.mul_(0.5)
    return y
""",
    "in a lambda and a comprehension": """\
def shown(model: nn.Linear, xs: list[Tensor]):
    outputs = [model(x).data for x in xs]  # expect: TEF405?
    last = lambda x: model(x).data  # expect: TEF405?
    return outputs, last
""",
    "torch by another name": Whole("""\
import torch as th

w = th.randn(3, requires_grad=True)
w.data.sub_(th.ones(3))  # expect: TEF405? "change it under th.no_grad()"
"""),
    "under no_grad": """\
@torch.no_grad()
def predict(model: nn.Linear, x: Tensor):
    return model(x).data  # expect: TEF405?
""",
    "no graph": """\
def predict(model: nn.Linear, x: Tensor):
    return model(x).argmax(1).data.cpu()  # expect: TEF405?
""",
    "gradients": """\
def clip(model: nn.Module, limit: float):
    for p in model.parameters():
        p.grad.data.clamp_(-limit, limit)  # expect: TEF405?
""",
    "weights that are handed on": """\
def weights(model: nn.Linear):
    return [p.data for p in model.parameters()], model.weight.data  # expect: TEF405? # expect: TEF405?
""",
    "weights that are set": """\
def prune(model: nn.Linear, mask: Tensor):
    model.weight.data[mask] = 0  # expect: TEF405?
    model.weight.data.copy_(mask)  # expect: TEF405?
""",
    "weights that become others": """\
def fold(layer: nn.Linear, scale: float):
    layer.weight.data = layer.weight.data * scale  # expect: TEF405?
""",
    "weights between the run and backward": """\
def train(model: nn.Linear, batches: list[Tensor], optimizer: torch.optim.SGD):
    for x in batches:
        optimizer.zero_grad()
        loss = model(x).square().mean(dim=None)
        for p in model.parameters():
            p.data.clamp_(-1, 1)  # expect: TEF405 "use p.detach()"
        loss.backward()
        optimizer.step()
        for p in model.parameters():
            p.data.clamp_(-1, 1)  # expect: TEF405?
""",
    "a leaf that an optimizer steps": """\
def project(x: Tensor, features: list[Tensor]):
    image = torch.rand(3, requires_grad=True)
    image.data.clamp_(0, 1)  # expect: TEF405?
    features[0].data[1] = 0  # expect: TEF405?
    x.data.clamp_(0, 1)  # expect: TEF405?
    return image
""",
    "scores under a mask": """\
class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.query = nn.Linear(4, 4)

    def forward(self, x: Tensor, mask: Tensor):
        scores = self.query(x) @ x.mT
        scores.data.masked_fill_(mask, -float("inf"))  # expect: TEF405?
        weights = F.softmax(scores, dim=-1)
        weights.squeeze(0).data.mul_(2)  # expect: TEF405
        return weights
""",
    "in a test": """\
def test_exp():
    x = torch.ones(3, requires_grad=True)
    assert x.exp().data.min() > 1  # expect: TEF405?
""",
}

LEAVE: dict[str, str] = {
    "the values of a maximum, changed with a graph": """\
def shift(x: Tensor):
    top = x.max(1, True).values
    return x - top.clamp(min=-9, max=9)
""",
    "detach": """\
def report(model: nn.Linear, x: Tensor):
    loss = model(x).square().mean(dim=None)
    return loss.detach(), loss.item()
""",
    "first values": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.fc.weight.data.normal_(0, 0.02)
        self.fc.bias.data.zero_()
        self.fc.weight.data *= 0.5

    def reset_parameters(self):
        self.fc.weight.data.uniform_(-0.1, 0.1)

    def _init_weights(self, module):
        if isinstance(module, nn.Linear):
            module.weight.data.normal_(mean=0.0, std=0.02)
            if module.bias is not None:
                module.bias.data.zero_()
        elif isinstance(module, nn.Embedding):
            module.weight.data[module.padding_idx].zero_()
""",
    "first values of DCGAN": """\
def weights_init(m: nn.Conv2d):
    classname = m.__class__.__name__
    if classname.find("Conv") != -1:
        nn.init.normal_(m.weight.data, 0.0, 0.02)
    elif classname.find("BatchNorm") != -1:
        m.weight.data.normal_(1.0, 0.02)
        nn.init.constant_(m.bias.data, 0)
""",
    "first values outside of a function": """\
net = nn.Sequential(nn.Linear(2, 1))
net[0].weight.data.normal_(0, 0.01)
net[0].bias.data.fill_(0)
""",
    "nn.init in a builder": """\
def build(features: int):
    head = nn.Linear(features, 2)
    nn.init.xavier_uniform_(head.weight.data)
    nn.init.constant_(head.bias.data, 0.0)
    nn.init.zeros_(head.bias.data)
    return head
""",
    "a new value": """\
def load(model: nn.Linear, weight: Tensor):
    model.weight.data = weight
    for p in model.parameters():
        p.data = torch.zeros_like(p)
""",
    "a batch": Whole("""\
import torch
from torch.utils.data import DataLoader


def train(loader: DataLoader, dataset, trainer):
    for batch in loader:
        print(batch.data, dataset.data, trainer.data.size)
"""),
    "an attribute of another object": """\
class Data:
    def __init__(self, data):
        self.data = data

    def __len__(self):
        return len(self.data)

    def item(self, index: int):
        return self.data[index]
""",
    "a packed sequence": """\
def entries(packed: nn.utils.rnn.PackedSequence):
    return packed.data * 2
""",
    "what is asked about it": """\
def like(x: Tensor):
    return torch.zeros(x.data.shape, dtype=x.data.dtype, device=x.data.device), x.data.size(0), x.data.dim()
""",
    "its pointer": """\
def shared(x: Tensor, y: Tensor):
    return x.data_ptr() == y.data_ptr()
""",
    "an array": Whole("""\
import numpy as np
import torch

a = np.ones(3)
print(a.data, np.exp(a).data)
"""),
    "a sparse matrix": Whole("""\
import scipy.sparse as sp
import torch


def normalised(matrix: sp.csr_matrix):
    return torch.from_numpy(matrix.data)
"""),
    "a module named data": Whole("""\
import torch
import torch.utils.data as data
from torch.utils.data import DataLoader

loader = data.DataLoader([1, 2])
other = torch.utils.data.DataLoader([1, 2])
"""),
    "a setting": """\
def settings(cfg):
    return cfg.data.train, cfg.data.batch_size
""",
    "changes under no_grad": """\
def step(model: nn.Module, lr: float):
    with torch.no_grad():
        for p in model.parameters():
            p -= lr * p.grad
            p.grad.zero_()
""",
    "an object nobody knows": """\
def report(loss, output):
    return loss.data, output.data
""",
    "a data frame": Whole("""\
import pandas as pd
import torch


def column(frame: pd.DataFrame):
    return frame.data
"""),
    "a field": Whole("""\
from dataclasses import dataclass

import torch


@dataclass
class Sample:
    data: torch.Tensor
    label: int


def scaled(sample: Sample):
    return sample.data * 2
"""),
    "a request": Whole("""\
import torch


def answer(request, model: torch.nn.Linear):
    return model(torch.as_tensor(request.data)).detach()
"""),
    "a graph's data": Whole("""\
import torch


def convolve(graph, conv: torch.nn.Linear):
    graph.data.x = conv(graph.data.x)
    return graph
"""),
    "a key": """\
def first(batch: dict[str, Tensor]):
    return batch["data"] * 2
""",
    "a new weight from an old one": """\
class Tied(nn.Module):
    def __init__(self, other: nn.Linear):
        super().__init__()
        self.weight = nn.Parameter(other.weight.data.clone())
""",
    "an enumeration": Whole("""\
from enum import Enum

import torch


class Kind(Enum):
    data = 1


x = torch.tensor(Kind.data.value)
"""),
}
