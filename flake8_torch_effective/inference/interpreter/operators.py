"""Evaluates operators, comparisons and conditions."""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING

import libcst as cst

from .. import transfer
from ..knowledge.kinds import BOOL, COMPLEX, FLOAT, INT
from ..knowledge.python_operations import MINUS, PHI, UNCALLED, UNCALLED_CONDITION, UNCALLED_TEXT
from ..knowledge.signatures import OPERATORS, TABLE
from ..values import (
    NONE,
    UNKNOWN,
    Array,
    Batch,
    Bound,
    Class,
    Device,
    Dtype,
    Function,
    Instance,
    Module,
    Notation,
    Number,
    Operation,
    Reference,
    Sequence,
    SequenceType,
    Tensor,
    Text,
    Unknown,
    Use,
    Value,
    anything,
    consume,
    is_slice,
    join,
    join_all,
    last_of,
    limits,
    listed,
    may_be,
    may_be_anything,
    may_be_none,
    merged,
)

if TYPE_CHECKING:
    from .interpreter import Interpreter


# What a tensor is compared with by identity: it is equal to none of these.
_NOT_ELEMENTWISE = (cst.Is, cst.IsNot, cst.In, cst.NotIn)
# What changes nothing when it is evaluated.
_PLAIN = (cst.Name, cst.Integer, cst.Float)
# The special methods that operators call, by the class names of LibCST.
_SPECIAL = {
    "Add": "add",
    "Subtract": "sub",
    "Multiply": "mul",
    "MatrixMultiply": "matmul",
    "Divide": "truediv",
    "FloorDivide": "floordiv",
    "Modulo": "mod",
    "Power": "pow",
    "BitAnd": "and",
    "BitOr": "or",
    "BitXor": "xor",
    "LeftShift": "lshift",
    "RightShift": "rshift",
}
# What torch compares with each element of a tensor; what is known to be no such thing, and equal to no tensor.
_ELEMENTWISE = (Tensor, Number, Array, Unknown, Batch)
_NO_TENSORS = (Function, Class, Module, Text, Dtype, Device)
_NO_ELEMENTS = (Sequence, *_NO_TENSORS)


class Operators:
    """Evaluates operators, comparisons and conditions."""

    __slots__ = ("interpreter",)

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter

    def binary(self, node: cst.BinaryOperation) -> Value:
        left = self.interpreter.evaluate(node.left)
        left, right = self.both(left, node.right)
        return self.operator(type(node.operator).__name__, left, right, node, node.left, node.right)

    def both(self, left: Value, right_node: cst.BaseExpression) -> tuple[Value, Value]:
        """Both operands after the right one is evaluated, which may change the left one."""
        if type(right_node) in _PLAIN:
            return left, self.interpreter.evaluate(right_node)
        held = [left]
        self.interpreter.frame.held.append(held)
        right = self.interpreter.evaluate(right_node)
        self.interpreter.frame.held.pop()
        return held[0], right

    def operator(
        self,
        word: str,
        left: Value,
        right: Value,
        node: cst.CSTNode,
        left_node: cst.BaseExpression,
        right_node: cst.BaseExpression,
        notation: Notation = Notation.OPERATOR,
    ) -> Value:
        """``left OP right`` for a LibCST operator's class name."""
        interpreter = self.interpreter
        equality = word == "Equal" or word == "NotEqual"  # which Uncalled.compared has noted
        if type(left) is Bound and not equality:
            interpreter.uncalled.used(left, left_node)
        if type(right) is Bound and not equality:
            into_text = isinstance(left, Text) and word == "Modulo"  # "%s" % x.item
            interpreter.uncalled.used(right, right_node, UNCALLED_TEXT if into_text else UNCALLED)
        if isinstance(left, Instance) or isinstance(right, Instance):
            self.special(word, left, right, node)
            return Unknown()  # which the methods of its class decide
        if isinstance(left, Batch):
            left = interpreter.evidence.assume_tensor(left_node, left)
        if isinstance(right, Batch):
            right = interpreter.evidence.assume_tensor(right_node, right)
        tensors = isinstance(left, Tensor) or isinstance(right, Tensor)
        if not tensors:
            if isinstance(left, Number) and isinstance(right, Number):
                return arithmetic(word, left, right)
            if isinstance(left, Sequence) or isinstance(right, Sequence):
                return self.sequence_operator(word, left, right, node)
            if isinstance(left, Array) or isinstance(right, Array):
                if isinstance(left, Unknown) or isinstance(right, Unknown):
                    return Unknown()
                scalars = all(
                    isinstance(side, Number) or (isinstance(side, Array) and side.scalar) for side in (left, right)
                )
                return computed(left, right, scalars)
            if isinstance(left, Text) or isinstance(right, Text):
                return Text()
        name = OPERATORS.get(word)
        if name is None:
            return UNKNOWN
        if not tensors and not (isinstance(left, (Unknown, Batch)) or isinstance(right, (Unknown, Batch))):
            return UNKNOWN
        signature = TABLE.functions["torch." + name]
        first, second = signature.parameters[:2]
        nodes: dict[str, cst.CSTNode] = {first: left_node, second: right_node}
        for side, side_node in ((left, left_node), (right, right_node)):
            if isinstance(side, Unknown) and side is not UNKNOWN:
                side.identity.uses.add(Use.READ)
            if isinstance(side, Tensor) and not side.certain and isinstance(right, Text):
                interpreter.evidence.doubt(side_node, side)
        if isinstance(left, (Sequence, Text)) or isinstance(right, (Sequence, Text)):
            return UNKNOWN  # a tuple may be repeated, which makes no tensor of it
        if isinstance(left, Array):
            return Unknown()  # what NumPy makes of array OP tensor depends on the array's dtype and size
        if tensors:
            return interpreter.operate(signature, node, {first: left, second: right}, nodes, notation)
        operation = interpreter.record(Operation(signature, node, {first: left, second: right}, nodes, notation))
        interpreter.operations[id(node)] = operation
        operation.result = Unknown(operation)
        return operation.result

    def special(self, word: str, left: Value, right: Value, node: cst.CSTNode) -> None:
        """An operator calls the methods that the file defines for the objects on its sides, in place or not."""
        name = _SPECIAL.get(word)
        if name is not None:
            for prefix in ("", "i"):
                self.interpreter.unfollowed.special(left, f"__{prefix}{name}__", [right], node)
            self.interpreter.unfollowed.special(right, f"__r{name}__", [left], node)

    def sequence_operator(self, word: str, left: Value, right: Value, node: cst.CSTNode) -> Value:
        """``+`` and ``*`` on lists and tuples."""
        if is_slice(left) or is_slice(right):
            return Unknown()
        if word == "Add" and isinstance(left, Sequence) and isinstance(right, Sequence):
            kind = SequenceType.TUPLE if left.is_shape else left.type
            if left.items is not None and right.items is not None:
                return listed(kind, left.items + right.items, node)
            return Sequence(kind, element=join_all([*left.parts(), *right.parts()], node), tail=last_of(right))
        if word == "BitOr" and isinstance(left, Sequence) and left.type is SequenceType.DICT:
            return merged([(None, left), (None, right)], node)
        if word == "Multiply":
            sequence, times = (left, right) if isinstance(left, Sequence) else (right, left)
            if isinstance(sequence, Sequence):
                count = transfer.integer(times)
                items = None if count is None or sequence.items is None else limits.repeated(sequence.items, count)
                if items is not None:
                    return listed(sequence.type, items, node)
                return Sequence(sequence.type, element=join_all(sequence.parts(), node))
        return Unknown()

    def unary(self, node: cst.UnaryOperation) -> Value:
        return self.signed(node, self.interpreter.evaluate(node.expression))

    def signed(self, node: cst.UnaryOperation, value: Value) -> Value:
        """What ``-``, ``~`` and ``not`` make of a value."""
        interpreter = self.interpreter
        operator = node.operator
        if type(operator) is cst.Not:
            self.consume_condition(value, node.expression)
            return Number("bool")
        if isinstance(value, Number):
            if type(operator) is cst.Minus and value.number is not None:
                return Number(value.type if value.type != BOOL else INT, -value.number)
            negative = type(operator) is cst.Minus
            origin = Operation(MINUS, node, {"input": value}) if negative else None
            return Number(value.type, origin=origin)
        if isinstance(value, Tensor):
            name = {cst.Minus: "neg", cst.BitInvert: "bitwise_not"}.get(type(operator))
            if name is None:
                return value
            return interpreter.operate(
                TABLE.functions["torch." + name], node, {"input": value}, {"input": node.expression}, Notation.OPERATOR
            )
        if type(value) is Bound:
            interpreter.uncalled.used(value, node.expression)
            return UNKNOWN
        if isinstance(value, Unknown) and type(operator) is cst.Minus:
            operation = interpreter.record(
                Operation(TABLE.methods["neg"], node, {"input": value}, {"input": node.expression})
            )
            interpreter.operations[id(node)] = operation
            return Unknown(operation)
        if isinstance(value, Array):
            return Array(temporary=value.sized, scalar=value.scalar, sized=value.sized, dtype=value.dtype)
        return UNKNOWN

    def comparison(self, node: cst.Comparison) -> Value:
        interpreter = self.interpreter
        left = self.interpreter.evaluate(node.left)
        result: Value = anything() if may_be_anything(left) else UNKNOWN
        left_node = node.left
        for target in node.comparisons:
            left, right = self.both(left, target.comparator)
            operator = target.operator
            if type(left) is Bound or type(right) is Bound:
                interpreter.uncalled.compared(operator, (left, left_node), (right, target.comparator))
            tensors = isinstance(left, Tensor) or isinstance(right, Tensor)
            no_elements = left is NONE or right is NONE or (tensors and (is_no_element(left) or is_no_element(right)))
            if no_elements or type(operator) in _NOT_ELEMENTWISE:
                result = Number("bool")
            elif tensors and len(node.comparisons) == 1:
                result = self.compared(type(operator).__name__, left, right, node, left_node, target.comparator)
            elif isinstance(left, Number) and isinstance(right, Number):
                result = Number("bool")
            elif may_be_anything(right):
                result = Unknown(Operation(PHI, node, {"0": Number("bool"), "1": anything()}))
            elif not tensors:
                result = Unknown(Operation(PHI, node, {"0": Number("bool"), "1": Unknown()}))
            left, left_node = right, target.comparator
        return result

    def compared(
        self,
        word: str,
        left: Value,
        right: Value,
        node: cst.CSTNode,
        left_node: cst.BaseExpression,
        right_node: cst.BaseExpression,
    ) -> Value:
        """What the comparison of a tensor is: a tensor, a bool where the other side is of no kind that torch takes."""
        left, right = (Unknown() if isinstance(side, Reference) else side for side in (left, right))
        sides = (left, right)
        result = self.operator(word, left, right, node, left_node, right_node)
        certain = all(isinstance(side, _ELEMENTWISE) and not may_be_none(side) for side in sides)
        unknown = [side for side in sides if isinstance(side, Unknown)]
        if certain and not any(may_be_anything(side) or may_be(side, _NO_ELEMENTS) for side in unknown):
            return result
        return Unknown(Operation(PHI, node, {"0": Number("bool"), "1": Unknown(result.origin)}))

    def boolean(self, node: cst.BooleanOperation) -> Value:
        # A chain of ``or`` nests to the left: each of its terms is evaluated, and narrows the names, once.
        interpreter = self.interpreter
        frame = interpreter.frame
        operator = type(node.operator)
        chain = [node]
        while type(first := chain[-1].left) is cst.BooleanOperation and type(first.operator) is operator:
            chain.append(first)
        last = chain[-1].left
        value = interpreter.evaluate(last)
        self.consume_condition(value, last)
        saved, leaked = dict(frame.env), frame.leaked
        frame.leaked = {}
        for link in reversed(chain):
            interpreter.narrowing.narrow(last, operator is cst.And)
            last = link.right
            right = interpreter.evaluate(last)
            if link is not node or isinstance(right, Tensor):  # the last one is the result, and decides nothing here
                self.consume_condition(right, last)
            if isinstance(value, Number) and isinstance(right, Number) and value.type == right.type == BOOL:
                value = Number("bool")
            else:
                value = join(value, right, link)
            if value is not UNKNOWN:
                interpreter.values[id(link)] = value
            if link is not node:
                self.consume_condition(value, link)
        frame.env = saved
        frame.leak(leaked, node)
        return value

    def conditional(self, node: cst.IfExp) -> Value:
        interpreter = self.interpreter
        self.consume_condition(interpreter.evaluate(node.test), node.test)
        frame = interpreter.frame
        before, leaked = frame.env, frame.leaked
        frame.env, frame.leaked = dict(before), {}
        interpreter.narrowing.narrow(node.test, True)
        body = interpreter.evaluate(node.body)
        frame.env = dict(before)
        interpreter.narrowing.narrow(node.test, False)
        orelse = interpreter.evaluate(node.orelse)
        frame.env = before
        frame.leak(leaked, node)
        for one, other in ((body, orelse), (orelse, body)):
            if isinstance(one, Tensor) and isinstance(other, Number):
                consume(one, Use.NUMBER)
        return join(body, orelse, node)

    def consume_condition(self, value: Value, node: cst.BaseExpression) -> None:
        """A value decides a branch: a tensor there is wanted as one number, and a method is always true."""
        if isinstance(value, Tensor):
            consume(value, Use.NUMBER)
        elif type(value) is Bound:
            self.interpreter.uncalled.used(value, node, UNCALLED_CONDITION)


def is_no_element(value: Value) -> bool:
    """Whether a value is certainly nothing that a tensor's elements are compared with: a text, a module of torch."""
    if isinstance(value, Reference):
        root, _, rest = value.name.partition(".")
        return root == "torch" or (root == "builtins" and hasattr(builtins, rest))
    return isinstance(value, _NO_TENSORS)


def arithmetic(word: str, left: Number, right: Number) -> Value:
    """Python's own arithmetic on numbers."""
    types = {left.type, right.type}
    if word in ("Divide",):
        kind: str | None = FLOAT if None not in types and COMPLEX not in types else None
    elif None in types:
        kind = None
    elif COMPLEX in types:
        kind = COMPLEX
    elif FLOAT in types:
        kind = FLOAT
    else:
        kind = INT
    if word.endswith(("Equal", "Than")) or word in ("Equal", "NotEqual"):
        return Number("bool")
    a, b = left.number, right.number
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        try:
            result: float
            if word == "Add":
                result = a + b
            elif word == "Subtract":
                result = a - b
            elif word == "Multiply":
                result = a * b
            elif word == "Divide":
                result = a / b
            elif word == "FloorDivide":
                result = a // b
            elif word == "Modulo":
                result = a % b
            elif word == "Power" and abs(b) < 64 and abs(a) < 1e6:
                result = a**b
            else:
                return Number(kind)
        except (ArithmeticError, ValueError):
            return Number(kind)
        if isinstance(result, complex):  # a negative number to a broken power
            return Number("complex")
        if abs(result) < 1e300:
            return Number(kind, result)
    return Number(kind)


def computed(left: Value, right: Value, scalars: bool) -> Array:
    """What NumPy computes of an array and an array or number."""
    sides = [side for side in (left, right) if isinstance(side, Array)]
    sized = any(side.sized for side in sides)
    first = sides[0].dtype
    floats = first is not None and first.startswith("float") and all(side.dtype == first for side in sides)
    numbers = len(sides) == 2 or isinstance(left, Number) or isinstance(right, Number)
    return Array(temporary=sized, scalar=scalars, sized=sized, dtype=first if floats and numbers else None)
