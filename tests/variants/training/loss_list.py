"""TEF502 loss-list: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole.
In FLAG, `# expect: CODE` ends each line on which a finding must stand, and no other
finding may stand anywhere. In LEAVE there must be none at all.

What the rule does in each shape of training code, with the programs that show it:

| shape | the loss is kept with its graph | a number is |
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
losses = []
for x, y in loader:
    optimizer.zero_grad()
    loss = F.mse_loss(model(x), y)
    loss.backward()
    optimizer.step()
    losses.append(@)
print(sum(losses) / len(losses))
""",
    "nested loops": """\
def main(model: nn.Module, loader, epochs):
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(epochs):
        losses = []
        for x, y in loader:
            optimizer.zero_grad()
            loss = F.cross_entropy(model(x), y)
            loss.backward()
            optimizer.step()
            losses.append(@)
        print(epoch, sum(losses) / len(losses))
""",
    "a helper": """\
def train_one_epoch(model, loader, optimizer, criterion):
    losses = []
    for x, y in loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
        losses.append(@)
    return sum(losses) / len(losses)
""",
    "a trainer": """\
class Trainer:
    def __init__(self, model: nn.Module):
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        self.criterion = nn.CrossEntropyLoss()

    def train_epoch(self, loader):
        losses = []
        for x, y in loader:
            self.optimizer.zero_grad()
            loss = self.criterion(self.model(x), y)
            loss.backward()
            self.optimizer.step()
            losses.append(@)
        return sum(losses) / len(losses)
""",
    "accumulated": """\
def main(model: nn.Module, loader, steps):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    losses = []
    for i, (x, y) in enumerate(loader):
        loss = F.cross_entropy(model(x), y)
        (loss / steps).backward()
        if (i + 1) % steps == 0:
            optimizer.step()
            optimizer.zero_grad()
        losses.append(@)
    return sum(losses) / len(losses)
""",
    "LBFGS": """\
def fit(model: nn.Module, x, y):
    optimizer = torch.optim.LBFGS(model.parameters(), lr=1)

    def closure():
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        loss.backward()
        return loss

    losses = []
    for _ in range(20):
        loss = optimizer.step(closure)
        losses.append(@)
    return sum(losses) / len(losses)
""",
    "with a GradScaler": """\
def main(model: nn.Module, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler()
    losses = []
    for x, y in loader:
        optimizer.zero_grad()
        with torch.autocast("cuda"):
            loss = F.mse_loss(model(x), y)
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
        losses.append(@)
    return sum(losses) / len(losses)
""",
    "a GAN": """\
def main(generator: nn.Module, discriminator: nn.Module, loader):
    opt_g = torch.optim.Adam(generator.parameters())
    opt_d = torch.optim.Adam(discriminator.parameters())
    losses = []
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
        losses.append(@)
    return sum(losses) / len(losses)
""",
    "a LightningModule": """\
import lightning as L


class Net(L.LightningModule):
    def __init__(self, net):
        super().__init__()
        self.net = net
        self.losses = []

    def training_step(self, batch, index):
        loss = F.mse_loss(self.net(batch[0]), batch[1])
        self.losses.append(@)
        return loss
""",
    "Fabric": """\
import lightning as L


def main(model: nn.Module, loader):
    fabric = L.Fabric()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model, optimizer = fabric.setup(model, optimizer)
    losses = []
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        fabric.backward(loss)
        optimizer.step()
        losses.append(@)
    return sum(losses) / len(losses)
""",
    "Accelerate": """\
from accelerate import Accelerator


def main(model: nn.Module, loader):
    accelerator = Accelerator()
    optimizer = torch.optim.AdamW(model.parameters())
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    losses = []
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        accelerator.backward(loss)
        optimizer.step()
        losses.append(@)
    return sum(losses) / len(losses)
""",
    "a DDP launcher": """\
def worker(rank, model, loader):
    model = nn.parallel.DistributedDataParallel(model.to(rank), device_ids=[rank])
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    losses = []
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x.to(rank)), y.to(rank))
        loss.backward()
        optimizer.step()
        losses.append(@)
    if rank == 0:
        print(sum(losses) / len(losses))
""",
    "transfer learning": """\
def finetune(backbone: nn.Module, loader):
    for parameter in backbone.parameters():
        parameter.requires_grad = False
    head = nn.Linear(512, 10)
    optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
    losses = []
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(head(backbone(x)), y)
        loss.backward()
        optimizer.step()
        losses.append(@)
    return sum(losses) / len(losses)
""",
    "manual optimisation": """\
import lightning as L


class Manual(L.LightningModule):
    def __init__(self, net):
        super().__init__()
        self.automatic_optimization = False
        self.net = net
        self.losses = []

    def training_step(self, batch, index):
        optimizer = self.optimizers()
        loss = F.mse_loss(self.net(batch[0]), batch[1])
        optimizer.zero_grad()
        self.manual_backward(loss)
        optimizer.step()
        self.losses.append(@)
""",
}
LEFT = {"LBFGS", "a LightningModule"}


def shaped(wrong: bool) -> dict[str, str]:
    """The programs with the loss where that is to be flagged, or with what is left."""
    found = {}
    for name, program in SHAPES.items():
        lines = program.splitlines()
        kept = "loss" if wrong else "loss.item()"
        marked = [line.replace("@", kept) + ("  # expect: TEF502" if wrong and "@" in line else "") for line in lines]
        if not wrong or name not in LEFT:
            found[name] = "\n".join(marked) + "\n"
    return found


TRAINER = """\
class Trainer:
    def __init__(self, net: nn.Module, optimizer):
        self.net = net
        self.optimizer = optimizer
        self.losses = []

    def fit(self, loader):
        for x, y in loader:
            self.one_batch(x, y)

    def one_batch(self, x, y):
        loss = F.mse_loss(self.net(x), y)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.losses.append(loss)  # expect: TEF502 "store loss.detach()"
"""

HANDED_ON = """def train_step(net: nn.Module, x, y, optimizer, losses):
    loss = F.mse_loss(net(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss)  # expect: TEF502


def main(net, loader, optimizer):
    losses = []
    for x, y in loader:
        train_step(net, x, y, optimizer, losses)
    return losses
"""

INNER = """def train(model: nn.Module, loaders, optimizer):
    losses = []
    for step in range(1000):
        optimizer.zero_grad()
        for loader in loaders:
            x, y = next(loader)
            loss = F.mse_loss(model(x), y)
            loss.backward()
            losses.append(loss)  # expect: TEF502
        optimizer.step()
    return losses
"""


FLAG: dict[str, str] = {
    "an entry for each name among several in the head of the loop": """\
def train_once(graph, fns, optimizer, inputs):
    results = graph(inputs)
    losses = {}
    for name, (node, fn) in fns.items():
        loss = F.mse_loss(results[node], fn)
        optimizer.zero_grad()
        loss.backward(retain_graph=True)
        optimizer.step()
        losses[node] = loss  # expect: TEF502?
    return losses
""",
    "under the number of a batch, or of a part": """\
def epoch(model, loss_fns, loader, optimizer):
    losses = {}
    for step, (x, y) in enumerate(loader):
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses[step] = loss  # expect: TEF502
    return [float(loss) for loss in losses.values()]


def parts(model, loss_fns, loader, optimizer):
    losses = {}
    for name, (x, y) in loader.items():
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses[name] = loss  # expect: TEF502?
    return [float(loss) for loss in losses.values()]
""",
    "over the parts of one batch": """\
from collections import defaultdict


class Sharded(nn.Module):
    def forward(self, states, targets):
        scores = defaultdict(list)
        for i in range(0, targets.shape[0], self.size):
            loss = F.cross_entropy(self.expand(states[i : i + self.size]), targets[i : i + self.size])
            scores["loss"].append(loss)  # expect: TEF502?
            loss.backward()
        return {name: sum(kept) for name, kept in scores.items()}

    def split(self, x: torch.Tensor, y: torch.Tensor):
        losses = []
        for part, target in zip(x.split(32), y.split(32)):
            loss = F.mse_loss(self.net(part), target)
            loss.backward()
            losses.append(loss)  # expect: TEF502?
        return sum(losses)

    def chunks(self, x: torch.Tensor):
        losses = []
        for i, part in enumerate(torch.chunk(x, 4)):
            loss = self.net(part).mean()
            loss.backward()
            losses.append(loss)  # expect: TEF502?
        return sum(losses)
""",
    "over parts, with a step for each, over the epochs, on the object, and one by one": """\
def fit(model: nn.Module, x, y, optimizer):
    losses = []
    for i in range(0, len(x), 32):
        optimizer.zero_grad()
        loss = F.mse_loss(model(x[i : i + 32]), y[i : i + 32])
        loss.backward()
        optimizer.step()
        losses.append(loss)  # expect: TEF502
    return losses


def epochs(model: nn.Module, x, y):
    losses = []
    for epoch in range(100):
        for i in range(0, len(x), 32):
            loss = F.mse_loss(model(x[i : i + 32]), y[i : i + 32])
            loss.backward()
            losses.append(loss)  # expect: TEF502
    return losses


def handed(model: nn.Module, x, losses):
    for part in x.chunk(4):
        loss = model(part).mean()
        loss.backward()
        losses.append(loss)  # expect: TEF502


def singly(model: nn.Module, x, n: int):
    losses = []
    for i in range(0, n, 1):
        loss = model(x[i]).mean()
        loss.backward()
        losses.append(loss)  # expect: TEF502
    return losses


class Kept:
    def parts(self, x):
        self.losses = []
        for part in torch.split(x, 4):
            loss = self.net(part).mean()
            loss.backward()
            self.losses.append(loss)  # expect: TEF502
""",
    "the step of an agent with a report": """\
class Agent:
    def __init__(self, net: nn.Module):
        self.net = net
        self.optimizer = torch.optim.Adam(net.parameters())
        self.losses = []

    def learn(self, state, target):
        loss = F.mse_loss(self.net(state), target)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.losses.append(loss)  # expect: TEF502
        return loss.item()

    def report(self):
        return len(self.losses)
""",
    "the step of an agent, which another file calls": """\
class Agent:
    def __init__(self, net: nn.Module):
        self.net = net
        self.optimizer = torch.optim.Adam(net.parameters())
        self.losses = []

    def learn(self, state, target):
        loss = F.mse_loss(self.net(state), target)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.losses.append(loss)  # expect: TEF502
        return loss.item()
""",
    "the step of an agent with a dict of lists": """\
class Agent:
    def __init__(self, net: nn.Module):
        self.net = net
        self.optimizer = torch.optim.Adam(net.parameters())
        self.history = {"loss": [], "error": []}

    def learn(self, state, target):
        loss = F.mse_loss(self.net(state), target)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.history["loss"].append(loss)  # expect: TEF502 "store loss.detach()"
        return loss.item()
""",
    "a list in a dict, which each iteration starts again": """\
def fit(model: nn.Module, loader, optimizer):
    history = {"loss": []}
    for x, y in loader:
        history["loss"] = []
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        history["loss"].append(loss)  # expect: TEF502?
    return history
""",
    "a list in a dict, which starts the lists of other keys": """\
def fit(model: nn.Module, loader, optimizer):
    history = {"loss": []}
    for x, y in loader:
        history[len(x)] = []
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        history["loss"].append(loss)  # expect: TEF502
    return history
""",
    "a list of what the object holds": """\
class Trainer:
    def __init__(self):
        self.losses = []

    def fit(self, model, optimizer, loader):
        for x, y in loader:
            loss = F.mse_loss(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            self.trainer.running_loss.append(loss)  # expect: TEF502?
            self.losses.append(loss)  # expect: TEF502
""",
    "what a weight that is no tensor scales": """\
class Trainer:
    def fit(self, model, penalty, optimizer, loader):
        penalties, weight = [], self.weight
        for x, y in loader:
            loss = F.mse_loss(model(x), y)
            h = penalty(model)
            (loss + weight * h).backward()
            optimizer.step()
            optimizer.zero_grad()
            penalties.append(h)  # expect: TEF502
            if h > 1:
                weight += self.rate * h.item()
""",
    **shaped(wrong=True),
    "in a method for each batch": TRAINER,
    "in a method whose loop empties the list": TRAINER.replace(
        "y)\n\n",
        """y)
            self.reset()

    def reset(self):
        self.losses = []

""",
        1,
    ).replace("502", "502?"),
    "a window in a method": TRAINER.replace(
        "y)\n\n",
        """y)
            if len(self.losses) > 10:
                self.losses.pop(0)

""",
        1,
    ).replace("502", "502?"),
    "the losses of each step": INNER.replace(
        "        optimizer.step()",
        """\
        optimizer.step()
        print(len(losses))
        losses.clear()""",
    ).replace("502", "502?"),
    "in a list that the loop hands to a function": HANDED_ON,
    "two calls below the loop": TRAINER.replace(
        "self.one_batch(x, y)\n\n",
        """self.train_on(x, y)

    def train_on(self, x, y):
        self.one_batch(x.cuda(), y.cuda())

""",
    ),
    "in a nested function": """\
def train(net: nn.Module, loader, optimizer):
    curve = []

    def step(x, y):
        loss = F.mse_loss(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        curve.append(loss)  # expect: TEF502

    for x, y in loader:
        step(x, y)
    return curve
""",
    "in a closure": """\
def train(net: nn.Module, loader):
    optimizer = torch.optim.LBFGS(net.parameters())
    curve = []
    for x, y in loader:

        def closure():
            optimizer.zero_grad()
            loss = F.mse_loss(net(x), y)
            loss.backward()
            curve.append(loss)  # expect: TEF502
            return loss

        optimizer.step(closure)
    return curve
""",
    "the gradients of a step accumulated in a loop": INNER,
    "by the names of the parts": """\
def train(model: nn.Module, loader, optimizer):
    history = {"near": [], "loss": []}
    for x, y in loader:
        optimizer.zero_grad()
        near = F.mse_loss(model(x), y)
        loss = near + F.l1_loss(model(x), y)
        loss.backward()
        optimizer.step()
        for key, value in {"near": near, "loss": loss}.items():
            history[key].append(value)  # expect: TEF502
    return history
""",
    "by a list of names": """\
def train(model: nn.Module, loader, optimizer):
    history = {"near": [], "far": []}
    for x, y in loader:
        optimizer.zero_grad()
        near = F.mse_loss(model(x), y)
        far = F.l1_loss(model(x), y)
        loss = near + far
        loss.backward()
        optimizer.step()
        for key, value in zip(history, (near, far)):
            history[key].append(value)  # expect: TEF502
    return history
""",
    "a deque without a limit": Whole("""\
import torch
import torch.nn.functional as F
from collections import deque
from torch import nn


def train(model: nn.Module, loader, optimizer, window: int):
    losses = deque()
    last = deque(maxlen=window) if window else []
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss)  # expect: TEF502
        last.append(loss)  # expect: TEF502
    return losses
"""),
    "loss in a dict": """\
def train(model: nn.Module, loader, optimizer):
    history = []
    for step, (x, y) in enumerate(loader):
        loss = F.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        history.append({"step": step, "loss": loss})  # expect: TEF502 "store loss.detach()"
    return history
""",
    "loss in a tuple": """\
def train(model: nn.Module, loader, optimizer):
    history = []
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        history.append((len(x), loss))  # expect: TEF502 "store loss.detach()"
    return history
""",
    "append in a training loop": """\
def train(model: nn.Module, loader, optimizer):
    losses = []
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss)  # expect: TEF502
    return losses
""",
    "assignment by step": """\
def train(model: nn.Module, loader, optimizer):
    history = {}
    for step, (x, y) in enumerate(loader):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        history[step] = loss  # expect: TEF502
    return history
""",
    "assignment by epoch": """\
model = nn.Linear(4, 3)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
x = torch.randn(32, 4)
y = torch.randint(3, (32,))
history = {}
for epoch in range(5):
    optimizer.zero_grad()
    loss = F.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    history[epoch] = loss  # expect: TEF502
""",
    "list made beforehand": """\
def train(model: nn.Module, loader, optimizer):
    history = [None] * len(loader)
    for i, (x, y) in enumerate(loader):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        history[i] = loss  # expect: TEF502
    return history
""",
    "list in a dict": """\
def train(model: nn.Module, loader, optimizer):
    history = {"loss": [], "lr": []}
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        history["loss"].append(loss)  # expect: TEF502
        history["lr"].append(optimizer.param_groups[0]["lr"])
    return history
""",
    "list in a defaultdict": Whole("""\
from collections import defaultdict

import torch
import torch.nn.functional as F
from torch import nn


def train(model: nn.Module, loader, optimizer, phase: str):
    history = defaultdict(list)
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        history[phase].append(loss)  # expect: TEF502
    return history
"""),
    "list in a dict of dicts": """\
def train(model: nn.Module, loader, optimizer):
    history = {"train": {"loss": []}, "val": {"loss": []}}
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        history["train"]["loss"].append(loss)  # expect: TEF502
    return history
""",
    "attribute of self": """\
class Trainer:
    def __init__(self, model: nn.Module, optimizer):
        self.model = model
        self.optimizer = optimizer
        self.criterion = nn.CrossEntropyLoss()
        self.history = []

    def epoch(self, loader):
        for x, y in loader:
            self.optimizer.zero_grad()
            loss = self.criterion(self.model(x), y)
            loss.backward()
            self.optimizer.step()
            self.history.append(loss)  # expect: TEF502
""",
    "dict on self by key": """\
class Trainer:
    def __init__(self):
        self.model = nn.Linear(4, 2)
        self.optimizer = torch.optim.Adam(self.model.parameters())
        self.history = {}

    def epoch(self, loader):
        for step, (x, y) in enumerate(loader):
            self.optimizer.zero_grad()
            loss = F.cross_entropy(self.model(x), y)
            loss.backward()
            self.optimizer.step()
            self.history[step] = loss  # expect: TEF502
""",
    "weighted by the batch size": """\
def train(model: nn.Module, loader, optimizer):
    losses = []
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss * x.size(0))  # expect: TEF502
    return losses
""",
    "moved to the CPU": """\
def train(model: nn.Module, loader, optimizer):
    losses = []
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss.cpu())  # expect: TEF502
    return losses
""",
    "cloned": """\
def train(model: nn.Module, loader, optimizer):
    losses = []
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss.clone())  # expect: TEF502
    return losses
""",
    "before the backward pass": """\
def train(model: nn.Module, loader, optimizer):
    losses = []
    for x, y in loader:
        loss = F.cross_entropy(model(x), y)
        losses.append(loss)  # expect: TEF502
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return losses
""",
    "loss module": """\
model = nn.Linear(10, 1)
criterion = nn.MSELoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)


def train(loader):
    losses = []
    for x, y in loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss)  # expect: TEF502
    return losses
""",
    "criterion as a parameter": """\
def train(model, loader, criterion, optimizer):
    losses = []
    for x, y in loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss)  # expect: TEF502
    torch.save(model.state_dict(), "model.pt")
    return losses
""",
    "loss from the model's output": """\
def train(model, loader, optimizer):
    losses = []
    for batch in loader:
        loss = model(**batch).loss
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        losses.append(loss)  # expect: TEF502
    print(torch.cuda.is_available(), len(losses))
""",
    "sum of two losses": """\
def train(model: nn.Module, loader, optimizer):
    losses = []
    for x, y in loader:
        out, rebuilt = model(x)
        loss = F.cross_entropy(out, y) + 0.1 * F.mse_loss(rebuilt, x)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss)  # expect: TEF502
    return losses
""",
    "one term of the loss": """\
def train(model: nn.Module, head: nn.Module, loader, optimizer):
    box_losses = []
    for x, y, box in loader:
        features = model(x)
        class_loss = F.cross_entropy(features, y)
        box_loss = F.smooth_l1_loss(head(features), box)
        optimizer.zero_grad()
        (class_loss + box_loss).backward()
        optimizer.step()
        box_losses.append(box_loss)  # expect: TEF502
    return box_losses
""",
    "two lists": """\
def train(generator: nn.Module, critic: nn.Module, loader, opt_g, opt_d):
    criterion = nn.BCEWithLogitsLoss()
    g_losses, d_losses = [], []
    for real, noise, ones, zeros in loader:
        fake = generator(noise)
        d_loss = criterion(critic(real), ones) + criterion(critic(fake.detach()), zeros)
        opt_d.zero_grad()
        d_loss.backward()
        opt_d.step()
        g_loss = criterion(critic(fake), ones)
        opt_g.zero_grad()
        g_loss.backward()
        opt_g.step()
        d_losses.append(d_loss)  # expect: TEF502
        g_losses.append(g_loss)  # expect: TEF502
    return g_losses, d_losses
""",
    "evaluation through a name": """\
criterion = nn.L1Loss()


def evaluate(model: nn.Module, loader):
    model.eval()
    errors = {}
    for k, (x, y) in enumerate(loader):
        error = criterion(model(x), y)  # expect: TEF506
        errors[k] = error  # expect: TEF502?
    return errors
""",
    "read as numbers after the loop": """\
def train(model: nn.Module, loader, optimizer):
    losses = []
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss)  # expect: TEF502
    return [loss.item() for loss in losses]
""",
    "mean read after the loop": """\
def train(model: nn.Module, loader, optimizer):
    losses = []
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss)  # expect: TEF502
    return torch.stack(losses).mean().item()
""",
    "average of the list": """\
def train(model: nn.Module, loader, optimizer):
    losses = []
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss)  # expect: TEF502
    print("mean loss", sum(losses) / len(losses))
""",
    "enumerated with a progress bar": Whole("""\
import torch
import torch.nn.functional as F
from torch import nn
from tqdm import tqdm


def train(model: nn.Module, loader, optimizer):
    losses = []
    for step, (x, y) in enumerate(tqdm(loader)):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        if step % 10 == 0:
            losses.append(loss)  # expect: TEF502
    return losses
"""),
    "zipped loaders": """\
def train(model: nn.Module, sources, targets, optimizer):
    losses = []
    for (x, y), (t, _) in zip(sources, targets):
        loss = F.cross_entropy(model(x), y) + model(t).norm(dim=1).mean(dim=0)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss)  # expect: TEF502
    return losses
""",
    "while loop": """\
def train(model: nn.Module, loader, optimizer, max_steps: int):
    batches = iter(loader)
    losses = []
    while len(losses) < max_steps:
        x, y = next(batches)
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss)  # expect: TEF502
    return losses
""",
    "epochs around batches": Whole("""\
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader


def fit(model: nn.Module, dataset, epochs: int):
    loader = DataLoader(dataset, batch_size=32, shuffle=True)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    history = []
    for epoch in range(epochs):
        for x, y in loader:
            optimizer.zero_grad()
            loss = F.cross_entropy(model(x), y)
            loss.backward()
            optimizer.step()
        history.append(loss)  # expect: TEF502
    return history
"""),
    "names imported from torch": Whole("""\
from torch.nn import Module
from torch.nn.functional import cross_entropy


def train(model: Module, loader, optimizer):
    losses = []
    for x, y in loader:
        optimizer.zero_grad()
        loss = cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss)  # expect: TEF502
    return losses
"""),
    "functional module under another name": Whole("""\
import torch.nn as nn
import torch.nn.functional as fn


def train(model: nn.Module, loader, optimizer):
    losses = []
    for x, y in loader:
        optimizer.zero_grad()
        loss = fn.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss)  # expect: TEF502
    return losses
"""),
    "helper that returns the loss": """\
def train_step(model: nn.Module, x, y, optimizer):
    optimizer.zero_grad()
    loss = F.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    return loss


def train(model: nn.Module, loader, optimizer):
    losses = []
    for x, y in loader:
        losses.append(train_step(model, x, y, optimizer))  # expect: TEF502
    return losses
""",
    "method that returns the loss": """\
class Trainer:
    def __init__(self, model: nn.Module, optimizer):
        self.model = model
        self.optimizer = optimizer
        self.losses = []

    def loss(self, x, y):
        return F.cross_entropy(self.model(x), y)

    def fit(self, loader):
        for x, y in loader:
            loss = self.loss(x, y)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            self.losses.append(loss)  # expect: TEF502
""",
    "mixed precision": """\
def train(model: nn.Module, loader, optimizer):
    scaler = torch.amp.GradScaler("cuda")
    losses = []
    for x, y in loader:
        optimizer.zero_grad()
        with torch.autocast("cuda"):
            loss = F.cross_entropy(model(x), y)
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
        losses.append(loss)  # expect: TEF502
    return losses
""",
    "gradient accumulation": """\
def train(model: nn.Module, loader, optimizer, every: int):
    losses = []
    for i, (x, y) in enumerate(loader):
        loss = F.cross_entropy(model(x), y) / every
        loss.backward()
        losses.append(loss)  # expect: TEF502
        if (i + 1) % every == 0:
            optimizer.step()
            optimizer.zero_grad()
    return losses
""",
    "inside try": """\
def train(model: nn.Module, loader, optimizer):
    losses = []
    for x, y in loader:
        try:
            optimizer.zero_grad()
            loss = F.cross_entropy(model(x), y)
            loss.backward()
            optimizer.step()
        except torch.cuda.OutOfMemoryError:
            continue
        losses.append(loss)  # expect: TEF502
    return losses
""",
    "nested function": """\
def make(model: nn.Module, optimizer):
    history = []

    def epoch(loader):
        for x, y in loader:
            optimizer.zero_grad()
            loss = F.cross_entropy(model(x), y)
            loss.backward()
            optimizer.step()
            history.append(loss)  # expect: TEF502

    return epoch, history
""",
    "plotted afterwards": Whole("""\
import matplotlib.pyplot as plt
import torch
import torch.nn.functional as F
from torch import nn


def train(model: nn.Module, loader, optimizer):
    curve = []
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        curve.append(loss)  # expect: TEF502
    plt.plot(curve)
"""),
    "own model class": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.out = nn.Linear(4, 3)

    def forward(self, x):
        return self.out(x)


def train(loader):
    net = Net()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    losses = []
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(net(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss)  # expect: TEF502
    return losses
""",
    "mean of unreduced losses": """\
def train(model: nn.Module, loader, optimizer):
    criterion = nn.CrossEntropyLoss(reduction="none")
    losses = []
    for x, y in loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y).mean()
        loss.backward()
        optimizer.step()
        losses.append(loss)  # expect: TEF502
    return losses
""",
    "a few losses that are compared": """\
def compare(y: torch.Tensor, label: torch.Tensor) -> list:
    losses = []
    for loss_fn in [nn.MSELoss(), nn.L1Loss()]:
        guess = y.clone().requires_grad_()
        loss = loss_fn(guess, label)
        losses.append(loss)  # expect: TEF502?
        loss.backward()
    return losses
""",
    "an object is handed the loss": """\
class Log:
    def __init__(self):
        self.values = []

    def add(self, v):
        self.values.append(v)  # expect: TEF502


def train(model, loader, opt):
    log = Log()
    for x, y in loader:
        loss = F.cross_entropy(model(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        log.add(loss)
    return log.values
""",
    "in a dict that is called for": """\
def train(model, loader, opt):
    rows = []
    for n, (x, y) in enumerate(loader):
        loss = F.cross_entropy(model(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        rows.append(dict(loss=loss, n=n))  # expect: TEF502
    return rows
""",
    "an entry of a tensor for each epoch": """\
def fit(net, dl, opt, epochs):
    losses = torch.zeros(epochs)
    for ep in range(epochs):
        for x, y in dl:
            loss = F.mse_loss(net(x), y)
            opt.zero_grad()
            loss.backward()
            opt.step()
        losses[ep] = loss  # expect: TEF502
    return losses
""",
    "an entry of a row of a tensor": """\
def fit(net, x, y, opt, steps):
    hist = torch.zeros(steps, 2)
    for i in range(steps):
        a, b = net(x)
        loss = F.mse_loss(a, y) + F.mse_loss(b, y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        hist[i, 0] = loss  # expect: TEF502
    return hist
""",
    "a total that is reported itself": """\
def train(model, loader, optimizer, epochs):
    history = []
    for epoch in range(epochs):
        total = 0.0
        for x, y in loader:
            optimizer.zero_grad()
            loss = F.cross_entropy(model(x), y)
            loss.backward()
            optimizer.step()
            total += loss  # expect: TEF501
        history.append(total)  # expect: TEF502?
    return history
""",
}

FLAG["test-time adaptation"] = """\
def test_time_adapt(model, loader, optimizer):
    losses = []
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss)  # expect: TEF502
    return losses


def main(model, loader, optimizer):
    print(test_time_adapt(model, loader, optimizer))
"""

FLAG["a test that trains"] = """\
def test_time_adapt(model, loader, optimizer):
    losses = []
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss)  # expect: TEF502?
    return losses
"""

LEAVE: dict[str, str] = {
    "numbers under the name of a part": """\
def epoch(model, loss_fns, loader, optimizer):
    losses = {}
    for name, (x, y) in loader.items():
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses[name] = loss.item()
    return [float(loss) for loss in losses.values()]
""",
    "numbers that scale the loss": """\
class Agent:
    def episode(self, env, state, steps: int):
        rewards = []
        for _ in range(steps):
            dist = torch.distributions.Categorical(logits=self.net(state))
            action = dist.sample()
            state, reward, done, info = env.step(action)
            step_loss = -dist.log_prob(action) * reward
            self.opt.zero_grad()
            step_loss.backward()
            self.opt.step()
            rewards.append(reward)
        return rewards


class Solver:
    def fit(self, loader, epochs: int):
        weights = []
        for x, y in loader:
            data, physics = self.losses(x, y)
            loss = data + self.weight * physics
            self.opt.zero_grad()
            loss.backward()
            self.opt.step()
            weights.append(self.weight)
        return weights
""",
    "over the parts of one batch, without their graphs": """\
def parts(model: nn.Module, x: torch.Tensor):
    losses = []
    for part in x.split(32):
        loss = model(part).mean()
        loss.backward()
        losses.append(loss.detach())
    return sum(losses)
""",
    "over the parts of one batch, to add them up and go back through all": """\
def parts(model: nn.Module, x: torch.Tensor):
    losses = []
    for i in range(0, len(x), 32):
        losses.append(model(x[i : i + 32]).mean())
    sum(losses).backward()
""",
    "the list of an agent that another one keeps": """\
class Agent:
    def __init__(self, net: nn.Module, losses):
        self.net = net
        self.optimizer = torch.optim.Adam(net.parameters())

    def learn(self, state, target, losses):
        loss = F.mse_loss(self.net(state), target)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        losses.append(loss)
""",
    "the step of an agent whose base may empty its list": Whole("""\
import torch
import torch.nn.functional as F
from agents import Base
from torch import nn


class Agent(Base):
    def __init__(self, net: nn.Module):
        self.net = net
        self.optimizer = torch.optim.Adam(net.parameters())
        self.losses = []

    def learn(self, state, target):
        loss = F.mse_loss(self.net(state), target)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.losses.append(loss)
        return loss.item()
"""),
    "the step of an agent that starts a list in its dict again": """\
class Agent:
    def __init__(self, net: nn.Module):
        self.net = net
        self.optimizer = torch.optim.Adam(net.parameters())
        self.history = {"loss": [], "error": []}

    def learn(self, state, target):
        loss = F.mse_loss(self.net(state), target)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.history["loss"].append(loss)
        return loss.item()

    def end_epoch(self):
        self.history["loss"] = []
""",
    "the step of an agent that empties the lists in its dict": """\
class Agent:
    def __init__(self, net: nn.Module):
        self.net = net
        self.optimizer = torch.optim.Adam(net.parameters())
        self.history = {"loss": [], "error": []}

    def learn(self, state, target):
        loss = F.mse_loss(self.net(state), target)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.history["loss"].append(loss)
        return loss.item()

    def end_epoch(self):
        for losses in self.history.values():
            losses.clear()
""",
    "the step of an agent that starts its list again": """\
class Agent:
    def __init__(self, net: nn.Module):
        self.net = net
        self.optimizer = torch.optim.Adam(net.parameters())
        self.losses = []

    def learn(self, state, target):
        loss = F.mse_loss(self.net(state), target)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.losses.append(loss)
        return loss.item()

    def start(self):
        self.losses = []
""",
    "the step of an agent that empties its list": """\
class Agent:
    def __init__(self, net: nn.Module):
        self.net = net
        self.optimizer = torch.optim.Adam(net.parameters())
        self.losses = []

    def learn(self, state, target):
        loss = F.mse_loss(self.net(state), target)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.losses.append(loss)
        return loss.item()

    def start(self):
        self.losses.clear()
""",
    "the step of an agent that keeps the last ones": Whole("""\
from collections import deque

import torch
import torch.nn.functional as F
from torch import nn


class Agent:
    def __init__(self, net: nn.Module):
        self.net = net
        self.optimizer = torch.optim.Adam(net.parameters())
        self.losses = deque(maxlen=100)

    def learn(self, state, target):
        loss = F.mse_loss(self.net(state), target)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.losses.append(loss)
        return loss.item()
"""),
    "the step of an agent that keeps a number": """\
class Agent:
    def __init__(self, net: nn.Module):
        self.net = net
        self.optimizer = torch.optim.Adam(net.parameters())
        self.losses = []

    def learn(self, state, target):
        loss = F.mse_loss(self.net(state), target)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.losses.append(loss.item())
        return loss.item()
""",
    "a weight of the loss that the loop raises": """\
class Trainer:
    def fit(self, model, penalty, optimizer, loader):
        weights, terms, weight, strength = [], [], self.weight, self.strength
        for x, y in loader:
            loss = F.mse_loss(model(x), y)
            h = penalty(model)
            (loss + 0.5 * strength * h ** 2 + weight * h).backward()
            optimizer.step()
            optimizer.zero_grad()
            weights.append(weight)
            terms.append(0.5 * strength * h.item() ** 2 + weight * h.item())
            if h > 1:
                weight += strength * h.item()
                strength *= 10
""",
    "a number that is scaled by what the loss is divided by": """\
def finetune(model, batches, steps):
    losses = []
    for batch in batches:
        loss, _ = model(*batch)
        if steps > 1:
            loss = loss / steps
            loss.backward()
        losses.append(loss.item() * steps)
    return losses
""",
    **shaped(wrong=False),
    **{f"{name}, with its graph": SHAPES[name].replace("@", "loss") for name in sorted(LEFT)},
    "a method that no loop calls": """\
class Trainer:
    def __init__(self, net: nn.Module, optimizer):
        self.net = net
        self.optimizer = optimizer
        self.losses = []

    def fit(self, x, y):
        loss = F.mse_loss(self.net(x), y)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.losses.append(loss)


def main(net, optimizer, x, y):
    Trainer(net, optimizer).fit(x, y)
""",
    "a list that a function started": HANDED_ON.replace("losses.append", "kept = []\n    kept.append").partition(
        "  # expect"
    )[0],
    "a list that the loop starts": """\
def train_step(net: nn.Module, x, y, optimizer, losses):
    loss = F.mse_loss(net(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss)


def main(net, loader, optimizer):
    for x, y in loader:
        train_step(net, x, y, optimizer, [])
""",
    "a method's list of few": Whole("""\
from collections import deque

import torch.nn.functional as F
from torch import nn


class Trainer:
    def __init__(self, net: nn.Module, optimizer):
        self.net = net
        self.optimizer = optimizer
        self.losses = deque(maxlen=10)

    def fit(self, loader):
        for x, y in loader:
            self.one_batch(x, y)

    def one_batch(self, x, y):
        loss = F.mse_loss(self.net(x), y)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.losses.append(loss)
"""),
    "back-propagated from the list by an index": """\
def accumulate(model: nn.Module, batches, optimizer):
    losses = []
    for x, y in batches:
        F.mse_loss(model(y), x).backward()
        loss = F.mse_loss(model(x), y)
        losses.append(loss)
    for i in range(3):
        loss = losses[i]
        if i < 2:
            loss.backward()
    losses = []
    for x, y in batches:
        F.mse_loss(model(y), x).backward()
        losses.append(F.mse_loss(model(x), y))
    losses[0].backward()
""",
    "the latest losses, in deques of one assignment": Whole("""\
import torch
import torch.nn.functional as F
from collections import deque
from torch import nn


def train(model: nn.Module, loader, optimizer, kind: str):
    recent, lasting = deque(maxlen=128), deque([], 16)
    if kind == "short":
        either = deque(maxlen=2)
    else:
        either = deque(maxlen=4)
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        recent.append(loss)
        lasting.append(loss)
        if kind == "short":
            either.append(loss)
    return recent, lasting
"""),
    "the latest losses, in a deque of the object": Whole("""\
import torch
import torch.nn.functional as F
from collections import deque
from torch import nn


class Trainer:
    def __init__(self, model: nn.Module, optimizer, window: int):
        self.model, self.optimizer = model, optimizer
        self.losses = deque(maxlen=window)

    def train(self, loader):
        for x, y in loader:
            loss = F.mse_loss(self.model(x), y)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            self.losses.append(loss)
"""),
    "a queue that the loop takes from": """\
def schedule(model: nn.Module, batches, targets, optimizer):
    waiting = []
    for x, y in zip(batches, targets):
        loss = F.cross_entropy(model(x), y)
        waiting.append(loss)
        if len(waiting) > 2:
            first = waiting.pop(0)
            first.backward()
            optimizer.step()
            optimizer.zero_grad()
""",
    "tuples that wait for the end of the episode": """\
def train(model, env):
    saved = []
    for step in range(100):
        log_prob, value = model(env)
        saved.append((log_prob.sum(), value.mean()))
    loss = 0
    for log_prob, value in saved:
        loss = loss + log_prob * value
    loss.backward()
""",
    "dicts whose losses are summed": """\
def train(model: nn.Module, loader):
    history = []
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        history.append({"loss": loss})
    sum(one["loss"] for one in history).backward()
""",
    "dict of what was read": """\
def train(model: nn.Module, loader):
    history = []
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        loss.backward()
        history.append({"loss": loss.item(), "last": loss.detach()})
    return history
""",
    "masks with a coefficient that a loss elsewhere has too": Whole("""\
import torch
from torch import Tensor
from torch.nn import Linear, Sequential

from explain import Explainer


class Masks(Explainer):
    coefficients = {"size": 0.05, "steps": [5.0, 2.0], "bias": 0.01}

    def __init__(self, **kwargs):
        super().__init__()
        self.coefficients.update(kwargs)
        self.layer = Sequential(Linear(8, 1))

    def masks(self, inputs):
        masks = {}
        for name, features in inputs.items():
            logits = self.layer(features).view(-1)
            masks[name] = self.sample(logits)
        return masks

    def sample(self, logits: Tensor) -> Tensor:
        bias = self.coefficients["bias"]
        return (1 - 2 * bias) * torch.rand_like(logits) + bias + logits

    def loss(self, loss: Tensor, mask: Tensor) -> Tensor:
        return loss + mask.sum(dim=0) * self.coefficients["size"]

    def step(self, model, inputs, target: Tensor):
        masks = self.masks(inputs)
        loss = self.loss(model(inputs, masks), masks["a"])
        loss.backward()
        return float(loss)
"""),
    "item": """\
def train(model: nn.Module, loader, optimizer):
    losses = []
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
""",
    "float": """\
def train(model: nn.Module, loader, optimizer):
    losses = []
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        losses.append(float(loss))
    return losses
""",
    "detach": """\
def train(model: nn.Module, loader, optimizer):
    losses = []
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss.detach())
    return torch.stack(losses).tolist()
""",
    "cpu then detach": """\
def train(model: nn.Module, loader, optimizer):
    losses = []
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss.cpu().detach())
    return losses
""",
    "detached array": """\
def train(model: nn.Module, loader, optimizer):
    losses = []
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss.detach().cpu().numpy())
    return losses
""",
    "history by step as a number": """\
def train(model: nn.Module, loader, optimizer):
    history = {}
    for step, (x, y) in enumerate(loader):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        history[step] = loss.item()
    return history
""",
    "history by step detached": """\
def train(model: nn.Module, loader, optimizer):
    history = torch.zeros(len(loader))
    for step, (x, y) in enumerate(loader):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        history[step] = loss.detach()
    return history
""",
    "loss rebound to a number": """\
def train(model: nn.Module, loader, optimizer):
    losses = []
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        loss = loss.item()
        losses.append(loss)
    return losses
""",
    "number under another name": """\
def train(model: nn.Module, loader, optimizer):
    criterion = nn.CrossEntropyLoss()
    losses = []
    for x, y in loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
        value = loss.detach().item()
        losses.append(value * len(x))
    return losses
""",
    "epoch average": """\
def fit(model: nn.Module, loader, optimizer, epochs: int):
    history = []
    for epoch in range(epochs):
        total = 0.0
        for x, y in loader:
            optimizer.zero_grad()
            loss = F.cross_entropy(model(x), y)
            loss.backward()
            optimizer.step()
            total += loss.item()
        history.append(total / len(loader))
    return history
""",
    "no_grad": """\
def evaluate(model: nn.Module, loader):
    model.eval()
    losses = []
    with torch.no_grad():
        for x, y in loader:
            losses.append(F.cross_entropy(model(x), y))
    return torch.stack(losses)
""",
    "no_grad inside the loop": """\
def evaluate(model: nn.Module, loader):
    model.eval()
    losses = {}
    for k, (x, y) in enumerate(loader):
        with torch.no_grad():
            loss = F.cross_entropy(model(x), y)
        losses[k] = loss
    return losses
""",
    "no_grad decorator": """\
@torch.no_grad()
def evaluate(model: nn.Module, loader):
    model.eval()
    losses = []
    for x, y in loader:
        loss = F.cross_entropy(model(x), y)
        losses.append(loss)
    return losses
""",
    "inference_mode": """\
def evaluate(model: nn.Module, loader):
    model.eval()
    losses = []
    with torch.inference_mode():
        for x, y in loader:
            losses.append(F.cross_entropy(model(x), y))
    return losses
""",
    "inference_mode decorator on a method": """\
class Evaluator:
    def __init__(self, model: nn.Module):
        self.model = model
        self.criterion = nn.CrossEntropyLoss()
        self.losses = []

    @torch.inference_mode()
    def run(self, loader):
        self.model.eval()
        for x, y in loader:
            self.losses.append(self.criterion(self.model(x), y))
""",
    "set_grad_enabled": """\
def evaluate(model: nn.Module, loader):
    model.eval()
    losses = []
    with torch.set_grad_enabled(False):
        for x, y in loader:
            losses.append(F.cross_entropy(model(x), y))
    return losses
""",
    "stack then backward": """\
def train(body: nn.Module, heads: nn.ModuleList, loader, optimizer):
    for x, y in loader:
        features = body(x)
        losses = []
        for head in heads:
            losses.append(F.cross_entropy(head(features), y))
        optimizer.zero_grad()
        torch.stack(losses).mean().backward()
        optimizer.step()
""",
    "stack through a name then backward": """\
def train(model: nn.Module, tasks, optimizer):
    losses = []
    for x, y in tasks:
        losses.append(F.cross_entropy(model(x), y))
    loss = torch.stack(losses).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
""",
    "sum then backward": """\
def train(model: nn.Module, tasks, optimizer):
    losses = []
    for x, y in tasks:
        losses.append(F.cross_entropy(model(x), y))
    optimizer.zero_grad()
    sum(losses).backward()
    optimizer.step()
""",
    "sum of a dict then backward": """\
def train(body: nn.Module, heads: nn.ModuleDict, loader, optimizer):
    for x, targets in loader:
        features = body(x)
        losses = {}
        for name, head in heads.items():
            losses[name] = F.cross_entropy(head(features), targets[name])
        optimizer.zero_grad()
        sum(losses.values()).backward()
        optimizer.step()
""",
    "average through a name then backward": """\
def train(model: nn.Module, tasks, optimizer):
    losses = []
    for x, y in tasks:
        loss = F.cross_entropy(model(x), y)
        losses.append(loss)
    mean = sum(losses) / len(losses)
    optimizer.zero_grad()
    mean.backward()
    optimizer.step()
    return mean.item()
""",
    "generator summed then backward": """\
def train(model: nn.Module, loader, optimizer, weights: dict):
    for x, targets in loader:
        outputs = model(x)
        losses = {}
        for name in weights:
            losses[name] = F.mse_loss(outputs[name], targets[name])
        total = sum(weights[name] * loss for name, loss in losses.items())
        optimizer.zero_grad()
        total.backward()
        optimizer.step()
""",
    "gradient of the stack": """\
def influence(model: nn.Module, tasks):
    losses = []
    for x, y in tasks:
        losses.append(F.cross_entropy(model(x), y))
    return torch.autograd.grad(torch.stack(losses).mean(dim=0), list(model.parameters()))
""",
    "each loss backpropagated from the list": """\
def train(model: nn.Module, heads: list[nn.Module], loader, optimizer):
    for x, y in loader:
        losses = []
        for head in heads:
            losses.append(F.cross_entropy(head(model(x)), y))
        optimizer.zero_grad()
        for loss in losses:
            loss.backward()
        optimizer.step()
""",
    "losses through time": """\
def train(cell: nn.Module, readout: nn.Module, loader, optimizer):
    for sequence, targets, h in loader:
        losses = []
        for step, target in zip(sequence, targets):
            h = cell(step, h)
            losses.append(F.mse_loss(readout(h), target))
        optimizer.zero_grad()
        torch.stack(losses).sum().backward()
        optimizer.step()
""",
    "truncated backpropagation": """\
def train(cell: nn.Module, readout: nn.Module, stream, h: torch.Tensor, optimizer, window: int):
    pending = []
    for x, y in stream:
        h = cell(x, h)
        pending.append(F.mse_loss(readout(h), y))
        if len(pending) == window:
            optimizer.zero_grad()
            sum(pending).backward()
            optimizer.step()
            pending = []
            h = h.detach()
""",
    "policy gradient": Whole("""\
import torch
from torch import nn
from torch.distributions import Categorical


def episode(policy: nn.Module, env, optimizer, gamma: float):
    log_probs, rewards = [], []
    state, done = env.reset(), False
    while not done:
        dist = Categorical(logits=policy(state))
        action = dist.sample()
        log_probs.append(dist.log_prob(action))
        state, reward, done = env.step(action.item())
        rewards.append(reward)
    losses = []
    value = 0.0
    for log_prob, reward in zip(reversed(log_probs), reversed(rewards)):
        value = reward + gamma * value
        losses.append(-log_prob * value)
    optimizer.zero_grad()
    torch.stack(losses).sum().backward()
    optimizer.step()
"""),
    "deep supervision returned to the caller": """\
def losses(outputs: list[torch.Tensor], target: torch.Tensor):
    found = []
    for output in outputs:
        found.append(F.cross_entropy(output, target))
    return found
""",
    "losses returned from forward": """\
class Detector(nn.Module):
    def __init__(self):
        super().__init__()
        self.heads = nn.ModuleList([nn.Linear(8, 3) for _ in range(4)])

    def forward(self, x: torch.Tensor, targets: torch.Tensor):
        losses = []
        for head in self.heads:
            losses.append(F.cross_entropy(head(x), targets))
        return losses
""",
    "dict of losses returned from forward": """\
class MultiTask(nn.Module):
    def __init__(self, names: list[str]):
        super().__init__()
        self.heads = nn.ModuleDict({name: nn.Linear(8, 2) for name in names})

    def forward(self, x: torch.Tensor, targets: dict[str, torch.Tensor]):
        losses = {}
        for name, head in self.heads.items():
            losses[name] = F.cross_entropy(head(x), targets[name])
        return losses
""",
    "states of a recurrent layer": """\
class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(8, 16)

    def forward(self, x, h):
        states = []
        for step in x.unbind(1):
            h = self.cell(step, h)
            states.append(h)
        return torch.stack(states, dim=1)
""",
    "learning rates": """\
def train(model: nn.Module, loader, optimizer, scheduler):
    rates = []
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        scheduler.step()
        rates.append(scheduler.get_last_lr()[0])
    return rates
""",
    "predicted labels": """\
def train(model: nn.Module, loader, optimizer):
    predicted = []
    for x, y in loader:
        out = model(x)
        loss = F.cross_entropy(out, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        predicted.append(out.argmax(dim=1))
    return torch.cat(predicted)
""",
    "labels of the batches": """\
def train(model: nn.Module, loader, optimizer):
    labels = []
    for x, y in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
        labels.append(y)
    return labels
""",
    "outputs detached": """\
def train(model: nn.Module, loader, optimizer):
    outputs = []
    for x, y in loader:
        out = model(x)
        loss = F.cross_entropy(out, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        outputs.append(out.detach().cpu())
    return torch.cat(outputs)
""",
    "outputs under no_grad": """\
def predict(model: nn.Module, loader):
    model.eval()
    outputs = []
    with torch.no_grad():
        for x, _ in loader:
            outputs.append(model(x))
    return torch.cat(outputs)
""",
    "helper returns a number": """\
def train_step(model: nn.Module, x, y, optimizer):
    optimizer.zero_grad()
    loss = F.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    return loss.item()


def train(model: nn.Module, loader, optimizer):
    losses = []
    for x, y in loader:
        losses.append(train_step(model, x, y, optimizer))
    return losses
""",
    "helper returns it detached": """\
def train_step(model: nn.Module, x, y, optimizer):
    optimizer.zero_grad()
    loss = F.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    return loss.detach()


def train(model: nn.Module, loader, optimizer):
    history = {}
    for step, (x, y) in enumerate(loader):
        history[step] = train_step(model, x, y, optimizer)
    return history
""",
    "everything unknown": """\
def train(model, loader, objective):
    losses = []
    for x, y in loader:
        losses.append(objective(model, x, y))
    return losses, torch.__version__
""",
    "arrays": Whole("""\
import numpy as np
import torch


def fit(x: np.ndarray, y: np.ndarray, w: np.ndarray):
    losses = []
    for epoch in range(10):
        error = x @ w - y
        w = w - 0.1 * x.T @ error
        losses.append(np.square(error).mean())
    return torch.from_numpy(w), losses
"""),
    "number on self": """\
class Trainer:
    def __init__(self, model: nn.Module, optimizer):
        self.model = model
        self.optimizer = optimizer
        self.criterion = nn.CrossEntropyLoss()
        self.history = []

    def epoch(self, loader):
        for x, y in loader:
            self.optimizer.zero_grad()
            loss = self.criterion(self.model(x), y)
            loss.backward()
            self.optimizer.step()
            self.history.append(loss.item())
""",
    "record of numbers": """\
def train(model: nn.Module, loader, optimizer):
    history = []
    for step, (x, y) in enumerate(loader):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        history.append({"step": step, "loss": loss.item()})
    return history
""",
    "formatted text": """\
def train(model: nn.Module, loader, optimizer):
    lines = []
    for step, (x, y) in enumerate(loader):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        lines.append(f"{step}: {loss.item():.4f}")
    return lines
""",
    "norms of the gradients": """\
def train(model: nn.Module, loader, optimizer):
    norms = []
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        norms.append(nn.utils.clip_grad_norm_(model.parameters(), 1.0).item())
        optimizer.step()
    return norms
""",
    "list inside the training step": """\
def train(model: nn.Module, loader, optimizer):
    for x, y in loader:
        out, extra = model(x)
        terms = []
        terms.append(F.cross_entropy(out, y))
        terms.append(0.1 * F.mse_loss(extra, x))
        loss = sum(terms)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
""",
    "paths of checkpoints": """\
def train(model: nn.Module, loader, optimizer, folder):
    saved = []
    for step, (x, y) in enumerate(loader):
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
        path = folder / f"{step}.pt"
        torch.save(model.state_dict(), path)
        saved.append(path)
    return saved
""",
    "detached under another name": """\
def train(model: nn.Module, loader, optimizer):
    history = {"loss": []}
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        logged = loss.detach()
        history["loss"].append(logged)
    return history
""",
    "loss computed again under no_grad": """\
def train(model: nn.Module, loader, optimizer):
    errors = []
    for x, y in loader:
        optimizer.zero_grad()
        out = model(x)
        F.cross_entropy(out, y).backward()
        optimizer.step()
        with torch.no_grad():
            errors.append(F.cross_entropy(model(x), y))
    return errors
""",
    "entries of an array": """\
import numpy as np


def fit(net, x, y, opt, steps):
    losses = np.zeros(steps)
    for i in range(steps):
        loss = F.mse_loss(net(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses[i] = loss
    return losses
""",
    "numbers, and what is known to have no graph": """\
def fit(net, x, y, opt, steps):
    losses = torch.empty(steps)
    for i in range(steps):
        loss = F.mse_loss(net(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses[i] = loss.item()
    with torch.no_grad():
        for i in range(steps):
            losses[i] = loss
    return losses
""",
    "entries of a tensor that is back-propagated": """\
def fit(net, xs, y, opt, steps):
    for s in range(steps):
        losses = torch.zeros(len(xs))
        for i, x in enumerate(xs):
            losses[i] = F.mse_loss(net(x), y)
        opt.zero_grad()
        losses.sum().backward()
        opt.step()
""",
    "the first entry of a tensor each time": """\
def fit(net, x, y, opt, steps):
    losses = torch.empty(steps)
    last = torch.zeros(2)
    for i in range(steps):
        loss = F.mse_loss(net(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        last[0] = loss
        losses[i] = loss.detach()
    return losses
""",
}
