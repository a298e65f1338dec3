"""What speaks against a gain: a call that takes long, one that feeds on itself, one of the whole batch beside it."""

from __future__ import annotations

from collections import Counter

import libcst as cst

from ...syntax.walking import walk
from ..interpreter.inference import Inference
from ..knowledge.columns import Family
from ..knowledge.python_builtins import QUICK_BUILTINS, QUICK_METHODS
from ..values import Bound, Function, Module, Number, Reference, Sequence, Tensor, Text, Unknown, Value, reaches
from .loops import is_same


def calls_in(inference: Inference, frame: cst.CSTNode) -> Counter[tuple[str, str]]:
    """How often a function makes each call, by the code of the function and of the first argument.

    >>> p = program("y = model(x) if n else [model(row) for row in x]")
    >>> calls_in(p.inference, next(iter(p.inference.functions)))["model", "x"]
    1
    """
    found: Counter[tuple[str, str]] = Counter()
    code = inference.code

    def look(call: cst.CSTNode) -> None:
        assert type(call) is cst.Call
        if call.args:
            found[code(call.func), code(call.args[0].value)] += 1

    walk(frame, {cst.Call: [look]})
    return found


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
