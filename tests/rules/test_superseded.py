"""Where two rules are about one defect, the one that the pages name is reported, and the other where that is off."""

from __future__ import annotations

import pytest

from flake8_torch_effective.lint import lint
from flake8_torch_effective.rules import all_rules

EVALUATION = """\
import torch
import torch.nn.functional as F
from torch import nn


def evaluate(model: nn.Module, loader):
    model.eval()
    total, losses = 0.0, []
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        {keep}
    print(total, max(losses, default=0))
"""


@pytest.mark.parametrize(("code", "keep"), [("TEF501", "total += loss"), ("TEF502", "losses.append(loss)")])
def test_an_evaluation_that_records_is_reported_in_place_of_what_it_keeps(code: str, keep: str) -> None:
    source = EVALUATION.format(keep=keep)
    rules = [rule for rule in all_rules() if rule.code in (code, "TEF506")]
    assert [finding.code for finding in lint(source, rules=rules)] == ["TEF506"]
    others = [rule for rule in rules if rule.code == code]
    assert [finding.code for finding in lint(source, rules=others)] == [code]
