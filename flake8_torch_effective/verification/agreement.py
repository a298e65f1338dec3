"""Claims that good computes what bad computes, and gains something by it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, ClassVar

import torch

from .claims import Claim, Measurement
from .comparison import difference, map_tensors, misses, require_tolerance
from .places import Place
from .samples import Inputs, Sample
from .subjects import apply, call, fresh, sample_on, tensors

Change = Callable[[Any], Any]


def unchanged(result: Any) -> Any:
    """The result as it is."""
    return result


@dataclass(frozen=True)
class Agreement(Claim):
    """The grid of inputs on which two forms agree, and the gain that distinguishes the pair.

    Attributes:
        inputs: draws benign inputs, for which bad is correct.
        gain: what good does better; must be about the same subject.
        sizes, seeds, dtypes: the grid that is compared, every combination.
        tolerance: relative and absolute; the dtype's own where None.
        tolerance_reason: why it is right where it is looser than the dtypes allow.
    """

    agreed: ClassVar[str]

    gain: Claim
    sizes: tuple[int, ...] = (1, 3, 8)
    seeds: tuple[int, ...] = (0, 1, 2)
    dtypes: tuple[torch.dtype, ...] = (torch.float32, torch.float64)
    tolerance: float | None = None
    tolerance_reason: str = ""

    def __post_init__(self) -> None:
        if isinstance(self.gain, Agreement):
            raise TypeError("an agreement gains nothing by another agreement")
        if self.gain.subject != self.subject:
            raise ValueError(f"the gain is about {self.gain.subject}, not {self.subject}")
        if not (self.sizes and self.seeds and self.dtypes):
            raise ValueError("an agreement over no inputs says nothing")
        require_tolerance(self.tolerance, self.dtypes, self.tolerance_reason)

    def samples(self, place: Place) -> Iterator[Sample]:
        """Every sample of the grid."""
        for size, seed, dtype in itertools.product(self.sizes, self.seeds, self.dtypes):
            yield sample_on(place, size, dtype, seed)

    def disagreement(self, bad: ModuleType, good: ModuleType, sample: Sample) -> str | None:
        """The difference between the two forms on one sample, or None."""
        raise NotImplementedError

    def measure(self, bad: ModuleType, good: ModuleType, place: Place) -> Measurement:
        gain = self.gain.measure(bad, good, place)
        if not gain.holds:
            sentence = f"nothing gained, {self.gain.title} fails: {gain.sentence}"
            return Measurement(False, sentence, {"gain": self.gain.title, "gain_measured": gain.measured})
        compared = 0
        for sample in self.samples(place):
            apart = self.disagreement(bad, good, sample)
            if apart is not None:
                where = f"size {sample.size}, seed {sample.seed}, {sample.dtype}"
                return Measurement(False, f"{where}: {apart}", {"compared": compared})
            compared += 1
        return Measurement(
            True,
            f"the same {self.agreed} on {compared} inputs, and {self.gain.title}: {gain.sentence}",
            {
                "compared": compared,
                "sizes": list(self.sizes),
                "seeds": list(self.seeds),
                "dtypes": [str(dtype) for dtype in self.dtypes],
                "gain": self.gain.title,
                "gain_measured": gain.measured,
            },
        )


@dataclass(frozen=True)
class SameResult(Agreement):
    """Good gives what bad gives on benign inputs, down to dtype and shape, and gains something.

    Attributes:
        finish: applied to both results before they are compared, where good keeps more than bad
            does (the batch dim of a reduction). Bad's result goes through `finish_bad`, good's
            through `finish_good`.
        reference: an independent form of the same function; both results must match it, computed in
            float64.
    """

    title: ClassVar[str] = "same_result"
    agreed: ClassVar[str] = "result"

    finish_bad: Change = field(default=unchanged)
    finish_good: Change = field(default=unchanged)
    reference: Callable[..., Any] | None = None

    def disagreement(self, bad: ModuleType, good: ModuleType, sample: Sample) -> str | None:
        expected = self.finish_bad(call(bad, self.subject, self.inputs, sample))
        actual = self.finish_good(call(good, self.subject, self.inputs, sample))
        apart = difference(actual, expected, tolerance=self.tolerance)
        if apart is not None or self.reference is None:
            return apart
        arguments = map_tensors(self.inputs(fresh(sample)), widen)
        exact = self.reference(*arguments)
        for form, result in (("bad", expected), ("good", actual)):
            apart = misses(result, exact, tolerance=self.tolerance)
            if apart is not None:
                return f"{form} misses the float64 reference: {apart}"
        return None


@dataclass(frozen=True)
class SameGradient(Agreement):
    """Good has bad's gradient on benign inputs, in every floating input, and gains something.

    The gradient is that of the result weighted by random numbers, so that one which sums to nothing
    (a softmax row) still shows.
    """

    title: ClassVar[str] = "same_gradient"
    agreed: ClassVar[str] = "gradient"

    def disagreement(self, bad: ModuleType, good: ModuleType, sample: Sample) -> str | None:
        expected = gradients(bad, self.subject, self.inputs, sample)
        actual = gradients(good, self.subject, self.inputs, sample)
        if not expected or not any(bool(gradient.count_nonzero()) for gradient in expected):
            return "the gradient is zero everywhere, which shows nothing"
        return difference(actual, expected, tolerance=self.tolerance)


def widen(tensor: torch.Tensor) -> torch.Tensor:
    """The tensor, in float64 if it is floating-point."""
    return tensor.double() if tensor.is_floating_point() else tensor


def require_gradients(arguments: tuple[Any, ...]) -> list[torch.Tensor]:
    """Make leaves of the floating tensors among the arguments, in place, and return them."""
    leaves = [tensor for tensor in tensors(arguments) if tensor.is_floating_point()]
    for leaf in leaves:
        leaf.requires_grad_(True)
    return leaves


def weighted_gradients(result: Any, leaves: list[torch.Tensor], seed: int) -> tuple[torch.Tensor, ...]:
    """Gradients of the result, weighted by normal numbers drawn from `seed`.

    A leaf on which the result does not depend gets zeros, and so do all where nothing in the
    result carries a graph.
    """
    generator = torch.Generator().manual_seed(seed)
    outputs = [tensor for tensor in tensors(result) if tensor.requires_grad]
    if not outputs:
        return tuple(torch.zeros_like(leaf) for leaf in leaves)
    weights = [torch.randn(output.shape, generator=generator, dtype=torch.float64).to(output) for output in outputs]
    found = torch.autograd.grad(outputs, leaves, weights, allow_unused=True)
    return tuple(
        torch.zeros_like(leaf) if gradient is None else gradient for leaf, gradient in zip(leaves, found, strict=True)
    )


def gradients(module: ModuleType, name: str, inputs: Inputs, sample: Sample) -> tuple[torch.Tensor, ...]:
    """The weighted gradients of `name` in the floating tensors among its arguments."""
    arguments = inputs(fresh(sample))
    leaves = require_gradients(arguments)
    return weighted_gradients(apply(module, name, arguments, sample), leaves, sample.seed)
