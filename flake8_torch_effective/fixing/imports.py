"""Where a module gets a missing ``import torch``."""

from __future__ import annotations

import libcst as cst

from ..rewriting.torch_import import names_torch, root_of

_IMPORT = cst.SimpleStatementLine([cst.Import([cst.ImportAlias(cst.Name("torch"))])])


def with_torch(module: cst.Module) -> cst.Module:
    """The module with ``import torch`` before its first import from torch, else below its docstring and futures."""
    body = list(module.body)
    for index, statement in enumerate(body):
        if names_torch(statement):
            return module.with_changes(body=[*body[:index], *_beside(statement), *body[index + 1 :]])
    index = 0
    while index < len(body) and _is_head(body[index]):
        index += 1
    return module.with_changes(body=[*body[:index], _IMPORT, *body[index:]])


def _beside(statement: cst.BaseStatement) -> list[cst.BaseStatement]:
    """An import with the new one above it, or below it where a comment belongs to the old one."""
    lines = statement.leading_lines  # type: ignore[attr-defined]
    if any(line.comment is not None for line in lines):
        return [statement, _IMPORT]
    return [_IMPORT.with_changes(leading_lines=lines), statement.with_changes(leading_lines=[])]


def _is_head(statement: cst.CSTNode) -> bool:
    if type(statement) is not cst.SimpleStatementLine:
        return False
    small = statement.body[0]
    if type(small) is cst.ImportFrom:
        return root_of(small.module) == "__future__"
    return type(small) is cst.Expr and isinstance(small.value, cst.SimpleString | cst.ConcatenatedString)
