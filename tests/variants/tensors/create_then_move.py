"""TEF409 create-then-move: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.
"""

from tests.rules.programs import Whole

HEADER = """\
import functools

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


"""

FLAG: dict[str, str] = {
    "entries that two subscripts name": """\
def contrastive_loss(rows: torch.Tensor, graphs: torch.Tensor, index):
    mask = torch.zeros((len(rows), len(graphs))).to(rows.device)  # expect: TEF409?
    for i, j in enumerate(index):
        mask[i][j] = 1.0
    return (rows @ graphs.t() * mask).sum()
""",
    "a dtype that says nothing of the device, and a legacy type, which is one of the CPU": """\
class Scores(nn.Module):
    def forward(self, scores: torch.Tensor) -> torch.Tensor:
        n = scores.shape[1]
        scale = (torch.arange(n) + 1).double().to(scores.device)  # expect: TEF409
        return scores @ scale


class Typed(nn.Module):
    def forward(self, scores: torch.Tensor) -> torch.Tensor:
        n = scores.shape[1]
        scale = (torch.arange(n) + 1).type(torch.DoubleTensor).to(scores.device)  # expect: TEF412?
        return scores @ scale
""",
    "in a method that takes down the flag by which it is called": """\
class Graph(nn.Module):
    def rebuild(self, x: Tensor):
        self.mask = torch.eye(len(x)).to(x.device)  # expect: TEF409?
        self.dirty = False

    def forward(self, x: Tensor):
        if self.dirty:
            self.rebuild(x)
        return x * self.mask + torch.eye(len(x)).to(x.device)  # expect: TEF409
""",
    "in a forward whose layers wait: in a list, in a Sequential, under a name": """\
class Layer(nn.Module):
    def forward(self, x: Tensor):
        return x / self.largest(x)

    def largest(self, x: Tensor):
        return self.read(x.abs().max())

    def read(self, x: Tensor):
        return x.item()


class Stack(nn.Module):
    def __init__(self, n: int):
        super().__init__()
        self.layers = nn.ModuleList([Layer() for _ in range(n)])

    def forward(self, x: Tensor):
        mask = torch.eye(len(x)).to(x.device)  # expect: TEF409?
        for layer in self.layers:
            x = layer(x)
        return x * mask


class Row(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Sequential(nn.ReLU(), Layer()), nn.ReLU())

    def forward(self, x: Tensor):
        return self.layers(x) * torch.eye(len(x)).to(x.device)  # expect: TEF409?


class Plain(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Sequential(nn.ReLU(), nn.Linear(3, 3)), nn.ReLU())

    def forward(self, x: Tensor):
        return self.layers(x) * torch.eye(len(x)).to(x.device)  # expect: TEF409
""",
    "in a forward that asserts something of tensors, or that another file's function checks": """\
from .checks import assert_masked, check_shapes, validate_input_sizes


class Asserted(nn.Module):
    def forward(self, x: Tensor, mask: Tensor):
        assert torch.allclose(x * mask, x)
        return x * torch.eye(len(x)).to(x.device)  # expect: TEF409?


class Positive(nn.Module):
    def forward(self, x: Tensor):
        assert len(x) and not (x < 0).any()
        return x * torch.eye(len(x)).to(x.device)  # expect: TEF409?


class Checked(nn.Module):
    def forward(self, x: Tensor, mask: Tensor):
        assert_masked(x, mask)
        return x * torch.eye(len(x)).to(x.device)  # expect: TEF409?


class Moved(nn.Module):
    def forward(self, x: Tensor, n: Tensor):
        x = nn.utils.rnn.pack_padded_sequence(x, n.cpu())
        return x * torch.eye(len(n)).to(n.device)  # expect: TEF409?


class Masked(nn.Module):
    def forward(self, x: Tensor):
        return x[self.mask] + torch.eye(len(x)).to(x.device).sum()  # expect: TEF409?


class Sized(nn.Module):
    def forward(self, x: Tensor):
        assert x.shape[0] > 1 and len(x) > 3
        check_shapes(x)
        validate_input_sizes(x)
        if self.strict:
            assert (x > 0).all()
        return x * torch.eye(len(x)).to(x.device)  # expect: TEF409
""",
    "vectors before a loop that runs a model, and what such a loop does not dwarf": """\
class Inferred(nn.Module):
    def forward(self, x: Tensor, steps: int):
        rate = torch.ones(x.shape[0]).to(x.device) * 0.1  # expect: TEF409?
        few = torch.zeros(8, 8).to(x.device)  # expect: TEF409?
        state = torch.zeros(x.shape[0], 512).to(x.device)  # expect: TEF409
        for i in range(steps):
            state, rate = self.step(x, state, rate, few)
        return state

    def step(self, x: Tensor, state: Tensor, rate: Tensor, few: Tensor):
        return state + x * rate[:, None], rate * 0.9


class Summed(nn.Module):
    def forward(self, x: Tensor, n: int):
        total = torch.zeros(x.shape[0]).to(x.device)  # expect: TEF409
        for i in range(n):
            total = total + torch.relu(x[:, i])
        return total
""",
    "made for each item of a batch and appended": """\
def compute_loss(batch, x: Tensor):
    rows, sums = [], []
    for i in range(len(batch)):
        graph = batch[i]
        rows.append(torch.full((len(graph.nodes),), i).to(x.device))  # expect: TEF409?
    for row in x:
        noise = torch.randn(len(row), 9).to(x.device)  # expect: TEF409
        sums.append((row + noise).sum())
    return torch.cat(rows), sums
""",
    "beside the loop over the batches of a loader": """\
class Trainer:
    def test_step(self, model, dataloader):
        counts = torch.zeros(len(dataloader.dataset), 90).to(device)  # expect: TEF409?
        for i, x in enumerate(tqdm(dataloader)):
            counts[i] = model(x + torch.ones(len(x), 9).to(device))  # expect: TEF409
        return counts

    def training_step(self, model, batch):
        return model(batch) + torch.ones(len(batch), 9).to(device)  # expect: TEF409
""",
    "in transforms of data, which are modules, too": """\
import torchvision.transforms as T
from kornia.augmentation import IntensityAugmentationBase2D
from torch.distributions.transforms import Transform


class Embedded(T.RandomTransform, nn.Module):
    def forward(self, data: Tensor):
        return data + torch.arange(data.shape[2]).to(data.device)  # expect: TEF409?


class Noise(IntensityAugmentationBase2D):
    def forward(self, data: Tensor):
        return data + torch.randn(len(data), 9).to(data.device)  # expect: TEF409?


class Flow(Transform, nn.Module):
    def forward(self, x: Tensor):
        return x + torch.arange(x.shape[2]).to(x.device)  # expect: TEF409


class WaveletTransform(nn.Module):
    def forward(self, x: Tensor):
        return x + torch.arange(x.shape[2]).to(x.device)  # expect: TEF409
""",
    "in a file that composes transforms": """\
class Compose:
    def __init__(self, steps):
        self.steps = steps


class Embedded(nn.Module):
    def forward(self, data: Tensor, **options):
        return data + torch.arange(data.shape[2]).to(options["device"])  # expect: TEF409?
""",
    "times at which a sampler or a loop runs a network, and a ramp": """\
class Guided(nn.Module):
    def forward(self, state: Tensor, steps: int = 1000):
        times = torch.linspace(0.0, 1.0, steps).to(state.device)  # expect: TEF409?
        more = torch.linspace(1.0, 0.0, steps).to(state.device)  # expect: TEF409?
        ramp = torch.linspace(0.0, 1.0, state.shape[-1]).to(state.device)  # expect: TEF409
        state = self.model.sample(t_span=times, condition=state)
        for time in more:
            state = self.net(state, time)
        return state * ramp
""",
    "a fallback for an argument that every caller must give": """\
class Generator(nn.Module):
    def forward(self, x, noise, scale=None):
        if noise is None:
            noise = torch.randn(len(x), 900).to(x.device)  # expect: TEF409?
        if scale is None:
            scale = torch.ones(len(x), 900).to(x.device)  # expect: TEF409?
        return x + noise * scale
""",
    "a fallback for an argument that every caller must give, in the other branch": """\
class Attention(nn.Module):
    def forward(self, x, unknown=None, scale=None):
        if scale is not None:
            x = x * scale
        else:
            x = x * torch.ones(len(x), 900).to(x.device)  # expect: TEF409?
        return x + self.process(unknown, x)

    def process(self, unknown, x):
        if unknown is not None:
            unknown = unknown.clone()
        else:
            unknown = torch.ones(len(x), 900).to(x.device)  # expect: TEF409?
        return unknown
""",
    "in a mode that is not the default": """\
def train(model, loader, optimizer, mode, kind="plain", where="here"):
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if mode == "mirrored":
            model.mirror(torch.randn(len(x), 9).to(device))  # expect: TEF409?
        if kind == "plain":
            model.mirror(torch.randn(len(x), 9).to(device))  # expect: TEF409
        if where == "there":
            model.mirror(torch.randn(len(x), 9).to(device))  # expect: TEF409


def run(model, loader, optimizer, options):
    train(model, loader, optimizer, "other", where=options.where)
""",
    "what stands in the forward of a function of autograd": """\
class Scaled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x: Tensor):
        return x + torch.zeros(len(x), 4).to(x.device)  # expect: TEF409
""",
    "indices that mix a batch": """\
def fit(model, optimizer, loader, criterion):
    for images, labels in loader:
        images, labels = images.cuda(), labels.cuda()
        index = torch.randperm(images.size(0)).cuda()  # expect: TEF409
        optimizer.zero_grad()
        criterion(model(images + images[index]), labels).backward()
        optimizer.step()
""",
    "drawn after a seed, in a class whose base is unknown": """\
from pipelines import Pipeline


class Faces(Pipeline):
    def forward(self, seed):
        torch.manual_seed(seed)
        with torch.no_grad():
            z = torch.randn(16, self.latent).to(self.device)  # expect: TEF409?
            return self.net(z)

    def noise(self, x: Tensor):
        return self.forward(3) + x


class Others(Pipeline):
    def forward(self, x: Tensor):
        drawn = torch.randn(len(x), 9).to(x.device)  # expect: TEF409?
        return self.net(x + drawn) + torch.zeros(len(x), 9).to(x.device)  # expect: TEF409
""",
    "drawn after a seed, in the method of a module that sets it": """\
class Faces(nn.Module):
    def forward(self, x: Tensor, seed: int):
        torch.manual_seed(seed)
        return x + torch.randn(len(x), 9).to(x.device)  # expect: TEF409?


class Noise(nn.Module):
    def forward(self, x: Tensor):
        return x + torch.randn(len(x), 9).to(x.device)  # expect: TEF409
""",
    "drawn without a seed, in a class whose base is unknown": """\
from pipelines import Pipeline


class Faces(Pipeline):
    def forward(self, x: Tensor):
        return x + torch.randn(len(x), 9).to(x.device)  # expect: TEF409
""",
    "in a loop that trains, and in others": """\
def train(model, loader, optimizer, n: int):
    for epoch in range(n):
        order = torch.randperm(len(loader)).to(device)  # expect: TEF409?
        for x, y in loader:
            noise = torch.randn(len(x), 100).to(device)  # expect: TEF409
            loss = F.mse_loss(model(x, noise, order, smooth(len(x))), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


def smooth(n: int):
    return torch.ones(n, n).to(device)  # expect: TEF409


def reorder(x: Tensor):
    return x[torch.arange(len(x)).to(x.device)]  # expect: TEF409?


def pictures(model, batches):
    for x in batches:
        model(x + torch.zeros(len(x), 3).to(device))  # expect: TEF409?
""",
    "filled one entry after the other, and by rows": """\
class Graph(nn.Module):
    def forward(self, rows: list[list[int]], x: Tensor):
        graph = torch.zeros(len(rows), 6).long().to(x.device)  # expect: TEF409?
        sums = torch.zeros(len(rows), x.size(1)).to(x.device)  # expect: TEF409
        for a, row in enumerate(rows):
            sums[a] = x[row].sum(0)
            for i, b in enumerate(row):
                graph[a, i] = b
        return sums, graph
""",
    "rows that a loop copies, computes or picks": """\
class Tree(nn.Module):
    def forward(self, states: list[Tensor], x: Tensor, order: list[int]):
        step = 0
        while step < len(states):
            copied = torch.zeros((len(x), 3), dtype=torch.float).to(x.device)  # expect: TEF409?
            for i in range(1, len(x) + 1):
                if step <= len(order):
                    copied[i - 1, :] = states[step][i - 1, :]
            x = x + copied
            step = step + 1
        steps = torch.zeros(9, len(x), 3).to(x.device)  # expect: TEF409
        for t in range(9):
            steps[t] = self.cell(x)
        picked = torch.zeros(len(order), 3).to(x.device)  # expect: TEF409?
        for i, place in enumerate(order):
            picked[i] = x[place]
        parts = torch.zeros(len(order), 3).to(x.device)  # expect: TEF409
        for i in range(len(order)):
            parts[0, :] = x[i]
        return x, steps, picked, parts
""",
    "where the host reads numbers besides, as no other step of it does": """\
class Clusters(nn.Module):
    def forward(self, x: Tensor, most: Tensor):
        n = int(most.item())
        return self.centres(x, n) + torch.zeros(len(x), 3).to(x.device)  # expect: TEF409?

    def centres(self, x: Tensor, n: int):
        return x + torch.zeros(len(x), n).to(x.device)  # expect: TEF409?


class Prompt(nn.Module):
    def forward(self, x: Tensor):
        return self.added(x) + masked(x) + self.length(x)

    def length(self, x: Tensor):
        return longest(x)

    def added(self, x: Tensor):
        return x + torch.zeros(len(x), 3).to(x.device)  # expect: TEF409?


def longest(x: Tensor):
    return x.argmax().item()


def masked(x: Tensor):
    return x * torch.ones(len(x), 3).to(x.device)  # expect: TEF409?


class Chosen(nn.Module):
    def forward(self, x: Tensor, end: Tensor):
        return self.rows(x) + self.stops(x, end) + self.shown(x)

    def rows(self, x: Tensor):
        kept = x > 1
        return x[kept].sum() * torch.ones(len(x), 3).to(x.device)  # expect: TEF409?

    def stops(self, x: Tensor, end: Tensor):
        most = torch.zeros(len(x), 3).to(x.device)  # expect: TEF409?
        return most if x[0, 0] == end else x

    def shown(self, x: Tensor):
        print(x)
        return x + torch.zeros(len(x), 3).to(x.device)  # expect: TEF409?


class Filled(nn.Module):
    def forward(self, x: Tensor):
        return self.marked(x) + self.first(x)

    def marked(self, x: Tensor):
        x[x > 1] = 1
        return x + torch.zeros(len(x), 3).to(x.device)  # expect: TEF409

    def first(self, x: Tensor):
        print(len(x))
        return x[0] if len(x) > 1 else x + torch.zeros(len(x), 3).to(x.device)  # expect: TEF409


def contrastive_loss(x: Tensor, total: dict):
    total["seen"] += x.sum().item()
    return x * torch.ones(len(x), 3).to(x.device)  # expect: TEF409
""",
    "a step that is read: of a loop that trains, and in it": """\
def fit(model, loader, optimizer):
    total = 0.0
    for x, y in loader:
        mask = torch.ones(len(x), 9).to(device)  # expect: TEF409
        loss = F.mse_loss(model(x * mask), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()
    return total
""",
    "under an argument that is off by default": """\
class Normed(nn.Linear):
    def forward(self, x: Tensor, init=False, mask=None, bias=None, scale=None, kind=None):
        if init is True:
            x = x + torch.ones(len(x), 9).to(x.device)  # expect: TEF409?
        if mask is not None and self.training:
            x = x + torch.ones(len(x), 9).to(x.device)  # expect: TEF409?
        if not bias:
            x = x + torch.ones(len(x), 9).to(x.device)  # expect: TEF409?
        else:
            x = x + torch.ones(len(x), 9).to(x.device)  # expect: TEF409?
        if scale is None or self.training:
            x = x + torch.ones(len(x), 9).to(x.device)  # expect: TEF409?
        if kind is None:
            return x + torch.ones(len(x), 9).to(x.device)  # expect: TEF409?
        return x + torch.ones(len(x), 9).to(x.device)  # expect: TEF409?


class Given(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = Masked()

    def forward(self, x: Tensor, mask: Tensor):
        return self.first(x, mask) + self.second(x, start=True) + self.third(x, *mask)

    def second(self, x: Tensor, start: bool = False):
        return self.begun(x, start)

    def begun(self, x: Tensor, start: bool | None = None):
        if start:
            x = x * torch.ones(len(x), 9).to(x.device)  # expect: TEF409?
        return x

    def third(self, x: Tensor, mask=None):
        if mask is not None:
            x = x * torch.ones(len(x), 9).to(x.device)  # expect: TEF409?
        return x


class Masked(nn.Module):
    def forward(self, x: Tensor, mask: Tensor | None = None):
        if mask is not None:
            x = x * torch.ones(len(x), 9).to(x.device)  # expect: TEF409?
        return x
""",
    "as many entries as the numbers of a tensor say": """\
def masked_loss(x: Tensor, lengths: Tensor):
    a = torch.arange(lengths.max()).to(x.device)  # expect: TEF409?
    b = torch.arange(int(lengths.max()) + 1).to(x.device)  # expect: TEF409?
    longest = int(torch.max(lengths)) * 2
    c = torch.zeros(len(x), longest).to(x.device)  # expect: TEF409?
    d = torch.arange(x.size(1) + 1).to(x.device)  # expect: TEF409
    return a, b, c, d, up_to(longest, x), up_to_size(x.shape[1], x), below(x, n=max(longest, 3))


def up_to(n: int, x: Tensor):
    return torch.arange(n).to(x.device)  # expect: TEF409?


def up_to_size(n: int, x: Tensor):
    return torch.arange(n).to(x.device)  # expect: TEF409


def below(x: Tensor, n: int):
    return x + torch.zeros((len(x), n)).to(x.device)  # expect: TEF409?
""",
    "drawn indices, which are few": """\
class Slices(nn.Module):
    def forward(self, x: Tensor):
        some = torch.randperm(len(x))[: len(x) // 2].to(x.device)  # expect: TEF409?
        rows = torch.randint(0, 9, (len(x),)).to(x.device)  # expect: TEF409?
        return x[some] + x[rows] + torch.rand(len(x), 9).to(x.device)  # expect: TEF409
""",
    "drawn after a seed, outside of a module": """\
def start_loss(x: Tensor, n: int):
    torch.manual_seed(0)
    drawn = torch.rand(len(x), n).to(x.device)  # expect: TEF409?
    return drawn + torch.ones(len(x), n).to(x.device)  # expect: TEF409


class Noise(nn.Module):
    def forward(self, x: Tensor):
        return x + torch.randn(len(x), 9).to(x.device)  # expect: TEF409
""",
    "forward of a class that is no module, and what nothing calls": """\
class Spectral:
    def forward(self, x: Tensor):
        return x + torch.ones(len(x), 9).to(x.device)  # expect: TEF409?


class Derived(Base):
    def forward(self, x: Tensor):
        return x + torch.ones(len(x), 9).to(x.device) + checkpoint(self.block, x)  # expect: TEF409

    def block(self, x: Tensor):
        return x + torch.ones(len(x), 9).to(x.device)  # expect: TEF409

    def forward_masks(self, x: Tensor):
        return x + torch.ones(len(x), 9).to(x.device)  # expect: TEF409?


def perturbed(x: Tensor):
    return x + torch.ones(len(x), 9).to(x.device)  # expect: TEF409?


def in_steps(x: Tensor):
    return x + torch.ones(len(x), 9).to(x.device)  # expect: TEF409?


def denoise_step(x: Tensor):
    return x + torch.ones(len(x), 9).to(x.device)  # expect: TEF409?
""",
    "under an option of a private function that no call sets": """\
class Shift(nn.Module):
    def forward(self, x: Tensor):
        return self._shift(x) + self._moved(x, full=True)

    def _shift(self, x: Tensor, full=False):
        if full:
            x = x * torch.ones(len(x), len(x)).to(x.device)  # expect: TEF409?
        return x

    def _moved(self, x: Tensor, full=False):
        if full:
            x = x * torch.ones(len(x), len(x)).to(x.device)  # expect: TEF409?
        return x
""",
    "kept on a class or a function, for each size": """\
class Locks:
    kept = {}

    @staticmethod
    def locks(x: Tensor, n: int):
        if x.device not in Locks.kept or n > Locks.kept[x.device].size(0):
            Locks.kept[x.device] = torch.zeros(n).to(x.device) + x  # expect: TEF409?
        return Locks.kept[x.device]


def train_step(batches):
    for batch in batches:
        if batch.mask is None:
            batch.mask = torch.ones(len(batch.x)).to(batch.x.device)  # expect: TEF409
""",
    "beside the loop of generate, and in it": """\
class Generator:
    def generate_sequence(self, model, ids: Tensor, n: int):
        for _ in range(n):
            ids = self.predict_pruned_step(model(ids))
        return self.predict_best_step(ids)

    def predict_pruned_step(self, ids: Tensor):
        return ids[ids.argmax(1) + torch.arange(0, len(ids), self.width).to(ids.device)]  # expect: TEF409

    def predict_best_step(self, ids: Tensor):
        return ids[ids.argmax(1) + torch.arange(0, len(ids), self.width).to(ids.device)]  # expect: TEF409?

    def score(self, batch: Tensor):
        return self.test_mean_step(batch)

    def test_mean_step(self, ids: Tensor):
        return ids[ids.argmax(1) + torch.arange(0, len(ids), self.width).to(ids.device)]  # expect: TEF409
""",
    "filled by a loop that waits, and by one that does not": """\
class Mean(nn.Module):
    def forward(self, x: Tensor, edges: Tensor):
        means = torch.zeros(len(x), 3).to(x.device)  # expect: TEF409?
        for n in range(len(x)):
            means[n] = x[edges[0] == n].mean(0)
        shots = torch.zeros(len(x)).to(x.device)  # expect: TEF409?
        for n in range(len(x)):
            shots[n] = self.misfit(x[n], torch.argwhere(edges[n]))
        return x + means + shots


class Grid(nn.Module):
    def forward(self, x: Tensor, edges: Tensor):
        grid = torch.zeros(len(x), 3).to(x.device)  # expect: TEF409
        for n in range(len(x)):
            grid[n] = x[edges[n]]
        other = torch.zeros(len(x), 3).to(x.device)  # expect: TEF409
        for row in x:
            each = torch.zeros(len(x), 3).to(x.device)  # expect: TEF409
            each[0] = row[row.argmax()]
            other = other + each
        return grid + other
""",
    "few numbers by default": """\
def near_loss(times: Tensor, tolerance: int = 5, reach: int = 100):
    few = torch.arange(-tolerance, tolerance).to(times.device)  # expect: TEF409?
    many = torch.arange(-reach, reach).to(times.device)  # expect: TEF409
    more = torch.arange(start=0, end=len(times)).to(times.device) + times  # expect: TEF409
    return (times[:, None] - few).abs().sum() + (times[:, None] - many).abs().sum() + more
""",
    "in what sets weights, shows, or measures": """\
def set_adapter_state_dict(model, states):
    for name, state in states.items():
        states[name] = state * torch.ones(len(state)).to(state.device)  # expect: TEF409?


def train_step(states, n: int):
    for name, state in states.items():
        states[name] = state * torch.ones(len(state)).to(state.device)  # expect: TEF409


def check_latents(decode, n: int):
    for i in range(n):
        show_image(decode, (torch.arange(n) == i).float().cuda())  # expect: TEF409?


def profile(model, n: int):
    for _ in range(n):
        model(torch.randn(n, 3).to(model.device))  # expect: TEF409?
""",
    "the state of an optimizer, made once for each parameter": """\
class Factored(torch.optim.Optimizer):
    def step(self, closure=None):
        for group in self.param_groups:
            for p in group["params"]:
                state, rows = self.state[p], p.grad.shape[:-1]
                if len(state) == 0:
                    state["step"] = 0
                    if group["factored"]:
                        state["row"] = torch.zeros(rows).to(p.device)  # expect: TEF409?
                if "column" not in state:
                    state["column"] = torch.zeros(rows).to(p.device)  # expect: TEF409?
                if not state:
                    state["first"] = torch.zeros(rows).to(p.device)  # expect: TEF409?
                if len(self.state[p]) == 0:
                    self.state[p]["second"] = torch.zeros(rows).to(p.device)  # expect: TEF409?
                if state.get("third") is None:
                    state["third"] = torch.zeros(rows).to(p.device)  # expect: TEF409?
                if not hasattr(self, "kept"):
                    self.kept = torch.zeros(rows).to(p.device)  # expect: TEF409?
                if len(state) > 0:
                    state["again"] = torch.zeros(rows).to(p.device)  # expect: TEF409
                if state:
                    state["again"] = torch.zeros(rows).to(p.device)  # expect: TEF409
                state["each"] = torch.zeros(rows).to(p.device)  # expect: TEF409
                state.setdefault("as well", torch.zeros(rows).to(p.device))  # expect: TEF409
""",
    "in the first of many steps, and in one of many": """\
def fade_step(x: Tensor, n: int):
    return x * torch.linspace(0, 1, n).to(x)  # expect: TEF409?


def train_step(batches, model):
    first = True
    for i, x in enumerate(batches):
        y = model(x)
        if first:
            x = fade_step(x, len(x))
            first = False
        if i == 0:
            y = y + torch.ones(len(x)).to(device)  # expect: TEF409?
        if i % 100 == 0:
            y = y + torch.ones(len(x)).to(device)  # expect: TEF409?
        if i % 2 == 0:
            y = y + torch.ones(len(x)).to(device)  # expect: TEF409
        if i > 0:
            y = y + torch.ones(len(x)).to(device)  # expect: TEF409
        else:
            y = y + torch.ones(len(x)).to(device)  # expect: TEF409?
        if not first:
            y = y + torch.ones(len(x)).to(device)  # expect: TEF409
""",
    "kept, under a name that holds what was looked for": """\
class Rotary(nn.Module):
    def forward(self, x: Tensor):
        n = len(x)
        kept = self.table.get(n)
        if kept is None:
            kept = torch.arange(n).to(x.device)  # expect: TEF409?
            self.table[n] = kept
        return x + kept


class Cached(nn.Module):
    def forward(self, x: Tensor):
        n = len(x)
        if n == self.length and self.cached is not None: return self.cached
        self.length = n
        angles = torch.arange(n).to(x.device) * x  # expect: TEF409?
        self.cached = angles.cos()
        return self.cached
""",
    "for a measurement with made-up data, and without entries": """\
class Detector(nn.Module):
    def forward_dummy(self, x: Tensor):
        return x + torch.randn(1000, 4).to(x.device)  # expect: TEF409?

    def forward(self, x: Tensor):
        return torch.cat([x, torch.zeros(len(x), 0, 3).to(x.device)], dim=1)  # expect: TEF409?


def load_textures(path, faces: Tensor, n: int):
    return torch.load(path) + faces * torch.zeros(n, 3).to(faces.device)  # expect: TEF409?
""",
    "the stub of a test, by what its file imports": Whole("""\
from unittest import mock

import torch
from torch import nn


class Fake(nn.Module):
    def forward(self, x: torch.Tensor):
        return x + torch.zeros(len(x)).to(x.device)  # expect: TEF409?
"""),
    "the stub of a test, by what its file consists of": Whole("""\
import torch
from torch import nn


class Fake(nn.Module):
    def forward(self, x: torch.Tensor):
        return x + torch.zeros(len(x)).to(x.device)  # expect: TEF409?


def test_sum():
    assert Fake()(torch.ones(3)).sum() == 3


def test_shape():
    assert Fake()(torch.ones(3)).shape == (3,)
"""),
    "a model beside one test": Whole("""\
import torch
from torch import nn


class Net(nn.Module):
    def forward(self, x: torch.Tensor):
        return x + torch.zeros(len(x)).to(x.device)  # expect: TEF409


def build():
    return Net()


def test_sum():
    assert Net()(torch.ones(3)).sum() == 3


def test_loop(loader, model):
    return [model(x + torch.zeros(len(x)).to(x.device)) for x in loader]  # expect: TEF409?
"""),
    "beside what loads a model or saves a figure, and after it": """\
def shown_step(model, paths, n: int):
    for path in paths:
        model.load_weights(path)
        image = model.decoder(torch.zeros(1, n).to(model.device))  # expect: TEF409?
        if image.ndim > 2:
            plt.imshow(torch.ones(n).to(model.device) * image)  # expect: TEF409?
        plt.savefig(path)


def exported_step(path, n: int, x: Tensor):
    model = attempt_load(path)
    return model(x + torch.zeros(n).to(x.device))  # expect: TEF409?


def train_step(model, path, batches):
    model.load_state_dict(torch.load(path))
    for step, x in enumerate(batches):
        y = model(x + torch.zeros(len(x)).to(device))  # expect: TEF409
        if step % 1000 == 0:
            save_checkpoint(model, y)
""",
    "under flags that are off, and that are on, by default or by a call": """\
class Plain(nn.Module):
    def __init__(self, sums: bool = False):
        super().__init__()
        self.sums = sums

    def forward(self, x: Tensor):
        if self.sums and self.training:
            return x * torch.ones(len(x)).to(x.device)  # expect: TEF409?
        return x


class Norm(nn.Module):
    def __init__(self, logdet: bool = False):
        super().__init__()
        self.logdet = logdet

    def forward(self, x: Tensor):
        if self.logdet:
            return x * torch.ones(len(x)).to(x.device)  # expect: TEF409?
        return x


norm = Norm(True)


class Scale(nn.Module):
    def __init__(self, logdet: bool = True, plain: bool = False):
        super().__init__()
        self.logdet = logdet
        self.plain = plain

    def forward(self, x: Tensor):
        if self.logdet:
            x = x * torch.ones(len(x)).to(x.device)  # expect: TEF409?
        if not self.plain:
            x = x * torch.ones(len(x)).to(x.device)  # expect: TEF409?
        return x
""",
    "made once and kept, behind a test of where it is kept": """\
class Rotary(nn.Module):
    def forward(self, x: Tensor):
        self.build(x)
        if self.base is None:
            self.base = torch.ones(len(x)).to(x.device)  # expect: TEF409?
        if str(x.device) not in self.windows:
            self.windows[str(x.device)] = torch.hann_window(len(x)).to(x.device)  # expect: TEF409?
        return x * self.cos * self.base

    def build(self, x: Tensor):
        if self.cos is not None and len(x) <= len(self.cos):
            return
        theta = 1.0 / torch.arange(len(x)).to(x.device)  # expect: TEF409?
        self.cos = (x + theta).cos()


class Positions(nn.Module):
    def forward(self, x: Tensor):
        if self.kept is not None:
            kept = self.kept
        else:
            kept = torch.arange(len(x)).to(x.device)  # expect: TEF409?
            self.kept = kept
        return x + kept


class Anchors(nn.Module):
    def grid(self, base: Tensor, n: int):
        return base + torch.arange(n).to(base.device)  # expect: TEF409?

    def forward(self, x: Tensor):
        if self.anchors:
            return self.anchors
        anchors = self.grid(x, len(x))
        self.anchors = anchors
        return anchors
""",
    "kept, and made again without a test": """\
class Anchors(nn.Module):
    def grid(self, base: Tensor, n: int):
        return base + torch.arange(n).to(base.device)  # expect: TEF409

    def forward(self, x: Tensor):
        if self.anchors is None:
            self.anchors = self.grid(x, len(x))
        return self.anchors + self.grid(x, 2 * len(x))


class Recurrent(nn.Module):
    def forward(self, x: Tensor):
        if not self.stateful or self.hidden is None:
            self.hidden = torch.zeros(1, len(x), self.n).to(x.device)  # expect: TEF409?
        out, self.hidden = self.gru(x, self.hidden)
        return out


class Counting(nn.Module):
    def forward(self, x: Tensor):
        if self.active:
            self.seen = x + torch.ones(len(x)).to(x.device)  # expect: TEF409?
        return self.seen
""",
    "once for each call of generate, and once at the start": """\
class Model(nn.Module):
    def _init(self, weights: list[Tensor]):
        for weight in weights:
            self.masks.append(weight * torch.ones(len(weight)).to(weight.device))  # expect: TEF409?

    def _expand_inputs_for_generation(self, ids: Tensor, n: int):
        rows = torch.arange(len(ids)).repeat(n).to(ids.device)  # expect: TEF409?
        return ids.index_select(0, rows)

    def prepare_inputs_for_generation(self, ids: Tensor):
        return ids + torch.arange(len(ids)).to(ids.device)  # expect: TEF409?
""",
    "one call gives what may be elsewhere": """\
def spectrogram_loss(y: Tensor, n: int):
    return y * torch.hann_window(n).to(y.device)  # expect: TEF409


def features(audio, x: Tensor):
    return spectrogram_loss(torch.from_numpy(audio), 4), spectrogram_loss(torch.from_numpy(audio).to(x.device), 4)
""",
    "a model is run once on what is made": """\
def profiled(build, n):
    net = build()
    x = torch.rand(n, 3).cuda()  # expect: TEF409?
    target = torch.empty(n, dtype=torch.long).random_(9).cuda()  # expect: TEF409?
    return F.cross_entropy(net(x), target)
""",
    "selected by what met another one": """\
def neighbours(x: Tensor, n):
    near = x.sum(dim=1) < torch.ones(n, device=x.device)
    return torch.arange(n).cuda()[near & (torch.zeros(n).cuda() < 1)]  # expect: TEF409?, TEF409?
""",
    "the second move, beside what met the first": """\
def f(feats: Tensor):
    n = feats.shape[0]
    eye = torch.eye(n, dtype=torch.bool).to(feats.device)  # expect: TEF409?
    similar = (feats @ feats.t()).masked_fill(eye, -1e9)
    target = torch.arange(n).cuda()  # expect: TEF409?
    return F.cross_entropy(similar, target)
""",
    "by the device of what it meets": """\
def pgd(model, x):
    delta = torch.zeros(len(x), 3).to(x.device)  # expect: TEF409?
    return model(x + delta)
""",
    "by the device of what it meets, in any function": """\
def attn(q, n):
    bias = torch.zeros(n, n).to(device=q.device)  # expect: TEF409?
    return torch.softmax(q + bias, -1)
""",
    "like what a batch holds": """\
class Model(nn.Module):
    def training_step(self, batch, index):
        x, y = batch
        z = torch.randn(len(x), 64).type_as(x)  # expect: TEF409
        return F.mse_loss(self.generator(z), y)
""",
    "like another by keyword": """\
class Model(nn.Module):
    def forward(self, x):
        return x + torch.zeros(len(x), 4).to(other=x)  # expect: TEF409
""",
    "a draw of numbers": """\
class Model(nn.Module):
    def forward(self, x):
        return x + torch.normal(0.0, 1.0, (len(x),)).to(x.device)  # expect: TEF409
""",
    "the device of what it does not meet": """\
def made(config, n):
    bias = torch.zeros(n, n).to(config.device)  # expect: TEF409?
    more = torch.ones(n, n).to(config.device)  # expect: TEF409?
    return bias + more
""",
    "written into by what has the device": """\
def made(x, n):
    rows = torch.zeros(n, n).to(x.device)  # expect: TEF409?
    rows[0] = x
    return rows
""",
    "in forward": """\
class Head(nn.Module):
    def forward(self, x):
        return self.fc(x, torch.arange(x.size(1)).to(x.device))  # expect: TEF409
""",
    "in what forward calls": """\
class Head(nn.Module):
    def forward(self, x):
        return self.fc(x, self.positions(x), sizes(x))

    def positions(self, x):
        return torch.arange(x.size(1)).to(x.device)  # expect: TEF409

    def unused(self, x):
        return torch.arange(x.size(1)).to(x.device)  # expect: TEF409?


def sizes(x):
    return torch.arange(x.size(2)).to(x.device)  # expect: TEF409
""",
    "in a loop": """\
for images, labels in loader:
    noise = torch.randn(len(images), 100).to(device)  # expect: TEF409
    loss = train(images, noise)
    loss.backward()
""",
    "in what a loop calls": """\
def noise(n):
    return torch.randn(n, 100).to(device)  # expect: TEF409


for images, labels in loader:
    update(images, noise(len(images))).backward()
""",
    "in a loop over what is written out": """\
for n in [100, 200]:
    run(torch.randn(n, 100).to(device))  # expect: TEF409?
""",
    "in a training step": """\
class Gan:
    def train_step(self, x):
        return self.generator(torch.randn(len(x), 100).cuda())  # expect: TEF409
""",
    "in a loss": """\
def generator_loss(judged):
    return criterion(judged, torch.ones(len(judged)).to(judged.device))  # expect: TEF409
""",
    "computed with a tensor": """\
def training_step(x: Tensor):
    return x + torch.randn(x.shape).to(x.device)  # expect: TEF409
""",
    "computed with a tensor that is made beside it": """\
def noisy(n):
    return torch.ones(n) * torch.randn(n).to(device)  # expect: TEF409?
""",
    "written into": """\
def cropped(x: Tensor, n):
    out = torch.zeros(len(x), n).to(x.device)  # expect: TEF409?
    out[0] = x[0, :n]
    return out
""",
    "a few numbers in forward": """\
class Head(nn.Module):
    def forward(self, x):
        return self.fc(x, torch.zeros(3, 4).to(x.device))  # expect: TEF409?
""",
    "a list in forward": """\
class Head(nn.Module):
    def forward(self, x):
        return self.fc(x, torch.tensor(self.sizes).to(x.device))  # expect: TEF409?
""",
    "made by a module, and in a setter": """\
class Head(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.steps = torch.arange(n).to(device)  # expect: TEF409?

    def set_steps(self, n, x: Tensor):
        self.steps = x + torch.arange(n).to(x.device)  # expect: TEF409?

    def forward(self, x):
        return x + self.steps
""",
    "a cached function": """\
@functools.lru_cache
def positions(n, x: Tensor):
    return x + torch.arange(n).to(x.device)  # expect: TEF409?
""",
    "zeros for a device": """\
def start(n: int):
    return torch.zeros(n, 3).to(device)  # expect: TEF409? "use torch.zeros(n, 3, device=device)"
""",
    "an arange for CUDA": """\
def positions(n: int):
    return torch.arange(n).cuda()  # expect: TEF409? "use torch.arange(n, device="
""",
    "a permutation for CUDA": """\
def mixup(x, y, lam):
    index = torch.randperm(x.size(0)).cuda()  # expect: TEF409?
    return lam * x + (1 - lam) * x[index], y, y[index]
""",
    "label smoothing on CUDA": """\
def smooth(labels, classes, eps):
    weight = torch.full(size=(labels.size(0), classes), fill_value=eps / (classes - 1)).cuda()  # expect: TEF409?
    weight.scatter_(dim=1, index=labels.unsqueeze(1), value=1 - eps)
    return weight
""",
    "a list of numbers": """\
weights = torch.tensor([0.2, 0.8]).to(device)  # expect: TEF409? "use torch.tensor([0.2, 0.8], device=device)"
""",
    "data that nobody knows": """\
def batch(labels):
    return torch.tensor(labels).to(device)  # expect: TEF409?
""",
    "a named array": """\
def batch(path):
    labels = np.load(path)
    return torch.tensor(labels).to(device)  # expect: TEF409?
""",
    "an array in another dtype": """\
def batch(states):
    return torch.tensor(np.array(states), dtype=torch.float32).to(device)  # expect: TEF409?
""",
    "a list that is taken as a tensor": """\
sizes = torch.as_tensor([1, 2]).to(device)  # expect: TEF409?
""",
    "an attribute that is called device": """\
class Buffer:
    def __init__(self, size, device):
        self.device = device
        self.rewards = torch.zeros(size).to(self.device)  # expect: TEF409? "device=self.device"
""",
    "options of a command line": """\
def train(args):
    total = torch.tensor(0.0).to(args.device)  # expect: TEF409? "use torch.tensor(0.0, device=args.device)"
    rank = torch.ones(1).to(args.local_rank)  # expect: TEF409?
    gpu = torch.ones(1).cuda(args.gpu, non_blocking=True)  # expect: TEF409? "use torch.ones(1, device=args.gpu)"
    return total + rank + gpu
""",
    "a configuration": """\
def state(config, n):
    return torch.zeros(n).to(config["device"])  # expect: TEF409?
""",
    "the device of another tensor": """\
def mask(x: Tensor):
    return torch.ones(x.shape[0]).to(x.device)  # expect: TEF409? "device=x.device"
""",
    "a comment about default devices": """\
# not by set_default_device, nor by "with torch.device(where):"
def start(n, where: torch.device):
    return torch.zeros(n).to(where)  # expect: TEF409?
""",
    "the device of something unknown": """\
def mask(batch):
    return torch.ones(len(batch)).to(batch.device)  # expect: TEF409?
""",
    "the device of a model's parameters": """\
def noise(model: nn.Module, n: int):
    return torch.randn(n, 100).to(next(model.parameters()).device)  # expect: TEF409?
""",
    "the device that a function says": """\
def start(n, get_device):
    return torch.zeros(n).to(get_device())  # expect: TEF409?
""",
    "a device by its keyword": """\
def start(n, where):
    return torch.zeros(n).to(device=where)  # expect: TEF409? "use torch.zeros(n, device=where)"
""",
    "a device by its name": """\
def start(n, options):
    return torch.zeros(n).to(options.GPUDevice)  # expect: TEF409?
""",
    "a device with a default": """\
def start(n, device="cpu"):
    return torch.zeros(n).to(device)  # expect: TEF409?
""",
    "a device by its text": """\
a = torch.eye(3).to("cuda:0")  # expect: TEF409?
b = torch.linspace(0, 1, 5).to("mps")  # expect: TEF409?
c = torch.empty(3).to(f"cuda:{1}")  # expect: TEF409?
""",
    "a device by its number": """\
a = torch.zeros(3).to(0)  # expect: TEF409? "use torch.zeros(3, device=0)"
b = torch.zeros(3).cuda(1)  # expect: TEF409? "use torch.zeros(3, device="
""",
    "a device that two branches choose": """\
def start(n, wanted):
    if wanted:
        where = torch.device("cuda")
    else:
        where = torch.device("cpu")
    return torch.zeros(n).to(where)  # expect: TEF409?
""",
    "a device and a dtype": """\
a = torch.zeros(3).to(device, torch.float16)  # expect: TEF409? "use torch.zeros(3, device=device, dtype=torch.float16)"
b = torch.arange(3).to(device=device, dtype=torch.float32)  # expect: TEF409? "device=device).to(torch.float32)"
""",
    "as another tensor": """\
def padded(x: Tensor):
    a = torch.zeros(3).to(x)  # expect: TEF409? "use torch.zeros(3, device=x.device, dtype=x.dtype)"
    b = torch.rand(3).type_as(x)  # expect: TEF409? "use torch.rand(3, device=x.device).to(x.dtype)"
    return a + b
""",
    "as a parameter of the model": """\
class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.rand(3))

    def forward(self, x):
        return x * torch.ones(3).to(self.weight.device)  # expect: TEF409?
""",
    "as a buffer of the model": """\
class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("steps", torch.zeros(3))
        self.fc = nn.Linear(3, 3)

    def forward(self, x):
        a = torch.ones(3).to(self.steps.device)  # expect: TEF409?
        b = torch.ones(3).to(self.fc.weight.device)  # expect: TEF409?
        return x * a * b
""",
    "moved without waiting": """\
x = torch.randint(0, 10, (3,)).to(device, non_blocking=True)  # expect: TEF409?
""",
    "moved as a copy": """\
x = torch.zeros(3).to(device, copy=True)  # expect: TEF409?
""",
    "views in between": """\
def positions(n: int, batch: int):
    a = torch.arange(n).unsqueeze(0).to(device)  # expect: TEF409? "use torch.arange(n, device=device).unsqueeze(0)"
    b = torch.arange(n)[None, :].expand(batch, n).cuda()  # expect: TEF409?
    return a, b
""",
    "a dtype in between": """\
def steps(n: int):
    return torch.arange(n).float().to(device)  # expect: TEF409? "use torch.arange(n, device=device).float()"
""",
    "a triangle of ones": """\
def causal(n: int):
    return torch.tril(torch.ones(n, n)).view(1, 1, n, n).to(device)  # expect: TEF409?
""",
    "a triangle of ones as a mask": """\
def look_ahead(x: Tensor, n: int):
    mask = torch.triu(torch.ones(n, n), diagonal=1).bool().to(x.device)  # expect: TEF409?
    return x.masked_fill(mask, -1e9)
""",
    "arithmetic with numbers": """\
def noise(n: int):
    return (2 * torch.rand(n) - 1).to(device)  # expect: TEF409?
""",
    "filled on the way": """\
def noise(n: int):
    return torch.empty(n).uniform_(-1, 1).to(device)  # expect: TEF409?
""",
    "under a name": """\
def noise(n: int):
    z = torch.randn(n, 100)
    z = z.to(device)  # expect: TEF409? "give torch.randn the device"
    return z
""",
    "under a name, then used": """\
def generate(generator: nn.Module, n: int):
    z = torch.randn(n, 100)
    return generator(z.to(device))  # expect: TEF409?
""",
    "before it is a parameter": """\
class Scale(nn.Module):
    def __init__(self, n: int):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(n).to(device))  # expect: TEF409?
""",
    "before it is a buffer": """\
class Scale(nn.Module):
    def __init__(self, n: int):
        super().__init__()
        self.register_buffer("scale", torch.ones(n).to(device))  # expect: TEF409?
""",
    "a hidden state of two tensors": """\
class Model(nn.Module):
    def init_hidden(self, batch):
        return (
            torch.zeros(self.layers, batch, self.hidden).to(self.device),  # expect: TEF409??
            torch.zeros(self.layers, batch, self.hidden).to(self.device),  # expect: TEF409?
        )
""",
    "labels of a GAN": """\
def train(loader, discriminator, criterion):
    for images, _ in loader:
        n = images.size(0)
        real = torch.ones(n, 1).to(device)  # expect: TEF409
        fake = torch.zeros(n, 1).to(device)  # expect: TEF409
        loss = criterion(discriminator(images), real) + criterion(discriminator(images.flip(0)), fake)
        loss.backward()
""",
    "sizes from a star": """\
def start(*shape):
    return torch.zeros(*shape).to(device)  # expect: TEF409? "use torch.zeros(*shape, device=device)"
""",
    "in a comprehension and in a lambda": """\
states = [torch.zeros(n).to(device) for n in (1, 2)]  # expect: TEF409?
start = lambda n: torch.zeros(n).to(device)  # expect: TEF409?
""",
    "on several lines": """\
def positions(n: int):
    return (
        torch.arange(n)  # expect: TEF409?
        .unsqueeze(0)
        .to(device)
    )
""",
    "functions that are imported": Whole("""\
from torch import device as Device, full, zeros

where = Device("cuda")
a = zeros(3).to(where)  # expect: TEF409? "use zeros(3, device=where)"
b = full((3,), 2.0).to(where)  # expect: TEF409?
"""),
    "another name for torch": Whole("""\
import torch as th

a = th.zeros(3).cuda()  # expect: TEF409? "use th.zeros(3, device="
"""),
    "the old Variable": Whole("""\
import torch
from torch.autograd import Variable  # expect: TEF902?


def noise(n):
    return Variable(torch.randn(n)).cuda()  # expect: TEF409?
"""),
    "a leaf": """\
w = torch.randn(3, requires_grad=True).to(device)  # expect: TEF409?
""",
    "a window": """\
def spectrum(x: Tensor, n: int):
    return torch.stft(x, n, window=torch.hann_window(n).to(x.device), return_complex=True)  # expect: TEF409?
""",
    "in a test": """\
def test_forward():
    x = torch.randn(2, 3).to(device)  # expect: TEF409?
    assert x.relu().shape == (2, 3)
""",
    "in a demonstration": """\
if __name__ == "__main__":
    x = torch.randn(2, 3).to(device)  # expect: TEF409?
    print(x.shape)
""",
    "what stands under the condition in forward that the module trains": """\
class Labelled(nn.Module):
    def forward(self, x, starts):
        if self.training:
            labels = torch.zeros(len(x), 900).to(x.device)  # expect: TEF409
            labels.scatter_(1, starts, 1)
        elif not self.training and starts is None:
            labels = torch.ones(len(x), 900).to(x.device)  # expect: TEF409?
        else:
            labels = x.softmax(-1)
        if not self.training:
            return labels
        else:
            return labels + torch.ones(len(x), 900).to(x.device)  # expect: TEF409
""",
    "what stands under a condition in forward": """\
class Net(nn.Module):
    def forward(self, x: Tensor, spans: list):
        out = torch.zeros(len(x), 900).to(x.device)  # expect: TEF409
        for span in spans:
            if not span:
                out = out + torch.ones(len(x), 900).to(x.device)  # expect: TEF409?
        return out
""",
    "a forward that hands numbers to NumPy": """\
class Net(nn.Module):
    def forward(self, x: Tensor, nodes: Tensor):
        hidden = torch.zeros(len(x), 900).to(x.device)  # expect: TEF409?
        return hidden + self.sampled(nodes.cpu().numpy())
""",
}

LEAVE: dict[str, str] = {
    "a dtype of what lies there already": """\
class Scores(nn.Module):
    def forward(self, scores: torch.Tensor) -> torch.Tensor:
        n = scores.shape[1]
        scale = (torch.arange(n, device=scores.device) + 1).double()
        return scores @ scale
""",
    "in a method that takes down the flag by which it is called, on the device": """\
class Graph(nn.Module):
    def rebuild(self, x: Tensor):
        self.mask = torch.eye(len(x), device=x.device)
        self.dirty = False

    def forward(self, x: Tensor):
        if self.dirty:
            self.rebuild(x)
        return x * self.mask
""",
    "what only stands in while a model is traced for ONNX": """\
class Suppressed(torch.autograd.Function):
    @staticmethod
    def forward(ctx, boxes: Tensor, n: int):
        return boxes + torch.zeros(n, 4).to(boxes.device)

    @staticmethod
    def symbolic(g, boxes, n):
        return g.op("NonMaxSuppression", boxes)
""",
    "layers that wait, and what is on the device": """\
class Layer(nn.Module):
    def forward(self, x: Tensor):
        return x / x.max().item()


class Stack(nn.Module):
    def __init__(self, n: int):
        super().__init__()
        self.layers = nn.ModuleList([Layer() for _ in range(n)])

    def forward(self, x: Tensor):
        mask = torch.eye(len(x), device=x.device)
        for layer in self.layers:
            x = layer(x)
        return x * mask
""",
    "asserted of what is on the CPU": """\
class Asserted(nn.Module):
    def forward(self, x: Tensor, mask: Tensor):
        assert torch.allclose(x * mask, x), torch.eye(len(x))
        return x * torch.eye(len(x)).to("cpu")
""",
    "a vector on the device before a loop that runs a model": """\
def solve(model, x: Tensor, steps: int):
    rate = torch.ones(x.shape[0], device=x.device)
    for i in range(steps):
        x = model(x, rate)
    return x
""",
    "appended for each item and moved at the end": """\
def compute_loss(batch, x: Tensor):
    rows = []
    for i in range(len(batch)):
        rows.append(torch.full((len(batch[i].nodes),), i))
    return torch.cat(rows).to(x.device)
""",
    "a dataset whose samples are on the CPU": """\
class Rows(torch.utils.data.Dataset):
    def __getitem__(self, i):
        return torch.arange(self.x[i].shape[0]).to(self.x.device)
""",
    "beside the loop over a loader, on the device": """\
def evaluate(model, loader):
    counts = torch.zeros(len(loader), device=device)
    for i, x in enumerate(loader):
        counts[i] = model(x.to(device)).sum()
    return counts.to("cpu")
""",
    "a transform that makes its tensor where the data is": """\
class Compose:
    def __call__(self, data: Tensor):
        return data + torch.arange(data.shape[2], device=data.device)
""",
    "labels that are made on the device where the module trains": """\
class Labelled(nn.Module):
    def forward(self, x, starts):
        if self.training:
            labels = torch.zeros(len(x), 900, device=x.device)
            return labels.scatter_(1, starts, 1)
        return x.softmax(-1)
""",
    "rows that a loop copies into what is made on the device": """\
class Tree(nn.Module):
    def forward(self, states: list[Tensor], x: Tensor):
        copied = torch.zeros(len(x), 3, device=x.device)
        for i in range(len(x)):
            copied[i, :] = states[0][i, :]
        return x + copied
""",
    "a fallback made on the device": """\
class Generator(nn.Module):
    def forward(self, x, noise):
        if noise is None:
            noise = torch.randn(len(x), 900, device=x.device)
        return x + noise
""",
    "what stands in while a model is traced, made on the device": """\
class Suppressed(torch.autograd.Function):
    @staticmethod
    def forward(ctx, boxes: Tensor, n: int):
        return boxes + torch.zeros(n, 4, device=boxes.device)

    @staticmethod
    def symbolic(g, boxes, n):
        return g.op("NonMaxSuppression", boxes)
""",
    "in another mode, made on the device": """\
def train(model, loader, optimizer, mode):
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if mode == "mirrored":
            model.mirror(torch.randn_like(x))
""",
    "beside a mask, made on the device": """\
class Chosen(nn.Module):
    def forward(self, x: Tensor):
        return x[x > 1].sum() * torch.ones(len(x), 3, device=x.device)
""",
    "drawn on the device, after a seed, in a class whose base is unknown": """\
from pipelines import Pipeline


class Faces(Pipeline):
    def forward(self, seed):
        torch.manual_seed(seed)
        return self.net(torch.randn(16, self.latent, device=self.device))
""",
    "drawn on the CPU, after a seed, in a class whose base is unknown": """\
from pipelines import Pipeline


class Faces(Pipeline):
    def forward(self, seed):
        torch.manual_seed(seed)
        return self.net(torch.randn(16, self.latent))
""",
    "numbers that are read, and a mask made where they are": """\
class Clusters(nn.Module):
    def forward(self, x: Tensor, most: Tensor):
        return x * torch.ones(len(x), int(most.item()), device=x.device)
""",
    "under an argument that is off by default, like another": """\
class Normed(nn.Linear):
    def forward(self, x: Tensor, init=False):
        if init is True:
            x = x + torch.randn_like(x)
        return super().forward(x)
""",
    "a range up to the longest, on its device": """\
class Masks(nn.Module):
    def forward(self, lengths: Tensor):
        return torch.arange(int(lengths.max()), device=lengths.device) < lengths[:, None]
""",
    "drawn indices for rows on the CPU": """\
class Slices(nn.Module):
    def forward(self, rows: list[str], x: Tensor):
        order = torch.randperm(len(rows))
        return x, [rows[i] for i in order.tolist()]
""",
    "drawn by a generator with a seed, which is on the CPU": """\
def start_loss(x: Tensor, n: int):
    drawn = torch.rand(len(x), n, generator=torch.Generator().manual_seed(0)).to(x.device)
    return x[:, None] + drawn
""",
    "forward of a class that is no module, without a device": """\
class Spectral:
    def forward(self, x: Tensor):
        return x.new_ones(len(x), 9)
""",
    "made where the layer is, for each batch": """\
class Position(nn.Module):
    def __init__(self, width: int):
        super().__init__()
        self.embed = nn.Embedding(512, width)

    def forward(self, x: Tensor):
        return x + self.embed(torch.arange(x.size(1), device=x.device))
""",
    "batches of a loader": """def epoch(model, loader, device):
    for x, y in loader:
        yield model(x.to(device, non_blocking=True)), y.to(device)
""",
    "kept on a class on its device, and filled there": """\
class Locks:
    kept = {}

    def locks(self, x: Tensor, n: int):
        if x.device not in Locks.kept:
            Locks.kept[x.device] = torch.zeros(n, device=x.device)
        return Locks.kept[x.device]
""",
    "filled by a loop that waits, on the CPU": """\
def means(x: Tensor, groups: Tensor, n: int):
    found = torch.zeros(n).to("cpu")
    for i in range(n):
        found[i] = x[groups == i].mean()
    return found
""",
    "a short range on its device": """\
def near(times: Tensor, tolerance: int = 5):
    return (times[:, None] - torch.arange(-tolerance, tolerance, device=times.device)).abs().sum()
""",
    "the state of an optimizer, made where it is needed": """\
class Momentum(torch.optim.Optimizer):
    def step(self, closure=None):
        for p in self.param_groups[0]["params"]:
            if len(self.state[p]) == 0:
                self.state[p]["mean"] = torch.zeros_like(p)
                self.state[p]["count"] = p.new_zeros(1)
""",
    "what only a dataset calls": """\
def noisy(image: Tensor):
    return image + torch.rand(3, 32, 32).to(image.device)


class Images(torch.utils.data.Dataset):
    def __getitem__(self, i):
        return self.changed(self.images[i])

    def changed(self, image):
        return noisy(image)
""",
    "what only a collate function calls": """\
def padded(rows, n: int):
    return torch.zeros(len(rows), n).to(rows[0].device)


def collate_rows(rows):
    return padded(rows, max(map(len, rows)))
""",
    "in the first step, on the device": """\
def run(batches, model):
    for i, x in enumerate(batches):
        if i == 0:
            total = torch.zeros(len(x), device=x.device)
        total += model(x)
    return total
""",
    "kept on the CPU behind a test": """\
class Table(nn.Module):
    def forward(self, x: Tensor):
        if self.table is None:
            self.table = torch.arange(len(x)).to("cpu")
        return self.table
""",
    "in a class that inherits from a dataset of the file": """\
class BaseDataset(torch.utils.data.Dataset):
    def __getitem__(self, i):
        return i


class Rows(BaseDataset):
    def all(self, x: Tensor):
        return x + torch.arange(len(x)).to(x.device)
""",
    "in a dataset": """\
class Rows(torch.utils.data.Dataset):
    def __getitem__(self, i):
        for _ in range(i):
            yield torch.arange(self.sizes[i]).to(self.start.device)
""",
    "in a collate function": """\
def collate_rows(rows: Tensor):
    return rows + torch.arange(len(rows)).to(rows.device)
""",
    "a method is only given what is made on the CPU": """\
class Features:
    def scaled(self, y: Tensor, n: int):
        return y * torch.hann_window(n).to(y.device)

    def read(self, audio, rows):
        return self.scaled(y=torch.from_numpy(audio), n=4), self.scaled(torch.tensor([1.0, 2.0]).float(), 2)
""",
    "all calls give what is on the CPU": """\
def spectrogram(y: Tensor, n: int):
    device = y.device
    return y * torch.hann_window(n).to(device)


def features(audio):
    return spectrogram(torch.from_numpy(audio).unsqueeze(0), n=4)
""",
    "a draw on the device of what it meets": """\
def noisy(q, n):
    return q + torch.normal(0.0, 1.0, (n, n), device=q.device).to(q.device)
""",
    "like what lies on the CPU": """\
class Model(nn.Module):
    def forward(self, x):
        host = x.cpu()
        return torch.zeros(3, 4).to(other=host) + torch.ones(3, 4).type_as(host)
""",
    "a draw that has a generator": """\
class Model(nn.Module):
    def forward(self, x, generator):
        return x + torch.normal(0.0, 1.0, (len(x),), generator=generator).to(x.device)
""",
    "to what may be a dtype, beside what has the device": """\
def attn(q, kind, n):
    bias = torch.zeros(n, n).to(kind)
    return torch.softmax(q.to(bias.device) + bias, -1)
""",
    "like it from the start, beside what has the device": """\
def attn(q):
    bias = torch.zeros_like(q).to(q.device)
    return torch.softmax(q + bias, -1)
""",
    "a draw by tensors": """\
class Model(nn.Module):
    def forward(self, mean, x):
        return x + torch.normal(mean, 1.0).to(x.device)
""",
    "a device is given in forward": """\
class Head(nn.Module):
    def forward(self, x):
        return x + torch.arange(x.size(1), device=x.device)
""",
    "moved in a loop, and made before it": """\
ramp = torch.linspace(0, 1, 1000)
for device in devices:
    run(ramp.to(device))
""",
    "kept on the CPU in a loss": """\
def sampling_loss(weights, n):
    return weights.cpu() * torch.rand(n).cpu()
""",
    "a device is given": """\
a = torch.zeros(3, device=device)
b = torch.zeros(3, device=device).to(torch.float16)
c = torch.arange(3, device="cuda").unsqueeze(0)
""",
    "the CPU is asked for": """\
a = torch.zeros(3, device="cpu").to(device)
b = torch.randn(3, device=torch.device("cpu")).cuda()
""",
    "a dtype": """\
def converted(n: int, dtype: torch.dtype):
    a = torch.zeros(n).to(torch.float16)
    b = torch.zeros(n).to(dtype)
    c = torch.zeros(n).to(dtype=torch.int64)
    d = torch.zeros(n).float().long().bool()
    return a, b, c, d
""",
    "a dtype of something unknown": """\
def converted(n, x, config, default_dtype):
    a = torch.zeros(n).to(x.dtype)
    b = torch.zeros(n).to(config.torch_dtype)
    c = torch.zeros(n).to(default_dtype)
    d = torch.arange(n).to(torch.get_default_dtype())
    e = torch.arange(n).to(self_dtype(x))
    return a, b, c, d, e
""",
    "what may be a dtype": """\
def converted(n, target):
    return torch.zeros(n).to(target)
""",
    "to the CPU": """\
a = torch.zeros(3).cpu()
b = torch.zeros(3).to("cpu")
c = torch.zeros(3).to(torch.device("cpu"))
host = torch.device("cpu")
d = torch.zeros(3).to(host)


def back(n, cpu_device):
    return torch.zeros(n).to(cpu_device)
""",
    "to the CPU, by the name": """\
def back(n, options):
    return torch.zeros(n).to(options.CPUDevice)
""",
    "like a tensor on the CPU": """\
def padded(x: Tensor):
    x = x.cpu()
    return torch.zeros(3).to(x), torch.ones(3).type_as(x)
""",
    "a generator of the CPU": """\
generator = torch.Generator().manual_seed(0)
a = torch.randn(3, generator=generator).to(device)
b = torch.randperm(10, generator=generator).cuda()
c = torch.empty(3).normal_(generator=generator).to(device)
""",
    "pinned memory": """\
a = torch.zeros(3).pin_memory().to(device, non_blocking=True)
b = torch.zeros(3, pin_memory=True).to(device, non_blocking=True)
c = torch.empty(3).pin_memory()
""",
    "what other keywords say is unknown": """\
def start(n, **options):
    return torch.zeros(n, **options).to(device)
""",
    "into a tensor that is there": """\
def start(out: Tensor, n: int):
    return torch.zeros(n, out=out).to(device)
""",
    "a batch of a loader": """\
def train(model, loader):
    for x, y in loader:
        x, y = x.to(device), y.to(device)
        model(x).sum().backward()
""",
    "a module": """\
a = nn.Linear(3, 3).to(device)
b = nn.Sequential(nn.Linear(3, 3), nn.ReLU()).cuda()
loss = nn.CrossEntropyLoss(weight=torch.ones(3)).to(device)
""",
    "from an array": """\
def batch(x: np.ndarray):
    a = torch.from_numpy(x).to(device)
    b = torch.from_numpy(x).float().unsqueeze(0).cuda()
    return a, b
""",
    "an array that nobody else holds": """\
def batch(rows):
    return torch.from_numpy(np.stack(rows)).to(device)
""",
    "data that may share memory": """\
def batch(x):
    return torch.as_tensor(x).to(device)
""",
    "like another tensor": """\
def start(x: Tensor):
    return torch.zeros_like(x).to(device), x.new_zeros(3).to(device), torch.randn_like(x).cuda()
""",
    "filled entry by entry": """\
def lengths(batch):
    out = torch.zeros(len(batch))
    for i, item in enumerate(batch):
        out[i] = len(item)
    return out.to(device)
""",
    "changed in place under its name": """\
def table(n: int):
    out = torch.zeros(n)
    out.fill_(3)
    out += 1
    return out.to(device)
""",
    "changed once under its name": """\
def tables(n: int):
    a = torch.zeros(n)
    a.fill_(3)
    b = torch.arange(n)
    b += 1
    c = torch.zeros(n)
    c[0] = 1
    return a.to(device), b.to(device), c.cuda()
""",
    "used on the CPU as well": """\
def sampled(n: int):
    order = torch.randperm(n)
    print(order.tolist())
    return order.to(device)
""",
    "made once for many moves": """\
def many(n: int, loader):
    zero = torch.zeros(n)
    for x in loader:
        yield x + zero.to(x.device)
""",
    "moved on one branch only": """\
def noise(n: int, use_cuda: bool):
    z = torch.randn(n)
    if use_cuda:
        z = z.cuda()
    return z
""",
    "kept in a list": """\
def states(n: int):
    kept = []
    state = torch.zeros(n)
    kept.append(state)
    return kept, state.to(device)
""",
    "computed from another tensor": """\
def masked(x: Tensor, lengths: Tensor, n: int):
    a = (torch.arange(n)[None, :] < lengths.cpu()[:, None]).to(device)
    b = torch.ones(3).mul(x.cpu()).to(device)
    c = torch.stack([torch.zeros(n), x.cpu()]).to(device)
    return a, b, c
""",
    "an index of the CPU": """\
def one_hot(labels, classes: int):
    return torch.eye(classes)[labels].to(device)
""",
    "scattered by an index of the CPU": """\
def one_hot(labels, classes: int):
    return torch.zeros(len(labels), classes).scatter_(1, labels.unsqueeze(1), 1).to(device)
""",
    "loaded": """\
weights = torch.load("weights.pt").to(device)
""",
    "a default device": """\
torch.set_default_device("cuda")
x = torch.zeros(3).to(device)
""",
    "a default device for a block": """\
with torch.device("cuda"):
    x = torch.zeros(3).to(device)
""",
    "a default device for a block, under a name": """\
with device:
    x = torch.zeros(3).to("cuda")
""",
    "the batch of a tokenizer": """\
def encoded(tokenizer, text):
    return tokenizer(text, return_tensors="pt").to(device)
""",
    "another library": Whole("""\
import cupy
import torch
import numpy as np


def start(n, device):
    return np.zeros(n).to(device), cupy.zeros(n).cuda()
"""),
    "a function of the file": """\
def zeros(n):
    return torch.load(n)


x = zeros(3).to(device)
""",
    "the device that a library moves to": """\
def start(accelerator, fabric, n: int):
    return fabric.to_device(torch.zeros(n)), accelerator.prepare(torch.ones(n))
""",
    "arguments from a star": """\
def start(n, *args, **options):
    return torch.zeros(n).to(*args, **options)
""",
    "another layout of memory": """\
a = torch.zeros(1, 2, 3, 4).to(device, memory_format=torch.channels_last)
b = torch.zeros(1, 2, 3, 4).to(memory_format=torch.channels_last)
""",
    "a legacy constructor of the CPU": """\
def start(n: int):
    return torch.zeros(n).share_memory_()
""",
    "a stack of tensors on the CPU": """\
def batch(images):
    return torch.stack(images).to(device), torch.cat(images).cuda()
""",
    "nested data": """\
def batch(rows: list[Tensor]):
    return torch.nn.utils.rnn.pad_sequence(rows).to(device)
""",
    "numbers drawn from a tensor": """\
def drawn(p: Tensor):
    return torch.bernoulli(p).to(device), torch.multinomial(p, 2).to(device)
""",
    "a distribution": """\
from torch.distributions import Normal

x = Normal(0.0, 1.0).sample((3,)).to(device)
""",
}
