"""The code of a fix that a message can print: what stands there once the fix is made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import libcst as cst

from .fix import Changed, Edit, Fix
from .surroundings import inside, names_in
from .writing.code import ATOM, NAMED, binding, unparenthesized


def code_written(fix: Fix, module: cst.Module) -> str | None:
    """The new code of the expression that a fix changes, on one line.

    Args:
        fix: the fix; where it changes several expressions, it names the one that is shown.
        module: the module that it is about.

    Returns:
        None where the fix has no such expression, removes it, or cannot be made; where a comment stands in the new
        code; and where it reads a name that another edit of the fix binds anew or removes, so that it is not enough to
        copy it.
    """
    edits = {id(edit.node): edit for edit in fix.edits}
    node = _only_expression(fix) if fix.shows is None else fix.shows
    if node is None:
        return None
    try:
        made = node.visit(Made(edits))
    except Exception:  # a finding whose fix cannot be made is still reported
        return None
    if not isinstance(made, cst.BaseExpression):
        return None
    within = {id(part) for part in inside(node)}
    others = [edit.node for edit in fix.edits if id(edit.node) not in within]
    bound = {name.value for other in others for name in _bound(other)}
    if bound & names_of(made):
        return None
    code = module.code_for_node(unparenthesized(made))
    return None if "#" in code else " ".join(code.split())


def _only_expression(fix: Fix) -> cst.CSTNode | None:
    """The one expression that is changed, or the one around all the others."""
    changed = [edit.node for edit in fix.edits if isinstance(edit.node, cst.BaseExpression)]
    for outer in changed:
        within = {id(node) for node in inside(outer)}
        if all(id(node) in within for node in changed):
            return outer
    return None


def _bound(statement: cst.CSTNode) -> Iterator[cst.Name]:
    """The names that the assignments in a node bind."""
    for part in inside(statement):
        if isinstance(part, cst.AssignTarget | cst.AnnAssign | cst.AugAssign | cst.NamedExpr):
            yield from names_in(part.target)


def names_of(code: cst.CSTNode) -> set[str]:
    """The names in a node, without those of attributes and keywords."""
    labels: set[int] = set()
    names: set[str] = set()
    for part in inside(code):
        if type(part) is cst.Attribute:
            labels.add(id(part.attr))
        elif type(part) is cst.Arg:
            labels.add(id(part.keyword))
        elif type(part) is cst.Name and id(part) not in labels:
            names.add(part.value)
    return names


class Made(cst.CSTTransformer):
    """Makes the edits inside an expression, innermost first."""

    def __init__(self, edits: Mapping[int, Edit]) -> None:
        super().__init__()
        self.edits = edits
        self.arguments: set[int] = set()

    def visit_Arg(self, node: cst.Arg) -> None:
        if not node.star:
            self.arguments.add(id(node.value))

    def on_leave(self, original_node: cst.CSTNode, updated_node: cst.CSTNode) -> Changed:  # type: ignore[override]
        edit = self.edits.get(id(original_node))
        if edit is None:
            return updated_node
        made = edit.change(unparenthesized(updated_node))
        if not isinstance(updated_node, cst.BaseExpression) or not isinstance(made, cst.BaseExpression) or made.lpar:
            return made
        if updated_node.lpar and binding(made) != ATOM:
            return made.with_changes(lpar=updated_node.lpar, rpar=updated_node.rpar)
        stands_alone = id(original_node) in self.arguments and binding(made) > NAMED
        if binding(made) < binding(updated_node) and not stands_alone:
            return made.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
        return made
