"""Evaluates subscripts and slices."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from .. import transfer
from ..knowledge.kinds import BOOL, INT
from ..knowledge.python_operations import ITEM_OF, SUBSCRIPT
from ..values import (
    ELLIPSIS,
    NONE,
    UNKNOWN,
    Array,
    Batch,
    Bound,
    Dim,
    Module,
    Notation,
    Number,
    Operation,
    Sequence,
    SequenceType,
    Tensor,
    Text,
    Unknown,
    Use,
    Value,
    consume,
    is_full_slice,
    is_slice,
    join_all,
    one_of,
    parts_of_index,
    slice_of,
)
from .paths import path_of

if TYPE_CHECKING:
    from .interpreter import Interpreter


class Subscripts:
    """Evaluates subscripts and slices."""

    __slots__ = ("interpreter",)

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter

    def subscript(self, node: cst.Subscript) -> Value:
        interpreter = self.interpreter
        receiver = interpreter.evaluate(node.value)
        path = path_of(node)
        if path is not None:
            value = interpreter.frame.env.get(path[1])
            if value is not None:
                for element in node.slice:
                    self.slice_value(element)
                return value
        if type(receiver) is Tensor or type(receiver) is Sequence:
            held: list[Value] = [receiver]
            interpreter.frame.held.append(held)
            index = self.index_of(node)
            interpreter.frame.held.pop()
            receiver = held[0]
        else:
            if type(receiver) is Bound:
                interpreter.uncalled.used(receiver, node.value)
            index = self.index_of(node)
            interpreter.unfollowed.special(receiver, "__getitem__", [index], node)
        if isinstance(receiver, Tensor):
            if isinstance(index, Text) and not receiver.certain:
                receiver = interpreter.evidence.doubt(node.value, receiver)
                return Unknown()
            return self.getitem(receiver, index, node)
        if isinstance(receiver, (Sequence, Module, Array)) and isinstance(index, Number) and index.origin is not None:
            operands: dict[str, Value] = {"input": receiver, "index": index}
            picked = interpreter.record(Operation(ITEM_OF, node, operands, {"input": node.value}, Notation.SUBSCRIPT))
            interpreter.operations[id(node)] = picked
            if isinstance(receiver, Sequence):
                picked.result = self.item_of(receiver, index, node)
                return picked.result
        if isinstance(receiver, Sequence):
            item = self.item_of(receiver, index, node)
            if path is not None and isinstance(item, Tensor):
                interpreter.frame.reads.setdefault(path[1], item)
            return item
        if isinstance(receiver, Array):
            return part_of(receiver, index)
        if isinstance(receiver, Batch):
            return Batch(receiver.origin)
        if isinstance(receiver, Text):
            return Text()
        if isinstance(receiver, Module):
            if is_slice(index):
                return several_of(receiver, index, node)
            child = receiver.child(index.text) if isinstance(index, Text) and index.text is not None else None
            if child is not None:
                return child
            if receiver.children:
                number = transfer.integer(index)
                if number is not None and -len(receiver.children) <= number < len(receiver.children):
                    return receiver.children[number]
                return join_all(receiver.children, node) or Module()
            return Module()
        if isinstance(receiver, Unknown):
            if receiver is not UNKNOWN:
                receiver.identity.uses.add(Use.READ)
            operation = interpreter.record(
                Operation(SUBSCRIPT, node, {"input": receiver, "index": index}, {"input": node.value})
            )
            operation.result = Unknown(operation)
            interpreter.operations[id(node)] = operation
            if path is not None:
                interpreter.frame.bind_path(path[0], path[1], operation.result)
            return operation.result
        return UNKNOWN

    def slice_value(self, element: cst.SubscriptElement) -> Value:
        """One part of a subscript: an index, or a slice as a sequence of its bounds."""
        part = element.slice
        if type(part) is cst.Index:
            return self.interpreter.evaluate(part.value)
        if type(part) is not cst.Slice:
            return UNKNOWN
        bounds = [
            NONE if bound is None else self.interpreter.evaluate(bound) for bound in (part.lower, part.upper, part.step)
        ]
        for bound in bounds:
            if isinstance(bound, Tensor):
                consume(bound, Use.NUMBER)
        return slice_of(bounds)

    def index_of(self, node: cst.Subscript) -> Value:
        """The whole subscript: one part, or a tuple of parts."""
        parts = [self.slice_value(element) for element in node.slice]
        if len(parts) == 1:
            return parts[0]
        return Sequence(SequenceType.INDEX, parts)

    def getitem(self, tensor: Tensor, index: Value, node: cst.CSTNode) -> Value:
        """``tensor[index]``.  Source: https://docs.pytorch.org/docs/stable/tensor_view.html, NumPy's indexing rules."""
        interpreter = self.interpreter
        operation = Operation(SUBSCRIPT, node, {"input": tensor, "index": index}, notation=Notation.SUBSCRIPT)
        if type(node) is cst.Subscript:
            operation.nodes = {"input": node.value}
        interpreter.record(operation)
        interpreter.operations[id(node)] = operation
        parts = parts_of_index(index)
        shape = indexed(tensor.shape, parts)
        explicit_one = tensor.explicit_one or any(part is NONE for part in parts)
        whole = shape is None and all(part is NONE or is_full_slice(part) for part in parts)
        result = Tensor(
            shape=shape,
            dtype=tensor.dtype,
            device=tensor.device,
            grad=transfer.grad_of_view(tensor, operation),
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
        if is_slice(sequence):
            return Unknown()
        if sequence.type is SequenceType.DICT:
            if sequence.items is not None and sequence.keys is not None and isinstance(index, Text):
                for key, value in zip(sequence.keys, sequence.items, strict=False):
                    if isinstance(key, Text) and key.text is not None and key.text == index.text:
                        return value
            found = join_all(sequence.parts(), node) or Unknown()
            return one_of(sequence, found)
        if isinstance(index, Sequence) and index.type is SequenceType.SLICE:
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
                self.interpreter.taken.setdefault(id(part.identity), []).append(sequence.identity)
        if sequence.items is not None and number is not None and -len(sequence.items) <= number < len(sequence.items):
            return sequence.items[number]
        origin = sequence.origin
        if sequence.is_shape and origin is not None and number is not None:
            of = origin.operand()
            if isinstance(of, Tensor) and of.shape is None:
                return transfer.dim_number(of.dim(number), origin)
        found = join_all(sequence.parts(), node) or Unknown()
        return one_of(sequence, found)


def several_of(module: Module, index: Value, node: cst.CSTNode) -> Module:
    """``layers[1:]``: a container of the same kind, with all children where they are known."""
    children = module.children or []
    bounds = index.parts() if isinstance(index, Sequence) else []
    numbers = [None if bound is NONE else transfer.integer(bound) for bound in bounds]
    known = all(number is not None or bound is NONE for number, bound in zip(numbers, bounds, strict=True))
    if children and known and "..." not in module.arguments and len(numbers) == 3 and numbers[2] != 0:
        return Module(module.name, None, {}, children[slice(*numbers)])
    any_child = join_all(children, node)
    return Module(module.name, None, {"...": UNKNOWN}, None if any_child is None else [any_child])


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
            consumed += len(part.shape) if part.dtype == BOOL else 1
        elif isinstance(part, (Number, Sequence)):
            if isinstance(part, Number) and part.type not in (INT, None):
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
        elif isinstance(part, Number) or (isinstance(part, Tensor) and part.shape == () and part.dtype != BOOL):
            axis += 1
        elif isinstance(part, Sequence) and part.type is SequenceType.SLICE:
            result.append(sliced(shape[axis], part.items or []))
            axis += 1
        elif isinstance(part, Tensor) and part.dtype == BOOL:
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


def part_of(array: Array, index: Value) -> Array:
    """A part of an array: one with dims where a slice leaves some, else it may be a number."""
    leaves = any(is_slice(part) or part is NONE for part in parts_of_index(index))
    return Array(temporary=leaves and array.temporary, sized=leaves, dtype=array.dtype)
