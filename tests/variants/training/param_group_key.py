"""TEF510 param-group-key: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.

What the rule does in each shape of training code, with the programs that show it:

| shape | a group without `params` | a group with it |
|---|---|---|
| flat script, notebook | flagged: "a flat script" | left: "a flat script" |
| nested loops | flagged, at the optimizer: "nested loops" | left: "nested loops" |
| helper with unannotated parameters | flagged: "a helper", "added to a parameter" | left: "a helper" |
| Trainer class | flagged: "a trainer" | left: "a trainer" |
| gradient accumulation | flagged, at the optimizer: "accumulated" | left: "accumulated" |
| AMP with GradScaler | flagged, at the optimizer: "with a GradScaler" | left: "with a GradScaler" |
| closure (LBFGS) | flagged: "LBFGS" | left: "LBFGS" |
| two optimizers | flagged, each: "a GAN" | left: "a GAN" |
| LightningModule, automatic or manual | flagged: "a LightningModule" | left: "a LightningModule" |
| Fabric, Accelerate | flagged: "Fabric", "set up by Fabric", "Accelerate" | left: the last two |
| DDP launcher | flagged: "a DDP launcher" | left: "a DDP launcher" |
| transfer learning | flagged: "transfer learning" | left: "transfer learning" |
"""

HEADER = """\
import torch
import torch.nn.functional as F
from torch import nn, optim


"""

SCRIPT = """\
model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
optimizer = torch.optim.Adam([
    {"parameters": model[0].parameters(), "lr": 1e-4},  # expect: TEF510 "write "params" for its parameters"
    {"params": model[2].parameters()},
], lr=1e-3)
for epoch in range(10):
    for x, y in loader:
        optimizer.zero_grad()
        F.mse_loss(model(x), y).backward()
        optimizer.step()
"""

HELPER = """\
def build(model, lr):
    return optim.AdamW([{"parameters": model.parameters(), "weight_decay": 0.1}], lr=lr)  # expect: TEF510
"""

TRAINER = """\
class Trainer:
    def __init__(self, model, config):
        self.model = model
        groups = [
            {"param": model.backbone.parameters(), "lr": config.lr / 10},  # expect: TEF510
            {"params": model.head.parameters()},
        ]
        self.optimizer = optim.SGD(groups, lr=config.lr)
"""

SCALED = """\
def train(model, loader, device):
    optimizer = optim.SGD([{"parameters": model.parameters()}], lr=0.1)  # expect: TEF510
    scaler = torch.amp.GradScaler()
    for i, (x, y) in enumerate(loader):
        with torch.autocast("cuda"):
            loss = F.mse_loss(model(x.to(device)), y.to(device)) / 4
        scaler.scale(loss).backward()
        if (i + 1) % 4 == 0:
            scaler.step(optimizer)
            scaler.update()
            optimizer.zero_grad()
"""

LBFGS = """\
def fit(model: nn.Module, x, y):
    optimizer = optim.LBFGS([{"parameters": list(model.parameters())}], lr=1)  # expect: TEF510

    def closure():
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        loss.backward()
        return loss

    optimizer.step(closure)
"""

GAN = """\
def optimizers(generator: nn.Module, discriminator: nn.Module):
    g = optim.Adam([{"parameters": generator.parameters(), "betas": (0.5, 0.999)}], lr=2e-4)  # expect: TEF510
    d = optim.Adam([{"parameters": discriminator.parameters(), "betas": (0.5, 0.999)}], lr=2e-4)  # expect: TEF510
    return g, d
"""

LIGHTNING = """\
import lightning as L


class Classifier(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(4, 2)

    def training_step(self, batch, index):
        x, y = batch
        return F.cross_entropy(self.net(x), y)

    def configure_optimizers(self):
        return torch.optim.AdamW([{"parameters": self.net.parameters(), "lr": 1e-3}])  # expect: TEF510
"""

ACCELERATE = """\
from accelerate import Accelerator


def main(model, loader):
    accelerator = Accelerator()
    optimizer = optim.AdamW([{"parameters": model.parameters()}], lr=1e-3)  # expect: TEF510
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
"""

LAUNCHED = """\
def worker(rank, model):
    model = nn.parallel.DistributedDataParallel(model.to(rank), device_ids=[rank])
    optimizer = optim.SGD([{"parameters": model.module.parameters()}], lr=0.1)  # expect: TEF510
    return optimizer
"""

NESTED = """\
def search(model: nn.Module, rates, loader):
    for rate in rates:
        optimizer = optim.SGD([{"parameters": model.parameters(), "lr": rate}], lr=0.1)  # expect: TEF510
        for x, y in loader:
            optimizer.zero_grad()
            F.cross_entropy(model(x), y).backward()
            optimizer.step()
"""

ACCUMULATED = """\
def main(model: nn.Module, loader, steps):
    optimizer = optim.SGD([{"param": model.parameters()}], lr=0.1)  # expect: TEF510
    for i, (x, y) in enumerate(loader):
        (F.cross_entropy(model(x), y) / steps).backward()
        if (i + 1) % steps == 0:
            optimizer.step()
            optimizer.zero_grad()
"""

FABRIC = """\
import lightning as L


def main(model: nn.Module):
    fabric = L.Fabric()
    optimizer = optim.SGD([{"parameters": model.parameters()}], lr=0.1)  # expect: TEF510
    return fabric.setup(model, optimizer)
"""

TRANSFER = """\
def unfreeze(model: nn.Module, optimizer: optim.Optimizer, lr: float):
    for parameter in model.parameters():
        parameter.requires_grad_(True)
    optimizer.add_param_group({"parameters": model.parameters(), "lr": lr})  # expect: TEF510
"""

FLAG: dict[str, str] = {
    "a flat script": SCRIPT,
    "a helper": HELPER,
    "a trainer": TRAINER,
    "with a GradScaler": SCALED,
    "LBFGS": LBFGS,
    "a GAN": GAN,
    "a LightningModule": LIGHTNING,
    "Accelerate": ACCELERATE,
    "nested loops": NESTED,
    "accumulated": ACCUMULATED,
    "set up by Fabric": FABRIC,
    "a DDP launcher": LAUNCHED,
    "transfer learning": TRANSFER,
    "Fabric": """\
from lightning.fabric import Fabric


def main(model):
    fabric = Fabric()
    optimizer = optim.SGD([{"weights": [model.weight]}, {"lr": 1}], lr=1)  # expect: TEF510, TEF510
    model, optimizer = fabric.setup(model, optimizer)
""",
    "added to a parameter": """\
def extend(optimizer, head):
    optimizer.add_param_group({"lr": 1e-3, "parameters": head.parameters()})  # expect: TEF510
""",
    "no key for them at all": """\
def build(model):
    return optim.SGD([{"lr": 0.1, "momentum": 0.9}])  # expect: TEF510 "put its parameters under that key"
""",
    "a comprehension": """\
def build(model: nn.Module):
    return optim.SGD([{"parameters": child.parameters()} for child in model.children()], lr=0.1)  # expect: TEF510
""",
    "a generator": """\
def build(model: nn.Module):
    return optim.SGD(({"parameters": child.parameters()} for child in model.children()), lr=0.1)  # expect: TEF510
""",
    "appended one by one": """\
def build(blocks, lr):
    groups = []
    for depth, block in enumerate(blocks):
        groups.append({"param": block.parameters(), "lr": lr * 0.9**depth})  # expect: TEF510
    return optim.AdamW(params=groups)
""",
    "from a function of the file": """\
def split(model):
    return [{"parameters": model.parameters()}]  # expect: TEF510


def build(model):
    return optim.AdamW(split(model), lr=1e-3)
""",
    "made by dict()": """\
def build(model):
    group = dict(parameters=model.parameters(), lr=1e-3)  # expect: TEF510 "put its parameters under that key"
    return optim.Adam([group])
""",
    "options of groups that are filled by nobody in sight": """\
def build(fill):
    groups = [{"lr": 1e-3}]  # expect: TEF510?
    fill(groups[0])
    return optim.Adam(groups)
""",
    "one of two lists": """\
def build(model, decay):
    if decay:
        groups = [{"parameters": model.parameters(), "weight_decay": 0.1}]  # expect: TEF510
    else:
        groups = [{"params": model.parameters()}]
    return optim.Adam(groups)
""",
    "one dict for two optimizers": """\
def build(model):
    group = {"parameters": model.parameters()}  # expect: TEF510 "here and in 1 more place"
    return optim.Adam([group]), optim.SGD([group], lr=0.1)
""",
    "torch under other names": """\
import torch.optim as O
from torch.optim import AdamW as W


def build(model):
    first = O.SGD([{"Parameters": model.parameters()}], lr=1)  # expect: TEF510
    return first, W([{"params ": model.parameters()}])  # expect: TEF510
""",
}


def right(program: str) -> str:
    """The same program with groups that have their key."""
    lines = [line.partition("  # expect")[0] for line in program.splitlines(keepends=False)]
    text = "\n".join(lines) + "\n"
    return text.replace('"parameters":', '"params":').replace('"param":', '"params":')


LEAVE: dict[str, str] = {
    **{
        name: right(program)
        for name, program in (
            ("a flat script", SCRIPT),
            ("a helper", HELPER),
            ("a trainer", TRAINER),
            ("with a GradScaler", SCALED),
            ("LBFGS", LBFGS),
            ("a GAN", GAN),
            ("a LightningModule", LIGHTNING),
            ("Accelerate", ACCELERATE),
            ("nested loops", NESTED),
            ("accumulated", ACCUMULATED),
            ("set up by Fabric", FABRIC),
            ("a DDP launcher", LAUNCHED),
            ("transfer learning", TRANSFER),
        )
    },
    "the key is put in later": """\
def build(model):
    group = {"lr": 1e-3}
    group["params"] = model.parameters()
    groups = [{"lr": 1e-3}, {"lr": 1e-4}]
    groups[0]["params"], groups[1]["params"] = model.a.parameters(), model.b.parameters()
    return optim.Adam([group]), optim.Adam(groups)
""",
    "a function of the file puts it in": """\
def fill(group, model):
    group["params"] = model.parameters()


def build(model):
    group = {"lr": 1e-3}
    fill(group, model)
    return optim.Adam([group])
""",
    "update puts it in": """\
def build(model):
    group = {"lr": 1e-3}
    group.update(params=model.parameters())
    other = {"lr": 1e-3}
    other.setdefault("params", []).extend(model.parameters())
    return optim.Adam([group, other])
""",
    "grouped by name": """\
def build(model: nn.Module):
    groups = {}
    for name, parameter in model.named_parameters():
        key = "decay" if parameter.dim() > 1 else "none"
        if key not in groups:
            groups[key] = {"params": [], "weight_decay": 0.1 if key == "decay" else 0.0, "param_names": []}
        groups[key]["params"].append(parameter)
        groups[key]["param_names"].append(name)
    return optim.AdamW(list(groups.values()), lr=1e-3)
""",
    "keys that are not known": """\
def build(model, key, options):
    return optim.AdamW([{key: model.parameters()}, {"lr": 1e-3, **options}, dict(options, lr=1e-3)])
""",
    "an optimizer from elsewhere": """\
from apex.optimizers import FusedAdam
from mmcv.runner import build_optimizer


def build(model):
    return FusedAdam([{"parameters": model.parameters()}]), build_optimizer(model, {"parameters": 3})
""",
    "a class of this file that reads another key": """\
class Sharded(torch.optim.Optimizer):
    def __init__(self, groups):
        super().__init__([{"params": group["parameters"]} for group in groups], {"lr": 0.1})


def build(model):
    return Sharded([{"parameters": model.parameters()}])
""",
    "no groups": """\
def build(model: nn.Module, config):
    state = {"parameters": model.state_dict(), "lr": 1e-3}
    torch.save(state, "state.pt")
    return optim.SGD(model.parameters(), lr=config["lr"]), optim.SGD([model.weight], lr=1)
""",
    "dicts beside the groups": """\
def build(model, hyper):
    hyper = {"lr": 1e-3, "weight_decay": 0.1}
    return optim.AdamW([{"params": model.parameters(), **hyper}], **hyper)
""",
    "the other branch's list": """\
def build(model, decay):
    groups = model.parameters()
    if decay:
        groups = [{"params": [p for p in model.parameters() if p.dim() > 1], "weight_decay": decay}]
        groups += [{"params": [p for p in model.parameters() if p.dim() < 2], "weight_decay": 0.0}]
    return optim.SGD(groups, lr=0.1)
""",
    "a method of the same name": """\
class Registry:
    def add_param_group(self, group):
        self.group = group


def register(registry: Registry):
    registry.add_param_group({"parameters": 3})
""",
    "options by parameter": """\
def build(model, lrs):
    return optim.Adam([{"params": [p], "lr": lrs.get(n, 1e-3), "name": n} for n, p in model.named_parameters()])
""",
}
