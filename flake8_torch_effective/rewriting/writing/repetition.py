"""A list that repeats one object as one that makes an object for each place."""

from __future__ import annotations

import libcst as cst

from ..fix import Edit, Fix
from ..surroundings import inside
from ..writer import Rewriting
from .code import from_text, written


def one_each(
    write: Rewriting, node: cst.CSTNode, listed: cst.List | cst.Tuple, times: cst.BaseExpression
) -> Fix | None:
    """The fix that writes ``[f(x) for _ in range(n)]`` for ``[f(x)] * n``.

    None for more than one call in the list, for a tuple, where a comprehension cannot read what the list reads, as in
    the body of a class, or where the call binds a name or waits.
    """
    made = listed.elements[0].value if len(listed.elements) == 1 else None
    if type(listed) is not cst.List or type(made) is not cst.Call:
        return None
    parts = [*inside(made), *inside(times)]
    odd = any(isinstance(part, cst.NamedExpr | cst.Await | cst.Yield | cst.Comment) for part in parts)
    hidden = any(type(part) is cst.Name and part.value == "_" for part in parts)
    in_class = isinstance(write.surroundings.scope(node), cst.ClassDef)
    if odd or hidden or in_class or write.module_names.is_bound("range", node):
        return None
    text = f"[{written(write.module, made)} for _ in range({written(write.module, times)})]"
    return Fix((Edit(node, lambda _: from_text(write.module, text)),), False)
