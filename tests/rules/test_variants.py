"""Each rule on programs it was not written against: what it must find, and what it must leave alone."""

from __future__ import annotations

import pytest

from tests.rules.expectations import disagreement, expected
from tests.variants import (
    loops_variants,
    numerics_variants,
    shapes_variants,
    tensors_variants,
    training_variants,
)

SUITES = (shapes_variants, loops_variants, numerics_variants, tensors_variants, training_variants)
FLAG = [
    pytest.param(code, program, id=f"{code}-{reason}")
    for suite in SUITES
    for code, programs in suite.FLAG.items()
    for reason, program in programs.items()
]
LEAVE = [
    pytest.param(code, program, id=f"{code}-{reason}")
    for suite in SUITES
    for code, programs in suite.LEAVE.items()
    for reason, program in programs.items()
]


@pytest.mark.parametrize(("code", "program"), FLAG)
def test_flag(code: str, program: str) -> None:
    assert code in {mark for _, mark in expected(program)}
    assert disagreement(program) == ""


@pytest.mark.parametrize(("code", "program"), LEAVE)
def test_leave(code: str, program: str) -> None:
    assert expected(program) == []
    assert disagreement(program) == ""


def test_as_much_is_left_as_is_found() -> None:
    assert len(LEAVE) >= 0.9 * len(FLAG)


def test_a_missing_finding_is_noticed() -> None:
    assert "no TEF103" in disagreement("import torch\n\nx = 1  # expect: TEF103\n")


def test_an_extra_finding_is_noticed() -> None:
    program = "import torch\n\n\ndef f(x: torch.Tensor):\n    return x.squeeze()\n"
    assert "line 5: TEF103" in disagreement(program)
