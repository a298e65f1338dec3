"""What the README promises is what the program and CI do."""

from __future__ import annotations

import re
import shlex

import pytest

from flake8_torch_effective.cli import parser
from tests.packaging import rules_table
from tests.packaging.installation import CHECKOUT

README = (CHECKOUT / "README.md").read_text(encoding="utf-8")


def test_the_rules_table_is_current() -> None:
    assert rules_table.written() == rules_table.generated(), f"renew it: {rules_table.RENEW}"


@pytest.mark.parametrize("name", ["lint", "test"])
def test_each_command_is_marked_once_and_stands_on_one_line(name: str) -> None:
    blocks = re.findall(rf"^<!-- command: {name} -->\n```sh\n(.*?)```$", README, re.M | re.S)
    assert len(blocks) == 1
    assert len(blocks[0].splitlines()) == 1


def test_ci_takes_its_commands_from_the_readme() -> None:
    script = (CHECKOUT / ".ci" / "run").read_text(encoding="utf-8")
    assert "readme_command lint" in script
    assert "readme_command test" in script
    assert "pytest" not in script


def test_the_program_takes_the_commands_on_rules_that_the_readme_shows() -> None:
    shown = re.findall(r"^\| `torch-effective ((?:explain|rules|verify)\b[^`]*)` \|", README, re.M)
    assert len(shown) >= 5
    for line in shown:
        parser().parse_args(shlex.split(line))
