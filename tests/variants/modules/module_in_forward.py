"""TEF607 module-in-forward: programs that must be flagged and near misses that must stay silent.

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
    "a helper that makes one each time": """\
class Head(nn.Module):
    def __init__(self, size: int):
        super().__init__()
        self.size, self.conv = size, None

    def conv_for(self, patch: int) -> nn.Conv2d:
        conv = nn.Conv2d(self.size, patch**2, 1)
        return conv.to("cpu")

    def forward(self, x: torch.Tensor, patch: int) -> torch.Tensor:
        conv = self.conv_for(patch)  # expect: TEF607
        return conv(x)
""",
    "what is made where the module trains, or where it does not": """\
class Net(nn.Module):
    def forward(self, x):
        if self.training:
            x = nn.BatchNorm1d(8)(x)  # expect: TEF607
        else:
            x = nn.Dropout(0.1)(x)  # expect: TEF607
        return x
""",
    "with a norm of its weights": """\
from torch.nn.utils import parametrizations, spectral_norm


class Net(nn.Module):
    def forward(self, x):
        layer = spectral_norm(nn.Linear(3, 3))  # expect: TEF607
        return parametrizations.weight_norm(nn.Linear(3, 3))(layer(x))  # expect: TEF607
""",
    "a layer beside a buffer and what an argument holds": """\
class Scaled(nn.Module):
    def __init__(self, law=None):
        super().__init__()
        self.law = law
        self.linear = nn.Linear(4, 4)
        self.register_buffer("scale", torch.ones(4))

    def forward(self, x):
        return self.linear(x * self.scale)


class Logged(nn.Module):
    def forward(self, x):
        scaled = Scaled()  # expect: TEF607
        return scaled(x).log()
""",
    "called at once": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3)

    def forward(self, x):
        x = F.relu(self.conv(x)).flatten(1)
        return nn.Linear(x.size(1), 10)(x)  # expect: TEF607 "has new weights at each call"
""",
    "by a name": """\
class Net(nn.Module):
    def forward(self, x):
        conv = nn.Conv2d(3, 8, kernel_size=3, padding=1)  # expect: TEF607
        bn = nn.BatchNorm2d(8)  # expect: TEF607 "has new weights"
        out = bn(conv(x))
        return F.relu(out)
""",
    "dropout": """\
class Net(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        x = nn.Dropout(p=0.5)(x)  # expect: TEF607 "so eval() does not reach it"
        drop = nn.Dropout2d()  # expect: TEF607
        return drop(x)
""",
    "aliases": Whole("""\
import torch as th
import torch.nn
from torch.nn import BatchNorm1d, Module
from torch.nn import Embedding as Table


class Net(Module):
    def forward(self, x):
        x = Table(num_embeddings=10, embedding_dim=4)(x)  # expect: TEF607
        x = BatchNorm1d(4)(x)  # expect: TEF607
        y, _ = th.nn.LSTM(4, 8, batch_first=True)(x)  # expect: TEF607
        return torch.nn.LayerNorm(8)(y)  # expect: TEF607
"""),
    "moved first": """\
class Net(nn.Module):
    def forward(self, x):
        x = nn.Linear(4, 4).to(x.device)(x)  # expect: TEF607
        fc = nn.Linear(4, 4).cuda()  # expect: TEF607
        norm = nn.LayerNorm(4)  # expect: TEF607
        norm = norm.to(x.device)
        return norm(fc(x))
""",
    "a Sequential, reported once": """\
class Net(nn.Module):
    def forward(self, x):
        head = nn.Sequential(  # expect: TEF607
            nn.Linear(4, 4),
            nn.ReLU(),
            nn.Linear(4, 2),
        )
        return head(x)
""",
    "a list of layers": """\
class Net(nn.Module):
    def forward(self, x, depth: int):
        layers = [nn.Linear(4, 4) for _ in range(depth)]  # expect: TEF607
        for layer in layers:
            x = layer(x).relu()
        more = []
        more.append(nn.Linear(4, 4))  # expect: TEF607
        more.append(nn.ReLU())
        return nn.Sequential(*more)(x)
""",
    "in a loop and under a condition": """\
class Net(nn.Module):
    def forward(self, x):
        for _ in range(3):
            x = nn.Linear(4, 4)(x)  # expect: TEF607
        if x.size(1) != 8:
            x = nn.Conv1d(x.size(1), 8, 1)(x)  # expect: TEF607
        return x
""",
    "in a method that forward calls": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def attention(self, q, k, v):
        attend = nn.MultiheadAttention(4, 2)  # expect: TEF607
        return attend(q, k, v)[0]

    def forward(self, x):
        x = self.fc(x)
        return self.attention(x, x, x)
""",
    "in a function that forward calls": """\
def block(x, width):
    return F.relu(nn.Conv2d(x.size(1), width, 3)(x))  # expect: TEF607


class Net(nn.Module):
    def forward(self, x):
        return block(block(x, 8), 16)
""",
    "a class of the file": """\
class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.fc = nn.Linear(width, width)

    def forward(self, x):
        return x + self.fc(x)


class Net(nn.Module):
    def forward(self, x):
        block = Block(x.size(-1))  # expect: TEF607
        return Block(4)(block(x))  # expect: TEF607
""",
    "kept on self, but made each time": """\
class Net(nn.Module):
    def forward(self, x):
        self.proj = nn.Linear(x.size(1), 4)  # expect: TEF607
        return self.proj(x)
""",
    "the step of a LightningModule": Whole("""\
import pytorch_lightning as pl
import torch
from torch import nn


class Lit(pl.LightningModule):
    def training_step(self, batch, index):
        x, y = batch
        x = nn.Linear(4, 4)(x)  # expect: TEF607
        return nn.CrossEntropyLoss()(self(x), y)
"""),
    "in a function inside of forward": """\
class Net(nn.Module):
    def forward(self, x):
        def head(h):
            return nn.Linear(4, 2)(h)  # expect: TEF607

        return head(x)
""",
    "several at once": """\
class Net(nn.Module):
    def forward(self, x):
        first, second = nn.Linear(2, 2), nn.Tanh()  # expect: TEF607
        third, act = [nn.Linear(2, 2), nn.ReLU()]  # expect: TEF607
        return act(third(second(first(x))))
""",
    "one of two": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.last = nn.Linear(2, 2)

    def forward(self, x):
        layer = nn.Linear(2, 2) if x.ndim == 2 else self.last  # expect: TEF607
        return (nn.Conv1d(2, 2, 1) if x.ndim == 3 else nn.Identity())(layer(x))  # expect: TEF607
""",
    "by a helper": """\
def block(width):
    return nn.Sequential(nn.Linear(width, width), nn.ReLU())


class Net(nn.Module):
    def head(self, width):
        layer = nn.Linear(width, 2)
        return layer

    def forward(self, x):
        x = block(x.size(1))(x)  # expect: TEF607
        head = self.head(x.size(1))  # expect: TEF607
        return head(x)
""",
}

LEAVE: dict[str, str] = {
    "a helper that keeps the first one": """\
class Head(nn.Module):
    def __init__(self, size: int):
        super().__init__()
        self.size, self.conv = size, None

    def conv_for(self, patch: int) -> nn.Conv2d:
        if self.conv is None:
            conv = nn.Conv2d(self.size, patch**2, 1)
            self.conv = conv.to("cpu")
            return self.conv
        if self.conv.weight.dtype != torch.float32:
            self.conv = self.conv.float()
        return self.conv

    def forward(self, x: torch.Tensor, patch: int) -> torch.Tensor:
        conv = self.conv_for(patch)
        return conv(x)
""",
    "a dropout that is made only while the module trains": """\
class Net(nn.Module):
    def forward(self, x):
        if self.training:
            x = nn.Dropout(0.1)(x)
        if not self.training:
            return x
        else:
            return nn.Dropout(0.2)(x.relu())
""",
    "a layer of __init__ that gets a norm of its weights": """\
from torch.nn.utils import spectral_norm


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x):
        return spectral_norm(self.fc)(x)
""",
    "a buffer beside what an argument holds": """\
class Noise(nn.Module):
    def __init__(self, law=None):
        super().__init__()
        self.law = law


class Scaled(Noise):
    def __init__(self, scale):
        super().__init__(None)
        self.register_buffer("scale", torch.as_tensor(scale))

    def forward(self, x):
        return x * self.scale


class Logged(nn.Module):
    def forward(self, x):
        scaled = Scaled(2.0)
        return scaled(x).log()
""",
    "a class of constants that arguments give": """\
class Screened(nn.Module):
    def __init__(self, ke, sigma):
        super().__init__()
        self.register_buffer("ke", torch.tensor(ke))
        self.register_buffer("sigma", torch.tensor(sigma))

    def forward(self, q, r):
        return self.ke * q * torch.erf(r / self.sigma) / r


class Net(nn.Module):
    def forward(self, q, r, sigma: float):
        return Screened(14.4, sigma)(q, r)
""",
    "made in __init__": """\
class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.fc = nn.Linear(n, n)
        self.drop = nn.Dropout(0.5)
        block = nn.Sequential(nn.Linear(n, n), nn.ReLU())
        self.n = block(torch.zeros(1, n)).size(1)

    def forward(self, x):
        return self.drop(self.fc(x))
""",
    "activations, pools, losses and norms without weights": """\
class Net(nn.Module):
    def forward(self, x, y):
        x = nn.ReLU()(x)
        x = nn.MaxPool2d(2)(x)
        x = nn.Softmax(dim=1)(x)
        x = nn.LayerNorm(4, elementwise_affine=False)(x)
        x = nn.InstanceNorm2d(8)(x)
        x = nn.BatchNorm2d(8, affine=False, track_running_stats=False)(x)
        x = nn.Sequential(nn.ReLU(), nn.Flatten())(x)
        x = nn.Upsample(scale_factor=2)(nn.Dropout(0.0)(x))
        return nn.CrossEntropyLoss(weight=torch.ones(3))(x, y) + nn.MSELoss()(x, x)
""",
    "built at the first batch": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.proj = None

    def forward(self, x):
        if self.proj is None:
            self.proj = nn.Linear(x.size(1), 4).to(x.device)
        if not hasattr(self, "head"):
            self.head = nn.Linear(4, 2)
        return self.head(self.proj(x))
""",
    "built after a way out": """\
class Net(nn.Module):
    def forward(self, x):
        if self.ready:
            return self.proj(x)
        self.proj = nn.Linear(x.size(1), 4)
        self.ready = True
        return self.proj(x)
""",
    "built by a helper": """\
class Net(nn.Module):
    def build(self, n):
        self.proj = nn.Linear(n, 4)
        layer = nn.Linear(4, 4)
        self.add_module("extra", layer)

    def forward(self, x):
        if not self.built:
            self.build(x.size(1))
        return self.extra(self.proj(x))
""",
    "fixed weights": """\
class Sobel(nn.Module):
    def forward(self, x):
        conv = nn.Conv2d(1, 1, 3, bias=False)
        conv.weight.data = torch.ones(1, 1, 3, 3)
        other = nn.Linear(4, 4)
        nn.init.eye_(other.weight)
        third = nn.Linear(4, 4)
        third.load_state_dict({})
        return third(other(conv(x)))
""",
    "returned and handed on": """\
from project import run


class Net(nn.Module):
    def forward(self, x):
        layer = nn.Linear(4, 4)
        return run(nn.Linear(4, 4), x), layer

    def layers(self):
        return [nn.Linear(4, 4), nn.Dropout(0.5)]
""",
    "in a mode": """\
class Net(nn.Module):
    def forward(self, x):
        drop = nn.Dropout(0.5)
        drop.train(self.training)
        x = nn.BatchNorm1d(4).eval()(x)
        return nn.Dropout(0.1).train(self.training)(drop(x))
""",
    "no module": """\
def features(x):
    return nn.Linear(4, 4)(x)


class Pipeline:
    def forward(self, x):
        return nn.Linear(4, 4)(x)


x = torch.randn(2, 4)
print(nn.Dropout(0.5)(features(x)))
""",
    "a method that __init__ calls too": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.size = self.probe(torch.zeros(1, 3))

    def probe(self, x):
        return nn.Linear(3, 3)(x).size(1)

    def forward(self, x):
        return x.view(-1, self.probe(x))
""",
    "methods that forward does not call": """\
class Net(nn.Module):
    def forward(self, x):
        return x

    def example(self, x):
        return nn.Linear(3, 3)(x)

    def configure_optimizers(self):
        probe = nn.Linear(3, 3)
        probe(torch.zeros(1, 3))
        return torch.optim.SGD(self.parameters(), lr=0.1)
""",
    "classes of other files": """\
from project.layers import Block, Dropout


class Net(nn.Module):
    def forward(self, x):
        return Block(4)(Dropout(0.5)(x))
""",
    "functions": """\
class Net(nn.Module):
    def forward(self, x):
        x = F.linear(x, self.weight)
        x = F.dropout(x, 0.5, training=self.training)
        return F.layer_norm(x, (4,))
""",
    "classes in a table": """\
class Net(nn.Module):
    def forward(self, x, kind):
        kinds = {"linear": nn.Linear, "drop": nn.Dropout}
        kind = kinds[kind]
        return x, kind
""",
    "several at once, which are kept or handed on": """\
class Net(nn.Module):
    def forward(self, x):
        self.first, second = nn.Linear(2, 3), nn.Linear(3, 2)
        third = nn.Linear(2, 2) if x.ndim == 2 else nn.Conv1d(2, 2, 1)
        return self.first(x), second, third
""",
    "by a helper, and kept": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.last = None
        self.first = nn.Linear(2, 2)

    def layer(self, width):
        return nn.Linear(width, width)

    def chosen(self):
        return self.first

    def act(self):
        return nn.ReLU()

    def forward(self, x):
        if self.last is None:
            self.last = self.layer(x.size(1))
        return self.act()(self.last(self.chosen()(x)))
""",
}
