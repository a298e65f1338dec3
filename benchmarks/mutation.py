"""Whether the tests notice small changes to the code: comparisons, guards, constants, sets, rows of tables.

    python -m benchmarks.mutation [--sample N] [--seed S] [--only PATH …] [--jobs J]

Each mutant is written into a copy of the checkout, and the tests that can notice it run there: for a rule its own, for
the rest those of its folder. What no test notices is shown as a difference, and makes the exit status 1. Not every
survivor is a fault of the tests: some changes cannot be noticed.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import queue
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from benchmarks.mutants import Mutant, mutants

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = "flake8_torch_effective"
FOLDERS = (PACKAGE, "fixtures", "tests", "benchmarks", "docs", "website", ".ci")
_RULE_TESTS = ("tests/rules/test_variants.py", "tests/rules/test_fixtures.py", "tests/fixing/test_cases.py")
_FIX_TESTS = tuple(
    f"tests/fixing/test_{name}.py" for name in ("cases", "editing", "effects", "changed_values", "moved_code", "cells")
)
_INFERENCE_TESTS = ("tests/inference/test_facts.py", "tests/inference/test_strides.py", *_RULE_TESTS[:2])
# By the path below the package, the first that fits; the rest is inference.
TESTS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("rewriting/", _FIX_TESTS),
    ("inference/events/", ("tests/inference/events", "tests/rules/test_events.py", "tests/rules/test_variants.py")),
    ("inference/knowledge/", ("tests/inference/test_columns.py", "tests/inference/test_table.py", *_INFERENCE_TESTS)),
    ("inference/queries/", ("tests/inference/test_examples.py", *_INFERENCE_TESTS)),
    ("inference/patterns/", ("tests/inference/test_examples.py", *_INFERENCE_TESTS)),
    ("rules/page.py", ("tests/command/test_pages.py", "tests/rules/test_contract.py")),
    ("fixing/", _FIX_TESTS),
    ("syntax/", ("tests/syntax", *_FIX_TESTS, *_RULE_TESTS[:2])),
    ("command/", ("tests/command", "tests/plugin")),
    ("cli.py", ("tests/command",)),
    ("plugin.py", ("tests/plugin",)),
    ("lint.py", ("tests/rules", "tests/plugin", "tests/command")),
    ("verification/", ("tests/verification",)),
    ("scaffold.py", ("tests/rules/test_scaffold.py",)),
)


class Verdict(Enum):
    """What became of a mutant."""

    KILLED = "killed"
    HANGS = "killed by the time limit"
    CRASHES = "killed by a crash of the test run"
    SURVIVED = "survived"


@dataclass(frozen=True)
class Outcome:
    """A mutant and what the tests made of it."""

    mutant: Mutant
    verdict: Verdict


def arguments_for(path: str) -> list[str]:
    """The arguments of pytest for the tests that can notice a change to a file.

    Args:
        path: the file in the checkout, such as ``flake8_torch_effective/rules/numerics/log1p.py``.
    """
    below = path.removeprefix(f"{PACKAGE}/")
    for start, tests in TESTS:
        if below.startswith(start):
            return list(tests)
    if below.startswith("rules/") and below.count("/") == 2:
        return [*_RULE_TESTS, "-k", Path(path).stem]
    return list(_INFERENCE_TESTS)


@contextmanager
def copied_checkout() -> Iterator[Path]:
    """A copy of this checkout without its history, for as long as it is wanted."""
    with tempfile.TemporaryDirectory(prefix="checkout-") as folder:
        copy_checkout(Path(folder))
        yield Path(folder)


def copy_checkout(target: Path) -> None:
    """Copy this checkout without its history into an empty folder."""
    unneeded = shutil.ignore_patterns(".*_cache")  # what is compiled is valid there, as files keep their times
    for name in FOLDERS:
        shutil.copytree(ROOT / name, target / name, ignore=unneeded)
    for path in ROOT.iterdir():
        if path.is_file() and path.name != ".git":
            shutil.copy(path, target)


def run_tests(checkout: Path, arguments: Sequence[str], timeout: float) -> Verdict:
    """Run tests in a copied checkout up to the first that fails.

    Raises:
        RuntimeError: there are no such tests.
    """
    environment = {**os.environ, "PYTHONPATH": str(checkout)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # the copy goes, and hundreds of runs share what was compiled
    try:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-x", "-q", "--no-header", "-p", "no:cacheprovider", *arguments],
            cwd=checkout,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            timeout=timeout,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Verdict.HANGS
    if done.returncode in (4, 5):
        raise RuntimeError(f"no tests in {' '.join(arguments)}: {done.stdout[-2000:]}")
    if done.returncode < 0 or done.returncode == 3:
        return Verdict.CRASHES
    return Verdict.KILLED if done.returncode else Verdict.SURVIVED


def tried(checkout: Path, mutant: Mutant, arguments: Sequence[str], timeout: float) -> Outcome:
    """A mutant's outcome in a copied checkout, which is as before afterwards."""
    path = checkout / mutant.path
    source = path.read_text(encoding="utf-8")
    try:
        path.write_text(mutant.applied(source), encoding="utf-8")
        return Outcome(mutant, run_tests(checkout, arguments, timeout))
    finally:
        path.write_text(source, encoding="utf-8")
        # Python knows what it compiled by the size and the whole second of the source, and both can be the same.
        Path(importlib.util.cache_from_source(str(path))).unlink(missing_ok=True)


def every_mutant(only: Sequence[str]) -> list[Mutant]:
    """The mutants of all files below the given paths."""
    found = []
    for path in sorted((ROOT / PACKAGE).rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if not only or any(name.startswith(start.rstrip("/")) for start in only):
            found += mutants(name, path.read_text(encoding="utf-8"))
    return found


def sampled(found: Sequence[Mutant], count: int, seed: int) -> list[Mutant]:
    """Some mutants, always the same for one seed and one state of the code."""
    return sorted(random.Random(seed).sample(found, min(count, len(found))), key=lambda mutant: mutant.path)


def outcomes(chosen: Sequence[Mutant], jobs: int, timeout: float, *, checked: bool = True) -> Iterator[Outcome]:
    """What becomes of each mutant, in order.

    Args:
        chosen: the mutants.
        jobs: how many are tried at once, each in a copy of the checkout.
        timeout: seconds for the tests of one.
        checked: whether the tests run without any mutant first.

    Raises:
        RuntimeError: they fail without any mutant.
    """
    checkouts: queue.Queue[Path] = queue.Queue()

    passing: set[tuple[str, ...]] = set()

    def one(mutant: Mutant) -> Outcome:
        checkout = checkouts.get()
        arguments = arguments_for(mutant.path)
        try:
            if checked and tuple(arguments) not in passing:
                verdict = run_tests(checkout, arguments, timeout)
                if verdict is not Verdict.SURVIVED:
                    raise RuntimeError(f"{verdict.value} without any mutant: {' '.join(arguments)}")
                passing.add(tuple(arguments))
            return tried(checkout, mutant, arguments, timeout)
        finally:
            checkouts.put(checkout)

    with tempfile.TemporaryDirectory(prefix="mutation-") as folder:
        for number in range(jobs):
            checkout = Path(folder, str(number))
            checkout.mkdir()
            copy_checkout(checkout)
            checkouts.put(checkout)
        with ThreadPoolExecutor(jobs) as pool:
            yield from pool.map(one, chosen)


def main() -> int:
    """Try a sample of the mutants, or all of them, and print what became of each."""
    options = _arguments()
    found = every_mutant(options.only)
    chosen = sampled(found, options.sample or len(found), options.seed)
    print(f"{len(chosen)} of {len(found)} mutants, seed {options.seed}", flush=True)
    survivors = []
    for outcome in outcomes(chosen, options.jobs, options.timeout):
        print(f"{outcome.mutant}: {outcome.verdict.value}", flush=True)
        if outcome.verdict is Verdict.SURVIVED:
            survivors.append(outcome.mutant)
    for mutant in survivors:
        print(f"\n{mutant.diff((ROOT / mutant.path).read_text(encoding='utf-8'))}", end="")
    print(f"\n{len(chosen) - len(survivors)} killed, {len(survivors)} survived")
    return 1 if survivors else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser("benchmarks.mutation", description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--sample", type=int, default=0, metavar="N", help="try N of the mutants (default: all)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="which of them")
    parser.add_argument("--only", nargs="+", default=[], metavar="PATH", help="only in these files or folders")
    parser.add_argument("--jobs", type=int, default=1, metavar="J", help="processes")
    parser.add_argument("--timeout", type=float, default=300, metavar="SECONDS", help="for the tests of one mutant")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
