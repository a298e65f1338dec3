"""The pages that are made of documents of the repository, and what leads from one page to another."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
# A document of the repository → the page that it is on the site.
PAGES: Final = {
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "LICENSE": "license.md",
    "README.md": "index.md",
    "benchmarks/real-code.md": "readings.md",
    "flake8_torch_effective/inference/README.md": "questions.md",
}
SHOWN: Final = [path for path in PAGES if path != "README.md"]
_LINK: Final = re.compile(
    r"(?<!\\)\[(?P<text>[^\]\n]*(?:\n[^\]\n]+)?)\]\((?!https?:|#|mailto:)(?P<path>[^)#\s]*)(?P<anchor>#[^)\s]*)?\)"
)
_FENCE: Final = re.compile(r"^ *```.*?^ *```[ ]*$", re.MULTILINE | re.DOTALL)
_MARK: Final = re.compile(r"^<!-- .* -->\n", re.MULTILINE)
_READINGS: Final = re.compile(r"^## (An? (?:[\w-]+ )?blind reading)$(?P<rest>.*?)(?=^## )", re.MULTILINE | re.DOTALL)


def text_of(document: str) -> str:
    """A document as the page that it becomes."""
    text = (ROOT / document).read_text(encoding="utf-8")
    return f"# Licence\n\n```\n{text}```\n" if document == "LICENSE" else text


def relinked(text: str, origin: str, target: str) -> str:
    """A page's Markdown with links between files of the repository turned into links between pages.

    ``origin`` is where the text stands in the repository, ``target`` the page that it becomes.  A file that is no page
    is named, not linked.
    """

    def link(match: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join(posixpath.dirname(origin), match["path"]))
        known = PAGES.get(path) or (path.removeprefix("docs/") if path.startswith("docs/") else None)
        if known is None:
            words = match["text"]
            return words if "`" in words or path in words else f"{words} (`{path}`)"
        relative = posixpath.relpath(known, posixpath.dirname(target) or ".")
        return f"[{match['text']}]({relative}{match['anchor'] or ''})"

    return outside_code(text, lambda part: _LINK.sub(link, part))


def outside_code(text: str, change: object) -> str:
    """A text with a change made to what stands outside of fenced code."""
    assert callable(change)
    parts, end = [], 0
    for fence in _FENCE.finditer(text):
        parts += [str(change(text[end : fence.start()])), fence[0]]
        end = fence.end()
    return "".join([*parts, str(change(text[end:]))])


def without_marks(text: str) -> str:
    """A text without the comments that name its blocks for tests."""
    return _MARK.sub("", text)


def readings() -> list[tuple[str, int, int, int]]:
    """What the blind readings of the record found: worth changing, true but not worth it, and wrong."""
    text = (ROOT / "benchmarks" / "real-code.md").read_text(encoding="utf-8") + "\n## end\n"
    found = []
    for match in _READINGS.finditer(text):
        total = re.search(r"^\| all \| \d+ \| (\d+) \| (\d+) \| (\d+) \|$", match["rest"], re.MULTILINE)
        if total:
            name = match[1].removesuffix(" blind reading")
            found.append(("first" if name == "A" else name.partition(" ")[2], *map(int, total.groups())))
    return [(str(name), int(good), int(true), int(wrong)) for name, good, true, wrong in found]


def table_of_readings() -> str:
    """The readings as a table."""
    rows = ["| reading | read | worth changing | true, not worth it | wrong |", "|---|--:|--:|--:|--:|"]
    for name, good, true, wrong in readings():
        total = good + true + wrong
        rows.append(f"| {name} | {total} | {good} ({good / total:.0%}) | {true} | {wrong} ({wrong / total:.0%}) |")
    return "\n".join(rows)
