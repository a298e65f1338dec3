"""The work of fixing grows with the length of a file and of its functions, not with their square."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from functools import partial

import libcst as cst
import pytest

from flake8_torch_effective import fixing
from flake8_torch_effective.finding import Finding
from flake8_torch_effective.fixing.editing import Editing
from flake8_torch_effective.fixing.edits import edits_in
from flake8_torch_effective.fixing.leftovers import Leftovers
from flake8_torch_effective.inference.interpreter.interpreter import infer
from flake8_torch_effective.lint import apply, examine, resolve, write_fixes
from flake8_torch_effective.rewriting.file import File
from flake8_torch_effective.rewriting.writer import Rewriting
from flake8_torch_effective.rules import all_rules
from tests.rules.test_growth import lines_run

STATEMENTS = """\
    a{i} = torch.log(1 + x)
    g{i} = 1 + x
    b{i} = torch.log(g{i})
    p{i} = torch.softmax(x, dim=1)
    c{i} = torch.log(p{i})
    for k in range(len(x)):
        print(x[k].item())
"""


def long_function(count: int) -> str:
    """One function with ever more findings."""
    return "def f(x: torch.Tensor):\n" + "".join(STATEMENTS.format(i=i) for i in range(count))


def many_functions(count: int) -> str:
    """Ever more functions with a few findings each."""
    return "".join(f"def f{i}(x: torch.Tensor):\n{STATEMENTS.format(i=i)}\n\n" for i in range(count))


def work(source: str) -> None:
    """Write the fixes of a module, make them, and look for what they leave behind."""
    module = cst.parse_module(source)
    inference = infer(module)
    reports = resolve(apply(File(module, inference), all_rules()))
    fixes = write_fixes(reports, Rewriting(module, inference))
    editing = Editing(source, module)
    done, text = editing.apply({Finding(i, 0, "", ""): fix for i, fix in enumerate(fixes.values())}, ())
    assert len(done) > len(fixes) // 2
    assert text is not None
    leftovers = Leftovers()
    leftovers.note(editing.dropped)
    changed = cst.parse_module(text)
    leftovers.edits(changed, infer(changed))


def many_methods(count: int) -> str:
    """One class with ever more methods with a few findings each."""
    return "class A:\n" + textwrap.indent(many_functions(count), "    ")


@pytest.mark.parametrize("program", [many_functions, many_methods])
def test_the_work_of_showing_edits_grows_with_length_only(program: Callable[[int], str]) -> None:
    def work(count: int) -> int:
        source = "import torch\n\n\n" + program(count)
        examined = examine(source)
        assert len(examined.fixes) >= count
        return lines_run(lambda: edits_in(source, examined, examined.findings))

    few, many = map(work, (10, 40))
    assert many < 5 * few


@pytest.mark.parametrize("program", [long_function, many_functions])
def test_work_grows_with_length_only(program: Callable[[int], str]) -> None:
    few, many = (lines_run(partial(work, "import torch\n\n\n" + program(count))) for count in (10, 40))
    assert many < 5 * few


def test_there_is_a_round_for_every_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fixing, "MAX_ROUNDS", 1)
    loops = "".join(f"    t{i} = 0\n    for row in x:\n        t{i} += row\n" for i in range(5))
    source = f"import torch\n\n\ndef f(x: torch.Tensor):\n{loops}    return t0 + t1 + t2 + t3 + t4\n"
    fixed = fixing.fix(source, unsafe=True)
    assert (len(fixed.applied), fixed.left) == (5, [])
    assert fixing.fix(fixed.source, unsafe=True).source == fixed.source
