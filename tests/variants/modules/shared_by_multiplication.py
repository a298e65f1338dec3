"""TEF608 shared-by-multiplication: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.
"""

from tests.rules.programs import Whole

HEADER = """\
import copy
import torch
from torch import nn


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


def net(*lines: str) -> str:
    """A module with these statements in ``__init__``, the last of which makes ``self.net``."""
    body = "".join(f"        {line}\n" for line in lines)
    return (
        "class Net(nn.Module):\n    def __init__(self, width: int, depth: int):\n        super().__init__()\n"
        f"{body}\n    def forward(self, x):\n        return self.net(x)\n"
    )


FLAG: dict[str, str] = {
    "what a test gives to a function of another file, and what it keeps, runs or builds": Whole("""\
import unittest

import torch
from torch import nn


def count(layers):
    return sum(layer(torch.ones(1, 4)) for layer in layers)


class TestFusion(unittest.TestCase):
    def test_other_backends(self):
        from engine import fuse

        self.assertEqual(fuse([nn.Linear(4, 4)] * 3), (False, None))  # expect: TEF608?

    def test_kept(self):
        from engine import Fused, fuse

        count([nn.Linear(4, 4)] * 3)  # expect: TEF608
        Fused([nn.Linear(4, 4)] * 3)  # expect: TEF608
        fuse(nn.ModuleList([nn.Linear(4, 4)] * 3))  # expect: TEF608
        self.layers = [nn.Linear(4, 4)] * 3  # expect: TEF608
        fuse(self.layers)
        layers = nn.ModuleList()
        layers.extend([nn.Linear(4, 4)] * 3)  # expect: TEF608
        for layer in list([nn.Linear(4, 4)] * 3):  # expect: TEF608
            print(layer(torch.ones(1, 4)))
"""),
    "what a program gives to a function of another file": Whole("""\
from engine import fuse
from torch import nn


def build(width: int):
    return fuse([nn.Linear(width, width)] * 3)  # expect: TEF608
"""),
    "a layer with a norm of its weights": net(
        "heads = nn.ModuleList([nn.utils.spectral_norm(nn.Linear(width, width))] * depth)  # expect: TEF608",
        "self.net = heads",
    ),
    "a list with a name, in place": net(
        "heads = [nn.Linear(width, width)]",
        'heads *= depth  # expect: TEF608 "heads * depth is one module"',
        "self.net = nn.Sequential(*heads)",
    ),
    "a list with a name": net(
        "heads = [Block(width), nn.ReLU()]",
        'heads = heads * 3  # expect: TEF608 "heads * 3"',
        "self.net = nn.Sequential(*heads)",
    ),
    "a number times a list with a name": net(
        "blocks = [nn.BatchNorm1d(width)]",
        "self.net = nn.ModuleList(depth * blocks)  # expect: TEF608",
    ),
    "in a ModuleList": net(
        "self.net = nn.ModuleList([nn.Linear(width, width)] * depth)  # expect: TEF608 "
        '"use [nn.Linear(width, width) for _ in range(depth)]"'
    ),
    "in a Sequential": net("self.net = nn.Sequential(*[nn.Linear(width, width)] * 3)  # expect: TEF608"),
    "in parentheses": net("self.net = nn.Sequential(*([Block(width)] * depth))  # expect: TEF608"),
    "the number first": net("self.net = nn.ModuleList(depth * [Block(width)])  # expect: TEF608"),
    "a tuple": net("self.net = nn.ModuleList((Block(width),) * 4)  # expect: TEF608"),
    "several in one list": net("self.net = nn.Sequential(*[Block(width), nn.ReLU()] * depth)  # expect: TEF608"),
    "through a name": net("layers = [Block(width)] * depth  # expect: TEF608", "self.net = nn.Sequential(*layers)"),
    "a layer with a name, in a Sequential": net(
        "layer = nn.Linear(width, width)",
        "self.net = nn.Sequential(*[layer] * depth)  # expect: TEF608? "
        '"[layer] * depth is one module with one set of weights; make a new one for each place"',
    ),
    "a layer with a name, through a list with one": net(
        "layer = Block(width)",
        "layers = [layer] * depth  # expect: TEF608?",
        "self.net = nn.Sequential(nn.ReLU(), *layers)",
    ),
    "a Sequential of its own": net(
        "self.net = nn.ModuleList([nn.Sequential(nn.Conv2d(width, width, 3), nn.ReLU())] * depth)  # expect: TEF608"
    ),
    "statistics": net("self.net = nn.Sequential(*[nn.BatchNorm2d(width, affine=False)] * depth)  # expect: TEF608"),
    "a recurrent layer": net("self.net = nn.ModuleList([nn.GRU(width, width)] * depth)  # expect: TEF608"),
    "added to other layers": net(
        "self.net = nn.Sequential(nn.Linear(1, width), *[Block(width)] * depth, nn.ReLU())  # expect: TEF608"
    ),
    "outside a class": """\
def build(width: int, depth: int) -> list[nn.Module]:
    return [nn.Linear(width, width)] * depth  # expect: TEF608
""",
    "an ensemble": """\
def ensemble(x, width: int, count: int):
    models = [Block(width)] * count  # expect: TEF608
    return torch.stack([model(x) for model in models]).mean(dim=0)
""",
    "aliases": Whole("""\
import torch.nn as tnn
from torch.nn import Linear, ModuleList


class Net(tnn.Module):
    def __init__(self):
        super().__init__()
        self.heads = ModuleList([Linear(4, 1)] * 8)  # expect: TEF608 "use [Linear(4, 1) for _ in range(8)]"
"""),
    "a class of another file": Whole("""\
import torch
from bert import Layer
from torch import nn


class Net(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.layer = nn.ModuleList([Layer(config)] * config.num_layers)  # expect: TEF608?
"""),
    "what a helper makes": """\
def block(width):
    layers = nn.Sequential(nn.Linear(width, width), nn.ReLU())
    return layers


class Net(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        layers = [nn.Linear(1, width)]
        layers += [block(width)] * depth  # expect: TEF608 "use [block(width) for _ in range(depth)]"
        layers = layers + [self.make(width)] * (depth - 1)  # expect: TEF608
        self.net = nn.Sequential(*layers)

    @staticmethod
    def make(width):
        return Block(width)
""",
    "a number that may be above one": """\
def build(depth, last: bool, width):
    more = depth + 1
    return nn.Sequential(
        *[Block(width)] * more,  # expect: TEF608
        *[Block(width)] * (2 if last else 1),  # expect: TEF608
        *[Block(width)] * int(depth),  # expect: TEF608
        *[Block(width)] * (last or depth),  # expect: TEF608
    )
""",
    "norms with statistics": net("self.net = nn.Sequential(*[nn.BatchNorm2d(width)] * depth)  # expect: TEF608"),
    "norms with weights": net(
        "self.net = nn.ModuleList([nn.InstanceNorm2d(width, affine=True)] * depth)  # expect: TEF608"
    ),
    "calls that give a flag and a number": """\
class Net(nn.Module):
    def __init__(self, width, norm):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(width, width), *[nn.BatchNorm1d(width)] * norm)  # expect: TEF608


def main(n):
    return Net(3, True), Net(3, 4)
""",
}

LEAVE: dict[str, str] = {
    "what a test gives to a function of another file, each on its own": Whole("""\
import unittest

from engine import fuse
from torch import nn


class TestFusion(unittest.TestCase):
    def test_other_backends(self):
        self.assertEqual(fuse([nn.Linear(4, 4) for _ in range(3)]), (False, None))
        self.assertEqual(fuse([nn.ReLU()] * 3), (False, None))
"""),
    "a layer with a name that gets a norm of its weights": net(
        "head = nn.Linear(width, width)",
        "self.net = nn.ModuleList([nn.utils.spectral_norm(head)] * depth)",
    ),
    "a list with a name of modules without weights": net(
        "acts = [nn.ReLU(), nn.Dropout()]",
        "acts *= depth",
        "self.net = nn.Sequential(*acts)",
    ),
    "a list with a name of a module with one": net(
        "head = nn.Linear(width, width)",
        "heads = [head]",
        "heads *= depth",
        "self.net = nn.ModuleList(heads)",
    ),
    "a list with a name, once": net(
        "heads = [nn.Linear(width, width)]",
        "heads *= 1",
        "self.net = nn.Sequential(*heads)",
    ),
    "numbers with a name": net(
        "widths = [width]",
        "widths *= depth",
        "self.net = nn.Sequential(*[nn.Linear(one, one) for one in widths])",
    ),
    "a comprehension": net("self.net = nn.Sequential(*[nn.Linear(width, width) for _ in range(depth)])"),
    "activations": net("self.net = nn.Sequential(*[nn.ReLU()] * depth)"),
    "dropout": net("self.net = nn.ModuleList([nn.Dropout(0.1)] * depth)"),
    "pooling": net("self.net = nn.Sequential(*[nn.MaxPool2d(2)] * depth)"),
    "no layer at all": net("self.net = nn.ModuleList([nn.Identity()] * depth)"),
    "a norm without weights": net("self.net = nn.ModuleList([nn.LayerNorm(width, elementwise_affine=False)] * depth)"),
    "a class of the file without weights": net("self.net = nn.Sequential(*[Scale(2.0)] * depth)"),
    "once": net("self.net = nn.Sequential(*[nn.Linear(width, width)] * 1)"),
    "there or not": """\
class Flow(nn.Module):
    def __init__(self, width: int, depth: int, norm=True):
        super().__init__()
        layers = []
        for i in range(depth):
            layers += [nn.Linear(width, width)] * (i > 0)
            layers += norm * [nn.BatchNorm1d(width)]
        self.net = nn.Sequential(*layers)
""",
    "never": net("self.net = nn.Sequential(*[nn.Linear(width, width)] * 0)"),
    "one head for every level, on purpose": net(
        "shared = nn.Linear(width, 4)", "self.net = nn.ModuleList([shared] * depth)"
    ),
    "an attribute for every level, on purpose": net(
        "self.head = nn.Linear(width, 4)", "self.heads = nn.ModuleList([self.head] * depth)"
    ),
    "classes": net("kinds = [nn.Linear] * depth", "self.net = nn.Sequential(*(kind(width, width) for kind in kinds))"),
    "copies of it": net(
        "layer = Block(width)", "self.net = nn.ModuleList(copy.deepcopy(one) for one in [layer] * depth)"
    ),
    "beside each batch": """\
def outputs(model: nn.Linear, batches):
    return [one(batch) for one, batch in zip([model] * len(batches), batches)]
""",
    "in processes": """\
def run(pool, predict, model: nn.Linear, batches):
    return pool.starmap(predict, zip([model] * len(batches), batches))
""",
    "sizes": net("widths = [width] * depth", "self.net = nn.ModuleList(nn.Linear(size, size) for size in widths)"),
    "tensors": net("self.weights = [torch.ones(3)] * depth", "self.net = nn.Linear(width, width)"),
    "a product": """\
def scaled(layer: nn.Linear, x):
    return layer(x) * 3, [layer(x)] * 2
""",
    "another class of another file": Whole("""\
import torch
from items import Item


def items(n):
    return [Item(3)] * n
"""),
    "there or not, by a comparison": """\
def build(depth, kind, flag, width):
    more = depth > 1
    return nn.Sequential(
        *[Block(width)] * (depth > 1),
        *[Block(width)] * int(kind == "wide"),
        *[Block(width)] * more,
        *[Block(width)] * (depth > 1 and kind == "wide"),
        *[Block(width)] * (flag and depth > 1),
        *[Block(width)] * (1 if kind else 0),
    )
""",
    "there or not, by a flag of the class": """\
class Net(nn.Module):
    def __init__(self, width, norm):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(width, width), *[nn.BatchNorm1d(width)] * norm)


net = Net(3, True)
""",
    "a Sequential without weights": net(
        "self.net = nn.Sequential(*[nn.Sequential(nn.ReLU(), nn.Dropout(0.1))] * depth)"
    ),
    "norms without statistics": net(
        "self.net = nn.Sequential(",
        "    *[nn.InstanceNorm2d(width)] * depth,",
        "    *[nn.BatchNorm2d(width, affine=False, track_running_stats=False)] * depth,",
        ")",
    ),
    "what a helper keeps": """\
import functools


@functools.cache
def kept(width):
    return nn.Linear(width, width)


class Net(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.head = nn.Linear(width, 4)
        self.heads = nn.ModuleList([self.shared()] * depth)
        self.more = nn.ModuleList([kept(width)] * depth)

    def shared(self):
        return self.head
""",
}
