"""TEF801 hard-coded-cuda: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.
"""

from tests.rules.programs import Whole

HEADER = """\
import argparse

import torch
import torch.nn.functional as F
from torch import nn

from nets import Net


"""

FLAG: dict[str, str] = {
    "a model": """\
model = Net().cuda()  # expect: TEF801 "Net().cuda() fails where there is no GPU"
""",
    "a model and its batches": """\
def train(model, loader, optimizer):
    model.cuda()  # expect: TEF801
    for images, labels in loader:
        images, labels = images.cuda(), labels.cuda(non_blocking=True)  # expect: TEF801:26, TEF801:41
        loss = F.cross_entropy(model(images), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
""",
    "to": """\
def scores(x: torch.Tensor, y):
    a = x.to("cuda")  # expect: TEF801
    b = x.to("cuda:1", torch.float16)  # expect: TEF801
    c = x.to(device="cuda", non_blocking=True)  # expect: TEF801
    return a + y.to("cuda"), b, c  # expect: TEF801
""",
    "factories": """\
def state(n: int):
    a = torch.zeros(n, device="cuda")  # expect: TEF801
    b = torch.tensor([1.0, 2.0], device="cuda:0")  # expect: TEF801
    c = torch.randn_like(a, device='cuda')  # expect: TEF801
    return a, b, c
""",
    "a device": """\
device = torch.device("cuda")  # expect: TEF801 "use "cuda" if torch.cuda.is_available()"
model = Net().to(device)
x = torch.zeros(3, device=device)
""",
    "a device with a number": """\
first = torch.device("cuda:0")  # expect: TEF801
second = torch.device("cuda", 1)  # expect: TEF801 "choose torch.device"
third = torch.device(type="cuda", index=1)  # expect: TEF801 "choose torch.device"
""",
    "a name": """\
device = "cuda"  # expect: TEF801
model = Net().to(device)
x = torch.zeros(3, device=device)
""",
    "a name of the file": """\
DEVICE = "cuda:0"  # expect: TEF801


def predict(model, x):
    return model.to(DEVICE)(x.to(DEVICE))
""",
    "an attribute": """\
class Trainer:
    def __init__(self, model):
        self.device = "cuda"  # expect: TEF801
        self.model = model.to(self.device)
""",
    "modules of torch": """\
layer = nn.Linear(3, 2, device="cuda")  # expect: TEF801
pair = nn.Sequential(nn.Linear(3, 2), nn.ReLU()).to("cuda")  # expect: TEF801
both = nn.DataParallel(layer).cuda()  # expect: TEF801
loss = nn.CrossEntropyLoss().cuda()  # expect: TEF801
""",
    "modules of others": """\
model = Net(3, device="cuda")  # expect: TEF801
""",
    "a number of the GPU": """\
def first(x: torch.Tensor, rank: int):
    a = x.cuda(0)  # expect: TEF801 "x.to("cuda:0" if torch.cuda.is_available() else "cpu")"
    b = x.cuda(device=1)  # expect: TEF801
    c = x.cuda(rank)  # expect: TEF801 "choose torch.device"
    return a, b, c
""",
    "a default device": """\
torch.set_default_device("cuda")  # expect: TEF801
with torch.device("cuda"):  # expect: TEF801
    model = Net()
""",
    "a generator": """\
generator = torch.Generator(device="cuda")  # expect: TEF801
generator.manual_seed(0)
""",
    "aliases": Whole("""\
import torch as th
from torch import device

x = th.ones(3, device=device("cuda"))  # expect: TEF801
y = x.exp().cuda()  # expect: TEF801
"""),
    "beside other conditions": """\
def run(model, x, train):
    if train:
        model.cuda()  # expect: TEF801
    while not train:
        x = x.cuda()  # expect: TEF801
    return x
""",
    "a try that only cleans up": """\
def run(x: torch.Tensor, log):
    try:
        return x.cuda()  # expect: TEF801
    finally:
        log.close()
""",
    "in an f-string": """\
def shown(x: torch.Tensor):
    return f"{x.cuda().sum()}"  # expect: TEF801
""",
}

LEAVE: dict[str, str] = {
    "asks": """\
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
model = Net().to(device)
""",
    "asks somewhere": """\
assert torch.cuda.is_available(), "this needs a GPU"
model = Net().cuda()
x = torch.zeros(3, device="cuda")
""",
    "asks how many there are": """\
if torch.cuda.device_count() == 0:
    raise SystemExit("no GPU")
model = Net().cuda()
""",
    "asks for any accelerator": """\
device = torch.accelerator.current_accelerator() or "cuda"
model = Net().to("cuda")
""",
    "another file asks": """\
from devices import use_cuda

model = Net()
if use_cuda:
    model.cuda()
""",
    "an option decides": """\
parser = argparse.ArgumentParser()
parser.add_argument("--cuda", action="store_true")
parser.add_argument("--device", default="cuda")
args = parser.parse_args()
model = Net()
if args.cuda:
    model.cuda()
other = model.to("cuda") if args.cuda else model
args.cuda and model.cuda()
""",
    "a default": """\
def load(path, device="cuda"):
    return torch.load(path, map_location=device, weights_only=True)


class Runner:
    def __init__(self, model, device: str = "cuda"):
        self.model = model.to(device)
""",
    "the device of something": """\
def ones(x: torch.Tensor):
    if x.device.type == "cuda":
        return torch.ones(3, device="cuda")
    return torch.ones(3, device=x.device)


def same(x: torch.Tensor):
    return x.device == torch.device("cuda") or str(x.device) == "cuda"
""",
    "the CPU": """\
x = torch.zeros(3, device="cpu").to("cpu").cpu()
device = torch.device("cpu")
mps = torch.device("mps")
""",
    "errors that are handled": """\
def run(x: torch.Tensor):
    try:
        return x.cuda()
    except RuntimeError:
        return x
""",
    "what runs on a GPU only": Whole("""\
import torch
import triton

x = torch.zeros(3, device="cuda")
"""),
    "processes with a GPU each": """\
import torch.distributed as dist


def work(rank, model):
    dist.init_process_group("nccl")
    return model.cuda(rank)
""",
    "an extension": """\
from torch.utils.cpp_extension import load

kernel = load("kernel", ["kernel.cu"])
x = kernel.run(torch.zeros(3, device="cuda"))
""",
    "other texts": """\
names = ["cuda", "cpu"]
settings = dict(device="cuda")
print("cuda", torch.zeros(3).to(torch.float16))
profile = torch.autocast("cuda", dtype=torch.float16)
device = "cuda"
print(device)
""",
    "a method of one's own": """\
class Batch:
    def __init__(self, x):
        self.x = x

    def cuda(self, device=None):
        self.x = self.x.to(device)
        return self


batch = Batch(torch.zeros(3)).cuda()
""",
    "a list of its own": """\
def count(cuda):
    return cuda.count("cuda"), "cuda".upper()
""",
}
