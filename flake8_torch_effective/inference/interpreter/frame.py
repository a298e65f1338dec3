"""Environments: which name holds which value at the point that is being interpreted."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress
from operator import is_not

import libcst as cst

from ..values import PASSES_SCALARS as PASSES_SCALARS
from ..values import Class, Function, Module, Value, join

Environment = dict[str, Value]

# What of a frame the statements around a block decide: see `Frame.around`.
Around = tuple[bool, "tuple[cst.CSTNode, ...]", "list[Environment]", "list[Environment]", "set[str]", bool, bool]

# What switches autograd off for a block or a function.
NO_GRAD = frozenset({"torch.no_grad", "torch.inference_mode", "torch.is_inference_mode_enabled"})


class Frame:
    """The state of one function, class body or module while it is interpreted.

    ``env`` maps names, and paths such as ``self.weight`` or ``batch["x"]``, to values.  ``grad`` says whether autograd
    records at this point.  ``loops`` are the loops around it, outermost first.  ``missed`` are the names that a
    scouting iteration read before anything bound them.
    """

    __slots__ = (
        "chosen",
        "cls",
        "continues",
        "declared",
        "env",
        "exits",
        "function",
        "grad",
        "loops",
        "missed",
        "parameters",
        "parent",
        "paths",
        "reads",
        "returns",
        "scouting",
        "stale",
    )

    def __init__(self, parent: Frame | None = None, function: Function | None = None, cls: Class | None = None) -> None:
        self.parent = parent
        self.function = function
        self.cls = cls
        self.env: Environment = {}
        self.grad = True
        self.loops: tuple[cst.CSTNode, ...] = ()
        self.returns: list[Value] = []
        self.exits: list[Environment] = []
        self.continues: list[Environment] = []
        self.declared: set[str] = set()
        self.missed: set[str] = set()
        self.parameters: dict[int, str] = {}
        self.paths: dict[str, set[str]] = {}
        self.reads: Environment = {}
        self.stale = False
        self.scouting = False
        self.chosen = False

    def lookup(self, name: str) -> Value | None:
        """The value of a name in this scope or the ones around it."""
        frame: Frame | None = self
        while frame is not None:
            value = frame.env.get(name)
            if value is not None:
                return value
            frame = frame.parent
        return None

    def around(self) -> Around:
        """What of the frame the statements around a block decide."""
        return self.grad, self.loops, self.exits, self.continues, self.missed, self.scouting, self.chosen

    def restore(self, around: Around) -> None:
        """Set what the statements around a block decide."""
        self.grad, self.loops, self.exits, self.continues, self.missed, self.scouting, self.chosen = around

    def modules(self) -> list[Module]:
        """The modules that have a name in this scope."""
        return [value for value in self.env.values() if isinstance(value, Module)]

    def bind(self, name: str, value: Value) -> None:
        """Give a name a new value; what was known of paths through the old one is forgotten."""
        self.env[name] = value
        paths = self.paths.get(name)
        if paths:
            for path in paths:
                self.env.pop(path, None)
        if name in self.declared:
            frame = self
            while frame.parent is not None:
                frame = frame.parent
            frame.env[name] = join(frame.env[name], value, None) if name in frame.env else value

    def bind_path(self, root: str, path: str, value: Value) -> None:
        """Give a path such as ``self.total`` a value in this frame."""
        self.env[path] = value
        self.paths.setdefault(root, set()).add(path)


def changes(before: Environment, after: Environment) -> Iterable[tuple[str, Value]]:
    """The names that hold another value in ``after`` than in ``before``, or that are new there, with that value.

    What two branches of a long scope share is nearly everything, so it is passed over in C.
    """
    return compress(after.items(), map(is_not, after.values(), map(before.get, after)))


def join_environments(a: Environment, b: Environment, node: cst.CSTNode) -> Environment:
    """The environment where two branches meet."""
    if a is b:
        return a
    joined = dict(a)
    for name, value in changes(a, b):
        other = a.get(name)
        joined[name] = value if other is None else join(other, value, node)
    return joined
