"""Working programs of two files that the fix of the first would break: the second shows what only a caller can do.

By rule and by what the caller does: the file with the finding, and a function ``check`` of the other file, which is
given the first as a module.  It raises nothing before the fix.
"""

_LAYER = """\
import torch
from torch import nn
from torch.nn import functional as F


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 4)

    def forward(self, x):
        score = self.layer(x)
        return score, {result}
"""
_CHANGES_SCORE = """\
def check(module):
    torch.manual_seed(0)
    head = module.Head()
    score, loss = head(torch.ones(2, 3))
    score.sigmoid_()
    (loss.sum() + score.sum()).backward()
    return head.layer.weight.grad.tolist()
"""
_CHANGES_ARGUMENT = """\
def check(module):
    x = torch.linspace(0.5, 2, 12).reshape(4, 3).requires_grad_() * 1.0
    result = module.loss(x)
    x.zero_()
    (result.sum() + x.sum()).backward()
    return result.tolist()
"""
_STEPS = """\
def check(module):
    weight = torch.nn.Parameter(torch.linspace(0.5, 2, 12).reshape(4, 3))
    optimizer = torch.optim.SGD([weight], lr=0.1)
    result = module.loss(weight)
    weight.abs().sum().backward()
    optimizer.step()
    result.sum().backward()
    return weight.grad.tolist()
"""
_GIVES_NO_DIM = """\
def check(module):
    return module.loss(torch.ones(3, 4), None).tolist()
"""


def _function(result: str, parameters: str = "x: torch.Tensor") -> str:
    return f"import torch\nfrom torch.nn import functional as F\n\n\ndef loss({parameters}):\n    return {result}\n"


CALLED: dict[str, dict[str, tuple[str, str]]] = {
    "TEF105": {
        "the small tensor is changed, which is returned beside the result": (
            """\
import torch


def made():
    torch.manual_seed(0)
    x = torch.randn(5, 3, requires_grad=True)
    w = torch.rand(5, 1)
    return w, (x * w.repeat(1, 3)).sum()
""",
            "def check(module):\n    w, y = module.made()\n    w.zero_()\n    y.backward()\n    return y.item()\n",
        ),
        "the full-size operand is sparse": (
            """\
import torch


def laplacian(graph: torch.Tensor):
    n, m = graph.shape
    degrees = graph @ torch.ones(m, 1)
    return (degrees.repeat(1, m) - graph).sum()
""",
            "def check(module):\n    return module.laplacian(torch.eye(3).to_sparse()).item()\n",
        ),
        "the full-size operand is a sparse matrix that only meets the small one": (
            """\
import torch


def scaled(graph: torch.Tensor):
    n, m = graph.shape
    weight = torch.linspace(0, 1, n).unsqueeze(1)
    return (graph * weight.repeat(1, m)).sum()
""",
            "def check(module):\n    return module.scaled(torch.eye(3).to_sparse_csr()).item()\n",
        ),
        "the small tensor is changed, which is an argument": (
            """\
import torch


def scaled(w: torch.Tensor):
    x = torch.ones(5, 3, requires_grad=True) * 1
    y = x * w.unsqueeze(1).repeat(1, 3)
    return y.sum()
""",
            """\
def check(module):
    w = torch.linspace(1, 2, 5)
    y = module.scaled(w)
    w.zero_()
    y.backward()
    return y.item()
""",
        ),
    },
    "TEF107": {
        "a context that swallows errors is given": (
            """\
import torch


def merged(rows, cols, guard):
    found = None
    with guard:
        found = torch.ones(rows, cols).t().view(-1).tolist()
    return found
""",
            """\
def check(module):
    import contextlib

    return module.merged(2, 3, contextlib.suppress(RuntimeError))
""",
        ),
        "an object goes to code that runs it in a try": (
            """\
import torch


class Job:
    def __init__(self, rows):
        self.rows = rows

    def run(self):
        return torch.ones(self.rows, 3).t().view(-1).tolist()


def start(rows, attempt):
    return attempt(Job(rows))
""",
            """\
def check(module):
    def attempt(job):
        try:
            return job.run()
        except RuntimeError:
            return None

    return module.start(2, attempt)
""",
        ),
        "a function is stored on an object": (
            """\
import torch


def merged(rows, cols):
    return torch.ones(rows, cols).t().view(-1).tolist()


def install(runner):
    runner.merge = merged
""",
            """\
def check(module):
    import types

    runner = types.SimpleNamespace()
    module.install(runner)
    try:
        return runner.merge(2, 3)
    except RuntimeError:
        return None
""",
        ),
    },
    "TEF110": {
        "a context that swallows errors is given": (
            """\
import torch


def turned(n, guard):
    found = None
    with guard:
        found = torch.arange(n)[::-1].tolist()
    return found
""",
            """\
def check(module):
    import contextlib

    return module.turned(3, contextlib.suppress(ValueError))
""",
        ),
        "a list is given": (
            "import torch\n\n\ndef turned(states: torch.Tensor):\n    return states[::-1]\n",
            "def check(module):\n    return module.turned([1, 2, 3])\n",
        ),
        "an array is given": (
            "import torch\n\n\ndef mirrored(image: torch.Tensor):\n    return image[:, ::-1]\n",
            "def check(module):\n    return module.mirrored(torch.ones(2, 3).numpy()).tolist()\n",
        ),
    },
    "TEF302": {
        "the dim is None": (_function("torch.log(F.softmax(x, dim=dim)).mean()", "x, dim=-1"), _GIVES_NO_DIM),
        "a constant is set to None": (
            _function("torch.log(F.softmax(x, dim=DIM)).mean()", "x").replace("\n\n\n", "\n\nDIM = -1\n\n\n"),
            "def check(module):\n    module.DIM = None\n    return module.loss(torch.ones(3, 4)).item()\n",
        ),
    },
    "TEF303": {
        "the operand is changed, which is returned beside the result": (
            _LAYER.format(result="torch.log(torch.exp(score).sum(dim=1)).mean()"),
            _CHANGES_SCORE,
        ),
        "the operand is changed, which is an argument": (
            _function("torch.log(torch.exp(x).sum(dim=1)).mean()"),
            _CHANGES_ARGUMENT,
        ),
        "the operand is a parameter": (_function("torch.log(torch.exp(x).sum(dim=1)).mean()"), _STEPS),
        "the dim is None": (_function("torch.log(torch.exp(x + 1).sum(dim)).mean()", "x, dim=1"), _GIVES_NO_DIM),
    },
    "TEF304": {
        "the operand is changed, which is returned beside the result": (
            _LAYER.format(result="torch.log(1 + score) - 0.5"),
            _CHANGES_SCORE,
        ),
        "the operand is changed, which is an argument": (
            _function("torch.log(1 + x.float()) - 0.5"),
            _CHANGES_ARGUMENT,
        ),
    },
    "TEF306": {
        "the operand is changed, which is returned beside the result": (
            _LAYER.format(result="torch.log(1 + torch.exp(score)).mean()"),
            _CHANGES_SCORE,
        ),
        "the operand is changed, which is an argument": (
            _function("torch.log(1 + torch.exp(x.float())).mean()"),
            _CHANGES_ARGUMENT,
        ),
    },
    "TEF307": {
        "the operand is changed, which is returned beside the result": (
            _LAYER.format(result="-torch.log(torch.sigmoid(score)).mean()"),
            _CHANGES_SCORE,
        ),
    },
}
