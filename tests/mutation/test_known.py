"""Changes to the code that no test noticed once: each is killed by the test that was written against it.

Those to evidence, a loose tolerance and gradient claims left out, are in `tests/verification/test_contract.py`.
"""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from benchmarks.mutants import Mutant
from benchmarks.mutation import PACKAGE, Verdict, copied_checkout, run_tests, tried


@dataclass(frozen=True)
class Known:
    """A mutant by the code that it changes, wherever in the package that stands, and the tests that kill it."""

    name: str
    pattern: str
    text: str
    tests: str

    def mutant(self, checkout: Path) -> Mutant:
        """The mutant of the one place in the package that has this code."""
        found = [
            (path, match)
            for path in sorted((checkout / PACKAGE).rglob("*.py"))
            for match in re.finditer(self.pattern, path.read_text(encoding="utf-8"))
        ]
        assert len(found) == 1, f"{self.pattern} stands in {len(found)} places: write the mutant anew"
        ((path, match),) = found
        text = match.expand(self.text)
        return Mutant(path.relative_to(checkout).as_posix(), 0, self.name, match.start(), match.end(), text)


KNOWN = [
    Known(
        "TEF202 without its guard on changes in between",
        r" or changes_in\(self\.inference, tensor, loop\)",
        "",
        "tests/rules/test_variants.py -k row_indexing_loop",
    ),
    Known(
        "certain joined by or",
        r"certain=a\.certain and b\.certain",
        "certain=a.certain or b.certain",
        "tests/rules/test_variants.py -k negative_step",
    ),
    Known(
        "random results the same when drawn again",
        r"if not first\.signature\.repeatable:",
        "if False:",
        "tests/rules/test_variants.py -k naive_softmax",
    ),
    Known(
        "random operations pure",
        r" or operation\.signature\.random",
        "",
        "tests/fixing/test_effects.py -k still_called",
    ),
    Known(
        "since before the target only", r"rule\.since <= target", "rule.since < target", "tests/rules/test_target.py"
    ),
    Known(
        "TEF104 for a row of one number",
        r"(len\(row\.shape\) == 1) and row\.shape\[0\] != 1",
        r"\1",
        "tests/rules/test_variants.py -k mutual_broadcast",
    ),
    Known(
        "TEF104 for one sample",
        r"(return -1 if )squeezed\[-1\] != 1 and ",
        r"\1",
        "tests/rules/test_variants.py -k mutual_broadcast",
    ),
    Known(
        "TEF104 for columns of another size only",
        r"if (shape\[axis\]) != 1 or",
        r"if \1 == 1 or",
        "tests/rules/test_variants.py -k mutual_broadcast",
    ),
]
NOT_MUTATED = "tests/rules/test_variants.py tests/rules/test_target.py -k TEF104"


@pytest.fixture(scope="module")
def checkout() -> Iterator[Path]:
    """A copy of this checkout to change."""
    with copied_checkout() as folder:
        yield folder


@pytest.mark.parametrize("known", KNOWN, ids=lambda known: known.name)
def test_it_is_noticed_now(known: Known, checkout: Path) -> None:
    outcome = tried(checkout, known.mutant(checkout), known.tests.split(), timeout=300)
    assert outcome.verdict is Verdict.KILLED


def test_nothing_is_noticed_where_nothing_was_changed(checkout: Path) -> None:
    assert run_tests(checkout, NOT_MUTATED.split(), timeout=300) is Verdict.SURVIVED


def test_what_a_mutant_compiled_to_is_gone_with_it(checkout: Path) -> None:
    """Python takes a compiled file for the source's where size and second agree, as they do after a short run."""
    of_the_same_size = KNOWN[-1]
    path = checkout / of_the_same_size.mutant(checkout).path
    tried(checkout, of_the_same_size.mutant(checkout), of_the_same_size.tests.split(), timeout=300)
    assert not Path(importlib.util.cache_from_source(str(path))).exists()
