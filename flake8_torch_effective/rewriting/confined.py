"""Whether the result of an expression stays in its function until it is reduced to a single number.

Where new code gives other entries in extreme cases, or other strides, this decides who could see them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import libcst as cst

from ..inference.interpreter.inference import Inference
from ..inference.knowledge.columns import Family, Formula
from ..inference.values import NONE, Notation, Operation, Tensor, Text
from .made_here import MadeHere
from .purity import is_pure
from .surroundings import Surroundings

Passing: TypeAlias = "Callable[[Operation], bool]"

# These compute each entry from one of the old ones, pick entries, or add them up, and compare none.
_OF_ENTRIES = frozenset(
    {
        Formula.ADD,
        Formula.CLONE,
        Formula.CONTIGUOUS,
        Formula.DIVIDE,
        Formula.EXP,
        Formula.FLATTEN,
        Formula.GATHER,
        Formula.MEAN,
        Formula.MULTIPLY,
        Formula.NEGATE,
        Formula.RESHAPE,
        Formula.SQUEEZE,
        Formula.SUBSCRIPT,
        Formula.SUBTRACT,
        Formula.SUM,
        Formula.TRANSPOSE,
        Formula.UNSQUEEZE,
    }
)
# Results of these have entries that do not depend on the strides of the operands, and memory of their own.
_OF_ANY_STRIDES = (Family.ARITHMETIC, Family.POINTWISE, Family.REDUCTION, Family.SOFTMAX, Family.MATMUL)
# What may give a finite number for an infinite one.
_DIVIDING = (cst.Divide, cst.FloorDivide, cst.Modulo, cst.Power)
_BOUNDING = (Family.POINTWISE, Family.SOFTMAX, Family.WHERE)
_MAX_STEPS = 200
_MAX_DEPTH = 8


class Confined:
    """Where the results of a module's expressions go."""

    def __init__(self, inference: Inference, surroundings: Surroundings, made_here: MadeHere) -> None:
        self.inference = inference
        self.surroundings = surroundings
        self.made_here = made_here
        self._steps = 0
        self._numbers: list[cst.CSTNode] = []

    def hides_extremes(self, node: cst.CSTNode) -> bool:
        """Whether nothing sees single entries of a result, which may be infinite in one form and finite in another.

        Nor may the function map the number that they are reduced to onto a finite one: ``1 / (1 + loss)``.
        """
        self._numbers = []
        reduced = self._is_reduced(node, lambda made: made.formula in _OF_ENTRIES)
        return reduced and not any(self._becomes_finite(number, _MAX_DEPTH) for number in self._numbers)

    def hides_strides(self, node: cst.CSTNode) -> bool:
        """Whether nothing sees the strides of a result, nor those of what is computed from it."""
        return self._is_reduced(
            node, lambda made: made.signature.family in _OF_ANY_STRIDES and not made.signature.may_share
        )

    def _is_reduced(self, node: cst.CSTNode, passing: Passing) -> bool:
        self._steps = 0
        return self._ends(node, passing, frozenset())

    def _ends(self, node: cst.CSTNode, passing: Passing, seen: frozenset[str]) -> bool:
        """Whether an object, and all that is computed from it, ends in a reduction to one number."""
        around = self.surroundings
        parent = around.parent(node)
        self._steps += 1
        if self._steps > _MAX_STEPS:
            return False
        if type(parent) is cst.Arg:
            call = around.parent(parent)
            return not parent.star and type(call) is cst.Call and self._through(call, passing, seen)
        if type(parent) is cst.Attribute:
            call = around.parent(parent)
            called = type(call) is cst.Call and call.func is parent
            return called and type(call) is cst.Call and self._through(call, passing, seen)
        picked = type(parent) is cst.Subscript and parent.value is node
        if picked or isinstance(parent, cst.BinaryOperation | cst.UnaryOperation):
            assert parent is not None
            made = self.inference.operation(parent)
            return made is not None and passing(made) and self._ends(parent, passing, seen)
        if type(parent) is cst.Assign and len(parent.targets) == 1:
            return self._through_name(parent.targets[0].target, passing, seen)
        return type(parent) is cst.Expr

    def _through(self, call: cst.Call, passing: Passing, seen: frozenset[str]) -> bool:
        made = self.inference.operation(call)
        if made is None or not made.complete or not is_pure(call, self.inference) or made.given("out"):
            return False
        if made.notation is not Notation.METHOD and self.made_here.calls_torch(call) is None:
            return False
        if _is_one_number(made):
            self._numbers.append(call)
            return True
        return passing(made) and self._ends(call, passing, seen)

    def _becomes_finite(self, number: cst.CSTNode, depth: int) -> bool:
        """Whether a number that may be infinite divides, or is given to a function of torch that may bound it."""
        around, parent = self.surroundings, self.surroundings.parent(number)
        if depth == 0:
            return True
        if type(parent) is cst.BinaryOperation:
            divides = isinstance(parent.operator, _DIVIDING) and parent.right is number
            return divides or self._becomes_finite(parent, depth - 1)
        if type(parent) is cst.UnaryOperation:
            return self._becomes_finite(parent, depth - 1)
        call = around.parent(parent) if isinstance(parent, cst.Arg | cst.Attribute) else None
        made = self.inference.operation(call) if type(call) is cst.Call else None
        if made is not None and call is not None:
            bounds = made.signature.family in _BOUNDING and made.formula is not Formula.NEGATE
            return bounds or (isinstance(made.result, Tensor) and self._becomes_finite(call, depth - 1))
        target = parent.targets[0].target if type(parent) is cst.Assign and len(parent.targets) == 1 else None
        scope = around.scope(number)
        if type(target) is not cst.Name or type(scope) is not cst.FunctionDef:
            return False
        return any(
            self._becomes_finite(name, depth - 1)
            for name in around.mentions(scope, target.value)
            if around.before(number, name)
        )

    def _through_name(self, target: cst.CSTNode, passing: Passing, seen: frozenset[str]) -> bool:
        around, scope = self.surroundings, self.surroundings.scope(target)
        if type(target) is not cst.Name or type(scope) is not cst.FunctionDef:
            return False
        if target.value in seen:
            return True  # `x = x - 1`: the rest of its ways is being looked at
        if around.is_shared(target.value):
            return False
        known = frozenset({*seen, target.value})
        mentions = around.mentions(scope, target.value)
        return all(
            isinstance(around.parent(name), cst.AssignTarget)
            or (around.scope(name) is scope and self._ends(name, passing, known))
            for name in mentions
        )


def _is_one_number(made: Operation) -> bool:
    """Whether an operation adds up or averages all entries, itself or as a loss."""
    if made.signature.family is Family.LOSS:
        reduction = made.operands.get("reduction")
        single = reduction is None or (isinstance(reduction, Text) and reduction.text in ("mean", "sum", "batchmean"))
        return single and not made.given("reduce", "size_average")
    whole = made.operands.get("dim", NONE) is NONE and not made.given("axis", "keepdim", "dtype")
    return whole and made.formula in (Formula.SUM, Formula.MEAN)
