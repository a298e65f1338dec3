"""Programs that the shapes rules must report and programs that they must leave alone.

FLAG and LEAVE map a rule's code to programs keyed by what sets each apart. A line of a FLAG program that
must carry a finding ends in an `expect` comment; a LEAVE program carries no finding of any rule.
"""

FLAG: dict[str, dict[str, str]] = {
    "TEF101": {
        "torch-sum-of-a-sum": """\
import torch
from torch import Tensor


def total(a: Tensor, b: Tensor) -> Tensor:
    return torch.sum(a + b)  # expect: TEF101
""",
        "hand-written-mean-squared-error": """\
import torch


def mse(pred: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
    return ((pred - target) ** 2).mean()  # expect: TEF101
""",
        "difference-held-by-a-name": """\
import torch
from torch import Tensor


def mse(pred: Tensor, target: Tensor) -> Tensor:
    diff = pred - target
    squared = diff ** 2
    return torch.mean(squared)  # expect: TEF101
""",
        "torch-imported-under-an-alias": """\
import torch as th


def mean_error(pred: th.Tensor, target: th.Tensor) -> th.Tensor:
    return th.mean((pred - target) ** 2)  # expect: TEF101
""",
        "sum-imported-under-an-alias": """\
from torch import Tensor
from torch import sum as tsum


def total_error(a: Tensor, b: Tensor) -> Tensor:
    return tsum(a - b)  # expect: TEF101
""",
        "result-read-with-item": """\
import torch
from torch import Tensor


@torch.no_grad()
def mean_error(pred: Tensor, target: Tensor) -> float:
    return (pred - target).abs().mean().item()  # expect: TEF101
""",
        "result-sent-backward": """\
from torch import Tensor


def step(pred: Tensor, target: Tensor) -> None:
    loss = (pred - target).pow(2).mean()  # expect: TEF101
    loss.backward()
""",
        "forward-of-a-custom-loss": """\
import torch.nn as nn


class MSE(nn.Module):
    def forward(self, pred, target):
        return ((pred - target) ** 2).mean()  # expect: TEF101
""",
        "function-form-of-the-arithmetic": """\
import torch
from torch import Tensor


def mse(pred: Tensor, target: Tensor) -> Tensor:
    return torch.square(torch.sub(pred, target)).mean()  # expect: TEF101
""",
        "method-form-of-the-arithmetic": """\
import torch


def total(a: "torch.Tensor", b: "torch.Tensor"):
    return a.add(b).sum()  # expect: TEF101
""",
        "product-of-two-tensors": """\
import torch
from torch import Tensor


def inner(a: Tensor, b: Tensor) -> Tensor:
    return torch.sum(a * b)  # expect: TEF101
""",
        "largest-absolute-difference": """\
from torch import Tensor


def largest_gap(a: Tensor, b: Tensor) -> Tensor:
    gap = (a - b).abs()
    return gap.max()  # expect: TEF101
""",
        "reduction-inside-an-f-string": """\
from torch import Tensor


def report(pred: Tensor, target: Tensor) -> None:
    print(f"mae {(pred - target).abs().mean():.4f}")  # expect: TEF101
""",
        "inside-a-lambda": """\
import torch


def make_score(prediction: torch.Tensor, reference: torch.Tensor):
    return lambda: (prediction - reference).abs().sum()  # expect: TEF101
""",
        "keyword-input": """\
import torch
from torch import Tensor


def mse(pred: Tensor, target: Tensor) -> Tensor:
    return torch.mean(input=(pred - target) ** 2)  # expect: TEF101
""",
        "dtype-is-not-a-dim": """\
import torch
from torch import Tensor


def total(a: Tensor, b: Tensor) -> Tensor:
    return (a * b).sum(dtype=torch.float64)  # expect: TEF101
""",
        "jaxtyped-parameters": """\
from jaxtyping import Float
from torch import Tensor


def error(pred: Float[Tensor, "b c"], target: Float[Tensor, "n c"]):
    return (pred - target).abs().mean()  # expect: TEF101
""",
        "same-file-helper-returns-the-difference": """\
import torch
from torch import Tensor


def residual(pred: Tensor, target: Tensor) -> Tensor:
    return pred - target


def mae(pred: Tensor, target: Tensor) -> Tensor:
    return torch.abs(residual(pred, target)).mean()  # expect: TEF101
""",
        "tensor-of-three-terms": """\
from torch import Tensor


def energy(kinetic: Tensor, potential: Tensor, field: Tensor) -> Tensor:
    return (kinetic + 0.5 * potential + field).sum()  # expect: TEF101
""",
        "training-step-over-a-loader": """\
import torch
from torch import nn
from torch.utils.data import DataLoader


def train(model: nn.Module, loader: DataLoader, optimizer: torch.optim.Optimizer) -> None:
    model.train()
    for x, y in loader:
        optimizer.zero_grad()
        loss = ((model(x) - y) ** 2).mean()  # expect: TEF101
        loss.backward()
        optimizer.step()
""",
        "walrus-in-a-condition": """\
from torch import Tensor


def close_enough(pred: Tensor, target: Tensor) -> bool:
    if (error := (pred - target).abs().mean()) > 0.1:  # expect: TEF101
        print("error", error)
        return False
    return True
""",
        "both-arms-of-a-conditional-expression": """\
from torch import Tensor


def error(pred: Tensor, target: Tensor, absolute: bool) -> Tensor:
    return (
        (pred - target).abs().mean()  # expect: TEF101
        if absolute
        else ((pred - target) ** 2).mean()  # expect: TEF101
    )
""",
        "comprehension-over-candidates": """\
from torch import Tensor


def errors(first: Tensor, second: Tensor, target: Tensor) -> list[float]:
    return [((p - target) ** 2).mean().item() for p in (first, second)]  # expect: TEF101
""",
        "nested-function": """\
from torch import Tensor


def make_loss(target: Tensor):
    def loss(pred: Tensor) -> Tensor:
        return (pred - target).abs().mean()  # expect: TEF101

    return loss
""",
        "under-no-grad-and-try": """\
import torch
from torch import Tensor


def safe_error(pred: Tensor, target: Tensor) -> float:
    try:
        with torch.no_grad():
            return float((pred - target).abs().mean())  # expect: TEF101
    except RuntimeError:
        return float("nan")
""",
        "both-narrowed-by-isinstance": """\
import torch


def gap(a, b):
    if isinstance(a, torch.Tensor) and isinstance(b, torch.Tensor):
        return (a - b).abs().max()  # expect: TEF101
    return None
""",
        "optional-target-after-a-guard": """\
from typing import Optional

from torch import Tensor


def loss(pred: Tensor, target: Optional[Tensor] = None) -> Optional[Tensor]:
    if target is None:
        return None
    return (pred - target).square().mean()  # expect: TEF101
""",
        "union-with-none": """\
from torch import Tensor


def weighted(x: Tensor, weight: Tensor | None) -> Tensor:
    if weight is not None:
        return (x * weight).sum()  # expect: TEF101
    return x
""",
        "registered-buffer": """\
from torch import Tensor, nn


class Anchor(nn.Module):
    def __init__(self, anchor: Tensor):
        super().__init__()
        self.register_buffer("anchor", anchor)

    def forward(self, x):
        return (x - self.anchor).pow(2).mean()  # expect: TEF101
""",
        "attribute-of-a-plain-class": """\
from torch import Tensor


class Meter:
    def __init__(self, reference: Tensor) -> None:
        self.reference = reference

    def distance(self, value: Tensor) -> float:
        return (value - self.reference).abs().mean().item()  # expect: TEF101
""",
        "student-and-teacher": """\
from torch import Tensor, nn


def distil(student: nn.Module, teacher: nn.Module, x: Tensor) -> None:
    gap = student(x) - teacher(x).detach()
    loss = (gap ** 2).mean()  # expect: TEF101
    loss.backward()
""",
        "spread-of-a-difference": """\
import torch
from torch import Tensor


def spread(a: Tensor, b: Tensor) -> Tensor:
    return torch.std(a - b)  # expect: TEF101
""",
        "median-of-a-ratio": """\
import torch
from torch import Tensor


def typical_ratio(a: Tensor, b: Tensor) -> Tensor:
    return torch.div(a, b).median()  # expect: TEF101
""",
        "flat-index-of-the-best-sum": """\
from torch import Tensor


def best(scores: Tensor, bonus: Tensor) -> Tensor:
    return (scores + bonus).argmax()  # expect: TEF101
""",
        "one-tensor-raised-to-another": """\
import torch as T


def total(base: T.Tensor, exponent: T.Tensor) -> T.Tensor:
    return (base ** exponent).sum()  # expect: TEF101
""",
        "negated-product": """\
from torch import Tensor


def reinforce(log_probs: Tensor, returns: Tensor) -> None:
    loss = -(log_probs * returns).sum()  # expect: TEF101
    loss.backward()
""",
        "only-the-first-dim-is-asserted": """\
from torch import Tensor


def mse(pred: Tensor, target: Tensor) -> float:
    assert pred.shape[0] == target.shape[0]
    return ((pred - target) ** 2).mean().item()  # expect: TEF101
""",
        "only-the-element-count-is-asserted": """\
from torch import Tensor


def mse(pred: Tensor, target: Tensor) -> float:
    assert pred.numel() == target.numel()
    return ((pred - target) ** 2).mean().item()  # expect: TEF101
""",
        "another-pair-is-asserted": """\
from torch import Tensor


def mse(pred: Tensor, target: Tensor, mask: Tensor) -> Tensor:
    assert target.shape == mask.shape
    return ((pred - target) ** 2).mean()  # expect: TEF101
""",
        "operands-known-from-torch-calls": """\
import torch


def gap(a, b):
    a = torch.relu(a)
    b = torch.relu(b)
    return torch.sum(a - b)  # expect: TEF101
""",
        "call-over-several-lines": """\
import torch
from torch import Tensor


def mse(prediction: Tensor, reference: Tensor) -> Tensor:
    return torch.mean(  # expect: TEF101
        torch.pow(prediction - reference, 2)
    )
""",
        "nanmean-of-a-weighted-error": """\
import torch
from torch import Tensor


def weighted_mae(pred: Tensor, target: Tensor, weight: Tensor) -> Tensor:
    error = weight * (pred - target).abs()
    return torch.nanmean(error)  # expect: TEF101
""",
    },
    "TEF102": {
        "method-sum": """\
from torch import Tensor


def total(x: Tensor) -> Tensor:
    return x.sum()  # expect: TEF102
""",
        "function-sum": """\
import torch


def total(x: torch.Tensor) -> torch.Tensor:
    return torch.sum(x)  # expect: TEF102
""",
        "mean-under-an-alias": """\
import torch as th


def centre(x: th.Tensor) -> th.Tensor:
    mu = th.mean(x)  # expect: TEF102
    return x - mu
""",
        "nansum": """\
import torch
from torch import Tensor


def total(x: Tensor) -> Tensor:
    return torch.nansum(x)  # expect: TEF102
""",
        "nanmean-method": """\
from torch import Tensor


def average(x: Tensor) -> Tensor:
    return x.nanmean()  # expect: TEF102
""",
        "prod": """\
from torch import Tensor


def likelihood(p: Tensor) -> Tensor:
    return p.prod()  # expect: TEF102
""",
        "max-method-in-normalisation": """\
from torch import Tensor


def normalise(x: Tensor) -> Tensor:
    return x / x.max()  # expect: TEF102
""",
        "min-function": """\
import torch
from torch import Tensor


def lift(x: Tensor) -> Tensor:
    return x - torch.min(x)  # expect: TEF102
""",
        "amax-and-amin": """\
import torch
from torch import Tensor


def rescale(x: Tensor) -> Tensor:
    low = torch.amin(x)  # expect: TEF102
    high = x.amax()  # expect: TEF102
    return (x - low) / (high - low)
""",
        "argmax-gives-a-flat-index": """\
from torch import Tensor


def predict(logits: Tensor) -> Tensor:
    return logits.argmax()  # expect: TEF102
""",
        "argmin-function": """\
import torch
from torch import Tensor


def nearest(distances: Tensor) -> Tensor:
    return torch.argmin(distances)  # expect: TEF102
""",
        "median": """\
import torch
from torch import Tensor


def centre(x: Tensor) -> Tensor:
    return x - torch.median(x)  # expect: TEF102
""",
        "std-with-unbiased-only": """\
from torch import Tensor


def scale(x: Tensor) -> Tensor:
    return x / x.std(unbiased=False)  # expect: TEF102
""",
        "var-with-correction-only": """\
import torch
from torch import Tensor


def spread(x: Tensor) -> Tensor:
    return torch.var(x, correction=0)  # expect: TEF102
""",
        "std-mean-unpacked": """\
import torch
from torch import Tensor


def standardise(x: Tensor) -> Tensor:
    std, mean = torch.std_mean(x)  # expect: TEF102
    return (x - mean) / std
""",
        "var-mean-unpacked": """\
import torch
from torch import Tensor


def moments(x: Tensor):
    var, mean = torch.var_mean(x)  # expect: TEF102
    return mean, var
""",
        "forward-parameter": """\
from torch import nn


class Pool(nn.Module):
    def forward(self, x):
        return x.mean()  # expect: TEF102
""",
        "output-of-a-linear-layer": """\
import torch
from torch import nn


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(16, 4)

    def forward(self, x):
        h = torch.relu(self.fc(x))
        return h.sum()  # expect: TEF102
""",
        "jaxtyped-matrix": """\
from jaxtyping import Float
from torch import Tensor


def total(x: Float[Tensor, "b n"]):
    return x.sum()  # expect: TEF102
""",
        "under-no-grad": """\
import torch
from torch import Tensor


@torch.no_grad()
def centre(x: Tensor) -> Tensor:
    return x - x.mean()  # expect: TEF102
""",
        "optional-after-a-guard": """\
from typing import Optional

from torch import Tensor


def total(x: Optional[Tensor]) -> Optional[Tensor]:
    if x is None:
        return None
    return x.sum()  # expect: TEF102
""",
        "union-with-none": """\
import torch


def total(x: torch.Tensor | None):
    return x.sum() if x is not None else None  # expect: TEF102
""",
        "narrowed-by-isinstance": """\
import torch


def total(x):
    if isinstance(x, torch.Tensor):
        return x.sum()  # expect: TEF102
    return sum(x)
""",
        "inside-a-lambda": """\
import torch

pool = lambda x: torch.mean(torch.relu(x))  # expect: TEF102
""",
        "inside-a-comprehension": """\
import torch
from torch import Tensor


def energies(a: Tensor, b: Tensor) -> list[Tensor]:
    return [torch.relu(t).sum() for t in (a, b)]  # expect: TEF102
""",
        "walrus": """\
from torch import Tensor


def scale_down(x: Tensor) -> Tensor:
    return x / (top := x.max()), top  # expect: TEF102
""",
        "nested-function-and-try": """\
from torch import Tensor


def build():
    def scale(x: Tensor) -> Tensor:
        try:
            return x / x.std()  # expect: TEF102
        except RuntimeError:
            return x

    return scale
""",
        "output-of-a-same-file-helper": """\
import torch
from torch import Tensor


def features(x: Tensor) -> Tensor:
    return torch.tanh(x)


def score(x: Tensor) -> Tensor:
    return features(x).mean()  # expect: TEF102
""",
        "parameter-matrix": """\
import torch
from torch import nn


class Bilinear(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(4, 4))

    def penalty(self):
        return self.weight.abs().sum()  # expect: TEF102
""",
        "buffer-matrix": """\
import torch
from torch import nn


class Table(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("table", torch.zeros(10, 10))

    def forward(self, x):
        return x / self.table.max()  # expect: TEF102
""",
        "symbolic-matrix": """\
import torch
from torch import Tensor


def noise_level(x: Tensor) -> Tensor:
    b, c = x.shape
    noise = torch.rand(b, c, device=x.device)
    return noise.mean()  # expect: TEF102
""",
        "convolution-output": """\
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3)

    def forward(self, x):
        return self.conv(x).mean()  # expect: TEF102
""",
        "sequential-output": """\
import torch
from torch import nn

model = nn.Sequential(nn.Linear(8, 4), nn.ReLU())


def activity(x: torch.Tensor) -> torch.Tensor:
    out = model(x)
    return torch.var(out)  # expect: TEF102
""",
        "sum-with-dtype-only": """\
import torch
from torch import Tensor


def total(x: Tensor) -> Tensor:
    return x.sum(dtype=torch.float64)  # expect: TEF102
""",
        "keyword-input": """\
import torch
from torch import Tensor


def largest(x: Tensor) -> Tensor:
    return torch.max(input=x)  # expect: TEF102
""",
        "augmented-assignment": """\
from torch import Tensor


def centre(x: Tensor) -> Tensor:
    x -= x.mean()  # expect: TEF102
    return x
""",
        "stacked-tensors": """\
import torch
from torch import Tensor


def average(a: Tensor, b: Tensor) -> Tensor:
    return torch.stack([a, b]).mean()  # expect: TEF102
""",
        "imported-reductions": """\
from torch import Tensor
from torch import mean as average
from torch import std


def standardise(x: Tensor) -> Tensor:
    mu = average(x)  # expect: TEF102
    sigma = std(x)  # expect: TEF102
    return (x - mu) / sigma
""",
        "parameter-known-from-a-torch-call": """\
import torch


def gate(x):
    x = torch.sigmoid(x)
    return x * x.mean()  # expect: TEF102
""",
        "images-of-a-loader": """\
from torch.utils.data import DataLoader


def centred(loader: DataLoader):
    for images, labels in loader:
        images = images.float() / 255.0
        yield images - images.mean(), labels  # expect: TEF102
""",
        "chained-after-the-reduction": """\
from torch import Tensor


def root_total(x: Tensor) -> Tensor:
    return x.sum().sqrt()  # expect: TEF102
""",
        "method-of-a-plain-class": """\
import torch


class Stats:
    def __init__(self, values: torch.Tensor) -> None:
        self.values = values

    def median(self) -> torch.Tensor:
        return self.values.median()  # expect: TEF102
""",
    },
    "TEF103": {
        "method-on-annotated-tensor": """\
from torch import Tensor


def drop(x: Tensor) -> Tensor:
    return x.squeeze()  # expect: TEF103
""",
        "function-form": """\
import torch


def drop(x: torch.Tensor) -> torch.Tensor:
    return torch.squeeze(x)  # expect: TEF103
""",
        "in-place-form": """\
from torch import Tensor


def drop(x: Tensor) -> Tensor:
    x.squeeze_()  # expect: TEF103
    return x
""",
        "keyword-input-under-an-alias": """\
import torch as th


def drop(x: th.Tensor) -> th.Tensor:
    return th.squeeze(input=x)  # expect: TEF103
""",
        "imported-squeeze": """\
from torch import Tensor, squeeze


def drop(x: Tensor) -> Tensor:
    return squeeze(x)  # expect: TEF103
""",
        "output-of-a-linear-head": """\
from torch import nn


class Regressor(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(32, 1)

    def forward(self, x):
        return self.head(x).squeeze()  # expect: TEF103
""",
        "pooled-features": """\
import torch
from torch import nn


class Features(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3)
        self.pool = nn.AdaptiveAvgPool2d(1)

    def forward(self, x):
        x = self.pool(torch.relu(self.conv(x)))
        x = x.squeeze()  # expect: TEF103
        return x
""",
        "forward-parameter": """\
import torch.nn as nn


class Flat(nn.Module):
    def forward(self, x):
        return x.squeeze()  # expect: TEF103
""",
        "symbolic-batch-with-trailing-one": """\
import torch
from torch import Tensor


def column(x: Tensor) -> Tensor:
    n = x.size(0)
    noise = torch.randn(n, 1, device=x.device)
    return noise.squeeze()  # expect: TEF103
""",
        "result-of-a-matmul": """\
from torch import Tensor


def scores(query: Tensor, keys: Tensor) -> Tensor:
    return (keys @ query.unsqueeze(-1)).squeeze()  # expect: TEF103
""",
        "result-of-bmm": """\
import torch
from torch import Tensor


def attend(weights: Tensor, values: Tensor) -> Tensor:
    out = torch.bmm(weights, values)
    return out.squeeze()  # expect: TEF103
""",
        "gathered-column": """\
from torch import Tensor


def chosen(q: Tensor, actions: Tensor) -> Tensor:
    return q.gather(1, actions.unsqueeze(1)).squeeze()  # expect: TEF103
""",
        "optional-annotation-after-a-guard": """\
from typing import Optional

from torch import Tensor


def drop(x: Optional[Tensor]) -> Optional[Tensor]:
    if x is None:
        return None
    return x.squeeze()  # expect: TEF103
""",
        "middle-of-a-chain": """\
from torch import Tensor


def probabilities(logits: Tensor) -> Tensor:
    return logits.squeeze().softmax(dim=-1)  # expect: TEF103
""",
        "argument-of-a-loss": """\
import torch.nn.functional as F
from torch import Tensor


def loss(pred: Tensor, target: Tensor) -> Tensor:
    return F.mse_loss(pred.squeeze(), target)  # expect: TEF103
""",
        "functional-pooling": """\
import torch.nn.functional as F
from torch import Tensor


def pooled(x: Tensor) -> Tensor:
    h = F.adaptive_avg_pool2d(x, 1)
    return h.squeeze()  # expect: TEF103
""",
        "inside-a-lambda": """\
import torch

head = lambda x: torch.relu(x).squeeze()  # expect: TEF103
""",
        "inside-a-comprehension": """\
from torch import Tensor


def drop_both(a: Tensor, b: Tensor) -> list[Tensor]:
    return [t.squeeze() for t in (a, b)]  # expect: TEF103
""",
        "conditional-expression": """\
from torch import Tensor


def maybe_drop(x: Tensor, flat: bool) -> Tensor:
    return x.squeeze() if flat else x  # expect: TEF103
""",
        "walrus": """\
from torch import Tensor


def flat_size(x: Tensor) -> tuple[Tensor, int]:
    return (y := x.squeeze()), y.dim()  # expect: TEF103
""",
        "under-try-and-no-grad": """\
import torch
from torch import Tensor, nn


def predict(model: nn.Module, x: Tensor) -> Tensor:
    try:
        with torch.no_grad():
            return model(x).squeeze()  # expect: TEF103
    except RuntimeError:
        return torch.zeros(1)
""",
        "nested-function": """\
from torch import Tensor


def build():
    def drop(x: Tensor) -> Tensor:
        return x.squeeze()  # expect: TEF103

    return drop
""",
        "result-of-a-same-file-helper": """\
import torch
from torch import Tensor


def project(x: Tensor, w: Tensor) -> Tensor:
    return torch.matmul(x, w)


def scores(x: Tensor, w: Tensor) -> Tensor:
    return project(x, w).squeeze()  # expect: TEF103
""",
        "narrowed-by-isinstance": """\
import torch


def drop(x):
    if not isinstance(x, torch.Tensor):
        return x
    return x.squeeze()  # expect: TEF103
""",
        "union-with-none": """\
from torch import Tensor


def drop(mask: Tensor | None) -> Tensor | None:
    if mask is not None:
        mask = mask.squeeze()  # expect: TEF103
    return mask
""",
        "jaxtyped-column": """\
from jaxtyping import Float
from torch import Tensor


def drop(x: Float[Tensor, "batch 1"]):
    return x.squeeze()  # expect: TEF103
""",
        "sequential-output": """\
import torch
from torch import nn

model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 1))


def predict(x: torch.Tensor) -> torch.Tensor:
    out = model(x)
    return torch.squeeze(out)  # expect: TEF103
""",
        "targets-of-a-loader": """\
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader


def train(model: nn.Module, loader: DataLoader, optimizer: torch.optim.Optimizer) -> None:
    model.train()
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y.squeeze())  # expect: TEF103
        loss.backward()
        optimizer.step()
""",
        "registered-buffer": """\
from torch import Tensor, nn


class Mixer(nn.Module):
    def __init__(self, table: Tensor):
        super().__init__()
        self.register_buffer("table", table)

    def forward(self, x):
        return x + self.table.squeeze()  # expect: TEF103
""",
        "first-columns-kept-as-a-slice": """\
from torch import Tensor


def first(x: Tensor) -> Tensor:
    return x[:, :1].squeeze()  # expect: TEF103
""",
        "keepdim-mean": """\
from torch import Tensor


def pooled(x: Tensor) -> Tensor:
    return x.mean(dim=(2, 3), keepdim=True).squeeze()  # expect: TEF103
""",
        "detached-first": """\
from torch import Tensor


def freeze(x: Tensor) -> Tensor:
    return x.detach().cpu().squeeze()  # expect: TEF103
""",
        "moved-afterwards-but-still-a-tensor": """\
from torch import Tensor


def to_cpu(x: Tensor) -> Tensor:
    return x.squeeze().detach().cpu()  # expect: TEF103
""",
        "numel-of-another-tensor": """\
from torch import Tensor


def drop(x: Tensor, weight: Tensor) -> Tensor:
    if weight.numel() == 1:
        return x.squeeze()  # expect: TEF103
    return x
""",
        "batch-dim-unknown-in-a-factory": """\
import torch
from torch import Tensor


def state(x: Tensor) -> Tensor:
    batch, length, width = x.shape
    hidden = torch.zeros(batch, 1, width, device=x.device)
    return hidden.squeeze()  # expect: TEF103
""",
        "parameter-known-from-a-torch-call": """\
import torch


def drop(x):
    x = torch.sigmoid(x)
    return x.squeeze()  # expect: TEF103
""",
        "attribute-of-a-plain-class": """\
from torch import Tensor


class Batch:
    def __init__(self, images: Tensor) -> None:
        self.images = images

    def flat(self) -> Tensor:
        return self.images.squeeze()  # expect: TEF103
""",
        "after-a-rank-test-for-matrices": """\
from torch import Tensor


def drop(x: Tensor) -> Tensor:
    if x.dim() == 2:
        return x.squeeze()  # expect: TEF103
    return x
""",
        "sum-of-two-layers": """\
from torch import nn


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.left = nn.Conv1d(8, 1, 1)
        self.right = nn.Conv1d(8, 1, 1)

    def forward(self, x):
        return (self.left(x) + self.right(x)).squeeze()  # expect: TEF103
""",
    },
    "TEF104": {
        "literal-column-plus-vector": """\
import torch

a = torch.ones(2, 1)
b = torch.ones(2)
c = a + b  # expect: TEF104
""",
        "mse-loss-of-column-and-vector": """\
import torch
import torch.nn.functional as F

pred = torch.randn(32, 1)
target = torch.randn(32)
loss = F.mse_loss(pred, target)  # expect: TEF104
""",
        "l1-loss": """\
import torch
from torch.nn.functional import l1_loss

pred = torch.randn(8, 1)
target = torch.randn(8)
loss = l1_loss(pred, target)  # expect: TEF104
""",
        "smooth-l1-loss-by-keyword": """\
import torch
import torch.nn.functional as F

pred = torch.randn(8, 1)
target = torch.randn(8)
loss = F.smooth_l1_loss(input=pred, target=target)  # expect: TEF104
""",
        "huber-loss": """\
import torch

pred = torch.rand(64, 1)
target = torch.rand(64)
loss = torch.nn.functional.huber_loss(pred, target, delta=0.5)  # expect: TEF104
""",
        "mse-module": """\
import torch
from torch import nn

criterion = nn.MSELoss()
pred = torch.randn(16, 1)
target = torch.randn(16)
loss = criterion(pred, target)  # expect: TEF104
""",
        "l1-module-called-at-once": """\
import torch
import torch.nn as nn

pred = torch.randn(16, 1)
target = torch.randn(16)
loss = nn.L1Loss()(pred, target)  # expect: TEF104
""",
        "symbolic-rows-from-size": """\
import torch
from torch import Tensor


def noise(x: Tensor) -> Tensor:
    n = x.size(0)
    scale = torch.rand(n, 1, device=x.device)
    shift = torch.rand(n, device=x.device)
    return scale * shift  # expect: TEF104
""",
        "symbolic-rows-from-unpacked-shape": """\
import torch
from torch import Tensor


def noise(x: Tensor) -> Tensor:
    b, c = x.shape
    scale = torch.rand(b, 1, device=x.device)
    shift = torch.rand(b, device=x.device)
    return scale - shift  # expect: TEF104
""",
        "comparison": """\
import torch

scores = torch.rand(10, 1)
labels = torch.rand(10)
hits = scores > labels  # expect: TEF104
""",
        "equality-for-accuracy": """\
import torch

pred = torch.randint(0, 5, (20, 1))
labels = torch.randint(0, 5, (20,))
correct = (pred == labels).sum()  # expect: TEF104
""",
        "linear-with-one-output-against-a-vector": """\
import torch
import torch.nn.functional as F
from torch import nn

model = nn.Linear(10, 1)
x = torch.randn(32, 10)
y = torch.randn(32)
loss = F.mse_loss(model(x), y)  # expect: TEF104
""",
        "hand-written-error-of-a-linear-output": """\
import torch
from torch import nn

model = nn.Linear(10, 1)
x = torch.randn(32, 10)
y = torch.randn(32)
loss = ((model(x) - y) ** 2).mean()  # expect: TEF104
loss.backward()
""",
        "function-form-of-the-operator": """\
import torch

a = torch.randn(4, 1)
b = torch.randn(4)
c = torch.sub(a, b)  # expect: TEF104
""",
        "method-form-of-the-operator": """\
import torch as th

a = th.randn(4, 1)
b = th.randn(4)
c = a.mul(b)  # expect: TEF104
""",
        "vector-on-the-left": """\
import torch

y = torch.linspace(0.0, 1.0, 100)
pred = torch.zeros(100, 1)
error = y - pred  # expect: TEF104
""",
        "smooth-l1-module": """\
import torch
from torch import nn

criterion = nn.SmoothL1Loss(beta=0.5)
pred = torch.zeros(12, 1)
target = torch.ones(12)
loss = criterion(input=pred, target=target)  # expect: TEF104
""",
        "huber-module": """\
import torch
from torch.nn import HuberLoss

huber = HuberLoss()
pred = torch.zeros(12, 1)
target = torch.ones(12)
loss = huber(pred, target)  # expect: TEF104
""",
        "criterion-attribute": """\
import torch
from torch import nn


class Trainer:
    def __init__(self) -> None:
        self.model = nn.Linear(4, 1)
        self.criterion = nn.MSELoss()
        self.x = torch.randn(50, 4)
        self.y = torch.randn(50)

    def loss(self):
        pred = self.model(self.x)
        return self.criterion(pred, self.y)  # expect: TEF104
""",
        "regression-training-loop": """\
import torch
import torch.nn.functional as F
from torch import nn

x = torch.randn(100, 3)
y = x @ torch.randn(3)
model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for epoch in range(10):
    optimizer.zero_grad()
    loss = F.mse_loss(model(x), y)  # expect: TEF104
    loss.backward()
    optimizer.step()
""",
        "sequential-with-one-output": """\
import torch
from torch import nn

model = nn.Sequential(nn.Linear(6, 32), nn.ReLU(), nn.Linear(32, 1))
x = torch.randn(64, 6)
y = torch.rand(64)
error = model(x) - y  # expect: TEF104
""",
        "model-class-with-one-output": """\
import torch
import torch.nn.functional as F
from torch import nn


class Regressor(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(6, 1)

    def forward(self, x):
        return self.head(x)


model = Regressor()
x = torch.randn(64, 6)
y = torch.rand(64)
loss = F.l1_loss(model(x), y)  # expect: TEF104
""",
        "column-from-a-helper": """\
import torch
from torch import Tensor


def initial(n: int) -> Tensor:
    return torch.zeros(n, 1)


error = initial(20) - torch.rand(20)  # expect: TEF104
""",
        "matrix-product-with-a-column": """\
import torch

x = torch.randn(40, 5)
w = torch.randn(5, 1)
y = torch.randn(40)
residual = x @ w - y  # expect: TEF104
""",
        "embedding-of-width-one": """\
import torch
from torch import nn

bias = nn.Embedding(100, 1)
users = torch.randint(0, 100, (32,))
ratings = torch.rand(32)
error = ratings - bias(users)  # expect: TEF104
""",
        "gathered-action-values": """\
import torch
import torch.nn.functional as F

values = torch.randn(32, 4)
actions = torch.randint(0, 4, (32, 1))
rewards = torch.rand(32)
chosen = values.gather(1, actions)
loss = F.smooth_l1_loss(chosen, rewards)  # expect: TEF104
""",
        "first-column-kept-as-a-slice": """\
import torch

x = torch.randn(16, 4)
y = torch.randn(16)
gap = x[:, :1] - y  # expect: TEF104
""",
        "middle-dim-of-size-one": """\
import torch

keys = torch.randn(4, 1, 3)
offset = torch.randn(4, 3)
moved = keys + offset  # expect: TEF104
""",
        "division": """\
import torch

totals = torch.rand(9, 1)
counts = torch.ones(9)
rates = totals / counts  # expect: TEF104
""",
        "power": """\
import torch

base = torch.rand(9, 1)
exponent = torch.rand(9)
out = base ** exponent  # expect: TEF104
""",
        "equality-function": """\
import torch

pred = torch.randint(0, 3, (25, 1))
labels = torch.randint(0, 3, (25,))
hits = torch.eq(pred, labels)  # expect: TEF104
""",
        "accuracy-read-as-a-number": """\
import torch

pred = torch.randint(0, 3, (25, 1))
labels = torch.randint(0, 3, (25,))
accuracy = (pred == labels).float().mean().item()  # expect: TEF104
""",
        "length-as-a-symbolic-dim": """\
import torch
from torch import Tensor


def start(x: Tensor) -> Tensor:
    n = len(x)
    column = torch.zeros(n, 1, device=x.device)
    vector = torch.ones(n, device=x.device)
    return column + vector  # expect: TEF104
""",
        "shape-item-as-a-symbolic-dim": """\
import torch
from torch import Tensor


def start(x: Tensor) -> Tensor:
    column = torch.rand((x.shape[0], 1), device=x.device)
    vector = torch.rand(x.shape[0], device=x.device)
    return torch.add(column, vector)  # expect: TEF104
""",
        "inside-a-nested-function-and-try": """\
import torch


def build():
    pred = torch.rand(30, 1)
    target = torch.rand(30)

    def gap():
        try:
            return pred - target  # expect: TEF104
        except RuntimeError:
            return None

    return gap
""",
        "conditional-expression-and-no-grad": """\
import torch
import torch.nn.functional as F

pred = torch.randn(8, 1)
target = torch.randn(8)


@torch.no_grad()
def error(absolute: bool):
    return (
        F.l1_loss(pred, target)  # expect: TEF104
        if absolute
        else F.mse_loss(pred, target)  # expect: TEF104
    )
""",
        "inside-a-lambda-and-a-method-chain": """\
import torch as th

pred = th.randn(8, 1)
target = th.randn(8)
error = lambda: pred.sub(target).abs()  # expect: TEF104
""",
        "jaxtyped-inputs-of-a-linear-head": """\
import torch.nn.functional as F
from jaxtyping import Float
from torch import Tensor, nn

head = nn.Linear(10, 1)


def loss(x: Float[Tensor, "n d"], y: Float[Tensor, "n"]):
    return F.mse_loss(head(x), y)  # expect: TEF104
""",
        "unreduced-loss": """\
import torch
import torch.nn.functional as F

pred = torch.randn(8, 1)
target = torch.randn(8)
per_sample = F.mse_loss(pred, target, reduction="none")  # expect: TEF104
""",
        "target-is-a-column-of-the-data": """\
import torch
import torch.nn.functional as F
from torch import nn

data = torch.randn(200, 5)
x, y = data[:, :4], data[:, 4]
model = nn.Linear(4, 1)
loss = F.mse_loss(model(x), y)  # expect: TEF104
""",
        "shapes-asserted": """\
import torch.nn.functional as F
from torch import Tensor


def loss(pred: Tensor, target: Tensor) -> Tensor:
    assert pred.shape == (32, 1)
    assert target.shape == (32,)
    return F.mse_loss(pred, target)  # expect: TEF104
""",
        "inside-a-comprehension-over-losses": """\
import torch
import torch.nn.functional as F

pred = torch.randn(8, 1)
target = torch.randn(8)
errors = [p * F.huber_loss(pred, target) for p in (0.1, 0.5)]  # expect: TEF104
""",
    },
}

LEAVE: dict[str, dict[str, str]] = {
    "TEF101": {
        "difference-from-zeros-like": """\
import torch
from torch import Tensor


def spread(x: Tensor) -> float:
    return torch.sum(x - torch.zeros_like(x)).item()
""",
        "both-from-one-literal-shape": """\
import torch

a = torch.randn(3, 4)
b = torch.rand(3, 4)
print(((a - b) ** 2).mean())
""",
        "square-of-one-tensor": """\
from torch import Tensor


def energy(x: Tensor) -> float:
    return float((x * x).sum())
""",
        "tensor-with-python-number": """\
from torch import Tensor


def shifted_mean(x: Tensor) -> float:
    return (x - 0.5).mean().item()
""",
        "tensor-with-known-zero-dim-tensor": """\
import torch
from torch import Tensor


def scaled_total(x: Tensor) -> float:
    temperature = torch.tensor(0.07)
    return (x / temperature).sum().item()
""",
        "shapes-asserted-equal": """\
from torch import Tensor


def mse(pred: Tensor, target: Tensor) -> float:
    assert pred.shape == target.shape
    return ((pred - target) ** 2).mean().item()
""",
        "raises-unless-shapes-match": """\
from torch import Tensor


def mae(pred: Tensor, target: Tensor) -> float:
    if pred.shape != target.shape:
        raise ValueError("shapes differ")
    return (pred - target).abs().mean().item()
""",
        "centred-by-keepdim-mean": """\
from torch import Tensor


def variance(x: Tensor) -> float:
    centred = x - x.mean(dim=1, keepdim=True)
    return centred.pow(2).mean().item()
""",
        "explicit-unsqueeze": """\
from torch import Tensor


def step(x: Tensor, weight: Tensor) -> None:
    loss = (x * weight.unsqueeze(1)).mean()
    loss.backward()
""",
        "explicit-none-index": """\
from torch import Tensor


def weighted_total(x: Tensor, weight: Tensor) -> float:
    return float((x * weight[:, None]).sum())
""",
        "bias-of-known-lower-rank": """\
import torch

x = torch.randn(32, 16)
bias = torch.zeros(16)
print((x + bias).mean().item())
""",
        "comparison-of-two-tensors": """\
from torch import Tensor


def hits(pred: Tensor, target: Tensor) -> Tensor:
    return (pred == target).sum()
""",
        "reduced-along-a-dim": """\
import torch
from torch import Tensor


def distances(a: Tensor, b: Tensor) -> Tensor:
    return torch.sum((a - b) ** 2, dim=-1)
""",
        "reduced-along-an-axis": """\
from torch import Tensor


def similarity(a: Tensor, b: Tensor) -> Tensor:
    return (a * b).sum(axis=1)
""",
        "dim-none-says-all-on-purpose": """\
from torch import Tensor


def mse(pred: Tensor, target: Tensor) -> Tensor:
    return ((pred - target) ** 2).mean(dim=None)
""",
        "numpy-arrays": """\
import numpy as np
import torch


def mse(pred: np.ndarray, target: np.ndarray) -> torch.Tensor:
    return torch.tensor(float(((pred - target) ** 2).mean()))
""",
        "operands-of-unknown-type": """\
import torch

DEVICE = torch.device("cpu")


def mse(pred, target):
    return ((pred - target) ** 2).mean()
""",
        "loss-function-checks-the-shapes": """\
import torch.nn.functional as F
from torch import Tensor


def mse(pred: Tensor, target: Tensor) -> Tensor:
    return F.mse_loss(pred, target)
""",
        "difference-from-its-own-clone": """\
from torch import Tensor


def drift(x: Tensor) -> float:
    before = x.clone()
    return (x - before).abs().max().item()
""",
        "swish-of-one-tensor": """\
import torch
from torch import Tensor


def activity(x: Tensor) -> float:
    return (x * torch.sigmoid(x)).mean().item()
""",
        "noise-like-the-input": """\
import torch
from torch import Tensor


def noisy_mean(x: Tensor) -> float:
    return float(torch.mean(x + 0.1 * torch.randn_like(x)))
""",
        "one-symbolic-shape": """\
import torch
from torch import Tensor


def random_gap(x: Tensor) -> float:
    n = x.size(0)
    a = torch.rand(n, 3, device=x.device)
    b = torch.rand(n, 3, device=x.device)
    return (a - b).abs().mean().item()
""",
        "viewed-as-the-other": """\
from torch import Tensor


def mse(pred: Tensor, target: Tensor) -> float:
    return ((pred.view_as(target) - target) ** 2).mean().item()
""",
        "reshaped-to-the-other": """\
from torch import Tensor


def mae(pred: Tensor, target: Tensor) -> float:
    aligned = pred.reshape(target.shape)
    return (aligned - target).abs().mean().item()
""",
        "float-parameter": """\
from torch import Tensor


def scaled_total(x: Tensor, scale: float) -> float:
    return (x * scale).sum().item()
""",
        "other-operand-unknown": """\
from torch import Tensor


def scaled_total(x: Tensor, scale) -> float:
    return (x * scale).sum().item()
""",
        "divided-by-its-length": """\
from torch import Tensor


def average(x: Tensor) -> float:
    return (x / len(x)).sum().item()
""",
        "matrix-product": """\
from torch import Tensor


def total(a: Tensor, b: Tensor) -> float:
    return (a @ b).sum().item()
""",
        "normalised-by-a-keepdim-sum": """\
from torch import Tensor


def step(x: Tensor) -> None:
    share = x / x.sum(dim=-1, keepdim=True)
    loss = share.pow(2).mean()
    loss.backward()
""",
        "batch-dim-added-by-indexing": """\
from torch import Tensor


def report(x: Tensor, centre: Tensor) -> None:
    print((x - centre[None]).abs().max())
""",
        "viewed-as-a-column": """\
from torch import Tensor


def report(x: Tensor, weight: Tensor) -> str:
    return f"total {(x * weight.view(-1, 1)).sum():.2f}"
""",
        "sizes-asserted-equal": """\
from torch import Tensor


def mae(pred: Tensor, target: Tensor) -> float:
    assert pred.size() == target.size(), "prediction and target differ"
    error = (pred - target).abs()
    return error.mean().item()
""",
        "size-mismatch-raises": """\
from torch import Tensor


def inner(a: Tensor, b: Tensor) -> float:
    if a.size() != b.size():
        raise ValueError(f"{tuple(a.size())} against {tuple(b.size())}")
    return float((a * b).sum())
""",
        "user-vectors": """\
import torch


class Vec:
    def __init__(self, values: list[float]) -> None:
        self.values = values

    def __sub__(self, other: "Vec") -> "Vec":
        return Vec([a - b for a, b in zip(self.values, other.values)])

    def sum(self) -> float:
        return sum(self.values)


a = Vec([1.0, 2.0])
b = Vec([0.5, 0.5])
gap = torch.tensor((a - b).sum())
""",
        "pandas-columns": """\
import pandas as pd
import torch


def mean_error(path: str) -> torch.Tensor:
    frame = pd.read_csv(path)
    return torch.tensor(float((frame["pred"] - frame["target"]).abs().mean()))
""",
        "lists-of-numbers": """\
import torch

first = [1, 2, 3]
second = [4, 5]
total = torch.tensor(sum(first + second))
""",
        "parameter-named-torch": """\
import torch.nn.functional as F


def total(torch, a, b):
    return torch.sum(a + b)


def relu(x):
    return F.relu(x)
""",
        "sign-of-a-difference": """\
from torch import Tensor


def wins(a: Tensor, b: Tensor) -> Tensor:
    return (a - b > 0).sum()
""",
        "unreduced-loss-function": """\
import torch.nn.functional as F
from torch import Tensor


def mse(pred: Tensor, target: Tensor) -> Tensor:
    return F.mse_loss(pred, target, reduction="none").mean()
""",
        "amax-over-a-tuple-of-dims": """\
import torch
from torch import Tensor


def worst(a: Tensor, b: Tensor) -> Tensor:
    return torch.amax((a - b).abs(), dim=(1, 2))
""",
        "sum-with-dim-none-by-function": """\
import torch
from torch import Tensor


def total(a: Tensor, b: Tensor) -> Tensor:
    return torch.sum(a * b, dim=None)
""",
        "parameters-of-one-literal-shape": """\
import torch
from torch import nn


class Gate(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(8))
        self.shift = nn.Parameter(torch.zeros(8))

    def forward(self, x):
        return x * self.scale + self.shift

    def size(self) -> float:
        return (self.scale * self.shift).sum().item()
""",
    },
    "TEF102": {
        "vector-factory": """\
import torch

weights = torch.rand(10)
total = weights.sum()
""",
        "literal-vector": """\
import torch

values = torch.tensor([1.0, 2.0, 3.0])
best = values.argmax()
""",
        "zero-dim-tensor": """\
import torch

t = torch.tensor(3.0)
same = t.mean()
""",
        "jaxtyped-vector": """\
from jaxtyping import Float
from torch import Tensor


def total(x: Float[Tensor, "n"]):
    return x.sum()
""",
        "boolean-comparison": """\
from torch import Tensor


def positives(x: Tensor) -> Tensor:
    return (x > 0).sum()
""",
        "boolean-mask-by-name": """\
import torch
from torch import Tensor


def missing(x: Tensor) -> Tensor:
    mask = torch.isnan(x)
    return mask.sum()
""",
        "any-all-and-count-nonzero": """\
import torch
from torch import Tensor


def checks(x: Tensor):
    return torch.any(x), x.all(), torch.count_nonzero(x)
""",
        "explicit-dim-none": """\
import torch
from torch import Tensor


def total(x: Tensor) -> Tensor:
    return torch.sum(x, dim=None)
""",
        "read-with-item": """\
from torch import Tensor


def average(x: Tensor) -> float:
    return x.mean().item()
""",
        "turned-into-a-float": """\
import torch
from torch import Tensor


def average(x: Tensor) -> float:
    return float(torch.mean(x))
""",
        "sent-backward-through-a-name": """\
from torch import Tensor


def step(out: Tensor) -> None:
    loss = out.mean()
    loss.backward()
""",
        "compared-with-a-number-in-an-if": """\
from torch import Tensor


def to_unit_range(image: Tensor) -> Tensor:
    if image.max() > 1.0:
        image = image / 255.0
    return image
""",
        "asserted-to-be-positive": """\
import torch
from torch import Tensor


def checked_log(x: Tensor) -> Tensor:
    assert x.min() > 0, "needs positive values"
    return torch.log(x)
""",
        "inside-an-f-string": """\
from torch import Tensor


def describe(x: Tensor) -> str:
    return f"mean {x.mean():.3f}"
""",
        "printed": """\
import torch


def show(x: torch.Tensor) -> None:
    print("max", x.max())
""",
        "logged": """\
import logging

from torch import Tensor

logger = logging.getLogger(__name__)


def report(x: Tensor) -> None:
    logger.info("total %s", x.sum())
""",
        "unreduced-loss": """\
import torch.nn.functional as F
from torch import Tensor


def loss(logits: Tensor, labels: Tensor) -> Tensor:
    return F.cross_entropy(logits, labels, reduction="none").mean()
""",
        "elementwise-maximum": """\
import torch
from torch import Tensor


def clip_below(x: Tensor, floor: Tensor) -> Tensor:
    return torch.max(x, floor)
""",
        "dim-by-position": """\
import torch
from torch import Tensor


def row_best(x: Tensor) -> Tensor:
    values, _ = torch.max(x, 1)
    return values + x.sum(-1)
""",
        "numpy-array": """\
import numpy as np
import torch


def centred(x: np.ndarray) -> torch.Tensor:
    x = x - x.mean()
    return torch.from_numpy(x)
""",
        "column-of-a-matrix": """\
import torch

table = torch.randn(8, 3)
first = table[:, 0].mean()
""",
        "row-means-of-a-matrix": """\
import torch

table = torch.randn(8, 3)
means = table.mean(dim=1)
spread = means.std()
""",
        "rank-asserted-to-be-one": """\
from torch import Tensor


def total(x: Tensor) -> Tensor:
    assert x.ndim == 1
    return x.sum()
""",
        "rank-tested-to-be-one": """\
import torch
from torch import Tensor


def total(x: Tensor) -> Tensor:
    if x.dim() == 1:
        return torch.sum(x)
    return torch.sum(x, dim=-1)
""",
        "flattened": """\
from torch import Tensor


def middle(x: Tensor) -> Tensor:
    return x.flatten().median()
""",
        "viewed-as-a-vector": """\
from torch import Tensor


def best(x: Tensor) -> Tensor:
    flat = x.view(-1)
    return flat.argmax()
""",
        "ranges-and-permutations": """\
import torch

steps = torch.arange(10).sum()
grid = torch.linspace(0.0, 1.0, 5).mean()
last = torch.randperm(6).max()
""",
        "helper-that-returns-a-vector": """\
import torch
from torch import Tensor


def weights(n: int) -> Tensor:
    return torch.linspace(0.0, 1.0, n)


total = weights(5).sum()
""",
        "boolean-method": """\
from torch import Tensor


def matches(pred: Tensor, target: Tensor) -> Tensor:
    return pred.eq(target).sum()
""",
        "combined-masks": """\
import torch
from torch import Tensor


def inside(x: Tensor) -> Tensor:
    mask = (x > -1) & (x < 1)
    return torch.sum(mask)
""",
        "inverted-mask": """\
import torch
from torch import Tensor


def broken(x: Tensor) -> Tensor:
    return (~torch.isfinite(x)).sum()
""",
        "boolean-dtype": """\
import torch

mask = torch.ones(4, 4, dtype=torch.bool)
count = mask.sum()
""",
        "cast-to-bool": """\
from torch import Tensor


def nonzero(x: Tensor) -> Tensor:
    return x.bool().sum()
""",
        "item-through-a-name": """\
from torch import Tensor


def average(x: Tensor) -> float:
    mean = x.mean()
    return mean.item()
""",
        "float-through-a-name": """\
import torch
from torch import Tensor


def average(x: Tensor) -> float:
    mean = torch.mean(x)
    return float(mean)
""",
        "printed-through-a-name": """\
from torch import Tensor


def show(x: Tensor) -> None:
    top = x.max()
    print(f"max {top:.3f}")
""",
        "logged-through-a-name": """\
import logging

from torch import Tensor


def report(x: Tensor) -> None:
    mean = x.mean()
    logging.info("mean %.4f", mean)
""",
        "loop-until-small": """\
from torch import Tensor


def shrink(x: Tensor) -> Tensor:
    while x.abs().max() > 1e-3:
        x = x * 0.5
    return x
""",
        "message-of-an-exception": """\
from torch import Tensor


def check(x: Tensor) -> Tensor:
    if x.min() < 0:
        raise ValueError(f"negative value {x.min()}")
    return x
""",
        "class-index-as-an-int": """\
import torch
from torch import Tensor


def predict(logits: Tensor) -> int:
    return int(torch.argmax(logits))
""",
        "loss-module-without-reduction": """\
from torch import Tensor, nn


class Trainer:
    def __init__(self) -> None:
        self.criterion = nn.CrossEntropyLoss(reduction="none")

    def loss(self, logits: Tensor, labels: Tensor) -> Tensor:
        per_sample = self.criterion(logits, labels)
        return per_sample.mean()
""",
        "loss-of-replicas-averaged": """\
import torch.nn.functional as F
from torch import Tensor


def loss(logits: Tensor, labels: Tensor) -> Tensor:
    value = F.binary_cross_entropy_with_logits(logits, labels)
    return value.mean()
""",
        "summed-output-sent-backward": """\
import torch
from torch import nn

model = nn.Linear(8, 4)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
x = torch.randn(16, 8)
optimizer.zero_grad()
out = model(x)
out.sum().backward()
optimizer.step()
""",
        "max-method-with-another-tensor": """\
from torch import Tensor


def at_least(x: Tensor, floor: Tensor) -> Tensor:
    return x.max(floor)
""",
        "min-with-other-keyword": """\
import torch
from torch import Tensor


def at_most(x: Tensor, ceiling: Tensor) -> Tensor:
    return torch.min(x, other=ceiling)
""",
        "dims-handed-through": """\
from torch import Tensor


def pool(x: Tensor, *dims: int) -> Tensor:
    return x.mean(dims)
""",
        "lists-tuples-and-axes-of-dims": """\
import torch
from torch import Tensor


def pools(x: Tensor):
    return x.mean((2, 3)), torch.sum(x, [0, 1]), x.amax(axis=-1), x.std(0, unbiased=False)
""",
        "pair-reductions-with-dim": """\
import torch
from torch import Tensor


def moments(x: Tensor):
    var, mean = torch.var_mean(x, dim=1)
    median = x.median(dim=0).values
    return var, mean, median
""",
        "pandas-series": """\
import pandas as pd
import torch


def scale(path: str) -> torch.Tensor:
    series = pd.read_csv(path)["value"]
    return torch.tensor([series.mean(), series.std()])
""",
        "user-class-with-mean": """\
import torch


class Meter:
    def __init__(self) -> None:
        self.values: list[float] = []

    def mean(self) -> float:
        return sum(self.values) / len(self.values)


meter = Meter()
meter.values.append(1.0)
average = torch.full((2,), meter.mean())
""",
        "parameter-of-unknown-type": """\
import torch

EPSILON = torch.finfo(torch.float32).eps


def normalise(x):
    return (x - x.mean()) / (x.std() + EPSILON)
""",
        "python-builtins": """\
import torch

sizes = [3, 5, 7]
buffer = torch.zeros(max(sizes), sum(sizes), min(4, 2))
""",
        "shadowed-module-name": """\
import torch.nn as nn


class Backend:
    def sum(self, values):
        return sum(values)


torch = Backend()
total = torch.sum([1, 2, 3])
layer = nn.Identity()
""",
        "array-made-from-a-tensor": """\
from torch import Tensor


def centred(x: Tensor):
    array = x.detach().cpu().numpy()
    return array - array.mean()
""",
        "other-ranks-raise": """\
from torch import Tensor


def total(x: Tensor) -> Tensor:
    if x.dim() != 1:
        raise ValueError("expected a vector")
    return x.sum()
""",
        "shape-asserted": """\
from torch import Tensor


def largest(x: Tensor) -> Tensor:
    assert x.shape == (4,)
    return x.max()
""",
    },
    "TEF103": {
        "dim-by-position": """\
from torch import Tensor


def drop(x: Tensor) -> Tensor:
    return x.squeeze(-1)
""",
        "dim-by-keyword": """\
import torch


def drop(x: torch.Tensor) -> torch.Tensor:
    return torch.squeeze(x, dim=1)
""",
        "several-dims": """\
from torch import Tensor


def drop(x: Tensor) -> Tensor:
    return x.squeeze((2, 3))
""",
        "in-place-with-a-dim": """\
from torch import Tensor


def drop(x: Tensor) -> Tensor:
    x.squeeze_(0)
    return x
""",
        "vector": """\
import torch

v = torch.arange(10)
w = v.squeeze()
""",
        "turned-into-a-number": """\
from torch import Tensor


def value(x: Tensor) -> float:
    return x.squeeze().item()
""",
        "turned-into-a-list": """\
from torch import Tensor


def values(x: Tensor) -> list:
    return x.squeeze().tolist()
""",
        "turned-into-an-array": """\
from torch import Tensor


def to_image(x: Tensor):
    return x.squeeze().numpy()
""",
        "detached-and-moved-before-the-array": """\
import torch
from torch import Tensor


def to_image(x: Tensor):
    return torch.squeeze(x).detach().cpu().numpy()
""",
        "every-dim-known": """\
import torch

kernel = torch.ones(1, 3, 3)
plane = kernel.squeeze()
""",
        "after-a-numel-test": """\
from torch import Tensor


def scalar(x: Tensor) -> Tensor:
    if x.numel() == 1:
        return x.squeeze()
    raise ValueError("expected one element")
""",
        "numpy-array": """\
import numpy as np
import torch


def load(path: str) -> torch.Tensor:
    array = np.load(path).squeeze()
    return torch.from_numpy(array)
""",
        "numpy-function": """\
import numpy as np
import torch


def load(array: np.ndarray) -> torch.Tensor:
    return torch.from_numpy(np.squeeze(array))
""",
        "unknown-object": """\
import torch

DTYPE = torch.float32


def prepare(item):
    return item.squeeze()
""",
        "pandas-frame": """\
import pandas as pd
import torch


def column(path: str) -> torch.Tensor:
    series = pd.read_csv(path, usecols=["y"]).squeeze()
    return torch.tensor(series.tolist())
""",
        "user-class-with-squeeze": """\
import torch


class Lemon:
    def squeeze(self):
        return "juice"


lemon = Lemon()
juice = lemon.squeeze()
bag = torch.zeros(2)
""",
        "negative-and-named-dim": """\
import torch
from torch import Tensor


def drop(x: Tensor, dim: int) -> Tensor:
    return torch.squeeze(x, dim).squeeze(-1)
""",
        "tuple-of-dims-by-keyword": """\
import torch
from torch import Tensor


def drop(x: Tensor) -> Tensor:
    return torch.squeeze(x, dim=(0, 1))
""",
        "dims-handed-through": """\
from torch import Tensor


def drop(x: Tensor, dims: tuple[int, ...]) -> Tensor:
    return x.squeeze(dims)
""",
        "jaxtyped-vector": """\
from jaxtyping import Float
from torch import Tensor


def drop(x: Float[Tensor, "n"]):
    return x.squeeze()
""",
        "row-of-a-matrix": """\
import torch

table = torch.randn(6, 4)
row = table[0].squeeze()
""",
        "zero-dim-tensor": """\
import torch

t = torch.tensor(1.5).squeeze()
""",
        "flattened-first": """\
from torch import Tensor


def drop(x: Tensor) -> Tensor:
    return x.flatten().squeeze()
""",
        "rank-asserted-to-be-one": """\
from torch import Tensor


def drop(x: Tensor) -> Tensor:
    assert x.dim() == 1
    return x.squeeze()
""",
        "literal-column": """\
import torch

column = torch.zeros(4, 1)
flat = torch.squeeze(column)
""",
        "literal-parameter": """\
import torch
from torch import nn


class Scale(nn.Module):
    def __init__(self):
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(1, 8, 1, 1))

    def forward(self, x):
        return x * self.gamma

    def values(self):
        return self.gamma.squeeze()
""",
        "detached-before-item": """\
from torch import Tensor


def value(x: Tensor) -> float:
    return x.squeeze().detach().cpu().item()
""",
        "moved-before-the-list": """\
from torch import Tensor


def values(x: Tensor) -> list:
    return x.squeeze().cpu().tolist()
""",
        "numel-asserted": """\
from torch import Tensor


def scalar(x: Tensor) -> Tensor:
    assert x.numel() == 1
    return x.squeeze()
""",
        "other-counts-raise": """\
from torch import Tensor


def scalar(x: Tensor) -> Tensor:
    if x.numel() != 1:
        raise ValueError("expected one element")
    return x.squeeze()
""",
        "conditional-on-numel": """\
from torch import Tensor


def scalar_or_same(x: Tensor) -> Tensor:
    return x.squeeze() if x.numel() == 1 else x
""",
        "image-array": """\
import numpy as np
import torch
from PIL import Image


def load(path: str) -> torch.Tensor:
    pixels = np.asarray(Image.open(path)).squeeze()
    return torch.from_numpy(pixels.copy())
""",
        "array-made-from-a-tensor": """\
from torch import Tensor


def to_image(x: Tensor):
    array = x.detach().cpu().numpy()
    return array.squeeze()
""",
        "xarray-dataset": """\
import torch
import xarray as xr


def load(path: str) -> torch.Tensor:
    data = xr.open_dataset(path).squeeze()
    return torch.tensor(data["t"].values.tolist())
""",
        "local-function-named-squeeze": """\
import torch


def squeeze(words: list[str]) -> str:
    return "".join(words)


text = squeeze(["a", "b"])
codes = torch.tensor([ord(c) for c in text])
""",
        "parameter-named-torch": """\
import torch.nn.functional as F


def drop(torch, x):
    return torch.squeeze(x)


def relu(x):
    return F.relu(x)
""",
        "unsqueeze": """\
from torch import Tensor


def batched(x: Tensor) -> Tensor:
    return x.unsqueeze(0)
""",
        "squeeze-with-dim-in-a-model": """\
from torch import nn


class Regressor(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(32, 1)

    def forward(self, x):
        return self.head(x).squeeze(dim=-1)
""",
        "shape-asserted": """\
from torch import Tensor


def drop(x: Tensor) -> Tensor:
    assert x.shape == (1, 3)
    return x.squeeze()
""",
        "rank-tested-to-be-one": """\
from torch import Tensor


def drop(x: Tensor) -> Tensor:
    if x.ndim == 1:
        return x.squeeze()
    return x
""",
    },
    "TEF104": {
        "row-vector-under-a-matrix": """\
import torch

x = torch.randn(32, 16)
bias = torch.randn(16)
out = x + bias
""",
        "column-under-a-matrix": """\
import torch

x = torch.randn(32, 16)
weight = torch.rand(32, 1)
out = x * weight
""",
        "explicit-unsqueeze": """\
import torch

a = torch.randn(5)
table = a.unsqueeze(1) - a
""",
        "explicit-none-index": """\
import torch

a = torch.arange(6)
mask = a[:, None] >= a
""",
        "view-as-column": """\
import torch

a = torch.rand(7)
table = a.view(-1, 1) * a
""",
        "keepdim-norms-and-their-transpose": """\
import torch

x = torch.randn(10, 3)
sq = (x ** 2).sum(dim=1, keepdim=True)
pair = sq + sq.t()
""",
        "column-with-row": """\
import torch

column = torch.randn(4, 1)
row = torch.randn(1, 6)
table = column + row
""",
        "dims-of-different-tensors": """\
import torch
from torch import Tensor


def table(x: Tensor, y: Tensor) -> Tensor:
    left = torch.ones(x.size(0), 1, device=x.device)
    right = torch.ones(y.size(0), device=y.device)
    return left * right
""",
        "squeezed-prediction": """\
import torch
import torch.nn.functional as F
from torch import nn

model = nn.Linear(10, 1)
x = torch.randn(32, 10)
y = torch.randn(32)
loss = F.mse_loss(model(x).squeeze(-1), y)
""",
        "target-as-column": """\
import torch
import torch.nn.functional as F
from torch import nn

model = nn.Linear(10, 1)
x = torch.randn(32, 10)
y = torch.randn(32)
loss = F.mse_loss(model(x), y.unsqueeze(1))
""",
        "same-column-shape": """\
import torch
import torch.nn.functional as F

pred = torch.randn(32, 1)
target = torch.randn(32, 1)
loss = F.mse_loss(pred, target)
""",
        "unknown-target": """\
import torch.nn.functional as F
from torch import Tensor, nn

model = nn.Linear(10, 1)


def loss(x: Tensor, y: Tensor) -> Tensor:
    return F.mse_loss(model(x), y)
""",
        "numpy-arrays": """\
import numpy as np
import torch

a = np.ones((3, 1))
b = np.ones(3)
t = torch.from_numpy(a + b)
""",
        "several-outputs": """\
import torch
import torch.nn.functional as F
from torch import nn

model = nn.Linear(10, 4)
x = torch.randn(32, 10)
labels = torch.randint(0, 4, (32,))
loss = F.cross_entropy(model(x), labels)
""",
        "length-mask": """\
import torch
from torch import Tensor


def padding_mask(lengths: Tensor, size: int) -> Tensor:
    steps = torch.arange(size, device=lengths.device)
    return steps[None, :] < lengths[:, None]
""",
        "outer-product-by-name": """\
import torch

a = torch.rand(5)
b = torch.rand(5)
table = torch.outer(a, b)
""",
        "matrix-with-scalars": """\
import torch

x = torch.randn(32, 1)
scaled = 2.0 * x + torch.tensor(0.5)
""",
        "single-elements": """\
import torch

a = torch.randn(1, 1)
b = torch.randn(1)
c = a + b
""",
        "reshape-as-column": """\
import torch

a = torch.rand(7)
table = a.reshape(-1, 1) - a
""",
        "grid-of-coordinates": """\
import torch

ys = torch.arange(16)
xs = torch.arange(16)
index = ys[:, None] * 16 + xs
""",
        "pairwise-differences": """\
import torch

points = torch.randn(20, 3)
delta = points[:, None, :] - points[None, :, :]
""",
        "pairwise-by-unsqueeze-on-both-sides": """\
from torch import Tensor


def same_label(labels: Tensor) -> Tensor:
    return labels.unsqueeze(0) == labels.unsqueeze(1)
""",
        "causal-mask": """\
import torch


def causal_mask(size: int) -> torch.Tensor:
    steps = torch.arange(size)
    return steps.view(-1, 1) >= steps
""",
        "named-unsqueeze": """\
import torch

values = torch.randn(12)
column = values.unsqueeze(-1)
products = column * values
""",
        "target-viewed-as-the-prediction": """\
import torch
import torch.nn.functional as F

pred = torch.randn(32, 1)
target = torch.randn(32)
loss = F.mse_loss(pred, target.view_as(pred))
""",
        "flattened-prediction": """\
import torch
import torch.nn.functional as F

pred = torch.randn(32, 1)
target = torch.randn(32)
loss = F.mse_loss(pred.flatten(), target)
""",
        "prediction-viewed-as-a-vector": """\
import torch
from torch import nn

model = nn.Linear(4, 1)
x = torch.randn(32, 4)
y = torch.randn(32)
loss = nn.L1Loss()(model(x).view(-1), y)
""",
        "first-column-by-index": """\
import torch
from torch import nn

model = nn.Linear(4, 1)
x = torch.randn(32, 4)
y = torch.randn(32)
error = model(x)[:, 0] - y
""",
        "squeezed-inside-the-model": """\
import torch
import torch.nn.functional as F
from torch import nn


class Regressor(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(6, 1)

    def forward(self, x):
        return self.head(x).squeeze(-1)


model = Regressor()
x = torch.randn(64, 6)
y = torch.rand(64)
loss = F.l1_loss(model(x), y)
""",
        "column-target-of-the-same-shape": """\
import torch
from torch import nn

model = nn.Linear(6, 1)
x = torch.randn(64, 6)
y = torch.rand(64, 1)
loss = nn.HuberLoss()(model(x), y)
""",
        "outer-product-as-a-matrix-product": """\
import torch

column = torch.randn(4, 1)
row = torch.randn(1, 4)
table = column @ row
""",
        "expanded-column": """\
import torch

column = torch.randn(4, 1)
bias = torch.randn(6)
table = column.expand(-1, 6) + bias
""",
        "keepdim-maximum": """\
import torch

scores = torch.randn(8, 5)
shifted = scores - scores.amax(dim=1, keepdim=True)
""",
        "shapes-unknown": """\
from torch import Tensor


def gap(a: Tensor, b: Tensor) -> Tensor:
    return a - b
""",
        "vectors": """\
import torch

a = torch.randn(10)
b = torch.randn(10)
gap = a - b
close = a > b
""",
        "user-class-with-a-shape": """\
import torch


class Grid:
    def __init__(self, *shape: int) -> None:
        self.shape = shape

    def __add__(self, other: "Grid") -> "Grid":
        return Grid(*self.shape, *other.shape)


grid = Grid(4, 1) + Grid(4)
cells = torch.zeros(grid.shape)
""",
        "python-lists": """\
import torch

a = [[0.0], [1.0]]
b = [[2.0]]
t = torch.tensor(a + b)
""",
        "different-batches-of-symbolic-size": """\
import torch
from torch import Tensor


def kernel(left: Tensor, right: Tensor) -> Tensor:
    n, m = left.size(0), right.size(0)
    rows = torch.zeros(n, 1, device=left.device)
    columns = torch.zeros(m, device=right.device)
    return rows + columns
""",
        "stacked-columns": """\
import torch

a = torch.randn(8, 1)
b = torch.randn(8, 1)
joined = torch.cat([a, b], dim=1)
difference = a - b
""",
        "rank-of-the-target-unknown": """\
import torch.nn.functional as F
from torch import Tensor, nn


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(16, 1)

    def forward(self, features: Tensor, returns: Tensor) -> Tensor:
        return F.smooth_l1_loss(self.head(features), returns)
""",
    },
}
