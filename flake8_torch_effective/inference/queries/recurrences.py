"""Whether an iteration needs what an earlier one left."""

from __future__ import annotations

import libcst as cst

from ..interpreter.inference import Inference
from ..knowledge.columns import Formula
from ..values import Sequence, Tensor, Unknown, Value, reaches
from .iterations import IterationSlice, is_counter, sliced_in
from .loops import changes_in, few_iterations, is_ragged, is_same


def rows_walked(inference: Inference, loop: cst.CSTNode) -> IterationSlice | None:
    """A slice that the iterations of a loop take of a tensor, where they could all be taken at once.

    That is where no iteration needs what an earlier one left, but for a sum, a product or an extremum of all of them, a
    tensor that they fill or lengthen, a list; and where the iterations do not differ in what they do.

    >>> p = program("total = 0", "for row in x: total = total + row.exp()")
    >>> p.code(rows_walked(p.inference, p.loop).node)
    'x'
    """
    if is_ragged(inference, loop) or few_iterations(inference, loop) or is_recurrent(inference, loop):
        return None
    for operation in inference.inside(loop):
        for value in [operation.result, *operation.operands.values()]:
            found = sliced_in(inference, value, loop)
            if found is not None and not changes_in(inference, found.source, loop):
                return found
    return None


def is_recurrent(inference: Inference, loop: cst.CSTNode) -> bool:
    """Whether an iteration needs a tensor that an earlier iteration left, for more than to put its own share on top.

    >>> p = program("y = x[0]", "for row in x: y = 0.9 * y + row")
    >>> is_recurrent(p.inference, p.loop)
    True
    """
    facts = inference.loops.get(loop)
    if facts is None:
        return False
    for head, final in facts.carried.values():
        if isinstance(head, (Tensor, Unknown)) and not _only_adds(inference, final, head, loop):
            return True
    return False


def _only_adds(inference: Inference, final: Value, head: Value, loop: cst.CSTNode) -> bool:
    """Whether an iteration's last value is the one at its head with something put on top, into it, or behind it."""
    operation = final.origin
    if operation is None or not any(is_same(made, head) for made in reaches(final, 200)):
        return True
    if operation.formula is Formula.SUBSCRIPT_WRITE:
        counted = any(is_counter(inference, part, loop) for part in operation.index_parts)
        fresh = not any(is_same(made, head) for made in reaches(operation.operand("value"), 200))
        return counted and fresh and _only_adds(inference, operation.operand(), head, loop)
    if operation.signature.folds_to is None:
        return is_same(final, head)
    parts = [part for value in operation.operands.values() for part in _listed(value)]
    held = [part for part in parts if is_same(part, head)]
    rest = [part for part in parts if not is_same(part, head)]
    return len(held) == 1 and not any(is_same(made, head) for part in rest for made in reaches(part, 200))


def _listed(value: Value) -> list[Value]:
    return value.parts() if isinstance(value, Sequence) else [value]
