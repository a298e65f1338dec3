"""TEF408: programs before and after fixing, and programs that no fix changes."""

_HEAD = """\
import torch
from torch import nn

w = torch.ones(3, requires_grad=True)
y = w.exp()
"""

FIXES: dict[str, tuple[str, str]] = {
    title: (_HEAD + before + "\n", _HEAD + after + "\n")
    for title, (before, after) in {
        "a name": ("z = y.clone().detach()", "z = y.detach().clone()"),
        "the function": ("z = torch.clone(y).detach()", "z = y.detach().clone()"),
        "a leaf": ("z = w.clone().detach()", "z = w.detach().clone()"),
        "arithmetic": ("z = (y + 1).clone().detach()", "z = (y + 1).detach().clone()"),
        "more calls": ("z = y.clone().detach().cpu()", "z = y.detach().clone().cpu()"),
        "in a list": ("z = [y.clone().detach(), 1]", "z = [y.detach().clone(), 1]"),
        "in a text": ('print(f"{y.clone().detach()}")', 'print(f"{y.detach().clone()}")'),
        "an argument": ("z = torch.sum(y.clone().detach(), 0)", "z = torch.sum(y.detach().clone(), 0)"),
    }.items()
}

SAFE: frozenset[str] = frozenset(FIXES) - {"in a text"}  # which prints a tensor

FIXES["an annotated parameter"] = (
    "import torch\n\n\ndef f(x: torch.Tensor):\n    return torch.mean(x + 1), x.clone().detach()\n",
    "import torch\n\n\ndef f(x: torch.Tensor):\n    return torch.mean(x + 1), x.detach().clone()\n",
)

LEFT: dict[str, str] = {
    "a layout for the copy": _HEAD + "z = y.clone(memory_format=torch.contiguous_format).detach()\n",
    "a layout by the function": _HEAD + "z = torch.clone(y, memory_format=torch.preserve_format).detach()\n",
    "its own code in a text": _HEAD + 'print(f"{y.clone().detach()=}")\n',
    "its own code in a text, of a leaf": _HEAD + 'print(f"{w.clone().detach()=}")\n',
}
