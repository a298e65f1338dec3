"""Comparing results: values within the rounding of their dtype, and everything else exactly.

How near two results must be is one table, in units in the last place of the number that is expected. A claim may
only loosen it, with a reason that its sentence shows.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

import torch

from .samples import HALF

ULPS: Mapping[torch.dtype, int] = {torch.float64: 64, torch.float32: 64, torch.float16: 4, torch.bfloat16: 4}
"""How many units in the last place two results may differ. A dozen roundings in another order stay below."""
LARGEST_DIFFERENCE = 1e-3
"""What no reason makes good where the dtype itself is finer: three digits would not tell a wrong form from a right."""


@dataclass(frozen=True)
class Loosened:
    """More units in the last place than the table grants, and why they are needed.

    Attributes:
        of: the dtype whose units they are, where a finer one does not compute more exactly.

    Raises:
        ValueError: without a reason, or where the difference would show nothing.
    """

    ulps: int
    reason: str
    of: torch.dtype | None = None

    def __post_init__(self) -> None:
        if not self.reason:
            raise ValueError(f"{self.ulps} units in the last place need a reason")
        if self.ulps * torch.finfo(torch.float32).eps > LARGEST_DIFFERENCE:
            raise ValueError(f"{self.ulps} units in the last place show nothing in torch.float32")

    def relative(self, dtype: torch.dtype) -> float:
        """The largest relative difference in a dtype; no less than the table's, and else at most three digits."""
        return max(min(self.ulps * torch.finfo(self.of or dtype).eps, LARGEST_DIFFERENCE), table(dtype))

    def __str__(self) -> str:
        units = "units" if self.of is None else f"{str(self.of).removeprefix('torch.')} units"
        return f"within {self.ulps} {units} in the last place, as {self.reason}"


def table(dtype: torch.dtype) -> float:
    """The largest relative difference that the table grants in a dtype."""
    return ULPS.get(dtype, 1) * torch.finfo(dtype).eps


class Scale(Enum):
    """What a difference is measured against."""

    ELEMENT = "the expected number itself"
    LARGEST = "the largest number expected in the tensor, which sums that cancel need"


def difference(
    actual: Any,
    expected: Any,
    *,
    within: Loosened | None = None,
    scale: Scale = Scale.LARGEST,
    granted: float = 0.0,
    nan_agrees: bool = False,
) -> str | None:
    """The first difference between two results, or None where they agree.

    Tensors, numbers, and sequences and mappings of them. Shape, dtype, layout and device must be the same, integers and
    booleans equal, and a nan agrees with nothing.

    Args:
        within: looser than the table.
        scale: what the units in the last place are those of.
        granted: an absolute difference that is granted on top.
        nan_agrees: with another nan it does, as where both are the mean of no numbers.
    """
    how = Tolerance(within, scale, granted, nan_agrees)
    return apart(actual, expected, how)


@dataclass(frozen=True)
class Tolerance:
    """How two results are compared: see `difference`."""

    within: Loosened | None
    scale: Scale
    granted: float
    nan_agrees: bool

    def relative(self, dtype: torch.dtype) -> float:
        """The largest relative difference in a dtype."""
        return table(dtype) if self.within is None else self.within.relative(dtype)


def apart(actual: Any, expected: Any, how: Tolerance) -> str | None:
    """The first difference between two results, or None."""
    if isinstance(expected, torch.Tensor):
        if not isinstance(actual, torch.Tensor):
            return f"{type(actual).__name__} where a tensor is expected"
        return tensor_difference(actual, expected, how)
    if isinstance(expected, Mapping):
        if not isinstance(actual, Mapping) or set(actual) != set(expected):
            return f"{described(actual)} where {described(expected)} is expected"
        pairs = [(actual[key], expected[key]) for key in expected]
    elif isinstance(expected, (list, tuple)):
        if type(actual) is not type(expected) or len(actual) != len(expected):
            return f"{described(actual)} where {described(expected)} is expected"
        pairs = list(zip(actual, expected, strict=True))
    elif isinstance(expected, float) and type(actual) is float:
        # Python's floats hold what torch computed in a shorter dtype, most often float32.
        one, other = torch.full((), actual, dtype=torch.float64), torch.full((), expected, dtype=torch.float64)
        return numbers_apart(one, other, how.relative(torch.float32), how)
    else:
        same = type(actual) is type(expected) and actual == expected
        return None if same else f"{actual!r} where {expected!r} is expected"
    found = (apart(one, other, how) for one, other in pairs)
    return next((text for text in found if text is not None), None)


def tensor_difference(actual: torch.Tensor, expected: torch.Tensor, how: Tolerance) -> str | None:
    """The same for two tensors."""
    for what in ("shape", "dtype", "layout", "device"):
        one, other = getattr(actual, what), getattr(expected, what)
        if one != other:
            return f"{what} {shown_property(one)} where {shown_property(other)} is expected"
    actual, expected = actual.detach(), expected.detach()
    if actual.layout != torch.strided:
        actual, expected = actual.to_dense(), expected.to_dense()
    if torch.equal(actual, expected):
        return None
    if not (expected.is_floating_point() or expected.is_complex()):
        return f"{shown(actual)} where {shown(expected)} is expected"
    if expected.is_complex():
        actual, expected = torch.view_as_real(actual.resolve_conj()), torch.view_as_real(expected.resolve_conj())
    return numbers_apart(actual, expected, how.relative(expected.dtype), how)


def numbers_apart(actual: torch.Tensor, expected: torch.Tensor, relative: float, how: Tolerance) -> str | None:
    """The first place where two tensors of one shape differ by more than is allowed, in words."""
    smallest = torch.finfo(expected.dtype).tiny
    # mps has no float64, and a CPU comparison serves every device.
    one, other = actual.cpu().double(), expected.cpu().double()
    if plainly_agree(one, other, relative, smallest + how.granted, how.scale):
        return None
    size = torch.where(other.isfinite(), other.abs(), torch.zeros_like(other))
    if how.scale is Scale.LARGEST and size.numel():
        size = size.flatten().amax(dim=0).expand_as(size)
    allowed = relative * size + smallest + how.granted
    agree = (one == other) | ((one - other).abs() <= allowed) & other.isfinite() & one.isfinite()
    if how.nan_agrees:
        agree |= one.isnan() & other.isnan()
    if bool(agree.all()):
        return None
    at = tuple((~agree).nonzero()[0].tolist())
    where = f" at {at}" if at else ""
    return (
        f"{format_number(one[at].item())} where {format_number(other[at].item())} is expected{where}, "
        f"{format_number((one[at] - other[at]).abs().item())} apart ({format_number(allowed[at].item())} allowed)"
    )


def plainly_agree(one: torch.Tensor, other: torch.Tensor, relative: float, absolute: float, scale: Scale) -> bool:
    """Whether two tensors of finite numbers are within what is allowed; a shorter way than to ask each number.

    False says nothing: one of them may hold no number, or one that is not finite.
    """
    if not other.numel():
        return False
    size = other.abs()
    largest = float(size.max())
    if not math.isfinite(largest):
        return False
    apart = (one - other).abs_()
    if scale is Scale.LARGEST:
        return float(apart.max()) <= relative * largest + absolute  # noqa: TEF101
    return bool((apart <= size.mul_(relative).add_(absolute)).all())


def misses(
    actual: Any,
    reference: Any,
    *,
    within: Loosened | None = None,
    scale: Scale = Scale.ELEMENT,
    granted: float = 0.0,
) -> str | None:
    """How `actual` misses a float64 reference, or None where it is as near as its own dtype can be.

    The reference is rounded to each tensor's dtype first, so only shape and values count.
    """
    if isinstance(actual, torch.Tensor) and isinstance(reference, torch.Tensor):
        return difference(
            actual, reference.to(actual.dtype).to(actual.device), within=within, scale=scale, granted=granted
        )
    if isinstance(actual, (list, tuple)) and isinstance(reference, (list, tuple)):
        if len(actual) != len(reference):
            return f"{len(actual)} results where the reference has {len(reference)}"
        found = (
            misses(one, other, within=within, scale=scale, granted=granted)
            for one, other in zip(actual, reference, strict=True)
        )
        return next((text for text in found if text is not None), None)
    return difference(actual, reference, within=within, scale=scale, granted=granted)


def described(value: Any, devices: bool = True) -> str:
    """What can be said of a value without reading a number: shape, dtype and device of each tensor in it."""
    if isinstance(value, torch.Tensor):
        where = f" on {value.device.type}" if devices else ""
        return f"{shown_property(value.dtype)}{list(value.shape)}{where}"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key!r}: {described(entry, devices)}" for key, entry in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return type(value).__name__ + "(" + ", ".join(described(entry, devices) for entry in value) + ")"
    return type(value).__name__


def shown_property(value: Any) -> str:
    """A shape as a tuple, a dtype, layout or device by its own name."""
    return str(tuple(value)) if isinstance(value, torch.Size) else str(value).removeprefix("torch.")


def lacks(error: Exception, dtype: torch.dtype | None = None) -> bool:
    """Whether an operator says that it has no kernel for a short dtype, which older releases often lack on the CPU."""
    short = dtype is None or dtype in HALF
    return short and re.search(r"not implemented for '(Half|BFloat16)'", str(error)) is not None


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
