"""TEF505 zero-grad-after-backward: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.

What the rule does in each shape of training code, with the programs that show it. Each is in FLAG as it is, and in
LEAVE with the call moved to where `# before` stands:

| shape | cleared after `backward` | cleared before |
|---|---|---|
| flat script, notebook | flagged: "a flat script" | left |
| nested loops | flagged: "nested loops" | left |
| helper with unannotated parameters | flagged: "a helper", "a step of a helper" | left |
| Trainer class | flagged: "a trainer" | left |
| gradient accumulation | flagged: "accumulated" | left |
| closure (LBFGS) | flagged: "LBFGS" | left |
| AMP with GradScaler | flagged: "with a GradScaler" | left |
| two optimizers | flagged, each for its own: "a GAN" | left |
| LightningModule, automatic | left, since the framework clears: "a LightningModule" | left |
| LightningModule, manual | flagged: "manual optimisation" | left |
| Fabric, Accelerate | flagged: "Fabric", "Accelerate" | left |
| DDP launcher, transfer learning | flagged: "a DDP launcher", "a frozen part" | left |
"""

HEADER = """\
import torch
import torch.nn.functional as F
from torch import nn, optim


"""

SHAPES = {
    "a flat script": """\
model = nn.Linear(4, 1)
optimizer = optim.SGD(model.parameters(), lr=0.1)
for epoch in range(10):
    # before
    loss = F.mse_loss(model(x), y)
    loss.backward()
    optimizer.zero_grad()  # expect: TEF505 "that optimizer.step() uses; call it before backward()"
    optimizer.step()
""",
    "nested loops": """\
def main(model: nn.Module, loader):
    optimizer = optim.Adam(model.parameters())
    for epoch in range(80):
        for x, y in loader:
            loss = F.cross_entropy(model(x), y)
            # before
            loss.backward()
            model.zero_grad()  # expect: TEF505
            optimizer.step()
        print(epoch, loss.item())
""",
    "a helper": """\
from meters import accuracy


def train_one_epoch(model, loader, optimizer, criterion, device):
    model.train()
    total = 0.0
    for batch in loader:
        x, y = batch[0].to(device), batch[1].to(device)
        # before
        out = model(x)
        loss = criterion(out, y)
        loss.backward()
        total += loss.item()
        optimizer.zero_grad(set_to_none=True)  # expect: TEF505
        print(accuracy(out, y))
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
    return total / len(loader)
""",
    "a step of a helper": """\
def train_step(net, opt, x, y):
    # before
    loss = F.mse_loss(net(x), y)
    loss.backward()
    opt.zero_grad()  # expect: TEF505
    opt.step()
    return loss.item()
""",
    "a trainer": """\
class Trainer:
    def __init__(self, model, loader, criterion):
        self.model = model
        self.loader = loader
        self.criterion = criterion
        self.optimizer = optim.SGD(model.parameters(), lr=0.1)

    def fit(self, epochs):
        for epoch in range(epochs):
            for x, y in self.loader:
                # before
                loss = self.criterion(self.model(x), y)
                loss.backward()
                self.model.zero_grad()  # expect: TEF505 "self.model.zero_grad() after backward()"
                self.optimizer.step()
""",
    "accumulated": """\
def main(model: nn.Module, loader):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    for i, (x, y) in enumerate(loader):
        if i % 4 == 0:
            pass
            # before
        (F.cross_entropy(model(x), y) / 4).backward()
        if (i + 1) % 4 == 0:
            optimizer.zero_grad()  # expect: TEF505
            optimizer.step()
""",
    "LBFGS": """\
def fit(model: nn.Module, x, y):
    optimizer = optim.LBFGS(model.parameters(), lr=1)

    def closure():
        # before
        loss = F.mse_loss(model(x), y)
        loss.backward()
        optimizer.zero_grad()  # expect: TEF505
        return loss

    for _ in range(20):
        optimizer.step(closure)
""",
    "with a GradScaler": """\
def main(model: nn.Module, loader):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler()
    for x, y in loader:
        # before
        with torch.autocast("cuda"):
            loss = F.mse_loss(model(x), y)
        scaler.scale(loss).backward()
        optimizer.zero_grad()  # expect: TEF505
        scaler.step(optimizer)
        scaler.update()
""",
    "a GAN": """\
def main(generator: nn.Module, discriminator: nn.Module, loader):
    g = optim.Adam(generator.parameters())
    d = optim.Adam(discriminator.parameters())
    for x in loader:
        d.zero_grad()
        loss_d = F.softplus(-discriminator(x)).mean()
        loss_d.backward()
        d.step()
        # before
        loss_g = F.softplus(-discriminator(generator(x))).mean()
        loss_g.backward()
        g.zero_grad()  # expect: TEF505 "that g.step() uses"
        g.step()
""",
    "manual optimisation": """\
import lightning as L


class Tuned(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.automatic_optimization = False
        self.net = nn.Linear(4, 1)

    def training_step(self, batch, batch_idx):
        opt = self.optimizers()
        # before
        loss = F.mse_loss(self.net(batch[0]), batch[1])
        self.manual_backward(loss)
        opt.zero_grad()  # expect: TEF505
        opt.step()
""",
    "Fabric": """\
from lightning.fabric import Fabric


def main(model: nn.Module, loader):
    fabric = Fabric()
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    model, optimizer = fabric.setup(model, optimizer)
    for x, y in loader:
        # before
        fabric.backward(F.cross_entropy(model(x), y))
        optimizer.zero_grad()  # expect: TEF505
        optimizer.step()
""",
    "Accelerate": """\
from accelerate import Accelerator


def main(model: nn.Module, loader):
    accelerator = Accelerator()
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for x, y in loader:
        # before
        loss = F.cross_entropy(model(x), y)
        accelerator.backward(loss)
        optimizer.zero_grad()  # expect: TEF505
        optimizer.step()
""",
    "a DDP launcher": """\
def worker(rank, model, loader, args):
    model = nn.parallel.DistributedDataParallel(model.to(rank), device_ids=[rank])
    optimizer = optim.SGD(model.parameters(), lr=args.lr)
    for epoch in range(args.epochs):
        loader.sampler.set_epoch(epoch)
        for x, y in loader:
            # before
            F.cross_entropy(model(x), y).backward()
            model.zero_grad()  # expect: TEF505
            optimizer.step()
""",
    "a frozen part": """\
def finetune(model: nn.Module, loader):
    for p in model.parameters():
        p.requires_grad = False
    model.fc = nn.Linear(512, 10)
    optimizer = optim.SGD(model.fc.parameters(), lr=0.1)
    for x, y in loader:
        # before
        F.cross_entropy(model(x), y).backward()
        model.zero_grad()  # expect: TEF505
        optimizer.step()
""",
    "a base class from elsewhere": """\
from training import Base


class Trainer(Base):
    def epoch(self):
        for x, y in self.loader:
            # before
            loss = F.cross_entropy(self.model(x), y)
            loss.backward()
            self.optimizer.zero_grad()  # expect: TEF505
            self.optimizer.step()
""",
}

FLAG: dict[str, str] = {
    **SHAPES,
    "without a loop": """\
def update(model, optimizer, batch):
    loss = model(batch).mean()
    loss.backward()
    optimizer.zero_grad()  # expect: TEF505
    optimizer.step()
""",
    "before both": """\
def main(model, optimizer, loader):
    for x, y in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.zero_grad()  # expect: TEF505
        optimizer.step()
""",
    "with a scheduler": """\
def main(model, optimizer, scheduler, loader):
    for x, y in loader:
        F.cross_entropy(model(x), y).backward()
        optimizer.zero_grad()  # expect: TEF505
        scheduler.step()
        optimizer.step()
""",
    "a loop over optimizers": """\
def main(model, optimizers, loader):
    for x, y in loader:
        F.cross_entropy(model(x), y).backward()
        for optimizer in optimizers:
            optimizer.zero_grad()  # expect: TEF505
            optimizer.step()
""",
    "in a branch of both": """\
def main(model, optimizer, loader, amp, scaler):
    for x, y in loader:
        loss = F.cross_entropy(model(x), y)
        if amp:
            scaler.scale(loss).backward()
        else:
            loss.backward()
        optimizer.zero_grad()  # expect: TEF505
        if amp:
            scaler.step(optimizer)
            scaler.update()
        else:
            optimizer.step()
""",
    "the method under another name": """\
def train(model, loader, opt):
    clear = opt.zero_grad
    for x, y in loader:
        F.cross_entropy(model(x), y).backward()
        clear()  # expect: TEF505
        opt.step()
""",
}


def right(program: str) -> str:
    """The same program with the call where it says so."""
    (line,) = [line for line in program.splitlines() if "# expect" in line]
    call = line.partition("  # expect")[0].strip()
    return program.replace(line + "\n", "").replace("# before", call)


LEAVE: dict[str, str] = {
    **{name: right(program) for name, program in SHAPES.items()},
    "in a helper that runs twice": """\
def fit(model, loader):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        F.mse_loss(model(x), y).backward()
        optimizer.step()
    return model


def main(loader):
    return fit(nn.Linear(2, 1), loader), fit(nn.Linear(2, 1), loader)
""",
    "after the step": """\
def main(model, optimizer, loader):
    for x, y in loader:
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
        optimizer.zero_grad()
""",
    "a LightningModule": """\
import lightning as L


class Tuned(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(4, 1)

    def training_step(self, batch, batch_idx):
        return F.mse_loss(self.net(batch[0]), batch[1])

    def configure_optimizers(self):
        return optim.SGD(self.parameters(), lr=0.1)
""",
    "a bad batch": """\
def main(model, optimizer, loader):
    for x, y in loader:
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        if not torch.isfinite(loss):
            optimizer.zero_grad()
            continue
        optimizer.step()
        optimizer.zero_grad()
""",
    "a bad batch without continue": """\
def main(model, optimizer, loader):
    for x, y in loader:
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        if not torch.isfinite(loss):
            optimizer.zero_grad()
        optimizer.step()
        optimizer.zero_grad()
""",
    "the other network of a GAN": """\
def main(generator: nn.Module, discriminator: nn.Module, loader):
    g = optim.Adam(generator.parameters())
    d = optim.Adam(discriminator.parameters())
    for x in loader:
        g.zero_grad()
        F.softplus(-discriminator(generator(x))).mean().backward()
        d.zero_grad()
        g.step()
        discriminator.zero_grad()
        F.softplus(-discriminator(x)).mean().backward()
        generator.zero_grad()
        d.step()
""",
    "gradients that are put back": """\
def main(model, optimizer, loader):
    for x, y in loader:
        F.cross_entropy(model(x), y).backward()
        kept = [p.grad.clone() for p in model.parameters()]
        optimizer.zero_grad()
        for p, g in zip(model.parameters(), kept):
            p.grad = g / g.norm()
        optimizer.step()
""",
    "gradients that a helper puts back": """\
from surgery import project


def main(model, optimizer, loader):
    for x, y in loader:
        F.cross_entropy(model(x), y).backward()
        kept = [p.grad.clone() for p in model.parameters()]
        optimizer.zero_grad()
        project(model, kept)
        optimizer.step()
""",
    "two passes": """\
def main(model, optimizer, loader):
    for x, y in loader:
        F.cross_entropy(model(x), y).backward()
        with torch.no_grad():
            for p in model.parameters():
                p.add_(p.grad)
        model.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
        optimizer.zero_grad()
""",
    "an attack before the step": """\
def main(model, optimizer, loader):
    for x, y in loader:
        x.requires_grad_()
        F.cross_entropy(model(x), y).backward()
        x = (x + 0.1 * x.grad.sign()).detach()
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
""",
    "the step of the batch before": """\
def main(model, optimizer, loader):
    for x, y in loader:
        optimizer.step()
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
""",
    "a model whose optimizer is not known": """\
def update(actor, critic, opt_a, opt_c, x):
    opt_a.zero_grad()
    actor_loss = -critic(actor(x)).mean()
    actor_loss.backward()
    critic.zero_grad()
    opt_a.step()
""",
    "a step without a backward": """\
def main(optimizer, scheduler):
    for epoch in range(10):
        optimizer.zero_grad()
        optimizer.step()
        scheduler.step()
""",
    "per window": """\
def main(model, optimizer, windows):
    for window in windows:
        optimizer.zero_grad()
        for x, y in window:
            F.cross_entropy(model(x), y).backward()
        optimizer.step()
""",
    "a closure that is given": """\
def main(model, optimizer, x, y):
    def closure():
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        loss.backward()
        return loss

    for _ in range(10):
        optimizer.step(closure)
""",
}
