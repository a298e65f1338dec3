"""The page for those who come from TorchFix: its codes, and what it shows of configuration and commands."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
import yaml

from flake8_torch_effective.cli import main
from flake8_torch_effective.lint import lint
from flake8_torch_effective.rules import all_rules
from tests.packaging.installation import CHECKOUT
from tests.readme import DOCS, README

PAGE = (CHECKOUT / "docs" / "from-torchfix.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| `(TOR\d{3})` \| .* \| (?:`(TEF\d{3})`|-) \| (?:`(.*)` )?\|$", PAGE, re.M)
# TorchFix 0.7.0 prints these, and its repository has two more.
CODES = "001 002 003 004 101 102 103 104 105 106 107 201 202 203 401 901 108 402"
PROGRAM = """\
import torch
import torch.utils.checkpoint
import torch.utils.data
import torchvision
import torchvision.transforms.v2


def main(f, path, model):
    x, y = torch.rand(3, 3), torch.rand(3)
    optimizer = torch.optim.SGD(model.parameters())
    {}
"""


def block(name: str) -> str:
    """The text of the fenced block below ``<!-- from TorchFix: name -->``."""
    found = re.findall(rf"^<!-- from TorchFix: {re.escape(name)} -->\n```\w*\n(.*?)^```$", PAGE, re.M | re.S)
    (text,) = found
    return str(text)


def test_every_code_of_torchfixs_has_a_row() -> None:
    assert sorted(code for code, _, _ in ROWS) == sorted(f"TOR{number}" for number in CODES.split())


def test_every_code_of_ours_belongs_to_a_rule() -> None:
    known = {rule.code for rule in all_rules()}
    named = set(re.findall(r"\bTEF\d{3}\b", PAGE))
    assert named
    assert named <= known


def test_what_has_no_code_here_has_a_reason() -> None:
    reasons = PAGE.partition("## What is not here")[2]
    assert [code for code, ours, _ in ROWS if not ours and code not in reasons] == []


@pytest.mark.parametrize(
    ("code", "example"), [row[1:] for row in ROWS if row[1]], ids=[row[0] for row in ROWS if row[1]]
)
def test_an_example_gets_the_code_of_its_row(code: str, example: str) -> None:
    assert code in {finding.code for finding in lint(PROGRAM.format(example))}


def test_those_that_are_not_on_by_default_are_the_ones_to_select() -> None:
    opt_in = {rule.code for rule in all_rules() if rule.opt_in} & {code for _, code, _ in ROWS}
    assert set(re.findall(r"TEF\d{3}", block("all codes"))) == opt_in


@pytest.mark.parametrize(("name", "in_tests"), [("all codes", True), ("flake8", False)])
def test_the_configuration_is_taken(
    name: str, in_tests: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for path in ("a.py", "tests/b.py"):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text("import torch\n\nx = torch.load('x', 'cpu')\ny = torch.chain_matmul(x, x)\n")
    (tmp_path / "setup.cfg").write_text(block(name))
    assert main(["check", "."]) == 1
    told = {f"{path} {code}" for path, code in re.findall(r"^(\S+?):\d+:\d+: (\S+)", capsys.readouterr().out, re.M)}
    paths = ["./a.py", "./tests/b.py"] if in_tests else ["./a.py"]
    assert told == {f"{path} {code}" for path in paths for code in ("TEF806", "TEF902")}


def test_the_hook_is_flake8s_with_this_plugin() -> None:
    (repository,) = yaml.safe_load(block("pre-commit"))["repos"]
    (hook,) = repository["hooks"]
    assert (hook["id"], hook["additional_dependencies"]) == ("flake8", ["flake8-torch-effective"])
    hooks = yaml.safe_load((CHECKOUT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert {one["id"] for one in hooks} == set(re.findall(r"`(torch-effective-\w+)`", PAGE))


def test_the_commands_are_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commands = re.findall(r"`torch-effective ((?:check|fix) [^`]*src)`", PAGE)
    assert len(commands) >= 5
    monkeypatch.chdir(tmp_path)
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "a.py").write_text("import torch\n", encoding="utf-8")
    for command in commands:
        assert main(shlex.split(command)) == 0, command


def test_the_readme_leads_to_it() -> None:
    assert "](docs/from-torchfix.md)" in README.read_text(encoding="utf-8")
    links = re.findall(r"\]\(([\w-]+\.md)#([\w-]+)\)", PAGE)
    assert links
    for name, anchor in links:
        headings = re.findall(r"^#+ (.*)$", (DOCS / name).read_text(encoding="utf-8"), re.M)
        assert anchor in [re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings]
