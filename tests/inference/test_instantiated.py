"""What the methods of a class say is recorded, wherever an object of it is made first."""

from __future__ import annotations

import pytest

from flake8_torch_effective.lint import lint

CLASS = """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, depth):
        super().__init__()
        self.blocks = [nn.Linear(4, 4) for _ in range(depth)]
        self.mask = torch.ones(4)

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return x * self.mask


"""
PLACES = {
    "nowhere": "",
    "the module": "net = Net(3)\n",
    "a function": "def main():\n    net = Net(3)\n",
    "a function that is called": "def main():\n    net = Net(3)\n\n\nif __name__ == '__main__':\n    main()\n",
    "a function that one calls that is called": (
        "def build():\n    return Net(3).to('cuda')\n\n\ndef main():\n    net = build()\n\n\nmain()\n"
    ),
    "a loop": "for depth in range(3):\n    net = Net(depth)\n",
    "a loop of a function that is called": "def main():\n    for n in sizes:\n        net = Net(n)\n\n\nmain()\n",
    "another class": (
        "class Outer(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.net = Net(3)\n\n\n"
        "def main():\n    model = Outer()\n\n\nmain()\n"
    ),
    "a lambda": "build = lambda: Net(3)\nnet = build()\n",
}


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES.keys())
def test_a_class_has_its_findings_wherever_it_is_instantiated(place: str) -> None:
    found = [(finding.line, finding.code) for finding in lint(CLASS + place) if finding.line <= CLASS.count("\n")]
    assert found == [(8, "TEF601"), (9, "TEF602")]
