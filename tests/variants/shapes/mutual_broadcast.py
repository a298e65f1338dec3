"""TEF104 mutual-broadcast: programs that must be flagged and near misses that must stay silent.

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
    "thresholds of the module, and values of the batch": """\
class Ordinal(nn.Module):
    def __init__(self, classes: int):
        super().__init__()
        self.score = nn.Linear(8, 1)
        self.gaps = nn.Parameter(torch.ones(classes - 1))

    def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        return torch.cat([self.score(x) - self.gaps.cumsum(0), y[:, None] - y], dim=1)  # expect: TEF104?
""",
    "literal-column-plus-vector": """\
a = torch.ones(2, 1)
b = torch.ones(2)
c = a + b  # expect: TEF104
""",
    "mse-loss-of-column-and-vector": """\
pred = torch.randn(32, 1)
target = torch.randn(32)
loss = F.mse_loss(pred, target)  # expect: TEF104
""",
    "l1-loss": Whole("""\
import torch
from torch.nn.functional import l1_loss

pred = torch.randn(8, 1)
target = torch.randn(8)
loss = l1_loss(pred, target)  # expect: TEF104
"""),
    "smooth-l1-loss-by-keyword": """\
pred = torch.randn(8, 1)
target = torch.randn(8)
loss = F.smooth_l1_loss(input=pred, target=target)  # expect: TEF104
""",
    "huber-loss": """\
pred = torch.rand(64, 1)
target = torch.rand(64)
loss = torch.nn.functional.huber_loss(pred, target, delta=0.5)  # expect: TEF104
""",
    "mse-module": """\
criterion = nn.MSELoss()
pred = torch.randn(16, 1)
target = torch.randn(16)
loss = criterion(pred, target)  # expect: TEF104
""",
    "l1-module-called-at-once": Whole("""\
import torch
import torch.nn as nn

pred = torch.randn(16, 1)
target = torch.randn(16)
loss = nn.L1Loss()(pred, target)  # expect: TEF104
"""),
    "symbolic-rows-from-size": """\
def noise(x: Tensor) -> Tensor:
    n = x.size(0)
    scale = torch.rand(n, 1, device=x.device)
    shift = torch.rand(n, device=x.device)
    return scale * shift  # expect: TEF104
""",
    "symbolic-rows-from-unpacked-shape": """\
def noise(x: Tensor) -> Tensor:
    b, c = x.shape
    scale = torch.rand(b, 1, device=x.device)
    shift = torch.rand(b, device=x.device)
    return scale - shift  # expect: TEF104
""",
    "comparison": """\
scores = torch.rand(10, 1)
labels = torch.rand(10)
hits = scores > labels  # expect: TEF104
""",
    "equality-for-accuracy": """\
pred = torch.randint(0, 5, (20, 1))
labels = torch.randint(0, 5, (20,))
correct = (pred == labels).sum()  # expect: TEF104
""",
    "linear-with-one-output-against-a-vector": """\
model = nn.Linear(10, 1)
x = torch.randn(32, 10)
y = torch.randn(32)
loss = F.mse_loss(model(x), y)  # expect: TEF104
""",
    "hand-written-error-of-a-linear-output": """\
model = nn.Linear(10, 1)
x = torch.randn(32, 10)
y = torch.randn(32)
loss = ((model(x) - y) ** 2).mean()  # expect: TEF104
loss.backward()
""",
    "function-form-of-the-operator": """\
a = torch.randn(4, 1)
b = torch.randn(4)
c = torch.sub(a, b)  # expect: TEF104
""",
    "method-form-of-the-operator": Whole("""\
import torch as th

a = th.randn(4, 1)
b = th.randn(4)
c = a.mul(b)  # expect: TEF104
"""),
    "vector-on-the-left": """\
y = torch.linspace(0.0, 1.0, 100)
pred = torch.zeros(100, 1)
error = y - pred  # expect: TEF104
""",
    "smooth-l1-module": """\
criterion = nn.SmoothL1Loss(beta=0.5)
pred = torch.zeros(12, 1)
target = torch.ones(12)
loss = criterion(input=pred, target=target)  # expect: TEF104
""",
    "huber-module": Whole("""\
import torch
from torch.nn import HuberLoss

huber = HuberLoss()
pred = torch.zeros(12, 1)
target = torch.ones(12)
loss = huber(pred, target)  # expect: TEF104
"""),
    "criterion-attribute": """\
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
model = nn.Sequential(nn.Linear(6, 32), nn.ReLU(), nn.Linear(32, 1))
x = torch.randn(64, 6)
y = torch.rand(64)
error = model(x) - y  # expect: TEF104
""",
    "model-class-with-one-output": """\
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
def initial(n: int) -> Tensor:
    return torch.zeros(n, 1)


error = initial(20) - torch.rand(20)  # expect: TEF104
""",
    "matrix-product-with-a-column": """\
x = torch.randn(40, 5)
w = torch.randn(5, 1)
y = torch.randn(40)
residual = x @ w - y  # expect: TEF104
""",
    "embedding-of-width-one": """\
bias = nn.Embedding(100, 1)
users = torch.randint(0, 100, (32,))
ratings = torch.rand(32)
error = ratings - bias(users)  # expect: TEF104
""",
    "gathered-action-values": """\
values = torch.randn(32, 4)
actions = torch.randint(0, 4, (32, 1))
rewards = torch.rand(32)
chosen = values.gather(1, actions)
loss = F.smooth_l1_loss(chosen, rewards)  # expect: TEF104
""",
    "first-column-kept-as-a-slice": """\
x = torch.randn(16, 4)
y = torch.randn(16)
gap = x[:, :1] - y  # expect: TEF104
""",
    "middle-dim-of-size-one": """\
keys = torch.randn(4, 1, 3)
offset = torch.randn(4, 3)
moved = keys + offset  # expect: TEF104?
""",
    "division": """\
totals = torch.rand(9, 1)
counts = torch.ones(9)
rates = totals / counts  # expect: TEF104
""",
    "power": """\
base = torch.rand(9, 1)
exponent = torch.rand(9)
out = base ** exponent  # expect: TEF104
""",
    "equality-function": """\
pred = torch.randint(0, 3, (25, 1))
labels = torch.randint(0, 3, (25,))
hits = torch.eq(pred, labels)  # expect: TEF104
""",
    "accuracy-read-as-a-number": """\
pred = torch.randint(0, 3, (25, 1))
labels = torch.randint(0, 3, (25,))
accuracy = (pred == labels).float().mean().item()  # expect: TEF104
""",
    "length-as-a-symbolic-dim": """\
def start(x: Tensor) -> Tensor:
    n = len(x)
    column = torch.zeros(n, 1, device=x.device)
    vector = torch.ones(n, device=x.device)
    return column + vector  # expect: TEF104
""",
    "shape-item-as-a-symbolic-dim": """\
def start(x: Tensor) -> Tensor:
    column = torch.rand((x.shape[0], 1), device=x.device)
    vector = torch.rand(x.shape[0], device=x.device)
    return torch.add(column, vector)  # expect: TEF104
""",
    "inside-a-nested-function-and-try": """\
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
    "inside-a-lambda-and-a-method-chain": Whole("""\
import torch as th

pred = th.randn(8, 1)
target = th.randn(8)
error = lambda: pred.sub(target).abs()  # expect: TEF104
"""),
    "jaxtyped-inputs-of-a-linear-head": Whole("""\
import torch.nn.functional as F
from jaxtyping import Float
from torch import Tensor, nn

head = nn.Linear(10, 1)


def loss(x: Float[Tensor, "n d"], y: Float[Tensor, "n"]):
    return F.mse_loss(head(x), y)  # expect: TEF104
"""),
    "unreduced-loss": """\
pred = torch.randn(8, 1)
target = torch.randn(8)
per_sample = F.mse_loss(pred, target, reduction="none")  # expect: TEF104
""",
    "target-is-a-column-of-the-data": """\
data = torch.randn(200, 5)
x, y = data[:, :4], data[:, 4]
model = nn.Linear(4, 1)
loss = F.mse_loss(model(x), y)  # expect: TEF104
""",
    "shapes-asserted": """\
def loss(pred: Tensor, target: Tensor) -> Tensor:
    assert pred.shape == (32, 1)
    assert target.shape == (32,)
    return F.mse_loss(pred, target)  # expect: TEF104
""",
    "inside-a-comprehension-over-losses": """\
pred = torch.randn(8, 1)
target = torch.randn(8)
errors = [p * F.huber_loss(pred, target) for p in (0.1, 0.5)]  # expect: TEF104
""",
    "one feature of an input of unknown rank": """\
def f(batch, y: torch.Tensor):
    head = nn.Linear(8, 1)
    assert y.dim() == 1
    return F.mse_loss(head(batch), y)  # expect: TEF104
""",
    "what the message says to write": """\
def gap() -> Tensor:
    a, b = torch.rand(8, 1), torch.rand(8)
    return a - b  # expect: TEF104 "a of shape (8, 1) and b of shape (8,) broadcast to a matrix; use a.squeeze(-1)"
""",
}

LEAVE: dict[str, str] = {
    "thresholds of the module, with a dim": """\
class Ordinal(nn.Module):
    def __init__(self, classes: int):
        super().__init__()
        self.score = nn.Linear(8, 1)
        self.gaps = nn.Parameter(torch.ones(classes - 1))

    def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        return self.score(x) - self.gaps.cumsum(0)[None]
""",
    "row-vector-under-a-matrix": """\
x = torch.randn(32, 16)
bias = torch.randn(16)
out = x + bias
""",
    "column-under-a-matrix": """\
x = torch.randn(32, 16)
weight = torch.rand(32, 1)
out = x * weight
""",
    "explicit-unsqueeze": """\
a = torch.randn(5)
table = a.unsqueeze(1) - a
""",
    "explicit-none-index": """\
a = torch.arange(6)
mask = a[:, None] >= a
""",
    "view-as-column": """\
a = torch.rand(7)
table = a.view(-1, 1) * a
""",
    "keepdim-norms-and-their-transpose": """\
x = torch.randn(10, 3)
sq = (x ** 2).sum(dim=1, keepdim=True)
pair = sq + sq.t()
""",
    "column-with-row": """\
column = torch.randn(4, 1)
row = torch.randn(1, 6)
table = column + row
""",
    "dims-of-different-tensors": """\
def table(x: Tensor, y: Tensor) -> Tensor:
    left = torch.ones(x.size(0), 1, device=x.device)
    right = torch.ones(y.size(0), device=y.device)
    return left * right
""",
    "squeezed-prediction": """\
model = nn.Linear(10, 1)
x = torch.randn(32, 10)
y = torch.randn(32)
loss = F.mse_loss(model(x).squeeze(-1), y)
""",
    "target-as-column": """\
model = nn.Linear(10, 1)
x = torch.randn(32, 10)
y = torch.randn(32)
loss = F.mse_loss(model(x), y.unsqueeze(1))
""",
    "same-column-shape": """\
pred = torch.randn(32, 1)
target = torch.randn(32, 1)
loss = F.mse_loss(pred, target)
""",
    "unknown-target": """\
model = nn.Linear(10, 1)


def loss(x: Tensor, y: Tensor) -> Tensor:
    return F.mse_loss(model(x), y)
""",
    "numpy-arrays": Whole("""\
import numpy as np
import torch

a = np.ones((3, 1))
b = np.ones(3)
t = torch.from_numpy(a + b)
"""),
    "several-outputs": """\
model = nn.Linear(10, 4)
x = torch.randn(32, 10)
labels = torch.randint(0, 4, (32,))
loss = F.cross_entropy(model(x), labels)
""",
    "length-mask": """\
def padding_mask(lengths: Tensor, size: int) -> Tensor:
    steps = torch.arange(size, device=lengths.device)
    return steps[None, :] < lengths[:, None]
""",
    "outer-product-by-name": """\
a = torch.rand(5)
b = torch.rand(5)
table = torch.outer(a, b)
""",
    "matrix-with-scalars": """\
x = torch.randn(32, 1)
scaled = 2.0 * x + torch.tensor(0.5)
""",
    "single-elements": """\
a = torch.randn(1, 1)
b = torch.randn(1)
c = a + b
""",
    "reshape-as-column": """\
a = torch.rand(7)
table = a.reshape(-1, 1) - a
""",
    "grid-of-coordinates": """\
ys = torch.arange(16)
xs = torch.arange(16)
index = ys[:, None] * 16 + xs
""",
    "pairwise-differences": """\
points = torch.randn(20, 3)
delta = points[:, None, :] - points[None, :, :]
""",
    "pairwise-by-unsqueeze-on-both-sides": """\
def same_label(labels: Tensor) -> Tensor:
    return labels.unsqueeze(0) == labels.unsqueeze(1)
""",
    "causal-mask": """\
def causal_mask(size: int) -> torch.Tensor:
    steps = torch.arange(size)
    return steps.view(-1, 1) >= steps
""",
    "named-unsqueeze": """\
values = torch.randn(12)
column = values.unsqueeze(-1)
products = column * values
""",
    "target-viewed-as-the-prediction": """\
pred = torch.randn(32, 1)
target = torch.randn(32)
loss = F.mse_loss(pred, target.view_as(pred))
""",
    "flattened-prediction": """\
pred = torch.randn(32, 1)
target = torch.randn(32)
loss = F.mse_loss(pred.flatten(), target)
""",
    "prediction-viewed-as-a-vector": """\
model = nn.Linear(4, 1)
x = torch.randn(32, 4)
y = torch.randn(32)
loss = nn.L1Loss()(model(x).view(-1), y)
""",
    "first-column-by-index": """\
model = nn.Linear(4, 1)
x = torch.randn(32, 4)
y = torch.randn(32)
error = model(x)[:, 0] - y
""",
    "squeezed-inside-the-model": """\
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
model = nn.Linear(6, 1)
x = torch.randn(64, 6)
y = torch.rand(64, 1)
loss = nn.HuberLoss()(model(x), y)
""",
    "outer-product-as-a-matrix-product": """\
column = torch.randn(4, 1)
row = torch.randn(1, 4)
table = column @ row
""",
    "keepdim-maximum": """\
scores = torch.randn(8, 5)
shifted = scores - scores.amax(dim=1, keepdim=True)
""",
    "shapes-unknown": """\
def gap(a: Tensor, b: Tensor) -> Tensor:
    return a - b
""",
    "vectors": """\
a = torch.randn(10)
b = torch.randn(10)
gap = a - b
close = a > b
""",
    "user-class-with-a-shape": """\
class Grid:
    def __init__(self, *shape: int) -> None:
        self.shape = shape

    def __add__(self, other: "Grid") -> "Grid":
        return Grid(*self.shape, *other.shape)


grid = Grid(4, 1) + Grid(4)
cells = torch.zeros(grid.shape)
""",
    "python-lists": """\
a = [[0.0], [1.0]]
b = [[2.0]]
t = torch.tensor(a + b)
""",
    "different-batches-of-symbolic-size": """\
def kernel(left: Tensor, right: Tensor) -> Tensor:
    n, m = left.size(0), right.size(0)
    rows = torch.zeros(n, 1, device=left.device)
    columns = torch.zeros(m, device=right.device)
    return rows + columns
""",
    "stacked-columns": """\
a = torch.randn(8, 1)
b = torch.randn(8, 1)
joined = torch.cat([a, b], dim=1)
difference = a - b
""",
    "rank-of-the-target-unknown": """\
class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(16, 1)

    def forward(self, features: Tensor, returns: Tensor) -> Tensor:
        return F.smooth_l1_loss(self.head(features), returns)
""",
    "expanded-column": """\
column = torch.randn(4, 1)
bias = torch.randn(6)
table = column.expand(-1, 6) + bias
""",
    "one number against one feature of an input of unknown rank": """\
def f(batch):
    head = nn.Linear(8, 1)
    return head(batch) - torch.zeros(1)
""",
    "one sample of one feature": """\
def f(x: torch.Tensor, y: torch.Tensor):
    assert y.dim() == 1
    scores = nn.Linear(8, 1)(x.view(1, 8))
    return scores - y
""",
    "annotated as a column and a row": Whole("""\
from jaxtyping import Float
from torch import Tensor


def outer(a: Float[Tensor, "n 1"], b: Float[Tensor, "1 n"]):
    return a - b
"""),
}
