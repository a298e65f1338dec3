"""TEF501 loss-accumulation: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole.
In FLAG, `# expect: CODE` ends each line on which a finding must stand, and no other
finding may stand anywhere. In LEAVE there must be none at all.

What the rule does in each shape of training code, with the programs that show it:

| shape | the loss is added up with its graph | a number is |
|---|---|---|
| flat script, notebook | flagged: "a flat script" | left: the same |
| nested loops | flagged: "nested loops" | left: the same |
| helper with unannotated parameters | flagged: "a helper" | left: the same |
| Trainer class | flagged: "a trainer" | left: the same |
| gradient accumulation | flagged: "accumulated" | left: the same |
| closure (LBFGS) | left, since what `step` returns is not known: "LBFGS" | left: the same |
| AMP with GradScaler | flagged: "with a GradScaler" | left: the same |
| two optimizers | flagged: "a GAN" | left: the same |
| LightningModule, automatic | left, since the loop is not in the file: "a LightningModule" | left: the same |
| LightningModule, manual | left, for the same reason: "manual optimisation" | left: the same |
| Fabric, Accelerate | flagged: "Fabric", "Accelerate" | left: the same |
| DDP launcher | flagged: "a DDP launcher" | left: the same |
| transfer learning with frozen parts | flagged: "transfer learning" | left: the same |
"""

from tests.rules.programs import Whole

HEADER = """\
import torch
import torch.nn.functional as F
from torch import nn


"""

# Each with what is kept in the place of @: the loss, or the number that it is.
SHAPES = {
    "a flat script": """\
model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
total = 0.0
for x, y in loader:
    optimizer.zero_grad()
    loss = F.mse_loss(model(x), y)
    loss.backward()
    optimizer.step()
    total += @
print(total / len(loader))
""",
    "nested loops": """\
def main(model: nn.Module, loader, epochs):
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(epochs):
        total = 0.0
        for x, y in loader:
            optimizer.zero_grad()
            loss = F.cross_entropy(model(x), y)
            loss.backward()
            optimizer.step()
            total += @
        print(epoch, total / len(loader))
""",
    "a helper": """\
def train_one_epoch(model, loader, optimizer, criterion):
    total = 0.0
    for x, y in loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
        total += @
    return total / len(loader)
""",
    "a trainer": """\
class Trainer:
    def __init__(self, model: nn.Module):
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        self.criterion = nn.CrossEntropyLoss()

    def train_epoch(self, loader):
        total = 0.0
        for x, y in loader:
            self.optimizer.zero_grad()
            loss = self.criterion(self.model(x), y)
            loss.backward()
            self.optimizer.step()
            total += @
        return total / len(loader)
""",
    "accumulated": """\
def main(model: nn.Module, loader, steps):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    total = 0.0
    for i, (x, y) in enumerate(loader):
        loss = F.cross_entropy(model(x), y)
        (loss / steps).backward()
        if (i + 1) % steps == 0:
            optimizer.step()
            optimizer.zero_grad()
        total += @
    return total / len(loader)
""",
    "LBFGS": """\
def fit(model: nn.Module, x, y):
    optimizer = torch.optim.LBFGS(model.parameters(), lr=1)

    def closure():
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        loss.backward()
        return loss

    total = 0.0
    for _ in range(20):
        loss = optimizer.step(closure)
        total += @
    return total / len(loader)
""",
    "with a GradScaler": """\
def main(model: nn.Module, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler()
    total = 0.0
    for x, y in loader:
        optimizer.zero_grad()
        with torch.autocast("cuda"):
            loss = F.mse_loss(model(x), y)
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
        total += @
    return total / len(loader)
""",
    "a GAN": """\
def main(generator: nn.Module, discriminator: nn.Module, loader):
    opt_g = torch.optim.Adam(generator.parameters())
    opt_d = torch.optim.Adam(discriminator.parameters())
    total = 0.0
    for real, z, ones, zeros in loader:
        fake = generator(z)
        loss = F.binary_cross_entropy_with_logits(discriminator(real), ones)
        loss = loss + F.binary_cross_entropy_with_logits(discriminator(fake.detach()), zeros)
        opt_d.zero_grad()
        loss.backward()
        opt_d.step()
        loss_g = F.binary_cross_entropy_with_logits(discriminator(fake), ones)
        opt_g.zero_grad()
        loss_g.backward()
        opt_g.step()
        total += @
    return total / len(loader)
""",
    "a LightningModule": """\
import lightning as L


class Net(L.LightningModule):
    def __init__(self, net):
        super().__init__()
        self.net = net
        self.total = 0.0

    def training_step(self, batch, index):
        loss = F.mse_loss(self.net(batch[0]), batch[1])
        self.total += @
        return loss
""",
    "Fabric": """\
import lightning as L


def main(model: nn.Module, loader):
    fabric = L.Fabric()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model, optimizer = fabric.setup(model, optimizer)
    total = 0.0
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        fabric.backward(loss)
        optimizer.step()
        total += @
    return total / len(loader)
""",
    "Accelerate": """\
from accelerate import Accelerator


def main(model: nn.Module, loader):
    accelerator = Accelerator()
    optimizer = torch.optim.AdamW(model.parameters())
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    total = 0.0
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        accelerator.backward(loss)
        optimizer.step()
        total += @
    return total / len(loader)
""",
    "a DDP launcher": """\
def worker(rank, model, loader):
    model = nn.parallel.DistributedDataParallel(model.to(rank), device_ids=[rank])
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    total = 0.0
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x.to(rank)), y.to(rank))
        loss.backward()
        optimizer.step()
        total += @
    if rank == 0:
        print(total / len(loader))
""",
    "transfer learning": """\
def finetune(backbone: nn.Module, loader):
    for parameter in backbone.parameters():
        parameter.requires_grad = False
    head = nn.Linear(512, 10)
    optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
    total = 0.0
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(head(backbone(x)), y)
        loss.backward()
        optimizer.step()
        total += @
    return total / len(loader)
""",
    "manual optimisation": """\
import lightning as L


class Manual(L.LightningModule):
    def __init__(self, net):
        super().__init__()
        self.automatic_optimization = False
        self.net = net
        self.total = 0.0

    def training_step(self, batch, index):
        optimizer = self.optimizers()
        loss = F.mse_loss(self.net(batch[0]), batch[1])
        optimizer.zero_grad()
        self.manual_backward(loss)
        optimizer.step()
        self.total += @
""",
}
LEFT = {"LBFGS", "a LightningModule"}


def shaped(wrong: bool) -> dict[str, str]:
    """The programs with the loss where that is to be flagged, or with what is left."""
    found = {}
    for name, program in SHAPES.items():
        lines = program.splitlines()
        kept = "loss" if wrong else "loss.item()"
        marked = [line.replace("@", kept) + ("  # expect: TEF501" if wrong and "@" in line else "") for line in lines]
        if not wrong or name not in LEFT:
            found[name] = "\n".join(marked) + "\n"
    return found


INNER = """\
def train(model: nn.Module, loaders, optimizer):
    total = torch.zeros(())
    for step in range(1000):
        optimizer.zero_grad()
        for loader in loaders:
            x, y = next(loader)
            loss = F.mse_loss(model(x), y)
            loss.backward()
            total += loss  # expect: TEF501
        optimizer.step()
    print(total.item())
"""

AVERAGE = """\
def train(model: nn.Module, loader, optimizer):
    average = 0.0
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        average = 0.95 * average + 0.05 * loss  # expect: TEF501
    print(average)
"""


def averaged(code: str) -> str:
    """The same with another average."""
    return AVERAGE.replace("0.95 * average + 0.05 * loss", code)


FLAG: dict[str, str] = {
    "over the parts of one array of rows": """\
import numpy as np


def gradient(model: nn.Module, x, y, optimizer):
    total = 0
    optimizer.zero_grad()
    for rows in np.array_split(np.arange(len(x)), 8):
        loss = F.cross_entropy(model(x[rows]), y[rows]) * (len(rows) / len(x))
        loss.backward()
        total += loss  # expect: TEF501?
    return optimizer.gather(), total
""",
    "returned, and trained on only where it is asked for": """\
def epoch(model: nn.Module, loader, optimizer, train=False):
    total = 0.0
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        if train:
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        total += loss  # expect: TEF501
    return total


def segments(model: nn.Module, rows, backward=True):
    total = 0.0
    for x, y in rows:
        loss = F.mse_loss(model(x), y)
        if backward:
            loss.backward()
        total += loss  # expect: TEF501
    return total
""",
    "over the parts of one batch, and with a step for each": """\
def parts(model: nn.Module, x: torch.Tensor):
    total = 0
    for part in x.split(32):
        loss = model(part).mean()
        loss.backward()
        total += loss  # expect: TEF501?
    print(total)


def fit(model: nn.Module, x, y, optimizer):
    total = 0
    for i in range(0, len(x), 32):
        optimizer.zero_grad()
        loss = F.mse_loss(model(x[i : i + 32]), y[i : i + 32])
        loss.backward()
        optimizer.step()
        total += loss  # expect: TEF501
    print(total)
""",
    "the step of an agent, which another file calls": """\
class Agent:
    def __init__(self, net: nn.Module):
        self.net = net
        self.optimizer = torch.optim.Adam(net.parameters())
        self.total = 0

    def learn(self, state, target):
        loss = F.mse_loss(self.net(state), target)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.total += loss  # expect: TEF501
""",
    **shaped(wrong=True),
    "a moving average": AVERAGE.replace("501", '501 "add 0.05 * loss.detach()"'),
    "a moving average, weights on the right": averaged("average * 0.95 + loss * (1 - 0.95)"),
    "a moving average with a start": averaged("loss if average is None else 0.95 * average + 0.05 * loss"),
    "a moving average by lerp": averaged("torch.lerp(average, loss, 0.05)"),
    "a moving average by lerp in place": averaged("0")
    .replace("average = 0  ", "average.lerp_(loss, 0.05)  ")
    .replace("= 0.0", "= torch.zeros(())"),
    "a moving average that steps towards the loss": averaged("average + 0.05 * (loss - average)"),
    "a moving average that starts with the first loss": """\
def train(model: nn.Module, loader, optimizer):
    average = None
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        if average is None:
            average = loss
        else:
            average = 0.95 * average + 0.05 * loss  # expect: TEF501
    print(average)
""",
    "a moving average that a number marks as not yet begun": """\
def train(model: nn.Module, loader, optimizer):
    average = -1
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        if average == -1:
            average = loss
        average = 0.95 * average + 0.05 * loss  # expect: TEF501
    print(average)
""",
    "a model's own loss, which Accelerate back-propagates": """\
from accelerate import Accelerator


def main(model, loader, optimizer):
    accelerator = Accelerator()
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    total = 0.0
    for batch in loader:
        loss = model(**batch).loss
        optimizer.zero_grad()
        accelerator.backward(loss)
        optimizer.step()
        total += loss.float()  # expect: TEF501
    return total
""",
    "the gradients of a step accumulated in a loop": INNER,
    "a total of each step": INNER.replace(
        "for step in range(1000):", "for step in range(1000):\n        total = 0"
    ).replace("501", "501?"),
    "a total that each step sets to zero": INNER.replace(
        "optimizer.step()", "optimizer.step()\n        total.zero_()"
    ).replace("501", "501?"),
    "in a method for each batch": """\
class Trainer:
    def __init__(self, net: nn.Module, optimizer):
        self.net = net
        self.optimizer = optimizer
        self.total = 0.0

    def fit(self, loader):
        for x, y in loader:
            self.one_batch(x, y)
        print(self.total)

    def one_batch(self, x, y):
        loss = F.mse_loss(self.net(x), y)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.total += loss  # expect: TEF501
""",
    "in a method that accumulates the gradients of a step": """\
class Trainer:
    def __init__(self, net: nn.Module, optimizer):
        self.net = net
        self.optimizer = optimizer
        self.total = 0.0

    def fit(self, loader):
        for x, y in loader:
            self.one_batch(x, y)
        print(self.total)

    def one_batch(self, xs, ys):
        self.optimizer.zero_grad()
        for x, y in zip(xs, ys):
            loss = F.mse_loss(self.net(x), y)
            loss.backward()
            self.total += loss  # expect: TEF501
        self.optimizer.step()
""",
    "in a nested function": """\
def train(net: nn.Module, loader, optimizer):
    total = 0.0

    def step(x, y):
        nonlocal total
        loss = F.mse_loss(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss  # expect: TEF501

    for x, y in loader:
        step(x, y)
    return total
""",
    "parts of one step": """\
def train_step(model, optimizer, parts: list[torch.Tensor]):
    optimizer.zero_grad()
    total = 0
    for part in parts:
        loss = F.mse_loss(model(part), part)
        loss.backward()
        total += loss  # expect: TEF501?
    optimizer.step()
    print(total.item())
""",
    "one component of the loss of a batch": """\
def train(model: nn.Module, loader, optimizer):
    for x, y in loader:
        near = F.mse_loss(model(x), y)
        far = F.l1_loss(model(x), y)
        optimizer.zero_grad()
        far.backward()
        optimizer.step()
        near = near + far  # expect: TEF501?
        print(near.item())
""",
    "a total of one window of accumulated gradients": """\
def train(model: nn.Module, loader, optimizer):
    running_loss = 0
    for step, (x, y) in enumerate(loader):
        loss = F.cross_entropy(model(x), y)
        running_loss += loss  # expect: TEF501?
        loss.backward()
        if step % 4 == 3:
            optimizer.step()
            optimizer.zero_grad()
            print(running_loss.item())
            running_loss = 0
""",
    "augmented sum in a training loop": """\
def train(model: nn.Module, loader, optimizer):
    model.train()
    total = 0.0
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        total += loss  # expect: TEF501
    return total / len(loader)
""",
    "sum by assignment": """\
def train(model: nn.Module, loader, optimizer):
    total = 0.0
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        total = total + loss  # expect: TEF501
    return total
""",
    "accumulator on the right": """\
def train(model: nn.Module, loader, optimizer):
    total = 0.0
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        total = loss + total  # expect: TEF501
    return total
""",
    "weighted by the batch size": """\
def train(model: nn.Module, loader, optimizer):
    total, seen = 0.0, 0
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        total = total + loss * x.size(0)  # expect: TEF501
        seen += x.size(0)
    return total / seen
""",
    "weighted by the length of the batch": """\
def train(model: nn.Module, loader, optimizer):
    running_loss = 0.0
    for inputs, labels in loader:
        optimizer.zero_grad()
        outputs = model(inputs)
        loss = F.nll_loss(outputs, labels)
        loss.backward()
        optimizer.step()
        running_loss += len(inputs) * loss  # expect: TEF501
    return running_loss / len(loader.dataset)
""",
    "divided by the number of batches": """\
def train(model: nn.Module, loader, optimizer):
    average = 0.0
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        average += loss / len(loader)  # expect: TEF501
    return average
""",
    "reset every hundred steps": """\
net = nn.Sequential(nn.Linear(10, 32), nn.ReLU(), nn.Linear(32, 2))
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(net.parameters(), lr=0.001, momentum=0.9)


def run(trainloader):
    running_loss = 0.0
    for i, (inputs, labels) in enumerate(trainloader, 0):
        optimizer.zero_grad()
        loss = criterion(net(inputs), labels)
        loss.backward()
        optimizer.step()
        running_loss += loss  # expect: TEF501?
        if i % 100 == 99:
            print(f"{i + 1}: {running_loss / 100:.3f}")
            running_loss = 0.0
""",
    "read as a number after the loop": """\
def train(model: nn.Module, loader, optimizer):
    total = torch.zeros(())
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        total += loss  # expect: TEF501
    return total.item() / len(loader)
""",
    "detached after the loop": """\
def train(model: nn.Module, loader, optimizer):
    total = 0
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        total = total + loss  # expect: TEF501
    return total.detach() / len(loader)
""",
    "before the backward pass": """\
def train(model: nn.Module, loader, optimizer):
    total = 0.0
    for x, y in loader:
        loss = F.cross_entropy(model(x), y)
        total += loss  # expect: TEF501
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return total
""",
    "loss module on its own name": """\
def train(model: nn.Module, loader, optimizer):
    loss_fn = nn.BCEWithLogitsLoss()
    total = 0.0
    for x, y in loader:
        optimizer.zero_grad()
        loss = loss_fn(model(x), y)
        loss.backward()
        optimizer.step()
        total += loss  # expect: TEF501
    return total
""",
    "criterion as a parameter": """\
def train(model, loader, criterion, optimizer):
    total = 0.0
    for x, y in loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
        total += loss  # expect: TEF501
    print(torch.cuda.is_available(), total)
""",
    "loss from the model's output": """\
def train(model, loader, optimizer):
    total = 0.0
    for batch in loader:
        outputs = model(**batch)
        loss = outputs.loss
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        total += loss  # expect: TEF501
    torch.save(model.state_dict(), "model.pt")
    return total / len(loader)
""",
    "sum of two losses": """\
def train(model: nn.Module, loader, optimizer):
    total = 0.0
    for x, y in loader:
        out, rebuilt = model(x)
        loss = F.cross_entropy(out, y) + 0.1 * F.mse_loss(rebuilt, x)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss  # expect: TEF501
    return total
""",
    "one term of the loss": """\
def train(model: nn.Module, head: nn.Module, loader, optimizer):
    class_total = 0.0
    for x, y, box in loader:
        features = model(x)
        class_loss = F.cross_entropy(features, y)
        box_loss = F.smooth_l1_loss(head(features), box)
        loss = class_loss + box_loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        class_total += class_loss  # expect: TEF501
    return class_total
""",
    "two totals": """\
def train(generator: nn.Module, critic: nn.Module, loader, opt_g, opt_d):
    g_total, d_total = 0.0, 0.0
    for real, noise in loader:
        fake = generator(noise)
        d_loss = F.softplus(critic(fake.detach())).mean(dim=0) + F.softplus(-critic(real)).mean(dim=0)
        opt_d.zero_grad()
        d_loss.backward()
        opt_d.step()
        g_loss = F.softplus(-critic(fake)).mean(dim=0)
        opt_g.zero_grad()
        g_loss.backward()
        opt_g.step()
        d_total += d_loss  # expect: TEF501
        g_total += g_loss  # expect: TEF501
    return g_total, d_total
""",
    "attribute of self": """\
class Trainer:
    def __init__(self, model: nn.Module, optimizer):
        self.model = model
        self.optimizer = optimizer
        self.criterion = nn.CrossEntropyLoss()
        self.total = 0.0

    def epoch(self, loader):
        for x, y in loader:
            self.optimizer.zero_grad()
            loss = self.criterion(self.model(x), y)
            loss.backward()
            self.optimizer.step()
            self.total += loss  # expect: TEF501
""",
    "attribute of self by assignment": """\
class Trainer:
    def __init__(self):
        self.model = nn.Linear(4, 2)
        self.optimizer = torch.optim.Adam(self.model.parameters())
        self.running = 0.0

    def epoch(self, loader):
        for x, y in loader:
            self.optimizer.zero_grad()
            loss = F.cross_entropy(self.model(x), y)
            loss.backward()
            self.optimizer.step()
            self.running = self.running + loss * len(x)  # expect: TEF501
""",
    "entry of a dict": """\
def train(model: nn.Module, loader, optimizer):
    meters = {"loss": 0.0, "seen": 0}
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        meters["loss"] += loss  # expect: TEF501
        meters["seen"] += 1
    return meters
""",
    "entry of a defaultdict": Whole("""\
from collections import defaultdict

import torch
from torch import nn


def train(model: nn.Module, loader, optimizer, phase: str):
    criterion = nn.L1Loss()
    totals = defaultdict(float)
    for x, y in loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
        totals[phase] += loss  # expect: TEF501
    return totals
"""),
    "entry of a dict by assignment": """\
def train(model: nn.Module, loader, optimizer):
    stats = {"loss": 0.0}
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        stats["loss"] = stats["loss"] + loss  # expect: TEF501
    return stats
""",
    "moved to the CPU": """\
def train(model: nn.Module, loader, optimizer):
    total = 0.0
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        total += loss.cpu()  # expect: TEF501
    return total
""",
    "moved by to": """\
def train(model: nn.Module, loader, optimizer):
    total = torch.zeros(())
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        total += loss.to("cpu")  # expect: TEF501
    return total
""",
    "cloned": """\
def train(model: nn.Module, loader, optimizer):
    total = 0.0
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        total += loss.clone()  # expect: TEF501
    return total
""",
    "mean of unreduced losses": """\
def train(model: nn.Module, loader, optimizer):
    total = 0.0
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y, reduction="none").mean()
        loss.backward()
        optimizer.step()
        total += loss  # expect: TEF501
    return total
""",
    "enumerated loader": """\
def train(model: nn.Module, loader, optimizer):
    total = 0.0
    for step, (x, y) in enumerate(loader):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        total += loss  # expect: TEF501
        if step % 50 == 0:
            print(step, total / (step + 1))
""",
    "progress bar": Whole("""\
import torch
import torch.nn.functional as F
from torch import nn
from tqdm import tqdm


def train(model: nn.Module, loader, optimizer):
    total = 0.0
    for x, y in tqdm(loader, desc="train"):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        total += loss  # expect: TEF501
    return total
"""),
    "zipped loaders": """\
def train(model: nn.Module, labelled, unlabelled, optimizer):
    total = 0.0
    for (x, y), (u, _) in zip(labelled, unlabelled):
        loss = F.cross_entropy(model(x), y) + F.mse_loss(model(u), model(u).detach())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss  # expect: TEF501
    return total
""",
    "while loop over an iterator": """\
def train(model: nn.Module, loader, optimizer, max_steps: int):
    batches = iter(loader)
    step, total = 0, 0.0
    while step < max_steps:
        x, y = next(batches)
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        total += loss  # expect: TEF501
        step += 1
    return total / step
""",
    "full batch by epochs": """\
model = nn.Linear(4, 3)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
x = torch.randn(32, 4)
y = torch.randint(3, (32,))
total = 0.0
for epoch in range(5):
    optimizer.zero_grad()
    loss = F.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    total += loss  # expect: TEF501
print(total)
""",
    "epochs around batches": Whole("""\
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader


def fit(model: nn.Module, dataset, epochs: int):
    loader = DataLoader(dataset, batch_size=32, shuffle=True)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    for epoch in range(epochs):
        epoch_loss = 0.0
        for x, y in loader:
            optimizer.zero_grad()
            loss = F.cross_entropy(model(x), y)
            loss.backward()
            optimizer.step()
            epoch_loss += loss  # expect: TEF501
        print(epoch, epoch_loss / len(loader))
"""),
    "torch imported under another name": Whole("""\
import torch as th
import torch.nn as nn
import torch.nn.functional as fn


def train(model: nn.Module, loader, optimizer):
    total = th.zeros(1)
    for x, y in loader:
        optimizer.zero_grad()
        loss = fn.huber_loss(model(x), y)
        loss.backward()
        optimizer.step()
        total = th.add(total, loss)  # expect: TEF501
    return total
"""),
    "loss function imported by name": Whole("""\
from torch.nn import Module
from torch.nn.functional import cross_entropy


def train(model: Module, loader, optimizer):
    total = 0.0
    for x, y in loader:
        optimizer.zero_grad()
        loss = cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        total += loss  # expect: TEF501
    return total
"""),
    "helper that returns the loss": """\
def train_step(model: nn.Module, x, y, optimizer):
    optimizer.zero_grad()
    loss = F.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    return loss


def train(model: nn.Module, loader, optimizer):
    total = 0.0
    for x, y in loader:
        total += train_step(model, x, y, optimizer)  # expect: TEF501
    return total
""",
    "loss function of the same file": """\
def objective(out, y):
    return F.cross_entropy(out, y, label_smoothing=0.1)


def train(model: nn.Module, loader, optimizer):
    total = 0.0
    for x, y in loader:
        optimizer.zero_grad()
        loss = objective(model(x), y)
        loss.backward()
        optimizer.step()
        total += loss  # expect: TEF501
    return total
""",
    "mixed precision": """\
def train(model: nn.Module, loader, optimizer):
    scaler = torch.amp.GradScaler("cuda")
    total = 0.0
    for x, y in loader:
        optimizer.zero_grad()
        with torch.autocast("cuda"):
            loss = F.cross_entropy(model(x), y)
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
        total += loss  # expect: TEF501
    return total
""",
    "gradient accumulation": """\
def train(model: nn.Module, loader, optimizer, every: int):
    total = 0.0
    for i, (x, y) in enumerate(loader):
        loss = F.cross_entropy(model(x), y) / every
        loss.backward()
        total += loss  # expect: TEF501
        if (i + 1) % every == 0:
            optimizer.step()
            optimizer.zero_grad()
    return total
""",
    "only some steps": """\
def train(model: nn.Module, loader, optimizer):
    total = 0.0
    for step, (x, y) in enumerate(loader):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        if step % 10 == 0:
            total += loss  # expect: TEF501
    return total
""",
    "no_grad around the accuracy only": """\
def train(model: nn.Module, loader, optimizer):
    total, correct = 0.0, 0
    for x, y in loader:
        out = model(x)
        loss = F.cross_entropy(out, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        with torch.no_grad():
            correct += (out.argmax(dim=1) == y).sum().item()
        total += loss  # expect: TEF501
    return total, correct
""",
    "grad switched on explicitly": """\
def train(model: nn.Module, loader, optimizer):
    total = 0.0
    for x, y in loader:
        with torch.set_grad_enabled(True):
            loss = F.cross_entropy(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        total += loss  # expect: TEF501
    return total
""",
    "inside try": """\
def train(model: nn.Module, loader, optimizer):
    total = 0.0
    for x, y in loader:
        try:
            optimizer.zero_grad()
            loss = F.cross_entropy(model(x), y)
            loss.backward()
            optimizer.step()
            total += loss  # expect: TEF501
        except torch.cuda.OutOfMemoryError:
            continue
    return total
""",
    "nested function": """\
def make(model: nn.Module, optimizer):
    def epoch(loader):
        total = 0.0
        for x, y in loader:
            optimizer.zero_grad()
            loss = F.cross_entropy(model(x), y)
            loss.backward()
            optimizer.step()
            total += loss  # expect: TEF501
        return total

    return epoch
""",
    "global total": """\
model = nn.Linear(10, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
seen_loss = 0.0


def train(loader):
    global seen_loss
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        seen_loss += loss  # expect: TEF501
""",
    "in-place add": """\
def train(model: nn.Module, loader, optimizer):
    total = torch.zeros(())
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        total.add_(loss)  # expect: TEF501
    return total
""",
    "regression by a loss module of the class": """\
class Experiment:
    def __init__(self, net: nn.Module):
        self.net = net
        self.loss_fn = nn.SmoothL1Loss()
        self.optimizer = torch.optim.Adam(net.parameters())

    def fit(self, loader, epochs):
        for _ in range(epochs):
            total = 0.0
            for x, y in loader:
                loss = self.loss_fn(self.net(x), y)
                self.optimizer.zero_grad()
                loss.backward()
                self.optimizer.step()
                total += loss  # expect: TEF501
            print(total / len(loader))
""",
    "named loss expression": """\
def train(encoder: nn.Module, decoder: nn.Module, loader, optimizer, beta: float):
    total = 0.0
    for x, _ in loader:
        code = encoder(x)
        rebuilt = F.mse_loss(decoder(code), x)
        penalty = code.norm(dim=1).mean(dim=0)
        loss = rebuilt + beta * penalty
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total = total + loss.clone() * x.shape[0]  # expect: TEF501
    return total
""",
    "what the message says to write": """\
def train(model: nn.Module, loader, optimizer):
    total = torch.zeros(())
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        total += loss * 2  # expect: TEF501 "add loss.detach() * 2"
    return total
""",
    "a few losses that are compared": """\
def compare(y: torch.Tensor, label: torch.Tensor):
    total = 0.0
    for loss_fn in (nn.MSELoss(), nn.L1Loss()):
        guess = y.clone().requires_grad_()
        loss = loss_fn(guess, label)
        loss.backward()
        total += loss  # expect: TEF501?
    print(total)
""",
    "an average meter is handed the loss": """\
class AverageMeter:
    def __init__(self):
        self.reset()

    def reset(self):
        self.val = 0
        self.avg = 0
        self.sum = 0
        self.count = 0

    def update(self, val, n=1):
        self.val = val
        self.sum += val * n  # expect: TEF501
        self.count += n
        self.avg = self.sum / self.count


def train(model, loader, opt):
    losses = AverageMeter()
    for x, y in loader:
        loss = F.cross_entropy(model(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.update(loss, x.size(0))
    return losses.avg
""",
    "a function is handed the total and the loss": """\
def track(log, loss):
    log["loss"] += loss  # expect: TEF501


def train(model, loader, opt):
    log = {"loss": 0.0}
    for x, y in loader:
        loss = F.cross_entropy(model(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        track(log, loss)
    return log
""",
    "an object is called with the loss": """\
class Meter:
    def __init__(self):
        self.total, self.n = 0.0, 0

    def __call__(self, v, n=1):
        self.total += v * n  # expect: TEF501
        self.n += n


class Trainer:
    def __init__(self, model, opt):
        self.model, self.opt = model, opt
        self.meter = Meter()

    def fit(self, dl):
        for x, y in dl:
            loss = F.mse_loss(self.model(x), y)
            self.opt.zero_grad()
            loss.backward()
            self.opt.step()
            self.meter(loss, len(x))
""",
    "an entry that starts at zero": """\
def train(model, loader, opt):
    stats = {}
    for x, y in loader:
        loss = F.cross_entropy(model(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        stats["loss"] = stats.get("loss", 0) + loss  # expect: TEF501
    return stats
""",
    "a dict that is built anew from its entries": """\
def train(model, loader, opt):
    tot = {"a": 0.0, "b": 0.0}
    for x, y in loader:
        a = F.cross_entropy(model(x), y)
        opt.zero_grad()
        a.backward()
        opt.step()
        tot = {"a": tot["a"] + a, "n": tot["n"] + 1}  # expect: TEF501
    return tot
""",
    "a dict that a comprehension builds anew": """\
def train(model, loader, opt):
    tot = {}
    for x, y in loader:
        losses = {"ce": F.cross_entropy(model(x), y), "reg": model.w.norm()}
        loss = sum(losses.values())
        opt.zero_grad()
        loss.backward()
        opt.step()
        tot = {k: tot.get(k, 0) + v for k, v in losses.items()}  # expect: TEF501
    return tot
""",
    "the entries of a dict of losses that was written before": """\
def train(model, loader, opt):
    logs = {"loss": 0.0, "aux": 0.0}
    for x, y in loader:
        parts = {"loss": F.cross_entropy(model(x), y), "aux": model.aux(x).mean()}
        loss = parts["loss"] + 0.1 * parts["aux"]
        opt.zero_grad()
        loss.backward()
        opt.step()
        for k, v in parts.items():
            logs[k] += v  # expect: TEF501
    return logs
""",
    "the only entry of a list": """\
def train(model, loader, opt):
    sums = [0.0]
    for x, y in loader:
        loss = F.cross_entropy(model(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        sums[0] += loss  # expect: TEF501
    return sums
""",
    "an entry of a tensor": """\
def fit(net, x, y, opt, steps):
    losses = torch.empty(steps)
    for i in range(steps):
        for k in range(4):
            loss = F.mse_loss(net(x), y)
            opt.zero_grad()
            loss.backward()
            opt.step()
            losses[i] += loss  # expect: TEF501
    return losses
""",
}

FLAG["test-time adaptation"] = """\
def test_time_adapt(model, loader, optimizer):
    total = 0
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        total += loss  # expect: TEF501
    return total


def main(model, loader, optimizer):
    print(test_time_adapt(model, loader, optimizer))
"""

FLAG["a test that trains"] = """\
def test_time_adapt(model, loader, optimizer):
    total = 0
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        total += loss  # expect: TEF501?
    return total
"""

LEAVE: dict[str, str] = {
    "returned for the caller's backward, unless the call is asked for its own": """\
class Wrapper(nn.Module):
    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, x, y, backward=False):
        total, running = 0.0, 0.0
        parts = x.split(8)
        for i, (part, label) in enumerate(zip(parts, y.split(8))):
            is_last = i + 1 == len(parts)
            should = backward and (is_last or i % 4 == 3)
            loss = F.cross_entropy(self.model(part), label)
            total = total + loss
            running = running + loss
            if should:
                running.backward()
                running = 0.0
        return total


def segments(model: nn.Module, rows, *, backward=False):
    total = 0.0
    for x, y in rows:
        loss = F.mse_loss(model(x), y)
        if backward:
            loss.backward()
        total += loss
    return total
""",
    "over the parts of one array of rows, as numbers": """\
import numpy as np


def gradient(model: nn.Module, x, y, optimizer):
    total = 0.0
    for rows in np.array_split(np.arange(len(x)), 8):
        loss = F.cross_entropy(model(x[rows]), y[rows])
        loss.backward()
        total += loss.item()
    return optimizer.gather(), total
""",
    "over the parts of one batch, as numbers": """\
def parts(model: nn.Module, x: torch.Tensor):
    total = 0.0
    for part in x.split(32):
        loss = model(part).mean()
        loss.backward()
        total += loss.item()
    print(total)
""",
    "the step of an agent whose total starts again": """\
class Agent:
    def __init__(self, net: nn.Module):
        self.net = net
        self.optimizer = torch.optim.Adam(net.parameters())
        self.total = 0

    def learn(self, state, target):
        loss = F.mse_loss(self.net(state), target)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.total += loss

    def start(self):
        self.total = 0
""",
    **shaped(wrong=False),
    **{f"{name}, with its graph": SHAPES[name].replace("@", "loss") for name in sorted(LEFT)},
    "a moving average without a graph": averaged("0.95 * average + 0.05 * loss.detach()").replace(
        "  # expect: TEF501", ""
    ),
    "a mixture that is no average": averaged("0.95 * x.mean() + 0.05 * loss").replace("  # expect: TEF501", ""),
    "a layer that takes gradients": """\
class Network:
    def __init__(self, layers):
        self.layers = layers
        self.total = 0.0

    def run(self, batches):
        for grad in batches:
            for layer in self.layers:
                layer.backward(grad)
            self.total += grad.float()
""",
    "a total of a function's own": """\
def step(net: nn.Module, x, y, optimizer):
    total = 0.0
    loss = F.mse_loss(net(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    total += loss
    return total


def train(net, loader, optimizer):
    for x, y in loader:
        step(net, x, y, optimizer)
""",
    "a parameter that is a number": """\
def step(net: nn.Module, x, y, optimizer, total):
    loss = F.mse_loss(net(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    total += loss


def train(net, loader, optimizer):
    for x, y in loader:
        step(net, x, y, optimizer, 0.0)
""",
    "item": """\
def train(model: nn.Module, loader, optimizer):
    total = 0.0
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        total += loss.item()
    return total / len(loader)
""",
    "float": """\
def train(model: nn.Module, loader, optimizer):
    total = 0.0
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        total += float(loss)
    return total
""",
    "detach": """\
def train(model: nn.Module, loader, optimizer):
    total = torch.zeros(())
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        total += loss.detach()
    return total.item()
""",
    "cpu then detach": """\
def train(model: nn.Module, loader, optimizer):
    total = torch.zeros(())
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        total = total + loss.cpu().detach()
    return total
""",
    "detach in a product": """\
def train(model: nn.Module, loader, optimizer):
    total, seen = torch.zeros(()), 0
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        total += loss.detach() * x.size(0)
        seen += x.size(0)
    return total / seen
""",
    "torch.detach": """\
def train(model: nn.Module, loader, optimizer):
    total = torch.zeros(())
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        total += torch.detach(loss)
    return total
""",
    "item in a product": """\
def train(model: nn.Module, loader, optimizer):
    criterion = nn.CrossEntropyLoss()
    running_loss = 0.0
    for inputs, labels in loader:
        optimizer.zero_grad()
        loss = criterion(model(inputs), labels)
        loss.backward()
        optimizer.step()
        running_loss += loss.item() * inputs.size(0)
    return running_loss / len(loader.dataset)
""",
    "loss rebound to a number": """\
def train(model: nn.Module, loader, optimizer):
    total = 0.0
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        loss = loss.item()
        total += loss
    return total
""",
    "number under another name": """\
def train(model: nn.Module, loader, optimizer):
    total = 0.0
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        value = loss.detach().cpu().item()
        total = total + value * len(x)
    return total
""",
    "detached under another name": """\
def train(model: nn.Module, loader, optimizer):
    total = torch.zeros(())
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        logged = loss.detach()
        total += logged / len(loader)
    return total
""",
    "no_grad": """\
def evaluate(model: nn.Module, loader):
    model.eval()
    total = 0.0
    with torch.no_grad():
        for x, y in loader:
            total += F.cross_entropy(model(x), y)
    return total / len(loader)
""",
    "no_grad inside the loop": """\
def evaluate(model: nn.Module, loader):
    model.eval()
    total = 0.0
    for x, y in loader:
        with torch.no_grad():
            loss = F.cross_entropy(model(x), y)
        total += loss
    return total / len(loader)
""",
    "no_grad around the sum only": """\
def train(model: nn.Module, loader, optimizer):
    total = torch.zeros(())
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        with torch.no_grad():
            total += loss
    return total
""",
    "no_grad decorator": """\
@torch.no_grad()
def evaluate(model: nn.Module, loader):
    model.eval()
    total = 0.0
    for x, y in loader:
        total += F.cross_entropy(model(x), y)
    return total
""",
    "no_grad decorator on a method": """\
class Evaluator:
    def __init__(self, model: nn.Module):
        self.model = model
        self.criterion = nn.CrossEntropyLoss()
        self.total = 0.0

    @torch.no_grad()
    def run(self, loader):
        self.model.eval()
        for x, y in loader:
            self.total += self.criterion(self.model(x), y)
        return self.total
""",
    "no_grad imported from torch": Whole("""\
from torch import no_grad
from torch.nn import Module
from torch.nn.functional import cross_entropy


def evaluate(model: Module, loader):
    model.eval()
    total = 0.0
    with no_grad():
        for x, y in loader:
            total = total + cross_entropy(model(x), y)
    return total
"""),
    "inference_mode": """\
def evaluate(model: nn.Module, loader):
    model.eval()
    total = 0.0
    with torch.inference_mode():
        for x, y in loader:
            total += F.cross_entropy(model(x), y) * len(x)
    return total
""",
    "inference_mode decorator": Whole("""\
import torch as th
import torch.nn.functional as F
from torch import nn


@th.inference_mode()
def evaluate(model: nn.Module, loader):
    model.eval()
    total = 0.0
    for x, y in loader:
        total += F.cross_entropy(model(x), y)
    return total
"""),
    "set_grad_enabled as a context": """\
def evaluate(model: nn.Module, loader):
    model.eval()
    total = 0.0
    with torch.set_grad_enabled(False):
        for x, y in loader:
            total += F.cross_entropy(model(x), y)
    return total
""",
    "set_grad_enabled as a statement": """\
def evaluate(model: nn.Module, loader):
    torch.set_grad_enabled(False)
    model.eval()
    total = 0.0
    for x, y in loader:
        total += F.cross_entropy(model(x), y)
    return total
""",
    "losses of several heads": """\
def train(body: nn.Module, heads: nn.ModuleList, loader, optimizer):
    for x, y in loader:
        features = body(x)
        total = 0.0
        for head in heads:
            total = total + F.cross_entropy(head(features), y)
        optimizer.zero_grad()
        total.backward()
        optimizer.step()
""",
    "auxiliary outputs": """\
def train(model: nn.Module, loader, optimizer):
    criterion = nn.CrossEntropyLoss()
    for x, y in loader:
        outputs = model(x)
        loss = criterion(outputs[0], y)
        for extra in outputs[1:]:
            loss += 0.4 * criterion(extra, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
""",
    "terms added one by one": """\
def train(model: nn.Module, loader, optimizer):
    for x, y, box in loader:
        scores, boxes = model(x)
        loss = 0
        loss += F.cross_entropy(scores, y)
        loss += 2.0 * F.smooth_l1_loss(boxes, box)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())
""",
    "penalty over layers": """\
def train(model: nn.Module, loader, optimizer, decay: float):
    for x, y in loader:
        loss = F.cross_entropy(model(x), y)
        penalty = 0.0
        for p in model.parameters():
            penalty = penalty + p.norm()
        loss = loss + decay * penalty
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
""",
    "penalty helper": """\
def penalty(model: nn.Module):
    total = torch.zeros(())
    for p in model.parameters():
        total = total + p.norm() ** 2
    return total
""",
    "loss through time": """\
def train(cell: nn.Module, readout: nn.Module, loader, optimizer):
    for sequence, targets, h in loader:
        loss = 0.0
        for step, target in zip(sequence, targets):
            h = cell(step, h)
            loss = loss + F.mse_loss(readout(h), target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
""",
    "truncated backpropagation": """\
def train(cell: nn.Module, readout: nn.Module, stream, h: torch.Tensor, optimizer, window: int):
    loss = 0.0
    for t, (x, y) in enumerate(stream):
        h = cell(x, h)
        loss = loss + F.mse_loss(readout(h), y)
        if (t + 1) % window == 0:
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            loss = 0.0
            h = h.detach()
""",
    "backward after the loop": """\
def full_gradient(model: nn.Module, loader, optimizer):
    total = 0.0
    for x, y in loader:
        total += F.cross_entropy(model(x), y, reduction="sum")
    optimizer.zero_grad()
    total.backward()
    optimizer.step()
""",
    "mean backward after the loop": """\
def full_gradient(model: nn.Module, loader, optimizer):
    total = 0.0
    for x, y in loader:
        total = total + F.cross_entropy(model(x), y)
    mean = total / len(loader)
    optimizer.zero_grad()
    mean.backward()
    optimizer.step()
    return mean.item()
""",
    "quotient backward after the loop": """\
def full_gradient(model: nn.Module, loader):
    total = 0.0
    for x, y in loader:
        total += F.cross_entropy(model(x), y)
    (total / len(loader)).backward()
""",
    "gradient of the total": """\
def influence(model: nn.Module, loader):
    total = 0.0
    for x, y in loader:
        total += F.cross_entropy(model(x), y)
    return torch.autograd.grad(total, list(model.parameters()))
""",
    "meta-learning": """\
def outer_step(model: nn.Module, adapt, tasks, optimizer):
    meta_loss = 0.0
    for support, (query_x, query_y) in tasks:
        fast = adapt(model, support)
        meta_loss = meta_loss + F.cross_entropy(fast(query_x), query_y)
    meta_loss = meta_loss / len(tasks)
    optimizer.zero_grad()
    meta_loss.backward()
    optimizer.step()
""",
    "scaled backward of the total": """\
def step(model: nn.Module, micro_batches, optimizer, scaler):
    total = 0.0
    for x, y in micro_batches:
        total += F.cross_entropy(model(x), y)
    optimizer.zero_grad()
    scaler.scale(total).backward()
    scaler.step(optimizer)
    scaler.update()
""",
    "gradient accumulation": """\
def train(model: nn.Module, loader, optimizer, every: int):
    for i, (x, y) in enumerate(loader):
        loss = F.cross_entropy(model(x), y) / every
        loss.backward()
        if (i + 1) % every == 0:
            optimizer.step()
            optimizer.zero_grad()
""",
    "correct answers": """\
def train(model: nn.Module, loader, optimizer):
    correct, seen = 0, 0
    for x, y in loader:
        out = model(x)
        loss = F.cross_entropy(out, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        correct += (out.argmax(dim=1) == y).sum()
        seen += y.size(0)
    return correct / seen
""",
    "correct answers of a named maximum": """\
def train(model: nn.Module, loader, optimizer):
    correct = 0
    for x, y in loader:
        out = model(x)
        F.cross_entropy(out, y).backward()
        optimizer.step()
        optimizer.zero_grad()
        _, predicted = torch.max(out, 1)
        correct += (predicted == y).sum().item()
    return correct
""",
    "deep supervision in a loss module": """\
class DeepLoss(nn.Module):
    def forward(self, outputs: list[torch.Tensor], target: torch.Tensor):
        total = 0.0
        for output in outputs:
            total = total + F.cross_entropy(output, target)
        return total
""",
    "perceptual loss": """\
class Perceptual(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([nn.Conv2d(3, 3, 3) for _ in range(3)])

    def forward(self, x: torch.Tensor, y: torch.Tensor):
        loss = 0.0
        for block in self.blocks:
            x = block(x)
            y = block(y)
            loss = loss + F.l1_loss(x, y)
        return loss
""",
    "helper returns a number": """\
def train_step(model: nn.Module, x, y, optimizer):
    optimizer.zero_grad()
    loss = F.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    return loss.item()


def train(model: nn.Module, loader, optimizer):
    total = 0.0
    for x, y in loader:
        total += train_step(model, x, y, optimizer)
    return total
""",
    "helper returns it detached": """\
def train_step(model: nn.Module, x, y, optimizer):
    optimizer.zero_grad()
    loss = F.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    return loss.detach()


def train(model: nn.Module, loader, optimizer):
    total = 0.0
    for x, y in loader:
        total += train_step(model, x, y, optimizer)
    return total
""",
    "helper under no_grad": """\
@torch.no_grad()
def score(model: nn.Module, x, y):
    return F.cross_entropy(model(x), y)


def evaluate(model: nn.Module, loader):
    model.eval()
    total = 0.0
    for x, y in loader:
        total += score(model, x, y)
    return total
""",
    "meter given a number": """\
class Meter:
    def __init__(self):
        self.sum = 0.0
        self.count = 0

    def update(self, value: float, n: int):
        self.sum += value * n
        self.count += n


def train(model: nn.Module, loader, optimizer):
    meter = Meter()
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        meter.update(loss.item(), len(x))
    return meter.sum / meter.count
""",
    "everything unknown": """\
def train(model, loader, objective):
    total = 0.0
    for x, y in loader:
        total += objective(model, x, y)
    return total, torch.__version__
""",
    "arrays": Whole("""\
import numpy as np
import torch


def fit(x: np.ndarray, y: np.ndarray, w: np.ndarray):
    total = 0.0
    for epoch in range(10):
        error = x @ w - y
        w = w - 0.1 * x.T @ error
        loss = np.square(error).mean()
        total += loss
    return torch.from_numpy(w), total
"""),
    "norm of the gradients": """\
def train(model: nn.Module, loader, optimizer):
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        squared = 0.0
        for p in model.parameters():
            squared += p.grad.norm().item() ** 2
        optimizer.step()
        print(squared**0.5)
""",
    "statistics of the data": Whole("""\
import torch
from torch.utils.data import DataLoader


def channel_mean(dataset):
    total, count = torch.zeros(3), 0
    for images, _ in DataLoader(dataset, batch_size=64):
        total += images.mean(dim=(2, 3)).sum(dim=0)
        count += images.size(0)
    return total / count
"""),
    "averaged weights": """\
def train(model: nn.Module, average: nn.Module, loader, optimizer):
    for x, y in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
        with torch.no_grad():
            for slow, fast in zip(average.parameters(), model.parameters()):
                slow.mul_(0.99).add_(fast, alpha=0.01)
""",
    "loss composed anew each step": """\
def train(model: nn.Module, critic: nn.Module, loader, optimizer):
    total = 0.0
    for x, y in loader:
        out = model(x)
        base = F.cross_entropy(out, y)
        total = base + 0.1 * F.mse_loss(critic(x), out)
        optimizer.zero_grad()
        total.backward()
        optimizer.step()
    return total.item()
""",
    "seconds and steps": Whole("""\
import time

import torch
import torch.nn.functional as F
from torch import nn


def train(model: nn.Module, loader, optimizer):
    seconds, steps = 0.0, 0
    for x, y in loader:
        start = time.perf_counter()
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        seconds += time.perf_counter() - start
        steps += 1
    return seconds / steps
"""),
    "dict of meters with numbers": Whole("""\
from collections import defaultdict

import torch
import torch.nn.functional as F
from torch import nn


def train(model: nn.Module, loader, optimizer):
    meters = defaultdict(float)
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        meters["loss"] += loss.item()
        meters["scaled"] += float(loss.detach()) * len(x)
    return meters
"""),
    "attribute of self detached": """\
class Trainer:
    def __init__(self, model: nn.Module, optimizer):
        self.model = model
        self.optimizer = optimizer
        self.criterion = nn.CrossEntropyLoss()
        self.total = 0.0

    def epoch(self, loader):
        for x, y in loader:
            self.optimizer.zero_grad()
            loss = self.criterion(self.model(x), y)
            loss.backward()
            self.optimizer.step()
            self.total += loss.detach()
""",
    "confusion matrix": """\
def train(model: nn.Module, loader, optimizer):
    confusion = torch.zeros(3, 3)
    for x, y in loader:
        out = model(x)
        loss = F.cross_entropy(out, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        confusion += F.one_hot(out.argmax(dim=1), 3).float().t() @ F.one_hot(y, 3).float()
    return confusion
""",
    "losses against several teachers": """\
def train(student: nn.Module, teachers: list[nn.Module], loader, optimizer):
    for x, _ in loader:
        out = student(x)
        loss = torch.zeros(())
        for teacher in teachers:
            with torch.no_grad():
                target = teacher(x)
            loss = loss + F.mse_loss(out, target)
        loss = loss / len(teachers)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
""",
    "a term that stands in a list": """\
def train(model: nn.Module, loader, optimizer):
    total = torch.zeros(())
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        total.add_(*[loss])
    return total
""",
    "the sum has another name, too": """\
def train(model: nn.Module, loader, optimizer):
    total = torch.zeros(())
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        total = last = total + loss
    return total
""",
    "weight penalty that the caller adds to its loss": Whole("""\
import torch
from torch import nn


class Ensemble(nn.Module):
    def __init__(self, decay: float):
        super().__init__()
        self.decay = decay
        self.heads = nn.ModuleList(nn.Linear(4, 4) for _ in range(3))

    def penalty(self):
        total = torch.tensor(0.0)
        for layer in self.modules():
            if isinstance(layer, nn.Linear):
                total += self.decay * layer.weight.square().sum(dim=(0, 1)) / 2.0
        return total

    def fit(self, loader, optimizer):
        for x, y in loader:
            loss = torch.square(self.heads[0](x) - y).mean(dim=0).sum(dim=0) + self.penalty()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
"""),
    "accumulator that decides and weighs": """\
class Predictor(nn.Module):
    def __init__(self):
        super().__init__()
        self.score = nn.Linear(8, 1)

    def forward(self, hidden: torch.Tensor):
        alphas = self.score(hidden).sigmoid().squeeze(-1)
        frames = []
        for row, vectors in zip(alphas.unbind(), hidden.unbind()):
            integrate = 0.0
            for alpha, vector in zip(row.unbind(), vectors.unbind()):
                integrate += alpha
                if integrate > 1.0:
                    frames.append(integrate * vector)
                    integrate -= 1.0
        return torch.stack(frames)
""",
    "number read out of a loss, times what scales it": """\
def train(self, batches):
    total_loss = 0.0
    steps = self.config.steps
    for batch in batches:
        loss = self.model(batch)["loss"]
        if isinstance(loss, tuple):
            loss = loss[0]
        if loss.dim() > 0:
            loss = loss.mean()
        loss = loss / steps
        self.scaler.scale(loss).backward()
        batch_loss = loss.item() * steps
        total_loss += batch_loss
    return total_loss
""",
    "an average meter is handed numbers, and losses without a graph": """\
class AverageMeter:
    def __init__(self):
        self.reset()

    def reset(self):
        self.val = 0
        self.sum = 0
        self.count = 0

    def update(self, val, n=1):
        self.val = val
        self.sum += val * n
        self.count += n


def train(model, loader, opt):
    losses = AverageMeter()
    for x, y in loader:
        loss = F.cross_entropy(model(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.update(loss.item(), x.size(0))


def validate(model, loader):
    model.eval()
    losses = AverageMeter()
    with torch.no_grad():
        for x, y in loader:
            loss = F.cross_entropy(model(x), y)
            losses.update(loss, x.size(0))
""",
    "a method that keeps no graph is handed the loss": """\
class Meter:
    def __init__(self):
        self.total = 0.0
    @torch.no_grad()
    def update(self, v):
        self.total += v


def fit(model, opt, dl):
    meter = Meter()
    for x, y in dl:
        loss = F.mse_loss(model(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        meter.update(loss)
""",
    "a method that detaches is handed the loss": """\
class Meter:
    def __init__(self):
        self.total = 0.0

    def update(self, v):
        self.total += v.detach()


def fit(model, opt, dl):
    meter = Meter()
    for x, y in dl:
        loss = F.mse_loss(model(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        meter.update(loss)
""",
    "a method that reads the number is handed the loss": """\
class Meter:
    def __init__(self):
        self.total = 0.0

    def update(self, v):
        if isinstance(v, torch.Tensor):
            v = v.item()
        self.total += v


def fit(model, opt, dl):
    meter = Meter()
    for x, y in dl:
        loss = F.mse_loss(model(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        meter.update(loss)
""",
    "what is handed the loss is reset in the loop": """\
class Acc:
    def __init__(self):
        self.loss = 0.0

    def add(self, v):
        self.loss += v

    def reset(self):
        self.loss = 0.0


def fit(model, opt, dl):
    acc = Acc()
    for step, (x, y) in enumerate(dl):
        loss = F.mse_loss(model(x), y)
        loss.backward()
        acc.add(loss)
        if step % 10 == 9:
            opt.step()
            opt.zero_grad()
            acc.reset()
""",
    "what is handed the losses is back-propagated": """\
class Acc:
    def __init__(self):
        self.loss = 0.0

    def add(self, v):
        self.loss += v


def fit(model, opt, dl):
    for x, y in dl:
        acc = Acc()
        a = F.mse_loss(model(x), y)
        acc.add(a)
        acc.add(F.l1_loss(model(x), y))
        opt.zero_grad()
        acc.loss.backward()
        opt.step()
""",
    "what is handed the loss is made for each batch": """\
class Meter:
    def __init__(self):
        self.total = 0.0

    def update(self, v):
        self.total += v


class Trainer:
    def __init__(self, model, opt):
        self.model, self.opt = model, opt

    def step(self, x, y):
        m = Meter()
        loss = F.mse_loss(self.model(x), y)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        m.update(loss)
        return m.total.item()

    def fit(self, dl):
        for x, y in dl:
            self.step(x, y)
""",
    "an entry that starts at zero gets numbers": """\
def train(model, loader, opt):
    stats = {}
    for x, y in loader:
        loss = F.cross_entropy(model(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        stats["loss"] = stats.get("loss", 0) + loss.item()
        stats = {"loss": stats["loss"], "n": stats.get("n", 0) + 1}
    return stats
""",
    "the entry of another key": """\
def train(model, loader, opt):
    stats = {"loss": 0.0}
    for x, y in loader:
        loss = F.cross_entropy(model(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        stats["last"] = stats.get("offset", 0) + loss
    return stats
""",
}
