"""The line that counts files on a terminal."""

from __future__ import annotations

import argparse
import io
import os

import pytest

from flake8_torch_effective.command import progress


class Screen(io.StringIO):
    """Standard error as a terminal of some width, or as none."""

    def __init__(self, columns: int | None) -> None:
        super().__init__()
        self.columns = columns

    def isatty(self) -> bool:
        return self.columns is not None

    def fileno(self) -> int:
        return 2


def counted(patch: pytest.MonkeyPatch, seconds: float, columns: int | None = 80, quiet: int = 0) -> str:
    """What stands on the screen after 100 results of so many seconds each."""
    screen = Screen(columns)
    patch.setattr("os.get_terminal_size", lambda _: os.terminal_size((screen.columns or 0, 24)))
    clock = iter(number * seconds for number in range(1000))
    patch.setattr("sys.stderr", screen)
    patch.setattr("time.monotonic", lambda: next(clock))
    results = progress.shown(iter(range(100)), 100, argparse.Namespace(quiet=quiet))
    assert list(results) == list(range(100))
    return screen.getvalue()


def test_a_short_run_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert counted(monkeypatch, 0.005) == ""


def test_a_long_run_is_counted_on_one_line_that_goes_away(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = counted(monkeypatch, 0.05)
    assert "\n" not in screen
    first, *more, last, end = screen.removeprefix("\r").split("\r")
    assert first == "20 of 100 files"
    assert len(more) > 10
    assert (last.strip(), end) == ("", "")
    assert len(last) >= max(map(len, more))


@pytest.mark.parametrize(("columns", "quiet"), [(None, 0), (0, 0), (80, 1), (None, 2)])
def test_elsewhere_there_is_none(monkeypatch: pytest.MonkeyPatch, columns: int | None, quiet: int) -> None:
    assert counted(monkeypatch, 1, columns, quiet) == ""
