"""The words of docstrings as Markdown: nothing in them is markup but code in backticks."""

from __future__ import annotations

import re

from flake8_torch_effective.rules.page import sentences

# Code in backticks, or an address, up to what ends its sentence.
_KEPT = re.compile(r"(`+[^`]+`+|https?://[^\s<>]+[^\s<>.,;)])")
_SPECIAL = re.compile(r"([\\*_<>\[\]#|&~^=])")
_TENTATIVE = re.compile(r"\btentative\b", re.IGNORECASE)
# A sentence that goes on about what the one before it says.
_GOES_ON = re.compile(r"So (?:is|are|it is|they are) ")
# A sentence that announces those behind it: "Tentative are these."
_ANNOUNCES = re.compile(r"\bare these\.$|^The following are tentative\b")


def markdown(text: str) -> str:
    """Paragraphs of a docstring as Markdown."""
    return "\n\n".join(_escaped(" ".join(paragraph.split())) for paragraph in paragraphs(text))


def paragraphs(text: str) -> list[str]:
    """A text taken apart at its empty lines."""
    return [part for part in re.split(r"\n\s*\n", text) if part.strip()]


def _escaped(text: str) -> str:
    parts = []
    for number, part in enumerate(_KEPT.split(text)):
        if number % 2 == 0:
            parts.append(_SPECIAL.sub(r"\\\1", part))
        else:
            parts.append(part if part.startswith("`") else f"<{part}>")
    return "".join(parts)


def parts(text: str) -> list[tuple[bool, str]]:
    """A text in parts, each with whether it is about tentative findings: what it is about stays where it stands."""
    found: list[tuple[bool, str]] = []
    for paragraph in paragraphs(text):
        tentative, announced = False, False
        own: list[tuple[bool, list[str]]] = []
        for sentence in sentences(paragraph):
            goes_on = tentative and (announced or _GOES_ON.match(sentence) is not None)
            tentative = goes_on or is_about_tentative(sentence)
            announced = announced or (tentative and _ANNOUNCES.search(sentence) is not None)
            if not own or own[-1][0] != tentative:
                own.append((tentative, []))
            own[-1][1].append(sentence)
        found += [(about, " ".join(several)) for about, several in own]
    return found


def is_about_tentative(sentence: str) -> bool:
    """Whether a sentence says which findings are tentative, and not only which fixes these have."""
    return _TENTATIVE.search(sentence) is not None and not sentence.startswith(("None ", "Safe ", "Unsafe "))


def in_cell(text: str) -> str:
    """Markdown in one cell of a table, where a stroke ends the cell."""
    return re.sub(r"(?<!\\)\|", r"\\|", " ".join(text.split()))


def strokes(text: str) -> str:
    """Markdown without the backslashes before strokes in code in tables, which GitHub asks for and MkDocs shows."""
    row = re.compile(r"^\|.*$", re.MULTILINE)
    return row.sub(lambda line: re.sub(r"`[^`]+`", lambda code: code[0].replace(r"\|", "|"), line[0]), text)
