"""Which expressions only compute their value, so that they can be removed or computed later."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import libcst as cst

from ..inference.interpreter.inference import Inference, module_row
from ..inference.knowledge.columns import Family, Formula
from ..inference.knowledge.python_builtins import CHANGES_NOTHING
from ..inference.knowledge.signatures import TABLE
from ..inference.values import Module, Number, Operation, Reference, Value
from ..syntax.naming import called_name
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
    Family.SOFTMAX,
    Family.VIEW,
    Family.WHERE,
)
# Those whose result has its own memory.
MAKES_NEW: Final = (
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
# Families of which modules may be made with ``inplace=True``.
_IN_PLACE: Final = (Family.POINTWISE, Family.RANDOM)
# Those that only compute, in families whose other members draw random numbers or keep statistics.
_PURE_TOO: Final = (Formula.NONZERO, Formula.ONE_HOT)


def is_harmless(call: cst.Call, inference: Inference) -> bool:
    """Whether a call is known not to modify its arguments."""
    name = called_name(call)
    operation = inference.operation(call)
    if operation is None:
        return type(call.func) is cst.Name and name in CHANGES_NOTHING
    module = inference.value(call.func)
    overwrites = isinstance(module, Module) and _may_overwrite(module, operation)
    inplace = operation.operand("inplace")
    inplace_off = not operation.given("inplace") or (isinstance(inplace, Number) and not inplace.number)
    named = module.name if isinstance(module, Reference) else ""  # by which it may not be called here
    changes = operation.signature.inplace or operation.given("out", "running_mean", "running_var")
    return inplace_off and not (overwrites or changes or name.endswith("_") or named.endswith("_"))


def _may_overwrite(module: Module, call: Operation) -> bool:
    """Whether a module may change its argument: the first layer of it that computes something may work in place."""
    for layer in _layers(module):
        row = module_row(layer) if isinstance(layer, Module) and layer.cls is None else None
        if row is None or row.operation is None:
            return call.signature.family in _IN_PLACE
        if "inplace" in row.parameters:
            return True
        if row.weights or row.operation.family in (*MAKES_NEW, *_IN_PLACE):
            return False
    return False


def _layers(value: Value) -> Iterator[Value]:
    """The modules that are called one after the other when a module is called."""
    if isinstance(value, Module) and value.children:
        for child in value.children:
            yield from _layers(child)
    else:
        yield value


def makes_new(call: cst.Call, inference: Inference) -> bool:
    """Whether the result of a call is certain to share no memory with its arguments."""
    operation = inference.operation(call)
    return operation is not None and operation.signature.family in MAKES_NEW and is_harmless(call, inference)


def only_computes(value: cst.BaseExpression, inference: Inference) -> bool:
    """Whether evaluating an expression has no side effects, as far as is known."""
    for node in inside(value):
        if isinstance(node, cst.Await | cst.Yield | cst.NamedExpr | cst.BaseComp):
            return False
        if type(node) is cst.Call and not is_pure(node, inference):
            return False
    return True


def is_pure(call: cst.Call, inference: Inference) -> bool:
    """Whether a call is a tensor operation that modifies nothing and draws no random numbers."""
    operation = inference.operation(call)
    if operation is None or operation.signature.random:
        return False
    signature = operation.signature
    if signature.family is Family.OBJECT:
        row = TABLE.modules.get(f"torch.nn.{operation.name}")
        pure = row is not None and not row.weights and row.container is None
    else:
        pure = signature.family in PURE or signature.formula in _PURE_TOO
    return pure and is_harmless(call, inference)
