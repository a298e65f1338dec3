"""What decompositions of matrices return: tensors with names, a batch of matrices ``(*, m, n)`` taken apart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ..values import Dim, Number, Operation, Sequence, SequenceType, Shape, Text, Value
from .dtypes import dtype_of, to_real
from .results import tensor_result
from .sizes import shape_of

_COMPLEX_OF: Final = {"float32": "complex64", "float64": "complex128"}


def parts(*described: str, only: Mapping[str, tuple[object, ...]] | None = None) -> dict[str, Any]:
    """The columns of a decomposition: what it returns, and the names of that.

    Args:
        described: each part as its name, its sizes and its dtype, ``"S k real"``.  Behind those of the batch the sizes
            are ``m`` and ``n`` of the matrix, ``k``, the smaller of them, and ``?``; ``.`` is one number for each
            matrix, ``-`` a shape that something else decides.  Where no dtype stands, it is that of the matrix, as
            it is of what is ``graphless``.
        only: the arguments under which the shapes and graphs are these.
    """
    split = [(*part.split(), "same")[:3] for part in described]

    def result(op: Operation) -> Value:
        matrix = op.operand(op.signature.parameters[0])
        usual = op.complete and _is_one_of(op, only or {})
        shape = shape_of(matrix) if usual else None
        items: list[Value] = []
        for name, sizes, kind in split:
            dtype = _dtype(kind, dtype_of(matrix))
            part = tensor_result(op, _shape(shape, sizes), dtype)
            own = part.shape_identity.derive(("part", name))
            part = part.refined(dtype=dtype, shape_identity=own, grad=part.grad if usual else None)
            items.append(part.refined(grad=False) if kind.startswith(("int", "graphless")) else part)
        return Sequence(SequenceType.TUPLE, items, origin=op)

    return {"result": result, "fields": tuple(name for name, _, _ in split)}


def _is_one_of(op: Operation, only: Mapping[str, tuple[object, ...]]) -> bool:
    for name, wanted in only.items():
        given = op.operands.get(name)
        if given is not None:
            known = given.text if isinstance(given, Text) else given.number if isinstance(given, Number) else None
            if known not in wanted:
                return False
    return True


def _shape(matrix: Shape, sizes: str) -> Shape:
    if matrix is None or len(matrix) < 2 or sizes == "-":
        return None
    m, n = matrix[-2:]
    least: Dim = m if m is n else None
    if isinstance(m, int) and isinstance(n, int):
        least = min(m, n)
    known: dict[str, Dim] = {"m": m, "n": n, "k": least}
    return (*matrix[:-2], *(known.get(size) for size in sizes.strip(".")))


def _dtype(kind: str, matrix: str | None) -> str | None:
    if kind in ("same", "graphless"):
        return matrix
    if kind == "real":
        return to_real(matrix)
    if kind == "complex":
        return matrix if matrix is not None and matrix.startswith("complex") else _COMPLEX_OF.get(matrix or "", kind)
    return kind
