"""What the fixer makes of every bad.py does what good.py does: torch says so, claim by claim."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any

import pytest
import torch

from flake8_torch_effective.rules.page import page
from flake8_torch_effective.rules.rule import Rule
from flake8_torch_effective.verification import (
    Claim,
    Inputs,
    Outcome,
    Raises,
    RightResult,
    SameGradient,
    SameResult,
    Sample,
    Stable,
)
from flake8_torch_effective.verification.comparison import map_tensors
from flake8_torch_effective.verification.gradients import require_gradients, weighted_gradients, widen
from flake8_torch_effective.verification.places import CPU, NotShown, Place, fake_places
from flake8_torch_effective.verification.samples import fresh
from flake8_torch_effective.verification.subjects import apply, sample_on, tensors
from tests.by_rule import RuleFiles, by_rule, each_fixing_rule
from tests.fixing.fixtures import FixedFixture, fixed_alone, fixed_fixture, unfixable_lines
from tests.fixing.programs import programs_of
from tests.verification.evidence import counted_once

torch.set_num_threads(1)

DTYPES = (torch.float64, torch.float32, torch.bfloat16, torch.float16)


@each_fixing_rule
def test_bad_lints_clean_after_fixing(files: RuleFiles) -> None:
    made = fixed_fixture(files, True)
    lines = made.fixed.source.split("\n")
    left = sorted(lines[finding.line - 1].strip() for finding in made.fixed.left)
    assert left == sorted(unfixable_lines(made.fixed.source))
    assert made.fixed.applied


@each_fixing_rule
@pytest.mark.parametrize("device", ["cpu", "fake"])
def test_what_was_fixed_passes_every_claim_of_good(files: RuleFiles, device: str) -> None:
    made = fixed_fixture(files, True)
    module = made.module
    with counted_once():
        outcomes = [
            claim.check(made.fixture.bad, module, device)
            for claim in made.fixture.claims
            if subject_of(claim) not in made.left and (device == "cpu" or not claim.needs_values)
        ]
    wrong = [str(outcome) for outcome in outcomes if outcome.verdict != "passed" and not is_of_later_torch(outcome)]
    if device == "fake":
        wrong = [text for text in wrong if not text.startswith("skipped")]
    else:
        assert outcomes
    assert wrong == []


def is_of_later_torch(outcome: Outcome) -> bool:
    """Whether a claim was skipped because it holds from a later torch on than the one that runs."""
    return outcome.verdict == "skipped" and outcome.sentence.startswith("holds from torch ")


@pytest.mark.parametrize(
    ("sentence", "meant"), [("holds from torch 2.13 on", True), ("a fake tensor has no values to compare", False)]
)
def test_only_a_claim_of_a_later_torch_may_be_skipped(sentence: str, meant: bool) -> None:
    assert is_of_later_torch(Outcome("raises", "f", "cpu", "skipped", sentence)) == meant
    assert not is_of_later_torch(Outcome("raises", "f", "cpu", "failed", sentence))


@each_fixing_rule
def test_a_fix_that_does_nothing_would_be_noticed(files: RuleFiles) -> None:
    made = fixed_fixture(files, True)
    with counted_once():
        assert not any(claim.check(made.fixture.bad, made.fixture.bad).passed for claim in made.fixture.claims)


@each_fixing_rule
def test_the_page_says_whether_there_is_a_fix(files: RuleFiles, rule: type[Rule]) -> None:
    text = page(rule).sections["Fix safety"]
    told = {word for word in ("Safe", "Unsafe", "None") if re.search(rf"(?m)(^|\. |\n){word}\b", text)}
    unsafe, safe = (fixed_fixture(files, allowed).fixed.applied for allowed in (True, False))
    if safe or programs_of(files).safe:
        assert "Safe" in told
    else:
        assert unsafe
        assert "Unsafe" in told
        assert "Safe" not in told


def subject_of(claim: Claim) -> str:
    """The top-level name that a claim is about."""
    return claim.subject.partition(".")[0]


@dataclass(frozen=True)
class Case:
    """One call of one callable: what it is given and, for the gradient, that it is differentiated."""

    claim: Claim
    sample: Sample
    scalars: bool

    def arguments(self) -> tuple[Any, ...]:
        """The arguments, drawn anew; of each floating tensor one element, without a dim, where ``scalars``."""
        given = self.claim.inputs(fresh(self.sample))
        return map_tensors(given, first_element) if self.scalars else given

    def result(self, module: ModuleType, wide: bool = False) -> list[torch.Tensor]:
        """What the callable gives, or its gradients; from the same numbers in float64 where ``wide``."""
        arguments = map_tensors(self.arguments(), widen) if wide else self.arguments()
        sample = Sample(self.sample.size, torch.float64, self.sample.seed) if wide else self.sample
        if isinstance(self.claim, SameGradient):
            leaves = require_gradients(arguments)
            made = apply(module, self.claim.subject, arguments, sample)
            return list(weighted_gradients(made, leaves, self.sample.seed))
        return list(tensors(apply(module, self.claim.subject, arguments, sample)))

    def __str__(self) -> str:
        shape = "one number" if self.scalars else f"size {self.sample.size}"
        return f"{self.claim.title}({self.claim.subject}), {self.sample.dtype}, {shape}, seed {self.sample.seed}"


def first_element(tensor: torch.Tensor) -> torch.Tensor:
    """A tensor without dims."""
    return tensor.flatten()[0].clone() if tensor.is_floating_point() and tensor.numel() else tensor


def cases(made: FixedFixture, place: Place) -> Iterator[Case]:
    """Every callable that fixing has changed, on every kind of input."""
    for claim in made.fixture.claims:
        if not isinstance(claim, SameResult | SameGradient) or subject_of(claim) not in made.changed:
            continue
        gain = claim.gain
        converted = isinstance(gain, Stable) and gain.dtypes == (torch.float32,) and gain.subject.endswith("in_float32")
        dtypes = [dtype for dtype in DTYPES if not converted or dtype is not torch.float64]
        for dtype, (size, scalars) in itertools.product(dtypes, [(0, False), (1, False), (5, False), (5, True)]):
            for seed in (0,) if place.fake else (0, 1):  # nothing is drawn on a fake device
                yield Case(claim, sample_on(place, size, dtype, seed), scalars)


def safely_changed(files: RuleFiles, place: Place) -> Iterator[tuple[ModuleType, Case]]:
    """The cases of each callable of a fixture in which a fix is safe once it stands in a file of its own, fixed."""
    for made in fixed_alone(files):
        fixed = made.module
        yield from ((fixed, case) for case in cases(made, place))


def once_where_a_fix_is_safe(files: RuleFiles) -> Iterator[tuple[str, tuple[object, ...]]]:
    """One case for a rule whose page says so; it fails above where no program of the rule shows that."""
    if files.fixes and re.search(r"\bSafe\b", page(files.load()).sections["Fix safety"]):
        yield "", ()


each_safe_rule = by_rule(once_where_a_fix_is_safe)


@each_safe_rule
def test_a_safe_fix_changes_nothing_but_rounding(files: RuleFiles) -> None:
    bad = fixed_fixture(files, False).fixture.bad
    compared = 0
    wrong: list[str] = []
    for fixed, case in safely_changed(files, CPU):
        try:
            before = case.result(bad)
        except Exception:  # what the bad form cannot do, the fixed one may do as it likes
            continue
        try:
            exact = case.result(bad, wide=True)
        except Exception:  # the model has weights in float32
            exact = before
        compared += case.sample.size > 0
        apart = further_off(before, case.result(fixed), exact)
        if apart:
            wrong.append(f"{case}: {apart}")
    assert wrong == []
    if not any(made.changed for made in fixed_alone(files)):
        pytest.skip("no fix of its fixture is safe: what bad computes with is given to it, or leaves it")
    assert compared or only_raises(files)


def only_raises(files: RuleFiles) -> bool:
    """Whether bad gives no result where a fix is safe: good's claims, which the fixed form passes above, say all."""
    claims = fixed_fixture(files, False).fixture.claims
    changed = {name for made in fixed_alone(files) for name in made.changed}
    results = [claim for claim in claims if not isinstance(claim, Raises) and subject_of(claim) in changed]
    return bool(results) and all(isinstance(claim, RightResult) and isinstance(claim.gain, Raises) for claim in results)


@each_safe_rule
def test_a_safe_fix_keeps_shape_dtype_and_device_on_an_accelerator(files: RuleFiles) -> None:
    bad = fixed_fixture(files, False).fixture.bad
    compared = 0
    for place in fake_places():
        for fixed, case in safely_changed(files, place):
            try:
                replace(case, sample=sample_on(CPU, case.sample.size, case.sample.dtype, case.sample.seed)).result(bad)
                with place.entered():
                    before = [(tensor.shape, tensor.dtype, tensor.device) for tensor in case.result(bad)]
            except Exception:  # reads values, or asks for a driver, or cannot do it
                continue
            try:
                with place.entered():
                    after = [(tensor.shape, tensor.dtype, tensor.device) for tensor in case.result(fixed)]
            except NotShown:
                continue
            assert after == before, str(case)
            compared += 1
    if not compared:
        pytest.skip("this build of torch fakes no device on which the code runs")


def further_off(before: list[torch.Tensor], after: list[torch.Tensor], exact: list[torch.Tensor]) -> str:
    """Where a fixed result is further from float64's than the one before, by more than a few roundings."""
    if [(t.shape, t.dtype, t.device) for t in before] != [(t.shape, t.dtype, t.device) for t in after]:
        return f"{[(t.shape, t.dtype) for t in before]} became {[(t.shape, t.dtype) for t in after]}"
    for old, new, truth in zip(before, after, exact, strict=True):
        if not new.is_floating_point():
            if not torch.equal(old, new):
                return f"{old} became {new}"
            continue
        digits = 16 * torch.finfo(new.dtype).eps * truth.abs().clamp(min=1)
        allowed = (old.double() - truth).abs() + digits
        fits = ((new.double() - truth).abs() <= allowed) | (new == old) | (old.isnan() & new.isnan()) | ~old.isfinite()
        if not bool(fits.all()):
            worst = (~fits).nonzero()[0].tolist()
            return f"at {worst}: {old[tuple(worst)].item()} became {new[tuple(worst)].item()}"
    return ""


SUBJECT: Inputs = lambda sample: (sample.normal(sample.size, 3),)  # noqa: E731


@pytest.mark.parametrize(
    "good",
    ["x.sum(dim=1).double()", "x.sum(dim=1, keepdim=True)", "x.sum(dim=1) * 1.5"],
    ids=["another dtype", "another shape", "other values"],
)
def test_a_fix_that_is_not_safe_is_noticed(good: str) -> None:
    from flake8_torch_effective.verification import FewerDispatches, module_from_source

    text = "import torch\n\ndef f(x):\n    return {}\n"
    bad, fixed = (module_from_source(text.format(form), "unsafe") for form in ("x.sum(dim=1)", good))
    claim = SameResult("f", SUBJECT, gain=FewerDispatches("f", SUBJECT))
    case = Case(claim, sample_on(CPU, 4, torch.float32), False)
    assert further_off(case.result(bad), case.result(fixed), case.result(bad, wide=True))
