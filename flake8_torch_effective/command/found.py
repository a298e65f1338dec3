"""A finding as the command tells it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Found:
    """One finding in one file; line and column count from 1, the column in characters.

    It stands for ``lint.Finding`` between processes, because a process that only prints need not import LibCST.
    """

    path: str
    line: int
    column: int
    code: str
    message: str


@dataclass(frozen=True)
class Report:
    """All findings of a run in the order in which they are told, and what is wrong with files that were not read."""

    found: tuple[Found, ...]
    troubles: tuple[str, ...]
