"""Sums with one that programs spell out where torch has a function: ``1 + exp(x)``, and the sigmoids made of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import libcst as cst

from ..knowledge.columns import Family, Formula, Whole
from ..knowledge.kinds import BOOL, INT
from ..knowledge.python_operations import PHI
from ..queries.signs import never_positive
from ..values import NONE, UNKNOWN, Number, Operation, Sequence, Tensor, Value, same
from .softmax import exponential, on_every_branch, through_layout


def is_one(value: Value) -> bool:
    """Whether a value is the number 1, or a tensor of ones.

    >>> is_one(value("1.0")), is_one(value("torch.ones_like(x)")), is_one(value("x"))
    (True, True, False)
    """
    if isinstance(value, Number):
        return value.number == 1 and value.type != BOOL
    origin = value.origin
    if origin is None:
        return False
    if origin.signature.fill_operand is not None:
        filled = origin.operand(origin.signature.fill_operand)
        if isinstance(filled, Sequence) and filled.items is not None and len(filled.items) == 1:
            filled = filled.items[0]
        return isinstance(filled, Number) and filled.number == 1
    return origin.signature.fills_with == 1


@dataclass(frozen=True)
class WithOne:
    """A sum of ±1 and a term: ``one`` and ``sign`` are their signs; ``name`` is the operand that is the term."""

    one: int
    term: Value
    sign: int
    operation: Operation
    name: str

    @property
    def other(self) -> Value:
        """The operand that is the one.

        >>> with_one(value("1 + x")).other
        int=1
        """
        return self.operation.operand("other" if self.name == "input" else "input")

    @property
    def literal(self) -> bool:
        """Whether the one is written as a number, and is no name or tensor that stands for it.

        >>> with_one(value("1 + x")).literal, with_one(value("torch.ones(3) + x")).literal
        (True, False)
        """
        return is_literal(self.operation, "other" if self.name == "input" else "input")

    @property
    def keeps_shape(self) -> bool:
        """Whether the sum certainly has the shape of its term.

        >>> with_one(value("1 + x")).keeps_shape, with_one(value("torch.ones(3) + x")).keeps_shape
        (True, False)
        """
        return isinstance(self.other, Number) or share_shape(self.operation.result, self.term)


def with_one(value: Value) -> WithOne | None:
    """The sum of one and a term that a value is: ``1 + t``, ``t - 1``, ``1 - t``, ``torch.rsub(t, 1)``.

    >>> found = with_one(value("1 - x"))
    >>> found.one, found.sign
    (1, -1)
    """
    return None if value.origin is None else sum_with_one(value.origin)


def sum_with_one(operation: Operation) -> WithOne | None:
    """The sum of one and a term that an operation makes.

    >>> found = sum_with_one(operation("x.exp() - 1"))
    >>> found.one, found.sign, found.name
    (-1, 1, 'input')
    """
    if operation.formula not in (Formula.ADD, Formula.SUBTRACT, Formula.SUBTRACT_FROM) or operation.given("alpha"):
        return None
    first, second = operation.operand(), operation.operand("other")
    minus_first, minus_second = operation.formula is Formula.SUBTRACT_FROM, operation.formula is Formula.SUBTRACT
    for one, negative, term, term_negative, name in (
        (first, minus_first, second, minus_second, "other"),
        (second, minus_second, first, minus_first, "input"),
    ):
        sign = _sign_of_one(one)
        if sign == 0 or not isinstance(term, Tensor) or _sign_of_one(term) != 0:
            continue
        return WithOne(-sign if negative else sign, term, -1 if term_negative else 1, operation, name)
    return None


def is_literal(operation: Operation, name: str) -> bool:
    """Whether an operand is written as a number.

    >>> is_literal(operation("x + 1"), "other"), is_literal(operation("x + n"), "other")
    (True, False)
    """
    node = operation.nodes.get(name)
    if type(node) is cst.UnaryOperation:
        node = node.expression
    return isinstance(node, cst.Integer | cst.Float)


def share_shape(one: Value, other: Value) -> bool:
    """Whether two tensors certainly have the same shape.

    >>> p = program("return x.exp(), x[0]")
    >>> share_shape(p.value("x.exp()"), p.value("x")), share_shape(p.value("x[0]"), p.value("x"))
    (True, False)
    """
    return isinstance(one, Tensor) and isinstance(other, Tensor) and one.shape_identity is other.shape_identity


def _sign_of_one(value: Value) -> int:
    if is_one(value):
        return 1
    return -1 if isinstance(value, Number) and value.number == -1 else 0


def holds_integers(value: Value, depth: int = 16) -> bool:
    """Whether a value holds whole numbers, also after a conversion: they are never small beside one.

    >>> holds_integers(value("x.argmax(1).float()")), holds_integers(value("x"))
    (True, False)
    """
    if isinstance(value, Number):
        return value.type in (INT, BOOL)
    if not isinstance(value, Tensor) or depth <= 0:
        return False
    if value.category in (INT, BOOL):
        return True
    origin = value.origin
    if origin is None:
        return False
    if origin.signature.whole is Whole.ALWAYS:
        return True
    if origin.formula is Formula.ARANGE:
        return all(holds_integers(origin.operand(name)) for name in ("start", "end", "step") if name in origin.operands)
    if origin.signature.whole is Whole.OF_WHOLE:
        return _made_of_integers(origin, depth)
    return origin.signature.family in (Family.CONVERSION, Family.VIEW, Family.COPY) and holds_integers(
        origin.operand(), depth - 1
    )


def _made_of_integers(origin: Operation, depth: int) -> bool:
    parts = [part for name, value in origin.operands.items() if name in _SUMMANDS for part in _parts_of(value)]
    return bool(parts) and all(holds_integers(part, depth - 1) for part in parts)


_SUMMANDS = frozenset({"input", "other", "tensors"})


def _parts_of(value: Value) -> list[Value]:
    """A value, or what is in it where it is a list."""
    return value.parts() if isinstance(value, Sequence) else [value]


@dataclass(frozen=True)
class OnePlusExp:
    """``1 + exp(t)``: the exponential, through layout, and all operations it is written with."""

    exp: Operation
    operations: tuple[Operation, ...]

    @property
    def argument(self) -> Value:
        """What is exponentiated.

        >>> one_plus_exp(value("1 + torch.exp(-x)")).argument.origin.name
        'neg'
        """
        return self.exp.operand()


def one_plus_exp(value: Value) -> OnePlusExp | None:
    """The sum of one and an exponential that a value is.

    >>> one_plus_exp(value("1 + torch.exp(-x)")).exp.name
    'exp'
    """
    inner, passed = through_layout(value)
    found = with_one(inner)
    if found is None or found.one != 1 or found.sign != 1:
        return None
    exp = exponential(found.term)
    if exp is None:
        return None
    return OnePlusExp(exp[1][-1], (*passed, found.operation, *exp[1]))


@dataclass(frozen=True)
class Sigmoid:
    """A sigmoid: torch's own, or written out.

    Its argument is the operand ``input`` of ``source``, with the sign ``sign`` (``argument`` is what was exponentiated
    where it is written out); ``factor`` names the operand that is
    the numerator, where that is not 1.
    """

    source: Operation
    sign: int
    operations: tuple[Operation, ...]
    factor: str | None = None
    argument: Value = UNKNOWN

    @property
    def made(self) -> Operation:
        """The sigmoid, or the division that spells it out.

        >>> sigmoid_of(value("1 / (1 + torch.exp(-x))")).made.name
        'div'
        """
        return next(
            made
            for made in self.operations
            if made.formula in (Formula.SIGMOID, Formula.DIVIDE, Formula.RECIPROCAL, Formula.POWER)
        )

    @property
    def literal(self) -> bool:
        """Whether the ones of one that is written out are numbers, and no names or tensors that stand for it.

        >>> sigmoid_of(value("1 / (1 + torch.exp(-x))")).literal
        True
        """
        ones = [(made, name) for made in self.operations for name, value in made.operands.items() if is_one(value)]
        return all(is_literal(made, name) for made, name in ones)


def written_sigmoid(operation: Operation) -> Sigmoid | None:
    """The sigmoid that an operation spells out: ``1 / (1 + exp(-x))``, its reciprocal, ``exp(x) / (1 + exp(x))``.

    >>> written_sigmoid(operation("1 / (1 + torch.exp(-x))")).sign
    1
    """
    for top, bottom, name in _quotients(operation):
        found = one_plus_exp(bottom)
        if found is None or never_positive(found.argument):
            continue
        parts = (operation, *found.operations)
        if top is None or is_one(top):
            return Sigmoid(*_signed(found.exp, -1), parts, argument=found.argument)
        numerator = exponential(top)
        if numerator is not None and same(numerator[0], found.argument):
            return Sigmoid(*_signed(found.exp, 1), (*parts, *numerator[1]))
        if numerator is not None or _holds_exponential(top):
            return None
        return Sigmoid(*_signed(found.exp, -1), parts, name)
    return None


def _holds_exponential(value: Value) -> bool:
    """Whether a numerator overflows as well, as a product of exponentials does."""
    origin = value.origin
    if origin is None or origin.formula not in (Formula.MULTIPLY, Formula.DIVIDE, Formula.ADD, Formula.SUBTRACT):
        return False
    return any(exponential(operand) is not None for operand in origin.operands.values())


def _quotients(operation: Operation) -> Iterator[tuple[Value | None, Value, str]]:
    """Numerator (None for 1), denominator and the numerator's operand of what divides."""
    if operation.formula is Formula.DIVIDE and operation.operands.get("rounding_mode") in (None, NONE):
        yield operation.operand(), operation.operand("other"), "input"
    elif operation.formula is Formula.RECIPROCAL:
        yield None, operation.operand(), ""
    elif operation.formula is Formula.POWER:
        exponent = operation.operand("exponent")
        if isinstance(exponent, Number) and exponent.number == -1:
            yield None, operation.operand(), ""


def _signed(operation: Operation, sign: int) -> tuple[Operation, int]:
    """The operation whose input is the argument, and its sign, with a written minus taken off."""
    argument = operation.operand().origin
    if argument is not None and argument.formula is Formula.NEGATE and argument.frame is operation.frame:
        return argument, -sign
    return operation, sign


def sigmoid_of(value: Value, depth: int = 3) -> Sigmoid | None:
    """The sigmoid that a value is: torch's, a module's, a helper's, one written out, or one taken from 1.

    >>> sigmoid_of(value("torch.sigmoid(-x)")).sign, sigmoid_of(value("x.tanh()"))
    (-1, None)
    """
    inner, passed = through_layout(value)
    origin = inner.origin
    if origin is None:
        return None
    found: Sigmoid | None = None
    if origin.formula is Formula.SIGMOID:
        found = Sigmoid(*_signed(origin, 1), (origin,))
    elif origin.formula in (Formula.DIVIDE, Formula.RECIPROCAL, Formula.POWER):
        found = written_sigmoid(origin)
        if found is not None and found.factor is not None:
            return None
    elif origin.signature is PHI and depth > 0:
        found = on_every_branch(origin, lambda branch: sigmoid_of(branch, depth - 1))
    if found is None:
        return None
    return Sigmoid(found.source, found.sign, (*passed, *found.operations))
