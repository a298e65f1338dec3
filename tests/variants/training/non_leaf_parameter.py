"""TEF515 non-leaf-parameter: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.

What the rule does in each shape of training code, with the programs that show it:

| shape | computed from a leaf | the leaf itself |
|---|---|---|
| flat script, notebook | flagged: "a flat script" | left: the same |
| nested loops | flagged: "nested loops" | left: the same |
| helper with unannotated parameters | flagged: "a helper" | left: the same |
| Trainer class | flagged: "a trainer" | left: the same |
| gradient accumulation | flagged: "accumulated" | left: the same |
| closure (LBFGS) | flagged: "LBFGS" | left: the same |
| AMP with GradScaler | flagged: "with a GradScaler" | left: the same |
| two optimizers | flagged, each: "two optimizers" | left: the same |
| LightningModule, automatic | flagged: "a LightningModule" | left: the same |
| LightningModule, manual | flagged: "manual optimisation" | left: the same |
| Fabric, Accelerate | flagged: "Fabric", "Accelerate" | left: the same |
| DDP launcher | flagged: "a DDP launcher" | left: the same |
| transfer learning | flagged: "a prompt for a frozen model" | left: the same |
"""

HEADER = """\
import torch
import torch.nn.functional as F
from torch import nn, optim


"""

# Each with what is computed from a leaf, and the leaf that stands in its place.
SHAPES = {
    "a flat script": (
        """\
w = @  # expect: TEF515 "is no leaf"
for epoch in range(10):
    loss = F.mse_loss(x @ w, y)
    loss.backward()
    with torch.no_grad():
        w -= 0.1 * w.grad
        w.grad.zero_()
""",
        "torch.randn(4, 1, requires_grad=True) * 0.01",
        "(torch.randn(4, 1) * 0.01).requires_grad_()",
    ),
    "nested loops": (
        """\
def main(loader, device):
    w = @  # expect: TEF515 "use torch.randn(4, 1, requires_grad=True, device=device)"
    optimizer = optim.SGD([w], lr=0.1)
    for epoch in range(10):
        for x, y in loader:
            optimizer.zero_grad()
            F.mse_loss(x @ w, y).backward()
            optimizer.step()
""",
        "torch.randn(4, 1, requires_grad=True).to(device)",
        "torch.randn(4, 1, device=device, requires_grad=True)",
    ),
    "a helper": (
        """\
def initial(n, device):
    return @  # expect: TEF515


def main(n, device):
    w = initial(n, device)
    return w, optim.Adam([w], lr=0.1)
""",
        "torch.zeros(n, requires_grad=True).to(device)",
        "torch.zeros(n, device=device, requires_grad=True)",
    ),
    "a trainer": (
        """\
class Trainer:
    def __init__(self, device):
        self.temperature = @  # expect: TEF515
        self.optimizer = optim.Adam([self.temperature], lr=1e-3)
""",
        "torch.ones(1, requires_grad=True).to(device)",
        "torch.ones(1, device=device, requires_grad=True)",
    ),
    "accumulated": (
        """\
def main(loader):
    w = @  # expect: TEF515
    optimizer = optim.SGD([w], lr=0.1)
    for i, (x, y) in enumerate(loader):
        (F.mse_loss(x @ w, y) / 4).backward()
        if (i + 1) % 4 == 0:
            optimizer.step()
            optimizer.zero_grad()
""",
        "torch.zeros(4, requires_grad=True).cuda()",
        'torch.zeros(4, device="cuda", requires_grad=True)',
    ),
    "LBFGS": (
        """\
def fit(x, y):
    w = @  # expect: TEF515
    optimizer = optim.LBFGS([w], lr=1)

    def closure():
        optimizer.zero_grad()
        loss = F.mse_loss(x @ w, y)
        loss.backward()
        return loss

    optimizer.step(closure)
""",
        "torch.randn(4, requires_grad=True) / 2",
        "(torch.randn(4) / 2).requires_grad_()",
    ),
    "with a GradScaler": (
        """\
def main(loader):
    w = @  # expect: TEF515
    optimizer = optim.SGD([w], lr=0.1)
    scaler = torch.amp.GradScaler()
    for x, y in loader:
        optimizer.zero_grad()
        scaler.scale(F.mse_loss(x @ w, y)).backward()
        scaler.step(optimizer)
        scaler.update()
""",
        "torch.randn(4, requires_grad=True).cuda()",
        'torch.randn(4, device="cuda", requires_grad=True)',
    ),
    "two optimizers": (
        """\
def main(device):
    a = @  # expect: TEF515
    b = @  # expect: TEF515
    return optim.SGD([a], lr=0.1), optim.Adam(params=[{"params": [b], "lr": 0.1}])
""",
        "torch.randn(4, requires_grad=True).to(device)",
        "torch.randn(4, device=device, requires_grad=True)",
    ),
    "a LightningModule": (
        """\
import lightning as L


class Tuned(L.LightningModule):
    def __init__(self, n):
        super().__init__()
        self.scale = @  # expect: TEF515 "use nn.Parameter(torch.ones(n, device="

    def forward(self, x):
        return x * self.scale
""",
        "nn.Parameter(torch.ones(n)).cuda()",
        "nn.Parameter(torch.ones(n))",
    ),
    "Accelerate": (
        """\
from accelerate import Accelerator


def main(loader):
    accelerator = Accelerator()
    w = @  # expect: TEF515
    optimizer = accelerator.prepare(optim.SGD([w], lr=0.1))
    for x, y in loader:
        optimizer.zero_grad()
        accelerator.backward(F.mse_loss(x @ w, y))
        optimizer.step()
""",
        "torch.randn(4, requires_grad=True).to(accelerator.device)",
        "torch.randn(4, device=accelerator.device, requires_grad=True)",
    ),
    "Fabric": (
        """\
import lightning as L


def main(loader):
    fabric = L.Fabric()
    w = @  # expect: TEF515
    optimizer = optim.SGD([w], lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        fabric.backward(F.mse_loss(x @ w, y))
        optimizer.step()
""",
        "torch.randn(4, requires_grad=True).to(fabric.device)",
        "torch.randn(4, device=fabric.device, requires_grad=True)",
    ),
    "manual optimisation": (
        """\
import lightning as L


class Manual(L.LightningModule):
    def __init__(self, n):
        super().__init__()
        self.automatic_optimization = False
        self.scale = @  # expect: TEF515

    def training_step(self, batch, index):
        optimizer = self.optimizers()
        optimizer.zero_grad()
        self.manual_backward(F.mse_loss(batch[0] * self.scale, batch[1]))
        optimizer.step()
""",
        "nn.Parameter(torch.ones(n)) * 0.1",
        "nn.Parameter(torch.ones(n) * 0.1)",
    ),
    "a DDP launcher": (
        """\
def worker(rank, model):
    prompt = @  # expect: TEF515
    optimizer = optim.SGD([prompt], lr=0.1)
""",
        "torch.randn(4, requires_grad=True).to(rank)",
        "torch.randn(4, device=rank, requires_grad=True)",
    ),
    "a prompt for a frozen model": (
        """\
def tune(model: nn.Module, loader, device):
    model.requires_grad_(False)
    prompt = @  # expect: TEF515
    optimizer = optim.SGD([prompt], lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x + prompt), y).backward()
        optimizer.step()
""",
        "nn.Parameter(torch.zeros(4)).to(device)",
        "nn.Parameter(torch.zeros(4, device=device))",
    ),
}


def shaped(computed: bool) -> dict[str, str]:
    """The programs with what is computed from a leaf, or with the leaf."""
    found = {}
    for name, (program, wrong, right) in SHAPES.items():
        lines = program.replace(" @  #", f" {wrong if computed else right}  #").splitlines()
        found[name] = "\n".join(lines if computed else [line.partition("  # expect")[0] for line in lines]) + "\n"
    return found


FLAG: dict[str, str] = {
    "an attribute that nothing reads": """\
class Scaled(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones([]) * 2.0).exp()  # expect: TEF515?
        self.tau = 0.07

    def forward(self, x):
        return x / self.tau
""",
    "an attribute that forward reads": """\
class Scaled(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones([]) * 2.0).exp()  # expect: TEF515

    def forward(self, x):
        return x * self.scale
""",
    "an attribute that is read from outside": """\
class Scaled(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(n)) * 0.1  # expect: TEF515


def report(net):
    print(net.scale.mean())
""",
    "a copy on CUDA, without the graph": """\
def attack(images):
    adv = images.reshape(3, -1).requires_grad_(True).cuda()  # expect: TEF515
    return torch.optim.SGD([adv], lr=0.1)
""",
    "a copy of what nothing else shows to be a tensor": """\
def attack(x, device):
    adv = x.clone().requires_grad_().to(device)  # expect: TEF515
    opt = torch.optim.Adam([adv], lr=0.1)
    return opt
""",
    "by torch.autograd.grad, which takes what is no leaf": """\
class Attack:
    def start(self, weights, device):
        self.weights = nn.Parameter(torch.tensor(weights)).to(device)  # expect: TEF515?

    def gradient(self, loss_of):
        return torch.autograd.grad(loss_of(self.weights), self.weights)
""",
    "by .grad": """\
class Attack:
    def start(self, weights, device):
        self.weights = nn.Parameter(torch.tensor(weights)).to(device)  # expect: TEF515

    def gradient(self, loss_of):
        loss_of(self.weights).backward()
        return self.weights.grad
""",
    **shaped(computed=True),
    "computed from what nn.init filled": """\
w = nn.init.xavier_uniform_(nn.Parameter(torch.empty(4, 4))) * 0.5  # expect: TEF515 "is no leaf"
optimizer = torch.optim.SGD([w], lr=0.1)
""",
    "its gradient is read": """\
def gradient():
    x = torch.ones(3, requires_grad=True).double()  # expect: TEF515
    x.sum().backward()
    return x.grad
""",
    "arithmetic": """\
def gradient():
    x = torch.rand(3, requires_grad=True) * 2 - 1  # expect: TEF515 "set requires_grad on it last"
    x.square().sum().backward()
    x.grad.zero_()
""",
    "a view": """\
def gradient(y):
    w = torch.randn(12, requires_grad=True).view(3, 4)  # expect: TEF515
    (w @ y).sum().backward()
    print(w.grad)
""",
    "in two steps": """\
def main(device):
    w = torch.zeros(3, requires_grad=True)
    w = w.to(device)  # expect: TEF515
    return optim.SGD([w], lr=0.1)
""",
    "scaled in two steps, its gradient read": """\
def main():
    w = torch.randn(3, requires_grad=True)
    w = w * 0.1  # expect: TEF515
    w.sum().backward()
    return w.grad
""",
    "what a model computes": """\
def main(model: nn.Module, x):
    z = torch.zeros(3, requires_grad=True)
    y = z + 1  # expect: TEF515
    return optim.Adam([y], lr=0.1)
""",
    "on one branch": """\
def main():
    w = torch.zeros(3, requires_grad=True)
    if torch.cuda.is_available():
        w = w.cuda()  # expect: TEF515
    return optim.SGD([w], lr=0.1)
""",
    "a list of them": """\
def main(device):
    params = [torch.randn(3, requires_grad=True).to(device) for _ in range(3)]  # expect: TEF515
    return optim.Adam(params, lr=0.1)
""",
    "several names": """\
def main():
    w1 = torch.randn(3, 4).requires_grad_() / 2  # expect: TEF515
    w2 = torch.randn(4, requires_grad=True).cuda()  # expect: TEF515
    return torch.optim.SGD((w1, w2), lr=0.1)
""",
    "a Variable": """\
from torch.autograd import Variable  # expect: TEF902?


def main():
    w = Variable(torch.randn(3), requires_grad=True).cuda()  # expect: TEF515
    return optim.SGD([w], lr=0.1)
""",
    "added later": """\
def main(model: nn.Module, device):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    scale = torch.ones(1, requires_grad=True).to(device)  # expect: TEF515
    optimizer.add_param_group({"params": [scale]})
    return optimizer
""",
    "parameters of a module": """\
class Net(nn.Module):
    def __init__(self, n, device):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(n, n)).cuda()  # expect: TEF515
        self.scale = nn.Parameter(torch.randn(n)) * 0.1  # expect: TEF515 "wrap it in nn.Parameter last"
        self.bias = nn.Parameter(torch.zeros(n)).to(device)  # expect: TEF515

    def forward(self, x):
        return x @ self.weight * self.scale + self.bias
""",
    "from torch": """\
from torch import randn
from torch.nn import Parameter
from torch.optim import Adam

a = randn(3, requires_grad=True).cuda()  # expect: TEF515
b = Parameter(randn(3)).cuda()  # expect: TEF515
optimizer = Adam([a, b])
""",
}

LEAVE: dict[str, str] = {
    "a parameter of what is on the device already": """\
class Graph(nn.Module):
    def __init__(self, nodes: int, x: Tensor, device):
        super().__init__()
        self.first = nn.Parameter(torch.randn(10, nodes, device=device)).to(device)
        self.second = nn.Parameter(x.detach().to(device)).to(device)
""",
    "a copy that requires grad last": """\
def attack(x, device):
    adv = x.clone().detach().to(device).requires_grad_()
    return torch.optim.Adam([adv], lr=0.1)
""",
    "what may be a module": """\
def tuned(net, device):
    part = net.float().requires_grad_().to(device)
    return torch.optim.Adam(part.parameters())
""",
    "filled by nn.init, which returns the very Parameter": """\
class Attention(nn.Module):
    def __init__(self, n: int):
        super().__init__()
        self.h = nn.init.xavier_uniform_(nn.Parameter(torch.empty(n, 1)))
        self.p = nn.init.constant_(nn.Parameter(torch.empty(n, 1)), 0.1)
        self.q = torch.nn.init.normal_(nn.Parameter(torch.empty(n)), std=0.02)

    def forward(self, x):
        return x @ self.h * self.q + x @ self.p
""",
    "a leaf filled by nn.init and optimised": """\
w = nn.init.kaiming_normal_(torch.empty(4, 4, requires_grad=True))
optimizer = torch.optim.SGD([w], lr=0.1)
""",
    "what gets only its dtype and device from a parameter": """\
class Generator(nn.Module):
    def __init__(self, z):
        super().__init__()
        self.register_buffer("fixed", torch.from_numpy(z).float())
        self.net = nn.Linear(3, 3)

    def sample(self):
        z = self.fixed.type_as(next(self.net.parameters()))
        return self.net(z)
""",
    "made on the device that it is moved to": """\
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
X = torch.as_tensor(rows, dtype=torch.float, device=device)
X = nn.Parameter(X, requires_grad=True).to(device)
w = torch.zeros(3, device=device, requires_grad=True).to(device)
opt = torch.optim.Adam([X, w], lr=1e-2)
""",
    "a Parameter of what was made on the device, under a name": """\
def optimizer_of(device, n: int):
    w = nn.Parameter(torch.zeros(n, device=device))
    v = w.to(device)
    return torch.optim.SGD([v], lr=0.1)
""",
    **shaped(computed=False),
    "an input": """\
def outputs(model: nn.Module):
    x = torch.rand(3, requires_grad=True) * 2
    return model(x)
""",
    "the leaf has its own name": """\
def gradient():
    w = torch.ones(3, requires_grad=True)
    y = w * 2
    y.sum().backward()
    return w.grad
""",
    "an activation whose gradient is read": """\
def gradient(model: nn.Module, x):
    hidden = model(x)
    hidden.sum().backward()
    return hidden.grad
""",
    "retained": """\
def gradient():
    w = torch.rand(3, requires_grad=True) * 2
    w.retain_grad()
    w.sum().backward()
    return w.grad
""",
    "already there": """\
def main():
    a = torch.randn(3, requires_grad=True).cpu()
    b = torch.randn(3, requires_grad=True).float()
    c = torch.zeros(3, device="cuda", requires_grad=True).to("cuda")
    d = torch.randn(3, requires_grad=True).contiguous()
    return optim.SGD([a, b, c, d], lr=0.1)
""",
    "detached again": """\
def main():
    w = (torch.randn(3, requires_grad=True) * 2).detach().requires_grad_()
    v = torch.randn(3, requires_grad=True).detach() * 2
    v.requires_grad = True
    return optim.SGD([w, v], lr=0.1)
""",
    "under no_grad": """\
def main():
    with torch.no_grad():
        w = torch.randn(3, requires_grad=True) * 2
    w.requires_grad_()
    return optim.SGD([w], lr=0.1)
""",
    "wrapped last": """\
class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(n, n) * 0.1)
        self.bias = nn.Parameter(torch.zeros(n), requires_grad=False).cuda()
        self.scaled = nn.Parameter(torch.ones(n)).data * 2
""",
    "used in an expression": """\
class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(n))

    def forward(self, x):
        weight = self.weight.to(x.dtype) * 2
        return x * weight
""",
    "a module that is moved": """\
def main(model: nn.Module, device):
    model = model.to(device)
    return optim.SGD(model.parameters(), lr=0.1)
""",
    "expected to raise": """\
import pytest


def test_optimizer():
    w = torch.zeros(3, requires_grad=True) * 2
    with pytest.raises(ValueError):
        optim.SGD([w], lr=0.1)
""",
    "assigned to data": """\
class Server(nn.Module):
    def __init__(self, features, device):
        super().__init__()
        self.emb = nn.Embedding(features.shape[0], features.shape[1]).to(device)
        self.emb.weight.data = nn.Parameter(torch.zeros(4, 2)).to(device)
""",
}
