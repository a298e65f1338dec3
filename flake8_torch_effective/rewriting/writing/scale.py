"""Whether an arbitrary factor on every row of a tensor cancels before it has an effect."""

from __future__ import annotations

from typing import Final

import libcst as cst

from ...inference.interpreter.inference import Inference
from ...inference.knowledge.columns import Family, Formula
from ...inference.values import Identity, Number, Operation, Sequence, Value, same
from ..surroundings import Surroundings, inside

# Functions of whole rows that keep a factor on each of them.
_KEEPS_ROWS: Final = (Formula.CONTIGUOUS, Formula.DETACH, Formula.UNSQUEEZE)
_COMBINES: Final = (
    Formula.MULTIPLY,
    Formula.DIVIDE,
    Formula.ADD,
    Formula.SUBTRACT,
    Formula.SUM,
    Formula.MEAN,
    Formula.POWER,
)


def cancels(inference: Inference, surroundings: Surroundings, value: Value, dim: Value, node: cst.CSTNode) -> bool:
    """Whether a factor on each row of ``value`` along ``dim`` is divided out again in the function around ``node``.

    As in ``(weights * values).sum(dim) / weights.sum(dim)``, for a factor of the weights.
    """
    scope = surroundings.scope(node)
    if value.identity is None or isinstance(scope, cst.Module):
        return False
    powers = _Powers(value.identity, dim)
    for part in inside(scope):
        if not isinstance(part, cst.BaseExpression):
            continue
        power = powers.of(inference.value(part))
        if power is None or (power and not _is_used_up(inference, surroundings, part)):
            return False
    return True


class _Powers:
    """The power of the factor in the values computed from a tensor; None where it is unknown."""

    def __init__(self, identity: Identity, dim: Value) -> None:
        self.identity = identity
        self.dim = dim
        self.known: dict[int, float | None] = {}

    def of(self, value: Value) -> float | None:
        """The power in one value."""
        if value.identity is not None and value.identity is self.identity:
            return 1
        if id(value) not in self.known:
            self.known[id(value)] = 0  # what a loop feeds back into itself
            parts = [self.of(part) for part in value.parts()] if isinstance(value, Sequence) else []
            power = 0 if value.origin is None else self.after(value.origin)
            self.known[id(value)] = power if not any(part != 0 for part in parts) else None
        return self.known[id(value)]

    def after(self, operation: Operation) -> float | None:
        """The power in the result of an operation."""
        held = [self.of(value) for value in operation.operands.values()]
        if not any(power != 0 for power in held):
            return 0
        if None in held or operation.notation.modifies or not operation.complete:
            return None
        first, second = self.of(operation.operand()) or 0, self.of(operation.operand("other")) or 0
        formula = operation.formula
        if formula is Formula.MULTIPLY:
            return first + second
        if formula is Formula.DIVIDE:
            return first - second
        if formula in (Formula.ADD, Formula.SUBTRACT):
            return first if first == second else None
        if formula in (Formula.SUM, Formula.MEAN):
            return first if same(operation.operand("dim"), self.dim) else None
        if formula is Formula.POWER:
            exponent = operation.operand("exponent")
            return first * exponent.number if isinstance(exponent, Number) and exponent.number is not None else None
        degree = _degree(operation)
        return None if degree is None else first * degree


def _degree(operation: Operation) -> float | None:
    """The power of a factor on each row in the result, for a factor in the input; None where it is not on each row."""
    signature = operation.signature
    return signature.degree if signature.elementwise or signature.formula in _KEEPS_ROWS else None


def _is_used_up(inference: Inference, surroundings: Surroundings, node: cst.BaseExpression) -> bool:
    """Whether an expression is only an operand or bound to a name."""
    for ancestor in surroundings.ancestors(node):
        operation = inference.operation(ancestor)
        if operation is not None and operation.signature.family is not Family.CALL:
            followed = operation.formula in _COMBINES or _degree(operation) is not None
            return followed and any(node is part for part in operation.nodes.values())
        if isinstance(ancestor, cst.Assign):
            return all(isinstance(target.target, cst.Name) for target in ancestor.targets)
        if isinstance(ancestor, cst.AssignTarget):
            return True
        if not isinstance(ancestor, cst.Arg | cst.Attribute):
            return False
    return False
