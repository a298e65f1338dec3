"""The fixes of each rule on small programs: what comes out, letter by letter, and what is left alone."""

from __future__ import annotations

from collections.abc import Iterator

from flake8_torch_effective.finding import Finding
from flake8_torch_effective.fixing import Fixed, fix
from flake8_torch_effective.rules.page import page
from flake8_torch_effective.rules.rule import Rule
from tests.by_rule import RuleFiles, by_rule, each_fixing_rule, each_rule
from tests.fixing.programs import programs_of


def fixed(program: str, code: str, unsafe: bool = True) -> Fixed:
    """A program with the findings of one rule fixed."""

    def counts(finding: Finding) -> bool:
        return finding.code == code

    return fix(program, lambda text: counts, unsafe=unsafe)


def fixes(files: RuleFiles) -> Iterator[tuple[str, tuple[str, str, bool]]]:
    """Each program before and after, and whether its fix is safe."""
    programs = programs_of(files)
    return ((name, (*both, name in programs.safe)) for name, both in programs.fixes.items())


def left(files: RuleFiles) -> Iterator[tuple[str, tuple[str]]]:
    """Each program that no fix changes."""
    return ((name, (program,)) for name, program in programs_of(files).left.items())


@by_rule(fixes, "before", "after", "safe")
def test_fixed(files: RuleFiles, before: str, after: str, safe: bool) -> None:
    made = fixed(before, files.code)
    assert made.source == after
    assert made.applied
    assert fixed(after, files.code).source == after
    assert fixed(before, files.code, unsafe=False).source == (after if safe else before), "without unsafe fixes"


@by_rule(left, "program")
def test_left(files: RuleFiles, program: str) -> None:
    made = fixed(program, files.code)
    assert made.left
    assert all(finding.fix is None for finding in made.left)
    assert made.source == program


@each_rule
def test_the_page_says_which_fixes_there_are(files: RuleFiles, rule: type[Rule]) -> None:
    programs = programs_of(files)
    safe, unsafe = len(programs.safe), len(programs.fixes) - len(programs.safe)
    assert page(rule).fixes == [word for word, count in (("safe", safe), ("unsafe", unsafe)) if count]


@each_fixing_rule
def test_there_are_enough_programs(files: RuleFiles) -> None:
    programs = programs_of(files)
    assert len(programs.fixes) >= 8
    assert len(programs.left) >= 4
    assert set(programs.fixes) >= programs.safe
