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
