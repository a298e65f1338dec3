"""TEF518 in-place-result-assigned: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.

What the rule does in each shape of training code, with the programs that show it:

| shape | a batch that is changed under a second name | a new tensor |
|---|---|---|
| flat script, notebook | flagged: "a flat script" | left: the same |
| nested loops | flagged: "nested loops" | left: the same |
| helper with unannotated parameters | flagged: "a helper" | left: the same |
| Trainer class | flagged: "a trainer" | left: the same |
| gradient accumulation | flagged: "accumulated" | left: the same |
| closure (LBFGS) | flagged, where the closure reads both: "LBFGS" | left: the same |
| AMP with GradScaler | flagged: "with a GradScaler" | left: the same |
| two optimizers | flagged: "a GAN" | left: the same |
| LightningModule, automatic | flagged: "a LightningModule" | left: the same |
| LightningModule, manual | flagged: "manual optimisation" | left: the same |
| Fabric, Accelerate | flagged: "Fabric", "Accelerate" | left: the same |
| DDP launcher | flagged: "a DDP launcher" | left: the same |
| transfer learning with frozen parts | flagged: "transfer learning" | left: the same |
"""

HEADER = """\
import torch
import torch.nn.functional as F
from torch import Tensor, nn


"""

SHAPES = {
    "a flat script": """\
model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for x, y in loader:
    noisy = x.add_(0.1 * torch.randn_like(x))  # expect: TEF518
    optimizer.zero_grad()
    loss = F.mse_loss(model(x) + model(noisy), y)
    loss.backward()
    optimizer.step()
""",
    "nested loops": """\
def main(model: nn.Module, loader, epochs):
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(epochs):
        for x, y in loader:
            noisy = x.add_(0.1 * torch.randn_like(x))  # expect: TEF518
            optimizer.zero_grad()
            loss = F.cross_entropy(model(x) + model(noisy), y)
            loss.backward()
            optimizer.step()
""",
    "a helper": """\
def train_one_epoch(model, loader, optimizer, criterion):
    for x, y in loader:
        noisy = x.add_(0.1 * torch.randn_like(x))  # expect: TEF518
        optimizer.zero_grad()
        loss = criterion(model(x) + model(noisy), y)
        loss.backward()
        optimizer.step()
""",
    "a trainer": """\
class Trainer:
    def __init__(self, model: nn.Module):
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        self.criterion = nn.CrossEntropyLoss()

    def train_epoch(self, loader):
        for x, y in loader:
            noisy = x.add_(0.1 * torch.randn_like(x))  # expect: TEF518
            self.optimizer.zero_grad()
            loss = self.criterion(self.model(x) + self.model(noisy), y)
            loss.backward()
            self.optimizer.step()
""",
    "accumulated": """\
def main(model: nn.Module, loader, steps):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for i, (x, y) in enumerate(loader):
        noisy = x.add_(0.1 * torch.randn_like(x))  # expect: TEF518
        loss = F.cross_entropy(model(x) + model(noisy), y)
        (loss / steps).backward()
        if (i + 1) % steps == 0:
            optimizer.step()
            optimizer.zero_grad()
""",
    "LBFGS": """\
def fit(model: nn.Module, x, y):
    optimizer = torch.optim.LBFGS(model.parameters(), lr=1)

    noisy = x.mul_(2)  # expect: TEF518

    def closure():
        optimizer.zero_grad()
        loss = F.mse_loss(model(x + noisy), y)
        loss.backward()
        return loss
    for _ in range(20):
        loss = optimizer.step(closure)
""",
    "with a GradScaler": """\
def main(model: nn.Module, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler()
    for x, y in loader:
        noisy = x.add_(0.1 * torch.randn_like(x))  # expect: TEF518
        optimizer.zero_grad()
        with torch.autocast("cuda"):
            loss = F.mse_loss(model(x) + model(noisy), y)
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
""",
    "a GAN": """\
def main(generator: nn.Module, discriminator: nn.Module, loader):
    opt_g = torch.optim.Adam(generator.parameters())
    opt_d = torch.optim.Adam(discriminator.parameters())
    for real, z, ones, zeros in loader:
        noisy = real.add_(0.1 * torch.randn_like(real))  # expect: TEF518
        fake = generator(z)
        loss = F.binary_cross_entropy_with_logits(discriminator(real) + discriminator(noisy), ones)
        loss = loss + F.binary_cross_entropy_with_logits(discriminator(fake.detach()), zeros)
        opt_d.zero_grad()
        loss.backward()
        opt_d.step()
        loss_g = F.binary_cross_entropy_with_logits(discriminator(fake), ones)
        opt_g.zero_grad()
        loss_g.backward()
        opt_g.step()
""",
    "a LightningModule": """\
import lightning as L


class Net(L.LightningModule):
    def __init__(self, net):
        super().__init__()
        self.net = net

    def training_step(self, batch, index):
        x, y = batch
        noisy = x.add_(0.1 * torch.randn_like(x))  # expect: TEF518
        return F.mse_loss(self.net(x) + self.net(noisy), y)

    def optimizer_zero_grad(self, epoch, batch_idx, optimizer):
        optimizer.zero_grad()
""",
    "Fabric": """\
import lightning as L


def main(model: nn.Module, loader):
    fabric = L.Fabric()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model, optimizer = fabric.setup(model, optimizer)
    for x, y in loader:
        noisy = x.add_(0.1 * torch.randn_like(x))  # expect: TEF518
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x) + model(noisy), y)
        fabric.backward(loss)
        optimizer.step()
""",
    "Accelerate": """\
from accelerate import Accelerator


def main(model: nn.Module, loader):
    accelerator = Accelerator()
    optimizer = torch.optim.AdamW(model.parameters())
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for x, y in loader:
        noisy = x.add_(0.1 * torch.randn_like(x))  # expect: TEF518
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x) + model(noisy), y)
        accelerator.backward(loss)
        optimizer.step()
""",
    "a DDP launcher": """\
def worker(rank, model, loader):
    model = nn.parallel.DistributedDataParallel(model.to(rank), device_ids=[rank])
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        noisy = x.add_(0.1 * torch.randn_like(x))  # expect: TEF518
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x.to(rank)) + model(noisy.to(rank)), y.to(rank))
        loss.backward()
        optimizer.step()
""",
    "transfer learning": """\
def finetune(backbone: nn.Module, loader):
    for parameter in backbone.parameters():
        parameter.requires_grad = False
    head = nn.Linear(512, 10)
    optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
    for x, y in loader:
        noisy = x.add_(0.1 * torch.randn_like(x))  # expect: TEF518
        optimizer.zero_grad()
        loss = F.cross_entropy(head(backbone(x)) + head(backbone(noisy)), y)
        loss.backward()
        optimizer.step()
""",
    "manual optimisation": """\
import lightning as L


class Manual(L.LightningModule):
    def __init__(self, net):
        super().__init__()
        self.automatic_optimization = False
        self.net = net

    def training_step(self, batch, index):
        x, y = batch
        noisy = x.add_(0.1 * torch.randn_like(x))  # expect: TEF518
        optimizer = self.optimizers()
        loss = F.mse_loss(self.net(x) + self.net(noisy), y)
        optimizer.zero_grad()
        self.manual_backward(loss)
        optimizer.step()
""",
}


FLAG: dict[str, str] = {
    "the second name is read before it gets another value": """\
def f(x: Tensor, first: Tensor, weight: Tensor):
    x = x * 2
    y = x.add_(first)  # expect: TEF518
    y = torch.addmm(x, y, weight)
    return y
""",
    **SHAPES,
    "a method": """\
def f(x: Tensor, z: Tensor):
    y = x.add_(z)  # expect: TEF518 "y is another name for it"
    return x * y
""",
    "parameters without annotation": """\
def f(x, z):
    y = x.mul_(z)  # expect: TEF518 "x.mul_(z) changes x"
    return x * y
""",
    "a local": """\
def f(x: Tensor):
    w = x.sigmoid()
    v = w.zero_()  # expect: TEF518
    v[0] = 1
    return w * v
""",
    "a chain": """\
def f(x: Tensor):
    y = x.mul_(2).add_(1)  # expect: TEF518
    return x * y
""",
    "functions": """\
def f(x: Tensor):
    a = torch.relu_(x)  # expect: TEF518
    b = F.relu(x, inplace=True)  # expect: TEF518
    c = torch.clamp_(x, 0, 1)  # expect: TEF518
    return x, a, b, c
""",
    "other methods": """\
def f(x: Tensor, mask: Tensor):
    a = x.masked_fill_(mask, 0.0)  # expect: TEF518
    b = x.clamp_(min=0)  # expect: TEF518
    c = x.t_()  # expect: TEF518
    d = x.uniform_(0, 1)  # expect: TEF518
    return x, a, b, c, d
""",
    "read on one branch": """\
def f(x: Tensor, flag):
    z = x.mul_(2)  # expect: TEF518
    if flag:
        return x
    return z
""",
    "in a loop": """\
for k in range(3):
    a = torch.zeros(3)
    b = a.add_(k)  # expect: TEF518
    print(a, b)
""",
    "in a method": """\
class Net(nn.Module):
    def forward(self, x):
        out = x.relu_()  # expect: TEF518
        return x * out
""",
    "handed to a call": """\
def f(x: Tensor, net: nn.Module):
    y = x.div_(255)  # expect: TEF518
    return net(x), y
""",
    "compared with a number, on whose sides the entries stay or not": """\
def transform(x: Tensor, n: float):
    line = x.clone()
    power = torch.clamp_(x, min=0.0).pow_(1 / n)  # expect: TEF518?
    return torch.where(x > 1.0, line, power)


def squared(x: Tensor):
    power = x.pow_(2)  # expect: TEF518
    return torch.where(x > 1.0, 0, power)


def shifted(x: Tensor, n: float):
    line = x.clone()
    moved = x.add_(n)  # expect: TEF518
    return torch.where(x > 1.0, line, moved)


def both(x: Tensor, n: float):
    power = x.pow_(n)  # expect: TEF518
    return torch.where(x > 1.0, x, power)
""",
    "carried into the next iteration by its first name": """\
def solve(apply, rhs: Tensor, steps: int):
    before, last = torch.zeros_like(rhs), rhs.clone()
    for _ in range(steps):
        prod = torch.sin(apply(last))
        new = prod.addcmul_(last, before, value=-1).sub_(before)  # expect: TEF518?
        new.div_(new.norm())
        before, last = last, prod
    return last


def power(matrix: Tensor, x: Tensor, steps: int):
    last = x
    while steps:
        y = matrix @ last
        scaled = y.div_(3.0)  # expect: TEF518?
        print(scaled.norm())
        last = y
        steps -= 1
    return last


def compared(matrix: Tensor, x: Tensor, steps: int):
    last = x
    for _ in range(steps):
        y = matrix @ last
        scaled = y.div_(3.0)  # expect: TEF518
        print(scaled.norm(), y.norm())
        last = y
    return last


def once(matrix: Tensor, x: Tensor):
    y = matrix @ x
    scaled = y.div_(3.0)  # expect: TEF518
    last = y
    return last - scaled
""",
    "in a tuple": """\
def f(g: torch.Tensor, h: torch.Tensor):
    a, b = g.add_(1), h.mul_(2)  # expect: TEF518
    return a + g + b
""",
    "in a walrus": """\
def f(h: torch.Tensor):
    if (s := h.sigmoid_()).mean() > 0:  # expect: TEF518
        return s + h
    return h
""",
    "with an annotation": """\
def f(h: torch.Tensor):
    y: torch.Tensor = h.add_(1)  # expect: TEF518
    return y * h
""",
    "kept on the object": """\
class A:
    def f(self, h: torch.Tensor):
        self.y = h.add_(1)  # expect: TEF518
        return self.y * h
""",
}


def right(program: str) -> str:
    """The same program with the method that makes a new tensor."""
    return program.replace(".add_(", ".add(").replace(".mul_(", ".mul(").replace("  # expect: TEF518", "")


LEAVE: dict[str, str] = {
    "the second name gets another value at once": """\
def f(x: Tensor, first: Tensor, weight: Tensor, shared: bool):
    x = x * 2
    if shared:
        y = x.add_(first)
        y = torch.addmm(x, x, weight)
    else:
        y = torch.addmm(x, x, weight)
        y += first
    return y
""",
    **{name: right(program) for name, program in SHAPES.items()},
    "the same name": """\
def f(x: Tensor, z: Tensor):
    x = x.add_(z)
    x = x.mul_(2).sub_(1)
    return x
""",
    "never read again": """\
def f(x: Tensor, z: Tensor):
    y = x.add_(z)
    return y
""",
    "its shape is read": """\
def f(x: Tensor, z: Tensor):
    y = x.add_(z)
    return y.view(x.shape[0], -1), x.dtype, x.size(0), x.device
""",
    "bound anew": """\
def f(x: Tensor):
    y = x.mul_(2)
    x = torch.zeros(3)
    return x * y
""",
    "a new tensor": """\
def f(x: Tensor):
    a = torch.empty(3).normal_()
    b = x.clone().add_(1)
    c = (x * 2).clamp_(0, 1)
    d = torch.zeros_like(x).scatter_(1, x.long(), 1.0)
    return x, a, b, c, d
""",
    "what leaves the entries": """\
def f(x: Tensor):
    y = x.requires_grad_()
    z = x.detach_()
    w = x.share_memory_()
    return x, y, z, w
""",
    "a view": """\
def f(x: Tensor):
    y = x.view(-1)
    z = x[0]
    return x, y, z
""",
    "out of place": """\
def f(x: Tensor, z: Tensor):
    y = x.add(z)
    w = torch.relu(x)
    return x, y, w
""",
    "no name": """\
def f(x: Tensor, z: Tensor):
    x.add_(z)
    torch.relu_(x)
    return x
""",
    "an attribute that keeps a total": """\
class Average:
    def __init__(self):
        self.mean = torch.zeros(3)

    def update(self, x: Tensor):
        mean = self.mean.mul_(0.9).add_(x, alpha=0.1)
        return mean / self.mean.norm()
""",
    "one tensor on the other branch, too": """\
def f(x: Tensor, rank):
    if rank != 0:
        y = x.zero_()
    else:
        y = x
    return x, y
""",
    "read before": """\
def f(x: Tensor):
    before = x.sum(dim=None)
    y = x.zero_()
    return before, y
""",
    "objects of one's own": """\
class Total:
    def add_(self, n):
        self.n = n
        return self


def f(n):
    total = Total()
    same = total.add_(n)
    return total, same
""",
    "initialisers": """\
def f(n: int):
    weight = torch.empty(n, n)
    nn.init.xavier_uniform_(weight)
    return weight
""",
    "carried into the next iteration by its second name": """\
def power(matrix: Tensor, x: Tensor, steps: int):
    last = x
    for _ in range(steps):
        y = matrix @ last
        scaled = y.div_(3.0)
        last = scaled
    return last
""",
    "tuples of new tensors, and of the same names": """\
def f(g: torch.Tensor, h: torch.Tensor):
    a, b = g.add(1), h.mul(2)
    g, h = g.add_(1), h.mul_(2)
    return a + b + g + h
""",
    "in a walrus, and not read again": """\
def f(h: torch.Tensor):
    if (s := h.sigmoid_()).mean() > 0:
        return s
    return None
""",
    "kept on the object, and not read again": """\
class A:
    def f(self, h: torch.Tensor):
        self.y = h.add_(1)
        self.z: torch.Tensor = torch.zeros(3).add_(1)
        return self.y * h.shape[0]
""",
}
