"""What a fix would change, as a patch."""

from __future__ import annotations

import difflib
import io
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from .discovery import portable

# git's: bold, cyan, red and green.
_HEAD: Final = b"1"
_STYLES: Final[Mapping[bytes, bytes]] = {b"@": b"36", b"-": b"31", b"+": b"32"}
_LINE: Final = re.compile(rb"([^\r\n]+)(?=\r*\n)")
NO_FINAL_NEWLINE = b"\n\\ No newline at end of file\n"


def _quoted(name: bytes) -> bytes:
    """A file name as git writes it: in quotes where a character would end the line, or the quotes."""
    if not re.search(rb'[\x00-\x1f\x7f"\\]', name):
        return name
    escaped = re.sub(rb'["\\]', rb"\\\g<0>", name)
    return b'"' + re.sub(rb"[\x00-\x1f\x7f]", lambda match: b"\\%03o" % match[0][0], escaped) + b'"'


def unified_diff(path: str, old: bytes, new: bytes, colour: bool = False) -> bytes:
    """A unified diff in the file's own encoding and with its line endings, which ``patch`` takes where not coloured.

    In a patch only a line feed ends a line; a lone carriage return is an ordinary character.
    """
    before, after = io.BytesIO(old).readlines(), io.BytesIO(new).readlines()
    name = _quoted(os.fsencode(portable(path)))
    lines = difflib.diff_bytes(difflib.unified_diff, before, after, fromfile=name, tofile=name)
    parts = (line if line.endswith(b"\n") else line + NO_FINAL_NEWLINE for line in lines)
    return b"".join(_coloured(parts) if colour else parts)


def _coloured(parts: Iterable[bytes]) -> Iterator[bytes]:
    """The lines of a diff in git's colours, none of which reaches over the end of a line."""
    for number, part in enumerate(parts):
        style = _HEAD if number < 2 else _STYLES.get(part[:1])
        yield part if style is None else _LINE.sub(b"\x1b[%sm\\1\x1b[m" % style, part)
