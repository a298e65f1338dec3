"""What findings are printed as: a file for each form."""

from __future__ import annotations

import argparse
from importlib import import_module
from typing import Final

from ..found import Report

FORMATS: Final = ("text", "json", "github", "sarif")
# The forms that say of each finding whether it can be fixed, which takes longer to find out.
TELLING_FIXES: Final = frozenset({"json", "sarif"})


def rendered(report: Report, options: argparse.Namespace) -> str:
    """A report in the form that ``--output-format`` names; only that form's module is imported, as some need LibCST."""
    text: str = import_module(f".{options.output_format}", __name__).rendered(report, options)
    return text
