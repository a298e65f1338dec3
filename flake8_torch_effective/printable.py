"""Text that a terminal can show."""

from __future__ import annotations


def printable(text: str) -> str:
    """A text whose control characters and marks of direction are escaped, as Python would write them.

    Messages quote the linted code and name files, neither of which must be able to write to the terminal, or to turn a
    line around.
    """
    if text.isprintable():
        return text
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode() for character in text
    )
