"""TEF513: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "a parameter": (
        """\
import torch
from torch import nn


def freeze(model: nn.Module):
    for parameter in model.parameters():
        parameter.require_grad = False  # but the head
""",
        """\
import torch
from torch import nn


def freeze(model: nn.Module):
    for parameter in model.parameters():
        parameter.requires_grad = False  # but the head
""",
    ),
    "a plural": (
        """\
import torch
from torch import nn


def freeze(layer: nn.Linear):
    layer.weight.requires_grads = False
""",
        """\
import torch
from torch import nn


def freeze(layer: nn.Linear):
    layer.weight.requires_grad = False
""",
    ),
    "the method of a tensor": (
        """\
import torch
from torch import nn


def freeze(layer: nn.Linear):
    layer.weight.requires_grad_ = False
""",
        """\
import torch
from torch import nn


def freeze(layer: nn.Linear):
    layer.weight.requires_grad = False
""",
    ),
    "a module": (
        """\
import torch
from torch import nn


def freeze(layer: nn.Linear):
    layer.requires_grad = False
""",
        """\
import torch
from torch import nn


def freeze(layer: nn.Linear):
    layer.requires_grad_(False)
""",
    ),
    "a module, misspelled": (
        """\
import torch
from torch import nn


def freeze(layer: nn.Linear):
    layer.require_grad = True
""",
        """\
import torch
from torch import nn


def freeze(layer: nn.Linear):
    layer.requires_grad_(True)
""",
    ),
    "a module with a comment": (
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        # not trained
        self.fc.requires_grad = False  # ever
""",
        """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        # not trained
        self.fc.requires_grad_(False)  # ever
""",
    ),
    "two statements on a line": (
        """\
import torch
from torch import nn


def freeze(layer: nn.Linear):
    layer.requires_grad = False; print(layer)
""",
        """\
import torch
from torch import nn


def freeze(layer: nn.Linear):
    layer.requires_grad_(False); print(layer)
""",
    ),
    "a condition": (
        """\
import torch
from torch import nn


def freeze(layer: nn.Linear, epoch: int):
    layer.requires_grad = epoch > 5
""",
        """\
import torch
from torch import nn


def freeze(layer: nn.Linear, epoch: int):
    layer.requires_grad_(epoch > 5)
""",
    ),
    "the method of an unknown attribute that is called": (
        """\
import torch


class Agent:
    def __init__(self, critic, actor):
        self.critic, self.actor = critic, actor

    def policy_loss(self, states):
        self.critic.requires_grad_ = False
        loss = -self.critic(states, self.actor(states)).mean()
        self.critic.requires_grad_ = True
        return loss
""",
        """\
import torch


class Agent:
    def __init__(self, critic, actor):
        self.critic, self.actor = critic, actor

    def policy_loss(self, states):
        self.critic.requires_grad_(False)
        loss = -self.critic(states, self.actor(states)).mean()
        self.critic.requires_grad_(True)
        return loss
""",
    ),
    "a tensor or a module": (
        """\
import torch


def frozen(part):
    part.require_grad = False
""",
        """\
import torch


def frozen(part):
    part.requires_grad_(False)
""",
    ),
    "an input": (
        """\
import torch
from torch import nn


def saliency(x: torch.Tensor):
    image = x.clone()
    image.require_grad = True
    return image
""",
        """\
import torch
from torch import nn


def saliency(x: torch.Tensor):
    image = x.clone()
    image.requires_grad = True
    return image
""",
    ),
}

SAFE: set[str] = set()

LEFT: dict[str, str] = {
    "two modules at once": """\
import torch
from torch import nn


def freeze(a: nn.Linear, b: nn.Linear):
    a.requires_grad = b.requires_grad = False
""",
    "two parameters at once": """\
import torch
from torch import nn


def freeze(a: nn.Linear):
    a.weight.require_grad = a.bias.require_grad = False
""",
    "a tensor that is computed": """\
import torch
from torch import nn


def scaled(layer: nn.Linear):
    doubled = layer.weight * 2
    doubled.require_grad = False
    return doubled
""",
    "a computed tensor, kept": """\
import torch
from torch import nn


def scaled(layer: nn.Linear):
    total = layer.weight.exp()
    total.requires_grads = True
    return total
""",
}
