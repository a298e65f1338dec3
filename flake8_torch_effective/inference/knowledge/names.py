"""Dotted names of torch and of the packages built on it, brought to one spelling and sorted by what they are."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from .data import DATASETS
from .signatures import TABLE
from .training import TRAINING_LOADERS

# What methods call their object.
RECEIVER: Final = "self"
# What else people call it.
RECEIVERS: Final = frozenset({"this", "me", "cls", "obj", "that"})

LOADERS: Final = frozenset(TRAINING_LOADERS)

# Functions that give the norm of gradients, one number without a graph.
GIVES_NORM: Final = frozenset(
    {
        "torch.nn.utils.clip_grad_norm_",
        "torch.nn.utils.clip_grad.clip_grad_norm_",
        "torch.nn.utils.get_total_norm",
    }
)

_SPELLINGS: Final = (
    (r"^torch\.nn\.modules\.(?:\w+\.)?(?=[A-Z])", "torch.nn."),
    (r"^torch\.nn\.modules\.module\.", "torch.nn."),
    (r"^torch\.nn\.parameter\.", "torch.nn."),
    (r"^torch\.functional\.", "torch."),
    (r"^torch\.tensor\.(?=[A-Z])", "torch."),
    (r"^torch\._tensor\.", "torch."),
    (r"^torch\.autograd\.grad_mode\.", "torch."),
    (r"^torch\.autograd\.(?=(?:no_grad|enable_grad|set_grad_enabled|inference_mode)$)", "torch."),
    (r"^torch\.optim\.(?!lr_scheduler|swa_utils)\w+\.(?=[A-Z])", "torch.optim."),
    (r"^torch\.utils\.data\.(?:dataset|dataloader)\.", "torch.utils.data."),
    (r"^lightning\.pytorch\.", "pytorch_lightning."),
    (r"^pytorch_lightning\.core\.(?:module|lightning)\.", "pytorch_lightning."),
)
# A name that begins with none of these has one spelling.
_SPELT_OTHERWISE: Final = (
    "torch.nn.modules.",
    "torch.nn.parameter.",
    "torch.functional.",
    "torch.tensor.",
    "torch._tensor.",
    "torch.autograd.",
    "torch.optim.",
    "torch.utils.data.",
    "lightning.pytorch.",
    "pytorch_lightning.core.",
)

_MODULE_BASES: Final = frozenset(
    {
        "torch.nn.Module",
        "torch.nn.Sequential",
        "torch.nn.parallel.DataParallel",
        "torch.nn.parallel.DistributedDataParallel",
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
    if name.startswith(_SPELT_OTHERWISE):
        for pattern, replacement in _SPELLINGS:
            name = re.sub(pattern, replacement, name)
    return name


@lru_cache(maxsize=4096)
def is_module_class(name: str) -> bool:
    """Whether a canonical dotted name is an nn.Module class, or a function that certainly builds a module."""
    if name in TABLE.modules or name in _MODULE_BASES:
        return True
    if name.startswith("torch.nn."):
        last = name.removeprefix("torch.nn.")
        return (
            last[:1].isupper() and "." not in last and not last.endswith(("Parameter", "Buffer")) and not last.isupper()
        )
    if name.startswith("torchvision.models."):
        last = name.rpartition(".")[2]
        return not last.endswith("Weights") and last not in ("get_model_weights", "list_models")
    return False


def is_optimizer(name: str) -> bool:
    """Whether a canonical dotted name is an optimizer class of torch."""
    last = name.removeprefix("torch.optim.")
    return name.startswith("torch.optim.") and "." not in last and last[:1].isupper()


def is_scheduler(name: str) -> bool:
    """Whether a canonical dotted name is a learning-rate scheduler class of torch."""
    return name.startswith("torch.optim.lr_scheduler.") and name.rpartition(".")[2][:1].isupper()


def is_dataset(name: str) -> bool:
    """Whether a canonical dotted name is a dataset class of torch or torchvision."""
    return name in DATASETS or (name.startswith("torchvision.datasets.") and name.rpartition(".")[2][:1].isupper())


def is_foreign_class(name: str) -> bool:
    """Whether a canonical dotted name is a class of another package or file whose objects are called no tensors.

    >>> is_foreign_class("torch_sparse.SparseStorage"), is_foreign_class("ops.scale"), is_foreign_class("ops.MyTensor")
    (True, False, False)
    """
    package, _, last = name.rpartition(".")
    if not package or package.partition(".")[0] in _NOT_FOREIGN:
        return False
    return last[:1].isupper() and not last.isupper() and not _MAY_BE_TENSOR.search(last)


_NOT_FOREIGN: Final = frozenset({"builtins", "jaxtyping", "numpy", "torch", "typing", "typing_extensions"})
_MAY_BE_TENSOR: Final = re.compile(r"(?i)tensor|array|variable|parameter|mask|image|any|float|int|bool")
_LOSSES: Final = frozenset({"loss", "losses", "criterion", "crit", "criteria", "objective"})
_TARGETS: Final = frozenset({"target", "targets", "label", "labels", "y", "ys", "gt", "truth", "batch", "data", "mask"})


def is_loss_name(name: str | None) -> bool:
    """Whether people call a loss function so: ``criterion``, ``self.loss_fn``.

    >>> is_loss_name("loss_fn"), is_loss_name("model")
    (True, False)
    """
    return name is not None and not _LOSSES.isdisjoint(name.lower().strip("_").split("_"))


def is_target_name(name: str) -> bool:
    """Whether people call what a data set holds so: ``labels``, ``y``.

    >>> is_target_name("y_true"), is_target_name("output")
    (True, False)
    """
    return not _TARGETS.isdisjoint(name.lower().strip("_").split("_"))
