"""Signs that two tensors have one shape though no operation shows it: who made them, who holds them, who says so."""

from __future__ import annotations

import libcst as cst

from ..interpreter.inference import Inference
from ..knowledge.columns import Family, Formula
from ..values import Operation, Tensor, Value


def made_alike(a: Tensor, b: Tensor, frame: cst.CSTNode | None) -> bool:
    """Whether one function or model made both tensors, for a function with this node: ``self(real), self(fake)``.

    >>> p = program("return model(x) - model(y)")
    >>> frame = p.operation("model(x)").frame
    >>> [made_alike(p.value("model(x)"), p.value(other), frame) for other in ("model(y)", "y")]
    [True, False]
    """
    first, second = _maker(a), _maker(b)
    if first is None or second is None or first is second:
        return False
    if first.frame is second.frame is not frame:  # a function of this file ran twice
        return True
    calls = first.node, second.node
    return (
        isinstance(calls[0], cst.Call)
        and isinstance(calls[1], cst.Call)
        and first.signature.family in (Family.CALL, Family.NN)
        and calls[0].func.deep_equals(calls[1].func)
    )


def _maker(value: Value) -> Operation | None:
    """What made a tensor, before it was detached, converted or scaled."""
    for _ in range(8):
        origin = value.origin
        if origin is None or not (
            origin.signature.family in (Family.CONVERSION, Family.COPY) or origin.formula is Formula.DETACH
        ):
            return origin
        value = origin.operand()
    return None


def are_entries_of_one(a: cst.CSTNode | None, b: cst.CSTNode | None) -> bool:
    """``batch["rewards"]`` and ``batch["values"]``: who filled the one container knows the shapes of both.

    >>> p = program("return x[0] - x[n]")
    >>> nodes = p.operation("x[0] - x[n]").nodes
    >>> are_entries_of_one(nodes["input"], nodes["other"])
    True
    """
    return isinstance(a, cst.Subscript) and isinstance(b, cst.Subscript) and a.value.deep_equals(b.value)


def is_told_shapes(inference: Inference, function: cst.CSTNode | None) -> bool:
    """Whether those who call a function are the program itself, or are told by its page what it takes.

    The first are callers of a function whose name begins with an underscore, or of a method that the file itself calls,
    the second those of a documented module.

    >>> p = program("return x - y")
    >>> is_told_shapes(p.inference, p.operation("x - y").frame)
    False
    """
    if not isinstance(function, cst.FunctionDef):
        return False
    name = function.name.value
    if name.startswith("_") and not name.endswith("__"):
        return True
    known = inference.functions.get(function)
    if known is None or known.cls is None:
        return False
    if name not in ("forward", "__call__"):
        return bool(known.analysis.grad_modes)
    return any(node.get_docstring() is not None for node in (function, known.cls.node))
