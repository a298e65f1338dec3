"""Names of NumPy that tell an array from a number, and an array of its own from one that shares memory.

Source: https://numpy.org/doc/stable/reference/
"""

from __future__ import annotations

from typing import Final

# Functions and methods that give a number, where no axis is named.
SCALARS: Final = frozenset(
    """
    float16 float32 float64 int8 int16 int32 int64 uint8 bool_ prod sum mean std var min max median argmax argmin dot
    isclose allclose any all
    """.split()
)

# Functions and methods that give an array with a dim, whatever they are given (an array of one number aside).
SIZED: Final = frozenset(
    """
    array zeros ones empty full eye identity arange linspace logspace stack vstack hstack dstack concatenate
    atleast_1d atleast_2d flatten ravel expand_dims
    """.split()
)

# Methods that give an array of the dims that theirs has.
KEEPS_DIMS: Final = frozenset({"astype", "copy", "clip", "round", "transpose", "cumsum"})

# Functions whose result may share the memory of their argument.
MAY_SHARE: Final = frozenset({"asarray", "ascontiguousarray", "reshape", "transpose", "squeeze", "ravel"})

# Types of numbers with at most 32 bits of floating point.
NARROW_FLOATS: Final = frozenset({"float16", "half", "float32", "single"})

# Attributes of an array that are arrays.
ARRAY_ATTRIBUTES: Final = frozenset({"T", "real", "imag", "flat"})
