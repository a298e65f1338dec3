from __future__ import annotations

from ...inference.values import NONE, Operation, Tensor, Value, same
from ..rule import Rule


class MultiplyThenDivide(Rule):
    """A factor that cancels.

    What it does
    Finds `x * y / y` and `x / y * y` where y is a tensor and both times the same one, in one expression or through
    names.

    Why it is bad
    A y that is 0 or infinite makes nan of any x: in float32 that is every y below 7e-46 and above 3.4e38 (1e-50 is
    stored as 0, 1e39 as inf). Between them the product may still leave the range: 1e20 * 1e30 / 1e30 is inf, 1e-20 *
    1e-30 / 1e-30 is 0. What is wanted is x, and costs nothing.

    Example
        def weighted_and_back(x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
            return x * weight / weight

    Use instead
        def weighted_and_back(x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
            return x

    Evidence
    stable: with the factors 1e-50 and 1e39 in float32 and bfloat16, and with a row of length 0, the bad form gives
    nan, the good one x; same_result and same_gradient with factors from 1 to 2.

    Fix safety
    Unsafe: x has not the broadcast shape or the promoted dtype of the product, and is no nan where y is 0.

    Source
    Effective PyTorch, section 7 (numerical stability);
    https://docs.pytorch.org/docs/stable/type_info.html
    """

    code = "TEF312"
    message = "{call} is nan where {divisor} is 0 or inf, and {kept} elsewhere but for rounding; use {kept}"
    operations = frozenset({"div", "mul"})

    def check(self, operation: Operation) -> None:
        for name, other in (("input", "other"), ("other", "input")):
            inner, undone = operation.operand(name).origin, operation.operand(other)
            if inner is None or not isinstance(undone, Tensor) or is_rounded(operation):
                continue
            kept = cancelled(operation, inner, undone, name)
            if kept is not None:
                self.report(
                    operation.node,
                    parts=[operation, inner],
                    call=self.text(operation.node, 40),
                    divisor=self.text(operation.nodes.get(other), 24),
                    kept=self.argument(inner, 1, operation, kept),
                )
                return


def cancelled(outer: Operation, inner: Operation, undone: Value, name: str) -> str | None:
    """The operand of ``inner`` that is left when ``outer`` undoes it: ``x`` in ``x * y / y`` and ``x / y * y``."""
    if is_rounded(inner):
        return None
    if outer.name == "div" and name == "input" and inner.name == "mul":
        for kept, gone in (("input", "other"), ("other", "input")):
            if same(inner.operand(gone), undone):
                return kept
    if outer.name == "mul" and inner.name == "div" and same(inner.operand("other"), undone):
        return "input"
    return None


def is_rounded(operation: Operation) -> bool:
    """Whether a division rounds, so that what follows does not undo it."""
    return operation.operands.get("rounding_mode", NONE) is not NONE
