from __future__ import annotations

from ...inference.knowledge.columns import Formula
from ...inference.patterns.sigmoid import one_plus_exp
from ...inference.patterns.softmax import exponential, may_be_shifted
from ...inference.queries.bounds import has_chosen_bounds, is_held_weight, is_single_weight
from ...inference.queries.callers import is_clamped_by_callers, is_nested
from ...inference.queries.gradients import is_tested
from ...inference.queries.logarithms import loses_infinities
from ...inference.queries.precision import largest_exponent, may_be_double
from ...inference.queries.signs import is_bounded, is_log_ratio
from ...inference.values import Operation, Tensor
from ...rewriting.fix import Fix, operand
from ...rewriting.writer import Rewriting
from ...rewriting.writing.logarithm import fixed_log, holds_floats, is_floating
from ..rule import Rule


class NaiveSoftplus(Rule):
    """Hand-written softplus.

    What it does
    Finds `log(1 + exp(x))` and `log1p(exp(x))`, in one expression or through names, unless a literal or a clamp keeps x
    below 88.

    Why it is bad
    exp overflows in float32 above 88.7 (in float16 above 11): the result is inf and its gradient nan where softplus is
    x itself. Below -17 the exponential is lost in the sum with 1, and `log(1 + exp(x))` is 0; at -20 it should be 2e-9.

    Example
        def softplus(x: torch.Tensor) -> torch.Tensor:
            return torch.log(1 + torch.exp(x))

    Use instead
        def softplus(x: torch.Tensor) -> torch.Tensor:
            return F.softplus(x)

    Evidence
    stable: at 1000 the bad form gives inf with a nan gradient, the good one 1000 with the gradient 1, in float32,
    float64 and bfloat16; same_result and same_gradient on small inputs; right_result: on numbers from -1e4 to 1e4, on
    ties, on subnormal numbers and on a row of 1e4 the good form is what max(x, 0) + log1p(exp(-|x|)) gives in float64.

    Fix safety
    Tentative, and so reported only with `--torch-tentative`, where x hardly gets to 88, or exp only overflows above
    709, as in float64, or with an unknown dtype in a file that mentions float64: for a weight, or what an object holds
    in an attribute, as it is, `log1p(exp(self.rho))`, for what is computed from weights with one entry, what is bounded
    but for a scale of the author's own, as a cosine over a temperature is, a difference from a logarithm, arguments
    that every call of the function in this file clamps, or what a test has shown to be below or above a number; where
    the program puts other values in the place of the infinities, as by `torch.where(y == float("inf"), x, y)`,
    `y[torch.isinf(y)] = 0` or `nan_to_num`; in a function within another, which is mostly handed on; and in a file that
    does not import torch by its name, where what the message prints would need an import. Safe where x is known to be
    floating-point: in float32 the values differ only where the bad form has lost precision. In float64 `softplus`
    returns x itself above 20, where log(1 + exp(x)) is larger by at most 2e-9. Unsafe therefore where the tensor is
    known to be float64, and where its dtype is unknown, because `softplus` accepts neither integers nor complex
    numbers: `nn.Identity` and pooling keep integers, and the file may put another layer in the place of one. Unsafe,
    too, where single entries leave the function or are compared, sorted or masked, before they are summed or averaged
    to one number; where the function divides by that number or bounds it, as `1 / (1 + loss)` does, which is finite
    where the loss is not; and in a file that names an infinity, bounds or compares numbers, or writes very large ones.
    Unsafe, too, where the new form reads an attribute again, later or once instead of twice, unless a class of the file
    assigns it and computes none of that name: a property may draw random numbers. Unsafe, too, where other code may
    change in place x, which the new form keeps for `backward`; and in a file that replaces or watches torch's
    operations, subclasses tensors, or tests for infinities. Unsafe in a file that mentions complex numbers, or other
    dtypes while that of the tensor is not known. None for integers.

    Source
    Effective PyTorch, section 7 (numerical stability);
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.softplus.html
    """

    code = "TEF306"
    message = "{call} overflows to inf above {largest}"
    advice = "use {fixed}"
    words = "take softplus of the exponent"
    formulas = frozenset({Formula.LOG, Formula.LOG1P})
    supersedes = frozenset({"TEF304"})

    def check(self, operation: Operation) -> None:
        if operation.formula is Formula.LOG:
            found = one_plus_exp(operation.operand())
            parts = None if found is None else list(found.operations)
        else:
            exp = exponential(operation.operand())
            parts = None if exp is None else exp[1]
        if not parts or not isinstance(operation.result, Tensor):
            return
        source = parts[-1]
        if is_bounded(source.operand()) or may_be_shifted(source.operand()):
            return
        self.report(
            operation.node,
            tentative=not self.file.binds_torch
            or self.is_ordinary(source)
            or loses_infinities(self.inference, operation),
            parts=[operation, *parts],
            call=self.text(operation.node, 40),
            largest=largest_exponent(self.inference, source.operand()),
            fix=lambda write: fixed(write, operation, source),
        )

    def is_ordinary(self, exp: Operation) -> bool:
        """Whether there is a sign that the exponent stays far below 88, or nobody knows what it is."""
        return (
            is_single_weight(exp.operand())
            or is_held_weight(exp)
            or has_chosen_bounds(exp.operand())
            or may_be_double(self.inference, exp.operand())
            or is_log_ratio(exp.operand())
            or is_nested(self.inference, exp.frame)
            or is_clamped_by_callers(self.inference, exp)
            or is_tested(self.inference, exp.operand())
        )


def fixed(write: Rewriting, log: Operation, exp: Operation) -> Fix | None:
    """`softplus` of the same argument, with the operations that change the layout of the sum or the exponential."""
    x = exp.operand()
    if exp.given("out") or not holds_floats(x):
        return None
    safe = is_floating(x) and not (isinstance(x, Tensor) and x.dtype == "float64")
    return fixed_log(write, log, exp, "{functional}.softplus({x})", safe=safe, x=operand(exp))
