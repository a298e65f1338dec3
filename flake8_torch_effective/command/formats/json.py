"""Findings as a JSON array of objects."""

from __future__ import annotations

import argparse
import json

from ...addresses import page_address
from ...codes import slugs
from ..found import Report


def rendered(report: Report, options: argparse.Namespace) -> str:
    """One object per finding: path, line and column (from 1), code, slug, message, fix and the address of the page.

    The slug is null for TEF000; the fix is "safe", "unsafe" or null; the address is null while there is none.
    """
    names = slugs() if report.found else {}
    findings = [
        {
            "path": found.path,
            "line": found.line,
            "column": found.column,
            "code": found.code,
            "rule": names.get(found.code),
            "message": found.message,
            "fix": found.fix,
            "url": page_address(found.code),
        }
        for found in report.found
    ]
    return json.dumps(findings, indent=2) + "\n"
