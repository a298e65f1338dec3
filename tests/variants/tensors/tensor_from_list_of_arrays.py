"""TEF404 tensor-from-list-of-arrays: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.
"""

from tests.rules.programs import Whole

HEADER = """\
import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn


"""

FLAG: dict[str, str] = {
    "behind a search that waits in its turns, and before it": """\
class Decoder(nn.Module):
    @torch.no_grad()
    def search(self, x: torch.Tensor):
        h = torch.tanh(x)
        first = torch.tensor([row.sum() for row in h])  # expect: TEF404
        for step in range(60):
            h = torch.relu(h) * 2
            if (h > 1).all():
                break
        return first, torch.tensor([row.sum() for row in h])  # expect: TEF404?

    def trained(self, x: torch.Tensor):
        h = torch.tanh(x)
        for step in range(60):
            h = torch.relu(h) * 2
            if (h > 1).all():
                break
        return torch.tensor([row.sum() for row in h])  # expect: TEF404
""",
    "an array that another method replaces by an array": """\
class States(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.mean = np.zeros(size)

    def start(self, n):
        means = [self.mean for _ in range(n)]
        return torch.tensor(means).unsqueeze(0)  # expect: TEF404

    def clear(self, size):
        self.mean = np.ones(size)
""",
    "in a method that takes down the flag by which it is called, and in another": """\
class Graph(torch.nn.Module):
    def rebuild(self):
        self.packed = torch.tensor([torch.relu(edge).sum().item() for edge in self.edges()])  # expect: TEF404?
        self.dirty, self.size = False, len(self.packed)

    def totals(self, rows: list[torch.Tensor]):
        self.asked = True
        return torch.tensor([torch.relu(row).sum().item() for row in rows])  # expect: TEF404

    def forward(self, x: torch.Tensor):
        if self.dirty and self.size:
            self.rebuild()
        if self.deep:
            x = x + self.totals([x, x])
        return x * self.packed
""",
    "found by looking for each in the list, and without": """\
def path(lp: Tensor, n: int):
    best = []
    for _ in range(n):
        idx = torch.argmax(lp.sum(dim=1))
        if idx not in best:
            best.append(idx)
            lp = lp.roll(1, 0)
    return torch.tensor(best)  # expect: TEF404?


def all_best(lp: Tensor, n: int):
    best = []
    for _ in range(n):
        best.append(torch.argmax(lp.sum(dim=1)))
        lp = lp.roll(1, 0)
    return torch.tensor(best)  # expect: TEF404?
""",
    "in a loop that reads a number of what nobody knows, and under no_grad": """\
def scores(rewards: Tensor, rows, n: int):
    found = []
    for i in range(n):
        at = rows[i].first()
        end = at[0].item() if len(at) > 0 else n
        found.append(rewards[i, end - 1])
    return torch.tensor(found)  # expect: TEF404?


def ratios(ratios: dict[str, Tensor]):
    with torch.no_grad():
        return torch.tensor([torch.exp(one).mean() for one in ratios.values()])  # expect: TEF404? "one by one; "
""",
    "losses read once, behind the loop that trains": """\
def train(model, loader, optimizer, epochs: int):
    for epoch in range(epochs):
        losses = []
        for x, y in loader:
            loss = F.cross_entropy(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.detach())
        print(epoch, torch.tensor(losses).mean())  # expect: TEF404?
""",
    "losses of parts, in each step of training": """\
def train(model, heads, loader, optimizer):
    for x, y in loader:
        z = model(x)
        parts = []
        for head in heads:
            parts.append(F.mse_loss(head(z), y))
        total = sum(parts)
        optimizer.zero_grad()
        total.backward()
        optimizer.step()
        print(torch.tensor(parts))  # expect: TEF404
""",
    "totals of each feature": """\
def by_feature(x: Tensor, features: int):
    sums = [torch.select(x, -1, place).sum(dim=None) for place in range(features)]
    return torch.tensor(sums)  # expect: TEF404?
""",
    "tensors made on the CPU": """\
def labels(dataset):
    found = []
    for entry in dataset:
        found.append(torch.tensor(entry["label"]))
    return torch.tensor(found)  # expect: TEF404?
""",
    "tensors where batches are prepared, on the CPU": """\
def collate_fn(batch):
    pieces = []
    for signal, length in batch:
        pieces.append(torch.div(length - 3, 2, rounding_mode="trunc"))
    return torch.tensor(pieces)  # expect: TEF404?
""",
    "arrays where batches are prepared": """\
def collate_fn(batch):
    return torch.tensor([np.asarray(signal) for signal, length in batch])  # expect: TEF404
""",
    "tensors made on the CPU, far away": """\
def deltas(ids, rows):
    found = []
    for row in rows:
        places = []
        for part in row:
            start = places[-1].max() + 1 if len(places) > 0 else 0
            length = len(part)
            places.append(torch.arange(length).view(1, -1).expand(3, -1) + start)
            height = torch.arange(3).view(1, -1, 1).expand(length, -1, 4).flatten()
            width = torch.arange(4).view(1, 1, -1).expand(length, 3, -1).flatten()
            places.append(torch.stack([height, width, height]) + length + start)
        if start < len(row):
            start = places[-1].max() + 1 if len(places) > 0 else 0
            places.append(torch.arange(len(row) - start).view(1, -1).expand(3, -1) + start)
        joined = torch.cat(places, dim=1).reshape(3, -1)
        found.append(joined.max() + 1 - len(row))
    return torch.tensor(found, device=ids.device).unsqueeze(1)  # expect: TEF404?
""",
    "made once": """\
class Weights:
    def __init__(self, heads, targets: Tensor):
        self.losses = torch.tensor([F.mse_loss(head, targets) for head in heads])  # expect: TEF404?
""",
    "in a test": """\
def test_losses(heads, targets: Tensor):
    assert torch.tensor([F.mse_loss(head, targets) for head in heads]).isfinite()  # expect: TEF404?
""",
    "arrays": """\
def rows(n: int):
    return torch.tensor([np.zeros(n), np.ones(n)])  # expect: TEF404? "use torch.tensor(np.stack([np.zeros(n), "
""",
    "arrays of a comprehension": """\
def batch(samples):
    return torch.tensor([np.array(sample) for sample in samples], dtype=torch.float32)  # expect: TEF404
""",
    "arrays that are collected": """\
def states(env, steps: int):
    found = []
    for step in range(steps):
        found.append(np.concatenate([env.position(step), env.speed(step)]))
    return torch.tensor(found)  # expect: TEF404 "use torch.tensor(np.stack(found))"
""",
    "one array in a list": """\
def state(observation):
    flat = np.asarray(observation).flatten()
    return torch.as_tensor([flat])  # expect: TEF404?
""",
    "arrays of another type": """\
def lines(n: int):
    lines = (np.arange(n).astype(np.float32), np.linspace(0, 1, n).astype(np.float32))
    return torch.tensor(lines)  # expect: TEF404?
""",
    "arrays that may be a view of what is given": """\
def images(paths):
    found = []
    for path in paths:
        found.append(np.asarray(path.open(), dtype=np.float32))
    return torch.tensor(found)  # expect: TEF404 "use torch.tensor(np.stack(found))"
""",
    "arrays of files": Whole("""\
import torch
from numpy import load


def frames(files, device):
    return torch.as_tensor([load(file)[None] for file in files], device=device)  # expect: TEF404
"""),
    "arrays of tensors": """\
@torch.no_grad()
def embedded(model, loader, ts: list[Tensor]):
    found = []
    for x in loader:
        found.append(torch.sigmoid(model(x)).cpu().numpy())
    lines = torch.as_tensor([t.detach().cpu().numpy() for t in ts])  # expect: TEF404
    return torch.tensor(found), lines  # expect: TEF404 "of the arrays; use torch.tensor(np.stack(found))"
""",
    "arrays without dims": """\
def totals(xs):
    return torch.tensor([torch.sum(x, dim=None).cpu().numpy() for x in xs])  # expect: TEF404 "raises, as the arrays"
""",
    "totals that are appended": """\
def totals(model, rows):
    norms, returns = [], []
    for p in model.parameters():
        if p.grad is not None:
            norms.append(torch.linalg.vector_norm(p.grad))
    for row in rows:
        returns.insert(0, -torch.dot(row, row.log()))
    return torch.tensor(norms).max(), torch.tensor(returns)  # expect: TEF404? # expect: TEF404?
""",
    "lists of totals": """\
def totals(rows):
    found = []
    for row in rows:
        found.append([torch.sum(row), torch.mean(row)])
    a = torch.tensor(found)  # expect: TEF404? "stack them"
    return a, torch.tensor([(torch.sum(x).item(), torch.mean(x).item()) for x in rows])  # expect: TEF404? "stack them"
""",
    "a few that are repeated": """\
def ratios(size, n: int):
    height, width = torch.div(size, 2), torch.div(size, 3)
    return torch.tensor([[height[0], width[0]]] * n)  # expect: TEF404?
""",
    "a rotation": """\
def rotation(angle):
    cos, sin = torch.cos(angle), torch.sin(angle)
    return torch.tensor([[cos, -sin], [sin, cos]])  # expect: TEF404?
""",
    "numbers of a tensor": """\
def positives(x: Tensor):
    x = x.relu()
    return torch.tensor([(x[0] > 0).sum().item(), (x[1] > 0).sum().item()])  # expect: TEF404? "waits for the device"
""",
    "numbers of each row": """\
def positives(images_of_batch: Tensor):
    images_of_batch = images_of_batch.relu()
    return torch.tensor([(image > 0.123456789).sum(-1).item() for image in images_of_batch])  # expect: TEF404?
""",
    "numbers by float": """\
def spread(x: Tensor):
    x = x.relu()
    return torch.tensor([float(x.amin()), float(x.amax())])  # expect: TEF404? "use torch.stack([x.amin(), x.amax()])"
""",
    "totals": """\
def totals(x: Tensor):
    x = x.relu()
    return torch.tensor([x.sum(dim=None), x.mean(dim=None)])  # expect: TEF404? "drops their graphs; use torch.stack("
""",
    "losses": """\
def losses(heads, targets: Tensor):
    return torch.tensor([F.mse_loss(head, targets) for head in heads])  # expect: TEF404 "drops their graphs"
""",
    "longer tensors, where a model is at work, and sizes that processes send each other": """\
class Net(nn.Module):
    def forward(self, x: Tensor):
        x = x.relu()
        totals = torch.tensor([row.sum(dim=None) for row in x])  # expect: TEF404
        counts = torch.tensor([(row > 0.5).sum(dim=None).item() for row in x])  # expect: TEF404
        return x, totals, counts


def collect_results(part: Tensor, world_size: int):
    size = torch.tensor(part.shape, device="cuda")
    sizes = [size.clone() for _ in range(world_size)]
    torch.distributed.all_gather(sizes, size)
    return torch.tensor(sizes).max()  # expect: TEF404?


def rows(x: Tensor):
    x = x.relu()
    return torch.tensor([x.sum(dim=1), x.amax(dim=1)])  # expect: TEF404? "stack them"
""",
    "torch and NumPy by other names": Whole("""\
import numpy
import torch as th

both = th.tensor([numpy.zeros(3), numpy.ones(3)])  # expect: TEF404?
"""),
    "a list that is annotated": """\
def joined(parts: list[Tensor]):
    return torch.tensor([part for part in parts])  # expect: TEF404?
""",
    "numbers that were read before": """\
def history(model, loader):
    losses = []
    for x, y in loader:
        losses.append(F.mse_loss(model(x), y).item())
    return torch.tensor(losses).mean()  # expect: TEF404?
""",
    "list on self": """\
class Recorder:
    def __init__(self):
        self.values = []

    def add(self, t: torch.Tensor):
        self.values.append(t.item())

    def stacked(self):
        return torch.tensor(self.values)  # expect: TEF404?
""",
    "list of numbers read from tensors": """\
def bounds(low: torch.Tensor, high: torch.Tensor):
    return torch.tensor([low.item(), high.item()])  # expect: TEF404?
""",
    "reads whose result meets a tensor on the CPU": """\
def precision(labels: Tensor, predictions: Tensor):
    classes = torch.unique(labels)
    found = []
    for one in classes:
        found.append(torch.sum((labels == one) & (predictions == one)).item() / len(labels))
    found = torch.tensor(found)
    support = torch.tensor([torch.sum(labels == one).item() for one in classes])  # expect: TEF404?
    return (found * support).sum(dim=None)
""",
    "reads whose result meets no other tensor": """\
def shares(labels: Tensor):
    classes = torch.unique(labels)
    support = torch.tensor([torch.sum(labels == one, dim=None).item() for one in classes])  # expect: TEF404?
    return support / support.sum(dim=None)
""",
    "tensors of a loop that waits anyway": """\
def scores(rewards: Tensor, tokens: Tensor, end: int):
    found = []
    for i in range(len(tokens)):
        last = (tokens[i] == end).nonzero()[0].item()
        found.append(rewards[i, last - 1].exp())
    return torch.tensor(found)  # expect: TEF404?
""",
    "tensors of a loop that does not wait": """\
def scores(rewards: Tensor, tokens: Tensor, end: int):
    found = []
    for i in range(len(tokens)):
        found.append((rewards[i] * tokens[i]).sum(dim=None))
    return torch.tensor(found)  # expect: TEF404?
""",
}

LEAVE: dict[str, str] = {
    "stacked behind a search that waits in its turns": """\
class Decoder(nn.Module):
    @torch.no_grad()
    def search(self, x: torch.Tensor):
        for step in range(60):
            x = self.step(x)
            if (x > 1).all():
                break
        return torch.stack([row.sum() for row in x])
""",
    "an array that a setter replaces by what it is given": """\
class States(nn.Module):
    def __init__(self, size, recurrent):
        super().__init__()
        self.mean = np.zeros(size) if recurrent else None

    def start(self, n):
        means = [self.mean for _ in range(n)]
        return torch.tensor(means).unsqueeze(0)

    def set_mean(self, mean):
        self.mean = mean
""",
    "in a method that takes down the flag by which it is called, stacked": """\
class Graph(torch.nn.Module):
    def rebuild(self):
        self.packed = torch.stack([edge.weight.sum() for edge in self.edges()])
        self.dirty = False

    def forward(self, x: torch.Tensor):
        if self.dirty:
            self.rebuild()
        return x * self.packed
""",
    "numbers that Python counted": """\
def counted(groups):
    sizes = []
    for group in groups:
        sizes.append(len(group))
    return torch.tensor(sizes)
""",
    "numbers": """\
a = torch.tensor([1.0, 2.0])
b = torch.tensor([[1, 2], [3, 4]])
c = torch.tensor([i / 2 for i in range(3)])
""",
    "stacked already": """\
def rows(x: Tensor, n: int):
    x = x.relu()
    a = torch.from_numpy(np.stack([np.zeros(n), np.ones(n)]))
    return a, torch.stack([x.sum(dim=None), x.mean(dim=None)])
""",
    "one tensor": """\
def total(x: Tensor):
    return torch.tensor([x.relu().sum(dim=None)])
""",
    "one number that is read": """\
def total(x: Tensor):
    return torch.tensor([x.relu().sum(dim=None).item()])
""",
    "lengths": """\
def lengths(batch: list[Tensor]):
    return torch.tensor([len(one) for one in batch]), torch.tensor([one.size(0) for one in batch])
""",
    "means of arrays, which are numbers": """\
def means(parts):
    return torch.tensor([np.mean(part) for part in parts])
""",
    "random numbers, one by one": """\
def colour():
    return torch.tensor([np.random.uniform(), np.random.uniform(), np.random.uniform()])
""",
    "entries of an array": """\
def ends(n: int):
    line = np.linspace(0, 1, n)
    return torch.tensor([line[0], line[-1]])
""",
    "items of an array": """\
def ends(n: int):
    line = np.linspace(0, 1, n)
    return torch.tensor([line.max().item(), line.min().item()])
""",
    "what nobody knows": """\
def batch(samples):
    return torch.tensor([sample.item() for sample in samples]), torch.tensor(samples)
""",
    "truncated numbers": """\
def shares(x: Tensor):
    x = x.softmax(-1)
    return torch.tensor([int(10 * x[0, 0]), int(10 * x[0, 1])])
""",
    "a tensor with numbers": """\
def box(x: Tensor, width: float, height: float):
    x = x.relu()
    return torch.tensor([x.amin().item(), width, height, 0.0])
""",
    "an array and a number of arrays": """\
def one(n: int):
    return torch.as_tensor(np.zeros(n)), torch.from_numpy(np.ones(n))
""",
    "labels of a dataset": """\
def labels(dataset):
    return torch.tensor([entry["label"] for entry in dataset])
""",
    "numbers on the CPU": """\
def ends():
    line = torch.linspace(0, 1, 5, device="cpu")
    return torch.tensor([line[0].item(), line[-1].item()])
""",
    "lists of numbers and tensors": """\
def boxes(rows):
    return torch.tensor([[torch.sum(row), 0.0, 1.0] for row in rows])
""",
    "lists of what nobody knows": """\
def rows(batch):
    a = torch.tensor([[one, torch.sum(one)] if one else [] for one in batch])
    return a, torch.tensor([[*one] for one in batch])
""",
    "what is squeezed, and may be a number": """\
def rows(batch):
    return torch.tensor([np.squeeze(one) for one in batch]), torch.tensor([np.asarray(one)[0] for one in batch])
""",
    "rounded, which gives a number where there is no dim": """\
def rows(batch):
    return torch.tensor([np.asarray(one).round() for one in batch])
""",
    "lists of arrays": """\
def lists(ts: list[Tensor]):
    return torch.tensor([t.detach().cpu().numpy().tolist() for t in ts])
""",
    "what is an array or a number": """\
def rows(batch):
    return torch.tensor([np.zeros(3) if one else 0.0 for one in batch])
""",
    "nothing": """\
empty = torch.tensor([])
""",
    "a list that has no entries there": """\
def scores(users: list[Tensor], score):
    found, more = [], []
    for user in users:
        found.append(torch.cat([score(user), score(user)]))
        more.append(user)
    if not more:
        return torch.tensor(more)
    if 1 > len(more):
        return torch.tensor(more)
    if len(found) == 0:
        return torch.tensor(found)
    return torch.stack(found) if len(found) > 0 else torch.tensor(found)
""",
    "a copy of a tensor": """\
def copied(x: Tensor):
    return x.relu().detach().clone()
""",
    "what is stacked already, of a loop that waits": """\
def scores(rewards: Tensor, tokens: Tensor, end: int):
    found = []
    for i in range(len(tokens)):
        last = (tokens[i] == end).nonzero()[0].item()
        found.append(rewards[i, last - 1].exp())
    return torch.stack(found)
""",
    "reads that stay a list": """\
def shares(labels: Tensor):
    return [torch.sum(labels == one, dim=None).item() for one in torch.unique(labels)]
""",
}
