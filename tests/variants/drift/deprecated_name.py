"""TEF902 deprecated-name: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.
"""

from tests.rules.programs import Whole

HEADER = """\
import torch
import torch.nn.functional as F
from torch import Tensor, nn


"""

FLAG: dict[str, str] = {
    "a class that is only registered": Whole("""\
from torch.nn import L1Loss, NLLLoss2d  # expect: TEF902?

from constructor import LOSSES

LOSSES.register_class(L1Loss)
LOSSES.register_class(NLLLoss2d)
"""),
    "a class that is registered and made": Whole("""\
from torch.nn import NLLLoss2d  # expect: TEF902

from constructor import LOSSES

LOSSES.register_class(NLLLoss2d)
loss = NLLLoss2d()
"""),
    "two imports of one plan": Whole("""\
from functorch import make_functional, make_functional_with_buffers, vmap  # expect: TEF902 TEF902


def parts(net, other):
    return make_functional(net), make_functional_with_buffers(other), vmap(net)
"""),
    "the key of a table of functions, in a decorator, and one that is called": """\
import torch


@register_function(torch.lu)  # expect: TEF902?
def lu(a, **options):
    return solved(a, torch.lu(a))  # expect: TEF902
""",
    "a class for types only": """\
from typing import NewType, Optional

from torch.cuda.amp import GradScaler  # expect: TEF902?

Scaler = NewType("Scaler", GradScaler)


def save(path: str, scaler: Optional[GradScaler] = None) -> None:
    print(path, scaler)
""",
    "a class for types that is made, too": """\
from torch.cuda.amp import GradScaler  # expect: TEF902


def made(scaler: GradScaler = None) -> GradScaler:
    return scaler or GradScaler()
""",
    "a successor that is newer than most programs": """\
scaler = torch.cuda.amp.GradScaler()  # expect: TEF902 "torch 2.4, with a successor since 2.3; use"
""",
    "the default type, said again": """\
torch.set_default_tensor_type(torch.FloatTensor)  # expect: TEF902 "delete the call: that is the default"
torch.set_default_tensor_type("torch.FloatTensor")  # expect: TEF902 "delete the call: that is the default"
torch.set_default_tensor_type(torch.cuda.FloatTensor)  # expect: TEF902 "torch.set_default_dtype takes its place"
""",
    "a method of what only methods show": """\
class Repeated:
    def __init__(self, base, n):
        self.base = base.unsqueeze(0)

    def factor(self):
        return self.base.cholesky()  # expect: TEF902?


def run(x):
    y = x.unsqueeze(0)
    return y.cholesky()  # expect: TEF902?
""",
    "a method of what torch makes or takes": """\
def run(x, y, n, z: Tensor):
    made = torch.relu(x).cholesky()  # expect: TEF902
    own = torch.eye(n).unsqueeze(0)
    print(torch.sin(y))
    turned = z.transpose(0, 1)
    return made, own.cholesky(), y.cholesky(), turned.cholesky()  # expect: TEF902 # expect: TEF902 # expect: TEF902
""",
    "autocast by position": """\
def run(model, x, enabled):
    with torch.cuda.amp.autocast(enabled):  # expect: TEF902 'use torch.amp.autocast("cuda", enabled=enabled)'
        return model(x)
""",
    "autocast by unknown positions": """\
def run(given):
    return torch.cuda.amp.autocast(*given)  # expect: TEF902 'torch.amp.autocast takes its place: ("cuda", enabled=...)'
""",
    "autocast, handed on": """\
class Trainer:
    def __init__(self, build, mixed):
        self.context = torch.cuda.amp.autocast  # expect: TEF902 'functools.partial(torch.amp.autocast, "cuda")'
        self.scale, self.last = torch.cuda.amp.GradScaler, None  # expect: TEF902 "functools.partial"
        self.other = build(torch.cuda.amp.autocast)  # expect: TEF902 "functools.partial"
        self.maybe = torch.cuda.amp.autocast if mixed else None  # expect: TEF902 "functools.partial"
""",
    "a scaler that is derived from": """\
class Scaler(torch.cuda.amp.GradScaler):  # expect: TEF902 'torch.amp.GradScaler takes its place: ("cuda", ...)'
    pass
""",
    "a function": """\
def outer(x: Tensor, y: Tensor):
    return torch.ger(x, y)  # expect: TEF902? "use torch.outer"
""",
    "a method": """\
def factors(x: Tensor):
    return x.qr()  # expect: TEF902 "torch.linalg.qr takes"
""",
    "not called": """\
def outer(xs, ys):
    f = torch.ger  # expect: TEF902?
    return [f(x, y) for x, y in zip(xs, ys)]
""",
    "handed on": """\
def sizes(xs):
    return list(map(torch.norm, xs))  # expect: TEF902?
""",
    "in a partial": """\
import functools

norm = functools.partial(torch.norm, p=2)  # expect: TEF902?
""",
    "autocast": """\
def run(model, x):
    with torch.cuda.amp.autocast():  # expect: TEF902 "torch.amp.autocast"
        return model(x)
""",
    "autocast, imported": Whole("""\
from torch.cuda.amp import GradScaler, autocast  # expect: TEF902 # expect: TEF902

scaler = GradScaler()


def run(model, x):
    with autocast(enabled=True):
        return model(x)
"""),
    "autocast, its module imported": Whole("""\
from torch.cuda import amp

scaler = amp.GradScaler()  # expect: TEF902
"""),
    "a decorator": """\
class Op(torch.autograd.Function):
    @staticmethod
    @torch.cuda.amp.custom_fwd  # expect: TEF902
    def forward(ctx, x):
        return x
""",
    "Variable": Whole("""\
import torch
from torch.autograd import Variable  # expect: TEF902? "pass them as they are; requires_grad=True is x.requires_grad_()"


def run(x):
    return Variable(x), Variable(torch.zeros(3))
"""),
    "Variable, by its path": """\
def run(x):
    return torch.autograd.Variable(x)  # expect: TEF902?
""",
    "the default type": """\
torch.set_default_tensor_type("torch.cuda.FloatTensor")  # expect: TEF902
""",
    "initialisation": """\
def init(layer):
    nn.init.xavier_normal(layer.weight)  # expect: TEF902 "use nn.init.xavier_normal_"
""",
    "clipping": Whole("""\
from torch.nn.utils import clip_grad_norm  # expect: TEF902


def clip(net):
    clip_grad_norm(net.parameters(), 1.0)
"""),
    "range": """\
x = torch.range(0, 5)  # expect: TEF902 "torch.arange takes its place, without its end"
""",
    "functorch": Whole("""\
import functorch
from functorch import vmap  # expect: TEF902

f = functorch.jacrev(len)  # expect: TEF902 "use torch.func.jacrev"
"""),
    "attention kernels": """\
def attend(q, k, v):
    with torch.backends.cuda.sdp_kernel(enable_math=False):  # expect: TEF902 "given a list of backends"
        return F.scaled_dot_product_attention(q, k, v)
""",
    "a flag": """\
if torch.has_cuda:  # expect: TEF902
    pass
""",
    "memory": """\
def used():
    return torch.cuda.memory_cached()  # expect: TEF902 "torch.cuda.memory_reserved"
""",
    "a comparison in tests": """\
def test_it():
    torch.testing.assert_allclose(torch.ones(2), torch.ones(2))  # expect: TEF902
""",
    "upsample": """\
def larger(x: Tensor):
    return F.upsample(x, scale_factor=2)  # expect: TEF902 "use F.interpolate"
""",
    "weight norm that is taken off again": """\
from torch.nn.utils import remove_weight_norm, weight_norm  # expect: TEF902?

layer = remove_weight_norm(weight_norm(nn.Linear(2, 3)))
""",
    "weight norm whose length is read": """\
layer = nn.utils.weight_norm(nn.Linear(2, 3))  # expect: TEF902?
layer.weight_g.data.fill_(1)
""",
    "weight norm": """\
from torch.nn.utils import weight_norm  # expect: TEF902

layer = weight_norm(nn.Linear(2, 3))
""",
    "quantization": """\
def small(net):
    return torch.quantization.quantize_dynamic(net)  # expect: TEF902 "no drop-in replaces it: plan to move to torchao
""",
    "quantization in several steps": Whole("""\
import torch
from torch.quantization import convert, prepare  # expect: TEF902 "here and in 3 more places; no drop-in replaces it"


def small(net, data):
    prepare(net)
    convert(net)
    torch.quantization.prepare_qat(net)
    return torch.quantization.quantize_dynamic(net)
"""),
    "quantization beside another name": """\
def small(net, x, y):
    net = torch.quantization.prepare(net)  # expect: TEF902 "here and in 1 more place"
    torch.testing.assert_allclose(x, y)  # expect: TEF902
    return torch.ao.quantization.convert(net)
""",
    "weight norm in a file that pickles a module": """\
layer = nn.utils.weight_norm(nn.Linear(2, 3))  # expect: TEF902?
torch.save(layer, "layer.pt")  # expect: TEF807?
""",
    "weight norm of which a state dict is read": """\
def load(path):
    layer = nn.utils.weight_norm(nn.Linear(2, 3))  # expect: TEF902?
    state = torch.load(path, weights_only=True)
    return layer, state["layer.weight_g"]
""",
    "a class that is compared with nothing, and made": """\
make = torch.cuda.amp.GradScaler  # expect: TEF902 "functools.partial"
scaler = None if make is None else make()
""",
    "weight norm in a file that saves a state dict": """\
layer = nn.utils.weight_norm(nn.Linear(2, 3))  # expect: TEF902
torch.save(layer.state_dict(), "layer.pt")
""",
    "a class that objects are told apart by, in many ways": """\
SCALERS = torch.cuda.amp.GradScaler  # expect: TEF902? "2.3; torch.amp.GradScaler takes its place"


def is_scaler(x, more):
    kinds = tuple([torch.cuda.amp.GradScaler, *more])  # expect: TEF902 "functools.partial"
    more = isinstance(x, tuple([torch.cuda.amp.GradScaler, *more]))  # expect: TEF902? "2.3; torch.amp.GradScaler takes"
    one = isinstance(x, (int, torch.cuda.amp.GradScaler))  # expect: TEF902? "2.3; torch.amp.GradScaler takes its place"
    return isinstance(x, SCALERS), more, one, kinds
""",
    "beside a question of another kind": """\
amp = getattr(torch, "amp", None)


def context(device, enabled):
    if device == "cpu":
        return amp.autocast("cpu")
    return torch.cuda.amp.autocast(enabled)  # expect: TEF902
""",
    "a key of a table": """\
COUNTERS = {
    nn.Upsample: len,
    nn.UpsamplingBilinear2d: len,  # expect: TEF902?
}
""",
    "in a test of it": """\
class Converted:
    def test_functional_upsample(self):
        self.check(lambda x: F.upsample(x, scale_factor=2))  # expect: TEF902?

    def test_resizing(self):
        'Tests F.upsample.'
        self.check(lambda x: F.upsample(x, scale_factor=2))  # expect: TEF902?

    def test_shapes(self):
        self.check(lambda x: F.upsample(x, scale_factor=2))  # expect: TEF902
""",
    "what it says of itself": """\
class Base(nn.Container):  # expect: TEF902
    __doc__ = nn.Container.__doc__  # expect: TEF902?
""",
    "an import that nothing uses": """\
from torch.cuda.amp import GradScaler, autocast  # expect: TEF902 TEF902?


def scaler():
    return GradScaler()
""",
    "compared with a type": """\
def count(m):
    if type(m) is nn.UpsamplingBilinear2d:  # expect: TEF902?
        return 1
    return 2 * (type(m) in (nn.Upsample, nn.UpsamplingNearest2d))  # expect: TEF902?
""",
    "asked for": """\
from torch.nn import NLLLoss2d  # expect: TEF902?

RESIZING = (nn.Upsample, nn.UpsamplingBilinear2d)  # expect: TEF902?


def is_old(m):
    return isinstance(m, (NLLLoss2d, nn.UpsamplingNearest2d)) or isinstance(m, RESIZING)  # expect: TEF902?
""",
    "asked for and made": """\
from torch.nn import NLLLoss2d  # expect: TEF902


def loss(m):
    return m if isinstance(m, NLLLoss2d) else NLLLoss2d()
""",
    "a tuple of layers that are made": """\
LAYERS = (nn.NLLLoss, nn.NLLLoss2d)  # expect: TEF902


def build():
    return [layer(ignore_index=2) for layer in LAYERS]
""",
    "a value of a table": """\
LOSSES = {"pixels": nn.NLLLoss2d}  # expect: TEF902
""",
    "in a file that asserts an older torch": """\
assert torch.__version__ >= "1.6.0"


def run(model, x, y):
    with torch.cuda.amp.autocast():  # expect: TEF902?
        torch.testing.assert_allclose(x, y)  # expect: TEF902?
        return torch.outer(model(x), y)
""",
    "in a file that raises for an older torch": """\
from packaging.version import Version

if Version(torch.__version__) < Version("1.7"):
    raise RuntimeError("too old")


def run(x, y):
    torch.testing.assert_allclose(x, y)  # expect: TEF902?
    return nn.init.constant(x, 2)  # expect: TEF902
""",
    "in a file with a branch for an older torch": """\
TORCH = tuple(int(part) for part in torch.__version__.split(".")[:2])


def run(q, k, v, x):
    scale = 2 if TORCH >= (2, 0) else 1
    with torch.backends.cuda.sdp_kernel(enable_math=False):  # expect: TEF902?
        F.scaled_dot_product_attention(q, k, v)
    return F.upsample(x, scale_factor=scale)  # expect: TEF902
""",
    "in a file that asserts a torch that has the successor": """\
assert torch.__version__ >= "2.4"


def run(model, x):
    with torch.cuda.amp.autocast():  # expect: TEF902
        return model(x)
""",
    "in a file that needs an older torch for an option": """\
from packaging import version


def run(q, k, v, flash):
    assert not (flash and version.parse(torch.__version__) < version.parse("2.0.0")), "too old"
    with torch.backends.cuda.sdp_kernel(enable_math=False):  # expect: TEF902
        return F.scaled_dot_product_attention(q, k, v)
""",
    "in a file that asserts another package": """\
import numpy

assert numpy.__version__ >= "1.6"


def run(model, x):
    with torch.cuda.amp.autocast():  # expect: TEF902
        return model(x)
""",
    "a class of layers": """\
up = nn.UpsamplingBilinear2d(scale_factor=2)  # expect: TEF902?
""",
    "svd": """\
def factors(x: Tensor):
    return torch.svd(x)  # expect: TEF902? "full_matrices=False"
""",
    "a function that warns": """\
def product(x: Tensor):
    return torch.chain_matmul(x, x)  # expect: TEF902 "given a list"
""",
    "scripted": """\
@torch.jit.script  # expect: TEF902? "deprecated since torch 2.10; torch.compile takes its place, or torch.export"
def double(x: Tensor):
    return 2 * x
""",
    "scripted, with a loop over rows": """\
@torch.jit.script  # expect: TEF208
def doubled(x: Tensor):
    found = []
    for row in x:
        found.append(2 * row)
    return torch.stack(found)


def halved(x: Tensor):
    return torch.stack([row / 2 for row in x])


fast = torch.jit.script(halved)  # expect: TEF208
traced = torch.jit.trace(doubled, torch.ones(2, 2))  # expect: TEF902?
""",
    "traced": """\
traced = torch.jit.trace(nn.Linear(2, 2), torch.ones(1, 2))  # expect: TEF902?
traced.save("a.pt")
""",
    "scripted models in files": """\
net = torch.jit.load("a.pt")  # expect: TEF902? "torch.export.load takes its place: of programs"
torch.jit.save(net, "b.pt")  # expect: TEF902?
""",
    "frozen": """\
def faster(net):
    return torch.jit.optimize_for_inference(torch.jit.freeze(net))  # expect: TEF902? # expect: TEF902?
""",
    "what TorchScript leaves out": Whole("""\
from torch.jit import ignore, script_method  # expect: TEF902? # expect: TEF902?
"""),
    "at the same time": """\
def two(f, x):
    return torch.jit.wait(torch.jit.fork(f, x))  # expect: TEF902? # expect: TEF902?
""",
    "a file that compares torch with a major release": """\
import platform


class Trainer:
    def setup(self, options):
        self.scaler = torch.cuda.amp.GradScaler(init_scale=1024)  # expect: TEF902?
        if options.compiles and torch.__version__ >= "2" and platform.system() != "Windows":
            self.net = torch.compile(self.net)
""",
    "weights normalised in a model that fastai exports": """\
from fastai.layers import Flatten


def block(n):
    return nn.Sequential(torch.nn.utils.weight_norm(nn.Linear(n, n)), Flatten())  # expect: TEF902?
""",
}

LEAVE: dict[str, str] = {
    "a class that is registered, and current": Whole("""\
from torch.nn import L1Loss

from constructor import LOSSES

LOSSES.register_class(L1Loss)
"""),
    "one plan, carried out": Whole("""\
from torch.func import functional_call, vmap


def parts(net, other, x):
    return functional_call(net, dict(other), x), vmap(net)
"""),
    "where the newer module lacks it, by a name for that": """\
amp = getattr(torch, "amp", None)


def context(enabled):
    if amp is not None and hasattr(amp, "autocast"):
        try:
            return amp.autocast("cuda", enabled=enabled)
        except TypeError:
            return amp.autocast(enabled=enabled)
    return torch.cuda.amp.autocast(enabled=enabled)


def scaler(enabled):
    own = getattr(torch, "amp", None)
    if own is not None:
        if hasattr(own, "GradScaler"):
            return own.GradScaler("cuda", enabled=enabled)
    return torch.cuda.amp.GradScaler(enabled=enabled)


class Trainer:
    def __init__(self):
        self.amp = getattr(torch, "amp", None)

    def context(self, enabled):
        if hasattr(self.amp, "autocast"):
            return self.amp.autocast("cuda", enabled=enabled)
        return torch.cuda.amp.autocast(enabled=enabled)
""",
    "quantization where torch has it": """\
def small(net):
    if hasattr(torch, "quantization"):
        return torch.quantization.convert(torch.quantization.prepare(net))
    return net
""",
    "the successor of weight norm, and what reads its parts": """\
layer = nn.utils.parametrizations.weight_norm(nn.Linear(2, 3))
size = layer.parametrizations.weight.original0.norm()
""",
    "the class that took its place, told apart": """\
KINDS = (torch.amp.GradScaler, int)


def is_scaler(x):
    return isinstance(x, KINDS) or isinstance(x, tuple([torch.amp.GradScaler]))
""",
    "asked for in a function, by find_spec, and for a class": """\
import importlib.util

import functorch

HAS_FUNC = importlib.util.find_spec("torch.func") is not None


def has_func():
    major, minor = torch.__version__.split(".")[:2]
    return (int(major), int(minor)) >= (2, 0)


class Old:
    def run(self, f, x):
        return functorch.vmap(f)(x)


class New:
    def run(self, f, x):
        return torch.func.vmap(f)(x)


Backend = New if hasattr(torch, "func") else Old


def run(f, x):
    return torch.func.vmap(f)(x) if HAS_FUNC else functorch.vmap(f)(x)


def again(f, x):
    if not has_func():
        return functorch.vmap(f)(x)
    return torch.func.vmap(f)(x)
""",
    "the key of a table of functions, in a decorator": """\
import torch


@register_function(torch.linalg.lu_factor)
def lu(a, **options):
    return solved(a)
""",
    "an answer that is kept below a question": """\
HAS_AMP = False
try:
    if getattr(torch.cuda.amp, "autocast") is not None:
        HAS_AMP = True
except AttributeError:
    pass


def run(model, x):
    if not HAS_AMP:
        return model(x)
    else:
        with torch.cuda.amp.autocast():
            return model(x)
""",
    "a method of what has an attribute of its own": """\
def run(x):
    y = x.unsqueeze(0)
    print(y._operators)
    return y.cholesky()
""",
    "a method whose result has an attribute that no tensor has": """\
from operators import Operator


class Repeated(Operator):
    def __init__(self, base, n):
        self.base = base.unsqueeze(0)

    def factor(self, upper):
        return self.base.cholesky(upper=upper)._tensor.repeat(3, 1)


def run(base):
    made = base.unsqueeze(0).cholesky()
    return made._tensor


def blocks(base):
    made = base.unsqueeze(0).cholesky()
    return made.blocks
""",
    "autocast with its device, handed on": """\
import functools


class Trainer:
    def __init__(self, enabled):
        self.context = functools.partial(torch.amp.autocast, "cuda")
        self.scale = torch.amp.GradScaler
        self.now = torch.amp.autocast("cuda", enabled=enabled)
""",
    "autocast of another module, by position": """\
class amp:
    def autocast(enabled):
        return enabled


def run(enabled):
    return amp.autocast(enabled), amp.autocast
""",
    "a class that derives from torch's scaler": """\
class Scaler(torch.amp.GradScaler):
    pass
""",
    "successors": """\
def run(x: Tensor, y: Tensor):
    with torch.amp.autocast("cuda"):
        return torch.outer(x, y), torch.linalg.vector_norm(x), torch.arange(5), F.interpolate(x)
""",
    "methods that do not warn": """\
def run(x: Tensor):
    return x.norm(), x.lu(), x.svd()
""",
    "no longer deprecated": """\
def run(x: Tensor):
    return F.sigmoid(x), F.tanh(x), torch.sigmoid(x)
""",
    "asked for": """\
scaler = torch.amp.GradScaler("cuda") if hasattr(torch.amp, "GradScaler") else torch.cuda.amp.GradScaler()
""",
    "tried": """\
try:
    from torch.func import vmap
except ImportError:
    from functorch import vmap
""",
    "tried the other way round": """\
try:
    from functorch import vmap
except ImportError:
    vmap = None
""",
    "by version": """\
from packaging import version

if version.parse(torch.__version__) >= version.parse("2.4"):
    autocast = torch.amp.autocast
else:
    autocast = torch.cuda.amp.autocast
""",
    "by a constant": """\
TORCH_2_4 = tuple(map(int, torch.__version__.split(".")[:2])) >= (2, 4)


def run(x):
    if not TORCH_2_4:
        with torch.cuda.amp.autocast():
            return x
    return x
""",
    "another package": Whole("""\
import numpy as np
import torch
from apex.amp import autocast
from mylib import Variable


def run(x):
    return np.linalg.norm(x), Variable(x), np.linalg.qr(x), autocast()
"""),
    "a name of the file": """\
def clip_grad_norm(parameters, value):
    return value


clip_grad_norm([], 1.0)
""",
    "a method of another object": """\
def run(model, x):
    return model.qr(x), model.cholesky(), model.range(3)
""",
    "the builtin": """\
for i in range(3):
    print(i)
""",
    "a module that is not deprecated": """\
import torch.cuda.amp
from torch.cuda import amp

supported = torch.cuda.amp.common.amp_definitely_not_available()
""",
    "initialisation in place": """\
def init(layer):
    nn.init.xavier_normal_(layer.weight)
    nn.init.constant_(layer.bias, 0)
""",
    "replaced by the file": """\
torch.norm = lambda x: x


def run(x):
    return torch.norm(x)
""",
    "in a text": """\
OLD = {"torch.ger": "torch.outer"}
""",
    "optimised with compile": """\
def run(f: nn.Module):
    return torch.compile(f), torch.export.export(f, ())
""",
    "an attribute of the same name": """\
class Net(nn.Module):
    def norm(self, x):
        return x

    def forward(self, x):
        return self.norm(x)
""",
    "norm layers": """\
layer = nn.LayerNorm(3), nn.utils.parametrizations.weight_norm(nn.Linear(2, 2)), nn.utils.clip_grad_norm_
""",
    "for the type checker": """\
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torch.autograd import Variable
""",
    "skipped by a decorator": """\
import pytest


@pytest.mark.skipif(torch.__version__ >= "2.0", reason="gone")
def test_it():
    torch.testing.assert_allclose(torch.ones(2), torch.ones(2))
""",
    "determinism": """\
torch.use_deterministic_algorithms(True)
torch.cuda.reset_peak_memory_stats()
""",
    "a parameter called so": """\
def run(x: Tensor, norm=None, range=(0, 1)):
    return norm(x) if norm else x.clamp(*range)
""",
    "qr of linalg": """\
def run(x: Tensor):
    return torch.linalg.qr(x), torch.linalg.cholesky(x), torch.linalg.svd(x)
""",
    "autocast by device": """\
def run(x: Tensor):
    with torch.autocast(device_type="cuda", dtype=torch.float16):
        return x
""",
    "what TorchScript has without a word of its end": """\
class Net(torch.jit.ScriptModule):
    width: torch.jit.Final[int]

    @torch.jit.unused
    def forward(self, x: Tensor):
        return x if torch.jit.is_scripting() or torch.jit.is_tracing() else -x
""",
    "exported": """\
program = torch.export.export(nn.Linear(2, 2), (torch.ones(1, 2),))
torch.export.save(program, "a.pt2")
program = torch.export.load("a.pt2")
""",
    "scripted where there is nothing else": """\
net = torch.compile(net) if hasattr(torch, "compile") else torch.jit.script(net)
""",
    "a module called jit": Whole("""\
import torch
from numba import jit
from mylib import jit as fast


@jit
def run(x):
    return fast.script(x)
"""),
    "a key by text": """\
COUNTERS = {"UpsamplingBilinear2d": len}


def count(m):
    return COUNTERS[type(m).__name__](m)
""",
    "asked for, and not deprecated": """\
def count(m):
    return type(m) is nn.Upsample or isinstance(m, (nn.NLLLoss, torch.amp.GradScaler))
""",
    "a key of another package": """\
from old_layers import UpsamplingBilinear2d

COUNTERS = {UpsamplingBilinear2d: len}
""",
    "backends in a list": """\
from torch.nn.attention import SDPBackend, sdpa_kernel


def attend(q, k, v):
    with sdpa_kernel([SDPBackend.FLASH_ATTENTION, SDPBackend.MATH]):
        return F.scaled_dot_product_attention(q, k, v)
""",
    "quantization by torchao": """\
from torchao.quantization import Int8WeightOnlyConfig, quantize_


def small(net):
    quantize_(net, Int8WeightOnlyConfig())
""",
    "the successor behind an assertion": """\
assert torch.__version__ >= "2.4"


def run(model, x):
    with torch.amp.autocast("cuda"):
        return model(x)
""",
    "today's names of which one is not used": """\
from torch.amp import GradScaler, autocast


def scaler():
    return GradScaler()
""",
    "today's name in a test of the old one": """\
def test_upsample(check):
    check(lambda x: F.interpolate(x, scale_factor=2))
""",
    "what a class of today says of itself": """\
class Base(nn.ModuleList):
    __doc__ = nn.ModuleList.__doc__
""",
    "today's scaler beside a major release": """\
def setup(options):
    if torch.__version__ >= "2" and options.compiles:
        return torch.amp.GradScaler("cuda")
""",
    "weights normalised as today in fastai": """\
from fastai.layers import Flatten


def block(n):
    return nn.Sequential(torch.nn.utils.parametrizations.weight_norm(nn.Linear(n, n)), Flatten())
""",
}
