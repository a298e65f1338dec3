"""The claim that good keeps its precision where bad loses it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any, ClassVar

import torch

from .agreement import gradients, require_gradients, weighted_gradients, widen
from .claims import Claim, Measurement
from .comparison import map_tensors, misses, require_tolerance, shown
from .outcomes import Measured
from .places import Place
from .subjects import call, fresh, sample_on, tensors


@dataclass(frozen=True)
class Stable(Claim):
    """On a hard input bad differs from a float64 reference, in value or gradient, and good matches both.

    A nan never matches, and neither does an infinity that the reference does not have.

    Attributes:
        reference: computes the result in float64, written independently of good. Its gradient is
            autograd's.
        dtypes: the precisions to check; bad must differ in each.
        gradient: False for a result that has none.
        tolerance, gradient_tolerance: how near good must come, relative and absolute; the dtype's
            own where None.
        tolerance_reason: why they are right where they are looser than the dtypes allow.
    """

    title: ClassVar[str] = "stable"

    reference: Callable[..., Any]
    dtypes: tuple[torch.dtype, ...] = (torch.float32,)
    gradient: bool = True
    size: int = 1
    tolerance: float | None = None
    gradient_tolerance: float | None = None
    tolerance_reason: str = ""

    def __post_init__(self) -> None:
        for tolerance in (self.tolerance, self.gradient_tolerance):
            require_tolerance(tolerance, self.dtypes, self.tolerance_reason)

    def measure(self, bad: ModuleType, good: ModuleType, place: Place) -> Measurement:
        sentences: list[str] = []
        measured: dict[str, Measured] = {}
        holds = bool(self.dtypes)
        for dtype in self.dtypes:
            held, sentence, numbers = self.measure_dtype(bad, good, place, dtype)
            holds = holds and held
            sentences.append(sentence)
            measured[str(dtype)] = numbers
        return Measurement(holds, "; ".join(sentences), measured)

    def measure_dtype(
        self, bad: ModuleType, good: ModuleType, place: Place, dtype: torch.dtype
    ) -> tuple[bool, str, dict[str, Measured]]:
        """The same for one precision."""
        sample = sample_on(place, self.size, dtype)
        arguments = map_tensors(self.inputs(fresh(sample)), widen)
        leaves = require_gradients(arguments) if self.gradient else []
        exact = self.reference(*arguments)
        slope = weighted_gradients(exact, leaves, sample.seed) if self.gradient else ()
        exact = map_tensors(exact, torch.Tensor.detach)
        if not all_finite((exact, slope)):
            return False, "the reference itself is not finite", {}
        value_missed: dict[str, str | None] = {}
        slope_missed: dict[str, str | None] = {}
        numbers: dict[str, Measured] = {"reference": shown(exact)}
        for form, module in (("bad", bad), ("good", good)):
            value = call(module, self.subject, self.inputs, sample)
            value_missed[form] = misses(value, exact, tolerance=self.tolerance)
            numbers[form] = shown(value)
            slope_missed[form] = None
            if self.gradient:
                found = gradients(module, self.subject, self.inputs, sample)
                slope_missed[form] = misses(found, slope, tolerance=self.gradient_tolerance)
                numbers[f"{form}_gradient"] = shown(found)
        if self.gradient:
            numbers["reference_gradient"] = shown(slope)
        bad_misses = value_missed["bad"] is not None or slope_missed["bad"] is not None
        good_matches = value_missed["good"] is None and slope_missed["good"] is None
        sentence = f"{dtype}: bad {numbers['bad']}, good {numbers['good']}, float64 {shown(exact)}"
        if value_missed["bad"] is None and slope_missed["bad"] is not None:
            sentence += f"; bad's gradient {numbers['bad_gradient']}"
        if not good_matches:
            sentence += f"; good misses: {value_missed['good'] or slope_missed['good']}"
        return bad_misses and good_matches, sentence, numbers


def all_finite(value: Any) -> bool:
    """Whether every tensor in `value` holds only finite numbers."""
    return all(bool(torch.isfinite(tensor).all()) for tensor in tensors(value))
