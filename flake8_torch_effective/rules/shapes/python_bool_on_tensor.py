from __future__ import annotations

from functools import partial

import libcst as cst

from ...inference.knowledge.kinds import BOOL
from ...inference.queries.logic import asks_many, certainly_asks_many, is_logic, is_many, joined, links
from ...inference.values import Tensor
from ...rewriting.file import File
from ...rewriting.writing import masks
from ..rule import Rule

# Longer code than this does not fit into a message.
_LONGEST = 62


class PythonBoolOnTensor(Rule):
    """`and`, `or`, `not` or a chained comparison on tensors.

    What it does
    Finds `and`, `or`, `not` and chained comparisons that ask a tensor of many elements for one truth value.

    Why it is bad
    These keywords cannot be overloaded: they call `bool` on the tensor, which raises unless it holds a single element.
    `&`, `|` and `~` work element by element.

    Example
        def in_range(x: torch.Tensor) -> torch.Tensor:
            return 0 < x < 1

    Use instead
        def in_range(x: torch.Tensor) -> torch.Tensor:
            return (0 < x) & (x < 1)

    Evidence
    raises: "Boolean value of Tensor with more than one value is ambiguous", for any input of two elements.

    Fix safety
    Tentative, and so reported only if the rule is selected by name, where a branch tests a tensor that is not known
    to have a dim: it may hold a single number. Unsafe (`&`, `|`, `~`, each comparison in parentheses): the value
    becomes a tensor. None where a branch needs one truth value, because choosing `all` or `any` is up to the author;
    none where a part is not a bool tensor, and none where the middle of a chain would be computed twice.

    Source
    Effective PyTorch, section 4; https://docs.pytorch.org/docs/stable/generated/torch.logical_and.html
    """

    code = "TEF108"
    message = "{code} asks a tensor for one truth value and raises; use {fixed}"

    def __init__(self, file: File) -> None:
        super().__init__(file)
        self.conditions: set[int] = set()
        self.seen: set[int] = set()

    def visit_If(self, node: cst.If) -> None:
        self.conditions.add(id(node.test))

    def visit_While(self, node: cst.While) -> None:
        self.conditions.add(id(node.test))

    def visit_Assert(self, node: cst.Assert) -> None:
        self.conditions.add(id(node.test))

    def visit_IfExp(self, node: cst.IfExp) -> None:
        self.conditions.add(id(node.test))

    def visit_CompIf(self, node: cst.CompIf) -> None:
        self.conditions.add(id(node.test))

    def visit_BooleanOperation(self, node: cst.BooleanOperation) -> None:
        self.look(node)

    def visit_UnaryOperation(self, node: cst.UnaryOperation) -> None:
        if isinstance(node.operator, cst.Not):
            self.look(node)

    def visit_Comparison(self, node: cst.Comparison) -> None:
        if is_logic(node):
            self.look(node)

    def look(self, root: cst.BaseExpression) -> None:
        """Report the outermost parts of a condition that use tensors as truth values."""
        stack = [] if id(root) in self.seen else [(root, id(root) in self.conditions, False)]
        while stack:
            node, decides, reported = stack.pop()
            parts, operations = joined(node)
            self.seen.update(map(id, operations))
            if not reported and asks_many(self.inference, node, decides):
                reported = True
                fixed = self.elementwise(node, decides)
                if len(fixed) > _LONGEST:
                    fixed = "&, | or ~, with each comparison in parentheses"
                unsure = decides and not certainly_asks_many(self.inference, node, decides)
                fix = None if decides else partial(masks.elementwise, node=node)
                self.report(node, code=self.text(node, 30), fixed=fixed, tentative=unsure, fix=fix)
            asked = decides or isinstance(node, cst.UnaryOperation)
            stack.extend((part, asked or part is not parts[-1], reported) for part in parts if is_logic(part))

    def elementwise(self, node: cst.BaseExpression, decides: bool = False) -> str:
        """The elementwise form of ``node``, reduced to one truth value where it ``decides`` a branch."""
        if isinstance(node, cst.Comparison):
            chain = " & ".join(f"({self.text(a)} {self.text(op)} {self.text(b)})" for a, op, b in links(node))
            return f"({chain}).all()" if decides else chain
        if isinstance(node, cst.UnaryOperation):
            operand = node.expression
            return f"not {self.grouped(operand, 'any')}.any()" if decides else "~" + self.grouped(operand)
        conjunction = isinstance(node, cst.BooleanOperation) and isinstance(node.operator, cst.And)
        parts, _ = joined(node)
        tensors = [self.grouped(part) for part in parts if is_many(self.inference, part)]
        others = [self.text(part) for part in parts if not is_many(self.inference, part)]
        whole = (" & " if conjunction else " | ").join(tensors)
        if decides:
            whole = f"({whole})" if len(tensors) > 1 else whole
            whole += ".all()" if conjunction else ".any()"
        return (" and " if conjunction else " or ").join([*others, whole])

    def grouped(self, node: cst.BaseExpression, reader: str = "") -> str:
        """A part as an operand of `&`, `|`, `~` or ``reader``: a mask, in parentheses unless it is atomic."""
        if is_logic(node):
            return f"({self.elementwise(node)})"
        text = self.text(node)
        value = self.inference.value(node)
        if isinstance(value, Tensor) and value.category != BOOL and not reader:
            return f"({text} != 0)"
        atom = isinstance(node, cst.Name | cst.Attribute | cst.Call | cst.Subscript)
        return text if atom or node.lpar else f"({text})"
