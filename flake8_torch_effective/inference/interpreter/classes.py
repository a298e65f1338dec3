"""Defines, prepares and instantiates the classes of the file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from ..knowledge.data import PLAIN_BASES
from ..knowledge.names import LOADERS, canonical, is_dataset
from ..values import Class, Function, Loader, Reference, Tensor, Value
from .annotations import instance_of
from .calls.arguments import Arguments
from .frame import Frame

if TYPE_CHECKING:
    from .interpreter import Interpreter

_FIRST_METHODS = (
    "__init__",
    "__post_init__",
    "setup",
    "build",
    "_build",
    "_init_weights",
    "reset_parameters",
    "setUp",
    "configure_model",
)


class Classes:
    """Defines, prepares and instantiates the classes of the file."""

    __slots__ = ("interpreter", "prepared")

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter
        self.prepared: set[Class] = set()

    def prepare(self, cls: Class) -> None:
        interpreter = self.interpreter
        if cls in self.prepared:
            return
        self.prepared.add(cls)
        for base in cls.bases:
            if isinstance(base, Class):
                self.prepare(base)
        saved = (interpreter.frame, interpreter.depth)
        records = interpreter.records()
        interpreter.record_in(interpreter.recorded)  # a caller's summary is forgotten, what the methods say is not
        for name in _FIRST_METHODS:
            function = cls.functions.get(name)
            if function is not None and not function.analysis.runs:
                interpreter.depth = 0
                interpreter.functions.analyse(function)
        interpreter.frame, interpreter.depth = saved
        interpreter.record_in(records)

    def define_class(self, node: cst.ClassDef) -> bool:
        interpreter = self.interpreter
        if node.decorators:
            interpreter.functions.decorators_of(node)
        bases = [self.base(base.value) for base in node.bases]
        known = interpreter.known_classes.get(node) if interpreter.depth == 0 else None
        cls = known if known is not None else Class(node, bases)
        frame = Frame(interpreter.frame, interpreter.frame.function, cls)
        saved = interpreter.frame
        frame.grad = saved.grad
        interpreter.frame = frame
        interpreter.statements.suite(node.body)
        interpreter.frame = saved
        if frame.switches_grad:
            saved.switch_grad(frame.grad)
        for name, value in frame.env.items():
            if not isinstance(value, Function) and "." not in name:
                cls.attributes.setdefault(name, value)
                if isinstance(value, Tensor) and value.origin is not None:  # not only declared
                    cls.writes.setdefault(name, {}).setdefault(node, value)
        if interpreter.depth == 0:
            interpreter.known_classes[node] = cls
        interpreter.frame.bind(cls.name, cls)
        return False

    def base(self, node: cst.BaseExpression) -> Value:
        """A base class; of ``Dataset[T]`` the class without its parameters."""
        value = self.interpreter.evaluate(node)
        if type(node) is cst.Subscript:
            generic = self.interpreter.values.get(id(node.value))
            name = canonical(generic.name) if isinstance(generic, Reference) else ""
            if isinstance(generic, Class | Reference) and (
                isinstance(generic, Class) or is_dataset(name) or name in PLAIN_BASES
            ):
                return generic
        return value

    def instantiate(self, cls: Class, arguments: Arguments) -> Value:
        """An object of a class of this file."""
        self.prepare(cls)
        self.interpreter.instantiations[arguments.node] = self.interpreter.frame.function
        init = cls.function("__init__")
        value = instance_of(cls, arguments.keywords)
        if isinstance(value, Loader) and init is None:
            loader = next(name for name in map(canonical, cls.outside_bases()) if name in LOADERS)
            value = Loader(cls=cls, arguments=self.interpreter.calls.loader(loader, arguments).arguments)
        if init is not None:
            self.interpreter.parameters.note_arguments(init, [value, *arguments.positional], arguments.keywords)
        return value
