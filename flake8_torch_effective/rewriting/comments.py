"""Where the comments of replaced code go: above the statement that it is, or above its element in brackets."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

import libcst as cst

from .directives import steers_at
from .fix import Fix
from .shown import Made
from .surroundings import Surroundings, inside
from .writer import Rewriting

_ELEMENTS = (cst.Arg, cst.DictElement, cst.Element, cst.Param)
_VALUED = (
    cst.AnnAssign, cst.Arg, cst.Assign, cst.AugAssign, cst.DictElement, cst.Element, cst.Expr, cst.Return, cst.Subscript
)  # fmt: skip
# What may stand around an expression without another one beside it that a comment could be about.
_AROUND = (cst.Attribute, cst.Await, cst.UnaryOperation)
# The lists of elements, by what they are in.
_LISTS: dict[type[cst.CSTNode], tuple[str, ...]] = {
    cst.Call: ("args",),
    cst.Dict: ("elements",),
    cst.List: ("elements",),
    cst.Parameters: ("posonly_params", "params", "kwonly_params"),
    cst.Set: ("elements",),
    cst.Tuple: ("elements",),
}


def comments_of(node: cst.CSTNode, alone: bool = False) -> list[cst.Comment]:
    """The comments of a node, in order; only those that have a line to themselves, if so asked."""
    found: list[cst.Comment] = []
    stack = [node]
    while stack:
        current = stack.pop()
        if type(current) is cst.Comment:
            found.append(current)
        elif alone and type(current) is cst.TrailingWhitespace:
            continue
        stack.extend(reversed(current.children))
    return found


def lost_comments(old: cst.CSTNode, new: Sequence[cst.CSTNode]) -> list[cst.Comment]:
    """The comments of a node that its replacement lacks."""
    kept = Counter(comment.value for node in new for comment in comments_of(node))
    lost: list[cst.Comment] = []
    for comment in comments_of(old):
        kept[comment.value] -= 1
        if kept[comment.value] < 0:
            lost.append(comment)
    return lost


def home(node: cst.CSTNode, around: Surroundings) -> cst.CSTNode | None:
    """What the comments of an expression are about when they stand above it: its statement, or its element in brackets.

    None where they would be about more than the expression: it is one of several in the statement, and its element
    begins behind something else on its line.
    """
    current = node
    for parent in around.ancestors(node):
        if type(current) in _ELEMENTS and type(parent) in _LISTS:
            if _gap_above(current, parent, around) is not None:
                return current
            if not _is_only_element(parent):
                return None
        elif isinstance(parent, cst.SimpleStatementLine | cst.For | cst.If | cst.While):
            return parent if _is_all_of(current, parent) else None
        elif isinstance(parent, cst.Call):
            if current is not parent.func:
                return None
        elif isinstance(parent, cst.Param):
            if current is not parent.default:
                return None
        elif isinstance(parent, _VALUED):
            if current is not parent.value:
                return None
        elif not isinstance(parent, _AROUND):
            return None
        current = parent
    return None


def with_comments(old: cst.CSTNode, new: cst.CSTNode, above: Mapping[int, Sequence[cst.Comment]]) -> cst.CSTNode:
    """Code in brackets with comments above some of its elements.

    Args:
        old: the code as it was.
        new: the code with as many elements, which may have been edited.
        above: the comments, by the ``id`` of the element as it was.
    """
    for field in _LISTS.get(type(old), ()):
        elements = list(getattr(new, field))
        if len(elements) != len(getattr(old, field)):
            continue  # then the comments are missing, and the fixes are not made together
        commented = [index for index, one in enumerate(getattr(old, field)) if id(one) in above]
        for index in commented:
            comments = above[id(getattr(old, field)[index])]
            if not index:
                new = _opened(new, comments)
                continue
            comma = elements[index - 1].comma
            comma = comma.with_changes(whitespace_after=_longer(comma.whitespace_after, comments))
            elements[index - 1] = elements[index - 1].with_changes(comma=comma)
        if commented:
            new = new.with_changes(**{field: elements})
    return new


def settled(fix: Fix, rewriting: Rewriting) -> Fix:
    """A fix that is unsafe where it moves a comment to where it would be about something else, or drops a directive."""
    if fix.safe and any(map(steers_at, _removed(fix, rewriting))):
        return replace(fix, safe=False)  # a tool may now complain of the code that takes the place
    nodes = [edit.node for edit in fix.edits if isinstance(edit.node, cst.BaseExpression)]
    if not fix.safe or not nodes:
        return fix
    rewriting.inference.complete(nodes)
    edits = {id(edit.node): edit for edit in fix.edits}
    inner = {id(part) for node in nodes for part in inside(node) if part is not node} if len(nodes) > 1 else set()
    for node in nodes:
        if id(node) in inner or not comments_of(node) or home(node, rewriting.surroundings) is not None:
            continue
        made = node.visit(Made(edits))
        if not isinstance(made, cst.CSTNode) or lost_comments(node, (made,)):
            return replace(fix, safe=False)
    return fix


def _removed(fix: Fix, rewriting: Rewriting) -> list[cst.CSTNode]:
    """The statements that a fix removes, and those whose names nothing reads any more, which go too."""
    around = rewriting.surroundings
    nodes = [edit.node for edit in fix.edits]
    rewriting.inference.complete([node for node in nodes if isinstance(node, cst.BaseExpression)])
    edits = {id(edit.node): edit for edit in fix.edits}
    kept: set[str] = set()
    for node in nodes:
        made = node.visit(Made(edits))
        kept |= {one.value for one in inside(made) if type(one) is cst.Name} if isinstance(made, cst.CSTNode) else set()
    gone: list[cst.CSTNode] = [node for node in nodes if isinstance(node, cst.BaseStatement)]
    read = list(nodes)
    for node in read:
        scope = around.scope(node)
        names = {one.value for one in inside(node) if type(one) is cst.Name} - kept
        for name in names if type(scope) is cst.FunctionDef else ():
            bound = [around.statement(one) for one in around.bindings(scope).get(name, ()) if one is not scope]
            others = [
                mention
                for mention in around.mentions(scope, name)
                if not any(around.encloses(one, mention) for one in (*read, *bound))
            ]
            if not others:
                new = [one for one in bound if type(one) is cst.SimpleStatementLine and one not in read]
                gone += new
                read += new
    return gone


def _is_all_of(code: cst.CSTNode, statement: cst.CSTNode) -> bool:
    """Whether code is all that a statement does, or all that its header computes."""
    if isinstance(statement, cst.SimpleStatementLine):
        return len(statement.body) == 1
    return code is (statement.iter if isinstance(statement, cst.For) else statement.test)  # type: ignore[attr-defined]


def _is_only_element(parent: cst.CSTNode) -> bool:
    """Whether what has one element in brackets has no other part that a comment could be about."""
    function = parent.func if isinstance(parent, cst.Call) else None
    while isinstance(function, cst.Attribute):
        function = function.value
    named = function is None or isinstance(function, cst.Name)
    return named and sum(len(getattr(parent, field)) for field in _LISTS[type(parent)]) == 1


def _gap_above(
    element: cst.CSTNode, parent: cst.CSTNode, around: Surroundings
) -> cst.BaseParenthesizableWhitespace | None:
    """The line break in front of an element in brackets; None where it begins behind something else."""
    for field in _LISTS[type(parent)]:
        elements = getattr(parent, field)
        index = bisect_left(elements, True, key=lambda one: not around.before(one, element))
        if index == len(elements) or elements[index] is not element:
            continue
        gap = getattr(elements[index - 1].comma, "whitespace_after", None) if index else _opening_gap(parent)
        return gap if type(gap) is cst.ParenthesizedWhitespace else None
    return None


def _opening_gap(parent: cst.CSTNode) -> cst.BaseParenthesizableWhitespace | None:
    """The space behind the opening bracket of some elements."""
    if isinstance(parent, cst.Call):
        return parent.whitespace_before_args
    if isinstance(parent, cst.List):
        return parent.lbracket.whitespace_after
    if isinstance(parent, cst.Dict | cst.Set):
        return parent.lbrace.whitespace_after
    return parent.lpar[-1].whitespace_after if isinstance(parent, cst.Tuple) and parent.lpar else None


def _opened(parent: cst.CSTNode, comments: Sequence[cst.Comment]) -> cst.CSTNode:
    """Code in brackets with comments above its first element."""
    gap = _longer(_opening_gap(parent), comments)
    if isinstance(parent, cst.Call):
        return parent.with_changes(whitespace_before_args=gap)
    if isinstance(parent, cst.List):
        return parent.with_changes(lbracket=parent.lbracket.with_changes(whitespace_after=gap))
    if isinstance(parent, cst.Dict | cst.Set):
        return parent.with_changes(lbrace=parent.lbrace.with_changes(whitespace_after=gap))
    assert isinstance(parent, cst.Tuple)
    last = parent.lpar[-1].with_changes(whitespace_after=gap)
    return parent.with_changes(lpar=[*parent.lpar[:-1], last])


def _longer(
    gap: cst.BaseParenthesizableWhitespace | None, comments: Sequence[cst.Comment]
) -> cst.ParenthesizedWhitespace:
    """A line break with comments on lines of their own."""
    assert isinstance(gap, cst.ParenthesizedWhitespace)
    lines = [cst.EmptyLine(gap.indent, gap.last_line, comment.with_changes()) for comment in comments]
    return gap.with_changes(empty_lines=[*gap.empty_lines, *lines])
