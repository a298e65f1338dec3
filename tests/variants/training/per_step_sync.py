"""TEF503 per-step-sync: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.

What the rule does in each shape of training code, with the programs that show it:

| shape | read in each step | not in each step |
|---|---|---|
| flat script, notebook | flagged: "a flat script" | left: "every hundredth step" |
| nested loops | flagged in the batch loop: "nested loops" | left in the epoch loop: the same |
| helper with unannotated parameters | flagged: "a helper", "a step of a helper" | left: "a lone step" |
| Trainer class | flagged: "a trainer" | left: "a trainer that validates" |
| gradient accumulation | flagged: "accumulated" | left at the boundary: "at the boundary" |
| closure (LBFGS) | flagged: "LBFGS" | left: "a closure that reads nothing" |
| AMP with GradScaler | flagged: "with a GradScaler" | left: "a scale that is checked" |
| two optimizers | flagged: "a GAN" | left: "a GAN that is printed now and then" |
| LightningModule, automatic and manual | left, since the loop is not in the file: "a LightningModule" | left |
| Fabric, Accelerate | flagged: "Fabric", "Accelerate" | left: "gathered for validation" |
| DDP launcher | flagged: "a DDP launcher" | left: "on the first rank, now and then" |
| transfer learning with frozen parts | flagged: "transfer learning" | left: "frozen parts, read at the end" |
"""

HEADER = """\
import torch
import torch.nn.functional as F
from torch import nn, optim


"""

FLAG: dict[str, str] = {
    "the norm of the gradients": """\
def main(model: nn.Module, optimizer, loader):
    norms = []
    for x, y in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        norm = nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        norms.append(float(norm))  # expect: TEF503
    return norms
""",
    "an action drawn from what the policy gives": """\
def main(policy: nn.Module, optimizer, loader):
    for x, y in loader:
        drawn = torch.distributions.Categorical(logits=policy(x)).sample()
        action = drawn.item()  # expect: TEF503
        optimizer.zero_grad()
        F.cross_entropy(policy(x), y).backward()
        optimizer.step()
""",
    "a flat script": """\
model = nn.Linear(4, 1)
optimizer = optim.SGD(model.parameters(), lr=0.1)
losses = []
for epoch in range(10):
    optimizer.zero_grad()
    loss = F.mse_loss(model(x), y)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())  # expect: TEF503 "loss.item() waits for the device in every step"
""",
    "nested loops": """\
def main(model: nn.Module, loader):
    optimizer = optim.Adam(model.parameters())
    for epoch in range(80):
        total, correct = 0.0, 0
        for x, y in loader:
            out = model(x)
            loss = F.cross_entropy(out, y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.item() * len(x)  # expect: TEF503
            correct += (out.argmax(1) == y).sum().item()  # expect: TEF503
        print(epoch, total, loss.item())
""",
    "a helper": """\
def train_one_epoch(model, loader, optimizer, criterion, device, meter, bar):
    model.train()
    for batch in loader:
        x, y = batch[0].to(device), batch[1].to(device)
        out = model(x)
        loss = criterion(out, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        meter.update(loss.item(), x.size(0))  # expect: TEF503
        bar.set_postfix(loss=float(loss))  # expect: TEF503
""",
    "a step of a helper": """\
def train_step(net, opt, x, y):
    opt.zero_grad()
    loss = F.mse_loss(net(x), y)
    loss.backward()
    opt.step()
    return loss.item()  # expect: TEF503


def fit(net, opt, data):
    return [train_step(net, opt, x, y) for x, y in data]
""",
    "a trainer": """\
class Trainer:
    def __init__(self, model, loader, criterion):
        self.model = model
        self.loader = loader
        self.criterion = criterion
        self.optimizer = optim.SGD(model.parameters(), lr=0.1)
        self.predictions = []

    def fit(self, epochs):
        for epoch in range(epochs):
            for x, y in self.loader:
                self.optimizer.zero_grad()
                out = self.model(x)
                loss = self.criterion(out, y)
                loss.backward()
                self.optimizer.step()
                self.predictions.append(out.detach().cpu().numpy())  # expect: TEF503 "out.detach().cpu() waits"
""",
    "accumulated": """\
def main(model: nn.Module, loader):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    running = 0.0
    for i, (x, y) in enumerate(loader):
        loss = F.cross_entropy(model(x), y) / 4
        loss.backward()
        running += loss.item()  # expect: TEF503
        if (i + 1) % 4 == 0:
            optimizer.step()
            optimizer.zero_grad()
""",
    "LBFGS": """\
def fit(model: nn.Module, x, y):
    optimizer = optim.LBFGS(model.parameters(), lr=1)
    history = []

    def closure():
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        loss.backward()
        history.append(loss.item())  # expect: TEF503
        return loss

    for _ in range(20):
        optimizer.step(closure)
""",
    "with a GradScaler": """\
def main(model: nn.Module, loader):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler()
    for x, y in loader:
        optimizer.zero_grad()
        with torch.autocast("cuda"):
            loss = F.mse_loss(model(x), y)
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
        print(f"loss {loss:.4f}")  # expect: TEF503
""",
    "a GAN": """\
def main(generator: nn.Module, discriminator: nn.Module, loader):
    g = optim.Adam(generator.parameters())
    d = optim.Adam(discriminator.parameters())
    for x in loader:
        d.zero_grad()
        loss_d = F.softplus(-discriminator(x)).mean()
        loss_d.backward()
        d.step()
        g.zero_grad()
        loss_g = F.softplus(-discriminator(generator(x))).mean()
        loss_g.backward()
        g.step()
        print("losses", loss_d.item(), loss_g)  # expect: TEF503, TEF503
""",
    "Fabric": """\
from lightning.fabric import Fabric


def main(model: nn.Module, loader):
    fabric = Fabric()
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    model, optimizer = fabric.setup(model, optimizer)
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        fabric.backward(loss)
        optimizer.step()
        fabric.log("loss", loss.item())  # expect: TEF503
""",
    "Accelerate": """\
from accelerate import Accelerator


def main(model: nn.Module, loader):
    accelerator = Accelerator()
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    total = 0
    for x, y in loader:
        loss = F.cross_entropy(model(x), y)
        accelerator.backward(loss)
        optimizer.step()
        optimizer.zero_grad()
        total += loss.detach().float().item()  # expect: TEF503
""",
    "transfer learning": """\
def finetune(backbone: nn.Module, loader):
    backbone.requires_grad_(False)
    head = nn.Linear(512, 10)
    optimizer = optim.SGD(head.parameters(), lr=0.1)
    total = 0.0
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(head(backbone(x)), y)
        loss.backward()
        optimizer.step()
        total += loss.item()  # expect: TEF503
    return total
""",
    "a DDP launcher": """\
def worker(rank, model, loader, args):
    model = nn.parallel.DistributedDataParallel(model.to(rank), device_ids=[rank])
    optimizer = optim.SGD(model.parameters(), lr=args.lr)
    for epoch in range(args.epochs):
        loader.sampler.set_epoch(epoch)
        for x, y in loader:
            model.zero_grad()
            loss = F.cross_entropy(model(x), y)
            loss.backward()
            optimizer.step()
            history = loss.to("cpu")  # expect: TEF503
""",
    "other ways to read": """\
def main(model, optimizer, loader):
    for x, y in loader:
        optimizer.zero_grad()
        out = model(x)
        loss = F.cross_entropy(out, y)
        loss.backward()
        optimizer.step()
        first = loss.detach().item()  # expect: TEF503
        every = F.softmax(out, dim=1).tolist()  # expect: TEF503
        whole = int(loss)  # expect: TEF503
        print(loss)  # expect: TEF503
        print(epoch_of(first), every, whole)
""",
    "a while loop": """\
def main(model, optimizer, batches):
    step = 0
    while step < 100:
        optimizer.zero_grad()
        loss = model(batches[step]).sum()
        loss.backward()
        optimizer.step()
        step += 1
        print(step, loss.item())  # expect: TEF503
""",
    "by phase": """\
def main(model, optimizer, loaders):
    for phase in ("train", "val"):
        running = 0.0
        for x, y in loaders[phase]:
            optimizer.zero_grad()
            with torch.set_grad_enabled(phase == "train"):
                loss = F.cross_entropy(model(x), y)
                if phase == "train":
                    loss.backward()
                    optimizer.step()
            running += loss.item()  # expect: TEF503
""",
}

LEAVE: dict[str, str] = {
    "frozen parts, read at the end": """\
def finetune(backbone: nn.Module, loader):
    backbone.requires_grad_(False)
    head = nn.Linear(512, 10)
    optimizer = optim.SGD(head.parameters(), lr=0.1)
    total = torch.zeros(())
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(head(backbone(x)), y)
        loss.backward()
        optimizer.step()
        total += loss.detach()
    return total.item()
""",
    "a closure that reads nothing": """\
def fit(model: nn.Module, loader):
    optimizer = optim.LBFGS(model.parameters(), lr=1)
    for x, y in loader:

        def closure():
            optimizer.zero_grad()
            loss = F.mse_loss(model(x), y)
            loss.backward()
            return loss

        optimizer.step(closure)
""",
    "added up on the device": """\
def main(model, optimizer, loader, device):
    for epoch in range(10):
        total = torch.zeros((), device=device)
        for x, y in loader:
            optimizer.zero_grad()
            loss = F.cross_entropy(model(x), y)
            loss.backward()
            optimizer.step()
            total += loss.detach()
        print(total.item() / len(loader))
""",
    "every hundredth step": """\
def main(model, optimizer, loader):
    for i, (x, y) in enumerate(loader):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        if i % 100 == 0:
            print(f"{i}: {loss:.4f}", loss.item(), loss)
""",
    "a lone step": """\
def train_step(net, opt, x, y):
    opt.zero_grad()
    loss = F.mse_loss(net(x), y)
    loss.backward()
    opt.step()
    return loss.item()
""",
    "a trainer that validates": """\
class Trainer:
    def __init__(self, model, optimizer, loader, held_out):
        self.model, self.optimizer, self.loader, self.held_out = model, optimizer, loader, held_out

    def validate(self):
        total = 0.0
        self.model.eval()
        with torch.no_grad():
            for x, y in self.held_out:
                total += F.cross_entropy(self.model(x), y).item()
        return total

    def fit(self):
        for epoch in range(10):
            self.model.train()
            for x, y in self.loader:
                self.optimizer.zero_grad()
                F.cross_entropy(self.model(x), y).backward()
                self.optimizer.step()
            print(self.validate())
""",
    "at the boundary": """\
def main(model: nn.Module, loader):
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    for i, (x, y) in enumerate(loader):
        loss = F.cross_entropy(model(x), y) / 4
        loss.backward()
        if (i + 1) % 4 == 0:
            optimizer.step()
            optimizer.zero_grad()
            print(loss.item())
""",
    "a scale that is checked": """\
def main(model, optimizer, scaler, loader):
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        if not torch.isfinite(loss):
            continue
        if loss.item() > 100:
            raise RuntimeError("diverged")
        assert float(loss) == float(loss)
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
""",
    "a GAN that is printed now and then": """\
def main(generator, discriminator, g, d, loader):
    for i, x in enumerate(loader):
        d.zero_grad()
        loss_d = F.softplus(-discriminator(x)).mean()
        loss_d.backward()
        d.step()
        if i % 50 == 49:
            print(loss_d.item())
""",
    "a LightningModule": """\
import lightning as L


class Tuned(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(4, 1)

    def training_step(self, batch, batch_idx):
        loss = F.mse_loss(self.net(batch[0]), batch[1])
        self.log("loss", loss.item())
        return loss
""",
    "gathered for validation": """\
def validate(accelerator, model, loader):
    seen = []
    for x, y in loader:
        with torch.no_grad():
            out = model(x)
        seen.append(accelerator.gather(out).cpu())
    return torch.cat(seen)
""",
    "on the first rank, now and then": """\
def worker(rank, model, optimizer, loader):
    for step, (x, y) in enumerate(loader):
        model.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        if rank == 0 and step % 10 == 0:
            print(step, loss.item())
""",
    "after the loop": """\
def main(model, optimizer, loader):
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
    return loss.item()
""",
    "a model that is moved": """\
def main(model: nn.Module, optimizer, loader):
    for x, y in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
        torch.save(model.cpu().state_dict(), "last.pt")
        model.cuda()
""",
    "numbers": """\
def main(model, optimizer, loader, rates):
    for i, (x, y) in enumerate(loader):
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
        print(f"{i}", float(rates[0]), len(x), x.shape)
""",
    "a number drawn on the CPU": """\
def main(model, optimizer, loader, alpha):
    beta = torch.distributions.beta.Beta(alpha, alpha)
    for x, y in loader:
        part = beta.sample([]).item() + torch.distributions.Uniform(0.0, 0.1).sample().item()
        optimizer.zero_grad()
        F.cross_entropy(model(part * x), y).backward()
        optimizer.step()
""",
    "on the CPU": """\
def main(model, optimizer, loader):
    for x, y in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
        print(torch.randperm(4, device="cpu").tolist(), torch.initial_seed())
""",
}
