"""Where a program says which GPUs it is to see, and where it has the driver list them."""

from __future__ import annotations

from typing import Final

import libcst as cst

from ..interpreter.inference import Inference
from ..knowledge.training import MOVES, EventKind
from ..transfer import device_type
from ..values import Module, Reference, Sequence, Tensor, Text
from .event import Subject

VARIABLE: Final = "CUDA_VISIBLE_DEVICES"
_ENVIRONMENT: Final = "os.environ"
# Functions that set a variable that is their first argument, or that is in it.
_SET: Final = frozenset({"os.putenv", "os.environ.setdefault", "os.environ.update"})
_GPU: Final = "cuda"


def may_choose(inference: Inference) -> bool:
    """Whether the text of a file names the variable that says which GPUs a process sees, or is not at hand.

    >>> may_choose(program.inference)
    True
    """
    return inference.source is None or VARIABLE in inference.source


def is_choice(inference: Inference, node: cst.CSTNode) -> bool:
    """Whether the target of an assignment, or a call, sets that variable.

    >>> is_choice(program.inference, step.node)
    False
    """
    if type(node) is cst.Subscript:
        owner = inference.value(node.value)
        index = node.slice[0].slice
        named = isinstance(owner, Reference) and owner.name == _ENVIRONMENT
        return named and type(index) is cst.Index and _is_variable(inference, index.value)
    if type(node) is not cst.Call or not node.args:
        return False
    callee = inference.value(node.func)
    if not isinstance(callee, Reference) or callee.name not in _SET:
        return False
    given = inference.value(node.args[0].value)
    keys = given.keys if isinstance(given, Sequence) else None
    return (
        _is_variable(inference, node.args[0].value)
        or any(isinstance(key, Text) and key.text == VARIABLE for key in keys or ())
        or any(one.keyword is not None and one.keyword.value == VARIABLE for one in node.args)
    )


def puts_on_gpu(inference: Inference, node: cst.Call, kind: EventKind | None, subject: Subject | None) -> bool:
    """Whether a call makes a tensor on a GPU, or moves one or a module there; ``kind`` where the call is an event.

    >>> puts_on_gpu(program.inference, step.node, step.kind, step.subject)
    False
    """
    operation = inference.operation(node)
    if operation is not None and isinstance(operation.result, Tensor):
        return operation.result.device == _GPU
    if kind is not EventKind.MOVE or type(node.func) is not cst.Attribute or node.func.attr.value not in MOVES:
        return False
    if node.func.attr.value == _GPU:
        return isinstance(inference.value(node.func.value), Module) or subject is not None
    return bool(node.args) and device_type(inference.value(node.args[0].value)) == _GPU


def _is_variable(inference: Inference, node: cst.BaseExpression) -> bool:
    value = inference.value(node)
    return isinstance(value, Text) and value.text == VARIABLE
