from __future__ import annotations

import libcst as cst

from ...inference.queries.leaves import changes_in_place
from ...inference.queries.second_names import is_handed_on, reads_after
from ...inference.queries.thresholds import chained, keeps_side
from ...inference.values import Notation, Number, Operation, Tensor
from ...rewriting.file import File
from ...syntax.equality import same_code
from ...syntax.walking import walk
from ..rule import Rule

# So many assignments are looked at in a file: for each the function is searched for what reads the operand.
_MOST = 8


class InPlaceResultAssigned(Rule):
    """Result of an operation in place, under a second name.

    What it does
    Finds `y = x.add_(z)`, and other methods and functions that change their operand in place, also in a chain, if x is
    read again afterwards. The result may also go into a tuple, an attribute or a walrus expression.

    Not reported: a result that keeps the name, `x = x.add_(z)`; a new tensor that has no name yet,
    `torch.empty(3).normal_()`; `requires_grad_` and other methods that do not change the entries; an x of which only
    the shape, the dtype or the like is read; and a y that is overwritten before it is read.

    The finding is tentative, and so reported only with `--torch-tentative`, if x is afterwards only compared with a
    number, and the operation keeps all entries on their side of it, as `x.pow_(n)` does for `x > 1`. It is also
    tentative if a loop only assigns x to another name for the next iteration, `last = x`, since the new entries are
    intended then.

    Why it is bad
    A method with a trailing underscore changes its tensor and returns it, so there are two names for the same memory.
    The code reads as if x were unchanged, but x has the new entries, and each later change of one shows up in the
    other.

    Example
        def both(x: torch.Tensor, z: torch.Tensor) -> torch.Tensor:
            total = x * 2
            shifted = total.add_(z)
            return torch.stack([total, shifted])

    Use instead
        def both(x: torch.Tensor, z: torch.Tensor) -> torch.Tensor:
            total = x * 2
            shifted = total + z
            return torch.stack([total, shifted])

    Evidence
    wrong_result: both names hold the new entries; right_result: each holds what is written out by hand.

    Fix safety
    None: only the author knows whether the tensor should be changed and the second name removed.

    Source
    https://docs.pytorch.org/docs/stable/tensors.html: a method with a trailing underscore changes the tensor
    """

    code = "TEF518"
    message = (
        "{call} changes {operand} and returns it, so {target} is another name for it; use the form without in-place"
    )

    def __init__(self, file: File) -> None:
        super().__init__(file)
        self.looked = 0

    def visit_Assign(self, node: cst.Assign) -> None:
        target, value = node.targets[0].target, node.value
        if len(node.targets) == 1 and type(value) is cst.Tuple and isinstance(target, cst.Tuple | cst.List):
            for one, part in zip(target.elements, value.elements, strict=False):
                self.look(one.value, part.value)
        elif len(node.targets) == 1:
            self.look(target, value)

    def visit_AnnAssign(self, node: cst.AnnAssign) -> None:
        if node.value is not None:
            self.look(node.target, node.value)

    def visit_NamedExpr(self, node: cst.NamedExpr) -> None:
        self.look(node.target, node.value)

    def look(self, target: cst.BaseExpression, value: cst.BaseExpression) -> None:
        """Report a value that is what an operation in place returns, where its operand is read again."""
        operation = self.inference.operation(value)
        if operation is None or not isinstance(target, cst.Name | cst.Attribute):
            return
        operand = changed(operation)
        result = self.inference.value(value)
        if operand is None or same_code(operand, target) or not isinstance(result, Tensor):
            return
        scope = operation.frame or self.inference.module
        self.looked += 1
        if scope is None or self.looked > _MOST:
            return
        reads = reads_after(self.inference, operand.value, result.identity, scope, value, target)
        if reads and self.is_read(target, operand, result, scope, value):
            self.report(
                value,
                parts=[operation],
                tentative=is_handed_on(reads, operation.loops) or self.only_compares(reads, scope, operation),
                call=self.text(value, 44),
                operand=operand.value,
                target=self.text(target, 30),
            )

    def is_read(
        self, target: cst.BaseExpression, operand: cst.Name, result: Tensor, scope: cst.CSTNode, value: cst.CSTNode
    ) -> bool:
        """Whether the second name is read before it holds something else; an attribute may be, anywhere."""
        if type(target) is not cst.Name:
            return True
        reads = reads_after(self.inference, target.value, result.identity, scope, value, operand)
        return any(one is not target for one in reads)

    def only_compares(self, reads: list[cst.CSTNode], scope: cst.CSTNode, operation: Operation) -> bool:
        """Whether a tensor is only compared with numbers on whose one side the change leaves what was there."""
        places = {id(node) for node in reads}

        def compared(node: cst.CSTNode) -> None:
            assert type(node) is cst.Comparison
            test = self.inference.operation(node)
            limit = None if test is None else test.operand("other")
            if id(node.left) in places and isinstance(limit, Number) and limit.number is not None:
                if all(keeps_side(one, limit.number) for one in chained(operation)):
                    places.remove(id(node.left))

        walk(scope, {cst.Comparison: [compared]})
        return not places


def changed(operation: Operation) -> cst.Name | None:
    """The name of the tensor that a call changes, or the first call of a chain, and whose entries it changes."""
    for one in chained(operation):
        node = one.nodes.get("input")
        if one.notation is Notation.MODULE or not changes_in_place(one):
            return None
        if type(node) is cst.Name:
            return node
    return None
