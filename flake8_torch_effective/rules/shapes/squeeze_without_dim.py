from __future__ import annotations

from functools import partial

import libcst as cst

from ...inference.knowledge.columns import Family, Formula
from ...inference.knowledge.signatures import TABLE
from ...inference.patterns.softmax import has_no_batch, is_cut_by_mask, through_layout, undoes_unsqueeze
from ...inference.queries.ranks import (
    follows_batch_of_one,
    has_last_reduced,
    is_chosen_by_rank,
    is_put_in_dict,
    is_squeeze_of_all,
    keeps_chosen_dims,
    needs_rank,
    starts_with_one,
)
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
    wrong_result: on a batch of one the batch dim is gone; same_result and same_gradient on larger batches.

    Fix safety
    Tentative, and so reported only if the rule is selected by name, where the tensor hardly has a batch dim to lose:
    one made by factories, from arrays, from a module's own state or by reducing the first dim, selected by a mask, with
    a first dim of size 1, reduced with `keepdim=True` over dims that a caller chooses, in a function that adds a batch
    dim of size 1 itself, or where its rank or a flag for the batch was tested; and where its last dim was reduced away,
    so that no other dim is left. Tentative as well where the result goes into a dict, and where nothing in sight fails,
    or computes something else, without the first dim: no `len`, no dim after the first given by number, and no tensor
    that still has all dims is joined with the result by `cat`, compared with it by a cross entropy or a divergence, or
    written over it in place. The mean of differences is the same, arithmetic with a tensor that has all dims gives them
    back, an index such as `[:, 0]` is mostly written for rows that are no batch, and what a caller does with a result
    is not known. No fix: only the author knows which dim to drop.

    Source
    Effective PyTorch, section 3; https://docs.pytorch.org/docs/stable/generated/torch.squeeze.html
    """

    code = "TEF103"
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
            tentative=has_no_batch_to_lose(operand, operation.frame)
            or is_chosen_by_rank(operation)
            or follows_batch_of_one(self.inference, operation)
            or (operation.frame is not None and is_put_in_dict(operation.frame, operation.node))
            or not needs_rank(self.inference, operation),
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


def has_no_batch_to_lose(operand: Tensor, frame: cst.CSTNode | None) -> bool:
    """Whether a tensor shows that it has no batch dim, none of size 1, or no other dim that could be squeezed."""
    origin = through_layout(operand)[0].origin
    return (
        (origin is not None and origin.formula is Formula.NONZERO)
        or Use.RANK_TESTED in operand.identity.uses
        or starts_with_one(operand, frame)
        or has_no_batch(operand)
        or is_cut_by_mask(operand)
        or has_last_reduced(operand)
        or keeps_chosen_dims(operand)
    )


def with_dim(operation: Operation, method: str, dim: int, write: Rewriting) -> Fix | None:
    """The method with the dim."""
    return write.expression(operation.node, f"{{x:tight}}.{method}({dim})", safe=False, x=operand(operation))


def is_squeezed(value: Tensor) -> bool:
    """Whether a tensor is the result of ``squeeze()``, on a known tensor or on an unknown value."""
    origin = value.origin
    if origin is None:
        return False
    if origin.signature.family is Family.CALL and isinstance(origin.node, cst.Call):
        func = origin.node.func
        method = TABLE.methods.get(func.attr.value) if isinstance(func, cst.Attribute) else None
        return method is not None and method.formula is Formula.SQUEEZE and not origin.node.args
    return is_squeeze_of_all(origin)
