"""TEF508 train-mode-not-restored: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.

What the rule does in each shape of training code, with the programs that show it; the same programs are left where
`train()` is called in each iteration:

| shape | `train()` before the loop, or nowhere |
|---|---|
| flat script, notebook | flagged: "a flat script", "all rows at once" |
| nested epoch and batch loops | flagged: "nested loops", "validated between batches" |
| helpers with unannotated parameters | flagged, at `eval()` in the helper: "helpers" |
| Trainer class | flagged: "a trainer" |
| gradient accumulation | flagged: "accumulated" |
| closure (LBFGS) | flagged: "LBFGS" |
| AMP with GradScaler | flagged: "with a GradScaler" |
| two optimizers (GAN) | flagged for the model that was evaluated: "a GAN" |
| LightningModule | left, since the Trainer switches modes: "a LightningModule" |
| Fabric, Accelerate | flagged: "Fabric", "Accelerate" |
| DDP launcher | flagged: "a DDP launcher" |
| transfer learning with frozen parts | flagged: "a frozen backbone"; left: "frozen parts stay in evaluation mode" |
"""

HEADER = """\
import torch
import torch.nn.functional as F
from torch import nn, optim


"""

# The call that each iteration lacks is commented out.
SHAPES = {
    "a flat script": """\
model = nn.Sequential(nn.Linear(4, 8), nn.Dropout(), nn.Linear(8, 1))
optimizer = optim.SGD(model.parameters(), lr=0.1)
model.train()
for epoch in range(10):
    # model.train()
    for x, y in train_loader:
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
    model.eval()  # expect: TEF508 "call model.train() before that"
    with torch.no_grad():
        for x, y in test_loader:
            print(F.mse_loss(model(x), y))
""",
    "all rows at once": """\
net = Net()
opt = optim.Adam(net.parameters())
for step in range(1000):
    # net.train()
    opt.zero_grad()
    loss = F.cross_entropy(net(x), y)
    loss.backward()
    opt.step()
    if step % 100 == 0:
        net.eval()  # expect: TEF508
        with torch.no_grad():
            print(step, (net(x_test).argmax(1) == y_test).float().mean())
""",
    "nested loops": """\
def main(model, train_loader, val_loader, criterion, epochs):
    optimizer = optim.Adam(model.parameters())
    model.train()
    for epoch in range(epochs):
        # model.train()
        for inputs, labels in train_loader:
            optimizer.zero_grad()
            outputs = model(inputs)
            loss = criterion(outputs, labels)
            loss.backward()
            optimizer.step()
        model.eval()  # expect: TEF508
        correct = 0
        with torch.no_grad():
            for inputs, labels in val_loader:
                correct += (model(inputs).argmax(1) == labels).sum().item()
""",
    "validated between batches": """\
def main(model, train_loader, val_loader, optimizer):
    for epoch in range(10):
        model.train()
        for step, (x, y) in enumerate(train_loader):
            # model.train()
            loss = F.cross_entropy(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            if step % 500 == 499:
                model.eval()  # expect: TEF508
                with torch.inference_mode():
                    print(sum(F.cross_entropy(model(a), b).item() for a, b in val_loader))
""",
    "helpers": """\
def train_one_epoch(model, loader, optimizer):
    for x, y in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()


@torch.no_grad()
def evaluate(net, loader):
    net.eval()  # expect: TEF508 "call net.train() before that"
    return sum(F.cross_entropy(net(x), y).item() for x, y in loader)


def main(model, train_loader, test_loader):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    model.train()
    for epoch in range(10):
        # model.train()
        train_one_epoch(model, train_loader, optimizer)
        print(epoch, evaluate(model, test_loader))
""",
    "a trainer": """\
class Trainer:
    def __init__(self, model, loaders):
        self.model = model
        self.train_loader, self.val_loader = loaders
        self.optimizer = optim.AdamW(self.model.parameters())
        self.model.train()

    def train_epoch(self):
        # self.model.train()
        for x, y in self.train_loader:
            self.optimizer.zero_grad()
            loss = self.compute_loss(x, y)
            loss.backward()
            self.optimizer.step()

    def compute_loss(self, x, y):
        return F.cross_entropy(self.model(x), y)

    def validate(self):
        self.model.eval()  # expect: TEF508
        with torch.no_grad():
            return sum(self.compute_loss(x, y).item() for x, y in self.val_loader)

    def fit(self, epochs):
        for epoch in range(epochs):
            self.train_epoch()
            self.validate()
""",
    "accumulated": """\
def main(model, loader, val, optimizer):
    model.train()
    for epoch in range(10):
        # model.train()
        for i, (x, y) in enumerate(loader):
            (F.cross_entropy(model(x), y) / 4).backward()
            if (i + 1) % 4 == 0:
                optimizer.step()
                optimizer.zero_grad()
        model.train(False)  # expect: TEF508
        with torch.no_grad():
            for x, y in val:
                model(x)
""",
    "LBFGS": """\
def fit(model, x, y):
    optimizer = optim.LBFGS(model.parameters(), lr=1)

    def closure():
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        loss.backward()
        return loss

    for _ in range(20):
        # model.train()
        optimizer.step(closure)
        model.eval()  # expect: TEF508
        with torch.no_grad():
            print(F.mse_loss(model(x), y))
""",
    "with a GradScaler": """\
def main(model, loader, val):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler()
    model.train()
    for epoch in range(10):
        # model.train()
        for x, y in loader:
            optimizer.zero_grad()
            with torch.autocast("cuda"):
                loss = F.cross_entropy(model(x), y)
            scaler.scale(loss).backward()
            scaler.step(optimizer)
            scaler.update()
        model.eval()  # expect: TEF508
        with torch.no_grad(), torch.autocast("cuda"):
            for x, y in val:
                F.cross_entropy(model(x), y)
""",
    "a GAN": """\
def main(generator, discriminator, loader, noise):
    g = optim.Adam(generator.parameters())
    d = optim.Adam(discriminator.parameters())
    generator.train()
    discriminator.train()
    for epoch in range(10):
        # generator.train()
        for real in loader:
            d.zero_grad()
            fake = generator(torch.randn(8, 4))
            (discriminator(fake.detach()).mean() - discriminator(real).mean()).backward()
            d.step()
            g.zero_grad()
            loss_g = -discriminator(fake).mean()
            loss_g.backward()
            g.step()
        generator.eval()  # expect: TEF508
        with torch.no_grad():
            samples = generator(noise)
""",
    "Fabric": """\
from lightning.fabric import Fabric


def main(model: nn.Module, loader, val):
    fabric = Fabric()
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    model, optimizer = fabric.setup(model, optimizer)
    model.train()
    for epoch in range(10):
        # model.train()
        for x, y in loader:
            optimizer.zero_grad()
            fabric.backward(F.cross_entropy(model(x), y))
            optimizer.step()
        model.eval()  # expect: TEF508
        with torch.no_grad():
            for x, y in val:
                model(x)
""",
    "Accelerate": """\
from accelerate import Accelerator


def main(model, optimizer, loader, val):
    accelerator = Accelerator()
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for epoch in range(10):
        # model.train()
        for batch in loader:
            outputs = model(**batch)
            loss = outputs.loss
            accelerator.backward(loss)
            optimizer.step()
            optimizer.zero_grad()
        model.eval()  # expect: TEF508
        for batch in val:
            with torch.no_grad():
                outputs = model(**batch)
""",
    "a DDP launcher": """\
def worker(rank, model, loader, val):
    model = nn.parallel.DistributedDataParallel(model.to(rank), device_ids=[rank])
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    model.train()
    for epoch in range(90):
        # model.train()
        for x, y in loader:
            optimizer.zero_grad()
            F.cross_entropy(model(x), y).backward()
            optimizer.step()
        if rank == 0:
            model.eval()  # expect: TEF508
            with torch.no_grad():
                for x, y in val:
                    model(x)
""",
    "a frozen backbone": """\
def main(model, loader, val):
    for p in model.backbone.parameters():
        p.requires_grad = False
    optimizer = optim.SGD(model.head.parameters(), lr=0.1)
    model.train()
    for epoch in range(90):
        # model.train()
        for x, y in loader:
            optimizer.zero_grad()
            F.cross_entropy(model(x), y).backward()
            optimizer.step()
        model.eval()  # expect: TEF508
        with torch.no_grad():
            for x, y in val:
                model(x)
""",
}


def right(program: str) -> str:
    """The same program with the call in each iteration."""
    lines = program.replace("# ", "", 1).splitlines() if program.startswith("# ") else program.splitlines()
    return "".join(line.partition("  # expect")[0].replace("# ", "") + "\n" for line in lines)


FLAG: dict[str, str] = {
    "a dict of networks": """\
def main(model, loader, val, optimizer):
    for epoch in range(10):
        for x, y in loader:
            optimizer.zero_grad()
            F.cross_entropy(model["head"](model["body"](x)), y).backward()
            optimizer.step()
        model["head"].eval()  # expect: TEF508 "model["head"] stays in evaluation mode"
        with torch.no_grad():
            for x, y in val:
                print(F.cross_entropy(model["head"](model["body"](x)), y).item())
""",
    **SHAPES,
    "while True": """\
def main(model, batches, optimizer):
    step = 0
    while True:
        loss = model(next(batches)).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        step += 1
        if step % 10 == 0:
            model.eval()  # expect: TEF508
            with torch.no_grad():
                print(model(next(batches)))
        if step > 1000:
            break
""",
    "train() only before the first batch loop": """\
def main(model, loaders, optimizer):
    for name, loader in loaders.items():
        model.train()
        for i, x in enumerate(loader):
            if i % 100 == 0:
                evaluate(model, loader)
            loss = model(x).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


def evaluate(net, loader):
    net.eval()  # expect: TEF508
    with torch.no_grad():
        return [net(x) for x in loader]
""",
    "evaluated before training": """\
def main(model, loader, val, optimizer):
    for epoch in range(3):
        model.eval()  # expect: TEF508
        with torch.no_grad():
            for x in val:
                model(x)
        for x in loader:
            optimizer.zero_grad()
            model(x).mean().backward()
            optimizer.step()
""",
    "evaluated without no_grad": """\
def main(model, loader, val, optimizer):
    model.train()
    for epoch in range(3):
        for x in loader:
            optimizer.zero_grad()
            model(x).mean().backward()
            optimizer.step()
        model.eval()  # expect: TEF508
        for x in val:
            model(x)  # expect: TEF506
""",
    "train() on another model": """\
def main(student, teacher, loader, val):
    optimizer = optim.SGD(student.parameters(), lr=0.1)
    for epoch in range(3):
        teacher.train()
        for x in loader:
            with torch.no_grad():
                target = teacher(x)
            optimizer.zero_grad()
            F.mse_loss(student(x), target).backward()
            optimizer.step()
        student.eval()  # expect: TEF508
        with torch.no_grad():
            for x in val:
                student(x)
""",
    "saved at the end of each epoch": """\
def main(model, loader, optimizer):
    model.train()
    for epoch in range(3):
        for x in loader:
            optimizer.zero_grad()
            model(x).mean().backward()
            optimizer.step()
        model.eval()  # expect: TEF508
        torch.save(model.state_dict(), f"epoch_{epoch}.pt")
""",
    "the methods of a module": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(4, 4), nn.BatchNorm1d(4), nn.ReLU(), nn.Linear(4, 1))

    def forward(self, x):
        return self.layers(x)


def run(loader, val):
    net = Net()
    criterion = nn.MSELoss()
    optimizer = optim.RMSprop(net.parameters())
    net.train()
    for epoch in range(3):
        for x, y in loader:
            y_hat = net(x)
            loss = criterion(y_hat, y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        net = net.eval()  # expect: TEF508
        with torch.no_grad():
            print([criterion(net(x), y).item() for x, y in val])
""",
    "a number that a meter gets: F.mse_loss(model(x), y).item()": """\
def main(model, loader, val, optimizer, meter):
    for epoch in range(3):
        for x, y in loader:
            optimizer.zero_grad()
            F.mse_loss(model(x), y).backward()
            optimizer.step()
        model.eval()  # expect: TEF508
        with torch.no_grad():
            for x, y in val:
                value = F.mse_loss(model(x), y).item()
                meter.update(value)
""",
    "a number that a meter gets: float(F.mse_loss(model(x), y))": """\
def main(model, loader, val, optimizer, meter):
    for epoch in range(3):
        for x, y in loader:
            optimizer.zero_grad()
            F.mse_loss(model(x), y).backward()
            optimizer.step()
        model.eval()  # expect: TEF508
        with torch.no_grad():
            for x, y in val:
                value = float(F.mse_loss(model(x), y))
                meter.update(value)
""",
    "a number that a meter gets: int((model(x).argmax(1) == y).sum())": """\
def main(model, loader, val, optimizer, meter):
    for epoch in range(3):
        for x, y in loader:
            optimizer.zero_grad()
            F.mse_loss(model(x), y).backward()
            optimizer.step()
        model.eval()  # expect: TEF508
        with torch.no_grad():
            for x, y in val:
                value = int((model(x).argmax(1) == y).sum())
                meter.update(value)
""",
    "a number that a meter gets: len(model(x))": """\
def main(model, loader, val, optimizer, meter):
    for epoch in range(3):
        for x, y in loader:
            optimizer.zero_grad()
            F.mse_loss(model(x), y).backward()
            optimizer.step()
        model.eval()  # expect: TEF508
        with torch.no_grad():
            for x, y in val:
                value = len(model(x))
                meter.update(value)
""",
    "a number that a meter gets: model(x).size(0)": """\
def main(model, loader, val, optimizer, meter):
    for epoch in range(3):
        for x, y in loader:
            optimizer.zero_grad()
            F.mse_loss(model(x), y).backward()
            optimizer.step()
        model.eval()  # expect: TEF508
        with torch.no_grad():
            for x, y in val:
                value = model(x).size(0)
                meter.update(value)
""",
    "a number that a meter gets: str(model(x).mean())": """\
def main(model, loader, val, optimizer, meter):
    for epoch in range(3):
        for x, y in loader:
            optimizer.zero_grad()
            F.mse_loss(model(x), y).backward()
            optimizer.step()
        model.eval()  # expect: TEF508
        with torch.no_grad():
            for x, y in val:
                value = str(model(x).mean())
                meter.update(value)
""",
    "a metric gets batch['y']": """\
def main(model, loader, val, optimizer, metric):
    for epoch in range(3):
        for x, y in loader:
            optimizer.zero_grad()
            F.mse_loss(model(x), y).backward()
            optimizer.step()
        model.eval()  # expect: TEF508
        with torch.no_grad():
            for batch in val:
                metric.add_batch(model(batch), batch["y"])
""",
    "a metric gets batch.y": """\
def main(model, loader, val, optimizer, metric):
    for epoch in range(3):
        for x, y in loader:
            optimizer.zero_grad()
            F.mse_loss(model(x), y).backward()
            optimizer.step()
        model.eval()  # expect: TEF508
        with torch.no_grad():
            for batch in val:
                metric.add_batch(model(batch), batch.y)
""",
    "a metric gets batch": """\
def main(model, loader, val, optimizer, metric):
    for epoch in range(3):
        for x, y in loader:
            optimizer.zero_grad()
            F.mse_loss(model(x), y).backward()
            optimizer.step()
        model.eval()  # expect: TEF508
        with torch.no_grad():
            for batch in val:
                metric.add_batch(model(batch), batch)
""",
    "a metric gets batch['y'].cpu()": """\
def main(model, loader, val, optimizer, metric):
    for epoch in range(3):
        for x, y in loader:
            optimizer.zero_grad()
            F.mse_loss(model(x), y).backward()
            optimizer.step()
        model.eval()  # expect: TEF508
        with torch.no_grad():
            for batch in val:
                metric.add_batch(model(batch), batch["y"].cpu())
""",
    "a metric gets epoch": """\
def main(model, loader, val, optimizer, metric):
    for epoch in range(3):
        for x, y in loader:
            optimizer.zero_grad()
            F.mse_loss(model(x), y).backward()
            optimizer.step()
        model.eval()  # expect: TEF508
        with torch.no_grad():
            for batch in val:
                metric.add_batch(model(batch), epoch)
""",
    "a metric gets parts of numbered batches": """\
def main(model, loader, val, optimizer, metric):
    for epoch in range(3):
        for x, y in loader:
            optimizer.zero_grad()
            F.mse_loss(model(x), y).backward()
            optimizer.step()
        model.eval()  # expect: TEF508
        with torch.no_grad():
            for number, batch in enumerate(val):
                metric.add_batch(model(batch["x"]), batch["y"])
""",
    "what the processes gather": """\
def main(model, loader, val, optimizer, metric, accelerator):
    for epoch in range(3):
        for x, y in loader:
            optimizer.zero_grad()
            F.mse_loss(model(x), y).backward()
            optimizer.step()
        model.eval()  # expect: TEF508
        for batch in val:
            with torch.no_grad():
                outputs = model(**batch)
            predictions = outputs.logits.argmax(dim=-1)
            predictions, references = accelerator.gather_for_metrics((predictions, batch["labels"]))
            metric.add_batch(predictions=predictions, references=references)
""",
    "a metric gets what a model has returned": """\
def main(model, loader, val, optimizer, metric):
    for epoch in range(3):
        for x, y in loader:
            optimizer.zero_grad()
            F.mse_loss(model(x), y).backward()
            optimizer.step()
        model.eval()  # expect: TEF508
        with torch.no_grad():
            for x in val:
                out = model(x)
                metric.add(out.logits, out["mask"], out.boxes.tolist())
""",
    "the metric of a trainer": """\
class Trainer:
    def __init__(self, model, optimizer, metric):
        self.model, self.optimizer, self.metric = model, optimizer, metric

    def fit(self, loader, val):
        for epoch in range(3):
            for x, y in loader:
                self.optimizer.zero_grad()
                F.mse_loss(self.model(x), y).backward()
                self.optimizer.step()
            self.model.eval()  # expect: TEF508
            with torch.no_grad():
                for x, y in val:
                    predicted = self.model(x)
                    self.metric.update(predicted, y)
""",
    "an imported logger": """\
from loguru import logger


def main(model, loader, val, optimizer):
    for epoch in range(3):
        for x, y in loader:
            optimizer.zero_grad()
            F.mse_loss(model(x), y).backward()
            optimizer.step()
        model.eval()  # expect: TEF508
        with torch.no_grad():
            logger.success(model(val).argmax(1))
""",
    "a helper gives a number to a meter": """\
def note(meter, value):
    meter.update(value)


def main(model, loader, val, optimizer, meter):
    for epoch in range(3):
        for x, y in loader:
            optimizer.zero_grad()
            F.mse_loss(model(x), y).backward()
            optimizer.step()
        model.eval()  # expect: TEF508
        with torch.no_grad():
            for x, y in val:
                loss = F.mse_loss(model(x), y).item()
                note(meter, loss)
""",
    "an imported writer gets what a helper returns": """\
from run import writer


def evaluate(model, val):
    model.eval()  # expect: TEF508
    with torch.no_grad():
        return sum(F.mse_loss(model(x), y).item() for x, y in val)


def main(model, loader, val, optimizer):
    for epoch in range(3):
        for x, y in loader:
            optimizer.zero_grad()
            F.mse_loss(model(x), y).backward()
            optimizer.step()
        writer.add_image("val", evaluate(model, val), epoch)
""",
    "moved and evaluated in one expression": """\
def fit(model, tr, va, opt, epochs):
    for epoch in range(epochs):
        for x, y in tr:
            opt.zero_grad()
            F.cross_entropy(model(x), y).backward()
            opt.step()
        model.cpu().eval()  # expect: TEF508
        with torch.no_grad():
            for x, y in va:
                print(model(x).argmax(1).eq(y).sum().item())
""",
    "moved, evaluated and bound again": """\
def fit(model, tr, va, opt, epochs):
    for epoch in range(epochs):
        for x, y in tr:
            opt.zero_grad()
            F.cross_entropy(model(x), y).backward()
            opt.step()
        model = model.float().eval()  # expect: TEF508
        with torch.no_grad():
            for x, y in va:
                print(model(x).argmax(1).eq(y).sum().item())
""",
    "each of several models, trained in pairs with their optimizers": """\
def fit(nets, opts, tr, va):
    for epoch in range(10):
        for net, opt in zip(nets, opts):
            for x, y in tr:
                opt.zero_grad()
                F.cross_entropy(net(x), y).backward()
                opt.step()
        for net in nets:
            net.eval()  # expect: TEF508
        with torch.no_grad():
            for x, y in va:
                print(sum(net(x) for net in nets).argmax(1).eq(y).sum().item())
""",
}

LEAVE: dict[str, str] = {
    "a dict of networks that is restored": """\
def main(model, loader, val, optimizer):
    for epoch in range(10):
        model["head"].train()
        for x, y in loader:
            optimizer.zero_grad()
            F.cross_entropy(model["head"](model["body"](x)), y).backward()
            optimizer.step()
        model["head"].eval()
        with torch.no_grad():
            for x, y in val:
                print(F.cross_entropy(model["head"](model["body"](x)), y).item())
""",
    **{name: right(program) for name, program in SHAPES.items()},
    "train() after the evaluation": """\
def main(model, loader, val, optimizer):
    model.train()
    for epoch in range(3):
        for x in loader:
            optimizer.zero_grad()
            model(x).mean().backward()
            optimizer.step()
        model.eval()
        with torch.no_grad():
            for x in val:
                model(x)
        model.train()
""",
    "the mode is put back": """\
def evaluate(model, loader):
    was_training = model.training
    model.eval()
    with torch.no_grad():
        total = sum(model(x).sum().item() for x in loader)
    model.train(was_training)
    return total


def main(model, loader, optimizer):
    for epoch in range(3):
        for x in loader:
            optimizer.zero_grad()
            model(x).mean().backward()
            optimizer.step()
        evaluate(model, loader)
""",
    "the mode is put back if it was training": """\
def evaluate(model, loader):
    was_training = model.training
    model.eval()
    with torch.no_grad():
        total = sum(model(x).sum().item() for x in loader)
    if was_training:
        model.train()
    return total


def main(model, loader, optimizer):
    for epoch in range(3):
        for x in loader:
            optimizer.zero_grad()
            model(x).mean().backward()
            optimizer.step()
        evaluate(model, loader)
""",
    "phases": """\
def main(model, loaders, optimizer):
    for epoch in range(10):
        for phase in ["train", "val"]:
            if phase == "train":
                model.train()
            else:
                model.eval()
            for x, y in loaders[phase]:
                optimizer.zero_grad()
                with torch.set_grad_enabled(phase == "train"):
                    loss = F.cross_entropy(model(x), y)
                    if phase == "train":
                        loss.backward()
                        optimizer.step()
""",
    "phases by a flag": """\
def run(model, loader, optimizer, training):
    if training:
        model.train()
    else:
        model.eval()
    for x, y in loader:
        loss = F.cross_entropy(model(x), y)
        if training:
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


def main(model, train_loader, val_loader, optimizer):
    for epoch in range(10):
        run(model, train_loader, optimizer, True)
        run(model, val_loader, optimizer, False)
""",
    "a model for each fold": """\
def main(folds):
    for loader, val in folds:
        model = nn.Sequential(nn.Linear(4, 4), nn.Dropout())
        optimizer = optim.SGD(model.parameters(), lr=0.1)
        for x in loader:
            optimizer.zero_grad()
            model(x).mean().backward()
            optimizer.step()
        model.eval()
        with torch.no_grad():
            for x in val:
                model(x)
""",
    "a function that trains a model of its own": """\
def run(loader, val):
    model = nn.Sequential(nn.Linear(4, 4), nn.Dropout())
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    for x in loader:
        optimizer.zero_grad()
        model(x).mean().backward()
        optimizer.step()
    model.eval()
    with torch.no_grad():
        return [model(x) for x in val]


def main(loader, val):
    return [run(loader, val) for seed in range(3)]


for lr in (0.1, 0.2):
    run(loader, val)
""",
    "a trainer for each fold": """\
class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = optim.SGD(model.parameters(), lr=0.1)

    def fit(self, loader, val):
        for x in loader:
            self.optimizer.zero_grad()
            self.model(x).mean().backward()
            self.optimizer.step()
        self.model.eval()
        with torch.no_grad():
            return [self.model(x) for x in val]


def main(folds, make):
    for loader, val in folds:
        trainer = Trainer(make())
        trainer.fit(loader, val)
        Trainer(make()).fit(loader, val)
""",
    "frozen parts stay in evaluation mode": """\
def main(model, loader, optimizer):
    for epoch in range(3):
        model.train()
        model.backbone.eval()
        for x in loader:
            optimizer.zero_grad()
            model.head(model.backbone(x)).mean().backward()
            optimizer.step()
""",
    "batch norm is kept as it is": """\
def finetune(model, loader, optimizer):
    for epoch in range(3):
        model.eval()
        for x in loader:
            optimizer.zero_grad()
            model(x).mean().backward()
            optimizer.step()
""",
    "a teacher": """\
def distill(student, teacher, loader):
    optimizer = optim.SGD(student.parameters(), lr=0.1)
    for epoch in range(3):
        student.train()
        teacher.eval()
        for x in loader:
            target = teacher(x).detach()
            optimizer.zero_grad()
            F.mse_loss(student(x), target).backward()
            optimizer.step()
        with torch.no_grad():
            print(teacher(x).mean(), student(x).mean())
""",
    "an averaged copy": """\
def main(model, ema, loader, val, optimizer):
    model.train()
    for epoch in range(3):
        for x in loader:
            optimizer.zero_grad()
            model(x).mean().backward()
            optimizer.step()
            ema.update_parameters(model)
        ema.eval()
        with torch.no_grad():
            for x in val:
                ema(x)
""",
    "evaluated after the loop": """\
def main(model, loader, val, optimizer):
    model.train()
    for epoch in range(3):
        for x in loader:
            optimizer.zero_grad()
            model(x).mean().backward()
            optimizer.step()
    model.eval()
    with torch.no_grad():
        for x in val:
            model(x)
""",
    "evaluated before leaving the loop": """\
def main(model, loader, val, optimizer):
    model.train()
    for x in loader:
        loss = model(x).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if loss < 0.1:
            model.eval()
            with torch.no_grad():
                print(model(val))
            break
""",
    "in the last epoch": """\
def main(model, loader, val, optimizer, epochs):
    model.train()
    for epoch in range(epochs):
        for x in loader:
            optimizer.zero_grad()
            model(x).mean().backward()
            optimizer.step()
        if epoch == epochs - 1:
            model.eval()
            with torch.no_grad():
                print(model(val))
""",
    "a helper of another file trains": """\
from engine import train_one_epoch


def main(model, loader, val, optimizer):
    for epoch in range(3):
        train_one_epoch(model, loader, optimizer)
        model.eval()
        with torch.no_grad():
            for x in val:
                model(x)
""",
    "a helper of another file may call train()": """\
from engine import prepare


def main(model, loader, val, optimizer):
    for epoch in range(3):
        prepare(model)
        for x in loader:
            optimizer.zero_grad()
            model(x).mean().backward()
            optimizer.step()
        model.eval()
        with torch.no_grad():
            for x in val:
                model(x)
""",
    "all modules at once": """\
def main(encoder, decoder, loader, val, optimizer):
    for epoch in range(3):
        for module in (encoder, decoder):
            module.train()
        for x in loader:
            optimizer.zero_grad()
            decoder(encoder(x)).mean().backward()
            optimizer.step()
        for module in (encoder, decoder):
            module.eval()
        with torch.no_grad():
            for x in val:
                decoder(encoder(x))
""",
    "a LightningModule": """\
import lightning as L


class Tuned(L.LightningModule):
    def training_step(self, batch, index):
        for part in batch:
            self.net.eval()
            with torch.no_grad():
                self.net(part)
        return self.net(batch).mean()
""",
    "what is evaluated is no model": """\
def main(frame, model, loader, optimizer):
    for x in loader:
        optimizer.zero_grad()
        model(frame.eval("a + b")).mean().backward()
        optimizer.step()
""",
    "parts are put into training mode one by one": """\
def main(model, loader, val, optimizer):
    for epoch in range(3):
        for part in (model.body, model.head):
            part.train()
        for x, y in loader:
            optimizer.zero_grad()
            F.mse_loss(model(x), y).backward()
            optimizer.step()
        model.eval()
        with torch.no_grad():
            for x, y in val:
                print(model(x))
""",
    "parts are put into training mode in a comprehension": """\
def main(model, loader, val, optimizer):
    for epoch in range(3):
        [part.train() for part in model.children()]
        for x, y in loader:
            optimizer.zero_grad()
            F.mse_loss(model(x), y).backward()
            optimizer.step()
        model.eval()
        with torch.no_grad():
            for x, y in val:
                print(model(x))
""",
    "parts are handed to a function of another file": """\
from engine import thaw


def main(model, loader, val, optimizer):
    for epoch in range(3):
        for x, y in loader:
            optimizer.zero_grad()
            F.mse_loss(model(x), y).backward()
            optimizer.step()
        model.eval()
        with torch.no_grad():
            for x, y in val:
                print(model(x))
        for part in model.children():
            thaw(part)
""",
    "an imported object that has the model": """\
from engine import runner


def main(model, loader, val, optimizer):
    runner.attach(model)
    for epoch in range(3):
        for x, y in loader:
            optimizer.zero_grad()
            F.mse_loss(model(x), y).backward()
            optimizer.step()
        model.eval()
        with torch.no_grad():
            for x, y in val:
                print(model(x))
        runner.next_epoch()
""",
    "an imported object that stores the model": """\
from engine import state


def main(model, loader, val, optimizer):
    state.model = model
    for epoch in range(3):
        for x, y in loader:
            optimizer.zero_grad()
            F.mse_loss(model(x), y).backward()
            optimizer.step()
        model.eval()
        with torch.no_grad():
            for x, y in val:
                print(model(x))
        state.next_epoch()
""",
    "an imported object with a list of models": """\
from engine import runner


def main(model, loader, val, optimizer):
    runner.attach([model])
    for epoch in range(3):
        for x, y in loader:
            optimizer.zero_grad()
            F.mse_loss(model(x), y).backward()
            optimizer.step()
        model.eval()
        with torch.no_grad():
            for x, y in val:
                print(model(x))
        runner.next_epoch()
""",
    "each of some models is handed out": """\
from engine import thaw


def main(model, loader, val, optimizer, models):
    for epoch in range(3):
        for x, y in loader:
            optimizer.zero_grad()
            F.mse_loss(model(x), y).backward()
            optimizer.step()
        model.eval()
        with torch.no_grad():
            for x, y in val:
                print(model(x))
        for one in models:
            thaw(one)
""",
    "the second of a pair is the model": """\
from engine import thaw


def main(model, loader, val, optimizer, runs):
    for epoch in range(3):
        for x, y in loader:
            optimizer.zero_grad()
            F.mse_loss(model(x), y).backward()
            optimizer.step()
        model.eval()
        with torch.no_grad():
            for x, y in val:
                print(model(x))
        for pair in runs:
            thaw(pair.model)
""",
    "moved and put back into training mode in one expression": """\
def fit(model, tr, va, opt, epochs, device):
    for epoch in range(epochs):
        model.to(device).train()
        for x, y in tr:
            opt.zero_grad()
            F.cross_entropy(model(x), y).backward()
            opt.step()
        model.cpu().eval()
        with torch.no_grad():
            for x, y in va:
                print(model(x).argmax(1).eq(y).sum().item())
""",
    "each of several models, put back into training mode": """\
def fit(nets, opts, tr, va):
    for epoch in range(10):
        for net, opt in zip(nets, opts):
            net.train()
            for x, y in tr:
                opt.zero_grad()
                F.cross_entropy(net(x), y).backward()
                opt.step()
        for net in nets:
            net.eval()
        with torch.no_grad():
            for x, y in va:
                print(sum(net(x) for net in nets).argmax(1).eq(y).sum().item())
""",
    "each of several models is trained once": """\
def fit(nets, opts, tr, va):
    for net, opt in zip(nets, opts):
        for x, y in tr:
            opt.zero_grad()
            F.cross_entropy(net(x), y).backward()
            opt.step()
        net.eval()
        with torch.no_grad():
            for x, y in va:
                print(net(x).argmax(1).eq(y).sum().item())
""",
    "a helper trains a copy": """\
import copy


def local(model, dl):
    model = copy.deepcopy(model).to("cpu").train()
    opt = optim.SGD(model.parameters(), 0.1)
    for x, y in dl:
        opt.zero_grad()
        F.mse_loss(model(x), y).backward()
        opt.step()
    model.eval()
    with torch.no_grad():
        print(model(x).sum())


def server(model, clients):
    for client in clients:
        local(model, client)
""",
}
