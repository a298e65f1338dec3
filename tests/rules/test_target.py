"""Rules that advise something newer than the torch that the code must run on are off."""

from __future__ import annotations

import pytest

from flake8_torch_effective.lint import lint

SOURCE = "import torch\n\n\ndef f(x: torch.Tensor):\n    return torch.nonzero(x > 0).size(0)\n"


@pytest.mark.parametrize(
    ("target", "codes"), [((1, 6), []), ((1, 7), ["TEF113"]), ((2, 0), ["TEF113"]), (None, ["TEF113"])]
)
def test_a_rule_is_on_from_the_version_that_has_its_advice(target: tuple[int, ...] | None, codes: list[str]) -> None:
    assert [finding.code for finding in lint(SOURCE, target=target)] == codes
