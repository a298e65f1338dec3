"""Comparisons and logic, which give masks."""

from __future__ import annotations

from typing import Final

from ..transfer import dtypes, shapes
from .columns import Contiguity, Family, Formula, Literals
from .rows import Theme, tensor, tensor_, torch

comparison: Final = Theme(Family.COMPARISON, shape=shapes.elementwise, dtype=dtypes.boolean, nograd=True)


ROWS: Final = (
    comparison("logical_not(input)", torch, tensor, tensor_, formula=Formula.LOGICAL_NOT, shape=shapes.same),
    comparison("isnan(input)", torch, tensor, formula=Formula.IS_NOT_A_NUMBER, shape=shapes.same),
    comparison("isinf(input)", torch, tensor, formula=Formula.IS_INFINITE, shape=shapes.same),
    comparison("isfinite(input)", torch, tensor, formula=Formula.IS_FINITE, shape=shapes.same),
    comparison("signbit(input)", torch, tensor, shape=shapes.same),
    comparison("isneginf(input)", torch, tensor, formula=Formula.IS_NEGATIVE_INFINITE, shape=shapes.same),
    comparison("isposinf(input)", torch, tensor, formula=Formula.IS_POSITIVE_INFINITE, shape=shapes.same),
    comparison("isreal(input)", torch, tensor, shape=shapes.same),
    comparison(
        "eq(input, other)",
        torch,
        tensor,
        tensor_,
        formula=Formula.EQUAL,
        broadcasts=True,
        literals=Literals.MAYBE_WIDER,
    ),
    comparison(
        "ne(input, other)",
        torch,
        tensor,
        tensor_,
        torch("not_equal"),
        tensor("not_equal"),
        tensor_("not_equal"),
        formula=Formula.NOT_EQUAL,
        broadcasts=True,
        literals=Literals.MAYBE_WIDER,
    ),
    comparison(
        "lt(input, other)",
        torch,
        tensor,
        tensor_,
        torch("less"),
        tensor("less"),
        tensor_("less"),
        formula=Formula.LESS,
        broadcasts=True,
        literals=Literals.MAYBE_WIDER,
    ),
    comparison(
        "le(input, other)",
        torch,
        tensor,
        tensor_,
        torch("less_equal"),
        tensor("less_equal"),
        tensor_("less_equal"),
        formula=Formula.LESS_EQUAL,
        broadcasts=True,
        literals=Literals.MAYBE_WIDER,
    ),
    comparison(
        "gt(input, other)",
        torch,
        tensor,
        tensor_,
        torch("greater"),
        tensor("greater"),
        tensor_("greater"),
        formula=Formula.GREATER,
        broadcasts=True,
        literals=Literals.MAYBE_WIDER,
    ),
    comparison(
        "ge(input, other)",
        torch,
        tensor,
        tensor_,
        torch("greater_equal"),
        tensor("greater_equal"),
        tensor_("greater_equal"),
        formula=Formula.GREATER_EQUAL,
        broadcasts=True,
        literals=Literals.MAYBE_WIDER,
    ),
    comparison("isclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False)", torch, tensor, broadcasts=True),
    comparison(
        "isin(elements, test_elements, *, assume_unique=False, invert=False)",
        torch,
        shape=shapes.like_elements,
        contiguity=Contiguity.CONTIGUOUS,
        may_be_numbers=("elements", "test_elements"),
    ),
    comparison("logical_and(input, other)", torch, tensor, tensor_, broadcasts=True),
    comparison("logical_or(input, other)", torch, tensor, tensor_, broadcasts=True),
    comparison("logical_xor(input, other)", torch, tensor, tensor_, broadcasts=True),
)
