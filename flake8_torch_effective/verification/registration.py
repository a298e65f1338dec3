"""What a module registers: the claim that good hands torch parameters and buffers that bad keeps from it."""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType
from typing import Any, ClassVar

import torch

from .claims import Claim, Measurement
from .places import Place
from .subjects import found, fresh, sample_on, seed, start


@dataclass(frozen=True)
class Registers(Claim):
    """Good's module has exactly these parameters and buffers that bad's has not, and all but ``fewer`` that bad's has.

    Looked at after the call: the object that the subject is a method of, or the module that it returns. A tensor that
    two names stand for counts under the first, as in ``named_parameters()``.

    Attributes:
        names: those that only good registers, dotted: ``layers.0.weight``.
        size: the sample's size.
        fewer: those that only bad registers.
    """

    title: ClassVar[str] = "registers"
    needs_values: ClassVar[bool] = False

    names: tuple[str, ...] = ()
    size: int = 2
    fewer: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.names and not self.fewer:
            raise ValueError("a claim that good registers nothing more, and nothing less, says nothing")

    def measure(self, bad: ModuleType, good: ModuleType, place: Place) -> Measurement:
        registered = {form: self.registered(module, place) for form, module in (("bad", bad), ("good", good))}
        more = [name for name in registered["good"] if name not in registered["bad"]]
        lost = [name for name in registered["bad"] if name not in registered["good"]]
        holds = sorted(more) == sorted(self.names) and sorted(lost) == sorted(self.fewer)
        sentence = f"bad registers {listed(registered['bad'])}, good {listed(registered['good'])}"
        if not holds:
            sentence += f" where {listed(list(self.names))} more were claimed"
            sentence += f" and {listed(list(self.fewer))} less" if self.fewer else ""
        return Measurement(holds, sentence, {form: listed(names) for form, names in registered.items()})

    def registered(self, module: ModuleType, place: Place) -> list[str]:
        """The parameters and buffers of the subject's module after the call.

        Raises:
            TypeError: the subject neither belongs to a module nor returns one.
        """
        sample = sample_on(place, self.size)
        arguments = self.inputs(fresh(sample))
        seed(sample)
        this = found(module, self.subject, sample)
        result = start(this.run, arguments, sample)
        net: Any = this.owner if isinstance(this.owner, torch.nn.Module) else result
        if not isinstance(net, torch.nn.Module):
            raise TypeError(f"{self.subject} neither belongs to a module nor returns one")
        return [name for named in (net.named_parameters(), net.named_buffers()) for name, _ in named]


def listed(names: list[str]) -> str:
    """Names in one line; ``nothing`` without any."""
    return ", ".join(names) or "nothing"
