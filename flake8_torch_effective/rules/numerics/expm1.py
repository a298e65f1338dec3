from __future__ import annotations

from ...inference.knowledge.columns import Formula, Whole
from ...inference.knowledge.python_operations import PHI
from ...inference.patterns.sigmoid import WithOne, sum_with_one
from ...inference.patterns.softmax import exponential, on_every_branch
from ...inference.queries.accuracy import is_literal
from ...inference.values import Operation, Value
from ...rewriting.fix import Fix, operand
from ...rewriting.writer import Rewriting
from ..rule import Rule


class Expm1(Rule):
    """Exponential minus one.

    What it does
    Finds `exp(x) - 1` and `1 - exp(x)` of a tensor, in one expression or through names.

    Why it is bad
    The exponential of a small number is 1 plus a few of its digits, and only those few survive the subtraction: in
    float32, 1e-5 becomes 1.0014e-5 and everything below 6e-8 becomes 0. float64 keeps eight of sixteen digits at 1e-10.
    Near 0 the absolute error is at most 6e-8 in float32, so it matters where a small result is divided by something as
    small, goes into a logarithm, is scaled up, or has the exponent subtracted again. The rule is opt-in, because most
    results in published code are used in none of these ways.

    Example
        def occupation(energy: torch.Tensor) -> torch.Tensor:
            return 1 / (torch.exp(energy) - 1)

    Use instead
        def occupation(energy: torch.Tensor) -> torch.Tensor:
            return 1 / torch.expm1(energy)

    Evidence
    stable: at -1e-10 the bad form gives 0 in float32 and bfloat16 and is wrong from float64's ninth digit on, the good
    one is correct to the last digits; same_result and same_gradient on ordinary numbers; right_result: on these and on
    numbers down to the smallest subnormal ones the good form is 2 exp(x / 2) sinh(x / 2) in float64.

    Fix safety
    Unsafe: the gradient of `expm1` is its result plus 1, which in float32 is off by up to 6e-8 and 0 below -17, while
    that of the bad form is the exponential, exact to the last digit. The new form also keeps its result for `backward`,
    and its zeros may have another sign. None where the exponential comes from branches, or where it is computed or
    subtracted from in place.

    Source
    Effective PyTorch, section 7 (numerical stability);
    https://docs.pytorch.org/docs/stable/generated/torch.expm1.html
    """

    code = "TEF305"
    opt_in = True
    message = "{call} cancels to rounding error near 0"
    advice = "use {fixed}"
    words = "take {minus}expm1 of the exponent"
    formulas = frozenset({Formula.ADD, Formula.SUBTRACT, Formula.SUBTRACT_FROM})

    def check(self, operation: Operation) -> None:
        found = sum_with_one(operation)
        if found is None or found.one == found.sign:
            return
        made = found.term.origin
        joined = made is not None and made.signature is PHI
        exp = on_every_branch(made, exponential) if made is not None and joined else exponential(found.term)
        if exp is None or is_literal(exp[0]) or self.is_rounded(operation.result):
            return
        self.report(
            operation.node,
            parts=[operation, *exp[1]],
            call=self.text(operation.node, 40),
            minus="" if found.sign > 0 else "minus ",
            fix=lambda write: None if joined else fixed(write, found, exp[1]),
        )

    def is_rounded(self, value: Value, depth: int = 3) -> bool:
        """Whether a value is only rounded to whole numbers, so that its last digits make no difference."""
        users = self.inference.consumers.get(value.identity, []) if value.identity is not None else []
        return bool(users) and all(
            user.signature.whole is Whole.ALWAYS
            or (user.signature.limits and depth > 0 and self.is_rounded(user.result, depth - 1))
            for user in users
        )


def fixed(write: Rewriting, found: WithOne, exp: list[Operation]) -> Fix | None:
    """`expm1` of the same exponent, with the operations that change the layout of the exponential."""
    *layout, made = exp
    if found.operation.given("out") or made.given("out") or not found.keeps_shape:
        return None
    if found.sign > 0:
        return write.beneath(found.operation.node, layout, "{torch}.expm1({x})", safe=False, x=operand(made))
    if layout:
        return None
    return write.expression(found.operation.node, "-{torch}.expm1({x})", safe=False, x=operand(made))
