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


READS = {
    "x.item()": 1,
    "print(x)": 1,
    "x.cpu().numpy()": 1,
    "x.to('cpu').tolist()": 1,
    "y = f'{x} {x:.2f}'": 2,
    "found.item()": 1,
    "found.cpu().sum().item()": 1,
    "assert x.item() > 0": 0,
    "print(float(found), 3, x.shape)": 0,
    "torch.zeros(3, device='cpu').tolist()": 0,
}


@pytest.mark.parametrize("line", READS)
def test_reads_on_the_host(line: str) -> None:
    asked = Asked(f"def main(model, optimizer, x: torch.Tensor, found):\n    optimizer.step()\n    {line}\n")
    assert len(asked.function("main").find(EventKind.READ)) == READS[line]
