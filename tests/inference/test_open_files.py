"""The rows about files that are opened, against Python's own library."""

from __future__ import annotations

import importlib
import io
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from flake8_torch_effective.inference.knowledge.open_files import GIVEN_FILE, IN_MEMORY, LAZY, OPENERS, PATHS


def named(name: str) -> Any:
    """The function or class, where its package is installed."""
    parts = name.split(".")
    for end in range(len(parts) - 1, 0, -1):
        try:
            found: Any = importlib.import_module(".".join(parts[:end]))
        except ModuleNotFoundError:
            continue
        for part in parts[end:]:
            found = getattr(found, part)
        return found
    pytest.skip(f"{name} is not installed")


@pytest.mark.parametrize("name", sorted(OPENERS))
def test_what_is_opened_can_be_closed_and_stands_after_with(name: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    mode = "wt" if name == "builtins.open" else "wb" if name in ("io.open", "codecs.open") else "w"
    with named(name)(str(path), mode) as file:
        if name == "wave.open":
            file.setparams((1, 1, 8000, 0, "NONE", ""))
        assert callable(file.close)


@pytest.mark.parametrize("name", sorted(LAZY))
def test_what_is_lazy_reads_as_it_goes(name: str) -> None:
    read: list[int] = []

    class Counted(io.BytesIO):
        def readline(self, size: int | None = -1) -> bytes:
            read.append(1)
            return super().readline(size)

    def lines() -> Iterator[str]:
        for _ in range(100):
            read.append(1)
            yield "1\n"

    function = named(name)
    if name.startswith("io."):
        made = function(Counted(b"1\n" * 100_000))
        assert made.buffer.tell() == 0 if hasattr(made, "buffer") else made.tell() == 0
        return
    before = {"filter": (None,), "map": (str,), "takewhile": (bool,)}.get(name.rpartition(".")[2], ())
    after = (50,) if name.endswith("islice") else ()
    next(iter(function(*before, lines(), *after)))
    assert len(read) < 5


def test_an_archive_in_an_open_file_leaves_that_open(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "a.tar", "w"), zipfile.ZipFile(tmp_path / "a.zip", "w"):
        pass
    with (tmp_path / "a.tar").open("rb") as file:
        tarfile.open(**{GIVEN_FILE: file}).close()  # type: ignore[call-overload]
        assert not file.closed
    with (tmp_path / "a.zip").open("rb") as file:
        zipfile.ZipFile(file).close()
        assert not file.closed


@pytest.mark.parametrize("name", sorted(PATHS - {"pathlib.WindowsPath"}))
def test_a_path_opens_files(name: str, tmp_path: Path) -> None:
    with named(name)(tmp_path / "file").open("w") as file:
        assert not file.closed


@pytest.mark.parametrize("name", sorted(IN_MEMORY))
def test_what_is_in_memory_has_no_file(name: str) -> None:
    with pytest.raises(io.UnsupportedOperation):
        named(name)().fileno()
