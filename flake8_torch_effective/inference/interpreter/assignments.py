"""Binds names, attributes, items and unpacked targets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from .. import transfer
from ..knowledge.kinds import BOOL, INT
from ..knowledge.python_operations import APPEND, DATA_WRITE, ELEMENT, STORE, SUBSCRIPT_WRITE
from ..knowledge.tensor_attributes import PROPERTIES, Property
from ..values import (
    CHANGING,
    Array,
    Batch,
    Bound,
    Class,
    Instance,
    Module,
    Notation,
    Number,
    Operation,
    Sequence,
    SequenceType,
    Tensor,
    Unknown,
    Use,
    Value,
    another,
    consume,
    is_slice,
    join_all,
    with_item,
    without_item,
)
from .annotations import Annotations
from .changes import frames_around
from .parameters import meet
from .paths import path_of

if TYPE_CHECKING:
    from .interpreter import Interpreter


class Assignments:
    """Binds names, attributes, items and unpacked targets."""

    __slots__ = ("interpreter",)

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter

    def assign_statement(self, node: cst.Assign) -> bool:
        value = self.interpreter.evaluate(node.value)
        if type(node.value) is cst.GeneratorExp and any(type(target.target) is cst.Name for target in node.targets):
            value = self.interpreter.comprehensions.evaluated_later(node.value)
        if isinstance(value, Number) and value.type == BOOL:
            self.interpreter.narrowing.note_answer(value, node.value)
        for target in node.targets:
            self.assign(target.target, value)
            if type(value) is Bound and self.takes_result(target.target):
                self.interpreter.uncalled.used(value, node.value)
        return False

    def takes_result(self, target: cst.CSTNode) -> bool:
        """Whether no method can be assigned: to several names, or to a part of a tensor."""
        of = self.interpreter.values.get(id(target.value)) if type(target) is cst.Subscript else None
        return isinstance(of, Tensor) or type(target) is cst.Tuple or type(target) is cst.List

    def annotated_assignment(self, node: cst.AnnAssign) -> bool:
        declared = Annotations(self.interpreter.parameters.resolve).value(node.annotation.annotation)
        if node.value is not None:
            value = self.interpreter.evaluate(node.value)
            if declared is not None:
                value = meet(value, declared)
            self.assign(node.target, value)
        elif declared is not None:
            self.assign(node.target, declared)
        return False

    def assign(self, target: cst.CSTNode, value: Value) -> None:
        if type(target) is cst.Name:
            self.interpreter.frame.bind(target.value, value)
            self.interpreter.values[id(target)] = value
        elif type(target) is cst.Tuple or type(target) is cst.List:
            self.unpack(target, value)
        elif type(target) is cst.Attribute:
            self.assign_attribute(target, value)
        elif type(target) is cst.Subscript:
            self.assign_item(target, value)
        elif type(target) is cst.StarredElement:
            self.assign(target.value, Sequence(SequenceType.LIST, element=value))

    def assign_attribute(self, target: cst.Attribute, value: Value) -> None:
        interpreter = self.interpreter
        receiver = interpreter.evaluate(target.value)
        name = target.attr.value
        if PROPERTIES.get(name) is Property.GRADIENT:
            interpreter.gradients.given(value)
        if isinstance(receiver, Tensor):
            if PROPERTIES.get(name) is Property.REQUIRES_GRAD:
                known = isinstance(value, Number) and value.number is not None
                wanted = bool(value.number) if known and isinstance(value, Number) else None
                if wanted is False and receiver.grad is not False and not receiver.leaf:
                    wanted = None  # it changes nothing of a view that was made without grad mode
                changed = receiver.refined(grad=wanted, leaf=bool(wanted))
                interpreter.paths.rebind(target.value, changed, receiver)
            elif PROPERTIES.get(name) is Property.DATA:
                changed = with_data(receiver, value, target)
                if changed.origin is not None:
                    interpreter.operations.setdefault(id(target), interpreter.record(changed.origin))
                interpreter.paths.rebind(target.value, changed, receiver)
            return
        if isinstance(receiver, Unknown):
            found = PROPERTIES.get(name)
            if found is Property.REQUIRES_GRAD:
                interpreter.changes.unknown_changed(receiver, None, True, target)
                if not (isinstance(value, Number) and value.number):
                    value = Unknown()  # it changes nothing of a view that was made without grad mode
            elif found is Property.DATA:
                written = Operation(DATA_WRITE, target, {"input": receiver, "value": value})
                interpreter.changes.unknown_changed(receiver, written, False, target)
                value = Unknown()  # if it is a tensor, each look at its data makes another
        setter = receiver.cls.function(f"{name}.setter") if isinstance(receiver, Instance) and receiver.cls else None
        if setter is not None:
            interpreter.functions.call_function(setter, [receiver, value], {}, target)
            return
        path = path_of(target)
        if path is not None:
            interpreter.frame.bind_path(path[0], path[1], value)
            interpreter.frame.rebound.setdefault(path[1], [])
            interpreter.frame.bind_alike(path[0], receiver, name, value)
        for frame in frames_around(interpreter.frame):
            if frame is not interpreter.frame:
                frame.rebind_attribute(name, value, target)
        cls = receiver.cls if isinstance(receiver, Instance) else receiver
        if isinstance(cls, Class):
            interpreter.paths.write_attribute(cls, name, target, value)
            consume(value, Use.STORED)
        interpreter.values[id(target)] = value

    def assign_item(self, target: cst.Subscript, value: Value) -> None:
        interpreter = self.interpreter
        held = [value]
        interpreter.frame.held.append(held)
        held.append(interpreter.evaluate(target.value))
        index = interpreter.subscripts.index_of(target)
        interpreter.frame.held.pop()
        value, receiver = held
        interpreter.unfollowed.special(receiver, "__setitem__", [index, value], target)
        if isinstance(receiver, Tensor):
            operation = interpreter.record(
                Operation(
                    SUBSCRIPT_WRITE,
                    target,
                    {"input": receiver, "index": index, "value": value},
                    {"input": target.value},
                )
            )
            interpreter.operations[id(target)] = operation
            changed = Tensor(
                shape=receiver.shape,
                dtype=receiver.dtype,
                device=receiver.device,
                grad=grad_after_setting(receiver, value, operation),
                origin=operation,
                certain=receiver.certain,
                shape_identity=receiver.shape_identity,
                parameter=receiver.parameter,
            )
            operation.result = changed
            interpreter.paths.rebind(target.value, changed, receiver)
        elif isinstance(receiver, (Sequence, Unknown)):
            interpreter.operations[id(target)] = interpreter.record(
                Operation(
                    STORE,
                    target,
                    {"input": receiver, "index": index, "value": value},
                    {"input": target.value},
                )
            )
        if type(receiver) is Unknown:
            interpreter.changes.unknown_changed(
                receiver, interpreter.operations[id(target)], self.may_carry_graph(value), target
            )
        if isinstance(receiver, Sequence) and not is_slice(receiver):
            changed_list = with_item(receiver, index, value, target)
            interpreter.paths.rebind(target.value, changed_list, receiver, index)
        if isinstance(receiver, Module) and receiver.cls is None and receiver.children is not None:
            interpreter.modules.put(receiver, target, index, value)
        path = path_of(target)
        if path is not None and not isinstance(receiver, Tensor):
            interpreter.frame.bind_path(path[0], path[1], value)
        interpreter.values[id(target)] = value

    def may_carry_graph(self, value: Value) -> bool:
        """Whether what a value is written to may be given a graph by it."""
        if self.interpreter.frame.grad is False or isinstance(value, Number):
            return False
        return not isinstance(value, Tensor) or value.grad is not False

    def unpack(self, target: cst.Tuple | cst.List, value: Value) -> None:
        count = len(target.elements)
        starred = any(type(element) is cst.StarredElement for element in target.elements)
        parts: list[Value] | None = None
        if isinstance(value, Unknown):
            value = self.interpreter.methods.sizes_unpacked(value)
        if isinstance(value, Sequence):
            value.identity.uses.add(Use.UNPACKED)
            if value.items is not None and not starred and len(value.items) == count:
                parts = value.items
            elif value.is_shape and value.origin is not None and not starred:
                of = value.origin.operand()
                if isinstance(of, Tensor) and of.shape is None:
                    refined = of.refined(shape=(None,) * count)
                    parts = [transfer.dim_number(refined.dim(axis), value.origin) for axis in range(count)]
                    refined = of.refined(shape=tuple(part.size for part in parts if isinstance(part, Number)))
                    self.refine_everywhere(of, refined)
            elif value.type is SequenceType.DICT:
                parts = [Unknown() for _ in target.elements]
        elif isinstance(value, Tensor) and value.certain and not starred:
            parts = [self.interpreter.loops.element_of(value, None, target) for _ in target.elements]
        elif isinstance(value, Batch):
            parts = [Batch() for _ in target.elements]
        if parts is not None:
            parts = parts[:]
            self.interpreter.frame.held.append(parts)
        for position, element in enumerate(target.elements):
            if parts is not None:
                part = parts[position]
            elif isinstance(value, Sequence):
                part = another(join_all(value.parts(), target) or Unknown())
            elif isinstance(value, Array):
                part = Array()
            else:
                part = Unknown(self.interpreter.record(Operation(ELEMENT, target, {"input": value})))
            if type(element) is cst.StarredElement:
                self.assign(element.value, Sequence(SequenceType.LIST, element=part))
            else:
                self.assign(element.value, part)
        if parts is not None:
            self.interpreter.frame.held.pop()

    def refine_everywhere(self, old: Tensor, new: Tensor) -> None:
        """More is known of a tensor: every name that holds it learns it."""
        for name, value in list(self.interpreter.frame.env.items()):
            if value.identity is old.identity and isinstance(value, Tensor):
                self.interpreter.frame.learn(name, new)

    def augmented(self, node: cst.AugAssign) -> bool:
        interpreter = self.interpreter
        target = node.target
        read = interpreter.evaluate(target)
        held = [read]
        interpreter.frame.held.append(held)
        right = interpreter.evaluate(node.value)
        interpreter.frame.held.pop()
        left = held[0]  # which the right side may have changed: xs += [xs.pop()]
        word = type(node.operator).__name__.removesuffix("Assign")
        if isinstance(left, Sequence) and word == "Add" and not is_slice(left):
            added = right.items if isinstance(right, Sequence) else None
            if left.type is SequenceType.LIST:
                if added and len(added) == 1 and type(node.value) is cst.List and len(node.value.elements) == 1:
                    operands = {"input": left, "value": added[0]}
                    nodes: dict[str, cst.CSTNode] = {"input": target, "value": node.value.elements[0].value}
                    interpreter.operations[id(node)] = interpreter.record(
                        Operation(APPEND, node, operands, nodes, Notation.AUGMENTED)
                    )
                interpreter.paths.rebind(target, interpreter.containers.extended(left, right, node), left)
                return False
        if isinstance(left, Sequence) and word == "BitOr" and left.type is SequenceType.DICT:
            interpreter.paths.rebind(target, CHANGING["update"](left, [right], node)[0], left)
            return False
        value = interpreter.operators.operator(word, left, right, node, target, node.value, Notation.AUGMENTED)
        in_place = left.type is SequenceType.LIST if isinstance(left, Sequence) else word != "MatrixMultiply"
        of_tensor = type(target) is cst.Subscript and isinstance(interpreter.values.get(id(target.value)), Tensor)
        if isinstance(left, (Tensor, Sequence)) and in_place and not of_tensor:
            elsewhere = value
            if isinstance(left, Tensor) and isinstance(value, Tensor) and not left.certain:
                elsewhere = value.refined(certain=False)  # under other names a number stays what it is
            interpreter.changes.changed(left, elsewhere, node)
        elif type(left) is Unknown and value.origin is not None:
            interpreter.changes.unknown_changed(left, value.origin, self.may_carry_graph(right), node)
        if type(target) is cst.Name:
            interpreter.frame.bind(target.value, value)
        elif type(target) is cst.Attribute:
            self.assign_attribute(target, value)
            if isinstance(value, Tensor):
                interpreter.values[id(target)] = read
        elif type(target) is cst.Subscript:
            self.assign_item(target, value)
        return False

    def delete(self, node: cst.Del) -> bool:
        targets = (
            [element.value for element in node.target.elements] if type(node.target) is cst.Tuple else [node.target]
        )
        interpreter = self.interpreter
        for target in targets:
            path = path_of(target)
            if path is not None:
                interpreter.frame.unbind(path[1])
            if type(target) is cst.Subscript:
                receiver = interpreter.evaluate(target.value)
                index = interpreter.subscripts.index_of(target)
                if isinstance(receiver, Sequence):
                    interpreter.paths.rebind(target.value, without_item(receiver, index, target), receiver)
        return False


def with_data(tensor: Tensor, data: Value, node: cst.CSTNode) -> Tensor:
    """``tensor`` after ``tensor.data = data``: the same object with other numbers, of which the graph knows nothing."""
    operation = Operation(DATA_WRITE, node, {"input": tensor, "value": data})
    known = data if isinstance(data, Tensor) else Tensor()
    changed = Tensor(
        shape=known.shape,
        dtype=known.dtype,
        device=known.device,
        grad=tensor.grad,
        origin=operation,
        certain=tensor.certain,
        leaf=tensor.leaf,
        parameter=tensor.parameter,
        shape_identity=known.shape_identity,
    )
    operation.result = changed
    return changed


def grad_after_setting(tensor: Tensor, value: Value, operation: Operation) -> bool | None:
    """Whether ``tensor`` carries a graph after a part of it was set to ``value``.

    Integers and bools that are set to one number say that they require grad; not so what is copied into them.
    """
    if operation.grad_enabled is False or tensor.grad is True:
        return tensor.grad
    given = value.grad if isinstance(value, Tensor) else None if isinstance(value, Unknown) else False
    if tensor.category in (INT, BOOL):
        one_number = not isinstance(value, Tensor) or not value.shape
        return None if one_number and given is not False else tensor.grad
    if given is True and operation.grad_enabled:
        return True if tensor.category is not None else None
    return tensor.grad if given is False else None
