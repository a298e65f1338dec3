"""Whether a file has anything to do with torch, decided from its ``ast`` before LibCST is even imported."""

from __future__ import annotations

import ast
from typing import Final

# Packages whose objects are torch tensors and modules: files that import one of them are checked.
TORCH_PACKAGES: Final = frozenset(
    {
        "torch",
        "torchvision",
        "torchaudio",
        "torchtext",
        "torchmetrics",
        "torch_geometric",
        "lightning",
        "pytorch_lightning",
        "kornia",
        "timm",
        "monai",
        "functorch",
        "gpytorch",
        "botorch",
        "pyro",
        "fastai",
        "ignite",
    }
)


def uses_torch(tree: ast.AST, source: str) -> bool:
    """Whether a module imports torch or a package built on it, anywhere.

    Args:
        tree: the module as ``ast`` parsed it.
        source: its text; a search in it decides for most files, without a walk.
    """
    if not any(package in source for package in TORCH_PACKAGES):
        return False
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            if any(alias.name.partition(".")[0] in TORCH_PACKAGES for alias in node.names):
                return True
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            if node.module.partition(".")[0] in TORCH_PACKAGES:
                return True
    return False
