"""TEF207 element-read-loop: programs that must be flagged and near misses that must stay silent.

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
    "comprehension": """\
x = torch.rand(10)
values = [v.item() for v in x]  # expect: TEF207
""",
    "loop by index": """\
x = torch.rand(10)
n = x.size(0)
for i in range(n):  # expect: TEF207
    y = x[i].item()
    print(y)
""",
    "append": """\
def numbers(x: torch.Tensor) -> list:
    out = []
    for v in x:  # expect: TEF207
        out.append(v.item())
    return out
""",
    "comprehension by index": """\
x = torch.rand(10)
values = [x[i].item() for i in range(len(x))]  # expect: TEF207
""",
    "comprehension over a shape": """\
def numbers(x: torch.Tensor) -> list:
    return [x[i].item() for i in range(x.shape[0])]  # expect: TEF207
""",
    "float of each element": """\
def numbers(x: torch.Tensor) -> list:
    return [float(v) for v in x]  # expect: TEF207
""",
    "int of each element": """\
labels = torch.randint(0, 10, (32,))
classes = [int(v) for v in labels]  # expect: TEF207
""",
    "int by index": """\
def count(labels: torch.Tensor) -> dict:
    counts = {}
    for i in range(len(labels)):  # expect: TEF207
        k = int(labels[i])
        counts[k] = counts.get(k, 0) + 1
    return counts
""",
    "enumerate": """\
def table(x: torch.Tensor) -> dict:
    out = {}
    for i, v in enumerate(x):  # expect: TEF207
        out[i] = v.item()
    return out
""",
    "dict comprehension": """\
x = torch.rand(5)
table = {i: v.item() for i, v in enumerate(x)}  # expect: TEF207
""",
    "set comprehension": """\
labels = torch.randint(0, 10, (32,))
seen = {v.item() for v in labels}  # expect: TEF207
""",
    "generator": """\
x = torch.rand(5)
line = ", ".join(str(v.item()) for v in x)  # expect: TEF207
""",
    "detached and moved first": """\
def numbers(x: torch.Tensor) -> list:
    return [v.detach().cpu().item() for v in x]  # expect: TEF207
""",
    "zip of two tensors": """\
def pairs(scores: torch.Tensor, labels: torch.Tensor) -> list:
    out = []
    for score, label in zip(scores, labels):  # expect: TEF207
        out.append((score.item(), label.item()))
    return out
""",
    "class names": """\
names = ["cat", "dog"]
preds = torch.randint(0, 2, (8,))
words = [names[p.item()] for p in preds]  # expect: TEF207
""",
    "class names by int": """\
names = ["cat", "dog"]
preds = torch.randint(0, 2, (8,))
for p in preds:  # expect: TEF207
    print(names[int(p)])
""",
    "detections": """\
def detections(boxes: torch.Tensor, scores: torch.Tensor, labels: torch.Tensor) -> list:
    results = []
    for i in range(scores.size(0)):  # expect: TEF207
        results.append({"score": scores[i].item(), "label": labels[i].item()})
    return results
""",
    "top k of a classifier": """\
model = nn.Linear(8, 10)
probs = torch.softmax(model(torch.rand(1, 8)), dim=1)
top, index = torch.topk(probs[0], 5)
for i in range(5):  # expect: TEF207
    print(index[i].item(), top[i].item())
""",
    "top k zipped": """\
probs = torch.softmax(torch.rand(10), dim=0)
top = torch.topk(probs, 3)
for value, index in zip(top.values, top.indices):  # expect: TEF207
    print(f"{index.item()}: {value.item():.3f}")
""",
    "torch imported under another name": Whole("""\
import torch as th

x = th.linspace(0, 1, 5)
values = [v.item() for v in x]  # expect: TEF207
"""),
    "lambda": """\
numbers = lambda n: [v.item() for v in torch.arange(n)]  # expect: TEF207
""",
    "module output": """\
net = nn.Linear(4, 1)
scores = net(torch.rand(16, 4)).squeeze(1)
for s in scores:  # expect: TEF207
    print(s.item())
""",
    "attribute of self": """\
class Meter:
    def __init__(self, n):
        self.hits = torch.zeros(n)

    def report(self):
        return [h.item() for h in self.hits]  # expect: TEF207
""",
    "buffer of a module": """\
class Priors(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("prior", torch.ones(10))

    def describe(self):
        return [round(p.item(), 2) for p in self.prior]  # expect: TEF207
""",
    "column of a matrix": """\
x = torch.rand(10, 4)
first = [v.item() for v in x[:, 0]]  # expect: TEF207
""",
    "fixed column by row": """\
def lefts(boxes: torch.Tensor) -> list:
    out = []
    for i in range(boxes.size(0)):  # expect: TEF207
        out.append(boxes[i, 0].item())
    return out
""",
    "unbound first": """\
x = torch.rand(10)
values = [v.item() for v in torch.unbind(x)]  # expect: TEF207
""",
    "helper of the same file": """\
def predict(x: torch.Tensor) -> torch.Tensor:
    return x.argmax(dim=1)


labels = [p.item() for p in predict(torch.rand(8, 3))]  # expect: TEF207
""",
    "boxes unpacked": """\
def corners(boxes: torch.Tensor) -> list:
    out = []
    for x1, y1, x2, y2 in boxes:  # expect: TEF207
        out.append((x1.item(), y1.item(), x2.item(), y2.item()))
    return out
""",
    "confusion matrix": """\
targets = torch.randint(0, 3, (100,))
preds = torch.randint(0, 3, (100,))
table = [[0] * 3 for _ in range(3)]
for t, p in zip(targets, preds):  # expect: TEF207
    table[t.item()][p.item()] += 1
""",
    "test on each element": """\
def kept(scores: torch.Tensor) -> list:
    keep = []
    for i in range(len(scores)):  # expect: TEF207
        if scores[i].item() > 0.5:
            keep.append(i)
    return keep
""",
    "filter of a comprehension": """\
scores = torch.rand(10)
keep = [i for i, s in enumerate(scores) if s.item() > 0.5]  # expect: TEF207
""",
    "under no grad": """\
@torch.no_grad()
def weights(w: torch.Tensor) -> list:
    out = []
    for value in w.flatten():  # expect: TEF207
        out.append(value.item())
    return out
""",
    "decoded tokens": """\
def decode(ids: torch.Tensor, vocab: dict) -> str:
    words = []
    for token in ids:  # expect: TEF207
        words.append(vocab[token.item()])
    return " ".join(words)
""",
    "loader batch": Whole("""\
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
"""),
    "optional tensor after the guard": Whole("""\
from typing import Optional

import torch


def numbers(x: Optional[torch.Tensor]) -> list:
    if x is None:
        return []
    return [v.item() for v in x]  # expect: TEF207
"""),
    "comprehension, in another spelling": """\
def f(x: Tensor):
    return [v.item() for v in x]  # expect: TEF207
""",
    "by index": """\
def f(x: Tensor, n: int):
    out = []
    for i in range(n):  # expect: TEF207
        out.append(x[i].item())
    return out
""",
    "two indices": """\
def f(x: Tensor, n: int):
    for i in range(n):  # expect: TEF207
        for j in range(n):
            print(x[i, j].item())
""",
    "float": """\
def f(x: Tensor):
    return [float(v) for v in x]  # expect: TEF207
""",
    "named metrics": """\
def f(names, x: Tensor):
    return {name: v.item() for name, v in zip(names, x)}  # expect: TEF207
""",
    "index of a list": """\
def f(idx: Tensor, names: list[str]):
    for i in range(len(idx)):  # expect: TEF207
        print(names[idx[i].item()])
""",
    "mapped": """\
def f(x: Tensor):
    return list(map(float, x))  # expect: TEF207
""",
    "moved first": """\
def f(x: Tensor, n: int):
    return [x[i].detach().cpu().item() for i in range(n)]  # expect: TEF207
""",
    "confusion matrix in numpy filled by pairs": Whole("""\
import numpy as np
import torch


def confusion(pred: torch.Tensor, target: torch.Tensor, classes: int) -> np.ndarray:
    matrix = np.zeros((classes, classes), dtype=np.int64)
    for p, t in zip(pred.view(-1), target.view(-1)):  # expect: TEF207
        matrix[t.item(), p.item()] += 1
    return matrix
"""),
    "detections written as dicts in COCO form": """\
def to_coco(image_id: int, labels: torch.Tensor, scores: torch.Tensor) -> list[dict]:
    results = []
    for label, score in zip(labels, scores):  # expect: TEF207
        results.append({"image_id": image_id, "category_id": int(label), "score": float(score)})
    return results
""",
    "dict comprehension of names and probabilities": """\
@torch.no_grad()
def describe(model: nn.Module, x: torch.Tensor, names: list[str]) -> dict[str, float]:
    probs = torch.softmax(model(x), dim=-1)[0]
    return {name: p.item() for name, p in zip(names, probs)}  # expect: TEF207
""",
    "counter keyed by indexed labels": Whole("""\
from collections import Counter

import torch


def histogram(labels: torch.Tensor) -> Counter:
    counts: Counter = Counter()
    for i in range(labels.size(0)):  # expect: TEF207
        counts[labels[i].item()] += 1
    return counts
"""),
    "first column read by index": """\
def start_frames(segments: torch.Tensor, fps: float) -> list[float]:
    starts = []
    for i in range(segments.shape[0]):  # expect: TEF207
        start = segments[i, 0].item()
        starts.append(start / fps)
    return starts
""",
    "tokens decoded through a vocabulary on self": """\
class Tokenizer:
    def __init__(self, words: list[str]):
        self.words = words

    def decode(self, ids: torch.Tensor) -> str:
        return " ".join(self.words[int(t)] for t in ids)  # expect: TEF207
""",
    "log line for each class accuracy": Whole("""\
import logging

import torch

log = logging.getLogger(__name__)


def report(correct: torch.Tensor, total: torch.Tensor) -> None:
    accuracy = correct / total.clamp(min=1)
    for k, acc in enumerate(accuracy):  # expect: TEF207
        log.info("class %d: %.3f", k, acc.item())
"""),
    "threshold test on the read value": """\
def keep(scores: torch.Tensor, threshold: float) -> list[int]:
    kept = []
    for i in range(len(scores)):  # expect: TEF207
        if scores[i].item() >= threshold:
            kept.append(i)
    return kept
""",
    "rows of the result of an argmax call": Whole("""\
import torch
from torch import nn
from torch.utils.data import DataLoader


@torch.no_grad()
def predictions(model: nn.Module, loader: DataLoader) -> list[int]:
    found: list[int] = []
    for images, _ in loader:
        found.extend(int(k) for k in model(images).argmax(dim=1))  # expect: TEF207
    return found
"""),
    "detached and moved before the read": """\
def write_csv(path: str, losses: torch.Tensor) -> None:
    with open(path, "w") as f:
        for step, value in enumerate(losses):  # expect: TEF207
            f.write(f"{step},{value.detach().cpu().item()}\\n")
""",
    "values of the topk pair": """\
def top_words(logits: torch.Tensor, vocab: list[str], k: int) -> list[tuple[str, float]]:
    values, indices = torch.topk(logits, k, dim=-1)
    pairs = []
    for v, j in zip(values, indices):  # expect: TEF207
        pairs.append((vocab[j.item()], round(v.item(), 4)))
    return pairs
""",
    "set comprehension of unique labels": Whole("""\
import torch as th


def label_set(target: th.Tensor, ignore: int) -> set[int]:
    return {int(c) for c in th.unique(target)} - {ignore}  # expect: TEF207
"""),
    "buffer read by a method for an export": """\
class Quantiser(nn.Module):
    def __init__(self, levels: int):
        super().__init__()
        self.register_buffer("edges", torch.linspace(0.0, 1.0, levels))

    def export(self) -> list[float]:
        return [float(e) for e in self.edges]  # expect: TEF207
""",
    "generator summed in Python": """\
@torch.no_grad()
def total_error(pred: torch.Tensor, target: torch.Tensor) -> float:
    errors = F.l1_loss(pred, target, reduction="none").mean(dim=1)
    return sum(e.item() for e in errors) / errors.numel()  # expect: TEF207
""",
    "value bound by a walrus in the filter": """\
def positive(values: torch.Tensor) -> list[float]:
    return [x for v in values if (x := v.item()) > 0]  # expect: TEF207
""",
    "lengths from a mask used to slice lists": """\
class Packer:
    def __init__(self, mask: torch.Tensor):
        self.lengths = mask.long().sum(dim=1)

    def cut(self, texts: list[list[str]]) -> list[list[str]]:
        out = []
        for words, n in zip(texts, self.lengths):  # expect: TEF207
            out.append(words[: n.item()])
        return out
""",
    "of a tensor on the CPU nothing waits": """\
def listed(n: int):
    order = torch.randperm(n)
    return [order[i].item() for i in range(n)]  # expect: TEF207 "makes a tensor per element"
""",
    "of a tensor on a device the host waits": """\
def listed(order: Tensor):
    return [order[i].item() for i in range(len(order))]  # expect: TEF207 "waits for the device"
""",
    "what an iteration reads only where its mask says so": """\
def kept(scores: Tensor, mask: list[bool]):
    found = []
    for i in range(len(mask)):  # expect: TEF207
        if mask[i]:
            found.append(scores[i].item())
    return found
""",
    "in the other branch of its own test": """\
def kept(scores: Tensor, names: list[str]):
    found = {}
    for i, name in enumerate(names):  # expect: TEF207
        if name in found:
            pass
        elif found:
            with torch.no_grad():
                found[name] = scores[i].item()
    return found
""",
    "under a condition that all iterations share": """\
def shown(scores: Tensor, n: int, verbose: bool):
    total = 0.0
    for i in range(n):  # expect: TEF207
        if verbose:
            total += scores[i].item()
    return total
""",
    "in the condition itself": """\
def above(scores: Tensor, n: int, limit: float):
    found = []
    for i in range(n):  # expect: TEF207
        if scores[i].item() > limit:
            found.append(i)
    return found
""",
    "printed": """\
def shown(x: Tensor) -> str:
    x = torch.relu(x)
    return ", ".join(f"{v.item():.4f}" for v in x)  # expect: TEF207
""",
    "bounds of a slice": """\
def filled(boxes: Tensor, mask):
    top = boxes[:, 1].clamp(min=0)
    for i in range(len(top)):  # expect: TEF207
        mask[i, int(top[i]) :] = 1
    return mask
""",
    "of each of some names": """\
def named(x: Tensor, names: list) -> dict:
    means = torch.relu(x)
    return {name: means[i].item() for i, name in enumerate(names)}  # expect: TEF207
""",
    "until one is negative": """\
def count(x: Tensor) -> int:
    probs = torch.relu(x)
    for n in range(len(probs)):  # expect: TEF207
        if probs[n].item() < 0.5:
            break
    return n
""",
    "what may also be a list": """\
def numbers(params) -> tuple:
    if isinstance(params, Tensor):
        return tuple(float(p) for p in params)  # expect: TEF207
    return tuple(params)
""",
    "tensors made beside": """\
def grid(limits: Tensor) -> list:
    limits = torch.relu(limits)
    return [torch.linspace(low.item(), 1.0, 9) for low in limits]  # expect: TEF207
""",
    "a box at a time": """\
def corners(boxes: Tensor) -> list:
    boxes = torch.relu(boxes)
    out = []
    for box in boxes:
        out.append(list(map(int, box)))  # expect: TEF207
    return out
""",
    "generator that all() stops": """\
def only_special(x: Tensor, special: set[int]) -> bool:
    tokens = x.argmax(dim=-1)
    return all(token.item() in special for token in tokens)  # expect: TEF207
""",
    "parameter walked by a statement": """\
def accuracies(correct: Tensor, total: Tensor) -> list[float]:
    scores = []
    for i in range(torch.relu(correct).size(0)):  # expect: TEF207
        scores.append(correct[i].item() / 2.0)
    return scores
""",
    "entries of topk in a comprehension": """\
def best(logits: Tensor) -> list[int]:
    top = torch.topk(logits, k=5)
    return [int(i) for i in top.indices]  # expect: TEF207
""",
    "index into a list in a comprehension": """\
def kept(names: list[str], keep: Tensor) -> list[str]:
    chosen = torch.nonzero(keep).flatten()
    return [names[int(i)] for i in chosen]  # expect: TEF207
""",
    "columns computed in the function": """\
def prompts(x: Tensor) -> list[str]:
    lows = torch.amin(x, dim=1)
    texts = []
    for i in range(x.shape[0]):  # expect: TEF207
        texts.append(str(lows[i].item()))
    return texts
""",
}

LEAVE: dict[str, str] = {
    "tolist": """\
x = torch.rand(10)
values = x.tolist()
for v in x.tolist():
    print(v)
""",
    "loss of a training loop": Whole("""\
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
"""),
    "list of losses": """\
losses = [torch.rand(4).mean(dim=0), torch.rand(4).mean(dim=0)]
numbers = [loss.item() for loss in losses]
""",
    "dict of losses": """\
losses = {"a": torch.tensor(1.0), "b": torch.tensor(2.0)}
numbers = {k: v.item() for k, v in losses.items()}
""",
    "parameters": """\
model = nn.Linear(3, 3)
norms = [torch.linalg.vector_norm(p).item() for p in model.parameters()]
""",
    "one element, read once": """\
x = torch.rand(10)
y = x[0].item()
z = x[-1].item()
""",
    "one element outside the loop": """\
x = torch.rand(10)
first = x[0].item()
for i in range(10):
    print(i, first)
""",
    "numpy array": Whole("""\
import numpy as np
import torch

a = np.random.rand(10)
values = [v.item() for v in a]
x = torch.tensor(values)
"""),
    "array of a tensor": """\
x = torch.rand(10)
values = [float(v) for v in x.numpy()]
""",
    "floats of strings": """\
line = "0.1 0.2 0.3"
x = torch.tensor([float(v) for v in line.split()])
""",
    "ints of a shape": """\
x = torch.rand(4, 3)
sizes = [int(n) for n in x.shape]
""",
    "untyped values": """\
def numbers(values):
    return [v.item() for v in values], torch.rand(1)
""",
    "annotated list": Whole("""\
from typing import List

import torch
from torch import Tensor


def numbers(losses: List[Tensor]) -> list:
    return [loss.item() for loss in losses]
"""),
    "actions of a policy": """\
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
numbers = [torch.rand(()).item() for _ in range(5)]
seeds = [torch.randint(0, 100, (1,)).item() for _ in range(5)]
""",
    "random augmentation": """\
def crop(width: int, times: int) -> list:
    lefts = []
    for _ in range(times):
        lefts.append(int(torch.randint(0, width, (1,))))
    return lefts
""",
    "metric of each batch": Whole("""\
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
"""),
    "layers": """\
layers = nn.ModuleList([nn.Linear(4, 4) for _ in range(3)])
gains = [torch.linalg.matrix_norm(layer.weight).item() for layer in layers]
""",
    "items of a dict": """\
state = {"a": torch.rand(2)}
for key, value in state.items():
    print(key, value.shape)
""",
    "pandas rows": Whole("""\
import pandas as pd
import torch

frame = pd.DataFrame({"a": [1, 2]})
values = [v.item() for v in frame["a"].to_numpy()]
x = torch.tensor(values)
"""),
    "scheduler": """\
model = nn.Linear(2, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
rates = [float(group["lr"]) for group in optimizer.param_groups]
""",
    "convergence": """\
x = torch.rand(5)
for _ in range(100):
    step = 0.1 * x
    x = x - step
    if step.abs().amax(dim=0).item() < 1e-6:
        break
""",
    "tolist before the index": """\
x = torch.rand(10)
values = x.tolist()
for i in range(len(values)):
    print(values[i])
""",
    "item of another object": """\
class Shelf:
    def item(self):
        return 3


shelves = [Shelf(), Shelf()]
numbers = [s.item() for s in shelves]
x = torch.rand(sum(numbers))
""",
    "one number per epoch": """\
weight = torch.ones(4, requires_grad=True)
for epoch in range(3):
    loss = (weight**2).sum(dim=0)
    loss.backward()
    with torch.no_grad():
        weight -= 0.1 * weight.grad
    print(epoch, loss.item())
""",
    "dataset samples": Whole("""\
import torch
from torch.utils.data import Dataset


def labels(dataset: Dataset) -> list:
    return [int(dataset[i][1]) for i in range(8)]
"""),
    "sampled indices": """\
order = torch.randperm(10).tolist()
names = [f"sample {i}" for i in order]
""",
    "multi-task losses": """\
def report(outputs: dict, targets: dict) -> dict:
    numbers = {}
    for name in outputs:
        numbers[name] = F.mse_loss(outputs[name], targets[name]).item()
    return numbers
""",
    "learned scale": """\
class Scale(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(1))

    def describe(self, names: list) -> list:
        value = self.scale.item()
        return [f"{name}: {value}" for name in names]
""",
    "list of losses, in another spelling": """\
def f(losses: list[Tensor]):
    return [loss.item() for loss in losses]
""",
    "tolist, in another spelling": """\
def f(x: Tensor):
    return [v * 2 for v in x.tolist()]
""",
    "loss of every step": """\
def f(x: Tensor, steps: int):
    for step in range(steps):
        print((x * step).sum(dim=0).max(dim=0).values.item())
""",
    "same element": """\
def f(x: Tensor, n: int):
    return [x[0].item() for _ in range(n)]
""",
    "changing tensor": """\
def f(x: Tensor, n: int):
    for i in range(n):
        x = x @ x
        print(x[i, i].item())
""",
    "array": """\
def f(x: Tensor):
    return [v.item() for v in x.numpy()]
""",
    "unknown": """\
def f(x, n):
    return [x[i].item() for i in range(n)], torch.pi
""",
    "masked rows": """\
def f(x: Tensor, mask: Tensor):
    return [x[i][mask[i] > 0].tolist() for i in range(len(x))]
""",
    "one tolist before the loop": Whole("""\
import numpy as np
import torch


def confusion(pred: torch.Tensor, target: torch.Tensor, classes: int) -> np.ndarray:
    matrix = np.zeros((classes, classes), dtype=np.int64)
    for p, t in zip(pred.view(-1).tolist(), target.view(-1).tolist()):
        matrix[int(t), int(p)] += 1
    return matrix
"""),
    "one number per batch of a loader": Whole("""\
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader


@torch.no_grad()
def evaluate(model: nn.Module, loader: DataLoader) -> float:
    total = 0.0
    for images, labels in loader:
        total += F.cross_entropy(model(images), labels).item()
    return total / len(loader)
"""),
    "metrics of a dict": """\
def to_floats(metrics: dict[str, torch.Tensor]) -> dict[str, float]:
    return {name: value.item() for name, value in metrics.items()}
""",
    "list of scalar losses": """\
def history(losses: list[torch.Tensor]) -> list[float]:
    return [loss.detach().item() for loss in losses]
""",
    "same element after each optimiser step": """\
def fit(params: torch.Tensor, closure, opt: torch.optim.Optimizer, steps: int) -> list[float]:
    trace = []
    for _ in range(steps):
        opt.zero_grad()
        closure().backward()
        opt.step()
        trace.append(params[0].item())
    return trace
""",
    "action sampled anew at each environment step": Whole("""\
import torch
from torch import nn
from torch.distributions import Categorical


@torch.no_grad()
def play(env, policy: nn.Module, steps: int) -> float:
    obs, score = env.reset(), 0.0
    for _ in range(steps):
        dist = Categorical(logits=policy(torch.as_tensor(obs)))
        action = dist.sample().item()
        obs, reward = env.step(action)
        score += reward
    return score
"""),
    "numpy scalars": """\
def edges(x: torch.Tensor) -> list[float]:
    hist = x.detach().cpu().numpy()
    return [float(h) for h in hist]
""",
    "norm of every parameter": """\
def weight_norms(model: nn.Module) -> dict[str, float]:
    stats = {}
    for name, p in model.named_parameters():
        stats[name] = torch.linalg.vector_norm(p.detach()).item()
    return stats
""",
    "untyped labels of a dataset": """\
def label_list(dataset):
    labels = []
    for _, label in dataset:
        labels.append(int(label))
    return torch.tensor(labels)
""",
    "int of the loop variable only": """\
def shifts(x: torch.Tensor, n: int) -> list[torch.Tensor]:
    return [torch.roll(x, int(k), dims=0) for k in range(n)]
""",
    "rows of nested Python lists from tolist": """\
def boxes(xyxy: torch.Tensor) -> list[dict[str, int]]:
    out = []
    for x1, y1, x2, y2 in xyxy.round().long().tolist():
        out.append({"x": int(x1), "y": int(y1), "w": int(x2 - x1), "h": int(y2 - y1)})
    return out
""",
    "power iteration until its residual is small": """\
def leading(a: torch.Tensor, v: torch.Tensor, tol: float) -> torch.Tensor:
    for _ in range(100):
        w = torch.nn.functional.normalize(a @ v, dim=0)
        if (w - v).abs().amax(dim=0).item() < tol:
            break
        v = w
    return v
""",
    "float of an element of a shape": """\
def ratios(x: torch.Tensor) -> list[float]:
    return [float(n) / x.numel() for n in x.shape]
""",
    "name bound to a list on the only path to the loop": """\
def as_numbers(values: torch.Tensor) -> list[float]:
    values = values.flatten().tolist()
    return [float(v) for v in values]
""",
    "items of a list of file sizes": """\
def schedule(sizes: list[str], lr: float) -> torch.Tensor:
    scaled = []
    for i in range(len(sizes)):
        scaled.append(float(sizes[i]) * lr)
    return torch.tensor(scaled)
""",
    "entries of topk read at once": """\
def best(logits: Tensor) -> list[int]:
    top = torch.topk(logits, k=5)
    return [i + 1 for i in top.indices.tolist()]
""",
    "columns read at once before a statement": """\
def prompts(x: Tensor) -> list[str]:
    texts = []
    for low in torch.amin(x, dim=1).tolist():
        texts.append(str(low))
    return texts
""",
}
