"""What the stream that the command writes to can show: how many columns, and whether in colour."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable
from typing import Final, Literal, TextIO

from ..printable import printable

Style = Literal["heading", "good", "bad", "doubtful"]

_STYLES: Final[dict[Style, str]] = {"heading": "1", "good": "32", "bad": "31", "doubtful": "33"}
_WINDOWS_ESCAPE_SEQUENCES = 0x0004


def terminal_columns(stream: TextIO) -> int | None:
    """The width of the terminal that a stream writes to, in characters; None where it writes to something else."""
    return shutil.get_terminal_size().columns if stream.isatty() else None


def is_watched(stream: TextIO) -> bool:
    """Whether somebody watches a stream while it is written to: a terminal without a width belongs to a program.

    pre-commit opens such a terminal to get colours, and prints its contents at the end.
    """
    try:
        return stream.isatty() and os.get_terminal_size(stream.fileno()).columns > 0
    except OSError:  # Windows reports its null device as a terminal
        return False


def warn(warnings: Iterable[str | None]) -> None:
    """Say on standard error what a user should know of, where there is something."""
    for warning in filter(None, warnings):
        print(f"torch-effective: {printable(warning)}", file=sys.stderr)


def takes_colour(stream: TextIO) -> bool:
    """Whether to colour what is written to a stream: a terminal that can, of a user who has not set ``NO_COLOR``."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" or not stream.isatty():
        return False
    if sys.platform == "win32":
        return _windows_takes_escape_sequences(stream)
    return True


def painted(text: str, style: Style, colour: bool = True) -> str:
    """The text in a style, each line on its own, so that a pager can show any part of it; unchanged without colour."""
    if not colour:
        return text
    return "\n".join(f"\x1b[{_STYLES[style]}m{line}\x1b[0m" if line else line for line in text.split("\n"))


def shortened(text: str, width: int) -> str:
    """The text in at most ``width`` characters."""
    return text if len(text) <= width else text[: max(width - 3, 0)].rstrip() + "..."


if sys.platform == "win32":

    def _windows_takes_escape_sequences(stream: TextIO) -> bool:
        """Enable escape sequences in the console, which versions before 2016 do not support."""
        import ctypes
        import msvcrt

        console = ctypes.windll.kernel32
        handle = ctypes.c_void_p(msvcrt.get_osfhandle(stream.fileno()))
        mode = ctypes.c_ulong()
        if not console.GetConsoleMode(handle, ctypes.byref(mode)):
            return False
        return bool(console.SetConsoleMode(handle, mode.value | _WINDOWS_ESCAPE_SEQUENCES))
