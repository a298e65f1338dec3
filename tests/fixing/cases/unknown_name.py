"""TEF903: programs before and after fixing, and programs that no fix changes."""

HEADER = """\
import torch
import torch.nn as nn
import torch.nn.functional as F


"""


def _both(old: str, new: str) -> tuple[str, str]:
    return HEADER + old, HEADER + new


FIXES: dict[str, tuple[str, str]] = {
    "TensorFlow's name": _both(
        "def f(x):\n    return torch.reduce_max(x, dim=1)  # per row\n",
        "def f(x):\n    return torch.amax(x, dim=1)  # per row\n",
    ),
    "NumPy's name": _both("y = torch.expand_dims(torch.rand(3), 0)\n", "y = torch.unsqueeze(torch.rand(3), 0)\n"),
    "a letter more": _both("y = torch.arrange(3)\n", "y = torch.arange(3)\n"),
    "in the wrong case": _both(
        "class Net(nn.Module):\n    act = nn.Relu(inplace=True)\n",
        "class Net(nn.Module):\n    act = nn.ReLU(inplace=True)\n",
    ),
    "of another module": _both(
        "def f(x, y):\n    return torch.cross_entropy(x, y)\n", "def f(x, y):\n    return F.cross_entropy(x, y)\n"
    ),
    "a class of another module": _both("layer = torch.Linear(2, 3)\n", "layer = torch.nn.Linear(2, 3)\n"),
    "not called": _both("acts = [nn.Relu, nn.Tanh]\n", "acts = [nn.ReLU, nn.Tanh]\n"),
    "one in another": _both(
        "def f(x):\n    return torch.reduce_sum(torch.reduce_max(x, 1), 0)\n",
        "def f(x):\n    return torch.sum(torch.amax(x, 1), 0)\n",
    ),
    "NumPy's name near a dtype": _both("y = torch.rint(torch.rand(3))\n", "y = torch.round(torch.rand(3))\n"),
    "a class of another module that others begin like": _both(
        "w = torch.Parameter(torch.rand(3))\n", "w = torch.nn.Parameter(torch.rand(3))\n"
    ),
    "NumPy's dtype": _both("y = torch.zeros(3, dtype=torch.bool_)\n", "y = torch.zeros(3, dtype=torch.bool)\n"),
    "a base class": _both("class Net(nn.Modul):\n    pass\n", "class Net(nn.Module):\n    pass\n"),
}

SAFE: set[str] = set()

LEFT: dict[str, str] = {
    "nothing near": HEADER + "torch.frobnicate()\n",
    "a method": HEADER + "def f(x):\n    return torch.repeat(x, 2)\n",
    "an import": "from torch import reduce_max\n\n\ndef f(x):\n    return reduce_max(x)\n",
    "dropped by torch": HEADER + "torch.align_tensors(torch.rand(3))\n",
    "near a dtype, and called": HEADER + "torch.lint(torch.rand(3))\n",
    "a function of one rank, for nobody knows what": HEADER + "def f(x):\n    return torch.linalg.trace(x)\n",
    "two are near": HEADER + "torch.optim.Adamm\n",
}
