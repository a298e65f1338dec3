"""TEF406: programs before and after fixing, and programs that no fix changes."""

_HEAD = """\
import torch
from torch import nn

model = nn.Linear(3, 2)
w = torch.ones(1, 3, requires_grad=True)
"""

FIXES: dict[str, tuple[str, str]] = {
    title: (_HEAD + before + "\n", _HEAD + after + "\n")
    for title, (before, after) in {
        "a leaf": ("print(w.numpy())", "print(w.detach().numpy())"),
        "an output": ("y = model(w).numpy()", "y = model(w).detach().numpy()"),
        "an output that is moved": ("y = model(w).cpu().numpy()", "y = model(w).detach().cpu().numpy()"),
        "arithmetic": ("y = (w + 1).numpy()", "y = (w + 1).detach().numpy()"),
        "a weight": ("y = model.weight.numpy()", "y = model.weight.detach().numpy()"),
        "through a name": ("y = w.exp()\nz = y.numpy()", "y = w.exp()\nz = y.detach().numpy()"),
        "in a text": ('print(f"{w.numpy()}")', 'print(f"{w.detach().numpy()}")'),
        "two in a line": ("y = w.numpy(), (2 * w).numpy()", "y = w.detach().numpy(), (2 * w).detach().numpy()"),
        "CUDA": ('w = w.to("cuda")\ny = w.numpy()', 'w = w.to("cuda")\ny = w.detach().cpu().numpy()'),
    }.items()
}

SAFE: frozenset[str] = frozenset(FIXES.keys() - {"a weight"})  # which another class may hold there

FIXES["errors are caught"] = (
    _HEAD + "try:\n    y = 1\nexcept RuntimeError:\n    y = 2\nprint(w.numpy())\n",
    _HEAD + "try:\n    y = 1\nexcept RuntimeError:\n    y = 2\nprint(w.detach().numpy())\n",
)

LEFT: dict[str, str] = {
    "its own code in a text": _HEAD + 'print(f"{w.numpy()=}")\n',
    "its own code in a text, moved": _HEAD + 'print(f"{w.cpu().numpy()=}")\n',
    "its own code in a text, computed": _HEAD + 'print(f"{(w + 1).numpy()=}")\n',
    "its own code in a text, of a model": _HEAD + 'print(f"{model(w).numpy()=}")\n',
}
