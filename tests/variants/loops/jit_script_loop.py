"""TEF208 jit-script-loop: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole.
In FLAG, `# expect: CODE` ends each line on which a finding must stand, and no other finding may stand anywhere.
In LEAVE there must be none at all. The loop inside is another place: its own 2xx finding is marked too.
"""

from tests.rules.programs import Whole

HEADER = """\
import torch
from torch import Tensor, nn


"""

FLAG: dict[str, str] = {
    "batch gather": """\
@torch.jit.script  # expect: TEF208
def batch_gather_jit(tensor, indices):
    output = []
    for i in range(tensor.size(0)):  # expect: TEF203?
        output += [tensor[i][indices[i]]]
    return torch.stack(output)
""",
    "batch gather, annotated": """\
@torch.jit.script  # expect: TEF208
def batch_gather(tensor: torch.Tensor, indices: torch.Tensor) -> torch.Tensor:
    output = []
    for i in range(tensor.size(0)):  # expect: TEF203?
        output.append(tensor[i][indices[i]])
    return torch.stack(output)
""",
    "row sum": """\
@torch.jit.script  # expect: TEF208
def total(x: torch.Tensor) -> torch.Tensor:
    z = torch.zeros(10)
    for i in range(x.size(0)):  # expect: TEF201
        z += x[i]
    return z
""",
    "elementwise rows": """\
@torch.jit.script  # expect: TEF208
def activate(x: torch.Tensor) -> torch.Tensor:
    out = []
    for i in range(x.size(0)):  # expect: TEF204
        out.append(torch.relu(x[i]) + 1)
    return torch.stack(out)
""",
    "rows written into an output": """\
@torch.jit.script  # expect: TEF208
def activate(x: torch.Tensor) -> torch.Tensor:
    out = torch.zeros_like(x)
    for i in range(x.size(0)):  # expect: TEF204
        out[i] = torch.sigmoid(x[i])
    return out
""",
    "call on a named function": """\
def total(x: torch.Tensor) -> torch.Tensor:
    z = torch.zeros(10)
    for i in range(x.size(0)):  # expect: TEF201
        z += x[i]
    return z


fast_total = torch.jit.script(total)  # expect: TEF208
""",
    "call of the batch gather": """\
def batch_gather(tensor: torch.Tensor, indices: torch.Tensor) -> torch.Tensor:
    output = []
    for i in range(tensor.size(0)):  # expect: TEF203?
        output.append(tensor[i, indices[i]])
    return torch.stack(output)


batch_gather_jit = torch.jit.script(batch_gather)  # expect: TEF208
""",
    "keyword argument": """\
def activate(x: torch.Tensor) -> torch.Tensor:
    out = []
    for i in range(x.size(0)):  # expect: TEF204
        out.append(torch.tanh(x[i]))
    return torch.stack(out)


activate_jit = torch.jit.script(obj=activate)  # expect: TEF208
""",
    "jit imported from torch": Whole("""\
import torch
from torch import jit


@jit.script  # expect: TEF208
def total(x: torch.Tensor) -> torch.Tensor:
    z = torch.zeros(10)
    for i in range(x.size(0)):  # expect: TEF201
        z = z + x[i]
    return z
"""),
    "script imported from torch.jit": Whole("""\
import torch
from torch.jit import script


@script  # expect: TEF208
def total(x: torch.Tensor) -> torch.Tensor:
    z = torch.zeros(10)
    for i in range(x.size(0)):  # expect: TEF201
        z += x[i]
    return z
"""),
    "script under another name": Whole("""\
import torch
from torch.jit import script as compiled


@compiled  # expect: TEF208
def activate(x: torch.Tensor) -> torch.Tensor:
    out = []
    for i in range(x.size(0)):  # expect: TEF204
        out.append(torch.exp(x[i]))
    return torch.stack(out)
"""),
    "torch imported under another name": Whole("""\
import torch as th


@th.jit.script  # expect: TEF208
def total(x: th.Tensor) -> th.Tensor:
    z = th.zeros(10)
    for i in range(x.size(0)):  # expect: TEF201
        z += x[i]
    return z
"""),
    "torch.jit imported as a module": Whole("""\
import torch
import torch.jit as tj


@tj.script  # expect: TEF208
def total(x: torch.Tensor) -> torch.Tensor:
    z = torch.zeros(10)
    for i in range(len(x)):  # expect: TEF201
        z += x[i]
    return z
"""),
    "two decorators": """\
@torch.no_grad()
@torch.jit.script  # expect: TEF208
def activate(x: torch.Tensor) -> torch.Tensor:
    out = []
    for i in range(x.size(0)):  # expect: TEF204
        out.append(torch.relu(x[i]))
    return torch.stack(out)
""",
    "iteration over the rows": """\
@torch.jit.script  # expect: TEF208
def total(x: torch.Tensor) -> torch.Tensor:
    z = torch.zeros(10)
    for row in x:  # expect: TEF201
        z = z + row
    return z
""",
    "nested function": """\
def make():
    @torch.jit.script  # expect: TEF208
    def activate(x: torch.Tensor) -> torch.Tensor:
        out = []
        for i in range(x.size(0)):  # expect: TEF204
            out.append(torch.abs(x[i]))
        return torch.stack(out)

    return activate
""",
    "script in a constructor": """\
def activate(x: torch.Tensor) -> torch.Tensor:
    out = []
    for i in range(x.size(0)):  # expect: TEF204
        out.append(torch.relu(x[i]) * 2)
    return torch.stack(out)


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.activate = torch.jit.script(activate)  # expect: TEF208

    def forward(self, x):
        return self.activate(x)
""",
    "function rebound": """\
def total(x: torch.Tensor) -> torch.Tensor:
    z = torch.zeros(10)
    for i in range(x.size(0)):  # expect: TEF201
        z += x[i]
    return z


total = torch.jit.script(total)  # expect: TEF208
""",
    "size through a name": """\
@torch.jit.script  # expect: TEF208
def product(x: torch.Tensor) -> torch.Tensor:
    n = x.size(0)
    p = torch.ones(10)
    for i in range(n):  # expect: TEF201
        p *= x[i]
    return p
""",
    "pair of tensors by rows": """\
@torch.jit.script  # expect: TEF208
def dots(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    out = []
    for i in range(a.shape[0]):  # expect: TEF204
        out.append(torch.dot(a[i], b[i]))
    return torch.stack(out)
""",
    "called where it is scripted": """\
def activate(x: torch.Tensor) -> torch.Tensor:
    out = []
    for i in range(x.size(0)):  # expect: TEF204
        out.append(torch.cos(x[i]))
    return torch.stack(out)


y = torch.jit.script(activate)(torch.rand(4, 3))  # expect: TEF208
""",
    "one scripted, one not": """\
@torch.jit.script  # expect: TEF208
def total(x: torch.Tensor) -> torch.Tensor:
    z = torch.zeros(10)
    for i in range(x.size(0)):  # expect: TEF201
        z += x[i]
    return z


def running(x: torch.Tensor) -> torch.Tensor:
    h = torch.zeros(10)
    for row in torch.unbind(x):
        h = torch.tanh(h + row)
    return h
""",
    "two scripted functions": """\
@torch.jit.script  # expect: TEF208
def total(x: torch.Tensor) -> torch.Tensor:
    z = torch.zeros(10)
    for i in range(x.size(0)):  # expect: TEF201
        z += x[i]
    return z


@torch.jit.script
def decay(x: torch.Tensor) -> torch.Tensor:
    h = torch.zeros(10)
    for row in torch.unbind(x):
        h = 0.5 * h + row
    return h
""",
    "decorator": """\
@torch.jit.script  # expect: TEF208
def f(x: Tensor):
    out = torch.zeros(x.size(0), device=x.device)
    for i in range(x.size(0)):  # expect: TEF204
        out[i] = x[i].amax(dim=0)
    return out
""",
    "call": """\
def f(x: Tensor):
    best = x[0]
    for r in x:  # expect: TEF201
        best = torch.maximum(best, r)
    return best


fast = torch.jit.script(f)  # expect: TEF208
""",
    "imported": Whole("""\
import torch
from torch import Tensor
from torch.jit import script


@script  # expect: TEF208
def f(x: Tensor):
    return torch.stack([torch.relu(r) for r in x])  # expect: TEF204
"""),
    "module": """\
class Double(nn.Module):
    def forward(self, x: Tensor):
        out = []
        for r in x:  # expect: TEF204
            out.append(r * 2)
        return torch.stack(out)


fast = torch.jit.script(Double())  # expect: TEF208
""",
    "typed list of picked rows stacked at the end": Whole("""\
from typing import List

import torch
from torch import Tensor


@torch.jit.script  # expect: TEF208
def pick(logits: Tensor, labels: Tensor) -> Tensor:
    picked: List[Tensor] = []
    for i in range(logits.size(0)):  # expect: TEF203?
        picked.append(logits[i, labels[i]])
    return torch.stack(picked)
"""),
    "script imported by name": Whole("""\
import torch
from torch.jit import script


@script  # expect: TEF208
def row_total(x: torch.Tensor) -> torch.Tensor:
    total = torch.zeros_like(x[0])
    for i in range(x.size(0)):  # expect: TEF201
        total = total + x[i]
    return total
"""),
    "jit module under another name": Whole("""\
import torch
import torch.jit as tj


@tj.script  # expect: TEF208
def gated(x: torch.Tensor, gate: torch.Tensor) -> torch.Tensor:
    out = torch.empty_like(x)
    for i in range(x.shape[0]):  # expect: TEF204
        out[i] = torch.tanh(x[i]) * torch.sigmoid(gate[i])
    return out
"""),
    "scripted below its definition only where the flag is set": Whole("""\
import os

import torch


def pool_frames(frames: torch.Tensor) -> torch.Tensor:
    pooled = []
    for i in range(frames.size(0)):  # expect: TEF204
        pooled.append(frames[i].clamp(min=0.0).mean(dim=-1))
    return torch.stack(pooled)


if os.environ.get("USE_JIT", "1") == "1":
    pool_frames = torch.jit.script(pool_frames)  # expect: TEF208
"""),
    "conditional expression chooses the scripted one": Whole("""\
import torch
from torch import jit

DEBUG = False


def _product(x: torch.Tensor) -> torch.Tensor:
    out = torch.ones_like(x[0])
    for i in range(x.size(0)):  # expect: TEF201
        out = out * x[i]
    return out


product = _product if DEBUG else jit.script(_product)  # expect: TEF208
"""),
    "keyword obj": """\
def normalise(x: torch.Tensor, eps: float) -> torch.Tensor:
    rows = []
    for i in range(x.size(0)):  # expect: TEF204
        rows.append(x[i] / (x[i].abs().sum(dim=-1, keepdim=True) + eps))
    return torch.stack(rows)


fast_normalise = torch.jit.script(obj=normalise)  # expect: TEF208
""",
    "annotate for an older list style": Whole("""\
from typing import List

import torch
from torch import Tensor


@torch.jit.script  # expect: TEF208
def scores(q: Tensor, k: Tensor) -> Tensor:
    outs = torch.jit.annotate(List[Tensor], [])
    for b in range(q.size(0)):  # expect: TEF204
        outs.append(torch.softmax(q[b] @ k[b].t(), dim=-1))
    return torch.stack(outs, 0)
"""),
    "static method table of a class": """\
def _centre(points: torch.Tensor, origin: torch.Tensor) -> torch.Tensor:
    out = torch.zeros_like(points)
    for i in range(points.shape[0]):  # expect: TEF204
        out[i] = points[i] - origin
    return out


class Geometry:
    centre = staticmethod(torch.jit.script(_centre))  # expect: TEF208

    def __call__(self, points: torch.Tensor) -> torch.Tensor:
        return self.centre(points, points.mean(dim=0))
""",
    "function made by a factory": """\
def build():
    @torch.jit.script  # expect: TEF208
    def total(values: torch.Tensor, weights: torch.Tensor) -> torch.Tensor:
        acc = torch.zeros_like(values[0])
        for i in range(values.size(0)):  # expect: TEF201
            acc += values[i]
        return acc * weights

    return total
""",
    "unbind loop whose results are stacked": Whole("""\
from typing import List

import torch


@torch.jit.script  # expect: TEF208
def tone_map(frames: torch.Tensor, gain: float) -> torch.Tensor:
    outs: List[torch.Tensor] = []
    for frame in torch.unbind(frames, 0):  # expect: TEF204
        outs.append(torch.clamp(frame * gain, 0.0, 1.0))
    return torch.stack(outs)
"""),
    "scripted in __init__ and kept on self": """\
def gather_last(x: torch.Tensor, last: torch.Tensor) -> torch.Tensor:
    states = []
    for b in range(x.size(0)):  # expect: TEF203?
        states.append(x[b, last[b]])
    return torch.stack(states)


class Reader(nn.Module):
    def __init__(self):
        super().__init__()
        self.gather_last = torch.jit.script(gather_last)  # expect: TEF208

    def forward(self, x: torch.Tensor, last: torch.Tensor) -> torch.Tensor:
        return self.gather_last(x, last)
""",
    "plain and scripted forms timed against each other": Whole("""\
import timeit

import torch


def spread(x: torch.Tensor) -> torch.Tensor:
    rows = []
    for i in range(x.size(0)):  # expect: TEF204
        rows.append(x[i].amax(dim=-1) - x[i].amin(dim=-1))
    return torch.stack(rows)


def main() -> None:
    x = torch.randn(1000, 64)
    scripted = torch.jit.script(spread)  # expect: TEF208
    print(timeit.timeit(lambda: spread(x), number=10))
    print(timeit.timeit(lambda: scripted(x), number=10))
"""),
    "running maximum over rows": """\
@torch.jit.script  # expect: TEF208
def envelope(traces: torch.Tensor) -> torch.Tensor:
    top = traces[0]
    for i in range(traces.size(0)):  # expect: TEF201
        top = torch.maximum(top, traces[i])
    return top
""",
    "a loop that calls what cannot be seen": """\
from detection import detections


@torch.jit.script  # expect: TEF208
def batch(boxes: Tensor):
    found = []
    for box in boxes:
        found.append(detections(box.exp()))
    return torch.stack(found)
""",
}

LEAVE: dict[str, str] = {
    "no loop": """\
@torch.jit.script
def gelu(x: torch.Tensor) -> torch.Tensor:
    return 0.5 * x * (1 + torch.erf(x / 1.41421))
""",
    "vectorised gather": """\
@torch.jit.script
def batch_gather(tensor: torch.Tensor, indices: torch.Tensor) -> torch.Tensor:
    return tensor[torch.arange(tensor.size(0), device=tensor.device), indices]
""",
    "recurrence over time": """\
@torch.jit.script
def rnn(x: torch.Tensor, w: torch.Tensor, h: torch.Tensor) -> torch.Tensor:
    for x_t in torch.unbind(x, 0):
        h = torch.tanh(x_t + h @ w)
    return h
""",
    "recurrence that keeps its states": Whole("""\
from typing import List

import torch
from torch import Tensor


@torch.jit.script
def scan(x: Tensor, h: Tensor) -> Tensor:
    out: List[Tensor] = []
    for x_t in x.unbind(1):
        h = 0.9 * h + 0.1 * x_t
        out.append(h)
    return torch.stack(out, dim=1)
"""),
    "newton steps": """\
@torch.jit.script
def inverse_root(x: torch.Tensor) -> torch.Tensor:
    y = torch.ones_like(x)
    for _ in range(5):
        y = 0.5 * y * (3 - x * y * y)
    return y
""",
    "iteration to convergence": """\
@torch.jit.script
def solve(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    x = torch.zeros_like(b)
    error = 1.0
    while error > 1e-6:
        step = b - a @ x
        x = x + 0.1 * step
        error = float(step.abs().amax(dim=0))
    return x
""",
    "list of tensors": Whole("""\
from typing import List

import torch
from torch import Tensor


@torch.jit.script
def pool(clips: List[Tensor]) -> Tensor:
    out: List[Tensor] = []
    for clip in clips:
        out.append(clip.mean(dim=0))
    return torch.stack(out)
"""),
    "list read by index": Whole("""\
from typing import List

import torch
from torch import Tensor


@torch.jit.script
def total(parts: List[Tensor]) -> Tensor:
    z = parts[0]
    for i in range(1, len(parts)):
        z = z + parts[i]
    return z
"""),
    "list of numbers": Whole("""\
from typing import List

import torch


@torch.jit.script
def volume(sizes: List[int], x: torch.Tensor) -> torch.Tensor:
    n = 1
    for s in sizes:
        n *= s
    return x / n
"""),
    "scripted module without rows": """\
model = torch.jit.script(nn.Sequential(nn.Linear(4, 4), nn.ReLU()))
""",
    "scripted recurrent module": """\
class Scan(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.Linear(8, 8)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = torch.zeros(8)
        for x_t in x.unbind(0):
            h = torch.tanh(self.cell(h) + x_t)
        return h


scan = torch.jit.script(Scan())
""",
    "loop over layers": """\
class Stack(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(4, 4) for _ in range(3)])

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for layer in self.layers:
            x = torch.relu(layer(x))
        return x


model = torch.jit.script(Stack())
""",
    "loop outside the scripted function": """\
@torch.jit.script
def step(h: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
    return torch.tanh(h + x)


h = torch.zeros(4)
for x_t in torch.unbind(torch.rand(10, 4)):
    h = step(h, x_t)
""",
    "another decorator called script": Whole("""\
import torch
from project import script


@script
def scan(x: torch.Tensor) -> torch.Tensor:
    h = torch.zeros(4)
    for x_t in x.unbind(0):
        h = torch.tanh(h + x_t)
    return h
"""),
    "compile": """\
@torch.compile
def scan(x: torch.Tensor) -> torch.Tensor:
    h = torch.zeros(4)
    for x_t in x.unbind(0):
        h = torch.tanh(h + x_t)
    return h
""",
    "ignored function": """\
@torch.jit.ignore
def report(names: list) -> None:
    for name in names:
        print(name)
""",
    "numba": Whole("""\
import numba
import numpy as np
import torch


@numba.njit
def total(x):
    z = np.zeros(10)
    for i in range(x.shape[0]):
        z += x[i]
    return z


y = torch.from_numpy(total(np.ones((4, 10))))
"""),
    "traced": """\
def scale(x: torch.Tensor) -> torch.Tensor:
    for _ in range(3):
        x = x * 0.5
    return x


fast = torch.jit.trace(scale, torch.rand(4))
""",
    "powers": """\
@torch.jit.script
def power(x: torch.Tensor, n: int) -> torch.Tensor:
    y = torch.ones_like(x)
    for _ in range(n):
        y = y * x
    return y
""",
    "diffusion steps": """\
@torch.jit.script
def diffuse(x: torch.Tensor, steps: int) -> torch.Tensor:
    for _ in range(steps):
        x = x + 0.1 * (torch.roll(x, 1, 0) + torch.roll(x, -1, 0) - 2 * x)
    return x
""",
    "power iteration": """\
@torch.jit.script
def leading(a: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
    for _ in range(20):
        v = a @ v
        v = v / torch.linalg.vector_norm(v)
    return v
""",
    "scripted object from elsewhere": Whole("""\
import torch
from project import scan

fast = torch.jit.script(scan)
"""),
    "viterbi": """\
@torch.jit.script
def viterbi(scores: torch.Tensor, transitions: torch.Tensor) -> torch.Tensor:
    best = torch.zeros(5)
    for emission in scores.unbind(0):
        best = (best.unsqueeze(1) + transitions).amax(dim=0) + emission
    return best
""",
    "pyramid by halving": Whole("""\
from typing import List

import torch
import torch.nn.functional as F


@torch.jit.script
def pyramid(x: torch.Tensor, levels: int) -> List[torch.Tensor]:
    out = [x]
    for _ in range(levels):
        x = F.avg_pool2d(x, 2)
        out.append(x)
    return out
"""),
    "saved and loaded": """\
model = torch.jit.load("model.pt", map_location="cpu")
for parameter in model.parameters():
    print(parameter.shape)
""",
    "no loop, in another spelling": """\
@torch.jit.script
def f(x: Tensor):
    return torch.relu(x)
""",
    "convergence": """\
@torch.jit.script
def f(x: Tensor, n: int):
    for _ in range(n):
        x = x / 2 + 1 / x
    return x
""",
    "list": """\
@torch.jit.script
def f(xs: list[Tensor]):
    out = []
    for x in xs:
        out.append(x.relu())
    return out
""",
    "unbound recurrence": """\
@torch.jit.script
def f(x: Tensor, h: Tensor, w: Tensor):
    for step in torch.unbind(x):
        h = torch.tanh(step + h @ w)
    return h
""",
    "scripted gather without a loop": """\
@torch.jit.script
def pick(logits: Tensor, labels: Tensor) -> Tensor:
    rows = torch.arange(logits.size(0), device=logits.device)
    return logits[rows, labels]
""",
    "recurrent cell over time": Whole("""\
from typing import List

import torch
from torch import Tensor


@torch.jit.script
def run(x: Tensor, h: Tensor, w: Tensor, u: Tensor) -> Tensor:
    states: List[Tensor] = []
    for x_t in torch.unbind(x, 1):
        h = torch.tanh(x_t @ w + h @ u)
        states.append(h)
    return torch.stack(states, 1)
"""),
    "exponential moving average over frames": """\
def smooth(frames: torch.Tensor, decay: float) -> torch.Tensor:
    mean = torch.zeros_like(frames[0])
    outs = []
    for frame in frames.unbind(0):
        mean = decay * mean + (1.0 - decay) * frame
        outs.append(mean)
    return torch.stack(outs)


smooth = torch.jit.script(smooth)
""",
    "newton iteration until it settles": """\
@torch.jit.script
def newton_sqrt(a: torch.Tensor, tol: float) -> torch.Tensor:
    x = torch.ones_like(a)
    moving = True
    while moving:
        nxt = 0.5 * (x + a / x)
        moving = bool((nxt - x).abs().amax(dim=0) > tol)
        x = nxt
    return x
""",
    "loop over a list of tensors of many shapes": Whole("""\
from typing import List

import torch
from torch import Tensor


@torch.jit.script
def flatten_all(feats: List[Tensor]) -> Tensor:
    parts: List[Tensor] = []
    for f in feats:
        parts.append(f.flatten(1))
    return torch.cat(parts, 1)
"""),
    "repeated squaring of one matrix": """\
@torch.jit.script
def power(a: torch.Tensor, k: int) -> torch.Tensor:
    for _ in range(k):
        a = a @ a
    return a
""",
    "loop over kernel sizes": Whole("""\
from typing import List

import torch
import torch.nn.functional as F


@torch.jit.script
def pyramid(x: torch.Tensor, sizes: List[int]) -> torch.Tensor:
    outs: List[torch.Tensor] = []
    for s in sizes:
        outs.append(F.adaptive_avg_pool2d(x, (s, s)).flatten(1))
    return torch.cat(outs, dim=1)
"""),
    "loop over the dimensions of a tensor": """\
@torch.jit.script
def flip_all(x: torch.Tensor) -> torch.Tensor:
    for d in range(x.dim()):
        x = torch.flip(x, [d])
    return x
""",
    "traced and not scripted": """\
def export(model: nn.Module, sample: torch.Tensor):
    model.eval()
    traced = torch.jit.trace(model, sample)
    return torch.jit.freeze(traced)
""",
    "script of another package on a vectorised function": Whole("""\
import torch
from workflow import script


@script
def table(x: torch.Tensor) -> list[list[float]]:
    return [[round(v, 3) for v in row] for row in x.tolist()]
"""),
    "decorator of this file named script": """\
def script(fn):
    fn.is_script = True
    return fn


@script
def columns(x: torch.Tensor) -> dict[str, torch.Tensor]:
    named = {}
    for name, column in zip("xyz", x.unbind(1)):
        named[name] = column
    return named
""",
    "horner over a list of numbers": Whole("""\
from typing import List

import torch


def horner(x: torch.Tensor, coeffs: List[float]) -> torch.Tensor:
    out = torch.zeros_like(x)
    for c in coeffs:
        out = out * x + c
    return out


poly = torch.jit.script(horner)
"""),
    "layers of a scripted module": """\
class Stack(nn.Module):
    def __init__(self, depth: int, d: int):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(d, d) for _ in range(depth)])

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for layer in self.layers:
            x = torch.relu(layer(x))
        return x


model = torch.jit.script(Stack(4, 32))
""",
    "viterbi forward pass": Whole("""\
from typing import List

import torch
from torch import Tensor


@torch.jit.script
def viterbi(emissions: Tensor, transitions: Tensor) -> Tensor:
    score = emissions[0]
    back: List[Tensor] = []
    for emission in emissions[1:].unbind(0):
        best, arg = (score.unsqueeze(1) + transitions).max(dim=0)
        score = best + emission
        back.append(arg)
    return torch.stack(back)
"""),
}
