"""Findings as flake8 prints them, by flake8's own formatters."""

from __future__ import annotations

import argparse
import io
from collections.abc import Iterable
from typing import Any

from flake8.formatting.default import Default, FilenameOnly, Nothing
from flake8.statistics import Statistics
from flake8.violation import Violation

from ..found import Found, Report


def rendered(report: Report, options: argparse.Namespace) -> str:
    """One line per finding, with ``-q`` one per file, with ``-qq`` none; then the statistics, if requested."""
    formatter = (Default, FilenameOnly, Nothing)[min(options.quiet, 2)](options)
    lines = _collected(formatter)
    for violation in _violations(report.found):
        formatter.handle(violation)
    return lines.getvalue() + (statistics(report.found, options) if options.statistics else "")


def statistics(found: Iterable[Found], options: argparse.Namespace) -> str:
    """The number of findings of each code, with one example message, one line per code."""
    formatter = Nothing(options)
    lines = _collected(formatter)
    counts = Statistics()
    for violation in _violations(found):
        counts.record(violation)
    formatter.show_statistics(counts)
    return lines.getvalue()


def _collected(formatter: Any) -> io.StringIO:
    """Redirects a formatter's output and collects it."""
    formatter.output_fd = lines = io.StringIO()
    return lines


def _violations(found: Iterable[Found]) -> Iterable[Any]:
    return (Violation(each.code, each.path, each.line, each.column, each.message, None) for each in found)
