"""Writes a fixed text over a source file, so that at any moment the file is either the old or the new one."""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from contextlib import suppress

from .source_file import Unreadable, decoded

ANY_WRITER = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH


def encoded(text: str, encoding: str) -> bytes:
    """A fixed text in the encoding of its file.

    Raises:
        Unreadable: the encoding lacks a character, or the text would not survive the round trip.
    """
    try:
        data = text.encode(encoding)
        same = decoded(data) == (text, encoding)
    except (UnicodeEncodeError, Unreadable):
        same = False
    if not same:
        raise Unreadable(f"the fixed text cannot be written in {encoding}, so it is left as it was")
    return data


def rewrite(path: str, old: bytes, new: bytes) -> None:
    """Replace what the file at ``path`` holds, if that is still ``old``.

    A symbolic link stays one, and the file that it leads to is rewritten. Permissions and extended attributes are kept,
    and so is the owner where the system lets us. Of several hard links to a file only this one gets the new text,
    because it becomes a separate file.

    Raises:
        Unreadable: it is write-protected, has changed, or cannot be replaced.
    """
    target = os.path.realpath(path)
    try:
        status = os.stat(target)
        # Replacing a file needs write permission on its folder only; but a write-protected file is protected on
        # purpose.
        if not status.st_mode & ANY_WRITER or not os.access(target, os.W_OK):
            raise Unreadable("it is write-protected, so it is left as it was")
        _replace(target, status, old, new)
    except OSError as error:
        raise Unreadable(f"it cannot be written, so it is left as it was: {error.strerror or error}") from error


def _replace(target: str, status: os.stat_result, old: bytes, new: bytes) -> None:
    folder, name = os.path.split(target)
    # Its suffix keeps it out of every search for Python files, should the machine stop before it is gone.
    handle, scratch = tempfile.mkstemp(prefix=f".{name[:50]}.", suffix=".torch-effective", dir=folder)
    try:
        with os.fdopen(handle, "wb") as file:
            if hasattr(os, "chown"):
                with suppress(PermissionError):
                    os.chown(scratch, status.st_uid, status.st_gid)
            shutil.copystat(target, scratch)
            file.write(new)
            file.flush()
            os.fsync(file.fileno())
        with open(target, "rb") as file_now:
            if file_now.read() != old:
                raise Unreadable("it changed while it was being fixed, so it is left as it is now")
        os.replace(scratch, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(scratch)
        raise
