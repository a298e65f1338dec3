"""Rules that advise something newer than the torch that the code must run on are off."""

from __future__ import annotations

import pytest

from flake8_torch_effective.lint import lint

SOURCE = "import torch\n\n\ndef f(x: torch.Tensor):\n    return torch.nonzero(x > 0).size(0)\n"


@pytest.mark.parametrize(("target", "on"), [((1, 6), False), ((1, 7), True), ((2, 0), True), (None, True)])
def test_a_rule_is_on_from_the_version_that_has_its_advice(target: tuple[int, ...] | None, on: bool) -> None:
    assert [finding.code for finding in lint(SOURCE, target=target)] == ["TEF113"] * on
