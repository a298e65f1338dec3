"""TEF509 scheduler-before-optimizer: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.

What the rule does in each shape of training code, with the programs that show it:

| shape | scheduler first | optimizer first |
|---|---|---|
| flat script, notebook | flagged: "a flat script" | left: "a flat script" |
| nested loops | flagged: "nested loops", "in the batch loop" | left: the same |
| helper with unannotated parameters | flagged, where the helper is called: "a helper" | left: "a helper" |
| Trainer class | flagged: "a trainer" | left: "a trainer" |
| gradient accumulation | flagged: "accumulated" | left: "accumulated" |
| closure (LBFGS) | flagged: "LBFGS" | left: "LBFGS" |
| AMP with GradScaler | flagged: "with a GradScaler" | left: "with a GradScaler" |
| two optimizers | flagged, each for its own: "a GAN" | left: "a GAN" |
| LightningModule, Accelerate | left, since the framework steps or wraps the scheduler: "a LightningModule" | left |
| Fabric | flagged: "Fabric" | left: "Fabric" |
| DDP launcher | flagged: "a DDP launcher" | left: the same |
| transfer learning with frozen parts | flagged: "transfer learning" | left: the same |
"""

HEADER = """\
import torch
import torch.nn.functional as F
from torch import nn, optim
from torch.optim.lr_scheduler import (
    CosineAnnealingWarmRestarts,
    LambdaLR,
    MultiStepLR,
    OneCycleLR,
    ReduceLROnPlateau,
    StepLR,
)


"""

SHAPES = {
    "a flat script": """\
model = nn.Linear(4, 1)
optimizer = optim.SGD(model.parameters(), lr=0.1)
scheduler = LambdaLR(optimizer, lambda epoch: min(1.0, epoch / 5))
for epoch in range(10):
    scheduler.step()  # expect: TEF509 "call it after the optimizer's step"
    optimizer.zero_grad()
    F.mse_loss(model(x), y).backward()
    optimizer.step()
    # after
""",
    "nested loops": """\
def main(model: nn.Module, loader):
    optimizer = optim.Adam(model.parameters())
    scheduler = MultiStepLR(optimizer, [50, 70], gamma=0.1)
    for epoch in range(80):
        scheduler.step()  # expect: TEF509
        for x, y in loader:
            optimizer.zero_grad()
            F.cross_entropy(model(x), y).backward()
            optimizer.step()
        # after
""",
    "in the batch loop": """\
def main(model: nn.Module, loader):
    optimizer = optim.Adam(model.parameters())
    scheduler = OneCycleLR(optimizer, 0.1, epochs=2, steps_per_epoch=len(loader))
    for epoch in range(2):
        for x, y in loader:
            scheduler.step()  # expect: TEF509
            optimizer.zero_grad()
            F.cross_entropy(model(x), y).backward()
            optimizer.step()
            # after
""",
    "a helper": """\
def train_one_epoch(model, loader, optimizer):
    for x, y in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()


def main(model: nn.Module, loader):
    optimizer = optim.Adam(model.parameters())
    scheduler = StepLR(optimizer, 30)
    for epoch in range(80):
        scheduler.step()  # expect: TEF509
        train_one_epoch(model, loader, optimizer)
        # after
""",
    "a trainer": """\
class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = optim.SGD(model.parameters(), lr=0.1)
        self.scheduler = StepLR(self.optimizer, 30)

    def fit(self, loader):
        for epoch in range(80):
            self.scheduler.step()  # expect: TEF509
            for x, y in loader:
                self.optimizer.zero_grad()
                F.cross_entropy(self.model(x), y).backward()
                self.optimizer.step()
            # after
""",
    "accumulated": """\
def main(model: nn.Module, loader):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    scheduler = StepLR(optimizer, 30)
    for epoch in range(80):
        scheduler.step()  # expect: TEF509
        for i, (x, y) in enumerate(loader):
            (F.cross_entropy(model(x), y) / 4).backward()
            if (i + 1) % 4 == 0:
                optimizer.step()
                optimizer.zero_grad()
        # after
""",
    "LBFGS": """\
def fit(model: nn.Module, x, y):
    optimizer = optim.LBFGS(model.parameters(), lr=1)
    scheduler = StepLR(optimizer, 10)

    def closure():
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        loss.backward()
        return loss

    for _ in range(20):
        scheduler.step()  # expect: TEF509
        optimizer.step(closure)
        # after
""",
    "with a GradScaler": """\
def main(model: nn.Module, loader):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    scheduler = CosineAnnealingWarmRestarts(optimizer, 10)
    scaler = torch.amp.GradScaler()
    for x, y in loader:
        scheduler.step()  # expect: TEF509
        optimizer.zero_grad()
        scaler.scale(F.mse_loss(model(x), y)).backward()
        scaler.step(optimizer)
        scaler.update()
        # after
""",
    "a GAN": """\
def main(generator: nn.Module, discriminator: nn.Module, loader):
    g = optim.Adam(generator.parameters())
    d = optim.Adam(discriminator.parameters())
    g_schedule = StepLR(g, 10)
    for x in loader:
        d.step()
        g_schedule.step()  # expect: TEF509 "g_schedule.step() before g.step()"
        g.step()
        # after
""",
    "transfer learning": """\
def finetune(backbone: nn.Module, loader):
    backbone.requires_grad_(False)
    head = nn.Linear(512, 10)
    optimizer = optim.SGD(head.parameters(), lr=0.1)
    scheduler = StepLR(optimizer, 30)
    for epoch in range(90):
        scheduler.step()  # expect: TEF509
        for x, y in loader:
            optimizer.zero_grad()
            F.cross_entropy(head(backbone(x)), y).backward()
            optimizer.step()
        # after
""",
    "Fabric": """\
import lightning as L


def main(model: nn.Module, loader):
    fabric = L.Fabric()
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    model, optimizer = fabric.setup(model, optimizer)
    scheduler = StepLR(optimizer, 30)
    for epoch in range(90):
        scheduler.step()  # expect: TEF509
        for x, y in loader:
            optimizer.zero_grad()
            fabric.backward(F.cross_entropy(model(x), y))
            optimizer.step()
        # after
""",
    "a DDP launcher": """\
def worker(rank, model, loader):
    model = nn.parallel.DistributedDataParallel(model.to(rank), device_ids=[rank])
    optimizer = optim.SGD(model.module.head.parameters(), lr=0.1)
    scheduler = StepLR(optimizer, 30)
    for epoch in range(90):
        scheduler.step()  # expect: TEF509
        for x, y in loader:
            optimizer.zero_grad()
            F.cross_entropy(model(x), y).backward()
            optimizer.step()
        # after
""",
}

FLAG: dict[str, str] = {
    "behind a loop that steps another optimizer": """\
def two_stages(xs):
    a, b = nn.Linear(4, 2), nn.Linear(4, 2)
    first, second = torch.optim.SGD(a.parameters(), lr=0.1), torch.optim.SGD(b.parameters(), lr=0.1)
    for x in xs:
        first.zero_grad()
        a(x).mean().backward()
        first.step()
    decay = torch.optim.lr_scheduler.StepLR(second, 10)
    for x in xs:
        second.zero_grad()
        decay.step()  # expect: TEF509
        b(x).mean().backward()
        second.step()
""",
    **SHAPES,
    "a function from elsewhere": """\
from engine import train_one_epoch, validate


def main(model: nn.Module, loader, val_loader):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    scheduler = StepLR(optimizer, 3)
    for epoch in range(10):
        scheduler.step()  # expect: TEF509
        train_one_epoch(model, loader, optimizer, epoch)
        validate(model, val_loader)
""",
    "a method of a base class from elsewhere": """from engine import Loop


class Net(Loop):
    def fit(self, model, loader):
        self.optimizer = optim.SGD(model.parameters(), lr=0.1)
        self.scheduler = StepLR(self.optimizer, 3)
        for epoch in range(10):
            self.scheduler.step()  # expect: TEF509
            self.train_epoch(loader)
""",
    "calls that are only hinted at": """scheduler = MultiStepLR(optimizer, milestones=[50, 70], gamma=0.1)
for t in range(0, 80):
    scheduler.step()  # expect: TEF509
    train(...); val(...)
""",
    "each of two": """\
def main(model: nn.Module, loader):
    a = optim.SGD(model.a.parameters(), lr=0.1)
    b = optim.SGD(model.b.parameters(), lr=0.1)
    first, second = StepLR(a, 3), StepLR(optimizer=b, step_size=3)
    for x in loader:
        first.step()  # expect: TEF509
        second.step()  # expect: TEF509
        a.step()
        b.step()
""",
    "a while loop": """\
def main(model: nn.Module, batches):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    schedule = StepLR(optimizer, 3)
    while batches:
        schedule.step()  # expect: TEF509
        optimizer.zero_grad()
        model(batches.pop()).sum().backward()
        optimizer.step()
""",
    "a loss that gets the model": """\
def main(model: nn.Module, loader, criterion):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    schedule = StepLR(optimizer, 3)
    for x in loader:
        optimizer.zero_grad()
        criterion(model, x).backward()
        schedule.step()  # expect: TEF509
        optimizer.step()
""",
    "an imported logger": """\
from loguru import logger


def main(model: nn.Module, loader):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    schedule = StepLR(optimizer, 3)
    for i, x in enumerate(loader):
        logger.success(x.shape)
        optimizer.zero_grad()
        model(x).sum().backward()
        schedule.step()  # expect: TEF509
        optimizer.step()
""",
    "both under one condition": """\
def main(model: nn.Module, loader):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    schedule = StepLR(optimizer, 3)
    for i, x in enumerate(loader):
        model(x).sum().backward()
        if i % 4 == 3:
            schedule.step()  # expect: TEF509
            optimizer.step()
            optimizer.zero_grad()
""",
    "in an else": """\
def main(model: nn.Module, loader):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    schedule = StepLR(optimizer, 3)
    for i, x in enumerate(loader):
        model(x).sum().backward()
        if i % 4:
            continue
        else:
            schedule.step()  # expect: TEF509
            if x.isfinite().all():
                optimizer.step()
            optimizer.zero_grad()
""",
    "each scheduler of a list": """\
def train(model, loader, opt):
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    scheds = [torch.optim.lr_scheduler.StepLR(opt, 10)]
    for epoch in range(10):
        for s in scheds:
            s.step()  # expect: TEF509
        for x, y in loader:
            opt.zero_grad()
            F.cross_entropy(model(x), y).backward()
            opt.step()
""",
    "each scheduler of a dict": """\
def train(model, gen, loader):
    o1 = torch.optim.SGD(model.parameters(), lr=0.1)
    o2 = torch.optim.SGD(gen.parameters(), lr=0.1)
    scheds = {"a": torch.optim.lr_scheduler.StepLR(o1, 10), "b": torch.optim.lr_scheduler.StepLR(o2, 10)}
    for epoch in range(10):
        for s in scheds.values():
            s.step()  # expect: TEF509
        for x, y in loader:
            o1.zero_grad()
            o2.zero_grad()
            F.cross_entropy(model(gen(x)), y).backward()
            o1.step()
            o2.step()
""",
    "in a function for an epoch": """\
def train_epoch(model, loader, opt, schedule):
    schedule.step()  # expect: TEF509 "schedule.step() before opt.step()"
    for x, y in loader:
        opt.zero_grad()
        F.mse_loss(model(x), y).backward()
        opt.step()


def main(model: nn.Module, loader):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    scheduler = StepLR(optimizer, 3)
    for epoch in range(10):
        train_epoch(model, loader, optimizer, scheduler)
""",
    "in a method for an epoch": """\
class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = optim.SGD(model.parameters(), lr=0.1)
        self.scheduler = StepLR(self.optimizer, 30)

    def train_epoch(self, loader):
        self.scheduler.step()  # expect: TEF509 "self.scheduler.step() before self.optimizer.step()"
        for x, y in loader:
            self.optimizer.zero_grad()
            F.mse_loss(self.model(x), y).backward()
            self.optimizer.step()

    def fit(self, loader):
        for epoch in range(10):
            self.train_epoch(loader)
""",
    "each scheduler of a list, in a method for an epoch": """\
class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizers = [optim.Adam(model.a.parameters()), optim.Adam(model.b.parameters())]
        self.schedulers = [StepLR(one, 5) for one in self.optimizers]

    def epoch(self, loader):
        for scheduler in self.schedulers:
            scheduler.step()  # expect: TEF509
        for x in loader:
            for optimizer in self.optimizers:
                optimizer.zero_grad()
            self.model(x).mean().backward()
            for optimizer in self.optimizers:
                optimizer.step()

    def run(self, loader):
        for _ in range(10):
            self.epoch(loader)
""",
    "a loop that gets its scheduler": """\
def fit(model, loader, opt, sched):
    for epoch in range(3):
        sched.step()  # expect: TEF509 "sched.step() before opt.step()"
        for x, y in loader:
            opt.zero_grad()
            F.mse_loss(model(x), y).backward()
            opt.step()


def main(model: nn.Module, loader):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    scheduler = StepLR(optimizer, 3)
    fit(model, loader, optimizer, scheduler)
""",
    "schedulers and optimizers that comprehensions make": """\
def train(model, gen, loader):
    opts = [torch.optim.SGD(m.parameters(), lr=0.1) for m in (model, gen)]
    scheds = [torch.optim.lr_scheduler.StepLR(o, 10) for o in opts]
    for epoch in range(10):
        for s in scheds:
            s.step()  # expect: TEF509
        for x, y in loader:
            for o in opts:
                o.zero_grad()
            F.cross_entropy(model(gen(x)), y).backward()
            for o in opts:
                o.step()
""",
}


def right(program: str) -> str:
    """The same program with the scheduler after the optimizer, where it says so."""
    (line,) = [line for line in program.splitlines() if "# expect" in line]
    call = line.partition("  # expect")[0].strip()
    return program.replace(line + "\n", "").replace("# after", call)


LEAVE: dict[str, str] = {
    "behind a loop that steps an optimizer which may be the same": """\
def stages(xs, a, first, second):
    for x in xs:
        first[0].step()
    decay = torch.optim.lr_scheduler.StepLR(second[0], 10)
    for x in xs:
        decay.step()
        a(x).mean().backward()
        second[0].step()
""",
    "a method that subclasses write": """\
class Runner:
    def is_due(self):
        raise NotImplementedError()

    def train(self, model: nn.Linear, problem, epochs: int):
        optimizer = optim.SGD(model.parameters(), lr=0.1)
        scheduler = LambdaLR(optimizer, problem.schedule)
        for epoch in range(epochs):
            if self.is_due():
                print(epoch)
            while True:
                try:
                    optimizer.zero_grad()
                    model(problem.batch()).sum(dim=None).backward()
                    optimizer.step()
                except StopIteration:
                    break
            scheduler.step()
""",
    **{name: right(program) for name, program in SHAPES.items()},
    "a function from elsewhere that trains first, or does not get the optimizer": """\
from engine import train, train_one_epoch, trainable


def main(model: nn.Module, loader):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    scheduler = StepLR(optimizer, 3)
    for epoch in range(10):
        train_one_epoch(model, loader, optimizer, epoch)
        scheduler.step()
    for epoch in range(10):
        scheduler.step()
        train_one_epoch(model, loader, optimizer, epoch)


def others(model: nn.Module, loader):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    scheduler = StepLR(optimizer, 3)
    for epoch in range(10):
        scheduler.step()
        train(loader, epoch)
        trainable(optimizer)
        model.train()
""",
    "a metric that was validated before": """\
def main(model: nn.Module, loader, validate):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    scheduler = ReduceLROnPlateau(optimizer)
    for epoch in range(10):
        scheduler.step(validate(model))
        for x, y in loader:
            optimizer.step()
""",
    "not in the first epoch": """\
def main(model: nn.Module, loader):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    scheduler = StepLR(optimizer, 3)
    for epoch in range(10):
        if epoch > 0:
            scheduler.step()
        for x, y in loader:
            optimizer.step()
""",
    "the epoch is given": """\
def main(model: nn.Module, loader):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    scheduler = StepLR(optimizer, 3)
    for epoch in range(10):
        scheduler.step(epoch)
        for x, y in loader:
            optimizer.step()
""",
    "the optimizer was stepped before": """\
def main(model: nn.Module, loader, warm):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    scheduler = StepLR(optimizer, 3)
    for x in warm:
        optimizer.zero_grad()
        model(x).sum().backward()
        optimizer.step()
    for epoch in range(10):
        scheduler.step()
        for x, y in loader:
            optimizer.step()
""",
    "a LightningModule": """\
import lightning as L


class Tuned(L.LightningModule):
    def configure_optimizers(self):
        optimizer = optim.SGD(self.parameters(), lr=0.1)
        return [optimizer], [StepLR(optimizer, 3)]

    def training_step(self, batch, index):
        self.lr_schedulers().step()
        return F.mse_loss(self(batch[0]), batch[1])
""",
    "a plot of the schedule": """\
def plot(model: nn.Module):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    scheduler = StepLR(optimizer, 3)
    rates = []
    for epoch in range(10):
        rates.append(scheduler.get_last_lr())
        scheduler.step()
    return rates
""",
    "a schedule of one's own": """\
class Schedule:
    def __init__(self, optimizer):
        self.optimizer = optimizer

    def step(self):
        self.optimizer.param_groups[0]["lr"] *= 0.9


def main(model: nn.Module, loader):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    scheduler = Schedule(optimizer)
    for x in loader:
        scheduler.step()
        optimizer.step()
""",
    "a scheduler that is given": """\
def train(model, optimizer, scheduler, loader):
    for x, y in loader:
        scheduler.step()
        optimizer.step()
""",
    "in a function for an epoch, that the script runs once": """\
def train_epoch(model, loader, opt, schedule):
    schedule.step()
    for x, y in loader:
        opt.zero_grad()
        F.mse_loss(model(x), y).backward()
        opt.step()


def main(model: nn.Module, loader):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    scheduler = StepLR(optimizer, 3)
    train_epoch(model, loader, optimizer, scheduler)
""",
    "in a function for an epoch, with a metric": """\
def train_epoch(model, loader, opt, schedule):
    schedule.step()
    for x, y in loader:
        opt.zero_grad()
        F.mse_loss(model(x), y).backward()
        opt.step()


def main(model: nn.Module, loader):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    scheduler = ReduceLROnPlateau(optimizer)
    for epoch in range(10):
        train_epoch(model, loader, optimizer, scheduler)
""",
    "in a function for an epoch, that one caller runs after a step": """\
def train_epoch(model, loader, opt, schedule):
    schedule.step()
    for x, y in loader:
        opt.zero_grad()
        F.mse_loss(model(x), y).backward()
        opt.step()


def main(model: nn.Module, loader):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    scheduler = StepLR(optimizer, 3)
    for epoch in range(10):
        train_epoch(model, loader, optimizer, scheduler)


def again(model: nn.Module, loader):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    scheduler = StepLR(optimizer, 3)
    optimizer.step()
    for epoch in range(10):
        train_epoch(model, loader, optimizer, scheduler)
""",
    "in a function for an epoch, but not in the first": """\
def train_epoch(model, loader, opt, schedule, epoch):
    if epoch:
        schedule.step()
    for x, y in loader:
        opt.zero_grad()
        F.mse_loss(model(x), y).backward()
        opt.step()


def main(model: nn.Module, loader):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    scheduler = StepLR(optimizer, 3)
    for epoch in range(10):
        train_epoch(model, loader, optimizer, scheduler, epoch)
""",
    "in a function that the loop calls after the step": """\
def update(opt, schedule):
    schedule.step()
    opt.zero_grad()


def main(model: nn.Module, loader):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    scheduler = StepLR(optimizer, 3)
    for x in loader:
        model(x).sum().backward()
        optimizer.step()
        update(optimizer, scheduler)
""",
    "both under one condition, in order": """\
def main(model: nn.Module, loader):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    schedule = StepLR(optimizer, 3)
    for i, x in enumerate(loader):
        model(x).sum().backward()
        if i % 4 == 3:
            optimizer.step()
            schedule.step()
            optimizer.zero_grad()
""",
    "under two conditions": """\
def main(model: nn.Module, loader):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    schedule = StepLR(optimizer, 3)
    for i, x in enumerate(loader):
        model(x).sum().backward()
        if i % 8 == 7:
            schedule.step()
        if i % 4 == 3:
            optimizer.step()
            optimizer.zero_grad()
""",
    "in two branches": """\
def main(model: nn.Module, loader):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    schedule = StepLR(optimizer, 3)
    for i, x in enumerate(loader):
        optimizer.zero_grad()
        model(x).sum().backward()
        if i % 4 == 3:
            schedule.step()
        else:
            optimizer.step()
""",
    "under one condition, after another step": """\
def main(model: nn.Module, loader):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    schedule = StepLR(optimizer, 3)
    for i, x in enumerate(loader):
        optimizer.zero_grad()
        model(x).sum().backward()
        if i == 0:
            optimizer.step()
        else:
            schedule.step()
            optimizer.step()
""",
    "under one condition, after what may step": """\
from engine import warm_up


def main(model: nn.Module, loader):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    schedule = StepLR(optimizer, 3)
    for i, x in enumerate(loader):
        if i == 0:
            warm_up(model, optimizer, x)
        else:
            model(x).sum().backward()
            schedule.step()
            optimizer.step()
""",
    "each scheduler of a list, after the steps": """\
def train(model, loader):
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    scheds = [torch.optim.lr_scheduler.StepLR(opt, 10), torch.optim.lr_scheduler.ExponentialLR(opt, 0.9)]
    for epoch in range(10):
        for x, y in loader:
            opt.zero_grad()
            F.cross_entropy(model(x), y).backward()
            opt.step()
        for s in scheds:
            s.step()
""",
    "schedulers that a comprehension makes, after the steps": """\
def train(model, gen, loader):
    o1 = torch.optim.SGD(model.parameters(), lr=0.1)
    o2 = torch.optim.SGD(gen.parameters(), lr=0.1)
    scheds = [torch.optim.lr_scheduler.StepLR(o, 10) for o in (o1, o2)]
    for epoch in range(10):
        for x, y in loader:
            o1.zero_grad()
            o2.zero_grad()
            F.cross_entropy(model(gen(x)), y).backward()
            o1.step()
            o2.step()
        for s in scheds:
            s.step()
""",
    "one scheduler of a list takes a metric": """\
def train(model, loader):
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    scheds = [torch.optim.lr_scheduler.StepLR(opt, 10), torch.optim.lr_scheduler.ReduceLROnPlateau(opt)]
    for epoch in range(10):
        for s in scheds:
            s.step()
        for x, y in loader:
            opt.zero_grad()
            F.cross_entropy(model(x), y).backward()
            opt.step()
""",
}
