"""Dotted names of torch and of the packages built on it, brought to one spelling and sorted by what they are."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from .signatures import TABLE
from .training import TRAINING_LOADERS

LOADERS: Final = frozenset(TRAINING_LOADERS)

DATASETS: Final = frozenset(
    {
        "Dataset",
        "IterableDataset",
        "TensorDataset",
        "ConcatDataset",
        "ChainDataset",
        "Subset",
        "StackDataset",
    }
)

_PREFIXES: Final = (
    (re.compile(r"^torch\.nn\.modules\.(?:\w+\.)?(?=[A-Z])"), "torch.nn."),
    (re.compile(r"^torch\.nn\.modules\.module\."), "torch.nn."),
    (re.compile(r"^torch\.nn\.parameter\."), "torch.nn."),
    (re.compile(r"^torch\.functional\."), "torch."),
    (re.compile(r"^torch\.tensor\.(?=[A-Z])"), "torch."),
    (re.compile(r"^torch\._tensor\."), "torch."),
    (re.compile(r"^torch\.autograd\.grad_mode\."), "torch."),
    (re.compile(r"^torch\.autograd\.(?=(?:no_grad|enable_grad|set_grad_enabled|inference_mode)$)"), "torch."),
    (re.compile(r"^torch\.optim\.(?!lr_scheduler|swa_utils)\w+\.(?=[A-Z])"), "torch.optim."),
    (re.compile(r"^torch\.utils\.data\.(?:dataset|dataloader)\."), "torch.utils.data."),
    (re.compile(r"^lightning\.pytorch\."), "pytorch_lightning."),
    (re.compile(r"^pytorch_lightning\.core\.(?:module|lightning)\."), "pytorch_lightning."),
)

_MODULE_BASES: Final = frozenset(
    {
        "torch.nn.Module",
        "torch.nn.Sequential",
        "torch.jit.ScriptModule",
        "pytorch_lightning.LightningModule",
        "lightning.LightningModule",
        "torchmetrics.Metric",
        "torch_geometric.nn.MessagePassing",
        "torch_geometric.nn.conv.MessagePassing",
        "timm.models.create_model",
        "timm.create_model",
    }
)


@lru_cache(maxsize=4096)
def canonical(name: str) -> str:
    """One spelling for a torch name that has several: ``torch.nn.modules.loss.MSELoss`` is ``torch.nn.MSELoss``."""
    if not name.startswith(("torch.", "lightning.", "pytorch_lightning.")):
        return name
    for pattern, replacement in _PREFIXES:
        name = pattern.sub(replacement, name)
    return name


@lru_cache(maxsize=4096)
def is_module_class(name: str) -> bool:
    """Whether a canonical dotted name is an nn.Module class, or a function that certainly builds a module."""
    if name in TABLE.modules or name in _MODULE_BASES:
        return True
    if name.startswith("torch.nn."):
        last = name.removeprefix("torch.nn.")
        return last[:1].isupper() and "." not in last and "Parameter" not in last and not last.isupper()
    if name.startswith("torchvision.models."):
        last = name.rpartition(".")[2]
        return not last.endswith("Weights") and last not in ("get_model_weights", "list_models")
    return name.startswith("torch.nn.parallel.")


def is_optimizer(name: str) -> bool:
    """Whether a canonical dotted name is an optimizer class of torch."""
    last = name.removeprefix("torch.optim.")
    return name.startswith("torch.optim.") and "." not in last and last[:1].isupper()


def is_scheduler(name: str) -> bool:
    """Whether a canonical dotted name is a learning-rate scheduler class of torch."""
    return name.startswith("torch.optim.lr_scheduler.") and name.rpartition(".")[2][:1].isupper()


def is_dataset(name: str) -> bool:
    """Whether a canonical dotted name is a dataset class of torch or torchvision."""
    if name.startswith("torch.utils.data."):
        return name.removeprefix("torch.utils.data.") in DATASETS
    return name.startswith("torchvision.datasets.") and name.rpartition(".")[2][:1].isupper()
