"""TEF901: programs before and after fixing, and programs that no fix changes."""

HEADER = "import torch\n\n\n"


def _both(old: str, new: str) -> tuple[str, str]:
    return HEADER + old, HEADER + new


FIXES: dict[str, tuple[str, str]] = {
    "determinism": _both("torch.set_deterministic(True)\n", "torch.use_deterministic_algorithms(True)\n"),
    "determinism, with a comment": _both(
        "torch.set_deterministic(True)  # for tests\n", "torch.use_deterministic_algorithms(True)  # for tests\n"
    ),
    "in a condition": _both(
        "if torch.is_deterministic():\n    pass\n", "if torch.are_deterministic_algorithms_enabled():\n    pass\n"
    ),
    "not called": _both("switch = torch.set_deterministic\n", "switch = torch.use_deterministic_algorithms\n"),
    "nested tensors": _both(
        "x = torch.nested_tensor([torch.ones(2)])\n", "x = torch.nested.nested_tensor([torch.ones(2)])\n"
    ),
    "under another alias": (
        "import torch as th\n\nth.set_deterministic(True)\n",
        "import torch as th\n\nth.use_deterministic_algorithms(True)\n",
    ),
    "an import": (
        "from torch import set_deterministic\n\nset_deterministic(True)\n",
        "from torch import use_deterministic_algorithms\n\nuse_deterministic_algorithms(True)\n",
    ),
    "an import under another name": (
        "from torch import set_deterministic as fix\n\nfix(True)\n",
        "from torch import use_deterministic_algorithms as fix\n\nfix(True)\n",
    ),
}

SAFE: set[str] = {
    "determinism",
    "determinism, with a comment",
    "in a condition",
    "nested tensors",
    "under another alias",
}

LEFT: dict[str, str] = {
    "other results": HEADER + "def f(x: torch.Tensor):\n    return torch.symeig(x)\n",
    "a method": HEADER + "def f(x: torch.Tensor):\n    return x.symeig()\n",
    "other arguments": HEADER + "def f(a, b):\n    return torch.solve(b, a)\n",
    "an import of another module": "from torch import symeig\n\n\ndef f(x):\n    return symeig(x)\n",
    "a name that is taken": "from torch import set_deterministic\n\n"
    "use_deterministic_algorithms = 1\nset_deterministic(True)\n",
}
