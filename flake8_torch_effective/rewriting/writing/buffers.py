"""The update of a buffer without the graph of the batch."""

from __future__ import annotations

import libcst as cst

from ...inference.events.buffer_updates import BufferUpdate
from ..fix import Edit, Fix
from ..writer import Rewriting
from .code import from_text, has_comment, written


def detached(write: Rewriting, update: BufferUpdate) -> Fix | None:
    """The fix that writes ``.detach()`` behind what carries the graph; None where it is long or has a comment."""
    node = update.batch
    if has_comment(node) or "\n" in written(write.module, node) or not write.fits_text(node, [".detach()"]):
        return None

    def change(updated: cst.CSTNode) -> cst.CSTNode:
        assert isinstance(updated, cst.BaseExpression)
        return from_text(write.module, f"{written(write.module, updated):tight}.detach()")

    return Fix((Edit(node, change, (*node.children,)),), safe=False, shows=node)
