"""Calls methods of tensors, arrays, batches and unknown objects."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from ... import transfer
from ...knowledge.columns import Formula
from ...knowledge.module_methods import BATCH_MOVES, LOGS, SHOWS_MODULE
from ...knowledge.names import canonical
from ...knowledge.python_builtins import CONTAINER_METHODS, ContainerMethod
from ...knowledge.python_operations import CALL, DATA_WRITE, LEGACY_CAST
from ...knowledge.signatures import TABLE
from ...knowledge.tensor_attributes import is_backward, is_foreign
from ...knowledge.training import TAKES_LOSS, Role, loss_parameter, role_by_class
from ...values import (
    NONE,
    OTHER,
    UNKNOWN,
    Array,
    Batch,
    Bound,
    Device,
    Dtype,
    Instance,
    Module,
    Notation,
    Number,
    Operation,
    Reference,
    Sequence,
    SequenceType,
    Tensor,
    Text,
    Unknown,
    Use,
    Value,
    consume,
    consume_deeply,
)
from ..inference import alternatives
from .arguments import Arguments
from .numpy import call_array_method
from .shown import shows_a_tensor

if TYPE_CHECKING:
    from ..interpreter import Interpreter

_COLLECTS = (ContainerMethod.APPEND, ContainerMethod.ADD)


def roles_of(value: Value) -> list[Role]:
    """What an object is by the class that makes it, or by the outside classes that its own derives from."""
    cls = value.cls if isinstance(value, Instance) else None
    if cls is not None:
        return [role_by_class(canonical(base)) for base in cls.outside_bases()]
    callee = None if value.origin is None else value.origin.operands.get("callee")
    return [role_by_class(canonical(callee.name))] if isinstance(callee, Reference) else []


class Methods:
    """Calls methods of tensors, arrays, batches and unknown objects."""

    __slots__ = ("interpreter",)

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter

    def call_bound(self, callee: Bound, arguments: Arguments) -> Value:
        """``receiver.method(...)``."""
        interpreter = self.interpreter
        receiver, name = callee.receiver, callee.name
        node = arguments.node.func
        receiver_node = node.value if type(node) is cst.Attribute else None
        if callee.function is not None:
            function = callee.function
            positional = arguments.positional
            if "staticmethod" not in function.decorators:
                positional = [receiver, *positional]
            return interpreter.functions.call_function(
                function, positional, arguments.keywords, arguments.node, arguments.complete
            )
        if isinstance(receiver, Tensor):
            return self.call_tensor_method(receiver, receiver_node, name, arguments)
        if name in TAKES_LOSS:
            self.give_loss(receiver, name, arguments)
        if isinstance(receiver, Sequence):
            return interpreter.containers.call_sequence_method(receiver, receiver_node, name, arguments)
        if name == "type" and isinstance(receiver, (Module, Unknown)):
            self.note_cast(receiver, receiver_node, arguments)
        if isinstance(receiver, Module):
            return interpreter.modules.call_module_method(receiver, receiver_node, name, arguments)
        if isinstance(receiver, Batch):
            if name in BATCH_MOVES:
                return Batch(receiver.origin)
            if name in ("items", "keys", "values", "get", "pop"):
                return Batch(receiver.origin)
            if name in TABLE.methods or name in TABLE.inplace:
                tensor = interpreter.evidence.assume_tensor(receiver_node, receiver)
                if isinstance(tensor, Tensor):
                    return self.call_tensor_method(tensor, receiver_node, name, arguments)
            return Unknown()
        if isinstance(receiver, Array):
            return call_array_method(receiver, name, arguments)
        if isinstance(receiver, (Device, Dtype, Text)):
            if name == "format":
                interpreter.uncalled.written(arguments)
            return (
                Text()
                if isinstance(receiver, Text) and name in ("format", "join", "strip", "lower", "upper", "replace")
                else OTHER
            )
        if isinstance(receiver, Unknown):
            return self.call_unknown_method(receiver, receiver_node, name, arguments)
        if isinstance(receiver, Number):
            return Number()
        if name in LOGS:
            self.log(arguments)
        return interpreter.calls.unknown_call(callee, arguments)

    def give_loss(self, receiver: Value, name: str, arguments: Arguments) -> None:
        """``accelerator.backward(loss)``: what a known trainer back-propagates is one number with a graph."""
        parameter = loss_parameter(roles_of(receiver), name)
        if parameter is None:
            return
        value = arguments.named((parameter,)).get(parameter, UNKNOWN)
        node = arguments.nodes[0] if arguments.positional else arguments.keyword_nodes.get(parameter)
        if isinstance(value, Unknown):
            value = self.interpreter.evidence.assume_tensor(node, value)
        if isinstance(value, Tensor):
            self.interpreter.signatures.back_propagate(value, node)

    def log(self, arguments: Arguments) -> None:
        """A call of a method that writes down its arguments: into a text, where one comes first."""
        if arguments.positional and isinstance(arguments.positional[0], Text):
            self.interpreter.uncalled.written(arguments)
        for value in arguments.values():
            consume(value, Use.PRINTED)

    def note_cast(self, receiver: Value, receiver_node: cst.CSTNode | None, arguments: Arguments) -> None:
        """``model.type(torch.FloatTensor)``: an operation for the rules, also where it may be a tensor's."""
        given = arguments.named(("dst_type",))
        types = given.get("dst_type", arguments.keywords.get("dtype", UNKNOWN))
        if receiver_node is None or not any(map(transfer.named_legacy_type, alternatives(types))):
            return
        nodes = {"input": receiver_node}
        cast = Operation(LEGACY_CAST, arguments.node, {"input": receiver, "dtype": types}, nodes, Notation.METHOD)
        self.interpreter.operations[id(arguments.node)] = self.interpreter.record(cast)

    def call_tensor_method(
        self, receiver: Tensor, receiver_node: cst.CSTNode | None, name: str, arguments: Arguments
    ) -> Value:
        """A method of a tensor."""
        interpreter = self.interpreter
        given = arguments.values()
        interpreter.unfollowed.may_call(given, given, arguments.node)  # y.register_hook(function)
        signature = TABLE.methods.get(name)
        if signature is not None:
            return interpreter.signatures.call_signature(signature, arguments, receiver, receiver_node, Notation.METHOD)
        signature = TABLE.inplace.get(name)
        if signature is not None:
            value = interpreter.signatures.call_signature(
                signature, arguments, receiver, receiver_node, Notation.IN_PLACE
            )
            if isinstance(value, Tensor):
                if signature.formula is Formula.REQUIRES_GRAD:
                    value = receiver.refined(grad=value.grad, leaf=value.leaf)
                interpreter.paths.rebind(receiver_node or arguments.node, value, receiver)
            return value
        if name.endswith("_") and not name.startswith("_"):  # set_(...), apply_(...): changed in whatever way
            operands: dict[str, Value] = {"input": receiver, "value": (arguments.positional or [UNKNOWN])[0]}
            changed = Tensor(origin=Operation(DATA_WRITE, arguments.node, operands), certain=receiver.certain)
            interpreter.paths.rebind(receiver_node or arguments.node, changed, receiver)
        return Unknown()

    def called_again(self, tensor: Tensor, call: cst.Call, origin: Operation) -> Value:
        """What a method gave, whose receiver is only now known to be a tensor; unknown where a star hides arguments."""
        if any(argument.star for argument in call.args) or type(call.func) is not cst.Attribute:
            return UNKNOWN
        positional = [argument.value for argument in call.args if argument.keyword is None]
        words = {argument.keyword.value: argument.value for argument in call.args if argument.keyword is not None}
        given = [origin.operand(str(place)) for place in range(len(positional))]
        keywords = {name: origin.operand(name) for name in words}
        arguments = Arguments(call, given, list(positional), keywords, dict(words), True)
        return self.call_tensor_method(tensor, call.func.value, call.func.attr.value, arguments)

    def sizes_unpacked(self, value: Unknown) -> Value:
        """``batch, length = x.size()``: several sizes show a tensor, as those of other objects are one number."""
        origin = value.origin
        if origin is None or type(origin.node) is not cst.Call or type(origin.node.func) is not cst.Attribute:
            return value
        call, receiver = origin.node, origin.node.func.value
        if call.args or origin.node.func.attr.value != "size" or "callee" in origin.operands:
            return value
        tensor = self.interpreter.evidence.assume_read(receiver, origin.operands.get("input"))
        if not isinstance(tensor, Tensor):
            return value
        return self.call_tensor_method(tensor, receiver, "size", Arguments(call, [], [], {}, {}, True))

    def shows_a_tensor(
        self, receiver: Unknown, receiver_node: cst.CSTNode | None, name: str, arguments: Arguments
    ) -> bool:
        """Whether a method shows an unknown object to be a tensor, which nothing shows to be something else."""
        if Use.FOREIGN in receiver.identity.uses or self.interpreter.imports.have_too(name):
            return False
        return shows_a_tensor(name, arguments, receiver_node)

    def call_unknown_method(
        self, receiver: Unknown, receiver_node: cst.CSTNode | None, name: str, arguments: Arguments
    ) -> Value:
        """A method of an unknown object: its name or keywords may show that the object is a tensor or a module."""
        interpreter = self.interpreter
        was_read = Use.READ in receiver.identity.uses
        if receiver is not UNKNOWN:
            receiver.identity.uses.add(Use.READ)
        if self.shows_a_tensor(receiver, receiver_node, name, arguments):
            interpreter.evidence.by_methods.add(receiver.identity)
            tensor = interpreter.evidence.assume_tensor(receiver_node, receiver)
            if isinstance(tensor, Tensor):
                return self.call_tensor_method(tensor, receiver_node, name, arguments)
        if receiver is not UNKNOWN and is_foreign(name):
            receiver.identity.uses.add(Use.FOREIGN)
        if name == "__init__" and type(receiver_node) is cst.Call and interpreter.frame.function is not None:
            interpreter.modules.initialise_layers(interpreter.frame.function.cls, arguments)
        if is_backward(name):
            named = isinstance(receiver_node, (cst.Name, cst.Attribute, cst.Subscript))
            if named and not arguments.positional and not interpreter.imports.have_too(name):
                if not (type(receiver_node) is cst.Name and receiver_node.value == "self"):
                    consume_deeply(receiver, Use.BACKWARD)
                    consume(receiver, Use.LOSS)
                    tensor = interpreter.evidence.assume_tensor(receiver_node, receiver)
                    if isinstance(tensor, Tensor) and receiver_node is not None:
                        interpreter.paths.rebind(receiver_node, tensor.refined(grad=True, loss=True, shape=()), tensor)
                    return NONE
            for value in [receiver, *arguments.positional]:
                consume_deeply(value, Use.BACKWARD)
                consume(value, Use.LOSS)
            return NONE
        if name in SHOWS_MODULE and not (name == "eval" and arguments.positional):
            if isinstance(receiver_node, (cst.Name, cst.Attribute)):
                module = interpreter.evidence.as_module(receiver_node, receiver, was_read)
                return interpreter.modules.call_module_method(module, receiver_node, name, arguments)
        if name == "prepare" and not arguments.keywords and arguments.complete:  # Accelerator.prepare(model, optimizer)
            kinds = {value.kind for value in arguments.positional}
            if kinds & {"optimizer", "loader"} and kinds <= {"module", "optimizer", "scheduler", "loader", "unknown"}:
                many = len(arguments.positional) > 1
                return Sequence(SequenceType.TUPLE, arguments.positional) if many else arguments.positional[0]
        if name in ("scale", "unscale"):  # GradScaler.scale(loss)
            return arguments.positional[0] if arguments.positional else UNKNOWN
        if name in LOGS:
            self.log(arguments)
            return NONE
        if name == "manual_backward":
            for value in arguments.positional:
                consume_deeply(value, Use.BACKWARD)
            return NONE
        if CONTAINER_METHODS.get(name) in _COLLECTS and len(arguments.positional) == 1 and arguments.complete:
            interpreter.containers.collect(receiver, arguments.positional[0], arguments)
            return NONE
        given = arguments.values()
        interpreter.unfollowed.may_call(given, given, arguments.node)
        operands: dict[str, Value] = {"input": receiver}
        operands.update((str(position), value) for position, value in enumerate(arguments.positional))
        operands.update(arguments.keywords)
        operation = interpreter.record(Operation(CALL, arguments.node, operands))
        if name in TABLE.inplace or (name.endswith("_") and not name.endswith("__")):
            interpreter.changes.unknown_changed(receiver, operation, True, arguments.node)
        return Unknown(operation)
