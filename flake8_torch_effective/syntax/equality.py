"""Whether two pieces of code say the same, whatever spaces, comments and parentheses stand in them."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import Any

import libcst as cst

from .walking import CHILDREN


def same_code(one: cst.CSTNode, other: cst.CSTNode) -> bool:
    """Whether two nodes have the same code but for its layout."""
    stack: list[tuple[Any, Any]] = [(one, other)]
    while stack:
        first, second = stack.pop()
        kind = first.__class__
        if kind is not second.__class__:
            return False
        if kind is list or kind is tuple:
            if len(first) != len(second):
                return False
            stack.extend(zip(first, second, strict=True))
        elif isinstance(first, cst.CSTNode):
            if any(getattr(first, name) != getattr(second, name) for name in _texts(kind)):
                return False
            if type(getattr(first, "operator", None)) is not type(getattr(second, "operator", None)):
                return False
            stack.extend((_sequence(getattr(first, name)), _sequence(getattr(second, name))) for name in CHILDREN[kind])
        elif first != second:
            return False
    return True


def _sequence(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


@cache
def _texts(kind: type) -> tuple[str, ...]:
    """The fields of a node that hold a part of its code as text: a name, a number, the stars of an argument."""
    names = {field.name for field in fields(kind)}
    return tuple(name for name in ("value", "star", "start", "end", "conversion") if name in names - {*CHILDREN[kind]})


def plain_code(node: cst.CSTNode) -> str:
    """The code of a node with spaces where most people put them, and without parentheses.

    That of operators and the like is not Python, but the same for the same code.
    """
    kind = type(node)
    if type(node) is cst.Attribute:
        return f"{plain_code(node.value)}.{node.attr.value}"
    if type(node) is cst.Subscript:
        return f"{plain_code(node.value)}[{', '.join(map(plain_code, node.slice))}]"
    if type(node) is cst.Call:
        return f"{plain_code(node.func)}({', '.join(map(plain_code, node.args))})"
    if type(node) is cst.Arg:
        name = "" if node.keyword is None else f"{node.keyword.value}="
        return f"{node.star}{name}{plain_code(node.value)}"
    if type(node) is cst.SubscriptElement:
        return plain_code(node.slice)
    if type(node) is cst.Index:
        return f"{node.star or ''}{plain_code(node.value)}"
    texts = [getattr(node, name) for name in _texts(kind)]
    inner = [child for name in CHILDREN[kind] for child in _each(getattr(node, name))]
    if len(texts) == 1 and not inner:
        return str(texts[0])
    operator = type(getattr(node, "operator", None)).__name__
    return f"<{kind.__name__} {operator} {texts} {' '.join(map(plain_code, inner))}>"


def _each(value: object) -> list[cst.CSTNode]:
    found = value if isinstance(value, (list, tuple)) else [value]
    return [one for one in found if isinstance(one, cst.CSTNode)]
