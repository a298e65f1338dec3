"""The command in a process of its own, with a pipe or a terminal of a given width to write to."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping

import pytest

COMMAND = "from flake8_torch_effective.cli import main; raise SystemExit(main())"


def environment(changes: Mapping[str, str]) -> dict[str, str]:
    """This process's environment, without what would change colours or widths, and with some changes."""
    meddling = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "TERM", "PYTHONIOENCODING")
    return {**{key: value for key, value in os.environ.items() if key not in meddling}, "TERM": "xterm", **changes}


def piped(*arguments: str, **changes: str) -> subprocess.CompletedProcess[str]:
    """What the command writes to pipes."""
    return subprocess.run(
        [sys.executable, "-c", COMMAND, *arguments],
        env=environment(changes),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )


def on_terminal(*arguments: str, columns: int, **changes: str) -> str:
    """What the command writes to a terminal, with line feeds as the program wrote them."""
    pty = pytest.importorskip("pty", reason="this platform has no pseudo-terminals")
    import fcntl
    import struct
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    process = subprocess.Popen(
        [sys.executable, "-c", COMMAND, *arguments],
        env=environment(changes),
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=subprocess.DEVNULL,
    )
    os.close(theirs)
    written = b""
    try:
        while block := os.read(ours, 65536):
            written += block
    except OSError:  # Linux ends a terminal whose other side is closed so
        pass
    os.close(ours)
    assert process.wait(timeout=300) == 0
    return written.decode().replace("\r\n", "\n")
