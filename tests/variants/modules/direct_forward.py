"""TEF604 direct-forward: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.
"""

from tests.rules.programs import Whole

HEADER = """\
import torch
import torch.nn.functional as F
from torch import Tensor, nn


class Encoder(nn.Module):
    def __init__(self, n=4):
        super().__init__()
        self.fc = nn.Linear(n, n)

    def forward(self, x):
        return self.fc(x).relu()


def shown(module: nn.Module):
    module.register_forward_hook(lambda module, args, result: print(result.shape))


"""

FLAG: dict[str, str | Whole] = {
    "layers with a norm of their weights, pruned or synchronised": """\
from torch.nn.utils import parametrizations, prune, spectral_norm


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = spectral_norm(nn.Linear(4, 4))
        self.second = prune.identity(nn.Linear(4, 4), "weight")
        self.third = parametrizations.weight_norm(nn.Linear(4, 4))
        self.last = nn.SyncBatchNorm.convert_sync_batchnorm(nn.Sequential(nn.Linear(4, 4), nn.BatchNorm1d(4)))

    def forward(self, x):
        x = self.first.forward(x)  # expect: TEF604
        x = self.second.forward(x)  # expect: TEF604
        x = self.third.forward(x)  # expect: TEF604?
        return self.last.forward(x)  # expect: TEF604?
""",
    "a LightningModule from a checkpoint": Whole("""\
import lightning as L
import torch
from torch import nn


class Lit(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(3, 3)

    def forward(self, x):
        return self.net(x)


def predict(path, x):
    model = Lit.load_from_checkpoint(path, map_location="cpu").eval()
    with torch.no_grad():
        return model.forward(x)  # expect: TEF604?
"""),
    "no hooks in the file": Whole("""\
import torch.nn.functional as F
from torch import nn


def fit(net: nn.Module, loader, optimizer):
    for x, y in loader:
        loss = F.cross_entropy(net.forward(x), y)  # expect: TEF604?
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
"""),
    "what hangs a hook on the module, and what does not": Whole("""\
import torch
import wandb
from torch import Tensor, nn
from torch.nn.utils import prune


def run_0(net: nn.Linear, x: Tensor, hang):
    wandb.watch(net)
    return net.forward(x)  # expect: TEF604?


def run_1(net: nn.Linear, x: Tensor, hang):
    prune.l1_unstructured(net, "weight", amount=0.3)
    return net.forward(x)  # expect: TEF604


def run_2(net: nn.Linear, x: Tensor, hang):
    prune.remove(net, "weight")
    return net.forward(x)  # expect: TEF604?


def run_3(net: nn.Linear, x: Tensor, hang):
    torch.nn.utils.weight_norm(net)  # expect: TEF902
    return net.forward(x)  # expect: TEF604


def run_4(net: nn.Linear, x: Tensor, hang):
    torch.nn.utils.spectral_norm(module=net)
    return net.forward(x)  # expect: TEF604


def run_5(net: nn.Linear, x: Tensor, hang):
    torch.nn.utils.parametrizations.weight_norm(net)
    return net.forward(x)  # expect: TEF604?


def run_6(net: nn.Linear, x: Tensor, hang):
    torch.distributed.fsdp.fully_shard(net)
    return net.forward(x)  # expect: TEF604


def run_7(net: nn.Linear, x: Tensor, hang):
    net.register_forward_pre_hook(print)
    return net.forward(x)  # expect: TEF604


def run_8(net: nn.Linear, x: Tensor, hang):
    net.register_forward_hook(hook=print)
    return net.forward(x)  # expect: TEF604


def run_9(net: nn.Linear, x: Tensor, hang):
    net.register_full_backward_hook(print)
    return net.forward(x)  # expect: TEF604


def run_10(net: nn.Linear, x: Tensor, hang):
    net.register_state_dict_pre_hook(print)
    return net.forward(x)  # expect: TEF604?


def run_11(net: nn.Linear, x: Tensor, hang):
    net.weight.register_hook(print)
    return net.forward(x)  # expect: TEF604?


def run_12(net: nn.Linear, x: Tensor, hang):
    x.register_hook(print)
    return net.forward(x)  # expect: TEF604?


def run_13(net: nn.Linear, x: Tensor, hang):
    net.apply(hang)
    return net.forward(x)  # expect: TEF604?
"""),
    "a hook on this layer, on another, and on the layers of one": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(4, 4)
        self.second = nn.Linear(4, 4)
        self.block = nn.Sequential(nn.Linear(4, 4), nn.ReLU())
        self.first.register_forward_hook(lambda module, args, result: result.clamp(max=9))
        torch.nn.utils.spectral_norm(self.block[0])

    def forward(self, x):
        x = self.first.forward(x)  # expect: TEF604
        x = self.second.forward(x)  # expect: TEF604?
        return self.block.forward(x)  # expect: TEF604?


class Normed(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv1d(4, 4, 3)
        self.normed()

    def normed(self):
        def hang(module):
            if isinstance(module, nn.Conv1d):
                torch.nn.utils.weight_norm(module)  # expect: TEF902

        self.apply(hang)

    def forward(self, x):
        return self.conv(x)


class Outer(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Normed()

    def forward(self, x):
        return self.inner.forward(x=x)  # expect: TEF604?
""",
    "a hook that each object of a class hangs on itself": """\
class Watched(Encoder):
    def __init__(self):
        super().__init__()
        self.register_forward_pre_hook(self.prepared)

    def prepared(self, module, args):
        return (args[0] / 255,)


class Derived(Watched):
    pass


def run(x: Tensor, encoder: Encoder):
    net, other = Watched(), Derived()
    return net.forward(x) + other.forward(x) + encoder.forward(x)  # expect: TEF604, TEF604, TEF604?
""",
    "hooks on all layers of a list": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(4, 4) for _ in range(3)])
        for layer in self.layers:
            layer.register_forward_pre_hook(print)

    def forward(self, x):
        for layer in self.layers:
            x = layer.forward(x)  # expect: TEF604
        return x
""",
    "a hook, and a script that trains": """def train(net: Encoder, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    net.register_forward_hook(print)
    for x in rows:
        optimizer.zero_grad()
        net.forward(x).square().mean().backward()  # expect: TEF604
        optimizer.step()
""",
    "a demonstration at the end of the file": """\
if __name__ == "__main__":

    class Demo(nn.Module):
        def __init__(self):
            super().__init__()
            self.fc = nn.Linear(4, 4)

        def forward(self, x):
            return self.fc.forward(x)  # expect: TEF604?

    print(Encoder().forward(torch.randn(2, 4)))  # expect: TEF604?
    net = Encoder()
    print(net.forward(torch.randn(2, 4)).shape)  # expect: TEF604?
""",
    "a script that trains": """def train(net: Encoder, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x in rows:
        optimizer.zero_grad()
        net.forward(x).square().mean().backward()  # expect: TEF604?
        optimizer.step()


if __name__ == "__main__":
    net = Encoder()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    net.forward(torch.randn(2, 4)).mean().backward()  # expect: TEF604?
    optimizer.step()
""",
    "checked again and again": """def validate_outputs(model: nn.Module, one, two, both):
    result = model.forward(both)  # expect: TEF604?
    if result.shape != (2,):
        raise ValueError(result.shape)
    first = model.forward(one)  # expect: TEF604?
    if not torch.allclose(first, result[:1]):
        raise ValueError(first)
    second = model.forward(two)  # expect: TEF604?
    if not torch.allclose(second, result[1:]):
        raise ValueError(second)
    if first.isnan().any() or second.isnan().any():
        raise ValueError("nan")


def asserted(model: nn.Module, x, y):
    assert x.device == y.device
    assert len(x) == len(y)
    return model.forward(x)  # expect: TEF604?
""",
    "on purpose": """class Fused(nn.Module):
    def __init__(self, segments):
        super().__init__()
        self.segments = nn.ModuleList(segments)
        self.last = nn.Linear(4, 4)

    def forward(self, x):
        # Skips nn.Module.__call__ for each segment, which costs more than the segment.
        return self.last.forward(x)  # expect: TEF604?
""",
    "a layer of torch on self": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3)
        self.criterion = nn.CrossEntropyLoss()

    def forward(self, x, y):
        logits = self.conv.forward(x)  # expect: TEF604? "write self.conv(x)"
        return self.criterion.forward(logits, y)  # expect: TEF604? "write self.criterion(logits, y)"
""",
    "a module of the file": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = Encoder()
        self.head = nn.Sequential(nn.Linear(4, 4), nn.ReLU())

    def forward(self, x):
        hidden = self.encoder.forward(x)  # expect: TEF604?
        return self.head.forward(input=hidden)  # expect: TEF604? "write self.head(input=hidden)"
""",
    "in a script": """\
model = Encoder()
x = torch.randn(2, 4)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    loss = F.mse_loss(model.forward(x), x)  # expect: TEF604?
    loss.backward()
    optimizer.step()
print(model.eval().forward(x))  # expect: TEF604?
print(nn.ReLU().forward(x), Encoder(4).forward(x))  # expect: TEF604?, TEF604?
""",
    "an annotated parameter": """\
def predict(model: nn.Module, x: Tensor) -> Tensor:
    with torch.no_grad():
        return model.forward(x)  # expect: TEF604?


class Trainer:
    def __init__(self, net: Encoder, other: torch.nn.Module):
        self.net = net
        self.other = other

    def step(self, x):
        return self.net.forward(x) + self.other.forward(x)  # expect: TEF604?, TEF604?
""",
    "a parameter that its use shows to be a module": """\
def evaluate(model, loader):
    model.eval()
    with torch.no_grad():
        for x, y in loader:
            out = model.forward(x)  # expect: TEF604?
            print((out.argmax(1) == y).float().mean())


def fit(net, loader, rate):
    optimizer = torch.optim.Adam(net.parameters(), lr=rate)
    for x, y in loader:
        loss = F.cross_entropy(net.forward(x), y)  # expect: TEF604?
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
""",
    "layers of containers": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(4, 4) for _ in range(3)])
        self.heads = nn.ModuleDict({"a": nn.Linear(4, 1)})

    def forward(self, x):
        for layer in self.layers:
            x = layer.forward(x)  # expect: TEF604?
        x = self.layers[0].forward(x)  # expect: TEF604?
        return self.heads["a"].forward(x)  # expect: TEF604?
""",
    "other names": Whole("""\
import torch as th
from torch.nn import Linear, Module


class Net(Module):
    def __init__(this):
        Module.__init__(this)
        this.fc = Linear(3, 3)
        this.act = th.nn.ReLU()

    def forward(this, x):
        return this.act.forward(this.fc.forward(x))  # expect: TEF604?, TEF604?
"""),
    "moved, and in parallel": """\
def run(x, device):
    net = Encoder().to(device)
    out = net.forward(x.to(device))  # expect: TEF604?
    many = nn.DataParallel(net)
    return out + many.forward(x)  # expect: TEF604?
""",
    "a LightningModule": Whole("""\
import pytorch_lightning as pl
import torch.nn.functional as F
from torch import nn


class Lit(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.model = nn.Linear(3, 3)

    def forward(self, x):
        return self.model.forward(x)  # expect: TEF604?

    def training_step(self, batch, index):
        x, y = batch
        return F.cross_entropy(self.forward(x), y)
"""),
    "another object of the same class": """\
class Pair(nn.Module):
    def __init__(self, other: Encoder):
        super().__init__()
        self.other = other

    def forward(self, x):
        return self.other.forward(x)  # expect: TEF604?
""",
}

LEAVE: dict[str, str | Whole] = {
    "a compiled module": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.compile(nn.Linear(4, 4))

    def forward(self, x):
        return self.fc.forward(x)
""",
    "a list of layers with hooks is called": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(4, 4) for _ in range(3)])
        for layer in self.layers:
            layer.register_forward_pre_hook(print)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x
""",
    "its own forward, in a class with hooks on itself": """\
class Watched(Encoder):
    def __init__(self):
        super().__init__()
        self.register_forward_pre_hook(print)

    def predict(self, x):
        return self.forward(x)
""",
    "the method as it is, to be called later": """\
def hooked(net: nn.Linear):
    net.register_forward_hook(print)
    return net.forward
""",
    "a layer with a hook, and its own class, are called": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = torch.nn.utils.spectral_norm(nn.Linear(4, 4))
        self.first.register_forward_hook(print)
        self.register_forward_pre_hook(print)

    def forward(self, x):
        return self.first(x)
""",
    "another class that is loaded": Whole("""\
import torch
from runners import Base


class Runner(Base):
    def forward(self, x):
        return x.exp()


def predict(path, x):
    model = Runner.load_from_checkpoint(path)
    return model(x), torch.zeros(3)
"""),
    "the module itself is called, in a file with hooks": Whole("""\
import wandb
from torch import nn


def main(net: nn.Linear, x):
    wandb.watch(net)
    return net(x)
"""),
    "the module itself is called": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = Encoder()

    def forward(self, x):
        return self.encoder(x) + nn.ReLU()(x)


model = Net()
print(model(torch.randn(2, 4)))
""",
    "of a base class": """\
class Wide(Encoder):
    def forward(self, x):
        x = super().forward(x)
        x = super(Wide, self).forward(x)
        return Encoder.forward(self, x)


class Linear(nn.Linear):
    def forward(self, x):
        return super().forward(x) + nn.Linear.forward(self, x)
""",
    "of itself": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x):
        return self.fc(x)

    def predict(self, x):
        with torch.no_grad():
            return self.forward(x).argmax(1)

    def deep(self, x):
        def again(h):
            return self.forward(h)

        return again(again(x))
""",
    "scripted, traced and compiled": """\
net = Encoder().eval()
x = torch.randn(2, 4)
scripted = torch.jit.script(net)
print(scripted.forward(x))
traced = torch.jit.trace(Encoder(), x)
print(traced.forward(x))
loaded = torch.jit.load("net.pt")
print(loaded.forward(x))
compiled = torch.compile(Encoder())
print(compiled.forward(x))
""",
    "a module that is scripted": """\
class Scripted(torch.jit.ScriptModule):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    @torch.jit.script_method
    def forward(self, x):
        return self.fc(x)

    @torch.jit.export
    def twice(self, x):
        return self.forward(self.fc.forward(x))


print(Scripted().forward(torch.randn(2, 4)))
""",
    "a call of its own": """\
class Layer(nn.Module):
    def __call__(self, x, *, scale=1.0):
        return self.forward(x) * scale

    def forward(self, x):
        return x


print(Layer().forward(torch.ones(3)))
""",
    "not called": """\
from torch.utils.checkpoint import checkpoint


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        self.run = self.fc.forward

    def forward(self, x):
        return checkpoint(self.fc.forward, x, use_reentrant=False)
""",
    "no modules": """\
class Bijector:
    def forward(self, x):
        return x.exp()


class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2


def run(transform, hmm, x):
    y = Bijector().forward(x)
    return transform.forward(y), hmm.forward(x), Double.forward(None, x)
""",
    "other methods": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = Encoder()

    def forward_features(self, x):
        return x

    def forward(self, x):
        return self.forward_features(self.encoder.fc(x))
""",
    "a test": """\
def test_forward():
    assert Encoder().forward(torch.zeros(1, 4)).shape == (1, 4)
""",
    "no more than known": """\
from project import build


class Runner:
    def __init__(self, policy):
        self.policy = policy
        self.queue = build()

    def run(self, x):
        return self.policy.forward(x), self.queue.forward(x)
""",
}
