"""The fix for a hand-written cross entropy."""

from __future__ import annotations

from typing import Final

import libcst as cst

from ...inference import transfer
from ...inference.knowledge.columns import Family, Formula
from ...inference.knowledge.kinds import BOOL, INT
from ...inference.patterns.cross_entropy import CrossEntropy
from ...inference.patterns.softmax import changes_layout, softmax_of, under_guards
from ...inference.values import UNKNOWN, Number, Operation, Tensor, Value
from ..fix import Edit, Fix, Part, operand
from ..surroundings import follow
from ..writer import Rewriting
from .code import bare
from .loss_input import steps_to

# Functions that commute with a minus sign.
_LINEAR: Final = (Formula.DIVIDE, Formula.MEAN, Formula.MULTIPLY, Formula.SUM)


def fixed_cross_entropy(write: Rewriting, total: Operation, found: CrossEntropy) -> Fix | None:
    """`cross_entropy` of the logits and labels instead of the negated sum."""
    read = _logits(found) if _is_plain(total, found) else None
    labels = _labels(found)
    scores = found.softmax.result
    if (
        found.softmax.formula is Formula.LOG_SOFTMAX
        and isinstance(scores, Tensor)
        and not write.inference.goes_only_to(scores, 1)
    ):
        return None
    if read is None or labels is None or found.smoothed or total.given("out", "dtype", "keepdim"):
        return None
    logits, dim = read
    rank = _rank(total, found, logits.value)
    if dim is None or (dim < 0 and rank is None) or _axis(dim, rank) != (0 if rank == 1 else 1):
        return None
    if found.dim is not None and (_axis(transfer.integer(found.dim), rank) != _axis(dim, rank)):
        return None
    if labels.node is not None and not _fits(labels.value, logits.value, found, rank):
        return None
    reduction = "sum" if found.dim is None else "none"
    template = f'{{functional}}.cross_entropy({{logits}}, {{labels}}, reduction="{reduction}")'
    fix = write.expression(total.node, template, safe=False, logits=logits, labels=labels)
    if fix is None or found.negative:
        return fix
    minus = _minus_around(write, total.node)
    return None if minus is None else Fix((*fix.edits, minus), False, fix.needs_torch)


def _is_plain(total: Operation, found: CrossEntropy) -> bool:
    """Whether the sum is over one product of the labels and the log-probabilities, each perhaps negated."""
    product = _without_minus(total.operand()).origin
    if product is None or product.formula is not Formula.MULTIPLY or product.notation.modifies or product.given("out"):
        return False
    factors = [_without_minus(product.operand(name)) for name in ("input", "other")]
    if not any(factor is found.labels for factor in factors):
        return False
    other = next((factor for factor in factors if factor is not found.labels), UNKNOWN)
    return other.origin is not None and other.origin.formula in (Formula.LOG, Formula.LOG_SOFTMAX)


def _without_minus(value: Value) -> Value:
    while value.origin is not None and value.origin.formula is Formula.NEGATE:
        value = value.origin.operand()
    return value


def _logits(found: CrossEntropy) -> tuple[Part, int | None] | None:
    """The logits and the dim of their softmax."""
    made = found.softmax
    if made.formula is Formula.LOG_SOFTMAX:
        part = None if made.given("dtype", "out") else operand(made)
        return None if part is None else (part, transfer.integer(made.operand("dim")))
    log = next(step for step in found.operations if step.formula is Formula.LOG)
    softmax, guards = under_guards(log.operand(), softmax_of, selection=False)
    if softmax is None or changes_layout([*guards, *softmax.operations]) or steps_to(made, log.operand()) is None:
        return None
    dim = None if softmax.dim is None else transfer.integer(softmax.dim)
    if made.formula is not Formula.SOFTMAX:
        return Part(None, softmax.logits), dim
    part = None if made.given("dtype") or log.given("out") else operand(made)
    return None if part is None else (part, dim)


def _labels(found: CrossEntropy) -> Part | None:
    """The class indices where the labels are one-hot vectors made from them, else the labels."""
    value = found.labels
    while value.origin is not None and value.origin.signature.family is Family.CONVERSION:
        value = value.origin.operand()
    if value.origin is not None and value.origin.formula is Formula.ONE_HOT:
        return operand(value.origin, "tensor")
    if isinstance(found.labels, Tensor) and found.labels.category in (INT, BOOL):
        return None
    product, name = found.product
    return operand(product, name)


def _rank(total: Operation, found: CrossEntropy, logits: Value) -> int | None:
    values = (logits, found.softmax.result, found.labels, total.operand())
    return next((value.rank for value in values if isinstance(value, Tensor) and value.rank is not None), None)


def _axis(dim: int | None, rank: int | None) -> int | None:
    return dim if dim is None or not rank else dim % rank


def _fits(labels: Value, logits: Value, found: CrossEntropy, rank: int | None) -> bool:
    """Whether the ranks fit the loss: labels of the logits' rank, or class indices for rows of logits."""
    if labels is not found.labels:
        return rank in (None, 1, 2)
    ranks = {value.rank for value in (labels, logits) if isinstance(value, Tensor)} - {None}
    return len(ranks) < 2


def _without(write: Rewriting, node: cst.CSTNode, kept: cst.CSTNode) -> Edit | None:
    """The edits that leave only ``kept`` of an expression."""
    path = write.surroundings.path(node, kept)
    if path is None:
        return None

    def change(updated: cst.CSTNode) -> cst.CSTNode:
        found = follow(updated, path)
        assert isinstance(found, cst.BaseExpression)
        return bare(found)

    return Edit(node, change, (kept,))


def is_negation(operation: Operation) -> bool:
    """Whether an operation is a minus sign, or multiplies by -1."""
    if operation.formula is Formula.MULTIPLY:
        return any(isinstance(value, Number) and value.number == -1 for value in operation.operands.values())
    return operation.formula is Formula.NEGATE


def _minus_around(write: Rewriting, node: cst.CSTNode) -> Edit | None:
    """The edit that removes the minus before an expression that only scales and sums ``node``."""
    current = node
    for _ in range(8):
        around = write.surroundings.parent(current)
        if isinstance(around, cst.Arg | cst.Attribute):
            around = write.surroundings.parent(around)
        operation = None if around is None else write.inference.operation(around)
        if operation is None or operation.notation.modifies or operation.given("out"):
            return None
        name = next((name for name, part in operation.nodes.items() if part is current), None)
        if is_negation(operation):
            return _without(write, operation.node, current)
        if operation.formula not in _LINEAR or name not in ("input", "other"):
            return None
        if operation.formula is not Formula.MULTIPLY and name != "input":
            return None
        current = operation.node
    return None
