"""`reshape` in the place of `view`."""

from __future__ import annotations

import libcst as cst

from ...inference.values import Operation
from ..fix import Edit, Fix
from ..mentions import Topic
from ..writer import Rewriting
from ..written_into import Use


def reshaped(write: Rewriting, operation: Operation) -> Fix | None:
    """`reshape` for `view`; None where the method is called by another name, or the result is modified in place.

    None either in an f-string that shows its own code, and for ``view(**sizes)``, whose keyword may be ``size``.
    """
    node = operation.node
    if type(node) is cst.Call and any(argument.star == "**" for argument in node.args):
        return None
    if as_reshape(node) is node or write.writes(operation.result) or not write.fits_text(node, ()):
        return None
    use = write.written_into.use(node)
    if use is Use.WRITTEN:
        return None
    edit = Edit(node, lambda updated: as_reshape(updated.with_changes(lpar=[], rpar=[])), tuple(node.children))
    mentions = write.elsewhere.mentions
    safe = use is Use.READ and not (mentions.expects_errors or mentions.replaces_operations)
    safe = safe and not mentions.any_of(Topic.OPERATIONS)  # a trace shows which method runs
    return Fix((edit,), safe=safe)


def as_reshape(node: cst.CSTNode) -> cst.CSTNode:
    """``x.view(...)`` with ``reshape`` for ``view``."""
    if type(node) is cst.Call and type(node.func) is cst.Attribute and "view" in node.func.attr.value:
        word = node.func.attr.value.replace("view", "reshape")
        shape = [
            argument.with_changes(keyword=cst.Name("shape")) if argument.keyword is not None else argument
            for argument in node.args
        ]
        args = node.args if word == "reshape_as" else shape
        return node.with_changes(func=node.func.with_changes(attr=cst.Name(word)), args=args)
    return node
