"""Packages besides torch, by the names that they are imported under."""

from __future__ import annotations

from typing import Final

NUMPY: Final = "numpy"

# Packages whose functions give nothing that holds tensors, and those that may give numbers and arrays of their own;
# neither changes the objects of the program.
GIVES_NO_TENSOR: Final = frozenset({"os", "time", "re", "argparse", "pathlib", "pandas"})
# Functions and classes of other packages that do so, too. A finalizer has a method detach, as a tensor has.
GIVES_OTHER: Final = frozenset({"weakref.finalize"})
GIVES_UNKNOWN: Final = frozenset({"random", "json", "PIL", "cv2", "sys"})
# Packages that run torch's functions on tensors of their own kind, and refuse those that they do not know: Storchastic
# (https://github.com/HEmile/storchastic, storch/excluded_init.py) takes binary_cross_entropy only without logits.
WRAPS_TENSORS: Final = frozenset({"storch"})
