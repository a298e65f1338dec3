"""Wall-clock times of a fixture's forms, side by side: reported, never asserted."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from types import ModuleType
from typing import Any

import torch

from .places import Place
from .samples import Inputs, Sample, fresh

Variant = Callable[[ModuleType, ModuleType], Callable[..., Any]]
"""Takes the bad and the good module, and returns the callable to time."""


@dataclass(frozen=True)
class Bench:
    """What to time.

    Attributes:
        title: what the variants compute.
        variants: by name, in order; the others are compared with the first.
        inputs: draws the arguments, the same for all variants.
        size: the sample's size.
        note: what the literature says about the same comparison.
    """

    title: str
    variants: Mapping[str, Variant]
    inputs: Inputs
    size: int
    note: str = ""


@dataclass(frozen=True)
class Timing:
    """One variant's time.

    Attributes:
        variant: its name in the bench.
        seconds: median of one call.
        spread: interquartile range in seconds.
        calls: how many calls were timed.
        speedup: how many times faster than the first variant; 1 for the first.
        warned: the warnings given while the variant was made, such as a deprecation.
    """

    variant: str
    seconds: float
    spread: float
    calls: int
    speedup: float
    warned: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """Plain containers for JSON."""
        return {**asdict(self), "warned": list(self.warned)}


def time_bench(
    bench: Bench,
    bad: ModuleType,
    good: ModuleType,
    device: str = "cpu",
    min_run_time: float = 0.2,
) -> list[Timing]:
    """Time every variant on a real device; the timer waits for CUDA by itself.

    Args:
        min_run_time: seconds to spend on each variant, at least.

    Raises:
        ValueError: for the device `fake`, on which nothing can be timed.
    """
    if device == "fake":
        raise ValueError("a fake device takes no time")
    from torch.utils.benchmark import Timer  # it imports setuptools, which nothing else here needs

    sample = Sample(bench.size, device=Place(torch.device(device)).device)
    timings: list[Timing] = []
    for name, make in bench.variants.items():
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            run = make(bad, good)
        arguments = bench.inputs(fresh(sample))
        timer = Timer("run(*arguments)", globals={"run": run, "arguments": arguments})
        measurement = timer.blocked_autorange(min_run_time=min_run_time)
        first = timings[0].seconds if timings else measurement.median
        timings.append(
            Timing(
                variant=name,
                seconds=measurement.median,
                spread=measurement.iqr,
                calls=measurement.number_per_run * len(measurement.times),
                speedup=first / measurement.median,
                warned=tuple(f"{note.category.__name__}: {note.message}" for note in caught),
            )
        )
    return timings
