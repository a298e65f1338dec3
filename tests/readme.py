"""The README as its readers copy from it: the fenced blocks, by the comments that name them."""

from __future__ import annotations

import re
from pathlib import Path

README = Path(__file__).resolve().parents[1] / "README.md"


def shown(name: str) -> str:
    """The text of the fenced block below ``<!-- name -->`` in the README.

    Raises:
        AssertionError: there is no such block, or there are several.
    """
    return _block(name, README.read_text(encoding="utf-8"))["text"]


def show(name: str, text: str) -> None:
    """Put another text into that block."""
    readme = README.read_text(encoding="utf-8")
    start, end = _block(name, readme).span("text")
    README.write_text(readme[:start] + text + readme[end:], encoding="utf-8")


def _block(name: str, readme: str) -> re.Match[str]:
    blocks = list(re.finditer(rf"^<!-- {re.escape(name)} -->\n```\w*\n(?P<text>.*?)^```$", readme, re.M | re.S))
    assert len(blocks) == 1, f"README.md has {len(blocks)} blocks below <!-- {name} -->"
    return blocks[0]
