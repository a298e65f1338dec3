"""Which names of a scope another function may bind, by ``global`` and ``nonlocal``."""

from __future__ import annotations

import re
from collections.abc import Iterator

import libcst as cst

_DECLARATION = re.compile(r"(?:global|nonlocal)[ \t\f\\]")
_BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")


def may_share_names(source: str) -> bool:
    """Whether the text of a module may hold a ``global`` or ``nonlocal`` statement."""
    if "global" not in source and "nonlocal" not in source:  # as in most files, which is found out much faster
        return False
    for found in _DECLARATION.finditer(source):
        start = found.start()
        before = source[source.rfind("\n", 0, start) + 1 : start].rstrip(" \t\f")
        if not before or before[-1] in ":;":  # a statement can begin there
            return True
    return False


def shared_names(module: cst.Module) -> dict[int, frozenset[str]]:
    """The names that functions declare as those of a scope around, by the ``id`` of the scopes that bind them.

    What such a name holds depends on which functions have run, so nothing is claimed of it anywhere.
    """
    found: dict[int, set[str]] = {}
    work: list[tuple[cst.CSTNode, tuple[cst.FunctionDef, ...]]] = [(module, ())]
    while work:
        node, around = work.pop()
        if type(node) is cst.FunctionDef:
            around = (*around, node)
        for statement in _statements(node):
            if type(statement) is cst.Global or type(statement) is cst.Nonlocal:
                names = {item.name.value for item in statement.names}
                scopes = (module, *around[-1:]) if type(statement) is cst.Global else around
                for scope in scopes:
                    found.setdefault(id(scope), set()).update(names)
            elif not isinstance(statement, cst.BaseSmallStatement):
                work.append((statement, around))
    return {scope: frozenset(names) for scope, names in found.items()}


def _statements(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """The statements and parts of statements that stand in one, small ones without their line."""
    for name in _BLOCKS:
        block = getattr(node, name, None)
        if isinstance(block, (list, tuple)):
            for statement in block:
                if type(statement) is cst.SimpleStatementLine:
                    yield from statement.body
                else:
                    yield statement
        elif isinstance(block, cst.CSTNode):
            yield block
