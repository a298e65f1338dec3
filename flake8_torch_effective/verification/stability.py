"""The claim that good keeps its precision where bad loses it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any, ClassVar

import torch

from .agreement import name_of
from .claims import Claim, Measurement
from .comparison import Loosened, Scale, described, first_line, lacks, map_tensors, misses, shown
from .gradients import all_finite, gradients, require_gradients, weighted_gradients, widen
from .outcomes import Measured
from .places import Place
from .samples import fresh
from .subjects import call, sample_on


@dataclass(frozen=True)
class Stable(Claim):
    """On a hard input bad differs from a float64 reference, in value or gradient, and good matches both.

    A nan never matches, and neither does an infinity that the reference does not have. Shapes and dtypes are those of
    bad.

    Attributes:
        reference: computes the result in float64, written independently of good. Its gradient is
            autograd's.
        dtypes: the precisions to check; bad must differ in each.
        gradient: False for a result that has none.
        within, gradient_within: how near good must come, where that is looser than the table, with a reason.
        scale: what a difference of values is measured against.
    """

    title: ClassVar[str] = "stable"

    reference: Callable[..., Any]
    dtypes: tuple[torch.dtype, ...] = (torch.float32,)
    gradient: bool = True
    size: int = 1
    within: Loosened | None = None
    gradient_within: Loosened | None = None
    scale: Scale = Scale.ELEMENT

    @property
    def against(self) -> str:
        return name_of(self.reference)

    def measure(self, bad: ModuleType, good: ModuleType, place: Place) -> Measurement:
        sentences: list[str] = []
        measured: dict[str, Measured] = {}
        dtypes = [dtype for dtype in self.dtypes if place.can(dtype)]
        holds = bool(dtypes)
        for dtype in dtypes:
            try:
                held, sentence, numbers = self.measure_dtype(bad, good, place, dtype)
            except Exception as error:
                if lacks(error, dtype) and len(dtypes) > 1:
                    sentences.append(f"{dtype}: {first_line(error)}")
                    continue
                raise
            holds = holds and held
            sentences.append(sentence)
            measured[str(dtype)] = numbers
        sentences += [str(loosened) for loosened in {self.within, self.gradient_within} - {None}]
        return Measurement(holds and bool(measured), "; ".join(sentences), measured, len(measured))

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
        kinds: dict[str, str] = {}
        for form, module in (("bad", bad), ("good", good)):
            value = call(module, self.subject, self.inputs, sample)
            value_missed[form] = misses(value, exact, within=self.within, scale=self.scale)
            kinds[form] = described(value)
            numbers[form] = shown(value)
            slope_missed[form] = None
            if self.gradient:
                found = gradients(module, self.subject, self.inputs, sample)
                slope_missed[form] = misses(
                    found, slope, within=self.gradient_within or self.within, scale=Scale.LARGEST
                )
                numbers[f"{form}_gradient"] = shown(found)
        if self.gradient:
            numbers["reference_gradient"] = shown(slope)
        bad_misses = value_missed["bad"] is not None or slope_missed["bad"] is not None
        good_matches = value_missed["good"] is None and slope_missed["good"] is None
        sentence = f"{dtype}: bad {numbers['bad']}, good {numbers['good']}, float64 {shown(exact)}"
        if value_missed["bad"] is None and slope_missed["bad"] is not None:
            sentence += f"; bad's gradient {numbers['bad_gradient']}"
        if kinds["good"] != kinds["bad"]:
            return False, f"{dtype}: good gives {kinds['good']}, bad {kinds['bad']}", numbers
        if not good_matches:
            sentence += f"; good misses: {value_missed['good'] or slope_missed['good']}"
        return bad_misses and good_matches, sentence, numbers
