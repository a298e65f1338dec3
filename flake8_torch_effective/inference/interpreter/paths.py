"""Names and paths (``self.weight``, ``batch["x"]``) as the current frame binds them."""

from __future__ import annotations

import builtins
from collections.abc import Mapping
from typing import TYPE_CHECKING

import libcst as cst

from ..knowledge.names import RECEIVER
from ..knowledge.signatures import TABLE
from ..values import (
    NONE,
    UNKNOWN,
    Class,
    Dtype,
    Function,
    Instance,
    Number,
    Reference,
    Unknown,
    Value,
    join,
    join_all,
    limits,
)

if TYPE_CHECKING:
    from .interpreter import Interpreter

DTYPES = {
    "torch." + alias: name
    for name, aliases in {
        "float32": ("float32", "float"),
        "float64": ("float64", "double"),
        "float16": ("float16", "half"),
        "bfloat16": ("bfloat16",),
        "int64": ("int64", "long"),
        "int32": ("int32", "int"),
        "int16": ("int16", "short"),
        "int8": ("int8",),
        "uint8": ("uint8",),
        "bool": ("bool",),
        "complex64": ("complex64", "cfloat"),
        "complex128": ("complex128", "cdouble"),
    }.items()
    for alias in aliases
}


class Paths:
    """Names and paths (``self.weight``, ``batch["x"]``) as the current frame binds them."""

    __slots__ = ("interpreter", "unbound", "writers")

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter
        self.unbound: dict[str, Unknown] = {}
        self.writers: dict[cst.CSTNode, Function] = {}

    def name(self, node: cst.Name) -> Value:
        interpreter = self.interpreter
        word = node.value
        value = interpreter.frame.env.get(word)
        if value is None:
            value = interpreter.frame.lookup(word, throughout=interpreter.depth == 0)
            if value is None:
                interpreter.frame.missed.add(word)
                if word == RECEIVER and interpreter.frame.function is not None:
                    interpreter.strays[interpreter.frame.function] = node
                found = self.builtin(word)
                if type(found) is Reference and found.name[:5] == "torch":
                    interpreter.references[id(node)] = node, found.name
                return found
        return value

    def builtin(self, word: str) -> Value:
        """A name that no scope of the file binds."""
        if word == "None":
            return NONE
        if word == "True":
            return Number("bool", True)
        if word == "False":
            return Number("bool", False)
        star = self.interpreter.frame.lookup("*")
        if star is not None and isinstance(star, Reference) and star.name + "." + word in TABLE.functions:
            return Reference(star.name + "." + word)
        if hasattr(builtins, word):
            return Reference("builtins." + word)
        # Bound by another cell or file, or by ``from package import *``: one object wherever it is read.
        return self.unbound.setdefault(word, Unknown())

    def current(self, node: cst.BaseExpression) -> Value:
        """What a name, path or expression is now, without evaluating it again."""
        path = path_of(node)
        if path is not None:
            value = self.interpreter.frame.lookup(path[1])
            if value is not None:
                return value
        return self.interpreter.values.get(id(node), UNKNOWN)

    def set_path(self, node: cst.BaseExpression, value: Value) -> None:
        """Rebind a name or path in this branch only."""
        path = path_of(node)
        if path is not None:
            if path[0] == path[1]:
                self.interpreter.frame.learn(path[1], value)
            else:
                self.interpreter.frame.bind_path(path[0], path[1], value)

    def rebind(self, node: cst.CSTNode, value: Value, old: Value, index: Value | None = None) -> None:
        """The object at ``node`` was changed in place: all that hold ``old`` hold the new value from here on.

        Of a list or dict only the item at ``index`` was changed, where that is given.
        """
        self.interpreter.changes.changed(old, value, node, index)
        path = path_of(node)
        if path is not None:
            root, key = path
            frame = self.interpreter.frame
            if root != key:
                frame.bind_path(root, key, value)
                self.note_attribute(node, value)
            elif key in frame.env or frame.lookup(key) is None:
                frame.change(key, value)
            # What a name of a scope around holds stays there, as on a path without this change nothing binds it here.

    def note_attribute(self, node: cst.CSTNode, value: Value) -> None:
        """Remember what ``self.x`` is for the other methods of the class."""
        if type(node) is cst.Attribute and type(node.value) is cst.Name:
            receiver = self.interpreter.frame.lookup(node.value.value)
            if isinstance(receiver, Instance) and receiver.cls is not None:
                self.write_attribute(receiver.cls, node.attr.value, node, value)

    def write_attribute(self, cls: Class, name: str, node: cst.CSTNode, value: Value) -> None:
        """One place that gives ``self.name`` a value; a second look at the same place replaces the first.

        Not so where a call is followed: another one gives another value.
        """
        self.interpreter.changes.note_holder(cls, value)
        self.interpreter.frame.written.add(name)
        writes = cls.writes.setdefault(name, {})
        function = self.interpreter.frame.function
        if function is not None:
            self.writers[node] = function
        if writes and node not in writes and self.replaces(function, node, writes):
            writes.clear()
        if self.interpreter.depth and node in writes:
            value = join(writes[node], value, None)
        if writes and node not in writes:
            cls.attributes[name] = join(cls.attributes[name], value, None)
            if len(writes) < limits.ALTERNATIVES:
                writes[node] = value
            return
        writes[node] = value
        joined = join_all(writes.values(), None)
        if joined is not None:
            cls.attributes[name] = joined

    def is_set_later(self, cls: Class, name: str) -> bool:
        """Whether only ``__init__`` itself gives an attribute a value, further on: so far a base outside the file does.

        In ``self.targets = torch.tensor(self.targets)`` the right side is what that base has made.
        """
        frame = self.interpreter.frame
        function = frame.function
        if function is None or function.name != "__init__" or name in frame.written:
            return False
        writes = [node for base in cls.ancestry() for node in base.writes.get(name, ())]
        return bool(writes) and all(self.writers.get(node) is function for node in writes)

    def replaces(self, function: Function | None, node: cst.CSTNode, writes: Mapping[cst.CSTNode, Value]) -> bool:
        """Whether ``__init__`` in any case gives an attribute another value than before: ``self.x = f(self.x)``."""
        interpreter = self.interpreter
        if function is None or interpreter.depth or interpreter.frame.returns or function.name != "__init__":
            return False
        if any(self.writers.get(write) is not function for write in writes):
            return False
        body = function.node.body
        return type(body) is cst.IndentedBlock and any(
            type(small) is cst.Assign and any(target.target is node for target in small.targets)
            for line in body.body
            if type(line) is cst.SimpleStatementLine
            for small in line.body
        )


def dotted(name: str) -> Value:
    """A dotted name from outside the file: a dtype, a constant, or a reference."""
    dtype = DTYPES.get(name)
    if dtype is not None:
        return Dtype(dtype)
    if name in ("math.pi", "math.e", "math.inf", "math.nan", "torch.pi", "torch.inf", "numpy.pi", "numpy.inf"):
        return Number("float")
    return Reference(name) if len(name) <= limits.TEXT else Unknown()


def path_of(node: cst.CSTNode) -> tuple[str, str] | None:
    """The name a chain of attributes and literal subscripts starts from, and the chain as a key."""
    if type(node) is cst.Name:
        return node.value, node.value
    if type(node) is cst.Attribute and type(node.value) is cst.Name:  # most of them
        root = node.value.value
        return root, f"{root}.{node.attr.value}"
    links: list[str] = []
    while len(links) < limits.LINKS:
        if type(node) is cst.Attribute:
            links.append(f".{node.attr.value}")
            node = node.value
        elif type(node) is cst.Subscript and len(node.slice) == 1:
            index = node.slice[0].slice
            if type(index) is not cst.Index or type(index.value) not in (cst.SimpleString, cst.Integer):
                return None
            links.append(f"[{index.value.value}]")  # type: ignore[attr-defined]
            node = node.value
        elif type(node) is cst.Name:
            return node.value, node.value + "".join(reversed(links))
        else:
            return None
    return None
