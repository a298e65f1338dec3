"""A finding as the command reports it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from ..finding import Finding, Safety

if TYPE_CHECKING:
    from ..fixing.edits import TextEdit


class Change(NamedTuple):
    """Text that takes the place of what stands from one place to another; lines and columns count from 1."""

    line: int
    column: int
    end_line: int
    end_column: int
    text: str


@dataclass(frozen=True)
class Found:
    """One finding in one file; line and column count from 1, the column in characters.

    ``end`` is the line and the column behind the code that it is about. ``fix`` says whether there is a safe or an
    unsafe fix, and ``changes`` what it does to the text, for output formats that show it.
    """

    path: str
    line: int
    column: int
    code: str
    message: str
    fix: Safety | None = None
    end: tuple[int, int] | None = None
    changes: tuple[Change, ...] = ()

    @classmethod
    def of(cls, path: str, finding: Finding, edits: Iterable[TextEdit] = ()) -> Found:
        """What was found in the file of this path, and what its fix does there."""
        end = None if finding.end is None else (finding.end[0], finding.end[1] + 1)
        changes = tuple(
            Change(edit.start[0], edit.start[1] + 1, edit.end[0], edit.end[1] + 1, edit.text) for edit in edits
        )
        return cls(path, finding.line, finding.column + 1, finding.code, finding.message, finding.fix, end, changes)


@dataclass(frozen=True)
class Report:
    """All findings of a run in the order of reporting, and the errors of files that could not be read."""

    found: tuple[Found, ...]
    troubles: tuple[str, ...]
