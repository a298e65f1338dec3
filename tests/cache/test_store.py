"""Entries are read as they were written, or not at all."""

from __future__ import annotations

import errno
import json
import os
import resource
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from flake8_torch_effective.cache import bounds
from flake8_torch_effective.cache import store as stores
from flake8_torch_effective.cache.bounds import DAY, MOST_DAYS, entries, keep_within
from flake8_torch_effective.cache.store import FORM, TAG, Store

KEY = "ab" + "0" * 62
OTHER = "ab" + "1" * 62
DOCUMENT = {"findings": [[1, 0, "TEF302", "text — \udc80", False, None]]}


def path_of(folder: Path, key: str = KEY) -> Path:
    return folder / FORM / key[:2] / key[2:]


def test_what_is_written_is_read_by_another_process(folder: Path) -> None:
    Store(folder).write(KEY, DOCUMENT)
    assert Store(folder).read(KEY) == DOCUMENT
    assert Store(folder).read(OTHER) is None


def test_nobody_else_may_read_it(store: Store, folder: Path) -> None:
    store.write(KEY, DOCUMENT)
    if os.name != "posix":
        pytest.skip("modes of files are POSIX's")
    assert path_of(folder).stat().st_mode & 0o077 == 0
    assert (folder / FORM).stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("size", [0, 1, 10, 64, 65, 66, 80, 100])
def test_a_part_of_an_entry_is_not_believed(store: Store, folder: Path, size: int) -> None:
    store.write(KEY, DOCUMENT)
    path = path_of(folder)
    content = path.read_bytes()
    assert size < len(content)
    path.write_bytes(content[:size])
    assert store.read(KEY) is None
    store.write(KEY, DOCUMENT)
    assert store.read(KEY) == DOCUMENT


def test_no_changed_byte_is_believed(store: Store, folder: Path) -> None:
    store.write(KEY, DOCUMENT)
    path = path_of(folder)
    content = path.read_bytes()
    for place in range(len(content)):
        path.write_bytes(content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :])
        assert store.read(KEY) is None, place


def test_an_entry_under_another_name_is_not_believed(store: Store, folder: Path) -> None:
    store.write(KEY, DOCUMENT)
    path_of(folder).rename(path_of(folder, OTHER))
    assert store.read(OTHER) is None


def test_what_is_no_file_is_not_read(store: Store, folder: Path, tmp_path: Path) -> None:
    store.write(KEY, DOCUMENT)
    path = path_of(folder)
    kept = tmp_path / "elsewhere"
    path.rename(kept)
    path.mkdir()
    assert store.read(KEY) is None
    store.write(KEY, DOCUMENT)  # which cannot take the folder's place
    path.rmdir()
    if hasattr(os, "mkfifo"):
        os.mkfifo(path)
        assert store.read(KEY) is None
        path.unlink()
        path.symlink_to(kept)
        assert store.read(KEY) is None


def test_a_huge_entry_is_neither_written_nor_read(store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store.write(KEY, DOCUMENT)
    monkeypatch.setattr(stores, "_MOST_BYTES", 100)
    assert store.read(KEY) is None
    store.write(OTHER, DOCUMENT)
    assert not path_of(folder, OTHER).exists()


@pytest.mark.parametrize("blocked", ["kept", f"kept/{FORM}", f"kept/{FORM}/ab"])
def test_a_file_where_the_folder_should_be_is_left(store: Store, tmp_path: Path, blocked: str) -> None:
    file = tmp_path / blocked
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("mine")
    store.write(KEY, DOCUMENT)
    assert store.read(KEY) is None
    assert file.read_text() == "mine"


def test_a_folder_that_cannot_be_written_to(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[Any] = []

    def refuse(*args: Any, **kwargs: Any) -> Any:
        tried.append(args)
        raise OSError(errno.EROFS, "read-only")

    monkeypatch.setattr("tempfile.mkstemp", refuse)
    for key in (KEY, OTHER):
        store.write(key, DOCUMENT)
    assert len(tried) == 1  # not once for each file of a run
    assert store.read(KEY) is None


def test_a_disk_that_is_full(folder: Path) -> None:
    """A limit on the size of files ends a write halfway, as a full disk does."""
    Store(folder).write(OTHER, DOCUMENT)
    size = path_of(folder, OTHER).stat().st_size
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size - 1, before[1]))
    try:
        Store(folder).write(KEY, DOCUMENT)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, ignored)
    assert Store(folder).read(KEY) is None
    assert [entry.path for entry in entries(folder / FORM)] == [str(path_of(folder, OTHER))]  # nothing half-written
    Store(folder).write(KEY, DOCUMENT)
    assert Store(folder).read(KEY) == DOCUMENT


def _hammer(folder: str, process: int) -> int:
    """Write and read the same entries as the other processes; how many were read."""
    store, count = Store(Path(folder)), 0
    for turn in range(100):
        key = f"{turn % 7:02x}" + "c" * 62
        store.write(key, {"key": key, "filling": "x" * (turn * 50), "by": process})
        if turn % 10 == 0:
            keep_within(Path(folder) / FORM, most_bytes=20 * 4096)
        found = store.read(key)
        if found is not None:
            assert found["key"] == key
            count += 1
    return count


def test_sixteen_processes_at_once(folder: Path) -> None:
    with ProcessPoolExecutor(16) as pool:
        counts = list(pool.map(_hammer, [str(folder)] * 16, range(16)))
    assert sum(counts) > 0
    assert not [entry for entry in entries(folder / FORM) if entry.path.endswith(".new")]


WRITER = """
import sys
from pathlib import Path
from flake8_torch_effective.cache.store import Store
store = Store(Path(sys.argv[1]))
print("begun", flush=True)
number = 0
while True:
    number += 1
    key = f"{number % 16:02x}" + "d" * 62
    store.write(key, {"key": key, "filling": "x" * 200_000})
"""


def test_processes_that_are_killed_while_they_write(folder: Path) -> None:
    for _ in range(3):
        with subprocess.Popen([sys.executable, "-c", WRITER, str(folder)], stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            process.stdout.readline()
            while not list(entries(folder / FORM)):
                time.sleep(0.001)
            process.kill()
    store = Store(folder)
    for number in range(16):
        key = f"{number:02x}" + "d" * 62
        found = store.read(key)
        assert found is None or found["key"] == key


# --- how much is kept -----------------------------------------------------------------------------


def _keys(count: int) -> list[str]:
    return [f"{number % 256:02x}{number:062x}" for number in range(count)]


def _age(folder: Path, key: str, seconds: float) -> None:
    path = path_of(folder, key)
    os.utime(path, (path.stat().st_atime, time.time() - seconds))


def _look(folder: Path, most_bytes: int = bounds.MOST_BYTES) -> None:
    (folder / FORM / ".looked").unlink(missing_ok=True)
    keep_within(folder / FORM, most_bytes)


def test_what_was_not_used_for_long_goes(store: Store, folder: Path) -> None:
    old, used, new = _keys(3)
    for key in (old, used, new):
        store.write(key, DOCUMENT)
    for key in (old, used):
        _age(folder, key, (MOST_DAYS + 1) * DAY)
    assert store.read(used) == DOCUMENT  # which makes it new
    _look(folder)
    assert [store.read(key) for key in (old, used, new)] == [None, DOCUMENT, DOCUMENT]


def test_the_longest_unused_of_what_is_too_much_goes(store: Store, folder: Path) -> None:
    keys = _keys(10)
    for age, key in enumerate(keys):
        store.write(key, DOCUMENT)
        _age(folder, key, 1000 * age)
    _look(folder, most_bytes=4 * 4096)
    assert [key for key in keys if path_of(folder, key).exists()] == keys[:4]


def test_it_is_looked_through_once_a_day(store: Store, folder: Path) -> None:
    keys = _keys(10)
    for key in keys:
        store.write(key, DOCUMENT)
    keep_within(folder / FORM, most_bytes=0)
    assert all(path_of(folder, key).exists() for key in keys)
    os.utime(folder / FORM / ".looked", (0, time.time() - DAY - 1))
    keep_within(folder / FORM, most_bytes=0)
    assert not any(path_of(folder, key).exists() for key in keys)


def test_a_run_that_writes_much_looks_again(store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stores, "_ROUND", 20)
    monkeypatch.setattr(bounds, "MOST_BYTES", 40 * 4096)
    monkeypatch.setattr(keep_within, "__defaults__", (40 * 4096,))
    for number in range(200):
        store.write(f"ab{number:062x}", DOCUMENT)
    assert len(list(entries(folder / FORM))) <= 40 + 20


@pytest.mark.parametrize("years", [-30, 30])
def test_a_clock_that_was_wrong(store: Store, folder: Path, years: int) -> None:
    """What was kept at a wrong time is believed, and grows old from now on."""
    store.write(KEY, DOCUMENT)
    _age(folder, KEY, -years * 365 * DAY)
    os.utime(folder / FORM / ".looked", (0, time.time() + years * 365 * DAY))
    assert Store(folder).read(KEY) == DOCUMENT
    assert abs(path_of(folder).stat().st_mtime - time.time()) < DAY
    _age(folder, KEY, -years * 365 * DAY)
    keep_within(folder / FORM)
    assert path_of(folder).exists() == (years > 0)
    if years > 0:
        assert path_of(folder).stat().st_mtime < time.time() + DAY


def test_what_was_half_written_goes(store: Store, folder: Path) -> None:
    store.write(KEY, DOCUMENT)
    old, new = (path_of(folder).with_name(f".{name}.new") for name in ("old", "new"))
    for path in (old, new):
        path.write_bytes(b"x")
    os.utime(old, (0, time.time() - 7200))
    _look(folder)
    assert not old.exists()
    assert new.exists()


def test_backup_programs_know_it(store: Store, folder: Path) -> None:
    store.write(KEY, DOCUMENT)
    assert (folder / FORM / TAG).read_text().startswith("Signature: 8a477f597d28d172789f06886806bc55")


@pytest.mark.parametrize("body", [b"", b"null", b"[]", b"{", b"[" * 100_000, b"\xff", json.dumps(DOCUMENT).encode()])
def test_what_somebody_else_wrote_is_no_document(store: Store, folder: Path, body: bytes) -> None:
    path = path_of(folder)
    path.parent.mkdir(parents=True)
    path.write_bytes(b"0" * 64 + b"\n" + body)
    assert store.read(KEY) is None
