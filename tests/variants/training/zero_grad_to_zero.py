"""TEF517 zero-grad-to-zero: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.
"""

HEADER = """\
import torch
import torch.nn.functional as F
from torch import nn, optim


"""

FLAG: dict[str, str] = {
    "an optimizer": """\
def main(model: nn.Module, loader):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad(set_to_none=False)  # expect: TEF517 "use optimizer.zero_grad()"
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
""",
    "a module": """\
def main(model: nn.Module, loader, optimizer):
    for x, y in loader:
        model.zero_grad(set_to_none=False)  # expect: TEF517
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
""",
    "by position": """\
def main(model: nn.Module):
    optimizer = torch.optim.Adam(model.parameters())
    optimizer.zero_grad(False)  # expect: TEF517
    model.zero_grad(False)  # expect: TEF517
""",
    "parameters without annotation": """\
def train_one_epoch(model, loader, optimizer):
    for x, y in loader:
        optimizer.zero_grad(set_to_none=False)  # expect: TEF517
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
""",
    "an attribute": """\
class Trainer:
    def __init__(self, model: nn.Module):
        self.model = model
        self.optimizer = optim.AdamW(model.parameters())

    def step(self, x, y):
        self.optimizer.zero_grad(set_to_none=False)  # expect: TEF517
        F.cross_entropy(self.model(x), y).backward()
        self.optimizer.step()
""",
    "a flag with a name": """\
none = False
layer = nn.Linear(3, 3)
layer.zero_grad(set_to_none=none)  # expect: TEF517
""",
    "from torch.optim": """\
from torch.optim import SGD as Descent

layer = nn.Linear(3, 3)
opt = Descent(layer.parameters(), lr=0.1)
opt.zero_grad(set_to_none=False)  # expect: TEF517
""",
    "in a closure": """\
def fit(model: nn.Module, x, y):
    optimizer = optim.LBFGS(model.parameters())

    def closure():
        optimizer.zero_grad(set_to_none=False)  # expect: TEF517
        loss = F.mse_loss(model(x), y)
        loss.backward()
        return loss

    optimizer.step(closure)
""",
}

LEAVE: dict[str, str] = {
    "to None": """\
def main(model: nn.Module):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    optimizer.zero_grad()
    optimizer.zero_grad(set_to_none=True)
    optimizer.zero_grad(True)
    model.zero_grad()
""",
    "a flag that is given": """\
def main(model: nn.Module, to_none):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    optimizer.zero_grad(set_to_none=to_none)
    model.zero_grad(to_none)
""",
    "objects of one's own": """\
class Tape:
    def zero_grad(self, everything):
        self.grads = {} if everything else None


def main(tape: Tape):
    tape.zero_grad(False)
""",
    "an unknown object by position": """\
def main(thing):
    thing.zero_grad(False)
""",
    "an unknown object": """\
def main(thing):
    thing.zero_grad(set_to_none=False)
""",
    "a gradient": """\
def main(w):
    w.grad.zero_()
    w.grad = None
""",
    "other arguments": """\
def main(model: nn.Module, **options):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    optimizer.zero_grad(**options)
""",
    "a number": """\
def main(model: nn.Module):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    optimizer.zero_grad(set_to_none=1)
""",
}
