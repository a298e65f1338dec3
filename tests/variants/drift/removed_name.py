"""TEF901 removed-name: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.
"""

from tests.rules.programs import Whole

HEADER = """\
import torch
from torch import Tensor, nn


"""

FLAG: dict[str, str] = {
    "what a vector gives": """\
def fitted(b, a):
    return torch.lstsq(b, a)[0]  # expect: TEF901 "given (A, B): its .solution is 1-d for a 1-d B"
""",
    "a method of what only methods show": """\
class Repeated:
    def __init__(self, base, n):
        self.base = base.unsqueeze(0)

    def factor(self):
        return self.base.symeig()  # expect: TEF901?


def run(x):
    y = x.unsqueeze(0)
    return y.symeig()  # expect: TEF901?
""",
    "a method of what torch makes or takes": """\
def run(x, y, n, z: Tensor):
    made = torch.relu(x).symeig()  # expect: TEF901
    own = torch.eye(n).unsqueeze(0)
    print(torch.sin(y))
    turned = z.transpose(0, 1)
    return made, own.symeig(), y.symeig(), turned.symeig()  # expect: TEF901 # expect: TEF901 # expect: TEF901
""",
    "a method of what torch.linalg takes, or gives": """\
def run(a, b, c):
    low = torch.linalg.cholesky(a)
    values, vectors = torch.linalg.eigh(b)
    print(torch.linalg.solve(A=a, B=c))
    first, second = a.symeig()  # expect: TEF901
    return low.lstsq(c), vectors.solve(c), b.symeig()[0], c.symeig()  # expect: TEF901, TEF901, TEF901, TEF901?
""",
    "a function": """\
def eigen(x: Tensor):
    return torch.symeig(x, eigenvectors=True)  # expect: TEF901 "since torch 2.0; torch.linalg.eigh takes its place"
""",
    "a method": """\
def eigen(x: Tensor):
    return x.symeig(eigenvectors=True)  # expect: TEF901
""",
    "a method of a product": """\
def eigen(x: Tensor):
    return (x @ x.T).symeig()  # expect: TEF901
""",
    "solve": """\
def solve(a: Tensor, b: Tensor):
    x, _ = torch.solve(b, a)  # expect: TEF901 "torch.linalg.solve takes its place"
    return x
""",
    "least squares": """\
def fit(a: Tensor, b: Tensor):
    return torch.lstsq(b, a)  # expect: TEF901
""",
    "eig": """\
def eigen(x: Tensor):
    return torch.eig(x)[0]  # expect: TEF901 "complex results"
""",
    "rank": """\
def rank(x: Tensor):
    return torch.matrix_rank(x).item()  # expect: TEF901
""",
    "the oldest": """\
def solve(a: Tensor, b: Tensor):
    return torch.gesv(b, a), torch.potrf(a)  # expect: TEF901 # expect: TEF901
""",
    "Fourier transforms": """\
def spectrum(x: Tensor):
    return torch.rfft(x, 1)  # expect: TEF901 "torch.fft.rfftn"
""",
    "a function that is a module now": """\
def spectrum(x: Tensor):
    return torch.fft(x, signal_ndim=2)  # expect: TEF901 "torch.fft.fftn takes its place"
""",
    "one that is imported": """\
from torch import fft

def spectrum(x: Tensor):
    y = fft(x, 1)  # expect: TEF901
    return y.norm(dim=-1)
""",
    "not called": """\
solver = torch.solve  # expect: TEF901
""",
    "handed on": """\
def all_of(xs):
    return map(torch.symeig, xs)  # expect: TEF901
""",
    "an import": Whole("""\
from torch import symeig  # expect: TEF901


def eigen(x):
    return symeig(x), symeig(x + x.T)
"""),
    "an import under another name": Whole("""\
from torch import lstsq as fit  # expect: TEF901
"""),
    "a module": Whole("""\
import torch.utils.bottleneck  # expect: TEF901
"""),
    "determinism": """\
torch.set_deterministic(True)  # expect: TEF901 "use torch.use_deterministic_algorithms"
""",
    "under another alias": Whole("""\
import torch as th


def eigen(x):
    return th.symeig(x)  # expect: TEF901
"""),
}

LEAVE: dict[str, str] = {
    "the module that was a function": """\
def spectrum(x: Tensor):
    transform = torch.fft
    return transform.fft(x), torch.fft.rfftn(x, dim=(-1,))
""",
    "a function of the module that has its name": """\
from torch.fft import fft

def spectrum(x: Tensor):
    return fft(x)
""",
    "where it is a function": """\
def spectrum(x: Tensor):
    if torch.__version__ < "1.7":
        return torch.fft(x, 1)
    return torch.view_as_real(torch.fft.fft(torch.view_as_complex(x)))
""",
    "a method of what has an attribute of its own": """\
def run(x):
    y = x.unsqueeze(0)
    print(y._operators)
    return y.symeig()
""",
    "successors": """\
def run(a: Tensor, b: Tensor):
    return torch.linalg.solve(a, b), torch.linalg.eigh(a), torch.linalg.lstsq(a, b), torch.fft.rfft(a)
""",
    "asked for": """\
def eigen(x: Tensor):
    if hasattr(torch, "symeig"):
        return torch.symeig(x)
    return torch.linalg.eigh(x)
""",
    "by version": """\
def eigen(x: Tensor):
    if torch.__version__ < "1.8":
        return torch.symeig(x)
    return torch.linalg.eigh(x)
""",
    "tried": """\
try:
    from torch.linalg import eigh
except ImportError:
    from torch import symeig as eigh
""",
    "tried in a function": """\
def solve(a, b):
    try:
        return torch.linalg.solve(a, b)
    except AttributeError:
        return torch.solve(b, a)[0]
""",
    "another object's method": """\
class System:
    def solve(self, b):
        return b

    def run(self, b):
        return self.solve(b), System().solve(b)
""",
    "another package": Whole("""\
import numpy as np
import torch
from scipy.linalg import solve


def run(a, b):
    return solve(a, b), np.linalg.solve(a, b), np.linalg.eig(a)
"""),
    "a function of the file": """\
def symeig(x: Tensor):
    return torch.linalg.eigh(x)


def run(x: Tensor):
    return symeig(x)
""",
    "replaced by the file": """\
torch.symeig = torch.linalg.eigh


def run(x: Tensor):
    return torch.symeig(x)
""",
    "an attribute": """\
def run(solver, x: Tensor):
    return solver.symeig, solver.solve(x), solver.lstsq(x)
""",
    "the module of Fourier transforms": """\
def run(x: Tensor):
    return torch.fft.fft(x)
""",
    "in a text": """\
NAME = "torch.symeig"
""",
    "of a subpackage": """\
def run(a: Tensor, b: Tensor):
    return torch.linalg.eig(a), torch.linalg.matrix_rank(a)
""",
    "an early return": """\
def eigen(x: Tensor):
    if hasattr(torch.linalg, "eigh"):
        return torch.linalg.eigh(x)
    return torch.symeig(x, eigenvectors=True)
""",
    "a test that expects it": """\
import contextlib


def run(x: Tensor):
    with contextlib.suppress(AttributeError):
        return torch.symeig(x)
""",
    "a helper for old releases": """\
def _old(x):
    return torch.symeig(x)


def run(x):
    return _old(x) if torch.__version__ < "1.9" else torch.linalg.eigh(x)
""",
}
