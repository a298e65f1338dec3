"""TEF405: programs before and after fixing, and programs that no fix changes."""

_HEAD = """\
import torch
from torch import nn


"""


def _function(body: str) -> str:
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    return f"{_HEAD}def f(model: nn.Linear, x: torch.Tensor):\n{lines}"


FIXES: dict[str, tuple[str, str]] = {
    title: (_function(before), _function(after))
    for title, (before, after) in {
        "an output": ("return model(x).data.max(1)[1]", "return model(x).detach().max(1)[1]"),
        "a name": ("y = model(x)\nreturn y, y.data", "y = model(x)\nreturn y, y.detach()"),
        "arithmetic": ("return (x + 1).data", "return (x + 1).detach()"),
        "for NumPy": ("return model(x).data.cpu().numpy()", "return model(x).detach().cpu().numpy()"),
        "in a text": ('y = model(x)\nreturn f"{y.data}"', 'y = model(x)\nreturn f"{y.detach()}"'),
        "a weight": ("return model.weight.data.clone()", "return model.weight.detach().clone()"),
        "a step": (
            "for p in model.parameters():\n    p.data.sub_(p.grad)",
            "for p in model.parameters():\n    p.detach().sub_(p.grad)",
        ),
        "the index of a loss": (
            "loss = model(x).square().mean(dim=None)\nprint(loss.data[0])",
            "loss = model(x).square().mean(dim=None)\nprint(loss.item())",
        ),
        "two in a line": ("return x.exp().data + model(x).data", "return x.exp().detach() + model(x).detach()"),
    }.items()
}

# None: backward may raise after `detach()`, where it gave a wrong gradient before.
SAFE: frozenset[str] = frozenset()

LEFT: dict[str, str] = {
    "a change in place": _function("y = x.exp()\ny.data.clamp_(max=1)\nreturn y"),
    "an assignment in place": _function("for p in model.parameters():\n    p.data -= 0.1 * p.grad"),
    "a store": _function("y = x.exp()\ny.data[0] = 1\nreturn y"),
    "its own code in a text": _function('y = x.exp()\nreturn f"{y.data=}"'),
}
