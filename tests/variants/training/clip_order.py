"""TEF511 clip-order: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.

What the rule does in each shape of training code, with the programs that show it. Each is in FLAG as it is, and in
LEAVE with the call moved to where `# here` stands:

| shape | out of order | between `backward` and the step |
|---|---|---|
| flat script, notebook | flagged: "a flat script" | left |
| nested loops | flagged: "nested loops" | left |
| helper with unannotated parameters | flagged: "a helper", "a step of a helper" | left |
| Trainer class | flagged: "a trainer" | left |
| gradient accumulation | flagged: "accumulated" | left |
| closure (LBFGS) | flagged: "LBFGS" | left |
| AMP with GradScaler | flagged before `backward`, after the step, and scaled: "with a GradScaler", "scaled" | left |
| two optimizers | flagged, each for its own: "a GAN" | left |
| LightningModule, automatic | left, since the framework steps: "a LightningModule" | left |
| LightningModule, manual | flagged: "manual optimisation" | left |
| Fabric, Accelerate | flagged: "Fabric", "Accelerate" | left; never scaled, since they unscale themselves |
| DDP launcher, transfer learning | flagged: "a DDP launcher", "a frozen part" | left |
"""

HEADER = """\
import torch
import torch.nn.functional as F
from torch import nn, optim
from torch.nn.utils import clip_grad_norm_, clip_grad_value_


"""

SHAPES = {
    "a flat script": """\
model = nn.Linear(4, 1)
optimizer = optim.SGD(model.parameters(), lr=0.1)
for epoch in range(10):
    optimizer.zero_grad()
    loss = F.mse_loss(model(x), y)
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)  # expect: TEF511 "between backward() and optimizer.step()"
    loss.backward()
    # here
    optimizer.step()
""",
    "nested loops": """\
def main(model: nn.Module, loader):
    optimizer = optim.Adam(model.parameters())
    for epoch in range(80):
        for x, y in loader:
            optimizer.zero_grad()
            loss = F.cross_entropy(model(x), y)
            loss.backward()
            # here
            optimizer.step()
            clip_grad_value_(model.parameters(), clip_value=0.5)  # expect: TEF511 "after optimizer.step(), too late"
        print(epoch, loss.item())
""",
    "a helper": """\
from meters import accuracy


def train_one_epoch(model, loader, optimizer, criterion, device, max_norm):
    model.train()
    total = 0.0
    for batch in loader:
        x, y = batch[0].to(device), batch[1].to(device)
        out = model(x)
        loss = criterion(out, y)
        optimizer.zero_grad()
        if max_norm > 0:
            torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm)  # expect: TEF511 "before there are gradients"
        loss.backward()
        # here
        optimizer.step()
        total += loss.item()
        print(accuracy(out, y))
    return total / len(loader)
""",
    "a step of a helper": """\
def train_step(net, opt, x, y):
    opt.zero_grad()
    loss = F.mse_loss(net(x), y)
    loss.backward()
    # here
    opt.step()
    norm = clip_grad_norm_(net.parameters(), max_norm=1.0)  # expect: TEF511
    return loss.item(), norm
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
                self.optimizer.zero_grad()
                loss = self.criterion(self.model(x), y)
                loss.backward()
                # here
                self.optimizer.step()
                clip_grad_norm_(self.model.parameters(), 1.0)  # expect: TEF511 "after self.optimizer.step()"
""",
    "accumulated": """\
def main(model: nn.Module, loader):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    for i, (x, y) in enumerate(loader):
        (F.cross_entropy(model(x), y) / 4).backward()
        if (i + 1) % 4 == 0:
            # here
            optimizer.step()
            clip_grad_norm_(model.parameters(), 1.0)  # expect: TEF511
            optimizer.zero_grad()
""",
    "LBFGS": """\
def fit(model: nn.Module, x, y):
    optimizer = optim.LBFGS(model.parameters(), lr=1)

    def closure():
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        clip_grad_norm_(model.parameters(), 1.0)  # expect: TEF511
        loss.backward()
        # here
        return loss

    for _ in range(20):
        optimizer.step(closure)
""",
    "with a GradScaler": """\
def main(model: nn.Module, loader):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler()
    for x, y in loader:
        optimizer.zero_grad()
        with torch.autocast("cuda"):
            loss = F.mse_loss(model(x), y)
        scaler.scale(loss).backward()
        scaler.unscale_(optimizer)
        # here
        scaler.step(optimizer)
        clip_grad_norm_(model.parameters(), 1.0)  # expect: TEF511 "comes after optimizer.step()"
        scaler.update()
""",
    "scaled": """\
def train(model, optimizer, scaler, loader, clip):
    for x, y in loader:
        optimizer.zero_grad()
        with torch.autocast("cuda"):
            loss = F.mse_loss(model(x), y)
        scaler.scale(loss).backward()
        clip_grad_norm_(model.parameters(), clip)  # expect: TEF511 "call scaler.unscale_(optimizer) before it"
        scaler.unscale_(optimizer)
        # here
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
        # here
        d.step()
        g.zero_grad()
        clip_grad_norm_(discriminator.parameters(), 1.0)  # expect: TEF511 "after d.step()"
        loss_g = F.softplus(-discriminator(generator(x))).mean()
        loss_g.backward()
        clip_grad_norm_(generator.parameters(), 1.0)
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
        opt.zero_grad()
        loss = F.mse_loss(self.net(batch[0]), batch[1])
        self.clip_gradients(opt, gradient_clip_val=0.5)  # expect: TEF511
        self.manual_backward(loss)
        # here
        opt.step()
""",
    "Fabric": """\
from lightning.fabric import Fabric


def main(model: nn.Module, loader):
    fabric = Fabric()
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    model, optimizer = fabric.setup(model, optimizer)
    for x, y in loader:
        optimizer.zero_grad()
        fabric.backward(F.cross_entropy(model(x), y))
        # here
        optimizer.step()
        fabric.clip_gradients(model, optimizer, max_norm=1.0)  # expect: TEF511
""",
    "Accelerate": """\
from accelerate import Accelerator


def main(model: nn.Module, loader):
    accelerator = Accelerator()
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for x, y in loader:
        loss = F.cross_entropy(model(x), y)
        accelerator.clip_grad_norm_(model.parameters(), 1.0)  # expect: TEF511
        accelerator.backward(loss)
        # here
        optimizer.step()
        optimizer.zero_grad()
""",
    "a DDP launcher": """\
def worker(rank, model, loader, args):
    model = nn.parallel.DistributedDataParallel(model.to(rank), device_ids=[rank])
    optimizer = optim.SGD(model.parameters(), lr=args.lr)
    for epoch in range(args.epochs):
        loader.sampler.set_epoch(epoch)
        for x, y in loader:
            model.zero_grad()
            clip_grad_norm_(model.module.parameters(), args.clip)  # expect: TEF511
            F.cross_entropy(model(x), y).backward()
            # here
            optimizer.step()
""",
    "a frozen part": """\
def finetune(model: nn.Module, loader):
    for p in model.parameters():
        p.requires_grad = False
    model.fc = nn.Linear(512, 10)
    optimizer = optim.SGD(model.fc.parameters(), lr=0.1)
    for x, y in loader:
        model.zero_grad()
        F.cross_entropy(model(x), y).backward()
        # here
        optimizer.step()
        clip_grad_norm_(model.parameters(), 1.0)  # expect: TEF511
""",
    "a list of parameters": """\
def main(model, loader):
    params = [p for p in model.parameters() if p.requires_grad]
    optimizer = optim.AdamW(params, lr=1e-3)
    for x, y in loader:
        optimizer.zero_grad(set_to_none=True)
        clip_grad_norm_(params, 1.0, norm_type=2)  # expect: TEF511
        F.cross_entropy(model(x), y).backward()
        # here
        optimizer.step()
""",
}

FLAG: dict[str, str] = {
    **SHAPES,
    "as an attribute of nn.utils": """\
from torch.nn import utils


def main(model, opt, loader):
    for x, y in loader:
        opt.zero_grad()
        utils.clip_grad_norm_(parameters=model.parameters(), max_norm=5)  # expect: TEF511
        F.cross_entropy(model(x), y).backward()
        opt.step()
""",
    "never unscaled": """\
class Trainer:
    def __init__(self, net, lr):
        self.net = net
        self.optim = optim.Adam(net.parameters(), lr=lr)
        self.grad_scaler = torch.cuda.amp.GradScaler()  # expect: TEF902

    def step(self, x, y):
        self.optim.zero_grad()
        with torch.amp.autocast("cuda"):
            loss = F.mse_loss(self.net(x), y)
        self.grad_scaler.scale(loss).backward()
        clip_grad_norm_(self.net.parameters(), 1.0)  # expect: TEF511 "self.grad_scaler.unscale_(self.optim)"
        self.grad_scaler.step(self.optim)
        self.grad_scaler.update()
""",
    "scaled on one of two paths": """\
def train(model, optimizer, loader, amp):
    scaler = torch.amp.GradScaler()
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        if amp:
            scaler.scale(loss).backward()
            clip_grad_norm_(model.parameters(), 1.0)  # expect: TEF511
            scaler.step(optimizer)
            scaler.update()
        else:
            loss.backward()
            clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
""",
    "after the backward of another loss": """\
class Agent:
    def __init__(self, actor, critic):
        self.actor, self.critic = actor, critic
        self.actor_optimizer = optim.Adam(actor.parameters())
        self.critic_optimizer = optim.Adam(critic.parameters())

    def learn(self, batches):
        for x, y in batches:
            self.critic_optimizer.zero_grad()
            F.mse_loss(self.critic(x), y).backward()
            clip_grad_norm_(self.critic.parameters(), 1.0)
            self.critic_optimizer.step()
            self.actor_optimizer.zero_grad()
            clip_grad_norm_(self.actor.parameters(), 1.0)  # expect: TEF511 "and self.actor_optimizer.step()"
            self.critic(self.actor(x)).mean().backward()
            self.actor_optimizer.step()
""",
    "for each of some optimizers": """\
def train(model, optimizers, scaler, loader):
    for x, y in loader:
        for opt in optimizers:
            opt.zero_grad()
        scaler.scale(F.cross_entropy(model(x), y)).backward()
        clip_grad_norm_(model.parameters(), 1.0)  # expect: TEF511 "call scaler.unscale_(opt) before it"
        for opt in optimizers:
            scaler.step(opt)
        scaler.update()
""",
    "before the loop": """\
def train(model, optimizer, loader):
    clip_grad_norm_(model.parameters(), 1.0)  # expect: TEF511
    for x, y in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
""",
    "a loss of several parts": """\
def train(model, optimizer, loader, weights):
    for x, y in loader:
        optimizer.zero_grad()
        out = model(x)
        first = F.cross_entropy(out, y)
        second = out.square().mean()
        loss = weights[0] * first + weights[1] * second
        clip_grad_norm_(model.parameters(), 0.1)  # expect: TEF511
        loss.backward(retain_graph=True)
        optimizer.step()
""",
    "after a loop over unknown optimizers": """\
def train(model, loader, opts):
    for x, y in loader:
        for opt in opts:
            opt.zero_grad()
        F.cross_entropy(model(x), y).backward()
        for opt in opts:
            opt.step()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)  # expect: TEF511
""",
    "after a loop over a list of optimizers": """\
def train(model, gen, loader):
    opts = [torch.optim.SGD(model.parameters(), lr=0.1), torch.optim.SGD(gen.parameters(), lr=0.1)]
    for x, y in loader:
        for opt in opts:
            opt.zero_grad()
        F.cross_entropy(model(gen(x)), y).backward()
        for opt in opts:
            opt.step()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)  # expect: TEF511
""",
}


def right(program: str) -> str:
    """The same program with the call where it says so."""
    (line,) = [line for line in program.splitlines() if "# expect" in line]
    call = line.partition("  # expect")[0].strip()
    return program.replace(line + "\n", "").replace("        if max_norm > 0:\n", "").replace("# here", call)


LEAVE: dict[str, str] = {
    **{name: right(program) for name, program in SHAPES.items()},
    "a LightningModule": """\
import lightning as L


class Tuned(L.LightningModule):
    def training_step(self, batch, batch_idx):
        return F.mse_loss(self(batch[0]), batch[1])

    def on_before_optimizer_step(self, optimizer):
        clip_grad_norm_(self.parameters(), 1.0)
""",
    "only measured": """\
import math


def main(model, optimizer, loader):
    for x, y in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
        first = clip_grad_norm_(model.parameters(), float("inf"))
        second = clip_grad_norm_(model.parameters(), max_norm=math.inf)
        print(first, second, clip_grad_norm_(model.parameters(), torch.inf))
""",
    "unscaled where it is used": """\
def train(model, optimizer, loader, scaler, clip):
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        if scaler is not None:
            scaler.scale(loss).backward()
            if clip:
                scaler.unscale_(optimizer)
                clip_grad_norm_(model.parameters(), clip)
            scaler.step(optimizer)
            scaler.update()
        else:
            loss.backward()
            if clip:
                clip_grad_norm_(model.parameters(), clip)
            optimizer.step()
""",
    "unscaled if scaled": """\
def train(model, optimizer, loader, scaler, amp):
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        if amp:
            scaler.scale(loss).backward()
            scaler.unscale_(optimizer)
        else:
            loss.backward()
        clip_grad_norm_(model.parameters(), 1.0)
        if amp:
            scaler.step(optimizer)
            scaler.update()
        else:
            optimizer.step()
""",
    "accumulated at the start": """\
def train(model, optimizer, loader, every):
    for i, (x, y) in enumerate(loader):
        if i > 0 and i % every == 0:
            clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
""",
    "each part of a loss": """\
def train(model, optimizer, loader):
    for x, y in loader:
        optimizer.zero_grad()
        out = model(x)
        out.square().mean().backward(retain_graph=True)
        clip_grad_norm_(model.parameters(), 1.0)
        F.cross_entropy(out, y).backward()
        clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
""",
    "the other network": """\
def main(generator: nn.Module, discriminator: nn.Module, loader):
    g = optim.Adam(generator.parameters())
    d = optim.Adam(discriminator.parameters())
    for x in loader:
        g.zero_grad()
        d.zero_grad()
        F.softplus(-discriminator(generator(x))).mean().backward()
        g.step()
        clip_grad_norm_(discriminator.parameters(), 1.0)
        d.step()
""",
    "a helper that may run backward": """\
from training import backward_pass


def train(model, optimizer, loader):
    for x, y in loader:
        optimizer.zero_grad()
        backward_pass(model, x, y)
        clip_grad_norm_(model.parameters(), 1.0)
        model(x).square().mean().backward()
        optimizer.step()
""",
    "gradients of two windows": """\
def train(model, optimizer, windows):
    for window in windows:
        optimizer.zero_grad()
        for x, y in window:
            F.cross_entropy(model(x), y).backward()
        clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
""",
    "a clip of one's own": """\
def clip_grad_norm_(values, limit):
    return [min(value, limit) for value in values]


def train(model, optimizer, loader):
    for x, y in loader:
        optimizer.zero_grad()
        print(clip_grad_norm_([1.0, 2.0], 1.5))
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
""",
    "weights that are clamped": """\
def train(critic, optimizer, loader):
    for x in loader:
        optimizer.zero_grad()
        critic(x).mean().backward()
        optimizer.step()
        with torch.no_grad():
            for p in critic.parameters():
                p.clamp_(-0.01, 0.01)
""",
    "before a loop over optimizers": """\
def train(model, loader, opts):
    for x, y in loader:
        for opt in opts:
            opt.zero_grad()
        F.cross_entropy(model(x), y).backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        for opt in opts:
            opt.step()
""",
}
