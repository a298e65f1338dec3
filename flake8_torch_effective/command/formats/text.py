"""Findings as flake8 prints them, by flake8's own formatters, with a mark on those that ``fix`` can fix."""

from __future__ import annotations

import argparse
import io
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from flake8.formatting.default import Default, FilenameOnly, Nothing
from flake8.violation import Violation

from ...addresses import page_address
from ...codes import LEFT_OUT, NOT_PARSED, slugs
from ...finding import Safety
from ...printable import printable
from ..found import Found, Report

# Between the code and the message, so that what looks for a place or a code finds it where flake8 has it.
MARKS: Final[Mapping[Safety, str]] = {"safe": "[*]", "unsafe": "[!]"}
_CYAN: Final = "\x1b[36m"
_RESET: Final = "\x1b[m"


def rendered(report: Report, options: argparse.Namespace) -> str:
    """One line per finding, with ``-q`` one per file, with ``-qq`` none; then the statistics, if requested."""
    formatter = (Default, FilenameOnly, Nothing)[min(options.quiet, 2)](options)
    formatter.output_fd = lines = io.StringIO()
    for each in report.found:
        formatter.handle(_violation(each, _marked(each, formatter.color)))
        if options.show_urls and not options.quiet:
            lines.write(f"    {where_to_read(each.code)}\n")
    return lines.getvalue() + (statistics(report.found) if options.statistics else "")


def statistics(found: Iterable[Found]) -> str:
    """The number of findings of each code, with the slug of its rule, one line per code."""
    names = {NOT_PARSED: LEFT_OUT, **slugs()}
    counts = sorted(Counter(each.code for each in found).items())
    return "".join(f"{count:<5} {code} {names[code]}\n" for code, count in counts)


def summary(found: Sequence[Found]) -> list[str]:
    """How many findings there are, how many of them can be fixed and how, and where to read on."""
    if not found:
        return []
    fixes = Counter(each.fix for each in found)
    safe, unsafe = fixes["safe"], fixes["unsafe"]
    told = [f"{MARKS['safe']} {safe} fixable with `torch-effective fix`"] if safe else []
    if unsafe:
        how = "more with `--unsafe`" if safe else "fixable with `torch-effective fix --unsafe`"
        told.append(f"{MARKS['unsafe']} {unsafe} {how}")
    counted = f"Found {len(found)} finding{'' if len(found) == 1 else 's'}."
    return [" ".join([counted, *([f"{', '.join(told)}."] if told else [])]), *pointer(found)]


def pointer(found: Sequence[Found]) -> list[str]:
    """Where to read on about some findings: a line, where there are any."""
    codes = sorted((each.code for each in found), key=NOT_PARSED.__eq__)  # a rule's page says more
    return [f"Run `torch-effective explain {codes[0]}` for the page of a rule."] if codes else []


def where_to_read(code: str) -> str:
    """The address of a rule's page, or the command that shows it as long as the site is published nowhere."""
    return page_address(code) or f"torch-effective explain {code}"


def _marked(found: Found, colour: bool) -> str:
    if found.fix is None:
        return found.message
    mark = MARKS[found.fix]
    return f"{f'{_CYAN}{mark}{_RESET}' if colour else mark} {found.message}"


def _violation(found: Found, text: str) -> Any:
    return Violation(found.code, printable(found.path), found.line, found.column, text, None)
