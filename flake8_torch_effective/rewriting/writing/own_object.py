"""Whether a method that lacks ``self`` is called with its object, and whether all see the error that this raises."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Final

import libcst as cst

from ...inference.knowledge.names import RECEIVER, canonical
from ...inference.values import Class, Function, Reference
from ...syntax.naming import called_name, last_name
from ..writer import Rewriting

# Bases of which no method catches the errors of those that a subclass defines.
_RAISING: Final = (
    "abc.ABC", "builtins.object", "torch.autograd.", "torch.distributions.", "torch.nn.", "torch.optim.",
    "torch.utils.data.", "typing.Generic", "typing.Protocol",
)  # fmt: skip
# Modules of which the classes are errors, data or types, and run nothing.
_PLAIN_LIBRARY: Final = frozenset({"builtins", "collections", "dataclasses", "enum", "typing"})
_DATACLASS: Final = "dataclass"


def is_seen_to_fail(write: Rewriting, method: Function) -> bool:
    """Whether nothing that the file shows may catch the error of a method, or give it another object as ``self``.

    The standard library goes on after an error of a formatter, a handler of requests or a test, and so may any package
    of which a class is derived.  A metaclass and a decorator may call the method in any way, and by its name, too.
    """
    cls, mentions = method.cls, write.elsewhere.mentions
    if cls is None or mentions.has_text(method.name, RECEIVER) or mentions.sets_attribute(RECEIVER):
        return False
    heirs = [one for one in write.inference.classes.values() if cls in one.ancestry()]
    if any(_is_run_by_library(one) for one in write.inference.classes.values()):
        return False
    return all(map(_hands_errors_on, (cls, *heirs))) and len(_bindings(write, method)) == 1


def _is_run_by_library(cls: Class) -> bool:
    """Whether the standard library may run methods of a class, and so catch errors of all that they call."""
    bases = (name for name in cls.outside_bases() if not name.startswith(_RAISING))
    return any(name.partition(".")[0] in sys.stdlib_module_names - _PLAIN_LIBRARY for name in bases)


def _hands_errors_on(cls: Class) -> bool:
    decorators = [one.decorator for one in cls.node.decorators]
    if cls.node.keywords or not all(_DATACLASS in (last_name(one), called_name(one)) for one in decorators):
        return False
    bases = [base for one in cls.ancestry() for base in one.bases if not isinstance(base, Class)]
    return all(isinstance(base, Reference) and canonical(base.name).startswith(_RAISING) for base in bases)


def _bindings(write: Rewriting, method: Function) -> list[cst.CSTNode]:
    """What binds the name of a method in its class: other functions, too, as ``@overload`` has them."""
    assert method.cls is not None
    return write.surroundings.bindings(method.cls.node).get(method.name, [])


def uses_of_method(write: Rewriting, method: Function) -> tuple[bool, bool]:
    """Whether the file reads a method from an object, and whether it reads it from the class, as a plain function.

    ``Net.rescale(x)``, ``type(self).rescale(x)`` and, in the body of the class, ``table = {"rescale": rescale}`` do the
    latter; ``Net.rescale(self, x)`` gives the object, and ``forward = rescale`` is another name of the method.
    """
    bound = apart = False
    for node in write.inference.nodes_of(cst.Attribute):
        if type(node) is cst.Attribute and node.attr.value == method.name:
            of_class = _is_class(write, node.value) and not _is_given_object(write, node)
            bound, apart = bound or not of_class, apart or of_class
    for name in _read_in_class(write, method):
        assign = write.surroundings.parent(name)
        renamed = type(assign) is cst.Assign and all(type(one.target) is cst.Name for one in assign.targets)
        bound, apart = bound or renamed, apart or not renamed
    return bound, apart


def _is_class(write: Rewriting, node: cst.BaseExpression) -> bool:
    """Whether an expression is a class, as ``type(self)`` and ``self.__class__`` are."""
    by_name = called_name(node) == "type" or last_name(node) in ("__class__", "cls")
    return by_name or isinstance(write.inference.value(node), Class)


def _is_given_object(write: Rewriting, node: cst.Attribute) -> bool:
    call = write.surroundings.parent(node)
    return (
        type(call) is cst.Call and call.func is node and bool(call.args) and last_name(call.args[0].value) == RECEIVER
    )


def _read_in_class(write: Rewriting, method: Function) -> Iterator[cst.Name]:
    """Where the body of a class reads the name of a method, also in a default value and in a decorator."""
    assert method.cls is not None
    around = write.surroundings
    for name in around.mentions(method.cls.node, method.name):
        scope, parent = around.scope(name), around.parent(name)
        if name.value != method.name or getattr(parent, "name", None) is name or type(parent) is cst.AssignTarget:
            continue
        if type(scope) is cst.FunctionDef and not around.encloses(scope.body, name):
            scope = around.scope(scope)
        if scope is method.cls.node:
            yield name
