"""Output formats for findings, one file each."""

from __future__ import annotations

import argparse
from importlib import import_module
from typing import Final

from ..found import Report

FORMATS: Final = ("text", "json", "github", "sarif")
# Those that say what a fix changes, so that other programs can apply it.
WITH_EDITS: Final = frozenset({"json", "sarif"})
# GitHub's words; SARIF says note for notice.
SEVERITIES: Final = ("error", "warning", "notice")


def rendered(report: Report, options: argparse.Namespace) -> str:
    """A report in the format that ``--output-format`` names; only that module is imported, as some need LibCST."""
    text: str = import_module(f".{options.output_format}", __name__).rendered(report, options)
    return text
