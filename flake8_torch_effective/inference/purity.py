"""Which expressions do nothing but compute their value, so that they can be left out or computed later."""

from __future__ import annotations

import libcst as cst

from ..syntax.surroundings import inside
from .interpreter import Inference

# Operations that do nothing but compute their result.
PURE = frozenset(
    {
        "arithmetic",
        "bitwise",
        "comparison",
        "conversion",
        "copy",
        "factory",
        "indexing",
        "joining",
        "layout",
        "loss",
        "matmul",
        "pointwise",
        "query",
        "reduction",
        "view",
        "where",
    }
)
# Others of their families draw random numbers or keep statistics.
_NAMES = frozenset(
    {"argwhere", "gelu", "log_softmax", "logsigmoid", "nonzero", "one_hot", "relu", "silu", "softmax", "softmin"}
    | {"softplus", "Flatten", "Identity", "LogSigmoid", "LogSoftmax", "ReLU", "Sigmoid", "Softmax", "Softmax2d"}
)


def only_computes(value: cst.BaseExpression, inference: Inference) -> bool:
    """Whether evaluating an expression leaves nothing behind but its value, as far as is known."""
    for node in inside(value):
        if isinstance(node, cst.Await | cst.Yield | cst.NamedExpr | cst.BaseComp):
            return False
        if isinstance(node, cst.Call):
            operation = inference.operation(node)
            method = node.func.attr if isinstance(node.func, cst.Attribute) else node.func
            if operation is None or not (operation.family in PURE or operation.name in _NAMES):
                return False
            if isinstance(method, cst.Name) and method.value.endswith("_"):
                return False
            if any(argument.keyword is not None and argument.keyword.value == "out" for argument in node.args):
                return False
    return True
