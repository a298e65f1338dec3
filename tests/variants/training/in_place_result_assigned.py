"""TEF518 in-place-result-assigned: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.
"""

HEADER = """\
import torch
import torch.nn.functional as F
from torch import Tensor, nn


"""

FLAG: dict[str, str] = {
    "a method": """\
def f(x: Tensor, z: Tensor):
    y = x.add_(z)  # expect: TEF518 "y is another name for it"
    return x * y
""",
    "parameters without annotation": """\
def f(x, z):
    y = x.mul_(z)  # expect: TEF518 "x.mul_(z) changes x"
    return x * y
""",
    "a local": """\
def f(x: Tensor):
    w = x.sigmoid()
    v = w.zero_()  # expect: TEF518
    v[0] = 1
    return w * v
""",
    "a chain": """\
def f(x: Tensor):
    y = x.mul_(2).add_(1)  # expect: TEF518
    return x * y
""",
    "functions": """\
def f(x: Tensor):
    a = torch.relu_(x)  # expect: TEF518
    b = F.relu(x, inplace=True)  # expect: TEF518
    c = torch.clamp_(x, 0, 1)  # expect: TEF518
    return x, a, b, c
""",
    "other methods": """\
def f(x: Tensor, mask: Tensor):
    a = x.masked_fill_(mask, 0.0)  # expect: TEF518
    b = x.clamp_(min=0)  # expect: TEF518
    c = x.t_()  # expect: TEF518
    d = x.uniform_(0, 1)  # expect: TEF518
    return x, a, b, c, d
""",
    "read on one branch": """\
def f(x: Tensor, flag):
    z = x.mul_(2)  # expect: TEF518
    if flag:
        return x
    return z
""",
    "in a loop": """\
for k in range(3):
    a = torch.zeros(3)
    b = a.add_(k)  # expect: TEF518
    print(a, b)
""",
    "in a method": """\
class Net(nn.Module):
    def forward(self, x):
        out = x.relu_()  # expect: TEF518
        return x * out
""",
    "handed to a call": """\
def f(x: Tensor, net: nn.Module):
    y = x.div_(255)  # expect: TEF518
    return net(x), y
""",
}

LEAVE: dict[str, str] = {
    "the same name": """\
def f(x: Tensor, z: Tensor):
    x = x.add_(z)
    x = x.mul_(2).sub_(1)
    return x
""",
    "never read again": """\
def f(x: Tensor, z: Tensor):
    y = x.add_(z)
    return y
""",
    "its shape is read": """\
def f(x: Tensor, z: Tensor):
    y = x.add_(z)
    return y.view(x.shape[0], -1), x.dtype, x.size(0), x.device
""",
    "bound anew": """\
def f(x: Tensor):
    y = x.mul_(2)
    x = torch.zeros(3)
    return x * y
""",
    "a new tensor": """\
def f(x: Tensor):
    a = torch.empty(3).normal_()
    b = x.clone().add_(1)
    c = (x * 2).clamp_(0, 1)
    d = torch.zeros_like(x).scatter_(1, x.long(), 1.0)
    return x, a, b, c, d
""",
    "what leaves the entries": """\
def f(x: Tensor):
    y = x.requires_grad_()
    z = x.detach_()
    w = x.share_memory_()
    return x, y, z, w
""",
    "a view": """\
def f(x: Tensor):
    y = x.view(-1)
    z = x[0]
    return x, y, z
""",
    "out of place": """\
def f(x: Tensor, z: Tensor):
    y = x.add(z)
    w = torch.relu(x)
    return x, y, w
""",
    "no name": """\
def f(x: Tensor, z: Tensor):
    x.add_(z)
    torch.relu_(x)
    return x
""",
    "an attribute that keeps a total": """\
class Average:
    def __init__(self):
        self.mean = torch.zeros(3)

    def update(self, x: Tensor):
        mean = self.mean.mul_(0.9).add_(x, alpha=0.1)
        return mean / self.mean.norm()
""",
    "one tensor on the other branch, too": """\
def f(x: Tensor, rank):
    if rank != 0:
        y = x.zero_()
    else:
        y = x
    return x, y
""",
    "read before": """\
def f(x: Tensor):
    before = x.sum(dim=None)
    y = x.zero_()
    return before, y
""",
    "objects of one's own": """\
class Total:
    def add_(self, n):
        self.n = n
        return self


def f(n):
    total = Total()
    same = total.add_(n)
    return total, same
""",
    "initialisers": """\
def f(n: int):
    weight = torch.empty(n, n)
    nn.init.xavier_uniform_(weight)
    return weight
""",
}
