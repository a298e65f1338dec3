"""Notes where a method is read and not called, and where what is called is no method."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from ..knowledge.columns import Signature
from ..knowledge.python_operations import (
    ATTRIBUTE,
    CALLED_PROPERTY,
    UNCALLED,
    UNCALLED_COMPARED,
    UNCALLED_STATEMENT,
    UNCALLED_TEXT,
)
from ..knowledge.signatures import TABLE
from ..knowledge.tensor_attributes import PROPERTIES, is_backward
from ..knowledge.tensor_evidence import TENSOR_VERBS
from ..knowledge.training import METHOD_EVENTS, TRAINING_ALONE, Role
from ..values import NONE, Bound, Module, Operation, Optimizer, Scheduler, Tensor, Text, Unknown, Value

if TYPE_CHECKING:
    from .calls.arguments import Arguments
    from .interpreter import Interpreter

# Methods of which a statement that only names them may be one, whatever the object.
_OF_TRAINING = TRAINING_ALONE - {"cuda", "cpu"}
_ROLES = {Module: Role.MODULE, Optimizer: Role.OPTIMIZER, Scheduler: Role.SCHEDULER}
_ABOUT_OBJECTS = (cst.Is, cst.IsNot, cst.In, cst.NotIn)


class Uncalled:
    """Notes where a method is read and not called, and where what is called is no method."""

    __slots__ = ("interpreter",)

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter

    def used(self, value: Bound, node: cst.CSTNode, use: Signature = UNCALLED) -> None:
        """A method takes the place of its result: an operation that says how, at the node of the method."""
        if value.function is None and isinstance(value.receiver, Tensor):
            if value.name in TABLE.methods or value.name in TABLE.inplace:
                self._note(use, node, value.receiver, value.name)

    def iterated(self, value: Value, node: cst.CSTNode) -> None:
        """A value is iterated over or unpacked, which no method can be."""
        if type(value) is Bound:
            self.used(value, node)

    def written(self, arguments: Arguments) -> None:
        """The arguments of a call go into a text: ``"{}".format(loss.item)``, ``logging.info("%s", loss.item)``."""
        for value, node in zip(arguments.positional, arguments.nodes, strict=True):
            if type(value) is Bound:
                self.used(value, node, UNCALLED_TEXT)
        for name, value in arguments.keywords.items():
            if type(value) is Bound and name in arguments.keyword_nodes:
                self.used(value, arguments.keyword_nodes[name], UNCALLED_TEXT)

    def read(self, receiver: Unknown, name: str, node: cst.CSTNode) -> None:
        """An attribute is read of an attribute: ``x.detach.clone()`` shows by both names that x is a tensor."""
        origin = receiver.origin
        if origin is None or origin.signature is not ATTRIBUTE or origin.node is not node:
            return
        method = origin.operand("name")
        if isinstance(method, Text) and method.text in TENSOR_VERBS and name in TABLE.methods:
            self._note(UNCALLED, node, origin.operand(), method.text)

    def compared(self, operator: cst.BaseCompOp, *sides: tuple[Value, cst.CSTNode]) -> None:
        """A method is compared with a value: nothing is equal to it, and anything else raises."""
        if isinstance(operator, _ABOUT_OBJECTS) or any(value is NONE for value, _ in sides):
            return
        equality = isinstance(operator, (cst.Equal, cst.NotEqual))
        for value, node in sides:
            if type(value) is Bound:
                self.used(value, node, UNCALLED_COMPARED if equality else UNCALLED)

    def stated(self, value: Value, node: cst.Attribute) -> None:
        """An attribute is a statement of its own, ``optimizer.step``, which does nothing."""
        name = node.attr.value
        if isinstance(value, Bound) and value.function is None:
            receiver = value.receiver
            role = _ROLES.get(type(receiver))
            if role is not None and (role, name) in METHOD_EVENTS:
                self._note(UNCALLED_STATEMENT, node, receiver, name)
            else:
                self.used(value, node, UNCALLED_STATEMENT)
        elif isinstance(value, Unknown) and (is_backward(name) or name in _OF_TRAINING):
            self._note(UNCALLED_STATEMENT, node, self.interpreter.values.get(id(node.value), value), name)

    def called(self, node: cst.Call) -> None:
        """What is called is no function: a property of a tensor, ``x.is_cuda()``, is noted."""
        if type(node.func) is cst.Attribute and node.func.attr.value in PROPERTIES:
            receiver = self.interpreter.values.get(id(node.func.value))
            if isinstance(receiver, Tensor):
                self._note(CALLED_PROPERTY, node, receiver, node.func.attr.value)

    def _note(self, use: Signature, node: cst.CSTNode, receiver: Value, name: str) -> None:
        operands: dict[str, Value] = {"input": receiver, "name": Text(name)}
        self.interpreter.operations[id(node)] = self.interpreter.record(Operation(use, node, operands))
