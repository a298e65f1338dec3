from __future__ import annotations

from ...inference.knowledge.columns import Signature
from ...inference.knowledge.kinds import BOOL
from ...inference.patterns.softmax import counts_matches, made_of_parameters
from ...inference.queries.losses import is_compared
from ...inference.values import Number, Operation, Tensor, Use
from ..rule import Rule


class ReductionWithoutDim(Rule):
    """Reduction without a dim.

    What it does
    Finds sum, mean, max, argmax and their kind on a tensor with no dim, unless the result is clearly used as one
    number.

    Why it is bad
    Every dim is reduced, including the batch dim, so the samples of a batch are mixed: normalising by `x.max()` makes a
    sample's result depend on the rest of its batch, and `argmax` returns an index into the flattened tensor. It works
    on one sample and fails on a batch.

    Example
        def signal_mean(signals: Tensor) -> Tensor:
            return signals.mean()

    Use instead
        def signal_mean(signals: Tensor) -> Tensor:
            return signals.mean(dim=-1)

    Evidence
    wrong_result: a batch of two gives one number, or a flat index. right_result: with the named dim each signal of a
    batch has, in value and gradient, what the definition gives it. same_result: reducing the results once more gives
    what the bad form gave; for a signal without a batch the two are the same, with same_gradient.

    Fix safety
    None: only the author knows which dims should be reduced. To reduce all of them, write `dim=None`; for max and min
    use `amax` and `amin`, and for prod and median call `flatten()` first.

    The rule is opt-in: in published packages most totals are intended (the last line of a loss, a bound, a debug
    print), and nothing in the code distinguishes them from the others. Enable it for code that works on batches.

    Source
    Effective PyTorch, section 3; https://docs.pytorch.org/docs/stable/generated/torch.sum.html
    """

    code = "TEF102"
    opt_in = True
    message = "{call} reduces every dim, including the batch; name the dim, or write {everything} for all of them"
    since = (1, 13)  # sum(dim=None) and mean(dim=None)

    @classmethod
    def wants(cls, signature: Signature) -> bool:
        return signature.over_all is not None

    def check(self, operation: Operation) -> None:
        operand = operation.operand()
        if not is_total_reduction(operation) or not isinstance(operand, Tensor):
            return
        if operand.rank in (0, 1) or operand.loss or operand.single or operation.chosen:
            return
        if counts_matches(operand) or made_of_parameters(operand):
            return
        if is_wanted_as_number(operation) or is_compared(self.inference, operation.result):
            return
        self.report(
            operation.node,
            call=self.text(operation.node),
            everything=over_all_dims(operation),
        )


def is_total_reduction(operation: Operation) -> bool:
    """Whether a reduction names no dim at all; an explicit ``dim=None`` names them all."""
    if not operation.complete:
        return False
    if "other" in operation.operands:  # torch.max(a, other=b) is the elementwise maximum
        return False
    dim = operation.operands.get("dim")
    return dim is None or (isinstance(dim, Number) and dim.type == BOOL)


def is_wanted_as_number(operation: Operation) -> bool:
    """Whether the program clearly uses the result as one number: ``item()``, ``backward()``, a condition, a print."""
    identity = operation.result.identity
    return identity is not None and bool(identity.uses & {Use.NUMBER, Use.BACKWARD, Use.PRINTED, Use.TOLIST})


def over_all_dims(operation: Operation) -> str:
    """The code that reduces all dims explicitly."""
    return operation.signature.over_all or f"{operation.name}(dim=None)"
