"""The call of a Module in the place of that of its ``forward``."""

from __future__ import annotations

import libcst as cst

from ..fix import Edit, Fix
from .code import has_comment


def called_itself(call: cst.Call) -> Fix | None:
    """The fix that calls the module: ``self.net.forward(x)`` becomes ``self.net(x)``; None where a comment would go."""
    func = call.func
    if type(func) is not cst.Attribute or has_comment(func.dot) or func.lpar:
        return None

    def change(updated: cst.CSTNode) -> cst.CSTNode:
        return cst.ensure_type(updated, cst.Attribute).value

    return Fix((Edit(func, change, (func.value,)),), safe=False, shows=call)
