"""How long a program may run and how large its tensors may be: names that go round grow what they hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch
from torch.overrides import TorchFunctionMode

MOST_EVENTS = 4000
MOST_ITERATIONS = 600
MOST_OPERATIONS = 1500
MOST_ITEMS = 64
LARGEST = 4096
HIGHEST_RANK = 8


class Stopped(BaseException):
    """The program became too long or its values too large: what was seen so far counts."""


class Guard(TorchFunctionMode):
    """Stops a program that computes too much or makes something large."""

    def __init__(self, operations: int = MOST_OPERATIONS) -> None:
        super().__init__()
        self.left = operations

    def __torch_function__(
        self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: Mapping[str, Any] | None = None
    ) -> Any:
        self.left -= 1
        result = func(*args, **(kwargs or {}))
        if self.left < 0 or (isinstance(result, torch.Tensor) and result.numel() > LARGEST):
            raise Stopped
        return result
