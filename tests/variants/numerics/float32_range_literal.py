"""TEF319 float32-range-literal: programs that must be flagged and near misses that must stay silent.

In FLAG, `# expect: CODE` ends each line on which a finding must stand, and no other finding may stand anywhere.
In LEAVE there must be none at all.
"""

FLAG: dict[str, str] = {
    "tensor of a tiny number": """\
import torch

y = torch.tensor(1e-50)  # expect: TEF319
""",
    "tensor of a huge number": """\
import torch

y = torch.tensor(1e39)  # expect: TEF319
""",
    "negative huge number": """\
import torch

lowest = torch.tensor(-1e39)  # expect: TEF319
""",
    "written without an exponent sign": """\
import torch

big = torch.tensor(3.5e38)  # expect: TEF319
""",
    "written with a decimal point": """\
import torch

tiny = torch.tensor(1.0e-60)  # expect: TEF319
""",
    "just below the smallest subnormal": """\
import torch

tiny = torch.tensor(5e-46)  # expect: TEF319
""",
    "explicit float32": """\
import torch

tiny = torch.tensor(1e-50, dtype=torch.float32)  # expect: TEF319
""",
    "dtype torch.float": """\
import torch

big = torch.tensor(1e200, dtype=torch.float)  # expect: TEF319
""",
    "inside a list": """\
import torch

scales = torch.tensor([1.0, 1e-50, 2.0])  # expect: TEF319
""",
    "as_tensor": """\
import torch

scale = torch.as_tensor(1e-46)  # expect: TEF319
""",
    "torch.full": """\
import torch


def start(s: int):
    return torch.full((s, s), 1e-46)  # expect: TEF319
""",
    "torch.full by keyword": """\
import torch

cost = torch.full(size=(4,), fill_value=1e39)  # expect: TEF319
""",
    "full_like": """\
import torch


def start(x: torch.Tensor):
    return torch.full_like(x, 1e-50)  # expect: TEF319
""",
    "new_full": """\
import torch


def start(x: torch.Tensor):
    return x.new_full((3,), 1e50)  # expect: TEF319
""",
    "fill in place": """\
import torch


def reset(x: torch.Tensor):
    x.fill_(1e-50)  # expect: TEF319
    return x
""",
    "added to a tensor": """\
import torch


def safe_log(x: torch.Tensor):
    return torch.log(x + 1e-50)  # expect: TEF319
""",
    "added from the left": """\
import torch


def safe_log(x: torch.Tensor):
    return (1e-60 + x).log()  # expect: TEF319
""",
    "torch.add": """\
import torch


def shift(x: torch.Tensor):
    return torch.add(x, 1e-50)  # expect: TEF319
""",
    "add method": """\
import torch


def shift(x: torch.Tensor):
    return x.add(1e-50)  # expect: TEF319
""",
    "add in place": """\
import torch


def shift(x: torch.Tensor):
    x.add_(1e-50)  # expect: TEF319
    return x
""",
    "augmented addition": """\
import torch


def shift(x: torch.Tensor):
    x += 1e-50  # expect: TEF319
    return x
""",
    "denominator": """\
import torch


def ratio(a: torch.Tensor, b: torch.Tensor):
    return a / (b + 1e-50)  # expect: TEF319
""",
    "normalised by a sum": """\
import torch


def normalise(x: torch.Tensor):
    return x / (x.sum(dim=1, keepdim=True) + 1e-100)  # expect: TEF319
""",
    "subtraction": """\
import torch


def mask_out(scores: torch.Tensor, mask: torch.Tensor):
    return torch.where(mask, scores, scores - 1e40)  # expect: TEF319
""",
    "multiplication": """\
import torch


def shrink(x: torch.Tensor):
    return x * 1e-50  # expect: TEF319
""",
    "multiplied penalty": """\
import torch


def penalise(scores: torch.Tensor, mask: torch.Tensor):
    return scores + (1 - mask.float()) * -1e39  # expect: TEF319
""",
    "clamp by keyword": """\
import torch


def safe_log(p: torch.Tensor):
    return p.clamp(min=1e-50).log()  # expect: TEF319
""",
    "torch.clamp positional": """\
import torch


def safe_log(p: torch.Tensor):
    return torch.log(torch.clamp(p, 1e-50, 1.0))  # expect: TEF319
""",
    "clamp_min": """\
import torch


def safe_log(p: torch.Tensor):
    return torch.log(p.clamp_min(1e-50))  # expect: TEF319
""",
    "clip": """\
import torch


def safe_log(p: torch.Tensor):
    return torch.clip(p, min=1e-300).log()  # expect: TEF319
""",
    "clamp from above": """\
import torch


def bound(x: torch.Tensor):
    return x.clamp(max=1e39)  # expect: TEF319
""",
    "clamp in place": """\
import torch


def bound(x: torch.Tensor):
    return x.clamp_(min=1e-50)  # expect: TEF319
""",
    "masked_fill": """\
import torch


def attend(scores: torch.Tensor, mask: torch.Tensor):
    return scores.masked_fill(mask, -1e39).softmax(dim=-1)  # expect: TEF319
""",
    "masked_fill in place": """\
import torch


def attend(scores: torch.Tensor, mask: torch.Tensor):
    scores.masked_fill_(mask == 0, -1e300)  # expect: TEF319
    return torch.softmax(scores, dim=-1)
""",
    "torch.where": """\
import torch


def safe(x: torch.Tensor):
    return torch.where(x > 0, x, 1e-50)  # expect: TEF319
""",
    "constant of the module": """\
import torch

EPS = 1e-50


def safe_log(x: torch.Tensor):
    return torch.log(x + EPS)  # expect: TEF319
""",
    "local name": """\
import torch


def safe_log(x: torch.Tensor):
    eps = 1e-50
    return torch.log(x.clamp(min=eps))  # expect: TEF319
""",
    "tensor of a local name": """\
import torch

tiny = 1e-46
y = torch.tensor(tiny)  # expect: TEF319
""",
    "attribute set in the constructor": """\
import torch
from torch import nn


class Norm(nn.Module):
    def __init__(self):
        super().__init__()
        self.eps = 1e-50

    def forward(self, x):
        return x / (x.abs().amax(dim=-1, keepdim=True) + self.eps)  # expect: TEF319
""",
    "module output": """\
import torch
from torch import nn

head = nn.Linear(4, 4)


def loss(x: torch.Tensor):
    return torch.log(head(x).relu() + 1e-50)  # expect: TEF319
""",
    "known float32 tensor": """\
import torch

weights = torch.rand(5)
entropy = torch.log(weights + 1e-50)  # expect: TEF319
""",
    "numpy float32 scalar": """\
import numpy as np
import torch

y = np.float32(1e39)  # expect: TEF319
z = torch.full((2,), 3.0)
""",
    "numpy float32 scalar made zero": """\
import numpy as np
import torch

x = torch.ones(3)
y = np.float32(1e-50)  # expect: TEF319
""",
    "torch under another name": """\
import torch as th

tiny = th.tensor(1e-50)  # expect: TEF319
""",
    "functions imported by name": """\
from torch import clamp, Tensor


def safe(x: Tensor):
    return clamp(x, min=1e-50)  # expect: TEF319
""",
    "half masked_fill": """\
import torch


def attend(q: torch.Tensor, k: torch.Tensor, mask: torch.Tensor):
    scores = (q @ k.transpose(-2, -1)).half()
    return scores.masked_fill(mask, -1e9)  # expect: TEF319
""",
    "half masked_fill in place": """\
import torch

scores = torch.zeros(4, 4, dtype=torch.float16)
mask = torch.ones(4, 4, dtype=torch.bool).triu(1)


def causal():
    return scores.masked_fill_(mask, -1e10)  # expect: TEF319
""",
    "half full": """\
import torch


def bias(n: int):
    return torch.full((n, n), -1e9, dtype=torch.float16)  # expect: TEF319
""",
    "half tensor": """\
import torch

big = torch.tensor(1e6, dtype=torch.half)  # expect: TEF319
""",
    "half tensor made zero": """\
import torch

eps = torch.tensor(1e-9, dtype=torch.float16)  # expect: TEF319
""",
    "half epsilon": """\
import torch


def safe_log(x: torch.Tensor):
    x = x.to(torch.float16)
    return torch.log(x + 1e-8)  # expect: TEF319
""",
    "half epsilon by clamp": """\
import torch


def safe_log(x: torch.Tensor):
    return x.half().clamp(min=1e-8).log()  # expect: TEF319
""",
    "half torch.where": """\
import torch


def attend(scores: torch.Tensor, mask: torch.Tensor):
    scores = scores.to(dtype=torch.half)
    return torch.where(mask, scores, -1e9)  # expect: TEF319
""",
    "half new_full": """\
import torch


def start():
    x = torch.zeros(3, dtype=torch.half)
    return x.new_full((5,), 1e5)  # expect: TEF319
""",
    "half minus a large number": """\
import torch


def mask_out(mask: torch.Tensor):
    logits = torch.zeros(8, 8).half()
    return torch.where(mask, logits, logits - 1e9)  # expect: TEF319
""",
    "bfloat16 has the range of float32": """\
import torch

tiny = torch.tensor(1e39, dtype=torch.bfloat16)  # expect: TEF319
""",
    "lambda": """\
import torch

safe_log = lambda x: torch.log(x + 1e-50)  # expect: TEF319
""",
    "comprehension": """\
import torch


def logs(xs: list[torch.Tensor]):
    return [torch.log(x + 1e-50) for x in xs]  # expect: TEF319
""",
    "nested function": """\
import torch


def make():
    def safe_log(x: torch.Tensor):
        return torch.log(x.clamp(min=1e-50))  # expect: TEF319

    return safe_log
""",
    "root of a variance": """\
import torch


def standardise(x: torch.Tensor, mean: torch.Tensor, var: torch.Tensor):
    return (x - mean) / torch.sqrt(var + 1e-50)  # expect: TEF319
""",
    "number moved to a device": """\
import torch


def start(device: torch.device):
    return torch.tensor(1e-50, device=device)  # expect: TEF319
""",
    "parameter started at a tiny number": """\
import torch
from torch import nn


class Scale(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.full((8,), 1e-50))  # expect: TEF319

    def forward(self, x):
        return x * self.scale
""",
    "padding value": """\
import torch
import torch.nn.functional as F


def pad(x: torch.Tensor):
    return F.pad(x, (0, 1), value=-1e39)  # expect: TEF319
""",
    "an epsilon constant of the module": """\
import torch

EPS = 1e-50


def entropy(p: torch.Tensor) -> torch.Tensor:
    return -(p * torch.log(p + EPS)).sum(dim=-1)  # expect: TEF319
""",
    "float16 scores through matmul and a name": """\
import math

import torch


def attention(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    q, k = q.to(torch.float16), k.to(torch.float16)
    scores = torch.matmul(q, k.transpose(-2, -1)) / math.sqrt(q.size(-1))
    scores = scores.masked_fill(mask == 0, -1e9)  # expect: TEF319
    return torch.softmax(scores, dim=-1) @ v.to(torch.float16)
""",
    "half denominator with an epsilon that half rounds to zero": """\
import torch


def normalise(x: torch.Tensor) -> torch.Tensor:
    y = x.half()
    total = y.sum(dim=-1, keepdim=True)
    return y / (total + 1e-8)  # expect: TEF319
""",
    "best score so far starts beyond float32": """\
import torch


def nearest(x: torch.Tensor, centres: list[torch.Tensor]) -> torch.Tensor:
    best = torch.full((x.size(0),), 1e300, device=x.device)  # expect: TEF319
    for c in centres:
        best = torch.minimum(best, (x - c).abs().sum(dim=1))
    return best
""",
    "mask value no float but float64 holds": """\
import torch
from torch import Tensor


def mask_logits(logits: Tensor, legal: Tensor) -> Tensor:
    return logits.masked_fill(~legal, -1e100)  # expect: TEF319
""",
    "one entry of a list": """\
import torch

TEMPERATURES = torch.tensor([1.0, 0.1, 1e-46])  # expect: TEF319
""",
    "double comes after the float32 tensor was made": """\
import torch


def tolerance() -> torch.Tensor:
    return torch.tensor(1e-60).double()  # expect: TEF319
""",
    "clamp by keyword before a log": """\
import torch
import torch.nn.functional as F


def kl(p: torch.Tensor, q: torch.Tensor) -> torch.Tensor:
    return F.kl_div(torch.clamp(q, min=1e-100).log(), p, reduction="batchmean")  # expect: TEF319
""",
    "a NumPy scalar in single precision": """\
import numpy as np
import torch

LIMIT = np.float32(1e39)  # expect: TEF319


def describe(x: torch.Tensor) -> str:
    return f"{tuple(x.shape)} up to {LIMIT}"
""",
    "epsilon attribute set in the constructor": """\
import torch
from torch import nn


class Normalise(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.eps = 1e-64

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x / (x.abs().sum(dim=-1, keepdim=True) + self.eps)  # expect: TEF319
""",
    "in-place method on a factory result": """\
import torch


def prior(n: int) -> torch.Tensor:
    counts = torch.zeros(n)
    counts.add_(1e-47)  # expect: TEF319
    return counts / counts.sum(dim=0)
""",
    "new_full on a half tensor": """\
import torch


def pad(x: torch.Tensor, n: int) -> torch.Tensor:
    h = x.half()
    fill = h.new_full((h.size(0), n), -1e6)  # expect: TEF319
    return torch.cat([h, fill], dim=1)
""",
    "half weights from a factory with dtype": """\
import torch


def table(n: int) -> torch.Tensor:
    return torch.full((n, n), 1e5, dtype=torch.float16)  # expect: TEF319
""",
    "a literal on the left of the operator": """\
import torch


def inverse(variance: torch.Tensor) -> torch.Tensor:
    return torch.reciprocal(1e-50 + variance)  # expect: TEF319
""",
    "float32 restored after double": """\
import torch


def stable(x: torch.Tensor) -> torch.Tensor:
    wide = x.double()
    total = wide.sum(dim=-1)
    narrow = total.to(torch.float32)
    return torch.log(narrow + 1e-300)  # expect: TEF319
""",
}

LEAVE: dict[str, str] = {
    "usual epsilon": """\
import torch


def safe_log(x: torch.Tensor):
    return torch.log(x + 1e-8)
""",
    "epsilon at the edge of normal numbers": """\
import torch


def safe_log(x: torch.Tensor):
    return torch.log(x.clamp(min=1e-38))
""",
    "subnormal": """\
import torch

y = torch.tensor(1e-40)
""",
    "smallest subnormal": """\
import torch

y = torch.tensor(1e-45)
""",
    "subnormal epsilon": """\
import torch


def safe_log(x: torch.Tensor):
    return torch.log(x + 1e-44)
""",
    "largest float32": """\
import torch

big = torch.tensor(3.4e38)
""",
    "largest float32 as a mask": """\
import torch


def attend(scores: torch.Tensor, mask: torch.Tensor):
    return scores.masked_fill(mask, -3.4028234e38)
""",
    "float64 tensor": """\
import torch

tiny = torch.tensor(1e-50, dtype=torch.float64)
""",
    "dtype torch.double": """\
import torch

big = torch.full((4,), 1e100, dtype=torch.double)
""",
    "float64 imported by name": """\
from torch import float64, full

cost = full((3, 3), 1e39, dtype=float64)
""",
    "double operand": """\
import torch


def safe_log(x: torch.Tensor):
    x = x.double()
    return torch.log(x + 1e-50)
""",
    "operand moved to float64": """\
import torch


def safe_log(x: torch.Tensor):
    return torch.log(x.to(torch.float64).clamp(min=1e-300))
""",
    "operand moved to float64 by keyword": """\
import torch


def safe_log(x: torch.Tensor):
    y = x.to(dtype=torch.float64)
    return torch.log(y + 1e-50)
""",
    "float64 factory": """\
import torch

x = torch.rand(5, dtype=torch.float64)
y = torch.log(x + 1e-50)
""",
    "full_like of a float64 tensor": """\
import torch

x = torch.zeros(3, dtype=torch.float64)
y = torch.full_like(x, 1e-50)
""",
    "full_like with its own dtype": """\
import torch


def start(x: torch.Tensor):
    return torch.full_like(x, 1e-50, dtype=torch.float64)
""",
    "float64 by arithmetic": """\
import torch


def ratio(a: torch.Tensor):
    b = a.double() * 2
    return b / (b.abs() + 1e-50)
""",
    "float64 as the default type": """\
import torch

torch.set_default_dtype(torch.float64)
y = torch.tensor(1e-50)
""",
    "complex128": """\
import torch

z = torch.zeros(3, dtype=torch.complex128)
w = z + 1e-50
""",
    "usual mask value": """\
import torch


def attend(scores: torch.Tensor, mask: torch.Tensor):
    return scores.masked_fill(mask == 0, -1e9)
""",
    "mask value on float32": """\
import torch


def attend(scores: torch.Tensor, mask: torch.Tensor):
    return scores.float().masked_fill(mask, -1e30)
""",
    "mask value on bfloat16": """\
import torch


def attend(scores: torch.Tensor, mask: torch.Tensor):
    scores = scores.to(torch.bfloat16)
    return scores.masked_fill(mask, -1e9)
""",
    "bfloat16 tensor": """\
import torch

x = torch.full((2, 2), -1e30, dtype=torch.bfloat16)
""",
    "mask value within half": """\
import torch


def attend(scores: torch.Tensor, mask: torch.Tensor):
    return scores.half().masked_fill(mask, -1e4)
""",
    "largest half": """\
import torch

x = torch.full((2,), -65504.0, dtype=torch.float16)
""",
    "half epsilon it can hold": """\
import torch


def safe_log(x: torch.Tensor):
    return torch.log(x.half() + 1e-6)
""",
    "half turned back into float": """\
import torch


def attend(scores: torch.Tensor, mask: torch.Tensor):
    scores = scores.half().float()
    return scores.masked_fill(mask, -1e9)
""",
    "minus infinity": """\
import torch


def attend(scores: torch.Tensor, mask: torch.Tensor):
    return scores.masked_fill(mask, float("-inf"))
""",
    "infinity of the math module": """\
import math
import torch

best = torch.full((3,), -math.inf)
""",
    "infinity of torch": """\
import torch

best = torch.full((3,), torch.inf)
""",
    "smallest number of the type": """\
import torch


def attend(scores: torch.Tensor, mask: torch.Tensor):
    return scores.masked_fill(mask, torch.finfo(scores.dtype).min)
""",
    "tiny number of the type": """\
import torch


def safe_log(x: torch.Tensor):
    return torch.log(x.clamp(min=torch.finfo(x.dtype).tiny))
""",
    "Python floats": """\
import math
import torch


def bits(p: float):
    return torch.full((1,), math.log(p + 1e-50))
""",
    "Python float read from a tensor": """\
import torch


def converged(loss: torch.Tensor):
    value = loss.item()
    return value + 1e-50 < 1e-40
""",
    "numpy float64": """\
import numpy as np
import torch

big = np.float64(1e39)
x = torch.zeros(2)
""",
    "numpy float64 array": """\
import numpy as np
import torch


def safe_log(p: np.ndarray):
    return torch.from_numpy(np.log(p + 1e-50))
""",
    "numpy array made by default": """\
import numpy as np
import torch

table = np.array([1e-50, 1e50])
x = torch.zeros(2)
""",
    "tensor that keeps numpy's float64": """\
import numpy as np
import torch

x = torch.from_numpy(np.array([0.5, 0.25]))
y = torch.log(x + 1e-50)
""",
    "list of numbers": """\
import torch

limits = [1e-50, 1e50]
x = torch.zeros(len(limits))
""",
    "unknown operand": """\
import torch


def safe(x):
    return x + 1e-50


def start():
    return torch.zeros(2)
""",
    "own tensor function": """\
import torch


def tensor(value: float):
    return value * 2


y = tensor(1e-50)
z = torch.zeros(2)
""",
    "literal only in a comparison of floats": """\
import torch


def small(tolerance: float):
    if tolerance < 1e-50:
        return torch.zeros(1)
    return torch.ones(1)
""",
    "name bound again": """\
import torch


def safe_log(x: torch.Tensor):
    eps = 1e-50
    eps = max(eps, 1e-12)
    return torch.log(x + eps)
""",
    "large integers": """\
import torch

x = torch.tensor(10**15)
y = torch.full((2,), 2**62)
""",
    "string of a number": """\
import torch

label = "1e-50"
x = torch.zeros(len(label))
""",
    "zero itself": """\
import torch


def positive(x: torch.Tensor):
    return x.clamp(min=0.0) + 0.0
""",
    "literal for half kept in float32": """\
import torch


def attend(scores: torch.Tensor, mask: torch.Tensor):
    bias = torch.zeros(4, 4).masked_fill(mask, -1e9)
    return scores + bias
""",
    "half weights and a mask of its own dtype": """\
import torch


def bias(mask: torch.Tensor, dtype: torch.dtype):
    return torch.zeros(4, 4, dtype=dtype).masked_fill(mask, torch.finfo(dtype).min)
""",
    "literal as a dictionary value": """\
import torch

defaults = {"xtol": 1e-50, "big": 1e60}
x = torch.zeros(len(defaults))
""",
    "float64 branch": """\
import torch


def safe_log(x: torch.Tensor):
    if x.dtype == torch.float64:
        return torch.log(x + 1e-300)
    return torch.log(x + 1e-30)
""",
    "double through a chain": """\
import torch


def entropy(p: torch.Tensor) -> torch.Tensor:
    wide = p.double()
    total = wide / wide.sum(dim=-1, keepdim=True)
    return -(total * torch.log(total + 1e-300)).sum(dim=-1)
""",
    "dtype float64 through a name": """\
import torch

DTYPE = torch.float64
tiny = torch.tensor(1e-50, dtype=DTYPE)
huge = torch.full((2, 2), 1e300, dtype=DTYPE)
""",
    "the default dtype of the file is double": """\
import torch

torch.set_default_dtype(torch.float64)

floor = torch.tensor(1e-50)
grid = torch.zeros(4) + 1e-60
""",
    "bfloat16 has float32's range": """\
import torch


def attention(q: torch.Tensor, k: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    scores = q.bfloat16() @ k.bfloat16().transpose(-2, -1)
    scores = scores.masked_fill(mask, -1e9)
    return torch.softmax(scores + 1e-30, dim=-1)
""",
    "half goes back to float before the mask": """\
import torch


def attention(q: torch.Tensor, k: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    scores = (q.half() @ k.half().transpose(-2, -1)).float()
    return torch.softmax(scores.masked_fill(mask, -1e9), dim=-1)
""",
    "what half can hold": """\
import torch


def attention(q: torch.Tensor, k: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    scores = q.half() @ k.half().transpose(-2, -1)
    scores = scores.masked_fill(mask, -6e4)
    return scores.clamp(min=-65504.0, max=65504.0) + 1e-7
""",
    "a dtype nobody knows, literals that float32 holds": """\
import torch


def masked(scores: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    return scores.masked_fill(mask, -1e9) / (scores.abs().sum(dim=-1, keepdim=True) + 1e-12)
""",
    "subnormals and the edges of float32": """\
import torch

edges = torch.tensor([1e-40, 1.5e-45, 3.4e38, -3.4e38])
low = torch.zeros(3) + 1e-44
""",
    "finfo instead of a literal": """\
import torch


def masked(scores: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    h = scores.half()
    h = h.masked_fill(mask, torch.finfo(h.dtype).min)
    return h + torch.finfo(h.dtype).tiny
""",
    "infinity is meant": """\
import math

import torch


def masked(scores: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    return scores.half().masked_fill(mask, float("-inf")).clamp(max=math.inf)
""",
    "a logarithm of the tiny number, taken in Python": """\
import math

import torch

LOG_FLOOR = math.log(1e-100)


def floor(log_p: torch.Tensor) -> torch.Tensor:
    return log_p.clamp(min=LOG_FLOOR)
""",
    "a Python search with a tiny tolerance": """\
import torch


def bisect(f, lo: float, hi: float, tol: float = 1e-60) -> torch.Tensor:
    while hi - lo > tol * 1e-10:
        mid = (lo + hi) / 2
        if mid in (lo, hi):
            break
        lo, hi = (mid, hi) if f(mid) < 0 else (lo, mid)
    return torch.tensor(lo)
""",
    "NumPy's double goes over as double": """\
import numpy as np
import torch


def grid() -> torch.Tensor:
    steps = np.array([1e-50, 1e-60, 1e100])
    return torch.from_numpy(steps + 1e-70)
""",
    "a network in double": """\
import torch
from torch import nn


def log_density(x: torch.Tensor) -> torch.Tensor:
    flow = nn.Linear(3, 3).double()
    y = flow(x.double()).exp()
    return torch.log(y + 1e-200)
""",
    "nothing known about the operand": """\
import torch


def shift(values, eps=1e-50):
    return values + eps, [v + 1e-60 for v in values], torch.__version__
""",
    "complex128 and zeros_like of a double": """\
import torch

base = torch.ones(3, dtype=torch.double)
phase = torch.tensor(1e-50, dtype=torch.complex128)
noise = torch.zeros_like(base) + 1e-50
more = base.new_full((2,), 1e100)
""",
}
