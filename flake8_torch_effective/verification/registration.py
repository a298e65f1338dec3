"""What a module registers: the claim that good hands torch parameters and buffers that bad keeps from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any, ClassVar

import torch

from .claims import Claim, Measurement
from .places import Place
from .samples import fresh
from .subjects import found, sample_on, seed, start


@dataclass(frozen=True)
class Registers(Claim):
    """Good's module has exactly these parameters and buffers that bad's has not, and all but ``fewer`` that bad's has.

    What bad's module holds under such a name without registering it has the same shape and dtype in good, whose
    checkpoints have all of these but ``unsaved``, which they must not have, as older checkpoints lack them.

    Looked at after the call: the object that the subject is a method of, or the module that it returns. A tensor that
    two names stand for counts under the first, as in ``named_parameters()``.

    Attributes:
        names: those that only good registers, dotted: ``layers.0.weight``.
        size: the sample's size.
        fewer: those that only bad registers.
        unsaved: those of ``names`` that are no part of the state dict.
    """

    title: ClassVar[str] = "registers"
    needs_values: ClassVar[bool] = False

    names: tuple[str, ...] = ()
    size: int = 2
    fewer: tuple[str, ...] = ()
    unsaved: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.names and not self.fewer:
            raise ValueError("a claim that good registers nothing more, and nothing less, says nothing")

    def measure(self, bad: ModuleType, good: ModuleType, place: Place) -> Measurement:
        nets = {form: self.net(module, place) for form, module in (("bad", bad), ("good", good))}
        registered = {form: names_of(net) for form, net in nets.items()}
        more = [name for name in registered["good"] if name not in registered["bad"]]
        lost = [name for name in registered["bad"] if name not in registered["good"]]
        holds = sorted(more) == sorted(self.names) and sorted(lost) == sorted(self.fewer)
        unsaved = [name for name in more if name not in nets["good"].state_dict()]
        wrong = sorted(set(unsaved) ^ set(self.unsaved))
        others = [name for name in more if holds_another(nets["bad"], nets["good"], name)]
        sentence = f"bad registers {listed(registered['bad'])}, good {listed(registered['good'])}"
        if not holds:
            sentence += f" where {listed(list(self.names))} more were claimed"
            sentence += f" and {listed(list(self.fewer))} less" if self.fewer else ""
        elif others:
            sentence += f"; but {listed(others)} of good has another shape or dtype than bad's"
        elif wrong:
            sentence += f"; but good {'saves no' if set(wrong) <= set(unsaved) else 'saves'} {listed(wrong)}"
        return Measurement(
            holds and not others and not wrong, sentence, {form: listed(names) for form, names in registered.items()}
        )

    def net(self, module: ModuleType, place: Place) -> torch.nn.Module:
        """The subject's module after the call.

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
        return net


def names_of(net: torch.nn.Module) -> list[str]:
    """The parameters and buffers of a module, by name."""
    return [name for named in (net.named_parameters(), net.named_buffers()) for name, _ in named]


def holds_another(bad: torch.nn.Module, good: torch.nn.Module, name: str) -> bool:
    """Whether two modules hold tensors of another shape or dtype under one name; not where one holds none there."""
    one, other = held(bad, name), held(good, name)
    if not isinstance(one, torch.Tensor) or not isinstance(other, torch.Tensor):
        return False
    return (one.shape, one.dtype) != (other.shape, other.dtype)


def held(net: Any, path: str) -> Any:
    """What a module, or a list or a dict in it, holds under a dotted name; None where there is nothing."""
    for part in path.split("."):
        if isinstance(net, Mapping):
            net = net.get(part)
        elif isinstance(net, (list, tuple)):
            net = net[int(part)] if part.isdigit() and int(part) < len(net) else None
        else:
            net = getattr(net, part, None)
    return net


def listed(names: list[str]) -> str:
    """Names in one line; ``nothing`` without any."""
    return ", ".join(names) or "nothing"
