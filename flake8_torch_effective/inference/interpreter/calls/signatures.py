"""Binds arguments to rows of the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from ...knowledge.columns import Family, Formula, ResultTransfer
from ...knowledge.parameters import SIZE_PARAMETERS, TENSOR_PARAMETERS
from ...knowledge.signatures import Signature
from ...transfer import joining, results
from ...values import (
    UNKNOWN,
    Batch,
    Bound,
    Notation,
    Number,
    Sequence,
    SequenceType,
    Tensor,
    Unknown,
    Use,
    Value,
    consume,
    consume_deeply,
    reaches,
)
from .arguments import Arguments

if TYPE_CHECKING:
    from ..interpreter import Interpreter

# What reads a tensor out of torch, and as what; the others read one number.
_READ_AS: dict[ResultTransfer | None, Use] = {results.python_list: Use.TOLIST, results.array: Use.NUMPY}
# What takes several tensors, or a list of them.
_TAKE_A_LIST = (joining.at_least, joining.meshgrid)
_SEQUENCE_PARAMETERS = frozenset({"tensors"})
# NumPy's spellings that torch accepts as well, and torch's own second names.
_KEYWORD_ALIASES = {"axis": "dim", "keepdims": "keepdim", "x": "input", "a": "input", "x1": "input", "x2": "other"}


class Signatures:
    """Binds arguments to rows of the table."""

    __slots__ = ("interpreter",)

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter

    def call_signature(
        self,
        signature: Signature,
        arguments: Arguments,
        receiver: Value | None = None,
        receiver_node: cst.CSTNode | None = None,
        notation: Notation = Notation.FUNCTION,
    ) -> Value:
        """Bind arguments to a row of the table and evaluate the operation."""
        interpreter = self.interpreter
        operands: dict[str, Value] = {}
        nodes: dict[str, cst.CSTNode] = {}
        parameters = signature.parameters
        start = 0
        if receiver is not None:
            first = parameters[0] if parameters else "input"
            operands[first] = receiver
            if receiver_node is not None:
                nodes[first] = receiver_node
            start = 1
        complete = arguments.complete
        position = start
        rest: list[Value] = []
        for value, node in zip(arguments.positional, arguments.nodes, strict=True):
            if position < len(parameters):
                operands[parameters[position]] = value
                nodes[parameters[position]] = node
                position += 1
            elif signature.variadic is not None:
                rest.append(value)
                nodes.setdefault(signature.variadic, node)
            else:
                complete = False
        if signature.variadic is not None and rest:
            operands[signature.variadic] = Sequence(SequenceType.TUPLE, rest)
        for keyword, value in arguments.keywords.items():
            name = _KEYWORD_ALIASES.get(keyword, keyword) if keyword not in parameters else keyword
            operands[name] = value
            node_ = arguments.keyword_nodes.get(keyword)
            if node_ is not None:
                nodes[name] = node_
        if "input" not in operands and parameters and parameters[0] == "input" and "self" in operands:
            operands["input"] = operands.pop("self")
        self.learn_operands(signature, operands, nodes)
        for name, size in operands.items():
            if name not in SIZE_PARAMETERS:
                continue
            for part in size.parts() if isinstance(size, Sequence) else (size,):
                if isinstance(part, Tensor):
                    consume(part, Use.NUMBER)
                    consume(part, Use.SIZE)
        if signature.family is Family.EXTRACTION and receiver is not None:
            consume(receiver, _READ_AS.get(signature.result, Use.NUMBER))
        if signature.formula is Formula.BACKWARD and receiver is not None:
            self.back_propagate(receiver, receiver_node)
        value = interpreter.operate(signature, arguments.node, operands, nodes, notation, complete)
        if receiver is None and "input" in nodes and (signature.inplace or may_be_in_place(operands)):
            interpreter.paths.rebind(nodes["input"], value, operands["input"])
        out = operands.get("out")
        if isinstance(out, Tensor) and isinstance(value, Tensor) and "out" in nodes:
            value = value.refined(dtype=out.dtype)
            interpreter.paths.rebind(nodes["out"], value, out)
        return value

    def back_propagate(self, value: Value, node: cst.CSTNode | None) -> None:
        """``backward()`` was called on a value: it is one number with a graph."""
        consume_deeply(value, Use.BACKWARD)
        consume(value, Use.LOSS)
        taken = self.interpreter.taken
        for part in reaches(value) if taken else ():
            for holder in taken.get(id(part.identity), ()):
                holder.uses.add(Use.BACKWARD)
        if isinstance(value, Tensor) and value.grad is not True and node is not None:
            shape = value.shape if value.shape is not None else ()
            self.interpreter.paths.rebind(node, value.refined(grad=True, loss=True, shape=shape), value)

    def learn_operands(self, signature: Signature, operands: dict[str, Value], nodes: dict[str, cst.CSTNode]) -> None:
        """An unknown argument where torch takes only tensors is a tensor."""
        for name, value in operands.items():
            if isinstance(value, Tensor) and value.certain:
                continue
            if name in _SEQUENCE_PARAMETERS:
                if isinstance(value, Tensor):
                    node = nodes.get(name)
                    if node is not None:
                        self.interpreter.evidence.doubt(node, value)
                    operands[name] = Sequence(SequenceType.LIST, element=Tensor(grad=value.grad))
                elif isinstance(value, Unknown):
                    operands[name] = Sequence(
                        SequenceType.LIST, element=Tensor(), origin=value.origin, identity=value.identity
                    )
                elif isinstance(value, Sequence) and not may_be_a_list(signature, value):
                    # Of several arguments none is written as the sequence that they make.
                    operands[name] = self.learn_elements(value, None if name == signature.variadic else nodes.get(name))
                continue
            if type(value) is Bound and name in (*TENSOR_PARAMETERS, "other") and name in nodes:
                self.interpreter.uncalled.used(value, nodes[name])
                continue
            takes_tensor = name in TENSOR_PARAMETERS or (name == "other" and name in signature.metadata_of)
            if not takes_tensor or not isinstance(value, (Unknown, Tensor, Batch)):
                continue
            if signature.family is Family.QUERY or name in signature.may_be_numbers:
                continue
            if (name == "weight" and signature.family is Family.LOSS) or (
                name == "index" and signature.formula is Formula.SELECT
            ):
                continue
            operands[name] = self.interpreter.evidence.assume_tensor(nodes.get(name), value)

    def learn_elements(self, sequence: Sequence, node: cst.CSTNode | None) -> Sequence:
        """The elements of a list given to ``stack`` or ``cat`` are tensors: the list as it is known from here on."""
        evidence = self.interpreter.evidence
        if sequence.items is not None:
            if not any(isinstance(item, Unknown) for item in sequence.items):
                return sequence
            items = [
                evidence.assume_tensor(None, item) if isinstance(item, Unknown) else item for item in sequence.items
            ]
            learnt = sequence.learnt(items, sequence.element)
        elif sequence.element is None or isinstance(sequence.element, (Unknown, Batch)):
            learnt = sequence.learnt(None, element_as_tensor(sequence.element))
        else:
            return sequence
        evidence.assume(node, sequence, learnt)
        return learnt


def may_be_a_list(signature: Signature, given: Sequence) -> bool:
    """Whether ``atleast_1d(xs)`` or ``meshgrid(xs)`` may be called with the list that they take as well."""
    only = given.items[0] if signature.variadic == "tensors" and given.items and len(given.items) == 1 else None
    return isinstance(only, Unknown) and signature.result in _TAKE_A_LIST


def may_be_in_place(operands: dict[str, Value]) -> bool:
    """Whether a function may change its first argument: ``F.relu(x, inplace=True)``."""
    flag = operands.get("inplace")
    return flag is not None and not (isinstance(flag, Number) and flag.number is False)


def element_as_tensor(element: Value | None) -> Tensor:
    """What any item of a list of tensors is, of which ``element`` was known."""
    if element is None or element is UNKNOWN:
        return Tensor()
    identity = element.identity if isinstance(element, Unknown) else None
    return Tensor(origin=element.origin, identity=identity)
