"""What an accelerator must show of a rule's evidence, and what it may skip."""

from __future__ import annotations

from flake8_torch_effective.verification import Claim, Fixture, Outcome, placement
from flake8_torch_effective.verification.agreement import NOTHING_TO_COMPARE, Agreement
from flake8_torch_effective.verification.claims import CPU_SHOWS_IT
from flake8_torch_effective.verification.placement import Placed
from flake8_torch_effective.verification.places import Place

TO_HOST = {
    "TEF402": dict.fromkeys(("joined", "scaled", "doubled"), "bad's array of NumPy is on the CPU"),
    "TEF406": dict.fromkeys(("powers", "weight", "Halves"), "an array of NumPy is on the CPU"),
    "TEF407": {"on_host": "what is on a GPU is copied to the host"},
}
"""The callables whose good form brings its result to the CPU on purpose, and why."""


def wrong_on(place: Place, fixture: Fixture) -> list[str]:
    """What an accelerator shows otherwise than it should; all of it, as one is seldom at hand."""
    wrong = []
    shown: dict[str, bool] = {}
    for claim in fixture.claims:
        if claim.too_old:
            continue
        right = claim.check_at(fixture.bad, fixture.good, place)
        shown[claim.subject] = shown.get(claim.subject, False) or right.verdict != "skipped"
        if right.verdict == "skipped" and may_be_skipped(claim, right):
            continue
        if not right.passed:
            wrong.append(f"good for bad: {right}")
            continue
        for form, bad, good in [("swapped", fixture.good, fixture.bad), ("bad twice", fixture.bad, fixture.bad)]:
            outcome = claim.check_at(bad, good, place)
            if outcome.verdict != "failed":
                wrong.append(f"{form}: {outcome}")
    wrong += [f"no claim about {name} is shown" for name, seen in shown.items() if not seen]
    to_host = TO_HOST.get(fixture.code, {})
    for name, inputs in {claim.subject: claim.inputs for claim in fixture.claims if not claim.too_old}.items():
        landed = placement(fixture.good, name, inputs, place)
        kept = landed.sentence == "result: cpu" if name in to_host else landed.verdict in ("passed", "skipped")
        if not kept:
            wrong.append(str(landed))
    return wrong


def may_be_skipped(claim: Claim, outcome: Outcome) -> bool:
    """Whether an accelerator may skip a claim, for one of the reasons that the claim or the harness has."""
    if isinstance(claim, Agreement) and outcome.sentence in (claim.cpu_only, NOTHING_TO_COMPARE):
        return outcome.sentence == claim.cpu_only or isinstance(claim.gain, Placed)
    return outcome.sentence.endswith(CPU_SHOWS_IT)
