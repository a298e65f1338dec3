"""The outcome of checking a claim: a verdict, the numbers behind it and one sentence for people."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Verdict = Literal["passed", "failed", "skipped", "broken"]
Measured: TypeAlias = "bool | int | float | str | Sequence[Measured] | Mapping[str, Measured] | None"


@dataclass(frozen=True)
class Outcome:
    """The result of one claim on one device.

    `passed` and `failed` are verdicts on the pair. `skipped` says that the device cannot show the
    claim (a fake tensor has no values); `broken` that the code under the claim raised an error
    which is not part of the claim, so that nothing was learned. The sentence gives the reason in
    every case.

    Attributes:
        inputs: how many different inputs the pair was tried on.
        against: what good was compared with: `bad`, or the name of a reference.
    """

    claim: str
    subject: str
    device: str
    verdict: Verdict
    sentence: str
    measured: Mapping[str, Measured] = field(default_factory=dict)
    inputs: int = 0
    against: str = "bad"

    @property
    def passed(self) -> bool:
        """True only for the verdict `passed`."""
        return self.verdict == "passed"

    def as_json(self) -> dict[str, Measured]:
        """Plain containers for strict JSON: nan and the infinities become strings."""
        return {
            "claim": self.claim,
            "subject": self.subject,
            "device": self.device,
            "verdict": self.verdict,
            "sentence": self.sentence,
            "inputs": self.inputs,
            "against": self.against,
            "measured": json_value(self.measured),
        }

    def __str__(self) -> str:
        return f"{self.verdict}: {self.claim}({self.subject}) on {self.device}: {self.sentence}"


def json_value(value: Measured) -> Measured:
    """A copy of `value` that strict JSON can hold."""
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, Mapping):
        return {str(key): json_value(entry) for key, entry in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [json_value(entry) for entry in value]
    return value
