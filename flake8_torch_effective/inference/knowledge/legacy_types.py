"""The types that tensors had before there were dtypes: ``torch.FloatTensor``, ``torch.cuda.LongTensor``."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

# The dtypes of the types that tensors had before there were dtypes.
_LEGACY_DTYPES: Final = {
    "FloatTensor": "float32",
    "DoubleTensor": "float64",
    "HalfTensor": "float16",
    "BFloat16Tensor": "bfloat16",
    "LongTensor": "int64",
    "IntTensor": "int32",
    "ShortTensor": "int16",
    "CharTensor": "int8",
    "ByteTensor": "uint8",
    "BoolTensor": "bool",
}


class LegacyType(NamedTuple):
    """What ``torch.FloatTensor`` and ``torch.cuda.FloatTensor`` say of a tensor."""

    dtype: str
    on_cuda: bool


@lru_cache(maxsize=512)
def legacy_type(name: str) -> LegacyType | None:
    """What one of torch's legacy tensor types says; None for any other name, ``torch.Tensor`` too.

    Source: https://docs.pytorch.org/docs/stable/tensors.html
    """
    home, _, last = name.rpartition(".")
    dtype = _LEGACY_DTYPES.get(last) if home in ("torch", "torch.cuda") else None
    return None if dtype is None else LegacyType(dtype, home == "torch.cuda")
