"""TEF402: programs before and after fixing, and programs that no fix changes."""

_HEAD = """\
import numpy as np
import torch

"""

FIXES: dict[str, tuple[str, str]] = {
    title: (_HEAD + before, _HEAD + after)
    for title, (before, after) in {
        "a factory": ("x = torch.tensor(np.zeros(3))\n", "x = torch.from_numpy(np.zeros(3))\n"),
        "a gradient": (
            "x = torch.tensor(np.ones((2, 3)), requires_grad=True)\n",
            "x = torch.from_numpy(np.ones((2, 3))).requires_grad_()\n",
        ),
        "no gradient": (
            "x = torch.tensor(np.ones((2, 3)), requires_grad=False)\n",
            "x = torch.from_numpy(np.ones((2, 3)))\n",
        ),
        "a gradient by name": (
            "def f(train):\n    return torch.tensor(np.ones(3), requires_grad=train)\n",
            "def f(train):\n    return torch.from_numpy(np.ones(3)).requires_grad_(train)\n",
        ),
        "by keyword": ("x = torch.tensor(data=np.arange(3))\n", "x = torch.from_numpy(np.arange(3))\n"),
        "arithmetic": (
            "x = torch.tensor(np.random.rand(3) * 2 - 1).float()\n",
            "x = torch.from_numpy(np.random.rand(3) * 2 - 1).float()\n",
        ),
        "its own dtype": (
            "x = torch.tensor(np.zeros(3), dtype=torch.float64)\n",
            "x = torch.from_numpy(np.zeros(3))\n",
        ),
        "the CPU": ('x = torch.tensor(np.zeros(3), device="cpu")\n', "x = torch.from_numpy(np.zeros(3))\n"),
        "in a list": (
            "def f(xs):\n    return [torch.tensor(np.stack(xs)), 1]\n",
            "def f(xs):\n    return [torch.from_numpy(np.stack(xs)), 1]\n",
        ),
    }.items()
}
FIXES["tensor by its own name"] = (
    """\
import numpy as np
from torch import tensor

x = tensor(np.zeros(3))
""",
    """\
import numpy as np
import torch
from torch import tensor

x = torch.from_numpy(np.zeros(3))
""",
)

# None: `torch.from_numpy` knows no default device.
SAFE: frozenset[str] = frozenset()

LEFT: dict[str, str] = {
    "pinned memory": _HEAD + "x = torch.tensor(np.zeros(3), pin_memory=True)\n",
    "pinned memory of many": _HEAD + "def f(xs):\n    return torch.tensor(np.stack(xs), pin_memory=True)\n",
    "pinned memory by name": _HEAD + "def f(pin):\n    return torch.tensor(np.ones(3), pin_memory=pin)\n",
    "its own code in a text": _HEAD + 'print(f"{torch.tensor(np.zeros(3))=}")\n',
}
