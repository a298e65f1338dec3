"""Evaluates literals and displays, and the expressions that need no part of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import libcst as cst

from ..knowledge.python_operations import UNCALLED_TEXT
from ..values import (
    ELLIPSIS,
    UNKNOWN,
    Bound,
    Number,
    Sequence,
    SequenceType,
    Text,
    Unknown,
    Use,
    Value,
    consume,
    consume_returned,
    elements,
    have_one_place_each,
    join_all,
    limits,
    listed,
    merged,
)

if TYPE_CHECKING:
    from .interpreter import Interpreter

_DISPLAYS = {cst.List: SequenceType.LIST, cst.Tuple: SequenceType.TUPLE, cst.Set: SequenceType.SET}


class Expressions:
    """Evaluates literals and displays, and the expressions that need no part of their own."""

    __slots__ = ("interpreter",)

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter

    def integer(self, node: cst.Integer) -> Value:
        try:
            return Number("int", int(node.value, 0))
        except ValueError:  # longer than Python converts
            return Number("int")

    def float(self, node: cst.Float) -> Value:
        return Number("float", float(node.value))

    def imaginary(self, node: cst.Imaginary) -> Value:
        return Number("complex")

    def string(self, node: cst.SimpleString) -> Value:
        literal = node.value
        if len(literal) > limits.TEXT + 10:  # with its quotes and prefix
            return Text()
        if "\\" not in literal and literal[0] in "\"'" and literal[:3] not in ('"""', "'''"):
            return Text(literal[1:-1])
        text = node.evaluated_value
        return Text(text if isinstance(text, str) else None)

    def concatenated(self, node: cst.ConcatenatedString) -> Value:
        self.interpreter.evaluate(node.left)
        self.interpreter.evaluate(node.right)
        return Text()

    def formatted(self, node: cst.FormattedString) -> Value:
        self.parts_of(node.parts)
        return Text()

    def parts_of(self, parts: Any) -> None:
        for part in parts:
            if type(part) is cst.FormattedStringExpression:
                value = self.interpreter.evaluate(part.expression)
                consume(value, Use.PRINTED)
                if type(value) is Bound and not part.conversion:
                    self.interpreter.uncalled.used(value, part.expression, UNCALLED_TEXT)
                if part.format_spec:
                    self.parts_of(part.format_spec)

    def elements(self, node: cst.List | cst.Tuple | cst.Set) -> Value:
        kind = _DISPLAYS[type(node)]
        items: list[Value] = []
        exact = True
        held = self.interpreter.frame.held
        held.append(items)
        for element in node.elements:
            value = self.interpreter.evaluate(element.value)
            if type(element) is cst.StarredElement:
                if isinstance(value, Sequence) and value.items is not None:
                    items.extend(value.items)
                    continue
                exact = False
                value = self.interpreter.loops.element_of(value, element.value)
            items.append(value)
        held.pop()
        if kind is SequenceType.SET and len(items) > 1 and not are_different(items):
            exact = False
        return listed(kind, items, node) if exact else Sequence(kind, element=join_all(items, node))

    def dictionary(self, node: cst.Dict) -> Value:
        interpreter = self.interpreter
        items: list[Value] = []
        keys: list[Value | None] = []
        interpreter.frame.held.append(items)
        for element in node.elements:
            keys.append(interpreter.evaluate(element.key) if type(element) is cst.DictElement else None)
            items.append(interpreter.evaluate(element.value))
        interpreter.frame.held.pop()
        if not limits.fits(len(items)):
            return Sequence(SequenceType.DICT, element=Unknown())
        known = [key for key in keys if key is not None]
        if len(known) < len(keys):
            return merged(list(zip(keys, items, strict=True)), node)
        if have_one_place_each(known):
            return Sequence(SequenceType.DICT, items, keys=known)
        return Sequence(SequenceType.DICT, element=join_all(items, node))

    def walrus(self, node: cst.NamedExpr) -> Value:
        value = self.interpreter.evaluate(node.value)
        self.interpreter.assignments.assign(node.target, value)
        if type(node.target) is cst.Name:
            self.interpreter.frame.leaked[node.target.value] = value
        return value

    def await_(self, node: cst.Await) -> Value:
        self.interpreter.evaluate(node.expression)
        return UNKNOWN

    def yield_(self, node: cst.Yield) -> Value:
        value = node.value
        self.interpreter.frame.yields_switched |= self.interpreter.frame.switches_grad
        if isinstance(value, cst.From):
            source = self.interpreter.evaluate(value.item)
            self.interpreter.frame.yields += elements(source)
        elif value is not None:
            found = self.interpreter.evaluate(value)
            consume_returned(found)
            self.interpreter.frame.yields.append(found)
            self.interpreter.changes.handed_over(found, node)
        return UNKNOWN

    def ellipsis(self, node: cst.Ellipsis) -> Value:
        return ELLIPSIS


def expression_handlers(interpreter: Interpreter) -> dict[type, Callable[[Any], Value]]:
    """What evaluates each type of expression node."""
    return {
        cst.Name: interpreter.paths.name,
        cst.Attribute: interpreter.attributes.attribute,
        cst.Call: interpreter.calls.call,
        cst.Integer: interpreter.expressions.integer,
        cst.Float: interpreter.expressions.float,
        cst.Imaginary: interpreter.expressions.imaginary,
        cst.SimpleString: interpreter.expressions.string,
        cst.ConcatenatedString: interpreter.expressions.concatenated,
        cst.FormattedString: interpreter.expressions.formatted,
        cst.List: interpreter.expressions.elements,
        cst.Tuple: interpreter.expressions.elements,
        cst.Set: interpreter.expressions.elements,
        cst.Dict: interpreter.expressions.dictionary,
        cst.BinaryOperation: interpreter.operators.binary,
        cst.UnaryOperation: interpreter.operators.unary,
        cst.Comparison: interpreter.operators.comparison,
        cst.BooleanOperation: interpreter.operators.boolean,
        cst.IfExp: interpreter.operators.conditional,
        cst.NamedExpr: interpreter.expressions.walrus,
        cst.Subscript: interpreter.subscripts.subscript,
        cst.ListComp: interpreter.comprehensions.comprehension,
        cst.SetComp: interpreter.comprehensions.comprehension,
        cst.GeneratorExp: interpreter.comprehensions.comprehension,
        cst.DictComp: interpreter.comprehensions.dict_comprehension,
        cst.Lambda: interpreter.functions.lambda_,
        cst.Await: interpreter.expressions.await_,
        cst.Yield: interpreter.expressions.yield_,
        cst.Ellipsis: interpreter.expressions.ellipsis,
    }


def are_different(items: list[Value]) -> bool:
    """Whether values are known to be different numbers or texts, so that a set has all of them."""
    known = {
        item.number if isinstance(item, Number) else item.text for item in items if isinstance(item, (Number, Text))
    }
    return None not in known and len(known) == len(items)
