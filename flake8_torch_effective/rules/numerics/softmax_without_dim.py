from __future__ import annotations

import libcst as cst

from ...inference.knowledge.columns import Family, Signature
from ...inference.knowledge.names import canonical
from ...inference.knowledge.signatures import TABLE
from ...inference.queries.names import is_never_called, is_never_read
from ...inference.queries.trials import is_trial
from ...inference.values import NONE, Array, Notation, Operation, Partial, Reference, Tensor
from ..rule import Rule


class SoftmaxWithoutDim(Rule):
    """Softmax without a dim.

    What it does
    Finds `softmax`, `log_softmax` and `softmin` of `torch.nn.functional`, the modules `Softmax`, `LogSoftmax` and
    `Softmin`, and `torch.softmax` and the tensor methods, without dim or with None. NumPy arrays, which none of these
    accepts, are not reported.

    A module is tentative, and so reported only with `--torch-tentative`, if it is assigned to a name or attribute that
    the file never reads, if it is in a decorator or in a module whose class has no `forward`, and in a test, where the
    small model around it mostly gets a matrix.

    Why it is bad
    torch chooses by rank: dim 0 for tensors of rank 0, 1 and 3, dim 1 for all others. A batch of sequences (rank 3) is
    therefore normalised over its samples, with at most a UserWarning; `torch.softmax` and the methods raise TypeError.

    Example
        def probabilities(logits: torch.Tensor) -> torch.Tensor:
            return F.softmax(logits)

    Use instead
        def probabilities(logits: torch.Tensor) -> torch.Tensor:
            return F.softmax(logits, dim=-1)

    Evidence
    warns; wrong_result: of two equal logits in a tensor of shape (1, 1, 2) each gets the probability 1 before and 0.5
    after; raises for `torch.softmax` and the methods; same_result and same_gradient for rank 2; right_result: for rank
    3 and on logits from -1e4 to 1e4, ties, subnormal numbers and a row of 1e4 the good form sums to 1 along the last
    dim, as its definition does in float64.

    Fix safety
    None: it is not known which dim is meant. For rank 2 torch used dim 1, which is -1.

    Source
    Effective PyTorch, sections 3 and 7;
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.softmax.html
    """

    code = "TEF316"
    message = "{call} names no dim{consequence}; name the one to normalise over{last}"

    @classmethod
    def wants(cls, signature: Signature) -> bool:
        return signature.family is Family.SOFTMAX or signature.family is Family.OBJECT

    def check(self, operation: Operation) -> None:
        if operation.notation is Notation.MODULE or not operation.complete or isinstance(operation.operand(), Array):
            return
        made = operation.signature.family is Family.OBJECT
        if operation.operands.get("dim", NONE) is not NONE or (made and not is_softmax(operation.name)):
            return
        guessed = made or self.is_functional(operation)
        source = operation.operand()
        self.report(
            operation.node,
            tentative=made
            and (
                is_never_read(self.inference, operation.node)
                or is_never_called(self.inference, operation)
                or is_trial(self.inference, operation)
            ),
            call=self.text(operation.node),
            last=", -1 for the last" if isinstance(source, Tensor) and source.rank == 2 else "",
            consequence=": torch chooses 0 or 1 by rank" if guessed else ", which raises a TypeError",
        )

    def is_functional(self, operation: Operation) -> bool:
        """Whether this is the function of torch.nn.functional, the only form that accepts a call without dim."""
        node = operation.node
        callee = self.inference.value(node.func) if type(node) is cst.Call else None
        if type(node) is cst.Call and isinstance(callee, Reference) and callee.name == "builtins.map" and node.args:
            callee = self.inference.value(node.args[0].value)  # the function that is called
        callee = callee.callee if isinstance(callee, Partial) else callee
        return isinstance(callee, Reference) and canonical(callee.name).startswith("torch.nn.functional")


def is_softmax(name: str) -> bool:
    """Whether a class of torch.nn is a softmax that is made with a dim, as all but ``Softmax2d`` are."""
    module = TABLE.modules.get(f"torch.nn.{name}")
    if module is None or module.operation is None or not module.parameters:
        return False
    return module.operation.family is Family.SOFTMAX
