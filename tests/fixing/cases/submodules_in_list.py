"""TEF601: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "added to and joined": (
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.layers = []
        for _ in range(depth):
            self.layers += [nn.Linear(width, width), nn.ReLU()]
        rest = [nn.Linear(width, width) for _ in range(depth)]
        self.rest = [nn.Linear(width, width)] + rest

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        for layer in self.rest:
            x = layer(x)
        return x
""",
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.layers = nn.ModuleList()
        for _ in range(depth):
            self.layers += [nn.Linear(width, width), nn.ReLU()]
        rest = [nn.Linear(width, width) for _ in range(depth)]
        self.rest = nn.ModuleList([nn.Linear(width, width)] + rest)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        for layer in self.rest:
            x = layer(x)
        return x
""",
    ),
    "a list": (
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.layers = [nn.Linear(width, width), nn.ReLU()]

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x
""",
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(width, width), nn.ReLU()])

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x
""",
    ),
    "a comprehension": (
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.layers = [nn.Linear(width, width) for _ in range(depth)]  # one a step

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x
""",
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(width, width) for _ in range(depth)])  # one a step

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x
""",
    ),
    "appended": (
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.layers = []
        for _ in range(depth):
            self.layers.append(nn.Linear(width, width))

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x
""",
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.layers = nn.ModuleList()
        for _ in range(depth):
            self.layers.append(nn.Linear(width, width))

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x
""",
    ),
    "extended": (
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.layers = []
        self.layers += [nn.Linear(width, width)]
        self.layers.extend([nn.ReLU(), nn.Linear(width, width)])

    def forward(self, x):
        for i, layer in enumerate(self.layers):
            x = layer(x) + i
        return x
""",
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.layers = nn.ModuleList()
        self.layers += [nn.Linear(width, width)]
        self.layers.extend([nn.ReLU(), nn.Linear(width, width)])

    def forward(self, x):
        for i, layer in enumerate(self.layers):
            x = layer(x) + i
        return x
""",
    ),
    "a local list": (
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        layers = []
        for _ in range(depth):
            layers.append(nn.Linear(width, width))
        self.layers = layers

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x
""",
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        layers = []
        for _ in range(depth):
            layers.append(nn.Linear(width, width))
        self.layers = nn.ModuleList(layers)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x
""",
    ),
    "a tuple": (
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.layers = nn.Linear(width, width), nn.Linear(width, width)

    def forward(self, x):
        first, second = self.layers
        return first(x) + second(x)
""",
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.layers = nn.ModuleList((nn.Linear(width, width), nn.Linear(width, width)))

    def forward(self, x):
        first, second = self.layers
        return first(x) + second(x)
""",
    ),
    "a dict": (
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.heads = {"a": nn.Linear(width, 1), "b": nn.Linear(width, 2)}

    def forward(self, x):
        return {name: head(x) for name, head in self.heads.items()}, self.heads["a"](x)
""",
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.heads = nn.ModuleDict({"a": nn.Linear(width, 1), "b": nn.Linear(width, 2)})

    def forward(self, x):
        return {name: head(x) for name, head in self.heads.items()}, self.heads["a"](x)
""",
    ),
    "over several lines, with comments": (
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.layers = [
            nn.Linear(width, width),  # the first
            nn.Linear(width, 1),  # the last
        ]

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x
""",
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.layers = nn.ModuleList([
            nn.Linear(width, width),  # the first
            nn.Linear(width, 1),  # the last
        ])

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x
""",
    ),
    "by the name of the class": (
        """\
import torch
from torch.nn import Linear, Module, ModuleList


class Net(Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.layers = [Linear(width, width) for _ in range(depth)]

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x
""",
        """\
import torch
from torch.nn import Linear, Module, ModuleList


class Net(Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.layers = ModuleList([Linear(width, width) for _ in range(depth)])

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x
""",
    ),
    "torch under another name": (
        """\
import torch as th


class Net(th.nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.layers = [th.nn.Linear(width, width) for _ in range(depth)]

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x
""",
        """\
import torch as th


class Net(th.nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.layers = th.nn.ModuleList([th.nn.Linear(width, width) for _ in range(depth)])

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x
""",
    ),
    "a generator": (
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.layers = list(nn.Linear(width, width) for _ in range(depth))

    def forward(self, x):
        return self.layers[-1](x)
""",
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.layers = nn.ModuleList(list(nn.Linear(width, width) for _ in range(depth)))

    def forward(self, x):
        return self.layers[-1](x)
""",
    ),
    "by a helper": (
        """\
import torch
from torch import nn


def make(width, depth):
    return [nn.Linear(width, width) for _ in range(depth)]


class Net(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.layers = make(width, depth)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x
""",
        """\
import torch
from torch import nn


def make(width, depth):
    return [nn.Linear(width, width) for _ in range(depth)]


class Net(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.layers = nn.ModuleList(make(width, depth))

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x
""",
    ),
}

SAFE: set[str] = set()

LEFT: dict[str, str] = {
    "a key that is not known": """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.heads = {}
        for i in range(depth):
            self.heads[i] = nn.Linear(width, 1)

    def forward(self, x):
        return [self.heads[i](x) for i in range(3)]
""",
    "a key that ModuleDict has itself": """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.heads = {"type": nn.Linear(width, 1), "score": nn.Linear(width, 1)}

    def forward(self, x):
        return self.heads["type"](x)
""",
    "a key with a dot": """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.heads = {"a.b": nn.Linear(width, 1), "c": nn.Linear(width, 1)}

    def forward(self, x):
        return self.heads["c"](x)
""",
    "get": """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.heads = {"a": nn.Linear(width, 1), "b": nn.Linear(width, 1)}

    def forward(self, x):
        return self.heads.get("a")(x)
""",
    "lists in a list": """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.layers = [[nn.Linear(width, width)] for _ in range(depth)]

    def forward(self, x):
        return self.layers[0][0](x)
""",
    "a function among them": """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.layers = [nn.Linear(width, width), torch.relu]

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x
""",
    "with a type": """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.layers: list[nn.Module] = [nn.Linear(width, width) for _ in range(depth)]

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x
""",
    "in both branches": """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        if depth > 1:
            self.layers = [nn.Linear(width, width) for _ in range(depth)]
        else:
            self.layers = [nn.Linear(width, 1), nn.ReLU()]

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x
""",
    "the local list goes on": """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        layers = [nn.Linear(width, width)]
        layers.append(nn.ReLU())
        self.layers = layers
        layers.append(nn.Linear(width, width))

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x
""",
    "returned": """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.layers = [nn.Linear(width, width) for _ in range(depth)]

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x

    def all(self):
        return self.layers
""",
    "another list in front": """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.layers = [nn.Linear(width, width) for _ in range(depth)]

    def forward(self, x):
        for layer in [torch.relu] + self.layers:
            x = layer(x)
        return x
""",
    "asked whether it is a list": """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.layers = [nn.Linear(width, width) for _ in range(depth)]

    def forward(self, x):
        if isinstance(self.layers, list):
            x = self.layers[0](x)
        return x
""",
    "before super": """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width: int):
        self.layers = [nn.Linear(width, width), nn.ReLU()]
        super().__init__()

    def forward(self, x):
        return self.layers[0](x)
""",
    "popped": """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.layers = [nn.Linear(width, width) for _ in range(depth)]
        self.layers.pop()

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x
""",
}
