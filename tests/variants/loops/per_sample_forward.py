"""TEF209 per-sample-forward: programs that must be flagged and near misses that must stay silent.

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
    "slice of one row": """\
model = nn.Linear(8, 4)
x = torch.rand(16, 8)
outputs = []
for i in range(x.size(0)):
    outputs.append(model(x[i : i + 1]))  # expect: TEF209
y = torch.cat(outputs)
""",
    "unsqueezed row": """\
def predict(model: nn.Module, x: torch.Tensor) -> list:
    out = []
    for i in range(len(x)):
        out.append(model(x[i].unsqueeze(0)))  # expect: TEF209
    return out
""",
    "none index": """\
def predict(model: nn.Module, x: torch.Tensor) -> list:
    out = []
    for row in x:
        out.append(model(row[None]))  # expect: TEF209
    return out
""",
    "comprehension": """\
model = nn.Sequential(nn.Flatten(), nn.Linear(64, 10))
images = torch.rand(32, 1, 8, 8)
logits = torch.cat([model(image.unsqueeze(0)) for image in images])  # expect: TEF209
""",
    "comprehension by slice": """\
model = nn.Conv2d(3, 8, 3)
images = torch.rand(32, 3, 8, 8)
maps = torch.cat([model(images[i : i + 1]) for i in range(images.shape[0])], dim=0)  # expect: TEF209
""",
    "own module class": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 4)

    def forward(self, x):
        return torch.relu(self.fc(x))


net = Net()
batch = torch.rand(10, 8)
for i in range(10):
    print(net(batch[i : i + 1]))  # expect: TEF209
""",
    "module attribute in forward": """\
class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3)

    def forward(self, images):
        features = []
        for i in range(images.size(0)):
            features.append(self.conv(images[i].unsqueeze(0)))  # expect: TEF209
        return torch.cat(features, dim=0)
""",
    "torch.unsqueeze": """\
def predict(model: nn.Module, x: torch.Tensor) -> list:
    return [model(torch.unsqueeze(row, 0)) for row in x]  # expect: TEF209
""",
    "unsqueeze keyword": """\
def predict(model: nn.Module, x: torch.Tensor) -> list:
    return [model(row.unsqueeze(dim=0)) for row in x]  # expect: TEF209
""",
    "slice with an ellipsis": """\
def predict(model: nn.Module, x: torch.Tensor) -> list:
    return [model(x[i : i + 1, ...]) for i in range(x.shape[0])]  # expect: TEF209
""",
    "none and an ellipsis": """\
def predict(model: nn.Module, images: torch.Tensor) -> list:
    out = []
    for image in images:
        out.append(model(image[None, ...]))  # expect: TEF209
    return out
""",
    "row and none together": """\
def predict(model: nn.Module, images: torch.Tensor) -> list:
    return [model(images[i][None]) for i in range(len(images))]  # expect: TEF209
""",
    "sample through a name": """\
def predict(model: nn.Module, x: torch.Tensor) -> torch.Tensor:
    outputs = []
    for i in range(x.size(0)):
        sample = x[i].unsqueeze(0)
        outputs.append(model(sample))  # expect: TEF209 "call it on the batch: model(x)"
    return torch.cat(outputs)
""",
    "sample and its label": """\
def predict(model: nn.Module, x: torch.Tensor, labels: torch.Tensor) -> list:
    out = []
    for row, label in zip(x, labels):
        out.append((model(row.unsqueeze(0)), label))  # expect: TEF209
    return out
""",
    "enumerate": """\
def predict(model: nn.Module, x: torch.Tensor) -> dict:
    out = {}
    for i, row in enumerate(x):
        out[i] = model(row[None])  # expect: TEF209
    return out
""",
    "written into an output": """\
net = nn.Linear(8, 4)
x = torch.rand(16, 8)
out = torch.zeros(16, 4)
for i in range(16):
    out[i] = net(x[i : i + 1])[0]  # expect: TEF209
""",
    "inference mode": """\
@torch.inference_mode()
def embed(model: nn.Module, images: torch.Tensor) -> torch.Tensor:
    model.eval()
    out = []
    for i in range(images.size(0)):
        out.append(model(images[i : i + 1]).flatten(1))  # expect: TEF209
    return torch.cat(out)
""",
    "batch of a loader, taken apart": Whole("""\
import torch
from torch import nn
from torch.utils.data import DataLoader


@torch.no_grad()
def evaluate(model: nn.Module, loader: DataLoader) -> list:
    model.eval()
    out = []
    for images, _ in loader:
        for i in range(images.size(0)):
            out.append(model(images[i : i + 1]))  # expect: TEF209
    return out
"""),
    "torch imported under another name": Whole("""\
import torch as th
import torch.nn as tnn

model = tnn.Linear(8, 4)
x = th.rand(16, 8)
y = th.cat([model(x[i : i + 1]) for i in range(16)])  # expect: TEF209
"""),
    "vision transformer of patches": """\
class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.mlp = nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 2))

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        return torch.cat([self.mlp(t.unsqueeze(0)) for t in tokens])  # expect: TEF209
""",
    "model from an attribute of a plain class": """\
class Agent:
    def __init__(self):
        self.q = nn.Linear(4, 2)

    def values(self, states: torch.Tensor) -> list:
        return [self.q(s.unsqueeze(0)) for s in states]  # expect: TEF209
""",
    "size through a name": """\
def predict(net: nn.Module, x: torch.Tensor) -> list:
    n = x.size(0)
    out = []
    for k in range(n):
        out.append(net(x[k : k + 1]))  # expect: TEF209
    return out
""",
    "helper of the same file": """\
def batch() -> torch.Tensor:
    return torch.rand(16, 8)


model = nn.Linear(8, 4)
for row in batch():
    print(model(row.unsqueeze(0)))  # expect: TEF209
""",
    "sequence of a recurrent net": """\
rnn = nn.GRU(8, 8, batch_first=True)
x = torch.rand(16, 20, 8)
ends = []
for i in range(x.size(0)):
    out, _ = rnn(x[i : i + 1])  # expect: TEF209
    ends.append(out[:, -1])
""",
    "loss module's input": """\
def sensitivities(model: nn.Module, x: torch.Tensor) -> list:
    scores = []
    for i in range(x.shape[0]):
        y = model(x[i : i + 1])  # expect: TEF209
        scores.append(y.abs().amax(dim=1))
    return scores
""",
    "moved to a device": """\
def predict(model: nn.Module, x: torch.Tensor, device: torch.device) -> list:
    out = []
    for i in range(x.size(0)):
        out.append(model(x[i : i + 1].to(device)))  # expect: TEF209
    return out
""",
    "nested function": """\
def outer(model: nn.Module, x: torch.Tensor):
    def run() -> list:
        return [model(row[None]) for row in x]  # expect: TEF209

    return run()
""",
    "optional model after the guard": Whole("""\
from typing import Optional

import torch
from torch import nn


def predict(model: Optional[nn.Module], x: torch.Tensor) -> list:
    if model is None:
        return []
    return [model(row.unsqueeze(0)) for row in x]  # expect: TEF209
"""),
    "two inputs": """\
def score(model: nn.Module, users: torch.Tensor, items: torch.Tensor) -> list:
    out = []
    for i in range(users.size(0)):
        out.append(model(users[i : i + 1], items[i : i + 1]))  # expect: TEF209
    return out
""",
    "keyword input": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 4)

    def forward(self, inputs):
        return self.fc(inputs)


net = Net()
x = torch.rand(16, 8)
y = [net(inputs=x[i : i + 1]) for i in range(16)]  # expect: TEF209
""",
    "slice of one": """\
def f(model: nn.Module, x: Tensor):
    return torch.cat([model(x[i : i + 1]) for i in range(len(x))])  # expect: TEF209
""",
    "unsqueezed row, in another spelling": """\
def f(model: nn.Module, x: Tensor):
    out = []
    for i in range(x.size(0)):
        out.append(model(x[i].unsqueeze(0)))  # expect: TEF209
    return torch.cat(out)
""",
    "iterated with None": """\
def f(model: nn.Module, x: Tensor):
    return [model(r[None]) for r in x]  # expect: TEF209
""",
    "keywords": """\
def f(model: nn.Module, ids: Tensor, mask: Tensor):
    for i in range(len(ids)):
        print(model(ids=ids[i].unsqueeze(0), mask=mask[i].unsqueeze(0)).shape)  # expect: TEF209
""",
    "moved and scaled": """\
def f(model: nn.Module, images: Tensor):
    for image in images:
        image = (image / 255).to("cuda").unsqueeze(0)
        print(model(image).argmax())  # expect: TEF209 "at a time; call it on the batch"
""",
    "grown by cat": """\
def f(model: nn.Module, x: Tensor):
    out = torch.empty(0)
    for i in range(len(x)):
        out = torch.cat([out, model(x[i : i + 1])])  # expect: TEF209
    return out
""",
    "linear layer on rows": """\
class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 4)

    def forward(self, x: Tensor):
        return torch.stack([self.fc(r) for r in x])  # expect: TEF209
""",
    "features of each image for a name index": """\
@torch.no_grad()
def index(encoder: nn.Module, images: torch.Tensor, names: list[str]) -> dict[str, torch.Tensor]:
    encoder.eval()
    table = {}
    for name, image in zip(names, images):
        table[name] = encoder(image[None])  # expect: TEF209
    return table
""",
    "sample bound to a name before the call": """\
class Probe:
    def __init__(self, net: nn.Module, device: str = "cpu"):
        self.net = net.to(device).eval()
        self.device = device

    @torch.inference_mode()
    def __call__(self, batch: torch.Tensor) -> torch.Tensor:
        outs = []
        for i in range(batch.shape[0]):
            sample = batch[i].unsqueeze(0).to(self.device)
            logits = self.net(sample)  # expect: TEF209
            outs.append(logits.cpu())
        return torch.cat(outs)
""",
    "rows fed to a linear layer in a comprehension": """\
class RowHead(nn.Module):
    def __init__(self, d: int):
        super().__init__()
        self.fc = nn.Linear(d, d)
        self.act = nn.GELU()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        rows = [self.fc(row) for row in x]  # expect: TEF209
        return self.act(torch.stack(rows))
""",
    "class of this file used by a function": """\
class Scorer(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Flatten(), nn.Linear(784, 10))

    def forward(self, x: Tensor) -> Tensor:
        return self.body(x)


def score(digits: Tensor) -> Tensor:
    scorer = Scorer()
    scorer.eval()
    with torch.no_grad():
        return torch.cat([scorer(digits[k : k + 1]) for k in range(len(digits))])  # expect: TEF209
""",
    "split into chunks of one": """\
@torch.no_grad()
def run(model: nn.Module, x: torch.Tensor) -> torch.Tensor:
    outs = []
    for part in x.split(1):
        outs.append(model(part))  # expect: TEF209
    return torch.cat(outs, dim=0)
""",
    "view to a batch of one": Whole("""\
import torch
import torch.nn as nn

autoencoder = nn.Sequential(nn.Linear(64, 8), nn.ReLU(), nn.Linear(8, 64))


@torch.no_grad()
def reconstruct(rows: torch.Tensor) -> torch.Tensor:
    restored = torch.empty_like(rows)
    for i in range(rows.size(0)):
        restored[i] = autoencoder(rows[i].view(1, -1))[0]  # expect: TEF209
    return restored
"""),
    "head out of a ModuleDict": """\
class MultiTask(nn.Module):
    def __init__(self, d: int, classes: int):
        super().__init__()
        self.heads = nn.ModuleDict({"cls": nn.Linear(d, classes), "box": nn.Linear(d, 4)})

    def forward(self, rois: torch.Tensor) -> torch.Tensor:
        boxes = []
        for roi in rois:
            boxes.append(self.heads["box"](roi[None, :]))  # expect: TEF209
        return torch.cat(boxes)
""",
    "data parallel wrapper around a model": """\
def infer(images: torch.Tensor) -> list[torch.Tensor]:
    net = nn.DataParallel(nn.Sequential(nn.Conv2d(3, 8, 3), nn.AdaptiveAvgPool2d(1), nn.Flatten()))
    net.eval()
    preds = []
    with torch.inference_mode():
        for img in images:
            out = net(torch.unsqueeze(img, 0))  # expect: TEF209
            preds.append(out.argmax(dim=1))
    return preds
""",
    "forward spelled out": """\
class Student(nn.Module):
    def __init__(self, backbone: nn.Module):
        super().__init__()
        self.backbone = backbone

    @torch.no_grad()
    def targets(self, crops: torch.Tensor) -> torch.Tensor:
        out = []
        for i in range(crops.size(0)):
            out.append(self.backbone.forward(crops[i : i + 1]))  # expect: TEF209, TEF604?
        return torch.cat(out)
""",
    "module held in a dataclass": Whole("""\
from dataclasses import dataclass

import torch
from torch import nn


@dataclass
class Pipeline:
    model: nn.Module
    mean: torch.Tensor

    def run(self, batch: torch.Tensor) -> torch.Tensor:
        centred = batch - self.mean
        with torch.no_grad():
            outs = tuple(self.model(s.unsqueeze(0)) for s in centred)  # expect: TEF209
        return torch.cat(outs)
"""),
    "train mode step on a batch whose outputs are stacked": """\
def step(model: nn.Module, x: torch.Tensor, y: torch.Tensor, opt: torch.optim.Optimizer) -> None:
    logits = []
    for sample in x:
        logits.append(model(sample[None]).squeeze(0))  # expect: TEF209
    loss = F.cross_entropy(torch.stack(logits), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
""",
    "early return before the loop and try finally around it": Whole("""\
from typing import Optional

import torch
from torch import nn


def embed(model: nn.Module, clips: Optional[torch.Tensor]) -> list[torch.Tensor]:
    if clips is None:
        return []
    was_training = model.training
    model.eval()
    vectors = []
    try:
        with torch.no_grad():
            for n, clip in enumerate(clips):
                vector = model(clip.unsqueeze(dim=0))  # expect: TEF209
                vectors.append(vector[0] / (n + 1))
    finally:
        model.train(was_training)
    return vectors
"""),
    "inherited encoder attribute in a subclass": """\
class Base(nn.Module):
    def __init__(self, d: int):
        super().__init__()
        self.encoder = nn.LayerNorm(d)


class Pairs(Base):
    def forward(self, left: torch.Tensor, right: torch.Tensor) -> torch.Tensor:
        joined = []
        for a, b in zip(left, right):
            joined.append(self.encoder(a) * b)  # expect: TEF209
        return torch.stack(joined)
""",
}

LEAVE: dict[str, str] = {
    "whole batch": """\
model = nn.Linear(8, 4)
y = model(torch.rand(16, 8))
""",
    "batches of a loader": Whole("""\
import torch
from torch import nn
from torch.utils.data import DataLoader


@torch.no_grad()
def predict(model: nn.Module, loader: DataLoader) -> list:
    model.eval()
    return [model(images) for images, _ in loader]
"""),
    "chunks of many rows": """\
def predict(model: nn.Module, x: torch.Tensor, size: int) -> torch.Tensor:
    out = []
    for i in range(0, x.size(0), size):
        out.append(model(x[i : i + size]))
    return torch.cat(out)
""",
    "chunks by split": """\
def predict(model: nn.Module, x: torch.Tensor) -> torch.Tensor:
    return torch.cat([model(piece) for piece in x.split(64)])
""",
    "list of images of any size": Whole("""\
from typing import List

import torch
from torch import Tensor, nn


def predict(model: nn.Module, images: List[Tensor]) -> list:
    return [model(image.unsqueeze(0)) for image in images]
"""),
    "images read from files": Whole("""\
import torch
from torch import nn
from torchvision.io import read_image


def predict(model: nn.Module, paths: list) -> list:
    out = []
    for path in paths:
        image = read_image(path).float() / 255
        out.append(model(image.unsqueeze(0)))
    return out
"""),
    "list of literal tensors": """\
model = nn.Conv2d(3, 4, 3)
images = [torch.rand(3, 8, 8), torch.rand(3, 10, 12)]
maps = [model(image[None]) for image in images]
""",
    "untyped samples": """\
def predict(model: nn.Module, images) -> list:
    return [model(image.unsqueeze(0)) for image in images]
""",
    "untyped samples by index": """\
def predict(model: nn.Module, samples) -> list:
    out = []
    for i in range(len(samples)):
        out.append(model(samples[i].unsqueeze(0)))
    return out
""",
    "one sample, no loop": """\
model = nn.Linear(8, 4)
x = torch.rand(16, 8)
first = model(x[0:1])
second = model(x[1].unsqueeze(0))
third = model(x[2][None])
""",
    "one sample by a parameter": """\
def predict(model: nn.Module, x: torch.Tensor, i: int) -> torch.Tensor:
    return model(x[i : i + 1])
""",
    "dataset samples": Whole("""\
import torch
from torch import nn
from torch.utils.data import Dataset


def predict(model: nn.Module, dataset: Dataset) -> list:
    out = []
    for i in range(8):
        image, _ = dataset[i]
        out.append(model(image.unsqueeze(0)))
    return out
"""),
    "recurrence over time": """\
cell = nn.LSTMCell(8, 8)
h = torch.zeros(4, 8)
c = torch.zeros(4, 8)
for x_t in torch.rand(10, 4, 8).unbind(0):
    h, c = cell(x_t, (h, c))
""",
    "layers of a stack": """\
layers = nn.ModuleList([nn.Linear(8, 8) for _ in range(3)])
x = torch.rand(4, 8)
for layer in layers:
    x = layer(x)
""",
    "environment steps": """\
def rollout(env, policy: nn.Module, steps: int) -> list:
    actions = []
    state = torch.as_tensor(env.reset())
    for _ in range(steps):
        logits = policy(state.unsqueeze(0))
        action = logits.argmax(dim=-1)
        actions.append(action)
        state = torch.as_tensor(env.step(action))
    return actions
""",
    "autoregressive decoding": """\
@torch.no_grad()
def generate(model: nn.Module, ids: torch.Tensor, steps: int) -> torch.Tensor:
    for _ in range(steps):
        token = model(ids)[:, -1:].argmax(dim=-1)
        ids = torch.cat([ids, token], dim=1)
    return ids
""",
    "same batch each turn": """\
model = nn.Dropout(0.5)
x = torch.rand(16, 8)
samples = torch.stack([model(x) for _ in range(10)])
""",
    "noise in each turn": """\
generator = nn.Linear(8, 64)
images = []
for _ in range(4):
    images.append(generator(torch.randn(1, 8)))
""",
    "vmap over the samples": """\
model = nn.Linear(8, 4)
y = torch.vmap(lambda row: model(row.unsqueeze(0)))(torch.rand(16, 8))
""",
    "plain function, list of samples": """\
def scale(x):
    return x * 2


y = [scale(v) for v in [torch.rand(1, 3), torch.rand(1, 3)]]
""",
    "lengths differ": """\
rnn = nn.GRU(8, 8, batch_first=True)


def encode(x: torch.Tensor, lengths: list) -> list:
    out = []
    for row, n in zip(x, lengths):
        out.append(rnn(row[:n].unsqueeze(0))[0])
    return out
""",
    "numpy samples": Whole("""\
import numpy as np
import torch
from sklearn.svm import SVC

x = np.random.rand(16, 8)
model = SVC().fit(x, np.arange(16) % 2)
labels = [model.predict(x[i : i + 1]) for i in range(16)]
t = torch.tensor([int(v[0]) for v in labels])
"""),
    "models, not samples": """\
models = [nn.Linear(8, 4) for _ in range(3)]
x = torch.rand(1, 8)
y = torch.cat([m(x) for m in models])
""",
    "epochs over the same batch": """\
model = nn.Linear(8, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
x = torch.rand(16, 8)
y = torch.rand(16, 1)
for epoch in range(10):
    optimizer.zero_grad()
    loss = F.mse_loss(model(x), y)
    loss.backward()
    optimizer.step()
""",
    "transform that is no module": Whole("""\
import torch
from project import detector

images = torch.rand(4, 3, 8, 8)
boxes = [detector(image) for image in images]
"""),
    "random mini-batch": """\
def run(model: nn.Module, x: torch.Tensor, steps: int) -> list:
    out = []
    for _ in range(steps):
        index = torch.randint(0, x.size(0), (8,))
        out.append(model(x[index]))
    return out
""",
    "fixed sample in a loop": """\
model = nn.Linear(8, 4)
x = torch.rand(16, 8)
for epoch in range(3):
    print(epoch, model(x[:1]))
""",
    "camera frames": Whole("""\
import cv2
import torch
from torch import nn


def watch(model: nn.Module, path: str) -> list:
    capture = cv2.VideoCapture(path)
    out = []
    while True:
        ok, frame = capture.read()
        if not ok:
            break
        x = torch.from_numpy(frame).permute(2, 0, 1).float()
        out.append(model(x.unsqueeze(0)))
    return out
"""),
    "batched sampler": """\
def denoise(model: nn.Module, x: torch.Tensor, steps: int) -> torch.Tensor:
    for t in reversed(range(steps)):
        noise = model(x)
        x = x - noise / (t + 1)
    return x
""",
    "dict of inputs": """\
model = nn.Linear(8, 4)
views = {"left": torch.rand(1, 8), "right": torch.rand(1, 8)}
y = {name: model(view) for name, view in views.items()}
""",
    "minibatches": """\
def f(model: nn.Module, x: Tensor):
    return torch.cat([model(x[i : i + 32]) for i in range(0, len(x), 32)])
""",
    "list of samples": """\
def f(model: nn.Module, xs: list[Tensor]):
    return [model(x.unsqueeze(0)) for x in xs]
""",
    "a module for each": """\
def f(heads: nn.ModuleList, x: Tensor):
    return [head(r[None]) for head, r in zip(heads, x)]
""",
    "the batch": """\
def f(model: nn.Module, x: Tensor):
    return model(x)
""",
    "state carried on": """\
def f(cell: nn.Module, x: Tensor, h: Tensor):
    for step in torch.unbind(x):
        h = cell(step[None], h)
    return h
""",
    "chunks": """\
def f(model: nn.Module, x: Tensor):
    return [model(part) for part in x.split(32)]
""",
    "batches in a tensor": """\
def f(model: nn.Module, batches: Tensor):
    total = 0.0
    for batch in batches:
        total = total + model(batch).detach().square().mean(dim=0)
    return total
""",
    "whole batch at once": """\
@torch.no_grad()
def index(encoder: nn.Module, images: torch.Tensor, names: list[str]) -> dict[str, torch.Tensor]:
    return dict(zip(names, encoder(images)))
""",
    "images of many sizes in a list": """\
@torch.no_grad()
def run(model: nn.Module, images: list[torch.Tensor]) -> list[torch.Tensor]:
    return [model(image.unsqueeze(0)) for image in images]
""",
    "chunks that fit in memory": """\
@torch.no_grad()
def run(model: nn.Module, x: torch.Tensor, size: int = 64) -> torch.Tensor:
    outs = [model(part) for part in x.split(size)]
    for start in range(0, len(x), size):
        outs.append(model(x[start : start + size]))
    return torch.cat(outs)
""",
    "dataset items": Whole("""\
import torch
from torch import nn
from torch.utils.data import Dataset


@torch.no_grad()
def embed(model: nn.Module, dataset: Dataset) -> torch.Tensor:
    vectors = []
    for image, _ in dataset:
        vectors.append(model(image[None]))
    return torch.cat(vectors)
"""),
    "gru cell over the steps of a sequence": """\
class Encoder(nn.Module):
    def __init__(self, d: int):
        super().__init__()
        self.cell = nn.GRUCell(d, d)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = x.new_zeros(x.size(1), x.size(2))
        for x_t in x.unbind(0):
            h = self.cell(x_t, h)
        return h
""",
    "another expert for every row": """\
class Experts(nn.Module):
    def __init__(self, n: int, d: int):
        super().__init__()
        self.experts = nn.ModuleList([nn.Linear(d, d) for _ in range(n)])

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        outs = []
        for row, expert in zip(x.unbind(1), self.experts):
            outs.append(expert(row))
        return torch.stack(outs, dim=1)
""",
    "first sample only": """\
def warm_up(model: nn.Module, x: torch.Tensor, times: int) -> None:
    for _ in range(times):
        model(x[0:1])
        model(x[0].unsqueeze(0))
""",
    "test time augmentation of the whole batch": """\
@torch.no_grad()
def tta(model: nn.Module, x: torch.Tensor) -> torch.Tensor:
    views = [model(torch.rot90(x, k, (2, 3))) for k in range(4)]
    return torch.stack(views).mean(dim=0)
""",
    "valid part of each sequence": """\
def encode(model: nn.Module, x: torch.Tensor, lengths: list[int]) -> list[torch.Tensor]:
    states = []
    for seq, n in zip(x, lengths):
        states.append(model(seq[:n].unsqueeze(0)))
    return states
""",
    "windows along time of the whole batch": """\
@torch.no_grad()
def slide(model: nn.Module, x: torch.Tensor, window: int, stride: int) -> list[torch.Tensor]:
    outs = []
    for start in range(0, x.size(1) - window + 1, stride):
        outs.append(model(x[:, start : start + window]))
    return outs
""",
    "observation of the environment at each step": """\
@torch.no_grad()
def play(policy: nn.Module, env, steps: int) -> list[int]:
    obs, actions = env.reset(), []
    for _ in range(steps):
        state = torch.as_tensor(obs, dtype=torch.float32)
        action = policy(state[None]).argmax(dim=1).item()
        obs = env.step(action)
        actions.append(action)
    return actions
""",
    "vmap over stacked parameters": Whole("""\
import torch
from torch import nn
from torch.func import functional_call, stack_module_state, vmap


def ensemble(models: list[nn.Module], x: torch.Tensor) -> torch.Tensor:
    params, buffers = stack_module_state(models)
    base = models[0]

    def call(p, b, data):
        return functional_call(base, (p, b), (data,))

    return vmap(call, in_dims=(0, 0, None))(params, buffers, x)
"""),
    "loader of batch size one": Whole("""\
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset


@torch.no_grad()
def test(model: nn.Module, dataset: Dataset) -> list[torch.Tensor]:
    loader = DataLoader(dataset, batch_size=1)
    preds = []
    for images, _ in loader:
        preds.append(model(images).argmax(dim=1))
    return preds
"""),
    "list of patches cut by boxes": """\
@torch.no_grad()
def classify(model: nn.Module, image: torch.Tensor, boxes: list[tuple[int, int, int, int]]) -> list[torch.Tensor]:
    preds = []
    for x1, y1, x2, y2 in boxes:
        crop = image[:, y1:y2, x1:x2]
        preds.append(model(crop.unsqueeze(0)))
    return preds
""",
    "autoregressive samples of a growing prompt": """\
@torch.no_grad()
def continue_prompt(model: nn.Module, prompt: list[int], steps: int) -> list[int]:
    ids = list(prompt)
    for _ in range(steps):
        logits = model(torch.tensor(ids).unsqueeze(0))
        ids.append(int(logits[0, -1].argmax(dim=-1)))
    return ids
""",
    "numpy rows given to a sklearn estimator": Whole("""\
import numpy as np
import torch
from sklearn.base import BaseEstimator


def predict(model: BaseEstimator, table: np.ndarray) -> torch.Tensor:
    rows = [model.predict(table[i : i + 1]) for i in range(len(table))]
    return torch.from_numpy(np.concatenate(rows))
"""),
    "focal loss of each image": """\
class FocalLoss(nn.Module):
    def forward(self, x: Tensor, y: Tensor) -> Tensor:
        return F.mse_loss(x, y) ** 2


def total(criterion: FocalLoss, x: Tensor, y: Tensor) -> Tensor:
    loss = FocalLoss()
    return sum(loss(x[i : i + 1], y[i : i + 1]) for i in range(len(x)))
""",
    "sliced only where that is asked for": """\
def encode(encoder: nn.Linear, x: Tensor, sliced: bool) -> Tensor:
    if sliced:
        return torch.cat([encoder(part) for part in x.split(1)])
    return encoder(x)
""",
    "gradients of each sample": """\
def scores(model: nn.Module, x: Tensor) -> Tensor:
    weights = list(model.parameters())
    found = []
    for row in x:
        grads = torch.autograd.grad(model(row.unsqueeze(0)).logsumexp(dim=1).sum(), weights)
        found.append(-sum(g.norm() for g in grads))
    return torch.stack(found)
""",
    "gradient of each sample, by backward": """\
def norms(model: nn.Module, x: Tensor) -> list[Tensor]:
    found = []
    for i in range(len(x)):
        model.zero_grad()
        model(x[i : i + 1]).sum().backward()
        found.append(sum(weight.grad.norm() for weight in model.parameters()))
    return found
""",
    "gradient of each sample, in a helper": """\
def differentiated(model: nn.Module, sample: Tensor) -> Tensor:
    return torch.autograd.grad(model(sample).sum(), sample)[0]


def maps(model: nn.Module, x: Tensor) -> Tensor:
    found = []
    for i in range(len(x)):
        score = model(x[i : i + 1])
        found.append(differentiated(model, x[i : i + 1]) * score)
    return torch.cat(found)
""",
    "a step after each sample": """\
def fit(model: nn.Module, x: Tensor, optimizer: torch.optim.Optimizer) -> None:
    for i in range(len(x)):
        optimizer.zero_grad()
        F.mse_loss(model(x[i : i + 1]), x[i : i + 1]).backward()
        optimizer.step()
""",
}
