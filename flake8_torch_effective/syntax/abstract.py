"""Functions that are there to be replaced."""

from __future__ import annotations

import libcst as cst

_CONSTANTS = (cst.SimpleString, cst.ConcatenatedString, cst.Ellipsis)


def is_abstract(node: cst.CSTNode) -> bool:
    """Whether a function only raises NotImplementedError, so that another one runs in its place."""
    body = node.body.body if isinstance(node, cst.FunctionDef) else ()
    last = body[-1] if body else None
    stop = last.body[-1] if isinstance(last, cst.SimpleStatementLine) else None
    if len(body) > 2 or not isinstance(stop, cst.Raise):
        return False
    raised = stop.exc.func if isinstance(stop.exc, cst.Call) else stop.exc
    return isinstance(raised, cst.Name) and raised.value == "NotImplementedError"


def is_empty(node: cst.CSTNode) -> bool:
    """Whether a function does nothing: `pass`, `...`, perhaps behind a docstring."""
    if not isinstance(node, cst.FunctionDef):
        return False
    small: list[cst.CSTNode] = []
    for line in node.body.body:
        small += line.body if isinstance(line, cst.SimpleStatementLine) else [line]
    return all(
        isinstance(one, cst.Pass) or (isinstance(one, cst.Expr) and isinstance(one.value, _CONSTANTS)) for one in small
    )
