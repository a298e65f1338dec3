"""Which code that nobody knows runs functions of a file, and so may catch their errors or do without their results."""

from __future__ import annotations

import sys
from typing import Final

import libcst as cst

from ..inference.interpreter.inference import Inference
from ..inference.values import Bound, Class, Function, Instance, Module, Partial, Reference, Sequence, Unknown, Value
from ..syntax.naming import called_name, last_name
from .surroundings import Surroundings

# What calls the functions that it is given, and hands their errors on.
_KNOWN = ("abc.", "contextlib.", "dataclasses.", "functools.", "itertools.", "operator.", "torch.", "typing.")
_CALLING = frozenset(
    """
    apply classmethod deleter filter getter map max min partial property reduce register_backward_hook
    register_forward_hook register_forward_pre_hook register_hook setter sort sorted staticmethod
    """.split()
)
_CALLED_AS = frozenset({"collate_fn", "default_factory", "key", "lr_lambda", "worker_init_fn"})
# Packages whose contexts end no error and whose classes run no method in a `try`.
_LETTING_THROUGH = (sys.stdlib_module_names - {"concurrent", "contextlib", "unittest"}) | {"builtins", "torch", "tqdm"}
_CONTEXTS: Final = ("contextlib.chdir", "contextlib.closing", "contextlib.nullcontext", "contextlib.redirect_")


class Catching:
    """Where a file hands its functions, classes and objects to code of other files, or lets that see its errors."""

    def __init__(self, inference: Inference, surroundings: Surroundings) -> None:
        self.inference = inference
        self.surroundings = surroundings

    def is_known(self, function: cst.BaseExpression) -> bool:
        """Whether a function is of this file, of torch or of Python, and catches no errors of what it is given."""
        value = self.inference.value(function)
        if isinstance(value, Function | Class) or (isinstance(value, Bound) and value.function is not None):
            return True
        if isinstance(value, Reference) and value.name.startswith(_KNOWN):
            return True
        return last_name(function) in _CALLING

    def hands_on(self, call: cst.Call) -> bool:
        """Whether a call gives a function, class or object of this file to code that nobody knows, which may run it."""
        if self.is_known(call.func):
            return False
        given = [
            self.inference.value(one.value)
            for one in call.args
            if one.keyword is None or one.keyword.value not in _CALLED_AS
        ]
        return any(map(is_function, given)) or (any(map(_has_methods, given)) and not self._keeps(call.func))

    def _keeps(self, function: cst.BaseExpression) -> bool:
        """Whether a function only keeps or asks of the objects that it is given, or hands on what they raise."""
        value = self.inference.value(function)
        if isinstance(value, Bound):  # `layers.append(Block())`
            return isinstance(value.receiver, Module | Sequence)
        return (
            self._is_missing(function)
            or isinstance(value, Module)
            or (isinstance(value, Reference) and value.name.startswith("builtins."))
        )

    def _is_missing(self, read: cst.BaseExpression) -> bool:
        """Whether it is an attribute of a ``self`` that is nowhere bound, which raises by itself."""
        while isinstance(read, cst.Attribute | cst.Subscript):
            read = read.value
        around = self.surroundings
        outer = (around.scope(read), *around.ancestors(read))
        scopes = [one for one in outer if isinstance(one, cst.FunctionDef | cst.Lambda | cst.Module)]
        named = type(read) is cst.Name and read.value == "self"
        return named and not any("self" in around.bindings(one) for one in scopes)

    def stores(self, target: cst.BaseExpression, value: cst.BaseExpression) -> bool:
        """Whether an assignment makes a function or an object of this file part of a module or of an unknown object."""
        if not isinstance(target, cst.Attribute | cst.Subscript):
            return False
        if self._is_missing(target):
            return False
        stored, holder = self.inference.value(value), self.inference.value(target.value)
        return isinstance(holder, Reference | Unknown) and (is_function(stored) or _has_methods(stored))

    def swallows(self, item: cst.WithItem) -> bool:
        """Whether a context may end an error, as `contextlib.suppress` does: nobody knows what makes it."""
        made = item.item.func if type(item.item) is cst.Call else item.item
        value = self.inference.value(made)
        if isinstance(value, Function | Class | Instance):
            return isinstance(value, Instance) and value.cls is None and not _lets_through(value.name or "")
        if isinstance(value, Reference):
            return not _lets_through(value.name)
        return not (isinstance(value, Bound) and value.function is not None) and called_name(item.item) != "open"

    def inherits(self, cls: cst.ClassDef) -> bool:
        """Whether a class has a base of another file, whose methods may run those of the class in a `try`."""
        for base in cls.bases:
            node = base.value.value if type(base.value) is cst.Subscript else base.value  # `Generic[T]`
            value = self.inference.value(node)
            known = isinstance(value, Class) or (isinstance(value, Reference) and _lets_through(value.name))
            if not known and not base.star:
                return True
        return False


def _lets_through(name: str) -> bool:
    """Whether an error goes through a context or a class of this dotted name."""
    return name.partition(".")[0] in _LETTING_THROUGH or name.startswith(_CONTEXTS)


def is_function(value: Value) -> bool:
    """Whether a value is a function or a method of the file, perhaps with some of its arguments."""
    return isinstance(value, Function | Partial) or (isinstance(value, Bound) and value.function is not None)


def _has_methods(value: Value) -> bool:
    """Whether a value is a class of this file, or an object of one."""
    return isinstance(value, Class) or (isinstance(value, Instance) and value.cls is not None)
