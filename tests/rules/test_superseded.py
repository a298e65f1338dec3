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


# What a worker must not run is to be moved away; asking for a GPU first would not help.
WORKER = """\
import torch
from torch.utils.data import DataLoader, Dataset


class Rows(Dataset):
    def __len__(self):
        return 3

    def __getitem__(self, index):
        {read}


def load(n):
    return DataLoader(Rows(), num_workers=n)
"""


@pytest.mark.parametrize(
    "read",
    [
        "return torch.ones(3).cuda()",
        'return torch.ones(3).to("cuda:1")',
        "return torch.ones(3, device='cuda')",
        'return torch.ones(3).to(torch.device("cuda"))',
        'return torch.ones(3).to("cuda"), torch.zeros(3).cuda(), torch.zeros(3, device="cuda")',
    ],
)
def test_what_a_worker_puts_on_a_gpu_is_reported_once(read: str) -> None:
    source = WORKER.format(read=read)
    rules = [rule for rule in all_rules() if rule.code in ("TEF707", "TEF801")]
    assert [finding.code for finding in lint(source, rules=rules)] == ["TEF707"]
    others = [rule for rule in rules if rule.code == "TEF801"]
    assert {finding.code for finding in lint(source, rules=others)} == {"TEF801"}


def test_a_gpu_outside_of_the_workers_is_reported_beside_one_in_them() -> None:
    source = WORKER.format(read="return torch.ones(3).cuda()") + "\n\nx = torch.ones(3).cuda()\n"
    rules = [rule for rule in all_rules() if rule.code in ("TEF707", "TEF801")]
    assert [finding.code for finding in lint(source, rules=rules)] == ["TEF707", "TEF801"]
