"""Which expressions make what another one stands for, as far as the file writes them out."""

from __future__ import annotations

import libcst as cst

from ...syntax.naming import last_name
from ..events.collections import called
from ..events.program import program_of
from ..events.recognition import receiver_name
from ..interpreter.inference import Inference
from ..values import Class, Function
from .cuda_names import own_nodes

_WRITES = "targets of assignments"
# What another expression decides about.
_OPEN = (cst.Await, cst.BooleanOperation, cst.Subscript)
# How many names, attributes and calls lead to an expression.
_DEPTH = 5


def makers(
    inference: Inference, function: Function | None, node: cst.CSTNode, depth: int = _DEPTH
) -> list[cst.CSTNode]:
    """The expressions of which one makes what another stands for, in a function or in the script; none if any is open.

    A name stands for the one thing that it is bound to, an attribute for the one that ``__init__`` gives it, a call of
    a function of the file for all that this returns.

    >>> p = program("a, b = [1], [2]", "c = b")
    >>> function = next(one for one in p.inference.functions.values() if one.name == "f")
    >>> makers(p.inference, function, p.node("b")) == [p.node("[2]")]
    True
    """
    if type(node) is cst.Name and node.value not in ("True", "False"):
        scope = inference.module if function is None else function.node
        names = None if scope is None else program_of(inference).names(scope)
        written = None if names is None else names.aliases.get(node.value) or names.parts.get(node.value)
        found = [] if written is None else [(function, written)]
    elif type(node) is cst.Attribute:
        found = _given(inference, None if function is None else function.cls, function, node)
    elif type(node) is cst.IfExp:
        found = [(function, node.body), (function, node.orelse)]
    elif type(node) is cst.Call and (helper := called(program_of(inference), node)) is not None:
        found = [(helper, one) for one in _returned(helper)]
    else:
        return [] if isinstance(node, _OPEN) else [node]
    made = [makers(inference, within, one, depth - 1) if depth else [] for within, one in found]
    return [one for each in made for one in each] if all(made) else []


def _given(
    inference: Inference, cls: Class | None, function: Function | None, node: cst.Attribute
) -> list[tuple[Function | None, cst.BaseExpression]]:
    """What ``__init__`` gives an attribute of its object in any case, where the file assigns to it only there."""
    init = None if cls is None else cls.function("__init__")
    own = function is not None and type(node.value) is cst.Name and node.value.value == receiver_name(function)
    if cls is None or init is None or not own or not all(one.startswith("torch.") for one in cls.outside_bases()):
        return []
    writes = _writes(inference).get(node.attr.value, ())
    if len(writes) != 1 or "setattr" in (inference.source or ""):
        return []
    for line in init.node.body.body if type(init.node.body) is cst.IndentedBlock else ():
        for statement in line.body if type(line) is cst.SimpleStatementLine else ():
            if type(statement) is cst.Assign and type(statement.targets[0].target) is cst.Attribute:
                if statement.targets[0].target is writes[0]:
                    return [(init, statement.value)]
    return []


def _writes(inference: Inference) -> dict[str, list[cst.BaseExpression]]:
    """All that the file assigns to, by its last name."""
    found = inference.rooms.get(_WRITES)
    if isinstance(found, dict):
        return found
    writes: dict[str, list[cst.BaseExpression]] = {}
    for kind in (cst.Assign, cst.AnnAssign, cst.AugAssign):
        for assign in inference.nodes_of(kind):
            for one in assign.targets if type(assign) is cst.Assign else (assign,):
                target = one.target  # type: ignore[attr-defined]
                writes.setdefault(last_name(target), []).append(target)
    inference.rooms[_WRITES] = writes
    return writes


def _returned(function: Function) -> list[cst.BaseExpression]:
    """What a function returns, where it ends with a ``return`` of its own; nothing where one gives nothing back."""
    if type(function.node) is not cst.FunctionDef or function.decorators or function.node.asynchronous is not None:
        return []
    body = function.node.body.body
    last = body[-1] if body else None
    ends = type(last) is cst.SimpleStatementLine and type(last.body[-1]) is cst.Return
    nodes = list(own_nodes(function.node.body))
    found = [one.value for one in nodes if type(one) is cst.Return]
    values = [one for one in found if one is not None]
    generates = any(type(one) is cst.Yield for one in nodes)
    return values if ends and not generates and len(values) == len(found) else []
