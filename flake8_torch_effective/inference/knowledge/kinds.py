"""Kinds of numbers, as Python and torch share them, and the dtypes of each kind.

Source: https://docs.pytorch.org/docs/stable/tensor_attributes.html#type-promotion-doc
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

BOOL: Final = "bool"
INT: Final = "int"
FLOAT: Final = "float"
COMPLEX: Final = "complex"

# Kinds that stand for a dtype of which no more is known; bool is one itself.
KINDS: Final = (INT, FLOAT, COMPLEX)

# The types of numbers that a tensor of one entry turns into.
NUMBER_TYPES: Final = (BOOL, INT, FLOAT)

# The higher kind wins where two meet.
RANKS: Final[Mapping[str, int]] = {BOOL: 0, INT: 1, FLOAT: 2, COMPLEX: 3}

# The dtype that torch gives to a Python number, unless the program sets another default.
OF_PYTHON: Final[Mapping[str, str]] = {BOOL: "bool", INT: "int64", FLOAT: "float32", COMPLEX: "complex64"}

# The kind of each dtype; of a kind, where no more is known of the dtype, the kind itself.
KIND_OF: Final[Mapping[str, str]] = {
    BOOL: BOOL,
    INT: INT,
    FLOAT: FLOAT,
    COMPLEX: COMPLEX,
    **dict.fromkeys(["uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64"], INT),
    **dict.fromkeys(["float16", "bfloat16", "float32", "float64", "float8_e4m3fn", "float8_e5m2"], FLOAT),
    **dict.fromkeys(["complex32", "complex64", "complex128"], COMPLEX),
}

HALVES: Final = ("bfloat16", "float16")
FLOAT_WIDTHS: Final = (*HALVES, "float32", "float64")
INT_WIDTHS: Final = ("int8", "int16", "int32", "int64")


def is_integral(dtype: str) -> bool:
    """Whether a dtype, or class of dtypes, holds whole numbers or truth values, so that it carries no gradient."""
    return dtype.startswith(("int", "uint", "bool"))
