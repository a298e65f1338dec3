"""What a fix would change, as a patch."""

from __future__ import annotations

import difflib
import io
import os

from .discovery import portable

NO_FINAL_NEWLINE = b"\n\\ No newline at end of file\n"


def unified_diff(path: str, old: bytes, new: bytes) -> bytes:
    """A unified diff that ``patch`` takes, in the file's own encoding and with its line endings.

    In a patch only a line feed ends a line; a lone carriage return is an ordinary character.
    """
    before, after = io.BytesIO(old).readlines(), io.BytesIO(new).readlines()
    name = os.fsencode(portable(path))
    lines = difflib.diff_bytes(difflib.unified_diff, before, after, fromfile=name, tofile=name)
    return b"".join(line if line.endswith(b"\n") else line + NO_FINAL_NEWLINE for line in lines)
