"""A long run goes on behind a program at which its process ends."""

from __future__ import annotations

import subprocess
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
    assert long_run._run_apart((5, 9)) == ([(5, "rank"), (8, "dtype")], [6])
    assert asked == [["5", "--count", "4"], ["7", "--count", "2"]]


def test_a_process_that_never_starts_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "run", lambda command, **_: subprocess.CompletedProcess(command, 1, ""))
    with pytest.raises(RuntimeError, match="from seed 5 on: exit status 1"):
        long_run._run_apart((5, 9))
