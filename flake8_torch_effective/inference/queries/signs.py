"""Whether a value can be above or below zero, judged by the form of the operation that made it."""

from __future__ import annotations

import math

import libcst as cst

from .. import transfer
from ..knowledge.columns import Family, Formula, Range, Signature
from ..knowledge.python_operations import CALL, SUBSCRIPT
from ..knowledge.signatures import TABLE
from ..patterns.extremum import detached, extremum
from ..values import NONE, Number, Operation, Sequence, Tensor, Unknown, Value, same
from .bounds import bounds
from .selections import is_selected_below_zero

# How many factors of a product are looked at, and how many different parts of what is joined.
_FACTORS = 24
_JOINED = 4


def _never_negative(value: Value, depth: int = 8) -> bool:
    """Whether a value cannot be below zero, by its form: a square, an absolute value, a distance."""
    if isinstance(value, Number):
        return isinstance(value.number, (int, float)) and value.number >= 0
    origin = value.origin
    if origin is None or depth <= 0:
        return False
    formula, signature = origin.formula, _signature(origin)
    if signature.range.is_non_negative:
        return True
    if formula is Formula.POWER:
        exponent = transfer.integer(origin.operand("exponent"))
        number = origin.operand("exponent")
        even = exponent is not None and exponent % 2 == 0
        return even or (isinstance(number, Number) and number.number == 2.0)
    if formula is Formula.MULTIPLY:
        first, second = origin.operand(), origin.operand("other")
        if same(first, second):
            return True
        return _is_non_negative_product([first, second], depth) or (
            never_positive(first, depth - 1) and never_positive(second, depth - 1)
        )
    if formula is Formula.DIVIDE:
        return _is_non_negative_product([origin.operand(), origin.operand("other")], depth)
    if formula is Formula.MATMUL:
        return all(_never_negative(factor, depth - 1) for factor in origin.tensors())
    if formula is Formula.EINSUM:
        factors = origin.operand("operands")
        return isinstance(factors, Sequence) and _is_non_negative_product(factors.items or [], depth)
    if formula is Formula.ADD:
        return _never_negative(origin.operand(), depth - 1) and _never_negative(origin.operand("other"), depth - 1)
    if formula is Formula.NEGATE:
        return never_positive(origin.operand(), depth - 1)
    if formula is Formula.SUBTRACT:
        return _is_limit(origin.operand("other"), Formula.MINIMUM, origin.operand()) or _is_limit(
            origin.operand(), Formula.MAXIMUM, origin.operand("other")
        )
    if formula is Formula.CLAMP:
        low = origin.operands.get("min")
        return isinstance(low, Number) and isinstance(low.number, (int, float)) and low.number >= 0
    if formula is Formula.CLAMP_MIN:
        return _never_negative(origin.operand("min"), depth - 1)
    if formula is Formula.ARANGE:
        start = origin.operands.get("start")
        return "end" not in origin.operands or (isinstance(start, Number) and (start.number or 0) >= 0)
    if formula is Formula.CAT or formula is Formula.STACK:
        joined = origin.operand("tensors")
        parts = {id(one): one for one in (joined.parts() if isinstance(joined, Sequence) else [])}
        # Each of them may be joined from as many again.
        return 0 < len(parts) <= _JOINED and all(_never_negative(part, depth - 2) for part in parts.values())
    if signature.keeps_sign:
        return _never_negative(origin.operand(), depth - 1)
    return False


def _is_non_negative_product(factors: list[Value], depth: int) -> bool:
    """Whether one factor cannot be below zero, and each other one cannot either or is a scale."""
    known = [_never_negative(factor, depth - 1) for factor in factors]
    return any(known) and all(sure or _positive_scale(factor) for sure, factor in zip(known, factors, strict=True))


def _signature(origin: Operation) -> Signature:
    """The signature of an operation; of a method of an unknown object, that of the tensor's method of this name."""
    node = origin.node
    if origin.signature is CALL and type(node) is cst.Call and type(node.func) is cst.Attribute:
        return TABLE.methods.get(node.func.attr.value, CALL)
    return origin.signature


def _may_be_negative_number(value: Value) -> bool:
    """A divisor that is a Python number: scales are positive unless a literal says otherwise."""
    if isinstance(value, Number):
        return isinstance(value.number, (int, float)) and value.number < 0
    return True


def never_positive(value: Value, depth: int = 8) -> bool:
    """Whether a value cannot be above zero, by its form: ``-d ** 2``, ``-0.5 * x.square() / s``, ``log_softmax``.

    >>> never_positive(value("-x.square()")), never_positive(value("(x.min() - x) / 2")), never_positive(value("-x"))
    (True, True, False)
    """
    if isinstance(value, Number):
        if value.number is None and value.origin is not None and value.origin.formula is Formula.NEGATE:
            return _positive_scale(value.origin.operand())
        return isinstance(value.number, (int, float)) and value.number <= 0
    origin = value.origin
    if origin is None or depth <= 0:
        return False
    formula, signature = origin.formula, _signature(origin)
    if signature.range is Range.NON_POSITIVE or is_selected_below_zero(value):
        return True
    if formula is Formula.LINSPACE:
        end = origin.operand("end")
        return isinstance(end, Number) and end.number is not None and end.number <= 0
    if formula is Formula.NEGATE:
        return _never_negative(origin.operand(), depth - 1) or _is_negated_square(value)
    if formula is Formula.MULTIPLY:
        for name, other in (("input", "other"), ("other", "input")):
            first, second = origin.operand(name), origin.operand(other)
            if never_positive(first, depth - 1) and (_never_negative(second, depth - 1) or _positive_scale(second)):
                return True
            if _is_negated_scale(origin, name) and _never_negative(second, depth - 1):
                return True
        return _is_negated_square(value)
    if formula is Formula.DIVIDE:
        second = origin.operand("other")
        if never_positive(origin.operand(), depth - 1):
            return _never_negative(second, depth - 1) or not _may_be_negative_number(second) or _positive_scale(second)
        return _is_negated_square(value)
    if formula is Formula.SUBTRACT and _is_limit(origin.operand(), Formula.MINIMUM, origin.operand("other")):
        return True
    if formula in (Formula.ADD, Formula.SUBTRACT):
        second = origin.operand("other")
        first_ok = never_positive(origin.operand(), depth - 1)
        return first_ok and (
            never_positive(second, depth - 1) if formula is Formula.ADD else _never_negative(second, depth - 1)
        )
    if formula is Formula.CLAMP:
        high = origin.operands.get("max")
        return isinstance(high, Number) and isinstance(high.number, (int, float)) and high.number <= 0
    if formula is Formula.CLAMP_MAX:
        return never_positive(origin.operand("max"), depth - 1)
    if signature.keeps_sign:
        return never_positive(origin.operand(), depth - 1)
    return False


def _is_negated_square(value: Value) -> bool:
    """Whether a product is the negative of squares, and of scales: ``-x * x``, ``-0.5 * (x / s) * (x / s)``."""
    sign, squared, alone = 1, False, list[Value]()
    queue = [(value, False)]
    for one, divides in queue:
        origin = one.origin
        formula = None if origin is None or (isinstance(one, Number) and one.number is not None) else origin.formula
        if origin is not None and formula is Formula.NEGATE:
            sign = -sign
            queue.append((origin.operand(), divides))
        elif origin is not None and formula in (Formula.MULTIPLY, Formula.DIVIDE) and len(queue) < _FACTORS:
            queue += [(origin.operand(), divides), (origin.operand("other"), divides or formula is Formula.DIVIDE)]
        elif isinstance(one, Number) and isinstance(one.number, (int, float)):
            sign = -sign if one.number < 0 else sign
        else:
            twin = next((other for other in alone if same(other, one)), None)
            if twin is None:
                alone.append(one)
            else:
                alone = [other for other in alone if other is not twin]
                squared = squared or not divides
    known = [_never_negative(one) for one in alone]
    scales = all(sure or _positive_scale(one) for sure, one in zip(known, alone, strict=True))
    return sign < 0 and scales and (squared or any(known))


def _is_limit(limit: Value, formula: Formula, source: Value) -> bool:
    """Whether a value is the maximum or the minimum of another: of all its entries, or of each row."""
    found = extremum(limit, formula)
    return found is not None and same(detached(found.source), detached(source))


# The largest whole number whose exponential float32 still holds.
_LARGEST_EXPONENT = 88


def is_bounded(value: Value) -> bool:
    """Whether the exponential of a value cannot overflow, by its form: never positive, clamped or masked.

    >>> is_bounded(value("x.clamp(max=20)")), is_bounded(value("x"))
    (True, False)
    """
    origin = value.origin
    if origin is None:
        return False
    if origin.formula in (Formula.WHERE, Formula.MASKED_FILL) or never_positive(value):
        return True
    return cannot_overflow(value)


def cannot_overflow(value: Value) -> bool:
    """Whether the exponential of a value cannot overflow whatever a mask leaves: a literal, a clamp, a tanh.

    >>> cannot_overflow(value("x.clamp(max=20)")), cannot_overflow(value("x.masked_fill(mask, -1e9)"))
    (True, False)
    """
    return bounds(value).largest <= _LARGEST_EXPONENT or _is_logarithm(value) or _is_limited(value)


def _is_limited(value: Value, depth: int = 6) -> bool:
    """Whether a clamp has an upper limit that is a name: its author has chosen one that the exponential allows."""
    origin = value.origin
    if origin is None or depth == 0:
        return False
    if origin.formula in (Formula.CLAMP, Formula.CLAMP_MAX) and origin.operands.get("max", NONE) is not NONE:
        return bounds(origin.operand("max")).largest == math.inf
    return origin.signature.value_preserving and _is_limited(origin.operand(), depth - 1)


def _is_logarithm(value: Value) -> bool:
    """Whether a value is the logarithm of something, which its exponential is then."""
    origin = value.origin
    return origin is not None and origin.formula is Formula.LOG


def is_log_ratio(value: Value) -> bool:
    """Whether a value is a difference from a logarithm, so that its exponential is a ratio: ``x - y.log1p()``.

    >>> is_log_ratio(value("x - y.log1p()")), is_log_ratio(value("x - y"))
    (True, False)
    """
    origin = value.origin
    if origin is None or origin.formula is not Formula.SUBTRACT:
        return False
    taken = origin.operand("other").origin
    return taken is not None and taken.formula in (Formula.LOG, Formula.LOG1P, Formula.LOGSUMEXP)


def is_made_of_numbers(value: Value) -> bool:
    """Whether a tensor holds Python numbers that the program computes itself, as the exponents of a window.

    Not where they are literals, which have bounds.

    >>> is_made_of_numbers(value("torch.tensor([-i * i for i in range(n)]).float()")), is_made_of_numbers(value("x"))
    (True, False)
    """
    origin = value.origin
    while origin is not None and origin.signature.value_preserving:
        origin = origin.operand().origin
    if origin is None or origin.formula not in (Formula.TENSOR, Formula.LEGACY_CONSTRUCTOR):
        return False
    data = origin.operand("data")
    held = data.parts() if isinstance(data, Sequence) else []
    return bool(held) and all(isinstance(one, Number) and one.number is None and not _is_read(one) for one in held)


def _is_read(number: Number) -> bool:
    return number.origin is not None and number.origin.signature.family is Family.EXTRACTION


def is_scaled_cost(value: Value) -> bool:
    """Whether a value is something times a minus and a scale, as costs are that are never below zero: ``-beta * x``.

    >>> is_scaled_cost(value("-model.beta * x")), is_scaled_cost(value("-x"))
    (True, False)
    """
    origin = value.origin
    if origin is None or origin.formula is not Formula.MULTIPLY:
        return False
    return _is_negated_scale(origin, "input") or _is_negated_scale(origin, "other")


def has_ordinary_exponential(value: Value) -> bool:
    """Whether the exponential of a value neither overflows nor is rounded to 0.

    >>> has_ordinary_exponential(value("x.clamp(-20, 20)")), has_ordinary_exponential(value("x.clamp(max=20)"))
    (True, False)
    """
    return _is_logarithm(value) or (cannot_overflow(value) and bounds(value).least >= -_LARGEST_EXPONENT)


def _is_negated_scale(operation: Operation, name: str) -> bool:
    """Whether an operand is a minus and an unknown scale: ``-beta * x``, ``-0.5 / sigma2 * x``."""
    node = operation.nodes.get(name)
    while type(node) is cst.BinaryOperation and isinstance(node.operator, (cst.Multiply, cst.Divide)):
        node = node.left
    if type(node) is not cst.UnaryOperation or type(node.operator) is not cst.Minus:
        return False
    scale = operation.operand(name)
    unknown = isinstance(scale, Unknown) or (isinstance(scale, Number) and scale.number is None)
    return unknown and type(node.expression) is not cst.UnaryOperation


def _positive_scale(value: Value) -> bool:
    """An unknown scale such as a bandwidth: positive unless it is a negative literal."""
    if isinstance(value, Number):
        return not (isinstance(value.number, (int, float)) and value.number < 0)
    return not isinstance(value, Tensor) or _is_weight(value) or value.shape == ()


def _is_weight(value: Value, depth: int = 4) -> bool:
    """Whether a value is a parameter, or a part of one, perhaps in another dtype."""
    origin = value.origin
    if not isinstance(value, Tensor) or value.parameter or origin is None or depth == 0:
        return isinstance(value, Tensor) and value.parameter
    kept = origin.signature is SUBSCRIPT or origin.signature.family is Family.CONVERSION
    return kept and _is_weight(origin.operand(), depth - 1)
