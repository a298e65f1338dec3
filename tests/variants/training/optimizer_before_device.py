"""TEF512 optimizer-before-device: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.

What the rule does in each shape of training code, with the programs that show it:

| shape | optimizer first | model moved first |
|---|---|---|
| flat script, notebook | flagged: "a flat script" | left: "a flat script" |
| nested loops | flagged, also where each iteration makes a model: "nested loops" | left: the same |
| helper with unannotated parameters | flagged: "a helper that moves", "a helper that builds" | left |
| Trainer class | flagged, also by a later method: "a trainer", "a method of the trainer" | left: the same |
| gradient accumulation | flagged: "accumulated" | left: "accumulated" |
| closure (LBFGS) | flagged: "LBFGS" | left: "LBFGS" |
| AMP with GradScaler | flagged: "with a GradScaler" | left: "with a GradScaler" |
| two optimizers | flagged, each for its own model: "a GAN" | left: "a GAN" |
| LightningModule, automatic and manual | left, since the Trainer moves it first: "a LightningModule" | left |
| Fabric, Accelerate | flagged for `.to`: "before Accelerate"; not for `prepare`: "Accelerate", "Fabric" | left |
| DDP launcher | flagged: "a DDP launcher"; wrapping alone is no move: "a wrapper that moves nothing" | left |
| transfer learning with frozen parts | flagged: "transfer learning" | left: "transfer learning" |
"""

from tests.rules.programs import Whole

HEADER = """\
import itertools

import torch
import torch.nn.functional as F
from torch import nn, optim
from torch.nn.parallel import DistributedDataParallel as DDP

from nets import Net, build_model


"""

SHAPES: dict[str, str] = {
    "a flat script": """\
model = Net(10)
optimizer = optim.SGD(model.parameters(), lr=0.1)  # expect: TEF512 "optimizer is built before model.cuda(),"
model.cuda()
# after
for x, y in loader:
    optimizer.zero_grad()
    F.cross_entropy(model(x.cuda()), y.cuda()).backward()
    optimizer.step()
""",
    "nested loops": """\
def search(rates, loader, device):
    for lr in rates:
        model = Net(10)
        optimizer = optim.Adam(model.parameters(), lr=lr)  # expect: TEF512
        model.to(device)
        # after
        for epoch in range(3):
            for x, y in loader:
                optimizer.zero_grad()
                F.cross_entropy(model(x.to(device)), y.to(device)).backward()
                optimizer.step()
""",
    "a helper that moves": """\
def train_one_epoch(model, loader, optimizer, device):
    model.to(device)
    for x, y in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x.to(device)), y.to(device)).backward()
        optimizer.step()


def main(model, loader, device):
    # before
    optimizer = optim.Adam(model.parameters())  # expect: TEF512 "built before model.to(device)"
    for epoch in range(80):
        train_one_epoch(model, loader, optimizer, device)
""",
    "a trainer": """\
class Trainer:
    def __init__(self, model, lr, device):
        self.model = model
        self.optimizer = optim.SGD(model.parameters(), lr=lr)  # expect: TEF512 "self.optimizer is built before"
        self.model.to(device)
        # after

    def fit(self, loader):
        for x, y in loader:
            self.optimizer.zero_grad()
            F.cross_entropy(self.model(x), y).backward()
            self.optimizer.step()
""",
    "a method of the trainer": """\
class Trainer:
    def __init__(self, model, lr):
        self.model = model
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        # before
        self.optimizer = optim.AdamW(self.model.parameters(), lr=lr)  # expect: TEF512

    def fit(self, loader, epochs):
        self.model.to(self.device)
        for epoch in range(epochs):
            for x, y in loader:
                self.optimizer.zero_grad()
                F.cross_entropy(self.model(x), y).backward()
                self.optimizer.step()
""",
    "accumulated": """\
def main(model: nn.Module, loader, device):
    optimizer = optim.SGD(model.parameters(), lr=0.1)  # expect: TEF512
    model = model.to(device, non_blocking=True)
    # after
    for i, (x, y) in enumerate(loader):
        (F.cross_entropy(model(x), y) / 4).backward()
        if (i + 1) % 4 == 0:
            optimizer.step()
            optimizer.zero_grad()
""",
    "LBFGS": """\
def fit(model: nn.Module, x, y):
    optimizer = optim.LBFGS(model.parameters(), lr=1)  # expect: TEF512
    model.double()
    # after

    def closure():
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        loss.backward()
        return loss

    for _ in range(20):
        optimizer.step(closure)
""",
    "with a GradScaler": """\
def main(net, loader):
    optimizer = optim.Adagrad(net.parameters())  # expect: TEF512 "before net.cuda(), which leaves its state behind"
    net.cuda()
    # after
    scaler = torch.amp.GradScaler()
    for x, y in loader:
        optimizer.zero_grad()
        with torch.autocast("cuda"):
            loss = F.mse_loss(net(x.cuda()), y.cuda())
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
""",
    "a DDP launcher": """\
def worker(rank, model, loader):
    optimizer = optim.SGD(model.parameters(), lr=0.1)  # expect: TEF512
    model = DDP(model.to(rank), device_ids=[rank])
    # after
    for x, y in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
""",
    "transfer learning": """\
def finetune(device):
    model = build_model(pretrained=True)
    for parameter in model.parameters():
        parameter.requires_grad = False
    model.fc = nn.Linear(512, 10)
    optimizer = optim.SGD(model.fc.parameters(), lr=1e-3, momentum=0.9)  # expect: TEF512
    model = model.to(device)
    # after
    return model, optimizer
""",
    "before Accelerate": """\
from accelerate import Accelerator


def main(model, loader):
    accelerator = Accelerator()
    optimizer = optim.AdamW(params=model.parameters())  # expect: TEF512
    model.to(accelerator.device)
    # after
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for x, y in loader:
        optimizer.zero_grad()
        accelerator.backward(F.cross_entropy(model(x), y))
        optimizer.step()
""",
    "from the meta device": """\
def build(device, state):
    with torch.device("meta"):
        model = Net(10)
    optimizer = optim.SGD(model.parameters(), lr=0.1)  # expect: TEF512 "which makes new parameters; build it"
    model.to_empty(device=device)
    # after
    model.load_state_dict(state)
    return model, optimizer
""",
    "a module that optimises itself": """\
class Actor(nn.Module):
    def __init__(self, size, lr):
        super().__init__()
        self.fc = nn.Linear(size, size)
        self.device = torch.device("cuda:0" if torch.cuda.is_available() else "cpu")
        self.optimizer = optim.Adam(self.parameters(), lr=lr)  # expect: TEF512
        self.to(self.device)
        # after

    def forward(self, x):
        return self.fc(x)
""",
}

FLAG: dict[str, str | Whole] = {
    **SHAPES,
    "a helper that builds": """\
def make_optimizer(model, lr):
    return optim.Adam(model.parameters(), lr=lr)  # expect: TEF512 "the optimizer is built before net.to(device)"


def main(net, device):
    optimizer = make_optimizer(net, 0.1)
    net.to(device)
    return optimizer
""",
    "methods that __init__ calls": """\
class Agent:
    def __init__(self, cfg):
        self.cfg = cfg
        self.net = Net(cfg.size)
        self._build_optimizer()
        self._move()

    def _build_optimizer(self):
        self.opt = optim.Adam(self.net.parameters(), lr=self.cfg.lr)  # expect: TEF512

    def _move(self):
        if self.cfg.cuda:
            self.net.cuda()
""",
    "a method of its own that moves": """\
class DDPG:
    def __init__(self, size, use_cuda):
        self.actor = Net(size)
        self.actor_optim = optim.Adam(self.actor.parameters(), lr=1e-4)  # expect: TEF512
        self.critic = Net(size)
        self.critic_optim = optim.Adam(self.critic.parameters(), lr=1e-3)  # expect: TEF512
        if use_cuda:
            self.cuda()

    def cuda(self):
        self.actor.cuda()
        self.critic.cuda()
""",
    "a module is moved where it is made": """\
class Policy(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.fc = nn.Linear(size, size)
        self.optimizer = optim.RMSprop(self.parameters(), lr=1e-3)  # expect: TEF512 "before policy.to(device)"

    def forward(self, x):
        return self.fc(x)


def main(device):
    policy = Policy(4)
    policy.to(device)
    return policy
""",
    "a GAN": """\
def main(loader, device):
    generator, discriminator = Net(1), Net(2)
    opt_g = optim.Adam(generator.parameters(), lr=2e-4)  # expect: TEF512
    opt_d = optim.Adam(discriminator.parameters(), lr=2e-4)  # expect: TEF512
    generator.to(device)
    discriminator.to(device)
""",
    "both in a loop": """\
def main(device):
    g, d = Net(1), Net(2)
    opt_g = optim.Adam(g.parameters(), lr=2e-4)  # expect: TEF512
    opt_d = optim.Adam(d.parameters(), lr=2e-4)  # expect: TEF512
    for net in (g, d):
        net.to(device)
""",
    "chained parameters": """\
def main(encoder, decoder, device):
    optimizer = optim.Adam(itertools.chain(encoder.parameters(), decoder.parameters()))  # expect: TEF512
    encoder.to(device)
    decoder.to(device)
    other = optim.Adam(list(encoder.head.parameters()) + list(decoder.parameters()))
""",
    "lists, filters and groups": """\
def listed(model, device):
    params = [p for p in model.parameters() if p.requires_grad]
    optimizer = optim.SGD(params, lr=0.1)  # expect: TEF512
    model.to(device)


def filtered(model, device):
    optimizer = optim.SGD(filter(lambda p: p.requires_grad, model.parameters()), lr=0.1)  # expect: TEF512
    model.to(device)


def grouped(model, device):
    groups = [
        {"params": model.backbone.parameters(), "lr": 1e-4},
        {"params": [p for n, p in model.head.named_parameters() if "bias" not in n]},
    ]
    optimizer = optim.SGD(groups, lr=0.1)  # expect: TEF512
    model.to(device)


def as_list(model, device):
    optimizer = optim.SGD(list(model.parameters()), lr=0.1)  # expect: TEF512
    model.to(device=device)
""",
    "lists that a loop fills": """\
def unfrozen(model, device):
    params = []
    for name, parameter in model.named_parameters():
        if parameter.requires_grad:
            params.append(parameter)
    optimizer = optim.SGD(params, lr=0.1)  # expect: TEF512
    model.to(device)


def decayed(net, device):
    decay, rest = [], []
    for name, parameter in net.named_parameters():
        if "bias" in name:
            rest.append(parameter)
        else:
            decay.append(parameter)
    optimizer = optim.AdamW([{"params": decay}, {"params": rest, "weight_decay": 0.0}])  # expect: TEF512
    net.to(device)
""",
    "only a part is moved": """\
def main(model: nn.Module, device):
    optimizer = optim.SGD(model.parameters(), lr=0.1)  # expect: TEF512 "before model.encoder.to(device)"
    model.encoder.to(device)
""",
    "dtypes": """\
def half(model: nn.Module):
    optimizer = optim.SGD(model.parameters(), lr=0.1)  # expect: TEF512 "before model.half()"
    model.half()


def by_keyword(model: nn.Module):
    optimizer = optim.SGD(model.parameters(), lr=0.1)  # expect: TEF512
    model.to(dtype=torch.bfloat16)


def by_position(model: nn.Module, weight_dtype):
    optimizer = optim.SGD(model.parameters(), lr=0.1)  # expect: TEF512
    model.to(weight_dtype)


def after_a_device(model: nn.Module):
    model.cuda()
    optimizer = optim.SGD(model.parameters(), lr=0.1)  # expect: TEF512
    model.bfloat16()
""",
    "under a condition, and with wrappers": """\
def conditional(net, args):
    optimizer = optim.SGD(net.parameters(), lr=args.lr)  # expect: TEF512
    if args.cuda and torch.cuda.is_available():
        net = net.cuda()


def parallel(net: nn.Module):
    optimizer = optim.SGD(net.parameters(), lr=0.1)  # expect: TEF512
    if torch.cuda.device_count() > 1:
        net = nn.DataParallel(net)
    net.cuda()


def at_once(net: nn.Module):
    optimizer = optim.SGD(net.parameters(), lr=0.1)  # expect: TEF512
    net = nn.DataParallel(net).cuda()


def trained_mode(net: nn.Module, device):
    optimizer = optim.SGD(net.parameters(), lr=0.1)  # expect: TEF512
    net.train().to(device)


def scheduled(net, device):
    optimizer = optim.SGD(net.parameters(), lr=0.1)  # expect: TEF512
    scheduler = optim.lr_scheduler.StepLR(optimizer, 10)
    net.to(device)
""",
    "other names": Whole("""\
import torch as th
from torch.optim import AdamW as Opt


class Runner:
    def __init__(self, clf, dev):
        self.clf = clf
        self.opt = Opt(self.clf.parameters(), lr=1e-3)  # expect: TEF512
        self.clf = self.clf.to(dev)


layer = th.nn.Linear(4, 1)
opt = th.optim.SGD(params=layer.parameters(), lr=0.1)  # expect: TEF512
layer.to("cuda")
"""),
}


def right(program: str) -> str:
    """The same program with the optimizer after the move, or the move before the optimizer, where it says so."""
    (line,) = [line for line in program.splitlines() if "# expect" in line]
    call = line.partition("  # expect")[0].strip()
    if "# after" in program:
        return program.replace(line + "\n", "").replace("# after", call)
    model = "self.model" if "self.model" in call else "model"
    program = program.replace(line, line.partition("  # expect")[0])
    return program.replace("# before", f"{model}.to({'self.' if 'self' in model else ''}device)")


LEAVE: dict[str, str | Whole] = {
    **{name: right(program) for name, program in SHAPES.items()},
    "a GAN": """\
def main(loader, device):
    generator, discriminator = Net(1).to(device), Net(2)
    discriminator.to(device)
    opt_g = optim.Adam(generator.parameters(), lr=2e-4)
    opt_d = optim.Adam(discriminator.parameters(), lr=2e-4)
""",
    "moved where it is made": """\
def main(device):
    model = Net(10).eval().to(device)
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    model.to(device)
    other = nn.DataParallel(nn.Linear(4, 1).cuda())
    another = optim.SGD(other.parameters(), lr=0.1)
    other.cuda()
    third = nn.Linear(4, 1).to(device)
    last = optim.SGD(third.parameters(), lr=0.1)
    third.to(device)
""",
    "moved where it is made, with a list that a loop fills": """\
def main(device):
    model = Net(10).to(device)
    params = []
    for parameter in model.parameters():
        params.append(parameter)
    optimizer = optim.SGD(params, lr=0.1)
    model.to(device)
""",
    "moved by a helper that makes it": """\
class Runner:
    def __init__(self, device):
        self.device = device
        self.model = self.setup_model()
        self.optimizer = optim.SGD(self.model.parameters(), lr=0.1)
        self.model.to(self.device)

    def setup_model(self):
        model = Net(10)
        model.to(self.device)
        return model
""",
    "another model": """\
def main(model: nn.Module, teacher: nn.Module, device):
    model.to(device)
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    teacher.to(device)
    criterion = nn.CrossEntropyLoss().to(device)
    average = Net(10)
    average.load_state_dict(model.state_dict())
    average.to(device)


def rebound(device):
    model = nn.Linear(4, 1)
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    model = nn.Linear(4, 2)
    model.to(device)
""",
    "only the head is optimised, and the rest is moved": """\
def main(backbone: nn.Module, head: nn.Module, device):
    head.to(device)
    optimizer = optim.SGD(head.parameters(), lr=0.1)
    backbone.to(device)
""",
    "tensors and batches are moved": """\
def main(model: nn.Module, loader, device):
    model.to(device)
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        x, y = x.to(device), y.cuda()
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
""",
    "after the training": """\
def main(model: nn.Module, loader, device):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
    model.half()
    torch.save(model.state_dict(), "model.pt")


def sometimes(model: nn.Module, loader, args):
    if args.train:
        optimizer = optim.SGD(model.parameters(), lr=0.1)
        for x, y in loader:
            optimizer.zero_grad()
            F.cross_entropy(model(x), y).backward()
            optimizer.step()
    model.cuda()


def elsewhere(model: nn.Module, loader, train):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    train(model, loader, optimizer)
    model.cuda()
""",
    "to the CPU, where it is already, and to a memory format": """\
def main(model: nn.Module):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    model.cpu()
    model.to("cpu")
    model.to(torch.device("cpu"))
    model.to(memory_format=torch.channels_last)
    model.train()


class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = optim.SGD(self.model.parameters(), lr=0.1)

    def save(self, path):
        self.model.cpu()
        torch.save(self.model.state_dict(), path)
        self.model.to("cuda")
""",
    "built anew after the move": """\
def main(model: nn.Module, device):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    model.to(device)
    optimizer = optim.SGD(model.parameters(), lr=0.1)


class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = optim.SGD(self.model.parameters(), lr=0.1)

    def to(self, device):
        self.model.to(device)
        self.optimizer = optim.SGD(self.model.parameters(), lr=0.1)
""",
    "moved in __init__, and again": """\
class Trainer:
    def __init__(self, model, device):
        self.device = device
        self.model = model.to(device)
        self.optimizer = optim.SGD(self.model.parameters(), lr=0.1)

    def fit(self, loader):
        self.model.to(self.device)
        for x, y in loader:
            self.optimizer.zero_grad()
            F.cross_entropy(self.model(x), y).backward()
            self.optimizer.step()
""",
    "moved in an earlier iteration": """\
def main(model: nn.Module, rates, device):
    for lr in rates:
        model.to(device)
        optimizer = optim.SGD(model.parameters(), lr=lr)
        train(model, optimizer)
""",
    "on one of two branches each": """\
def main(model: nn.Module, args):
    if args.cuda:
        model.cuda()
        optimizer = optim.SGD(model.parameters(), lr=0.1)
    else:
        optimizer = optim.SGD(model.parameters(), lr=0.2)
""",
    "a wrapper that moves nothing": """\
def main(model: nn.Module, rank):
    model.to(rank)
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    model = DDP(model, device_ids=[rank])


def compiled(model: nn.Module, device):
    model.to(device)
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    model = torch.compile(model)
""",
    "a LightningModule": """\
import lightning as L


class Tuned(L.LightningModule):
    def __init__(self, net):
        super().__init__()
        self.net = net

    def configure_optimizers(self):
        return optim.SGD(self.net.parameters(), lr=0.1)

    def training_step(self, batch, index):
        return F.mse_loss(self.net(batch[0]), batch[1])

    def on_fit_start(self):
        self.net.to(self.device)


class ByHand(L.LightningModule):
    def __init__(self, net):
        super().__init__()
        self.automatic_optimization = False
        self.net = net

    def configure_optimizers(self):
        return optim.SGD(self.parameters(), lr=0.1)

    def training_step(self, batch, index):
        optimizer = self.optimizers()
        optimizer.zero_grad()
        self.manual_backward(F.mse_loss(self.net(batch[0]), batch[1]))
        optimizer.step()
""",
    "Accelerate": """\
from accelerate import Accelerator


def main(model, loader):
    accelerator = Accelerator()
    optimizer = optim.AdamW(model.parameters())
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for x, y in loader:
        optimizer.zero_grad()
        accelerator.backward(F.cross_entropy(model(x), y))
        optimizer.step()
""",
    "Fabric": """\
import lightning as L


def main(model, loader):
    fabric = L.Fabric()
    optimizer = optim.AdamW(model.parameters())
    model, optimizer = fabric.setup(model, optimizer)
    for x, y in loader:
        optimizer.zero_grad()
        fabric.backward(F.cross_entropy(model(x), y))
        optimizer.step()


def run(model, loader, args):
    if args.train:
        main(model, loader)
    model.to(args.device)
""",
    "an optimizer for a tensor": """\
def main(device, target):
    w = torch.zeros(3, device=device, requires_grad=True)
    optimizer = optim.SGD([w], lr=0.1)
    target = target.to(device)
    return w, optimizer, target
""",
    "no optimizer of torch": """\
from mine import Schedule


def main(model: nn.Module, device):
    optimizer = Schedule(model.parameters())
    model.to(device)
""",
}
