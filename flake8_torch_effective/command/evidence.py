"""``torch-effective verify``: proves the rules with torch on this machine, and reports the results."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from ..garbage import scanned_no_more, without_garbage_collection
from ..rules import group, slug
from ..rules.rule import Rule
from .pages import find_rules
from .proof import Proof, RuleProof
from .replacement import replacement
from .report import INSTALL, writer
from .table import table
from .terminal import takes_colour, terminal_columns
from .usage import UsageError

if TYPE_CHECKING:
    from ..verification import Fixture

HEAD = ("torch", "device", "seed", "Python", "platform")


def verify(names: Sequence[str], device: str, bench: bool = False, output: Path | None = None, seed: int = 0) -> int:
    """Print a line for each claim of some rules, and a summary; the exit status is 1 where a claim does not hold.

    Args:
        names: codes or slugs; all rules where there are none.
        device: ``cpu``, another that torch has, or ``fake``.
        bench: also time the alternatives that a rule's evidence compares; this does not affect the status.
        output: a file for all results, in the format given by its suffix: ``.json``, ``.md`` or ``.png``.
        seed: where the draws of inputs start.

    Raises:
        UsageError: a rule is unknown, torch or the device is missing, or the output cannot be written; nothing has been
        verified.
    """
    rules = find_rules(names)
    if bench and device == "fake":
        raise UsageError("nothing takes time on a fake device; leave out --bench")
    with ExitStack() as stack:
        write = None if output is None else writer(output)
        file = None if output is None else stack.enter_context(replacement(output))
        fixtures = without_garbage_collection(lambda: loaded(rules, device))
        with scanned_no_more():  # torch's modules alone take a tenth of the time
            proof = prove(rules, fixtures, device, bench, seed)
        if write is not None and file is not None:
            write(proof, file)
    print(f"\n{proof.summary()}")
    for reason, count in proof.skips().items():
        print(f"{count} skipped: {reason}")
    if proof.shows_nothing:
        print(f"the device {device!r} can show none of these claims, which proves nothing")
    return 0 if proof.holds else 1


def loaded(rules: Sequence[type[Rule]], device: str) -> list[Fixture]:
    """The fixtures of the rules, once torch and the device are known to be available.

    Raises:
        UsageError: one of them is missing.
    """
    try:
        from ..verification import NoDevice, load_fixture, require_device

        require_device(device)
        return [load_fixture(group(rule), slug(rule).replace("-", "_")) for rule in rules]
    except ImportError as error:
        raise UsageError(
            f"verify needs torch 2.1 or newer, and numpy ({error}); install them with: {INSTALL}"
        ) from error
    except NoDevice as error:
        raise UsageError(str(error)) from error


def prove(rules: Sequence[type[Rule]], fixtures: Sequence[Fixture], device: str, bench: bool, seed: int) -> Proof:
    """Check every claim of the fixtures, and print each as soon as its rule is done."""
    from ..verification import environment, use_one_thread

    use_one_thread()
    where = environment(device, seed)
    print("\n".join(f"{key:<8}  {where[key]}" for key in HEAD), end="\n\n", flush=True)
    lines = table(fixtures, terminal_columns(sys.stdout), takes_colour(sys.stdout))
    found: list[RuleProof] = []
    for rule, fixture in zip(rules, fixtures, strict=True):
        show_progress(f"{rule.code}, rule {len(found) + 1} of {len(rules)}")
        outcomes = tuple(fixture.verify(device, seed=seed))
        timings = tuple(fixture.time(device)) if bench else ()
        found.append(RuleProof(rule.code, slug(rule), outcomes, fixture.bench if bench else None, timings))
        show_progress("")
        print("\n".join(lines.of(found[-1])), flush=True)
    return Proof(where, tuple(found))


def show_progress(text: str) -> None:
    """Show progress on a line of the terminal, unless the claims are printed there anyway."""
    if sys.stderr.isatty() and not sys.stdout.isatty():
        print(f"\r{text:<40}\r", end="", file=sys.stderr, flush=True)
