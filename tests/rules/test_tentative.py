"""Findings that are told only where the rule is selected by name."""

from __future__ import annotations

import pytest

from flake8_torch_effective.lint import lint


@pytest.mark.parametrize(
    ("made", "tentative"),
    [
        ("x.sum(dim=0)", True),
        ("x.mean(0).sqrt()", True),
        ("x.sum(dim=1)", False),
        ("x.sum(dim=0, keepdim=True)", False),
    ],
)
def test_a_squeeze_where_the_batch_is_gone_already(made: str, tentative: bool) -> None:
    source = f"import torch\n\n\ndef f(x: torch.Tensor):\n    return ({made}).squeeze()[:, 0]\n"
    assert [finding.tentative for finding in lint(source) if finding.code == "TEF103"] == [tentative]
