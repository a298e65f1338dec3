"""TEF111 pairwise-distance-by-expansion: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole.
In FLAG, `# expect: CODE` ends each line on which a finding must stand, and no other finding may stand anywhere.
In LEAVE there must be none at all.
"""

from tests.rules.programs import Whole

HEADER = """\
import torch
import torch.nn.functional as F
from torch import nn


"""

FLAG: dict[str, str] = {
    "names that another cell of a notebook binds": """\
X1 = torch.unsqueeze(X1, dim=1).expand(m, n, d)
X2 = torch.unsqueeze(X2, dim=0).expand(m, n, d)
dist = torch.sqrt(torch.sum((X1 - X2) ** 2, dim=2))  # expect: TEF111
""",
    "expanded through names": """\
m, n, d = 64, 32, 8
X1 = torch.rand(m, d)
X2 = torch.rand(n, d)
X1 = torch.unsqueeze(X1, dim=1).expand(m, n, d)
X2 = torch.unsqueeze(X2, dim=0).expand(m, n, d)
dist = torch.sqrt(torch.sum((X1 - X2) ** 2, dim=2))  # expect: TEF111
""",
    "expanded parameters": """\
def pairwise(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    m, n, d = a.size(0), b.size(0), a.size(1)
    x = a.unsqueeze(1).expand(m, n, d)
    y = b.unsqueeze(0).expand(m, n, d)
    return torch.sqrt(torch.pow(x - y, 2).sum(2))  # expect: TEF111
""",
    "unsqueezed on two dims": """\
def pairwise(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return torch.sqrt(torch.sum((a.unsqueeze(1) - b.unsqueeze(0)) ** 2, dim=-1))  # expect: TEF111
""",
    "norm function": """\
def pairwise(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return torch.norm(a.unsqueeze(1) - b.unsqueeze(0), dim=-1)  # expect: TEF111, TEF902?
""",
    "norm method": """\
a = torch.rand(8, 3)
b = torch.rand(5, 3)
dist = (a.unsqueeze(1) - b.unsqueeze(0)).norm(dim=2)  # expect: TEF111
""",
    "norm with p and dim": """\
def pairwise(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return torch.norm(a[:, None] - b[None], p=2, dim=-1)  # expect: TEF111, TEF902?
""",
    "norm with positional p": """\
a = torch.rand(8, 3)
b = torch.rand(5, 3)
dist = (a[:, None] - b[None]).norm(2, -1)  # expect: TEF111
""",
    "linalg norm": """\
def pairwise(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return torch.linalg.norm(a[:, None, :] - b[None, :, :], dim=-1)  # expect: TEF111
""",
    "vector norm": """\
def pairwise(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return torch.linalg.vector_norm(a[:, None, :] - b[None, :, :], dim=-1)  # expect: TEF111
""",
    "none on both sides": """\
a = torch.rand(8, 3)
b = torch.rand(5, 3)
dist = ((a[:, None, :] - b[None, :, :]) ** 2).sum(dim=-1).sqrt()  # expect: TEF111
""",
    "pow method": """\
def pairwise(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return (a.unsqueeze(1) - b.unsqueeze(0)).pow(2).sum(-1).sqrt()  # expect: TEF111
""",
    "square method": """\
def pairwise(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return (a.unsqueeze(1) - b.unsqueeze(0)).square().sum(dim=-1).sqrt()  # expect: TEF111
""",
    "torch.square": """\
def pairwise(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return torch.sqrt(torch.square(a.unsqueeze(1) - b.unsqueeze(0)).sum(dim=2))  # expect: TEF111
""",
    "difference in a name": """\
def pairwise(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    diff = a.unsqueeze(1) - b.unsqueeze(0)
    return diff.norm(dim=-1)  # expect: TEF111
""",
    "every step in a name": """\
def pairwise(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    left = a[:, None, :]
    right = b[None, :, :]
    diff = left - right
    squared = diff**2
    total = squared.sum(dim=2)
    return torch.sqrt(total)  # expect: TEF111
""",
    "difference times itself": """\
def pairwise(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    diff = a.unsqueeze(1) - b.unsqueeze(0)
    return torch.sqrt((diff * diff).sum(dim=-1))  # expect: TEF111
""",
    "power one half": """\
def pairwise(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return ((a.unsqueeze(1) - b.unsqueeze(0)) ** 2).sum(dim=-1) ** 0.5  # expect: TEF111
""",
    "distances of one set": """\
def spread(x: torch.Tensor) -> torch.Tensor:
    return (x.unsqueeze(0) - x.unsqueeze(1)).norm(dim=-1)  # expect: TEF111
""",
    "batched sets": """\
def pairwise(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return torch.norm(a.unsqueeze(2) - b.unsqueeze(1), dim=-1)  # expect: TEF111, TEF902?
""",
    "batched point clouds": """\
a = torch.rand(4, 100, 3)
b = torch.rand(4, 50, 3)
dist = torch.sqrt(((a[:, :, None, :] - b[:, None, :, :]) ** 2).sum(-1))  # expect: TEF111
""",
    "torch.sub": """\
def pairwise(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return torch.sub(a.unsqueeze(1), b.unsqueeze(0)).norm(dim=-1)  # expect: TEF111
""",
    "torch imported under another name": Whole("""\
import torch as th


def pairwise(a: th.Tensor, b: th.Tensor) -> th.Tensor:
    return th.sqrt(th.sum((a[:, None] - b[None, :]) ** 2, -1))  # expect: TEF111
"""),
    "names imported from torch": Whole("""\
from torch import Tensor, norm  # expect: TEF902?


def pairwise(a: Tensor, b: Tensor) -> Tensor:
    return norm(a.unsqueeze(1) - b.unsqueeze(0), dim=-1)  # expect: TEF111
"""),
    "prototypical network": """\
class Prototypes(nn.Module):
    def __init__(self, n, d):
        super().__init__()
        self.prototypes = nn.Parameter(torch.randn(n, d))

    def forward(self, x):
        return -torch.norm(x.unsqueeze(1) - self.prototypes.unsqueeze(0), dim=2)  # expect: TEF111, TEF902?
""",
    "k-means assignment": """\
points = torch.rand(1000, 2)
centres = points[:5]
for _ in range(10):
    labels = (points[:, None] - centres[None]).norm(dim=-1).argmin(dim=1)  # expect: TEF111
    print(labels.shape)
""",
    "contrastive loss": """\
def contrast(x: torch.Tensor, margin: float) -> torch.Tensor:
    dist = torch.norm(x.unsqueeze(0) - x.unsqueeze(1), dim=-1)  # expect: TEF111, TEF902?
    return F.relu(margin - dist).sum(dim=1)
""",
    "gaussian kernel of a distance": """\
def kernel(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    d = torch.sqrt(((a.unsqueeze(1) - b.unsqueeze(0)) ** 2).sum(dim=2))  # expect: TEF111
    return torch.exp(-d / 2)
""",
    "lambda": """\
x = torch.rand(8, 3)
y = torch.rand(5, 3)
f = lambda: (x[:, None] - y[None]).norm(dim=-1)  # expect: TEF111
""",
    "under no grad": """\
@torch.no_grad()
def nearest(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    dist = ((a.unsqueeze(1) - b.unsqueeze(0)) ** 2).sum(dim=-1).sqrt()  # expect: TEF111
    return dist.argmin(dim=1)
""",
    "expanded only": """\
def pairwise(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    m = a.shape[0]
    n = b.shape[0]
    left = a[:, None, :].expand(-1, n, -1)
    right = b[None, :, :].expand(m, -1, -1)
    return (left - right).norm(dim=-1)  # expect: TEF111
""",
    "repeated sides": """\
a = torch.rand(8, 3)
b = torch.rand(5, 3)
left = a.unsqueeze(1).repeat(1, 5, 1)
right = b.unsqueeze(0).repeat(8, 1, 1)
dist = torch.sqrt(((left - right) ** 2).sum(dim=2))  # expect: TEF111
""",
    "helper of the same file": """\
def points(n: int) -> torch.Tensor:
    return torch.rand(n, 2)


p = points(10)
q = points(20)
d = torch.norm(p.unsqueeze(1) - q.unsqueeze(0), dim=2)  # expect: TEF111, TEF902?
""",
    "expression over several lines": """\
def pairwise(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return torch.sqrt(  # expect: TEF111
        torch.sum(
            (a.unsqueeze(1) - b.unsqueeze(0)) ** 2,
            dim=2,
        )
    )
""",
    "difference-by-a-function": """\
def distances(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    apart = torch.sub(a.unsqueeze(1), b.unsqueeze(0))
    return apart.square().sum(axis=-1) ** 0.5  # expect: TEF111
""",
    "repeated-and-broadcast": """\
def distances(a: torch.Tensor, b: torch.Tensor, n: int, m: int) -> torch.Tensor:
    apart = a[:, None].repeat(1, m, 1) - torch.broadcast_to(b[None], (n, m, 3))
    return torch.linalg.norm(apart, dim=2)  # expect: TEF111
""",
    "one-side-of-the-same-tensor": """\
def distances(x: torch.Tensor) -> torch.Tensor:
    return torch.norm(x[:, None] - x, p=2, dim=-1)  # expect: TEF111, TEF902?
""",
    "prototypical network, in a longer program": """\
def euclidean(queries: torch.Tensor, prototypes: torch.Tensor) -> torch.Tensor:
    n, d = queries.shape
    m = prototypes.size(0)
    a = queries.unsqueeze(1).expand(n, m, d)
    b = prototypes.unsqueeze(0).expand(n, m, d)
    return torch.pow(a - b, 2).sum(2).sqrt()  # expect: TEF111
""",
    "radius graph of a point cloud": """\
def radius_graph(pos: torch.Tensor, r: float) -> torch.Tensor:
    dist = torch.norm(pos[:, None] - pos[None], dim=-1)  # expect: TEF111, TEF902?
    adj = dist < r
    adj.fill_diagonal_(False)
    return adj
""",
    "batched points in a module": """\
class Cluster(nn.Module):
    def __init__(self, k: int, dim: int):
        super().__init__()
        self.centres = nn.Parameter(torch.randn(k, dim))

    def forward(self, z):
        diff = z.unsqueeze(1) - self.centres.unsqueeze(0)
        sq = diff * diff
        dist = torch.sqrt(sq.sum(dim=-1))  # expect: TEF111
        return torch.softmax(-dist, dim=-1)
""",
    "linalg vector_norm with keywords": """\
def chamfer(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    d = torch.linalg.vector_norm(a.unsqueeze(2) - b.unsqueeze(1), ord=2, dim=-1)  # expect: TEF111
    return d.amin(dim=2).mean(dim=1) + d.amin(dim=1).mean(dim=1)
""",
    "helper makes the differences": """\
def differences(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return x[:, None, :] - y[None, :, :]


def distances(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return differences(x, y).norm(dim=2)  # expect: TEF111
""",
    "power of a half": """\
def rbf(x: torch.Tensor, y: torch.Tensor, gamma: float) -> torch.Tensor:
    d = ((x[:, None] - y[None, :]) ** 2).sum(-1) ** 0.5  # expect: TEF111
    return torch.exp(-gamma * d)
""",
    "sub and square methods, unsqueeze of negative dims": """\
def pairwise(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    left, right = x.unsqueeze(-2), y.unsqueeze(-3)
    return left.sub(right).square().sum(dim=-1).sqrt()  # expect: TEF111
""",
    "contrastive loss reads the matrix twice": """\
class ContrastiveLoss(torch.nn.Module):
    def __init__(self, margin: float):
        super().__init__()
        self.margin = margin

    def forward(self, emb, labels):
        d = (emb.unsqueeze(0) - emb.unsqueeze(1)).norm(p=2, dim=2)  # expect: TEF111
        same = labels.unsqueeze(0) == labels.unsqueeze(1)
        return torch.where(same, d**2, F.relu(self.margin - d) ** 2).mean(dim=1)
""",
    "views instead of unsqueeze": """\
def anchor_cost(boxes: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    n, m = boxes.size(0), targets.size(0)
    gap = boxes.view(n, 1, 4) - targets.view(1, m, 4)
    return torch.linalg.norm(gap, dim=-1)  # expect: TEF111
""",
    "nearest code under no_grad": """\
class Quantizer(nn.Module):
    def __init__(self, codes: int, dim: int):
        super().__init__()
        self.codebook = nn.Embedding(codes, dim)

    @torch.no_grad()
    def assign(self, z: torch.Tensor) -> torch.Tensor:
        flat = z.reshape(-1, z.shape[-1])
        d = torch.sqrt(torch.sum((flat[:, None] - self.codebook.weight[None]) ** 2, dim=-1))  # expect: TEF111
        return d.argmin(dim=1)
""",
    "lambda on annotated closure tensors": """\
def make_scorer(bank: torch.Tensor):
    table = bank.unsqueeze(0)
    return lambda q: torch.norm(torch.relu(q)[:, None] - table, dim=-1)  # expect: TEF111, TEF902?
""",
    "repeat and repeat of both sides": """\
def tiled(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    n, d = x.shape
    m = y.size(0)
    xs = x.unsqueeze(1).repeat(1, m, 1)
    ys = y.unsqueeze(0).repeat(n, 1, 1)
    return torch.norm(xs - ys, p=2, dim=2)  # expect: TEF111, TEF902?
""",
    "branch on the metric": """\
def distance(x: torch.Tensor, y: torch.Tensor, metric: str) -> torch.Tensor:
    if metric == "cosine":
        x, y = torch.nn.functional.normalize(x, dim=1), torch.nn.functional.normalize(y, dim=1)
        return 1 - x @ y.t()
    if metric != "l2":
        raise ValueError(metric)
    a, b = x.unsqueeze(1), y.unsqueeze(0)
    return ((a - b) ** 2).sum(dim=2).sqrt()  # expect: TEF111
""",
}

LEAVE: dict[str, str] = {
    "cdist": """\
a = torch.rand(8, 3)
b = torch.rand(5, 3)
dist = torch.cdist(a, b, compute_mode="donot_use_mm_for_euclid_dist")
""",
    "difference used for directions": """\
def forces(x: torch.Tensor) -> torch.Tensor:
    diff = x.unsqueeze(1) - x.unsqueeze(0)
    dist = diff.norm(dim=-1, keepdim=True)
    return (diff / (dist + 1e-6)).sum(dim=1)
""",
    "difference returned too": """\
def edges(a: torch.Tensor, b: torch.Tensor):
    diff = a[:, None] - b[None]
    return diff, torch.linalg.vector_norm(diff, dim=-1)
""",
    "difference kept on self": """\
class Geometry:
    def update(self, x: torch.Tensor):
        self.diff = x[:, None] - x[None]
        self.dist = self.diff.norm(dim=-1)
""",
    "squared distances": """\
def squared(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return ((a.unsqueeze(1) - b.unsqueeze(0)) ** 2).sum(dim=-1)
""",
    "gaussian kernel of a squared distance": """\
def kernel(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    d2 = (a.unsqueeze(1) - b.unsqueeze(0)).pow(2).sum(-1)
    return torch.exp(-d2 / 2)
""",
    "row against row": """\
def lengths(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return torch.linalg.vector_norm(a - b, dim=-1)
""",
    "row against row, norm": """\
a = torch.rand(8, 3)
b = torch.rand(8, 3)
dist = (a - b).norm(dim=1)
""",
    "same dim on both sides": """\
a = torch.rand(8, 3)
b = torch.rand(8, 3)
dist = (a.unsqueeze(1) - b.unsqueeze(1)).norm(dim=-1)
""",
    "one centre": """\
points = torch.rand(100, 3)
centre = points.mean(dim=0, keepdim=True)
dist = torch.linalg.vector_norm(points - centre, dim=1)
""",
    "sum of two": """\
def lengths(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return (a.unsqueeze(1) + b.unsqueeze(0)).norm(dim=-1)
""",
    "absolute differences": """\
def manhattan(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return (a.unsqueeze(1) - b.unsqueeze(0)).abs().sum(dim=-1)
""",
    "largest difference": """\
def chebyshev(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return (a.unsqueeze(1) - b.unsqueeze(0)).abs().amax(dim=-1)
""",
    "norm of everything": """\
a = torch.rand(8, 3)
b = torch.rand(5, 3)
size = torch.linalg.vector_norm(a.unsqueeze(1) - b.unsqueeze(0))
""",
    "norm over the pairs": """\
a = torch.rand(8, 3)
b = torch.rand(5, 3)
column = torch.linalg.vector_norm(a.unsqueeze(1) - b.unsqueeze(0), dim=0)
""",
    "numpy": Whole("""\
import numpy as np
import torch

a = np.random.rand(8, 3)
b = np.random.rand(5, 3)
dist = np.sqrt(((a[:, None] - b[None]) ** 2).sum(-1))
x = torch.from_numpy(dist)
"""),
    "numpy norm": Whole("""\
import numpy as np
import torch

a = np.random.rand(8, 3)
dist = np.linalg.norm(a[:, None, :] - a[None, :, :], axis=-1)
x = torch.from_numpy(dist)
"""),
    "untyped operands": """\
def lengths(a, b):
    return ((a[:, None] - b[None]) ** 2).sum(-1) ** 0.5, torch.rand(1)
""",
    "products of all pairs": """\
def similarity(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return (a.unsqueeze(1) * b.unsqueeze(0)).sum(dim=-1)
""",
    "table of index differences": """\
position = torch.arange(10)
relative = position[:, None] - position[None, :]
bias = relative.abs()
""",
    "triplet loss": """\
def triplet(a: torch.Tensor, p: torch.Tensor, n: torch.Tensor) -> torch.Tensor:
    near = F.pairwise_distance(a, p)
    far = F.pairwise_distance(a, n)
    return F.relu(near - far + 0.3)
""",
    "expansion by products": """\
def squared(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    aa = (a**2).sum(dim=1, keepdim=True)
    bb = (b**2).sum(dim=1, keepdim=True)
    return aa + bb.t() - 2 * a @ b.t()
""",
    "normalised difference": """\
def directions(x: torch.Tensor) -> torch.Tensor:
    return F.normalize(x.unsqueeze(1) - x.unsqueeze(0), dim=-1)
""",
    "relative features of a network": """\
class Relation(nn.Module):
    def __init__(self):
        super().__init__()
        self.mlp = nn.Linear(3, 8)

    def forward(self, x):
        return self.mlp(x.unsqueeze(1) - x.unsqueeze(0)).amax(dim=1)
""",
    "difference clipped before the norm": """\
def bounded(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    diff = (a.unsqueeze(1) - b.unsqueeze(0)).clamp(-1, 1)
    return diff.norm(dim=-1)
""",
    "wrapped around a box": """\
def periodic(x: torch.Tensor, size: float) -> torch.Tensor:
    diff = x.unsqueeze(1) - x.unsqueeze(0)
    diff = diff - size * torch.round(diff / size)
    return diff.norm(dim=-1)
""",
    "weighted squares": """\
@torch.no_grad()
def weighted(a: torch.Tensor, b: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
    squares = (a.unsqueeze(1) - b.unsqueeze(0)) ** 2
    return (squares * w).sum(dim=-1).sqrt()
""",
    "pdist": """\
x = torch.rand(10, 3)
d = torch.pdist(x)
""",
    "grid of offsets": """\
x = torch.arange(5.0)
y = torch.arange(4.0)
grid = torch.hypot(x[:, None] - 2.0, y[None, :] - 1.5)
""",
    "consecutive points": """\
path = torch.rand(10, 2)
steps = (path[1:] - path[:-1]).norm(dim=-1)
""",
    "difference-used-again": """\
def directions(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    apart = a.unsqueeze(1) - b.unsqueeze(0)
    lengths = (apart.square().sum(-1) + 1e-8).sqrt()
    return apart / lengths.unsqueeze(-1)
""",
    "one-against-many": """\
def to_center(x: torch.Tensor, center: torch.Tensor) -> torch.Tensor:
    return torch.linalg.vector_norm(x.unsqueeze(1) - center.unsqueeze(1), dim=-1)
""",
    "manhattan": """\
def distances(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return (a.unsqueeze(1) - b.unsqueeze(0)).norm(p=1, dim=-1)
""",
    "cdist, in a longer program": """\
def distances(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return torch.cdist(x, y, compute_mode="donot_use_mm_for_euclid_dist")
""",
    "the difference gives the direction": """\
def forces(pos: torch.Tensor, charge: torch.Tensor) -> torch.Tensor:
    diff = pos[:, None] - pos[None]
    dist = diff.norm(dim=-1, keepdim=True).clamp(min=1e-3)
    return (charge[None, :, None] * diff / dist**3).sum(dim=1)
""",
    "the difference is returned by an equivariant layer": """\
class Edges(nn.Module):
    def forward(self, coords):
        rel = coords.unsqueeze(2) - coords.unsqueeze(1)
        return rel, torch.linalg.vector_norm(rel, dim=-1)
""",
    "squared distances, in a longer program": """\
def nearest(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return ((x[:, None] - y[None]) ** 2).sum(dim=-1).argmin(dim=1)
""",
    "sum of absolute differences": """\
def manhattan(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return (x.unsqueeze(1) - y.unsqueeze(0)).abs().sum(dim=-1)
""",
    "rows against rows": """\
def paired(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    a, b = x.unsqueeze(1), y.unsqueeze(1)
    return (a - b).norm(dim=-1)
""",
    "norm along the pair dim": """\
def spread(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    diff = x[:, None, :] - y[None, :, :]
    return diff.norm(dim=1)
""",
    "one centre for all points": """\
def radii(x: torch.Tensor) -> torch.Tensor:
    centre = x.mean(dim=0, keepdim=True)
    return (x - centre).norm(dim=-1)
""",
    "sum instead of difference": """\
def parallelogram(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return (x[:, None] + y[None]).norm(dim=-1)
""",
    "numpy, in a longer program": Whole("""\
import numpy as np
import torch


def distances(points):
    a = np.asarray(points, dtype=np.float32)
    d = np.sqrt(((a[:, None] - a[None]) ** 2).sum(-1))
    e = np.linalg.norm(a[:, None] - a[None], axis=-1)
    return torch.from_numpy(d), torch.from_numpy(e)
"""),
    "pairs named by an edge index": """\
def edge_lengths(pos: torch.Tensor, edge_index: torch.Tensor) -> torch.Tensor:
    src, dst = edge_index[0], edge_index[1]
    return (pos[src] - pos[dst]).norm(dim=-1)
""",
    "weighted by a learned metric": """\
class Mahalanobis(nn.Module):
    def __init__(self, dim: int):
        super().__init__()
        self.w = nn.Linear(dim, dim, bias=False)

    def forward(self, x, y):
        diff = x.unsqueeze(1) - y.unsqueeze(0)
        return self.w(diff).norm(dim=-1)
""",
    "squares and differences used by the kernel too": """\
def potentials(pos: torch.Tensor, centres: torch.Tensor) -> torch.Tensor:
    delta = pos.unsqueeze(1) - centres.unsqueeze(0)
    dist = torch.linalg.norm(delta, dim=-1)
    angle = torch.atan2(delta[..., 1], delta[..., 0])
    return dist * torch.cos(angle)
""",
}
