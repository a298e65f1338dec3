"""Evaluates comprehensions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from .. import transfer
from ..values import Module, Number, Operation, Sequence, Value, limits
from .operators import consume_condition

if TYPE_CHECKING:
    from .interpreter import Interpreter


class Comprehensions:
    """Evaluates comprehensions."""

    __slots__ = ("interpreter",)

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter

    def comprehension(self, node: cst.ListComp | cst.SetComp | cst.GeneratorExp) -> Value:
        interpreter = self.interpreter
        kind = {cst.ListComp: "list", cst.SetComp: "set"}.get(type(node), "generator")
        saved, loops = interpreter.frame.env, interpreter.frame.loops
        interpreter.frame.env = dict(saved)
        count = self.clause(node.for_in, node)
        element = interpreter.evaluate(node.elt)
        interpreter.frame.env, interpreter.frame.loops = saved, loops
        operation = interpreter.record(Operation("comprehension", node, {"element": element}, family="iteration"))
        items: list[Value] | None = None
        if count is not None and node.for_in.inner_for_in is None and not node.for_in.ifs:
            if isinstance(element, (Number, Module)):
                items = [element] * count
        return Sequence(kind, items, element, origin=operation)

    def dict_comprehension(self, node: cst.DictComp) -> Value:
        interpreter = self.interpreter
        saved, loops = interpreter.frame.env, interpreter.frame.loops
        interpreter.frame.env = dict(saved)
        self.clause(node.for_in, node)
        interpreter.evaluate(node.key)
        element = interpreter.evaluate(node.value)
        interpreter.frame.env, interpreter.frame.loops = saved, loops
        return Sequence("dict", element=element)

    def clause(self, clause: cst.CompFor, node: cst.CSTNode) -> int | None:
        """Bind the targets of ``for ... in ... if ...`` clauses; the number of iterations where known and small."""
        interpreter = self.interpreter
        iterable = interpreter.evaluate(clause.iter)
        count = len(iterable.items) if isinstance(iterable, Sequence) and iterable.items is not None else None
        if isinstance(iterable, Sequence) and iterable.type == "range" and iterable.origin is not None:
            count = transfer.integer(iterable.origin.operand("stop"))
        interpreter.frame.loops = (*interpreter.frame.loops, node)
        interpreter.assignments.assign(clause.target, interpreter.loops.element_of(iterable, clause.iter, node))
        for condition in clause.ifs:
            consume_condition(interpreter.evaluate(condition.test), condition.test)
            interpreter.narrowing.narrow(condition.test, True)
        if clause.inner_for_in is not None:
            self.clause(clause.inner_for_in, node)
        return count if count is not None and limits.fits(count) else None
