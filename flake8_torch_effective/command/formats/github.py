"""Findings as GitHub Actions workflow commands, which annotate a change."""

from __future__ import annotations

import argparse

from ...codes import slugs
from ..discovery import portable
from ..found import Report


def rendered(report: Report, options: argparse.Namespace) -> str:
    """One line per finding, with the path relative to the working directory, and per file that was not checked."""
    names = slugs() if report.found else {}
    lines = []
    for found in report.found:
        title = " ".join(filter(None, (found.code, names.get(found.code))))
        properties = {
            "file": portable(found.path),
            "line": str(found.line),
            "col": str(found.column),
            **({} if found.end is None else {"endLine": str(found.end[0]), "endColumn": str(found.end[1])}),
            "title": title,
        }
        listed = ",".join(f"{name}={_in_properties(value)}" for name, value in properties.items())
        lines.append(f"::{options.severity} {listed}::{_in_message(f'{found.code} {found.message}')}\n")
    lines += [f"::error title=not checked::{_in_message(trouble)}\n" for trouble in report.troubles]
    return "".join(lines)


def _in_message(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _in_properties(text: str) -> str:
    return _in_message(text).replace(":", "%3A").replace(",", "%2C")
