"""Maxima and minima of a tensor, in any spelling: ``x.max()``, ``x.amax(1)``, ``max(x)``, read back or detached."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..knowledge.columns import Formula
from ..knowledge.python_operations import BUILTIN_MAX, BUILTIN_MIN
from ..values import NONE, Operation, Tensor, Value


def detached(value: Value) -> Value:
    """The value before ``detach()`` and ``.data``.

    >>> detached(value("x.exp().detach()")).origin.name
    'exp'
    """
    for _ in range(4):
        origin = value.origin
        if origin is None or origin.formula not in (Formula.DETACH, Formula.ITEM):
            return value
        value = origin.operand()
    return value


_READS = (Formula.DETACH, Formula.ITEM, Formula.SUBSCRIPT)


@dataclass
class Extremum:
    """A maximum or minimum of ``source``.

    ``per_row`` is False for the one over everything, True with a dim, None if unknown.
    """

    source: Value
    per_row: bool | None
    operations: list[Operation] = field(default_factory=list)
    dim: Value | None = None


def extremum(value: Value, formula: Formula = Formula.MAXIMUM) -> Extremum | None:
    """The maximum or minimum that a value is, through layout, ``.values``, ``[0]``, ``detach()`` and ``item()``.

    >>> extremum(value("x.max(dim=1, keepdim=True).values.detach()")).per_row
    True
    """
    operations: list[Operation] = []
    for _ in range(10):
        origin = value.origin
        if origin is None:
            return None
        if origin.formula is formula:
            builtin = origin.signature in (BUILTIN_MAX, BUILTIN_MIN)
            source = origin.operand("source" if builtin else "input")
            operations.append(origin)
            dim = origin.operands.get("dim")
            if isinstance(dim, Tensor):
                return None
            if builtin or (dim is None and origin.complete) or dim is NONE:
                per_row: bool | None = False
            else:
                per_row = True if dim is not None else None
            return Extremum(source, per_row, operations, dim)
        if origin.signature.value_preserving or origin.formula in _READS:
            operations.append(origin)
            value = origin.operand()
            continue
        return None
    return None
