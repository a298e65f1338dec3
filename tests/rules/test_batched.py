"""The rules are plain LibCST visitors: LibCST's own ``visit_batched`` gives what the fast walk gives."""

from __future__ import annotations

from pathlib import Path

import libcst as cst
import pytest

from flake8_torch_effective.inference.interpreter.interpreter import infer
from flake8_torch_effective.lint import apply
from flake8_torch_effective.rewriting.file import File
from flake8_torch_effective.rules import all_rules
from flake8_torch_effective.rules.rule import Report

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"


def summary(reports: list[Report]) -> list[tuple[str, int, str]]:
    return sorted((report.rule.code, id(report.node), report.message) for report in reports)


@pytest.mark.parametrize("path", sorted(FIXTURES.glob("*/*/*.py")), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_same_reports_both_ways(path: Path) -> None:
    module = cst.parse_module(path.read_text(encoding="utf-8"))
    file = File(module, infer(module))
    batched = [rule(file) for rule in all_rules()]
    cst.visit_batched(module, batched)
    reports = [report for rule in batched for report in rule.reports]
    assert summary(reports) == summary(apply(file, all_rules()))


def test_there_is_something_to_compare() -> None:
    path = FIXTURES / "numerics" / "log_of_softmax" / "bad.py"
    module = cst.parse_module(path.read_text(encoding="utf-8"))
    assert len(apply(File(module, infer(module)), all_rules())) > 5
