"""``check`` says line for line what flake8 with the plugin says, and marks what can be fixed."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest
import torch

from flake8_torch_effective import lint as linting
from flake8_torch_effective.finding import Finding
from tests.command.run import EVERY_GROUP, Shell

CHECKOUT = Path(__file__).resolve().parents[2]
TORCH = Path(torch.__file__).parent

# TEF302, TEF304 and TEF110 by default, TEF101 and TEF102 only where they are asked for.
MODEL = """\
import torch


def log_probabilities(logits: torch.Tensor) -> torch.Tensor:
    return torch.log(torch.softmax(logits, dim=-1))


def several(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    a = torch.log(1 + x.exp()[::-1]); b = torch.log(torch.softmax(y, dim=0)) + torch.log(1 + y.abs()).log()
    return ((a - b) ** 2).sum() + torch.mean(x)
"""
LINE = "    return torch.log(torch.softmax(logits, dim=-1))"
SILENCED = f'''\
import torch


def one(logits: torch.Tensor) -> torch.Tensor:
{LINE}  # noqa


def two(logits: torch.Tensor) -> torch.Tensor:
{LINE}  # NOQA: TEF302


def three(logits: torch.Tensor) -> torch.Tensor:
{LINE}  # noqa: TEF1,E501


def four(logits: torch.Tensor) -> torch.Tensor:
{LINE}  # noqa:TEF3 E501


def five(logits: torch.Tensor) -> torch.Tensor:
    text = """
    a string of several lines
    """, torch.log(torch.softmax(logits, dim=-1)), """ and
    another """  # noqa: TEF302
    return text[1]


def six(logits: torch.Tensor) -> torch.Tensor:
    return torch.log(  # noqa: TEF302
        torch.softmax(logits, dim=-1)
    ) + \\
        torch.log(torch.softmax(logits, dim=-1))  # noqa: TEF304


def seven(logits: torch.Tensor) -> str:
    return f"""{{
        torch.log(torch.softmax(logits, dim=-1))
    }}"""  # noqa
'''
TREE: dict[str, str | bytes] = {
    "pkg/__init__.py": "",
    "pkg/model.py": MODEL,
    "pkg/silenced.py": SILENCED,
    "pkg/whole_file.py": "# flake8: noqa\n" + MODEL,
    "pkg/whole_file_with_codes.py": MODEL + "# flake8: noqa: E501\n",
    "pkg/not_whole_file.py": MODEL + "x = 1  # flake8: noqa\n",
    "pkg/without_torch.py": "def broken(:\n",
    "pkg/only_named.py": "# torch\nimport numpy as torch\n",
    "tests/test_model.py": MODEL,
    "tests/data/model.py": MODEL,
    "built/model.py": MODEL,
    "odd/bom.py": b"\xef\xbb\xbf" + MODEL.encode(),
    "odd/crlf.py": MODEL.replace("\n", "\r\n"),
    "odd/cr.py": MODEL.replace("\n", "\r"),
    "odd/mixed.py": MODEL.replace("\n", "\r\n", 5) + SILENCED,
    "odd/latin.py": ("# coding: latin-1\n" + MODEL.replace("logits", "größe") + "é = 1\n").encode("latin-1"),
    "odd/wide.py": MODEL.replace("a = ", "ｗｉｄｅ, 𝕒 = 0, 0; a = "),
    "odd/tabs.py": MODEL.replace("    ", "\t"),
    "odd/form_feed.py": MODEL.replace("\n\n\n", "\n\n\f\n"),
    "odd/no_final_newline.py": MODEL.rstrip("\n"),
    "odd/noqa_at_the_end.py": MODEL.rstrip("\n") + "  # noqa",
    "odd/doubtful_escape.py": MODEL + "x = '\\d'\n",
    "script": MODEL,
    "stub.pyi": MODEL,
}
# flake8 lets CPython warn of the escape.
pytestmark = pytest.mark.filterwarnings("ignore:invalid escape sequence")
ALL_OFF = "--extend-ignore=E,W,F,C90"
FOUND: dict[object, list[Finding]] = {}


@pytest.fixture
def linted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is asked of the linter is the same for most options, and for either command: it is done once a process."""
    lint = linting.lint

    def once(source: str, tree: ast.Module | None, *wanted: Any) -> list[Finding]:
        asked = (source, None if tree is None else ast.dump(tree, include_attributes=True), wanted)
        if asked not in FOUND:
            FOUND[asked] = lint(source, tree, *wanted)
        return [*FOUND[asked]]

    monkeypatch.setattr(linting, "lint", once)


@pytest.mark.usefixtures("linted_once")
@pytest.mark.parametrize(
    "arguments",
    [
        ["."],
        [],
        ["pkg", "tests/", "./odd", "script", "pkg/model.py", "pkg/model.py"],
        ["--select=TEF", "."],
        ["--select=TEF,TEF2", "--torch-tentative", "."],
        [f"--extend-select={EVERY_GROUP}", "--torch-tentative", "."],
        ["--extend-select=TEF1", "."],
        ["--extend-select=TEF102,TEF101", "--extend-ignore=TEF3", "."],
        ["--ignore=TEF", "--extend-select=TEF302", "."],
        ["--select=TEF30", "--ignore=TEF302,TEF1", "."],
        ["--per-file-ignores=tests/*:TEF3 model.py:TEF1,TEF304", f"--select={EVERY_GROUP}", "."],
        ["--exclude=built,test_*.py", "."],
        ["--extend-exclude=./pkg,*/data/*", "."],
        ["--filename=*.pyi,mod*", "."],
        ["--disable-noqa", "."],
        ["--torch-target-version=1.5", f"--select={EVERY_GROUP}", "."],
        ["-q", "."],
        ["--color=always", "."],
        ["--exit-zero", "."],
    ],
    ids=" ".join,
)
def test_options(shell: Shell, arguments: list[str]) -> None:
    shell.write(TREE)
    # flake8 tells of the broken file that does not name torch; check does not look at it.
    off = [] if any("--ignore" in argument for argument in arguments) else [ALL_OFF]
    selects = any(argument.startswith("--select") for argument in arguments)
    expected = shell.flake8(*([] if selects else off), *arguments)
    done = shell("check", "-j1", *arguments)
    lines = [line for line in expected.out.splitlines() if "TEF" in line or line.endswith((".py", ".pyi", "script"))]
    assert done.unmarked.splitlines() == [line for line in lines if "E999" not in line and "without_torch" not in line]
    # It names a code, and leaves out the whole file.
    assert [
        line for line in done.remarks.splitlines() if "whole_file_with_codes.py:11: '# flake8: noqa: E501'" not in line
    ] == []
    assert done.status == int(bool(lines) and "--exit-zero" not in arguments)
    if f"--extend-select={EVERY_GROUP}" in arguments:
        assert len(lines) > 100


@pytest.mark.usefixtures("linted_once")
@pytest.mark.parametrize(
    "configuration",
    [
        "select = TEF3\nignore = TEF304",
        "extend-select = TEF1\nper-file-ignores =\n    tests/*: TEF3\n    pkg/model.py: TEF1, TEF302",
        "exclude = ./built\nextend-exclude = pkg/silenced.py\njobs = 1\nmax-line-length = 100",
        "disable-noqa = true\nselect = TEF\ntorch-tentative = true\nfilename = *model.py",
        "torch-target-version = 1.5\nextend_select = TEF\ntorch_tentative = True\nformat = pylint",
    ],
)
@pytest.mark.parametrize("file", ["setup.cfg", ".flake8", "tox.ini"])
def test_configuration_files(shell: Shell, configuration: str, file: str) -> None:
    shell.write({**TREE, file: f"[flake8]\n{configuration}\n"})
    (shell.folder / "pkg" / "without_torch.py").unlink()
    expected = shell.flake8("--extend-ignore=E,W,F,C90", "--format=default", ".")
    done = shell("check", ".")
    assert done.unmarked == expected.out
    assert done.out.count("TEF") > 10
    assert done.status == expected.status == 1


def test_configuration_of_the_folder_above(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    shell.write({**TREE, "setup.cfg": "[flake8]\nselect = TEF3\nextend-exclude = odd/wide.py,pkg/model.py\n"})
    monkeypatch.chdir(shell.folder / "pkg")
    expected = shell.flake8("../odd", ".")
    assert shell("check", "../odd", ".").unmarked == expected.out
    assert "wide.py" not in expected.out
    assert "/model.py" not in expected.out


@pytest.mark.parametrize(
    "arguments",
    [
        ["--config=other.ini"],
        ["--append-config=other.ini"],
        ["--isolated"],
        ["--isolated", "--append-config", "other.ini"],
    ],
    ids=" ".join,
)
def test_choice_of_configuration(shell: Shell, arguments: list[str]) -> None:
    shell.write({**TREE, "other.ini": "[flake8]\nselect = TEF304\n", "tox.ini": "[flake8]\nextend-ignore = TEF1\n"})
    expected = shell.flake8(*arguments, "pkg/model.py")
    lines = [line for line in expected.out.splitlines() if "TEF" in line]
    assert lines
    assert shell("check", *arguments, "pkg/model.py").unmarked.splitlines() == lines


@pytest.mark.usefixtures("linted_once")
@pytest.mark.parametrize(
    "arguments",
    [
        ["-"],
        ["--stdin-display-name=tests/test_model.py", "--per-file-ignores=tests/*:TEF302", "-"],
        ["--stdin-display-name=built/model.py", "--extend-exclude=built", "-"],
        ["--select=TEF", "--torch-tentative", "-", "-j2"],
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("name", ["pkg/model.py", "pkg/silenced.py", "odd/bom.py", "odd/crlf.py", "odd/latin.py"])
def test_standard_input(shell: Shell, arguments: list[str], name: str) -> None:
    text = TREE[name]
    given = text if isinstance(text, bytes) else text.encode()
    off = [] if "--select=TEF" in arguments else [ALL_OFF]
    expected = shell.flake8(*off, *arguments, given=given)
    done = shell("check", *arguments, given=given)
    assert (done.unmarked, done.status) == (expected.out, expected.status)
    assert done.remarks == ""


# Folders of what the tests have installed anyway, chosen for what they make the rules say.
REAL = ["distributions", "nn/utils", "ao/ns"]


@pytest.mark.parametrize(
    ("folder", "paths", "least"),
    [(TORCH, REAL, 5), (CHECKOUT / "fixtures", ["loops", "modules", "numerics", "shapes", "tensors", "training"], 250)],
    ids=["torch", "fixtures"],
)
def test_real_code(shell: Shell, monkeypatch: pytest.MonkeyPatch, folder: Path, paths: list[str], least: int) -> None:
    monkeypatch.chdir(folder)
    arguments = ["--isolated", "--select=TEF", f"--extend-select={EVERY_GROUP}", "--torch-tentative", *paths]
    done = shell("check", "-j2", *arguments)
    expected = shell.flake8(*arguments)
    assert done.unmarked == expected.out
    assert done.out.count("\n") >= least
    assert (done.status, done.remarks) == (1, "")
