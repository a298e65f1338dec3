from __future__ import annotations

import libcst as cst

from ...inference.interpreter.inference import alternatives
from ...inference.knowledge.tensor_attributes import METADATA
from ...inference.queries.leaves import changes_in_place, is_changed
from ...inference.queries.thresholds import chained, keeps_side
from ...inference.values import Identity, Notation, Number, Operation, Tensor, Value
from ...rewriting.file import File
from ...syntax.walking import walk
from ..rule import Rule

# How many changes of one tensor are followed.
_CHANGES = 20
# So many assignments are looked at in a file: for each the function is searched for what reads the operand.
_MOST = 8


class InPlaceResultAssigned(Rule):
    """Result of an operation in place, under a second name.

    What it does
    Finds `y = x.add_(z)`, and other methods and functions that change their operand, also in a chain, where x is read
    again afterwards. Left are a result that keeps the name, `x = x.add_(z)`, a new tensor that has none yet,
    `torch.empty(3).normal_()`, `requires_grad_` and what does not touch the entries, and an x of which only the shape,
    the dtype or the like is read. Tentative, and so reported only if the rule is selected by name, where x is only
    compared with a number afterwards on whose sides the operation leaves all entries, as `x.pow_(n)` does with `x > 1`.

    Why it is bad
    A method with a trailing underscore changes its tensor and returns it: there are two names for one memory. The code
    reads as if x were as before, but x has the new entries, and each later change of one shows in the other.

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
    None: whether the tensor is to be changed, and the second name to go, only the author knows.

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
        operation = self.inference.operation(node.value)
        if operation is None or len(node.targets) != 1 or not isinstance(node.targets[0].target, cst.Name):
            return
        operand = changed(operation)
        target = node.targets[0].target
        result = self.inference.value(node.value)
        if operand is None or operand.value == target.value or not isinstance(result, Tensor):
            return
        scope = operation.frame or self.inference.module
        self.looked += 1
        if scope is None or self.looked > _MOST:
            return
        reads = self.reads(operand.value, result.identity, scope, node)
        if reads:
            self.report(
                node.value,
                parts=[operation],
                tentative=self.only_compares(reads, scope, operation),
                call=self.text(node.value, 44),
                operand=operand.value,
                target=target.value,
            )

    def only_compares(self, reads: list[cst.CSTNode], scope: cst.CSTNode, operation: Operation) -> bool:
        """Whether a tensor is only compared with numbers on whose one side the change leaves what was there."""
        places = {id(node) for node in reads}

        def compared(node: cst.CSTNode) -> None:
            assert isinstance(node, cst.Comparison)
            test = self.inference.operation(node)
            limit = None if test is None else test.operand("other")
            if id(node.left) in places and isinstance(limit, Number) and limit.number is not None:
                if all(keeps_side(one, limit.number) for one in chained(operation)):
                    places.remove(id(node.left))

        walk(scope, {cst.Comparison: [compared]})
        return not places

    def reads(self, name: str, identity: Identity, scope: cst.CSTNode, besides: cst.Assign) -> list[cst.CSTNode]:
        """Where a name is read while it holds the tensor with that identity, but for its shape and the like."""
        aside: set[int] = set()
        found: list[cst.CSTNode] = []
        same: list[cst.AssignTarget] = []  # on another branch the two are one tensor, too

        def attribute(node: cst.CSTNode) -> None:
            assert isinstance(node, cst.Attribute)
            if node.attr.value in METADATA:
                aside.add(id(node.value))

        def assigned(node: cst.CSTNode) -> None:
            assert isinstance(node, cst.Assign)
            if isinstance(node.value, cst.Name) and node.value.value == name:
                same.extend(one for one in node.targets if one.target.deep_equals(besides.targets[0].target))

        def read(node: cst.CSTNode) -> None:
            assert isinstance(node, cst.Name)
            if node.value == name and id(node) not in aside:
                if any(is_left_of(one, identity) for one in alternatives(self.inference.value(node))):
                    found.append(node)

        walk(besides, {cst.Name: [lambda node: aside.add(id(node))]})
        walk(scope, {cst.Attribute: [attribute], cst.Assign: [assigned]})
        walk(scope, {cst.Name: [read]})
        return [] if same else found


def is_left_of(value: Value, identity: Identity) -> bool:
    """Whether a value is a tensor with that identity, perhaps after it was changed again."""
    for _ in range(_CHANGES):
        if value.identity is identity:
            return True
        if value.origin is None or not is_changed(value):
            return False
        value = value.origin.operand()
    return False


def changed(operation: Operation) -> cst.Name | None:
    """The name of the tensor that a call changes, or the first call of a chain, and whose entries it changes."""
    for one in chained(operation):
        node = one.nodes.get("input")
        if one.notation is Notation.MODULE or not changes_in_place(one):
            return None
        if isinstance(node, cst.Name):
            return node
    return None
