"""Work on files in several processes, of which some end before they are done."""

from __future__ import annotations

import argparse
import os

import pytest

from flake8_torch_effective.command.processes import Work, over_files

_prefix = ""


def prepare(options: argparse.Namespace) -> None:
    """Called once in each process."""
    global _prefix
    _prefix = options.prefix


def each(path: str) -> str:
    """Ends its process where the path says so."""
    if path.startswith("deadly"):
        os._exit(11)
    return _prefix + path


def lost(path: str) -> str:
    """Instead of a result."""
    return f"lost {path}"


OPTIONS = argparse.Namespace(prefix="> ")
WORK = Work(prepare, each, lost)


@pytest.mark.parametrize("count", [0, 1, 2, 5, 100])
@pytest.mark.parametrize("paths", [[], ["a"], [f"f{number}" for number in range(40)], ["a", "a", "b"]], ids=len)
def test_a_result_for_every_path(count: int, paths: list[str]) -> None:
    assert sorted(over_files(WORK, paths, OPTIONS, count)) == sorted(f"> {path}" for path in paths)


@pytest.mark.parametrize("deadly", [[0], [7], [19], [3, 4, 12], list(range(20))], ids=str)
def test_a_process_that_ends_costs_one_file(deadly: list[int]) -> None:
    paths = [f"{'deadly' if number in deadly else 'f'}{number}" for number in range(20)]
    expected = [f"lost {path}" if path.startswith("deadly") else f"> {path}" for path in paths]
    assert sorted(over_files(WORK, paths, OPTIONS, 2)) == sorted(expected)


def test_a_system_without_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("flake8_torch_effective.command.processes.ProcessPoolExecutor", refuse)
    assert list(over_files(WORK, ["a", "b"], OPTIONS, 2)) == ["> a", "> b"]
