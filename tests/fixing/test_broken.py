"""A fix that breaks a working program is not safe; torch shows that it would break it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import torch

from flake8_torch_effective.verification.fixtures import module_from_source
from tests.by_rule import RuleFiles, by_rule
from tests.fixing.broken import BROKEN
from tests.fixing.test_cases import fixed

each_program = by_rule(lambda files: programs(files), "program")


def programs(files: RuleFiles) -> Iterator[tuple[str, tuple[str]]]:
    """The programs that fixes of a rule would break."""
    return ((name, (program,)) for name, program in BROKEN.get(files.code, {}).items())


def outcome(program: str) -> str:
    """What ``check`` gives, or the error that it raises."""
    state = torch.get_rng_state()
    try:
        return str(module_from_source(program, "broken").check())
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    finally:
        torch.set_rng_state(state)


@each_program
@pytest.mark.filterwarnings("ignore")
def test_a_fix_that_would_break_a_program_is_not_safe(files: RuleFiles, program: str) -> None:
    assert fixed(program, files.code, unsafe=False).source == program


@each_program
@pytest.mark.filterwarnings("ignore")
def test_the_fix_would_break_it(files: RuleFiles, program: str) -> None:
    changed = fixed(program, files.code).source
    assert changed != program
    before = outcome(program)
    assert "Error" not in before
    assert outcome(changed) != before
