from __future__ import annotations

from functools import partial

import libcst as cst

from ...inference.queries.logic import asks_many, is_logic, joined
from ...rewriting.file import File
from ...rewriting.writing import masks
from ..rule import Rule


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
    raises: "Boolean value of Tensor with more than one value is ambiguous", for any input of two elements;
    right_result: the good form gives what other operators give, also for no elements and for integers; same_result and
    same_gradient on a single element, which the bad form takes.

    Fix safety
    Unsafe (`&`, `|`, `~`, each comparison in parentheses): the value becomes a tensor. None where a branch needs one
    truth value, because choosing `all` or `any` is up to the author; none where a part is not a bool tensor, and none
    where the middle of a chain would be computed twice. The rule is opt-in, because such tensors in published code
    mostly hold a single number, or the code is never run.

    Source
    Effective PyTorch, section 4; https://docs.pytorch.org/docs/stable/generated/torch.logical_and.html
    """

    code = "TEF108"
    opt_in = True
    message = "{code} asks a tensor for one truth value and raises"
    advice = "use {fixed}"
    words = "join masks in parentheses with &, | and ~; all() or any() gives one truth value"

    def __init__(self, file: File) -> None:
        super().__init__(file)
        self.conditions: set[int] = set()
        self.logic: list[cst.BaseExpression] = []
        self.inner: set[int] = set()

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
        self.logic.append(node)
        self.inner.update((id(node.left), id(node.right)))

    def visit_UnaryOperation(self, node: cst.UnaryOperation) -> None:
        if type(node.operator) is cst.Not:
            self.logic.append(node)
            self.inner.add(id(node.expression))

    def visit_Comparison(self, node: cst.Comparison) -> None:
        if is_logic(node):
            self.logic.append(node)

    def finish(self) -> None:
        for node in self.logic:
            if id(node) not in self.inner:
                self.look(node)

    def look(self, root: cst.BaseExpression) -> None:
        """Report the outermost parts of a condition that use tensors as truth values."""
        stack = [(root, id(root) in self.conditions, False)]
        while stack:
            node, decides, reported = stack.pop()
            parts = joined(node)
            if not reported and asks_many(self.inference, node, decides):
                reported = True
                fix = None if decides else partial(masks.elementwise, node=node)
                self.report(node, code=self.text(node, 24), fix=fix)
            asked = decides or type(node) is cst.UnaryOperation
            stack.extend((part, asked or part is not parts[-1], reported) for part in parts if is_logic(part))
