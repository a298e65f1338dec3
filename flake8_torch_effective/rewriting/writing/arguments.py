"""Calls with added arguments."""

from __future__ import annotations

import libcst as cst


def with_arguments(call: cst.Call, added: list[cst.Arg]) -> cst.Call:
    """A call with more arguments after its own; a trailing comma and line break before the bracket are kept."""
    if not added:
        return call
    *first, last = call.args
    between = first[-1].comma if first else cst.Comma(whitespace_after=cst.SimpleWhitespace(" "))
    args = [
        *first,
        *(arg.with_changes(comma=between, whitespace_after_arg=cst.SimpleWhitespace("")) for arg in (last, *added)),
    ]
    args[-1] = args[-1].with_changes(comma=last.comma, whitespace_after_arg=last.whitespace_after_arg)
    return call.with_changes(args=args)
