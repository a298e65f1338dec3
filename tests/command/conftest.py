"""A folder outside of every configuration, and a way to run commands in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.command.run import Shell


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]) -> Shell:
    """Runs commands in an empty folder."""
    return Shell(tmp_path, monkeypatch, capfdbinary)
