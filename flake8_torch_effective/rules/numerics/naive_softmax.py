from __future__ import annotations

from ...inference.knowledge.columns import Formula
from ...inference.patterns.softmax import Softmax, may_be_shifted, written_softmax
from ...inference.patterns.weighted_softmax import weighted_softmax
from ...inference.queries.bounds import has_chosen_bounds
from ...inference.queries.callers import given_for
from ...inference.queries.logarithms import loses_infinities
from ...inference.queries.precision import largest_exponent, may_be_double
from ...inference.queries.signs import cannot_overflow, is_made_of_numbers, is_scaled_cost, never_positive
from ...inference.values import Operation, Sequence, Tensor
from ...rewriting.fix import Part
from ...rewriting.writing.softmax import normalised_dim
from ..rule import Rule


class NaiveSoftmax(Rule):
    """Hand-written softmax.

    What it does
    Finds `exp(x) / exp(x).sum(...)`, in one expression or through names; also where x is shifted by one maximum for all
    rows and then normalised per row, unless it is a vector, and where a mask or weights stand between the exponential
    and the sum, `e = exp(x) * mask; e / e.sum(...)`. Exponents that are never positive by their form, and those that
    are made of Python numbers, as of a window, are left.

    Also tentative are a minus and a scale times what may be costs, `exp(-beta * cost)`, and weights between the
    exponential and the sum that are not known to be a mask.

    Why it is bad
    exp overflows in float32 above 88.7 (in float16 above 11), and inf / inf is nan; the gradient is nan as well.
    `torch.softmax` subtracts each row's maximum first, in the same kernel.

    Example
        def row_softmax(logits: torch.Tensor) -> torch.Tensor:
            return torch.exp(logits) / torch.exp(logits).sum(dim=-1, keepdim=True)

    Use instead
        def row_softmax(logits: torch.Tensor) -> torch.Tensor:
            return torch.softmax(logits, dim=-1)

    Evidence
    stable: at logits of 1000 the bad form gives nan and the good one matches float64; same_result and
    same_gradient on small logits; right_result: on logits from -1e4 to 1e4, ties, subnormal numbers and a row of 1e4
    the good form is exp(x - max) over its sum in float64, with its gradient.

    Fix safety
    Unsafe: with an epsilon in the denominator the values change a little.

    None where a tensor of several dims is summed over all of them, which is a softmax over everything, and where the
    sum is over several dims or does not keep its dim.

    The following are tentative, and so reported only with `--torch-tentative`. Logits that a literal, a clamp or a
    function such as tanh keeps below 88, except for a scale that the author chose, as in a cosine divided by a
    temperature, be it that each call in the file gives such logits. Float64, where exp overflows only above 709,
    including an unknown dtype in a file that mentions float64. Code that replaces nan or inf, as by `nan_to_num` or
    `p[torch.isnan(p)] = 0`. A sum that is passed to another function which changes it, as `all_reduce` does. And
    exponentials that another function gets, too.

    Source
    Effective PyTorch, section 7 (numerical stability);
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.softmax.html
    """

    code = "TEF301"
    message = "{call} {fault}"
    advice = "use {fixed}"
    words = "take torch's softmax of the logits"
    words_of_weighted = "subtract the largest logit of each row before exp"
    words_of_several = "flatten the summed dims and take torch's softmax"
    formulas = frozenset({Formula.DIVIDE, Formula.MULTIPLY})
    supersedes = frozenset({"TEF101", "TEF102", "TEF304", "TEF305", "TEF317"})

    def check(self, operation: Operation) -> None:
        softmax = written_softmax(operation)
        weighted = weighted_softmax(operation) if softmax is None else None
        softmax = softmax or weighted
        if softmax is None or not isinstance(operation.result, Tensor) or is_stable(softmax):
            return
        exp = next(part for part in softmax.operations if part.formula is Formula.EXP)
        logits = exp.nodes.get("input")
        if softmax.shifted is not None:
            logits = softmax.shifted.operation.nodes.get("input", logits)
        self.report(
            operation.node,
            parts=softmax.operations,
            tentative=(softmax.shifted is None and cannot_overflow(exp.operand()))
            or has_chosen_bounds(exp.operand(), given=given_for(self.inference, exp))
            or is_scaled_cost(exp.operand())
            or (weighted is not None and not weighted.exact)
            or may_be_double(self.inference, exp.operand())
            or loses_infinities(self.inference, operation)
            or self.may_be_changed(softmax),
            words=self.words_of_weighted
            if weighted is not None
            else self.words_of_several
            if softmax.dim is None or isinstance(softmax.dim, Sequence)
            else self.words,
            call=self.text(operation.node, 40),
            fault=f"overflows to nan for logits above {largest_exponent(self.inference, exp.operand())}"
            if softmax.shifted is None
            else "is 0/0 in a row far below the global max",
            fix=lambda write: (
                None
                if weighted is not None or operation.given("out", "rounding_mode")
                else write.expression(
                    operation.node,
                    "{torch}.softmax({logits}, dim={dim})",
                    safe=False,
                    logits=Part(logits, softmax.logits),
                    dim=normalised_dim(softmax),
                )
            ),
        )

    def may_be_changed(self, softmax: Softmax) -> bool:
        """Whether the sum is also read where no operation is known, as ``all_reduce`` does, which changes it.

        Or whether the exponentials are: they are needed as they are, so that a softmax would mend only a part.
        """
        sums = [part.result for part in softmax.operations if part.formula in (Formula.EXP, Formula.SUM)]
        return any(
            isinstance(total, Tensor)
            and self.inference.mentions[total.identity] - len(self.inference.consumers.get(total.identity, ())) > 2
            for total in sums
        )


def is_stable(softmax: Softmax) -> bool:
    """Whether the exponentials cannot overflow: the exponents are shifted by the right maximum or never positive."""
    exp = next(part for part in softmax.operations if part.formula is Formula.EXP)
    logits = exp.operand()
    if softmax.shifted is not None:
        one_row = softmax.dim is None or (isinstance(logits, Tensor) and logits.rank == 1)
        return softmax.shifted.maximum.per_row is not False or one_row
    return never_positive(logits) or may_be_shifted(logits) or is_made_of_numbers(logits)
