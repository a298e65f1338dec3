"""Where a program puts right what has become nan or infinite."""

from __future__ import annotations

import libcst as cst

from ..interpreter.inference import Inference
from ..knowledge.columns import Formula
from ..knowledge.kinds import BOOL
from ..values import Number, Operation, Tensor, Value
from .places import places_of

_DEPTH = 6
_NEGATES = frozenset({Formula.BITWISE_NOT, Formula.LOGICAL_NOT})
_FAULTY = frozenset(
    {
        Formula.IS_INFINITE,
        Formula.IS_NEGATIVE_INFINITE,
        Formula.IS_NOT_A_NUMBER,
        Formula.IS_POSITIVE_INFINITE,
    }
)


def is_repair(inference: Inference, operation: Operation) -> bool:
    """Whether a call stands where the program has found nans or infinities, and makes up other numbers.

    >>> p = program("if torch.isnan(x).any():", "    z = x.exp()", "if torch.isfinite(x).all():", "    z = x.log()")
    >>> [is_repair(p.inference, p.operation(code)) for code in ("x.exp()", "x.log()")]
    [True, False]
    """
    place = places_of(inference).get(id(operation.node))
    around = () if place is None else place.outwards()
    return any(one.test is not None and _finds_faulty(inference, one.test, one.holds) for one in around)


def _finds_faulty(inference: Inference, test: cst.BaseExpression, holds: bool) -> bool:
    """Whether a test that comes out this way says that there are nans or infinities."""
    while type(test) is cst.UnaryOperation and type(test.operator) is cst.Not:
        test, holds = test.expression, not holds
    if type(test) is cst.BooleanOperation:
        return any(_finds_faulty(inference, side, holds) for side in (test.left, test.right))
    return _says_faulty(inference.value(test), holds, _DEPTH)


def _says_faulty(answer: Value, holds: bool, depth: int) -> bool:
    made = answer.origin
    if made is None or depth == 0:
        return False
    if made.formula in _FAULTY:
        return holds
    if made.formula is Formula.IS_FINITE:
        return not holds
    holds ^= made.formula in _NEGATES
    return any(_says_faulty(one, holds, depth - 1) for one in made.operands.values() if _is_answer(one))


def _is_answer(value: Value) -> bool:
    return (isinstance(value, Tensor) and value.category == BOOL) or (isinstance(value, Number) and value.type == BOOL)
