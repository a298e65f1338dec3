from __future__ import annotations

from ...inference.interpreter.inference import Inference
from ...inference.knowledge.columns import Formula
from ...inference.patterns.sigmoid import Sigmoid, written_sigmoid
from ...inference.queries.bounds import is_single_weight
from ...inference.queries.callers import is_nested
from ...inference.queries.gradients import is_only_read, is_returned, is_tested
from ...inference.queries.losses import runs_in_training
from ...inference.queries.signs import is_bounded
from ...inference.values import Operation, Tensor
from ...rewriting.fix import Fix, operand
from ...rewriting.surroundings import inside
from ...rewriting.writer import Rewriting
from ...rewriting.writing.sigmoid import keeps_entries
from ..rule import Rule


class NaiveSigmoid(Rule):
    """Hand-written sigmoid.

    What it does
    Finds `1 / (1 + exp(-x))` as a division, reciprocal or power, and `1 / (1 + exp(x))`, which is `sigmoid(-x)`. In one
    expression whose value is returned, back-propagated in the file or computed in a layer or loss, the finding is
    reported by default. Elsewhere it is tentative, and so reported only if the rule is selected by name.

    Why it is bad
    The value is correct, the gradient is not: where the exponential overflows (x below -88.7 in float32, below -11 in
    float16) it is 0 times inf, which is nan, and one nan spreads to every weight. `torch.sigmoid` is also one operator
    instead of five.

    Example
        def sigmoid(x: torch.Tensor) -> torch.Tensor:
            return 1 / (1 + torch.exp(-x))

    Use instead
        def sigmoid(x: torch.Tensor) -> torch.Tensor:
            return torch.sigmoid(x)

    Evidence
    stable: at -1000 the gradient is nan before and 0 after; same_result and same_gradient on small inputs.

    Fix safety
    Tentative, and so reported only if the rule is selected by name, where no gradient flows, as under `no_grad` or
    where the result is only detached or read as a number; where a test has shown the exponent to be below or above a
    number, or it is a weight with one entry; in a function within another, which is mostly handed on; and in a file
    that does not import torch by its name, where what the message prints would need an import. Unsafe: the values agree
    up to rounding, but the gradient of `sigmoid` is computed from its result y, as y (1 - y), and so in float32 is 0
    from 17 on, where that of the bad form still has digits. The new form also keeps its result for `backward`; the
    negative of a uint8 is no small number; and under autocast on a GPU exp returns float32 and sigmoid keeps the dtype.

    Source
    Effective PyTorch, section 7 (numerical stability);
    https://docs.pytorch.org/docs/stable/generated/torch.sigmoid.html
    """

    code = "TEF308"
    message = "{call} has a nan gradient once the exponential overflows"
    bounded = "{call} takes four operations instead of one"
    advice = "use {fixed}"
    words = "take the sigmoid of {minus}the exponent{factor}"
    formulas = frozenset({Formula.DIVIDE, Formula.RECIPROCAL, Formula.POWER})
    supersedes = frozenset({"TEF301"})

    def check(self, operation: Operation) -> None:
        found = written_sigmoid(operation)
        if found is None or not isinstance(operation.result, Tensor):
            return
        idle = operation.grad_enabled is False or is_tested(self.inference, found.argument)
        apart = found.source.node not in inside(operation.node)
        self.report(
            operation.node,
            message=self.bounded if idle or is_bounded(found.argument) else self.message,
            tentative=idle
            or apart
            or not self.file.binds_torch
            or not leads_to_gradient(self.inference, operation, found),
            parts=[part for part in found.operations if part.frame is operation.frame],
            call=self.text(operation.node, 40),
            minus="" if found.sign > 0 else "minus ",
            factor="" if found.factor is None else ", times the numerator",
            fix=lambda write: fixed(write, operation, found),
        )


def leads_to_gradient(inference: Inference, operation: Operation, found: Sigmoid) -> bool:
    """Whether a sigmoid is back-propagated in this file, computed by a layer or loss, or returned to a caller."""
    if is_single_weight(found.argument) or is_nested(inference, operation.frame):
        return False
    if is_only_read(inference, operation.result):
        return False
    return is_returned(inference, operation.result) or runs_in_training(inference, operation)


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
