"""The dim of a hand-written softmax: the one along which the program divides each entry by the sum."""

from __future__ import annotations

from typing import Final

from ...inference.knowledge.columns import Formula
from ...inference.patterns.softmax import Softmax, sum_of_exp
from ...inference.transfer import integer
from ...inference.values import NONE, Number, Operation, Sequence, Tensor, Value, is_full_slice, same
from ..fix import Part, operand
from .logarithm import holds_floats

_PARTS: Final = (
    Formula.EXP,
    Formula.SUM,
    Formula.SUBTRACT,
    Formula.ADD,
    Formula.NEGATE,
    Formula.DIVIDE,
    Formula.MULTIPLY,
    Formula.RECIPROCAL,
    Formula.CLAMP,
    Formula.CLAMP_MIN,
    Formula.EXPAND,
    Formula.UNSQUEEZE,
    Formula.SUBSCRIPT,
)


def normalised_dim(softmax: Softmax) -> Part | str | None:
    """The dim along which a hand-written softmax normalises, for use in new code.

    None where `torch.softmax` differs: the sum is over several dims, in another dtype or without a gradient, or is
    broadcast over other entries than those it sums.
    """
    operations = _operations(softmax)
    if operations is None:
        return None
    along = next((operation for operation in operations if operation.formula is Formula.SUM), None)
    if along is None or not all(operation.formula in _PARTS for operation in operations):
        return None
    if any(operation.given("dtype", "out") for operation in operations) or not holds_floats(softmax.logits):
        return None
    rank = softmax.logits.rank if isinstance(softmax.logits, Tensor) else None
    moved = [operation for operation in operations if operation.formula in (Formula.UNSQUEEZE, Formula.SUBSCRIPT)]
    if softmax.dim is None:
        return "0" if rank == 1 and not moved else None
    if isinstance(softmax.dim, Sequence):
        return None
    kept = along.operand("keepdim")
    keeps = isinstance(kept, Number) and kept.number is True
    dim = integer(softmax.dim)
    if keeps or ("keepdim" not in along.operands and (dim == 0 or rank == 1)):
        return None if moved else operand(along, "dim")
    if "keepdim" in along.operands or len(moved) != 1 or sum_of_exp(moved[0].operand()) is None or dim is None:
        return None
    return operand(along, "dim") if _restores(moved[0], dim, rank) else None


def _operations(softmax: Softmax) -> list[Operation] | None:
    """The operations from the logits to the quotient, except those of a maximum; None where other tensors take part."""
    logits = softmax.logits
    queue: list[Value] = [softmax.operation.result]
    found: list[Operation] = []
    for value in queue:
        if same(value, logits):
            continue
        origin = value.origin
        if origin is None:
            return None
        if origin in found:
            continue
        found.append(origin)
        taken_off = softmax.shifted is not None and origin.formula in (Formula.SUBTRACT, Formula.ADD)
        names = ["input"] if taken_off else ["input", "other"]
        operands = [origin.operand(name) for name in names]
        queue.extend(operand for operand in operands if isinstance(operand, Tensor))
    return found


def _restores(moved: Operation, dim: int, rank: int | None) -> bool:
    """Whether a dim of size 1 is restored where the sum removed one."""
    if moved.formula is Formula.UNSQUEEZE:
        axis = integer(moved.operand("dim"))
    else:
        parts = moved.index_parts
        axes = [index for index, part in enumerate(parts) if part is NONE]
        if len(axes) != 1 or not all(part is NONE or part.kind == "other" or is_full_slice(part) for part in parts):
            return False
        spread = [index for index, part in enumerate(parts) if part.kind == "other"]
        axis = axes[0] - len(parts) if spread and spread[0] < axes[0] else axes[0]
    if axis is None or axis == dim:
        return axis == dim
    return rank is not None and axis % rank == dim % rank
