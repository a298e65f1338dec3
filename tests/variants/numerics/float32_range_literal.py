"""TEF319 float32-range-literal: programs that must be flagged and near misses that must stay silent.

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
    "tensor of a tiny number": """\
y = torch.tensor(1e-50)  # expect: TEF319
""",
    "tensor of a huge number": """\
y = torch.tensor(1e39)  # expect: TEF319
""",
    "negative huge number": """\
lowest = torch.tensor(-1e39)  # expect: TEF319
""",
    "written without an exponent sign": """\
big = torch.tensor(3.5e38)  # expect: TEF319
""",
    "written with a decimal point": """\
tiny = torch.tensor(1.0e-60)  # expect: TEF319
""",
    "just below the smallest subnormal": """\
tiny = torch.tensor(5e-46)  # expect: TEF319
""",
    "explicit float32": """\
tiny = torch.tensor(1e-50, dtype=torch.float32)  # expect: TEF319
""",
    "dtype torch.float": """\
big = torch.tensor(1e200, dtype=torch.float)  # expect: TEF319
""",
    "inside a list": """\
scales = torch.tensor([1.0, 1e-50, 2.0])  # expect: TEF319
""",
    "as_tensor": """\
scale = torch.as_tensor(1e-46)  # expect: TEF319
""",
    "torch.full": """\
def start(s: int):
    return torch.full((s, s), 1e-46)  # expect: TEF319
""",
    "torch.full by keyword": """\
cost = torch.full(size=(4,), fill_value=1e39)  # expect: TEF319
""",
    "full_like": """\
def start(x: torch.Tensor):
    return torch.full_like(x, 1e-50)  # expect: TEF319
""",
    "new_full": """\
def start(x: torch.Tensor):
    return x.new_full((3,), 1e50)  # expect: TEF319
""",
    "fill in place": """\
def reset(x: torch.Tensor):
    x.fill_(1e-50)  # expect: TEF319
    return x
""",
    "added to a tensor": """\
def safe_log(x: torch.Tensor):
    return torch.log(x + 1e-50)  # expect: TEF319
""",
    "added from the left": """\
def safe_log(x: torch.Tensor):
    return (1e-60 + x).log()  # expect: TEF319
""",
    "torch.add": """\
def shift(x: torch.Tensor):
    return torch.add(x, 1e-50)  # expect: TEF319
""",
    "add method": """\
def shift(x: torch.Tensor):
    return x.add(1e-50)  # expect: TEF319
""",
    "add in place": """\
def shift(x: torch.Tensor):
    x.add_(1e-50)  # expect: TEF319
    return x
""",
    "augmented addition": """\
def shift(x: torch.Tensor):
    x += 1e-50  # expect: TEF319
    return x
""",
    "denominator": """\
def ratio(a: torch.Tensor, b: torch.Tensor):
    return a / (b + 1e-50)  # expect: TEF319
""",
    "normalised by a sum": """\
def normalise(x: torch.Tensor):
    return x / (x.sum(dim=1, keepdim=True) + 1e-100)  # expect: TEF319
""",
    "subtraction": """\
def mask_out(scores: torch.Tensor, mask: torch.Tensor):
    return torch.where(mask, scores, scores - 1e40)  # expect: TEF319
""",
    "multiplication": """\
def shrink(x: torch.Tensor):
    return x * 1e-50  # expect: TEF319
""",
    "multiplied penalty": """\
def penalise(scores: torch.Tensor, mask: torch.Tensor):
    return scores + (1 - mask.float()) * -1e39  # expect: TEF319
""",
    "clamp by keyword": """\
def safe_log(p: torch.Tensor):
    return p.clamp(min=1e-50).log()  # expect: TEF319
""",
    "torch.clamp positional": """\
def safe_log(p: torch.Tensor):
    return torch.log(torch.clamp(p, 1e-50, 1.0))  # expect: TEF319
""",
    "clamp_min": """\
def safe_log(p: torch.Tensor):
    return torch.log(p.clamp_min(1e-50))  # expect: TEF319
""",
    "clip": """\
def safe_log(p: torch.Tensor):
    return torch.clip(p, min=1e-300).log()  # expect: TEF319
""",
    "clamp from above": """\
def bound(x: torch.Tensor):
    return x.clamp(max=1e39)  # expect: TEF319
""",
    "clamp in place": """\
def bound(x: torch.Tensor):
    return x.clamp_(min=1e-50)  # expect: TEF319
""",
    "masked_fill": """\
def attend(scores: torch.Tensor, mask: torch.Tensor):
    return scores.masked_fill(mask, -1e39).softmax(dim=-1)  # expect: TEF319
""",
    "masked_fill in place": """\
def attend(scores: torch.Tensor, mask: torch.Tensor):
    scores.masked_fill_(mask == 0, -1e300)  # expect: TEF319
    return torch.softmax(scores, dim=-1)
""",
    "torch.where": """\
def safe(x: torch.Tensor):
    return torch.where(x > 0, x, 1e-50)  # expect: TEF319
""",
    "constant of the module": """\
EPS = 1e-50


def safe_log(x: torch.Tensor):
    return torch.log(x + EPS)  # expect: TEF319
""",
    "local name": """\
def safe_log(x: torch.Tensor):
    eps = 1e-50
    return torch.log(x.clamp(min=eps))  # expect: TEF319
""",
    "tensor of a local name": """\
tiny = 1e-46
y = torch.tensor(tiny)  # expect: TEF319
""",
    "attribute set in the constructor": """\
class Norm(nn.Module):
    def __init__(self):
        super().__init__()
        self.eps = 1e-50

    def forward(self, x):
        return x / (x.abs().amax(dim=-1, keepdim=True) + self.eps)  # expect: TEF319
""",
    "module output": """\
head = nn.Linear(4, 4)


def loss(x: torch.Tensor):
    return torch.log(head(x).relu() + 1e-50)  # expect: TEF319
""",
    "known float32 tensor": """\
weights = torch.rand(5)
entropy = torch.log(weights + 1e-50)  # expect: TEF319
""",
    "numpy float32 scalar": Whole("""\
import numpy as np
import torch

y = np.float32(1e39)  # expect: TEF319
z = torch.full((2,), 3.0)
"""),
    "numpy float32 scalar made zero": Whole("""\
import numpy as np
import torch

x = torch.ones(3)
y = np.float32(1e-50)  # expect: TEF319
"""),
    "torch under another name": Whole("""\
import torch as th

tiny = th.tensor(1e-50)  # expect: TEF319
"""),
    "functions imported by name": Whole("""\
from torch import clamp, Tensor


def safe(x: Tensor):
    return clamp(x, min=1e-50)  # expect: TEF319
"""),
    "half masked_fill": """\
def attend(q: torch.Tensor, k: torch.Tensor, mask: torch.Tensor):
    scores = (q @ k.transpose(-2, -1)).half()
    return scores.masked_fill(mask, -1e9)  # expect: TEF319
""",
    "half masked_fill in place": """\
scores = torch.zeros(4, 4, dtype=torch.float16)
mask = torch.ones(4, 4, dtype=torch.bool).triu(1)


def causal():
    return scores.masked_fill_(mask, -1e10)  # expect: TEF319
""",
    "half full": """\
def bias(n: int):
    return torch.full((n, n), -1e9, dtype=torch.float16)  # expect: TEF319
""",
    "half tensor": """\
big = torch.tensor(1e6, dtype=torch.half)  # expect: TEF319
""",
    "half tensor made zero": """\
eps = torch.tensor(1e-9, dtype=torch.float16)  # expect: TEF319
""",
    "half epsilon": """\
def safe_log(x: torch.Tensor):
    x = x.to(torch.float16)
    return torch.log(x + 1e-8)  # expect: TEF319
""",
    "half epsilon by clamp": """\
def safe_log(x: torch.Tensor):
    return x.half().clamp(min=1e-8).log()  # expect: TEF319
""",
    "half torch.where": """\
def attend(scores: torch.Tensor, mask: torch.Tensor):
    scores = scores.to(dtype=torch.half)
    return torch.where(mask, scores, -1e9)  # expect: TEF319
""",
    "half new_full": """\
def start():
    x = torch.zeros(3, dtype=torch.half)
    return x.new_full((5,), 1e5)  # expect: TEF319
""",
    "half minus a large number": """\
def mask_out(mask: torch.Tensor):
    logits = torch.zeros(8, 8).half()
    return torch.where(mask, logits, logits - 1e9)  # expect: TEF319
""",
    "bfloat16 has the range of float32": """\
tiny = torch.tensor(1e39, dtype=torch.bfloat16)  # expect: TEF319
""",
    "lambda": """\
safe_log = lambda x: torch.log(x + 1e-50)  # expect: TEF319
""",
    "comprehension": """\
def logs(xs: list[torch.Tensor]):
    return [torch.log(x + 1e-50) for x in xs]  # expect: TEF319
""",
    "nested function": """\
def make():
    def safe_log(x: torch.Tensor):
        return torch.log(x.clamp(min=1e-50))  # expect: TEF319

    return safe_log
""",
    "root of a variance": """\
def standardise(x: torch.Tensor, mean: torch.Tensor, var: torch.Tensor):
    return (x - mean) / torch.sqrt(var + 1e-50)  # expect: TEF319
""",
    "number moved to a device": """\
def start(device: torch.device):
    return torch.tensor(1e-50, device=device)  # expect: TEF319
""",
    "parameter started at a tiny number": """\
class Scale(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.full((8,), 1e-50))  # expect: TEF319

    def forward(self, x):
        return x * self.scale
""",
    "padding value": """\
def pad(x: torch.Tensor):
    return F.pad(x, (0, 1), value=-1e39)  # expect: TEF319
""",
    "an epsilon constant of the module": """\
EPS = 1e-50


def entropy(p: torch.Tensor) -> torch.Tensor:
    return -(p * torch.log(p + EPS)).sum(dim=-1)  # expect: TEF319
""",
    "float16 scores through matmul and a name": Whole("""\
import math

import torch


def attention(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    q, k = q.to(torch.float16), k.to(torch.float16)
    scores = torch.matmul(q, k.transpose(-2, -1)) / math.sqrt(q.size(-1))
    scores = scores.masked_fill(mask == 0, -1e9)  # expect: TEF319
    return torch.softmax(scores, dim=-1) @ v.to(torch.float16)
"""),
    "half denominator with an epsilon that half rounds to zero": """\
def normalise(x: torch.Tensor) -> torch.Tensor:
    y = x.half()
    total = y.sum(dim=-1, keepdim=True)
    return y / (total + 1e-8)  # expect: TEF319
""",
    "best score so far starts beyond float32": """\
def nearest(x: torch.Tensor, centres: list[torch.Tensor]) -> torch.Tensor:
    best = torch.full((x.size(0),), 1e300, device=x.device)  # expect: TEF319
    for c in centres:
        best = torch.minimum(best, (x - c).abs().sum(dim=1))
    return best
""",
    "mask value no float but float64 holds": """\
def mask_logits(logits: Tensor, legal: Tensor) -> Tensor:
    return logits.masked_fill(~legal, -1e100)  # expect: TEF319
""",
    "one entry of a list": """\
TEMPERATURES = torch.tensor([1.0, 0.1, 1e-46])  # expect: TEF319
""",
    "double comes after the float32 tensor was made": """\
def tolerance() -> torch.Tensor:
    return torch.tensor(1e-60).double()  # expect: TEF319
""",
    "clamp by keyword before a log": """\
def kl(p: torch.Tensor, q: torch.Tensor) -> torch.Tensor:
    return F.kl_div(torch.clamp(q, min=1e-100).log(), p, reduction="batchmean")  # expect: TEF319
""",
    "a NumPy scalar in single precision": Whole("""\
import numpy as np
import torch

LIMIT = np.float32(1e39)  # expect: TEF319


def describe(x: torch.Tensor) -> str:
    return f"{tuple(x.shape)} up to {LIMIT}"
"""),
    "epsilon attribute set in the constructor": """\
class Normalise(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.eps = 1e-64

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x / (x.abs().sum(dim=-1, keepdim=True) + self.eps)  # expect: TEF319
""",
    "in-place method on a factory result": """\
def prior(n: int) -> torch.Tensor:
    counts = torch.zeros(n)
    counts.add_(1e-47)  # expect: TEF319
    return counts / counts.sum(dim=0)
""",
    "new_full on a half tensor": """\
def pad(x: torch.Tensor, n: int) -> torch.Tensor:
    h = x.half()
    fill = h.new_full((h.size(0), n), -1e6)  # expect: TEF319
    return torch.cat([h, fill], dim=1)
""",
    "half weights from a factory with dtype": """\
def table(n: int) -> torch.Tensor:
    return torch.full((n, n), 1e5, dtype=torch.float16)  # expect: TEF319
""",
    "a literal on the left of the operator": """\
def inverse(variance: torch.Tensor) -> torch.Tensor:
    return torch.reciprocal(1e-50 + variance)  # expect: TEF319
""",
    "float32 restored after double": """\
def stable(x: torch.Tensor) -> torch.Tensor:
    wide = x.double()
    total = wide.sum(dim=-1)
    narrow = total.to(torch.float32)
    return torch.log(narrow + 1e-300)  # expect: TEF319
""",
}

LEAVE: dict[str, str] = {
    "usual epsilon": """\
def safe_log(x: torch.Tensor):
    return torch.log(x + 1e-8)
""",
    "epsilon at the edge of normal numbers": """\
def safe_log(x: torch.Tensor):
    return torch.log(x.clamp(min=1e-38))
""",
    "subnormal": """\
y = torch.tensor(1e-40)
""",
    "smallest subnormal": """\
y = torch.tensor(1e-45)
""",
    "subnormal epsilon": """\
def safe_log(x: torch.Tensor):
    return torch.log(x + 1e-44)
""",
    "largest float32": """\
big = torch.tensor(3.4e38)
""",
    "largest float32 as a mask": """\
def attend(scores: torch.Tensor, mask: torch.Tensor):
    return scores.masked_fill(mask, -3.4028234e38)
""",
    "float64 tensor": """\
tiny = torch.tensor(1e-50, dtype=torch.float64)
""",
    "dtype torch.double": """\
big = torch.full((4,), 1e100, dtype=torch.double)
""",
    "float64 imported by name": Whole("""\
from torch import float64, full

cost = full((3, 3), 1e39, dtype=float64)
"""),
    "double operand": """\
def safe_log(x: torch.Tensor):
    x = x.double()
    return torch.log(x + 1e-50)
""",
    "operand moved to float64": """\
def safe_log(x: torch.Tensor):
    return torch.log(x.to(torch.float64).clamp(min=1e-300))
""",
    "operand moved to float64 by keyword": """\
def safe_log(x: torch.Tensor):
    y = x.to(dtype=torch.float64)
    return torch.log(y + 1e-50)
""",
    "float64 factory": """\
x = torch.rand(5, dtype=torch.float64)
y = torch.log(x + 1e-50)
""",
    "full_like of a float64 tensor": """\
x = torch.zeros(3, dtype=torch.float64)
y = torch.full_like(x, 1e-50)
""",
    "full_like with its own dtype": """\
def start(x: torch.Tensor):
    return torch.full_like(x, 1e-50, dtype=torch.float64)
""",
    "float64 by arithmetic": """\
def ratio(a: torch.Tensor):
    b = a.double() * 2
    return b / (b.abs() + 1e-50)
""",
    "float64 as the default type": """\
torch.set_default_dtype(torch.float64)
y = torch.tensor(1e-50)
""",
    "complex128": """\
z = torch.zeros(3, dtype=torch.complex128)
w = z + 1e-50
""",
    "usual mask value": """\
def attend(scores: torch.Tensor, mask: torch.Tensor):
    return scores.masked_fill(mask == 0, -1e9)
""",
    "mask value on float32": """\
def attend(scores: torch.Tensor, mask: torch.Tensor):
    return scores.float().masked_fill(mask, -1e30)
""",
    "mask value on bfloat16": """\
def attend(scores: torch.Tensor, mask: torch.Tensor):
    scores = scores.to(torch.bfloat16)
    return scores.masked_fill(mask, -1e9)
""",
    "bfloat16 tensor": """\
x = torch.full((2, 2), -1e30, dtype=torch.bfloat16)
""",
    "mask value within half": """\
def attend(scores: torch.Tensor, mask: torch.Tensor):
    return scores.half().masked_fill(mask, -1e4)
""",
    "largest half": """\
x = torch.full((2,), -65504.0, dtype=torch.float16)
""",
    "half epsilon it can hold": """\
def safe_log(x: torch.Tensor):
    return torch.log(x.half() + 1e-6)
""",
    "half turned back into float": """\
def attend(scores: torch.Tensor, mask: torch.Tensor):
    scores = scores.half().float()
    return scores.masked_fill(mask, -1e9)
""",
    "minus infinity": """\
def attend(scores: torch.Tensor, mask: torch.Tensor):
    return scores.masked_fill(mask, float("-inf"))
""",
    "infinity of the math module": Whole("""\
import math
import torch

best = torch.full((3,), -math.inf)
"""),
    "infinity of torch": """\
best = torch.full((3,), torch.inf)
""",
    "smallest number of the type": """\
def attend(scores: torch.Tensor, mask: torch.Tensor):
    return scores.masked_fill(mask, torch.finfo(scores.dtype).min)
""",
    "tiny number of the type": """\
def safe_log(x: torch.Tensor):
    return torch.log(x.clamp(min=torch.finfo(x.dtype).tiny))
""",
    "Python floats": Whole("""\
import math
import torch


def bits(p: float):
    return torch.full((1,), math.log(p + 1e-50))
"""),
    "Python float read from a tensor": """\
def converged(loss: torch.Tensor):
    value = loss.item()
    return value + 1e-50 < 1e-40
""",
    "numpy float64": Whole("""\
import numpy as np
import torch

big = np.float64(1e39)
x = torch.zeros(2)
"""),
    "numpy float64 array": Whole("""\
import numpy as np
import torch


def safe_log(p: np.ndarray):
    return torch.from_numpy(np.log(p + 1e-50))
"""),
    "numpy array made by default": Whole("""\
import numpy as np
import torch

table = np.array([1e-50, 1e50])
x = torch.zeros(2)
"""),
    "tensor that keeps numpy's float64": Whole("""\
import numpy as np
import torch

x = torch.from_numpy(np.array([0.5, 0.25]))
y = torch.log(x + 1e-50)
"""),
    "list of numbers": """\
limits = [1e-50, 1e50]
x = torch.zeros(len(limits))
""",
    "unknown operand": """\
def safe(x):
    return x + 1e-50


def start():
    return torch.zeros(2)
""",
    "own tensor function": """\
def tensor(value: float):
    return value * 2


y = tensor(1e-50)
z = torch.zeros(2)
""",
    "literal only in a comparison of floats": """\
def small(tolerance: float):
    if tolerance < 1e-50:
        return torch.zeros(1)
    return torch.ones(1)
""",
    "name bound again": """\
def safe_log(x: torch.Tensor):
    eps = 1e-50
    eps = max(eps, 1e-12)
    return torch.log(x + eps)
""",
    "large integers": """\
x = torch.tensor(10**15)
y = torch.full((2,), 2**62)
""",
    "string of a number": """\
label = "1e-50"
x = torch.zeros(len(label))
""",
    "zero itself": """\
def positive(x: torch.Tensor):
    return x.clamp(min=0.0) + 0.0
""",
    "literal for half kept in float32": """\
def attend(scores: torch.Tensor, mask: torch.Tensor):
    bias = torch.zeros(4, 4).masked_fill(mask, -1e9)
    return scores + bias
""",
    "half weights and a mask of its own dtype": """\
def bias(mask: torch.Tensor, dtype: torch.dtype):
    return torch.zeros(4, 4, dtype=dtype).masked_fill(mask, torch.finfo(dtype).min)
""",
    "literal as a dictionary value": """\
defaults = {"xtol": 1e-50, "big": 1e60}
x = torch.zeros(len(defaults))
""",
    "float64 branch": """\
def safe_log(x: torch.Tensor):
    if x.dtype == torch.float64:
        return torch.log(x + 1e-300)
    return torch.log(x + 1e-30)
""",
    "double through a chain": """\
def entropy(p: torch.Tensor) -> torch.Tensor:
    wide = p.double()
    total = wide / wide.sum(dim=-1, keepdim=True)
    return -(total * torch.log(total + 1e-300)).sum(dim=-1)
""",
    "dtype float64 through a name": """\
DTYPE = torch.float64
tiny = torch.tensor(1e-50, dtype=DTYPE)
huge = torch.full((2, 2), 1e300, dtype=DTYPE)
""",
    "the default dtype of the file is double": """\
torch.set_default_dtype(torch.float64)

floor = torch.tensor(1e-50)
grid = torch.zeros(4) + 1e-60
""",
    "bfloat16 has float32's range": """\
def attention(q: torch.Tensor, k: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    scores = q.bfloat16() @ k.bfloat16().transpose(-2, -1)
    scores = scores.masked_fill(mask, -1e9)
    return torch.softmax(scores + 1e-30, dim=-1)
""",
    "half goes back to float before the mask": """\
def attention(q: torch.Tensor, k: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    scores = (q.half() @ k.half().transpose(-2, -1)).float()
    return torch.softmax(scores.masked_fill(mask, -1e9), dim=-1)
""",
    "what half can hold": """\
def attention(q: torch.Tensor, k: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    scores = q.half() @ k.half().transpose(-2, -1)
    scores = scores.masked_fill(mask, -6e4)
    return scores.clamp(min=-65504.0, max=65504.0) + 1e-7
""",
    "a dtype nobody knows, literals that float32 holds": """\
def masked(scores: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    return scores.masked_fill(mask, -1e9) / (scores.abs().sum(dim=-1, keepdim=True) + 1e-12)
""",
    "subnormals and the edges of float32": """\
edges = torch.tensor([1e-40, 1.5e-45, 3.4e38, -3.4e38])
low = torch.zeros(3) + 1e-44
""",
    "finfo instead of a literal": """\
def masked(scores: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    h = scores.half()
    h = h.masked_fill(mask, torch.finfo(h.dtype).min)
    return h + torch.finfo(h.dtype).tiny
""",
    "infinity is meant": Whole("""\
import math

import torch


def masked(scores: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    return scores.half().masked_fill(mask, float("-inf")).clamp(max=math.inf)
"""),
    "a logarithm of the tiny number, taken in Python": Whole("""\
import math

import torch

LOG_FLOOR = math.log(1e-100)


def floor(log_p: torch.Tensor) -> torch.Tensor:
    return log_p.clamp(min=LOG_FLOOR)
"""),
    "a Python search with a tiny tolerance": """\
def bisect(f, lo: float, hi: float, tol: float = 1e-60) -> torch.Tensor:
    while hi - lo > tol * 1e-10:
        mid = (lo + hi) / 2
        if mid in (lo, hi):
            break
        lo, hi = (mid, hi) if f(mid) < 0 else (lo, mid)
    return torch.tensor(lo)
""",
    "NumPy's double goes over as double": Whole("""\
import numpy as np
import torch


def grid() -> torch.Tensor:
    steps = np.array([1e-50, 1e-60, 1e100])
    return torch.from_numpy(steps + 1e-70)
"""),
    "a network in double": """\
def log_density(x: torch.Tensor) -> torch.Tensor:
    flow = nn.Linear(3, 3).double()
    y = flow(x.double()).exp()
    return torch.log(y + 1e-200)
""",
    "nothing known about the operand": """\
def shift(values, eps=1e-50):
    return values + eps, [v + 1e-60 for v in values], torch.__version__
""",
    "complex128 and zeros_like of a double": """\
base = torch.ones(3, dtype=torch.double)
phase = torch.tensor(1e-50, dtype=torch.complex128)
noise = torch.zeros_like(base) + 1e-50
more = base.new_full((2,), 1e100)
""",
}
