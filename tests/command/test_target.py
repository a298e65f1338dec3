"""The oldest torch: who may say it, who is heard first, and what is said of a version that is none."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.command.run import Shell

# One finding of it says which target counts, if that is older than 2.4.
SAMPLE = """\
import torch


def f(path, x: torch.Tensor):
    y = torch.nn.functional.rms_norm(x, (3,))
    return torch.load(path, map_location="cpu"), y
"""
TABLE = "[tool.torch-effective]\ntorch-target-version = '{}'\n"
IN_TABLE = "torch-target-version in [tool.torch-effective] of {}/pyproject.toml must be "
PROJECT = "[project]\nname = 'x'\ndependencies = ['torch>={}']\n"
REQUIRED = "torch=={}.0\n"


def target_of(text: str) -> str:
    """The target that the finding of TEF903 names."""
    found = re.search(r"TEF903 .*rms_norm exists from torch 2.4 on, the target is ([\d.]+);", text)
    assert ("TEF806" in text) == (found is not None)
    return found[1] if found is not None else "newest"


def everywhere(shell: Shell, *arguments: str) -> str:
    """The target of flake8 and of `check`, which say the same, in one process and in two."""
    shell.write({"a.py": SAMPLE, "b.py": SAMPLE})
    said = shell.flake8(*arguments, "a.py", "b.py")
    for jobs in ("-j1", "-j2"):
        checked = shell("check", jobs, *arguments, "a.py", "b.py")
        assert (re.sub(r" \[[*!]\]", "", checked.out), checked.status) == (said.out, said.status)
    return target_of(said.out)


@pytest.mark.parametrize(
    ("arguments", "files", "target"),
    [
        ([], {}, "newest"),
        ([], {"requirements.txt": REQUIRED.format("2.3")}, "2.3"),
        ([], {"requirements.txt": REQUIRED.format("2.3"), "pyproject.toml": PROJECT.format("2.2")}, "2.2"),
        ([], {"requirements.txt": "torch<2.3\n"}, "2.2"),
        ([], {"requirements.txt": "torch<99\n"}, "newest"),
        ([], {"pyproject.toml": PROJECT.format("2.2") + TABLE.format("2.1")}, "2.1"),
        (
            [],
            {
                "requirements.txt": REQUIRED.format("2.3"),
                "pyproject.toml": PROJECT.format("2.2") + TABLE.format("2.1"),
                "setup.cfg": "[flake8]\ntorch-target-version = 2.0\n",
            },
            "2.0",
        ),
        ([], {"pyproject.toml": TABLE.format("2.1"), ".flake8": "[flake8]\ntorch_target_version = 2.0\n"}, "2.0"),
        ([], {"pyproject.toml": TABLE.format("2.1"), ".flake8": "[flake8]\nmax-line-length = 200\n"}, "2.1"),
        (
            ["--torch-target-version=2"],
            {"pyproject.toml": TABLE.format("2.1"), ".flake8": "[flake8]\ntorch-target-version = 2.2\n"},
            "2.0",
        ),
        (["--torch-target-version", "2.3.1+cu121"], {"pyproject.toml": PROJECT.format("2.0")}, "2.3"),
        (["--torch-target-version=99"], {"pyproject.toml": PROJECT.format("2.0")}, "newest"),
        (["--isolated"], {"pyproject.toml": PROJECT.format("2.2") + TABLE.format("2.1")}, "newest"),
        (["--isolated", "--torch-target-version=2.2"], {"pyproject.toml": PROJECT.format("2.0")}, "2.2"),
        (["--config=ci/flake8"], {"ci/flake8": "[flake8]\n", "pyproject.toml": PROJECT.format("2.2")}, "2.2"),
        (
            ["--config=ci/flake8"],
            {"ci/flake8": "[flake8]\n", "ci/requirements.txt": "torch==2.0.0\n", "requirements.txt": "torch==2.1.0\n"},
            "2.0",
        ),
        (["--config=own"], {"own": "[flake8]\n", "pyproject.toml": TABLE.format("2.1") + PROJECT.format("2.2")}, "2.2"),
        (["--append-config=own"], {"own": "[flake8]\ntorch-target-version = 2.2\n"}, "2.2"),
        ([], {"pyproject.toml": "[tool.black]\n", "requirements-dev.txt": REQUIRED.format("2.1")}, "2.1"),
        ([], {"pyproject.toml": "not TOML, torch", "requirements.txt": REQUIRED.format("2.1")}, "2.1"),
    ],
)
def test_who_is_heard_first(shell: Shell, arguments: list[str], files: Mapping[str, str], target: str) -> None:
    shell.write(dict(files))
    assert everywhere(shell, *arguments) == target


@pytest.mark.parametrize(
    "files",
    [
        {"pyproject.toml": PROJECT.format("2.2")},
        {"pyproject.toml": PROJECT.format("2.2"), ".flake8": "[flake8]\n"},
        {"requirements.txt": REQUIRED.format("2.2"), "setup.cfg": "[flake8]\n"},
        {"requirements.txt": REQUIRED.format("2.2"), "setup.py": ""},
        {"requirements.txt": REQUIRED.format("2.2")},
        {"pyproject.toml": TABLE.format("2.2"), "pkg/pyproject.toml": PROJECT.format("2.0")},
        {"pyproject.toml": PROJECT.format("2.2"), "pkg/docs/requirements.txt": "torch==2.0\n"},
        {"pyproject.toml": PROJECT.format("2.2"), "tox.ini": "[flake8]\n", "pkg/pyproject.toml": PROJECT.format("2.0")},
    ],
)
def test_a_folder_inside_says_the_same(shell: Shell, monkeypatch: pytest.MonkeyPatch, files: Mapping[str, str]) -> None:
    shell.write({**files, "pkg/docs/a.py": ""})
    assert everywhere(shell) == "2.2"
    monkeypatch.chdir(shell.folder / "pkg" / "docs")
    path = os.path.join("..", "..", "a.py")
    assert target_of(shell.flake8(path).out) == target_of(shell("check", path).out) == "2.2"


def test_another_project_around_says_nothing(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    shell.write({"pyproject.toml": PROJECT.format("2.0"), "inner/.git/HEAD": "", "inner/pkg/a.py": SAMPLE})
    monkeypatch.chdir(shell.folder / "inner" / "pkg")
    assert target_of(shell.flake8("a.py").out) == target_of(shell("check", "a.py").out) == "newest"


def test_the_home_directory_says_nothing(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    shell.write({"requirements.txt": "torch==2.0.0\n", "work/a.py": SAMPLE})
    monkeypatch.setenv("HOME", str(shell.folder))
    monkeypatch.setenv("USERPROFILE", str(shell.folder))
    monkeypatch.chdir(shell.folder / "work")
    assert target_of(shell.flake8("a.py").out) == target_of(shell("check", "a.py").out) == "newest"


@pytest.mark.parametrize(
    ("arguments", "files", "reason"),
    [
        (["--torch-target-version=new"], {}, "--torch-target-version must be a version such as 2.3, not 'new'"),
        (["--torch-target-version=>=2.3"], {}, "--torch-target-version must be a version such as 2.3, not '>=2.3'"),
        (["--torch-target-version="], {}, "--torch-target-version must be a version such as 2.3, not ''"),
        (
            [],
            {"tox.ini": "[flake8]\ntorch-target-version = 2.x\n"},
            "torch-target-version in flake8's configuration must be a version such as 2.3, not '2.x'",
        ),
        (
            [],
            {"pyproject.toml": TABLE.format("new")},
            IN_TABLE + "a version such as 2.3, not 'new'",
        ),
        (
            [],
            {"pyproject.toml": "[tool.torch-effective]\ntorch-target-version = 2.10\n", ".flake8": "[flake8]\n"},
            IN_TABLE + 'a version in quotes, such as "2.3", not 2.1',
        ),
        (
            [],
            {"pyproject.toml": "[tool.torch-effective]\ntorch-target-version = \n"},
            "{}/pyproject.toml: Invalid value",
        ),
    ],
)
def test_what_is_no_version(shell: Shell, arguments: list[str], files: Mapping[str, str], reason: str) -> None:
    shell.write({**files, "a.py": SAMPLE})
    reason = reason.format(shell.folder)
    for part in ("check", "fix"):
        done = shell(part, *arguments, "a.py")
        assert (done.status, done.out) == (2, "")
        assert done.err.startswith(f"torch-effective: {reason}")
        assert done.err.count("\n") == 1
    said = shell.flake8(*arguments, "a.py")
    assert said.status == 1
    assert said.out.startswith(f"There was a critical error during execution of Flake8:\n{reason}")


def test_fixing_heeds_it(shell: Shell) -> None:
    shell.write({"a.py": SAMPLE, "requirements.txt": "torch>=2.5\n"})
    assert shell("fix", "--unsafe", "a.py").status == 0
    assert 'torch.load(path, map_location="cpu", weights_only=True)' in (shell.folder / "a.py").read_text()
    shell.write({"a.py": SAMPLE, "requirements.txt": "torch>=2.6\n"})
    assert shell("fix", "--unsafe", "a.py").status == 0
    assert (shell.folder / "a.py").read_text() == SAMPLE


LOAD = "import torch\n\n\ndef f(path):\n    return torch.load(path, map_location='cpu'){}\n"


@pytest.mark.parametrize(
    ("arguments", "comment", "reported"),
    [
        (["--torch-target-version=2.5"], "", True),
        (["--torch-target-version=1.13"], "", True),
        (["--torch-target-version=1.12"], "", False),
        (["--torch-target-version=2.6"], "", False),
        ([], "", False),
        (["--torch-target-version=2.5"], "  # noqa: TEF806", False),
        (["--torch-target-version=2.5"], "  # noqa: TEF805", True),
        (["--torch-target-version=2.5", "--extend-ignore=TEF806"], "", False),
        (["--torch-target-version=2.5", "--ignore=TEF8"], "", False),
        (["--torch-target-version=2.5", "--select=TEF3"], "", False),
        (["--torch-target-version=2.5", "--select=TEF8"], "", True),
        (["--torch-target-version=2.5", "--select=TEF", "--ignore=TEF806"], "", False),
        (["--torch-target-version=2.5", "--select=TEF806", "--ignore=TEF8"], "", True),
        (["--torch-target-version=2.5", "--extend-select=TEF806", "--ignore=TEF"], "", True),
        (["--torch-target-version=2.5", "--per-file-ignores=a.py:TEF806"], "", False),
        (["--torch-target-version=2.5", "--extend-select=TEF102"], "", True),
        (["--torch-target-version=2.6", "--extend-select=TEF806"], "", True),
        (["--torch-target-version=2.6", "--select=TEF8"], "", True),
        (["--torch-target-version=2.6", "--select=TEF"], "", False),
        (["--torch-target-version=1.12", "--select=TEF"], "", False),
    ],
)
def test_unsafe_load_is_on_below_2_6(shell: Shell, arguments: list[str], comment: str, reported: bool) -> None:
    shell.write({"a.py": LOAD.format(comment)})
    said, done = shell.flake8(*arguments, "a.py"), shell("check", *arguments, "a.py")
    assert ("TEF806" in said.out) == reported
    assert done.unmarked == said.out


@pytest.mark.parametrize(
    ("arguments", "files", "lines"),
    [
        (
            [],
            {},
            [
                "configuration: none",
                "torch-target-version: none, so what the newest torch has counts",
                "torch-tentative: no",
            ],
        ),
        (
            ["--torch-target-version=1.8", "--extend-select=TEF102,TEF101"],
            {"setup.cfg": "[flake8]\nextend-ignore = TEF2\nper-file-ignores =\n    tests/*: TEF3\n"},
            [
                "configuration: flake8's, in {}",
                "torch-target-version: 1.8, by --torch-target-version",
                "extend-select: TEF102, TEF101",
                "extend-ignore: TEF2",
                "per-file-ignores: tests/*: TEF3",
                "opt-in rules that it turns on: none",
                "severity: warning",
                "show-urls: no",
            ],
        ),
        (
            [],
            {"pyproject.toml": "[tool.torch-effective]\nbaseline = 'old.json'\nseverity = 'error'\nshow-urls = true\n"},
            ["severity: error", "show-urls: yes"],
        ),
        (
            [],
            {"requirements.txt": "-r base.txt\n", "base.txt": "torch >= 2.1, < 3\n"},
            [
                "torch-target-version: 2.1, by torch>= 2.1, < 3 in {}/base.txt",
                "opt-in rules that it turns on: TEF806",
                "rules that need a newer torch: none",
            ],
        ),
        (
            [],
            {"pyproject.toml": TABLE.format("2.1") + "torch-tentative = true\n"},
            [
                "torch-tentative: yes",
                "configuration: [tool.torch-effective] of {}/pyproject.toml",
                "torch-target-version: 2.1, by torch-target-version in [tool.torch-effective] of {}/pyproject.toml",
            ],
        ),
        (
            [],
            {"requirements.txt": "torch<2.0\n"},
            [
                "torch-target-version: 1.13, by torch<2.0 in {}/requirements.txt",
                "rules that need a newer torch: TEF204, TEF517",
            ],
        ),
        (
            [],
            {"pyproject.toml": PROJECT.format("2.1")},
            ["torch-target-version: 2.1, by torch>=2.1 in [project] dependencies of {}/pyproject.toml"],
        ),
        (["--config=own"], {"own": "[flake8]\n"}, ["configuration: own"]),
        (["--isolated"], {"setup.cfg": "[flake8]\n"}, ["configuration: none, by --isolated"]),
    ],
)
def test_show_settings(shell: Shell, arguments: list[str], files: Mapping[str, str], lines: list[str]) -> None:
    shell.write({**files, "a.py": SAMPLE})
    for part in ("check", "fix"):
        done = shell(part, "--show-settings", *arguments, "a.py")
        assert (done.status, done.err) == (0, "")
        assert {line.format(shell.folder) for line in lines} <= set(done.out.splitlines())
        assert (shell.folder / "a.py").read_text() == SAMPLE


@pytest.mark.parametrize(("bound", "status"), [("<2.0", 0), ("<=1.13.1", 0), ("<2.1", 1), ("<99", 1), (">=1.9", 0)])
def test_no_advice_is_newer_than_an_upper_bound(shell: Shell, bound: str, status: int) -> None:
    """`torch.func` came with 2.0."""
    source = "import functorch\n\n\ndef f(g, x):\n    return functorch.vmap(g)(x)\n"
    shell.write({"a.py": source, "requirements.txt": f"torch{bound}\n"})
    assert shell("check", "a.py").status == status
    shell("fix", "--unsafe", "a.py")
    assert ("functorch.vmap" in (shell.folder / "a.py").read_text()) == (status == 0)


def test_show_settings_names_the_baseline(shell: Shell) -> None:
    assert "\nbaseline: none\n" in shell("check", "--show-settings").out
    shell.write({"pyproject.toml": "[tool.torch-effective]\nbaseline = 'old.json'\n"})
    assert f"\nbaseline: {shell.folder / 'old.json'}\n" in shell("check", "--show-settings").out
    assert "\nbaseline: none\n" in shell("check", "--show-settings", "--no-baseline").out
    assert "baseline" not in shell("fix", "--show-settings").out


def test_a_table_beside_flake8s_configuration_is_read_for_the_target(shell: Shell) -> None:
    shell.write({"a.py": SAMPLE, "pyproject.toml": TABLE.format("2.1"), ".flake8": "[flake8]\n"})
    done = shell("check", "a.py")
    assert target_of(done.out) == "2.1"
    file = shell.folder / "pyproject.toml"
    assert done.remarks == (
        f"torch-effective: flake8's configuration is used, so [tool.torch-effective] in {file} is read for "
        "torch-target-version only\n"
    )


def test_the_files_of_a_project_are_read_once_in_a_run(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    read_bytes = Path.read_bytes

    def noting(path: Path) -> bytes:
        read.append(path.name)
        return read_bytes(path)

    monkeypatch.setattr(Path, "read_bytes", noting)
    shell.write({f"{name}.py": SAMPLE for name in "abcdef"})
    shell.write({"requirements.txt": "torch==2.1.0\n", "setup.py": ""})
    for run in (shell.flake8, lambda *arguments: shell("check", "-j1", *arguments)):
        counts = []
        for paths in (["a.py"], ["."]):
            read.clear()
            assert run(*paths).out.count("TEF903") == (1 if paths == ["a.py"] else 6)
            counts.append(list(read))
        assert counts[0].count("requirements.txt") == 1
        assert counts[0] == counts[1]
