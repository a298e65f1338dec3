"""Which side effects an expression has, judging by its form."""

from __future__ import annotations

import re

import libcst as cst

from ...inference.knowledge.columns import Contiguity, Family, Formula, Signature
from ...inference.knowledge.signatures import TABLE
from ...inference.values import Number, Operation
from ...syntax.naming import called_name
from ..surroundings import children_of

# What the program changes in place before ``backward`` must not be kept for it.  The longer forms allow that, because
# they go through temporaries.

# Views of all entries of their operand, each once.
_DENSE = (Contiguity.KEEPS, Contiguity.OF_CONTIGUOUS, Contiguity.REINDEXES, Contiguity.TRANSPOSES)


def keeps_result(template: str) -> bool:
    """Whether new code calls an operation whose backward uses its result."""
    return any(row.saves.keeps_output for row in _called(template))


def keeps_input(template: str) -> bool:
    """Whether new code calls an operation whose backward uses its input."""
    return any(row.saves.keeps_input for row in _called(template))


def changes_layout(template: str) -> bool:
    """Whether new code gives its result other strides than the longer form, where its input is not contiguous.

    An elementwise form keeps the order of its input, and what selects or sums entries gives a contiguous result.
    """
    changing = ((Family.POINTWISE, Contiguity.CONTIGUOUS), (Family.LAYOUT, Contiguity.KEEPS))
    return any((row.family, row.contiguity) in changing for row in _called(template))


def leaves_gaps(operation: Operation) -> bool:
    """Whether a result may be a part of its operand's memory, or repeat entries: an index, ``narrow``, ``expand``.

    Arithmetic with such a result gives one without gaps; with any other view, one of the same strides.
    """
    row = operation.signature
    if row.formula is Formula.SUBSCRIPT:
        return True
    return (row.family is Family.VIEW or row.may_share) and row.contiguity not in _DENSE


def takes_reals(template: str) -> bool:
    """Whether new code calls an operation that rejects complex numbers, unlike the longer form."""
    return any(row.real_only for row in _called(template))


def _called(template: str) -> list[Signature]:
    """The rows of the operations that new code calls, by the places where fixes find them."""
    names = re.findall(r"\.(\w+)\(", template)
    return [row for name in names for row in (_row(name),) if row is not None]


def _row(name: str) -> Signature | None:
    for home in ("torch.nn.functional.", "torch.linalg.", "torch."):
        row = TABLE.functions.get(home + name)
        if row is not None:
            return row
    return TABLE.methods.get(name)


def changes_in_place(node: cst.CSTNode, keeps: tuple[cst.CSTNode, ...]) -> bool:
    """Whether an expression, apart from the parts that are kept, has side effects."""
    stack: list[cst.CSTNode] = [node]
    while stack:
        current = stack.pop()
        if any(current is kept for kept in keeps):
            continue
        if isinstance(current, cst.NamedExpr | cst.Await | cst.Yield):
            return True
        if type(current) is cst.Call:
            if _is_in_place(called_name(current)) or _has_target(current):
                return True
        stack.extend(child for _, _, child in children_of(current))
    return False


def is_in_place(operation: Operation) -> bool:
    named = _is_in_place(called_name(operation.node))
    inplace = operation.operands.get("inplace")
    overwrites = inplace is not None and not (isinstance(inplace, Number) and inplace.number is False)
    return named or overwrites or operation.notation.modifies or "out" in operation.operands


def _is_in_place(method: str) -> bool:
    return method.endswith("_") and not method.endswith("__")


def _has_target(call: cst.Call) -> bool:
    """Whether a call sets ``out`` or ``inplace``."""
    given = {argument.keyword.value: argument.value for argument in call.args if argument.keyword is not None}
    inplace = given.get("inplace")
    return "out" in given or not (inplace is None or (type(inplace) is cst.Name and inplace.value == "False"))
