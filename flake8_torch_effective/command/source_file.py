"""A source file as bytes and as text."""

from __future__ import annotations

import io
import sys
import tokenize
from typing import Final

from ..syntax.relevance import TORCH_PACKAGES

_PACKAGES: Final = tuple(package.encode() for package in TORCH_PACKAGES)


class Unreadable(Exception):
    """A file cannot be read or written as Python source: why, and the 1-based line and column if they are known."""

    def __init__(self, reason: str, line: int | None = None, column: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.place = tuple(number for number in (line, column) if number is not None)

    def said_of(self, path: str) -> str:
        """The error with the path of its file, in one line."""
        return f"{':'.join((path, *map(str, self.place)))}: {self.reason}"


def trouble_with(path: str, error: Exception) -> str:
    """Why the file at this path could not be processed, in one line that begins with the path."""
    if isinstance(error, SyntaxError):
        error = Unreadable(error.msg, error.lineno, error.offset or None)
    if not isinstance(error, Unreadable):
        error = Unreadable(f"{type(error).__name__}, please report it: {error}")
    return error.said_of(path)


def read(path: str) -> bytes:
    """What a file holds, or standard input where the path is ``-``.

    Raises:
        Unreadable: the system does not allow it, or it is a notebook, in which nothing would be found.
    """
    if path.endswith(".ipynb"):
        raise Unreadable("a notebook is no Python file; use nbqa, as in: nbqa flake8 " + path)
    try:
        if path == "-":
            return sys.stdin.buffer.read()
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise Unreadable(error.strerror or str(error)) from error


def may_use_torch(data: bytes) -> bool:
    """Whether a file mentions a torch package anywhere, which rules out nearly all other files without parsing them."""
    return any(package in data for package in _PACKAGES)


def decoded(data: bytes) -> tuple[str, str]:
    """A file's text with its line endings as they are, without the byte order mark, and its encoding.

    Raises:
        Unreadable: it is not in the encoding that it declares, or that Python assumes without a declaration.
    """
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        return data.decode(encoding), encoding
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        byte = error.object[error.start]
        raise Unreadable(f"byte 0x{byte:02x} is not {error.encoding}", line) from error
    except (SyntaxError, LookupError) as error:
        raise Unreadable(str(error), 1) from error


def lines_of(text: str) -> list[str]:
    """The lines of a text, each ended by a line feed, as flake8 reads them."""
    return list(io.StringIO(text, newline=None))
