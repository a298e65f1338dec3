"""What a fix would change, as a patch."""

from __future__ import annotations

import difflib
import io
import os
import re

from .discovery import portable

NO_FINAL_NEWLINE = b"\n\\ No newline at end of file\n"


def _quoted(name: bytes) -> bytes:
    """A file name as git writes it: in quotes where a character would end the line, or the quotes."""
    if not re.search(rb'[\x00-\x1f\x7f"\\]', name):
        return name
    escaped = re.sub(rb'["\\]', rb"\\\g<0>", name)
    return b'"' + re.sub(rb"[\x00-\x1f\x7f]", lambda match: b"\\%03o" % match[0][0], escaped) + b'"'


def unified_diff(path: str, old: bytes, new: bytes) -> bytes:
    """A unified diff that ``patch`` takes, in the file's own encoding and with its line endings.

    In a patch only a line feed ends a line; a lone carriage return is an ordinary character.
    """
    before, after = io.BytesIO(old).readlines(), io.BytesIO(new).readlines()
    name = _quoted(os.fsencode(portable(path)))
    lines = difflib.diff_bytes(difflib.unified_diff, before, after, fromfile=name, tofile=name)
    return b"".join(line if line.endswith(b"\n") else line + NO_FINAL_NEWLINE for line in lines)
