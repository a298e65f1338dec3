"""Interprets suites and the simple statements."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Sequence as Nodes
from typing import TYPE_CHECKING, Any

import libcst as cst

from ...syntax.naming import called_name
from ...syntax.walking import walk
from ..knowledge.python_operations import UNCALLED_CONDITION
from ..values import NONE, UNKNOWN, Bound, Function, Tensor, Use, Value, consume, consume_returned
from .frame import GRAD_MODE

if TYPE_CHECKING:
    from .interpreter import Interpreter

# What functions are named that raise where a condition does not hold.
_CHECKING = ("check", "assert", "require", "ensure", "expect", "verify", "valid")
_RAISING = ("raise", *_CHECKING)


class Statements:
    """Interprets suites and the simple statements."""

    __slots__ = ("interpreter", "raising")

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter
        self.raising: dict[cst.CSTNode, bool] = {}

    def suite(self, body: cst.BaseSuite) -> bool:
        """Interpret a suite; True where control does not come out at its end."""
        return self.block(body.body)

    def block(self, statements: Nodes[cst.CSTNode]) -> bool:
        interpreter = self.interpreter
        frame = interpreter.frame
        around, records = frame.around(), interpreter.records()
        for statement in statements:
            before = frame.env
            mode = before[GRAD_MODE]
            try:
                if type(statement) is cst.SimpleStatementLine:
                    for small in statement.body:
                        if self.statement(small):
                            return True
                elif self.statement(statement):
                    return True
            except Exception as error:  # ours, and no reason to lose the rest of the file
                interpreter.frame = frame
                interpreter.record_in(records)
                frame.restore(around)
                frame.held.clear()
                interpreter.recovery.abandon(statement, error, before)
                frame.env[GRAD_MODE] = mode
        return False

    def statement(self, node: cst.CSTNode) -> bool:
        interpreter = self.interpreter
        handler = interpreter.statement_handlers.get(type(node))
        if handler is None:
            return False
        if interpreter.depth:
            interpreter.budget -= 1
        return bool(handler(node))

    def expression_statement(self, node: cst.Expr) -> bool:
        interpreter = self.interpreter
        if type(node.value) is not cst.SimpleString:
            value = interpreter.evaluate(node.value)
            if type(node.value) is cst.Attribute:
                interpreter.uncalled.stated(value, node.value)
            elif type(node.value) is cst.Call:
                interpreter.discarded.add(id(node.value))
                interpreter.evidence.drop(node.value, value)
            if type(node.value) is cst.Call and node.value.args:
                first = node.value.args[0].value
                # torch._check(x.ndim == 2), require(a.shape == b.shape, ...)
                if type(first) is cst.Comparison:
                    if self.checks(node.value):
                        interpreter.narrowing.narrow(first, True)
                elif len(node.value.args) >= 2 and interpreter.operations.get(id(node.value)) is None:
                    if begins_as_check(node.value.func) and self.checks(node.value):
                        self.checked(node.value)
        return False

    def checks(self, call: cst.Call) -> bool:
        """Whether a call may fail where its arguments are not as they should be: by its name, and by what it is.

        A function of this file must say that it raises, as far as its text goes.
        """
        if not any(word in called_name(call).lower() for word in _CHECKING):
            return False
        callee = self.interpreter.values.get(id(call.func))
        function = callee.function if isinstance(callee, Bound) else callee
        return not isinstance(function, Function) or self.raises(function)

    def raises(self, function: Function) -> bool:
        """Whether the body of a function names an exception, an assertion or another check."""
        body = function.node.body
        known = self.raising.get(body)
        if known is None:
            # One of the first statements often raises, and then the others need no look.
            first = body.body if type(body) is cst.IndentedBlock else ()
            known = self.raising[body] = any(map(self.names_raising, (*first, body)))
        return known

    def names_raising(self, node: cst.CSTNode) -> bool:
        """Whether the code of a node has one of these words, comments aside."""
        found: list[bool] = []

        def look(text: Any) -> None:
            found.append(any(word in text.value for word in _RAISING))

        def note(_: cst.CSTNode) -> None:
            found.append(True)

        texts = (cst.Name, cst.SimpleString, cst.FormattedStringText)
        walk(node, {cst.Raise: [note], cst.Assert: [note], **{kind: [look] for kind in texts}})
        return any(found)

    def checked(self, call: cst.Call) -> None:
        """A call for its effect that takes two tensors checks that they fit: ``_check_same_shape(preds, target)``."""
        tensors = [
            (argument.value, value)
            for argument in call.args[:3]
            for value in [self.interpreter.paths.current(argument.value)]
            if isinstance(value, Tensor) and type(argument.value) is cst.Name
        ]
        if len(tensors) == 2:
            (_, first), (node, second) = tensors
            self.interpreter.paths.set_path(node, second.refined(shape_identity=first.shape_identity))

    def return_(self, node: cst.Return) -> bool:
        value: Value = NONE
        if node.value is not None:
            value = self.interpreter.evaluate(node.value)
            consume_returned(value)
        self.interpreter.frame.returns.append(value)
        return True

    def raise_(self, node: cst.Raise) -> bool:
        if node.exc is not None:
            self.interpreter.evaluate(node.exc)
        return True

    def assert_(self, node: cst.Assert) -> bool:
        self.test(node.test)
        if node.msg is not None:
            self.interpreter.evaluate(node.msg)
        self.interpreter.narrowing.narrow(node.test, True)
        return False

    def test(self, node: cst.BaseExpression) -> None:
        """Evaluate a condition: tensors that decide it are wanted as one number."""
        value = self.interpreter.evaluate(node)
        self.deciding(node, value)

    def deciding(self, node: cst.BaseExpression, value: Value) -> None:
        interpreter = self.interpreter
        if type(node) is cst.BooleanOperation:
            self.deciding(node.left, interpreter.values.get(id(node.left), UNKNOWN))
            self.deciding(node.right, interpreter.values.get(id(node.right), UNKNOWN))
        elif type(node) is cst.UnaryOperation and type(node.operator) is cst.Not:
            self.deciding(node.expression, interpreter.values.get(id(node.expression), UNKNOWN))
        elif isinstance(value, Tensor):
            consume(value, Use.NUMBER)
        elif type(value) is Bound:
            interpreter.uncalled.used(value, node, UNCALLED_CONDITION)
        elif type(node) is cst.Comparison:
            for part in (node.left, *(target.comparator for target in node.comparisons)):
                found = interpreter.values.get(id(part), UNKNOWN)
                if isinstance(found, Tensor):
                    consume(found, Use.NUMBER)


def statement_handlers(interpreter: Interpreter) -> dict[type, Callable[[Any], bool]]:
    """What interprets each type of statement node."""
    return {
        cst.Expr: interpreter.statements.expression_statement,
        cst.Import: interpreter.imports.import_,
        cst.ImportFrom: interpreter.imports.import_from,
        cst.Assign: interpreter.assignments.assign_statement,
        cst.AnnAssign: interpreter.assignments.annotated_assignment,
        cst.AugAssign: interpreter.assignments.augmented,
        cst.Del: interpreter.assignments.delete,
        cst.Return: interpreter.statements.return_,
        cst.Raise: interpreter.statements.raise_,
        cst.Assert: interpreter.statements.assert_,
        cst.If: interpreter.branches.if_,
        cst.For: interpreter.loops.for_,
        cst.While: interpreter.loops.while_,
        cst.Break: interpreter.loops.break_,
        cst.Continue: interpreter.loops.continue_,
        cst.With: interpreter.branches.with_,
        cst.Try: interpreter.branches.try_,
        cst.TryStar: interpreter.branches.try_,
        cst.Match: interpreter.branches.match,
        cst.FunctionDef: interpreter.functions.define,
        cst.ClassDef: interpreter.classes.define_class,
    }


def begins_as_check(called: cst.BaseExpression) -> bool:
    """Whether a function is called by its name, or a method whose name begins as a check's: ``self._assert_same(x)``.

    A word for checking elsewhere in it says little of a method: ``trainer.run_validation``.
    """
    if type(called) is not cst.Attribute:
        return type(called) is cst.Name
    return called.attr.value.lstrip("_").startswith(_CHECKING[:-1])
