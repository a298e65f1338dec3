"""Interprets statements with branches, and the joins behind them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from ..knowledge.names import canonical
from ..knowledge.parameters import REDUCTION_WORDS
from ..knowledge.python_operations import SOME_OBJECT
from ..values import OTHER, Instance, Number, Operation, Reference, Sequence, Text, Unknown, Value
from .frame import NO_GRAD, Environment, changes, interrupted, join_environments

if TYPE_CHECKING:
    from .interpreter import Interpreter


# Context managers that take the exceptions of their block for themselves.
_SUPPRESSING = frozenset({"contextlib.suppress", "pytest.raises"})


class Branches:
    """Interprets statements with branches, and the joins behind them."""

    __slots__ = ("interpreter",)

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter

    def if_(self, node: cst.If) -> bool:
        # An elif chain is a list, not a nest: thousands of branches must not nest this function.
        interpreter = self.interpreter
        ends: list[Environment] = []
        current: cst.If | None = node
        closed = True
        while current is not None:
            interpreter.statements.test(current.test)
            before = interpreter.frame.env
            interpreter.frame.env = dict(before)
            interpreter.narrowing.narrow(current.test, True)
            chosen = interpreter.frame.chosen
            interpreter.frame.chosen = chosen or self.chooses_reduction(current.test)
            if not interpreter.statements.suite(current.body):
                ends.append(interpreter.frame.env)
            interpreter.frame.env = dict(before)
            interpreter.narrowing.narrow(current.test, False)
            orelse = current.orelse
            if type(orelse) is not cst.Else:
                interpreter.frame.chosen = chosen
            if type(orelse) is cst.If:
                current = orelse
                continue
            if orelse is None or not interpreter.statements.suite(orelse.body):
                ends.append(interpreter.frame.env)
            interpreter.frame.chosen = chosen
            closed = not ends
            current = None
        if closed:
            return True
        self.meet_environments(ends, node)
        return False

    def chooses_reduction(self, test: cst.BaseExpression) -> bool:
        """Whether a condition asks which reduction the caller wants: ``reduction == "mean"``, ``mode == Mode.SUM``."""
        if type(test) is cst.BooleanOperation:
            return self.chooses_reduction(test.left) or self.chooses_reduction(test.right)
        if type(test) is not cst.Comparison:
            return False
        for part in (test.left, *(target.comparator for target in test.comparisons)):
            value = self.interpreter.values.get(id(part))
            words = value.parts() if isinstance(value, Sequence) else [value]
            if any(isinstance(word, Text) and word.text in REDUCTION_WORDS for word in words):
                return True
            while type(part) is cst.Attribute:
                if part.attr.value.lower() in REDUCTION_WORDS:
                    return True
                part = part.value
        return False

    def meet_environments(self, ends: list[Environment], node: cst.CSTNode) -> None:
        """Continue where several branches come together."""
        frame = self.interpreter.frame
        joined = ends[0]
        for env in ends[1:]:
            joined = join_environments(joined, env, node, frame.kept)
        frame.env = joined

    def with_(self, node: cst.With) -> bool:
        interpreter = self.interpreter
        frame = interpreter.frame
        grad, jumps, switches = frame.grad, (len(frame.exits), len(frame.continues)), frame.switches_grad
        suppresses = False
        managers: list[Value] = []
        modes = interpreter.inference_modes
        for item in node.items:
            interpreter.contexts.append(item.item)
            value = interpreter.evaluate(item.item)
            interpreter.unfollowed.special(value, "__enter__", [], item)
            managers.append(value)
            frame.grad = self.grad_mode(item.item)
            interpreter.inference_modes += self.is_inference_mode(item.item)
            suppresses = suppresses or self.suppresses(item.item)
            if item.asname is not None and isinstance(item.asname.name, (cst.Name, cst.Tuple, cst.List)):
                interpreter.assignments.assign(item.asname.name, entered(item.item, value))
        frame.switches_grad |= frame.grad is not grad or grad is False
        if suppresses:
            before = dict(frame.env)
            ended, tried = self.attempt(node.body)
            left = interrupted(before, tried, node, frame.kept)
            frame.env = left if ended else join_environments(left, frame.env, node)
            ended = False
        else:
            ended = interpreter.statements.suite(node.body)
        for value in managers:
            interpreter.unfollowed.special(value, "__exit__", [], node)
        interpreter.inference_modes = modes
        frame.leave_grad(grad, *jumps)
        frame.switches_grad = switches
        return ended

    def suppresses(self, item: cst.BaseExpression) -> bool:
        """Whether a context manager goes on behind its block where that raised."""
        callee = self.interpreter.values.get(id(item.func)) if type(item) is cst.Call else None
        return isinstance(callee, Reference) and callee.name in _SUPPRESSING

    def is_inference_mode(self, item: cst.BaseExpression) -> bool:
        """Whether a context manager is ``torch.inference_mode()``, or may be."""
        callee = self.interpreter.values.get(id(item.func if type(item) is cst.Call else item))
        return isinstance(callee, Reference) and canonical(callee.name) == "torch.inference_mode"

    def grad_mode(self, item: cst.BaseExpression) -> bool | None:
        """Whether autograd records within a context manager; a call of ``set_grad_enabled`` has switched it already."""
        interpreter = self.interpreter
        current = interpreter.frame.grad
        if type(item) is cst.Call:
            callee = interpreter.values.get(id(item.func))
            if isinstance(callee, Reference):
                name = canonical(callee.name)
                if name in NO_GRAD:
                    if name == "torch.inference_mode" and item.args:
                        flag = interpreter.values.get(id(item.args[0].value))
                        if not (isinstance(flag, Number) and flag.number is not None):
                            return False if current is False else None
                        return False if flag.number else current
                    return False
                if name == "torch.enable_grad":
                    return True
        else:
            value = interpreter.values.get(id(item))
            if isinstance(value, Reference) and canonical(value.name) in NO_GRAD:
                return False
        return current

    def attempt(self, body: cst.BaseSuite) -> tuple[bool, list[tuple[str, Value]]]:
        """Interpret a suite that may be left in the middle: whether it ends, and what names were given within it."""
        frame = self.interpreter.frame
        outer = frame.tried
        frame.tried = []
        ended = self.interpreter.statements.suite(body)
        tried = frame.tried
        frame.tried = outer
        if outer is not None:
            outer += tried
        return ended, tried

    def try_(self, node: cst.Try | cst.TryStar) -> bool:
        interpreter = self.interpreter
        frame = interpreter.frame
        before = dict(frame.env)
        left = len(frame.exits), len(frame.continues)
        ended, tried = self.attempt(node.body)
        if not ended and node.orelse is not None:
            ended, more = self.attempt(node.orelse.body)
            rest = [*tried, *more]
        else:
            rest = tried
        ends = [] if ended else [frame.env]
        middle = interrupted(before, tried, node, frame.kept)
        for handler in node.handlers:
            frame.env = dict(middle)
            if handler.type is not None:
                interpreter.evaluate(handler.type)
            if handler.name is not None and type(handler.name.name) is cst.Name:
                frame.bind(handler.name.name.value, OTHER)
            ended, more = self.attempt(handler.body)
            rest = [*rest, *more]
            if not ended:
                ends.append(frame.env)
        if ends:
            self.meet_environments(ends, node)
        else:
            frame.env = dict(middle)
        if node.finalbody is None:
            return not ends
        return self.finally_(node, node.finalbody.body, interrupted(before, rest, node, frame.kept), left) or not ends

    def finally_(
        self,
        node: cst.Try | cst.TryStar,
        body: cst.BaseSuite,
        interrupted_: Environment,
        left: tuple[int, int],
    ) -> bool:
        """Interpret a ``finally``, which runs however the ``try`` is left; True where it does not end normally.

        What is recorded holds in all of these cases; what holds behind it follows from the normal end alone.
        """
        interpreter = self.interpreter
        frame = interpreter.frame
        normal = frame.env
        returns, marks = len(frame.returns), (len(frame.exits), len(frame.continues))
        records = interpreter.records()
        interpreter.record_anew()
        frame.env = dict(normal)
        interpreter.statements.suite(body)
        behind = frame.env
        interpreter.record_in(records)
        del frame.returns[returns:], frame.exits[marks[0] :], frame.continues[marks[1] :]
        frame.env = joined = join_environments(interrupted_, normal, node)
        entered_ = dict(joined)
        ended = interpreter.statements.suite(body)
        changed = dict(changes(entered_, frame.env))
        for position, jumps in enumerate((frame.exits, frame.continues)):
            for place in range(left[position], marks[position]):
                jumps[place] = {**jumps[place], **changed}
        frame.env = behind
        return ended

    def match(self, node: cst.Match) -> bool:
        interpreter = self.interpreter
        subject = interpreter.evaluate(node.subject)
        before = interpreter.frame.env
        ends = [before]
        for case in node.cases:
            interpreter.frame.env = dict(before)
            self.bind_pattern(case.pattern, subject)
            if case.guard is not None:
                interpreter.statements.test(case.guard)
            if not interpreter.statements.suite(case.body):
                ends.append(interpreter.frame.env)
        self.meet_environments(ends, node)
        return False

    def bind_pattern(self, pattern: cst.CSTNode, subject: Value) -> None:
        """Names that a pattern binds are unknown: the subject, something that it holds, or a list of that."""
        bound: str | None = None
        if isinstance(pattern, (cst.MatchAs, cst.MatchStar)):
            if pattern.name is not None:
                bound = pattern.name.value
            if type(pattern) is cst.MatchAs and pattern.pattern is not None:
                self.bind_pattern(pattern.pattern, subject)
        elif isinstance(pattern, (cst.MatchList, cst.MatchTuple)):
            for element in pattern.patterns:
                self.bind_pattern(element.value if type(element) is cst.MatchSequenceElement else element, subject)
        elif type(pattern) is cst.MatchMapping:
            for entry in pattern.elements:
                self.bind_pattern(entry.pattern, subject)
            if pattern.rest is not None:
                bound = pattern.rest.value
        elif type(pattern) is cst.MatchClass:
            for part in pattern.patterns:
                self.bind_pattern(part.value, subject)
            for keyword in pattern.kwds:
                self.bind_pattern(keyword.pattern, subject)
        elif type(pattern) is cst.MatchOr:
            for option in pattern.patterns:
                self.bind_pattern(option.pattern, subject)
        if bound is not None:
            held = Operation(SOME_OBJECT, pattern, {"among": subject})
            self.interpreter.frame.bind(bound, Unknown(held))


def entered(item: cst.BaseExpression, value: Value) -> Value:
    """What ``with item as name`` binds."""
    if isinstance(value, (Sequence, Instance)):
        return value
    return Unknown()
