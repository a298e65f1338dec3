"""TEF603 missing-super-init: programs that must be flagged and near misses that must stay silent.

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
    "a helper that is not given the object": """\
def take_over(name, mod):
    print(name, mod)


class Patched(nn.Conv2d):
    def __init__(self, mod, scale):
        take_over("scale", mod)
        print(self)
        self.scale = nn.Parameter(torch.ones(3))  # expect: TEF603
""",
    "a layer with a norm of its weights": """\
class Net(nn.Module):
    def __init__(self, n):
        self.fc = nn.utils.spectral_norm(nn.Linear(n, n))  # expect: TEF603
        super().__init__()
""",
    "a base with a metaclass that makes objects as any does": """\
import abc


class Base(nn.Module, metaclass=abc.ABCMeta):
    @abc.abstractmethod
    def width(self): ...


class Net(Base):
    def __init__(self, n):
        self.fc = nn.Linear(n, n)  # expect: TEF603
""",
    "a plain base of the file": """\
class Base(nn.Module):
    pass


class Net(Base):
    def __init__(self, n):
        self.fc = nn.Linear(n, n)  # expect: TEF603
""",
    "after a number that the base of the file may read": """\
class Base(nn.Module):
    def __init__(self):
        super().__init__()
        self.total = sum(self.shape) if hasattr(self, "shape") else 0


class Net(Base):
    def __init__(self, n):
        self.shape = (n, 2)
        self.w = nn.Parameter(torch.ones(n))  # expect: TEF603 "__init__(); move it below that call"
        super().__init__()


class First(Base):
    def __init__(self, n):
        self.w = nn.Parameter(torch.ones(n))  # expect: TEF603 "make that the first statement"
        super().__init__()
""",
    "a layer without super": """\
class Net(nn.Module):
    def __init__(self, n):
        self.fc = nn.Linear(n, n)  # expect: TEF603 "AttributeError: self.fc comes before super().__init__()"
        self.out = nn.Linear(n, 1)

    def forward(self, x):
        return self.out(self.fc(x))
""",
    "a parameter that is a module": """\
class Net(nn.Module):
    def __init__(self, body: nn.Module, n: int):
        self.body = body  # expect: TEF603
        super().__init__()
        self.fc = nn.Linear(n, n)

    def forward(self, x):
        return self.fc(self.body(x))
""",
    "a parameter that is a module, run once to see its width": """\
class Net(nn.Module):
    def __init__(self, body: nn.Module, act: nn.Module = nn.ReLU()):
        self.act = act  # expect: TEF603
        width = body(torch.zeros(1, 3)).shape[1]
        super().__init__()
        self.body = body
        self.fc = nn.Linear(width, 1)
""",
    "a class that is called, after a module": """\
class Net(nn.Module):
    def __init__(self, body: nn.Module, block: nn.Module, n: int):
        self.block = block
        self.body = body  # expect: TEF603
        layer = block(n)
        super().__init__()
        self.layer = layer
""",
    "super at the end": """\
class Net(nn.Module):
    def __init__(self, n):
        '''Two layers.'''
        self.n = n
        self.layers = nn.Sequential(nn.Linear(n, n), nn.ReLU())  # expect: TEF603
        super(Net, self).__init__()
""",
    "a parameter": """\
class Net(nn.Module):
    def __init__(self, n):
        self.w = nn.Parameter(torch.ones(n))  # expect: TEF603
        super().__init__()
""",
    "a buffer by assignment and by name": """\
class Net(nn.Module):
    def __init__(self, n):
        self.mask = nn.Buffer(torch.ones(n))  # expect: TEF603
        super().__init__()


class Other(nn.Module):
    def __init__(self):
        self.register_buffer("mask", None)  # expect: TEF603
        super().__init__()
""",
    "by name": """\
class Net(nn.Module):
    def __init__(self, n):
        self.add_module("fc", nn.Linear(n, n))  # expect: TEF603


class Other(nn.Module):
    def __init__(self, n):
        self.register_parameter("w", nn.Parameter(torch.ones(n)))  # expect: TEF603


class Third(nn.Module):
    def __init__(self, n):
        setattr(self, "fc", nn.Linear(n, n))  # expect: TEF603
""",
    "in a branch, and in a loop": """\
class Net(nn.Module):
    def __init__(self, n, deep):
        if deep:
            self.fc = nn.Linear(n, n)  # expect: TEF603
        super().__init__()


class Many(nn.Module):
    def __init__(self, n):
        for i in range(n):
            setattr(self, f"fc{i}", nn.Linear(n, n))  # expect: TEF603
""",
    "a list of modules is none of torch's": """\
class Net(nn.Module):
    def __init__(self, n):
        self.parts = [nn.Linear(n, n)]
        self.layers = nn.ModuleList(self.parts)  # expect: TEF603
        super().__init__()
""",
    "a subclass of a class in the file": """\
class Base(nn.Module):
    def __init__(self):
        super().__init__()


class Net(Base):
    def __init__(self, n):
        self.fc = nn.Linear(n, n)  # expect: TEF603
""",
    "an object of a class in the file": """\
class Part(nn.Module):
    pass


class Net(nn.Module):
    def __init__(self):
        self.part = Part()  # expect: TEF603
""",
    "super is only mentioned": """\
class Net(nn.Module):
    def __init__(self, n):
        super().__init__
        self.fc = nn.Linear(n, n)  # expect: TEF603
""",
    "beside an abstract base": """\
from abc import ABC


class Net(nn.Module, ABC):
    def __init__(self, n):
        self.fc = nn.Linear(n, n)  # expect: TEF603
""",
    "a base from elsewhere may initialise by itself": """\
from fastai.vision.all import Module


class Net(Module):
    def __init__(self, n):
        self.fc = nn.Linear(n, n)  # expect: TEF603?

    def forward(self, x):
        return self.fc(x)
""",
    "a decorated constructor": """\
from project import initialised


class Net(nn.Module):
    @initialised
    def __init__(self, n):
        self.fc = nn.Linear(n, n)  # expect: TEF603?
""",
    "a class in a function, called by its own name": """\
def build(n):
    class Net(nn.Module):
        def __init__(self):
            self.fc = nn.Linear(n, n)  # expect: TEF603

    return Net()
""",
    "a LightningModule": Whole("""\
import lightning as L
from torch import nn


class Lit(L.LightningModule):
    def __init__(self, n):
        self.fc = nn.Linear(n, n)  # expect: TEF603
        super().__init__()
"""),
}

LEAVE: dict[str, str] = {
    "a layer after the base of the file, which reads a number": """\
class Base(nn.Module):
    def __init__(self):
        super().__init__()
        self.total = sum(self.shape) if hasattr(self, "shape") else 0


class Net(Base):
    def __init__(self, n):
        self.shape = (n, 2)
        super().__init__()
        self.w = nn.Parameter(torch.ones(n))
""",
    "a helper that takes over the state of another module": """\
def take_over(target, mod):
    target.__dict__.update(mod.__dict__)


class Patched(nn.Conv2d):
    def __init__(self, mod, scale):
        take_over(self, mod)
        self.scale = nn.Parameter(torch.ones(3))
""",
    "a class that is annotated as a module, and called": """\
class Layer(nn.Sequential):
    def __init__(self, block: nn.Module, n: int, wide, **kwargs):
        self.block = block
        self.width = wide
        layers = [block(in_channels=n, out_channels=wide, **kwargs)]
        for _ in range(3):
            layers.append(block(wide, wide))
        super().__init__(*layers)
""",
    "a class that is annotated as a module, called from self": """\
class Net(nn.Module):
    def __init__(self, block: nn.Module, norm: nn.Module, n: int):
        self.block = block
        self.norm = norm
        layers = self.build(n)
        super().__init__()
        self.layers = layers

    def build(self, n):
        return nn.Sequential(self.block(n), self.norm(n, eps=1e-3))
""",
    "a class that is annotated as a module, handed to a method": """\
class Net(nn.Module):
    def __init__(self, block: nn.Module, head: nn.Module, n: int):
        self.block, self.n = block, n
        setattr(self, "head", head)
        layers = [self.build(n, block), self.build(n, made=head)]
        super().__init__()
        self.layers = nn.ModuleList(layers)

    def build(self, n, made):
        return made(n, n)
""",
    "a class that is annotated as a module, by its default": """\
class Block(nn.Module):
    pass


class Net(nn.Module):
    def __init__(self, n: int, norm: nn.Module = nn.BatchNorm2d, *, block: nn.Module = Block):
        self.norm = norm
        self.block = block
        super().__init__()
        self.parts = nn.Sequential(self.norm(n), self.block())
""",
    "a class that is annotated as a module, asked for and bound": """\
from functools import partial


class Net(nn.Module):
    def __init__(self, norm: nn.Module, act: nn.Module, block: nn.Module):
        self.norm = norm
        self.act = act
        self.block = block
        make = partial(norm, eps=1e-5)
        if issubclass(act, nn.ReLU):
            print(block.__name__)
        super().__init__()
        self.layer = make(3)
""",
    "a metaclass of the base that initialises first": """\
class Early(type):
    def __call__(cls, *args, **kwargs):
        obj = cls.__new__(cls)
        obj.__pre_init__()
        obj.__init__(*args, **kwargs)
        return obj


class Module(nn.Module, metaclass=Early):
    def __pre_init__(self):
        super().__init__()

    def __init__(self):
        pass


class Net(Module):
    def __init__(self, n):
        self.fc = nn.Linear(n, n)


class Deep(Net):
    def __init__(self, n):
        self.out = nn.Linear(n, n)
""",
    "a metaclass of another file on the base of a base": """\
from nets import Meta


class Base(nn.Module, metaclass=Meta):
    pass


class Middle(Base):
    pass


class Net(Middle):
    def __init__(self, n):
        self.fc = nn.Linear(n, n)
""",
    "a base that changes what derives from it": """\
class Base(nn.Module):
    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        cls.__init__ = initialised_before(cls.__init__)


class Net(Base):
    def __init__(self, n):
        self.fc = nn.Linear(n, n)
""",
    "__new__ of the base": """\
class Base(nn.Module):
    def __new__(cls, *args):
        made = super().__new__(cls)
        nn.Module.__init__(made)
        return made


class Net(Base):
    def __init__(self, n):
        self.fc = nn.Linear(n, n)
""",
    "code that is not shown": """\
class Net(nn.Module):
    def __init__(self, n):
        ...
        self.fc = nn.Linear(n, n)
""",
    "super first": """\
class Net(nn.Module):
    def __init__(self, n):
        '''A layer.'''
        super().__init__()
        self.fc = nn.Linear(n, n)
""",
    "plain values, tensors and lists before": """\
class Net(nn.Module):
    def __init__(self, n):
        self.n = n
        self.scale = torch.ones(n)
        self.act = F.relu
        self.sizes = [n, n]
        self.norm = None
        self.parts = [nn.Linear(n, n)]
        super().__init__()
        self.fc = nn.Linear(n, n)
""",
    "local layers before": """\
class Net(nn.Sequential):
    def __init__(self, n):
        layers = [nn.Linear(n, n), nn.ReLU()]
        fc = nn.Linear(n, 1)
        super().__init__(*layers, fc)
""",
    "the base by its name": """\
class Net(nn.Module):
    def __init__(self, n):
        torch.nn.Module.__init__(self)
        self.fc = nn.Linear(n, n)
""",
    "on every branch": """\
class Net(nn.Module):
    def __init__(self, n, quiet):
        if quiet:
            super().__init__()
        else:
            print(n)
            super().__init__()
        self.fc = nn.Linear(n, n)
""",
    "on some branch": """\
class Net(nn.Module):
    def __init__(self, n, ready):
        if not ready:
            super().__init__()
        self.fc = nn.Linear(n, n)
""",
    "a helper calls it": """\
class Net(nn.Module):
    def __init__(self, n):
        self.prepare()
        self.fc = nn.Linear(n, n)

    def prepare(self):
        super().__init__()
""",
    "a helper from elsewhere may call it": """\
from project import Prepared


class Net(Prepared, nn.Module):
    def __init__(self, n):
        self.prepare()
        self.fc = nn.Linear(n, n)
""",
    "a dataclass": """\
from dataclasses import dataclass


@dataclass(eq=False)
class Net(nn.Module):
    n: int

    def __post_init__(self):
        super().__init__()
        self.fc = nn.Linear(self.n, self.n)
""",
    "initialised when it is made": """\
class Net(nn.Module):
    def __new__(cls, n):
        made = super().__new__(cls)
        nn.Module.__init__(made)
        return made

    def __init__(self, n):
        self.fc = nn.Linear(n, n)
""",
    "initialised by a metaclass": """\
class Ready(type):
    def __call__(cls, *args):
        made = cls.__new__(cls)
        nn.Module.__init__(made)
        made.__init__(*args)
        return made


class Net(nn.Module, metaclass=Ready):
    def __init__(self, n):
        self.fc = nn.Linear(n, n)
""",
    "the second of two bases, initialised after the first": """\
class Adapter(nn.Module):
    def __init__(self, n):
        self.down = nn.Linear(n, 2)


class Adapted(nn.Linear, Adapter):
    def __init__(self, n):
        nn.Linear.__init__(self, n, n)
        Adapter.__init__(self, n)
""",
    "no module": """\
class Holder:
    def __init__(self, n):
        self.fc = nn.Linear(n, n)


class Trainer(Holder):
    def __init__(self, n):
        self.model = nn.Linear(n, n)
""",
    "no constructor of its own": """\
class Net(nn.Module):
    fc: nn.Linear

    def build(self, n):
        self.fc = nn.Linear(n, n)
        return self
""",
    "something unknown": """\
from project import Encoder


class Net(nn.Module):
    def __init__(self, config):
        self.encoder = Encoder(config)
        self.size = config.size
""",
}
