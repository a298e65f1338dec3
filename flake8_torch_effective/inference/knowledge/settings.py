"""Settings of torch that programs switch on and off.

Source: https://docs.pytorch.org/docs/stable/backends.html#module-torch.backends.cudnn
"""

from __future__ import annotations

from typing import Final

# The module that has the settings of cuDNN, and the context manager that sets them for a while.
CUDNN: Final = "torch.backends.cudnn"
CUDNN_CONTEXT: Final = "torch.backends.cudnn.flags"
# Algorithms by their speed, measured in each run, and only those that give the same result in every run.
BY_SPEED: Final = "benchmark"
DETERMINISTIC: Final = "deterministic"
# The position of the first in the context manager.
BY_SPEED_POSITION: Final = 1
