"""What an expression is: the half of the interpreter that evaluates expressions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import libcst as cst

from .. import transfer
from ..knowledge.signatures import OPERATORS, TABLE, Signature
from ..knowledge.tensor_attributes import TENSOR_ATTRIBUTES
from ..values import (
    NONE,
    OTHER,
    UNKNOWN,
    Array,
    Batch,
    Bound,
    Class,
    Dataset,
    Device,
    Dim,
    Dtype,
    Function,
    Identity,
    Instance,
    Loader,
    Module,
    NotTensor,
    Number,
    Operation,
    Reference,
    Sequence,
    Tensor,
    Text,
    Unknown,
    Value,
    is_full_slice,
    last_of,
    parts_of_index,
)
from .frame import Frame, consume, join, join_all

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

_MATCHING_TRANSPOSES = {"T": "t", "mT": "adjoint", "H": "adjoint", "mH": "adjoint"}


class Expressions:
    """Evaluates expressions in the current frame and records what each node is.

    ``values`` maps the ``id`` of expression nodes to what they are; ``operations`` maps the node of an operation to it,
    ``steps`` the call of an ``nn.Sequential`` to the operations of its children.
    """

    frame: Frame
    values: dict[int, Value]
    operations: dict[cst.CSTNode, Operation]
    steps: dict[cst.CSTNode, list[Operation]]
    # Identity of a tensor → the lists that it was taken from by iteration: to back-propagate it is to use them.
    taken: dict[int, list[Identity]]

    # --- entry -------------------------------------------------------------------------------------------------------

    def evaluate(self, node: cst.BaseExpression) -> Value:
        """What an expression is; recorded for the rules."""
        handler = self.EXPRESSIONS.get(type(node))
        if handler is None:
            return UNKNOWN
        value = handler(self, node)
        if value is not UNKNOWN:
            self.values[id(node)] = value
        return value

    def call(self, node: cst.Call) -> Value:
        """What a call returns."""
        raise NotImplementedError

    def call_function(
        self, function: Function, positional: list[Value], keywords: dict[str, Value], node: cst.CSTNode
    ) -> Value:
        """What a function of this file returns for these arguments."""
        raise NotImplementedError

    def assign(self, target: cst.CSTNode, value: Value) -> None:
        """Bind a target to a value."""
        raise NotImplementedError

    def bind_parameters(self, parameters: cst.Parameters, function: Function) -> None:
        """Evaluate defaults of a function's parameters."""
        raise NotImplementedError

    def schedule(self, function: Function) -> None:
        """Have a function's body interpreted later, once, for the rules."""
        raise NotImplementedError

    def narrow(self, test: cst.BaseExpression, holds: bool) -> None:
        """Learn from a condition that holds, or does not."""
        raise NotImplementedError

    def prepare(self, cls: Class) -> None:
        """Make sure that what ``__init__`` gives to ``self`` is known."""
        raise NotImplementedError

    # --- operations --------------------------------------------------------------------------------------------------

    def operate(
        self,
        signature: Signature,
        node: cst.CSTNode,
        operands: dict[str, Value],
        nodes: dict[str, cst.CSTNode] | None = None,
        spelling: str = "function",
        complete: bool = True,
    ) -> Value:
        """The value of an operation of the table on bound operands; recorded at ``node``."""
        operation = Operation(signature.name, node, operands, nodes, "", spelling, complete, signature)
        frame = self.frame
        operation.loops = frame.loops
        operation.grad_enabled = frame.grad
        operation.chosen = frame.chosen
        operation.frame = frame.function.node if frame.function is not None else None
        value = transfer.apply(operation)
        if (
            spelling == "operator"
            and type(value) is Tensor
            and not any(tensor.certain for tensor in operation.tensors())
        ):
            value.certain = False
        operation.result = value
        self.operations[node] = operation
        return value

    def record(self, operation: Operation) -> Operation:
        """Fill in where an operation outside the table stands."""
        frame = self.frame
        operation.loops = frame.loops
        operation.grad_enabled = frame.grad
        operation.chosen = frame.chosen
        operation.frame = frame.function.node if frame.function is not None else None
        return operation

    # --- evidence ----------------------------------------------------------------------------------------------------

    def assume(self, node: cst.CSTNode | None, value: Value, learnt: Value) -> Value:
        """Use shows that ``value``, written at ``node``, is ``learnt``: rebind the name it was read from."""
        if learnt is value:
            return learnt
        if node is not None:
            path = self.path_of(node)
            if path is not None:
                root, key = path
                if root == key:
                    self.frame.env[key] = learnt
                else:
                    self.frame.bind_path(root, key, learnt)
        identity = value.identity
        frame = self.frame
        if identity is not None:
            name = frame.parameters.get(id(identity))
            if name is not None and frame.function is not None:
                frame.function.evidence.setdefault(name, learnt)
                if "read" in identity.uses:
                    frame.stale = True
        return learnt

    def assume_tensor(self, node: cst.CSTNode | None, value: Value) -> Value:
        """A value whose use shows it to be a tensor (an argument that torch takes only as a tensor)."""
        if isinstance(value, Tensor):
            if value.certain:
                return value
            return self.assume(node, value, value.refined(certain=True))
        if isinstance(value, Unknown) and isinstance(node, (cst.BinaryOperation, cst.UnaryOperation)):
            made = self.assume_operand(node)
            if isinstance(made, Tensor):
                return made
        if isinstance(value, Unknown) and value is not UNKNOWN:
            tensor = Tensor(identity=value.identity, origin=value.origin)
            return self.assume(node, value, tensor)
        if isinstance(value, Batch) or value is UNKNOWN:
            return self.assume(node, value, Tensor(grad=False if isinstance(value, Batch) else None))
        return value

    def assume_operand(self, node: cst.BinaryOperation | cst.UnaryOperation) -> Value:
        """The value of arithmetic whose result is a tensor: of ``1 + x`` it is x that must be one."""
        left: Value = UNKNOWN
        right: Value = UNKNOWN
        if isinstance(node, cst.UnaryOperation):
            operand = node.expression
        else:
            left, right = self.values.get(id(node.left), UNKNOWN), self.values.get(id(node.right), UNKNOWN)
            if not isinstance(left, Number) and not isinstance(right, Number):
                return UNKNOWN
            operand = node.right if isinstance(left, Number) else node.left
        value = self.values.get(id(operand), UNKNOWN)
        if not isinstance(value, Unknown):
            return UNKNOWN
        if isinstance(operand, (cst.BinaryOperation, cst.UnaryOperation)):
            learnt = self.assume_operand(operand)
        else:
            learnt = UNKNOWN if self.path_of(operand) is None else self.assume_tensor(operand, value)
        if not isinstance(learnt, Tensor):
            return UNKNOWN
        self.values[id(operand)] = learnt
        if isinstance(node, cst.UnaryOperation):
            made = self.signed(node, learnt)
        else:
            left, right = (left, learnt) if operand is node.right else (learnt, right)
            made = self.operator(type(node.operator).__name__, left, right, node, node.left, node.right)
        self.values[id(node)] = made
        return made

    def doubt(self, node: cst.CSTNode, value: Tensor) -> Value:
        """A value taken for a tensor by convention, whose use shows that it is something else."""
        unknown = Unknown(value.origin)
        path = self.path_of(node)
        if path is not None:
            root, key = path
            if root == key:
                self.frame.env[key] = unknown
            else:
                self.frame.bind_path(root, key, unknown)
        frame = self.frame
        name = frame.parameters.get(id(value.identity))
        if name is not None and frame.function is not None:
            frame.function.evidence[name] = UNKNOWN
            frame.stale = True
        return unknown

    def path_of(self, node: cst.CSTNode) -> tuple[str, str] | None:
        """The name a chain of attributes and literal subscripts starts from, and the chain as a key."""
        if type(node) is cst.Name:
            return node.value, node.value
        if type(node) is cst.Attribute:
            inner = self.path_of(node.value)
            return None if inner is None else (inner[0], f"{inner[1]}.{node.attr.value}")
        if type(node) is cst.Subscript and len(node.slice) == 1:
            index = node.slice[0].slice
            if type(index) is cst.Index and type(index.value) in (cst.SimpleString, cst.Integer):
                inner = self.path_of(node.value)
                return None if inner is None else (inner[0], f"{inner[1]}[{index.value.value}]")  # type: ignore[attr-defined]
        return None

    def rebind(self, node: cst.CSTNode, value: Value) -> None:
        """The object at ``node`` was changed in place: its name holds the new value from here on."""
        path = self.path_of(node)
        if path is not None:
            root, key = path
            if root == key:
                self.frame.env[key] = value
            else:
                self.frame.bind_path(root, key, value)
                self.note_attribute(node, value)

    def note_attribute(self, node: cst.CSTNode, value: Value) -> None:
        """Remember what ``self.x`` is for the other methods of the class."""
        if type(node) is cst.Attribute and type(node.value) is cst.Name:
            receiver = self.frame.lookup(node.value.value)
            if isinstance(receiver, Instance) and receiver.cls is not None:
                self.write_attribute(receiver.cls, node.attr.value, node, value)

    def write_attribute(self, cls: Class, name: str, node: cst.CSTNode, value: Value) -> None:
        """One place that gives ``self.name`` a value; a second look at the same place replaces the first."""
        writes = cls.writes.setdefault(name, {})
        writes[node] = value
        joined = join_all(writes.values(), None)
        if joined is not None:
            cls.attributes[name] = joined

    # --- names and attributes ----------------------------------------------------------------------------------------

    def name(self, node: cst.Name) -> Value:
        word = node.value
        value = self.frame.env.get(word)
        if value is None:
            value = self.frame.lookup(word)
            if value is None:
                if self.frame.scouting:
                    self.frame.missed.add(word)
                return self.builtin(word)
        return value

    def builtin(self, word: str) -> Value:
        """A name that no scope of the file binds."""
        if word == "None":
            return NONE
        if word == "True":
            return Number("bool", True)
        if word == "False":
            return Number("bool", False)
        star = self.frame.lookup("*")
        if star is not None and isinstance(star, Reference) and star.name + "." + word in TABLE.functions:
            return Reference(star.name + "." + word)
        return Reference("builtins." + word)

    def attribute(self, node: cst.Attribute) -> Value:
        return self.attribute_on(self.evaluate(node.value), node)

    def attribute_on(self, receiver: Value, node: cst.Attribute) -> Value:
        """The attribute that ``node`` reads from a receiver that is evaluated already."""
        name = node.attr.value
        if isinstance(receiver, Reference):
            return self.dotted(receiver.name + "." + name)
        path = self.path_of(node)
        if path is not None:
            value = self.frame.env.get(path[1])
            if value is not None:
                return value
        value = self.attribute_of(receiver, name, node)
        if path is not None:
            if type(value) is Unknown and value is not UNKNOWN:
                self.frame.bind_path(path[0], path[1], value)
            elif isinstance(value, (Tensor, Number, Sequence)):
                self.frame.reads.setdefault(path[1], value)
        return value

    def method_of(self, node: cst.Attribute) -> Value:
        """``receiver.name`` where it is called: on an unknown object it stays a method of that object."""
        receiver = self.evaluate(node.value)
        if isinstance(receiver, (Unknown, Batch)):
            path = self.path_of(node)
            if path is not None:
                value = self.frame.env.get(path[1])
                if value is not None and not isinstance(value, Unknown):
                    return value
            return Bound(receiver, node.attr.value)
        value = self.attribute_on(receiver, node)
        if value is not UNKNOWN:
            self.values[id(node)] = value
        return value

    def dotted(self, name: str) -> Value:
        """A dotted name from outside the file: a dtype, a constant, or a reference."""
        dtype = DTYPES.get(name)
        if dtype is not None:
            return Dtype(dtype)
        if name in ("math.pi", "math.e", "math.inf", "math.nan", "torch.pi", "torch.inf", "numpy.pi", "numpy.inf"):
            return Number("float")
        return Reference(name)

    def attribute_of(self, receiver: Value, name: str, node: cst.Attribute) -> Value:
        """``receiver.name``."""
        if isinstance(receiver, Tensor):
            return self.tensor_attribute(receiver, name, node)
        if isinstance(receiver, Sequence):
            if name in ("values", "indices") and receiver.origin is not None and receiver.items is not None:
                if receiver.origin.family in ("reduction", "other", "scan") and len(receiver.items) == 2:
                    return receiver.items[0 if name == "values" else 1]
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
                receiver.identity.uses.add("read")
            if name in ("is_cuda", "requires_grad", "grad_fn", "is_leaf"):
                return self.tensor_attribute(Tensor(), name, node)
            if name == "shape":
                operation = self.record(Operation("shape", node, {"input": receiver}, {"input": node.value}, "query"))
                return Sequence("shape", element=Number("int", origin=operation), origin=operation)
            operation = Operation("attribute", node, {"input": receiver, "name": Text(name)}, family="call")
            return Unknown(self.record(operation))
        if isinstance(receiver, Array):
            if name in ("shape",):
                return Sequence("shape", element=Number("int"))
            if name in ("T", "real", "imag", "flat"):
                return Array()
            return Bound(receiver, name)
        if isinstance(receiver, (Dtype, Device, Text, Number, NotTensor)):
            return Bound(receiver, name)
        if isinstance(receiver, Batch):
            if name in ("shape", "ndim", "dtype", "T", "mT"):
                tensor = self.assume_tensor(node.value, receiver)
                if isinstance(tensor, Tensor):
                    return self.tensor_attribute(tensor, name, node)
            return Batch(receiver.origin)
        return Unknown()

    def tensor_attribute(self, tensor: Tensor, name: str, node: cst.Attribute) -> Value:
        """An attribute of a tensor: a property's value, or a method to be called."""
        if name in TABLE.methods or name in TABLE.inplace:
            return Bound(tensor, name)
        if name == "shape":
            operation = self.record(Operation("shape", node, {"input": tensor}, {"input": node.value}, "query"))
            self.operations[node] = operation
            return transfer.shape_value(tensor, operation)
        if name in _MATCHING_TRANSPOSES:
            signature = TABLE.methods[_MATCHING_TRANSPOSES[name]]
            return self.operate(signature, node, {"input": tensor}, {"input": node.value}, "attribute")
        if name == "dtype":
            return Dtype(tensor.dtype if tensor.dtype not in ("int", "float", "complex") else None)
        if name == "device":
            return Device(tensor.device)
        if name == "ndim":
            return Number("int", tensor.rank)
        if name in ("is_cuda", "requires_grad", "is_leaf", "is_sparse", "is_meta", "is_quantized"):
            return Number("bool")
        if name == "data":
            operation = self.record(Operation("data", node, {"input": tensor}, {"input": node.value}, "view"))
            self.operations[node] = operation
            return Tensor(
                shape=tensor.shape,
                dtype=tensor.dtype,
                device=tensor.device,
                grad=False,
                origin=operation,
                shape_identity=tensor.shape_identity,
                parameter=tensor.parameter,
            )
        if name == "grad":
            operation = self.record(Operation("grad", node, {"input": tensor}, family="autograd"))
            return Tensor(
                shape=tensor.shape,
                dtype=tensor.dtype,
                device=tensor.device,
                grad=False,
                shape_identity=tensor.shape_identity,
                origin=operation,
            )
        if name in ("real", "imag"):
            return self.operate(
                TABLE.functions["torch." + name], node, {"input": tensor}, {"input": node.value}, "attribute"
            )
        if name in ("grad_fn", "names", "layout", "itemsize", "nbytes", "output_nr"):
            return OTHER
        if name not in TENSOR_ATTRIBUTES and not tensor.certain:
            self.doubt(node.value, tensor)
            return Unknown()
        return Bound(tensor, name)

    def instance_attribute(self, receiver: Instance, name: str, node: cst.Attribute) -> Value:
        """An attribute of an object of a known class."""
        cls = receiver.cls
        if cls is not None:
            self.prepare(cls)
            value = cls.attribute(name)
            function = cls.function(name)
            if function is not None and value is None:
                if "property" in function.decorators or "functools.cached_property" in function.decorators:
                    return self.call_function(function, [receiver], {}, node)
                return Bound(receiver, name, function)
            if value is not None:
                if type(value) is Unknown and value is not UNKNOWN:
                    value.identity.uses.add("read")
                return value
        if isinstance(receiver, Module):
            signature = TABLE.modules.get(receiver.name or "")
            if name in ("weight", "bias") and (signature is not None or receiver.name):
                return self.module_parameter(receiver, name)
            if name == "training":
                return Number("bool")
        return Bound(receiver, name)

    def module_parameter(self, module: Module, name: str) -> Value:
        """``linear.weight`` and ``linear.bias`` of the layers whose parameters' ranks are fixed."""
        last = (module.name or "").rpartition(".")[2]
        ranks = {"Linear": 2, "Embedding": 2, "Conv1d": 3, "Conv2d": 4, "Conv3d": 5}
        shape: tuple[Dim, ...] | None = None
        if name == "weight" and last in ranks:
            shape = (None,) * ranks[last]
        elif name == "bias" or last.startswith(("BatchNorm", "GroupNorm")):
            shape = (None,)
        return Tensor(shape=shape, dtype=None, grad=True, leaf=True, parameter=True)

    # --- literals ----------------------------------------------------------------------------------------------------

    def integer(self, node: cst.Integer) -> Value:
        try:
            return Number("int", int(node.value, 0))
        except ValueError:  # longer than Python converts
            return Number("int")

    def float(self, node: cst.Float) -> Value:
        return Number("float", float(node.value))

    def imaginary(self, node: cst.Imaginary) -> Value:
        return Number("complex")

    def string(self, node: cst.SimpleString) -> Value:
        literal = node.value
        if len(literal) > 200:
            return Text()
        if "\\" not in literal and literal[0] in "\"'" and literal[:3] not in ('"""', "'''"):
            return Text(literal[1:-1])
        text = node.evaluated_value
        return Text(text if isinstance(text, str) else None)

    def concatenated(self, node: cst.ConcatenatedString) -> Value:
        self.evaluate(node.left)
        self.evaluate(node.right)
        return Text()

    def formatted(self, node: cst.FormattedString) -> Value:
        self.parts_of(node.parts)
        return Text()

    def parts_of(self, parts: Any) -> None:
        for part in parts:
            if isinstance(part, cst.FormattedStringExpression):
                consume(self.evaluate(part.expression), "printed")
                if part.format_spec:
                    self.parts_of(part.format_spec)

    def elements(self, node: cst.List | cst.Tuple | cst.Set) -> Value:
        kind = {cst.List: "list", cst.Tuple: "tuple"}.get(type(node), "set")
        items: list[Value] = []
        exact = True
        for element in node.elements:
            value = self.evaluate(element.value)
            if isinstance(element, cst.StarredElement):
                if isinstance(value, Sequence) and value.items is not None:
                    items.extend(value.items)
                    continue
                exact = False
                value = self.element_of(value, element.value)
            items.append(value)
        if not exact or len(items) > 64:
            return Sequence(kind, element=join_all(items[:64], node))
        return Sequence(kind, items)

    def dictionary(self, node: cst.Dict) -> Value:
        items: list[Value] = []
        keys: list[Value] = []
        exact = True
        for element in node.elements:
            if isinstance(element, cst.DictElement):
                keys.append(self.evaluate(element.key))
                items.append(self.evaluate(element.value))
            else:
                self.evaluate(element.value)
                exact = False
        if exact and len(items) <= 64:
            return Sequence("dict", items, keys=keys)
        return Sequence("dict", element=Unknown())

    # --- operators ---------------------------------------------------------------------------------------------------

    def binary(self, node: cst.BinaryOperation) -> Value:
        left = self.evaluate(node.left)
        right = self.evaluate(node.right)
        return self.operator(type(node.operator).__name__, left, right, node, node.left, node.right)

    def operator(
        self,
        word: str,
        left: Value,
        right: Value,
        node: cst.CSTNode,
        left_node: cst.BaseExpression,
        right_node: cst.BaseExpression,
        spelling: str = "operator",
    ) -> Value:
        """``left OP right`` for a LibCST operator's class name."""
        if isinstance(left, Batch):
            left = self.assume_tensor(left_node, left)
        if isinstance(right, Batch):
            right = self.assume_tensor(right_node, right)
        tensors = isinstance(left, Tensor) or isinstance(right, Tensor)
        if not tensors:
            if isinstance(left, Number) and isinstance(right, Number):
                return self.arithmetic(word, left, right)
            if isinstance(left, Sequence) or isinstance(right, Sequence):
                return self.sequence_operator(word, left, right, node)
            if isinstance(left, Array) or isinstance(right, Array):
                if isinstance(left, Unknown) or isinstance(right, Unknown):
                    return Unknown()
                scalars = all(
                    isinstance(side, Number) or (isinstance(side, Array) and side.scalar) for side in (left, right)
                )
                return Array(temporary=True, scalar=scalars)
            if isinstance(left, Text) or isinstance(right, Text):
                return Text()
        name = OPERATORS.get(word)
        if name is None:
            return UNKNOWN
        if not tensors and not (isinstance(left, (Unknown, Batch)) or isinstance(right, (Unknown, Batch))):
            return UNKNOWN
        first, second = "input", "other"
        if name == "pow":
            second = "exponent"
        nodes: dict[str, cst.CSTNode] = {first: left_node, second: right_node}
        for side, side_node in ((left, left_node), (right, right_node)):
            if isinstance(side, Unknown) and side is not UNKNOWN:
                side.identity.uses.add("read")
            if isinstance(side, Tensor) and not side.certain and isinstance(right, Text):
                self.doubt(side_node, side)
        if isinstance(left, (Sequence, Text)) or isinstance(right, Text):
            return UNKNOWN
        if isinstance(left, Array):
            return Unknown()  # what NumPy makes of array OP tensor depends on the array's dtype and size
        signature = TABLE.functions["torch." + name]
        if tensors:
            return self.operate(signature, node, {first: left, second: right}, nodes, spelling)
        operation = self.record(
            Operation(name, node, {first: left, second: right}, nodes, "", spelling, signature=signature)
        )
        self.operations[node] = operation
        operation.result = Unknown(operation)
        return operation.result

    def arithmetic(self, word: str, left: Number, right: Number) -> Value:
        """Python's own arithmetic on numbers."""
        types = {left.type, right.type}
        if word in ("Divide",):
            kind: str | None = "float" if None not in types and "complex" not in types else None
        elif None in types:
            kind = None
        elif "complex" in types:
            kind = "complex"
        elif "float" in types:
            kind = "float"
        else:
            kind = "int"
        if word.endswith(("Equal", "Than")) or word in ("Equal", "NotEqual"):
            return Number("bool")
        a, b = left.number, right.number
        if isinstance(a, (int, float)) and isinstance(b, (int, float)):
            try:
                result: float
                if word == "Add":
                    result = a + b
                elif word == "Subtract":
                    result = a - b
                elif word == "Multiply":
                    result = a * b
                elif word == "Divide":
                    result = a / b
                elif word == "FloorDivide":
                    result = a // b
                elif word == "Modulo":
                    result = a % b
                elif word == "Power" and abs(b) < 64 and abs(a) < 1e6:
                    result = a**b
                else:
                    return Number(kind)
            except (ArithmeticError, ValueError):
                return Number(kind)
            if abs(result) < 1e300:
                return Number(kind, result)
        return Number(kind)

    def sequence_operator(self, word: str, left: Value, right: Value, node: cst.CSTNode) -> Value:
        """``+`` and ``*`` on lists and tuples."""
        if word == "Add" and isinstance(left, Sequence) and isinstance(right, Sequence):
            kind = "tuple" if left.type == "shape" else left.type
            if left.items is not None and right.items is not None:
                return Sequence(kind, left.items + right.items)
            return Sequence(kind, element=join_all([*left.parts(), *right.parts()], node), tail=last_of(right))
        if word == "Multiply":
            sequence, times = (left, right) if isinstance(left, Sequence) else (right, left)
            if isinstance(sequence, Sequence):
                count = transfer.integer(times)
                if count is not None and sequence.items is not None and 0 <= count * len(sequence.items) <= 32:
                    return Sequence(sequence.type, sequence.items * count)
                return Sequence(sequence.type, element=join_all(sequence.parts(), node))
        return Unknown()

    def unary(self, node: cst.UnaryOperation) -> Value:
        return self.signed(node, self.evaluate(node.expression))

    def signed(self, node: cst.UnaryOperation, value: Value) -> Value:
        """What ``-``, ``~`` and ``not`` make of a value."""
        operator = node.operator
        if isinstance(operator, cst.Not):
            if isinstance(value, Tensor):
                consume(value, "number")
            return Number("bool")
        if isinstance(value, Number):
            if isinstance(operator, cst.Minus) and value.number is not None:
                return Number(value.type if value.type != "bool" else "int", -value.number)
            negative = isinstance(operator, cst.Minus)
            origin = Operation("neg", node, {"input": value}, family="number") if negative else None
            return Number(value.type, origin=origin)
        if isinstance(value, Tensor):
            name = {cst.Minus: "neg", cst.BitInvert: "bitwise_not"}.get(type(operator))
            if name is None:
                return value
            return self.operate(
                TABLE.functions["torch." + name], node, {"input": value}, {"input": node.expression}, "operator"
            )
        if isinstance(value, Unknown) and isinstance(operator, cst.Minus):
            operation = self.record(
                Operation("neg", node, {"input": value}, {"input": node.expression}, signature=TABLE.methods["neg"])
            )
            self.operations[node] = operation
            return Unknown(operation)
        if isinstance(value, Array):
            return Array(scalar=value.scalar)
        return UNKNOWN

    def comparison(self, node: cst.Comparison) -> Value:
        left = self.evaluate(node.left)
        result: Value = UNKNOWN
        left_node = node.left
        for target in node.comparisons:
            right = self.evaluate(target.comparator)
            operator = target.operator
            if isinstance(operator, (cst.Is, cst.IsNot, cst.In, cst.NotIn)) or left is NONE or right is NONE:
                result = Number("bool")
            elif len(node.comparisons) == 1 and (isinstance(left, Tensor) or isinstance(right, Tensor)):
                result = self.operator(type(operator).__name__, left, right, node, left_node, target.comparator)
            elif isinstance(left, Number) and isinstance(right, Number):
                result = Number("bool")
            left, left_node = right, target.comparator
        return result

    def boolean(self, node: cst.BooleanOperation) -> Value:
        left = self.evaluate(node.left)
        saved = dict(self.frame.env)
        self.narrow(node.left, isinstance(node.operator, cst.And))
        right = self.evaluate(node.right)
        self.frame.env = saved
        for side, side_node in ((left, node.left), (right, node.right)):
            self.condition(side, side_node)
        if isinstance(left, Number) and isinstance(right, Number) and left.type == right.type == "bool":
            return Number("bool")
        return join(left, right, node)

    def condition(self, value: Value, node: cst.BaseExpression) -> None:
        """A value decides a branch: a tensor there is wanted as one number."""
        if isinstance(value, Tensor):
            consume(value, "number")

    def conditional(self, node: cst.IfExp) -> Value:
        self.condition(self.evaluate(node.test), node.test)
        before = self.frame.env
        self.frame.env = dict(before)
        self.narrow(node.test, True)
        body = self.evaluate(node.body)
        self.frame.env = dict(before)
        self.narrow(node.test, False)
        orelse = self.evaluate(node.orelse)
        self.frame.env = before
        for one, other in ((body, orelse), (orelse, body)):
            if isinstance(one, Tensor) and isinstance(other, Number):
                consume(one, "number")
        return join(body, orelse, node)

    def walrus(self, node: cst.NamedExpr) -> Value:
        value = self.evaluate(node.value)
        self.assign(node.target, value)
        return value

    # --- indexing ----------------------------------------------------------------------------------------------------

    def subscript(self, node: cst.Subscript) -> Value:
        receiver = self.evaluate(node.value)
        path = self.path_of(node)
        if path is not None:
            value = self.frame.env.get(path[1])
            if value is not None:
                for element in node.slice:
                    self.slice_value(element)
                return value
        index = self.index_of(node)
        if isinstance(receiver, Tensor):
            if isinstance(index, Text) and not receiver.certain:
                receiver = self.doubt(node.value, receiver)
                return Unknown()
            return self.getitem(receiver, index, node)
        if isinstance(receiver, (Sequence, Module, Array)) and isinstance(index, Number) and index.origin is not None:
            operands: dict[str, Value] = {"input": receiver, "index": index}
            picked = self.record(Operation("item_of", node, operands, {"input": node.value}, "collection", "subscript"))
            self.operations[node] = picked
            if isinstance(receiver, Sequence):
                picked.result = self.item_of(receiver, index, node)
                return picked.result
        if isinstance(receiver, Sequence):
            item = self.item_of(receiver, index, node)
            if path is not None and isinstance(item, Tensor):
                self.frame.reads.setdefault(path[1], item)
            return item
        if isinstance(receiver, Array):
            return Array()
        if isinstance(receiver, Batch):
            return Batch(receiver.origin)
        if isinstance(receiver, Text):
            return Text()
        if isinstance(receiver, Module):
            if receiver.children:
                number = transfer.integer(index)
                if number is not None and -len(receiver.children) <= number < len(receiver.children):
                    return receiver.children[number]
                return join_all(receiver.children, node) or Module()
            return Module()
        if isinstance(receiver, Unknown):
            if receiver is not UNKNOWN:
                receiver.identity.uses.add("read")
            operation = self.record(
                Operation("getitem", node, {"input": receiver, "index": index}, {"input": node.value}, "indexing")
            )
            operation.result = Unknown(operation)
            self.operations[node] = operation
            if path is not None:
                self.frame.bind_path(path[0], path[1], operation.result)
            return operation.result
        return UNKNOWN

    def slice_value(self, element: cst.SubscriptElement) -> Value:
        """One part of a subscript: an index, or a slice as a sequence of its bounds."""
        part = element.slice
        if isinstance(part, cst.Index):
            return self.evaluate(part.value)
        if not isinstance(part, cst.Slice):
            return UNKNOWN
        bounds = [NONE if bound is None else self.evaluate(bound) for bound in (part.lower, part.upper, part.step)]
        for bound in bounds:
            if isinstance(bound, Tensor):
                consume(bound, "number")
        return Sequence("slice", bounds)

    def index_of(self, node: cst.Subscript) -> Value:
        """The whole subscript: one part, or a tuple of parts."""
        parts = [self.slice_value(element) for element in node.slice]
        if len(parts) == 1:
            return parts[0]
        return Sequence("index", parts)

    def getitem(self, tensor: Tensor, index: Value, node: cst.CSTNode) -> Value:
        """``tensor[index]``.  Source: https://docs.pytorch.org/docs/stable/tensor_view.html, NumPy's indexing rules."""
        operation = Operation(
            "getitem", node, {"input": tensor, "index": index}, family="indexing", spelling="subscript"
        )
        if isinstance(node, cst.Subscript):
            operation.nodes = {"input": node.value}
        self.record(operation)
        self.operations[node] = operation
        parts = parts_of_index(index)
        shape = indexed(tensor.shape, parts)
        explicit_one = tensor.explicit_one or any(part is NONE for part in parts)
        whole = shape is None and all(part is NONE or is_full_slice(part) for part in parts)
        result = Tensor(
            shape=shape,
            dtype=tensor.dtype,
            device=tensor.device,
            grad=tensor.grad if self.frame.grad else False,
            origin=operation,
            certain=tensor.certain,
            loss=tensor.loss,
            explicit_one=explicit_one,
            shape_identity=tensor.shape_identity
            if whole and not any(part is NONE for part in parts)
            else transfer.derived_shape_identity(operation),
        )
        operation.result = result
        return result

    def item_of(self, sequence: Sequence, index: Value, node: cst.CSTNode) -> Value:
        """``sequence[index]`` for Python's containers."""
        if sequence.type == "dict":
            if sequence.items is not None and sequence.keys is not None and isinstance(index, Text):
                for key, value in zip(sequence.keys, sequence.items, strict=False):
                    if isinstance(key, Text) and key.text is not None and key.text == index.text:
                        return value
            return join_all(sequence.parts(), node) or Unknown()
        if isinstance(index, Sequence) and index.type == "slice":
            bounds = index.items or []
            if sequence.items is not None:
                numbers = [None if bound is NONE else transfer.integer(bound) for bound in bounds]
                if all(number is not None or bound is NONE for number, bound in zip(numbers, bounds, strict=True)):
                    if numbers[2] != 0:
                        return Sequence(sequence.type, sequence.items[slice(*numbers)])
            return Sequence(sequence.type, element=join_all(sequence.parts(), node))
        number = transfer.integer(index)
        for part in sequence.parts():
            if isinstance(part, Tensor) and part.grad is not False:
                self.taken.setdefault(id(part.identity), []).append(sequence.identity)
        if sequence.items is not None and number is not None and -len(sequence.items) <= number < len(sequence.items):
            return sequence.items[number]
        origin = sequence.origin
        if sequence.type == "shape" and origin is not None and number is not None:
            of = origin.operand()
            if isinstance(of, Tensor) and of.shape is None:
                return transfer.dim_number(of.dim(number), origin)
        return join_all(sequence.parts(), node) or Unknown()

    def element_of(self, value: Value, node: cst.BaseExpression | None, loop: cst.CSTNode | None = None) -> Value:
        """What iterating over a value yields."""
        if isinstance(value, Tensor):
            operation = self.record(
                Operation(
                    "row",
                    loop or node or cst.Pass(),
                    {"input": value},
                    {} if node is None else {"input": node},
                    "indexing",
                )
            )
            row = transfer.row_of(value, operation)
            operation.result = row
            return row
        if isinstance(value, Sequence):
            if value.type == "dict":
                return Unknown()
            found = join_all(value.parts(), loop) or Unknown()
            if isinstance(found, Tensor) and found.grad is not False:
                self.taken.setdefault(id(found.identity), []).append(value.identity)
            elif isinstance(found, Sequence):
                for part in found.parts():
                    if isinstance(part, Tensor) and part.grad is not False:
                        self.taken.setdefault(id(part.identity), []).append(value.identity)
            return found
        if isinstance(value, Loader):
            dataset = value.arguments.get("dataset")
            if isinstance(dataset, Dataset) and dataset.name == "torch.utils.data.TensorDataset":
                return Sequence("list", element=Tensor(grad=False))
            return Batch()
        if isinstance(value, Array):
            return Array()
        if isinstance(value, Module):
            return join_all(value.children or [], loop) or Module()
        if isinstance(value, Batch):
            return Batch()
        if isinstance(value, Text):
            return Text()
        if isinstance(value, Unknown) and value is not UNKNOWN:
            return Unknown(
                self.record(Operation("element", loop or node or cst.Pass(), {"input": value}, family="iteration"))
            )
        return Unknown()

    # --- comprehensions and lambdas ----------------------------------------------------------------------------------

    def comprehension(self, node: cst.ListComp | cst.SetComp | cst.GeneratorExp) -> Value:
        kind = {cst.ListComp: "list", cst.SetComp: "set"}.get(type(node), "generator")
        saved, loops = self.frame.env, self.frame.loops
        self.frame.env = dict(saved)
        count = self.clause(node.for_in, node)
        element = self.evaluate(node.elt)
        self.frame.env, self.frame.loops = saved, loops
        operation = self.record(Operation("comprehension", node, {"element": element}, family="iteration"))
        items: list[Value] | None = None
        if count is not None and node.for_in.inner_for_in is None and not node.for_in.ifs:
            if isinstance(element, (Number, Module)):
                items = [element] * count
        return Sequence(kind, items, element, origin=operation)

    def dict_comprehension(self, node: cst.DictComp) -> Value:
        saved, loops = self.frame.env, self.frame.loops
        self.frame.env = dict(saved)
        self.clause(node.for_in, node)
        self.evaluate(node.key)
        element = self.evaluate(node.value)
        self.frame.env, self.frame.loops = saved, loops
        return Sequence("dict", element=element)

    def clause(self, clause: cst.CompFor, node: cst.CSTNode) -> int | None:
        """Bind the targets of ``for ... in ... if ...`` clauses; the number of iterations where known and small."""
        iterable = self.evaluate(clause.iter)
        count = len(iterable.items) if isinstance(iterable, Sequence) and iterable.items is not None else None
        if isinstance(iterable, Sequence) and iterable.type == "range" and iterable.origin is not None:
            count = transfer.integer(iterable.origin.operand("stop"))
        self.frame.loops = (*self.frame.loops, node)
        self.assign(clause.target, self.element_of(iterable, clause.iter, node))
        for condition in clause.ifs:
            self.condition(self.evaluate(condition.test), condition.test)
            self.narrow(condition.test, True)
        if clause.inner_for_in is not None:
            self.clause(clause.inner_for_in, node)
        return count if count is not None and 0 <= count <= 32 else None

    def lambda_(self, node: cst.Lambda) -> Value:
        function = Function(node, self.frame)
        self.bind_parameters(node.params, function)
        self.schedule(function)
        return function

    def await_(self, node: cst.Await) -> Value:
        self.evaluate(node.expression)
        return UNKNOWN

    def yield_(self, node: cst.Yield) -> Value:
        value = node.value
        if isinstance(value, cst.From):
            self.evaluate(value.item)
        elif value is not None:
            found = self.evaluate(value)
            consume_returned(found)
        return UNKNOWN

    def ellipsis(self, node: cst.Ellipsis) -> Value:
        return ELLIPSIS

    EXPRESSIONS: ClassVar[dict[type, Callable[[Any, Any], Value]]] = {}


ELLIPSIS = NotTensor()


def consume_returned(value: Value) -> None:
    """Note that a value leaves the function."""
    consume(value, "returned")


def indexed(shape: tuple[Dim, ...] | None, parts: list[Value]) -> tuple[Dim, ...] | None:
    """The shape of ``x[parts]`` for an ``x`` of this shape; None where the rank is unknown."""
    if shape is None:
        return None
    consumed = 0
    for part in parts:
        if part is NONE or part is ELLIPSIS:
            continue
        if isinstance(part, Tensor):
            if part.shape is None or part.dtype is None:
                return None
            consumed += len(part.shape) if part.dtype == "bool" else 1
        elif isinstance(part, (Number, Sequence)):
            if isinstance(part, Number) and part.type not in ("int", None):
                return None
            consumed += 1
        else:
            return None
    if consumed > len(shape):
        return None
    result: list[Dim] = []
    advanced: list[tuple[Dim, ...]] = []
    places: list[int] = []
    axis = 0
    for part in parts:
        if part is ELLIPSIS:
            rest = len(shape) - consumed
            result.extend(shape[axis : axis + rest])
            axis += rest
        elif part is NONE:
            result.append(1)
        elif isinstance(part, Number) or (isinstance(part, Tensor) and part.shape == () and part.dtype != "bool"):
            axis += 1
        elif isinstance(part, Sequence) and part.type == "slice":
            result.append(sliced(shape[axis], part.items or []))
            axis += 1
        elif isinstance(part, Tensor) and part.dtype == "bool":
            places.append(len(result))
            advanced.append((None,))
            axis += len(part.shape or ())
        else:
            places.append(len(result))
            own = part.shape if isinstance(part, Tensor) else transfer.data_shape(part)
            if own is None:
                return None
            advanced.append(own)
            axis += 1
    result.extend(shape[axis:])
    if places:
        common = transfer.broadcast(advanced)
        if common is None:
            return None
        place = places[0] if len(set(places)) == 1 else 0  # separated indices go to the front
        result[place:place] = common
    return tuple(result)


def sliced(size: Dim, bounds: list[Value]) -> Dim:
    """The size of a dim after a slice."""
    lower, upper, step = bounds
    if lower is NONE and upper is NONE and step is NONE:
        return size
    numbers = [None if bound is NONE else transfer.integer(bound) for bound in bounds]
    if isinstance(size, int) and all(n is not None or b is NONE for n, b in zip(numbers, bounds, strict=True)):
        if numbers[2] is None or numbers[2] > 0:
            return len(range(size)[slice(*numbers)])
    first = numbers[0]
    if step is NONE and isinstance(lower, Number) and isinstance(upper, Number) and lower.number is not None:
        if first == 0:
            return upper.dim if not isinstance(upper.number, int) or upper.number >= 0 else None
    return None


Expressions.EXPRESSIONS = {
    cst.Name: Expressions.name,
    cst.Attribute: Expressions.attribute,
    cst.Call: lambda self, node: self.call(node),
    cst.Integer: Expressions.integer,
    cst.Float: Expressions.float,
    cst.Imaginary: Expressions.imaginary,
    cst.SimpleString: Expressions.string,
    cst.ConcatenatedString: Expressions.concatenated,
    cst.FormattedString: Expressions.formatted,
    cst.List: Expressions.elements,
    cst.Tuple: Expressions.elements,
    cst.Set: Expressions.elements,
    cst.Dict: Expressions.dictionary,
    cst.BinaryOperation: Expressions.binary,
    cst.UnaryOperation: Expressions.unary,
    cst.Comparison: Expressions.comparison,
    cst.BooleanOperation: Expressions.boolean,
    cst.IfExp: Expressions.conditional,
    cst.NamedExpr: Expressions.walrus,
    cst.Subscript: Expressions.subscript,
    cst.ListComp: Expressions.comprehension,
    cst.SetComp: Expressions.comprehension,
    cst.GeneratorExp: Expressions.comprehension,
    cst.DictComp: Expressions.dict_comprehension,
    cst.Lambda: Expressions.lambda_,
    cst.Await: Expressions.await_,
    cst.Yield: Expressions.yield_,
    cst.Ellipsis: Expressions.ellipsis,
}
