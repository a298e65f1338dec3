"""TEF806 unsafe-load: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.
"""

from tests.rules.programs import Whole

HEADER = """\
import functools

import torch
from torch import nn

from nets import Net


"""

FLAG: dict[str, str] = {
    "what the class saves beside the weights": Whole("""\
import numpy as np
import torch


class Trainer:
    def __init__(self, model, loss_func, path):
        self.model = model
        self.loss_func = loss_func
        self.paths = np.asarray(path).copy()

    def step(self, x, y):
        return self.loss_func(self.model(x), y)

    def save(self, name):
        state = {"model": self.model.state_dict()}
        state["loss_func"] = self.loss_func
        torch.save(state, name)

    @staticmethod
    def load(name):
        return torch.load(name)["model"]  # expect: TEF806?


class Views:
    def __init__(self, paths):
        self.paths = np.asarray(paths)

    def config(self):
        return {"paths": self.paths.copy(), "count": 3}

    def save(self, model, name):
        torch.save({"config": self.config(), "state": model.state_dict()}, name)

    def load(self, model, name):
        model.load_state_dict(torch.load(name)["state"])  # expect: TEF806?


class Checkpoint:
    def save(self, name):
        epoch = self.trainer.state["epoch"]
        loss = self.trainer.state["losses"][epoch] if epoch else None
        torch.save({"state": self.trainer.model.state_dict(), "loss": loss}, name)

    def load(self, name):
        self.trainer.model.load_state_dict(torch.load(name)["state"])  # expect: TEF806?
"""),
    "numbers that the class saves beside the weights": """\
class Weights:
    def save(self, model, name):
        torch.save({"state": model.state_dict(), "seen": self.seen, "loss": self.losses[-1]}, name)

    def load(self, model, name):
        model.load_state_dict(torch.load(name)["state"])  # expect: TEF806
""",
    "what is taken for a model": """\
class Loader:
    def load(self):
        raise NotImplementedError


class Made(Loader):
    def load(self):
        model = Net()
        return model, (1, 3)


class Read(Loader):
    def load(self):
        return torch.load(self.path), self.shape  # expect: TEF806?


def old(path):
    model = Net()
    saved = torch.load(path)  # expect: TEF806?
    if isinstance(saved, dict):
        model.load_state_dict(saved)
    else:
        model = saved
    model = model.to("cpu")
    model.eval()
    return model


def load_model(path):
    return torch.load(path)  # expect: TEF806?


def load_model_state(path):
    return torch.load(path)  # expect: TEF806


def state(path, net):
    saved = torch.load(path)  # expect: TEF806
    weights = saved["weights"] if "weights" in saved else saved
    net.load_state_dict(weights)
    return net
""",
    "where each caller unpickles": Whole("""\
import pickle

import torch


def load_weights(net, path):
    net.load_state_dict(torch.load(path))  # expect: TEF806?


def words(path):
    with open(path, "rb") as file:
        return pickle.load(file)


def main(net, folder):
    known = words(folder / "words.pkl")
    load_weights(net, folder / "net.pt")
    return known


def resume(net, path):
    net.load_state_dict(torch.load(path))  # expect: TEF806


def plain(net, path):
    resume(net, path)


def both(net, path):
    resume(net, path)
    return words(path)
"""),
    "a checkpoint of Lightning's": """\
def restored(path, net):
    checkpoint = torch.load(path, map_location="cpu")  # expect: TEF806?
    options = checkpoint["hyper_parameters"]
    net.load_state_dict(checkpoint["state_dict"])
    return options


def version(path):
    return torch.load(path).get("pytorch-lightning_version")  # expect: TEF806?


def weights(path, key):
    saved = torch.load(path)  # expect: TEF806
    return saved["state_dict"], saved.get("epoch"), saved[key]
""",
    "items that are objects": """\
def options(path):
    saved = torch.load(path)  # expect: TEF806?
    return saved["args"].lr


def degrees(path):
    graphs = torch.load(path)  # expect: TEF806?
    print([graph.edge_index for graph in graphs])
    for graph in torch.load(path):  # expect: TEF806?
        print(graph.edge_attr)


def sizes(path):
    for name, x in torch.load(path).items():  # expect: TEF806
        print(name, x.shape)
    return [x.shape for x in torch.load(path)]  # expect: TEF806
""",
    "a function that takes weights_only itself": """\
class Parts:
    def __init__(self, model_file, state_file, weights_only=False):
        self.model = torch.load(model_file, weights_only=weights_only)
        self.state = torch.load(state_file)  # expect: TEF806?


def state_of(file, weights):
    return torch.load(file)[weights]  # expect: TEF806
""",
    "a number of NumPy's in what is saved": Whole("""\
import numpy as np
import torch


def train(net, losses, path):
    best = np.mean(losses)
    torch.save({"net": net.state_dict(), "loss": best}, path)


def resume(path):
    return torch.load(path)["loss"]  # expect: TEF806?
"""),
    "graphs that a data set keeps": Whole("""\
import torch
from torch_geometric.data import InMemoryDataset


class Graphs(InMemoryDataset):
    def __init__(self, root):
        super().__init__(root)
        self.data, self.slices = torch.load(self.processed_paths[0])  # expect: TEF806?


def weights(path):
    return torch.load(path)  # expect: TEF806
"""),
    "what the same function saved": Whole("""\
import torch


def train(model, path, other):
    torch.save(model.state_dict(), path)
    model.load_state_dict(torch.load(path))  # expect: TEF806?
    return torch.load(other)  # expect: TEF806
"""),
    "what becomes the state of an object": """\
class Session:
    def load(self, path):
        cache = torch.load(path)  # expect: TEF806?
        self.tensors = cache.pop("tensors")
        for key, value in cache.items():
            setattr(self, key, value)

    def restore(self, path):
        self.__dict__.update(torch.load(path))  # expect: TEF806?

    def copy(self, path, other):
        for key, value in torch.load(path).items():  # expect: TEF806
            other.load(key, value)
""",
    "beside what the data set unpickles": Whole("""\
import pickle

import torch


class Rows:
    def __init__(self, folder):
        with open(folder / "scaler.pkl", "rb") as file:
            self.scaler = pickle.load(file)


def build(folder):
    return Rows(folder)


def main(folder, net):
    rows = build(folder)
    net.load_state_dict(torch.load(folder / "net.pt"))  # expect: TEF806?
    return net(rows)


def restored(path, net):
    net.load_state_dict(torch.load(path))  # expect: TEF806
"""),
    "what another process is given": """\
def synchronise(engine, net, path):
    torch.save(net.state_dict(), path)

    def load(worker, file):
        worker.load_weights(torch.load(file, map_location="cpu"))  # expect: TEF806?

    engine.run(load, path)


def main(engine, other):
    def load(worker, file):
        worker.load_weights(torch.load(file, map_location="cpu"))  # expect: TEF806

    engine.run(load, other)
""",
    "beside what is unpickled anyway": Whole("""\
import pickle

import joblib
import torch


def parts(folder):
    order = pickle.load((folder / "order.pkl").open("rb"))
    return order, torch.load(folder / "encoder.pt")  # expect: TEF806?


class Store:
    def read(self, path):
        self.scaler = joblib.load(path / "scaler")
        self.weights = torch.load(path / "weights.pt")  # expect: TEF806?

    def read_weights(self, path):
        self.weights = torch.load(path / "weights.pt")  # expect: TEF806?


class Weights:
    def read(self, path):
        return torch.load(path / "weights.pt")  # expect: TEF806
"""),
    "what is called": """\
def evaluate(path, x):
    model = torch.load(path)  # expect: TEF806? "weights_only=False only if you trust"
    return model(x), torch.load(path)(x)  # expect: TEF806?
""",
    "a module that was saved right before": """\
from training import fit


def main(path, other):
    net = nn.Linear(3, 2)
    torch.save(obj=net, f=path)  # expect: TEF807
    loaded = torch.load(f=path)  # expect: TEF806? "weights_only=False only if you trust"
    torch.save(f=other, obj=net)  # expect: TEF807
    again = torch.load(other, "cpu")  # expect: TEF806?
    weights = torch.load("weights.pt")  # expect: TEF806 "weights_only=True"
    return fit(loaded, again, weights)
""",
    "a module that another method saves": """\
class Store:
    def save(self, net: nn.Module):
        torch.save(net, self.folder / "net.pt")  # expect: TEF807

    def load(self, folder):
        self.net = torch.load(self.folder / "net.pt")  # expect: TEF806?
        self.weights = torch.load(self.folder / "weights.pt")  # expect: TEF806 "weights_only=True"
""",
    "the state of a module that is saved, too": """\
def main(path, older):
    net = nn.Linear(3, 2)
    torch.save(net, path)  # expect: TEF807
    net.load_state_dict(torch.load(older))  # expect: TEF806 "weights_only=True"
""",
    "what is said to be a module": """\
def asserted(path):
    net = torch.load(path)  # expect: TEF806 "load a state dict"
    assert isinstance(net, nn.Module), type(net)
    return net


def annotated(path) -> nn.Module:
    return torch.load(path)  # expect: TEF806 "load a state dict"


def state(path) -> dict:
    return torch.load(path)  # expect: TEF806 "weights_only=True"
""",
    "a state dict": """\
model = Net()
model.load_state_dict(torch.load("net.pt", map_location="cpu"))  # expect: TEF806 "weights_only=True"
""",
    "a checkpoint": """\
def resume(path, model, optimizer, device):
    checkpoint = torch.load(path, map_location=device)  # expect: TEF806
    model.load_state_dict(checkpoint["model"])
    optimizer.load_state_dict(checkpoint["optimizer"])
    return checkpoint["epoch"] + 1
""",
    "aliases": Whole("""\
import torch as th
from torch import load as torch_load
from torch.serialization import load

weights = th.load("a.pt")  # expect: TEF806
weights = torch_load("a.pt")  # expect: TEF806
weights = load("a.pt")  # expect: TEF806
read = th.load
weights = read("a.pt")  # expect: TEF806
"""),
    "undecided": """\
weights = torch.load("a.pt", weights_only=None)  # expect: TEF806 "torch.load("a.pt", weights_only=True)"
""",
    "other arguments, by position and by keyword": """\
def weights(path, device):
    first = torch.load(path, device)  # expect: TEF806
    second = torch.load(f=path, map_location=lambda storage, place: storage)  # expect: TEF806
    third = torch.load(path, mmap=True)  # expect: TEF806
    return first, second, third
""",
    "partial": """\
read = functools.partial(torch.load, map_location="cpu")
weights = read("a.pt")  # expect: TEF806
""",
    "a whole module": """\
def evaluate(path, x):
    model = torch.load(path)  # expect: TEF806 "load a state dict"
    model.eval()
    with torch.no_grad():
        return model(x)
""",
    "an object": """\
def watch(path, env, other, steps):
    agent = torch.load(path).test_agent()  # expect: TEF806? "weights_only=False only if you trust"
    preset = torch.load(other)  # expect: TEF806?
    tested = preset.test_agent()
    weights = torch.load(steps)  # expect: TEF806 "weights_only=True"
    return agent, tested, weights.float().mean(), [one.lower() for one in torch.load("names.pt")]  # expect: TEF806
""",
    "an object in an attribute": """\
class Graphs:
    def __init__(self, path):
        self.train = torch.load(path)  # expect: TEF806?
        self.weight = torch.load(path)  # expect: TEF806
        self.weight.seen = 0
        self.relations = int(self.train.edge_type.max()) + self.weight.max().item()
""",
    "an object that the file saves": """\
class Data:
    def __init__(self, edges):
        self.edges = edges


class Graphs:
    def __init__(self, paths, transform):
        self.train = torch.load(paths[0])  # expect: TEF806?
        self.net = nn.Linear(3, 2)
        self.net.load_state_dict(torch.load("net.pt"))  # expect: TEF806
        self.transform = transform

    def process(self, edges, paths):
        data = Data(edges)
        if self.transform is not None:
            data = self.transform(data)
        torch.save(data, paths[0])
""",
    "the options that the file saves": """\
def save(model, args, path):
    state = {"net": model.state_dict(), "args": vars(args)}
    torch.save(state, path)


def load(model, path):
    state = torch.load(path)  # expect: TEF806?
    model.load_state_dict(state["net"])
""",
    "the numbers that the file saves": """\
def save(model, args, path):
    torch.save({"net": model.state_dict(), "rate": args.rate, "seen": [1, "a"]}, path)


def load(model, path):
    state = torch.load(path)  # expect: TEF806
    model.load_state_dict(state["net"])
    print(vars(model))
""",
    "a dataset": """\
class Tensors(torch.utils.data.Dataset):
    def __init__(self, paths):
        self.paths = paths

    def __len__(self):
        return len(self.paths)

    def __getitem__(self, index):
        return torch.load(self.paths[index])["image"]  # expect: TEF806
""",
    "a comprehension and a lambda": """\
def all_of(paths):
    read = lambda path: torch.load(path)  # expect: TEF806
    return [torch.load(path) for path in paths], read  # expect: TEF806
""",
    "an open file, over several lines": """\
import io


def received(content):
    with io.BytesIO(content) as file:
        return torch.load(  # expect: TEF806
            file,
            map_location="cpu",  # moved later
        )
""",
    "known options": """\
options = {"map_location": "cpu"}
weights = torch.load("a.pt", **options)  # expect: TEF806
""",
    "mapped": """\
def all_of(paths):
    return list(map(torch.load, paths))  # expect: TEF806 "pass weights_only=True"
""",
    "a class method": """\
class Classifier(nn.Module):
    @classmethod
    def from_file(cls, path, **kwargs):
        model = cls(**kwargs)
        state = torch.load(path, map_location="cpu")  # expect: TEF806
        model.load_state_dict(state.get("state_dict", state))
        return model
""",
}

LEAVE: dict[str, str] = {
    "what the class saves beside the weights, by decision": """\
class Trainer:
    def step(self, x, y):
        return self.loss_func(self.model(x), y)

    def save(self, name):
        torch.save({"state": self.model.state_dict(), "loss_func": self.loss_func}, name)

    def load(self, name):
        self.loss_func = torch.load(name, weights_only=False)["loss_func"]
""",
    "what is taken for a model, by decision": """\
def load_model(path):
    return torch.load(path, weights_only=False)


def old(path):
    net = Net()
    saved = torch.load(path, weights_only=False)
    if isinstance(saved, dict):
        net.load_state_dict(saved)
    else:
        net = saved
    return net.eval()
""",
    "a decision where each caller unpickles": Whole("""\
import pickle

import torch


def load_weights(net, path):
    net.load_state_dict(torch.load(path, weights_only=True))


def main(net, folder):
    known = pickle.loads((folder / "words.pkl").read_bytes())
    load_weights(net, folder / "net.pt")
    return known
"""),
    "a checkpoint of Lightning's, by decision": """\
def restored(path):
    checkpoint = torch.load(path, map_location="cpu", weights_only=False)
    return checkpoint["hyper_parameters"], checkpoint["state_dict"]
""",
    "items that are objects, by decision": """\
def degrees(path):
    return [graph.edge_index for graph in torch.load(path, weights_only=False)]
""",
    "a decision, where a number of NumPy's is saved": Whole("""\
import numpy as np
import torch


def resumed(net, losses, path):
    torch.save({"net": net.state_dict(), "loss": np.mean(losses)}, path)
    return torch.load(path, weights_only=False)
"""),
    "what the same function saved, without code": Whole("""\
import torch


def train(model, path):
    torch.save(model.state_dict(), path)
    model.load_state_dict(torch.load(path, weights_only=True))
"""),
    "a decision beside what is unpickled anyway": Whole("""\
import pickle

import torch


def parts(folder):
    return pickle.load((folder / "a.pkl").open("rb")), torch.load(folder / "b.pt", weights_only=False)
"""),
    "weights_only as it was asked for": """\
def state_of(file, weights_only=True):
    return torch.load(file, weights_only=weights_only)
""",
    "a module, by decision": """\
def evaluate(path, x):
    model = torch.load(path, weights_only=False)
    return model(x)
""",
    "a module that is asserted, by decision": """\
def asserted(path):
    net = torch.load(path, weights_only=False)
    assert isinstance(net, nn.Module)
    return net


def annotated(path) -> nn.Module:
    return torch.load(path, None, weights_only=False)
""",
    "a module that was saved right before, by decision": """\
import io


def copied(net: nn.Module):
    buffer = io.BytesIO()
    torch.save(obj=net, f=buffer)
    buffer.seek(0)
    return torch.load(f=buffer, weights_only=False)
""",
    "decided": """\
weights = torch.load("a.pt", weights_only=True)
model = torch.load("b.pt", weights_only=False)
safe = torch.load("c.pt", map_location="cpu", weights_only=bool(weights))
""",
    "options from outside": """\
def read(path, **kwargs):
    return torch.load(path, **kwargs)


def read_all(*args):
    return torch.load(*args)
""",
    "known options that decide": """\
options = {"map_location": "cpu", "weights_only": True}
weights = torch.load("a.pt", **options)
""",
    "partial that decides": """\
read = functools.partial(torch.load, weights_only=True)
weights = read("a.pt", map_location="cpu")
""",
    "another pickle": """\
import dill

model = torch.load("a.pt", pickle_module=dill)
model = torch.load("a.pt", "cpu", dill)
""",
    "other loads": """\
import json
import numpy as np
import yaml

config = json.load(open("a.json"))
array = np.load("a.npy")
rules = yaml.safe_load(open("a.yaml"))
scripted = torch.jit.load("a.pt")
weights = torch.hub.load_state_dict_from_url("https://example.org/a.pt", map_location="cpu")
exported = torch.export.load("a.pt2")
""",
    "a load of its own": Whole("""\
import torch
from storage import load


class Store:
    def load(self, path):
        return torch.zeros(3)


weights = load("a.pt")
weights = Store().load("a.pt")
"""),
    "objects, by decision": """\
preset = torch.load("a.pt", weights_only=False)
agent = preset.test_agent()
""",
    "where the release takes it": """\
def read(path):
    try:
        return torch.load(path, map_location="cpu", weights_only=True)
    except TypeError:
        return torch.load(path, map_location="cpu")
""",
    "by version": """\
from packaging import version

if version.parse(torch.__version__) >= version.parse("2.6"):
    weights = torch.load("a.pt")
""",
    "a default of its own": """\
original = torch.load


def load(*args, **kwargs):
    kwargs.setdefault("weights_only", False)
    return original(*args, **kwargs)


torch.load = load
weights = torch.load("a.pt")
""",
    "tests of a load": """\
from unittest import mock


def test_load():
    with mock.patch("torch.load") as load:
        load("a.pt")
""",
    "a name for it": """\
LOADERS = {".pt": torch.load}
is_default = LOADERS[".pt"] is torch.load
""",
    "a decision beside a data set that unpickles": Whole("""\
import pickle

import torch


class Rows:
    def __init__(self, folder):
        self.scaler = pickle.load((folder / "scaler.pkl").open("rb"))


def main(folder, net):
    net.load_state_dict(torch.load(folder / "net.pt", weights_only=True))
    return net(Rows(folder))
"""),
    "what another process is given, as weights": """\
def synchronise(engine, net, path):
    torch.save(net.state_dict(), path)

    def load(worker, file):
        worker.load_weights(torch.load(file, map_location="cpu", weights_only=True))

    engine.run(load, path)
""",
    "what becomes the state of an object, by decision": """\
class Session:
    def load(self, path):
        for key, value in torch.load(path, weights_only=False).items():
            setattr(self, key, value)
""",
}
