"""What a module defines below itself to try itself out has tentative findings only, whatever the rule."""

from __future__ import annotations

import pytest

from flake8_torch_effective.lint import lint

OWN = "import torch\nfrom torch import nn\n\n\ndef own(x):\n    return x\n\n\n"
MAIN = "if __name__ == '__main__':\n"
FUNCTION = (
    "    def loss(x: torch.Tensor):\n        return torch.log(torch.softmax(x, dim=-1))\n\n    loss(torch.rand(2))\n"
)
CLASS = (
    "    class Net(nn.Module):\n        def forward(self, x: torch.Tensor):\n"
    "            return torch.log(torch.softmax(x, dim=-1))\n\n    print(Net()(torch.rand(2)))\n"
)
TRAINS = "    optimizer = torch.optim.Adam([torch.rand(2, requires_grad=True)])\n"


@pytest.mark.parametrize(
    ("source", "tentative"),
    [
        (OWN + MAIN + FUNCTION, [True]),
        (OWN + MAIN + CLASS, [True]),
        (OWN + MAIN + FUNCTION + TRAINS, [False]),
        (OWN[: OWN.index("def own")] + MAIN + FUNCTION, [False]),
        (OWN + "if own(1):\n" + FUNCTION, [False]),
        (OWN + FUNCTION.replace("    def", "def").replace("        ", "    ").replace("    loss", "loss"), [False]),
    ],
)
def test_what_a_demonstration_defines(source: str, tentative: list[bool]) -> None:
    found = [one for one in lint(source) if one.code == "TEF302"]
    assert [one.tentative for one in found] == tentative
