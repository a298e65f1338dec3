"""Starting a rule writes every file it needs, and refuses what would damage another rule."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from flake8_torch_effective.cli import main
from flake8_torch_effective.rules import GROUPS, all_rules, group
from flake8_torch_effective.scaffold import CannotStart, free, start_rule


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    (tmp_path / "flake8_torch_effective" / "rules").mkdir(parents=True)
    (tmp_path / "fixtures").mkdir()
    return tmp_path


def test_every_file_of_a_rule_is_started(checkout: Path) -> None:
    written = {str(path.relative_to(checkout)) for path in start_rule(checkout, "TEF318", "some-slug")}
    assert written == {
        "flake8_torch_effective/rules/numerics/__init__.py",
        "flake8_torch_effective/rules/numerics/some_slug.py",
        "fixtures/numerics/some_slug/bad.py",
        "fixtures/numerics/some_slug/good.py",
        "fixtures/numerics/some_slug/evidence.py",
        "tests/variants/numerics/some_slug.py",
    }
    for path in written:
        text = (checkout / path).read_text(encoding="utf-8")
        ast.parse(text)
        assert "{{" not in text
        assert "{code}" not in text


def test_the_command_says_which_files_and_what_a_fix_needs(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(checkout)
    assert main(["new-rule", "TEF318", "some-slug"]) == 0
    told = capsys.readouterr()
    assert all((checkout / line).is_file() for line in told.out.splitlines())
    assert "fixtures/numerics/some_slug/bad.py" in told.out.splitlines()
    assert "tests/fixing/cases/some_slug.py" in told.err
    headings = (Path(__file__).parents[2] / "CONTRIBUTING.md").read_text(encoding="utf-8").splitlines()
    assert f"## {told.err.rstrip().rpartition(', ')[2]}" in headings


def test_a_second_start_overwrites_nothing(checkout: Path) -> None:
    start_rule(checkout, "TEF318", "some-slug")
    rule = checkout / "flake8_torch_effective" / "rules" / "numerics" / "some_slug.py"
    rule.write_text("kept", encoding="utf-8")
    with pytest.raises(CannotStart, match="exists already"):
        start_rule(checkout, "TEF318", "some-slug")
    assert rule.read_text(encoding="utf-8") == "kept"


@pytest.mark.parametrize(
    ("code", "name", "reason"),
    [
        ("TEF18", "some-slug", "no code of a rule"),
        ("X318", "some-slug", "no code of a rule"),
        ("TEF318", "Some Slug", "no slug"),
        ("TEF318", "class", "no slug"),
        ("TEF018", "some-slug", "1 shapes, 2 loops, .*, 9 drift"),
        ("TEF302", "some-slug", "exists already; the next free code of numerics is TEF3"),
        ("TEF318", "log-of-softmax", "exists already; take another slug"),
    ],
)
def test_what_cannot_be_started(checkout: Path, code: str, name: str, reason: str) -> None:
    with pytest.raises(CannotStart, match=reason):
        start_rule(checkout, code, name)
    assert not list(checkout.rglob("*.py"))


def test_the_next_free_code_is_behind_all_others() -> None:
    for folder, digit in GROUPS.items():
        codes = [rule.code for rule in all_rules() if rule.code[3] == str(digit)]
        assert free(folder) > max(codes, default=f"TEF{digit}00")
        assert free(folder) == f"TEF{digit}01" or f"TEF{int(free(folder)[3:]) - 1}" in codes


def test_the_first_rule_of_a_group_is_noticed(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(checkout)
    empty = set(GROUPS) - {group(rule) for rule in all_rules()}
    for number, (folder, digit) in enumerate(GROUPS.items()):
        assert main(["new-rule", f"TEF{digit}99", f"some-slug-{number}"]) == 0
        assert (f"first rule of the group {folder}" in capsys.readouterr().err) == (folder in empty)
        assert (checkout / "flake8_torch_effective" / "rules" / folder / f"some_slug_{number}.py").is_file()


def test_contributing_names_the_groups() -> None:
    text = " ".join((Path(__file__).parents[2] / "CONTRIBUTING.md").read_text(encoding="utf-8").split())
    assert f"the folder: {', '.join(f'{digit} {folder}' for folder, digit in GROUPS.items())}." in text


def test_elsewhere_than_in_a_checkout(tmp_path: Path) -> None:
    with pytest.raises(CannotStart, match="no checkout"):
        start_rule(tmp_path, "TEF318", "some-slug")
