"""Events in comprehensions, and in what a class does where an object of it is made or called."""

from __future__ import annotations

import pytest

from flake8_torch_effective.inference.knowledge.training import EventKind
from tests.inference.events.asked import Asked, listed, subject

MODEL = """
model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
"""
COMPREHENSIONS = {
    "[model.train() for x in batches]": ["train model"],
    "[x for x in batches if model.train()]": ["train model"],
    "[x for xs in batches for x in model.train()]": ["train model"],
    "[x for xs in model.train() for x in xs if optimizer.step()]": ["train model", "step optimizer"],
    "[x for x in model.train()]": ["train model"],
    "{model.train(): x for x in batches}": ["train model"],
    "{x: model.train() for x in batches}": ["train model"],
}


@pytest.mark.parametrize("line", COMPREHENSIONS)
def test_comprehension(line: str) -> None:
    assert listed(Asked(MODEL + line + "\n").function(""))[1:] == COMPREHENSIONS[line]


CLASS = """
class Update:
    def __init__(self, used):
        used.step()
    def __call__(self, used):
        used.zero_grad()
"""


def test_class_and_its_object_called() -> None:
    script = Asked(MODEL + CLASS + "update = Update(optimizer)\nupdate(optimizer)\n").function("")
    [made], [called] = script.find(EventKind.STEP), script.find(EventKind.ZERO_GRAD)
    assert subject(made).path == subject(called).path == "optimizer"
