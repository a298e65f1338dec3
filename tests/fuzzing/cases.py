"""How many programs a test makes, and what is said of one that fails."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator

from tests.fuzzing.properties import Run
from tests.fuzzing.reduction import reduced

# How many times as many programs as usual: `FUZZ=100 python -m pytest tests/fuzzing -n auto`.
TIMES = int(os.environ.get("FUZZ", "1"))
WORKERS = range(2)


def checked(make: Callable[[random.Random], str], count: int, worker: int) -> Run:
    """Check some programs, always the same, and fail for the first that breaks a property, made small.

    Args:
        make: makes a program.
        count: how many are made by all workers together.
        worker: which share of them to check.
    """
    run = Run()
    for seed in range(worker, count * TIMES, len(WORKERS)):
        source = make(random.Random(seed))
        problems = run.problems(source)
        if problems:
            raise AssertionError("\n".join(_told(seed, source, problems)))
    return run


def _told(seed: int, source: str, problems: list[str]) -> Iterator[str]:
    yield f"program {seed}: {problems[0]}"
    yield "Made small, it is:"
    last = problems[0].strip().splitlines()[-1].rpartition(":")[2]

    def fails(text: str) -> bool:
        return any(last in problem for problem in Run().problems(text))

    yield reduced(source, fails)
    yield from problems[1:]
