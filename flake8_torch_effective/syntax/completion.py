"""Gives nodes made from ``ast`` the layout that they lack, by the same text as LibCST parses it.

The nodes stay the same objects, so what is known of them stays known.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from typing import Any

import libcst as cst

from .conversion import Inconvertible
from .walking import CHILDREN


def complete(bare: cst.CSTNode, full: cst.CSTNode) -> None:
    """Copy the layout of a node and of all inside it from those that LibCST made of the same text.

    Raises:
        Inconvertible: the two differ in more than their layout.
    """
    stack: list[tuple[Any, Any]] = [(bare, full)]
    pop, extend = stack.pop, stack.extend
    while stack:
        one, other = pop()
        if one.__class__ is not other.__class__:
            raise Inconvertible(f"{type(one).__name__} for {type(other).__name__}")
        copy, inner = _parts(one.__class__)
        copy(one, other)
        for name in inner:
            mine, given = getattr(one, name), getattr(other, name)
            kind = mine.__class__
            if kind is list or kind is tuple:
                if len(mine) != len(given):
                    raise Inconvertible(f"{len(mine)} for {len(given)} in {name} of {type(one).__name__}")
                extend(zip(mine, given, strict=True))
            elif mine is None or given is None or not isinstance(mine, cst.CSTNode):
                if mine != given:
                    raise Inconvertible(f"{mine} for {given} in {type(one).__name__}")
            else:
                stack.append((mine, given))


@cache
def _parts(cls: type) -> tuple[Callable[[Any, Any], None], tuple[str, ...]]:
    """What copies the fields of a node that are layout, and the names of all others."""
    inner = CHILDREN[cls]
    scope: dict[str, Any] = {}
    lines = ["pass"]
    for field in fields(cls):
        if field.name not in inner:
            member = getattr(cls, field.name)
            scope[f"set_{field.name}"] = member.__set__
            scope[f"get_{field.name}"] = member.__get__
            lines.append(f"set_{field.name}(one, get_{field.name}(other))")
    body = "\n    ".join(lines)
    exec(f"def copy(one, other):\n    {body}", scope)
    return scope["copy"], inner
