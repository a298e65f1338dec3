"""TEF316 softmax-without-dim: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole.
In FLAG, `# expect: CODE` ends each line on which a finding must stand, and no other finding may stand anywhere.
In LEAVE there must be none at all.
"""

from tests.rules.programs import Whole

HEADER = """\
import torch
import torch.nn.functional as F
from torch import nn


"""

FLAG: dict[str, str] = {
    "the function, for each row": """\
def attend(rows: list[torch.Tensor]):
    return list(map(F.softmax, rows))  # expect: TEF316 "torch chooses 0 or 1 by rank"
""",
    "torch's own function, for each row": """\
def attend(rows: list[torch.Tensor]):
    return list(map(torch.softmax, rows))  # expect: TEF316 "which raises a TypeError"
""",
    "the function, as a partial": Whole("""\
from functools import partial

import torch
import torch.nn.functional as F


def attend(scores: torch.Tensor):
    return partial(F.softmax)(scores)  # expect: TEF316 "torch chooses 0 or 1 by rank"
"""),
    "the model of a test": Whole("""\
import unittest

import torch
from torch import nn


class TestTrainer(unittest.TestCase):
    def setUp(self):
        self.net = nn.Sequential(nn.Linear(8, 3), nn.Softmax())  # expect: TEF316?

    def test_rows(self):
        assert self.net(torch.ones(2, 8)).sum().item() == 2
"""),
    "the model of a file that shows a test of it": Whole("""\
import torch
from torch import nn


class TestSoftmax(nn.Module):
    def __init__(self):
        super().__init__()
        self.softmax = nn.Softmax()  # expect: TEF316?

    def forward(self, x):
        return self.softmax(x)


if __name__ == "__main__":
    for width in range(1, 100):
        print(TestSoftmax()(torch.ones(2, width)).sum().item() - 2)
"""),
    "a file that consists of one class, and trains it": Whole("""import torch
from torch import nn


class TestTime(nn.Module):
    def __init__(self):
        super().__init__()
        self.softmax = nn.Softmax()  # expect: TEF316

    def forward(self, x):
        return self.softmax(x)
"""),
    "the function, in a test": Whole("""\
import unittest

import torch
import torch.nn.functional as F


class TestRows(unittest.TestCase):
    def test_rows(self):
        assert F.softmax(torch.ones(2, 8, 3)).sum().item() == 16  # expect: TEF316
"""),
    "a matrix, whose last dim torch takes": """\
def attend(scores: torch.Tensor):
    rows, columns = scores.shape
    return F.softmax(scores)  # expect: TEF316 "name the one to normalise over, -1 for the last"
""",
    "a module that is never read": """\
class Net(nn.Module):
    def __init__(self, width: int):
        super().__init__()
        self.fc = nn.Linear(width, width)
        self.softmax = nn.LogSoftmax()  # expect: TEF316?

    def forward(self, x):
        return F.relu(self.fc(x))


left_over = nn.Softmax()  # expect: TEF316?
""",
    "a module that runs as a child of another": """\
class Net(nn.Module):
    def __init__(self, width: int):
        super().__init__()
        self.fc = nn.Linear(width, width)
        self.softmax = nn.Softmax()  # expect: TEF316

    def forward(self, x):
        for child in self.children():
            x = child(x)
        return x
""",
    "a module that is read by the text of its name": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.soft = nn.Softmax()  # expect: TEF316

    def forward(self, x, kind="soft"):
        return getattr(self, kind)(x)
""",
    "functional softmax": """\
def attend(scores: torch.Tensor):
    return F.softmax(scores)  # expect: TEF316
""",
    "functional log_softmax": """\
def log_probs(logits: torch.Tensor):
    return F.log_softmax(logits)  # expect: TEF316
""",
    "functional softmin": """\
def nearest(dist: torch.Tensor):
    return F.softmin(dist)  # expect: TEF316
""",
    "softmax module": """\
act = nn.Softmax()  # expect: TEF316
y = act(torch.randn(2, 3))
""",
    "log softmax module": """\
act = nn.LogSoftmax()  # expect: TEF316
y = act(torch.randn(2, 3))
""",
    "softmin module": """\
act = nn.Softmin()  # expect: TEF316
y = act(torch.randn(2, 3))
""",
    "explicit None in the call": """\
def attend(scores: torch.Tensor):
    return F.softmax(scores, dim=None)  # expect: TEF316
""",
    "explicit None by position": """\
def attend(scores: torch.Tensor):
    return F.log_softmax(scores, None)  # expect: TEF316
""",
    "explicit None in the module": """\
act = nn.Softmax(dim=None)  # expect: TEF316
y = act(torch.randn(2, 3))
""",
    "None by position in the module": """\
act = nn.LogSoftmax(None)  # expect: TEF316
y = act(torch.randn(2, 3))
""",
    "torch.softmax raises": """\
def attend(scores: torch.Tensor):
    return torch.softmax(scores)  # expect: TEF316
""",
    "torch.log_softmax raises": """\
def log_probs(logits: torch.Tensor):
    return torch.log_softmax(logits)  # expect: TEF316
""",
    "softmax method raises": """\
def attend(scores: torch.Tensor):
    return scores.softmax()  # expect: TEF316
""",
    "log_softmax method raises": """\
def log_probs(logits: torch.Tensor):
    return logits.log_softmax()  # expect: TEF316
""",
    "softmax method on a matrix product": """\
def attend(q: torch.Tensor, k: torch.Tensor):
    return (q @ k.transpose(-2, -1)).softmax()  # expect: TEF316
""",
    "full path": """\
x = torch.randn(2, 3)
y = torch.nn.functional.softmax(x)  # expect: TEF316
""",
    "functional through nn": """\
def attend(scores: torch.Tensor):
    return nn.functional.softmax(scores)  # expect: TEF316
""",
    "module by its full path": """\
act = torch.nn.Softmax()  # expect: TEF316
y = act(torch.randn(2, 3))
""",
    "torch under another name": Whole("""\
import torch as th
import torch.nn as tnn

x = th.randn(2, 3)
y = tnn.functional.log_softmax(x)  # expect: TEF316
"""),
    "function imported by name": Whole("""\
import torch
from torch.nn.functional import softmax


def attend(scores: torch.Tensor):
    return softmax(scores)  # expect: TEF316
"""),
    "function imported under another name": Whole("""\
import torch
from torch.nn.functional import log_softmax as lsm


def log_probs(logits: torch.Tensor):
    return lsm(logits)  # expect: TEF316
"""),
    "module imported by name": Whole("""\
import torch
from torch.nn import Softmax

act = Softmax()  # expect: TEF316
y = act(torch.randn(2, 3))
"""),
    "keyword input": """\
def attend(scores: torch.Tensor):
    return F.softmax(input=scores)  # expect: TEF316
""",
    "dtype but no dim": """\
def attend(scores: torch.Tensor):
    return F.softmax(scores, dtype=torch.float32)  # expect: TEF316
""",
    "last layer of a sequential": """\
net = nn.Sequential(
    nn.Linear(8, 16),
    nn.ReLU(),
    nn.Linear(16, 3),
    nn.Softmax(),  # expect: TEF316
)
y = net(torch.randn(2, 8))
""",
    "attribute of a module": """\
class Policy(nn.Module):
    def __init__(self, obs: int, actions: int):
        super().__init__()
        self.fc = nn.Linear(obs, actions)
        self.softmax = nn.Softmax()  # expect: TEF316

    def forward(self, x):
        return self.softmax(self.fc(x))
""",
    "forward return": Whole("""\
import torch
from torch import nn
from torch.nn import functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(50, 10)

    def forward(self, x):
        return F.log_softmax(self.fc(x))  # expect: TEF316
"""),
    "untyped parameter": """\
def attend(scores):
    return F.softmax(scores)  # expect: TEF316
""",
    "lambda": """\
act = lambda x: F.softmax(x)  # expect: TEF316
y = act(torch.randn(2, 3))
""",
    "module called at once": """\
def probabilities(logits: torch.Tensor):
    return nn.Softmax()(logits)  # expect: TEF316
""",
    "dictionary of activations": """\
ACTIVATIONS = {
    "relu": nn.ReLU(),
    "softmax": nn.Softmax(),  # expect: TEF316
}
y = ACTIVATIONS["relu"](torch.randn(3))
""",
    "comprehension over heads": """\
heads = [torch.randn(2, 3), torch.randn(2, 5)]
probs = [F.softmax(h) for h in heads]  # expect: TEF316
""",
    "untyped parameter with a softmax method": """\
def run(table):
    return table.softmax()  # expect: TEF316


torch.manual_seed(0)
""",
    "the function kept as an attribute": """\
class Attention(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.query = nn.Linear(width, width)
        self.key = nn.Linear(width, width)
        self.normalise = F.softmax

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        scores = self.query(x) @ self.key(x).transpose(-2, -1)
        return self.normalise(scores) @ x  # expect: TEF316
""",
    "a dictionary of activations": """\
ACTIVATIONS = {
    "relu": nn.ReLU(),
    "softmax": nn.Softmax(),  # expect: TEF316
    "tanh": nn.Tanh(),
}


def activate(name: str, x: torch.Tensor) -> torch.Tensor:
    return ACTIVATIONS[name](x)
""",
    "only the dtype is given": """\
def attention(q: torch.Tensor, k: torch.Tensor) -> torch.Tensor:
    scores = q @ k.transpose(-2, -1)
    return F.softmax(scores, dtype=torch.float32).to(q.dtype)  # expect: TEF316
""",
    "the class under another name": Whole("""\
import torch
from torch.nn import Linear, Module
from torch.nn import LogSoftmax as Head


class Net(Module):
    def __init__(self) -> None:
        super().__init__()
        self.fc = Linear(8, 4)
        self.head = Head()  # expect: TEF316

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(self.fc(x))
"""),
    "dim is None by name": """\
AXIS = None


def weights(scores: torch.Tensor) -> torch.Tensor:
    return F.softmax(scores, dim=AXIS)  # expect: TEF316
""",
    "positional None in the constructor": """\
soft = nn.Softmin(None)  # expect: TEF316


def assign(distances: torch.Tensor) -> torch.Tensor:
    return soft(distances)
""",
    "conditional expression with one good and one bad arm": """\
def gate(scores: torch.Tensor, sharp: bool) -> torch.Tensor:
    return F.softmax(scores * 4.0, dim=-1) if sharp else F.softmax(scores)  # expect: TEF316
""",
    "the method on a module's output raises": """\
actor = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 2))


@torch.no_grad()
def act(obs: torch.Tensor) -> torch.Tensor:
    probs = actor(obs).softmax()  # expect: TEF316
    return torch.multinomial(probs, num_samples=1)
""",
    "a comprehension over heads": """\
class Heads(nn.Module):
    def __init__(self, sizes: list[int]) -> None:
        super().__init__()
        self.heads = nn.ModuleList(nn.Linear(16, n) for n in sizes)

    def forward(self, x: torch.Tensor) -> list[torch.Tensor]:
        return [F.log_softmax(head(x)) for head in self.heads]  # expect: TEF316
""",
    "last layer appended to a list": """\
def build(sizes: list[int], probabilities: bool) -> nn.Sequential:
    layers = [nn.Linear(a, b) for a, b in zip(sizes, sizes[1:])]
    if probabilities:
        layers.append(nn.Softmax())  # expect: TEF316
    return nn.Sequential(*layers).to(torch.float32)
""",
    "the default value of a parameter": """\
class Gate(nn.Module):
    def __init__(self, width: int, activation: nn.Module = nn.Softmax()) -> None:  # expect: TEF316
        super().__init__()
        self.fc = nn.Linear(width, width)
        self.activation = activation

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x * self.activation(self.fc(x))
""",
    "torch.log_softmax with the parenthesis in the wrong place": """\
def score(logits: torch.Tensor, classes: torch.Tensor) -> torch.Tensor:
    logp = torch.log_softmax(logits)  # expect: TEF316
    return logp.gather(-1, classes.unsqueeze(-1)).squeeze(-1)
""",
    "built and called in one expression": Whole("""\
import torch
import torch.nn as nn


def predict(logits: torch.Tensor) -> torch.Tensor:
    return nn.Softmax()(logits).argmax(dim=1)  # expect: TEF316
"""),
    "softmin of distances in a multi-line call": Whole("""\
import torch
from torch.nn import functional as fn


def soft_assign(x: torch.Tensor, centres: torch.Tensor, t: float) -> torch.Tensor:
    return fn.softmin(  # expect: TEF316
        torch.cdist(x, centres) / t,
    )
"""),
    "the function under its key": """\
ACTIVATIONS = {"softmax": F.softmax, "relu": F.relu}


def activate(x: torch.Tensor) -> torch.Tensor:
    return ACTIVATIONS["softmax"](x)  # expect: TEF316
""",
    "module that a decorator is given": """\
@pytest.mark.parametrize("model", [nn.Sequential(nn.Linear(2, 3), nn.Softmax())])  # expect: TEF316?
def test_state(model):
    assert model.state_dict()
""",
    "layer of a class that runs nothing": """\
class Holder(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Conv2d(3, 4, 3), nn.Softmax())  # expect: TEF316?


def weights(holder: Holder):
    return holder.features
""",
    "layer that a class derived from it runs": """\
class Base(nn.Module):
    def __init__(self):
        super().__init__()
        self.act = nn.Softmax()  # expect: TEF316


class Net(Base):
    def forward(self, x):
        return self.act(x)
""",
}

LEAVE: dict[str, str] = {
    "dim as a keyword": """\
def attend(scores: torch.Tensor):
    return F.softmax(scores, dim=-1)
""",
    "dim by position": """\
def log_probs(logits: torch.Tensor):
    return F.log_softmax(logits, 1)
""",
    "dim zero": """\
def weights(x: torch.Tensor):
    return torch.softmax(x, 0)
""",
    "method with a dim": """\
def weights(x: torch.Tensor):
    return x.softmax(-1), x.log_softmax(dim=-1)
""",
    "modules with a dim": """\
a = nn.Softmax(dim=1)
b = nn.LogSoftmax(-1)
c = nn.Softmin(dim=0)
x = torch.randn(2, 3)
ys = [a(x), b(x), c(x)]
""",
    "dim from a parameter": """\
def weights(x: torch.Tensor, dim: int):
    return F.softmax(x, dim)
""",
    "dim from a configuration": """\
class Attention(nn.Module):
    def __init__(self, dim: int = -1):
        super().__init__()
        self.softmax = nn.Softmax(dim=dim)

    def forward(self, scores):
        return self.softmax(scores)
""",
    "starred arguments": """\
def weights(*args):
    return F.softmax(*args)
""",
    "keyword arguments passed on": """\
def weights(x: torch.Tensor, **kwargs):
    return F.softmax(x, **kwargs)
""",
    "module with arguments passed on": """\
def make(*args, **kwargs):
    return nn.Softmax(*args, **kwargs)
""",
    "two-dimensional softmax module": """\
act = nn.Softmax2d()
y = act(torch.randn(1, 3, 4, 4))
""",
    "gumbel softmax has a default": """\
def sample(logits: torch.Tensor):
    return F.gumbel_softmax(logits, tau=0.5, hard=True)
""",
    "adaptive log softmax": """\
head = nn.AdaptiveLogSoftmaxWithLoss(64, 1000, cutoffs=[100, 500])
log_prob = head.log_prob(torch.randn(2, 64))
""",
    "function passed, not called": """\
def make(activation=F.softmax):
    return activation


act = torch.softmax
""",
    "class passed, not called": """\
LAYERS = {"softmax": nn.Softmax, "log_softmax": nn.LogSoftmax}
last = LAYERS["softmax"](dim=-1)
y = last(torch.randn(2, 3))
""",
    "partial with a dim": Whole("""\
from functools import partial

import torch
import torch.nn.functional as F

act = partial(F.softmax, dim=-1)
y = act(torch.randn(2, 3))
"""),
    "scipy softmax": Whole("""\
import numpy as np
import torch
from scipy.special import softmax

x = np.random.randn(5)
y = torch.from_numpy(softmax(x))
"""),
    "own softmax function": """\
def softmax(x: torch.Tensor):
    return torch.softmax(x, dim=-1)


def attend(scores: torch.Tensor):
    return softmax(scores)
""",
    "own softmax module": """\
class Softmax(nn.Module):
    def forward(self, x):
        return torch.softmax(x, dim=-1)


act = Softmax()
y = act(torch.randn(2, 3))
""",
    "subclass that fixes the dim": """\
class LastSoftmax(nn.Softmax):
    def __init__(self):
        super().__init__(dim=-1)


act = LastSoftmax()
y = act(torch.randn(2, 3))
""",
    "softmax over graph neighbours": Whole("""\
import torch
from torch_geometric.utils import softmax


def attend(alpha: torch.Tensor, index: torch.Tensor):
    return softmax(alpha, index)
"""),
    "method of another object": """\
class Head:
    def softmax(self):
        return torch.softmax(torch.zeros(3), dim=0)


head = Head()
y = head.softmax()
""",
    "method of a module attribute": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 2)

    def softmax(self, x):
        return torch.softmax(self.fc(x), dim=1)

    def forward(self, x):
        return self.softmax(x)
""",
    "tensorflow and jax": Whole("""\
import jax
import tensorflow as tf
import torch


def both(x, y):
    return tf.nn.softmax(x), jax.nn.softmax(y)


seed = torch.initial_seed()
"""),
    "keras layer": Whole("""\
import torch
from tensorflow.keras import layers

head = layers.Softmax()
device = torch.device("cpu")
"""),
    "sigmoid needs no dim": """\
def gate(x: torch.Tensor):
    return F.softplus(x) * F.logsigmoid(x) * F.softsign(x)
""",
    "sparse softmax with a dim": """\
def attend(scores: torch.Tensor):
    return torch.sparse.softmax(scores, dim=1)
""",
    "special functions with a dim": """\
def both(x: torch.Tensor):
    return torch.special.log_softmax(x, 1).exp() + torch.special.softmax(x, dim=1)
""",
    "dim chosen by a condition": """\
def weights(x: torch.Tensor, channel_last: bool):
    return x.softmax(dim=-1 if channel_last else 1)
""",
    "the keyword arguments may carry dim": """\
def normalise(x: torch.Tensor, **options) -> torch.Tensor:
    return F.softmax(x, **options)
""",
    "star arguments may carry dim": """\
def make(kind: str, *args) -> nn.Module:
    return {"soft": nn.Softmax, "log": nn.LogSoftmax}[kind](*args)


def run(x: torch.Tensor) -> torch.Tensor:
    return make("soft", -1)(x)
""",
    "None is replaced before the call": """\
def normalise(x: torch.Tensor, dim: int | None = None) -> torch.Tensor:
    if dim is None:
        dim = x.dim() - 1
    return F.softmax(x, dim=dim)
""",
    "dim zero is a dim": """\
def over_first(x: torch.Tensor) -> torch.Tensor:
    return F.softmax(x, 0) + x.softmax(0) + torch.softmax(x, 0)
""",
    "gumbel_softmax has a default": """\
def sample(logits: torch.Tensor, tau: float) -> torch.Tensor:
    return F.gumbel_softmax(logits, tau=tau, hard=True)
""",
    "Softmax2d knows its dim": """\
head = nn.Sequential(nn.Conv2d(8, 3, 1), nn.Softmax2d())


def segment(x: torch.Tensor) -> torch.Tensor:
    return head(x)
""",
    "partial gives the dim": Whole("""\
from functools import partial

import torch
import torch.nn.functional as F

row_softmax = partial(F.softmax, dim=-1)


def attend(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
    return row_softmax(q @ k.transpose(-2, -1)) @ v
"""),
    "a method of the class called softmax": """\
class Router(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.fc = nn.Linear(8, 4)

    def softmax(self, x: torch.Tensor) -> torch.Tensor:
        return F.softmax(x, dim=-1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.softmax(self.fc(x))
""",
    "a Softmax of this file": """\
class Softmax(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.softmax(x, dim=-1)


net = nn.Sequential(nn.Linear(3, 3), Softmax())
""",
    "scipy's softmax over an array": Whole("""\
import numpy as np
import torch
from scipy.special import log_softmax, softmax


def reference(x: np.ndarray) -> torch.Tensor:
    return torch.from_numpy(softmax(x) + log_softmax(x))
"""),
    "softmax over edges by index": Whole("""\
import torch
from torch_geometric.utils import softmax


def edge_attention(alpha: torch.Tensor, index: torch.Tensor) -> torch.Tensor:
    return softmax(alpha, index)
"""),
    "the adaptive loss takes no dim": """\
loss = nn.AdaptiveLogSoftmaxWithLoss(64, 1000, cutoffs=[100, 500])


def nll(h: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return loss(h, y).loss
""",
    "other arguments first, dim last by keyword": """\
def attention(scores: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    return F.softmax(
        scores.masked_fill(mask, float("-inf")),
        dtype=torch.float32,
        dim=-1,
    )
""",
    "the function is only passed on": """\
def apply(fn, x: torch.Tensor) -> torch.Tensor:
    return fn(x, dim=1)


def rows(x: torch.Tensor) -> torch.Tensor:
    return apply(F.softmax, x)
""",
    "NumPy array": """\
def nucleus(logits: torch.Tensor):
    scores = logits.detach().cpu().numpy()
    return F.softmax(scores[scores.argsort()])
""",
    "another function of a table": """\
class Steps:
    def __init__(self, model):
        self.model = model

    def run(self, x: torch.Tensor, kind: str):
        steps = dict()
        if kind == "fc":
            steps["classifier"] = self.model.fc
        elif kind == "head":
            steps["classifier"] = self.model.head
        steps["softmax"] = F.softmax
        out = steps["classifier"](x)
        return steps["softmax"](out, dim=1)
""",
    "one of the functions of a table": """\
ACTIVATIONS = {"softmax": F.softmax, "relu": F.relu}


def activate(x: torch.Tensor, name: str) -> torch.Tensor:
    return ACTIVATIONS[name](x)
""",
    "one function or another": """\
def activate(x: torch.Tensor, sharp: bool) -> torch.Tensor:
    fn = F.softmax if sharp else F.relu
    return fn(x)
""",
}
