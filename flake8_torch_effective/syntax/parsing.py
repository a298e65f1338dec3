"""Source text to a LibCST module, and to the lines that CPython counts."""

from __future__ import annotations

import io
from collections.abc import Collection, Mapping, Sequence

import libcst as cst

from .construction import quick_nodes
from .walking import walk

Nodes = Mapping[type, Sequence[cst.CSTNode]]


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
    return parse_noting(source, ())[0]


def parse_noting(source: str, kinds: Collection[type[cst.CSTNode]]) -> tuple[cst.Module, Nodes]:
    """The module of a text, as `parse` makes it, and its nodes of some types, in source order.

    A node may come before or after those inside it. To list them while they are made takes less time than to walk over
    the module.

    Raises:
        Unparsable: the text uses syntax that this LibCST does not know.
    """
    try:
        with quick_nodes(kinds) as noted:
            module = cst.parse_module(source)
    except cst.ParserSyntaxError as error:
        reason = str(error.message).splitlines()[0] if error.message else "syntax it does not know"
        raise Unparsable(max(error.raw_line, 1), max(error.raw_column, 0), reason) from error
    except cst.CSTValidationError as error:
        raise Unparsable(1, 0, str(error).splitlines()[0]) from error
    # LibCST does not see that a text whose lines end in a carriage return alone ends in one.
    if source.endswith("\r"):
        module = module.with_changes(has_trailing_newline=True)
    return module, nodes_of(module, kinds) if noted is None else noted


def nodes_of(module: cst.Module, kinds: Collection[type[cst.CSTNode]]) -> Nodes:
    """The nodes of some types in a module, in source order, each before those inside it."""
    found: dict[type, list[cst.CSTNode]] = {kind: [] for kind in kinds}
    walk(module, {kind: [found[kind].append] for kind in kinds})
    return found


def source_lines(source: str) -> list[str]:
    """The lines of a text with their endings; unlike ``str.splitlines``, split only where Python splits."""
    return io.StringIO(source, newline="").readlines()
