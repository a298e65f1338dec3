"""Refines values by ``if``, ``while``, ``assert`` and conditional expressions."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import libcst as cst

from .. import transfer
from ..knowledge.columns import Asks
from ..knowledge.names import canonical
from ..knowledge.python_builtins import ASKS as BUILTIN_ASKS
from ..knowledge.signatures import TABLE
from ..knowledge.tensor_attributes import asks_of
from ..values import (
    NONE,
    OTHER,
    UNKNOWN,
    Dtype,
    Module,
    Number,
    Reference,
    Sequence,
    SequenceType,
    Tensor,
    Unknown,
    Use,
    Value,
)
from .annotations import Annotations
from .paths import path_of

if TYPE_CHECKING:
    from .interpreter import Interpreter

_OF_SHAPE = (Asks.SHAPE, Asks.SIZE, Asks.RANK)
_COUNTED = (SequenceType.LIST, SequenceType.TUPLE)
# How a count is compared with a number where it is 0, and where it is not.
_EMPTY = ((cst.Equal, "0"), (cst.LessThan, "1"), (cst.LessThanEqual, "0"))
_FILLED = ((cst.NotEqual, "0"), (cst.GreaterThanEqual, "1"), (cst.GreaterThan, "0"))
_MIRRORED: dict[type[cst.BaseCompOp], type[cst.BaseCompOp]] = {
    cst.LessThan: cst.GreaterThan,
    cst.GreaterThan: cst.LessThan,
    cst.LessThanEqual: cst.GreaterThanEqual,
    cst.GreaterThanEqual: cst.LessThanEqual,
}
_CHAIN = 4  # sides of a chained comparison: each is set against each


class Narrowing:
    """Refines values by ``if``, ``while``, ``assert`` and conditional expressions."""

    __slots__ = ("_answers", "interpreter")

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter
        # By the bool that a call gave: that bool, the call, and what it was asked about.
        self._answers: dict[int, tuple[Value, cst.Call, Value]] = {}

    def note_answer(self, value: Value, asked: cst.BaseExpression) -> None:
        """A name is bound to what a call says: after ``known = isinstance(x, Tensor)``, ``if known:`` narrows x."""
        if type(asked) is cst.Call and asked.args and type(asked.args[0].value) is cst.Name:
            self._answers[id(value)] = (value, asked, self.interpreter.paths.current(asked.args[0].value))

    def narrow_by_answer(self, test: cst.Name, holds: bool) -> None:
        """A test of a name that holds what a call said of an object that its name still holds."""
        if not self._answers:
            return
        answer = self._answers.get(id(self.interpreter.paths.current(test)))
        if answer is not None and self.interpreter.paths.current(answer[1].args[0].value) is answer[2]:
            self.narrow_call(answer[1], holds)

    def narrow(self, test: cst.BaseExpression, holds: bool) -> None:
        if type(test) is cst.UnaryOperation:
            if type(test.operator) is cst.Not:
                self.narrow(test.expression, not holds)
        elif type(test) is cst.BooleanOperation:
            if (type(test.operator) is cst.And) == holds:
                self.narrow(test.left, holds)
                self.narrow(test.right, holds)
            elif holds:
                self.narrow_to_others(test)
        elif type(test) is cst.Call:
            self.narrow_call(test, holds)
        elif type(test) is cst.Comparison:
            self.narrow_comparison(test, holds)
        elif type(test) is cst.NamedExpr:
            self.narrow(test.value, holds)
        elif type(test) is cst.Name:
            self.narrow_by_answer(test, holds)
        empty = without_items(test, holds)
        if empty is not None:
            self.narrow_to_empty(empty)

    def narrow_to_empty(self, subject: cst.BaseExpression) -> None:
        """A list or tuple has no items: nothing is made of what they are elsewhere."""
        path = path_of(subject)
        value = self.interpreter.frame.env.get(path[1]) if path is not None else None
        if isinstance(value, Sequence) and value.items is None and value.type in _COUNTED:
            self.interpreter.paths.set_path(subject, value.learnt([], value.element))

    def narrow_to_others(self, test: cst.BooleanOperation) -> None:
        """``isinstance(x, float) or isinstance(x, int)``: whichever holds, x is no tensor."""
        sides: list[cst.BaseExpression] = [test]
        subjects: list[cst.BaseExpression] = []
        while sides:
            side = sides.pop()
            if type(side) is cst.BooleanOperation and type(side.operator) is cst.Or:
                sides += [side.left, side.right]
                continue
            subject = self.subject_that_is_other(side)
            if subject is None:
                return
            subjects.append(subject)
        paths = {path_of(subject) for subject in subjects}
        if len(paths) == 1 and None not in paths:
            self.narrow_kind(subjects[0], OTHER, True)

    def subject_that_is_other(self, test: cst.BaseExpression) -> cst.BaseExpression | None:
        """What a test asks about if that can be no tensor where the test holds."""
        if type(test) is cst.Call and len(test.args) == 2:
            callee = self.interpreter.values.get(id(test.func))
            if isinstance(callee, Reference) and canonical(callee.name) == "builtins.isinstance":
                kinds = self.kinds_of(test.args[1].value)
                return None if any(isinstance(kind, Tensor) for kind in kinds) else test.args[0].value
        elif type(test) is cst.Comparison and len(test.comparisons) == 1:
            target = test.comparisons[0]
            is_none = type(target.comparator) is cst.Name and target.comparator.value == "None"
            return test.left if is_none and type(target.operator) is cst.Is else None
        return None

    def kinds_of(self, classes: cst.BaseExpression) -> list[Value | None]:
        """What the second argument of ``isinstance`` names, each class by itself."""
        annotations = Annotations(self.peek)
        members = [element.value for element in classes.elements] if type(classes) is cst.Tuple else [classes]
        return [annotations.value(member) for member in members]

    def narrow_call(self, test: cst.Call, holds: bool) -> None:
        """``isinstance(x, torch.Tensor)``, ``torch.is_tensor(x)``."""
        callee = self.interpreter.values.get(id(test.func))
        if not isinstance(callee, Reference) or not test.args:
            return
        subject = test.args[0].value
        name = canonical(callee.name)
        if name in ("torch.is_tensor", "torch.overrides.is_tensor_like"):
            self.narrow_kind(subject, Tensor(), holds)
        elif name == "builtins.isinstance" and len(test.args) == 2:
            kinds = self.kinds_of(test.args[1].value)
            tensors = [kind for kind in kinds if isinstance(kind, Tensor)]
            if len(kinds) == 1 and kinds[0] is not None:
                self.narrow_kind(subject, kinds[0], holds)
            elif (tensors and len(tensors) == len(kinds)) or (tensors and not holds):
                # What is none of some classes of tensors may be of another one.
                whole = holds or not all(kind.parameter or kind.dtype for kind in tensors)
                self.narrow_kind(subject, Tensor() if whole else tensors[0], holds)
            elif not tensors and holds:
                self.narrow_kind(subject, OTHER, holds)

    def peek(self, node: cst.BaseExpression) -> Value:
        """What a class expression refers to."""
        found = self.interpreter.values.get(id(node))
        return found if found is not None else self.interpreter.evaluate(node)

    def narrow_kind(self, subject: cst.BaseExpression, kind: Value, holds: bool) -> None:
        """``subject`` is, or is not, of a kind."""
        interpreter = self.interpreter
        value = interpreter.paths.current(subject)
        if isinstance(kind, Tensor):
            if holds:
                if value.identity is not None:
                    value.identity.uses.add(Use.TYPE_TESTED)
                if isinstance(value, Tensor):
                    interpreter.paths.set_path(subject, value.refined(certain=True))
                elif isinstance(value, Unknown) and value is not UNKNOWN:
                    interpreter.paths.set_path(
                        subject, Tensor(identity=value.identity, origin=value.origin, dtype=kind.dtype)
                    )
                else:
                    interpreter.paths.set_path(subject, Tensor())
            elif kind.parameter or kind.dtype is not None:  # it may be another tensor, or none
                if isinstance(value, Tensor) and value.certain:
                    interpreter.paths.set_path(subject, value.refined(certain=False))
            elif isinstance(value, Tensor) and value.certain and value.origin is not None:
                # By what is known this path is never taken; who wrote the test has met something else.
                interpreter.paths.set_path(subject, value.refined(certain=False))
            else:
                interpreter.paths.set_path(subject, OTHER)
        elif holds and (not isinstance(value, type(kind)) or isinstance(value, Tensor) or is_some_module(value)):
            interpreter.paths.set_path(subject, kind)

    def narrow_comparison(self, test: cst.Comparison, holds: bool) -> None:
        """``x is None``, ``x.dim() == 2``, ``x.shape == y.shape``, ``x.shape == y.shape == (n,)``."""
        first = test.comparisons[0]
        if type(first.operator) in (cst.Is, cst.IsNot):
            if len(test.comparisons) == 1:
                self.narrow_identity(test.left, first, holds)
            return
        sides = [test.left, *(target.comparator for target in test.comparisons)]
        for side in sides:
            self.note_shape_test(side)
        kind = cst.Equal if holds else cst.NotEqual
        if len(sides) > (_CHAIN if holds else 2) or not all(type(link.operator) is kind for link in test.comparisons):
            return
        for left, right in combinations(sides, 2):
            for side, other in ((left, right), (right, left)):
                if self.narrow_rank(side, other) or self.narrow_shape(side, other) or self.narrow_dtype(side, other):
                    break

    def narrow_identity(self, left: cst.BaseExpression, target: cst.ComparisonTarget, holds: bool) -> None:
        """``x is None``, ``x.dtype is torch.float64``, and their negations."""
        if type(target.comparator) is cst.Name and target.comparator.value == "None":
            path = path_of(left)
            # A name of a scope around would be None on the other branch too, which has nothing to join with it.
            if (type(target.operator) is cst.Is) == holds and path is not None:
                if path[1] in self.interpreter.frame.env:
                    self.interpreter.paths.set_path(left, NONE)
            elif path is not None:
                value = self.interpreter.frame.env.get(path[1])
                if type(value) is Tensor and value.identity.optional:
                    self.interpreter.paths.set_path(left, value.refined(present=True))
        elif (type(target.operator) is cst.Is) == holds:
            self.narrow_dtype(left, target.comparator)

    def narrow_dtype(self, side: cst.BaseExpression, other: cst.BaseExpression) -> bool:
        """``x.dtype == torch.float64``."""
        interpreter = self.interpreter
        dtype = interpreter.values.get(id(other))
        if not isinstance(dtype, Dtype) or not (type(side) is cst.Attribute and side.attr.value == "dtype"):
            return False
        value = interpreter.paths.current(side.value)
        if isinstance(value, Tensor):
            interpreter.paths.set_path(side.value, value.refined(dtype=dtype.name))
        return True

    def note_shape_test(self, side: cst.BaseExpression) -> None:
        """A branch depends on the rank or a size of a tensor: what it then does to the shape is on purpose."""
        node: cst.BaseExpression = side
        use = Use.SHAPE_TESTED if is_size(node) else Use.RANK_TESTED
        if type(node) is cst.Call and type(node.func) is cst.Name and node.func.value in BUILTIN_ASKS and node.args:
            node = node.args[0].value
        if type(node) is cst.Subscript:
            node = node.value
        if type(node) is cst.Call:
            node = node.func
        if type(node) is cst.Attribute and asks_of(node.attr.value) in _OF_SHAPE:
            value = self.interpreter.paths.current(node.value)
            if isinstance(value, Tensor):
                value.identity.uses.add(use)

    def narrow_rank(self, side: cst.BaseExpression, other: cst.BaseExpression) -> bool:
        """``x.dim() == 2``, ``x.ndim == 2``, ``len(x.shape) == 2``, ``x.numel() == 1``."""
        interpreter = self.interpreter
        number = transfer.integer(interpreter.values.get(id(other), UNKNOWN))
        if number is None:
            return False
        subject: cst.BaseExpression | None = None
        what = ""
        is_method = False  # arrays have a shape as well
        if type(side) is cst.Call:
            func = side.func
            if type(func) is cst.Attribute and not side.args:
                subject, what, is_method = func.value, func.attr.value, True
            elif type(func) is cst.Name and func.value in BUILTIN_ASKS and len(side.args) == 1:
                inner = side.args[0].value
                if type(inner) is cst.Attribute and asks_of(inner.attr.value) is Asks.SHAPE:
                    subject, what = inner.value, "dim"
                elif (
                    type(inner) is cst.Call
                    and type(inner.func) is cst.Attribute
                    and asks_of(inner.func.attr.value) is Asks.SIZE
                ):
                    subject, what = inner.func.value, "dim"
            elif type(func) is cst.Attribute and asks_of(func.attr.value) is Asks.COUNT and len(side.args) == 1:
                subject, what = side.args[0].value, func.attr.value
        elif type(side) is cst.Attribute:
            subject, what = side.value, side.attr.value
        asked = asks_of(what)
        if subject is None or asked not in (Asks.RANK, Asks.COUNT):
            return False
        value = interpreter.paths.current(subject)
        if is_method and isinstance(value, Unknown) and value is not UNKNOWN and what in TABLE.methods:
            value = Tensor(identity=value.identity, origin=value.origin)
        if not isinstance(value, Tensor):
            return False
        if asked is Asks.COUNT:
            if number == 1:
                interpreter.paths.set_path(subject, value.refined(single=True))
        elif 0 <= number < 16 and value.shape is None:
            interpreter.paths.set_path(subject, value.refined(shape=(None,) * number))
        return True

    def narrow_shape(self, side: cst.BaseExpression, other: cst.BaseExpression) -> bool:
        """``x.shape == y.shape``, ``x.size() == (3, 4)``, ``x.shape[1] == 1``."""
        interpreter = self.interpreter
        subject = shape_subject(side)
        if subject is None:
            return False
        value = interpreter.paths.current(subject)
        if not isinstance(value, Tensor):
            return False
        other_subject = shape_subject(other)
        if other_subject is not None:
            twin = interpreter.paths.current(other_subject)
            if isinstance(twin, Tensor):
                shape = value.shape if value.shape is not None else twin.shape
                interpreter.paths.set_path(subject, value.refined(shape=shape, shape_identity=twin.shape_identity))
                if twin.shape is None and shape is not None:
                    interpreter.paths.set_path(other_subject, twin.refined(shape=shape))
                return True
            return False
        sizes = interpreter.values.get(id(other))
        if isinstance(sizes, Sequence) and sizes.items is not None:
            dims = [item.dim if isinstance(item, Number) else None for item in sizes.items]
            interpreter.paths.set_path(subject, value.refined(shape=tuple(dims)))
            return True
        return False


def shape_subject(node: cst.BaseExpression) -> cst.BaseExpression | None:
    """The tensor expression whose whole shape ``node`` is: ``x.shape`` or ``x.size()``."""
    if type(node) is cst.Attribute and asks_of(node.attr.value) is Asks.SHAPE:
        return node.value
    if type(node) is cst.Call and not node.args and type(node.func) is cst.Attribute:
        if asks_of(node.func.attr.value) is Asks.SIZE:
            return node.func.value
    return None


def without_items(test: cst.BaseExpression, holds: bool) -> cst.BaseExpression | None:
    """What has no items where a test holds, such as ``xs`` of ``len(xs) == 0``, or does not, as of ``len(xs) > 0``."""
    if not holds and type(test) in (cst.Name, cst.Attribute, cst.Call):
        return counted(test) if type(test) is cst.Call else test
    if type(test) is not cst.Comparison or len(test.comparisons) != 1:
        return None
    target = test.comparisons[0]
    kind, bound, subject = type(target.operator), target.comparator, counted(test.left)
    if subject is None:
        kind, bound, subject = _MIRRORED.get(kind, kind), test.left, counted(target.comparator)
    if subject is None or type(bound) is not cst.Integer:
        return None
    return subject if (kind, bound.value) in (_EMPTY if holds else _FILLED) else None


def counted(node: cst.BaseExpression) -> cst.BaseExpression | None:
    """``xs`` of ``len(xs)``."""
    if type(node) is cst.Call and type(node.func) is cst.Name and node.func.value == "len" and len(node.args) == 1:
        return node.args[0].value
    return None


def is_some_module(value: Value) -> bool:
    """Whether nothing is known of a module but that it is one."""
    return isinstance(value, Module) and value.name is None and value.cls is None


def is_size(node: cst.BaseExpression) -> bool:
    """``x.shape[0]`` or ``x.size(0)``: one size, not the rank."""
    return type(node) is cst.Subscript or (type(node) is cst.Call and bool(node.args))
