"""Makes the nodes of a text in less time than LibCST's own classes need, which is a third of what parsing takes.

Those set each field through ``object.__setattr__``, as frozen dataclasses do, and validate each node, which is for
nodes made by hand: CPython's parser has already said that the text is valid.  Half of all nodes are spaces and line
ends, of which one node of each kind is enough.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import MISSING, fields
from functools import cache
from typing import Any

import libcst as cst

from .deep_stack import OWN_THREADS

Make = Callable[..., cst.CSTNode]

# 98 of a hundred nodes, spaces and line ends included; to prepare for the others takes longer than they do.
_FREQUENT = (
    cst.And, cst.Annotation, cst.Arg, cst.Assign, cst.AssignEqual, cst.AssignTarget, cst.Attribute, cst.BinaryOperation,
    cst.BooleanOperation, cst.Call, cst.Colon, cst.Comma, cst.Comment, cst.Comparison, cst.ComparisonTarget, cst.Dot,
    cst.Element, cst.EmptyLine, cst.Expr, cst.Float, cst.FormattedString, cst.FormattedStringExpression,
    cst.FormattedStringText, cst.FunctionDef, cst.If, cst.ImportAlias, cst.ImportFrom, cst.IndentedBlock, cst.Index,
    cst.Integer, cst.LeftParen, cst.LeftSquareBracket, cst.List, cst.Minus, cst.Multiply, cst.Name, cst.Not, cst.Param,
    cst.Parameters, cst.ParenthesizedWhitespace, cst.Raise, cst.Return, cst.RightParen, cst.RightSquareBracket,
    cst.SimpleStatementLine, cst.SimpleString, cst.Slice, cst.Subscript, cst.SubscriptElement, cst.TrailingWhitespace,
    cst.Tuple, cst.UnaryOperation,
)  # fmt: skip
_TEXT = (cst.SimpleWhitespace, cst.Newline)
_OWN = {cls.__name__: cls for cls in (*_FREQUENT, *_TEXT)}


@contextmanager
def quick_nodes(noted: Collection[type[cst.CSTNode]] = ()) -> Iterator[dict[type, list[cst.CSTNode]] | None]:
    """Meanwhile LibCST's parser finds functions where it looks for the classes of nodes, in the module ``libcst``.

    Not so where threads run, besides the main one and our own, that may look there too.

    Args:
        noted: the types of nodes to list while they are made.

    Yields:
        The nodes made of each type that is noted, a node after those inside it; None where other threads run.
    """
    main = threading.main_thread()
    if any(thread is not main and not thread.name.startswith(OWN_THREADS) for thread in threading.enumerate()):
        yield None
        return
    nodes: dict[type, list[cst.CSTNode]] = {cls: [] for cls in noted}
    noting = {cls: _noting_maker(cls) for cls in noted}
    for cls, (_, scope) in noting.items():
        scope["note"] = nodes[cls].append
    vars(cst).update(_makers(), **{cls.__name__: _sharing_maker(cls) for cls in _TEXT})
    vars(cst).update({cls.__name__: make for cls, (make, _) in noting.items()})
    try:
        yield nodes
    finally:
        vars(cst).update(_OWN, **{cls.__name__: cls for cls in noted})
        for _, scope in noting.values():
            del scope["note"]  # it holds the nodes of a whole module


def _sharing_maker(cls: Callable[..., cst.CSTNode]) -> Make:
    """Makes one node for each text."""
    made: dict[str | None, cst.CSTNode] = {}

    def make(value: str | None = None) -> cst.CSTNode:
        found = made.get(value)
        if found is None:
            found = made[value] = cls(value)
        return found

    return make


@cache
def _makers() -> Mapping[str, Make]:
    return {cls.__name__: _maker(cls, {}) for cls in _FREQUENT}


@cache
def _noting_maker(cls: type[cst.CSTNode]) -> tuple[Make, dict[str, Any]]:
    """A maker that hands each node to the ``note`` of the scope that comes with it."""
    scope: dict[str, Any] = {}
    return _maker(cls, scope, "note(node)"), scope


def _maker(cls: type[cst.CSTNode], scope: dict[str, Any], *ending: str) -> Make:
    """Makes a node as its class does, without validating it; compiled, as dataclasses compile their methods."""
    scope.update(new=object.__new__, cls=cls)
    parameters: list[str] = []
    lines = ["node = new(cls)"]
    for field in fields(cls):
        name = value = field.name
        scope[f"set_{name}"] = getattr(cls, name).__set__
        if field.default is not MISSING:
            scope[f"default_{name}"] = field.default
            parameters.append(f"{name}=default_{name}")
        elif field.default_factory is not MISSING:
            scope[f"default_{name}"] = field.default_factory
            parameters.append(f"{name}=None")
            value = f"default_{name}() if {name} is None else {name}"
        else:
            parameters.append(name)
        lines.append(f"set_{name}(node, {value})")
    body = "\n    ".join([*lines, *ending, "return node"])
    exec(f"def make({', '.join(parameters)}):\n    {body}", scope)
    make: Make = scope["make"]
    return make
