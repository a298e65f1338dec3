"""The fix of a logarithm that torch takes together with what it is of, through what stands between the two."""

from __future__ import annotations

from ...inference.patterns.sigmoid import is_literal, is_one
from ...inference.patterns.softmax import keeps_entries
from ...inference.values import Number, Operation, Tensor, Value
from ..fix import Fix, Part
from ..writer import Rewriting

# These may as well be done to the logarithm.
# These only keep the logarithm finite, which the new code does by itself.
_GUARDS = frozenset({"add", "maximum", "clamp", "clamp_min", "clamp_max", "nan_to_num", "relu"})


def fixed_log(
    write: Rewriting, log: Operation, made: Operation, template: str, *, safe: bool, **parts: Part | str | None
) -> Fix | None:
    """The fix that puts new code in the place of ``log(...)`` of an operation.

    What selects, moves, converts or detaches entries in between stays, a guard such as an epsilon goes; the fix is
    unsafe where one went, or where the logarithm would be rounded to another dtype.
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
    converted = any(operation.family == "conversion" for operation in kept)
    return write.beneath(log.node, kept, template, safe=safe and exact and not converted, **parts)


def between(value: Value, made: Operation, depth: int = 12) -> list[Operation] | None:
    """The operations that lead from an operation to a value, last first; None where other values come in as well."""
    origin = value.origin
    if origin is made:
        return []
    if origin is None or origin.name == "phi" or depth <= 0:
        return None
    for name in ("input", "other"):
        found = between(origin.operand(name), made, depth - 1)
        if found is not None:
            return [origin, *found]
    return None


def holds_floats(value: Value) -> bool:
    """Whether a value may be what torch's own activations take, which is floating numbers."""
    return not isinstance(value, Tensor) or value.category in (None, "float")


def _is_plain(operation: Operation) -> bool:
    """Whether an operation only adds a Python number, or takes one tensor."""
    operands = [operation.operand(), operation.operand("other")]
    return "other" not in operation.operands or any(isinstance(operand, Number) for operand in operands)


def _is_guard(operation: Operation) -> bool:
    added = (operation.operand(), operation.operand("other"))
    return operation.name in _GUARDS and not (operation.name == "add" and any(is_one(value) for value in added))
