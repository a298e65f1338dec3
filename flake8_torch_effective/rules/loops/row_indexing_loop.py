from __future__ import annotations


from ...inference.loops import changes_in, index_loop, is_ragged, sized_by_tensor
from ...inference.values import Operation, Tensor
from ..rule import Rule

_NO_WORK = frozenset({"query", "extraction", "collection", "call", "iteration", "phi"})


class RowIndexingLoop(Rule):
    """Rows read by index in a Python loop."""

    code = "TEF202"
    message = "{read} slices {tensor} anew in every turn; {advice}iterate over {torch}.unbind({tensor}{dim})"
    operations = frozenset({"getitem"})

    def works_on(self, row: Tensor) -> bool:
        """Whether some tensor operation takes the row as an operand."""
        return any(
            consumer.family not in _NO_WORK and not (consumer.name == "setitem" and consumer.operand() is row)
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
            advice="" if recurrent else "work on the whole tensor, or ",
            dim=f", dim={axis}" if axis else "",
        )


