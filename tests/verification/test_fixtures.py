"""Every claim of every fixture holds, and none holds when it should not."""

import ast
import dataclasses
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, ClassVar

import pytest
import torch

from flake8_torch_effective.verification import (
    Claim,
    Fixture,
    Inputs,
    Outcome,
    RightResult,
    SameGradient,
    SameResult,
    Sample,
    Stable,
    WrongResult,
    callables,
    placement,
)
from flake8_torch_effective.verification.claims import Measurement, release
from flake8_torch_effective.verification.comparison import map_tensors
from flake8_torch_effective.verification.cost import Cost
from flake8_torch_effective.verification.places import Place
from flake8_torch_effective.verification.subjects import subject, tensors
from tests.by_rule import RuleFiles, by_rule
from tests.verification.accelerator import TO_HOST, wrong_on
from tests.verification.evidence import claims, counted_once, each_fixture, fixture_of

torch.set_num_threads(1)
NEWEST = (2, 13)
"""The torch that the tests ask for; with it, no claim is skipped."""


def placed(files: RuleFiles) -> Iterator[tuple[str, tuple[Fixture, Claim, str]]]:
    """Each claim at each place; one about values says nothing on a fake device, so it is not tried there."""
    for name, (fixture, claim) in claims(files):
        for device in ["cpu"] if claim.needs_values else ["cpu", "fake"]:
            yield f"{name}-{device}", (fixture, claim, device)


each_place = by_rule(placed, "fixture", "claim", "device")


def checked(claim: Claim, bad: ModuleType, good: ModuleType, device: str = "cpu") -> Outcome:
    """The outcome; the test is skipped, with the reason, where this torch cannot show it."""
    if claim.too_old:
        pytest.skip(claim.too_old)
    with counted_once():
        return claim.check(bad, good, device)


def shown(outcome: Outcome, device: str = "cpu") -> Outcome:
    """The same outcome; the test is skipped, with the reason, where a fake device cannot show it."""
    if outcome.verdict == "skipped":
        assert device == "fake", outcome
        pytest.skip(outcome.sentence)
    return outcome


@each_place
def test_claim_holds(fixture: Fixture, claim: Claim, device: str) -> None:
    outcome = shown(checked(claim, fixture.bad, fixture.good, device), device)
    assert outcome.passed, outcome
    json.dumps(outcome.as_json(), allow_nan=False)


@each_place
def test_claim_fails_for_every_other_pair(fixture: Fixture, claim: Claim, device: str) -> None:
    pairs = [(fixture.good, fixture.bad), (fixture.bad, fixture.bad)]
    if device == "cpu":
        pairs.append((fixture.good, fixture.good))
    outcomes = [checked(claim, *pair, device) for pair in pairs]
    for outcome in outcomes:
        assert outcome.verdict in ("failed", "skipped"), outcome
    for outcome in outcomes:
        shown(outcome, device)


@each_fixture
def test_claims_on_cuda(fixture: Fixture) -> None:
    if not torch.cuda.is_available():
        pytest.skip("this machine has no CUDA device")
    wrong = wrong_on(Place(torch.device("cuda")), fixture)
    assert not wrong, wrong
    if all(claim.too_old for claim in fixture.claims):
        pytest.skip(fixture.claims[0].too_old)


@each_fixture
def test_claims_are_about_a_torch_that_there_is(fixture: Fixture) -> None:
    unshown = [str(claim) for claim in fixture.claims if release(claim.since) > NEWEST]
    assert not unshown


class Granted(Claim):
    """A gain that is always there, so that only the agreement is on trial."""

    title: ClassVar[str] = "granted"

    def measure(self, bad: ModuleType, good: ModuleType, place: Place) -> Measurement:
        return Measurement(True, "granted", {})


class GrantedCost(Cost):
    """The same where a cost counts the host reads itself."""

    title: ClassVar[str] = "granted"
    unit: ClassVar[str] = "nothing"

    def measure(self, bad: ModuleType, good: ModuleType, place: Place) -> Measurement:
        return Measurement(True, "granted", {})

    def quantity(self, ran: object, tally: object) -> int:
        return 0


def granted(gain: Claim) -> Claim:
    """In place of a gain."""
    return (GrantedCost if isinstance(gain, Cost) else Granted)(gain.subject, gain.inputs)


def altered(
    module: ModuleType, name: str, change: Callable[[torch.Tensor], torch.Tensor], evaluating: bool = False
) -> ModuleType:
    """A module whose `name` gives what it gives in `module`, in one mode, with every tensor changed."""

    def run(*arguments: Any) -> Any:
        given = [value for value in arguments if isinstance(value, torch.Tensor)]
        floating = [value.dtype for value in given if value.is_floating_point()]
        sample = Sample(
            1,
            floating[0] if floating else torch.float32,
            device=given[0].device if given else torch.device("cpu"),
            evaluating=evaluating,
        )
        return alter(subject(module, name, sample)(*arguments), change)

    changed = ModuleType(f"{module.__name__}_altered")
    first, _, method = name.partition(".")
    setattr(changed, first, SimpleNamespace(**{method: run}) if method else run)
    return changed


def alter(result: Any, change: Callable[[torch.Tensor], torch.Tensor]) -> Any:
    """A result with every tensor and every number in it changed; a number of another shape or dtype is a tensor."""
    if isinstance(result, dict):
        return {key: alter(entry, change) for key, entry in result.items()}
    if isinstance(result, (list, tuple)):
        return type(result)(alter(entry, change) for entry in result)
    if not isinstance(result, (bool, int, float)):
        return map_tensors(result, change)
    number = torch.tensor(result)
    changed = change(number)
    return changed.item() if changed.shape == () and changed.dtype == number.dtype else changed


def other_values(tensor: torch.Tensor) -> torch.Tensor:
    """Other numbers, and another gradient."""
    if tensor.dtype == torch.bool:
        return ~tensor
    return tensor * 2 + 1


def other_shape(tensor: torch.Tensor) -> torch.Tensor:
    """The same numbers with one dimension more."""
    return tensor.unsqueeze(0)


def other_dtype(tensor: torch.Tensor) -> torch.Tensor:
    """The same numbers in another dtype."""
    return tensor.to(torch.float32 if tensor.dtype == torch.float64 else torch.float64)


def same(tensor: torch.Tensor) -> torch.Tensor:
    """The tensor itself."""
    return tensor


def agreements(files: RuleFiles) -> Iterator[tuple[str, tuple[Fixture, Claim]]]:
    """The claims that good agrees with bad, or with a reference."""
    return (case for case in claims(files) if isinstance(case[1][1], (SameResult, RightResult, SameGradient)))


def absolute(files: RuleFiles) -> Iterator[tuple[str, tuple[Fixture, Claim]]]:
    """The claims that know what is right without looking at bad."""
    for name, (fixture, claim) in claims(files):
        if isinstance(claim, Stable) or (isinstance(claim, WrongResult) and claim.look is None):
            yield name, (fixture, claim)


@by_rule(agreements, "fixture", "claim")
def test_agreement_is_not_idle(fixture: Fixture, claim: SameResult | RightResult | SameGradient) -> None:
    """With the gain granted, good agrees with bad or the reference, and stops agreeing when its results change."""
    if claim.too_old:
        pytest.skip(claim.too_old)
    alone = dataclasses.replace(claim, gain=granted(claim.gain), sizes=claim.sizes and claim.sizes[-1:])
    changes = [other_values]
    if not isinstance(claim, SameGradient):
        changes += [other_shape, other_dtype]
    unchanged = alone.check(fixture.bad, altered(fixture.good, claim.subject, same, claim.evaluating))
    assert unchanged.passed, unchanged
    for change in changes:
        outcome = alone.check(fixture.bad, altered(fixture.good, claim.subject, change, claim.evaluating))
        assert outcome.verdict == "failed", (change, outcome)


@by_rule(absolute, "fixture", "claim")
def test_good_must_be_right_and_not_only_different(fixture: Fixture, claim: Claim) -> None:
    evaluating = isinstance(claim, WrongResult) and claim.evaluating
    outcome = shown(checked(claim, fixture.bad, altered(fixture.good, claim.subject, other_values, evaluating)))
    assert outcome.verdict == "failed", outcome


def takes_tensors(files: RuleFiles) -> Iterator[tuple[str, tuple[Fixture, str, Inputs]]]:
    """Every callable under a claim that takes a tensor, once, with inputs for it."""
    fixture = fixture_of(files)
    seen = set()
    for claim in fixture.claims:
        if claim.subject not in seen and list(tensors(claim.inputs(Sample(4)))):
            seen.add(claim.subject)
            yield claim.subject, (fixture, claim.subject, claim.inputs)


@by_rule(takes_tensors, "fixture", "name", "inputs")
def test_good_stays_on_the_device(fixture: Fixture, name: str, inputs: Inputs) -> None:
    outcome = shown(placement(fixture.good, name, inputs, "fake"), "fake")
    if name in TO_HOST.get(fixture.code, {}) and "cuda" in outcome.device:  # that a build without CUDA cannot fake
        assert outcome.sentence == "result: cpu", outcome
    else:
        assert outcome.passed, outcome


@each_fixture
def test_bad_and_good_define_the_same_callables(fixture: Fixture) -> None:
    assert callables(fixture.bad) == callables(fixture.good)
    assert callables(fixture.bad)


@each_fixture
def test_every_marked_callable_has_a_claim(fixture: Fixture) -> None:
    source = Path(str(fixture.bad.__file__)).read_text("utf-8")
    marked = {
        number
        for number, line in enumerate(source.splitlines(), start=1)
        if re.search(rf"# expect: {fixture.code}\b", line)
    }
    claimed = {claim.subject.partition(".")[0] for claim in fixture.claims}
    assert marked
    for statement in ast.parse(source).body:
        lines = set(range(statement.lineno, (statement.end_lineno or statement.lineno) + 1))
        if lines & marked:
            assert isinstance(statement, (ast.FunctionDef, ast.ClassDef))
            assert statement.name in claimed
            marked -= lines
    assert not marked
