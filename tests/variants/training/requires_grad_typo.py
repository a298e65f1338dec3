"""TEF513 requires-grad-typo: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.

What the rule does in each shape of training code, with the programs that show it:

| shape | misspelled, or on a module | `requires_grad`, `requires_grad_()` |
|---|---|---|
| flat script, notebook | flagged: "a flat script" | left: "a flat script" |
| nested loops | flagged: "in the batch loop" | left: the same |
| gradient accumulation | flagged: "accumulated" | left: the same |
| AMP with GradScaler | flagged: "with a GradScaler" | left: the same |
| helper with unannotated parameters | flagged: "a helper" | left: "a helper" |
| Trainer class | flagged: "a trainer" | left: "a trainer" |
| closure (LBFGS) | flagged: "an input that is optimised" | left: "an input that is optimised" |
| two optimizers | flagged: "a GAN" | left: "a GAN" |
| LightningModule | flagged: "a LightningModule" | left: "a LightningModule" |
| Fabric, Accelerate | flagged: "Fabric", "Accelerate" | left: the same |
| DDP launcher | flagged: "DistributedDataParallel" | left: the same |
| transfer learning | flagged: "a flat script", "a part of a backbone" | left: the same |
"""

HEADER = """\
import torch
import torch.nn.functional as F
import torchvision
from torch import nn


"""

SCRIPT = """\
model = torchvision.models.resnet18(weights=None)
for parameter in model.parameters():
    parameter.require_grad = False  # expect: TEF513 "write parameter.requires_grad"
model.fc = nn.Linear(512, 10)
optimizer = torch.optim.SGD(model.fc.parameters(), lr=0.1)
"""

LOOP = """\
def train(model: nn.Module, head: nn.Linear, optimizer, loader):
    for epoch in range(10):
        for x, y in loader:
            head.requires_grad = epoch > 5  # expect: TEF513
            loss = F.mse_loss(head(model(x)), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
"""

HELPER = """\
def freeze(model):
    for name, parameter in model.named_parameters():
        if "head" not in name:
            parameter.requires_grads = False  # expect: TEF513
"""

TRAINER = """\
class Trainer:
    def __init__(self, model):
        self.model = model
        for parameter in self.model.backbone.parameters():
            parameter.require_grad = False  # expect: TEF513
"""

CLOSURE = """\
def transfer(content: torch.Tensor, vgg: nn.Module):
    image = content.clone()
    image.require_grad = True  # expect: TEF513
    optimizer = torch.optim.LBFGS([image])

    def closure():
        optimizer.zero_grad()
        loss = F.mse_loss(vgg(image), vgg(content))
        loss.backward()
        return loss

    optimizer.step(closure)
"""

GAN = """\
class Discriminator(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(4, 1)


def generator_step(generator: nn.Module, z):
    discriminator = Discriminator()
    discriminator.requires_grad = False  # expect: TEF513 "call its requires_grad_"
    discriminator.net(generator(z)).mean().backward()
    discriminator.requires_grad = True  # expect: TEF513 "call its requires_grad_"
"""

LIGHTNING = """\
import lightning as L


class Tuned(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.backbone = torchvision.models.resnet18()
        self.head = nn.Linear(1000, 2)
        self.backbone.requires_grad = False  # expect: TEF513

    def training_step(self, batch, index):
        x, y = batch
        return F.cross_entropy(self.head(self.backbone(x)), y)
"""

WRAPPED = """\
def worker(rank, model):
    model = nn.parallel.DistributedDataParallel(model.to(rank), device_ids=[rank])
    for parameter in model.module.parameters():
        parameter.require_grad = False  # expect: TEF513
    return model
"""

PART = """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(4, 4) for _ in range(3))
        for layer in self.layers[:2]:
            layer.requires_grad = False  # expect: TEF513

    def freeze(self):
        for module in self.modules():
            module.requires_grad = False  # expect: TEF513
"""

ACCUMULATED = """\
def train(model: nn.Module, optimizer, loader, steps):
    for parameter in model.backbone.parameters():
        parameter.requires_grads = False  # expect: TEF513
    for i, (x, y) in enumerate(loader):
        (F.mse_loss(model(x), y) / steps).backward()
        if (i + 1) % steps == 0:
            optimizer.step()
            optimizer.zero_grad()
"""

SCALED = """\
def train(model: nn.Module, optimizer, loader):
    scaler = torch.amp.GradScaler()
    for parameter in model.parameters():
        parameter.require_grad = True  # expect: TEF513?
    for x, y in loader:
        optimizer.zero_grad()
        scaler.scale(F.mse_loss(model(x), y)).backward()
        scaler.step(optimizer)
        scaler.update()
"""

FABRIC = """\
import lightning as L


def main(model: nn.Module, loader):
    fabric = L.Fabric()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model, optimizer = fabric.setup(model, optimizer)
    for x, y in loader:
        x.require_grad = True  # expect: TEF513
        optimizer.zero_grad()
        fabric.backward(F.mse_loss(model(x), y))
        optimizer.step()
"""

ACCELERATE = """\
from accelerate import Accelerator


def main(model: nn.Module, loader):
    accelerator = Accelerator()
    for parameter in model.parameters():
        parameter.requires_grads = False  # expect: TEF513
    model, loader = accelerator.prepare(model, loader)
"""

SHAPES = {
    "accumulated": ACCUMULATED,
    "with a GradScaler": SCALED,
    "Fabric": FABRIC,
    "Accelerate": ACCELERATE,
    "a flat script": SCRIPT,
    "in the batch loop": LOOP,
    "a helper": HELPER,
    "a trainer": TRAINER,
    "an input that is optimised": CLOSURE,
    "a GAN": GAN,
    "a LightningModule": LIGHTNING,
    "DistributedDataParallel": WRAPPED,
    "a part of a backbone": PART,
}

FLAG: dict[str, str] = {
    "the method of an unknown attribute that is called": """\
class Agent:
    def __init__(self, critic, actor):
        self.critic, self.actor = critic, actor

    def policy_loss(self, states):
        self.critic.requires_grad_ = False  # expect: TEF513 "call its requires_grad_, which sets the parameters"
        loss = -self.critic(states, self.actor(states)).mean()
        self.critic.requires_grad_ = True  # expect: TEF513 "call its requires_grad_, which sets the parameters"
        return loss
""",
    "the method of a module, on again": """\
class Agent:
    def __init__(self):
        self.critic = nn.Linear(4, 1)
        self.actor = nn.Linear(4, 4)

    def learn(self, states):
        self.critic.requires_grad_ = False  # expect: TEF513
        (-self.critic(self.actor(states)).mean()).backward()
        self.critic.requires_grad_ = True  # expect: TEF513
        self.actor.requires_grad_ = True  # expect: TEF513?
""",
    "a tensor or a module": """\
def frozen(part):
    part.requires_grad_ = False  # expect: TEF513 "part.requires_grad_; call its requires_grad_"
    part.require_grad = False  # expect: TEF513 "part.require_grad; call its requires_grad_"
""",
    "set on parts that require a gradient anyway": """\
def tune(net: nn.Module):
    for module in net.modules():
        module.requires_grad = True  # expect: TEF513?
    for p in net.parameters():
        p.requires_grads = True  # expect: TEF513?
""",
    "a part of a frozen model that is to be trained": """\
def tune(net: nn.Module):
    for p in net.parameters():
        p.requires_grad = False
    for p in net.fc.parameters():
        p.requires_grads = True  # expect: TEF513
""",
    "a module in a file that freezes with the method": """\
def tune(net: nn.Module, head: nn.Linear):
    net.requires_grad_(False)
    head.requires_grad = True  # expect: TEF513
""",
    "an input that is to get a gradient": """\
def slope(net: nn.Module, x):
    x.require_grad = True  # expect: TEF513
    net(x).sum().backward()
""",
    **SHAPES,
    "a part of a model of another package": """\
import torchvision

net = torchvision.models.resnet18(weights="DEFAULT")
net.layer1.requires_grad = False  # expect: TEF513 "net.layer1.requires_grad"
for block in net.layer2:
    block.requires_grad = False  # expect: TEF513
net.fc.requires_grad = True  # expect: TEF513?
""",
    "the layers of a transformer": """\
encoder = nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2), 3)
for layer in encoder.layers:
    layer.requires_grad = False  # expect: TEF513
attention = nn.MultiheadAttention(8, 2)
attention.out_proj.requires_grad = False  # expect: TEF513
""",
    "a parameter by itself": """\
class Scale(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(3))
        self.scale.require_grad = False  # expect: TEF513
        self.fc = nn.Linear(3, 3)
        self.fc.weight.requires_grad_ = False  # expect: TEF513
""",
    "a module on itself": """\
class MeanShift(nn.Conv2d):
    def __init__(self):
        super().__init__(3, 3, kernel_size=1)
        self.weight.data = torch.eye(3).view(3, 3, 1, 1)
        self.requires_grad = False  # expect: TEF513
""",
    "the method on a module": """\
def frozen(model: nn.Sequential):
    model.requires_grad_ = False  # expect: TEF513
    model.require_grad = False  # expect: TEF513
""",
    "an object that only the name shows": """\
def frozen(state, config):
    for name, value in state.items():
        value.require_grad = config.trainable  # expect: TEF513
""",
    "a tensor that requires none": """\
def encoding(n: int):
    table = torch.zeros(n, 4)
    table.require_grad = False  # expect: TEF513?
    return table
""",
    "several targets": """\
def frozen(a: nn.Linear, b: nn.Linear):
    a.requires_grad = b.requires_grad = False  # expect: TEF513, TEF513
""",
    "a letter is missing": """\
def freeze(model: nn.Module):
    for p in model.parameters():
        p.requirs_grad = False  # expect: TEF513


def freeze2(model: nn.Module):
    for p in model.parameters():
        p.requires_grd = False  # expect: TEF513


def freeze3(model: nn.Module):
    for p in model.parameters():
        p.requies_grad = False  # expect: TEF513
""",
    "an unknown attribute that is called": """\
class Tuned(nn.Module):
    def __init__(self, backbone, head):
        super().__init__()
        self.backbone, self.head = backbone, head
        self.backbone.requires_grad = False  # expect: TEF513

    def forward(self, x):
        return self.head(self.backbone(x))
""",
}


def right(program: str) -> str:
    """The same program with the flag of the parameters."""
    lines = []
    for line in program.splitlines():
        code, marked, _ = line.partition("  # expect")
        if marked:
            owner, _, value = code.partition(" = ")
            owner, _, name = owner.rpartition(".")
            code = f"{owner}.requires_grad_({value})" if name == "requires_grad" else f"{owner}.requires_grad = {value}"
        lines.append(code)
    return "\n".join(lines) + "\n"


LEAVE: dict[str, str] = {
    "a word of the file for a flag of its own objects": """\
from searches import Search


class Minimizer:
    def __init__(self):
        self.search = Search(3)

    def run(self, x, require_grad=True):
        found, require_grad, more = self.handled(x, require_grad)
        self.search.require_grad = require_grad
        return self.search.run(x)
""",
    **{name: right(program) for name, program in SHAPES.items()},
    "a parameter of a model of another package": """\
import timm
import torchvision

net = timm.create_model("vit_base_patch16_224")
net.pos_embed.requires_grad = False
net.cls_token.requires_grad = False
net.head.weight.requires_grad = False
vit = torchvision.models.vit_b_16()
vit.class_token.requires_grad = False
nn.LSTM(4, 4).weight_hh_l0.requires_grad = False
""",
    "an attribute that the file declares": """\
class Settings:
    __slots__ = ("require_grad",)


class Options:
    require_grads: bool = False


def switch(settings, options):
    settings.require_grad = True
    options.require_grads = True
""",
    "a class of its own": """\
class Variable:
    def __init__(self, data, require_grad=False):
        self.data = data
        self.require_grad = require_grad
        self.requires_grad = require_grad


def made(data):
    variable = Variable(data)
    variable.require_grad = True
    return variable
""",
    "a module that reads it": """\
class Filters(nn.Module):
    def __init__(self, requires_grad):
        super().__init__()
        self.requires_grad = requires_grad
        self.fc = nn.Linear(3, 3)

    def forward(self, x):
        with torch.set_grad_enabled(self.requires_grad):
            return self.fc(x)


def made():
    filters = Filters(True)
    filters.requires_grad = False
    return filters
""",
    "a module with a property": """\
class Frozen(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    @property
    def requires_grad(self):
        return self.fc.weight.requires_grad

    @requires_grad.setter
    def requires_grad(self, flag):
        self.fc.requires_grad_(flag)


def made():
    frozen = Frozen()
    frozen.requires_grad = False
    return frozen
""",
    "the option that a module was given": """\
class Spectral(nn.Module):
    def __init__(self, fixed):
        super().__init__()
        self.requires_grad = not fixed
""",
    "a method that is replaced": """\
def keep(model: nn.Module):
    model.requires_grad_ = lambda flag=True: model
""",
    "what is kept beside the flag": """\
def pause(model: nn.Module):
    for parameter in model.parameters():
        parameter.requires_grad_before = parameter.requires_grad
        parameter.retain_grad_for = "plots"
        parameter.requires_grad = False
""",
    "the context of a function of one's own": """\
class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.requires_dgrad = x.requires_grad
        return 2 * x

    @staticmethod
    def backward(ctx, g):
        return 2 * g if ctx.requires_dgrad else None
""",
    "an object that may be a tensor": """\
def freeze(weights):
    weights.requires_grad = False
    return weights
""",
    "a comparison": """\
def trained(model: nn.Module, options):
    return [p for p in model.parameters() if p.requires_grad == options.require_grad]
""",
    "other attributes": """\
def freeze(model: nn.Module, args):
    for p in model.parameters():
        p.requires_grad = False
        p.retain_grad = False
    args.requirs_note = False
""",
    "an unknown attribute that is no module": """\
class Tuned(nn.Module):
    def __init__(self, prompt, head):
        super().__init__()
        self.prompt, self.head = prompt, head
        self.prompt.requires_grad = False

    def forward(self, x):
        return self.head(x + self.prompt)
""",
}
