"""TEF102 reduction-without-dim: programs that must be flagged and near misses that must stay silent.

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
    "method-sum": """\
def total(x: Tensor) -> Tensor:
    return x.sum()  # expect: TEF102
""",
    "function-sum": """\
def total(x: torch.Tensor) -> torch.Tensor:
    return torch.sum(x)  # expect: TEF102
""",
    "mean-under-an-alias": Whole("""\
import torch as th


def centre(x: th.Tensor) -> th.Tensor:
    mu = th.mean(x)  # expect: TEF102
    return x - mu
"""),
    "nansum": """\
def total(x: Tensor) -> Tensor:
    return torch.nansum(x)  # expect: TEF102
""",
    "nanmean-method": """\
def average(x: Tensor) -> Tensor:
    return x.nanmean()  # expect: TEF102
""",
    "prod": """\
def likelihood(p: Tensor) -> Tensor:
    return p.prod()  # expect: TEF102
""",
    "max-method-in-normalisation": """\
def normalise(x: Tensor) -> Tensor:
    return x / x.max()  # expect: TEF102
""",
    "min-function": """\
def lift(x: Tensor) -> Tensor:
    return x - torch.min(x)  # expect: TEF102
""",
    "amax-and-amin": """\
def rescale(x: Tensor) -> Tensor:
    low = torch.amin(x)  # expect: TEF102
    high = x.amax()  # expect: TEF102
    return (x - low) / (high - low)
""",
    "argmax-gives-a-flat-index": """\
def predict(logits: Tensor) -> Tensor:
    return logits.argmax()  # expect: TEF102
""",
    "argmin-function": """\
def nearest(distances: Tensor) -> Tensor:
    return torch.argmin(distances)  # expect: TEF102
""",
    "median": """\
def centre(x: Tensor) -> Tensor:
    return x - torch.median(x)  # expect: TEF102
""",
    "std-with-unbiased-only": """\
def scale(x: Tensor) -> Tensor:
    return x / x.std(unbiased=False)  # expect: TEF102
""",
    "var-with-correction-only": """\
def spread(x: Tensor) -> Tensor:
    return torch.var(x, correction=0)  # expect: TEF102
""",
    "std-mean-unpacked": """\
def standardise(x: Tensor) -> Tensor:
    std, mean = torch.std_mean(x)  # expect: TEF102
    return (x - mean) / std
""",
    "var-mean-unpacked": """\
def moments(x: Tensor):
    var, mean = torch.var_mean(x)  # expect: TEF102
    return mean, var
""",
    "forward-parameter": """\
class Pool(nn.Module):
    def forward(self, x):
        return x.mean()  # expect: TEF102
""",
    "output-of-a-linear-layer": """\
class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(16, 4)

    def forward(self, x):
        h = torch.relu(self.fc(x))
        return h.sum()  # expect: TEF102
""",
    "jaxtyped-matrix": Whole("""\
from jaxtyping import Float
from torch import Tensor


def total(x: Float[Tensor, "b n"]):
    return x.sum()  # expect: TEF102
"""),
    "under-no-grad": """\
@torch.no_grad()
def centre(x: Tensor) -> Tensor:
    return x - x.mean()  # expect: TEF102
""",
    "optional-after-a-guard": Whole("""\
from typing import Optional

from torch import Tensor


def total(x: Optional[Tensor]) -> Optional[Tensor]:
    if x is None:
        return None
    return x.sum()  # expect: TEF102
"""),
    "union-with-none": """\
def total(x: torch.Tensor | None):
    return x.sum() if x is not None else None  # expect: TEF102
""",
    "narrowed-by-isinstance": """\
def total(x):
    if isinstance(x, torch.Tensor):
        return x.sum()  # expect: TEF102
    return sum(x)
""",
    "inside-a-lambda": """\
pool = lambda x: torch.mean(torch.relu(x))  # expect: TEF102
""",
    "inside-a-comprehension": """\
def energies(a: Tensor, b: Tensor) -> list[Tensor]:
    return [torch.relu(t).sum() for t in (a, b)]  # expect: TEF102
""",
    "walrus": """\
def scale_down(x: Tensor) -> Tensor:
    return x / (top := x.max()), top  # expect: TEF102
""",
    "nested-function-and-try": """\
def build():
    def scale(x: Tensor) -> Tensor:
        try:
            return x / x.std()  # expect: TEF102
        except RuntimeError:
            return x

    return scale
""",
    "output-of-a-same-file-helper": """\
def features(x: Tensor) -> Tensor:
    return torch.tanh(x)


def score(x: Tensor) -> Tensor:
    return features(x).mean()  # expect: TEF102
""",
    "parameter-matrix": """\
class Bilinear(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(4, 4))

    def penalty(self):
        return self.weight.abs().sum()  # expect: TEF102
""",
    "buffer-matrix": """\
class Table(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("table", torch.zeros(10, 10))

    def forward(self, x):
        return x / self.table.max()  # expect: TEF102
""",
    "symbolic-matrix": """\
def noise_level(x: Tensor) -> Tensor:
    b, c = x.shape
    noise = torch.rand(b, c, device=x.device)
    return noise.mean()  # expect: TEF102
""",
    "convolution-output": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3)

    def forward(self, x):
        return self.conv(x).mean()  # expect: TEF102
""",
    "sequential-output": """\
model = nn.Sequential(nn.Linear(8, 4), nn.ReLU())


def activity(x: torch.Tensor) -> torch.Tensor:
    out = model(x)
    return torch.var(out)  # expect: TEF102
""",
    "sum-with-dtype-only": """\
def total(x: Tensor) -> Tensor:
    return x.sum(dtype=torch.float64)  # expect: TEF102
""",
    "keyword-input": """\
def largest(x: Tensor) -> Tensor:
    return torch.max(input=x)  # expect: TEF102
""",
    "augmented-assignment": """\
def centre(x: Tensor) -> Tensor:
    x -= x.mean()  # expect: TEF102
    return x
""",
    "stacked-tensors": """\
def average(a: Tensor, b: Tensor) -> Tensor:
    return torch.stack([a, b]).mean()  # expect: TEF102
""",
    "imported-reductions": Whole("""\
from torch import Tensor
from torch import mean as average
from torch import std


def standardise(x: Tensor) -> Tensor:
    mu = average(x)  # expect: TEF102
    sigma = std(x)  # expect: TEF102
    return (x - mu) / sigma
"""),
    "parameter-known-from-a-torch-call": """\
def gate(x):
    x = torch.sigmoid(x)
    return x * x.mean()  # expect: TEF102
""",
    "images-of-a-loader": Whole("""\
from torch.utils.data import DataLoader


def centred(loader: DataLoader):
    for images, labels in loader:
        images = images.float() / 255.0
        yield images - images.mean(), labels  # expect: TEF102
"""),
    "chained-after-the-reduction": """\
def root_total(x: Tensor) -> Tensor:
    return x.sum().sqrt()  # expect: TEF102
""",
    "method-of-a-plain-class": """\
class Stats:
    def __init__(self, values: torch.Tensor) -> None:
        self.values = values

    def median(self) -> torch.Tensor:
        return self.values.median()  # expect: TEF102
""",
}

LEAVE: dict[str, str] = {
    "vector-factory": """\
weights = torch.rand(10)
total = weights.sum()
""",
    "literal-vector": """\
values = torch.tensor([1.0, 2.0, 3.0])
best = values.argmax()
""",
    "zero-dim-tensor": """\
t = torch.tensor(3.0)
same = t.mean()
""",
    "jaxtyped-vector": Whole("""\
from jaxtyping import Float
from torch import Tensor


def total(x: Float[Tensor, "n"]):
    return x.sum()
"""),
    "boolean-comparison": """\
def positives(x: Tensor) -> Tensor:
    return (x > 0).sum()
""",
    "boolean-mask-by-name": """\
def missing(x: Tensor) -> Tensor:
    mask = torch.isnan(x)
    return mask.sum()
""",
    "any-all-and-count-nonzero": """\
def checks(x: Tensor):
    return torch.any(x), x.all(), torch.count_nonzero(x)
""",
    "explicit-dim-none": """\
def total(x: Tensor) -> Tensor:
    return torch.sum(x, dim=None)
""",
    "read-with-item": """\
def average(x: Tensor) -> float:
    return x.mean().item()
""",
    "turned-into-a-float": """\
def average(x: Tensor) -> float:
    return float(torch.mean(x))
""",
    "sent-backward-through-a-name": """\
def step(out: Tensor) -> None:
    loss = out.mean()
    loss.backward()
""",
    "compared-with-a-number-in-an-if": """\
def to_unit_range(image: Tensor) -> Tensor:
    if image.max() > 1.0:
        image = image / 255.0
    return image
""",
    "asserted-to-be-positive": """\
def checked_log(x: Tensor) -> Tensor:
    assert x.min() > 0, "needs positive values"
    return torch.log(x)
""",
    "inside-an-f-string": """\
def describe(x: Tensor) -> str:
    return f"mean {x.mean():.3f}"
""",
    "printed": """\
def show(x: torch.Tensor) -> None:
    print("max", x.max())
""",
    "logged": Whole("""\
import logging

from torch import Tensor

logger = logging.getLogger(__name__)


def report(x: Tensor) -> None:
    logger.info("total %s", x.sum())
"""),
    "unreduced-loss": """\
def loss(logits: Tensor, labels: Tensor) -> Tensor:
    return F.cross_entropy(logits, labels, reduction="none").mean()
""",
    "elementwise-maximum": """\
def clip_below(x: Tensor, floor: Tensor) -> Tensor:
    return torch.max(x, floor)
""",
    "dim-by-position": """\
def row_best(x: Tensor) -> Tensor:
    values, _ = torch.max(x, 1)
    return values + x.sum(-1)
""",
    "numpy-array": Whole("""\
import numpy as np
import torch


def centred(x: np.ndarray) -> torch.Tensor:
    x = x - x.mean()
    return torch.from_numpy(x)
"""),
    "column-of-a-matrix": """\
table = torch.randn(8, 3)
first = table[:, 0].mean()
""",
    "row-means-of-a-matrix": """\
table = torch.randn(8, 3)
means = table.mean(dim=1)
spread = means.std()
""",
    "rank-asserted-to-be-one": """\
def total(x: Tensor) -> Tensor:
    assert x.ndim == 1
    return x.sum()
""",
    "rank-tested-to-be-one": """\
def total(x: Tensor) -> Tensor:
    if x.dim() == 1:
        return torch.sum(x)
    return torch.sum(x, dim=-1)
""",
    "flattened": """\
def middle(x: Tensor) -> Tensor:
    return x.flatten().median()
""",
    "viewed-as-a-vector": """\
def best(x: Tensor) -> Tensor:
    flat = x.view(-1)
    return flat.argmax()
""",
    "ranges-and-permutations": """\
steps = torch.arange(10).sum()
grid = torch.linspace(0.0, 1.0, 5).mean()
last = torch.randperm(6).max()
""",
    "helper-that-returns-a-vector": """\
def weights(n: int) -> Tensor:
    return torch.linspace(0.0, 1.0, n)


total = weights(5).sum()
""",
    "boolean-method": """\
def matches(pred: Tensor, target: Tensor) -> Tensor:
    return pred.eq(target).sum()
""",
    "combined-masks": """\
def inside(x: Tensor) -> Tensor:
    mask = (x > -1) & (x < 1)
    return torch.sum(mask)
""",
    "inverted-mask": """\
def broken(x: Tensor) -> Tensor:
    return (~torch.isfinite(x)).sum()
""",
    "boolean-dtype": """\
mask = torch.ones(4, 4, dtype=torch.bool)
count = mask.sum()
""",
    "cast-to-bool": """\
def nonzero(x: Tensor) -> Tensor:
    return x.bool().sum()
""",
    "item-through-a-name": """\
def average(x: Tensor) -> float:
    mean = x.mean()
    return mean.item()
""",
    "float-through-a-name": """\
def average(x: Tensor) -> float:
    mean = torch.mean(x)
    return float(mean)
""",
    "printed-through-a-name": """\
def show(x: Tensor) -> None:
    top = x.max()
    print(f"max {top:.3f}")
""",
    "logged-through-a-name": Whole("""\
import logging

from torch import Tensor


def report(x: Tensor) -> None:
    mean = x.mean()
    logging.info("mean %.4f", mean)
"""),
    "loop-until-small": """\
def shrink(x: Tensor) -> Tensor:
    while x.abs().max() > 1e-3:
        x = x * 0.5
    return x
""",
    "message-of-an-exception": """\
def check(x: Tensor) -> Tensor:
    if x.min() < 0:
        raise ValueError(f"negative value {x.min()}")
    return x
""",
    "class-index-as-an-int": """\
def predict(logits: Tensor) -> int:
    return int(torch.argmax(logits))
""",
    "loss-module-without-reduction": """\
class Trainer:
    def __init__(self) -> None:
        self.criterion = nn.CrossEntropyLoss(reduction="none")

    def loss(self, logits: Tensor, labels: Tensor) -> Tensor:
        per_sample = self.criterion(logits, labels)
        return per_sample.mean()
""",
    "loss-of-replicas-averaged": """\
def loss(logits: Tensor, labels: Tensor) -> Tensor:
    value = F.binary_cross_entropy_with_logits(logits, labels)
    return value.mean()
""",
    "summed-output-sent-backward": """\
model = nn.Linear(8, 4)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
x = torch.randn(16, 8)
optimizer.zero_grad()
out = model(x)
out.sum().backward()
optimizer.step()
""",
    "max-method-with-another-tensor": """\
def at_least(x: Tensor, floor: Tensor) -> Tensor:
    return x.max(floor)
""",
    "min-with-other-keyword": """\
def at_most(x: Tensor, ceiling: Tensor) -> Tensor:
    return torch.min(x, other=ceiling)
""",
    "dims-handed-through": """\
def pool(x: Tensor, *dims: int) -> Tensor:
    return x.mean(dims)
""",
    "lists-tuples-and-axes-of-dims": """\
def pools(x: Tensor):
    return x.mean((2, 3)), torch.sum(x, [0, 1]), x.amax(axis=-1), x.std(0, unbiased=False)
""",
    "pair-reductions-with-dim": """\
def moments(x: Tensor):
    var, mean = torch.var_mean(x, dim=1)
    median = x.median(dim=0).values
    return var, mean, median
""",
    "pandas-series": Whole("""\
import pandas as pd
import torch


def scale(path: str) -> torch.Tensor:
    series = pd.read_csv(path)["value"]
    return torch.tensor([series.mean(), series.std()])
"""),
    "user-class-with-mean": """\
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
EPSILON = torch.finfo(torch.float32).eps


def normalise(x):
    return (x - x.mean()) / (x.std() + EPSILON)
""",
    "python-builtins": """\
sizes = [3, 5, 7]
buffer = torch.zeros(max(sizes), sum(sizes), min(4, 2))
""",
    "shadowed-module-name": Whole("""\
import torch.nn as nn


class Backend:
    def sum(self, values):
        return sum(values)


torch = Backend()
total = torch.sum([1, 2, 3])
layer = nn.Identity()
"""),
    "array-made-from-a-tensor": """\
def centred(x: Tensor):
    array = x.detach().cpu().numpy()
    return array - array.mean()
""",
    "other-ranks-raise": """\
def total(x: Tensor) -> Tensor:
    if x.dim() != 1:
        raise ValueError("expected a vector")
    return x.sum()
""",
    "shape-asserted": """\
def largest(x: Tensor) -> Tensor:
    assert x.shape == (4,)
    return x.max()
""",
}
