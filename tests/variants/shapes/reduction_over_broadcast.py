"""TEF101 reduction-over-broadcast: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole.
In FLAG, `# expect: CODE` ends each line on which a finding must stand, and no other
finding may stand anywhere. In LEAVE there must be none at all.
"""

from tests.rules.programs import Whole

HEADER = """\
import torch
import torch.nn.functional as F
from torch import Tensor, nn


"""

FLAG: dict[str, str] = {
    "a loss that broadcasts beside": """\
def both(prediction: Tensor, target: Tensor) -> Tensor:
    gap = (target - prediction).abs().mean()  # expect: TEF101
    return gap + F.mse_loss(prediction, target)
""",
    "halves of one tensor, and a criterion that raises on unequal shapes": """\
class Margin(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.criterion = nn.BCELoss()

    def forward(self, rewards: Tensor, target: Tensor, other: Tensor):
        chosen, rejected = rewards.chunk(2)
        margin = F.logsigmoid(chosen - rejected).mean()  # expect: TEF102
        n = rewards.size(0) // 2
        margin = margin + F.logsigmoid(rewards[:n] - rewards[n:]).mean()  # expect: TEF102
        p = rewards.sigmoid()
        margin = margin + self.criterion(p, target) + (p - target).square().mean()  # expect: TEF102 TEF310
        return margin + (p - other).square().mean()  # expect: TEF101
""",
    "a binary cross entropy of one of them reshaped": """\
def both(prediction: Tensor, target: Tensor) -> Tensor:
    gap = (target - prediction.sigmoid()).abs().mean()  # expect: TEF101
    return gap + F.binary_cross_entropy_with_logits(prediction.view(-1), target)
""",
    "torch-sum-of-a-sum": """\
def total(a: Tensor, b: Tensor) -> Tensor:
    return torch.sum(a + b)  # expect: TEF101
""",
    "hand-written-mean-squared-error": """\
def mse(pred: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
    return ((pred - target) ** 2).mean()  # expect: TEF101
""",
    "difference-held-by-a-name": """\
def mse(pred: Tensor, target: Tensor) -> Tensor:
    diff = pred - target
    squared = diff ** 2
    return torch.mean(squared)  # expect: TEF101
""",
    "torch-imported-under-an-alias": Whole("""\
import torch as th


def mean_error(pred: th.Tensor, target: th.Tensor) -> th.Tensor:
    return th.mean((pred - target) ** 2)  # expect: TEF101
"""),
    "sum-imported-under-an-alias": Whole("""\
from torch import Tensor
from torch import sum as tsum


def total_error(a: Tensor, b: Tensor) -> Tensor:
    return tsum(a - b)  # expect: TEF101
"""),
    "result-read-with-item": """\
@torch.no_grad()
def mean_error(pred: Tensor, target: Tensor) -> float:
    return (pred - target).abs().mean().item()  # expect: TEF101
""",
    "result-sent-backward": """\
def step(pred: Tensor, target: Tensor) -> None:
    loss = (pred - target).pow(2).mean()  # expect: TEF101
    loss.backward()
""",
    "forward-of-a-custom-loss": Whole("""\
import torch.nn as nn


class MSE(nn.Module):
    def forward(self, pred, target):
        return ((pred - target) ** 2).mean()  # expect: TEF101
"""),
    "function-form-of-the-arithmetic": """\
def mse(pred: Tensor, target: Tensor) -> Tensor:
    return torch.square(torch.sub(pred, target)).mean()  # expect: TEF101
""",
    "method-form-of-the-arithmetic": Whole("""\
import torch


def total(a: "torch.Tensor", b: "torch.Tensor"):
    return a.add(b).sum()  # expect: TEF101
"""),
    "product-of-two-tensors": """\
def inner(a: Tensor, b: Tensor) -> Tensor:
    return torch.sum(a * b)  # expect: TEF101
""",
    "largest-absolute-difference": """\
def largest_gap(a: Tensor, b: Tensor) -> Tensor:
    gap = (a - b).abs()
    return gap.max()  # expect: TEF101
""",
    "reduction-inside-an-f-string": """\
def report(pred: Tensor, target: Tensor) -> None:
    print(f"mae {(pred - target).abs().mean():.4f}")  # expect: TEF101
""",
    "inside-a-lambda": """\
def make_score(prediction: torch.Tensor, reference: torch.Tensor):
    return lambda: (prediction - reference).abs().sum()  # expect: TEF101
""",
    "keyword-input": """\
def mse(pred: Tensor, target: Tensor) -> Tensor:
    return torch.mean(input=(pred - target) ** 2)  # expect: TEF101
""",
    "dtype-is-not-a-dim": """\
def total(a: Tensor, b: Tensor) -> Tensor:
    return (a * b).sum(dtype=torch.float64)  # expect: TEF101
""",
    "jaxtyped-parameters": Whole("""\
from jaxtyping import Float
from torch import Tensor


def error(pred: Float[Tensor, "b c"], target: Float[Tensor, "n c"]):
    return (pred - target).abs().mean()  # expect: TEF101
"""),
    "same-file-helper-returns-the-difference": """\
def residual(pred: Tensor, target: Tensor) -> Tensor:
    return pred - target


def mae(pred: Tensor, target: Tensor) -> Tensor:
    return torch.abs(residual(pred, target)).mean()  # expect: TEF101
""",
    "tensor-of-three-terms": """\
def energy(kinetic: Tensor, potential: Tensor, field: Tensor) -> Tensor:
    return (kinetic + 0.5 * potential + field).sum()  # expect: TEF101
""",
    "training-step-over-a-loader": Whole("""\
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
"""),
    "walrus-in-a-condition": """\
def close_enough(pred: Tensor, target: Tensor) -> bool:
    if (error := (pred - target).abs().mean()) > 0.1:  # expect: TEF101
        print("error", error)
        return False
    return True
""",
    "both-arms-of-a-conditional-expression": """\
def error(pred: Tensor, target: Tensor, absolute: bool) -> Tensor:
    return (
        (pred - target).abs().mean()  # expect: TEF101
        if absolute
        else ((pred - target) ** 2).mean()  # expect: TEF101
    )
""",
    "comprehension-over-candidates": """\
def errors(first: Tensor, second: Tensor, target: Tensor) -> list[float]:
    return [((p - target) ** 2).mean().item() for p in (first, second)]  # expect: TEF101
""",
    "nested-function": """\
def make_loss(target: Tensor):
    def loss(pred: Tensor) -> Tensor:
        return (pred - target).abs().mean()  # expect: TEF101

    return loss
""",
    "under-no-grad-and-try": """\
def safe_error(pred: Tensor, target: Tensor) -> float:
    try:
        with torch.no_grad():
            return float((pred - target).abs().mean())  # expect: TEF101
    except RuntimeError:
        return float("nan")
""",
    "both-narrowed-by-isinstance": """\
def gap(a, b):
    if isinstance(a, torch.Tensor) and isinstance(b, torch.Tensor):
        return (a - b).abs().max()  # expect: TEF101
    return None
""",
    "optional-target-after-a-guard": Whole("""\
from typing import Optional

from torch import Tensor


def loss(pred: Tensor, target: Optional[Tensor] = None) -> Optional[Tensor]:
    if target is None:
        return None
    return (pred - target).square().mean()  # expect: TEF101
"""),
    "union-with-none": """\
def weighted(x: Tensor, weight: Tensor | None) -> Tensor:
    if weight is not None:
        return (x * weight).sum()  # expect: TEF101
    return x
""",
    "registered-buffer": """\
class Anchor(nn.Module):
    def __init__(self, anchor: Tensor):
        super().__init__()
        self.register_buffer("anchor", anchor)

    def forward(self, x):
        return (x - self.anchor).pow(2).mean()  # expect: TEF101
""",
    "attribute-of-a-plain-class": """\
class Meter:
    def __init__(self, reference: Tensor) -> None:
        self.reference = reference

    def distance(self, value: Tensor) -> float:
        return (value - self.reference).abs().mean().item()  # expect: TEF101
""",
    "student-and-teacher": """\
def distil(student: nn.Module, teacher: nn.Module, x: Tensor) -> None:
    gap = student(x) - teacher(x).detach()
    loss = (gap ** 2).mean()  # expect: TEF101
    loss.backward()
""",
    "spread-of-a-difference": """\
def spread(a: Tensor, b: Tensor) -> Tensor:
    return torch.std(a - b)  # expect: TEF101
""",
    "median-of-a-ratio": """\
def typical_ratio(a: Tensor, b: Tensor) -> Tensor:
    return torch.div(a, b).median()  # expect: TEF101
""",
    "flat-index-of-the-best-sum": """\
def best(scores: Tensor, bonus: Tensor) -> Tensor:
    return (scores + bonus).argmax()  # expect: TEF101
""",
    "one-tensor-raised-to-another": Whole("""\
import torch as T


def total(base: T.Tensor, exponent: T.Tensor) -> T.Tensor:
    return (base ** exponent).sum()  # expect: TEF101
"""),
    "negated-product": """\
def reinforce(log_probs: Tensor, returns: Tensor) -> None:
    loss = -(log_probs * returns).sum()  # expect: TEF101
    loss.backward()
""",
    "only-the-first-dim-is-asserted": """\
def mse(pred: Tensor, target: Tensor) -> float:
    assert pred.shape[0] == target.shape[0]
    return ((pred - target) ** 2).mean().item()  # expect: TEF101
""",
    "only-the-element-count-is-asserted": """\
def mse(pred: Tensor, target: Tensor) -> float:
    assert pred.numel() == target.numel()
    return ((pred - target) ** 2).mean().item()  # expect: TEF101
""",
    "another-pair-is-asserted": """\
def mse(pred: Tensor, target: Tensor, mask: Tensor) -> Tensor:
    assert target.shape == mask.shape
    return ((pred - target) ** 2).mean()  # expect: TEF101
""",
    "operands-known-from-torch-calls": """\
def gap(a, b):
    a = torch.relu(a)
    b = torch.relu(b)
    return torch.sum(a - b)  # expect: TEF101
""",
    "call-over-several-lines": """\
def mse(prediction: Tensor, reference: Tensor) -> Tensor:
    return torch.mean(  # expect: TEF101
        torch.pow(prediction - reference, 2)
    )
""",
    "nanmean-of-a-weighted-error": """\
def weighted_mae(pred: Tensor, target: Tensor, weight: Tensor) -> Tensor:
    error = weight * (pred - target).abs()
    return torch.nanmean(error)  # expect: TEF101
""",
    "shapes-of-which-one-is-annotated": Whole("""\
from jaxtyping import Float
from torch import Tensor


def total(x: Float[Tensor, "b c"], y: Float[Tensor, "n d"], z: Tensor):
    first = (x * y).sum()  # expect: TEF101
    second = (x * z).sum()  # expect: TEF101
    return first + second + (z * y).sum()  # expect: TEF101
"""),
    "matrix-of-a-module": """\
class Masked(nn.Module):
    def __init__(self, n: int, m: int):
        super().__init__()
        self.weight = nn.Parameter(torch.zeros(n, m))

    def forward(self, x: Tensor):
        return (x * self.weight).sum()  # expect: TEF101
""",
    "what the message says to write": """\
def error(pred: Tensor, target: Tensor) -> Tensor:
    return (pred - target).abs().mean()  # expect: TEF101 "pred and target may broadcast before mean(); make"
""",
    "two results of one model": """\
def adversarial(critic: nn.Module, real: Tensor, fake: Tensor) -> Tensor:
    return F.softplus(critic(fake).detach() - critic(real)).mean()  # expect: TEF101
""",
    "two results of one function of the file": """\
def score(x: Tensor, head: nn.Module) -> Tensor:
    found = head(x)
    return torch.tanh(found) if found.requires_grad else found


def adversarial(head: nn.Module, real: Tensor, fake: Tensor) -> Tensor:
    return F.softplus(score(fake, head) - score(real, head)).mean()  # expect: TEF101
""",
    "two entries of one batch": """\
def regress(inputs: dict[str, Tensor]) -> Tensor:
    return ((inputs["rewards"] - inputs["values"]) ** 2).mean()  # expect: TEF101
""",
    "a method that takes both, and checks nothing by its name": """\
def logged(pred: Tensor, target: Tensor, log) -> Tensor:
    log.append(pred, target)
    log.run_validation(pred, target)
    return ((pred - target) ** 2).mean()  # expect: TEF101
""",
    "a function that only this program calls": """\
def _update(pred: Tensor, target: Tensor) -> Tensor:
    return ((pred - target) ** 2).sum()  # expect: TEF101
""",
    "a method that the file itself calls": """\
class Trainer:
    def ratio(self, chosen: Tensor, rejected: Tensor) -> Tensor:
        return F.logsigmoid(chosen - rejected).mean()  # expect: TEF101

    def loss(self, batch) -> Tensor:
        chosen, rejected = self.forward(batch)
        return self.ratio(chosen, rejected)
""",
    "the number of dims of one": """\
def divergence(first: Tensor, second: Tensor) -> Tensor:
    batch, length, _ = first.shape
    return (first - second).square().sum() / (batch * length)  # expect: TEF101
""",
    "a documented loss": """\
class Loss(nn.Module):
    \"\"\"Mean square error of predictions and targets, both (N, 1).\"\"\"

    def forward(self, pred: Tensor, target: Tensor) -> Tensor:
        return ((pred - target) ** 2).mean()  # expect: TEF101


class Plain(nn.Module):
    def forward(self, pred: Tensor, target: Tensor) -> Tensor:
        return ((pred - target) ** 2).mean()  # expect: TEF101


def documented(pred: Tensor, target: Tensor) -> Tensor:
    \"\"\"Mean square error.\"\"\"
    return ((pred - target) ** 2).mean()  # expect: TEF101
""",
}

LEAVE: dict[str, str] = {
    "a method of a base that checks them": """\
class Pairwise(nn.Module):
    @staticmethod
    def _assert_equal_size(a: Tensor, b: Tensor) -> None:
        if a.size() != b.size():
            raise ValueError("shapes differ")


class Ranking(Pairwise):
    def forward(self, positive: Tensor, negative: Tensor) -> Tensor:
        self._assert_equal_size(positive, negative)
        return F.logsigmoid(positive - negative).mean(dim=None)


class Squared(Pairwise):
    def forward(self, positive: Tensor, negative: Tensor) -> float:
        self._assert_equal_size(positive, negative)
        return (positive - negative).square().mean().item()
""",
    "a binary cross entropy of the same two": """\
def quality_focal_loss(prediction: Tensor, target: Tensor) -> Tensor:
    scale = (target - prediction.sigmoid()).abs().pow(2)
    return (F.binary_cross_entropy_with_logits(prediction, target, reduction="none") * scale).mean()
""",
    "difference-from-zeros-like": """\
def spread(x: Tensor) -> float:
    return torch.sum(x - torch.zeros_like(x)).item()
""",
    "both-from-one-literal-shape": """\
a = torch.randn(3, 4)
b = torch.rand(3, 4)
print(((a - b) ** 2).mean())
""",
    "square-of-one-tensor": """\
def energy(x: Tensor) -> float:
    return float((x * x).sum())
""",
    "tensor-with-python-number": """\
def shifted_mean(x: Tensor) -> float:
    return (x - 0.5).mean().item()
""",
    "tensor-with-known-zero-dim-tensor": """\
def scaled_total(x: Tensor) -> float:
    temperature = torch.tensor(0.07)
    return (x / temperature).sum().item()
""",
    "shapes-asserted-equal": """\
def mse(pred: Tensor, target: Tensor) -> float:
    assert pred.shape == target.shape
    return ((pred - target) ** 2).mean().item()
""",
    "raises-unless-shapes-match": """\
def mae(pred: Tensor, target: Tensor) -> float:
    if pred.shape != target.shape:
        raise ValueError("shapes differ")
    return (pred - target).abs().mean().item()
""",
    "centred-by-keepdim-mean": """\
def variance(x: Tensor) -> float:
    centred = x - x.mean(dim=1, keepdim=True)
    return centred.pow(2).mean().item()
""",
    "explicit-unsqueeze": """\
def step(x: Tensor, weight: Tensor) -> None:
    loss = (x * weight.unsqueeze(1)).mean()
    loss.backward()
""",
    "explicit-none-index": """\
def weighted_total(x: Tensor, weight: Tensor) -> float:
    return float((x * weight[:, None]).sum())
""",
    "bias-of-known-lower-rank": """\
x = torch.randn(32, 16)
bias = torch.zeros(16)
print((x + bias).mean().item())
""",
    "comparison-of-two-tensors": """\
def hits(pred: Tensor, target: Tensor) -> Tensor:
    return (pred == target).sum()
""",
    "reduced-along-a-dim": """\
def distances(a: Tensor, b: Tensor) -> Tensor:
    return torch.sum((a - b) ** 2, dim=-1)
""",
    "reduced-along-an-axis": """\
def similarity(a: Tensor, b: Tensor) -> Tensor:
    return (a * b).sum(axis=1)
""",
    "dim-none-says-all-on-purpose": """\
def mse(pred: Tensor, target: Tensor) -> Tensor:
    return ((pred - target) ** 2).mean(dim=None)
""",
    "numpy-arrays": Whole("""\
import numpy as np
import torch


def mse(pred: np.ndarray, target: np.ndarray) -> torch.Tensor:
    return torch.tensor(float(((pred - target) ** 2).mean()))
"""),
    "operands-of-unknown-type": """\
DEVICE = torch.device("cpu")


def mse(pred, target):
    return ((pred - target) ** 2).mean()
""",
    "loss-function-checks-the-shapes": """\
def mse(pred: Tensor, target: Tensor) -> Tensor:
    return F.mse_loss(pred, target)
""",
    "difference-from-its-own-clone": """\
def drift(x: Tensor) -> float:
    before = x.clone()
    return (x - before).abs().max().item()
""",
    "swish-of-one-tensor": """\
def activity(x: Tensor) -> float:
    return (x * torch.sigmoid(x)).mean().item()
""",
    "noise-like-the-input": """\
def noisy_mean(x: Tensor) -> float:
    return float(torch.mean(x + 0.1 * torch.randn_like(x)))
""",
    "one-symbolic-shape": """\
def random_gap(x: Tensor) -> float:
    n = x.size(0)
    a = torch.rand(n, 3, device=x.device)
    b = torch.rand(n, 3, device=x.device)
    return (a - b).abs().mean().item()
""",
    "viewed-as-the-other": """\
def mse(pred: Tensor, target: Tensor) -> float:
    return ((pred.view_as(target) - target) ** 2).mean().item()
""",
    "reshaped-to-the-other": """\
def mae(pred: Tensor, target: Tensor) -> float:
    aligned = pred.reshape(target.shape)
    return (aligned - target).abs().mean().item()
""",
    "float-parameter": """\
def scaled_total(x: Tensor, scale: float) -> float:
    return (x * scale).sum().item()
""",
    "other-operand-unknown": """\
def scaled_total(x: Tensor, scale) -> float:
    return (x * scale).sum().item()
""",
    "divided-by-its-length": """\
def average(x: Tensor) -> float:
    return (x / len(x)).sum().item()
""",
    "matrix-product": """\
def total(a: Tensor, b: Tensor) -> float:
    return (a @ b).sum().item()
""",
    "normalised-by-a-keepdim-sum": """\
def step(x: Tensor) -> None:
    share = x / x.sum(dim=-1, keepdim=True)
    loss = share.pow(2).mean()
    loss.backward()
""",
    "batch-dim-added-by-indexing": """\
def report(x: Tensor, centre: Tensor) -> None:
    print((x - centre[None]).abs().max())
""",
    "viewed-as-a-column": """\
def report(x: Tensor, weight: Tensor) -> str:
    return f"total {(x * weight.view(-1, 1)).sum():.2f}"
""",
    "sizes-asserted-equal": """\
def mae(pred: Tensor, target: Tensor) -> float:
    assert pred.size() == target.size(), "prediction and target differ"
    error = (pred - target).abs()
    return error.mean().item()
""",
    "size-mismatch-raises": """\
def inner(a: Tensor, b: Tensor) -> float:
    if a.size() != b.size():
        raise ValueError(f"{tuple(a.size())} against {tuple(b.size())}")
    return float((a * b).sum())
""",
    "user-vectors": """\
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
    "pandas-columns": Whole("""\
import pandas as pd
import torch


def mean_error(path: str) -> torch.Tensor:
    frame = pd.read_csv(path)
    return torch.tensor(float((frame["pred"] - frame["target"]).abs().mean()))
"""),
    "lists-of-numbers": """\
first = [1, 2, 3]
second = [4, 5]
total = torch.tensor(sum(first + second))
""",
    "parameter-named-torch": Whole("""\
import torch.nn.functional as F


def total(torch, a, b):
    return torch.sum(a + b)


def relu(x):
    return F.relu(x)
"""),
    "sign-of-a-difference": """\
def wins(a: Tensor, b: Tensor) -> Tensor:
    return (a - b > 0).sum()
""",
    "unreduced-loss-function": """\
def mse(pred: Tensor, target: Tensor) -> Tensor:
    return F.mse_loss(pred, target, reduction="none").mean()
""",
    "amax-over-a-tuple-of-dims": """\
def worst(a: Tensor, b: Tensor) -> Tensor:
    return torch.amax((a - b).abs(), dim=(1, 2))
""",
    "sum-with-dim-none-by-function": """\
def total(a: Tensor, b: Tensor) -> Tensor:
    return torch.sum(a * b, dim=None)
""",
    "parameters-of-one-literal-shape": """\
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
    "input-and-output-of-a-convolution": """\
def change(x: Tensor, weight: Tensor) -> tuple[float, float]:
    made = F.conv2d(x, weight, padding=1)
    return float((made - x).abs().mean()), float((x - made).abs().mean())
""",
    "two-poolings-of-one-input": """\
def gap(x: Tensor) -> float:
    return float((F.max_pool2d(x, 3, 1, 1) - F.avg_pool2d(x, 3, 1, 1)).abs().mean())
""",
    "reduced-here-on-either-side": """\
def gap(x: Tensor, rows: Tensor) -> tuple[float, float]:
    means = rows.mean(dim=1)
    return float((x - means).abs().mean()), float((means - x).abs().mean())
""",
    "annotated-zero-dim-tensor-on-either-side": Whole("""\
from jaxtyping import Float
from torch import Tensor


def scaled(x: Tensor, t: Float[Tensor, ""]) -> tuple[float, float]:
    return float((x * t).sum()), float((t / x).sum())
"""),
    "annotated-with-the-same-sizes": Whole("""\
from jaxtyping import Float
from torch import Tensor


def inner(x: Float[Tensor, "b c"], y: Float[Tensor, "b c"]) -> float:
    return float((x * y).sum())
"""),
    "annotated-sizes-of-which-one-is-a-number": Whole("""\
from jaxtyping import Float
from torch import Tensor


def inner(x: Float[Tensor, "b 3"], y: Float[Tensor, "b n"]) -> float:
    return float((x * y).sum())
"""),
    "annotated-with-another-rank": Whole("""\
from jaxtyping import Float
from torch import Tensor


def weighted(x: Float[Tensor, "b c"], y: Float[Tensor, "n"]) -> float:
    return float((x * y).sum())
"""),
    "in-place-sum-keeps-the-shape": """\
def total(a: Tensor, b: Tensor) -> float:
    a += b
    return float(a.sum())
""",
    "further-operand-unknown": """\
def total(a: Tensor, b: Tensor, weight) -> float:
    return float(torch.add(a, b, alpha=weight).sum())
""",
    "bias-of-a-module": """\
class Shift(nn.Module):
    def __init__(self, n: int):
        super().__init__()
        self.bias = nn.Parameter(torch.zeros(n))

    def measure(self, x: Tensor) -> float:
        return float((x + self.bias).sum())
""",
    "one-element-by-a-test": """\
def scaled(x: Tensor, scale: Tensor) -> float:
    if scale.numel() != 1:
        raise ValueError("one scale")
    return float((x * scale).sum()) + float((scale / x).sum())
""",
}
