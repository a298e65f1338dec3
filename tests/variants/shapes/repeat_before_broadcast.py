"""TEF105 repeat-before-broadcast: programs that must be flagged and near misses that must stay silent.

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
    "a grid that is broadcast to all pixels besides": """\
def sampled(coords: torch.Tensor, window: torch.Tensor):
    b, n, _ = coords.shape
    window = window.reshape(-1, 2).repeat(b, 1, 1, 1)  # expect: TEF105?
    return coords.view(b, n, 1, 2) + window
""",
    "a factor for each image": """def scaled(grid: torch.Tensor, factor: torch.Tensor):
    b, h, w, _ = grid.shape
    factor = factor.view(b, 1, 1, 1).repeat(1, 1, 1, 2)  # expect: TEF105?
    return 1 / factor * grid.view(b, h, w, 2)
""",
    "a gate that is written out in full": """def gated(x: torch.Tensor, gate: torch.Tensor):
    b, c, t = x.shape
    gate = gate.view(b, c, 1).repeat(1, 1, t)  # expect: TEF105
    return gate * x
""",
    "tutorial repeat of a column": """\
a = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
b = torch.tensor([[1.0], [2.0]])
c = a + b.repeat([1, 2])  # expect: TEF105?
""",
    "repeat with separate sizes": """\
a = torch.rand(4, 6)
b = torch.rand(4, 1)
c = a * b.repeat(1, 6)  # expect: TEF105?
""",
    "tile through a name": """\
a = torch.rand([5, 3, 6])
b = torch.rand([5, 1, 6])
tiled_b = b.repeat([1, 3, 1])  # expect: TEF105
c = torch.relu(a + tiled_b)
""",
    "torch.tile": """\
frames = torch.rand(8, 3, 32)
background = torch.rand(1, 3, 32)
foreground = frames - torch.tile(background, (8, 1, 1))  # expect: TEF105
""",
    "torch.tile with dims keyword": Whole("""\
import torch as th

frames = th.rand(8, 3, 32)
background = th.rand(1, 3, 32)
foreground = frames - th.tile(background, dims=(8, 1, 1))  # expect: TEF105
"""),
    "tile method": """\
x = torch.rand(10, 4)
scale = torch.rand(1, 4)
y = x / scale.tile(10, 1)  # expect: TEF105?
""",
    "expand with a literal size": """\
x = torch.rand(10, 4)
shift = torch.rand(1, 4)
y = shift.expand(10, 4) + x  # expect: TEF105?
""",
    "expand with minus one": """\
x = torch.rand(10, 4)
gain = torch.rand(10, 1)
y = x * gain.expand(-1, 4)  # expect: TEF105?
""",
    "expand to the size of the other operand": """\
def centre(x: torch.Tensor) -> torch.Tensor:
    mean = x.mean(dim=1, keepdim=True)
    return x - mean.expand(x.size())  # expect: TEF105?
""",
    "expand as the other operand": """\
def normalise(feature: torch.Tensor) -> torch.Tensor:
    norm = feature.norm(p=2, dim=1, keepdim=True)
    return feature.div(norm.expand_as(feature))  # expect: TEF105?
""",
    "both moments expanded": """\
def standardise(x: Tensor, eps: float = 1e-5) -> Tensor:
    mean = x.mean(0, keepdim=True).expand_as(x)  # expect: TEF105?
    std = x.std(0, keepdim=True).expand_as(x)  # expect: TEF105?
    return (x - mean) / (std + eps)
""",
    "standardised with both moments expanded in place": """\
def standardise(x: Tensor) -> Tensor:
    mean = x.mean(0, keepdim=True)
    std = x.std(0, keepdim=True)
    centred = x - mean.expand_as(x)  # expect: TEF105?
    return centred / std.expand_as(centred)  # expect: TEF105?
""",
    "broadcast_to function": """\
x = torch.rand(7, 5)
row = torch.rand(1, 5)
y = x * torch.broadcast_to(row, (7, 5))  # expect: TEF105?
""",
    "broadcast_to method with the shape of the other": """\
x = torch.rand(7, 5)
row = torch.rand(1, 5)
y = torch.mul(row.broadcast_to(x.shape), x)  # expect: TEF105?
""",
    "broadcast_to imported by name": Whole("""\
from torch import broadcast_to, rand

x = rand(7, 5)
row = rand(1, 5)
y = x - broadcast_to(row, x.size())  # expect: TEF105?
"""),
    "torch.add": """\
a = torch.zeros(2, 3, 8)
b = torch.ones(2, 1, 8)
c = torch.add(a, b.repeat(1, 3, 1))  # expect: TEF105?
""",
    "torch.sub with keywords": """\
a = torch.zeros(2, 3, 8)
b = torch.ones(2, 1, 8)
c = torch.sub(input=a, other=b.expand(-1, 3, -1))  # expect: TEF105?
""",
    "torch.div on a normaliser": """\
def to_probabilities(counts: torch.Tensor) -> torch.Tensor:
    total = counts.sum(dim=-1, keepdim=True)
    return torch.div(counts, total.expand_as(counts))  # expect: TEF105?
""",
    "mul method": """\
scores = torch.rand(16, 10)
gate = torch.rand(16, 1)
out = scores.mul(gate.expand_as(scores))  # expect: TEF105?
""",
    "augmented assignment": """\
image = torch.rand(3, 64, 64)
brightness = torch.rand(3, 1, 1)
image *= brightness.expand(3, 64, 64)  # expect: TEF105?
""",
    "in-place method": """\
image = torch.rand(3, 64, 64)
mean = torch.tensor([0.485, 0.456, 0.406]).view(3, 1, 1)
image.sub_(mean.repeat(1, 64, 64))  # expect: TEF105
""",
    "singleton dim from unsqueeze": """\
x = torch.rand(12, 20)
w = torch.rand(12)
y = x * w.unsqueeze(1).repeat(1, 20)  # expect: TEF105
""",
    "singleton dim from None index": """\
x = torch.rand(12, 20)
w = torch.rand(12)
y = x * w[:, None].expand(12, 20)  # expect: TEF105?
""",
    "singleton dim from view": """\
x = torch.rand(12, 20)
w = torch.rand(12)
y = w.view(-1, 1).expand_as(x) * x  # expect: TEF105?
""",
    "singleton dim from reshape through a name": """\
x = torch.rand(12, 20, 4)
w = torch.rand(12)
w = w.reshape(12, 1, 1)
y = x + w.expand(12, 20, 4)  # expect: TEF105?
""",
    "attention pooling": """\
def pool(hidden: torch.Tensor, weights: torch.Tensor) -> torch.Tensor:
    return (hidden * weights.unsqueeze(-1).expand_as(hidden)).sum(dim=1)  # expect: TEF105?
""",
    "learned scale per channel": """\
class L2Norm(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(channels))

    def forward(self, x):
        scale = self.weight.unsqueeze(0).unsqueeze(2).unsqueeze(3)
        return scale.expand_as(x) * x  # expect: TEF105?
""",
    "squeeze and excitation": """\
class SELayer(nn.Module):
    def __init__(self, channel):
        super().__init__()
        self.avg_pool = nn.AdaptiveAvgPool2d(1)
        self.fc = nn.Sequential(nn.Linear(channel, channel // 4), nn.ReLU(), nn.Linear(channel // 4, channel))

    def forward(self, x):
        b, c, _, _ = x.size()
        y = self.avg_pool(x).view(b, c)
        y = torch.sigmoid(self.fc(y)).view(b, c, 1, 1)
        return x * y.expand_as(x)  # expect: TEF105?
""",
    "symbolic sizes from unpacking": """\
def add_context(tokens: torch.Tensor, context: torch.Tensor) -> torch.Tensor:
    b, n, d = tokens.shape
    summary = context.view(b, 1, d)
    return tokens + summary.repeat(1, n, 1)  # expect: TEF105
""",
    "symbolic sizes from size calls": """\
def add_bias(scores: torch.Tensor, bias: torch.Tensor) -> torch.Tensor:
    batch, length = scores.size()
    column = bias.unsqueeze(1)
    return scores + column.expand(batch, length)  # expect: TEF105?
""",
    "buffer of a module": """\
class Normalise(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.tensor([0.5, 0.5, 0.5]).view(1, 3, 1, 1))

    def forward(self, image):
        return image - self.mean.expand_as(image)  # expect: TEF105?
""",
    "value from a helper of the same file": """\
def column_means(x: torch.Tensor) -> torch.Tensor:
    return x.mean(dim=0, keepdim=True)


data = torch.rand(100, 8)
means = column_means(data)
centred = data - means.repeat(100, 1)  # expect: TEF105
""",
    "inside a lambda": """\
table = torch.rand(6, 9)
offset = torch.rand(6, 1)
shift = lambda k: (table - offset.repeat(1, 9)) * k  # expect: TEF105?
shifted = shift(3)
""",
    "inside a comprehension": """\
base = torch.rand(4, 1)
field = torch.rand(4, 5)
levels = {k: field * k + base.expand(4, 5) for k in range(3)}  # expect: TEF105?
""",
    "used twice in arithmetic only": """\
x = torch.rand(5, 7)
m = torch.rand(5, 1)
tiled = m.repeat(1, 7)  # expect: TEF105?
low = x - tiled
high = x + tiled
""",
    "leading dims kept by rank-one bias": """\
x = torch.rand(32, 10)
bias = torch.zeros(10)
y = x + bias.expand_as(x)  # expect: TEF105?
""",
    "multi-line expression": """\
grid = torch.rand(4, 6, 2)
origin = torch.rand(4, 1, 2)
relative = (
    grid
    - origin.repeat(1, 6, 1)  # expect: TEF105?
)
""",
    "two operands on different axes": """\
def squared_distances(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    n, d = x.shape
    m, _ = y.shape
    left = x.unsqueeze(1).expand(n, m, d)  # expect: TEF105?
    right = y.unsqueeze(0).expand(n, m, d)  # expect: TEF105?
    return torch.pow(left - right, 2).sum(2)
""",
    "arithmetic under no_grad in a nested function": """\
def make_whitener(data: torch.Tensor):
    mu = data.mean(dim=0, keepdim=True)

    def whiten(batch: torch.Tensor) -> torch.Tensor:
        with torch.no_grad():
            return batch - mu.expand_as(batch)  # expect: TEF105?

    return whiten
""",
    "exponent of a power": """\
base = torch.rand(6, 4) + 1.0
exponent = torch.rand(6, 1)
curve = base ** exponent.repeat(1, 4)  # expect: TEF105?
""",
    "attention logits with a position bias": """\
class Attention(nn.Module):
    def __init__(self, heads, length):
        super().__init__()
        self.position = nn.Parameter(torch.zeros(1, heads, length, length))

    def forward(self, q, k):
        scores = torch.matmul(q, k.transpose(-2, -1))
        return scores + self.position.expand_as(scores)  # expect: TEF105?
""",
    "reparameterised samples": """\
def sample(mu: torch.Tensor, sigma: torch.Tensor, k: int) -> torch.Tensor:
    b, d = mu.shape
    noise = torch.randn(b, k, d, device=mu.device)
    spread = noise * sigma.view(b, 1, d)
    return spread + mu.unsqueeze(1).repeat(1, k, 1)  # expect: TEF105
""",
    "sizes held in a tuple": """\
shape = (3, 4, 5)
x = torch.ones(shape)
w = torch.rand(3, 1, 1)
y = w.expand(shape) * x  # expect: TEF105?
""",
    "singleton dim from a slice": """\
boxes = torch.rand(50, 4)
y = boxes - boxes[:, 0:1].expand(50, 4)  # expect: TEF105?
""",
    "max kept as a column": """\
def shifted(logits: torch.Tensor) -> torch.Tensor:
    peak, _ = logits.max(dim=1, keepdim=True)
    return logits - peak.expand_as(logits)  # expect: TEF105?
""",
    "repeat-of-a-mean": """\
def f(a: torch.Tensor):
    n, d = a.shape
    return a - a.mean(0).repeat(n, 1)  # expect: TEF105
""",
    "tile-through-a-name": """\
def f(a: torch.Tensor):
    n, d = a.shape
    wide = torch.tile(a.mean(0), (n, 1))  # expect: TEF105
    return a / wide
""",
    "literal-sizes": """\
x = torch.rand(5, 3)
b = torch.rand(1, 3)
y = x.addcmul(b.repeat(5, 1), x)  # expect: TEF105?
""",
    "converted-mask": """\
def f(x: torch.Tensor, mask: torch.Tensor):
    m = mask.unsqueeze(-1).expand(x.size()).float()  # expect: TEF105?
    return torch.sum(x * m, 1)
""",
    "lambda": """\
scale = lambda a, b: a + b.expand_as(a)  # expect: TEF105?
""",
    "augmented": """\
def f(x: torch.Tensor, q: torch.Tensor):
    x += q.unsqueeze(1).repeat(1, x.size(1), 1)  # expect: TEF105
    return x
""",
    "hand-made layer norm, only the mean tiled": """\
class ChannelNorm(nn.Module):
    def __init__(self, width: int, eps: float = 1e-5):
        super().__init__()
        self.eps = eps
        self.gain = nn.Parameter(torch.ones(width))
        self.shift = nn.Parameter(torch.zeros(width))

    def forward(self, x):
        mu = x.mean(dim=-1, keepdim=True).expand_as(x)  # expect: TEF105?
        var = x.var(dim=-1, keepdim=True, unbiased=False)
        return self.gain * (x - mu) / torch.sqrt(var + self.eps) + self.shift
""",
    "shifted softmax with the max and the sum both expanded": """\
def stable_softmax(x: torch.Tensor) -> torch.Tensor:
    top = x.max(dim=1, keepdim=True)[0]
    e = torch.exp(x - top.expand_as(x))  # expect: TEF105?
    total = e.sum(dim=1, keepdim=True)
    return e / total.expand(e.size())  # expect: TEF105?
""",
    "image statistics in buffers repeated to the batch": """\
class Normalize(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.tensor([0.485, 0.456, 0.406]).view(1, 3, 1, 1))
        self.register_buffer("std", torch.tensor([0.229, 0.224, 0.225]).view(1, 3, 1, 1))

    def forward(self, images):
        b, c, h, w = images.shape
        mean = self.mean.repeat(b, 1, h, w)  # expect: TEF105
        return (images - mean) / self.std
""",
    "baseline of a policy gradient tiled over the steps": """\
def advantages(rewards: torch.Tensor, normalise: bool = True) -> torch.Tensor:
    steps, envs = rewards.shape
    baseline = rewards.mean(dim=0, keepdim=True)
    adv = rewards - baseline.repeat(steps, 1)  # expect: TEF105
    if normalise:
        adv = adv / (adv.std(dim=0, keepdim=True) + 1e-8)
    return adv
""",
    "star arguments from the other operand's shape": """\
def drop_path(x: torch.Tensor, p: float) -> torch.Tensor:
    keep = torch.rand(x.shape[0], device=x.device).ge(p).to(x.dtype)
    mask = keep[:, None, None, None]
    return x * mask.expand(*x.shape) / (1.0 - p)  # expect: TEF105?
""",
    "broadcast_to inside a lambda": """\
scale_rows = lambda x: torch.abs(x) / torch.broadcast_to(x.norm(dim=1, keepdim=True), x.shape)  # expect: TEF105?


def prepare(batch: torch.Tensor) -> torch.Tensor:
    return scale_rows(batch.float())
""",
    "attention weights repeated over the channels of a GAT": """\
class HeadAttention(nn.Module):
    def __init__(self, heads: int, width: int):
        super().__init__()
        self.att = nn.Parameter(torch.randn(heads, width))

    def forward(self, h):
        edges, heads, width = h.shape
        alpha = torch.softmax((h * self.att).sum(dim=-1), dim=0)
        return (alpha.unsqueeze(-1).repeat(1, 1, width) * h).sum(dim=0)  # expect: TEF105
""",
    "helper method of the same class keeps the dim": """\
class Centre(nn.Module):
    def _centroid(self, xyz):
        return xyz.mean(dim=1, keepdim=True)

    def forward(self, xyz):
        b, n, d = xyz.shape
        return xyz - self._centroid(xyz).expand(-1, n, -1)  # expect: TEF105?
""",
    "posterior samples around an expanded mean": """\
def sample_posterior(mu: torch.Tensor, samples: int) -> torch.Tensor:
    batch, latent = mu.shape
    noise = torch.randn(samples, batch, latent, device=mu.device, dtype=mu.dtype)
    centre = mu.unsqueeze(0).expand(samples, batch, latent)  # expect: TEF105?
    return centre + noise
""",
    "in-place arithmetic on the full operand": """\
@torch.no_grad()
def whiten_(x: torch.Tensor) -> torch.Tensor:
    n, d = x.shape
    x.sub_(x.mean(dim=0, keepdim=True).repeat(n, 1))  # expect: TEF105
    x /= torch.tile(x.std(dim=0, keepdim=True), (n, 1))  # expect: TEF105
    return x
""",
    "function form with a keyword operand": """\
class Affine(nn.Module):
    def __init__(self, features: int):
        super().__init__()
        self.bias = nn.Parameter(torch.zeros(features))

    def forward(self, x):
        rows, features = x.shape
        bias = self.bias.unsqueeze(0)
        return torch.add(x, other=bias.expand(rows, -1))  # expect: TEF105?
""",
    "features of several levels in a comprehension": """\
def instance_centre(feats: list[torch.Tensor]) -> list[torch.Tensor]:
    return [F.relu(f) - F.relu(f).mean(dim=(2, 3), keepdim=True).expand_as(f) for f in feats]  # expect: TEF105?
""",
    "squeeze and excite with an early return": """\
class SqueezeExcite(nn.Module):
    def __init__(self, channels: int, reduction: int = 16):
        super().__init__()
        hidden = channels // reduction
        self.fc = nn.Sequential(nn.Linear(channels, hidden), nn.ReLU(), nn.Linear(hidden, channels), nn.Sigmoid())
        self.enabled = True

    def forward(self, x):
        if not self.enabled:
            return x
        b, c, _, _ = x.size()
        y = x.mean(dim=(2, 3))
        y = self.fc(y).view(b, c, 1, 1)
        return x * y.expand_as(x)  # expect: TEF105?
""",
    "walrus for the number of rows": """\
def column_share(counts: torch.Tensor) -> torch.Tensor:
    if (n := counts.size(0)) < 2 or counts.dim() != 2:
        return counts
    return counts / counts.sum(dim=0, keepdim=True).repeat([n, 1])  # expect: TEF105
""",
    "a view of a grid that is only shifted": """\
def proposals(scale: Tensor, h: int, w: int) -> Tensor:
    grid = torch.stack(torch.meshgrid(torch.arange(h), torch.arange(w), indexing="ij"), -1)
    n = scale.size(0)
    return (grid.unsqueeze(0).expand(n, -1, -1, -1) + 0.5) / scale.view(n, 1, 1, 2)  # expect: TEF105?


def shifted(x: Tensor) -> Tensor:
    b, c, h, w = x.shape
    std = x.amax(dim=(2, 3), keepdim=True)
    return x / (std.expand_as(x) + 1e-6)  # expect: TEF105?


def regular(x: Tensor, mu: float) -> Tensor:
    n = x.size(-1)
    return x.view(-1, n, n) + mu * torch.eye(n).expand_as(x.view(-1, n, n))  # expect: TEF105?, TEF410?
""",
    "a view that is only shifted before it is compared": """\
def last(lengths: Tensor, n: int, m: int) -> Tensor:
    ends = lengths.view(n, 1).expand(-1, m)  # expect: TEF105?
    steps = torch.arange(m).view(1, m).expand(n, -1)  # expect: TEF105?
    return steps == ends - 1
""",
    "a few entries": """\
def bounds(factor: Tensor, center: float) -> Tensor:
    return factor.repeat(2) * torch.tensor([-1.0, 1.0]) + center  # expect: TEF105?
""",
    "integers": """\
def placed(x: Tensor, offsets: torch.LongTensor) -> Tensor:
    return x + offsets.unsqueeze(1).repeat(1, x.size(1), 1)  # expect: TEF105?
""",
    "positions": """\
def placed(x: Tensor) -> Tensor:
    count, steps = x.shape
    return x * torch.arange(steps).unsqueeze(0).repeat(count, 1)  # expect: TEF105?, TEF410?
""",
}

LEAVE: dict[str, str] = {
    "plain broadcast": """\
a = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
b = torch.tensor([[1.0], [2.0]])
c = a + b
""",
    "expand needed by a position table": """\
class Queries(nn.Module):
    def __init__(self):
        super().__init__()
        self.query = nn.Parameter(torch.zeros(1, 16, 64))
        self.pos = nn.Parameter(torch.zeros(1, 16, 64))

    def forward(self, x):
        b = x.size(0)
        return self.query.expand(b, -1, -1) + self.pos
""",
    "other operand of unknown shape": """\
def add(pos: torch.Tensor, b: int) -> torch.Tensor:
    query = torch.zeros(1, 16, 64)
    return query.expand(b, -1, -1) + pos
""",
    "other operand also of size one there": """\
a = torch.rand(5, 1)
b = torch.rand(5, 1)
c = a + b.repeat(1, 3)
""",
    "other operand of lower rank": """\
row = torch.rand(1, 6)
weights = torch.rand(6)
table = row.repeat(8, 1) * weights
""",
    "repeated dim of size two": """\
a = torch.rand(4, 6)
b = torch.rand(4, 2)
c = a + b.repeat(1, 3)
""",
    "repeated dim not known": """\
def add(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return a + b.repeat(1, 3)
""",
    "repeat of a vector end to end": """\
wave = torch.rand(10)
signal = torch.rand(30)
mixed = signal + wave.repeat(3)
""",
    "one dim singleton and one not": """\
a = torch.rand(6, 4)
b = torch.rand(3, 1)
c = a * b.repeat(2, 4)
""",
    "tiled tensor returned too": """\
x = torch.rand(5, 7)
m = torch.rand(5, 1)


def both():
    tiled = m.repeat(1, 7)
    return x - tiled, tiled
""",
    "tiled tensor also concatenated": """\
a = torch.rand(5, 3, 6)
b = torch.rand(5, 1, 6)
tiled = b.repeat(1, 3, 1)
c = torch.cat([a + tiled, tiled], dim=2)
""",
    "tiled tensor written to afterwards": """\
x = torch.rand(5, 7)
m = torch.rand(5, 1)
tiled = m.repeat(1, 7)
tiled[:, 0] = 0.0
y = x * tiled
""",
    "tiled tensor is the destination": """\
x = torch.rand(5, 7)
start = torch.rand(5, 1)
out = start.repeat(1, 7)
out += x
""",
    "in-place method on the tiled tensor": """\
x = torch.rand(5, 7)
start = torch.rand(5, 1)
out = start.repeat(1, 7).add_(x)
""",
    "tiled tensor kept on self": """\
class Field:
    def __init__(self, x: torch.Tensor):
        b, n, d = x.shape
        self.origin = torch.zeros(b, 1, d).repeat(1, n, 1)
        self.offset = x - self.origin

    def points(self):
        return torch.cat([self.origin, self.offset], dim=-1)
""",
    "loss function wants equal shapes": """\
pred = torch.rand(8, 5)
target = torch.rand(8, 1)
loss = F.mse_loss(pred, target.expand_as(pred))
""",
    "loss module wants equal shapes": """\
criterion = nn.SmoothL1Loss()
pred = torch.rand(8, 5)
target = torch.rand(8, 1)
loss = criterion(pred, target.repeat(1, 5))
""",
    "gather wants a full index": """\
def pick(hidden: torch.Tensor, index: torch.Tensor) -> torch.Tensor:
    b, n, d = hidden.shape
    return hidden.gather(1, index.view(b, 1, 1).expand(b, 1, d))
""",
    "bmm wants a full batch": """\
x = torch.rand(8, 5, 4)
w = torch.rand(1, 4, 6)
y = torch.bmm(x, w.expand(8, -1, -1))
""",
    "matrix product": """\
x = torch.rand(8, 5, 4)
w = torch.rand(1, 4, 6)
y = x @ w.repeat(8, 1, 1)
""",
    "cat wants equal sizes": """\
x = torch.rand(8, 5, 4)
cls_token = torch.zeros(1, 1, 4)
tokens = torch.cat([cls_token.expand(8, -1, -1), x], dim=1)
""",
    "stack wants equal sizes": """\
xs = torch.rand(1, 5)
ys = torch.rand(4, 5)
grid = torch.stack([xs.expand(4, 5), ys], dim=-1)
""",
    "scatter add index": """\
src = torch.rand(10, 4)
index = torch.randint(0, 3, (10,))
out = torch.zeros(3, 4).scatter_add_(0, index.unsqueeze(1).expand(10, 4), src)
""",
    "arithmetic with a Python number only": """\
b = torch.rand(5, 1)
c = b.repeat(1, 3) * 2.0 + 1.0
""",
    "tile handed to a module": """\
norm = nn.LayerNorm(6)
a = torch.rand(5, 3, 6)
b = torch.rand(5, 1, 6)
c = a + norm(b.repeat(1, 3, 1))
""",
    "noise makes the copies differ": """\
a = torch.rand(5, 3, 6)
b = torch.rand(5, 1, 6)
c = a + F.dropout(b.repeat(1, 3, 1), p=0.1)
""",
    "numpy tile": Whole("""\
import numpy as np
import torch

a = np.random.rand(5, 3)
b = np.random.rand(5, 1)
c = torch.from_numpy(a + np.tile(b, (1, 3)))
"""),
    "numpy broadcast_to": Whole("""\
import numpy as np
import torch

a = np.random.rand(5, 3)
b = np.random.rand(1, 3)
c = torch.as_tensor(a - np.broadcast_to(b, a.shape))
"""),
    "list repetition": """\
sizes = [1] * 3
x = torch.ones(sizes + [4])
y = x + torch.zeros([1, 1, 1, 4])
""",
    "repeat of something unknown": """\
def combine(a, b):
    return a + b.repeat(1, 3)


print(combine, torch.__version__)
""",
    "repeat_interleave of full rows": """\
a = torch.rand(6, 4)
b = torch.rand(3, 4)
c = a + b.repeat_interleave(2, dim=0)
""",
    "each entry of one dim with each of another, by both repeats": """\
def products(a: torch.Tensor, b: torch.Tensor):
    return a.repeat_interleave(b.shape[1], dim=1) + b.repeat(1, a.shape[1], 1, 1)
""",
    "repeated by the size that the other repeats too": """\
def products(a: torch.Tensor, b: torch.Tensor):
    n = a.size(0)
    return a.repeat(3, 1) + b.repeat(n, 1)
""",
    "view on the tile before the sum": """\
a = torch.rand(15, 6)
b = torch.rand(5, 1, 6)
c = a + b.repeat(1, 3, 1).view(15, 6)
""",
    "expand then reshape for grouped heads": """\
def repeat_kv(kv: torch.Tensor, groups: int) -> torch.Tensor:
    b, heads, length, dim = kv.shape
    kv = kv[:, :, None, :, :].expand(b, heads, groups, length, dim)
    return kv.reshape(b, heads * groups, length, dim)
""",
    "tiled mask counted as well": """\
def mean_pool(tokens: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    full = mask.unsqueeze(-1).expand(tokens.size()).float()
    return torch.sum(tokens * full, dim=1) / torch.clamp(full.sum(dim=1), min=1e-6)
""",
    "beam search repeats whole sequences": """\
def widen(tokens: torch.Tensor, scores: torch.Tensor, beams: int):
    b, n = tokens.shape
    wide = tokens.unsqueeze(1).repeat(1, beams, 1).view(b * beams, n)
    return wide, scores.repeat(beams, 1)
""",
    "einsum operand": """\
x = torch.rand(8, 5, 4)
w = torch.rand(8, 1, 4)
y = torch.einsum("bnd,bmd->bnm", x, w.expand(8, 5, 4))
""",
    "own function called repeat": """\
def repeat(x, n):
    return x * n


a = torch.rand(4, 6)
b = torch.rand(4, 1)
c = a + repeat(b, 6)
""",
    "expanded output is the value wanted": """\
def grid(height: int, width: int) -> torch.Tensor:
    rows = torch.arange(height).unsqueeze(1).expand(height, width)
    cols = torch.arange(width).unsqueeze(0).expand(height, width)
    return torch.stack([rows, cols], dim=0)
""",
    "tile yielded from a generator and scaled later": """\
def batches(row: torch.Tensor):
    first = row.view(1, -1).repeat(4, 1)
    yield first
    yield first * 2.0
""",
    "repeat makes the batch before a model": """\
model = nn.Conv2d(3, 8, 3)
image = torch.rand(1, 3, 16, 16)
noise = torch.rand(8, 3, 16, 16)
features = model(image.repeat(8, 1, 1, 1)) + 0.1
""",
    "not-of-size-one": """\
c = torch.rand(2, 3)
y = torch.rand(4, 3) + c.repeat(2, 1)
""",
    "used-elsewhere": """\
def f(x: torch.Tensor, b: torch.Tensor):
    y = b.unsqueeze(1).repeat(1, x.size(1), 1)
    return x + y, y
""",
    "stored": """\
class M:
    def f(self, x: torch.Tensor):
        t = x.mean(0, keepdim=True).repeat(x.size(0), 1)
        self.last = t
        return x - t
""",
    "other-may-be-one": """\
def f(query: torch.Tensor, pos: torch.Tensor, b: int):
    return query.expand(b, -1, -1) + pos
""",
    "both-expanded": """\
def f(a: torch.Tensor, b: torch.Tensor, c: torch.Tensor):
    return a.expand_as(c) + b.expand_as(c)
""",
    "mask-of-itself": """\
def f(mask: torch.Tensor, n: int):
    b, k = mask.size()
    wide = 1.0 - mask[:, None, :].expand(b, n, k).float()
    return wide.masked_fill(wide.bool(), -1e9)
""",
    "list": """\
def f(x: torch.Tensor):
    return [1, 2] * 3
""",
    "the same code broadcast": """\
def stable_softmax(x: torch.Tensor) -> torch.Tensor:
    top = x.max(dim=1, keepdim=True)[0]
    e = torch.exp(x - top)
    return e / e.sum(dim=1, keepdim=True)
""",
    "the tiled tensor is the target of an in-place add": """\
def init_logits(bias: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
    n, d = x.shape
    out = bias.unsqueeze(0).repeat(n, 1)
    out += x
    return out
""",
    "both operands are singletons before the expand": """\
class QueryInit(nn.Module):
    def __init__(self, queries: int, dim: int):
        super().__init__()
        self.query = nn.Parameter(torch.zeros(1, queries, dim))
        self.pos = nn.Parameter(torch.randn(1, queries, dim))

    def forward(self, memory):
        b = memory.size(0)
        return self.query.expand(b, -1, -1) + self.pos
""",
    "the gate has one token only": """\
class Gated(nn.Module):
    def __init__(self, dim: int):
        super().__init__()
        self.token = nn.Parameter(torch.zeros(1, 1, dim))
        self.gate = nn.Linear(dim, dim)

    def forward(self, x):
        b, n, d = x.shape
        g = self.gate(x.mean(dim=1, keepdim=True))
        return self.token.expand(b, n, -1) * g
""",
    "the tiled tensor is also returned": """\
def reparameterise(mu: torch.Tensor, samples: int):
    batch, latent = mu.shape
    noise = torch.randn(samples, batch, latent, device=mu.device)
    centre = mu.unsqueeze(0).expand(samples, batch, latent)
    z = centre + noise
    return z, centre
""",
    "the tiled tensor is written into first": """\
def add_positions(x: torch.Tensor, pos: torch.Tensor) -> torch.Tensor:
    b, n, d = x.shape
    full = pos.unsqueeze(0).repeat(b, 1, 1)
    full[:, 0] = 0.0
    return x + full
""",
    "the repeated dim is the batch of heads": """\
def per_head(mask: torch.Tensor, scores: torch.Tensor, heads: int) -> torch.Tensor:
    b, src = mask.shape
    return scores + mask.repeat(heads, 1).unsqueeze(1)
""",
    "expand for gather": """\
def select(x: torch.Tensor, index: torch.Tensor) -> torch.Tensor:
    b, n, d = x.shape
    picked = x.gather(1, index.unsqueeze(-1).expand(-1, -1, d))
    return picked - x.mean(dim=1, keepdim=True)
""",
    "loss function checks shapes": """\
def variance_loss(x: torch.Tensor) -> torch.Tensor:
    centre = x.mean(dim=0, keepdim=True)
    return F.mse_loss(x, centre.expand_as(x))
""",
    "expanded for bmm and cat": """\
class Stem(nn.Module):
    def __init__(self, dim: int):
        super().__init__()
        self.cls = nn.Parameter(torch.zeros(1, 1, dim))
        self.basis = nn.Parameter(torch.randn(1, dim, dim))

    def forward(self, x):
        b, n, d = x.shape
        x = torch.cat([self.cls.expand(b, -1, -1), x], dim=1)
        return torch.bmm(x, self.basis.expand(b, -1, -1))
""",
    "only a number on the other side": """\
def first_guess(mean_pose: torch.Tensor, batch: int) -> torch.Tensor:
    pose = mean_pose.view(1, -1).expand(batch, -1) * 0.5
    return pose
""",
    "numpy tiles": Whole("""\
import numpy as np
import torch


def centre(arr):
    a = np.asarray(arr, dtype=np.float32)
    mu = a.mean(axis=0, keepdims=True)
    a = a - np.tile(mu, (a.shape[0], 1))
    a = a + np.broadcast_to(mu, a.shape)
    return torch.from_numpy(a)
"""),
    "einops repeat of the same name": Whole("""\
import torch
from einops import repeat


def add_latents(x: torch.Tensor, latents: torch.Tensor) -> torch.Tensor:
    b, n, d = x.shape
    tiled = repeat(latents, "n d -> b n d", b=b)
    return x + tiled
"""),
    "an untyped object's own expand": """\
class Interval:
    def __init__(self, lo, hi):
        self.lo, self.hi = lo, hi

    def expand(self, by, limit):
        return min(self.hi + by, limit) - max(self.lo - by, 0)


def padded(box, other: torch.Tensor):
    return box.expand(1, -1) + other
""",
    "the row has fewer dims than the tiled result": """\
def table(offsets: torch.Tensor, steps: int) -> torch.Tensor:
    width = offsets.size(0)
    start = torch.arange(width, dtype=torch.float32).unsqueeze(0)
    return start.repeat(steps, 1) + torch.rand(width)
""",
    "the tiled row would fill the column that it meets": """\
def update(x: torch.Tensor) -> torch.Tensor:
    x = x.reshape((x.shape[0], -1))
    bound = x[0] - x[1:].abs().sum(dim=0)
    column = torch.zeros((x.shape[0], 1), device=x.device)
    column[0] = 1
    tiled = torch.tile(bound / 2, (x.shape[0], 1))
    return x * 2 - tiled * column
""",
}
