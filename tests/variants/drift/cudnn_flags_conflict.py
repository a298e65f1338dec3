"""TEF906 cudnn-flags-conflict: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.
"""

from tests.rules.programs import Whole

HEADER = """\
import random

import torch
import torch.backends.cudnn as cudnn
from torch import nn


"""

FLAG: dict[str, str] = {
    "in a function": """\
def seed_everything(seed: int):
    torch.manual_seed(seed)
    torch.backends.cudnn.deterministic = True
    torch.backends.cudnn.benchmark = True  # expect: TEF906 "set benchmark to False"
""",
    "the other way round": """\
def set_up():
    cudnn.benchmark = True
    cudnn.enabled = True
    cudnn.deterministic = True  # expect: TEF906
""",
    "in a script": """\
torch.backends.cudnn.benchmark = True
torch.backends.cudnn.deterministic = True  # expect: TEF906

model = nn.Linear(3, 3)
""",
    "in one statement": """\
cudnn.benchmark = cudnn.deterministic = True  # expect: TEF906
""",
    "in one tuple": """\
def set_up():
    cudnn.benchmark, cudnn.deterministic = True, True  # expect: TEF906
""",
    "a seed makes it deterministic": """\
def main(args):
    cudnn.benchmark = True
    if args.seed is not None:
        random.seed(args.seed)
        cudnn.deterministic = True  # expect: TEF906
    train(args)
""",
    "both on one condition": """\
def main(args):
    if torch.cuda.is_available():
        cudnn.benchmark = True
        torch.cuda.manual_seed_all(args.seed)
        cudnn.deterministic = True  # expect: TEF906
""",
    "on one condition twice": """\
def main(args):
    if args.cuda:
        cudnn.benchmark = True
    model = build(args)
    if args.cuda:
        cudnn.deterministic = True  # expect: TEF906
    return model
""",
    "a name for True": """\
FAST = True


def main():
    cudnn.deterministic = True
    cudnn.benchmark = FAST  # expect: TEF906
""",
    "a method": """\
class Trainer:
    def __init__(self, seed):
        self.seed = seed
        torch.backends.cudnn.deterministic = True
        self.model = nn.Linear(3, 3)
        torch.backends.cudnn.benchmark = True  # expect: TEF906
""",
    "switched on again": """\
def main():
    cudnn.benchmark = False
    cudnn.deterministic = True
    cudnn.benchmark = True  # expect: TEF906
""",
    "a context": """\
def step(model, x):
    with cudnn.flags(enabled=True, benchmark=True, deterministic=True):  # expect: TEF906 "leave benchmark out"
        return model(x)
""",
    "a context, by position": """\
def step(model, x):
    with torch.backends.cudnn.flags(True, True, deterministic=True):  # expect: TEF906
        return model(x)
""",
    "in a try": """\
def main():
    try:
        cudnn.benchmark = True
        cudnn.deterministic = True  # expect: TEF906
    except AttributeError:
        print("no cuDNN")
""",
    "under main": """\
if __name__ == "__main__":
    torch.backends.cudnn.deterministic = True
    torch.backends.cudnn.benchmark = True  # expect: TEF906
    main()
""",
    "in a with": """\
def main(device):
    cudnn.deterministic = True
    with torch.cuda.device(device):
        cudnn.benchmark = True  # expect: TEF906
        run()
""",
    "left by a return": """\
def main(fast):
    cudnn.deterministic = True
    if fast:
        cudnn.benchmark = True  # expect: TEF906
        return 1
    return 2
""",
    "a nested function": """\
def outer():
    def set_up():
        cudnn.deterministic = True
        cudnn.benchmark = True  # expect: TEF906

    set_up()
""",
    "LightningModule": Whole("""\
import pytorch_lightning as pl
import torch


class Model(pl.LightningModule):
    def on_fit_start(self):
        torch.backends.cudnn.benchmark = True
        torch.backends.cudnn.deterministic = True  # expect: TEF906
"""),
    "from torch.backends": Whole("""\
from torch.backends import cudnn as backend

backend.deterministic = True
backend.benchmark = True  # expect: TEF906
"""),
    "torch by another name": Whole("""\
import torch as th


def set_up():
    flags = th.backends.cudnn
    flags.deterministic = True
    flags.benchmark = True  # expect: TEF906
"""),
    "a class for TPUs": """\
class TPUExperiment:
    def seed_everything(self, seed):
        torch.backends.cudnn.deterministic = True
        torch.backends.cudnn.benchmark = True  # expect: TEF906?
""",
    "torch_xla at hand": """\
def seed_everything(xm, seed):
    torch.backends.cudnn.deterministic = True
    torch.backends.cudnn.benchmark = True  # expect: TEF906?
    xm.set_rng_state(seed)
""",
    "a script for TPUs": Whole("""\
import torch
import torch_xla.core.xla_model as xla

torch.backends.cudnn.deterministic = True
torch.backends.cudnn.benchmark = True  # expect: TEF906?
"""),
    "torch_xla where there is one": Whole("""\
import torch

try:
    import torch_xla.core.xla_model as xla
except ImportError:
    xla = None

torch.backends.cudnn.deterministic = True
torch.backends.cudnn.benchmark = True  # expect: TEF906
"""),
}

LEAVE: dict[str, str] = {
    "reproducible": """\
def seed_everything(seed: int):
    torch.manual_seed(seed)
    torch.backends.cudnn.deterministic = True
    torch.backends.cudnn.benchmark = False
""",
    "fast": """\
def set_up():
    cudnn.benchmark = True
    cudnn.deterministic = False
""",
    "one of them": """\
def set_up():
    cudnn.benchmark = True
    cudnn.enabled = True


def others():
    cudnn.deterministic = True
""",
    "two branches": """\
def main(args):
    if args.deterministic:
        cudnn.deterministic = True
        cudnn.benchmark = False
    else:
        cudnn.benchmark = True
""",
    "two branches, without the other": """\
def main(args):
    if args.seed is not None:
        cudnn.deterministic = True
    else:
        cudnn.benchmark = True
""",
    "three branches": """\
def main(args):
    if args.mode == "fast":
        cudnn.benchmark = True
    elif args.mode == "exact":
        cudnn.deterministic = True
    else:
        cudnn.enabled = False
""",
    "conditions that exclude each other": """\
def main(args):
    if args.deterministic:
        cudnn.deterministic = True
    if not args.deterministic:
        cudnn.benchmark = True
""",
    "left before": """\
def main(args):
    if not args.deterministic:
        cudnn.benchmark = True
        return
    cudnn.deterministic = True
""",
    "raised before": """\
def main(args):
    if args.fast:
        cudnn.benchmark = True
        raise ValueError("not deterministic")
    cudnn.deterministic = True
""",
    "taken back": """\
def main(args):
    cudnn.benchmark = True
    if args.seed is not None:
        cudnn.deterministic = True
        cudnn.benchmark = False
""",
    "taken back at the end": """\
def main(args):
    cudnn.deterministic = True
    cudnn.benchmark = True
    cudnn.benchmark = args.benchmark
""",
    "computed": """\
def main(args):
    cudnn.deterministic = args.deterministic
    cudnn.benchmark = not args.deterministic
""",
    "a parameter": """\
def main(benchmark: bool = True, deterministic: bool = True):
    cudnn.deterministic = deterministic
    cudnn.benchmark = benchmark
""",
    "chosen together": """\
def init_seeds(seed=0):
    cudnn.benchmark, cudnn.deterministic = (False, True) if seed == 0 else (True, False)
""",
    "in one tuple": """\
def main(seed):
    if seed:
        cudnn.benchmark, cudnn.deterministic = False, True
    else:
        cudnn.benchmark, cudnn.deterministic = True, False
""",
    "a context": """\
def step(model, x, fast):
    with cudnn.flags(enabled=True, benchmark=False, deterministic=True):
        x = model(x)
    with cudnn.flags(enabled=True, benchmark=fast, deterministic=True):
        return model(x)
""",
    "an object of one's own": """\
class Config:
    pass


def main(config: Config):
    config.benchmark = True
    config.deterministic = True
    config.cudnn.benchmark = True
    config.cudnn.deterministic = True
""",
    "another package": Whole("""\
import torch
from settings import cudnn

cudnn.benchmark = True
cudnn.deterministic = True
"""),
    "Lightning": Whole("""\
import pytorch_lightning as pl

trainer = pl.Trainer(deterministic=True, benchmark=True)
"""),
    "a setting of the CPU": """\
torch.backends.mkldnn.deterministic = True
cudnn.benchmark = True
""",
    "in two functions": """\
def fast():
    torch.backends.cudnn.benchmark = True


def main():
    torch.backends.cudnn.deterministic = True
    fast()
""",
    "read": """\
def state():
    return torch.backends.cudnn.benchmark, torch.backends.cudnn.deterministic
""",
    "only one, for TPUs": """\
def seed_everything(xm, seed):
    torch.backends.cudnn.deterministic = True
    xm.set_rng_state(seed)
""",
    "reproducible on TPUs, too": """\
class TPUExperiment:
    def seed_everything(self, seed):
        torch.backends.cudnn.deterministic = True
        torch.backends.cudnn.benchmark = False
        self.xm.set_rng_state(seed)
""",
    "fast on TPUs": """\
def on_tpu(xm):
    torch.backends.cudnn.benchmark = True
    torch.backends.cudnn.deterministic = False
""",
    "off where torch_xla is": Whole("""\
import torch
import torch_xla

torch.backends.cudnn.deterministic = False
torch.backends.cudnn.benchmark = True
"""),
}
