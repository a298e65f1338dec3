"""Arguments that calls of torch must or must no longer have.

Source: the warnings and errors of torch 2.1 to 2.15, which the tests of the rules' evidence show.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

# What says which form of activation checkpointing runs, and the functions that want it, with its position in each.
REENTRANT: Final = "use_reentrant"
CHECKPOINTS: Final[Mapping[str, int | None]] = {
    "torch.utils.checkpoint.checkpoint": None,
    "torch.utils.checkpoint.checkpoint_sequential": 3,
}

# What loads a pickle, and the parameters that say what may be in it, how it is read, and where its tensors go.
LOADS: Final = frozenset({"torch.load", "torch.serialization.load"})
WEIGHTS_ONLY: Final = "weights_only"
PICKLE_MODULE: Final = "pickle_module"
PICKLE_POSITION: Final = 2
MAP_LOCATION: Final = "map_location"
MAP_POSITION: Final = 1
