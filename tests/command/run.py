"""The commands as a user starts them, but in this process, where starting takes no time."""

from __future__ import annotations

import io
import os
import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from flake8.main.cli import main as flake8_main
from flake8.utils import stdin_get_value

from flake8_torch_effective.cli import main
from flake8_torch_effective.rules import GROUPS

# What selects every rule, the opt-in ones too: `TEF` does not.
EVERY_GROUP = ",".join(f"TEF{number}" for number in GROUPS.values())
# What the text output has beside what flake8 prints: a mark after a code, and the last lines on standard error.
MARK = re.compile(r"(?<=TEF\d{3})((?:\x1b\[m)?) (?:\x1b\[36m)?\[[*!]\](?:\x1b\[m)?(?= )")
SUMMARY = re.compile(r"^(?:Found \d+ findings?\.|Run `torch-effective explain TEF\d+`).*\n", re.MULTILINE)


@dataclass(frozen=True)
class Done:
    """What a command left behind; ``raw`` is its standard output as bytes."""

    status: int
    raw: bytes
    err: str

    @property
    def out(self) -> str:
        """Its standard output as text."""
        return self.raw.decode("utf-8", "replace").replace(os.linesep, "\n")

    @property
    def unmarked(self) -> str:
        """Its standard output as flake8 prints it: without the marks of fixes."""
        return MARK.sub(r"\1", self.out)

    @property
    def remarks(self) -> str:
        """Its standard error, but for the summary of what was found."""
        return SUMMARY.sub("", self.err)


class Shell:
    """A folder to run commands in."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch, capture: pytest.CaptureFixture[bytes]) -> None:
        self.folder = folder
        self._patch = patch
        self._capture = capture
        patch.chdir(folder)

    def __call__(self, *arguments: str, given: bytes = b"") -> Done:
        """``torch-effective`` with these arguments and this standard input."""
        self._give(given)
        self._patch.setattr("sys.argv", ["torch-effective", *arguments])
        try:
            status = main(arguments)
        except SystemExit as end:
            status = int(end.code or 0)
        return self._done(status)

    def flake8(self, *arguments: str, given: bytes = b"") -> Done:
        """flake8, in one process."""
        self._give(given)
        stdin_get_value.cache_clear()
        self._patch.setattr("sys.argv", ["flake8", "-j1", *arguments])
        return self._done(flake8_main(["-j1", *arguments]))

    def write(self, files: dict[str, str | bytes]) -> None:
        """Files by their paths; text is UTF-8 with the line endings that it has."""
        for name, text in files.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text if isinstance(text, bytes) else text.encode())

    def _give(self, given: bytes) -> None:
        self._capture.readouterr()
        self._patch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(given), encoding="utf-8"))

    def _done(self, status: int) -> Done:
        out, err = self._capture.readouterr()
        return Done(status, out, err.decode("utf-8", "replace").replace(os.linesep, "\n"))
