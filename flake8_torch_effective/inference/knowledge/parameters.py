"""What parameters are, by the names that torch gives them throughout."""

from __future__ import annotations

from typing import Final

# How large a result is, or where: numbers that cannot differ from row to row.
SIZE_PARAMETERS: Final = frozenset(
    """
    size shape pad shifts dims repeats start end length k n num_classes steps split_size split_size_or_sections
    indices_or_sections output_size kernel_size scale_factor diagonal minlength num_samples
    """.split()
)

# Parameters that torch takes only as a tensor: an unknown argument there is one.
TENSOR_PARAMETERS: Final = frozenset(
    """
    input tensor mat1 mat2 vec vec2 target targets index mask condition query key weight x x1 x2 input1 input2 anchor
    positive negative logits A B mat batch1 batch2 elements test_elements indices source boundaries log_probs grid theta
    """.split()
)

# What callers of losses and metrics say to choose a reduction.
REDUCTION_WORDS: Final = frozenset(
    """
    mean sum none batchmean max min elementwise_mean micro macro weighted uniform_average variance_weighted avg average
    """.split()
)

# What ``reduction=`` of a loss may say: a total over all terms.
TOTALS: Final = frozenset({"mean", "sum"})
REDUCED: Final = TOTALS | {"batchmean"}

# Operands that broadcast with each other, and all that promote their dtypes together.
OPERANDS: Final = ("input", "other", "exponent", "end", "weight", "tensor1", "tensor2")
PROMOTED: Final = (*OPERANDS, "mat1", "mat2", "vec2", "tensor", "min", "max")
