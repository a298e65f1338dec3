"""Inputs for the code under a claim: the same numbers on every device and in every dtype.

What is drawn cannot be foreseen by the code that is tried: sizes come from a seeded generator, with 0, 1 and primes
among them, memory is laid out in several ways, and the numbers of a family are those that the code finds hard.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, TypeAlias

import torch

Numbers: TypeAlias = "bool | int | float | Sequence[Numbers]"

PRIMES = (2, 3, 5, 7, 11)
EXACT = (torch.float32, torch.float64)
HALF = (torch.bfloat16, torch.float16)
DTYPES = (*EXACT, *HALF)
LARGEST_SIZE = 19


class Memory(Enum):
    """How the elements of a drawn tensor lie in memory."""

    CONTIGUOUS = "contiguous"
    TRANSPOSED = "with its dims in reverse order"
    STRIDED = "every second element of a storage whose others are nan"
    EXPANDED = "one row that stands for all, along the first dim"


class Values(Enum):
    """Which numbers are drawn."""

    NORMAL = "normal numbers"
    WIDE = "numbers from -1e4 to 1e4"
    LARGE = "numbers from 10 to 900"
    TIES = "a few numbers that occur many times"
    SUBNORMAL = "numbers below the dtype's smallest normal one"
    HUGE_ROW = "normal numbers, with 1e4 added to the first row"
    NEAR_ZERO = "numbers of one magnitude, from 1e-3 down to the smallest normal one"


LOGITS = (Values.WIDE, Values.LARGE, Values.TIES, Values.SUBNORMAL, Values.HUGE_ROW)
"""What a softmax, a logarithm of one, or a sigmoid must bear."""
SMALL = (Values.NEAR_ZERO, Values.SUBNORMAL, Values.TIES)
"""What a logarithm near 1 and an exponential near 0 must bear."""


@dataclass(frozen=True)
class AtLeast:
    """The least size that code is made for, and why no smaller one is tried.

    Raises:
        ValueError: a size is left out without a reason.
    """

    size: int
    reason: str = ""

    def __post_init__(self) -> None:
        if self.size and not self.reason:
            raise ValueError(f"sizes below {self.size} are left out: say why")

    def __str__(self) -> str:
        return f"of size {self.size} or more, as {self.reason}"


ALL_SIZES = AtLeast(0)


@dataclass
class Drawn:
    """What was drawn from one generator, in order: a claim asks for the numbers of a sample before each call."""

    generator: torch.Generator | None
    tensors: list[tuple[object, torch.Tensor]] = field(default_factory=list)

    def copy(self, position: int, what: object, draw: Callable[[torch.Generator | None], torch.Tensor]) -> torch.Tensor:
        """A copy of what was drawn at a position, which is drawn first where nobody asked for it yet.

        Raises:
            ValueError: something else was drawn there, so the inputs of a claim are not the same every time.
        """
        if position == len(self.tensors):
            self.tensors.append((what, draw(self.generator)))
        before, tensor = self.tensors[position]
        if before != what:
            raise ValueError(f"{what} is drawn where {before} was: inputs must depend on their sample alone")
        return tensor.clone()


@dataclass
class Sample:
    """One draw of inputs.

    Attributes:
        size: the number that the claim varies: rows, steps, batch size.
        dtype: the floating dtype that the drawn tensors get.
        seed: two samples of one seed draw the same numbers.
        device: where the drawn tensors are put.
        fake: no numbers are drawn, since a fake tensor holds none.
        memory: how drawn tensors lie in memory.
        family: which numbers `normal` draws.
        evaluating: a Module that the code is a method of is in evaluation mode; else in training mode, as it is made.
    """

    size: int
    dtype: torch.dtype = torch.float32
    seed: int = 0
    device: torch.device = field(default_factory=lambda: torch.device("cpu"))
    fake: bool = False
    memory: Memory = Memory.CONTIGUOUS
    family: Values = Values.NORMAL
    evaluating: bool = False
    _drawn: Drawn | None = field(init=False, repr=False, compare=False, default=None)
    _position: int = field(init=False, repr=False, compare=False, default=0)

    @property
    def drawn(self) -> Drawn:
        """What was drawn for this sample, and for all that `fresh` made of it."""
        if self._drawn is None:
            # Older releases reject a generator under FakeTensorMode.
            self._drawn = Drawn(None if self.fake else torch.Generator().manual_seed(self.seed))
        return self._drawn

    @property
    def width(self) -> int:
        """A second size for shapes: a prime that the seed chooses."""
        return PRIMES[self.seed % len(PRIMES)]

    @property
    def depth(self) -> int:
        """A third size: another prime."""
        step = 1 + self.seed // len(PRIMES) % (len(PRIMES) - 1)
        return PRIMES[(self.seed + step) % len(PRIMES)]

    def normal(self, *shape: int, scale: float = 1.0) -> torch.Tensor:
        """Numbers of the sample's family, drawn in float64, rounded to the dtype.

        Args:
            scale: the standard deviation of normal numbers; no other family heeds it.
        """

        def draw(generator: torch.Generator | None) -> torch.Tensor:
            numbers = torch.randn(shape, generator=generator, dtype=torch.float64)
            return self.of_family(numbers, scale).to(self.dtype)

        return self.next_numbers((shape, scale), draw)

    def of_family(self, drawn: torch.Tensor, scale: float) -> torch.Tensor:
        """Normal numbers turned into those of the sample's family, float64."""
        family = self.family
        if family is Values.WIDE:
            return (drawn * 5e3).clamp(-1e4, 1e4)
        if family is Values.LARGE:
            return (drawn.abs() * 300 + 10).clamp(max=900)
        if family is Values.TIES:
            return drawn.round().clamp(-1, 1)
        if family is Values.SUBNORMAL:
            return drawn * torch.finfo(self.dtype).tiny * 0.1
        if family is Values.HUGE_ROW and drawn.dim():
            drawn[:1] += 1e4
            return drawn
        if family is Values.NEAR_ZERO:
            below = -math.log10(torch.finfo(self.dtype).tiny) - 3
            return drawn * 10.0 ** -(3 + self.seed % int(max(below, 1)))
        return drawn if scale == 1.0 else drawn * scale

    def integers(self, high: int, *shape: int) -> torch.Tensor:
        """Integers from 0 to `high - 1`, int64."""
        return self.next_numbers(
            (high, shape), lambda generator: torch.randint(max(high, 1), shape, generator=generator)
        )

    def next_numbers(self, what: object, draw: Callable[[torch.Generator | None], torch.Tensor]) -> torch.Tensor:
        """The next numbers that are drawn, in the sample's memory layout and on its device."""
        numbers = self.laid_out(self.drawn.copy(self._position, what, draw))
        self._position += 1
        return numbers if self.device.type == "cpu" else numbers.to(self.device)

    def values(self, numbers: Numbers) -> torch.Tensor:
        """The given numbers in the sample's dtype."""
        # A fake device has a number only where the tensor is moved to it.
        return torch.tensor(numbers, dtype=self.dtype).to(self.device)  # noqa: TEF409

    def laid_out(self, drawn: torch.Tensor) -> torch.Tensor:
        """The same elements in the sample's memory layout; of an expanded tensor those of the first row."""
        if self.memory is Memory.CONTIGUOUS or not drawn.dim() or not drawn.numel():
            return drawn
        if self.memory is Memory.TRANSPOSED:
            backwards = tuple(range(drawn.dim()))[::-1]
            return drawn.permute(backwards).contiguous().permute(backwards)
        if self.memory is Memory.STRIDED:
            filler = torch.full_like(drawn, float("nan") if drawn.is_floating_point() else 0)
            return torch.stack([drawn, filler], dim=-1)[..., 0]
        return drawn[:1].expand_as(drawn)

    def __str__(self) -> str:
        return (
            f"size {self.size}, seed {self.seed}, {str(self.dtype).removeprefix('torch.')}, "
            f"{self.memory.value}, {self.family.value}"
        )


def draws(
    seed: int,
    dtypes: Sequence[torch.dtype],
    smallest: int = 0,
    sizes: Sequence[int] | None = None,
) -> Iterator[Sample]:
    """Samples on the CPU that no code can have been written for: new ones for every seed.

    For each dtype one of size 0 and of size 1, and for each way in which memory is laid out one of another size.

    Args:
        smallest: the least size that the code is made for.
        sizes: these sizes instead.
    """
    generator = random.Random(seed)
    for dtype in dtypes:
        if sizes is None:
            edges = [size for size in (0, 1) if size >= smallest]
            others = generator.sample(range(max(2, smallest), LARGEST_SIZE + 1), len(Memory))
            layouts = [Memory.CONTIGUOUS] * len(edges) + list(Memory)
            drawn = list(zip([*edges, *others], layouts, strict=True))
        else:
            drawn = [(size, layout) for size in sizes for layout in (Memory.CONTIGUOUS, Memory.TRANSPOSED)]
        for size, layout in drawn:
            yield Sample(size, dtype, generator.randrange(1 << 20), memory=layout)


def hard_draws(
    seed: int, dtypes: Sequence[torch.dtype], families: Sequence[Values], smallest: int = 1
) -> Iterator[Sample]:
    """Two samples of each family in each dtype."""
    generator = random.Random(seed + 1)
    for dtype in dtypes:
        for family in families:
            for size in generator.sample(range(max(2, smallest), LARGEST_SIZE + 1), 2):
                yield Sample(size, dtype, generator.randrange(1 << 20), family=family)


def fresh(sample: Sample) -> Sample:
    """The same sample, which draws the same numbers from the first one on."""
    again = Sample(
        sample.size,
        sample.dtype,
        sample.seed,
        sample.device,
        sample.fake,
        sample.memory,
        sample.family,
        sample.evaluating,
    )
    if not sample.fake:  # what one fake mode made is no use to another
        again._drawn = sample.drawn
    return again


def placed(sample: Sample, device: torch.device, fake: bool, evaluating: bool = False) -> Sample:
    """The same sample on a device, for a Module in training mode or in evaluation mode."""
    return Sample(sample.size, sample.dtype, sample.seed, device, fake, sample.memory, sample.family, evaluating)


def fingerprint(arguments: Any) -> int:
    """The same number for the same inputs: what a claim was tried on is counted once."""
    parts: list[object] = []

    def add(value: Any) -> None:
        if isinstance(value, torch.Tensor):
            parts.append((value.shape, value.stride(), value.dtype))
            flat = value.detach().cpu().flatten()
            # NumPy has no bfloat16.
            parts.append((flat.view(torch.int16) if flat.dtype == torch.bfloat16 else flat).numpy().tobytes())
        elif isinstance(value, (list, tuple)):
            parts.append(len(value))
            for entry in value:
                add(entry)
        elif isinstance(value, dict):
            for key, entry in value.items():
                parts.append(key)
                add(entry)
        else:
            parts.append(repr(value))

    add(arguments)
    return hash(tuple(parts))


Arguments = tuple[Any, ...]
Inputs = Callable[[Sample], Arguments]


def no_inputs(sample: Sample) -> Arguments:
    """For a callable that makes its own tensors."""
    return ()


def sample_size(sample: Sample) -> Arguments:
    """For a callable that makes its own tensors of a given size."""
    return (sample.size,)
