"""What a rule's evidence must declare: what its page names, and every gradient that can be compared."""

from __future__ import annotations

import dataclasses
import re
import warnings
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest
import torch

from flake8_torch_effective.rules.page import page
from flake8_torch_effective.rules.rule import Rule
from flake8_torch_effective.verification import (
    Claim,
    FewerDispatches,
    Fixture,
    SameGradient,
    SameResult,
    Sample,
    Stable,
    load_fixture,
    no_inputs,
)
from flake8_torch_effective.verification.agreement import require_gradients
from flake8_torch_effective.verification.subjects import apply, fresh, tensors
from tests.by_rule import RuleFiles, by_rule, require
from tests.verification.evidence import each_fixture, fixture_of

CLAIMS = (
    "same_result",
    "same_gradient",
    "stable",
    "wrong_result",
    "raises",
    "warns",
    "fewer_dispatches",
    "fewer_syncs",
    "less_memory",
    "bounded_graph",
    "same_device",
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


def gradient_missing(fixture: Fixture, name: str) -> str:
    """What is wrong with the claims about a callable's gradient; empty where nothing is."""
    claims = [claim for claim in fixture.claims if claim.subject == name]
    claimed = any(isinstance(claim, SameGradient) for claim in claims)
    reason = fixture.no_same_gradient.get(name)
    if claimed and reason:
        return f"{name} has a same_gradient, and NO_SAME_GRADIENT says why it has none"
    if claimed or reason:
        return ""
    if any(has_gradient(fixture.bad, claim) and has_gradient(fixture.good, claim) for claim in claims):
        return (
            f"{name} has a gradient in bad.py and in good.py: claim same_gradient, or say in NO_SAME_GRADIENT why not"
        )
    return ""


@by_rule(callables_of, "fixture", "name")
def test_gradients_are_compared_or_a_reason_is_given(fixture: Fixture, name: str) -> None:
    problem = gradient_missing(fixture, name)
    require(not problem, problem)


@each_fixture
def test_reasons_are_about_callables_under_a_claim(fixture: Fixture) -> None:
    assert set(fixture.no_same_gradient) <= {claim.subject for claim in fixture.claims}


def test_gradient_claims_that_are_taken_away_are_missed() -> None:
    fixture = load_fixture("numerics", "log_of_softmax")
    gradients = [claim for claim in fixture.claims if isinstance(claim, SameGradient)]
    assert len(gradients) == 10
    left = dataclasses.replace(fixture, claims=tuple(c for c in fixture.claims if c not in gradients[1:]))
    missed = [claim.subject for claim in gradients if gradient_missing(left, claim.subject)]
    assert missed == [claim.subject for claim in gradients[1:]]


def test_a_reason_beside_a_claim_is_refused() -> None:
    fixture = load_fixture("numerics", "log_of_softmax")
    name = fixture.claims[-1].subject
    assert gradient_missing(dataclasses.replace(fixture, no_same_gradient={name: "too hard"}), name)


GAIN = FewerDispatches("f", no_inputs)
REASON = "the sums are taken in another order"


@pytest.mark.parametrize("reason", ["", REASON], ids=["without a reason", "with a reason"])
@pytest.mark.parametrize("dtype", [torch.float64, torch.float32, torch.float16, torch.bfloat16], ids=str)
def test_a_tolerance_of_a_half_is_refused(dtype: torch.dtype, reason: str) -> None:
    options: dict[str, Any] = {"tolerance": 0.5, "tolerance_reason": reason}
    with pytest.raises(ValueError, match=r"0\.5"):
        SameResult("f", no_inputs, gain=GAIN, dtypes=(dtype,), **options)
    with pytest.raises(ValueError, match=r"0\.5"):
        SameGradient("f", no_inputs, gain=GAIN, dtypes=(dtype,), **options)
    with pytest.raises(ValueError, match=r"0\.5"):
        Stable("f", no_inputs, torch.exp, dtypes=(dtype,), **options)
    with pytest.raises(ValueError, match=r"0\.5"):
        Stable("f", no_inputs, torch.exp, dtypes=(dtype,), gradient_tolerance=0.5, tolerance_reason=reason)


def test_a_tolerance_beyond_the_dtype_needs_a_reason() -> None:
    SameResult("f", no_inputs, gain=GAIN, tolerance=1e-7)
    SameResult("f", no_inputs, gain=GAIN, tolerance=1e-5, dtypes=(torch.float32,))
    with pytest.raises(ValueError, match=r"loose for torch\.float64"):
        SameResult("f", no_inputs, gain=GAIN, tolerance=1e-5)
    SameResult("f", no_inputs, gain=GAIN, tolerance=1e-5, tolerance_reason=REASON)
