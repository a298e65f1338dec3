"""Binds what imports bring."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from ..knowledge.tensor_evidence import HAVE_TOO
from ..values import Reference
from .paths import dotted

if TYPE_CHECKING:
    from .interpreter import Interpreter


class Imports:
    """Binds what imports bring."""

    __slots__ = ("interpreter", "packages")

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter
        self.packages: set[str] = set()  # those whose objects have methods of tensors

    def have_too(self, method: str) -> bool:
        """Whether objects of a package that the file imports have a method of tensors."""
        return any(method in HAVE_TOO[package] for package in self.packages)

    def note(self, name: str, alias: cst.ImportAlias) -> None:
        """The file imports a dotted name."""
        if "torch" in name[:9]:
            self.interpreter.references[id(alias)] = alias, name
        parts = name.split(".", 2)
        self.packages |= {parts[0], ".".join(parts[:2])} & HAVE_TOO.keys()

    def import_(self, node: cst.Import) -> bool:
        for alias in node.names:
            name = alias.evaluated_name
            self.note(name, alias)
            if alias.asname is not None:
                asname = alias.evaluated_alias
                if asname is not None:
                    self.interpreter.frame.bind(asname, Reference(name))
            else:
                root = name.partition(".")[0]
                self.interpreter.frame.bind(root, Reference(root))
        return False

    def import_from(self, node: cst.ImportFrom) -> bool:
        package = "." * len(node.relative)
        if node.module is not None:
            package += dotted_name(node.module)
        if isinstance(node.names, cst.ImportStar):
            if package in ("torch", "torch.nn.functional", "torch.nn"):
                self.interpreter.frame.env["*"] = Reference(package)
            return False
        for alias in node.names:
            name = alias.evaluated_name
            bound = alias.evaluated_alias if alias.asname is not None else name
            separator = "" if package.endswith(".") else "."
            self.note(package + separator + name, alias)
            if bound is not None:
                self.interpreter.frame.bind(bound, dotted(package + separator + name))
        return False


def dotted_name(node: cst.BaseExpression) -> str:
    """``a.b.c`` as text."""
    parts: list[str] = []
    while type(node) is cst.Attribute:
        parts.append(node.attr.value)
        node = node.value
    if type(node) is cst.Name:
        parts.append(node.value)
    return ".".join(reversed(parts))
