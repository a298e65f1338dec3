"""The rules are plain LibCST visitors: LibCST's own ``visit_batched`` gives what we give, whatever the order."""

from __future__ import annotations

import libcst as cst

from flake8_torch_effective.inference.interpreter.interpreter import infer
from flake8_torch_effective.lint import apply, visited_by
from flake8_torch_effective.rewriting.file import File
from flake8_torch_effective.rules import all_rules
from flake8_torch_effective.rules.rule import Report
from flake8_torch_effective.syntax.parsing import nodes_of
from tests.by_rule import ROOT, RuleFiles, each_rule


def summary(reports: list[Report]) -> list[tuple[str, int, str]]:
    return sorted((report.rule.code, id(report.node), report.message) for report in reports)


@each_rule
def test_same_reports_both_ways(files: RuleFiles) -> None:
    module = cst.parse_module((files.fixture / "bad.py").read_text(encoding="utf-8"))
    file = File(module, infer(module))
    batched = [rule(file) for rule in all_rules()]
    cst.visit_batched(module, batched)
    reports = [report for rule in batched for report in rule.reports]
    nodes = nodes_of(module, visited_by(all_rules()))
    assert summary(reports) == summary(apply(file, all_rules(), nodes))
    backwards = {kind: found[::-1] for kind, found in nodes.items()}
    assert summary(reports) == summary(apply(file, all_rules(), backwards))


def test_there_is_something_to_compare() -> None:
    path = ROOT / "fixtures" / "numerics" / "log_of_softmax" / "bad.py"
    module = cst.parse_module(path.read_text(encoding="utf-8"))
    assert len(apply(File(module, infer(module)), all_rules())) > 5
