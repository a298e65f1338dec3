"""What parameters are, by the names that torch gives them throughout."""

from __future__ import annotations

from typing import Final

# How large a result is, or where: numbers that cannot differ from row to row.
SIZE_PARAMETERS: Final = frozenset(
    """
    size shape pad shifts dims repeats start end length k n num_classes steps split_size split_size_or_sections
    indices_or_sections output_size kernel_size scale_factor diagonal
    """.split()
)

# What ``reduction=`` of a loss may say: a total over all terms.
TOTALS: Final = frozenset({"mean", "sum"})
REDUCED: Final = TOTALS | {"batchmean"}

# Operands that broadcast with each other, and all that promote their dtypes together.
OPERANDS: Final = ("input", "other", "exponent", "end", "weight", "tensor1", "tensor2")
PROMOTED: Final = (*OPERANDS, "mat1", "mat2", "vec2", "tensor", "min", "max")
