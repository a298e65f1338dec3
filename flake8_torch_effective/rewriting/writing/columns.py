"""A column without its dim of size 1, so that it matches a row of the same length."""

from __future__ import annotations

from ...inference import transfer
from ...inference.knowledge.python_operations import SUBSCRIPT
from ...inference.values import NONE, Operation, Tensor
from ..fix import Fix, Part
from ..writer import Rewriting


def without_dim(operation: Operation, column: str, axis: int, write: Rewriting) -> Fix | None:
    """The column without its dim of size 1; None where it is not written here, or too few dims are left."""
    node, value = operation.nodes.get(column), operation.operand(column)
    written = operation.notation.modifies and column == "input"
    if node is None or not operation.complete or written or operation.given("out"):
        return None
    left = value.rank - 1 if isinstance(value, Tensor) and value.rank is not None else 1
    readers = write.inference.consumers.get(operation.result.identity, []) if operation.result.identity else []
    if any(reads_dim_beyond(reader, left) for reader in readers):
        return None
    return write.expression(node, f"{{column:tight}}.squeeze({axis})", safe=False, column=Part(node, value))


def reads_dim_beyond(reader: Operation, rank: int) -> bool:
    """Whether an operation names a dim, or indexes more dims, than a tensor of ``rank`` dims has."""
    dim = reader.operands.get("dim", NONE)
    dims = [] if dim is NONE else transfer.axes_of(dim)
    parts = reader.index_parts if reader.signature is SUBSCRIPT else []
    return dims is None or any(not -rank <= dim < rank for dim in dims) or len(parts) > rank
