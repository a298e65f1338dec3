"""``[tool.torch-effective]`` in pyproject.toml."""

from __future__ import annotations

import importlib
import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.command.run import SUMMARY, Done, Shell

pytestmark = pytest.mark.skipif(
    sys.version_info < (3, 11) and importlib.util.find_spec("tomli") is None,
    reason="neither tomllib nor tomli is here to read TOML",
)

SAMPLE = """\
import torch


def f(x: torch.Tensor) -> torch.Tensor:
    return torch.log(torch.softmax(x, dim=-1)) + torch.log(1 + x[::-1].abs()).log() + torch.mean(x)
"""
DEFAULT = {"TEF110", "TEF302", "TEF304"}
EVERYTHING = {*DEFAULT, "TEF102"}


def codes(done: Done) -> dict[str, set[str]]:
    """The codes found in each file."""
    found: dict[str, set[str]] = {}
    for line in done.out.splitlines():
        path, _, _, text = line.split(":", 3)
        found.setdefault(path, set()).add(text.split()[0])
    return found


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ("", {"a.py": DEFAULT, "sub/b.py": DEFAULT}),
        (
            'select = ["TEF1", "TEF304"]',
            {"a.py": {"TEF102", "TEF110", "TEF304"}, "sub/b.py": {"TEF102", "TEF110", "TEF304"}},
        ),
        (
            'extend-select = "TEF102"\nignore = ["TEF3"]',
            {"a.py": {"TEF102", "TEF110"}, "sub/b.py": {"TEF102", "TEF110"}},
        ),
        ('extend_ignore = ["TEF302", "TEF304"]', {"a.py": {"TEF110"}, "sub/b.py": {"TEF110"}}),
        ('extend-exclude = ["sub"]', {"a.py": DEFAULT}),
        ('exclude = ["./a.py"]', {"sub/b.py": DEFAULT}),
        ('filename = ["c*.py", "*/d.py"]', {"a.py": DEFAULT}),
        (
            'per-file-ignores = {"sub/*" = ["TEF3"], "a.py" = "TEF110"}',
            {"a.py": {"TEF302", "TEF304"}, "sub/b.py": {"TEF110"}},
        ),
        ('[tool.torch-effective.per-file-ignores]\n"*.py" = []', {"a.py": DEFAULT, "sub/b.py": DEFAULT}),
        ('torch-target-version = "1.5"\ndisable-noqa = true\njobs = 1', {"a.py": DEFAULT, "sub/b.py": DEFAULT}),
        (
            'ignore = ["log-of-softmax"]\nper-file-ignores = {"sub/*" = ["log1p", "tef1"]}',
            {"a.py": DEFAULT - {"TEF302"}},
        ),
        ('select = ["TEF"]', {"a.py": DEFAULT, "sub/b.py": DEFAULT}),
        ("torch-tentative = true", {"a.py": DEFAULT, "sub/b.py": DEFAULT}),
        ('jobs = "auto"\nstatistics = false\nquiet = 0', {"a.py": DEFAULT, "sub/b.py": DEFAULT}),
    ],
)
def test_keys(shell: Shell, table: str, expected: dict[str, set[str]]) -> None:
    shell.write({"a.py": SAMPLE, "sub/b.py": SAMPLE, "pyproject.toml": f"[tool.torch-effective]\n{table}\n"})
    done = shell("check", "a.py", "sub")
    left_out = "torch-effective: sub: no Python file in it that is not excluded\n"
    assert done.remarks == ("" if "sub/b.py" in expected or "ignore" in table else left_out)
    assert codes(done) == expected


@pytest.mark.parametrize("command", ["check", "fix"])
def test_tentative_findings(shell: Shell, command: str) -> None:
    text = SAMPLE.replace("def f", "@torch.no_grad()\ndef f")
    shell.write({"a.py": text, "pyproject.toml": "[tool.torch-effective]\nselect = ['TEF302']\n"})
    assert shell(command, "a.py").out == ""
    assert codes(shell("check", "--torch-tentative", "a.py")) == {"a.py": {"TEF302"}}
    shell.write({"pyproject.toml": "[tool.torch-effective]\nselect = ['TEF302']\ntorch-tentative = true\n"})
    done = shell(command, "a.py")
    assert (codes(done), done.status) == ({"a.py": {"TEF302"}}, 1)


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        ('extend-exlude = ["a"]', "[tool.torch-effective] has no key 'extend-exlude'; the nearest is 'extend-exclude'"),
        ("max-line-length = 3", "[tool.torch-effective] has no key 'max-line-length'; it has baseline, disable-noqa, "),
        ("select = [1]", "select in [tool.torch-effective] must be a list of strings"),
        ("torch-target-version = 2.3", "torch-target-version in [tool.torch-effective] must be a string"),
        ('torch-target-version = "new"', "/pyproject.toml must be a version such as 2.3, not 'new'"),
        ('disable-noqa = "yes"', "disable-noqa in [tool.torch-effective] must be true or false"),
        ('torch-tentative = "yes"', "torch-tentative in [tool.torch-effective] must be true or false"),
        ("quiet = true", "quiet in [tool.torch-effective] must be a whole number"),
        ("quiet = -5", "quiet in [tool.torch-effective] must be a whole number from 0 on"),
        ("jobs = -1", 'jobs in [tool.torch-effective] must be a whole number or "auto"'),
        ("statistics = 1", "statistics in [tool.torch-effective] must be true or false"),
        ("exclude = {}", "exclude in [tool.torch-effective] must be a list of strings"),
        ("torch-target-version = '²'", "/pyproject.toml must be a version such as 2.3, not '²'"),
        pytest.param("select = " + "[" * 20_000, "{}: too deeply nested", id="nested"),
        ('jobs = "many"', 'jobs in [tool.torch-effective] must be a whole number or "auto"'),
        ('per-file-ignores = ["a.py:TEF1"]', "per-file-ignores in [tool.torch-effective] must be a table such as"),
        ('per-file-ignores = {"a.py" = [1]}', "per-file-ignores in [tool.torch-effective] must be a table such as"),
        ('per-file-ignores = {"a b.py" = []}', "the pattern 'a b.py' of per-file-ignores may hold no blank"),
        ('per-file-ignores = {"a.py" = ["no code"]}', "Expected `per-file-ignores` to be a mapping"),
        ("severity = 1", "severity in [tool.torch-effective] must be one of 'error', 'warning', 'notice'"),
        ('severity = "fatal"', "severity in [tool.torch-effective] of {} must be one of error, warning, notice"),
        ("baseline = true", "baseline in [tool.torch-effective] must be a string, the path of a file"),
        ("show-urls = 1", "show-urls in [tool.torch-effective] must be true or false"),
        ("select = ", "Invalid value (at line 2, column 10)"),
        ('ignore = ["log-of-sofmax"]', "ignore in [tool.torch-effective] of {}: no rule is called 'log-of-sofmax'; "),
        ('select = ["E", "F"]', "select in [tool.torch-effective] of {}: no rule is selected by E, F; add TEF"),
        ('per-file-ignores = {"a.py" = ["TEF32"]}', "per-file-ignores in [tool.torch-effective] of {}: no rule's code"),
    ],
)
def test_a_table_that_cannot_be(shell: Shell, table: str, reason: str) -> None:
    shell.write({"a.py": SAMPLE, "pyproject.toml": f"[tool.torch-effective]\n{table}\n"})
    done = shell("check", "a.py")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("torch-effective: ")
    assert reason.replace("{}", str(shell.folder / "pyproject.toml")) in done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("name", ["pyproject.toml", "sub/lint.toml", "sub/settings"])
def test_a_configuration_that_is_named(shell: Shell, name: str) -> None:
    shell.write({"a.py": SAMPLE, "setup.cfg": "[flake8]\nselect = TEF302\n", "sub/b.py": SAMPLE})
    shell.write({name: "[tool.torch-effective]\nselect = ['TEF1']\nexclude = ['b.py']\ntorch-target-version = '1.5'\n"})
    for arguments in (["--config", name], [f"--config={name}"]):
        done = shell("check", *arguments, ".")
        assert (codes(done), done.remarks) == ({"./a.py": {"TEF110"}}, "")
    told = shell("check", "--show-settings", "--config", name).out
    assert f"configuration: {name}\ntorch-target-version: 1.5, by torch-target-version in [tool.torch-" in told
    done = shell("check", "--config", name, "--append-config=setup.cfg", ".")
    assert (done.status, done.out) == (2, "")
    assert "--append-config goes with a configuration of flake8's" in done.err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this platform has no named pipes")
@pytest.mark.parametrize("name", ["pyproject.toml", "requirements.txt"])
def test_a_pipe_is_no_configuration(shell: Shell, name: str) -> None:
    shell.write({"a.py": SAMPLE})
    os.mkfifo(shell.folder / name)
    done = subprocess.run(
        [sys.executable, "-m", "flake8_torch_effective", "check", "a.py"], capture_output=True, text=True, timeout=60
    )
    assert (done.stdout.count("TEF"), SUMMARY.sub("", done.stderr)) == (3, "")


def test_it_must_be_a_table(shell: Shell) -> None:
    shell.write({"pyproject.toml": "[tool]\ntorch-effective = 3\n"})
    done = shell("check")
    assert (done.status, done.err) == (
        2,
        f"torch-effective: {shell.folder / 'pyproject.toml'}: tool.torch-effective must be a table\n",
    )


def test_a_pattern_with_a_blank(shell: Shell) -> None:
    shell.write(
        {"my code/a.py": SAMPLE, "a.py": SAMPLE, "pyproject.toml": "[tool.torch-effective]\nexclude = ['my code']\n"}
    )
    assert codes(shell("check", ".")) == {"./a.py": DEFAULT}


def test_the_command_line_goes_first(shell: Shell) -> None:
    shell.write({"a.py": SAMPLE, "pyproject.toml": "[tool.torch-effective]\nselect = ['TEF1']\n"})
    assert codes(shell("check", "--select=TEF304", "a.py")) == {"a.py": {"TEF304"}}


def test_the_nearest_that_has_the_table(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    shell.write(
        {
            "pyproject.toml": "[tool.torch-effective]\nselect = ['TEF1', 'TEF3']\n"
            "exclude = ['pkg/b.py', 'c.py']\nper-file-ignores = {'pkg/sub/*' = ['TEF1']}\n",
            "pkg/pyproject.toml": "[project]\nname = 'pkg'\ndependencies = ['flake8-torch-effective']\n",
            "pkg/b.py": SAMPLE,
            "pkg/sub/a.py": SAMPLE,
            "pkg/sub/c.py": SAMPLE,
        }
    )
    monkeypatch.chdir(shell.folder / "pkg" / "sub")
    assert codes(shell("check", "..")) == {"../sub/a.py": {"TEF302", "TEF304"}}


@pytest.mark.parametrize("other", ["setup.cfg", ".flake8", "tox.ini"])
def test_a_file_of_flake8s_wins(shell: Shell, other: str) -> None:
    table = "[tool.torch-effective]\nselect = ['TEF304']\nunknown = 1\n"
    shell.write({"a.py": SAMPLE, "pyproject.toml": table, other: "[flake8]\nselect = TEF302\n"})
    done = shell("check", "a.py")
    assert codes(done) == {"a.py": {"TEF302"}}
    assert done.remarks == (
        "torch-effective: flake8's configuration is used, so [tool.torch-effective] in "
        f"{shell.folder / 'pyproject.toml'} is not read\n"
    )
    assert shell("check", "-q", "a.py").err == ""


def test_a_file_without_flake8_in_it_does_not_win(shell: Shell) -> None:
    table = "[tool.torch-effective]\nselect = ['TEF304']\n"
    shell.write({"a.py": SAMPLE, "pyproject.toml": table, "setup.cfg": "[metadata]\nname = x\n"})
    assert codes(shell("check", "a.py")) == {"a.py": {"TEF304"}}


def test_isolated(shell: Shell) -> None:
    shell.write({"a.py": SAMPLE, "pyproject.toml": "[tool.torch-effective]\nunknown = 1\n"})
    assert codes(shell("check", "--isolated", "a.py")) == {"a.py": DEFAULT}


def test_a_broken_pyproject_of_others_is_not_read(shell: Shell) -> None:
    shell.write({"a.py": SAMPLE, "pyproject.toml": "[tool.other\n"})
    assert codes(shell("check", "a.py")) == {"a.py": DEFAULT}


@pytest.mark.parametrize("header", ["tool.torch-effective", ' tool . "torch-effective" ', "tool.torch-effective.other"])
def test_without_a_reader_of_toml(shell: Shell, monkeypatch: pytest.MonkeyPatch, header: str) -> None:
    import_module = importlib.import_module

    def without_toml(name: str, package: str | None = None) -> ModuleType:
        if name in ("tomllib", "tomli"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return import_module(name, package)

    monkeypatch.setattr(importlib, "import_module", without_toml)
    shell.write({"a.py": SAMPLE, "pyproject.toml": f"[{header}]\n"})
    done = shell("check", "a.py")
    assert (done.status, done.out) == (2, "")
    assert done.err == "torch-effective: reading pyproject.toml under Python 3.10 needs tomli: pip install tomli\n"
    shell.write({"pyproject.toml": "[project]\ndependencies = ['flake8-torch-effective']\n"})
    assert codes(shell("check", "a.py")) == {"a.py": DEFAULT}


def test_the_project_itself_has_no_table() -> None:
    """Its own configuration is flake8's, so that the tests above see no table but their own."""
    text = (Path(__file__).resolve().parents[2] / "pyproject.toml").read_text(encoding="utf-8")
    assert "[tool.torch-effective" not in text
