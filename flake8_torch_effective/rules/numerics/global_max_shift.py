from __future__ import annotations

from ...inference.idioms import shift, sum_of_exp
from ...inference.values import Number, Operation, Tensor, Value
from ..rule import Rule

_SUMS = frozenset({"sum", "mean"})


class GlobalMaxShift(Rule):
    """One maximum for all rows.

    What it does
    Finds `exp(x - max(x))` with the maximum of the whole tensor, where the exponentials are then reduced row by
    row.

    Why it is bad
    The shift protects the largest row only: a row whose largest entry is 104 below the global maximum becomes
    all zeros, and its quotient 0 / 0 is nan.

    Example
        def weighted_mean(scores: torch.Tensor, values: torch.Tensor) -> torch.Tensor:
            weights = torch.exp(scores - torch.max(scores))
            return (weights * values).sum(dim=-1) / weights.sum(dim=-1)

    Use instead
        def weighted_mean(scores: torch.Tensor, values: torch.Tensor) -> torch.Tensor:
            weights = torch.exp(scores - scores.amax(dim=-1, keepdim=True))
            return (weights * values).sum(dim=-1) / weights.sum(dim=-1)

    Evidence
    stable: a row 200 below the global maximum is nan before and right after; same_result and same_gradient
    where the rows are alike.

    Fix safety
    Unsafe (`x - x.amax(dim, keepdim=True)`): the exponentials themselves change, what is normalised by their
    sum does not.

    Source
    Effective PyTorch, section 7, whose first stable version shifts this way;
    https://docs.pytorch.org/docs/stable/generated/torch.amax.html
    """

    code = "TEF317"
    message = (
        "{shift} shifts every row by one global max: a row far below it becomes 0/0; "
        "use {source} - {source}.amax({dim}, keepdim=True)"
    )
    since = (1, 7)  # amax and amin
    operations = _SUMS
    supersedes = frozenset({"TEF101", "TEF102"})

    def check(self, operation: Operation) -> None:
        if not operation.given("dim"):
            return
        found = sum_of_exp(operation.result, _SUMS)
        if found is None or found.dim is None:
            return
        shifted = shift(scaled(found.argument))
        if shifted is None or shifted.maximum.per_row is not False:
            return
        if isinstance(shifted.source, Tensor) and shifted.source.rank == 1:
            return
        dim = operation.nodes.get("dim")
        self.report(
            shifted.operation.node,
            parts=[operation, *found.operations, shifted.operation, *shifted.maximum.operations],
            shift=self.text(shifted.operation.node, 36),
            source=self.text(shifted.operation.nodes.get("input"), 20),
            dim="-1" if dim is None else self.text(dim),
        )


def scaled(value: Value) -> Value:
    """The value before a multiplication or division by a number, such as a temperature."""
    origin = value.origin
    if origin is not None and origin.name in ("div", "mul") and isinstance(origin.operand("other"), Number):
        return origin.operand()
    return value
