"""The linter on the fixture pairs: every mark of a bad.py is found, and every good.py is clean under all rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules.expectations import disagreement, expected

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
FOLDERS = sorted(path.parent for path in FIXTURES.glob("*/*/bad.py"))
EVERY_PAIR = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)


def test_there_are_pairs() -> None:
    assert len(FOLDERS) >= 14


@EVERY_PAIR
def test_bad_holds_exactly_the_marked_findings(folder: Path) -> None:
    source = (folder / "bad.py").read_text(encoding="utf-8")
    assert expected(source)
    assert disagreement(source) == ""


@EVERY_PAIR
def test_good_is_clean_under_all_rules(folder: Path) -> None:
    source = (folder / "good.py").read_text(encoding="utf-8")
    assert expected(source) == []
    assert disagreement(source) == ""
