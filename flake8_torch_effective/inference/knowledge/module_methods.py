"""Methods of ``torch.nn.Module``, and those that its wrappers add."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

# Methods that put a module elsewhere, without another change.
MOVES: Final = frozenset({"to", "cuda", "cpu"})

# The ranks of parameters, where they are the same for each instance of the class; that of a ``bias`` is 1.
PARAMETER_RANKS: Final[Mapping[tuple[str, str], int | None]] = {
    ("torch.nn.Linear", "weight"): 2,
    ("torch.nn.Embedding", "weight"): 2,
    ("torch.nn.Conv1d", "weight"): 3,
    ("torch.nn.Conv2d", "weight"): 4,
    ("torch.nn.Conv3d", "weight"): 5,
    ("torch.nn.BatchNorm1d", "weight"): 1,
    ("torch.nn.BatchNorm2d", "weight"): 1,
    ("torch.nn.BatchNorm3d", "weight"): 1,
    ("torch.nn.GroupNorm", "weight"): 1,
    ("torch.nn.LayerNorm", "bias"): None,  # that of normalized_shape
}

# Methods that give a batch of a loader, elsewhere.
BATCH_MOVES: Final = MOVES | {"pin_memory"}

# Methods that give the module itself.
GIVES_SELF: Final = MOVES | {"half", "float", "double", "bfloat16", "requires_grad_", "apply", "share_memory"}

# Functions that change a module and give it back: the name of their first parameter, and whether its weights are then
# computed from others, so that ``weight`` is no leaf. torch.compile and convert_sync_batchnorm may give a new module,
# which holds the same weights and acts as the first. Tried with torch 2.13.
_UTILS: Final = "torch.nn.utils."
_PRUNE: Final = "identity random_unstructured l1_unstructured random_structured ln_structured custom_from_mask".split()
GIVES_MODULE: Final[Mapping[str, tuple[str, bool]]] = {
    **{f"{_UTILS}{name}": ("module", True) for name in ("spectral_norm", "weight_norm")},
    **{f"{_UTILS}remove_{name}": ("module", False) for name in ("spectral_norm", "weight_norm")},
    **{f"{_UTILS}parametrizations.{name}": ("module", True) for name in ("spectral_norm", "weight_norm", "orthogonal")},
    f"{_UTILS}parametrize.register_parametrization": ("module", True),
    f"{_UTILS}parametrize.remove_parametrizations": ("module", False),
    **{f"{_UTILS}prune.{name}": ("module", True) for name in _PRUNE},
    f"{_UTILS}prune.remove": ("module", False),
    "torch.nn.SyncBatchNorm.convert_sync_batchnorm": ("module", False),
    "torch.compile": ("model", False),
}

# Methods of nn.Module that show an unknown receiver to be one.
SHOWS_MODULE: Final = frozenset({"eval", "train", "parameters", "named_parameters", "modules", "named_modules"})

# Methods by which a class says itself what its modules and parameters are.
FINDS_MODULES: Final = frozenset(
    """
    parameters named_parameters children named_children modules named_modules state_dict _apply __getattr__ __setattr__
    """.split()
)

# Methods that put a module into a container.
ADDS_LAYER: Final = frozenset({"append", "add_module"})

# Methods of a LightningModule that write down numbers.
MODULE_LOGS: Final = frozenset({"log", "log_dict", "print"})

# Methods of loggers, of TensorBoard's writer and of progress bars that write down numbers.
LOGS: Final = frozenset(
    """
    debug info warning warn error critical exception log log_dict add_scalar write set_postfix set_description
    """.split()
)

# Methods of torch.autograd.Function that run without a graph.
GRAPHLESS: Final = frozenset({"forward", "backward"})

# The attributes of an nn.ModuleDict: it takes none of them as a key.
MODULE_DICT_NAMES: Final = frozenset(
    """
    T_destination add_module apply bfloat16 buffers call_super_init children clear compile cpu cuda double dump_patches
    eval extra_repr float forward get_buffer get_extra_state get_parameter get_submodule half ipu items keys
    load_state_dict modules mtia named_buffers named_children named_modules named_parameters parameters pop
    register_backward_hook register_buffer register_forward_hook register_forward_pre_hook register_full_backward_hook
    register_full_backward_pre_hook register_load_state_dict_post_hook register_load_state_dict_pre_hook register_module
    register_parameter register_state_dict_post_hook register_state_dict_pre_hook requires_grad_ set_extra_state
    set_submodule share_memory state_dict to to_empty train training type update values xpu zero_grad
    """.split()
)

# What torchvision and timm call the modules in their models; none of them is a parameter.
PARTS_OF_MODELS: Final = frozenset(
    """
    features classifier fc head heads layer1 layer2 layer3 layer4 conv1 bn1 maxpool avgpool backbone encoder stages
    stem blocks patch_embed conv_stem conv_head conv_proj
    """.split()
)
_OTHER_LAYER: Final = re.compile(r"_l\d+(_reverse)?$")


def weight_named(name: str) -> str:
    """The name of a parameter in the first layer of a recurrent module: ``bias_hh_l0`` for ``bias_hh_l1_reverse``."""
    return _OTHER_LAYER.sub("_l0", name)
