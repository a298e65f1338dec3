"""Entries on disk: written as a whole or not at all, and believed only as they were written."""

from __future__ import annotations

import hashlib
import json
import os
import stat
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from .bounds import DAY, keep_within

# Another form of entries gets another number, so that versions of the program can share a folder.
FORM: Final = "1"
# Backup programs know a cache by this file and its first line, https://bford.info/cachedir/, and we know ours.
TAG: Final = "CACHEDIR.TAG"
TAG_TEXT: Final = "Signature: 8a477f597d28d172789f06886806bc55\n# Made by flake8-torch-effective; it can be deleted.\n"
_MOST_BYTES: Final = 8 * 2**20
# How many entries a process writes before it looks again whether there are too many.
_ROUND: Final = 2000


class Store:
    """A folder of entries, each a JSON document under its key.

    Nothing here raises: what cannot be read was never written, and what cannot be written is found again next time.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder / FORM
        self._written: int | None = 0  # None where writing has failed, so that it is not tried again and again

    def read(self, key: str) -> Any:
        """The document under a key; None where there is none, or one that is damaged."""
        path = self._path(key)
        try:
            # Not blocking: a pipe of that name must not stop the run.
            descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0))
        except (OSError, ValueError):
            return None
        try:
            with open(descriptor, "rb") as file:
                told = os.fstat(descriptor)
                if not stat.S_ISREG(told.st_mode) or told.st_size > _MOST_BYTES:
                    return None
                checksum, _, body = file.read().partition(b"\n")
            if checksum != _checksum(key, body):
                return None
            document = json.loads(body)
        except (OSError, ValueError, RecursionError):
            return None
        if abs(time.time() - told.st_mtime) > DAY:  # what is used is kept
            with suppress(OSError):
                os.utime(path)
        return document

    def write(self, key: str, document: Any) -> None:
        """Keep a document under a key."""
        if self._written is None:
            return
        body = json.dumps(document, ensure_ascii=True, separators=(",", ":")).encode()
        if len(body) > _MOST_BYTES // 2:
            return
        path = self._path(key)
        try:
            if self._written % _ROUND == 0:
                self._begin()
            path.parent.mkdir(mode=0o700, exist_ok=True)
            _replace(path, _checksum(key, body) + b"\n" + body)
        except OSError:
            self._written = None
            return
        self._written += 1

    def _path(self, key: str) -> Path:
        return self.folder / key[:2] / key[2:]

    def _begin(self) -> None:
        """Make the folder, and delete what is old or too much."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        tag = self.folder / TAG
        if not tag.exists():
            _replace(tag, TAG_TEXT.encode())
        keep_within(self.folder)


def _checksum(key: str, body: bytes) -> bytes:
    """A digest of an entry, its name included, so that one put under another name is not believed."""
    return hashlib.sha256(key.encode() + b"\n" + body).hexdigest().encode()


def _replace(path: Path, content: bytes) -> None:
    descriptor, name = tempfile.mkstemp(prefix=".", suffix=".new", dir=path.parent)
    try:
        with open(descriptor, "wb") as file:
            file.write(content)
        os.replace(name, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise
