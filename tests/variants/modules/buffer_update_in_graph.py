"""TEF609 buffer-update-in-graph: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.
"""

from tests.rules.programs import Whole

HEADER = """\
import torch
import torch.nn.functional as F
from torch import Tensor, nn


class Base(nn.Module):
    def __init__(self, n, momentum=0.1):
        super().__init__()
        self.momentum = momentum
        self.register_buffer("mean", torch.zeros(n))
        self.register_buffer("var", torch.ones(n))
        self.register_buffer("count", torch.tensor(0))


"""

FLAG: dict[str, str] = {
    "the first batch apart": """\
class Statistics(nn.Module):
    def __init__(self, size: int):
        super().__init__()
        self.register_buffer("mean", torch.zeros(size))
        self.count = 0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        batch = x.mean(0)
        if self.count == 0:
            self.mean.copy_(batch)  # expect: TEF609?
        else:
            self.mean = self.mean * 0.9 + batch * 0.1  # expect: TEF609
        self.count += 1
        return x - self.mean
""",
    "the state of a filter in time, and the mean of what it gives": """\
class Filter(Base):
    def forward(self, x: Tensor) -> Tensor:
        out = torch.zeros_like(x)
        for t in range(x.shape[1]):
            self.mean = 0.9 * self.mean + 0.1 * x[:, t]  # expect: TEF609?
            out[:, t] = self.mean
        for part in out:
            self.var = 0.9 * self.var + 0.1 * part.mean()  # expect: TEF609
        return out
""",
    "a queue of features": """\
class Queue(Base):
    def __init__(self, n):
        super().__init__(n)
        self.fc = nn.Linear(n, n)
        self.register_buffer("queue", torch.zeros(100, n))

    def forward(self, x, at: int):
        keys = self.fc(x)
        if self.training:
            self.queue[at : at + len(keys)] = keys  # expect: TEF609 "write keys.detach()"
        return keys @ self.queue.T
""",
    "a queue that is trained in the file": """\
class Queue(Base):
    def __init__(self, n):
        super().__init__(n)
        self.fc = nn.Linear(n, n)
        self.register_buffer("queue", torch.zeros(100, n))

    def forward(self, x, at: int):
        keys = self.fc(x)
        self.queue[at] = F.normalize(keys).mean(0)  # expect: TEF609
        return keys @ self.queue.T


def train(model, loader, optimizer):
    for x in loader:
        optimizer.zero_grad()
        model(x).mean().backward()
        optimizer.step()
""",
    "a queue that nothing shows to be trained": """\
class Queue(Base):
    def __init__(self, n):
        super().__init__(n)
        self.fc = nn.Linear(n, n)
        self.register_buffer("queue", torch.zeros(100, n))

    def forward(self, x, at: int):
        keys = self.fc(x)
        self.queue[at : at + len(keys)] = keys  # expect: TEF609?
        return keys @ self.queue.T
""",
    "a cache": """\
class Queue(Base):
    def __init__(self, n):
        super().__init__(n)
        self.fc = nn.Linear(n, n)
        self.register_buffer("key_cache", torch.zeros(100, n))

    def forward(self, x, at: int):
        keys = self.fc(x)
        if not self.training:
            self.key_cache[at : at + len(keys)] = keys  # expect: TEF609?
        return keys @ self.key_cache.T
""",
    "neurons that return nothing, and keep which of them fire; a mean that is returned to nobody": """\
class Neurons(Base):
    def forward(self, x: Tensor) -> None:
        self.mean += 0.1 * (x - self.mean)  # expect: TEF609?
        self.fire()

    def fire(self):
        self.fired = self.mean >= 1


class Mean(Base):
    def forward(self, x: Tensor) -> None:
        self.mean += 0.1 * (x - self.mean)  # expect: TEF609
""",
    "a neuron that fires, and one that gives its voltage, too": Whole("""\
import torch
from torch import nn


class Neuron(nn.Module):
    def __init__(self, n, dtype=torch.float):
        super().__init__()
        self.register_buffer("v", torch.ones(n))
        self.dtype = dtype

    def fired(self):
        fired = torch.ge(self.v, 1.0)
        self.v[fired] = 0.0
        return fired

    def forward(self, x: torch.Tensor):
        self.v += -self.v * 0.1 + x  # expect: TEF609?
        fired = self.fired()
        return fired.to(self.dtype)


class Leaky(Neuron):
    def forward(self, x: torch.Tensor):
        self.v += -self.v * 0.1 + x  # expect: TEF609
        return self.fired(), self.v.clone()
"""),
    "called without autograd only, and with it": Whole("""\
import torch
from torch import nn


class Mean(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.zeros(3))

    def forward(self, x: torch.Tensor):
        self.mean += 0.1 * (x.mean(0) - self.mean)
        return self.mean.clone()


class Other(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.zeros(3))

    def forward(self, x: torch.Tensor):
        self.mean += 0.1 * (x.mean(0) - self.mean)  # expect: TEF609
        return self.mean.clone()


def run(batches):
    mean, other = Mean(), Other()
    with torch.inference_mode():
        for x in batches:
            mean(x)
            other(x)
    return other(batches[0])
"""),
    "the moving average of a batch norm": Whole("""\
import torch


class BN(torch.nn.Module):
    def __init__(self, num_features, momentum=0.1):
        super(BN, self).__init__()
        self.momentum = momentum
        self.register_buffer('running_mean', torch.zeros(num_features))

    def forward(self, X):
        current = X.mean(dim=0)
        self.running_mean += self.momentum * (current - self.running_mean)  # expect: TEF609 "self.running_mean takes"
        return X - self.running_mean
"""),
    "in training only, assigned": """\
class Norm(Base):
    def forward(self, x: Tensor) -> Tensor:
        if self.training:
            mean = x.mean(0)
            var = x.var(0, unbiased=False)
            self.mean = (1 - self.momentum) * self.mean + self.momentum * mean  # expect: TEF609
            self.var = self.var * 0.9 + var * 0.1  # expect: TEF609
            self.count += 1
        else:
            mean, var = self.mean, self.var
        return (x - mean) / (var + 1e-5).sqrt()
""",
    "in place": """\
class Norm(Base):
    def forward(self, x):
        mean = torch.mean(x, dim=0)
        self.mean.mul_(0.9).add_(0.1 * mean)  # expect: TEF609
        self.mean.mul_(0.9)
        self.mean.add_(mean, alpha=0.1)  # expect: TEF609 "mean.detach()"
        self.var.lerp_(x.var(0), 0.1)  # expect: TEF609
        self.var.copy_(0.9 * self.var + 0.1 * x.var(0))  # expect: TEF609
        self.mean -= 0.1 * (self.mean - mean)  # expect: TEF609
        return x - self.mean
""",
    "a part of a buffer": """\
class Centers(Base):
    def forward(self, x, i):
        self.mean[0] = 0.9 * self.mean[0] + 0.1 * x.mean(0)[0]  # expect: TEF609
        self.mean[i] += 0.1 * x.mean(0)[i]  # expect: TEF609
        return x
""",
    "what a layer computes": """\
class Averaged(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        self.register_buffer("ema", torch.zeros(4), persistent=False)

    def forward(self, x):
        h = F.relu(self.fc(x))
        new = 0.99 * self.ema + 0.01 * h.mean(0)
        self.ema = new  # expect: TEF609
        return h - self.ema
""",
    "in a method that forward calls": """\
class Norm(Base):
    def update(self, batch):
        self.mean += 0.1 * (batch.mean(0) - self.mean)  # expect: TEF609

    def forward(self, x: Tensor):
        self.update(x)
        return x - self.mean
""",
    "nn.Buffer, and an assigned one": """\
class Norm(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.mean = nn.Buffer(torch.zeros(n))
        self.register_buffer("scale", None)
        self.scale = torch.ones(n)

    def forward(self, x):
        self.mean = torch.lerp(self.mean, x.mean(0), 0.1)  # expect: TEF609
        self.scale = torch.add(self.scale * 0.9, x.std(0), alpha=0.1)  # expect: TEF609
        return (x - self.mean) / self.scale
""",
    "the buffers of a layer of torch": """\
class MyNorm(nn.BatchNorm1d):
    def forward(self, input):
        mean = input.mean(0)
        self.running_mean = 0.9 * self.running_mean + 0.1 * mean  # expect: TEF609
        return input - mean
""",
    "a total, which may be a count": """\
class Meter(Base):
    def forward(self, x, weights):
        self.mean += x.sum(0)  # expect: TEF609?
        self.var.add_(torch.sum(weights, dim=0))  # expect: TEF609?
        return self.mean
""",
    "another name of the module": """\
class Norm(Base):
    def forward(this, x):
        this.mean += 0.1 * (x.mean(0) - this.mean)  # expect: TEF609
        return x
""",
    "a part under a name": """\
class Bank(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.net = nn.Linear(n, n)
        self.register_buffer("bank", torch.zeros(9, n))
        self.register_buffer("high", torch.zeros(()))

    def forward(self, x, i, losses):
        z = self.net(x)
        old = self.bank[i]
        self.bank[i] = 0.5 * old + 0.5 * z  # expect: TEF609
        row = self.bank[i].view(-1)
        self.bank[i] = row.lerp(z, 0.5)  # expect: TEF609
        return z - self.bank[i]
""",
    "by index": """\
class Bank(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.net = nn.Linear(n, n)
        self.register_buffer("bank", torch.zeros(9, n))
        self.register_buffer("high", torch.zeros(()))

    def forward(self, x, i, losses):
        z = self.net(x)
        self.bank.index_copy_(0, i, 0.5 * z + 0.5 * self.bank[i])  # expect: TEF609 "0.5 * self.bank[i]).detach()"
        self.bank.index_add_(0, i, z)  # expect: TEF609 "z.detach()"
        return z - self.bank[i]
""",
    "the larger of two": """\
class Bank(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.net = nn.Linear(n, n)
        self.register_buffer("bank", torch.zeros(9, n))
        self.register_buffer("high", torch.zeros(()))

    def forward(self, x, i, losses):
        z = self.net(x)
        self.high = torch.max(self.high, z.max())  # expect: TEF609
        return z - self.high
""",
    "a stack of what is given": """\
class Weighted(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.register_buffer("average", torch.ones(n))

    def forward(self, losses):
        stacked = torch.stack(losses)
        self.average.mul_(0.99).add_(stacked, alpha=0.01)  # expect: TEF609 "stacked.detach()"
        return (stacked / self.average.detach()).sum()
""",
    "normalised": """\
class Bases(Base):
    def forward(self, x: Tensor):
        mean = F.normalize(x.mean(dim=0), dim=0)
        self.mean = 0.9 * self.mean + 0.1 * mean  # expect: TEF609
        self.var = 0.9 * self.var + 0.1 * F.softplus(x.var(dim=0))  # expect: TEF609
        return x - mean
""",
    "a class that turns autograd off for other code": """\
class Whitened(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.zeros(8))
        self.handle = None

    def gather(self, x):
        with torch.no_grad():
            self.handle = share(x)

    def update(self):
        mean = torch.concat(self.handle.value()).mean(dim=0)
        self.mean.mul_(0.9).add_(mean, alpha=0.1)  # expect: TEF609?

    def forward(self, x):
        self.gather(x)
        self.update()
        return x - self.mean
""",
}

LEAVE: dict[str, str] = {
    "the old mean detached, for a gradient of this batch alone": """\
class Statistics(nn.Module):
    def __init__(self, size: int):
        super().__init__()
        self.register_buffer("mean", torch.zeros(size))
        self.count = 0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        batch = x.mean(0)
        if self.count == 0:
            self.mean.copy_(batch)
        else:
            self.mean = self.mean.detach() * 0.9 + batch * 0.1
        self.count += 1
        return x - self.mean
""",
    "the state of a filter without the graph": """\
class Filter(Base):
    def forward(self, x: Tensor) -> Tensor:
        out, state = torch.zeros_like(x), self.mean
        for t in range(x.shape[1]):
            state = 0.9 * state + 0.1 * x[:, t]
            out[:, t] = state
        self.mean = state.detach()
        return out
""",
    "a queue without the graph": """\
class Queue(Base):
    def __init__(self, n):
        super().__init__(n)
        self.fc = nn.Linear(n, n)
        self.register_buffer("queue", torch.zeros(100, n))

    def forward(self, x, at: int):
        keys = self.fc(x)
        if self.training:
            self.queue[at : at + len(keys)] = keys.detach()
        return keys @ self.queue.T
""",
    "a queue without autograd": """\
class Queue(Base):
    def __init__(self, n):
        super().__init__(n)
        self.fc = nn.Linear(n, n)
        self.register_buffer("queue", torch.zeros(100, n))

    def forward(self, x, at: int):
        keys = self.fc(x)
        if self.training:
            with torch.no_grad():
                self.queue[at : at + len(keys)] = keys
        return keys @ self.queue.T
""",
    "a queue of what is given": """\
class Queue(Base):
    def __init__(self, n):
        super().__init__(n)
        self.fc = nn.Linear(n, n)
        self.register_buffer("queue", torch.zeros(100, n))

    def forward(self, x, at: int):
        keys = self.fc(x)
        if self.training:
            self.queue[at : at + len(x)] = x
        return keys @ self.queue.T
""",
    "a queue of numbers": """\
class Queue(Base):
    def __init__(self, n):
        super().__init__(n)
        self.fc = nn.Linear(n, n)
        self.register_buffer("queue", torch.zeros(100, n))

    def forward(self, x, at: int):
        keys = self.fc(x)
        if self.training:
            self.queue[at] = 0.0
            self.queue[at + 1] = keys.argmax(-1)
        return keys @ self.queue.T
""",
    "without autograd": """\
class Norm(Base):
    def forward(self, x):
        mean = x.mean(0)
        if self.training:
            with torch.no_grad():
                self.mean += 0.1 * (mean - self.mean)
                self.var.mul_(0.9).add_(0.1 * x.var(0))
                self.mean = 0.9 * self.mean + 0.1 * mean
        return x - mean
""",
    "a method without autograd": """\
class Norm(Base):
    @torch.no_grad()
    def update(self, mean):
        self.mean += 0.1 * (mean - self.mean)

    def other(self, mean):
        self.var = 0.9 * self.var + 0.1 * mean

    def forward(self, x):
        self.update(x.mean(0))
        with torch.no_grad():
            self.other(x.mean(0))
        return x
""",
    "detached": """\
class Norm(Base):
    def forward(self, x):
        mean = x.mean(0)
        self.mean += 0.1 * (mean.detach() - self.mean)
        self.mean = 0.9 * self.mean + 0.1 * mean.detach()
        self.mean.lerp_(mean.detach(), 0.1)
        stats = x.detach()
        self.var.mul_(0.9).add_(0.1 * stats.var(0))
        self.var = (0.9 * self.var + 0.1 * x.var(0)).detach()
        self.var += x.mean().item()
        return x - mean
""",
    "a new tensor for the data": """\
class Norm(Base):
    def forward(self, x):
        self.var.data = 0.9 * self.var + 0.1 * x.var(0)
        return x
""",
    "the class detaches it": """\
class Norm(Base):
    def forward(self, x):
        self.mean += 0.1 * (x.mean(0) - self.mean)
        y = x - self.mean
        self.mean = self.mean.detach()
        self.var = 0.9 * self.var + 0.1 * x.var(0)
        self.var.detach_()
        return y
""",
    "counts": """\
class Norm(Base):
    def forward(self, x, ids: Tensor):
        self.count += 1
        self.count += x.size(0)
        self.var += (x > 0).float().sum(0)
        self.mean += torch.bincount(ids, minlength=4)
        self.mean.add_(1.0)
        return x
""",
    "not computed from the old value": """\
class Net(Base):
    def forward(self, x):
        self.mean = x.mean(0)
        return x - self.mean
""",
    "no buffer": """\
class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(n))
        self.total = 0.0
        self.fc = nn.Linear(n, n)

    def forward(self, x):
        total = x.mean(0)
        total += 0.1 * x.sum(0)
        self.hidden = self.fc(x)
        return total
""",
    "not in forward": """\
class Norm(Base):
    def forward(self, x):
        return x - self.mean

    def observe(self, x):
        self.mean += 0.1 * (x.mean(0) - self.mean)

    def reset(self):
        self.mean.zero_()
""",
    "read only": """\
class Norm(Base):
    def forward(self, x):
        y = (x - self.mean) / self.var
        y += self.mean * 2
        y = self.mean.add(x.mean(0))
        return self.var.clone().add_(x.mean(0)) + y
""",
    "batch norm of torch": """\
class Norm(Base):
    def forward(self, x):
        return F.batch_norm(x, self.mean, self.var, training=self.training, momentum=0.1)
""",
    "of another object": """\
class Norm(Base):
    def forward(self, x, state):
        state.average += 0.1 * (x.mean(0) - self.mean)
        mean = self.mean
        mean = 0.9 * mean + 0.1 * x.mean(0)
        return x - mean
""",
    "a part under a name, and what is detached": """\
class Bank(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.net = nn.Linear(n, n)
        self.register_buffer("bank", torch.zeros(9, n))
        self.register_buffer("high", torch.zeros(()))

    def forward(self, x, i, losses):
        z = self.net(x)
        old = self.bank[i]
        self.bank[i] = 0.5 * old + 0.5 * z.detach()
        self.bank.index_copy_(0, i, 0.5 * z.detach() + 0.5 * self.bank[i])
        self.high = torch.max(self.high, z.max().detach())
        return z - self.bank[i]
""",
    "a stack of what has no graph": """\
class Weighted(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.register_buffer("average", torch.ones(n))

    def forward(self, losses):
        stacked = torch.stack([loss.detach() for loss in losses])
        self.average.mul_(0.99).add_(stacked, alpha=0.01)
        self.average.mul_(0.99).add_(torch.stack([torch.zeros(3), torch.ones(3)]).mean(0), alpha=0.01)
        return (torch.stack(losses) / self.average).sum()
""",
    "computed under no_grad before": """\
class Bases(nn.Module):
    def __init__(self, n, stages):
        super().__init__()
        self.stages = stages
        self.register_buffer("bases", torch.zeros(1, 3, n))

    def forward(self, x: Tensor):
        bases = self.bases.repeat(x.shape[0], 1, 1)
        with torch.no_grad():
            for _ in range(self.stages):
                attention = torch.einsum("bcn,bck->bnk", x, bases)
                bases = F.normalize(torch.einsum("bcn,bnk->bck", x, attention), dim=1)
        bases = F.normalize(bases.mean(dim=0, keepdim=True), dim=1, p=2)
        self.bases = 0.9 * self.bases + 0.1 * bases
        return torch.einsum("bck,bnk->bcn", bases, attention)
""",
    "gathered and averaged without autograd": """\
class Whitened(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.zeros(8))

    @torch.no_grad()
    def gather(self, x):
        return torch.cat(share(x)).mean(0)

    def forward(self, x):
        with torch.no_grad():
            self.mean.mul_(0.9).add_(self.gather(x), alpha=0.1)
        return x - self.mean
""",
}
