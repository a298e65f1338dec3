"""Calls methods of tensors, arrays, batches and unknown objects."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from ... import transfer
from ...knowledge.python_operations import CALL
from ...knowledge.signatures import TABLE
from ...knowledge.tensor_attributes import TENSOR_ONLY_METHODS
from ...values import (
    NONE,
    OTHER,
    UNKNOWN,
    Array,
    Batch,
    Bound,
    Device,
    Dtype,
    Module,
    Notation,
    Number,
    Operation,
    Sequence,
    Tensor,
    Text,
    Unknown,
    Value,
    consume,
    consume_deeply,
)
from .arguments import Arguments
from .numpy import NUMPY_SCALARS

if TYPE_CHECKING:
    from ..interpreter import Interpreter

# Methods with these keywords exist on tensors only (NumPy says axis and keepdims).
_TORCH_KEYWORDS = frozenset({"dim", "keepdim"})
# Methods of nn.Module that show an unknown receiver to be one.
_SHOWS_MODULE = frozenset({"eval", "train", "parameters", "named_parameters", "modules", "named_modules"})
_LOGGING = frozenset(
    {
        "debug",
        "info",
        "warning",
        "warn",
        "error",
        "critical",
        "exception",
        "log",
        "log_dict",
        "add_scalar",
        "write",
        "set_postfix",
        "set_description",
    }
)


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
        receiver_node = node.value if isinstance(node, cst.Attribute) else None
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
        if isinstance(receiver, Sequence):
            return interpreter.containers.call_sequence_method(receiver, receiver_node, name, arguments)
        if isinstance(receiver, Module):
            return interpreter.modules.call_module_method(receiver, receiver_node, name, arguments)
        if isinstance(receiver, Batch):
            if name in ("to", "cuda", "cpu", "pin_memory"):
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
            return (
                Text()
                if isinstance(receiver, Text) and name in ("format", "join", "strip", "lower", "upper", "replace")
                else OTHER
            )
        if isinstance(receiver, Unknown):
            return self.call_unknown_method(receiver, receiver_node, name, arguments)
        if isinstance(receiver, Number):
            return Number()
        if name in _LOGGING:
            for value in arguments.values():
                consume(value, "printed")
        return interpreter.calls.unknown_call(callee, arguments)

    def call_tensor_method(
        self, receiver: Tensor, receiver_node: cst.CSTNode | None, name: str, arguments: Arguments
    ) -> Value:
        """A method of a tensor."""
        interpreter = self.interpreter
        signature = TABLE.methods.get(name)
        if signature is not None:
            return interpreter.signatures.call_signature(signature, arguments, receiver, receiver_node, Notation.METHOD)
        signature = TABLE.inplace.get(name)
        if signature is not None:
            value = interpreter.signatures.call_signature(
                signature, arguments, receiver, receiver_node, Notation.IN_PLACE
            )
            if isinstance(value, Tensor):
                if name == "requires_grad_":
                    value = receiver.refined(grad=value.grad, leaf=value.leaf)
                interpreter.paths.rebind(receiver_node or arguments.node, value, receiver)
            return value
        if name.endswith("_") and not name.startswith("_"):  # set_(...), apply_(...): changed in whatever way
            interpreter.paths.rebind(receiver_node or arguments.node, Tensor(certain=receiver.certain), receiver)
        return Unknown()

    def call_unknown_method(
        self, receiver: Unknown, receiver_node: cst.CSTNode | None, name: str, arguments: Arguments
    ) -> Value:
        """A method of an unknown object: its name or keywords may show that the object is a tensor or a module."""
        interpreter = self.interpreter
        if receiver is not UNKNOWN:
            receiver.identity.uses.add("read")
        if tensor_only(name, arguments):
            tensor = interpreter.evidence.assume_tensor(receiver_node, receiver)
            if isinstance(tensor, Tensor):
                return self.call_tensor_method(tensor, receiver_node, name, arguments)
        if name == "__init__" and isinstance(receiver_node, cst.Call) and interpreter.frame.function is not None:
            interpreter.modules.initialise_layers(interpreter.frame.function.cls, arguments)
        if name == "backward":
            if not arguments.positional and isinstance(receiver_node, (cst.Name, cst.Attribute, cst.Subscript)):
                if not (isinstance(receiver_node, cst.Name) and receiver_node.value == "self"):
                    consume_deeply(receiver, "backward")
                    consume(receiver, "loss")
                    tensor = interpreter.evidence.assume_tensor(receiver_node, receiver)
                    if isinstance(tensor, Tensor) and receiver_node is not None:
                        interpreter.paths.rebind(receiver_node, tensor.refined(grad=True, loss=True, shape=()), tensor)
                    return NONE
            for value in [receiver, *arguments.positional]:
                consume_deeply(value, "backward")
                consume(value, "loss")
            return NONE
        if name in _SHOWS_MODULE and not (name == "eval" and arguments.positional):
            if isinstance(receiver_node, (cst.Name, cst.Attribute)):
                module = interpreter.evidence.as_module(receiver_node, receiver)
                return interpreter.modules.call_module_method(module, receiver_node, name, arguments)
        if name in ("scale", "unscale"):  # GradScaler.scale(loss)
            return arguments.positional[0] if arguments.positional else UNKNOWN
        if name in _LOGGING:
            for value in arguments.values():
                consume(value, "printed")
            return NONE
        if name == "manual_backward":
            for value in arguments.positional:
                consume_deeply(value, "backward")
            return NONE
        if name in ("append", "appendleft") and len(arguments.positional) == 1 and arguments.complete:
            interpreter.containers.collect(receiver, arguments.positional[0], arguments)
            return NONE
        operands: dict[str, Value] = {"input": receiver}
        operands.update((str(position), value) for position, value in enumerate(arguments.positional))
        operands.update(arguments.keywords)
        operation = interpreter.record(Operation(CALL, arguments.node, operands))
        return Unknown(operation)


def call_array_method(receiver: Array, name: str, arguments: Arguments) -> Value:
    """A method of a NumPy array."""
    if name in ("item",):
        return Number()
    if name == "tolist":
        return Sequence("list")
    return Array(scalar=name in NUMPY_SCALARS and not arguments.positional and not arguments.keywords)


def tensor_only(name: str, arguments: Arguments) -> bool:
    """Whether such a method call shows its receiver to be a tensor."""
    if name in TENSOR_ONLY_METHODS:
        return True
    if name not in TABLE.methods and name not in TABLE.inplace:
        return False
    if any(keyword in _TORCH_KEYWORDS and not isinstance(value, Text) for keyword, value in arguments.keywords.items()):
        return True
    if name == "size":
        return len(arguments.positional) == 1 and isinstance(arguments.positional[0], Number)
    if name == "dim":
        return not arguments.positional and not arguments.keywords and arguments.complete
    if name == "view":
        return (
            bool(arguments.positional)
            and all(isinstance(value, (Number, Unknown)) for value in arguments.positional)
            and (len(arguments.positional) > 1 or transfer.integer(arguments.positional[0]) == -1)
        )
    if name == "t":
        return not arguments.positional and not arguments.keywords and arguments.complete
    if name == "transpose":  # NumPy's takes all axes, so two of them are 0 and 1
        axes = [transfer.integer(value) for value in arguments.positional]
        return len(axes) == 2 and None not in axes and not {0, 1} >= set(axes)
    return False
