"""Puts ``# noqa`` where flake8 looks for it, which is not always the line of the finding."""

from __future__ import annotations

import io
import tokenize
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flake8.defaults import NOQA_INLINE_REGEXP

from .source_file import lines_of

if TYPE_CHECKING:
    from ..finding import Finding


@dataclass(frozen=True)
class Stretch:
    """Lines that share a comment: one, or several joined by backslashes or a multi-line string.

    Lines count from 1. ``end`` is where code ends on the last line, and ``comment`` what follows it.
    """

    first: int
    last: int
    end: int
    comment: str


def silenced(source: str, findings: Iterable[Finding]) -> str:
    """A text with a comment for every finding, and otherwise as it was, line endings included.

    A finding whose line has ``# noqa`` in a string is left, because flake8 would not look further for a comment.
    """
    codes: dict[int, set[str]] = defaultdict(set)
    for finding in findings:
        codes[finding.line].add(finding.code)
    lines = list(io.StringIO(source, newline=""))
    for stretch in stretches(lines_of(source)):
        new = sorted(set().union(*(codes[line] for line in range(stretch.first, stretch.last + 1) if line in codes)))
        if not new:
            continue
        line = lines[stretch.last - 1]
        text = line.rstrip("\r\n")
        ending = line[len(text) :]
        # A string before the comment may contain a noqa, which flake8 then reads instead.
        before = "".join(lines[stretch.first - 1 : stretch.last - 1]) + text[: stretch.end]
        if NOQA_INLINE_REGEXP.search(before) is None:
            commented = _with_codes(stretch.comment, new)
            lines[stretch.last - 1] = f"{text[: stretch.end]}  {commented}{ending}"
    return "".join(lines)


def _with_codes(comment: str, codes: list[str]) -> str:
    there = NOQA_INLINE_REGEXP.search(comment)
    if there is None or there["codes"] is None:
        return f"{comment}  # noqa: {','.join(codes)}".lstrip()
    listed = there["codes"].rstrip(", \t")
    end = there.start("codes") + len(listed)
    separator = ", " if ", " in listed else ","
    return f"{comment[:end]}{separator}{separator.join(codes)}{comment[end:]}"


def stretches(lines: list[str]) -> Iterator[Stretch]:
    """What shares a comment in a text with these lines, each ended by a line feed."""
    first, end, comment = 0, 0, ""
    for token in tokenize.generate_tokens(iter(lines).__next__):
        if token.type in (tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER):
            continue
        first = first or token.start[0]
        if token.type in (tokenize.NL, tokenize.NEWLINE):
            yield Stretch(first, token.start[0], end, comment)
            first, end, comment = 0, 0, ""
        elif token.type == tokenize.COMMENT:
            comment = token.string.rstrip()
        else:
            end = token.end[1]
