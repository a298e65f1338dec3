"""A long run goes on behind a program at which its process ends."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from tests.inference.differential import long_run


def test_a_crash_costs_one_program(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []

    def run(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        asked.append(command[-3:])
        if len(asked) == 1:
            return subprocess.CompletedProcess(command, -11, "at 5\n5 rank\nat 6\n")
        return subprocess.CompletedProcess(command, 0, "at 7\nat 8\n8 dtype\n")

    monkeypatch.setattr(subprocess, "run", run)
    assert long_run._run_apart((5, 9), 20.0) == ([(5, "rank"), (8, "dtype")], [6], [])
    assert asked == [["5", "--count", "4"], ["7", "--count", "2"]]


def test_a_program_that_never_ends_costs_one_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """The child runs the real loop over seeds; the program of its second one never ends."""
    endless = """
import itertools
from tests.inference.differential import long_run
long_run.runnable = lambda seed: seed
long_run.disagreements = lambda source, seed: all(itertools.repeat(1)) if source == 6 else []
long_run._run_here(5, 9, 0.2) if {first} == 5 else print("at 7", "at 8", sep="\\n")
"""
    really = subprocess.run

    def run(command: list[str], **options: Any) -> subprocess.CompletedProcess[str]:
        first = command[command.index("--start") + 1]
        return really([sys.executable, "-c", endless.format(first=first)], **options)

    monkeypatch.setattr(subprocess, "run", run)
    assert long_run._run_apart((5, 9), 0.2) == ([], [], [6])


def test_a_process_that_never_starts_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "run", lambda command, **_: subprocess.CompletedProcess(command, 1, ""))
    with pytest.raises(RuntimeError, match="from seed 5 on: exit status 1"):
        long_run._run_apart((5, 9), 20.0)
