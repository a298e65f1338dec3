"""What the use of a value shows it to be: rebinds the name that it was read from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from ..knowledge.columns import Formula
from ..knowledge.python_operations import CALL
from ..knowledge.tensor_evidence import GIVES_ITS_KIND
from ..values import (
    ELLIPSIS,
    NONE,
    UNKNOWN,
    Batch,
    Bound,
    Identity,
    Module,
    Number,
    Operation,
    Tensor,
    Unknown,
    Use,
    Value,
    is_slice,
)
from .paths import path_of

if TYPE_CHECKING:
    from .interpreter import Interpreter


class Evidence:
    """What the use of a value shows it to be: rebinds the name that it was read from.

    ``shown`` are the unknown objects that some use showed to be tensors, whether a name still says so or not,
    ``by_methods`` those of which only a method was called that objects of other packages seldom have.
    """

    __slots__ = ("by_methods", "dropped", "interpreter", "shown")

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter
        self.shown: set[Identity] = set()
        self.by_methods: set[Identity] = set()
        self.dropped: dict[int, list[tuple[cst.Call, Operation]]] = {}  # by the id of what the operation holds

    def assume(self, node: cst.CSTNode | None, value: Value, learnt: Value) -> Value:
        """Use shows that ``value``, written at ``node``, is ``learnt``: rebind the name it was read from."""
        interpreter = self.interpreter
        if learnt is value:
            return learnt
        if node is not None:
            path = path_of(node)
            if path is not None:
                root, key = path
                if root == key:
                    interpreter.frame.learn(key, learnt)
                else:
                    interpreter.frame.bind_path(root, key, learnt)
        identity = value.identity
        frame = interpreter.frame
        if identity is not None:
            name = frame.parameters.get(identity)
            if name is not None and frame.function is not None:
                frame.function.analysis.evidence.setdefault(name, learnt)
                if Use.READ in identity.uses:
                    frame.stale = True
        return learnt

    def assume_tensor(self, node: cst.CSTNode | None, value: Value) -> Value:
        """A value whose use shows it to be a tensor (an argument that torch takes only as a tensor)."""
        if isinstance(value, Tensor):
            if value.certain:
                return value
            return self.assume(node, value, value.refined(certain=True))
        if isinstance(value, Unknown) and (type(node) is cst.BinaryOperation or type(node) is cst.UnaryOperation):
            made = self.assume_operand(node)
            if isinstance(made, Tensor):
                return made
        if isinstance(value, Unknown) and value is not UNKNOWN:
            self.shown.add(value.identity)
            made = self.assume_source(value)
            tensor = made.refined(identity=value.identity) if isinstance(made, Tensor) else None
            tensor = tensor or Tensor(identity=value.identity, origin=value.origin)
            self.call_dropped(value, tensor)
            return self.assume(node, value, tensor)
        if isinstance(value, Batch) or value is UNKNOWN:
            tensor = Tensor(grad=False if isinstance(value, Batch) else None)
            self.call_dropped(value, tensor)
            return self.assume(node, value, tensor)
        return value

    def drop(self, call: cst.Call, value: Value) -> None:
        """A statement is a call: of `labels.to(device)` it may show only later that it is of a tensor."""
        name = call.func.attr.value if type(call.func) is cst.Attribute else ""
        if type(call.func) is not cst.Attribute or name not in GIVES_ITS_KIND or name.endswith("_"):
            return
        source = self.interpreter.values.get(id(call.func.value))
        if isinstance(source, Batch):
            operands: dict[str, Value] = {"input": source}
            for place, argument in enumerate(call.args):
                name = str(place) if argument.keyword is None else argument.keyword.value
                operands[name] = self.interpreter.values.get(id(argument.value), UNKNOWN)
            origin = self.interpreter.record(Operation(CALL, call, operands))
        elif isinstance(source, Unknown) and value.origin is not None and value.origin.signature is CALL:
            origin = value.origin
        else:
            return
        if source is not UNKNOWN:
            self.dropped.setdefault(id(source), []).append((call, origin))

    def call_dropped(self, value: Value, tensor: Tensor) -> None:
        """What proved to be a tensor had a method called before, whose result nobody took."""
        for call, origin in self.dropped.pop(id(value), ()):
            if self.is_here(origin):
                self.interpreter.methods.called_again(tensor, call, origin)

    def is_here(self, origin: Operation) -> bool:
        """Whether the interpreter stands in the loops and the grad mode of an operation before."""
        frame = self.interpreter.frame
        return origin.grad_enabled == frame.grad and origin.loops == frame.loops and not origin.chosen

    def assume_source(self, value: Unknown) -> Value:
        """What a tensor was made from by what gives its own kind, ``x.to(device)`` or ``x[:, 0]``, is a tensor too.

        Returns what that makes of it, where the same holds there as here.
        """
        origin = value.origin
        if origin is None:
            return UNKNOWN
        node, source = origin.node, origin.operands.get("input")
        if origin.formula is Formula.SUBSCRIPT:
            slices = any(is_slice(part) or part is NONE or part is ELLIPSIS for part in origin.index_parts)
            if slices and type(node) is cst.Subscript:
                self.assume_read(node.value, source)
        elif type(node) is cst.Call and type(node.func) is cst.Attribute and origin.signature is CALL:
            if node.func.attr.value in GIVES_ITS_KIND:
                read = self.interpreter.values.get(id(node.func.value))
                tensor = Tensor() if isinstance(read, Bound) else self.assume_read(node.func.value, source)
                if isinstance(tensor, Tensor) and self.is_here(origin):
                    return self.interpreter.methods.called_again(tensor, node, origin)
        return UNKNOWN

    def assume_read(self, node: cst.CSTNode, value: Value | None) -> Value:
        """An unknown value, read at ``node`` some time before, is a tensor: so is the name, if it still holds it."""
        if not isinstance(value, Unknown) or value is UNKNOWN:
            return UNKNOWN
        path = path_of(node)
        still_there = path is not None and self.interpreter.frame.env.get(path[1]) is value
        return self.assume_tensor(node if still_there else None, value)

    def assume_operand(self, node: cst.BinaryOperation | cst.UnaryOperation) -> Value:
        """The value of arithmetic whose result is a tensor: of ``1 + x`` it is x that must be one."""
        interpreter = self.interpreter
        left: Value = UNKNOWN
        right: Value = UNKNOWN
        if isinstance(node, cst.UnaryOperation):
            operand = node.expression
        else:
            left, right = (
                interpreter.values.get(id(node.left), UNKNOWN),
                interpreter.values.get(id(node.right), UNKNOWN),
            )
            if not isinstance(left, Number) and not isinstance(right, Number):
                return UNKNOWN
            operand = node.right if isinstance(left, Number) else node.left
        value = interpreter.values.get(id(operand), UNKNOWN)
        if not isinstance(value, Unknown):
            return UNKNOWN
        if isinstance(operand, (cst.BinaryOperation, cst.UnaryOperation)):
            learnt = self.assume_operand(operand)
        else:
            learnt = UNKNOWN if path_of(operand) is None else self.assume_tensor(operand, value)
        if not isinstance(learnt, Tensor):
            return UNKNOWN
        interpreter.values[id(operand)] = learnt
        if isinstance(node, cst.UnaryOperation):
            made = interpreter.operators.signed(node, learnt)
        else:
            left, right = (left, learnt) if operand is node.right else (learnt, right)
            made = interpreter.operators.operator(
                type(node.operator).__name__, left, right, node, node.left, node.right
            )
        interpreter.values[id(node)] = made
        return made

    def doubt(self, node: cst.CSTNode, value: Tensor) -> Value:
        """A value taken for a tensor by convention, whose use shows that it is something else."""
        interpreter = self.interpreter
        unknown = Unknown(value.origin)
        path = path_of(node)
        if path is not None:
            root, key = path
            if root == key:
                interpreter.frame.learn(key, unknown)
            else:
                interpreter.frame.bind_path(root, key, unknown)
        frame = interpreter.frame
        name = frame.parameters.get(value.identity)
        if name is not None and frame.function is not None:
            frame.function.analysis.evidence[name] = UNKNOWN
            frame.stale = True
        return unknown

    def as_module(self, node: cst.CSTNode, value: Unknown, was_read: bool) -> Module:
        """An unknown object on which methods of nn.Module are called; ``was_read`` before, when it was unknown."""
        interpreter = self.interpreter
        module = Module()
        path = path_of(node)
        if path is not None:
            if path[0] == path[1]:
                interpreter.frame.learn(path[1], module)
            else:
                interpreter.frame.bind_path(path[0], path[1], module)
        frame = interpreter.frame
        if value is not UNKNOWN:
            name = frame.parameters.get(value.identity)
            if name is not None and frame.function is not None and name not in frame.function.analysis.evidence:
                frame.function.analysis.evidence[name] = module
                frame.stale |= was_read
        return module
