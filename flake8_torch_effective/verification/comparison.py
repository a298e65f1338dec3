"""Comparing results: values within the rounding of their dtype, shape, dtype and device exactly."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import torch

LOOSEST = {torch.float64: 1e-7, torch.float32: 1e-5, torch.float16: 1e-3, torch.bfloat16: 1.6e-2}
"""The tolerance that a claim may ask for in each dtype without a reason: the larger of `torch.testing`'s own two."""
LOOSEST_WITH_A_REASON = 1e-3
"""What no reason makes good where the dtype itself is finer: three digits would not tell a wrong form from a right."""


def require_tolerance(tolerance: float | None, dtypes: Iterable[torch.dtype], reason: str) -> None:
    """Refuse a tolerance that would let a wrong result pass.

    Args:
        tolerance: the dtypes' own where None.
        dtypes: those that are compared.
        reason: why a tolerance beyond LOOSEST of one of the dtypes is right.

    Raises:
        ValueError: beyond LOOSEST without a reason, or beyond LOOSEST_WITH_A_REASON with one.
    """
    if tolerance is None:
        return
    for dtype in dtypes:
        own = LOOSEST.get(dtype, 0.0)
        if tolerance > own and not reason:
            raise ValueError(f"a tolerance of {tolerance:g} is loose for {dtype} ({own:g}): give a tolerance_reason")
        if tolerance > max(own, LOOSEST_WITH_A_REASON):
            raise ValueError(f"a tolerance of {tolerance:g} shows nothing in {dtype}")


def difference(actual: Any, expected: Any, *, tolerance: float | None = None) -> str | None:
    """The difference between two results, or None where they agree.

    Tensors, numbers, and sequences and mappings of them. Shape, dtype and device must be the same,
    and a nan never agrees. Values agree within `torch.testing.assert_close`'s tolerance for their
    dtype, or within `tolerance` (relative and absolute) where one is given.
    """
    try:
        torch.testing.assert_close(actual, expected, rtol=tolerance, atol=tolerance)
    except (AssertionError, TypeError, ValueError) as error:
        return first_line(error)
    return None


def misses(actual: Any, reference: Any, *, tolerance: float | None = None) -> str | None:
    """How `actual` misses a float64 reference, or None where it is as near as its own dtype can be.

    The reference is rounded to each tensor's dtype first, so only shape and values count.
    """
    if isinstance(actual, torch.Tensor) and isinstance(reference, torch.Tensor):
        return difference(actual, reference.to(actual.dtype), tolerance=tolerance)
    if isinstance(actual, (list, tuple)) and isinstance(reference, (list, tuple)):
        if len(actual) != len(reference):
            return f"{len(actual)} results where the reference has {len(reference)}"
        pairs = zip(actual, reference, strict=True)
        found = (misses(one, other, tolerance=tolerance) for one, other in pairs)
        return next((text for text in found if text is not None), None)
    return difference(actual, reference, tolerance=tolerance)


def first_line(error: BaseException) -> str:
    """An error's message on one line, with the numbers that torch prints below its first."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return "; ".join(lines[:3]) or type(error).__name__


def shown(value: Any, limit: int = 6) -> str:
    """`value` in short; for a tensor its shape and at most `limit` numbers."""
    if isinstance(value, torch.Tensor):
        if value.dim() == 0:
            return format_number(value.item())
        flat = value.detach().flatten()
        numbers = ", ".join(format_number(number) for number in flat[:limit].tolist())
        dots = ", …" if flat.numel() > limit else ""
        return f"[{numbers}{dots}] of shape {tuple(value.shape)}"
    if isinstance(value, (list, tuple)):
        return "(" + ", ".join(shown(entry, limit) for entry in value[:limit]) + ")"
    return repr(value)


def format_number(number: complex | bool) -> str:
    """Four digits of a number."""
    return f"{number:.4g}" if isinstance(number, float) else str(number)


def map_tensors(value: Any, change: Callable[[torch.Tensor], torch.Tensor]) -> Any:
    """`value` with `change` applied to every tensor in it."""
    if isinstance(value, torch.Tensor):
        return change(value)
    if isinstance(value, Mapping):
        return {key: map_tensors(entry, change) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(map_tensors(entry, change) for entry in value)
    return value
