"""TEF807 pickled-module: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.
"""

from tests.rules.programs import Whole

HEADER = """\
import copy
import os

import torch
from torch import nn, optim

from nets import Net, build_model


def restored(path):
    return torch.load(path)


class Base(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 2)

    def forward(self, x):
        return self.fc(x)


class Head(Base):
    pass


"""

FLAG: dict[str, str] = {
    "every file is loaded by decision": Whole("""\
import torch
from torch import nn


def save(net: nn.Module, folder):
    torch.save(net, folder / "net.pt")  # expect: TEF807?


def restored(file):
    try:
        return torch.load(file, weights_only=False)
    except TypeError:
        return torch.load(file)
"""),
    "another class loads by decision": """\
class Cache:
    def load(self, file):
        return torch.load(file, weights_only=False)


class Trainer:
    def __init__(self):
        self.net = nn.Linear(2, 2)

    def save(self, path):
        torch.save(self.net, path)  # expect: TEF807
""",
    "loaded again, with a fallback that is no decision": """\
def rebuilt(model: nn.Module, path):
    torch.save(model, path)  # expect: TEF807 "weights_only=False"
    try:
        return torch.load(path, map_location="cuda")
    except RuntimeError:
        return torch.load(path, map_location="cpu")
""",
    "by keywords, in a script that trains": """\
def fit(net, optimizer):
    net.train()
    return net


if __name__ == "__main__":
    path = "net.pt"
    net = build_model()
    optimizer = torch.optim.NAdam(net.parameters())
    net = fit(net, optimizer)
    torch.save(f=path, obj=net)  # expect: TEF807 "weights_only=False"
    loaded = torch.load(f=path)
    print(loaded(torch.ones(1, 4)))
""",
    "beside the weights of the same model": """\
def register(model: nn.Module, folder):
    torch.save(model.state_dict(), folder / "weights.pt")
    torch.save(model, folder / "whole.pt")  # expect: TEF807? "save model.state_dict()"


def register_named(model: nn.Module, folder):
    weights = model.module.state_dict()
    torch.save(weights, folder / "weights.pt")
    torch.save(model, folder / "whole.pt")  # expect: TEF807?
""",
    "beside the weights of another model": """\
def register(model: nn.Module, teacher: nn.Module, folder):
    torch.save(teacher.state_dict(), folder / "weights.pt")
    torch.save(model, folder / "whole.pt")  # expect: TEF807
""",
    "loaded as a module by another function": """\
def save(model: nn.Module, path):
    torch.save(model, path)  # expect: TEF807 "torch.load refuses model from 2.6 on"


def load(path):
    model = torch.load(path)
    assert isinstance(model, nn.Module), type(model)
    return model
""",
    "loaded as a module, by the annotation": """\
class Registry:
    def save(self, model: nn.Module):
        torch.save(model, self.folder / "net.pt")  # expect: TEF807 "pass it weights_only=False"

    def load(self) -> nn.Module:
        return torch.load(self.folder / "net.pt")
""",
    "loaded as a module, by what is done with it": """\
def save(model: nn.Module):
    torch.save(model, open("net.pt", "wb"))  # expect: TEF807 "pass it weights_only=False"


def load():
    net = torch.load(open("net.pt", "rb"))
    net.eval()
    return net
""",
    "another file is loaded as a module": """\
def save(model: nn.Module):
    torch.save(model, "net.pt")  # expect: TEF807 "save model.state_dict()"


def load() -> nn.Module:
    return torch.load("teacher.pt")


def trusted():
    return torch.load("other.pt", weights_only=False)
""",
    "loaded again at once": """\
import io


def rebuilt(model: nn.Module):
    with io.BytesIO() as buffer:
        torch.save(model, buffer)  # expect: TEF807 "torch.load refuses model from 2.6 on, as it is"
        return torch.load(io.BytesIO(buffer.getvalue()))
""",
    "loaded again from a file": """\
def rebuilt(model: nn.Module, path):
    torch.save(model, path)  # expect: TEF807 "weights_only=False"
    model = torch.load(path, map_location="cpu")
    return model
""",
    "another file is loaded": """\
def main(path, other):
    net = Base()
    net.load_state_dict(torch.load(other))
    torch.save(net, path)  # expect: TEF807 "save net.state_dict()"
""",
    "loaded by another function": """\
def save(net: nn.Module, path):
    torch.save(net, path)  # expect: TEF807 "save net.state_dict()"


def load(path):
    return torch.load(path)
""",
    "a mode, and the name of a model": """\
from parsing import load_pipeline


def main(path):
    encoder = load_pipeline()
    encoder.eval()
    torch.save(encoder, path)  # expect: TEF807
""",
    "a mode, another name, and a move": """\
from parsing import load_pipeline


def main(path):
    thing = load_pipeline()
    thing.eval()
    thing.cuda()
    torch.save(thing, path)  # expect: TEF807
""",
    "beside a method for the weights": """\
class Estimator:
    def __init__(self):
        self.net = nn.Linear(2, 2)

    def save_weights(self, path):
        torch.save(self.net.state_dict(), path)

    def save_net(self, path):
        torch.save(self.net, path)  # expect: TEF807?
""",
    "beside a method for checkpoints": """\
class Estimator:
    def __init__(self):
        self.net = nn.Linear(2, 2)
        self.steps = 0

    def checkpoint(self, path):
        torch.save({"net": self.net.state_dict(), "steps": self.steps}, path)

    def export(self, path):
        torch.save(self.net, path)  # expect: TEF807
""",
    "beside a method for a part of the weights": """\
class Estimator:
    def __init__(self):
        self.net = nn.Linear(2, 2)

    def save_weights(self, path):
        weights = self.net.state_dict()
        torch.save(weights, path)

    def save_net(self, path):
        torch.save(self.net, path)  # expect: TEF807?
""",
    "beside a method that saves it, too": """\
class Estimator:
    def __init__(self):
        self.net = nn.Linear(2, 2)

    def save(self, path):
        torch.save(self.net, path)  # expect: TEF807

    def store(self, path):
        torch.save({"net": self.net}, path)  # expect: TEF807


def save_weights(net: nn.Module, path):
    torch.save(net.state_dict(), path)
""",
    "a subclass of a subclass": """\
model = Head()
torch.save(model, "head.pt")  # expect: TEF807 "class of model by its place"
""",
    "an alias, a keyword, a copy": Whole("""\
import torch as th
from copy import deepcopy
from torch import nn, save

net = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
save(net, f="net.pt")  # expect: TEF807?
th.save(f="net.pt", obj=deepcopy(net).half())  # expect: TEF807?
th.serialization.save(net.cpu(), "net.pt")  # expect: TEF807?
"""),
    "a module of another file, by what is done with it": """\
model = build_model()
model.eval()
torch.save(model, "model.pt")  # expect: TEF807
""",
    "a dict, written in the call": """\
def save_checkpoint(model: nn.Module, optimizer, epoch, path):
    torch.save(  # expect: TEF807 "save model.state_dict()"
        {
            "epoch": epoch,
            "model": model,
            "optimizer": optimizer.state_dict(),
        },
        path,
    )
""",
    "a dict by name, filled later": """\
def checkpoint(path, epoch):
    model = Head()
    state = {"epoch": epoch}
    state["model"] = model
    torch.save(state, path)  # expect: TEF807 "a module in state"
""",
    "dict(), a tuple, a list": """\
head = Head()
torch.save(dict(model=head, epoch=3), "a.pt")  # expect: TEF807
torch.save((head, 3), "a.pt")  # expect: TEF807
torch.save([head.fc, 3], "a.pt")  # expect: TEF807 "head.fc"
""",
    "self": """\
class Saving(Base):
    def store(self, folder):
        torch.save(self, os.path.join(folder, "whole.pt"))  # expect: TEF807 "save self.state_dict()"
""",
    "the model of a trainer": """\
class Trainer:
    def __init__(self, model, lr):
        self.model = model
        self.optimizer = optim.Adam(self.model.parameters(), lr=lr)

    def save(self, path):
        if path:
            torch.save(self.model, path)  # expect: TEF807 "save self.model.state_dict()"
        torch.save({"model": self.model, "optimizer": self.optimizer.state_dict()}, path)  # expect: TEF807
""",
    "the model in a DistributedDataParallel": """\
from torch.nn.parallel import DistributedDataParallel as DDP


def run(rank):
    model = DDP(Head(), device_ids=[rank])
    torch.save(model.module, "a.pt")  # expect: TEF807
    torch.save(model, "a.pt")  # expect: TEF807
""",
    "the model in a DataParallel of its own package": """\
def run(device):
    wrapped = nn.parallel.DataParallel(Head())
    torch.save(wrapped.module, "a.pt")  # expect: TEF807
""",
    "the model in a DataParallel": """\
def run(device):
    model = nn.DataParallel(Head()).to(device)
    torch.save(model.module, "a.pt")  # expect: TEF807
    torch.save(model, "a.pt")  # expect: TEF807
""",
    "a helper that is given a module": """\
def store(network, path):
    torch.save(network, path)  # expect: TEF807


store(Head(), "a.pt")
""",
    "the best of a training loop": """\
def fit(loader, device):
    model = Net().to(device)
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    best = 0.0
    for epoch in range(10):
        model.train()
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
        score = evaluate(model)
        if score > best:
            best = score
            torch.save(model, f"best_{epoch}.pt")  # expect: TEF807
""",
    "torchvision": """\
import torchvision

backbone = torchvision.models.resnet18(weights=None)
backbone.fc = nn.Linear(512, 2)
with open("b.pt", "wb") as file:
    torch.save(backbone, file)  # expect: TEF807
""",
    "Lightning": Whole("""\
import lightning as L
import torch
from torch import nn


class Lit(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(2, 2)

    def on_train_end(self):
        torch.save(self.net, "net.pt")  # expect: TEF807?


lit = Lit()
L.Trainer().fit(lit)
torch.save(lit, "lit.pt")  # expect: TEF807?
"""),
    "collections": """\
from collections import OrderedDict


class Trainer:
    def __init__(self, model):
        self.model = model

    def save(self, path):
        self.model.eval()
        torch.save(OrderedDict(model=self.model), path)  # expect: TEF807
        state = {"epoch": 3, "models": {"first": self.model}}
        torch.save(state, path)  # expect: TEF807
        torch.save({**state, "epoch": 4}, path)  # expect: TEF807
""",
    "what a function makes of a model": """\
from tools import de_parallel


def last(model: nn.Module, ema, epoch):
    ckpt = {"epoch": epoch, "model": copy.deepcopy(de_parallel(model)).half()}
    torch.save(ckpt, "last.pt")  # expect: TEF807
""",
    "a choice of the caller": """\
import dill


def store(model: nn.Module, path, whole):
    if whole:
        torch.save(model, path)  # expect: TEF807?
    else:
        torch.save(model.state_dict(), path)
    torch.save(model, path, pickle_module=dill)  # expect: TEF807?
""",
    "on one process only": """\
def store(model: nn.Module, path, rank):
    if rank == 0:
        torch.save(model, path)  # expect: TEF807?
        torch.save(model.state_dict(), path)
""",
    "what a callback saves": """\
def saving(model, path):
    def save(step):
        model.to("cpu")
        torch.save(model, path)  # expect: TEF807

    return save
""",
    "what Lightning fits": """\
import pytorch_lightning as pl


def fit(model, loader, path):
    pl.Trainer(max_epochs=3).fit(model, loader)
    torch.save(model, path)  # expect: TEF807
""",
    "compiled": """\
model = torch.compile(Head())
torch.save(model, "model.pt")  # expect: TEF807
""",
}

LEAVE: dict[str, str] = {
    "loaded by decision in another method, under another name": """\
class Model(Base):
    def save(self, path):
        torch.save(self, path)

    @classmethod
    def load(cls, file):
        try:
            return torch.load(file, map_location="cpu", weights_only=False)
        except TypeError:
            return torch.load(file, map_location="cpu")
""",
    "loaded by decision in another function": """\
def save(net: nn.Module, path):
    torch.save(net, path)


def load(path):
    try:
        return torch.load(path, weights_only=False)
    except TypeError:
        return torch.load(path)
""",
    "loaded again by decision, but for older releases": """\
def rebuilt(model: nn.Module, path):
    torch.save(model, path)
    try:
        return torch.load(path, weights_only=False)
    except TypeError:
        return torch.load(path)
""",
    "a class that says what of it is pickled": """\
class Graph(Base):
    def __getstate__(self):
        return {"weights": self.state_dict(), "version": 2}

    def __setstate__(self, state):
        self.__init__()
        self.load_state_dict(state["weights"])

    def save(self, path):
        torch.save(self, path)
""",
    "a class that says how it is pickled": """\
class Graph(Base):
    def __reduce__(self):
        return restored_graph, (self.state_dict(),)

    def save(self, path):
        torch.save(self, path)
""",
    "the state of the model in a DistributedDataParallel": """\
def run(rank):
    model = nn.parallel.DistributedDataParallel(Head(), device_ids=[rank])
    torch.save(model.module.state_dict(), "a.pt")
    torch.save({"model": model.state_dict()}, "a.pt")
""",
    "what a function of the package gives": """\
def run(batch):
    parts = nn.parallel.scatter(batch, [0, 1])
    torch.save(parts, "a.pt")
""",
    "in a demonstration": """\
if __name__ == "__main__":
    net = Head()
    torch.save(obj=net, f="net.pt")
""",
    "loaded by decision in another method": """\
class Registry:
    def register(self, model: nn.Module, name):
        folder = self.folder / name
        torch.save(model.state_dict(), folder / "net.pt")
        torch.save(model, folder / "whole.pt")

    def load(self, name):
        folder = self.folder / name
        return torch.load(folder / "whole.pt", weights_only=False)
""",
    "loaded by decision, under one name": """\
class Registry:
    def __init__(self, path):
        self.path = path

    def save(self, model: nn.Module):
        torch.save(model, self.path)

    def load(self):
        with open(self.path, "rb") as file:
            print(file)
        return torch.load(self.path, map_location="cpu", weights_only=False)
""",
    "loaded as a module by decision": """\
def save(model: nn.Module, path):
    torch.save(model, path)


def load(path) -> nn.Module:
    return torch.load(path, weights_only=False)
""",
    "a checkpoint and the weights of it": """\
class Estimator:
    def __init__(self):
        self.net = nn.Linear(2, 2)
        self.steps = 0

    def checkpoint(self, path):
        torch.save({"net": self.net.state_dict(), "steps": self.steps}, path)

    def export(self, path):
        torch.save(self.net.state_dict(), path)
""",
    "a copy by way of a buffer": """\
import io


def rebuilt(model: nn.Module):
    buffer = io.BytesIO()
    torch.save(model, buffer)
    buffer.seek(0)
    return torch.load(buffer, weights_only=False)
""",
    "a copy by way of a file": """\
def rebuilt(model: nn.Module, path):
    torch.save(model, path)
    return torch.load(path, weights_only=False)
""",
    "an object with modes of its own": """\
from parsing import Transform


class Parser:
    def __init__(self):
        self.transform = Transform()

    def evaluate(self):
        self.transform.eval()

    def train(self):
        self.transform.train()

    def save(self, path):
        torch.save({"transform": self.transform}, path)
""",
    "a class of the file with modes of its own": """\
class Transform:
    def train(self):
        self.training = True

    def eval(self):
        self.training = False


def main(path):
    transform = Transform()
    transform.eval()
    torch.save(transform, path)
""",
    "a pipeline": """\
from parsing import load_pipeline


def main(path):
    pipeline = load_pipeline()
    pipeline.train()
    torch.save(pipeline, path)
""",
    "loaded again with an opinion": """\
def rebuilt(model: nn.Module, path, trusted):
    torch.save(model, path)
    return torch.load(path, weights_only=not trusted)
""",
    "state dicts": """\
model = Head()
optimizer = optim.SGD(model.parameters(), lr=0.1)
torch.save(model.state_dict(), "a.pt")
torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(), "epoch": 3}, "a.pt")
torch.save(dict(model=model.state_dict()), "a.pt")
torch.save(model.module.state_dict() if hasattr(model, "module") else model.state_dict(), "a.pt")
""",
    "a state dict under the model's name": """\
def store(path):
    model = Head()
    model.eval()
    model = model.state_dict()
    torch.save(model, path)
""",
    "a state dict by name": """\
class Trainer:
    def __init__(self, model: nn.Module):
        self.model = model

    def state(self):
        return {"model": self.model.state_dict(), "step": 1}

    def save(self, path):
        state = self.state()
        torch.save(state, path)
        weights = self.model.state_dict()
        torch.save(weights, path)
""",
    "weights on the CPU": """\
def store(model: nn.Module, path):
    torch.save({name: value.cpu() for name, value in model.state_dict().items()}, path)
    torch.save(copy.deepcopy(model.state_dict()), path)
    torch.save([parameter.detach() for parameter in model.parameters()], path)
""",
    "what a method makes of a model": """\
class Difference:
    def between(self, model):
        return {name: value - self.base[name] for name, value in model.state_dict().items()}

    def save(self, model: nn.Module, path):
        changed = self.between(model)
        torch.save(changed, path)
        torch.save(self.between(model), path)
""",
    "tensors": """\
def store(x: torch.Tensor, labels: torch.Tensor, path):
    torch.save(x, path)
    torch.save({"x": x, "labels": labels}, path)
    torch.save(x.cpu().half(), path)
""",
    "a parameter": """\
model = Head()
torch.save(model.fc.weight, "weight.pt")
torch.save(model.fc.weight.detach().cpu(), "weight.pt")
torch.save(model(torch.ones(1, 4)), "out.pt")
""",
    "what is not known": """\
def store(state, path):
    torch.save(state, path)


def convert(checkpoint, path):
    torch.save(checkpoint["model"], path)
    torch.save(torch.load("a.pt", weights_only=True), path)
""",
    "settings beside the weights": """\
def store(model: Base, args, path):
    torch.save({"args": args, "size": model.fc.in_features, "weights": model.state_dict()}, path)
    torch.save(args, path)
    torch.save({"name": model.__class__.__name__, "weights": model.fc.state_dict()}, path)
""",
    "another save": """\
import joblib
import numpy as np

model = Head()
scripted = model.to("cpu")
np.save("weights.npy", model.fc.weight.detach().numpy())
joblib.dump([1, 2], "a")
model.save("a.pt")
torch.onnx.export(model, torch.ones(1, 4), "model.onnx")
""",
    "a save of its own": Whole("""\
import torch
from torch import nn

from storage import save

model = nn.Linear(2, 2)
save(model, "a.pt")
torch.jit.trace(model, torch.ones(1, 2)).save("a.pt")
"""),
    "tests that pickle": """\
import io


def test_model_can_be_pickled():
    buffer = io.BytesIO()
    torch.save(Head(), buffer)
    buffer.seek(0)
    torch.load(buffer, weights_only=False)
""",
    "an optimizer's state": """\
def store(model: nn.Module, path):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    torch.save(optimizer.state_dict(), path)
    torch.save({"optimizer": optimizer.state_dict()["state"]}, path)
""",
    "averaged weights": """\
def store(models: list[nn.Module], path):
    mean = {name: sum(one.state_dict()[name] for one in models) for name in models[0].state_dict()}
    torch.save(mean, path)
""",
    "what a model says of itself": """\
class Vocabulary:
    def __init__(self, words):
        self.words = words

    def save(self, path):
        torch.save(self, path)
        torch.save(self.words, path)
""",
}
