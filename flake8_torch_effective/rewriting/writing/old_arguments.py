"""Fixes of calls with arguments that torch no longer takes: without them, or with what replaced them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import libcst as cst

from ...inference.interpreter.inference import Inference
from ...inference.knowledge.arguments import reduction_of
from ...inference.values import Number
from ..fix import Edit, Fix
from .arguments import keyword


def without(call: cst.Call, argument: cst.Arg) -> Fix | None:
    """The call without an argument, which must be the last one or have a name."""
    if argument.keyword is None and argument is not call.args[-1]:
        return None
    return _with_args(call, lambda args: [one for one, old in zip(args, call.args, strict=True) if old is not argument])


def renamed(call: cst.Call, argument: cst.Arg, name: str, value: cst.BaseExpression | None = None) -> Fix:
    """The call with an argument under another name, and with another value where one is given."""

    def change(args: Sequence[cst.Arg]) -> list[cst.Arg]:
        return [_named(one, name, value) if old is argument else one for one, old in zip(args, call.args, strict=True)]

    return _with_args(call, change)


def _named(argument: cst.Arg, name: str, value: cst.BaseExpression | None) -> cst.Arg:
    made = keyword(name, value or argument.value)
    return made.with_changes(comma=argument.comma, whitespace_after_arg=argument.whitespace_after_arg)


def with_reduction(inference: Inference, call: cst.Call) -> Fix | None:
    """The call of a loss with ``reduction``, where it has the old arguments by name and with literal values."""
    named = {one.keyword.value: one for one in call.args if one.keyword is not None}
    old = {name: named[name] for name in ("size_average", "reduce") if name in named}
    if "reduction" in named or not old or any(one.star for one in call.args):
        return None
    given = {name: inference.value(one.value) for name, one in old.items()}
    truths: dict[str, bool] = {}
    for name, value in given.items():
        if not isinstance(value, Number) or not isinstance(value.number, bool):
            return None
        truths[name] = value.number
    word = cst.SimpleString(f'"{reduction_of(truths.get("size_average"), truths.get("reduce"))}"')
    first, *others = old.values()
    fix = renamed(call, first, "reduction", word)
    if not others:
        return fix

    def change(updated: cst.CSTNode) -> cst.CSTNode:
        made = cst.ensure_type(fix.edits[0].change(updated), cst.Call)
        kept = [one for one, before in zip(made.args, call.args, strict=True) if before is not others[0]]
        return made.with_changes(args=_closed(kept, call))

    return Fix((Edit(call, change, fix.edits[0].keeps),), safe=False)


def _with_args(call: cst.Call, changed: Callable[[Sequence[cst.Arg]], list[cst.Arg]]) -> Fix:
    def change(updated: cst.CSTNode) -> cst.CSTNode:
        made = cst.ensure_type(updated, cst.Call)
        return made.with_changes(args=_closed(changed(made.args), call))

    return Fix((Edit(call, change, (call.func, *(one.value for one in call.args))),), safe=False)


def _closed(args: list[cst.Arg], call: cst.Call) -> list[cst.Arg]:
    """Arguments whose last one ends as the last one of a call does."""
    if not args:
        return args
    last = call.args[-1]
    return [*args[:-1], args[-1].with_changes(comma=last.comma, whitespace_after_arg=last.whitespace_after_arg)]
