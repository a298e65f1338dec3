"""Whether a program uses the relative accuracy of a result: whether it matters that a small one is right in its digits.

``log(1 + x)`` is off by at most 6e-8 in float32, however small x is. That is everything where the result is divided by
x, and nothing where it is added to something of size one.
"""

from __future__ import annotations

from dataclasses import dataclass

import libcst as cst

from ..interpreter.inference import Inference
from ..knowledge.columns import Family, Formula
from ..values import Number, Operation, Tensor, Value
from .bounds import bounds
from .gradients import is_initial_value

_DEPTH = 5
_SOURCES = 40
# A factor that lifts an error of 6e-8 to where it can be seen, and a bound that it reaches.
_LARGE = 1e3
_SMALL = 1e-3
_LOGARITHMS = frozenset({Formula.LOG, Formula.LOG1P})
_PASSED_ON = frozenset({Family.VIEW, Family.COPY, Family.CONVERSION, Family.LAYOUT})
# What is zero where its input is.
_VANISHING = frozenset({Formula.NEGATE, Formula.ABS, Formula.DIVIDE, Formula.POWER, Formula.SQUARE, Formula.SQRT})
# What is infinite at zero, or has an infinite derivative there.


def needs_small_results(inference: Inference, operation: Operation, small: Value) -> bool:
    """Whether the digits of a result near zero count: it is logged, or a quotient of it and what is small with it.

    ``small`` is what is small when the result is: the term of ``log(1 + x)``. Where that is itself the difference of
    two computed values, its own digits are gone already, so that only what takes it off again counts, where gradients
    flow.  What divides anything else is mostly far from zero, as the quotient would be huge.  What training starts from
    needs few digits, and neither does what a literal or a clamp keeps from zero.

    >>> p = program("return torch.log(1 + x) / x, torch.log(1 + y) * 2")
    >>> needs_small_results(p.inference, p.operation("torch.log(1 + x)"), p.value("x"))
    True
    >>> needs_small_results(p.inference, p.operation("torch.log(1 + y)"), p.value("y"))
    False
    """
    if is_initial_value(operation) or _is_kept_from_zero(small):
        return False
    exact = not _is_rounded_difference(small)
    frame = operation.frame
    if exact and type(frame) is cst.FunctionDef and "log1p" in frame.name.value:
        return True
    terms, scale = _scaled(small)
    return _needs(inference, operation.result, _Small(_factors(small), terms, scale, exact), _DEPTH)


@dataclass(frozen=True)
class _Small:
    """What a result is small with.

    ``factors`` are the tensors that it vanishes with, ``terms`` those that it equals but for a number, of which
    ``scale`` is the least; ``exact`` says that their own digits are right.
    """

    factors: set[int]
    terms: set[int]
    scale: float
    exact: bool


def _needs(inference: Inference, value: Value, small: _Small, depth: int) -> bool:
    users = inference.consumers.get(value.identity, ()) if value.identity is not None else ()
    return any(_uses(inference, user, value, small, depth) for user in users)


def _uses(inference: Inference, user: Operation, value: Value, small: _Small, depth: int) -> bool:
    formula = user.formula
    first = user.operand().identity is value.identity
    other = user.operand("other") if first else user.operand()
    if formula is Formula.DIVIDE:
        if small.exact and not small.factors.isdisjoint(_factors(other)):
            return True
    elif formula in (Formula.SUBTRACT, Formula.SUBTRACT_FROM):
        return id(other.identity) in small.terms and (small.exact or user.grad_enabled is not False)
    elif formula is Formula.MULTIPLY:
        if small.exact and isinstance(other, Number) and other.number and other.number * small.scale >= _LARGE:
            return True
    elif formula in _LOGARITHMS:
        return small.exact
    elif user.signature.family is Family.COMPARISON:
        return small.exact and _is_number(other, 0, _SMALL)
    elif formula not in (Formula.NEGATE, Formula.ABS) and user.signature.family not in _PASSED_ON:
        return False
    return depth > 0 and _needs(inference, user.result, small, depth - 1)


def _is_number(value: Value, least: float, most: float) -> bool:
    return isinstance(value, Number) and value.number not in (None, 0) and least <= value.number <= most


def _factors(value: Value) -> set[int]:
    """The tensors that make a value vanish where they do: its factors and those of its numerator, and itself."""
    found: set[int] = set()
    queue = [value]
    for current in queue:
        if not isinstance(current, Tensor) or id(current.identity) in found or len(found) > _SOURCES:
            continue
        found.add(id(current.identity))
        origin = current.origin
        if origin is None:
            continue
        if origin.formula is Formula.MULTIPLY or origin.signature.family is Family.PHI:
            queue.extend(origin.operands.values())
        elif origin.formula in _VANISHING or origin.signature.family in _PASSED_ON or origin.signature.selects:
            queue.append(origin.operand())
    return found


def _scaled(value: Value) -> tuple[set[int], float]:
    """The tensors that a value equals but for a numeric factor, and the smallest of these factors, at most 1."""
    found: set[int] = set()
    scale = least = 1.0
    for _ in range(_SOURCES):
        if not isinstance(value, Tensor):
            break
        found.add(id(value.identity))
        origin = value.origin
        if origin is None:
            break
        number = origin.operand("other")
        if origin.formula in (Formula.MULTIPLY, Formula.DIVIDE) and isinstance(number, Number) and number.number:
            factor = abs(number.number)
            scale = scale * factor if origin.formula is Formula.MULTIPLY else scale / factor
            least = min(least, scale)
        elif origin.formula is not Formula.NEGATE and origin.signature.family not in _PASSED_ON:
            break
        value = origin.operand()
    return found, least


def is_literal(value: Value) -> bool:
    """Whether a value is a literal, or a tensor filled with one, whose magnitude the author knows.

    >>> is_literal(value("torch.ones(1)")), is_literal(value("torch.tensor(0.5)")), is_literal(value("x"))
    (True, True, False)
    """
    least, largest = bounds(value)
    return least == largest


def _is_kept_from_zero(value: Value) -> bool:
    """Whether a value cannot come so close to zero that more than four of its digits are lost."""
    least, largest = bounds(value)
    return least >= _SMALL or largest <= -_SMALL


def _is_scaling(operation: Operation) -> bool:
    """Whether an operation only negates, or multiplies or divides by a number."""
    if operation.formula not in (Formula.MULTIPLY, Formula.DIVIDE):
        return operation.formula is Formula.NEGATE
    return any(isinstance(operand, Number) for operand in operation.operands.values())


def _is_rounded_difference(value: Value) -> bool:
    """Whether a value is the difference of two tensors, which has lost the digits that they share."""
    origin = value.origin
    while origin is not None and (_is_scaling(origin) or origin.signature.family in _PASSED_ON):
        numeric = isinstance(origin.operand(), Number)
        origin = origin.operand("other" if numeric else "input").origin
    if origin is None or origin.formula not in (Formula.SUBTRACT, Formula.SUBTRACT_FROM):
        return False
    return not any(isinstance(part, Number) for part in (origin.operand(), origin.operand("other")))
