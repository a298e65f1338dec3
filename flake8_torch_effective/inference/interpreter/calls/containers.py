"""Calls of Python's containers, as far as tensors pass through them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from ...knowledge.columns import Asks
from ...knowledge.python_builtins import CONTAINER_METHODS, ContainerMethod
from ...knowledge.python_operations import APPEND, BOUNDED_DEQUE, LATER
from ...knowledge.tensor_attributes import asks_of
from ...values import (
    BUILTIN_SEQUENCES,
    CHANGING,
    NONE,
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
    another,
    consume,
    is_slice,
    join_all,
    last_of,
    listed,
    loosened,
)
from .arguments import Arguments

if TYPE_CHECKING:
    from ..interpreter import Interpreter


# What makes a new container of the elements; all else hands them out one by one.
_COPIES = frozenset({"list", "tuple", "set", "frozenset", "sorted"})
_PYTHON = frozenset({"iter", "reversed"})


class Containers:
    """Calls of Python's containers, as far as tensors pass through them."""

    __slots__ = ("interpreter",)

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter

    def call_sequence_method(
        self, receiver: Sequence, receiver_node: cst.CSTNode | None, name: str, arguments: Arguments
    ) -> Value:
        """Python's containers, as far as tensors pass through them."""
        if is_slice(receiver):
            return Unknown()
        node = arguments.node
        place = receiver_node or node
        if isinstance(receiver_node, cst.BaseExpression):  # its arguments may have changed it: xs.append(xs.pop())
            current = self.interpreter.paths.current(receiver_node)
            if isinstance(current, Sequence) and current.identity is receiver.identity:
                receiver = current
        method = CONTAINER_METHODS.get(name)
        given = arguments.positional
        if method is not None and method.takes_item and given:
            self.collect(receiver, given[-1], arguments)
        if method in (ContainerMethod.APPEND, ContainerMethod.ADD) and len(given) == 1:
            grown = self.grown(receiver, given, node, given[0] if method is ContainerMethod.APPEND else None)
            self.interpreter.paths.rebind(place, grown, receiver)
            return NONE
        if method is ContainerMethod.EXTEND and given:
            self.interpreter.paths.rebind(place, self.extended(receiver, given[0], node), receiver)
            return NONE
        changing = CHANGING.get(name)
        if changing is not None:
            if method is ContainerMethod.UPDATE and arguments.keywords:
                keys: list[Value] = [Text(key) for key in arguments.keywords]
                given = [*given, Sequence(SequenceType.DICT, list(arguments.keywords.values()), keys=keys)]
            if not arguments.complete:
                given = [*given, Unknown()]
            changed, result = changing(receiver, given, node)
            index = given[0] if method is ContainerMethod.TAKE and given else None
            self.interpreter.paths.rebind(place, changed, receiver, index)
            return result
        if method is ContainerMethod.ITEMS:
            texts = receiver.keys is not None and all(isinstance(key, Text) for key in receiver.keys)
            value = another(join_all(receiver.parts(), None) or Unknown())
            pair = Sequence(SequenceType.TUPLE, [Text() if texts else Unknown(), value])
            return Sequence(SequenceType.VIEW, element=pair, origin=Operation(LATER, node, {"input": receiver}))
        if method in (ContainerMethod.VALUES, ContainerMethod.GET):
            found = join_all(receiver.parts(), node) or Unknown()
            if method is ContainerMethod.GET:
                return join_all([another(found), *given[1:2]], node) or found
            return Sequence(
                SequenceType.VIEW, receiver.items, found, origin=Operation(LATER, node, {"input": receiver})
            )
        if receiver.is_shape and asks_of(name) is Asks.COUNT:
            return Number("int")
        if method is ContainerMethod.COPY:
            return Sequence(receiver.type, receiver.items, receiver.element, receiver.origin, None, receiver.keys)
        return Unknown()

    def extended(self, receiver: Sequence, source: Value, node: cst.CSTNode) -> Sequence:
        """A list after the items of another iterable were added to it."""
        if isinstance(source, Sequence) and source.items is not None and source.type is not SequenceType.DICT:
            return self.grown(receiver, source.items, node, last_of(source))
        if isinstance(source, Sequence) and source.type is not SequenceType.DICT:
            return loosened(receiver, source.parts(), node, last_of(source))
        return loosened(receiver, [self.interpreter.loops.element_of(source, None)], node)

    def collect(self, receiver: Value, value: Value, arguments: Arguments) -> None:
        """A value is put into a collection: an operation that rules on training loops look at."""
        operands = {"input": receiver, "value": value}
        nodes = {"value": arguments.nodes[-1]}
        if type(arguments.node.func) is cst.Attribute:
            nodes["input"] = arguments.node.func.value
        self.interpreter.operations[id(arguments.node)] = self.interpreter.record(
            Operation(APPEND, arguments.node, operands, nodes, Notation.METHOD)
        )

    def grown(self, receiver: Sequence, added: list[Value], node: cst.CSTNode, tail: Value | None = None) -> Sequence:
        """A list after elements were added to it: the same list."""
        if receiver.items is not None and not self.interpreter.frame.loops:
            items = [*receiver.items, *added]
            return listed(receiver.type, items, node, receiver.origin, receiver.identity)
        return loosened(receiver, added, node, tail)

    def chained(self, arguments: Arguments, sources: int) -> Value:
        """``itertools.chain(xs, ys)``, ``islice(xs, 3)``: items of the first so many arguments, one by one."""
        given = list(zip(arguments.positional, arguments.nodes, strict=True))[:sources]
        if not given or not arguments.complete:
            return Unknown()
        found = [
            self.interpreter.loops.element_of(value, node if isinstance(node, cst.BaseExpression) else None)
            for value, node in given
        ]
        operands = {str(position): value for position, (value, _) in enumerate(given)}
        later = Operation(LATER, arguments.node, operands)
        return Sequence(SequenceType.GENERATOR, element=join_all(found, None), origin=later)

    def deque(self, arguments: Arguments) -> Value:
        """``deque(x)``, a list of the same elements; of ``deque(maxlen=n)`` the items are unknown, as some drop out."""
        limit = arguments.keywords.get("maxlen", arguments.positional[1] if len(arguments.positional) > 1 else NONE)
        made = self.pass_through("list", arguments)
        if limit is NONE:
            return made
        element = join_all(made.parts(), None) if isinstance(made, Sequence) else None
        bounded = Operation(BOUNDED_DEQUE, arguments.node, {"maxlen": limit})
        return Sequence(SequenceType.LIST, element=element, origin=bounded)

    def pass_through(self, name: str, arguments: Arguments) -> Value:
        """``list(x)``, ``tqdm(x)``: an iterable of the same elements."""
        if not arguments.positional:
            return Sequence(BUILTIN_SEQUENCES[name] if name in ("list", "tuple", "set") else SequenceType.LIST, [])
        source = arguments.positional[0]
        if isinstance(source, Sequence) and source.type is SequenceType.DICT:  # its keys, not what is stored under them
            key = join_all(source.keys or [], None) or Unknown()
            return Sequence(BUILTIN_SEQUENCES.get(name, SequenceType.LIST), element=key)
        if isinstance(source, Sequence):
            element = join_all(source.parts(), None)
            if name not in _COPIES:
                if source.type is SequenceType.GENERATOR or (source.is_range and name not in _PYTHON):
                    return source
                counts = source.origin if source.is_range else None
                return Sequence(
                    SequenceType.VIEW, None, element, counts or Operation(LATER, arguments.node, {"input": source})
                )
            items = source.items if name in ("list", "tuple") else None
            return Sequence(BUILTIN_SEQUENCES.get(name, SequenceType.LIST), items, element, origin=source.origin)
        if not isinstance(source, Tensor):
            return source
        if name in BUILTIN_SEQUENCES or name == "iter":
            node = arguments.nodes[0] if isinstance(arguments.nodes[0], cst.BaseExpression) else None
            element = self.interpreter.loops.element_of(source, node)
            if name == "iter":
                return Sequence(SequenceType.GENERATOR, element=element, origin=element.origin)
            consume(source, Use.TOLIST)
            return Sequence(BUILTIN_SEQUENCES[name], element=element, origin=element.origin)
        return another(source) if name == "reversed" else source


def dict_of_pairs(pairs: Value) -> Sequence:
    """``OrderedDict([("fc", nn.Linear(3, 2)), ...])``, ``dict(zip(names, layers))``."""
    pair = pairs.element if isinstance(pairs, Sequence) and pairs.items is None else None
    if isinstance(pair, Sequence) and pair.items is not None and len(pair.items) == 2:
        return Sequence(SequenceType.DICT, element=pair.items[1])
    listed = pairs.items if isinstance(pairs, Sequence) else None
    known = [pair.items for pair in listed or [] if isinstance(pair, Sequence) and pair.items is not None]
    if listed is None or any(len(pair) != 2 for pair in known) or len(known) != len(listed):
        return Sequence(SequenceType.DICT, element=None)
    return Sequence(SequenceType.DICT, [pair[1] for pair in known], keys=[pair[0] for pair in known])
