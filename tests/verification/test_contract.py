"""What each rule's page says of its evidence is what its evidence declares."""

from __future__ import annotations

import re

from flake8_torch_effective.rules.page import page
from flake8_torch_effective.rules.rule import Rule
from flake8_torch_effective.verification import Fixture
from tests.verification.evidence import each_fixture

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
