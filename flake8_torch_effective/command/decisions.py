"""Which findings are reported: flake8's decisions on select, ignore and noqa."""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING, Any, Final

from flake8.formatting.default import Nothing
from flake8.processor import FileProcessor
from flake8.style_guide import Decision, StyleGuideManager
from flake8.violation import Violation

from ..plugin import TorchEffectivePlugin

if TYPE_CHECKING:
    from ..finding import Finding


# A comment for the whole file that goes on with codes.  Which comment is one is for flake8 to say.
_CODES_FOR_A_FILE: Final = re.compile(r"\s*(# flake8[:=]\s*noqa\s*:\s*[A-Z]+\d+\b[A-Z0-9, ]*)", re.IGNORECASE)


def _warning_of(path: str, lines: list[str]) -> str | None:
    """What is said of a file that flake8 leaves out as a whole, though a comment names codes."""
    for number, line in enumerate(lines, 1):
        comment = _CODES_FOR_A_FILE.match(line)
        if comment is not None:
            told = comment[1].strip()
            return f"{path}:{number}: '{told}' silences every code in this file; per-file-ignores silences single ones"
    return None


class Decisions:
    """The decisions of the options for each file."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self._guides = StyleGuideManager(options, Nothing(options))

    def seeks(self, path: str, code: str) -> bool:
        """Whether findings of a code are reported in the file of this name, but for comments."""
        return self._guides.style_guide_for(path).should_report_error(code) is Decision.Selected

    def on(self, path: str, lines: list[str]) -> FileDecisions:
        """The decisions on a file of this name that has these lines, each ended by a line feed."""
        return FileDecisions(
            path,
            FileProcessor(path, self.options, lines),
            self._guides.style_guide_for(path),
            any("noqa" in line.lower() for line in lines),
        )


# The decisions of the run that this process works for, set by ``prepare``.
_current: Decisions | None = None


def prepare(options: argparse.Namespace) -> None:
    """Set the options of this process, which may have just been started."""
    global _current
    TorchEffectivePlugin.parse_options(options)
    _current = Decisions(options)


def current() -> Decisions:
    """The decisions of the run that this process works for; `prepare` has been called."""
    assert _current is not None
    return _current


class FileDecisions:
    """Whether a finding in one text counts."""

    def __init__(self, path: str, processor: Any, guide: Any, has_noqa: bool) -> None:
        self._path = path
        self._processor = processor
        self._guide = guide
        self._has_noqa = has_noqa
        # True where a comment silences the file as a whole.
        self.ignores_all: bool = has_noqa and processor.should_ignore_file()
        # What to tell of a comment that names codes, as if it silenced only those.
        self.warning = _warning_of(path, processor.lines) if self.ignores_all else None

    def __call__(self, finding: Finding) -> bool:
        """Whether a finding is selected, not ignored, and not silenced by a comment."""
        if self.ignores_all:
            return False
        if self._guide.should_report_error(finding.code) is not Decision.Selected:
            return False
        if not self._has_noqa:
            return True
        # Only this needs the tokens of the file, which are slow to compute.
        line = self._processor.noqa_line_for(finding.line)
        violation = Violation(finding.code, self._path, finding.line, finding.column + 1, finding.message, line)
        return not violation.is_inline_ignored(self._guide.options.disable_noqa)
