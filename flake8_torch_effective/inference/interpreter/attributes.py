"""Evaluates attributes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from .. import transfer
from ..knowledge.columns import Family, ModuleSignature
from ..knowledge.kinds import KINDS
from ..knowledge.module_methods import PARAMETER_RANKS, PARTS_OF_MODELS, weight_named
from ..knowledge.numpy import ARRAY_ATTRIBUTES
from ..knowledge.python_operations import ATTRIBUTE, DATA, GRADIENT, SHAPE
from ..knowledge.signatures import TABLE
from ..knowledge.tensor_attributes import (
    PROPERTIES,
    SHOWS_TENSOR,
    SHOWS_TENSOR_IN_BATCH,
    TENSOR_ATTRIBUTES,
    VIEWS,
    Property,
    is_foreign,
)
from ..values import (
    OTHER,
    UNKNOWN,
    Array,
    Batch,
    Bound,
    Class,
    Device,
    Dim,
    Dtype,
    Instance,
    Module,
    Notation,
    NotTensor,
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
    join_all,
)
from .inference import module_row
from .paths import dotted, path_of

if TYPE_CHECKING:
    from .interpreter import Interpreter


_ASKS = frozenset(
    {Property.DTYPE, Property.DEVICE, Property.RANK, Property.FLAG, Property.REQUIRES_GRAD, Property.OTHER}
)


class Attributes:
    """Evaluates attributes."""

    __slots__ = ("interpreter",)

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter

    def attribute(self, node: cst.Attribute) -> Value:
        return self.attribute_on(self.interpreter.evaluate(node.value), node)

    def attribute_on(self, receiver: Value, node: cst.Attribute) -> Value:
        """The attribute that ``node`` reads from a receiver that is evaluated already."""
        interpreter = self.interpreter
        name = node.attr.value
        if isinstance(receiver, Reference):
            full = receiver.name + "." + name
            if "torch" in full[:9]:
                interpreter.references[id(node)] = node, full
            return dotted(full)
        path = path_of(node)
        if path is not None:
            value = interpreter.frame.env.get(path[1])
            # Each look at a tensor's data makes another one, which is an operation of its own.
            if value is not None and not (type(receiver) is Tensor and PROPERTIES.get(name) is Property.DATA):
                return value
        value = self.attribute_of(receiver, name, node)
        if path is not None:
            if type(value) is Unknown and value is not UNKNOWN:
                interpreter.frame.bind_path(path[0], path[1], value)
            elif isinstance(value, (Tensor, Number, Sequence)):
                interpreter.frame.reads.setdefault(path[1], value)
        return value

    def method_of(self, node: cst.Attribute) -> Value:
        """``receiver.name`` where it is called: on an unknown object it stays a method of that object."""
        interpreter = self.interpreter
        receiver = interpreter.evaluate(node.value)
        if isinstance(receiver, (Unknown, Batch)):
            path = path_of(node)
            if path is not None:
                value = interpreter.frame.env.get(path[1])
                if value is not None and not isinstance(value, Unknown):
                    return value
            if isinstance(receiver, Unknown):
                interpreter.uncalled.read(receiver, node.attr.value, node.value)
            return Bound(receiver, node.attr.value)
        value = self.attribute_on(receiver, node)
        if value is not UNKNOWN:
            interpreter.values[id(node)] = value
        return value

    def attribute_of(self, receiver: Value, name: str, node: cst.Attribute) -> Value:
        """``receiver.name``."""
        interpreter = self.interpreter
        if isinstance(receiver, Tensor):
            return self.tensor_attribute(receiver, name, node)
        if isinstance(receiver, Sequence):
            if name in ("values", "indices") and receiver.origin is not None and receiver.items is not None:
                if (
                    receiver.origin.signature.family in (Family.REDUCTION, Family.OTHER, Family.SCAN)
                    and len(receiver.items) == 2
                ):
                    return receiver.items[0 if name == "values" else 1]
            fields = () if receiver.origin is None else receiver.origin.signature.fields
            if name in fields and receiver.items is not None and len(receiver.items) == len(fields):
                return receiver.items[fields.index(name)]
            return Bound(receiver, name)
        if isinstance(receiver, Instance):
            return self.instance_attribute(receiver, name, node)
        if isinstance(receiver, Class):
            function = receiver.function(name)
            if function is not None:
                return function
            return receiver.attribute(name) or Unknown()
        if isinstance(receiver, Unknown):
            if receiver is not UNKNOWN:
                receiver.identity.uses.add(Use.READ)
                if is_foreign(name):
                    receiver.identity.uses.add(Use.FOREIGN)
            interpreter.uncalled.read(receiver, name, node.value)
            if name in SHOWS_TENSOR:
                return self.tensor_attribute(Tensor(), name, node)
            if PROPERTIES.get(name) is Property.SHAPE:
                operation = interpreter.record(Operation(SHAPE, node, {"input": receiver}, {"input": node.value}))
                return Sequence(SequenceType.SHAPE, element=Number("int", origin=operation), origin=operation)
            operation = Operation(ATTRIBUTE, node, {"input": receiver, "name": Text(name)})
            return Unknown(interpreter.record(operation))
        if isinstance(receiver, Array):
            if PROPERTIES.get(name) is Property.SHAPE:
                return Sequence(SequenceType.SHAPE, element=Number("int"))
            if name in ARRAY_ATTRIBUTES:
                turned = name == "T"
                return Array(
                    temporary=turned and receiver.temporary,
                    sized=turned and receiver.sized,
                    dtype=receiver.dtype if turned else None,
                )
            return Bound(receiver, name)
        if isinstance(receiver, (Dtype, Device, Text, Number, NotTensor)):
            return Bound(receiver, name)
        if isinstance(receiver, Batch):
            if name in SHOWS_TENSOR_IN_BATCH:
                tensor = interpreter.evidence.assume_tensor(node.value, receiver)
                if isinstance(tensor, Tensor):
                    return self.tensor_attribute(tensor, name, node)
            return Batch(receiver.origin)
        if isinstance(receiver, Bound) and not name.startswith("__"):
            interpreter.uncalled.used(receiver, node.value)
        return Unknown()

    def tensor_attribute(self, tensor: Tensor, name: str, node: cst.Attribute) -> Value:
        """An attribute of a tensor: a property's value, or a method to be called."""
        interpreter = self.interpreter
        if name in TABLE.methods or name in TABLE.inplace:
            return Bound(tensor, name)
        found = PROPERTIES.get(name)
        if found in _ASKS:
            tensor.identity.uses.add(Use.ASKED)
        if found is Property.SHAPE:
            operation = interpreter.record(Operation(SHAPE, node, {"input": tensor}, {"input": node.value}))
            interpreter.operations[id(node)] = operation
            return transfer.shape_value(tensor, operation)
        if found is Property.VIEW:
            return interpreter.operate(VIEWS[name], node, {"input": tensor}, {"input": node.value}, Notation.ATTRIBUTE)
        if found is Property.DTYPE:
            return Dtype(tensor.dtype if tensor.dtype not in KINDS else None)
        if found is Property.DEVICE:
            return Device(tensor.device)
        if found is Property.RANK:
            return Number("int", tensor.rank)
        if found is Property.FLAG or found is Property.REQUIRES_GRAD:
            return Number("bool")
        if found is Property.DATA:
            operation = interpreter.record(Operation(DATA, node, {"input": tensor}, {"input": node.value}))
            interpreter.operations[id(node)] = operation
            return Tensor(
                shape=tensor.shape,
                dtype=tensor.dtype,
                device=tensor.device,
                grad=False,
                origin=operation,
                shape_identity=tensor.shape_identity,
                parameter=tensor.parameter,
            )
        if found is Property.GRADIENT:
            operation = interpreter.record(Operation(GRADIENT, node, {"input": tensor}))
            return interpreter.gradients.of(tensor, operation)
        if found is Property.OTHER:
            return OTHER
        if name not in TENSOR_ATTRIBUTES and (not tensor.certain or tensor.identity in interpreter.evidence.by_methods):
            interpreter.evidence.doubt(node.value, tensor)
            return Unknown()
        return Bound(tensor, name)

    def instance_attribute(self, receiver: Instance, name: str, node: cst.Attribute) -> Value:
        """An attribute of an object of a known class."""
        cls = receiver.cls
        if cls is not None:
            self.interpreter.classes.prepare(cls)
            value = cls.attribute(name)
            if value is not None and self.interpreter.paths.is_set_later(cls, name):
                return Unknown()
            if isinstance(value, Tensor):  # which a class and its base may set to different ones
                known = (base.attributes.get(name) for base in cls.ancestry())
                value = join_all((other for other in known if isinstance(other, Tensor)), None)
            function = cls.function(name)
            if function is not None and value is None:
                if "property" in function.decorators or "functools.cached_property" in function.decorators:
                    return self.interpreter.functions.call_function(function, [receiver], {}, node)
                return Bound(receiver, name, function)
            if value is not None:
                if type(value) is Unknown and value is not UNKNOWN:
                    value.identity.uses.add(Use.READ)
                return value
        if isinstance(receiver, Module):
            child = receiver.child(name) if receiver.is_dict else None
            if child is not None:
                return child
            signature = module_row(receiver)
            if name in ("weight", "bias") and (signature is not None or receiver.name):
                return module_parameter(receiver, name)
            if signature is not None and weight_named(name) in signature.weights:
                return module_parameter(receiver, name)
            part = part_of(receiver, signature, name)
            if part is not None:
                return part
            if name == "training":
                return Number("bool")
        return Bound(receiver, name)


def part_of(module: Module, row: ModuleSignature | None, name: str) -> Module | None:
    """The module that a module of torch, or a whole model of another package, has under a name."""
    if row is not None:
        part = row.parts.get(name)
        return None if part is None else Module(f"torch.nn.{part}")
    return Module() if module.name is not None and module.cls is None and name in PARTS_OF_MODELS else None


def module_parameter(module: Module, name: str) -> Value:
    """``linear.weight`` and ``linear.bias`` of the layers whose parameters' ranks are fixed."""
    rank = PARAMETER_RANKS.get((module.name or "", name), 1 if name == "bias" else None)
    shape: tuple[Dim, ...] | None = None if rank is None else (None,) * rank
    computed = Use.REPARAMETRIZED in module.identity.uses
    return Tensor(shape=shape, dtype=None, grad=True, leaf=not computed, parameter=True)
