from __future__ import annotations

from ...inference.loops import (
    changes_in,
    counts_alone,
    index_loop,
    is_pure_tensor_work,
    is_ragged,
    iterates_range,
    sized_by_tensor,
)
from ...inference.values import Operation, Tensor
from ..rule import Rule

_NO_WORK = frozenset({"random", "query", "extraction", "collection", "call", "iteration", "phi"})


class RowIndexingLoop(Rule):
    """Rows read by index in a Python loop.

    What it does
    Finds a loop over `range(len(x))`, `range(x.size(0))` or a literal range that reads a tensor by its counter
    for tensor work.

    Why it is bad
    Every `x[i]` is a dispatch of its own and, under autograd, a graph node whose backward allocates a zero
    tensor as large as x: the backward pass of the loop is quadratic.

    Example
        def moving_average(x: torch.Tensor) -> torch.Tensor:
            average = torch.zeros_like(x[0])
            for i in range(x.size(0)):
                average = 0.9 * average + 0.1 * x[i]
            return average

    Use instead
        def moving_average(x: torch.Tensor) -> torch.Tensor:
            average = torch.zeros_like(x[0])
            for row in torch.unbind(x):
                average = 0.9 * average + 0.1 * row
            return average

    Evidence
    same_result, same_gradient and fewer_dispatches: `unbind` takes the tensor apart in one operation.

    Fix safety
    Tentative, and so told only where the rule is selected by name, for a loop whose turns also branch or call what
    inference does not know: those seldom become one operation.
    Unsafe: iterating over `torch.unbind(x)` is the same where the counter is used for nothing else. A loop
    whose turns do not depend on each other is better written as one operation on the whole tensor.

    Source
    Effective PyTorch, section 4; https://docs.pytorch.org/docs/stable/generated/torch.unbind.html
    """

    code = "TEF202"
    message = "{read} slices {tensor} anew in every turn; {advice}iterate over {torch}.unbind({tensor}{dim})"
    operations = frozenset({"getitem"})

    def works_on(self, row: Tensor) -> bool:
        """Whether some tensor operation takes the row as an operand."""
        return any(
            consumer.family not in _NO_WORK
            and not (consumer.spelling == "in-place" or consumer.name == "setitem")
            and not (consumer.name == "getitem" and not isinstance(consumer.operand(), Tensor))
            for consumer in self.inference.consumers.get(row.identity, ())
        )

    def check(self, operation: Operation) -> None:
        tensor = operation.operand()
        if not isinstance(tensor, Tensor) or not isinstance(operation.result, Tensor) or not operation.loops:
            return
        found = index_loop(self.inference, operation)
        if found is None:
            return
        loop, axis, counter = found
        if not sized_by_tensor(self.inference, counter) or changes_in(self.inference, tensor, loop):
            return
        if operation.result.identity.uses & {"number", "tolist"} or not iterates_range(self.inference, loop):
            return
        if not self.works_on(operation.result) or any(report.node is loop for report in self.reports):
            return
        if is_ragged(self.inference, loop):
            return
        facts = self.inference.loops.get(loop)
        recurrent = facts is not None and any(
            isinstance(head, Tensor) and isinstance(final, Tensor) for head, final in facts.carried.values()
        )
        node = operation.nodes.get("input")
        self.report(
            loop,
            parts=[operation],
            read=self.text(operation.node, 30),
            tensor=self.text(node, 24),
            tentative=not counts_alone(self.inference, loop) or not is_pure_tensor_work(self.inference, loop),
            advice="" if recurrent else "work on the whole tensor, or ",
            dim=f", dim={axis}" if axis else "",
        )
