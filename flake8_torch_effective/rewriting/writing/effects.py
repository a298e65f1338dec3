"""What an expression leaves behind besides its value, as far as its form shows."""

from __future__ import annotations

import re

import libcst as cst

from ...inference.values import Number, Operation
from ..surroundings import children_of

# What torch differentiates by way of its result, and by way of what it is given: neither may be changed in place
# between the two passes, which the longer forms allow, since they go through tensors that have no name.
_KEEP_RESULT = frozenset({"cdist", "expm1", "log_softmax", "logsumexp", "sigmoid", "softmax", "vector_norm"})
_KEEP_INPUT = frozenset({"binary_cross_entropy_with_logits", "cdist", "log1p", "logsigmoid", "logsumexp", "softplus"})


def keeps_result(template: str) -> bool:
    """Whether new code calls an operation whose gradient is computed from its result."""
    return bool(_KEEP_RESULT & _called(template))


def keeps_input(template: str) -> bool:
    """Whether new code calls an operation whose gradient is computed from its input."""
    return bool(_KEEP_INPUT & _called(template))


def _called(template: str) -> set[str]:
    return set(re.findall(r"\.(\w+)\(", template))


def changes_in_place(node: cst.CSTNode, keeps: tuple[cst.CSTNode, ...]) -> bool:
    """Whether an expression, apart from what is kept of it, leaves something behind besides its value."""
    stack: list[cst.CSTNode] = [node]
    while stack:
        current = stack.pop()
        if any(current is kept for kept in keeps):
            continue
        if isinstance(current, cst.NamedExpr | cst.Await | cst.Yield):
            return True
        if isinstance(current, cst.Call):
            name = current.func.attr if isinstance(current.func, cst.Attribute) else current.func
            method = name.value if isinstance(name, cst.Name) else ""
            if (method.endswith("_") and not method.endswith("__")) or _has_target(current):
                return True
        stack.extend(child for _, _, child in children_of(current))
    return False


def is_in_place(operation: Operation) -> bool:
    called = operation.node.func if isinstance(operation.node, cst.Call) else None
    name = called.attr if isinstance(called, cst.Attribute) else called
    named = isinstance(name, cst.Name) and name.value.endswith("_") and not name.value.endswith("__")
    inplace = operation.operands.get("inplace")
    told = inplace is not None and not (isinstance(inplace, Number) and inplace.number is False)
    return named or told or operation.spelling in ("in-place", "augmented") or "out" in operation.operands


def _has_target(call: cst.Call) -> bool:
    """Whether a call is told where to put its result."""
    given = {argument.keyword.value: argument.value for argument in call.args if argument.keyword is not None}
    inplace = given.get("inplace")
    return "out" in given or not (inplace is None or (isinstance(inplace, cst.Name) and inplace.value == "False"))
