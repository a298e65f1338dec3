"""Whether a module certainly imports torch before all else that needs it."""

from __future__ import annotations

import libcst as cst

# The packages that torch itself brings.
_TORCH = ("torch", "functorch")


def imports_torch(module: cst.Module) -> bool:
    """Whether a module imports torch by a statement of its own, under no condition: one more changes nothing."""
    return any(map(names_torch, module.body))


def names_torch(statement: cst.CSTNode) -> bool:
    """Whether a statement, alone on its line, imports torch or something of it.

    >>> names_torch(cst.parse_statement("import os, torch.nn")), names_torch(cst.parse_statement("import torchvision"))
    (True, False)
    """
    if type(statement) is not cst.SimpleStatementLine or len(statement.body) != 1:
        return False
    small = statement.body[0]
    if type(small) is cst.Import:
        return any(root_of(alias.name) in _TORCH for alias in small.names)
    return type(small) is cst.ImportFrom and not small.relative and root_of(small.module) in _TORCH


def root_of(node: cst.CSTNode | None) -> str:
    """The first name of a dotted one; empty where it is none.

    >>> root_of(cst.parse_expression("torch.nn.functional"))
    'torch'
    """
    while type(node) is cst.Attribute:
        node = node.value
    return node.value if type(node) is cst.Name else ""
