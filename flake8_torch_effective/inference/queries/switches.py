"""Which of two settings of a package a piece of code leaves on, over all paths through it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

import libcst as cst

from ..interpreter.inference import Inference
from ..values import Number, Reference

# The conditions that a statement stands under: the text of each, and which branch of it.
Conditions: TypeAlias = "tuple[tuple[str, bool], ...]"
# So many ways to leave a block are told apart.
_STATES = 32


class Switched(NamedTuple):
    """An assignment that switches a setting on, and the conditions that it stands under."""

    node: cst.Assign
    conditions: Conditions

    def may_meet(self, other: Switched) -> bool:
        """Whether nothing in the text keeps two such assignments apart.

        That is so if one runs wherever the other does: what two separate conditions say may exclude each other.

        >>> p = program("if n: torch.backends.cudnn.benchmark = True")
        >>> always = Switched(p.module.body[-1], ())
        >>> always.may_meet(Switched(p.module.body[-1], (("n", True),)))
        True
        """
        mine, others = set(self.conditions), set(other.conditions)
        return mine <= others or others <= mine


# What switched on the first setting and the second, None where nothing did.
State: TypeAlias = "tuple[Switched | None, Switched | None]"
States: TypeAlias = "frozenset[State]"


def both_on(inference: Inference, scope: cst.CSTNode, owner: str, settings: tuple[str, str]) -> Switched | None:
    """The later of two assignments by which a scope leaves both settings on; None where it does on no path.

    Functions in it are scopes of their own.

    Args:
        inference: the file.
        scope: a function or the module.
        owner: the dotted name of the module that has the settings.
        settings: their names.

    >>> p = program("cudnn = torch.backends.cudnn", "cudnn.benchmark = True", "cudnn.deterministic = True")
    >>> both_on(p.inference, p.module.body[-1], "torch.backends.cudnn", ("benchmark", "deterministic")) is None
    False
    >>> p = program("cudnn = torch.backends.cudnn", "cudnn.benchmark = not n", "cudnn.deterministic = True")
    >>> both_on(p.inference, p.module.body[-1], "torch.backends.cudnn", ("benchmark", "deterministic")) is None
    True
    """
    body = scope.body if type(scope) is cst.FunctionDef else scope
    if not isinstance(body, cst.BaseSuite | cst.Module):
        return None
    paths = _Paths(inference, owner, settings)
    left = paths.through(body.body, frozenset({(None, None)}), ()) | paths.left
    for first, second in left:
        if first is not None and second is not None and first.may_meet(second):
            return max(first, second, key=lambda one: paths.order[id(one.node)])
    return None


class _Paths:
    """Follows the two settings through the statements of one scope; ``left`` is what ``return`` leaves."""

    def __init__(self, inference: Inference, owner: str, settings: tuple[str, str]) -> None:
        self.inference = inference
        self.owner = owner
        self.settings = settings
        self.left: States = frozenset()
        self.order: dict[int, int] = {}

    def through(self, statements: Sequence[cst.CSTNode], states: States, conditions: Conditions) -> States:
        """What holds after some statements; nothing where they are left before their end."""
        for statement in statements:
            if not states:
                break
            if type(statement) is cst.SimpleStatementLine:
                for small in statement.body:
                    states = self.after(small, states, conditions)
            else:
                states = self.compound(statement, states, conditions)
            if len(states) > _STATES:
                return frozenset()
        return states

    def suite(self, suite: cst.BaseSuite, states: States, conditions: Conditions) -> States:
        """What holds after an indented block, or after the statements behind a colon."""
        if type(suite) is cst.SimpleStatementSuite:
            for small in suite.body:
                states = self.after(small, states, conditions)
            return states
        return self.through(suite.body, states, conditions)

    def after(self, small: cst.CSTNode, states: States, conditions: Conditions) -> States:
        """What holds after a simple statement."""
        if type(small) is cst.Return:
            self.left |= states
            return frozenset()
        if isinstance(small, cst.Raise | cst.Continue | cst.Break):
            return frozenset() if type(small) is cst.Raise else states
        if type(small) is cst.Assign:
            for name, value in self.assigned(small):
                place = self.settings.index(name)
                on = isinstance(value, Number) and value.number is True
                self.order[id(small)] = len(self.order)
                switched = Switched(small, conditions) if on else None
                states = frozenset((switched, two) if place == 0 else (one, switched) for one, two in states)
        return states

    def assigned(self, node: cst.Assign) -> Iterator[tuple[str, object]]:
        """The settings that an assignment sets, with their values."""
        for target in (one.target for one in node.targets):
            pairs: list[tuple[cst.BaseExpression, cst.BaseExpression]] = [(target, node.value)]
            if type(target) is cst.Tuple and type(node.value) is cst.Tuple:
                pairs = [(one.value, two.value) for one, two in zip(target.elements, node.value.elements, strict=False)]
            for place, given in pairs:
                if type(place) is cst.Attribute and place.attr.value in self.settings:
                    owner = self.inference.value(place.value)
                    if isinstance(owner, Reference) and owner.name == self.owner:
                        yield place.attr.value, self.inference.value(given)

    def compound(self, node: cst.CSTNode, states: States, conditions: Conditions) -> States:
        """What holds after a statement with blocks."""
        if type(node) is cst.If:
            test = self.inference.code(node.test)
            after = self.suite(node.body, states, (*conditions, (test, True)))
            other = (*conditions, (test, False))
            if type(node.orelse) is cst.If:
                return after | self.compound(node.orelse, states, other)
            return after | (states if node.orelse is None else self.suite(node.orelse.body, states, other))
        if type(node) is cst.With:
            return self.suite(node.body, states, conditions)
        if isinstance(node, cst.For | cst.While):
            after = states | self.suite(node.body, states, conditions)
            return after if node.orelse is None else self.suite(node.orelse.body, after, conditions)
        if isinstance(node, cst.Try | cst.TryStar):
            after = self.suite(node.body, states, conditions)
            for handler in node.handlers:
                after |= self.suite(handler.body, states, (*conditions, ("except", True)))
            return after if node.finalbody is None else self.suite(node.finalbody.body, after, conditions)
        return states
