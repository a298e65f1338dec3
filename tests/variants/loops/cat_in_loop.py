"""TEF205 cat-in-loop: programs that must be flagged and near misses that must stay silent.

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
    "growing tensor": """\
out = torch.empty(0, 4)
for _ in range(100):
    y = torch.rand(1, 4)
    out = torch.cat([out, y])  # expect: TEF205
""",
    "tuple and a dim": """\
out = torch.empty(0, 4)
for k in range(10):
    out = torch.cat((out, torch.full((1, 4), float(k))), 0)  # expect: TEF205
""",
    "concat": """\
out = torch.empty(0, 4)
for _ in range(10):
    out = torch.concat([out, torch.rand(2, 4)], dim=0)  # expect: TEF205
""",
    "concatenate": """\
out = torch.empty(0, 4)
for _ in range(10):
    out = torch.concatenate((out, torch.rand(2, 4)))  # expect: TEF205
""",
    "hstack": """\
history = torch.zeros(1)
for step in range(50):
    history = torch.hstack((history, torch.rand(1)))  # expect: TEF205
""",
    "vstack": """\
rows = torch.zeros(1, 3)
for step in range(50):
    rows = torch.vstack([rows, torch.rand(1, 3)])  # expect: TEF205
""",
    "tensors keyword": """\
out = torch.empty(4, 0)
for _ in range(10):
    out = torch.cat(tensors=[out, torch.rand(4, 1)], dim=1)  # expect: TEF205
""",
    "axis keyword": """\
out = torch.empty(4, 0)
for _ in range(10):
    out = torch.cat([out, torch.rand(4, 1)], axis=1)  # expect: TEF205
""",
    "torch imported under another name": Whole("""\
import torch as th

out = th.empty(0)
for _ in range(10):
    out = th.cat([out, th.rand(3)])  # expect: TEF205
"""),
    "name imported from torch": Whole("""\
import torch
from torch import cat

out = torch.empty(0)
for _ in range(10):
    out = cat([out, torch.rand(3)])  # expect: TEF205
"""),
    "in front": """\
out = torch.zeros(1, 4)
for _ in range(10):
    out = torch.cat([torch.rand(1, 4), out])  # expect: TEF205 "append to a list, reverse it, and join it with"
""",
    "more than two pieces": """\
out = torch.zeros(1, 4)
for _ in range(10):
    out = torch.cat([out, torch.rand(1, 4), torch.ones(1, 4)])  # expect: TEF205
""",
    "while loop": """\
out = torch.zeros(1, 4)
n = 0
while n < 20:
    out = torch.cat([out, torch.rand(1, 4)])  # expect: TEF205
    n += 1
""",
    "first turn starts from none": """\
def collect(batches: list) -> torch.Tensor:
    out = None
    for batch in batches:
        y = torch.relu(batch)
        if out is None:
            out = y
        else:
            out = torch.cat([out, y], dim=0)  # expect: TEF205
    return out
""",
    "first turn by its number": """\
def collect(batches: list) -> torch.Tensor:
    for i, batch in enumerate(batches):
        y = torch.relu(batch)
        if i == 0:
            out = y
        else:
            out = torch.cat((out, y), dim=0)  # expect: TEF205
    return out
""",
    "conditional expression": """\
def collect(batches: list):
    out = None
    for batch in batches:
        y = torch.relu(batch)
        out = y if out is None else torch.cat([out, y])  # expect: TEF205
    return out
""",
    "features of a loader": Whole("""\
import torch
from torch import nn
from torch.utils.data import DataLoader


@torch.no_grad()
def extract(model: nn.Module, loader: DataLoader) -> torch.Tensor:
    model.eval()
    features = torch.empty(0, 128)
    for images, _ in loader:
        features = torch.cat([features, model(images).cpu()], dim=0)  # expect: TEF205
    return features
"""),
    "predictions and labels": Whole("""\
import torch
from torch import nn
from torch.utils.data import DataLoader


@torch.no_grad()
def predict(model: nn.Module, loader: DataLoader):
    model.eval()
    preds = torch.tensor([])
    targets = torch.tensor([])
    for images, labels in loader:
        preds = torch.cat((preds, model(images).argmax(dim=1)))  # expect: TEF205
        targets = torch.cat((targets, labels))  # expect: TEF205
    return preds, targets
"""),
    "attribute grown in a loop": """\
class Recorder:
    def __init__(self):
        self.trace = torch.empty(0, 3)

    def run(self, steps: int):
        for _ in range(steps):
            self.trace = torch.cat([self.trace, torch.rand(1, 3)])  # expect: TEF205
        return self.trace
""",
    "dict entry grown in a loop": """\
store = {"features": torch.empty(0, 4)}
for _ in range(10):
    store["features"] = torch.cat([store["features"], torch.rand(2, 4)])  # expect: TEF205
""",
    "unsqueezed piece": """\
def trajectory(steps: int) -> torch.Tensor:
    path = torch.zeros(1, 2)
    position = torch.zeros(2)
    for _ in range(steps):
        position = position + torch.randn(2)
        path = torch.cat([path, position.unsqueeze(0)], dim=0)  # expect: TEF205
    return path
""",
    "through a second name": """\
out = torch.zeros(1, 4)
for _ in range(10):
    grown = torch.cat([out, torch.rand(1, 4)])  # expect: TEF205
    out = grown
""",
    "grown under a condition": """\
def keep(batches: list, wanted: set) -> torch.Tensor:
    out = torch.empty(0, 4)
    for i, batch in enumerate(batches):
        if i in wanted:
            out = torch.cat([out, torch.relu(batch)], 0)  # expect: TEF205
    return out
""",
    "inner loop": """\
grid = torch.empty(0, 2)
for i in range(10):
    for j in range(10):
        grid = torch.cat([grid, torch.tensor([[i, j]])])  # expect: TEF205
""",
    "anchors per level": """\
def anchors(sizes: list) -> torch.Tensor:
    boxes = torch.zeros(0, 4)
    for s in sizes:
        level = torch.rand(s * s, 4)
        boxes = torch.cat((boxes, level), dim=0)  # expect: TEF205
    return boxes
""",
    "replay memory": """\
def rollout(env, policy: nn.Module, steps: int):
    states = torch.zeros(0, 4)
    state = torch.zeros(1, 4)
    for _ in range(steps):
        action = policy(state)
        state = torch.as_tensor(env.step(action)).view(1, 4)
        states = torch.cat([states, state], dim=0)  # expect: TEF205
    return states
""",
    "module forward": """\
class Pyramid(nn.Module):
    def __init__(self):
        super().__init__()
        self.levels = nn.ModuleList([nn.Linear(8, 8) for _ in range(3)])

    def forward(self, x):
        out = x[:, :0]
        for level in self.levels:
            out = torch.cat([out, level(x)], dim=1)  # expect: TEF205
        return out
""",
    "moved to the device": """\
device = torch.device("cpu")
out = torch.empty(0, 4, device=device)
for _ in range(10):
    out = torch.cat([out, torch.rand(1, 4)], dim=0).to(device)  # expect: TEF205
""",
    "nested function": """\
def outer(n: int):
    def inner() -> torch.Tensor:
        acc = torch.empty(0, dtype=torch.long)
        for k in range(n):
            acc = torch.cat([acc, torch.arange(k)])  # expect: TEF205
        return acc

    return inner()
""",
    "annotated target": """\
curve: torch.Tensor = torch.empty(0)
for _ in range(10):
    curve: torch.Tensor = torch.cat([curve, torch.rand(1)])  # expect: TEF205
""",
    "parameters flattened": """\
def flatten(model: nn.Module) -> torch.Tensor:
    flat = torch.tensor([])
    for p in model.parameters():
        flat = torch.cat([flat, p.detach().reshape(-1)])  # expect: TEF205
    return flat
""",
    "call over several lines": """\
out = torch.empty(0, 4)
for _ in range(10):
    piece = torch.rand(1, 4)
    out = torch.cat(  # expect: TEF205
        [
            out,  # what we have
            piece,
        ],
        dim=0,
    )
""",
    "beside a row list": """\
names = []
weights = torch.empty(0)
for k in range(10):
    names.append(str(k))
    weights = torch.cat([weights, torch.rand(1)])  # expect: TEF205
print(names, weights.shape)
""",
    "list literal": """\
def f(x: Tensor, n: int):
    out = torch.empty(0)
    for i in range(n):
        out = torch.cat([out, x * i])  # expect: TEF205
    return out
""",
    "started by the first turn": """\
def f(xs):
    for i, y in enumerate(xs):
        y = torch.relu(y)
        if i == 0:
            out = y
        else:
            out = torch.cat((out, y), 0)  # expect: TEF205
    return out
""",
    "conditional expression, in another spelling": """\
def f(xs, a: Tensor):
    acc = None
    for x in xs:
        acc = x if acc is None else torch.cat([acc, x + a])  # expect: TEF205
    return acc
""",
    "attribute": """\
class Buffer:
    def fill(self, xs: list[Tensor]):
        self.seen = torch.zeros(0, 3)
        for x in xs:
            self.seen = torch.cat([self.seen, x])  # expect: TEF205
""",
    "entry of a dict": """\
def f(a: Tensor, n: int):
    out = {"x": a}
    for _ in range(n):
        out["x"] = torch.cat([out["x"], a])  # expect: TEF205
    return out
""",
    "while by its size": """\
def f():
    out = torch.tensor([])
    while out.size(0) < 10:
        out = torch.hstack((out, torch.rand(3)))  # expect: TEF205
    return out
""",
    "predictions of a loader": """\
def f(model: nn.Module, loader):
    preds = torch.tensor([])
    for x, y in loader:
        preds = torch.cat((preds, model(x).argmax(1)))  # expect: TEF205
    return preds
""",
    "predictions and labels of an evaluation grown side by side": Whole("""\
import torch
from torch import nn
from torch.utils.data import DataLoader


@torch.no_grad()
def predict(model: nn.Module, loader: DataLoader, device: str):
    all_preds = torch.empty(0, dtype=torch.long, device=device)
    all_labels = torch.empty(0, dtype=torch.long, device=device)
    model.eval()
    for images, labels in loader:
        preds = model(images.to(device)).argmax(dim=1)
        all_preds = torch.cat((all_preds, preds), dim=0)  # expect: TEF205
        all_labels = torch.cat((all_labels, labels.to(device)), dim=0)  # expect: TEF205
    return all_preds, all_labels
"""),
    "None sentinel and a conditional expression": """\
@torch.inference_mode()
def embed(encoder: nn.Module, loader):
    bank = None
    for batch in loader:
        z = encoder(batch)
        bank = z if bank is None else torch.cat([bank, z])  # expect: TEF205
    return bank
""",
    "first turn handled by an if on the index": """\
def pyramid(image: torch.Tensor, scales: list[float]) -> torch.Tensor:
    for i, scale in enumerate(scales):
        level = F.interpolate(image, scale_factor=scale).flatten(2)
        if i == 0:
            tokens = level
        else:
            tokens = torch.cat([tokens, level], dim=-1)  # expect: TEF205
    return tokens.transpose(1, 2)
""",
    "replay memory kept on self": """\
class Replay:
    def __init__(self, obs_dim: int):
        self.obs = torch.empty(0, obs_dim)
        self.reward = torch.empty(0)

    def collect(self, env, steps: int) -> None:
        for _ in range(steps):
            obs, reward = env.step()
            obs = torch.as_tensor(obs, dtype=torch.float32)
            self.obs = torch.cat([self.obs, obs.unsqueeze(0)])  # expect: TEF205
            self.reward = torch.cat([self.reward, torch.as_tensor([reward])])  # expect: TEF205
""",
    "columns in a dict of tensors": """\
def merge(shards: list[dict[str, torch.Tensor]]) -> dict[str, torch.Tensor]:
    merged = {"ids": torch.empty(0, dtype=torch.long), "emb": torch.empty(0, 8)}
    for shard in shards:
        merged["ids"] = torch.cat([merged["ids"], shard["ids"]])  # expect: TEF205
        merged["emb"] = torch.cat([merged["emb"], shard["emb"]])  # expect: TEF205
    return merged
""",
    "list of parts built first and then joined": """\
def gather_boxes(levels: list[torch.Tensor], strides: list[int]) -> torch.Tensor:
    boxes = torch.zeros(0, 4)
    for level, stride in zip(levels, strides):
        parts = [boxes, level.reshape(-1, 4) * stride]
        boxes = torch.cat(parts, dim=0)  # expect: TEF205
    return boxes
""",
    "joined under another name and handed back": """\
def unroll(layers: list[torch.Tensor]) -> torch.Tensor:
    flat = torch.empty(0)
    for weight in layers:
        grown = torch.cat([flat, weight.reshape(-1)])  # expect: TEF205
        flat = grown
    return flat
""",
    "prepended while walking backwards": """\
def returns(rewards: list[float], gamma: float) -> torch.Tensor:
    out = torch.empty(0)
    acc = 0.0
    for r in reversed(rewards):
        acc = r + gamma * acc
        out = torch.cat([torch.tensor([acc]), out])  # expect: TEF205
    return out
""",
    "keyword tensors and the concat alias": Whole("""\
import torch as th
from torch import Tensor


def anchors(sizes: list[int], ratios: Tensor) -> Tensor:
    grid = th.empty(0, 2)
    for s in sizes:
        wh = th.stack([s * ratios, s / ratios], dim=1)
        grid = th.concat(tensors=(grid, wh), dim=0)  # expect: TEF205
    return grid
"""),
    "hstack imported by name inside a while loop": Whole("""\
import torch
from torch import hstack


def read_stream(source, chunk: int) -> torch.Tensor:
    signal = torch.zeros(0)
    data = source.read(chunk)
    while data:
        samples = torch.frombuffer(bytearray(data), dtype=torch.float32)
        signal = hstack((signal, samples))  # expect: TEF205
        data = source.read(chunk)
    return signal
"""),
    "inner loop of two with the accumulator outside both": """\
def edge_index(neighbours: dict[int, list[int]]) -> torch.Tensor:
    edges = torch.empty(2, 0, dtype=torch.long)
    for src, dsts in neighbours.items():
        for dst in dsts:
            edge = torch.tensor([[src], [dst]])
            edges = torch.cat([edges, edge], dim=1)  # expect: TEF205
    return edges
""",
    "starred new pieces after the accumulator": """\
def flatten_groups(groups: list[list[torch.Tensor]]) -> torch.Tensor:
    packed = torch.empty(0, 3)
    for group in groups:
        packed = torch.cat((packed, *group))  # expect: TEF205
    return packed
""",
    "guarded by a length test of the new piece": """\
def keep_hits(frames: list[torch.Tensor], threshold: float) -> torch.Tensor:
    hits = torch.empty(0, 5)
    for t, det in enumerate(frames):
        det = det[det[:, 4] > threshold]
        if det.shape[0] == 0:
            continue
        try:
            hits = torch.vstack([hits, det])  # expect: TEF205
        except RuntimeError as err:
            raise ValueError(f"frame {t}") from err
    return hits
""",
    "two new columns at a time through an annotated assignment": """\
class Fourier:
    def __init__(self, bands: int):
        self.bands = bands

    def encode(self, x: torch.Tensor) -> torch.Tensor:
        enc: torch.Tensor = x
        for k in range(self.bands):
            phase = x * 2.0**k
            enc = torch.cat([enc, phase.sin(), phase.cos()], dim=-1)  # expect: TEF205
        return enc
""",
    "dense block that reads only its input": """\
class Heads(nn.Module):
    def __init__(self, n: int, d: int):
        super().__init__()
        self.heads = nn.ModuleList(nn.Linear(d, d) for _ in range(n))
        self.proj = nn.Linear(n * d, d)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        out = self.heads[0](x)
        for head in self.heads[1:]:
            out = torch.cat([out, head(x)], dim=-1)  # expect: TEF205
        return self.proj(out)
""",
    "in a constructor": """\
class Rewards:
    def __init__(self, kinds: list):
        self.weights = torch.empty(0)
        for kind in kinds:
            self.weights = torch.cat([self.weights, torch.ones(1)])  # expect: TEF205
""",
    "a small default says how often": """\
class Rings:
    def __init__(self, rings: int = 2):
        self.rings = rings

    def distances(self, z: Tensor) -> Tensor:
        out = torch.zeros(len(z), 0, device=z.device)
        for i in range(self.rings):
            out = torch.cat([out, (z.norm(dim=1, keepdim=True) - i) ** 2], dim=1)  # expect: TEF205
        return out
""",
    "a larger default says how often": """\
class Modes:
    def __init__(self, modes: int = 8):
        self.modes = modes

    def distances(self, z: Tensor) -> Tensor:
        out = torch.zeros(len(z), 0, device=z.device)
        for i in range(self.modes):
            out = torch.cat([out, (z[:, :1] - i) ** 2], dim=1)  # expect: TEF205
        return out
""",
    "only where there is something to add": """\
def candidates(states: list, found: Tensor) -> Tensor:
    for state in states:
        tokens = torch.tensor(state)
        if tokens.numel() != 0:
            found = torch.cat((found, tokens))  # expect: TEF205
    return found
""",
    "one kind of several": """\
def fused(conditions: dict, kinds: dict):
    out = None
    for name, part in conditions.items():
        if kinds[name] == "cross":
            if out is not None:
                out = torch.cat([out, torch.relu(part)], dim=1)  # expect: TEF205
            else:
                out = torch.relu(part)
    return out
""",
    "tokens sampled by a network from those before": """\
def generate(model: nn.Module, token: Tensor, length: int) -> Tensor:
    seq = token
    for _ in range(length):
        token = model(token).argmax(-1)
        seq = torch.cat((seq, token), dim=-1)  # expect: TEF205
    return seq
""",
    "frames through a decoder, one by one": """\
def decode(decoder: nn.Module, x: Tensor, frames: int) -> Tensor:
    for i in range(frames):
        if i == 0:
            out = decoder(x[:, :, :1])
        else:
            out = torch.cat([out, decoder(x[:, :, i : i + 1])], 2)  # expect: TEF205
    return out
""",
    "convolutions of several widths": """\
class Widths(nn.Module):
    def __init__(self):
        super().__init__()
        self.convs = nn.ModuleList([nn.Conv1d(8, 8, k) for k in (3, 5, 7)])

    def forward(self, x: Tensor) -> Tensor:
        out = x.new_zeros(x.size(0), 0, 1)
        for conv in self.convs:
            out = torch.cat([out, conv(x).amax(-1, keepdim=True)], dim=1)  # expect: TEF205
        return out
""",
    "a layer for each column": """\
class Columns(nn.Module):
    def __init__(self, sizes: list):
        super().__init__()
        self.layers = nn.ModuleList([nn.Embedding(n, 8) for n in sizes])

    def forward(self, x: Tensor) -> Tensor:
        out = torch.empty(0)
        for i, layer in enumerate(self.layers):
            out = torch.cat((out, layer(x[:, i])), dim=-1)  # expect: TEF205
        return out
""",
    "the names that an object keeps": """\
class Memory:
    def ids(self, ids: Tensor) -> Tensor:
        for old in self.backdrops:
            ids = torch.cat([ids, torch.full((1, old), -1)], dim=1)  # expect: TEF205
        return ids
""",
    "memory freed on purpose": Whole("""\
import gc

import torch


def joined(parts: list) -> torch.Tensor:
    out = torch.empty(0)
    for k in range(len(parts)):
        out = torch.cat((out, parts[k].cpu()))  # expect: TEF205
        parts[k] = None
        gc.collect()
    return out
"""),
    "in a test": Whole("""\
import pytest
import torch


def test_rows(n: int) -> None:
    out = torch.empty(0)
    for i in range(n):
        out = torch.cat([out, torch.full((1,), i)])  # expect: TEF205
    assert len(out) == n
"""),
    "a computed start": """\
def residue(u: Tensor, last: int, end: int) -> Tensor:
    out = u[..., :1]
    for i in range(last + 1, end):
        out = torch.cat([out, u[..., i : i + 1] * 2], dim=-1)  # expect: TEF205
    return out
""",
}

LEAVE: dict[str, str] = {
    "skip connections, joined in all turns but the first": """\
class Up(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(8, 8)])

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for layer in self.layers:
            x = layer(x)
        return x


class UNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.ups = nn.ModuleList([])
        for level in range(4):
            self.ups.append(Up())

    def forward(self, sample: torch.Tensor, hidden: list[torch.Tensor]) -> torch.Tensor:
        for level, up in enumerate(self.ups):
            if level != 0:
                sample = torch.cat([sample, hidden.pop()], dim=1)
            sample = up(sample)
        return sample
""",
    "list, then one cat": """\
pieces = []
for _ in range(100):
    pieces.append(torch.rand(1, 4))
out = torch.cat(pieces)
""",
    "comprehension": """\
out = torch.cat([torch.rand(1, 4) for _ in range(10)])
""",
    "greedy decoding": """\
@torch.no_grad()
def generate(model: nn.Module, ids: torch.Tensor, steps: int) -> torch.Tensor:
    for _ in range(steps):
        logits = model(ids)
        token = logits[:, -1].argmax(dim=-1, keepdim=True)
        ids = torch.cat([ids, token], dim=1)
    return ids
""",
    "decoding with a sliding context": """\
@torch.no_grad()
def generate(model: nn.Module, ids: torch.Tensor, steps: int, block: int) -> torch.Tensor:
    for _ in range(steps):
        probs = torch.softmax(model(ids[:, -block:])[:, -1], dim=-1)
        ids = torch.cat((ids, torch.multinomial(probs, 1)), dim=1)
    return ids
""",
    "key and value cache": """\
def attend(q: nn.Linear, kv: nn.Linear, x: torch.Tensor, steps: int):
    keys = torch.zeros(x.shape[0], 0, 8, device=x.device)
    values = torch.zeros(x.shape[0], 0, 8, device=x.device)
    for _ in range(steps):
        k, v = kv(x).chunk(2, dim=-1)
        keys = torch.cat([keys, k], dim=1)
        values = torch.cat([values, v], dim=1)
        x = F.scaled_dot_product_attention(q(x), keys, values)
    return x
""",
    "dense block": """\
class Dense(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Conv2d(8 + 4 * i, 4, 3, padding=1) for i in range(4)])

    def forward(self, x):
        for layer in self.layers:
            x = torch.cat([x, torch.relu(layer(x))], dim=1)
        return x
""",
    "dense block through a name": """\
class Dense(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(8 + 4 * i, 4) for i in range(4)])

    def forward(self, x):
        features = x
        for layer in self.layers:
            new = layer(features)
            features = torch.cat([features, new], dim=-1)
        return features
""",
    "upsampling path": """\
class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.ups = nn.ModuleList([nn.ConvTranspose2d(16, 8, 2, stride=2) for _ in range(3)])
        self.convs = nn.ModuleList([nn.Conv2d(16, 16, 3, padding=1) for _ in range(3)])

    def forward(self, x, skips):
        for up, conv, skip in zip(self.ups, self.convs, skips):
            x = up(x)
            x = torch.cat([skip, x], dim=1)
            x = conv(x)
        return x
""",
    "sliding window": """\
def forecast(model: nn.Module, window: torch.Tensor, steps: int) -> list:
    out = []
    for _ in range(steps):
        y = model(window)
        out.append(y)
        window = torch.cat([window[1:], y])
    return out
""",
    "window of fixed length without a reader": """\
frames = torch.zeros(4, 8)
for _ in range(100):
    frames = torch.cat([frames[1:], torch.rand(1, 8)])
""",
    "queue cut to its length": """\
def fill(batches: list) -> torch.Tensor:
    queue = torch.zeros(0, 16)
    for batch in batches:
        queue = torch.cat([queue, torch.relu(batch)])[-1024:]
    return queue
""",
    "cat outside a loop": """\
def join(out: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    out = torch.cat([out, y])
    return out
""",
    "attribute grown once per call": """\
class Memory:
    def __init__(self):
        self.bank = torch.empty(0, 16)

    def push(self, y: torch.Tensor):
        self.bank = torch.cat([self.bank, y])
""",
    "fresh name each turn": """\
base = torch.rand(4, 8)
for _ in range(10):
    pair = torch.cat([base, torch.rand(4, 8)], dim=1)
    print(pair.shape)
""",
    "start again each turn": """\
def run(batches: list):
    for batch in batches:
        x = torch.relu(batch)
        x = torch.cat([x, torch.ones_like(x)], dim=1)
        print(x.shape)
""",
    "recurrent input": """\
linear = nn.Linear(16, 8)
h = torch.zeros(4, 8)
for x_t in torch.rand(10, 4, 8).unbind(0):
    h = torch.cat([h, x_t], dim=1)
    h = torch.tanh(linear(h))
""",
    "cat and projection in one line": """\
linear = nn.Linear(16, 8)
h = torch.zeros(4, 8)
for _ in range(10):
    h = linear(torch.cat([h, torch.rand(4, 8)], dim=1))
""",
    "numpy concatenate": Whole("""\
import numpy as np
import torch

out = np.empty((0, 4))
for _ in range(10):
    out = np.concatenate([out, np.random.rand(1, 4)])
x = torch.from_numpy(out)
"""),
    "list growth": """\
out = []
for _ in range(10):
    out = out + [torch.rand(3)]
y = torch.cat(out)
""",
    "read for a stopping rule": """\
out = torch.zeros(1, 2)
for _ in range(100):
    out = torch.cat([out, torch.rand(1, 2)])
    if (out.sum(dim=0) > 10).all():
        break
""",
    "read for a running report": """\
def report(batches: list):
    seen = torch.empty(0, 4)
    for batch in batches:
        seen = torch.cat([seen, torch.relu(batch)])
        print(seen.mean(dim=0))
""",
    "farthest points": """\
points = torch.rand(100, 3)
chosen = points[:1]
for _ in range(9):
    nearest = torch.cdist(points, chosen).amin(dim=1)
    chosen = torch.cat([chosen, points[nearest.argmax(dim=0)].unsqueeze(0)])
""",
    "gram-schmidt": """\
basis = torch.eye(1, 8)
for _ in range(4):
    v = torch.rand(8)
    v = v - (basis @ v) @ basis
    basis = torch.cat([basis, v[None] / torch.linalg.vector_norm(v)])
""",
    "yielded as it grows": """\
def prefixes(batches: list):
    out = torch.empty(0, 4)
    for batch in batches:
        out = torch.cat([out, torch.relu(batch)])
        yield out
""",
    "positional padding": """\
def pad(batches: list, width: int) -> list:
    padded = []
    for batch in batches:
        fill = torch.zeros(batch.shape[0], width)
        padded.append(torch.cat([batch, fill], dim=1))
    return padded
""",
    "another library's cat": Whole("""\
import torch
from project import ragged

out = ragged.empty()
for _ in range(10):
    out = ragged.cat([out, torch.rand(3)])
"""),
    "stack of two": """\
a = torch.rand(3)
for _ in range(10):
    both = torch.stack([a, torch.rand(3)])
    a = both.mean(dim=0)
""",
    "beam search": """\
@torch.no_grad()
def beam(model: nn.Module, beams: torch.Tensor, steps: int, k: int) -> torch.Tensor:
    for _ in range(steps):
        scores = torch.log_softmax(model(beams)[:, -1], dim=-1)
        top, index = scores.topk(k, dim=-1)
        beams = torch.cat([beams.repeat_interleave(k, dim=0), index.view(-1, 1)], dim=1)
    return beams
""",
    "previous outputs fed to a decoder": """\
class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.step = nn.Transformer(8, 2, batch_first=True)

    def forward(self, memory, steps):
        target = memory[:, :1]
        for _ in range(steps):
            y = self.step(memory, target)
            target = torch.cat((target, y[:, -1:]), dim=1)
        return target
""",
    "hidden points of a curve": """\
curve = torch.zeros(1, 2)
for _ in range(20):
    last = curve[-1:]
    curve = torch.cat([curve, last + torch.randn(1, 2)])
""",
    "preallocated": """\
out = torch.empty(100, 4)
for k in range(100):
    out[k] = torch.rand(4)
""",
    "same tensor twice": """\
def double(batches: list) -> list:
    out = []
    for batch in batches:
        batch = torch.cat([batch, batch.flip(0)])
        out.append(batch)
    return out
""",
    "list": """\
def f(xs):
    parts = []
    for x in xs:
        parts.append(torch.relu(x))
    return torch.cat(parts)
""",
    "decoding": """\
def f(model: nn.Module, x: Tensor, n: int):
    for _ in range(n):
        x = torch.cat([x, model(x)[:, -1:]], dim=1)
    return x
""",
    "sliding window, in another spelling": """\
def f(x: Tensor, n: int):
    for _ in range(n):
        x = torch.cat([x[1:], torch.rand(1, 3)])
    return x
""",
    "last ones kept": """\
def f(x: Tensor, ys: list[Tensor]):
    for y in ys:
        x = torch.cat([x, y])[-5:]
    return x
""",
    "dense block, in another spelling": """\
def f(x: Tensor, layers: nn.ModuleList):
    for layer in layers:
        x = torch.cat([x, layer(x)], 1)
    return x
""",
    "skip connections": """\
def f(x: Tensor, ups: nn.ModuleList, skips: list[Tensor]):
    for up, skip in zip(ups, skips):
        x = torch.cat([up(x), skip], dim=1)
    return x
""",
    "read to stop": """\
def f(n: int):
    x = torch.rand(3)
    for _ in range(n):
        x = torch.cat([x, torch.rand(3)])
        if x.sum(dim=0) > 3:
            break
    return x
""",
    "pieces listed and joined once": Whole("""\
import torch
from torch import nn
from torch.utils.data import DataLoader


@torch.no_grad()
def predict(model: nn.Module, loader: DataLoader) -> torch.Tensor:
    chunks = []
    for images, _ in loader:
        chunks.append(model(images).argmax(dim=1))
    return torch.cat(chunks)
"""),
    "key and value cache on self read by attention each step": """\
class Decoder:
    def __init__(self, heads: int, d: int):
        self.k = torch.empty(1, heads, 0, d)
        self.v = torch.empty(1, heads, 0, d)

    def run(self, steps: list[tuple[torch.Tensor, torch.Tensor, torch.Tensor]]) -> list[torch.Tensor]:
        outs = []
        for q, k, v in steps:
            self.k = torch.cat([self.k, k], dim=2)
            self.v = torch.cat([self.v, v], dim=2)
            outs.append(F.scaled_dot_product_attention(q, self.k, self.v))
        return outs
""",
    "greedy decoding feeds the grown ids to the model": """\
@torch.no_grad()
def generate(model: nn.Module, ids: torch.Tensor, steps: int) -> torch.Tensor:
    for _ in range(steps):
        logits = model(ids)[:, -1]
        nxt = logits.argmax(dim=-1, keepdim=True)
        ids = torch.cat([ids, nxt], dim=1)
    return ids
""",
    "dense block where each layer sees the whole join": """\
class DenseBlock(nn.Module):
    def __init__(self, n: int, ch: int, growth: int):
        super().__init__()
        self.layers = nn.ModuleList(nn.Conv2d(ch + i * growth, growth, 3, padding=1) for i in range(n))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for layer in self.layers:
            x = torch.cat([x, torch.relu(layer(x))], dim=1)
        return x
""",
    "decoder joins a skip and then convolves it": """\
class Up(nn.Module):
    def __init__(self, ups: list[nn.Module], convs: list[nn.Module]):
        super().__init__()
        self.ups = nn.ModuleList(ups)
        self.convs = nn.ModuleList(convs)

    def forward(self, x: torch.Tensor, skips: list[torch.Tensor]) -> torch.Tensor:
        for up, conv, skip in zip(self.ups, self.convs, reversed(skips)):
            x = up(x)
            x = torch.cat([skip, x], dim=1)
            x = conv(x)
        return x
""",
    "fixed window that drops its oldest row": """\
def stack_frames(frames: list[torch.Tensor], k: int):
    window = frames[0].unsqueeze(0).repeat(k, 1, 1)
    for frame in frames:
        window = torch.cat([window[1:], frame.unsqueeze(0)])
        yield window
""",
    "queue truncated after every join": """\
def fill(queue: torch.Tensor, keys: list[torch.Tensor], size: int) -> torch.Tensor:
    for key in keys:
        queue = torch.cat([queue, key])[-size:]
    return queue
""",
    "running top k keeps its size": """\
def running_topk(batches: list[torch.Tensor], k: int) -> torch.Tensor:
    best = torch.full((k,), float("-inf"))
    for scores in batches:
        pool = torch.cat([best, scores])
        best = pool.topk(k).values
    return best
""",
    "start token joined to each batch anew": """\
def shifted(batches: list[torch.Tensor], bos: torch.Tensor) -> list[torch.Tensor]:
    outs = []
    for ids in batches:
        inputs = torch.cat([bos, ids[:, :-1]], dim=1)
        outs.append(inputs)
    return outs
""",
    "accumulator reset at the top of every turn": """\
def with_context(context: torch.Tensor, items: list[torch.Tensor]) -> list[torch.Tensor]:
    results = []
    for item in items:
        seq = context
        seq = torch.cat([seq, item], dim=0)
        results.append(seq)
    return results
""",
    "joined at most once before break": """\
def pad_to(x: torch.Tensor, fillers: list[torch.Tensor], width: int) -> torch.Tensor:
    for filler in fillers:
        if filler.shape[1] == width - x.shape[1]:
            x = torch.cat([x, filler], dim=1)
            break
    return x
""",
    "trajectory whose last state drives the next": """\
def rollout(x0: torch.Tensor, a: torch.Tensor, steps: int) -> torch.Tensor:
    path = x0.unsqueeze(0)
    for _ in range(steps):
        nxt = torch.tanh(path[-1] @ a)
        path = torch.cat([path, nxt.unsqueeze(0)])
    return path
""",
    "numpy arrays grown by numpy": Whole("""\
import numpy as np
import torch


def load(files: list[str]) -> torch.Tensor:
    rows = np.empty((0, 4), dtype=np.float32)
    for name in files:
        rows = np.concatenate([rows, np.load(name)])
    return torch.from_numpy(rows)
"""),
    "farthest point set measured on every turn": """\
def farthest(points: torch.Tensor, k: int) -> torch.Tensor:
    chosen = points[:1]
    for _ in range(k - 1):
        gap = torch.cdist(points, chosen).amin(dim=1)
        nxt = gap.argmax(dim=0)
        chosen = torch.cat([chosen, points[nxt].unsqueeze(0)])
    return chosen
""",
    "two different names joined into a third": """\
def pairs(lefts: list[torch.Tensor], rights: list[torch.Tensor]) -> list[torch.Tensor]:
    joined = []
    last = torch.empty(0)
    for left, right in zip(lefts, rights):
        last = torch.cat([left, right], dim=-1)
        joined.append(last)
    return joined
""",
}
