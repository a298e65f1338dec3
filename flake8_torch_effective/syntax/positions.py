"""Lines and columns of the few nodes that need them.

LibCST nodes carry no positions; they are found by generating their code.  Only the statements that hold a wanted node
are generated, in functions and classes only those of their bodies, each placed by the line that ``ast`` gives for it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple

import libcst as cst
from libcst._nodes.internal import CodegenState

from .walking import CHILDREN, children

if TYPE_CHECKING:
    from collections.abc import Mapping

Position = tuple[int, int]


class Span(NamedTuple):
    """Where a node starts and ends: 1-based lines, 0-based columns in characters, the end behind its last one."""

    start: Position
    end: Position


@dataclass
class RecordingState(CodegenState):
    """Generates code without keeping it, noting where those start that are wanted, by their ``id``, and ``start``."""

    wanted: Set[int] = frozenset()
    found: dict[cst.CSTNode, Position] = field(default_factory=dict)
    ends: dict[cst.CSTNode, Position] = field(default_factory=dict)
    start: cst.CSTNode | None = None
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
        if id(node) in self.wanted:
            self.found.setdefault(node, (self.line, self.column))

    @contextmanager
    def record_syntactic_position(
        self, node: cst.CSTNode, *, start_node: cst.CSTNode | None = None, end_node: cst.CSTNode | None = None
    ) -> Iterator[None]:
        if id(node) in self.wanted or node is self.start:
            self.found[node] = (self.line, self.column)
            yield
            self.ends[node] = (self.line, self.column)
        else:
            yield

    def after_codegen(self, node: cst.CSTNode) -> None:
        if id(node) in self.wanted:
            self.ends.setdefault(node, (self.line, self.column))


def spans(module: cst.Module, tree: ast.Module | None, nodes: Iterable[cst.CSTNode]) -> Mapping[cst.CSTNode, Span]:
    """Where nodes start and end, without any parentheses around the node.

    Args:
        module: the parsed module that holds the nodes.
        tree: the same module as ``ast`` parsed it, or None to generate everything.
        nodes: the nodes to find.
    """
    search = _Search(module, nodes)
    if search.wanted and (tree is None or not search.block(module.body, tree.body, ())):
        state = search.state(())
        module._codegen(state)
        return {node: Span(at, state.ends[node]) for node, at in state.found.items()}
    return search.found


class _Search:
    """Looks for wanted nodes in blocks of statements."""

    def __init__(self, module: cst.Module, nodes: Iterable[cst.CSTNode]) -> None:
        self.module = module
        self.wanted = set(map(id, nodes))
        self.found: dict[cst.CSTNode, Span] = {}

    def holds(self, nodes: Iterable[cst.CSTNode]) -> bool:
        """Whether a wanted node is one of these, or a part of one."""
        wanted = self.wanted
        if len(self.found) == len(wanted):
            return False
        queue: list[Any] = [*nodes]
        push, extend = queue.append, queue.extend
        for node in queue:
            if id(node) in wanted:
                return True
            for name in CHILDREN.get(node.__class__, ()):
                child = getattr(node, name)
                kind = child.__class__
                if kind is tuple or kind is list:
                    extend(child)
                elif child is not None:
                    push(child)
        return False

    def state(self, indents: tuple[str, ...]) -> RecordingState:
        module = self.module
        state = RecordingState(module.default_indent, module.default_newline, wanted=self.wanted)
        state.indent_tokens = list(indents)
        return state

    def block(self, statements: Sequence[cst.CSTNode], nodes: Sequence[ast.stmt], indents: tuple[str, ...]) -> bool:
        """Find what is wanted in the statements of a block; False, and nothing done, where the two trees differ."""
        counts = [len(one.body) if type(one) is cst.SimpleStatementLine else 1 for one in statements]
        if sum(counts) != len(nodes):
            return False
        for statement, index in zip(statements, accumulate(counts, initial=0), strict=False):
            node = nodes[index]
            if not self.inside(statement, node, indents) and self.holds((statement,)):
                self.generate(statement, node.lineno, indents)
        return True

    def inside(self, statement: cst.CSTNode, node: ast.stmt, indents: tuple[str, ...]) -> bool:
        """Find what is wanted in the body of a function or class, where nothing around its body is."""
        if type(statement) is not cst.FunctionDef and type(statement) is not cst.ClassDef:
            return False
        body = statement.body
        if type(body) is not cst.IndentedBlock or not isinstance(node, _WITH_BODY) or id(statement) in self.wanted:
            return False
        if self.holds(part for part in children(statement) if part is not body):
            return False
        indent = self.module.default_indent if body.indent is None else body.indent
        return self.block(body.body, node.body, (*indents, indent))

    def generate(self, statement: cst.CSTNode, line: int, indents: tuple[str, ...]) -> None:
        """Find what is wanted in a statement, which starts in this line, by generating its code."""
        state = self.state(indents)
        state.start = statement
        statement._codegen(state)
        offset = line - state.found[statement][0]
        for node, (at, column) in state.found.items():
            if id(node) in self.wanted:
                end, behind = state.ends[node]
                self.found[node] = Span((at + offset, column), (end + offset, behind))


_WITH_BODY = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
