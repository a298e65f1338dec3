"""A function under `@torch.no_grad()`."""

from __future__ import annotations

import libcst as cst

from ..fix import Edit, Fix
from ..writer import Rewriting
from .code import from_text


def without_recording(write: Rewriting, function: cst.CSTNode | None) -> Fix | None:
    """The fix that decorates a function with `no_grad`, right above `def`, below what makes it a static method or so.

    None for the script, for lambdas, and for coroutines, whose bodies run when the decorator has ended.
    """
    if type(function) is not cst.FunctionDef or function.asynchronous is not None:
        return None
    names = write.module_names.modules(function)
    if names is None:
        return None
    torch = names.texts["torch"]

    def change(updated: cst.CSTNode) -> cst.CSTNode:
        assert type(updated) is cst.FunctionDef
        added = cst.Decorator(from_text(write.module, f"{torch}.no_grad()"))
        if not updated.decorators:
            return updated.with_changes(decorators=[added], lines_after_decorators=())
        return updated.with_changes(decorators=[*updated.decorators, added])

    kept = (*function.decorators, function.params, function.body)
    return Fix((Edit(function, change, kept),), safe=False, needs_torch=names.missing)
