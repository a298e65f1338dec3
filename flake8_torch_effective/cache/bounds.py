"""How much the cache keeps, and for how long."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

DAY: Final = 24 * 60 * 60
MOST_DAYS: Final = 30
MOST_BYTES: Final = 256 * 2**20
# What a small file takes on most disks.
_BLOCK: Final = 4096
# A file that has been half-written for longer was left by a process that was ended.
_WRITING: Final = 60 * 60
# Its time says when the folder was last looked through.
_LOOKED: Final = ".looked"


class Entry(NamedTuple):
    """One file of the cache: when it was last used, in seconds since 1970, and the bytes that it takes."""

    used: float
    size: int
    path: str


def entries(folder: Path) -> Iterator[Entry]:
    """The files in the folders of a cache, half-written ones included."""
    for inner in _inside(str(folder)):
        if inner.is_dir(follow_symlinks=False):
            for entry in _inside(inner.path):
                with suppress(OSError):
                    told = entry.stat(follow_symlinks=False)
                    yield Entry(told.st_mtime, max(told.st_size, _BLOCK), entry.path)


def _inside(folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as found:
            return list(found)
    except OSError:
        return []


def keep_within(folder: Path, most_bytes: int = MOST_BYTES) -> None:
    """Delete what was not used for a month, and the longest unused of what is too much; at most once a day.

    Args:
        folder: that holds the folders of entries.
        most_bytes: what all entries may take.

    Raises:
        OSError: the time cannot be noted.
    """
    now = time.time()
    looked = folder / _LOOKED
    with suppress(OSError):
        if 0 <= now - looked.stat().st_mtime < DAY and not _is_much(folder):
            return
    looked.touch()
    taken = 0
    for used, size, path in sorted(entries(folder), reverse=True):
        if used > now + DAY:  # by a clock that was wrong: it would never grow old
            with suppress(OSError):
                os.utime(path)
        is_left_over = path.endswith(".new") and now - used > _WRITING
        taken += size
        if is_left_over or taken > most_bytes or now - used > MOST_DAYS * DAY:
            with suppress(OSError):
                os.unlink(path)


def _is_much(folder: Path) -> bool:
    """Whether one of 256 folders alone holds more than twice its share."""
    first = next((entry.path for entry in _inside(str(folder)) if entry.is_dir(follow_symlinks=False)), None)
    return first is not None and len(_inside(first)) * _BLOCK * 256 > 2 * MOST_BYTES
