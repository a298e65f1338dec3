"""Work on files in several processes, of which some end before they are done."""

from __future__ import annotations

import argparse
import os
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from flake8.main.options import JobsArgument

from flake8_torch_effective.command.processes import BYTES_PER_PROCESS, Work, largest_first, over_files, process_count

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


def test_large_files_are_begun_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = {"small": 10, "large": 3000, "none": 0, "medium": 200}
    for name, size in sizes.items():
        (tmp_path / name).write_bytes(b"#" * size)
    monkeypatch.chdir(tmp_path)
    assert largest_first([*sizes, "missing"]) == ["large", "medium", "small", "none", "missing"]
    handed_out: list[str] = []

    class Noting(ProcessPoolExecutor):
        def submit(self, *arguments: Any, **named: Any) -> Any:
            handed_out.append(arguments[1])
            return super().submit(*arguments, **named)

    monkeypatch.setattr("flake8_torch_effective.command.processes.ProcessPoolExecutor", Noting)
    assert len(list(over_files(WORK, list(sizes), OPTIONS, 2))) == len(sizes)
    assert handed_out == ["large", "medium", "small", "none"]


@pytest.mark.parametrize(("size", "count"), [(0, 1), (1000, 1), (BYTES_PER_PROCESS, 2), (10 * BYTES_PER_PROCESS, 4)])
def test_processes_are_started_where_they_pay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int, count: int
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1, 2, 3}, raising=False)
    file = tmp_path / "a.py"
    file.write_bytes(b"#" * size)
    paths = [str(file), str(tmp_path / "missing")]
    assert process_count(argparse.Namespace(filenames=["."], jobs=JobsArgument("auto")), paths) == count
    assert process_count(argparse.Namespace(filenames=["."], jobs=JobsArgument("3")), paths) == 3
    assert process_count(argparse.Namespace(filenames=["-"], jobs=JobsArgument("3")), paths) == 1
