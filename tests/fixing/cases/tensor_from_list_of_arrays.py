"""TEF404: programs before and after fixing, and programs that no fix changes."""

_HEAD = """\
import numpy as np
import torch
import torch.nn.functional as F


"""


def _pair(before: str, after: str) -> tuple[str, str]:
    return _HEAD + before, _HEAD + after


FIXES: dict[str, tuple[str, str]] = {
    "arrays": _pair(
        "x = torch.tensor([np.zeros(3), np.ones(3)])\n", "x = torch.tensor(np.stack([np.zeros(3), np.ones(3)]))\n"
    ),
    "arrays with a dtype": _pair(
        "x = torch.tensor((np.zeros(3), np.ones(3)), dtype=torch.float32, device='cpu')\n",
        "x = torch.tensor(np.stack((np.zeros(3), np.ones(3))), dtype=torch.float32, device='cpu')\n",
    ),
    "arrays in a name": _pair(
        """\
def batch(samples):
    rows = [np.array(sample) for sample in samples]
    return torch.as_tensor(rows)
""",
        """\
def batch(samples):
    rows = [np.array(sample) for sample in samples]
    return torch.as_tensor(np.stack(rows))
""",
    ),
    "arrays by keyword": _pair(
        "x = torch.tensor(data=[np.zeros(3), np.ones(3)])\n",
        "x = torch.tensor(data=np.stack([np.zeros(3), np.ones(3)]))\n",
    ),
    "numbers that are read": _pair(
        """\
def positives(x: torch.Tensor):
    x = x.relu()
    return torch.tensor([(row > 0).sum().item() for row in x])
""",
        """\
def positives(x: torch.Tensor):
    x = x.relu()
    return torch.stack([(row > 0).sum() for row in x])
""",
    ),
    "numbers by float, with a device": _pair(
        """\
def spread(x: torch.Tensor, device: torch.device):
    x = x.relu()
    return torch.tensor([float(x.amin()), float(x.amax())], device=device)
""",
        """\
def spread(x: torch.Tensor, device: torch.device):
    x = x.relu()
    return torch.stack([x.amin(), x.amax()]).to(device)
""",
    ),
    "totals, with a dtype and a device": _pair(
        """\
def spread(x: torch.Tensor, device: torch.device):
    x = x.relu()
    return torch.tensor([x.amin(), x.amax()], dtype=torch.float64, device=device)
""",
        """\
def spread(x: torch.Tensor, device: torch.device):
    x = x.relu()
    return torch.stack([x.amin(), x.amax()]).to(device, torch.float64)
""",
    ),
    "losses": _pair(
        """\
def losses(heads, target: torch.Tensor):
    found = [F.mse_loss(head, target) for head in heads]
    return torch.tensor(found)
""",
        """\
def losses(heads, target: torch.Tensor):
    found = [F.mse_loss(head, target) for head in heads]
    return torch.stack(found)
""",
    ),
}

# None: the stack keeps the graph, and raises for an empty list.
SAFE: frozenset[str] = frozenset()

LEFT: dict[str, str] = {
    "tensors that may have one entry each": _HEAD
    + """\
def ends(x: torch.Tensor):
    x = x.relu()
    return torch.tensor([x.sum(dim=1), x.amax(dim=1)])
""",
    "a leaf": _HEAD
    + """\
def ends(x: torch.Tensor):
    x = x.relu()
    return torch.tensor([x.amin(), x.amax()], requires_grad=True)
""",
    "like another tensor": _HEAD
    + """\
def ends(x: torch.Tensor):
    x = x.relu()
    return x.new_tensor([x.amin(), x.amax()])
""",
    "no name for NumPy": """\
import torch
from numpy import ones, zeros

x = torch.tensor([zeros(3), ones(3)])
""",
    "arguments that nobody sees": _HEAD
    + """\
def ends(x: torch.Tensor, **kwargs):
    x = x.relu()
    return torch.tensor([x.amin(), x.amax()], **kwargs)
""",
}
