"""TEF803 unsynchronised-timing: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.
"""

from tests.rules.programs import Whole

HEADER = """\
import time

import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(64, 64)

    def forward(self, x):
        return self.fc(x)


"""

FLAG: dict[str, str] = {
    "the wait for the loader, and the step behind it": """\
def epoch(loader):
    model = Net().cuda()
    waited = worked = 0.0
    end = time.time()
    for x, y in loader:
        x = x.cuda()
        target = torch.empty(len(y), 64, device="cuda")
        target.fill_(-1)
        target.scatter_(1, y.cuda(), 1)
        waited += time.time() - end  # expect: TEF803?
        begun = time.time()
        out = model(x)
        worked += time.time() - begun  # expect: TEF803
        end = time.time()
    return waited, worked
""",
    "the device of the object, unless a call gives another": """\
class Latency:
    def __init__(self, place="cpu"):
        self.place = place

    def run(self, net, x, place=None):
        place = place or self.place
        net, x = net.to(place), x.to(place)
        start = time.time()
        net(x)
        return time.time() - start  # expect: TEF803


Latency(torch.device("cuda")).run(Net(), torch.ones(2, 64))
""",
    "prints the shape of what is computed": """\
def product(a):
    a = a.cuda()
    start = time.time()
    b = a @ a
    print(b.shape, f"{b.size(0)} rows", len(b))
    return time.time() - start  # expect: TEF803
""",
    "backward": """\
def step(x, y):
    model = Net().cuda()
    loss = (model(x.cuda()) - y.cuda()).square().mean()
    start = time.time()
    loss.backward()
    print(time.time() - start)  # expect: TEF803 "loss.backward() may still run on CUDA when time.time() is read"
""",
    "backward of a loss of other files": """\
def step(model, criterion, x, y):
    model = model.cuda()
    loss = criterion(model(x.cuda()), y.cuda())
    start = time.time()
    loss.backward()
    print(time.time() - start)  # expect: TEF803
""",
    "backward of a sum, scaled": """\
def step(model, scaler, x, y):
    model = model.to(device)
    loss = (model(x) - y).square().mean() + 0.1 * x.norm()
    start = time.time()
    scaler.scale(loss).backward()
    print(time.time() - start)  # expect: TEF803
""",
    "a device that one call gives": """\
def latency(net, x, place="cpu"):
    net, x = net.to(place), x.to(place)
    start = time.time()
    net(x)
    return time.time() - start  # expect: TEF803


def main(net, x):
    return latency(net, x) - latency(net, x, torch.device("cuda"))
""",
    "a model of a base": """\
class Base:
    def __init__(self):
        self.place: torch.device = torch.device("cuda")
        self.net = Net().to(self.place)


class Latency(Base):
    def run(self, x):
        x = x.to(self.place)
        start = time.time()
        self.net(x)
        return time.time() - start  # expect: TEF803
""",
    "a model of another file, on chunks": """\
def render(encoder, rays, size):
    encoder = encoder.cuda()
    rays = rays.to("cuda")
    start = time.time()
    chunks = [encoder(chunk) for chunk in rays.split(size)]
    print(time.time() - start)  # expect: TEF803?
    return chunks
""",
    "a model of another file, on batches": """\
def evaluate(model, loader):
    model.to("cuda")
    start = time.time()
    outputs = []
    for x in loader:
        outputs.append(model(x))
    print(time.time() - start)  # expect: TEF803?
    return outputs
""",
    "a model of another file, on one input": """\
def benchmark(model, x):
    model = model.cuda()
    x = x.cuda()
    start = time.time()
    for _ in range(10):
        model(x)
    print(time.time() - start)  # expect: TEF803
""",
    "a model of the file, on chunks": """\
def render(rays, size):
    net = Net().cuda()
    rays = rays.to("cuda")
    start = time.time()
    chunks = [net(chunk) for chunk in rays.split(size)]
    print(time.time() - start)  # expect: TEF803
    return chunks
""",
    "a script": """\
model = Net().cuda().eval()
x = torch.randn(8, 64, device="cuda")
with torch.no_grad():
    start = time.time()
    y = model(x)
    end = time.time()  # expect: TEF803 "model(x) may still run on CUDA when time.time() is read"
print(end - start)
""",
    "a device that is chosen": """\
def benchmark(repeats):
    model = Net().to(device)
    x = torch.ones(8, 64, device=device)
    start = time.perf_counter()
    with torch.no_grad():
        for _ in range(repeats):
            model(x)
    return (time.perf_counter() - start) / repeats  # expect: TEF803
""",
    "an operator": """\
def matmul(n):
    a = torch.rand(n, n, device="cuda")
    b = torch.rand(n, n, device="cuda")
    t0 = time.monotonic()
    c = a @ b
    t1 = time.monotonic()  # expect: TEF803
    return c, t1 - t0
""",
    "other clocks": Whole("""\
import datetime
from time import perf_counter_ns
from timeit import default_timer as timer

import torch

x = torch.rand(64, 64, device="cuda:0")
begin = timer()
y = torch.mm(x, x)
print("took", timer() - begin)  # expect: TEF803
first = perf_counter_ns()
z = y.exp()
print((perf_counter_ns() - first) / 1e6)  # expect: TEF803
started = datetime.datetime.now()
torch.linalg.svd(z)
print((datetime.datetime.now() - started).total_seconds())  # expect: TEF803
"""),
    "a helper of the file": """\
def run(model, x):
    with torch.no_grad():
        return model(x)


def main():
    model, x = Net().to(device), torch.ones(8, 64, device=device)
    start = time.time()
    for _ in range(100):
        run(model, x)
    print(f"{time.time() - start:.3f} s")  # expect: TEF803?
""",
    "a whole program": """\
def main():
    model = Net().to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(1000):
        loss = model(torch.rand(8, 64, device=device)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


start = time.time()
main()
print(time.time() - start)  # expect: TEF803?
""",
    "a class": """\
class Benchmark:
    def __init__(self, repeats):
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        self.model = Net().to(self.device)
        self.repeats = repeats

    @torch.no_grad()
    def run(self, x):
        x = x.to(self.device)
        start = time.perf_counter()
        for _ in range(self.repeats):
            self.model(x)
        seconds = time.perf_counter() - start  # expect: TEF803
        return seconds / self.repeats
""",
    "forward and backward": """\
def steps(model, x, target):
    model.cuda()
    x, target = x.cuda(), target.cuda()
    start = time.time()
    loss = nn.functional.mse_loss(model(x), target)
    loss.backward()
    forward_backward = time.time() - start  # expect: TEF803
    return forward_backward
""",
    "waits after the reading": """\
def once(x):
    x = x.cuda()
    start = time.time()
    y = torch.softmax(x, dim=-1)
    end = time.time()  # expect: TEF803
    torch.cuda.synchronize()
    print(y.sum().item(), end - start)
""",
    "waits before the first reading only": """\
def once(x):
    x = x.cuda()
    torch.cuda.synchronize()
    start = time.time()
    y = torch.softmax(x, dim=-1)
    return y, time.time() - start  # expect: TEF803
""",
    "two measurements": """\
def both(x):
    x = x.to("cuda")
    start = time.time()
    x.sin()
    end = time.time()  # expect: TEF803
    print(end - start)
    start = time.time()
    x.cos()
    end = time.time()  # expect: TEF803
    print(end - start)
""",
    "a command line": """\
import argparse

parser = argparse.ArgumentParser()
parser.add_argument("--device", default="cuda")
args = parser.parse_args()
model = Net().to(args.device).eval()
x = torch.ones(1, 64, device=args.device)
times = []
with torch.inference_mode():
    for _ in range(50):
        start = time.perf_counter()
        model(x)
        times.append(time.perf_counter() - start)  # expect: TEF803
""",
    "an epoch": """\
def train(loader, epochs):
    model = Net().to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(epochs):
        start = time.time()
        for x, y in loader:
            x, y = x.to(device), y.to(device)
            optimizer.zero_grad()
            loss = nn.functional.mse_loss(model(x), y)
            loss.backward()
            optimizer.step()
        print(epoch, time.time() - start)  # expect: TEF803?
""",
    "each step of a training loop": """\
def train(batches):
    model = Net().to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    times = []
    for batch in batches:
        start = time.time()
        loss = model(batch.to(device)).square().mean()
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        times.append(time.time() - start)  # expect: TEF803?
    return sum(times) / len(times)
""",
    "each of some equal steps": """\
def measure(batch, repeats):
    model, batch = Net().to(device), batch.to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    times = []
    for _ in range(repeats):
        start = time.time()
        optimizer.zero_grad()
        model(batch).square().mean().backward()
        optimizer.step()
        times.append(time.time() - start)  # expect: TEF803
    return times
""",
    "what Python asks is no tensor on the GPU": """\
def once(x, verbose, flags):
    x = x.cuda()
    out = torch.empty(8, 8, device=device)
    start = time.time()
    if verbose and x.dim() == 2 and not x.requires_grad:
        flags[0] = True
    assert x.shape[0] == 8 and x is not None
    out[0] = x.sum()
    out.copy_(x @ x)
    total = sum(x)
    rows = [row * 2 for row in x]
    y = x[1:, flags]
    end = time.time()  # expect: TEF803
    return end - start, total, rows, y
""",
    "what a test asks a result that is not known for is no number": """\
from nets import Net


def once(x, y, verbose):
    model = Net().to(device)
    start = time.time()
    out = model(x)
    if out is not None and len(out) > 3 and isinstance(out, torch.Tensor) and out.dim() == 2:
        y = None
    assert out.shape[0] == 8 and out.is_cuda
    if verbose > 3:
        y = 2
    end = time.time()  # expect: TEF803
    return end - start, y
""",
    "the second reading stands under a test": """\
def once(x, verbose):
    x = x.cuda()
    start = time.time()
    y = x @ x
    if verbose:
        print(time.time() - start)  # expect: TEF803
    return y
""",
    "a copy that does not wait": """\
def once(x):
    x = x.cuda()
    host = torch.empty(8, 8).pin_memory()
    start = time.time()
    host.copy_(x @ x, non_blocking=True)
    return host, time.time() - start  # expect: TEF803
""",
}

LEAVE: dict[str, str] = {
    "the wait for the loader, until the device is ready": """\
def epoch(loader):
    waited = 0.0
    end = time.time()
    for x, y in loader:
        target = torch.empty(len(y), 64, device="cuda")
        target.fill_(-1)
        torch.cuda.synchronize()
        waited += time.time() - end
        end = time.time()
    return waited
""",
    "the CPU of the object, unless a call gives another device": """\
class Latency:
    def __init__(self, device="cpu"):
        self.device = device

    def run(self, net, x, device=None):
        device = device or self.device
        net, x = net.to(device), x.to(device)
        start = time.time()
        net(x)
        return time.time() - start


Latency("cpu").run(Net(), torch.ones(2, 64))
""",
    "prints what is computed of a parameter": """\
def product(a):
    a = a.cuda()
    start = time.time()
    b = a @ a
    print(b)
    return time.time() - start
""",
    "prints what is computed of a result, as text": """\
def product(a):
    a = a.cuda()
    start = time.time()
    b = a @ a
    c = (b + 1).mean()
    print(f"mean {c:.3f}")
    return time.time() - start
""",
    "prints what a model of another file returns": """\
def run(model, x):
    model = model.cuda()
    start = time.time()
    scores, boxes = model(x.cuda())
    print("scores", scores[0])
    return time.time() - start
""",
    "backward on the CPU": """\
def step(x, y):
    loss = (Net()(x) - y).square().mean()
    start = time.time()
    loss.backward()
    print(time.time() - start)
""",
    "backward of a loss that is not known": """\
def step(loss):
    start = time.time()
    loss.backward()
    print(time.time() - start)
""",
    "waits after backward": """\
def step(model, criterion, x, y):
    model = model.cuda()
    loss = criterion(model(x.cuda()), y.cuda())
    start = time.time()
    loss.backward()
    torch.cuda.synchronize()
    print(time.time() - start)
""",
    "a device of the CPU in the function, CUDA around it": """\
def latency(net, x):
    device = torch.device("cpu")
    net, x = net.to(device), x.to(device)
    start = time.time()
    net(x)
    return time.time() - start
""",
    "a device of the CPU by default": """\
def latency(net, x, device="cpu"):
    net, x = net.to(device), x.to(device)
    start = time.time()
    net(x)
    return time.time() - start
""",
    "a device of the CPU in each call": """\
def latency(net, x, device):
    net, x = net.to(device), x.to(device)
    start = time.time()
    net(x)
    return time.time() - start


def main(net, x):
    host = torch.device("cpu")
    return latency(net, x, host) + latency(net, x, device="cpu")
""",
    "the CPU in one class, CUDA in another": """\
class Trainer:
    def __init__(self):
        self.device = torch.device("cuda")
        self.net = Net().to(self.device)


class Latency:
    def __init__(self):
        self.device = torch.device("cpu")
        self.net = Net().to(self.device)

    def run(self, x):
        x = x.to(self.device)
        start = time.time()
        self.net(x)
        return time.time() - start
""",
    "a model on the CPU in one class, on CUDA in another": """\
class Trainer:
    def __init__(self):
        self.net = Net().cuda()


class Latency:
    def __init__(self):
        self.net = Net()

    def run(self, x):
        start = time.time()
        self.net(x)
        return time.time() - start
""",
    "a model of another file, on chunks that are read": """\
def render(encoder, rays, size):
    encoder = encoder.cuda()
    rays = rays.to("cuda")
    start = time.time()
    chunks = [encoder(chunk).cpu() for chunk in rays.split(size)]
    print(time.time() - start)
    return chunks
""",
    "a model of another file, on batches, and a wait": """\
def evaluate(model, loader):
    model.to("cuda")
    torch.cuda.synchronize()
    start = time.time()
    outputs = []
    for x in loader:
        outputs.append(model(x))
    torch.cuda.synchronize()
    print(time.time() - start)
    return outputs
""",
    "a script": """\
model = Net().cuda().eval()
x = torch.randn(8, 64, device="cuda")
with torch.no_grad():
    torch.cuda.synchronize()
    start = time.time()
    y = model(x)
    torch.cuda.synchronize()
    end = time.time()
print(end - start)
""",
    "the CPU": """\
x = torch.rand([500, 10])
z = torch.zeros([10])
start = time.time()
y = torch.tanh(x @ x.T)
print("Took %f seconds." % (time.time() - start))
""",
    "the CPU in one function, CUDA in another": """\
def on_cpu(n):
    a = torch.rand(n, n)
    start = time.time()
    c = a @ a
    return c, time.time() - start


def on_gpu(n):
    a = torch.rand(n, n, device="cuda")
    return a @ a
""",
    "first on CUDA, then on the CPU under the same name": """\
def both(n):
    a = torch.rand(n, n, device="cuda")
    b = a @ a
    a = torch.rand(n, n)
    start = time.time()
    c = a @ a
    return b, c, time.time() - start
""",
    "waits where there is a GPU": """\
def benchmark(repeats):
    model = Net().to(device)
    x = torch.ones(8, 64, device=device)
    start = time.perf_counter()
    with torch.no_grad():
        for _ in range(repeats):
            model(x)
    if device.type == "cuda":
        torch.cuda.synchronize(device)
    return (time.perf_counter() - start) / repeats
""",
    "reads the result": """\
def losses(model, x, target):
    model.cuda()
    start = time.time()
    loss = nn.functional.mse_loss(model(x.cuda()), target.cuda())
    value = loss.item()
    return value, time.time() - start
""",
    "takes the result to the CPU": """\
def output(model, x):
    model = model.cuda().eval()
    with torch.no_grad():
        start = time.time()
        y = model(x.cuda()).cpu()
        end = time.time()
    return y, end - start
""",
    "prints the result, makes a list of it": """\
def shown(x):
    x = x.cuda()
    start = time.time()
    print(x.sum())
    first = time.time() - start
    start = time.time()
    numbers = x.tanh().tolist()
    second = time.time() - start
    return first, second, numbers
""",
    "a stream, an event, another accelerator": """\
def by_stream(x):
    x = x.cuda()
    start = time.time()
    x.sin()
    torch.cuda.current_stream().synchronize()
    return time.time() - start


def by_event(x):
    x = x.cuda()
    done = torch.cuda.Event()
    start = time.time()
    x.sin()
    done.record()
    done.synchronize()
    return time.time() - start


def by_accelerator(x):
    x = x.cuda()
    start = time.time()
    x.sin()
    torch.accelerator.synchronize()
    return time.time() - start
""",
    "events": """\
def by_events(model, x):
    model, x = model.cuda(), x.cuda()
    start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    start.record()
    y = model(x)
    end.record()
    torch.cuda.synchronize()
    return y, start.elapsed_time(end)
""",
    "a helper that waits": """\
def now():
    torch.cuda.synchronize()
    return time.time()


def wait():
    if torch.cuda.is_available():
        torch.cuda.synchronize()


def measured(model, x):
    model, x = model.cuda(), x.cuda()
    start = now()
    model(x)
    first = now() - start
    start = time.time()
    model(x)
    wait()
    return first, time.time() - start
""",
    "a helper of another file": """\
from measuring import finish


def measured(model, x):
    model, x = model.cuda(), x.cuda()
    start = time.time()
    model(x)
    finish()
    return time.time() - start
""",
    "no work between": """\
def loading(loader):
    model = Net().cuda()
    start = time.time()
    for x, y in loader:
        waited = time.time() - start
        model(x.cuda())
        print(waited)
        break
    started = time.time()
    x = torch.ones(3, device="cuda")
    return x, time.time() - started
""",
    "the time of the process": """\
def spent(x):
    x = x.cuda()
    start = time.process_time()
    x.sin()
    return time.process_time() - start
""",
    "numbers that are no clock": """\
def difference(x, start, end):
    x = x.cuda()
    y = x.sin()
    return y, end - start, time.time()
""",
    "generation, which reads every token": """\
from transformers import AutoModelForCausalLM

model = AutoModelForCausalLM.from_pretrained("gpt2").to("cuda")
inputs = {"input_ids": torch.ones(1, 8, dtype=torch.long, device="cuda")}
start = time.time()
outputs = model.generate(**inputs)
print(time.time() - start)
""",
    "waits for a condition": """\
def once():
    x = torch.randn(8, 8, device=device).cuda()
    host = torch.empty(2, 8, 8)
    names = ["a", "b", "c"]
    start = time.time()
    if (x @ x).sum() > 0:
        x = x + 1
    return time.time() - start, x, host, names
""",
    "waits for a condition of a result that is not known": """\
from nets import Net


def once(x):
    model = Net().to(device)
    start = time.time()
    out = model(x)
    if out.max() > 0:
        x = x + 1
    return time.time() - start, x


def named(x, model):
    model = model.to(device)
    start = time.time()
    out, hidden = model(x)
    best = (out * 2).max(1)[0]
    y = 1 if 0.5 < best[0] else 2
    return time.time() - start, y


def direct(x, model):
    model = model.to(device)
    start = time.time()
    if model(x).argmax(1).eq(3).all():
        x = None
    return time.time() - start, x


def joined(x, model):
    model = model.to(device)
    start = time.time()
    out = model(x)
    found = not out.any() or out.data.sum() > 3
    return time.time() - start, found
""",
    "waits for a condition by and": """\
def once():
    x = torch.randn(8, 8, device=device).cuda()
    host = torch.empty(2, 8, 8)
    names = ["a", "b", "c"]
    start = time.time()
    if x.is_cuda and (x @ x).isnan().any():
        x = x + 1
    return time.time() - start, x, host, names
""",
    "waits for a loop's condition": """\
def once():
    x = torch.randn(8, 8, device=device).cuda()
    host = torch.empty(2, 8, 8)
    names = ["a", "b", "c"]
    start = time.time()
    while (x > 0).any():
        x = x - 1
    return time.time() - start, x, host, names
""",
    "waits for an assertion": """\
def once():
    x = torch.randn(8, 8, device=device).cuda()
    host = torch.empty(2, 8, 8)
    names = ["a", "b", "c"]
    start = time.time()
    assert torch.isfinite(x @ x).all()
    return time.time() - start, x, host, names
""",
    "waits for not": """\
def once():
    x = torch.randn(8, 8, device=device).cuda()
    host = torch.empty(2, 8, 8)
    names = ["a", "b", "c"]
    start = time.time()
    x = not (x @ x).isnan().any()
    return time.time() - start, x, host, names
""",
    "waits for a conditional expression": """\
def once():
    x = torch.randn(8, 8, device=device).cuda()
    host = torch.empty(2, 8, 8)
    names = ["a", "b", "c"]
    start = time.time()
    x = "less" if (x @ x).sum() < 0 else "more"
    return time.time() - start, x, host, names
""",
    "waits for and": """\
def once():
    x = torch.randn(8, 8, device=device).cuda()
    host = torch.empty(2, 8, 8)
    names = ["a", "b", "c"]
    start = time.time()
    x = (x @ x).sum() > 0 and x
    return time.time() - start, x, host, names
""",
    "waits for a comprehension's condition": """\
def once():
    x = torch.randn(8, 8, device=device).cuda()
    host = torch.empty(2, 8, 8)
    names = ["a", "b", "c"]
    start = time.time()
    x = [row for row in x if row.exp().sum() > 0]
    return time.time() - start, x, host, names
""",
    "waits for Python's max": """\
def once():
    x = torch.randn(8, 8, device=device).cuda()
    host = torch.empty(2, 8, 8)
    names = ["a", "b", "c"]
    start = time.time()
    x = max((x @ x).flatten())
    return time.time() - start, x, host, names
""",
    "waits for Python's any": """\
def once():
    x = torch.randn(8, 8, device=device).cuda()
    host = torch.empty(2, 8, 8)
    names = ["a", "b", "c"]
    start = time.time()
    x = any((x @ x).flatten() > 0)
    return time.time() - start, x, host, names
""",
    "waits for a search": """\
def once():
    x = torch.randn(8, 8, device=device).cuda()
    host = torch.empty(2, 8, 8)
    names = ["a", "b", "c"]
    start = time.time()
    x = 3 in x @ x
    return time.time() - start, x, host, names
""",
    "waits for a mask as an index": """\
def once():
    x = torch.randn(8, 8, device=device).cuda()
    host = torch.empty(2, 8, 8)
    names = ["a", "b", "c"]
    start = time.time()
    x = x.exp()[x > 0]
    return time.time() - start, x, host, names
""",
    "waits for an index of a list": """\
def once():
    x = torch.randn(8, 8, device=device).cuda()
    host = torch.empty(2, 8, 8)
    names = ["a", "b", "c"]
    start = time.time()
    x = names[(x @ x).argmax()]
    return time.time() - start, x, host, names
""",
    "waits for a range": """\
def once():
    x = torch.randn(8, 8, device=device).cuda()
    host = torch.empty(2, 8, 8)
    names = ["a", "b", "c"]
    start = time.time()
    x = list(range((x @ x).argmax()))
    return time.time() - start, x, host, names
""",
    "waits for a copy into the host's memory": """\
def once():
    x = torch.randn(8, 8, device=device).cuda()
    host = torch.empty(2, 8, 8)
    names = ["a", "b", "c"]
    start = time.time()
    x = torch.empty(8, 8).copy_(x @ x)
    return time.time() - start, x, host, names
""",
    "waits for an item of the host's memory": """\
def once():
    x = torch.randn(8, 8, device=device).cuda()
    host = torch.empty(2, 8, 8)
    names = ["a", "b", "c"]
    start = time.time()
    host[0] = x @ x
    return time.time() - start, x, host, names
""",
    "waits for a file": """\
def once():
    x = torch.randn(8, 8, device=device).cuda()
    host = torch.empty(2, 8, 8)
    names = ["a", "b", "c"]
    start = time.time()
    torch.save(x @ x, "x.pt")
    return time.time() - start, x, host, names
""",
    "waits for a condition in a helper": """\
def step(x):
    y = x @ x
    return y if y.isfinite().all() else x


def once(x):
    x = x.cuda()
    start = time.time()
    y = step(x)
    return time.time() - start, y
""",
    "each step of a training loop, waited for": """\
def train(batches):
    model = Net().to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in batches:
        start = time.time()
        loss = model(batch.to(device)).square().mean()
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        torch.cuda.synchronize()
        print(time.time() - start)
""",
    "each step of a training loop, with its loss": """\
def train(batches):
    model = Net().to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in batches:
        start = time.time()
        loss = model(batch.to(device)).square().mean()
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        print(loss.item(), time.time() - start)
""",
}
