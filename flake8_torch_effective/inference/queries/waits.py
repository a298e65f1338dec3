"""What else an iteration waits for, and whether it does so much that one wait less is not felt."""

from __future__ import annotations

import libcst as cst

from ...syntax.walking import walk
from ..interpreter.inference import Inference
from ..knowledge.columns import Family
from ..knowledge.python_builtins import QUICK_BUILTINS, QUICK_METHODS
from ..values import Bound, Function, Module, Number, Reference, Sequence, Text
from .iterations import IterationSlice, element_read, sliced_in

_OF_PYTHON = (Family.PHI, Family.CALL, Family.OBJECT, Family.ITERATION, Family.COLLECTION, Family.QUERY)


def is_read_the_only_wait(inference: Inference, read: IterationSlice) -> bool:
    """Whether the host waits only for such reads in a loop, and does little besides.

    Not where the tensor is on the CPU, where the loop computes with tensors as well, and where it calls modules,
    functions of the file, or functions that inference cannot see into.

    >>> p = program("for i in range(len(x)): y.append(x[i].item() + 1)")
    >>> is_read_the_only_wait(p.inference, element_read(p.inference, p.operation("x[i].item()")))
    True
    >>> p = program("for i in range(len(x)): save(x[i].item())")
    >>> is_read_the_only_wait(p.inference, element_read(p.inference, p.operation("x[i].item()")))
    False
    """
    if read.source.device == "cpu":
        return False
    for operation in inference.inside(read.loop):
        if operation.signature.family is Family.FACTORY:
            return False
        if operation.signature.family in _OF_PYTHON or not any(operation.tensors()):
            continue
        if element_read(inference, operation) is None and sliced_in(inference, operation.result, read.loop) is None:
            return False
    heavy: list[cst.CSTNode] = []

    def look_at_call(node: cst.CSTNode) -> None:
        assert type(node) is cst.Call
        if not is_light(inference, node):
            heavy.append(node)

    walk(read.loop, {cst.Call: [look_at_call]})
    return not heavy


def is_light(inference: Inference, call: cst.Call) -> bool:
    """Whether a call takes no longer than a few operations: a known one of torch but no layer, a quick builtin.

    >>> p = program("return torch.relu(x), model(x)")
    >>> is_light(p.inference, p.node("torch.relu(x)")), is_light(p.inference, p.node("model(x)"))
    (True, False)
    """
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
