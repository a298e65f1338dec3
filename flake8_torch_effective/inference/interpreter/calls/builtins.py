"""Calls of Python's builtins."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import libcst as cst

from ... import transfer
from ...knowledge.columns import Signature
from ...knowledge.kinds import BOOL, INT
from ...knowledge.python_builtins import (
    EVALUATED,
    GIVES_NO_TENSOR,
    GIVES_UNKNOWN,
    PASSES_ELEMENTS,
    WRITES_TEXT,
    Builtin,
)
from ...knowledge.python_operations import (
    BUILTIN_ALL,
    BUILTIN_ANY,
    BUILTIN_SORTED,
    BUILTIN_SUM,
    BUILTINS,
    ENUMERATE,
    LATER,
    LENGTH,
    RANGE,
    UNCALLED,
    UNCALLED_CONDITION,
    UNCALLED_TEXT,
    ZIP,
)
from ...knowledge.signatures import TABLE
from ...values import (
    NONE,
    OTHER,
    UNKNOWN,
    Bound,
    Instance,
    Loader,
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
    another,
    consume,
    join_all,
    merged,
    slice_of,
)
from .arguments import Arguments
from .containers import dict_of_pairs

if TYPE_CHECKING:
    from ..interpreter import Interpreter

# What the builtins that want a value make of a method that is not called.
_USES = {
    Builtin.PRINT: UNCALLED_TEXT,
    Builtin.BOOL: UNCALLED_CONDITION,
    **dict.fromkeys((Builtin.FLOAT, Builtin.INT, Builtin.COMPLEX, Builtin.ROUND, Builtin.ABS, Builtin.LEN), UNCALLED),
}


class Builtins:
    """Calls of Python's builtins."""

    __slots__ = ("handlers", "interpreter")

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter
        self.handlers: dict[Builtin, Callable[[Arguments], Value]] = {
            Builtin.LEN: self.builtin_len,
            Builtin.RANGE: self.builtin_range,
            Builtin.ENUMERATE: self.builtin_enumerate,
            Builtin.ZIP: self.builtin_zip,
            Builtin.FLOAT: self.builtin_number,
            Builtin.INT: self.builtin_number,
            Builtin.BOOL: self.builtin_number,
            Builtin.COMPLEX: self.builtin_number,
            Builtin.ROUND: self.builtin_round,
            Builtin.PRINT: builtin_print,
            Builtin.ISINSTANCE: builtin_isinstance,
            Builtin.HASATTR: builtin_isinstance,
            Builtin.CALLABLE: builtin_isinstance,
            Builtin.ABS: self.builtin_abs,
            Builtin.MAP: self.builtin_map,
            Builtin.NEXT: self.builtin_next,
            Builtin.SUPER: builtin_super,
            Builtin.DICT: builtin_dict,
            Builtin.GETATTR: builtin_getattr,
            Builtin.SLICE: builtin_slice,
        }

    def call_builtin(self, name: str, arguments: Arguments) -> Value:
        """A call of a builtin."""
        builtin = EVALUATED.get(name)
        use = UNCALLED_TEXT if name in WRITES_TEXT else None if builtin is None else _USES.get(builtin)
        if use is not None:
            for value, node in zip(arguments.positional, arguments.nodes, strict=True):
                if type(value) is Bound:
                    self.interpreter.uncalled.used(value, node, use)
        if builtin is not Builtin.MAP:  # sorted(xs, key=f)
            given = arguments.values()
            if given and isinstance(given[0], Instance):
                self.interpreter.unfollowed.special(given[0], f"__{name}__", [], arguments.node)
            if self.interpreter.unfollowed.may_call(given, given, arguments.node):
                return Unknown()
        if builtin is not None:
            return self.handlers[builtin](arguments)
        if name in BUILTINS:
            return self.builtin_reduce(name, arguments)
        if name in PASSES_ELEMENTS:
            return self.interpreter.containers.pass_through(name, arguments)
        if name in WRITES_TEXT:
            for value in arguments.values():
                consume(value, Use.PRINTED)
            return Text()
        if name in GIVES_NO_TENSOR:
            return OTHER
        if name in GIVES_UNKNOWN:
            return Unknown()
        return self.interpreter.calls.unknown_call(Reference("builtins." + name), arguments)

    def builtin_len(self, arguments: Arguments) -> Value:
        source = arguments.positional[0] if arguments.positional else UNKNOWN
        if isinstance(source, Tensor):
            nodes = {"input": arguments.nodes[0]} if arguments.nodes else {}
            operation = self.interpreter.record(Operation(LENGTH, arguments.node, {"input": source}, nodes))
            self.interpreter.operations[id(arguments.node)] = operation
            return transfer.dim_number(source.dim(0), operation)
        if isinstance(source, Sequence) and source.items is not None and source.type is not SequenceType.DICT:
            return Number("int", len(source.items))
        if isinstance(source, Sequence) and source.is_shape and source.origin is not None:
            of = source.origin.operand()
            return Number(
                "int",
                of.rank if isinstance(of, Tensor) else None,
                origin=Operation(TABLE.methods["dim"], arguments.node, {"input": of}),
            )
        return Number("int")

    def builtin_range(self, arguments: Arguments) -> Value:
        bounds = arguments.positional
        for bound in bounds:
            consume(bound, Use.NUMBER)
        operands: dict[str, Value] = {"start": Number("int", 0), "step": Number("int", 1)}
        if len(bounds) == 1:
            operands["stop"] = bounds[0]
        else:
            operands.update(zip(("start", "stop", "step"), bounds, strict=False))
        operation = self.interpreter.record(Operation(RANGE, arguments.node, operands))
        index = Number("int", origin=operation)
        return Sequence(SequenceType.RANGE, element=index, origin=operation)

    def builtin_enumerate(self, arguments: Arguments) -> Value:
        source = arguments.positional[0] if arguments.positional else UNKNOWN
        node = arguments.nodes[0] if arguments.nodes else None
        element = self.interpreter.loops.element_of(source, node if isinstance(node, cst.BaseExpression) else None)
        counter = Operation(ENUMERATE, arguments.node, {"input": source})
        pair = Sequence(SequenceType.TUPLE, [Number("int", origin=counter), element])
        return Sequence(SequenceType.GENERATOR, element=pair, origin=counter)

    def builtin_zip(self, arguments: Arguments) -> Value:
        elements: list[Value] = []
        for value, node in zip(arguments.positional, arguments.nodes, strict=True):
            element = self.interpreter.loops.element_of(value, node if isinstance(node, cst.BaseExpression) else None)
            # Two slices of one list give two items; the counter of a range stays the one that the range hands out.
            listed = isinstance(value, Sequence) and not value.is_range
            elements.append(another(element) if listed else element)
        operands = {str(position): value for position, value in enumerate(arguments.positional)}
        return Sequence(
            SequenceType.GENERATOR,
            element=Sequence(SequenceType.TUPLE, elements),
            origin=Operation(ZIP, arguments.node, operands),
        )

    def builtin_number(self, arguments: Arguments) -> Value:
        return self.number_of(arguments, arguments.node.func.value if type(arguments.node.func) is cst.Name else None)

    def builtin_round(self, arguments: Arguments) -> Value:
        return self.number_of(arguments, INT if len(arguments.positional) == 1 and not arguments.keywords else None)

    def number_of(self, arguments: Arguments, kind: str | None) -> Value:
        """The argument of ``int()`` and its like as a Python number."""
        for value in arguments.positional:
            consume(value, Use.NUMBER)
        source = arguments.positional[0] if arguments.positional else UNKNOWN
        if isinstance(source, Number) and source.size is not None and kind == INT:
            return source
        origin = None
        if isinstance(source, Tensor):
            nodes = {"input": arguments.nodes[0]}
            origin = self.interpreter.record(
                Operation(TABLE.methods["item"], arguments.node, {"input": source}, nodes, Notation.BUILTIN)
            )
            self.interpreter.operations[id(arguments.node)] = origin
        return Number(kind, origin=origin)

    def builtin_reduce(self, name: str, arguments: Arguments) -> Value:
        """``sum``, ``max``, ``all``, ``sorted``, ... over the rows of a tensor, over a list, or between arguments."""
        interpreter = self.interpreter
        source = arguments.positional[0] if arguments.positional else UNKNOWN
        signature = BUILTINS[name]
        more = [] if arguments.complete else [Unknown()]
        several = len(arguments.positional) + len(more) > 1 and signature is not BUILTIN_SUM
        if several:
            parts = [*arguments.positional, *more]
            for part in parts:
                consume(part, Use.NUMBER)
        else:
            parts = [interpreter.loops.element_of(source, None)]
        if signature in (BUILTIN_ANY, BUILTIN_ALL, BUILTIN_SORTED):
            if not isinstance(source, Tensor) or several:
                if signature is BUILTIN_SORTED:
                    return interpreter.containers.pass_through(name, arguments)
                return interpreter.calls.unknown_call(Reference("builtins." + name), arguments)
            operation = self.reduction_of(signature, source, arguments)
            operation.result = (
                Sequence(SequenceType.LIST, element=parts[0], origin=operation)
                if signature is BUILTIN_SORTED
                else Number(BOOL)
            )
            return operation.result
        if all(isinstance(part, Number) for part in parts):
            return Number()
        if signature is BUILTIN_SUM and isinstance(source, Sequence) and source.items == [] and not arguments.keywords:
            return Number(INT, 0) if len(arguments.positional) == 1 else arguments.positional[1]
        if all(isinstance(part, Tensor) for part in parts):
            first = parts[0]
            assert isinstance(first, Tensor)
            if several:
                operands: dict[str, Value] = {str(i): part for i, part in enumerate(parts)}
                operation = interpreter.record(Operation(signature, arguments.node, operands))
                interpreter.operations[id(arguments.node)] = operation
            else:
                operation = self.reduction_of(signature, source, arguments)
            joined = join_all(parts, None)
            known = joined if isinstance(joined, Tensor) else first
            start = operation.operands.get("start")
            if signature is BUILTIN_SUM and start is not None and not isinstance(start, Number):
                operation.result = Unknown(operation)
                return operation.result
            if signature is BUILTIN_SUM:
                grad = grad_of_sum(known, operation)
            else:
                grad = known.grad if len({part.grad for part in parts if isinstance(part, Tensor)}) == 1 else None
            operation.result = Tensor(
                shape=known.shape,
                dtype="int64" if signature is BUILTIN_SUM and known.dtype == BOOL else known.dtype,
                device=known.device,
                grad=grad,
                origin=operation,
                loss=known.loss,
                certain=known.certain and (signature is not BUILTIN_SUM or has_items(source)),
            )
            return operation.result
        if isinstance(source, (Sequence, Unknown)) and not several:
            consume(source, Use.READ)
            operation = interpreter.record(Operation(signature, arguments.node, {"source": source}))
            return Unknown(operation)
        one_of_them = join_all(parts, arguments.node) if several else None  # by whatever `key` compares
        return interpreter.calls.unknown_call(Reference("builtins." + name), arguments, one_of_them)

    def reduction_of(self, signature: Signature, source: Value, arguments: Arguments) -> Operation:
        """A builtin that walks over one iterable: an operation with its ``source`` and its other arguments."""
        operands: dict[str, Value] = {"source": source}
        nodes: dict[str, cst.CSTNode] = {"source": arguments.nodes[0]}
        if len(arguments.positional) > 1:
            operands["start"], nodes["start"] = arguments.positional[1], arguments.nodes[1]
        operands.update(arguments.keywords)
        nodes.update(arguments.keyword_nodes)
        operation = Operation(signature, arguments.node, operands, nodes, complete=arguments.complete)
        self.interpreter.operations[id(arguments.node)] = self.interpreter.record(operation)
        return operation

    def builtin_abs(self, arguments: Arguments) -> Value:
        source = arguments.positional[0] if arguments.positional else UNKNOWN
        if isinstance(source, Tensor):
            return self.interpreter.operate(
                TABLE.functions["torch.abs"],
                arguments.node,
                {"input": source},
                {"input": arguments.nodes[0]},
                Notation.OPERATOR,
            )
        return Number(source.type) if isinstance(source, Number) else Unknown()

    def builtin_next(self, arguments: Arguments) -> Value:
        """``next(iter(loader))``: any of the elements."""
        interpreter = self.interpreter
        source = arguments.positional[0] if len(arguments.positional) == 1 else UNKNOWN
        if not isinstance(source, (Loader, Sequence)) or (
            isinstance(source, Sequence) and source.type is SequenceType.DICT
        ):
            return interpreter.calls.unknown_call(Reference("builtins.next"), arguments)
        element = interpreter.loops.element_of(source, None, arguments.node)
        return another(element) if isinstance(element, Tensor) else element

    def builtin_map(self, arguments: Arguments) -> Value:
        interpreter = self.interpreter
        if len(arguments.positional) >= 2:
            loops = interpreter.frame.loops
            interpreter.frame.loops = (*loops, arguments.node)
            elements = [
                interpreter.loops.element_of(
                    value, node if isinstance(node, cst.BaseExpression) else None, arguments.node
                )
                for value, node in zip(arguments.positional[1:], arguments.nodes[1:], strict=True)
            ]
            inner = Arguments(arguments.node, elements, [arguments.node] * len(elements), {}, {}, True)
            element = interpreter.calls.apply(arguments.positional[0], inner)
            interpreter.frame.loops = loops
            operands = {str(position): value for position, value in enumerate(arguments.positional[1:])}
            return Sequence(SequenceType.GENERATOR, element=element, origin=Operation(LATER, arguments.node, operands))
        return Unknown()


def grad_of_sum(known: Tensor, operation: Operation) -> bool | None:
    """Whether the sum of items carries a graph, of which ``known`` is what all of them are."""
    if operation.grad_enabled or known.grad is False:
        return known.grad
    return False if operation.grad_enabled is False and has_items(operation.operand("source")) else None


def has_items(source: Value) -> bool:
    """Whether there is certainly something to iterate over: the sum of nothing is the number 0."""
    if isinstance(source, Sequence):
        return bool(source.items)
    size = source.shape[0] if isinstance(source, Tensor) and source.shape else None
    return isinstance(size, int) and size > 0


def builtin_print(arguments: Arguments) -> Value:
    for value in arguments.values():
        consume(value, Use.PRINTED)
    return NONE


def builtin_isinstance(arguments: Arguments) -> Value:
    return Number("bool")


def builtin_super(arguments: Arguments) -> Value:
    return Unknown()


def builtin_dict(arguments: Arguments) -> Value:
    if not arguments.positional and arguments.complete:
        keys: list[Value] = [Text(key) for key in arguments.keywords]
        return Sequence(SequenceType.DICT, list(arguments.keywords.values()), keys=keys)
    source = arguments.positional[0] if len(arguments.positional) == 1 and arguments.complete else UNKNOWN
    if isinstance(source, Sequence):
        held = source if source.type is SequenceType.DICT else dict_of_pairs(source)
        given: list[tuple[Value | None, Value]] = [(Text(key), value) for key, value in arguments.keywords.items()]
        return merged([(None, held), *given], arguments.node)
    return Sequence(SequenceType.DICT, element=Unknown())


def builtin_getattr(arguments: Arguments) -> Value:
    return join_all([Unknown(), *arguments.positional[2:]], arguments.node) or UNKNOWN


def builtin_slice(arguments: Arguments) -> Value:
    """``slice(stop)``, ``slice(start, stop, step)``: what ``start:stop:step`` is in a subscript."""
    bounds = arguments.positional
    if not arguments.complete or not 1 <= len(bounds) <= 3:
        return Unknown()
    bounds = [NONE, *bounds] if len(bounds) == 1 else list(bounds)
    return slice_of([*bounds, *([NONE] * (3 - len(bounds)))])
