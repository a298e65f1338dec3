"""What a file may put in the place of a name of torch: by assignment, or through the dictionary of a module."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import chain
from typing import Final

import libcst as cst

from ..inference.interpreter.inference import Inference
from ..inference.knowledge.names import RECEIVER
from ..inference.values import Function, Reference, Tensor, Unknown
from ..syntax.naming import called_name, last_name, targets_in
from ..syntax.parsing import Nodes
from .surroundings import Surroundings

# Statements that bind what stands in their field `target`.
_STORING: Final = (cst.AssignTarget, cst.AnnAssign, cst.AugAssign, cst.Del, cst.For)
# Methods of a dictionary that leave it as it is.
_READING: Final = frozenset({"__contains__", "__getitem__", "__len__", "copy", "get", "items", "keys", "values"})
# What reads a dictionary in which it holds one; an argument is looked at by itself.
_READERS: Final = (
    cst.Assert, cst.BinaryOperation, cst.Comparison, cst.ComparisonTarget, cst.CompFor, cst.Expr,
    cst.FormattedStringExpression, cst.StarredDictElement, cst.StarredElement,
)  # fmt: skip
# What gives the dictionary of the code around it.
_OWN: Final = frozenset({"globals", "locals", "vars"})
# Calls that give a module; the results of others are objects of some class.
_IMPORTING: Final = frozenset({"__import__", "get", "getattr", "getmodule", "import_module", "reload"})
_OBJECTS: Final = frozenset({RECEIVER, "cls"})


class Replacing:
    """The assignments of a file to attributes, and to entries of the dictionaries that hold them."""

    def __init__(self, nodes: Nodes, inference: Inference, surroundings: Surroundings) -> None:
        self.nodes = nodes
        self.inference = inference
        self.surroundings = surroundings

    def may_replace(self, *names: str) -> bool:
        """Whether the file may give one of some dotted names another value, or a module through which it is read."""
        parts = [name.split(".") for name in names]
        last = {name[-1] for name in parts}
        around = {part for name in parts for part in name[1:-1]}
        if self.writes_to_dictionaries:
            return True
        for target in self._targets:
            if type(target) is not cst.Attribute:
                continue
            name = target.attr.value
            if name in last or (name in around and self._may_hold_module(target.value)):
                return True
            if name == "__class__" and self.may_be_module(target.value):  # its `__getattr__` then gives what it likes
                return True
        return False

    @cached_property
    def writes_to_dictionaries(self) -> bool:
        """Whether the file may write to the dictionary of a module, by which any of its names gets another value."""
        return any(self._may_write(node, held) for node, held in self._dictionaries)

    @cached_property
    def _targets(self) -> list[cst.CSTNode]:
        """What the file assigns to, deletes, or binds in another way."""
        found = [node.target for kind in _STORING for node in self.nodes[kind]]  # type: ignore[attr-defined]
        found += [node.asname.name for node in self.nodes[cst.WithItem] if node.asname is not None]  # type: ignore[attr-defined]
        return list(chain.from_iterable(map(targets_in, found)))

    @property
    def _dictionaries(self) -> Iterator[tuple[cst.BaseExpression, cst.BaseExpression | None]]:
        """Each ``X.__dict__`` and ``vars(X)`` with its ``X``, which is None for ``globals()``."""
        for node in self.nodes[cst.Attribute]:
            if type(node) is cst.Attribute and node.attr.value == "__dict__":
                yield node, node.value
        for node in self.nodes[cst.Call]:
            if type(node) is cst.Call and type(node.func) is cst.Name and node.func.value in _OWN:
                yield node, node.args[0].value if node.args else None

    def _may_write(self, node: cst.BaseExpression, held: cst.BaseExpression | None) -> bool:
        if held is not None and not self.may_be_module(held):
            return False
        if held is None and type(self.surroundings.scope(node)) is not cst.Module and called_name(node) != "globals":
            return False  # what a function writes to its `locals()` is lost
        parent = self.surroundings.parent(node)
        if type(parent) is cst.Subscript and parent.value is node:
            return any(parent is target for target in self._targets)
        if type(parent) is cst.Attribute:
            return parent.attr.value not in _READING
        if type(parent) is cst.For or type(parent) is cst.AugAssign:
            return parent.target is node
        if type(parent) is not cst.Arg:
            return not isinstance(parent, _READERS)
        call = self.surroundings.parent(parent)
        if parent.star or type(call) is not cst.Call:
            return False
        if held is None or isinstance(self.inference.value(held), Reference):
            return called_name(call) not in ("dict", "len", "list", "print", "set", "sorted")
        # Options are handed to loggers everywhere; of what may be a module only a function of the file is given it.
        writes = called_name(call) in ("__setitem__", "setdefault", "setitem", "update")
        return writes or isinstance(self.inference.value(call.func), Function)

    def may_be_module(self, node: cst.CSTNode) -> bool:
        """Whether an expression may be a module of Python's: one that is imported, or what nobody knows."""
        value = self.inference.value(node)
        if isinstance(value, Reference):
            return True
        if not isinstance(value, Unknown) or last_name(node) in _OBJECTS:
            return False
        if type(node) is cst.Call:
            return called_name(node) in _IMPORTING
        name = node.value if type(node) is cst.Name else ""
        bound = self.surroundings.bindings(self.surroundings.scope(node)).get(name, [])
        return not bound or not all(map(self._is_made, bound))

    def _is_made(self, target: cst.CSTNode) -> bool:
        """Whether a name is bound to what a call gives that imports nothing, as ``parser.parse_args()``."""
        assign = self.surroundings.parent(target)
        made = assign.value if type(assign) is cst.Assign else None
        return type(made) is cst.Call and type(target) is cst.AssignTarget and called_name(made) not in _IMPORTING

    def _may_hold_module(self, node: cst.CSTNode) -> bool:
        """Whether an attribute of an object may be a module: ``nn.init``, but not ``self.data`` or ``x.data``."""
        return last_name(node) not in _OBJECTS and not isinstance(self.inference.value(node), Tensor)
