"""Whether a program uses the relative accuracy of a result: whether it matters that a small one is right in its digits.

``exp(x) - 1`` is off by at most 6e-8 in float32, whatever x is. That is everything where the result is divided by x,
and nothing where it is added to something of size one.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

import libcst as cst

from ..interpreter.inference import Inference
from ..knowledge.columns import Family, Formula
from ..values import Number, Operation, Tensor, Value, origins

_DEPTH = 5
_SOURCES = 40
# A factor that lifts an error of 6e-8 to where it can be seen, and a bound that it reaches.
_LARGE = 1e3
_SMALL = 1e-3
_LOGARITHMS = frozenset({Formula.LOG, Formula.LOG1P})
_PASSED_ON = frozenset({Family.VIEW, Family.COPY, Family.CONVERSION, Family.LAYOUT})
_PROMISES = ("expm1", "log1p")


def needs_small_results(inference: Inference, operation: Operation, small: Value) -> bool:
    """Whether the digits of a result near zero count: it is a divisor, logged, or divided by what is small with it.

    ``small`` is what is small when the result is: the exponent of ``exp(x) - 1``, the term of ``log(1 + x)``. Where
    that is itself the difference of two computed values, its own digits are gone already, which counts as well unless
    the result is set against that very difference.

    >>> p = program("return torch.log(1 + x) / x, torch.log(1 + y) * 2")
    >>> needs_small_results(p.inference, p.operation("torch.log(1 + x)"), p.value("x"))
    True
    >>> needs_small_results(p.inference, p.operation("torch.log(1 + y)"), p.value("y"))
    False
    """
    exact = not _is_rounded_difference(small)
    frame = operation.frame
    if exact and type(frame) is cst.FunctionDef and any(name in frame.name.value for name in _PROMISES):
        return True
    return _needs(inference, operation.result, _Small(_identities(small), exact), _DEPTH)


@dataclass(frozen=True)
class _Small:
    """What is small with a result: the tensors that it is made of, and whether their own digits are right."""

    sources: set[int]
    exact: bool


def _needs(inference: Inference, value: Value, small: _Small, depth: int) -> bool:
    users = inference.consumers.get(value.identity, ()) if value.identity is not None else ()
    return any(_uses(inference, user, value, small, depth) for user in users)


def _uses(inference: Inference, user: Operation, value: Value, small: _Small, depth: int) -> bool:
    formula = user.formula
    first = user.operand().identity is value.identity
    other = user.operand("other") if first else user.operand()
    if formula is Formula.DIVIDE:
        if (small.exact and not first) or not small.sources.isdisjoint(_identities(other)):
            return True
    elif formula in (Formula.SUBTRACT, Formula.SUBTRACT_FROM):
        return id(other.identity) in small.sources
    elif formula is Formula.MULTIPLY:
        if small.exact and _is_number(other, _LARGE, inf):
            return True
    elif formula in _LOGARITHMS or formula is Formula.RECIPROCAL:
        return small.exact
    elif formula is Formula.POWER:
        return small.exact and _is_number(user.operand("exponent"), -inf, 0)
    elif user.signature.family is Family.COMPARISON:
        return small.exact and _is_number(other, 0, _SMALL)
    elif formula not in (Formula.NEGATE, Formula.ABS) and user.signature.family not in _PASSED_ON:
        return False
    return depth > 0 and _needs(inference, user.result, small, depth - 1)


def _is_number(value: Value, least: float, most: float) -> bool:
    return isinstance(value, Number) and value.number not in (None, 0) and least <= value.number <= most


def _identities(value: Value) -> set[int]:
    """The tensors that a value is computed from, and itself."""
    found = {id(value.identity)} if isinstance(value, Tensor) else set()
    for origin in origins(value, _SOURCES):
        found |= {id(operand.identity) for operand in origin.operands.values() if isinstance(operand, Tensor)}
    return found


def _is_rounded_difference(value: Value) -> bool:
    """Whether a value is the difference of two tensors, which has lost the digits that they share."""
    origin = value.origin
    while origin is not None and (origin.formula is Formula.NEGATE or origin.signature.family in _PASSED_ON):
        origin = origin.operand().origin
    if origin is None or origin.formula not in (Formula.SUBTRACT, Formula.SUBTRACT_FROM):
        return False
    return isinstance(origin.operand(), Tensor) and isinstance(origin.operand("other"), Tensor)
