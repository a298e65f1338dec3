"""Functions that are there to be replaced."""

from __future__ import annotations

import libcst as cst

_CONSTANTS = (cst.SimpleString, cst.ConcatenatedString, cst.Ellipsis)


def is_abstract(node: cst.CSTNode) -> bool:
    """Whether a function only raises NotImplementedError, so that another one runs in its place."""
    body = node.body.body if type(node) is cst.FunctionDef else ()
    last = body[-1] if body else None
    stop = last.body[-1] if type(last) is cst.SimpleStatementLine else None
    if len(body) > 2 or type(stop) is not cst.Raise:
        return False
    raised = stop.exc.func if type(stop.exc) is cst.Call else stop.exc
    return type(raised) is cst.Name and raised.value == "NotImplementedError"


def is_empty(node: cst.CSTNode) -> bool:
    """Whether a function does nothing: `pass`, `...`, perhaps behind a docstring."""
    if type(node) is not cst.FunctionDef:
        return False
    small: list[cst.CSTNode] = []
    for line in node.body.body:
        small += line.body if type(line) is cst.SimpleStatementLine else [line]
    return all(type(one) is cst.Pass or (type(one) is cst.Expr and isinstance(one.value, _CONSTANTS)) for one in small)
