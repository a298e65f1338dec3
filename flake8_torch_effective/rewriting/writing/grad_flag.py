"""An assignment that was to set ``requires_grad``, written so that autograd reads it."""

from __future__ import annotations

import libcst as cst

from ...inference.values import Tensor
from ..fix import Edit, Fix


def corrected(node: cst.Assign, target: cst.Attribute, owner: object) -> Fix | None:
    """The fix that sets what autograd reads, by the method where the object may be a module."""
    if len(node.targets) != 1 or (isinstance(owner, Tensor) and owner.grad and not owner.leaf):
        return None
    if isinstance(owner, Tensor):
        return Fix((Edit(target, lambda made: _renamed(made, "requires_grad"), (target.value,)),), safe=False)

    def change(made: cst.CSTNode) -> cst.CSTNode:
        assign = cst.ensure_type(made, cst.Assign)
        called = _renamed(assign.targets[0].target, "requires_grad_")
        return cst.Expr(cst.Call(called, [cst.Arg(assign.value)]), semicolon=assign.semicolon)

    return Fix((Edit(node, change, (target.value, node.value)),), safe=False)


def _renamed(node: cst.CSTNode, name: str) -> cst.Attribute:
    """An attribute with another name."""
    attribute = cst.ensure_type(node, cst.Attribute)
    return attribute.with_changes(attr=attribute.attr.with_changes(value=name))
