"""TEF410 factory-from-shape: programs that must be flagged and near misses that must stay silent.

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
    "filled from another one on the CPU, and one of numbers only": """\
class Sparse(nn.Module):
    def halve(self, w: torch.Tensor, rows):
        mask = torch.ones(w.shape)  # expect: TEF410?
        mask[rows] = torch.zeros((1, w.size(1)))
        return w * mask

    def zero(self, w: torch.Tensor, rows):
        mask = torch.ones(w.shape)  # expect: TEF410
        mask[rows] = 0
        return w * mask
""",
    "where a mask says, and beside a triangle that is made on the CPU": """\
class Attention(nn.Module):
    def both(self, m: torch.Tensor, n, causal):
        mask = torch.full((n, n), -1e9).triu(1)
        hole = torch.zeros(m.shape).masked_fill(m == 0, -1e9)  # expect: TEF410?
        return m + (mask + hole)

    def one(self, m: torch.Tensor):
        hole = torch.zeros(m.shape).masked_fill(m == 0, -1e9)  # expect: TEF410
        return m + hole
""",
    "in a function whose result all calls move": """\
class Grid(nn.Module):
    def forward(self, x: Tensor):
        basis = self.basis(self.points(9)).type(torch.float32)
        basis = basis.to(x.device)
        return basis @ x

    def points(self, n):
        rows = torch.arange(-n, n, 2, dtype=torch.float64) / torch.as_tensor([n])
        return torch.stack(torch.meshgrid([rows, rows]), dim=2).reshape([-1, 2])

    def basis(self, points: Tensor):
        n = points.shape[0]
        return torch.cat([torch.ones((n, 1), dtype=torch.float64), points], dim=1)  # expect: TEF410?
""",
    "given on the CPU through several functions, and not by all calls": """\
def interface(chains: torch.Tensor, others: torch.Tensor):
    found = torch.zeros(chains.size())  # expect: TEF410?
    more = torch.zeros(others.size())  # expect: TEF410
    return found + chains, more + others


def cropped(chains: torch.Tensor, others: torch.Tensor):
    return interface(chains, others)


class Cropped:
    def crop(self, rows, others):
        return cropped(torch.tensor(rows), torch.tensor(rows)), cropped(torch.tensor(rows), others)
""",
    "under an option that is False, and one that is None": """\
class Shifted(nn.Module):
    def shift(self, x: torch.Tensor, lower: bool = False, scale=None):
        if lower:
            x = x * torch.ones(x.shape)  # expect: TEF410?
        if scale is not None:
            x = x * torch.ones(x.shape) * scale  # expect: TEF410
        return x
""",
    "all calls give a tensor on the CPU, and not all do": """\
def _spread_loss(points: Tensor) -> Tensor:
    return F.mse_loss(points, points * torch.rand(points.shape[0], 1))  # expect: TEF410?


def _other_loss(points: Tensor) -> Tensor:
    return F.mse_loss(points, points * torch.rand(points.shape[0], 1))  # expect: TEF410


def _moved_loss(points: Tensor) -> Tensor:
    points = points.cuda()
    return F.mse_loss(points, points * torch.rand(points.shape[0], 1))  # expect: TEF410


def total_loss(positions: Tensor) -> Tensor:
    points = positions.detach().cpu().float()
    return _spread_loss(points) + _other_loss(points) + _other_loss(positions) + _moved_loss(points)
""",
    "by a model that is made there, and moved nowhere": """\
class Net(nn.Module):
    def __init__(self, n: int):
        super().__init__()
        self.fc = nn.Linear(n, 1)

    def forward(self, x):
        return self.fc(x) + torch.rand(x.shape)  # expect: TEF410


def train(loader, steps: int):
    net, other = Net(3), nn.Linear(3, 1)
    optimizer = torch.optim.Adam(net.parameters())
    for x in loader:
        optimizer.zero_grad()
        e = net(x) - other(x)
        (e * torch.ones(e.shape)).sum().backward()  # expect: TEF410?
        optimizer.step()


def train_given(net: Net, loader):
    for x in loader:
        e = net(x)
        (e * torch.ones(e.shape)).sum().backward()  # expect: TEF410
""",
    "by a model that is made there, and moved": """\
def train(loader, device):
    net = nn.Linear(3, 1).to(device)
    for x in loader:
        e = net(x.to(device))
        (e * torch.ones(e.shape)).sum().backward()  # expect: TEF410
""",
    "beside what a factory makes": """\
def histogram_loss(x: Tensor, n: int):
    bins = (x * n).long()
    counts = torch.zeros(n)
    counts.scatter_add_(0, bins, torch.ones(bins.shape))  # expect: TEF410? "torch.ones(bins.shape, device=bins.device)"
    return counts
""",
    "beside what a factory makes, through work on it": """\
def loss(x: Tensor):
    return x.exp() + torch.ones(9) * torch.zeros(x.shape).add(1)  # expect: TEF410?
""",
    "beside another one to move": """\
def loss(x: Tensor):
    a = torch.zeros(x.shape)  # expect: TEF410
    return (x.exp() + a * torch.ones(x.shape)).sum()  # expect: TEF410
""",
    "beside a tensor on the device": """\
def loss(x: Tensor, n: int):
    bins = (x * n).long()
    counts = torch.zeros(n, device=x.device)
    counts.scatter_add_(0, bins, torch.ones(bins.shape))  # expect: TEF410 "torch.ones(bins.shape, device="
    return counts
""",
    "the sizes of an index": """\
class Votes(nn.Module):
    def forward(self, votes: Tensor, x: Tensor):
        return x.scatter_add(0, votes, torch.ones(votes.shape))  # expect: TEF410 "torch.ones(votes.shape, device="
""",
    "the sizes of a mask": """\
class Kept(nn.Module):
    def forward(self, x: Tensor):
        keep = x > 0
        return x * keep * torch.ones(keep.shape)  # expect: TEF410 "use torch.ones(keep.shape, device=keep.device)"
""",
    "of a known kind": """\
class Soft(nn.Module):
    def forward(self, x: Tensor):
        p = x.softmax(1)
        return torch.rand(p.shape) <= p  # expect: TEF410 "use torch.rand_like(p)"
""",
    "filled where a mask says, with values of its dtype": """\
class Released(nn.Module):
    def forward(self, x):
        rate = torch.exp(x)
        f = torch.zeros(rate.shape)  # expect: TEF410 "use torch.zeros(rate.shape, device=rate.device)"
        g = torch.zeros(rate.shape)  # expect: TEF410 "use torch.zeros_like(rate)"
        f[x <= 1.4] = 6 * x[x <= 1.4]
        g[0] = 3
        return f + rate * g
""",
    "a stub in a file of tests": Whole("""\
import pytest
import torch
from torch import nn


class Fake(nn.Module):
    def forward(self, ids: torch.Tensor):
        return ids + torch.randn(ids.shape)  # expect: TEF410?
"""),
    "where torch takes a number only": """\
class Leaky(nn.Module):
    def forward(self, x: Tensor):
        return F.leaky_relu_(x, negative_slope=torch.rand(x.shape).uniform_(0, 1))  # expect: TEF410?
""",
    "a model moves what the CPU has made": """\
class Net(nn.Module):
    def forward(self, rows, device):
        h = torch.tanh(self.lift(torch.tensor(rows).to(device)))
        return torch.zeros(h.shape) + h  # expect: TEF410
""",
    "copied to the CPU before it is read as an array": """\
def unroll(x: Tensor):
    return (x + torch.ones(x.shape)).cpu().numpy()  # expect: TEF410
""",
    "under an option that no call sets": """\
class Shift(nn.Module):
    def forward(self, x: Tensor):
        return self._shift(x) + self._moved(x, full=True)

    def _shift(self, x: Tensor, full=False):
        if full:
            x = x * torch.tril(torch.ones(x.shape))  # expect: TEF410?
        return x

    def _moved(self, x: Tensor, full=False):
        if full:
            x = x * torch.tril(torch.ones(x.shape))  # expect: TEF410
        return x
""",
    "the shape": """\
def start(x: Tensor):
    return torch.zeros(x.shape)  # expect: TEF410? "is on the CPU, wherever x is; use torch.zeros_like(x)"
""",
    "the size": """\
def start(x: Tensor):
    return torch.ones(x.size())  # expect: TEF410? "use torch.ones_like(x)"
""",
    "noise": """\
def noisy(x: Tensor):
    return x + 0.1 * torch.randn(x.shape)  # expect: TEF410 "use torch.randn_like(x)"
""",
    "sizes from a star": """\
def start(x: Tensor):
    return torch.zeros(*x.shape), torch.rand(*x.size())  # expect: TEF410?, TEF410?
""",
    "other factories": """\
def start(x: Tensor):
    a = torch.full(x.shape, 0.5)  # expect: TEF410? "use torch.full_like(x, 0.5)"
    b = torch.empty(x.size())  # expect: TEF410? "use torch.empty_like(x)"
    c = torch.randint(0, 3, x.shape)  # expect: TEF410? "use torch.randint(0, 3, x.shape, device=x.device)"
    return a, b, c
""",
    "by their keyword": """\
def start(x: Tensor):
    a = torch.zeros(size=x.shape)  # expect: TEF410? "use torch.zeros_like(x)"
    b = torch.full(size=x.shape, fill_value=2.0)  # expect: TEF410? "use torch.full_like(x, fill_value=2.0)"
    return a, b
""",
    "a dtype is given": """\
def counted(x: Tensor):
    return torch.zeros(x.shape, dtype=torch.long)  # expect: TEF410? "use torch.zeros_like(x, dtype=torch.long)"
""",
    "integers": """\
def weights(ids: Tensor):
    ids = ids.long()
    return torch.ones(ids.shape)  # expect: TEF410? "use torch.ones(ids.shape, device=ids.device)"
""",
    "a shape in a name": """\
def start(x: Tensor):
    shape = x.shape
    return torch.zeros(shape)  # expect: TEF410? "use torch.zeros_like(x)"
""",
    "a part of the shape": """\
class Net(nn.Module):
    def forward(self, x):
        x = x + torch.zeros(x.shape[1:])  # expect: TEF410 "use torch.zeros(x.shape[1:], device=x.device)"
        x = x + torch.zeros(x.size()[-2:])  # expect: TEF410
        x = x + torch.zeros((*x.shape[:2], 1))  # expect: TEF410
        return x + torch.zeros(*x.shape[:-1], 1)  # expect: TEF410
""",
    "the mask of timm's DropPath": """\
class DropPath(nn.Module):
    def forward(self, x):
        keep = torch.rand((x.shape[0],) + (1,) * (x.ndim - 1)) > 0.1  # expect: TEF410
        return x * keep
""",
    "computed from a size": """\
class Net(nn.Module):
    def forward(self, x):
        n = x.size(1)
        x = x + torch.zeros(2 * n)  # expect: TEF410
        x = x + torch.zeros(n // 2 + 1)  # expect: TEF410
        return x + torch.zeros(max(x.size(0), 3))  # expect: TEF410
""",
    "a star before a dtype": """\
def f(x: Tensor):
    return x + torch.zeros(*x.shape, dtype=x.dtype)  # expect: TEF410 "use torch.zeros_like(x, dtype=x.dtype)"
""",
    "a draw": """\
def f(x: Tensor):
    a = x + torch.normal(0.0, 0.1, x.shape)  # expect: TEF410 "use torch.normal(0.0, 0.1, x.shape, device=x.device)"
    b = x + torch.normal(0.0, 0.1, size=x.shape)  # expect: TEF410
    return a + b + torch.randint(5, x.shape)  # expect: TEF410
""",
    "ranges": """\
class Net(nn.Module):
    def forward(self, x):
        x = x + torch.arange(x.size(1))  # expect: TEF410
        x = x + torch.linspace(0, 1, x.size(1))  # expect: TEF410
        x = x * torch.hann_window(x.size(1))  # expect: TEF410
        return x @ torch.eye(x.size(1))  # expect: TEF410
""",
    "the labels of a contrastive loss": """\
def contrastive_loss(logits: Tensor):
    return F.cross_entropy(logits, torch.arange(len(logits)))  # expect: TEF410
""",
    "positions": """\
class Positions(nn.Module):
    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(9, 4)

    def forward(self, x):
        return self.table(torch.arange(x.size(1)))  # expect: TEF410
""",
    "what an unknown model gives": """\
def d_loss(critic, x):
    out = critic(x)
    return F.binary_cross_entropy_with_logits(out, torch.ones(out.shape))  # expect: TEF410 "use torch.ones_like(out)"
""",
    "what only its method shows": """\
def lsgan_loss(scores):
    return ((scores - torch.ones(scores.size())) ** 2).mean(dim=None)  # expect: TEF410
""",
    "the gradient that a penalty starts from": """\
def penalty(critic: nn.Module, x: Tensor):
    out = critic(x)
    ones = torch.ones(out.size())  # expect: TEF410
    return torch.autograd.grad(outputs=out, inputs=x, grad_outputs=ones, create_graph=True)[0]
""",
    "the state of a recurrent network": """\
class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = 2
        self.hidden = 8
        self.rnn = nn.LSTM(4, 8, 2, batch_first=True)

    def forward(self, x):
        h0 = torch.zeros(self.layers, x.size(0), self.hidden)  # expect: TEF410 "self.hidden, device=x.device)"
        c0 = torch.zeros(self.layers, x.size(0), self.hidden)  # expect: TEF410
        out, _ = self.rnn(x, (h0, c0))
        return out
""",
    "the state of a cell": """\
class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(4, 8)

    def forward(self, x):
        batch, _, _ = x.shape
        h = torch.zeros(batch, 8)  # expect: TEF410
        outputs = []
        for row in x.unbind(1):
            h = self.cell(row, h)
            outputs.append(h)
        return torch.stack(outputs, dim=1)
""",
    "padding": """\
def padded(x: Tensor, width: int):
    return torch.cat([x, torch.zeros(x.size(0), width)], dim=1)  # expect: TEF410?
""",
    "a class token": """\
class Embed(nn.Module):
    def forward(self, x):
        token = torch.zeros(x.shape[0], 1, x.shape[2])  # expect: TEF410
        return torch.cat([token, x], dim=1)
""",
    "a mask of one size": """\
def masked(x: Tensor, p: float):
    keep = torch.rand(x.size(0), 1) > p  # expect: TEF410?
    return x * keep.float()
""",
    "sizes that were unpacked": """\
def shifted(x: Tensor):
    b, t, d = x.size()
    bias = torch.zeros(b, 1, d)  # expect: TEF410?
    return x + bias
""",
    "sizes in a tuple": """\
def shifted(x: Tensor):
    b, t, d = x.shape
    return x * torch.ones((b, 1, d))  # expect: TEF410?
""",
    "through a view and a name": """\
def scaled(x: Tensor):
    weight = torch.rand(x.shape[1])  # expect: TEF410?
    weight = weight.view(1, -1)
    return x.relu() * weight
""",
    "what is computed from it": """\
def attended(q: Tensor, k: Tensor):
    scores = q @ k.transpose(1, 2)
    bias = torch.zeros(q.size(0), 1, 1)  # expect: TEF410?
    return (scores + bias).softmax(-1)
""",
    "filled from it row by row": """\
def collected(x: Tensor, model: nn.Module):
    out = torch.zeros(x.size(0), 4)  # expect: TEF410?
    for i in range(3):
        out[:, i] = model(x)[:, i]
    return out
""",
    "the length": """\
def weighted(x: Tensor):
    return x * torch.rand(len(x), 1)  # expect: TEF410?
""",
    "the target of a loss": """\
def real_loss(logits: Tensor):
    return F.binary_cross_entropy_with_logits(logits, torch.ones(logits.shape))  # expect: TEF410
""",
    "on CUDA": """\
def start(x: Tensor):
    x = x.cuda()
    return torch.zeros(x.shape)  # expect: TEF410?
""",
    "the output of a model": """\
def adversarial(model: nn.Module, images: Tensor):
    logits = model(images)
    return torch.randn(logits.shape)  # expect: TEF410?
""",
    "the shape of a weight": """\
class Noisy(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x):
        noise = torch.randn(self.fc.weight.shape)  # expect: TEF410 "use torch.randn_like(self.fc.weight)"
        return F.linear(x, self.fc.weight + noise, self.fc.bias)
""",
    "a function that is imported": Whole("""\
from torch import Tensor, zeros


def start(x: Tensor):
    return zeros(x.shape)  # expect: TEF410? "use torch.zeros_like(x)"
"""),
    "another name for torch": Whole("""\
import torch as th


def start(x: th.Tensor):
    return th.zeros(x.size())  # expect: TEF410? "use th.zeros_like(x)"
"""),
    "in a lambda and a comprehension": """\
def starts(xs: list[Tensor]):
    return [torch.zeros(x.shape) for x in xs]  # expect: TEF410?
""",
    "the branch for CUDA, and not the one for the CPU": """\
def weights(q: Tensor, gpus: int):
    if gpus > 0:
        r = torch.ones(q.shape[0]).cuda(non_blocking=True) / q.shape[0]  # expect: TEF409?
    else:
        r = torch.ones(q.shape[0]) / q.shape[0]
    bias = torch.zeros(q.shape)  # expect: TEF410
    return q * r.unsqueeze(1) + bias
""",
    "padding in forward": """\
class Shortcut(nn.Module):
    def __init__(self, extra):
        super().__init__()
        self.extra = extra

    def forward(self, x):
        pad = torch.zeros(x.size(0), self.extra, x.size(2), x.size(3))  # expect: TEF410 "give it the device of x"
        return torch.cat([x, pad], dim=1)
""",
    "stochastic depth": """class DropPath(nn.Module):
    def forward(self, x):
        b, t, d = x.size()
        keep = (torch.rand(b, 1, 1) > 0.1).float()  # expect: TEF410
        return x / 0.9 * keep
""",
    "a mask of attention": """class Attention(nn.Module):
    def forward(self, q: Tensor, k: Tensor):
        scores = q @ k.transpose(1, 2)
        mask = torch.ones((q.size(1), k.size(1)), dtype=torch.bool).tril()  # expect: TEF410
        return scores.masked_fill(~mask, float("-inf")).softmax(-1)
""",
    "the first column of a loss": """def ordinal_loss(logits: Tensor, labels: Tensor):
    given = torch.cat([torch.ones((labels.shape[0], 1)), labels[:, :-1]], dim=1)  # expect: TEF410
    return (F.logsigmoid(logits) * given).sum(1)
""",
    "labels of a discriminator": """def train_step(model: nn.Module, real: Tensor, opt):
    criterion = nn.BCEWithLogitsLoss()
    logits = model(real)
    loss = criterion(logits, torch.ones(real.size(0), 1))  # expect: TEF410
    loss.backward()
    opt.step()
""",
    "between two samples of a gradient penalty": """def gradient_penalty(critic: nn.Module, real: Tensor, fake: Tensor):
    alpha = torch.rand(real.size(0), 1, 1, 1)  # expect: TEF410
    mixed = alpha * real + (1 - alpha) * fake
    return critic(mixed)
""",
    "layers in a function": """def run(layer: nn.Linear, x: Tensor):
    ones = torch.ones(len(x), 1)  # expect: TEF410
    return layer(torch.cat([x, ones], dim=1))
""",
    "known to be on CUDA": """def padded(x: Tensor, width: int):
    x = x.cuda()
    return torch.cat([x, torch.zeros(x.size(0), width)], dim=1)  # expect: TEF410
""",
    "made here and written by the host": """def part_sizes(labels: Tensor, sizes: list):
    parts = torch.unique(labels)
    counts = torch.zeros(parts.shape)  # expect: TEF410?
    for i, size in enumerate(sizes):
        counts[i] = size
    return counts
""",
    "filled from it, then used with it": """def rolled_out(attention: Tensor):
    joint = torch.zeros(attention.size())  # expect: TEF410?
    joint[0] = attention[0]
    for n in range(1, attention.size(0)):
        joint[n] = attention[n] @ joint[n - 1]
    return joint[-1]
""",
    "a model that is converted": """def convert_weight(weight: Tensor):
    scale = torch.ones(weight.shape)  # expect: TEF410?
    return weight * scale
""",
    "in a test": """\
def test_zeros(x: Tensor):
    assert (x * 0 == torch.zeros(x.shape)).all()  # expect: TEF410?
""",
}

LEAVE: dict[str, str] = {
    "a mask like the weights, filled from another one there": """\
class Sparse(nn.Module):
    def halve(self, w, rows):
        mask = torch.ones_like(w)
        mask[rows] = torch.zeros((1, w.size(1)), device=w.device)
        return w * mask
""",
    "a triangle and a mask, both on the device": """\
class Attention(nn.Module):
    def both(self, m: torch.Tensor, n, causal):
        mask = torch.full((n, n), -1e9, device=m.device).triu(1)
        hole = torch.zeros(m.shape, device=m.device).masked_fill(m == 0, -1e9)
        return m + (mask + hole)
""",
    "random initialization": """\
class Mixture(nn.Module):
    def __init__(self, n: int):
        super().__init__()
        self.weights = nn.Parameter(torch.randn(n))
        self.random_initialization()

    def random_initialization(self):
        self.weights.data = torch.rand(self.weights.size()) * self.weights
""",
    "moved after many steps": """\
class Positions(nn.Module):
    def forward(self, x: Tensor, given=None):
        if self.given:
            n = x.shape[1]
            places = given.type(torch.float)
        else:
            shape = x.shape
            b, n = shape[0], shape[1]
            places = torch.arange(n).type(torch.float)[None]
        steps = torch.arange(self.width // 2).type(torch.float)
        steps = torch.pow(10000.0, -2 * steps / self.width)
        if self.given:
            angles = torch.einsum("bnd,d->bnd", places, steps)
        else:
            angles = torch.einsum("bn,d->bnd", places, steps)
        angles = torch.stack([torch.sin(angles), torch.cos(angles)], dim=-1)
        angles = torch.reshape(angles, (-1, n, self.width))
        if self.mode == "add":
            return x + angles.to(x.device)
        elif self.mode == "mul":
            return x * (angles + 1.0).to(x.device)
        return angles.to(x.device)
""",
    "given through several functions, and made where it is": """\
def interface(chains: torch.Tensor):
    return torch.zeros(chains.size(), device=chains.device) + chains


def cropped(chains: torch.Tensor):
    return interface(chains)


def crop(rows):
    return cropped(torch.tensor(rows))
""",
    "under an option that is False, like the tensor": """\
def shift(x: torch.Tensor, lower: bool = False):
    if lower:
        x = x * torch.ones_like(x)
    return x
""",
    "the sizes of an index, on its device": """\
def counts(x: Tensor, ids: Tensor):
    return x.scatter_add(0, ids, torch.ones(ids.shape, device=ids.device))
""",
    "the sizes of an index, in the dtype of what it goes into": """\
def counts(x: Tensor, ids: Tensor):
    return x.scatter_add(0, ids, torch.ones_like(ids, dtype=x.dtype))
""",
    "all made on the CPU": """\
def histogram(n: int):
    bins = torch.randint(0, n, (20,))
    return torch.zeros(n).scatter_add_(0, bins, torch.ones(bins.shape))
""",
    "what only a dataset calls": """\
def noisy(image, scale=0.2):
    return image + torch.randn(image.size()) * scale


class Patches(torch.utils.data.Dataset):
    def __getitem__(self, i):
        return self.changed(self.images[i])

    def changed(self, image):
        return noisy(image)
""",
    "what only the CPU has made": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.lift = nn.Linear(3, 4)

    def forward(self, rows):
        h = torch.tanh(self.lift(torch.tensor(features(rows))))
        return torch.zeros(h.shape) + h
""",
    "read as an array with the tensor": """\
def unroll(x: Tensor):
    pad = torch.empty(x.shape) * float("nan")
    values = torch.cat([pad, x]).nanmedian(dim=0).values
    return values.numpy()
""",
    "a range that says where to write into an unknown object": """\
def spread_loss(model, logits: Tensor):
    spread = model(logits)
    spread[torch.arange(spread.shape[0]), logits.argmax(1)] = 1
    return F.relu(spread)
""",
    "a range that says where to write": """\
def spread_loss(scores: Tensor, best: Tensor):
    spread = torch.zeros_like(scores)
    spread[torch.arange(scores.shape[0]), best] = scores[:, 0]
    return scores * spread
""",
    "a factory that is written into a tensor": """\
def row_loss(x: Tensor):
    y = torch.exp(x)
    y[0] = torch.zeros(x.shape[1:])
    return y * x
""",
    "a range that only indexes": """\
class Net(nn.Module):
    def forward(self, x, lengths):
        return x[torch.arange(x.size(0)), lengths - 1], x[torch.randperm(len(x))]
""",
    "a size as the number that fills": """\
class Net(nn.Module):
    def forward(self, x):
        return x + torch.full((), x.size(0)) + torch.full((3,), x.size(1))
""",
    "a range with a device": """\
class Net(nn.Module):
    def forward(self, x):
        return x + torch.arange(x.size(1), device=x.device) + torch.normal(0.0, 1.0, x.shape, device=x.device)
""",
    "a draw that takes a tensor": """\
def f(x: Tensor, mean: Tensor):
    return x + torch.normal(mean, 1.0)
""",
    "an array's shape": """\
def f(a):
    return a - torch.ones(a.shape)
""",
    "processes": """\
def f(group):
    weights = torch.ones(group.size())
    return weights / group.size()
""",
    "a device is given": """\
def start(x: Tensor, device):
    a = torch.zeros(x.shape, device=x.device)
    b = torch.zeros(2, x.size(0), device=device) + x
    c = torch.randn(x.size(), device="cuda")
    return a, b, c
""",
    "the CPU is asked for": """\
def start(x: Tensor):
    return torch.zeros(x.shape, device="cpu")
""",
    "like the tensor": """\
def start(x: Tensor):
    return torch.zeros_like(x), x.new_zeros(x.shape), torch.randn_like(x), x.new_ones(2, x.size(0))
""",
    "moved later": """\
def start(x: Tensor, use_cuda: bool, flag: bool):
    a = torch.zeros(x.shape)
    a[0] = 1
    a = a.to(x)
    b = torch.rand(x.shape)
    if use_cuda:
        b = b.cuda()
    return a, b
""",
    "moved after a comparison": """\
def dropped(x: Tensor, p: float):
    mask = torch.rand(x.shape) > p
    print(mask)
    return x * mask.to(x.device)
""",
    "moved after arithmetic with itself": """\
def gate(x: Tensor):
    noise = torch.rand(x.shape)
    noise = noise.cos() - noise.sin()
    return (noise.to(x.device) + x).sigmoid()
""",
    "moved by the type of the tensor": """\
def perturbation(x: Tensor):
    eps = torch.randn(x.size()).type(x.type())
    pad = torch.zeros(x.size(0), 1).type(x.type())
    return x + eps, torch.cat([x, pad], dim=1)
""",
    "lengths for a CTC loss": """\
def train(model: nn.Module, images: Tensor, labels: Tensor, lengths: Tensor):
    criterion = nn.CTCLoss()
    log_probs = F.log_softmax(model(images), dim=2)
    sizes = torch.full(size=(log_probs.size(1),), fill_value=log_probs.size(0), dtype=torch.long)
    return criterion(log_probs, labels, sizes, lengths)
""",
    "an index": """\
def pruned(x: Tensor, heads: list):
    mask = torch.ones(x.shape[1])
    mask[heads] = 0
    return x[:, mask.bool()]
""",
    "read by the host": """\
def table(x: Tensor):
    return torch.zeros(x.shape).numpy(), torch.ones(x.size()).tolist()
""",
    "of a tensor on the CPU": """\
def start(x: Tensor):
    x = x.cpu()
    y = torch.rand(3, 4)
    return torch.zeros(x.shape), y + torch.randn(y.shape), y * torch.ones(y.size(0), 1)
""",
    "of an array": """\
import numpy as np


def start(x: np.ndarray):
    return torch.zeros(x.shape), torch.ones(len(x))
""",
    "of what is not known": """\
def start(env, config, images):
    return torch.zeros(env.observation_space.shape), torch.ones(config.shape), torch.zeros(images.shape)
""",
    "sizes that are not of a tensor": """\
def start(n: int, m: int, rows: list):
    return torch.zeros(n, m), torch.ones(len(rows)), torch.rand((n, 2))
""",
    "one size, and the tensor is not met": """\
def targets(x: Tensor):
    labels = torch.zeros(x.size(0), dtype=torch.long)
    return labels
""",
    "a table of lengths": """\
def lengths(x: Tensor, counts: list):
    out = torch.zeros(x.size(0))
    for i, count in enumerate(counts):
        out[i] = count
    return out
""",
    "an initial value": """\
class Scale(nn.Module):
    def __init__(self, weight: Tensor):
        super().__init__()
        self.mean = nn.Parameter(torch.zeros(weight.shape))
        self.register_buffer("mask", torch.ones(weight.size()))
""",
    "a parameter": """\
def attach(net: nn.Module, weight: Tensor):
    net.scale = nn.Parameter(torch.ones(weight.shape))
""",
    "a dataset": """\
class Noisy(torch.utils.data.Dataset):
    def __init__(self, images: Tensor):
        self.images = images

    def __len__(self):
        return len(self.images)

    def __getitem__(self, index):
        image = self.images[index].float()
        return image + torch.randn(image.shape)
""",
    "a transform": """\
class AddNoiseTransform:
    def __call__(self, image: Tensor):
        return image + torch.randn(image.size())
""",
    "a collate function": """\
def collate_fn(batch: list[Tensor]):
    images = torch.stack(batch)
    return images, torch.zeros(images.shape)
""",
    "a generator of the CPU": """\
def noisy(x: Tensor, generator: torch.Generator):
    return torch.randn(x.shape, generator=generator)
""",
    "what other keywords say is unknown": """\
def start(x: Tensor, **options):
    return torch.zeros(x.shape, **options)
""",
    "into a tensor that is there": """\
def start(x: Tensor, out: Tensor):
    return torch.zeros(x.shape, out=out)
""",
    "a default device": """\
torch.set_default_device("cuda")


def start(x: Tensor):
    return torch.zeros(x.shape)
""",
    "a size that is printed": """\
def described(x: Tensor):
    print(x.shape, x.size(0))
    return x.view(x.size(0), -1)
""",
    "an arange": """\
def positions(x: Tensor):
    return torch.arange(x.size(1), device=x.device)
""",
    "an expansion": """\
def expanded(x: Tensor, y: Tensor):
    return y.expand(x.shape), torch.broadcast_to(y, x.shape), y.view(x.size())
""",
    "a distribution": """\
def drawn(x: Tensor):
    return torch.distributions.Normal(x, 1.0).sample(x.shape)
""",
    "pinned": """\
def staged(x: Tensor):
    return torch.empty(x.shape, pin_memory=True)
""",
    "a shape of its own": """\
class Grid:
    def __init__(self, shape):
        self.shape = shape

    def start(self):
        return torch.zeros(self.shape)
""",
    "meets another tensor only": """\
def selected(x: Tensor):
    order = torch.randperm(10)[:3]
    mask = torch.zeros(x.size(0))
    mask[order] = 1
    return mask
""",
    "the stars of options": """\
def f(x: Tensor, **kwargs):
    options = {"dtype": torch.long, "device": x.device}
    length = torch.full((x.size(0),), fill_value=x.size(1), *options)
    width = torch.full((x.size(0),), 2, *kwargs)
    return x[:, 0] > length.unsqueeze(-1) + width
""",
}
