"""Inputs for the code under a claim: the same numbers on every device and in every dtype."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import torch

Numbers: TypeAlias = "bool | int | float | Sequence[Numbers]"


@dataclass
class Sample:
    """One draw of inputs.

    Attributes:
        size: the number that the claim varies: rows, steps, batch size.
        dtype: the floating dtype that the drawn tensors get.
        seed: two samples of one seed draw the same numbers.
        device: where the drawn tensors are put.
        fake: no numbers are drawn, since a fake tensor holds none.
    """

    size: int
    dtype: torch.dtype = torch.float32
    seed: int = 0
    device: torch.device = field(default_factory=lambda: torch.device("cpu"))
    fake: bool = False
    _generator: torch.Generator | None = field(init=False, repr=False)

    def __post_init__(self) -> None:
        # Older releases reject a generator under FakeTensorMode.
        self._generator = None if self.fake else torch.Generator().manual_seed(self.seed)

    def normal(self, *shape: int, scale: float = 1.0) -> torch.Tensor:
        """Normal numbers of standard deviation `scale`, drawn in float64, rounded to the dtype."""
        drawn = torch.randn(shape, generator=self._generator, dtype=torch.float64)
        return (drawn * scale).to(self.dtype).to(self.device)

    def integers(self, high: int, *shape: int) -> torch.Tensor:
        """Integers from 0 to `high - 1`, int64."""
        return torch.randint(high, shape, generator=self._generator).to(self.device)

    def values(self, numbers: Numbers) -> torch.Tensor:
        """The given numbers in the sample's dtype."""
        return torch.tensor(numbers, dtype=self.dtype).to(self.device)


Arguments = tuple[Any, ...]
Inputs = Callable[[Sample], Arguments]


def no_inputs(sample: Sample) -> Arguments:
    """For a callable that makes its own tensors."""
    return ()


def sample_size(sample: Sample) -> Arguments:
    """For a callable that makes its own tensors of a given size."""
    return (sample.size,)
