"""Which calls run functions of the same file that do more than compute their result."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from ..inference.interpreter.inference import Inference
from ..inference.values import Bound, Function, Instance, Module, Partial, Value
from .purity import is_harmless, is_pure
from .surroundings import children_of, inside

# The statements that a body may consist of: all others store something elsewhere, raise or transfer control.
_STATEMENTS = (cst.SimpleStatementLine, cst.Expr, cst.Assign, cst.AnnAssign, cst.Return, cst.Pass, cst.If, cst.Else)
_ACTIONS = (cst.Await, cst.Yield, cst.NamedExpr)
_MAX_DEPTH = 8


def does_more(call: cst.Call, inference: Inference, depth: int = 0) -> bool:
    """Whether a call runs a function of this file that may do more than compute: print, draw, store, raise."""
    functions = [*_run(inference.value(call.func), 0)]
    if depth > _MAX_DEPTH:
        return bool(functions)
    return not all(_only_computes(function.node.body, inference, depth + 1) for function in functions)


def may_give_none(call: cst.Call, inference: Inference) -> bool:
    """Whether a call runs a function of this file that may return None, judging by its text."""
    return any(_may_give_none(function.node) for function in _run(inference.value(call.func), 0))


def _may_give_none(function: cst.FunctionDef | cst.Lambda) -> bool:
    if type(function) is cst.Lambda:
        return False
    for node in inside(function.body):
        if type(node) is cst.Return and (node.value is None or _is_none(node.value)):
            return True
    return not _ends(function.body)


def _is_none(node: cst.CSTNode) -> bool:
    return type(node) is cst.Name and node.value == "None"


def _ends(block: cst.CSTNode | None) -> bool:
    """Whether control never reaches the end of a block."""
    last = block.body[-1] if isinstance(block, cst.IndentedBlock | cst.SimpleStatementSuite) else block
    if type(last) is cst.SimpleStatementLine:
        last = last.body[-1]
    if type(last) is cst.If:
        other = last.orelse.body if type(last.orelse) is cst.Else else last.orelse
        return _ends(last.body) and other is not None and _ends(other)
    if type(last) is cst.With:
        return _ends(last.body)
    if isinstance(last, cst.Try | cst.TryStar):
        return _ends(last.body) and all(_ends(handler.body) for handler in last.handlers)
    return isinstance(last, cst.Return | cst.Raise | cst.While)


def run_by(call: cst.Call, inference: Inference) -> Iterator[Function]:
    """The functions of this file that a call runs."""
    return _run(inference.value(call.func), 0)


def _run(callee: Value, depth: int) -> Iterator[Function]:
    """The functions of this file that run when a value is called."""
    if isinstance(callee, Function):
        yield callee
    elif isinstance(callee, Bound) and callee.function is not None:
        yield callee.function
    elif isinstance(callee, Partial):
        yield from _run(callee.callee, depth)
    elif isinstance(callee, Instance):
        method = "forward" if isinstance(callee, Module) else "__call__"
        function = None if callee.cls is None else callee.cls.function(method)
        yield from () if function is None else (function,)
        for child in (callee.children or ()) if depth < _MAX_DEPTH else ():
            yield from _run(child, depth + 1)


def _only_computes(body: cst.CSTNode, inference: Inference, depth: int) -> bool:
    for node in inside(body):
        if isinstance(node, cst.BaseStatement | cst.BaseSmallStatement) and not isinstance(node, _STATEMENTS):
            return False
        if isinstance(node, _ACTIONS):
            return False
        if isinstance(node, cst.AssignTarget | cst.AnnAssign) and not _is_local(node.target):
            return False
        if type(node) is cst.Call and not _is_fine(node, inference, depth):
            return False
    return True


def _is_fine(call: cst.Call, inference: Inference, depth: int) -> bool:
    if any(True for _ in _run(inference.value(call.func), 0)):
        return not does_more(call, inference, depth)
    printing = type(call.func) is cst.Name and call.func.value == "print"
    asking = inference.operation(call) is None and is_harmless(call, inference)
    return is_pure(call, inference) or (asking and not printing)


def _is_local(target: cst.CSTNode) -> bool:
    """Whether an assignment only binds names."""
    if isinstance(target, cst.Tuple | cst.List):
        return all(_is_local(child) for _, _, element in children_of(target) for _, _, child in children_of(element))
    return type(target) is cst.Name
