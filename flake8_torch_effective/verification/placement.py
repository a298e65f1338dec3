"""Where tensors are made and results land: claims about the device of the input, and a check of one form."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from types import ModuleType
from typing import ClassVar

import torch

from .claims import Claim, Measurement
from .comparison import first_line
from .outcomes import Outcome
from .places import NotShown, Place, fake_places, mixes_devices, places
from .samples import Inputs, fresh
from .subjects import apply, belongings, sample_on, tensors
from .tally import Tally


@dataclass(frozen=True)
class Placed(Claim):
    """A claim about the input's device.

    The CPU cannot show it (a factory without `device=` lands there by chance), so `cpu` stands
    for `fake` here.
    """

    needs_values: ClassVar[bool] = False

    size: int = 4

    def places(self, device: str, seed: int = 0) -> tuple[Place, ...]:
        return fake_places(seed) if is_cpu(device) else places(device, seed)

    def measure_as_gain(self, bad: ModuleType, good: ModuleType, place: Place) -> Measurement:
        if place.fake or place.device.type != "cpu":
            return self.measure(bad, good, place)
        there = self.check(bad, good, "fake", place.seed)
        if there.verdict == "skipped":
            raise NotShown(there.sentence)
        return Measurement(there.verdict == "passed", there.sentence, dict(there.measured))


@dataclass(frozen=True)
class SameDevice(Placed):
    """Good's result is on the input's device; bad's is elsewhere, or bad mixes devices and raises."""

    title: ClassVar[str] = "same_device"

    def measure(self, bad: ModuleType, good: ModuleType, place: Place) -> Measurement:
        landed = {
            form: landing(module, self.subject, self.inputs, self.size, place)
            for form, module in (("bad", bad), ("good", good))
        }
        holds = landed["good"] == "input's device" and landed["bad"] != "input's device"
        sentence = f"bad: {landed['bad']}; good: {landed['good']}"
        return Measurement(holds, sentence, dict(landed))


@dataclass(frozen=True)
class MadeOnDevice(Placed):
    """Both results are on the input's device, for which bad makes tensors on the CPU first and good makes none."""

    title: ClassVar[str] = "made_on_device"

    def measure(self, bad: ModuleType, good: ModuleType, place: Place) -> Measurement:
        landed, on_host = {}, {}
        for form, module in (("bad", bad), ("good", good)):
            tally = Tally(belongings(module, None))
            landed[form] = landing(module, self.subject, self.inputs, self.size, place, tally)
            on_host[form] = tally.host_bytes
        holds = set(landed.values()) == {"input's device"} and on_host["good"] == 0 < on_host["bad"]
        sentence = f"bad makes {on_host['bad']} bytes on the CPU, good {on_host['good']}"
        if set(landed.values()) != {"input's device"}:
            sentence += f"; results: {landed['bad']} and {landed['good']}"
        return Measurement(holds, sentence, dict(on_host))


def is_cpu(device: str) -> bool:
    """Whether a device's name means the CPU: `cpu` and `cpu:0` do."""
    return device.partition(":")[0] == "cpu"


def landing(
    module: ModuleType,
    name: str,
    inputs: Inputs,
    size: int,
    place: Place,
    watched: AbstractContextManager[object] | None = None,
) -> str:
    """Where the tensors of a result are: `input's device`, or what else happened. The call is made in ``watched``.

    Raises:
        NotShown: where the result holds no tensor, or the inputs none that could have named a
        device.
    """
    sample = sample_on(place, size)
    arguments = inputs(fresh(sample))
    if not list(tensors(arguments)):
        raise NotShown("no tensor goes in, so there is no device to stay on")
    try:
        with watched or nullcontext():
            result = apply(module, name, arguments, sample)
    except RuntimeError as error:
        if mixes_devices(str(error)):
            return f"mixes devices ({first_line(error)})"
        raise
    found = list(tensors(result))
    if not found:
        raise NotShown("no tensor comes out")
    strays = [tensor for tensor in found if not place.holds(tensor)]
    return f"{strays[0].device}" if strays else "input's device"


def placement(module: ModuleType, name: str, inputs: Inputs, device: str | Place = "fake", size: int = 4) -> Outcome:
    """Whether one form alone keeps to its input's device.

    This is not a claim: it says nothing about the other form. The verdict is `skipped` where no
    device that stands for `device` can run the form.
    """
    outcome = None
    for place in (device,) if isinstance(device, Place) else places(device):
        try:
            with torch.random.fork_rng(devices=[]), place.entered():
                where = landing(module, name, inputs, size, place)
        except NotShown as reason:
            outcome = Outcome("placement", name, str(place), "skipped", str(reason))
            continue
        verdict = "passed" if where == "input's device" else "failed"
        return Outcome("placement", name, str(place), verdict, f"result: {where}")  # type: ignore[arg-type]
    if outcome is None:
        raise ValueError(f"no place for device {device!r}")
    return outcome
