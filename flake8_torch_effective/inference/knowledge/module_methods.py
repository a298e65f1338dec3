"""Methods of ``torch.nn.Module``, and those that its wrappers add."""

from __future__ import annotations

from typing import Final

# Methods that put a module elsewhere, without another change.
MOVES: Final = frozenset({"to", "cuda", "cpu"})
