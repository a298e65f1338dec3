"""What is read off a tensor that is no entry of it: sizes, flags, addresses."""

from __future__ import annotations

from typing import Final

from ..transfer import results
from .columns import Asks, Family
from .rows import Theme, tensor, torch

query: Final = Theme(Family.QUERY)

ROWS: Final = (
    query("equal(input, other)", torch, tensor, result=results.python_bool, synchronises=True),
    query(
        "allclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False)",
        torch,
        tensor,
        result=results.python_bool,
        synchronises=True,
    ),
    query("is_tensor(obj)", torch, result=results.python_bool),
    query("is_same_size(input, other)", torch, tensor, result=results.python_bool),
    query("is_nonzero(input)", torch, tensor, result=results.python_bool, synchronises=True),
    query("is_conj(input)", torch, tensor, result=results.python_bool),
    query("is_neg(input)", torch, tensor, result=results.python_bool),
    query("is_inference(input)", torch, tensor, result=results.python_bool),
    query("is_signed(input)", torch, tensor, result=results.python_bool),
    query("is_shared(input)", tensor, result=results.python_bool),
    query("is_pinned(input)", tensor, result=results.python_bool),
    query("is_coalesced(input)", tensor, result=results.python_bool),
    query("storage_offset(input)", tensor, result=results.python_int),
    query("const_data_ptr(input)", tensor, result=results.python_int),
    query("dense_dim(input)", tensor, result=results.python_int),
    query("sparse_dim(input)", tensor, result=results.python_int),
    query("result_type(tensor, other)", torch, result=results.unknown),
    query("dim_order(input)", tensor, result=results.unknown),
    query("storage(input)", tensor, result=results.no_tensor),
    query("untyped_storage(input)", tensor, result=results.no_tensor),
    query("is_floating_point(input)", torch, tensor, result=results.python_bool),
    query("is_complex(input)", torch, tensor, result=results.python_bool),
    query("numel(input)", torch, tensor, result=results.python_int, asks=Asks.COUNT),
    query("set_default_dtype(d)", torch, result=results.unknown),
    query("dim(input)", tensor, tensor("ndimension"), result=results.rank_number, asks=Asks.RANK),
    query("nelement(input)", tensor, result=results.python_int, asks=Asks.COUNT),
    query("size(input, dim=None)", tensor, result=results.size, asks=Asks.SIZE),
    query("stride(input, dim=None)", tensor, result=results.unknown, asks=Asks.STRIDES),
    query("data_ptr(input)", tensor, result=results.python_int),
    query("element_size(input)", tensor, result=results.python_int),
    query("get_device(input)", tensor, result=results.python_int),
    query("is_contiguous(input, *, memory_format=None)", tensor, result=results.python_bool, asks=Asks.STRIDES),
)
