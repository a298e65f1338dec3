"""Where a star imports what nobody sees, any name may be another package's, and no fix is safe."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.by_rule import RuleFiles, by_rule
from tests.fixing.programs import programs_of
from tests.fixing.test_cases import fixed

each_safe = by_rule(lambda files: first_safe(files), "program")


def first_safe(files: RuleFiles) -> Iterator[tuple[str, tuple[str]]]:
    """The first program of a rule whose fix is safe."""
    programs = programs_of(files)
    name = next((name for name in programs.fixes if name in programs.safe), None)
    if name is not None:
        yield name, (programs.fixes[name][0],)


@each_safe
def test_no_fix_is_safe_beside_a_star_from_another_package(files: RuleFiles, program: str) -> None:
    source = f"{program}\nfrom helpers import *\n"
    assert fixed(source, files.code, unsafe=False).source == source


@pytest.mark.parametrize("star", ["from torch import *", "from torch.nn.functional import *"])
def test_torch_brings_its_own_names(star: str) -> None:
    source = f"import torch\n{star}\n\n\ndef f(x: torch.Tensor):\n    return torch.ger(x, x)\n"
    assert "torch.outer" in fixed(source, "TEF902", unsafe=False).source
