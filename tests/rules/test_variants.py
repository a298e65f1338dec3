"""Each rule on programs it was not written against: what it must find, and what it must leave alone."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

import pytest

from flake8_torch_effective.rules import all_rules, group, slug
from flake8_torch_effective.rules.rule import Rule
from tests.rules.expectations import disagreement, expected


def variants(rule: type[Rule]) -> ModuleType:
    """The rule's own file of programs."""
    return import_module(f"tests.variants.{group(rule)}.{slug(rule).replace('-', '_')}")


FLAG = [
    pytest.param(rule.code, program, id=f"{rule.code}-{reason}")
    for rule in all_rules()
    for reason, program in variants(rule).FLAG.items()
]
LEAVE = [
    pytest.param(rule.code, program, id=f"{rule.code}-{reason}")
    for rule in all_rules()
    for reason, program in variants(rule).LEAVE.items()
]


@pytest.mark.parametrize(("code", "program"), FLAG)
def test_flag(code: str, program: str) -> None:
    assert code in {mark for _, mark in expected(program)}
    assert disagreement(program) == ""


@pytest.mark.parametrize(("code", "program"), LEAVE)
def test_leave(code: str, program: str) -> None:
    assert expected(program) == []
    assert disagreement(program) == ""


@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.code)
def test_as_much_is_left_as_is_found(rule: type[Rule]) -> None:
    suite = variants(rule)
    assert len(suite.LEAVE) >= 0.7 * len(suite.FLAG) > 5


def test_a_missing_finding_is_noticed() -> None:
    assert "no TEF103" in disagreement("import torch\n\nx = 1  # expect: TEF103\n")


def test_an_extra_finding_is_noticed() -> None:
    program = "import torch\n\n\ndef f(x: torch.Tensor):\n    return x.squeeze()\n"
    assert "line 5: TEF103" in disagreement(program)
