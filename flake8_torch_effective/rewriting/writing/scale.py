"""Whether an arbitrary factor on every row of a tensor cancels before it has an effect."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
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
    if value.identity is None or type(scope) is cst.Module:
        return False
    powers = _Powers(value.identity, dim)
    dependents = surroundings.remembered("dependents", scope, lambda: _Dependents(inference, scope))
    for found in dependents.of(value):
        power = powers.of(found)
        parts = dependents.parts[_key(found)]
        if power is None or (power and not all(_is_used_up(inference, surroundings, part) for part in parts)):
            return False
    return True


class _Dependents:
    """What is computed from what in a function, for all its expressions at once.

    Attributes:
        parts: the expressions that hold a value.
    """

    def __init__(self, inference: Inference, scope: cst.CSTNode) -> None:
        self.parts: dict[int, list[cst.BaseExpression]] = defaultdict(list)
        self._values: dict[int, list[Value]] = defaultdict(list)
        self._direct: dict[int, set[int]] = defaultdict(set)
        pending: list[Value] = []
        for part in inside(scope):
            if isinstance(part, cst.BaseExpression):
                value = inference.value(part)
                self.parts[_key(value)].append(part)
                pending.append(value)
        seen: set[int] = set()
        while pending:
            value = pending.pop()
            if id(value) not in seen:
                seen.add(id(value))
                key = _key(value)
                self._values[key].append(value)
                made_of = [] if value.origin is None else list(value.origin.operands.values())
                made_of += value.parts() if isinstance(value, Sequence) else []
                for one in made_of:
                    self._direct[_key(one)].add(key)
                pending += made_of

    def of(self, value: Value) -> Iterator[Value]:
        """A value and all that is computed from it."""
        seen: set[int] = set()
        pending = [_key(value)]
        while pending:
            key = pending.pop()
            if key not in seen and key in self._values:
                seen.add(key)
                yield from self._values[key]
                pending += self._direct[key]


def _key(value: Value) -> int:
    """The same for all that is said of one object."""
    return id(value if value.identity is None else value.identity)


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
        if type(ancestor) is cst.Assign:
            return all(type(target.target) is cst.Name for target in ancestor.targets)
        if type(ancestor) is cst.AssignTarget:
            return True
        if not isinstance(ancestor, cst.Arg | cst.Attribute):
            return False
    return False
