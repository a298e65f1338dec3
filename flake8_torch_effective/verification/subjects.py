"""The code under a claim: found in its module by name, called from the same state every time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import ModuleType
from typing import Any

import torch

from .places import Place
from .samples import Inputs, Sample


def subject(module: ModuleType, name: str, sample: Sample) -> Callable[..., Any]:
    """The callable `name` of `module`, ready to be called.

    `name` may be dotted (`Meter.update`). A class on the way is built without arguments, with its
    tensors on the sample's device and, where the sample's dtype is not torch's default, in that
    dtype.

    Raises:
        AttributeError: where the module has no such name.
    """
    found: Any = module
    for part in name.split("."):
        found = getattr(found, part)
        if isinstance(found, type):
            with sample.device:
                found = found()
            if isinstance(found, torch.nn.Module) and sample.dtype != torch.get_default_dtype():
                found = found.to(sample.dtype)
    if not callable(found):
        raise TypeError(f"{module.__name__}.{name} is not callable")
    return found  # type: ignore[no-any-return]


def call(module: ModuleType, name: str, inputs: Inputs, sample: Sample) -> Any:
    """Call `name` on newly drawn inputs; torch's global generator starts from the sample's seed.

    The sample is drawn again, so that a subject which modifies its arguments does not affect the
    next call.
    """
    arguments = inputs(fresh(sample))
    return apply(module, name, arguments, sample)


def apply(module: ModuleType, name: str, arguments: tuple[Any, ...], sample: Sample) -> Any:
    """Call `name` on these arguments; torch's global generator starts from the sample's seed."""
    seed(sample)
    return subject(module, name, sample)(*arguments)


def seed(sample: Sample) -> None:
    """Start the global generators that code on the sample's device draws from at the sample's seed."""
    if sample.fake or sample.device.type == "cpu":
        # torch.manual_seed keeps a formatted stack trace for each backend that was not started: most of a claim's time.
        torch.default_generator.manual_seed(sample.seed)
    else:
        torch.manual_seed(sample.seed)


def fresh(sample: Sample) -> Sample:
    """The same sample with its generator back at the start."""
    return Sample(sample.size, sample.dtype, sample.seed, sample.device, sample.fake)


def sample_on(place: Place, size: int, dtype: torch.dtype = torch.float32, seed: int = 0) -> Sample:
    """A sample whose tensors are on `place`."""
    return Sample(size, dtype, seed, place.device, place.fake)


def tensors(value: Any) -> Iterator[torch.Tensor]:
    """Every tensor in `value`: through sequences, mappings and attributes of objects, in order."""
    seen: set[int] = set()

    def walk(entry: Any) -> Iterator[torch.Tensor]:
        if id(entry) in seen:
            return
        seen.add(id(entry))
        if isinstance(entry, torch.Tensor):
            yield entry
        elif isinstance(entry, Mapping):
            for held in entry.values():
                yield from walk(held)
        elif isinstance(entry, (Sequence, set, frozenset)) and not isinstance(entry, (str, bytes)):
            for held in entry:
                yield from walk(held)
        elif hasattr(entry, "__dict__") and not isinstance(entry, (type, ModuleType)):
            yield from walk(vars(entry))

    yield from walk(value)
