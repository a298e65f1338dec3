"""TEF103 squeeze-without-dim: programs that must be flagged and near misses that must stay silent.

Each value is a whole program. In FLAG, `# expect: CODE` ends each line on which a finding must stand, and no other
finding may stand anywhere. In LEAVE there must be none at all.
"""

FLAG: dict[str, str] = {
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
}

LEAVE: dict[str, str] = {
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
}
