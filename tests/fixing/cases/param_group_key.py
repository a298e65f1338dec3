"""TEF510: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "a list of groups": (
        """\
import torch
from torch import nn, optim


def build(model: nn.Module):
    return optim.SGD([{"parameters": model.parameters(), "lr": 0.1}], momentum=0.9)
""",
        """\
import torch
from torch import nn, optim


def build(model: nn.Module):
    return optim.SGD([{"params": model.parameters(), "lr": 0.1}], momentum=0.9)
""",
    ),
    "with comments, over several lines": (
        """\
import torch
from torch import nn, optim


def build(backbone: nn.Module, head: nn.Module):
    return torch.optim.AdamW(
        [
            {
                'parameters': backbone.parameters(),  # slowly
                'lr': 1e-5,
            },
            {'params': head.parameters()},  # at full speed
        ],
        lr=1e-3,
    )
""",
        """\
import torch
from torch import nn, optim


def build(backbone: nn.Module, head: nn.Module):
    return torch.optim.AdamW(
        [
            {
                'params': backbone.parameters(),  # slowly
                'lr': 1e-5,
            },
            {'params': head.parameters()},  # at full speed
        ],
        lr=1e-3,
    )
""",
    ),
    "added to an optimizer": (
        """\
import torch
from torch import nn, optim


def unfreeze(optimizer: optim.Optimizer, block: nn.Module):
    optimizer.add_param_group({"param": block.parameters()})
""",
        """\
import torch
from torch import nn, optim


def unfreeze(optimizer: optim.Optimizer, block: nn.Module):
    optimizer.add_param_group({"params": block.parameters()})
""",
    ),
    "a tuple": (
        """\
import torch
from torch import nn, optim


def build(model: nn.Module):
    return optim.SGD(({"Params": model.parameters()},), lr=0.1)
""",
        """\
import torch
from torch import nn, optim


def build(model: nn.Module):
    return optim.SGD(({"params": model.parameters()},), lr=0.1)
""",
    ),
    "a comprehension": (
        """\
import torch
from torch import nn, optim


def build(model: nn.Module):
    return optim.Adam([{"parameters": [p], "lr": 0.1} for p in model.parameters()])
""",
        """\
import torch
from torch import nn, optim


def build(model: nn.Module):
    return optim.Adam([{"params": [p], "lr": 0.1} for p in model.parameters()])
""",
    ),
    "by keyword": (
        """\
import torch
from torch import nn, optim


def build(model: nn.Module):
    return optim.Adam(lr=1e-3, params=[{"parameter": list(model.parameters())}])
""",
        """\
import torch
from torch import nn, optim


def build(model: nn.Module):
    return optim.Adam(lr=1e-3, params=[{"params": list(model.parameters())}])
""",
    ),
    "a word that says nothing": (
        """\
import torch
from torch import nn, optim


def build(model: nn.Module):
    return optim.Adam([{"weights": model.parameters(), "name": "all"}])
""",
        """\
import torch
from torch import nn, optim


def build(model: nn.Module):
    return optim.Adam([{"params": model.parameters(), "name": "all"}])
""",
    ),
    "made by dict()": (
        """\
import torch
from torch import nn, optim


def build(model: nn.Module):
    return optim.Adam([dict(parameters=model.parameters(), lr=1e-3)])
""",
        """\
import torch
from torch import nn, optim


def build(model: nn.Module):
    return optim.Adam([dict(params=model.parameters(), lr=1e-3)])
""",
    ),
    "in a LightningModule": (
        """\
import torch
from torch import nn, optim


class Model(nn.Module):
    def configure_optimizers(self):
        optimizer = optim.SGD([{"parameters": self.parameters()}], lr=0.1)
        return optimizer
""",
        """\
import torch
from torch import nn, optim


class Model(nn.Module):
    def configure_optimizers(self):
        optimizer = optim.SGD([{"params": self.parameters()}], lr=0.1)
        return optimizer
""",
    ),
    "a name": (
        """\
import torch
from torch import nn, optim


def build(model: nn.Module):
    groups = [{"parameters": model.parameters()}]
    return optim.SGD(groups, lr=0.1)
""",
        """\
import torch
from torch import nn, optim


def build(model: nn.Module):
    groups = [{"params": model.parameters()}]
    return optim.SGD(groups, lr=0.1)
""",
    ),
    "appended": (
        """\
import torch
from torch import nn, optim


def build(blocks):
    groups = []
    for block in blocks:
        groups.append({"parameters": block.parameters()})
    return optim.SGD(groups, lr=0.1)
""",
        """\
import torch
from torch import nn, optim


def build(blocks):
    groups = []
    for block in blocks:
        groups.append({"params": block.parameters()})
    return optim.SGD(groups, lr=0.1)
""",
    ),
    "in a file that catches it": (
        """\
import torch
from torch import nn, optim


def build(model: nn.Module):
    try:
        return optim.SGD([{"parameters": model.parameters()}], lr=0.1)
    except KeyError:
        return optim.SGD(model.parameters(), lr=0.1)
""",
        """\
import torch
from torch import nn, optim


def build(model: nn.Module):
    try:
        return optim.SGD([{"params": model.parameters()}], lr=0.1)
    except KeyError:
        return optim.SGD(model.parameters(), lr=0.1)
""",
    ),
}

SAFE: tuple[str, ...] = ()

LEFT: dict[str, str] = {
    "no key for the parameters": """\
import torch
from torch import nn, optim


def build():
    return optim.SGD([{"lr": 0.1}])
""",
    "two keys for them": """\
import torch
from torch import nn, optim


def build(model: nn.Module, head: nn.Module):
    return optim.SGD([{"parameters": model.parameters(), "head": head.parameters()}], lr=0.1)
""",
    "a key that is no string there": """\
import torch
from torch import nn, optim


KEY = "parameters"


def build(model: nn.Module):
    return optim.SGD([{KEY: model.parameters()}], lr=0.1)
""",
    "a key that is a name here": """\
import torch
from torch import nn, optim


def build(model: nn.Module, name: str = "parameters"):
    key = "parameters"
    return optim.SGD([{key: model.parameters()}], lr=0.1)
""",
    "a key that is added later": """\
import torch
from torch import nn, optim


def build(model: nn.Module):
    group = {"lr": 0.1}
    group["parameters"] = model.parameters()
    return optim.SGD([group])
""",
}
