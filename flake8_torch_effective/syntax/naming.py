"""What the text of an expression calls it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import libcst as cst

from .walking import walk

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


def last_name(node: cst.CSTNode | None) -> str:
    """The last name of a name or an attribute, ``criterion`` of ``self.criterion``; empty for anything else."""
    if type(node) is cst.Attribute:
        return node.attr.value
    return node.value if type(node) is cst.Name else ""


def called_name(node: cst.CSTNode | None) -> str:
    """The last name of what a call calls, ``add_`` of ``x.add_(1)``; empty where that has none, and for no call."""
    return last_name(node.func) if type(node) is cst.Call else ""


def all_names(node: cst.CSTNode) -> set[str]:
    """The names in some code, those of attributes and keywords included: ``{"self", "fc"}`` of ``self.fc``."""
    found: list[cst.CSTNode] = []
    walk(node, {cst.Name: [found.append]})
    return {name.value for name in found if type(name) is cst.Name}


def targets_in(target: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """What a target binds or writes to, one by one: ``a``, ``self.b`` and ``c[0]`` of ``a, (self.b, c[0])``."""
    if isinstance(target, cst.Tuple | cst.List):
        for element in target.elements:
            yield from targets_in(element.value)
    else:
        yield target


def without_subscripts(node: cst.CSTNode) -> cst.CSTNode:
    """What an expression takes entries of, or the expression: ``x`` of ``x[0][1]``."""
    while type(node) is cst.Subscript:
        node = node.value
    return node


def imported_packages(module: cst.Module) -> set[str]:
    """The packages that the statements of a file import from outside, by their first names."""
    found: set[str] = set()
    statements = (one for one in module.body if type(one) is cst.SimpleStatementLine)
    for line in (line for statement in statements for line in statement.body):
        named: list[cst.BaseExpression | None] = []
        if type(line) is cst.Import:
            named = [one.name for one in line.names]
        elif type(line) is cst.ImportFrom and not line.relative:
            named = [line.module]
        for name in named:
            while type(name) is cst.Attribute:
                name = name.value
            found.add(last_name(name))
    return found


def words_of(name: str) -> list[str]:
    """The words of a name in lower case: ``["gpu", "device"]`` of ``gpu_device`` and of ``GPUDevice``."""
    return [word.lower() for word in _WORD.findall(name)]
