"""The statements that a fix changes, each edited by itself: work that does not grow with the file around them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import libcst as cst
from libcst._nodes.internal import CodegenState

from ..rewriting.fix import Fix
from ..syntax.parsing import source_lines
from ..syntax.positions import RecordingState
from .editing import Editing, Editor, comment_texts, is_python, nodes_of_change
from .imports import with_torch

_IMPORTS = (cst.Import, cst.ImportFrom)


@dataclass(frozen=True)
class Change:
    """Lines that a fix changes: how many there are above them, the lines, and what takes their place."""

    above: int
    old: str
    new: str


class Pieces:
    """The statements of a module, and those of its classes: where each is written."""

    def __init__(self, editing: Editing) -> None:
        self.editing = editing
        self.lines = source_lines(editing.source)
        self._indents: dict[cst.CSTNode, tuple[str, ...]] = {}

    @cached_property
    def _places(self) -> dict[cst.CSTNode, tuple[int, int]]:
        """The lines above each piece, and above what follows it."""
        self._note(self.editing.module.body, ())
        state = _Lines(self.editing.module.default_indent, self.editing.module.default_newline)
        state.wanted = frozenset(map(id, self._indents))
        self.editing.module._codegen(state)
        return {piece: (at - 1, state.ends[piece][0] - 1) for piece, (at, _) in state.found.items()}

    def _note(self, body: Any, indents: tuple[str, ...]) -> None:
        for statement in body:
            self._indents[statement] = indents
            if type(statement) is cst.ClassDef and type(statement.body) is cst.IndentedBlock:
                block = statement.body
                indent = self.editing.module.default_indent if block.indent is None else block.indent
                self._note(block.body, (*indents, indent))

    def changes(self, fix: Fix) -> list[Change] | None:
        """What a fix changes; None where that is not certain without a look at the whole file."""
        if not self.editing.is_whole:
            return None
        pieces: list[cst.CSTNode] = []
        for edit in fix.edits:
            piece = self._around(edit.node)
            if piece is None:
                return None
            if not any(piece is one for one in pieces):
                pieces.append(piece)
        around = {id(one) for piece in pieces for one in self.editing.surroundings.ancestors(piece)}
        if any(id(piece) in around for piece in pieces):
            return None  # one is in another
        for keep_parentheses in (False, True):
            editor = Editor(fix.edits, self.editing.module, self.editing.surroundings, keep_parentheses)
            made = [self._changed(piece, editor) for piece in pieces]
            found = [one for one in made if one is not None]
            if len(found) == len(made) and not editor.refused:
                return found + (self._import if fix.needs_torch else [])
        return None

    def _around(self, node: cst.CSTNode) -> cst.CSTNode | None:
        """The innermost piece that an edit is inside of; a removed statement leaves comments to the one behind it."""
        ancestors = self.editing.surroundings.ancestors(node)
        piece = next((one for one in ancestors if one in self._places and type(one) is not cst.ClassDef), None)
        if piece is None and node in self._places and not self._indents[node]:
            piece = node
        imports = type(piece) is cst.SimpleStatementLine and any(isinstance(one, _IMPORTS) for one in piece.body)
        return None if imports else piece

    def _changed(self, piece: cst.CSTNode, editor: Editor) -> Change | None:
        first, last = self._places[piece]
        editor.gone = []
        indents = self._indents[piece]
        old = "".join(self.lines[first:last])
        if old != self._code(piece, indents):
            return None
        try:
            made = nodes_of_change(piece.visit(editor))
            new = "".join(self._code(node, indents) for node in made)
        except Exception:  # as one fix of several, it may yet be made
            return None
        opening = "if True:\n" if indents else ""
        kept = comment_texts(opening + old)
        if new == old or not is_python(opening + new) or kept is None:
            return None
        if comment_texts(opening + new) != editor.comments_left(kept):
            return None
        return Change(first, old, new)

    def _code(self, node: cst.CSTNode, indents: tuple[str, ...]) -> str:
        module = self.editing.module
        state = CodegenState(module.default_indent, module.default_newline)
        state.indent_tokens = list(indents)
        node._codegen(state)
        return "".join(state.tokens)

    @cached_property
    def _import(self) -> list[Change]:
        """The lines that ``import torch`` adds: the same for each fix."""
        new = source_lines(with_torch(self.editing.module).code)
        same = next((at for at, pair in enumerate(zip(self.lines, new, strict=False)) if pair[0] != pair[1]), 0)
        added = len(new) - len(self.lines)
        return [Change(same, "", "".join(new[same : same + added]))]


class _Lines(RecordingState):
    """Notes where the lines of statements begin and end, with the comments above them."""

    @contextmanager
    def record_syntactic_position(self, node: cst.CSTNode, **_: Any) -> Iterator[None]:
        with nullcontext():
            yield
