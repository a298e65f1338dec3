"""Claims that good computes what bad computes, or what a reference says, and gains something by it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from types import ModuleType
from typing import Any, ClassVar

import torch

from .claims import Claim, Measurement
from .comparison import Loosened, Scale, described, difference, first_line, lacks, map_tensors, misses, table
from .cost import Cost
from .outcomes import Measured
from .places import NotShown, Place
from .samples import (
    ALL_SIZES,
    DTYPES,
    EXACT,
    HALF,
    AtLeast,
    Inputs,
    Sample,
    Values,
    draws,
    fingerprint,
    hard_draws,
    placed,
)
from .subjects import Observed, apply, fresh, observe, start, tensors

Change = Callable[[Any], Any]
FEWEST = 3
"""An agreement on fewer different inputs shows nothing."""


def unchanged(result: Any) -> Any:
    """The result as it is."""
    return result


class Shares(Enum):
    """Where the tensors of good's result lie."""

    AS_BAD = "where bad's lie: in the memory of an input, or in new memory"
    AN_INPUT = "in the memory of an input, where bad makes new memory"
    NOTHING = "in new memory, where bad's lie in that of an input"


class Refused(Exception):
    """Bad cannot do this input, so there is nothing to agree with."""


@dataclass(frozen=True)
class Agreement(Claim):
    """Drawn inputs on which two forms agree, and the gain that distinguishes the pair.

    Attributes:
        inputs: draws benign inputs, for which bad is correct.
        gain: what good does better; must be about the same subject.
        dtypes: those that are drawn. Bad may refuse the short ones, and an empty input.
        smallest: the least size that the code is made for, with a reason.
        sizes: these sizes instead of drawn ones.
        within: looser than the table of `comparison`, with a reason.
        evaluating: the Module is in evaluation mode.
    """

    agreed: ClassVar[str]

    gain: Claim
    dtypes: tuple[torch.dtype, ...] = EXACT
    smallest: AtLeast = ALL_SIZES
    sizes: tuple[int, ...] | None = None
    within: Loosened | None = None
    evaluating: bool = field(default=False, kw_only=True)

    def __post_init__(self) -> None:
        if isinstance(self.gain, Agreement):
            raise TypeError("an agreement gains nothing by another agreement")
        if self.gain.subject != self.subject:
            raise ValueError(f"the gain is about {self.gain.subject}, not {self.subject}")
        if not self.dtypes or self.sizes == ():
            raise ValueError("an agreement over no inputs says nothing")

    def samples(self, place: Place) -> Iterator[Sample]:
        """The drawn samples, on `place`."""
        for sample in self.draws(place.seed, [dtype for dtype in self.dtypes if place.can(dtype)]):
            yield replace(placed(sample, place.device, place.fake), evaluating=self.evaluating)

    def draws(self, seed: int, dtypes: Sequence[torch.dtype]) -> Iterator[Sample]:
        """The samples that are drawn in some dtypes."""
        return draws(seed, dtypes, self.smallest.size, self.sizes)

    def disagreement(self, bad: ModuleType, good: ModuleType, sample: Sample) -> str | None:
        """The difference between the two forms on one sample, or None.

        Raises:
            Refused: bad cannot do the sample.
        """
        raise NotImplementedError

    def agreement(self) -> str:
        """What is agreed on, for the sentence."""
        return f"the same {self.agreed}"

    def measure(self, bad: ModuleType, good: ModuleType, place: Place) -> Measurement:
        gain = self.gain.measure_as_gain(bad, good, place)
        if not gain.holds:
            sentence = f"nothing gained, {self.gain.title} fails: {gain.sentence}"
            return Measurement(False, sentence, {"gain": self.gain.title, "gain_measured": gain.measured})
        tried: set[int] = set()
        refusal = lacking = ""
        for sample in self.samples(place):
            arguments = self.inputs(fresh(sample))
            drawn = fingerprint(arguments)
            if drawn in tried and arguments:  # what takes nothing may draw from torch's generator
                continue
            try:
                apart = self.disagreement(bad, good, sample)
            except Refused as reason:
                refusal = f": {reason}"
                if isinstance(reason.__cause__, Exception) and lacks(reason.__cause__, sample.dtype):
                    lacking = str(reason)
                continue
            except Exception as error:
                if lacks(error, sample.dtype):
                    lacking = first_line(error)
                    continue
                apart = f"good raises {type(error).__name__}: {first_line(error)}"
            if apart is not None:
                return Measurement(False, f"{sample}: {apart}", {"compared": len(tried)}, len(tried))
            tried.add(drawn)
        needed = 1 if fixed(self.inputs, self.samples(place)) else FEWEST
        if len(tried) < needed and lacking:
            raise NotShown(lacking)
        if len(tried) < needed:
            return Measurement(False, f"only {len(tried)} inputs can be compared{refusal}", {"compared": len(tried)})
        sentence = f"{self.agreement()} on {len(tried)} inputs"
        if self.evaluating:
            sentence += " in evaluation mode"
        if self.smallest.size:
            sentence += f" {self.smallest}"
        if self.within is not None:
            sentence += f" {self.within}"
        measured: dict[str, Measured] = {
            "compared": len(tried),
            "seed": place.seed,
            "dtypes": [str(dtype) for dtype in self.dtypes],
            "gain": self.gain.title,
        }
        sentence += f", and {self.gain.title}: {gain.sentence}"
        return Measurement(True, sentence, {**measured, "gain_measured": gain.measured}, len(tried))


def fixed(inputs: Inputs, samples: Iterator[Sample]) -> bool:
    """Whether a callable takes nothing that could be drawn: no sample changes its arguments."""
    return not any(True for sample in samples for _ in tensors(inputs(fresh(sample))))


@dataclass(frozen=True)
class SameResult(Agreement):
    """Good gives what bad gives on benign inputs, does to its inputs what bad does, and gains something.

    Compared are values, shapes, dtypes, devices and layouts, whether the result requires a gradient, whether it lies in
    an input's memory, the inputs afterwards, and what the module, its functions and its objects hold on to.

    Attributes:
        finish_bad, finish_good: applied to the results before they are compared, where good keeps more than bad does
            (the batch dim of a reduction).
        shares: where good's result lies.
        detached: why good's result has no gradient where bad's has one; shown.
    """

    title: ClassVar[str] = "same_result"
    agreed: ClassVar[str] = "result"
    dtypes: tuple[torch.dtype, ...] = DTYPES
    finish_bad: Change = field(default=unchanged)
    finish_good: Change = field(default=unchanged)
    shares: Shares = Shares.AS_BAD
    detached: str = ""

    def measure_kinds(self, bad: ModuleType, good: ModuleType, place: Place) -> Measurement:
        def of_bad(sample: Sample) -> Any:
            return self.finish_bad(self.of_bad(bad, sample).result)

        return kinds_agree(of_bad, lambda sample: self.finish_good(self.of_good(good, sample).result), self, place)

    def disagreement(self, bad: ModuleType, good: ModuleType, sample: Sample) -> str | None:
        expected = self.of_bad(bad, sample)
        actual = self.of_good(good, sample)
        ended = self.finish_bad(expected.result), self.finish_good(actual.result)
        granted = input_rounding(expected.arguments, sample)
        apart = difference(ended[1], ended[0], within=self.within, granted=granted, nan_agrees=sample.size == 0)
        if apart is not None and sample.dtype in HALF:
            ended, own = self.rounded(bad, ended, sample)
            apart = difference(ended[1], ended[0], within=self.within, granted=granted + own)
        if apart is not None:
            return apart
        return self.done_elsewhere(expected, actual) or self.graph_apart(bad, good, sample)

    def of_bad(self, bad: ModuleType, sample: Sample) -> Observed:
        """What bad does with a sample.

        Raises:
            Refused: it raises. Too many samples that it refuses show nothing.
        """
        try:
            return observe(bad, self.subject, self.inputs(fresh(sample)), sample)
        except Exception as error:
            raise Refused(first_line(error)) from error

    def of_good(self, good: ModuleType, sample: Sample) -> Observed:
        """What good does with a sample."""
        return observe(good, self.subject, self.inputs(fresh(sample)), sample)

    def rounded(self, bad: ModuleType, ended: tuple[Any, Any], sample: Sample) -> tuple[tuple[Any, Any], float]:
        """What to compare in a dtype of few digits, and the difference that is granted.

        Bad computes the same in float64, which is what is expected; good may be as far from it as bad is itself.
        """
        wide = Sample(sample.size, torch.float64, sample.seed, sample.device, evaluating=sample.evaluating)
        try:
            arguments = map_tensors(self.inputs(fresh(sample)), widen)
            exact = self.finish_bad(observe(bad, self.subject, arguments, wide).result)
        except Exception:
            return ended, 0.0
        before, truth = list(tensors(ended[0])), list(tensors(exact))
        if [tensor.shape for tensor in before] != [tensor.shape for tensor in truth]:
            return ended, 0.0
        worst = 0.0
        for one, other in zip(before, truth, strict=True):
            if not one.is_floating_point() or not one.numel():
                continue
            wide_one, wide_other = one.double(), other.double()
            worst = max(worst, min(largest([wide_one - wide_other]), MOST_GRANTED * largest([wide_other])))
        values = iter(tensors(exact))
        expected = map_tensors(ended[0], lambda tensor: next(values).to(tensor.dtype))
        return (expected, ended[1]), worst

    def done_elsewhere(self, expected: Observed, actual: Observed) -> str | None:
        """What good does to its inputs, its memory, its objects or the host that bad does not."""
        apart = difference(comparable(actual.arguments), comparable(expected.arguments), nan_agrees=True)
        if apart is not None:
            return f"the inputs differ afterwards: {apart}"
        wanted = {Shares.AS_BAD: expected.shares, Shares.AN_INPUT: True, Shares.NOTHING: False}[self.shares]
        if actual.shares != wanted and any(tensor.numel() for tensor in tensors(actual.result)):
            return f"the result lies in {'an input' if actual.shares else 'new'} memory: claimed is {self.shares.value}"
        if actual.kept > expected.kept:
            return f"{actual.kept} bytes and graph nodes are kept after the call, where bad keeps {expected.kept}"
        if {type(tensor) for tensor in tensors(actual.result)} != {type(tensor) for tensor in tensors(expected.result)}:
            return "a parameter where a plain tensor is expected, or the other way round"
        before, after = requires_gradient(expected.result), requires_gradient(actual.result)
        if self.graph_differs(before, after):
            return f"the result requires {'a' if after else 'no'} gradient"
        # A cost counts them by itself, at sizes where they are bad's cost.
        counted = isinstance(self.gain, Cost) and not self.gain.more_reads
        if actual.host_reads > expected.host_reads and not counted:
            return f"good reads {actual.host_reads} times on the host, bad {expected.host_reads}"
        return None

    def graph_apart(self, bad: ModuleType, good: ModuleType, sample: Sample) -> str | None:
        """Where only one of the results carries a graph, for inputs that ask for a gradient."""
        if sample.dtype not in EXACT or not sample.size:
            return None
        carried = []
        for module in (bad, good):
            arguments = self.inputs(fresh(sample))
            if not require_gradients(arguments):
                return None
            try:
                result = apply(module, self.subject, arguments, sample)
            except Exception as error:
                if module is bad:
                    return None
                return f"with inputs that require a gradient good raises {first_line(error)}"
            carried.append(requires_gradient(result))
        before, after = carried
        return (
            f"the result {'carries a' if after else 'has lost its'} graph"
            if self.graph_differs(before, after)
            else None
        )

    def graph_differs(self, before: bool, after: bool) -> bool:
        """Whether one result carries a graph and the other does not, where that is not what the claim says of good."""
        return before != after and not (self.detached and before)

    def agreement(self) -> str:
        """With the reason for a result without a graph."""
        return super().agreement() + (f", detached as {self.detached}," if self.detached else "")


def requires_gradient(result: Any) -> bool:
    """Whether a tensor of a result requires a gradient."""
    return any(tensor.requires_grad for tensor in tensors(result))


ROUNDINGS_OF_INPUT = 4
MOST_GRANTED = 0.05
"""How much of the largest number a dtype of few digits may be off in bad, before good is held to float64 alone."""


def comparable(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """Those of the arguments that can be compared: tensors, numbers, sequences of them, and the state of modules.

    Other objects have no equality of their own.
    """
    return tuple(
        {**value.state_dict(), "training": value.training} if isinstance(value, torch.nn.Module) else value
        for value in arguments
        if isinstance(value, torch.nn.Module) or is_comparable(value)
    )


def is_comparable(value: Any) -> bool:
    """Whether a value is a tensor, a number, a text, or a sequence of them."""
    if isinstance(value, (list, tuple)):
        return all(is_comparable(entry) for entry in value)
    return value is None or isinstance(value, (torch.Tensor, bool, int, float, str))


@dataclass(frozen=True)
class RightResult(Agreement):
    """Good gives what an independent reference gives, where bad fails or is wrong, in value and in gradient.

    The reference is computed in float64 from the same numbers, and rounded. The shape, dtype and device of good's
    result are those that the reference gives in the sample's own dtype.

    Attributes:
        reference: the same function, written another way.
        families: hard numbers to try beside normal ones.
        reads: how often good may read on the host: once for each branch on a value.
        scale: what a difference is measured against.
        gradient: False where the reference's gradient is not good's to match; for sizes of `EXACT` dtypes only.
    """

    title: ClassVar[str] = "right_result"
    agreed: ClassVar[str] = "result"
    dtypes: tuple[torch.dtype, ...] = DTYPES
    reference: Callable[..., Any] = field(default=unchanged, kw_only=True)
    families: tuple[Values, ...] = field(default=(), kw_only=True)
    reads: int = field(default=0, kw_only=True)
    scale: Scale = field(default=Scale.LARGEST, kw_only=True)
    gradient: bool = field(default=True, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.reference is unchanged:
            raise ValueError("a right result needs a reference")

    def draws(self, seed: int, dtypes: Sequence[torch.dtype]) -> Iterator[Sample]:
        """Normal numbers, then hard ones."""
        yield from super().draws(seed, dtypes)
        yield from hard_draws(seed, dtypes, self.families, self.smallest.size)

    def measure_kinds(self, bad: ModuleType, good: ModuleType, place: Place) -> Measurement:
        def of_reference(sample: Sample) -> Any:
            return start(self.reference, self.inputs(fresh(sample)), sample)

        def of_good(sample: Sample) -> Any:
            return apply(good, self.subject, self.inputs(fresh(sample)), sample)

        return kinds_agree(of_reference, of_good, self, place)

    def disagreement(self, bad: ModuleType, good: ModuleType, sample: Sample) -> str | None:
        try:
            kind = start(self.reference, self.inputs(fresh(sample)), sample)
        except Exception as error:
            raise Refused(first_line(error)) from error
        actual = observe(good, self.subject, self.inputs(fresh(sample)), sample)
        one, other = described(actual.result), described(kind)
        if one != other:
            return f"{one} where {other} is expected"
        arguments = map_tensors(self.inputs(fresh(sample)), widen)
        leaves = require_gradients(arguments)
        exact = start(self.reference, arguments, sample)
        if not all_finite(exact):
            raise Refused("the reference is not finite")
        exact_result = map_tensors(exact, torch.Tensor.detach)
        granted = input_rounding(arguments, sample)
        apart = misses(actual.result, exact_result, within=self.within, scale=self.scale, granted=granted)
        if apart is not None:
            return f"float64 gives another result: {apart}"
        before = self.inputs(fresh(sample))
        apart = difference(comparable(actual.arguments), comparable(before), nan_agrees=True)
        if apart is not None:
            return f"the inputs differ afterwards: {apart}"
        if actual.kept > 0:
            return f"{actual.kept} bytes and graph nodes are kept after the call"
        if actual.host_reads > self.reads:
            return f"good reads {actual.host_reads} times on the host"
        return self.gradient_apart(good, exact, leaves, sample)

    def gradient_apart(self, good: ModuleType, exact: Any, leaves: list[torch.Tensor], sample: Sample) -> str | None:
        """How good's gradient misses the reference's, where that has one."""
        if sample.family is Values.TIES:  # where a maximum or an absolute value in the reference has a corner
            return None
        if not self.gradient or sample.dtype not in EXACT or not requires_gradient(exact):
            return None
        expected = weighted_gradients(exact, leaves, sample.seed)
        if not all_finite(expected):
            return None
        found = gradients(good, self.subject, self.inputs, sample)
        apart = misses(
            found, expected, within=self.within, scale=Scale.LARGEST, granted=gradient_rounding(leaves, sample)
        )
        return None if apart is None else f"float64 has another gradient: {apart}"

    @property
    def against(self) -> str:
        return name_of(self.reference)

    def agreement(self) -> str:
        """With the reference's name."""
        return f"what {self.against} gives in float64"


@dataclass(frozen=True)
class SameGradient(Agreement):
    """Good has bad's gradient on benign inputs, in every floating input, and gains something.

    The gradient is that of the result weighted by normal numbers, so that one which sums to nothing
    (a softmax row) still shows; a difference counts against the size of those weights and of the inputs.
    """

    title: ClassVar[str] = "same_gradient"
    agreed: ClassVar[str] = "gradient"

    def disagreement(self, bad: ModuleType, good: ModuleType, sample: Sample) -> str | None:
        try:
            leaves = require_gradients(self.inputs(fresh(sample)))
            expected = gradients(bad, self.subject, self.inputs, sample)
        except Exception as error:
            raise Refused(first_line(error)) from error
        if not any(gradient.numel() for gradient in expected):
            raise Refused("no elements, no gradient")
        actual = gradients(good, self.subject, self.inputs, sample)
        apart = difference(actual, expected, within=self.within, granted=gradient_rounding(leaves, sample))
        if apart is None and not any(bool(gradient.count_nonzero()) for gradient in expected):
            raise Refused("the gradient is zero everywhere, which shows nothing")
        return apart


def kinds_agree(
    expected: Callable[[Sample], Any], actual: Callable[[Sample], Any], claim: Agreement, place: Place
) -> Measurement:
    """Whether two forms give the same shapes, dtypes and devices on a claim's drawn inputs, at a place without values.

    Where no tensor goes in, none says on which device the result belongs.

    Raises:
        NotShown: the place can run none of them.
    """
    compared = 0
    devices = not fixed(claim.inputs, claim.samples(place))
    reason = "the code takes nothing that this place can make"
    for sample in claim.samples(place):
        try:
            wanted = expected(sample)
        except Exception as error:
            reason = place.reason(error.__cause__ if isinstance(error, Refused) and error.__cause__ else error)
            continue
        try:
            found = actual(sample)
        except Exception as error:
            if place.cannot(error):
                reason = place.reason(error)
                continue
            return Measurement(False, f"{sample}: good raises {type(error).__name__}: {first_line(error)}", {})
        one, other = described(found, devices), described(wanted, devices)
        if one != other:
            return Measurement(False, f"{sample}: {one} where {other} is expected", {})
        compared += 1
    if not compared:
        raise NotShown(reason)
    return Measurement(
        True, f"the same shapes, dtypes and devices on {compared} inputs", {"compared": compared}, compared
    )


def name_of(function: Callable[..., Any]) -> str:
    """A function's name, also of one that has some arguments filled in."""
    return str(getattr(function, "__name__", None) or getattr(getattr(function, "func", function), "__name__", "it"))


def gradient_rounding(leaves: list[torch.Tensor], sample: Sample) -> float:
    """The difference of gradients that rounding accounts for: of terms as large as a weight, 1, times an input."""
    return table(sample.dtype) * max(1.0, largest(leaves))


def input_rounding(arguments: Any, sample: Sample) -> float:
    """The difference of results that rounding accounts for where terms as large as the inputs cancel."""
    floating = [tensor for tensor in tensors(arguments) if tensor.is_floating_point()]
    return ROUNDINGS_OF_INPUT * torch.finfo(sample.dtype).eps * largest(floating)


def largest(values: Iterable[torch.Tensor]) -> float:
    """The largest finite magnitude in some tensors; 0 where there is none."""
    found = (value.detach().abs().nan_to_num(0.0, 0.0, 0.0) for value in values if value.numel())
    return max((float(value.max()) for value in found), default=0.0)


def widen(tensor: torch.Tensor) -> torch.Tensor:
    """The tensor, in float64 if it is floating-point."""
    return tensor.double() if tensor.is_floating_point() else tensor


def all_finite(value: Any) -> bool:
    """Whether every tensor in `value` holds only finite numbers."""
    return all(bool(torch.isfinite(tensor).all()) for tensor in tensors(value))


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
    generator = torch.Generator().manual_seed(seed + 1)  # the seed itself has drawn the inputs
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
