"""Which tensors an attribute of an object holds, or computes: a subclass or a caller may put something else there."""

from __future__ import annotations

import libcst as cst

from ...inference.values import Reference, Tensor
from ...syntax.walking import walk
from ..writer import Rewriting


def is_held(write: Rewriting, node: cst.CSTNode) -> bool:
    """Whether an expression reads an attribute of an object that is neither a module of Python's nor a tensor."""
    found: list[cst.CSTNode] = []

    def look(part: cst.CSTNode) -> None:
        assert type(part) is cst.Attribute
        if not isinstance(write.inference.value(part.value), Reference | Tensor):
            found.append(part)

    walk(node, {cst.Attribute: [look]})
    return bool(found)
