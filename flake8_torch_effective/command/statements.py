"""Which function and statement something stands in, in words that do not change where lines move."""

from __future__ import annotations

import ast
import re
import tokenize
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, NamedTuple

from ..syntax.deep_stack import on_deep_stack

# Characters of a statement that are kept, white space not counted: enough to tell it from its neighbours.
_KEPT: Final = 200
_Place = tuple[int, int]


@dataclass(frozen=True, order=True)
class Anchor:
    """Where something is: the qualified name of the function or class, empty in a module's body, and a statement.

    The statement is one line without comments; of one with a body it is what stands before the body.
    """

    function: str
    statement: str


class _Statement(NamedTuple):
    start: _Place
    end: _Place
    function: str


def anchors_of(source: str, places: Sequence[tuple[int, int]]) -> list[Anchor]:
    """The anchor of each place, a 1-based line and a 0-based column in characters.

    Args:
        source: a text that CPython accepts, whose lines end in line feeds.
        places: what is asked for.
    """
    if not places:
        return []
    tree = on_deep_stack(lambda: ast.parse(source))
    lines = [line.encode("utf-8", "surrogatepass") for line in source.split("\n")]
    code = _without_comments(source, lines)
    statements = sorted(_statements(tree))
    starts = [statement.start for statement in statements]
    found = []
    for line, column in places:
        at = (line, len(lines[line - 1].decode("utf-8", "surrogatepass")[:column].encode("utf-8", "surrogatepass")))
        # A statement starts before those in its body, so the last that starts before a place is the innermost.
        index = bisect_right(starts, at) - 1
        if index < 0:
            found.append(Anchor("", ""))
        else:
            statement = statements[index]
            found.append(Anchor(statement.function, _text(code, statement.start, statement.end)))
    return found


def squeezed(statement: str) -> str:
    """A statement without white space, by which two are compared: formatters move it."""
    return "".join(statement.split())


def _statements(tree: ast.Module) -> Iterator[_Statement]:
    left: list[tuple[ast.AST, str]] = [(tree, "")]
    while left:
        node, function = left.pop()
        for inner in _inner(node):
            name = getattr(inner, "name", None)
            is_scope = isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
            inside = f"{function}.{name}".lstrip(".") if is_scope else function
            body = next(_inner(inner), None)
            yield _Statement(_start(inner), _end(inner) if body is None else _start(body), inside)
            left.append((inner, inside))


def _inner(node: ast.AST) -> Iterator[ast.AST]:
    """What a statement has in its bodies, and its own parts that have bodies."""
    for field in ("body", "handlers", "cases", "orelse", "finalbody"):
        yield from getattr(node, field, ())


def _start(node: ast.AST) -> _Place:
    decorators = getattr(node, "decorator_list", ())
    if decorators:
        return decorators[0].lineno, 0
    first = node.pattern if isinstance(node, ast.match_case) else node
    return first.lineno, first.col_offset  # type: ignore[attr-defined]


def _end(node: ast.AST) -> _Place:
    return node.end_lineno, node.end_col_offset  # type: ignore[attr-defined]


def _without_comments(source: str, lines: Sequence[bytes]) -> list[bytes]:
    """The lines of a text, each up to its comment and the backslash that continues it."""
    code = list(lines)
    rest = iter(
        source.splitlines(keepends=True) if "\f" not in source else [f"{line}\n" for line in source.split("\n")]
    )
    with suppress(tokenize.TokenError, SyntaxError, StopIteration):
        for token in tokenize.generate_tokens(lambda: next(rest, "")):
            if token.type == tokenize.COMMENT:
                line, column = token.start
                code[line - 1] = token.line[:column].encode("utf-8", "surrogatepass")
    return [line.rstrip().removesuffix(b"\\") for line in code]


def _text(lines: Sequence[bytes], start: _Place, end: _Place) -> str:
    """The text between two places in a line, as a formatter that has room for it would set it."""
    (first, begin), (last, stop) = start, end
    parts = [*lines[first - 1 : last - 1], lines[last - 1][:stop]]
    parts[0] = parts[0][begin:]
    text = " ".join(b" ".join(parts).decode("utf-8", "replace").split())
    text = re.sub(r",? ?([)\]}])", r"\1", re.sub(r"([(\[{]) ", r"\1", text))
    if len(squeezed(text)) <= _KEPT:
        return text
    return re.match(rf"(?:\s*\S){{{_KEPT}}}", text)[0]  # type: ignore[index]
