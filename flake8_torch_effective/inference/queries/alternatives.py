"""Code that a condition chooses before other code with the same result: each of the two ways may be missing."""

from __future__ import annotations

from collections import Counter

import libcst as cst

from ...syntax.walking import walk
from ..events.scope import plain_path
from ..interpreter.inference import Inference

_ROOM = "code with an alternative"


def has_alternative(inference: Inference, node: cst.CSTNode) -> bool:
    """Whether a name stands on one side of an ``if`` whose other side gives the same names a value, or returns one.

    >>> p = program("if n > 2:", "    y = x.exp()", "else:", "    y = x.sin()", "if n > 3: z = x.cos()")
    >>> [has_alternative(p.inference, p.node(code)) for code in ("x.exp", "x.sin", "x.cos")]
    [True, True, False]
    """
    found = inference.rooms.get(_ROOM)
    if not isinstance(found, set):
        found = inference.rooms[_ROOM] = _found(inference)
    return id(node) in found


def _found(inference: Inference) -> set[int]:
    """The ids of the names and attributes that have one."""
    chosen: set[int] = set()
    branches = [node for node in inference.nodes_of(cst.If) if type(node) is cst.If]
    inner = {id(node.orelse) for node in branches}  # an `elif` belongs to the `if` before it
    for branch in branches:
        if id(branch) in inner:
            continue
        sides = _sides(branch)
        given = [_given(side) for side in sides]
        counted = Counter(name for names in given for name in names)
        for side, names in zip(sides, given, strict=True):
            if any(counted[name] > 1 for name in names):
                walk(side, {kind: [lambda node: chosen.add(id(node))] for kind in (cst.Attribute, cst.Name)})
    return chosen


def _sides(branch: cst.If) -> list[cst.BaseSuite]:
    """The blocks of an ``if`` with all of its ``elif`` and ``else``."""
    sides = [branch.body]
    rest: cst.CSTNode | None = branch.orelse
    while type(rest) is cst.If:
        sides.append(rest.body)
        rest = rest.orelse
    return [*sides, rest.body] if type(rest) is cst.Else else sides


def _given(side: cst.BaseSuite) -> set[str]:
    """What a block gives a value, itself or in blocks within it; ``return`` for the function's result."""
    found: set[str] = set()

    def look_at_assignment(node: cst.CSTNode) -> None:
        assert type(node) is cst.Assign
        found.update(path for one in node.targets if (path := plain_path(one.target)) is not None)

    def look_at_return(node: cst.CSTNode) -> None:
        assert type(node) is cst.Return
        if node.value is not None:
            found.add("return")

    walk(side, {cst.Assign: [look_at_assignment], cst.Return: [look_at_return]})
    return found
