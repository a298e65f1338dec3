"""Which tensors may be sparse: such a tensor meets a dense one of its own size only, and broadcasts with none."""

from __future__ import annotations

from ...inference.interpreter.inference import Inference
from ...inference.knowledge.columns import Family, Formula
from ...inference.values import Operation, Tensor, Value

# Results of these may be sparse where one operand is, or where all are.
_OF_ONE = frozenset({
    Family.CALL, Family.COLLECTION, Family.CONVERSION, Family.COPY, Family.FACTORY, Family.INDEXING, Family.ITERATION,
    Family.JOINING, Family.OBJECT, Family.OTHER, Family.PHI, Family.POINTWISE, Family.REDUCTION, Family.VIEW,
})  # fmt: skip
_OF_ALL = frozenset({Family.ARITHMETIC, Family.MATMUL})
_UNSEEN = frozenset({Family.CALL, Family.COLLECTION, Family.ITERATION, Family.OBJECT, Family.OTHER})
# These raise for sparse tensors.
_REFUSING = frozenset({Family.COMPARISON, Family.SCAN, Family.SOFTMAX, Family.WHERE})
_STAYING = frozenset({Family.CONVERSION, Family.COPY, Family.POINTWISE, Family.VIEW})


def may_be_sparse(inference: Inference, value: Value, depth: int = 6) -> bool:
    """Whether a tensor may be sparse: it comes from outside, and nothing refuses sparse ones there."""
    if not isinstance(value, Tensor):
        return False
    made = value.origin
    if made is not None and (made.signature.tiles is not None or made.signature.needs_strides):
        return False
    if is_shown_dense(inference, value):
        return False
    if made is None or depth <= 0:
        return True
    family, operands = made.signature.family, list(made.tensors())
    if family in _OF_ONE and (family is not Family.REDUCTION or made.formula is Formula.SUM):
        if made.signature.layer:
            return False
        unseen = family in _UNSEEN and not operands
        return unseen or any(may_be_sparse(inference, one, depth - 1) for one in operands)
    if family not in _OF_ALL:
        return False
    found = (may_be_sparse(inference, one, depth - 1) for one in operands)
    return any(found) if made.formula in (Formula.MULTIPLY, Formula.DIVIDE) else all(found)


def is_shown_dense(inference: Inference, value: Tensor, depth: int = 3) -> bool:
    """Whether something is computed of a tensor that raises for a sparse one: ``x.mean(1)``, ``x.sum(1).repeat(n)``."""
    return any(_refuses_sparse(inference, one, depth) for one in inference.consumers.get(value.identity, ()))


def _refuses_sparse(inference: Inference, operation: Operation, depth: int) -> bool:
    row, formula, result = operation.signature, operation.formula, operation.result
    if row.family in _REFUSING or row.needs_strides or row.tiles is not None:
        return True
    if row.family is Family.REDUCTION and formula is not Formula.SUM:
        return True
    alone = len(list(operation.tensors())) == 1
    if row.family is Family.ARITHMETIC and alone and formula in (Formula.ADD, Formula.SUBTRACT):
        return True  # of a number
    if formula is Formula.DIVIDE and not alone:
        return True
    stays = row.family in _STAYING or formula in (Formula.SUM, Formula.MULTIPLY, Formula.DIVIDE)
    return stays and depth > 0 and isinstance(result, Tensor) and is_shown_dense(inference, result, depth - 1)
