"""What a rule's evidence must declare: what its page names, and every gradient that can be compared."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import re
import textwrap
import warnings
from collections.abc import Iterator
from operator import attrgetter
from types import ModuleType

import pytest
import torch

from flake8_torch_effective import verification
from flake8_torch_effective.rules.page import page
from flake8_torch_effective.rules.rule import Rule
from flake8_torch_effective.verification import (
    DTYPES,
    AtLeast,
    Claim,
    Fixture,
    Loosened,
    RightResult,
    SameGradient,
    SameResult,
    Sample,
    Stable,
    callables,
    load_fixture,
)
from flake8_torch_effective.verification.comparison import LARGEST_DIFFERENCE, difference
from flake8_torch_effective.verification.gradients import require_gradients
from flake8_torch_effective.verification.samples import fresh
from flake8_torch_effective.verification.subjects import apply, tensors
from tests.by_rule import RuleFiles, by_rule, require
from tests.verification.evidence import each_fixture, fixture_of

CLAIMS = (
    "same_result",
    "right_result",
    "same_gradient",
    "stable",
    "wrong_result",
    "raises",
    "unnoticed",
    "warns",
    "fewer_dispatches",
    "fewer_nodes",
    "fewer_syncs",
    "less_memory",
    "bounded_graph",
    "same_device",
    "made_on_device",
    "registers",
)


@each_fixture
def test_evidence_section_names_the_claims_that_torch_checks(rule: type[Rule], fixture: Fixture) -> None:
    assert fixture.code == rule.code
    kinds = {re.sub(r"(?<!^)(?=[A-Z])", "_", type(claim).__name__).lower() for claim in fixture.claims}
    said = {word for word in CLAIMS if re.search(rf"\b{word}\b", page(rule).sections["Evidence"])}
    assert kinds == said


def callables_of(files: RuleFiles) -> Iterator[tuple[str, tuple[Fixture, str]]]:
    """Each callable that a claim is about."""
    fixture = fixture_of(files)
    return ((name, (fixture, name)) for name in dict.fromkeys(claim.subject for claim in fixture.claims))


def has_gradient(module: ModuleType, claim: Claim) -> bool:
    """Whether the result carries a gradient back to an input, where the floating inputs of a claim ask for one."""
    sample = Sample(3)
    arguments = claim.inputs(fresh(sample))
    leaves = require_gradients(arguments)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a bad form may warn
        try:
            result = apply(module, claim.subject, arguments, sample)
        except Exception:  # what raises has no result
            return False
    made = [tensor for tensor in tensors(result) if tensor.requires_grad]
    if not leaves or not made:
        return False
    try:
        found = torch.autograd.grad(made, leaves, [torch.ones_like(tensor) for tensor in made], allow_unused=True)
    except RuntimeError:  # the callable trains, and has used its graph up
        return True
    return any(gradient is not None for gradient in found)


def compares_gradients(claim: Claim) -> bool:
    """Whether a claim compares a gradient on drawn inputs: with bad's, or with the reference's where that has one."""
    return isinstance(claim, SameGradient) or (isinstance(claim, RightResult) and claim.gradient and derived(claim))


def derived(claim: RightResult) -> bool:
    """Whether a reference carries a gradient back to an input."""
    arguments = claim.inputs(Sample(3, torch.float64))
    return bool(require_gradients(arguments)) and any(t.requires_grad for t in tensors(claim.reference(*arguments)))


def gradient_missing(fixture: Fixture, name: str) -> str:
    """What is wrong with the claims about a callable's gradient; empty where nothing is."""
    claims = [claim for claim in fixture.claims if claim.subject == name]
    reason = fixture.no_same_gradient.get(name)
    if reason and any(isinstance(claim, SameGradient) for claim in claims):
        return f"{name} has a same_gradient, and NO_SAME_GRADIENT says why it has none"
    if reason or any(compares_gradients(claim) for claim in claims):
        return ""
    if any(has_gradient(fixture.bad, claim) and has_gradient(fixture.good, claim) for claim in claims):
        return f"{name} has a gradient in bad.py and in good.py: compare it, or say in NO_SAME_GRADIENT why not"
    return ""


@by_rule(callables_of, "fixture", "name")
def test_gradients_are_compared_or_a_reason_is_given(fixture: Fixture, name: str) -> None:
    problem = gradient_missing(fixture, name)
    require(not problem, problem)


@each_fixture
def test_reasons_are_about_callables_under_a_claim(fixture: Fixture) -> None:
    assert set(fixture.no_same_gradient) <= {claim.subject for claim in fixture.claims}


@pytest.mark.parametrize("kept", [SameGradient, RightResult])
def test_gradient_claims_that_are_taken_away_are_missed(kept: type[Claim]) -> None:
    fixture = load_fixture("numerics", "log_of_softmax")
    gradients = [claim for claim in fixture.claims if compares_gradients(claim)]
    names = list(dict.fromkeys(claim.subject for claim in gradients))
    claimed = {claim.subject for claim in fixture.claims if isinstance(claim, kept)}
    assert set(names) == claimed
    left = tuple(claim for claim in fixture.claims if claim not in gradients or claim == first(fixture, kept))
    missed = [name for name in names if gradient_missing(dataclasses.replace(fixture, claims=left), name)]
    assert len(missed) == len(names) - 1
    assert first(fixture, kept).subject not in missed


def first(fixture: Fixture, kind: type[Claim]) -> Claim:
    """The first claim of a kind."""
    return next(claim for claim in fixture.claims if isinstance(claim, kind))


def test_a_right_result_without_its_gradient_compares_none() -> None:
    fixture = load_fixture("numerics", "log_of_softmax")
    claim = first(fixture, RightResult)
    assert isinstance(claim, RightResult)
    others = tuple(other for other in fixture.claims if not compares_gradients(other))
    without = dataclasses.replace(claim, gradient=False)
    constant = dataclasses.replace(claim, reference=lambda *given: claim.reference(*given).detach())
    assert not gradient_missing(dataclasses.replace(fixture, claims=(*others, claim)), claim.subject)
    for idle in (without, constant):
        assert gradient_missing(dataclasses.replace(fixture, claims=(*others, idle)), claim.subject)


def test_a_reason_beside_a_claim_is_refused() -> None:
    fixture = load_fixture("numerics", "log_of_softmax")
    name = fixture.claims[-1].subject
    assert gradient_missing(dataclasses.replace(fixture, no_same_gradient={name: "too hard"}), name)


def results_missing(fixture: Fixture) -> list[str]:
    """The public callables of a pair of which no claim says what they compute.

    A class is claimed through its call or through each of its methods; what is written the same in both files needs no
    claim, and none could gain anything.
    """
    claimed = {claim.subject for claim in fixture.claims if isinstance(claim, (SameResult, RightResult))}
    names = [name for name in callables(fixture.bad) if not name.endswith(".__init__")]

    def covered(name: str) -> bool:
        owner, _, method = name.rpartition(".")
        through_methods = any(other.startswith(f"{name}.") for other in names)
        through_call = method in ("forward", "__call__") and owner in claimed
        return (
            name in claimed
            or through_methods
            or through_call
            or written(fixture.bad, name) == written(fixture.good, name)
        )

    return [name for name in names if not covered(name)]


def written(module: ModuleType, name: str) -> str:
    """The code of a callable without its comments."""
    return ast.dump(ast.parse(textwrap.dedent(inspect.getsource(attrgetter(name)(module)))))


@each_fixture
def test_what_every_callable_computes_is_claimed(fixture: Fixture) -> None:
    missing = results_missing(fixture)
    require(not missing, f"no same_result or right_result is about {', '.join(missing)}")


@pytest.mark.parametrize(
    ("group", "rule", "name", "missed"),
    [
        ("loops", "row_accumulation_loop", "sum_rows", "sum_rows"),
        ("loops", "row_accumulation_loop", "RowSum", "RowSum.forward"),
        ("training", "loss_accumulation", "Trainer.epoch", "Trainer.epoch"),
        ("numerics", "naive_softmax", "Softmax", "Softmax.forward"),
    ],
)
def test_a_callable_without_a_claim_is_missed_by_its_name(group: str, rule: str, name: str, missed: str) -> None:
    fixture = load_fixture(group, rule)
    left = tuple(
        claim for claim in fixture.claims if claim.subject != name or not isinstance(claim, (SameResult, RightResult))
    )
    assert results_missing(fixture) == []
    assert results_missing(dataclasses.replace(fixture, claims=left)) == [missed]


def test_every_kind_of_claim_can_be_named_on_a_page() -> None:
    kinds = [value for value in vars(verification).values() if isinstance(value, type) and issubclass(value, Claim)]
    assert sorted(kind.title for kind in kinds if kind is not Claim) == sorted(CLAIMS)


def test_reasons_stand_in_the_sentence() -> None:
    fixture = load_fixture("numerics", "log_of_softmax")
    for kind in (SameResult, RightResult, SameGradient):
        claim = first(fixture, kind)
        loosened = Loosened(90, "the sums are taken in another order")
        reasoned = dataclasses.replace(claim, within=loosened, smallest=AtLeast(2, "one row has no neighbour"))  # type: ignore[call-arg]
        outcome = reasoned.check(fixture.bad, fixture.good)
        assert outcome.passed, outcome
        assert "within 90 units in the last place, as the sums are taken in another order" in outcome.sentence
        assert "of size 2 or more, as one row has no neighbour" in outcome.sentence


def test_the_reason_of_a_stable_result_stands_in_its_sentence() -> None:
    fixture = load_fixture("numerics", "log_of_softmax")
    claim = first(fixture, Stable)
    assert isinstance(claim, Stable)
    loosened = Loosened(90, "1000 is rounded")
    for reasoned in (
        dataclasses.replace(claim, within=loosened),
        dataclasses.replace(claim, gradient_within=loosened),
    ):
        sentence = reasoned.check(fixture.bad, fixture.good).sentence
        assert "within 90 units in the last place, as 1000 is rounded" in sentence


REASON = "the sums are taken in another order"


@pytest.mark.parametrize("ulps", [1 << 14, 1 << 20, 1 << 24])
@pytest.mark.parametrize("dtype", [None, torch.float64, torch.float32, torch.float16, torch.bfloat16], ids=str)
def test_a_difference_that_shows_nothing_cannot_be_declared(dtype: torch.dtype | None, ulps: int) -> None:
    with pytest.raises(ValueError, match=f"{ulps} units"):
        Loosened(ulps, REASON, of=dtype)


def test_the_loosest_that_can_be_declared_tells_a_thousandth() -> None:
    loosest = Loosened(int(LARGEST_DIFFERENCE / torch.finfo(torch.float32).eps), REASON)
    assert loosest.relative(torch.float32) <= LARGEST_DIFFERENCE
    with pytest.raises(ValueError, match="show nothing"):
        Loosened(loosest.ulps + 1, REASON)


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_no_loosening_lets_a_twentieth_through(dtype: torch.dtype) -> None:
    expected = torch.ones(3, dtype=dtype)
    ulps = int(LARGEST_DIFFERENCE / torch.finfo(torch.float32).eps)
    for within in (None, Loosened(ulps, REASON), *(Loosened(ulps, REASON, of=other) for other in DTYPES)):
        assert difference(expected * 1.05, expected, within=within) is not None


def test_more_than_the_table_grants_needs_a_reason() -> None:
    with pytest.raises(ValueError, match="need a reason"):
        Loosened(65, "")
    with pytest.raises(ValueError, match="say why"):
        AtLeast(1, "")
