"""Python's builtins over a tensor, written as torch's own reductions."""

from __future__ import annotations

import libcst as cst

from ...inference.knowledge.columns import Formula
from ...inference.values import Operation, Tensor
from ..fix import Fix, operand
from ..writer import Rewriting

# Python's builtin → the method that does the same in one operation.
METHODS = {
    "builtin_sum": "sum(dim=0)",
    "builtin_max": "max()",
    "builtin_min": "min()",
    "builtin_any": "any()",
    "builtin_all": "all()",
    "builtin_sorted": "sort()",
}
# Python's sum keeps these dtypes where torch's returns int64.
_SMALL_INTEGERS = frozenset({"uint8", "int8", "int16", "int32"})
# Builtins that return entries of the tensor, which are views of it.
_ENTRIES = frozenset({"builtin_max", "builtin_min", "builtin_sorted"})
# Builtins that return a Python bool.
_ANSWERS = frozenset({"builtin_any", "builtin_all"})


def reduction(write: Rewriting, operation: Operation, source: Tensor) -> Fix | None:
    """torch's own reduction instead of the builtin."""
    if operation.operands.keys() - {"source", "start", "reverse"}:
        return None
    rows = operand(operation, "source")
    if operation.name == "builtin_sum":
        dtype = f", dtype={{torch}}.{source.dtype}" if source.dtype in _SMALL_INTEGERS else ""
        template = f"{{rows:tight}}.sum(dim=0{dtype})"
        if "start" in operation.operands:
            return write.expression(
                operation.node,
                f"{{start:operand}} + {template}",
                safe=False,
                rows=rows,
                start=operand(operation, "start"),
            )
        return write.expression(operation.node, template, safe=False, rows=rows)
    if source.rank is not None and source.rank != 1:
        return None
    if operation.name in _ENTRIES and is_changed(write, operation):
        return None
    if operation.name != "builtin_sorted":
        template = f"{{rows:tight}}.{METHODS[operation.name]}"
        if operation.name in _ANSWERS and not is_condition(write, operation.node):
            template = f"bool({template})"
        return write.expression(operation.node, template, safe=False, rows=rows)
    reverse = operation.operands.get("reverse")
    descending = "" if reverse is None else "descending={reverse}"
    reversal = {} if reverse is None else {"reverse": operand(operation, "reverse")}
    template = f"{{rows:tight}}.sort({descending}).values"
    node = stacking(write, operation.node) or operation.node
    if node is operation.node and not is_indexed(write, node):
        template = f"list({template})"
    return write.expression(node, template, safe=False, rows=rows, **reversal)


def is_changed(write: Rewriting, operation: Operation) -> bool:
    """Whether a tensor, or an entry of it, is changed in place later, which would also change the other."""
    source = operation.nodes.get("source")
    changed = isinstance(source, cst.BaseExpression) and write.surroundings.is_changed_after(source, operation.node)
    return changed or write.is_changed_later(operation.node)


def stacking(write: Rewriting, node: cst.CSTNode) -> cst.CSTNode | None:
    """The ``torch.stack`` whose only argument an expression is, and which turns it back into a tensor."""
    argument = write.surroundings.parent(node)
    call = None if argument is None else write.surroundings.parent(argument)
    joined = None if call is None else write.inference.operation(call)
    if (
        joined is None
        or joined.formula is not Formula.STACK
        or joined.operands.keys() != {"tensors"}
        or not joined.complete
    ):
        return None
    return joined.node


def is_indexed(write: Rewriting, node: cst.CSTNode) -> bool:
    """Whether an expression is indexed for one entry, which works on a tensor as on a list."""
    subscript = write.surroundings.parent(node)
    if type(subscript) is not cst.Subscript or subscript.value is not node or len(subscript.slice) != 1:
        return False
    return type(subscript.slice[0].slice) is cst.Index


def is_condition(write: Rewriting, node: cst.CSTNode) -> bool:
    """Whether only the truth value of an expression is used, so that a one-element tensor works like a bool."""
    child: cst.CSTNode = node
    for parent in write.surroundings.ancestors(node):
        if type(parent) is cst.UnaryOperation and type(parent.operator) is cst.Not:
            return True
        if type(parent) is not cst.BooleanOperation:
            return isinstance(parent, cst.If | cst.IfExp | cst.While | cst.Assert) and parent.test is child
        child = parent
    return False
