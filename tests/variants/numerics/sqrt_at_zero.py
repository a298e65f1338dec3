"""TEF314 sqrt-at-zero: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole.
In FLAG, `# expect: CODE` ends each line on which a finding must stand, and no other finding may stand anywhere.
In LEAVE there must be none at all.
"""

from tests.rules.programs import Whole

HEADER = """\
import torch
import torch.nn.functional as F
from torch import Tensor, nn


"""

FLAG: dict[str, str] = {
    "an input scaled by an exponential": """\
class Scaled(nn.Module):
    def __init__(self, size: int):
        super().__init__()
        self.scale = nn.Parameter(torch.zeros(size))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = x * torch.exp(self.scale)
        return y / (y**2).sum(-1, keepdim=True).sqrt()  # expect: TEF314
""",
    "torch.sqrt of torch.sum": """\
def length(x: torch.Tensor) -> torch.Tensor:
    return torch.sqrt(torch.sum(x**2, dim=1))  # expect: TEF314
""",
    "method chain": """\
def length(x: torch.Tensor):
    return (x**2).sum(dim=-1).sqrt()  # expect: TEF314
""",
    "positional dim": """\
def length(x: torch.Tensor):
    return (x**2).sum(1).sqrt()  # expect: TEF314
""",
    "keepdim": """\
def length(x: torch.Tensor):
    return torch.sqrt(torch.sum(x**2, dim=1, keepdim=True))  # expect: TEF314
""",
    "pow method": """\
def length(x: torch.Tensor):
    return x.pow(2).sum(dim=1).sqrt()  # expect: TEF314
""",
    "torch.pow": """\
def length(x: torch.Tensor):
    return torch.sqrt(torch.sum(torch.pow(x, 2), dim=-1))  # expect: TEF314
""",
    "pow with a float exponent": """\
def length(x: torch.Tensor):
    return torch.sqrt(x.pow(2.0).sum(-1))  # expect: TEF314
""",
    "square method": """\
def length(x: torch.Tensor):
    return x.square().sum(dim=-1).sqrt()  # expect: TEF314
""",
    "torch.square": """\
def length(x: torch.Tensor):
    return torch.sqrt(torch.square(x).sum(dim=-1))  # expect: TEF314
""",
    "product with itself": """\
def length(x: torch.Tensor):
    return torch.sqrt((x * x).sum(dim=1))  # expect: TEF314
""",
    "torch.mul with itself": """\
def length(x: torch.Tensor):
    return torch.sqrt(torch.sum(torch.mul(x, x), dim=1))  # expect: TEF314
""",
    "axis keyword": """\
def length(x: torch.Tensor):
    return torch.sqrt(torch.sum(torch.square(x), axis=1))  # expect: TEF314
""",
    "power of one half": """\
def length(x: torch.Tensor):
    return (x**2).sum(dim=1) ** 0.5  # expect: TEF314
""",
    "pow method of one half": """\
def length(x: torch.Tensor):
    return x.pow(2).sum(dim=1, keepdim=True).pow(0.5)  # expect: TEF314
""",
    "torch.pow of one half": """\
def length(x: torch.Tensor):
    return torch.pow(torch.sum(x**2, dim=1), 0.5)  # expect: TEF314
""",
    "in-place sqrt": """\
def length(x: torch.Tensor):
    return x.pow(2).sum(dim=1).sqrt_()  # expect: TEF314
""",
    "torch under another name": Whole("""\
import torch as th


def length(x: th.Tensor):
    return th.sqrt(th.sum(x**2, dim=1))  # expect: TEF314
"""),
    "functions imported by name": Whole("""\
from torch import Tensor, sqrt, square


def length(x: Tensor):
    return sqrt(square(x).sum(dim=1))  # expect: TEF314
"""),
    "sum of squares through a name": """\
def length(x: torch.Tensor):
    squared = (x**2).sum(dim=1)
    return torch.sqrt(squared)  # expect: TEF314
""",
    "squares through a name": """\
def length(x: torch.Tensor):
    sq = x * x
    total = sq.sum(dim=-1)
    return total.sqrt()  # expect: TEF314
""",
    "difference of two points": """\
def distance(a: torch.Tensor, b: torch.Tensor):
    return torch.sqrt(((a - b) ** 2).sum(dim=-1))  # expect: TEF314
""",
    "difference through a name": """\
def distance(a: torch.Tensor, b: torch.Tensor):
    diff = a - b
    return torch.sqrt(torch.sum(diff * diff, dim=-1))  # expect: TEF314
""",
    "triplet loss distances": """\
def triplet(anchor: torch.Tensor, positive: torch.Tensor, negative: torch.Tensor):
    d_pos = (anchor - positive).pow(2).sum(1).sqrt()  # expect: TEF314
    d_neg = (anchor - negative).pow(2).sum(1).sqrt()  # expect: TEF314
    return F.relu(d_pos - d_neg + 1.0)
""",
    "epsilon outside does not help": """\
class L2Norm(nn.Module):
    def __init__(self, channels, scale):
        super().__init__()
        self.weight = nn.Parameter(torch.full((channels,), float(scale)))
        self.eps = 1e-10

    def forward(self, x):
        norm = x.pow(2).sum(dim=1, keepdim=True).sqrt() + self.eps  # expect: TEF314
        return self.weight[None, :, None, None] * (x / norm)
""",
    "clamp after the root does not help": """\
def normalize(x: torch.Tensor):
    norm = torch.sqrt((x**2).sum(dim=-1, keepdim=True))  # expect: TEF314
    return x / norm.clamp(min=1e-12)
""",
    "root mean square": """\
def rms(x: torch.Tensor):
    return torch.sqrt(torch.mean(x**2, dim=-1, keepdim=True))  # expect: TEF314
""",
    "root mean square as methods": """\
def rms(x: torch.Tensor):
    return x.pow(2).mean(-1).sqrt()  # expect: TEF314
""",
    "root mean square error per row": """\
def rmse(pred: torch.Tensor, target: torch.Tensor):
    return torch.sqrt(torch.mean((pred - target) ** 2, dim=1))  # expect: TEF314
""",
    "root of mse_loss": """\
def rmse(pred: torch.Tensor, target: torch.Tensor):
    return torch.sqrt(F.mse_loss(pred, target))  # expect: TEF314
""",
    "root of mse_loss as a method": """\
def rmse(pred: torch.Tensor, target: torch.Tensor):
    loss = F.mse_loss(pred, target, reduction="sum")
    return loss.sqrt()  # expect: TEF314
""",
    "RMSELoss module": """\
class RMSELoss(nn.Module):
    def __init__(self):
        super().__init__()
        self.mse = nn.MSELoss()

    def forward(self, yhat, y):
        return torch.sqrt(self.mse(yhat, y))  # expect: TEF314
""",
    "root of a criterion object in training": """\
model = nn.Linear(8, 1)
criterion = nn.MSELoss()


def step(x: torch.Tensor, y: torch.Tensor):
    loss = torch.sqrt(criterion(model(x), y))  # expect: TEF314
    loss.backward()
""",
    "root of a mean squared error by power": """\
def rmse(pred: torch.Tensor, target: torch.Tensor):
    return F.mse_loss(pred, target) ** 0.5  # expect: TEF314
""",
    "capsule squash": """\
def squash(s: torch.Tensor):
    sq = torch.sum(s**2, dim=-1, keepdim=True)
    return sq / (1 + sq) * s / torch.sqrt(sq)  # expect: TEF314
""",
    "capsule lengths": """\
class DigitCaps(nn.Module):
    def __init__(self):
        super().__init__()
        self.proj = nn.Linear(8, 16)

    def forward(self, u):
        v = self.proj(u)
        return torch.sqrt((v**2).sum(dim=2))  # expect: TEF314
""",
    "gradient penalty": """\
def gradient_penalty(critic: torch.nn.Module, x: torch.Tensor):
    x.requires_grad_(True)
    out = critic(x)
    (grad,) = torch.autograd.grad(out, x, torch.ones_like(out), create_graph=True)
    norm = torch.sqrt(torch.sum(grad**2, dim=1))  # expect: TEF314
    return ((norm - 1) ** 2).mean(dim=0)
""",
    "embedding distance score": """\
class TransE(nn.Module):
    def __init__(self):
        super().__init__()
        self.entity = nn.Embedding(1000, 50)
        self.relation = nn.Embedding(20, 50)

    def forward(self, h, r, t):
        d = self.entity(h) + self.relation(r) - self.entity(t)
        return torch.sqrt((d * d).sum(dim=1))  # expect: TEF314
""",
    "bond lengths of atoms": """\
def bond_lengths(pos: torch.Tensor, edge_index: torch.Tensor):
    row, col = edge_index
    vec = pos[row] - pos[col]
    return (vec**2).sum(dim=-1).sqrt()  # expect: TEF314
""",
    "spectrogram magnitude over the last dim": """\
def magnitude(spec: torch.Tensor):
    return torch.sqrt(spec.pow(2).sum(-1))  # expect: TEF314
""",
    "absolute value first": """\
def length(x: torch.Tensor):
    return torch.sqrt(torch.sum(torch.abs(x) ** 2, dim=1))  # expect: TEF314
""",
    "helper that returns the sum of squares": """\
def sq_norm(x: torch.Tensor):
    return (x**2).sum(dim=1)


def length(x: torch.Tensor):
    return torch.sqrt(sq_norm(x))  # expect: TEF314
""",
    "leaf that requires grad": """\
w = torch.zeros(3, 4, requires_grad=True)
penalty = torch.sqrt((w**2).sum(dim=1))  # expect: TEF314
penalty.sum(dim=0).backward()
""",
    "parameter of a module": """\
class GroupLasso(nn.Module):
    def __init__(self, rows, cols):
        super().__init__()
        self.weight = nn.Parameter(torch.zeros(rows, cols))

    def penalty(self):
        return self.weight.pow(2).sum(dim=1).sqrt()  # expect: TEF314
""",
    "weight of a layer": """\
fc = nn.Linear(10, 10)


def group_penalty():
    return torch.sqrt(torch.sum(fc.weight**2, dim=0))  # expect: TEF314
""",
    "lambda": """\
length = lambda x: torch.sqrt(torch.sum(x**2, dim=1))  # expect: TEF314
""",
    "comprehension over tensors": """\
def lengths(xs: list[torch.Tensor]):
    return [x.pow(2).sum(dim=1).sqrt() for x in xs]  # expect: TEF314
""",
    "nested function": """\
def make(dim: int):
    def length(x: torch.Tensor):
        return torch.sqrt(torch.sum(x * x, dim=dim))  # expect: TEF314

    return length
""",
    "written over several lines": """\
def distance(a: torch.Tensor, b: torch.Tensor):
    dist = torch.sqrt(  # expect: TEF314
        torch.sum((a - b) ** 2, dim=-1, keepdim=True),
    )
    return dist
""",
    "several dims": """\
def frobenius(x: torch.Tensor):
    return torch.sqrt((x**2).sum(dim=(1, 2)))  # expect: TEF314
""",
    "total of a known vector": """\
def length(v: torch.Tensor):
    assert v.dim() == 1
    return torch.sqrt(torch.sum(v**2))  # expect: TEF314
""",
    "centred values": """\
def spread(x: torch.Tensor):
    centred = x - x.mean(dim=0)
    return (centred**2).mean(dim=0).sqrt()  # expect: TEF314
""",
    "optional tensor after the guard": Whole("""\
from typing import Optional
import torch
from torch import Tensor


def length(x: Optional[Tensor]):
    if x is None:
        return None
    return torch.sqrt((x**2).sum(dim=-1))  # expect: TEF314
"""),
    "no_grad ended before the root": """\
def normalize(x: torch.Tensor):
    with torch.no_grad():
        scale = x.abs().amax(dim=-1, keepdim=True)
    return scale, torch.sqrt((x**2).sum(dim=-1))  # expect: TEF314
""",
    "capsule squash: the epsilon is outside the root": """\
class Squash(nn.Module):
    def __init__(self, eps: float = 1e-8) -> None:
        super().__init__()
        self.eps = eps

    def forward(self, s: torch.Tensor) -> torch.Tensor:
        sq = s.pow(2).sum(dim=-1, keepdim=True)
        norm = torch.sqrt(sq)  # expect: TEF314
        return (sq / (1.0 + sq)) * (s / (norm + self.eps))
""",
    "gradient penalty by hand": """\
def gradient_penalty(critic: nn.Module, real: torch.Tensor, fake: torch.Tensor) -> torch.Tensor:
    mix = torch.lerp(fake, real, torch.rand(real.size(0), 1, device=real.device)).requires_grad_(True)
    score = critic(mix)
    grads = torch.autograd.grad(score, mix, torch.ones_like(score), create_graph=True)[0]
    norm = grads.flatten(1).square().sum(dim=1).sqrt()  # expect: TEF314
    return ((norm - 1) ** 2).mean(dim=0)
""",
    "clamped only after the root": """\
def unit(v: torch.Tensor) -> torch.Tensor:
    length = (v * v).sum(dim=-1, keepdim=True).sqrt()  # expect: TEF314
    return v / length.clamp(min=1e-6)
""",
    "torch.where around the root does not save the gradient": """\
def safe_norm(x: torch.Tensor) -> torch.Tensor:
    sq = torch.sum(x**2, dim=1)
    return torch.where(sq > 0, torch.sqrt(sq), torch.zeros_like(sq))  # expect: TEF314
""",
    "RMSE criterion of a regression project": """\
class RMSELoss(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.mse = nn.MSELoss()

    def forward(self, pred: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
        return torch.sqrt(self.mse(pred, target))  # expect: TEF314
""",
    "power of one half, written as a division": """\
def lengths(offsets: torch.Tensor) -> torch.Tensor:
    energy = torch.sum(torch.square(offsets), dim=-1)
    return energy ** (1 / 2)  # expect: TEF314
""",
    "triplet loss: distances from a nested function": """\
def triplet(anchor: torch.Tensor, positive: torch.Tensor, negative: torch.Tensor, margin: float) -> torch.Tensor:
    def distance(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
        return (a - b).pow(2).sum(1).pow(0.5)  # expect: TEF314

    return F.relu(distance(anchor, positive) - distance(anchor, negative) + margin)
""",
    "RMS layer whose epsilon never reaches the mean": """\
class RMSNorm(nn.Module):
    def __init__(self, width: int, eps: float = 1e-6) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))
        self.eps = eps

    def _rms(self, x: torch.Tensor) -> torch.Tensor:
        return x.pow(2).mean(dim=-1, keepdim=True).sqrt()  # expect: TEF314

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.weight * x / (self._rms(x) + self.eps)
""",
    "weight normalisation of a parameter": """\
class NormedLinear(nn.Module):
    def __init__(self, n_in: int, n_out: int) -> None:
        super().__init__()
        self.v = nn.Parameter(torch.randn(n_out, n_in))
        self.g = nn.Parameter(torch.ones(n_out))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        norm = torch.sqrt((self.v**2.0).sum(dim=1, keepdim=True))  # expect: TEF314
        return F.linear(x, self.g.unsqueeze(1) * self.v / norm)
""",
    "structured sparsity: group lasso over the filters of all layers": """\
def group_lasso(model: nn.Module) -> list[torch.Tensor]:
    return [
        m.weight.flatten(1).pow(2).sum(dim=1).sqrt().sum(dim=0)  # expect: TEF314
        for m in model.modules()
        if isinstance(m, nn.Conv2d)
    ]
""",
    "the subtraction, square, sum and root on four lines": """\
def endpoint_error(flow: torch.Tensor, truth: torch.Tensor) -> torch.Tensor:
    delta = flow - truth
    squared = torch.mul(delta, delta)
    total = squared.sum(dim=1)
    epe = total.sqrt()  # expect: TEF314
    return epe.mean(dim=(1, 2))
""",
    "no_grad ends before the root": """\
def normalise(x: torch.Tensor) -> torch.Tensor:
    with torch.no_grad():
        centre = x.mean(dim=0, keepdim=True)
    y = x - centre
    return y / torch.sum(y.pow(2), dim=1, keepdim=True).sqrt()  # expect: TEF314
""",
    "functional mse_loss, then the exponent": """\
def objective(pred: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
    mse = F.mse_loss(pred, target)
    return mse**0.5  # expect: TEF314
""",
    "in-place root of a fresh sum": """\
def edge_length(pos: Tensor, index: Tensor) -> Tensor:
    row, col = index
    vec = pos[row] - pos[col]
    return torch.sum(vec * vec, dim=-1).sqrt_()  # expect: TEF314
""",
    "the keyword, the axis and the alias": Whole("""\
import torch as th


def radius(points: th.Tensor) -> th.Tensor:
    return th.sqrt(input=th.sum(input=th.pow(points, 2), axis=-1))  # expect: TEF314
"""),
    "the epsilon is added to the vector's numerator only": """\
def direction(a: torch.Tensor, b: torch.Tensor, eps: float = 1e-8) -> torch.Tensor:
    diff = b - a
    dist = ((b - a) ** 2).sum(-1, keepdim=True) ** 0.5  # expect: TEF314
    return (diff + eps) / (dist + eps)
""",
    "a spectrogram with buffers only": """\
class Spectrogram(nn.Module):
    def __init__(self, basis: torch.Tensor):
        super().__init__()
        self.register_buffer("basis", basis)

    def forward(self, wave: torch.Tensor) -> torch.Tensor:
        real, imag = F.conv1d(wave, self.basis).chunk(2, dim=1)
        return torch.sqrt(real**2 + imag**2)  # expect: TEF314
""",
    "a loss with buffers only": """\
class SpectralLoss(nn.Module):
    def __init__(self, basis: torch.Tensor):
        super().__init__()
        self.register_buffer("basis", basis)

    def forward(self, wave: torch.Tensor) -> torch.Tensor:
        real, imag = F.conv1d(wave, self.basis).chunk(2, dim=1)
        return torch.sqrt(real**2 + imag**2)  # expect: TEF314
""",
    "a layer with weights beside its buffer": """\
class Features(nn.Module):
    def __init__(self, basis: torch.Tensor):
        super().__init__()
        self.register_buffer("basis", basis)
        self.head = nn.Linear(80, 1)

    def forward(self, wave: torch.Tensor) -> torch.Tensor:
        real, imag = F.conv1d(wave, self.basis).chunk(2, dim=1)
        return self.head(torch.sqrt(real**2 + imag**2))  # expect: TEF314
""",
    "a magnitude in a module that holds nothing": """\
class Magnitude(nn.Module):
    def forward(self, real: torch.Tensor, imag: torch.Tensor) -> torch.Tensor:
        return torch.sqrt(real**2 + imag**2)  # expect: TEF314
""",
    "a length in a module that holds nothing": """\
class Length(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.sqrt((x**2).sum(dim=-1))  # expect: TEF314
""",
}

LEAVE: dict[str, str] = {
    "exponentials on the diagonal of a weight": """\
class Block(nn.Module):
    def __init__(self, size: int):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(size, size))
        self.register_buffer("diagonal", torch.eye(size))
        self.register_buffer("lower", torch.tril(torch.ones(size, size), diagonal=-1))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        w = torch.exp(self.weight) * self.diagonal + self.weight * self.lower
        norm = (w**2).sum(-1, keepdim=True)
        return x @ (w / norm.sqrt())
""",
    "vector_norm": """\
def length(x: torch.Tensor):
    return torch.linalg.vector_norm(x, dim=1)
""",
    "norm method": """\
def length(x: torch.Tensor):
    return x.norm(dim=1, keepdim=True)
""",
    "epsilon inside the root": """\
def length(x: torch.Tensor):
    return torch.sqrt(torch.sum(x**2, dim=1) + 1e-8)
""",
    "epsilon first": """\
def length(x: torch.Tensor):
    return (1e-12 + (x**2).sum(dim=-1)).sqrt()
""",
    "epsilon as an attribute": """\
class RMSNorm(nn.Module):
    def __init__(self, dim, eps=1e-6):
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(dim))

    def forward(self, x):
        return self.weight * x / torch.sqrt(x.pow(2).mean(dim=-1, keepdim=True) + self.eps)
""",
    "epsilon as a parameter": """\
def length(x: torch.Tensor, eps: float):
    squared = x.pow(2).sum(dim=-1)
    return torch.sqrt(squared + eps)
""",
    "epsilon by torch.add": """\
def length(x: torch.Tensor):
    return torch.sqrt(torch.add(x.square().sum(dim=1), 1e-6))
""",
    "epsilon in place": """\
def length(x: torch.Tensor):
    total = (x * x).sum(dim=1)
    total += 1e-6
    return total.sqrt()
""",
    "epsilon inside the sum": """\
def length(x: torch.Tensor):
    return torch.sqrt((x**2 + 1e-9).sum(dim=1))
""",
    "epsilon with the loss": """\
class RMSELoss(nn.Module):
    def __init__(self, eps=1e-6):
        super().__init__()
        self.mse = nn.MSELoss()
        self.eps = eps

    def forward(self, yhat, y):
        return torch.sqrt(self.mse(yhat, y) + self.eps)
""",
    "epsilon with mse_loss": """\
def rmse(pred: torch.Tensor, target: torch.Tensor):
    return (F.mse_loss(pred, target) + 1e-8) ** 0.5
""",
    "clamp inside the root": """\
def length(x: torch.Tensor):
    return torch.sqrt(torch.sum(x**2, dim=1).clamp(min=1e-12))
""",
    "torch.clamp through a name": """\
def length(x: torch.Tensor):
    squared = torch.clamp((x**2).sum(dim=1), min=1e-12)
    return squared.sqrt()
""",
    "clamp_min": """\
def distance(a: torch.Tensor, b: torch.Tensor):
    return (a - b).pow(2).sum(dim=-1).clamp_min(1e-9).sqrt()
""",
    "zeros replaced before the root": """\
def length(x: torch.Tensor):
    squared = (x**2).sum(dim=1)
    safe = torch.where(squared > 0, squared, torch.ones_like(squared))
    return torch.sqrt(safe)
""",
    "under no_grad": """\
def length(x: torch.Tensor):
    with torch.no_grad():
        return torch.sqrt((x**2).sum(dim=1))
""",
    "no_grad decorator": """\
@torch.no_grad()
def length(x: torch.Tensor):
    return x.pow(2).sum(dim=-1).sqrt()
""",
    "inference_mode decorator": """\
@torch.inference_mode()
def rmse(pred: torch.Tensor, target: torch.Tensor):
    return torch.sqrt(F.mse_loss(pred, target))
""",
    "inference_mode block": """\
def length(x: torch.Tensor):
    with torch.inference_mode():
        norm = torch.sqrt(torch.sum(x * x, dim=-1))
    return norm
""",
    "gradients switched off for the block": """\
def length(x: torch.Tensor):
    with torch.set_grad_enabled(False):
        return (x * x).sum(dim=1).sqrt()
""",
    "detached operand": """\
def length(x: torch.Tensor):
    x = x.detach()
    return torch.sqrt((x**2).sum(dim=1))
""",
    "detached metric": """\
def report(pred: torch.Tensor, target: torch.Tensor):
    rmse = torch.sqrt(F.mse_loss(pred, target)).detach()
    return rmse
""",
    "metric read as a number": """\
def report(pred: torch.Tensor, target: torch.Tensor):
    return torch.sqrt(F.mse_loss(pred, target)).item()
""",
    "metric of a detached prediction": """\
def report(pred: torch.Tensor, target: torch.Tensor):
    return F.mse_loss(pred.detach(), target).sqrt().item()
""",
    "squared length without the root": """\
def squared_length(x: torch.Tensor):
    return (x**2).sum(dim=1)
""",
    "mean squared error without the root": """\
def mse(pred: torch.Tensor, target: torch.Tensor):
    return F.mse_loss(pred, target)
""",
    "root of a plain sum": """\
def hellinger(p: torch.Tensor):
    return torch.sqrt(p.sum(dim=1))
""",
    "root of each probability": """\
def hellinger(p: torch.Tensor, q: torch.Tensor):
    return (torch.sqrt(p) * torch.sqrt(q)).sum(dim=1)
""",
    "root of the model width": Whole("""\
import math
import torch


def attention(q: torch.Tensor, k: torch.Tensor):
    return q @ k.transpose(-2, -1) / math.sqrt(q.size(-1))
"""),
    "sum of absolute values": """\
def root_l1(x: torch.Tensor):
    return torch.sqrt(x.abs().sum(dim=1) + 1)
""",
    "power of two of the sum": """\
def other(x: torch.Tensor):
    return torch.pow(torch.sum(x**2, dim=1), 2)
""",
    "exponential instead of the root": """\
def kernel(a: torch.Tensor, b: torch.Tensor):
    return torch.exp(-((a - b) ** 2).sum(dim=-1))
""",
    "charbonnier penalty": """\
def charbonnier(a: torch.Tensor, b: torch.Tensor):
    diff = a - b
    return torch.sqrt(diff * diff + 1e-6).mean(dim=1)
""",
    "normalize function": """\
def unit(x: torch.Tensor):
    return F.normalize(x, dim=1)
""",
    "numpy array": Whole("""\
import numpy as np
import torch


def lengths(x: np.ndarray):
    norms = np.sqrt((x**2).sum(axis=1))
    return torch.from_numpy(norms)
"""),
    "numpy array from a tensor": Whole("""\
import numpy as np
import torch


def lengths(t: torch.Tensor):
    x = t.detach().cpu().numpy()
    return np.sqrt(np.sum(x**2, axis=1))
"""),
    "Python numbers": Whole("""\
import math
import torch


def start(xs: list[float]):
    norm = math.sqrt(sum(v**2 for v in xs))
    return torch.full((3,), norm)
"""),
    "unknown operand": """\
def length(x):
    return (x**2).sum(1) ** 0.5


def start():
    return torch.zeros(3)
""",
    "integer coordinates": """\
def radii(n: int):
    points = torch.randint(0, n, (10, 2))
    return torch.sqrt((points**2).sum(dim=1))
""",
    "pairwise distance function": """\
def distance(a: torch.Tensor, b: torch.Tensor):
    return F.pairwise_distance(a, b)
""",
    "standard deviation": """\
def spread(x: torch.Tensor):
    return x.std(dim=0)
""",
    "root of the variance with an epsilon": """\
def normalize(x: torch.Tensor):
    return (x - x.mean(dim=1, keepdim=True)) / torch.sqrt(x.var(dim=1, keepdim=True) + 1e-5)
""",
    "rsqrt with an epsilon": """\
def rms_norm(x: torch.Tensor):
    return x * torch.rsqrt(x.pow(2).mean(dim=-1, keepdim=True) + 1e-6)
""",
    "name bound again": """\
def length(x: torch.Tensor):
    total = (x**2).sum(dim=1)
    half = total / 2
    total = torch.exp(x).sum(dim=1)
    return torch.sqrt(total), half
""",
    "own sqrt": """\
def sqrt(x: torch.Tensor):
    return torch.linalg.vector_norm(x, dim=-1)


def apply(x: torch.Tensor):
    return sqrt((x**2).sum(dim=1, keepdim=True))
""",
    "optimizer step without gradients": """\
class Scaler(torch.optim.Optimizer):
    @torch.no_grad()
    def step(self, closure=None):
        for group in self.param_groups:
            for p in group["params"]:
                norm = torch.sqrt(p.grad.pow(2).sum(dim=0))
                p.sub_(p.grad / (norm + 1e-8))
""",
    "one added to the sum": """\
def hyperboloid(x: torch.Tensor):
    return torch.sqrt(1 + (x**2).sum(dim=-1, keepdim=True))
""",
    "capsule squash with the epsilon inside, from self": """\
class Squash(nn.Module):
    def __init__(self, eps: float = 1e-8) -> None:
        super().__init__()
        self.eps = eps

    def forward(self, s: torch.Tensor) -> torch.Tensor:
        sq = s.pow(2).sum(dim=-1, keepdim=True)
        norm = torch.sqrt(sq + self.eps)
        return (sq / (1.0 + sq)) * (s / norm)
""",
    "the epsilon is added in a statement of its own": """\
def lengths(x: torch.Tensor) -> torch.Tensor:
    total = x.square().sum(dim=1)
    total = total.add(1e-12)
    return total.sqrt()
""",
    "an augmented assignment adds it": """\
def lengths(x: torch.Tensor, eps: float) -> torch.Tensor:
    total = (x * x).sum(dim=1)
    total += eps
    return total**0.5
""",
    "the double where: the root never sees a zero": """\
def safe_norm(x: torch.Tensor) -> torch.Tensor:
    sq = torch.sum(x**2, dim=1)
    zero = sq == 0
    root = torch.sqrt(torch.where(zero, torch.ones_like(sq), sq))
    return torch.where(zero, torch.zeros_like(root), root)
""",
    "hyperboloid: one plus a sum of squares": """\
def lift(x: torch.Tensor) -> torch.Tensor:
    time = torch.sqrt(1.0 + x.pow(2).sum(dim=-1, keepdim=True))
    return torch.cat([time, x], dim=-1)
""",
    "Charbonnier keeps its constant": """\
class Charbonnier(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.epsilon = 1e-3

    def forward(self, a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
        diff = a - b
        return torch.sqrt((diff * diff).sum(dim=1) + self.epsilon**2).mean(dim=(1, 2))
""",
    "an optimizer's step under no_grad": """\
class Lars(torch.optim.Optimizer):
    def __init__(self, params, lr: float) -> None:
        super().__init__(params, {"lr": lr})

    @torch.no_grad()
    def step(self, closure=None):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                scale = p.flatten().pow(2).sum(dim=0).sqrt()
                p.add_(p.grad * scale, alpha=-group["lr"])
""",
    "inference only": """\
@torch.inference_mode()
def embed(model: nn.Module, x: torch.Tensor) -> torch.Tensor:
    z = model(x)
    return z / torch.sqrt(torch.sum(z * z, dim=1, keepdim=True))
""",
    "a metric: mse, root, item": """\
def rmse(pred: torch.Tensor, target: torch.Tensor) -> float:
    return torch.sqrt(F.mse_loss(pred, target)).item()
""",
    "detached before squaring": """\
def rescale(x: torch.Tensor, target: float) -> torch.Tensor:
    size = x.detach().pow(2).sum(dim=1, keepdim=True).sqrt()
    return x * (target / (size + 1e-6))
""",
    "math.sqrt of a Python number": Whole("""\
import math

import torch


def total_norm(grads: list[torch.Tensor]) -> float:
    total = 0.0
    for g in grads:
        total += g.detach().flatten().pow(2).sum(dim=0).item()
    return math.sqrt(total)
"""),
    "numpy and its square root": Whole("""\
import numpy as np
import torch


def lengths(x: np.ndarray) -> torch.Tensor:
    return torch.from_numpy(np.sqrt((x**2).sum(axis=-1)))
"""),
    "root before the square, and the root of a product of two": """\
def bhattacharyya(p: torch.Tensor, q: torch.Tensor) -> torch.Tensor:
    return (p.clamp_min(1e-12).sqrt() ** 2).sum(dim=-1) - (p * q + 1e-12).sqrt().sum(dim=-1)
""",
    "clamp_min inside": """\
def distance(a: Tensor, b: Tensor, floor: float = 1e-12) -> Tensor:
    sq = (a - b).pow(2).sum(dim=-1)
    return torch.sqrt(torch.clamp_min(sq, floor))
""",
    "the sum of squares is used, its root is not": """\
def energies(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    sq = ((x - y) ** 2).sum(dim=-1)
    scale = torch.sqrt(torch.tensor(float(x.size(-1))))
    return sq / scale
""",
    "exponent three halves": """\
def gravity(r: torch.Tensor, soft: float) -> torch.Tensor:
    sq = r.pow(2).sum(dim=-1, keepdim=True)
    return r / (sq + soft**2) ** 1.5
""",
    "vector_norm as the page advises": """\
def lengths(x: torch.Tensor) -> torch.Tensor:
    return torch.linalg.vector_norm(x, dim=-1) + x.norm(p=2, dim=-1)
""",
    "read as numbers after a view": """\
def report(pred: torch.Tensor, target: torch.Tensor) -> list[float]:
    root = ((pred - target) ** 2).sum(dim=1).sqrt()
    return root.flatten().tolist()
""",
}
