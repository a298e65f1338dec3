"""The rules are plain LibCST visitors: LibCST's own ``visit_batched`` gives what we give, whatever the order."""

from __future__ import annotations

from pathlib import Path

import libcst as cst

from flake8_torch_effective.inference.interpreter.interpreter import infer
from flake8_torch_effective.lint import apply, visited_by
from flake8_torch_effective.rewriting.file import File
from flake8_torch_effective.rules import all_rules
from flake8_torch_effective.rules.rule import Report, Rule
from flake8_torch_effective.syntax.parsing import nodes_of
from tests.by_rule import ROOT, RuleFiles, each_rule


def summary(reports: list[Report]) -> list[tuple[str, int, str]]:
    return sorted((report.rule.code, id(report.node), report.message) for report in reports)


def reported_alike(path: Path, rules: tuple[type[Rule], ...]) -> list[Report]:
    """What some rules report in a file, by ``visit_batched`` and by us in two orders, which must be the same."""
    module = cst.parse_module(path.read_text(encoding="utf-8"))
    file = File(module, infer(module))
    batched = [rule(file) for rule in rules]
    cst.visit_batched(module, batched)
    reports = [report for rule in batched for report in rule.reports]
    nodes = nodes_of(module, visited_by(rules))
    assert summary(reports) == summary(apply(file, rules, nodes))
    backwards = {kind: found[::-1] for kind, found in nodes.items()}
    assert summary(reports) == summary(apply(file, rules, backwards))
    return reports


@each_rule
def test_same_reports_both_ways(files: RuleFiles) -> None:
    group = tuple(rule for rule in all_rules() if rule.code[:4] == files.code[:4])
    reported_alike(files.fixture / "bad.py", group)


def test_same_reports_of_all_rules_together() -> None:
    assert len(reported_alike(ROOT / "fixtures" / "numerics" / "log_of_softmax" / "bad.py", all_rules())) > 5
