"""Rules that advise something newer than the torch that the code must run on are off."""

from __future__ import annotations

import pytest

from flake8_torch_effective.lint import lint
from flake8_torch_effective.rules import all_rules

SOURCE = "import torch\n\n\ndef f(x: torch.Tensor):\n    return torch.nonzero(x > 0).size(0)\n"


@pytest.mark.parametrize(("target", "on"), [((1, 6), False), ((1, 7), True), ((2, 0), True), (None, True)])
def test_a_rule_is_on_from_the_version_that_has_its_advice(target: tuple[int, ...] | None, on: bool) -> None:
    assert [finding.code for finding in lint(SOURCE, target=target)] == ["TEF113"] * on


# By torch's release notes, the first version that has all that the rule advises.
FIRST_WITH_THE_ADVICE = {
    (1, 7): ("TEF101", "TEF102", "TEF113", "TEF314", "TEF317"),  # amax, amin, count_nonzero, torch.linalg
    (1, 10): ("TEF311",),  # cross_entropy of probabilities, label_smoothing
    (1, 11): ("TEF905", "TEF907"),  # default_convert and other names; use_reentrant
    (1, 13): ("TEF806",),  # weights_only
    (2, 0): ("TEF204",),  # torch.vmap
}


def test_each_rule_is_on_from_the_release_that_has_its_advice() -> None:
    versions = {code: version for version, codes in FIRST_WITH_THE_ADVICE.items() for code in codes}
    assert {rule.code: rule.since for rule in all_rules() if rule.since} == versions
