"""TEF504 missing-zero-grad: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.

What the rule does in each shape of training code, with the programs that show it. Each is in FLAG as it is, and in
LEAVE with what is written at `# clear:` in that place:

| shape | nothing clears the gradients | something does |
|---|---|---|
| flat script, notebook | flagged: "a flat script" | left |
| nested loops | flagged: "nested loops"; also if cleared per epoch only: "once per epoch" | left |
| helper with unannotated parameters | flagged: "a helper", "a step of a helper" | left |
| Trainer class | flagged: "a trainer", "a trainer's step" | left |
| gradient accumulation | flagged: "accumulated" | left |
| closure (LBFGS) | flagged at the step: "LBFGS" | left |
| AMP with GradScaler | flagged: "with a GradScaler" | left |
| two optimizers | flagged, each for its own: "a GAN" | left |
| LightningModule, automatic | left, since the framework clears: "a LightningModule" | left |
| LightningModule, manual | flagged: "manual optimisation" | left |
| Fabric, Accelerate | flagged: "Fabric", "Accelerate" | left |
| DDP launcher, transfer learning | flagged: "a DDP launcher", "a frozen part" | left |
"""

import re

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
    # clear: optimizer.zero_grad()
    loss = F.mse_loss(model(x), y)
    loss.backward()
    optimizer.step()  # expect: TEF504 "call optimizer.zero_grad() before"
""",
    "nested loops": """\
def main(model: nn.Module, loader):
    optimizer = optim.Adam(model.parameters())
    for epoch in range(80):
        for x, y in loader:
            loss = F.cross_entropy(model(x), y)
            # clear: model.zero_grad()
            loss.backward()
            optimizer.step()  # expect: TEF504
        print(epoch, loss.item())
""",
    "a helper": """\
def train_one_epoch(model, loader, optimizer, criterion, device):
    model.train()
    total = 0.0
    for batch in loader:
        x, y = batch[0].to(device), batch[1].to(device)
        out = model(x)
        loss = criterion(out, y)
        loss.backward()
        optimizer.step()  # expect: TEF504
        # clear: optimizer.zero_grad(set_to_none=True)
        total += loss.item()
    return total / len(loader)
""",
    "a step of a helper": """\
from losses import focal


def train_step(net, opt, x, y):
    # clear: opt.zero_grad()
    loss = focal(net(x), y)
    loss.backward()
    opt.step()  # expect: TEF504
    return loss.item()


def fit(net, opt, data, epochs):
    for _ in range(epochs):
        for x, y in data:
            train_step(net, opt, x, y)
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
                # clear: self.model.zero_grad()
                loss = self.criterion(self.model(x), y)
                loss.backward()
                self.optimizer.step()  # expect: TEF504 "self.optimizer.zero_grad()"
""",
    "a trainer's step": """\
class Trainer:
    def __init__(self, model, optimizer, loss_fn):
        self.model, self.optimizer, self.loss_fn = model, optimizer, loss_fn

    def train_step(self, x, y):
        loss = self.loss_fn(self.model(x), y)
        loss.backward()
        self.optimizer.step()  # expect: TEF504
        # clear: self.optimizer.zero_grad()
        return loss.item()

    def fit(self, loader):
        for x, y in loader:
            self.train_step(x, y)
""",
    "accumulated": """\
def main(model: nn.Module, loader):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    for i, (x, y) in enumerate(loader):
        (F.cross_entropy(model(x), y) / 4).backward()
        if (i + 1) % 4 == 0:
            optimizer.step()  # expect: TEF504
            # clear: optimizer.zero_grad()
""",
    "LBFGS": """\
def fit(model: nn.Module, x, y):
    optimizer = optim.LBFGS(model.parameters(), lr=1)

    def closure():
        # clear: optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        loss.backward()
        return loss

    for _ in range(20):
        optimizer.step(closure)  # expect: TEF504
""",
    "with a GradScaler": """\
def main(model: nn.Module, loader):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler()
    for x, y in loader:
        # clear: optimizer.zero_grad()
        with torch.autocast("cuda"):
            loss = F.mse_loss(model(x), y)
        scaler.scale(loss).backward()
        scaler.step(optimizer)  # expect: TEF504
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
        # clear: generator.zero_grad()
        loss_g = F.softplus(-discriminator(generator(x))).mean()
        loss_g.backward()
        g.step()  # expect: TEF504 "g.zero_grad()"
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
        # clear: opt.zero_grad()
        loss = F.mse_loss(self.net(batch[0]), batch[1])
        self.manual_backward(loss)
        opt.step()  # expect: TEF504
""",
    "manual optimisation with two optimizers": """\
import lightning as L


class Gan(L.LightningModule):
    def __init__(self, net: nn.Module, critic: nn.Module):
        super().__init__()
        self.automatic_optimization = False
        self.net, self.critic = net, critic

    def training_step(self, batch, batch_idx):
        opt_net, opt_critic = self.optimizers()
        fake = self.net(batch)
        critic_loss = F.softplus(self.critic(fake.detach())).mean()
        opt_critic.zero_grad()
        self.manual_backward(critic_loss)
        opt_critic.step()
        # clear: opt_net.zero_grad()
        self.manual_backward(F.softplus(-self.critic(fake)).mean())
        opt_net.step()  # expect: TEF504 "opt_net.zero_grad()"
""",
    "Fabric": """\
from lightning.fabric import Fabric


def main(model: nn.Module, loader):
    fabric = Fabric()
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    model, optimizer = fabric.setup(model, optimizer)
    for x, y in loader:
        # clear: optimizer.zero_grad()
        fabric.backward(F.cross_entropy(model(x), y))
        optimizer.step()  # expect: TEF504
""",
    "Accelerate": """\
from accelerate import Accelerator


def main(model: nn.Module, loader):
    accelerator = Accelerator()
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for x, y in loader:
        loss = F.cross_entropy(model(x), y)
        accelerator.backward(loss)
        optimizer.step()  # expect: TEF504
        # clear: optimizer.zero_grad()
""",
    "a DDP launcher": """\
def worker(rank, model, loader, args):
    model = nn.parallel.DistributedDataParallel(model.to(rank), device_ids=[rank])
    optimizer = optim.SGD(model.parameters(), lr=args.lr)
    for epoch in range(args.epochs):
        loader.sampler.set_epoch(epoch)
        for x, y in loader:
            # clear: model.zero_grad()
            F.cross_entropy(model(x), y).backward()
            optimizer.step()  # expect: TEF504
""",
    "a frozen part": """\
def finetune(model: nn.Module, loader):
    for p in model.parameters():
        p.requires_grad = False
    model.fc = nn.Linear(512, 10)
    optimizer = optim.SGD(model.fc.parameters(), lr=0.1)
    for x, y in loader:
        # clear: model.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()  # expect: TEF504
""",
    "a tensor that is optimised": """\
def curve(x, y):
    w = torch.randn(3, 1, requires_grad=True)
    opt = torch.optim.Adam([w], 0.1)
    for _ in range(1000):
        loss = F.mse_loss(x @ w, y)
        loss.backward()
        opt.step()  # expect: TEF504
        # clear: w.grad = None
""",
    "a while loop": """\
def main(model, optimizer, batches):
    step = 0
    while step < 100:
        loss = model(batches[step]).sum()
        loss.backward()
        optimizer.step()  # expect: TEF504
        # clear: optimizer.zero_grad()
        step += 1
""",
    "a scheduler and a norm": """\
def train(model, optimizer, scheduler, loader, config):
    for step, batch in enumerate(loader):
        loss = model(**batch).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), config.max_norm)
        optimizer.step()  # expect: TEF504
        scheduler.step()
        # clear: model.zero_grad()
        if step % 50 == 0:
            print(step, loss.item())
""",
}

FLAG: dict[str, str] = {
    "one optimizer or several, of which none is cleared": """\
class Trainer:
    def __init__(self, model, loader, optimizer):
        self.model = model
        self.loader = loader
        self.optimizer = optimizer

    def clear(self):
        print(self.optimizer)

    def step(self):
        if isinstance(self.optimizer, dict):
            for opt in self.optimizer.values():
                opt.step()  # expect: TEF504
        else:
            self.optimizer.step()  # expect: TEF504

    def epoch(self):
        for x, y in self.loader:
            self.clear()
            F.mse_loss(self.model(x), y).backward()
            self.step()
""",
    "an optimizer by its name, beside losses of the package's own": """\
from . import losses

def fit(model, dl, epochs, optimizer):
    for x, y in dl:
        F.mse_loss(model(x), losses.target(y)).backward()
        optimizer.step()  # expect: TEF504
""",
    "an annotated optimizer beside an annotated scheduler": """\
class Engine:
    def __init__(self, model, scheduler: torch.optim.Optimizer, optimizer: torch.optim.Optimizer):
        self.model = model
        self.optimizer = optimizer
        self.scheduler = scheduler

    def train(self, dl, epochs):
        for _ in range(epochs):
            for x, y in dl:
                F.mse_loss(self.model(x), y).backward()
                self.optimizer.step()  # expect: TEF504
            self.scheduler.step(0.5)
""",
    "a hook of the module, which is none of steps": """\
def main(model: nn.Module, loader, hook):
    opt = optim.SGD(model.parameters(), lr=0.1)
    model.register_forward_hook(hook)
    for x, y in loader:
        F.cross_entropy(model(x), y).backward()
        opt.step()  # expect: TEF504
""",
    "another model clears": """\
def main(model: nn.Module, other: nn.Module, load):
    optimizer = optim.Adadelta(model.parameters())
    for i in range(10):
        other.zero_grad()
        loss = F.cross_entropy(model(load(i)), load(i))
        loss.backward()
        optimizer.step()  # expect: TEF504
""",
    "scaled, and a batch deleted": """\
def main(model: nn.Module, loader):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        for parameter in model.parameters():
            parameter.grad *= 0.5
        F.cross_entropy(model(x), y).backward()
        optimizer.step()  # expect: TEF504
        del x
""",
    **SHAPES,
    "once per epoch": """\
def train(model, optimizer, loader):
    for epoch in range(10):
        optimizer.zero_grad()
        for x, y in loader:
            loss = F.cross_entropy(model(x), y)
            loss.backward()
            optimizer.step()  # expect: TEF504
""",
    "before the loop": """\
def train(model, optimizer, loader):
    optimizer.zero_grad()
    for x, y in loader:
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()  # expect: TEF504
""",
    "the other optimizer only": """\
class Gan:
    def __init__(self, gen, disc):
        self.gen, self.disc = gen, disc
        self.opt_g = optim.Adam(gen.parameters())
        self.opt_d = optim.Adam(disc.parameters())

    def train(self, loader):
        for real in loader:
            self.opt_d.zero_grad()
            loss_d = self.disc(real).mean()
            loss_d.backward()
            self.opt_d.step()
            self.opt_d.zero_grad()
            loss_g = self.disc(self.gen(real)).mean()
            loss_g.backward()
            self.opt_g.step()  # expect: TEF504
""",
    "another model": """\
def distil(student: nn.Module, teacher: nn.Module, loader):
    optimizer = optim.SGD(student.parameters(), lr=0.1)
    for x in loader:
        teacher.zero_grad()
        loss = F.mse_loss(student(x), teacher(x).detach())
        loss.backward()
        optimizer.step()  # expect: TEF504
""",
    "both of two": """\
def main(a: nn.Module, b: nn.Module, loader):
    first, second = optim.SGD(a.parameters(), lr=0.1), optim.SGD(b.parameters(), lr=0.1)
    for x in loader:
        F.mse_loss(a(x), b(x)).backward()
        first.step()  # expect: TEF504
        second.step()  # expect: TEF504
""",
    "scaled gradients": """\
def main(model, optimizer, loader, world):
    for x, y in loader:
        F.cross_entropy(model(x), y).backward()
        for p in model.parameters():
            p.grad.div_(world)
        optimizer.step()  # expect: TEF504
""",
    "a base class from elsewhere": """\
from training import Base


class Trainer(Base):
    def epoch(self):
        for x, y in self.loader:
            loss = F.cross_entropy(self.model(x), y)
            loss.backward()
            self.optimizer.step()  # expect: TEF504
""",
    "in a test of the loss": """\
def main(model, optimizer, loader):
    for x, y in loader:
        loss = F.cross_entropy(model(x), y)
        if torch.isnan(loss):
            continue
        loss.backward()
        optimizer.step()  # expect: TEF504
""",
    "an unknown collection of optimizers": """\
def f(model, opts, dl):
    for x in dl:
        model(x).mean().backward()
        for opt in opts:
            opt.step()  # expect: TEF504
""",
    "models and optimizers in pairs": """\
def f(models, opts, dl):
    for x in dl:
        for m, opt in zip(models, opts):
            m(x).mean().backward()
            opt.step()  # expect: TEF504
""",
    "the step under another name": """\
def train(model, loader, opt):
    step = opt.step
    for x, y in loader:
        F.cross_entropy(model(x), y).backward()
        step()  # expect: TEF504
""",
    "an entry of unknown optimizers": """\
def train_multi(models, opts, loaders):
    for name, loader in loaders.items():
        for x, y in loader:
            F.cross_entropy(models[name](x), y).backward()
            opts[name].step()  # expect: TEF504
""",
    "stepped by index, cleared before the loop": """\
def f(models, opts, loader):
    for opt in opts:
        opt.zero_grad()
    for x in loader:
        for i in range(len(opts)):
            models[i](x).mean().backward()
            opts[i].step()  # expect: TEF504
""",
    "stepped by index, again and again": """\
def f(models, loaders):
    opts = [torch.optim.SGD(m.parameters(), lr=0.1) for m in models]
    for i in range(len(opts)):
        opts[i].zero_grad()
        for x in loaders[i]:
            models[i](x).mean().backward()
            opts[i].step()  # expect: TEF504
""",
}


def cleared(program: str) -> str:
    """The same program with its gradients cleared where it says so."""
    return re.sub("  # expect.*", "", program).replace("# clear: ", "")


CLEARED = """\
def main(model: nn.Module, loader):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        for parameter in model.parameters():
            clear
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
"""

LEAVE: dict[str, str] = {
    "another loop evaluates by the same function": """\
class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    def run_batch(self, batch, dataset="train"):
        loss = self.model(batch).sum()
        if dataset == "train":
            loss.backward()
            self.optimizer.step()
        return loss.item()

    def validate(self, batches):
        return [self.run_batch(batches[i], dataset=self.valid) for i in range(9)]

    def evaluate(self, batches):
        total = 0.0
        for batch in batches:
            total += self.run_batch(batch, dataset=self.valid)
        return total

    def train(self, batches):
        for batch in batches:
            self.optimizer.zero_grad()
            self.run_batch(batch)
""",
    "one optimizer or several, all cleared": """\
class Trainer:
    def __init__(self, model, loader, optimizer):
        self.model = model
        self.loader = loader
        self.optimizer = optimizer

    def clear(self):
        if isinstance(self.optimizer, dict):
            for opt in self.optimizer.values():
                opt.zero_grad()
        else:
            self.optimizer.zero_grad()

    def step(self):
        if isinstance(self.optimizer, dict):
            for opt in self.optimizer.values():
                opt.step()
        else:
            self.optimizer.step()

    def epoch(self):
        for x, y in self.loader:
            self.clear()
            F.mse_loss(self.model(x), y).backward()
            self.step()
""",
    "a hook of each gradient": """\
def main(model: nn.Module, loader, hook):
    opt = optim.SGD(model.parameters(), lr=0.1)
    for p in model.parameters():
        p.register_post_accumulate_grad_hook(hook)
    for x, y in loader:
        F.cross_entropy(model(x), y).backward()
        opt.step()
""",
    "a hook of all optimizers, which is a function of the file": """\
from torch.optim.optimizer import register_optimizer_step_post_hook


def clear(optimizer, args, kwargs):
    optimizer.zero_grad()


def main(model: nn.Module, loader):
    opt = optim.SGD(model.parameters(), lr=0.1)
    register_optimizer_step_post_hook(clear)
    for x, y in loader:
        F.cross_entropy(model(x), y).backward()
        opt.step()
""",
    "a hook of the optimizer clears": """\
def main(model: nn.Module, loader):
    opt = optim.SGD(model.parameters(), lr=0.1)
    opt.register_step_post_hook(lambda optimizer, args, kwargs: optimizer.zero_grad())
    for x, y in loader:
        F.cross_entropy(model(x), y).backward()
        opt.step()
""",
    "a wrapper of the model clears": """\
from models import Wrapper


def main(model, load, loader):
    optimizer = optim.Adadelta(model.parameters())
    wrapped = Wrapper(model)
    for i in range(10):
        wrapped.zero_grad()
        loss = F.cross_entropy(wrapped(load(i)), load(i))
        loss.backward()
        optimizer.step()
""",
    **{
        code: CLEARED.replace("clear", code)
        for code in (
            "del parameter.grad",
            "parameter.grad *= 0.0",
            "parameter.grad.mul_(0)",
            'setattr(parameter, "grad", None)',
            "torch._foreach_zero_([parameter.grad])",
        )
    },
    "cleared at once": """\
def main(model: nn.Module, loader):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        torch._foreach_zero_([parameter.grad for parameter in model.parameters()])
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
""",
    **{name: cleared(program) for name, program in SHAPES.items()},
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
    "a helper of another file": """\
from training import prepare_step


def main(model, optimizer, loader):
    for x, y in loader:
        prepare_step(model, optimizer)
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
""",
    "a star import": """\
from training import *


def main(model, optimizer, loader):
    for x, y in loader:
        prepare_step(model, optimizer)
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
""",
    "gradients cleared by a helper of another file": """\
from training import zero_gradients


def main(model, optimizer, loader):
    for x, y in loader:
        zero_gradients(model)
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
""",
    "a method of a base class": """\
from training import Base


class Trainer(Base):
    def fit(self):
        for x, y in self.loader:
            self.on_batch_start()
            F.cross_entropy(self.model(x), y).backward()
            self.optimizer.step()
""",
    "an engine": """\
import deepspeed


def main(args, model, loader):
    engine, optimizer, _, _ = deepspeed.initialize(args=args, model=model)
    for x, y in loader:
        loss = engine(x, y)
        engine.backward(loss)
        engine.step()
""",
    "each parameter": """\
def main(model, optimizer, loader):
    for x, y in loader:
        for p in model.parameters():
            p.grad = None
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
""",
    "each gradient": """\
def main(model, optimizer, loader):
    for x, y in loader:
        for group in optimizer.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    p.grad.zero_()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
""",
    "an optimizer for each": """\
def attack(model, images):
    for image in images:
        delta = torch.zeros_like(image, requires_grad=True)
        optimizer = optim.SGD([delta], lr=0.1)
        model(image + delta).sum().backward()
        optimizer.step()
""",
    "gradients that are written": """\
def main(model, optimizer, loader, combine):
    for x, y in loader:
        F.cross_entropy(model(x), y).backward()
        for p, g in zip(model.parameters(), combine(model)):
            p.grad = g
        optimizer.step()
""",
    "a step that is no optimizer's": """\
def play(env, policy, optimizer):
    for _ in range(100):
        state, reward, done = env.step(policy(state))
""",
    "a loop over optimizers": """\
def main(model, optimizers, loader):
    for x, y in loader:
        for optimizer in optimizers:
            optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        for optimizer in optimizers:
            optimizer.step()
""",
    "one step": """\
def check(model, optimizer, loader):
    for x, y in loader:
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
        break
""",
    "the same parameters": """\
def main(model: nn.Module, loader):
    warm = optim.SGD(model.parameters(), lr=0.1)
    fine = optim.Adam(model.parameters())
    for i, (x, y) in enumerate(loader):
        warm.zero_grad()
        F.cross_entropy(model(x), y).backward()
        if i < 10:
            warm.step()
        else:
            fine.step()
""",
    "wrapped": """\
from schedules import Noam


def main(model: nn.Module, loader):
    inner = optim.Adam(model.parameters())
    optimizer = Noam(inner, 512)
    for x, y in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        inner.step()
""",
    "per window": """\
def main(model, optimizer, windows):
    for window in windows:
        optimizer.zero_grad()
        for x, y in window:
            F.cross_entropy(model(x), y).backward()
        optimizer.step()
""",
    "at the end of an accumulation": """\
def main(model, optimizer, loader, every):
    for i, (x, y) in enumerate(loader):
        if i % every == 0:
            optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        if (i + 1) % every == 0:
            optimizer.step()
""",
    "in the step": """\
def main(model, optimizer, loader):
    for x, y in loader:
        F.cross_entropy(model(x), y).backward()
        optimizer.step(zero_grad=True)
""",
    "the whole model": """\
def main(model: nn.Module, loader):
    optimizer = optim.SGD([{"params": model.encoder.parameters()}, {"params": model.head.parameters(), "lr": 1.0}])
    for x, y in loader:
        model.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
""",
    "a list of parameters": """\
def main(model: nn.Module, loader):
    chosen = []
    for name, p in model.named_parameters():
        if p.requires_grad:
            chosen.append(p)
    optimizer = optim.SGD(chosen, lr=0.1)
    for x, y in loader:
        model.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
""",
    "in a context": """\
from accelerate import Accelerator


def main(model, optimizer, loader):
    accelerator = Accelerator(gradient_accumulation_steps=4)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for x, y in loader:
        with accelerator.accumulate(model):
            accelerator.backward(F.cross_entropy(model(x), y))
            optimizer.step()
            optimizer.zero_grad()
""",
    "a model that a function of another file makes clears them": """\
from engine import instantiate_model


def main(options, data):
    model = instantiate_model(options)
    for x in data:
        model.forward(x)
        due = model.manage_zero_grad()
        model.backward()
        if due:
            model.optimizer.step()
""",
    "the method under another name": """\
def train(model, loader, opt):
    clear = opt.zero_grad
    for x, y in loader:
        clear()
        F.cross_entropy(model(x), y).backward()
        opt.step()
""",
    "the method under another name, with an argument": """\
from functools import partial


def train(model, loader, opt):
    clear = partial(opt.zero_grad, set_to_none=True)
    for x, y in loader:
        clear()
        F.cross_entropy(model(x), y).backward()
        opt.step()
""",
    "two methods, unpacked": """\
def train(model, loader, opt):
    clear, step = opt.zero_grad, opt.step
    for x, y in loader:
        F.cross_entropy(model(x), y).backward()
        step()
        clear()
""",
    "each optimizer is stepped once": """\
def f(models, x):
    opts = [torch.optim.SGD(m.parameters(), lr=0.1) for m in models]
    for m, opt in zip(models, opts):
        m(x).mean().backward()
        opt.step()
""",
    "models and optimizers in pairs, cleared": """\
def f(models, opts, dl):
    for x in dl:
        for m, opt in zip(models, opts):
            opt.zero_grad()
            m(x).mean().backward()
            opt.step()
""",
    "cleared by index, stepped in turn": """\
def f(models, opts, dl):
    for x in dl:
        for i in range(len(opts)):
            opts[i].zero_grad()
        sum(m(x).mean() for m in models).backward()
        for opt in opts:
            opt.step()
""",
    "cleared in turn, stepped by index": """\
class Cohort:
    def __init__(self, models, opts):
        self.models = models
        self.opts = opts

    def train(self, loader):
        for epoch in range(3):
            for x, y in loader:
                for opt in self.opts:
                    opt.zero_grad()
                for i in range(len(self.opts)):
                    loss = F.cross_entropy(self.models[i](x), y)
                    loss.backward()
                    self.opts[i].step()
""",
    "an optimizer of the package's own, by its name": """\
from . import optimizers

def fit(model, dl, epochs, optimizer="sgd"):
    optimizer = optimizers.get(optimizer)
    for x, y in dl:
        F.mse_loss(model(x), y).backward()
        optimizer.step()
""",
    "a scheduler that is annotated as an optimizer": """\
class Engine:
    def __init__(self, model, scheduler: torch.optim.Optimizer, optimizer: torch.optim.Optimizer):
        self.model = model
        self.optimizer = optimizer
        self.scheduler = scheduler

    def train_step(self, dl):
        for x, y in dl:
            self.optimizer.zero_grad()
            F.mse_loss(self.model(x), y).backward()
            self.optimizer.step()

    def train(self, dl, epochs):
        for _ in range(epochs):
            self.train_step(dl)
            self.scheduler.step(0.5)
""",
}
