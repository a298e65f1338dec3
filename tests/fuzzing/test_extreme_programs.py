"""Whatever a program gives torch, linting it neither raises nor says that it could not look."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from flake8_torch_effective.lint import lint
from tests.fuzzing.cases import TIMES
from tests.fuzzing.extreme_programs import ROWS, extreme_program

TOGETHER = 12  # rows of the table in one program


def failures(source: str) -> list[str]:
    """What linting failed at; nothing where CPython does not accept the program."""
    try:
        return [finding.message for finding in lint(source) if finding.code == "TEF000"]
    except SyntaxError:  # an argument named twice
        return []


@settings(
    max_examples=150 * TIMES,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)
@given(choice=st.randoms(use_true_random=False))
def test_extreme_programs(choice: random.Random) -> None:
    source = extreme_program(choice)
    assert not failures(source), source


@pytest.mark.parametrize("first", range(0, len(ROWS), 10 * TOGETHER))
def test_every_row_of_the_table(first: int) -> None:
    choice = random.Random(first)
    for _ in range(TIMES):
        for start in range(first, first + 10 * TOGETHER, TOGETHER):
            source = extreme_program(choice, ROWS[start : start + TOGETHER])
            assert not failures(source), source
