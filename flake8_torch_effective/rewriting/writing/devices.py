"""Fixes that ask whether there is a GPU before they use it."""

from __future__ import annotations

import libcst as cst

from ...inference.values import NONE, Number
from ..fix import Edit, Fix
from ..writer import Rewriting
from .arguments import keyword

_CHOICE = '{device} if {torch}.cuda.is_available() else "cpu"'


def choose_device(write: Rewriting, node: cst.Call | cst.SimpleString) -> Fix | None:
    """The device with ``"cpu"`` where there is no GPU: in the place of a text, or in ``x.to(...)`` for ``x.cuda()``."""
    names = write.module_names.modules(node)
    device = node.value if isinstance(node, cst.SimpleString) else _device(write, node)
    if names is None or device is None:
        return None
    text = _CHOICE.format(device=device, torch=names.texts["torch"])
    if not write.fits_text(node, [text]):
        return None
    choice = cst.parse_expression(text)

    def change(updated: cst.CSTNode) -> cst.CSTNode:
        if type(updated) is not cst.Call:
            return choice
        func = cst.ensure_type(updated.func, cst.Attribute)
        first = [one for one in updated.args if _is_device(one, updated)]
        rest = [
            one.with_changes(keyword=cst.Name("non_blocking"), equal=keyword("_", choice).equal)
            if one.keyword is None
            else one
            for one in updated.args
            if one not in first
        ]
        given = first[0].with_changes(value=choice, keyword=None, equal=cst.MaybeSentinel.DEFAULT) if first else None
        args = [given or cst.Arg(choice), *rest]
        return updated.with_changes(func=func.with_changes(attr=cst.Name("to")), args=args)

    kept = () if isinstance(node, cst.SimpleString) else (cst.ensure_type(node.func, cst.Attribute).value,)
    return Fix((Edit(node, change, kept),), safe=False, needs_torch=names.missing)


def _is_device(argument: cst.Arg, call: cst.Call) -> bool:
    if argument.keyword is None:
        return argument is call.args[0]
    return argument.keyword.value == "device"


def _device(write: Rewriting, call: cst.Call) -> str | None:
    """The text of the device that ``cuda()`` takes; None where that is not a number."""
    for argument in call.args:
        if argument.keyword is not None and argument.keyword.value not in ("device", "non_blocking", "memory_format"):
            return None
        if _is_device(argument, call):
            value = write.inference.value(argument.value)
            if isinstance(value, Number) and type(value.number) is int:
                return f'"cuda:{value.number}"'
            return '"cuda"' if value is NONE else None
    return '"cuda"'
