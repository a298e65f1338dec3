"""TEF301 naive-softmax: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole.
In FLAG, `# expect: CODE` ends each line on which a finding must stand, and no other
finding may stand anywhere. In LEAVE there must be none at all.
"""

from tests.rules.programs import Whole

HEADER = """\
import torch
import torch.nn.functional as F
from torch import Tensor, nn


"""

FLAG: dict[str, str] = {
    "what each call in the file gives": """\
class Assigning(nn.Module):
    @staticmethod
    def balanced(scores):
        q = torch.exp(scores)
        return q / (q.sum(dim=0, keepdim=True) + 1e-8)  # expect: TEF301?

    def assigned(self, scores):
        q = torch.exp(scores)
        return q / (q.sum(dim=0, keepdim=True) + 1e-8)  # expect: TEF301

    def forward(self, x: torch.Tensor, y: torch.Tensor):
        a = F.normalize(x, dim=1)
        scores = torch.mm(a, F.normalize(y, dim=1).t()) / self.temperature
        return self.balanced(scores.detach()) + self.assigned(scores) + self.assigned(x @ y)


def of_vectors(a: torch.Tensor, b: torch.Tensor):
    e = torch.exp(a @ b.t() / 0.1)
    return e / e.sum(dim=1, keepdim=True)  # expect: TEF301?


def of_parts(x: torch.Tensor, y: torch.Tensor):
    x, y = F.normalize(x, dim=1), F.normalize(y, dim=1)
    return of_vectors(torch.cat([x, y]), y[:4])
""",
    "a stack of what may be above zero": """\
def window(grid: list[Tensor], sigma: float):
    kernel = torch.exp(-torch.sum(torch.stack([g**3 for g in grid]), dim=0) / (2 * sigma**2))
    return kernel / kernel.sum(dim=0)  # expect: TEF301
""",
    "exponentials that another function gets, too": """\
def attention(x: Tensor, y: Tensor, cell) -> Tensor:
    e = torch.exp(x)
    g = e / e.sum(1, keepdim=True)  # expect: TEF301?
    f = torch.exp(y)
    return g + cell(e, 3) + f / f.sum(1, keepdim=True)  # expect: TEF301
""",
    "nans that are replaced": """\
def attention(x: torch.Tensor) -> torch.Tensor:
    p = torch.exp(x) / torch.exp(x).sum(-1, keepdim=True)  # expect: TEF301?
    p[torch.isnan(p)] = 0.0
    q = torch.exp(-x) / torch.exp(-x).sum(-1, keepdim=True)  # expect: TEF301?
    q = torch.where(q != q, 0.0, q)
    return torch.nan_to_num(torch.exp(2 * x) / torch.exp(2 * x).sum(-1, keepdim=True)) + p * q  # expect: TEF301?
""",
    "nans that are only asked for": """\
def attention(x: torch.Tensor) -> torch.Tensor:
    p = torch.exp(x) / torch.exp(x).sum(-1, keepdim=True)  # expect: TEF301
    if torch.isnan(p).any():
        print("nan")
    return p
""",
    "products that may be positive": """\
def products(x: Tensor, y: Tensor, beta, logits):
    a = torch.exp(-x * y)
    b = torch.exp(-x * -x)
    c = torch.exp(-beta * logits)
    d = torch.exp(-logits / beta / beta)
    p = a / a.sum(-1, keepdim=True)  # expect: TEF301
    q = b / b.sum(-1, keepdim=True)  # expect: TEF301
    r = c / c.sum(-1, keepdim=True)  # expect: TEF301?
    s = d / d.sum(-1, keepdim=True)  # expect: TEF301
    return p, q, r, s
""",
    "logits above the least of each row, and another tensor's least": """\
def weights(x: torch.Tensor, y: torch.Tensor):
    e = torch.exp((x - x.amin(dim=1, keepdim=True)) / 0.1)
    first = e / e.sum(dim=1, keepdim=True)  # expect: TEF301
    e = torch.exp(-(x - y.amin(dim=1, keepdim=True)))
    return first + e / e.sum(dim=1, keepdim=True)  # expect: TEF301
""",
    "logits clamped on both sides": """\
def gate(x: torch.Tensor) -> torch.Tensor:
    centered = x - torch.mean(x, dim=1, keepdim=True)
    e = torch.exp(torch.clamp(centered, min=-5.0, max=5.0))
    return e / (e.sum(dim=1, keepdim=True) + 1e-6)  # expect: TEF301?
""",
    "a clamp that lets logits overflow": """\
def gate(x: torch.Tensor) -> torch.Tensor:
    e = x.clamp(max=200.0).exp()
    return e / e.sum(dim=1, keepdim=True)  # expect: TEF301
""",
    "directly-with-keepdim": """\
def softmax(x: Tensor) -> Tensor:
    return torch.exp(x) / torch.sum(torch.exp(x), dim=1, keepdim=True)  # expect: TEF301
""",
    "through-a-name": """\
def softmax(x: torch.Tensor) -> torch.Tensor:
    e = torch.exp(x)
    return e / e.sum(dim=-1, keepdim=True)  # expect: TEF301
""",
    "sum-through-a-name-too": """\
def softmax(x: Tensor) -> Tensor:
    numerator = torch.exp(x)
    denominator = torch.sum(numerator, 1, keepdim=True)
    return numerator / denominator  # expect: TEF301
""",
    "method-forms": """\
def softmax(x: Tensor) -> Tensor:
    return x.exp() / x.exp().sum(-1, keepdim=True)  # expect: TEF301
""",
    "sum-over-everything": """\
def softmax(x: Tensor) -> Tensor:
    e = torch.exp(x)
    return e / e.sum()  # expect: TEF301
""",
    "vector": """\
logits = torch.tensor([1.0, 2.0, 3.0])
probs = torch.exp(logits) / torch.exp(logits).sum()  # expect: TEF301?
""",
    "global-max-with-row-sum": """\
def softmax(x: Tensor) -> Tensor:
    e = torch.exp(x - x.max())
    return e / e.sum(dim=1, keepdim=True)  # expect: TEF301
""",
    "torch-under-an-alias": Whole("""\
import torch as th


def softmax(x: th.Tensor) -> th.Tensor:
    return th.exp(x) / th.exp(x).sum(dim=0)  # expect: TEF301
"""),
    "imported-functions": Whole("""\
from torch import Tensor, exp
from torch import sum as tsum


def softmax(x: Tensor) -> Tensor:
    return exp(x) / tsum(exp(x), dim=-1, keepdim=True)  # expect: TEF301
"""),
    "axis-keyword": """\
def softmax(x: Tensor) -> Tensor:
    e = torch.exp(x)
    return e / torch.sum(e, axis=1, keepdim=True)  # expect: TEF301
""",
    "sum-unsqueezed-again": """\
def softmax(x: Tensor) -> Tensor:
    e = torch.exp(x)
    return e / e.sum(1).unsqueeze(1)  # expect: TEF301
""",
    "sum-indexed-with-none": """\
def softmax(x: Tensor) -> Tensor:
    e = torch.exp(x)
    total = e.sum(dim=1)
    return e / total[:, None]  # expect: TEF301
""",
    "torch-div": """\
def softmax(x: Tensor) -> Tensor:
    e = torch.exp(x)
    return torch.div(e, e.sum(dim=1, keepdim=True))  # expect: TEF301
""",
    "augmented-division": """\
def softmax(x: Tensor) -> Tensor:
    e = torch.exp(x)
    e /= e.sum(dim=1, keepdim=True)  # expect: TEF301
    return e
""",
    "attention-with-temperature": """\
class Attention(nn.Module):
    def forward(self, query, key, value):
        scores = query @ key.transpose(-2, -1) / 8.0
        weights = torch.exp(scores)
        weights = weights / weights.sum(dim=-1, keepdim=True)  # expect: TEF301
        return weights @ value
""",
    "linear-output": """\
class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(16, 4)

    def forward(self, x):
        e = self.fc(x).exp()
        return e / e.sum(dim=1, keepdim=True)  # expect: TEF301
""",
    "parameter-known-from-use-only": """\
def softmax(x):
    return torch.exp(x) / torch.exp(x).sum(dim=1, keepdim=True)  # expect: TEF301
""",
    "scores-over-a-temperature": """\
def sharpen(x: Tensor, temperature: float) -> Tensor:
    e = torch.exp(x / temperature)
    return e / e.sum(dim=-1, keepdim=True)  # expect: TEF301
""",
    "a mask or weights between the exponential and the sum, and costs with a scale": """\
def masked(x: Tensor, lengths: Tensor):
    mask = torch.zeros_like(x)
    mask[torch.arange(x.size(1)) < lengths] = 1
    e = torch.exp(x) * mask
    return e / e.sum(dim=1, keepdim=True)  # expect: TEF301 "subtract the largest logit of each row before exp"


def kept(x: Tensor, tokens: Tensor):
    e = tokens.ne(0).float() * torch.exp(x)
    return e / (e.sum(dim=1, keepdim=True) + 1e-9)  # expect: TEF301


def reweighted(x: Tensor, before: Tensor):
    e = torch.exp(x) * before
    return e / e.sum(dim=1, keepdim=True).clamp(min=1e-9)  # expect: TEF301?


def window(size: int, sigma: float):
    exponents = torch.Tensor([-((i - size // 2) ** 2) / float(2 * sigma**2) for i in range(size)])  # expect: TEF403?
    gauss = torch.exp(exponents)
    return gauss / gauss.sum()


def plan(cost: Tensor, scale):
    e = torch.exp(-scale * cost)
    return e / e.sum(dim=1, keepdim=True)  # expect: TEF301?
""",
    "boltzmann-weights": """\
def boltzmann(energy: Tensor) -> Tensor:
    return torch.exp(-energy) / torch.exp(-energy).sum(dim=1, keepdim=True)  # expect: TEF301
""",
    "global-max-by-name": """\
def softmax(x: Tensor) -> Tensor:
    top = torch.max(x)
    e = torch.exp(x - top)
    return e / torch.sum(e, dim=1, keepdim=True)  # expect: TEF301
""",
    "global-amax-in-one-expression": """\
def softmax(x: Tensor) -> Tensor:
    return torch.exp(x - x.amax()) / torch.exp(x - x.amax()).sum(-1, keepdim=True)  # expect: TEF301
""",
    "shifted-by-the-row-mean": """\
def softmax(x: Tensor) -> Tensor:
    e = torch.exp(x - x.mean(dim=1, keepdim=True))
    return e / e.sum(dim=1, keepdim=True)  # expect: TEF301
""",
    "keepdim-by-position": """\
def softmax(x: Tensor) -> Tensor:
    e = torch.exp(x)
    return e / torch.sum(e, -1, True)  # expect: TEF301
""",
    "sum-viewed-as-a-column": """\
def softmax(x: Tensor) -> Tensor:
    e = torch.exp(x)
    return e / e.sum(dim=1).view(-1, 1)  # expect: TEF301
""",
    "div-method": """\
def softmax(x: Tensor) -> Tensor:
    e = x.exp()
    return e.div(e.sum(dim=-1, keepdim=True))  # expect: TEF301
""",
    "in-place-div-method": """\
def softmax(x: Tensor) -> Tensor:
    e = torch.exp(x)
    return e.div_(e.sum(dim=-1, keepdim=True))  # expect: TEF301
""",
    "true-divide": """\
def softmax(x: Tensor) -> Tensor:
    e = torch.exp(x)
    return torch.true_divide(e, e.sum(dim=-1, keepdim=True))  # expect: TEF301
""",
    "walrus": """\
def softmax(x: Tensor) -> Tensor:
    return (e := torch.exp(x)) / e.sum(dim=-1, keepdim=True)  # expect: TEF301
""",
    "inside-a-lambda": """\
softmax = lambda x: torch.exp(x) / torch.exp(x).sum(dim=-1, keepdim=True)  # expect: TEF301
""",
    "inside-a-comprehension": """\
def heads(a: Tensor, b: Tensor) -> list[Tensor]:
    return [torch.exp(s) / torch.exp(s).sum(dim=-1, keepdim=True) for s in (a, b)]  # expect: TEF301
""",
    "conditional-expression": """\
def normalise(x: Tensor, naive: bool) -> Tensor:
    e = torch.exp(x)
    return e / e.sum(dim=1, keepdim=True) if naive else torch.softmax(x, dim=1)  # expect: TEF301
""",
    "static-method-under-no-grad": """\
class Ops:
    @staticmethod
    @torch.no_grad()
    def softmax(x: torch.Tensor) -> torch.Tensor:
        e = torch.exp(x)
        return e / e.sum(dim=1, keepdim=True)  # expect: TEF301
""",
    "nested-function-and-try": """\
def build(dim: int):
    def softmax(x: Tensor) -> Tensor:
        try:
            e = torch.exp(x)
            return e / e.sum(dim=dim, keepdim=True)  # expect: TEF301
        except IndexError:
            return x

    return softmax
""",
    "learned-mixing-weights": """\
class Mix(nn.Module):
    def __init__(self):
        super().__init__()
        self.scores = nn.Parameter(torch.zeros(4))

    def forward(self, x):
        e = torch.exp(self.scores)
        weights = e / e.sum()  # expect: TEF301
        return x @ weights
""",
    "narrowed-by-isinstance": """\
def softmax(x):
    if isinstance(x, torch.Tensor):
        e = x.exp()
        return e / e.sum(dim=-1, keepdim=True)  # expect: TEF301
    return x
""",
    "optional-scores": Whole("""\
from typing import Optional

import torch
from torch import Tensor


def softmax(x: Optional[Tensor]) -> Optional[Tensor]:
    if x is None:
        return None
    e = torch.exp(x)
    return e / e.sum(dim=-1, keepdim=True)  # expect: TEF301
"""),
    "jaxtyped-scores": Whole("""\
import torch
from jaxtyping import Float
from torch import Tensor


def softmax(x: Float[Tensor, "b n"]):
    e = torch.exp(x)
    return e / e.sum(dim=1, keepdim=True)  # expect: TEF301
"""),
    "spatial-softmax-over-two-dims": """\
def attention_map(x: Tensor) -> Tensor:
    e = torch.exp(x)
    return e / e.sum(dim=(2, 3), keepdim=True)  # expect: TEF301 "flatten the summed dims"
""",
    "exponential-in-place": """\
def softmax(x: Tensor) -> Tensor:
    e = x.clone().exp_()
    return e / e.sum(dim=1, keepdim=True)  # expect: TEF301
""",
    "sum-unsqueezed-by-name": """\
def softmax(x: Tensor) -> Tensor:
    e = torch.exp(x)
    total = e.sum(dim=-1)
    total = total.unsqueeze(-1)
    return e / total  # expect: TEF301
""",
    "batches-of-a-loader": Whole("""\
import torch
from torch import nn
from torch.utils.data import DataLoader


@torch.no_grad()
def probabilities(model: nn.Module, loader: DataLoader):
    model.eval()
    for x, _ in loader:
        e = torch.exp(model(x))
        yield e / e.sum(dim=1, keepdim=True)  # expect: TEF301
"""),
    "a sum that another function may change": Whole("""\
import torch
import torch.distributed as dist


def soft_codes(out: torch.Tensor, world_size: int) -> torch.Tensor:
    q = torch.exp(out / 0.05).t()
    total = torch.sum(q)
    if world_size > 1:
        dist.all_reduce(total)
    q /= total  # expect: TEF301?
    return q
"""),
    "in float64": """\
def rows(x: torch.Tensor) -> torch.Tensor:
    weights = torch.exp(x.double())
    return weights / weights.sum(dim=-1, keepdim=True)  # expect: TEF301? "for logits above 709"
""",
    "product that may be negative through einsum": """\
def attention(q: torch.Tensor, k: torch.Tensor) -> torch.Tensor:
    weights = torch.exp(-torch.einsum("bid,bjd->bij", q, k))
    return weights / weights.sum(dim=-1, keepdim=True)  # expect: TEF301
""",
    "a product over a scale": """\
class Contrast(nn.Module):
    def __init__(self, tau):
        super().__init__()
        self.tau = tau

    def sim(self, z1: Tensor, z2: Tensor):
        dots = torch.mm(z1, z2.t())
        norms = torch.mm(torch.norm(z1, dim=-1, keepdim=True), torch.norm(z2, dim=-1, keepdim=True).t())
        return torch.exp(dots / norms / self.tau)

    def forward(self, x: Tensor, y: Tensor):
        m = self.sim(x, y)
        product = torch.exp(torch.mm(x, y.t()) / self.tau)
        own = torch.exp((x * y) / norm_of(x) / self.tau)
        a = m / (torch.sum(m, dim=1).view(-1, 1) + 1e-8)  # expect: TEF301?
        b = own / own.sum(1, keepdim=True)  # expect: TEF301
        return a, b, product / product.sum(1, keepdim=True)  # expect: TEF301
""",
    "a product of weights over their norms": """\
def weights(x: Tensor, y: Tensor, tau):
    dots = (x * y).sum(-1) / (x.norm(dim=-1) * y.norm(dim=-1)).clamp(min=1e-8)
    kept = torch.exp(dots / tau)
    whole = torch.exp((F.normalize(x, dim=-1) * F.normalize(y, dim=-1)).sum() * x)
    by_one = torch.exp((x * y).sum(-1) / y.norm(dim=-1) / tau)
    a = kept / kept.sum(-1, keepdim=True)  # expect: TEF301?
    b = whole / whole.sum(-1, keepdim=True)  # expect: TEF301
    return a, b
""",
}

LEAVE: dict[str, str] = {
    "a window of stacked squares": """\
def window(size: int, dim: int, sigma: float):
    grid = torch.meshgrid(*[torch.arange(size) - size // 2 for _ in range(dim)], indexing="ij")
    kernel = torch.exp(-torch.sum(torch.stack([g**2 for g in grid]), dim=0) / (2 * sigma**2))
    return kernel / kernel.sum(dim=0)
""",
    "exponentials that another function gets, beside a softmax": """\
def attention(x: Tensor, cell) -> Tensor:
    return torch.softmax(x, 1) + cell(torch.exp(x), 3)
""",
    "one maximum of a vector, which is one row": """\
def weights(n: int, x: torch.Tensor, y: torch.Tensor):
    row = torch.randn(n)
    e = torch.exp(row - row.max())
    flat = x.flatten()
    f = torch.exp(flat - flat.max())
    assert y.dim() == 1
    g = torch.exp(y - y.max())
    return e / e.sum(0), f / f.sum(-1), g / g.sum(dim=0)
""",
    "softmax of torch, with nans that are replaced": """\
def attention(x: torch.Tensor) -> torch.Tensor:
    p = torch.softmax(x, dim=-1)
    p[torch.isnan(p)] = 0.0
    return torch.where(p != p, 0.0, p).nan_to_num()
""",
    "shares of numbers, with nans that are replaced": """\
def shares(x: torch.Tensor) -> torch.Tensor:
    return torch.nan_to_num(x / x.sum(-1, keepdim=True))
""",
    "the negative of a square, written as a product": """\
def kernels(x: Tensor, c: float):
    a = torch.exp(-x * x)
    b = torch.exp(x * -x)
    d = torch.exp(-0.5 * (x / c) * (x / c))
    e = torch.exp(-x / c * x)
    return a / a.sum(-1, keepdim=True), b / b.sum(-1, keepdim=True), d / d.sum(-1, keepdim=True), e / e.sum(-1, True)
""",
    "a window whose exponents are squares": """\
def window(sigma, width: int):
    filt = torch.arange(-width, width + 1, dtype=torch.float32) / (1.4 * sigma + 1e-3)
    filt = torch.exp(-filt * filt)
    filt /= torch.sum(filt, dim=None)
    return filt
""",
    "a window of Python numbers, and a kernel with a mask or other weights": """\
def window(size: int, sigma: float):
    gauss = torch.exp(torch.tensor([-((i - size // 2) ** 2) / float(2 * sigma**2) for i in range(size)]))
    other = torch.tensor([-((i - size / 2) ** 2) for i in range(size)]).float().exp()
    return gauss / gauss.sum(-1, True), other / other.sum(-1, True)


def kernel(x: Tensor, tokens: Tensor, weights: Tensor):
    e = torch.exp(-x.square()) * tokens.ne(0)
    shares = torch.exp(x) * weights
    return e / e.sum(-1, keepdim=True), shares / weights.sum(-1, keepdim=True), shares / torch.exp(x).sum(-1, True)
""",
    "a negative literal over a variance": """\
def gaussian(sigma2: float, x: torch.Tensor):
    weights = torch.exp(-0.5 / sigma2 * x.pow(2))
    return weights / torch.sum(weights, dim=-1, keepdim=True)
""",
    "costs above the least of each row, with the temperature of an object": """\
class Planner:
    def __init__(self, temperature, sharpness):
        self.temperature, self.sharpness = temperature, sharpness

    def weights(self, costs: torch.Tensor):
        least = torch.min(costs, dim=1, keepdim=True).values
        e = torch.exp(-1.0 / self.temperature * (costs - least))
        return e / (e.sum(dim=1, keepdim=True) + 1e-9)

    def sharp(self, costs: torch.Tensor):
        e = torch.exp(-self.sharpness * (costs - costs.amin(dim=1, keepdim=True)))
        return e / e.sum(dim=1, keepdim=True)

    def cool(self, costs: torch.Tensor):
        e = torch.exp(-(costs - costs.amin(dim=1, keepdim=True)) / self.temperature)
        return e / e.sum(dim=1, keepdim=True)
""",
    "torch-softmax": """\
def softmax(x: Tensor) -> Tensor:
    return torch.softmax(x, dim=1)
""",
    "own-row-max-subtracted": """\
def softmax(x: Tensor) -> Tensor:
    e = torch.exp(x - x.max(dim=1, keepdim=True).values)
    return e / e.sum(dim=1, keepdim=True)
""",
    "row-amax-by-name": """\
def softmax(x: Tensor) -> Tensor:
    m = x.amax(dim=-1, keepdim=True)
    e = torch.exp(x - m)
    return e / e.sum(dim=-1, keepdim=True)
""",
    "row-max-first-of-pair": """\
def softmax(x: Tensor) -> Tensor:
    shifted = x - torch.max(x, 1, keepdim=True)[0]
    e = shifted.exp()
    return e / e.sum(1, keepdim=True)
""",
    "row-max-unpacked": """\
def softmax(x: Tensor) -> Tensor:
    m, _ = torch.max(x, dim=1, keepdim=True)
    e = torch.exp(x - m)
    return e / torch.sum(e, dim=1, keepdim=True)
""",
    "vector-with-its-max-and-its-sum": """\
x = torch.tensor([1.0, 2.0, 3.0])
e = torch.exp(x - x.max())
probs = e / e.sum()
""",
    "global-max-with-global-sum": """\
def joint_softmax(x: Tensor) -> Tensor:
    e = torch.exp(x - x.amax(dim=None))
    return e / e.sum(dim=None)
""",
    "gaussian-kernel": """\
def kernel_weights(d: Tensor) -> Tensor:
    k = torch.exp(-d ** 2)
    return k / k.sum(dim=1, keepdim=True)
""",
    "gaussian-with-bandwidth": """\
def kernel_weights(d: Tensor, sigma: float) -> Tensor:
    k = torch.exp(-(d ** 2) / (2 * sigma ** 2))
    return k / k.sum(dim=-1, keepdim=True)
""",
    "normalised-relu": """\
def weights(x: Tensor) -> Tensor:
    r = torch.relu(x)
    return r / r.sum(dim=1, keepdim=True)
""",
    "sum-of-another-exponential": """\
def ratio(x: Tensor, y: Tensor) -> Tensor:
    return torch.exp(x) / torch.exp(y).sum(dim=1, keepdim=True)
""",
    "numpy": Whole("""\
import numpy as np
import torch


def softmax(x: np.ndarray) -> torch.Tensor:
    e = np.exp(x)
    p = e / np.sum(e, axis=1, keepdims=True)
    return torch.from_numpy(p)
"""),
    "python-floats": Whole("""\
import math

import torch


def softmax(values: list[float]) -> torch.Tensor:
    total = sum(math.exp(v) for v in values)
    return torch.tensor([math.exp(v) / total for v in values])
"""),
    "local-function-named-exp": """\
def exp(x):
    return x.clamp(min=0.0) + 1.0


def normalise(x: torch.Tensor) -> torch.Tensor:
    return exp(x) / exp(x).sum(dim=1, keepdim=True)
""",
    "divided-by-the-row-maximum": """\
def relative(x: Tensor) -> Tensor:
    e = torch.exp(x)
    return e / e.amax(dim=1, keepdim=True)
""",
    "softmax-method-function-and-module": """\
softmax = nn.Softmax(dim=-1)


def all_three(x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    return x.softmax(-1), F.softmax(x, dim=-1), softmax(x)
""",
    "detached-row-max": """\
def softmax(x: Tensor) -> Tensor:
    e = torch.exp(x - x.detach().amax(dim=-1, keepdim=True))
    return e / e.sum(dim=-1, keepdim=True)
""",
    "row-max-detached-after": """\
def softmax(x: Tensor) -> Tensor:
    e = (x - x.max(-1, keepdim=True)[0].detach()).exp()
    return e / e.sum(-1, keepdim=True)
""",
    "shifted-name-bound-again": """\
def softmax(x: Tensor) -> Tensor:
    x = x - x.amax(dim=1, keepdim=True)
    e = torch.exp(x)
    e /= e.sum(dim=1, keepdim=True)
    return e
""",
    "row-max-with-unsqueeze": """\
def softmax(x: Tensor) -> Tensor:
    top = x.max(dim=1).values.unsqueeze(1)
    e = torch.exp(x - top)
    return e / e.sum(dim=1, keepdim=True)
""",
    "row-max-with-none-index": """\
def softmax(x: Tensor) -> Tensor:
    e = torch.exp(x - x.amax(dim=1)[:, None])
    return e / e.sum(dim=1)[:, None]
""",
    "shift-by-torch-sub": """\
def softmax(x: Tensor) -> Tensor:
    e = torch.exp(torch.sub(x, torch.amax(x, dim=-1, keepdim=True)))
    return torch.div(e, e.sum(dim=-1, keepdim=True))
""",
    "gaussian-by-pow": """\
def weights(d: Tensor) -> Tensor:
    k = torch.exp(-d.pow(2))
    return k / k.sum(dim=1, keepdim=True)
""",
    "gaussian-by-square": """\
def weights(z: Tensor) -> Tensor:
    k = torch.exp(-0.5 * torch.square(z))
    return k / k.sum(dim=-1, keepdim=True)
""",
    "laplace-kernel": """\
def weights(d: Tensor) -> Tensor:
    k = torch.exp(-torch.abs(d))
    return k / k.sum(dim=-1, keepdim=True)
""",
    "gaussian-of-pairwise-differences": """\
def weights(x: Tensor, y: Tensor) -> Tensor:
    k = torch.exp(-(x[:, None] - y[None, :]) ** 2)
    return k / k.sum(dim=1, keepdim=True)
""",
    "gaussian-blur-taps": """\
def taps(size: int, sigma: float) -> torch.Tensor:
    offset = torch.arange(size) - size // 2
    kernel = torch.exp(-(offset ** 2) / (2.0 * sigma ** 2))
    return kernel / kernel.sum()
""",
    "normalised-sigmoid": """\
def weights(x: Tensor) -> Tensor:
    s = torch.sigmoid(x)
    return s / s.sum(dim=-1, keepdim=True)
""",
    "normalised-softplus": """\
def weights(x: Tensor) -> Tensor:
    s = F.softplus(x)
    return s / s.sum(dim=-1, keepdim=True)
""",
    "exponential-over-the-plain-sum": """\
def ratio(x: Tensor) -> Tensor:
    return torch.exp(x) / x.sum(dim=1, keepdim=True)
""",
    "plain-over-the-sum-of-exponentials": """\
def ratio(x: Tensor) -> Tensor:
    return x / torch.exp(x).sum(dim=1, keepdim=True)
""",
    "shifted-by-logsumexp": """\
def softmax(x: Tensor) -> Tensor:
    return torch.exp(x - torch.logsumexp(x, dim=1, keepdim=True))
""",
    "exponential-over-a-count": """\
def average(x: Tensor) -> Tensor:
    return torch.exp(x) / x.size(1)
""",
    "masked-probabilities-renormalised": """\
def masked(x: Tensor, mask: Tensor) -> Tensor:
    p = torch.softmax(x, dim=1) * mask
    return p / p.sum(dim=1, keepdim=True)
""",
    "jax-arrays": Whole("""\
import jax.numpy as jnp
import torch


def softmax(x):
    e = jnp.exp(x)
    return e / jnp.sum(e, axis=-1, keepdims=True)


def to_tensor(x) -> torch.Tensor:
    return torch.as_tensor(softmax(x))
"""),
    "parameter-named-torch": Whole("""\
import torch.nn.functional as F


def softmax(torch, x):
    return torch.exp(x) / torch.exp(x).sum(axis=1)


def relu(x):
    return F.relu(x)
"""),
    "name-bound-again-before-the-division": """\
def weights(x: Tensor, counts: Tensor) -> Tensor:
    e = torch.exp(x)
    scaled = e * 2.0
    e = counts.abs()
    return scaled / e.sum(dim=1, keepdim=True)
""",
    "user-class-with-exp": """\
class Dual:
    def __init__(self, value: float) -> None:
        self.value = value

    def exp(self) -> "Dual":
        return Dual(2.718281828 ** self.value)

    def sum(self) -> float:
        return self.value

    def __truediv__(self, other: float) -> "Dual":
        return Dual(self.value / other)


d = Dual(1.0)
share = d.exp() / d.exp().sum()
t = torch.zeros(2)
""",
    "exponents drawn twice": """\
def f(p: torch.Tensor):
    return torch.exp(torch.bernoulli(p)) / torch.exp(torch.bernoulli(p)).sum(dim=-1, keepdim=True)
""",
    "squares over twice the variance": """\
def blur(sigma, size: int) -> torch.Tensor:
    kernel = torch.pow(torch.arange(-size, size + 1).float(), 2) / (2 * sigma * sigma)
    kernel = torch.exp(-kernel)
    kernel /= kernel.sum(dim=0)
    return kernel
""",
    "squares times widths through einsum": """\
class Basis:
    def __init__(self, centers: torch.Tensor, factor):
        self.centers = centers
        self.width = factor / (centers[1:] - centers[:-1]) ** 2

    def basis(self, phase: torch.Tensor) -> torch.Tensor:
        tmp = torch.einsum("...ij,...j->...ij", (phase - self.centers) ** 2, self.width)
        basis = torch.exp(-tmp / 2)
        return basis / torch.sum(basis, dim=-1, keepdim=True)
""",
    "one more share than there are exponentials": """\
def shares(ratios: torch.Tensor) -> torch.Tensor:
    grown = torch.exp(ratios)
    rest = 1.0 / (1.0 + grown.sum(dim=0))
    return grown * rest
""",
}
