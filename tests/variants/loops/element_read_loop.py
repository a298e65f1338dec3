"""TEF207 element-read-loop: programs that must be flagged and near misses that must stay silent.

In FLAG, `# expect: CODE` ends each line on which a finding must stand, and no other finding may stand anywhere.
In LEAVE there must be none at all.
"""

FLAG: dict[str, str] = {
    "comprehension": """\
import torch

x = torch.rand(10)
values = [v.item() for v in x]  # expect: TEF207
""",
    "loop by index": """\
import torch

x = torch.rand(10)
n = x.size(0)
for i in range(n):  # expect: TEF207
    y = x[i].item()
    print(y)
""",
    "append": """\
import torch


def numbers(x: torch.Tensor) -> list:
    out = []
    for v in x:  # expect: TEF207
        out.append(v.item())
    return out
""",
    "comprehension by index": """\
import torch

x = torch.rand(10)
values = [x[i].item() for i in range(len(x))]  # expect: TEF207
""",
    "comprehension over a shape": """\
import torch


def numbers(x: torch.Tensor) -> list:
    return [x[i].item() for i in range(x.shape[0])]  # expect: TEF207
""",
    "float of each element": """\
import torch


def numbers(x: torch.Tensor) -> list:
    return [float(v) for v in x]  # expect: TEF207
""",
    "int of each element": """\
import torch

labels = torch.randint(0, 10, (32,))
classes = [int(v) for v in labels]  # expect: TEF207
""",
    "int by index": """\
import torch


def count(labels: torch.Tensor) -> dict:
    counts = {}
    for i in range(len(labels)):  # expect: TEF207
        k = int(labels[i])
        counts[k] = counts.get(k, 0) + 1
    return counts
""",
    "enumerate": """\
import torch


def table(x: torch.Tensor) -> dict:
    out = {}
    for i, v in enumerate(x):  # expect: TEF207
        out[i] = v.item()
    return out
""",
    "dict comprehension": """\
import torch

x = torch.rand(5)
table = {i: v.item() for i, v in enumerate(x)}  # expect: TEF207
""",
    "set comprehension": """\
import torch

labels = torch.randint(0, 10, (32,))
seen = {v.item() for v in labels}  # expect: TEF207
""",
    "generator": """\
import torch

x = torch.rand(5)
line = ", ".join(str(v.item()) for v in x)  # expect: TEF207
""",
    "detached and moved first": """\
import torch


def numbers(x: torch.Tensor) -> list:
    return [v.detach().cpu().item() for v in x]  # expect: TEF207
""",
    "zip of two tensors": """\
import torch


def pairs(scores: torch.Tensor, labels: torch.Tensor) -> list:
    out = []
    for score, label in zip(scores, labels):  # expect: TEF207
        out.append((score.item(), label.item()))
    return out
""",
    "class names": """\
import torch

names = ["cat", "dog"]
preds = torch.randint(0, 2, (8,))
words = [names[p.item()] for p in preds]  # expect: TEF207
""",
    "class names by int": """\
import torch

names = ["cat", "dog"]
preds = torch.randint(0, 2, (8,))
for p in preds:  # expect: TEF207
    print(names[int(p)])
""",
    "detections": """\
import torch


def detections(boxes: torch.Tensor, scores: torch.Tensor, labels: torch.Tensor) -> list:
    results = []
    for i in range(scores.size(0)):  # expect: TEF207
        results.append({"score": scores[i].item(), "label": labels[i].item()})
    return results
""",
    "top k of a classifier": """\
import torch
from torch import nn

model = nn.Linear(8, 10)
probs = torch.softmax(model(torch.rand(1, 8)), dim=1)
top, index = torch.topk(probs[0], 5)
for i in range(5):  # expect: TEF207
    print(index[i].item(), top[i].item())
""",
    "top k zipped": """\
import torch

probs = torch.softmax(torch.rand(10), dim=0)
top = torch.topk(probs, 3)
for value, index in zip(top.values, top.indices):  # expect: TEF207
    print(f"{index.item()}: {value.item():.3f}")
""",
    "torch imported under another name": """\
import torch as th

x = th.linspace(0, 1, 5)
values = [v.item() for v in x]  # expect: TEF207
""",
    "lambda": """\
import torch

numbers = lambda n: [v.item() for v in torch.arange(n)]  # expect: TEF207
""",
    "module output": """\
import torch
from torch import nn

net = nn.Linear(4, 1)
scores = net(torch.rand(16, 4)).squeeze(1)
for s in scores:  # expect: TEF207
    print(s.item())
""",
    "attribute of self": """\
import torch


class Meter:
    def __init__(self, n):
        self.hits = torch.zeros(n)

    def report(self):
        return [h.item() for h in self.hits]  # expect: TEF207
""",
    "buffer of a module": """\
import torch
from torch import nn


class Priors(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("prior", torch.ones(10))

    def describe(self):
        return [round(p.item(), 2) for p in self.prior]  # expect: TEF207
""",
    "column of a matrix": """\
import torch

x = torch.rand(10, 4)
first = [v.item() for v in x[:, 0]]  # expect: TEF207
""",
    "fixed column by row": """\
import torch


def lefts(boxes: torch.Tensor) -> list:
    out = []
    for i in range(boxes.size(0)):  # expect: TEF207
        out.append(boxes[i, 0].item())
    return out
""",
    "unbound first": """\
import torch

x = torch.rand(10)
values = [v.item() for v in torch.unbind(x)]  # expect: TEF207
""",
    "helper of the same file": """\
import torch


def predict(x: torch.Tensor) -> torch.Tensor:
    return x.argmax(dim=1)


labels = [p.item() for p in predict(torch.rand(8, 3))]  # expect: TEF207
""",
    "boxes unpacked": """\
import torch


def corners(boxes: torch.Tensor) -> list:
    out = []
    for x1, y1, x2, y2 in boxes:  # expect: TEF207
        out.append((x1.item(), y1.item(), x2.item(), y2.item()))
    return out
""",
    "confusion matrix": """\
import torch

targets = torch.randint(0, 3, (100,))
preds = torch.randint(0, 3, (100,))
table = [[0] * 3 for _ in range(3)]
for t, p in zip(targets, preds):  # expect: TEF207
    table[t.item()][p.item()] += 1
""",
    "test on each element": """\
import torch


def kept(scores: torch.Tensor) -> list:
    keep = []
    for i in range(len(scores)):  # expect: TEF207
        if scores[i].item() > 0.5:
            keep.append(i)
    return keep
""",
    "filter of a comprehension": """\
import torch

scores = torch.rand(10)
keep = [i for i, s in enumerate(scores) if s.item() > 0.5]  # expect: TEF207
""",
    "under no grad": """\
import torch


@torch.no_grad()
def weights(w: torch.Tensor) -> list:
    out = []
    for value in w.flatten():  # expect: TEF207
        out.append(value.item())
    return out
""",
    "decoded tokens": """\
import torch


def decode(ids: torch.Tensor, vocab: dict) -> str:
    words = []
    for token in ids:  # expect: TEF207
        words.append(vocab[token.item()])
    return " ".join(words)
""",
    "loader batch": """\
import torch
from torch import nn
from torch.utils.data import DataLoader


@torch.no_grad()
def predict(model: nn.Module, loader: DataLoader) -> list:
    model.eval()
    out = []
    for images, _ in loader:
        preds = model(images).argmax(dim=1)
        out.extend([p.item() for p in preds])  # expect: TEF207
    return out
""",
    "optional tensor after the guard": """\
from typing import Optional

import torch


def numbers(x: Optional[torch.Tensor]) -> list:
    if x is None:
        return []
    return [v.item() for v in x]  # expect: TEF207
""",
    "comprehension, in another spelling": """\
import torch
from torch import Tensor


def f(x: Tensor):
    return [v.item() for v in x]  # expect: TEF207
""",
    "by index": """\
import torch
from torch import Tensor


def f(x: Tensor, n: int):
    out = []
    for i in range(n):  # expect: TEF207
        out.append(x[i].item())
    return out
""",
    "two indices": """\
import torch
from torch import Tensor


def f(x: Tensor, n: int):
    for i in range(n):  # expect: TEF207
        for j in range(n):
            print(x[i, j].item())
""",
    "float": """\
import torch
from torch import Tensor


def f(x: Tensor):
    return [float(v) for v in x]  # expect: TEF207
""",
    "named metrics": """\
import torch
from torch import Tensor


def f(names, x: Tensor):
    return {name: v.item() for name, v in zip(names, x)}  # expect: TEF207
""",
    "index of a list": """\
import torch
from torch import Tensor


def f(idx: Tensor, names: list[str]):
    for i in range(len(idx)):  # expect: TEF207
        print(names[idx[i].item()])
""",
    "mapped": """\
import torch
from torch import Tensor


def f(x: Tensor):
    return list(map(float, x))  # expect: TEF207
""",
    "moved first": """\
import torch
from torch import Tensor


def f(x: Tensor, n: int):
    return [x[i].detach().cpu().item() for i in range(n)]  # expect: TEF207
""",
}

LEAVE: dict[str, str] = {
    "tolist": """\
import torch

x = torch.rand(10)
values = x.tolist()
for v in x.tolist():
    print(v)
""",
    "loss of a training loop": """\
import torch
from torch import nn
import torch.nn.functional as F
from torch.utils.data import DataLoader


def train(model: nn.Module, loader: DataLoader, optimizer: torch.optim.Optimizer) -> float:
    total = 0.0
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        total += loss.item()
    return total
""",
    "list of losses": """\
import torch

losses = [torch.rand(4).mean(dim=0), torch.rand(4).mean(dim=0)]
numbers = [loss.item() for loss in losses]
""",
    "dict of losses": """\
import torch

losses = {"a": torch.tensor(1.0), "b": torch.tensor(2.0)}
numbers = {k: v.item() for k, v in losses.items()}
""",
    "parameters": """\
import torch
from torch import nn

model = nn.Linear(3, 3)
norms = [torch.linalg.vector_norm(p).item() for p in model.parameters()]
""",
    "one element, read once": """\
import torch

x = torch.rand(10)
y = x[0].item()
z = x[-1].item()
""",
    "one element outside the loop": """\
import torch

x = torch.rand(10)
first = x[0].item()
for i in range(10):
    print(i, first)
""",
    "numpy array": """\
import numpy as np
import torch

a = np.random.rand(10)
values = [v.item() for v in a]
x = torch.tensor(values)
""",
    "array of a tensor": """\
import torch

x = torch.rand(10)
values = [float(v) for v in x.numpy()]
""",
    "floats of strings": """\
import torch

line = "0.1 0.2 0.3"
x = torch.tensor([float(v) for v in line.split()])
""",
    "ints of a shape": """\
import torch

x = torch.rand(4, 3)
sizes = [int(n) for n in x.shape]
""",
    "untyped values": """\
import torch


def numbers(values):
    return [v.item() for v in values], torch.rand(1)
""",
    "annotated list": """\
from typing import List

import torch
from torch import Tensor


def numbers(losses: List[Tensor]) -> list:
    return [loss.item() for loss in losses]
""",
    "actions of a policy": """\
import torch
from torch import nn


def rollout(env, policy: nn.Module, state: torch.Tensor, steps: int) -> list:
    actions = []
    for _ in range(steps):
        probs = torch.softmax(policy(state), dim=-1)
        action = torch.multinomial(probs, 1).item()
        actions.append(action)
        state = torch.as_tensor(env.step(action))
    return actions
""",
    "greedy decoding": """\
import torch
from torch import nn


@torch.no_grad()
def generate(model: nn.Module, ids: torch.Tensor, end: int, steps: int) -> torch.Tensor:
    for _ in range(steps):
        token = model(ids)[:, -1].argmax(dim=-1, keepdim=True)
        ids = torch.cat([ids, token], dim=1)
        if token[0, 0].item() == end:
            break
    return ids
""",
    "draws": """\
import torch

numbers = [torch.rand(()).item() for _ in range(5)]
seeds = [torch.randint(0, 100, (1,)).item() for _ in range(5)]
""",
    "random augmentation": """\
import torch


def crop(width: int, times: int) -> list:
    lefts = []
    for _ in range(times):
        lefts.append(int(torch.randint(0, width, (1,))))
    return lefts
""",
    "metric of each batch": """\
import torch
from torch import nn
from torch.utils.data import DataLoader


@torch.no_grad()
def evaluate(model: nn.Module, loader: DataLoader) -> int:
    model.eval()
    correct = 0
    for x, y in loader:
        correct += (model(x).argmax(dim=1) == y).sum(dim=0).item()
    return correct
""",
    "layers": """\
import torch
from torch import nn

layers = nn.ModuleList([nn.Linear(4, 4) for _ in range(3)])
gains = [torch.linalg.matrix_norm(layer.weight).item() for layer in layers]
""",
    "items of a dict": """\
import torch

state = {"a": torch.rand(2)}
for key, value in state.items():
    print(key, value.shape)
""",
    "pandas rows": """\
import pandas as pd
import torch

frame = pd.DataFrame({"a": [1, 2]})
values = [v.item() for v in frame["a"].to_numpy()]
x = torch.tensor(values)
""",
    "scheduler": """\
import torch
from torch import nn

model = nn.Linear(2, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
rates = [float(group["lr"]) for group in optimizer.param_groups]
""",
    "convergence": """\
import torch

x = torch.rand(5)
for _ in range(100):
    step = 0.1 * x
    x = x - step
    if step.abs().amax(dim=0).item() < 1e-6:
        break
""",
    "tolist before the index": """\
import torch

x = torch.rand(10)
values = x.tolist()
for i in range(len(values)):
    print(values[i])
""",
    "item of another object": """\
import torch


class Shelf:
    def item(self):
        return 3


shelves = [Shelf(), Shelf()]
numbers = [s.item() for s in shelves]
x = torch.rand(sum(numbers))
""",
    "one number per epoch": """\
import torch

weight = torch.ones(4, requires_grad=True)
for epoch in range(3):
    loss = (weight**2).sum(dim=0)
    loss.backward()
    with torch.no_grad():
        weight -= 0.1 * weight.grad
    print(epoch, loss.item())
""",
    "dataset samples": """\
import torch
from torch.utils.data import Dataset


def labels(dataset: Dataset) -> list:
    return [int(dataset[i][1]) for i in range(8)]
""",
    "sampled indices": """\
import torch

order = torch.randperm(10).tolist()
names = [f"sample {i}" for i in order]
""",
    "multi-task losses": """\
import torch
import torch.nn.functional as F


def report(outputs: dict, targets: dict) -> dict:
    numbers = {}
    for name in outputs:
        numbers[name] = F.mse_loss(outputs[name], targets[name]).item()
    return numbers
""",
    "learned scale": """\
import torch
from torch import nn


class Scale(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(1))

    def describe(self, names: list) -> list:
        value = self.scale.item()
        return [f"{name}: {value}" for name in names]
""",
    "list of losses, in another spelling": """\
import torch
from torch import Tensor


def f(losses: list[Tensor]):
    return [loss.item() for loss in losses]
""",
    "tolist, in another spelling": """\
import torch
from torch import Tensor


def f(x: Tensor):
    return [v * 2 for v in x.tolist()]
""",
    "loss of every step": """\
import torch
from torch import Tensor


def f(x: Tensor, steps: int):
    for step in range(steps):
        print((x * step).sum(dim=0).max(dim=0).values.item())
""",
    "same element": """\
import torch
from torch import Tensor


def f(x: Tensor, n: int):
    return [x[0].item() for _ in range(n)]
""",
    "changing tensor": """\
import torch
from torch import Tensor


def f(x: Tensor, n: int):
    for i in range(n):
        x = x @ x
        print(x[i, i].item())
""",
    "array": """\
import torch
from torch import Tensor


def f(x: Tensor):
    return [v.item() for v in x.numpy()]
""",
    "unknown": """\
import torch


def f(x, n):
    return [x[i].item() for i in range(n)], torch.pi
""",
    "masked rows": """\
import torch
from torch import Tensor


def f(x: Tensor, mask: Tensor):
    return [x[i][mask[i] > 0].tolist() for i in range(len(x))]
""",
}
