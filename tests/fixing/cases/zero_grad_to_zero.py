"""TEF517: programs before and after fixing, and programs that no fix changes."""

HEAD = """\
import torch
from torch import nn, optim


"""

_PAIRS = {
    "an optimizer": (
        "def clear(model: nn.Module):\n    o = optim.SGD(model.parameters(), lr=0.1)\n    o.zero_grad(@)\n",
        "set_to_none=False",
    ),
    "by position": (
        "def clear(model: nn.Module):\n    o = optim.SGD(model.parameters(), lr=0.1)\n    o.zero_grad(@)\n",
        "False",
    ),
    "a module": ("def clear(model: nn.Module):\n    model.zero_grad(@)\n", "set_to_none=False"),
    "a layer": ("layer = nn.Linear(3, 3)\nlayer.zero_grad(@)  # every time\n", "set_to_none=False"),
    "a trailing comma": ("layer = nn.Linear(3, 3)\nlayer.zero_grad(@)\n", "set_to_none=False,"),
    "over several lines": ("layer = nn.Linear(3, 3)\nlayer.zero_grad(@)\n", "\n    set_to_none=False\n"),
    "an attribute": (
        """\
class Trainer:
    def __init__(self, model: nn.Module):
        self.optimizer = torch.optim.Adam(model.parameters())

    def step(self):
        self.optimizer.zero_grad(@)
""",
        "set_to_none=False",
    ),
    "a flag with a name": ("none = False\nlayer = nn.Linear(3, 3)\nlayer.zero_grad(@)\n", "set_to_none=none"),
    "a helper": ("def clear(optimizer):\n    optimizer.zero_grad(@)\n", "set_to_none=False"),
}

FIXES: dict[str, tuple[str, str]] = {
    name: (HEAD + code.replace("@", argument), HEAD + code.replace("@", ""))
    for name, (code, argument) in _PAIRS.items()
}

SAFE: set[str] = set()

LEFT: dict[str, str] = {
    "with what a star spreads": HEAD + "def clear(model: nn.Module, rest):\n    model.zero_grad(False, *rest)\n",
    "with further arguments": HEAD
    + "def clear(model: nn.Module, **rest):\n    model.zero_grad(set_to_none=False, **rest)\n",
    "with another keyword": HEAD + "def clear(model: nn.Module):\n    model.zero_grad(set_to_none=False, more=1)\n",
    "with a second argument": HEAD + "def clear(model: nn.Module):\n    model.zero_grad(False, 1)\n",
}
