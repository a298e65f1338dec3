"""Comparing results: values within the rounding of their dtype, shape, dtype and device exactly."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import torch


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
