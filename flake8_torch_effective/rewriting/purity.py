"""Which expressions only compute their value, so that they can be removed or computed later."""

from __future__ import annotations

from typing import Final

import libcst as cst

from ..inference.interpreter.inference import Inference
from ..inference.knowledge.columns import Family
from ..inference.values import Module, Number
from .surroundings import inside

# Operations that only compute their result.
PURE: Final = (
    Family.ARITHMETIC,
    Family.BITWISE,
    Family.COMPARISON,
    Family.CONVERSION,
    Family.COPY,
    Family.FACTORY,
    Family.INDEXING,
    Family.JOINING,
    Family.LAYOUT,
    Family.LOSS,
    Family.MATMUL,
    Family.POINTWISE,
    Family.QUERY,
    Family.REDUCTION,
    Family.VIEW,
    Family.WHERE,
)
# Those whose result has its own memory.
_NEW: Final = (
    Family.ARITHMETIC,
    Family.COMPARISON,
    Family.COPY,
    Family.EXTRACTION,
    Family.FACTORY,
    Family.JOINING,
    Family.LOSS,
    Family.MATMUL,
    Family.QUERY,
    Family.REDUCTION,
)
# Pure operations of families whose other members draw random numbers or keep statistics.
_NAMES = frozenset(
    {"argwhere", "gelu", "log_softmax", "logsigmoid", "nonzero", "one_hot", "relu", "silu", "softmax", "softmin"}
    | {"softplus", "Flatten", "Identity", "LogSigmoid", "LogSoftmax", "ReLU", "Sigmoid", "Softmax", "Softmax2d"}
)
# Built-in functions that change nothing, and whose calls on their arguments change nothing.
_BUILTINS = frozenset(
    "abs all any bool dict enumerate float getattr hasattr id int isinstance len list max min print range repr round "
    "set sorted str sum tuple type zip".split()
)


def is_harmless(call: cst.Call, inference: Inference) -> bool:
    """Whether a call is known not to modify its arguments."""
    function = call.func.attr if isinstance(call.func, cst.Attribute) else call.func
    name = function.value if isinstance(function, cst.Name) else ""
    operation = inference.operation(call)
    if operation is None:
        return function is call.func and name in _BUILTINS
    # A module may have been made with ``inplace=True``.
    overwrites = isinstance(inference.value(call.func), Module) and operation.signature.family in (
        Family.POINTWISE,
        Family.RANDOM,
    )
    inplace = operation.operand("inplace")
    inplace_off = not operation.given("inplace") or (isinstance(inplace, Number) and not inplace.number)
    return inplace_off and not (overwrites or name.endswith("_") or operation.given("out"))


def makes_new(call: cst.Call, inference: Inference) -> bool:
    """Whether the result of a call is certain to share no memory with its arguments."""
    operation = inference.operation(call)
    return operation is not None and operation.signature.family in _NEW and is_harmless(call, inference)


def only_computes(value: cst.BaseExpression, inference: Inference) -> bool:
    """Whether evaluating an expression has no side effects, as far as is known."""
    for node in inside(value):
        if isinstance(node, cst.Await | cst.Yield | cst.NamedExpr | cst.BaseComp):
            return False
        if isinstance(node, cst.Call) and not is_pure(node, inference):
            return False
    return True


def is_pure(call: cst.Call, inference: Inference) -> bool:
    """Whether a call is a tensor operation that modifies nothing and draws no random numbers."""
    operation = inference.operation(call)
    if operation is None or not (operation.signature.family in PURE or operation.name in _NAMES):
        return False
    return is_harmless(call, inference) and not operation.name.startswith("rand")
