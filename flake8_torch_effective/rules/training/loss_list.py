from __future__ import annotations

from ...inference.training import keeps_graph
from ...inference.values import Operation, Text
from ..rule import Rule


class LossList(Rule):
    """List of losses that keeps every graph."""

    code = "TEF502"
    message = "{collection} keeps the graph of every step alive; store {value}.detach() (or .item())"
    operations = frozenset({"append", "store"})

    def check(self, operation: Operation) -> None:
        if operation.name == "store" and isinstance(operation.operand("index"), Text):
            return
        value, holder = operation.operand("value"), operation.operand("input")
        if not keeps_graph(self.inference, operation, value, holder):
            return
        node = operation.nodes.get("value")
        self.report(
            operation.node,
            parts=[operation],
            collection=self.text(operation.nodes.get("input"), 40),
            value=self.text(node, 40) if node is not None else "the loss",
        )
