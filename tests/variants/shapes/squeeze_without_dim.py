"""TEF103 squeeze-without-dim: programs that must be flagged and near misses that must stay silent.

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
    "method-on-annotated-tensor": """\
def drop(x: Tensor) -> Tensor:
    return x.squeeze()  # expect: TEF103
""",
    "function-form": """\
def drop(x: torch.Tensor) -> torch.Tensor:
    return torch.squeeze(x)  # expect: TEF103
""",
    "in-place-form": """\
def drop(x: Tensor) -> Tensor:
    x.squeeze_()  # expect: TEF103
    return x
""",
    "keyword-input-under-an-alias": Whole("""\
import torch as th


def drop(x: th.Tensor) -> th.Tensor:
    return th.squeeze(input=x)  # expect: TEF103
"""),
    "imported-squeeze": Whole("""\
from torch import Tensor, squeeze


def drop(x: Tensor) -> Tensor:
    return squeeze(x)  # expect: TEF103
"""),
    "output-of-a-linear-head": """\
class Regressor(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(32, 1)

    def forward(self, x):
        return self.head(x).squeeze()  # expect: TEF103
""",
    "pooled-features": """\
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
    "forward-parameter": Whole("""\
import torch.nn as nn


class Flat(nn.Module):
    def forward(self, x):
        return x.squeeze()  # expect: TEF103
"""),
    "symbolic-batch-with-trailing-one": """\
def column(x: Tensor) -> Tensor:
    n = x.size(0)
    noise = torch.randn(n, 1, device=x.device)
    return noise.squeeze()  # expect: TEF103
""",
    "result-of-a-matmul": """\
def scores(query: Tensor, keys: Tensor) -> Tensor:
    return (keys @ query.unsqueeze(-1)).squeeze()  # expect: TEF103
""",
    "gathered-column": """\
def chosen(q: Tensor, actions: Tensor) -> Tensor:
    return q.gather(1, actions.unsqueeze(1)).squeeze()  # expect: TEF103
""",
    "optional-annotation-after-a-guard": Whole("""\
from typing import Optional

from torch import Tensor


def drop(x: Optional[Tensor]) -> Optional[Tensor]:
    if x is None:
        return None
    return x.squeeze()  # expect: TEF103
"""),
    "middle-of-a-chain": """\
def probabilities(logits: Tensor) -> Tensor:
    return logits.squeeze().softmax(dim=-1)  # expect: TEF103
""",
    "argument-of-a-loss": """\
def loss(pred: Tensor, target: Tensor) -> Tensor:
    return F.mse_loss(pred.squeeze(), target)  # expect: TEF103
""",
    "inside-a-lambda": """\
head = lambda x: torch.relu(x).squeeze()  # expect: TEF103
""",
    "inside-a-comprehension": """\
def drop_both(a: Tensor, b: Tensor) -> list[Tensor]:
    return [t.squeeze() for t in (a, b)]  # expect: TEF103
""",
    "conditional-expression": """\
def maybe_drop(x: Tensor, flat: bool) -> Tensor:
    return x.squeeze() if flat else x  # expect: TEF103
""",
    "walrus": """\
def flat_size(x: Tensor) -> tuple[Tensor, int]:
    return (y := x.squeeze()), y.dim()  # expect: TEF103
""",
    "under-try-and-no-grad": """\
def predict(model: nn.Module, x: Tensor) -> Tensor:
    try:
        with torch.no_grad():
            return model(x).squeeze()  # expect: TEF103
    except RuntimeError:
        return torch.zeros(1)
""",
    "nested-function": """\
def build():
    def drop(x: Tensor) -> Tensor:
        return x.squeeze()  # expect: TEF103

    return drop
""",
    "result-of-a-same-file-helper": """\
def project(x: Tensor, w: Tensor) -> Tensor:
    return torch.matmul(x, w)


def scores(x: Tensor, w: Tensor) -> Tensor:
    return project(x, w).squeeze()  # expect: TEF103
""",
    "narrowed-by-isinstance": """\
def drop(x):
    if not isinstance(x, torch.Tensor):
        return x
    return x.squeeze()  # expect: TEF103
""",
    "union-with-none": """\
def drop(mask: Tensor | None) -> Tensor | None:
    if mask is not None:
        mask = mask.squeeze()  # expect: TEF103
    return mask
""",
    "jaxtyped-column": Whole("""\
from jaxtyping import Float
from torch import Tensor


def drop(x: Float[Tensor, "batch 1"]):
    return x.squeeze()  # expect: TEF103 "name the dim: x.squeeze(1)"
"""),
    "sequential-output": """\
model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 1))


def predict(x: torch.Tensor) -> torch.Tensor:
    out = model(x)
    return torch.squeeze(out)  # expect: TEF103
""",
    "targets-of-a-loader": Whole("""\
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
"""),
    "registered-buffer": """\
class Mixer(nn.Module):
    def __init__(self, table: Tensor):
        super().__init__()
        self.register_buffer("table", table)

    def forward(self, x):
        return x + self.table.squeeze()  # expect: TEF103
""",
    "keepdim-mean": """\
def pooled(x: Tensor) -> Tensor:
    return x.mean(dim=(2, 3), keepdim=True).squeeze()  # expect: TEF103
""",
    "moved-afterwards-but-still-a-tensor": """\
def to_cpu(x: Tensor) -> Tensor:
    return x.squeeze().detach().cpu()  # expect: TEF103
""",
    "numel-of-another-tensor": """\
def drop(x: Tensor, weight: Tensor) -> Tensor:
    if weight.numel() == 1:
        return x.squeeze()  # expect: TEF103
    return x
""",
    "batch-dim-unknown-in-a-factory": """\
def state(x: Tensor) -> Tensor:
    batch, length, width = x.shape
    hidden = torch.zeros(batch, 1, width, device=x.device)
    return hidden.squeeze()  # expect: TEF103
""",
    "attribute-of-a-plain-class": """\
class Batch:
    def __init__(self, images: Tensor) -> None:
        self.images = images

    def flat(self) -> Tensor:
        return self.images.squeeze()  # expect: TEF103
""",
    "after-a-rank-test-for-matrices": """\
def drop(x: Tensor) -> Tensor:
    if x.dim() == 2:
        return x.squeeze()  # expect: TEF103
    return x
""",
    "sum-of-two-layers": """\
class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.left = nn.Conv1d(8, 1, 1)
        self.right = nn.Conv1d(8, 1, 1)

    def forward(self, x):
        return (self.left(x) + self.right(x)).squeeze()  # expect: TEF103
""",
    "scaled in place by what has all dims": """\
def scores(logits: Tensor, labels: Tensor, mask: Tensor) -> Tensor:
    found = logits.gather(2, labels.unsqueeze(2)).squeeze()  # expect: TEF103
    found *= mask
    return found
""",
    "a dim from the front afterwards": """\
def pairs(a: Tensor, b: Tensor) -> Tensor:
    both = torch.stack((a.unsqueeze(1), b.unsqueeze(1)), 1).squeeze()  # expect: TEF103
    return F.softmax(both, dim=1)
""",
    "indices of a table whose rows meet a loss": """\
def loss(logits: Tensor, target: Tensor) -> Tensor:
    n = logits.size(1)
    wanted = torch.eye(n)[target.squeeze().long()].contiguous()  # expect: TEF103, TEF410
    return F.binary_cross_entropy(logits, wanted)
""",
    "the best places of what is left index a tensor": """\
def best(x: Tensor, rows: Tensor, n: int) -> Tensor:
    scores = x.squeeze()  # expect: TEF103
    places = (scores.amax(-1) - scores.mean(-1)).topk(n)[1]
    return rows[places]
""",
    "one branch of what is totalled by row": """\
class Recall:
    def __call__(self, pred: Tensor, target: Tensor) -> Tensor:
        if pred.size(1) > 1:
            target = torch.eye(pred.size(1))[target.squeeze()]  # expect: TEF103
        return target.sum(dim=0)
""",
    "the last dim was reduced, so that none but the batch is left": """\
def log_probability(mean: Tensor, actions: Tensor) -> Tensor:
    return torch.squeeze(-(actions - mean).square().sum(dim=-1))  # expect: TEF103


def best(logits: Tensor) -> Tensor:
    return logits.max(dim=-1)[1].squeeze()  # expect: TEF103


def column(x: Tensor) -> Tensor:
    return x.sum(dim=-1, keepdim=True).squeeze()  # expect: TEF103
""",
    "dims that the caller chose were kept": """\
def deviation(x: Tensor, dim: int | None = None) -> Tensor:
    mean = torch.nanmean(x, dim=dim, keepdim=True)
    spread = torch.nanmean((x - mean) ** 2, dim=dim, keepdim=True).sqrt()
    return spread.squeeze() if dim is None else spread  # expect: TEF103
""",
    "a first dim known to be one": Whole("""\
from jaxtyping import Float
from torch import Tensor


def grid(x: Float[Tensor, "1 cells"]):
    return x.squeeze()  # expect: TEF103
"""),
    "one of the things that a dict holds": """\
class Actor(nn.Module):
    def forward(self, x: Tensor):
        values = self.critic(x)
        found = {"values": torch.squeeze(values), "states": x}  # expect: TEF103
        return found
""",
    "where a test asks for a batch": """\
class Player:
    def act(self, actions: Tensor) -> Tensor:
        if not self.has_batch_dimension:
            actions = torch.squeeze(actions)  # expect: TEF103
        return actions

    def act_alone(self, actions: Tensor, observation: Tensor) -> Tensor:
        if observation.dim() == 3:
            return torch.squeeze(actions)  # expect: TEF103
        return actions
""",
    "after the function made a batch of one itself": """\
class Vocoder(nn.Module):
    def forward(self, x: dict[str, Tensor], mask: Tensor) -> Tensor:
        x["code"] = x["code"][mask].unsqueeze(dim=0)
        return self.model(**x).detach().squeeze()  # expect: TEF103
""",
    "rows by a tensor of indices": """\
def matched(strides: Tensor, indices: Tensor, rows: Tensor) -> Tensor:
    return rows * strides.squeeze()[indices]  # expect: TEF103
""",
    "a first dim that the function gave it": """\
def envelope(window: Tensor, audio: Tensor, frames: int) -> Tensor:
    wide = window.square().expand(1, frames, -1).transpose(1, 2)
    return F.fold(wide, (1, 10), (1, 4)).squeeze()  # expect: TEF103
""",
    "a part of a signal": """\
def trimmed(envelope: Tensor, audio: Tensor, padding: int) -> Tensor:
    return audio / envelope.squeeze()[padding:-padding]  # expect: TEF103
""",
    "places of what a mask has": """\
def places(mask: Tensor) -> Tensor:
    return mask.nonzero().repeat((2, 1)).squeeze()  # expect: TEF103
""",
    "transposed after its last dim was reduced": """\
def recall(similarity: Tensor) -> Tensor:
    return similarity.sum(-1).transpose(0, 1).squeeze()  # expect: TEF103
""",
    "where the first dim was tested to be one": """\
def probability(tau: Tensor, p: Tensor) -> Tensor:
    if tau.shape[0] == 1:
        return p.squeeze()  # expect: TEF103
    return p


def column(tau: Tensor, p: Tensor) -> Tensor:
    if tau.size(1) == 1:
        return p.squeeze()  # expect: TEF103
    return p
""",
    "a dim handed through, or none": """\
def squeeze(array: Tensor, axis: int | None = None) -> Tensor:
    return array.squeeze() if axis is None else array.squeeze(dim=axis)  # expect: TEF103
""",
    "a product that is given its shape": """\
def masks(embedding: Tensor, x: Tensor) -> Tensor:
    b, c, h, w = x.shape
    return (embedding.squeeze() @ x.flatten(2)).view(b, -1, h, w)  # expect: TEF103
""",
    "moved to the host and returned": """\
def waveform(x: Tensor) -> Tensor:
    return torch.clamp(x, min=-1.0, max=1.0).squeeze().cpu()  # expect: TEF103


def classes(x: Tensor, table: Tensor) -> Tensor:
    return table[x.squeeze().cpu()].sum(0)  # expect: TEF103
""",
    "arithmetic with what has all dims gives them back": """\
def margin(logits: Tensor, target: Tensor, threshold: Tensor) -> Tensor:
    chosen = logits.gather(1, target.unsqueeze(1)).squeeze()  # expect: TEF103
    return torch.clamp(threshold / 2 - chosen + 0.5, min=0.0)


def both(logits: Tensor, threshold: Tensor) -> Tensor:
    level = threshold.squeeze()  # expect: TEF103
    return logits.squeeze() - level  # expect: TEF103
""",
    "written over entries of another tensor": """\
def decode(tokens: Tensor, logits: Tensor, i: int) -> None:
    tokens[:, i] = logits.squeeze().argmax(-1)  # expect: TEF103
""",
    "a loss against twice as many labels as the batch has samples": """\
def loss(logits: Tensor, x: Tensor) -> Tensor:
    likelihood = torch.sigmoid(logits).squeeze()  # expect: TEF103
    labels = torch.ones(2 * x.shape[0])
    labels[1::2] = 0.0
    return nn.BCELoss()(likelihood, labels)  # expect: TEF310
""",
    "a front dim that comes back": """\
def restored(x: Tensor) -> Tensor:
    return x.squeeze().unsqueeze(0)  # expect: TEF103
""",
    "joined with rows that have all dims": """\
def encoded(reference: Tensor, speaker: Tensor) -> Tensor:
    speaker = torch.squeeze(speaker)  # expect: TEF103
    return torch.cat([reference, speaker], dim=-1)


def both(a: Tensor, b: Tensor) -> Tensor:
    a = a.squeeze()  # expect: TEF103
    b = b.squeeze()  # expect: TEF103
    return torch.cat([a, b], dim=-1)
""",
    "rows that are counted": """\
class Survival:
    def curve(self, hazards: Tensor) -> Tensor:
        hazards = hazards.exp().squeeze()  # expect: TEF103
        return torch.empty(len(hazards), 4)
""",
    "columns by place": """\
def views(batch: list[Tensor]) -> tuple[Tensor, Tensor]:
    first = torch.stack(batch).squeeze()[:, 0]  # expect: TEF103
    return first, torch.stack(batch).squeeze()[..., 0]  # expect: TEF103
""",
    "a loss that checks the shapes, and one that takes the mean": """\
def divergence(a: Tensor, b: Tensor, teacher: Tensor) -> Tensor:
    both = torch.stack((a.unsqueeze(1), b.unsqueeze(1)), dim=1).squeeze()  # expect: TEF103
    return F.kl_div(both, teacher, reduction="batchmean")


def error(x: Tensor, target: Tensor) -> Tensor:
    return F.l1_loss(x.exp().squeeze(), target)  # expect: TEF103
""",
    "one of several indices, which are broadcast": """\
def sorted_rows(weights: Tensor, places: Tensor) -> Tensor:
    rows = torch.arange(weights.shape[0]).unsqueeze(1)
    return weights[rows, places.flip(1).squeeze()].sum(1)  # expect: TEF103
""",
    "a helper put the first dim in": """\
def preprocess(wave: Tensor) -> Tensor:
    return torch.log(wave.unsqueeze(0) + 1e-5)


def shortened(wave: Tensor, n: int) -> Tensor:
    mel = preprocess(wave).squeeze()  # expect: TEF103
    return mel[:, :n]
""",
}

LEAVE: dict[str, str] = {
    "dim-by-position": """\
def drop(x: Tensor) -> Tensor:
    return x.squeeze(-1)
""",
    "dim-by-keyword": """\
def drop(x: torch.Tensor) -> torch.Tensor:
    return torch.squeeze(x, dim=1)
""",
    "several-dims": """\
def drop(x: Tensor) -> Tensor:
    return x.squeeze((2, 3))
""",
    "in-place-with-a-dim": """\
def drop(x: Tensor) -> Tensor:
    x.squeeze_(0)
    return x
""",
    "vector": """\
v = torch.arange(10)
w = v.squeeze()
""",
    "turned-into-a-number": """\
def value(x: Tensor) -> float:
    return x.squeeze().item()
""",
    "turned-into-a-list": """\
def values(x: Tensor) -> list:
    return x.squeeze().tolist()
""",
    "turned-into-an-array": """\
def to_image(x: Tensor):
    return x.squeeze().numpy()
""",
    "detached-and-moved-before-the-array": """\
def to_image(x: Tensor):
    return torch.squeeze(x).detach().cpu().numpy()
""",
    "every-dim-known": """\
kernel = torch.ones(1, 3, 3)
plane = kernel.squeeze()
""",
    "after-a-numel-test": """\
def scalar(x: Tensor) -> Tensor:
    if x.numel() == 1:
        return x.squeeze()
    raise ValueError("expected one element")
""",
    "numpy-array": Whole("""\
import numpy as np
import torch


def load(path: str) -> torch.Tensor:
    array = np.load(path).squeeze()
    return torch.from_numpy(array)
"""),
    "numpy-function": Whole("""\
import numpy as np
import torch


def load(array: np.ndarray) -> torch.Tensor:
    return torch.from_numpy(np.squeeze(array))
"""),
    "unknown-object": """\
DTYPE = torch.float32


def prepare(item):
    return item.squeeze()
""",
    "pandas-frame": Whole("""\
import pandas as pd
import torch


def column(path: str) -> torch.Tensor:
    series = pd.read_csv(path, usecols=["y"]).squeeze()
    return torch.tensor(series.tolist())
"""),
    "user-class-with-squeeze": """\
class Lemon:
    def squeeze(self):
        return "juice"


lemon = Lemon()
juice = lemon.squeeze()
bag = torch.zeros(2)
""",
    "negative-and-named-dim": """\
def drop(x: Tensor, dim: int) -> Tensor:
    return torch.squeeze(x, dim).squeeze(-1)
""",
    "tuple-of-dims-by-keyword": """\
def drop(x: Tensor) -> Tensor:
    return torch.squeeze(x, dim=(0, 1))
""",
    "dims-handed-through": """\
def drop(x: Tensor, dims: tuple[int, ...]) -> Tensor:
    return x.squeeze(dims)
""",
    "jaxtyped-vector": Whole("""\
from jaxtyping import Float
from torch import Tensor


def drop(x: Float[Tensor, "n"]):
    return x.squeeze()
"""),
    "row-of-a-matrix": """\
table = torch.randn(6, 4)
row = table[0].squeeze()
""",
    "zero-dim-tensor": """\
t = torch.tensor(1.5).squeeze()
""",
    "flattened-first": """\
def drop(x: Tensor) -> Tensor:
    return x.flatten().squeeze()
""",
    "rank-asserted-to-be-one": """\
def drop(x: Tensor) -> Tensor:
    assert x.dim() == 1
    return x.squeeze()
""",
    "literal-column": """\
column = torch.zeros(4, 1)
flat = torch.squeeze(column)
""",
    "literal-parameter": """\
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
def value(x: Tensor) -> float:
    return x.squeeze().detach().cpu().item()
""",
    "moved-before-the-list": """\
def values(x: Tensor) -> list:
    return x.squeeze().cpu().tolist()
""",
    "numel-asserted": """\
def scalar(x: Tensor) -> Tensor:
    assert x.numel() == 1
    return x.squeeze()
""",
    "other-counts-raise": """\
def scalar(x: Tensor) -> Tensor:
    if x.numel() != 1:
        raise ValueError("expected one element")
    return x.squeeze()
""",
    "conditional-on-numel": """\
def scalar_or_same(x: Tensor) -> Tensor:
    return x.squeeze() if x.numel() == 1 else x
""",
    "image-array": Whole("""\
import numpy as np
import torch
from PIL import Image


def load(path: str) -> torch.Tensor:
    pixels = np.asarray(Image.open(path)).squeeze()
    return torch.from_numpy(pixels.copy())
"""),
    "array-made-from-a-tensor": """\
def to_image(x: Tensor):
    array = x.detach().cpu().numpy()
    return array.squeeze()
""",
    "xarray-dataset": Whole("""\
import torch
import xarray as xr


def load(path: str) -> torch.Tensor:
    data = xr.open_dataset(path).squeeze()
    return torch.tensor(data["t"].values.tolist())
"""),
    "local-function-named-squeeze": """\
def squeeze(words: list[str]) -> str:
    return "".join(words)


text = squeeze(["a", "b"])
codes = torch.tensor([ord(c) for c in text])
""",
    "parameter-named-torch": Whole("""\
import torch.nn.functional as F


def drop(torch, x):
    return torch.squeeze(x)


def relu(x):
    return F.relu(x)
"""),
    "unsqueeze": """\
def batched(x: Tensor) -> Tensor:
    return x.unsqueeze(0)
""",
    "squeeze-with-dim-in-a-model": """\
class Regressor(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(32, 1)

    def forward(self, x):
        return self.head(x).squeeze(dim=-1)
""",
    "shape-asserted": """\
def drop(x: Tensor) -> Tensor:
    assert x.shape == (1, 3)
    return x.squeeze()
""",
    "rank-tested-to-be-one": """\
def drop(x: Tensor) -> Tensor:
    if x.ndim == 1:
        return x.squeeze()
    return x
""",
    "both sides of a loss": """\
def loss(pred: Tensor, target: Tensor) -> Tensor:
    return F.mse_loss(pred.squeeze(), target.squeeze())
""",
    "a batch dim that the function put in front itself": """\
def predict(model: nn.Module, image: Tensor) -> Tensor:
    return model(image[None]).squeeze()
""",
    "gathered, and squeezed by its dim": """\
def chosen(logits: Tensor, labels: Tensor, mask: Tensor) -> Tensor:
    found = logits.gather(2, labels.unsqueeze(2)).squeeze(2)
    found *= mask
    return found
""",
    "where its own first dim is one": """\
def drop(x: Tensor) -> Tensor:
    return x.squeeze() if x.shape[0] == 1 else x
""",
    "read as a list after it was moved": """\
def values(x: Tensor) -> list:
    return torch.squeeze(x.sum(-1)).cpu().tolist()
""",
}
