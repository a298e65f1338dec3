from __future__ import annotations

from ...inference.knowledge.columns import Family, Formula, Signature
from ...inference.patterns.tiling import copies, filled_dims, is_full, only_in
from ...inference.values import Operation, Tensor
from ...rewriting.writing import tiling
from ..rule import Rule

_BROADCASTS = frozenset({Family.ARITHMETIC, Family.COMPARISON, Family.BITWISE, Family.WHERE})
_PASSING = frozenset({Family.POINTWISE, Family.CONVERSION, Family.ARITHMETIC})


class RepeatBeforeBroadcast(Rule):
    """Repeat before a broadcast.

    What it does
    Finds a tensor that is repeated, tiled or expanded along dims of size 1 only to be combined with a tensor of the
    full size in elementwise arithmetic.

    Why it is bad
    Broadcasting does this by itself, without a copy. `repeat` and `tile` write every copy to memory, and autograd has
    to sum the gradients over them; `expand` is a view, and only obscures that the shapes already broadcast.

    Example
        def centered(points: torch.Tensor) -> torch.Tensor:
            center = points.mean(dim=1, keepdim=True)
            return points - center.repeat(1, points.size(1), 1)

    Use instead
        def centered(points: torch.Tensor) -> torch.Tensor:
            center = points.mean(dim=1, keepdim=True)
            return points - center

    Evidence
    same_result and same_gradient with less_memory where copies are made, and fewer_dispatches where not.

    Fix safety
    Safe (the tensor itself instead of the tiled one): the other operand is known to have the full size along every
    expanded dim. Unsafe where the tensor may be 0-d, because a 0-d tensor yields to the dtype of the others in type
    promotion. None where it is modified in place before the arithmetic, or by it. Tentative, and so reported only if
    the rule is selected by name, for an `expand` used directly in the arithmetic: it costs nothing.

    Source
    Effective PyTorch, section 3; https://docs.pytorch.org/docs/stable/notes/broadcasting.html
    """

    code = "TEF105"
    message = "{tiled} {does} what broadcasting does by itself"
    advice = "use {fixed}"
    words = "leave it out"

    @classmethod
    def wants(cls, signature: Signature) -> bool:
        return signature.tiles is not None

    def check(self, operation: Operation) -> None:
        result = operation.result
        if not isinstance(result, Tensor) or not isinstance(operation.operand(), Tensor):
            return
        consumers = self.broadcasts(operation, result)
        if not consumers:
            return
        self.report(
            operation.node,
            parts=[operation, *consumers],
            tentative=not copies(operation) and all(result in one.operands.values() for one in consumers),
            tiled=self.text(operation.node, 40),
            does="copies" if copies(operation) else "writes out",
            fix=lambda write: tiling.without_tiling(write, operation, consumers),
        )

    def broadcasts(self, tiling: Operation, value: Tensor, depth: int = 3) -> list[Operation]:
        """The operations that use the value, if it broadcasts in each of them and is used nowhere else."""
        consumers = self.inference.consumers.get(value.identity, [])
        made = value.origin
        if made is None or not consumers or not only_in(self.inference, value, made, consumers):
            return []
        found: list[Operation] = []
        filled = filled_dims(tiling)
        for consumer in consumers:
            others = [name for name, operand in consumer.operands.items() if operand.identity is not value.identity]
            tensors = [consumer.operand(name) for name in others if isinstance(consumer.operand(name), Tensor)]
            written = consumer.notation.modifies and consumer.operand().identity is value.identity
            if written or consumer.frame is not tiling.frame:
                return []
            if is_broadcast(consumer) and any(is_full(tensor, tiling, filled) for tensor in tensors):
                found.append(consumer)
            elif depth > 0 and not tensors and consumer.signature.family in _PASSING:
                result = consumer.result
                further = self.broadcasts(tiling, result, depth - 1) if isinstance(result, Tensor) else []
                if not further:
                    return []
                found += further
            else:
                return []
        return found


def is_broadcast(operation: Operation) -> bool:
    """Whether an operation broadcasts its operands against each other."""
    return operation.signature.family in _BROADCASTS or operation.formula is Formula.MASKED_FILL
