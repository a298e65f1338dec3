"""Claims and times as aligned lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from .proof import RuleProof
from .terminal import Style, painted, shortened

if TYPE_CHECKING:
    from ..verification import Fixture

# The width of a sentence: at most, where no terminal limits it, and at least.
SENTENCE: Final = 120
SHORT_SENTENCE: Final = 24
# Wide enough for every verdict, and for ``timing``, which replaces it on lines about times.
VERDICT: Final = 7
STYLES: Final[dict[str, Style]] = {"passed": "good", "skipped": "doubtful", "failed": "bad", "broken": "bad"}


@dataclass(frozen=True)
class Table:
    """The widths of the columns that hold a claim's name, its subject and its sentence, and whether to colour.

    ``summary`` is the width of what was proved of a rule, None where nothing limits it.
    """

    claim: int
    subject: int
    sentence: int
    colour: bool
    summary: int | None = None

    def of(self, rule: RuleProof) -> Iterator[str]:
        """A line for each claim of a rule, one for all that was proved, and one for each form that was timed."""
        for outcome in rule.outcomes:
            style = STYLES[outcome.verdict]
            verdict = painted(f"{outcome.verdict:<{VERDICT}}", style, self.colour)
            subject = shortened(outcome.subject, self.subject)
            # Never shorten the reason why a claim does not hold.
            sentence = outcome.sentence if style == "bad" else shortened(outcome.sentence, self.sentence)
            yield f"{rule.code}  {verdict}  {outcome.claim:<{self.claim}}  {subject:<{self.subject}}  {sentence}"
        if proved := rule.proved():
            line = proved if self.summary is None else shortened(proved, self.summary)
            yield f"{rule.code}  {'proved':<{VERDICT}}  {line}"
        if rule.bench is not None:
            yield f"{rule.code}  {'timing':<{VERDICT}}  {rule.bench.title} ({rule.bench.note})"
            widest = max(len(timing.variant) for timing in rule.timings)
            for timing in rule.timings:
                took = f"{timing.seconds * 1e6:>12,.1f} µs  {timing.speedup:>8,.2f} x"
                yield f"{rule.code}  {'timing':<{VERDICT}}  {timing.variant:<{widest}}  {took}"


def table(fixtures: Iterable[Fixture], columns: int | None, colour: bool) -> Table:
    """The table for the claims of these fixtures, fitted to the terminal's columns where there is one."""
    claims = [claim for fixture in fixtures for claim in fixture.claims]
    claim = max(len(claim.title) for claim in claims)
    subject = max(len(claim.subject) for claim in claims)
    if columns is None:
        return Table(claim, subject, SENTENCE, colour)
    left = columns - len("TEF302") - VERDICT - claim - 4 * len("  ")
    subject = min(subject, max(left - SHORT_SENTENCE, SHORT_SENTENCE // 2))
    sentence = max(left - subject, SHORT_SENTENCE)
    return Table(claim, subject, sentence, colour, claim + subject + sentence + 2 * len("  "))
