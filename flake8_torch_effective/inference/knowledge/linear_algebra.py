"""Matrix products, distances between all pairs, and decompositions."""

from __future__ import annotations

from typing import Any, Final

from ..transfer import dtypes, matmul, reductions, results, shapes
from .columns import Contiguity, Family, Formula, Range
from .rows import Home, Row, functional, linalg, row, tensor, tensor_, torch, torch_


def product(text: str, *homes: Home, **columns: Any) -> Row:
    """A row of this file, which say so where they are none of these."""
    return row(text, *homes, **{"family": Family.MATMUL, "dtype": dtypes.promote, **columns})


ROWS: Final = (
    product(
        "matmul(input, other)",
        torch,
        tensor,
        linalg,
        formula=Formula.MATMUL,
        shape=matmul.product,
        contiguity=Contiguity.CONTIGUOUS,
    ),
    product(
        "mm(input, mat2)", torch, tensor, formula=Formula.MATMUL, shape=matmul.mm, contiguity=Contiguity.CONTIGUOUS
    ),
    product(
        "bmm(input, mat2)", torch, tensor, formula=Formula.MATMUL, shape=matmul.bmm, contiguity=Contiguity.CONTIGUOUS
    ),
    product("mv(input, vec)", torch, tensor, shape=matmul.mv),
    product("dot(input, tensor)", torch, tensor, formula=Formula.DOT, shape=shapes.scalar),
    product("vdot(input, other)", torch, tensor, formula=Formula.DOT, shape=shapes.scalar),
    product("vecdot(x, y, *, dim=-1)", linalg, dtype=None),
    product("inner(input, other)", torch, tensor, formula=Formula.DOT, shape=matmul.inner),
    product(
        "outer(input, vec2)",
        torch,
        tensor,
        torch("ger"),
        tensor("ger"),
        shape=matmul.outer,
        contiguity=Contiguity.CONTIGUOUS,
    ),
    product(
        "addmm(input, mat1, mat2, *, beta=1, alpha=1)",
        torch,
        tensor,
        tensor_,
        shape=matmul.addmm,
        contiguity=Contiguity.CONTIGUOUS,
    ),
    product(
        "addbmm(input, batch1, batch2, *, beta=1, alpha=1)",
        torch,
        tensor,
        tensor_,
        shape=matmul.addbmm,
        contiguity=Contiguity.CONTIGUOUS,
    ),
    product("addr(input, vec1, vec2, *, beta=1, alpha=1)", torch, tensor, tensor_, shape=matmul.addr),
    product("chain_matmul(*matrices)", torch, shape=shapes.matrix, dtype=None),
    product("multi_dot(tensors)", linalg, dtype=dtypes.of_list),
    product("addmv(input, mat, vec, *, beta=1, alpha=1)", torch, tensor, tensor_, torch_, shape=matmul.addmv),
    product(
        "baddbmm(input, batch1, batch2, *, beta=1, alpha=1)",
        torch,
        tensor,
        tensor_,
        shape=matmul.baddbmm,
        contiguity=Contiguity.CONTIGUOUS,
    ),
    product("einsum(equation, *operands)", torch, shape=matmul.einsum, dtype=dtypes.of_operands),
    product("tensordot(a, b, dims=2)", torch, shape=matmul.tensordot, dtype=dtypes.of_a_and_b),
    product("kron(input, other)", torch, tensor, shape=matmul.kron, dtype=dtypes.of_input_and_other),
    product("cross(input, other, dim=None)", torch, tensor, family=Family.OTHER, shape=shapes.elementwise),
    product("cross(input, other, *, dim=-1)", linalg, family=Family.OTHER, shape=shapes.elementwise),
    product(
        "cdist(x1, x2, p=2.0, compute_mode=None)",
        torch,
        family=Family.OTHER,
        formula=Formula.DISTANCE,
        shape=matmul.cdist,
        dtype=dtypes.of_x1_and_x2,
        contiguity=Contiguity.CONTIGUOUS,
        range=Range.NON_NEGATIVE,
    ),
    product(
        "pdist(input, p=2)",
        functional,
        torch,
        family=Family.OTHER,
        formula=Formula.DISTANCE,
        shape=shapes.vector,
        dtype=dtypes.same,
    ),
    product(
        "pairwise_distance(x1, x2, p=2.0, eps=1e-06, keepdim=False)",
        functional,
        torch,
        family=Family.OTHER,
        formula=Formula.DISTANCE,
        shape=reductions.distance,
        dtype=dtypes.distance,
        range=Range.NON_NEGATIVE,
    ),
    product(
        "cosine_similarity(x1, x2, dim=1, eps=1e-08)",
        functional,
        torch,
        family=Family.OTHER,
        shape=reductions.cosine_similarity,
        dtype=dtypes.of_x1_and_x2,
    ),
    product("inverse(input)", torch, tensor, family=Family.LINALG, shape=shapes.same, dtype=dtypes.same),
    product(
        "pinverse(input, rcond=1e-15)", torch, tensor, family=Family.LINALG, shape=shapes.same_rank, dtype=dtypes.same
    ),
    product("det(input)", torch, tensor, family=Family.LINALG, shape=shapes.batch, dtype=dtypes.same),
    product("logdet(input)", torch, tensor, family=Family.LINALG, shape=shapes.batch, dtype=dtypes.same),
    product("slogdet(input)", torch, tensor, family=Family.LINALG, dtype=None, result=results.two_tensors),
    product("qr(input, some=True)", torch, tensor, family=Family.LINALG, dtype=None, result=results.two_tensors),
    product(
        "svd(input, some=True, compute_uv=True)",
        torch,
        tensor,
        family=Family.LINALG,
        dtype=None,
        result=results.three_tensors,
    ),
    product(
        "cholesky_inverse(input, upper=False)",
        torch,
        tensor,
        family=Family.LINALG,
        shape=shapes.same,
        dtype=dtypes.same,
    ),
    product("cholesky_solve(input, input2, upper=False)", torch, tensor, family=Family.LINALG, dtype=dtypes.same),
    product(
        "triangular_solve(input, A, upper=True, transpose=False, unitriangular=False)",
        torch,
        tensor,
        family=Family.LINALG,
        dtype=None,
        result=results.two_tensors,
    ),
    product("cholesky(input, upper=False)", torch, tensor, family=Family.LINALG, shape=shapes.same, dtype=dtypes.same),
    product("linalg_inv(A)", linalg("inv"), family=Family.LINALG, shape=shapes.like_a, dtype=dtypes.like_a),
    product("linalg_det(A)", linalg("det"), family=Family.LINALG, shape=shapes.batch_of_a, dtype=dtypes.like_a),
    product("linalg_slogdet(A)", linalg("slogdet"), family=Family.LINALG, dtype=None, result=results.two_tensors),
    product(
        "linalg_cholesky(A, *, upper=False)",
        linalg("cholesky"),
        family=Family.LINALG,
        shape=shapes.like_a,
        dtype=dtypes.like_a,
    ),
    product("linalg_solve(A, B, *, left=True)", linalg("solve"), family=Family.LINALG, dtype=None),
    product(
        "linalg_pinv(A, *, atol=None, rtol=None, hermitian=False)",
        linalg("pinv"),
        family=Family.LINALG,
        shape=shapes.rank_of_a,
        dtype=dtypes.like_a,
    ),
    product(
        "linalg_solve_triangular(input, B, *, upper, left=True, unitriangular=False)",
        linalg("solve_triangular"),
        family=Family.LINALG,
        dtype=None,
    ),
    product(
        "linalg_lstsq(A, B, rcond=None, *, driver=None)",
        linalg("lstsq"),
        family=Family.LINALG,
        dtype=None,
        result=results.unknown,
    ),
    product(
        "linalg_matrix_rank(A, tol=None, hermitian=False)",
        linalg("matrix_rank"),
        family=Family.LINALG,
        shape=shapes.batch_of_a,
        dtype=dtypes.int64,
        nograd=True,
    ),
    product(
        "linalg_cond(A, p=None)", linalg("cond"), family=Family.LINALG, shape=shapes.batch_of_a, dtype=dtypes.real_of_a
    ),
    product("linalg_eig(A)", linalg("eig"), family=Family.LINALG, dtype=None, result=results.two_tensors),
    product('linalg_eigh(A, UPLO="L")', linalg("eigh"), family=Family.LINALG, dtype=None, result=results.two_tensors),
    product(
        "linalg_eigvals(A)",
        linalg("eigvals"),
        family=Family.LINALG,
        shape=shapes.one_less_than_a,
        dtype=dtypes.some_complex,
    ),
    product(
        'linalg_eigvalsh(A, UPLO="L")',
        linalg("eigvalsh"),
        family=Family.LINALG,
        shape=shapes.one_less_than_a,
        dtype=dtypes.real_of_a,
    ),
    product(
        "linalg_svd(A, full_matrices=True, *, driver=None)",
        linalg("svd"),
        family=Family.LINALG,
        dtype=None,
        result=results.three_tensors,
    ),
    product(
        "linalg_svdvals(A, *, driver=None)",
        linalg("svdvals"),
        family=Family.LINALG,
        shape=shapes.one_less_than_a,
        dtype=dtypes.real_of_a,
    ),
    product('linalg_qr(A, mode="reduced")', linalg("qr"), family=Family.LINALG, dtype=None, result=results.two_tensors),
    product(
        "linalg_lu(A, *, pivot=True)", linalg("lu"), family=Family.LINALG, dtype=None, result=results.three_tensors
    ),
    product(
        "linalg_lu_factor(A, *, pivot=True)",
        linalg("lu_factor"),
        family=Family.LINALG,
        dtype=None,
        result=results.two_tensors,
    ),
    product("matrix_exp(input)", torch, tensor, linalg, family=Family.LINALG, shape=shapes.same, dtype=dtypes.same),
    product(
        "matrix_power(input, n)", torch, tensor, linalg, family=Family.LINALG, shape=shapes.same, dtype=dtypes.same
    ),
)
