"""TEF110 negative-step: programs that must be flagged and near misses that must stay silent.

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
    "reversed first dim": """\
x = torch.rand(10)
y = x[::-1]  # expect: TEF110
""",
    "reversed second dim": """\
x = torch.rand(4, 10)
y = x[:, ::-1]  # expect: TEF110
""",
    "reversed last dim": """\
def mirror(image: torch.Tensor) -> torch.Tensor:
    return image[..., ::-1]  # expect: TEF110
""",
    "horizontal flip of a batch": """\
def hflip(images: Tensor) -> Tensor:
    return images[:, :, :, ::-1]  # expect: TEF110
""",
    "both spatial dims": """\
image = torch.rand(3, 8, 8)
turned = image[:, ::-1, ::-1]  # expect: TEF110
""",
    "channels swapped": """\
def rgb_to_bgr(image: torch.Tensor) -> torch.Tensor:
    return image[:, ::-1, :, :]  # expect: TEF110
""",
    "every second backwards": """\
x = torch.arange(10)
y = x[::-2]  # expect: TEF110
""",
    "bounds and a negative step": """\
x = torch.arange(10)
y = x[8:2:-1]  # expect: TEF110
""",
    "step in a name": """\
x = torch.arange(10)
step = -1
y = x[::step]  # expect: TEF110
""",
    "new axis and a negative step": """\
x = torch.rand(10)
y = x[None, ::-1]  # expect: TEF110
""",
    "cumulative sum from the end": """\
def returns(rewards: torch.Tensor) -> torch.Tensor:
    return rewards[::-1].cumsum(dim=0)  # expect: TEF110
""",
    "operand of an addition": """\
x = torch.rand(10)
even = 0.5 * (x + x[::-1])  # expect: TEF110
""",
    "argument of a function": """\
x = torch.rand(4, 10)
both = torch.cat([x, x[:, ::-1]], dim=0)  # expect: TEF110
""",
    "assignment target": """\
x = torch.arange(5)
out = torch.zeros(5)
out[::-1] = x  # expect: TEF110 "assign to a slice that counts up, a tensor through torch.flip"
""",
    "result of a call": """\
order = torch.argsort(torch.rand(10))[::-1]  # expect: TEF110
""",
    "sorted values through unpacking": """\
values, index = torch.sort(torch.rand(10))
largest = values[::-1]  # expect: TEF110
""",
    "module forward": """\
class Backward(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.GRU(8, 8)

    def forward(self, x):
        out, _ = self.rnn(x[::-1])  # expect: TEF110
        return out
""",
    "module output": """\
conv = nn.Conv1d(1, 1, 3)
y = conv(torch.rand(1, 1, 10))[:, :, ::-1]  # expect: TEF110
""",
    "attribute of self": """\
class Wavelet:
    def __init__(self):
        self.low = torch.tensor([0.5, 0.25, 0.25])

    def high(self):
        return self.low[::-1]  # expect: TEF110
""",
    "value from a helper of the same file": """\
def kernel(n: int) -> torch.Tensor:
    return torch.linspace(0.0, 1.0, n)


reversed_kernel = kernel(5)[::-1]  # expect: TEF110
""",
    "lambda": """\
mirror = lambda t: torch.cat([t, torch.relu(t)[::-1]], dim=0)  # expect: TEF110
""",
    "torch imported under another name": Whole("""\
import torch as th

x = th.linspace(0, 1, 5)
y = x[::-1].clone()  # expect: TEF110
"""),
    "tensor made from an array": Whole("""\
import numpy as np
import torch

a = np.arange(6.0)
x = torch.from_numpy(a)
y = x[::-1]  # expect: TEF110
"""),
    "slice object": """\
x = torch.rand(10)
y = x[slice(None, None, -1)]  # expect: TEF110
""",
    "optional tensor after the guard": Whole("""\
from typing import Optional

import torch


def back(mask: Optional[torch.Tensor]):
    if mask is None:
        return None
    return mask[:, ::-1]  # expect: TEF110
"""),
    "iterated backwards": """\
def walk(rewards: torch.Tensor):
    total = 0.0
    for r in rewards[::-1]:  # expect: TEF110
        total = r + 0.9 * total
    return total
""",
    "index by a descending arange": """\
x = torch.rand(10, 3)
y = x[torch.arange(9, -1, -1)]  # expect: TEF110?
""",
    "descending arange by size": """\
def flip(x: torch.Tensor) -> torch.Tensor:
    return x[torch.arange(x.size(0) - 1, -1, -1)]  # expect: TEF110?
""",
    "horizontal flip by index": """\
def hflip(tensor: torch.Tensor) -> torch.Tensor:
    return tensor[:, :, :, torch.arange(tensor.size(3) - 1, -1, -1).long()]  # expect: TEF110?
""",
    "descending index through a name": """\
def flip(x: torch.Tensor) -> torch.Tensor:
    n = x.shape[1]
    index = torch.arange(n - 1, -1, -1, device=x.device)
    return x[:, index]  # expect: TEF110?
""",
    "descending index behind an ellipsis": """\
image = torch.rand(3, 8, 6)
w = image.shape[-1]
flipped = image[..., torch.arange(w - 1, -1, -1)]  # expect: TEF110?
""",
    "descending arange with keywords": """\
x = torch.rand(10)
y = x[torch.arange(start=9, end=-1, step=-1)]  # expect: TEF110?
""",
    "descending arange by len": Whole("""\
from torch import Tensor, arange


def flip(x: Tensor) -> Tensor:
    return x[arange(len(x) - 1, -1, -1)]  # expect: TEF110?
"""),
    "after-an-ellipsis": """\
def f(x: torch.Tensor):
    return x[..., ::-1, :]  # expect: TEF110
""",
    "slice-object": """\
def f(x: torch.Tensor):
    backward = slice(None, None, -1)
    return x[backward]  # expect: TEF110
""",
    "written-to": """\
def f(x: torch.Tensor):
    x[::-1] = 0  # expect: TEF110
    return x
""",
    "bounded": """\
def f(x: torch.Tensor):
    return x[5:2:-1]  # expect: TEF110
""",
    "list-of-a-range": """\
def f(x: torch.Tensor):
    return x[list(range(x.shape[0] - 1, -1, -1))]  # expect: TEF110?
""",
    "test-time augmentation by a mirrored image": """\
class Flipped(nn.Module):
    def __init__(self, net: nn.Module):
        super().__init__()
        self.net = net

    def forward(self, x):
        y = self.net(x)
        z = self.net(x[:, :, :, ::-1])  # expect: TEF110
        return (y + z.flip(-1)) / 2
""",
    "BGR to RGB after from_numpy": Whole("""\
import cv2
import torch


def read(path: str) -> torch.Tensor:
    img = torch.from_numpy(cv2.imread(path)).permute(2, 0, 1)
    img = img[::-1]  # expect: TEF110
    return img.float() / 255
"""),
    "discounted returns by a reversed cumulative sum": """\
def reward_to_go(rewards: torch.Tensor) -> torch.Tensor:
    return torch.cumsum(rewards[::-1], dim=0).flip(0)  # expect: TEF110
""",
    "both cumulative sums reversed": """\
def suffix_max(x: torch.Tensor) -> torch.Tensor:
    back = torch.cummax(x[..., ::-1], dim=-1).values  # expect: TEF110
    return back[..., ::-1]  # expect: TEF110
""",
    "backward direction of a hand-made bidirectional GRU": """\
class BiGRU(nn.Module):
    def __init__(self, dim: int, hidden: int):
        super().__init__()
        self.fw = nn.GRU(dim, hidden, batch_first=True)
        self.bw = nn.GRU(dim, hidden, batch_first=True)

    def forward(self, x):
        a, _ = self.fw(x)
        steps = torch.arange(x.size(1) - 1, -1, -1, device=x.device)
        b, _ = self.bw(x[:, steps])  # expect: TEF110?
        return torch.cat([a, b.flip(1)], dim=-1)
""",
    "step of minus two": """\
def odd_taps(window: int) -> torch.Tensor:
    taps = torch.hann_window(window)
    return taps[::-2]  # expect: TEF110
""",
    "slice object, in a longer program": """\
def mirror(kernel: torch.Tensor) -> torch.Tensor:
    rows, cols = kernel.shape
    back = slice(None, None, -1)
    return kernel[:, back]  # expect: TEF110
""",
    "sorted scores in descending order": """\
def ranked(scores: torch.Tensor, k: int) -> torch.Tensor:
    order = torch.argsort(scores, dim=-1)
    return order[::-1][:k]  # expect: TEF110
""",
    "eigenvectors from the largest": """\
def pca(x: torch.Tensor, k: int) -> torch.Tensor:
    centred = x - x.mean(dim=0, keepdim=True)
    values, vectors = torch.linalg.eigh(centred.T @ centred)
    basis = vectors[:, ::-1][:, :k]  # expect: TEF110
    return centred @ basis
""",
    "start and stop given": """\
def reversed_body(tokens: torch.Tensor) -> torch.Tensor:
    bos = tokens[:, :1]
    body = tokens[:, :0:-1]  # expect: TEF110
    return torch.cat([bos, body], dim=1)
""",
    "only where the flag is set, by a conditional expression": """\
def maybe_reverse(seq: torch.Tensor, reverse: bool = False) -> torch.Tensor:
    return seq[:, ::-1] if reverse else seq  # expect: TEF110
""",
    "schedule stored on self": """\
class Diffusion:
    def __init__(self, steps: int):
        self.betas = torch.linspace(1e-4, 0.02, steps)
        self.alphas = torch.cumprod(1.0 - self.betas, dim=0)

    def sampling_alphas(self) -> torch.Tensor:
        return self.alphas[::-1]  # expect: TEF110
""",
    "helper's tuple and an in-place target": """\
def split(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    half = x.size(1) // 2
    return x[:, :half], x[:, half:]


def palindrome(x: torch.Tensor) -> torch.Tensor:
    left, right = split(x)
    right.copy_(left[:, ::-1])  # expect: TEF110
    return x
""",
    "arange of the length of the same tensor": Whole("""\
import torch as th


def reverse_rows(x: th.Tensor) -> th.Tensor:
    return x[th.arange(len(x) - 1, -1, -1)]  # expect: TEF110?
"""),
    "step in a named constant": """\
REVERSE = -1


def reverse_time(x: torch.Tensor) -> torch.Tensor:
    return x[:, ::REVERSE]  # expect: TEF110
""",
}

LEAVE: dict[str, str] = {
    "flip": """\
x = torch.rand(4, 10)
y = x.flip(0)
z = torch.flip(x, dims=(1,))
w = torch.fliplr(x)
""",
    "positive steps and negative indices": """\
x = torch.rand(4, 10)
a = x[::2]
b = x[:, -1]
c = x[-3:]
d = x[:, :-1]
e = x[:, -5:-1:2]
""",
    "list": """\
layers = [torch.rand(3), torch.rand(3)]
for layer in layers[::-1]:
    print(layer.shape)
""",
    "string": """\
name = "conv"
print(name[::-1], torch.rand(3).shape)
""",
    "numpy array": Whole("""\
import numpy as np
import torch

image = np.zeros((8, 8, 3), dtype="float32")
bgr = image[:, :, ::-1]
x = torch.from_numpy(bgr.copy())
"""),
    "array of a tensor": """\
x = torch.rand(5)
y = x.numpy()[::-1]
z = x.detach().cpu().numpy()[::-1].copy()
""",
    "list of a tensor": """\
x = torch.rand(5)
y = x.tolist()[::-1]
""",
    "shape of a tensor": """\
def reversed_shape(x: torch.Tensor):
    return x.shape[::-1], x.size()[::-1], tuple(x.shape)[::-1]
""",
    "tuple of rows": """\
x = torch.rand(6, 2)
rows = torch.unbind(x)[::-1]
parts = x.split(2)[::-1]
chunks = torch.chunk(x, 3)[::-1]
""",
    "module list": """\
class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.ups = nn.ModuleList([nn.Linear(4, 4) for _ in range(3)])

    def forward(self, x):
        for up in self.ups[::-1]:
            x = up(x)
        return x
""",
    "skip connections kept in a list": """\
class UNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.downs = nn.ModuleList([nn.Conv2d(4, 4, 3, padding=1) for _ in range(3)])
        self.ups = nn.ModuleList([nn.Conv2d(8, 4, 3, padding=1) for _ in range(3)])

    def forward(self, x):
        skips = []
        for down in self.downs:
            x = down(x)
            skips.append(x)
        for up, skip in zip(self.ups, skips[::-1]):
            x = up(torch.cat([x, skip], dim=1))
        return x
""",
    "padding list": """\
def pad(x: torch.Tensor, widths: list):
    return F.pad(x, widths[::-1])
""",
    "unknown parameter": """\
def back(x):
    print(torch.__version__)
    return x[::-1]
""",
    "range counted down": """\
def discounted(rewards: list, gamma: float) -> torch.Tensor:
    total = 0.0
    out = []
    for i in range(len(rewards) - 1, -1, -1):
        total = rewards[i] + gamma * total
        out.append(total)
    return torch.tensor(out[::-1])
""",
    "descending arange as values": """\
n = 10
weights = 0.9 ** torch.arange(n - 1, -1, -1)
ages = torch.arange(n - 1, -1, -1).float() / n
""",
    "descending arange as positions": """\
embed = nn.Embedding(10, 4)
positions = torch.arange(9, -1, -1)
out = embed(positions)
""",
    "ascending arange as an index": """\
x = torch.rand(10, 3)
y = x[torch.arange(10)]
z = x[torch.arange(0, 10, 2)]
""",
    "one element per row": """\
x = torch.rand(10, 3)
picks = torch.randint(0, 3, (10,))
y = x[torch.arange(9, -1, -1), picks]
""",
    "argsort and random orders": """\
x = torch.rand(10, 3)
y = x[torch.randperm(10)]
z = x[torch.argsort(x[:, 0], descending=True)]
""",
    "reversed builtin on a list": """\
outputs = [torch.rand(3) for _ in range(4)]
y = torch.stack(list(reversed(outputs)), dim=0)
z = torch.stack(outputs[::-1], dim=0)
""",
    "array from an image reader": Whole("""\
import torch
from PIL import Image
import numpy as np


def load(path: str) -> torch.Tensor:
    image = np.array(Image.open(path))[:, :, ::-1]
    return torch.from_numpy(np.ascontiguousarray(image))
"""),
    "parameters collected in a list": """\
model = nn.Sequential(nn.Linear(3, 3), nn.ReLU())
last = list(model.parameters())[::-1]
children = list(model.children())[::-1]
modules = model[::-1]
""",
    "name rebound to an array": """\
x = torch.rand(5)
x = x.numpy()
y = x[::-1]
""",
    "cumulative sum from the end with flips": """\
def returns(rewards: torch.Tensor) -> torch.Tensor:
    return rewards.flip(0).cumsum(dim=0).flip(0)
""",
    "sorted in descending order": """\
values, index = torch.sort(torch.rand(10), descending=True)
top = values[:3]
""",
    "own container": """\
class Frames:
    def __init__(self, items):
        self.items = items

    def __getitem__(self, key):
        return self.items[key]


frames = Frames([torch.rand(3), torch.rand(3)])
last = frames[::-1]
""",
    "outputs of several layers": """\
class Pyramid(nn.Module):
    def __init__(self):
        super().__init__()
        self.convs = nn.ModuleList([nn.Conv2d(3, 3, 1) for _ in range(3)])

    def forward(self, x):
        features = [conv(x) for conv in self.convs]
        return tuple(features[::-1])
""",
    "roll and negative shift": """\
x = torch.rand(10)
y = torch.roll(x, -1, dims=0)
z = x.roll(shifts=-1)
""",
    "dictionary of lists": """\
history = {"loss": [0.3, 0.2]}
last = torch.tensor(history["loss"][::-1])
""",
    "step of unknown sign": """\
def sample(x: torch.Tensor, step: int) -> torch.Tensor:
    return x[::step]
""",
    "list, in another spelling": """\
layers = [torch.nn.ReLU()]
backward = layers[::-1]
""",
    "array": Whole("""\
import torch

import numpy as np

image = torch.from_numpy(np.zeros((3, 4))[:, ::-1].copy())
"""),
    "shape": """\
def f(x: torch.Tensor):
    return x.shape[::-1], x.tolist()[::-1]
""",
    "counts-up": """\
def f(x: torch.Tensor):
    return x[::2], x[torch.arange(3)]
""",
    "part-of-a-dim": """\
x = torch.rand(9, 2)
y = x[torch.arange(4, -1, -1)]
""",
    "features-of-forward": """\
class M(torch.nn.Module):
    def forward(self, features):
        return features[::-1]
""",
    "pairs": """\
def f(x: torch.Tensor, order):
    return x[order, torch.arange(x.size(1) - 1, -1, -1)]
""",
    "counter": """\
def f(x: torch.Tensor):
    n, m = x.shape
    rows = []
    for i in range(m - 1, -1, -1):
        rows.append(x[n - 1, i].clone())
    return rows
""",
    "torch flip": """\
def reward_to_go(rewards: torch.Tensor) -> torch.Tensor:
    return rewards.flip(0).cumsum(dim=0).flip(0)
""",
    "numpy image before the conversion": Whole("""\
import cv2
import numpy as np
import torch


def read(path: str) -> torch.Tensor:
    img = cv2.imread(path)[:, :, ::-1]
    img = np.ascontiguousarray(img.transpose(2, 0, 1)[:, ::-1])
    return torch.from_numpy(img)
"""),
    "tensor turned into an array first": """\
def to_image(x: torch.Tensor):
    arr = x.detach().cpu().numpy()
    return arr[::-1], x.numpy()[..., ::-1].copy()
""",
    "shape and stride tuples": """\
def pad_to(x: torch.Tensor, size: tuple[int, int]) -> torch.Tensor:
    pads = []
    for have, want in zip(x.shape[::-1], size[::-1]):
        pads += [0, want - have]
    return F.pad(x, pads)
""",
    "tuples of tensors": """\
def decode(skips: list[torch.Tensor], x: torch.Tensor) -> torch.Tensor:
    for skip in skips[::-1]:
        x = torch.relu(x + skip)
    for part in x.chunk(4, dim=1)[::-1]:
        x = torch.relu(x) * part.mean(dim=1, keepdim=True)
    return x.unbind(0)[::-1][0]
""",
    "list of python values": """\
def best_first(scores: torch.Tensor) -> list[int]:
    order = scores.argsort(dim=0).tolist()
    return order[::-1]
""",
    "module list and names": """\
class Decoder(nn.Module):
    def __init__(self, widths: list[int]):
        super().__init__()
        self.widths = widths[::-1]
        self.blocks = nn.ModuleList([nn.Linear(a, b) for a, b in zip(self.widths, self.widths[1:])])

    def forward(self, x):
        for block in list(self.blocks)[::-1]:
            x = torch.relu(block(x))
        return x
""",
    "descending exponents are values, not an index": """\
def discounts(rewards: torch.Tensor, gamma: float) -> torch.Tensor:
    n = rewards.size(0)
    powers = torch.arange(n - 1, -1, -1, device=rewards.device)
    return rewards * gamma**powers
""",
    "channel order by a list": """\
def bgr(x: torch.Tensor) -> torch.Tensor:
    return x[:, [2, 1, 0]]
""",
    "positive steps and negative bounds": """\
def strided(x: torch.Tensor, step: int) -> torch.Tensor:
    a = x[..., -8::2]
    b = x[:, :-1:step]
    return torch.cat([a, b], dim=-1)
""",
    "ascending arange": """\
def rotate(x: torch.Tensor, shift: int) -> torch.Tensor:
    n = x.size(0)
    return x[(torch.arange(n, device=x.device) - shift) % n]
""",
    "name rebound to an array, in a longer program": """\
def heatmap(x: torch.Tensor):
    x = torch.sigmoid(x)
    x = x.cpu().numpy()
    return x[::-1, :]
""",
    "strings and ranges": """\
def names(model: torch.nn.Module, depth: int):
    keys = [k[::-1] for k in model.state_dict()]
    layers = range(depth)[::-1]
    return keys, torch.tensor(list(layers))
""",
    "untyped sequence": """\
def reverse(seq):
    return seq[::-1]


def batch(rows):
    return torch.stack(reverse(rows))
""",
    "reversed list of outputs then stacked": """\
def run_backwards(cell: nn.GRUCell, x: torch.Tensor, h: torch.Tensor) -> torch.Tensor:
    outs = []
    for step in x.flip(1).unbind(1):
        h = cell(step, h)
        outs.append(h)
    return torch.stack(outs[::-1], dim=1)
""",
    "a parameter that may not be a tensor or one that is": """\
class M(nn.Module):
    def forward(self, x, flag):
        y = x if flag else torch.rand(3)
        return y[::-1]
""",
    "levels through Identity": """\
class Detector(nn.Module):
    def __init__(self, backbone):
        super().__init__()
        self.backbone = backbone
        self.neck = nn.Identity()
        self.stages = nn.Sequential(nn.Identity(), nn.Identity())

    def forward(self, images):
        levels = self.neck(self.backbone(images))
        return torch.cat(list(levels[::-1]) + list(self.stages(levels)[::-1]), dim=1)
""",
    "levels through no layers": """\
def top_down(levels):
    return nn.Sequential()(levels)[::-1]
""",
}
