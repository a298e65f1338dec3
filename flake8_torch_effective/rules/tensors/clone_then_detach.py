from __future__ import annotations

from ...inference.knowledge.columns import Formula
from ...inference.knowledge.python_operations import DATA
from ...inference.queries.provenance import is_shown_a_tensor
from ...inference.values import Notation, Operation, Tensor
from ...rewriting.fix import Fix, operand
from ...rewriting.writer import Rewriting
from ..rule import Rule


class CloneThenDetach(Rule):
    """clone() before detach().

    What it does
    Finds `x.clone().detach()`, and `torch.clone(x).detach()`. Clones under `torch.no_grad()`, and of tensors without a
    graph, are not reported. The rule is opt-in, because it saves only a few microseconds per call.

    Why it is bad
    Autograd records the copy, and `detach()` then leaves the graph at once. In the other order nothing is recorded.

    Example
        def snapshot(x: torch.Tensor) -> torch.Tensor:
            y = x.exp()
            before = y.clone().detach()
            y.mul_(2)
            return before

    Use instead
        def snapshot(x: torch.Tensor) -> torch.Tensor:
            y = x.exp()
            before = y.detach().clone()
            y.mul_(2)
            return before

    Evidence
    fewer_nodes: the bad form makes one more node of the graph; same_result: the same numbers, in memory of their own;
    same_gradient: that of what was copied.

    Fix safety
    Safe: `x.detach().clone()`. Unsafe where only an annotation says that x is a tensor, and in a file that prints
    tensors, or that replaces or watches torch's operations. None where `clone` has arguments.

    Source
    a collection of common PyTorch snippets (copying tensors);
    https://docs.pytorch.org/docs/stable/generated/torch.clone.html
    """

    code = "TEF408"
    message = "{call} records the copy for autograd, which detach() then leaves"
    advice = "use {fixed}"
    words = "detach it before it is copied"
    opt_in = True
    formulas = frozenset({Formula.DETACH})

    def check(self, operation: Operation) -> None:
        copy = operation.operand().origin
        if operation.signature is DATA or operation.notation is not Notation.METHOD or copy is None:
            return
        if copy.formula is not Formula.CLONE or copy.node is not operation.nodes.get("input"):
            return
        tensor = copy.operand()
        if not isinstance(tensor, Tensor) or tensor.grad is False or copy.grad_enabled is False:
            return
        self.report(
            operation.node,
            parts=[operation, copy],
            call=self.text(operation.node),
            fix=lambda write: detached(write, operation, copy),
        )


def detached(write: Rewriting, operation: Operation, copy: Operation) -> Fix | None:
    """The copy of the detached tensor."""
    if not copy.complete or len(copy.operands) > 1:
        return None
    safe = is_shown_a_tensor(write.inference, copy.operand()) and not write.elsewhere.mentions.replaces_operations
    return write.expression(operation.node, "{x:tight}.detach().clone()", safe=safe, x=operand(copy))
