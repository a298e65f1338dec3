"""Environments: which name holds which value at the point that is being interpreted."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress
from operator import is_not
from typing import TypeAlias

import libcst as cst

from ..values import Class, Function, Identity, Module, Number, Value, anything, join, join_all, limits

Environment = dict[str, Value]

# What of a frame the statements around a block decide: see `Frame.around`.
Around: TypeAlias = """tuple[
    tuple[cst.CSTNode, ...],
    list[Environment],
    list[Environment],
    set[str],
    list[tuple[str, Value]] | None,
    Environment,
    bool,
]"""

# What switches autograd off for a block or a function.
NO_GRAD = frozenset({"torch.no_grad", "torch.inference_mode", "torch.is_inference_mode_enabled"})


# The grad mode stands among the names, as branches and loops meet in it as in them; no path of a program is called so.
GRAD_MODE = "torch.is_grad_enabled()"
_RECORDING = Number("bool", True)
_MODES = {True: _RECORDING, False: Number("bool", False), None: Number("bool")}

# A name of a scope around that is bound more often than this may hold anything.
_MANY_BINDINGS = 16


class Frame:
    """The state of one function, class body or module while it is interpreted.

    ``env`` maps names, and paths such as ``self.weight`` or ``batch["x"]``, to values.
    ``loops`` are the loops around it, outermost first.

    ``caller`` is the frame that called the function, where it is interpreted for that call.

    * ``ended``: whether its last statement was interpreted, so that functions in it may run at any time.
    * ``missed``: the names that were read before anything bound them, or that only one of two paths in a loop binds.
    * ``heads``: what names held at the head of a loop when its fixpoint was last reached; a loop within a loop starts
      from there when it is looked at again.
    * ``held``: what the parts of an expression are that were evaluated before the one that is being evaluated.
    * ``rebound``: the values that names held before they were bound again.
    * ``shared``: the names that another function may bind at any time.
    * ``switches_grad``: whether a statement switches autograd for good, or a block around has switched it.
    * ``yields_switched``: whether a generator hands over while it has autograd switched, which its caller keeps.
    * ``tried``: what names were given within a ``try``.
    * ``leaked``: what a walrus bound within the expression that is being evaluated.
    * ``written``: the attributes that it gave a value so far.
    * ``yields``: what it yields, as a generator.
    """

    __slots__ = (
        "caller",
        "chosen",
        "cls",
        "continues",
        "ended",
        "env",
        "exits",
        "function",
        "heads",
        "held",
        "leaked",
        "loops",
        "missed",
        "parameters",
        "parent",
        "paths",
        "reads",
        "rebound",
        "returns",
        "shared",
        "stale",
        "switches_grad",
        "tried",
        "written",
        "yields",
        "yields_switched",
    )

    def __init__(self, parent: Frame | None = None, function: Function | None = None, cls: Class | None = None) -> None:
        self.parent = parent
        self.caller: Frame | None = None
        self.function = function
        self.cls = cls
        self.env: Environment = {GRAD_MODE: _RECORDING}
        self.heads: dict[cst.CSTNode, Environment] = {}
        self.held: list[list[Value]] = []
        self.leaked: Environment = {}
        self.loops: tuple[cst.CSTNode, ...] = ()
        self.returns: list[Value] = []
        self.exits: list[Environment] = []
        self.continues: list[Environment] = []
        self.missed: set[str] = set()
        self.parameters: dict[Identity, str] = {}
        self.paths: dict[str, set[str]] = {}
        self.reads: Environment = {}
        self.stale = False
        self.rebound: dict[str, list[Value]] = {}
        self.shared: frozenset[str] = frozenset()
        self.switches_grad = False
        self.yields_switched = False
        self.tried: list[tuple[str, Value]] | None = None
        self.chosen = False
        self.ended = False
        self.written: set[str] = set()
        self.yields: list[Value] = []

    @property
    def grad(self) -> bool | None:
        """Whether autograd records at this point; None where that is not known."""
        mode = self.env[GRAD_MODE]
        return True if mode is _RECORDING else _mode_in(self.env)

    @grad.setter
    def grad(self, mode: bool | None) -> None:
        self.env[GRAD_MODE] = _MODES[mode]

    def switch_grad(self, mode: bool | None) -> None:
        """A statement switches autograd on or off, which an exception behind it does not undo."""
        self.grad = mode
        self.switches_grad = True
        if self.tried is not None:
            self.tried.append((GRAD_MODE, _MODES[mode]))

    def leave_grad(self, mode: bool | None, exits: int, continues: int) -> None:
        """A block with a grad mode of its own is left, at its end or by a jump that is recorded since."""
        for env in (self.env, *self.exits[exits:], *self.continues[continues:]):
            env[GRAD_MODE] = _MODES[mode]

    def lookup(self, name: str, throughout: bool = False) -> Value | None:
        """The value of a name in this scope or the ones around it.

        With ``throughout`` a name of a scope around is whatever it holds at any time, as a function is called anywhere.
        """
        value = self.env.get(name)
        frame = self.parent
        while value is None and frame is not None:
            value = frame.env.get(name)
            if (throughout or frame.ended) and (name in frame.rebound or name in frame.shared):
                value = frame.throughout(name)
            frame = frame.parent
        return value

    def throughout(self, name: str) -> Value | None:
        """What a name of this scope may hold at any time."""
        if name in self.shared:
            return anything()
        value = self.env.get(name)
        earlier = self.rebound.get(name)
        if value is None or earlier is None:
            return value
        return anything() if len(earlier) > _MANY_BINDINGS else join_all([*earlier, value], None)

    def around(self) -> Around:
        """What of the frame the statements around a block decide."""
        return self.loops, self.exits, self.continues, self.missed, self.tried, self.leaked, self.chosen

    @property
    def kept(self) -> set[str] | None:
        """Where names go that a path within a loop may leave as an earlier iteration did; None outside of loops."""
        return self.missed if self.loops else None

    def restore(self, around: Around) -> None:
        """Set what the statements around a block decide."""
        self.loops, self.exits, self.continues, self.missed, self.tried, self.leaked, self.chosen = around

    def modules(self) -> list[Module]:
        """The modules that have a name in this scope."""
        return [value for value in self.env.values() if isinstance(value, Module)]

    def bind(self, name: str, value: Value) -> None:
        """Give a name a new value; what was known of paths through the old one is forgotten."""
        old = self.env.get(name)
        if old is not None and old is not value:
            self.rebound.setdefault(name, []).append(old)
        self.env[name] = value
        if self.tried is not None:
            self.tried.append((name, value))
        paths = self.paths.get(name)
        if paths:
            for path in paths:
                self.env.pop(path, None)

    def unbind(self, name: str) -> None:
        """Take a name away, which functions have read before."""
        old = self.env.pop(name, None)
        if old is not None:
            self.rebound.setdefault(name, []).append(old)

    def bind_all(self, values: Environment) -> None:
        """Give names new values, and then what was changed in place under a path, which a new value forgets."""
        for name, value in values.items():
            if name.isidentifier():
                self.bind(name, value)
        for name, value in values.items():
            if not name.isidentifier():
                self.change(name, value)

    def bind_path(self, root: str, path: str, value: Value) -> None:
        """Give a path such as ``self.total`` a value in this frame; what was known of paths through it is forgotten.

        Of a list or dict no more items are known by their places than a value may have: each change of it asks for all.
        """
        at = path.find("[")
        if at > 0:
            items = self.paths.get(path[:at], ())
            if path not in items and not limits.fits(len(items) + 1):
                return
        self.env[path] = value
        if self.tried is not None:
            self.tried.append((path, value))
        self.paths.setdefault(root, set()).add(path)
        for prefix in _prefixes(root, path):
            self.paths.setdefault(prefix, set()).add(path)
        for deeper in self.paths.get(path, ()):
            self.env.pop(deeper, None)

    def bind_alike(self, root: str, receiver: Value, name: str, value: Value) -> None:
        """Give the attribute that was set under one name of an object the same value under its other names."""
        if limits.fits(len(self.paths)):
            for other in [one for one in self.paths if one != root and self.env.get(one) is receiver]:
                if f"{other}.{name}" in self.env:
                    self.bind_path(other, f"{other}.{name}", value)

    def rebind_attribute(self, name: str, value: Value, node: cst.CSTNode) -> None:
        """An object may be one that this frame knows: another function gave its attribute this value."""
        for root, paths in list(self.paths.items()):
            if not root.isidentifier():
                continue
            for path in [path for path in paths if path.endswith(f".{name}")]:
                known = self.env.get(path)  # None too where a new value of `x.net` made this frame forget `x.net.net`
                if known is not None:
                    self.bind_path(root, path, join(known, value, node))

    def change(self, name: str, value: Value) -> None:
        """The object of a name was changed in place: ``value`` is what is known of it now."""
        old = self.env.get(name)
        if old is not None:
            self.rebound.setdefault(name, []).append(old)
            self.leaked[name] = value
        self.env[name] = value
        if self.tried is not None:
            self.tried.append((name, value))

    def leak(self, leaked: Environment, node: cst.CSTNode) -> None:
        """Bind what a walrus bound in an expression that may have been passed over; ``leaked`` is what did before."""
        self.bind_all(
            {
                name: join(self.env[name], value, node) if name in self.env else value
                for name, value in self.leaked.items()
            }
        )
        leaked.update(self.leaked)
        self.leaked = leaked

    def learn(self, name: str, value: Value) -> None:
        """More is known of what a name of this scope holds.

        Of one of a scope around nothing is learnt: the paths without the evidence have nothing to join with it.
        """
        if name in self.env or self.lookup(name) is None:
            self.env[name] = value

    def forget_shared(self) -> None:
        """A function was called: it may have bound the names that functions share."""
        frame: Frame | None = self
        while frame is not None:
            for name in frame.shared:
                value = frame.leaked[name] = anything()
                frame.bind(name, value)
            frame = frame.parent


def _mode_in(env: Environment) -> bool | None:
    mode = env[GRAD_MODE]
    return mode.number is True if type(mode) is Number and mode.number is not None else None


def changes(before: Environment, after: Environment) -> Iterable[tuple[str, Value]]:
    """The names that hold another value in ``after`` than in ``before``, or that are new there, with that value.

    What two branches of a long scope share is nearly everything, so it is passed over in C.
    """
    return compress(after.items(), map(is_not, after.values(), map(before.get, after)))


def interrupted(
    before: Environment, tried: Iterable[tuple[str, Value]], node: cst.CSTNode, kept: set[str] | None = None
) -> Environment:
    """The environment where a block may have been left after any of its statements, or in the middle of one.

    ``kept`` are the names that may hold there what an earlier iteration gave them.
    """
    joined = dict(before)
    for name, value in tried:
        other = joined.get(name)
        if other is not None:
            joined[name] = join(other, value, node)
        elif not _is_path(name):
            joined[name] = value
            if kept is not None:
                kept.add(name)
    return joined


def join_environments(a: Environment, b: Environment, node: cst.CSTNode, kept: set[str] | None = None) -> Environment:
    """The environment where two branches meet.

    A name that only one of them binds is bound, as the program would fail otherwise; a path such as ``self.total``
    holds on the other one what it held before, which is not known here.  Within a loop the other one may keep what an
    earlier iteration gave the name: such names are added to ``kept``.
    """
    if a is b:
        return a
    joined = dict(a)
    added = 0
    for name, value in changes(a, b):
        other = a.get(name)
        if other is not None:
            joined[name] = join(other, value, node)
        else:
            added += 1
            if not _is_path(name):
                joined[name] = value
                if kept is not None:
                    kept.add(name)
    if len(a) + added != len(b):  # some names of a are not in b
        for name in a.keys() - b.keys():
            if _is_path(name):
                del joined[name]
            elif kept is not None:
                kept.add(name)
    return joined


def forgotten_paths(before: Environment, after: Environment) -> list[str]:
    """The paths, such as ``xs[0]``, of which nothing is known any more: the list was changed in between, say."""
    return [name for name in before.keys() - after.keys() if _is_path(name)]


def unbound(env: Environment, other: Environment) -> Iterable[str]:
    """The names that only the other environment binds."""
    return (name for name in other.keys() - env.keys() if not _is_path(name))


def _prefixes(root: str, path: str) -> list[str]:
    """The paths that a path goes through: ``self.a`` and ``self.a[0]`` for ``self.a[0].b``."""
    start = len(root) + 1
    if path.find(".", start) < 0 and path.find("[", start) < 0:  # most of them
        return []
    return [path[:at] for at in range(start, len(path)) if path[at] in ".["]


def _is_path(name: str) -> bool:
    return not name.isidentifier() and name != "*"  # which stands for what a module imports without names
