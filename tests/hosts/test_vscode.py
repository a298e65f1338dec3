"""What Microsoft's Flake8 extension for VS Code asks of flake8, with the settings that docs/editors.md shows."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.plugin.test_flake8 import SAMPLE
from tests.readme import shown

# The quotes are in the extension's argument, which no shell takes off, and so in each line that it reads.
FORMAT = "--format='%(row)d,%(col)d,%(code).1s,%(code)s:%(text)s'"
LINE = re.compile(r"'(\d+),(-?\d+),(\w+),(\w+\d+):(.*)'")
# The extension runs flake8 again and again as a module of one process, with the arguments of each time.
SERVER = """\
import json, runpy, sys
for arguments in json.loads(sys.argv.pop()):
    sys.argv[:] = ["flake8", *arguments]
    try:
        runpy.run_module("flake8", run_name="__main__")
    except SystemExit as end:
        print("status", end.code, flush=True)
"""


def served(folder: Path, *calls: list[str]) -> list[str]:
    """What flake8 prints for each call, in one process."""
    done = subprocess.run(
        [sys.executable, "-c", SERVER, json.dumps(calls)],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.stderr == ""
    said = re.split(r"^status \w+\n", done.stdout, flags=re.M)
    assert len(said) == len(calls) + 1
    return said[:-1]


def test_findings_come_out_of_the_extensions_format(tmp_path: Path) -> None:
    settings = json.loads(shown("settings: vscode"))
    (tmp_path / "train.py").write_text(shown("tutorial: train.py"))
    (said,) = served(tmp_path, [FORMAT, *settings["flake8.args"], str(tmp_path / "train.py")])
    shown_again = []
    for line in said.splitlines():
        parts = LINE.fullmatch(line)
        assert parts is not None, line
        row, column, kind, code, text = parts.groups()
        assert kind == "T"
        assert code.startswith("TEF")
        shown_again.append(f"train.py:{row}:{column}: {code} {text}")
    assert shown_again == shown("tutorial: findings").splitlines()[1:]


def test_settings_are_those_of_the_extension() -> None:
    settings: dict[str, Any] = json.loads(shown("settings: vscode"))
    assert settings.keys() == {"flake8.importStrategy", "flake8.args", "flake8.severity"}
    assert settings["flake8.importStrategy"] == "fromEnvironment"
    # A code that no key begins is an error to the extension.
    assert settings["flake8.severity"] == {"TEF": "Warning"}


def test_one_call_leaves_nothing_to_the_next(tmp_path: Path) -> None:
    program = SAMPLE.replace("torch.log(torch.softmax(logits, dim=-1))", "logits / logits.max()")
    (tmp_path / "a.py").write_text(program)
    by_default, selected, by_default_again, for_old_torch, selected_again = served(
        tmp_path,
        [FORMAT, "a.py"],
        [FORMAT, "--select=TEF1", "a.py"],
        [FORMAT, "a.py"],
        [FORMAT, "--select=TEF1", "--torch-target-version=1.6", "a.py"],
        [FORMAT, "--select=TEF1", "a.py"],
    )
    assert (by_default, by_default_again, for_old_torch) == ("", "", "")
    assert "TEF102" in selected
    assert selected_again == selected


def test_task_fixes_the_file(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(SAMPLE)
    (task,) = json.loads(shown("tasks: vscode"))["tasks"]
    known = {"${command:python.interpreterPath}": sys.executable, "${file}": str(tmp_path / "a.py")}
    assert task["type"] == "process"
    done = subprocess.run(
        [known.get(word, word) for word in [task["command"], *task["args"]]],
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert "torch.log_softmax(logits, dim=-1)" in (tmp_path / "a.py").read_text()
