from __future__ import annotations

from ...inference.knowledge.columns import Formula
from ...inference.patterns.sigmoid import WithOne, holds_integers, with_one
from ...inference.patterns.softmax import exponential
from ...inference.queries.accuracy import is_literal, needs_small_results
from ...inference.queries.bounds import is_single_weight
from ...inference.queries.precision import may_be_double
from ...inference.queries.trials import is_trial
from ...inference.values import Number, Operation, Tensor, Value
from ...rewriting.fix import Fix, operand
from ...rewriting.writer import Rewriting
from ...rewriting.writing.code import unparenthesized
from ...rewriting.writing.logarithm import is_floating
from ..rule import Rule


class Log1P(Rule):
    """Logarithm of one plus a number.

    What it does
    Finds `log(1 + x)` and `log(1 - x)` of a floating tensor, in one expression or through names.

    Why it is bad
    The sum rounds x to the precision of 1: in float32, 1e-5 becomes 1.0013e-5 and everything below 6e-8 becomes 0.
    float64 keeps eight of sixteen digits at 1e-10. Near 0 the absolute error is at most 6e-8 in float32, so it matters
    only where a small result is divided by something as small, goes into another logarithm, or is scaled up by more
    than x was scaled down (the mel scale does not do that). There the finding is reported by default.

    Elsewhere the finding is tentative, and so reported only with `--torch-tentative`. It is also tentative as a divisor
    of anything else; in float64, including an unknown dtype in a file that mentions float64; where x is a weight with
    one entry; in a file that does not import torch under its own name; for initial values of parameters; where a clamp
    keeps x away from 0; in a test; and under `if __name__ == "__main__":` where no optimizer is made.

    Example
        def complementary_log_log(probability: torch.Tensor) -> torch.Tensor:
            return torch.log(-torch.log(1 - probability))

    Use instead
        def complementary_log_log(probability: torch.Tensor) -> torch.Tensor:
            return torch.log(-torch.log1p(-probability))

    Evidence
    stable: at 1e-10 the bad form gives 0 in float32 and bfloat16 and is wrong from float64's ninth digit on, the good
    one is correct to the last digits; same_result and same_gradient between 0 and 1; right_result: from -1/2 to 1/2,
    and on numbers down to subnormal ones, the good form is 2 atanh(x / (2 + x)) in float64.

    Fix safety
    Safe where the tensor is known to be floating-point or int64: values differ only where the bad form has lost digits.

    Unsafe where its dtype is unknown, since 1 plus a uint8 of 255 is 0; where the 1 is a name or a tensor of ones; and
    for one minus an exponential, which needs one form near 0 and another below, and so reads the exponent three times.
    Unsafe, too, unless the result, or a multiple of it, is at once added to something or subtracted, in a file that
    divides by nothing but numbers, because the sign of its zeros may change. Unsafe where the new form reads an
    attribute again, later, or once instead of twice, unless a class in the file assigns it and computes no attribute of
    that name: a property may draw random numbers. Unsafe where other code, also of another file, may change the tensor
    in place, which the new form keeps for `backward`: where it is an argument, an attribute or a parameter of a module,
    is returned, or is given to a layer or to unknown code; and in a file that replaces or watches torch's operations,
    subclasses tensors, or tests for infinities.

    None where that exponent is more than a name.

    Source
    Effective PyTorch, section 7 (numerical stability);
    https://docs.pytorch.org/docs/stable/generated/torch.log1p.html
    """

    code = "TEF304"
    message = "{call} loses {term} to rounding where it is small"
    both_ends = "{call} loses precision near 0 and far below"
    advice = "use {fixed}"
    words = "take log1p before 1 is {moved}"
    both_words = "take the log of -expm1 near 0, and log1p of -exp below"
    formulas = frozenset({Formula.LOG})
    supersedes = frozenset({"TEF305"})

    def check(self, operation: Operation) -> None:
        found = with_one(operation.operand())
        if found is None or found.one != 1 or not isinstance(operation.result, Tensor) or holds_integers(found.term):
            return
        if is_literal(found.term):
            return
        term = found.operation
        exp = exponential(found.term) if found.sign < 0 else None
        self.report(
            operation.node,
            parts=[operation, term],
            tentative=is_single_weight(found.term)
            or not self.file.binds_torch
            or may_be_double(self.inference, operation.result)
            or is_trial(self.inference, operation)
            or not needs_small_results(self.inference, operation, found.term),
            message=self.message if exp is None else self.both_ends,
            words=self.words if exp is None else self.both_words,
            moved="added" if found.sign > 0 else "subtracted from",
            call=self.text(operation.node, 40),
            term=self.quoted(term, operation, found.name),
            fix=lambda write: fixed(write, operation, found),
        )

    def quoted(self, addition: Operation, log: Operation, name: str) -> str:
        """The term beside the 1, as it is written in the function of the logarithm."""
        node = addition.nodes.get(name)
        if node is None or not self.can_quote(addition, log, name):
            return "the other term"
        return self.text(unparenthesized(node), 36)


def fixed(write: Rewriting, log: Operation, found: WithOne) -> Fix | None:
    """`log1p` of the term; of one minus an exponential the form accurate at both ends, if the exponent is a name."""
    term = found.operation
    if log.given("out") or term.given("out") or not found.keeps_shape:
        return None
    exp = exponential(found.term) if found.sign < 0 else None
    if exp is None:
        given = operand(term, found.name, found.sign < 0)
        safe = found.literal and cannot_wrap(found.term)
        safe = safe and write.elsewhere.loses_sign_of_zero(log.node)
        return write.expression(log.node, "{torch}.log1p({term})", safe=safe, term=given)
    if len(exp[1]) > 1 or not isinstance(found.other, Number):
        return None
    return write.expression(log.node, BOTH_ENDS, safe=False, x=operand(exp[1][-1]))


def cannot_wrap(term: Value) -> bool:
    """Whether a tensor is known not to be of small integers, of which 1 plus 255 may be 0."""
    return is_floating(term) or (isinstance(term, Tensor) and term.dtype == "int64")


# The clamp keeps the gradient of the branch that is not taken finite.
BOTH_ENDS = (
    "{torch}.where({x} > -0.693, {torch}.log(-{torch}.expm1({x})), "
    "{torch}.log1p(-{torch}.exp({x:tight}.clamp(max=-0.693))))"
)
