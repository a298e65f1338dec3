"""TEF516 detached-backward: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.

What the rule does in each shape of training code, with the programs that show it:

| shape | the loss has left the graph | the loss is in the graph |
|---|---|---|
| flat script, notebook | flagged: "a flat script" | left: the same |
| nested loops | flagged: "nested loops" | left: the same |
| helper with unannotated parameters | flagged: "a helper" | left: the same |
| Trainer class | flagged: "a trainer" | left: the same |
| gradient accumulation | flagged: "accumulated" | left: the same |
| closure (LBFGS) | flagged: "LBFGS" | left: the same |
| AMP with GradScaler | flagged: "with a GradScaler" | left: the same |
| two optimizers | flagged: "a GAN" | left: the same, where the generator's output is detached for the other |
| LightningModule | manual optimisation flagged: "a LightningModule" | left: the same; automatic has no `backward` |
| Fabric, Accelerate | flagged: "Fabric", "Accelerate" | left: the same |
| DDP launcher | flagged: "a DDP launcher" | left: the same |
| transfer learning | flagged: "frozen features" | left: the same, where a head is trained on them |
"""

HEADER = """\
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn, optim


"""

# Each with the line that leaves the graph, and what stands in its place where it does not.
SHAPES = {
    "a flat script": (
        """\
model = nn.Linear(4, 1)
optimizer = optim.SGD(model.parameters(), lr=0.1)
for epoch in range(10):
    optimizer.zero_grad()
    @
    loss.backward()  # expect: TEF516 "left the graph"
    optimizer.step()
""",
        "loss = F.mse_loss(model(x), y).detach()",
        "loss = F.mse_loss(model(x), y)",
    ),
    "nested loops": (
        """\
def main(model, loader, criterion, optimizer, device):
    for epoch in range(10):
        for i, (images, labels) in enumerate(loader):
            images, labels = images.to(device), labels.to(device)
            @
            loss = criterion(outputs, labels)
            optimizer.zero_grad()
            loss.backward()  # expect: TEF516 "model(images).detach() left the graph"
            optimizer.step()
""",
        "outputs = model(images).detach()",
        "outputs = model(images)",
    ),
    "a helper": (
        """\
def train_one_epoch(model, loader, optimizer, criterion):
    model.train()
    for x, y in loader:
        optimizer.zero_grad()
        @
        loss.backward()  # expect: TEF516 "is a number"
        optimizer.step()
""",
        "loss = criterion(model(x), y).item()",
        "loss = criterion(model(x), y)",
    ),
    "a trainer": (
        """\
class Trainer:
    def __init__(self, model, criterion):
        self.model = model
        self.criterion = criterion
        self.optimizer = optim.SGD(model.parameters(), lr=0.1)

    def loss(self, batch):
        x, y = batch
        return self.criterion(self.model(x), y)

    def fit(self, loader):
        for batch in loader:
            self.optimizer.zero_grad()
            @
            loss.backward()  # expect: TEF516
            self.optimizer.step()
""",
        "loss = self.loss(batch).data",
        "loss = self.loss(batch)",
    ),
    "accumulated": (
        """\
def main(model, loader, optimizer):
    for i, (x, y) in enumerate(loader):
        @
        (loss / 4).backward()  # expect: TEF516 "is a copy"
        if (i + 1) % 4 == 0:
            optimizer.step()
            optimizer.zero_grad()
""",
        "loss = torch.tensor(F.cross_entropy(model(x), y).item(), requires_grad=True)",
        "loss = F.cross_entropy(model(x), y)",
    ),
    "LBFGS": (
        """\
def fit(model: nn.Module, x, y):
    optimizer = optim.LBFGS(model.parameters(), lr=1)

    def closure():
        optimizer.zero_grad()
        @
        loss.backward()  # expect: TEF516
        return loss

    for _ in range(20):
        optimizer.step(closure)
""",
        "loss = F.mse_loss(model(x).detach(), y)",
        "loss = F.mse_loss(model(x), y)",
    ),
    "with a GradScaler": (
        """\
def main(model: nn.Module, loader, optimizer):
    scaler = torch.amp.GradScaler()
    for x, y in loader:
        optimizer.zero_grad()
        with torch.autocast("cuda"):
            @
        scaler.scale(loss).backward()  # expect: TEF516
        scaler.step(optimizer)
        scaler.update()
""",
        "loss = F.mse_loss(model(x), y).detach()",
        "loss = F.mse_loss(model(x), y)",
    ),
    "a GAN": (
        """\
def main(generator, discriminator, loader, g, d, noise):
    for real in loader:
        fake = generator(noise)
        d.zero_grad()
        d_loss = -discriminator(real).log().mean() - (1 - discriminator(fake.detach())).log().mean()
        d_loss.backward()
        d.step()
        g.zero_grad()
        @
        g_loss.backward()  # expect: TEF516
        g.step()
""",
        "g_loss = -discriminator(fake).log().mean().detach()",
        "g_loss = -discriminator(fake).log().mean()",
    ),
    "a LightningModule": (
        """\
import lightning as L


class Manual(L.LightningModule):
    def __init__(self, net):
        super().__init__()
        self.automatic_optimization = False
        self.net = net

    def training_step(self, batch, index):
        x, y = batch
        optimizer = self.optimizers()
        optimizer.zero_grad()
        @
        self.manual_backward(loss)  # expect: TEF516
        optimizer.step()
""",
        "loss = F.mse_loss(self.net(x), y).detach()",
        "loss = F.mse_loss(self.net(x), y)",
    ),
    "Fabric": (
        """\
from lightning.fabric import Fabric


def main(model, optimizer, loader):
    fabric = Fabric()
    model, optimizer = fabric.setup(model, optimizer)
    for x, y in loader:
        optimizer.zero_grad()
        @
        fabric.backward(loss)  # expect: TEF516
        optimizer.step()
""",
        "loss = F.cross_entropy(model(x), y).detach()",
        "loss = F.cross_entropy(model(x), y)",
    ),
    "Accelerate": (
        """\
from accelerate import Accelerator


def main(model, optimizer, loader):
    accelerator = Accelerator()
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for batch in loader:
        with accelerator.accumulate(model):
            @
            accelerator.backward(outputs.loss)  # expect: TEF516 "ran under no_grad"
            optimizer.step()
            optimizer.zero_grad()
""",
        "with torch.no_grad(): outputs = model(**batch)",
        "outputs = model(**batch)",
    ),
    "a DDP launcher": (
        """\
def worker(rank, model, loader):
    model = nn.parallel.DistributedDataParallel(model.to(rank), device_ids=[rank])
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        @
        loss.backward()  # expect: TEF516
        optimizer.step()
""",
        "loss = F.cross_entropy(model(x).detach(), y.to(rank))",
        "loss = F.cross_entropy(model(x), y.to(rank))",
    ),
    "frozen features": (
        """\
class Tuned(nn.Module):
    def __init__(self, backbone):
        super().__init__()
        self.backbone = backbone
        self.head = nn.Linear(512, 10)

    def forward(self, x):
        with torch.no_grad():
            features = self.backbone(x)
        return self.head(features)


def train(loader, backbone):
    model = Tuned(backbone)
    optimizer = optim.SGD(model.head.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        @
        loss = F.cross_entropy(logits, y)
        loss.backward()  # expect: TEF516
        optimizer.step()
""",
        "logits = model(x).data  # expect: TEF405?",
        "logits = model(x)",
    ),
}


def shaped(left: bool) -> dict[str, str]:
    """The programs with the line that leaves the graph, or with the one that does not."""
    found = {}
    for name, (program, wrong, right) in SHAPES.items():
        text = program.replace("@", wrong if left else right)
        found[name] = text if left else "\n".join(line.partition("  # expect")[0] for line in text.splitlines()) + "\n"
    return found


STEP = """\
def step(model, x, y, optimizer):
    optimizer.zero_grad()
    @
    optimizer.step()
"""


def step(*lines: str) -> str:
    """One step of training with these lines in it."""
    return STEP.replace("@", "\n    ".join(lines))


FLAG: dict[str, str] = {
    "a number in a list that the hook does not write": """\
def dream(model, module, image, optimizer, steps):
    kept = [0]

    def keep(module, args, output):
        print(output)

    handle = module.register_forward_hook(keep)
    for _ in range(steps):
        optimizer.zero_grad()
        model(image)
        loss = -kept[0]
        loss.backward()  # expect: TEF516
        optimizer.step()
""",
    **shaped(left=True),
    "silenced by requires_grad_": step(
        "loss = F.mse_loss(model(x).detach(), y)",
        "loss.requires_grad_(True)",
        "loss.backward()  # expect: TEF516",
    ),
    "silenced by requires_grad": step(
        "loss = F.mse_loss(model(x), y).data  # expect: TEF405?",
        "loss.requires_grad = True",
        "loss.backward()  # expect: TEF516",
    ),
    "silenced in a chain": step(
        "loss = F.cross_entropy(model(x), y).detach().requires_grad_()",
        "loss.backward()  # expect: TEF516",
    ),
    "silenced, of an unknown loss": """\
def step(model, criterion, x, y, optimizer):
    with torch.no_grad():
        output = model(x)
    loss = criterion(output, y)
    loss.requires_grad = True
    loss.backward()  # expect: TEF516 "model(x) ran under no_grad"
    optimizer.step()
""",
    "a copy": step("loss = F.cross_entropy(model(x), y)", "torch.tensor(loss).backward()  # expect: TEF401, TEF516"),
    "a copy that requires grad": step(
        "loss = torch.tensor(F.cross_entropy(model(x), y), requires_grad=True)  # expect: TEF401",
        "loss.backward()  # expect: TEF516",
    ),
    "as_tensor of a number": step(
        "loss = torch.as_tensor(F.cross_entropy(model(x), y).item())", "loss.backward()  # expect: TEF516"
    ),
    "a Variable": step(
        "from torch.autograd import Variable  # expect: TEF902?",
        "loss = Variable(F.cross_entropy(model(x), y).data, requires_grad=True)  # expect: TEF405?",
        "loss.backward()  # expect: TEF516",
    ),
    "through NumPy": step(
        "output = model(x).detach().cpu().numpy()",
        "loss = np.mean((output - y.numpy()) ** 2)",
        "loss = torch.tensor(loss, requires_grad=True)",
        "loss.backward()  # expect: TEF516",
    ),
    "an array": step("loss = F.mse_loss(model(x), y).detach().numpy()", "loss.backward()  # expect: TEF516"),
    "a float": step("loss = float(F.mse_loss(model(x), y))", "loss.backward()  # expect: TEF516"),
    "at once": step(
        "F.mse_loss(model(x), y).detach().backward()  # expect: TEF516",
        "F.mse_loss(model(x), y).item().backward()  # expect: TEF516",
        "F.mse_loss(model(x), y).data.mean().backward()  # expect: TEF516 # expect: TEF405?",
        "torch.autograd.backward(F.mse_loss(model(x), y).detach())  # expect: TEF516",
    ),
    "detach_": step("loss = F.mse_loss(model(x), y)", "loss.detach_()", "loss.backward()  # expect: TEF516"),
    "a total of numbers": """\
def epoch(model, loader, optimizer):
    total = 0.0
    for x, y in loader:
        total += F.cross_entropy(model(x), y).item()
    total = total / len(loader)
    total.backward()  # expect: TEF516 "is a number"
    optimizer.step()
""",
    "a list of numbers": """\
def epoch(model, loader, optimizer):
    losses = []
    for x, y in loader:
        losses.append(F.cross_entropy(model(x), y).item())
    torch.tensor(losses, requires_grad=True).mean().backward()  # expect: TEF404?, TEF516
    optimizer.step()
""",
    "a list of detached losses": """\
def epoch(model, loader, optimizer):
    losses = []
    for x, y in loader:
        losses.append(F.cross_entropy(model(x), y).detach())
    loss = torch.stack(losses).mean()
    loss.backward()  # expect: TEF516
    optimizer.step()
""",
    "under the decorator": """\
@torch.no_grad()
def step(model, criterion, x, y, optimizer):
    loss = criterion(model(x), y)
    loss.backward()  # expect: TEF516
    optimizer.step()
""",
    "in inference mode": step(
        "with torch.inference_mode():",
        "    prediction = model(x)",
        "F.cross_entropy(prediction, y).backward()  # expect: TEF516",
    ),
    "after set_grad_enabled": step(
        "torch.set_grad_enabled(False)",
        "loss = F.cross_entropy(model(x), y)",
        "loss.backward()  # expect: TEF516",
    ),
    "a helper under no_grad": """\
@torch.no_grad()
def loss_of(model, x, y):
    return F.cross_entropy(model(x), y)


def step(model, x, y, optimizer):
    loss = loss_of(model, x, y)
    loss.backward()  # expect: TEF516
    optimizer.step()
""",
    "argmax": step(
        "predictions = model(x).argmax(dim=1).float()",
        "loss = F.mse_loss(predictions, y.float())",
        'loss.backward()  # expect: TEF516 "has no gradient"',
    ),
    "an accuracy": """\
def step(model: nn.Module, x, y, optimizer):
    accuracy = (model(x).argmax(1) == y).float().mean()
    (1 - accuracy).backward()  # expect: TEF516
    optimizer.step()
""",
    "a leaf that nothing trains": step(
        "prediction = torch.tensor(model(x).tolist(), requires_grad=True)",
        "loss = F.mse_loss(prediction, y)",
        "loss.backward()  # expect: TEF516",
    ),
}


LEAVE: dict[str, str] = {
    "an object of another framework with a backward of its own": """\
import aidge


class Bridge(torch.autograd.Function):
    @staticmethod
    def forward(ctx, module, x):
        ctx.module = module
        if module.scheduler is None:
            module.scheduler = aidge.SequentialScheduler(module.graph)
        module.scheduler.forward()
        return module.read()

    @staticmethod
    def backward(ctx, grad):
        ctx.module.scheduler.backward()
        return None, ctx.module.grads()


@torch.no_grad()
def run(graph):
    scheduler = aidge.SequentialScheduler(graph)
    scheduler.backward()
""",
    "what a hook puts into a list": """\
def dream(model, module, image, optimizer, steps):
    kept = [0]

    def keep(module, args, output):
        kept[0] = output

    handle = module.register_forward_hook(keep)
    for _ in range(steps):
        optimizer.zero_grad()
        model(image)
        loss = -kept[0].norm()
        loss.backward()
        optimizer.step()
""",
    "what the hook of a tensor puts into a list": """\
def slope(x: torch.Tensor, y: torch.Tensor, loss_of):
    kept = [0]

    def keep(gradient):
        kept[0] = gradient

    y.register_hook(keep)
    loss_of(y).backward(create_graph=True)
    loss = kept[0].norm()
    loss.backward()
""",
    "the gradient of an input that is scaled and summed": """\
def doubled(x):
    a = x.detach().requires_grad_()
    (a * 2).sum().backward()
    return a.grad


def squared(x: Tensor):
    a = x.detach().clone().requires_grad_(True)
    (a**2).mean().backward()
    return a.grad.abs().max()


def descended(x: Tensor):
    a = x.detach().requires_grad_()
    optimizer = torch.optim.SGD([a], lr=0.1)
    a.pow(2).sum().backward()
    optimizer.step()
    return a
""",
    **shaped(left=False),
    "reported beside it": step(
        "loss = F.cross_entropy(model(x), y)", "loss.backward()", "print(loss.item(), loss.detach())"
    ),
    "a target under no_grad": """\
def step(student, teacher, x, optimizer):
    with torch.no_grad():
        target = teacher(x)
    loss = F.mse_loss(student(x), target)
    loss.backward()
    optimizer.step()
""",
    "a detached target": """\
def loss_of(prediction, target):
    loss = F.mse_loss(prediction, target.detach())
    loss.backward()
    return loss.item()
""",
    "a detached baseline": """\
def reinforce(log_probs, rewards, values):
    advantage = rewards - values.detach()
    loss = -(log_probs * advantage).mean()
    loss.backward()
""",
    "straight through": step(
        "q = model(x)", "q = q + (q.round() - q).detach()", "loss = F.mse_loss(q, y)", "loss.backward()"
    ),
    "an input that is optimised": """\
def attack(model, x, y):
    adversarial = x.detach().clone().requires_grad_(True)
    loss = F.cross_entropy(model(adversarial), y)
    loss.backward()
    return adversarial + 0.1 * adversarial.grad.sign()
""",
    "a latent that is optimised": """\
def invert(encoder, generator, x):
    with torch.no_grad():
        z = encoder(x)
    z.requires_grad_(True)
    optimizer = optim.Adam([z])
    for _ in range(100):
        optimizer.zero_grad()
        loss = F.mse_loss(generator(z), x) + z.square().mean()
        loss.backward()
        optimizer.step()
    return z
""",
    "a detached latent whose gradient is read": """\
def gradient(encoder, x, y):
    z = encoder(x).detach()
    z.requires_grad = True
    F.mse_loss(z, y).backward()
    return z.grad
""",
    "requires_grad_ of a loss with a graph": step(
        "loss = F.cross_entropy(model(x), y)", "loss.requires_grad_(True)", "loss.backward()"
    ),
    "on a branch": step(
        "loss = F.cross_entropy(model(x), y)",
        "if torch.isnan(loss):",
        "    loss = loss.detach()",
        "loss.backward()",
    ),
    "an empty batch": """\
def loss_of(model, x, y):
    if len(x) == 0:
        return torch.tensor(0.0, requires_grad=True)
    return F.cross_entropy(model(x), y)


def step(model, x, y):
    loss = loss_of(model, x, y)
    loss.backward()
""",
    "enabled again": """\
@torch.no_grad()
def step(model, x, y, optimizer):
    with torch.enable_grad():
        loss = F.cross_entropy(model(x), y)
        loss.backward()
    optimizer.step()
""",
    "by phase": """\
def epoch(model, loader, optimizer, phase):
    for x, y in loader:
        with torch.set_grad_enabled(phase == "train"):
            loss = F.cross_entropy(model(x), y)
            if phase == "train":
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
""",
    "a total that carries the graphs": """\
def epoch(model, loader, optimizer):
    total = 0.0
    for x, y in loader:
        total += F.cross_entropy(model(x), y)
    total.backward()
    optimizer.step()
""",
    "a test": """\
import pytest


def test_raises(model, x):
    with pytest.raises(RuntimeError):
        model(x).sum().detach().backward()
""",
    "expected to raise": """\
def check(model, x):
    try:
        model(x).sum().detach().backward()
    except RuntimeError:
        print("no graph")
""",
    "as_tensor of a tensor": step("loss = torch.as_tensor(F.cross_entropy(model(x), y))", "loss.backward()"),
    "an input that an optimizer of one's own gets": """\
def optimize(x_0, loss_func, constraint, optimizer_class):
    x = x_0.detach().clone()
    x.requires_grad = True
    optimizer = optimizer_class([x], constraint)
    for _ in range(10):
        optimizer.zero_grad()
        loss = loss_func(x)
        loss.backward()
        optimizer.step()
""",
    "a flag says whether to record": """\
def measure(size, no_grad, device):
    x = torch.randn(*size, device=device, requires_grad=(not no_grad))
    w = torch.randn(10, 1, 11, 11, device=device)
    y = F.conv2d(x, w, padding=5)
    if not no_grad:
        y.backward(torch.ones_like(y))
    return y
""",
    "a loss of a helper that may give a number": """\
def distance(scores, weights):
    if weights is None:
        return 0.0
    total = 0.0
    for score, weight in zip(scores, weights):
        total = total + (score * weight).sum()
    return total


def step(scores, weights, optimizer):
    loss = distance(scores, weights)
    print(loss.detach().item())
    loss.backward()
    optimizer.step()
""",
    "a temperature": """\
class Agent:
    def __init__(self, actor, alpha):
        self.actor = actor
        self.log_alpha = torch.tensor(np.log(alpha)).float().to("cpu")
        self.log_alpha.requires_grad = True
        self.optimizer = optim.Adam([self.log_alpha])

    @property
    def alpha(self):
        return self.log_alpha.exp()

    def update(self, log_prob):
        loss = (self.alpha * (-log_prob - 2.0).detach()).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
""",
    "sharpness-aware minimisation": """\
class Sharp(optim.Optimizer):
    @torch.no_grad()
    def step(self, closure):
        closure = torch.enable_grad()(closure)
        loss = closure()
        loss.backward()
        return loss
""",
    "a network of one's own": """\
class Net:
    def backward(self, grad):
        return grad


def step(net: Net, x):
    out = x.detach()
    net.backward(out)
""",
    "gradient with respect to an input": """\
def saliency(model, image):
    image = torch.tensor(image, requires_grad=True)
    score = model(image).max()
    score.backward()
    return image.grad.abs()
""",
    "an annotation that promises a float": """\
def step(loss: float, optimizer):
    loss.backward()
    optimizer.step()
""",
    "a parameter's gradient by hand": """\
def by_hand(weight, x, gradient):
    w = nn.Parameter(weight.detach())
    out = x @ w
    out.backward(gradient)
    return w.grad
""",
    "a penalty of a model that is not given": """\
def step(loss_fn, x):
    loss = loss_fn(x.detach())
    loss.backward()
""",
    "an attribute that starts at 0 and is added to in another method": """\
class Losses:
    def start(self):
        self.total = 0

    def backward(self, scaler: torch.cuda.amp.GradScaler):
        scaler.scale(self.total).backward()

    def __call__(self, out, target):
        self.start()
        for criterion in self.criteria:
            self.total += criterion(out, target)
""",
}
