"""What torch proved of a rule, in words and numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from flake8_torch_effective.command.proof import RuleProof

from .prose import in_cell

# What each claim says of the two versions.
MEANING: Final = {
    "same_result": "the good version gives what the bad one gives, wherever that is right",
    "right_result": "the good version gives what an independent reference gives in float64",
    "same_gradient": "the good version has the bad one's gradient",
    "stable": "on hard inputs the bad version is far from float64, the good one is not",
    "wrong_result": "the bad version gives this wrong result, the good one the right one",
    "raises": "the bad version raises this error, the good one does not",
    "warns": "the bad version gives this warning, the good one does not",
    "unnoticed": "after a change in place the bad version's gradient is another; with the good one backward raises",
    "fewer_dispatches": "the good version runs fewer operators",
    "fewer_syncs": "the host waits for the device fewer times",
    "fewer_nodes": "autograd records less",
    "less_memory": "the good version allocates fewer bytes",
    "bounded_graph": "the graph that is kept alive does not grow",
    "same_device": "the good version's result is where its input is",
    "made_on_device": "the good version makes nothing on the CPU only to copy it",
    "registers": "the good version registers these parameters and buffers",
}
LONGEST: Final = 150
# The name of a claim in prose; one that is a word of English, too, only before its colon.
_NAMES: Final = re.compile(
    r"(?<![`\w])(" + "|".join(rf"{name}(?![`\w])" if "_" in name else f"{name}(?=:)" for name in MEANING) + ")"
)


def environment(where: dict[str, str]) -> str:
    """Where the results come from: the torch, the device, the Python and the seed."""
    device = {"cpu": "the CPU"}.get(where["device"], where["device"])
    return f"torch {where['torch'].partition('+')[0]} on {device}, {where['Python']}, seed {where['seed']}"


def summary(proof: RuleProof, where: dict[str, str]) -> str:
    """How many claims were proved of how many callables, on how many inputs, and where."""
    passed = [outcome for outcome in proof.outcomes if outcome.verdict == "passed"]
    subjects = len({outcome.subject for outcome in passed})
    inputs = sum(outcome.inputs for outcome in passed)
    return (
        f"**{len(passed)} of {len(proof.outcomes)} claims** hold about {subjects} "
        f"function{'' if subjects == 1 else 's'} and classes, on **{inputs:,} inputs** ({environment(where)}). "
        f"`torch-effective verify {proof.code}` proves them on your machine."
    )


def with_names(text: str) -> str:
    """What a page says of its evidence, with the names of claims as code."""
    return _NAMES.sub(r"`\1`", text)


def by_claim(proof: RuleProof) -> Iterator[str]:
    """A table with a row for each kind of claim: what it says, how often, and what was measured, for instance."""
    yield "| claim | what holds | callables | inputs | for instance |"
    yield "|---|---|--:|--:|---|"
    for name, outcomes in grouped(proof.outcomes).items():
        inputs = sum(outcome.inputs for outcome in outcomes)
        told = min((outcome for outcome in outcomes), key=lambda outcome: len(outcome.sentence))
        instance = f"`{told.subject}`: {sentence(told.sentence)}"
        yield f"| `{name}` | {MEANING[name]} | {len(outcomes)} | {inputs:,} | {instance} |"


def grouped(outcomes: Sequence[Any]) -> dict[str, list[Any]]:
    """The claims by their kind, in the order in which they were proved."""
    found: dict[str, list[Any]] = {}
    for outcome in outcomes:
        found.setdefault(outcome.claim, []).append(outcome)
    return found


def all_claims(proof: RuleProof) -> Iterator[str]:
    """A table of every claim."""
    yield "| claim | about | what was measured |"
    yield "|---|---|---|"
    for outcome in proof.outcomes:
        yield f"| `{outcome.claim}` | `{outcome.subject}` | {sentence(outcome.sentence, limit=1000)} |"


def sentence(text: str, limit: int = LONGEST) -> str:
    """What was measured, as code in a cell, for it holds numbers and messages of torch."""
    short = text if len(text) <= limit else text[: limit - 3].rstrip() + "..."
    return in_cell(f"``{short.replace('`', chr(39))}``")
