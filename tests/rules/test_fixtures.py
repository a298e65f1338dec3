"""The linter on the fixture pairs: every mark of a bad.py is found, and every good.py is clean under all rules."""

from __future__ import annotations

from tests.by_rule import ROOT, RuleFiles, each_rule, every_rule, require
from tests.rules.expectations import disagreement, expected


def test_every_folder_of_fixtures_belongs_to_a_rule() -> None:
    folders = {path.parent for path in (ROOT / "fixtures").glob("*/*/*.py")}
    assert folders == {files.fixture for files in every_rule()}


@each_rule
def test_bad_holds_exactly_the_marked_findings(files: RuleFiles) -> None:
    source = (files.fixture / "bad.py").read_text(encoding="utf-8")
    assert expected(source)
    require(not disagreement(source), disagreement(source))


@each_rule
def test_good_is_clean_under_all_rules(files: RuleFiles) -> None:
    source = (files.fixture / "good.py").read_text(encoding="utf-8")
    assert expected(source) == []
    require(not disagreement(source), disagreement(source))
