"""TEF805 load-without-map-location: programs that must be flagged and near misses that must stay silent.

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
    "a state dict": """\
model = Net()
model.load_state_dict(torch.load("net.pt", weights_only=True))  # expect: TEF805 "needs the device"
""",
    "a checkpoint": """\
def resume(path, model, optimizer):
    checkpoint = torch.load(path, weights_only=True)  # expect: TEF805
    model.load_state_dict(checkpoint["model"])
    optimizer.load_state_dict(checkpoint["optimizer"])
    return checkpoint["epoch"] + 1
""",
    "aliases": Whole("""\
import torch as th
from torch import load as torch_load
from torch.serialization import load

weights = th.load("a.pt", weights_only=True)  # expect: TEF805
weights = torch_load("a.pt", weights_only=True)  # expect: TEF805
weights = load("a.pt", weights_only=True)  # expect: TEF805
read = th.load
weights = read("a.pt", weights_only=True)  # expect: TEF805
"""),
    "None": """\
weights = torch.load("a.pt", map_location=None, weights_only=True)  # expect: TEF805 "pass map_location"
""",
    "None by position": """\
weights = torch.load("a.pt", None, weights_only=True)  # expect: TEF805
""",
    "partial": """\
read = functools.partial(torch.load, weights_only=True)
weights = read("a.pt")  # expect: TEF805
""",
    "a class method": """\
class Classifier(nn.Module):
    @classmethod
    def from_file(cls, path, **kwargs):
        model = cls(**kwargs)
        model.load_state_dict(torch.load(path, weights_only=True)["state_dict"])  # expect: TEF805
        return model
""",
    "an open file, over several lines": """\
import io


def received(content):
    with io.BytesIO(content) as file:
        return torch.load(  # expect: TEF805
            file,
            weights_only=True,  # of others
        )
""",
    "known options": """\
options = {"weights_only": True}
weights = torch.load("a.pt", **options)  # expect: TEF805
""",
    "a lambda": """\
read = lambda path: torch.load(path, weights_only=True)  # expect: TEF805
""",
}

LEAVE: dict[str, str] = {
    "given": """\
def weights(path, device):
    first = torch.load(path, map_location=device, weights_only=True)
    second = torch.load(path, "cpu", weights_only=True)
    third = torch.load(path, map_location=lambda storage, place: storage, weights_only=True)
    return first, second, third
""",
    "a mapping": """\
weights = torch.load("a.pt", map_location={"cuda:0": "cuda:1"}, weights_only=True)
""",
    "options from outside": """\
def read(path, *args, **kwargs):
    first = torch.load(path, weights_only=True, **kwargs)
    return first, torch.load(path, *args, weights_only=True)
""",
    "known options that say where": """\
options = {"map_location": "cpu", "weights_only": True}
weights = torch.load("a.pt", **options)
""",
    "partial that says where": """\
read = functools.partial(torch.load, map_location="cpu", weights_only=True)
weights = read("a.pt")
""",
    "other loads": """\
import json
import numpy as np

config = json.load(open("a.json"))
array = np.load("a.npy")
scripted = torch.jit.load("a.pt")
weights = torch.hub.load_state_dict_from_url("https://example.org/a.pt")
""",
    "where there is a GPU": """\
def read(path):
    try:
        return torch.load(path, weights_only=True)
    except RuntimeError:
        return torch.load(path, map_location="cpu", weights_only=True)
""",
    "a load of its own": Whole("""\
import torch
from storage import load

weights = load("a.pt")
zeros = torch.zeros(3)
"""),
    "a default of its own": """\
original = torch.load


def load(*args, **kwargs):
    kwargs.setdefault("map_location", "cpu")
    return original(*args, **kwargs)


torch.load = load
weights = torch.load("a.pt", weights_only=True)
""",
}
