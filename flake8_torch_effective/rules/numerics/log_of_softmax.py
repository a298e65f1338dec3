from __future__ import annotations

from ...inference.knowledge.columns import Formula
from ...inference.patterns.drawing import picks_drawn
from ...inference.patterns.softmax import Softmax, softmax_of, under_guards
from ...inference.queries.bounds import bounds, has_chosen_bounds, is_kept_apart, limits_both
from ...inference.queries.logarithms import loses_infinities, may_stay, smallest
from ...inference.queries.precision import may_be_double
from ...inference.values import NONE, Operation, Tensor, Value
from ...rewriting.fix import Fix, Part, operand
from ...rewriting.writer import Rewriting
from ...rewriting.writing.logarithm import fixed_log
from ...rewriting.writing.softmax import normalised_dim
from ..rule import Rule


class LogOfSoftmax(Rule):
    """Logarithm of a softmax.

    What it does
    Finds the logarithm of a softmax: torch's, a module's, a helper's or one written out; also with an epsilon
    or a clamp in between.

    Why it is bad
    In float32 the gradient has inf and nan as soon as a logit is 89 below the largest, and from 104 on the probability
    is 0 and its logarithm -inf. An epsilon makes the logarithm finite but wrong: the loss of the worst samples is
    capped and their gradient vanishes.

    Example
        def log_probabilities(logits: torch.Tensor) -> torch.Tensor:
            return torch.log(torch.softmax(logits, dim=-1))

    Use instead
        def log_probabilities(logits: torch.Tensor) -> torch.Tensor:
            return torch.log_softmax(logits, dim=-1)

    Evidence
    stable: -inf becomes the correct value, and the gradient is finite; same_result and same_gradient on small logits;
    right_result: on logits from -1e4 to 1e4, ties, subnormal numbers and a row of 1e4 the good form is
    -log(sum over j of exp(x_j - x_i)) in float64, with its gradient.

    Fix safety
    Safe where the softmax is torch's own function; indexing and reshaping in between are kept. The last digits may
    differ, in half precision the third. A nested tensor that another file gives is not expected: torch has no
    log_softmax along its ragged dim.

    Unsafe where the softmax is a layer, is in a helper, or is written out; with an epsilon or clamp, where values
    change, which is the point; with a conversion in between; and where the dim is not a number that is written in the
    function: an argument, an attribute or a constant of the module may be None elsewhere. Unsafe, too, where single
    entries leave the function, or are compared, sorted or masked, before they are summed or averaged to one number.
    Unsafe where the function divides by that number or bounds it, as `1 / (1 + loss)` does, which is finite where the
    loss is not; and in a file that names an infinity, bounds or compares numbers, or writes very large ones. Unsafe
    where the new form reads an attribute again, later, or once instead of twice, unless a class in the file assigns it
    and computes no attribute of that name: a property may draw random numbers. Unsafe where other code may change the
    result in place, which the new form keeps for `backward`; where an index, `narrow` or `expand` comes in between, so
    that the new result is a view with other strides, in a file that depends on them, as `view` does; and in a file that
    replaces or watches torch's operations, subclasses tensors, or tests for infinities.

    None where the dim is unknown, or where the probabilities come from a model, another method or branches.

    The following are tentative, and so reported only with `--torch-tentative`. Logits whose bounds are at most 60
    apart, or are known except for a scale that the author chose, as for a cosine divided by a temperature. Entries that
    were just drawn from these probabilities, or are the largest of them, and so are never 0. Logarithms that are only
    read as numbers or compared, or are taken under `no_grad` or of logits that are detached right there. Probabilities
    that `torch.where` replaces where they are 0, because the gradient is nan all the same. A clamp that keeps them from
    0 and 1, by so much that float32 does not round it away (1e-7, not 1e-8) or by numbers that are not known. Code that
    replaces the infinities of the logarithm, as `nan_to_num` does, or that makes up numbers where a test has found
    infinities or nans. An epsilon or clamp in a number that is only reported, or in an entropy, where the probability
    itself multiplies its logarithm. A probability that also divides something, which is inf before the logarithm is.
    And float64, which needs logits 745 apart, including an unknown dtype in a file that mentions float64.

    Source
    Effective PyTorch, section 7;
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.log_softmax.html
    """

    code = "TEF302"
    message = "{call} rounds small probabilities to log {smallest}"
    advice = "use {fixed}"
    words = "compute log_softmax from the logits"
    formulas = frozenset({Formula.LOG})
    supersedes = frozenset({"TEF301", "TEF304"})

    def check(self, operation: Operation) -> None:
        softmax, passed = under_guards(operation.operand(), softmax_of)
        if softmax is None or not isinstance(operation.result, Tensor):
            return
        drawn = any(picks_drawn(part) for part in passed if part.signature.selects)
        self.report(
            operation.node,
            tentative=drawn
            or is_ordinary(softmax.logits)
            or operation.grad_enabled is False
            or has_no_graph(softmax.logits)
            or may_be_double(self.inference, operation.result)
            or is_kept_apart(operation.operand())
            or any(limits_both(one) for one in passed)
            or loses_infinities(self.inference, operation)
            or may_stay(self.inference, operation, passed),
            parts=[part for part in (operation, *passed, *softmax.operations) if part.frame is operation.frame],
            call=self.text(operation.node, 40),
            smallest=smallest(operation.operand(), passed),
            fix=lambda write: fixed(write, operation, softmax),
        )


# Of logits that are no further apart, float32 holds each probability with all its digits, and its gradient.
_ORDINARY = 60


def has_no_graph(logits: Value) -> bool:
    """Whether the logits are detached right there, which is as good as ``no_grad``."""
    return logits.origin is not None and logits.origin.formula is Formula.DETACH


def is_ordinary(logits: Value) -> bool:
    """Whether the probabilities of logits are far from 0, since these are bounded."""
    least, largest = bounds(logits)
    return largest - least <= _ORDINARY or has_chosen_bounds(logits)


def fixed(write: Rewriting, log: Operation, softmax: Softmax) -> Fix | None:
    """`log_softmax` of the same logits along the same dim, with the operations that select or move its entries."""
    made = softmax.operation
    written = made.formula is not Formula.SOFTMAX
    if made.given("out") or (not written and softmax.dim is NONE):
        return None
    typed = "" if written or not made.given("dtype") else ", dtype={dtype}"
    return fixed_log(
        write,
        log,
        made,
        f"{{torch}}.log_softmax({{logits}}, dim={{dim}}{typed})",
        safe=not written,
        logits=Part(None, softmax.logits) if written else operand(made),
        dim=normalised_dim(softmax) if written else operand(made, "dim"),
        dtype=operand(made, "dtype") if typed else "",
    )
