"""What speaks against a gain: a call that takes long, one that feeds on itself, one of the whole batch beside it."""

from __future__ import annotations

import libcst as cst

from ...syntax.walking import walk
from ..interpreter.inference import Inference
from ..knowledge.columns import Family
from ..knowledge.python_builtins import QUICK_BUILTINS, QUICK_METHODS
from ..values import Bound, Function, Module, Number, Reference, Sequence, Tensor, Text, Unknown, Value, reaches
from .loops import is_same


def is_called_on(frame: cst.CSTNode | None, call: cst.Call, argument: cst.CSTNode | None) -> bool:
    """Whether a function makes a call a second time, on something else: ``model(x)`` beside ``model(row)``.

    >>> p = program("y = model(x) if n else [model(row) for row in x]")
    >>> is_called_on(next(iter(p.inference.functions)), p.node("model(row)"), p.node("x"))
    True
    """
    others: list[cst.CSTNode] = []

    def look(other: cst.CSTNode) -> None:
        assert type(other) is cst.Call
        if other.args and argument is not None and other.func.deep_equals(call.func):
            if other.args[0].value.deep_equals(argument):
                others.append(other)

    if frame is not None:
        walk(frame, {cst.Call: [look]})
    return bool(others)


def feeds_itself(inference: Inference, loop: cst.CSTNode, but: Value) -> bool:
    """Whether a layer or an unknown call gets what an earlier iteration left, as in decoding; ``but`` is not meant.

    >>> p = program("for _ in range(n): y = torch.relu(model(y))")
    >>> feeds_itself(p.inference, p.loop, p.value("x"))
    True
    """
    facts = inference.loops.get(loop)
    if facts is None:
        return False
    left = [head for head, final in facts.carried.values() if not is_same(head, final) and not is_same(head, but)]
    left = [head for head in left if isinstance(head, (Tensor, Unknown))]
    if not left:
        return False
    found: list[cst.CSTNode] = []

    def look(call: cst.CSTNode) -> None:
        assert type(call) is cst.Call
        if not _is_light(inference, call):
            given = [inference.value(argument.value) for argument in call.args]
            if any(is_same(made, head) for value in given for made in reaches(value, 100) for head in left):
                found.append(call)

    walk(loop, {cst.Call: [look]})
    return bool(found)


def _is_light(inference: Inference, call: cst.Call) -> bool:
    """Whether a call takes no longer than a few operations: a known one of torch but no layer, a quick builtin."""
    operation = inference.operation(call)
    if operation is not None and operation.signature.family not in (Family.CALL, Family.OBJECT):
        return operation.signature.family not in (Family.LINALG, Family.NN)
    callee = inference.value(call.func)
    if isinstance(callee, (Function, Module)) or (isinstance(callee, Bound) and callee.function is not None):
        return False
    if isinstance(callee, Reference):
        home, _, name = callee.name.rpartition(".")
        return home == "math" or (home == "builtins" and name in QUICK_BUILTINS)
    if isinstance(inference.value(call), (Number, Text, Sequence)):
        return True
    return type(call.func) is cst.Attribute and call.func.attr.value in QUICK_METHODS
