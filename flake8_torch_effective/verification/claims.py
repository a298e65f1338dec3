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
from dataclasses import dataclass
from types import ModuleType
from typing import ClassVar

import torch

from .comparison import first_line
from .outcomes import Measured, Outcome, Verdict
from .places import NotShown, Place, places
from .samples import Inputs


@dataclass(frozen=True)
class Measurement:
    """What a claim measured at one place: whether it holds, a sentence, and the numbers."""

    holds: bool
    sentence: str
    measured: dict[str, Measured]


@dataclass(frozen=True)
class Claim(ABC):
    """One statement about a callable that bad and good both define.

    Attributes:
        subject: the callable's name; dotted for a method, a class for its call.
        inputs: draws the arguments for the call.
    """

    subject: str
    inputs: Inputs

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

    def check(self, bad: ModuleType, good: ModuleType, device: str = "cpu") -> Outcome:
        """Check the claim on a device; this never raises, whatever the code under the claim does.

        Args:
            bad: the module with the flagged form.
            good: the module with the form to use instead; the same names.
            device: `cpu`, `cuda`, any other name of a torch device, or `fake` for an accelerator
                made up by torch.
        """
        outcome = None
        for place in self.places(device):
            outcome = self.check_at(bad, good, place)
            if outcome.verdict != "skipped":
                break
        if outcome is None:
            raise ValueError(f"no place for device {device!r}")
        return outcome

    def places(self, device: str) -> tuple[Place, ...]:
        """The places to try for a device's name, in order."""
        return places(device)

    def check_at(self, bad: ModuleType, good: ModuleType, place: Place) -> Outcome:
        """Check the claim at one place, leaving torch's random state as it was."""
        if place.fake and self.needs_values:
            return self.outcome(place, "skipped", "a fake tensor has no values to compare")
        cuda = place.device.type == "cuda" and not place.fake
        try:
            with (
                torch.random.fork_rng(devices=[place.device] if cuda else []),
                warnings.catch_warnings(),
                place.entered(),
            ):
                warnings.simplefilter("ignore")  # a bad form may warn; `Warns` records warnings itself
                measurement = self.measure(bad, good, place)
        except NotShown as reason:
            return self.outcome(place, "skipped", str(reason))
        except Exception as error:  # whatever the subject raises is the outcome
            return self.outcome(place, "broken", f"{type(error).__name__}: {first_line(error)}")
        verdict: Verdict = "passed" if measurement.holds else "failed"
        return self.outcome(place, verdict, measurement.sentence, measurement.measured)

    def outcome(
        self,
        place: Place,
        verdict: Verdict,
        sentence: str,
        measured: dict[str, Measured] | None = None,
    ) -> Outcome:
        """An outcome of this claim."""
        return Outcome(self.title, self.subject, str(place), verdict, sentence, measured or {})
