"""Assignments that became unused because a fix removed the last reader."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst

from ..inference.interpreter.inference import Inference
from ..rewriting.fix import Edit
from ..rewriting.purity import only_computes
from ..rewriting.surroundings import Surroundings, inside


class Leftovers:
    """The names that fixed code no longer reads, until their assignments are removed or found to be needed.

    A function is identified by its number among the functions of the module, which no fix changes.
    """

    def __init__(self) -> None:
        self.names: set[tuple[int, str]] = set()

    def note(self, names: Iterable[tuple[int, str]]) -> None:
        """Remember names that edited code no longer reads."""
        self.names |= set(names)

    def edits(self, module: cst.Module, inference: Inference) -> list[Edit]:
        """The edits that remove the unused assignments to these names; each name is looked at once."""
        if not self.names:
            return []
        surroundings = Surroundings(module)
        functions = {surroundings.order(node): node for node in inside(module) if type(node) is cst.FunctionDef}
        found: list[Edit] = []
        for order, name in sorted(self.names):
            function = functions.get(order)
            statements = [] if function is None else _useless(function, name, surroundings, inference)
            found += [Edit(statement, lambda _: cst.RemoveFromParent()) for statement in statements]
        self.names = set()
        return found


def _useless(
    function: cst.FunctionDef, name: str, surroundings: Surroundings, inference: Inference
) -> list[cst.SimpleStatementLine]:
    """The assignments to a name that have no side effects and that nothing but each other reads."""
    mentions = [
        mention
        for mention in surroundings.mentions(function, name)
        if not (isinstance(surroundings.parent(mention), cst.Param) and surroundings.scope(mention) is function)
    ]
    own = [mention for mention in mentions if mention.value == name and surroundings.scope(mention) is function]
    assigns = [assign for mention in own if (assign := _assigned(mention, surroundings)) is not None]
    reads = [mention for mention in mentions if not any(mention is assign.targets[0].target for assign in assigns)]
    if not all(any(surroundings.encloses(assign.value, read) for assign in assigns) for read in reads):
        assigns = [assign for assign in assigns if _is_overwritten(assign, surroundings)]
    lines = [(assign, surroundings.statement(assign)) for assign in assigns]
    removable = [
        statement
        for assign, statement in lines
        if type(statement) is cst.SimpleStatementLine
        and len(statement.body) == 1
        and surroundings.following(statement) is not None
        and only_computes(assign.value, inference)
    ]
    return removable if len(removable) == len(assigns) else []


def _assigned(name: cst.Name, surroundings: Surroundings) -> cst.Assign | None:
    """The assignment whose only target is a name."""
    target = surroundings.parent(name)
    assign = None if target is None else surroundings.parent(target)
    if type(target) is not cst.AssignTarget or type(assign) is not cst.Assign or len(assign.targets) != 1:
        return None
    return assign


def _is_overwritten(assign: cst.Assign, surroundings: Surroundings) -> bool:
    """Whether the next statement rebinds the name without reading it."""
    following = surroundings.following(surroundings.statement(assign))
    if type(following) is not cst.SimpleStatementLine:
        return False
    if any(isinstance(ancestor, cst.Try | cst.TryStar) for ancestor in surroundings.ancestors(assign)):
        return False
    target = assign.targets[0].target
    alike = [node for node in inside(following) if type(node) is cst.Name and node.value == target.value]  # type: ignore[attr-defined]
    other = _assigned(alike[0], surroundings) if len(alike) == 1 else None
    return other is not None and surroundings.statement(other) is following
