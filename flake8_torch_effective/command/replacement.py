"""Writes a file as a whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from .usage import UsageError


@contextmanager
def replacement(path: Path) -> Iterator[BinaryIO]:
    """A new file that takes the place of the one at ``path`` when the body ends well, and is removed when it does not.

    Raises:
        UsageError: no file can be written there; known before the body starts.
    """
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise UsageError(f"cannot write {path}: it is a folder")
    if target.exists() and not os.access(target, os.W_OK):
        raise UsageError(f"cannot write {path}: it is write-protected")
    scratch = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        file = open(scratch, "xb")  # noqa: SIM115 - closed below, whatever the body does
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}") from error
    try:
        with file:
            yield file
        os.replace(scratch, target)
    finally:
        scratch.unlink(missing_ok=True)
