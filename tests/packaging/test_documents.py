"""What the README and the pages promise is what the program and CI do."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from flake8_torch_effective.cli import main, parser
from flake8_torch_effective.rules import all_rules
from flake8_torch_effective.rules.page import page
from tests.packaging import rules_table
from tests.packaging.installation import CHECKOUT
from tests.readme import DOCS, README, documents, everything, shown

PAGES = everything()


def test_the_rules_table_is_current() -> None:
    assert rules_table.written() == rules_table.generated(), f"renew it: {rules_table.RENEW}"


def test_the_changelog_says_which_fixes_there_are() -> None:
    changelog = (CHECKOUT / "CHANGELOG.md").read_text(encoding="utf-8")
    kinds = re.findall(r"^  - (TEF\d{3}\b.*(?:\n    .*)*) ha(?:ve|s) (.*(?:\n    .*)*);", changelog, re.M)
    told: dict[str, list[str]] = {}
    for codes, fixes in kinds:
        for first, last in re.findall(r"(TEF\d{3})(?: to (TEF\d{3}))?", codes):
            for rule in all_rules():
                if first <= rule.code <= (last or first):
                    told[rule.code] = re.findall(r"\b(?:un)?safe\b", fixes)
    assert told == {rule.code: page(rule).fixes for rule in all_rules() if page(rule).fixes}


def test_the_pages_count_the_wrong_versions_that_tests_put_in() -> None:
    files = (CHECKOUT / "tests" / "verification").glob("test_cheats_in_*.py")
    cheats = sum(len(re.findall(r"^    Cheat\(", path.read_text(encoding="utf-8"), re.M)) for path in files)
    assert f" {cheats} wrong good versions" in PAGES


def test_the_readme_is_short_and_has_no_blanks_to_fill_in() -> None:
    assert len(README.read_text(encoding="utf-8").splitlines()) < 200
    assert not re.search(r"\b(?:OWNER|ADDRESS)\b", PAGES)


def test_the_readme_leads_to_every_page() -> None:
    text = README.read_text(encoding="utf-8")
    pages = [path.relative_to(CHECKOUT).as_posix() for path in DOCS.rglob("*.md")]
    assert [page for page in pages if f"]({page})" not in text] == ["docs/index.md", "docs/rules/TEF000.md"]


@pytest.mark.parametrize("name", ["lint", "test"])
def test_each_command_is_marked_once_and_stands_on_one_line(name: str) -> None:
    assert len(shown(f"command: {name}").splitlines()) == 1


def test_ci_takes_its_commands_from_the_readme() -> None:
    script = (CHECKOUT / ".ci" / "run").read_text(encoding="utf-8")
    assert "readme_command lint" in script
    assert "readme_command test" in script
    assert "pytest" not in script


def test_the_program_takes_the_commands_on_rules_that_are_shown() -> None:
    named = re.findall(r"^\| `torch-effective ((?:explain|rules|verify)\b[^`]*)` \|", PAGES, re.M)
    assert len(named) >= 5
    for line in named:
        parser().parse_args(shlex.split(line))


@pytest.mark.parametrize("path", [*documents(), CHECKOUT / "CONTRIBUTING.md"], ids=lambda path: path.name)
def test_the_folders_and_files_that_it_names_are_there(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    links = re.findall(r"\]\((?!https?:)([^)#\s]+)[^)]*\)", re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S))
    named = re.findall(r"^\| `((?:flake8_torch_effective|fixtures|tests|benchmarks|releases)/[^`<*]*)", text, re.M)
    # Pages of rules are made where the site is built.
    made = {f"TEF{rule.code[3:]}.md" for rule in all_rules()}
    missing = [link for link in links if not (path.parent / link).exists() and Path(link).name not in made]
    assert missing + [folder for folder in named if not (CHECKOUT / folder).exists()] == []


def test_checking_and_fixing_take_the_command_lines_that_are_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Those of the page for TorchFix's users have a test of their own.
    texts = [path.read_text(encoding="utf-8") for path in documents() if path.name != "from-torchfix.md"]
    named = re.findall(r"torch-effective ((?:check|fix) [^`#\n]*src)\b", "\n".join(texts))
    assert len(named) >= 4
    (tmp_path / "src").mkdir()
    monkeypatch.chdir(tmp_path)
    for line in named:
        (tmp_path / "src" / "a.py").write_text(
            "import torch\n\n\ndef f(x: torch.Tensor):\n    return x.softmax(dim=1).log().sum(1).mean()\n",
            encoding="utf-8",
        )
        expected = 0 if line == "fix src" else 1
        assert main(shlex.split(line)) == expected, line
    assert {path.name for path in tmp_path.iterdir()} == {"src"}


def test_the_pages_show_configuration_that_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    program = "import torch\n\n\ndef f(x: torch.Tensor):\n    return torch.mean(x.softmax(dim=1).log())\n"
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.py").write_text(program, encoding="utf-8")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "a.py").write_text(program, encoding="utf-8")
    for name, text in (
        ("pyproject.toml", shown("options: pyproject.toml")),
        ("setup.cfg", shown("options: flake8")),
    ):
        (tmp_path / name).write_text(text, encoding="utf-8")
        assert main(["check", "."]) == 1
        found = re.findall(r"^\./(\S+?):\d+:\d+: (\S+)", capsys.readouterr().out, re.M)
        assert found == [("a.py", "TEF102"), ("a.py", "TEF302"), ("tests/a.py", "TEF102")]
        (tmp_path / name).unlink()
