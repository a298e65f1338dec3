"""The fix for a tensor that is tiled before a broadcast: the tensor itself."""

from __future__ import annotations

from dataclasses import replace

import libcst as cst

from ...inference import transfer
from ...inference.knowledge.columns import Family
from ...inference.knowledge.kinds import BOOL, FLOAT
from ...inference.patterns.tiling import copies, filled_dims
from ...inference.values import Operation, Symbol, Tensor, Value, origins
from ..fix import Edit, Fix, operand
from ..mentions import Topic
from ..writer import Rewriting
from .sparse import may_be_sparse

_HALF = frozenset({"float16", "bfloat16"})
_EXACT = frozenset({"float16", "bfloat16", "float32", "float64", "int32", "int64"})
# Results of these are not views of their operands.
_NEW = (
    Family.ARITHMETIC,
    Family.COMPARISON,
    Family.FACTORY,
    Family.JOINING,
    Family.MATMUL,
    Family.NN,
    Family.POINTWISE,
    Family.RANDOM,
    Family.REDUCTION,
)


def without_tiling(write: Rewriting, tiling: Operation, consumers: list[Operation]) -> Fix | None:
    """The original tensor instead of the tiling, or of the name bound to the tiling.

    None where it is modified in place before the arithmetic reads it, or by the arithmetic itself.
    """
    writes = [one for tensor in shares_memory(tiling.operand()) for one in write.writes(tensor)]
    if not tiling.complete or any(write.surroundings.before(tiling.node, one.node) for one in writes):
        return None
    if any(one in writes for one in consumers):
        return None
    base, around = tiling.nodes.get("input"), write.surroundings
    statement = around.statement(tiling.node)
    mentions = write.elsewhere.mentions
    safe = keeps_dtype_and_rank(tiling, consumers) and not mentions.may_replace_operations
    safe = safe and not write.elsewhere.depends_on_strides and not is_converted(write, tiling)
    safe = safe and base is not None and not write.elsewhere.may_change_operand(base)
    safe = safe and all(write.written_out.stands_by(tiling.node, one.node) for one in consumers)
    safe = safe and all(_keeps_strides(write, tiling, one) for one in consumers)
    safe = safe and all(has_as_many_dims(tiling, one) for one in consumers)
    safe = safe and not any(meets_other_dtype(write, tiling, one) for one in consumers)
    safe = safe and not any(may_be_sparse(write.inference, other) for one in consumers for other in one.tensors())
    reads = [read for one in consumers for read in one.nodes.values() if write.inference.value(read) is tiling.result]
    if type(base) is cst.Name and tiling.node not in reads and not is_given_to(statement, tiling.node, base):
        named = [write.expression(read, "{base}", safe=safe, base=operand(tiling)) for read in reads]
        edits = [edit for fix in named if fix is not None for edit in fix.edits]
        if reads and len(edits) == len(reads):
            return _with_arithmetic(write, Fix(tuple(edits), safe), consumers)
    # Other modules may read a global name.
    safe = safe and (tiling.node in reads or not isinstance(around.scope(tiling.node), cst.Module))
    if type(base) is cst.Name and is_given_to(statement, tiling.node, base) and around.following(statement):
        return Fix((Edit(statement, lambda _: cst.RemoveFromParent()),), safe)
    made = write.expression(tiling.node, "{base}", safe=safe, base=operand(tiling))
    return None if made is None else _with_arithmetic(write, made, consumers)


def is_converted(write: Rewriting, tiling: Operation) -> bool:
    """Whether a tiled tensor gets another dtype, in which its gradient would then be added up."""
    found = write.inference.consumers.get(tiling.result.identity, ()) if isinstance(tiling.result, Tensor) else ()
    return any(one.signature.family is Family.CONVERSION for one in found)


def meets_other_dtype(write: Rewriting, tiling: Operation, consumer: Operation) -> bool:
    """Whether arithmetic may promote a tiled tensor of half precision, whose gradient the copies add up in that."""
    base = tiling.operand()
    if not isinstance(base, Tensor) or base.category not in (None, FLOAT):
        return False
    others = [one.dtype for one in consumer.tensors() if one.identity is not tiling.result.identity]
    if base.dtype is not None:
        return any(one != base.dtype and (one is not None or base.dtype in _HALF) for one in others)
    converted = any(made.signature.family is Family.CONVERSION for made in origins(base, 40))
    return converted or write.elsewhere.mentions.any_of(Topic.HALF)


def _with_arithmetic(write: Rewriting, made: Fix, consumers: list[Operation]) -> Fix:
    """The fix that shows the arithmetic without the tiling, where that is one expression around all edits."""
    whole = consumers[0].node
    within = all(write.surroundings.encloses(whole, edit.node) for edit in made.edits)
    return replace(made, shows=whole) if within and isinstance(whole, cst.BaseExpression) else made


def _keeps_strides(write: Rewriting, tiling: Operation, consumer: Operation) -> bool:
    """Whether arithmetic gives the same strides without the tiling, or nothing sees them."""
    if write.confined.hides_strides(consumer.node):
        return True
    others = [node for node in consumer.nodes.values() if write.inference.value(node) is not tiling.result]
    read = [tiling.nodes.get("input"), *others]
    return len(others) < len(consumer.nodes) and all(
        node is not None and write.made_here.is_contiguous(node) for node in read
    )


def has_as_many_dims(tiling: Operation, consumer: Operation) -> bool:
    """Whether another operand is known to have as many dims as the tiled tensor, which adds none to the result then.

    A vector and its mean, repeated by ``repeat(n, 1)``, give a matrix.
    """
    result, sizes = tiling.result, transfer.sizes_of(tiling, "repeats", "size")
    rank = result.rank if isinstance(result, Tensor) and result.rank is not None else len(sizes or ()) or None
    others = [one.rank for one in consumer.tensors() if one.identity is not result.identity]
    return rank is not None and any(own is not None and own >= rank for own in others)


def is_given_to(statement: cst.CSTNode, value: cst.CSTNode, name: cst.Name) -> bool:
    """Whether a statement only assigns a value to a name."""
    assign = statement.body[0] if type(statement) is cst.SimpleStatementLine and len(statement.body) == 1 else None
    if type(assign) is not cst.Assign or assign.value is not value or len(assign.targets) != 1:
        return False
    target = assign.targets[0].target
    return type(target) is cst.Name and target.value == name.value


def keeps_dtype_and_rank(tiling: Operation, consumers: list[Operation]) -> bool:
    """Whether the arithmetic certainly keeps its dtype and rank.

    In type promotion a 0-d tensor yields to the dtype of the others, which a tiled one does not.
    """
    base = tiling.operand()
    if not isinstance(base, Tensor):
        return False
    sizes = (filled_dims(tiling) or {}).values() if base.rank is None and copies(tiling) else ()
    if any(isinstance(size, Symbol) and isinstance(size.axis, int) and size.axis < 0 for size in sizes):
        return False
    dtypes = {tensor.dtype for one in consumers for tensor in (base, *one.tensors())}
    return bool(base.rank or base.explicit_one or base.category == BOOL or (len(dtypes) == 1 and dtypes <= _EXACT))


def shares_memory(value: Value) -> list[Tensor]:
    """The tensors that may share memory with one, which may be a view of them."""
    found = [value] if isinstance(value, Tensor) else []
    for tensor in found[:40]:
        made = tensor.origin
        if made is not None and (made.signature.family not in _NEW or made.notation.modifies):
            found += [one for one in made.tensors() if one not in found]
    return found
