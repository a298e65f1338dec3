"""TEF107 view-after-transpose: programs that must be flagged and near misses that must stay silent.

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
    "sizes that make up for the one that is left out": """\
def f(x: Tensor, n: int):
    b, c, t = x.shape
    y = x.transpose(1, 2).view(b * t, n)  # expect: TEF107
    z = x.transpose(1, 2).view(b, -1)  # expect: TEF107
    return y, z, x.transpose(1, 2).view(c * b, t)  # expect: TEF107
""",
    "transpose then view": """\
x = torch.rand(2, 3, 4)
y = x.transpose(1, 2).view(2, 12)  # expect: TEF107
""",
    "permute then view": """\
x = torch.rand(8, 16, 7, 7)
y = x.permute(0, 2, 3, 1).view(8, -1)  # expect: TEF107
""",
    "permute with a tuple": """\
x = torch.rand(8, 16, 7)
y = x.permute((2, 0, 1)).view(-1, 16)  # expect: TEF107
""",
    "short transpose": """\
w = torch.rand(3, 5)
flat = w.t().view(-1)  # expect: TEF107
""",
    "T property": """\
w = torch.rand(3, 5)
flat = w.T.view(-1)  # expect: TEF107
""",
    "mT property": """\
w = torch.rand(2, 3, 5)
flat = w.mT.view(2, 15)  # expect: TEF107
""",
    "movedim": """\
x = torch.rand(4, 3, 32, 32)
y = x.movedim(1, -1).view(4, 32 * 32 * 3)  # expect: TEF107
""",
    "moveaxis function": """\
x = torch.rand(4, 3, 32, 32)
y = torch.moveaxis(x, 1, -1).view(-1)  # expect: TEF107
""",
    "swapaxes": """\
x = torch.rand(10, 4, 6)
y = x.swapaxes(0, 1).view(4, 60)  # expect: TEF107
""",
    "swapdims function": """\
x = torch.rand(10, 4, 6)
y = torch.swapdims(x, 0, 1).view(4, -1)  # expect: TEF107
""",
    "function spelling of transpose": """\
x = torch.rand(10, 4, 6)
y = torch.transpose(x, 0, 1).view(4, -1)  # expect: TEF107
""",
    "function spelling of permute with keywords": Whole("""\
import torch as th

x = th.rand(10, 4, 6)
y = th.permute(x, dims=(0, 2, 1)).view(10, -1)  # expect: TEF107
"""),
    "transpose with keywords": """\
x = torch.rand(10, 4, 6)
y = x.transpose(dim0=0, dim1=2).view(6, -1)  # expect: TEF107
""",
    "transpose imported by name": Whole("""\
from torch import rand, transpose

x = rand(10, 4, 6)
y = transpose(x, 1, 2).view(10, 24)  # expect: TEF107
"""),
    "through a name": """\
x = torch.rand(5, 4, 6)
swapped = x.transpose(1, 2)
y = swapped.view(5, 24)  # expect: TEF107
""",
    "name rebound": """\
def flatten(x: torch.Tensor) -> torch.Tensor:
    x = x.permute(0, 2, 1)
    x = x.view(x.size(0), -1)  # expect: TEF107
    return x
""",
    "in-place transpose": """\
x = torch.rand(5, 4)
x.t_()
y = x.view(-1)  # expect: TEF107
""",
    "in-place transpose of two dims": """\
x = torch.rand(5, 4, 3)
x.transpose_(0, 2)
y = x.view(3, -1)  # expect: TEF107
""",
    "clone keeps the strides": """\
x = torch.rand(5, 4, 6)
y = x.transpose(1, 2).clone().view(5, 24)  # expect: TEF107
""",
    "elementwise function keeps the strides": """\
x = torch.rand(5, 4, 6)
y = torch.relu(x.transpose(1, 2)).view(5, -1)  # expect: TEF107
""",
    "functional relu through a name": """\
def features(x: torch.Tensor) -> torch.Tensor:
    h = F.relu(x.permute(0, 2, 1))
    return h.view(h.size(0), -1)  # expect: TEF107
""",
    "arithmetic with a number keeps the strides": """\
x = torch.rand(5, 4)
y = (x.t() * 2.0).view(-1)  # expect: TEF107
""",
    "detach keeps the strides": """\
x = torch.rand(5, 4, 6)
y = x.transpose(1, 2).detach().view(5, -1)  # expect: TEF107
""",
    "unsqueeze keeps the strides": """\
x = torch.rand(5, 4)
y = x.t().unsqueeze(0).view(1, -1)  # expect: TEF107
""",
    "merge of attention heads": """\
class Attention(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(dim, 3 * dim)
        self.proj = nn.Linear(dim, dim)

    def forward(self, x):
        b, t, c = x.shape
        qkv = self.qkv(x).reshape(b, t, 3, self.heads, c // self.heads).permute(2, 0, 3, 1, 4)
        q, k, v = qkv[0], qkv[1], qkv[2]
        attn = torch.softmax(q @ k.transpose(-2, -1), dim=-1)
        y = (attn @ v).transpose(1, 2).view(b, t, c)  # expect: TEF107
        return self.proj(y)
""",
    "merge of heads by permute": """\
def merge_heads(scores: torch.Tensor, value: torch.Tensor) -> torch.Tensor:
    context = torch.matmul(scores, value)
    context = context.permute(0, 2, 1, 3)
    new_shape = context.size()[:-2] + (context.size(-2) * context.size(-1),)
    return context.view(*new_shape)  # expect: TEF107
""",
    "heads folded into the batch": """\
class Heads(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.heads = heads
        self.q = nn.Linear(dim, dim)

    def forward(self, x):
        b, t, c = x.size()
        q = self.q(x).view(b, t, self.heads, c // self.heads)
        return q.transpose(1, 2).view(b * self.heads, t, -1)  # expect: TEF107
""",
    "channel shuffle": """\
def channel_shuffle(x: torch.Tensor, groups: int) -> torch.Tensor:
    b, c, h, w = x.size()
    x = x.view(b, groups, c // groups, h, w)
    x = torch.transpose(x, 1, 2)
    return x.view(b, -1, h, w)  # expect: TEF107
""",
    "detection head flattened per image": """\
class Head(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.classes = classes
        self.conf = nn.Conv2d(64, 4 * classes, 3, padding=1)

    def forward(self, feature):
        out = self.conf(feature).permute(0, 2, 3, 1)
        return out.view(out.size(0), -1)  # expect: TEF107
""",
    "patchify": """\
def patchify(images: torch.Tensor, p: int) -> torch.Tensor:
    b, c, h, w = images.shape
    x = images.view(b, c, h // p, p, w // p, p)
    x = x.permute(0, 2, 4, 3, 5, 1)
    return x.view(b, (h // p) * (w // p), p * p * c)  # expect: TEF107
""",
    "pixel shuffle by hand": """\
x = torch.rand(1, 8, 5, 5)
y = x.view(1, 2, 2, 2, 5, 5).permute(0, 1, 4, 2, 5, 3).view(1, 2, 10, 10)  # expect: TEF107
""",
    "sequence major to batch major": """\
rnn = nn.LSTM(8, 16)
out, (h, c) = rnn(torch.rand(7, 4, 8))
flat = out.transpose(0, 1).view(4, -1)  # expect: TEF107
""",
    "final states of both directions": """\
class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.gru = nn.GRU(8, 16, bidirectional=True)

    def forward(self, x):
        _, h = self.gru(x)
        return h.transpose(0, 1).view(x.size(1), -1)  # expect: TEF107?
""",
    "embeddings before a convolution": """\
class TextNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(1000, 32)
        self.fc = nn.Linear(32 * 20, 2)

    def forward(self, tokens):
        x = self.embed(tokens).transpose(1, 2)
        return self.fc(x.view(x.shape[0], -1))  # expect: TEF107
""",
    "convolution output with time first": """\
class Recogniser(nn.Module):
    def __init__(self):
        super().__init__()
        self.cnn = nn.Conv2d(1, 32, 3, padding=1)

    def forward(self, image):
        x = self.cnn(image).reshape(2, 32, 8, 24)
        b, c, h, w = x.size()
        x = x.permute(3, 0, 1, 2)
        return x.view(w * b, c * h)  # expect: TEF107
""",
    "nearest anchors in vector quantisation": """\
def flatten_latents(z: torch.Tensor, dim: int) -> torch.Tensor:
    z = z.permute(0, 2, 3, 1)
    return z.view(-1, dim)  # expect: TEF107
""",
    "logits for a pixel-wise loss": """\
def loss(logits: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
    c = logits.size(1)
    logits = logits.transpose(1, 2).transpose(2, 3)
    return F.cross_entropy(logits.view(-1, c), target.view(-1))  # expect: TEF107
""",
    "size given as a tuple": """\
x = torch.rand(6, 5, 4)
y = x.permute(1, 0, 2).view((5, 24))  # expect: TEF107
""",
    "size given as a list": """\
x = torch.rand(6, 5, 4)
shape = [5, 24]
y = x.permute(1, 0, 2).view(shape)  # expect: TEF107
""",
    "chain over several lines": """\
def flatten(x: torch.Tensor) -> torch.Tensor:
    return (
        x.transpose(1, 2)  # expect: TEF107
        .view(x.size(0), -1)
    )
""",
    "transposed in one branch only": """\
def flatten(x: torch.Tensor, channels_last: bool) -> torch.Tensor:
    if channels_last:
        x = x.permute(0, 3, 1, 2)
        return x.view(x.size(0) * x.size(1), -1)  # expect: TEF107
    return x.flatten(1)
""",
    "lambda": """\
columns = lambda m: torch.t(m).view(-1)  # expect: TEF107
""",
    "comprehension over known tensors": """\
a = torch.rand(3, 4)
b = torch.rand(5, 6)
flat = [m.t().view(-1) for m in (a, b)]  # expect: TEF107
""",
    "value from a helper of the same file": """\
def channels_last(x: torch.Tensor) -> torch.Tensor:
    return x.permute(0, 2, 3, 1)


image = torch.rand(2, 3, 8, 8)
rows = channels_last(image).view(2, -1)  # expect: TEF107
""",
    "attribute set in init": """\
class Memory:
    def __init__(self):
        self.keys = torch.rand(12, 30).t()

    def flat(self):
        return self.keys.view(-1)  # expect: TEF107
""",
    "argument of another call": """\
fc = nn.Linear(24, 3)
x = torch.rand(5, 4, 6)
out = fc(x.transpose(1, 2).view(5, 24))  # expect: TEF107
""",
    "optional tensor after the guard": Whole("""\
from typing import Optional

import torch


def flat(mask: Optional[torch.Tensor]):
    if mask is None:
        return None
    return mask.transpose(0, 1).view(-1)  # expect: TEF107
"""),
    "contiguous before the transpose does not help": """\
x = torch.rand(5, 4, 6)
y = x.contiguous().transpose(1, 2).view(5, 24)  # expect: TEF107
""",
    "contiguous result thrown away": """\
x = torch.rand(5, 4, 6)
y = x.transpose(1, 2)
z = y.contiguous()
w = y.view(5, 24) + z.view(5, 24)  # expect: TEF107
""",
    "slice of a transpose": """\
x = torch.rand(5, 4, 6)
y = x.transpose(1, 2)[:, :3].view(5, 12)  # expect: TEF107
""",
    "flat-property": """\
def f(x: torch.Tensor):
    return x.T.view(-1)  # expect: TEF107
""",
    "unannotated": """\
def f(x):
    return x.transpose(1, 2).view(4, -1)  # expect: TEF107
""",
    "elementwise-keeps-strides": """\
def f(x: torch.Tensor):
    y = x.transpose(0, 1) * 2 + 1
    return torch.relu(y).view(-1)  # expect: TEF107
""",
    "in-place-transpose": """\
def f(x: torch.Tensor):
    x.transpose_(0, 1)
    return x.view(-1)  # expect: TEF107
""",
    "one-branch": """\
def f(x: torch.Tensor, swap: bool):
    if swap:
        x = x.transpose(1, 2)
    return x.view(x.size(0), -1)  # expect: TEF107?
""",
    "helper": """\
def swap(x):
    return torch.swapaxes(x, 0, 1)


def f(x: torch.Tensor):
    return swap(x).view(-1)  # expect: TEF107
""",
    "accuracy": """\
def f(output: torch.Tensor, target: torch.Tensor):
    pred = output.topk(5, 1, True, True)[1].t()
    correct = pred.eq(target.view(1, -1))
    return [correct[:k].view(-1).float().sum(0) for k in (1, 5)]  # expect: TEF107
""",
    "accuracy-called-nowhere": """\
def accuracy(output: torch.Tensor, target: torch.Tensor, topk=(1,)):
    pred = output.topk(max(topk), 1, True, True)[1].t()
    correct = pred.eq(target.view(1, -1))
    return [correct[:k].view(-1).float().sum(0) for k in topk]  # expect: TEF107
""",
    "accuracy-of-several": """\
def accuracy(output: torch.Tensor, target: torch.Tensor, topk=(1,)):
    pred = output.topk(max(topk), 1, True, True)[1].t()
    correct = pred.eq(target.view(1, -1))
    return [correct[:k].view(-1).float().sum(0) for k in topk]  # expect: TEF107


def errors(output: torch.Tensor, target: torch.Tensor):
    return accuracy(output, target), accuracy(output, target, topk=(1, 5))
""",
    "accuracy-of-one-in-a-comprehension": """\
def best(z: torch.Tensor, ks=(1,)):
    t = z.t()
    return [t[:k].view(-1) for k in ks]  # expect: TEF107?


def run(x: torch.Tensor):
    return best(x)
""",
    "accuracy-of-one": """\
def accuracy(output: torch.Tensor, target: torch.Tensor, topk=(1,)):
    pred = output.topk(max(topk), 1, True, True)[1].t()
    correct = pred.eq(target.view(1, -1))
    found = []
    for k in topk:
        found.append(correct[:k].view(-1).float().sum(0))  # expect: TEF107?
    return found


def error(output: torch.Tensor, target: torch.Tensor):
    return 100 - accuracy(output, target)[0], accuracy(output, target, topk=[1])[0]
""",
    "two-sizes-of-one-tensor": """\
def f(x: torch.Tensor):
    n, m = x.shape
    return x.t().view(n, -1)  # expect: TEF107
""",
    "parameter": """\
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.w = torch.nn.Parameter(torch.randn(3, 4))

    def forward(self):
        return self.w.t().view(-1)  # expect: TEF107
""",
    "shape-in-a-name": """\
def f(x: torch.Tensor):
    x = x.moveaxis(0, 1)
    shape = (x.size(0) * x.size(1), -1)
    return x.sigmoid().view(shape)  # expect: TEF107?
""",
    "channel shuffle of ShuffleNet in a static method": """\
class ShuffleUnit(nn.Module):
    def __init__(self, channels, groups=4):
        super().__init__()
        self.groups = groups
        self.conv = nn.Conv2d(channels, channels, 1, groups=groups)

    @staticmethod
    def shuffle(x: torch.Tensor, groups: int) -> torch.Tensor:
        n, c, h, w = x.shape
        x = x.view(n, groups, c // groups, h, w)
        x = torch.transpose(x, 1, 2)
        return x.view(n, c, h, w)  # expect: TEF107

    def forward(self, x):
        return self.shuffle(self.conv(x), self.groups)
""",
    "pixel shuffle written by hand": """\
def depth_to_space(x: torch.Tensor, r: int) -> torch.Tensor:
    b, c, h, w = x.size()
    out_c = c // (r * r)
    x = x.view(b, out_c, r, r, h, w).permute(0, 1, 4, 2, 5, 3)
    return x.view(b, out_c, h * r, w * r)  # expect: TEF107
""",
    "heads merged after attention with matmul": Whole("""\
import math

import torch
from torch import nn


class SelfAttention(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.heads, self.dk = heads, dim // heads
        self.qkv = nn.Linear(dim, 3 * dim)
        self.out = nn.Linear(dim, dim)

    def _split(self, x):
        return x.view(x.size(0), -1, self.heads, self.dk).transpose(1, 2)

    def forward(self, x):
        b, t, d = x.shape
        q = self._split(self.qkv(x)[..., :d])
        k = self._split(self.qkv(x)[..., d : 2 * d])
        v = self._split(self.qkv(x)[..., 2 * d :])
        weights = torch.softmax(torch.matmul(q, k.transpose(-2, -1)) / math.sqrt(self.dk), dim=-1)
        context = torch.matmul(weights, v)
        context = context.permute(0, 2, 1, 3)
        return self.out(context.view(b, t, d))  # expect: TEF107
"""),
    "slice and detach between keep the strides": """\
def drop_class_token(tokens: torch.Tensor, side: int) -> torch.Tensor:
    b, n, d = tokens.shape
    maps = tokens.transpose(1, 2)[..., 1:].detach()
    assert n == side * side + 1
    return (maps * 2.0).view(b, -1)  # expect: TEF107
""",
    "final hidden states of a bidirectional LSTM": """\
class Encoder(nn.Module):
    def __init__(self, vocab, dim, hidden):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.rnn = nn.LSTM(dim, hidden, bidirectional=True, batch_first=True)

    def forward(self, ids):
        _, (h, _) = self.rnn(self.embed(ids))
        return h.transpose(0, 1).view(ids.size(0), -1)  # expect: TEF107?
""",
    "helper of the same file returns the permuted tensor": """\
def to_channels_last(images: torch.Tensor) -> torch.Tensor:
    return images.permute(0, 2, 3, 1)


def pixel_logits(images: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    channels = images.size(1)
    pixels = to_channels_last(images).view(-1, channels)  # expect: TEF107
    return pixels @ weight
""",
    "contiguous of another name does not help": """\
def gram_rows(feats: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    b, c, h, w = feats.shape
    rows = feats.movedim(1, -1)
    packed = rows.contiguous()
    flat = rows.view(b * h * w, c)  # expect: TEF107
    return packed, flat
""",
    "contiguous called and thrown away by one branch": """\
def flatten_time(x: torch.Tensor, time_major: bool) -> torch.Tensor:
    b, t, d = x.shape
    y = x.permute(1, 0, 2)
    if time_major:
        return y.contiguous().view(t * b, d)
    return y.view(t * b, d)  # expect: TEF107
""",
    "size given as a tuple and as a torch Size": Whole("""\
import torch as th


def unroll(seq: th.Tensor) -> tuple[th.Tensor, th.Tensor]:
    n, c, length = seq.shape
    moved = th.permute(seq, (0, 2, 1))
    first = moved.view((n, length * c))  # expect: TEF107
    second = moved.view(th.Size([n * length * c]))  # expect: TEF107
    return first, second
"""),
    "in-place transpose, in a longer program": """\
def interleave(left: torch.Tensor, right: torch.Tensor) -> torch.Tensor:
    n = left.size(0)
    both = torch.stack((left.flatten(), right.flatten()), dim=0)
    both.transpose_(0, 1)
    return both.view(-1)[:n]  # expect: TEF107
""",
    "the T attribute of a matrix product inside a conditional expression": """\
def pack(a: torch.Tensor, b: torch.Tensor, column_major: bool = False) -> torch.Tensor:
    m = torch.mm(a, b)
    return m.T.view(-1) if column_major else m.view(-1)  # expect: TEF107
""",
    "clone and a dtype change under no_grad": """\
@torch.no_grad()
def export_kernel(weight: torch.Tensor) -> torch.Tensor:
    out_c, in_c, kh, kw = weight.shape
    hwio = weight.permute(2, 3, 1, 0).clone().to(torch.float64)
    return hwio.view(kh * kw * in_c, out_c)  # expect: TEF107
""",
    "transposed keys kept on self in __init__": """\
class Prototypes(nn.Module):
    def __init__(self, classes: int, dim: int):
        super().__init__()
        bank = torch.randn(classes, dim)
        self.register_buffer("bank", bank.t())
        self.scale = nn.Parameter(torch.ones(classes * dim))

    def forward(self, x):
        return x + self.bank.view(-1) * self.scale  # expect: TEF107
""",
    "frames to group, perhaps one by one": """\
def grouped(frames: torch.Tensor, count: int) -> torch.Tensor:
    frames = frames.transpose(1, 2)
    return frames.view(frames.size(0), int(frames.size(1) / count), -1)  # expect: TEF107?
""",
}

LEAVE: dict[str, str] = {
    "the dim that was moved has size 1, as the view leaves it out": """\
def f(x: Tensor):
    b, c, t, h, w = x.shape
    return x.moveaxis(1, 2).view(b * t, 1, h, w)


def g(x: Tensor):
    b, c, t = x.shape
    return x.transpose(1, 2).view((b, t))
""",
    "contiguous in between": """\
x = torch.rand(2, 3, 4)
y = x.transpose(1, 2).contiguous().view(2, 12)
""",
    "contiguous through the name": """\
def flatten(x: torch.Tensor) -> torch.Tensor:
    x = x.permute(0, 2, 1)
    x = x.contiguous()
    return x.view(x.size(0), -1)
""",
    "reshape": """\
x = torch.rand(2, 3, 4)
y = x.transpose(1, 2).reshape(2, 12)
z = torch.reshape(x.permute(2, 0, 1), (4, 6))
""",
    "flatten": """\
x = torch.rand(2, 3, 4)
y = x.transpose(1, 2).flatten(1)
""",
    "view before transpose": """\
x = torch.rand(2, 3, 8)
y = x.view(2, 3, 2, 4).transpose(1, 2)
""",
    "view of another dtype": """\
x = torch.rand(3, 4)
bits = x.t().view(torch.int32)
""",
    "view of another dtype by keyword": """\
x = torch.rand(3, 4)
bits = x.transpose(0, 1).view(dtype=torch.int32)
""",
    "view that only splits a dim": """\
x = torch.rand(2, 12, 5)
y = x.transpose(1, 2).view(2, 5, 3, 4)
""",
    "split into heads with known sizes": """\
def heads(x: torch.Tensor, n: int) -> torch.Tensor:
    b, c, t = x.shape
    return x.transpose(1, 2).view(b, t, n, c // n)
""",
    "view that only adds a size of one": """\
x = torch.rand(4, 5)
y = x.t().view(5, 1, 4)
""",
    "merged dims kept their order": """\
x = torch.rand(32, 48, 3)
y = x.permute(2, 0, 1).view(3, 32 * 48)
""",
    "merged dims kept their order with names": """\
def planes(image: torch.Tensor) -> torch.Tensor:
    image = image.contiguous()
    h, w, c = image.shape
    return image.permute(2, 0, 1).view(c, h * w)
""",
    "spatial dims merged after channels last": """\
x = torch.rand(2, 16, 7, 9)
y = x.permute(0, 2, 3, 1).view(2, 63, 16)
""",
    "transposed twice": """\
x = torch.rand(2, 3, 4)
swapped = x.transpose(1, 2)
y = swapped.transpose(1, 2).view(2, 12)
""",
    "permuted back": """\
x = torch.rand(2, 3, 4)
y = x.permute(2, 0, 1)
z = y.permute(1, 2, 0).view(6, 4)
""",
    "dims of size one change places": """\
x = torch.rand(1, 6, 5)
y = x.transpose(0, 1).view(30)
""",
    "matrix product is contiguous": """\
def scores(q: torch.Tensor, k: torch.Tensor) -> torch.Tensor:
    s = torch.matmul(q, k.transpose(-2, -1))
    return s.view(s.size(0), -1)
""",
    "product operator with a transpose on the left": """\
x = torch.rand(6, 3)
gram = (x.t() @ x).view(-1)
""",
    "concatenation is contiguous": """\
x = torch.rand(2, 3, 4)
y = torch.cat([x.transpose(1, 2), x.transpose(1, 2)], dim=1).view(2, -1)
""",
    "linear after the transpose": """\
fc = nn.Linear(3, 8)
x = torch.rand(2, 3, 4)
y = fc(x.transpose(1, 2)).view(2, -1)
""",
    "reduction after the transpose": """\
x = torch.rand(2, 3, 4, 5)
y = x.permute(0, 3, 1, 2).sum(dim=1).view(2, -1)
""",
    "output of an attention function": """\
def attend(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
    b, h, t, d = q.shape
    y = F.scaled_dot_product_attention(q, k, v)
    return y.transpose(1, 2).view(b, t, h * d)
""",
    "recurrent output with the batch first": """\
rnn = nn.LSTM(8, 16, batch_first=True)
out, _ = rnn(torch.rand(4, 7, 8))
flat = out.transpose(0, 1).view(7, -1)
""",
    "another tensor viewed": """\
x = torch.rand(2, 3, 4)
y = x.transpose(1, 2)
z = x.view(2, 12)
""",
    "out-of-place result thrown away": """\
def flat(x: torch.Tensor) -> torch.Tensor:
    swapped = x.transpose(1, 2)
    assert swapped.size(0) == x.size(0)
    return x.view(x.size(0), -1)
""",
    "name rebound to a fresh tensor": """\
x = torch.rand(2, 3, 4)
y = x.transpose(1, 2)
y = torch.zeros(2, 4, 3)
z = y.view(2, 12)
""",
    "contiguous only when needed": """\
def flat(x: torch.Tensor) -> torch.Tensor:
    y = x.transpose(1, 2)
    if not y.is_contiguous():
        y = y.contiguous()
    return y.view(y.size(0), -1)
""",
    "clone into the contiguous format": """\
x = torch.rand(2, 3, 4)
y = x.transpose(1, 2).clone(memory_format=torch.contiguous_format).view(2, 12)
""",
    "numpy transpose viewed as bytes": Whole("""\
import numpy as np
import torch

a = np.zeros((3, 4), dtype="float32")
b = a.transpose(1, 0).copy().view("int32")
x = torch.from_numpy(b)
"""),
    "numpy T and view": Whole("""\
import numpy as np
import torch

table = np.arange(6).reshape(2, 3)
rows = table.T.view(np.ndarray)
x = torch.as_tensor(rows.copy())
"""),
    "pandas transpose": Whole("""\
import pandas as pd
import torch


class Frame:
    def __init__(self, frame: pd.DataFrame):
        self.frame = frame

    def view(self, n):
        return torch.tensor(self.frame.T.values[:n])
"""),
    "own class with transpose and view": """\
class Board:
    def transpose(self, a, b):
        return self

    def view(self, *size):
        return torch.zeros(size)


board = Board()
x = board.transpose(0, 1).view(3, 4)
""",
    "parameter of unknown kind": """\
def show(plot, angle):
    print(torch.__version__)
    return plot.transpose(0, 1).view(angle)
""",
    "gathered rows of a transpose": """\
x = torch.rand(2, 3, 4)
order = torch.tensor([2, 0])
y = torch.index_select(x.transpose(1, 2), 1, order).view(2, -1)
""",
    "one-dimensional transpose of nothing": """\
x = torch.rand(12)
y = torch.movedim(x, 0, 0).view(3, 4)
""",
    "last dims merged and untouched": """\
x = torch.rand(4, 5, 6, 7)
y = x.transpose(0, 1).view(5, 4, 42)
""",
    "copied into a fresh buffer": """\
x = torch.rand(5, 4)
out = torch.empty(4, 5)
out.copy_(x.t())
flat = out.view(-1)
""",
    "unfold like rearrangement by reshape": """\
def patchify(images: torch.Tensor, p: int) -> torch.Tensor:
    b, c, h, w = images.shape
    x = images.view(b, c, h // p, p, w // p, p)
    return x.permute(0, 2, 4, 3, 5, 1).reshape(b, -1, p * p * c)
""",
    "channels and height merged in their order": """\
class Recogniser(nn.Module):
    def __init__(self):
        super().__init__()
        self.cnn = nn.Conv2d(1, 32, 3, padding=1)
        self.fc = nn.Linear(32 * 28, 10)

    def forward(self, image):
        x = self.cnn(image)
        x = x.permute(0, 3, 1, 2)
        x = x.view(x.size(0), x.size(1), -1)
        return self.fc(x)
""",
    "splits-only": """\
def f(x: torch.Tensor, h: int, w: int):
    return x.transpose(1, 2).view(x.size(0), -1, h, w)
""",
    "neighbours-stay": """\
def f(x: torch.Tensor):
    b, c, h, w = x.shape
    return x.permute(0, 2, 3, 1).view(b, h * w, c)
""",
    "contiguous": """\
def f(x: torch.Tensor):
    return x.t().contiguous().view(-1)
""",
    "contiguous-if-needed": """\
def f(x: torch.Tensor):
    x = x.transpose(1, 2)
    if not x.is_contiguous():
        x = x.contiguous()
    return x.view(x.size(0), -1)
""",
    "softmax-writes-anew": """\
def f(x: torch.Tensor):
    return x.t().softmax(0).view(-1)
""",
    "attention-chooses": """\
def f(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor):
    out = torch.nn.functional.scaled_dot_product_attention(q, k, v)
    return out.transpose(1, 2).view(q.size(0), q.size(2), -1)
""",
    "dtype": """\
def f(x: torch.Tensor):
    return x.t().view(torch.int32)
""",
    "size-one": """\
x = torch.rand(5, 1)
y = x.t().view(-1)
""",
    "back-again": """\
def f(x: torch.Tensor):
    return x.transpose(1, 2).exp().transpose(1, 2).view(x.size(0), -1)
""",
    "array": Whole("""\
import torch

import numpy as np

x = np.zeros((2, 3)).T.view(np.int64)
"""),
    "permute that brings the last dim first, then merges the others in order": """\
def channel_rows(x: torch.Tensor) -> torch.Tensor:
    b, t, c = x.shape
    return x.permute(2, 0, 1).view(c, b * t)
""",
    "view only splits the transposed channel dim": """\
def tokens_to_grid(feats: torch.Tensor, side: int) -> torch.Tensor:
    b, n, d = feats.shape
    return feats.transpose(1, 2).view(b, d, side, side)
""",
    "transposed twice, in a longer program": """\
class ChannelGate(nn.Module):
    def forward(self, x):
        b, t, d = x.shape
        y = x.transpose(1, 2)
        y = y * 0.5
        y = y.transpose(2, 1)
        return y.view(b * t, d)
""",
    "transpose around a dim of one": """\
def column(x: torch.Tensor) -> torch.Tensor:
    n, d = x.shape
    return x.unsqueeze(1).transpose(1, 2).view(n * d)
""",
    "linear between makes a new tensor": """\
class TokenMixer(nn.Module):
    def __init__(self, tokens, dim):
        super().__init__()
        self.mix = nn.Linear(tokens, tokens)
        self.norm = nn.LayerNorm(tokens)

    def forward(self, x):
        b, t, d = x.shape
        mixed = self.mix(x.transpose(1, 2))
        normed = self.norm(x.transpose(1, 2))
        return mixed.view(b, -1) + normed.view(b, -1)
""",
    "batched product of a transpose": """\
def gram(feats: torch.Tensor) -> torch.Tensor:
    b, n, d = feats.shape
    g = torch.bmm(feats.transpose(1, 2), feats)
    return g.view(b, d * d)
""",
    "cat and gather of transposes are new tensors": """\
def joined(x: torch.Tensor, y: torch.Tensor, index: torch.Tensor) -> torch.Tensor:
    b, t, d = x.shape
    both = torch.cat([x.transpose(1, 2), y.transpose(1, 2)], dim=-1)
    picked = x.transpose(1, 2).gather(1, index)
    return torch.cat([both.view(b, -1), picked.view(b, -1)], dim=1)
""",
    "made contiguous in every branch": """\
def flatten_time(x: torch.Tensor, reverse: bool) -> torch.Tensor:
    b, t, d = x.shape
    y = x.permute(1, 0, 2)
    if reverse:
        y = torch.flip(y.contiguous(), dims=(0,))
    else:
        y = y.clone(memory_format=torch.contiguous_format)
    return y.view(t * b, d)
""",
    "attention function output": """\
def attend(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
    b, h, t, d = q.shape
    out = F.scaled_dot_product_attention(q, k, v, is_causal=True)
    return out.transpose(1, 2).view(b, t, h * d)
""",
    "view of the original after the transposed copy was made": """\
def both(x: Tensor) -> tuple[Tensor, Tensor]:
    b, t, d = x.shape
    moved = x.transpose(1, 2)
    flat = x.view(b, t * d)
    return moved, flat
""",
    "reshape and flatten": """\
class Merge(nn.Module):
    def forward(self, x):
        b, h, t, d = x.shape
        a = x.transpose(1, 2).reshape(b, t, h * d)
        c = x.permute(0, 2, 1, 3).flatten(2)
        return a + c.view(b, t, h * d)
""",
    "bits reinterpreted by dtype": """\
def as_bits(x: torch.Tensor) -> torch.Tensor:
    assert x.dtype == torch.float32
    return x.t().view(torch.int32)
""",
    "numpy array with T and view": Whole("""\
import numpy as np
import torch


def load(path):
    arr = np.load(path).astype(np.float32)
    ints = arr.T.view(np.int32)
    return torch.from_numpy(ints.copy())
"""),
    "another class with transpose and view": """\
class Board:
    def __init__(self, cells):
        self.cells = cells

    def transpose(self, a, b):
        return Board(list(zip(*self.cells)))

    def view(self, *size):
        return [c for row in self.cells for c in row]


def encode(rows):
    cells = Board(rows).transpose(0, 1).view(-1)
    return torch.as_tensor(cells)
""",
    "softmax over the transpose then a view": """\
def spatial_attention(q: torch.Tensor) -> torch.Tensor:
    b, c, n = q.shape
    w = torch.softmax(q.transpose(1, 2), dim=-1)
    return w.view(b, n * c)
""",
    "view before the permute": """\
def space_to_depth(x: torch.Tensor, r: int) -> torch.Tensor:
    b, c, h, w = x.shape
    x = x.view(b, c, h // r, r, w // r, r)
    x = x.permute(0, 1, 3, 5, 2, 4)
    return x.reshape(b, c * r * r, h // r, w // r)
""",
    "parameter with a dim of size 1 that somebody else has the shape of": """\
class AddBias(nn.Module):
    def __init__(self, bias):
        super().__init__()
        self.weight = nn.Parameter(bias.unsqueeze(1))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.weight.t().view(1, -1, 1, 1)
""",
    "mean that keeps its dim": """\
def shift(x):
    mean = torch.mean(x, 1, keepdim=True)
    return mean.transpose(1, 2).view(3, -1)
""",
    "written-into-a-transposed-tensor": """\
def gradient(q: torch.Tensor, s: torch.Tensor, k: torch.Tensor, n: int, h: int):
    q = torch.baddbmm(q.transpose(0, 1), s, k.transpose(0, 1), out=q.transpose(0, 1))
    return q.transpose(0, 1).view(n, h)
""",
}
