"""TEF804 late-visible-devices: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.
"""

from tests.rules.programs import Whole

HEADER = """\
import argparse
import os

import torch
from torch import nn

from nets import Net


"""

FLAG: dict[str, str] = {
    "one of all": """\
def start(rank):
    if torch.cuda.is_available():
        devices = [i for i in range(torch.cuda.device_count())]
        os.environ["CUDA_VISIBLE_DEVICES"] = str(devices[rank])  # expect: TEF804
    return Net().cuda()


def restart(rank):
    if torch.cuda.is_available():
        os.environ["CUDA_VISIBLE_DEVICES"] = str(rank % torch.cuda.device_count())  # expect: TEF804
    return Net().cuda()
""",
    "the device that was chosen already, and another one": """\
def start(rank: int, other: int):
    torch.cuda.set_device(rank)
    os.environ["CUDA_VISIBLE_DEVICES"] = str(rank)  # expect: TEF804?
    return Net().cuda()


def restart(rank: int, other: int):
    torch.cuda.set_device(other)
    os.environ["CUDA_VISIBLE_DEVICES"] = str(rank)  # expect: TEF804
    return Net().cuda()
""",
    "a script": """\
if torch.cuda.is_available():
    os.environ["CUDA_VISIBLE_DEVICES"] = "0"  # expect: TEF804 "torch.cuda.is_available() has the GPUs listed before"
model = Net()
""",
    "a device, then the choice": """\
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
os.environ["CUDA_VISIBLE_DEVICES"] = "1,2"  # expect: TEF804 "changes nothing"
model = Net().to(device)
""",
    "a device of the file, a choice in main": """\
device = torch.device("cuda:0" if torch.cuda.is_available() else "cpu")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--gpu", default="0")
    args = parser.parse_args()
    os.environ["CUDA_VISIBLE_DEVICES"] = args.gpu  # expect: TEF804
    model = Net().to(device)
    return model


if __name__ == "__main__":
    main()
""",
    "a device of the file, a choice in a function for others": """\
USE_CUDA = torch.cuda.is_available()


def select(gpus):
    os.environ["CUDA_VISIBLE_DEVICES"] = ",".join(str(gpu) for gpu in gpus)  # expect: TEF804
""",
    "a class": """\
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


class Trainer:
    def __init__(self, gpu):
        os.environ["CUDA_VISIBLE_DEVICES"] = str(gpu)  # expect: TEF804
        self.model = Net().to(DEVICE)


trainer = Trainer(1)
""",
    "in one function": """\
def prepare(gpu):
    print(torch.cuda.get_device_name(0))
    torch.manual_seed(0)
    os.environ["CUDA_VISIBLE_DEVICES"] = gpu  # expect: TEF804 "torch.cuda.get_device_name(0)"
    return Net().cuda()
""",
    "what lists them is in a helper": """\
def show():
    for index in range(torch.cuda.device_count()):
        print(index)
    print(torch.cuda.get_device_properties(0))


def main(args):
    show()
    os.environ["CUDA_VISIBLE_DEVICES"] = args.gpu  # expect: TEF804


main(argparse.Namespace(gpu="1"))
""",
    "the choice is in a helper": """\
def choose(gpu):
    os.environ["CUDA_VISIBLE_DEVICES"] = gpu  # expect: TEF804


def main():
    torch.cuda.set_device(0)
    choose("1")


main()
""",
    "tensors": """\
first = torch.zeros(3, device="cuda")
os.environ["CUDA_VISIBLE_DEVICES"] = "1"  # expect: TEF804 "torch.zeros(3"
""",
    "tensors that are moved": """\
def moved(x: torch.Tensor):
    x = x.cuda()
    os.environ["CUDA_VISIBLE_DEVICES"] = "1"  # expect: TEF804 "x.cuda()"
    return x


def sent(x: torch.Tensor):
    x = x.to("cuda:1")
    os.environ["CUDA_VISIBLE_DEVICES"] = "1"  # expect: TEF804
    return x
""",
    "a module": """\
net = nn.Linear(3, 2).cuda()
os.environ["CUDA_VISIBLE_DEVICES"] = "1"  # expect: TEF804
""",
    "a module that is sent": """\
net = nn.Linear(3, 2)
net.to("cuda")
os.environ["CUDA_VISIBLE_DEVICES"] = "1"  # expect: TEF804
""",
    "a module of another file": """\
def main():
    model = Net()
    model.cuda()
    os.environ["CUDA_VISIBLE_DEVICES"] = "1"  # expect: TEF804
""",
    "aliases": Whole("""\
from os import environ

import torch as th
from torch.cuda import is_available

if is_available():
    environ["CUDA_VISIBLE_DEVICES"] = "0"  # expect: TEF804
name = "CUDA_VISIBLE_DEVICES"
environ[name] = "1"  # expect: TEF804
"""),
    "other ways to set it": """\
print(torch.cuda.is_available())
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "0")  # expect: TEF804
os.environ.update({"CUDA_VISIBLE_DEVICES": "0", "OMP_NUM_THREADS": "1"})  # expect: TEF804
os.environ.update(CUDA_VISIBLE_DEVICES="0")  # expect: TEF804
os.putenv("CUDA_VISIBLE_DEVICES", "0")  # expect: TEF804
""",
    "on all paths": """\
def main(args):
    if args.fast:
        torch.cuda.set_device(0)
    else:
        print(torch.cuda.get_device_capability())
    os.environ["CUDA_VISIBLE_DEVICES"] = args.gpu  # expect: TEF804
""",
    "an exit where there is no GPU": """\
if not torch.cuda.is_available():
    raise SystemExit("no GPU")
os.environ["CUDA_VISIBLE_DEVICES"] = "3"  # expect: TEF804
""",
    "no GPU is to be seen": """\
use_gpu = torch.cuda.is_available()
parser = argparse.ArgumentParser()
parser.add_argument("--cpu", action="store_true")
if parser.parse_args().cpu:
    os.environ["CUDA_VISIBLE_DEVICES"] = ""  # expect: TEF804
""",
    "one of two": """\
os.environ["CUDA_VISIBLE_DEVICES"] = "0"
model = nn.Linear(2, 2).cuda()
os.environ["CUDA_VISIBLE_DEVICES"] = "1"  # expect: TEF804
other = nn.Linear(2, 2).cuda()
""",
    "the accelerator": """\
if torch.accelerator.is_available():
    os.environ["CUDA_VISIBLE_DEVICES"] = "0"  # expect: TEF804
""",
}

LEAVE: dict[str, str] = {
    "all that there are": """\
def start():
    if torch.cuda.is_available():
        devices = [i for i in range(torch.cuda.device_count())]
        os.environ["CUDA_VISIBLE_DEVICES"] = ",".join(map(str, devices))
    return Net().cuda()
""",
    "the device by its number alone": """\
def start(rank: int):
    torch.cuda.set_device(rank)
    return Net().cuda()
""",
    "before": """\
os.environ["CUDA_VISIBLE_DEVICES"] = "1"
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
model = Net().to(device)
""",
    "before the import": Whole("""\
import os

os.environ["CUDA_VISIBLE_DEVICES"] = "1"

import torch

print(torch.cuda.is_available())
"""),
    "what lists no GPU": """\
print(torch.__version__, torch.version.cuda, torch.cuda.device_count(), torch.cuda.is_initialized())
torch.manual_seed(0)
torch.cuda.manual_seed(0)
torch.cuda.manual_seed_all(0)
torch.backends.cudnn.benchmark = True
device = torch.device("cuda")
os.environ["CUDA_VISIBLE_DEVICES"] = "1"
""",
    "functions that are defined before": """\
def pick():
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def place(x: torch.Tensor):
    return x.cuda()


class Runner:
    def run(self):
        torch.cuda.set_device(0)


os.environ["CUDA_VISIBLE_DEVICES"] = "1"
model = Net().to(pick())
""",
    "a main that chooses first": """\
def main(args):
    os.environ["CUDA_VISIBLE_DEVICES"] = args.gpu
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return Net().to(device)


if __name__ == "__main__":
    main(argparse.Namespace(gpu="0"))
    print(torch.cuda.is_available())
""",
    "a helper that is called first": """\
def choose(gpu):
    os.environ["CUDA_VISIBLE_DEVICES"] = gpu


choose("1")
device = "cuda" if torch.cuda.is_available() else "cpu"
""",
    "a helper that is called before and after": """\
def choose(gpu):
    os.environ["CUDA_VISIBLE_DEVICES"] = gpu


choose("1")
device = "cuda" if torch.cuda.is_available() else "cpu"
choose("1")
""",
    "some paths only": """\
def main(args):
    if args.check:
        print(torch.cuda.is_available())
    os.environ["CUDA_VISIBLE_DEVICES"] = args.gpu


def other(args):
    if args.cuda and torch.cuda.is_available():
        print("found")
    os.environ["CUDA_VISIBLE_DEVICES"] = args.gpu
""",
    "in the program only": """\
def choose(gpu):
    os.environ["CUDA_VISIBLE_DEVICES"] = gpu


if __name__ == "__main__":
    print(torch.cuda.is_available())
""",
    "where there is no GPU": """\
if not torch.cuda.is_available():
    os.environ["CUDA_VISIBLE_DEVICES"] = ""


def cpu_only():
    if torch.cuda.is_available():
        print("found")
    else:
        os.environ["CUDA_VISIBLE_DEVICES"] = "-1"
""",
    "other programs": """\
import subprocess

if torch.cuda.is_available():
    for gpu in range(torch.cuda.device_count()):
        os.environ["CUDA_VISIBLE_DEVICES"] = str(gpu)
        subprocess.Popen(["python", "train.py"])
""",
    "processes of torch": """\
import torch.multiprocessing as mp


def work(rank):
    os.environ["CUDA_VISIBLE_DEVICES"] = str(rank)


if torch.cuda.is_available():
    mp.spawn(work, nprocs=torch.cuda.device_count())
""",
    "a command": """\
if torch.cuda.is_available():
    os.environ["CUDA_VISIBLE_DEVICES"] = "1"
    os.system("python train.py")
""",
    "what was there before": """\
name = torch.cuda.get_device_name(0)
visible = os.environ.get("CUDA_VISIBLE_DEVICES", "")
os.environ["CUDA_VISIBLE_DEVICES"] = visible
""",
    "an environment of its own": """\
env = dict(os.environ)
if torch.cuda.is_available():
    env["CUDA_VISIBLE_DEVICES"] = "0"
""",
    "another variable": """\
if torch.cuda.is_available():
    os.environ["CUDA_LAUNCH_BLOCKING"] = "1"
    print(os.environ["CUDA_VISIBLE_DEVICES"])
""",
    "a check that asks no driver": Whole("""\
import os

os.environ["PYTORCH_NVML_BASED_CUDA_CHECK"] = "1"

import torch

if torch.cuda.is_available():
    os.environ["CUDA_VISIBLE_DEVICES"] = "0"
"""),
    "a test": """\
def test_devices():
    assert torch.cuda.is_available()
    os.environ["CUDA_VISIBLE_DEVICES"] = "0"


def test_others():
    assert torch.cuda.device_count() > 1
""",
    "the CPU": """\
x = torch.zeros(3).to("cpu")
y = torch.ones(3, device="cpu").cpu()
net = nn.Linear(3, 2).to("cpu")
os.environ["CUDA_VISIBLE_DEVICES"] = "1"
""",
    "another thing with that method": """\
def main(settings):
    settings.cuda()
    os.environ["CUDA_VISIBLE_DEVICES"] = "1"
""",
}
