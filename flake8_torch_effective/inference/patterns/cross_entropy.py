"""Cross-entropies that programs spell out: the sum of labels times a log-softmax."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import libcst as cst

from ...syntax.equality import same_code
from .. import transfer
from ..knowledge.columns import Family, Formula
from ..values import NONE, Number, Operation, Sequence, Tensor, Unknown, Value, same
from .softmax import softmax_of, through_layout, under_guards


@dataclass
class CrossEntropy:
    """``sum(labels * log_softmax(logits))``.

    ``softmax`` is the operation that takes the logits, a logsumexp where that is taken off them, ``product`` the
    multiplication and its operand that is the labels; ``negative`` says that a minus stands inside the sum;
    ``smoothed`` that the labels are filled by hand.
    """

    labels: Value
    product: tuple[Operation, str]
    softmax: Operation
    operations: list[Operation]
    dim: Value | None
    negative: bool
    smoothed: bool


@dataclass
class _Factor:
    value: Value
    product: Operation
    name: str


def written_cross_entropy(operation: Operation) -> CrossEntropy | None:
    """The cross-entropy that a sum spells out.

    >>> p = program("return -(labels * logits.log_softmax(1)).sum(1)")
    >>> found = written_cross_entropy(p.operation("(labels * logits.log_softmax(1)).sum(1)"))
    >>> found.softmax.name, found.labels is p.value("labels")
    ('log_softmax', True)
    """
    passed: list[Operation] = [operation]
    factors: list[_Factor] = []
    negative = _collect(operation.operand(), factors, passed, operation, "input")
    for factor in factors:
        softmax = _log_probabilities(factor.value)
        if softmax is None:
            continue
        log_softmax, inside = softmax
        labels = [other for other in factors if other is not factor and _may_be_labels(other.value, factor.value)]
        others = [other.value for other in factors if other is not factor]
        dim = operation.operands.get("dim")
        dim = None if dim is NONE else dim
        if not labels or _is_entropy(others, log_softmax) or not _sums_classes(dim, log_softmax, factor.value):
            return None
        chosen = labels[0]
        return CrossEntropy(
            chosen.value,
            (chosen.product, chosen.name),
            log_softmax,
            [*passed, *inside],
            dim,
            negative,
            _is_smoothed(chosen.value),
        )
    return None


def _collect(
    value: Value, factors: list[_Factor], passed: list[Operation], product: Operation, name: str, depth: int = 6
) -> bool:
    """Gather the factors of a product; True where an odd number of minus signs stands in it."""
    inner, layout = through_layout(value)
    origin = inner.origin
    if origin is not None and depth > 0:
        if origin.formula is Formula.NEGATE:
            passed += [*layout, origin]
            return not _collect(origin.operand(), factors, passed, origin, "input", depth - 1)
        if origin.formula is Formula.MULTIPLY:
            passed += [*layout, origin]
            first = _collect(origin.operand(), factors, passed, origin, "input", depth - 1)
            return first ^ _collect(origin.operand("other"), factors, passed, origin, "other", depth - 1)
    if isinstance(value, Number):
        return isinstance(value.number, int | float) and value.number < 0
    factors.append(_Factor(value, product, name))
    return False


def _log_probabilities(value: Value) -> tuple[Operation, list[Operation]] | None:
    """The softmax, log_softmax or logsumexp that makes a value log-probabilities, and all operations on the way."""
    inner, passed = through_layout(value)
    origin = inner.origin
    if origin is None:
        return None
    if origin.formula is Formula.LOG_SOFTMAX:
        return origin, [*passed, origin]
    if origin.formula is Formula.SUBTRACT and not origin.given("alpha"):
        normaliser, layout = through_layout(origin.operand("other"))
        made = normaliser.origin
        if made is not None and made.formula is Formula.LOGSUMEXP and same(made.operand(), origin.operand()):
            return made, [*passed, origin, *layout, made]
    if origin.formula is Formula.LOG:
        softmax, guards = under_guards(origin.operand(), softmax_of, selection=False)
        if softmax is not None:
            return softmax.operation, [*passed, origin, *guards, *softmax.operations]
    return None


def _may_be_labels(value: Value, scores: Value) -> bool:
    """Whether a factor can hold a number for each class: not one that only weighs classes or samples."""
    if isinstance(value, Unknown):
        return True
    if not isinstance(value, Tensor) or value.explicit_one or value.parameter:
        return False
    if value.rank is not None and isinstance(scores, Tensor) and scores.rank is not None:
        return value.rank == scores.rank
    return value.rank is None or value.rank > 1


def _is_entropy(factors: list[Value], log_softmax: Operation) -> bool:
    """Whether another factor is a probability from the same logits: an entropy, or a focal weight."""
    logits = log_softmax.operand()
    queue = list(factors)
    seen: set[int] = set()
    for value in queue:
        made = value.origin
        if (
            id(value) in seen
            or made is None
            or made.signature.family is Family.FACTORY
            or made.formula in (Formula.ARGMAX, Formula.ONE_HOT)
        ):
            continue
        if made is log_softmax or (
            made.formula in (Formula.SOFTMAX, Formula.LOG_SOFTMAX, Formula.EXP) and same(made.operand(), logits)
        ):
            return True
        seen.add(id(value))
        if len(seen) > _MANY:
            break
        queue.extend(made.operands.values())
    return False


_MANY = 200


def _sums_classes(dim: Value | None, log_softmax: Operation, scores: Value) -> bool:
    """Whether a sum runs over the dim of the classes, as far as both are known."""
    classes = transfer.integer(log_softmax.operand("dim"))
    if dim is None or classes is None:
        return True
    rank = scores.rank if isinstance(scores, Tensor) else None
    listed = dim.items if isinstance(dim, Sequence) else [dim]
    return any(_may_be_one(transfer.integer(part), classes, rank) for part in listed or [dim])


def _may_be_one(first: int | None, second: int, rank: int | None) -> bool:
    """Whether two dims may be the same one, for a tensor of that rank."""
    if first is None or first == second:
        return True
    return first % rank == second % rank if rank else first * second < 0 or {first, second} == {0, -1}


def _is_smoothed(labels: Value) -> bool:
    """Whether labels are a filled tensor with another number scattered into it: label smoothing by hand.

    Not so where one minus the very number that fills it is scattered: these labels do not add up to 1.
    """
    made = list(_writes(labels))
    scattered = [write for write in made if write.formula is Formula.SCATTER]
    filled = [write for write in made if write.formula is Formula.FILL]
    other = any(not (isinstance(value, Number) and value.number == 1) for value in _written(scattered))
    return other and bool(filled) and not any(_is_rest(one, two) for one in scattered for two in filled)


def _written(writes: list[Operation]) -> Iterator[Value]:
    return (write.operand("value") for write in writes)


def _is_rest(scatter: Operation, fill: Operation) -> bool:
    """Whether one minus what ``fill`` writes is scattered, as the code has it."""
    node = scatter.nodes.get("value", scatter.nodes.get("src"))
    filling = [fill.nodes.get(name) for name in ("fill_value", "value")]
    return type(node) is cst.BinaryOperation and any(
        one is not None and type(node.operator) is cst.Subtract and same_code(node.right, one) for one in filling
    )


def _writes(value: Value) -> Iterator[Operation]:
    """The operations that filled a tensor, latest first, back to the one that made it."""
    for _ in range(8):
        origin = value.origin
        if origin is None:
            return
        yield origin
        if origin.signature.family is Family.FACTORY:
            return
        value = origin.operand()
