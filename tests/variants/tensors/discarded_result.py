"""TEF411 discarded-result: programs that must be flagged and near misses that must stay silent.

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
    "a sum that touches the memory, and a shape that is lost": """\
def touch(model: nn.Module, x: torch.Tensor) -> torch.Tensor:
    for p in model.parameters():
        p.data.sum()  # expect: TEF405? TEF411?
    x.unsqueeze(0)  # expect: TEF411
    return x
""",
    "builders of one kind or another that take their hooks away": """\
class Workflow:
    def scan(self, components):
        self.projects = {}
        for name, component in components.items():
            builder = project(component)
            builder.scan(None)
            self.projects[name] = builder

    def detach(self):
        for builder in self.projects.values():
            builder.detach()  # expect: TEF411?
""",
    "one of two tensors, detached for nothing": """\
def f(x: torch.Tensor, y: torch.Tensor, first: bool):
    chosen = x if first else y
    chosen.detach()  # expect: TEF411
    return chosen
""",
    "a parameter: another shape, and another dtype": """\
class Unpool(nn.Module):
    def __init__(self, n: int):
        super().__init__()
        self.mat = nn.Parameter(torch.ones(n, n))

    def forward(self, x: Tensor):
        self.mat.unsqueeze(0)  # expect: TEF411 "as it is, and its result is dropped; delete the line"
        self.mat.to(x.dtype)  # expect: TEF411 "assign the result to self.mat.data"
        return x * self.mat
""",
    "parameters, which take no tensor": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.log_z = nn.Parameter(torch.tensor(0.0))
        self.w = nn.Parameter(torch.zeros(3))

    def forward(self, x):
        self.log_z.to(x.device)  # expect: TEF411?
        self.w.clamp(0, 1)  # expect: TEF411 "leaves the parameter self.w as it is; assign the result to self.w.data"
        return x + self.log_z + self.w


def prepare(model: nn.Module, dtype):
    for name, parameter in model.named_parameters():
        parameter.to(dtype)  # expect: TEF411 "assign the result to parameter.data"
""",
    "conversions to what it is": """\
def bias(query: torch.Tensor, key: torch.Tensor):
    b = torch.zeros(3, 3, dtype=query.dtype, device=query.device)
    b.masked_fill_(b > 0, 0.1)
    b.to(query.dtype)  # expect: TEF411?
    b.to(key.dtype)  # expect: TEF411
    c = torch.zeros(3, 3, dtype=torch.float32)
    c.float()  # expect: TEF411?
    c.half()  # expect: TEF411
    c.to(key.device)  # expect: TEF411
    return b, c
""",
    "a slice that is moved to see whether that works": """\
def moved(x: Tensor, device: torch.device):
    x[:1].to(device)  # expect: TEF411?
    return x
""",
    "device": """\
def f(x: Tensor, device: torch.device):
    x.to(device)  # expect: TEF411
    return x
""",
    "cuda": """\
def f(x: Tensor, device: torch.device):
    x.cuda()  # expect: TEF411
    return x
""",
    "squeezed": """\
def f(x: Tensor, device: torch.device):
    x.squeeze(0)  # expect: TEF411
    return x
""",
    "clamped": """\
def f(x: Tensor, device: torch.device):
    x.clamp(0, 1)  # expect: TEF411
    return x
""",
    "dtype": """\
def f(x: Tensor, device: torch.device):
    x.float()  # expect: TEF411
    return x
""",
    "detached": """\
def f(x: Tensor, device: torch.device):
    x.detach()  # expect: TEF411
    return x
""",
    "contiguous": """\
def f(x: Tensor, device: torch.device):
    x.contiguous()  # expect: TEF411
    return x
""",
    "masked": """\
def f(x: Tensor, device: torch.device):
    x.masked_fill(x > 1, 0)  # expect: TEF411
    return x
""",
    "permuted": """\
def f(x: Tensor, device: torch.device):
    x.permute(1, 0)  # expect: TEF411
    return x
""",
    "added": """\
def f(x: Tensor, device: torch.device):
    x.add(1)  # expect: TEF411
    return x
""",
    "function": """\
def f(x: Tensor, device: torch.device):
    torch.sigmoid(x)  # expect: TEF411
    return x
""",
    "functional": """\
def f(x: Tensor, device: torch.device):
    F.relu(x)  # expect: TEF411
    return x
""",
    "chain": """\
def f(x: Tensor, device: torch.device):
    x.unsqueeze(0).expand(3, -1)  # expect: TEF411
    return x
""",
    "softmax": """\
def f(x: Tensor, device: torch.device):
    x.softmax(dim=-1)  # expect: TEF411
    return x
""",
    "repeated": """\
def f(x: Tensor, device: torch.device):
    x.repeat(2, 1)  # expect: TEF411
    return x
""",
    "cloned": """\
def f(x: Tensor, device: torch.device):
    x.clone()  # expect: TEF411
    return x
""",
    "scattered": """\
def f(x: Tensor, device: torch.device):
    x.scatter(0, x.long(), 1)  # expect: TEF411
    return x
""",
    "rounded": """\
def f(x: Tensor, device: torch.device):
    x.round()  # expect: TEF411
    return x
""",
    "message": """\
def f(x: Tensor):
    x.clamp(0, 1)  # expect: TEF411 "leaves x as it is, and its result is dropped; assign it or delete the line"
    return x
""",
    "flat script": """\
x = torch.rand(3, 4)
x.squeeze(0)  # expect: TEF411?
""",
    "batches of a loader": """\
def train(model, loader: torch.utils.data.DataLoader, optimizer):
    for x, y in loader:
        y.long()  # expect: TEF411
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
""",
    "parameters": """\
def clip(model: nn.Module):
    for p in model.parameters():
        p.data.clamp(-1, 1)  # expect: TEF411 # expect: TEF405?
""",
    "parameters moved": """\
def move(model: nn.Module, device):
    for p in model.parameters():
        p.to(device)  # expect: TEF411
""",
    "gradient": """\
def scale(model: nn.Module, factor: float):
    for p in model.parameters():
        if p.grad is not None:
            p.grad.mul(factor)  # expect: TEF411
""",
    "under no_grad": """\
def decay(w: Tensor):
    with torch.no_grad():
        w.mul(0.9)  # expect: TEF411
""",
    "buffer": """\
class Norm(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.zeros(4))

    def forward(self, x):
        self.mean.add(x.mean(dim=0))  # expect: TEF411
        return x - self.mean
""",
    "output of a layer": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 4)

    def forward(self, x):
        h = self.body(x)
        F.relu(h)  # expect: TEF411
        return h
""",
    "loss": """\
def train(model: nn.Module, x: Tensor, y: Tensor):
    loss = F.mse_loss(model(x), y, reduction="none")
    loss.mean(dim=0)  # expect: TEF411
    return loss
""",
    "slice": """\
def f(x: Tensor):
    x[0].clamp(0, 1)  # expect: TEF411
    return x
""",
    "entry of a list": """\
def f(parts: list[Tensor]):
    for i in range(len(parts)):
        parts[i].cuda()  # expect: TEF411
    return parts
""",
    "one branch": """\
def f(x: Tensor, flat: bool):
    if flat:
        x.flatten(1)  # expect: TEF411
    return x
""",
    "alias of torch": Whole("""\
import torch as th

x = th.rand(3, 4)
x.squeeze(0)  # expect: TEF411?
th.sigmoid(x)  # expect: TEF411?
"""),
    "epochs that are timed": Whole("""\
import time

import torch
import torch.nn.functional as F
from torch import Tensor


def train(model, loader: torch.utils.data.DataLoader):
    start = time.time()
    for x, y in loader:
        y.long()  # expect: TEF411
        F.cross_entropy(model(x), y).backward()
    return time.time() - start
"""),
    "unannotated forward": """\
class Net(nn.Module):
    def forward(self, x):
        x.unsqueeze(0)  # expect: TEF411
        return x
""",
    "what else has a method detach": """\
class Graphs:
    def free(self):
        for segment in self.segments:
            segment.detach()  # expect: TEF411?
        self.segments.clear()
""",
    "what has a method detach in two places, and is asked for": """\
class Holder:
    def __init__(self, claim):
        self.claim = claim

    def end(self):
        if self.claim is not None:
            self.claim.detach()  # expect: TEF411?

    def give_up(self):
        self.claim.detach()  # expect: TEF411?
        self.claim = None
""",
    "an output that only an unknown model and torch know": """\
def step(model, x, y):
    out = model(x)
    out.detach()  # expect: TEF411
    return F.mse_loss(out, y)
""",
    "detached parameters": """\
def freeze(model: nn.Module):
    for p in model.parameters():
        p.detach()  # expect: TEF411
""",
    "changed in place before": """\
def f(x: Tensor, m: Tensor):
    t = torch.exp(x)
    t.masked_fill_(m, 0)
    t.squeeze(1)  # expect: TEF411
    return t
""",
    "added to before": """\
def f(x: Tensor):
    t = torch.exp(x)
    t += 1
    t.clamp(0, 1)  # expect: TEF411
    return t
""",
    "attribute changed in place before": """\
class Meter:
    def update(self):
        self.total = torch.zeros(3)
        self.total.add_(1)
        self.total.squeeze(0)  # expect: TEF411
        return self.total
""",
    "normalized": """\
def f(x: Tensor):
    F.normalize(x, dim=1)  # expect: TEF411
    return x
""",
    "dropout": """\
def f(x: Tensor):
    F.dropout(x, 0.5)  # expect: TEF411
    return x
""",
    "norms": """\
def f(x: Tensor):
    F.layer_norm(x, (3,))  # expect: TEF411
    F.group_norm(x, 3)  # expect: TEF411
    F.instance_norm(x)  # expect: TEF411
    return x
""",
    "pooled and resized": """\
def f(x: Tensor):
    F.max_pool2d(x, 2)  # expect: TEF411
    F.interpolate(x, scale_factor=2)  # expect: TEF411
    F.pixel_shuffle(x, 2)  # expect: TEF411
    return x
""",
    "sorted as a list is": """\
def f(x: Tensor):
    x.sort(dim=1)  # expect: TEF411
    torch.sort(x)  # expect: TEF411
    return x
""",
    "searched": """\
def f(x: Tensor):
    x.topk(3)  # expect: TEF411
    x.argsort()  # expect: TEF411
    x.unique()  # expect: TEF411
    x.nonzero()  # expect: TEF411
    return x
""",
    "drawn": """\
def f(x: Tensor):
    x.bernoulli()  # expect: TEF411
    F.gumbel_softmax(x)  # expect: TEF411
    return x
""",
    "zeros of its shape": """\
def f(x: Tensor):
    torch.zeros_like(x)  # expect: TEF411
    return x
""",
    "batches of any loader, shown by the loss": """\
def train(model, loader, device):
    for images, labels in loader:
        images.to(device)
        labels.to(device)  # expect: TEF411
        labels.cuda()  # expect: TEF411
        F.cross_entropy(model(images), labels).backward()
""",
    "batches of a loader, shown by the loss": """\
def train(model, loader: torch.utils.data.DataLoader, device):
    for images, labels in loader:
        labels.to(device, non_blocking=True)  # expect: TEF411
        F.cross_entropy(model(images), labels).backward()
""",
    "what a model gives": """\
def f(model, x, device):
    out = model(x)
    out.to(device)  # expect: TEF411
    return F.relu(out)
""",
    "shown by use": """\
def f(mask):
    mask.unsqueeze(1)  # expect: TEF411
    return mask
""",
}

LEAVE: dict[str, str] = {
    "a sum that is kept, of what is touched": """\
def touch(model: nn.Module) -> torch.Tensor:
    return sum(p.detach().sum() for p in model.parameters())
""",
    "builders whose hooks something else takes away": """\
class Workflow:
    def scan(self, components):
        self.projects = {}
        for name, component in components.items():
            builder = project(component)
            self.projects[name] = builder

    def close(self):
        for builder in self.projects.values():
            builder.close()
""",
    "a finalizer, which detach() keeps from running": Whole("""\
from weakref import finalize

import torch


class Loaded:
    def __init__(self, x: torch.Tensor, release):
        self.x = x
        self.finalizer = None
        if release:
            self.finalizer = finalize(self, release)
            self.finalizer.atexit = False

    def end(self):
        if self.finalizer is not None:
            self.finalizer.detach()
            self.finalizer = None

    def give_up(self):
        self.finalizer.detach()
"""),
    "a parameter that is annotated as an object, and called as its class": Whole("""\
import torch
from nets import Base


class Net(Base):
    def __init__(self, steps: int = 1):
        super().__init__()
        self.steps = steps

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.run(x)


class Trainer:
    def __init__(self, net: Net, device: str):
        self.net = net(steps=3)
        self.net.to(device)
"""),
    "assigned": """\
def f(x: Tensor, device: torch.device):
    x = x.to(device)
    return x
""",
    "in place": """\
def f(x: Tensor, device: torch.device):
    x.clamp_(0, 1)
    return x
""",
    "requires grad": """\
def f(x: Tensor, device: torch.device):
    x.requires_grad_()
    return x
""",
    "in place function": """\
def f(x: Tensor, device: torch.device):
    F.relu(x, inplace=True)
    return x
""",
    "into another tensor": """\
def f(x: Tensor, device: torch.device):
    torch.add(x, 1, out=x)
    return x
""",
    "backward": """\
def f(x: Tensor, device: torch.device):
    x.mean(dim=None).backward()
    return x
""",
    "number": """\
def f(x: Tensor, device: torch.device):
    x.sum(dim=None).item()
    return x
""",
    "hook": """\
def f(x: Tensor, device: torch.device):
    x.register_hook(print)
    return x
""",
    "retained": """\
def f(x: Tensor, device: torch.device):
    x.retain_grad()
    return x
""",
    "copied into": """\
def f(x: Tensor, device: torch.device):
    x.copy_(x * 2)
    return x
""",
    "row copied into": """\
def f(x: Tensor, device: torch.device):
    x[0].copy_(x[1])
    return x
""",
    "gradient zeroed": """\
def f(x: Tensor, device: torch.device):
    x.grad.zero_()
    return x
""",
    "warm up": """\
def f(x: Tensor, device: torch.device):
    torch.zeros(1).cuda()
    return x
""",
    "random warm up": """\
def f(x: Tensor, device: torch.device):
    torch.randn(8, 8).to(device)
    return x
""",
    "shared memory": """\
def f(x: Tensor, device: torch.device):
    x.share_memory_()
    return x
""",
    "stream": """\
def f(x: Tensor, device: torch.device):
    x.record_stream(torch.cuda.current_stream())
    return x
""",
    "read": """\
def f(x: Tensor, device: torch.device):
    x.tolist()
    return x
""",
    "array": """\
def f(x: Tensor, device: torch.device):
    x.cpu().numpy().fill(0)
    return x
""",
    "size": """\
def f(x: Tensor, device: torch.device):
    x.size()
    return x
""",
    "stored": """\
def f(x: Tensor, device: torch.device):
    torch.save(x, 'x.pt')
    return x
""",
    "initialised": """\
def f(x: Tensor, device: torch.device):
    nn.init.normal_(x)
    return x
""",
    "resized": """\
def f(x: Tensor, device: torch.device):
    x.resize_(3)
    return x
""",
    "list": """\
def f(x: Tensor, device: torch.device):
    [x.clamp(0, 1)]
    return x
""",
    "changed within a chain": """\
def f(x: Tensor, y: Tensor):
    x.copy_(y).to(torch.float16)
    x.unsqueeze_(0).float()
""",
    "returned": """\
def f(x: Tensor):
    return x.clamp(0, 1)
""",
    "module": """\
def f(device):
    model = nn.Linear(4, 1)
    model.to(device)
    model.cuda()
    model.half()
    return model
""",
    "module that is annotated": """\
def f(model: nn.Module, device):
    model.to(device)
    model.float()
""",
    "own module": """\
class Net(nn.Module):
    def forward(self, x):
        return x


net = Net()
net.to("cpu")
net.double()
""",
    "submodule": """\
class Trainer:
    def __init__(self, device):
        self.model = nn.Linear(4, 1)
        self.model.to(device)
""",
    "unknown": """\
def f(batch, inputs, device):
    batch.to(device)
    inputs["x"].to(device)
    batch.sort()
    batch.add(3)
""",
    "batch of a loader that may be an object": """\
def f(loader: torch.utils.data.DataLoader, device):
    for batch in loader:
        batch.to(device)
        yield batch
""",
    "tried": """\
def f(x: Tensor):
    try:
        x.view(-1)
    except RuntimeError:
        return False
    return True
""",
    "raises": Whole("""\
import pytest
import torch


def views():
    x = torch.rand(3, 4)
    with pytest.raises(RuntimeError):
        x.view(7)
"""),
    "assertRaises": Whole("""\
import unittest

import torch


class Cases(unittest.TestCase):
    def check_view(self):
        x = torch.rand(3, 4)
        with self.assertRaises(RuntimeError):
            x.view(7)
"""),
    "a test": """\
def test_moves():
    x = torch.rand(3)
    x.to("cpu")
""",
    "a benchmark": Whole("""\
import time

import torch
import torch.nn.functional as F
from torch import Tensor


def compare(x: Tensor, n: int):
    start = time.perf_counter()
    for _ in range(n):
        x.exp()
    return time.perf_counter() - start
"""),
    "timed once": Whole("""\
import time

import torch
import torch.nn.functional as F
from torch import Tensor


def compare(x: Tensor):
    start = time.perf_counter()
    x.exp()
    return time.perf_counter() - start
"""),
    "profiled": """\
def compare(x: Tensor):
    with torch.profiler.profile() as profile:
        x.exp()
    return profile
""",
    "set and list": """\
def f(names: set, items: list[int], x: Tensor):
    names.add("x")
    items.sort()
    items.append(x.sum(dim=0))
""",
    "data frame": """\
def f(frame, x: Tensor):
    frame.round(2)
    frame.clip(0, 1)
    return x
""",
    "layer with a state": """\
def f(x: Tensor):
    norm = nn.BatchNorm1d(4)
    for _ in range(10):
        norm(x)
    return norm
""",
    "optimizer": """\
def f(optimizer, scheduler, loss: Tensor):
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    scheduler.step()
""",
    "lambda": """\
def f(x: Tensor):
    return lambda: x.clamp(0, 1)
""",
    "conditional": """\
def f(x: Tensor, strict: bool):
    y = x.clamp(0, 1) if strict else x
    return y
""",
    "meter": """\
class Meter:
    def add(self, value):
        self.value = value


meter = Meter()
meter.add(torch.rand(3))
""",
    "norm with running statistics": """\
def f(x: Tensor, mean: Tensor, var: Tensor):
    F.batch_norm(x, mean, var, training=True)
    F.instance_norm(x, mean, var)
    return x
""",
    "in place by a flag": """\
def f(x: Tensor):
    F.dropout(x, 0.5, True, True)
    F.alpha_dropout(x, inplace=True)
    return x
""",
    "products to warm up": """\
def f(x: Tensor, w: Tensor):
    torch.matmul(x, w)
    F.conv2d(x, w)
    F.scaled_dot_product_attention(x, x, x)
    return x
""",
    "an embedding that limits its norms": """\
def f(x: Tensor, w: Tensor):
    F.embedding(x, w, max_norm=1.0)
    return w
""",
    "decomposed to see whether it raises": """\
def f(x: Tensor):
    torch.linalg.cholesky(x)
    return x
""",
    "initialised by functions": """\
def f(x: Tensor):
    nn.init.zeros_(x)
    nn.init.constant_(x, 3)
    nn.init.kaiming_normal_(x)
    return x
""",
    "a layer within": """\
def f(x: Tensor, layer):
    norm = nn.BatchNorm1d(4)
    F.relu(norm(x))
    F.normalize(layer(x))
    return norm
""",
    "changed further inside of a chain": """\
def f(x: Tensor):
    x.zero_().exp().float()
    return x
""",
    "moved object that a loop gives": """\
def f(loader, device):
    for batch in loader:
        batch.to(device)
        batch.cuda()
        yield batch
""",
    "moved object with the tensor in it": """\
def f(model, loader, device):
    for batch in loader:
        batch.to(device)
        yield F.relu(batch.x) + F.relu(model(batch))
""",
    "the name of a type": """\
def f(x: Tensor, y):
    x.type()
    y.type()
    return torch.exp(y)
""",
    "another value by then": """\
def f(model, loader, device):
    for images, labels in loader:
        labels.to(device)
        labels = labels.encoded()
        yield F.cross_entropy(model(images), labels)
""",
    "graph captured": """\
def f(x: Tensor, graph: torch.cuda.CUDAGraph):
    with torch.cuda.graph(graph):
        x.mul(2)
    return graph
""",
}
