"""Whether work on all rows at once is likely to pay, or a loop over them has its reasons."""

from __future__ import annotations

import libcst as cst

from .. import transfer
from ..interpreter.inference import Inference
from ..knowledge.columns import Asks, Creates, Family, Formula
from ..knowledge.python_operations import ENUMERATE
from ..values import NONE, Number, Operation, Tensor, reaches
from .gains import few_by_default, is_test, runs_once, saves_memory
from .iterations import IterationSlice, RowWork, is_counter
from .loops import iterable_of, sized_by_tensor, targets
from .provenance import is_shown_a_tensor


def rows_pay(inference: Inference, joined: Operation, loop: cst.CSTNode, work: RowWork) -> bool:
    """Whether a loop computes with each row of what is a tensor for certain, as many as the tensor has.

    Its rows are then likely to be many, and its operations short; nor may anything speak for one row after the other.

    >>> p = program("return torch.stack([row.exp() + 1 for row in x])")
    >>> from flake8_torch_effective.inference.queries.iterations import row_work
    >>> work = row_work(p.inference, p.value("row.exp() + 1"), p.loop)
    >>> rows_pay(p.inference, p.operation("torch.stack([row.exp() + 1 for row in x])"), p.loop, work)
    True
    """
    frame = joined.frame
    if not all(found.source.certain for found in work.slices) or _takes_rows_apart(inference, loop, work):
        return False
    if runs_once(frame) or is_test(inference) or few_by_default(inference, loop, frame):
        return False
    if any(found.operation.formula is Formula.UNBIND and found.axis for found in work.slices):
        return False
    if not all(_is_as_long(inference, found) for found in work.slices) or not _computes(work):
        return False
    if _is_heavy(work) or _gathers_into_itself(joined, work):
        return False
    if any(_looks_up(made) or made.signature.spatial_dims is not None for made in work.operations):
        return False
    return not _spreads(work) and not saves_memory(inference, loop, frame)


def _is_as_long(inference: Inference, found: IterationSlice) -> bool:
    """Whether a loop runs as often as the tensor is long that it slices, which is not known to be a few times."""
    shape = found.source.shape
    size = shape[found.axis] if shape is not None and -len(shape) <= found.axis < len(shape) else None
    if isinstance(size, int) and size < _SEVERAL:
        return False
    counters = [part for part in found.operation.index_parts if is_counter(inference, part, found.loop)]
    return all(isinstance(part, Number) and _counts_data(inference, part) for part in counters)


def _counts_data(inference: Inference, counter: Number) -> bool:
    """Whether a counter is that of a ``range`` over the size of a tensor, or of an ``enumerate`` of one."""
    origin = counter.origin
    if origin is None:
        return False
    if origin.signature is not ENUMERATE:
        stop = origin.operands.get("stop", NONE)
        number, read = transfer.integer(stop), stop.origin
        if number is None and (read is None or read.signature.asks not in (Asks.SIZE, Asks.SHAPE)):
            return False
        if read is not None and read.frame is not origin.frame:  # an attribute that another function sets
            return False
        return (number is None or number >= _SEVERAL) and sized_by_tensor(inference, counter)
    return any(isinstance(value, Tensor) for value in origin.operands.values())


def _computes(work: RowWork) -> bool:
    """Whether an iteration computes numbers, and without layers or products of matrices, which take their time."""
    families = {made.signature.family for made in work.operations}
    return bool(families & _COMPUTE) and not families & {Family.MATMUL, Family.NN}


_SEVERAL = 32  # iterations: with fewer, their dispatches are not felt beside what is around the loop
_COMPUTE = frozenset({Family.ARITHMETIC, Family.POINTWISE, Family.COMPARISON, Family.REDUCTION}).union(
    {Family.SOFTMAX, Family.SCAN, Family.LOSS, Family.LINALG}
)


def _is_heavy(work: RowWork) -> bool:
    """Whether an iteration does so much that dispatching weighs little, or what makes far more than its row."""
    heavy = [made for made in work.operations if made.signature.family not in _LIGHT]
    return len(heavy) > _MANY or any(made.formula is Formula.PAD or made.name in _WIDE for made in work.operations)


def _gathers_into_itself(joined: Operation, work: RowWork) -> bool:
    """Whether a loop rearranges a tensor in place, ``x[i] = x[i][order[i]]``: its rows depend on each other's order."""
    computes = work.operations and all(made.signature.elementwise for made in work.operations)
    if joined.formula is not Formula.SUBSCRIPT_WRITE or computes:
        return False
    written = joined.operand().identity
    return written is not None and any(found.source.identity is written for found in work.slices)


_MANY = 5
_LIGHT = (Family.VIEW, Family.CONVERSION)
_WIDE = frozenset({"meshgrid", "cartesian_prod", "combinations", "cdist", "quantile", "nanquantile"})


def _takes_rows_apart(inference: Inference, loop: cst.CSTNode, work: RowWork) -> bool:
    """Whether ``for h, c in states`` unpacks the rows of what only its annotation calls a tensor: it may be a list."""
    several = len(targets(inference, loop)) > 1 and isinstance(iterable_of(inference, loop), Tensor)
    return several and not all(is_shown_a_tensor(inference, found.source) for found in work.slices)


def _spreads(work: RowWork) -> bool:
    """Whether an iteration sets a slice against a whole tensor, along a new dim, and reduces what comes of it.

    On all rows at once that takes memory for every pair, which the loop saves.
    """
    made = {id(operation.result) for operation in work.operations} | {id(found.value) for found in work.slices}
    reduced = [operation for operation in work.operations if operation.signature.family is Family.REDUCTION]
    totals = {id(operation.result) for operation in reduced}
    widened = any(
        _inserts_dim(operation) and not any(id(one) in totals for one in reaches(operation.operand(), 40))
        for operation in [*work.operations, *(found.operation for found in work.slices)]
    )
    against_whole = any(
        operation.signature.family is Family.ARITHMETIC
        and any(id(tensor) not in made and tensor.shape != () for tensor in operation.tensors())
        for operation in work.operations
    )
    return bool(reduced) and widened and against_whole


def _inserts_dim(operation: Operation) -> bool:
    return operation.formula is Formula.UNSQUEEZE or any(part is NONE for part in operation.index_parts)


def _looks_up(operation: Operation) -> bool:
    """Whether an operation indexes a table on the CPU, or made where torch makes tensors, by what may be elsewhere."""
    table = operation.operand()
    if operation.formula is not Formula.SUBSCRIPT or not isinstance(table, Tensor):
        return False
    made = table.origin
    if made is None or made.signature.creates is Creates.WITH_OPERANDS or "device" in made.operands:
        return False
    return any(isinstance(part, Tensor) and part.device != "cpu" for part in operation.index_parts)
