from __future__ import annotations

import libcst as cst

from ...inference.knowledge.columns import Formula
from ...inference.patterns.cross_entropy import CrossEntropy, written_cross_entropy
from ...inference.patterns.softmax import softmax_of
from ...inference.queries.losses import is_negated
from ...inference.values import Number, Operation
from ...rewriting.surroundings import inside
from ...rewriting.writing.cross_entropy import fixed_cross_entropy, is_negation
from ..rule import Rule

# What makes log-probabilities that are right for all logits.
_RIGHT = (Formula.LOG_SOFTMAX, Formula.LOGSUMEXP)


class NaiveCrossEntropy(Rule):
    """Hand-written cross entropy.

    What it does
    Finds the negated sum of labels times a log_softmax, `x - torch.logsumexp(x, 1, keepdim=True)` included, or times
    the log of a softmax, in one expression or through names; with one-hot or hand-smoothed labels too.

    Why it is bad
    With the log of a softmax a logit 89 below the highest makes the gradient inf and nan, and one 104 below it makes
    the loss inf. With log_softmax
    the product still broadcasts: class indices passed instead of distributions silently give a different loss, where
    `cross_entropy` accepts both. Labels made by `one_hot` or `scatter_` take N x C numbers of which only N matter, and
    give nan where a class is masked with -inf: 0 times inf. Smoothing that assigns 0.9 to the label and 0.1 / (C - 1)
    to each other class is `label_smoothing=0.1 * C / (C - 1)`, not 0.1.

    Example
        def cross_entropy(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
            return -torch.sum(labels * torch.log(torch.softmax(logits, dim=1)))

    Use instead
        def cross_entropy(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
            return F.cross_entropy(logits, labels, reduction="sum")

    Evidence
    stable: on the tutorial's case the loss is inf with a nan gradient before, 500 with the gradient [0.5, -0.5]
    after, and a masked class is nan before and finite after; wrong_result: class indices as labels double the loss
    before; less_memory for smoothed labels; same_result and same_gradient where the labels have the form that the bad
    version expects; right_result: there and on logits from -1e4 to 1e4, ties, subnormal numbers and a row of 1e4 the
    good form is each logit's distance from logsumexp, weighted by the labels, in float64. In float16 a mean is inf
    where the losses add up to more than 65504, also where the bad form takes the mean of the rows and is not.

    Fix safety
    Tentative, and so reported only with `--torch-tentative`, for a log_softmax, where the values are right and
    the gain is the check of shapes, where the labels are themselves a softmax, as in distillation, and where a tensor
    scales the sum before it gets its minus, as in a policy gradient: that sum is no cross-entropy. Unsafe
    (`F.cross_entropy(logits, labels, reduction="sum")`): it expects the classes along dim 1 (dim 0 of a vector) and
    rejects labels of another shape or, as distributions, of an integer dtype; labels made by `one_hot` become class
    indices. None where the classes are not certain to be along that dim (dim -1 of logits of unknown rank), for
    smoothed labels, for a product with more factors, where the minus is in another statement, and where the
    log-probabilities have other uses.

    Source
    Effective PyTorch, section 7, and a collection of common PyTorch snippets (label smoothing);
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.cross_entropy.html
    """

    code = "TEF311"
    message = "{call} is a cross-entropy"
    advice = "use {fixed}"
    words = "compute it with cross_entropy{smoothing}, from the logits"
    since = (1, 10)  # class probabilities as targets, label_smoothing
    formulas = frozenset({Formula.SUM})
    supersedes = frozenset({"TEF101", "TEF102", "TEF301", "TEF302", "TEF304"})

    def check(self, operation: Operation) -> None:
        found = written_cross_entropy(operation)
        if found is None:
            return
        after = is_negated(self.inference, operation, not found.negative)
        if after is None:
            return
        parts = [part for part in (*found.operations, *after) if part.frame is operation.frame]
        needed = self.is_needed_anyway(found)
        self.report(
            operation.node,
            tentative=softmax_of(found.labels) is not None
            or needed
            or found.softmax.formula in _RIGHT
            or (not found.negative and is_weighted(after)),
            parts=parts,
            call=self.text(with_minus(operation, after), 40),
            smoothing=" and label_smoothing" if found.smoothed else "",
            fix=None if needed else lambda write: fixed_cross_entropy(write, operation, found),
        )

    def is_needed_anyway(self, found: CrossEntropy) -> bool:
        """Whether the log-probabilities have another use, so that a loss on logits saves nothing."""
        result = found.softmax.result
        users = self.inference.consumers.get(result.identity, []) if result.identity is not None else []
        return found.softmax.formula is Formula.LOG_SOFTMAX and len(users) > 1


def is_weighted(after: list[Operation]) -> bool:
    """Whether a tensor scales the sum before it is negated, as advantages do log-probabilities in a policy gradient."""
    for made in after:
        scales = made.formula in (Formula.MULTIPLY, Formula.DIVIDE)
        if scales and not any(isinstance(one, Number) for one in made.operands.values()):
            return True
        if is_negation(made):
            return False
    return False


def with_minus(total: Operation, after: list[Operation]) -> cst.CSTNode:
    """The expression that negates the sum where it is written around it, else the sum."""
    negations = (made.node for made in after if is_negation(made))
    return next((node for node in negations if total.node in inside(node)), total.node)
