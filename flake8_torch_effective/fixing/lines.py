"""Whether edited code means on its lines what it means on one: a line break outside of brackets ends a statement."""

from __future__ import annotations

import ast
import warnings

import libcst as cst

from ..rewriting.writing.code import from_text, in_line

# What takes no parentheses where it stands in another expression, and breaks no lines itself.
_NO_PARENTHESES = (cst.BaseString, cst.Name, cst.StarredElement)


def tree_of(text: str, mode: str = "exec") -> ast.AST | None:
    """What CPython parses a text to; None where that fails."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about the user's own strings and numbers, at every attempt
        try:
            return ast.parse(text, mode=mode)
        except (SyntaxError, ValueError):
            return None


def is_in_one_piece(node: cst.BaseExpression) -> bool:
    """Whether an expression is still one where no brackets are around it."""
    return tree_of(cst.Module([]).code_for_node(node), "eval") is not None


def in_one_piece(
    module: cst.Module, old: cst.BaseExpression, new: cst.BaseExpression, enclosed: bool
) -> cst.BaseExpression:
    """A new expression on one line where it is short, else in parentheses unless it is ``enclosed`` in brackets.

    The parentheses are, with the line breaks and comments in them, those of the call that is replaced.
    """
    if new.lpar or is_in_one_piece(new):
        return new
    joined = in_line(cst.Module([]).code_for_node(new))
    if "\n" not in joined:
        return from_text(module, joined)
    if enclosed:
        return new
    left, right = cst.LeftParen(), cst.RightParen()
    if type(old) is cst.Call and len(old.args) == 1 and old.args[0].comma is cst.MaybeSentinel.DEFAULT:
        left = cst.LeftParen(whitespace_after=old.whitespace_before_args)
        right = cst.RightParen(whitespace_before=old.args[0].whitespace_after_arg)
    return new.with_changes(lpar=[left], rpar=[right])


def means_what_it_says(statement: cst.CSTNode) -> bool:
    """Whether a statement is parsed as it was built, with no line break outside of brackets."""
    written = cst.Module([]).code_for_node
    tree, meant = tree_of(written(statement)), tree_of(written(_enclosed(statement)))
    return tree is not None and meant is not None and ast.dump(tree) == ast.dump(meant)


def _enclosed(statement: cst.CSTNode) -> cst.CSTNode:
    """The same statement with parentheses around all expressions of several lines."""
    made = statement.visit(_Enclosing())
    assert isinstance(made, cst.CSTNode)
    return made


class _Enclosing(cst.CSTTransformer):
    """Puts expressions of several lines into parentheses."""

    def __init__(self) -> None:
        super().__init__()
        # The nodes with a line break between their parts that is not inside those in parentheses.
        self._broken: dict[int, cst.CSTNode] = {}

    def on_leave(self, original_node: cst.CSTNode, updated_node: cst.CSTNode) -> cst.CSTNode:  # type: ignore[override]
        if not any(map(self._breaks, updated_node.children)):
            return updated_node
        bare = isinstance(updated_node, cst.BaseExpression) and not isinstance(updated_node, _NO_PARENTHESES)
        if not bare or updated_node.lpar:  # type: ignore[attr-defined]
            self._broken[id(updated_node)] = updated_node
            return updated_node
        return updated_node.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])

    def _breaks(self, part: cst.CSTNode) -> bool:
        if type(part) is cst.ParenthesizedWhitespace:
            return True
        return id(part) in self._broken and not getattr(part, "lpar", ())
