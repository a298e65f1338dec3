"""Entries picked by the probabilities themselves: the token just drawn from them, or the most likely one."""

from __future__ import annotations

from ...syntax.naming import called_name
from ..knowledge.columns import Family, Formula
from ..knowledge.python_operations import PHI
from ..values import UNKNOWN, Identity, Operation, Tensor, Unknown, Value
from .softmax import through_layout

_DRAWS = ("sample", "multinomial", "categorical")
# What makes probabilities of logits.
_KEEPING = frozenset(
    {Family.ARITHMETIC, Family.POINTWISE, Family.SOFTMAX, Family.CONVERSION, Family.COPY, Family.VIEW, Family.PHI}
)


def picks_drawn(selection: Operation) -> bool:
    """Whether a selection from probabilities takes the entries that were drawn by them, which are never zero.

    >>> picks_drawn(operation("x[torch.multinomial(x, 1)]")), picks_drawn(operation("x.gather(1, labels)"))
    (True, False)
    """
    if selection.formula is Formula.SUBSCRIPT:
        indices = selection.index_parts
    else:
        indices = [selection.operands[name] for name in ("index", "indices") if name in selection.operands]
    own = _lineage(selection.operand())
    return any(_is_drawn(index, own) for index in indices)


def _is_drawn(index: Value, own: set[Identity], depth: int = 6) -> bool:
    """Whether an index comes from the probabilities, on every branch."""
    inner = through_layout(index)[0]
    origin = inner.origin
    if origin is None or depth <= 0:
        return False
    if origin.signature is PHI:
        return all(_is_drawn(branch, own, depth - 1) for branch in origin.operands.values())
    if origin.formula in (Formula.SUBSCRIPT, Formula.ITEM):
        return _is_drawn(origin.operand(), own, depth - 1)
    if origin.formula is not Formula.ARGMAX and not _draws(origin):
        return False
    queue = list(origin.operands.values())
    for value in queue:
        made = through_layout(value)[0].origin
        if made is not None and made.signature.family is Family.CALL and len(queue) < 20:
            queue.extend(made.operands.values())  # a distribution that the probabilities make
    return any(not own.isdisjoint(_lineage(value)) for value in queue)


def _draws(origin: Operation) -> bool:
    """Whether a call draws at random, by the name of what is called."""
    return any(word in called_name(origin.node).lower() for word in _DRAWS)


def _lineage(value: Value, limit: int = 40) -> set[Identity]:
    """A value and the logits it is made of by elementwise steps; not what scales or masks these."""
    found: set[Identity] = set()
    queue = [value]
    for current in queue:
        if not isinstance(current, Tensor | Unknown) or current is UNKNOWN:
            continue
        if current.identity in found or len(found) > limit:
            continue
        found.add(current.identity)
        origin = current.origin
        if origin is not None and origin.signature.family in _KEEPING:
            queue.extend(origin.operands.values() if origin.signature is PHI else [origin.operand()])
    return found
