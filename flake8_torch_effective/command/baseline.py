"""The findings of an earlier day, kept in a file: only others are reported."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from .found import Found
from .replacement import replacement
from .statements import Anchor, squeezed
from .usage import UsageError

FORM: Final = 1


class Anchored(NamedTuple):
    """A finding with the place that it keeps where lines move, and whether it is tentative."""

    found: Found
    anchor: Anchor
    tentative: bool


@dataclass(frozen=True)
class Entry:
    """Findings of one rule that stand in statements of one text, in one function of one file.

    The path is relative to the folder of the baseline, with forward slashes.
    """

    path: str
    code: str
    function: str
    statement: str
    tentative: bool

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What tells it from others; formatters may change the white space of its statement."""
        return self.path, self.code, self.function, squeezed(self.statement)


class Baseline:
    """What a file of findings holds, and how many of each have not been met in this run."""

    def __init__(self, file: Path, entries: Iterable[tuple[Entry, int]]) -> None:
        self.file = file
        self._entries: dict[tuple[str, str, str, str], Entry] = {}
        self._left: Counter[tuple[str, str, str, str]] = Counter()
        for entry, count in entries:
            self._entries.setdefault(entry.key, entry)
            self._left[entry.key] += count

    def hides(self, one: Anchored) -> bool:
        """Whether a finding is one of those in the file; each of them hides one."""
        key = self.entry(one).key
        hidden = self._left[key] > 0
        self._left[key] -= hidden
        return hidden

    def left(self) -> Iterator[tuple[Entry, int]]:
        """The entries that hid less than they count, in order, each with what is left."""
        for key, count in sorted(self._left.items()):
            if count > 0:
                yield self._entries[key], count

    def entry(self, one: Anchored) -> Entry:
        """The entry that a finding belongs to."""
        return Entry(
            self.name_of(one.found.path), one.found.code, one.anchor.function, one.anchor.statement, one.tentative
        )

    def name_of(self, path: str) -> str:
        """A path as entries have it; absolute where no relative one leads there."""
        folder, name = os.path.split(path)
        full = os.path.join(os.path.realpath(folder), name)  # a link to a file has a name of its own
        with suppress(ValueError):  # another drive of Windows
            full = os.path.relpath(full, os.path.realpath(self.file.parent))
        return full.replace(os.sep, "/")

    def exists(self, entry: Entry) -> bool:
        """Whether the file of an entry is still there."""
        return (self.file.parent / entry.path).exists()


def read(file: Path, may_miss: bool = False) -> Baseline:
    """What a file holds; nothing where it is missing and may be.

    Raises:
        UsageError: it cannot be read, or is no baseline.
    """
    try:
        if may_miss and not file.exists():
            return Baseline(file, ())
        if file.exists() and not file.is_file():
            raise UsageError(f"--baseline: {file} is no file")
        document = json.loads(file.read_bytes())
    except FileNotFoundError:
        raise UsageError(f"--baseline: {file} is not there; --write-baseline writes it") from None
    except OSError as error:
        raise UsageError(f"--baseline: {file} cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError):
        raise UsageError(f"--baseline: {file} is no JSON, so no baseline") from None
    if not isinstance(document, dict) or not isinstance(document.get("findings"), dict):
        raise UsageError(f"--baseline: {file} is no baseline")
    if document.get("version") != FORM:
        raise UsageError(f"--baseline: {file} was written by another version of torch-effective; write it again")
    files = document["findings"].items()
    return Baseline(file, [_entry(path, row, file) for path, rows in files for row in _listed(rows)])


def _listed(rows: Any) -> list[Any]:
    return rows if isinstance(rows, list) else [rows]


def _entry(path: str, row: Any, file: Path) -> tuple[Entry, int]:
    match row:
        case {"code": str(code), "function": str(function), "statement": str(statement), "count": int(count)}:
            return Entry(path, code, function, statement, row.get("tentative") is True), count
    raise UsageError(f"--baseline: {file} has an entry of {path} that is none: {json.dumps(row)[:80]}")


def write(baseline: Baseline, found: Iterable[Anchored], keeps: Callable[[Entry], bool]) -> tuple[int, int]:
    """Write the findings of today over a baseline, which is replaced as a whole or not at all.

    Args:
        baseline: the one of before.
        found: the findings.
        keeps: says of an entry of before whether to keep it, as one of what was not looked at.

    Returns:
        How many findings of today it holds, and how many of before.

    Raises:
        UsageError: it cannot be written.
    """
    counts: Counter[tuple[str, str, str, str]] = Counter()
    entries: dict[tuple[str, str, str, str], Entry] = {}
    number = kept = 0
    for one in found:
        entry = baseline.entry(one)
        entries.setdefault(entry.key, entry)
        counts[entry.key] += 1
        number += 1
    for entry, count in baseline.left():
        if keeps(entry):
            entries.setdefault(entry.key, entry)
            counts[entry.key] += count
            kept += count
    files: dict[str, list[Mapping[str, object]]] = {}
    for key, count in sorted(counts.items()):
        files.setdefault(key[0], []).append(_row(entries[key], count))
    text = json.dumps({"version": FORM, "findings": files}, indent=2)
    with replacement(baseline.file) as file:
        file.write(f"{text}\n".encode())
    return number, kept


def _row(entry: Entry, count: int) -> Mapping[str, object]:
    row: dict[str, object] = {"code": entry.code, "function": entry.function, "statement": entry.statement}
    return {**row, **({"tentative": True} if entry.tentative else {}), "count": count}
