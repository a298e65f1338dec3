"""The README and the pages in docs/ as their readers copy from them: fenced blocks, by the comments that name them."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"
DOCS = ROOT / "docs"


def documents() -> list[Path]:
    """The README and all pages that are written by hand."""
    return [README, *sorted(DOCS.rglob("*.md"))]


def everything() -> str:
    """The text of all of them."""
    return "\n".join(path.read_text(encoding="utf-8") for path in documents())


def shown(name: str) -> str:
    """The text of the fenced block below ``<!-- name -->``.

    Raises:
        AssertionError: there is no such block, or there are several that do not say the same.
    """
    texts = {text for path in documents() for text in blocks(name, path)}
    assert len(texts) == 1, f"{len(texts)} different blocks stand below <!-- {name} -->"
    return texts.pop()


def show(name: str, text: str) -> None:
    """Put another text into that block, wherever it stands."""
    for path in documents():
        if blocks(name, path):
            page = path.read_text(encoding="utf-8")
            path.write_text(_block(name).sub(lambda block: block[1] + text + block[3], page), encoding="utf-8")


def blocks(name: str, path: Path) -> list[str]:
    """The texts of the blocks of that name in one document."""
    return [block[2] for block in _block(name).finditer(path.read_text(encoding="utf-8"))]


def _block(name: str) -> re.Pattern[str]:
    return re.compile(rf"^(<!-- {re.escape(name)} -->\n```\w*\n)(.*?)(^```$)", re.MULTILINE | re.DOTALL)
