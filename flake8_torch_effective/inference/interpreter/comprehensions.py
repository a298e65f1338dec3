"""Evaluates comprehensions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import libcst as cst

from ...syntax.walking import CHILDREN
from .. import transfer
from ..knowledge.python_operations import COMPREHENSION
from ..values import (
    UNKNOWN,
    Module,
    Number,
    Operation,
    Sequence,
    SequenceType,
    Unknown,
    Value,
    anything,
    covers,
    join,
    limits,
    widened,
)

if TYPE_CHECKING:
    from .interpreter import Interpreter


# As for loops: nothing is left to change after that.
_ENOUGH = 10
_KINDS = {cst.ListComp: SequenceType.LIST, cst.SetComp: SequenceType.SET, cst.GeneratorExp: SequenceType.GENERATOR}


class Comprehensions:
    """Evaluates comprehensions."""

    __slots__ = ("interpreter",)

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter

    def comprehension(self, node: cst.ListComp | cst.SetComp | cst.GeneratorExp) -> Value:
        interpreter = self.interpreter
        kind = _KINDS[type(node)]
        element: Value = UNKNOWN
        count: int | None = None

        def iteration() -> None:
            nonlocal element, count
            count = self.clause(node.for_in, node)
            element = interpreter.evaluate(node.elt)

        self.run(node, iteration)
        operation = interpreter.record(Operation(COMPREHENSION, node, {"element": element}))
        items: list[Value] | None = None
        if count is not None and node.for_in.inner_for_in is None and not node.for_in.ifs:
            if isinstance(element, (Number, Module)) and (kind is not SequenceType.SET or count < 2):
                items = [element] * count
        return Sequence(kind, items, element, origin=operation)

    def evaluated_later(self, node: cst.GeneratorExp) -> Value:
        """A generator expression that gets a name: what it reads may be something else when it runs."""
        interpreter = self.interpreter
        stack: list[object] = [node.elt, *node.for_in.ifs]
        while stack:
            part = stack.pop()
            if isinstance(part, (tuple, list)):
                stack.extend(part)
            elif isinstance(part, cst.CSTNode):
                interpreter.values.pop(id(part), None)
                interpreter.operations.pop(id(part), None)
                stack.extend(getattr(part, name) for name in CHILDREN.get(type(part), ()))
        return Sequence(SequenceType.GENERATOR, element=Unknown())

    def dict_comprehension(self, node: cst.DictComp) -> Value:
        element: Value = UNKNOWN

        def iteration() -> None:
            nonlocal element
            self.clause(node.for_in, node)
            self.interpreter.evaluate(node.key)
            element = self.interpreter.evaluate(node.value)

        self.run(node, iteration)
        return Sequence(SequenceType.DICT, element=element)

    def run(self, node: cst.BaseComp, iteration: Callable[[], None]) -> None:
        """Interpret the iterations of a comprehension in a scope of its own, which only a walrus reaches out of."""
        interpreter = self.interpreter
        frame = interpreter.frame
        loops, leaked = frame.loops, frame.leaked
        rounds = 0
        carried: set[str] = set()
        while True:
            before, frame.leaked = frame.env, {}
            frame.env = dict(before)
            iteration()
            frame.env, frame.loops = before, loops
            changed = {
                name: value
                for name, value in frame.leaked.items()
                if name not in carried or name not in before or not covers(before[name], value)
            }
            carried.update(changed)
            handed_on = changed or frame.leaked
            heads = {
                name: join(before[name], value, node) if name in before else value for name, value in handed_on.items()
            }
            if not changed or rounds > _ENOUGH:
                frame.bind_all(heads)
                break
            rounds += 1
            if rounds > 1:
                heads = {name: widened(head) if rounds == 2 else anything() for name, head in heads.items()}
            frame.bind_all(heads)
        leaked.update(frame.leaked)
        frame.leaked = leaked

    def clause(self, clause: cst.CompFor, node: cst.CSTNode) -> int | None:
        """Bind the targets of ``for ... in ... if ...`` clauses; the number of iterations where known and small."""
        interpreter = self.interpreter
        iterable = interpreter.evaluate(clause.iter)
        interpreter.uncalled.iterated(iterable, clause.iter)
        count = len(iterable.items) if isinstance(iterable, Sequence) and iterable.items is not None else None
        if isinstance(iterable, Sequence) and iterable.is_range and iterable.origin is not None:
            count = transfer.integer(iterable.origin.operand("stop"))
        interpreter.frame.loops = (*interpreter.frame.loops, node)
        interpreter.assignments.assign(clause.target, interpreter.loops.element_of(iterable, clause.iter, node))
        for condition in clause.ifs:
            interpreter.operators.consume_condition(interpreter.evaluate(condition.test), condition.test)
            interpreter.narrowing.narrow(condition.test, True)
        if clause.inner_for_in is not None:
            self.clause(clause.inner_for_in, node)
        return count if count is not None and limits.fits(count) else None
