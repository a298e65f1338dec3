"""TEF408 clone-then-detach: programs that must be flagged and near misses that must stay silent.

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
    "where assignments are written in other ways": """\
def annotated(x: Tensor):
    t: Tensor = x.clone().detach()  # expect: TEF408
    return t


def several(x: Tensor):
    a, b = x.clone().detach(), 1  # expect: TEF408
    c = d = x.clone().detach()  # expect: TEF408
    return a, b, c, d


def within(x: Tensor):
    if (y := x.clone().detach()).sum() > 0:  # expect: TEF408
        return y
    return None
""",
    "a parameter of a function": """\
def copied(x: Tensor):
    return x.clone().detach()  # expect: TEF408 "use x.detach().clone()"
""",
    "an output": """\
def targets(model: nn.Linear, x: Tensor):
    output = model(x)
    kept = output.clone().detach()  # expect: TEF408
    return output, kept
""",
    "the function": """\
def copied(x: Tensor):
    return torch.clone(x).detach()  # expect: TEF408 "use x.detach().clone()"
""",
    "weights": """\
def backup(model: nn.Module):
    return {name: p.clone().detach() for name, p in model.named_parameters()}  # expect: TEF408
""",
    "and on to NumPy": """\
def shown(x: Tensor):
    return x.exp().clone().detach().cpu().numpy()  # expect: TEF408
""",
    "a start for an attack": """\
def attack(x: Tensor):
    start = x.exp().clone().detach().requires_grad_(True)  # expect: TEF408
    return start
""",
    "on self": """\
class Meter(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x: Tensor):
        y = self.fc(x)
        self.last = y.clone().detach()  # expect: TEF408
        return y
""",
    "in a list": """\
def steps(x: Tensor):
    seen = []
    for _ in range(3):
        x = x.sin()
        seen.append(x.clone().detach())  # expect: TEF408
    return seen
""",
    "a part of a tensor": """\
def first(x: Tensor):
    return x.exp()[0].clone().detach()  # expect: TEF408
""",
    "in a lambda": """\
copied = lambda model, x: torch.exp(x).clone().detach()  # expect: TEF408
""",
    "another name": Whole("""\
import torch as th


def copied(x: th.Tensor):
    return th.clone(x).detach()  # expect: TEF408
"""),
    "a layout for the copy": """\
def copied(x: Tensor):
    return x.clone(memory_format=torch.contiguous_format).detach()  # expect: TEF408
""",
}

LEAVE: dict[str, str] = {
    "the other way round": """\
def copied(x: Tensor):
    return x.detach().clone()
""",
    "under no_grad": """\
@torch.no_grad()
def copied(x: Tensor):
    return x.clone().detach()


def again(x: Tensor):
    with torch.no_grad():
        return x.clone().detach()
""",
    "a copy that is used": """\
def copied(x: Tensor):
    y = x.clone()
    return y, y.detach()
""",
    "no graph": """\
def copied(x: Tensor):
    y = x.argmax(1)
    return y.clone().detach(), torch.zeros(3).clone().detach()
""",
    "one of them": """\
def copied(x: Tensor):
    return x.clone(), x.detach()
""",
    "in place": """\
def copied(x: Tensor):
    return x.clone().detach_()
""",
    "an object nobody knows": """\
def copied(agent):
    return agent.clone().freeze().detach()
""",
    "something in between": """\
def copied(x: Tensor):
    return x.clone().exp().detach()
""",
    "a repository": Whole("""\
import torch


def fetched(repository):
    return repository.clone().checkout("main")
"""),
    "of an estimator": Whole("""\
import torch
from sklearn.base import clone


def again(estimator, x: torch.Tensor):
    return clone(estimator), x.detach()
"""),
    "another copy": """\
import copy


def copied(x: Tensor):
    return copy.deepcopy(x.detach())
""",
    "detached before": """\
def copied(x: Tensor):
    y = x.detach()
    return y.clone().detach()
""",
}
