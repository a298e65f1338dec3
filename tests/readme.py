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
    text = README.read_text(encoding="utf-8")
    blocks: list[str] = re.findall(rf"^<!-- {re.escape(name)} -->\n```\w*\n(.*?)^```$", text, re.M | re.S)
    assert len(blocks) == 1, f"README.md has {len(blocks)} blocks below <!-- {name} -->"
    return blocks[0]
