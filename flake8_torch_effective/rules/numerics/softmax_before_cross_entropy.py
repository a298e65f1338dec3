from __future__ import annotations

from ...inference import transfer
from ...inference.knowledge.columns import Formula
from ...inference.patterns.softmax import Softmax, changes_layout, softmax_of, under_guards
from ...inference.values import Operation, Tensor
from ...rewriting.fix import Fix, Part, operand
from ...rewriting.writer import Rewriting
from ...rewriting.writing.loss_input import steps_to, with_logits
from ..rule import Rule


class SoftmaxBeforeCrossEntropy(Rule):
    """Softmax before a cross entropy.

    What it does
    Finds a softmax as the input of `cross_entropy`, `CrossEntropyLoss`, `nll_loss` or `NLLLoss`: directly, through
    names and helpers, or as the last step of a module in the same file.

    Why it is bad
    The loss applies log_softmax itself, so it sees logits between 0 and 1. With two classes the loss is then never
    below 0.31 or above 1.31, and with a thousand never below 5.9. A sample that is wrong by 20 costs 1.31 instead of
    20, and its gradient is 3e-9 instead of 1: the model learns nothing from its worst samples. `nll_loss` of a softmax
    is minus the probability.

    Example
        def classification_loss(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
            return F.cross_entropy(torch.softmax(logits, dim=1), labels)

    Use instead
        def classification_loss(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
            return F.cross_entropy(logits, labels)

    Evidence
    wrong_result: a logit of 20 for the wrong class costs 1.31 (nll_loss: 0) before and 20 after; stable: there and on
    ordinary logits only the good form matches float64's loss and gradient; right_result: so it does on logits from -1e4
    to 1e4, ties, subnormal numbers and a row of 1e4, and a module without its softmax gives the logits. In float16 the
    losses must not add up to more than 65504: on the CPU their mean is inf then.

    Fix safety
    Unsafe (drop the softmax; `log_softmax` for nll_loss): the loss changes, which is the point. None where the function
    that calls the loss does not have the logits, as where a module ends in the softmax: remove it there, and apply the
    softmax wherever the module's output is used as probabilities. None either where the probabilities come from several
    branches, or the softmax runs over a dim other than the classes.

    Source
    A collection of common PyTorch snippets (losses: CrossEntropyLoss takes no softmax);
    https://docs.pytorch.org/docs/stable/generated/torch.nn.CrossEntropyLoss.html
    """

    code = "TEF309"
    message = "{loss} takes {expected}, not probabilities: {effect}"
    advice = "pass it {fixed}"
    words = "take {instead} in place of the softmax"
    formulas = frozenset({Formula.CROSS_ENTROPY, Formula.NLL_LOSS})

    def check(self, operation: Operation) -> None:
        softmax, passed = under_guards(operation.operand(), softmax_of)
        if softmax is None or self.is_reported(softmax.operation.node, operation.node):
            return
        again = operation.formula is Formula.CROSS_ENTROPY
        self.report(
            operation.node,
            parts=[operation, *passed],
            loss="cross_entropy" if again else "nll_loss",
            expected="logits" if again else "log-probabilities",
            instead="the logits" if again else "log_softmax",
            effect="a second softmax flattens its gradient" if again else "it averages -p, not -log p",
            fix=lambda write: fixed(write, operation, softmax),
        )


def fixed(write: Rewriting, loss: Operation, softmax: Softmax) -> Fix | None:
    """The loss on the logits; for `nll_loss`, on their `log_softmax`."""
    made = softmax.operation
    logits = operand(made) if made.formula is Formula.SOFTMAX else Part(None, softmax.logits)
    if loss.formula is Formula.CROSS_ENTROPY:
        return with_logits(write, loss, made, logits) if normalises_classes(loss, softmax) else None
    along = next((part for part in softmax.operations if part.formula is Formula.SUM), made)
    dim = operand(along, "dim")
    return with_logits(write, loss, made, logits, "{torch}.log_softmax({logits}, dim={dim})", dim=dim)


def normalises_classes(loss: Operation, softmax: Softmax) -> bool:
    """Whether the softmax runs over the classes of `cross_entropy`, as far as the dims are known."""
    rank = softmax.logits.rank if isinstance(softmax.logits, Tensor) else None
    if softmax.dim is None:
        return rank in (None, 1, 2, 4)
    dim = transfer.integer(softmax.dim)
    if dim is None:
        return False
    if changes_layout(steps_to(softmax.operation, loss.operand()) or []):
        return dim in (-1, 1) or (rank is not None and dim % rank == rank - 1)
    if rank is None:
        return dim in (-3, -1, 1)
    return rank > 0 and dim % rank == min(1, rank - 1)
