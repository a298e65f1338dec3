"""The code of the tutorials that the rules come from: what deserves a finding has it, and nothing else does."""

from __future__ import annotations

import ast

import pytest

from tests.rules.expectations import disagreement
from tests.tutorials import common_snippets, effective_pytorch

PROGRAMS = {
    **{f"Effective PyTorch: {name}": program for name, program in effective_pytorch.PROGRAMS.items()},
    **{
        f"Common snippets: {name}": common_snippets.HEADER + program
        for name, program in common_snippets.PROGRAMS.items()
    },
}


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
def test_what_deserves_a_finding_has_it(program: str) -> None:
    ast.parse(program)
    difference = disagreement(program)
    if difference:
        pytest.fail(difference, pytrace=False)
