"""Interprets loops: what iterating yields, and what a name holds from iteration to iteration."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import libcst as cst

from .. import transfer
from ..values import (
    UNKNOWN,
    Array,
    Batch,
    Dataset,
    Loader,
    Module,
    Operation,
    Sequence,
    Tensor,
    Text,
    Unknown,
    Value,
    consume_deeply,
    join,
    join_all,
)
from .frame import Environment, changes, join_environments
from .inference import LoopFacts

if TYPE_CHECKING:
    from .interpreter import Interpreter


class Loops:
    """Interprets loops: what iterating yields, and what a name holds from iteration to iteration."""

    __slots__ = ("interpreter",)

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter

    def for_(self, node: cst.For) -> bool:
        interpreter = self.interpreter
        iterable = interpreter.evaluate(node.iter)
        facts = LoopFacts(iterable, interpreter.frame.modules())

        def head() -> None:
            interpreter.assignments.assign(node.target, self.element_of(iterable, node.iter, node))

        self.loop(node, head, node.body, facts)
        if node.orelse is not None:
            interpreter.statements.suite(node.orelse.body)
        return False

    def while_(self, node: cst.While) -> bool:
        interpreter = self.interpreter
        facts = LoopFacts(UNKNOWN, interpreter.frame.modules())

        def head() -> None:
            interpreter.statements.test(node.test)
            interpreter.narrowing.narrow(node.test, True)

        self.loop(node, head, node.body, facts)
        endless = isinstance(node.test, cst.Name) and node.test.value == "True"
        if not endless:
            interpreter.narrowing.narrow(node.test, False)
        if node.orelse is not None:
            interpreter.statements.suite(node.orelse.body)
        return False

    def loop(self, node: cst.CSTNode, head: Callable[[], None], body: cst.BaseSuite, facts: LoopFacts) -> None:
        """Interpret a loop: a scouting iteration to see what changes, then one in which names hold either value."""
        interpreter = self.interpreter
        frame = interpreter.frame
        before = frame.env
        outer = (frame.loops, frame.exits, frame.continues, frame.scouting)
        frame.loops = (*frame.loops, node)

        def iteration() -> Environment:
            frame.exits, frame.continues = [], []
            head()
            ended = interpreter.statements.suite(body)
            ends = list(frame.continues)
            if not ended:
                ends.append(frame.env)
            joined = ends[0] if ends else dict(before)
            for env in ends[1:]:
                joined = join_environments(joined, env, node)
            return joined

        carried: dict[str, Value] = {}
        if not frame.scouting:
            frame.scouting = True
            frame.env = dict(before)
            returns, missed = list(frame.returns), frame.missed
            frame.missed = set()
            end = iteration()
            frame.returns = returns
            frame.scouting = False
            start = dict(before)
            for name, value in changes(before, end):
                old = before.get(name)
                if old is None and not name.isidentifier():
                    old = frame.reads.get(name)
                if old is None and name in frame.missed:  # the first iteration binds it, later iterations read it
                    start[name] = carried[name] = value
                elif old is not None:
                    start[name] = carried[name] = join(old, value, node)
            frame.missed = missed
        else:
            start = dict(before)
        frame.env = start
        end = iteration()
        exits = list(frame.exits)
        for name, value in carried.items():
            final = end.get(name)
            if final is None or final is value:
                continue
            if isinstance(final, Module) and final.identity is value.identity:  # the same, in another mode
                continue
            facts.carried[name] = (value, final)
            if name in before:
                facts.before[name] = before[name]
            if value.origin is not None and value.origin.name == "phi":
                value.origin.operands["2"] = final
                if value.identity is not None and "backward" in value.identity.uses:
                    consume_deeply(final, "backward")
        frame.loops, frame.exits, frame.continues, frame.scouting = outer
        interpreter.loop_facts[node] = facts
        joined = join_environments(before, end, node)
        for env in exits:
            joined = join_environments(joined, env, node)
        frame.env = joined

    def break_(self, node: cst.Break) -> bool:
        self.interpreter.frame.exits.append(self.interpreter.frame.env)
        return True

    def continue_(self, node: cst.Continue) -> bool:
        self.interpreter.frame.continues.append(self.interpreter.frame.env)
        return True

    def element_of(self, value: Value, node: cst.BaseExpression | None, loop: cst.CSTNode | None = None) -> Value:
        """What iterating over a value yields."""
        interpreter = self.interpreter
        if isinstance(value, Tensor):
            operation = interpreter.record(
                Operation(
                    "row",
                    loop or node or cst.Pass(),
                    {"input": value},
                    {} if node is None else {"input": node},
                    "indexing",
                )
            )
            row = transfer.row_of(value, operation)
            operation.result = row
            return row
        if isinstance(value, Sequence):
            if value.type == "dict":
                return Unknown()
            found = join_all(value.parts(), loop) or Unknown()
            if isinstance(found, Tensor) and found.grad is not False:
                interpreter.taken.setdefault(id(found.identity), []).append(value.identity)
            elif isinstance(found, Sequence):
                for part in found.parts():
                    if isinstance(part, Tensor) and part.grad is not False:
                        interpreter.taken.setdefault(id(part.identity), []).append(value.identity)
            return found
        if isinstance(value, Loader):
            dataset = value.arguments.get("dataset")
            if isinstance(dataset, Dataset) and dataset.name == "torch.utils.data.TensorDataset":
                return Sequence("list", element=Tensor(grad=False))
            return Batch()
        if isinstance(value, Array):
            return Array()
        if isinstance(value, Module):
            return join_all(value.children or [], loop) or Module()
        if isinstance(value, Batch):
            return Batch()
        if isinstance(value, Text):
            return Text()
        if isinstance(value, Unknown) and value is not UNKNOWN:
            return Unknown(
                interpreter.record(
                    Operation("element", loop or node or cst.Pass(), {"input": value}, family="iteration")
                )
            )
        return Unknown()
