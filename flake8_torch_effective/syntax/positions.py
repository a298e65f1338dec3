"""Line and column of the few nodes that need one.

LibCST nodes carry no position; it is found by generating their code.  Only the top-level statements that hold a wanted
node are generated, each placed by the line that ``ast`` gives for it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import libcst as cst
from libcst._nodes.internal import CodegenState

from .walking import walk

if TYPE_CHECKING:
    from collections.abc import Mapping

Position = tuple[int, int]


@dataclass
class RecordingState(CodegenState):
    """Generates code without keeping it, noting where the wanted nodes start."""

    wanted: frozenset[cst.CSTNode] = frozenset()
    found: dict[cst.CSTNode, Position] = field(default_factory=dict)
    line: int = 1
    column: int = 0
    last: int = 0

    def add_indent_tokens(self) -> None:
        for token in self.indent_tokens:
            self.add_token(token)

    def add_token(self, value: str) -> None:
        if "\n" in value or "\r" in value:
            plain = value.replace("\r\n", "\n").replace("\r", "\n")
            self.line += plain.count("\n")
            self.last = self.column
            self.column = len(plain) - plain.rfind("\n") - 1
        else:
            self.column += len(value)

    def pop_trailing_newline(self) -> None:
        """Does nothing: there are no tokens to remove."""

    def before_codegen(self, node: cst.CSTNode) -> None:
        if node in self.wanted:
            self.found.setdefault(node, (self.line, self.column))

    @contextmanager
    def record_syntactic_position(
        self, node: cst.CSTNode, *, start_node: cst.CSTNode | None = None, end_node: cst.CSTNode | None = None
    ) -> Iterator[None]:
        if node in self.wanted:
            self.found[node] = (self.line, self.column)
        yield


def positions(
    module: cst.Module, tree: ast.Module | None, nodes: Iterable[cst.CSTNode]
) -> Mapping[cst.CSTNode, Position]:
    """Where nodes start: 1-based line, 0-based column in characters, after any parentheses around the node.

    Args:
        module: the parsed module that holds the nodes.
        tree: the same module as ``ast`` parsed it, or None to generate everything.
        nodes: the nodes to find.
    """
    wanted = frozenset(nodes)
    if not wanted:
        return {}
    lines = None if tree is None else _top_level_lines(module, tree)
    if lines is None:
        state = _state(module, wanted)
        module._codegen(state)
        return state.found
    found: dict[cst.CSTNode, Position] = {}
    for statement, line in zip(module.body, lines, strict=True):
        if not _holds(statement, wanted):
            continue
        state = _state(module, wanted | {statement})
        statement._codegen(state)
        offset = line - state.found[statement][0]
        found.update((node, (at + offset, column)) for node, (at, column) in state.found.items() if node in wanted)
    return found


def _state(module: cst.Module, wanted: frozenset[cst.CSTNode]) -> RecordingState:
    return RecordingState(default_indent=module.default_indent, default_newline=module.default_newline, wanted=wanted)


def _top_level_lines(module: cst.Module, tree: ast.Module) -> list[int] | None:
    """The line of each top-level statement of the module; None where the two trees do not agree."""
    lines: list[int] = []
    index = 0
    for statement in module.body:
        count = len(statement.body) if isinstance(statement, cst.SimpleStatementLine) else 1
        if index + count > len(tree.body):
            return None
        lines.append(tree.body[index].lineno)
        index += count
    return lines if index == len(tree.body) else None


def _holds(statement: cst.CSTNode, wanted: frozenset[cst.CSTNode]) -> bool:
    hits: list[Any] = []

    def visit(node: cst.CSTNode) -> None:
        if node in wanted:
            hits.append(node)

    walk(statement, {type(node): [visit] for node in wanted})
    return bool(hits)
