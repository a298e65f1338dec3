from __future__ import annotations

import libcst as cst

from ...inference.interpreter.inference import Inference
from ...inference.knowledge.columns import Family, Formula
from ...inference.knowledge.kinds import BOOL, INT
from ...inference.values import NONE, Operation, Tensor, Value, same
from ...rewriting.fix import Edit, Fix, operand
from ...rewriting.writer import Rewriting
from ..rule import Rule, WriteFix


class MultiplyThenDivide(Rule):
    """A factor that cancels.

    What it does
    Finds `x * y / y` and `x / y * y` where y is the same tensor both times and nothing else reads what is in between.

    Why it is bad
    If y is 0 or infinite, the result is nan for any x: in float32 that is every y below 7e-46 and above 3.4e38 (1e-50
    is stored as 0, 1e39 as inf). In between, the product may still overflow or underflow: 1e20 * 1e30 / 1e30 is inf,
    1e-20 * 1e-30 / 1e-30 is 0. The intended value is x, and costs nothing.

    Example
        def weighted_and_back(x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
            return x * weight / weight

    Use instead
        def weighted_and_back(x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
            return x

    Evidence
    stable: with the factors 1e-50 and 1e39 in float32 and bfloat16, and with a row of length 0, the bad form gives
    nan, the good one x; same_result and same_gradient with factors from 1 to 2, where the good form's result lies in
    the memory of x; right_result: it is x for factors of any size and sign, for 0 and for subnormal numbers.

    Fix safety
    Unsafe: x does not have the broadcast shape or the promoted dtype of the product, is not nan where y is 0, and is x
    itself, not a copy. None where one of them is modified in place, where x is a number, a parameter or an integer
    tensor, and where its rank or dtype is known to differ from the product's. The rule is opt-in, because y is
    seldom 0 or infinite.

    Source
    Effective PyTorch, section 7 (numerical stability);
    https://docs.pytorch.org/docs/stable/type_info.html
    """

    code = "TEF312"
    opt_in = True
    message = "{call} is nan where {divisor} is 0 or inf"
    advice = "use {fixed}"
    words = "leave out both the product and the quotient"
    formulas = frozenset({Formula.DIVIDE, Formula.MULTIPLY})

    def check(self, operation: Operation) -> None:
        for name, other in (("input", "other"), ("other", "input")):
            inner, undone = operation.operand(name).origin, operation.operand(other)
            if inner is None or not isinstance(undone, Tensor) or is_rounded(operation):
                continue
            kept = cancelled(operation, inner, undone, name)
            if kept is not None and not self.is_read_elsewhere(inner):
                self.report(
                    operation.node,
                    parts=[operation, inner],
                    call=self.text(operation.node, 40),
                    divisor=self.text(operation.nodes.get(other), 24),
                    fix=self.fix(operation, inner, kept),
                )
                return

    def is_read_elsewhere(self, inner: Operation) -> bool:
        """Whether something else uses what is in between, so that it has to be computed all the same."""
        identity = inner.result.identity
        return identity is not None and len(self.inference.consumers.get(identity, ())) > 1

    def fix(self, outer: Operation, inner: Operation, kept: str) -> WriteFix:
        """Replaces ``outer`` by the operand that is left."""
        return lambda write: fixed(write, outer, inner, kept)


def fixed(write: Rewriting, outer: Operation, inner: Operation, kept: str) -> Fix | None:
    """The operand that is left; for `z = x * y` followed directly by `z /= y`, `z = x`."""
    if not is_whole(inner.operand(kept), outer.result) or any(step.given("out") for step in (inner, outer)):
        return None
    if inner.notation.modifies or any(is_written(write.inference, end) for end in (inner.operand(kept), outer.result)):
        return None
    left = operand(inner, kept)
    if type(outer.node) is not cst.AugAssign:
        fix = write.expression(outer.node, "{left}", safe=False, left=left)
        return fix if fix is None or left is None else without_self_assignment(write, outer.node, left.node, fix)
    first, second = write.surroundings.statement(inner.node), write.surroundings.statement(outer.node)
    made = first.body[0] if type(first) is cst.SimpleStatementLine and len(first.body) == 1 else None
    if type(made) is not cst.Assign or made.value is not inner.node or len(made.targets) != 1:
        return None
    if write.surroundings.following(first) is not second or not made.targets[0].target.deep_equals(outer.node.target):
        return None
    fix = write.expression(inner.node, "{left}", safe=False, left=left)
    return None if fix is None else Fix((*fix.edits, Edit(second, lambda _: cst.RemoveFromParent())), False)


def without_self_assignment(write: Rewriting, node: cst.CSTNode, left: cst.CSTNode | None, fix: Fix) -> Fix | None:
    """The fix; it removes the statement where it would become `x = x`."""
    assign = write.surroundings.parent(node)
    if type(assign) is not cst.Assign or type(left) is not cst.Name:
        return fix
    if not any(type(target.target) is cst.Name and target.target.value == left.value for target in assign.targets):
        return fix
    statement = write.surroundings.statement(node)
    alone = type(statement) is cst.SimpleStatementLine and len(statement.body) == len(assign.targets) == 1
    if not alone or write.surroundings.following(statement) is None:
        return None
    return Fix((Edit(statement, lambda _: cst.RemoveFromParent()),), False)


def is_whole(left: Value, result: Value) -> bool:
    """Whether the operand that is left equals the result in type, rank, shape and dtype, as far as they are known."""
    if not isinstance(left, Tensor) or not isinstance(result, Tensor) or left.parameter or left.rank != result.rank:
        return False
    if left.category in (INT, BOOL) or (None not in (left.dtype, result.dtype) and left.dtype != result.dtype):
        return False
    sizes = zip(left.shape or (), result.shape or (), strict=True)
    return not any(one == 1 != other for one, other in sizes)


def is_written(inference: Inference, value: Value, depth: int = 4) -> bool:
    """Whether a tensor is modified in place, also through a view; after the fix operand and result are one tensor."""
    users = inference.consumers.get(value.identity, []) if value.identity is not None else []
    for user in users:
        if user.notation.modifies or user.formula is Formula.SUBSCRIPT_WRITE or user.operand("out") is value:
            return True
        if user.signature.family in _SHARING and depth > 0 and is_written(inference, user.result, depth - 1):
            return True
    return False


_SHARING = frozenset({Family.VIEW, Family.INDEXING, Family.PHI})


def cancelled(outer: Operation, inner: Operation, undone: Value, name: str) -> str | None:
    """The operand of ``inner`` that is left when ``outer`` undoes it: ``x`` in ``x * y / y`` and ``x / y * y``."""
    if is_rounded(inner):
        return None
    if outer.formula is Formula.DIVIDE and name == "input" and inner.formula is Formula.MULTIPLY:
        for kept, gone in (("input", "other"), ("other", "input")):
            if same(inner.operand(gone), undone):
                return kept
    multiplies = outer.formula is Formula.MULTIPLY and inner.formula is Formula.DIVIDE
    return "input" if multiplies and same(inner.operand("other"), undone) else None


def is_rounded(operation: Operation) -> bool:
    """Whether a division rounds, so that what follows does not undo it."""
    return operation.operands.get("rounding_mode", NONE) is not NONE
