from __future__ import annotations

from functools import partial

import libcst as cst

from ...inference.knowledge.columns import Family, Formula
from ...inference.knowledge.signatures import TABLE
from ...inference.patterns.softmax import undoes_unsqueeze
from ...inference.values import Notation, Operation, Tensor, Use
from ...rewriting.fix import Fix, operand
from ...rewriting.writer import Rewriting
from ..rule import Rule


class SqueezeWithoutDim(Rule):
    """Squeeze without a dim.

    What it does
    Finds `squeeze` with no dim on a tensor whose sizes are not all known.

    Why it is bad
    Every dim of size 1 is removed, so a batch of one sample loses its batch dim, and the code after it fails or, worse,
    broadcasts.

    Example
        def channel_dropped(images: Tensor) -> Tensor:
            return torch.squeeze(images)

    Use instead
        def channel_dropped(images: Tensor) -> Tensor:
            return torch.squeeze(images, dim=1)

    Evidence
    wrong_result: on a batch of one the batch dim is gone; right_result: good gives the only channel for
    batches of any size, of none and one too; same_result and same_gradient on batches of any size but one.

    Fix safety
    None: only the author knows which dim to drop. The rule is opt-in, because most squeezed tensors in published code
    have no batch dim to lose, or nothing after them needs it.

    Source
    Effective PyTorch, section 3; https://docs.pytorch.org/docs/stable/generated/torch.squeeze.html
    """

    code = "TEF103"
    opt_in = True
    message = "{call} also drops the batch dim of a batch of one"
    advice = "name the dim: {fixed}"
    words = "name the dim"
    formulas = frozenset({Formula.SQUEEZE})

    def check(self, operation: Operation) -> None:
        operand = operation.operand()
        if operation.given("dim") or not isinstance(operand, Tensor) or operand.single:
            return
        shape = operand.shape
        if shape is not None and (len(shape) <= 1 or all(isinstance(size, int) for size in shape)):
            return
        if undoes_unsqueeze(operand, operation):
            return
        if Use.SHAPE_TESTED in operand.identity.uses:
            return
        identity = operation.result.identity
        if identity is not None and identity.uses & {Use.NUMBER, Use.TOLIST, Use.NUMPY}:
            return
        if self.meets_its_like(operation):
            return
        ones = [axis for axis, size in enumerate(shape or ()) if size == 1]
        method = "squeeze_" if operation.notation is Notation.IN_PLACE else "squeeze"
        self.report(
            operation.node,
            call=self.text(operation.node),
            shown=partial(with_dim, operation, method, ones[0]) if len(ones) == 1 else None,
        )

    def meets_its_like(self, operation: Operation) -> bool:
        """Whether the result is only used in losses whose other operand is squeezed in the same way."""
        identity = operation.result.identity
        consumers = self.inference.consumers.get(identity, []) if identity is not None else []
        return bool(consumers) and all(
            consumer.signature.family is Family.LOSS
            and all(
                value is operation.result or not isinstance(value, Tensor) or is_squeezed(value)
                for value in (consumer.operand(), consumer.operand("target"))
            )
            for consumer in consumers
        )


def with_dim(operation: Operation, method: str, dim: int, write: Rewriting) -> Fix | None:
    """The method with the dim."""
    return write.expression(operation.node, f"{{x:tight}}.{method}({dim})", safe=False, x=operand(operation))


def is_squeezed(value: Tensor) -> bool:
    """Whether a tensor is the result of ``squeeze()``, on a known tensor or on an unknown value."""
    origin = value.origin
    if origin is None:
        return False
    if origin.signature.family is Family.CALL and type(origin.node) is cst.Call:
        func = origin.node.func
        method = TABLE.methods.get(func.attr.value) if type(func) is cst.Attribute else None
        return method is not None and method.formula is Formula.SQUEEZE and not origin.node.args
    return origin.formula is Formula.SQUEEZE and not origin.given("dim")
