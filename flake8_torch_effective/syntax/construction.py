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

# All but two of a thousand nodes, spaces and line ends included; to prepare for the others takes longer than they do.
_FREQUENT = (
    cst.Add, cst.And, cst.AnnAssign, cst.Annotation, cst.Arg, cst.AsName, cst.Assign, cst.AssignEqual, cst.AssignTarget,
    cst.Attribute, cst.BinaryOperation, cst.BitOr, cst.BooleanOperation, cst.Call, cst.ClassDef, cst.Colon, cst.Comma,
    cst.Comment, cst.Comparison, cst.ComparisonTarget, cst.CompFor, cst.Decorator, cst.Dict, cst.DictElement,
    cst.Divide, cst.Dot, cst.Element, cst.Ellipsis, cst.Else, cst.EmptyLine, cst.Equal, cst.Expr, cst.Float,
    cst.FloorDivide, cst.For, cst.FormattedString, cst.FormattedStringExpression, cst.FormattedStringText,
    cst.FunctionDef, cst.If, cst.IfExp, cst.ImportAlias, cst.ImportFrom, cst.In, cst.IndentedBlock, cst.Index,
    cst.Integer, cst.Is, cst.IsNot, cst.LeftCurlyBrace, cst.LeftParen, cst.LeftSquareBracket, cst.List, cst.Minus,
    cst.Multiply, cst.Name, cst.Not, cst.Or, cst.Param, cst.Parameters, cst.ParenthesizedWhitespace, cst.Raise,
    cst.Return, cst.RightCurlyBrace, cst.RightParen, cst.RightSquareBracket, cst.SimpleStatementLine, cst.SimpleString,
    cst.Slice, cst.Subscript, cst.SubscriptElement, cst.Subtract, cst.TrailingWhitespace, cst.Tuple, cst.UnaryOperation,
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
        try:
            return made[value]
        except KeyError:
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
    """Makes a node as its class does, without validating it; compiled, as dataclasses compile their methods.

    A frozen node takes its fields through calls only, so they are set while it still is of a class that is not frozen.
    """
    scope.update(new=object.__new__, cls=cls, open_class=_open_class(cls))
    parameters: list[str] = []
    lines = ["node = new(open_class)"]
    for field in fields(cls):
        name = value = field.name
        if field.default is not MISSING:
            scope[f"default_{name}"] = field.default
            parameters.append(f"{name}=default_{name}")
        elif field.default_factory is not MISSING:
            scope[f"default_{name}"] = field.default_factory
            parameters.append(f"{name}=None")
            value = f"default_{name}() if {name} is None else {name}"
        else:
            parameters.append(name)
        lines.append(f"node.{name} = {value}")
    body = "\n    ".join([*lines, "node.__class__ = cls", *ending, "return node"])
    exec(f"def make({', '.join(parameters)}):\n    {body}", scope)
    make: Make = scope["make"]
    return make


def _open_class(cls: type[cst.CSTNode]) -> type:
    """A class whose objects are laid out as those of a node's class, with fields that can be set as usual."""
    methods = {"__setattr__": object.__setattr__, "__delattr__": object.__delattr__}
    made = type(cls.__name__, cls.__bases__, {"__slots__": vars(cls)["__slots__"], **methods})
    made.__abstractmethods__ = frozenset()  # type: ignore[attr-defined]
    return made
