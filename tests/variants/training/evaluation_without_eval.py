"""TEF507 evaluation-without-eval: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.

What the rule does in each shape of training code, with the programs that show it; the same programs are left where
`eval()` is called:

| shape | no `eval()` |
|---|---|
| flat script, notebook | flagged: "a flat script" |
| nested epoch and batch loops | flagged: "nested loops" |
| helpers with unannotated parameters | flagged in the helper that evaluates: "helpers"; tentative: "helpers alone" |
| Trainer class | tentative, as its model may have no modes: "a trainer" |
| gradient accumulation | flagged: "accumulated" |
| closure (LBFGS) | flagged: "LBFGS" |
| AMP with GradScaler | flagged: "with a GradScaler" |
| two optimizers (GAN) | flagged for the model that lacks it: "a GAN" |
| LightningModule | left: "a LightningModule" |
| Fabric, Accelerate | flagged: "Fabric", "Accelerate" |
| DDP launcher | flagged: "a DDP launcher" |
| transfer learning with frozen parts | flagged: "transfer learning" |
"""

HEADER = """\
import torch
import torch.nn.functional as F
from torch import nn, optim


"""

# The call that each program lacks is commented out.
SHAPES = {
    "a flat script": """\
model = nn.Sequential(nn.Linear(4, 8), nn.Dropout(), nn.Linear(8, 1))
optimizer = optim.SGD(model.parameters(), lr=0.1)
for epoch in range(10):
    for x, y in train_loader:
        optimizer.zero_grad()
        F.mse_loss(model(x), y).backward()
        optimizer.step()
# model.eval()
with torch.no_grad():
    for x, y in test_loader:
        print(F.mse_loss(model(x), y))  # expect: TEF507 "call model.eval() before the loop"
""",
    "nested loops": """\
def main(model, train_loader, val_loader, criterion, optimizer):
    for epoch in range(10):
        model.train()
        for inputs, labels in train_loader:
            optimizer.zero_grad()
            loss = criterion(model(inputs), labels)
            loss.backward()
            optimizer.step()
        # model.eval()
        with torch.no_grad():
            for inputs, labels in val_loader:
                outputs = model(inputs)  # expect: TEF507
                print(criterion(outputs, labels).item())
""",
    "helpers": """\
def train(model, loader, optimizer):
    model.train()
    for x, y in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()


@torch.no_grad()
def evaluate(net, loader):
    # net.eval()
    return sum(F.cross_entropy(net(x), y).item() for x, y in loader)  # expect: TEF507


def main(model, train_loader, test_loader):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(10):
        train(model, train_loader, optimizer)
        print(epoch, evaluate(model, test_loader))
""",
    "helpers alone": """\
def fit(model, loader, optimizer):
    model.train()
    for x, y in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()


def evaluate(model, loader):
    # model.eval()
    correct = 0
    with torch.inference_mode():
        for i, (x, y) in enumerate(loader):
            correct += (model(x).argmax(1) == y).sum().item()  # expect: TEF507?
    return correct
""",
    "a trainer": """\
class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = optim.Adam(model.parameters())

    def fit_epoch(self, loader):
        for x, y in loader:
            self.optimizer.zero_grad()
            F.cross_entropy(self.model(x), y).backward()
            self.optimizer.step()

    def validate(self, loader):
        # self.model.eval()
        losses = []
        with torch.no_grad():
            for x, y in loader:
                losses.append(F.cross_entropy(self.model(x), y).item())  # expect: TEF507?
        return losses
""",
    "with a GradScaler": """\
def main(model, loader, val):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler()
    for x, y in loader:
        optimizer.zero_grad()
        scaler.scale(F.cross_entropy(model(x), y)).backward()
        scaler.step(optimizer)
        scaler.update()
    # model.eval()
    with torch.no_grad(), torch.autocast("cuda"):
        for x, y in val:
            print(F.cross_entropy(model(x), y))  # expect: TEF507
""",
    "LBFGS": """\
def fit(model, batches, val):
    optimizer = optim.LBFGS(model.parameters(), lr=1)
    for x, y in batches:

        def closure():
            optimizer.zero_grad()
            loss = F.mse_loss(model(x), y)
            loss.backward()
            return loss

        optimizer.step(closure)
    # model.eval()
    with torch.no_grad():
        for x, y in val:
            print(F.mse_loss(model(x), y))  # expect: TEF507
""",
    "a GAN": """\
def main(generator, discriminator, loader, noises):
    g = optim.Adam(generator.parameters())
    d = optim.Adam(discriminator.parameters())
    for real in loader:
        d.zero_grad()
        fake = generator(torch.randn(8, 4))
        (discriminator(fake.detach()).mean() - discriminator(real).mean()).backward()
        d.step()
        g.zero_grad()
        (-discriminator(fake).mean()).backward()
        g.step()
    # generator.eval()
    with torch.no_grad():
        for noise in noises:
            print(generator(noise).mean())  # expect: TEF507
""",
    "Accelerate": """\
from accelerate import Accelerator


def main(model, optimizer, loader, val):
    accelerator = Accelerator()
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for batch in loader:
        accelerator.backward(model(**batch).loss)
        optimizer.step()
        optimizer.zero_grad()
    # model.eval()
    for batch in val:
        with torch.no_grad():
            print(model(**batch).loss.item())  # expect: TEF507
""",
    "accumulated": """\
def main(model, loader, val, steps):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    for i, (x, y) in enumerate(loader):
        (F.cross_entropy(model(x), y) / steps).backward()
        if (i + 1) % steps == 0:
            optimizer.step()
            optimizer.zero_grad()
    # model.eval()
    with torch.no_grad():
        for x, y in val:
            print(F.cross_entropy(model(x), y))  # expect: TEF507
""",
    "Fabric": """\
import lightning as L


def main(model, loader, val):
    fabric = L.Fabric()
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    model, optimizer = fabric.setup(model, optimizer)
    for x, y in loader:
        optimizer.zero_grad()
        fabric.backward(F.cross_entropy(model(x), y))
        optimizer.step()
    # model.eval()
    with torch.no_grad():
        for x, y in val:
            print(F.cross_entropy(model(x), y))  # expect: TEF507
""",
    "transfer learning": """\
def finetune(model, loader, val):
    for parameter in model.backbone.parameters():
        parameter.requires_grad = False
    optimizer = optim.SGD(model.head.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
    # model.eval()
    with torch.no_grad():
        for x, y in val:
            print(F.cross_entropy(model(x), y))  # expect: TEF507
""",
    "a DDP launcher": """\
def worker(rank, model, loader, val):
    model = nn.parallel.DistributedDataParallel(model.to(rank), device_ids=[rank])
    optimizer = optim.SGD(model.module.head.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
    # model.eval()
    with torch.no_grad():
        for x, y in val:
            print(F.cross_entropy(model(x), y))  # expect: TEF507
""",
}


def right(program: str) -> str:
    """The same program with the call."""
    lines = program.splitlines()
    return "".join(line.partition("  # expect")[0].replace("# ", "") + "\n" for line in lines)


TRAINING = """\
def fit(model, loader, optimizer):
    model.train()
    for x, y in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()


"""

FLAG: dict[str, str] = {
    "a model of torchvision": """\
from torchvision import models


class Trainer:
    def __init__(self):
        self.model = models.resnet18(weights=None)
        self.optimizer = optim.Adam(self.model.parameters())

    def fit_epoch(self, loader):
        for x, y in loader:
            self.optimizer.zero_grad()
            F.cross_entropy(self.model(x), y).backward()
            self.optimizer.step()

    def validate(self, loader):
        losses = []
        with torch.no_grad():
            for x, y in loader:
                losses.append(F.cross_entropy(self.model(x), y).item())  # expect: TEF507
        return losses
""",
    "a model of torchvision with nothing but a head that has modes": """\
from torchvision import models


class Trainer:
    def __init__(self):
        self.model = models.vgg16()
        self.optimizer = optim.Adam(self.model.parameters())

    def fit_epoch(self, loader):
        for x, y in loader:
            self.optimizer.zero_grad()
            F.cross_entropy(self.model(x), y).backward()
            self.optimizer.step()

    def validate(self, loader):
        losses = []
        with torch.no_grad():
            for x, y in loader:
                losses.append(F.cross_entropy(self.model(x), y).item())  # expect: TEF507?
        return losses
""",
    "a model of torchvision with a norm that is given": """\
from torchvision import models


class Trainer:
    def __init__(self):
        self.model = models.resnet18(norm_layer=nn.Identity)
        self.optimizer = optim.Adam(self.model.parameters())

    def fit_epoch(self, loader):
        for x, y in loader:
            self.optimizer.zero_grad()
            F.cross_entropy(self.model(x), y).backward()
            self.optimizer.step()

    def validate(self, loader):
        losses = []
        with torch.no_grad():
            for x, y in loader:
                losses.append(F.cross_entropy(self.model(x), y).item())  # expect: TEF507?
        return losses
""",
    "a model of torchvision in a module": """\
from torchvision import models


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = models.resnet18()
        self.head = nn.Linear(1000, 3)

    def forward(self, x):
        return self.head(self.body(x))


class Trainer:
    def __init__(self):
        self.model = Net()
        self.optimizer = optim.Adam(self.model.parameters())

    def fit_epoch(self, loader):
        for x, y in loader:
            self.optimizer.zero_grad()
            F.cross_entropy(self.model(x), y).backward()
            self.optimizer.step()

    def validate(self, loader):
        losses = []
        with torch.no_grad():
            for x, y in loader:
                losses.append(F.cross_entropy(self.model(x), y).item())  # expect: TEF507
        return losses
""",
    "what a detector of torchvision finds": """\
from torchvision.models.detection import fasterrcnn_resnet50_fpn


def main(train_loader, loader):
    model = fasterrcnn_resnet50_fpn(weights=None)
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    for images, targets in train_loader:
        optimizer.zero_grad()
        sum(model(images, targets).values()).backward()
        optimizer.step()
    with torch.no_grad():
        for images, targets in loader:
            print(model(images))  # expect: TEF507
""",
    "callbacks that get a number": """\
class Runner:
    def __init__(self, callbacks):
        self.callbacks = callbacks

    def fit(self, loader):
        for callback in self.callbacks:
            callback.set_rate(self.rate)
        for x in loader:
            self.optimizer.zero_grad()
            self.model(x).mean().backward()
            self.optimizer.step()

    def embed(self, loader):
        with torch.no_grad():
            for x in loader:
                print(self.model(x).mean())  # expect: TEF507?
""",
    **SHAPES,
    "a class with dropout": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 2)
        self.drop = nn.Dropout(0.2)

    def forward(self, x):
        return self.fc(self.drop(x))


def run(loader, val):
    net = Net()
    optimizer = optim.SGD(net.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        F.cross_entropy(net(x), y).backward()
        optimizer.step()
    with torch.no_grad():
        for x, y in val:
            print(F.cross_entropy(net(x), y))  # expect: TEF507
""",
    "eval() of another model": """\
def main(student, teacher, loader, val):
    optimizer = optim.SGD(student.parameters(), lr=0.1)
    teacher.eval()
    for x in loader:
        with torch.no_grad():
            target = teacher(x)
        optimizer.zero_grad()
        F.mse_loss(student(x), target).backward()
        optimizer.step()
    with torch.no_grad():
        for x, y in val:
            print(F.mse_loss(student(x), y))  # expect: TEF507
""",
    "validated in train": """\
def train(model, train_loader, val, optimizer):
    for x, y in train_loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
    with torch.no_grad():
        for x in val:
            print(model(x).mean())  # expect: TEF507
""",
    "validated in train_model": """\
def train_model(model, train_loader, val, optimizer):
    for x, y in train_loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
    with torch.no_grad():
        for x in val:
            print(model(x).mean())  # expect: TEF507
""",
    "validated in train_and_evaluate": """\
def train_and_evaluate(model, train_loader, val, optimizer):
    for x, y in train_loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
    with torch.no_grad():
        for x in val:
            print(model(x).mean())  # expect: TEF507
""",
    "validated in Trainer.train after each epoch": """\
class Trainer:
    def __init__(self, model, optimizer):
        self.model, self.optimizer = model, optimizer

    def train(self, loader, val):
        for epoch in range(10):
            for x, y in loader:
                self.optimizer.zero_grad()
                F.cross_entropy(self.model(x), y).backward()
                self.optimizer.step()
            with torch.no_grad():
                for x, y in val:
                    print(F.cross_entropy(self.model(x), y))  # expect: TEF507
""",
    "the model gets x.expand": """\
def fit(model, train_loader, val, optimizer):
    for x, y in train_loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
    with torch.no_grad():
        for x in val:
            print(model(x.expand(-1, 3, -1, -1)).mean())  # expect: TEF507
""",
    "the model gets x.repeat": """\
def fit(model, train_loader, val, optimizer):
    for x, y in train_loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
    with torch.no_grad():
        for x in val:
            print(model(x.repeat(1, 3, 1, 1)).mean())  # expect: TEF507
""",
    "the model gets x['image'].repeat_interleave": """\
def fit(model, train_loader, val, optimizer):
    for x, y in train_loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
    with torch.no_grad():
        for x in val:
            print(model(x["image"].repeat_interleave(3, dim=1)).mean())  # expect: TEF507
""",
    "the batch is repeated for the other processes": """\
from accelerate import Accelerator


def main(model, optimizer, loader, val):
    accelerator = Accelerator()
    model, optimizer, loader, val = accelerator.prepare(model, optimizer, loader, val)
    for batch in loader:
        accelerator.backward(model(**batch).loss)
        optimizer.step()
        optimizer.zero_grad()
    losses = []
    for batch in val:
        with torch.no_grad():
            out = model(**batch)  # expect: TEF507
        losses.append(accelerator.gather(out.loss.repeat(8)))
""",
    "an imported logger in the training": """\
from loguru import logger


def fit(model, train_loader, val, optimizer):
    for x, y in train_loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        logger.success(loss.item())
    with torch.no_grad():
        for x in val:
            print(model(x).mean())  # expect: TEF507
""",
    "an imported module in the training": """\
import mlflow


def fit(model, train_loader, val, optimizer):
    for x, y in train_loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        mlflow.log_metric("loss", loss.item())
    with torch.no_grad():
        for x in val:
            print(model(x).mean())  # expect: TEF507
""",
    "an imported configuration in the training": """\
from config import cfg


def fit(model, train_loader, val, optimizer):
    for x, y in train_loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        cfg.update("step", 1)
    with torch.no_grad():
        for x in val:
            print(model(x).mean())  # expect: TEF507
""",
    "an imported writer in the training": """\
from run import writer


def fit(model, train_loader, val, optimizer):
    for x, y in train_loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        writer.add_histogram("loss", loss)
    with torch.no_grad():
        for x in val:
            print(model(x).mean())  # expect: TEF507
""",
    "an imported logger that prints the model in the training": """\
from loguru import logger


def fit(model, train_loader, val, optimizer):
    for x, y in train_loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        logger.info(model)
    with torch.no_grad():
        for x in val:
            print(model(x).mean())  # expect: TEF507
""",
    "another function evaluates a model of that name": """\
def test(net, loader):
    total = 0.0
    for x in loader:
        with torch.no_grad():
            total += net(x).sum().item()  # expect: TEF507
    return total


def train(net, loader):
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for x in loader:
        opt.zero_grad(); net(x).mean().backward(); opt.step()
    test(net, loader)


def latency(net, x):
    net.eval()
    with torch.no_grad():
        return net(x)
""",
    "another model is loaded, moved and evaluated": """\
def test(net, loader):
    total = 0.0
    with torch.no_grad():
        for x in loader:
            total += net(x).sum().item()  # expect: TEF507?
    return total


def train(net, loader):
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for x in loader:
        opt.zero_grad()
        net(x).mean().backward()
        opt.step()
    return test(net, loader)


def features(x):
    vgg = torch.load("vgg.pt").to(x.device).eval()
    with torch.no_grad():
        return vgg(x)
""",
}

LEAVE: dict[str, str] = {
    "a base from another file may call eval()": """\
from runners import Runner


class Task(Runner):
    def __init__(self, **options):
        super().__init__(**options)
        self.fc = nn.Linear(4, 2)
        self.drop = nn.Dropout()
        self.optimizer = optim.Adam(self.parameters(), lr=1e-3)

    def forward(self, x):
        return self.fc(self.drop(x))

    def train_(self, loader):
        for x, y in loader:
            self.optimizer.zero_grad()
            F.cross_entropy(self(x), y).backward()
            self.optimizer.step()

    def validate_(self, loader):
        correct = 0
        with torch.no_grad():
            for x, y in loader:
                correct += (self(x).argmax(1) == y).sum().item()
        return correct
""",
    "the object gives itself to callbacks": """\
class Runner:
    def __init__(self, callbacks):
        self.callbacks = callbacks

    def fit(self, loader):
        for callback in self.callbacks:
            callback.set_runner(self)
        for x in loader:
            self.optimizer.zero_grad()
            self.model(x).mean().backward()
            self.optimizer.step()

    def embed(self, loader):
        with torch.no_grad():
            for x in loader:
                print(self.model(x).mean())
""",
    **{name: right(program) for name, program in SHAPES.items()},
    "train(False)": TRAINING
    + """\
@torch.no_grad()
def evaluate(model, loader):
    model.train(False)
    for x in loader:
        print(model(x).mean())
""",
    "train(flag)": TRAINING
    + """\
@torch.no_grad()
def evaluate(model, loader, training):
    model.train(training)
    for x in loader:
        print(model(x).mean())
""",
    "the caller calls eval()": TRAINING
    + """\
@torch.no_grad()
def evaluate(net, loader):
    for x in loader:
        print(net(x).mean())


def main(model, loader, optimizer):
    fit(model, loader, optimizer)
    model.eval()
    evaluate(model, loader)
""",
    "a helper of another file may call eval()": TRAINING.replace("def fit", "from engine import prepare\n\n\ndef fit")
    + """\
@torch.no_grad()
def evaluate(model, loader):
    prepare(model)
    for x in loader:
        print(model(x).mean())
""",
    "a model that is not trained here": """\
@torch.no_grad()
def evaluate(model, loader):
    for x in loader:
        print(model(x).mean())
""",
    "a class without dropout or batch norm": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 2)

    def forward(self, x):
        return self.fc(x).relu()


def run(loader, val):
    net = Net()
    optimizer = optim.SGD(net.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        F.cross_entropy(net(x), y).backward()
        optimizer.step()
    with torch.no_grad():
        for x, y in val:
            print(F.cross_entropy(net(x), y))
""",
    "the losses of a detector of torchvision": """\
from torchvision.models.detection import fasterrcnn_resnet50_fpn


def main(train_loader, loader):
    model = fasterrcnn_resnet50_fpn(weights=None)
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    for images, targets in train_loader:
        optimizer.zero_grad()
        sum(model(images, targets).values()).backward()
        optimizer.step()
    with torch.no_grad():
        for images, targets in loader:
            print(sum(model(images, targets).values()).item())
""",
    "layers without modes": """\
model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
optimizer = optim.SGD(model.parameters(), lr=0.1)
for x, y in train_loader:
    optimizer.zero_grad()
    F.mse_loss(model(x), y).backward()
    optimizer.step()
with torch.no_grad():
    for x, y in test_loader:
        print(F.mse_loss(model(x), y))
""",
    "batch norm is recalibrated": TRAINING
    + """\
@torch.no_grad()
def recalibrate_bn(model, loader):
    model.train()
    for x in loader:
        model(x)
""",
    "dropout is sampled": TRAINING
    + """\
@torch.no_grad()
def mc_dropout(model, loader):
    return [model(x) for x in loader]
""",
    "pseudo-labels": """\
def main(model, loader, optimizer):
    for x in loader:
        with torch.no_grad():
            target = model(x).argmax(1)
        optimizer.zero_grad()
        F.cross_entropy(model(x + 0.1), target).backward()
        optimizer.step()
""",
    "a rollout": TRAINING
    + """\
@torch.no_grad()
def play(model, env):
    state = env.reset()
    for _ in range(100):
        state = env.step(model(state))
""",
    "one call": TRAINING
    + """\
@torch.no_grad()
def show(model, x):
    print(model(x))
""",
    "autograd is on": TRAINING
    + """\
def explain(model, loader):
    for x in loader:
        print(model(x).mean())
""",
    "a function of parameters": """\
def loss_of(weight, x, y):
    return F.mse_loss(x @ weight, y)


def main(weight, loader, val):
    for x, y in loader:
        loss_of(weight, x, y).backward()
    with torch.no_grad():
        for x, y in val:
            print(loss_of(weight, x, y))
""",
    "a LightningModule": """\
import lightning as L


class Tuned(L.LightningModule):
    def training_step(self, batch, index):
        for part in batch:
            self.manual_backward(self.net(part).mean())

    @torch.no_grad()
    def predict(self, batches):
        return [self.net(batch) for batch in batches]
""",
    "targets before the training": """\
def train(model, loader, unlabelled, optimizer):
    targets = []
    with torch.no_grad():
        for x in unlabelled:
            targets.append(model(x).argmax(1))
    for x, y in zip(loader, targets):
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
""",
    "features of what it is trained with": """\
def train_centres(model, train_loader, val, optimizer):
    for x, y in train_loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
    with torch.no_grad():
        for x in train_loader:
            print(model(x).mean())
""",
    "eval() of each part in a comprehension": """\
def fit(model, train_loader, val, optimizer):
    for x, y in train_loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
    [part.eval() for part in (model.body, model.head)]
    with torch.no_grad():
        for x in val:
            print(model(x).mean())
""",
    "eval() of each part, by a lambda": """\
def fit(model, train_loader, val, optimizer):
    for x, y in train_loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
    model.apply(lambda part: part.eval())
    with torch.no_grad():
        for x in val:
            print(model(x).mean())
""",
    "eval() of each part, by map": """\
def fit(model, train_loader, val, optimizer):
    for x, y in train_loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
    list(map(lambda part: part.eval(), model.children()))
    with torch.no_grad():
        for x in val:
            print(model(x).mean())
""",
    "eval() of each part, by a function": """\
def fix(part):
    if isinstance(part, nn.Dropout):
        part.eval()


def fit(model, train_loader, val, optimizer):
    for x, y in train_loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
    model.apply(fix)
    with torch.no_grad():
        for x in val:
            print(model(x).mean())
""",
    "an imported object that has the model": """\
from engine import runner


def fit(model, train_loader, val, optimizer):
    runner.attach(model)
    for x, y in train_loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
    runner.prepare()
    with torch.no_grad():
        for x in val:
            print(model(x).mean())
""",
    "an imported object that has this object": """\
from engine import runner


class Trainer:
    def __init__(self, model, optimizer):
        self.model, self.optimizer = model, optimizer
        runner.attach(self)

    def fit(self, loader, val):
        for x, y in loader:
            self.optimizer.zero_grad()
            F.cross_entropy(self.model(x), y).backward()
            self.optimizer.step()
        runner.prepare()
        with torch.no_grad():
            for x, y in val:
                print(F.cross_entropy(self.model(x), y))
""",
    "an imported model and what comes with it": """\
from engine import model, runner


def fit(train_loader, val, optimizer):
    for x, y in train_loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
    runner.prepare()
    with torch.no_grad():
        for x in val:
            print(model(x).mean())
""",
    "parts of the model are handed out": """\
from engine import fix


def fit(model, train_loader, val, optimizer):
    for x, y in train_loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
    for part in model.children():
        fix(part)
    with torch.no_grad():
        for x in val:
            print(model(x).mean())
""",
    "parts of the model are handed out with their numbers": """\
from engine import fix


def fit(model, train_loader, val, optimizer):
    for x, y in train_loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
    for number, part in enumerate(model.blocks):
        fix(number, part)
    with torch.no_grad():
        for x in val:
            print(model(x).mean())
""",
    "callbacks": """\
def fit(model, train_loader, val, optimizer, callbacks):
    for x, y in train_loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
    for callback in callbacks:
        callback.before_validation()
    with torch.no_grad():
        for x in val:
            print(model(x).mean())
""",
    "the mode of each module is set": """\
def fit(m, net, tr, va):
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for x in tr:
        opt.zero_grad(); net(x).mean().backward(); opt.step()
    for m in net.modules():
        m.training = False
    with torch.no_grad():
        for x in va: print(net(x))
""",
    "the caller evaluates the model before it is trained": """\
def finetune(net, tr, va):
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for x in tr:
        opt.zero_grad()
        net(x).mean().backward()
        opt.step()
    with torch.no_grad():
        for x in va:
            print(net(x))


def main(net, tr, va):
    net.eval()
    finetune(net, tr, va)
""",
    "the constructor evaluates the model": """\
class Trainer:
    def __init__(self, net):
        self.net = net
        self.net.eval()

    def fit(self, tr, va):
        opt = torch.optim.SGD(self.net.parameters(), lr=0.1)
        for x in tr:
            opt.zero_grad()
            self.net(x).mean().backward()
            opt.step()
        with torch.no_grad():
            for x in va:
                print(self.net(x))
""",
}
