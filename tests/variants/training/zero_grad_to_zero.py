"""TEF517 zero-grad-to-zero: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.

What the rule does in each shape of training code, with the programs that show it:

| shape | `set_to_none=False` | without it |
|---|---|---|
| flat script, notebook | flagged: "a flat script" | left: the same |
| nested loops | flagged: "nested loops" | left: the same |
| helper with unannotated parameters | flagged: "a helper" | left: the same |
| Trainer class | flagged: "a trainer" | left: the same |
| gradient accumulation | flagged: "accumulated" | left: the same |
| closure (LBFGS) | flagged: "LBFGS" | left: the same |
| AMP with GradScaler | flagged: "with a GradScaler" | left: the same |
| two optimizers | flagged, each: "a GAN" | left: the same |
| LightningModule, automatic | flagged in the hook that clears: "a LightningModule" | left: the same |
| LightningModule, manual | flagged: "manual optimisation" | left: the same |
| Fabric, Accelerate | flagged: "Fabric", "Accelerate" | left: the same |
| DDP launcher | flagged: "a DDP launcher" | left: the same |
| transfer learning with frozen parts | flagged: "transfer learning" | left: the same |
"""

HEADER = """\
import torch
import torch.nn.functional as F
from torch import nn, optim


"""

SHAPES = {
    "a flat script": """\
model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for x, y in loader:
    optimizer.zero_grad(set_to_none=False)  # expect: TEF517
    loss = F.mse_loss(model(x), y)
    loss.backward()
    optimizer.step()
""",
    "nested loops": """\
def main(model: nn.Module, loader, epochs):
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(epochs):
        for x, y in loader:
            optimizer.zero_grad(set_to_none=False)  # expect: TEF517
            loss = F.cross_entropy(model(x), y)
            loss.backward()
            optimizer.step()
""",
    "a helper": """\
def train_one_epoch(model, loader, optimizer, criterion):
    for x, y in loader:
        optimizer.zero_grad(set_to_none=False)  # expect: TEF517
        loss = criterion(model(x), y)
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
            self.optimizer.zero_grad(set_to_none=False)  # expect: TEF517
            loss = self.criterion(self.model(x), y)
            loss.backward()
            self.optimizer.step()
""",
    "accumulated": """\
def main(model: nn.Module, loader, steps):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for i, (x, y) in enumerate(loader):
        loss = F.cross_entropy(model(x), y)
        (loss / steps).backward()
        if (i + 1) % steps == 0:
            optimizer.step()
            optimizer.zero_grad(set_to_none=False)  # expect: TEF517
""",
    "LBFGS": """\
def fit(model: nn.Module, x, y):
    optimizer = torch.optim.LBFGS(model.parameters(), lr=1)

    def closure():
        optimizer.zero_grad(set_to_none=False)  # expect: TEF517
        loss = F.mse_loss(model(x), y)
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
        optimizer.zero_grad(set_to_none=False)  # expect: TEF517
        with torch.autocast("cuda"):
            loss = F.mse_loss(model(x), y)
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
""",
    "a GAN": """\
def main(generator: nn.Module, discriminator: nn.Module, loader):
    opt_g = torch.optim.Adam(generator.parameters())
    opt_d = torch.optim.Adam(discriminator.parameters())
    for real, z, ones, zeros in loader:
        fake = generator(z)
        loss = F.binary_cross_entropy_with_logits(discriminator(real), ones)
        loss = loss + F.binary_cross_entropy_with_logits(discriminator(fake.detach()), zeros)
        opt_d.zero_grad(set_to_none=False)  # expect: TEF517
        loss.backward()
        opt_d.step()
        loss_g = F.binary_cross_entropy_with_logits(discriminator(fake), ones)
        opt_g.zero_grad(set_to_none=False)  # expect: TEF517
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
        return F.mse_loss(self.net(batch[0]), batch[1])

    def optimizer_zero_grad(self, epoch, batch_idx, optimizer):
        optimizer.zero_grad(set_to_none=False)  # expect: TEF517
""",
    "Fabric": """\
import lightning as L


def main(model: nn.Module, loader):
    fabric = L.Fabric()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model, optimizer = fabric.setup(model, optimizer)
    for x, y in loader:
        optimizer.zero_grad(set_to_none=False)  # expect: TEF517
        loss = F.cross_entropy(model(x), y)
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
        optimizer.zero_grad(set_to_none=False)  # expect: TEF517
        loss = F.cross_entropy(model(x), y)
        accelerator.backward(loss)
        optimizer.step()
""",
    "a DDP launcher": """\
def worker(rank, model, loader):
    model = nn.parallel.DistributedDataParallel(model.to(rank), device_ids=[rank])
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad(set_to_none=False)  # expect: TEF517
        loss = F.cross_entropy(model(x.to(rank)), y.to(rank))
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
        optimizer.zero_grad(set_to_none=False)  # expect: TEF517
        loss = F.cross_entropy(head(backbone(x)), y)
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
        optimizer = self.optimizers()
        loss = F.mse_loss(self.net(batch[0]), batch[1])
        optimizer.zero_grad(set_to_none=False)  # expect: TEF517
        self.manual_backward(loss)
        optimizer.step()
""",
}

FLAG: dict[str, str] = {
    **SHAPES,
    "an optimizer": """\
def main(model: nn.Module, loader):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad(set_to_none=False)  # expect: TEF517 "use optimizer.zero_grad()"
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
""",
    "a module": """\
def main(model: nn.Module, loader, optimizer):
    for x, y in loader:
        model.zero_grad(set_to_none=False)  # expect: TEF517
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
""",
    "by position": """\
def main(model: nn.Module):
    optimizer = torch.optim.Adam(model.parameters())
    optimizer.zero_grad(False)  # expect: TEF517
    model.zero_grad(False)  # expect: TEF517
""",
    "parameters without annotation": """\
def train_one_epoch(model, loader, optimizer):
    for x, y in loader:
        optimizer.zero_grad(set_to_none=False)  # expect: TEF517
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
""",
    "an attribute": """\
class Trainer:
    def __init__(self, model: nn.Module):
        self.model = model
        self.optimizer = optim.AdamW(model.parameters())

    def step(self, x, y):
        self.optimizer.zero_grad(set_to_none=False)  # expect: TEF517
        F.cross_entropy(self.model(x), y).backward()
        self.optimizer.step()
""",
    "a flag with a name": """\
none = False
layer = nn.Linear(3, 3)
layer.zero_grad(set_to_none=none)  # expect: TEF517
""",
    "from torch.optim": """\
from torch.optim import SGD as Descent

layer = nn.Linear(3, 3)
opt = Descent(layer.parameters(), lr=0.1)
opt.zero_grad(set_to_none=False)  # expect: TEF517
""",
    "in a closure": """\
def fit(model: nn.Module, x, y):
    optimizer = optim.LBFGS(model.parameters())

    def closure():
        optimizer.zero_grad(set_to_none=False)  # expect: TEF517
        loss = F.mse_loss(model(x), y)
        loss.backward()
        return loss

    optimizer.step(closure)
""",
}


def right(program: str) -> str:
    """The same program with gradients set to None."""
    return program.replace("set_to_none=False", "").replace("  # expect: TEF517", "")


LEAVE: dict[str, str] = {
    **{name: right(program) for name, program in SHAPES.items()},
    "to None": """\
def main(model: nn.Module):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    optimizer.zero_grad()
    optimizer.zero_grad(set_to_none=True)
    optimizer.zero_grad(True)
    model.zero_grad()
""",
    "a flag that is given": """\
def main(model: nn.Module, to_none):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    optimizer.zero_grad(set_to_none=to_none)
    model.zero_grad(to_none)
""",
    "objects of one's own": """\
class Tape:
    def zero_grad(self, everything):
        self.grads = {} if everything else None


def main(tape: Tape):
    tape.zero_grad(False)
""",
    "an unknown object by position": """\
def main(thing):
    thing.zero_grad(False)
""",
    "an unknown object": """\
def main(thing):
    thing.zero_grad(set_to_none=False)
""",
    "a gradient": """\
def main(w):
    w.grad.zero_()
    w.grad = None
""",
    "other arguments": """\
def main(model: nn.Module, **options):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    optimizer.zero_grad(**options)
""",
    "a number": """\
def main(model: nn.Module):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    optimizer.zero_grad(set_to_none=1)
""",
}
