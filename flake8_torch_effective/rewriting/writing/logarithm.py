"""Fixes for a logarithm that torch can fuse with its operand, also through operations in between."""

from __future__ import annotations

from ...inference.knowledge.columns import Family, Formula
from ...inference.knowledge.kinds import FLOAT
from ...inference.knowledge.python_operations import PHI
from ...inference.patterns.sigmoid import is_literal, is_one
from ...inference.patterns.softmax import keeps_entries, keeps_finite
from ...inference.queries.elements import least_rank
from ...inference.transfer.sizes import holds_dtype
from ...inference.values import Notation, Number, Operation, Tensor, Value
from ..fix import Fix, Part
from ..mentions import Topic
from ..writer import Rewriting

# Families of operations whose result is real floating-point where their operands are.
_KEEP_DTYPE = (Family.ARITHMETIC, Family.INDEXING, Family.LAYOUT, Family.POINTWISE, Family.REDUCTION, Family.VIEW)


def fixed_log(
    write: Rewriting, log: Operation, made: Operation, template: str, *, safe: bool, **parts: Part | str | None
) -> Fix | None:
    """The fix that replaces ``log(...)`` of an operation with new code.

    Operations in between that select, move, convert or detach entries are kept, a guard such as an epsilon is dropped;
    the fix is unsafe where one is dropped, or where the logarithm would be rounded to another dtype.
    """
    passed = between(log.operand(), made)
    if passed is None or log.given("out"):
        return None
    kept = [operation for operation in passed if keeps_entries(operation)]
    gone = [operation for operation in passed if not keeps_entries(operation)]
    if not all(_is_plain(operation) for operation in gone):
        return None
    exact = not any(_is_guard(operation) for operation in gone)
    exact = exact and all(is_literal(one, name) for one in gone for name in one.operands if is_one(one.operand(name)))
    converted = any(operation.signature.family is Family.CONVERSION for operation in kept)
    of_vector = any(one.formula is Formula.DIAG and least_rank(one.operand()) < 2 for one in kept)  # it adds zeros
    safe = safe and exact and not converted and not of_vector and write.hides_extremes(log.node)
    return write.beneath(log.node, kept, template, safe=safe, **parts)


def between(value: Value, made: Operation, depth: int = 12) -> list[Operation] | None:
    """The operations that lead from an operation to a value, last first; None where other values take part."""
    origin = value.origin
    if origin is made:
        return []
    if origin is None or origin.signature is PHI or depth <= 0:
        return None
    for name in ("input", "other"):
        found = between(origin.operand(name), made, depth - 1)
        if found is not None:
            return [origin, *found]
    return None


def holds_floats(value: Value) -> bool:
    """Whether a value may be floating-point, as torch's activations require."""
    return not isinstance(value, Tensor) or value.category in (None, FLOAT)


def may_be_complex(write: Rewriting, value: Value) -> bool:
    """Whether a value may be complex, judging by what the file mentions: torch takes such exponents only lately."""
    known = isinstance(value, Tensor) and value.category == FLOAT
    return not known and write.elsewhere.mentions.any_of(Topic.COMPLEX)


def is_floating(value: Value, depth: int = 6) -> bool:
    """Whether a value is known to be real floating-point: torch's activations reject integers and complex numbers.

    A layer with weights gives what its weights are, which are floating-point unless a ``dtype`` makes them complex.
    Others, such as pooling, keep integers.
    """
    if not isinstance(value, Tensor) or value.category not in (None, FLOAT) or depth <= 0:
        return False
    made = value.origin
    if value.category == FLOAT or made is None:
        return value.category == FLOAT
    family = made.signature.family
    if made.formula is Formula.RESHAPE and holds_dtype(made.operand("size")):
        return False  # view(torch.int32)
    if family is Family.SOFTMAX or (made.signature.layer and made.notation is Notation.MODULE):
        return made.complete
    operands = [made.operand(name) for name in ("input", "other") if name in made.operands]
    known = all(_is_real(one) if isinstance(one, Number) else is_floating(one, depth - 1) for one in operands)
    return family in _KEEP_DTYPE and known and any(isinstance(one, Tensor) for one in operands)


def _is_real(number: Number) -> bool:
    return number.number is not None and not isinstance(number.number, complex)


def _is_plain(operation: Operation) -> bool:
    """Whether an operation only adds a Python number, or has a single tensor operand."""
    operands = [operation.operand(), operation.operand("other")]
    return "other" not in operation.operands or any(isinstance(operand, Number) for operand in operands)


def _is_guard(operation: Operation) -> bool:
    """Whether it only keeps the logarithm finite, which the new code does anyway."""
    added = (operation.operand(), operation.operand("other"))
    return keeps_finite(operation) and not (operation.formula is Formula.ADD and any(is_one(value) for value in added))
