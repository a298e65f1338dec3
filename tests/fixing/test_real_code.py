"""Fixing real files damages nothing: layout, comments and every line that no fix concerns stay."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from benchmarks.damage import damage, strayed
from benchmarks.fixing import FixedFile, fix_file
from benchmarks.packages import python_files
from flake8_torch_effective.fixing import Fixed, fix
from tests.by_rule import ROOT

TORCH = Path(torch.__file__).parent
# Where the rules find something that they can fix.
PLACES = [
    "_decomp/decompositions.py",
    "_refs",
    "ao/nn/quantizable",
    "ao/quantization/fx/_model_report",
    "distributions",
    "nn/functional.py",
]


def files(place: Path, unsafe: bool) -> list[FixedFile]:
    """The files of a place, fixed."""
    made = (fix_file(place.name, str(path), unsafe) for path in python_files(place))
    return [file for file in made if file is not None]


@pytest.mark.parametrize("place", PLACES)
def test_all_fixes_damage_nothing(place: str) -> None:
    made = files(TORCH / place, unsafe=True)
    assert [problem for file in made for problem in file.problems] == []
    assert any(file.codes for file in made)


def test_safe_fixes_damage_nothing() -> None:
    """In the fixtures, because no fix is safe in torch's own sources."""
    made = files(ROOT / "fixtures", unsafe=False)
    assert [problem for file in made for problem in file.problems] == []
    assert any(file.codes for file in made)


PROGRAM = """\
import torch

# about f
def f(n: int):  # f
    y = [1,2]
    if n == 0: return y
    x = torch.rand(n)
    return 2 + torch.log(1 + x)  # log
"""


def damaged(old: str, new: str) -> list[str]:
    """What is told of a fixed program in which a text was then replaced."""
    made = fix(PROGRAM)
    assert old in made.source
    return list(damage(PROGRAM, Fixed(made.source.replace(old, new), made.applied, made.left), False))


def test_nothing_is_told_of_what_is_whole() -> None:
    assert damaged("import torch", "import torch") == []


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("# about f\n", "", "comments lost: ['# about f']"),
        ("  # log", "  # log  # noqa", "comments that were not there: ['# log  # noqa']"),
        ("# about f\n", "# about f\n# type: ignore\n", "comments that were not there: ['# type: ignore']"),
        ("  # log", "  # log  # log", "comments that were not there: ['# log  # log']"),
        ("[1,2]", "[1, 2]", "its statement is not"),
        ("if n == 0: return y", "if n == 0:\n        return y", "its statement is not"),
        ("torch.log1p(x)", "torch.log1p(x", "does not compile"),
        ("torch.log1p(x)", "torch.log(1 + x)", "the text is the same"),
        ("torch.log1p(x)", "torch.log(1 + 2 * x)", "a second run changes it"),
    ],
)
def test_damage_is_told(old: str, new: str, told: str) -> None:
    assert told in " ".join(damaged(old, new))


def test_what_a_removed_line_told_tools_is_no_loss() -> None:
    before = PROGRAM.replace("return 2 + torch.log(1 + x)", "p = 1 + x  # sum  # noqa\n    return torch.log(p)")
    made = fix(before, unsafe=True)
    assert "# sum\n" in made.source
    assert list(damage(before, made, True)) == []


def test_a_change_without_a_fix_is_told() -> None:
    assert list(damage("x = 1\n", Fixed("x = 2\n", [], []), False)) == [
        "nothing was fixed, and yet the text has changed"
    ]


def test_moved_lines_have_not_strayed() -> None:
    before = "for i in y:\n    a = 1\n    b = f(i)\n    c = 2\n"
    assert list(strayed(before, "b = f(y)\na = 1\nc = 2\n")) == []
    assert list(strayed("a = 1; b = 2\n", "a = 3; b = 2\n")) == []
    assert list(strayed(before, "for i in y:\n    a = 1\n    b = g(i)\n    c =  2\n")) == [
        "line 4 is gone and its statement is not: 'c = 2'",
        "line 4 is new and its statement is not: 'c =  2'",
    ]
