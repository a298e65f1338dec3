"""With the cache everything is found as without it."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import flake8_torch_effective.lint as linting
from flake8_torch_effective.cache import place
from flake8_torch_effective.cache.bounds import entries
from flake8_torch_effective.cache.findings import findings_of
from flake8_torch_effective.cache.key import Wanted, key_of
from flake8_torch_effective.cache.store import FORM, Store
from flake8_torch_effective.finding import Finding
from tests.command.run import Shell

FINDING = """import torch


def entropy(logits: torch.Tensor) -> torch.Tensor:
    return torch.log(torch.softmax(logits, dim=-1))
"""
CLEAN = FINDING.replace("torch.log(torch.softmax(logits, dim=-1))", "logits.log_softmax(dim=-1)")
SHARED = Path(__file__).resolve().parents[2] / "fixtures"


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that were looked at anew."""
    texts: list[str] = []
    lint = linting.lint

    def noting(source: str, *args: Any) -> list[Finding]:
        texts.append(source)
        return lint(source, *args)

    monkeypatch.setattr(linting, "lint", noting)
    return texts


def test_a_text_is_looked_at_once(store: Store, looked_at: list[str]) -> None:
    first = findings_of(FINDING, None, Wanted(), store)
    again = findings_of(FINDING, None, Wanted(), store)
    assert [one.code for one in first] == ["TEF302"]
    assert [(one, one.fix) for one in again] == [(one, one.fix) for one in first]
    assert looked_at == [FINDING]


def test_without_a_folder_nothing_is_kept(looked_at: list[str]) -> None:
    assert findings_of(FINDING, None, Wanted(), None) == findings_of(FINDING, None, Wanted(), None)
    assert looked_at == [FINDING, FINDING]


def test_all_fixtures_give_the_same_from_it(store: Store, looked_at: list[str]) -> None:
    texts = [file.read_text("utf-8") for file in sorted(SHARED.glob("*/*/bad.py"))]
    texts = random.Random(0).sample(texts, 12)
    found = [[findings_of(text, None, Wanted(), store) for text in texts] for _ in range(2)]
    assert [[vars(one) for one in each] for each in found[0]] == [[vars(one) for one in each] for each in found[1]]
    assert sum(map(len, found[0])) >= len(texts)
    assert len(looked_at) == len(texts)


def test_what_failed_is_tried_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linting, "infer", lambda *args: 1 / 0)
    assert [one.code for one in findings_of(FINDING, None, Wanted(), store)] == ["TEF000"]
    monkeypatch.undo()
    assert [one.code for one in findings_of(FINDING, None, Wanted(), store)] == ["TEF302"]


@pytest.mark.parametrize(
    "document",
    [
        None,
        [],
        {},
        {"findings": None},
        {"findings": {}},
        {"findings": [[]]},
        {"findings": ["TEF302"]},
        {"findings": [[1, 0, "TEF302", "text", False]]},
        {"findings": [[1, 0, "TEF302", "text", False, "sure"]]},
        {"findings": [[1, 0, "TEF302", "text", False, ["safe"]]]},
        {"findings": [["1", 0, "TEF302", "text", False, None]]},
        {"findings": [[1, 0, "TEF302", None, False, None]]},
    ],
)
def test_a_document_of_another_form_is_made_anew(store: Store, document: Any) -> None:
    store.write(key_of(FINDING, Wanted()), document)
    assert [one.code for one in findings_of(FINDING, None, Wanted(), store)] == ["TEF302"]


# --- the commands ---------------------------------------------------------------------------------


def test_flake8_and_both_commands_share_it(shell: Shell, looked_at: list[str]) -> None:
    shell.write({"a.py": FINDING})
    found = shell("check", "a.py")
    assert found.status == 1
    assert "TEF302" in found.out
    assert shell("check", "a.py") == found
    assert shell.flake8("--select=TEF", "a.py").out == found.unmarked
    assert looked_at == [FINDING]
    assert shell("fix", "a.py").out == found.out  # the fix is not safe
    assert looked_at == [FINDING]
    assert shell("fix", "--unsafe", "a.py").status == 0
    assert "torch.log_softmax(logits, dim=-1)" in (shell.folder / "a.py").read_text()


def test_fix_looks_at_nothing_without_a_fix(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    shell.write({"a.py": FINDING, "b.py": CLEAN})
    found = shell("check", ".")
    monkeypatch.setattr(linting, "examine", None)
    assert shell("fix", ".").out == found.out


def test_options_that_decide_are_kept_apart(shell: Shell) -> None:
    shell.write({"a.py": "import torch\n\n\ndef f(x: torch.Tensor) -> torch.Tensor:\n    return x.sum()\n"})
    for arguments in ([], ["--select=TEF102"], ["--torch-tentative"], ["--torch-target-version=1.8"]):
        assert shell("check", *arguments, "a.py") == shell("check", "--no-cache", *arguments, "a.py")


def test_noqa_and_selections_are_decided_each_time(shell: Shell, looked_at: list[str]) -> None:
    shell.write({"a.py": FINDING, "b.py": FINDING})
    assert shell("check", "a.py").status == 1
    assert shell("check", "--ignore=TEF302", "a.py").status == 0
    assert shell("check", "--per-file-ignores=b.py:TEF302", "b.py").status == 0
    assert looked_at == [FINDING]


@pytest.mark.parametrize("how", ["--no-cache", "--torch-no-cache", "environment", "configuration"])
def test_it_can_be_switched_off(shell: Shell, folder: Path, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shell.write({"a.py": FINDING})
    arguments = [how] if how.startswith("--") else []
    if how == "environment":
        monkeypatch.setenv(place.OFF, "1")
    if how == "configuration":
        shell.write({"pyproject.toml": "[tool.torch-effective]\ntorch-no-cache = true\n"})
    assert shell("check", *arguments, "a.py").status == 1
    assert shell("check", *arguments, "--show-settings").out.count("torch-cache-dir: none") == 1
    assert not folder.exists()


@pytest.mark.parametrize("file", ["pyproject.toml", "setup.cfg"])
def test_its_folder_can_be_configured(shell: Shell, folder: Path, file: str) -> None:
    written = {"pyproject.toml": '[tool.torch-effective]\ntorch-cache-dir = "kept here"\n'}
    written |= {"setup.cfg": "[flake8]\ntorch-cache-dir = ./kept here\n"}
    shell.write({"a.py": FINDING, file: written[file]})
    assert shell("check", "a.py").status == 1
    assert list(entries(shell.folder / "kept here" / FORM))
    assert not folder.exists()
    assert shell("cache", "dir").out == f"{shell.folder / 'kept here'}\n"


def test_a_folder_of_somebody_else_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(place.FOLDER, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    folder = place.usual_place()
    if sys.platform != "linux":
        pytest.skip("XDG_CACHE_HOME and user numbers are Linux's")
    assert folder is not None
    assert folder.is_relative_to(tmp_path)
    folder.mkdir(parents=True)
    assert place.usual_place() == folder
    monkeypatch.setattr(os, "geteuid", lambda: folder.stat().st_uid + 1)
    assert place.usual_place() is None


def test_what_is_known_needs_neither_libcst_nor_the_rules(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(FINDING)
    for way in (["flake8_torch_effective", "check", "-j1"], ["flake8", "-j1", "--select=TEF"]):
        code = (
            "import runpy, sys\n"
            f"sys.argv = {[*way, '--isolated', 'a.py']!r}\n"
            "try:\n    runpy.run_module(sys.argv[0], run_name='__main__')\n"
            "except SystemExit as end:\n    print(end.code)\n"
            "print([name for name in sys.modules if name.split('.')[0] == 'libcst' or '.rules' in name])\n"
        )
        runs = [
            subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
            for _ in range(2)
        ]
        *first, _ = runs[0].stdout.splitlines()
        *again, imported = runs[1].stdout.splitlines()
        assert first == again
        assert any("TEF302" in line for line in again)
        assert imported == "[]"


def test_damage_in_every_entry_changes_nothing(shell: Shell, folder: Path) -> None:
    shell.write({"a.py": FINDING, "b.py": CLEAN})
    found = shell("check", ".")
    for entry in entries(folder / FORM):
        path = Path(entry.path)
        path.write_bytes(path.read_bytes().replace(b"TEF302", b"TEF999").replace(b"[]", b"[1]"))
    assert shell("check", ".") == found


# --- torch-effective cache ------------------------------------------------------------------------


def test_it_says_what_it_has_and_deletes_its_own(shell: Shell, folder: Path) -> None:
    shell.write({"a.py": FINDING, "b.py": CLEAN})
    shell("check", ".")
    (folder / "mine").mkdir()
    (folder / "mine" / "file").write_text("x")
    assert shell("cache", "dir").out == f"{folder}\n"
    assert "files: 2\n" in shell("cache", "info").out
    assert shell("cache", "clean").out == f"2 files deleted from {folder}\n"
    assert "files: 0\n" in shell("cache", "info").out
    assert [path.name for path in folder.rglob("*")] == ["mine", "file"]


def test_what_it_cannot_do_is_an_error(shell: Shell) -> None:
    done = shell("cache", "empty")
    assert done.status == 2
    assert done.err == "torch-effective: cache has no action 'empty'; it has dir, info, clean\n"
    assert shell("cache", "info", "a.py").status == 2
    for option in (
        "--severity=error",
        "--output-format=json",
        "--output-file=out",
        "--show-urls",
        "--show-settings",
        "--force-exclude",
        "--torch-tentative",
        "--torch-target-version=2.1",
    ):
        assert shell("cache", "info", option).status == 2
        told = shell("cache", "--help")
        assert told.status == 0
        assert option.partition("=")[0] not in told.out


def test_its_folder_is_that_of_its_options_and_of_the_configuration(shell: Shell) -> None:
    shell.write(
        {"setup.cfg": "[flake8]\ntorch-cache-dir = ./kept\n", "own.ini": "[flake8]\ntorch-cache-dir = ./info\n"}
    )
    assert shell("cache", "dir").out == f"{shell.folder / 'kept'}\n"
    assert shell("cache", "--config", "own.ini", "dir").out == f"{shell.folder / 'info'}\n"
    assert shell("cache", "--torch-cache-dir", "dir", "dir").out == f"{shell.folder / 'dir'}\n"
    assert shell("cache", "dir", "--no-cache").out.startswith("The cache is off")


def test_without_a_cache_it_says_so(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(place.OFF, "1")
    assert shell("cache", "info").out.startswith("The cache is off")


def test_machine_formats_are_the_same(shell: Shell) -> None:
    shell.write({"a.py": FINDING})
    first, again = (shell("check", "--output-format=json", "a.py").out for _ in range(2))
    assert json.loads(first) == json.loads(again)
