"""What the README shows is what the commands say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.plugin import tutorial
from tests.readme import shown


@pytest.fixture(scope="module")
def replayed() -> dict[str, str]:
    return tutorial.replay()


@pytest.mark.parametrize("step", tutorial.STEPS)
def test_the_tutorial_shows_what_its_commands_say(step: str, replayed: dict[str, str]) -> None:
    assert shown(step) == replayed[step], "run: python -m tests.plugin.tutorial"


def test_the_tutorial_goes_from_seven_different_findings_to_none(replayed: dict[str, str]) -> None:
    findings = re.findall(r"^train\.py:\d+:\d+: (\w+) ", replayed["tutorial: findings"], re.M)
    assert len(findings) == len(set(findings)) == 7
    assert replayed["tutorial: fixed"].startswith("$ flake8 train.py\n$ python train.py\n")


def test_the_fixed_script_is_right_where_the_naive_one_is_wrong(replayed: dict[str, str]) -> None:
    naive, fixed = (float(replayed[step].split("off by ")[1]) for step in ("tutorial: naive", "tutorial: fixed"))
    assert fixed < 0.7 * naive


@pytest.mark.parametrize("block", ["example: finding", "example: fix"])
def test_first_example_is_real(block: str, tmp_path: Path) -> None:
    (tmp_path / "model.py").write_text(shown("example: model.py"), encoding="utf-8")
    command, _, _ = shown(block).partition("\n")
    assert command.startswith("$ ")
    assert f"{command}\n{tutorial.run(command[2:], tmp_path)}" == shown(block)


def test_the_example_of_inference_is_real(tmp_path: Path) -> None:
    program = shown("inference: example")
    path = tmp_path / "reader.py"
    path.write_text(program, encoding="utf-8")
    assert tutorial.run("flake8 --isolated --select=TEF reader.py", tmp_path) == shown("inference: finding")
    path.write_text(re.sub("^ *assert .*$", "", program, flags=re.M), encoding="utf-8")
    assert tutorial.run("flake8 --isolated --select=TEF reader.py", tmp_path) == ""
