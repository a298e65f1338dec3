"""TEF802 empty-cache-in-loop: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.
"""

from tests.rules.programs import Whole

HEADER = """\
import gc

import torch
import torch.nn.functional as F
from torch import nn

from nets import Net


"""

FLAG: dict[str, str] = {
    "an error that is passed over": """\
def largest(model, shape, device):
    best = 1
    for size in (1, 2, 4, 8):
        try:
            x = torch.randn(size, *shape, device=device)
            model(x).sum().backward()
            best = size
            torch.cuda.empty_cache()  # expect: TEF802
        except RuntimeError as error:
            print(error)
    return best
""",
    "memory is given up on purpose, by del or by a collection of garbage": """\
def run(loader, model: nn.Module):
    for x in loader:
        y = model(x)
        print(y.argmax(1).tolist())
        del x, y
        torch.cuda.empty_cache()  # expect: TEF802?


def collect(loader, model: nn.Module):
    for x in loader:
        print(model(x).argmax(1).tolist())
        gc.collect()
        torch.cuda.empty_cache()  # expect: TEF802?
""",
    "training": """\
def train(model, optimizer, loader, device):
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x.to(device)), y.to(device))
        loss.backward()
        optimizer.step()
        torch.cuda.empty_cache()  # expect: TEF802 "gives back memory"
""",
    "evaluation": """\
model = Net().cuda().eval()
outputs = []
with torch.no_grad():
    for batch in loader:
        outputs.append(model(batch.cuda()).cpu())
        del batch
        torch.cuda.empty_cache()  # expect: TEF802?
""",
    "epochs and steps": """\
def fit(model, optimizer, loader, epochs):
    for epoch in range(epochs):
        model.train()
        for step, (x, y) in enumerate(loader):
            loss = F.mse_loss(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            if step % 100 == 0:
                print(epoch, step)
            del loss
            gc.collect()
            torch.cuda.empty_cache()  # expect: TEF802
""",
    "where there is a GPU": """\
def evaluate(model, loader, device):
    model.eval()
    with torch.inference_mode():
        for x in loader:
            yield model(x.to(device))
            if torch.cuda.is_available():
                torch.cuda.empty_cache()  # expect: TEF802?
""",
    "a helper of the file": """\
def clean():
    gc.collect()
    torch.cuda.empty_cache()  # expect: TEF802


def train(model, optimizer, loader):
    for x, y in loader:
        optimizer.zero_grad()
        F.mse_loss(model(x), y).backward()
        optimizer.step()
        clean()
""",
    "a step in a helper": """\
class Trainer:
    def __init__(self, model, optimizer):
        self.model = model
        self.optimizer = optimizer

    def step(self, x, y):
        loss = F.mse_loss(self.model(x), y)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.detach()

    def train(self, loader):
        for x, y in loader:
            self.step(x, y)
            torch.cuda.empty_cache()  # expect: TEF802
""",
    "aliases": Whole("""\
import torch as th
from torch.cuda import empty_cache

net = th.nn.Linear(3, 2).cuda()
for _ in range(1000):
    net(th.ones(1, 3, device="cuda"))
    empty_cache()  # expect: TEF802?
while True:
    net(th.ones(1, 3, device="cuda"))
    th.cuda.empty_cache()  # expect: TEF802?
"""),
    "evaluation, where there is a GPU and torch": """\
def predict(model: nn.Module, tiles):
    found = []
    for tile in tiles:
        found.append(model(tile))
        if torch.cuda.is_available():
            torch.cuda.empty_cache()  # expect: TEF802?
    return found
""",
    "a loop that infers, in a file that trains": """\
def train(model: nn.Module, optimizer, loader):
    for x, y in loader:
        optimizer.zero_grad()
        F.mse_loss(model(x), y).backward()
        optimizer.step()


def predict(model: nn.Module, loader):
    for x in loader:
        print(model(x).argmax(1).tolist())
        torch.cuda.empty_cache()  # expect: TEF802?
""",
    "a script that trains": """\
model = Net().cuda()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for x, y in loader:
    optimizer.zero_grad()
    F.mse_loss(model(x.cuda()), y.cuda()).backward()
    optimizer.step()
    if torch.cuda.is_available():
        torch.cuda.empty_cache()  # expect: TEF802
""",
    "before the step": """\
def train(model, optimizer, loader):
    for batch in loader:
        torch.cuda.empty_cache()  # expect: TEF802
        loss = model(batch).mean()
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
""",
    "Lightning": Whole("""\
import lightning as L
import torch
from torch import nn


class Lit(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(2, 2)

    def training_step(self, batch, batch_idx):
        loss = self.net(batch).mean()
        torch.cuda.empty_cache()  # expect: TEF802
        return loss
"""),
    "an argument of its own": """\
def train(model, optimizer, loader, empty_cache):
    for x in loader:
        optimizer.zero_grad()
        model(x).mean().backward()
        optimizer.step()
        if empty_cache:
            torch.cuda.empty_cache()  # expect: TEF802?
""",
    "an argument of its own, where there is a GPU": """\
def train(model, optimizer, loader, device, keep):
    for x in loader:
        if device.type == "cuda" and not keep:
            torch.cuda.empty_cache()  # expect: TEF802?
        optimizer.zero_grad()
        model(x).mean().backward()
        optimizer.step()
""",
    "where there is a GPU, asked twice": """\
def train(model, optimizer, loader, device):
    for x in loader:
        optimizer.zero_grad()
        model(x).mean().backward()
        optimizer.step()
        if torch.cuda.is_available() and device.type == "cuda":
            torch.cuda.empty_cache()  # expect: TEF802
""",
    "steps that are left out by count": """\
def train(model, optimizer, loader):
    for i, x in enumerate(loader):
        if i % 2:
            continue
        optimizer.zero_grad()
        model(x).sum().backward()
        optimizer.step()
        torch.cuda.empty_cache()  # expect: TEF802
""",
    "a condition that no error sets": """\
def train(model, optimizer, loader, slow):
    for i, x in enumerate(loader):
        optimizer.zero_grad()
        model(x).sum().backward()
        optimizer.step()
        if slow:
            torch.cuda.empty_cache()  # expect: TEF802?
""",
    "a conditional expression that asks for a GPU": """\
def train(model, optimizer, loader):
    for i, x in enumerate(loader):
        optimizer.zero_grad()
        model(x).sum().backward()
        optimizer.step()
        torch.cuda.empty_cache() if torch.cuda.is_available() else None  # expect: TEF802
""",
}

LEAVE: dict[str, str] = {
    "until the memory is out": """\
def largest(model, shape, device):
    best = 1
    for size in (1, 2, 4, 8):
        try:
            x = torch.randn(size, *shape, device=device)
            model(x).sum().backward()
            best = size
            torch.cuda.empty_cache()
        except RuntimeError as error:
            if "out of memory" in str(error):
                break
    return best
""",
    "after the loop": """\
def train(model, optimizer, loader):
    for x, y in loader:
        optimizer.zero_grad()
        F.mse_loss(model(x), y).backward()
        optimizer.step()
    torch.cuda.empty_cache()
""",
    "once an epoch": """\
def fit(model, optimizer, loader, epochs):
    for epoch in range(epochs):
        for x, y in loader:
            optimizer.zero_grad()
            F.mse_loss(model(x), y).backward()
            optimizer.step()
        torch.cuda.empty_cache()
""",
    "once an epoch, with helpers": """\
def train_epoch(model, optimizer, loader):
    for x, y in loader:
        optimizer.zero_grad()
        F.mse_loss(model(x), y).backward()
        optimizer.step()


def fit(model, optimizer, loader, epochs):
    for epoch in range(epochs):
        train_epoch(model, optimizer, loader)
        torch.cuda.empty_cache()
""",
    "every so many steps": """\
def train(model, optimizer, loader):
    for step, (x, y) in enumerate(loader):
        optimizer.zero_grad()
        F.mse_loss(model(x), y).backward()
        optimizer.step()
        if step % 100 == 0:
            torch.cuda.empty_cache()
""",
    "out of memory": """\
def train(model, optimizer, loader):
    for x, y in loader:
        try:
            F.mse_loss(model(x), y).backward()
            optimizer.step()
        except torch.cuda.OutOfMemoryError:
            torch.cuda.empty_cache()
        optimizer.zero_grad()
""",
    "out of memory, in older releases": """\
def train(model, optimizer, loader):
    for x, y in loader:
        try:
            F.mse_loss(model(x), y).backward()
        except RuntimeError as error:
            if "out of memory" not in str(error):
                raise
            for parameter in model.parameters():
                parameter.grad = None
            torch.cuda.empty_cache()
            continue
        optimizer.step()
        optimizer.zero_grad()
""",
    "a model in each iteration": """\
def compare(names, x):
    for name in names:
        model = Net(name).cuda().eval()
        with torch.no_grad():
            print(name, model(x))
        del model
        torch.cuda.empty_cache()
""",
    "a model that is moved": """\
def offloaded(models, x):
    for model in models:
        model.to("cuda")
        with torch.no_grad():
            x = model(x)
        model.to("cpu")
        torch.cuda.empty_cache()
    return x
""",
    "a model that is loaded": """\
def ensemble(model, paths, x):
    outputs = []
    for path in paths:
        model.load_state_dict(torch.load(path, weights_only=True))
        with torch.no_grad():
            outputs.append(model(x))
        torch.cuda.empty_cache()
    return outputs
""",
    "memory that is measured": """\
def peaks(model, sizes):
    for size in sizes:
        torch.cuda.empty_cache()
        torch.cuda.reset_peak_memory_stats()
        model(torch.ones(size, 3, device="cuda")).sum().backward()
        print(size, torch.cuda.max_memory_allocated())
""",
    "time that is measured": """\
import time


def times(model, x):
    for _ in range(10):
        torch.cuda.synchronize()
        start = time.perf_counter()
        model(x.cuda()).sum().backward()
        torch.cuda.synchronize()
        print(time.perf_counter() - start)
        torch.cuda.empty_cache()
""",
    "a test": """def test_lengths():
    model = Net().cuda()
    for length in (1, 10, 100):
        y = model(torch.ones(length, 3, device="cuda"))
        assert len(y) == length
        torch.cuda.empty_cache()
""",
    "no steps": """\
def sizes(shapes):
    for shape in shapes:
        x = torch.empty(shape, device="cuda")
        print(torch.cuda.memory_allocated())
        del x
        torch.cuda.empty_cache()
""",
    "a script without a loop": """\
model = Net().cuda()
model(torch.ones(1, 3, device="cuda"))
del model
gc.collect()
torch.cuda.empty_cache()
""",
    "a method of something else": """\
def train(model, optimizer, loader, store):
    for x in loader:
        optimizer.zero_grad()
        model(x).mean().backward()
        optimizer.step()
        store.empty_cache()
""",
    "every so many steps, by a conditional expression": """\
def train(model, optimizer, loader):
    for i, x in enumerate(loader):
        optimizer.zero_grad()
        model(x).sum().backward()
        optimizer.step()
        torch.cuda.empty_cache() if i % 10 == 0 else None
""",
    "every so many steps, by and": """\
def train(model, optimizer, loader):
    for i, x in enumerate(loader):
        optimizer.zero_grad()
        model(x).sum().backward()
        optimizer.step()
        i % 10 == 0 and torch.cuda.empty_cache()
""",
    "every so many steps, by what the others leave": """\
def train(model, optimizer, loader):
    for i, x in enumerate(loader):
        optimizer.zero_grad()
        model(x).sum().backward()
        optimizer.step()
        if i % 10:
            continue
        torch.cuda.empty_cache()
""",
    "every so many steps, by a name": """\
def train(model, optimizer, loader):
    for i, x in enumerate(loader):
        optimizer.zero_grad()
        model(x).sum().backward()
        optimizer.step()
        tenth = i % 10 == 0
        if tenth:
            torch.cuda.empty_cache()
""",
    "every so many steps, by what a helper returns for the others": """\
def free(i):
    if i % 10 != 0:
        return
    torch.cuda.empty_cache()


def train(model, optimizer, loader):
    for i, x in enumerate(loader):
        optimizer.zero_grad()
        model(x).sum().backward()
        optimizer.step()
        free(i)
""",
    "a flag that an error sets": """\
def train(model, optimizer, loader):
    for x in loader:
        optimizer.zero_grad()
        full = False
        try:
            model(x).sum().backward()
        except torch.cuda.OutOfMemoryError:
            full = True
        if full:
            torch.cuda.empty_cache()
            continue
        optimizer.step()
""",
}
