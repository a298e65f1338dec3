from __future__ import annotations

from ...inference.knowledge.columns import Formula
from ...inference.patterns.sigmoid import one_plus_exp
from ...inference.patterns.softmax import exponential, may_be_shifted
from ...inference.queries.bounds import has_chosen_bounds, is_held_weight, is_single_weight
from ...inference.queries.callers import given_for, is_clamped_by_callers, is_given_weights, is_nested
from ...inference.queries.gradients import is_tested, names_training
from ...inference.queries.logarithms import is_guarded_above, loses_infinities
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

    Also tentative is a function that every call in the file gives a weight or an attribute.

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
    Safe where x is known to be floating-point: in float32 the values differ only where the bad form has lost precision.

    Unsafe where the tensor is known to be float64, as `softplus` then returns x itself above 20, where log(1 + exp(x))
    is larger by at most 2e-9. Unsafe where the dtype is unknown, because `softplus` accepts neither integers nor
    complex numbers: `nn.Identity` and pooling keep integers, and the file may replace a layer with one of them. Unsafe,
    too, where single entries leave the function, or are compared, sorted or masked, before they are summed or averaged
    to one number. Unsafe where the function divides by that number or bounds it, as `1 / (1 + loss)` does, which is
    finite where the loss is not; and in a file that names an infinity, bounds or compares numbers, or writes very large
    ones. Unsafe where the new form reads an attribute again, later, or once instead of twice, unless a class in the
    file assigns it and computes no attribute of that name: a property may draw random numbers. Unsafe where other code,
    also of another file, may change x in place, which the new form keeps for `backward`: where it is an argument, an
    attribute or a parameter of a module, is returned, or is given to a layer or to unknown code; in a file that
    replaces or watches torch's operations, subclasses tensors, or tests for infinities; and in a file that mentions
    complex numbers, or other dtypes if that of the tensor is not known.

    None for integers.

    The following are tentative, and so reported only with `--torch-tentative`. An x that hardly reaches 88: a weight,
    or whatever an object holds in an attribute, as it is, `log1p(exp(self.rho))`; what is computed from weights with
    one entry; what is bounded except for a scale that the author chose, as a cosine divided by a temperature is; a
    difference from a logarithm; an argument that every call in this file clamps; and what a test has compared with a
    number. Float64, where exp overflows only above 709, including an unknown dtype in a file that mentions float64.
    Code that replaces the infinities, as by `torch.where(y == float("inf"), x, y)`, `y[torch.isinf(y)] = 0` or
    `nan_to_num`, or takes x itself above some number, `torch.where(x < 20, y, x)`, in a file that names no gradients,
    modules or optimizers: the gradient is nan all the same. A function inside another one, which is mostly passed on as
    a callback. And a file that does not import torch under its own name, where the advice would need an import.

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
            or self.is_guarded(operation, source)
            or loses_infinities(self.inference, operation),
            parts=[operation, *parts],
            call=self.text(operation.node, 40),
            largest=largest_exponent(self.inference, source.operand()),
            fix=lambda write: fixed(write, operation, source),
        )

    def is_guarded(self, operation: Operation, exp: Operation) -> bool:
        """Whether `where` drops what overflows, in a file without gradients: these are nan all the same."""
        guarded = is_guarded_above(self.inference, operation, exp.operand())
        return guarded and not names_training(self.inference)

    def is_ordinary(self, exp: Operation) -> bool:
        """Whether there is a sign that the exponent stays far below 88, or nobody knows what it is."""
        return (
            is_single_weight(exp.operand())
            or is_held_weight(exp)
            or has_chosen_bounds(exp.operand(), given=given_for(self.inference, exp))
            or may_be_double(self.inference, exp.operand())
            or is_log_ratio(exp.operand())
            or is_nested(self.inference, exp.frame)
            or is_clamped_by_callers(self.inference, exp)
            or is_given_weights(self.inference, exp)
            or is_tested(self.inference, exp.operand())
        )


def fixed(write: Rewriting, log: Operation, exp: Operation) -> Fix | None:
    """`softplus` of the same argument, with the operations that change the layout of the sum or the exponential."""
    x = exp.operand()
    if exp.given("out") or not holds_floats(x):
        return None
    safe = is_floating(x) and not (isinstance(x, Tensor) and x.dtype == "float64")
    return fixed_log(write, log, exp, "{functional}.softplus({x})", safe=safe, x=operand(exp))
