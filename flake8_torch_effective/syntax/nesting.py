"""Statements too deeply nested to be parsed in reasonable time are blanked out before LibCST sees them.

LibCST's parser takes time that grows with the cube of an expression's depth; people do generate sums of ten thousand
terms.  Nothing is reported in such a statement, but the rest of the file is still checked.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from .parsing import source_lines

MAX_DEPTH = 1_000
# A statement of fewer characters cannot nest MAX_DEPTH deep.
_SHORTEST = 2 * MAX_DEPTH


def blank_deep_statements(source: str, tree: ast.Module) -> str:
    """The source with every statement nested deeper than MAX_DEPTH replaced by ``pass``, line numbers kept."""
    if len(source) < _SHORTEST:
        return source
    lines: list[str] | None = None
    for statement in _long_statements(tree, source):
        if _depth(statement) <= MAX_DEPTH:
            continue
        if lines is None:
            lines = source_lines(source)
        _blank(lines, statement)
    return source if lines is None else "".join(lines)


def _blank(lines: list[str], statement: ast.stmt) -> None:
    first, last = statement.lineno - 1, (statement.end_lineno or statement.lineno) - 1
    head = lines[first].encode()[: statement.col_offset].decode()
    tail = lines[last].encode()[statement.end_col_offset or 0 :].decode()
    if first == last:
        lines[first] = head + "pass" + tail
        return
    ending = lines[first][len(lines[first].rstrip("\r\n")) :]
    lines[first] = head + "pass" + ending
    for line in range(first + 1, last):
        lines[line] = ending
    lines[last] = tail.lstrip(" ;") if tail.strip() else ending


def _long_statements(tree: ast.Module, source: str) -> Iterator[ast.stmt]:
    """Statements whose text is long enough to nest deeply: simple ones, and ``if`` chains as a whole."""
    long_lines = max(map(len, source.split("\n"))) >= _SHORTEST
    stack: list[ast.stmt] = list(tree.body)
    while stack:
        statement = stack.pop()
        lines = (statement.end_lineno or statement.lineno) - statement.lineno
        if lines * 80 < _SHORTEST and not long_lines and lines < MAX_DEPTH // 8:
            continue
        body = getattr(statement, "body", None)
        if isinstance(statement, ast.If):
            length = 0
            branch: ast.stmt = statement
            while isinstance(branch, ast.If):
                length += 1
                stack.extend(branch.body)
                if len(branch.orelse) == 1 and isinstance(branch.orelse[0], ast.If):
                    branch = branch.orelse[0]
                    continue
                stack.extend(branch.orelse)
                break
            if length > 20 * MAX_DEPTH:
                yield statement
        elif isinstance(body, list):
            for name in ("body", "orelse", "finalbody"):
                stack.extend(getattr(statement, name, ()))
            for handler in getattr(statement, "handlers", ()):
                stack.extend(handler.body)
            for case in getattr(statement, "cases", ()):
                stack.extend(case.body)
        else:
            yield statement


def _depth(statement: ast.AST) -> int:
    """How deeply expressions nest, counted without recursion."""
    deepest = 0
    stack: list[tuple[ast.AST, int]] = [(statement, 0)]
    while stack:
        node, depth = stack.pop()
        deepest = max(deepest, depth)
        if deepest > MAX_DEPTH:
            break
        stack.extend((child, depth + 1) for child in ast.iter_child_nodes(node))
    return deepest
