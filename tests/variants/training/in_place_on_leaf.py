"""TEF514 in-place-on-leaf: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.

What the rule does in each shape of training code, with the programs that show it:

| shape | with gradients | under `no_grad`, on `.data` |
|---|---|---|
| flat script, notebook | flagged: "a flat script" | left: the same |
| nested loops | flagged: "nested loops" | left: the same |
| helper with unannotated parameters | flagged where the file calls it with gradients on: "a helper" | left: the same |
| helper that nobody calls | tentative: "a helper that nobody calls" | left: "helpers under the decorator" |
| Trainer class | flagged: "a trainer" | left: the same |
| gradient accumulation | flagged: "accumulated" | left: the same |
| closure (LBFGS) | flagged: "in a closure" | left: the same |
| AMP with GradScaler | flagged: "with a GradScaler" | left: the same |
| two optimizers (GAN) | flagged: "weight clipping of a GAN" | left: the same |
| LightningModule, manual | flagged in a step that trains: "a LightningModule" | left: the same |
| LightningModule, automatic | tentative, since the file does not train: "automatic optimisation" | left: the same |
| Fabric, Accelerate | flagged: "Fabric", "Accelerate" | left: the same |
| DDP launcher | flagged: "a DDP launcher" | left: the same |
| transfer learning | flagged: "a new head" | left: the same, and "a frozen teacher" |
"""

HEADER = """\
import copy

import torch
import torch.nn.functional as F
from torch import nn, optim


"""

# Each with a statement in place, which is indented under `no_grad` in the left form.
SHAPES = {
    "a flat script": """\
w = torch.randn(4, 1, requires_grad=True)
for epoch in range(10):
    loss = F.mse_loss(x @ w, y)
    loss.backward()
    w -= 0.1 * w.grad  # expect: TEF514 "do it under no_grad"
    w.grad.zero_()
""",
    "nested loops": """\
def main(model: nn.Module, loader):
    for epoch in range(10):
        for x, y in loader:
            F.cross_entropy(model(x), y).backward()
            for p in model.parameters():
                p -= 0.1 * p.grad  # expect: TEF514
            model.zero_grad()
""",
    "a helper": """\
def update(model, lr):
    for p in model.parameters():
        p.sub_(lr * p.grad)  # expect: TEF514 "p.sub_(lr * p.grad) changes"


def main(model, loader):
    for x, y in loader:
        F.cross_entropy(model(x), y).backward()
        update(model, 0.1)
""",
    "a trainer": """\
class Trainer:
    def __init__(self, model):
        self.model = model

    def train(self, loader):
        for x, y in loader:
            F.cross_entropy(self.model(x), y).backward()
            for name, p in self.model.named_parameters():
                p.add_(p.grad, alpha=-0.1)  # expect: TEF514
""",
    "accumulated": """\
def main(model, loader):
    for i, (x, y) in enumerate(loader):
        (F.cross_entropy(model(x), y) / 4).backward()
        if (i + 1) % 4 == 0:
            for p in model.parameters():
                p -= 0.1 * p.grad  # expect: TEF514
            model.zero_grad()
""",
    "in a closure": """\
def fit(x, y):
    w = torch.zeros(4, requires_grad=True)
    optimizer = optim.LBFGS([w])

    def closure():
        optimizer.zero_grad()
        w.clamp_(0, 1)  # expect: TEF514
        loss = F.mse_loss(x @ w, y)
        loss.backward()
        return loss

    optimizer.step(closure)
""",
    "with a GradScaler": """\
def main(model: nn.Module, loader, optimizer):
    scaler = torch.amp.GradScaler()
    for x, y in loader:
        optimizer.zero_grad()
        scaler.scale(F.mse_loss(model(x), y)).backward()
        scaler.step(optimizer)
        scaler.update()
        for p in model.parameters():
            p.clamp_(-1, 1)  # expect: TEF514
""",
    "weight clipping of a GAN": """\
def main(generator, critic, loader, g, c, noise):
    for real in loader:
        c.zero_grad()
        (critic(generator(noise).detach()).mean() - critic(real).mean()).backward()
        c.step()
        for p in critic.parameters():
            p.clamp_(-0.01, 0.01)  # expect: TEF514
        g.zero_grad()
        (-critic(generator(noise)).mean()).backward()
        g.step()
""",
    "a LightningModule": """\
import lightning as L


class Tuned(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.automatic_optimization = False
        self.weight = nn.Parameter(torch.zeros(4))

    def training_step(self, batch, index):
        x, y = batch
        self.manual_backward(F.mse_loss(x @ self.weight, y))
        self.weight -= 0.1 * self.weight.grad  # expect: TEF514
""",
    "Accelerate": """\
from accelerate import Accelerator


def main(model, optimizer, loader):
    accelerator = Accelerator()
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for x, y in loader:
        optimizer.zero_grad()
        accelerator.backward(F.cross_entropy(model(x), y))
        optimizer.step()
        for p in model.parameters():
            p.clamp_(-1, 1)  # expect: TEF514
""",
    "Fabric": """\
import lightning as L


def main(model: nn.Module, loader):
    fabric = L.Fabric()
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    model, optimizer = fabric.setup(model, optimizer)
    for x, y in loader:
        optimizer.zero_grad()
        fabric.backward(F.cross_entropy(model(x), y))
        optimizer.step()
        for p in model.parameters():
            p.clamp_(-1, 1)  # expect: TEF514
""",
    "automatic optimisation": """\
import lightning as L


class Clamped(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.zeros(4))

    def training_step(self, batch, index):
        self.weight.clamp_(-1, 1)  # expect: TEF514?
        return F.mse_loss(batch[0] @ self.weight, batch[1])
""",
    "a DDP launcher": """\
def worker(rank, model, loader):
    model = nn.parallel.DistributedDataParallel(model.to(rank), device_ids=[rank])
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
        for p in model.parameters():
            p *= 0.99  # expect: TEF514
""",
    "a new head": """\
model = nn.Sequential(nn.Linear(8, 8), nn.Linear(8, 2))
head = nn.Linear(8, 2)
head.weight.normal_(0, 0.01)  # expect: TEF514
optimizer = optim.SGD(head.parameters(), lr=0.1)
""",
}


def right(program: str) -> str:
    """The same program with the change under `no_grad`."""
    found = []
    for line in program.splitlines():
        code, marked, _ = line.partition("  # expect")
        indent = " " * (len(code) - len(code.lstrip()))
        found.append(f"{indent}with torch.no_grad():\n    {code}" if marked else code)
    return "\n".join(found) + "\n"


FLAG: dict[str, str] = {
    **SHAPES,
    "every spelling": """\
w = torch.randn(3, 3, requires_grad=True)
w += 1  # expect: TEF514
w *= 2  # expect: TEF514
w **= 2  # expect: TEF514
w.add_(1)  # expect: TEF514
w.mul_(2).add_(1)  # expect: TEF514 "w.mul_(2) changes"
w.zero_()  # expect: TEF514
w.uniform_(-1, 1)  # expect: TEF514
w.copy_(torch.ones(3, 3))  # expect: TEF514
w.masked_fill_(w > 0, 0.0)  # expect: TEF514
w.clamp_(min=0)  # expect: TEF514
w.t_()  # expect: TEF514
torch.relu_(w)  # expect: TEF514
F.relu(w, inplace=True)  # expect: TEF514
""",
    "a slice": """\
w = torch.zeros(3, 3, requires_grad=True)
w[:, 0].zero_()  # expect: TEF514
w[1:3].fill_(1)  # expect: TEF514
w[..., 0].zero_()  # expect: TEF514
w[None, 1].zero_()  # expect: TEF514
w.view(-1)[:2].zero_()  # expect: TEF514
rows = w[:2]
rows += 1  # expect: TEF514
linear = nn.Linear(3, 3)
linear.weight[:, :2].mul_(2)  # expect: TEF514
""",
    "weights with names of their own": """\
lstm = nn.LSTM(3, 3, num_layers=2, bidirectional=True)
lstm.bias_hh_l0.fill_(1.0)  # expect: TEF514
lstm.weight_ih_l1_reverse *= 2  # expect: TEF514
cell = nn.GRUCell(3, 3)
cell.weight_hh.zero_()  # expect: TEF514
attention = nn.MultiheadAttention(4, 2)
attention.in_proj_weight.zero_()  # expect: TEF514
attention.out_proj.bias.zero_()  # expect: TEF514
""",
    "a subscript": """\
w = torch.zeros(3, 3, requires_grad=True)
w[0] = 1  # expect: TEF514 "w[0] = ... changes"
w[:, 1] = 2.0  # expect: TEF514
w[0, 0] += 1  # expect: TEF514
w[w > 0] = 0  # expect: TEF514
""",
    "a view": """\
w = torch.zeros(3, 3, requires_grad=True)
w[0].add_(1)  # expect: TEF514
w.view(-1)[0] = 1  # expect: TEF514
w.T.mul_(2)  # expect: TEF514
row = w[1]
row.zero_()  # expect: TEF514
""",
    "requires_grad set later": """\
a = torch.zeros(3)
a.requires_grad = True
a[1] = 5  # expect: TEF514
b = torch.zeros(3).requires_grad_()
b += 1  # expect: TEF514
""",
    "a Variable": """\
from torch.autograd import Variable  # expect: TEF902?

v = Variable(torch.zeros(3), requires_grad=True)
v[0] = 1  # expect: TEF514
""",
    "several leaves": """\
params = [torch.zeros(2, requires_grad=True) for _ in range(3)]
w1, w2 = torch.randn(2, 3, requires_grad=True), torch.randn(3, requires_grad=True)
for p in params:
    p -= 0.1 * p.grad  # expect: TEF514
w1 -= 0.1 * w1.grad  # expect: TEF514
with torch.no_grad():
    w2 -= 0.1 * w2.grad
""",
    "parameters of a module": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(3, 3))
        self.register_parameter("bias", nn.Parameter(torch.zeros(3)))
        self.fc = nn.Linear(3, 3)
        self.fc.weight.normal_(0, 0.02)  # expect: TEF514
        self.bias.fill_(1)  # expect: TEF514
        self.reset_parameters()

    def reset_parameters(self):
        self.weight.uniform_(-0.1, 0.1)  # expect: TEF514

    def forward(self, x):
        self.weight[0] = 0  # expect: TEF514
        return self.fc(x @ self.weight + self.bias)
""",
    "layers from outside": """\
embedding = nn.Embedding(10, 4)
embedding.weight[0] = torch.zeros(4)  # expect: TEF514
net = nn.Sequential(nn.Linear(3, 3), nn.ReLU())
net[0].bias.zero_()  # expect: TEF514
nn.Parameter(torch.empty(3)).normal_()  # expect: TEF514
""",
    "a helper that nobody calls": """\
def update(model, lr):
    for p in model.parameters():
        p -= lr * p.grad  # expect: TEF514?
""",
    "a table of lambdas": """\
REPLACERS = {"Conv2d": lambda module, mask: replace_conv2d(module, mask)}


def replace_conv2d(conv, mask):
    new = nn.Conv2d(3, 4, 3)
    new.weight.copy_(conv.weight[mask])  # expect: TEF514?
    return new
""",
    "a table of functions": """\
def replace_linear(linear, mask):
    new = nn.Linear(3, 4)
    new.weight.copy_(linear.weight[mask])  # expect: TEF514?
    return new


REPLACERS = {"Linear": replace_linear}
""",
    "handed to a function that is not known": """\
from surgery import run


def shrink(linear: nn.Linear):
    linear.weight.mul_(0.5)  # expect: TEF514?


def main():
    layer = nn.Linear(3, 4)
    run(shrink, layer)
""",
    "called by a function that nobody calls": """\
def shrink(model: nn.Linear):
    model.weight.mul_(0.5)  # expect: TEF514?


def surgery(model):
    shrink(model)
""",
    "called by a lambda that is handed on": """\
from surgery import run


def shrink(model: nn.Linear):
    model.weight.mul_(0.5)  # expect: TEF514?


run(lambda model: shrink(model))
""",
    "called by a method that nobody calls": """\
class Surgeon:
    def __init__(self, layer: nn.Linear):
        self.layer = layer

    def cut(self):
        self.shrink()

    def shrink(self):
        self.layer.weight.mul_(0.5)  # expect: TEF514?
""",
    "called by the script through two functions": """\
def shrink(model: nn.Linear):
    model.weight.mul_(0.5)  # expect: TEF514


def surgery(model):
    shrink(model)


surgery(nn.Linear(3, 3))
""",
    "handed on and called by the script": """\
REPLACERS = {"Linear": lambda model: shrink(model)}


def shrink(model: nn.Linear):
    model.weight.mul_(0.5)  # expect: TEF514


shrink(nn.Linear(3, 3))
""",
    "called by itself and by a table": """\
def shrink(model: nn.Linear, depth):
    model.weight.mul_(0.5)  # expect: TEF514?
    if depth:
        shrink(model, depth - 1)
""",
    "for apply": """\
def init_weights(m):
    if isinstance(m, nn.Linear):
        m.weight.normal_(0, 0.02)  # expect: TEF514?
""",
    "a method that nobody calls": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.zeros(3))

    def clip(self):
        self.weight.clamp_(-1, 1)  # expect: TEF514?
""",
    "from torch": """\
from torch import randn, zeros as empty

a = randn(3, requires_grad=True)
a -= 1  # expect: TEF514
b = empty((2, 2), requires_grad=True)
b[0][1] = 1  # expect: TEF514
""",
    "another layer is frozen": """\
def main(model, backbone, x, y):
    for p in backbone.parameters():
        p.requires_grad = False
    F.mse_loss(model(backbone(x)), y).backward()
    for p in model.parameters():
        p -= 0.1 * p.grad  # expect: TEF514
""",
    "the weight of a layer": """\
class Balanced(nn.Module):
    def __init__(self, counts: torch.Tensor):
        super().__init__()
        self.layer = nn.Linear(3, 3)
        self.layer.weight *= 1 / counts  # expect: TEF514
""",
}

LEAVE: dict[str, str] = {
    "the weight that is computed of others": """\
layer = torch.nn.utils.spectral_norm(torch.nn.Linear(3, 3))
layer.weight.fill_(0)
""",
    **{name: right(program) for name, program in SHAPES.items()},
    "entries that are copied": """\
w = torch.zeros(3, 3, requires_grad=True)
rows = torch.tensor([0, 1])
w[[0, 1]].zero_()
w[rows].zero_()
w[:, rows].zero_()
w[w > 0].zero_()
""",
    "frozen by a helper": """\
from training import set_requires_grad

teacher = nn.Linear(3, 3)
set_requires_grad(teacher, requires_grad=False)
for p in teacher.parameters():
    p.mul_(0.9)
""",
    "without the graph": """\
w = torch.randn(3, 3, requires_grad=True)
w.detach().add_(1)
w.grad.zero_()
w.grad *= 0.5
""",
    "the initialisers": """\
layer = nn.Linear(3, 3)
nn.init.zeros_(layer.weight)
nn.init.xavier_uniform_(layer.weight, gain=2.0)
nn.init.constant_(layer.bias, 0)
layer.weight.data.normal_(0, 0.02)
""",
    "a result, not a leaf": """\
w = torch.randn(3, 3, requires_grad=True)
y = w * 2
y += 1
z = w.clone()
z[0] = 1
v = w[[0, 1]]
v.add_(1)
w = w - 1
w += 1
w @= w
""",
    "no grad is required": """\
a = torch.zeros(3)
a += 1
b = torch.zeros(3, requires_grad=True).detach()
b[0] = 1
c = torch.zeros(3, requires_grad=True)
c.requires_grad_(False)
c[0] = 1
c.requires_grad_()
d = torch.zeros(3, requires_grad=True)
d.detach_()
d += 1
e = nn.Parameter(torch.zeros(3), requires_grad=False)
e += 1
""",
    "filled before it requires grad": """\
w = torch.empty(3, 3)
w[0] = 1
w.uniform_(-1, 1)
w.requires_grad_()
""",
    "a buffer": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.zeros(3))

    def forward(self, x):
        self.mean += x.detach().mean(0)
        self.mean.mul_(0.9)
        return x - self.mean
""",
    "helpers under the decorator": """\
@torch.no_grad()
def ema(target, source, decay):
    for t, s in zip(target.parameters(), source.parameters()):
        t.mul_(decay).add_(s, alpha=1 - decay)


@torch.inference_mode()
def scale(model):
    for p in model.parameters():
        p *= 2
""",
    "helpers that are called under no_grad": """\
def ema(target, source, decay):
    for t, s in zip(target.parameters(), source.parameters()):
        t.mul_(decay).add_(s, alpha=1 - decay)


def main(model, target):
    with torch.no_grad():
        ema(target, model, 0.99)
""",
    "a frozen teacher": """\
class Momentum(nn.Module):
    def __init__(self, encoder):
        super().__init__()
        self.student = encoder
        self.teacher = copy.deepcopy(encoder)
        for p in self.teacher.parameters():
            p.requires_grad = False

    def forward(self, x):
        for t, s in zip(self.teacher.parameters(), self.student.parameters()):
            t.mul_(0.99).add_(s.detach(), alpha=0.01)
        return self.student(x)
""",
    "a frozen module": """\
target = nn.Linear(3, 3)
target.requires_grad_(False)
for p in target.parameters():
    p.zero_()
""",
    "switched off": """\
torch.set_grad_enabled(False)
w = torch.zeros(3, requires_grad=True)
w += 1
""",
    "a table of lambdas whose functions switch autograd off": """\
REPLACERS = {"Conv2d": lambda module, mask: replace_conv2d(module, mask)}


def replace_conv2d(conv, mask):
    new = nn.Conv2d(3, 4, 3)
    with torch.no_grad():
        new.weight.copy_(conv.weight[mask])
    return new
""",
    "a function of the file that runs what it is handed under no_grad": """\
def quietly(function, model):
    with torch.no_grad():
        return function(model)


def shrink(model: nn.Linear):
    nn.init.zeros_(model.weight)


quietly(shrink, nn.Linear(3, 3))
""",
    "expected to raise": """\
import pytest


def test_leaf():
    w = torch.zeros(3, requires_grad=True)
    with pytest.raises(RuntimeError):
        w += 1
""",
    "an optimizer of one's own": """\
class Plain(optim.Optimizer):
    @torch.no_grad()
    def step(self, closure=None):
        for group in self.param_groups:
            for p in group["params"]:
                p.add_(p.grad, alpha=-group["lr"])
""",
    "numbers and arrays": """\
import numpy as np

total = 0
total += 1
array = np.zeros(3)
array[0] = 1
array += 1
""",
    "a leaf of another dtype": """\
w = torch.zeros(3, requires_grad=True)
h = w.to(torch.float64)
h.add_(1)
""",
    "memory that is shared": """\
w = torch.zeros(3, requires_grad=True)
w.share_memory_()
w.requires_grad_(True)
""",
    "the weight of a loss": """\
class Balanced(nn.Module):
    def __init__(self, criterion: nn.Module, counts: torch.Tensor):
        super().__init__()
        self.criterion = criterion
        factors = 1 / counts
        if self.criterion.weight is None:
            self.criterion.weight = factors
        else:
            self.criterion.weight *= factors
""",
}
