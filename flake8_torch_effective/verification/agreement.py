"""Claims that good computes what bad computes, or what a reference says, and gains something by it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from types import ModuleType
from typing import Any, ClassVar

import torch

from .claims import Claim, Measurement
from .comparison import Loosened, Scale, described, difference, first_line, lacks, map_tensors, misses
from .cost import Cost
from .effects import (
    OF_GRAPHS,
    of_each,
    overlaps_itself,
    requires_grad,
    requires_gradient,
    shown_each,
    traces,
    traits_apart,
)
from .gradients import (
    all_finite,
    gradient_rounding,
    gradients,
    largest,
    require_gradients,
    trained_in_both,
    weighted_gradients,
    widen,
)
from .outcomes import Measured
from .places import NotShown, Place, mixes_devices
from .registration import Registers
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
    fresh,
    hard_draws,
    placed,
)
from .subjects import (
    LOOKED_AT,
    Observed,
    apply,
    found,
    observe,
    overlap,
    start,
    state,
    storages,
    tensors,
)

Change = Callable[[Any], Any]
FEWEST = 3
"""An agreement on fewer different inputs shows nothing."""
NOTHING_TO_COMPARE = "bad mixes devices here, so there is nothing to compare with; the CPU shows it"
"""Why an agreement is skipped where bad raises for every input on a device."""


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
        other_state: what good's object holds otherwise than bad's, or than before, and why; by the beginning of a name.
            The reasons are shown.
        cpu_only: why the two forms cannot be compared on another device; shown there.
    """

    agreed: ClassVar[str]

    gain: Claim
    dtypes: tuple[torch.dtype, ...] = EXACT
    smallest: AtLeast = ALL_SIZES
    sizes: tuple[int, ...] | None = None
    within: Loosened | None = None
    evaluating: bool = field(default=False, kw_only=True)
    other_state: Mapping[str, str] = field(default_factory=dict, hash=False, kw_only=True)
    cpu_only: str = field(default="", kw_only=True)

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
            yield placed(sample, place.device, place.fake, self.evaluating)

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

    def state_apart(self, actual: Observed, expected: Mapping[str, Any], granted: float = 0.0) -> str | None:
        """What good's object holds otherwise than expected, of what both name; looked at in one dtype."""
        if not actual.before:
            return None
        after = state(actual.owner)
        for name in sorted(expected.keys() & after.keys()):
            if name.startswith(tuple(self.other_state)):
                continue
            apart = difference(after[name], expected[name], granted=granted, nan_agrees=True)
            if apart is not None:
                return f"{name} of the object differs afterwards: {apart}"
        return None

    def measure(self, bad: ModuleType, good: ModuleType, place: Place) -> Measurement:
        if self.cpu_only and place.device.type != "cpu":
            raise NotShown(self.cpu_only)
        gain = self.gain.measure_as_gain(bad, good, place)
        if not gain.holds:
            sentence = f"nothing gained, {self.gain.title} fails: {gain.sentence}"
            return Measurement(False, sentence, {"gain": self.gain.title, "gain_measured": gain.measured})
        names = registered_apart(bad, good, self.gain, tuple(self.other_state))
        if names:
            return Measurement(False, names, {})
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
        if len(tried) < needed and place.device.type != "cpu" and mixes_devices(refusal):
            raise NotShown(NOTHING_TO_COMPARE)
        if len(tried) < needed:
            return Measurement(False, f"only {len(tried)} inputs can be compared{refusal}", {"compared": len(tried)})
        sentence = f"{self.agreement()} on {len(tried)} inputs"
        if self.evaluating:
            sentence += " in evaluation mode"
        if self.smallest.size:
            sentence += f" {self.smallest}"
        if self.within is not None:
            sentence += f" {self.within}"
        if self.other_state:
            sentence += f", with another state, as {' and '.join(dict.fromkeys(self.other_state.values()))},"
        measured: dict[str, Measured] = {
            "compared": len(tried),
            "seed": place.seed,
            "dtypes": [str(dtype) for dtype in self.dtypes],
            "gain": self.gain.title,
        }
        sentence += f", and {self.gain.title}: {gain.sentence}"
        return Measurement(True, sentence, {**measured, "gain_measured": gain.measured}, len(tried))


def registered_apart(bad: ModuleType, good: ModuleType, gain: Claim, but: tuple[str, ...]) -> str:
    """What good's Module registers otherwise than bad's, but for what the gain says of that; empty where nothing.

    Names that begin in one of ``but`` do not count.

    Where bad cannot be built, or the subject is no method of a Module, there is nothing to compare.
    """
    registered = []
    for module in (bad, good):
        try:
            owner = found(module, gain.subject, Sample(1)).owner
        except Exception:
            return ""
        if not isinstance(owner, torch.nn.Module):
            return ""
        trained = {name: "a parameter" if entry.requires_grad else "frozen" for name, entry in owner.named_parameters()}
        registered.append(
            {
                name: f"{trained.get(name, 'a buffer')} of shape {tuple(entry.shape)}"
                for name, entry in owner.state_dict().items()
                if not name.startswith(but)
            }
        )
    claimed = {*gain.names, *gain.fewer} if isinstance(gain, Registers) else set()
    before, after = ({name: shape for name, shape in held.items() if name not in claimed} for held in registered)
    return "" if before == after else f"good registers {after or 'nothing'} where bad registers {before or 'nothing'}"


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
        """What good does to its inputs, its memory, its objects, torch or the host that bad does not."""
        apart = difference(traces(actual.arguments), traces(expected.arguments), nan_agrees=True)
        if apart is not None:
            return f"the inputs differ afterwards: {apart}"
        apart = self.state_apart(actual, state(expected.owner) if actual.before else {}, OF_STATE)
        if apart is not None:
            return apart
        wanted = {Shares.AS_BAD: expected.shares, Shares.AN_INPUT: True, Shares.NOTHING: False}[self.shares]
        moved = {t.device for t in tensors(actual.result)} != {t.device for t in tensors(expected.result)}
        if actual.shares != wanted and not moved and any(tensor.numel() for tensor in tensors(actual.result)):
            return f"the result lies in {'an input' if actual.shares else 'new'} memory: claimed is {self.shares.value}"
        if actual.kept > expected.kept:
            return f"{actual.kept} bytes and graph nodes are kept after the call, where bad keeps {expected.kept}"
        meant = OF_GRAPHS if self.detached else (overlaps_itself,) if self.shares is Shares.AN_INPUT else ()
        apart = traits_apart(actual.result, expected.result, meant)
        if apart is not None:
            return apart
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
            carried.append(of_each(result, [requires_grad]))
        before, after = carried
        if before == after or (self.detached and (True,) in before):
            return None
        change = "has lost its" if after.count((True,)) < before.count((True,)) else "carries a"
        return f"the result {change} graph: {shown_each(after)} where {shown_each(before)} is expected"

    def agreement(self) -> str:
        """With the reason for a result without a graph."""
        return super().agreement() + (f", detached as {self.detached}," if self.detached else "")


ROUNDINGS_OF_INPUT = 4
OF_STATE = 1e-6
"""How far numbers of an object may be apart after a call: they are about 1, and float32's."""
MOST_GRANTED = 0.05
"""How much of the largest number a dtype of few digits may be off in bad, before good is held to float64 alone."""


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
        views: good's result may lie in the memory of an input or of its object, also where the reference's does not.
    """

    title: ClassVar[str] = "right_result"
    agreed: ClassVar[str] = "result"
    dtypes: tuple[torch.dtype, ...] = DTYPES
    reference: Callable[..., Any] = field(default=unchanged, kw_only=True)
    families: tuple[Values, ...] = field(default=(), kw_only=True)
    reads: int = field(default=0, kw_only=True)
    scale: Scale = field(default=Scale.LARGEST, kw_only=True)
    gradient: bool = field(default=True, kw_only=True)
    views: bool = field(default=False, kw_only=True)

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
        given = self.inputs(fresh(sample))
        try:
            kind = start(self.reference, given, sample)
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
        return (
            self.done_elsewhere(actual, given, kind, sample)
            or self.graph_apart(good, actual, exact, sample)
            or self.gradient_apart(good, exact, leaves, sample)
        )

    def done_elsewhere(self, actual: Observed, given: tuple[Any, ...], kind: Any, sample: Sample) -> str | None:
        """What good does beside its result: to its inputs, its memory, its object, torch or the host.

        Args:
            given: the arguments of the reference.
            kind: its result in the sample's own dtype.
        """
        before = self.inputs(fresh(sample))
        apart = difference(traces(actual.arguments), traces(before), nan_agrees=True)
        if apart is not None:
            return f"the inputs differ afterwards: {apart}"
        apart = self.state_apart(actual, actual.before)
        if apart is not None:
            return apart
        if actual.shares and not self.views and not overlap(storages(kind), storages(given)):
            return "the result lies in an input memory, where the reference makes its own"
        if actual.kept > 0:
            return f"{actual.kept} bytes and graph nodes are kept after the call"
        if actual.host_reads > self.reads:
            return f"good reads {actual.host_reads} times on the host"
        return None

    def graph_apart(self, good: ModuleType, actual: Observed, exact: Any, sample: Sample) -> str | None:
        """Where only one of good and the reference carries a graph; looked at in one dtype, like what is kept."""
        floating = any(tensor.is_floating_point() for tensor in tensors(exact))
        if sample.dtype is not LOOKED_AT or not sample.size or not floating:
            return None
        if requires_gradient(exact):
            lost = actual.trained and not self.other_state and not requires_gradient(actual.result)
            return "the result has lost the graph of the parameters" if lost else None
        arguments = self.inputs(fresh(sample))
        require_gradients(arguments)
        try:
            result = apply(good, self.subject, arguments, sample)
        except RuntimeError:  # it makes a leaf of its argument
            return None
        if not actual.trained and requires_gradient(result):
            return "the result carries a graph, the reference's none"
        return None

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
    """Good has bad's gradient on benign inputs, in every floating input and every parameter, and gains something.

    The gradient is that of the result weighted by normal numbers, so that one which sums to nothing
    (a softmax row) still shows; a difference counts against the size of those weights and of the inputs.
    """

    title: ClassVar[str] = "same_gradient"
    agreed: ClassVar[str] = "gradient"

    def disagreement(self, bad: ModuleType, good: ModuleType, sample: Sample) -> str | None:
        try:
            leaves = require_gradients(self.inputs(fresh(sample)))
            owned = trained_in_both(bad, good, self.subject)
            expected = gradients(bad, self.subject, self.inputs, sample, owned)
        except Exception as error:
            raise Refused(first_line(error)) from error
        if not any(gradient.numel() for gradient in expected[: len(leaves)]):
            raise Refused("no elements, no gradient")
        actual = gradients(good, self.subject, self.inputs, sample, owned)
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


def input_rounding(arguments: Any, sample: Sample) -> float:
    """The difference of results that rounding accounts for where terms as large as the inputs cancel."""
    floating = [tensor for tensor in tensors(arguments) if tensor.is_floating_point()]
    return ROUNDINGS_OF_INPUT * torch.finfo(sample.dtype).eps * largest(floating)
