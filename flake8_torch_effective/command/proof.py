"""The results of ``torch-effective verify``: outcomes and times of each rule, and where they were measured."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..verification import Bench, Outcome, Timing


@dataclass(frozen=True)
class RuleProof:
    """The evidence of one rule; ``bench`` and ``timings`` only where times were requested and the rule has a bench."""

    code: str
    slug: str
    outcomes: tuple[Outcome, ...]
    bench: Bench | None = None
    timings: tuple[Timing, ...] = ()

    def proved(self) -> str:
        """What was proved of the rule, on how many inputs, and against what, in a line; empty where nothing was."""
        passed = [outcome for outcome in self.outcomes if outcome.verdict == "passed"]
        if not passed:
            return ""
        subjects = len({outcome.subject for outcome in passed})
        inputs = sum(outcome.inputs for outcome in passed)
        kinds = ", ".join(dict.fromkeys(outcome.claim for outcome in passed))
        names = ", ".join(dict.fromkeys(outcome.against for outcome in passed if outcome.against != "bad"))
        references = f", against {names} in float64" if names else ""
        claims = f"{len(passed)} of {len(self.outcomes)} claims about {subjects} callable{'' if subjects == 1 else 's'}"
        return f"{claims} on {inputs:,} inputs: {kinds}{references}"

    def as_json(self) -> dict[str, Any]:
        """Plain containers for strict JSON."""
        timed = None
        if self.bench is not None:
            times = [timing.as_json() for timing in self.timings]
            timed = {"title": self.bench.title, "note": self.bench.note, "timings": times}
        outcomes = [outcome.as_json() for outcome in self.outcomes]
        return {
            "code": self.code,
            "slug": self.slug,
            "proved": self.proved(),
            "outcomes": outcomes,
            "bench": timed,
        }


@dataclass(frozen=True)
class Proof:
    """The evidence of several rules, and the environment in which it was measured."""

    environment: Mapping[str, str]
    rules: tuple[RuleProof, ...]

    def verdicts(self) -> dict[str, int]:
        """How many claims passed, were skipped, failed, and ended in an error that is not part of the claim."""
        found = Counter(outcome.verdict for rule in self.rules for outcome in rule.outcomes)
        return {
            "passed": found["passed"],
            "skipped": found["skipped"],
            "failed": found["failed"],
            "broken": found["broken"],
        }

    def skips(self) -> dict[str, int]:
        """How many claims were skipped for each reason, the commonest first."""
        skipped = (outcome for rule in self.rules for outcome in rule.outcomes if outcome.verdict == "skipped")
        return dict(Counter(outcome.sentence for outcome in skipped).most_common())

    @property
    def shows_nothing(self) -> bool:
        """Whether every claim was skipped."""
        return all(outcome.verdict == "skipped" for rule in self.rules for outcome in rule.outcomes)

    @property
    def holds(self) -> bool:
        """Whether claims were proved, and none failed or ended in an error."""
        found = self.verdicts()
        return not self.shows_nothing and not found["failed"] and not found["broken"]

    def summary(self) -> str:
        """The verdicts in a line: ``12 passed, 3 skipped, 0 failed``."""
        return ", ".join(
            f"{count} {verdict}" for verdict, count in self.verdicts().items() if count or verdict != "broken"
        )

    def as_json(self) -> dict[str, Any]:
        """Plain containers for strict JSON."""
        return {
            "environment": dict(self.environment),
            "summary": self.verdicts(),
            "skips": self.skips(),
            "rules": [rule.as_json() for rule in self.rules],
        }
