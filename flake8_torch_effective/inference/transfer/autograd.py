"""Whether results carry a graph, and whether they are leaves that require grad."""

from __future__ import annotations

from ..knowledge.columns import Family, Formula
from ..knowledge.kinds import FLOAT, is_integral
from ..values import Number, Operation, Sequence, Tensor, Unknown, Value
from . import dtypes


def graph_of(op: Operation, dtype: str | None) -> tuple[bool | None, bool]:
    """Whether the result carries a graph (or None), and whether it is a leaf that requires grad."""
    if op.grad_enabled is not None:
        return _graph_in(op, dtype, op.grad_enabled)
    (with_graph, leaf), (without, other) = _graph_in(op, dtype, True), _graph_in(op, dtype, False)
    return with_graph if with_graph is without else None, leaf and other


def _graph_in(op: Operation, dtype: str | None, enabled: bool) -> tuple[bool | None, bool]:
    """What ``graph_of`` says where the grad mode is known."""
    wanted = op.operands.get("requires_grad")
    signature = op.signature
    formula, family = signature.formula, signature.family
    if formula is Formula.REQUIRES_GRAD:
        return _made_leaf(op.operand(), wanted)
    if family is Family.FACTORY or family is Family.CONSTRUCTION:
        if wanted is None:
            return (False, False) if op.complete and not signature.may_share else (None, False)
        if isinstance(wanted, Number) and wanted.number is not None:
            return bool(wanted.number), bool(wanted.number)
        return None, False
    # x @= y makes a new tensor.
    in_place = signature.inplace or (op.notation.modifies and formula is not Formula.MATMUL)
    if in_place and formula is not Formula.DETACH:
        source = op.operand()
        if not enabled:  # an optimizer's step: what required grad before still does
            return (source.grad, source.leaf) if isinstance(source, Tensor) else (None, False)
    elif signature.nograd:
        source = op.operand()
        kept = in_place and not enabled and not (isinstance(source, Tensor) and source.grad is False)
        kept = kept or _may_be_filled(op)
        return None if kept else False, False  # in inference mode detach_ leaves a tensor as it is
    elif not enabled:
        kept = family is Family.VIEW or family is Family.CONVERSION or signature.may_share
        kept = kept or formula is Formula.SELECT
        return (None, False) if kept and any(one.grad is not False for one in op.tensors()) else (False, False)
    if _trains(op):
        return True, False
    if dtype is None and signature.dtype in _ASKED_FOR and dtypes.may_ask(op):
        flows = (value for name, value in op.operands.items() if name not in signature.metadata_of)
        return None if any(isinstance(one, Tensor) and one.grad is not False for one in flows) else False, False
    if dtype is not None and is_integral(dtype):
        filled = in_place and any(one.grad is not False for one in op.tensors())  # torch lets fill_ give them a graph
        return None if filled or _may_be_filled(op) else False, False
    certain = True
    for name, value in op.operands.items():
        kind = type(value)
        if kind is Number or name in signature.metadata_of:
            continue
        for part in value.parts() if isinstance(value, Sequence) else (value,):
            if isinstance(part, Tensor):
                if part.grad:
                    return True, False
                certain = certain and part.grad is False
            elif kind is Unknown or (kind is Sequence and not isinstance(part, Number)):
                certain = False
    return (False, False) if certain else (None, False)


def _may_be_filled(op: Operation) -> bool:
    """Whether a conversion to integers may give its source itself, integers which ``fill_`` has given a graph."""
    if op.signature.family is not Family.CONVERSION:
        return False
    source = op.operand()
    return not isinstance(source, Tensor) or (source.grad is not False and source.category != FLOAT)


def grad_of_view(tensor: Tensor, op: Operation) -> bool | None:
    """Whether a view requires grad: made without grad mode, it may still say what its base says."""
    return tensor.grad if op.grad_enabled or tensor.grad is False else None


def _made_leaf(source: Value, wanted: Value | None) -> tuple[bool | None, bool]:
    """What ``requires_grad_()`` makes of a tensor: a leaf, unless the tensor is a result that carries a graph."""
    if wanted is not None and not (isinstance(wanted, Number) and wanted.number is not None):
        return None, False
    if isinstance(wanted, Number) and not wanted.number:  # which changes nothing of a view made without grad mode
        return False if isinstance(source, Tensor) and (source.leaf or source.grad is False) else None, False
    leaf = isinstance(source, Tensor) and (source.leaf or source.grad is False)
    return True, leaf


# Where the dtype of the result is what an argument says, which may be one without gradients.
_ASKED_FOR = (dtypes.to, dtypes.type_of, dtypes.like_other, dtypes.viewed)


def _trains(op: Operation) -> bool:
    """Whether a layer has parameters of its own, which normalisation has where it is told to."""
    affine = op.operands.get("affine", op.operands.get("elementwise_affine"))
    if isinstance(affine, Number) and affine.number is not None:
        return bool(affine.number)
    return op.signature.layer
