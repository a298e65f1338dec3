from __future__ import annotations

from ...inference.values import Operation, Tensor
from ..rule import Rule


class SqueezeWithoutDim(Rule):
    """Squeeze without a dim."""

    code = "TEF103"
    message = "{call} also drops the batch dim of a batch of one; name the dim, such as {fixed}"
    operations = frozenset({"squeeze"})

    def check(self, operation: Operation) -> None:
        operand = operation.operand()
        if operation.given("dim") or not isinstance(operand, Tensor) or operand.single:
            return
        shape = operand.shape
        if shape is not None and (len(shape) <= 1 or all(isinstance(size, int) for size in shape)):
            return
        identity = operation.result.identity
        if identity is not None and identity.uses & {"number", "tolist", "numpy"}:
            return
        node = operation.nodes.get("input")
        fixed = f"{self.text(node, 30)}.squeeze(-1)"
        self.report(operation.node, call=self.text(operation.node), fixed=fixed)
