"""TEF907 checkpoint-reentrant: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.
"""

from tests.rules.programs import Whole

HEADER = """\
import functools

import torch
import torch.utils.checkpoint
from torch import Tensor, nn
from torch.utils.checkpoint import checkpoint, checkpoint_sequential


"""

FLAG: dict[str, str] = {
    "a switch that is asked for, and off by default": """\
class Encoder(nn.Module):
    def forward(self, x):
        if getattr(self.config, "gradient_checkpointing", False) and self.training:
            return checkpoint(self.layer, x)  # expect: TEF907?
        return self.layer(x)
""",
    "a switch that is asked for, and on by default": """\
class Encoder(nn.Module):
    def forward(self, x):
        if getattr(self.config, "gradient_checkpointing", True) and self.training:
            return checkpoint(self.layer, x)  # expect: TEF907
        return self.layer(x)
""",
    "a switch that is asked for, and set": """\
class Encoder(nn.Module):
    def forward(self, x):
        if getattr(self.config, "gradient_checkpointing", False) and self.training:
            return checkpoint(self.layer, x)  # expect: TEF907
        return self.layer(x)

    def enable(self):
        self.config.gradient_checkpointing = True
""",
    "an option of a base in another file": """\
from .blocks import Base


class Block(Base):
    def forward(self, x):
        if self.with_cp and x.requires_grad:
            return checkpoint(self.layer, x)  # expect: TEF907?
        return self.layer(x)
""",
    "an option that the file sets under a base of another file": """\
from .blocks import Base


class Block(Base):
    def __init__(self, layer):
        super().__init__(layer)
        self.with_cp = True

    def forward(self, x):
        if self.with_cp:
            return checkpoint(self.layer, x)  # expect: TEF907
        return self.layer(x)
""",
    "a method that runs by an option only": """\
class Block(nn.Module):
    def __init__(self, layer, saving=False):
        super().__init__()
        self.layer = layer
        self.saving = saving

    def checkpointed(self, x):
        return checkpoint(self.layer, x)  # expect: TEF907?

    def forward(self, x):
        if self.saving and x.requires_grad:
            return self.checkpointed(x)
        return self.layer(x)
""",
    "a method that runs without an option, too": """\
class Block(nn.Module):
    def __init__(self, layer, saving=False):
        super().__init__()
        self.layer = layer
        self.saving = saving

    def checkpointed(self, x):
        return checkpoint(self.layer, x)  # expect: TEF907

    def forward(self, x):
        if self.saving:
            return self.checkpointed(x)
        return self.checkpointed(x + 1)
""",
    "an option that nobody sets": """\
class Block(nn.Module):
    def __init__(self, layer, use_checkpoint=False):
        super().__init__()
        self.layer = layer
        self.use_checkpoint = use_checkpoint

    def forward(self, x):
        if self.use_checkpoint:
            return checkpoint(self.layer, x)  # expect: TEF907?
        return self.layer(x)


class Stack(nn.Module):
    def __init__(self, use_checkpoint=False):
        super().__init__()
        self.block = Block(nn.Linear(2, 2), use_checkpoint=use_checkpoint)
""",
    "a switch that nothing turns on": """\
class Encoder(nn.Module):
    def __init__(self, layer):
        super().__init__()
        self.layer = layer
        self.gradient_checkpointing = False

    def forward(self, x):
        if self.gradient_checkpointing:
            return checkpoint(self.layer, x)  # expect: TEF907?
        return self.layer(x)
""",
    "a switch, and what turns it on": """\
class Encoder(nn.Module):
    def __init__(self, layer):
        super().__init__()
        self.layer = layer
        self.gradient_checkpointing = False

    def forward(self, x):
        if self.gradient_checkpointing:
            return checkpoint(self.layer, x)  # expect: TEF907
        return self.layer(x)

    def gradient_checkpointing_enable(self):
        self.gradient_checkpointing = True
""",
    "a switch that a base turns on": """\
class Base(PreTrainedModel):
    supports_gradient_checkpointing = True


class Encoder(nn.Module):
    def __init__(self, layer):
        super().__init__()
        self.layer = layer
        self.gradient_checkpointing = False

    def forward(self, x):
        if self.gradient_checkpointing:
            return checkpoint(self.layer, x)  # expect: TEF907
        return self.layer(x)
""",
    "a switch that others turn on by its name": """\
class Encoder(nn.Module):
    def __init__(self, layer):
        super().__init__()
        self.layer = layer
        self.gradient_checkpointing = False

    def forward(self, x):
        if self.gradient_checkpointing:
            return checkpoint(self.layer, x)  # expect: TEF907
        return self.layer(x)


def switch(net, name, on):
    setattr(net, name, on)
""",
    "an option for training": """\
class Block(nn.Module):
    def __init__(self, layer, use_checkpoint=False):
        super().__init__()
        self.layer = layer
        self.use_checkpoint = use_checkpoint

    def forward(self, x):
        if self.use_checkpoint and self.training:
            return checkpoint(self.layer, x)  # expect: TEF907
        return self.layer(x)
""",
    "an option that the configuration sets": """\
class Block(nn.Module):
    def __init__(self, layer, use_checkpoint=False):
        super().__init__()
        self.layer = layer
        self.use_checkpoint = use_checkpoint

    def forward(self, x):
        if self.use_checkpoint:
            return checkpoint(self.layer, x)  # expect: TEF907
        return self.layer(x)


def build(args):
    return Block(nn.Linear(2, 2), use_checkpoint=args.use_checkpoint)
""",
    "an option that is on": """\
class Block(nn.Module):
    def __init__(self, layer, use_checkpoint=True):
        super().__init__()
        self.layer = layer
        self.use_checkpoint = use_checkpoint

    def forward(self, x):
        if self.use_checkpoint:
            return checkpoint(self.layer, x)  # expect: TEF907
        return self.layer(x)
""",
    "a block": """\
class Block(nn.Module):
    def __init__(self, dim: int):
        super().__init__()
        self.fc = nn.Linear(dim, dim)

    def forward(self, x: Tensor) -> Tensor:
        return checkpoint(self.fc, x)  # expect: TEF907 "write checkpoint(self.fc, x, use_reentrant=False)"
""",
    "the whole name": """\
def run(layer, x):
    return torch.utils.checkpoint.checkpoint(layer, x)  # expect: TEF907
""",
    "undecided": """\
def run(layer, x):
    return checkpoint(layer, x, use_reentrant=None)  # expect: TEF907 "use_reentrant=False"
""",
    "a name for None": """\
REENTRANT = None


def run(layer, x):
    return checkpoint(layer, x, use_reentrant=REENTRANT)  # expect: TEF907
""",
    "in segments": """\
def run(layers: nn.Sequential, x: Tensor) -> Tensor:
    return checkpoint_sequential(layers, 4, x)  # expect: TEF907
""",
    "in segments, by keyword": """\
def run(layers: nn.Sequential, x: Tensor) -> Tensor:
    return checkpoint_sequential(functions=layers, segments=4, input=x)  # expect: TEF907
""",
    "in segments, None by position": """\
def run(layers: nn.Sequential, x: Tensor) -> Tensor:
    return checkpoint_sequential(layers, 4, x, None)  # expect: TEF907
""",
    "other keywords": """\
def run(layer, x, mask):
    return checkpoint(layer, x, mask, preserve_rng_state=False)  # expect: TEF907
""",
    "keywords that the function takes, and those that it does not": """\
class Decoder(nn.Module):
    def forward(self, x, past, mode):
        for i in range(self.count):
            layer = self.layers[i]
            if self.training:

                def create_custom_forward(module):
                    def custom_forward(*inputs):
                        return module(*inputs, past)

                    return custom_forward

                def any_keywords(module):
                    def custom_forward(*inputs, **options):
                        return module(*inputs, past, **options)

                    return custom_forward

                x = checkpoint(create_custom_forward(layer), x, mode=mode)  # expect: TEF907?
                x = checkpoint(create_custom_forward(layer), x, preserve_rng_state=False)  # expect: TEF907
                x = checkpoint(any_keywords(layer), x, mode=mode)  # expect: TEF907
                x = checkpoint(plain, x, mode=mode)  # expect: TEF907?
                x = checkpoint(plain, x, scale=mode)  # expect: TEF907
        return x


def plain(x, scale=1):
    return x * scale
""",
    "over several lines": """\
class Encoder(nn.Module):
    def __init__(self, layers):
        super().__init__()
        self.layers = nn.ModuleList(layers)
        self.gradient_checkpointing = False

    def forward(self, hidden_states, attention_mask=None):
        for layer in self.layers:
            if self.gradient_checkpointing and self.training:
                def create_custom_forward(module):
                    def custom_forward(*inputs):
                        return module(*inputs)

                    return custom_forward

                layer_outputs = torch.utils.checkpoint.checkpoint(  # expect: TEF907?
                    create_custom_forward(layer),
                    hidden_states,
                    attention_mask,
                )
            else:
                layer_outputs = layer(hidden_states, attention_mask)
            hidden_states = layer_outputs[0]
        return hidden_states
""",
    "positional stars": """\
def run(layer, inputs):
    return checkpoint(layer, *[inputs, inputs])  # expect: TEF907
""",
    "features of the caller": """\
def run(function, *features):
    return checkpoint(function, *features)  # expect: TEF907
""",
    "a dict of other options": """\
def run(layer, x):
    options = {"preserve_rng_state": False}
    return checkpoint(layer, x, **options)  # expect: TEF907
""",
    "partial": """\
def run(layer, x):
    checkpointed = functools.partial(checkpoint, layer, preserve_rng_state=False)
    return checkpointed(x)  # expect: TEF907
""",
    "a name for it": """\
ckpt = torch.utils.checkpoint.checkpoint


def run(layer, x):
    return ckpt(layer, x)  # expect: TEF907
""",
    "kept on self": """\
class Block(nn.Module):
    def __init__(self, layer):
        super().__init__()
        self.layer = layer
        self.run = checkpoint

    def forward(self, x):
        return self.run(self.layer, x)  # expect: TEF907
""",
    "a lambda": """\
run = lambda layer, x: checkpoint(layer, x)  # expect: TEF907
""",
    "a comprehension": """\
def run(layers, x):
    return [checkpoint(layer, x) for layer in layers]  # expect: TEF907
""",
    "one with, one without": """\
def run(first, second, x):
    x = checkpoint(first, x, use_reentrant=False)
    return checkpoint(second, x)  # expect: TEF907
""",
    "a helper that is called": """\
def checkpointed(layer, *inputs):
    if torch.is_grad_enabled():
        return checkpoint(layer, inputs[0])  # expect: TEF907
    return layer(*inputs)


def main(layer: nn.Linear, x: Tensor) -> Tensor:
    return checkpointed(layer, x)
""",
    "on a condition": """\
class Block(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        if self.use_checkpoint and x.requires_grad:
            return checkpoint(self._forward, x)  # expect: TEF907
        return self._forward(x)

    def _forward(self, x: Tensor) -> Tensor:
        return x.sin()
""",
    "a conditional expression": """\
def run(layer, x, save: bool):
    return checkpoint(layer, x) if save else layer(x)  # expect: TEF907
""",
    "in a try that is about something else": """\
def run(layer, x):
    try:
        return checkpoint(layer, x)  # expect: TEF907
    except RuntimeError as error:
        raise RuntimeError("out of memory?") from error
""",
    "LightningModule": Whole("""\
import pytorch_lightning as pl
import torch.utils.checkpoint as cp


class Model(pl.LightningModule):
    def forward(self, x):
        return cp.checkpoint(self.net, x)  # expect: TEF907
"""),
    "from torch.utils": Whole("""\
from torch import nn
from torch.utils import checkpoint as ckpt


class Block(nn.Module):
    def forward(self, x):
        return ckpt.checkpoint(self.bn_function, x)  # expect: TEF907
"""),
    "torch by another name": Whole("""\
import torch as th
import torch.utils.checkpoint


def run(layer, x):
    return th.utils.checkpoint.checkpoint(layer, x)  # expect: TEF907
"""),
    "an import that may fail": Whole("""\
import torch

try:
    from torch.utils.checkpoint import checkpoint
except ImportError:
    checkpoint = None


def run(layer, x):
    return checkpoint(layer, x)  # expect: TEF907
"""),
    "a script": Whole("""\
import torch
from torch.utils.checkpoint import checkpoint_sequential as segments

model = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.ReLU())
x = torch.randn(2, 3, requires_grad=True)
segments(model, 2, x).sum().backward()  # expect: TEF907
"""),
}

LEAVE: dict[str, str] = {
    "a switch that is asked for, by decision": """\
class Encoder(nn.Module):
    def forward(self, x):
        if getattr(self.config, "gradient_checkpointing", False) and self.training:
            return checkpoint(self.layer, x, use_reentrant=False)
        return self.layer(x)
""",
    "a switch that nothing turns on, and the argument": """\
class Encoder(nn.Module):
    def __init__(self, layer):
        super().__init__()
        self.layer = layer
        self.gradient_checkpointing = False

    def forward(self, x):
        return checkpoint(self.layer, x, use_reentrant=False) if self.gradient_checkpointing else self.layer(x)
""",
    "the recommended form": """\
def run(layer, x):
    return checkpoint(layer, x, use_reentrant=False)
""",
    "the reentrant form, asked for": """\
def run(layer, x):
    return torch.utils.checkpoint.checkpoint(layer, x, use_reentrant=True)
""",
    "options of the caller": """\
def run(layer, *args, **kwargs):
    return checkpoint(layer, *args, **kwargs)
""",
    "all arguments of the caller": """\
def run(*args):
    return checkpoint_sequential(*args)
""",
    "a parameter": """\
def run(layer, x, use_reentrant=None):
    return checkpoint(layer, x, use_reentrant=use_reentrant)
""",
    "a setting": """\
class Block(nn.Module):
    use_reentrant = None

    def __init__(self, layer):
        super().__init__()
        self.layer = layer
        self.reentrant = None

    def forward(self, x):
        x = checkpoint(self.layer, x, use_reentrant=self.reentrant)
        return checkpoint(self.layer, x, use_reentrant=self.use_reentrant)
""",
    "a setting of the program": """\
def run(layer, x, args):
    return checkpoint(layer, x, use_reentrant=args.use_reentrant)
""",
    "in segments": """\
def run(layers: nn.Sequential, x: Tensor) -> Tensor:
    x = checkpoint_sequential(layers, 4, x, False)
    return checkpoint_sequential(layers, 4, x, use_reentrant=True)
""",
    "partial": """\
def run(layer, x):
    checkpointed = functools.partial(checkpoint, use_reentrant=False)
    return checkpointed(layer, x)
""",
    "partial that is handed on": """\
def run(model, x):
    model.set_checkpointing(functools.partial(checkpoint, preserve_rng_state=False))
    return model(x, checkpoint_fn=checkpoint)
""",
    "a known dict": """\
OPTIONS = {"use_reentrant": False}


def run(layer, x):
    return checkpoint(layer, x, **OPTIONS)
""",
    "a dict that is filled": """\
def run(layer, x, reentrant):
    options = {}
    if reentrant is not None:
        options["use_reentrant"] = reentrant
    return checkpoint(layer, x, **options)
""",
    "a dict of the object": """\
class Block(nn.Module):
    def __init__(self, layer, **kwargs):
        super().__init__()
        self.layer = layer
        self.kwargs = kwargs

    def forward(self, x):
        return checkpoint(self.layer, x, **self.kwargs)
""",
    "an older release": """\
def run(layer, x):
    try:
        return checkpoint(layer, x, use_reentrant=False)
    except TypeError:
        return checkpoint(layer, x)
""",
    "an older release, by its number": """\
def run(layer, x):
    if torch.__version__ >= "1.11":
        return checkpoint(layer, x, use_reentrant=False)
    return checkpoint(layer, x)
""",
    "an older release, by its signature": """\
import inspect


def run(layer, x):
    if "use_reentrant" in inspect.signature(checkpoint).parameters:
        x = checkpoint(layer, x, use_reentrant=False)
    else:
        x = checkpoint(layer, x)
    return x
""",
    "replaced for the whole program": """\
torch.utils.checkpoint.checkpoint = functools.partial(torch.utils.checkpoint.checkpoint, use_reentrant=False)


def run(layer, x):
    return torch.utils.checkpoint.checkpoint(layer, x)
""",
    "a function of one's own": Whole("""\
import torch


def checkpoint(model, path):
    torch.save(model.state_dict(), path)


def main(model, path):
    checkpoint(model, path)
"""),
    "a method of one's own": Whole("""\
import torch


class Trainer:
    def checkpoint(self, path):
        torch.save(self.model.state_dict(), path)

    def fit(self, path):
        self.checkpoint(path)
"""),
    "another package": Whole("""\
import deepspeed
import torch
from fairscale.nn import checkpoint_wrapper as checkpoint


def run(layer, x):
    return deepspeed.checkpointing.checkpoint(checkpoint(layer), x)
"""),
    "a function of the project": Whole("""\
import torch

from .checkpoint import checkpoint, checkpoint_sequential


def run(layer, x):
    return checkpoint(layer, checkpoint_sequential(layer, 2, x))
"""),
    "guided diffusion": Whole("""\
import torch


def checkpoint(func, inputs, params, flag):
    if flag:
        args = tuple(inputs) + tuple(params)
        return CheckpointFunction.apply(func, len(inputs), *args)
    return func(*inputs)


class Block(torch.nn.Module):
    def forward(self, x, emb):
        return checkpoint(self._forward, (x, emb), self.parameters(), self.use_checkpoint)
"""),
    "a wrapper of torch.distributed": Whole("""\
import torch
from torch.distributed.algorithms._checkpoint.checkpoint_wrapper import CheckpointImpl, checkpoint_wrapper


def wrap(layer):
    return checkpoint_wrapper(layer, checkpoint_impl=CheckpointImpl.NO_REENTRANT)
"""),
    "saved to disk": Whole("""\
import torch
import torch.distributed.checkpoint as checkpoint


def save(state, path):
    checkpoint.save(state, checkpoint_id=path)
"""),
    "an unknown object": """\
def run(engine, layer, x):
    return engine.checkpoint(layer, x)
""",
    "a parameter of that name": """\
def run(layer, x, checkpoint=None):
    if checkpoint is not None:
        return checkpoint(layer, x)
    return layer(x)
""",
    "rebound": Whole("""\
import functools

import torch
from torch.utils.checkpoint import checkpoint

checkpoint = functools.partial(checkpoint, use_reentrant=False)


class Block(torch.nn.Module):
    def forward(self, x):
        return checkpoint(self.layer, x)
"""),
    "said in another function": """\
def checkpointed(layer, x, **kwargs):
    kwargs.setdefault("use_reentrant", False)
    return checkpoint(layer, x, **kwargs)
""",
}
