"""What a claim is.

A claim says of one callable how its form in `good.py` is better than its form in `bad.py`. It means
something only if it can fail, so every claim must fail when good and bad are swapped, and when bad
takes both places. A claim about a difference (`raises`, `wrong_result`, `fewer_dispatches`, ...)
does that by itself. A claim about agreement (`same_result`, `same_gradient`) cannot: two equal
things stay equal when they are swapped. Such a claim therefore names what the change *gains*,
another claim about the same callable, and holds only if both hold: "the same result, with fewer
operators". The other half matters too: a good form that gains but computes something else fails.
"""

from __future__ import annotations

import warnings
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from types import ModuleType
from typing import ClassVar

import torch

from .comparison import first_line, lacks
from .outcomes import Measured, Outcome, Verdict
from .places import NotShown, Place, Touched, places
from .samples import Inputs
from .subjects import global_modes, restored

OLDEST_TORCH = "2.1"
"""The oldest torch for which claims are made."""
CPU_SHOWS_IT = "what it shows, the CPU shows"
"""Ends the reason to skip a claim on a device on which nothing of it is computed."""


@dataclass(frozen=True)
class Measurement:
    """What a claim measured at one place: whether it holds, a sentence, the numbers, on how many different inputs."""

    holds: bool
    sentence: str
    measured: dict[str, Measured]
    inputs: int = 1


@dataclass(frozen=True)
class Claim(ABC):
    """One statement about a callable that bad and good both define.

    Attributes:
        subject: the callable's name; dotted for a method, a class for its call.
        inputs: draws the arguments for the call.
        since: the torch release from which on the claim holds.
    """

    subject: str
    inputs: Inputs
    since: str = field(default=OLDEST_TORCH, kw_only=True)

    title: ClassVar[str]
    """The claim's name in tables: `same_result`, `stable`, ..."""

    needs_values: ClassVar[bool] = True
    """False where shapes and devices are enough, so that a fake device can show the claim."""

    @abstractmethod
    def measure(self, bad: ModuleType, good: ModuleType, place: Place) -> Measurement:
        """Measure both forms at `place`, which is entered.

        Raises:
            NotShown: where this place cannot show the claim.
        """

    def measure_as_gain(self, bad: ModuleType, good: ModuleType, place: Place) -> Measurement:
        """Measure what an agreement at `place` gains; elsewhere where a claim cannot be shown there.

        Several agreements gain the same, which is measured once.

        Raises:
            NotShown: where no place can show the claim.
        """
        return remembered(self, bad, good, place)

    def measure_kinds(self, bad: ModuleType, good: ModuleType, place: Place) -> Measurement:
        """Compare what a fake place can show of a claim about values: shapes, dtypes and devices.

        This says nothing of the claim itself, which a swapped pair may pass here.

        Raises:
            NotShown: where it can show nothing.
        """
        raise NotShown("a fake tensor has no values to compare")

    @property
    def too_old(self) -> str:
        """Why the claim says nothing on this torch; empty where it does."""
        return f"holds from torch {self.since} on" if release(torch.__version__) < release(self.since) else ""

    @property
    def against(self) -> str:
        """What good is compared with: `bad`, or the name of a reference."""
        return "bad"

    def check(self, bad: ModuleType, good: ModuleType, device: str = "cpu", seed: int = 0) -> Outcome:
        """Check the claim on a device; this never raises, whatever the code under the claim does.

        Args:
            bad: the module with the flagged form.
            good: the module with the form to use instead; the same names.
            device: `cpu`, `cuda`, any other name of a torch device, or `fake` for an accelerator
                made up by torch.
            seed: where the draws of inputs start.
        """
        outcome = None
        for place in self.places(device, seed):
            outcome = self.check_at(bad, good, place)
            if outcome.verdict != "skipped":
                break
        if outcome is None:
            raise ValueError(f"no place for device {device!r}")
        return outcome

    def places(self, device: str, seed: int = 0) -> tuple[Place, ...]:
        """The places to try for a device's name, in order."""
        return places(device, seed)

    def check_at(self, bad: ModuleType, good: ModuleType, place: Place) -> Outcome:
        """Check the claim at one place, leaving torch's random state as it was."""
        if self.too_old:
            return self.outcome(place, "skipped", self.too_old)
        cuda = place.device.type == "cuda" and not place.fake
        modes = global_modes()
        try:
            with (
                torch.random.fork_rng(devices=[place.device] if cuda else []),
                warnings.catch_warnings(),
                place.entered(),
            ):
                warnings.simplefilter("ignore")  # a bad form may warn; `Warns` records warnings itself
                if place.fake and self.needs_values:
                    measurement = self.measure_kinds(bad, good, place)
                elif place.fake or place.device.type == "cpu":
                    measurement = self.measure(bad, good, place)
                else:
                    with Touched(place) as touched:
                        measurement = self.measure(bad, good, place)
                    if measurement.holds and not touched.seen:
                        raise NotShown(f"nothing of it is computed on {place}: {CPU_SHOWS_IT}")
        except NotShown as reason:
            return self.outcome(place, "skipped", str(reason))
        except Exception as error:  # whatever the subject raises is the outcome
            if lacks(error):
                return self.outcome(place, "skipped", first_line(error))
            return self.outcome(place, "broken", f"{type(error).__name__}: {first_line(error)}")
        finally:
            changed = restored(modes)
        if changed:
            return self.outcome(place, "failed", f"{' and '.join(changed)} of torch is left changed")
        verdict: Verdict = "passed" if measurement.holds else "failed"
        return self.outcome(place, verdict, measurement.sentence, measurement.measured, measurement.inputs)

    def outcome(
        self,
        place: Place,
        verdict: Verdict,
        sentence: str,
        measured: dict[str, Measured] | None = None,
        inputs: int = 0,
    ) -> Outcome:
        """An outcome of this claim."""
        return Outcome(self.title, self.subject, str(place), verdict, sentence, measured or {}, inputs, self.against)


MEASURED: dict[tuple[int, int, int, Place], tuple[Claim, ModuleType, ModuleType, Measurement]] = {}
"""Measured gains by the identities of claim, bad and good, which are kept so that no other object gets them."""
MOST_MEASURED = 64


def remembered(claim: Claim, bad: ModuleType, good: ModuleType, place: Place) -> Measurement:
    """What a claim measures of a pair at a place, from the last time if it is among the last ones."""
    key = (id(claim), id(bad), id(good), place)
    if key not in MEASURED:
        if len(MEASURED) >= MOST_MEASURED:
            del MEASURED[next(iter(MEASURED))]
        MEASURED[key] = (claim, bad, good, claim.measure(bad, good, place))
    return MEASURED[key][-1]


def release(version: str) -> tuple[int, ...]:
    """The numbers of a release: (2, 13) of ``2.13.0+cpu``."""
    return tuple(int(part) for part in version.split("+")[0].split(".")[:2])
