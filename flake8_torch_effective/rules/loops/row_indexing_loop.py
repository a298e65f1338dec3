from __future__ import annotations

from functools import cached_property


from ...inference.loops import changes_in, index_loop, sized_by_tensor
from ...inference.values import Identity, Operation, Sequence, Tensor
from ..rule import Rule

_NO_WORK = frozenset({"query", "extraction", "collection", "call", "iteration", "phi"})


class RowIndexingLoop(Rule):
    """Rows read by index in a Python loop."""

    code = "TEF202"
    message = "{read} slices {tensor} anew in every turn; {advice}iterate over {torch}.unbind({tensor}{dim})"
    operations = frozenset({"getitem"})

    @cached_property
    def worked_on(self) -> set[Identity]:
        """The identities of all values that some tensor operation takes as an operand."""
        found: set[Identity] = set()
        for operation in self.inference.operations.values():
            if operation.family in _NO_WORK:
                continue
            for name, value in operation.operands.items():
                if operation.name == "setitem" and name == "input":
                    continue
                if isinstance(value, Tensor):
                    found.add(value.identity)
                elif isinstance(value, Sequence) and name == "tensors":
                    found.update(part.identity for part in value.parts() if isinstance(part, Tensor))
        return found

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
        if operation.result.identity not in self.worked_on or any(report.node is loop for report in self.reports):
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


