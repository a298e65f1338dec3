"""Findings as a JSON array of objects."""

from __future__ import annotations

import argparse
import json

from ...addresses import page_address
from ...codes import slugs
from ..found import Report


def rendered(report: Report, options: argparse.Namespace) -> str:
    """One object per finding: path, line and column (from 1), those behind its end, code, slug, message, fix and page.

    The slug is null for TEF000. The fix is null, or an object of its safety, "safe" or "unsafe", and its edits: text
    that takes the place of what stands from a line and column to another, which come from the top down. The address of
    the page is null while the site has none.
    """
    names = slugs() if report.found else {}
    findings = [
        {
            "path": found.path,
            "line": found.line,
            "column": found.column,
            "end_line": None if found.end is None else found.end[0],
            "end_column": None if found.end is None else found.end[1],
            "code": found.code,
            "rule": names.get(found.code),
            "message": found.message,
            "fix": None
            if found.fix is None
            else {"safety": found.fix, "edits": [change._asdict() for change in found.changes]},
            "url": page_address(found.code),
        }
        for found in report.found
    ]
    return json.dumps(findings, indent=2) + "\n"
