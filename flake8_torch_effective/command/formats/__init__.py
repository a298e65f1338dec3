"""What findings are printed as: a file for each form."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from typing import Final

from ..found import Report
from . import github, json, sarif, text

FORMATS: Final[Mapping[str, Callable[[Report, argparse.Namespace], str]]] = {
    "text": text.rendered,
    "json": json.rendered,
    "github": github.rendered,
    "sarif": sarif.rendered,
}
