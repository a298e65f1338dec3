"""What a call may change that is not followed: a recursive one, one below many others, one beyond the budget."""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import TYPE_CHECKING

import libcst as cst

from ...syntax.walking import walk
from ..knowledge.python_builtins import CONTAINER_METHODS
from ..knowledge.tensor_attributes import PROPERTIES
from ..values import CHANGING, Bound, Function, Instance, Sequence, SequenceType, Tensor, Unknown, Value
from .changes import frames_around
from .frame import Frame

if TYPE_CHECKING:
    from .interpreter import Interpreter

_QUIET = frozenset({"items", "values", "get", "copy"})
_CHANGING_METHODS = (frozenset(CONTAINER_METHODS) | frozenset(CHANGING)) - _QUIET
# Lists that are nested deeper than this are not looked into.
_DEPTH = 4


class Effect(IntEnum):
    """What a function may change for those that call it."""

    NOTHING = 0
    ATTRIBUTES = 1  # of objects
    OBJECTS = 2  # tensors and lists too


class Unfollowed:
    """Forgets what a call may change that is not followed."""

    __slots__ = ("count", "effects", "functions", "interpreter", "known")

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter
        self.effects: dict[cst.CSTNode, tuple[Effect, frozenset[str]]] = {}
        self.count = 0
        self.known: dict[cst.CSTNode, tuple[Effect, frozenset[str]]] = {}
        self.functions: dict[str, list[Function]] = {}

    def may_call(self, functions: list[Value], arguments: list[Value], node: cst.CSTNode) -> bool:
        """Code that is not seen may call functions of the file with these arguments; whether that may change them."""
        changing = False
        for value in functions:
            kind = type(value)
            if kind is not Function and kind is not Bound:
                continue
            function = value.function if isinstance(value, Bound) else value
            if isinstance(function, Function):
                others = [argument for argument in arguments if argument is not value]
                self.call(function, [value.receiver, *others] if isinstance(value, Bound) else others, node)
                changing |= self.reached(function)[0] is Effect.OBJECTS
        return changing

    def call(self, function: Function, arguments: list[Value], node: cst.CSTNode) -> None:
        """A function of the file is called with these arguments."""
        interpreter = self.interpreter
        effect, names = self.reached(function)
        if effect is Effect.ATTRIBUTES:
            self.forget_paths()
        if effect is not Effect.OBJECTS:
            return
        scope = function.analysis.scope
        around = [value for frame in _scopes(scope) for name, value in frame.env.items() if name in names]
        found = list(_parts([*arguments, *around], _DEPTH))
        tensors = [value for value in found if not isinstance(value, Sequence)]
        if any(isinstance(value, Tensor) for value in tensors):
            interpreter.changes.handed_over(Sequence(SequenceType.TUPLE, tensors), node)
        for value in found:
            if isinstance(value, Sequence):
                after = Sequence(value.type, None, Unknown(), value.origin, value.identity)
                interpreter.changes.changed(value, after, node)
        self.forget_paths()

    def special(self, receiver: Value, name: str, arguments: list[Value], node: cst.CSTNode) -> None:
        """Python calls a special method of an object, for an operator, a subscript or a loop."""
        cls = receiver.cls if isinstance(receiver, Instance) else None
        function = None if cls is None else cls.function(name)
        if function is not None and self.reached(function)[0] is not Effect.NOTHING:
            self.interpreter.functions.call_function(function, [receiver, *arguments], {}, node)

    def forget_paths(self) -> None:
        """What attributes and items hold may be something else."""
        for frame in frames_around(self.interpreter.frame):
            for paths in frame.paths.values():
                for path in paths:
                    if path in frame.env:
                        frame.env[path] = Unknown()

    def reached(self, function: Function) -> tuple[Effect, frozenset[str]]:
        """What a function, or one that it calls, changes; and the names in all of these."""
        if self.count != len(self.interpreter.known_functions):
            self.count = len(self.interpreter.known_functions)
            self.functions.clear()
            self.known.clear()
            for known in self.interpreter.known_functions.values():
                self.functions.setdefault(known.name, []).append(known)
        found = self.known.get(function.node)
        if found is not None:
            return found
        effect, names = Effect.NOTHING, set[str]()
        queue = [function]
        seen = {id(function)}
        for current in queue:
            one, own = self.effect(current)
            effect = max(effect, one)
            for name in own - names:
                more = [one for one in self.functions.get(name, ()) if id(one) not in seen]
                seen.update(map(id, more))
                queue += more
            names |= own
        found = self.known[function.node] = effect, frozenset(names)
        return found

    def effect(self, function: Function) -> tuple[Effect, frozenset[str]]:
        """What a function itself changes, and the names in it."""
        body = function.node.body
        known = self.effects.get(body)
        if known is None:
            names: list[cst.CSTNode] = []
            found: list[cst.CSTNode] = []
            walk(body, {cst.Name: [names.append]} | {kind: [found.append] for kind in _KINDS})
            words = frozenset(node.value for node in names if type(node) is cst.Name)
            known = self.effects[body] = max(map(_effect, found), default=Effect.NOTHING), words
        return known


_KINDS = (cst.AugAssign, cst.AssignTarget, cst.AnnAssign, cst.Del, cst.Call, cst.Arg)


def _effect(node: cst.CSTNode) -> Effect:
    """What a node may change."""
    changes = type(node) is cst.AugAssign
    if type(node) is cst.Arg:
        changes = node.keyword is not None and node.keyword.value in ("out", "inplace")
    elif type(node) is cst.Call:
        name = node.func.attr.value if type(node.func) is cst.Attribute else ""
        changes = (name.endswith("_") and not name.endswith("__")) or name in _CHANGING_METHODS
    elif type(node) is cst.AssignTarget or type(node) is cst.AnnAssign or type(node) is cst.Del:
        target = node.target
        if type(target) is cst.Attribute and target.attr.value not in PROPERTIES:
            return Effect.ATTRIBUTES
        changes = type(target) is not cst.Name
    return Effect.OBJECTS if changes else Effect.NOTHING


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
