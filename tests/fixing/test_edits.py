"""The edits of a fix, applied to the text, are what the fix makes of it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from flake8_torch_effective.cache.key import Wanted
from flake8_torch_effective.fixing.editing import Editing
from flake8_torch_effective.fixing.edits import TextEdit, differences, edits_of
from flake8_torch_effective.lint import examine

FIXTURES = sorted((Path(__file__).resolve().parents[2] / "fixtures").glob("*/*/bad.py"))


def applied(source: str, edits: tuple[TextEdit, ...]) -> str:
    """A text after edits, made from the bottom up."""
    for edit in reversed(edits):
        lines = source.splitlines(keepends=True)
        places = [sum(map(len, lines[: line - 1])) + column for line, column in (edit.start, edit.end)]
        source = source[: places[0]] + edit.text + source[places[1] :]
    return source


@pytest.mark.parametrize("path", random.Random(0).sample(FIXTURES, 20), ids=lambda path: path.parent.name)
def test_they_make_what_the_fix_makes(path: Path) -> None:
    source = path.read_text("utf-8")
    examined = examine(source)
    edits = edits_of(source, examined.findings, Wanted())
    assert examined.module is not None
    assert set(edits) == set(examined.fixes)
    for finding, fix in examined.fixes.items():
        assert applied(source, edits[finding]) == Editing(source, examined.module).attempt([fix])


def test_most_fixtures_have_some() -> None:
    with_fixes = [path for path in FIXTURES if examine(path.read_text("utf-8")).fixes]
    assert len(with_fixes) > len(FIXTURES) / 3


def test_words_are_replaced_as_a_whole() -> None:
    source = "import torch\n\n\ndef f(x: torch.Tensor) -> torch.Tensor:\n    return torch.ger(x, x)  # outer\n"
    examined = examine(source)
    (edits,) = edits_of(source, examined.findings, Wanted()).values()
    assert edits == (TextEdit((5, 17), (5, 20), "outer"),)


def test_what_has_no_fix_has_no_edits() -> None:
    source = "import torch\n\n\ndef f(x: torch.Tensor) -> torch.Tensor:\n    return x.sum()\n"
    examined = examine(source)
    assert [finding.code for finding in examined.findings if finding.fix is None]
    assert edits_of(source, examined.findings, Wanted()) == {}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "a"),
        ("a", ""),
        ("a\n", "a\nb\n"),
        ("a\nb\n", "b\n"),
        ("x = 1\ny = 2\nz = 3\n", "x = 2\ny = 2\nz = é\n"),
        ("a", "a\n"),
    ],
)
def test_differences(before: str, after: str) -> None:
    assert applied(before, tuple(differences(before, after))) == after
