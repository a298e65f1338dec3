"""The fixes of each rule on small programs: what comes out, letter by letter, and what is left alone."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

import pytest

from flake8_torch_effective.fixing import Fixed, fix
from flake8_torch_effective.lint import Finding
from flake8_torch_effective.rules import all_rules, slug
from flake8_torch_effective.rules.page import page
from flake8_torch_effective.rules.rule import Rule
from tests.fixing.fixtures import rules_with_a_fix


def cases(rule: type[Rule]) -> ModuleType:
    """The rule's own file of programs."""
    return import_module(f"tests.fixing.cases.{slug(rule).replace('-', '_')}")


def fixed(program: str, code: str, unsafe: bool = True) -> Fixed:
    """A program with the findings of one rule fixed."""

    def counts(finding: Finding) -> bool:
        return finding.code == code

    return fix(program, lambda text: counts, unsafe=unsafe)


RULES = rules_with_a_fix()
FIXES = [pytest.param(rule, name, id=f"{rule.code}-{name}") for rule in RULES for name in cases(rule).FIXES]
LEFT = [pytest.param(rule, name, id=f"{rule.code}-{name}") for rule in RULES for name in cases(rule).LEFT]


@pytest.mark.parametrize(("rule", "name"), FIXES)
def test_fixed(rule: type[Rule], name: str) -> None:
    before, after = cases(rule).FIXES[name]
    made = fixed(before, rule.code)
    assert made.source == after
    assert made.applied
    assert fixed(after, rule.code).source == after


@pytest.mark.parametrize(("rule", "name"), FIXES)
def test_fixed_without_being_asked_for_unsafe_fixes(rule: type[Rule], name: str) -> None:
    before, after = cases(rule).FIXES[name]
    assert fixed(before, rule.code, unsafe=False).source == (after if name in cases(rule).SAFE else before)


@pytest.mark.parametrize(("rule", "name"), LEFT)
def test_left(rule: type[Rule], name: str) -> None:
    program = cases(rule).LEFT[name]
    made = fixed(program, rule.code)
    assert made.left
    assert all(finding.fix is None for finding in made.left)
    assert made.source == program


@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.code)
def test_the_page_says_which_fixes_there_are(rule: type[Rule]) -> None:
    safe = len(cases(rule).SAFE) if rule in RULES else 0
    unsafe = len(cases(rule).FIXES) - safe if rule in RULES else 0
    assert page(rule).fixes == [word for word, count in (("safe", safe), ("unsafe", unsafe)) if count]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_there_are_enough_programs(rule: type[Rule]) -> None:
    assert len(cases(rule).FIXES) >= 8
    assert len(cases(rule).LEFT) >= 4
    assert set(cases(rule).FIXES) >= cases(rule).SAFE
