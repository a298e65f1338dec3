"""Reductions, scans and what sorts."""

from __future__ import annotations

from typing import Any, Final

from ..transfer import dtypes, reductions, results, shapes
from .columns import Contiguity, Family, Formula, Range, Whole
from .rows import Home, Row, linalg, row, special, tensor, tensor_, torch


def reduction(text: str, *homes: Home, **columns: Any) -> Row:
    """A row of this file, which say so where they are none of these."""
    return row(
        text, *homes, **{"family": Family.REDUCTION, "shape": reductions.over_dim, "dtype": dtypes.same, **columns}
    )


ROWS: Final = (
    reduction(
        "sum(input, dim=None, keepdim=False, *, dtype=None)",
        torch,
        tensor,
        formula=Formula.SUM,
        dtype=dtypes.sum_of,
        keeps_sign=True,
        whole=Whole.OF_WHOLE,
        degree=1,
    ),
    reduction("nansum(input, dim=None, keepdim=False, *, dtype=None)", torch, tensor, dtype=dtypes.sum_of),
    reduction(
        "mean(input, dim=None, keepdim=False, *, dtype=None)",
        torch,
        tensor,
        formula=Formula.MEAN,
        keeps_sign=True,
        degree=1,
    ),
    reduction("nanmean(input, dim=None, keepdim=False, *, dtype=None)", torch, tensor),
    reduction(
        "prod(input, dim=None, keepdim=False, *, dtype=None)", torch, tensor, formula=Formula.PROD, dtype=dtypes.sum_of
    ),
    reduction(
        "amax(input, dim=None, keepdim=False)",
        torch,
        tensor,
        formula=Formula.MAXIMUM,
        keeps_sign=True,
        takes_maximum=True,
        degree=1,
    ),
    reduction(
        "amin(input, dim=None, keepdim=False)", torch, tensor, formula=Formula.MINIMUM, keeps_sign=True, degree=1
    ),
    reduction(
        "aminmax(input, *, dim=None, keepdim=False)",
        torch,
        tensor,
        shape=None,
        result=results.two_reductions,
        takes_maximum=True,
    ),
    reduction(
        "max(input, dim=None, keepdim=False)",
        torch,
        tensor,
        formula=Formula.MAXIMUM,
        shape=None,
        result=results.values_and_indices,
        keeps_sign=True,
        takes_maximum=True,
        folds_to="amax",
    ),
    reduction(
        "min(input, dim=None, keepdim=False)",
        torch,
        tensor,
        formula=Formula.MINIMUM,
        shape=None,
        result=results.values_and_indices,
        keeps_sign=True,
        folds_to="amin",
    ),
    reduction(
        "median(input, dim=None, keepdim=False)",
        torch,
        tensor,
        formula=Formula.MEDIAN,
        shape=None,
        result=results.values_and_indices,
        keeps_sign=True,
    ),
    reduction(
        "nanmedian(input, dim=None, keepdim=False)", torch, tensor, shape=None, result=results.values_and_indices
    ),
    reduction(
        "mode(input, dim=-1, keepdim=False)", torch, tensor, shape=None, result=results.values_and_indices_of_last
    ),
    reduction(
        "kthvalue(input, k, dim=-1, keepdim=False)",
        torch,
        tensor,
        shape=None,
        result=results.values_and_indices_of_last,
    ),
    reduction(
        "argmax(input, dim=None, keepdim=False)", torch, tensor, formula=Formula.ARGMAX, dtype=dtypes.int64, nograd=True
    ),
    reduction(
        "argmin(input, dim=None, keepdim=False)", torch, tensor, formula=Formula.ARGMIN, dtype=dtypes.int64, nograd=True
    ),
    reduction(
        "std(input, dim=None, unbiased=True, keepdim=False, *, correction=1)",
        torch,
        tensor,
        formula=Formula.STD,
        shape=reductions.over_dim_or_all,
        dtype=dtypes.real,
        range=Range.NON_NEGATIVE,
        degree=1,
    ),
    reduction(
        "var(input, dim=None, unbiased=True, keepdim=False, *, correction=1)",
        torch,
        tensor,
        formula=Formula.VAR,
        shape=reductions.over_dim_or_all,
        dtype=dtypes.real,
        range=Range.NON_NEGATIVE,
        degree=2,
    ),
    reduction(
        "std_mean(input, dim=None, unbiased=True, keepdim=False, *, correction=1)",
        torch,
        shape=None,
        dtype=dtypes.real,
        result=results.spread_and_mean,
    ),
    reduction(
        "var_mean(input, dim=None, unbiased=True, keepdim=False, *, correction=1)",
        torch,
        shape=None,
        dtype=dtypes.real,
        result=results.spread_and_mean,
    ),
    reduction(
        "all(input, dim=None, keepdim=False)", torch, tensor, formula=Formula.ALL, dtype=dtypes.boolean, nograd=True
    ),
    reduction(
        "any(input, dim=None, keepdim=False)", torch, tensor, formula=Formula.ANY, dtype=dtypes.boolean, nograd=True
    ),
    reduction(
        "count_nonzero(input, dim=None)",
        torch,
        tensor,
        formula=Formula.COUNT_NONZERO,
        dtype=dtypes.int64,
        nograd=True,
        range=Range.NON_NEGATIVE,
    ),
    reduction(
        "logsumexp(input, dim, keepdim=False)",
        torch,
        tensor,
        special,
        formula=Formula.LOGSUMEXP,
        dtype=dtypes.floating,
        takes_maximum=True,
    ),
    reduction(
        'norm(input, p="fro", dim=None, keepdim=False, out=None, dtype=None)',
        torch,
        formula=Formula.NORM,
        dtype=dtypes.real,
        range=Range.NON_NEGATIVE,
        degree=1,
    ),
    reduction(
        'norm(input, p="fro", dim=None, keepdim=False, dtype=None)',
        tensor,
        formula=Formula.NORM,
        dtype=dtypes.real,
        range=Range.NON_NEGATIVE,
        degree=1,
    ),
    reduction(
        "vector_norm(x, ord=2, dim=None, keepdim=False, *, dtype=None)",
        linalg,
        formula=Formula.NORM,
        shape=reductions.over_dim_of_x,
        dtype=dtypes.real_of_x,
        range=Range.NON_NEGATIVE,
        degree=1,
    ),
    reduction(
        'matrix_norm(A, ord="fro", dim=(-2, -1), keepdim=False, *, dtype=None)',
        linalg,
        shape=reductions.matrix_norm,
        dtype=dtypes.real_of_a,
    ),
    reduction(
        "linalg_norm(input, ord=None, dim=None, keepdim=False, *, dtype=None)",
        linalg("norm"),
        formula=Formula.NORM,
        dtype=dtypes.real,
        range=Range.NON_NEGATIVE,
        degree=1,
    ),
    reduction(
        'quantile(input, q, dim=None, keepdim=False, *, interpolation="linear")',
        torch,
        tensor,
        shape=reductions.quantile,
    ),
    reduction(
        'nanquantile(input, q, dim=None, keepdim=False, *, interpolation="linear")',
        torch,
        tensor,
        shape=reductions.quantile,
    ),
    reduction(
        "dist(input, other, p=2)",
        torch,
        tensor,
        formula=Formula.DISTANCE,
        shape=shapes.scalar,
        dtype=dtypes.promote_real,
        range=Range.NON_NEGATIVE,
    ),
    reduction("trapezoid(y, x=None, *, dx=None, dim=-1)", torch, torch("trapz"), shape=None, dtype=None),
    reduction(
        "cumulative_trapezoid(y, x=None, *, dx=None, dim=-1)", torch, family=Family.OTHER, shape=None, dtype=None
    ),
    reduction("cov(input, *, correction=1, fweights=None, aweights=None)", torch, tensor, shape=None, dtype=None),
    reduction("corrcoef(input)", torch, tensor, shape=None, dtype=None),
    reduction("renorm(input, p, dim, maxnorm)", torch, tensor, tensor_, family=Family.OTHER, shape=shapes.same),
    reduction("vander(x, N=None, increasing=False)", torch, family=Family.OTHER, shape=shapes.matrix, dtype=None),
    reduction("trace(input)", torch, tensor, shape=shapes.scalar, dtype=dtypes.sum_of, keeps_sign=True),
    reduction(
        "cumsum(input, dim, *, dtype=None)",
        torch,
        tensor,
        tensor_,
        family=Family.SCAN,
        shape=shapes.same,
        dtype=dtypes.sum_of,
        contiguity=Contiguity.CONTIGUOUS,
        keeps_sign=True,
        degree=1,
    ),
    reduction(
        "cumprod(input, dim, *, dtype=None)",
        torch,
        tensor,
        tensor_,
        family=Family.SCAN,
        shape=shapes.same,
        dtype=dtypes.sum_of,
        contiguity=Contiguity.CONTIGUOUS,
    ),
    reduction(
        "logcumsumexp(input, dim)",
        torch,
        tensor,
        family=Family.SCAN,
        shape=shapes.same,
        contiguity=Contiguity.CONTIGUOUS,
    ),
    reduction(
        "cummax(input, dim)",
        torch,
        tensor,
        family=Family.SCAN,
        shape=None,
        result=results.values_and_indices_of_same_shape,
        takes_maximum=True,
    ),
    reduction(
        "cummin(input, dim)",
        torch,
        tensor,
        family=Family.SCAN,
        shape=None,
        result=results.values_and_indices_of_same_shape,
    ),
    reduction(
        "diff(input, n=1, dim=-1, prepend=None, append=None)",
        torch,
        tensor,
        family=Family.OTHER,
        shape=shapes.resized_axis,
        dtype=dtypes.diff,
    ),
    reduction(
        "sort(input, dim=-1, descending=False, *, stable=False)",
        torch,
        tensor,
        family=Family.OTHER,
        formula=Formula.SORT,
        shape=None,
        result=results.values_and_indices_of_same_shape,
        contiguity=Contiguity.OF_CONTIGUOUS,
        takes_maximum=True,
    ),
    reduction("msort(input)", torch, tensor, family=Family.OTHER, shape=shapes.same),
    reduction(
        "argsort(input, dim=-1, descending=False, *, stable=False)",
        torch,
        tensor,
        family=Family.OTHER,
        shape=shapes.same,
        dtype=dtypes.int64,
        nograd=True,
    ),
    reduction(
        "topk(input, k, dim=-1, largest=True, sorted=True)",
        torch,
        tensor,
        family=Family.OTHER,
        formula=Formula.TOPK,
        shape=None,
        result=results.topk,
        contiguity=Contiguity.OF_CONTIGUOUS,
        takes_maximum=True,
    ),
    reduction("sum_to_size(input, *size)", tensor, shape=shapes.given_size, dtype=dtypes.sum_to_size),
)
