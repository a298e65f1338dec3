"""The fix that writes what torchvision has in the place of an old transform."""

from __future__ import annotations

from collections.abc import Callable

import libcst as cst

from ...inference.knowledge.torchvision_names import OldName
from ..fix import Fix, Part
from ..writer import Rewriting


def transformed(node: cst.CSTNode, row: OldName) -> Callable[[Rewriting], Fix | None]:
    """What writes the fix of a name that is read."""

    def write_it(write: Rewriting) -> Fix | None:
        call = write.surroundings.parent(node)
        if not row.code or type(node) is not cst.Attribute or type(call) is not cst.Call or call.func is not node:
            return None
        if len(call.args) != row.code.count("{x}") or any(one.star or one.keyword is not None for one in call.args):
            return None
        parts: dict[str, Part | str | None] = {"v2": write.module.code_for_node(node.value)}
        if call.args:
            parts["x"] = Part(call.args[0].value, write.inference.value(call.args[0].value))
        return write.replacement(call, row.code, parts, safe=False)

    return write_it
