from __future__ import annotations

from ...inference.knowledge.columns import Formula
from ...inference.patterns.sigmoid import Sigmoid, written_sigmoid
from ...inference.queries.gradients import is_only_read, is_tested
from ...inference.queries.signs import is_bounded
from ...inference.values import Operation, Tensor
from ...rewriting.fix import Fix, operand
from ...rewriting.writer import Rewriting
from ...rewriting.writing.sigmoid import keeps_entries
from ..rule import Rule


class NaiveSigmoid(Rule):
    """Hand-written sigmoid.

    What it does
    Finds `1 / (1 + exp(-x))` as a division, reciprocal or power, and `1 / (1 + exp(x))`, which is `sigmoid(-x)`.

    Why it is bad
    The value is correct, the gradient is not: where the exponential overflows (x below -88.7 in float32, below -11 in
    float16) it is 0 times inf, which is nan, and one nan spreads to every weight. `torch.sigmoid` is also one operator
    instead of five. The rule is opt-in, because in much published code no gradient flows through such an expression or
    its exponent stays small.

    Example
        def sigmoid(x: torch.Tensor) -> torch.Tensor:
            return 1 / (1 + torch.exp(-x))

    Use instead
        def sigmoid(x: torch.Tensor) -> torch.Tensor:
            return torch.sigmoid(x)

    Evidence
    stable: at -1000 the gradient is nan before and 0 after; same_result and same_gradient on small inputs;
    right_result: on numbers from -1e4 to 1e4, ties, subnormal numbers and a row of 1e4 the good form is
    0.5 + 0.5 tanh(x / 2) in float64, with its gradient.

    Fix safety
    Unsafe: the values agree
    up to rounding, but the gradient of `sigmoid` is computed from its result y, as y (1 - y), and so in float32 is 0
    from 17 on, where that of the bad form still has digits. The new form also keeps its result for `backward`; the
    negative of a uint8 is no small number; and under autocast on a GPU exp returns float32 and sigmoid keeps the dtype.

    Source
    Effective PyTorch, section 7 (numerical stability);
    https://docs.pytorch.org/docs/stable/generated/torch.sigmoid.html
    """

    code = "TEF308"
    opt_in = True
    message = "{call} has a nan gradient once the exponential overflows"
    harmless = "{call} takes four operations instead of one"
    advice = "use {fixed}"
    words = "take the sigmoid of {minus}the exponent{factor}"
    formulas = frozenset({Formula.DIVIDE, Formula.RECIPROCAL, Formula.POWER})
    supersedes = frozenset({"TEF301"})

    def check(self, operation: Operation) -> None:
        found = written_sigmoid(operation)
        if found is None or not isinstance(operation.result, Tensor):
            return
        idle = operation.grad_enabled is False or operation.result.grad is False
        idle = idle or is_only_read(self.inference, operation.result)
        stays_small = is_bounded(found.argument) or is_tested(self.inference, found.argument)
        self.report(
            operation.node,
            message=self.harmless if idle or stays_small else self.message,
            parts=[part for part in found.operations if part.frame is operation.frame],
            call=self.text(operation.node, 40),
            minus="" if found.sign > 0 else "minus ",
            factor="" if found.factor is None else ", times the numerator",
            fix=lambda write: fixed(write, operation, found),
        )


def fixed(write: Rewriting, quotient: Operation, found: Sigmoid) -> Fix | None:
    """`sigmoid` of the same argument, times the numerator."""
    if not keeps_entries(quotient):
        return None
    factor = "" if found.factor is None else "{factor:factor} * "
    return write.expression(
        quotient.node,
        f"{factor}{{torch}}.sigmoid({{x}})",
        safe=False,
        factor=operand(quotient, found.factor) if found.factor else "",
        x=operand(found.source, negative=found.sign < 0),
    )
