"""The work of linting and fixing grows with a program's length and depth alone, in whatever way it grows."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from benchmarks.damage import compiled
from flake8_torch_effective.fixing import fix
from flake8_torch_effective.lint import lint
from tests.fuzzing.corpus import rule_programs
from tests.fuzzing.growing import SHAPES, Growing, lengthened, repeated
from tests.rules.test_growth import lines_run


def fix_all(source: str) -> None:
    """Fix what can be fixed."""
    fix(source, unsafe=True)


def growth(grown: Growing, work: Callable[[str], object], small: int) -> float:
    """How many times as much work four times the program is."""
    one, four = grown(small), grown(4 * small)
    compiled(four)
    work(one)  # what is worked out once a process
    return lines_run(lambda: work(four)) / lines_run(lambda: work(one))


@pytest.mark.parametrize("work", [lint, fix_all])
@pytest.mark.parametrize("name", SHAPES)
def test_long_and_deep_programs(name: str, work: Callable[[str], object]) -> None:
    assert growth(SHAPES[name], work, 4 if name.startswith("nested") else 10) < 5


@pytest.mark.parametrize("grow", [repeated, lengthened])
def test_what_the_rules_are_tested_on_many_times(grow: Callable[[str], Growing | None]) -> None:
    seen = 0
    for program in rule_programs()[::220]:
        grown = grow(program)
        if grown is not None:
            seen += 1
            assert growth(grown, lint, 5) < 5, program
    assert seen > 10


# Each of these walked a file, a function or a name's bindings once for every finding.
WALKED = {
    "methods without self": (
        repeated,
        """\
import torch
from torch import nn

class Net(nn.Module):
    @torch.no_grad()
    def predict(x):
        return self.fc(x)
""",
    ),
    "sizes that a function is given": (
        lengthened,
        """\
import torch

def positions(n, x):
    n = n + 1
    a = torch.arange(n).to(x.device)
    return x + a
""",
    ),
    "leaves that move": (
        lengthened,
        """\
import torch

def main(device: torch.device):
    w = torch.randn(3, requires_grad=True).to(device)
    return torch.optim.SGD([w], lr=0.1)
""",
    ),
    "copies of what a name is bound to again": (
        lengthened,
        """\
import torch

def power(other):
    signal = torch.rand(3)
    if isinstance(other, float):
        signal = torch.tensor(signal)
    return signal, other
""",
    ),
}


@pytest.mark.parametrize("name", WALKED)
def test_what_once_grew_with_the_square(name: str) -> None:
    grow, program = WALKED[name]
    grown = grow(program)
    assert grown is not None
    assert growth(grown, lint, 5) < 5
