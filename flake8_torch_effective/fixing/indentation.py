"""A multi-line expression, indented like the one that it replaces."""

from __future__ import annotations

import libcst as cst


def indented_like(old: cst.BaseExpression, new: cst.BaseExpression) -> cst.BaseExpression:
    """The new expression, its lines indented no further than those of the one it replaces."""
    wanted, own = _indents(old), _indents(new)
    surplus = min(own) - min(wanted) if own and wanted else 0
    moved = new.visit(_Dedent(surplus)) if surplus > 0 else new
    assert isinstance(moved, cst.BaseExpression)
    return moved


def _indents(node: cst.CSTNode) -> list[int]:
    """The indentation of the lines of an expression after the first."""
    found: list[int] = []
    stack = [node]
    while stack:
        current = stack.pop()
        if type(current) is cst.ParenthesizedWhitespace:
            found.append(len(current.last_line.value))
        stack.extend(current.children)
    return found


class _Dedent(cst.CSTTransformer):
    """Dedents lines, including comments."""

    def __init__(self, columns: int) -> None:
        super().__init__()
        self.columns = columns

    def leave_ParenthesizedWhitespace(
        self, original_node: cst.ParenthesizedWhitespace, updated_node: cst.ParenthesizedWhitespace
    ) -> cst.ParenthesizedWhitespace:
        """The line break with less white space after it."""
        lines = [line.with_changes(whitespace=self._cut(line.whitespace)) for line in updated_node.empty_lines]
        return updated_node.with_changes(empty_lines=lines, last_line=self._cut(updated_node.last_line))

    def _cut(self, space: cst.SimpleWhitespace) -> cst.SimpleWhitespace:
        return space.with_changes(value=space.value[self.columns :])
