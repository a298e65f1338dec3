from __future__ import annotations

from ...inference.interpreter.inference import Inference
from ...inference.knowledge.columns import Family, Formula
from ...inference.patterns.softmax import Shift, SumOfExp, may_be_shifted, shift, sum_of_exp
from ...inference.queries.bounds import has_chosen_bounds
from ...inference.queries.callers import given_for
from ...inference.queries.logarithms import loses_infinities
from ...inference.queries.precision import largest_exponent, may_be_double
from ...inference.queries.signs import has_ordinary_exponential, never_positive
from ...inference.values import Notation, Number, Operation, Sequence, Tensor, same
from ...rewriting.fix import Fix, Part, operand
from ...rewriting.writer import Rewriting
from ...rewriting.writing.logarithm import holds_floats, may_be_complex
from ..rule import Rule


class NaiveLogsumexp(Rule):
    """Hand-written log-sum-exp.

    What it does
    Finds `log(sum(exp(x)))` and the log of a mean of exponentials, in one expression or through names.

    Why it is bad
    The exponentials overflow above 88.7 and underflow below -103, so the result is inf or -inf where x itself is an
    ordinary number.

    Example
        def log_partition(x: torch.Tensor) -> torch.Tensor:
            return torch.log(torch.sum(torch.exp(x), dim=-1))

    Use instead
        def log_partition(x: torch.Tensor) -> torch.Tensor:
            return torch.logsumexp(x, dim=-1)

    Evidence
    stable at 1000 and at -1000; same_result and same_gradient on small inputs; right_result: on numbers from -1e4 to
    1e4, ties, subnormal numbers and a row of 1e4 the good form is the maximum plus the logarithm of the sum of
    exp(x - max) in float64, with its gradient.

    Fix safety
    Safe; a sum over everything becomes one over the flattened tensor.

    Unsafe for a mean, which needs `- math.log(n)` and raises where n is 0; where x is shifted by one maximum for all
    rows, which is removed too where it is added back; and where a dim is not a number that is written in the function:
    an argument, an attribute or a constant of the module may be None or an empty tuple elsewhere. Unsafe, too, where
    single entries leave the function, or are compared, sorted or masked, before they are summed or averaged to one
    number. Unsafe where the function divides by that number or bounds it, as `1 / (1 + loss)` does, which is finite
    where the loss is not; and in a file that names an infinity, bounds or compares numbers, or writes very large ones.
    Unsafe where the new form reads an attribute again, later, or once instead of twice, unless a class in the file
    assigns it and computes no attribute of that name: a property may draw random numbers. Unsafe where the exponents
    may be complex, which not every torch takes the new form of: the file names a complex dtype or a Fourier transform.
    Unsafe where other code, also of another file, may change the exponents or the result in place, which the new form
    keeps for `backward`: where the exponents are an argument, an attribute or a parameter of a module, where they or
    the result are returned, and where they are given to a layer or to unknown code; and in a file that replaces or
    watches torch's operations, subclasses tensors, or tests for infinities.

    None for a mean in a module that does not import math, where the reduction has a dtype, or where the exponentials
    are reshaped or converted first.

    The following are tentative, and so reported only with `--torch-tentative`. A total over exponents that are never
    positive. Exponents that are logarithms, that literals or a clamp keep between -88 and 88, or that are bounded
    except for a scale that the author chose, as a cosine divided by a temperature is, also in every call in the file. A
    mean over stacked tensors, which are mostly log-probabilities of several models. Code that replaces the infinities,
    as by `torch.where(torch.isinf(y), x.amax(), y)`. And float64, where exp overflows only above 709, including an
    unknown dtype in a file that mentions float64.

    Source
    Effective PyTorch, section 7; https://docs.pytorch.org/docs/stable/generated/torch.logsumexp.html
    """

    code = "TEF303"
    message = "{call} overflows above {largest} and gives -inf far below 0"
    of_shifted = "{call} is -inf in a row far below the global max"
    advice = "use {fixed}"
    words = "take logsumexp of the exponents"
    words_of_mean = "take logsumexp of the exponents, less the log of their number"
    formulas = frozenset({Formula.LOG})
    supersedes = frozenset({"TEF102", "TEF301", "TEF304", "TEF317"})

    def check(self, operation: Operation) -> None:
        found = sum_of_exp(operation.operand(), or_mean=True)
        if found is None or not isinstance(operation.result, Tensor):
            return
        parts = [operation, *found.operations]
        shifted = shift(found.argument)
        if shifted is not None:
            if shifted.maximum.per_row is not False or found.dim is None:
                return
            parts += [shifted.operation, *shifted.maximum.operations]
        elif may_be_shifted(found.argument):
            return
        whole = sum_with_maximum(self.inference, operation, found, shifted)
        self.report(
            operation.node,
            tentative=has_ordinary_exponential(found.argument)
            or has_chosen_bounds(found.argument, given=given_for(self.inference, found.operations[-1]))
            or (found.dim is None and never_positive(found.argument))
            or is_ensemble(found)
            or loses_infinities(self.inference, operation)
            or may_be_double(self.inference, found.argument),
            parts=parts,
            message=self.message if shifted is None else self.of_shifted,
            words=self.words_of_mean if found.reduction.formula is Formula.MEAN else self.words,
            call=self.text(operation.node if whole is None else whole.node, 40),
            largest=largest_exponent(self.inference, found.argument),
            fix=lambda write: with_logsumexp(write, operation, found, shifted, whole),
        )


def is_ensemble(found: SumOfExp) -> bool:
    """Whether the mean runs over what was stacked: log-probabilities of several models, which are never positive."""
    origin = found.argument.origin
    return found.reduction.formula is Formula.MEAN and origin is not None and origin.formula is Formula.STACK


def with_logsumexp(
    write: Rewriting, log: Operation, found: SumOfExp, shifted: Shift | None, whole: Operation | None
) -> Fix | None:
    """`logsumexp` of the same exponents along the same dim, with the operations that change the layout of the sum.

    It replaces ``whole``, the sum that adds the subtracted maximum back, where there is one.
    """
    sums = found.reduction
    at = found.operations.index(sums)
    layout, exp = found.operations[:at], found.operations[-1]
    if len(found.operations) > at + 2 or not holds_floats(exp.operand()):
        return None
    if any(operation.given("out", "dtype") for operation in (log, sums, exp)):
        return None
    if isinstance(found.dim, Sequence) and found.dim.items == []:
        return None
    rank = found.exp.rank if isinstance(found.exp, Tensor) else None
    kept = ", keepdim={keepdim}" if "keepdim" in sums.operands else ""
    parts = {"x": operand(exp), "dim": operand(sums, "dim"), "keepdim": operand(sums, "keepdim") if kept else ""}
    safe = not any(operation.signature.family is Family.CONVERSION for operation in layout)
    safe = safe and not may_be_complex(write, exp.operand())
    template = f"{{torch}}.logsumexp({{x}}, dim={{dim}}{kept})"
    if found.dim is None:
        template = "{torch}.logsumexp({x}, dim=0)" if rank == 1 else "{torch}.logsumexp({x:tight}.flatten(), dim=0)"
        parts = {"x": operand(exp)}
    if sums.formula is Formula.MEAN:
        math = write.module_names.name_of("math", log.node)
        if math is None or (found.dim is not None and not isinstance(found.dim, Number)):
            return None
        count = "{x:tight}.numel()" if found.dim is None else "{x:tight}.size({dim})"
        template += f" - {math}.log({count})"
        safe = False
    if whole is not None and shifted is not None:
        parts["x"] = Part(shifted.operation.nodes.get("input"), shifted.source)
        return write.expression(whole.node, template, safe=False, **parts)
    safe = safe and shifted is None and write.hides_extremes(log.node)
    return write.beneath(log.node, layout, template, safe=safe, **parts)


def sum_with_maximum(inference: Inference, log: Operation, found: SumOfExp, shifted: Shift | None) -> Operation | None:
    """The sum around the logarithm of a sum that adds the subtracted maximum back."""
    if shifted is None or found.reduction.formula is not Formula.SUM or found.reduction is not found.operations[0]:
        return None
    maximum = shifted.operation.operand("other")
    for added in inference.consumers.get(log.result.identity, []) if log.result.identity is not None else []:
        if added.formula is Formula.ADD and added.notation is Notation.OPERATOR:
            for name, other in (("input", "other"), ("other", "input")):
                if added.nodes.get(name) is log.node and same(added.operand(other), maximum):
                    return added
    return None
