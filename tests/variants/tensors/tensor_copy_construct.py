"""TEF401 tensor-copy-construct: programs that must be flagged and near misses that must stay silent.

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
    "a method that reads its own items": """\
class Kept(torch.utils.data.Dataset):
    def __init__(self, path):
        self.images, self.targets = torch.load(path, weights_only=True), torch.zeros(3)

    def __getitem__(self, index):
        return self.targets[index], self.targets[index]

    def __len__(self):
        return 3

    def kept(self):
        return [torch.tensor(self.__getitem__(i)[1]) for i in range(len(self))]  # expect: TEF401
""",
    "new_tensor of what gets the dtype and the device of another": """\
def augmented(x: torch.Tensor, y: torch.Tensor, rows, and_very_many_more_of_these_rows):
    scale = x.new_tensor(torch.from_numpy(rows + and_very_many_more_of_these_rows))  # expect: TEF401 "clone().to(x)"
    y = torch.relu(y)
    shift = x.new_tensor(  # expect: TEF401 "with detach().to(x)"
        torch.relu(torch.from_numpy(rows)) * len(and_very_many_more_of_these_rows) + y * 1234567890
    )
    sums = torch.tensor(  # expect: TEF401 "needs no copy"
        torch.relu(torch.from_numpy(rows)) * len(and_very_many_more_of_these_rows) + y * 1234567890
    )
    return scale, shift, sums
""",
    "tests for numbers of which one is about something else": """\
def power(other):
    signal = torch.rand(3)
    if isinstance(other, float) or isinstance(other, int):
        signal = torch.tensor(signal)  # expect: TEF401
    if isinstance(signal, float) or isinstance(other, int):
        other = torch.tensor(signal)  # expect: TEF401
    return signal, other
""",
    "where assignments are written in other ways": """\
def annotated(n: int):
    x = torch.rand(n)
    t: Tensor = torch.tensor(x)  # expect: TEF401
    return t


def several(n: int):
    x = torch.rand(n)
    a, b = torch.tensor(x), 1  # expect: TEF401
    c = d = torch.tensor(x)  # expect: TEF401
    return a, b, c, d


def within(n: int):
    x = torch.rand(n)
    if (y := torch.tensor(x)).sum() > 0:  # expect: TEF401
        return y
    return None
""",
    "in a demonstration, and in a function": """\
def rows(n: int):
    return torch.tensor(torch.arange(n))  # expect: TEF401


if __name__ == "__main__":
    x = torch.from_numpy(draw(4))
    x = torch.tensor(x)  # expect: TEF401?
    print(rows(4), x)
""",
    "a batch of a TensorDataset": """\
from torch.utils.data import DataLoader, Subset, TensorDataset, random_split


def train(net, x, y):
    data = TensorDataset(x, y)
    for xb, yb in DataLoader(data, batch_size=10, shuffle=True):
        target = torch.tensor(yb, dtype=torch.long)  # expect: TEF401 "copies a tensor"
        F.cross_entropy(net(xb), target).backward()
    part, rest = random_split(data, [0.8, 0.2])
    for xb, yb in DataLoader(part):
        net(xb, torch.tensor(yb))  # expect: TEF401
    xb, yb = next(iter(DataLoader(Subset(rest, range(3)), collate_fn=None)))
    return net(xb, torch.tensor(yb))  # expect: TEF401
""",
    "what a loop adds to": """\
def total(rows):
    t, s = torch.zeros(3), torch.ones(3)
    for row in rows:
        t += row
    while s.sum(dim=None) > 1:
        s = s / 2
    return torch.tensor(t), torch.tensor(s)  # expect: TEF401 # expect: TEF401
""",
    "an annotated tensor that a loop adds to": """\
def total(t: Tensor, rows):
    for row in rows:
        t = t + row
    return torch.tensor(t)  # expect: TEF401?
""",
    "tutorial curve fit": """\
w = torch.tensor(torch.randn([3, 1]), requires_grad=True)  # expect: TEF401
""",
    "tensor through a name": """\
base = torch.arange(10)
copy = torch.tensor(base)  # expect: TEF401
""",
    "each of a list": """\
rows = [torch.rand(3), torch.rand(3)]
copies = list(map(torch.tensor, rows))  # expect: TEF401
""",
    "annotated parameter": """\
def copy(t: Tensor) -> Tensor:
    return torch.tensor(t)  # expect: TEF401?
""",
    "qualified annotation": """\
def copy(t: torch.Tensor) -> torch.Tensor:
    return torch.tensor(t)  # expect: TEF401?
""",
    "annotation in a string": Whole("""\
import torch


def copy(t: "torch.Tensor"):
    return torch.tensor(t)  # expect: TEF401?
"""),
    "optional tensor after the guard": Whole("""\
from typing import Optional

import torch
from torch import Tensor


def copy(t: Optional[Tensor]):
    if t is None:
        return None
    return torch.tensor(t)  # expect: TEF401?
"""),
    "tensor or None": """\
def copy(t: torch.Tensor | None):
    if t is not None:
        t = torch.tensor(t)  # expect: TEF401?
    return t
""",
    "jaxtyping annotation": Whole("""\
import torch
from jaxtyping import Float
from torch import Tensor


def copy(t: Float[Tensor, "b n"]):
    return torch.tensor(t)  # expect: TEF401?
"""),
    "torch imported under another name": Whole("""\
import torch as th

base = th.zeros(4)
copy = th.tensor(base)  # expect: TEF401
"""),
    "tensor imported from torch": Whole("""\
from torch import randn, tensor

w = tensor(randn(3, 1), requires_grad=True)  # expect: TEF401
"""),
    "tensor imported under another name": Whole("""\
from torch import ones
from torch import tensor as make

copy = make(ones(3))  # expect: TEF401
"""),
    "keyword argument": """\
def copy(t: torch.Tensor):
    return torch.tensor(data=t)  # expect: TEF401?
""",
    "with a dtype": """\
def as_double(t: torch.Tensor):
    return torch.tensor(t, dtype=torch.float64)  # expect: TEF401?
""",
    "with a device": """\
def move(t: torch.Tensor, device: torch.device):
    return torch.tensor(t, device=device)  # expect: TEF401?
""",
    "then moved": """\
def move(t: torch.Tensor, device: torch.device):
    return torch.tensor(t).to(device)  # expect: TEF401?
""",
    "leaf that requires grad": """\
def leaf(start: torch.Tensor):
    point = torch.tensor(start, requires_grad=True)  # expect: TEF401?
    return point
""",
    "new_tensor": """\
def like(x: torch.Tensor, t: torch.Tensor):
    return x.new_tensor(t)  # expect: TEF401?
""",
    "new_tensor of a fresh tensor": """\
x = torch.rand(3)
y = x.new_tensor(torch.arange(3))  # expect: TEF401
""",
    "new_tensor by keyword": """\
def like(x: torch.Tensor, t: torch.Tensor):
    return x.new_tensor(data=t, dtype=torch.int64)  # expect: TEF401?
""",
    "parameter of a copy": """\
class Scale(nn.Module):
    def __init__(self, init: torch.Tensor):
        super().__init__()
        self.scale = nn.Parameter(torch.tensor(init))  # expect: TEF401?

    def forward(self, x):
        return x * self.scale
""",
    "parameter of a fresh tensor": Whole("""\
import torch
import torch.nn as nn

weight = nn.Parameter(torch.tensor(torch.ones(4, 4)))  # expect: TEF401
"""),
    "buffer of a copy": """\
class Norm(nn.Module):
    def __init__(self, mean: torch.Tensor):
        super().__init__()
        self.register_buffer("mean", torch.tensor(mean))  # expect: TEF401?

    def forward(self, x):
        return x - self.mean
""",
    "row of a tensor": """\
def first(t: torch.Tensor):
    return torch.tensor(t[0])  # expect: TEF401?
""",
    "slice of a tensor": """\
def head(t: torch.Tensor):
    return torch.tensor(t[:, :4])  # expect: TEF401?
""",
    "sum of tensors": """\
def offset(a: torch.Tensor, b: torch.Tensor):
    return torch.tensor(a + b)  # expect: TEF401?
""",
    "comparison of a tensor": """\
def positive(t: torch.Tensor):
    return torch.tensor(t > 0)  # expect: TEF401?
""",
    "reduction over a dim": """\
def means(t: torch.Tensor):
    return torch.tensor(t.mean(dim=0))  # expect: TEF401
""",
    "index of the maximum": """\
def labels(scores: torch.Tensor):
    return torch.tensor(scores.argmax(dim=1))  # expect: TEF401
""",
    "unpacked maximum": """\
def best(scores: torch.Tensor):
    values, index = scores.max(dim=1)
    return torch.tensor(values)  # expect: TEF401
""",
    "field of a result": """\
def best(scores: torch.Tensor):
    return torch.tensor(torch.topk(scores, 3).indices)  # expect: TEF401
""",
    "loss": """\
def measured(logits: torch.Tensor, labels: torch.Tensor):
    loss = F.cross_entropy(logits, labels)
    return torch.tensor(loss)  # expect: TEF401
""",
    "loss of a module": """\
criterion = nn.MSELoss()


def measured(a: torch.Tensor, b: torch.Tensor):
    return torch.tensor(criterion(a, b))  # expect: TEF401
""",
    "output of a model": """\
model = nn.Linear(4, 2)
x = torch.rand(8, 4)
target = torch.tensor(model(x))  # expect: TEF401
""",
    "weight of a layer": """\
layer = nn.Linear(4, 2)
snapshot = torch.tensor(layer.weight)  # expect: TEF401
""",
    "cloned already": """\
def copy(t: torch.Tensor):
    return torch.tensor(t.clone())  # expect: TEF401?
""",
    "detached already": """\
def copy(t: torch.Tensor):
    return torch.tensor(t.detach().cpu())  # expect: TEF401
""",
    "tensor of a tensor": """\
x = torch.tensor([1.0, 2.0])
y = torch.tensor(x, dtype=torch.float16)  # expect: TEF401
""",
    "from an array by from_numpy": Whole("""\
import numpy as np
import torch

x = torch.tensor(torch.from_numpy(np.ones(3)))  # expect: TEF401
"""),
    "as_tensor wrapped": """\
def load(values):
    t = torch.as_tensor(values)
    return torch.tensor(t, requires_grad=True)  # expect: TEF401
""",
    "attribute of self": """\
class State:
    def __init__(self):
        self.position = torch.zeros(3)

    def snapshot(self):
        return torch.tensor(self.position)  # expect: TEF401
""",
    "registered buffer": """\
class Memory(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("slots", torch.zeros(4, 8))

    def forward(self, x):
        before = torch.tensor(self.slots)  # expect: TEF401
        return x @ before.t()
""",
    "own parameter": """\
class Bias(nn.Module):
    def __init__(self):
        super().__init__()
        self.bias = nn.Parameter(torch.zeros(4))

    def frozen(self):
        return torch.tensor(self.bias, requires_grad=False)  # expect: TEF401
""",
    "intermediate in forward": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 4)

    def forward(self, x):
        hidden = self.body(x)
        skip = torch.tensor(hidden)  # expect: TEF401
        return torch.relu(hidden) + skip
""",
    "helper in the same file": """\
def start(n):
    return torch.linspace(0, 1, n)


def points(n):
    return torch.tensor(start(n), requires_grad=True)  # expect: TEF401
""",
    "method in the same class": """\
class Sampler:
    def draw(self, n):
        return torch.randn(n)

    def leaf(self, n):
        noise = self.draw(n)
        return torch.tensor(noise, requires_grad=True)  # expect: TEF401
""",
    "lambda": """\
base = torch.rand(3)
copy = lambda: torch.tensor(base)  # expect: TEF401
""",
    "comprehension over parameters": """\
model = nn.Linear(4, 2)
before = [torch.tensor(p) for p in model.parameters()]  # expect: TEF401
""",
    "comprehension over a list of tensors": """\
def copies(parts: list[Tensor]):
    return [torch.tensor(part) for part in parts]  # expect: TEF401?
""",
    "rows of a tensor": """\
def copies(x: torch.Tensor):
    out = []
    for row in x:
        out.append(torch.tensor(row))  # expect: TEF401?
    return out
""",
    "nested function": """\
def make(t: torch.Tensor):
    def fresh():
        return torch.tensor(t)  # expect: TEF401?

    return fresh
""",
    "module-level constant": """\
MEAN = torch.tensor([0.485, 0.456, 0.406])


def mean_on(device):
    return torch.tensor(MEAN, device=device)  # expect: TEF401
""",
    "under no_grad": """\
def snapshot(t: torch.Tensor):
    with torch.no_grad():
        return torch.tensor(t)  # expect: TEF401?
""",
    "inside try": """\
def snapshot(t: torch.Tensor):
    try:
        return torch.tensor(t)  # expect: TEF401?
    except RuntimeError:
        return None
""",
    "isinstance narrows": """\
def as_leaf(x):
    if isinstance(x, torch.Tensor):
        return torch.tensor(x, requires_grad=True)  # expect: TEF401
    return x
""",
    "both branches are tensors": """\
def start(t: torch.Tensor, fresh: bool):
    if fresh:
        base = torch.zeros(3)
    else:
        base = t
    return torch.tensor(base)  # expect: TEF401?
""",
    "conditional expression of tensors": """\
def start(a: torch.Tensor, b: torch.Tensor, first: bool):
    return torch.tensor(a if first else b)  # expect: TEF401?
""",
    "call over several lines": """\
def leaf(t: torch.Tensor):
    return torch.tensor(  # expect: TEF401?
        t,
        dtype=torch.float32,
        requires_grad=True,
    )
""",
    "used as an argument": """\
def shifted(t: torch.Tensor):
    return torch.add(t, torch.tensor(t))  # expect: TEF401
""",
    "back from a list": """\
def renewed(values: list[float]):
    values = torch.tensor(values)
    return torch.tensor(values)  # expect: TEF401
""",
    "walrus": """\
def snapshot(x: torch.Tensor):
    if (norm := torch.linalg.norm(x, dim=-1)) is not None:
        return torch.tensor(norm)  # expect: TEF401
    return None
""",
    "starting point of an optimisation": """\
def fit(start: torch.Tensor, steps: int):
    point = torch.tensor(start, requires_grad=True)  # expect: TEF401?
    optimizer = torch.optim.SGD([point], lr=0.1)
    for _ in range(steps):
        optimizer.zero_grad()
        loss = torch.linalg.norm(point)
        loss.backward()
        optimizer.step()
    return point.detach()
""",
    "unpacked from a tuple": """\
mean, scale = torch.zeros(3), torch.ones(3)
copy = torch.tensor(scale)  # expect: TEF401
""",
    "two copies": """\
def pair(a: torch.Tensor, b: torch.Tensor):
    left = torch.tensor(a)  # expect: TEF401?
    right = torch.tensor(b)  # expect: TEF401?
    return left, right
""",
    "gradient": """\
w = torch.ones(3, requires_grad=True)
torch.linalg.norm(w).backward()
saved = torch.tensor(w.grad)  # expect: TEF401
""",
    "chunk of a tensor": """\
def left(x: torch.Tensor):
    first, second = x.chunk(2, dim=-1)
    return torch.tensor(first), second  # expect: TEF401
""",
    "a layer's output": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(4, 1)

    def forward(self, x):
        return torch.tensor(self.head(x))  # expect: TEF401
""",
    "a loader's batch": """\
def means(dataset):
    loader = torch.utils.data.DataLoader(dataset, batch_size=4)
    return [torch.tensor(x.float().mean(dim=0)) for x in loader]  # expect: TEF401
""",
    "what either branch of torch makes": """\
def start(n, random):
    x = torch.randn(n) if random else torch.zeros(n)
    return torch.tensor(x)  # expect: TEF401
""",
    "attribute that the same function has set before": """\
class Images:
    def __init__(self, root):
        self.data = torch.rand(3)
        self.data = torch.tensor(self.data)  # expect: TEF401
""",
    "row of an annotated parameter": """\
import numpy as np


def depths(data: torch.Tensor, x: torch.Tensor):
    if len(x.shape) == 1:
        x = x.reshape(1, -1)
    found = np.empty(x.shape[0])
    for index, row in enumerate(x):
        found[index] = data @ torch.tensor(row.reshape(1, -1), dtype=torch.float32)  # expect: TEF401?
    return found
""",
}

LEAVE: dict[str, str] = {
    "a function in a class that gets any data set": """\
class Kept(torch.utils.data.Dataset):
    def __init__(self, path):
        self.images, self.targets = torch.load(path, weights_only=True), torch.zeros(3)

    def __getitem__(self, index):
        return self.targets[index], self.targets[index]

    def __len__(self):
        return 3

    def from_dataset(dataset, device):
        return [torch.tensor(dataset.__getitem__(i)[1]) for i in range(len(dataset))]
""",
    "what gets the dtype and the device of another, without a copy": """\
def augmented(x: torch.Tensor, rows):
    return torch.from_numpy(rows).to(x), torch.relu(torch.from_numpy(rows)).detach().to(x)
""",
    "one of several tests for numbers": """\
def power(signal: float | Tensor, ratio: float | Tensor, rest=None):
    if isinstance(signal, float) or isinstance(signal, int):
        signal = torch.tensor(signal, dtype=torch.float64)
    if isinstance(ratio, (float, int)) or ratio is None or isinstance(ratio, str):
        ratio = torch.tensor(ratio)
    return signal / ratio


def used(x: Tensor):
    return power(x.abs(), x)
""",
    "a batch that a function of the program joins": """\
from torch.utils.data import DataLoader, TensorDataset


def train(net, x, y, join):
    for xb, yb in DataLoader(TensorDataset(x, y), collate_fn=join):
        net(xb, torch.tensor(yb))
""",
    "a batch of any dataset": """\
from torch.utils.data import DataLoader, random_split


def train(net, data):
    part, rest = random_split(data, [0.8, 0.2])
    for xb, yb in DataLoader(part):
        net(xb, torch.tensor(yb))
""",
    "a number that a loop adds to": """\
def total(rows):
    t = 0.0
    for row in rows:
        t += row
    return torch.tensor(t)
""",
    "found to be a tensor by a test that one path alone goes through": """\
def copied(a, strict: bool):
    if strict:
        if not isinstance(a, torch.Tensor):
            return None
    return torch.tensor(a)


def asserted(a, strict: bool):
    if strict:
        assert isinstance(a, torch.Tensor)
    return torch.tensor(a)
""",
    "another item of a batch that came with the items": """\
def collate(batch: dict):
    batch["ids"] = torch.stack(list(map(torch.tensor, batch["ids"])))
    return torch.tensor(batch["labels"])
""",
    "what an isinstance test tells apart from the tensor that the annotation says it is": """\
def bound(factor: torch.Tensor, device=None, dtype=None):
    if not isinstance(factor, (torch.Tensor)):
        factor = torch.tensor(factor, device=device, dtype=dtype)
    if factor.dim() == 0:
        return factor.repeat(2)
    return factor
""",
    "list": """\
x = torch.tensor([1.0, 2.0, 3.0])
""",
    "number": """\
x = torch.tensor(0.5, requires_grad=True)
""",
    "list parameter": """\
def load(values: list[float]):
    return torch.tensor(values)
""",
    "array parameter": Whole("""\
import numpy as np
import torch


def load(values: np.ndarray):
    return torch.tensor(values, dtype=torch.float32)
"""),
    "named array": Whole("""\
import numpy as np
import torch

values = np.linspace(0, 1, 5)
x = torch.tensor(values)
values[0] = 7
"""),
    "number read from a loss": """\
def measured(logits: torch.Tensor, labels: torch.Tensor):
    loss = F.cross_entropy(logits, labels)
    return torch.tensor(loss.item())
""",
    "float of a tensor": """\
def measured(t: torch.Tensor):
    return torch.tensor(float(t[0]))
""",
    "int of a tensor": """\
def places(t: torch.Tensor):
    return torch.tensor(int(t[0]) + 1)
""",
    "unknown parameter": """\
def load(values):
    return torch.tensor(values)
""",
    "parameter rebound to its tensor": """\
def squash(values):
    values = torch.tensor(values)
    return torch.sigmoid(values)
""",
    "tensor work on the copy only": """\
def norms(points):
    t = torch.tensor(points, dtype=torch.float32)
    return torch.linalg.norm(t, dim=-1)
""",
    "guarded by not isinstance": """\
def ensure(x):
    if not isinstance(x, torch.Tensor):
        x = torch.tensor(x)
    return x.float()
""",
    "guarded by not is_tensor": """\
def ensure(x):
    if not torch.is_tensor(x):
        x = torch.tensor(x)
    return torch.relu(x)
""",
    "guarded by early return": """\
def ensure(x: Tensor | list[float]) -> Tensor:
    if isinstance(x, Tensor):
        return x
    return torch.tensor(x)
""",
    "guarded in an expression": """\
def ensure(x):
    return x if isinstance(x, torch.Tensor) else torch.tensor(x)
""",
    "guarded in an else branch": """\
def ensure(x):
    if torch.is_tensor(x):
        out = x.detach().clone()
    else:
        out = torch.tensor(x)
    return out
""",
    "guarded by the type of the other": Whole("""\
from typing import Union

import numpy as np
import torch


def ensure(x: Union[np.ndarray, torch.Tensor]):
    if isinstance(x, np.ndarray):
        x = torch.tensor(x)
    return torch.relu(x)
"""),
    "list branch of isinstance": """\
def ensure(x: Tensor | list[int]):
    if isinstance(x, (list, tuple)):
        x = torch.tensor(x)
    return x
""",
    "detach and clone": """\
def copy(t: torch.Tensor):
    return t.detach().clone()
""",
    "as_tensor": """\
def ensure(t: torch.Tensor):
    return torch.as_tensor(t)
""",
    "asarray": """\
def ensure(t: torch.Tensor):
    return torch.asarray(t, dtype=torch.float32)
""",
    "factory with the keyword": """\
w = torch.randn(3, 1, requires_grad=True)
""",
    "parameter of a factory": """\
weight = nn.Parameter(torch.randn(4, 4))
scale = nn.Parameter(torch.tensor(1.0))
""",
    "new_tensor of a list": """\
def anchors(x: torch.Tensor):
    return x.new_tensor([0.5, 1.0, 2.0])
""",
    "new_tensor of a number": """\
def margin(x: torch.Tensor, value: float):
    return x.new_tensor(value)
""",
    "shape": """\
def sizes(x: torch.Tensor):
    return torch.tensor(x.shape)
""",
    "size": """\
def sizes(x: torch.Tensor):
    return torch.tensor(x.size()), torch.tensor(x.size(0))
""",
    "unpacked sizes": """\
def scale(x: torch.Tensor):
    batch, channels, height, width = x.shape
    return torch.tensor([width, height]), torch.tensor(batch)
""",
    "length": """\
def count(x: torch.Tensor):
    n = len(x)
    return torch.tensor(n)
""",
    "rank and element count": """\
def facts(x: torch.Tensor):
    return torch.tensor(x.dim()), torch.tensor(x.numel()), torch.tensor(x.ndim)
""",
    "strides": """\
def strides(x: torch.Tensor):
    return torch.tensor(x.stride())
""",
    "flags of a tensor": """\
def flags(x: torch.Tensor):
    return torch.tensor([x.is_cuda, x.requires_grad]), torch.tensor(x.is_contiguous())
""",
    "answers that are Python bools": """\
def same(a: torch.Tensor, b: torch.Tensor):
    return torch.tensor(torch.equal(a, b)), torch.tensor(torch.allclose(a, b))
""",
    "machine constants": """\
tiny = torch.tensor(torch.finfo(torch.float32).tiny)
limit = torch.tensor(torch.iinfo(torch.int32).max)
pi = torch.tensor(torch.pi)
top = torch.tensor(torch.inf)
""",
    "device count": """\
count = torch.tensor(torch.cuda.device_count())
threads = torch.tensor(torch.get_num_threads())
""",
    "values of a tensor in a list": """\
def copy(t: torch.Tensor):
    values = t.tolist()
    return torch.tensor(values)
""",
    "name rebound to a list": """\
t = torch.tensor([3, 1, 2])
t = sorted(t.tolist())
t = torch.tensor(t)
""",
    "name rebound to a number": """\
def reported(loss: torch.Tensor):
    loss = loss.item()
    return torch.tensor(loss, device="cuda")
""",
    "average of Python numbers": """\
def average(losses: list[float]):
    return torch.tensor(sum(losses) / len(losses))
""",
    "array of a tensor": """\
def smoothed(t: torch.Tensor):
    values = t.detach().cpu().numpy()
    values[0] = 0
    return torch.tensor(values)
""",
    "mean of an array": Whole("""\
import numpy as np
import torch


def centre(values: np.ndarray):
    return torch.tensor(np.mean(values)), torch.tensor(values.max())
"""),
    "square root of a number": Whole("""\
import math

import torch


def temperature(dim: int):
    return torch.tensor(math.sqrt(dim))
"""),
    "default number": """\
class Temperature(nn.Module):
    def __init__(self, start=0.07):
        super().__init__()
        self.value = nn.Parameter(torch.tensor(start))

    def forward(self, x):
        return x / self.value
""",
    "number on self": """\
class Clip:
    def __init__(self, limit: float):
        self.limit = limit

    def bound(self):
        return torch.tensor(self.limit)
""",
    "labels of a dataset": Whole("""\
import torch
from torch.utils.data import Dataset


class Labelled(Dataset):
    def __init__(self, images, labels):
        self.images = images
        self.labels = labels

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, index):
        return self.images[index], torch.tensor(self.labels[index], dtype=torch.long)
"""),
    "observation of an environment": """\
def rollout(env, policy: nn.Module, steps: int):
    obs, _ = env.reset()
    for _ in range(steps):
        state = torch.tensor(obs, dtype=torch.float32)
        action = policy(state).argmax(dim=-1)
        obs, reward, done, _, _ = env.step(action.item())
        if done:
            break
""",
    "token ids": """\
def encode(tokenizer, text: str):
    ids = tokenizer.encode(text)
    return torch.tensor(ids).unsqueeze(0)
""",
    "lengths of sequences": """\
def lengths(sequences: list[Tensor]):
    return torch.tensor([len(s) for s in sequences])
""",
    "range": """\
steps = torch.tensor(range(10))
""",
    "own function of that name": """\
def tensor(values):
    return torch.as_tensor(values)


base = torch.rand(3)
copy = tensor(base)
""",
    "another module of that name": Whole("""\
import mylib
import torch

base = torch.rand(3)
symbol = mylib.tensor(base)
"""),
    "name from another package": Whole("""\
import torch
from mylib import tensor

base = torch.rand(3)
symbol = tensor(base)
"""),
    "method of another object": """\
def wrap(backend, t: torch.Tensor):
    return backend.tensor(t)
""",
    "helper that returns a number": """\
def score(t: torch.Tensor):
    return t[0].item()


def scores(t: torch.Tensor):
    return torch.tensor(score(t))
""",
    "helper that returns a list": """\
def lengths(mask: torch.Tensor):
    return mask.sum(dim=1).tolist()


def tensor_lengths(mask: torch.Tensor):
    found = lengths(mask)
    return torch.tensor(found)
""",
    "loop over list values": """\
def singles(t: torch.Tensor):
    out = []
    for value in t.tolist():
        out.append(torch.tensor(value))
    return out
""",
    "array conversion": Whole("""\
import numpy as np
import torch

x = torch.rand(3)
values = np.array(x)
"""),
    "learning rate": """\
model = nn.Linear(2, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
lr = torch.tensor(optimizer.param_groups[0]["lr"])
""",
    "values of a frame": Whole("""\
import pandas as pd
import torch


def columns(frame: pd.DataFrame):
    return torch.tensor(frame["x"].values), torch.tensor(frame.to_numpy())
"""),
    "accuracy": """\
def accuracy(predicted: torch.Tensor, labels: torch.Tensor):
    correct = (predicted == labels).sum().item()
    return torch.tensor(correct / len(labels))
""",
    "number or list by branch": """\
def start(many: bool):
    if many:
        base = [0.0, 0.0]
    else:
        base = 0.0
    return torch.tensor(base)
""",
    "number parameter beside tensors": """\
def clip(x: Tensor, limit: float) -> Tensor:
    return torch.minimum(x, torch.tensor(limit))
""",
    "module-level list": """\
MEAN = [0.485, 0.456, 0.406]


def normalise(x: torch.Tensor):
    mean = torch.tensor(MEAN).view(1, 3, 1, 1)
    return x - mean
""",
    "training flag": """\
class Net(nn.Module):
    def forward(self, x):
        flag = torch.tensor(self.training)
        return torch.where(flag, x, -x)
""",
    "what is_tensor tells apart from the tensor that a comparison gives": """\
def matches(prompt, other):
    same = prompt == other.T
    if not torch.is_tensor(same):
        same = torch.tensor(same)
    return same.to(int), (prompt.shape[1] - same.sum()).item()
""",
    "what a test whose answer has a name tells apart": """\
def choose(gallery: Tensor, count: int):
    is_tensor = isinstance(gallery, torch.Tensor)
    if not is_tensor:
        gallery = torch.tensor(gallery, dtype=torch.long)
    perm = torch.randperm(gallery.numel(), device=gallery.device)[:count]
    chosen = gallery[perm]
    if not is_tensor:
        chosen = chosen.cpu().numpy()
    return chosen
""",
    "what an isinstance test tells apart from what torch returns": """\
def rows(x):
    y = x.softmax(dim=-1)
    if not isinstance(y, torch.Tensor):
        y = torch.tensor(y)
    return y
""",
    "attribute that a later line fills with tensors": """\
class Samples:
    def __init__(self, data: list, targets: list):
        self.data = data
        self.targets = targets
        self.convert()

    def convert(self):
        targets = []
        for i in range(len(self.data)):
            targets.append(torch.tensor(self.targets[i], dtype=torch.long))
        self.targets = targets
""",
    "attribute that a base outside the file has set": """\
from torchvision.datasets import CIFAR10


def make(func, root=None, train=False, transform=None, **kwargs):
    if root is None:
        try:
            return func(root="~/.user", train=train, transform=transform, **kwargs)
        except OSError:
            pass
        try:
            return func(root="~/.group", train=train, transform=transform, **kwargs)
        except OSError:
            pass


class Images(CIFAR10):
    def __init__(self, root=None, train=True, transform=None, **kwargs):
        self.targets = torch.tensor(self.targets).float()


def images(root=None, train=False, transform=None, **kwargs):
    return make(Images, root=root, train=train, transform=transform, **kwargs)


def digits(root=None, train=True, transform=None, **kwargs):
    return make(Digits, root=root, train=train, transform=transform, **kwargs)


def letters(root=None, train=True, transform=None, **kwargs):
    return make(Letters, root=root, train=train, transform=transform, **kwargs)
""",
    "arithmetic behind a test for a tensor": """\
def strongest(gates: list[torch.Tensor]) -> torch.Tensor:
    clamped = [torch.clamp(torch.abs(gate), 0.0, 1.0) for gate in gates]
    return torch.stack([gate if isinstance(gate, torch.Tensor) else torch.tensor(abs(gate)) for gate in clamped])
""",
}
