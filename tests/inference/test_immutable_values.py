"""No fact is written into a value after it is made: what changes is a new value, bound to the name from there on."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from flake8_torch_effective.inference.values import UNKNOWN, Module, Operation, Tensor, Value
from flake8_torch_effective.lint import lint
from tests.by_rule import RuleFiles, each_rule
from tests.inference.programs import NEGATIVE, POSITIVE
from tests.rules.programs import flagged, left

FIXTURES = sorted((Path(__file__).resolve().parents[2] / "fixtures").glob("*/*/*.py"))
HEADER = "import numpy as np\nimport torch\nimport torch.nn.functional as F\nfrom torch import Tensor, nn\n"
# What is worked out when it is first asked for, and None before that.
LATER = ("_held", "_identity")
PROGRAMS = re.split(r"^### .*$", POSITIVE + NEGATIVE, flags=re.MULTILINE)
TRAINING = """
import torch
from torch import nn

model = nn.Sequential(nn.Linear(3, 2), nn.ReLU())
layers = nn.ModuleList()
for step in range(3):
    layers.append(nn.Linear(2, 2))
    model.eval() if step else model.train()
    total = torch.zeros(2)
    total += model(torch.ones(3))
    total.mul_(2).relu_()
    values, places = total.max(dim=0)
    joined = torch.cat([first, second])
    scripted = torch.jit.script(lambda x: x + 1)
"""


@pytest.fixture
def writes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is written into slots that are set already, as text; for an operation into a result that is known."""
    found: list[str] = []

    def value_slot(value: Value, name: str, fact: Any) -> None:
        try:
            known = object.__getattribute__(value, name)
        except AttributeError:
            object.__setattr__(value, name, fact)
            return
        if known is not None or name not in LATER:
            found.append(f"{type(value).__name__}.{name}: {known!r} becomes {fact!r}")
        object.__setattr__(value, name, fact)

    def operation_slot(operation: Operation, name: str, fact: Any) -> None:
        if name == "result" and getattr(operation, name, UNKNOWN) is not UNKNOWN:
            found.append(f"the result of {operation!r} becomes {fact!r}")
        object.__setattr__(operation, name, fact)

    monkeypatch.setattr(Value, "__setattr__", value_slot)
    monkeypatch.setattr(Operation, "__setattr__", operation_slot)
    return found


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_fixtures_write_nothing(path: Path, writes: list[str]) -> None:
    lint(path.read_text(encoding="utf-8"))
    assert writes == []


@each_rule
def test_variants_write_nothing(files: RuleFiles, writes: list[str]) -> None:
    for program in [*list(flagged(files).values())[::8], *list(left(files).values())[::8]]:
        lint(program)
    assert writes == []


@pytest.mark.parametrize("remainder", range(8))
def test_programs_write_nothing(remainder: int, writes: list[str]) -> None:
    for program in PROGRAMS[remainder::8]:
        lint(HEADER + program)
    assert writes == []


def test_a_training_program_writes_nothing(writes: list[str]) -> None:
    lint(TRAINING)
    assert writes == []


def test_a_write_is_noticed(writes: list[str]) -> None:
    module, tensor = Module("torch.nn.ReLU"), Tensor(dtype="float32")
    module.training = False
    tensor.shape = (3,)
    assert [write.partition(":")[0] for write in writes] == ["Module.training", "Tensor.shape"]
