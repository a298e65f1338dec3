"""Between which numbers the entries of a value lie, judged by literals and by the operations that made it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import NamedTuple

import libcst as cst

from ..knowledge.columns import Family, Formula, Range
from ..knowledge.python_operations import ATTRIBUTE, PHI, SUBSCRIPT
from ..values import NONE, Bound, Number, Operation, Sequence, Tensor, Unknown, Value

# So many views of a weight are looked through.
_VIEWS = 8


class Bounds(NamedTuple):
    """The least and the largest number that an entry can be; infinite where nothing limits it."""

    least: float = -math.inf
    largest: float = math.inf


_ANY = Bounds()
_OF_RANGE = {
    Range.NON_NEGATIVE: Bounds(least=0),
    Range.POSITIVE: Bounds(least=0),
    Range.UNIT: Bounds(0, 1),
    Range.PROBABILITY: Bounds(0, 1),
    Range.SYMMETRIC_UNIT: Bounds(-1, 1),
    Range.NON_POSITIVE: Bounds(largest=0),
}
_SCALES = frozenset({Formula.MULTIPLY, Formula.DIVIDE})
_STEPS = frozenset({Formula.ARANGE, Formula.LINSPACE})
_TERMS = frozenset({Formula.ADD, Formula.SUBTRACT})
# Within these bounds it is the scale alone that can make an exponential overflow.
_ORDINARY = 8
# What is nearer to 1 than this is 1 in float32.
_APART = 2.0**-24
_KEEPING = frozenset({Formula.ADD, Formula.CLAMP, Formula.CLAMP_MIN, Formula.LARGER})
_PRODUCTS = frozenset({Formula.MATMUL, Formula.EINSUM})


def bounds(value: Value, depth: int = 8) -> Bounds:
    """The bounds of a number or of all entries of a tensor; those of a weight are unknown, as training changes it.

    >>> bounds(value("x.clamp(-5, 5) + 1"))
    Bounds(least=-4, largest=6)
    >>> bounds(value("torch.tensor([1.0, 2.0])")), bounds(value("x"))
    (Bounds(least=1.0, largest=2.0), Bounds(least=-inf, largest=inf))
    >>> bounds(value("torch.linspace(-6.0, 6.0, 9)")), bounds(value("torch.arange(4)"))
    (Bounds(least=-6.0, largest=6.0), Bounds(least=0, largest=4))
    """
    if isinstance(value, Number) and value.number is not None:
        return Bounds(value.number, value.number)
    if isinstance(value, Sequence):
        return _joined(value.items or [], depth)
    origin = value.origin
    if origin is None or depth <= 0 or not isinstance(value, Tensor | Number):
        return _ANY
    signature, formula = origin.signature, origin.formula
    if formula is Formula.TENSOR or signature.fill_operand is not None:
        filled = origin.operand(signature.fill_operand or "data")
        return _ANY if _is_trained(value, origin) else bounds(filled, depth - 1)
    if signature.fills_with is not None:
        return _ANY if _is_trained(value, origin) else Bounds(signature.fills_with, signature.fills_with)
    if formula in _STEPS:
        ends = [origin.operand(name) for name in ("start", "end") if origin.given(name)]
        from_zero = Bounds(0, 0) if len(ends) < 2 else _joined(ends[:1], depth)
        return _ANY if _is_trained(value, origin) else _together([from_zero, _joined(ends, depth)])
    if signature.range in _OF_RANGE:
        return _OF_RANGE[signature.range]
    if signature is PHI:
        return _joined(origin.operands.values(), depth)
    if signature.family is Family.JOINING:
        return bounds(origin.operand("tensors"), depth - 1)
    if formula is Formula.WHERE:
        return _joined([origin.operand(), origin.operand("other")], depth)
    if signature.value_preserving or signature.selects or formula is Formula.DETACH:
        return bounds(origin.operand(), depth - 1)
    return _of_arithmetic(origin, depth)


def _nothing(value: Value) -> list[Value]:
    """What is known of a parameter where nobody asks the callers."""
    return []


def has_chosen_bounds(value: Value, depth: int = 8, given: Callable[[Value], list[Value]] = _nothing) -> bool:
    """Whether a value is bounded but for numbers that its author chooses: a cosine over a temperature.

    Products of normalised vectors are cosines, and so are those that are divided by the norms. ``given`` tells what the
    callers of the function give for a parameter, as `queries.callers.given_for` does.

    >>> has_chosen_bounds(value("(F.cosine_similarity(x, y) - n) * n")), has_chosen_bounds(value("x * n"))
    (True, False)
    >>> has_chosen_bounds(value("F.normalize(x) @ F.normalize(y).t() / n"))
    True
    >>> has_chosen_bounds(value("x @ y / (x.norm(dim=-1, keepdim=True) @ y.norm(dim=0, keepdim=True)) / n"))
    True
    """
    if depth == 0 or not isinstance(value, Tensor | Unknown):
        return False
    if isinstance(value, Unknown):  # perhaps a parameter
        return _all_of(given(value), has_chosen_bounds)
    if value.parameter:
        return False
    if all(abs(end) <= _ORDINARY for end in bounds(value)):
        return True
    origin = value.origin
    if origin is None:
        return _all_of(given(value), has_chosen_bounds)
    formula, signature = origin.formula, origin.signature
    factors = _factors(origin)
    if factors:
        return all(_is_normalised(factor, depth, given) for factor in factors)
    if formula is Formula.DIVIDE and _is_made_of_norms(origin.operand("other"), depth):
        made = origin.operand().origin
        return made is not None and bool(_factors(made))
    if formula is Formula.NEGATE or signature.value_preserving or signature.selects or formula is Formula.DETACH:
        return has_chosen_bounds(origin.operand(), depth - 1, given)
    if signature is PHI:
        return all(has_chosen_bounds(one, depth - 1, given) for one in origin.operands.values())
    if formula not in _SCALES | _TERMS:
        return False
    sides = [side for side in (origin.operand(), origin.operand("other")) if given(side) or not _is_chosen(side)]
    return _all_of(sides, lambda side: has_chosen_bounds(side, depth - 1, given))


def _all_of(values: list[Value], is_so: Callable[[Value], bool]) -> bool:
    """Whether something is so for all values, of which there are some."""
    return bool(values) and all(map(is_so, values))


def _factors(operation: Operation) -> list[Value]:
    """What an operation takes scalar products of: a product of matrices, and a product that is summed over a dim."""
    formula = operation.formula
    if formula is Formula.SUM and operation.given("dim"):
        made = operation.operand().origin
        return list(made.tensors()) if made is not None and made.formula is Formula.MULTIPLY else []
    return [part for one in operation.operands.values() for part in _parts(one)] if formula in _PRODUCTS else []


def _is_made_of_norms(value: Value, depth: int) -> bool:
    """Whether a tensor is a norm, or a product of norms, perhaps kept from 0."""
    origin = value.origin
    if origin is None or depth == 0 or not isinstance(value, Tensor):
        return False
    if origin.formula is Formula.NORM:
        return True
    if origin.formula in _PRODUCTS or origin.formula is Formula.MULTIPLY:
        factors = [part for one in origin.operands.values() for part in _parts(one)]
        return bool(factors) and all(_is_made_of_norms(factor, depth - 1) for factor in factors)
    kept = origin.formula in _KEEPING and isinstance(origin.operand("other"), Number | Unknown)
    return (kept or origin.signature.value_preserving) and _is_made_of_norms(origin.operand(), depth - 1)


def _parts(operand: Value) -> Iterable[Value]:
    if isinstance(operand, Sequence):
        return operand.parts()
    return [operand] if isinstance(operand, Tensor) else []


def _is_chosen(value: Value) -> bool:
    """A number, or what is read from an object or handed in without a sign of being a tensor: ``self.temperature``."""
    return isinstance(value, Number | Unknown | Bound) or (isinstance(value, Tensor) and value.shape == ())


def _is_normalised(value: Value, depth: int, given: Callable[[Value], list[Value]]) -> bool:
    """Whether a tensor holds normalised vectors or parts of them, perhaps transposed, detached, joined or taken out."""
    origin = value.origin
    if depth == 0:
        return False
    if origin is None:
        return _all_of(given(value), lambda one: _is_normalised(one, depth - 1, _nothing))
    if origin.formula is Formula.NORMALIZE:
        return True
    if origin.signature is PHI:
        return _all_of(list(origin.operands.values()), lambda one: _is_normalised(one, depth - 1, given))
    if origin.signature.family is Family.JOINING:
        joined = origin.operand("tensors")
        parts = joined.parts() if isinstance(joined, Sequence) else []
        return _all_of(parts, lambda one: _is_normalised(one, depth - 1, given))
    keeps = origin.signature.value_preserving or origin.signature.selects or origin.formula is Formula.DETACH
    return keeps and _is_normalised(origin.operand(), depth - 1, given)


def is_kept_apart(value: Value) -> bool:
    """Whether a probability is kept from 0 and from 1, as by ``clamp(1e-4, 1 - 1e-4)``, further than float32 rounds.

    >>> is_kept_apart(value("x.sigmoid().clamp(1e-6, 1 - 1e-6)")), is_kept_apart(value("x.sigmoid().clamp(min=1e-6)"))
    (True, False)
    >>> is_kept_apart(value("x.sigmoid().clamp(1e-8, 1 - 1e-8)"))
    False
    """
    least, largest = bounds(value)
    return least >= _APART and largest <= 1 - _APART


def limits_both(clamp: Operation) -> bool:
    """Whether an operation is a clamp to two ends that are not known: ``clamp(self.eps, 1 - self.eps)``.

    >>> limits_both(operation("x.clamp(n, 1 - n)")), limits_both(operation("x.clamp(min=n)"))
    (True, False)
    """
    ends = [clamp.operands.get(name, NONE) for name in ("min", "max")]
    unknown = not any(end is NONE or (isinstance(end, Number) and end.number is not None) for end in ends)
    return clamp.formula is Formula.CLAMP and unknown


def is_single_weight(value: Value) -> bool:
    """Whether a value is a weight with one entry, also scaled or with noise: what training makes of it stays ordinary.

    >>> is_single_weight(value("nn.Parameter(torch.zeros(1))")), is_single_weight(value("nn.Parameter(torch.ones(3))"))
    (True, False)
    """
    return _of_weights(value, 8) is True


def is_held_weight(operation: Operation) -> bool:
    """Whether an operation is of a weight, or of what an object holds in an attribute, and nothing is computed with it.

    >>> is_held_weight(operation("nn.Parameter(torch.zeros(3)).exp()")), is_held_weight(operation("model.weight.exp()"))
    (True, True)
    >>> is_held_weight(operation("(2 * model.weight).exp()")), is_held_weight(operation("x.exp()"))
    (False, False)
    """
    value, node = operation.operand(), operation.nodes.get("input")
    held = False
    for _ in range(_VIEWS):
        held |= type(node) is cst.Attribute
        if isinstance(value, Tensor) and value.parameter:
            return True
        origin = value.origin
        if origin is None or origin.signature is ATTRIBUTE or (held and origin.signature.family is Family.CALL):
            return held
        if not (origin.signature.value_preserving or origin.signature is SUBSCRIPT):
            return False
        value, node = origin.operand(), origin.nodes.get("input")
    return False


def _of_weights(value: Value, depth: int) -> bool | None:
    """True for what is computed from weights with one entry, None for one number of another source, else False."""
    if isinstance(value, Number):
        return None
    if not isinstance(value, Tensor) or depth == 0:
        return False
    one = value.shape is not None and set(value.shape) <= {1}
    if value.parameter:
        return one
    origin = value.origin
    if origin is None:
        return False
    if origin.signature.family in (Family.RANDOM, Family.FACTORY):
        return None if one else False
    if origin.signature.value_preserving:
        return _of_weights(origin.operand(), depth - 1)
    if origin.signature.family not in (Family.ARITHMETIC, Family.POINTWISE):
        return False
    found = {_of_weights(operand, depth - 1) for operand in origin.operands.values()}
    return False if False in found else (True in found) or None


def _of_arithmetic(origin: Operation, depth: int) -> Bounds:
    """The bounds of a sum, a negation, a scaling by a literal, or a limit."""
    formula, own = origin.formula, bounds(origin.operand(), depth - 1)
    if formula is Formula.NEGATE:
        return Bounds(-own.largest, -own.least)
    if formula in (Formula.CLAMP, Formula.CLAMP_MIN, Formula.CLAMP_MAX):
        return _clamped(own, origin, depth)
    if formula in (Formula.ADD, Formula.SUBTRACT, Formula.SMALLER, Formula.LARGER) and not origin.given("alpha"):
        other = bounds(origin.operand("other"), depth - 1)
        if formula is Formula.SMALLER:
            return Bounds(min(own.least, other.least), min(own.largest, other.largest))
        if formula is Formula.LARGER:
            return Bounds(max(own.least, other.least), max(own.largest, other.largest))
        if formula is Formula.SUBTRACT:
            other = Bounds(-other.largest, -other.least)
        return Bounds(own.least + other.least, own.largest + other.largest)
    scale = origin.operand("other")
    if formula in _SCALES and isinstance(scale, Number) and scale.number and not origin.given("rounding_mode"):
        ends = [end * scale.number if formula is Formula.MULTIPLY else end / scale.number for end in own]
        return Bounds(min(ends), max(ends))
    return _ANY


def _clamped(own: Bounds, clamp: Operation, depth: int) -> Bounds:
    """What a clamp leaves of the bounds; it takes its ``max`` where that is below its ``min``."""
    for name, limit in (("min", max), ("max", min)):
        given = clamp.operands.get(name, NONE)
        if given is not NONE:
            ends = bounds(given, depth - 1)
            own = Bounds(limit(own.least, ends.least), limit(own.largest, ends.largest))
    return own


def _joined(values: Iterable[Value], depth: int) -> Bounds:
    """The bounds of values of which each entry may be any."""
    return _together([bounds(value, depth - 1) for value in values])


def _together(found: list[Bounds]) -> Bounds:
    return Bounds(min(one.least for one in found), max(one.largest for one in found)) if found else _ANY


def _is_trained(value: Value, made: Operation) -> bool:
    return made.given("requires_grad") or (isinstance(value, Tensor) and value.parameter)
