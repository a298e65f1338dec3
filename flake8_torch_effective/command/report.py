"""A proof as a file: JSON with everything, Markdown tables, or a chart."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import BinaryIO

from .proof import Proof, RuleProof
from .usage import UsageError

INSTALL = "pip install 'flake8-torch-effective[verify]'"


def writer(path: Path) -> Callable[[Proof, BinaryIO], None]:
    """The function that writes a proof in the format given by the suffix of ``path``.

    Raises:
        UsageError: it names none, or one that needs a package that is not there.
    """
    suffix = path.suffix.lower()
    if suffix == ".json":
        return lambda proof, file: put(as_json(proof), file)
    if suffix == ".md":
        return lambda proof, file: put(as_markdown(proof), file)
    if suffix != ".png":
        raise UsageError(f"cannot tell what to write to {path}: end its name in .json, .md or .png")
    if find_spec("matplotlib") is None:
        raise UsageError(f"a chart needs matplotlib; install it with: {INSTALL}")
    from .chart import draw

    return draw


def put(text: str, file: BinaryIO) -> None:
    """Write text with a line feed at its end, in UTF-8 on every platform."""
    file.write((text.rstrip("\n") + "\n").encode())


def as_json(proof: Proof) -> str:
    """Strict JSON: the environment, the summary, and every outcome and time of every rule."""
    return json.dumps(proof.as_json(), indent=2, allow_nan=False)


def as_markdown(proof: Proof) -> str:
    """A document: the environment, the summary, and for each rule a table of its claims, and one of its times."""
    lines = ["# Evidence for the rules of flake8-torch-effective", ""]
    lines += row("what", "value"), row("---", "---")
    lines += (row(key, value) for key, value in proof.environment.items())
    lines += ["", f"{proof.summary()}.", ""]
    if skips := proof.skips():
        lines += [f"- {count} skipped: {reason}" for reason, count in skips.items()] + [""]
    for rule in proof.rules:
        lines += [f"## {rule.code} {rule.slug}", "", *([f"{rule.proved()}.", ""] if rule.proved() else [])]
        lines += [*claims_table(rule), "", *times_table(rule)]
    return "\n".join(lines)


def claims_table(rule: RuleProof) -> Iterator[str]:
    """A row for each claim of a rule."""
    yield row("claim", "of", "on", "verdict", "measured")
    yield row("---", "---", "---", "---", "---")
    for outcome in rule.outcomes:
        claim, subject = f"`{outcome.claim}`", f"`{outcome.subject}`"
        yield row(claim, subject, outcome.device, outcome.verdict, outcome.sentence)


def times_table(rule: RuleProof) -> Iterator[str]:
    """A row for each timed form; nothing where there is none."""
    if rule.bench is not None:
        yield f"Times of {rule.bench.title} ({rule.bench.note}):"
        yield ""
        yield row("form", "µs", "times as fast")
        yield row("---", "--:", "--:")
        for timing in rule.timings:
            yield row(timing.variant, f"{timing.seconds * 1e6:,.1f}", f"{timing.speedup:,.2f}")
        yield ""


def row(*cells: str) -> str:
    """A row of a Markdown table."""
    return "| " + " | ".join(" ".join(cell.split()).replace("|", "\\|") for cell in cells) + " |"
