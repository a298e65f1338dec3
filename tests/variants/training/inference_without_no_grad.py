"""TEF506 inference-without-no-grad: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.

What the rule does in each shape of training code, with the programs that show it; the same programs are left where
autograd is off:

| shape | autograd on |
|---|---|
| flat script, notebook | flagged: "a flat script", "after training in a script"; tentative if only tried |
| nested epoch and batch loops | flagged: "validation in the epoch loop" |
| helpers with unannotated parameters | flagged in the one that calls `eval()`: "a helper", "a helper of the helper" |
| Trainer class | flagged: "a trainer" |
| gradient accumulation | flagged: "accumulated" |
| closure (LBFGS) | flagged: "LBFGS"; left beside the closure, which trains: "in the function of a closure" |
| AMP | flagged: "with autocast" |
| two optimizers (GAN) | flagged: "samples of a generator" |
| LightningModule | left, since the Trainer switches autograd off: "a LightningModule" |
| Fabric, Accelerate | flagged: "Fabric", "Accelerate" |
| DDP launcher | flagged: "a DDP launcher" |
| transfer learning with frozen parts | flagged: "features of a frozen backbone" |
"""

HEADER = """\
import torch
import torch.nn.functional as F
from torch import nn, optim


"""

# `with grad:` is where autograd belongs switched off.
SHAPES = {
    "a flat script": """\
model = nn.Sequential(nn.Linear(4, 8), nn.Dropout(), nn.Linear(8, 1))
model.load_state_dict(torch.load("model.pt"))
model.eval()
correct = 0
for x, y in test_loader:
    output = model(x)  # expect: TEF506 "evaluate under torch.no_grad()"
    correct += (output.argmax(1) == y).sum().item()
print(correct / len(test_loader.dataset))
""",
    "after training in a script": """\
model = nn.Linear(4, 3)
optimizer = optim.SGD(model.parameters(), lr=0.1)
for epoch in range(10):
    optimizer.zero_grad()
    F.cross_entropy(model(x), y).backward()
    optimizer.step()
model.eval()
predicted = model(x_test).argmax(1)  # expect: TEF506
print((predicted == y_test).float().mean())
""",
    "validation in the epoch loop": """\
def main(model, train_loader, val_loader, criterion, optimizer):
    for epoch in range(10):
        model.train()
        for inputs, labels in train_loader:
            optimizer.zero_grad()
            loss = criterion(model(inputs), labels)
            loss.backward()
            optimizer.step()
        model.eval()
        val_loss = 0.0
        for inputs, labels in val_loader:
            outputs = model(inputs)  # expect: TEF506 "model(inputs) records a graph"
            val_loss += criterion(outputs, labels).item()
        print(epoch, val_loss / len(val_loader))
""",
    "a helper": """\
def evaluate(model, loader):
    model.eval()
    correct = total = 0
    for x, y in loader:
        scores = model(x)  # expect: TEF506
        correct += (scores.argmax(dim=1) == y).sum().item()
        total += y.size(0)
    return correct / total
""",
    "a helper of the helper": """\
def loss_of(model, batch):
    x, y = batch
    return F.cross_entropy(model(x), y)


def validate(model, loader):
    model.eval()
    losses = []
    for batch in loader:
        losses.append(loss_of(model, batch).item())  # expect: TEF506
    return sum(losses) / len(losses)
""",
    "a trainer": """\
class Trainer:
    def __init__(self, model, criterion, device):
        self.model = model.to(device)
        self.criterion = criterion
        self.optimizer = optim.Adam(self.model.parameters())
        self.device = device

    def train_epoch(self, loader):
        self.model.train()
        for x, y in loader:
            self.optimizer.zero_grad()
            self.criterion(self.model(x), y).backward()
            self.optimizer.step()

    def validate(self, loader):
        self.model.eval()
        total = 0.0
        for x, y in loader:
            x, y = x.to(self.device), y.to(self.device)
            total += self.criterion(self.model(x), y).item()  # expect: TEF506
        return total / len(loader)
""",
    "with autocast": """\
def validate(model, loader, criterion):
    model.eval()
    total = 0.0
    with torch.autocast("cuda"):
        for x, y in loader:
            loss = criterion(model(x), y)  # expect: TEF506
            total += loss.item()
    return total
""",
    "samples of a generator": """\
def main(generator, discriminator, loader, fixed):
    g = optim.Adam(generator.parameters())
    d = optim.Adam(discriminator.parameters())
    for epoch in range(10):
        generator.train()
        for real in loader:
            d.zero_grad()
            fake = generator(torch.randn(8, 4))
            (discriminator(fake.detach()).mean() - discriminator(real).mean()).backward()
            d.step()
            g.zero_grad()
            (-discriminator(fake).mean()).backward()
            g.step()
        generator.eval()
        pictures = generator(fixed).detach().cpu()  # expect: TEF506
        print(pictures.mean())
""",
    "Accelerate": """\
from accelerate import Accelerator


def evaluate(model, loader, metric):
    accelerator = Accelerator()
    model, loader = accelerator.prepare(model, loader)
    model.eval()
    for batch in loader:
        outputs = model(**batch)  # expect: TEF506
        predictions = outputs.logits.argmax(dim=-1)
        metric.add_batch(predictions=accelerator.gather(predictions), references=batch["labels"])
    return metric.compute()
""",
    "accumulated": """\
def main(model, loader, val, steps):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    for i, (x, y) in enumerate(loader):
        (F.cross_entropy(model(x), y) / steps).backward()
        if (i + 1) % steps == 0:
            optimizer.step()
            optimizer.zero_grad()
    model.eval()
    for x, y in val:
        print(F.cross_entropy(model(x), y).item())  # expect: TEF506
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
        optimizer.step(closure)


def validate(model, loader):
    model.eval()
    for x, y in loader:
        print(F.mse_loss(model(x), y).item())  # expect: TEF506
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
    model.eval()
    for x, y in val:
        print(F.cross_entropy(model(x), y).item())  # expect: TEF506
""",
    "a DDP launcher": """\
def worker(rank, model, loader):
    model = nn.parallel.DistributedDataParallel(model.to(rank), device_ids=[rank])
    model.eval()
    hits = torch.zeros(1, device=rank)
    for x, y in loader:
        hits += (model(x.to(rank)).argmax(1) == y.to(rank)).sum()  # expect: TEF506
    torch.distributed.all_reduce(hits)
    return hits.item()
""",
    "features of a frozen backbone": """\
def extract(backbone: nn.Module, loader):
    backbone.eval()
    features = []
    for x, _ in loader:
        features.append(backbone(x).detach().cpu().numpy())  # expect: TEF506
    return features
""",
    "a class of the file": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 2)

    def forward(self, x):
        return self.fc(x)


def test(loader):
    net = Net()
    net.eval()
    for x, y in loader:
        print(F.nll_loss(net(x), y))  # expect: TEF506
""",
    "a total of losses": """\
def evaluate(model, loader, criterion):
    model.eval()
    total = 0
    for x, y in loader:
        total += criterion(model(x), y)  # expect: TEF506
    return total / len(loader)
""",
    "a comprehension": """\
def accuracy(model, loader):
    model.eval()
    return sum((model(x).argmax(1) == y).float().mean().item() for x, y in loader) / len(loader)  # expect: TEF506
""",
    "train(False)": """\
def evaluate(net, loader):
    net.train(mode=False)
    for x in loader:
        print(net(x).mean())  # expect: TEF506
    net.train()
""",
    "the mode is put back": """\
def evaluate(model, x, y):
    was_training = model.training
    model.eval()
    loss = F.mse_loss(model(x), y).item()  # expect: TEF506?
    model.train(was_training)
    return loss
""",
    "one prediction": """\
def predict(model, image, classes):
    model.eval()
    probabilities = model(image.unsqueeze(0)).softmax(dim=1)  # expect: TEF506?
    return classes[probabilities.argmax(dim=1).item()]
""",
}


def off(program: str) -> str:
    """The same program with a call that switches autograd off before its evaluation."""
    lines = []
    for line in program.splitlines():
        indent = line[: len(line) - len(line.lstrip())]
        lines.append(line.partition("  # expect")[0])
        if ".eval()" in line or ".train(mode=False)" in line:
            lines.append(f"{indent}torch.set_grad_enabled(False)")
    return "\n".join(lines) + "\n"


FLAG: dict[str, str] = {
    "a class that tests derive from": """\
class ModelTestCase(Base):
    def compare(self):
        model = nn.Linear(4, 2)
        model.eval()
        found = []
        for row in self.rows:
            y = model(row)  # expect: TEF506?
            found.append(y.sum().item())
        return found
""",
    "timed on one input in a helper with a loop of its own, and in one that a loop calls": """\
def latency(model, x, repeat=300):
    model.eval()
    times = []
    for _ in range(repeat):
        start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        start.record()
        _ = model(x)  # expect: TEF506?
        end.record()
        torch.cuda.synchronize()
        times.append(start.elapsed_time(end))
    return sum(times) / len(times)


def rate(model, x):
    return 1000.0 / latency(model, x)


def warm(model, x):
    model.eval()
    for _ in range(10):
        _ = model(x)  # expect: TEF506


def warm_all(models, batches):
    for x in batches:
        warm(models[0], x)
""",
    "a branch of an if under no_grad, and the model runs before it": """\
class Trainer:
    def valid(self):
        self.model.eval()
        print(self.run())  # expect: TEF506

    def run(self):
        scores = []
        for x in self.loader:
            first = self.model(x)
            if self.twice:
                with torch.no_grad():
                    second = self.model(first.detach())
            else:
                second = first
            scores.append(second.mean().item())
        return scores
""",
    "a loss that is to train what it is given": """\
class Perceptual(nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, a, b):
        self.net.eval()
        one = F.normalize(self.net(a), dim=-1)  # expect: TEF506?
        other = F.normalize(self.net(b), dim=-1)
        distance = torch.sum(one * other, dim=-1)
        return torch.sum(1 - distance) / distance.shape[0]
""",
    "evaluated by a method of forward": """\
class Completion(nn.Module):
    def __init__(self, net: nn.Module, loader):
        super().__init__()
        self.net = net
        self.loader = loader

    def iterate(self, model: nn.Module, loader):
        model.eval()
        for x in loader:
            print(model(x).mean().item())  # expect: TEF506?

    def forward(self, path):
        self.iterate(self.net, self.loader)
""",
    "timed on one input": """\
import time


def latency(model: nn.Module, x, iters):
    model.eval()
    start = time.time()
    for _ in range(iters):
        out = model(x)  # expect: TEF506?
        torch.cuda.synchronize()
    return (time.time() - start) / iters
""",
    "timed in a helper": """\
import time


def latency(model, x, iters=10):
    start = time.time()
    for _ in range(iters):
        out = model(x)
        torch.cuda.synchronize()
    return (time.time() - start) / iters


def info(model: nn.Module, size):
    model.eval()
    x = torch.randn(1, 3, size, size)
    total = latency(model, x)  # expect: TEF506?
    return f"{total} s"
""",
    "made anew in each iteration of a script, to convert it": """\
if __name__ == "__main__":
    worst = 0
    for i in range(10):
        model = nn.Sequential(nn.Linear(4, 8), nn.Dropout(), nn.Linear(8, 1))
        model.eval()
        x = torch.randn(1, 4)
        output = model(x)  # expect: TEF506?
        converted = convert(model, x)
        worst = max(worst, abs(float(output) - converted.predict(x)))
    print(worst)
""",
    "timed in a script": """\
net = nn.Linear(3, 2)
x = torch.randn(8, 3)
net.eval()
for _ in range(10):
    y = net(x)  # expect: TEF506?
""",
    "what is run gives no graph": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 1)

    def forward(self, x):
        return self.fc(x) > 0


def accuracy(loader):
    net = Net()
    net.load_state_dict(torch.load("net.pt"))
    net.eval()
    for x, y in loader:
        print((net(x) == y).float().mean())  # expect: TEF506?
""",
    "a prediction that the file makes for each input": """\
def predict(model: nn.Module, image):
    model.eval()
    return model(image).argmax(dim=1).item()  # expect: TEF506


def main(model: nn.Module, images):
    print([predict(model, image) for image in images])
    for image in images:
        print(predict(model, image))
""",
    "a validation that a training function calls": """\
def validate(model, x, y):
    model.eval()
    return F.mse_loss(model(x), y).item()  # expect: TEF506


def fit(model: nn.Module, loader, x, y):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    for batch, target in loader:
        model.train()
        optimizer.zero_grad()
        F.mse_loss(model(batch), target).backward()
        optimizer.step()
    print(validate(model, x, y))
""",
    "by slices of the data": """\
def scores(model: nn.Module, x, size):
    model.eval()
    total = 0.0
    for start in range(0, len(x), size):
        total += model(x[start : start + size]).mean().item()  # expect: TEF506
    return total
""",
    "compared in an assertion": """\
def exported(model, traced, x):
    model.eval()
    traced.eval()
    assert torch.allclose(model(x), traced(x))  # expect: TEF506?
""",
    "compared in an assertion for each batch": """\
def exported(model, loader):
    model.eval()
    for x in loader:
        assert model(x).isfinite().all()  # expect: TEF506
""",
    "a model that a function of another file wraps": """\
import cam
import checkpoints


class Explained:
    def __init__(self):
        self.model = nn.Linear(4, 2)

    def explain(self, loader):
        model = cam.inject(self.model, backend="grad")
        model.eval()
        for x in loader:
            _ = model(x)  # expect: TEF506?

    def evaluate(self, loader):
        model = checkpoints.load_weights(self.model, "best.pt")
        model.eval()
        for x in loader:
            print(model(x).argmax(1))  # expect: TEF506
""",
    "in a measurement": """\
def profile_model(name, shape):
    model = load_model(name)
    model.eval()
    flops, tries = 0, 3
    while tries:
        flops = count(model(torch.ones(shape)).shape)  # expect: TEF506?
        tries -= 1
    return flops
""",
    "the shape of an output": """\
def votes(model, x):
    model.eval()
    with torch.no_grad():
        found = model(x).argmax(1)
    classes = model(x[:1]).size(1)  # expect: TEF506?
    return F.one_hot(found, classes)


def shapes(model, loader):
    model.eval()
    for x in loader:
        print(model(x).shape)  # expect: TEF506
""",
    "a helper that an argument keeps from the rest of it": """\
class Tabular:
    def logits(self, x, quiet: bool):
        if quiet:
            print("no progress")
            with torch.no_grad():
                self.log(x)
        return self.model(x)

    def predict(self, loader):
        self.model.eval()
        found = []
        for x in loader:
            found.append(self.logits(x, quiet=True).argmax(1).tolist())  # expect: TEF506
        return found
""",
    "under decorators of Python": """\
from abc import abstractmethod
from typing_extensions import override


class Evaluator(Base):
    @override
    def evaluate(self, model, loader):
        model.eval()
        correct = 0
        for x, y in loader:
            correct += (model(x).argmax(1) == y).sum().item()  # expect: TEF506
        return correct

    @staticmethod
    @abstractmethod
    def accuracy(model, loader):
        model.eval()
        correct = 0
        for x, y in loader:
            correct += (model(x).argmax(1) == y).sum().item()  # expect: TEF506
        return correct
""",
    "a probe that runs once": """\
def probe(x: Tensor, y: Tensor):
    head = nn.Linear(8, 2)
    optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
    for _ in range(50):
        optimizer.zero_grad()
        F.cross_entropy(head(x), y).backward()
        optimizer.step()
    head.eval()
    return head(x).argmax(1) == y  # expect: TEF506?
""",
    "a demonstration": """\
def main():
    model = nn.Linear(8, 2)
    model.eval()
    for _ in range(100):
        print(model(torch.randn(4, 8)).argmax(1).tolist())  # expect: TEF506?
""",
    "a model that is loaded": """\
def main():
    model = nn.Linear(8, 2)
    model.load_state_dict(torch.load("model.pt"))
    model.eval()
    for _ in range(100):
        print(model(torch.randn(4, 8)).argmax(1).tolist())  # expect: TEF506
""",
    **SHAPES,
    "evaluation with grad on": """\
def evaluate(model: nn.Module, loader):
    model.eval()
    total = 0.0
    for x, y in loader:
        total += F.cross_entropy(model(x), y)  # expect: TEF506
    return total / len(loader)
""",
    "evaluation through a name": """\
criterion = nn.CrossEntropyLoss(reduction="sum")


def evaluate(model: nn.Module, loader):
    model.eval()
    test_loss = 0
    for data, target in loader:
        output = model(data)  # expect: TEF506
        loss = criterion(output, target)
        test_loss += loss
    print(f"test loss {test_loss / len(loader.dataset):.4f}")
""",
    "training reads numbers and validation forgets": """\
def epoch(model: nn.Module, train_loader, val_loader, optimizer):
    train_total, val_total = 0.0, 0.0
    model.train()
    for x, y in train_loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        train_total += loss.item()
    model.eval()
    for x, y in val_loader:
        loss = F.cross_entropy(model(x), y)  # expect: TEF506
        val_total += loss
    return train_total, val_total
""",
    "evaluation with grad on of losses": """\
def evaluate(model: nn.Module, loader):
    model.eval()
    losses = []
    for x, y in loader:
        losses.append(F.cross_entropy(model(x), y))  # expect: TEF506
    return losses
""",
    "numbers for training and tensors for validation": """\
def epoch(model: nn.Module, train_loader, val_loader, optimizer):
    train_losses, val_losses = [], []
    model.train()
    for x, y in train_loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        train_losses.append(loss.item())
    model.eval()
    for x, y in val_loader:
        val_loss = F.cross_entropy(model(x), y)  # expect: TEF506
        val_losses.append(val_loss)
    return train_losses, val_losses
""",
    "two models are one finding": """\
def reconstruct(encoder, decoder, loader):
    encoder.eval()
    decoder.eval()
    for x in loader:
        print((decoder(encoder(x)) - x).abs().mean().item())  # expect: TEF506 "encoder(x)"
""",
    "the output is handed out": """\
def predict(model, x):
    model.eval()
    return model(x)  # expect: TEF506?
""",
    "outputs are handed out": """\
def predict(model, loader):
    model.eval()
    outputs = []
    for x in loader:
        out = model(x)  # expect: TEF506?
        outputs.append(torch.sigmoid(out))
    return torch.cat(outputs)
""",
    "the output is stored": """\
class Extractor:
    def __init__(self, model):
        self.model = model

    def run(self, x):
        self.model.eval()
        self.features = self.model(x)  # expect: TEF506?
""",
    "a model is tried out": """\
if __name__ == "__main__":
    model = nn.Linear(4, 3)
    model.eval()
    y = model(torch.randn(2, 4))  # expect: TEF506?
    print(y.shape)
""",
    "a test": """\
def test_shapes():
    model = nn.Linear(4, 3)
    model.eval()
    assert model(torch.randn(2, 4)).shape == (2, 3)  # expect: TEF506?
""",
    "a model that each fold makes, run once, and batch by batch": """\
class Search:
    def score(self, x, y, folds):
        scores = []
        for train, test in folds:
            model = self.fit(x[train], y[train])
            model.eval()
            risks = model(x[test]).squeeze(dim=-1)  # expect: TEF506?
            scores.append(concordance(risks.detach(), y[test]))
        return sum(scores)

    def score_by_batches(self, x, y, folds):
        right = 0
        for train, test in folds:
            model = self.fit(x[train], y[train])
            model.eval()
            for batch in test:
                right += (model(x[batch]).argmax(1) == y[batch]).sum().item()  # expect: TEF506
        return right
""",
    "moved and evaluated in one expression": """\
def e(model: nn.Module, dl):
    model = model.cuda().eval()
    for x in dl:
        print(model(x).argmax().item())  # expect: TEF506
""",
    "moved and evaluated as a statement, of an unannotated parameter": """\
def e(model, dl, device):
    model.to(device).eval()
    for x, y in dl:
        print(model(x.to(device)).argmax().item())  # expect: TEF506
""",
    "the model of an object, moved and evaluated": """\
class T:
    def __init__(self, model):
        self.model = model

    def evaluate(self, dl):
        self.model.to("cuda").eval()
        n = 0
        for x, y in dl:
            n += (self.model(x).argmax(1) == y).sum().item()  # expect: TEF506
        return n
""",
    "made, moved and evaluated in one expression": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 2)
        self.drop = nn.Dropout()

    def forward(self, x):
        return self.fc(self.drop(x))


def predict(path, dl, device):
    model = Net().to(device).eval()
    model.load_state_dict(torch.load(path))
    out = []
    for x in dl:
        out.append(model(x.to(device)).argmax(1).cpu())  # expect: TEF506
    return torch.cat(out)
""",
    "loaded and evaluated in one expression": """\
def predict(path, dl):
    model = torch.load(path).eval()
    for x in dl:
        print(model(x).argmax().item())  # expect: TEF506
""",
    "what a helper builds is evaluated in the same expression": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 2)
        self.drop = nn.Dropout()

    def forward(self, x):
        return self.fc(self.drop(x))


def build(p):
    m = Net()
    m.load_state_dict(torch.load(p))
    return m


def main(p, dl):
    net = build(p).eval()
    for x in dl:
        print(net(x).argmax().item())  # expect: TEF506
""",
    "each of several models, then run in a comprehension": """\
def ensemble(models, dl):
    for m in models:
        m.eval()
    out = []
    for x in dl:
        votes = torch.stack([m(x).softmax(-1) for m in models])  # expect: TEF506
        out.append(votes.mean(0).argmax(-1).cpu())
    return torch.cat(out)
""",
    "each of several models in turn": """\
def ensemble(nets, dl):
    for net in nets:
        net.eval()
        for x in dl:
            print(net(x).argmax(1).tolist())  # expect: TEF506
""",
    "several models, evaluated and run in two loops": """\
def ensemble(nets, x, dl):
    for net in nets:
        net.eval()
    for x in dl:
        s = 0
        for net in nets:
            s = s + net(x).argmax(1).item()  # expect: TEF506
        print(s)
""",
}

FLAG["what is called test evaluates"] = """\
def test(model, device, test_loader):
    model.eval()
    test_loss = 0
    for data, target in test_loader:
        output = model(data.to(device))  # expect: TEF506
        test_loss += F.nll_loss(output, target, reduction="sum").item()
    print(test_loss / len(test_loader.dataset))
"""

FLAG["the evaluation is called test_loop"] = """\
def train_loop(loader, model, loss_fn, optimizer):
    model.train()
    for x, y in loader:
        optimizer.zero_grad()
        loss_fn(model(x), y).backward()
        optimizer.step()


def test_loop(loader, model, loss_fn):
    model.eval()
    correct = 0
    for x, y in loader:
        correct += (model(x).argmax(1) == y).sum(dim=0).item()  # expect: TEF506
    print(correct)


def main(train_loader, test_loader, model, loss_fn, optimizer):
    for epoch in range(10):
        train_loop(train_loader, model, loss_fn, optimizer)
        test_loop(test_loader, model, loss_fn)
"""

FLAG["the evaluation is called test_epoch"] = """\
def train_loop(loader, model, loss_fn, optimizer):
    model.train()
    for x, y in loader:
        optimizer.zero_grad()
        loss_fn(model(x), y).backward()
        optimizer.step()


def test_epoch(loader, model, loss_fn):
    model.eval()
    correct = 0
    for x, y in loader:
        correct += (model(x).argmax(1) == y).sum(dim=0).item()  # expect: TEF506
    print(correct)


def main(train_loader, test_loader, model, loss_fn, optimizer):
    for epoch in range(10):
        train_loop(train_loader, model, loss_fn, optimizer)
        test_epoch(test_loader, model, loss_fn)
"""

FLAG["the evaluation is called test_model"] = """\
def train_loop(loader, model, loss_fn, optimizer):
    model.train()
    for x, y in loader:
        optimizer.zero_grad()
        loss_fn(model(x), y).backward()
        optimizer.step()


def test_model(loader, model, loss_fn):
    model.eval()
    correct = 0
    for x, y in loader:
        correct += (model(x).argmax(1) == y).sum(dim=0).item()  # expect: TEF506
    print(correct)


def main(train_loader, test_loader, model, loss_fn, optimizer):
    for epoch in range(10):
        train_loop(train_loader, model, loss_fn, optimizer)
        test_model(test_loader, model, loss_fn)
"""

FLAG["a test that nothing calls, in a file that trains"] = """\
def train_loop(loader, model, loss_fn, optimizer):
    model.train()
    for x, y in loader:
        optimizer.zero_grad()
        loss_fn(model(x), y).backward()
        optimizer.step()


def test_loop(loader, model, loss_fn):
    model.eval()
    correct = 0
    for x, y in loader:
        correct += (model(x).argmax(1) == y).sum(dim=0).item()  # expect: TEF506?
    print(correct)
"""

FLAG["a test that is called with arguments, in a file without training"] = """\
def test_loop(loader, model, loss_fn):
    model.eval()
    correct = 0
    for x, y in loader:
        correct += (model(x).argmax(1) == y).sum(dim=0).item()  # expect: TEF506?
    print(correct)


def main(train_loader, test_loader, model, loss_fn, optimizer):
    for epoch in range(10):
        test_loop(test_loader, model, loss_fn)
"""

CODES = """\
class AutoEncoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(8, 4)
        self.decoder = nn.Linear(4, 8)
        self.softmax = nn.Softmax(-1)

    def forward(self, x):
        return self.decoder(self.encoder(x))


def codes(model: AutoEncoder, loader):
    model.eval()
    norms = []
    for x in loader:
        z = model.encoder(x)  # expect: TEF506 "model.encoder(x) records"
        norms.append(z.norm(dim=1).tolist())
    return norms
"""
FLAG["a part of a model"] = CODES
FLAG["a part of an unknown model"] = "def codes" + CODES.partition("def codes")[2].replace(": AutoEncoder", "")
FLAG["a part of a trainer's model"] = """\
class Trainer:
    def __init__(self, model):
        self.model = model

    def codes(self, loader):
        self.model.eval()
        norms = []
        for x in loader:
            norms.append(self.model.encoder(x).norm(dim=1).tolist())  # expect: TEF506
        return norms
"""
FLAG["a helper that evaluates by itself, in a function that evaluated before"] = """\
def validate(model, loader):
    model.eval()
    with torch.no_grad():
        return sum(F.mse_loss(model(x), y) for x, y in loader)


def fit(model, loader, val):
    optimizer = optim.Adam(model.parameters())
    for _ in range(3):
        model.train()
        for x, y in loader:
            optimizer.zero_grad()
            F.mse_loss(model(x), y).backward()
            optimizer.step()
        print(validate(model, val))


def forecast(model, values):
    model.eval()
    rows = []
    for v in values:
        rows.append(model(v).tolist())  # expect: TEF506
    return rows


def main(loader, val, values):
    model = nn.Linear(10, 5)
    fit(model, loader, val)
    print(forecast(model, values))
"""

LEAVE: dict[str, str] = {
    "an object that explains the model goes back from its output": """\
def maps(model, images, layers, explainer):
    found = []
    for image in images:
        net = model.eval()
        extractor = explainer(net, layers)
        out = net(image.unsqueeze(0))
        found.append(extractor(out.argmax().item(), out))
    return len(found)
""",
    "a branch that asks for gradients, and one under no_grad, in a helper": """\
class Trainer:
    def valid(self):
        self.model.train(False)
        print(self.run())
        self.model.train(True)

    def run(self):
        scores = []
        for x in self.loader:
            if self.model.asks:
                scores.append(self.model(x).mean().item())
                self.model.zero_grad()
            else:
                with torch.no_grad():
                    scores.append(self.model(x).mean().item())
        return scores
""",
    "a branch with autograd, and one without, in the function itself": """\
def evaluate(model: nn.Module, loader, recorded: bool):
    model.eval()
    total = 0
    for x, y in loader:
        if not recorded:
            with torch.inference_mode():
                total += F.mse_loss(model(x), y).item()
        else:
            total += F.mse_loss(model(x), y).item()
    return total
""",
    "timed on one input, without autograd": """\
def latency(model: nn.Module, x, iters):
    model.eval()
    with torch.inference_mode():
        for _ in range(iters):
            out = model(x)
""",
    "a validation that a training function calls without autograd": """\
def validate(model, x, y):
    model.eval()
    return F.mse_loss(model(x), y).item()


def fit(model: nn.Module, loader, x, y):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    for batch, target in loader:
        model.train()
        optimizer.zero_grad()
        F.mse_loss(model(batch), target).backward()
        optimizer.step()
    with torch.no_grad():
        print(validate(model, x, y))
""",
    "by slices of the data, without autograd": """\
@torch.no_grad()
def scores(model: nn.Module, x, size):
    model.eval()
    total = 0.0
    for start in range(0, len(x), size):
        total += model(x[start : start + size]).mean().item()
    return total
""",
    "a helper that an argument keeps from recording": """\
class Tabular:
    def logits(self, x, with_grad: bool):
        if not with_grad:
            with torch.no_grad():
                return self.logits(x, with_grad=True)
        return self.model(x)

    def predict(self, loader, keep_grad=False):
        self.model.eval()
        found = []
        for x in loader:
            found.append(self.logits(x, with_grad=keep_grad).argmax(1).tolist())
        return found
""",
    "a method that is called like a part": """\
def quantise(model, loader):
    model.eval()
    model.fuse_model(is_qat=False)
    model.make_model()
    for x in loader:
        model.observe(x)
""",
    "a part that trains again": CODES.replace("model.eval()", "model.eval()\n    model.encoder.train()").replace(
        '  # expect: TEF506 "model.encoder(x) records"', ""
    ),
    "a part of which a teacher is frozen": CODES.replace(
        "model.eval()", "model.eval()\n    for p in model.encoder.parameters():\n        p.requires_grad = False"
    ).replace('  # expect: TEF506 "model.encoder(x) records"', ""),
    "a part without weights, on what has no graph": CODES.replace(
        "z = model.encoder(x)", "with torch.no_grad():\n            y = model(x)\n        z = model.softmax(y)"
    ).replace('  # expect: TEF506 "model.encoder(x) records"', ""),
    "in the function of a closure": """\
def fit(model, x, y, val):
    optimizer = optim.LBFGS(model.parameters(), lr=1)

    def closure():
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        loss.backward()
        return loss

    for _ in range(20):
        optimizer.step(closure)
    model.eval()
    for a, b in val:
        print(F.mse_loss(model(a), b).item())
""",
    "a model that back-propagates itself": """\
class Settled(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 8)

    def forward(self, x: Tensor):
        state = x.clone().requires_grad_()
        energy = (self.fc(state) - x).square().sum(dim=None)
        energy.backward()
        return state.detach() - state.grad


settled = Settled()


def evaluate(batches: list[Tensor]):
    settled.eval()
    for batch in batches:
        print(settled(batch).argmax(1).tolist())
""",
    "a helper freezes": """\
class Evaluation:
    def freeze(self, model: nn.Module):
        model.eval()
        for p in model.parameters():
            p.requires_grad = False

    def evaluate(self, model: nn.Module, batches: list[Tensor]):
        self.freeze(model)
        total = 0.0
        for batch in batches:
            total += model(batch).mean(dim=None).item()
        return total
""",
    "a hook trains": """\
def train_probe(model, probe, loader, optimizer):
    model.eval()

    def hook(module, inputs, output):
        optimizer.zero_grad()
        probe(output).mean().backward()
        optimizer.step()

    model.layer.register_forward_hook(hook)
    for x in loader:
        model(x)
""",
    "a model of another framework": """\
import MNN


def evaluate(path, loader):
    net = MNN.nn.load_module(path)
    net.eval()
    for x in loader:
        print(net(x).mean())
""",
    **{name: off(program) for name, program in SHAPES.items()},
    "under no_grad": """\
def evaluate(model, loader):
    model.eval()
    with torch.no_grad():
        for x, y in loader:
            print(F.cross_entropy(model(x), y).item())
""",
    "under inference_mode": """\
def evaluate(model, loader):
    model.eval()
    for x, y in loader:
        with torch.inference_mode():
            print(F.cross_entropy(model(x), y).item())
""",
    "decorated": """\
@torch.no_grad()
def evaluate(model, loader):
    model.eval()
    for x, y in loader:
        print(F.cross_entropy(model(x), y).item())


class Trainer:
    def __init__(self, model):
        self.model = model

    @torch.inference_mode()
    def validate(self, loader):
        self.model.eval()
        for x in loader:
            print(self.model(x).mean())
""",
    "no_grad by another name": """\
from torch import no_grad


def evaluate(model, loader):
    model.eval()
    with no_grad():
        for x in loader:
            print(model(x).mean())
    off = torch.no_grad()
    with off:
        for x in loader:
            print(model(x).mean())
""",
    "no_grad or not": """\
from contextlib import nullcontext


def evaluate(model, loader, attack):
    model.eval()
    with nullcontext() if attack else torch.no_grad():
        for x in loader:
            print(model(x).mean())
""",
    "the caller's no_grad": """\
def run(model, loader):
    model.eval()
    for x in loader:
        print(model(x).mean())


def main(model, loader):
    with torch.no_grad():
        run(model, loader)
""",
    "a decorator of another file": """\
from engine import evaluating


@evaluating
def run(model, loader):
    model.eval()
    for x in loader:
        print(model(x).mean())
""",
    "a context manager of another file": """\
from engine import evaluating


def run(model, loader):
    model.eval()
    with evaluating(model):
        for x in loader:
            print(model(x).mean())
""",
    "an attack": """\
def attack(model, x, y, epsilon):
    model.eval()
    x.requires_grad_()
    loss = F.cross_entropy(model(x), y)
    loss.backward()
    return x + epsilon * x.grad.sign()
""",
    "a saliency map": """\
def saliency(model, x):
    model.eval()
    x.requires_grad = True
    score = model(x).max()
    (gradient,) = torch.autograd.grad(score, x)
    return gradient.abs()
""",
    "gradients of an output that another function takes": """\
def slopes(model, x, differentiate):
    model.eval()
    x = x.clone().requires_grad_()
    differentiate(model(x))
    print(x.grad)
""",
    "training in evaluation mode": """\
def finetune(model, loader, optimizer):
    model.eval()
    for x, y in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
""",
    "one function for both": """\
def run_epoch(model, loader, optimizer=None):
    training = optimizer is not None
    model.train(training)
    for x, y in loader:
        with torch.set_grad_enabled(training):
            loss = F.cross_entropy(model(x), y)
        if training:
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
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
    "train() before the model runs": """\
def main(model, loader, optimizer):
    model.eval()
    model.train()
    for x, y in loader:
        print(model(x).mean())
""",
    "eval() of another model": """\
def main(teacher, student, loader):
    teacher.eval()
    for x, y in loader:
        print(student(x).mean())
""",
    "autograd is off in the whole script": """\
torch.set_grad_enabled(False)


def evaluate(model, loader):
    model.eval()
    for x in loader:
        print(model(x).mean())
""",
    "a LightningModule": """\
import lightning as L


class Tuned(L.LightningModule):
    def validation_step(self, batch, index):
        self.net.eval()
        self.log("loss", self.net(batch).mean())
""",
    "the model is only exported": """\
def export(model, x, path):
    model.eval()
    torch.onnx.export(model, x, path)
    return torch.jit.trace(model, x)
""",
    "an expression of pandas": """\
def table(frame, model):
    frame.eval("c = a + b")
    return frame(model)
""",
    "several models, moved and evaluated, run without autograd": """\
def ensemble(nets, dl):
    for net in nets:
        net.to("cuda").eval()
    with torch.no_grad():
        for x in dl:
            print(torch.stack([net(x).softmax(-1) for net in nets]).mean(0).argmax(-1).tolist())
""",
    "loaded, moved and evaluated, run without autograd": """\
def predict(path, dl, device):
    model = torch.load(path).to(device).eval()
    with torch.inference_mode():
        return [model(x.to(device)).argmax(1).cpu() for x in dl]
""",
    "each of several models is saved": """\
def main(models, val, path):
    for model in models:
        model.eval()
        model.save_model(f"{path}/{model.name}")
        model.load_model(path)
""",
}
