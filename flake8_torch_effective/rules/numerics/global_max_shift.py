from __future__ import annotations

import libcst as cst

from ...inference.knowledge.columns import Formula
from ...inference.patterns.softmax import Shift, SumOfExp, changes_layout, shift, sum_of_exp
from ...inference.values import Number, Operation, Tensor, Value
from ...rewriting.fix import Fix, operand
from ...rewriting.writer import Rewriting
from ...rewriting.writing.scale import cancels
from ..rule import Rule


class GlobalMaxShift(Rule):
    """One maximum for all rows.

    What it does
    Finds `exp(x - max(x))` with the maximum of the whole tensor, where the exponentials are then reduced row by
    row.

    Why it is bad
    The shift protects only the row that holds the maximum: a row whose largest entry is 104 below the global maximum
    becomes all zeros, and its quotient 0 / 0 is nan.

    Example
        def weighted_mean(scores: torch.Tensor, values: torch.Tensor) -> torch.Tensor:
            weights = torch.exp(scores - torch.max(scores))
            return (weights * values).sum(dim=-1) / weights.sum(dim=-1)

    Use instead
        def weighted_mean(scores: torch.Tensor, values: torch.Tensor) -> torch.Tensor:
            weights = torch.exp(scores - scores.amax(dim=-1, keepdim=True))
            return (weights * values).sum(dim=-1) / weights.sum(dim=-1)

    Evidence
    stable: a row 2000 below the global maximum is nan before and correct after, in every floating dtype; right_result:
    the weights are those of a softmax of each row, for scores from -1e4 to 1e4, ties and one huge row among them;
    same_result and same_gradient where the rows have similar magnitudes.

    Fix safety
    Unsafe (`x - x.amax(dim, keepdim=True)`): a quotient changes by rounding, and where it was 0/0. None where the
    exponentials or their sums are returned or have other uses, where the maximum is added back, or x is more than a
    name.

    Source
    Effective PyTorch, section 7, whose first stable version shifts this way;
    https://docs.pytorch.org/docs/stable/generated/torch.amax.html
    """

    code = "TEF317"
    message = "{shift} shifts every row by one global max: a row far below it becomes 0/0"
    advice = "use {fixed}"
    words = "shift each row by its own max"
    since = (1, 7)  # amax and amin
    formulas = frozenset({Formula.SUM, Formula.MEAN})
    supersedes = frozenset({"TEF101", "TEF102"})

    def check(self, operation: Operation) -> None:
        if not operation.given("dim"):
            return
        found = sum_of_exp(operation.result, or_mean=True)
        if found is None or found.dim is None:
            return
        shifted = shift(scaled(found.argument))
        if shifted is None or shifted.maximum.per_row is not False:
            return
        if isinstance(shifted.source, Tensor) and shifted.source.rank == 1:
            return
        self.report(
            shifted.operation.node,
            parts=[operation, *found.operations, shifted.operation, *shifted.maximum.operations],
            shift=self.text(shifted.operation.node, 36),
            fix=lambda write: fixed(write, found, shifted),
        )


def fixed(write: Rewriting, found: SumOfExp, shifted: Shift) -> Fix | None:
    """The shift by each row's own maximum; None where the global one has other uses or affects the result."""
    subtraction = shifted.operation
    along = found.reduction.operand("dim")
    if changes_layout(found.operations):
        return None
    if not cancels(write.inference, write.surroundings, found.exp, along, subtraction.node):
        return None
    maximum = subtraction.nodes.get("other")
    if subtraction.formula is not Formula.SUBTRACT or subtraction.given("alpha", "out"):
        return None
    source = shifted.source.identity
    users = write.inference.consumers.get(source, []) if source is not None else []
    if any(user.formula is Formula.MAXIMUM and user not in shifted.maximum.operations for user in users):
        return None
    if type(maximum) is cst.Name and not write.operands.reads_within(maximum, subtraction.node):
        return None
    held = any(operation.formula in (Formula.DETACH, Formula.ITEM) for operation in shifted.maximum.operations)
    return write.expression(
        subtraction.node,
        "{x:operand} - {x:tight}.amax(dim={dim}, keepdim=True)" + (".detach()" if held else ""),
        safe=False,
        x=operand(subtraction),
        dim=operand(found.reduction, "dim"),
    )


def scaled(value: Value) -> Value:
    """The value before a multiplication or division by a number, such as a temperature."""
    origin = value.origin
    if origin is None or origin.formula not in (Formula.DIVIDE, Formula.MULTIPLY):
        return value
    return origin.operand() if isinstance(origin.operand("other"), Number) else value
