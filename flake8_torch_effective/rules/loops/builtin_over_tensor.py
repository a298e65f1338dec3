from __future__ import annotations

import libcst as cst

from ...inference.values import Number, Operation, Tensor
from ..fix import Fix, operand
from ..rewriting import Rewriting
from ..rule import Rule

# Python's builtin → the call that does the same in one operation.
_REDUCTIONS = {
    "builtin_sum": "{rows}.sum(dim=0)",
    "builtin_max": "{rows}.max()",
    "builtin_min": "{rows}.min()",
    "builtin_any": "bool({rows}.any())",
    "builtin_all": "bool({rows}.all())",
    "builtin_sorted": "{rows}.sort().values",
}
# Python keeps these where torch's sum counts in int64.
_SMALL_INTEGERS = frozenset({"uint8", "int8", "int16", "int32"})
_TIGHT = (cst.Name, cst.Attribute, cst.Subscript, cst.Call)


class BuiltinOverTensor(Rule):
    """Python's sum, max or any over a tensor.

    What it does
    Finds Python's `sum`, `max`, `min`, `any`, `all` and `sorted` applied to a tensor.

    Why it is bad
    The builtin walks over the tensor one row at a time: a slice and an operation for every row, and for all but `sum` a
    number read back to the host for each, so a GPU waits n times.

    Example
        def total(x: torch.Tensor) -> torch.Tensor:
            return sum(x)

    Use instead
        def total(x: torch.Tensor) -> torch.Tensor:
            return x.sum(dim=0)

    Evidence
    same_result and fewer_dispatches (from growing with the rows to constant), same_gradient, fewer_syncs.

    Fix safety
    Tentative, and so told only where the rule is selected by name, where only a convention says that it is a tensor.
    Unsafe: floating-point numbers are added in another order, equal extrema share the gradient, nan counts, and torch
    sums small integers in int64 where Python keeps their dtype (which is written out where it is known). `sum(x)` is
    `x.sum(dim=0)`, not `x.sum()`. None with a `key` or `default`. `sorted` becomes
    `list(x.sort().values)`, without the list where it is stacked or one entry taken.

    Source
    Effective PyTorch, section 4 (operator overloading); https://docs.pytorch.org/docs/stable/generated/torch.sum.html
    """

    code = "TEF206"
    message = "{call} walks over {tensor} in Python, an operation for every row; use {fixed}"
    operations = frozenset(_REDUCTIONS)

    def check(self, operation: Operation) -> None:
        source = operation.operand("source")
        if not isinstance(source, Tensor) or source.shape == ():
            return
        node = operation.nodes.get("source")
        if node is None or node is operation.node or not operation.complete:
            return
        text = self.text(node, 200)
        rows = text if isinstance(node, _TIGHT) else f"({text})"
        rows = rows if len(rows) <= 40 else "x"  # never half an expression
        keyed = "key" in operation.operands
        if keyed and source.rank != 1:  # the key may be of whole rows
            return
        form = f"{operation.name.removeprefix('builtin_')}({{rows}}.tolist(), key=...)" if keyed else None
        fixed = (form or _REDUCTIONS[operation.name]).format(rows=rows)
        start = operation.nodes.get("start")
        reverse = operation.operand("reverse")
        if start is not None:
            fixed = f"{self.text(start, 24)} + {fixed}"
        if isinstance(reverse, Number) and reverse.number is True:
            fixed = fixed.replace("sort()", "sort(descending=True)")
        self.report(
            operation.node,
            parts=[operation],
            tentative=not source.certain,
            call=self.text(operation.node, 30),
            tensor=self.text(node, 20),
            fixed=fixed,
            fix=lambda write: reduction(write, operation, source),
        )


def reduction(write: Rewriting, operation: Operation, source: Tensor) -> Fix | None:
    """torch's own reduction in the place of the builtin."""
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
    if operation.name != "builtin_sorted":
        template = _REDUCTIONS[operation.name].replace("{rows}", "{rows:tight}")
        if template.startswith("bool(") and is_condition(write, operation.node):
            template = template[len("bool(") : -1]
        return write.expression(operation.node, template, safe=False, rows=rows)
    reverse = operation.operands.get("reverse")
    descending = "" if reverse is None else "descending={reverse}"
    reversal = {} if reverse is None else {"reverse": operand(operation, "reverse")}
    template = f"{{rows:tight}}.sort({descending}).values"
    node = stacking(write, operation.node) or operation.node
    if node is operation.node and not is_indexed(write, node):
        template = f"list({template})"
    return write.expression(node, template, safe=False, rows=rows, **reversal)


def stacking(write: Rewriting, node: cst.CSTNode) -> cst.CSTNode | None:
    """The ``torch.stack`` whose only argument an expression is, which makes a tensor of it again."""
    argument = write.surroundings.parent(node)
    call = None if argument is None else write.surroundings.parent(argument)
    joined = None if call is None else write.inference.operation(call)
    if joined is None or joined.name != "stack" or joined.operands.keys() != {"tensors"} or not joined.complete:
        return None
    return joined.node


def is_indexed(write: Rewriting, node: cst.CSTNode) -> bool:
    """Whether one entry is taken out of an expression, which a tensor gives as a list does."""
    subscript = write.surroundings.parent(node)
    if not isinstance(subscript, cst.Subscript) or subscript.value is not node or len(subscript.slice) != 1:
        return False
    return isinstance(subscript.slice[0].slice, cst.Index)


def is_condition(write: Rewriting, node: cst.CSTNode) -> bool:
    """Whether only the truth of an expression counts, so that a tensor of one element does as well as a bool."""
    child: cst.CSTNode = node
    for parent in write.surroundings.ancestors(node):
        if isinstance(parent, cst.UnaryOperation) and isinstance(parent.operator, cst.Not):
            return True
        if not isinstance(parent, cst.BooleanOperation):
            return isinstance(parent, cst.If | cst.IfExp | cst.While | cst.Assert) and parent.test is child
        child = parent
    return False
