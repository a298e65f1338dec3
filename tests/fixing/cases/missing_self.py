"""TEF703: programs before and after fixing, and programs that no fix changes."""

HEAD = """\
import torch
from torch import nn
from torch.utils.data import Dataset


"""


def whole(before: str, after: str) -> tuple[str, str]:
    """A program before and after, with its imports."""
    return HEAD + before, HEAD + after


FIXES: dict[str, tuple[str, str]] = {
    "a dataset": whole(
        """\
class Rows(Dataset):
    def __init__(rows):  # a list
        self.rows = rows
""",
        """\
class Rows(Dataset):
    def __init__(self, rows):  # a list
        self.rows = rows
""",
    ),
    "in the message of an assert": whole(
        """\
class Rows(Dataset):
    def collate(batch):
        assert batch, f"empty batch of {self.width}"
        return torch.stack(batch)
""",
        """\
class Rows(Dataset):
    def collate(self, batch):
        assert batch, f"empty batch of {self.width}"
        return torch.stack(batch)
""",
    ),
    "behind what may end the program": whole(
        """\
class Command:
    def end(message):
        print(message)
        self.done = True
""",
        """\
class Command:
    def end(self, message):
        print(message)
        self.done = True
""",
    ),
    "where Python passes over errors": whole(
        """\
class Watched:
    def __del__():
        self.handle.remove()
""",
        """\
class Watched:
    def __del__(self):
        self.handle.remove()
""",
    ),
    "where the module may have it": (
        "import torch\nfrom helpers import *\n\n\nclass Net:\n    def width():\n        return self.fc\n",
        "import torch\nfrom helpers import *\n\n\nclass Net:\n    def width(self):\n        return self.fc\n",
    ),
    "behind the base class": whole(
        """\
class Net(nn.Module):
    def __init__(width):
        super().__init__()
        self.width = width
""",
        """\
class Net(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.width = width
""",
    ),
    "no parameter": whole(
        """\
class Net(nn.Module):
    def width():
        return self.fc.in_features
""",
        """\
class Net(nn.Module):
    def width(self):
        return self.fc.in_features
""",
    ),
    "a type and a default": whole(
        """\
class Net(nn.Module):
    def forward(x: torch.Tensor, scale: float = 1.0) -> torch.Tensor:
        return self.fc(x) * scale
""",
        """\
class Net(nn.Module):
    def forward(self, x: torch.Tensor, scale: float = 1.0) -> torch.Tensor:
        return self.fc(x) * scale
""",
    ),
    "positional only": whole(
        """\
class Net(nn.Module):
    def forward(x, /):
        return self.fc(x)
""",
        """\
class Net(nn.Module):
    def forward(self, x, /):
        return self.fc(x)
""",
    ),
    "keywords only": whole(
        """\
class Net(nn.Module):
    def forward(*, x):
        return self.fc(x)
""",
        """\
class Net(nn.Module):
    def forward(self, *, x):
        return self.fc(x)
""",
    ),
    "any arguments": whole(
        """\
class Net(nn.Module):
    def forward(*args):
        return self.fc(*args)
""",
        """\
class Net(nn.Module):
    def forward(self, *args):
        return self.fc(*args)
""",
    ),
    "over several lines": whole(
        """\
class Net(nn.Module):
    def forward(
        x,  # images
        y,
    ):
        return self.fc(x) + y
""",
        """\
class Net(nn.Module):
    def forward(
        self, x,  # images
        y,
    ):
        return self.fc(x) + y
""",
    ),
    "only on some paths": whole(
        """\
class Net(nn.Module):
    def forward(x):
        if x.ndim > 2:
            return self.fc(x)
        return x
""",
        """\
class Net(nn.Module):
    def forward(self, x):
        if x.ndim > 2:
            return self.fc(x)
        return x
""",
    ),
    "decorated": whole(
        """\
class Net(nn.Module):
    @torch.no_grad()
    def predict(x):
        return self.fc(x)
""",
        """\
class Net(nn.Module):
    @torch.no_grad()
    def predict(self, x):
        return self.fc(x)
""",
    ),
    "a generator": whole(
        """\
class Rows(nn.Module):
    def rows(count):
        yield self.fc(count)
""",
        """\
class Rows(nn.Module):
    def rows(self, count):
        yield self.fc(count)
""",
    ),
    "a coroutine": whole(
        """\
class Client:
    async def fetch(path):
        return self.fc(path)
""",
        """\
class Client:
    async def fetch(self, path):
        return self.fc(path)
""",
    ),
    "a chain of comparisons, which may end before it": whole(
        """\
class Rows(nn.Module):
    def holds(i):
        return 0 <= i < self.n
""",
        """\
class Rows(nn.Module):
    def holds(self, i):
        return 0 <= i < self.n
""",
    ),
    "one comparison": whole(
        """\
class Rows(nn.Module):
    def holds(i):
        return i < self.n
""",
        """\
class Rows(nn.Module):
    def holds(self, i):
        return i < self.n
""",
    ),
    "in an assert, which python -O leaves out": whole(
        """\
class Net(nn.Module):
    def holds(x):
        assert self.ready
        return x
""",
        """\
class Net(nn.Module):
    def holds(self, x):
        assert self.ready
        return x
""",
    ),
    "in an assert and behind it": whole(
        """\
class Net(nn.Module):
    def holds(x):
        assert self.ready
        return self.fc(x)
""",
        """\
class Net(nn.Module):
    def holds(self, x):
        assert self.ready
        return self.fc(x)
""",
    ),
    "a class of another package": whole(
        """\
import helpers


class Net(helpers.Base):
    def forward(x):
        return self.fc(x)
""",
        """\
import helpers


class Net(helpers.Base):
    def forward(self, x):
        return self.fc(x)
""",
    ),
    "a class of a metaclass": whole(
        """\
class Net(nn.Module, metaclass=Meta):
    def forward(x):
        return self.fc(x)
""",
        """\
class Net(nn.Module, metaclass=Meta):
    def forward(self, x):
        return self.fc(x)
""",
    ),
    "a decorated class": whole(
        """\
@register
class Net(nn.Module):
    def forward(x):
        return self.fc(x)
""",
        """\
@register
class Net(nn.Module):
    def forward(self, x):
        return self.fc(x)
""",
    ),
    "a class of the file": whole(
        """\
class Base(nn.Module):
    pass


class Net(Base):
    def forward(x):
        return self.fc(x)
""",
        """\
class Base(nn.Module):
    pass


class Net(Base):
    def forward(self, x):
        return self.fc(x)
""",
    ),
    "called with the object": whole(
        """\
class Net(nn.Module):
    def scaled(x):
        return self.fc(x)

    def forward(self, x):
        return self.scaled(x) + Net.scaled(self, x)
""",
        """\
class Net(nn.Module):
    def scaled(self, x):
        return self.fc(x)

    def forward(self, x):
        return self.scaled(x) + Net.scaled(self, x)
""",
    ),
    "called with and without the object": whole(
        """\
class Net(nn.Module):
    def scaled(x):
        return self.fc(x)

    def forward(self, x):
        return self.scaled(x) + Net.scaled(x)
""",
        """\
class Net(nn.Module):
    def scaled(self, x):
        return self.fc(x)

    def forward(self, x):
        return self.scaled(x) + Net.scaled(x)
""",
    ),
    "two of its name": whole(
        """\
class Net(nn.Module):
    @overload
    def at(i: int) -> int: ...

    def at(i):
        return self.fc(i)
""",
        """\
class Net(nn.Module):
    @overload
    def at(i: int) -> int: ...

    def at(self, i):
        return self.fc(i)
""",
    ),
    "by a text": whole(
        """\
class Net(nn.Module):
    def scaled(x):
        return self.fc(x)


scaled = getattr(Net, "scaled")
""",
        """\
class Net(nn.Module):
    def scaled(self, x):
        return self.fc(x)


scaled = getattr(Net, "scaled")
""",
    ),
    "another name of it": whole(
        """\
class Net(nn.Module):
    def scaled(x):
        return self.fc(x)

    forward = scaled
""",
        """\
class Net(nn.Module):
    def scaled(self, x):
        return self.fc(x)

    forward = scaled
""",
    ),
    "a function of its name": whole(
        """\
class Net(nn.Module):
    def relu(x):
        return relu(self.fc(x))
""",
        """\
class Net(nn.Module):
    def relu(self, x):
        return relu(self.fc(x))
""",
    ),
    "a file that catches errors": whole(
        """\
class Net(nn.Module):
    def forward(x):
        return self.fc(x)


try:
    y = Net()(torch.ones(2))
except Exception:
    y = None
""",
        """\
class Net(nn.Module):
    def forward(self, x):
        return self.fc(x)


try:
    y = Net()(torch.ones(2))
except Exception:
    y = None
""",
    ),
}

SAFE = {
    "in an assert and behind it",
    "a class of the file",
    "called with the object",
    "another name of it",
    "a function of its name",
    "one comparison",
    "a dataset",
    "behind the base class",
    "no parameter",
    "a type and a default",
    "positional only",
    "keywords only",
    "any arguments",
    "over several lines",
}

LEFT: dict[str, str] = {
    "the context of a function of autograd": HEAD
    + """\
class Product(torch.autograd.Function):
    def forward(context, x, w):
        self.save_for_backward(x, w)
        return x @ w + context.bias
""",
    "an attribute is set on the first parameter": HEAD
    + """\
class Net(nn.Module):
    def forward(net, x, prev=None):
        net.last = x
        return self.fc(x)
""",
    "an attribute of the class is read from the first parameter": HEAD
    + """\
class Net(nn.Module):
    def scaled(net, x):
        return x * net.k * self.k
""",
    "a static method later": HEAD
    + """\
class Net(nn.Module):
    def scaled(x):
        return x * self.scale

    scaled = staticmethod(scaled)
""",
    "in a table of the class, by its name": HEAD
    + """\
class Registry(nn.Module):
    handlers = {}

    def start(event):
        self.handlers[event] = 1

    handlers["begin"] = start
""",
    "in a table of the class": HEAD
    + """\
class Losses(nn.Module):
    def l2(p, t):
        return self.weight * (p - t).pow(2).mean()

    TABLE = {"squares": l2}
""",
    "only called on the class": HEAD
    + """\
class Net(nn.Module):
    def scaled(x):
        return x * self.scale

    def forward(self, x):
        return Net.scaled(x) + type(self).scaled(x) + self.__class__.scaled(x)
""",
    "a special method that has its parameters": """\
import torch
from torch.utils.data import Dataset


class D(Dataset):
    def __init__(self, data):
        self.data = data

    def __getitem__(ds, index):
        return self.data[index]
""",
    "a first parameter that the method does not read": """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(module, x):
        return self.fc(x)
""",
    "a plain function": HEAD
    + """\
def read(path):
    return torch.load(self.path)
""",
    "the object by another name": HEAD
    + """\
class Net(nn.Module):
    def forward(this, x):
        return self.fc(x)
""",
    "misspelled": HEAD
    + """\
class Net(nn.Module):
    def forward(sefl, x):
        return self.fc(x)
""",
    "a function in a function": HEAD
    + """\
def build(n):
    def run(x):
        return self.fc(x)

    return run
""",
}
