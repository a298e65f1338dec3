"""Source text to a LibCST module."""

from __future__ import annotations

import libcst as cst


class Unparsable(Exception):
    """CPython accepts the text, LibCST does not: ``line`` (1-based) and ``column`` (0-based) say where it stopped."""

    def __init__(self, line: int, column: int, reason: str) -> None:
        super().__init__(reason)
        self.line = line
        self.column = column
        self.reason = reason


def parse(source: str) -> cst.Module:
    """The module of a text that CPython's parser has already accepted.

    Raises:
        Unparsable: the text uses syntax that this LibCST does not know.
    """
    try:
        return cst.parse_module(source)
    except cst.ParserSyntaxError as error:
        reason = str(error.message).splitlines()[0] if error.message else "syntax it does not know"
        raise Unparsable(max(error.raw_line, 1), max(error.raw_column, 0), reason) from error
    except cst.CSTValidationError as error:
        raise Unparsable(1, 0, str(error).splitlines()[0]) from error
