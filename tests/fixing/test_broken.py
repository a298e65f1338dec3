"""A fix that breaks a working program is not safe; torch shows that it would break it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import torch

from flake8_torch_effective.verification.fixtures import module_from_source
from tests.by_rule import RuleFiles, by_rule
from tests.fixing.broken import BROKEN
from tests.fixing.called import CALLED
from tests.fixing.test_cases import fixed

each_program = by_rule(lambda files: programs(files), "program")


def programs(files: RuleFiles) -> Iterator[tuple[str, tuple[str]]]:
    """The programs that fixes of a rule would break."""
    return ((name, (program,)) for name, program in BROKEN.get(files.code, {}).items())


each_call = by_rule(lambda files: CALLED.get(files.code, {}).items(), "program", "caller")


def outcome(program: str, caller: str | None = None) -> str:
    """What ``check`` gives, of the program or of its caller, or the error that it raises."""
    state = torch.get_rng_state()
    try:
        module = module_from_source(program, "broken")
        if caller is None:
            return str(module.check())
        return str(module_from_source(f"import torch\n\n\n{caller}", "caller").check(module))
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


@each_call
@pytest.mark.filterwarnings("ignore")
def test_a_fix_that_would_break_a_caller_in_another_file_is_not_safe(
    files: RuleFiles, program: str, caller: str
) -> None:
    assert fixed(program, files.code, unsafe=False).source == program


@each_call
@pytest.mark.filterwarnings("ignore")
def test_the_fix_would_break_the_caller(files: RuleFiles, program: str, caller: str) -> None:
    changed = fixed(program, files.code).source
    assert changed != program
    before = outcome(program, caller)
    assert "Error" not in before
    assert outcome(changed, caller) != before


AUTOCAST_ON_CUDA = {"log": True, "softplus": True, "log_softmax.int": True, "logsumexp": True, "log1p": True}


@pytest.mark.parametrize(("name", "listed"), [*AUTOCAST_ON_CUDA.items(), ("log_sigmoid", False)])
def test_autocast_knows_what_safe_fixes_write(name: str, listed: bool) -> None:
    """CUDA's autocast runs them in float32, as it does log; not logsigmoid, whose fix is therefore unsafe."""
    assert torch._C._dispatch_has_kernel_for_dispatch_key(f"aten::{name}", "AutocastCUDA") is listed
