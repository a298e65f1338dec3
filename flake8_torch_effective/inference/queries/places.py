"""The place of each call in its block and its function, and the conditions that it stands under."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import libcst as cst

from ...syntax.naming import last_name
from ...syntax.walking import walk
from ..interpreter.inference import Inference

_ROOM = "places of calls"


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """A statement in its block; ``test`` is the condition that the block stands under, if any, ``holds`` on which side.

    ``around`` is the place of the statement that the block belongs to, None right in a function or module.

    >>> p = program("y = x.exp()")
    >>> places_of(p.inference)[id(p.node("x.exp()"))].around is None
    True
    """

    block: Sequence[cst.CSTNode]
    index: int
    test: cst.BaseExpression | None
    holds: bool
    around: Place | None
    frame: cst.CSTNode

    def outwards(self) -> Iterator[Place]:
        """The place, and those of the statements around it, innermost first.

        >>> p = program("if n > 2:", "    for row in x:", "        y = x.exp()")
        >>> [one.test is None for one in places_of(p.inference)[id(p.node("x.exp()"))].outwards()]
        [True, False, True]
        """
        place: Place | None = self
        while place is not None:
            yield place
            place = place.around


def places_of(inference: Inference) -> dict[int, Place]:
    """The place of each call of the file, by its id.

    >>> p = program("if n > 2:", "    y = x.exp()")
    >>> place = places_of(p.inference)[id(p.node("x.exp()"))]
    >>> place.test is p.node("n > 2"), place.holds
    (True, True)
    """
    found = inference.rooms.get(_ROOM)
    if isinstance(found, dict):
        return found
    places: dict[int, Place] = {}
    inference.rooms[_ROOM] = places
    module = inference.module
    if module is None:
        return places
    work: list[tuple[Sequence[cst.CSTNode], cst.BaseExpression | None, bool, Place | None, cst.CSTNode]]
    work = [(module.body, None, True, None, module)]
    while work:
        block, test, holds, around, frame = work.pop()
        for index, statement in enumerate(block):
            place = Place(block, index, test, holds, around, frame)
            if type(statement) is cst.FunctionDef or type(statement) is cst.ClassDef:
                work.append((statement.body.body, None, True, None, statement))
                continue
            calls: list[cst.CSTNode] = []
            for part in _heads(statement):
                walk(part, {cst.Call: [calls.append]})
            places.update((id(call), place) for call in calls)
            for inner, condition, side in _blocks(statement):
                work.append((inner, condition, side, place, frame))
    return places


def _heads(statement: cst.CSTNode) -> list[cst.CSTNode]:
    """What a statement evaluates itself."""
    if type(statement) is cst.SimpleStatementLine:
        return [statement]
    if type(statement) is cst.If or type(statement) is cst.While:
        return [statement.test]
    if type(statement) is cst.For:
        return [statement.iter]
    if type(statement) is cst.With:
        return list(statement.items)
    if type(statement) is cst.Match:
        return [statement.subject]
    return [] if isinstance(statement, (cst.Try, cst.TryStar)) else [statement]


def _blocks(statement: cst.CSTNode) -> Iterator[tuple[Sequence[cst.CSTNode], cst.BaseExpression | None, bool]]:
    """The blocks of a compound statement, each with the condition it stands under; none of a simple one."""
    if type(statement) is cst.SimpleStatementLine:
        return
    if type(statement) is cst.Match:
        for case in statement.cases:
            yield case.body.body, None, True
        return
    test = statement.test if type(statement) is cst.If else None
    body = getattr(statement, "body", None)
    if isinstance(body, cst.BaseSuite):
        yield body.body, test, True
    for handler in getattr(statement, "handlers", ()):
        yield handler.body.body, None, True
    for last in (getattr(statement, "orelse", None), getattr(statement, "finalbody", None)):
        if type(last) is cst.If:
            yield [last], test, False
        elif last is not None:
            yield last.body.body, test, False


def none_name(test: cst.BaseExpression, holds: bool) -> str | None:
    """The name that holds None where a test comes out this way: ``noise is None``, and not ``noise is not None``.

    >>> p = program("if n is None: y = 1")
    >>> none_name(p.node("n is None"), True), none_name(p.node("n is None"), False)
    ('n', None)
    """
    if type(test) is not cst.Comparison or len(test.comparisons) != 1 or type(test.left) is not cst.Name:
        return None
    other = test.comparisons[0]
    same = type(other.operator) is (cst.Is if holds else cst.IsNot) and last_name(other.comparator) == "None"
    return test.left.value if same else None


def is_left_early(block: Sequence[cst.CSTNode]) -> bool:
    """Whether a block ends by leaving its function or this iteration.

    >>> p = program("if n: return x", "for row in x: y = row")
    >>> [is_left_early(one.body.body) for one in p.module.body[-1].body.body[:2]]
    [True, False]
    """
    last = block[-1] if block else None
    if type(last) is cst.SimpleStatementLine:
        last = last.body[-1]
    return isinstance(last, (cst.Return, cst.Continue))  # alone in `if kept: return kept`


def is_under_condition(inference: Inference, call: cst.CSTNode) -> bool:
    """Whether a call stands under a condition in its function, other than that a module trains.

    >>> p = program("if n > 2:", "    y = x.exp()", "if model.training:", "    z = x.sin()")
    >>> [is_under_condition(p.inference, p.node(code)) for code in ("x.exp()", "x.sin()")]
    [True, False]
    """
    place = places_of(inference).get(id(call))
    conditions = () if place is None else ((one.test, one.holds) for one in place.outwards() if one.test is not None)
    return not all(_is_met_in_training(test, holds) for test, holds in conditions)


def _is_met_in_training(test: cst.BaseExpression, holds: bool) -> bool:
    """Whether a test comes out this way in each training step: ``self.training``, or ``not self.training`` failing."""
    while type(test) is cst.UnaryOperation and type(test.operator) is cst.Not:
        test, holds = test.expression, not holds
    return holds and type(test) is cst.Attribute and test.attr.value == "training"


def is_in_training_alone(inference: Inference, call: cst.CSTNode) -> bool:
    """Whether a call stands under a condition that holds only while a module trains.

    >>> p = program("if model.training:", "    z = x.sin()", "y = x.exp()")
    >>> [is_in_training_alone(p.inference, p.node(code)) for code in ("x.sin()", "x.exp()")]
    [True, False]
    """
    place = places_of(inference).get(id(call))
    around = () if place is None else place.outwards()
    return any(one.test is not None and _is_met_in_training(one.test, one.holds) for one in around)
