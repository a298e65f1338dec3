"""A finding as the command reports it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from ..finding import Finding


@dataclass(frozen=True)
class Found:
    """One finding in one file; line and column count from 1, the column in characters.

    ``fix`` says whether there is a safe or an unsafe fix, for output formats that show it. It replaces ``lint.Finding``
    between processes, because a process that only prints need not import LibCST.
    """

    path: str
    line: int
    column: int
    code: str
    message: str
    fix: Literal["safe", "unsafe"] | None = None

    @classmethod
    def of(cls, path: str, finding: Finding) -> Found:
        """What was found in the file of this path."""
        return cls(path, finding.line, finding.column + 1, finding.code, finding.message, finding.fix)


@dataclass(frozen=True)
class Report:
    """All findings of a run in the order of reporting, and the errors of files that could not be read."""

    found: tuple[Found, ...]
    troubles: tuple[str, ...]
