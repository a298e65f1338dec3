"""What a call may change that is not followed: a recursive one, one below many others, one beyond the budget."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import libcst as cst

from ...syntax.walking import walk
from ..knowledge.python_builtins import CONTAINER_METHODS
from ..values import CHANGING, Function, Sequence, Tensor, Unknown, Value
from .frame import Frame

if TYPE_CHECKING:
    from .interpreter import Interpreter

_QUIET = frozenset({"items", "values", "get", "copy"})
_CHANGING_METHODS = (frozenset(CONTAINER_METHODS) | frozenset(CHANGING)) - _QUIET
# Lists that are nested deeper than this are not looked into.
_DEPTH = 4


class Unfollowed:
    """Forgets what a call may change that is not followed."""

    __slots__ = ("effects", "functions", "interpreter")

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter
        self.effects: dict[cst.CSTNode, tuple[bool, frozenset[str]]] = {}
        self.functions: dict[str, list[Function]] = {}

    def call(self, function: Function, arguments: list[Value], node: cst.CSTNode) -> None:
        """A function of the file is called with these arguments."""
        interpreter = self.interpreter
        changes, names = self.reached(function)
        if not changes:
            return
        scope = function.analysis.scope
        around = [value for frame in _scopes(scope) for name, value in frame.env.items() if name in names]
        found = list(_parts([*arguments, *around], _DEPTH))
        tensors = [value for value in found if not isinstance(value, Sequence)]
        if any(isinstance(value, Tensor) for value in tensors):
            interpreter.changes.handed_over(Sequence("tuple", tensors), node)
        for value in found:
            if isinstance(value, Sequence):
                after = Sequence(value.type, None, Unknown(), value.origin, value.identity)
                interpreter.changes.changed(value, after, node)
        frame: Frame | None = interpreter.frame
        while frame is not None:
            for paths in frame.paths.values():
                for path in paths:
                    if path in frame.env:
                        frame.env[path] = Unknown()
            frame = frame.parent

    def reached(self, function: Function) -> tuple[bool, frozenset[str]]:
        """Whether a function, or one that it calls, changes an object in place; and the names in all of these."""
        if len(self.functions) != len(self.interpreter.known_functions):
            self.functions.clear()
            for known in self.interpreter.known_functions.values():
                self.functions.setdefault(known.name, []).append(known)
        changes, names = False, set[str]()
        queue = [function]
        seen = {id(function)}
        for current in queue:
            changed, own = self.effect(current)
            changes |= changed
            for name in own - names:
                more = [one for one in self.functions.get(name, ()) if id(one) not in seen]
                seen.update(map(id, more))
                queue += more
            names |= own
        return changes, frozenset(names)

    def effect(self, function: Function) -> tuple[bool, frozenset[str]]:
        """Whether a function itself changes an object in place, and the names in it."""
        body = function.node.body
        known = self.effects.get(body)
        if known is None:
            names: set[str] = set()
            changing: list[cst.CSTNode] = []

            def note_name(node: cst.CSTNode) -> None:
                names.add(node.value)  # type: ignore[attr-defined]

            def note(node: cst.CSTNode) -> None:
                if _may_change(node):
                    changing.append(node)

            walk(body, {cst.Name: [note_name]} | {kind: [note] for kind in _KINDS})
            known = self.effects[body] = bool(changing), frozenset(names)
        return known


_KINDS = (cst.AugAssign, cst.AssignTarget, cst.AnnAssign, cst.Del, cst.Call, cst.Arg)


def _may_change(node: cst.CSTNode) -> bool:
    """Whether a node may change an object in place."""
    kind = type(node)
    if kind is cst.AugAssign:
        return True
    if isinstance(node, cst.AssignTarget | cst.AnnAssign | cst.Del):
        target = node.target
        return type(target) is not cst.Name
    if isinstance(node, cst.Call):
        name = node.func.attr.value if type(node.func) is cst.Attribute else ""
        return (name.endswith("_") and not name.endswith("__")) or name in _CHANGING_METHODS
    return isinstance(node, cst.Arg) and node.keyword is not None and node.keyword.value in ("out", "inplace")


def _scopes(frame: Frame | None) -> Iterator[Frame]:
    while frame is not None:
        yield frame
        frame = frame.parent


def _parts(values: list[Value], depth: int) -> Iterator[Value]:
    """Tensors, unknown objects and lists, and those in the lists."""
    for value in values:
        if isinstance(value, Tensor | Unknown):
            yield value
        elif isinstance(value, Sequence):
            yield value
            if depth:
                yield from _parts(value.parts(), depth - 1)
