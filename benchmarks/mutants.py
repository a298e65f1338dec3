"""Small changes to Python source, each of which some test should notice."""

from __future__ import annotations

import ast
import difflib
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

OPPOSITES = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==",
    "is": "is not", "is not": "is", "in": "not in", "not in": "in",
    "and": "or", "or": "and", "all": "any", "any": "all", "True": "False", "False": "True",
}  # fmt: skip
ROWS = 20
"""From how many calls of one function in a file on these are the rows of a table."""
LARGEST = 16
"""Greater numbers are limits to what is looked at or shown, where one more or less cannot matter."""
_COMPARISON = re.compile(r"not\s+in\b|is\s+not\b|in\b|is\b|[<>=!]=|[<>]")
_JUMPS = (ast.Return, ast.Continue, ast.Break, ast.Raise)


@dataclass(frozen=True)
class Mutant:
    """One change: the characters of ``path`` from ``start`` to ``end`` become ``text``."""

    path: str
    line: int
    kind: str
    start: int
    end: int
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.kind}"

    def applied(self, source: str) -> str:
        """The source with the change."""
        return source[: self.start] + self.text + source[self.end :]

    def diff(self, source: str) -> str:
        """The change as `diff -u` shows it."""
        before, after = source.splitlines(keepends=True), self.applied(source).splitlines(keepends=True)
        return "".join(difflib.unified_diff(before, after, self.path, self.path, n=2))


def mutants(path: str, source: str) -> list[Mutant]:
    """Every mutant of a file, in the order of its lines.

    Args:
        path: what the mutants are said to be in.
        source: the file's text.

    Raises:
        SyntaxError: the text is no Python.
    """
    found = _Finder(path, source).found()
    unique = {(mutant.start, mutant.end, mutant.text): mutant for mutant in found}
    return [mutant for _, mutant in sorted(unique.items()) if _compiles(mutant.applied(source))]


def _compiles(source: str) -> bool:
    try:
        ast.parse(source)
    except SyntaxError:
        return False
    return True


class _Finder:
    def __init__(self, path: str, source: str) -> None:
        self.path = path
        self.source = source
        self.tree = ast.parse(source)
        self.lines = source.splitlines(keepends=True)
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line))

    def found(self) -> Iterator[Mutant]:
        skipped = set(self._without_effect())
        for node in ast.walk(self.tree):
            if node not in skipped:
                yield from self._changed(node)
        yield from self._rows_of_calls()
        yield from self._rows_of_text()

    def _without_effect(self) -> Iterator[ast.AST]:
        """Annotations, which nothing evaluates."""
        for node in ast.walk(self.tree):
            for part in (getattr(node, "annotation", None), getattr(node, "returns", None)):
                if part is not None:
                    yield from ast.walk(part)

    def _changed(self, node: ast.AST) -> Iterator[Mutant]:
        if isinstance(node, ast.Compare):
            for left, right in pairwise([node.left, *node.comparators]):
                yield from self._opposite(left, right, _COMPARISON)
        elif isinstance(node, ast.BoolOp):
            for left, right in pairwise(node.values):
                yield from self._opposite(left, right, re.compile(r"and\b|or\b"))
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield self._replaced(node, "not dropped", self._text(node.operand))
        elif isinstance(node, ast.If) and not node.orelse and isinstance(node.body[-1], _JUMPS):
            yield self._replaced(node.test, "guard dropped", "False")
        elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
            yield self._replaced(node, f"{node.value} negated", OPPOSITES[str(node.value)])
        elif isinstance(node, ast.Constant) and type(node.value) is int and node.value <= LARGEST:
            yield self._replaced(node, "one more", str(node.value + 1))
            yield self._replaced(node, "one less", str(node.value - 1))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("all", "any"):
            yield self._replaced(node.func, f"{node.func.id} negated", OPPOSITES[node.func.id])
        elif isinstance(node, ast.Set | ast.Tuple) and len(node.elts) > 1:
            for element in node.elts:
                if isinstance(element, ast.Constant) and isinstance(element.value, str):
                    rest = [part for part in node.elts if part is not element]
                    text = ", ".join(self._text(part) for part in rest)
                    closed = f"{{{text}}}" if isinstance(node, ast.Set) else f"({text},)"
                    yield self._replaced(node, f"{element.value} left out", closed)

    def _opposite(self, left: ast.AST, right: ast.AST, pattern: re.Pattern[str]) -> Iterator[Mutant]:
        start, end = self._span(left)[1], self._span(right)[0]
        match = pattern.search(self.source, start, end)
        if match is not None:
            operator = " ".join(match[0].split())
            yield self._mutant(match.start(), match.end(), f"{operator} negated or moved", OPPOSITES[operator])

    def _rows_of_calls(self) -> Iterator[Mutant]:
        """Calls of one function that are the rows of a table: each cell becomes another one of its column."""
        calls = [node for node in ast.walk(self.tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
        counts = Counter(call.func.id for call in calls if isinstance(call.func, ast.Name))
        columns: dict[tuple[str, str | int], list[ast.expr]] = defaultdict(list)
        for call in calls:
            if isinstance(call.func, ast.Name) and counts[call.func.id] >= ROWS:
                for number, argument in enumerate(call.args[1:], 1):
                    columns[call.func.id, number].append(argument)
                for keyword in call.keywords:
                    columns[call.func.id, keyword.arg or ""].append(keyword.value)
        for (_, name), cells in columns.items():
            for node, other in zip(cells, _others([self._text(cell) for cell in cells]), strict=True):
                if other is not None:
                    yield self._replaced(node, f"column {name} swapped", other)

    def _rows_of_text(self) -> Iterator[Mutant]:
        """The same for a table that is a string, its cells parted by bars."""
        columns: dict[int, list[tuple[int, str]]] = defaultdict(list)
        for number, line in enumerate(self.lines):
            place = 0
            for column, cell in enumerate(line.rstrip("\n").split(" | ")):
                if column > 1:
                    columns[column].append((self.starts[number] + place, cell))
                place += len(cell) + len(" | ")
        for column, cells in columns.items():
            if len(cells) >= ROWS:
                for (start, cell), other in zip(cells, _others([cell for _, cell in cells]), strict=True):
                    if other is not None:
                        yield self._mutant(start, start + len(cell), f"column {column} swapped", other)

    def _text(self, node: ast.AST) -> str:
        start, end = self._span(node)
        return self.source[start:end]

    def _span(self, node: ast.AST) -> tuple[int, int]:
        assert isinstance(node, ast.expr)
        end_line, end_column = node.end_lineno or node.lineno, node.end_col_offset or 0
        return self._place(node.lineno, node.col_offset), self._place(end_line, end_column)

    def _place(self, line: int, column: int) -> int:
        text = self.lines[line - 1]
        return self.starts[line - 1] + len(text.encode()[:column].decode())

    def _replaced(self, node: ast.AST, kind: str, text: str) -> Mutant:
        start, end = self._span(node)
        return self._mutant(start, end, kind, text)

    def _mutant(self, start: int, end: int, kind: str, text: str) -> Mutant:
        return Mutant(self.path, self.source.count("\n", 0, start) + 1, kind, start, end, text)


def _others(cells: list[str]) -> list[str | None]:
    """For each cell of a column the next one that differs; None where all are the same."""
    return [
        next((other for other in [*cells[number + 1 :], *cells[:number]] if other != cell), None)
        for number, cell in enumerate(cells)
    ]
