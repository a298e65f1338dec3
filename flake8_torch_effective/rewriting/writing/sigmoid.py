"""Whether a hand-written sigmoid is the same as torch's: elementwise, and in its dtype."""

from __future__ import annotations

import libcst as cst

from ...inference.knowledge.columns import Formula
from ...inference.patterns.sigmoid import is_one, share_shape, written_sigmoid
from ...inference.values import Bound, Class, Function, Operation, Tensor, Unknown
from ..writer import Rewriting


def keeps_entries(quotient: Operation) -> bool:
    """Whether each entry of a hand-written sigmoid depends only on the same entry of its argument."""
    found = written_sigmoid(quotient)
    if found is None or any(made.given("out", "rounding_mode") for made in found.operations):
        return False
    exponentials = [made for made in found.operations if made.formula is Formula.EXP]
    if any(made.signature.value_preserving or made.formula is Formula.SUBSCRIPT for made in found.operations):
        return False
    whole = quotient.operand("other") if found.factor is not None else quotient.result
    ones = [value for made in found.operations for value in made.operands.values() if is_one(value)]
    alike = all(share_shape(whole, made.result) for made in exponentials)
    return alike or not any(isinstance(value, Tensor) for value in ones)


def keeps_dtype(write: Rewriting, node: cst.CSTNode) -> bool:
    """Whether no autocast can be around a node, where exp and log return float32 and a sigmoid does not.

    A context that a name or an attribute holds may be one, and so may that of a function of the module.
    """
    for ancestor in write.surroundings.ancestors(node):
        around = [item.item for item in ancestor.items] if type(ancestor) is cst.With else []
        above = ancestor.decorators if type(ancestor) is cst.FunctionDef else ()
        if any("autocast" in write.module.code_for_node(part) for part in (*around, *above)):
            return False
        if any(type(one) is not cst.Call or _is_own(write, one) for one in around):
            return False
    return True


def _is_own(write: Rewriting, call: cst.Call) -> bool:
    return isinstance(write.inference.value(call.func), Function | Bound | Class | Unknown)
