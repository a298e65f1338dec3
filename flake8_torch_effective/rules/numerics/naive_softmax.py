from __future__ import annotations

from ...inference.idioms import Softmax, never_positive, written_softmax
from ...inference.values import Operation, Tensor
from ..rule import Rule


class NaiveSoftmax(Rule):
    """Hand-written softmax."""

    code = "TEF301"
    message = "{call} overflows to nan for logits above 88; use {torch}.softmax({logits}, dim={dim})"
    operations = frozenset({"div", "mul"})
    supersedes = frozenset({"TEF101", "TEF102", "TEF304", "TEF305", "TEF317"})

    def check(self, operation: Operation) -> None:
        softmax = written_softmax(operation)
        if softmax is None or not isinstance(operation.result, Tensor) or is_stable(softmax):
            return
        exp = next(part for part in softmax.operations if part.name == "exp")
        logits = exp.nodes.get("input")
        if softmax.shifted is not None:
            logits = softmax.shifted.operation.nodes.get("input", logits)
        sums = next(part for part in softmax.operations if part.name == "sum")
        rank = softmax.logits.rank if isinstance(softmax.logits, Tensor) else None
        dim = sums.nodes.get("dim")
        self.report(
            operation.node,
            parts=softmax.operations,
            call=self.text(operation.node, 40),
            logits=self.text(logits, 30),
            dim=self.text(dim) if dim is not None else ("0" if rank == 1 else "..."),
        )


def is_stable(softmax: Softmax) -> bool:
    """Whether the exponentials cannot overflow: shifted by the right maximum, or of a number that is never positive."""
    if softmax.shifted is not None:
        per_row = softmax.shifted.maximum.per_row
        if per_row is not False:
            return True
        return softmax.dim is None
    exp = next(part for part in softmax.operations if part.name == "exp")
    return never_positive(exp.operand())
