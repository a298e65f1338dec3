"""TEF406 numpy-from-grad: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.
"""

from tests.rules.programs import Whole

HEADER = """\
import torch
import torch.nn.functional as F
from torch import Tensor, nn


"""

FLAG: dict[str, str] = {
    "called by the script": """\
def predict(model: nn.Module, x: Tensor):
    return model(x).cpu().numpy()  # expect: TEF406


net = nn.Linear(3, 2)
print(predict(net, torch.ones(1, 3)))
""",
    "called by a main function": """\
def predict(model: nn.Module, x: Tensor):
    y = model(x)
    return y.numpy()  # expect: TEF406


def main():
    print(predict(nn.Linear(3, 2), torch.ones(1, 3)))


if __name__ == "__main__":
    main()
""",
    "in a function that trains": """\
def train(model: nn.Module, optimizer, loader):
    for x, y in loader:
        optimizer.zero_grad()
        output = model(x)
        F.mse_loss(output, y).backward()
        optimizer.step()
        print(output.cpu().numpy())  # expect: TEF406
""",
    "called by a function that trains": """\
class Trainer:
    def __init__(self, model: nn.Module, optimizer):
        self.model: nn.Module = model
        self.optimizer = optimizer

    def train(self, loader):
        for x, y in loader:
            output = self.model(x)
            F.mse_loss(output, y).backward()
            self.optimizer.step()
            self.optimizer.zero_grad()
            self.log(x)

    def log(self, x):
        layer = nn.Linear(3, 2)
        print(layer(x).numpy())  # expect: TEF406
""",
    "in a forward that a function which trains calls": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 2)

    def forward(self, x):
        y = self.fc(x)
        print(y.numpy())  # expect: TEF406
        return y


def train(optimizer, loader):
    net = Net()
    for x, y in loader:
        F.mse_loss(net(x), y).backward()
        optimizer.step()
        optimizer.zero_grad()
""",
    "inferred by forward, which another file may run without gradients": """\
class Layout(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 2)

    def scores(self, x):
        return self.fc(x)

    def infer(self, x):
        return self.scores(x).sigmoid().cpu().numpy()  # expect: TEF406?

    def forward(self, x):
        return self.infer(x)
""",
    "a decoder that nothing calls": """\
class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 2)

    def greedy_decode(self, states, steps):
        tokens = []
        for _ in range(steps):
            scores = torch.log_softmax(self.fc(states), dim=-1)
            tokens.append(scores.cpu().numpy())  # expect: TEF406?
        return tokens
""",
    "an output of an unknown dtype, moved": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def act(self, x, device):
        a = self.fc(x).to("cpu").numpy()  # expect: TEF406?
        b = self.fc(x).to(torch.device("cpu")).numpy()  # expect: TEF406?
        c = self.fc(x).to(device="cpu").numpy()  # expect: TEF406?
        return a, b, c, self.fc(x).to(device, non_blocking=True).numpy()  # expect: TEF406?
""",
    "an output of an unknown dtype, in another shape": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def act(self, x):
        a = self.fc(x).view(3, 1).numpy()  # expect: TEF406?
        b = self.fc(x).view(x.size(0), -1).to("cpu").numpy()  # expect: TEF406?
        return a, b, self.fc(x).view(x.shape).numpy()  # expect: TEF406?
""",
    "a leaf that its own methods show": """\
def f(image):
    x = image.clone().requires_grad_(True)
    return x.numpy()  # expect: TEF406
""",
    "an output": """\
def predict(model: nn.Linear, x: Tensor):
    return model(x).numpy()  # expect: TEF406? "use model(x).detach().numpy()"
""",
    "an output through a name and layers": """\
def predict(model: nn.Module, x: Tensor):
    output = model(x)
    scores = torch.softmax(output, dim=1)
    return scores.numpy()  # expect: TEF406? "use scores.detach().numpy()"
""",
    "an output that is moved": """\
def predict(model: nn.Module, x: Tensor):
    return model(x).cpu().numpy()  # expect: TEF406? "use model(x).detach().cpu().numpy()"
""",
    "weights": """\
layer = nn.Linear(3, 2)
print(layer.weight.numpy())  # expect: TEF406 "layer.weight.numpy() raises"
for p in layer.parameters():
    print(p.numpy())  # expect: TEF406
weights = {name: p.cpu().numpy() for name, p in layer.named_parameters()}  # expect: TEF406
""",
    "a leaf": """\
w = torch.randn(3, requires_grad=True)
print(w.numpy())  # expect: TEF406 "use w.detach().numpy()"
print((2 * w).sum(dim=None).numpy())  # expect: TEF406
""",
    "a leaf that is made one later": """\
x = torch.linspace(0, 1, 5)
x.requires_grad_()
y = x.sin().numpy()  # expect: TEF406
z = torch.ones(3)
z.requires_grad = True
print(z.numpy())  # expect: TEF406
""",
    "a parameter": """\
scale = nn.Parameter(torch.ones(3))
values = scale.numpy()  # expect: TEF406
""",
    "in forward": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 2)
        self.scale = nn.Parameter(torch.ones(2))

    def forward(self, x):
        y = self.fc(x)
        self.seen = y.numpy()  # expect: TEF406?
        return y * self.scale

    def values(self):
        return self.scale.numpy()  # expect: TEF406?
""",
    "a loss": """\
def report(model: nn.Linear, x: Tensor, y: Tensor):
    loss = F.mse_loss(model(x), y)
    loss.backward()
    return loss.numpy()  # expect: TEF406
""",
    "after training": """\
model = nn.Sequential(nn.Linear(1, 8), nn.ReLU(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
x = torch.linspace(0, 1, 20).unsqueeze(1)
for _ in range(100):
    optimizer.zero_grad()
    loss = F.mse_loss(model(x), x)
    loss.backward()
    optimizer.step()
predicted = model(x).squeeze(1).numpy()  # expect: TEF406
""",
    "evaluation mode alone": """\
def predict(model: nn.Module, x: Tensor):
    model.eval()
    return model(x).numpy()  # expect: TEF406? # expect: TEF506?
""",
    "another name": Whole("""\
import torch as th

w = th.ones(3, requires_grad=True)
print(w.exp().numpy())  # expect: TEF406
"""),
    "CUDA": """\
def predict(model: nn.Module, x: Tensor):
    model = model.to("cuda")
    return model(x.to("cuda")).numpy()  # expect: TEF406? ".detach().cpu().numpy()"
""",
    "a model that may be frozen": """\
def plot(model: nn.Module, x: Tensor):
    for p in model.parameters():
        p.requires_grad = False
    return model(x).numpy()  # expect: TEF406?
""",
    "frozen by a helper": """\
def plot(model: nn.Module, x: Tensor, set_requires_grad):
    set_requires_grad(model, requires_grad=False)
    return model(x).numpy()  # expect: TEF406?
""",
    "frozen by a flag": """\
def freeze(model: nn.Module, trains):
    for p in model.parameters():
        p.requires_grad = trains


def plot(model: nn.Module, x: Tensor):
    return model(x).numpy()  # expect: TEF406?
""",
    "grad mode set by a flag": """\
def switch(on):
    torch.set_grad_enabled(on)


def plot(model: nn.Module, x: Tensor):
    return model(x).numpy()  # expect: TEF406?
""",
    "a tensor made without gradients": """\
# requires_grad = False is what a tensor starts with
zero = torch.zeros(3, requires_grad=False)
fixed = nn.Parameter(zero, requires_grad=False)


def plot(model: nn.Module, x: Tensor):
    return model(x).numpy()  # expect: TEF406?
""",
    "called with gradients further down": """\
def predict(x):
    model = nn.Linear(3, 2)
    return model(x).numpy()  # expect: TEF406?


def main(x):
    print(predict(x))
""",
    "in a lambda": """\
model = nn.Linear(3, 2)
predict = lambda x: model(x).numpy()  # expect: TEF406
""",
    "in a function that is handed on": """\
def infer(model: nn.Module, chunks: Tensor):
    with torch.inference_mode():
        outputs = model(chunks)

    def convert(output: Tensor, conversion: nn.Module):
        return conversion(output).cpu().numpy()  # expect: TEF406?

    return convert_all(convert, outputs)
""",
    "in a function within another that is called there": """\
def infer(model: nn.Module, chunks: Tensor):
    def convert(chunk: Tensor):
        return model(chunk).cpu().numpy()  # expect: TEF406?

    return [convert(chunk) for chunk in chunks]
""",
    "weights that the file replaces by frozen ones": """\
class Heads(nn.Module):
    def __init__(self, weights):
        super().__init__()
        self.heads = nn.Sequential()
        for weight in weights:
            head = nn.Linear(0, 0, bias=False)
            head.weight = nn.Parameter(weight, requires_grad=False)
            self.heads.append(head)

    def arrays(self):
        return self.heads[0].weight.numpy()  # expect: TEF406?
""",
}

LEAVE: dict[str, str] = {
    "a helper of a script that runs it without gradients": """\
def predict(model: nn.Module, x: Tensor):
    return model(x).cpu().numpy()


net = nn.Linear(3, 2)
with torch.no_grad():
    print(predict(net, torch.ones(1, 3)))
""",
    "in a function that trains, under no_grad": """\
def train(model: nn.Module, optimizer, loader):
    for x, y in loader:
        optimizer.zero_grad()
        F.mse_loss(model(x), y).backward()
        optimizer.step()
        with torch.no_grad():
            print(model(x).cpu().numpy())
""",
    "detached in a forward that a training function calls": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 2)

    def forward(self, x):
        y = self.fc(x)
        print(y.detach().numpy())
        return y


def train(optimizer, loader):
    net = Net()
    for x, y in loader:
        F.mse_loss(net(x), y).backward()
        optimizer.step()
        optimizer.zero_grad()
""",
    "an output of what may be another dtype": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def act(self, x, kind, sizes):
        a = self.fc(x).to(kind).numpy(), self.fc(x).to(x).numpy(), self.fc(x).to(*sizes).numpy()
        b = self.fc(x).to("cpu", kind).numpy(), self.fc(x).to("cpu", dtype=kind).numpy()
        c = self.fc(x).to("cpu", torch.long).numpy(), self.fc(x).view(torch.int32).numpy()
        return a, b, c, self.fc(x).view(kind).numpy(), self.fc(x).view(*sizes).numpy()
""",
    "an object that needs no gradient": """\
def f(image):
    x = image.clone().requires_grad_(False)
    return x.numpy()
""",
    "detached": """\
def predict(model: nn.Linear, x: Tensor):
    y = model(x).detach()
    return y.numpy(), model(x).detach().cpu().numpy(), model.weight.detach().numpy()
""",
    "under no_grad": """\
@torch.no_grad()
def predict(model: nn.Linear, x: Tensor):
    return model(x).numpy()


def again(model: nn.Linear, x: Tensor):
    with torch.no_grad():
        y = model(x)
    return y.numpy()


@torch.inference_mode()
def fast(model: nn.Linear, x: Tensor):
    return model(x).cpu().numpy()
""",
    "whole numbers": """\
def labels(model: nn.Linear, x: Tensor):
    return model(x).argmax(1).numpy(), (model(x) > 0).cpu().numpy(), model(x).max(1)[1].numpy()
""",
    "forced": """\
def predict(model: nn.Linear, x: Tensor):
    return model(x).numpy(force=True)
""",
    "plain tensors": """\
x = torch.linspace(0, 1, 5)
print(x.numpy(), x.sin().numpy(), torch.zeros(3).numpy())
""",
    "a parameter of a function": """\
def plot(x: Tensor, y):
    return x.numpy(), y.numpy(), (x + 1).cpu().numpy()
""",
    "a model that nobody knows": """\
def predict(model, x):
    return model.predict(x).numpy()
""",
    "frozen": """\
w = torch.randn(3, requires_grad=True)
w.requires_grad_(False)
print(w.numpy())
""",
    "called without gradients further down": """\
def predict(x):
    model = nn.Linear(3, 2)
    return model(x).numpy()


def main(x):
    with torch.no_grad():
        print(predict(x))
""",
    "read under no_grad": """\
theta = nn.Parameter(torch.zeros(3))
for step in range(300):
    loss = (theta * 2).sum()
    loss.backward()
    with torch.no_grad():
        print(loss.numpy(), theta.numpy())
""",
    "read in inference mode": """\
def weights(layer: nn.Linear):
    with torch.inference_mode():
        return layer.weight.cpu().numpy()
""",
    "as a list": """\
def predict(model: nn.Linear, x: Tensor):
    return model(x).tolist()
""",
    "expected to raise": """\
import pytest


def test_numpy():
    w = torch.ones(3, requires_grad=True)
    with pytest.raises(RuntimeError):
        w.numpy()
""",
    "tried": """\
def to_numpy(model: nn.Linear, x: Tensor):
    y = model(x)
    try:
        return y.numpy()
    except RuntimeError:
        return y.detach().numpy()
""",
    "of another library": Whole("""\
import tensorflow as tf
import torch


def predict(model: tf.keras.Model, x):
    return model(x).numpy()
"""),
    "grad mode off": """\
torch.set_grad_enabled(False)
model = nn.Linear(3, 2)
print(model(torch.ones(1, 3)).numpy())
""",
    "buffers and masks": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("steps", torch.arange(3))

    def values(self):
        return self.steps.numpy()
""",
    "the state dict": """\
layer = nn.Linear(3, 2)
weights = {name: value.numpy() for name, value in layer.state_dict().items()}
""",
    "an estimator": Whole("""\
import numpy as np
import torch


def entries(frame, x: torch.Tensor):
    return frame.to_numpy(), np.ones(3), x.detach().numpy()
"""),
}
