"""A folder to keep findings in, for commands that run in this process."""

from __future__ import annotations

from pathlib import Path

import pytest

from flake8_torch_effective.cache.place import FOLDER, OFF
from flake8_torch_effective.cache.store import Store
from tests.command.run import Shell


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that the environment names."""
    monkeypatch.delenv(OFF)
    monkeypatch.setenv(FOLDER, str(tmp_path / "kept"))
    return tmp_path / "kept"


@pytest.fixture
def store(folder: Path) -> Store:
    return Store(folder)


@pytest.fixture
def shell(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> Shell:
    """The commands, which keep what they find."""
    (tmp_path / "project").mkdir()
    return Shell(tmp_path / "project", monkeypatch, capfdbinary)
