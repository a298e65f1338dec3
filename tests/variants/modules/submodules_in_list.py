"""TEF601 submodules-in-list: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.
"""

from tests.rules.programs import Whole

HEADER = """\
import copy
import torch
import torch.nn.functional as F
from torch import Tensor, nn


class Block(nn.Module):
    def __init__(self, width: int):
        super().__init__()
        self.fc = nn.Linear(width, width)

    def forward(self, x):
        return x + self.fc(x)


class Scale(nn.Module):
    def __init__(self, factor: float):
        super().__init__()
        self.factor = factor

    def forward(self, x):
        return x * self.factor


"""


def net(*lines: str, forward: str = "return x") -> str:
    """A module with these statements in ``__init__``."""
    body = "".join(f"        {line}\n" for line in lines)
    return (
        "class Net(nn.Module):\n    def __init__(self, width: int, depth: int):\n        super().__init__()\n"
        f"{body}\n    def forward(self, x):\n        {forward}\n"
    )


LAYERS = "for layer in self.layers:\n            x = layer(x)\n        return x"

FLAG: dict[str, str] = {
    "layers with a norm of their weights": """\
from torch.nn.utils import parametrizations, prune, spectral_norm


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.layers = [spectral_norm(nn.Linear(3, 3)) for _ in range(n)]  # expect: TEF601
        self.more = [parametrizations.orthogonal(nn.Linear(3, 3)), spectral_norm(nn.Linear(3, 3))]  # expect: TEF601
        self.thin = [prune.l1_unstructured(nn.Linear(3, 3), "weight", 0.5) for _ in range(n)]  # expect: TEF601

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        for layer in self.more:
            x = layer(x)
        for layer in self.thin:
            x = layer(x)
        return x
""",
    "norms without parameters": """\
class Loss(nn.Module):
    def __init__(self, widths):
        super().__init__()
        self.norms = [nn.BatchNorm2d(width, affine=False) for width in widths]  # expect: TEF601?

    def forward(self, xs):
        return sum(norm(x).square().mean() for norm, x in zip(self.norms, xs))
""",
    "norms without parameters, moved": """\
class Loss(nn.Module):
    def __init__(self, widths, device):
        super().__init__()
        self.norms = [nn.BatchNorm1d(width, affine=False).to(device) for width in widths]  # expect: TEF601?

    def forward(self, xs):
        return sum(norm(x).square().mean() for norm, x in zip(self.norms, xs))
""",
    "norms with parameters": """\
class Norms(nn.Module):
    def __init__(self, widths):
        super().__init__()
        self.norms = [nn.BatchNorm2d(width) for width in widths]  # expect: TEF601

    def forward(self, xs):
        return [norm(x) for norm, x in zip(self.norms, xs)]
""",
    "a norm without parameters beside a layer": """\
class Layers(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.layers = [nn.Linear(width, width), nn.BatchNorm1d(width, affine=False)]  # expect: TEF601

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x
""",
    "dropout, which eval() does not reach": """\
class Drops(nn.Module):
    def __init__(self, shares):
        super().__init__()
        self.drops = [nn.Dropout(share) for share in shares]  # expect: TEF601

    def forward(self, x):
        for drop in self.drops:
            x = drop(x)
        return x
""",
    "another attribute is deleted": """\
class Scan(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.width = width
        self.projections = (nn.Linear(width, 4), nn.Linear(width, 4))  # expect: TEF601
        del self.width

    def forward(self, x):
        return self.projections[0](x) + self.projections[1](x)
""",
    "a list": net(
        "self.layers = [nn.Linear(width, width), nn.ReLU(), nn.Linear(width, 1)]  # expect: TEF601", forward=LAYERS
    ),
    "a comprehension of blocks of the file": net(
        "self.layers = [Block(width) for _ in range(depth)]  # expect: TEF601 "
        '"use nn.ModuleList([Block(width) for _ in range(depth)])"',
        forward=LAYERS,
    ),
    "appended in a loop": net(
        'self.layers = []  # expect: TEF601 "self.layers hides its modules"',
        "for i in range(depth):",
        "    self.layers.append(nn.Linear(width, width))",
        forward=LAYERS,
    ),
    "layers of several kinds": net(
        "self.layers = []  # expect: TEF601",
        "for i in range(depth):",
        "    self.layers.append(nn.Linear(width, width))",
        "    self.layers.append(nn.BatchNorm1d(width))",
        "    self.layers.append(nn.ReLU())",
        forward=LAYERS,
    ),
    "a local list": net(
        "layers = []",
        "for i in range(depth):",
        "    layers += [nn.Linear(width, width)]",
        "self.layers = layers  # expect: TEF601",
        forward=LAYERS,
    ),
    "extended": net(
        "self.layers = []  # expect: TEF601",
        "self.layers.extend([nn.Linear(width, width), nn.Linear(width, width)])",
        forward=LAYERS,
    ),
    "a tuple": net(
        "self.pair = (nn.Linear(width, 1), nn.Linear(width, 1))  # expect: TEF601",
        forward="return self.pair[0](x) + self.pair[1](x)",
    ),
    "a dict": net(
        'self.heads = {"mean": nn.Linear(width, 1), "scale": nn.Linear(width, 1)}  # expect: TEF601 "ModuleDict"',
        forward='return self.heads["mean"](x), self.heads["scale"](x)',
    ),
    "stored under names": net(
        "self.heads = {}  # expect: TEF601",
        'for name in ("a", "b"):',
        "    self.heads[name] = nn.Linear(width, 1)",
        forward="return {name: head(x) for name, head in self.heads.items()}",
    ),
    "a comprehension of a dict": net(
        "self.heads = {str(i): nn.Linear(width, 1) for i in range(depth)}  # expect: TEF601",
        forward="return {name: head(x) for name, head in self.heads.items()}",
    ),
    "lists in a list": net(
        "self.grid = [[nn.Linear(width, width) for _ in range(depth)] for _ in range(depth)]  # expect: TEF601",
        forward="return self.grid[0][0](x)",
    ),
    "sequentials": net(
        "self.layers = [  # expect: TEF601",
        "    nn.Sequential(nn.Conv2d(width, width, 3), nn.ReLU()) for _ in range(depth)",
        "]",
        forward=LAYERS,
    ),
    "dropout, which eval does not reach": net(
        "self.drops = [nn.Dropout(0.1) for _ in range(depth)]  # expect: TEF601", forward="return self.drops[0](x)"
    ),
    "cells of a recurrent network": net(
        "self.layers = [nn.LSTMCell(width, width) for _ in range(depth)]  # expect: TEF601", forward=LAYERS
    ),
    "beside a sequential of other layers": net(
        "others = [nn.Linear(width, width) for _ in range(depth)]",
        "self.net = nn.Sequential(*others)",
        "self.layers = [nn.Linear(width, width) for _ in range(depth)]  # expect: TEF601",
        forward=LAYERS,
    ),
    "with a type": net(
        "self.layers: list[nn.Module] = []  # expect: TEF601",
        "for i in range(depth):",
        "    self.layers.append(Block(width))",
        forward=LAYERS,
    ),
    "made by a helper": """\
def make(width: int, depth: int) -> list[nn.Module]:
    made = []
    for _ in range(depth):
        made.append(nn.Linear(width, width))
    return made


class Net(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.layers = make(width, depth)  # expect: TEF601

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x
""",
    "in a method of its own": """\
class Net(nn.Module):
    def __init__(self, width: int):
        super().__init__()
        self.width = width
        self.build()

    def build(self):
        self.branches = [nn.Linear(self.width, 1), nn.Linear(self.width, 2)]  # expect: TEF601

    def forward(self, x):
        return [branch(x) for branch in self.branches]
""",
    "in a class of a base in the file": """\
class Base(nn.Module):
    pass


class Net(Base):
    def __init__(self, width: int):
        super().__init__()
        self.branches = [Block(width), Block(width)]  # expect: TEF601

    def forward(self, x):
        return [branch(x) for branch in self.branches]
""",
    "a LightningModule": Whole("""\
import lightning.pytorch as pl
import torch
from torch import nn


class Ensemble(pl.LightningModule):
    def __init__(self, members: int, width: int):
        super().__init__()
        self.members = [nn.Linear(width, 1) for _ in range(members)]  # expect: TEF601

    def forward(self, x):
        return torch.stack([member(x) for member in self.members]).mean(dim=0)

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters())
"""),
    "aliases and imported classes": Whole("""\
import torch as th
from torch.nn import Conv1d, Module


class Net(Module):
    def __init__(self, channels):
        super(Net, self).__init__()
        self.convs = list(Conv1d(c, c, 3) for c in (1, 2))  # expect: TEF601

    def forward(self, x: th.Tensor):
        return [conv(x) for conv in self.convs]
"""),
    "built by copies": net(
        "block = Block(width)",
        "self.layers = [Block(width), block]  # expect: TEF601",
        forward=LAYERS,
    ),
    "layers of which only the length and the kind is asked": net(
        "self.layers = [Block(width) for _ in range(depth)]  # expect: TEF601",
        "print(len(self.layers), isinstance(self.layers, list))",
        forward=LAYERS,
    ),
    "joined with a list of unknown length": net(
        "self.layers = [nn.Linear(width, 1)] + [nn.Linear(1, 1) for _ in range(depth)]  # expect: TEF601",
        forward=LAYERS,
    ),
    "unpacked into a list": net(
        "self.layers = [nn.Linear(width, 1), *[nn.Linear(1, 1) for _ in range(depth)]]  # expect: TEF601",
        forward=LAYERS,
    ),
    "several added in a loop": net(
        "self.layers = []  # expect: TEF601",
        "for _ in range(depth):",
        "    self.layers += [nn.Linear(width, width), nn.ReLU()]",
        forward=LAYERS,
    ),
    "extended in a loop": net(
        "self.layers = []  # expect: TEF601",
        "for _ in range(depth):",
        "    self.layers.extend([nn.ReLU(), nn.Linear(width, width)])",
        forward=LAYERS,
    ),
    "a tuple of a list that a loop filled": net(
        "layers = []",
        "for _ in range(depth):",
        "    layers.append(nn.Linear(width, width))",
        "self.layers = tuple(layers)  # expect: TEF601",
        forward=LAYERS,
    ),
    "of either class": net(
        "self.layers = []  # expect: TEF601",
        "for i in range(depth):",
        "    self.layers.append(nn.Linear(width, width) if i else nn.Conv1d(1, 1, 1))",
        forward=LAYERS,
    ),
    "by map": net(
        "self.layers = list(map(lambda size: nn.Linear(size, size), (width, depth)))  # expect: TEF601", forward=LAYERS
    ),
    "a dict of pairs": net(
        "self.heads = dict(zip('ab', (nn.Linear(width, 1), nn.Linear(width, 2))))  # expect: TEF601",
        forward="return self.heads['a'](x)",
    ),
    "a copy of a dict": net(
        "heads = {}",
        "for i in range(depth):",
        "    heads[str(i)] = nn.Linear(width, 1)",
        "self.heads = dict(heads)  # expect: TEF601",
        forward="return self.heads['0'](x)",
    ),
    "dicts unpacked into one": net(
        "first = {'a': nn.Linear(width, 1)}",
        "self.heads = {**first, **{str(i): nn.Linear(width, 1) for i in range(depth)}}  # expect: TEF601",
        forward="return self.heads['a'](x)",
    ),
    "one dict or another": net(
        "first = {'a': nn.Linear(width, 1)}",
        "self.heads = first | {str(i): nn.Linear(width, 1) for i in range(depth)}  # expect: TEF601",
        forward="return self.heads['a'](x)",
    ),
    "copies of a module that is registered": net(
        "self.first = nn.Linear(width, width)",
        "self.layers = [copy.deepcopy(self.first) for _ in range(depth)]  # expect: TEF601",
        forward=LAYERS,
    ),
    "a deque": Whole("""\
from collections import deque

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = deque([nn.Linear(3, 3), nn.Linear(3, 3)])  # expect: TEF601

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x
"""),
    "zipped with a ModuleList": net(
        "layers, gates = [], []",
        "for _ in range(depth):",
        "    layers.append(nn.Linear(width, width))",
        "    gates.append(nn.Linear(width, width))",
        "self.layers = nn.ModuleList(layers)",
        "self.gates = gates  # expect: TEF601",
        forward="for layer, gate in zip(self.layers, self.gates):\n            x = gate(layer(x))\n        return x",
    ),
}

LEAVE: dict[str, str] = {
    "a registered layer that gets a norm of its weights": """\
from torch.nn.utils import spectral_norm


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(3, 3)
        self.second = nn.Linear(3, 3)
        self.layers = [spectral_norm(self.first), spectral_norm(self.second)]

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x
""",
    "layer norms without parameters": """\
class Norms(nn.Module):
    def __init__(self, widths):
        super().__init__()
        self.norms = [nn.LayerNorm(width, elementwise_affine=False) for width in widths]

    def forward(self, xs):
        return [norm(x) for norm, x in zip(self.norms, xs)]
""",
    "losses": """\
class Losses(nn.Module):
    def __init__(self):
        super().__init__()
        self.losses = [nn.MSELoss(), nn.L1Loss()]

    def forward(self, x, y):
        return sum(loss(x, y) for loss in self.losses)
""",
    "norms without parameters in a ModuleList": """\
class Norms(nn.Module):
    def __init__(self, widths):
        super().__init__()
        self.norms = nn.ModuleList([nn.BatchNorm2d(width, affine=False) for width in widths])

    def forward(self, xs):
        return [norm(x) for norm, x in zip(self.norms, xs)]
""",
    "deleted when its weights are stacked": """\
class Scan(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.projections = (nn.Linear(width, 4, bias=False), nn.Linear(width, 4, bias=False))
        self.weight = nn.Parameter(torch.stack([one.weight for one in self.projections]))
        del self.projections

    def forward(self, x):
        return x @ self.weight
""",
    "alternatives of which a setter registers one": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self._kind = None
        self._nets = {"small": nn.Linear(4, 1), "large": nn.Sequential(nn.Linear(4, 8), nn.Linear(8, 1))}

    @property
    def kind(self):
        return self._kind

    @kind.setter
    def kind(self, kind: str):
        self._kind = kind
        self._net = self._nets[kind]

    def forward(self, x):
        return self._net(x)
""",
    "a ModuleList": net("self.layers = nn.ModuleList([Block(width) for _ in range(depth)])", forward=LAYERS),
    "a ModuleDict": net('self.heads = nn.ModuleDict({"a": Block(width)})', forward='return self.heads["a"](x)'),
    "in a sequential": net(
        "layers = [nn.Linear(width, width) for _ in range(depth)]",
        "self.layers = layers",
        "self.net = nn.Sequential(*layers)",
        forward="return self.net(x)",
    ),
    "in a sequential, by its attribute": net(
        "self.layers = [nn.Linear(width, width) for _ in range(depth)]",
        "self.net = nn.Sequential(*self.layers)",
        forward="return self.net(x)",
    ),
    "of a copy of the list": net(
        "self.layers = []",
        "for _ in range(depth):",
        "    self.layers.append(nn.Linear(width, width))",
        "self.net = nn.Sequential(nn.ReLU(), *list(self.layers))",
        forward="return self.net(x)",
    ),
    "made into a ModuleList later": net(
        "self.layers = []",
        "for _ in range(depth):",
        "    self.layers.append(nn.Linear(width, width))",
        "self.layers = nn.ModuleList(self.layers)",
        forward=LAYERS,
    ),
    "its items go into another list": net(
        "self.layers = []",
        "for _ in range(depth):",
        "    self.layers.append(nn.Linear(width, width))",
        "every = []",
        "for layer, function in zip(self.layers[:-1], (nn.ReLU, nn.Tanh)):",
        "    every.append(layer)",
        "    every.append(function())",
        "every.append(self.layers[-1])",
        "self.net = nn.Sequential(*every)",
        forward="return self.net(x)",
    ),
    "its last item goes into another module": net(
        "self.layers = [nn.Linear(width, width), nn.Linear(width, 1)]",
        "self.body = nn.Sequential(self.layers[0], nn.ReLU())",
        "self.head = self.layers[1]",
        forward="return self.head(self.body(x))",
    ),
    "registered by name": net(
        "self.layers = [nn.Linear(width, width), nn.ReLU()]",
        "for i, layer in enumerate(self.layers):",
        "    self.add_module(str(i), layer)",
        forward=LAYERS,
    ),
    "set by name": net(
        "self.layers = []",
        "for i in range(depth):",
        "    layer = nn.Linear(width, width)",
        '    setattr(self, f"layer{i}", layer)',
        "    self.layers.append(layer)",
        forward=LAYERS,
    ),
    "handed to a function of each layer": net(
        "self.layers = [nn.Linear(width, width) for _ in range(depth)]",
        "for layer in self.layers:",
        "    register(self, layer)",
        forward=LAYERS,
    ),
    "modules that have an attribute each": net(
        "self.first = nn.Linear(width, width)",
        "self.second = nn.Linear(width, width)",
        "self.layers = [self.first, self.second]",
        forward=LAYERS,
    ),
    "collected from attributes": net(
        "self.flat = []",
        "self.first = nn.GRU(width, width)",
        "self.second = nn.GRU(width, width)",
        "self.flat += [self.first, self.second]",
        "for rnn in self.flat:",
        "    rnn.flatten_parameters()",
        forward="return self.second(self.first(x)[0])[0]",
    ),
    "local modules that get an attribute too": net(
        "stem = nn.Linear(width, width)",
        "self.stages = [stem]",
        "self.stages.append(nn.ReLU())",
        "self.stem = stem",
        forward="return self.stem(x)",
    ),
    "modules without state": net(
        "self.activations = [nn.ReLU(), nn.Tanh(), Scale(2.0)]",
        'self.losses = {"a": nn.MSELoss(), "b": nn.CrossEntropyLoss()}',
        "self.pools = [nn.MaxPool2d(size) for size in (5, 9)]",
        forward="return self.activations[0](x)",
    ),
    "kept out of parameters on purpose": """\
class Distilled(nn.Module):
    def __init__(self, student: nn.Module, width: int):
        super().__init__()
        self.student = student
        self.teacher = [nn.Linear(width, width)]

    def forward(self, x):
        return F.mse_loss(self.student(x), self.teacher[0](x))
""",
    "handed to another module": """\
class Chain(nn.Module):
    def __init__(self, parts):
        super().__init__()
        self.parts = nn.ModuleList(parts)


class Net(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.layers = [nn.Linear(width, width) for _ in range(depth)]
        self.chain = Chain(self.layers)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x
""",
    "a class with parameters of its own": """\
class Net(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.layers = [nn.Linear(width, width) for _ in range(depth)]

    def parameters(self, recurse: bool = True):
        for layer in self.layers:
            yield from layer.parameters()
""",
    "modules that train themselves": """\
class Agent(nn.Module):
    def __init__(self, width: int):
        super().__init__()
        self.policy = nn.Linear(width, width)
        self.optimizer = torch.optim.Adam(self.policy.parameters())

    def train(self, x, y):
        self.optimizer.zero_grad()
        F.mse_loss(self.policy(x), y).backward()
        self.optimizer.step()


class Swarm(nn.Module):
    def __init__(self, width: int, count: int):
        super().__init__()
        self.agents = [Agent(width) for _ in range(count)]

    def forward(self, x, y):
        for agent in self.agents:
            agent.train(x, y)
""",
    "classes, names, sizes": net(
        "self.classes = [nn.Linear, nn.Conv2d]",
        'self.names = ["fc", "conv"]',
        "self.sizes = [width, depth]",
        "self.functions = [F.relu, torch.tanh]",
    ),
    "a class that is no module": """\
class Trainer:
    def __init__(self, width: int):
        self.models = [nn.Linear(width, 1), nn.Linear(width, 1)]
        self.parameters = [p for model in self.models for p in model.parameters()]
""",
    "a list that is not kept": net(
        "layers = [nn.Linear(width, width) for _ in range(depth)]",
        "self.net = nn.Sequential(*layers)",
        forward="return self.net(x)",
    ),
    "what others hand in": """\
class Ensemble(nn.Module):
    def __init__(self, members):
        super().__init__()
        self.members = members
        self.others = list(members)

    def forward(self, x):
        return sum(member(x) for member in self.members)
""",
    "made and registered by a method": """\
class Net(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.layers = self.build(width, depth)

    def build(self, width: int, depth: int):
        made = []
        for i in range(depth):
            layer = nn.Linear(width, width)
            self.add_module(f"layer{i}", layer)
            made.append(layer)
        return made

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x
""",
    "both branches go into a ModuleList": net(
        "if depth > 3:",
        "    self.blocks = [Block(width) for _ in range(depth)]",
        "else:",
        "    self.blocks = [Block(width), Block(width)]",
        "self.layers = nn.ModuleList(self.blocks)",
        forward=LAYERS,
    ),
    "a list of tensors": net("self.seen = [torch.zeros(3), torch.ones(3)]"),
    "joined, and registered": net(
        "self.layers = [nn.Linear(width, 1)] + [nn.Linear(1, 1) for _ in range(depth)]",
        "self.net = nn.Sequential(*self.layers)",
        forward="return self.net(x)",
    ),
    "joined, and none has weights": net(
        "self.layers = [nn.ReLU()] + [nn.Tanh() for _ in range(depth)]", forward=LAYERS
    ),
    "a tuple of a list that is registered": net(
        "layers = []",
        "for _ in range(depth):",
        "    layers.append(nn.Linear(width, width))",
        "self.layers = tuple(layers)",
        "self.net = nn.ModuleList(layers)",
        forward=LAYERS,
    ),
    "several added in a loop, and one of them registered": net(
        "self.layers = []",
        "for i in range(depth):",
        "    layer = nn.Linear(width, width)",
        "    self.layers += [layer, nn.ReLU()]",
        "    self.add_module(str(i), layer)",
        forward=LAYERS,
    ),
    "both lists of a zip registered": net(
        "layers = [nn.Linear(width, width) for _ in range(depth)]",
        "gates = [nn.Linear(width, width) for _ in range(depth)]",
        "self.pairs = []",
        "for i, (layer, gate) in enumerate(zip(layers, gates)):",
        "    self.add_module(f'layer{i}', layer)",
        "    self.add_module(f'gate{i}', gate)",
        "    self.pairs.append((layer, gate))",
        forward="for layer, gate in self.pairs:\n            x = gate(layer(x))\n        return x",
    ),
    "lists of a zip that go into one list": net(
        "self.layers = [nn.Linear(width, width) for _ in range(depth)]",
        "gates = [nn.Linear(width, width) for _ in range(depth)]",
        "every = []",
        "for layer, gate in zip(self.layers, gates):",
        "    every.append(layer)",
        "    every.append(gate)",
        "self.net = nn.Sequential(*every)",
        forward="return self.net(x)",
    ),
    "nested, and registered one by one": net(
        "self.rows = [[nn.Linear(1, 1)] + [nn.Linear(1, 1) for _ in range(depth)] for _ in range(width)]",
        "for i, row in enumerate(self.rows):",
        "    for j, layer in enumerate(row):",
        "        self.add_module(f'{i}_{j}', layer)",
        forward="return x",
    ),
    "views of what is registered, joined": net(
        "self.down = nn.ModuleList([nn.Linear(width, width) for _ in range(depth)])",
        "self.up = nn.ModuleList([nn.Linear(width, width) for _ in range(depth)])",
        "self.layers = [*self.down, *self.up]",
        forward=LAYERS,
    ),
}
