"""What fixes change, for the formats that other programs read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ..plugin import TorchEffectivePlugin
from .decisions import current
from .formats import WITH_EDITS

if TYPE_CHECKING:
    from ..finding import Finding
    from ..fixing.edits import TextEdit


def edits_shown(path: str, source: str, findings: Sequence[Finding]) -> Mapping[Finding, Sequence[TextEdit]]:
    """The edits of the findings in a file with this text; none for a format that does not show them."""
    if current().options.output_format not in WITH_EDITS or not any(finding.fix for finding in findings):
        return {}
    from ..fixing.edits import edits_of

    return edits_of(source, findings, TorchEffectivePlugin.wanted(path))
