"""Keyword arguments, calls with added ones, and the fix that adds one."""

from __future__ import annotations

import libcst as cst

from ..fix import Edit, Fix


def keyword(name: str, value: cst.BaseExpression) -> cst.Arg:
    """``name=value``."""
    bare = cst.SimpleWhitespace("")
    return cst.Arg(value, keyword=cst.Name(name), equal=cst.AssignEqual(bare, bare))


def with_arguments(call: cst.Call, added: list[cst.Arg]) -> cst.Call:
    """A call with more arguments after its own; a trailing comma, line breaks and comments stay where they are."""
    if not added:
        return call
    *first, last = call.args
    between = first[-1].comma if first else cst.Comma(whitespace_after=cst.SimpleWhitespace(" "))
    assert type(between) is cst.Comma
    between = between.with_changes(whitespace_after=_bare(between.whitespace_after))
    behind, comma, after = between, last.comma, last.whitespace_after_arg
    if type(between.whitespace_after) is cst.ParenthesizedWhitespace:
        space = comma.whitespace_after if type(comma) is cst.Comma else after
        if type(space) is cst.ParenthesizedWhitespace:
            line = between.whitespace_after.with_changes(first_line=space.first_line)
            behind = between.with_changes(whitespace_after=line)
        after = _bare(after)
        comma = comma.with_changes(whitespace_after=_bare(space)) if type(comma) is cst.Comma else comma
    args = [
        *first,
        last.with_changes(comma=behind, whitespace_after_arg=cst.SimpleWhitespace("")),
        *(arg.with_changes(comma=between, whitespace_after_arg=cst.SimpleWhitespace("")) for arg in added),
    ]
    args[-1] = args[-1].with_changes(comma=comma, whitespace_after_arg=after)
    return call.with_changes(args=args)


def with_keyword(call: cst.Call, name: str, value: cst.BaseExpression) -> Fix:
    """The unsafe fix that gives a call a keyword argument, in the place of the one that it has."""
    written = next((one for one in call.args if _is_keyword(one, name)), None)

    def change(updated: cst.CSTNode) -> cst.CSTNode:
        made = cst.ensure_type(updated, cst.Call)
        if written is None:
            return with_arguments(made, [keyword(name, value)])
        args = [one.with_changes(value=value) if _is_keyword(one, name) else one for one in made.args]
        return made.with_changes(args=args)

    kept = tuple(argument.value for argument in call.args if argument is not written)
    return Fix((Edit(call, change, (call.func, *kept)),), safe=False)


def _is_keyword(argument: cst.Arg, name: str) -> bool:
    return argument.keyword is not None and argument.keyword.value == name


def _bare(space: cst.BaseParenthesizableWhitespace) -> cst.BaseParenthesizableWhitespace:
    """Whitespace without the comments in it."""
    if type(space) is not cst.ParenthesizedWhitespace:
        return space
    line = cst.TrailingWhitespace(newline=space.first_line.newline)
    return space.with_changes(first_line=line, empty_lines=())
