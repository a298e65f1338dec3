"""What is read off a tensor that is no entry of it: sizes, flags, addresses."""

from __future__ import annotations

from typing import Final

from ..transfer import results
from .columns import Asks, Family
from .rows import row, tensor, torch

ROWS: Final = (
    row("equal(input, other)", torch, tensor, family=Family.QUERY, result=results.python_bool, synchronises=True),
    row(
        "allclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False)",
        torch,
        tensor,
        family=Family.QUERY,
        result=results.python_bool,
        synchronises=True,
    ),
    row("is_tensor(obj)", torch, family=Family.QUERY, result=results.python_bool),
    row("is_same_size(input, other)", torch, tensor, family=Family.QUERY, result=results.python_bool),
    row("is_nonzero(input)", torch, tensor, family=Family.QUERY, result=results.python_bool, synchronises=True),
    row("is_conj(input)", torch, tensor, family=Family.QUERY, result=results.python_bool),
    row("is_neg(input)", torch, tensor, family=Family.QUERY, result=results.python_bool),
    row("is_inference(input)", torch, tensor, family=Family.QUERY, result=results.python_bool),
    row("is_signed(input)", torch, tensor, family=Family.QUERY, result=results.python_bool),
    row("is_shared(input)", tensor, family=Family.QUERY, result=results.python_bool),
    row("is_pinned(input)", tensor, family=Family.QUERY, result=results.python_bool),
    row("is_coalesced(input)", tensor, family=Family.QUERY, result=results.python_bool),
    row("storage_offset(input)", tensor, family=Family.QUERY, result=results.python_int),
    row("const_data_ptr(input)", tensor, family=Family.QUERY, result=results.python_int),
    row("dense_dim(input)", tensor, family=Family.QUERY, result=results.python_int),
    row("sparse_dim(input)", tensor, family=Family.QUERY, result=results.python_int),
    row("result_type(tensor, other)", torch, family=Family.QUERY, result=results.unknown),
    row("dim_order(input)", tensor, family=Family.QUERY, result=results.unknown),
    row("storage(input)", tensor, family=Family.QUERY, result=results.unknown),
    row("untyped_storage(input)", tensor, family=Family.QUERY, result=results.unknown),
    row("is_floating_point(input)", torch, tensor, family=Family.QUERY, result=results.python_bool),
    row("is_complex(input)", torch, tensor, family=Family.QUERY, result=results.python_bool),
    row("numel(input)", torch, tensor, family=Family.QUERY, result=results.python_int, asks=Asks.COUNT),
    row("set_default_dtype(d)", torch, family=Family.QUERY, result=results.unknown),
    row("dim(input)", tensor, tensor("ndimension"), family=Family.QUERY, result=results.rank_number, asks=Asks.RANK),
    row("nelement(input)", tensor, family=Family.QUERY, result=results.python_int, asks=Asks.COUNT),
    row("size(input, dim=None)", tensor, family=Family.QUERY, result=results.size, asks=Asks.SIZE),
    row("stride(input, dim=None)", tensor, family=Family.QUERY, result=results.unknown),
    row("data_ptr(input)", tensor, family=Family.QUERY, result=results.python_int),
    row("element_size(input)", tensor, family=Family.QUERY, result=results.python_int),
    row("get_device(input)", tensor, family=Family.QUERY, result=results.python_int),
    row("is_contiguous(input, *, memory_format=None)", tensor, family=Family.QUERY, result=results.python_bool),
)
