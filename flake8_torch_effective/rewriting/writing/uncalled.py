"""The call that a method lacks: ``x.item()`` for ``x.item``, and ``x.numel()`` where a size is compared."""

from __future__ import annotations

import libcst as cst

from ...inference.values import Number
from ..writer import Rewriting


def is_compared_with_number(write: Rewriting, node: cst.Attribute) -> bool:
    """Whether ``x.size == 0`` is asked, as of an array: a ``torch.Size`` equals no number, and ``numel()`` is meant."""
    around = write.surroundings.parent(node)
    if isinstance(around, cst.ComparisonTarget):
        around = write.surroundings.parent(around)
    if not isinstance(around, cst.Comparison):
        return False
    sides = (around.left, *(one.comparator for one in around.comparisons))
    return any(isinstance(write.inference.value(side), Number) for side in sides)


def called(updated: cst.CSTNode) -> cst.CSTNode:
    """``x.item()`` for ``x.item``."""
    return cst.Call(cst.ensure_type(updated, cst.Attribute))


def counted(updated: cst.CSTNode) -> cst.CSTNode:
    """``x.numel()`` for ``x.size``."""
    return cst.Call(cst.ensure_type(updated, cst.Attribute).with_changes(attr=cst.Name("numel")))
